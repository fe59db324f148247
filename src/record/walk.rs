//! The second tier of the walk over the segments of a path, where `stored` finds nothing: it tells
//! all cases apart, what is absent, null, packed, of an older revision, or invalid.

use super::RecordView;
use super::path::Path;
use super::segments::{FoundRecord, PathSegment, SegmentKind};
use crate::error::Result;
use crate::layout::{Place, Size};
use crate::read::decoder::{MAX_DEPTH, too_deep};
use crate::read::map::{EntryShape, MapBytes};
use crate::read::map_key::SearchKey;
use crate::read::navigate::Step;
use crate::read::route::{PathKeys, PathLocator};
use crate::read::union::is_packed;
use crate::read::{Elements, no_element};
use crate::schema::MIXED;
use crate::wire::bits::bit;

impl Path {
    /// The record that holds the value; the empty one where it is not stored, `None` where
    /// something on the way is absent.
    pub(super) fn walk<'a>(&self, view: RecordView<'a>, keys: &dyn PathKeys) -> Result<Option<FoundRecord<'a>>> {
        self.walk_over(&self.segments, view, keys, |walk| Ok(walk.at))
    }

    /// How many elements or values the list, array or map has whose elements or values the path
    /// names; `None` where it is not there. An array is always there, unless what holds it is
    /// absent.
    pub(super) fn count(&self, view: RecordView<'_>, keys: &dyn PathKeys) -> Result<Option<usize>> {
        let Some((list, segments)) = self.segments.split_last() else { return Ok(None) };
        Ok(self.walk_over(segments, view, keys, |walk| walk.count(list))?.flatten())
    }

    fn walk_over<'a, R>(
        &self,
        segments: &[PathSegment],
        view: RecordView<'a>,
        keys: &dyn PathKeys,
        found: impl FnOnce(&PathWalk<'_, 'a>) -> Result<R>,
    ) -> Result<Option<R>> {
        let mut walk = PathWalk { view, route: self.locator(keys), at: FoundRecord::new(view.root), depth: 0 };
        let walked = || {
            for segment in segments {
                if !walk.step(segment)? {
                    return walk.check_keys(segments).map(|()| None);
                }
            }
            found(&walk).map(Some)
        };
        walked().map_err(|error| self.with_path(error))
    }
}

/// Where a walk is.
struct PathWalk<'w, 'a> {
    view: RecordView<'a>,
    route: PathLocator<'w>,
    at: FoundRecord<'a>,
    /// How many objects hold the record.
    depth: u32,
}

