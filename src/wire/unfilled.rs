//! Unsafe code: memory that is not initialised before it is written.
//!
//! An encoder fills a buffer from front to back. [`Unfilled`] is what is left of it. Bytes leave
//! it in two ways: written, or as a part of a [`Front`], which is open until all of it was written.
//! So where no part is open, all bytes before the rest are initialised, whatever the writers do:
//! they may fail, panic, or write less than was measured.
//!
//! Functions are inlined only where code is optimised: without it, each copy would take room in the
//! frames of derived writers.
#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::mem::{MaybeUninit, take};

use super::pieces::{Pieces, cast, zeroed};
use super::{clamp, varint};
use crate::error::{Result, length_changed};

/// Copies bytes to a place of the same length.
#[cfg_attr(not(debug_assertions), inline(always))]
fn copy(from: &[u8], to: &mut [MaybeUninit<u8>]) {
    let len = to.len();
    let Some(from) = from.get(..len) else { return };
    for index in 0..len {
        if let (Some(to), Some(from)) = (to.get_mut(index), from.get(index)) {
            *to = MaybeUninit::new(*from);
        }
    }
}

/// As [`copy`], of many bytes: where the places are parameters, it is one copy to the compiler.
#[inline(never)]
fn copy_long(from: &[u8], to: &mut [MaybeUninit<u8>]) {
    copy(from, to);
}

/// Lists of more bytes than this are written by a function of their own, which is a call.
pub(crate) const MANY: usize = 256;

/// The rest of memory that is written front to back.
#[derive(Debug)]
pub struct Unfilled<'b> {
    rest: &'b mut [MaybeUninit<u8>],
}

