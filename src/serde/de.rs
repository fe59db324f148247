//! Into a record.
//!
//! Every value goes to the encoder as it arrives. Fields that do not come keep their defaults. The record comes out in its
//! canonical form.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::any::{self, any};
use super::leaf::leaf;
use super::parts::{ArraySeed, MapSeed, SetSeed, TupleSeed, VariantSeed};
use super::path::Segment;
use super::skip::Skip;
use crate::encode::{Destination, Encoded, Encoder, OpenRecord};
use crate::error::{Error, ErrorKind};
use crate::layout::Size;
use crate::limits::too_many;
use crate::read::decoder::MAX_DEPTH;
use crate::record::Record;
use crate::schema::{DefaultValue, Field, Item, Schema, Struct, StructId, Type};
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
        self.schema.check().map_err(D::Error::custom)?;
        let how = How { denies_unknown: self.denies_unknown, is_text: deserializer.is_human_readable() };
        let mut writer = RecordWriter::new(Encoder::new(self.schema), how, None);
        writer.root(deserializer)?;
        writer.finish().map_err(D::Error::custom)
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

/// How values are read.
#[derive(Clone, Copy)]
pub(super) struct How {
    pub(super) denies_unknown: bool,
    /// Whether the format is one for people.
    pub(super) is_text: bool,
}

impl How {
    /// A type of serde's: all that it has has to have a place.
    pub(super) const TYPE: Self = Self { denies_unknown: true, is_text: false };
}

/// The value under way, and where in it the next one goes.
pub(super) struct RecordWriter<'s> {
    pub(super) encoder: Encoder<'s>,
    pub(super) how: How,
    pub(super) path: Vec<Segment<'s>>,
    /// The whole record, if its root is `any`.
    root_any: Option<Vec<u8>>,
    /// The path of the value in another record, if it is one by itself.
    origin: Option<&'s str>,
    /// Objects that are open, as the format counts them.
    depth: u32,
    /// All values with parts that are open: how deep this recurses.
    levels: u32,
    /// Values that were read, and bytes of records that were made of them.
    read: usize,
    made: u64,
    /// The error that ended the work, as it was before serde made text of it.
    failure: Option<Error>,
}

impl<'s> RecordWriter<'s> {
    pub(super) fn new(encoder: Encoder<'s>, how: How, origin: Option<&'s str>) -> Self {
        let (path, root_any, failure) = (Vec::new(), None, None);
        Self { encoder, how, path, root_any, origin, depth: 0, levels: 0, read: 0, made: 0, failure }
    }

