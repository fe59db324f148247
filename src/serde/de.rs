//! Into a record.
//!
//! Every value goes to the encoder as it arrives. Fields that do not come, and need not, keep their
//! defaults. The record comes out in its canonical form.

use alloc::format;
use alloc::string::String;
use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor};

use super::any::{self, any};
use super::fields::FieldsSeed;
use super::leaf::leaf;
use super::parts::{ArraySeed, MapSeed, SetSeed, TupleSeed, VariantSeed};
use super::path::Segment;
use super::writer::{How, KeyOptions, OptionalKeys, RecordWriter, ValueSeed};
use crate::encode::{Destination, Encoder, OpenRecord};
use crate::error::Error;
use crate::record::Record;
use crate::schema::{Item, Schema, Type};

/// Deserializes a record of a schema: `(&schema).deserialize(..)` does the same with the defaults.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use vellum::{Schema, serde::RecordSeed};
///
/// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
/// let json = r#"{"x": 1, "y": 2}"#;
/// let error = RecordSeed::new(&schema).deserialize(&mut serde_json::Deserializer::from_str(json)).err().unwrap();
/// assert!(error.to_string().contains("`Point` has no field `y`"));
/// let seed = RecordSeed::new(&schema).skip_unknown_fields();
/// let record = seed.deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap();
/// assert_eq!(record.get::<i32>("x")?, 1);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RecordSeed<'s> {
    pub(super) schema: &'s Schema,
    pub(super) keys: KeyOptions,
}

impl<'s> RecordSeed<'s> {
    /// A seed for records of a schema. A key that the schema does not know is an error, since its
    /// value would be lost, and so is one that comes twice. A field has to come, unless it can be
    /// absent, declares a default, or is of a later revision (`since`); one that does not come has
    /// its default.
    #[must_use]
    pub fn new(schema: &'s Schema) -> Self {
        Self { schema, keys: KeyOptions::default() }
    }

    /// Passes over keys that the schema does not know, of newer programs for instance.
    #[must_use]
    pub fn skip_unknown_fields(mut self) -> Self {
        self.keys.skips_unknown = true;
        self
    }

    /// Makes it an error if a field does not come that cannot be absent, also one that declares a
    /// default or is of a later revision.
    #[must_use]
    pub fn require_all_fields(mut self) -> Self {
        self.keys.optional = OptionalKeys::Absent;
        self
    }

    /// Gives every field that does not come its default, also one that declares none: zero, false,
    /// the first variant, or empty.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use vellum::{Schema, serde::RecordSeed};
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 } root User;")?;
    /// let json = r#"{"age": 36}"#;
    /// let error = RecordSeed::new(&schema).deserialize(&mut serde_json::Deserializer::from_str(json)).err().unwrap();
    /// assert!(error.to_string().contains("the field `name` is missing"));
    /// let seed = RecordSeed::new(&schema).default_missing_fields();
    /// let user = seed.deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap();
    /// assert_eq!(user.get::<str>("name")?, "");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn default_missing_fields(mut self) -> Self {
        self.keys.optional = OptionalKeys::All;
        self
    }
}

/// A record. An error comes with what this crate knows of it: its own error if it has one, and the
/// path, which is in the format's error if `how` names it. The deserializer says whether the format
/// is one for people.
pub(super) fn read_record<'de, D: Deserializer<'de>>(
    schema: &Schema,
    deserializer: D,
    how: How,
) -> Result<Record, (D::Error, Option<Error>, String)> {
    if let Err(error) = schema.check() {
        return Err((D::Error::custom(&error), Some(error), String::new()));
    }
    let how = How { is_text: deserializer.is_human_readable(), ..how };
    let mut writer = RecordWriter::new(Encoder::new(schema), how, None);
    let written = if schema.is_any() {
        any::root(&mut writer, deserializer).map(|bytes| writer.root_any = Some(bytes))
    } else if let Some(root) = schema.root_value() {
        let to = Destination::field(&OpenRecord::ROOT, root);
        ValueSeed { writer: &mut writer, to: &to }.deserialize(deserializer)
    } else {
        let id = schema.root_id();
        deserializer.deserialize_map(FieldsSeed { writer: &mut writer, record: OpenRecord::ROOT, id })
    };
    if let Err(error) = written {
        let path = writer.shown();
        return Err((error, writer.said(), path));
    }
    writer.finish().map_err(|error| (D::Error::custom(&error), Some(error), String::new()))
}

impl<'de> DeserializeSeed<'de> for RecordSeed<'_> {
    type Value = Record;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Record, D::Error> {
        read_record(self.schema, deserializer, How { keys: self.keys, ..How::FORMAT }).map_err(|(error, ..)| error)
    }
}

impl<'de> DeserializeSeed<'de> for &Schema {
    type Value = Record;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Record, D::Error> {
        RecordSeed::new(self).deserialize(deserializer)
    }
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
        self.writer.expect(f, format_args!("a value of {}", self.writer.schema().describe(self.to.ty)))
    }

    fn visit_none<E: serde_core::de::Error>(self) -> Result<(), E> {
        let schema = self.writer.schema();
        // A struct without fields is what serde calls a unit, and a value of `any` is null until it
        // is another.
        let is_unit = matches!(self.to.ty, Type::Struct(id) if schema.structure(*id).fields().is_empty());
        if self.to.optional() || is_unit || schema.is_any_type(self.to.ty) {
            return Ok(());
        }
        Err(self.writer.fault(format!("null is not a value of {}", schema.describe(self.to.ty))))
    }

    fn visit_unit<E: serde_core::de::Error>(self) -> Result<(), E> {
        self.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { writer, to } = self;
        writer.count();
        if !to.ty.has_parts() {
            return leaf(writer, to, deserializer);
        }
        ValueSeed { writer, to }.parts(deserializer)
    }
}

impl ValueSeed<'_, '_> {
    /// A value with parts.
    #[inline(never)]
    pub(super) fn parts<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { writer, to } = self;
        let schema = writer.schema();
        let is_object = writer.enter_value(to)?;
        match to.ty {
            Type::Struct(id) => {
                let begun = writer.encoder.begin_struct(to, *id);
                let record = writer.put(begun)?;
                let structure = schema.structure(*id);
                if structure.is_tuple() {
                    let tuple = TupleSeed { writer: &mut *writer, record, structure };
                    deserializer.deserialize_tuple(structure.fields().len(), tuple)?;
                } else {
                    deserializer.deserialize_map(FieldsSeed { writer: &mut *writer, record, id: *id })?;
                }
                let ended = writer.encoder.end_struct(to, &record);
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
                any(&mut *writer, to, deserializer)?;
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
    to: &'w Destination<'s>,
    item: &'s Item,
}

impl<'de> Visitor<'de> for ListSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.writer.expect(f, format_args!("a sequence"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let Self { writer, to, item } = self;
        let mut run = writer.encoder.begin_run();
        loop {
            writer.path.push(Segment::Index(run.count()));
            // The element has to be there before it is read; if no more comes, it goes again.
            let element = writer.encoder.element(item);
            let next = sequence.next_element_seed(ValueSeed { writer: &mut *writer, to: &element })?;
            writer.path.pop();
            if next.is_none() {
                let ended = writer.encoder.end_list(to, item, &run);
                return writer.put(ended);
            }
            writer.make(item.size)?;
            run.keep();
        }
    }
}
