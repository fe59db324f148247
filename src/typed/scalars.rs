//! The Rust types of the table of scalars as types of fields.
//!
//! A type itself implements the conversion between values and words: [`EveryWord`] or
//! [`SomeWords`], as its row says. The rest is generated here.

use super::describe::Described;
use crate::scalar::Builtin;
use crate::scalar::word::{EveryWord, Scalar, SomeWords};
use crate::schema::{Scalar as SchemaScalar, TimeUnit};

/// Implements the scalar traits of a type, by which words its row says are values.
macro_rules! words {
    ([$($generics:tt)*] $rust:ty, $word:ident, All) => {
        impl<$($generics)*> Scalar for $rust {
            type Word = $word;
            const INVALID: &'static str = "";

            #[inline(always)]
            fn to_word(&self) -> $word {
                EveryWord::to_word(self)
            }

            #[inline(always)]
            fn from_word(word: $word) -> Option<Self> {
                Some(EveryWord::from_word(word))
            }
        }
    };
    ([$($generics:tt)*] $rust:ty, $word:ident, $message:literal) => {
        impl<$($generics)*> Scalar for $rust {
            type Word = $word;
            const INVALID: &'static str = $message;

            #[inline(always)]
            fn to_word(&self) -> $word {
                SomeWords::to_word(self)
            }

            #[inline(always)]
            fn from_word(word: $word) -> Option<Self> {
                SomeWords::from_word(word)
            }
        }
    };
}

/// The default of a field.
macro_rules! zero {
    ($rust:ty, All) => {
        <$rust as EveryWord>::ZERO
    };
    ($rust:ty, $message:literal) => {
        <$rust as SomeWords>::ZERO
    };
}

/// A key of a map, if the row says so.
macro_rules! key {
    ([$($generics:tt)*] $rust:ty, Both) => {
        crate::__scalar_key!([$($generics)*] $rust, |key| *key);
    };
    ([$($generics:tt)*] $rust:ty, Records) => {};
    ([$($generics:tt)*] $rust:ty, Neither) => {};
}

/// A type that can have the rule `range`, if its literals are values of the type.
macro_rules! ranged {
    ([$($generics:tt)*] $rust:ty, Number) => { crate::typed::rules::ranged!([$($generics)*] $rust); };
    ([$($generics:tt)*] $rust:ty, Float) => { crate::typed::rules::ranged!([$($generics)*] $rust); };
    ([$($generics:tt)*] $rust:ty, Decimal) => { crate::typed::rules::ranged!([$($generics)*] $rust); };
    ([$($generics:tt)*] $rust:ty, Char) => { crate::typed::rules::ranged!([$($generics)*] $rust); };
    ([$($generics:tt)*] $rust:ty, Word) => {};
    ([$($generics:tt)*] $rust:ty, Quoted) => {};
}

/// A row's type as the type of a field. Numbers have their impls in bulk, bytes a list that is a
/// slice.
macro_rules! field {
    ([$($generics:tt)*] $rust:ty, $word:ident, $words:tt, $scalar:expr, $text:ident, $keys:ident $(, $number:ident)?) => {
        words!([$($generics)*] $rust, $word, $words);

        impl<$($generics)*> Builtin for $rust {
            const SCALAR: SchemaScalar = $scalar;
        }

        field!(@value [$($generics)*] $rust, $words $(, $number)?);
        key!([$($generics)*] $rust, $keys);
        ranged!([$($generics)*] $rust, $text);
    };
    (@value [] $rust:ty, All, U8) => {
        crate::typed::scalar::number!($rust, true, &'a [u8]);
    };
    (@value [] $rust:ty, All, $number:ident) => {
        crate::typed::scalar::number!($rust, false, crate::List<'a, $rust, __R>);
    };
    (@value [$($generics:tt)*] $rust:ty, $words:tt) => {
        crate::__scalar_value!(
            [$($generics)*] $rust,
            zero!($rust, $words),
            false,
            |_| Described::scalar(<$rust as Builtin>::SCALAR),
            crate::schema::Type::Scalar(<$rust as Builtin>::SCALAR),
            crate::schema::DefaultValue::Zero
        );
    };
}

macro_rules! fields {
    (
        plain {
            narrow { $($narrow:ident (
                $_na:literal | $_nb:literal | $narrow_rust:ty | $narrow_word:ident | $_nc:ident | $narrow_words:tt | $narrow_text:ident
                | $_nd:ident | $narrow_keys:ident | $($_ne:tt)*
            );)* }
            wide { $($wide:ident (
                $_wa:literal | $_wb:literal | $wide_rust:ty | $wide_word:ident | $_wc:ident | $wide_words:tt | $wide_text:ident
                | $_wd:ident | $wide_keys:ident | $($_we:tt)*
            );)* }
            $($section:ident { $($variant:ident (
                $_a:literal | $_b:literal | $rust:ty | $word:ident | $_c:ident | $words:tt | $text:ident
                | $_d:ident | $keys:ident | $($_e:tt)*
            );)* })*
        }
        timestamps { $($unit:ident (
            $_ta:literal | $_tb:literal | $unit_rust:ty | $unit_word:ident | $_tc:ident | $unit_words:tt | $unit_text:ident
            | $_td:ident | $unit_keys:ident | $($_te:tt)*
        );)* }
        decimals { $($decimal:ident (
            $_da:literal | $_db:literal | $decimal_rust:ty | $decimal_word:ident | $_dc:ident | $decimal_words:tt | $decimal_text:ident
            | $_dd:ident | $decimal_keys:ident | $($_de:tt)*
        );)* }
    ) => {
        $(field!([] $narrow_rust, $narrow_word, $narrow_words, SchemaScalar::$narrow, $narrow_text, $narrow_keys, $narrow);)*
        $(field!([] $wide_rust, $wide_word, $wide_words, SchemaScalar::$wide, $wide_text, $wide_keys, $wide);)*
        $($(field!([] $rust, $word, $words, SchemaScalar::$variant, $text, $keys);)*)*
        $(field!([] $unit_rust, $unit_word, $unit_words, SchemaScalar::Timestamp(TimeUnit::$unit), $unit_text, $unit_keys);)*
        $(field!(
            [const SCALE: u8] $decimal_rust, $decimal_word, $decimal_words, SchemaScalar::$decimal(SCALE), $decimal_text, $decimal_keys
        );)*
        $(crate::scalar::word::every_word!($narrow_rust, $narrow_word);)*
        $(crate::scalar::word::every_word!($wide_rust, $wide_word);)*
    };
}
vellum_scalars::for_each_scalar!(fields);
