//! A record on its way into the encoder, from a format or from a type: the place and depth of the
//! next value, the values made so far, and their errors.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::convert::Infallible;
use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer};

use super::any::{Tape, TapeAt, TapePart};
use super::de::Segment;
use crate::encode::{Alone, Destination, Encoded, Encoder, OpenRecord};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::{EntryLayout, Size};
use crate::limits::too_many;
use crate::object::{DirectoryHeader, ListHeader, ListHeaderKind, ObjectWriter, TooNarrow};
use crate::read::document::{MAX_DEPTH, too_deep};
use crate::record::Record;
use crate::schema::{DefaultValue, Field, MIXED, Schema, Type, UnionId, held};
use crate::wire::header::{Header, lineage_block};
use crate::wire::width::{PointerWidth, Width};
use crate::write::rewrite::FragmentTo;

/// How many values with parts may be open: enough for objects as deep as can be, with a few values
/// inline in each.
pub(super) const MAX_LEVELS: u32 = 5 * MAX_DEPTH;
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
pub(super) struct ReadOptions {
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

impl ReadOptions {
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
    pub(super) how: ReadOptions,
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
    pub(super) fn new(encoder: Encoder<'s>, how: ReadOptions, origin: Option<&'s str>) -> Self {
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
        (path, how): (&'s str, ReadOptions),
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

    /// Whether the value that is open is too deep to be an object, so that it has to hold nothing:
    /// a list or a map no element, a struct its defaults. These are not stored, but JSON has them.
    #[inline]
    pub(super) fn is_beyond(&self) -> bool {
        self.depth > MAX_DEPTH
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
        if to.optional() {
            self.enter_part(is_object)?;
        } else {
            self.enter_maybe(is_object)?;
        }
        Ok(is_object)
    }

    /// One value deeper that is no object if it holds nothing, which shows later.
    #[inline]
    pub(super) fn enter_maybe<E: serde_core::de::Error>(&mut self, is_object: bool) -> Result<(), E> {
        self.enter_part(false)?;
        self.depth = self.depth.saturating_add(u32::from(is_object));
        Ok(())
    }

    /// Ends a record that is beyond the deepest: it is none if it holds nothing.
    #[cold]
    pub(super) fn end_beyond<E: serde_core::de::Error>(&mut self, record: &OpenRecord) -> Result<(), E> {
        if self.encoder.forget_default(record) { Ok(()) } else { Err(self.too_deep()) }
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
    pub(super) fn too_deep<E: serde_core::de::Error>(&mut self) -> E {
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

/// The first element or key of what is beyond the deepest, which has none.
pub(super) struct NoPart<'w, 's>(pub(super) &'w mut RecordWriter<'s>);

impl<'de> DeserializeSeed<'de> for NoPart<'_, '_> {
    type Value = Infallible;

    fn deserialize<D: Deserializer<'de>>(self, _: D) -> Result<Infallible, D::Error> {
        Err(self.0.too_deep())
    }
}

/// A value, and where it goes.
pub(super) struct ValueSeed<'w, 's> {
    pub(super) writer: &'w mut RecordWriter<'s>,
    pub(super) to: &'w Destination<'s>,
}

// From a tape to bytes: the canonical form of a value of `any`, in one walk.
//
// ```text
// slot (tag, payload) | heap
// ```
// What a slot points to is appended when the slot is reached, so that objects follow each other
// depth first.

type Laid<T = ()> = core::result::Result<T, TooNarrow>;

struct Layer<'t> {
    tape: &'t Tape,
    entry: EntryLayout,
    to: ObjectWriter,
}

/// The entries of the maps of `any`.
fn entry(schema: &Schema, id: UnionId) -> Result<EntryLayout> {
    let entries = schema.entries_of_any(id);
    entries.map(|entry| entry.layout).ok_or_else(|| Error::fixed(&FixedError(ErrorKind::Type, "not `any`")))
}

/// The buffer of a record whose root is `any`, in its canonical form.
pub(super) fn record(tape: &Tape, schema: &Schema) -> Result<Vec<u8>> {
    let Some(Type::Union(id)) = schema.root().fields().first().map(crate::schema::Field::ty) else {
        return Err(Error::fixed(&FixedError(ErrorKind::Type, "not `any`")));
    };
    let entry = entry(schema, *id)?;
    let lineage = schema.lineage().map(lineage_block);
    let extension = lineage.as_slice().as_flattened();
    // Every layout has the text.
    let fits = |width: &PointerWidth| *width >= schema.min_width() && tape.text_len() as u64 <= width.max_len();
    for width in PointerWidth::ALL.into_iter().filter(fits) {
        let size = Size::UNION.at(width.shift());
        let stored = u32::try_from(size).unwrap_or(u32::MAX);
        let head = Header::len(stored).saturating_add(extension.len());
        let mut out = Vec::with_capacity(tape.len_at(width));
        out.resize(head.saturating_add(size), 0);
        Header::write(width, stored, &mut out);
        Header::extend(extension, stored, &mut out);
        let mut layer = Layer { tape, entry, to: ObjectWriter { width, base: 0, out } };
        if layer.slot(0, head).is_ok() && layer.to.out.len() as u64 <= width.max_len() {
            return Ok(layer.to.out);
        }
    }
    Err(Error::limit(crate::error::Wording::BufferLength))
}

/// The value as a fragment, to become part of a buffer; `None` if the width is too narrow.
pub(super) fn fragment(tape: &Tape, schema: &Schema, id: UnionId, to: FragmentTo) -> Result<Option<Vec<u8>>> {
    if tape.depth() > to.levels {
        return Err(too_deep());
    }
    let width = to.width;
    let slot = Size::UNION.at(width.shift());
    let base = to.heap.map_or(0, |heap| heap.wrapping_sub(slot));
    let to = ObjectWriter { width, base, out: alloc::vec![0; slot] };
    let mut layer = Layer { tape, entry: entry(schema, id)?, to };
    let is_laid = layer.slot(0, 0).is_ok() && layer.to.out.len() as u64 <= width.max_len();
    Ok(is_laid.then_some(layer.to.out))
}

/// Bytes of a word of that variant.
fn word_size(tag: u8) -> usize {
    match tag {
        held::I8 => 1,
        held::I16 => 2,
        held::I32 => 4,
        _ => 8,
    }
}

impl Layer<'_> {
    #[inline(always)]
    fn put(&mut self, at: usize, bytes: &[u8]) {
        if let Some(to) = crate::wire::slice_mut(&mut self.to.out, at, bytes.len()) {
            to.copy_from_slice(bytes);
        }
    }

    fn put_word(&mut self, at: usize, tag: u8, word: u64) {
        match (word_size(tag), word.to_le_bytes()) {
            (1, [word, ..]) => self.put(at, &[word]),
            (2, [word @ .., _, _, _, _, _, _]) => self.put(at, &word),
            (4, [word @ .., _, _, _, _]) => self.put(at, &word),
            (_, word) => self.put(at, &word),
        }
    }

    /// Points a slot to the object that is appended next.
    #[inline(always)]
    fn point(&mut self, slot: usize) -> Laid {
        let ObjectWriter { width, base, out } = &mut self.to;
        let pointer = out.len().wrapping_add(*base);
        if pointer as u64 >= width.max_len() {
            return Err(TooNarrow);
        }
        out.get_mut(slot..).and_then(|slot| width.store(slot, pointer)).ok_or(TooNarrow)
    }

    /// A value in a slot.
    fn slot(&mut self, value: usize, at: usize) -> Laid {
        let part = self.tape.part(value);
        self.put(at, &[part.tag()]);
        let at = at.saturating_add(1);
        match part {
            TapePart::Word(tag, word) if word_size(tag) > self.to.width.bytes() => {
                if word == 0 {
                    return Ok(());
                }
                let size = word_size(tag);
                self.point(at)?;
                self.to.blob(word.to_le_bytes().get(..size).unwrap_or(&[]))
            }
            _ => self.payload(part, value, at),
        }
    }

    /// What a variant holds, as an element of a packed list.
    #[inline(always)]
    fn payload(&mut self, part: TapePart, value: usize, at: usize) -> Laid {
        match part {
            TapePart::Null | TapePart::List(0, _) | TapePart::Map(0, ..) => Ok(()),
            TapePart::Bool(is_true) => {
                self.put(at, &[u8::from(is_true)]);
                Ok(())
            }
            TapePart::Word(tag, word) => {
                self.put_word(at, tag, word);
                Ok(())
            }
            TapePart::Blob(_, start, len) => self.blob(start, len, at),
            TapePart::List(count, _) => {
                self.point(at)?;
                self.list(value, count as usize)
            }
            TapePart::Map(count, order, _) => {
                self.point(at)?;
                self.map(order, count)
            }
        }
    }

    /// Text or bytes of the tape.
    #[inline(always)]
    fn blob(&mut self, start: TapeAt, len: u32, at: usize) -> Laid {
        if len == 0 {
            return Ok(());
        }
        self.point(at)?;
        self.to.blob(self.tape.text(start, len))
    }

    fn list(&mut self, list: usize, count: usize) -> Laid {
        let first = list.saturating_add(1);
        let tag = self.common_tag(first, count);
        let stride = match tag {
            MIXED => Size::UNION.at(self.to.shift()),
            held::NULL | held::BOOL => 1,
            held::STRING..=held::MAP => self.to.width.bytes(),
            word => word_size(word),
        };
        self.to.header(&ListHeaderKind::list(true, false).header(count, tag, stride))?;
        let mut at = self.to.elements(count, stride)?;
        let mut value = first;
        for _ in 0..count {
            if tag == MIXED {
                self.slot(value, at)?;
            } else {
                self.payload(self.tape.part(value), value, at)?;
            }
            (value, at) = (self.tape.behind(value), at.saturating_add(stride));
        }
        Ok(())
    }

    /// The tag that all elements have.
    fn common_tag(&self, first: usize, count: usize) -> u8 {
        let tag = self.tape.part(first).tag();
        let mut value = first;
        for _ in 0..count {
            if self.tape.part(value).tag() != tag {
                return MIXED;
            }
            value = self.tape.behind(value);
        }
        tag
    }

    fn map(&mut self, order: TapeAt, count: u32) -> Laid {
        let keys = self.tape.keys(order, count);
        let Some((directory, fill)) = DirectoryHeader::canonical(&self.entry, keys.len()) else {
            return self.run(keys, true);
        };
        let mut pointer = self.to.directory(&directory)?;
        for block in keys.chunks(fill) {
            self.point(pointer)?;
            self.run(block, false)?;
            pointer = pointer.saturating_add(self.to.width.bytes());
        }
        Ok(())
    }

    fn run(&mut self, keys: &[TapeAt], is_map: bool) -> Laid {
        let shift = self.to.shift();
        let (stride, value) = (self.entry.size.at(shift), self.entry.key.at(shift));
        self.to.header(&ListHeader::run(&self.entry, is_map, keys.len(), shift))?;
        let mut at = self.to.elements(keys.len(), stride)?;
        for key in keys {
            let key = *key as usize;
            if let TapePart::Blob(_, start, len) = self.tape.part(key) {
                self.blob(start, len, at)?;
            }
            self.slot(key.saturating_add(1), at.saturating_add(value))?;
            at = at.saturating_add(stride);
        }
        Ok(())
    }
}
