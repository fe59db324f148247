//! From a format into `any`: the narrowest variant that holds a value.
//!
//! A value is put on a tape first, and laid out when it is complete: a value of many parts costs
//! one walk, not an edit and a path for each part.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error as SerdeError, MapAccess, SeqAccess, Unexpected, Visitor};

use super::number::{ExactNumber, MaybeExact, MaybeNumber};
use super::writer::{NoPart, RecordWriter, Source};
use super::{number, writer};
use crate::encode::Destination;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::Size;
use crate::read::route::write_quoted;
use crate::read::search::is_less;
use crate::schema::{Type, held};
use crate::wire::clamp;
use crate::wire::width::{PointerWidth, Width};

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
    let put = writer.encoder.put_laid_out(to, |shift| writer::fragment(&tape, schema, *id, shift));
    writer.put(put)
}

/// The canonical bytes of a record whose root is `any`.
pub(super) fn root<'de, D: Deserializer<'de>>(
    writer: &mut RecordWriter<'_>,
    deserializer: D,
) -> Result<Vec<u8>, D::Error> {
    let mut tape = Tape::of_text(writer.how.text_len);
    AnyValue { writer: &mut *writer, tape: &mut tape }.deserialize(deserializer)?;
    let bytes = writer::record(&tape, writer.schema());
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
    fn failed<E: SerdeError>(&mut self, error: crate::Error) -> E {
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

    fn push<E: SerdeError>(mut self, part: TapePart) -> Result<(), E> {
        self.tape.push(part).map_err(|error| self.failed(error))
    }

    fn push_blob<E: SerdeError>(mut self, tag: u8, content: &[u8]) -> Result<(), E> {
        self.tape.push_blob(tag, content).map_err(|error| self.failed(error))
    }

    /// One level deeper.
    fn enter<E: SerdeError>(&mut self) -> Result<(), E> {
        if self.writer.is_deepest() {
            self.name_place();
        }
        self.writer.enter()
    }

    /// Begins a list or a map.
    fn begin<E: SerdeError>(&mut self, is_map: bool) -> Result<(), E> {
        self.writer.enter_maybe(true)?;
        let begun = if is_map { self.tape.begin_map() } else { self.tape.begin_list() };
        begun.map_err(|error| self.failed(error))
    }

    /// Puts the number of a text instead of the map that has begun.
    fn instead<E: SerdeError>(&mut self, digits: &str) -> Result<(), E> {
        self.writer.leave();
        self.tape.forget_map();
        let number = ExactNumber::of_text(digits).map_err(|error| self.failed(error))?;
        number.give(self.part())
    }

    /// Reads what comes under the first key of a map, which is the name of the only entry of a
    /// number.
    #[inline(never)]
    fn under_name<'de, A: MapAccess<'de>>(&mut self, map: &mut A) -> Result<Option<()>, A::Error> {
        match map.next_value_seed(MaybeNumber(self.part()))? {
            MaybeExact::Other(()) => Ok(Some(())),
            MaybeExact::Number(digits) => self.instead(&digits).map(|()| None),
        }
    }

    /// Ends a list or a map.
    fn end<E: SerdeError>(mut self) -> Result<(), E> {
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

    fn visit_unit<E: SerdeError>(self) -> Result<(), E> {
        self.push(TapePart::Null)
    }

    fn visit_none<E: SerdeError>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(mut self, deserializer: D) -> Result<(), D::Error> {
        self.enter()?;
        deserializer.deserialize_any(self.part())?;
        self.writer.leave();
        Ok(())
    }

    fn visit_bool<E: SerdeError>(self, value: bool) -> Result<(), E> {
        self.push(TapePart::Bool(value))
    }

    fn visit_i64<E: SerdeError>(mut self, value: i64) -> Result<(), E> {
        self.tape.push_signed(value).map_err(|error| self.failed(error))
    }

    fn visit_u64<E: SerdeError>(self, value: u64) -> Result<(), E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => self.push(TapePart::Word(held::U64, value)),
        }
    }

    fn visit_f64<E: SerdeError>(self, value: f64) -> Result<(), E> {
        self.push(TapePart::Word(held::F64, value.to_bits()))
    }

    fn visit_str<E: SerdeError>(self, value: &str) -> Result<(), E> {
        self.push_blob(held::STRING, value.as_bytes())
    }

    fn visit_bytes<E: SerdeError>(self, value: &[u8]) -> Result<(), E> {
        self.push_blob(held::BYTES, value)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut sequence: A) -> Result<(), A::Error> {
        self.begin(false)?;
        if self.writer.is_beyond() {
            self.name_place();
            sequence.next_element_seed(NoPart(&mut *self.writer))?;
            self.writer.within.clear();
            return self.end();
        }
        loop {
            match sequence.next_element_seed(self.part()) {
                Ok(Some(())) => self.tape.next_element(),
                Ok(None) => return self.end(),
                Err(error) => return Err(self.foreign(error)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        // The recording of a type has its numbers as such.
        let may_be_number = self.writer.how.source != Source::Type;
        self.begin(true)?;
        if self.writer.is_beyond() {
            self.name_place();
            let first = map.next_key_seed(MaybeNumber(NoPart(&mut *self.writer)))?;
            self.writer.within.clear();
            return match first {
                None => self.end(),
                Some(MaybeExact::Number(name)) if name == number::NAME => {
                    let digits = map.next_value::<String>()?;
                    self.instead(&digits)
                }
                // A key of an object, by a format that gives every text at once.
                Some(_) => {
                    self.name_place();
                    Err(self.writer.too_deep())
                }
            };
        }
        while let Some(is_name) = map.next_key_seed(KeyOf(self.part()))? {
            if is_name && may_be_number {
                if self.under_name(&mut map)?.is_none() {
                    return Ok(());
                }
                continue;
            }
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
        $(fn $method<E: serde_core::de::Error>(self, key: $type) -> Result<Self::Value, E> {
            self.$put(&alloc::string::ToString::to_string(&key))
        })*
    };
}

pub(super) use keys_as_text;

/// A key of a map, which is text; whether it is the name that numbers have.
struct KeyOf<'w, 's>(AnyValue<'w, 's>);

impl KeyOf<'_, '_> {
    fn put<E: SerdeError>(mut self, key: &str) -> Result<bool, E> {
        self.0.tape.push_key(key).map_err(|error| self.0.failed(error))?;
        Ok(key == number::NAME)
    }
}

impl<'de> DeserializeSeed<'de> for KeyOf<'_, '_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        if self.0.writer.how.is_text {
            deserializer.deserialize_string(self)
        } else {
            deserializer.deserialize_any(self)
        }
    }
}

impl<'de> Visitor<'de> for KeyOf<'_, '_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.writer.expect_within(f, format_args!("a key of string"), &self.0.tape)
    }

    fn visit_str<E: SerdeError>(self, key: &str) -> Result<bool, E> {
        self.put(key)
    }

    fn visit_bytes<E: SerdeError>(self, key: &[u8]) -> Result<bool, E> {
        match core::str::from_utf8(key) {
            Ok(key) => self.put(key),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(key), &self)),
        }
    }

    keys_as_text!(put);

    // Some formats tell that a value is there.
    fn visit_some<D: Deserializer<'de>>(mut self, deserializer: D) -> Result<bool, D::Error> {
        self.0.enter()?;
        let is_name = KeyOf(self.0.part()).deserialize(deserializer)?;
        self.0.writer.leave();
        Ok(is_name)
    }
}

