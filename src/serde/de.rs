//! Into a record.
//!
//! Every value is set in the buffer as it arrives, one of `any` when it is complete. Fields that do not come keep their
//! defaults. The record comes out in its canonical form.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use core::fmt::{self, Write};

use serde_core::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::any::any;
use super::leaf::leaf;
use super::parts::{Array, Map, Set, Tuple, Variant};
use super::skip::Skip;
use crate::error::{Error, Kind};
use crate::layout::Size;
use crate::limits::too_many;
use crate::read::decoder::MAX_DEPTH;
use crate::record::Record;
use crate::schema::{self, Item, Schema, StructId, Type};
use crate::wire::width::{PointerWidth, Width};

/// Deserializes a record of a schema: `(&schema).deserialize(..)` does the same with the defaults.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use vellum::{Schema, serde::RecordSeed};
///
/// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
/// let seed = RecordSeed::new(&schema).deny_unknown_fields();
/// let error = seed.deserialize(&mut serde_json::Deserializer::from_str(r#"{"x": 1, "y": 2}"#)).err().unwrap();
/// assert!(error.to_string().contains("`Point` has no field `y`"));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RecordSeed<'s> {
    schema: &'s Schema,
    denies_unknown: bool,
}

impl<'s> RecordSeed<'s> {
    /// A seed for records of a schema. Keys that the schema does not know are skipped.
    #[must_use]
    pub fn new(schema: &'s Schema) -> Self {
        Self { schema, denies_unknown: false }
    }

    /// Makes keys that the schema does not know an error.
    #[must_use]
    pub fn deny_unknown_fields(mut self) -> Self {
        self.denies_unknown = true;
        self
    }
}

impl<'de> DeserializeSeed<'de> for RecordSeed<'_> {
    type Value = Record;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Record, D::Error> {
        self.schema.check().map_err(serde_core::de::Error::custom)?;
        let record = Record::new(self.schema);
        let mut writer = Writer::new(self.schema, record, self.denies_unknown, deserializer.is_human_readable());
        writer.root(deserializer)?;
        writer.compacted().map_err(serde_core::de::Error::custom)
    }
}

impl<'de> DeserializeSeed<'de> for &Schema {
    type Value = Record;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Record, D::Error> {
        RecordSeed::new(self).deserialize(deserializer)
    }
}

/// How many values with parts may be open: enough for objects as deep as can be, with a few values inline in each.
const MAX_LEVELS: u32 = 4 * MAX_DEPTH;
/// Bytes that a value has at least where it is read: itself, and what divides it from the next.
const BYTES_OF_VALUE: usize = 2;

/// The field of a record that holds a value of another, as [`Schema::holding`] names it.
const VALUE: &str = "value";

/// The record under way, and where in it the next value goes.
pub(super) struct Writer<'s> {
    pub(super) schema: &'s Schema,
    pub(super) record: Record,
    pub(super) path: String,
    /// Objects that are open, as the format counts them.
    depth: u32,
    /// All values with parts that are open: how deep this recurses.
    levels: u32,
    /// Values that were read, and bytes of records that were made of them.
    read: usize,
    made: u64,
    denies_unknown: bool,
    pub(super) is_text: bool,
    /// Whether the record was laid out in its canonical form.
    pub(super) is_canonical: bool,
    /// The error that ended the work, as it was before serde made text of it.
    failure: Option<Error>,
    /// What stands for `value` in messages, if the record holds nothing but a value of another.
    origin: Option<&'s str>,
}

impl<'s> Writer<'s> {
    pub(super) fn new(schema: &'s Schema, record: Record, denies_unknown: bool, is_text: bool) -> Self {
        Self {
            schema,
            record,
            path: String::new(),
            depth: 0,
            levels: 0,
            read: 0,
            made: 0,
            denies_unknown,
            is_text,
            is_canonical: false,
            failure: None,
            origin: None,
        }
    }

    /// For a value of a type, in a record that holds nothing else; messages call it by its path in another.
    pub(super) fn of_value(schema: &'s Schema, path: &'s str, denies_unknown: bool, is_text: bool) -> Self {
        let writer = Self::new(schema, Record::new(schema), denies_unknown, is_text);
        Self { path: String::from(VALUE), origin: Some(path), ..writer }
    }

