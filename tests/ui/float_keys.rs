use vellum::Vellum;

use std::collections::{BTreeSet, HashMap};

#[derive(Vellum)]
struct User {
    scores: HashMap<f32, String>,
    seen: Option<BTreeSet<f64>>,
}

fn main() {}
