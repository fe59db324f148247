//! Values added to lists and maps within `any`, where all on the way is stored: each edit is
//! planned once, for all the values that it adds.

use alloc::vec::Vec;

use super::dynamic::Leaf;
use super::edit::{DynamicValue, Plain};
use super::field::{EditPlace, Indices};
use super::op::{Done, Op, OpValue};
use super::path::{Path, PathSegment, SegmentKind};
use super::{Address, FieldType, Record};
use crate::error::{Result, internal_error};
use crate::layout::Size;
use crate::object::write_blob;
use crate::read::key::PathKey;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::search::{KeyPlace, find_blob};
use crate::read::union::is_packed;
use crate::schema::{MapEntry, Schema, StaticOrBox, Type};
use crate::wire::slice;
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, Width, put_bit};
use crate::write::link::PathLocator;
use crate::write::{Session, Storage, ToList, ToMap};

/// A value of `any`: the tag of its variant, and what that holds.
pub(super) type AddedValue<'v> = (u8, DynamicValue<'v>);

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Appends elements to a list of `any`; those before one that cannot be appended stay.
    pub(super) fn extend_dynamic<'v, A: Address>(
        &mut self,
        list: &A,
        mut values: impl Iterator<Item = <A::Value as FieldType>::Set<'v>>,
    ) -> Result<()> {
        /// The most values that are added by one plan.
        const BATCH: usize = 1024;
        let (path, mut batch) = (list.path(), Vec::new());
        loop {
            let mut failed = None;
            for value in values.by_ref().take(BATCH) {
                match <A::Value as FieldType>::plain(value, path, self.session.schema()) {
                    Ok(Plain::Dynamic(tag, content)) => batch.push((tag, content)),
                    Ok(_) => failed = Some(internal_error()),
                    Err(error) => failed = Some(path.with_path(error)),
                }
                if failed.is_some() {
                    break;
                }
            }
            if failed.is_some() || !batch.is_empty() {
                path.check_sequence(self.session.schema(), A::COUNT)?;
            }
            if batch.is_empty() && failed.is_none() {
                path.check_way(self.view()?, list)?;
            }
            let is_last = batch.len() < BATCH;
            self.edit(EditPlace::of(list), &Op::PushEach(&batch))?;
            if let Some(failed) = failed {
                return Err(failed);
            }
            if is_last {
                return Ok(());
            }
            batch.clear();
        }
    }

    pub(super) fn push_each(&mut self, list: EditPlace<'_>, values: &[AddedValue<'_>]) -> Result<Done> {
        if matches!(self.append_dynamic(&list, values), Some(Ok(()))) {
            return Ok(Done::Whole);
        }
        let push = |(tag, content): &_| self.edit(list, &Op::Push(OpValue::Plain(Plain::Dynamic(*tag, *content))));
        values.iter().try_for_each(push)?;
        Ok(Done::Nothing)
    }

    /// Appends values to a list of `any`, all or none; `None` where that takes more, and then
    /// nothing has changed.
    pub(super) fn append_dynamic(&mut self, list: &EditPlace<'_>, values: &[AddedValue<'_>]) -> Option<Result<()>> {
        let (path, session) = (list.path(), &mut self.session);
        if values.is_empty() || !path.is_of(session.schema(), list.count().wrapping_add(1)) || !session.is_editable() {
            return None;
        }
        let (steps, anchor) = path.stored_parent(session, Indices::of(list).given())?;
        let route = PathLocator { steps: &steps, anchor: Some(&anchor), ..path.to_list(list) };
        let appended = session.append_dynamic(&route, &path.leaf, values);
        appended.map_err(|error| path.with_path(error)).transpose()
    }

    /// Adds the key that a path ends in, with a value of `any`; `None` where the key is there or
    /// that takes more, and then nothing has changed.
    pub(super) fn add_dynamic<A: Address>(&mut self, address: &A, value: AddedValue<'_>) -> Option<Result<()>> {
        let (path, session) = (address.path(), &mut self.session);
        if !path.is_of(session.schema(), address.count()) || !session.is_editable() || path.leaf.has_presence {
            return None;
        }
        let (entry, key) = path.last_entry()?;
        let (steps, anchor) = path.stored_parent(session, Indices::of(address).given())?;
        let route = PathLocator { steps: &steps, anchor: Some(&anchor), ..path.locator(address) };
        let added = session.add_dynamic(&route, entry, key, value);
        added.map_err(|error| path.with_path(error)).transpose()
    }
}

impl Path {
    /// The map that a path ends in by a text that is part of it, and the text.
    fn last_entry(&self) -> Option<(&StaticOrBox<MapEntry>, &[u8])> {
        match self.segments.last()? {
            PathSegment { kind: SegmentKind::Entry { entry }, step: Step::Fixed(number), .. }
                if entry.key.ty == Type::String && entry.layout.prefix.is_none() && entry.value.is_some() =>
            {
                let PathKey::Blob(key) = self.fixed.get(*number)? else { return None };
                Some((entry, key))
            }
            _ => None,
        }
    }
}

