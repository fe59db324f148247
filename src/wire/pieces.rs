//! Unsafe code: bytes as bytes that may be uninitialised, and a place that is written in pieces.
//!
//! A struct's fields lie in the order of the layout and not in that of the struct. [`Pieces`]
//! notes which bytes were written, so that the place need not be zeroed before. Where all places
//! are constants, the notes are constants too, and the compiled code has only the copies.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;
use core::ptr;

/// `u8` and `MaybeUninit<u8>`, which have one layout.
pub(super) trait PerhapsByte {}

impl PerhapsByte for u8 {}

impl PerhapsByte for MaybeUninit<u8> {}

/// Bytes as bytes of the other kind: of values as perhaps uninitialised, to write values to them
/// alone; and back, where all of them were written.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn cast<A: PerhapsByte, B: PerhapsByte>(bytes: &mut [A]) -> &mut [B] {
    let bytes = ptr::from_mut(bytes) as *mut [B];
    // SAFETY: it is the borrow that came in, as a type of the same layout. Its bytes have values,
    // for it is called of three kinds of bytes: by `Unfilled::over` and `Pieces::over`, whose bytes
    // have values, and which give out no `MaybeUninit` and write values alone, so that they still
    // have them when the borrow ends; of arrays of bytes that are only copied from; and by
    // `zeroed`, which has just written all of them.
    unsafe { &mut *bytes }
}

/// Writes zeros.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn zeroed(bytes: &mut [MaybeUninit<u8>]) -> &mut [u8] {
    // Here as below, plain loops and no adaptors of `core`: those are calls where a program is
    // built in several units and without optimisation at link time.
    for byte in bytes.iter_mut() {
        *byte = MaybeUninit::new(0);
    }
    cast(bytes)
}

/// Bytes whose pieces are noted. A longer place is zeroed first.
const NOTED: usize = u128::BITS as usize;

/// The bits of the first `len` bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn bits(len: usize) -> u128 {
    match NOTED.checked_sub(len) {
        Some(NOTED) => 0,
        // In range: it is less than the bits.
        #[allow(clippy::cast_possible_truncation)]
        Some(others) => u128::MAX.wrapping_shr(others as u32),
        None => u128::MAX,
    }
}

/// A place of memory that may be uninitialised, and which of its bytes were written.
#[derive(Debug)]
pub struct Pieces<'b> {
    place: &'b mut [MaybeUninit<u8>],
    /// A bit for each byte.
    written: u128,
}

impl<'b> Pieces<'b> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(place: &'b mut [MaybeUninit<u8>]) -> Self {
        let mut written = 0;
        if place.len() > NOTED {
            zeroed(place);
            written = u128::MAX;
        }
        Self { place, written }
    }

    /// Bytes that have values, which are written over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn over(bytes: &'b mut [u8]) -> Self {
        Self { place: cast(bytes), written: 0 }
    }

    /// Whether all bytes were written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn is_full(&self) -> bool {
        self.written == bits(self.place.len())
    }

    /// Writes the first bytes; a place that is too short stays as it is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn number<const N: usize>(&mut self, mut bytes: [u8; N]) {
        if let Some(place) = self.place.first_chunk_mut::<N>() {
            place.copy_from_slice(cast(&mut bytes));
            self.written |= bits(N);
        }
    }

    /// Lets a part of it be written. A part that is not inside is left out.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn part(&mut self, start: usize, len: usize, write: impl FnOnce(&mut Pieces<'_>)) {
        let Some(place) = self.place.get_mut(start..).and_then(|rest| rest.get_mut(..len)) else { return };
        let mut part = Pieces { place, written: 0 };
        write(&mut part);
        if part.is_full() && len <= NOTED {
            // In range where it matters: a place that is longer than its notes is full already.
            #[allow(clippy::cast_possible_truncation)]
            let shift = start as u32;
            self.written |= bits(len).checked_shl(shift).unwrap_or(0);
        }
    }

    /// Lets all of it be written at once. `write` says whether it did, which is believed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn whole(&mut self, write: impl FnOnce(&mut [MaybeUninit<u8>]) -> bool) {
        if write(self.place) {
            self.written = bits(self.place.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::super::unfilled::Unfilled;
    use super::*;

    /// Each two pieces of each short place, in both orders: it is full only if they cover it.
    #[test]
    fn a_place_is_full_where_every_byte_was_written() {
        for len in [1usize, 2, 5, 127, 128] {
            let cuts = [0, 1, 2.min(len), len / 2, len.saturating_sub(1), len];
            for (from, to) in cuts.iter().flat_map(|from| cuts.iter().map(move |to| (*from, *to))) {
                for (second, other) in cuts.iter().flat_map(|from| cuts.iter().map(move |to| (*from, *to))) {
                    let mut bytes = vec![0; len];
                    let mut pieces = Pieces::over(&mut bytes);
                    let mut whole = vec![false; len];
                    for (from, to) in [(from, to), (second, other)] {
                        let size = to.saturating_sub(from);
                        pieces.part(from, size, |part| {
                            Unfilled::fill(part, |rest| rest.numbers(&vec![7u8; size], u8::to_le_bytes));
                        });
                        whole[from..from + size].fill(true);
                    }
                    assert_eq!(pieces.is_full(), whole.iter().all(|whole| *whole), "{from}..{to}, {second}..{other}");
                    assert_eq!(bytes, whole.iter().map(|whole| if *whole { 7 } else { 0 }).collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn parts_that_are_left_out_or_not_full_leave_a_place_open() {
        let mut bytes = [0; 8];
        let mut pieces = Pieces::over(&mut bytes);
        pieces.part(0, 8, |part| part.number([1; 4]));
        pieces.part(4, 5, |part| part.number([2; 5]));
        pieces.part(usize::MAX, 1, |part| part.number([2]));
        Unfilled::fill(&mut pieces, |rest| rest.byte(3));
        pieces.number([4; 9]);
        assert!(!pieces.is_full());
        assert_eq!(bytes, [3, 1, 1, 1, 0, 0, 0, 0]);
        let mut longer = vec![MaybeUninit::new(9); 129];
        assert!(Pieces::new(&mut longer).is_full());
        let mut pieces = Pieces::over(&mut bytes);
        pieces.part(4, 4, |part| part.number([5; 4]));
        pieces.part(0, 4, |part| part.number([6; 4]));
        assert!(pieces.is_full());
        assert_eq!(bytes, [6, 6, 6, 6, 5, 5, 5, 5]);
    }
}
