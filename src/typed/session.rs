//! Sessions of derived types: opening a buffer, setting a whole value, the elements of a list, and
//! noting what cursors do to a recorded buffer.

use alloc::vec::Vec;

use super::list::{elements, measured};
use super::plan::may_convert;
use super::root::Root;
use super::rules::refused;
use super::structs::record_len;
use super::{At, Heap, Value, element};
use crate::compare::is_bytes;
use crate::compare::note::NotedAt;
use crate::error::{Error, Result, length_changed};
use crate::layout::Size;
use crate::read::document::MAX_DEPTH;
use crate::read::map::FoundKey;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::{Buf, Elements, no_element};
use crate::schema::Type;
use crate::wire::header::Header;
use crate::wire::varint;
use crate::wire::width::{PointerWidth, StaticWidth, W4, Width, with_width};
use crate::write::log::{NotedRange, StoredForm};
use crate::write::noting::LastStep;
use crate::write::session::{Compiled, foreign_workspace};
use crate::write::storage::as_a_whole;
use crate::write::{Link, Locator, Noted, Session, Storage, Target};

impl<S: Storage> Session<S> {
    /// Opens a buffer of the derived type `T`.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for an invalid header;
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) for the bytes of a
    /// [`Workspace`](crate::Workspace) in another storage, which would not keep their end.
    #[inline(always)]
    pub fn open<T: Value>(mut storage: S) -> Result<Self> {
        let (bytes, ends) = (storage.bytes(), const { Root::<T>::ENDS });
        let plan = Compiled(const { &Root::<T>::PLAN });
        let (width, root, root_size) = if let Some((width, start, root)) = Buf::open_ordinary(bytes, ends) {
            (width, start, root.len())
        } else {
            check_lineage::<T>(bytes)?;
            if Header::is_workspace(bytes) && !storage.keeps_layout() {
                return Err(not_opened(bytes, ends));
            }
            open_rare(storage.bytes_mut(), ends)?
        };
        Ok(Self::from_parts(storage, plan, width, root, root_size))
    }

    /// Opens a buffer to read it or to replace it as a whole.
    pub(super) fn open_whole<T: Value>(storage: S) -> Result<Self> {
        let is_marked = Header::is_marked(storage.bytes());
        let (buf, root) = Buf::open(storage.bytes(), const { Root::<T>::ENDS }, Root::<T>::lineage)?;
        let (width, root, root_size) = place_of_root(buf, root);
        let plan = Compiled(const { &Root::<T>::PLAN });
        let mut session = Self::from_parts(storage, plan, width, root, root_size);
        session.is_marked = is_marked;
        Ok(session)
    }

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
    pub fn set_element_value<T: Value>(&mut self, target: &Target<'_>, value: &T::Set<'_>) -> Result<()> {
        self.write_whole::<T, _>(|session| session.put_element_value::<T>(target, value))
    }

    fn put_element_value<T: Value>(&mut self, target: &Target<'_>, value: &T::Set<'_>) -> Result<()> {
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

    /// Writes a value at a locator. If that may fail half way, since a conversion is called, the
    /// buffer is restored after a failure or a panic.
    #[inline]
    pub(crate) fn write_whole<T: Value, R>(&mut self, edit: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        self.whole_if(may_convert::<T>(), edit)
    }

    /// Makes an edit that happens as a whole or not at all if code of the user's may be called when
    /// bytes have changed.
    #[inline]
    pub(super) fn whole_if<R>(&mut self, calls: bool, edit: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        if calls { as_a_whole(self, |session| session, edit) } else { edit(self) }
    }

    /// The elements of the list at a cursor.
    #[inline(always)]
    pub(super) fn elements_of<T: Value>(&self, link: &Link<'_>) -> Result<Elements<'_>> {
        self.elements_in::<T>(link.resolved(self)?)
    }

    /// The elements of the list whose pointer is in a slot, to edit.
    #[inline(always)]
    pub(super) fn measured_in<T: Value>(&self, slot: RecordSpan) -> Result<Elements<'_>> {
        measured::<T>(self.elements_in::<T>(slot)?)
    }

    /// The elements of the list whose pointer is in a slot.
    #[inline(always)]
    fn elements_in<T: Value>(&self, slot: RecordSpan) -> Result<Elements<'_>> {
        let slot = self.record(slot)?;
        match slot.buf().follow(slot.bytes(), Size::ZERO)? {
            Some(object) => elements::<T, _>(slot.buf(), object),
            None => Ok(Elements::EMPTY),
        }
    }

    /// The record of one of them, to edit.
    #[inline(always)]
    pub(super) fn element_holder<T: Value>(&self, link: &Link<'_>, index: usize) -> Result<RecordSpan> {
        self.holder_in(measured::<T>(self.elements_of::<T>(link)?)?, index)
    }

    /// As [`Session::element_holder`], of the list whose pointer is in a slot.
    #[inline(always)]
    pub(super) fn element_at<T: Value>(&self, slot: RecordSpan, index: usize) -> Result<RecordSpan> {
        self.holder_in(self.measured_in::<T>(slot)?, index)
    }

    #[inline(always)]
    pub(super) fn holder_in(&self, elements: Elements<'_>, index: usize) -> Result<RecordSpan> {
        if index >= elements.count {
            return Err(no_element(index, elements.count));
        }
        // Cannot overflow: the element lies in the buffer.
        let offset = index.saturating_mul(elements.stride);
        let start = self.buf().offset_of(elements.bytes);
        Ok(RecordSpan { pos: start.saturating_add(offset), size: elements.stride })
    }
}

