//! Lists, arrays, tuples, optional values and boxes of any type of the net.

use vellum::{Result, Storage};

use crate::node::{Did, Node, changed};

/// The methods of [`Node`] that a type whose lists are `List` shares.
macro_rules! read_list {
    () => {
        fn read_list(list: vellum::List<'_, Self, vellum::proved::Checked>) -> Result<Vec<Self>> {
            list.iter().map(|element| Self::read(element?)).collect()
        }
    };
}
pub(crate) use read_list;

const LIST_EDITS: [&str; 23] = [
    "read",
    "push(#0)",
    "push(#1)",
    "push(#3)",
    "push(refused)",
    "insert(0, #1)",
    "insert(len, #2)",
    "insert beyond the end",
    "set(0, #0)",
    "set(last, #3)",
    "set(0, refused)",
    "set(len, #1)",
    "remove(0)",
    "take(last)",
    "pop()",
    "swap(0, last)",
    "truncate(1)",
    "clear()",
    "extend(#1, #0)",
    "extend_from_slice(#0, #1, #2, #3)",
    "retain(not #1)",
    "sort_by",
    "extend_from_slice(#1, 60 times)",
];

impl<T: Node> Node for Vec<T> {
    type Previous = Vec<T::Previous>;

    fn type_name() -> String {
        format!("Vec<{}>", T::type_name())
    }

    fn previous(&self) -> Self::Previous {
        self.iter().map(T::previous).collect()
    }

    fn from_previous(previous: &Self::Previous) -> Self {
        previous.iter().map(T::from_previous).collect()
    }

    fn sample(number: usize) -> Self {
        match number {
            0 => vec![],
            1 => vec![T::sample(1), T::sample(3)],
            2 => vec![T::sample(0)],
            _ => vec![T::sample(1), T::sample(1), T::sample(1)],
        }
    }

    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
        T::read_list(view)
    }

    read_list!();

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        Ok(field)
    }

    fn edits() -> usize {
        LIST_EDITS.len() + T::edits()
    }

    fn edit_name(edit: usize) -> String {
        match edit.checked_sub(LIST_EDITS.len()) {
            None => format!(".{}", LIST_EDITS[edit]),
            Some(edit) => format!("[last]{}", T::edit_name(edit)),
        }
    }

    fn act<'a, S: Storage + 'a>(mut list: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
        let len = list.len()?;
        let last = len.saturating_sub(1);
        let (zero, one, two, three) = (T::sample(0), T::sample(1), T::sample(2), T::sample(3));
        changed(match edit {
            0 => {
                let elements = (0..len).map(|index| T::read(list.get(index)?)).collect::<Result<Vec<T>>>()?;
                return Ok(Did::read((list.is_empty()?, elements)));
            }
            1 => list.push(zero.as_set()),
            2 => list.push(one.as_set()),
            3 => list.push(three.as_set()),
            4 => match T::refused() {
                Some(refused) => list.push(refused),
                None => return Ok(Did::Nothing),
            },
            5 => list.insert(0, one.as_set()),
            6 => list.insert(len, two.as_set()),
            7 => list.insert(len + 1, one.as_set()),
            8 => list.set(0, zero.as_set()),
            9 => list.set(last, three.as_set()),
            10 => match T::refused() {
                Some(refused) => list.set(0, refused),
                None => return Ok(Did::Nothing),
            },
            11 => list.set(len, one.as_set()),
            12 => list.remove(0),
            13 => return changed(list.take(last)),
            14 => return changed(list.pop()),
            15 => list.swap(0, last),
            16 => list.truncate(1),
            17 => list.clear(),
            18 => list.extend([one.as_set(), zero.as_set()]),
            19 => list.extend_from_slice(&[zero, one, two, three]),
            20 => list.retain(|element| !T::read(element).is_ok_and(|element| element == one)),
            21 => list.sort_by(|a, b| T::key_of_view(a).cmp(&T::key_of_view(b))),
            22 => list.extend_from_slice(&vec![one; 60]),
            edit => return T::act::<S>(list.at(last)?, edit - LIST_EDITS.len()),
        })
    }

    fn mirror(&mut self, edit: usize) -> Did {
        let len = self.len();
        let last = len.saturating_sub(1);
        match edit {
            0 => return Did::read((self.is_empty(), &self)),
            1 => self.push(T::sample(0)),
            2 => self.push(T::sample(1)),
            3 => self.push(T::sample(3)),
            4 | 10 if T::refused().is_none() => return Did::Nothing,
            4 | 7 | 10 | 11 => return Did::Refused,
            5 => self.insert(0, T::sample(1)),
            6 => self.push(T::sample(2)),
            17 => self.clear(),
            18 => self.extend([T::sample(1), T::sample(0)]),
            19 => self.extend((0..4).map(T::sample)),
            20 => self.retain(|element| *element != T::sample(1)),
            21 => self.sort_by_key(T::key),
            22 => self.extend(vec![T::sample(1); 60]),
            16 => self.truncate(1),
            14 => return Did::changed(self.pop()),
            _ if len == 0 => return Did::Refused,
            8 => self[0] = T::sample(0),
            9 => self[last] = T::sample(3),
            12 => drop(self.remove(0)),
            13 => return Did::changed(self.remove(last)),
            15 => self.swap(0, last),
            edit => {
                let edit = edit - LIST_EDITS.len();
                // Elements of a list that is packed cannot become ones of another variant; whether it is, depends on its past.
                let may_be_packed = self.iter().all(|element| element.variant() == self[0].variant());
                return match self[last].mirror(edit) {
                    Did::Changed(given) if edit < T::SWITCHES && may_be_packed => Did::MayBeRefused(given),
                    did => did,
                };
            }
        }
        Did::changed(())
    }
}

