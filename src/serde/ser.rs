//! Out of a buffer.
//!
//! What is serialized is walked first, under a walk's budget: in a hostile buffer objects can
//! overlap, and a few bytes could make output without end.

use alloc::string::String;

use serde_core::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use super::de::{ErrorPath, PathPart};
use super::leaf;
use super::leaf::Style;
use super::number::Base64;
use crate::compare::{Action, Change, Patch, UNKNOWN_INDEX};
use crate::read::cursor::{ListRef, MapRef, StructRef, UnionRef, ValueRef, ValueShape};
use crate::read::key::{Hex, write_tuple};
use crate::read::walk::Check;
use crate::typed::cursors::ToCursor;
use crate::typed::key::MapKey;
use crate::typed::prove::proof::Proved;
use crate::typed::prove::prover::StableBytes;
use crate::typed::root::schema_of;
use crate::typed::{Reading, Value};
use crate::{List, Map, Record, RecordView, Set};

impl<B: AsRef<[u8]>> Serialize for Record<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.view().map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl Serialize for RecordView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        record(*self, Style::Text, serializer)
    }
}

/// A record, a view or a value in it that formats for people have as numbers: dates, times and
/// durations as the stored ones, bytes as a sequence.
///
/// Without it they are text there: that of RFC 3339, of ISO 8601 for durations, and base 64. Either
/// is read.
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
        Numbers(&self.0.view().map_err(S::Error::custom)?).serialize(serializer)
    }
}

impl Serialize for Numbers<'_, RecordView<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        record(*self.0, Style::Numbers, serializer)
    }
}

impl<B: StableBytes, T: Value> Serialize for Numbers<'_, Proved<B, T>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        proved(self.0, Style::Numbers, serializer)
    }
}

impl Serialize for Numbers<'_, ValueRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        value(*self.0, Style::Numbers, serializer)
    }
}

impl<T: ToCursor> Serialize for Numbers<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        cursor(self.0, Style::Numbers, serializer)
    }
}

fn record<S: Serializer>(record: RecordView<'_>, style: Style, serializer: S) -> Result<S::Ok, S::Error> {
    let root = record.root().map_err(S::Error::custom)?;
    // From the root, so that the value itself counts as an object where it is one.
    root.check(Check::Whole).map_err(S::Error::custom)?;
    WalkedRecord(record, style).serialize(serializer)
}

/// A record whose root was walked.
pub(super) struct WalkedRecord<'a>(pub(super) RecordView<'a>, pub(super) Style);

impl Serialize for WalkedRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(record, style) = self;
        let (root, path) = (record.root().map_err(S::Error::custom)?, ErrorPath::new(*style));
        if let Some(value) = record.schema().root_value() {
            return Serialized(root.get(value.name()).map_err(S::Error::custom)?, &path).serialize(serializer);
        }
        Serialized(root, &path).serialize(serializer)
    }
}

/// The whole buffer, by the schema of its type.
fn proved<B: StableBytes, T: Value, S: Serializer>(
    proved: &Proved<B, T>,
    style: Style,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    record(schema_of::<T>().peek(proved.as_bytes()).map_err(S::Error::custom)?, style, serializer)
}

/// Walks a value, so that what it holds can be written.
pub(super) fn walk(value: &ValueRef<'_>) -> crate::Result<()> {
    match value {
        ValueRef::Struct(cursor) => cursor.check(Check::Whole),
        ValueRef::List(cursor) => cursor.check(Check::Whole),
        ValueRef::Union(cursor) => cursor.check(Check::Whole),
        ValueRef::Map(cursor) => cursor.check(Check::Whole),
        _ => Ok(()),
    }
}

fn value<S: Serializer>(value: ValueRef<'_>, style: Style, serializer: S) -> Result<S::Ok, S::Error> {
    walk(&value).map_err(S::Error::custom)?;
    Serialized(value, &ErrorPath::new(style)).serialize(serializer)
}

fn cursor<T: ToCursor, S: Serializer>(view: &T, style: Style, serializer: S) -> Result<S::Ok, S::Error> {
    let value = view.to_cursor().map_err(S::Error::custom)?;
    walk(&value).map_err(S::Error::custom)?;
    let is_text = serializer.is_human_readable();
    Present(value, is_text, &ErrorPath::new(style)).serialize(serializer)
}

