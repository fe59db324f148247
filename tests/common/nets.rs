//! How much of the slow nets runs.
//!
//! `cargo test` alone runs a sample of each, so that it ends in minutes. `VELLUM_NETS=full cargo test` runs all of their cases, as the
//! gate does. The number of tests is the same in both.

use std::sync::LazyLock;

/// A sample has one case of so many.
const ONE_IN: u32 = 8;

/// Whether all cases run.
pub fn full() -> bool {
    static FULL: LazyLock<bool> = LazyLock::new(|| match std::env::var("VELLUM_NETS") {
        Ok(value) if value == "full" => true,
        Ok(value) => panic!("VELLUM_NETS={value}: the only value is \"full\""),
        Err(_) => false,
    });
    *FULL
}

/// So many cases of `all`, for nets that draw theirs by chance.
pub fn cases(all: u32) -> u32 {
    if full() { all } else { all.div_ceil(ONE_IN) }
}

/// The step through the cases of an enumeration: each, or one of so many. It is prime, so that the sample of a nested enumeration takes each
/// value of the inner one in some turn of the outer one.
pub fn step() -> usize {
    if full() { 1 } else { 7 }
}

/// Whether the case of this number runs.
pub fn takes(number: usize) -> bool {
    number.is_multiple_of(step())
}

/// What a count of `all` cases exceeds, in what runs of them.
pub fn least(all: usize) -> usize {
    if full() { all } else { all / (2 * ONE_IN as usize) }
}
