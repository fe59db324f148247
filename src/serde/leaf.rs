//! Values without parts: numbers, texts, and all that is written as one.

use alloc::format;
use core::fmt;

use serde_core::de::{Deserializer, Error as _, SeqAccess, Unexpected, Visitor};

use super::de::Writer;
use super::number::{Degrees, bytes};
use super::skip::Skip;
use crate::scalar::{Date, Duration, Geo4, Geo8, Geo16, Time, Ulid, Uuid, decimal};
use crate::schema::{Scalar, Type};

/// A value without parts.
pub(super) fn leaf<'de, D: Deserializer<'de>>(
    writer: &mut Writer<'_>,
    ty: &Type,
    deserializer: D,
) -> Result<(), D::Error> {
    let is_text = writer.is_text;
    let visitor = Leaf { writer, ty };
    match ty {
        Type::Bool => deserializer.deserialize_bool(visitor),
        // Names, or numbers where the format says which it is.
        Type::Enum(_) if is_text => deserializer.deserialize_any(visitor),
        Type::String | Type::Enum(_) | Type::Text(_) => deserializer.deserialize_string(visitor),
        Type::Bytes => deserializer.deserialize_byte_buf(visitor),
        Type::Struct(_) | Type::List(_) | Type::Map(_) | Type::Array(_) | Type::Union(_) => {
            deserializer.deserialize_any(visitor)
        }
        Type::Scalar(scalar) => match scalar {
            Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Time => {
                deserializer.deserialize_u64(visitor)
            }
            Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::Timestamp(_) | Scalar::Duration => {
                deserializer.deserialize_i64(visitor)
            }
            Scalar::Date => deserializer.deserialize_i32(visitor),
            Scalar::U128 => deserializer.deserialize_u128(visitor),
            Scalar::I128 => deserializer.deserialize_i128(visitor),
            Scalar::F32 => deserializer.deserialize_f32(visitor),
            Scalar::F64 => deserializer.deserialize_f64(visitor),
            Scalar::Char => deserializer.deserialize_char(visitor),
            Scalar::Uuid | Scalar::Ulid if !is_text => deserializer.deserialize_byte_buf(visitor),
            Scalar::Decimal(_) | Scalar::Decimal128(_) if is_text => deserializer.deserialize_any(visitor),
            Scalar::Uuid | Scalar::Ulid | Scalar::Decimal(_) | Scalar::Decimal128(_) => {
                deserializer.deserialize_string(visitor)
            }
            Scalar::Geo4 | Scalar::Geo8 | Scalar::Geo16 => deserializer.deserialize_tuple(2, visitor),
        },
    }
}

struct Leaf<'w, 's, 't> {
    writer: &'w mut Writer<'s>,
    ty: &'t Type,
}

