//! Equality and hash of what buffers hold, whatever their layout: two buffers side by side, and one
//! alone.
//!
//! Both walks see the values that the canonical form keeps, so equal content is what equal bytes
//! are after `compact`. A default is the same whether it is stored or not, so the hash leaves
//! defaults out, and tells by its path which value comes next.

use core::hash::Hasher;
use core::ops::ControlFlow;

use crate::error::Result;
use crate::read::Buf;
use crate::read::cursor::{ListRef, Slot};
use crate::read::decoder::Decoder;
use crate::read::entries::EntryParts;
use crate::read::parts::MapRef;
use crate::read::value::{Content, Part};
use crate::schema::{MIXED, Type};

/// Two buffers under comparison.
pub(crate) struct Pair<'a, 'b> {
    a: Decoder<'a>,
    b: Decoder<'b>,
}

impl<'a, 'b> Pair<'a, 'b> {
    pub(crate) fn new(a: Buf<'a>, b: Buf<'b>) -> Self {
        Self { a: Decoder::new(a), b: Decoder::new(b) }
    }

    /// Whether two values of one type are equal.
    pub(crate) fn is_equal(&mut self, a: &Part<'a>, b: &Part<'b>) -> Result<bool> {
        if let (Part::Slot(a), Part::Slot(b)) = (a, b)
            && let Some(is_equal) = self.plain_equal(a, b)?
        {
            return Ok(is_equal);
        }
        self.parts_equal(a, b)
    }

    /// Compares values of the most frequent types; `None` for others.
    #[inline]
    fn plain_equal(&mut self, a: &Slot<'a>, b: &Slot<'b>) -> Result<Option<bool>> {
        match (a.ty, b.ty) {
            (Type::Scalar(scalar), Type::Scalar(_)) if !a.optional => Ok(Some(a.word(*scalar) == b.word(*scalar))),
            (Type::String | Type::Bytes, Type::String | Type::Bytes) => {
                let blobs = match (a.object()?, b.object()?) {
                    (Some(a), Some(b)) => (Some(self.a.blob(a)?), Some(self.b.blob(b)?)),
                    (None, None) => return Ok(Some(true)),
                    (Some(object), None) => (Some(self.a.blob(object)?), b.blob()?),
                    (None, Some(object)) => (a.blob()?, Some(self.b.blob(object)?)),
                };
                Ok(Some(blobs.0 == blobs.1))
            }
            _ => Ok(None),
        }
    }

    fn parts_equal(&mut self, a: &Part<'a>, b: &Part<'b>) -> Result<bool> {
        let ((of_a, a_is_object), (of_b, b_is_object)) = (a.open(&mut self.a)?, b.open(&mut self.b)?);
        let is_deeper = a_is_object || b_is_object;
        if is_deeper {
            self.a.enter()?;
            self.b.enter()?;
        }
        let is_equal = match (&of_a, &of_b) {
            (Content::Bit(a), Content::Bit(b)) => a == b,
            (Content::Word(_, a), Content::Word(_, b)) => a == b,
            (Content::Blob(a), Content::Blob(b)) => a == b,
            // Two records of defaults only, which may hold each other without end.
            (Content::Absent, Content::Absent) | (Content::Struct(_, []), Content::Struct(_, [])) => true,
            (Content::Struct(a_id, a_record), Content::Struct(b_id, b_record)) => {
                let a = Part::fields(a.buf(), a.schema(), *a_id, a_record);
                let b = Part::fields(b.buf(), b.schema(), *b_id, b_record);
                self.all_equal(a.map(|(_, part)| Ok(part)), b.map(|(_, part)| Ok(part)))?
            }
            (Content::List(a), Content::List(b)) => self.lists_equal(a, b)?,
            (Content::Map(a), Content::Map(b)) if a.len() == b.len() => self.maps_equal(a, b)?,
            (Content::Union(_, a), Content::Union(_, b)) if a.tag() == b.tag() => match (a.part(), b.part()) {
                (Some(a), Some(b)) => self.is_equal(&a, &b)?,
                _ => true,
            },
            _ => false,
        };
        if is_deeper {
            self.a.leave();
            self.b.leave();
        }
        Ok(is_equal)
    }