// The tape: all parts of a value of `any` in the order in which they came, each list and map before
// its content.
//
// ```text
// {"b": [1, 2], "a": "x"}     map(2, end 7) key(b) list(2, end 5) 1 2 key(a) "x"     order: a, b
// ```
// Text lies in one string of bytes, so that a part costs sixteen bytes and no allocation of its
// own. A map's keys are put into their order when it ends.

/// Where a part, or a piece of text, begins. A buffer could not hold more of them.
pub(super) type TapeAt = u32;

#[derive(Clone, Copy, Debug)]
pub(super) enum TapePart {
    Null,
    Bool(bool),
    /// An integer or a float, by its variant.
    Word(u8, u64),
    /// Text or bytes, by their variant; the text of a key.
    Blob(u8, TapeAt, u32),
    /// So many elements, up to a part.
    List(u32, TapeAt),
    /// So many entries, whose keys begin at a place of the order, up to a part.
    Map(u32, TapeAt, TapeAt),
}

impl TapePart {
    /// An integer in the narrowest variant that holds it.
    fn signed(value: i64) -> Self {
        let tag = match (i8::try_from(value), i16::try_from(value), i32::try_from(value)) {
            (Ok(_), ..) => held::I8,
            (_, Ok(_), _) => held::I16,
            (.., Ok(_)) => held::I32,
            _ => held::I64,
        };
        Self::Word(tag, value.cast_unsigned())
    }

