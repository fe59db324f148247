//! Into `any`: the narrowest variant that holds what comes.

use core::fmt::{self, Write};

use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::de::Writer;
use super::parts::KeyOf;
use crate::schema::Type;

/// A value of any kind.
pub(super) struct AnyValue<'w, 's> {
    pub(super) writer: &'w mut Writer<'s>,
}

impl AnyValue<'_, '_> {
    /// Sets the payload of a variant of `any`.
    fn set<'v, V, E: Error>(self, variant: &str, value: V) -> Result<(), E>
    where
        for<'p> &'p str: crate::record::WriteTo<V>,
        V: 'v,
    {
        let len = self.writer.path.len();
        self.writer.path.push_str(".$");
        self.writer.path.push_str(variant);
        let set = self.writer.record.set(self.writer.path.as_str(), value);
        self.writer.path.truncate(len);
        self.writer.stored(set)
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
        let set = self.writer.record.set_variant(&self.writer.path, "null");
        self.writer.stored(set)
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let writer = self.writer;
        writer.enter()?;
        deserializer.deserialize_any(AnyValue { writer: &mut *writer })?;
        writer.leave();
        Ok(())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.set("bool", value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        // The narrowest that holds it.
        match (i8::try_from(value), i16::try_from(value), i32::try_from(value)) {
            (Ok(value), ..) => self.set("i8", value),
            (_, Ok(value), _) => self.set("i16", value),
            (.., Ok(value)) => self.set("i32", value),
            _ => self.set("i64", value),
        }
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => self.set("u64", value),
        }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.set("f64", value)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        self.set("string", value)
    }

    fn visit_bytes<E: Error>(self, value: &[u8]) -> Result<(), E> {
        self.set("bytes", value)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        let writer = self.writer;
        writer.enter()?;
        let len = writer.path.len();
        let switched = writer.record.set_variant(&writer.path, "list");
        writer.stored(switched)?;
        writer.path.push_str(".$list");
        let made = writer.record.make_list(writer.path.as_str());
        writer.stored(made)?;
        let list = writer.path.len();
        let mut index = 0usize;
        loop {
            let pushed = writer.record.push_default(writer.path.as_str());
            writer.stored(pushed)?;
            let _ = write!(writer.path, "[{index}]");
            let next = sequence.next_element_seed(AnyValue { writer: &mut *writer })?;
            writer.path.truncate(list);
            if next.is_none() {
                let removed = writer.record.truncate(writer.path.as_str(), index);
                writer.stored(removed)?;
                break;
            }
            index = index.saturating_add(1);
        }
        writer.path.truncate(len);
        writer.leave();
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let writer = self.writer;
        writer.enter()?;
        let len = writer.path.len();
        let switched = writer.record.set_variant(&writer.path, "map");
        writer.stored(switched)?;
        writer.path.push_str(".$map");
        let made = writer.record.make_map(writer.path.as_str());
        writer.stored(made)?;
        let entries = writer.path.len();
        while map.next_key_seed(KeyOf { writer: &mut *writer, key: &Type::String })?.is_some() {
            map.next_value_seed(AnyValue { writer: &mut *writer })?;
            writer.path.truncate(entries);
        }
        writer.path.truncate(len);
        writer.leave();
        Ok(())
    }
}
