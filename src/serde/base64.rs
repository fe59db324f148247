//! Bytes as text: base 64 of RFC 4648, section 4, written with padding and read with it or without.

use alloc::vec::Vec;
use core::fmt;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes that are displayed as base 64.
pub(super) struct Base64<'a>(pub(super) &'a [u8]);

impl fmt::Display for Base64<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.chunks(3) {
            let mut group = [0; 4];
            for (to, from) in group.iter_mut().skip(1).zip(chunk) {
                *to = *from;
            }
            let bits = u32::from_be_bytes(group);
            // Three bytes have four digits, two three, one two.
            let used = chunk.len().saturating_add(1);
            let mut text = ['='; 4];
            for (place, digit) in text.iter_mut().take(used).zip([18, 12, 6, 0u32]) {
                let index = bits.wrapping_shr(digit) & 63;
                *place = DIGITS.get(index as usize).map_or('=', |digit| char::from(*digit));
            }
            text.iter().try_for_each(|digit| fmt::Write::write_char(f, *digit))?;
        }
        Ok(())
    }
}

/// The bytes of a text; `None` if it is none.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let padded = text.len().checked_rem(4) == Some(0);
    let unpadded = if padded { text.strip_suffix("==").or(text.strip_suffix('=')).unwrap_or(text) } else { text };
    let mut bytes = Vec::with_capacity(unpadded.len());
    for chunk in unpadded.as_bytes().chunks(4) {
        let mut bits = 0u32;
        for place in 0..4 {
            let digit = match chunk.get(place) {
                Some(digit) => DIGITS.iter().position(|known| known == digit)?,
                None => 0,
            };
            bits = bits.wrapping_shl(6) | u32::try_from(digit).ok()?;
        }
        let [_, decoded @ ..] = bits.to_be_bytes();
        let len = chunk.len().checked_sub(1).filter(|len| *len > 0)?;
        let (decoded, rest) = decoded.split_at_checked(len)?;
        // Bits of no byte.
        if rest.iter().any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend_from_slice(decoded);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn bytes_come_back_from_their_text() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")]
        {
            assert_eq!(Base64(bytes.as_bytes()).to_string(), text);
            assert_eq!(decode(text).unwrap(), bytes.as_bytes());
            assert_eq!(decode(text.trim_end_matches('=')).unwrap(), bytes.as_bytes());
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&Base64(&all).to_string()).unwrap(), all);
    }

    #[test]
    fn what_is_no_base_64_has_no_bytes() {
        for text in ["Z", "Zg=", "=", "====", "Zh==", "Zm9=", "Z===", "Zg==Zg==", "Zm 9", "Zm-_", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
