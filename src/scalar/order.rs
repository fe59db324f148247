//! Words as integers whose order is that of the values: what keys of maps are found by, and what
//! keys of records are made of.

use super::table::{Scalar, WordOrder};

/// All bits of a scalar's word.
pub(crate) const fn mask(scalar: Scalar) -> u128 {
    u128::MAX.wrapping_shr(128u32.saturating_sub(scalar.size().saturating_mul(8)))
}

fn sign(scalar: Scalar) -> u128 {
    mask(scalar) ^ mask(scalar) >> 1
}

/// The bytes of a word the other way around.
fn turned(scalar: Scalar, word: u128) -> u128 {
    word.swap_bytes().wrapping_shr(128u32.saturating_sub(scalar.size().saturating_mul(8)))
}

/// A word as the integer that sorts. Floats are in the total order of IEEE 754.
pub(crate) fn sorted(scalar: Scalar, word: u128) -> u128 {
    match scalar.row().order {
        WordOrder::Unsigned => word,
        WordOrder::Signed => word ^ sign(scalar),
        WordOrder::Float if word & sign(scalar) != 0 => word ^ mask(scalar),
        WordOrder::Float => word | sign(scalar),
        WordOrder::Bytes => turned(scalar, word),
    }
}

/// The word of an integer that [`sorted`] gives.
pub(crate) fn unsorted(scalar: Scalar, sorted: u128) -> u128 {
    match scalar.row().order {
        WordOrder::Unsigned => sorted,
        WordOrder::Float if sorted & sign(scalar) == 0 => sorted ^ mask(scalar),
        WordOrder::Signed | WordOrder::Float => sorted ^ sign(scalar),
        WordOrder::Bytes => turned(scalar, sorted),
    }
}

impl Scalar {
    /// The word of the value that sorts last.
    pub(crate) fn last(self) -> u128 {
        self.last_value().unwrap_or_else(|| unsorted(self, mask(self)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_words_go_back_to_where_they_came_from() {
        let decimals = Scalar::DECIMALS.iter().map(|(of_scale, _)| of_scale(2));
        for scalar in Scalar::ALL.iter().copied().chain(decimals) {
            let (mask, sign) = (mask(scalar), sign(scalar));
            for word in [0, 1, mask, mask >> 1, sign, sign | 1, 0x0123_4567_89AB_CDEF_0011_2233_4455_6677 & mask] {
                assert_eq!(unsorted(scalar, sorted(scalar, word)), word, "{scalar} {word:x}");
                assert!(sorted(scalar, word) <= mask);
            }
        }
    }

    #[test]
    fn floats_sort_in_total_order() {
        let values = [-f64::NAN, f64::NEG_INFINITY, -1.0, -0.0, 0.0, f64::MIN_POSITIVE, 1.0, f64::INFINITY, f64::NAN];
        let words = values.map(|value| sorted(Scalar::F64, value.to_bits().into()));
        assert!(words.is_sorted() && values.is_sorted_by(|a, b| a.total_cmp(b).is_lt()));
    }
}