impl Leaf<'_, '_, '_> {
    fn refuse<T, E: serde_core::de::Error>(&self, value: impl fmt::Display) -> Result<T, E> {
        Err(self.writer.fault(format!("{value} is not a value of {}", self.writer.schema.describe(self.ty))))
    }

    /// Sets an integer, whatever the field's width.
    fn integer<E: serde_core::de::Error>(self, value: i128) -> Result<(), E> {
        macro_rules! set {
            ($type:ty) => {
                match <$type>::try_from(value) {
                    Ok(value) => {
                        let set = self.writer.record.set(self.writer.path.as_str(), value);
                        return self.writer.stored(set);
                    }
                    Err(_) => return self.refuse(value),
                }
            };
            ($type:ty, $make:expr) => {
                match <$type>::try_from(value).ok().and_then($make) {
                    Some(value) => {
                        let set = self.writer.record.set(self.writer.path.as_str(), value);
                        return self.writer.stored(set);
                    }
                    None => return self.refuse(value),
                }
            };
        }
        let scalar = match self.ty {
            Type::Scalar(scalar) => *scalar,
            Type::Enum(id) => self.writer.schema.enumeration(*id).repr(),
            _ => return self.refuse(value),
        };
        match scalar {
            Scalar::U8 => set!(u8),
            Scalar::U16 => set!(u16),
            Scalar::U32 => set!(u32),
            Scalar::U64 => set!(u64),
            Scalar::U128 => set!(u128),
            Scalar::I8 => set!(i8),
            Scalar::I16 => set!(i16),
            Scalar::I32 => set!(i32),
            Scalar::I64 => set!(i64),
            Scalar::I128 => set!(i128),
            Scalar::Date => set!(i32, |days| Some(Date(days))),
            Scalar::Time => set!(u64, Time::from_nanos),
            Scalar::Duration => set!(i64, |nanos| Some(Duration(nanos))),
            Scalar::Timestamp(_) => match i64::try_from(value) {
                Ok(count) => self.word(u128::from(count.cast_unsigned())),
                Err(_) => self.refuse(value),
            },
            Scalar::Decimal(scale) | Scalar::Decimal128(scale) => {
                let unit = 10i128.checked_pow(u32::from(scale));
                match unit.and_then(|unit| value.checked_mul(unit)) {
                    Some(mantissa) => self.mantissa(mantissa, value),
                    None => self.refuse(value),
                }
            }
            #[allow(clippy::cast_precision_loss)]
            Scalar::F32 | Scalar::F64 => self.float(value as f64),
            _ => self.refuse(value),
        }
    }

    /// Sets a decimal by its mantissa.
    fn mantissa<E: serde_core::de::Error>(self, mantissa: i128, written: impl fmt::Display) -> Result<(), E> {
        match self.ty {
            Type::Scalar(Scalar::Decimal(_)) => match i64::try_from(mantissa) {
                Ok(mantissa) => self.word(u128::from(mantissa.cast_unsigned())),
                Err(_) => self.refuse(written),
            },
            _ => self.word(mantissa.cast_unsigned()),
        }
    }

    /// Sets the stored word of a type with a parameter, which no Rust type stands for here.
    fn word<E: serde_core::de::Error>(self, word: u128) -> Result<(), E> {
        let set = self.writer.record.set_word(&self.writer.path, word);
        self.writer.stored(set)
    }

    fn float<E: serde_core::de::Error>(self, value: f64) -> Result<(), E> {
        let path = self.writer.path.as_str();
        let set = match self.ty {
            #[allow(clippy::cast_possible_truncation)]
            Type::Scalar(Scalar::F32) => {
                let narrow = value as f32;
                if value.is_finite() && !narrow.is_finite() {
                    return self.refuse(format_args!("{value:?}"));
                }
                self.writer.record.set(path, narrow)
            }
            Type::Scalar(Scalar::F64) => self.writer.record.set(path, value),
            _ => return self.refuse(format_args!("{value:?}")),
        };
        self.writer.stored(set)
    }
}

