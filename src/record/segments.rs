//! The way of a path as byte arithmetic: from record to record, up to the one that holds the value.

use alloc::boxed::Box;

use super::path::Path;
use crate::error::Result;
use crate::layout::{EntryLayout, Place, Size};
use crate::read::key::Key;
use crate::read::key::PathKey;
use crate::read::map::EntryShape;
use crate::read::parts::SearchKey;
use crate::read::union::no_variant;
use crate::read::{Buf, Elements, no_element};
use crate::schema::{Item, MIXED, Payload, Schema, UnionId};
use crate::wire::bits::bit;
use crate::wire::slice_or_empty;
use crate::wire::width::Shift;
use crate::write::Tail;
use crate::write::route::Keys;

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
    /// A growable struct behind a pointer, null if it is absent.
    Object { ends: Box<[Size]>, is_optional: bool },
    /// An element of a list; for growable structs the region ends and the bytes before the record.
    Element { size: Size, ends: Box<[Size]>, prefix: usize, union: Option<UnionId> },
    /// An element of an array.
    Part { size: Size, count: usize },
    /// The payload of a variant; of a growable struct its region ends.
    Payload { tag: u8, payload: Payload, size: Size, structure: Option<Box<[Size]>>, is_optional: bool },
    /// The value of a key; in a set, the key.
    Entry { layout: EntryLayout, ends: Box<[Size]>, key: Box<Item>, is_set: bool, fixed: Option<PathKey> },
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
    pub(super) fn find<'a>(
        &self,
        buf: &Buf<'a>,
        schema: &Schema,
        root: &'a [u8],
        key: &Keys<'_>,
    ) -> Result<Option<Located<'a>>> {
        follow(buf, schema, root, &self.segments, key).map_err(|error| self.with_path(error))
    }

    /// Number of elements of the list or map whose elements the path names.
    pub(super) fn count(&self, buf: &Buf<'_>, schema: &Schema, root: &[u8], key: &Keys<'_>) -> Result<usize> {
        Ok(self.list(buf, schema, root, key)?.unwrap_or(0))
    }

    /// Number of elements, `None` where there is no list: an array is always there, unless what holds it is absent.
    pub(super) fn list(&self, buf: &Buf<'_>, schema: &Schema, root: &[u8], key: &Keys<'_>) -> Result<Option<usize>> {
        let Some((last, segments)) = self.segments.split_last() else { return Ok(None) };
        let found = follow(buf, schema, root, segments, key).map_err(|error| self.with_path(error))?;
        let Some(Located { record, .. }) = found else { return Ok(None) };
        last.count(buf, schema, record).map_err(|error| self.with_path(error))
    }

    /// The record that holds the value if the way there is as most are; `None` where a closer look is due, which `find` takes.
    #[inline(always)]
    pub(super) fn quick<'a>(&self, buf: &Buf<'a>, root: &'a [u8], indices: &[usize]) -> Option<&'a [u8]> {
        match &*self.segments {
            [] => Some(root),
            [segment] => segment.quick(buf, root, &mut indices.iter()),
            segments => quick(segments, buf, root, indices),
        }
    }

    /// The end of the list whose elements the path names, and the bytes of an element, where the way there is as most are and the
    /// elements are not of an older revision.
    #[inline(always)]
    pub(super) fn quick_tail<'a>(&self, buf: &Buf<'a>, root: &'a [u8], indices: &[usize]) -> Option<(Tail, usize)> {
        let (last, segments) = self.segments.split_last()?;
        let record = if segments.is_empty() { root } else { quick(segments, buf, root, indices)? };
        let SegmentKind::Element { size, ends, prefix, union: None } = &last.kind else { return None };
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
    pub(super) fn holds_list(&self, buf: &Buf<'_>, schema: &Schema, root: &[u8], key: &Keys<'_>) -> Result<bool> {
        let Some((_, segments)) = self.segments.split_last() else { return Ok(false) };
        Ok(follow(buf, schema, root, segments, key)?.is_some_and(|found| !found.record.is_empty()))
    }
}

