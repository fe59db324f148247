//! The records of the benches: the container of workload A, and small ones with a list, a map, and
//! a key.

use std::collections::BTreeMap;

use vellum::Vellum;

/// Bytes of a bench come from the same bench, so that nothing in them is invalid.
pub const OWN_BYTES: &str = "bytes of this library";

/// Workload A's record; the suite's README says where it comes from.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct Container {
    pub list: Vec<FooBar>,
    pub initialized: bool,
    pub fruit: Fruit,
    pub location: String,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub struct FooBar {
    pub sibling: Bar,
    pub name: String,
    pub rating: f64,
    pub postfix: u8,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
pub struct Bar {
    pub time: i32,
    pub ratio: f32,
    pub size: u16,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
pub enum Fruit {
    Apples,
    Pears,
    Bananas,
}

impl Container {
    pub fn new() -> Self {
        let element = |i: u8| FooBar {
            sibling: Bar { time: 123_456 + i32::from(i), ratio: 3.25 + f32::from(i), size: 10_000 + u16::from(i) },
            name: "Hello, world!".to_owned(),
            rating: 3.141_543 + f64::from(i),
            postfix: b'!',
        };
        let location = "http://arstechnica.com".to_owned();
        Self { list: (0..3).map(element).collect(), initialized: true, fruit: Fruit::Bananas, location }
    }

    pub fn bytes() -> Vec<u8> {
        vellum::to_vec(&Self::new()).expect("the value is small")
    }
}

/// A list of numbers and one of texts.
#[derive(Vellum, Default)]
pub struct Lists {
    pub numbers: Vec<u64>,
    pub texts: Vec<String>,
}

impl Lists {
    pub fn bytes(len: u64) -> Vec<u8> {
        let lists = Self { numbers: (0..len).collect(), texts: (0..len).map(|i| format!("text {i}")).collect() };
        vellum::to_vec(&lists).expect("the value is small")
    }
}

/// A map by number and one by text.
#[derive(Vellum, Default)]
pub struct Maps {
    pub numbers: BTreeMap<u64, u64>,
    pub texts: BTreeMap<String, u32>,
}

impl Maps {
    /// The keys are even, so that every odd one is missing.
    pub fn bytes(len: u32) -> Vec<u8> {
        let maps = Self {
            numbers: (0..len.into()).map(|i| (2 * i, i)).collect(),
            texts: (0..len).map(|i| (text_key(2 * i), i)).collect(),
        };
        vellum::to_vec(&maps).expect("the value is small")
    }
}

pub fn text_key(i: u32) -> String {
    format!("key {i:06}")
}

/// A record with a key of three columns.
#[derive(Vellum)]
#[vellum(key(region, placed desc, customer))]
pub struct Order {
    pub customer: String,
    pub placed: i64,
    pub region: u32,
    pub open: bool,
}

impl Order {
    pub fn bytes() -> Vec<u8> {
        let order = Self { customer: "Ada Lovelace".to_owned(), placed: 1_700_000_000, region: 7, open: true };
        vellum::to_vec(&order).expect("the value is small")
    }
}