    /// The variant of `any`.
    pub(super) fn tag(&self) -> u8 {
        match self {
            Self::Null => held::NULL,
            Self::Bool(_) => held::BOOL,
            Self::Word(tag, _) | Self::Blob(tag, ..) => *tag,
            Self::List(..) => held::LIST,
            Self::Map(..) => held::MAP,
        }
    }
}

/// A list or map that is not complete.
#[derive(Clone, Copy)]
enum Unfinished {
    /// Where it began, and how many elements it has.
    List(usize, u32),
    /// Where it began, where the keys that wait for it do, and a key that came twice.
    Map(usize, usize, Option<TapeAt>),
}

/// Bytes of JSON that a part has, about.
const BYTES_OF_PART: usize = 12;

#[derive(Default)]
pub(super) struct Tape {
    parts: Vec<TapePart>,
    text: Vec<u8>,
    order: Vec<TapeAt>,
    /// The keys of maps that are not complete.
    waiting: Vec<TapeAt>,
    open: Vec<Unfinished>,
    depth: u32,
}

#[cold]
fn too_much() -> Error {
    Error::limit(crate::error::Wording::BufferLength)
}

fn number(count: usize) -> Result<u32> {
    u32::try_from(count).map_err(|_| too_much())
}

impl Tape {
    /// For what a text of that length says, which most often has no more text and fewer parts.
    pub(super) fn of_text(len: usize) -> Self {
        let mut tape = Self::default();
        // Where that fails, less may do.
        let _ = tape.text.try_reserve_exact(len);
        let _ = tape.parts.try_reserve_exact(len / BYTES_OF_PART);
        tape
    }

    pub(super) fn push(&mut self, part: TapePart) -> Result<()> {
        number(self.parts.len())?;
        self.parts.push(part);
        Ok(())
    }

    /// An integer in the narrowest variant that holds it.
    pub(super) fn push_signed(&mut self, value: i64) -> Result<()> {
        self.push(TapePart::signed(value))
    }

    pub(super) fn push_blob(&mut self, tag: u8, content: &[u8]) -> Result<()> {
        number(self.parts.len())?;
        self.append(tag, content)
    }

    /// As `push_blob`, of a part whose number is one.
    #[inline(always)]
    fn append(&mut self, tag: u8, content: &[u8]) -> Result<()> {
        let at = self.text.len();
        self.text.extend_from_slice(content);
        // No longer than all text.
        number(self.text.len())?;
        self.parts.push(TapePart::Blob(tag, clamp(at), clamp(content.len())));
        Ok(())
    }

    fn opened(&mut self, open: Unfinished) -> Result<()> {
        self.open.push(open);
        // Its place; what it is comes at its end.
        self.push(TapePart::Null)
    }

    pub(super) fn begin_list(&mut self) -> Result<()> {
        self.opened(Unfinished::List(self.parts.len(), 0))
    }

    pub(super) fn begin_map(&mut self) -> Result<()> {
        self.opened(Unfinished::Map(self.parts.len(), self.waiting.len(), None))
    }

    /// The element that was put last is complete.
    pub(super) fn next_element(&mut self) {
        if let Some(Unfinished::List(_, count)) = self.open.last_mut() {
            *count = count.saturating_add(1);
        }
    }

    pub(super) fn push_key(&mut self, key: &str) -> Result<()> {
        let at = number(self.parts.len())?;
        self.append(held::STRING, key.as_bytes())?;
        self.waiting.push(at);
        Ok(())
    }

    /// Ends the innermost list or map. Fails if a key of a map came twice, and is then still at
    /// that key.
    pub(super) fn end(&mut self) -> Result<()> {
        let end = number(self.parts.len())?;
        let Self { parts, text, order, waiting, open, depth } = self;
        let (start, part) = match open.last_mut() {
            Some(Unfinished::List(start, count)) => (*start, TapePart::List(*count, end)),
            Some(Unfinished::Map(start, from, named)) => {
                let keys = waiting.get_mut(*from..).unwrap_or_default();
                if !ascend(parts, text, keys) {
                    // Where one comes twice, the second is named.
                    keys.sort_unstable_by_key(|at| (blob(parts, text, *at), *at));
                    let mut pairs = keys.iter().zip(keys.iter().skip(1));
                    if let Some((_, twice)) =
                        pairs.find(|(one, next)| blob(parts, text, **one) == blob(parts, text, **next))
                    {
                        *named = Some(*twice);
                        return Err(Error::fixed(&FixedError(ErrorKind::Type, "the key comes twice")));
                    }
                }
                let part = TapePart::Map(number(keys.len())?, number(order.len())?, end);
                order.extend_from_slice(keys);
                waiting.truncate(*from);
                (*start, part)
            }
            None => return Ok(()),
        };
        // What has no part is no object.
        if !matches!(part, TapePart::List(0, _) | TapePart::Map(0, ..)) {
            *depth = (*depth).max(number(open.len())?);
        }
        open.pop();
        if let Some(place) = parts.get_mut(start) {
            *place = part;
        }
        Ok(())
    }

