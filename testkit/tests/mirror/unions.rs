//! Unions, closed and open.

use vellum::{Result, Storage, Value, Vellum};

use crate::lists::read_list;
use crate::node::{Did, Node, changed};
use crate::structs::{FIELD_EDITS, act_on_field, field_name, mirror_field};

/// A union with a variant without payload, of a word, of any type, and of fields of which one came later.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum Choice<T> {
    Nothing,
    Word(u32),
    Held(T),
    Named {
        a: T,
        #[vellum(since = 2)]
        b: u8,
    },
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum ChoiceBefore<T> {
    Nothing,
    Word(u32),
    Held(T),
    Named { a: T },
}

/// Whether a match on the union gives what is edited in it; every second edit asks for the variant.
fn is_matched(edit: usize) -> bool {
    edit % 2 == 1
}

fn held_name<T: Node>(edit: usize) -> String {
    let way = if is_matched(edit) { "get_mut?.held" } else { "as_held?" };
    format!(".{way}{}", T::edit_name(edit))
}

const CHOICE_EDITS: [&str; 10] = [
    "set(#0)",
    "set(#1)",
    "set(#2)",
    "set(#3)",
    "set_nothing()",
    "set_word(77)",
    "set_held(#1)",
    "set_held(refused)",
    "set_named(#3)",
    "read",
];

impl<T: Node> Node for Choice<T> {
    type Previous = ChoiceBefore<T::Previous>;
    const SWITCHES: usize = 9;

    fn type_name() -> String {
        format!("Choice<{}>", T::type_name())
    }

    fn previous(&self) -> Self::Previous {
        match self {
            Self::Nothing => ChoiceBefore::Nothing,
            Self::Word(word) => ChoiceBefore::Word(*word),
            Self::Held(held) => ChoiceBefore::Held(held.previous()),
            Self::Named { a, .. } => ChoiceBefore::Named { a: a.previous() },
        }
    }

    fn from_previous(previous: &Self::Previous) -> Self {
        match previous {
            ChoiceBefore::Nothing => Self::Nothing,
            ChoiceBefore::Word(word) => Self::Word(*word),
            ChoiceBefore::Held(held) => Self::Held(T::from_previous(held)),
            ChoiceBefore::Named { a } => Self::Named { a: T::from_previous(a), b: 0 },
        }
    }

    fn sample(number: usize) -> Self {
        match number {
            0 => Self::Nothing,
            1 => Self::Held(T::sample(1)),
            2 => Self::Held(T::sample(0)),
            _ => Self::Named { a: T::sample(3), b: 9 },
        }
    }

    fn variant(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Word(_) => 1,
            Self::Held(_) => 2,
            Self::Named { .. } => 3,
        }
    }

    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
        read_choice(view.get()?)
    }

    read_list!();

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        Ok(field)
    }

    fn edits() -> usize {
        CHOICE_EDITS.len() + T::edits() + 2 * FIELD_EDITS
    }

    fn edit_name(edit: usize) -> String {
        let Some(edit) = edit.checked_sub(CHOICE_EDITS.len()) else { return format!(".{}", CHOICE_EDITS[edit]) };
        let Some(edit) = edit.checked_sub(T::edits()) else { return held_name::<T>(edit) };
        let field = match edit.checked_sub(FIELD_EDITS) {
            None => field_name::<T>("a", edit),
            Some(edit) => field_name::<u8>("b", edit),
        };
        format!(".as_named?{field}")
    }

    fn act<'a, S: Storage + 'a>(mut union: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
        match edit {
            0..=3 => return changed(union.set(&Self::sample(edit))),
            4 => return changed(union.set_nothing()),
            5 => return changed(union.set_word(77)),
            6 => return changed(union.set_held(T::sample(1).as_set())),
            7 => match T::refused() {
                Some(refused) => return changed(union.set_held(refused)),
                None => return Ok(Did::Nothing),
            },
            8 => return changed(union.set_named(ChoiceNamedSet { a: T::sample(3).as_set(), b: 9 })),
            9 => return Ok(Did::read(read_choice(union.get()?)?)),
            _ => {}
        }
        let edit = edit - CHOICE_EDITS.len();
        let Some(edit) = edit.checked_sub(T::edits()) else {
            if is_matched(edit) {
                return match union.get_mut()? {
                    ChoiceMut::Held(held) => T::act::<S>(held, edit),
                    _ => Ok(Did::Nothing),
                };
            }
            return union.as_held()?.map_or(Ok(Did::Nothing), |held| T::act::<S>(held, edit));
        };
        let Some(mut named) = union.as_named()? else { return Ok(Did::Nothing) };
        match edit.checked_sub(FIELD_EDITS) {
            None => act_on_field!(S, named, T, a, set_a, take_a, clear_a, edit),
            Some(edit) => act_on_field!(S, named, u8, b, set_b, take_b, clear_b, edit),
        }
    }

    fn mirror(&mut self, edit: usize) -> Did {
        match edit {
            0..=3 => *self = Self::sample(edit),
            4 => *self = Self::Nothing,
            5 => *self = Self::Word(77),
            6 => *self = Self::sample(1),
            7 if T::refused().is_none() => return Did::Nothing,
            7 => return Did::Refused,
            8 => *self = Self::sample(3),
            9 => return Did::read(self),
            _ => {
                let edit = edit - CHOICE_EDITS.len();
                return match (edit.checked_sub(T::edits()), self) {
                    (None, Self::Held(held)) => held.mirror(edit),
                    (Some(edit), Self::Named { a, b }) => match edit.checked_sub(FIELD_EDITS) {
                        None => mirror_field(a, T::sample(0), edit),
                        Some(edit) => mirror_field(b, 0, edit),
                    },
                    _ => Did::Nothing,
                };
            }
        }
        Did::changed(())
    }
}

