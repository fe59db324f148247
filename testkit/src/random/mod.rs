//! Schemas, values and edits by chance: the grammar of the small types, but deeper and wider, with
//! every scalar and with rules.
//!
//! Equal seeds give equal schemas and values, on every machine; so do equal bytes.

mod edits;
mod mutations;
mod names;
mod schemas;
mod vals;

pub use edits::edit;
pub use mutations::{Mutation, mutate};
pub use names::MISTAKES;
pub use schemas::schema;
pub use vals::{root, value};

use crate::types::{Scalar, Unit};

/// A sequence of numbers by chance.
#[derive(Clone, Debug)]
pub struct Random {
    source: Source,
    /// Whether values may break the rules of fields.
    is_wild: bool,
    /// Whether floats may be no numbers.
    has_nan: bool,
}

#[derive(Clone, Debug)]
enum Source {
    /// The state of splitmix64.
    Seed(u64),
    /// Bytes, last first; zeros where they end.
    Bytes(Vec<u8>),
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self { source: Source::Seed(seed), is_wild: false, has_nan: true }
    }

    /// Choices that bytes say, each with as few of them as it takes, until they end.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self { source: Source::Bytes(bytes.iter().rev().copied().collect()), is_wild: false, has_nan: true }
    }

    /// The same sequence, in which all floats are numbers.
    #[must_use]
    pub fn of_numbers(self) -> Self {
        Self { has_nan: false, ..self }
    }

    /// Whether there is nothing left to choose by: bytes end, a seed does not.
    pub fn is_empty(&self) -> bool {
        matches!(&self.source, Source::Bytes(bytes) if bytes.is_empty())
    }

    /// A number of so many bytes.
    fn next(&mut self, size: usize) -> u64 {
        match &mut self.source {
            Source::Seed(state) => {
                *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let mut word = *state;
                word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
                word ^ word >> 31
            }
            Source::Bytes(bytes) => (0..size).fold(0, |word, _| word << 8 | u64::from(bytes.pop().unwrap_or(0))),
        }
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        let size = if bound <= 0x100 { 1 } else { 4 };
        (self.next(size) % bound.max(1) as u64) as usize
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn byte(&mut self) -> u8 {
        self.next(1) as u8
    }

    fn word(&mut self) -> u128 {
        u128::from(self.next(8)) << 64 | u128::from(self.next(8))
    }

    /// What a function makes of values that may break the rules of their fields.
    pub fn wild<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.is_wild, true);
        let made = make(self);
        self.is_wild = before;
        made
    }
}

const SCALARS: [Scalar; 32] = [
    Scalar::U8,
    Scalar::U16,
    Scalar::U32,
    Scalar::U64,
    Scalar::U128,
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::I128,
    Scalar::F32,
    Scalar::F64,
    Scalar::Char,
    Scalar::Uuid,
    Scalar::Ulid,
    Scalar::Ipv4,
    Scalar::Ipv6,
    Scalar::Date,
    Scalar::Time,
    Scalar::Timestamp(Unit::S),
    Scalar::Timestamp(Unit::Ms),
    Scalar::Timestamp(Unit::Us),
    Scalar::Timestamp(Unit::Ns),
    Scalar::Duration,
    Scalar::Decimal(0),
    Scalar::Decimal(2),
    Scalar::Decimal(18),
    Scalar::Decimal128(3),
    Scalar::Decimal128(38),
    Scalar::Geo4,
    Scalar::Geo8,
    Scalar::Geo16,
];
