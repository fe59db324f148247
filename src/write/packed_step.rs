//! A step of an edit cursor in one word, so that the steps of a cursor are copied in few
//! instructions.

use crate::read::navigate::Step;

/// A step in one word: three bits tell its kind, the others its numbers. None is zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedStep(u64);

const KIND_BITS: u32 = 3;
const KIND: u64 = 7;
/// The bits of the index of an entry: a map has fewer than 2^31 entries. The rest is its run's, of
/// which there are fewer than 2^30: each has a pointer of four bytes.
const INDEX_BITS: u32 = 31;

impl PackedStep {
    pub(super) const NONE: Self = Self(0);

    #[inline(always)]
    pub(super) const fn new(step: Step) -> Self {
        let (kind, number) = match step {
            Step::Field(index) => (1, index as u64),
            Step::Element(index) => (2, index as u64),
            Step::Payload(tag) => (3, tag as u64),
            Step::Entry(run, index) => (4, (run as u64).wrapping_shl(INDEX_BITS) | index as u64),
            Step::Key(number) => (5, number as u64),
            Step::Fixed(number) => (6, number as u64),
        };
        Self(number.wrapping_shl(KIND_BITS) | kind)
    }

    /// Its word, of a kind below 7.
    #[inline(always)]
    pub(super) const fn word(self) -> u64 {
        self.0
    }

    /// The step that was that word.
    pub(super) const fn of_word(word: u64) -> Self {
        Self(word)
    }

    #[inline(always)]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether it leads to an entry of a map.
    #[inline(always)]
    pub(super) const fn is_entry(self) -> bool {
        self.0 & KIND == 4
    }

    // Each kind gets back the number that it gave.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) const fn get(self) -> Option<Step> {
        let number = self.0.wrapping_shr(KIND_BITS);
        Some(match self.0 & KIND {
            1 => Step::Field(number as u16),
            2 => Step::Element(number as usize),
            3 => Step::Payload(number as u8),
            4 => Step::Entry(number.wrapping_shr(INDEX_BITS) as u32, (number & ((1 << INDEX_BITS) - 1)) as u32),
            5 => Step::Key(number as usize),
            6 => Step::Fixed(number as usize),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_what_was_packed() {
        let entries = [(0, 0), (7, 3), ((1 << 30) - 1, (1 << 31) - 1)];
        let indices = [0, 1, 0xFFFF_FFFF];
        let steps = [Step::Field(0), Step::Field(u16::MAX), Step::Payload(0), Step::Payload(u8::MAX)]
            .into_iter()
            .chain(indices.map(Step::Element))
            .chain([Step::Key(4), Step::Fixed(5)])
            .chain(entries.map(|(run, index)| Step::Entry(run, index)));
        for step in steps {
            assert_eq!(PackedStep::new(step).get(), Some(step));
        }
        assert_eq!(PackedStep::NONE.get(), None);
    }
}
