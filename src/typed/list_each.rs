//! Editing the elements of a list one after the other.

use core::marker::PhantomData;

use super::Value;
use super::element::{element, of_list};
use super::list_edit::ListEdit;
use crate::error::Result;
use crate::read::Elements;
use crate::read::navigate::RecordSpan;
use crate::schema::MIXED;
use crate::write::{Link, Session, Storage};

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
    /// The elements one after the other, each to edit as [`ListEdit::at`] gives it. It is no
    /// `Iterator`: an edit may move what lies behind it, so there is one element at a time.
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
    /// assert_eq!(Order::view(&bytes)?.lines()?.get(1)?.name()?, "inks");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// The list is looked at once, where a loop over [`ListEdit::at`] looks at it for each element;
    /// after an edit for which the buffer was laid out anew, it is found again. Elements keep the
    /// length that a newer revision gave them, and get that of the own one when a field is set
    /// that they lack. An absent element of a list of optional ones is `None`. Numbers, bools and
    /// enums without payloads come as values: [`ListEdit::update_each`] sets them, and
    /// `as_mut_slice` (with the feature `zerocopy`) lends numbers as they lie in the buffer.
    #[inline(always)]
    #[must_use]
    pub fn edit_each(self) -> ListEach<'a, S, T> {
        let walk = ElementsWalk::new(self.session);
        ListEach { session: self.session, link: self.link, walk, marker: PhantomData }
    }
}

impl<S: Storage, T: Value> ListEach<'_, S, T> {
    /// The next element, or `None` behind the last.
    ///
    /// # Errors
    /// As [`ListEdit::at`]. If the element alone is invalid, the one behind it comes next.
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
            let slot = list.reach_apart(session)?;
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