/// Opens any buffer to edit it: its pointer width and its root record, and the length of that.
/// Takes extensions out of the header that an edit makes untrue.
#[cold]
#[inline(never)]
fn open_rare(bytes: &mut [u8], ends: &[Size]) -> Result<(PointerWidth, usize, usize)> {
    let (buf, root) = Buf::open(bytes, ends, || None)?;
    let place = place_of_root(buf, root);
    Header::forget_fragile(bytes);
    Ok(place)
}

/// Why what begins as a workspace is not edited in another storage: it is none, or it is one.
#[cold]
#[inline(never)]
fn not_opened(bytes: &[u8], ends: &[Size]) -> Error {
    Buf::open(bytes, ends, || None).err().unwrap_or_else(foreign_workspace)
}

fn place_of_root(buf: Buf<'_>, root: &[u8]) -> (PointerWidth, usize, usize) {
    (buf.width.into(), buf.floor.wrapping_sub(root.len()), root.len())
}

/// Fails for a buffer of another type, if buffers say of which they are.
#[inline(always)]
fn check_lineage<T: Value>(bytes: &[u8]) -> Result<()> {
    Root::<T>::lineage().map_or(Ok(()), |lineage| Header::check_lineage(bytes, lineage))
}

// Noting the edits of typed cursors.
//
// A word or a text is told by the value alone, a value with parts is encoded as a patch has it;
// what cannot be, since a conversion may fail, is read back.

/// Of an edit that is not one of a range.
pub(super) const WHOLE: NotedRange = (0, 0);

/// Notes an edit that made a value of a type.
#[inline(always)]
pub(super) fn note_value<T: Value, S: Storage>(
    session: &mut Session<S>,
    (action, range): (Noted, NotedRange),
    at: NotedAt<'_, '_>,
    value: &T::Set<'_>,
    default: &T::Default,
) {
    if !session.is_recorded() {
        return;
    }
    match T::stored(value, default) {
        StoredForm::Other => note_encoded::<T, S>(session, (action, range), at, value),
        stored => session.note_value(action, range, at, &stored),
    }
}

#[inline(never)]
fn note_encoded<T: Value, S: Storage>(
    session: &mut Session<S>,
    (action, range): (Noted, NotedRange),
    at: NotedAt<'_, '_>,
    value: &T::Set<'_>,
) {
    let Some(log) = session.storage.log() else { return };
    if log.reads_back {
        return session.note_value(action, range, at, &StoredForm::Other);
    }
    let mut room = log.take_room();
    let content = encode::<T>(value, &mut room);
    let stored = content.ok().flatten().map_or(StoredForm::Other, StoredForm::Content);
    session.note_value(action, range, at, &stored);
    if let Some(log) = session.storage.log() {
        log.give_room(room);
    }
}

/// The value as a patch has it; `None` of one that is to be read back.
fn encode<'o, T: Value>(value: &T::Set<'_>, out: &'o mut Vec<u8>) -> Result<Option<&'o [u8]>> {
    // A presence bit is none of the value's.
    if const { T::SHAPE.bits > 0 || T::SHAPE.word > 0 }
        || matches!(*T::PLAN.ty, Type::Text(_))
        || (const { T::PLAN.converts })()
    {
        return Ok(None);
    }
    for width in PointerWidth::ALL {
        out.clear();
        out.push(width as u8);
        if !with_width!(width, W => write::<T, W>(value, out))? {
            continue;
        }
        if !is_bytes(&T::PLAN.ty) {
            return Ok(Some(out));
        }
        let object = out.get(const { T::SHAPE.slot }.at(Width::shift(width)).saturating_add(1)..);
        return Ok(object.and_then(varint::read).map(|(_, content)| content));
    }
    Ok(None)
}

/// Appends a slot and its objects; false if pointers cannot tell their ends.
fn write<T: Value, W: StaticWidth>(value: &T::Set<'_>, out: &mut Vec<u8>) -> Result<bool> {
    let place = T::SHAPE.single();
    let at = &At::present(&place, T::DEFAULT);
    let slot = place.end.at(Width::shift(W::WIDTH));
    let total = T::heap_len::<false, W>(value, at, MAX_DEPTH).saturating_add(slot as u64);
    if total > W::MAX_LEN {
        return Ok(false);
    }
    let start = out.len();
    // No longer than what the narrowest pointers to it tell.
    out.resize(start.saturating_add(usize::try_from(total).unwrap_or(0)), 0);
    let (record, heap) =
        out.get_mut(start..).and_then(|out| out.split_at_mut_checked(slot)).ok_or_else(length_changed)?;
    let mut heap = Heap::<W>::new(heap, slot);
    T::write(value, record, at, &mut heap)?;
    heap.finish()?;
    Ok(true)
}

/// A part of the value at a cursor.
#[inline(always)]
pub(super) fn part<'l, 'a>(link: &'l Link<'a>, step: Step) -> NotedAt<'l, 'a> {
    (link, LastStep::Step(step))
}

/// The value at a cursor.
#[inline(always)]
pub(super) fn all<'l, 'a>(link: &'l Link<'a>) -> NotedAt<'l, 'a> {
    (link, LastStep::None)
}

/// An entry of the map or set at a cursor.
#[inline(always)]
pub(super) fn entry<'l, 'a, K: Value>(link: &'l Link<'a>, found: FoundKey, key: &'l K::Set<'_>) -> NotedAt<'l, 'a> {
    (link, LastStep::Key(Step::to_entry(found), K::stored(key, K::DEFAULT)))
}