/// What derived views are written by: their schema's walk.
#[doc(hidden)]
pub fn serialize<T: ToCursor, S: Serializer>(view: &T, serializer: S) -> Result<S::Ok, S::Error> {
    cursor(view, Style::Text, serializer)
}

/// What is read of a buffer is written by the schema.
macro_rules! serialize {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serialize(self, serializer)
            }
        }
    )*};
}
serialize! {
    [] StructRef<'_>;
    [] ListRef<'_>;
    [] UnionRef<'_>;
    [] MapRef<'_>;
    [T: Value, R: Reading] List<'_, T, R>;
    [K: MapKey, V: Value, R: Reading] Map<'_, K, V, R>;
    [K: MapKey, R: Reading] Set<'_, K, R>;
}

impl Serialize for ValueRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        value(*self, Style::Text, serializer)
    }
}

/// Serializes like a [`Record`] over the same bytes.
impl<B: StableBytes, T: Value> Serialize for Proved<B, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        proved(self, Style::Text, serializer)
    }
}

/// As a sequence of its changes.
impl Serialize for Patch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// As its path, the name of its action, where a splice begins, what is removed or was there before,
/// and its value, as far as it has them.
impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (removed, value) = (self.removed().map_err(S::Error::custom)?, self.value().map_err(S::Error::custom)?);
        let is_unknown = self.action() == Action::Push && self.index() == UNKNOWN_INDEX;
        let index = (self.action().has_index() && !is_unknown).then(|| self.index());
        let count = (removed.is_none() && self.count() > 0).then(|| self.count());
        let parts = [index.is_some(), count.is_some(), removed.is_some(), value.is_some()];
        let parts = parts.into_iter().filter(|is_there| *is_there).count();
        let mut map = serializer.serialize_map(Some(parts.saturating_add(2)))?;
        map.serialize_entry("path", self.path())?;
        map.serialize_entry("action", self.action().name())?;
        if let Some(index) = index {
            map.serialize_entry("index", &index)?;
        }
        if let Some(count) = count {
            map.serialize_entry("count", &count)?;
        }
        if let Some(removed) = removed {
            map.serialize_entry(if self.is_condition() { "removed" } else { "was" }, &removed)?;
        }
        if let Some(value) = value {
            map.serialize_entry("value", &value)?;
        }
        map.end()
    }
}

/// A value that was walked, and the way to it.
struct Serialized<'w, V>(V, &'w ErrorPath<'w>);

impl Serialize for Serialized<'_, StructRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(cursor, path) = *self;
        let fields = cursor.fields();
        if cursor.definition().is_tuple() {
            let mut sequence = serializer.serialize_seq(Some(fields.len()))?;
            for (name, value) in fields {
                let value = value.map_err(|error| path.failed(error))?;
                sequence.serialize_element(&Serialized(value, &path.to(PathPart::Named(name))))?;
            }
            return sequence.end();
        }
        let mut map = serializer.serialize_map(Some(fields.len()))?;
        for (name, value) in fields {
            let value = value.map_err(|error| path.failed(error))?;
            map.serialize_entry(name, &Serialized(value, &path.to(PathPart::Named(name))))?;
        }
        map.end()
    }
}

impl Serialize for Serialized<'_, ListRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(cursor, path) = *self;
        let mut sequence = serializer.serialize_seq(Some(cursor.len()))?;
        for (index, value) in cursor.iter().enumerate() {
            let value = value.map_err(|error| path.failed(error))?;
            sequence.serialize_element(&Serialized(value, &path.to(PathPart::Element(index))))?;
        }
        sequence.end()
    }
}

impl Serialize for Serialized<'_, UnionRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(cursor, path) = *self;
        let Some(value) = cursor.value().map_err(|error| path.failed(error))? else {
            return serializer.serialize_str(cursor.name());
        };
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(cursor.name(), &Serialized(value, &path.to(PathPart::Named(cursor.name()))))?;
        map.end()
    }
}

