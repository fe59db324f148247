//! Writing values of derived types at a cursor.

use alloc::vec::Vec;

use super::element::{of_list, write_plains};
use super::plan::may_convert;
use super::rules::refused;
use super::structs::record_len;
use super::{At, Heap, Value, Vellum, element};
use crate::error::{Error, Result};
use crate::read::decoder::MAX_DEPTH;
use crate::read::navigate::RecordSpan;
use crate::schema::MIXED;
use crate::wire::width::{PointerWidth, W4, Width, with_width};
use crate::write::{InsertedElements, Link, Locator, Session, Storage, Target};

/// Bytes of the objects of a new list element; `tag` is the variant of a packed list.
pub(super) fn element_len<T: Value>(value: &T::Set<'_>, tag: u8, width: PointerWidth, levels: u32) -> u64 {
    with_width!(width, W => T::heap_len::<true, W>(value, &of_list::<T>(tag), levels))
}

/// Bytes of the objects of new list elements; `tag` is the variant of a packed list.
pub(super) fn elements_heap_len<T: Value>(values: &[T], tag: u8, width: PointerWidth, levels: u32) -> u64 {
    if const { !T::ELEMENT.has_objects } {
        return 0;
    }
    values.iter().map(|value| element_len::<T>(&value.as_set(), tag, width, levels)).fold(0, u64::saturating_add)
}

/// Writes elements into their gap; `tag` is the variant of a packed list.
pub(super) fn write_elements<T: Value, S: Storage>(
    session: &mut Session<S>,
    gap: &InsertedElements,
    tag: u8,
    values: &[T],
) -> Result<()> {
    let width = session.width;
    let (elements, heap) = session.record_and_heap(gap.elements, &gap.heap)?;
    if const { T::SHAPE.plain } {
        write_plains(values, elements);
        return Ok(());
    }
    let stride = elements.len().checked_div(values.len()).unwrap_or(1).max(1);
    with_width!(width, W => {
        let mut heap = Heap::<W>::new(heap, gap.heap.start);
        values
            .iter()
            .zip(elements.chunks_exact_mut(stride))
            .try_for_each(|(value, element)| T::write(&value.as_set(), element, &of_list::<T>(tag), &mut heap))?;
        heap.finish()
    })
}

/// Writes an element into its gap; `tag` is the variant of a packed list.
pub(super) fn write_element<T: Value, S: Storage>(
    session: &mut Session<S>,
    gap: &InsertedElements,
    tag: u8,
    value: &T::Set<'_>,
) -> Result<()> {
    let width = session.width;
    let (bytes, heap) = session.record_and_heap(gap.elements, &gap.heap)?;
    write_apart::<T>(width, bytes, (heap, gap.heap.start), tag, value)
}

/// Writes an element, and its objects to the heap at an offset.
fn write_apart<T: Value>(
    width: PointerWidth,
    bytes: &mut [u8],
    (heap, position): (&mut [u8], usize),
    tag: u8,
    value: &T::Set<'_>,
) -> Result<()> {
    with_width!(width, W => {
        let mut heap = Heap::<W>::new(heap, position);
        T::write(value, bytes, &of_list::<T>(tag), &mut heap)?;
        heap.finish()
    })
}

/// Adds the path of the entry of a key in the map at a cursor to an error.
#[cold]
#[inline(never)]
pub(super) fn name_new_entry<K: Value, S: Storage>(
    session: &Session<S>,
    map: &Link<'_>,
    key: &K::Set<'_>,
    error: Error,
) -> Error {
    let width = session.width;
    let size = K::ELEMENT.size.at(width.shift());
    let len = usize::try_from(element_len::<K>(key, MIXED, width, MAX_DEPTH)).unwrap_or(usize::MAX);
    let mut entry = Vec::new();
    if entry.try_reserve_exact(size.saturating_add(len)).is_ok() {
        entry.resize(size.saturating_add(len), 0);
        if let Some((bytes, heap)) = entry.split_at_mut_checked(size)
            && write_apart::<K>(width, bytes, (heap, size), MIXED, key).is_ok()
        {
            return session.name_new_entry(error, map, &entry, size);
        }
    }
    // A key that cannot be written has no path.
    session.name_cursor(error, map)
}

