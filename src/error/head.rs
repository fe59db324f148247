//! What an error says without memory of its own: one word, less its tag.

use core::fmt;

use super::{ErrorKind, Wording};

/// The bits of the word, from the lowest: the kind, the wording, its numbers, the position and one
/// more. How many bits numbers and position have is said by the wording.
const WORDING: u32 = 4;
const NUMBERS: u32 = 12;

/// Kind, wording, numbers and position, as far as they have room.
#[derive(Clone, Copy)]
pub(super) struct ErrorHead(usize);

/// So many ones: the largest number of a width, which stands for all that are as large or larger.
const fn ones(width: u32) -> usize {
    1_usize.unbounded_shl(width).wrapping_sub(1)
}

impl ErrorHead {
    /// Without numbers, and nowhere.
    pub(super) const fn plain(kind: ErrorKind, wording: Wording) -> Self {
        Self(kind.number() as usize | (wording.number() as usize) << WORDING)
    }

    /// With numbers, and whether all of them have room.
    pub(super) fn new(kind: ErrorKind, wording: Wording, numbers: [u64; 3]) -> (Self, bool) {
        let (mut head, mut has_room) = (Self::plain(kind, wording), true);
        for (index, number) in numbers.into_iter().enumerate() {
            let (shift, most) = head.place(index);
            let held = usize::try_from(number).unwrap_or(usize::MAX).min(most);
            // What the message does not mention is zero.
            has_room &= number == 0 || held != most;
            head.0 |= held.unbounded_shl(shift);
        }
        (head, has_room)
    }

    /// The word, which has a zero as its highest bit.
    pub(super) const fn of_word(word: usize) -> Self {
        Self(word)
    }

    pub(super) const fn word(self) -> usize {
        self.0
    }

    pub(super) fn kind(self) -> ErrorKind {
        ErrorKind::of_number(self.0 & 15)
    }

    pub(super) fn wording(self) -> Wording {
        Wording::of((self.0 >> WORDING).to_le_bytes()[0])
    }

    /// Where a number is in the word, and the largest that has room there; the position behind them
    /// is number 3.
    #[inline(never)]
    fn place(self, index: usize) -> (u32, usize) {
        let mut shift = NUMBERS;
        let widths = self.wording().widths();
        for width in widths.iter().take(index) {
            shift = shift.saturating_add(u32::from(*width));
        }
        (shift, ones(widths.get(index).copied().unwrap_or(0).into()))
    }

    fn field(self, index: usize) -> usize {
        let (shift, most) = self.place(index);
        self.0.unbounded_shr(shift) & most
    }

    pub(super) fn numbers(self) -> [u64; 3] {
        [0, 1, 2].map(|index| self.field(index) as u64)
    }

    pub(super) fn position(self) -> Option<usize> {
        self.field(3).checked_sub(1)
    }

    /// The same at another position, or nowhere; `None` where that has no room.
    pub(super) fn at(self, position: Option<usize>) -> Option<Self> {
        let (shift, most) = self.place(3);
        let field = position.map_or(Some(0), |position| position.checked_add(1)).filter(|field| *field <= most)?;
        Some(Self(self.0 & !most.unbounded_shl(shift) | field.unbounded_shl(shift)))
    }
}

/// The message, without its kind and place.
impl fmt::Display for ErrorHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.wording().write(f, self.numbers(), [0, 1, 2].map(|index| self.place(index).1 as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn a_head_says_what_it_was_made_of() {
        let (head, has_room) = ErrorHead::new(ErrorKind::Corrupt, Wording::Pointer, [30, 14, 7]);
        assert!(has_room);
        assert_eq!(head.to_string(), "a pointer leads to 30, but objects lie from 7 to 14");
        assert_eq!((head.kind(), head.position()), (ErrorKind::Corrupt, None));
        let last = head.place(3).1 - 1;
        assert_eq!(head.at(Some(last)).unwrap().position(), Some(last));
        assert!(head.at(Some(last + 1)).is_none());
        assert_eq!(head.at(Some(9)).unwrap().at(Some(3)).unwrap().position(), Some(3));
        assert_eq!(head.at(Some(9)).unwrap().to_string(), head.to_string());
        assert_eq!(head.at(Some(9)).unwrap().at(None).unwrap().word(), head.word());
    }

    #[test]
    fn a_number_without_room_is_said_to_be_larger() {
        let most = ErrorHead::plain(ErrorKind::Full, Wording::Full).place(0).1;
        let full = |needed: usize| ErrorHead::new(ErrorKind::Full, Wording::Full, [needed as u64, 3, 0]);
        assert!(full(most - 1).1 && !full(most).1);
        let said = alloc::format!("the edit needs at least {most} bytes, the storage has 3");
        assert_eq!(full(most + 7).0.to_string(), said);
        assert_eq!(
            full(most - 1).0.to_string(),
            said.replace("at least ", "").replace(&most.to_string(), &(most - 1).to_string())
        );
    }

    #[test]
    fn a_wording_without_numbers_is_one_small_number() {
        let plain = ErrorHead::plain(ErrorKind::Internal, Wording::Internal);
        assert!(plain.word() < 1 << NUMBERS);
        assert_eq!(plain.position(), None);
        let here = plain.at(Some(3)).unwrap();
        assert_eq!((here.kind(), here.wording(), here.position()), (ErrorKind::Internal, Wording::Internal, Some(3)));
        assert!(here.at(Some(usize::MAX)).is_none());
    }

    #[test]
    fn no_wording_has_more_bits_than_there_are() {
        for wording in Wording::ALL {
            let widths = wording.widths();
            assert!(
                widths.iter().map(|width| u32::from(*width)).sum::<u32>()
                    <= super::super::one_word::HEAD_BITS - NUMBERS,
                "{}",
                wording.text()
            );
            for (letter, width) in ["{a}", "{b}", "{c}"].into_iter().zip(widths) {
                assert_eq!(wording.text().contains(letter), width > 0, "{}", wording.text());
            }
        }
    }
}
