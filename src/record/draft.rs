//! The short ways of a builder: values into records of the draft that it has just found, elements
//! to lists it has just added to.
//!
//! Which record is meant, handles know as a [`RecordWay`]: a number that is the same for all fields
//! of a record. So a field of the record that was written last is one comparison and one store. A
//! short way gives up (`None`) before it changes anything; then the value is set by an ordinary
//! edit, after which nothing is known any more.

use super::field::Indices;
use super::path::{Leaf, LeafForm, Path};
use super::plain::Plain;
use super::segments::SegmentKind;
use super::{Address, FieldType, Record, RecordBuilder};
use crate::error::Result;
use crate::layout::Size;
use crate::read::navigate::RecordSpan;
use crate::schema::Type;
use crate::wire::width::PointerWidth;
use crate::write::DraftList;

/// Binary logarithm of the bytes of a draft's pointers.
const SHIFT: u32 = PointerWidth::Four as u32;

/// The record that a path leads to, apart from indices: the slots of the structs and lists on the
/// way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordWay(u64);

impl RecordWay {
    /// The root.
    const ROOT: Self = Self(0);
    /// Too long, or not known from slots alone.
    const OTHER: Self = Self(u64::MAX);
    /// No path's.
    const NONE: Self = Self(u64::MAX - 1);

    fn of(path: &Path) -> Self {
        let mut way = Self::ROOT;
        for segment in &path.segments {
            let is_list = match segment.kind {
                SegmentKind::Element { union: None, .. } => true,
                SegmentKind::Object { .. } => false,
                _ => return Self::OTHER,
            };
            if segment.presence.is_some() || way.0 > u64::from(u32::MAX) {
                return Self::OTHER;
            }
            way = Self(way.0.wrapping_shl(32) | Self::step(segment.slot, is_list));
        }
        way
    }

    /// Two sizes of a record of at most 64 KiB, of which pointers take four bytes: 16 and 14 bits.
    /// Never zero, and never all ones.
    fn step(slot: Size, is_list: bool) -> u64 {
        let slot = u64::from(slot.fixed & 0xFFFF).wrapping_shl(14) | u64::from(slot.pointers & 0x3FFF);
        slot.wrapping_shl(1) | u64::from(is_list) | 1 << 31
    }

    fn is_known(self) -> bool {
        self != Self::OTHER
    }
}

/// Where the value of a path lies in a draft.
#[derive(Clone, Copy, Debug)]
pub(super) struct DraftPlace {
    way: RecordWay,
    /// Offset of the slot or, of a bool, of the byte with its bit, in the record.
    at: usize,
    /// The bit of a bool.
    mask: u8,
    takes: Takes,
    /// Whether it is an element of a list.
    is_element: bool,
}

/// What can be written there without a look at anything else.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Takes {
    /// A word or bool of the field's own type.
    Word,
    /// Any text, or any bytes.
    Content,
    Nothing,
}

impl DraftPlace {
    /// Not known.
    pub(super) const OTHER: Self =
        Self { way: RecordWay::OTHER, at: 0, mask: 0, takes: Takes::Nothing, is_element: false };

    /// Of a complete path.
    pub(super) fn of(path: &Path) -> Self {
        let Leaf { ty, place, has_presence, rules, .. } = &path.leaf;
        let takes = match ty {
            Type::Bool | Type::Scalar(_) if !path.may_refuse && !has_presence => Takes::Word,
            Type::String | Type::Bytes if rules.is_none() => Takes::Content,
            _ => Takes::Nothing,
        };
        let (at, mask) = match ty {
            Type::Bool => {
                (place.bitmap.at(SHIFT).wrapping_add((place.bit / 8) as usize), 1u8.wrapping_shl(place.bit % 8))
            }
            _ => (place.slot.at(SHIFT), 0),
        };
        Self { way: RecordWay::of(path), at, mask, takes, is_element: path.ends_in_element() }
    }
}

