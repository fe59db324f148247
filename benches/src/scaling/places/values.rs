//! The three values, and their forms with what can lie in the bytes.

use vellum::Vellum;

use super::Places;
use crate::scaling::{Words, variant};
use crate::workloads::texts;

/// A value with numbers that are set.
pub trait Value: Clone + PartialEq + 'static {
    const VARIANT: &'static str;
    /// How many numbers it has.
    const LEN: usize;

    fn new() -> Self;
    fn set(&mut self, index: usize, number: u64);
}

/// A value with a form whose texts and bytes lie in the input.
pub trait Lends: Value {
    type Ref<'a>: Put;
}

/// Such a form.
pub trait Put {
    fn put(&mut self, index: usize, number: u64);
}

/// How many elements the lists have.
const ELEMENTS: usize = 1000;

/// A list of structs.
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
    bincode2::Encode,
    bincode2::Decode,
)]
#[bincode(crate = "bincode2")]
pub struct Items {
    pub items: Vec<Item>,
}

/// A struct whose length depends on its text, which is of one to 64 bytes.
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
    bincode2::Encode,
    bincode2::Decode,
)]
#[bincode(crate = "bincode2")]
pub struct Item {
    pub name: String,
    pub number: u64,
}

/// A number behind ten kilobytes. Bytes are what a format passes in one step: the best for those
/// that have to.
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
    bincode2::Encode,
    bincode2::Decode,
)]
#[bincode(crate = "bincode2")]
// Bytes are bytes here without `serde_bytes`.
#[vellum(ignore_serde)]
pub struct Behind {
    #[serde(with = "serde_bytes")]
    pub content: Vec<u8>,
    pub number: u64,
}

/// [`Items`] with the texts in the input.
#[derive(serde::Serialize, serde::Deserialize, bincode2::Encode, bincode2::BorrowDecode)]
#[bincode(crate = "bincode2")]
pub struct ItemsRef<'a> {
    #[serde(borrow)]
    pub items: Vec<ItemRef<'a>>,
}

/// [`Item`] with its text in the input.
#[derive(serde::Serialize, serde::Deserialize, bincode2::Encode, bincode2::BorrowDecode)]
#[bincode(crate = "bincode2")]
pub struct ItemRef<'a> {
    pub name: &'a str,
    pub number: u64,
}

/// [`Behind`] with the bytes in the input.
#[derive(serde::Serialize, serde::Deserialize, bincode2::Encode, bincode2::BorrowDecode)]
#[bincode(crate = "bincode2")]
pub struct BehindRef<'a> {
    #[serde(with = "serde_bytes", borrow)]
    pub content: &'a [u8],
    pub number: u64,
}

impl Value for Words {
    const VARIANT: &'static str = variant::PLACES[0];
    const LEN: usize = ELEMENTS;

    fn new() -> Self {
        Self { items: (0..ELEMENTS as u64).collect() }
    }

    fn set(&mut self, index: usize, number: u64) {
        self.items[index] = number;
    }
}

impl Value for Items {
    const VARIANT: &'static str = variant::PLACES[1];
    const LEN: usize = ELEMENTS;

    fn new() -> Self {
        let item = |number| Item { name: texts::random(number).to_owned(), number };
        Self { items: (0..ELEMENTS as u64).map(item).collect() }
    }

    fn set(&mut self, index: usize, number: u64) {
        self.items[index].number = number;
    }
}

impl Value for Behind {
    const VARIANT: &'static str = variant::PLACES[2];
    const LEN: usize = 1;

    fn new() -> Self {
        Self { content: vec![0xA5; 10_000], number: 1 }
    }

    fn set(&mut self, _: usize, number: u64) {
        self.number = number;
    }
}

impl Lends for Words {
    type Ref<'a> = Self;
}

impl Lends for Items {
    type Ref<'a> = ItemsRef<'a>;
}

impl Lends for Behind {
    type Ref<'a> = BehindRef<'a>;
}

impl Put for Words {
    fn put(&mut self, index: usize, number: u64) {
        self.set(index, number);
    }
}

impl Put for ItemsRef<'_> {
    fn put(&mut self, index: usize, number: u64) {
        self.items[index].number = number;
    }
}

impl Put for BehindRef<'_> {
    fn put(&mut self, _: usize, number: u64) {
        self.number = number;
    }
}

/// std's values: an assignment.
pub struct Plain;

impl<V: Value> Places<V> for Plain {
    type Bytes = V;
    const SETS: &'static str = "an assignment";

    fn encode(value: &V) -> V {
        value.clone()
    }

    fn decode(value: &V) -> V {
        value.clone()
    }

    fn set(value: &mut V, index: usize, number: u64) {
        value.set(index, number);
    }
}
