//! A payload that cannot be a field is told once, whatever the variant is like.

use std::rc::Weak;
use std::time::Instant;

use vellum::Vellum;

struct Inner;

#[derive(Vellum)]
enum Alone {
    At(Instant),
    Never,
}

#[derive(Vellum)]
enum Several {
    Never,
    Both(u8, Inner),
}

#[derive(Vellum)]
enum Named {
    At { n: u8, at: Weak<u8> },
    Never(u8),
}

#[derive(Vellum)]
enum Held {
    List(Vec<Inner>),
    Optional(Option<Instant>),
}

#[derive(Vellum)]
enum Generic<T> {
    Some(T),
    At(Instant),
    Named { inner: Inner },
}

fn main() {
    let _ = vellum::to_vec(&Alone::Never);
    let _ = Named::peek(&[]);
}
