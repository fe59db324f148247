//! What the net knows of a type: values of it, the edits of its cursor by number, and what each of them does to an owned value.
//!
//! The edits of a type are numbered: first those of its own cursor, then those of the cursors below it. `act` makes one in a buffer,
//! `mirror` makes it of the owned value. So each type is described once, and what holds it adds its numbers to those of its parts.

use std::fmt::Debug;

use vellum::{DecodeOwned, Result, Storage, Value};

/// What an edit did; of the owned value, what it has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Did {
    /// The value may have changed; the text is what the call gave back.
    Changed(String),
    /// There was nothing to edit: no byte changes.
    Nothing,
    /// Cursors were opened and something was read: no byte changes.
    Read(String),
    /// An error, and no byte changes.
    Refused,
    /// The change or, in a list that is packed, an error. Only `mirror` says so.
    MayBeRefused(String),
}

impl Did {
    pub fn changed(value: impl Debug) -> Self {
        Self::Changed(format!("{value:?}"))
    }

    pub fn read(value: impl Debug) -> Self {
        Self::Read(format!("{value:?}"))
    }
}

/// What an edit did that gave something back.
pub fn changed<T: Debug>(result: Result<T>) -> Result<Did> {
    result.map(Did::changed)
}

/// A type of the net. Number 0 of its samples is its default, 2 is present though what it holds is the default, 1 and 3 are full.
pub trait Node: Value + DecodeOwned + Clone + Debug + PartialEq + 'static {
    /// The same type as the previous revision had it.
    type Previous: Value + DecodeOwned + Clone + Debug + PartialEq + 'static;

    /// How many of the first edits another variant may make, which elements of a packed list refuse.
    const SWITCHES: usize = 0;

    fn type_name() -> String;
    /// What the previous revision sees of it.
    fn previous(&self) -> Self::Previous;
    /// What is read of a value that the previous revision wrote.
    fn from_previous(previous: &Self::Previous) -> Self;
    fn sample(number: usize) -> Self;

    /// A key that others of this type do not have, where the type has as many.
    fn numbered(number: usize) -> Self {
        Self::sample(number % 4)
    }

    /// What a setter refuses.
    fn refused() -> Option<Self::Set<'static>> {
        None
    }

    /// What elements are sorted by, from a getter and of the owned value; a list of equal keys is left in its order.
    fn key_of_view(_view: &Self::Get<'_, vellum::proved::Checked>) -> String {
        String::new()
    }
    fn key(&self) -> String {
        String::new()
    }

    /// The number of its variant.
    fn variant(&self) -> usize {
        0
    }

    /// The value from a getter, by getters alone.
    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self>;
    fn read_list(list: Self::GetList<'_, vellum::proved::Checked>) -> Result<Vec<Self>>;

    /// The cursor of a field as that of an element is.
    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>>;

    /// How many edits there are.
    fn edits() -> usize;
    fn edit_name(edit: usize) -> String;
    fn act<'a, S: Storage + 'a>(cursor: Self::Cursor<'a, S>, edit: usize) -> Result<Did>;
    fn mirror(&mut self, edit: usize) -> Did;
}