    /// The path in messages.
    pub(super) fn shown(&self) -> Cow<'_, str> {
        match (self.origin, self.path.strip_prefix(VALUE)) {
            (Some(origin), Some(rest)) => Cow::Owned(format!("{origin}{rest}")),
            _ => Cow::Borrowed(&self.path),
        }
    }

    /// Takes the whole record.
    pub(super) fn root<'de, D: Deserializer<'de>>(&mut self, deserializer: D) -> Result<(), D::Error> {
        if self.schema.is_any() {
            let Some(Type::Union(id)) = self.schema.root().fields().first().map(schema::Field::ty) else {
                return Ok(());
            };
            return any(self, *id, deserializer);
        }
        let id = self.schema.root_id();
        deserializer.deserialize_map(Struct { writer: self, id })
    }

    /// The record, or the error as the crate has it.
    pub(super) fn finish(self, result: crate::Result<()>) -> crate::Result<Record> {
        match (result, self.failure) {
            (Ok(()), _) => Ok(self.record),
            (Err(_), Some(failure)) => Err(failure),
            (Err(error), None) => Err(error),
        }
    }

    /// The record in its canonical form.
    fn compacted(mut self) -> crate::Result<Record> {
        if !self.is_canonical {
            self.record.compact()?;
        }
        Ok(self.record)
    }

    /// As [`Writer::finish`], in its canonical form.
    pub(super) fn finish_compacted(mut self, result: crate::Result<()>) -> crate::Result<Record> {
        let failure = self.failure.take();
        match (result, failure) {
            (Ok(()), _) => self.compacted(),
            (Err(_), Some(failure)) => Err(failure),
            (Err(error), None) => Err(error),
        }
    }

    /// Whether nothing can be deeper.
    pub(super) fn is_deepest(&self) -> bool {
        self.depth >= MAX_DEPTH || self.levels >= MAX_LEVELS
    }

    /// One object deeper.
    pub(super) fn enter<E: serde_core::de::Error>(&mut self) -> Result<(), E> {
        self.enter_part(true)
    }

    /// One value deeper that has parts: in an object of its own, or inline in that of another.
    pub(super) fn enter_part<E: serde_core::de::Error>(&mut self, is_object: bool) -> Result<(), E> {
        if self.levels >= MAX_LEVELS || (is_object && self.depth >= MAX_DEPTH) {
            let error = Error::new(Kind::Limit, format!("values are nested at most {MAX_DEPTH} deep"));
            return self.stored(Err(error.in_field(self.shown().into_owned())));
        }
        self.depth = self.depth.saturating_add(u32::from(is_object));
        self.levels = self.levels.saturating_add(1);
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.leave_part(true);
    }

    pub(super) fn leave_part(&mut self, is_object: bool) {
        self.depth = self.depth.saturating_sub(u32::from(is_object));
        self.levels = self.levels.saturating_sub(1);
    }

    /// Counts the bytes of a record that a value is to have, whatever fields come for it.
    pub(super) fn make<E: serde_core::de::Error>(&mut self, size: Size) -> Result<(), E> {
        let limits = self.schema.limits();
        self.made = self.made.saturating_add(size.at(PointerWidth::Four.shift()) as u64);
        if self.made <= limits.bytes_of(self.read.saturating_mul(BYTES_OF_VALUE)) {
            return Ok(());
        }
        let error = too_many(limits.bytes_of(0), "bytes that what is read does not account for");
        self.stored(Err(error.in_field(self.shown().into_owned())))
    }

    pub(super) fn fault<E: serde_core::de::Error>(&self, message: impl fmt::Display) -> E {
        if self.path.is_empty() { E::custom(message) } else { E::custom(format!("{message} in `{}`", self.shown())) }
    }

    pub(super) fn stored<T, E: serde_core::de::Error>(&mut self, result: crate::Result<T>) -> Result<T, E> {
        // The message has the path already.
        result.map_err(|error| {
            let error = match self.origin {
                Some(origin) => error.rebased(VALUE, origin),
                None => error,
            };
            let shown = E::custom(&error);
            self.failure = Some(error);
            shown
        })
    }
}

/// The fields of a struct.
struct Struct<'w, 's> {
    writer: &'w mut Writer<'s>,
    id: StructId,
}

impl<'de> Visitor<'de> for Struct<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map with the fields of `{}`", self.writer.schema.structure(self.id).name())?;
        if self.writer.path.is_empty() { Ok(()) } else { write!(f, " for `{}`", self.writer.shown()) }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { writer, id } = self;
        let schema = writer.schema;
        let structure = schema.structure(id);
        let mut seen = vec![false; structure.fields().len()];
        let len = writer.path.len();
        while let Some(key) = map.next_key::<String>()? {
            let Some((index, field)) = structure.field(&key) else {
                if writer.denies_unknown {
                    return Err(writer.fault(crate::read::cursor::no_field(&key, structure)));
                }
                map.next_value_seed(Skip::new())?;
                continue;
            };
            if !writer.path.is_empty() {
                writer.path.push('.');
            }
            writer.path.push_str(field.name());
            match seen.get_mut(index) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(writer.fault("the key comes twice")),
            }
            let (ty, optional) = (field.ty(), field.optional());
            map.next_value_seed(Slot { writer: &mut *writer, ty, optional, inline: false })?;
            writer.path.truncate(len);
        }
        Ok(())
    }
}

