//! The table of scalars: the columns of each row as an enum, and the questions that they answer.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::text::{Form, KeyForm};
use super::word;
use super::word::{SomeWords, Word};

/// What the columns say of a type.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// What begins the type in the compact form of a schema.
    pub(crate) code: u8,
    pub(crate) order: WordOrder,
    /// Whether every word is a value.
    pub(crate) is_total: bool,
    pub(crate) text: Text,
    #[cfg_attr(not(feature = "serde"), allow(dead_code))]
    pub(crate) serde: Serde,
    pub(crate) keys: Keys,
    /// Whether it is one of Rust's integers or floats.
    pub(crate) is_number: bool,
}

/// How words sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordOrder {
    Unsigned,
    Signed,
    Float,
    /// As the bytes that are stored.
    Bytes,
}

/// How schema text writes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    Number,
    Float,
    Decimal,
    Char,
    /// The stored word as a number: the type has no number of its own.
    Word,
    /// The type's own text, in quotation marks.
    Quoted,
}

/// What serde sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Serde {
    U64,
    I64,
    U128,
    I128,
    F32,
    F64,
    Char,
    /// The type's own text in formats for people, else bytes.
    Bytes,
    /// As `Bytes`, but else a tuple of numbers.
    Octets,
    /// The text of RFC 3339 in formats for people, else an `i32`.
    Date,
    /// The text of RFC 3339 in formats for people, else a `u64`.
    Time,
    /// The text of RFC 3339 in formats for people, else an `i64`.
    Moment,
    /// The duration of ISO 8601 in formats for people, else an `i64`.
    Span,
    /// A number as text.
    Decimal,
    /// Two floats.
    Degrees,
}

/// What values can be keys of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// Of maps, and of records that sort.
    Both,
    /// Of records that sort. Maps find a key by its being equal, which floats are not always to
    /// themselves.
    Records,
    Neither,
}

/// A scalar type by its name or code, which may need a parameter.
pub(crate) enum NamedScalar {
    Whole(Scalar),
    /// A timestamp, which has a unit.
    Unit,
    /// A decimal: the type of a scale, and the most digits that a scale can have.
    Scale(fn(u8) -> Scalar, u8),
}

macro_rules! is_total {
    (All) => {
        true
    };
    ($message:literal) => {
        false
    };
}

macro_rules! is_number {
    (narrow) => {
        true
    };
    (wide) => {
        true
    };
    (values) => {
        false
    };
    (places) => {
        false
    };
}

/// The greatest word of a value, unless every word is one.
macro_rules! last {
    ($rust:ty, All) => {
        None
    };
    ($rust:ty, $message:literal) => {
        Some(SomeWords::to_word(&<$rust as SomeWords>::LAST).into())
    };
}