impl<'b> Unfilled<'b> {
    /// Bytes that have values, which are written over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn over(bytes: &'b mut [u8]) -> Self {
        Self { rest: cast(bytes) }
    }

    /// Lets all of a place be written front to back.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn fill(pieces: &mut Pieces<'_>, write: impl FnOnce(&mut Unfilled<'_>) -> Option<()>) {
        pieces.whole(|place| {
            let end = place.as_ptr_range().end;
            let mut rest = Unfilled { rest: place };
            write(&mut rest).is_some() && rest.rest.is_empty() && rest.rest.as_ptr() == end
        });
    }

    /// The bytes that are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn len(&self) -> usize {
        self.rest.len()
    }

    /// Fails if bytes of a part are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn full(&self) -> Option<()> {
        self.rest.is_empty().then_some(())
    }

    /// Splits the next bytes off. Whoever calls this writes all of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn split(&mut self, len: usize) -> Option<&'b mut [MaybeUninit<u8>]> {
        // Looked at first, so that nothing is stored in between.
        if len > self.rest.len() {
            return None;
        }
        let (next, rest) = take(&mut self.rest).split_at_mut_checked(len)?;
        self.rest = rest;
        Some(next)
    }

    /// Writes the next bytes as zeros, for a record whose writers skip zeros.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn zeros(&mut self, len: usize) -> Option<&'b mut [u8]> {
        self.split(len).map(zeroed)
    }

    /// Writes the next byte.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn byte(&mut self, byte: u8) -> Option<()> {
        let [next] = self.split(1)? else { return None };
        next.write(byte);
        Some(())
    }

    /// Writes a number as a varint.
    #[cfg_attr(not(debug_assertions), inline(always))]
    // Checked before: one byte or two hold it.
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn varint(&mut self, number: usize) -> Option<()> {
        if number < 0x80 {
            return self.byte(number as u8);
        }
        if number < 0x4000 {
            copy(&(number as u16 | 0x8000).to_be_bytes(), self.split(2)?);
            return Some(());
        }
        // Not by a call that is given this rest, which would keep it in memory.
        let (form, len) = long_varint(clamp(number));
        let form = form.get(..len)?;
        copy(form, self.split(len)?);
        Some(())
    }

    /// Writes a text or bytes behind their length.
    #[cfg_attr(not(debug_assertions), inline(always))]
    // Checked before: one byte holds it.
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn blob(&mut self, content: &[u8]) -> Option<()> {
        let len = content.len();
        if len < 0x80 {
            let [first, body @ ..] = self.split(len.wrapping_add(1))? else { return None };
            first.write(len as u8);
            copy_short(content, body);
            return Some(());
        }
        self.varint(len)?;
        copy_long(content, self.split(len)?);
        Some(())
    }

    /// Writes values one after the other, each to `size` bytes of zeros.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn each<V>(
        &mut self,
        size: usize,
        values: impl ExactSizeIterator<Item = V>,
        mut write: impl FnMut(V, &mut [u8]) -> Result<()>,
    ) -> Result<()> {
        let len = values.len().checked_mul(size).ok_or_else(length_changed)?;
        // Split off one by one: a count of places would take a division.
        let mut places = self.rest.get_mut(..len).ok_or_else(length_changed)?;
        for value in values {
            let (place, rest) = places.split_at_mut_checked(size).ok_or_else(length_changed)?;
            places = rest;
            write(value, zeroed(place))?;
        }
        let left = places.len();
        self.skip(len, len.wrapping_sub(left)).ok_or_else(length_changed)
    }

    /// As [`Unfilled::each`], for small values: the places are counted before, so that several are
    /// written at once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn each_counted<V>(
        &mut self,
        size: usize,
        values: impl ExactSizeIterator<Item = V>,
        mut write: impl FnMut(V, &mut [u8]) -> Result<()>,
    ) -> Result<()> {
        let len = values.len().checked_mul(size).ok_or_else(length_changed)?;
        let places = self.rest.get_mut(..len).ok_or_else(length_changed)?;
        let mut written = 0usize;
        for (place, value) in places.chunks_exact_mut(size.max(1)).zip(values) {
            write(value, zeroed(place))?;
            written = written.wrapping_add(size);
        }
        self.skip(len, written).ok_or_else(length_changed)
    }

    /// Writes values that fill `size` bytes each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn each_plain<V>(
        &mut self,
        size: usize,
        values: impl ExactSizeIterator<Item = V>,
        write: impl FnMut(V, &mut Pieces<'_>),
    ) -> Option<()> {
        let len = values.len().checked_mul(size)?;
        let written = put_plain(values, size, self.rest.get_mut(..len)?, write);
        self.skip(len, written)
    }

    /// As [`Unfilled::each_plain`], of many. `size` is a function, so that it is a constant in the
    /// function that is called.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn many_plain<V>(
        &mut self,
        values: &[V],
        size: impl Fn() -> usize,
        write: impl FnMut(&V, &mut Pieces<'_>),
    ) -> Option<()> {
        let len = values.len().checked_mul(size())?;
        let written = put_many_plain(values, self.rest.get_mut(..len)?, size, write);
        self.skip(len, written)
    }

    /// As [`Unfilled::each_plain`], behind a number as a varint.
    #[cfg_attr(not(debug_assertions), inline(always))]
    // Checked before: one byte holds it.
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn each_plain_behind<V>(
        &mut self,
        number: usize,
        size: usize,
        values: impl ExactSizeIterator<Item = V>,
        write: impl FnMut(V, &mut Pieces<'_>),
    ) -> Option<()> {
        if number >= 0x80 {
            self.varint(number)?;
            return self.each_plain(size, values, write);
        }
        // The room for both is looked for once.
        let len = values.len().checked_mul(size)?.checked_add(1)?;
        let [first, places @ ..] = self.rest.get_mut(..len)? else { return None };
        first.write(number as u8);
        let written = put_plain(values, size, places, write).checked_add(1)?;
        self.skip(len, written)
    }

    /// Writes numbers of `N` bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn numbers<V: Copy, const N: usize>(
        &mut self,
        values: &[V],
        bytes: impl Fn(V) -> [u8; N],
    ) -> Option<()> {
        let len = values.len().checked_mul(N)?;
        let (places, _) = self.rest.get_mut(..len)?.as_chunks_mut();
        let written =
            if len > MANY { put_many_numbers(values, places, bytes) } else { put_numbers(values, places, bytes) };
        self.skip(len, written)
    }

    /// Splits off the next `len` bytes, if so many were written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn skip(&mut self, len: usize, written: usize) -> Option<()> {
        if len == written { self.split(len).map(drop) } else { None }
    }
}

