//! Into `any`: the narrowest variant that holds what comes.
//!
//! What comes is put on a tape first, and laid out when it is complete: a value of many parts costs
//! one walk, not an edit and a path for each part.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::layout;
use super::tape::{Tape, TapePart};
use super::writer::{RecordWriter, Source};
use crate::encode::Destination;
use crate::schema::{Type, held};

/// Puts a value of `any`.
pub(super) fn any<'de, 's, D: Deserializer<'de>>(
    writer: &mut RecordWriter<'s>,
    to: &Destination<'s>,
    deserializer: D,
) -> Result<(), D::Error> {
    let mut tape = Tape::default();
    AnyValue { writer: &mut *writer, tape: &mut tape }.deserialize(deserializer)?;
    let schema = writer.schema();
    let Type::Union(id) = to.ty else { return Err(D::Error::custom("not `any`")) };
    let put = writer.encoder.put_laid_out(to, |shift| layout::fragment(&tape, schema, *id, shift));
    writer.put(put)
}

/// The canonical bytes of a record whose root is `any`.
pub(super) fn root<'de, D: Deserializer<'de>>(
    writer: &mut RecordWriter<'_>,
    deserializer: D,
) -> Result<Vec<u8>, D::Error> {
    let mut tape = Tape::of_text(writer.how.text_len);
    AnyValue { writer: &mut *writer, tape: &mut tape }.deserialize(deserializer)?;
    let bytes = layout::record(&tape, writer.schema());
    writer.put(bytes)
}

/// A value of any kind.
struct AnyValue<'w, 's> {
    writer: &'w mut RecordWriter<'s>,
    tape: &'w mut Tape,
}

impl<'s> AnyValue<'_, 's> {
    /// The writer of a part of the value.
    fn part(&mut self) -> AnyValue<'_, 's> {
        AnyValue { writer: &mut *self.writer, tape: &mut *self.tape }
    }

    /// Adds the way within the value to the path of an error, which ends the work.
    #[cold]
    fn failed<E: Error>(&mut self, error: crate::Error) -> E {
        self.name_place();
        self.writer.failed(error)
    }

    #[cold]
    fn name_place(&mut self) {
        self.writer.within = self.tape.to_string();
    }

    /// Says where an error of a type arose. Formats say it themselves.
    #[cold]
    fn foreign<E>(&mut self, error: E) -> E {
        if self.writer.how.source == Source::Type && self.writer.within.is_empty() {
            self.name_place();
        }
        error
    }

    fn push<E: Error>(mut self, part: TapePart) -> Result<(), E> {
        self.tape.push(part).map_err(|error| self.failed(error))
    }

    fn push_blob<E: Error>(mut self, tag: u8, content: &[u8]) -> Result<(), E> {
        self.tape.push_blob(tag, content).map_err(|error| self.failed(error))
    }

    /// One level deeper.
    fn enter<E: Error>(&mut self) -> Result<(), E> {
        if self.writer.is_deepest() {
            self.name_place();
        }
        self.writer.enter()
    }

    /// Begins a list or a map.
    fn begin<E: Error>(&mut self, is_map: bool) -> Result<(), E> {
        self.enter()?;
        let begun = if is_map { self.tape.begin_map() } else { self.tape.begin_list() };
        begun.map_err(|error| self.failed(error))
    }

    /// Ends a list or a map.
    fn end<E: Error>(mut self) -> Result<(), E> {
        self.writer.leave();
        self.tape.end().map_err(|error| self.failed(error))
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
        self.writer.expect_within(f, format_args!("a value"), &self.tape)
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.push(TapePart::Null)
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(mut self, deserializer: D) -> Result<(), D::Error> {
        self.enter()?;
        deserializer.deserialize_any(self.part())?;
        self.writer.leave();
        Ok(())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.push(TapePart::Bool(value))
    }

    fn visit_i64<E: Error>(mut self, value: i64) -> Result<(), E> {
        self.tape.push_signed(value).map_err(|error| self.failed(error))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => self.push(TapePart::Word(held::U64, value)),
        }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        self.push(TapePart::Word(held::F64, value.to_bits()))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        self.push_blob(held::STRING, value.as_bytes())
    }

    fn visit_bytes<E: Error>(self, value: &[u8]) -> Result<(), E> {
        self.push_blob(held::BYTES, value)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut sequence: A) -> Result<(), A::Error> {
        self.begin(false)?;
        loop {
            match sequence.next_element_seed(self.part()) {
                Ok(Some(())) => self.tape.next_element(),
                Ok(None) => return self.end(),
                Err(error) => return Err(self.foreign(error)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        self.begin(true)?;
        while map.next_key_seed(KeyOf(self.part()))?.is_some() {
            map.next_value_seed(self.part()).map_err(|error| self.foreign(error))?;
        }
        self.end()
    }
}

/// Methods that give a key as text to another one.
macro_rules! keys_as_text {
    ($put:ident) => {
        keys_as_text! {
            $put: visit_u64(u64) visit_i64(i64) visit_u128(u128) visit_i128(i128) visit_bool(bool) visit_char(char)
        }
    };
    ($put:ident: $($method:ident($type:ty))*) => {
        $(fn $method<E: Error>(self, key: $type) -> Result<(), E> {
            self.$put(&alloc::string::ToString::to_string(&key))
        })*
    };
}

pub(super) use keys_as_text;

/// A key of a map, which is text.
struct KeyOf<'w, 's>(AnyValue<'w, 's>);

impl KeyOf<'_, '_> {
    fn put<E: Error>(mut self, key: &str) -> Result<(), E> {
        self.0.tape.push_key(key).map_err(|error| self.0.failed(error))
    }
}

impl<'de> DeserializeSeed<'de> for KeyOf<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.0.writer.how.is_text {
            deserializer.deserialize_string(self)
        } else {
            deserializer.deserialize_any(self)
        }
    }
}

impl<'de> Visitor<'de> for KeyOf<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.writer.expect_within(f, format_args!("a key of string"), &self.0.tape)
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<(), E> {
        self.put(key)
    }

    fn visit_bytes<E: Error>(self, key: &[u8]) -> Result<(), E> {
        match core::str::from_utf8(key) {
            Ok(key) => self.put(key),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(key), &self)),
        }
    }

    keys_as_text!(put);

    // Some formats tell that a value is there.
    fn visit_some<D: Deserializer<'de>>(mut self, deserializer: D) -> Result<(), D::Error> {
        self.0.enter()?;
        KeyOf(self.0.part()).deserialize(deserializer)?;
        self.0.writer.leave();
        Ok(())
    }
}
