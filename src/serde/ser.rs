//! Out of a buffer.
//!
//! What is serialized is walked first, under a walk's budget: in a hostile buffer objects can overlap, and a few bytes could
//! make output without end.

use alloc::format;
use alloc::string::ToString;

use serde_core::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::Record;
use crate::read::cursor::{ListRef, StructRef, ValueRef};

impl<B: AsRef<[u8]>> Serialize for Record<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root().map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl Serialize for StructRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check().map_err(S::Error::custom)?;
        Walked(*self).serialize(serializer)
    }
}

impl Serialize for ListRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check().map_err(S::Error::custom)?;
        Walked(*self).serialize(serializer)
    }
}

impl Serialize for ValueRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Struct(cursor) => cursor.serialize(serializer),
            Self::List(cursor) => cursor.serialize(serializer),
            _ => Walked(*self).serialize(serializer),
        }
    }
}

/// A value that was walked.
struct Walked<V>(V);

impl Serialize for Walked<StructRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.fields();
        let mut map = serializer.serialize_map(Some(fields.len()))?;
        for (name, value) in fields {
            map.serialize_entry(name, &Walked(value.map_err(S::Error::custom)?))?;
        }
        map.end()
    }
}

impl Serialize for Walked<ListRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.0.len()))?;
        for value in self.0.iter() {
            sequence.serialize_element(&Walked(value.map_err(S::Error::custom)?))?;
        }
        sequence.end()
    }
}

/// Bytes, which are no sequence of numbers where a format knows better.
struct Bytes<'a>(&'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

impl Serialize for Walked<ValueRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_text = serializer.is_human_readable();
        match self.0 {
            ValueRef::Absent => serializer.serialize_none(),
            ref present => serializer.serialize_some(&Present(*present, is_text)),
        }
    }
}

/// A value that is not absent, and whether people read the format.
struct Present<'a>(ValueRef<'a>, bool);

impl Serialize for Present<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = |latitude: f64, longitude: f64| [latitude, longitude];
        match self.0 {
            ValueRef::Absent => serializer.serialize_none(),
            ValueRef::Bool(value) => serializer.serialize_bool(value),
            ValueRef::Unsigned(value) => serializer.serialize_u64(value),
            ValueRef::Signed(value) => serializer.serialize_i64(value),
            ValueRef::U128(value) => serializer.serialize_u128(value),
            ValueRef::I128(value) => serializer.serialize_i128(value),
            ValueRef::F32(value) => serializer.serialize_f32(value),
            ValueRef::F64(value) => serializer.serialize_f64(value),
            ValueRef::Char(value) => serializer.serialize_char(value),
            ValueRef::Enum(name, _) => serializer.serialize_str(name),
            ValueRef::String(text) => serializer.serialize_str(text),
            ValueRef::Bytes(bytes) => Bytes(bytes).serialize(serializer),
            ValueRef::Uuid(id) if self.1 => serializer.collect_str(&id),
            ValueRef::Uuid(id) => Bytes(&id.0).serialize(serializer),
            ValueRef::Ulid(id) if self.1 => serializer.collect_str(&id),
            ValueRef::Ulid(id) => Bytes(&id.0).serialize(serializer),
            ValueRef::Date(date) => serializer.serialize_i32(date.0),
            ValueRef::Time(time) => serializer.serialize_u64(time.nanos()),
            ValueRef::Timestamp(count, _) => serializer.serialize_i64(count),
            ValueRef::Duration(duration) => serializer.serialize_i64(duration.0),
            decimal @ ValueRef::Decimal(..) => serializer.serialize_str(&format!("{decimal:?}").to_string()),
            ValueRef::Geo4(geo) => place(geo.latitude(), geo.longitude()).serialize(serializer),
            ValueRef::Geo8(geo) => place(geo.latitude(), geo.longitude()).serialize(serializer),
            ValueRef::Geo16(geo) => place(geo.latitude(), geo.longitude()).serialize(serializer),
            ValueRef::Struct(cursor) => Walked(cursor).serialize(serializer),
            ValueRef::List(cursor) => Walked(cursor).serialize(serializer),
        }
    }
}
