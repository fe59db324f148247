//! Edits of many elements of a list: by one call, or one element after the other.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;

use super::element::{element, of_list};
use super::field::{TypedList, elements_heap_len, write_elements};
use super::list::get_of;
use super::list_edit::{ListEdit, insert_elements};
use super::plan::parts_convert;
use super::rules::{Verdict, refused};
use super::session::{WHOLE, all};
use super::vec::common_tag;
use super::{Checked, Value};
use crate::error::Result;
use crate::read::Elements;
use crate::read::navigate::RecordSpan;
use crate::schema::MIXED;
use crate::write::{Link, Noted, Session, Storage, order_of, runs_without};

impl<S: Storage, T: Value> ListEdit<'_, S, T> {
    /// Appends elements. If one cannot be appended, those before it stay.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![1] })?;
    /// Log::edit(&mut bytes)?.codes().extend([2, 3])?;
    /// assert_eq!(Log::peek(&bytes)?.codes()?.len(), 3);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::push`].
    pub fn extend<'v>(&mut self, values: impl IntoIterator<Item = T::Set<'v>>) -> Result<()>
    where
        T: 'v,
    {
        values.into_iter().try_for_each(|value| self.push(value))
    }

    /// Appends owned elements, all of them or none.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct File { content: Vec<u8> }
    /// let mut bytes = vellum::to_vec(&File { content: vec![1] })?;
    /// File::edit(&mut bytes)?.content().extend_from_slice(&[2, 3])?;
    /// assert_eq!(File::peek(&bytes)?.content()?, [1, 2, 3]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::push`]; the list is then unchanged.
    pub fn extend_from_slice(&mut self, values: &[T]) -> Result<()> {
        if values.is_empty() {
            return Ok(());
        }
        self.append = None;
        self.check_len(values.len())?;
        let tag = if const { T::SHAPE.packs } { common_tag(values) } else { MIXED };
        let heap = |tag, width, levels| elements_heap_len(values, tag, width, levels);
        let result = self.session.whole_if(parts_convert::<T>(), |session| {
            let (gap, tag) = insert_elements::<T, S>(session, &self.link, None, (tag, values.len()), heap)?;
            write_elements(session, &gap, tag, values)?;
            session.compact_if_due();
            Ok(())
        });
        result.map_err(|error| refused::<Vec<T>>(&values, error))?;
        self.note_extended(values.len())
    }

    /// Notes that elements were pushed.
    fn note_extended(&mut self, more: usize) -> Result<()> {
        if self.session.is_recorded() {
            let len = self.len()?;
            for index in len.saturating_sub(more)..len {
                self.session.note(Noted::Push, (index, 0), all(&self.link));
            }
        }
        Ok(())
    }

    /// Replaces each element by the result of `update`, in order. The result may not borrow from
    /// the old element. An error ends the call; elements that were replaced before stay replaced.
    ///
    /// Structs, lists and unions are better edited in place: see [`ListEdit::edit_each`].
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// Log::edit(&mut bytes)?.codes().update_each(|code| code * 2)?;
    /// assert_eq!(vellum::from_slice::<Log>(&bytes)?.codes, [8, 4, 18]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::get`] and [`ListEdit::set`].
    pub fn update_each<'v>(&mut self, mut update: impl FnMut(T::Get<'_, Checked>) -> T::Set<'v>) -> Result<()>
    where
        T: 'v,
    {
        self.append = None;
        let mut walk = ElementsWalk::new(self.session);
        while let Some(at) = walk.next::<T, S>(self.session, &mut self.link)? {
            let record = self.session.record(at.1)?;
            let value = get_of::<T, Checked>(&record, walk.tag(), Checked).map_err(|error| error.in_element(at.0))?;
            let value = update(value);
            self.set_found(at, walk.tag(), &value)?;
        }
        Ok(())
    }

    /// Keeps the elements for which `keep` is true, in one pass over the list: all others are
    /// removed at once. The predicate returns a `bool`, or a `Result<bool>` if it reads a field of
    /// a struct.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: (0..10).collect() })?;
    /// Log::edit(&mut bytes)?.codes().retain(|code| code % 3 == 0)?;
    /// assert_eq!(vellum::from_slice::<Log>(&bytes)?.codes, [0, 3, 6, 9]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::remove`], and the error of the predicate; the buffer is then unchanged.
    pub fn retain<R: Verdict>(&mut self, mut keep: impl FnMut(T::Get<'_, Checked>) -> R) -> Result<()> {
        let runs = runs_without(self.len()?, |index| {
            keep(self.get(index)?).verdict().map_err(|error| error.in_element(index))
        })?;
        self.append = None;
        if runs.is_empty() {
            return Ok(());
        }
        let noted = self.session.noted();
        // The last first, so that the others stay where they are.
        for range in runs.iter().rev().map(|run| (run.start, run.len())) {
            self.session.note_old(Noted::Splice, range, all(&self.link));
            self.session.note_without(Noted::Splice, range, all(&self.link));
        }
        let removed = self.session.remove_runs(&TypedList::<T>::new(&self.link), &runs);
        if removed.is_err() {
            self.session.forget_since(noted);
        }
        removed
    }

    /// Sorts the elements by a stable sort, without moving the objects they point to.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { lines: Vec<String> }
    /// let mut bytes = vellum::to_vec(&Log { lines: vec!["b".into(), "a".into()] })?;
    /// Log::edit(&mut bytes)?.lines().sort_by(|a, b| a.cmp(b))?;
    /// assert_eq!(vellum::from_slice::<Log>(&bytes)?.lines, ["a", "b"]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::get`]; the list is then unchanged.
    pub fn sort_by(
        &mut self,
        compare: impl FnMut(&T::Get<'_, Checked>, &T::Get<'_, Checked>) -> Ordering,
    ) -> Result<()> {
        let values = (0..self.len()?).map(|index| self.get(index)).collect::<Result<Vec<_>>>()?;
        let order = order_of(values, compare);
        self.session.note_old(Noted::Set, WHOLE, all(&self.link));
        self.session.reorder(&self.link, &order)?;
        self.session.note(Noted::Set, WHOLE, all(&self.link));
        Ok(())
    }

    /// Shortens the list to `len` elements; a shorter list stays as it is.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// Log::edit(&mut bytes)?.codes().truncate(1)?;
    /// assert_eq!(vellum::from_slice::<Log>(&bytes)?.codes, [4]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::remove`].
    pub fn truncate(&mut self, len: usize) -> Result<()> {
        self.append = None;
        match self.len()?.checked_sub(len) {
            Some(surplus) => {
                self.session.note_old(Noted::Splice, (len, surplus), all(&self.link));
                self.session.remove(&TypedList::<T>::new(&self.link), len, surplus)?;
                self.session.note_without(Noted::Splice, (len, surplus), all(&self.link));
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Removes all elements.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// Log::edit(&mut bytes)?.codes().clear()?;
    /// assert!(Log::peek(&bytes)?.codes()?.is_empty());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::remove`]. A list packed with an unknown variant is replaced by its field's
    /// `clear_NAME` or `set_NAME`.
    pub fn clear(&mut self) -> Result<()> {
        self.truncate(0)
    }
}

// Editing the elements of a list one after the other.

/// The elements of a list one after the other, each to edit; made by [`ListEdit::edit_each`], which
/// has an example.
pub struct ListEach<'a, S, T> {
    session: &'a mut Session<S>,
    link: Link<'a>,
    walk: ElementsWalk,
    marker: PhantomData<fn() -> T>,
}

/// A walk over the elements of a list that is edited on the way.
#[derive(Clone, Copy)]
pub(super) struct ElementsWalk {
    /// The index of the next element.
    index: usize,
    place: ElementsPlace,
}

/// Where the elements of a list lie, as long as the buffer is not laid out anew.
#[derive(Clone, Copy)]
struct ElementsPlace {
    generation: u32,
    first: usize,
    count: usize,
    stride: usize,
    tag: u8,
}

impl<'a, S: Storage, T: Value> ListEdit<'a, S, T> {
    /// The elements one after the other, each to edit as with [`ListEdit::at`]. This is not an
    /// `Iterator`: an edit may move the bytes after it, so there is one element at a time.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Line { name: String, count: u32 }
    /// # #[derive(Vellum)] struct Order { lines: Vec<Line> }
    /// # let line = |name: &str| Line { name: name.into(), count: 1 };
    /// # let mut bytes = vellum::to_vec(&Order { lines: vec![line("pen"), line("ink")] })?;
    /// let mut order = Order::edit(&mut bytes)?;
    /// let mut lines = order.lines().edit_each();
    /// while let Some(mut line) = lines.next()? {
    ///     line.set_count(2)?;
    ///     line.name().push('s')?;
    /// }
    /// assert_eq!(Order::peek(&bytes)?.lines()?.get(1)?.name()?, "inks");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// The list is read once; a loop over [`ListEdit::at`] reads it for each element. After an edit
    /// that laid the buffer out again, it is found again. Elements keep the length that a newer
    /// revision gave them, and get that of the own one when a field is set that they lack. An
    /// absent element of a list of optional ones is `None`. Numbers, bools and enums without
    /// payloads come as values: [`ListEdit::update_each`] sets them, and `as_mut_slice` (with the
    /// feature `zerocopy`) lends numbers as they lie in the buffer.
    #[inline(always)]
    #[must_use]
    pub fn edit_each(self) -> ListEach<'a, S, T> {
        let walk = ElementsWalk::new(self.session);
        ListEach { session: self.session, link: self.link, walk, marker: PhantomData }
    }
}

impl<S: Storage, T: Value> ListEach<'_, S, T> {
    /// The next element, or `None` after the last.
    ///
    /// # Errors
    /// As [`ListEdit::at`]. If only this element is invalid, the next call continues after it.
    #[allow(clippy::should_implement_trait)] // An `Iterator` cannot lend.
    #[inline(always)]
    pub fn next(&mut self) -> Result<Option<T::Cursor<'_, S>>> {
        let Some((index, holder)) = self.walk.next::<T, S>(self.session, &mut self.link)? else { return Ok(None) };
        let target = self.link.element(self.session, index, holder);
        if const { T::SHAPE.packs } {
            return T::cursor(self.session, target, &of_list::<T>(self.walk.tag())).map(Some);
        }
        T::cursor(self.session, target, element::<T>()).map(Some)
    }
}

