//! A field that is converted to be stored (`with`), by a conversion that gives another length after it was asked so many times.
//!
//! Writing a value asks a conversion twice, for the length and for the value. Whatever it answers, an edit that fails changes no
//! byte, and one that does not leaves a valid buffer in which all other values are as expected.

use std::cell::Cell;

use vellum::{Result, Storage, Vellum};

use crate::lists::read_list;
use crate::node::{Did, Node, changed};

/// How much longer a text becomes that changes.
const LONGER: usize = 40;

thread_local! {
    /// How often conversions were asked.
    static ASKED: Cell<usize> = const { Cell::new(0) };
    /// After how many of them they give another text, and whether that is longer or none.
    static CHANGES: Cell<Option<(usize, bool)>> = const { Cell::new(None) };
}

/// Does something; gives how often conversions were asked meanwhile.
pub fn asked<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = ASKED.get();
    let done = run();
    (done, ASKED.get() - before)
}

/// Does something while conversions give another text after they were asked so many times. Two texts that are converted count as
/// equal meanwhile: which of them was stored is not told.
pub fn changing<T>(after: usize, is_longer: bool, run: impl FnOnce() -> T) -> T {
    CHANGES.set(Some((ASKED.get() + after, is_longer)));
    let done = run();
    CHANGES.set(None);
    done
}

/// Text that is stored as what a conversion gives for it.
#[derive(Clone, Debug)]
pub struct Text(String);

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        CHANGES.get().is_some() || self.0 == other.0
    }
}

impl From<&Text> for String {
    fn from(text: &Text) -> Self {
        let asked = ASKED.replace(ASKED.get() + 1);
        match CHANGES.get() {
            Some((after, true)) if asked >= after => text.0.clone() + &"x".repeat(LONGER),
            Some((after, false)) if asked >= after => Self::new(),
            _ => text.0.clone(),
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(text)
    }
}

/// A struct with a field that is converted, and which gained one.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Converted {
    number: u8,
    #[vellum(with = "String")]
    text: Text,
    tail: String,
    #[vellum(since = 2, with = "String")]
    late: Text,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct ConvertedBefore {
    number: u8,
    #[vellum(with = "String")]
    text: Text,
    tail: String,
}

const EDITS: [&str; 5] = [".set_number(9)", ".set_text(\"given\")", ".text.push_str", ".set_late(\"\")", " read"];

impl Node for Converted {
    type Previous = ConvertedBefore;

    fn type_name() -> String {
        "Converted".into()
    }

    fn previous(&self) -> ConvertedBefore {
        ConvertedBefore { number: self.number, text: self.text.clone(), tail: self.tail.clone() }
    }

    fn from_previous(previous: &ConvertedBefore) -> Self {
        let ConvertedBefore { number, text, tail } = previous.clone();
        Self { number, text, tail, late: Text(String::new()) }
    }

    fn sample(number: usize) -> Self {
        let [text, tail, late] =
            [["", "", ""], ["text", "tail", "late"], ["", "", ""], ["longer text", "", "later"]][number];
        let number = [0, 1, 0, 3][number];
        Self { number, text: Text(text.into()), tail: tail.into(), late: Text(late.into()) }
    }

    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
        let texts = [view.text()?, view.tail()?, view.late()?].map(String::from);
        let [text, tail, late] = texts;
        Ok(Self { number: view.number()?, text: Text(text), tail, late: Text(late) })
    }

    read_list!();

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        Ok(field)
    }

    fn edits() -> usize {
        EDITS.len()
    }

    fn edit_name(edit: usize) -> String {
        EDITS[edit].into()
    }

    fn act<'a, S: Storage + 'a>(mut cursor: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
        changed(match edit {
            0 => cursor.set_number(9),
            1 => cursor.set_text("given"),
            2 => cursor.text().push_str(" more"),
            3 => cursor.set_late(""),
            _ => {
                let texts = (cursor.text().get()?.to_owned(), cursor.late().get()?.to_owned());
                return Ok(Did::read((cursor.number()?, texts)));
            }
        })
    }

    fn mirror(&mut self, edit: usize) -> Did {
        match edit {
            0 => self.number = 9,
            1 => self.text = Text("given".into()),
            2 => self.text.0 += " more",
            3 => self.late = Text(String::new()),
            _ => return Did::read((self.number, (&self.text.0, &self.late.0))),
        }
        Did::changed(())
    }
}