impl<'a> PathWalk<'_, 'a> {
    /// One segment on; false if what it leads to is absent.
    fn step(&mut self, segment: &PathSegment) -> Result<bool> {
        let (RecordView { buf, schema, .. }, FoundRecord { record, packed, is_absent }) = (self.view, self.at);
        let (shift, index) = (buf.shift(), segment.index(&self.route));
        let is_unset = |place: &Place| !bit(record, place, shift);
        // A slot that is not stored is one of zeros.
        let in_slot = || record.get(segment.slot.at(shift)).copied().unwrap_or(0);
        let variant = || if is_packed(packed) { packed } else { in_slot() };
        let is_object = segment.is_object(buf.width.bytes(), packed);
        self.check_depth()?;
        self.depth = self.depth.saturating_add(is_object.into());
        self.at.packed = MIXED;
        if !is_packed(packed)
            && let Some(found) = segment.stored(&buf, record, Some(index))
        {
            self.at.record = found;
            return Ok(true);
        }
        self.at.record = match &segment.kind {
            SegmentKind::Object { ends, optional } => {
                let object = buf.follow(record, segment.slot)?;
                self.at.is_absent |= *optional && object.is_none();
                object.map_or(Ok(&[][..]), |object| buf.record(object, ends))?
            }
            SegmentKind::Element { .. } => {
                let elements = self.elements(segment)?.unwrap_or(Elements::EMPTY);
                if index >= elements.count {
                    return if is_absent { Ok(false) } else { Err(no_element(index, elements.count)) };
                }
                self.at.packed = elements.tag;
                elements.element(index)?
            }
            SegmentKind::Entry { entry } => {
                let Some(key) = self.route.key(segment.step) else { return Ok(false) };
                // First, so that a key of another type is one also where there is no map.
                let (key, shape) = (schema.sought(&entry.key.ty, &key)?, schema.entry_shape(entry));
                let Some(map) = self.map(segment, &shape)? else { return Ok(false) };
                let sought = SearchKey { schema, buf, item: &entry.key, key };
                let Some(found) = buf.find(&map, &shape, &sought)? else { return Ok(false) };
                let value = if entry.value.is_some() { entry.layout.key.at(shift) } else { 0 };
                found.get(value..).unwrap_or_default()
            }
            SegmentKind::Part { count, .. } if index >= *count => {
                return if is_absent { Ok(false) } else { Err(no_element(index, *count)) };
            }
            _ if segment.presence.as_ref().is_some_and(is_unset) => return Ok(false),
            SegmentKind::Payload { tag, .. } if *tag != variant() => return Ok(false),
            SegmentKind::Payload { structure: Some(_), optional, place, .. } if is_packed(packed) => {
                if *optional && is_unset(place) {
                    return Ok(false);
                }
                record.get(place.slot.at(shift)..).unwrap_or_default()
            }
            SegmentKind::Payload { .. } if is_packed(packed) => record,
            SegmentKind::Payload { size, structure, optional, .. } if is_object => {
                match (buf.follow(record, segment.slot.plus(Size::bytes(1)))?, structure) {
                    (Some(object), Some(ends)) => buf.record(object, ends)?,
                    (Some(object), None) => buf.boxed(object, *size)?,
                    (None, Some(_)) if *optional => return Ok(false),
                    (None, _) => &[],
                }
            }
            _ => &[],
        };
        Ok(true)
    }

    /// The elements of the list that a segment leads into.
    fn elements(&self, segment: &PathSegment) -> Result<Option<Elements<'a>>> {
        let (buf, SegmentKind::Element { size, ends, prefix, union }) = (self.view.buf, &segment.kind) else {
            return Ok(None);
        };
        let Some(object) = buf.follow(self.at.record, segment.slot)? else { return Ok(None) };
        match union {
            Some(id) => Ok(Some(self.view.schema.elements_of_unions(&buf, object, *id)?.0)),
            None if ends.is_empty() => buf.elements(object, size.at(buf.shift())).map(Some),
            None => buf.strided(object, ends, *prefix).map(Some),
        }
    }

    /// The map that a segment leads into.
    fn map(&self, segment: &PathSegment, shape: &EntryShape<'_>) -> Result<Option<MapBytes<'a>>> {
        let buf = self.view.buf;
        buf.follow(self.at.record, segment.slot)?.map(|object| buf.map(object, shape)).transpose()
    }

    /// How many elements or values there are where a segment leads into.
    fn count(&self, segment: &PathSegment) -> Result<Option<usize>> {
        self.check_depth()?;
        Ok(match &segment.kind {
            SegmentKind::Part { count, .. } => Some(*count),
            SegmentKind::Entry { entry } => {
                self.map(segment, &self.view.schema.entry_shape(entry))?.map(|map| map.count)
            }
            _ => self.elements(segment)?.map(|elements| elements.count),
        })
    }

    /// Fails for a record that more objects hold than may.
    fn check_depth(&self) -> Result<()> {
        if self.depth > MAX_DEPTH { Err(too_deep()) } else { Ok(()) }
    }

    /// Fails for a key of another type than its map has, also where nothing was looked for.
    #[cold]
    fn check_keys(&self, segments: &[PathSegment]) -> Result<()> {
        segments.iter().try_for_each(|segment| match (&segment.kind, segment.step) {
            (SegmentKind::Entry { entry }, Step::Key(number)) => {
                self.view.schema.check_key(&entry.key.ty, &self.route.keys.at(number))
            }
            _ => Ok(()),
        })
    }
}
