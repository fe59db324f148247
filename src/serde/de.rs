//! From a format into a record: structs with their fields, skipped values, and the places that
//! errors name.
//!
//! Every value goes to the encoder as it arrives. Fields that do not come, and need not, keep their
//! defaults. The record comes out in its canonical form.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::fmt::{Display, Write};

use serde_core::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as SerdeError, IgnoredAny, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

use super::any;
use super::any::any;
use super::leaf::{Style, leaf};
use super::parts::{ArraySeed, MapSeed, SetSeed, TupleSeed, VariantSeed};
use super::writer::{KeyOptions, NoPart, OptionalKeys, ReadOptions, RecordWriter, ValueSeed};
use crate::encode::{Destination, Encoder, OpenRecord};
use crate::error::{Error, ErrorKind};
use crate::read::cursor::{ValueRef, no_field};
use crate::read::route::{KeyStep, write_key};
use crate::record::Record;
use crate::schema::{Field, Item, MapEntry, Schema, Struct, StructId, Type};

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
    how: ReadOptions,
) -> Result<Record, (D::Error, Option<Error>, String)> {
    if let Err(error) = schema.check() {
        return Err((D::Error::custom(&error), Some(error), String::new()));
    }
    let how = ReadOptions { is_text: deserializer.is_human_readable(), ..how };
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
        read_record(self.schema, deserializer, ReadOptions { keys: self.keys, ..ReadOptions::FORMAT })
            .map_err(|(error, ..)| error)
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
                if is_object && writer.is_beyond() {
                    writer.end_beyond(&record)?;
                } else {
                    let ended = writer.encoder.end_struct(to, &record);
                    writer.put(ended)?;
                }
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
        if writer.is_beyond() {
            sequence.next_element_seed(NoPart(&mut *writer))?;
            let ended = writer.encoder.end_list(to, item, &run);
            return writer.put(ended);
        }
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

// The fields of a struct, in the order of their arrival.

/// A struct under way.
struct Fields<'s> {
    structure: &'s Struct,
    came: SeenFields,
    /// The field behind the one that came last: fields mostly come in their order.
    next: usize,
}

impl<'s> Fields<'s> {
    fn new(structure: &'s Struct) -> Self {
        Self { structure, came: SeenFields::default(), next: 0 }
    }

    /// The number of the field of a name; none if it is not known and may be passed over.
    #[inline]
    fn find<E: serde_core::de::Error>(&self, writer: &RecordWriter<'s>, name: &str) -> Result<Option<usize>, E> {
        if self.structure.fields().get(self.next).is_some_and(|field| field.name() == name) {
            return Ok(Some(self.next));
        }
        self.search(writer, name)
    }

    #[inline(never)]
    fn search<E: serde_core::de::Error>(&self, writer: &RecordWriter<'s>, name: &str) -> Result<Option<usize>, E> {
        match self.structure.field(name) {
            Some((index, _)) => Ok(Some(index)),
            None if writer.how.keys.skips_unknown => Ok(None),
            None => Err(writer.fault(no_field(name, self.structure).message())),
        }
    }

    /// Fails if a field did not come that has to.
    #[inline]
    fn check_all<E: serde_core::de::Error>(&self, writer: &RecordWriter<'s>) -> Result<(), E> {
        if self.came.are_first(self.structure.fields().len()) { Ok(()) } else { self.check_missing(writer) }
    }

    #[inline(never)]
    fn check_missing<E: serde_core::de::Error>(&self, writer: &RecordWriter<'s>) -> Result<(), E> {
        let optional = writer.how.keys.optional;
        let mut fields = self.structure.fields().iter().enumerate();
        match fields.find(|(index, field)| !self.came.has(*index) && !optional.has(field)) {
            None => Ok(()),
            Some((_, field)) => Err(writer.fault(format!("the field `{}` is missing", field.name()))),
        }
    }

