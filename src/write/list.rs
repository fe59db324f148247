//! The typed edit cursor of a list.

use core::marker::PhantomData;

use super::link::{Holder, Link};
use super::session::Session;
use super::storage::Storage;
use super::value::{element_heap_len, write_element};
use crate::error::Result;
use crate::layout::Size;
use crate::read::Elements;
use crate::typed::Value;
use crate::typed::list::{elements, no_element};
use crate::typed::record::RecordBytes;

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
/// assert_eq!(Log::view(&bytes)?.lines()?.get(0)?, "first");
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct ListEdit<'a, S, T> {
    session: &'a mut Session<S>,
    link: Link<'a>,
    marker: PhantomData<fn() -> T>,
}

impl<'a, S: Storage, T: Value> ListEdit<'a, S, T> {
    #[inline]
    pub(crate) fn new(session: &'a mut Session<S>, link: Link<'a>) -> Self {
        Self { session, link, marker: PhantomData }
    }

    #[inline(always)]
    fn elements(&self) -> Result<Elements<'_>> {
        let slot = self.session.record(self.link.holder(self.session)?)?;
        match slot.buf().follow(slot.bytes(), Size::ZERO)? {
            Some(object) => elements::<T, _>(slot.buf(), object),
            None => Ok(Elements::EMPTY),
        }
    }

    /// The record of the element at `index`.
    #[inline(always)]
    fn holder(&self, index: usize) -> Result<Holder> {
        let elements = self.elements()?;
        if index >= elements.count {
            return Err(no_element(index, elements.count));
        }
        // Within the elements, which lie in the buffer.
        let offset = index.saturating_mul(elements.stride);
        let start = self.session.buf().position(elements.bytes);
        Ok(Holder { pos: start.saturating_add(offset), size: elements.stride })
    }

    /// Number of elements.
    ///
    /// # Errors
    /// [`Kind::Corrupt`](crate::Kind::Corrupt) if the list's bytes are invalid.
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
    /// # Errors
    /// [`Kind::Path`](crate::Kind::Path) beyond the end; [`Kind::Corrupt`](crate::Kind::Corrupt) for invalid bytes.
    #[inline]
    pub fn get(&self, index: usize) -> Result<T::Get<'_>> {
        let record: RecordBytes<'_> = self.session.record(self.holder(index)?)?;
        T::get_element(&record).map_err(|error| error.in_element(index))
    }

    /// A cursor for the element at `index`: of a struct or list its edit cursor, else the value.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Point { x: i32, y: i32 }
    /// # #[derive(Vellum)] struct Path { points: Vec<Point> }
    /// let mut bytes = vellum::to_vec(&Path { points: vec![Point { x: 1, y: 2 }] })?;
    /// Path::edit(&mut bytes)?.points().at(0)?.set_y(5)?;
    /// assert_eq!(Path::view(&bytes)?.points()?.get(0)?.y()?, 5);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::get`].
    #[inline(always)]
    pub fn at(&mut self, index: usize) -> Result<T::Cursor<'_, S>> {
        let holder = self.holder(index)?;
        let target = self.link.element(self.session, index, holder);
        T::cursor_element(self.session, target)
    }

    /// Sets the element at `index`.
    ///
    /// # Errors
    /// As [`ListEdit::get`], and [`Kind::Full`](crate::Kind::Full) if the storage cannot grow.
    #[inline]
    pub fn set(&mut self, index: usize, value: T::Set<'_>) -> Result<()> {
        let holder = self.holder(index)?;
        let target = self.link.element(self.session, index, holder);
        T::set_element(self.session, target, &value).map_err(|error| error.in_element(index))
    }

    /// Appends an element.
    ///
    /// # Errors
    /// [`Kind::Full`](crate::Kind::Full) if the storage cannot grow; [`Kind::Corrupt`](crate::Kind::Corrupt) if the
    /// list's bytes are invalid.
    #[inline]
    pub fn push(&mut self, value: T::Set<'_>) -> Result<()> {
        let len = self.len()?;
        self.insert(len, value)
    }

    /// Inserts an element before `index`.
    ///
    /// # Errors
    /// As [`ListEdit::push`], and [`Kind::Path`](crate::Kind::Path) beyond the end.
    pub fn insert(&mut self, index: usize, value: T::Set<'_>) -> Result<()> {
        let heap = |width, levels| element_heap_len::<T>(&value, width, levels);
        let gap = self.session.insert(&self.link, index, 1, &heap)?;
        write_element::<T, S>(self.session, &gap, &value)
    }

    /// Removes the element at `index` and everything it points to.
    ///
    /// # Errors
    /// [`Kind::Path`](crate::Kind::Path) beyond the end; [`Kind::Newer`](crate::Kind::Newer) if the element holds data
    /// of a newer schema revision.
    pub fn remove(&mut self, index: usize) -> Result<()> {
        self.session.remove(&self.link, index, 1)
    }

    /// Removes all elements.
    ///
    /// # Errors
    /// As [`ListEdit::remove`].
    pub fn clear(&mut self) -> Result<()> {
        let len = self.len()?;
        self.session.remove(&self.link, 0, len)
    }
}
