//! Memory that a buffer fills: what was freed, in whichever session, is used again, or the edit changes nothing.

mod containers;
mod values;

use std::fmt::Debug;

use crate::common::mix;
use mix::{Account, Random};
use values::{ListEdit, Lists, Maps, Texts, Unions};
use vellum::{DecodeOwned, ErrorKind, Record, Result, Schema, Storage, Vellum, Workspace, schema::PointerWidth};

/// A value, random edits of it, and what they do.
trait Churned: Vellum + DecodeOwned + Default + Clone + PartialEq + Debug {
    type Change: Clone + Debug;
    /// An edit of the value as it is.
    fn random(&self, random: &mut Random) -> Self::Change;
    fn change(&mut self, edit: Self::Change);
    /// Makes edits in one session.
    fn apply(edits: &[Self::Change], storage: &mut dyn Storage) -> Result<()>;
}

/// What a buffer lives in.
#[derive(Debug)]
enum Memory {
    Workspace(Vec<u8>),
    Slice(Vec<u8>),
    #[cfg(feature = "arrayvec")]
    Array(Box<arrayvec::ArrayVec<u8, 3300>>),
}

impl Memory {
    /// One of each kind, of so many bytes, with a value in it. An array has a length of its own.
    fn all<T: Vellum>(value: &T, len: usize) -> Vec<Self> {
        let mut memory = vec![0; len];
        Workspace::format(&mut memory[..], value).unwrap();
        let width = if len > 0xFFFF { PointerWidth::Four } else { PointerWidth::Two };
        let mut slice = vellum::to_vec_with_width(value, width).unwrap();
        slice.resize(len, 0xFF);
        #[cfg(feature = "arrayvec")]
        if len == 3300 {
            let array = vellum::to_vec(value).unwrap().into_iter().collect();
            return vec![Self::Workspace(memory), Self::Slice(slice), Self::Array(Box::new(array))];
        }
        vec![Self::Workspace(memory), Self::Slice(slice)]
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Workspace(bytes) | Self::Slice(bytes) => bytes,
            #[cfg(feature = "arrayvec")]
            Self::Array(array) => array,
        }
    }

    fn apply<T: Churned>(&mut self, edits: &[T::Change]) -> Result<()> {
        match self {
            Self::Workspace(bytes) => T::apply(edits, &mut Workspace::open(&mut bytes[..])?),
            Self::Slice(bytes) => T::apply(edits, &mut &mut bytes[..]),
            #[cfg(feature = "arrayvec")]
            Self::Array(array) => T::apply(edits, &mut **array),
        }
    }

    /// Fails if the buffer holds another value, or bytes that are of none.
    fn check<T: Churned>(&self, value: &T) {
        assert!(T::schema().prove(self.bytes()).unwrap().is_complete());
        assert_eq!(vellum::from_slice::<T>(self.bytes()).unwrap(), *value);
    }
}

/// Canonical bytes of a value.
fn canonical<T: Vellum>(value: &T) -> usize {
    vellum::to_vec(value).unwrap().len()
}

/// Makes random edits, so many in each session, in memory of half as many bytes again as the canonical bytes of the largest value, and 228 more.
/// Edits that would end in a larger one are left out; all others have to succeed.
fn churn<T: Churned>(edits: usize, per_session: usize) {
    const MOST: usize = 2048;
    for mut memory in Memory::all(&T::default(), MOST / 2 * 3 + 228) {
        let (mut random, mut value) = (Random(7), T::default());
        let (mut done, mut left_out, mut batch) = (0, 0, Vec::new());
        while done < edits {
            let edit = value.random(&mut random);
            let mut next = value.clone();
            next.change(edit.clone());
            if canonical(&next) > MOST {
                left_out += 1;
                continue;
            }
            (value, done) = (next, done + 1);
            batch.push(edit);
            if batch.len() < per_session {
                continue;
            }
            if let Err(error) = memory.apply::<T>(&batch) {
                let space = vellum::space::space::<T>(memory.bytes()).unwrap();
                panic!("edit {done}, {batch:?}: {error}; {space}");
            }
            batch.clear();
            if per_session > 1 || done % 10 == 0 {
                memory.check(&value);
            }
        }
        assert!(left_out > 0 || std::any::type_name::<T>().ends_with("Account"), "the memory was never full");
    }
}