/// A value at the writer's path.
pub(super) struct Slot<'w, 's, 't> {
    pub(super) writer: &'w mut Writer<'s>,
    pub(super) ty: &'t Type,
    pub(super) optional: bool,
    /// Whether a growable struct lies here itself: in a list element.
    pub(super) inline: bool,
}

impl<'de> DeserializeSeed<'de> for Slot<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        // Values are written as options, so that absence can be told in any format.
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for Slot<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a value of {} for `{}`", self.writer.schema.describe(self.ty), self.writer.shown())
    }

    fn visit_none<E: serde_core::de::Error>(self) -> Result<(), E> {
        // A value of `any` that was just made is null.
        if self.optional || self.writer.schema.is_any_type(self.ty) {
            return Ok(());
        }
        Err(self.writer.fault(format!("null is not a value of {}", self.writer.schema.describe(self.ty))))
    }

    fn visit_unit<E: serde_core::de::Error>(self) -> Result<(), E> {
        self.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { writer, ty, inline, .. } = self;
        writer.read = writer.read.saturating_add(1);
        let is_object = match ty {
            Type::List(_) | Type::Map(_) => true,
            Type::Struct(id) if !inline && !writer.schema.structure(*id).is_frozen() => {
                writer.make(writer.schema.structure(*id).size())?;
                true
            }
            _ => false,
        };
        if ty.has_parts() {
            writer.enter_part(is_object)?;
        }
        match ty {
            Type::Struct(id) if writer.schema.structure(*id).is_tuple() => {
                let made = writer.record.make(writer.path.as_str());
                writer.stored(made)?;
                let fields = writer.schema.structure(*id).fields();
                let tuple = Tuple { writer: &mut *writer, id: *id };
                deserializer.deserialize_tuple(fields.len(), tuple)?;
            }
            Type::Struct(id) => {
                let made = writer.record.make(writer.path.as_str());
                writer.stored(made)?;
                deserializer.deserialize_map(Struct { writer: &mut *writer, id: *id })?;
            }
            Type::List(list) => {
                let made = writer.record.make_list(writer.path.as_str());
                writer.stored(made)?;
                deserializer.deserialize_seq(List { writer: &mut *writer, item: &list.0 })?;
            }
            Type::Array(array) => {
                let made = writer.record.make_present(writer.path.as_str());
                writer.stored(made)?;
                deserializer.deserialize_tuple(array.len(), Array { writer: &mut *writer, array })?;
            }
            Type::Map(map) if map.value().is_none() => {
                let made = writer.record.make_map(writer.path.as_str());
                writer.stored(made)?;
                deserializer.deserialize_seq(Set { writer: &mut *writer, key: map.key() })?;
            }
            Type::Map(map) => {
                let made = writer.record.make_map(writer.path.as_str());
                writer.stored(made)?;
                deserializer.deserialize_map(Map { writer: &mut *writer, map })?;
            }
            Type::Union(id) if writer.schema.union(*id).is_any() => {
                any(&mut *writer, *id, deserializer)?;
            }
            Type::Union(id) => {
                let visitor = Variant { writer: &mut *writer, id: *id };
                deserializer.deserialize_any(visitor)?;
            }
            _ => return leaf(writer, ty, deserializer),
        }
        writer.leave_part(is_object);
        Ok(())
    }
}

/// The elements of a list.
struct List<'w, 's, 't> {
    writer: &'w mut Writer<'s>,
    item: &'t Item,
}

impl<'de> Visitor<'de> for List<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a sequence for `{}`", self.writer.shown())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Self { writer, item } = self;
        let Item { ty, optional, growable: inline, .. } = item;
        let (optional, inline) = (*optional, *inline);
        let len = writer.path.len();
        let mut index = 0usize;
        loop {
            // The element has to be there before it is set; if no more comes, it goes again.
            let pushed = writer.record.push_default(writer.path.as_str());
            writer.stored(pushed)?;
            // Writing to a String cannot fail.
            let _ = write!(writer.path, "[{index}]");
            let next = sequence.next_element_seed(Slot { writer: &mut *writer, ty, optional, inline })?;
            writer.path.truncate(len);
            if next.is_none() {
                let removed = writer.record.truncate(writer.path.as_str(), index);
                return writer.stored(removed);
            }
            writer.make(item.size)?;
            index = index.saturating_add(1);
        }
    }
}