impl<'de> Visitor<'de> for Leaf<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a value of {} for `{}`", self.writer.schema.describe(self.ty), self.writer.shown())
    }

    fn visit_bool<E: serde_core::de::Error>(self, value: bool) -> Result<(), E> {
        if *self.ty != Type::Bool {
            return self.refuse(value);
        }
        let set = self.writer.record.set(self.writer.path.as_str(), value);
        self.writer.stored(set)
    }

    fn visit_i64<E: serde_core::de::Error>(self, value: i64) -> Result<(), E> {
        self.integer(i128::from(value))
    }

    fn visit_u64<E: serde_core::de::Error>(self, value: u64) -> Result<(), E> {
        self.integer(i128::from(value))
    }

    fn visit_i128<E: serde_core::de::Error>(self, value: i128) -> Result<(), E> {
        self.integer(value)
    }

    fn visit_u128<E: serde_core::de::Error>(self, value: u128) -> Result<(), E> {
        match (i128::try_from(value), self.ty) {
            (Ok(value), _) => self.integer(value),
            (Err(_), Type::Scalar(Scalar::U128)) => self.word(value),
            (Err(_), _) => self.refuse(value),
        }
    }

    fn visit_f64<E: serde_core::de::Error>(self, value: f64) -> Result<(), E> {
        self.float(value)
    }

    fn visit_char<E: serde_core::de::Error>(self, value: char) -> Result<(), E> {
        self.visit_str(value.encode_utf8(&mut [0; 4]))
    }

    fn visit_str<E: serde_core::de::Error>(self, text: &str) -> Result<(), E> {
        let Writer { record, path, .. } = &mut *self.writer;
        let set = match self.ty {
            Type::String | Type::Text(_) => record.set(path.as_str(), text),
            Type::Enum(id) => {
                let Some(number) = self.writer.schema.enumeration(*id).number(text) else {
                    return self.refuse(format!("{text:?}"));
                };
                return self.integer(i128::from(number));
            }
            Type::Scalar(Scalar::Char) => {
                let mut characters = text.chars();
                match (characters.next(), characters.next()) {
                    (Some(character), None) => record.set(path.as_str(), character),
                    _ => return self.refuse(format!("{text:?}")),
                }
            }
            Type::Scalar(Scalar::Uuid) => match text.parse::<Uuid>() {
                Ok(id) => record.set(path.as_str(), id),
                Err(_) => return self.refuse(format!("{text:?}")),
            },
            Type::Scalar(Scalar::Ulid) => match text.parse::<Ulid>() {
                Ok(id) => record.set(path.as_str(), id),
                Err(_) => return self.refuse(format!("{text:?}")),
            },
            Type::Scalar(Scalar::Decimal(scale) | Scalar::Decimal128(scale)) => {
                return match decimal::parse(text, *scale) {
                    Some(mantissa) => self.mantissa(mantissa, format!("{text:?}")),
                    None => self.refuse(format!("{text:?}")),
                };
            }
            _ => return self.refuse(format!("{text:?}")),
        };
        self.writer.stored(set)
    }

    fn visit_bytes<E: serde_core::de::Error>(self, bytes: &[u8]) -> Result<(), E> {
        let Writer { record, path, .. } = &mut *self.writer;
        let set = match (self.ty, bytes.try_into()) {
            (Type::Bytes, _) => record.set(path.as_str(), bytes),
            (Type::Scalar(Scalar::Uuid), Ok(id)) => record.set(path.as_str(), Uuid(id)),
            (Type::Scalar(Scalar::Ulid), Ok(id)) => record.set(path.as_str(), Ulid(id)),
            _ => return self.refuse(format!("{} bytes", bytes.len())),
        };
        self.writer.stored(set)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        if let Type::Scalar(scalar @ (Scalar::Geo4 | Scalar::Geo8 | Scalar::Geo16)) = self.ty {
            let path = self.writer.shown();
            let latitude = sequence.next_element_seed(Degrees { path: &path })?;
            let longitude = sequence.next_element_seed(Degrees { path: &path })?;
            let (Some(latitude), Some(longitude), None) =
                (latitude, longitude, sequence.next_element_seed(Skip::new())?)
            else {
                return self.refuse("a sequence of another length than two");
            };
            let path = self.writer.path.as_str();
            let record = &mut self.writer.record;
            let set = match scalar {
                Scalar::Geo4 => Geo4::from_degrees(latitude, longitude).and_then(|place| record.set(path, place)),
                Scalar::Geo8 => Geo8::from_degrees(latitude, longitude).and_then(|place| record.set(path, place)),
                _ => Geo16::from_degrees(latitude, longitude).and_then(|place| record.set(path, place)),
            };
            return set.map_err(|error| self.writer.fault(error));
        }
        if !matches!(self.ty, Type::Bytes | Type::Scalar(Scalar::Uuid | Scalar::Ulid)) {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        // Bytes in a format that has none: numbers.
        let bytes = bytes(&self.writer.shown(), sequence)?;
        self.visit_bytes(&bytes)
    }
}