impl Serialize for Serialized<'_, MapRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(cursor, path) = *self;
        let is_text = serializer.is_human_readable();
        if cursor.is_set() {
            let mut sequence = serializer.serialize_seq(Some(cursor.len()))?;
            for entry in cursor.iter() {
                let (key, _) = entry.map_err(|error| path.failed(error))?;
                sequence.serialize_element(&Serialized(key, path))?;
            }
            return sequence.end();
        }
        let mut map = serializer.serialize_map(Some(cursor.len()))?;
        for entry in cursor.iter() {
            let (key, value) = entry.map_err(|error| path.failed(error))?;
            match key {
                // Text formats have keys that are text.
                ValueRef::Bytes(bytes) if is_text => map.serialize_key(&KeyText(&Hex(bytes)))?,
                ValueRef::List(list) if is_text => {
                    map.serialize_key(&KeyText(&Hex(list.array_bytes().unwrap_or_default())))?;
                }
                ValueRef::Struct(tuple) if is_text => {
                    let mut text = String::new();
                    write_tuple(&mut text, &tuple, path.style == Style::Numbers).map_err(|error| path.failed(error))?;
                    map.serialize_key(&*text)?;
                }
                key => map.serialize_key(&Present(key, is_text, path))?,
            }
            map.serialize_value(&Serialized(value, &path.to(PathPart::Entry(&key))))?;
        }
        map.end()
    }
}

/// What is written as its text.
struct KeyText<'a, T>(&'a T);

impl<T: core::fmt::Display> Serialize for KeyText<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

impl Serialize for Serialized<'_, ValueRef<'_>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_text = serializer.is_human_readable();
        match self.0 {
            ValueRef::Absent => serializer.serialize_none(),
            present => serializer.serialize_some(&Present(present, is_text, self.1)),
        }
    }
}

/// A value that is not absent, whether people read the format, and the way to it.
struct Present<'w, 'a>(ValueRef<'a>, bool, &'w ErrorPath<'w>);

impl Serialize for Present<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(value, is_text, path) = *self;
        match value.shape() {
            ValueShape::Absent => serializer.serialize_none(),
            ValueShape::Bytes(bytes) if is_text && path.style == Style::Text => serializer.collect_str(&Base64(bytes)),
            ValueShape::Bool(value) => serializer.serialize_bool(value),
            ValueShape::Scalar(scalar, word) => leaf::write((scalar, word), (is_text, path.style), serializer),
            // A variant without a name here, of an open enum.
            ValueShape::Enum("", number) => serializer.serialize_u64(number),
            ValueShape::Enum(name, _) => serializer.serialize_str(name),
            ValueShape::String(text) => serializer.serialize_str(text),
            ValueShape::Bytes(bytes) => serializer.serialize_bytes(bytes),
            ValueShape::Struct(cursor) => Serialized(cursor, path).serialize(serializer),
            ValueShape::List(cursor) => Serialized(cursor, path).serialize(serializer),
            ValueShape::Null => serializer.serialize_unit(),
            ValueShape::Union(cursor) => Serialized(cursor, path).serialize(serializer),
            ValueShape::Map(cursor) => Serialized(cursor, path).serialize(serializer),
        }
    }
}

/// Implements `Serialize` for a derived view, whose field knows where its value lies.
#[doc(hidden)]
#[macro_export]
macro_rules! __serialize {
    ([$($generics:tt)*] [$($wheres:tt)*] $view:ty, $field:tt, $to_cursor:expr) => {
        #[allow(deprecated)]
        impl<$($generics)*> $crate::__v::ToCursor for $view
        where
            $($wheres)*
        {
            fn to_cursor(&self) -> $crate::Result<$crate::__v::ValueRef<'_>> {
                $to_cursor(&self.$field)
            }
        }

        #[allow(deprecated)]
        impl<$($generics)*> $crate::__v::Serialize for $view
        where
            $($wheres)*
        {
            fn serialize<__S: $crate::__v::Serializer>(
                &self,
                __s: __S,
            ) -> $crate::Result<__S::Ok, __S::Error> {
                $crate::__v::serialize(self, __s)
            }
        }
    };
}
