//! Workload D, "scaling": what an operation costs as the record grows.
//!
//! Records from 100 B to 100 MB, lists to ten million elements, maps to a million keys, structs
//! with hundreds of fields, widening, and a long life of random edits. Beside ours stand std's
//! plain values, which no serialized form can beat, and rivals: those that can do a thing in place
//! do it there, the others decode, change and encode.
//!
//! - `records`: one field read and updated, the whole encoded and decoded; `lists`: pushes, inserts
//!   and deletes; `keys`: maps; `structs`: many fields. Each has a trait for what a library does,
//!   and times whatever implements it
//! - `ours`: vellum in place; `plain`: std; `rivals`: a file for each library
//! - `places`: numbers that no prefix leads to; `churn`: the long life

mod churn;
mod keys;
mod lists;
mod ours;
mod places;
mod plain;
mod records;
mod rivals;
mod structs;

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use vellum::Vellum;

use crate::harness::kind::RunKind;
use crate::library::{OWN_BYTES, Row, Timed, repeat};

/// Variants of the measures, in the order of the report. Lengths are those that a list has at the
/// end.
pub mod variant {
    use super::records::Size;

    macro_rules! size {
        ($len:literal, $whole:literal, $short:literal) => {
            Size {
                len: $len,
                whole: $whole,
                owned: concat!($whole, ", owned"),
                number: concat!("u32 in ", $short),
                kept: concat!("u32 in ", $short, ", into a kept buffer"),
                name: concat!("string in ", $short),
                same: concat!("string of the same length in ", $short),
            }
        };
    }

    pub const BYTES: [(&str, usize); 3] = [("u8 × 10", 10), ("u8 × 10,000", 10_000), ("u8 × 10,000,000", 10_000_000)];
    pub const WORDS: [(&str, usize); 4] =
        [("u64 × 10", 10), ("u64 × 10,000", 10_000), ("u64 × 1,000,000", 1_000_000), ("u64 × 10,000,000", 10_000_000)];
    pub const FIVES: [(&str, usize); 3] =
        [("40 bytes × 10", 10), ("40 bytes × 10,000", 10_000), ("40 bytes × 10,000,000", 10_000_000)];
    pub const MIDDLE: [(&str, usize); 3] = [("u64 × 10", 10), ("u64 × 10,000", 10_000), ("u64 × 1,000,000", 1_000_000)];
    pub const SIZES: [Size; 4] = [
        size!(60, "100 B", "100 bytes"),
        size!(10_000, "10 kB", "10 kB"),
        size!(1_000_000, "1 MB", "1 MB"),
        size!(100_000_000, "100 MB", "100 MB"),
    ];
    pub const WIDEN: [(&str, usize); 2] = [("255 to 256 bytes", 255), ("65,535 to 65,536 bytes", 65_535)];
    pub const KEYS: [(&str, usize); 3] = [("100 keys", 100), ("10,000 keys", 10_000), ("1,000,000 keys", 1_000_000)];
    /// Numbers that no prefix leads to.
    pub const PLACES: [&str; 3] =
        ["one of 1,000 u64 at random", "u64 in one of 1,000 structs at random", "u64 behind 10 kB"];
    pub const ENDS: [[&str; 2]; 2] =
        [["first of 255 fields", "last of 255 fields"], ["first of 1,000 fields", "last of 1,000 fields"]];
    pub const ONE_SESSION: &str = "in one session";
    pub const REOPENED: &str = "reopened every 10 edits";
}

/// Longer lists, maps and contents of records are left out.
const fn longest(kind: RunKind) -> usize {
    match kind {
        RunKind::Quick => 100_000,
        RunKind::Default => 1_000_000,
        RunKind::Thorough => usize::MAX,
    }
}

/// What a run of this kind does without.
pub const fn left_out(kind: RunKind) -> &'static str {
    match kind {
        RunKind::Quick => {
            "a quick run leaves out lists and maps of more than 100,000 elements and records of more than 100 kB, and makes 20,000 \
             random edits of a million"
        }
        RunKind::Default => {
            "a default run leaves out lists of more than a million elements and records of more than 1 MB, and makes 100,000 random \
             edits of a million"
        }
        RunKind::Thorough => "",
    }
}

/// Messages of what cannot fail.
const SMALL: &str = "the value fits a buffer";

/// A list of words.
#[derive(
    Vellum,
    Clone,
    Debug,
    Default,
    PartialEq,
    serde::Serialize,
    serde::Deserialize,
    bincode2::Encode,
    bincode2::Decode,
    wincode::SchemaRead,
    wincode::SchemaWrite,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
#[bincode(crate = "bincode2")]
struct Words {
    items: Vec<u64>,
}

/// A record of any size with two small fields.
#[derive(
    Vellum,
    Clone,
    Debug,
    PartialEq,
    serde::Serialize,
    serde::Deserialize,
    bincode2::Encode,
    bincode2::Decode,
    wincode::SchemaRead,
    wincode::SchemaWrite,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
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
pub fn rows(kind: RunKind) -> Vec<Row> {
    let (records, maps) = (records::samples(kind), keys::samples(kind));
    let mut rows = ours::rows(kind, &records, &maps);
    rows.push(plain::row(kind, &records, &maps));
    rows.push(plain::hashes(&maps));
    rows.extend(rivals::rows(kind, &records, &maps));
    structs::add(&mut rows);
    places::add_to(&mut rows);
    churn::add(&mut rows, kind);
    rows
}

/// Every variant, in the order of the report.
pub fn variants() -> Vec<&'static str> {
    use variant::{BYTES, ENDS, FIVES, KEYS, MIDDLE, ONE_SESSION, PLACES, REOPENED, SIZES, WIDEN, WORDS};
    let of = |name: fn(&records::Size) -> &'static str| SIZES.iter().map(name);
    let sizes = of(|size| size.whole)
        .chain(of(|size| size.owned))
        .chain(of(|size| size.number))
        .chain(of(|size| size.kept))
        .chain(of(|size| size.name))
        .chain(of(|size| size.same));
    let lists = [&BYTES[..], &WORDS, &FIVES, &MIDDLE, &KEYS, &WIDEN].into_iter().flatten().map(|(name, _)| *name);
    let rest = ENDS.into_iter().flatten().chain(PLACES).chain([ONE_SESSION, REOPENED]);
    sizes.chain(lists).chain(rest).collect()
}

/// The lengths of a run.
fn lengths(all: &[(&'static str, usize)], kind: RunKind) -> impl Iterator<Item = (&'static str, usize)> {
    all.iter().copied().filter(move |(_, len)| *len <= longest(kind))
}

/// A buffer that several operations take turns with, so that a large one is there once.
type Shared<B> = Rc<RefCell<B>>;

/// Repeats an operation on a shared buffer, which is borrowed once for all repetitions; it is told
/// which one it is.
fn on_shared<B: 'static, T>(shared: &Shared<B>, mut operation: impl FnMut(&mut B, u64) -> T + 'static) -> Timed {
    let (shared, mut done) = (Rc::clone(shared), 0);
    Box::new(move |count| {
        let mut bytes = shared.borrow_mut();
        let bytes: &mut B = &mut bytes;
        let first = done;
        done += count;
        repeat!(first..done, |index| operation(black_box(&mut *bytes), index))
    })
}
