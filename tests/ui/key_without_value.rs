//! What cannot be a key is told once.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use vellum::Vellum;

struct Inner;

#[derive(Vellum, PartialEq, Eq, PartialOrd, Ord)]
struct Record {
    n: u8,
}

#[derive(Vellum, PartialEq)]
struct Unordered(u16);

#[derive(Vellum)]
struct Index {
    first: u8,
    by_none: BTreeMap<Inner, u8>,
    by_record: BTreeMap<Record, String>,
    unordered: BTreeSet<Unordered>,
    unhashed: HashMap<Unordered, u8>,
    nested: HashSet<(u8, Inner)>,
    lists: Option<BTreeSet<Vec<u16>>>,
    valid: BTreeMap<Vec<u8>, Box<str>>,
}

#[derive(Vellum)]
struct Tuple(BTreeMap<Record, u8>);

fn main() {}
