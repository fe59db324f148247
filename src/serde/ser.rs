//! Out of a buffer.
//!
//! What is serialized is walked first, under a walk's budget: in a hostile buffer objects can overlap, and a few bytes could
//! make output without end.

use alloc::format;

use serde_core::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, SerializeTuple, Serializer};

use super::base64::Base64;
use crate::read::cursor::{ListRef, StructRef, ValueRef, ValueShape};
use crate::read::parts::{MapRef, UnionRef};
use crate::read::walk::Check;
use crate::scalar::civil::Civil;
use crate::scalar::form::Form;
use crate::{Change, Record};

impl<B: AsRef<[u8]>> Serialize for Record<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        record(self, Style::Text, serializer)
    }
}

/// A record or a value in it that formats for people have as numbers: dates and times as the stored ones, bytes as a sequence.
///
/// Without it they are text there: that of RFC 3339, and base 64. Either is read.
///
/// ```
/// use vellum::value::Date;
/// use vellum::{Record, Schema, serde::Numbers};
///
/// let mut record = Record::new(&Schema::parse("struct Day { at: date, raw: bytes } root Day;")?);
/// record.set("at", Date(19_675))?;
/// record.set("raw", &[1u8, 2][..])?;
/// assert_eq!(serde_json::to_string(&record).unwrap(), r#"{"at":"2023-11-14","raw":"AQI="}"#);
/// assert_eq!(serde_json::to_string(&Numbers(&record)).unwrap(), r#"{"at":19675,"raw":[1,2]}"#);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Numbers<'a, T>(pub &'a T);

impl<B: AsRef<[u8]>> Serialize for Numbers<'_, Record<B>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        record(self.0, Style::Numbers, serializer)
    }
}

impl Serialize for Numbers<'_, ValueRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        value(*self.0, Style::Numbers, serializer)
    }
}

/// How formats for people have what has both a number and a text.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    Text,
    Numbers,
}

fn record<B: AsRef<[u8]>, S: Serializer>(record: &Record<B>, style: Style, serializer: S) -> Result<S::Ok, S::Error> {
    let root = record.root().map_err(S::Error::custom)?;
    // From the root, so that the value itself counts as an object where it is one.
    root.check(Check::Whole).map_err(S::Error::custom)?;
    if let Some(value) = record.schema().root_value() {
        return Serialized(root.get(value.name()).map_err(S::Error::custom)?, style).serialize(serializer);
    }
    Serialized(root, style).serialize(serializer)
}

fn value<S: Serializer>(value: ValueRef<'_>, style: Style, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        ValueRef::Struct(cursor) => cursor.check(Check::Whole),
        ValueRef::List(cursor) => cursor.check(Check::Whole),
        ValueRef::Union(cursor) => cursor.check(Check::Whole),
        ValueRef::Map(cursor) => cursor.check(Check::Whole),
        _ => Ok(()),
    }
    .map_err(S::Error::custom)?;
    Serialized(value, style).serialize(serializer)
}

impl Serialize for StructRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check(Check::Whole).map_err(S::Error::custom)?;
        Serialized(*self, Style::Text).serialize(serializer)
    }
}

impl Serialize for ListRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check(Check::Whole).map_err(S::Error::custom)?;
        Serialized(*self, Style::Text).serialize(serializer)
    }
}

impl Serialize for ValueRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        value(*self, Style::Text, serializer)
    }
}

/// As its path, the name of its action, and its value, if it has one.
impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.value().map_err(S::Error::custom)?;
        let mut map = serializer.serialize_map(Some(if value.is_some() { 3 } else { 2 }))?;
        map.serialize_entry("path", self.path())?;
        map.serialize_entry("action", self.action().name())?;
        if let Some(value) = value {
            map.serialize_entry("value", &value)?;
        }
        map.end()
    }
}

/// A value that was walked, and how it is written.
struct Serialized<V>(V, Style);

impl Serialize for Serialized<StructRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.fields();
        if self.0.definition().is_tuple() {
            let mut sequence = serializer.serialize_seq(Some(fields.len()))?;
            for (_, value) in fields {
                sequence.serialize_element(&Serialized(value.map_err(S::Error::custom)?, self.1))?;
            }
            return sequence.end();
        }
        let mut map = serializer.serialize_map(Some(fields.len()))?;
        for (name, value) in fields {
            map.serialize_entry(name, &Serialized(value.map_err(S::Error::custom)?, self.1))?;
        }
        map.end()
    }
}

