//! Lists of unions: packed while all elements have one variant.
//!
//! ```text
//! packed   [2 tag a b]            ->  [3 tag a b c]                  the same variant once more
//! mixed    [2 tag a b]            ->  [3 FF tag a tag b other c]     another: the buffer is laid out anew, once
//! ```
//!
//! In a workspace, which is not laid out anew, and where data of a newer revision stands in the way of a layout, the mixed list is
//! written beside the packed one.

use super::anchor::Anchor;
use super::elements::{Gap, HeapLen};
use super::found::{ToList, TypedList};
use super::link::Link;
use super::list::ListEdit;
use super::reserve::Need;
use super::rewrite::{Shift, fragment};
use super::session::Session;
use super::slack::fair_slack;
use super::storage::Storage;
use super::value::{element_heap_len, packed_heap_len, write_element, write_packed};
use crate::error::{Kind, Result, mismeasured};
use crate::layout::Size;
use crate::read::Buf;
use crate::read::cursor::Slot;
use crate::read::decoder::MAX_DEPTH;
use crate::read::navigate::Navigator;
use crate::read::value::Part;
use crate::schema::{Default, MIXED};
use crate::typed::Value;
use crate::typed::vec::common_tag;
use crate::wire::width::{PointerWidth, Width};

impl<S: Storage, T: Value> ListEdit<'_, S, T> {
    /// The variant of all elements of a packed list.
    #[inline(always)]
    pub(super) fn tag(&self) -> Result<u8> {
        if T::PACKS { Ok(self.elements()?.tag) } else { Ok(MIXED) }
    }
}

/// Makes a list of one variant ready for `more` elements of another, with room for what they need.
pub(super) fn unpack<T: Value, S: Storage>(
    session: &mut Session<S>,
    link: &Link<'_>,
    tag: u8,
    more: usize,
    heap: &HeapLen<'_>,
) -> Result<()> {
    let count = TypedList::<T>::new(link).found(session)?.run.count;
    session.unpack(&TypedList::<T>::of_variant(link, tag), count.saturating_add(more), heap)
}

/// Whether the list is packed with another variant.
fn is_other<T: Value, S: Storage>(session: &Session<S>, link: &Link<'_>, tag: u8) -> Result<bool> {
    let stored = TypedList::<T>::new(link).found(session)?.run.tag;
    Ok(stored != MIXED && stored != tag)
}

pub(super) fn insert_union<T: Value, S: Storage>(
    session: &mut Session<S>,
    link: &Link<'_>,
    index: usize,
    value: &T::Set<'_>,
) -> Result<()> {
    let tag = T::tag_of(value);
    let mixed = |width, levels| element_heap_len::<T>(value, width, levels);
    if is_other::<T, S>(session, link, tag)? {
        TypedList::<T>::of_variant(link, tag).found(session)?.check_index(index)?;
        unpack::<T, S>(session, link, tag, 1, &mixed)?;
    }
    let list = TypedList::<T>::of_variant(link, tag);
    let is_mixed = list.found(session)?.run.tag == MIXED;
    if is_mixed {
        let gap = session.insert(&list, index, 1, &mixed)?;
        write_element::<T, S>(session, &gap, value)?;
    } else {
        let heap = |width, levels| packed_heap_len::<T>(value, width, levels);
        let gap = session.insert(&list, index, 1, &heap)?;
        write_packed::<T, S>(session, &gap, value)?;
    }
    session.settle();
    Ok(())
}

