//! The first tier of the walk over the segments of a path: as long as all of it is stored. It has
//! nothing to do with errors.

use alloc::vec::Vec;

use super::Address;
use super::field::Indices;
use super::path::Path;
use super::segments::{FoundRecord, PathSegment, SegmentKind};
use crate::read::Buf;
use crate::read::anchor::Anchor;
use crate::read::decoder::MAX_DEPTH;
use crate::read::key::PathKey;
use crate::read::navigate::Step;
use crate::read::search::{KeyPlace, find_blob, sought_blob};
use crate::read::union::is_packed;
use crate::schema::{Component, MapEntry, Schema, Type};
use crate::wire::{clamp, slice};
use crate::write::{Session, Storage};

impl Path {
    /// The record that holds the value, if all on the way is stored.
    #[inline(always)]
    pub(super) fn stored<'a, A: Address>(
        &self,
        schema: &Schema,
        buf: &Buf<'a>,
        root: &'a [u8],
        address: &A,
    ) -> Option<FoundRecord<'a>> {
        match &*self.segments {
            [] => Some(FoundRecord::new(root)),
            [segment] => {
                segment.stored(buf, root, (A::COUNT > 0).then(|| address.key(0).index())).map(FoundRecord::new)
            }
            segments => self.stored_along(segments, schema, *buf, root, Indices::of(address).given(), &mut []),
        }
    }

    /// The record that holds the list or array whose elements the path names, if all on the way is
    /// stored, and the segment from there to an element.
    #[inline(always)]
    pub(super) fn stored_list<'a>(
        &self,
        schema: &Schema,
        buf: &Buf<'a>,
        root: &'a [u8],
        indices: &[usize],
    ) -> Option<(&'a [u8], &PathSegment)> {
        if !self.ends_in_element() {
            return None;
        }
        let (last, segments) = self.segments.split_last()?;
        if segments.is_empty() {
            return Some((root, last));
        }
        Some((self.stored_along(segments, schema, *buf, root, indices, &mut [])?.record, last))
    }

    /// Several segments. The buffer comes by value, so that it need not lie in memory on the way of
    /// one segment. `entries` gets the indices of the keys that are part of the path.
    #[inline(never)]
    pub(super) fn stored_along<'a>(
        &self,
        segments: &[PathSegment],
        schema: &Schema,
        buf: Buf<'a>,
        root: &'a [u8],
        indices: &[usize],
        entries: &mut [u32],
    ) -> Option<FoundRecord<'a>> {
        // As many segments as objects may be nested are left to the walk that counts them.
        if segments.len() >= MAX_DEPTH as usize {
            return None;
        }
        let mut indices = indices.iter().copied();
        let mut found = FoundRecord::new(root);
        for segment in segments {
            let index = if let Step::Element(_) = segment.step { Some(indices.next()?) } else { None };
            found = match &segment.kind {
                SegmentKind::Element { union: Some(union), .. } => {
                    let list = buf.object(found.record, segment.slot)?;
                    let elements = schema.elements_of_unions(&buf, list, *union).ok()?.0;
                    FoundRecord { packed: elements.tag, ..FoundRecord::new(elements.get(index?)?) }
                }
                SegmentKind::Payload { tag, structure: None, .. } if is_packed(found.packed) => {
                    if found.packed != *tag {
                        return None;
                    }
                    FoundRecord::new(found.record)
                }
                _ if is_packed(found.packed) => return None,
                SegmentKind::Payload { tag, structure: None, payload, .. }
                    if payload.is_inline(buf.width.bytes()) && segment.presence.is_none() =>
                {
                    let (stored, payload) = found.record.get(segment.slot.at(buf.shift())..)?.split_first()?;
                    if stored != tag {
                        return None;
                    }
                    FoundRecord::new(payload.get(..buf.width.bytes())?)
                }
                SegmentKind::Entry { entry } => {
                    let map = buf.object(found.record, segment.slot)?;
                    FoundRecord::new(self.stored_value(schema, &buf, map, entry, segment.step, entries)?)
                }
                _ => FoundRecord::new(segment.stored(&buf, found.record, index)?),
            };
        }
        Some(found)
    }

    /// The value of a key that is part of the path, in a map from text.
    #[inline(always)]
    fn stored_value<'a>(
        &self,
        schema: &Schema,
        buf: &Buf<'a>,
        map: &'a [u8],
        entry: &Component<MapEntry>,
        step: Step,
        entries: &mut [u32],
    ) -> Option<&'a [u8]> {
        let (Type::String, Step::Fixed(number)) = (&entry.key.ty, step) else { return None };
        let PathKey::Blob(key) = self.fixed.get(number)? else { return None };
        let found = match buf.flat_run(map, &entry.layout) {
            Some(run) => {
                let KeyPlace::At(index) = find_blob(&run, buf, key) else { return None };
                if let Some(entry) = entries.get_mut(number) {
                    *entry = clamp(index);
                }
                run.get(index)?
            }
            None => Self::stored_in_blocks(schema, *buf, map, entry, key)?,
        };
        found.get(entry.value.as_ref().map_or(0, |_| entry.layout.key.at(buf.shift()))..)
    }

    /// The entry of a key in a map of several runs, or of records that grow.
    #[cold]
    #[inline(never)]
    fn stored_in_blocks<'a>(
        schema: &Schema,
        buf: Buf<'a>,
        map: &'a [u8],
        entry: &Component<MapEntry>,
        key: &[u8],
    ) -> Option<&'a [u8]> {
        let shape = schema.entry_shape(entry);
        buf.find(&buf.map(map, &shape).ok()?, &shape, &sought_blob(&buf, key)).ok()?
    }

    /// The route to the list or map whose part a path within a union names, if all on the way is
    /// stored: with entries in place of keys, so that an edit does not search again.
    pub(super) fn stored_parent<S: Storage>(
        &self,
        session: &Session<S, Schema>,
        indices: &[usize],
    ) -> Option<(Vec<Step>, Anchor)> {
        /// The most keys of such a path.
        const KEYS: usize = 16;
        let (_, segments) = self.segments.split_last()?;
        let PathSegment { kind: SegmentKind::Payload { union, tag, place, .. }, .. } = segments.last()? else {
            return None;
        };
        let (buf, mut depth) = (session.buf(), 0u32);
        for segment in segments {
            match &segment.kind {
                SegmentKind::Payload { payload, structure: None, .. } if payload.is_inline(buf.width.bytes()) => {}
                SegmentKind::Payload { .. } => return None,
                SegmentKind::Inline(_) | SegmentKind::Part { .. } => {}
                SegmentKind::Object { .. } | SegmentKind::Element { .. } | SegmentKind::Entry { .. } => {
                    depth = depth.wrapping_add(1);
                }
            }
        }
        let mut entries = [u32::MAX; KEYS];
        let root = slice(buf.bytes, session.root, session.root_size)?;
        let found = self.stored_along(segments, session.schema(), buf, root, indices, &mut entries)?;
        let mut steps = self.steps.split_last()?.1.to_vec();
        for step in &mut steps {
            match *step {
                Step::Fixed(number) => {
                    let index = entries.get(number).copied().filter(|index| *index != u32::MAX)?;
                    *step = Step::Entry(0, index);
                }
                Step::Key(_) => return None,
                _ => {}
            }
        }
        let holder = session.position_of(found.record);
        let anchor = Anchor::payload(session.generation, (*union, *tag), steps.len(), holder, (*place, depth));
        Some((steps, anchor))
    }
}
