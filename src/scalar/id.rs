//! Identifiers of sixteen bytes, most significant first, so that their bytes sort as they do.

use core::fmt;
use core::str::FromStr;

use super::word::every_word;
use crate::error::{Error, ErrorKind, Result};

/// Crockford's base 32.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A UUID: sixteen bytes, in the order in which it is written (RFC 9562).
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::Uuid;
///
/// #[derive(Vellum)]
/// struct Session { id: Uuid }
///
/// let bytes = vellum::to_vec(&Session { id: Uuid([0xA1; 16]) })?;
/// assert_eq!(Session::view(&bytes)?.id()?.to_string(), "a1a1a1a1-a1a1-a1a1-a1a1-a1a1a1a1a1a1");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid(pub [u8; 16]);

/// A ULID: sixteen bytes, the first six a time in milliseconds.
///
/// ```
/// use vellum::value::Ulid;
///
/// let id: Ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV".parse()?;
/// assert_eq!(id.0[..6], [0x01, 0x56, 0x3E, 0x3A, 0xB5, 0xD3]);
/// assert_eq!(id.to_string(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ulid(pub [u8; 16]);

every_word!([] Uuid, u128, Self([0; 16]), |this| u128::from_le_bytes(this.0), |word| Self(word.to_le_bytes()));
every_word!([] Ulid, u128, Self([0; 16]), |this| u128::from_le_bytes(this.0), |word| Self(word.to_le_bytes()));

/// Hexadecimal digits in five groups.
impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, byte) in self.0.iter().enumerate() {
            let dash = if matches!(index, 4 | 6 | 8 | 10) { "-" } else { "" };
            write!(f, "{dash}{byte:02x}")?;
        }
        Ok(())
    }
}

/// Twenty-six digits of Crockford's base 32.
impl fmt::Display for Ulid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = u128::from_be_bytes(self.0);
        for digit in (0..26u32).rev() {
            let value = number.wrapping_shr(digit.saturating_mul(5)) & 31;
            let letter = DIGITS.get(value as usize).copied().unwrap_or(b'0');
            write!(f, "{}", char::from(letter))?;
        }
        Ok(())
    }
}

/// Thirty-two hexadecimal digits, with or without the four dashes.
impl FromStr for Uuid {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (mut number, mut digits) = (0u128, 0usize);
        for (index, letter) in text.chars().enumerate() {
            if letter == '-' && matches!(index, 8 | 13 | 18 | 23) {
                continue;
            }
            let Some(digit) = letter.to_digit(16) else { return Err(no_id("UUID", text)) };
            number = number.wrapping_shl(4) | u128::from(digit);
            digits = digits.saturating_add(1);
        }
        if digits == 32 { Ok(Self(number.to_be_bytes())) } else { Err(no_id("UUID", text)) }
    }
}

/// Twenty-six digits of Crockford's base 32, in either case.
impl FromStr for Ulid {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (mut number, mut digits) = (0u128, 0usize);
        for letter in text.bytes() {
            let letter = letter.to_ascii_uppercase();
            let Some(digit) = DIGITS.iter().position(|known| *known == letter) else { return Err(no_id("ULID", text)) };
            // The first of twenty-six digits has three bits.
            if number.leading_zeros() < 5 {
                return Err(no_id("ULID", text));
            }
            number = number.wrapping_shl(5) | digit as u128;
            digits = digits.saturating_add(1);
        }
        if digits == 26 { Ok(Self(number.to_be_bytes())) } else { Err(no_id("ULID", text)) }
    }
}

#[cold]
fn no_id(what: &str, text: &str) -> Error {
    Error::new(ErrorKind::Type, format_args!("{text:?} is not the text of a {what}"))
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Ulid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(feature = "uuid")]
impl From<uuid::Uuid> for Uuid {
    fn from(id: uuid::Uuid) -> Self {
        Self(id.into_bytes())
    }
}

#[cfg(feature = "uuid")]
impl From<Uuid> for uuid::Uuid {
    fn from(id: Uuid) -> Self {
        Self::from_bytes(id.0)
    }
}

#[cfg(feature = "ulid")]
impl From<ulid::Ulid> for Ulid {
    fn from(id: ulid::Ulid) -> Self {
        Self(id.to_bytes())
    }
}

#[cfg(feature = "ulid")]
impl From<Ulid> for ulid::Ulid {
    fn from(id: Ulid) -> Self {
        Self::from_bytes(id.0)
    }
}
