//! A field that cannot be one is told once in a generic struct, too, if it does not depend on the parameters.

use std::time::Instant;

use vellum::Vellum;

#[derive(Vellum)]
struct Stamped<T> {
    value: T,
    at: Instant,
    others: Vec<T>,
}

fn main() {
    let _ = vellum::to_vec(&Stamped { value: 1u8, at: Instant::now(), others: vec![] });
    let _ = Stamped::<u8>::peek(&[]);
}
