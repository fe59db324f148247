//! Workload "edits": what a format that is mutable in place is for.
//!
//! Pushes, inserts and deletes in lists up to ten million elements, single fields of records up to ten megabytes, widening,
//! and a long life of random edits. Beside ours stand the vector of the owned struct, which no serialized form can beat,
//! and the codecs, which decode, change and encode.
//!
//! - `ours`: vellum in place
//! - `plain`: std's vector
//! - `codec`: decode, change, encode, for any codec; `codecs`: those that are measured
//! - `keys`: maps, beside std's
//! - `churn`: the long life

mod churn;
mod codec;
mod codecs;
mod keys;
mod ours;
mod plain;

use bincode2::{Decode, Encode};
use vellum::Vellum;
use wincode::{SchemaRead, SchemaWrite};

use crate::library::Row;

/// Variants of the measures, in the order of the report. Lengths are those that a list has at the end.
pub mod variant {
    pub const BYTES: [(&str, usize); 3] = [("u8 × 10", 10), ("u8 × 10,000", 10_000), ("u8 × 10,000,000", 10_000_000)];
    pub const WORDS: [(&str, usize); 3] =
        [("u64 × 10", 10), ("u64 × 10,000", 10_000), ("u64 × 10,000,000", 10_000_000)];
    pub const FIVES: [(&str, usize); 3] =
        [("40 bytes × 10", 10), ("40 bytes × 10,000", 10_000), ("40 bytes × 10,000,000", 10_000_000)];
    pub const MIDDLE: [(&str, usize); 3] = [("u64 × 10", 10), ("u64 × 10,000", 10_000), ("u64 × 1,000,000", 1_000_000)];
    pub const NUMBER: [(&str, usize); 3] =
        [("u32 in 100 bytes", 60), ("u32 in 10 kB", 10_000), ("u32 in 10 MB", 10_000_000)];
    pub const NAME: [(&str, usize); 3] =
        [("string in 100 bytes", 60), ("string in 10 kB", 10_000), ("string in 10 MB", 10_000_000)];
    pub const WIDEN: [(&str, usize); 2] = [("255 to 256 bytes", 255), ("65,535 to 65,536 bytes", 65_535)];
    pub const KEYS: [(&str, usize); 3] = [("100 keys", 100), ("10,000 keys", 10_000), ("1,000,000 keys", 1_000_000)];
    pub const ONE_SESSION: &str = "in one session";
    pub const REOPENED: &str = "reopened every 10 edits";
}

/// In a quick run, lengths above this are left out.
const QUICK: usize = 100_000;

/// A list of bytes.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Bytes {
    items: Vec<u8>,
}

/// A list of words.
#[derive(Vellum, Encode, Decode, SchemaRead, SchemaWrite, Clone, Debug, Default, PartialEq)]
#[bincode(crate = "bincode2")]
struct Words {
    items: Vec<u64>,
}

/// A list of structs of forty bytes.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Fives {
    items: Vec<Five>,
}

#[derive(Vellum, Clone, Copy, Debug, PartialEq)]
#[vellum(frozen)]
struct Five {
    a: u64,
    b: u64,
    c: u64,
    d: u64,
    e: u64,
}

impl Five {
    const fn of(word: u64) -> Self {
        Self { a: word, b: word, c: word, d: word, e: word }
    }
}

/// A record of any size with two small fields.
#[derive(Vellum, Encode, Decode, SchemaRead, SchemaWrite, Clone, Debug, PartialEq)]
#[bincode(crate = "bincode2")]
struct Payload {
    number: u32,
    name: String,
    content: Vec<u8>,
}

/// Two values that an update writes alternately.
const NUMBERS: [u32; 2] = [654_321, 7];
/// Two names of one length.
const NAMES: [&str; 2] = ["Hello, world!", "Good evening!"];

impl Payload {
    fn new(len: usize) -> Self {
        Self { number: NUMBERS[0], name: NAMES[0].to_owned(), content: vec![0xA5; len] }
    }
}

/// The rows of this workload.
pub fn rows(quick: bool) -> Vec<Row> {
    let mut rows = ours::rows(quick);
    rows.push(plain::row(quick));
    rows.extend(codecs::all().iter().map(|codec| codec.row(quick)));
    keys::add(&mut rows, quick);
    churn::add(&mut rows, quick);
    rows
}

/// The lengths of a run.
fn lengths(all: &[(&'static str, usize)], quick: bool) -> impl Iterator<Item = (&'static str, usize)> {
    all.iter().copied().filter(move |(_, len)| !quick || *len <= QUICK)
}
