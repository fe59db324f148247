//! From the bytes of a key back to its values.
//!
//! Only what writing gives is accepted, so that a key that decodes is the one that its values
//! encode to.

use alloc::string::String;
use alloc::vec::Vec;

use super::column::{ABSENT, END, ESCAPED, PRESENT, is_number};
use super::input::{InputValue, KeyInput};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::scalar::form::narrow;
use crate::scalar::order::unsorted;
use crate::scalar::word::of_word;
use crate::schema::{Column, Scalar, Schema, Struct, TimeUnit, Type};

macro_rules! key_values {
    (
        plain {
            narrow { $($narrow:ident (
                $_na:literal | $_nb:literal | $narrow_rust:ty | $_nc:ident | $_nd:ident | $_ne:tt | $_nf:ident | $narrow_serde:ident
                | $($_ng:tt)*
            );)* }
            wide { $($wide:ident (
                $_wa:literal | $_wb:literal | $wide_rust:ty | $_wc:ident | $_wd:ident | $_we:tt | $_wf:ident | $_wg:ident | $_wh:ident
                | $_wi:literal | $wide_about:literal
            );)* }
            values { $($value:ident (
                $_va:literal | $_vb:literal | $value_rust:ty | $_vc:ident | $_vd:ident | $_ve:tt | $_vf:ident | $_vg:ident | $_vh:ident
                | $_vi:literal | $value_about:literal
            );)* }
            places { $($place:ident ($($_p:tt)*);)* }
        }
        timestamps { $($_t:tt)* }
        decimals { $($decimal:ident ($($_d:tt)*);)* }
    ) => {
        /// A value of a decoded key.
        ///
        /// ```
        /// use vellum::{Schema, key::KeyValue};
        ///
        /// let schema = Schema::parse("struct User key(org, nick) { org: u32, nick: string? } root User;")?;
        /// let key = schema.key_writer()?.push(7)?.push("ada")?.finish()?;
        /// assert_eq!(schema.decode_key(&key)?, [KeyValue::Unsigned(7), KeyValue::String("ada".into())]);
        /// # Ok::<(), vellum::Error>(())
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum KeyValue {
            /// An optional value that is not there, or whose struct is not.
            Absent,
            /// A bool.
            Bool(bool),
            /// An unsigned integer of up to 64 bits.
            Unsigned(u64),
            /// A signed integer of up to 64 bits.
            Signed(i64),
            $(
                #[doc = $wide_about]
                $wide($wide_rust),
            )*
            $(
                #[doc = $value_about]
                $value($value_rust),
            )*
            /// A point in time, in the unit, since 1970-01-01T00:00:00Z.
            Timestamp(i64, TimeUnit),
            /// A decimal number: its mantissa, and the digits of it that are behind the point.
            Decimal(i128, u8),
            /// The number of a variant of an enum.
            Enum(u64),
            /// Text.
            String(String),
            /// Bytes.
            Bytes(Vec<u8>),
        }

        /// The value of a scalar's word.
        // The word is narrowed to the scalar that it came from.
        #[allow(clippy::cast_possible_truncation)]
        fn scalar_value(scalar: Scalar, word: u128) -> Result<KeyValue> {
            Ok(match scalar {
                $(Scalar::$narrow => narrow!(KeyValue, $narrow_serde, of_word::<$narrow_rust>(word)?),)*
                $(Scalar::$wide => KeyValue::$wide(of_word(word)?),)*
                $(Scalar::$value => KeyValue::$value(of_word(word)?),)*
                Scalar::Timestamp(unit) => KeyValue::Timestamp(scalar.number(word) as i64, unit),
                $(Scalar::$decimal(scale) => KeyValue::Decimal(scalar.number(word), scale),)*
                $(Scalar::$place)|* => return Err(Error::fixed(&FixedError(ErrorKind::Corrupt, "a place has no key"))),
            })
        }

        impl<'k> From<&'k KeyValue> for KeyInput<'k> {
            fn from(value: &'k KeyValue) -> Self {
                match value {
                    KeyValue::Absent => None::<bool>.into(),
                    KeyValue::Bool(value) => (*value).into(),
                    KeyValue::Unsigned(value) => (*value).into(),
                    KeyValue::Signed(value) => (*value).into(),
                    $(KeyValue::$wide(value) => (*value).into(),)*
                    $(KeyValue::$value(value) => (*value).into(),)*
                    KeyValue::Timestamp(value, unit) => {
                        InputValue::Word(Scalar::Timestamp(*unit), u128::from(value.cast_unsigned())).input()
                    }
                    KeyValue::Decimal(mantissa, scale) => {
                        InputValue::Word(Scalar::Decimal128(*scale), mantissa.cast_unsigned()).input()
                    }
                    KeyValue::Enum(number) => InputValue::Variant(*number).input(),
                    KeyValue::String(value) => value.into(),
                    KeyValue::Bytes(value) => value.into(),
                }
            }
        }
    };
}
vellum_scalars::for_each_scalar!(key_values);

