use std::collections::HashMap;
use std::fmt::Debug;

use vellum::Vellum;

#[derive(Vellum)]
struct User {
    age: Option<Option<u8>>,
    scores: HashMap<f64, u8>,
    at: *const u8,
    shown: Box<dyn Debug>,
    call: fn(u8) -> u8,
}

fn main() {}
