//! Words as numbers, and numbers as words.

use super::order;
use super::table::{Row, Scalar, Serde, WordOrder};

impl Scalar {
    /// Whether a word is one that a slot of the type can hold.
    pub(crate) fn holds(self, word: u128) -> bool {
        word & !order::mask(self) == 0 && self.is_value(word)
    }

    /// Whether it is one of Rust's integers or floats.
    pub(crate) const fn is_number(self) -> bool {
        self.row().is_number
    }

    /// Whether it is one of Rust's integers.
    pub(crate) fn is_integer(self) -> bool {
        let Row { is_number, order, .. } = self.row();
        *is_number
            && match order {
                WordOrder::Unsigned | WordOrder::Signed => true,
                WordOrder::Float | WordOrder::Bytes => false,
            }
    }

    /// The number of a word: its sign extended where it has one.
    pub(crate) fn number(self, word: u128) -> i128 {
        match self.row().order {
            WordOrder::Signed => {
                let unused = 128u32.saturating_sub(self.size().saturating_mul(8));
                word.wrapping_shl(unused).cast_signed().wrapping_shr(unused)
            }
            WordOrder::Unsigned | WordOrder::Float | WordOrder::Bytes => word.cast_signed(),
        }
    }

    /// The float of a word.
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn float(self, word: u128) -> f64 {
        if self.size() == 4 { f64::from(f32::from_bits(word as u32)) } else { f64::from_bits(word as u64) }
    }

    /// The value of an integer type's word, where an `i128` holds it; `None` of other types.
    pub(crate) fn integer(self, word: u128) -> Option<i128> {
        match self.row().order {
            WordOrder::Unsigned if self.is_integer() => i128::try_from(word).ok(),
            WordOrder::Signed if self.is_integer() => Some(self.number(word)),
            WordOrder::Unsigned | WordOrder::Signed | WordOrder::Float | WordOrder::Bytes => None,
        }
    }

    /// The word of an integer in an integer type; `None` if the type does not hold it, or is
    /// another.
    pub(crate) fn word_of_integer(self, value: i128) -> Option<u128> {
        self.word_of(value).filter(|_| self.is_integer())
    }

    /// Each number of so many bits from zero on is a value, and is its word; 0 if the type counts
    /// nothing.
    pub(crate) fn number_bits(self) -> u32 {
        let row = self.row();
        let counts = matches!(
            row.serde,
            Serde::U64
                | Serde::I64
                | Serde::U128
                | Serde::I128
                | Serde::Date
                | Serde::Time
                | Serde::Moment
                | Serde::Span
        );
        if !counts || !row.is_total {
            return 0;
        }
        self.size().wrapping_mul(8).wrapping_sub(u32::from(row.order == WordOrder::Signed))
    }

    /// The word of a number that the type counts; `None` for one that its words cannot count or
    /// that is no value.
    pub(crate) fn word_of(self, number: i128) -> Option<u128> {
        let word = number.cast_unsigned() & order::mask(self);
        (self.number(word) == number && (number >= 0 || self.row().order == WordOrder::Signed) && self.is_value(word))
            .then_some(word)
    }
}
