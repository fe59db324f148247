use vellum::Vellum;

use std::collections::{BTreeMap, BTreeSet};

#[derive(Vellum)]
struct Index {
    by_pair: BTreeMap<(u32, String), u64>,
    digests: Option<BTreeSet<[u8; 16]>>,
    maybe: BTreeMap<Option<u32>, String>,
}

fn main() {}
