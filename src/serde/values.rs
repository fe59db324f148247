//! The types of [`value`](crate::value) in structs that derive serde's traits: as they are in a
//! record.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use vellum::value::{Date, Decimal, Uuid};
//!
//! #[derive(Serialize, Deserialize, Debug, PartialEq)]
//! struct Invoice { id: Uuid, issued: Date, sum: Decimal<2> }
//!
//! let text = r#"{"id":"67e55044-10b1-426f-9247-bb680e5fe0c8","issued":"2023-11-14","sum":"19.99"}"#;
//! let invoice: Invoice = serde_json::from_str(text)?;
//! assert_eq!((invoice.issued, invoice.sum), (Date(19_675), Decimal(1999)));
//! assert_eq!(serde_json::to_string(&invoice)?, text);
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::format;
use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Deserialize, Deserializer, Error, SeqAccess, Unexpected, Visitor};
use serde_core::ser::{Serialize, Serializer};

use super::word::Style;
use super::{Numbers, word};
use crate::scalar::Builtin;
use crate::scalar::word::Word;
use crate::scalar::{
    Date, Decimal, Decimal128, Duration, FixedStr, Geo4, Geo8, Geo16, Time, Timestamp, TimestampMicros, TimestampNanos,
    TimestampSeconds, Ulid, Uuid,
};

fn write<T: Builtin, S: Serializer>(value: &T, style: Style, serializer: S) -> Result<S::Ok, S::Error> {
    let is_text = serializer.is_human_readable();
    word::write((T::SCALAR, value.to_word().into()), (is_text, style), serializer)
}

macro_rules! values {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        /// As in a record: the module [`serde`](crate::serde) has the table.
        impl<$($generics)*> Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                write(self, Style::Text, serializer)
            }
        }

        impl<$($generics)*> Serialize for Numbers<'_, $type> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                write(self.0, Style::Numbers, serializer)
            }
        }

        /// As in a record: the module [`serde`](crate::serde) has the table.
        impl<'de, $($generics)*> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let is_text = deserializer.is_human_readable();
                word::ask(Self::SCALAR, is_text, deserializer, OwnedValue(PhantomData))
            }
        }
    )*};
}
values! {
    [] Date;
    [] Time;
    [] Duration;
    [] Timestamp;
    [] TimestampSeconds;
    [] TimestampMicros;
    [] TimestampNanos;
    [] Uuid;
    [] Ulid;
    [] Geo4;
    [] Geo8;
    [] Geo16;
    [const SCALE: u8] Decimal<SCALE>;
    [const SCALE: u8] Decimal128<SCALE>;
}

/// A value of a type that is stored as a scalar.
struct OwnedValue<T>(PhantomData<T>);

impl<T: Builtin> OwnedValue<T> {
    /// The value of a word, if there is one.
    fn of<E: Error>(self, word: Option<u128>, given: Unexpected<'_>) -> Result<T, E> {
        let value = word.and_then(|word| T::from_word(T::Word::truncate(word)));
        value.ok_or_else(|| E::invalid_value(given, &self))
    }
}

impl<'de, T: Builtin> Visitor<'de> for OwnedValue<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a value of {}", T::SCALAR)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        self.of(word::of_integer(T::SCALAR, value.into()), Unexpected::Signed(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        self.of(word::of_integer(T::SCALAR, value.into()), Unexpected::Unsigned(value))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<T, E> {
        self.of(word::of_integer(T::SCALAR, value), Unexpected::Other(&format!("integer `{value}`")))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
        self.of(word::of_float(T::SCALAR, value), Unexpected::Float(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        self.of(word::of_text(T::SCALAR, text), Unexpected::Str(text))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        self.of(word::of_bytes(T::SCALAR, bytes), Unexpected::Bytes(bytes))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<T, A::Error> {
        if word::is_place(T::SCALAR) {
            return self.place(sequence);
        }
        if !word::is_bytes(T::SCALAR) {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        // Bytes in a format that has none: numbers. Their count is not trusted.
        let mut bytes = alloc::vec::Vec::new();
        while let Some(byte) = sequence.next_element()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}

impl<T: Builtin> OwnedValue<T> {
    /// A place of its latitude and longitude.
    fn place<'de, A: SeqAccess<'de>>(self, mut sequence: A) -> Result<T, A::Error> {
        let pair = (sequence.next_element::<f64>()?, sequence.next_element::<f64>()?);
        let rest = sequence.next_element::<serde_core::de::IgnoredAny>()?;
        let (Some(latitude), Some(longitude), None) = (pair.0, pair.1, rest) else {
            return Err(A::Error::custom(format!("a value of {} has a latitude and a longitude", T::SCALAR)));
        };
        match T::SCALAR.of_degrees(latitude, longitude) {
            Some(Ok(word)) => self.of(Some(word), Unexpected::Seq),
            Some(Err(error)) => Err(A::Error::custom(error)),
            None => Err(A::Error::invalid_type(Unexpected::Seq, &self)),
        }
    }
}

/// As its text.
impl<const N: usize> Serialize for FixedStr<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

/// From its text.
impl<'de, const N: usize> Deserialize<'de> for FixedStr<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<const N: usize>;

        impl<const N: usize> Visitor<'_> for Text<N> {
            type Value = FixedStr<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "text of at most {N} bytes")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<FixedStr<N>, E> {
                FixedStr::try_from(text).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_string(Text)
    }
}
