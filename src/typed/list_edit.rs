//! The edit cursor of a list: single elements are set, inserted, appended and removed.

use core::cell::Cell;
use core::marker::PhantomData;

use super::element::{element, of_list};
use super::field::{TypedList, element_len, write_element};
use super::list::{elements, get_of};
use super::plan::may_convert;
use super::rules::refused;
use super::session::{WHOLE, all, note_value, part};
use super::{Checked, DecodeOwned, Heap, Value, element};
#[cfg(feature = "zerocopy")]
use crate::error::Error;
#[cfg(feature = "zerocopy")]
use crate::error::ErrorKind;
#[cfg(feature = "zerocopy")]
use crate::error::Wording;
use crate::error::{Result, internal_error};
use crate::layout::Size;
use crate::read::Elements;
use crate::read::document::Decoder;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::open::RecordBytes;
use crate::schema::{MIXED, Rules, too_long};
use crate::wire::width::{PointerWidth, W1};
use crate::write::room::{SpaceRequest, slack_after};
use crate::write::value::TOO_DEEP;
use crate::write::{InsertedElements, Link, Noted, Session, Storage, Tail, Target, ToList};

/// Edits a list in its buffer.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Log { lines: Vec<String> }
///
/// let mut bytes = vellum::to_vec(&Log { lines: vec!["one".into()] })?;
/// let mut log = Log::edit(&mut bytes)?;
/// let mut lines = log.lines();
/// lines.push("two")?;
/// lines.set(0, "first")?;
/// assert_eq!(lines.len()?, 2);
/// assert_eq!(Log::peek(&bytes)?.lines()?.get(0)?, "first");
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// There is no `iter_mut`: an edit may move all later bytes of the buffer, so a list has only one
/// cursor at a time, while an iterator could hand out several. [`edit_each`](ListEdit::edit_each)
/// gives one element after the other to edit, [`update_each`](ListEdit::update_each) replaces each
/// by the result of a function.
pub struct ListEdit<'a, S, T> {
    pub(super) session: &'a mut Session<S>,
    pub(super) link: Link<'a>,
    /// The state of the list after the last push.
    pub(super) append: Option<AppendCursor>,
    /// Rules of bytes, which are a list here.
    rules: Option<fn() -> Rules>,
    marker: PhantomData<fn() -> T>,
}

impl<'a, S: Storage, T: Value> ListEdit<'a, S, T> {
    #[inline]
    pub(crate) fn new(session: &'a mut Session<S>, link: Link<'a>) -> Self {
        Self { session, link, append: None, rules: None, marker: PhantomData }
    }

    /// The cursor of a field with rules.
    pub(crate) fn ruled(self, rules: fn() -> Rules) -> Self {
        Self { rules: Some(rules), ..self }
    }

    /// Fails if the rules do not allow `more` elements.
    #[inline]
    pub(super) fn check_len(&self, more: usize) -> Result<()> {
        let Some(max) = self.rules.and_then(|rules| rules().max_len()) else { return Ok(()) };
        let len = self.len()?.saturating_add(more);
        if len <= max as usize { Ok(()) } else { Err(too_long(len, max)) }
    }