impl<S: Storage> Session<S, Schema> {
    /// Appends values to the list of a route.
    fn append_dynamic(&mut self, list: &PathLocator<'_>, leaf: &Leaf, values: &[AddedValue<'_>]) -> Result<Option<()>> {
        let takes = |tag: u8| !is_packed(tag) || values.iter().all(|(of, _)| *of == tag);
        let heap_len = |packed: bool, width: PointerWidth| {
            let len = |(_, content): &AddedValue<'_>| match content {
                DynamicValue::Word(..) if packed => 0,
                content => content.heap_len(width),
            };
            values.iter().map(len).fold(0, u64::saturating_add)
        };
        let mut found = list.found(self)?;
        if !takes(found.tag()) {
            return Ok(None);
        }
        let (count, generation) = (values.len(), self.generation);
        let objects = heap_len(is_packed(found.tag()), self.width);
        let now = self.room_for_elements(&found, count, objects);
        let total = found.count().saturating_add(count).saturating_add(1).saturating_mul(2) as u64;
        let need = |width| total.saturating_mul(16).saturating_add(heap_len(false, width)).saturating_add(32);
        self.reserve_or_part(found.is_older(self.shift()), &now, &need, found.grown(count, objects))?;
        if self.generation != generation {
            found = list.found(self)?;
            if !takes(found.tag()) {
                return Ok(None);
            }
        }
        let (packed, index) = (is_packed(found.tag()), found.count());
        self.multi_step_reserved(|session| {
            let gap = session.insert_into(found, list, index, count, &|width, _| heap_len(packed, width))?;
            let (stride, mut heap) = (gap.elements.size.checked_div(count).unwrap_or(0), gap.heap.start);
            for (number, value) in values.iter().enumerate() {
                let element = gap.elements.pos.saturating_add(stride.saturating_mul(number));
                if packed {
                    session.put_payload(element, value.1, true, &mut heap)?;
                    continue;
                }
                session.put_any(element.saturating_add(leaf.place.slot.at(session.shift())), value, &mut heap)?;
                if leaf.has_presence {
                    let shift = session.shift();
                    let element = session.record_mut(RecordSpan { pos: element, size: stride })?;
                    put_bit(element, &leaf.place, shift, true).ok_or_else(internal_error)?;
                }
            }
            Ok(())
        })?;
        self.compact_if_due();
        Ok(Some(()))
    }

    /// Adds a key with its value to the map that a route leads to but for its last step.
    fn add_dynamic(
        &mut self,
        route: &PathLocator<'_>,
        entry: &MapEntry,
        key: &[u8],
        value: AddedValue<'_>,
    ) -> Result<Option<()>> {
        let at = route.at(self, 0)?;
        if !at.is_one_run_with_room(self.shift()) {
            return Ok(None);
        }
        let buf = self.buf();
        let slot = slice(buf.bytes, at.map_slot().start, buf.width.bytes()).unwrap_or_default();
        let index = match buf.object(slot, Size::ZERO).map(|map| buf.flat_run(map, &entry.layout)) {
            None if at.count == 0 => 0,
            Some(Some(run)) => match find_blob(&run, &buf, key) {
                KeyPlace::Before(index) => index,
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let key_len = if key.is_empty() { 0 } else { object_len(key.len(), key.len() as u64) };
        let heap = |width: PointerWidth, _| key_len.saturating_add(value.1.heap_len(width));
        let (gap, _) = self.insert_entry(route, (0, index), &heap)?;
        let (mut heap, slot) = (gap.heap.start, gap.elements.pos);
        self.put_payload(slot, DynamicValue::Blob(key), false, &mut heap)?;
        self.put_any(slot.saturating_add(entry.layout.key.at(self.shift())), &value, &mut heap)?;
        self.compact_if_due();
        Ok(Some(()))
    }

    /// Writes a value to a new slot of zeros, and what lies behind it to `heap`, which moves on.
    fn put_any(&mut self, slot: usize, (tag, content): &AddedValue<'_>, heap: &mut usize) -> Result<()> {
        *self.bytes_within(slot..slot.saturating_add(1)).get_mut(slot).ok_or_else(internal_error)? = *tag;
        self.put_payload(slot.saturating_add(1), *content, false, heap)
    }

    /// As `put_any`, of what is behind the tag; an element of a packed list holds its word itself.
    fn put_payload(&mut self, slot: usize, content: DynamicValue<'_>, packed: bool, heap: &mut usize) -> Result<()> {
        let width = self.width;
        let word;
        let object = match content {
            DynamicValue::Word(value, size) => {
                word = value.word().to_le_bytes();
                let bytes = word.get(..usize::from(size)).unwrap_or(&word);
                if packed || bytes.len() <= width.bytes() {
                    let slot =
                        self.record_of(RecordSpan { pos: slot, size: bytes.len() }).ok_or_else(internal_error)?;
                    slot.copy_from_slice(bytes);
                    return Ok(());
                }
                if value.word() == 0 { &[][..] } else { bytes }
            }
            DynamicValue::Blob(content) => content,
        };
        if object.is_empty() {
            return Ok(());
        }
        let at = *heap;
        let len = usize::try_from(object_len(object.len(), object.len() as u64)).map_err(|_| internal_error())?;
        let to = self.record_of(RecordSpan { pos: at, size: len }).ok_or_else(internal_error)?;
        write_blob(object, to).ok_or_else(internal_error)?;
        *heap = at.saturating_add(len);
        let slot = self.record_of(RecordSpan { pos: slot, size: width.bytes() }).ok_or_else(internal_error)?;
        width.store(slot, at).ok_or_else(internal_error)
    }
}
