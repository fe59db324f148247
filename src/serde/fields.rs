//! The fields of a struct, as they come.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};

use super::path::Segment;
use super::skip::Skip;
use super::writer::{RecordWriter, ValueSeed};
use crate::encode::{Destination, OpenRecord};
use crate::read::cursor::no_field;
use crate::schema::{Field, Struct, StructId};

/// A struct under way.
struct Fields<'s> {
    structure: &'s Struct,
    came: Came,
    /// The field behind the one that came last: fields mostly come in their order.
    next: usize,
}

impl<'s> Fields<'s> {
    fn new(structure: &'s Struct) -> Self {
        Self { structure, came: Came::default(), next: 0 }
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
struct Came {
    first: u64,
    rest: Vec<u64>,
}

impl Came {
    /// Whether so many came, which are all; false also where more are kept than one word has bits.
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