/// PathSegment after segment. Errors are without the path.
fn follow<'a>(
    buf: &Buf<'a>,
    schema: &Schema,
    root: &'a [u8],
    segments: &[PathSegment],
    key: &Keys<'_>,
) -> Result<Option<Located<'a>>> {
    let mut at = Located::new(root);
    let mut keys: usize = 0;
    for segment in segments {
        let given = takes_key(&segment.kind).then(|| key(keys));
        keys = keys.wrapping_add(usize::from(given.is_some()));
        match take(buf, schema, at, segment, given)? {
            Some(found) => at = found,
            None => return Ok(None),
        }
    }
    Ok(Some(at))
}

/// The elements of any list; `None` if it is not there.
fn elements<'a>(buf: &Buf<'a>, schema: &Schema, record: &[u8], segment: &PathSegment) -> Result<Option<Elements<'a>>> {
    let SegmentKind::Element { size, ends, prefix, union } = &segment.kind else { return Ok(None) };
    match (buf.follow(record, segment.slot)?, union) {
        (None, _) => Ok(None),
        (Some(object), None) if ends.is_empty() => buf.elements(object, size.at(buf.shift())).map(Some),
        (Some(object), None) => buf.strided(object, ends, *prefix).map(Some),
        (Some(object), Some(id)) => union_elements(buf, schema, object, *id).map(Some),
    }
}

impl PathSegment {
    /// How many elements there are in what the segment leads into; `None` if that is not there.
    fn count(&self, buf: &Buf<'_>, schema: &Schema, record: &[u8]) -> Result<Option<usize>> {
        match &self.kind {
            SegmentKind::Part { count, .. } => Ok(Some(*count)),
            SegmentKind::Entry { layout, ends, .. } => {
                let Some(object) = buf.follow(record, self.slot)? else { return Ok(None) };
                Ok(Some(buf.map(object, &EntryShape { layout: *layout, ends })?.count))
            }
            _ => Ok(elements(buf, schema, record, self)?.map(|elements| elements.count)),
        }
    }

    /// The record that the segment leads to, if it is there. It has nothing to do with errors, so that little is kept beside it.
    #[inline(always)]
    fn quick<'a>(&self, buf: &Buf<'a>, record: &[u8], indices: &mut core::slice::Iter<'_, usize>) -> Option<&'a [u8]> {
        let object = buf.object(record, self.slot)?;
        match &self.kind {
            SegmentKind::Element { size, ends, prefix, union: None } => {
                let Elements { count, stride, bytes, .. } = match &**ends {
                    [] => Buf::<Shift>::valid_elements(object, size.at(buf.shift()))?,
                    ends => buf.valid_strided(object, ends, *prefix)?,
                };
                let index = *indices.next()?;
                if index >= count {
                    return None;
                }
                bytes.get(index.wrapping_mul(stride)..)?.get(..stride)
            }
            SegmentKind::Object { ends, .. } => buf.valid_record(object, ends),
            _ => None,
        }
    }
}

/// Several segments, as long as all is there.
#[inline(never)]
fn quick<'a>(segments: &[PathSegment], buf: &Buf<'a>, root: &'a [u8], indices: &[usize]) -> Option<&'a [u8]> {
    let mut indices = indices.iter();
    segments.iter().try_fold(root, |record, segment| segment.quick(buf, record, &mut indices))
}

/// A segment of any kind; `None` where something is absent that would hold what it leads to.
fn take<'a>(
    buf: &Buf<'a>,
    schema: &Schema,
    Located { record, packed, is_absent }: Located<'a>,
    segment: &PathSegment,
    key: Option<Key<'_>>,
) -> Result<Option<Located<'a>>> {
    let shift = buf.shift();
    if let SegmentKind::Element { .. } = segment.kind {
        let (wanted, elements) = (key.map_or(0, |key| key.index()), elements(buf, schema, record, segment)?);
        return match elements.unwrap_or(Elements::EMPTY) {
            Elements { count, stride, bytes, tag } if wanted < count => {
                let record = slice_or_empty(bytes, wanted.saturating_mul(stride), stride);
                Ok(Some(Located { record, packed: tag, is_absent }))
            }
            _ if is_absent => Ok(None),
            Elements { count, .. } => Err(no_element(wanted, count)),
        };
    }
    if let SegmentKind::Part { count, .. } = segment.kind
        && let wanted = key.map_or(0, |key| key.index())
        && wanted >= count
    {
        // An absent array has its length all the same, unless what should hold it is absent.
        return if is_absent { Ok(None) } else { Err(no_element(wanted, count)) };
    }
    // What an absent value would hold is absent.
    if segment.presence.is_some_and(|place| !bit(record, &place, shift)) {
        return Ok(None);
    }
    if let SegmentKind::Object { ends, is_optional } = &segment.kind {
        let object = buf.follow(record, segment.slot)?;
        let record = object.map_or(Ok(&[][..]), |object| buf.record(object, ends))?;
        let is_absent = is_absent || (object.is_none() && *is_optional);
        return Ok(Some(Located { record, packed: MIXED, is_absent }));
    }
    let found = match &segment.kind {
        SegmentKind::Inline(Some(size)) => Some(slice_or_empty(record, segment.slot.at(shift), size.at(shift))),
        SegmentKind::Inline(None) => Some(record.get(segment.slot.at(shift)..).unwrap_or(&[])),
        _ => record_of(buf, schema, record, packed, segment, key)?,
    };
    Ok(found.map(|record| Located { record, packed: MIXED, is_absent }))
}

