//! How much of the slow nets runs.
//!
//! `cargo test` alone runs a sample of each, so that it ends in minutes. `VELLUM_NETS=gate cargo test` is what the gate runs: a fifth of the
//! cases of those that count in minutes, and all of the others. `VELLUM_NETS=full cargo test` runs all, as each night. The number of tests is
//! the same in all.

use std::sync::LazyLock;

#[derive(Clone, Copy, PartialEq)]
enum Level {
    Sample,
    Gate,
    Full,
}

static LEVEL: LazyLock<Level> = LazyLock::new(|| match std::env::var("VELLUM_NETS") {
    Ok(value) if value == "full" => Level::Full,
    Ok(value) if value == "gate" => Level::Gate,
    Ok(value) => panic!("VELLUM_NETS={value}: the values are \"gate\" and \"full\""),
    Err(_) => Level::Sample,
});

/// A sample has one case of so many.
fn one_in() -> u32 {
    match *LEVEL {
        Level::Sample => 8,
        Level::Gate => 5,
        Level::Full => 1,
    }
}

/// Whether the nets are looked through that have no cases to leave out.
pub fn full() -> bool {
    *LEVEL != Level::Sample
}

/// So many cases of `all`, for nets that draw theirs by chance.
pub fn cases(all: u32) -> u32 {
    all.div_ceil(one_in())
}

/// The step through the cases of an enumeration: each, or one of so many. It is prime, so that the sample of a nested enumeration takes each
/// value of the inner one in some turn of the outer one.
pub fn step() -> usize {
    match *LEVEL {
        Level::Sample => 7,
        Level::Gate => 5,
        Level::Full => 1,
    }
}

/// Whether the case of this number runs.
pub fn takes(number: usize) -> bool {
    number.is_multiple_of(step())
}

/// What a count of `all` cases exceeds, in what runs of them.
pub fn least(all: usize) -> usize {
    if *LEVEL == Level::Full { all } else { all / (2 * one_in() as usize) }
}