fn churn_all(edits: usize) {
    for per_session in [1, 50] {
        churn::<Texts>(edits, per_session);
        churn::<Lists>(edits, per_session);
        churn::<Maps>(edits, per_session);
        churn::<Unions>(edits, per_session);
        churn::<Account>(edits, per_session);
    }
}

#[test]
fn an_edit_of_what_fits_succeeds_in_half_as_much_memory_again() {
    churn_all(2_000);
}

#[test]
#[ignore = "minutes: a million edits of each value in each memory"]
fn an_edit_of_what_fits_succeeds_through_a_long_life() {
    churn_all(1_000_000);
}

#[derive(Vellum, Default)]
struct Queue {
    entries: Vec<String>,
}

fn open(memory: &mut [u8]) -> Workspace<&mut [u8]> {
    Workspace::open(memory).unwrap()
}

#[test]
fn a_queue_of_texts_lives_in_the_same_memory_for_ever() {
    let mut memory = [0; 1024];
    Workspace::format(&mut memory[..], &Queue::default()).unwrap();
    for round in 0..10_000usize {
        let text = "x".repeat(round % 40);
        Queue::edit(&mut open(&mut memory)).unwrap().entries().push(&text).unwrap();
        if Queue::peek(&memory).unwrap().entries().unwrap().len() > 10 {
            Queue::edit(&mut open(&mut memory)).unwrap().entries().remove(0).unwrap();
        }
    }
    Queue::schema().prove(&memory).unwrap();
    let view = Queue::peek(&memory).unwrap();
    let last: Vec<usize> = view.entries().unwrap().iter().map(|text| text.unwrap().len()).collect();
    assert_eq!(last, (9990..10_000).map(|round| round % 40).collect::<Vec<_>>());
}

/// In memory that is often too small, an edit is made or changes nothing.
fn churn_in_too_little<T: Churned>(edits: usize, len: usize) {
    for mut memory in Memory::all(&T::default(), len) {
        let (mut random, mut value, mut refused) = (Random(11), T::default(), 0);
        for number in 0..edits {
            let edit = value.random(&mut random);
            let before = memory.bytes().to_vec();
            match memory.apply::<T>(core::slice::from_ref(&edit)) {
                Ok(()) => value.change(edit),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Full);
                    // The edit of a name sets two texts.
                    assert!(memory.bytes() == before || format!("{edit:?}").starts_with("Name"), "{edit:?}");
                    value = vellum::from_slice(memory.bytes()).unwrap();
                    refused += 1;
                }
            }
            if number % 10 == 0 {
                memory.check(&value);
            }
        }
        assert!(refused > 0);
    }
}

#[test]
fn an_edit_of_what_does_not_fit_changes_nothing() {
    for len in [300, 500, 901] {
        churn_in_too_little::<Texts>(1000, len);
        churn_in_too_little::<Lists>(1000, len);
        churn_in_too_little::<Maps>(1000, len);
        churn_in_too_little::<Unions>(1000, len);
    }
}