macro_rules! scalars {
    (
        plain {
            $($section:ident {
                $($variant:ident (
                    $name:literal | $code:literal | $rust:ty | $word:ident | $order:ident | $words:tt | $text:ident | $serde:ident
                    | $keys:ident | $constant:literal | $about:literal
                );)*
            })*
        }
        timestamps {
            $($unit:ident (
                $unit_name:literal | $unit_code:literal | $unit_rust:ty | $unit_word:ident | $unit_order:ident | $unit_words:ident
                | $unit_text:ident | $unit_serde:ident | $unit_keys:ident | $unit_constant:literal | $unit_about:literal
            );)*
        }
        decimals {
            $($decimal:ident (
                $decimal_name:literal | $decimal_code:literal | $decimal_rust:ty | $decimal_word:ident | $decimal_order:ident
                | $decimal_words:ident | $decimal_text:ident | $decimal_serde:ident | $decimal_keys:ident
                | $decimal_constant:literal | $max:literal
            );)*
        }
    ) => {
        /// A type without inner structure, stored as a little-endian word.
        ///
        /// ```
        /// use vellum::schema::{Scalar, TimeUnit};
        ///
        /// assert_eq!(Scalar::U16.name(), "u16");
        /// assert_eq!(Scalar::Timestamp(TimeUnit::Seconds).to_string(), "timestamp(s)");
        /// assert_eq!(Scalar::Decimal(2).to_string(), "decimal(2)");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Scalar {
            $($(
                #[doc = $about]
                $variant,
            )*)*
            /// Since 1970-01-01T00:00:00Z, in the unit.
            Timestamp(TimeUnit),
            $(
                #[doc = concat!("A number with so many digits behind the point, at most ", $max, ".")]
                $decimal(u8),
            )*
        }

        /// The unit of a timestamp.
        ///
        /// ```
        /// use vellum::schema::TimeUnit;
        ///
        /// assert_eq!(TimeUnit::Millis.name(), "ms");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum TimeUnit {
            $($unit,)*
        }

        impl TimeUnit {
            /// All of them, the one that schema text need not name first.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$unit),*];

            /// The name in schema text.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$unit => $unit_about,)*
                }
            }
        }

        impl Scalar {
            /// Every scalar type without a scale.
            pub(crate) const ALL: &'static [Self] = &[$($(Self::$variant,)*)* $(Self::Timestamp(TimeUnit::$unit),)*];

            /// Those that have a scale: the type of one, and its most digits.
            pub(crate) const DECIMALS: &'static [(fn(u8) -> Self, u8)] = &[$((Self::$decimal, $max)),*];

            /// What the table says of it.
            pub(crate) const fn row(self) -> &'static Row {
                match self {
                    $($(Self::$variant => &Row {
                        name: $name,
                        code: $code,
                        order: WordOrder::$order,
                        is_total: is_total!($words),
                        text: Text::$text,
                        serde: Serde::$serde,
                        keys: Keys::$keys,
                        is_number: is_number!($section),
                    },)*)*
                    $(Self::Timestamp(TimeUnit::$unit) => &Row {
                        name: $unit_name,
                        code: $unit_code,
                        order: WordOrder::$unit_order,
                        is_total: is_total!($unit_words),
                        text: Text::$unit_text,
                        serde: Serde::$unit_serde,
                        keys: Keys::$unit_keys,
                        is_number: false,
                    },)*
                    $(Self::$decimal(_) => &Row {
                        name: $decimal_name,
                        code: $decimal_code,
                        order: WordOrder::$decimal_order,
                        is_total: is_total!($decimal_words),
                        text: Text::$decimal_text,
                        serde: Serde::$decimal_serde,
                        keys: Keys::$decimal_keys,
                        is_number: false,
                    },)*
                }
            }

            /// Bytes of the stored word.
            ///
            /// ```
            /// assert_eq!(vellum::schema::Scalar::Char.size(), 4);
            /// ```
            // Words have one to sixteen bytes.
            #[allow(clippy::cast_possible_truncation)]
            #[must_use]
            pub const fn size(self) -> u32 {
                match self {
                    $($(Self::$variant => <$word as Word>::LEN as u32,)*)*
                    $(Self::Timestamp(TimeUnit::$unit) => <$unit_word as Word>::LEN as u32,)*
                    $(Self::$decimal(_) => <$decimal_word as Word>::LEN as u32,)*
                }
            }

            /// The digits behind the point, of a decimal.
            pub(crate) const fn scale(self) -> Option<u8> {
                match self {
                    $(Self::$decimal(scale) => Some(scale),)*
                    $($(Self::$variant)|*)|* | Self::Timestamp(_) => None,
                }
            }

            /// The most digits behind the point of a decimal; of others none.
            const fn max_scale(self) -> u8 {
                match self {
                    $(Self::$decimal(_) => $max,)*
                    $($(Self::$variant)|*)|* | Self::Timestamp(_) => 0,
                }
            }

            /// Whether a word, no wider than the type's, is a value.
            pub(super) fn is_value(self, word: u128) -> bool {
                match self {
                    $($(Self::$variant => {
                        is_total!($words) || <$rust as word::Scalar>::from_word(Word::truncate(word)).is_some()
                    })*)*
                    $(Self::Timestamp(TimeUnit::$unit) => is_total!($unit_words),)*
                    $(Self::$decimal(_) => is_total!($decimal_words),)*
                }
            }

            /// The greatest word of a value, unless every word is one.
            pub(super) fn last_value(self) -> Option<u128> {
                match self {
                    $($(Self::$variant => last!($rust, $words),)*)*
                    $(Self::Timestamp(TimeUnit::$unit) => last!($unit_rust, $unit_words),)*
                    $(Self::$decimal(_) => last!($decimal_rust, $decimal_words),)*
                }
            }
        }
    };
}
vellum_scalars::for_each_scalar!(scalars);