/// The form of a number, and its length.
#[inline(never)]
fn long_varint(number: u32) -> ([u8; 5], usize) {
    let mut form = [0; 5];
    let left = varint::write(number, &mut form).map_or(0, |rest| rest.len());
    (form, 5usize.saturating_sub(left))
}

// Functions whose places are parameters, by which the compiler knows that nothing else lies there.

/// Writes values to places of `size` bytes; gives the bytes that were written.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put_plain<V>(
    values: impl Iterator<Item = V>,
    size: usize,
    places: &mut [MaybeUninit<u8>],
    mut write: impl FnMut(V, &mut Pieces<'_>),
) -> usize {
    let mut written = 0usize;
    for (place, value) in places.chunks_exact_mut(size.max(1)).zip(values) {
        if size <= 8 {
            // In a register.
            let mut copied = [0; 8];
            if let Some(copied) = copied.get_mut(..size) {
                write(value, &mut Pieces::over(copied));
                place.copy_from_slice(cast(copied));
            }
        } else {
            // Not in an array that is copied as a whole: arrays of the value would be stored in
            // pieces, for whose end the processor waits.
            let mut pieces = Pieces::new(place);
            write(value, &mut pieces);
            if !pieces.is_full() {
                return written;
            }
        }
        written = written.wrapping_add(size);
    }
    written
}

/// As [`put_plain`], of many: where the places are parameters, fields are copied together.
#[inline(never)]
fn put_many_plain<V>(
    values: &[V],
    places: &mut [MaybeUninit<u8>],
    size: impl Fn() -> usize,
    write: impl FnMut(&V, &mut Pieces<'_>),
) -> usize {
    put_plain(values.iter(), size(), places, write)
}

/// Writes numbers; gives the bytes that were written.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put_numbers<V: Copy, const N: usize>(
    values: &[V],
    places: &mut [[MaybeUninit<u8>; N]],
    bytes: impl Fn(V) -> [u8; N],
) -> usize {
    let count = values.len().min(places.len());
    // An index loop, not `zip`: it is inlined whatever the codegen units are.
    for index in 0..count {
        if let (Some(value), Some(place)) = (values.get(index), places.get_mut(index)) {
            place.copy_from_slice(cast(&mut bytes(*value)));
        }
    }
    count.wrapping_mul(N)
}

/// As [`put_numbers`], of many: where the places are parameters, it is one copy to the compiler.
#[inline(never)]
fn put_many_numbers<V: Copy, const N: usize>(
    values: &[V],
    places: &mut [[MaybeUninit<u8>; N]],
    bytes: impl Fn(V) -> [u8; N],
) -> usize {
    put_numbers(values, places, bytes)
}

/// Copies all bytes to a place of the same length; short ones without a call, as two words that
/// overlap.
#[cfg_attr(not(debug_assertions), inline(always))]
fn copy_short(from: &[u8], to: &mut [MaybeUninit<u8>]) {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ends<const N: usize>(from: &[u8], to: &mut [MaybeUninit<u8>]) -> Option<()> {
        // Both are loaded before one is stored.
        let (mut first, mut last) = (*from.first_chunk::<N>()?, *from.last_chunk::<N>()?);
        to.first_chunk_mut::<N>()?.copy_from_slice(cast(&mut first));
        to.last_chunk_mut::<N>()?.copy_from_slice(cast(&mut last));
        Some(())
    }
    // As numbers, since long arrays would be stored in memory of their own in between.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn long_ends(from: &[u8], to: &mut [MaybeUninit<u8>]) -> Option<()> {
        let (first, last) = (u128::from_ne_bytes(*from.first_chunk()?), u128::from_ne_bytes(*from.last_chunk()?));
        to.first_chunk_mut::<16>()?.copy_from_slice(cast(&mut first.to_ne_bytes()));
        to.last_chunk_mut::<16>()?.copy_from_slice(cast(&mut last.to_ne_bytes()));
        Some(())
    }
    // The two words are all bytes, as these are at most two words.
    let copied = match from.len() {
        0..4 => {
            copy(from, to);
            Some(())
        }
        4..8 => ends::<4>(from, to),
        8..16 => ends::<8>(from, to),
        16..=32 => long_ends(from, to),
        _ => None,
    };
    if copied.is_none() {
        copy_long(from, to);
    }
}

