//! The way of a path as byte arithmetic: from record to record, up to the one that holds the value.

use alloc::boxed::Box;

use super::Address;
use super::field::Indices;
use super::path::Path;
use crate::error::Result;
use crate::layout::{Place, Size};
use crate::read::navigate::Navigator;
use crate::read::{Buf, Elements};
use crate::schema::{MIXED, Payload};
use crate::wire::bits::bit;
use crate::wire::slice;
use crate::wire::width::Shift;
use crate::write::Tail;
use crate::write::route::KeysOf;

/// From one record to a record in it.
#[derive(Clone, Debug)]
pub(super) struct PathSegment {
    pub(super) slot: Size,
    /// The presence bit, if it has one.
    pub(super) presence: Option<Place>,
    pub(super) kind: SegmentKind,
}

#[derive(Clone, Debug)]
pub(super) enum SegmentKind {
    /// A struct inline in the record, of this size; the rest of an element for a growable one.
    Inline(Option<Size>),
    /// A growable struct behind a pointer.
    Object(Box<[Size]>),
    /// An element of a list; for growable structs the region ends and the bytes before the record.
    Element { size: Size, ends: Box<[Size]>, prefix: usize, is_union: bool },
    /// An element of an array.
    Part { size: Size, count: usize },
    /// The payload of a variant.
    Payload { tag: u8, payload: Payload, size: Size, structure: Option<Box<[Size]>> },
    /// The value of a key; of a set, the key.
    Entry { is_set: bool },
}

/// The record that holds a value.
#[derive(Clone, Copy)]
pub struct Located<'a> {
    pub(super) record: &'a [u8],
    /// The variant of a union that is an element of a packed list; the record is then its payload's.
    pub(super) packed: u8,
    /// Whether a growable struct that should hold the record is absent. What it would hold reads as its default.
    pub(super) is_absent: bool,
}

impl<'a> Located<'a> {
    /// A record that is there.
    #[inline(always)]
    pub(super) fn new(record: &'a [u8]) -> Self {
        Self { record, packed: MIXED, is_absent: false }
    }
}

impl Path {
    /// The record that holds the value; the empty one where it is not stored, `None` where something on the way is absent.
    pub(super) fn find<'a, 'p>(
        &'p self,
        navigator: &Navigator<'a>,
        keys: &'p KeysOf<'p>,
    ) -> Result<Option<Located<'a>>> {
        if self.steps().is_empty() {
            return Ok(Some(Located::new(navigator.bytes(navigator.root))));
        }
        let found = self.locator(keys).look(navigator).map_err(|error| self.with_path(error))?;
        if found.is_none() {
            self.check_keys(navigator.schema, keys, usize::MAX)?;
        }
        Ok(found.map(|found| Located {
            record: found.record(navigator),
            packed: found.packed(),
            is_absent: found.is_absent,
        }))
    }

    /// Number of elements of the list or map whose elements the path names.
    pub(super) fn count<'p>(&'p self, navigator: &Navigator<'_>, keys: &'p KeysOf<'p>) -> Result<usize> {
        Ok(self.list(navigator, keys)?.unwrap_or(0))
    }

    /// Number of elements, `None` where there is no list: an array is always there, unless what holds it is absent.
    pub(super) fn list<'p>(&'p self, navigator: &Navigator<'_>, keys: &'p KeysOf<'p>) -> Result<Option<usize>> {
        let found = self.to_list(keys).route.look(navigator).map_err(|error| self.with_path(error))?;
        let Some(found) = found else { return self.check_keys(navigator.schema, keys, self.last_key()).map(|()| None) };
        let count = || navigator.count(&navigator.enter(found.slot)?);
        count().map_err(|error| self.with_path(error))
    }

    /// The record that holds the value if the way there is as most are; `None` where a closer look is due, which `find` takes.
    #[inline(always)]
    pub(super) fn quick<'a, A: Address>(&self, buf: &Buf<'a>, root: &'a [u8], address: &A) -> Option<&'a [u8]> {
        match &*self.segments {
            [] => Some(root),
            [segment] => segment.quick(buf, root, (A::COUNT > 0).then(|| address.key(0).index())),
            segments => quick(segments, *buf, root, Indices::of(address).given()),
        }
    }

    /// The slot of the list whose elements the path names, the bytes of an element, and whether the list tells them, where the way there is as
    /// most are.
    pub(super) fn quick_list<'a>(
        &self,
        buf: &Buf<'a>,
        root: &'a [u8],
        indices: &[usize],
    ) -> Option<(usize, usize, bool)> {
        let (last, segments) = self.segments.split_last()?;
        let record = if segments.is_empty() { root } else { quick(segments, *buf, root, indices)? };
        let SegmentKind::Element { size, ends, is_union: false, .. } = &last.kind else { return None };
        let slot = last.slot.at(buf.shift());
        slice(record, slot, buf.width.bytes())?;
        Some((buf.offset_of(record).checked_add(slot)?, size.at(buf.shift()), !ends.is_empty()))
    }

    /// The end of the list whose elements the path names, and the bytes of an element, where the way there is as most are and the
    /// elements are not of an older revision.
    #[inline(always)]
    pub(super) fn quick_tail<'a>(&self, buf: &Buf<'a>, root: &'a [u8], indices: &[usize]) -> Option<(Tail, usize)> {
        let (last, segments) = self.segments.split_last()?;
        let record = if segments.is_empty() { root } else { quick(segments, *buf, root, indices)? };
        let SegmentKind::Element { size, ends, prefix, is_union: false } = &last.kind else { return None };
        if !self.ends_in_element() {
            return None;
        }
        let (object, stride) = (buf.object(record, last.slot)?, size.at(buf.shift()));
        if ends.is_empty() {
            return Some((Tail::new(buf, object, Buf::<Shift>::valid_elements(object, stride)?), stride));
        }
        let elements = buf.valid_strided(object, ends, *prefix)?;
        let stride = Some(elements.stride).filter(|stored| *stored >= stride)?;
        Some((Tail::strided(buf, object, elements)?, stride))
    }

    /// Whether there is a record that holds the list whose elements the path names. Errors are without the path.
    pub(super) fn holds_list<'p>(&'p self, navigator: &Navigator<'_>, keys: &'p KeysOf<'p>) -> Result<bool> {
        let found = self.to_list(keys).route.look(navigator)?;
        Ok(found.is_some_and(|found| !found.record(navigator).is_empty()))
    }
}