const ARRAY_EDITS: [&str; 6] = ["read", "set(0, #1)", "set(1, #0)", "set(1, #3)", "set(0, refused)", "set(2, #1)"];

impl<T: Node> Node for [T; 2] {
    type Previous = [T::Previous; 2];

    fn type_name() -> String {
        format!("[{}; 2]", T::type_name())
    }

    fn previous(&self) -> Self::Previous {
        self.each_ref().map(T::previous)
    }

    fn from_previous(previous: &Self::Previous) -> Self {
        previous.each_ref().map(T::from_previous)
    }

    fn sample(number: usize) -> Self {
        match number {
            0 => [0, 0],
            1 => [1, 3],
            2 => [2, 0],
            _ => [0, 1],
        }
        .map(T::sample)
    }

    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
        Ok(T::read_list(view)?.try_into().expect("an array of two has two elements"))
    }

    read_list!();

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        Ok(field)
    }

    fn edits() -> usize {
        ARRAY_EDITS.len() + T::edits()
    }

    fn edit_name(edit: usize) -> String {
        match edit.checked_sub(ARRAY_EDITS.len()) {
            None => format!(".{}", ARRAY_EDITS[edit]),
            Some(edit) => format!("[1]{}", T::edit_name(edit)),
        }
    }

    fn act<'a, S: Storage + 'a>(mut array: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
        changed(match edit {
            0 => {
                let elements = (0..array.len()).map(|index| T::read(array.get(index)?)).collect::<Result<Vec<T>>>()?;
                return Ok(Did::read(elements));
            }
            1 => array.set(0, T::sample(1).as_set()),
            2 => array.set(1, T::sample(0).as_set()),
            3 => array.set(1, T::sample(3).as_set()),
            4 => match T::refused() {
                Some(refused) => array.set(0, refused),
                None => return Ok(Did::Nothing),
            },
            5 => array.set(2, T::sample(1).as_set()),
            edit => return T::act::<S>(array.at(1)?, edit - ARRAY_EDITS.len()),
        })
    }

    fn mirror(&mut self, edit: usize) -> Did {
        match edit {
            0 => return Did::read(self),
            1 => self[0] = T::sample(1),
            2 => self[1] = T::sample(0),
            3 => self[1] = T::sample(3),
            4 if T::refused().is_none() => return Did::Nothing,
            4 | 5 => return Did::Refused,
            edit => return self[1].mirror(edit - ARRAY_EDITS.len()),
        }
        Did::changed(())
    }
}