impl TimeUnit {
    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|unit| unit.name() == name)
    }
}

impl Scalar {
    /// The most digits behind the point of a `decimal`.
    pub const MAX_SCALE: u8 = Self::Decimal(0).max_scale();
    /// The most digits behind the point of a `decimal128`.
    pub const MAX_SCALE_128: u8 = Self::Decimal128(0).max_scale();

    /// The name in schema text, without its parameter; displayed, it has it.
    ///
    /// ```
    /// assert_eq!(vellum::schema::Scalar::Decimal(2).to_string(), "decimal(2)");
    /// assert_eq!(vellum::schema::Scalar::F64.name(), "f64");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The type of a name in schema text.
    pub(crate) fn of_name(name: &str) -> Option<NamedScalar> {
        let is_named = |scalar: Self| scalar.name() == name;
        let decimal = Self::DECIMALS.iter().find(|(of_scale, _)| is_named(of_scale(0)));
        let whole = || Self::ALL.iter().copied().find(|scalar| is_named(*scalar));
        match (decimal, whole) {
            (Some((of_scale, max)), _) => Some(NamedScalar::Scale(*of_scale, *max)),
            (None, whole) => whole().map(|scalar| match scalar {
                Self::Timestamp(_) => NamedScalar::Unit,
                scalar => NamedScalar::Whole(scalar),
            }),
        }
    }

    /// The type of a code in the compact form of a schema.
    pub(crate) fn of_code(code: u8) -> Option<NamedScalar> {
        let is_coded = |scalar: Self| scalar.row().code == code;
        let decimal = Self::DECIMALS.iter().find(|(of_scale, _)| is_coded(of_scale(0)));
        let whole = || Self::ALL.iter().copied().find(|scalar| is_coded(*scalar)).map(NamedScalar::Whole);
        decimal.map_or_else(whole, |(of_scale, max)| Some(NamedScalar::Scale(*of_scale, *max)))
    }

    /// Whether every word is a value of the type.
    pub(crate) const fn is_total(self) -> bool {
        self.row().is_total
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self {
            Self::Timestamp(unit) => Some(unit).filter(|unit| TimeUnit::ALL.first() != Some(unit)),
            _ => None,
        };
        f.write_str(self.name())?;
        match (self.scale(), unit) {
            (Some(scale), _) => write!(f, "({scale})"),
            (None, Some(unit)) => write!(f, "({})", unit.name()),
            (None, None) => Ok(()),
        }
    }
}

/// A scalar that schemas know by a name of its own: all but enums. The table of scalars says which.
pub trait Builtin: word::Scalar {
    /// The type in a schema.
    const SCALAR: Scalar;
}

// Lists of the Rust types of the rows, for impls that are the same for each.

/// Calls a macro with the Rust types of some sections, each behind the generics of its impls.
macro_rules! types_of {
    (
        $which:ident $then:ident
        plain {
            narrow { $($narrow:ident ($_na:literal | $_nb:literal | $narrow_rust:ty | $($_nc:tt)*);)* }
            wide { $($wide:ident ($_wa:literal | $_wb:literal | $wide_rust:ty | $($_wc:tt)*);)* }
            values { $($value:ident ($_va:literal | $_vb:literal | $value_rust:ty | $($_vc:tt)*);)* }
            places { $($place:ident ($_pa:literal | $_pb:literal | $place_rust:ty | $($_pc:tt)*);)* }
        }
        timestamps { $($unit:ident ($_ta:literal | $_tb:literal | $unit_rust:ty | $($_tc:tt)*);)* }
        decimals { $($decimal:ident ($_da:literal | $_db:literal | $decimal_rust:ty | $($_dc:tt)*);)* }
    ) => {
        $crate::scalar::table::types_of! {
            @$which $then
            [$([] $narrow_rust;)* $([] $wide_rust;)*]
            [$([] $value_rust;)* $([] $unit_rust;)* $([const SCALE: u8] $decimal_rust;)*]
            [$([] $place_rust;)*]
        }
    };
    (@all $then:ident [$($numbers:tt)*] [$($values:tt)*] [$($places:tt)*]) => {
        $then! { $($numbers)* $($values)* $($places)* }
    };
    (@sorted $then:ident [$($numbers:tt)*] [$($values:tt)*] [$($places:tt)*]) => {
        $then! { $($numbers)* $($values)* }
    };
    (@values $then:ident [$($numbers:tt)*] [$($values:tt)*] [$($places:tt)*]) => {
        $then! { $($values)* }
    };
}
pub(crate) use types_of;

