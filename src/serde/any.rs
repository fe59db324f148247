//! Into `any`: the narrowest variant that holds what comes.

use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::de::Writer;
use super::parts::KeySeed;
use super::path::Segment;
use crate::encode::{Destination, OpenRecord};
use crate::error::broken;
use crate::schema::{Entry, Item, Type, UnionId, held};

/// A value of any kind, and where it goes.
pub(super) struct AnyValue<'w, 's> {
    pub(super) writer: &'w mut Writer<'s>,
    pub(super) to: Destination<'s>,
    pub(super) id: UnionId,
}

impl<'s> AnyValue<'_, 's> {
    /// Makes it one of a variant that holds something.
    fn begin<E: Error>(&mut self, tag: u8) -> Result<(Destination<'s>, OpenRecord), E> {
        let begun = self.writer.encoder.begin_variant(&self.to, self.id, tag);
        let begun = begun.and_then(|begun| begun.ok_or_else(broken));
        self.writer.put(begun)
    }

    fn end<E: Error>(&mut self, record: &OpenRecord) -> Result<(), E> {
        let ended = self.writer.encoder.end_variant(&self.to, record);
        self.writer.put(ended)
    }

    fn word<E: Error>(mut self, tag: u8, word: u64) -> Result<(), E> {
        let (to, record) = self.begin(tag)?;
        let put = self.writer.encoder.put_word(&to, word.into());
        self.writer.put(put)?;
        self.end(&record)
    }

    fn blob<E: Error>(mut self, tag: u8, content: &[u8]) -> Result<(), E> {
        let (to, record) = self.begin(tag)?;
        let put = self.writer.encoder.put_blob(&to, content);
        self.writer.put(put)?;
        self.end(&record)
    }

    /// The elements of its lists.
    fn item(&self) -> Option<&'s Item> {
        match &self.writer.schema().union(self.id).of_tag(held::LIST)?.item().ty {
            Type::List(list) => Some(&*list.0),
            _ => None,
        }
    }

    /// The entries of its maps.
    fn entry(&self) -> Option<&'s Entry> {
        match &self.writer.schema().union(self.id).of_tag(held::MAP)?.item().ty {
            Type::Map(map) => Some(&*map.0),
            _ => None,
        }
    }
}

impl<'de> DeserializeSeed<'de> for AnyValue<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a value for `{}`", self.writer.shown())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        // Null is what zeros say.
        Ok(())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let Self { writer, to, id } = self;
        writer.enter()?;
        deserializer.deserialize_any(AnyValue { writer: &mut *writer, to, id })?;
        writer.leave();
        Ok(())
    }

    fn visit_bool<E: Error>(mut self, value: bool) -> Result<(), E> {
        let (to, record) = self.begin(held::BOOL)?;
        let put = self.writer.encoder.put_bool(&to, value);
        self.writer.put(put)?;
        self.end(&record)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        // Only the bytes that the variant has are put.
        let word = value.cast_unsigned();
        match (i8::try_from(value), i16::try_from(value), i32::try_from(value)) {
            (Ok(_), ..) => self.word(held::I8, word),
            (_, Ok(_), _) => self.word(held::I16, word),
            (.., Ok(_)) => self.word(held::I32, word),
            _ => self.word(held::I64, word),
        }
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => self.word(held::U64, value),
        }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.word(held::F64, value.to_bits())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        self.blob(held::STRING, value.as_bytes())
    }

    fn visit_bytes<E: Error>(self, value: &[u8]) -> Result<(), E> {
        self.blob(held::BYTES, value)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut sequence: A) -> Result<(), A::Error> {
        self.writer.enter()?;
        let Some(item) = self.item() else { return Err(self.writer.fault("not `any`")) };
        let (to, record) = self.begin(held::LIST)?;
        let mut run = self.writer.encoder.begin_run();
        self.writer.path.push(Segment::Index(0));
        loop {
            let element = self.writer.encoder.element(item);
            let part = AnyValue { writer: &mut *self.writer, to: element, id: self.id };
            if sequence.next_element_seed(part)?.is_none() {
                break;
            }
            run.keep();
            if let Some(last) = self.writer.path.last_mut() {
                *last = Segment::Index(run.count());
            }
        }
        self.writer.path.pop();
        let ended = self.writer.encoder.end_list(&to, item, &run);
        self.writer.put(ended)?;
        self.writer.leave();
        self.end(&record)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        self.writer.enter()?;
        let Some(entry) = self.entry() else { return Err(self.writer.fault("not `any`")) };
        let (to, record) = self.begin(held::MAP)?;
        let mut run = self.writer.encoder.begin_run();
        loop {
            let at = run.entry_at(entry, run.count());
            let (key, value) = self.writer.encoder.entry(entry);
            if map.next_key_seed(KeySeed { writer: &mut *self.writer, to: key })?.is_none() {
                break;
            }
            self.writer.path.push(Segment::Key(entry, at));
            if let Some(to) = value {
                map.next_value_seed(AnyValue { writer: &mut *self.writer, to, id: self.id })?;
            }
            self.writer.path.pop();
            run.keep();
        }
        self.writer.end_map(&to, entry, &run)?;
        self.writer.leave();
        self.end(&record)
    }
}
