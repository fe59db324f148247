use std::marker::PhantomData;

use vellum::{Proved, Vellum};

#[derive(Vellum)]
struct User {
    name: String,
}

fn proof_of_anything(bytes: Vec<u8>) -> Proved<Vec<u8>, User> {
    Proved { bytes, marker: PhantomData }
}

fn main() {}