/// Calls a macro with Rust types of the table, each behind the generics of its impls: `all` of
/// them, those that are `sorted`, or of these the `values`, which are no numbers.
macro_rules! for_each_type {
    ($which:ident $then:ident) => {
        vellum_scalars::for_each_scalar! { $crate::scalar::table::types_of => $which $then }
    };
}
pub(crate) use for_each_type;

// Words as integers in the order of the values: for the search of keys in maps, and for keys of
// records.

/// All bits of a scalar's word.
pub(crate) const fn mask(scalar: Scalar) -> u128 {
    u128::MAX.wrapping_shr(128u32.saturating_sub(scalar.size().saturating_mul(8)))
}

fn sign(scalar: Scalar) -> u128 {
    mask(scalar) ^ mask(scalar) >> 1
}

/// The bytes of a word the other way around.
fn turned(scalar: Scalar, word: u128) -> u128 {
    word.swap_bytes().wrapping_shr(128u32.saturating_sub(scalar.size().saturating_mul(8)))
}

/// A word as the integer that sorts. Floats are in the total order of IEEE 754.
pub(crate) fn sorted(scalar: Scalar, word: u128) -> u128 {
    match scalar.row().order {
        WordOrder::Unsigned => word,
        WordOrder::Signed => word ^ sign(scalar),
        WordOrder::Float if word & sign(scalar) != 0 => word ^ mask(scalar),
        WordOrder::Float => word | sign(scalar),
        WordOrder::Bytes => turned(scalar, word),
    }
}

/// The word of an integer that [`sorted`] gives.
pub(crate) fn unsorted(scalar: Scalar, sorted: u128) -> u128 {
    match scalar.row().order {
        WordOrder::Unsigned => sorted,
        WordOrder::Float if sorted & sign(scalar) == 0 => sorted ^ mask(scalar),
        WordOrder::Signed | WordOrder::Float => sorted ^ sign(scalar),
        WordOrder::Bytes => turned(scalar, sorted),
    }
}

impl Scalar {
    /// The word of the value that sorts last.
    pub(crate) fn last(self) -> u128 {
        self.last_value().unwrap_or_else(|| unsorted(self, mask(self)))
    }
}

// Words as numbers, and numbers as words.

impl Scalar {
    /// Whether a word is one that a slot of the type can hold.
    pub(crate) fn holds(self, word: u128) -> bool {
        word & !mask(self) == 0 && self.is_value(word)
    }

    /// Whether it is one of Rust's integers or floats.
    pub(crate) const fn is_number(self) -> bool {
        self.row().is_number
    }

    /// Whether it is one of Rust's integers.
    pub(crate) fn is_integer(self) -> bool {
        let Row { is_number, order, .. } = self.row();
        *is_number
            && match order {
                WordOrder::Unsigned | WordOrder::Signed => true,
                WordOrder::Float | WordOrder::Bytes => false,
            }
    }

    /// The number of a word: its sign extended where it has one.
    pub(crate) fn number(self, word: u128) -> i128 {
        match self.row().order {
            WordOrder::Signed => {
                let unused = 128u32.saturating_sub(self.size().saturating_mul(8));
                word.wrapping_shl(unused).cast_signed().wrapping_shr(unused)
            }
            WordOrder::Unsigned | WordOrder::Float | WordOrder::Bytes => word.cast_signed(),
        }
    }

    /// The float of a word.
    #[allow(clippy::cast_possible_truncation)]
    pub(crate) fn float(self, word: u128) -> f64 {
        if self.size() == 4 { f64::from(f32::from_bits(word as u32)) } else { f64::from_bits(word as u64) }
    }

