//! A value of `any` on its way into a buffer: a tape of all its parts in the order in which they
//! came, each list and map before what it holds.
//!
//! ```text
//! {"b": [1, 2], "a": "x"}     map(2, end 7) key(b) list(2, end 5) 1 2 key(a) "x"     order: a, b
//! ```
//! Text lies in one string of bytes, so that a part costs sixteen bytes and no allocation of its
//! own. A map's keys are put into their order when it ends.

use alloc::vec::Vec;
use core::fmt;

use super::exact::{self, ExactNumber};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::Size;
use crate::read::order::is_less;
use crate::read::path::write_quoted;
use crate::schema::held;
use crate::wire::clamp;
use crate::wire::width::{PointerWidth, Width};

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
        self.depth = self.depth.max(number(self.open.len())?);
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
        let Self { parts, text, order, waiting, open, .. } = self;
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
                let part = if let Some(exact) = exact_number(parts, text, keys) {
                    let exact = exact?;
                    if let Some(TapePart::Blob(_, key, _)) = parts.get(start.saturating_add(1)) {
                        text.truncate(*key as usize);
                    }
                    parts.truncate(start.saturating_add(1));
                    exact
                } else {
                    let part = TapePart::Map(number(keys.len())?, number(order.len())?, end);
                    order.extend_from_slice(keys);
                    part
                };
                waiting.truncate(*from);
                (*start, part)
            }
            None => return Ok(()),
        };
        open.pop();
        if let Some(place) = parts.get_mut(start) {
            *place = part;
        }
        Ok(())
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

/// The number that a map of one entry is, where it is one of `serde_json`'s exact numbers.
#[inline]
fn exact_number(parts: &[TapePart], text: &[u8], keys: &[TapeAt]) -> Option<Result<TapePart>> {
    let [key] = keys else { return None };
    let value = key.saturating_add(1);
    let is_text = matches!(parts.get(value as usize), Some(TapePart::Blob(held::STRING, ..)));
    if !is_text || blob(parts, text, *key) != exact::NAME.as_bytes() {
        return None;
    }
    let number = ExactNumber::of_text(core::str::from_utf8(blob(parts, text, value)).ok()?)?;
    Some(number.map(|number| match number {
        ExactNumber::Signed(value) => TapePart::signed(value),
        ExactNumber::Unsigned(value) => TapePart::Word(held::U64, value),
        ExactNumber::Float(value) => TapePart::Word(held::F64, value.to_bits()),
    }))
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