#[test]
fn values_of_more_objects_than_move_at_once_are_moved_in_several_walks() {
    let mut start = Lists { nested: (0..9000).map(|number| vec![1; number % 4]).collect(), ..Lists::default() };
    start.words = vec![7; 8000];
    let most = canonical(&start);
    // So little more that a long list grows in its place.
    for mut memory in Memory::all(&start, most / 16 * 17) {
        let (mut random, mut value, mut done) = (Random(3), start.clone(), 0);
        while done < 120 {
            let (words, nested) = (value.words.len(), value.nested.len());
            let edit = match random.below(8) {
                0 => ListEdit::Word(random.below(words + 1), 9),
                1 => ListEdit::CutWords(words.saturating_sub(300)),
                2 => ListEdit::Words(vec![6; 280]),
                3 => ListEdit::Nest(random.below(nested + 1), vec![4; random.below(200)]),
                4 => ListEdit::RemoveNested(random.below(nested)),
                _ => ListEdit::Within(random.below(nested), 7),
            };
            let mut next = value.clone();
            next.change(edit.clone());
            if canonical(&next) <= most {
                memory.apply::<Lists>(&[edit]).unwrap();
                (value, done) = (next, done + 1);
            }
        }
        memory.check(&value);
    }
}

#[test]
fn an_error_says_how_much_is_free_between_values() {
    let mut memory = [0; 120];
    let entries = vec!["first".into(), "x".repeat(20), "last".into()];
    let mut workspace = Workspace::format(&mut memory[..], &Queue { entries }).unwrap();
    Queue::edit(&mut workspace).unwrap().entries().remove(1).unwrap();
    let error = Queue::edit(&mut workspace).unwrap().entries().push(&"y".repeat(100)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Full);
    let text = error.to_string();
    // The text with its length, and the pointer that was removed with it.
    assert!(text.ends_with("; `compact` would free 22 of them"), "{text}");
    assert_eq!(text.matches("`compact`").count(), 1, "{text}");
}

#[test]
fn data_of_a_newer_revision_is_not_moved() {
    let schema = |fields: &str| {
        Schema::parse(&format!(
            "struct Item {{ n: u8{fields} }} struct All {{ a: string, b: string, item: Item }} root All;"
        ))
    };
    let (old, new) = (schema("").unwrap(), schema(", text: string since 2").unwrap());
    let mut record = Record::open(&new, Workspace::format_default(vec![0; 100], &new).unwrap()).unwrap();
    record.set("a", "x".repeat(30).as_str()).unwrap();
    record.set("item.text", "of the newer revision").unwrap();
    record.set("a", "").unwrap();
    let memory = record.into_storage().into_inner();
    let mut older = Record::open(&old, Workspace::open(memory.clone()).unwrap()).unwrap();
    assert_eq!(older.set("b", "y".repeat(40).as_str()).unwrap_err().kind(), ErrorKind::Full);
    assert_eq!(older.into_storage().into_inner(), memory);
    let mut newer = Record::open(&new, Workspace::open(memory).unwrap()).unwrap();
    newer.set("b", "y".repeat(40).as_str()).unwrap();
    assert_eq!(newer.get::<str>("item.text").unwrap(), "of the newer revision");
    new.prove(newer.as_bytes()).unwrap();
}

#[test]
fn changes_that_fail_after_values_were_moved_are_undone() {
    let schema =
        Schema::parse("struct All { list: list<string>, end: string, number: u8 in 0..=9 } root All;").unwrap();
    let mut record = Record::open(&schema, Workspace::format_default(vec![0; 160], &schema).unwrap()).unwrap();
    for _ in 0..3 {
        record.push("list", "a text that goes").unwrap();
    }
    record.set("end", "and one that stays, at the end").unwrap();
    record.remove("list[0]").unwrap();
    record.remove("list[0]").unwrap();
    let mut other = Record::open(&schema, record.as_bytes().to_vec()).map(|_| Record::new(&schema)).unwrap();
    other.push("list", "a text that goes").unwrap();
    other.push("list", "one that needs most of the room that is free, all in all").unwrap();
    other.set("end", "and one that stays, at the end").unwrap();
    let mut plain = Record::new(&schema);
    plain.push("list", "a text that goes").unwrap();
    plain.set("end", "and one that stays, at the end").unwrap();
    let changes = plain.diff(&other).unwrap();
    other.set("end", "x".repeat(200).as_str()).unwrap();
    let too_much = plain.diff(&other).unwrap();
    let before = record.as_bytes().to_vec();
    assert_eq!(record.apply(&too_much).unwrap_err().kind(), ErrorKind::Full);
    assert_eq!(record.as_bytes(), before);
    record.apply(&changes).unwrap();
    schema.prove(record.as_bytes()).unwrap();
    assert_eq!(record.get::<str>("list[1]").unwrap().len(), 56);
}