    /// The value of an integer type's word, where an `i128` holds it; `None` of other types.
    pub(crate) fn integer(self, word: u128) -> Option<i128> {
        match self.row().order {
            WordOrder::Unsigned if self.is_integer() => i128::try_from(word).ok(),
            WordOrder::Signed if self.is_integer() => Some(self.number(word)),
            WordOrder::Unsigned | WordOrder::Signed | WordOrder::Float | WordOrder::Bytes => None,
        }
    }

    /// The word of an integer in an integer type; `None` if the type does not hold it, or is
    /// another.
    pub(crate) fn word_of_integer(self, value: i128) -> Option<u128> {
        self.word_of(value).filter(|_| self.is_integer())
    }

    /// Each number of so many bits from zero on is a value, and is its word; 0 if the type counts
    /// nothing.
    pub(crate) fn number_bits(self) -> u32 {
        let row = self.row();
        let counts = matches!(
            row.serde,
            Serde::U64
                | Serde::I64
                | Serde::U128
                | Serde::I128
                | Serde::Date
                | Serde::Time
                | Serde::Moment
                | Serde::Span
        );
        if !counts || !row.is_total {
            return 0;
        }
        self.size().wrapping_mul(8).wrapping_sub(u32::from(row.order == WordOrder::Signed))
    }

    /// The word of a number that the type counts; `None` for one that its words cannot count or
    /// that is no value.
    pub(crate) fn word_of(self, number: i128) -> Option<u128> {
        let word = number.cast_unsigned() & mask(self);
        (self.number(word) == number && (number >= 0 || self.row().order == WordOrder::Signed) && self.is_value(word))
            .then_some(word)
    }
}

// The range of a type of numbers, for messages.

/// What is said of a value of no known fault.
#[cold]
pub(crate) fn no_value(scalar: Scalar, value: impl fmt::Display) -> String {
    format!("{value} is not a value of {scalar}")
}

/// Of a number that a type does not reach.
#[cold]
pub(crate) fn out_of_range(scalar: Scalar, value: impl fmt::Display) -> String {
    match range(scalar) {
        Some((least, most)) => format!("{value} is out of range for {scalar} ({least} to {most})"),
        None => no_value(scalar, value),
    }
}

/// The least and the greatest value of a type of numbers; `None` of other types.
#[cold]
pub(crate) fn range(scalar: Scalar) -> Option<(String, String)> {
    match scalar.row().serde {
        Serde::F32 => return Some((format!("{:e}", f32::MIN), format!("{:e}", f32::MAX))),
        Serde::F64 => return Some((format!("{:e}", f64::MIN), format!("{:e}", f64::MAX))),
        _ => {}
    }
    let shown = |word: u128| match Form::of(scalar, word).key()? {
        KeyForm::Number(value) => Some(value.to_string()),
        KeyForm::Text(value) if scalar.scale().is_some() => Some(value.to_string()),
        KeyForm::Text(_) | KeyForm::Char(_) => None,
    };
    Some((shown(unsorted(scalar, 0))?, shown(scalar.last())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_words_go_back_to_where_they_came_from() {
        let decimals = Scalar::DECIMALS.iter().map(|(of_scale, _)| of_scale(2));
        for scalar in Scalar::ALL.iter().copied().chain(decimals) {
            let (mask, sign) = (mask(scalar), sign(scalar));
            for word in [0, 1, mask, mask >> 1, sign, sign | 1, 0x0123_4567_89AB_CDEF_0011_2233_4455_6677 & mask] {
                assert_eq!(unsorted(scalar, sorted(scalar, word)), word, "{scalar} {word:x}");
                assert!(sorted(scalar, word) <= mask);
            }
        }
    }

    #[test]
    fn floats_sort_in_total_order() {
        let values = [-f64::NAN, f64::NEG_INFINITY, -1.0, -0.0, 0.0, f64::MIN_POSITIVE, 1.0, f64::INFINITY, f64::NAN];
        let words = values.map(|value| sorted(Scalar::F64, value.to_bits().into()));
        assert!(words.is_sorted() && values.is_sorted_by(|a, b| a.total_cmp(b).is_lt()));
    }
}