    #[inline(always)]
    pub(super) fn elements(&self) -> Result<Elements<'_>> {
        self.session.elements_of::<T>(&self.link)
    }

    /// The variant of a packed list.
    #[inline(always)]
    pub(super) fn tag(&self) -> Result<u8> {
        if const { T::SHAPE.packs } { Ok(self.elements()?.tag) } else { Ok(MIXED) }
    }

    /// The stride and the bytes of all elements.
    #[cfg(feature = "zerocopy")]
    pub(crate) fn bytes_mut(&mut self) -> Result<(usize, &mut [u8])> {
        if self.session.is_recorded() {
            return Err(Error::new(ErrorKind::Type, Wording::LentSlice));
        }
        let Elements { stride, bytes, .. } = self.elements()?;
        // An empty list has no position.
        let (pos, size) = if bytes.is_empty() { (0, 0) } else { (self.session.buf().position(bytes), bytes.len()) };
        Ok((stride, self.session.record_mut(RecordSpan { pos, size })?))
    }

    /// The record of the element at `index`, to edit.
    #[inline(always)]
    fn holder(&self, index: usize) -> Result<RecordSpan> {
        self.session.element_holder::<T>(&self.link, index)
    }

    /// Number of elements.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the list's bytes are invalid.
    #[inline]
    pub fn len(&self) -> Result<usize> {
        Ok(self.elements()?.count)
    }

    /// Whether there are no elements.
    ///
    /// # Errors
    /// As [`ListEdit::len`].
    #[inline]
    pub fn is_empty(&self) -> Result<bool> {
        Ok(self.len()? == 0)
    }

    /// The element at `index`, to read.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// assert_eq!(Log::edit(&mut bytes)?.codes().get(1)?, 2);
    /// assert!(Log::edit(&mut bytes)?.codes().get(3).is_err());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`](crate::ErrorKind::Path) beyond the end;
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for invalid bytes.
    #[inline]
    pub fn get(&self, index: usize) -> Result<T::Get<'_, Checked>> {
        let record: RecordBytes<'_> = self.session.record(self.session.holder_in(self.elements()?, index)?)?;
        get_of::<T, Checked>(&record, self.tag()?, Checked).map_err(|error| error.in_element(index))
    }

    /// The element at `index` to edit: an edit cursor for structs and lists, the value for other
    /// types.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Point { x: i32, y: i32 }
    /// # #[derive(Vellum)] struct Path { points: Vec<Point> }
    /// let mut bytes = vellum::to_vec(&Path { points: vec![Point { x: 1, y: 2 }] })?;
    /// Path::edit(&mut bytes)?.points().at(0)?.set_y(5)?;
    /// assert_eq!(Path::peek(&bytes)?.points()?.get(0)?.y()?, 5);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::get`].
    #[inline(always)]
    pub fn at(&mut self, index: usize) -> Result<T::Cursor<'_, S>> {
        let slot = self.link.resolve_cold(self.session)?;
        self.append = None;
        let holder = self.session.element_at::<T>(slot, index)?;
        if const { T::SHAPE.packs } {
            let tag = self.tag()?;
            let target = self.link.element(self.session, index, holder);
            return T::cursor(self.session, target, &of_list::<T>(tag));
        }
        let target = self.link.element(self.session, index, holder);
        T::cursor(self.session, target, element::<T>())
    }

    /// Sets the element at `index`.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// Log::edit(&mut bytes)?.codes().set(1, 7)?;
    /// assert_eq!(Log::peek(&bytes)?.codes()?.get(1)?, 7);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::get`], and [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot
    /// grow.
    #[inline]
    pub fn set(&mut self, index: usize, value: T::Set<'_>) -> Result<()> {
        let slot = self.link.resolve_cold(self.session)?;
        self.append = None;
        let holder = self.session.element_at::<T>(slot, index)?;
        let tag = self.tag()?;
        self.set_found((index, holder), tag, &value)
    }

    /// Sets the element at an index, whose record is found, in a list packed with the variant; FF
    /// if it is not packed.
    #[inline(always)]
    pub(super) fn set_found(&mut self, at: (usize, RecordSpan), tag: u8, value: &T::Set<'_>) -> Result<()> {
        let (index, holder) = at;
        self.session.note_old(Noted::Set, WHOLE, part(&self.link, Step::Element(index)));
        let set = if const { T::SHAPE.packs } && tag != MIXED {
            set_packed::<T, S>(self.session, &self.link, at, tag, value)
        } else {
            T::set(self.session, self.link.element(self.session, index, holder), element::<T>(), value)
        };
        set.map_err(|error| error.in_element(index))?;
        let at = part(&self.link, Step::Element(index));
        note_value::<T, S>(self.session, (Noted::Set, WHOLE), at, value, T::DEFAULT);
        Ok(())
    }

    /// Appends an element.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// let mut log = Log::edit(&mut bytes)?;
    /// let mut codes = log.codes();
    /// for code in 10..20 {
    ///     codes.push(code)?;
    /// }
    /// assert_eq!(codes.len()?, 13);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot grow;
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the list's bytes are invalid.
    #[inline]
    pub fn push(&mut self, value: T::Set<'_>) -> Result<()> {
        let may_fail = T::ELEMENT.has_objects && self.append.is_none() && may_convert::<T>();
        if const { !T::SHAPE.packs } && self.append.is_none() && self.rules.is_none() && !may_fail {
            let slot = self.link.resolve(self.session)?;
            self.append = AppendCursor::find::<T, S>(self.session, slot);
        }
        if let Some(append) = &mut self.append
            && append.push::<T, S>(self.session, &value, &self.link)?
        {
            return self.note_pushed(&value);
        }
        self.insert_at(None, &value)?;
        self.note_pushed(&value)
    }

    /// Inserts an element before `index`.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// Log::edit(&mut bytes)?.codes().insert(0, 7)?;
    /// assert_eq!(vellum::from_slice::<Log>(&bytes)?.codes, [7, 4, 2, 9]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::push`], and [`ErrorKind::Path`](crate::ErrorKind::Path) beyond the end.
    pub fn insert(&mut self, index: usize, value: T::Set<'_>) -> Result<()> {
        self.insert_at(Some(index), &value)?;
        let at = part(&self.link, Step::Element(index));
        note_value::<T, S>(self.session, (Noted::Insert, WHOLE), at, &value, T::DEFAULT);
        Ok(())
    }

    /// Notes that an element was pushed.
    #[inline(always)]
    fn note_pushed(&mut self, value: &T::Set<'_>) -> Result<()> {
        if self.session.is_recorded() {
            let before = self.len()?.saturating_sub(1);
            note_value::<T, S>(self.session, (Noted::Push, (before, 0)), all(&self.link), value, T::DEFAULT);
        }
        Ok(())
    }

    /// Inserts an element before an index, or at the end.
    fn insert_at(&mut self, index: Option<usize>, value: &T::Set<'_>) -> Result<()> {
        self.link.resolve(self.session)?;
        self.append = None;
        self.check_len(1)?;
        let heap = |tag, width, levels| element_len::<T>(value, tag, width, levels);
        let result = self.session.write_whole::<T, _>(|session| {
            let (gap, tag) = insert_elements::<T, _>(session, &self.link, index, (T::tag_of(value), 1), heap)?;
            write_element::<T, _>(session, &gap, tag, value)?;
            session.compact_if_due();
            Ok(())
        });
        result.map_err(|error| refused::<T>(value, error))
    }

    /// Removes the element at `index` and everything it points to.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// Log::edit(&mut bytes)?.codes().remove(1)?;
    /// assert_eq!(vellum::from_slice::<Log>(&bytes)?.codes, [4, 9]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`](crate::ErrorKind::Path) beyond the end;
    /// [`ErrorKind::Newer`](crate::ErrorKind::Newer) for a list packed with an unknown variant,
    /// whose elements have an unknown size.
    pub fn remove(&mut self, index: usize) -> Result<()> {
        self.link.resolve(self.session)?;
        self.append = None;
        if self.session.is_recorded() && index < self.len()? {
            self.session.note_old(Noted::Remove, WHOLE, part(&self.link, Step::Element(index)));
        }
        self.session.remove(&TypedList::<T>::new(&self.link), index, 1)?;
        self.session.note_without(Noted::Remove, WHOLE, part(&self.link, Step::Element(index)));
        Ok(())
    }

    /// Takes the last element out of the list, decoded; `None` if there is none.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { lines: Vec<String> }
    /// let mut bytes = vellum::to_vec(&Log { lines: vec!["one".into(), "two".into()] })?;
    /// assert_eq!(Log::edit(&mut bytes)?.lines().pop()?.as_deref(), Some("two"));
    /// assert_eq!(Log::peek(&bytes)?.lines()?.len(), 1);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::remove`].
    pub fn pop(&mut self) -> Result<Option<T>>
    where
        T: DecodeOwned,
    {
        match self.len()?.checked_sub(1) {
            Some(last) => self.take(last).map(Some),
            None => Ok(None),
        }
    }

    /// Takes the element at `index` out of the list, decoded.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { lines: Vec<String> }
    /// let mut bytes = vellum::to_vec(&Log { lines: vec!["one".into(), "two".into()] })?;
    /// assert_eq!(Log::edit(&mut bytes)?.lines().take(0)?, "one");
    /// assert_eq!(vellum::from_slice::<Log>(&bytes)?.lines, ["two"]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::remove`].
    pub fn take(&mut self, index: usize) -> Result<T>
    where
        T: DecodeOwned,
    {
        let element = self.session.record(self.holder(index)?)?;
        let mut decoder = Decoder::new(*element.buf());
        let value = T::decode(element.bytes(), &of_list::<T>(self.tag()?), &mut decoder)
            .map_err(|error| error.in_element(index))?;
        self.remove(index)?;
        Ok(value)
    }

    /// Exchanges two elements, without moving the objects they point to.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// Log::edit(&mut bytes)?.codes().swap(0, 2)?;
    /// assert_eq!(vellum::from_slice::<Log>(&bytes)?.codes, [9, 2, 4]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::get`].
    pub fn swap(&mut self, first: usize, second: usize) -> Result<()> {
        self.link.resolve(self.session)?;
        let (a, b) = (self.holder(first)?, self.holder(second)?);
        if a == b {
            return Ok(());
        }
        self.session.bytes_within(a.range());
        if let Ok([a, b]) = self.session.bytes_within(b.range()).get_disjoint_mut([a.range(), b.range()]) {
            a.swap_with_slice(b);
        }
        for (one, other) in [(first, second), (second, first)] {
            // What one was before, the other is now.
            self.session.note_old(Noted::Set, WHOLE, part(&self.link, Step::Element(other)));
            self.session.note(Noted::Set, WHOLE, part(&self.link, Step::Element(one)));
        }
        Ok(())
    }
}

