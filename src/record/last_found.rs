//! What a builder found last: the record that a value was set in, and the list that was appended
//! to.
//!
//! Fields of one record are mostly set one after another, and elements appended to one list. A path
//! knows a number that is the same for all fields of a record, so both are found again by a
//! comparison.

use super::dynamic::LeafForm;
use super::field::Indices;
use super::path::{HolderId, SegmentKind};
use super::{Address, FieldType, Record};
use crate::layout::Size;
use crate::read::document::MAX_DEPTH;
use crate::read::key::StoredKey;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::union::is_packed;
use crate::schema::{MIXED, Type};
use crate::wire::slice;
use crate::write::Tail;

/// The record and the list that were found last. They are where they were until an edit moves
/// records, or the buffer is laid out anew.
#[derive(Debug)]
pub(super) struct LastFound {
    /// The identity of the schema.
    schema: u64,
    generation: u32,
    holder: HolderId,
    indices: [usize; 3],
    span: RecordSpan,
    /// That of the list's elements.
    list: HolderId,
    /// The indices before theirs.
    outer: [usize; 3],
    tail: Tail,
    stride: usize,
}

impl LastFound {
    pub(super) const fn nothing(schema: u64) -> Self {
        Self {
            schema,
            generation: 0,
            holder: HolderId::NONE,
            indices: [0; 3],
            span: RecordSpan { pos: 0, size: 0 },
            list: HolderId::NONE,
            outer: [0; 3],
            tail: Tail::NONE,
            stride: 0,
        }
    }

    #[inline(always)]
    pub(super) fn forget(&mut self) {
        (self.holder, self.list) = (HolderId::NONE, HolderId::NONE);
    }

    /// The record that holds a value, to edit, if all on the way there is stored; what a text
    /// or another value lacks at the end of the way is made.
    #[inline(always)]
    pub(super) fn holder<A: Address>(
        &mut self,
        record: &mut Record,
        address: &A,
        content: Option<&[u8]>,
    ) -> Option<RecordSpan> {
        let (path, session) = (address.path(), &record.session);
        if path.schema != self.schema || path.indices != A::COUNT {
            return None;
        }
        if path.holder == HolderId::ROOT {
            return Some(RecordSpan { pos: session.root, size: session.root_size });
        }
        let is_last = path.holder == self.holder && has_indices(address, &self.indices);
        if is_last && session.generation == self.generation {
            return Some(self.span);
        }
        self.look(record, address, content)
    }

    #[inline(never)]
    fn look<A: Address>(&mut self, record: &mut Record, address: &A, content: Option<&[u8]>) -> Option<RecordSpan> {
        let path = address.path();
        let holder = path.holder;
        // A key is looked for where it would be made.
        let stored = if path.ends_in_key() { None } else { record.stored_holder(address) };
        let span = match stored {
            Some((span, _)) => span,
            // No value that its field may still refuse.
            None if A::Value::IS_NAME
                || (content.is_none() && !matches!(path.leaf.form, LeafForm::Bit | LeafForm::Word(_))) =>
            {
                return None;
            }
            None => record.make_holder(address, content.map_or(0, |content| content.len().saturating_add(5)))?,
        };
        self.keep_generation(record);
        if holder != HolderId::OTHER {
            (self.holder, self.indices, self.span) = (holder, indices_of(address), span);
        }
        Some(span)
    }

    fn keep_generation(&mut self, record: &Record) {
        if self.generation != record.session.generation {
            self.forget();
            self.generation = record.session.generation;
        }
    }

    /// The end of a list and the bytes of an element, to append one with so many bytes behind it;
    /// a list that is not there is made, with slack for a few.
    #[inline(always)]
    pub(super) fn list<A: Address>(
        &mut self,
        record: &mut Record,
        list: &A,
        heap: usize,
    ) -> Option<(&mut Tail, usize)> {
        let path = list.path();
        if path.schema != self.schema || path.indices != A::COUNT.wrapping_add(1) || !path.ends_in_element() {
            return None;
        }
        let is_last = path.holder == self.list && has_indices(list, &self.outer);
        if !is_last || record.session.generation != self.generation {
            self.look_for_list(record, list, heap)?;
        }
        Some((&mut self.tail, self.stride))
    }