fn read_choice<T: Node>(union: ChoiceRef<'_, T, vellum::proved::Checked>) -> Result<Choice<T>> {
    Ok(match union {
        ChoiceRef::Nothing => Choice::Nothing,
        ChoiceRef::Word(word) => Choice::Word(word),
        ChoiceRef::Held(held) => Choice::Held(T::read(held)?),
        ChoiceRef::Named(named) => Choice::Named { a: T::read(named.a()?)?, b: named.b()? },
    })
}

/// An open union whose default has a payload, and which gained a variant.
#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(open)]
pub enum Open<T> {
    Held(T),
    Word(u32),
    Pair(T, bool),
    #[vellum(other)]
    Unknown,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(open)]
pub enum OpenBefore<T> {
    Held(T),
    Word(u32),
    #[vellum(other)]
    Unknown,
}

const OPEN_EDITS: [&str; 10] = [
    "set(#0)",
    "set(#1)",
    "set(#2)",
    "set(#3)",
    "set_word(77)",
    "set_held(#1)",
    "set_held(refused)",
    "set_pair(#1)",
    "read",
    "as_pair read",
];

impl<T: Node> Node for Open<T> {
    type Previous = OpenBefore<T::Previous>;
    const SWITCHES: usize = 8;

    fn type_name() -> String {
        format!("Open<{}>", T::type_name())
    }

    fn previous(&self) -> Self::Previous {
        match self {
            Self::Held(held) => OpenBefore::Held(held.previous()),
            Self::Word(word) => OpenBefore::Word(*word),
            Self::Pair(..) | Self::Unknown => OpenBefore::Unknown,
        }
    }

    fn from_previous(previous: &Self::Previous) -> Self {
        match previous {
            OpenBefore::Held(held) => Self::Held(T::from_previous(held)),
            OpenBefore::Word(word) => Self::Word(*word),
            OpenBefore::Unknown => Self::Unknown,
        }
    }

    fn sample(number: usize) -> Self {
        match number {
            0 | 1 => Self::Held(T::sample(number)),
            2 => Self::Word(0),
            _ => Self::Pair(T::sample(3), true),
        }
    }

    fn variant(&self) -> usize {
        match self {
            Self::Held(_) => 0,
            Self::Word(_) => 1,
            Self::Pair(..) => 2,
            Self::Unknown => 3,
        }
    }

    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
        read_open(view.get()?)
    }

    read_list!();

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        Ok(field)
    }

    fn edits() -> usize {
        OPEN_EDITS.len() + T::edits()
    }

    fn edit_name(edit: usize) -> String {
        match edit.checked_sub(OPEN_EDITS.len()) {
            None => format!(".{}", OPEN_EDITS[edit]),
            Some(edit) => held_name::<T>(edit),
        }
    }

    fn act<'a, S: Storage + 'a>(mut union: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
        changed(match edit {
            0..=3 => union.set(&Self::sample(edit)),
            4 => union.set_word(77),
            5 => union.set_held(T::sample(1).as_set()),
            6 => match T::refused() {
                Some(refused) => union.set_held(refused),
                None => return Ok(Did::Nothing),
            },
            7 => union.set_pair((T::sample(1).as_set(), true)),
            8 => return Ok(Did::read(read_open(union.get()?)?)),
            9 => match union.as_pair()? {
                Some((held, flag)) => return Ok(Did::read((T::read(held)?, flag))),
                None => return Ok(Did::Nothing),
            },
            edit => {
                let edit = edit - OPEN_EDITS.len();
                let held = if is_matched(edit) {
                    match union.get_mut()? {
                        OpenMut::Held(held) => Some(held),
                        _ => None,
                    }
                } else {
                    union.as_held()?
                };
                return held.map_or(Ok(Did::Nothing), |held| T::act::<S>(held, edit));
            }
        })
    }

    fn mirror(&mut self, edit: usize) -> Did {
        match (edit, self) {
            (6, _) if T::refused().is_none() => return Did::Nothing,
            (6, _) => return Did::Refused,
            (8, this) => return Did::read(this),
            (9, Self::Pair(held, flag)) => return Did::read((held, flag)),
            (0..=3, this) => *this = Self::sample(edit),
            (4, this) => *this = Self::Word(77),
            (5, this) => *this = Self::sample(1),
            (7, this) => *this = Self::Pair(T::sample(1), true),
            (10.., Self::Held(held)) => return held.mirror(edit - OPEN_EDITS.len()),
            _ => return Did::Nothing,
        }
        Did::changed(())
    }
}

fn read_open<T: Node>(union: OpenRef<'_, T, vellum::proved::Checked>) -> Result<Open<T>> {
    Ok(match union {
        OpenRef::Held(held) => Open::Held(T::read(held)?),
        OpenRef::Word(word) => Open::Word(word),
        OpenRef::Pair(held, flag) => Open::Pair(T::read(held)?, flag),
        OpenRef::Unknown => Open::Unknown,
    })
}