// Appending to a list that has room: the frequent case, which needs no schema.
//
// ```text
// [3 a b c FF FF FF FF FF FF]  ->  [4 a b c x FF FF FF FF FF]        into the list's slack, or at the end of the buffer
//          end       limit                 end     limit
// ```
// A cursor remembers the end of the list, so that the next push handles only the new element. Any
// other edit by the cursor resets that.

/// Elements up to this size are built outside the buffer and appended whole.
const SHORT: usize = 64;

/// The state of a list after the last push.
#[derive(Clone, Copy, Debug)]
pub(super) struct AppendCursor {
    generation: u32,
    tail: Tail,
    /// End of the known slack behind the list.
    limit: usize,
    /// Up to this length of the buffer, room is known to be reserved.
    reserved: usize,
    /// How far the next search for slack goes; it doubles with each search.
    window: usize,
}

impl AppendCursor {
    /// The list whose pointer slot is at `slot`; `None` if there is none, or its elements are of
    /// another revision.
    pub(super) fn find<T: Value, S: Storage>(session: &Session<S>, slot: RecordSpan) -> Option<Self> {
        let record = session.record(slot).ok()?;
        let buf = record.buf();
        let object = buf.follow(record.bytes(), Size::ZERO).ok()??;
        let elements = elements::<T, _>(buf, object).ok()?;
        let stride = T::ELEMENT.size.at(buf.shift());
        if elements.stride != stride {
            return None;
        }
        let tail = Tail::new(buf, object, &elements);
        Some(Self { generation: session.generation, tail, limit: tail.end, reserved: 0, window: stride })
    }

