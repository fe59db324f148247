#![allow(non_upper_case_globals)]

use vellum::Vellum;

// A pattern of this name is no variable.
const __g: &[u8] = b"other";

#[derive(Vellum)]
struct User {
    name: String,
}

fn main() {}
