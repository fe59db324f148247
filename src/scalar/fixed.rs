//! Text of a fixed length in bytes, which lies inline: `string[N]` of schema text.
//!
//! ```text
//! slot = text, then zeros up to N bytes
//! ```
//!
//! The invariant of the type and of the slot: UTF-8 whose last byte is not zero, so that the zeros
//! behind it are none of it.

use alloc::string::String;
use core::borrow::Borrow;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use core::str::FromStr;

use crate::error::{Error, ErrorKind, Result, Wording};
use crate::wire::trimmed;

/// Text of at most `N` bytes that lies inline in its record: `string[N]` in schema text. `N` is 1
/// to 65,535.
///
/// It takes `N` bytes in every record, and no pointer. Views give it as `&str`, and setters take it
/// so. As what is left over is zero, no text in it ends with a zero.
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::FixedStr;
///
/// #[derive(Vellum)]
/// struct Price { currency: FixedStr<3>, amount: u64 }
///
/// let mut bytes = vellum::to_vec(&Price { currency: "EUR".parse()?, amount: 5 })?;
/// assert_eq!(Price::view(&bytes)?.currency()?, "EUR");
/// Price::edit(&mut bytes)?.set_currency("CHF")?;
/// assert!(Price::edit(&mut bytes)?.set_currency("franc").is_err());
/// assert_eq!(&*vellum::from_slice::<Price>(&bytes)?.currency, "CHF");
/// assert!(Price::schema().to_string().contains("currency: string[3]"));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FixedStr<const N: usize>([u8; N]);

impl<const N: usize> FixedStr<N> {
    /// The empty text.
    ///
    /// ```
    /// assert_eq!(vellum::value::FixedStr::<8>::new().len(), 0);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self([0; N])
    }

    /// The text.
    ///
    /// ```
    /// use vellum::value::FixedStr;
    ///
    /// let code = FixedStr::<2>::try_from("de")?;
    /// assert_eq!(code.as_str(), "de");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Text by the type's invariant.
        core::str::from_utf8(trimmed(&self.0)).unwrap_or_default()
    }

    pub(crate) fn fits(text: &str) -> bool {
        text.len() <= N && !text.ends_with('\0')
    }

    pub(crate) fn check_fits(text: &str) -> Result<()> {
        if Self::fits(text) { Ok(()) } else { Err(does_not_fit(N)) }
    }
}

/// The error for a text that a slot of so many bytes does not hold.
#[cold]
fn does_not_fit(len: usize) -> Error {
    Error::of(ErrorKind::Type, Wording::TextRoom, [len as u64, 0, 0])
}

/// # Errors
/// [`ErrorKind::Type`] if the text has more than `N` bytes, or ends with a zero.
impl<const N: usize> TryFrom<&str> for FixedStr<N> {
    type Error = Error;

    fn try_from(text: &str) -> Result<Self> {
        Self::check_fits(text)?;
        let mut bytes = [0; N];
        bytes.get_mut(..text.len()).unwrap_or_default().copy_from_slice(text.as_bytes());
        Ok(Self(bytes))
    }
}

impl<const N: usize> FromStr for FixedStr<N> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::try_from(text)
    }
}

impl<const N: usize> From<FixedStr<N>> for String {
    fn from(text: FixedStr<N>) -> Self {
        text.as_str().into()
    }
}

impl<const N: usize> Default for FixedStr<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Deref for FixedStr<N> {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> AsRef<str> for FixedStr<N> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl<const N: usize> Borrow<str> for FixedStr<N> {
    fn borrow(&self) -> &str {
        self
    }
}

/// As `str`, by which it can be looked up.
impl<const N: usize> Hash for FixedStr<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl<const N: usize> PartialEq<str> for FixedStr<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<const N: usize> PartialEq<&str> for FixedStr<N> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl<const N: usize> fmt::Display for FixedStr<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl<const N: usize> fmt::Debug for FixedStr<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
