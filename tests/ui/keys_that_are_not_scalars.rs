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

fn main() {}