/// What a builder has found last.
#[derive(Debug)]
pub(super) struct LastFound {
    /// The record that was written last.
    way: RecordWay,
    indices: [usize; 2],
    holder: RecordSpan,
    /// The list that was appended to last: the way to its elements, and the index before theirs.
    list_way: RecordWay,
    outer: usize,
    list: DraftList,
}

impl LastFound {
    pub(super) const NOTHING: Self = Self {
        way: RecordWay::NONE,
        indices: [0; 2],
        holder: RecordSpan { pos: 0, size: 0 },
        list_way: RecordWay::NONE,
        outer: 0,
        list: DraftList::NOTHING,
    };
}

/// As many indices as a known way has.
#[inline(always)]
fn indices_of<A: Address>(address: &A) -> [usize; 2] {
    let index = |number| if number < A::COUNT { address.key(number).index() } else { 0 };
    [index(0), index(1)]
}

impl RecordBuilder {
    /// For an ordinary edit of the record.
    pub(crate) fn edited(&mut self) -> &mut Record {
        (self.found.way, self.found.list_way) = (RecordWay::NONE, RecordWay::NONE);
        &mut self.record
    }

    #[inline]
    pub(super) fn set_at<A: Address>(&mut self, address: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        match self.put(address, &value) {
            Some(()) => Ok(()),
            None => self.set_elsewhere(address, value),
        }
    }

    #[inline(always)]
    fn put<A: Address>(&mut self, address: &A, value: &<A::Value as FieldType>::Set<'_>) -> Option<()> {
        let path = address.path();
        if let Some(content) = <A::Value as FieldType>::content(value) {
            if path.draft.takes != Takes::Content || content.is_empty() {
                return None;
            }
            let RecordSpan { pos, .. } = self.holder(address)?;
            return self.record.session.append_blob(pos.wrapping_add(path.draft.at), content);
        }
        if path.draft.takes != Takes::Word {
            return None;
        }
        let RecordSpan { pos, size } = self.holder(address)?;
        let slot = pos.wrapping_add(path.draft.at)..pos.wrapping_add(size);
        let slot = self.record.session.storage.get_mut(slot)?;
        <A::Value as FieldType>::put_in_draft(value, slot, path.draft.mask, path.leaf.default_word)
    }

    #[inline(never)]
    fn set_elsewhere<A: Address>(&mut self, address: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let path = address.path();
        let value = path.plain::<A>(self.record.session.schema(), value)?;
        if let Some(holder) = self.holder(address)
            && self.put_plain(holder, &path.leaf, value).is_some()
        {
            return Ok(());
        }
        self.edited().write_found(address, value)
    }

    /// Writes a word, or content to where there is none yet.
    #[inline(always)]
    fn put_plain(&mut self, holder: RecordSpan, leaf: &Leaf, value: Plain<'_>) -> Option<()> {
        match (value, leaf.form) {
            (Plain::Blob(content), LeafForm::Blob) if !content.is_empty() => {
                let slot = holder.pos.wrapping_add(leaf.place.slot.at(SHIFT));
                self.record.session.append_blob(slot, content)
            }
            (Plain::Word(_) | Plain::Bit(_), _) => {
                let record = self.record.session.storage.get_mut(holder.pos..)?.get_mut(..holder.size)?;
                super::plain::put_plain(record, leaf, SHIFT, value)
            }
            _ => None,
        }
    }

    /// Where the record lies that holds the value of an address.
    #[inline(always)]
    fn holder<A: Address>(&mut self, address: &A) -> Option<RecordSpan> {
        let path = address.path();
        if path.schema != self.schema || path.indices != A::COUNT {
            return None;
        }
        if path.draft.way == RecordWay::ROOT {
            return Some(self.root());
        }
        if path.draft.way == self.found.way && indices_of(address) == self.found.indices {
            return Some(self.found.holder);
        }
        self.find(address)
    }

    fn root(&self) -> RecordSpan {
        RecordSpan { pos: self.record.session.root, size: self.record.session.root_size }
    }

