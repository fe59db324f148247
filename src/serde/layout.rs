//! From a tape to bytes: the canonical form of a value of `any`, in one walk.
//!
//! ```text
//! slot (tag, payload) | heap
//! ```
//! What a slot points to is appended when the slot is reached, so that objects follow each other
//! depth first.

use alloc::vec::Vec;

use super::tape::{Tape, TapeAt, TapePart};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::{EntryLayout, Size};
use crate::object::{DirectoryHeader, ListHeader, ListHeaderKind, ObjectWriter, TooNarrow};
use crate::read::decoder::too_deep;
use crate::schema::{MIXED, Schema, Type, UnionId, held};
use crate::wire::extension::lineage_block;
use crate::wire::header::Header;
use crate::wire::width::{PointerWidth, Width};
use crate::write::rewrite::FragmentTo;

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