    /// Forgets the innermost map, of which one key came and nothing under it.
    pub(super) fn forget_map(&mut self) {
        let Some(Unfinished::Map(start, from, _)) = self.open.pop() else { return };
        if let Some(TapePart::Blob(_, key, _)) = self.parts.get(start.saturating_add(1)) {
            self.text.truncate(*key as usize);
        }
        self.parts.truncate(start);
        self.waiting.truncate(from);
    }

    /// How many lists and maps are in one another.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// Bytes of all text.
    pub(super) fn text_len(&self) -> usize {
        self.text.len()
    }

    /// Bytes of a layout, about: the text, and of each part a slot and the byte before its text.
    pub(super) fn len_at(&self, width: PointerWidth) -> usize {
        let slots = self.parts.len().saturating_mul(Size::UNION.at(width.shift()).saturating_add(1));
        self.text.len().saturating_add(slots)
    }

    #[inline(always)]
    pub(super) fn part(&self, at: usize) -> TapePart {
        self.parts.get(at).copied().unwrap_or(TapePart::Null)
    }

    /// A piece of the text.
    #[inline(always)]
    pub(super) fn text(&self, at: TapeAt, len: u32) -> &[u8] {
        text(&self.text, at, len)
    }

    /// The part behind one with all that it holds.
    pub(super) fn behind(&self, at: usize) -> usize {
        match self.part(at) {
            TapePart::List(_, end) | TapePart::Map(_, _, end) => end as usize,
            _ => at.saturating_add(1),
        }
    }

    /// The keys of a map, in their order.
    pub(super) fn keys(&self, order: TapeAt, count: u32) -> &[TapeAt] {
        let start = order as usize;
        self.order.get(start..start.saturating_add(count as usize)).unwrap_or(&[])
    }
}

/// Whether each key is less than the next, as those of a sorted map are when they come.
fn ascend(parts: &[TapePart], text: &[u8], keys: &[TapeAt]) -> bool {
    let Some((first, rest)) = keys.split_first() else { return true };
    let mut last = blob(parts, text, *first);
    rest.iter().all(|key| {
        let key = blob(parts, text, *key);
        is_less(core::mem::replace(&mut last, key), key)
    })
}

#[inline(always)]
fn text(text: &[u8], at: TapeAt, len: u32) -> &[u8] {
    crate::wire::slice(text, at as usize, len as usize).unwrap_or(&[])
}

#[inline]
fn blob<'t>(parts: &[TapePart], text: &'t [u8], at: TapeAt) -> &'t [u8] {
    match parts.get(at as usize) {
        Some(TapePart::Blob(_, at, len)) => self::text(text, *at, *len),
        _ => &[],
    }
}

/// Where on a tape the next value goes, as the end of a path.
impl fmt::Display for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, open) in self.open.iter().enumerate() {
            let (from, twice) = match open {
                Unfinished::List(_, index) => {
                    write!(f, "[{index}]")?;
                    continue;
                }
                Unfinished::Map(_, from, twice) => (*from, *twice),
            };
            // The last of its own keys: those of the next map wait behind them.
            let of_next = self.open.iter().skip(number.saturating_add(1)).find_map(|open| match open {
                Unfinished::Map(_, from, _) => Some(*from),
                Unfinished::List(..) => None,
            });
            let own = self.waiting.get(from..of_next.unwrap_or(self.waiting.len())).unwrap_or_default();
            let Some(key) = twice.or(own.last().copied()) else { continue };
            let key = blob(&self.parts, &self.text, key);
            write_quoted(f, core::str::from_utf8(key).unwrap_or(""))?;
        }
        Ok(())
    }
}