    /// Appends an element if there is room; else returns false and changes nothing.
    #[inline(always)]
    pub(super) fn push<T: Value, S: Storage>(
        &mut self,
        session: &mut Session<S>,
        value: &T::Set<'_>,
        link: &Link<'_>,
    ) -> Result<bool> {
        if self.generation != session.generation || !self.tail.counts_more() {
            return Ok(false);
        }
        let stride = T::ELEMENT.size.at(session.shift());
        let next = self.tail.end.wrapping_add(stride);
        let len = session.bytes().len();
        if !T::ELEMENT.has_objects
            && self.tail.end == len
            && let Some(element) = [0; SHORT].get_mut(..stride)
        {
            // The last object of the buffer.
            if next > self.reserved && !self.has_room(session, next, 0) {
                return Ok(false);
            }
            element::write_element::<T, W1>(value, element, &mut Heap::<W1>::new(&mut [], 0))?;
            session.storage.append(element);
            let bytes = session.bytes_within(self.tail.counted());
            return self.tail.count_to(next, bytes).map(|()| true).ok_or_else(internal_error);
        }
        if next > self.limit && !self.look(session, next) {
            return Ok(false);
        }
        // Each step enters at most one object, so at least that many levels are left.
        let heap_len = if const { T::ELEMENT.has_objects } {
            element_len::<T>(value, MIXED, session.width, link.levels())
        } else {
            0
        };
        if (next > len || heap_len > 0) && !self.has_room(session, next, heap_len) {
            return Ok(false);
        }
        if next > len {
            session.storage.resize(next);
        }
        session.free.subtract(self.tail.end..next);
        let element = self.tail.end..next;
        let element = session.bytes_within(element.clone()).get_mut(element).ok_or_else(internal_error)?;
        element.fill(0);
        if const { T::ELEMENT.has_objects } {
            let elements = RecordSpan { pos: self.tail.end, size: stride };
            // Room was found for it, so it fits `usize`.
            let heap = session.allocate_zeroed(usize::try_from(heap_len).unwrap_or(usize::MAX));
            write_element::<T, S>(session, &InsertedElements { elements, heap }, MIXED, value)?;
        } else {
            element::write_element::<T, W1>(value, element, &mut Heap::<W1>::new(&mut [], 0))?;
        }
        let bytes = session.bytes_within(self.tail.counted());
        self.tail.count_to(next, bytes).map(|()| true).ok_or_else(internal_error)
    }

