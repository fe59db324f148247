//! A record on its way into the encoder, from a format or from a type: where in it the next value
//! goes, how deep it is, what was made so far, and the errors that say all that.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;

use super::path::Segment;
use crate::encode::{Alone, Destination, Encoded, Encoder};
use crate::error::{Error, ErrorKind};
use crate::layout::Size;
use crate::limits::too_many;
use crate::read::decoder::MAX_DEPTH;
use crate::record::Record;
use crate::schema::{DefaultValue, Field, Schema, Type};
use crate::wire::width::{PointerWidth, Width};

/// How many values with parts may be open: enough for objects as deep as can be, with a few values
/// inline in each.
const MAX_LEVELS: u32 = 4 * MAX_DEPTH;
/// Bytes that a value has at least where it is read: itself, and what divides it from the next.
const BYTES_OF_VALUE: usize = 2;

/// Steps of a path that are reserved.
const STEPS: usize = 16;

/// What is done with keys that are no fields, and with fields that have no keys.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KeyOptions {
    pub(super) skips_unknown: bool,
    pub(super) optional: OptionalKeys,
}

/// The fields of which no key has to come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum OptionalKeys {
    /// Those that can be absent.
    Absent,
    /// These, those that declare a default, and those that a later revision added.
    #[default]
    Declared,
    /// All.
    All,
}

impl OptionalKeys {
    /// Whether a field is one of them.
    pub(super) fn has(self, field: &Field) -> bool {
        match self {
            Self::Absent => field.optional(),
            Self::Declared => field.optional() || field.declares_default() || field.since() > 1,
            Self::All => true,
        }
    }
}

/// How values are read.
#[derive(Clone, Copy)]
pub(super) struct How {
    pub(super) keys: KeyOptions,
    /// Whether the format is one for people.
    pub(super) is_text: bool,
    /// Whether messages say where the value is: not where the caller adds the path to the error.
    pub(super) names_path: bool,
    pub(super) source: Source,
    /// Bytes of the whole text, if it is there and known.
    pub(super) text_len: usize,
}

/// Where values are read from.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Source {
    Format,
    /// JSON whose text can be asked for.
    #[cfg(feature = "json")]
    JsonText,
    /// The recording of a type.
    Type,
}

impl How {
    /// A format that is not for people: all that it has has to have a place.
    pub(super) const FORMAT: Self = Self {
        keys: KeyOptions { skips_unknown: false, optional: OptionalKeys::Declared },
        is_text: false,
        names_path: true,
        source: Source::Format,
        text_len: 0,
    };

    /// A type of serde's.
    pub(super) const TYPE: Self = Self { source: Source::Type, ..Self::FORMAT };

    /// JSON, whose errors get their path from the caller: as text, or as a tree that was made of
    /// it.
    #[cfg(feature = "json")]
    pub(super) fn json(keys: KeyOptions, source: Source) -> Self {
        Self { keys, is_text: true, names_path: false, source, text_len: 0 }
    }
}

/// The value under way, and where in it the next one goes.
pub(super) struct RecordWriter<'s> {
    pub(super) encoder: Encoder<'s>,
    pub(super) how: How,
    pub(super) path: Vec<Segment<'s>>,
    /// The rest of the path of an error within `any`.
    pub(super) within: String,
    /// The whole record, if its root is `any`.
    pub(super) root_any: Option<Vec<u8>>,
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
    /// What was last said to be wrong with a value, as it was before serde made text of it.
    said: RefCell<Option<Error>>,
}

/// Why a value by itself was not written: the error of its format or type, and what this crate
/// said.
pub(super) struct Unwritten<E> {
    pub(super) error: E,
    /// Where it was.
    pub(super) path: String,
    /// What ended the work.
    pub(super) failure: Option<Error>,
    /// What was last said of a value.
    pub(super) said: Option<Error>,
}

impl<'s> RecordWriter<'s> {
    pub(super) fn new(encoder: Encoder<'s>, how: How, origin: Option<&'s str>) -> Self {
        let (path, within, root_any, failure) = (Vec::with_capacity(STEPS), String::new(), None, None);
        let said = RefCell::new(None);
        Self { encoder, how, path, within, root_any, origin, depth: 0, levels: 0, read: 0, made: 0, failure, said }
    }

    /// The error that ended the work, if it is one of this crate.
    pub(super) fn said(self) -> Option<Error> {
        self.failure.or_else(|| self.said.into_inner())
    }