    fn all_equal(
        &mut self,
        a: impl Iterator<Item = Result<Part<'a>>>,
        b: impl Iterator<Item = Result<Part<'b>>>,
    ) -> Result<bool> {
        for (a, b) in a.zip(b) {
            if !self.is_equal(&a?, &b?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn maps_equal(&mut self, a: &MapRef<'a>, b: &MapRef<'b>) -> Result<bool> {
        let (mut a, mut b) = (a.entries(), b.entries());
        loop {
            match self.next_values(&mut a, &mut b)? {
                ControlFlow::Break(are_equal) => return Ok(are_equal),
                ControlFlow::Continue(Some((a, b))) if !self.is_equal(&a, &b)? => return Ok(false),
                ControlFlow::Continue(_) => {}
            }
        }
    }

    /// Compares the keys of the next entries. Apart from their values, which can have maps of their
    /// own: a frame holds only what it needs then. None of sets; ends where keys differ, and behind
    /// the last entries.
    #[inline(never)]
    fn next_values(
        &mut self,
        a: &mut impl Iterator<Item = Result<EntryParts<'a>>>,
        b: &mut impl Iterator<Item = Result<EntryParts<'b>>>,
    ) -> Result<ControlFlow<bool, Option<(Part<'a>, Part<'b>)>>> {
        let (Some(a), Some(b)) = (a.next(), b.next()) else { return Ok(ControlFlow::Break(true)) };
        let ((a_key, a), (b_key, b)) = (a?, b?);
        if !self.is_equal(&Part::Slot(a_key), &Part::Slot(b_key))? {
            return Ok(ControlFlow::Break(false));
        }
        Ok(ControlFlow::Continue(a.zip(b)))
    }

    fn lists_equal(&mut self, a: &ListRef<'a>, b: &ListRef<'b>) -> Result<bool> {
        if a.len() != b.len() {
            return Ok(false);
        }
        if let (Some(a), Some(b)) = (plain_bytes(a), plain_bytes(b)) {
            return Ok(a == b);
        }
        // Two arrays that are not stored have defaults only.
        if a.elements.bytes.is_empty() && b.elements.bytes.is_empty() {
            return Ok(true);
        }
        // What has no pointers, and nothing unseen, is equal if its bytes are; if they are not it
        // still may be.
        let of_bytes = |run: &ListRef<'_>| run.item.size.pointers == 0 && run.elements.stride <= run.item.size.at(0);
        let is_alike = a.elements.tag == b.elements.tag && a.elements.stride == b.elements.stride;
        if is_alike && of_bytes(a) && of_bytes(b) && a.elements.bytes == b.elements.bytes {
            return Ok(true);
        }
        self.all_equal(a.parts(), b.parts())
    }
}

/// All bytes of a list, if they alone are the elements: nothing absent, no pointers, no bits beside
/// the values.
fn plain_bytes<'a>(list: &ListRef<'a>) -> Option<&'a [u8]> {
    let is_plain = !list.item.optional && matches!(list.item.ty, Type::Scalar(_) | Type::Enum(_));
    let is_stored = list.elements.bytes.len() == list.elements.count.saturating_mul(list.elements.stride);
    (is_plain && is_stored && list.elements.tag == MIXED).then_some(list.elements.bytes)
}

/// Hashes one buffer.
pub(crate) struct Hashed<'a, 'h> {
    decoder: Decoder<'a>,
    hasher: &'h mut dyn Hasher,
}

/// The path of the part of a number, as a number.
fn inward(path: u64, number: usize) -> u64 {
    (path.rotate_left(5) ^ (number as u64).wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<'a, 'h> Hashed<'a, 'h> {
    pub(crate) fn new(buf: Buf<'a>, hasher: &'h mut dyn Hasher) -> Self {
        Self { decoder: Decoder::new(buf), hasher }
    }

    pub(crate) fn part(&mut self, part: &Part<'a>, path: u64) -> Result<()> {
        let (content, is_object) = part.open(&mut self.decoder)?;
        if part.is_default(&content) {
            return Ok(());
        }
        if is_object {
            self.decoder.enter()?;
        }
        if part.is_optional() {
            self.hasher.write_u64(path);
        }
        match &content {
            Content::Absent | Content::Struct(_, []) => {}
            Content::Bit(value) => self.word(path, u128::from(*value)),
            Content::Word(_, word) => self.word(path, *word),
            Content::Blob(content) => {
                self.bytes(path, content.len(), content);
            }
            Content::Struct(id, record) => {
                for (number, (_, field)) in Part::fields(part.buf(), part.schema(), *id, record).enumerate() {
                    self.part(&field, inward(path, number))?;
                }
            }
            Content::List(run) => self.run(run, path)?,
            Content::Map(map) if map.is_empty() => {}
            Content::Map(map) => {
                self.bytes(path, map.len(), &[]);
                for (entry, number) in map.entries().zip(0usize..) {
                    let (key, value) = entry?;
                    self.part(&Part::Slot(key), inward(path, number))?;
                    if let Some(value) = value {
                        self.part(&value, inward(path, number).wrapping_add(1))?;
                    }
                }
            }
            Content::Union(_, union) => {
                if union.tag() != 0 {
                    self.word(path, u128::from(union.tag()));
                }
                if let Some(payload) = union.part() {
                    self.part(&payload, inward(path, usize::from(union.tag())))?;
                }
            }
        }
        if is_object {
            self.decoder.leave();
        }
        Ok(())
    }

    fn run(&mut self, run: &ListRef<'a>, path: u64) -> Result<()> {
        // An array that is not stored has defaults only.
        if run.elements.bytes.is_empty() {
            return Ok(());
        }
        if let Some(bytes) = plain_bytes(run) {
            if bytes.iter().any(|byte| *byte != 0) || !run.is_array {
                self.bytes(path, run.len(), bytes);
            }
            return Ok(());
        }
        if !run.is_array {
            self.bytes(path, run.len(), &[]);
        }
        (0..run.len()).try_for_each(|index| self.part(&run.part(index)?, inward(path, index)))
    }

    fn word(&mut self, path: u64, word: u128) {
        self.hasher.write_u64(path);
        self.hasher.write_u128(word);
    }

    fn bytes(&mut self, path: u64, len: usize, content: &[u8]) {
        self.hasher.write_u64(path);
        self.hasher.write_u64(len as u64);
        self.hasher.write(content);
    }
}