/// The rest of a buffer, with parts of it that are open.
#[derive(Debug)]
pub(crate) struct Front<'b> {
    pub(crate) rest: Unfilled<'b>,
    /// How many levels of objects may follow. An object with parts takes a level until it is
    /// written: so levels are missing where a writer failed or panicked in between, even if code
    /// of a user goes on.
    pub(crate) levels: u32,
    /// The levels of the root.
    all: u32,
}

impl<'b> Front<'b> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(rest: Unfilled<'b>, levels: u32) -> Self {
        Self { rest, levels, all: levels }
    }

    /// Whether all bytes were written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_full(&self) -> bool {
        self.rest.len() == 0 && self.levels == self.all
    }

    /// Goes down to the level of an object's parts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn enter(&mut self) -> Option<()> {
        self.levels = self.levels.checked_sub(1)?;
        Some(())
    }

    /// Goes back up. The object, if it was a part, was found full.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn leave(&mut self) {
        self.levels = self.levels.wrapping_add(1);
    }

    /// Takes the next bytes as a part of their own. This is called between [`Front::enter`] and
    /// [`Front::leave`] alone, the latter behind [`Unfilled::full`] of the part.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn part(&mut self, len: usize) -> Option<Unfilled<'b>> {
        Some(Unfilled { rest: self.rest.split(len)? })
    }
}

