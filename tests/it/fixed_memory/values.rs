//! Values that live in fixed memory, and random edits of them: texts, lists, maps, unions, and the record of the churn test.

use std::collections::BTreeMap;

use vellum::{Result, Storage, Vellum};

use super::Churned;
use super::mix::{Account, Edit, Random};

fn text(random: &mut Random, most: usize) -> String {
    let len = random.below(most + 1);
    (0..len).map(|_| char::from(b'a' + u8::try_from(random.below(26)).unwrap())).collect()
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
pub(super) struct Texts {
    long: String,
    all: Vec<String>,
    note: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) enum TextEdit {
    Set(String),
    Append(String),
    Splice(usize, usize, String),
    Push(String),
    Remove(usize),
    SetOne(usize, String),
    Note(Option<String>),
}

impl Churned for Texts {
    type Change = TextEdit;

    fn random(&self, random: &mut Random) -> TextEdit {
        let (count, len) = (self.all.len(), self.long.len());
        match random.below(9) {
            0 => TextEdit::Set(text(random, 500)),
            1 => TextEdit::Append(text(random, 60)),
            2 => {
                let start = random.below(len + 1);
                TextEdit::Splice(start, start + random.below(len - start + 1), text(random, 200))
            }
            3 | 4 => TextEdit::Push(text(random, 150)),
            5 if count > 0 => TextEdit::Remove(random.below(count)),
            6 | 7 if count > 0 => TextEdit::SetOne(random.below(count), text(random, 150)),
            _ => TextEdit::Note((random.below(2) == 0).then(|| text(random, 80))),
        }
    }

    fn change(&mut self, edit: TextEdit) {
        match edit {
            TextEdit::Set(text) => self.long = text,
            TextEdit::Append(text) => self.long.push_str(&text),
            TextEdit::Splice(start, end, text) => self.long.replace_range(start..end, &text),
            TextEdit::Push(text) => self.all.push(text),
            TextEdit::Remove(index) => drop(self.all.remove(index)),
            TextEdit::SetOne(index, text) => self.all[index] = text,
            TextEdit::Note(text) => self.note = text,
        }
    }

    fn apply(edits: &[TextEdit], storage: &mut dyn Storage) -> Result<()> {
        let mut texts = Self::edit(storage)?;
        edits.iter().try_for_each(|edit| match edit {
            TextEdit::Set(text) => texts.set_long(text),
            TextEdit::Append(text) => texts.long().push_str(text),
            TextEdit::Splice(start, end, text) => texts.long().splice(*start..*end, text),
            TextEdit::Push(text) => texts.all().push(text),
            TextEdit::Remove(index) => texts.all().remove(*index),
            TextEdit::SetOne(index, text) => texts.all().set(*index, text),
            TextEdit::Note(text) => texts.set_note(text.as_deref()),
        })
    }
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
pub(super) struct Lists {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    pub(super) words: Vec<u32>,
    pub(super) nested: Vec<Vec<u16>>,
    pub(super) end: String,
}

#[derive(Clone, Debug)]
pub(super) enum ListEdit {
    Name(String),
    Byte(usize, u8),
    Bytes(usize),
    Word(usize, u32),
    Words(Vec<u32>),
    CutBytes(usize),
    CutWords(usize),
    RemoveWord(usize),
    Nest(usize, Vec<u16>),
    Within(usize, u16),
    RemoveNested(usize),
}

impl Churned for Lists {
    type Change = ListEdit;

    fn random(&self, random: &mut Random) -> ListEdit {
        let (bytes, words, nested) = (self.bytes.len(), self.words.len(), self.nested.len());
        match random.below(14) {
            0 => ListEdit::Name(text(random, 40)),
            1 | 2 => ListEdit::Byte(random.below(bytes + 1), 0xFF),
            3 => ListEdit::Bytes(random.below(100)),
            4 | 5 => ListEdit::Word(random.below(words + 1), u32::MAX),
            6 => ListEdit::Words(vec![5; random.below(40)]),
            7 if random.below(8) == 0 => ListEdit::CutBytes(random.below(bytes + 1)),
            8 if random.below(8) == 0 => ListEdit::CutWords(random.below(words + 1)),
            9 if words > 0 => ListEdit::RemoveWord(random.below(words)),
            10 => ListEdit::Nest(random.below(nested + 1), vec![0xFFFF; random.below(30)]),
            11 | 12 if nested > 0 => ListEdit::Within(random.below(nested), 9),
            13 if nested > 0 => ListEdit::RemoveNested(random.below(nested)),
            _ => ListEdit::Byte(0, 1),
        }
    }

    fn change(&mut self, edit: ListEdit) {
        match edit {
            ListEdit::Name(text) => (self.name, self.end) = (text.clone(), text),
            ListEdit::Byte(index, byte) => self.bytes.insert(index, byte),
            ListEdit::Bytes(count) => self.bytes.extend(vec![0xFF; count]),
            ListEdit::Word(index, word) => self.words.insert(index, word),
            ListEdit::Words(words) => self.words.extend(words),
            ListEdit::CutBytes(len) => self.bytes.truncate(len),
            ListEdit::CutWords(len) => self.words.truncate(len),
            ListEdit::RemoveWord(index) => drop(self.words.remove(index)),
            ListEdit::Nest(index, list) => self.nested.insert(index, list),
            ListEdit::Within(index, element) => self.nested[index].push(element),
            ListEdit::RemoveNested(index) => drop(self.nested.remove(index)),
        }
    }

    fn apply(edits: &[ListEdit], storage: &mut dyn Storage) -> Result<()> {
        let mut lists = Self::edit(storage)?;
        edits.iter().try_for_each(|edit| match edit {
            ListEdit::Name(text) => lists.set_name(text).and_then(|()| lists.set_end(text)),
            ListEdit::Byte(index, byte) => lists.bytes().insert(*index, *byte),
            ListEdit::Bytes(count) => lists.bytes().extend_from_slice(&vec![0xFF; *count]),
            ListEdit::Word(index, word) => lists.words().insert(*index, *word),
            ListEdit::Words(words) => lists.words().extend_from_slice(words),
            ListEdit::CutBytes(len) => lists.bytes().truncate(*len),
            ListEdit::CutWords(len) => lists.words().truncate(*len),
            ListEdit::RemoveWord(index) => lists.words().remove(*index),
            ListEdit::Nest(index, list) => lists.nested().insert(*index, list),
            ListEdit::Within(index, element) => lists.nested().at(*index)?.push(*element),
            ListEdit::RemoveNested(index) => lists.nested().remove(*index),
        })
    }
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
pub(super) struct Maps {
    name: String,
    by_number: BTreeMap<u16, String>,
    by_name: BTreeMap<String, u32>,
    end: String,
}

#[derive(Clone, Debug)]
pub(super) enum MapEdit {
    Name(String),
    Number(u16, String),
    RemoveNumber(u16),
    Text(String, u32),
    RemoveText(String),
}

impl Churned for Maps {
    type Change = MapEdit;

    fn random(&self, random: &mut Random) -> MapEdit {
        let key = u16::try_from(random.below(100)).unwrap();
        match random.below(9) {
            0 => MapEdit::Name(text(random, 40)),
            1..=3 => MapEdit::Number(key, text(random, 60)),
            4 => MapEdit::RemoveNumber(key),
            5..=7 => MapEdit::Text(key.to_string(), 7),
            _ => MapEdit::RemoveText(key.to_string()),
        }
    }

    fn change(&mut self, edit: MapEdit) {
        match edit {
            MapEdit::Name(text) => (self.name, self.end) = (text.clone(), text),
            MapEdit::Number(key, text) => drop(self.by_number.insert(key, text)),
            MapEdit::RemoveNumber(key) => drop(self.by_number.remove(&key)),
            MapEdit::Text(key, number) => drop(self.by_name.insert(key, number)),
            MapEdit::RemoveText(key) => drop(self.by_name.remove(&key)),
        }
    }

    fn apply(edits: &[MapEdit], storage: &mut dyn Storage) -> Result<()> {
        let mut maps = Self::edit(storage)?;
        edits.iter().try_for_each(|edit| match edit {
            MapEdit::Name(text) => maps.set_name(text).and_then(|()| maps.set_end(text)),
            MapEdit::Number(key, text) => maps.by_number().insert(*key, text).map(drop),
            MapEdit::RemoveNumber(key) => maps.by_number().remove(*key).map(drop),
            MapEdit::Text(key, number) => maps.by_name().insert(key, *number).map(drop),
            MapEdit::RemoveText(key) => maps.by_name().remove(key).map(drop),
        })
    }
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
pub(super) enum Event {
    #[default]
    None,
    Number(u64),
    Text(String),
    Pair {
        a: u32,
        b: String,
    },
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
pub(super) struct Unions {
    one: Event,
    all: Vec<Event>,
    by_number: BTreeMap<u8, Event>,
    end: String,
}

#[derive(Clone, Debug)]
pub(super) enum UnionEdit {
    One(Event),
    Insert(usize, Event),
    Set(usize, Event),
    Remove(usize),
    Key(u8, Event),
    RemoveKey(u8),
    End(String),
}

impl Churned for Unions {
    type Change = UnionEdit;

    fn random(&self, random: &mut Random) -> UnionEdit {
        let (count, key) = (self.all.len(), u8::try_from(random.below(40)).unwrap());
        let event = match random.below(4) {
            0 => Event::None,
            1 => Event::Number(7),
            2 => Event::Text(text(random, 70)),
            _ => Event::Pair { a: 5, b: text(random, 50) },
        };
        match random.below(10) {
            0 => UnionEdit::One(event),
            1..=3 => UnionEdit::Insert(random.below(count + 1), event),
            4 | 5 if count > 0 => UnionEdit::Set(random.below(count), event),
            6 if count > 0 => UnionEdit::Remove(random.below(count)),
            7 => UnionEdit::Key(key, event),
            8 => UnionEdit::RemoveKey(key),
            _ => UnionEdit::End(text(random, 60)),
        }
    }

    fn change(&mut self, edit: UnionEdit) {
        match edit {
            UnionEdit::One(event) => self.one = event,
            UnionEdit::Insert(index, event) => self.all.insert(index, event),
            UnionEdit::Set(index, event) => self.all[index] = event,
            UnionEdit::Remove(index) => drop(self.all.remove(index)),
            UnionEdit::Key(key, event) => drop(self.by_number.insert(key, event)),
            UnionEdit::RemoveKey(key) => drop(self.by_number.remove(&key)),
            UnionEdit::End(text) => self.end = text,
        }
    }

    fn apply(edits: &[UnionEdit], storage: &mut dyn Storage) -> Result<()> {
        let mut unions = Self::edit(storage)?;
        edits.iter().try_for_each(|edit| match edit {
            UnionEdit::One(event) => unions.set_one(event),
            UnionEdit::Insert(index, event) => unions.all().insert(*index, event),
            UnionEdit::Set(index, event) => unions.all().set(*index, event),
            UnionEdit::Remove(index) => unions.all().remove(*index),
            UnionEdit::Key(key, event) => unions.by_number().insert(*key, event).map(drop),
            UnionEdit::RemoveKey(key) => unions.by_number().remove(*key).map(drop),
            UnionEdit::End(text) => unions.set_end(text),
        })
    }
}

impl Churned for Account {
    type Change = Edit;

    fn random(&self, random: &mut Random) -> Edit {
        Edit::random(random, self)
    }

    fn change(&mut self, edit: Edit) {
        edit.apply_plainly(self);
    }

    fn apply(edits: &[Edit], storage: &mut dyn Storage) -> Result<()> {
        let mut account = Self::edit(storage)?;
        edits.iter().try_for_each(|edit| edit.apply(&mut account))
    }
}