/// The record that a payload, an entry or a part of an array is.
fn record_of<'a>(
    buf: &Buf<'a>,
    schema: &Schema,
    record: &'a [u8],
    packed: u8,
    segment: &PathSegment,
    key: Option<Key<'_>>,
) -> Result<Option<&'a [u8]>> {
    let shift = buf.shift();
    let slot = segment.slot.at(shift);
    match (&segment.kind, key) {
        (SegmentKind::Part { size, .. }, Some(key)) => {
            let size = size.at(shift);
            Ok(Some(slice_or_empty(record, slot.saturating_add(key.index().saturating_mul(size)), size)))
        }
        (SegmentKind::Payload { tag, payload, size, structure, is_optional }, _) => {
            let is_packed = packed != MIXED;
            let current = if is_packed { packed } else { record.get(slot).copied().unwrap_or(0) };
            if current != *tag {
                return Ok(None);
            }
            let in_slot = segment.slot.plus(Size::bytes(1));
            match structure {
                Some(_) if is_packed && *is_optional && record.first().is_none_or(|first| first & 1 == 0) => Ok(None),
                Some(_) if is_packed => Ok(record.get(usize::from(*is_optional)..)),
                Some(ends) => match buf.follow(record, in_slot)? {
                    Some(object) => buf.record(object, ends).map(Some),
                    None if *is_optional => Ok(None),
                    None => Ok(Some(&[])),
                },
                None if is_packed => Ok(Some(record)),
                None if payload.is_inline(buf.width.bytes()) => {
                    Ok(Some(slice_or_empty(record, in_slot.at(shift), buf.width.bytes())))
                }
                None => match buf.follow(record, in_slot)? {
                    Some(object) => buf.boxed(object, *size).map(Some),
                    None => Ok(Some(&[])),
                },
            }
        }
        (SegmentKind::Entry { layout, ends, key: item, is_set, fixed }, key) => {
            let Some(key) = fixed.as_ref().map(PathKey::key).or(key) else { return Ok(None) };
            let shape = EntryShape { layout: *layout, ends };
            let Some(object) = buf.follow(record, segment.slot)? else { return Ok(None) };
            let map = buf.map(object, &shape)?;
            let key = schema.sorted(&item.ty, &key)?;
            let Some(entry) = buf.find(&map, &shape, &SearchKey { schema, buf: *buf, item, key })? else {
                return Ok(None);
            };
            Ok(if *is_set { Some(entry) } else { entry.get(layout.key.at(shift)..) })
        }
        _ => Ok(None),
    }
}

/// Whether a segment takes an index or a key at access.
const fn takes_key(kind: &SegmentKind) -> bool {
    matches!(kind, SegmentKind::Part { .. } | SegmentKind::Entry { fixed: None, .. } | SegmentKind::Element { .. })
}

/// The elements of a list of unions.
#[inline(never)]
fn union_elements<'a>(buf: &Buf<'a>, schema: &Schema, object: &'a [u8], id: UnionId) -> Result<Elements<'a>> {
    let list = buf.union_list(object)?;
    if list.1 == MIXED {
        return buf.mixed_elements(list);
    }
    let union = schema.union(id);
    let Some(variant) = union.of_tag(list.1) else {
        // To read: an edit finds the list through the schema, where this is refused.
        return if union.is_open() { buf.unknown_elements(list) } else { Err(no_variant(list.1)) };
    };
    let (ends, prefix) = schema.strided(variant.item());
    buf.union_elements(list, variant.item().size, ends, prefix)
}