impl<S: Storage> Session<S> {
    /// Sets the whole value at `place` of the target's holder.
    ///
    /// # Errors
    /// [`ErrorKind::Full`] if the storage cannot hold it, [`ErrorKind::Corrupt`] if what is there
    /// now is invalid, [`ErrorKind::Newer`] if data of a newer revision is in the way of a layout.
    #[doc(hidden)]
    #[inline]
    pub fn set_value<T: Value, const ELEMENT: bool>(
        &mut self,
        target: &Target<'_>,
        at: &At<'_, T::Default, ELEMENT>,
        value: &T::Set<'_>,
    ) -> Result<()> {
        if const { T::SHAPE.slot.pointers == 0 } && self.put_inline::<T, ELEMENT>(target.holder, at, value).is_some() {
            return Ok(());
        }
        self.replace_value::<T, ELEMENT>(target, at, value)
    }

    /// Writes a value that lies entirely in its slot, so it releases nothing and needs no room;
    /// `None` if it is refused, or if the record does not store the slot, and then nothing has
    /// changed.
    #[inline]
    fn put_inline<T: Value, const ELEMENT: bool>(
        &mut self,
        holder: RecordSpan,
        at: &At<'_, T::Default, ELEMENT>,
        value: &T::Set<'_>,
    ) -> Option<()> {
        // Measured first: a rule may refuse the value, and a conversion may fail half way.
        if may_convert::<T>() || T::heap_len::<ELEMENT, W4>(value, at, MAX_DEPTH) != 0 {
            return None;
        }
        let (width, start) = (self.width, at.place.slot.at(self.shift()));
        let record = self.record_mut(holder).ok()?;
        crate::wire::slice_mut(record, start, const { T::SHAPE.slot.at(0) })?.fill(0);
        with_width!(width, W => T::write(value, record, at, &mut Heap::<W>::new(&mut [], 0)).ok())
    }

    /// Sets a value if it replaces objects, needs new ones, or has no slot in the record yet.
    fn replace_value<T: Value, const ELEMENT: bool>(
        &mut self,
        target: &Target<'_>,
        at: &At<'_, T::Default, ELEMENT>,
        value: &T::Set<'_>,
    ) -> Result<()> {
        let heap = |width, levels| with_width!(width, W => T::heap_len::<ELEMENT, W>(value, at, levels));
        let is_default = !at.keep && T::is_default(value, at.default);
        self.write_whole::<T, _>(|session| {
            session.set_slot(target, at.place, T::SHAPE.slot, is_default, &heap, &|record, heap, start, width| {
                with_width!(width, W => {
                    let mut heap = Heap::<W>::new(heap, start);
                    T::write(value, record, at, &mut heap)?;
                    heap.finish()
                })
            })
        })
        .map_err(|error| refused::<T>(value, error))
    }

    /// Sets the struct that a list element is.
    ///
    /// # Errors
    /// As [`Session::set_value`].
    #[doc(hidden)]
    pub fn set_element_value<T: Vellum>(&mut self, target: &Target<'_>, value: &T::Set<'_>) -> Result<()> {
        self.write_whole::<T, _>(|session| session.put_element_value::<T>(target, value))
    }

    fn put_element_value<T: Vellum>(&mut self, target: &Target<'_>, value: &T::Set<'_>) -> Result<()> {
        let size = <T as Value>::ELEMENT.size;
        // Elements of an older revision are upgraded first.
        let upgrade = target.holder.size < size.at(self.shift());
        // One if a presence byte comes before the record.
        let offset = target.holder.pos.saturating_sub(target.resolve(&self.navigator())?.holder.pos);
        let heap = |width, levels| with_width!(width, W => record_len::<T, W>(value, levels));
        let room = self.make_room(target, false, upgrade, &heap).map_err(|error| refused::<T>(value, error))?;
        let Some((holder, range)) = room else { return Ok(()) };
        let (width, size) = (self.width, size.at(self.shift()));
        let record = RecordSpan { pos: holder.pos.saturating_add(offset), size };
        let (record, heap) = self.record_and_heap(record, &range)?;
        record.fill(0);
        with_width!(width, W => {
            let mut heap = Heap::<W>::new(heap, range.start);
            element::write_element::<T, W>(value, record, &mut heap)?;
            heap.finish()?;
        });
        self.compact_if_due();
        Ok(())
    }

    /// Writes a value at a locator. If that may fail half way, the buffer is restored after a
    /// failure.
    #[inline]
    pub(crate) fn write_whole<T: Value, R>(&mut self, edit: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        if !may_convert::<T>() {
            return edit(self);
        }
        let before = self.snapshot();
        let result = edit(self);
        match result {
            Ok(done) => {
                self.keep(&before);
                Ok(done)
            }
            Err(error) => {
                self.restore(before)?;
                Err(error)
            }
        }
    }
}
