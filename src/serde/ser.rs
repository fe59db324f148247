//! Out of a buffer.
//!
//! What is serialized is walked first, under a walk's budget: in a hostile buffer objects can overlap, and a few bytes could
//! make output without end.

use alloc::format;

use serde_core::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::read::cursor::{ListRef, StructRef, ValueRef};
use crate::read::parts::{MapRef, UnionRef};
use crate::read::walk::Check;
use crate::{Change, Record};

impl<B: AsRef<[u8]>> Serialize for Record<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let root = self.root().map_err(S::Error::custom)?;
        if self.schema().is_any() {
            // From the root, so that the value itself counts as an object where it is one.
            root.check(Check::Whole).map_err(S::Error::custom)?;
            return Walked(root.get("0").map_err(S::Error::custom)?).serialize(serializer);
        }
        root.serialize(serializer)
    }
}

impl Serialize for StructRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check(Check::Whole).map_err(S::Error::custom)?;
        Walked(*self).serialize(serializer)
    }
}

impl Serialize for ListRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check(Check::Whole).map_err(S::Error::custom)?;
        Walked(*self).serialize(serializer)
    }
}

impl Serialize for ValueRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Struct(cursor) => cursor.serialize(serializer),
            Self::List(cursor) => cursor.serialize(serializer),
            Self::Union(cursor) => cursor.serialize(serializer),
            Self::Map(cursor) => cursor.serialize(serializer),
            _ => Walked(*self).serialize(serializer),
        }
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

/// A value that was walked.
struct Walked<V>(V);

impl Serialize for Walked<StructRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.0.fields();
        if self.0.definition().is_tuple() {
            let mut sequence = serializer.serialize_seq(Some(fields.len()))?;
            for (_, value) in fields {
                sequence.serialize_element(&Walked(value.map_err(S::Error::custom)?))?;
            }
            return sequence.end();
        }
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

impl Serialize for UnionRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check(Check::Whole).map_err(S::Error::custom)?;
        Walked(*self).serialize(serializer)
    }
}

impl Serialize for MapRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.check(Check::Whole).map_err(S::Error::custom)?;
        Walked(*self).serialize(serializer)
    }
}

impl Serialize for Walked<UnionRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(value) = self.0.value().map_err(S::Error::custom)? else {
            return serializer.serialize_str(self.0.name());
        };
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0.name(), &Walked(value))?;
        map.end()
    }
}

impl Serialize for Walked<MapRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_text = serializer.is_human_readable();
        if self.0.is_set() {
            let mut sequence = serializer.serialize_seq(Some(self.0.len()))?;
            for entry in self.0.iter() {
                sequence.serialize_element(&Walked(entry.map_err(S::Error::custom)?.0))?;
            }
            return sequence.end();
        }
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for entry in self.0.iter() {
            let (key, value) = entry.map_err(S::Error::custom)?;
            match key {
                // Text formats have keys that are text.
                ValueRef::Bytes(bytes) if is_text => map.serialize_key(&Hex(bytes))?,
                key => map.serialize_key(&Present(key, is_text))?,
            }
            map.serialize_value(&Walked(value))?;
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
            // A variant without a name here, of an open enum.
            ValueRef::Enum("", number) => serializer.serialize_u64(number),
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
            decimal @ ValueRef::Decimal(..) => serializer.serialize_str(&format!("{decimal:?}")),
            ValueRef::Geo4(geo) => place(geo.latitude(), geo.longitude()).serialize(serializer),
            ValueRef::Geo8(geo) => place(geo.latitude(), geo.longitude()).serialize(serializer),
            ValueRef::Geo16(geo) => place(geo.latitude(), geo.longitude()).serialize(serializer),
            ValueRef::Struct(cursor) => Walked(cursor).serialize(serializer),
            ValueRef::List(cursor) => Walked(cursor).serialize(serializer),
            ValueRef::Null => serializer.serialize_unit(),
            ValueRef::Union(cursor) => Walked(cursor).serialize(serializer),
            ValueRef::Map(cursor) => Walked(cursor).serialize(serializer),
        }
    }
}