impl Serialize for Serialized<ListRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.0.len()))?;
        for value in self.0.iter() {
            sequence.serialize_element(&Serialized(value.map_err(S::Error::custom)?, self.1))?;
        }
        sequence.end()
    }
}

impl Serialize for UnionRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check(Check::Whole).map_err(S::Error::custom)?;
        Serialized(*self, Style::Text).serialize(serializer)
    }
}

impl Serialize for MapRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check(Check::Whole).map_err(S::Error::custom)?;
        Serialized(*self, Style::Text).serialize(serializer)
    }
}

impl Serialize for Serialized<UnionRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(value) = self.0.value().map_err(S::Error::custom)? else {
            return serializer.serialize_str(self.0.name());
        };
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0.name(), &Serialized(value, self.1))?;
        map.end()
    }
}

impl Serialize for Serialized<MapRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_text = serializer.is_human_readable();
        if self.0.is_set() {
            let mut sequence = serializer.serialize_seq(Some(self.0.len()))?;
            for entry in self.0.iter() {
                sequence.serialize_element(&Serialized(entry.map_err(S::Error::custom)?.0, self.1))?;
            }
            return sequence.end();
        }
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for entry in self.0.iter() {
            let (key, value) = entry.map_err(S::Error::custom)?;
            match key {
                // Text formats have keys that are text.
                ValueRef::Bytes(bytes) if is_text => map.serialize_key(&Hex(bytes))?,
                key => map.serialize_key(&Present(key, is_text, self.1))?,
            }
            map.serialize_value(&Serialized(value, self.1))?;
        }
        map.end()
    }
}

/// Bytes as hexadecimal digits.
struct Hex<'a>(&'a [u8]);

impl core::fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for Serialized<ValueRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_text = serializer.is_human_readable();
        match self.0 {
            ValueRef::Absent => serializer.serialize_none(),
            ref present => serializer.serialize_some(&Present(*present, is_text, self.1)),
        }
    }
}

/// A value that is not absent, whether people read the format, and how.
struct Present<'a>(ValueRef<'a>, bool, Style);

impl Serialize for Present<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let as_text = self.1 && self.2 == Style::Text;
        match self.0.shape() {
            ValueShape::Absent => serializer.serialize_none(),
            ValueShape::Bytes(bytes) if as_text => serializer.collect_str(&Base64(bytes)),
            ValueShape::Scalar(scalar, word) if as_text && let Some(civil) = Civil::of(scalar, word) => {
                serializer.collect_str(&civil)
            }
            ValueShape::Bool(value) => serializer.serialize_bool(value),
            ValueShape::Scalar(scalar, word) => match Form::of(scalar, word) {
                Form::U64(value) => serializer.serialize_u64(value),
                Form::I64(value) => serializer.serialize_i64(value),
                Form::I32(value) => serializer.serialize_i32(value),
                Form::U128(value) => serializer.serialize_u128(value),
                Form::I128(value) => serializer.serialize_i128(value),
                Form::F32(value) => serializer.serialize_f32(value),
                Form::F64(value) => serializer.serialize_f64(value),
                Form::Char(value) => serializer.serialize_char(value),
                Form::Bytes(own) | Form::Octets(own) if self.1 => serializer.collect_str(&own),
                Form::Bytes(own) => own.with_bytes(|bytes| serializer.serialize_bytes(bytes)),
                Form::Octets(own) => own.with_bytes(|bytes| {
                    let mut tuple = serializer.serialize_tuple(bytes.len())?;
                    bytes.iter().try_for_each(|byte| tuple.serialize_element(byte))?;
                    tuple.end()
                }),
                Form::Decimal(number) => serializer.serialize_str(&format!("{number}")),
                Form::Degrees(latitude, longitude) => [latitude, longitude].serialize(serializer),
            },
            // A variant without a name here, of an open enum.
            ValueShape::Enum("", number) => serializer.serialize_u64(number),
            ValueShape::Enum(name, _) => serializer.serialize_str(name),
            ValueShape::String(text) => serializer.serialize_str(text),
            ValueShape::Bytes(bytes) => serializer.serialize_bytes(bytes),
            ValueShape::Struct(cursor) => Serialized(cursor, self.2).serialize(serializer),
            ValueShape::List(cursor) => Serialized(cursor, self.2).serialize(serializer),
            ValueShape::Null => serializer.serialize_unit(),
            ValueShape::Union(cursor) => Serialized(cursor, self.2).serialize(serializer),
            ValueShape::Map(cursor) => Serialized(cursor, self.2).serialize(serializer),
        }
    }
}