/// Replaces the content of a vector by what `write` writes to the first `room` bytes of its
/// memory. `write` gives back the rest of them. If it fails, the vector is empty.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn written_to(
    out: &mut Vec<u8>,
    room: usize,
    levels: u32,
    write: impl FnOnce(Front<'_>) -> Result<Front<'_>>,
) -> Result<()> {
    out.clear();
    let memory = out.spare_capacity_mut().get_mut(..room).ok_or_else(length_changed)?;
    let end = memory.as_ptr_range().end;
    let Front { rest: Unfilled { rest }, levels: left, .. } = write(Front::new(Unfilled { rest: memory }, levels))?;
    if left != levels || rest.as_ptr_range().end != end {
        return Err(length_changed());
    }
    let len = room.checked_sub(rest.len()).ok_or_else(length_changed)?;
    // SAFETY: the memory has at least `room` bytes, so `len` of them too. `rest` is what is left of
    // them behind the first `len`, as it has the same end. No level is missing, so no part is open,
    // and all bytes before it were written, each by a function above that splits it off.
    unsafe { out.set_len(len) };
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_every_length_are_whole() {
        let from: Vec<u8> = (1..=200).collect();
        for len in 0..=from.len() {
            let mut to = [0; 300];
            let mut rest = Unfilled::over(&mut to[10..]);
            rest.blob(&from[..len]).unwrap();
            let prefix = varint::len(clamp(len));
            assert_eq!(rest.len(), 290 - prefix - len);
            assert_eq!((&to[10 + prefix..][..len], to[9], to[10 + prefix + len]), (&from[..len], 0, 0));
            assert!(Unfilled::over(&mut to[..len]).blob(&from[..len]).is_none());
        }
    }

    #[test]
    fn numbers_have_the_shortest_form() {
        for number in [0, 1, 0x7F, 0x80, 0x81, 0x3FFF, 0x4000, 0x1F_FFFF, 0x20_0000, 0xFFF_FFFF, 0x1000_0000, u32::MAX]
        {
            let (mut written, mut expected) = ([0; 6], [0; 6]);
            let left = varint::write(number, &mut expected).unwrap().len();
            let mut rest = Unfilled::over(&mut written);
            rest.varint(number as usize).unwrap();
            assert_eq!((rest.len(), written), (left, expected), "{number}");
            assert!(Unfilled::over(&mut written[..5 - left]).varint(number as usize).is_none());
        }
    }

    #[test]
    fn everything_that_is_written_is_in_the_vector() {
        let mut out = Vec::with_capacity(600);
        for room in [0, 1, 60, 599, 600] {
            let written = written_to(&mut out, room, 3, |mut front| {
                let rest = &mut front.rest;
                let all = rest.len();
                let mut write = || {
                    rest.zeros(3)?[1] = 7;
                    rest.byte(9)?;
                    rest.varint(300)?;
                    rest.blob(b"text")?;
                    rest.blob(&[5; 20])?;
                    rest.numbers(&[1u16, 2, 3], u16::to_le_bytes)?;
                    rest.each_plain(2, [4u16, 5].iter(), |value, place| place.number(value.to_le_bytes()))?;
                    rest.blob(&[6; 400])
                };
                match write() {
                    Some(()) => Ok(front),
                    None if all == 600 => panic!(),
                    None => Err(length_changed()),
                }
            });
            assert_eq!(written.is_ok(), !out.is_empty());
        }
        assert_eq!(out[..12], [0, 7, 0, 9, 0x81, 0x2C, 4, b't', b'e', b'x', b't', 20]);
        assert_eq!(out[32..44], [1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 0x81, 0x90]);
        assert_eq!(out.len(), 444);
    }

    /// Writers that fail, panic or stop early, and callers that do not notice.
    #[test]
    fn a_part_that_is_not_full_is_never_in_the_vector() {
        type Write = for<'x, 'b> fn(&'x mut Unfilled<'b>, &'x mut Front<'b>) -> Result<()>;
        let writers: [(Write, bool); 12] = [
            (|part, _| part.each(2, [1u8, 2].iter(), |_, _| Ok(())), true),
            (|part, _| part.each(2, [1u8].iter(), |_, _| Ok(())), false),
            (|part, _| part.each(2, [1u8, 2].iter(), |_, _| Err(length_changed())), false),
            (|part, _| part.each(2, Lies([1u8].iter()), |_, _| Ok(())), false),
            (|part, _| part.each_plain(4, [1u8].iter(), |_, _| panic!()).ok_or_else(length_changed), false),
            (|part, _| part.each(3, [1u8].iter(), |_, _| Ok(())), false),
            (|part, _| part.each_counted(2, [1u8, 2].iter(), |_, _| Ok(())), true),
            (|part, _| part.each_counted(2, [1u8, 2].iter(), |_, _| Err(length_changed())), false),
            (|part, _| part.each_counted(2, Lies([1u8].iter()), |_, _| Ok(())), false),
            (|part, _| part.many_plain(&[1u8], || 4, |_, place| place.number([1; 4])).ok_or_else(length_changed), true),
            (|part, _| part.many_plain(&[1u8], || 4, |_, _| panic!()).ok_or_else(length_changed), false),
            (|_, front| front.rest.zeros(1).map(drop).ok_or_else(length_changed), false),
        ];
        for (write, is_whole) in writers {
            let mut out = Vec::with_capacity(8);
            let written = written_to(&mut out, 8, 3, |mut front| {
                let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    front.enter().unwrap();
                    let mut part = front.part(4).unwrap();
                    write(&mut part, &mut front)?;
                    part.full().ok_or_else(length_changed)?;
                    front.leave();
                    Ok::<_, crate::Error>(())
                }));
                assert_eq!(matches!(caught, Ok(Ok(()))), is_whole);
                let left = front.rest.len();
                assert!(front.rest.zeros(left).is_some());
                assert_eq!(front.is_full(), is_whole);
                Ok(front)
            });
            assert_eq!((written.is_ok(), out.len()), (is_whole, if is_whole { 8 } else { 0 }));
        }
    }

    /// An iterator that tells two values and has one.
    struct Lies<I>(I);

    impl<I: Iterator> Iterator for Lies<I> {
        type Item = I::Item;

        fn next(&mut self) -> Option<I::Item> {
            self.0.next()
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            (2, Some(2))
        }
    }

    impl<I: Iterator> ExactSizeIterator for Lies<I> {}

    #[test]
    fn the_rest_of_other_memory_is_refused() {
        let mut out = Vec::with_capacity(8);
        assert!(written_to(&mut out, 8, 3, |_| Ok(Front::new(Unfilled::over(&mut []), 3))).is_err());
        assert!(written_to(&mut out, 9, 3, |front| Ok(front)).is_err());
        assert!(written_to(&mut out, 8, 3, |front| Ok(front)).is_ok() && out.is_empty());
    }
}