    #[inline(never)]
    fn look_for_list<A: Address>(&mut self, record: &mut Record, list: &A, heap: usize) -> Option<()> {
        /// Elements that a new list has slack for: what they point to comes in between.
        const AHEAD: usize = 4;
        const MOST: usize = 256;
        let (path, session) = (list.path(), &mut record.session);
        if path.holder == HolderId::OTHER {
            return None;
        }
        let (buf, indices) = (session.buf(), Indices::of(list));
        let root = slice(buf.bytes, session.root, session.root_size)?;
        let (holder, segment) = path.stored_list(session.schema(), &buf, root, indices.given())?;
        // Zeros are no default of unions.
        if matches!(segment.kind, SegmentKind::Element { union: Some(_), .. }) {
            return None;
        }
        let (tail, stride) = if let Some(found) = segment.tail(&buf, holder) {
            found
        } else {
            let slot = slice(holder, segment.slot.at(buf.shift()), session.width.bytes())?;
            let (slot, (size, header)) = (buf.offset_of(slot), path.list_header());
            let stride = size.at(session.shift());
            let slack = Some(stride.saturating_mul(AHEAD)).filter(|slack| *slack <= MOST).unwrap_or(stride);
            (session.append_list(slot, &header.header(0, MIXED, stride), slack, heap)?, stride)
        };
        self.keep_generation(record);
        (self.list, self.outer, self.tail, self.stride) = (path.holder, indices_of(list), tail, stride);
        Some(())
    }

    /// An element was appended to the list that was found last, which has so many indices before
    /// its own.
    #[inline(always)]
    pub(super) fn appended(&mut self, count: usize) {
        (self.holder, self.indices) = (self.list, self.outer);
        if let Some(index) = self.indices.get_mut(count) {
            *index = self.tail.count.wrapping_sub(1);
        }
        self.span = RecordSpan { pos: self.tail.end.wrapping_sub(self.stride), size: self.stride };
    }
}

/// Whether an address has these indices; ways of one record have as many.
#[inline(always)]
fn has_indices<A: Address>(address: &A, [first, second, third]: &[usize; 3]) -> bool {
    let is = |number, index: &usize| number >= A::COUNT || address.key(number).index() == *index;
    is(0, first) && is(1, second) && is(2, third)
}

/// As many indices as a known way has.
#[inline(always)]
fn indices_of<A: Address>(address: &A) -> [usize; 3] {
    let index = |number| if number < A::COUNT { address.key(number).index() } else { 0 };
    [index(0), index(1), index(2)]
}

// Records that a builder makes at the end of a path: the struct or the entry that is to hold a
// value, where all before it is stored.

impl Record {
    /// The record that is to hold a value with so many bytes behind it: a struct behind a null
    /// pointer is made, and a text is added to the keys of a map in one run. `None` where that
    /// takes more, and then nothing has changed.
    #[inline(never)]
    pub(super) fn make_holder<A: Address>(&mut self, address: &A, heap: usize) -> Option<RecordSpan> {
        let (path, session) = (address.path(), &mut self.session);
        let (last, segments) = path.segments.split_last()?;
        if segments.len() > MAX_DEPTH as usize / 2 || last.presence.is_some() {
            return None;
        }
        let (buf, indices) = (session.buf(), Indices::of(address));
        let root = slice(buf.bytes, session.root, session.root_size)?;
        let found = path.stored_along(segments, session.schema(), buf, root, indices.given(), &mut [])?;
        if is_packed(found.packed) {
            return None;
        }
        let (slot, shift) = (last.slot, session.shift());
        let pointer = |slot: Size| {
            let at = slot.at(shift);
            let bytes = slice(found.record, at, buf.width.bytes())?;
            Some(buf.offset_of(bytes))
        };
        match &last.kind {
            SegmentKind::Object { ends, .. } => {
                let slot = pointer(slot)?;
                session.append_record(slot, *ends.last()?, heap)
            }
            SegmentKind::Payload { tag, structure: Some(ends), .. }
                if found.record.get(slot.at(shift)) == Some(tag) =>
            {
                let slot = pointer(slot.plus(Size::bytes(1)))?;
                session.append_record(slot, *ends.last()?, heap)
            }
            SegmentKind::Entry { entry } if entry.key.ty == Type::String && entry.value.is_some() => {
                let (Step::Key(number), slot) = (last.step, pointer(slot)?) else { return None };
                let key = address.key(number);
                let StoredKey::Blob(key) = session.schema().stored_key(&entry.key.ty, &key).ok()? else { return None };
                let found = session.text_entry(slot, &entry.layout, key, heap)?;
                let before = entry.layout.key.at(shift);
                Some(RecordSpan { pos: found.pos.wrapping_add(before), size: found.size.checked_sub(before)? })
            }
            _ => None,
        }
    }
}