    pub(super) fn schema(&self) -> &'s Schema {
        self.encoder.schema()
    }

    /// The path in messages.
    #[cold]
    pub(super) fn shown(&self) -> String {
        let mut shown = String::from(self.origin.unwrap_or(""));
        for segment in &self.path {
            segment.write(&mut shown, &self.encoder);
        }
        shown.push_str(&self.within);
        shown
    }

    /// Says what is expected where the next value goes.
    #[cold]
    pub(super) fn expect(&self, f: &mut fmt::Formatter<'_>, what: fmt::Arguments<'_>) -> fmt::Result {
        self.expect_within(f, what, &"")
    }

    /// Says what is expected at a place within `any`.
    #[cold]
    pub(super) fn expect_within(
        &self,
        f: &mut fmt::Formatter<'_>,
        what: fmt::Arguments<'_>,
        within: &dyn fmt::Display,
    ) -> fmt::Result {
        f.write_fmt(what)?;
        if !self.how.names_path {
            return Ok(());
        }
        let path = format!("{}{within}", self.shown());
        if path.is_empty() { Ok(()) } else { write!(f, " for `{path}`") }
    }

    /// The record in its canonical form.
    pub(super) fn finish(self) -> crate::Result<Record> {
        let schema = self.schema();
        let bytes = match self.root_any {
            Some(bytes) => bytes,
            None => self.encoder.finish()?,
        };
        Record::open(schema, bytes)
    }

    /// A value by itself, of a type; called by its path in another record.
    pub(super) fn value<E: serde_core::de::Error>(
        schema: &'s Schema,
        (ty, optional, default): (&'s Type, bool, &'s DefaultValue),
        (path, how): (&'s str, How),
        put: impl for<'v> FnOnce(&mut RecordWriter<'v>, &Destination<'v>) -> Result<(), E>,
    ) -> Result<Encoded, Unwritten<E>> {
        let alone = Alone::new(schema, ty, optional, default);
        let to = Destination::alone(&alone);
        let mut writer = RecordWriter::new(Encoder::of_value(schema, &alone), how, Some(path));
        match (put(&mut writer, &to), writer.failure.take()) {
            (Ok(()), None) => Ok(writer.encoder.finish_value()),
            (Ok(()), Some(failure)) => {
                Err(Unwritten { error: E::custom(&failure), path: writer.shown(), failure: Some(failure), said: None })
            }
            (Err(error), failure) => Err(Unwritten { error, path: writer.shown(), failure, said: writer.said() }),
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

    /// One value deeper that has parts, of a type: gives whether it is in an object of its own.
    #[inline]
    pub(super) fn enter_value<E: serde_core::de::Error>(&mut self, to: &Destination<'s>) -> Result<bool, E> {
        let is_object = match to.ty {
            Type::List(_) | Type::Map(_) => true,
            Type::Struct(id) if !to.inline() => {
                let structure = self.schema().structure(*id);
                if !structure.is_frozen() {
                    self.make(structure.size())?;
                }
                !structure.is_frozen()
            }
            _ => false,
        };
        self.enter_part(is_object)?;
        Ok(is_object)
    }

    /// One value deeper that has parts: in an object of its own, or inline in that of another.
    #[inline]
    pub(super) fn enter_part<E: serde_core::de::Error>(&mut self, is_object: bool) -> Result<(), E> {
        if self.levels >= MAX_LEVELS || (is_object && self.depth >= MAX_DEPTH) {
            return Err(self.too_deep());
        }
        self.depth = self.depth.saturating_add(u32::from(is_object));
        self.levels = self.levels.saturating_add(1);
        Ok(())
    }

    #[cold]
    fn too_deep<E: serde_core::de::Error>(&mut self) -> E {
        self.failed(Error::new(ErrorKind::Limit, format_args!("values are nested at most {MAX_DEPTH} deep")))
    }

    pub(super) fn leave(&mut self) {
        self.leave_part(true);
    }

    #[inline]
    pub(super) fn leave_part(&mut self, is_object: bool) {
        self.depth = self.depth.saturating_sub(u32::from(is_object));
        self.levels = self.levels.saturating_sub(1);
    }

    /// Counts a value that is read.
    #[inline]
    pub(super) fn count(&mut self) {
        self.read = self.read.saturating_add(1);
    }

    /// Counts the bytes of a record that a value is to have, whatever fields come for it.
    #[inline]
    pub(super) fn make<E: serde_core::de::Error>(&mut self, size: Size) -> Result<(), E> {
        let limits = self.schema().limits();
        self.made = self.made.saturating_add(size.at(PointerWidth::Four.shift()) as u64);
        if self.made <= limits.bytes_of(self.read.saturating_mul(BYTES_OF_VALUE)) {
            return Ok(());
        }
        Err(self.too_much())
    }

    #[cold]
    fn too_much<E: serde_core::de::Error>(&mut self) -> E {
        let most = self.schema().limits().bytes_of(0);
        self.failed(too_many(most, crate::error::Wording::TooManyBytesRead))
    }

    #[cold]
    pub(super) fn fault<E: serde_core::de::Error>(&self, message: impl fmt::Display) -> E {
        let path = self.shown();
        let error = Error::new(ErrorKind::Type, format_args!("{message}"));
        self.said.replace(Some(if path.is_empty() { error } else { error.in_field(&path) }));
        let is_named = !path.is_empty() && self.how.names_path;
        if is_named { E::custom(format!("{message} in `{path}`")) } else { E::custom(message) }
    }

    /// What the encoder said of the value at the path.
    #[inline]
    pub(super) fn put<T, E: serde_core::de::Error>(&mut self, result: crate::Result<T>) -> Result<T, E> {
        result.map_err(|error| self.failed(error))
    }

    #[cold]
    pub(super) fn failed<E: serde_core::de::Error>(&mut self, error: Error) -> E {
        let path = self.shown();
        let error = if path.is_empty() { error } else { error.in_field(&path) };
        let shown = E::custom(&error);
        self.failure = Some(error);
        shown
    }
}

/// A value, and where it goes.
pub(super) struct ValueSeed<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) to: &'w Destination<'s>,
}