impl ElementsWalk {
    /// A walk from the first element on.
    #[inline(always)]
    pub(super) fn new<S>(session: &Session<S>) -> Self {
        // An older generation: the elements are found with the first one.
        let generation = session.generation.wrapping_sub(1);
        Self { index: 0, place: ElementsPlace { generation, first: 0, count: 0, stride: 0, tag: MIXED } }
    }

    /// The variant of a packed list, after the first element was found.
    #[inline(always)]
    pub(super) fn tag(&self) -> u8 {
        self.place.tag
    }

    /// The next element of the list at a cursor: its index, and its record.
    #[inline(always)]
    pub(super) fn next<T: Value, S: Storage>(
        &mut self,
        session: &Session<S>,
        list: &mut Link<'_>,
    ) -> Result<Option<(usize, RecordSpan)>> {
        if self.place.generation != session.generation {
            let slot = list.resolve_cold(session)?;
            self.place = find::<T, S>(session, slot)?;
        }
        let ElementsPlace { first, count, stride, .. } = self.place;
        let index = self.index;
        if index >= count {
            return Ok(None);
        }
        self.index = index.wrapping_add(1);
        // A constant where no pointers are in an element.
        let is_fixed = const { T::ELEMENT.ends.is_empty() && !T::SHAPE.packs };
        let size = if is_fixed { T::ELEMENT.size.at(session.shift()) } else { stride };
        // Cannot overflow: the element lies in the buffer.
        let pos = first.wrapping_add(index.wrapping_mul(size));
        Ok(Some((index, RecordSpan { pos, size })))
    }
}

/// Finds the elements of the list whose pointer is in a slot. The cursor is not passed, so that it
/// stays in registers.
#[cold]
#[inline(never)]
fn find<T: Value, S: Storage>(session: &Session<S>, slot: RecordSpan) -> Result<ElementsPlace> {
    let Elements { count, stride, bytes, tag } = session.measured_in::<T>(slot)?;
    let first = session.buf().offset_of(bytes);
    Ok(ElementsPlace { generation: session.generation, first, count, stride, tag })
}
