use vellum::Vellum;

use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(Vellum)]
struct Index {
    by_pair: BTreeMap<(u32, Option<String>), u64>,
    places: Option<BTreeSet<[i16; 2]>>,
    maybe: BTreeMap<Option<u32>, String>,
    weights: HashMap<(u8, (bool, f64)), u8>,
    nothing: BTreeSet<()>,
}

#[derive(Vellum, PartialEq, Eq, PartialOrd, Ord)]
#[vellum(frozen)]
struct Pair {
    a: u8,
    b: u8,
}

#[derive(Vellum)]
struct ByPair {
    of: BTreeMap<(u8, Pair), u8>,
}

fn main() {}
