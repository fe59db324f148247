//! The segments of a path as byte arithmetic: each leads from one record to a record in it.
//!
//! Here where that is stored, and is neither a key nor an element of a list of unions; `walk` goes
//! over all segments, and tells all cases apart.

use alloc::boxed::Box;

use crate::layout::{Place, Size};
use crate::read::navigate::Step;
use crate::read::route::PathLocator;
use crate::read::union::is_packed;
use crate::read::{Buf, Elements};
use crate::schema::{Component, MIXED, MapEntry, Payload, UnionId};
use crate::wire::bits::bit;
use crate::wire::slice;
use crate::wire::width::Shift;
use crate::write::Tail;

/// From one record to a record in it.
#[derive(Clone, Debug)]
pub(super) struct PathSegment {
    pub(super) slot: Size,
    /// The presence bit, if it has one.
    pub(super) presence: Option<Place>,
    pub(super) kind: SegmentKind,
    /// The step into it.
    pub(super) step: Step,
}

#[repr(u8)]
#[derive(Clone, Debug)]
pub(super) enum SegmentKind {
    /// A struct inline in the record, of this size; the rest of an element for a growable one.
    Inline(Option<Size>),
    /// A growable struct behind a pointer.
    Object { ends: Box<[Size]>, optional: bool },
    /// An element of a list; for growable structs the region ends and the bytes before the record.
    /// Lists of unions can be packed.
    Element { size: Size, ends: Box<[Size]>, prefix: usize, union: Option<UnionId> },
    /// An element of an array.
    Part { size: Size, count: usize },
    /// The payload of a variant.
    Payload {
        union: UnionId,
        tag: u8,
        payload: Payload,
        size: Size,
        structure: Option<Box<[Size]>>,
        optional: bool,
        place: Place,
    },
    /// The value of a key; of a set, the key.
    Entry { entry: Component<MapEntry> },
}

/// The record that holds a value.
#[derive(Clone, Copy)]
pub struct FoundRecord<'a> {
    pub(super) record: &'a [u8],
    /// The variant of a union that is an element of a packed list; the record is then its
    /// payload's.
    pub(super) packed: u8,
    /// Whether a growable struct that should hold the record is absent. What it would hold reads as
    /// its default.
    pub(super) is_absent: bool,
}

impl<'a> FoundRecord<'a> {
    /// A record that is there.
    #[inline(always)]
    pub(super) fn new(record: &'a [u8]) -> Self {
        Self { record, packed: MIXED, is_absent: false }
    }

    /// Whether the record holds the value: it is not that of something that is not there.
    pub(super) fn is_stored(&self) -> bool {
        !self.record.is_empty()
    }
}

impl PathSegment {
    /// The index that it takes; what is none where it takes none.
    pub(super) fn index(&self, route: &PathLocator<'_>) -> usize {
        if let Step::Element(number) = self.step { route.keys.at(number).index() } else { usize::MAX }
    }

    /// Whether it leads into an object, from a record that is an element of a packed list of this
    /// variant.
    pub(super) fn is_object(&self, width: usize, packed: u8) -> bool {
        match &self.kind {
            SegmentKind::Object { .. } | SegmentKind::Element { .. } | SegmentKind::Entry { .. } => true,
            SegmentKind::Payload { payload, structure, .. } => {
                !is_packed(packed) && (structure.is_some() || !payload.is_inline(width))
            }
            SegmentKind::Inline(_) | SegmentKind::Part { .. } => false,
        }
    }

    /// The end of the list that the segment leads into, and the bytes of an element, if it is
    /// stored and its elements are not of an older revision.
    #[inline(always)]
    pub(super) fn tail(&self, buf: &Buf<'_>, record: &[u8]) -> Option<(Tail, usize)> {
        let SegmentKind::Element { size, ends, prefix, union: None } = &self.kind else { return None };
        let (object, stride) = (buf.object(record, self.slot)?, size.at(buf.shift()));
        if ends.is_empty() {
            return Some((Tail::new(buf, object, &Buf::<Shift>::valid_elements(object, stride)?), stride));
        }
        let elements = buf.valid_strided(object, ends, *prefix)?;
        let stride = Some(elements.stride).filter(|stored| *stored >= stride)?;
        Some((Tail::new(buf, object, &elements), stride))
    }

    /// As `tail`, of a list of unions that is not packed.
    pub(super) fn mixed_tail(&self, buf: &Buf<'_>, record: &[u8]) -> Option<(Tail, usize)> {
        let SegmentKind::Element { union: Some(_), .. } = &self.kind else { return None };
        let object = buf.object(record, self.slot)?;
        let list = buf.union_list(object).ok().filter(|(_, tag, _)| !is_packed(*tag))?;
        let elements = buf.mixed_elements(list).ok()?;
        Some((Tail::new(buf, object, &elements), elements.stride))
    }

    /// The record that the segment leads to, if it is stored, at an index if it takes one. It has
    /// nothing to do with errors, so that little is kept beside it.
    #[inline(always)]
    pub(super) fn stored<'a>(&self, buf: &Buf<'a>, record: &'a [u8], index: Option<usize>) -> Option<&'a [u8]> {
        match &self.kind {
            SegmentKind::Element { size, ends, prefix, union: None } => {
                let object = buf.object(record, self.slot)?;
                let Elements { count, stride, bytes, .. } = match &**ends {
                    [] => Buf::<Shift>::valid_elements(object, size.at(buf.shift()))?,
                    ends => buf.strided_as(object, size.at(buf.shift()), ends, *prefix)?,
                };
                let index = index.filter(|index| *index < count)?;
                bytes.get(index.wrapping_mul(stride)..)?.get(..stride)
            }
            SegmentKind::Object { ends, .. } => buf.valid_record(buf.object(record, self.slot)?, ends),
            SegmentKind::Element { .. } | SegmentKind::Entry { .. } => None,
            _ => self.stored_inline(*buf, record, index),
        }
    }

    /// As `stored`, of what lies in the record itself, and of payloads.
    #[inline(never)]
    fn stored_inline<'a>(&self, buf: Buf<'a>, record: &'a [u8], index: Option<usize>) -> Option<&'a [u8]> {
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
            SegmentKind::Payload { tag, payload, size, structure, .. } => {
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
            SegmentKind::Object { .. } | SegmentKind::Element { .. } | SegmentKind::Entry { .. } => None,
        }
    }
}