impl PathSegment {
    /// Whether one of a path's indices is the segment's.
    fn takes_index(&self) -> bool {
        matches!(self.kind, SegmentKind::Element { .. } | SegmentKind::Part { .. })
    }

    /// The record that the segment leads to, if it is there, at an index if it takes one. It has nothing to do with errors, so that little is
    /// kept beside it.
    #[inline(always)]
    fn quick<'a>(&self, buf: &Buf<'a>, record: &'a [u8], index: Option<usize>) -> Option<&'a [u8]> {
        match &self.kind {
            SegmentKind::Element { size, ends, prefix, is_union: false } => {
                let object = buf.object(record, self.slot)?;
                let Elements { count, stride, bytes, .. } = match &**ends {
                    [] => Buf::<Shift>::valid_elements(object, size.at(buf.shift()))?,
                    ends => buf.strided_as(object, size.at(buf.shift()), ends, *prefix)?,
                };
                let index = index.filter(|index| *index < count)?;
                bytes.get(index.wrapping_mul(stride)..)?.get(..stride)
            }
            SegmentKind::Object(ends) => buf.valid_record(buf.object(record, self.slot)?, ends),
            SegmentKind::Element { .. } | SegmentKind::Entry { .. } => None,
            _ => self.quick_inline(*buf, record, index),
        }
    }

    /// As `quick`, of what lies in the record itself, and of payloads.
    #[inline(never)]
    fn quick_inline<'a>(&self, buf: Buf<'a>, record: &'a [u8], index: Option<usize>) -> Option<&'a [u8]> {
        let shift = buf.shift();
        if self.presence.is_some_and(|place| !bit(record, &place, shift)) {
            return None;
        }
        let slot = self.slot.at(shift);
        match &self.kind {
            SegmentKind::Inline(Some(size)) => slice(record, slot, size.at(shift)),
            SegmentKind::Inline(None) => record.get(slot..),
            SegmentKind::Part { size, count } => {
                let (index, size) = (index.filter(|index| index < count)?, size.at(shift));
                slice(record, slot.checked_add(index.checked_mul(size)?)?, size)
            }
            SegmentKind::Payload { tag, payload, size, structure } => {
                if record.get(slot)? != tag {
                    return None;
                }
                let in_slot = self.slot.plus(Size::bytes(1));
                match structure {
                    Some(ends) => buf.valid_record(buf.object(record, in_slot)?, ends),
                    None if payload.is_inline(buf.width.bytes()) => slice(record, in_slot.at(shift), buf.width.bytes()),
                    None => buf.boxed(buf.object(record, in_slot)?, *size).ok(),
                }
            }
            SegmentKind::Object(_) | SegmentKind::Element { .. } | SegmentKind::Entry { .. } => None,
        }
    }
}

/// Several segments, as long as all is there. The buffer comes by value, here and above, so that it need not lie in memory on the way of
/// one segment.
#[inline(never)]
fn quick<'a>(segments: &[PathSegment], buf: Buf<'a>, root: &'a [u8], indices: &[usize]) -> Option<&'a [u8]> {
    let mut indices = indices.iter().copied();
    segments.iter().try_fold(root, |record, segment| {
        let index = if segment.takes_index() { Some(indices.next()?) } else { None };
        segment.quick(&buf, record, index)
    })
}
