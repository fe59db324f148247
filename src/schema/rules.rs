//! What a field's values must be like, beyond their type: checked whenever one is set.

use core::fmt;

use super::literal::of_word;
use super::types::{DefaultValue, Type};
use crate::error::{Error, ErrorKind, FixedError, Result, Wording};
use crate::scalar::table::sorted;
use crate::scalar::{Scalar, WordOrder};

/// Rules for the values of a field, checked when one is set. What is read is not checked: bytes
/// that break a rule are valid.
///
/// ```
/// use vellum::Schema;
///
/// let schema = Schema::parse("struct User { name: string max 64, age: u8 in ..=150 } root User;")?;
/// let [name, age] = schema.root().fields() else { unreachable!() };
/// assert_eq!(name.rules().max_len(), Some(64));
/// assert!(!age.rules().is_empty());
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// The smallest and the largest value, as stored words.
    pub(crate) min: Option<u128>,
    pub(crate) max: Option<u128>,
    /// The most bytes of text or bytes.
    pub(crate) max_len: Option<u32>,
    pub(crate) case: Option<Case>,
}

/// The letters that text may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
}

impl Rules {
    /// None.
    pub(crate) const NONE: Self = Self { min: None, max: None, max_len: None, case: None };

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The smallest value, as its stored word.
    #[must_use]
    pub fn min(&self) -> Option<u128> {
        self.min
    }

    /// The largest value, as its stored word.
    ///
    /// ```
    /// let schema = vellum::Schema::parse("struct Item { stars: u8 in ..=5 } root Item;")?;
    /// let rules = schema.root().fields()[0].rules();
    /// assert_eq!((rules.min(), rules.max()), (None, Some(5)));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn max(&self) -> Option<u128> {
        self.max
    }

    /// Whether text has no uppercase letters.
    #[must_use]
    pub fn is_lowercase(&self) -> bool {
        self.case == Some(Case::Lower)
    }

    /// Whether text has no lowercase letters.
    #[must_use]
    pub fn is_uppercase(&self) -> bool {
        self.case == Some(Case::Upper)
    }

    /// The most bytes of text or bytes.
    #[must_use]
    pub fn max_len(&self) -> Option<u32> {
        self.max_len
    }

    /// The smallest and the largest value, where a word is less or more than it.
    #[inline]
    fn passed(&self, scalar: Scalar, word: u128) -> (Option<u128>, Option<u128>) {
        let is_below = |one: u128, other: u128| match scalar.row().order {
            // As numbers, of which a NaN is none.
            WordOrder::Float => {
                let order = scalar.float(one).partial_cmp(&scalar.float(other));
                order.is_none_or(core::cmp::Ordering::is_lt)
            }
            WordOrder::Unsigned | WordOrder::Signed | WordOrder::Bytes => sorted(scalar, one) < sorted(scalar, other),
        };
        let low = self.min.filter(|min| is_below(word, *min));
        (low, self.max.filter(|max| is_below(*max, word) || is_nan(scalar, word)))
    }

    /// Whether a word keeps the rules.
    #[inline]
    pub(crate) fn allow_word(&self, scalar: Scalar, word: u128) -> bool {
        self.passed(scalar, word) == (None, None)
    }

    /// What is wrong with a word, if anything is.
    pub(crate) fn fault_of_word(&self, scalar: Scalar, word: u128) -> Option<RuleFault> {
        match self.passed(scalar, word) {
            (Some(min), _) => Some(RuleFault::Less { scalar, word, min }),
            (_, Some(max)) => Some(RuleFault::More { scalar, word, max }),
            _ => None,
        }
    }

    /// What is wrong with text or bytes, if anything is.
    pub(crate) fn fault_of_blob(&self, content: &[u8]) -> Option<RuleFault> {
        if let Some(max) = self.max_len
            && content.len() > max as usize
        {
            return Some(RuleFault::Long { len: content.len(), max });
        }
        let text = core::str::from_utf8(content).unwrap_or("");
        match self.case {
            Some(Case::Lower) if text.chars().any(char::is_uppercase) => Some(RuleFault::NotLower),
            Some(Case::Upper) if text.chars().any(char::is_lowercase) => Some(RuleFault::NotUpper),
            _ => None,
        }
    }

    /// What is wrong with the default of a field, if anything is.
    pub(super) fn fault_of_default(&self, ty: &Type, optional: bool, default: &DefaultValue) -> Option<RuleFault> {
        match (ty, default.blob()) {
            _ if optional => None,
            (Type::Scalar(scalar), _) => self.fault_of_word(*scalar, default.word()),
            (_, blob) => self.fault_of_blob(blob?),
        }
    }

    /// Whether no value is in the range.
    pub(super) fn is_void(&self, ty: &Type) -> bool {
        let Type::Scalar(scalar) = *ty else { return false };
        let has_nan = [self.min, self.max].into_iter().flatten().any(|end| is_nan(scalar, end));
        has_nan || self.max.is_some_and(|max| Self { max: None, ..self.clone() }.passed(scalar, max).0.is_some())
    }

    /// Fails if text or bytes break a rule.
    pub(crate) fn check_blob(&self, content: &[u8]) -> Result<()> {
        refuse(self.fault_of_blob(content))
    }
}

/// What is wrong with a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RuleFault {
    Less { scalar: Scalar, word: u128, min: u128 },
    More { scalar: Scalar, word: u128, max: u128 },
    Long { len: usize, max: u32 },
    NotLower,
    NotUpper,
}

const NOT_LOWER: &FixedError = &FixedError(ErrorKind::Type, "the text is not lowercase");
const NOT_UPPER: &FixedError = &FixedError(ErrorKind::Type, "the text is not uppercase");

impl fmt::Display for RuleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            // It is neither less nor more.
            Self::Less { scalar, word, min: end } | Self::More { scalar, word, max: end } if is_nan(scalar, word) => {
                let ends = if matches!(self, Self::Less { .. }) { "begins" } else { "ends" };
                write!(f, "NaN is not in the range, which {ends} with {}", of_word(scalar, end))
            }
            Self::Less { scalar, word, min } => {
                write!(f, "{} is less than {}", of_word(scalar, word), of_word(scalar, min))
            }
            Self::More { scalar, word, max } => {
                write!(f, "{} is more than {}", of_word(scalar, word), of_word(scalar, max))
            }
            Self::Long { len, max } => write!(f, "{len} bytes are more than {max}"),
            Self::NotLower => f.write_str(NOT_LOWER.1),
            Self::NotUpper => f.write_str(NOT_UPPER.1),
        }
    }
}

/// The error for more bytes than a rule allows.
#[cold]
pub(crate) fn too_long(len: usize, max: u32) -> Error {
    Error::of(ErrorKind::Type, Wording::TooLong, [len as u64, max.into(), 0])
}

/// Fails with what is wrong, if anything is.
#[cold]
pub(crate) fn refuse(fault: Option<RuleFault>) -> Result<()> {
    match fault {
        None => Ok(()),
        Some(RuleFault::Long { len, max }) => Err(too_long(len, max)),
        Some(RuleFault::NotLower) => Err(Error::fixed(NOT_LOWER)),
        Some(RuleFault::NotUpper) => Err(Error::fixed(NOT_UPPER)),
        Some(fault) => Err(Error::new(ErrorKind::Type, format_args!("{fault}"))),
    }
}

fn is_nan(scalar: Scalar, word: u128) -> bool {
    scalar.row().order == WordOrder::Float && scalar.float(word).is_nan()
}