/// The values of a key, one for each column.
pub(super) fn decode(schema: &Schema, structure: &Struct, key: &[u8]) -> Result<Vec<KeyValue>> {
    let mut reader = KeyReader { key, pos: 0, inversion: 0 };
    let mut values = Vec::new();
    for column in structure.columns() {
        let value = reader.column(schema, column);
        values.push(value.map_err(|error| error.in_field(&schema.column_path(structure, column)))?);
    }
    if reader.pos == key.len() {
        return Ok(values);
    }
    Err(Error::new(
        ErrorKind::Corrupt,
        format_args!("the key ends {} bytes later", key.len().saturating_sub(reader.pos)),
    )
    .at(reader.pos))
}

struct KeyReader<'k> {
    key: &'k [u8],
    pos: usize,
    /// What each byte is combined with, bit by bit, by exclusive or.
    inversion: u8,
}

impl KeyReader<'_> {
    #[cold]
    fn fault<T>(&self, message: impl crate::error::Message) -> Result<T> {
        Err(Error::new(ErrorKind::Corrupt, message).at(self.pos))
    }

    fn byte(&mut self) -> Result<u8> {
        let Some(byte) = self.key.get(self.pos) else { return self.fault("the key ends within a value") };
        self.pos = self.pos.saturating_add(1);
        Ok(byte ^ self.inversion)
    }

    /// A byte that is 0 or 1.
    fn flag(&mut self, what: &'static str) -> Result<bool> {
        let start = self.pos;
        match self.byte()? {
            ABSENT => Ok(false),
            PRESENT => Ok(true),
            other => Err(Error::new(ErrorKind::Corrupt, format_args!("{what} is {other:#04x}, not 0 or 1")).at(start)),
        }
    }

    fn word(&mut self, scalar: Scalar) -> Result<u128> {
        let mut word: u128 = 0;
        for _ in 0..scalar.size() {
            word = word << 8 | u128::from(self.byte()?);
        }
        Ok(unsorted(scalar, word))
    }

    fn blob(&mut self) -> Result<Vec<u8>> {
        let mut content = Vec::new();
        loop {
            match self.byte()? {
                0 => match self.byte()? {
                    END => return Ok(content),
                    ESCAPED => content.push(0),
                    other => return self.fault(format_args!("00 is followed by {other:02X}, not by 00 or FF")),
                },
                byte => content.push(byte),
            }
        }
    }

    fn column(&mut self, schema: &Schema, column: &Column) -> Result<KeyValue> {
        self.inversion = if column.descending { 0xFF } else { 0 };
        if column.optional && !self.flag("the byte of presence")? {
            return Ok(KeyValue::Absent);
        }
        let start = self.pos;
        match &column.ty {
            Type::Bool => self.flag("a bool").map(KeyValue::Bool),
            Type::Bytes => self.blob().map(KeyValue::Bytes),
            Type::String => match String::from_utf8(self.blob()?) {
                Ok(text) => Ok(KeyValue::String(text)),
                Err(_) => Err(Error::corrupt(start, "text is not UTF-8")),
            },
            Type::Enum(id) => {
                let enumeration = schema.enumeration(*id);
                let number = self.word(enumeration.repr())?;
                match u64::try_from(number) {
                    Ok(number) if is_number(enumeration, number) => Ok(KeyValue::Enum(number)),
                    _ => Err(Error::new(
                        ErrorKind::Corrupt,
                        format_args!("no variant of `{}` has the number {number}", enumeration.name()),
                    )
                    .at(start)),
                }
            }
            Type::Scalar(scalar) => {
                let word = self.word(*scalar)?;
                scalar_value(*scalar, word).map_err(|error| error.at(start))
            }
            Type::Struct(_) | Type::List(_) | Type::Union(_) | Type::Map(_) | Type::Array(_) | Type::Text(_) => {
                self.fault("the type has no key")
            }
        }
    }
}