    /// Goes to a field, which must not have come yet.
    #[inline]
    fn begin<E: serde_core::de::Error>(&mut self, writer: &mut RecordWriter<'s>, index: usize) -> Result<&'s Field, E> {
        let Some(field) = self.structure.fields().get(index) else {
            return Err(writer.fault("there is no such field"));
        };
        writer.path.push(Segment::Field(field.name()));
        if !self.came.insert(index) {
            return Err(writer.fault("the key comes twice"));
        }
        self.next = index.saturating_add(1);
        Ok(field)
    }
}

/// Which fields came: a bit of each.
#[derive(Default)]
struct SeenFields {
    first: u64,
    rest: Vec<u64>,
}

impl SeenFields {
    /// True if all of the first `count` fields were seen, and these are at most 64.
    #[inline]
    fn are_first(&self, count: usize) -> bool {
        let unused = u32::try_from(count).ok().and_then(|count| 64u32.checked_sub(count));
        unused.is_some_and(|unused| self.first == u64::MAX.checked_shr(unused).unwrap_or(0))
    }

    /// Whether a field came.
    fn has(&self, index: usize) -> bool {
        let word = match (index / 64).checked_sub(1) {
            None => self.first,
            Some(word) => self.rest.get(word).copied().unwrap_or(0),
        };
        // A number below 64.
        #[allow(clippy::cast_possible_truncation)]
        let bit = 1u64.wrapping_shl(index as u32);
        word & bit != 0
    }

    /// Whether a field had not come before.
    #[inline]
    fn insert(&mut self, index: usize) -> bool {
        let bits = match index {
            0..64 => &mut self.first,
            _ => self.rest_of(index),
        };
        // A number below 64.
        #[allow(clippy::cast_possible_truncation)]
        let bit = 1u64.wrapping_shl(index as u32);
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }

    #[inline(never)]
    fn rest_of(&mut self, index: usize) -> &mut u64 {
        let word = (index / 64).saturating_sub(1);
        if word >= self.rest.len() {
            self.rest.resize(word.saturating_add(1), 0);
        }
        self.rest.get_mut(word).unwrap_or(&mut self.first)
    }
}

/// The fields of a struct, from a map.
pub(super) struct FieldsSeed<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) record: OpenRecord,
    pub(super) id: StructId,
}

impl<'de> Visitor<'de> for FieldsSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.writer.schema().structure(self.id).name();
        self.writer.expect(f, format_args!("a map with the fields of `{name}`"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { writer, record, id } = self;
        let mut fields = Fields::new(writer.schema().structure(id));
        while let Some(name) = map.next_key_seed(Name { writer, fields: &fields })? {
            let Some(index) = name else {
                map.next_value_seed(Skip::new())?;
                continue;
            };
            let to = Destination::field(&record, fields.begin(writer, index)?);
            map.next_value_seed(ValueSeed { writer: &mut *writer, to: &to })?;
            writer.path.pop();
        }
        fields.check_all(writer)
    }
}

/// The name of a field, as a format has it.
struct Name<'w, 's> {
    writer: &'w RecordWriter<'s>,
    fields: &'w Fields<'s>,
}

impl<'de> DeserializeSeed<'de> for Name<'_, '_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        // Asked for owned text, also formats that read into a buffer of their own take text of any
        // length.
        deserializer.deserialize_string(self)
    }
}

impl Visitor<'_> for Name<'_, '_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde_core::de::Error>(self, name: &str) -> Result<Self::Value, E> {
        self.fields.find(self.writer, name)
    }

    fn visit_bytes<E: serde_core::de::Error>(self, name: &[u8]) -> Result<Self::Value, E> {
        match core::str::from_utf8(name) {
            Ok(name) => self.visit_str(name),
            Err(_) => Err(E::invalid_value(serde_core::de::Unexpected::Bytes(name), &self)),
        }
    }
}

// Skipped values. A format that can pass over a value does so. Otherwise the value is read, to a
// limited depth.

/// How deep a value may be nested that is passed over.
const MAX_SKIPPED: u32 = 128;

/// Passes over a value.
#[derive(Clone, Copy)]
pub(super) struct Skip {
    left: u32,
}

impl Skip {
    pub(super) fn new() -> Self {
        Self { left: MAX_SKIPPED }
    }

