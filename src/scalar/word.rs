//! Values as the words that are stored: what each Rust type says of itself.

use crate::error::{Error, ErrorKind, FixedError, Result};

/// An unsigned integer as it is stored.
pub trait Word: Copy + PartialEq + core::ops::BitXor<Output = Self> + Into<u128> {
    /// Bytes.
    const LEN: usize;
    /// All bits zero.
    const ZERO: Self;
    /// The low bits of a wider word.
    fn truncate(wide: u128) -> Self;
    /// Reads the word at the start of `slot`.
    fn load(slot: &[u8]) -> Option<Self>;
    /// Writes the word to the start of `slot`.
    fn store(self, slot: &mut [u8]) -> Option<()>;
}

macro_rules! word {
    ($($integer:ty),*) => {$(
        impl Word for $integer {
            const LEN: usize = size_of::<Self>();
            const ZERO: Self = 0;

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation)]
            fn truncate(wide: u128) -> Self {
                wide as Self
            }

            #[inline(always)]
            fn load(slot: &[u8]) -> Option<Self> {
                Some(Self::from_le_bytes(*slot.first_chunk()?))
            }

            #[inline(always)]
            fn store(self, slot: &mut [u8]) -> Option<()> {
                *slot.first_chunk_mut()? = self.to_le_bytes();
                Some(())
            }
        }
    )*};
}
word!(u8, u16, u32, u64, u128);

/// A type stored as one word.
pub trait Scalar: Sized {
    /// The stored word.
    type Word: Word;
    /// What is wrong with a word that is no value.
    const INVALID: &'static str;
    /// What a caller can do about it: of an open enum that has no value for unknown numbers, a
    /// newer revision may have the number.
    const INVALID_KIND: ErrorKind = ErrorKind::Corrupt;
    /// The word of a value.
    fn to_word(&self) -> Self::Word;
    /// The value of a word, if it is one.
    fn from_word(word: Self::Word) -> Option<Self>;
}

/// A type of which every word is a value.
pub trait EveryWord: Sized {
    /// The stored word.
    type Word: Word;
    /// The value of the word zero, which is the type's own default.
    const ZERO: Self;
    /// The word of a value.
    fn to_word(&self) -> Self::Word;
    /// The value of a word.
    fn from_word(word: Self::Word) -> Self;
}

/// A type of which some words are no value.
pub trait SomeWords: Sized {
    /// The stored word.
    type Word: Word;
    /// The value of the word zero, which is the type's own default.
    const ZERO: Self;
    /// The value that sorts last.
    const LAST: Self;
    /// The word of a value.
    fn to_word(&self) -> Self::Word;
    /// The value of a word, if it is one.
    fn from_word(word: Self::Word) -> Option<Self>;
}

/// Implements [`EveryWord`] for a type that is generic or not; or for a number, whose word has its
/// bits.
macro_rules! every_word {
    ([$($generics:tt)*] $type:ty, $word:ty, $zero:expr, |$this:ident| $to:expr, |$stored:ident| $from:expr) => {
        impl<$($generics)*> crate::scalar::word::EveryWord for $type {
            type Word = $word;
            const ZERO: Self = $zero;

            #[inline(always)]
            fn to_word(&self) -> $word {
                let $this = self;
                $to
            }

            #[inline(always)]
            fn from_word($stored: $word) -> Self {
                $from
            }
        }
    };
    ($type:ty, $word:ident) => {
        impl $crate::scalar::word::EveryWord for $type {
            type Word = $word;
            const ZERO: Self = <$type>::from_le_bytes([0; size_of::<$type>()]);

            #[inline(always)]
            fn to_word(&self) -> $word {
                <$word>::from_le_bytes(self.to_le_bytes())
            }

            #[inline(always)]
            fn from_word(word: $word) -> Self {
                Self::from_le_bytes(word.to_le_bytes())
            }
        }
    };
}
pub(crate) use every_word;

/// How a type of which some words are no value is a word: its default and its last value are given,
/// too.
macro_rules! some_words {
    ($type:ty, $word:ty, $zero:expr, $last:expr, |$this:ident| $to:expr, |$stored:ident| $from:expr) => {
        impl crate::scalar::word::SomeWords for $type {
            type Word = $word;
            const ZERO: Self = $zero;
            const LAST: Self = $last;

            #[inline(always)]
            fn to_word(&self) -> $word {
                let $this = self;
                $to
            }

            #[inline(always)]
            fn from_word($stored: $word) -> Option<Self> {
                $from
            }
        }
    };
}
pub(crate) use some_words;

impl SomeWords for char {
    type Word = u32;
    const ZERO: Self = '\0';
    const LAST: Self = Self::MAX;

    #[inline(always)]
    fn to_word(&self) -> u32 {
        u32::from(*self)
    }

    #[inline(always)]
    fn from_word(word: u32) -> Option<Self> {
        Self::from_u32(word)
    }
}

#[cold]
#[inline(never)]
pub(crate) fn invalid(error: &'static FixedError) -> Error {
    Error::fixed(error)
}

/// The scalar of a word as wide as any.
#[inline]
pub(crate) fn of_word<T: Scalar>(word: u128) -> Result<T> {
    T::from_word(T::Word::truncate(word)).ok_or_else(|| invalid(const { &FixedError(T::INVALID_KIND, T::INVALID) }))
}