/// Bytes of a page that reaches the disk as a whole.
const PAGE: usize = 64;

#[test]
fn a_crash_while_values_move_leaves_bytes_that_are_safe_to_use() {
    let mut memory = vec![0; 700];
    let entries = (0..12).map(|number| "x".repeat(10 + number * 3)).collect();
    Workspace::format(&mut memory[..], &Queue { entries }).unwrap();
    for index in [1, 3, 5, 6] {
        Queue::edit(&mut Workspace::open(&mut memory[..]).unwrap()).unwrap().entries().remove(index).unwrap();
    }
    let before = memory.clone();
    let mut workspace = Workspace::open(&mut memory[..]).unwrap();
    let mut queue = Queue::edit(&mut workspace).unwrap();
    while queue.entries().push(&"y".repeat(50)).is_ok() {}
    drop(queue);
    let differs = |page: &usize| before[page * PAGE..].chunks(PAGE).next() != memory[page * PAGE..].chunks(PAGE).next();
    let pages: Vec<usize> = (0..memory.len().div_ceil(PAGE)).filter(differs).collect();
    assert!(pages.len() > 5, "values were moved");
    for mask in 0..1u32 << pages.len() {
        let mut torn = before.clone();
        for (bit, page) in pages.iter().enumerate() {
            if mask >> bit & 1 == 1 {
                let range = page * PAGE..((page + 1) * PAGE).min(torn.len());
                torn[range.clone()].copy_from_slice(&memory[range]);
            }
        }
        let is_valid = Queue::schema().prove(&torn).is_ok();
        let left = torn.clone();
        let Ok(mut workspace) = Workspace::open(&mut torn[..]) else { continue };
        let made = Queue::edit(&mut workspace).and_then(|mut queue| queue.entries().push(&"z".repeat(30)));
        match made {
            Ok(()) if is_valid => drop(Queue::schema().prove(&torn).unwrap()),
            Ok(()) => drop(Queue::schema().prove(&torn)),
            Err(_) => assert_eq!(torn, left),
        }
    }
}

#[test]
fn a_value_with_parts_is_set_beside_what_is_there_and_text_where_it_is() {
    #[derive(Vellum, Clone)]
    struct Part {
        text: String,
        number: u32,
    }
    #[derive(Vellum)]
    struct Whole {
        part: Part,
        list: Vec<String>,
        parts: Vec<Part>,
        text: String,
    }
    let part = |len: usize| Part { text: "x".repeat(len), number: 7 };
    let list = |len: usize| vec!["x".repeat(len); 3];
    let whole = Whole { part: part(40), list: list(40), parts: vec![part(40)], text: "x".repeat(40) };
    let mut bytes = vellum::to_vec(&whole).unwrap();
    let before = bytes.clone();
    // A slice that is full.
    let mut slice = &mut bytes[..];
    let mut edit = Whole::edit(&mut slice).unwrap();
    let results = [
        edit.set_part(&part(39)),
        edit.set_list(&list(39)),
        edit.set_parts(&[part(39)]),
        edit.parts().set(0, &part(39)),
    ];
    for result in results {
        assert_eq!(result.unwrap_err().kind(), ErrorKind::Full);
    }
    assert_eq!(bytes, before);
    let mut slice = &mut bytes[..];
    let mut edit = Whole::edit(&mut slice).unwrap();
    edit.set_text("shorter").unwrap();
    edit.part().set_text("shorter").unwrap();
    edit.list().at(0).unwrap().set("shorter").unwrap();
    edit.clear_list().unwrap();
    edit.set_list(&list(30)).unwrap();
    Whole::schema().prove(&bytes).unwrap();
}
