//! A way to send one edit, and how it becomes a row.

use std::hint::black_box;

use super::book::{Book, EDITS, Edit, SIZES};
use crate::library::{Exact, Measure, Row, Timed, repeated};

/// A way to send an edit.
pub trait Ship: 'static {
    /// What who edits holds.
    type Here: 'static;
    /// What goes over the wire.
    type Sent: AsRef<[u8]> + 'static;
    /// What who follows holds.
    type There: 'static;
    /// How the bytes are made, and how they become a part of the copy.
    const MAKES: &'static str;
    const APPLIES: &'static str;

    fn here(book: &Book) -> Self::Here;

    /// What who edits holds after an edit, which makes this book.
    fn edited(_old: &Self::Here, book: &Book, _edit: Edit) -> Self::Here {
        Self::here(book)
    }

    /// A copy of what who edits holds.
    fn there(here: &Self::Here) -> Self::There;

    fn make(old: &Self::Here, new: &Self::Here) -> Self::Sent;

    /// The way back, and an edit.
    fn sent(old: &Self::Here, new: &Self::Here, _edit: Edit) -> [Self::Sent; 2] {
        [Self::make(new, old), Self::make(old, new)]
    }

    /// Makes what was sent a part of the copy, safely: it may have come from anybody.
    fn apply(there: &mut Self::There, sent: &Self::Sent);

    /// What the copy holds.
    fn book(there: &Self::There) -> Book;

    /// How the bytes of this edit are made, where it is not as of others.
    fn makes(_edit: Edit) -> &'static str {
        Self::MAKES
    }

    /// Makes the bytes over and over. Who makes them with the edit itself does that here.
    fn making(old: Self::Here, new: Self::Here, _edit: Edit) -> Timed {
        repeated(move |_| Self::make(black_box(&old), black_box(&new)))
    }
}

/// The row of a way.
pub fn row<S: Ship>(mut row: Row) -> Row {
    for (place, (size, len)) in SIZES.into_iter().enumerate() {
        let book = Book::new(len);
        for (edit, variants) in EDITS {
            let variant = (size, variants[place]);
            match edit {
                Edit::NextPush => {
                    let pushed = book.edited(Edit::Push);
                    let here = S::edited(&S::here(&book), &pushed, Edit::Push);
                    add::<S>(&mut row, (&pushed, here), edit, variant);
                }
                _ => add::<S>(&mut row, (&book, S::here(&book)), edit, variant),
            }
        }
    }
    row
}

/// An edit of a record of one length, proved, told and timed.
fn add<S: Ship>(row: &mut Row, (book, old): (&Book, S::Here), edit: Edit, (size, variant): (&str, &'static str)) {
    let edited = book.edited(edit);
    let new = S::edited(&old, &edited, edit);
    // An edit and the way back, in turns, so that the copy stays what it is.
    let sent = S::sent(&old, &new, edit);
    let mut there = S::there(&old);
    row.prove(&format!("holds the record of {size}"), S::book(&there) == *book);
    for _ in 0..2 {
        S::apply(&mut there, &sent[1]);
        row.prove(&format!("gives the record of {size} after the edit {edit:?}"), S::book(&there) == edited);
        S::apply(&mut there, &sent[0]);
        row.prove(&format!("gives the record of {size} before the edit {edit:?}"), S::book(&there) == *book);
    }
    let value = sent[1].as_ref().len() as f64;
    row.exact.push(Exact { measure: Measure::Sent, variant, note: "", value });
    row.push(Measure::MakePatch, variant, S::makes(edit), S::making(old, new, edit));
    row.time_turns(Measure::ApplyPatch, variant, S::APPLIES, move |turn| {
        S::apply(black_box(&mut there), black_box(&sent[turn]));
    });
}
