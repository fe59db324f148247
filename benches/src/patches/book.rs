//! The record: an order book, and its edits.

use vellum::{Vellum, cursor::AsSession};

/// The lengths of a record in bytes, ours, and how many orders it has.
pub const SIZES: [(&str, usize); 2] = [("1 kB", 28), ("100 kB", 2_700)];

/// Each edit with the variants that it is in records of these lengths.
pub const EDITS: [(Edit, [&str; 2]); 4] = [
    (Edit::Number, ["u32 in 1 kB", "u32 in 100 kB"]),
    (Edit::Text, ["text in 1 kB", "text in 100 kB"]),
    (Edit::Push, ["push in 1 kB", "push in 100 kB"]),
    (Edit::NextPush, ["next push in 1 kB", "next push in 100 kB"]),
];

#[derive(Clone, Copy, Debug)]
pub enum Edit {
    /// The amount of the order in the middle.
    Number,
    /// Its note, by a longer one.
    Text,
    /// An order more, in a record that was just encoded.
    Push,
    /// The one after that.
    NextPush,
}

const AMOUNT: u32 = 654_321;
/// What orders have as a note, and what one gets.
const FIRST_NOTE: &str = "good for the day";
const NOTE: &str = "good until cancelled";

#[derive(
    Vellum,
    Clone,
    Debug,
    PartialEq,
    serde::Serialize,
    serde::Deserialize,
    wincode::SchemaRead,
    wincode::SchemaWrite,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
pub struct Book {
    pub number: u32,
    pub venue: String,
    pub orders: Vec<Order>,
}

#[derive(
    Vellum,
    Clone,
    Debug,
    PartialEq,
    serde::Serialize,
    serde::Deserialize,
    wincode::SchemaRead,
    wincode::SchemaWrite,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
pub struct Order {
    pub id: u64,
    pub price: u32,
    pub amount: u32,
    pub note: String,
}

impl Book {
    /// A book of so many orders.
    pub fn new(len: usize) -> Self {
        Self { number: 7, venue: "the exchange".to_owned(), orders: (0..len).map(order).collect() }
    }

    /// The book after an edit.
    pub fn edited(&self, edit: Edit) -> Self {
        let mut book = self.clone();
        let len = book.orders.len();
        let middle = &mut book.orders[len / 2];
        match edit {
            Edit::Number => middle.amount = AMOUNT,
            Edit::Text => NOTE.clone_into(&mut middle.note),
            Edit::Push | Edit::NextPush => book.orders.push(order(len)),
        }
        book
    }

    /// The same edit in a buffer, in place.
    ///
    /// # Errors
    ///
    /// If the buffer is not that of a book.
    pub fn edit_buffer(bytes: &mut Vec<u8>, edit: Edit) -> vellum::Result<()> {
        Self::edit(bytes)?.make(edit)
    }
}

impl<S: AsSession> BookEdit<'_, S> {
    /// Makes an edit.
    ///
    /// # Errors
    ///
    /// If the buffer is not that of a book.
    pub fn make(&mut self, edit: Edit) -> vellum::Result<()> {
        let mut orders = self.orders();
        let len = orders.len()?;
        match edit {
            Edit::Number => orders.at(len / 2)?.set_amount(AMOUNT),
            Edit::Text => orders.at(len / 2)?.set_note(NOTE),
            Edit::Push | Edit::NextPush => orders.push(&order(len)),
        }
    }

    /// Takes it back.
    ///
    /// # Errors
    ///
    /// If the buffer is not that of a book.
    pub fn take_back(&mut self, edit: Edit) -> vellum::Result<()> {
        let mut orders = self.orders();
        let len = orders.len()?;
        match edit {
            Edit::Number => orders.at(len / 2)?.set_amount(amount(len / 2)),
            Edit::Text => orders.at(len / 2)?.set_note(FIRST_NOTE),
            Edit::Push | Edit::NextPush => orders.remove(len - 1),
        }
    }
}

fn order(index: usize) -> Order {
    let number = index as u32;
    Order {
        id: 5_000_000_000 + index as u64,
        price: 10_000 + number % 97,
        amount: amount(index),
        note: FIRST_NOTE.to_owned(),
    }
}

const fn amount(index: usize) -> u32 {
    1 + index as u32 % 500
}
