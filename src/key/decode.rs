//! From the bytes of a key back to its values.
//!
//! Only what writing gives is accepted, so that a key that decodes is the one that its values encode to.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::column::{ABSENT, END, ESCAPED, PRESENT, is_number, unsorted};
use crate::error::{Error, Kind, Result};
use crate::scalar::{Date, Duration, Time, Ulid, Uuid};
use crate::schema::{Column, Scalar, Schema, Struct, TimeUnit, Type};
use crate::typed::scalar::of_word;

/// A value of a decoded key.
///
/// ```
/// use vellum::{KeyValue, Schema};
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
    /// A 32-bit float.
    F32(f32),
    /// A 64-bit float.
    F64(f64),
    /// A character.
    Char(char),
    /// An unsigned integer of 128 bits.
    U128(u128),
    /// A signed integer of 128 bits.
    I128(i128),
    /// A UUID.
    Uuid(Uuid),
    /// A ULID.
    Ulid(Ulid),
    /// A calendar day.
    Date(Date),
    /// A time of day.
    Time(Time),
    /// A point in time, in the unit, since 1970-01-01T00:00:00Z.
    Timestamp(i64, TimeUnit),
    /// A span of time.
    Duration(Duration),
    /// A decimal number: its mantissa, and the digits of it that are behind the point.
    Decimal(i128, u8),
    /// The number of a variant of an enum.
    Enum(u64),
    /// Text.
    String(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// The values of a key, one for each column.
pub(super) fn decode(schema: &Schema, structure: &Struct, key: &[u8]) -> Result<Vec<KeyValue>> {
    let mut reader = Reader { key, pos: 0, inversion: 0 };
    let mut values = Vec::new();
    for column in structure.columns() {
        let value = reader.column(schema, column);
        values.push(value.map_err(|error| error.in_field(schema.column_path(structure, column)))?);
    }
    if reader.pos == key.len() {
        return Ok(values);
    }
    Err(Error::new(Kind::Corrupt, format!("the key ends {} bytes later", key.len().saturating_sub(reader.pos)))
        .at(reader.pos))
}

struct Reader<'k> {
    key: &'k [u8],
    pos: usize,
    /// What each byte is combined with, bit by bit, by exclusive or.
    inversion: u8,
}

impl Reader<'_> {
    #[cold]
    fn fault<T>(&self, message: impl Into<alloc::borrow::Cow<'static, str>>) -> Result<T> {
        Err(Error::new(Kind::Corrupt, message).at(self.pos))
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
            other => Err(Error::new(Kind::Corrupt, format!("{what} is {other:#04x}, not 0 or 1")).at(start)),
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
                    other => return self.fault(format!("00 is followed by {other:02X}, not by 00 or FF")),
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
                    _ => {
                        let message = format!("no variant of `{}` has the number {number}", enumeration.name());
                        Err(Error::new(Kind::Corrupt, message).at(start))
                    }
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

/// The value of a scalar's word.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
fn scalar_value(scalar: Scalar, word: u128) -> Result<KeyValue> {
    Ok(match scalar {
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => KeyValue::Unsigned(word as u64),
        Scalar::U128 => KeyValue::U128(word),
        Scalar::I8 => KeyValue::Signed(i64::from(word as i8)),
        Scalar::I16 => KeyValue::Signed(i64::from(word as i16)),
        Scalar::I32 => KeyValue::Signed(i64::from(word as i32)),
        Scalar::I64 => KeyValue::Signed(word as i64),
        Scalar::I128 => KeyValue::I128(word.cast_signed()),
        Scalar::F32 => KeyValue::F32(f32::from_bits(word as u32)),
        Scalar::F64 => KeyValue::F64(f64::from_bits(word as u64)),
        Scalar::Char => KeyValue::Char(of_word(word)?),
        Scalar::Uuid => KeyValue::Uuid(of_word(word)?),
        Scalar::Ulid => KeyValue::Ulid(of_word(word)?),
        Scalar::Date => KeyValue::Date(of_word(word)?),
        Scalar::Time => KeyValue::Time(of_word(word)?),
        Scalar::Timestamp(unit) => KeyValue::Timestamp(word as i64, unit),
        Scalar::Duration => KeyValue::Duration(of_word(word)?),
        Scalar::Decimal(scale) => KeyValue::Decimal(i128::from(word as i64), scale),
        Scalar::Decimal128(scale) => KeyValue::Decimal(word.cast_signed(), scale),
        Scalar::Geo4 | Scalar::Geo8 | Scalar::Geo16 => {
            return Err(Error::new(Kind::Corrupt, "a place has no key"));
        }
    })
}
