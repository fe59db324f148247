//! The table of scalars: what its rows say, as an enum and what is asked of it.

use core::fmt;

use super::word::{self, SomeWords, Word};

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