/// A tuple is set as a whole: its cursor is what it holds, and its one edit is to read it.
impl<A: Node, B: Node> Node for (A, B) {
    type Previous = (A::Previous, B::Previous);

    fn type_name() -> String {
        format!("({}, {})", A::type_name(), B::type_name())
    }

    fn previous(&self) -> Self::Previous {
        (self.0.previous(), self.1.previous())
    }

    fn from_previous(previous: &Self::Previous) -> Self {
        (A::from_previous(&previous.0), B::from_previous(&previous.1))
    }

    fn sample(number: usize) -> Self {
        (A::sample(number), B::sample(number))
    }

    fn refused() -> Option<Self::Set<'static>> {
        None
    }

    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
        Ok((A::read(view.0)?, B::read(view.1)?))
    }

    read_list!();

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        field
    }

    fn edits() -> usize {
        1
    }

    fn edit_name(_: usize) -> String {
        " read".into()
    }

    fn act<'a, S: Storage + 'a>(cursor: Self::Cursor<'a, S>, _: usize) -> Result<Did> {
        Ok(Did::read(Self::read(cursor)?))
    }

    fn mirror(&mut self, _: usize) -> Did {
        Did::read(self)
    }
}

impl<T: Node> Node for Option<T> {
    type Previous = Option<T::Previous>;

    fn type_name() -> String {
        format!("Option<{}>", T::type_name())
    }

    fn previous(&self) -> Self::Previous {
        self.as_ref().map(T::previous)
    }

    fn from_previous(previous: &Self::Previous) -> Self {
        previous.as_ref().map(T::from_previous)
    }

    fn sample(number: usize) -> Self {
        [None, Some(1), Some(0), Some(3)][number].map(T::sample)
    }

    fn refused() -> Option<Option<T::Set<'static>>> {
        T::refused().map(Some)
    }

    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
        view.map(T::read).transpose()
    }

    read_list!();

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        field
    }

    fn edits() -> usize {
        T::edits()
    }

    fn edit_name(edit: usize) -> String {
        format!("?{}", T::edit_name(edit))
    }

    fn act<'a, S: Storage + 'a>(cursor: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
        cursor.map_or(Ok(Did::Nothing), |cursor| T::act::<S>(cursor, edit))
    }

    fn mirror(&mut self, edit: usize) -> Did {
        self.as_mut().map_or(Did::Nothing, |value| value.mirror(edit))
    }
}

impl<T: Node> Node for Box<T> {
    type Previous = Box<T::Previous>;
    const SWITCHES: usize = T::SWITCHES;

    fn type_name() -> String {
        format!("Box<{}>", T::type_name())
    }

    fn previous(&self) -> Self::Previous {
        Box::new((**self).previous())
    }

    fn from_previous(previous: &Self::Previous) -> Self {
        Box::new(T::from_previous(previous))
    }

    fn sample(number: usize) -> Self {
        Box::new(T::sample(number))
    }

    fn refused() -> Option<Self::Set<'static>> {
        T::refused()
    }

    fn key_of_view(view: &Self::Get<'_, vellum::proved::Checked>) -> String {
        T::key_of_view(view)
    }

    fn key(&self) -> String {
        (**self).key()
    }

    fn variant(&self) -> usize {
        (**self).variant()
    }

    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
        T::read(view).map(Box::new)
    }

    read_list!();

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        T::enter::<S>(field)
    }

    fn edits() -> usize {
        T::edits()
    }

    fn edit_name(edit: usize) -> String {
        T::edit_name(edit)
    }

    fn act<'a, S: Storage + 'a>(cursor: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
        T::act::<S>(cursor, edit)
    }

    fn mirror(&mut self, edit: usize) -> Did {
        (**self).mirror(edit)
    }
}