    #[inline(never)]
    fn find<A: Address>(&mut self, address: &A) -> Option<RecordSpan> {
        let (path, buf) = (address.path(), self.record.session.buf());
        let record = path.stored(&buf, self.record.root_bytes().ok()?, address)?;
        let holder = self.record.session.position_of(record);
        if path.draft.way.is_known() {
            (self.found.way, self.found.indices, self.found.holder) = (path.draft.way, indices_of(address), holder);
        }
        Some(holder)
    }

    #[inline]
    pub(super) fn push_at<A: Address>(&mut self, list: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        match self.push_word(list, &value) {
            Some(()) => Ok(()),
            None => self.push_elsewhere(list, value),
        }
    }

    #[inline(always)]
    fn push_word<A: Address>(&mut self, list: &A, value: &<A::Value as FieldType>::Set<'_>) -> Option<()> {
        const LONGEST: usize = 17;
        let path = list.path();
        if path.draft.takes != Takes::Word {
            return None;
        }
        let mut element = [0; LONGEST];
        let slot = element.get_mut(path.draft.at..)?;
        <A::Value as FieldType>::put_in_draft(value, slot, path.draft.mask, path.leaf.default_word)?;
        let RecordSpan { pos, size } = self.append(list)?;
        let stored = self.record.session.storage.get_mut(pos..pos.wrapping_add(size))?;
        stored.copy_from_slice(element.get(..size)?);
        Some(())
    }

    #[inline(never)]
    fn push_elsewhere<A: Address>(&mut self, list: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let path = list.path();
        let value = path.plain_element::<A>(self.record.session.schema(), value)?;
        if let (Plain::Blob(content), LeafForm::Blob) = (value, path.leaf.form)
            && self.push_blob(list, content).is_some()
        {
            return Ok(());
        }
        self.edited().push_plain(list, value)
    }

    fn push_blob<A: Address>(&mut self, list: &A, content: &[u8]) -> Option<()> {
        let leaf = &list.path().leaf;
        // Both or nothing: the element, and then what it points to.
        if !self.record.session.has_draft_room(content.len().saturating_add(256)) {
            return None;
        }
        let holder = self.append(list)?;
        if content.is_empty() && !leaf.optional {
            return Some(());
        }
        self.record.session.append_blob(holder.pos.wrapping_add(list.path().draft.at), content)
    }

    /// Appends an element of zeros to a list of anything but unions.
    #[inline(always)]
    pub(super) fn append<A: Address>(&mut self, list: &A) -> Option<RecordSpan> {
        let path = list.path();
        if path.schema != self.schema || path.indices != A::COUNT.wrapping_add(1) || !path.draft.is_element {
            return None;
        }
        let outer = indices_of(list)[0];
        if path.draft.way != self.found.list_way || outer != self.found.outer {
            self.find_list(list)?;
        }
        let index = self.found.list.count();
        let holder = self.record.session.append_element(&mut self.found.list)?;
        self.found.indices = if A::COUNT == 0 { [index, 0] } else { [outer, index] };
        (self.found.way, self.found.holder) = (path.draft.way, holder);
        Some(holder)
    }

    /// Finds a list to append to, or makes one.
    #[inline(never)]
    fn find_list<A: Address>(&mut self, list: &A) -> Option<()> {
        let (path, session) = (list.path(), &mut self.record.session);
        if !path.draft.way.is_known() {
            return None;
        }
        let (buf, indices) = (session.buf(), Indices::of(list));
        let root = crate::wire::slice(buf.bytes, session.root, session.root_size)?;
        let (record, segment) = path.stored_list(&buf, root, indices.given())?;
        let found = if let Some((tail, stride)) = segment.tail(&buf, record) {
            session.draft_list(tail, stride)
        } else {
            let slot = crate::wire::slice(record, segment.slot.at(SHIFT), PointerWidth::Four.bytes())?;
            let (slot, (size, header)) = (buf.offset_of(slot), path.list_header());
            session.append_list(slot, size.at(SHIFT), header.is_strided)?
        };
        (self.found.list_way, self.found.outer, self.found.list) = (path.draft.way, indices_of(list)[0], found);
        Some(())
    }
}