    pub(super) fn schema(&self) -> &'s Schema {
        self.encoder.schema()
    }

    /// The path in messages.
    pub(super) fn shown(&self) -> Cow<'_, str> {
        match (self.origin, &*self.path) {
            (Some(origin), []) => Cow::Borrowed(origin),
            (None, [Segment::Field(name)]) => Cow::Borrowed(name),
            (origin, path) => {
                let mut shown = String::from(origin.unwrap_or(""));
                for segment in path {
                    segment.write(&mut shown, &self.encoder);
                }
                Cow::Owned(shown)
            }
        }
    }

    /// Takes the whole record.
    pub(super) fn root<'de, D: Deserializer<'de>>(&mut self, deserializer: D) -> Result<(), D::Error> {
        let (schema, record) = (self.schema(), OpenRecord::ROOT);
        if schema.is_any() {
            self.root_any = Some(any::root(self, deserializer)?);
            return Ok(());
        }
        deserializer.deserialize_map(FieldsSeed { writer: self, record, id: schema.root_id() })
    }

    /// The record in its canonical form.
    fn finish(self) -> crate::Result<Record> {
        let schema = self.schema();
        let bytes = match self.root_any {
            Some(bytes) => bytes,
            None => self.encoder.finish()?,
        };
        Record::open(schema, bytes)
    }

    /// The record, or the error as the crate has it.
    pub(super) fn finish_after(mut self, result: crate::Result<()>) -> crate::Result<Record> {
        match (result, self.failure.take()) {
            (Ok(()), _) => self.finish(),
            (Err(_), Some(failure)) => Err(failure),
            (Err(error), None) => Err(error),
        }
    }

    /// A value by itself, of a type; called by its path in another record.
    pub(super) fn value<'de, D: Deserializer<'de>>(
        schema: &'s Schema,
        (ty, optional, default): (&'s Type, bool, &'s DefaultValue),
        (path, how): (&'s str, How),
        deserializer: D,
    ) -> Result<Encoded, (D::Error, Option<Error>)> {
        let (encoder, to) = Encoder::of_value(schema, ty, optional, default);
        let mut writer = RecordWriter::new(encoder, how, Some(path));
        match (ValueSeed { writer: &mut writer, to }).deserialize(deserializer) {
            Ok(()) => Ok(writer.encoder.finish_value()),
            Err(error) => Err((error, writer.failure)),
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
            return self.put(Err(Error::new(ErrorKind::Limit, format!("values are nested at most {MAX_DEPTH} deep"))));
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
        let limits = self.schema().limits();
        self.made = self.made.saturating_add(size.at(PointerWidth::Four.shift()) as u64);
        if self.made <= limits.bytes_of(self.read.saturating_mul(BYTES_OF_VALUE)) {
            return Ok(());
        }
        self.put(Err(too_many(limits.bytes_of(0), "bytes that what is read does not account for")))
    }

    #[cold]
    pub(super) fn fault<E: serde_core::de::Error>(&self, message: impl fmt::Display) -> E {
        let path = self.shown();
        if path.is_empty() { E::custom(message) } else { E::custom(format!("{message} in `{path}`")) }
    }

    /// What the encoder said of the value at the path.
    #[inline]
    pub(super) fn put<T, E: serde_core::de::Error>(&mut self, result: crate::Result<T>) -> Result<T, E> {
        result.map_err(|error| self.failed(error))
    }

    #[cold]
    pub(super) fn failed<E: serde_core::de::Error>(&mut self, error: Error) -> E {
        let path = self.shown();
        let error = if path.is_empty() { error } else { error.in_field(path.into_owned()) };
        let shown = E::custom(&error);
        self.failure = Some(error);
        shown
    }
}

/// The fields of a struct.
struct FieldsSeed<'w, 's> {
    writer: &'w mut RecordWriter<'s>,
    record: OpenRecord,
    id: StructId,
}

impl<'de> Visitor<'de> for FieldsSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a map with the fields of `{}`", self.writer.schema().structure(self.id).name())?;
        let path = self.writer.shown();
        if path.is_empty() { Ok(()) } else { write!(f, " for `{path}`") }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { writer, record, id } = self;
        let structure = writer.schema().structure(id);
        let mut seen = vec![false; structure.fields().len()];
        // Fields mostly come in their order.
        let mut next = 0usize;
        while let Some(name) = map.next_key_seed(Name { structure, next })? {
            let (index, field) = match name {
                Named::Field(index, field) => (index, field),
                Named::Unknown(name) if writer.how.denies_unknown => {
                    return Err(writer.fault(crate::read::cursor::no_field(&name, structure)));
                }
                Named::Unknown(_) => {
                    map.next_value_seed(Skip::new())?;
                    continue;
                }
            };
            next = index.saturating_add(1);
            writer.path.push(Segment::Field(field.name()));
            match seen.get_mut(index) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(writer.fault("the key comes twice")),
            }
            let to = Destination::field(&record, field);
            map.next_value_seed(ValueSeed { writer: &mut *writer, to })?;
            writer.path.pop();
        }
        Ok(())
    }
}

/// The name of a field, as a format has it.
struct Name<'s> {
    structure: &'s Struct,
    /// The field that is looked at first.
    next: usize,
}

enum Named<'s> {
    Field(usize, &'s Field),
    Unknown(String),
}

impl<'de, 's> DeserializeSeed<'de> for Name<'s> {
    type Value = Named<'s>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Named<'s>, D::Error> {
        // Asked for owned text, also formats that read into a buffer of their own take text of any length.
        deserializer.deserialize_string(self)
    }
}