/// Appends values, all or none.
pub(super) fn extend_unions<T: Value, S: Storage>(
    session: &mut Session<S>,
    link: &Link<'_>,
    len: usize,
    values: &[T],
) -> Result<()> {
    let tag = common_tag(values);
    let mixed = |width, levels| {
        let lens = values.iter().map(|value| element_heap_len::<T>(&value.as_set(), width, levels));
        lens.fold(0, u64::saturating_add)
    };
    if is_other::<T, S>(session, link, tag)? {
        unpack::<T, S>(session, link, tag, values.len(), &mixed)?;
    }
    let list = TypedList::<T>::of_variant(link, tag);
    let is_mixed = list.found(session)?.run.tag == MIXED;
    let packed = |width, levels| {
        let lens = values.iter().map(|value| packed_heap_len::<T>(&value.as_set(), width, levels));
        lens.fold(0, u64::saturating_add)
    };
    let heap: &HeapLen<'_> = if is_mixed { &mixed } else { &packed };
    let gap = session.insert(&list, len, values.len(), heap)?;
    let stride = gap.elements.size.checked_div(values.len()).unwrap_or(0);
    let mut rest = gap.heap.clone();
    let (width, levels) = (session.width, MAX_DEPTH);
    for (number, value) in values.iter().enumerate() {
        let mut elements = gap.elements;
        elements.pos = elements.pos.saturating_add(number.saturating_mul(stride));
        elements.size = stride;
        let value = value.as_set();
        let len = if is_mixed {
            element_heap_len::<T>(&value, width, levels)
        } else {
            packed_heap_len::<T>(&value, width, levels)
        };
        let end = rest.start.saturating_add(usize::try_from(len).unwrap_or(usize::MAX));
        if end > gap.heap.end {
            return Err(mismeasured());
        }
        let gap = Gap { elements, heap: rest.start..end };
        rest.start = end;
        if is_mixed {
            write_element::<T, S>(session, &gap, &value)?;
        } else {
            write_packed::<T, S>(session, &gap, &value)?;
        }
    }
    if !rest.is_empty() {
        return Err(mismeasured());
    }
    session.settle();
    Ok(())
}

impl<S: Storage> Session<S> {
    /// Lets the elements of a packed list tell their variants themselves; `count` of them, with what they will hold, have
    /// room then for sure.
    pub(crate) fn unpack(&mut self, list: &dyn ToList<S>, count: usize, heap: &HeapLen<'_>) -> Result<()> {
        let found = list.found(self)?;
        let (levels, _) = self.levels_for(list.anchor(), found.levels, heap)?;
        let after = |width: PointerWidth| {
            let stride = Size::UNION.at(width.shift()) as u64;
            let elements = (count.saturating_add(fair_slack(count)) as u64).saturating_mul(stride);
            elements.saturating_add(16).saturating_add(heap(width, levels))
        };
        // Payloads that were elements may need objects of their own, and so a level more; the layout fails where none is left.
        if self.storage.keeps_layout() {
            return self.write_unpacked(list.anchor(), found.start, after(self.width));
        }
        match self.lay_out_unpacked(self.width, &after, Some(found.start)) {
            // What a newer revision put elsewhere stays where it is.
            Err(error) if error.kind() == Kind::Newer => {
                self.write_unpacked(list.anchor(), found.start, after(self.width)).map_err(|_| error)
            }
            laid_out => laid_out,
        }
    }

    /// The same in a buffer that is not laid out anew: the list at an anchor is written beside what is there, which is then
    /// released. So there has to be room for both, and for `more` bytes that will be needed next.
    fn write_unpacked(&mut self, anchor: &dyn Anchor, start: usize, more: u64) -> Result<()> {
        let (schema, width, old) = (self.schema().clone(), self.width, self.bytes().to_vec());
        let buf = Buf { bytes: &old, floor: self.buf().floor, width: width.into() };
        let navigator = Navigator { buf, schema: &schema, root: self.navigator().root };
        let spot = anchor.spot(&navigator)?;
        let (record, place, ty) = (navigator.bytes(spot.holder), spot.place, spot.ty);
        let default = &Default::Zero;
        let slot = Slot { buf, record, schema: &schema, place, ty, optional: true, default, inline: false };
        let to =
            |heap| Shift { width, heap, levels: spot.levels(), optional: true, inline: false, unpack: Some(start) };
        let unpacked = |heap| fragment(&Part::Slot(slot), to(heap))?.ok_or_else(mismeasured);
        let len = unpacked(None)?.len().saturating_sub(width.bytes()) as u64;
        self.reserve(false, &Need::objects(len.saturating_add(more)), &|_| 0)?;
        self.set_slot(anchor, &place, Size::POINTER, false, &|_, _| len, &|record, heap, start, width| {
            let content = unpacked(Some(start))?;
            let (pointer, objects) = content.split_at_checked(width.bytes()).ok_or_else(mismeasured)?;
            let to = crate::wire::slice_mut(record, place.slot.at(width.shift()), pointer.len());
            if objects.len() != heap.len() {
                return Err(mismeasured());
            }
            heap.copy_from_slice(objects);
            to.ok_or_else(mismeasured)?.copy_from_slice(pointer);
            Ok(())
        })?;
        // Elements lie elsewhere now.
        self.generation = self.generation.wrapping_add(1);
        Ok(())
    }
}