    /// Whether the list can end at `end`, with `heap_len` bytes of new objects.
    #[cold]
    #[inline(never)]
    fn has_room<S: Storage>(&mut self, session: &mut Session<S>, end: usize, heap_len: u64) -> bool {
        if heap_len >= TOO_DEEP
            || !session.has_room(&SpaceRequest { growth: self.tail.end..end, objects: heap_len, moved: None })
        {
            return false;
        }
        if heap_len == 0 {
            self.reserved = session.room_up_to(end);
        }
        true
    }

    /// Searches for slack up to `next` and beyond; returns whether the bytes up to `next` are free.
    #[inline(never)]
    fn look<S: Storage>(&mut self, session: &mut Session<S>, next: usize) -> bool {
        let len = session.bytes().len();
        self.window = self.window.saturating_mul(2);
        self.limit = self.tail.end.saturating_add(slack_after(session.bytes(), self.tail.end, self.window));
        session.free.subtract(self.tail.end..self.limit);
        next <= self.limit || self.limit == len
    }
}

// Inserting and setting elements of typed lists. Unions are packed while all elements have one
// variant.

/// Opens a gap for elements of one variant before an index, or at the end; also returns the variant
/// of the packed list, or FF.
pub(super) fn insert_elements<T: Value, S: Storage>(
    session: &mut Session<S>,
    link: &Link<'_>,
    index: Option<usize>,
    (tag, count): (u8, usize),
    heap: impl Fn(u8, PointerWidth, u32) -> u64,
) -> Result<(InsertedElements, u8)> {
    let to_list = TypedList::<T>::of_variant(link, tag);
    let measured = Cell::new(None);
    // Not measured again when a list was unpacked, since a `check` may be called for it.
    let mixed = |width: PointerWidth, levels: u32| match measured.get() {
        Some((known, len)) if known == (width, levels) => len,
        _ => {
            let len = heap(MIXED, width, levels);
            measured.set(Some(((width, levels), len)));
            len
        }
    };
    let (list, index) = if const { T::SHAPE.packs } {
        session.found_for(&to_list, index, (tag, count), &mixed)?
    } else {
        let list = to_list.found(session)?;
        let end = list.count();
        (list, index.unwrap_or(end))
    };
    let tag = list.tag();
    let heap = |width, levels| {
        if const { T::SHAPE.packs } && tag == MIXED { mixed(width, levels) } else { heap(tag, width, levels) }
    };
    let gap = session.insert_into(list, &to_list, index, count, &heap)?;
    Ok((gap, tag))
}

/// Sets an element of a list that is packed with a variant.
pub(super) fn set_packed<T: Value, S: Storage>(
    session: &mut Session<S>,
    list: &Link<'_>,
    (index, holder): (usize, RecordSpan),
    packed: u8,
    value: &T::Set<'_>,
) -> Result<()> {
    let tag = T::tag_of(value);
    if tag == packed {
        // The element is only the payload of a union.
        let union = Link::new(list.element(session, index, holder), session);
        let target = Target { parent: &union, step: Step::Payload(tag), holder, generation: session.generation };
        return T::set(session, target, &of_list::<T>(tag), value);
    }
    let heap = |width, levels| element_len::<T>(value, MIXED, width, levels);
    // A `check` may be called again when the list is unpacked, which copies the buffer anyway.
    let unpacked = session.whole_if(true, |session| {
        session.unpack(&TypedList::<T>::new(list), 0, &heap)?;
        let target = list.element(session, index, session.element_holder::<T>(list, index)?);
        T::set(session, target, element::<T>(), value)
    });
    unpacked.map_err(|error| refused::<T>(value, error))
}
