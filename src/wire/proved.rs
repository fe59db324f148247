//! Unsafe code: bytes that become text without a look at them, since somebody has looked before.
//! Either that was right before, or it was a proof of the buffer that they are in.
#![allow(unsafe_code)]

use super::varint;

/// The bytes as text, or `None` if they are not UTF-8. Short ASCII, the common case of field
/// values, is proved by one pass over words instead of the general automaton.
#[inline(always)]
pub(crate) fn text(bytes: &[u8]) -> Option<&str> {
    if is_short_ascii(bytes) {
        return Some(seen_to_be_text(bytes));
    }
    long_text(bytes)
}

/// The promise of derived code, which nobody else can make without `unsafe`: what it names of a
/// type (a field and its type, a variant and its payload) is what the proof of that type proves.
/// Proved text rests on it.
#[derive(Debug)]
pub struct Derived(());

impl Derived {
    /// For this crate's own types.
    #[inline(always)]
    pub(crate) const fn own() -> Self {
        Self(())
    }
}

/// Makes the promise of derived code.
///
/// # Safety
/// It goes into a call that names a place, a variant or a type; what is proved as the value of the
/// type around it ([`Value::prove`](crate::Value)) is there proved as that.
#[inline(always)]
#[must_use]
pub const unsafe fn derived() -> Derived {
    Derived(())
}

/// The text of an object in a buffer that was proved and has not changed since; no text if it has
/// none, which does not happen.
///
/// Only the value of a `String` in a proved buffer is read by this (`typed/value.rs`), at a place
/// where the proof saw text. That it is such a place is in the type of what names it,
/// [`TypedSlot`](crate::typed::TypedSlot).
#[inline(always)]
pub(crate) fn proved_text(object: &[u8]) -> &str {
    let content = match object {
        [len @ 0..0x80, rest @ ..] => rest.get(..usize::from(*len)),
        [first @ 0x80..0xC0, second, rest @ ..] => rest.get(..usize::from(u16::from_be_bytes([first & 0x3F, *second]))),
        _ => return proved_long_text(object),
    };
    match content {
        Some(content) => seen_to_be_text(content),
        None => "",
    }
}

/// Apart, so that a shorter text needs no frame for a call in between.
#[cold]
#[inline(never)]
fn proved_long_text(object: &[u8]) -> &str {
    content(object).map_or("", seen_to_be_text)
}

/// Bytes that are UTF-8, as text: called by this file alone.
#[inline(always)]
fn seen_to_be_text(bytes: &[u8]) -> &str {
    debug_assert!(core::str::from_utf8(bytes).is_ok());
    // SAFETY: the bytes of `text` are all below 0x80, and any such sequence is UTF-8. Those of
    // `proved_text` are of a `String` in a proved buffer: a proof accepts it only if its bytes are
    // UTF-8, and they are borrowed since, as what is edited after its proof is read by `text`.
    unsafe { core::str::from_utf8_unchecked(bytes) }
}

/// The content of an object of which a proof saw that it has one.
#[inline(always)]
pub(crate) fn content(object: &[u8]) -> Option<&[u8]> {
    let (len, rest) = varint::read(object)?;
    rest.get(..len as usize)
}

#[inline(never)]
fn long_text(bytes: &[u8]) -> Option<&str> {
    #[cfg(feature = "simdutf8")]
    let text = simdutf8::basic::from_utf8(bytes);
    #[cfg(not(feature = "simdutf8"))]
    let text = core::str::from_utf8(bytes);
    text.ok()
}

/// Whether `bytes` is ASCII and short enough that this test pays.
#[inline(always)]
pub(crate) fn is_short_ascii(bytes: &[u8]) -> bool {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let word = |chunk: &[u8; 8]| u64::from_le_bytes(*chunk);
    match bytes.len() {
        0..8 => bytes.iter().fold(0, |all, byte| all | byte) < 0x80,
        8..64 => {
            // The last eight bytes overlap the words before them, so every byte is in at least one
            // word.
            let last = bytes.last_chunk::<8>().map_or(u64::MAX, word);
            let (words, _) = bytes.as_chunks::<8>();
            words.iter().fold(last, |all, chunk| all | word(chunk)) & HIGH == 0
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn agrees_with_the_standard_library_on_every_length_and_byte() {
        for len in 0..80 {
            for at in 0..len {
                for byte in [0, b'a', 0x7F, 0x80, 0xC3, 0xFF] {
                    let mut bytes: Vec<u8> = alloc::vec![b'x'; len];
                    bytes[at] = byte;
                    assert_eq!(text(&bytes), core::str::from_utf8(&bytes).ok());
                }
            }
        }
        assert_eq!(text("größe".as_bytes()), Some("größe"));
        for len in 64..400 {
            let mut bytes: Vec<u8> = "aß€𝄞".bytes().cycle().take(len).collect();
            assert_eq!(text(&bytes), core::str::from_utf8(&bytes).ok());
            for at in (0..len).step_by(7) {
                let byte = core::mem::replace(&mut bytes[at], 0xC3);
                assert_eq!(text(&bytes), core::str::from_utf8(&bytes).ok());
                bytes[at] = byte;
            }
        }
    }

    /// All that the text expression rests on for bytes without a proof. A byte above ASCII, of any
    /// value and at any place, is seen among bytes of the lowest and of the highest value of ASCII.
    /// The function joins the bits of words, so other bytes cannot hide it.
    #[test]
    fn no_byte_above_ascii_at_any_place_of_any_length_passes_for_short_ascii() {
        let (lengths, bytes) = if cfg!(miri) { (17, 0x40) } else { (70, 1) };
        for (len, filler) in (0..lengths).flat_map(|len| [(len, 0), (len, 0x7F)]) {
            let mut text = alloc::vec![filler; len];
            assert_eq!(is_short_ascii(&text), len < 64);
            for at in 0..len {
                for byte in (0x80..=0xFF_u8).step_by(bytes) {
                    text[at] = byte;
                    assert!(!is_short_ascii(&text), "{byte:x} at {at} of {len}");
                }
                text[at] = filler;
            }
        }
    }
}