impl<'s> Visitor<'_> for Name<'s> {
    type Value = Named<'s>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde_core::de::Error>(self, name: &str) -> Result<Named<'s>, E> {
        let Self { structure, next } = self;
        if let Some(field) = structure.fields().get(next).filter(|field| field.name() == name) {
            return Ok(Named::Field(next, field));
        }
        Ok(match structure.field(name) {
            Some((index, field)) => Named::Field(index, field),
            None => Named::Unknown(String::from(name)),
        })
    }

    fn visit_bytes<E: serde_core::de::Error>(self, name: &[u8]) -> Result<Named<'s>, E> {
        match core::str::from_utf8(name) {
            Ok(name) => self.visit_str(name),
            Err(_) => Err(E::invalid_value(serde_core::de::Unexpected::Bytes(name), &self)),
        }
    }
}

/// A value, and where it goes.
pub(super) struct ValueSeed<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) to: Destination<'s>,
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        // Values are written as options, so that absence can be told in any format.
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a value of {} for `{}`", self.writer.schema().describe(self.to.ty), self.writer.shown())
    }

    fn visit_none<E: serde_core::de::Error>(self) -> Result<(), E> {
        let schema = self.writer.schema();
        // A value of `any` is null until it is another.
        if self.to.optional || schema.is_any_type(self.to.ty) {
            return Ok(());
        }
        Err(self.writer.fault(format!("null is not a value of {}", schema.describe(self.to.ty))))
    }

    fn visit_unit<E: serde_core::de::Error>(self) -> Result<(), E> {
        self.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { writer, to } = self;
        let schema = writer.schema();
        writer.read = writer.read.saturating_add(1);
        let is_object = match to.ty {
            Type::List(_) | Type::Map(_) => true,
            Type::Struct(id) if !to.inline && !schema.structure(*id).is_frozen() => {
                writer.make(schema.structure(*id).size())?;
                true
            }
            _ => false,
        };
        if !to.ty.has_parts() {
            return leaf(writer, to, deserializer);
        }
        writer.enter_part(is_object)?;
        match to.ty {
            Type::Struct(id) => {
                let begun = writer.encoder.begin_struct(&to, *id);
                let record = writer.put(begun)?;
                let structure = schema.structure(*id);
                if structure.is_tuple() {
                    let tuple = TupleSeed { writer: &mut *writer, record, structure };
                    deserializer.deserialize_tuple(structure.fields().len(), tuple)?;
                } else {
                    deserializer.deserialize_map(FieldsSeed { writer: &mut *writer, record, id: *id })?;
                }
                let ended = writer.encoder.end_struct(&to, &record);
                writer.put(ended)?;
            }
            Type::List(list) => {
                deserializer.deserialize_seq(ListSeed { writer: &mut *writer, to, item: &list.0 })?;
            }
            Type::Array(array) => {
                deserializer.deserialize_tuple(array.len(), ArraySeed { writer: &mut *writer, to, ty: array })?;
            }
            Type::Map(map) if map.value().is_none() => {
                deserializer.deserialize_seq(SetSeed { writer: &mut *writer, to, entry: &map.0 })?;
            }
            Type::Map(map) => {
                deserializer.deserialize_map(MapSeed { writer: &mut *writer, to, entry: &map.0 })?;
            }
            Type::Union(id) if schema.union(*id).is_any() => {
                any(&mut *writer, &to, *id, deserializer)?;
            }
            Type::Union(id) => {
                deserializer.deserialize_any(VariantSeed { writer: &mut *writer, to, id: *id })?;
            }
            _ => {}
        }
        writer.leave_part(is_object);
        Ok(())
    }
}

/// The elements of a list.
struct ListSeed<'w, 's> {
    writer: &'w mut RecordWriter<'s>,
    to: Destination<'s>,
    item: &'s Item,
}

impl<'de> Visitor<'de> for ListSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a sequence for `{}`", self.writer.shown())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Self { writer, to, item } = self;
        let mut run = writer.encoder.begin_run();
        loop {
            writer.path.push(Segment::Index(run.count()));
            // The element has to be there before it is read; if no more comes, it goes again.
            let element = writer.encoder.element(item);
            let next = sequence.next_element_seed(ValueSeed { writer: &mut *writer, to: element })?;
            writer.path.pop();
            if next.is_none() {
                let ended = writer.encoder.end_list(&to, item, &run);
                return writer.put(ended);
            }
            writer.make(item.size)?;
            run.keep();
        }
    }
}