    fn deeper<E: SerdeError>(self) -> Result<Self, E> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Self { left }),
            None => Err(E::custom("a value of an unknown key is nested too deeply")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Skip {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_ignored_any(self)
    }
}

/// Leaves that are passed over.
macro_rules! leaves {
    ($($method:ident($type:ty))*) => {
        $(fn $method<E: SerdeError>(self, _: $type) -> Result<(), E> {
            Ok(())
        })*
    };
}

impl<'de> Visitor<'de> for Skip {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    leaves! {
        visit_bool(bool) visit_i64(i64) visit_i128(i128) visit_u64(u64) visit_u128(u128) visit_f64(f64) visit_str(&str)
        visit_bytes(&[u8])
    }

    fn visit_none<E: SerdeError>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: SerdeError>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deeper()?.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deeper()?.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let part = self.deeper()?;
        while sequence.next_element_seed(part)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let part = self.deeper()?;
        while map.next_key_seed(part)?.is_some() {
            map.next_value_seed(part)?;
        }
        Ok(())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<(), A::Error> {
        let part = self.deeper()?;
        let (IgnoredAny, held) = data.variant()?;
        held.newtype_variant_seed(part)
    }
}

// The place of a value in a record: kept as it is, and written as text for messages alone.

/// A step of the way.
#[derive(Clone, Copy)]
pub(super) enum Segment<'s> {
    /// A field, or a variant.
    Field(&'s str),
    /// An element.
    Index(usize),
    /// The key of an entry that is open, and begins at an offset.
    Key(&'s MapEntry, usize),
}

impl Segment<'_> {
    /// Writes the step behind those before it.
    pub(super) fn write(&self, path: &mut String, encoder: &Encoder<'_>) {
        // Writing to a String cannot fail; a key that has no text is left out.
        let _ = match self {
            Self::Field(name) => write!(path, "{}{name}", if path.is_empty() { "" } else { "." }),
            Self::Index(index) => write!(path, "[{index}]"),
            Self::Key(entry, at) => {
                let _ = encoder.key(entry, *at).and_then(|key| write_key(path, key));
                Ok(())
            }
        };
    }
}

// The place of a writer in a value, for the path of an error: serde calls for a part without saying
// of which value it is a part.

/// How a value is written, and the way to it.
#[derive(Clone, Copy)]
pub(super) struct ErrorPath<'w> {
    pub(super) style: Style,
    /// What the value is part of, and which one.
    within: Option<(&'w ErrorPath<'w>, PathPart<'w>)>,
}

/// A part of a value.
#[derive(Clone, Copy)]
pub(super) enum PathPart<'w> {
    /// A field, or what a variant of that name holds.
    Named(&'w str),
    Element(usize),
    /// What has that key.
    Entry(&'w ValueRef<'w>),
}

impl<'w> ErrorPath<'w> {
    /// To the value that is written.
    pub(super) fn new(style: Style) -> Self {
        Self { style, within: None }
    }

    /// To a part of the value here.
    pub(super) fn to(&'w self, part: PathPart<'w>) -> Self {
        Self { style: self.style, within: Some((self, part)) }
    }

    /// An error at the value here, as the format has it.
    #[cold]
    pub(super) fn failed<E: serde_core::ser::Error>(&self, mut error: Error) -> E {
        let mut path = self;
        while let Some((outer, part)) = path.within {
            error = match part {
                PathPart::Named(name) => error.in_field(name),
                PathPart::Element(index) => error.in_element(index),
                PathPart::Entry(key) => error.in_step(format_args!("{}", KeyStep(*key))),
            };
            path = outer;
        }
        E::custom(error)
    }
}

// The crate's error as serde makes one: from a message.

impl serde_core::de::Error for Error {
    /// An error of [`ErrorKind::Type`].
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Self::new(ErrorKind::Type, message.to_string())
    }
}

impl serde_core::ser::Error for Error {
    /// An error of [`ErrorKind::Type`].
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Self::new(ErrorKind::Type, message.to_string())
    }
}
