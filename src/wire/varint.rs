//! Lengths, counts and sizes: one to five bytes, most significant first.
//!
//! ```text
//! 0xxxxxxx                      7 bits
//! 10xxxxxx +1 byte             14 bits
//! 110xxxxx +3 bytes            29 bits
//! 11100000 +4 bytes            32 bits
//! ```
//! Any other first byte is invalid; so no varint begins with FF, the byte that marks free space.
//! Longer forms than needed are valid (an in-place writer keeps the form it finds); the canonical
//! form is the shortest.

use alloc::vec::Vec;

/// Bytes of the shortest form of `value`.
#[inline]
#[must_use]
pub(crate) const fn len(value: u32) -> usize {
    match value {
        0..0x80 => 1,
        0x80..0x4000 => 2,
        0x4000..0x2000_0000 => 4,
        _ => 5,
    }
}

/// The largest value that fits a form of `width` bytes (1, 2, 4 or 5).
#[inline]
pub(crate) const fn max(width: usize) -> u32 {
    match width {
        1 => 0x7F,
        2 => 0x3FFF,
        4 => 0x1FFF_FFFF,
        _ => u32::MAX,
    }
}

/// Bytes of the form that begins with a byte.
#[inline(always)]
pub(crate) const fn width(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xC0 => 2,
        0xC0..0xE0 => 4,
        _ => 5,
    }
}

/// Reads a varint at the start of `bytes`; returns the value and the bytes behind it.
#[inline(always)]
#[must_use]
pub(crate) fn read(bytes: &[u8]) -> Option<(u32, &[u8])> {
    match bytes {
        [first @ 0..0x80, rest @ ..] => Some((u32::from(*first), rest)),
        _ => match read_long(bytes) {
            (_, 0) => None,
            (value, len) => Some((value, bytes.get(len..)?)),
        },
    }
}

/// As [`read`], with forms of two bytes inline: where these are as common.
#[inline(always)]
pub(crate) fn read_short(bytes: &[u8]) -> Option<(u32, &[u8])> {
    match bytes {
        [first @ 0x80..0xC0, second, rest @ ..] => Some((u32::from(first & 0x3F) << 8 | u32::from(*second), rest)),
        _ => read(bytes),
    }
}

/// The value and the bytes of its form, 0 if there is none. Two words come back in registers; what
/// is left of `bytes` would come through memory, for short forms as well.
#[inline(never)]
fn read_long(bytes: &[u8]) -> (u32, usize) {
    match bytes {
        [a @ 0x80..0xC0, b, ..] => (u32::from_be_bytes([0, 0, a & 0x3F, *b]), 2),
        [a @ 0xC0..0xE0, b, c, d, ..] => (u32::from_be_bytes([a & 0x1F, *b, *c, *d]), 4),
        [0xE0, a, b, c, d, ..] => (u32::from_be_bytes([*a, *b, *c, *d]), 5),
        _ => (0, 0),
    }
}

/// Writes `value` in its shortest form to the start of `out`; returns the bytes behind it, or
/// `None` if `out` is too short.
#[inline]
pub(crate) fn write(value: u32, out: &mut [u8]) -> Option<&mut [u8]> {
    if value >= 0x80 {
        return write_long(value, out);
    }
    let (first, rest) = out.split_first_mut()?;
    // Checked above: one byte holds it.
    #[allow(clippy::cast_possible_truncation)]
    {
        *first = value as u8;
    }
    Some(rest)
}

#[inline(never)]
fn write_long(value: u32, out: &mut [u8]) -> Option<&mut [u8]> {
    write_wide(value, len(value), out)
}

/// Writes `value` in a form of exactly `width` bytes (1, 2, 4 or 5), which must be able to hold it.
#[inline(always)]
pub(crate) fn write_wide(value: u32, width: usize, out: &mut [u8]) -> Option<&mut [u8]> {
    if width == 1 && value < 0x80 {
        return write(value, out);
    }
    if width == 2 && value < 0x4000 {
        let (form, rest) = out.split_first_chunk_mut()?;
        let [.., a, b] = (value | 0x8000).to_be_bytes();
        *form = [a, b];
        return Some(rest);
    }
    if width == 4 && value < 0x2000_0000 {
        let (form, rest) = out.split_first_chunk_mut()?;
        *form = (value | 0xC000_0000).to_be_bytes();
        return Some(rest);
    }
    write_longest(value, width, out)
}

#[cold]
#[inline(never)]
fn write_longest(value: u32, width: usize, out: &mut [u8]) -> Option<&mut [u8]> {
    let ([first, form @ ..], rest) = out.split_first_chunk_mut::<5>()?;
    if width != 5 {
        return None;
    }
    *first = 0xE0;
    *form = value.to_be_bytes();
    Some(rest)
}

/// Appends `value` in its shortest form; `None` if it has more than 32 bits.
#[inline(always)]
pub(crate) fn append(value: usize, out: &mut Vec<u8>) -> Option<()> {
    match u8::try_from(value) {
        Ok(short @ 0..0x80) => {
            out.push(short);
            Some(())
        }
        _ => append_long(value, out),
    }
}

#[inline(never)]
fn append_long(value: usize, out: &mut Vec<u8>) -> Option<()> {
    let value = u32::try_from(value).ok()?;
    let start = out.len();
    out.resize(start.saturating_add(len(value)), 0);
    write(value, out.get_mut(start..)?).map(drop)
}

/// Bytes of an object of `len` bytes behind its varint of `prefix`.
#[inline]
pub(crate) const fn object_len(prefix: usize, len: u64) -> u64 {
    if prefix < 0x4000 { len.wrapping_add(if prefix < 0x80 { 1 } else { 2 }) } else { object_len_long(prefix, len) }
}

#[inline(never)]
const fn object_len_long(prefix: usize, len: u64) -> u64 {
    (self::len(super::clamp(prefix)) as u64).saturating_add(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGES: [u32; 10] = [0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, 0x1FFF_FFFF, 0x2000_0000, u32::MAX - 1, u32::MAX];

    #[test]
    fn every_edge_round_trips_in_its_shortest_form() {
        for value in EDGES {
            let mut out = [0; 5];
            let left = write(value, &mut out).unwrap().len();
            assert_eq!(5 - left, len(value), "{value}");
            assert_eq!(read(&out).unwrap().0, value);
            let mut appended = Vec::new();
            append(value as usize, &mut appended).unwrap();
            assert_eq!(appended, out[..len(value)]);
            assert_ne!(out[0], 0xFF);
            assert!(read(&out[..len(value) - 1]).is_none());
        }
    }

    #[test]
    fn wider_forms_read_the_same() {
        for value in EDGES {
            for width in [1, 2, 4, 5] {
                let mut out = [0; 5];
                if write_wide(value, width, &mut out).is_some() {
                    assert_eq!(read(&out[..width]).unwrap(), (value, &[][..]));
                } else {
                    assert!(width < len(value));
                }
            }
        }
    }

    #[test]
    fn first_bytes_from_e1_to_ff_are_invalid() {
        for first in 0xE1..=0xFF {
            assert!(read(&[first, 0, 0, 0, 0, 0]).is_none());
        }
    }
}
