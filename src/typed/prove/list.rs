//! [`ProvedList`], the proved view of a list or an array.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::ProvedSlot;
use super::record::ProvedRecord;
use super::slot::Invariant;
use crate::layout::Place;
use crate::read::record::RecordBytes;
use crate::read::{Buf, Elements};
use crate::schema::MIXED;
use crate::typed::Value;
use crate::typed::at;
use crate::typed::list::{ARRAY, elements};
use crate::wire::varint;

/// A list in a proved buffer: its elements are values, not results.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Log { lines: Vec<String> }
///
/// let bytes = vellum::to_vec(&Log { lines: vec!["one".into(), "two".into()] })?;
/// let lines = Log::access(&bytes)?.lines();
/// assert_eq!(lines.len(), 2);
/// assert_eq!(lines.get(1), Some("two"));
/// for line in lines {
///     assert_eq!(line.len(), 3);
/// }
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct ProvedList<'a, T> {
    pub(in crate::typed) buf: Buf<'a>,
    is_unchanged: bool,
    pub(in crate::typed) elements: Elements<'a>,
    /// Without variance: a type that differs in lifetimes alone can be one of another layout.
    marker: Invariant<T>,
}

impl<T> Clone for ProvedList<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ProvedList<'_, T> {}

/// The elements of a list whose stride is stored, and was proved to be one.
#[inline(always)]
fn strided(object: &[u8]) -> Option<Elements<'_>> {
    let (count, rest) = varint::read(object)?;
    let (stride, rest) = varint::read(rest)?;
    let (count, stride) = (count as usize, stride as usize);
    Some(Elements::new(count, stride, rest.get(..count.checked_mul(stride)?)?))
}

impl<'a, T: Value> ProvedList<'a, T> {
    /// The list behind a pointer slot.
    #[inline(always)]
    pub(super) fn behind(record: &ProvedRecord<'a>, place: &Place) -> Self {
        let buf = *record.buf();
        let found = record.object(place.slot).and_then(|object| match T::ELEMENT.ends {
            [] => elements::<T, _>(&buf, object).ok(),
            _ => strided(object),
        });
        let is_unchanged = record.is_unchanged();
        Self { buf, is_unchanged, elements: found.unwrap_or(Elements::EMPTY), marker: PhantomData }
    }

    /// The elements of an array, each behind a pointer if it is a growable struct.
    #[inline(always)]
    pub(super) fn of_array(record: &ProvedRecord<'a>, mut elements: Elements<'a>) -> Self {
        if const { !T::ELEMENT.ends.is_empty() } {
            elements.tag = ARRAY;
        }
        Self { buf: *record.buf(), is_unchanged: record.is_unchanged(), elements, marker: PhantomData }
    }

    /// The elements as they lie in the buffer.
    #[cfg(feature = "zerocopy")]
    #[inline]
    pub(in crate::typed) fn elements(&self) -> &Elements<'a> {
        &self.elements
    }

    /// Number of elements.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let bytes = vellum::to_vec(&Log { codes: vec![4, 8, 15] })?;
    /// assert_eq!(Log::access(&bytes)?.codes().len(), 3);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.count
    }

    /// Whether there are no elements.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.count == 0
    }

    /// The element at `index`, or `None` beyond the end.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let bytes = vellum::to_vec(&Log { codes: vec![4, 8, 15] })?;
    /// let codes = Log::access(&bytes)?.codes();
    /// assert_eq!((codes.get(2), codes.get(3)), (Some(15), None));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T::Proved<'a>> {
        let stride = self.elements.stride;
        // Below the count, the product is at most the elements' length; beyond it, the range check fails.
        let start = index.checked_mul(stride)?;
        let element = self.elements.bytes.get(start..start.checked_add(stride)?)?;
        Some(self.open(element))
    }

    /// The first element, or `None`.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let bytes = vellum::to_vec(&Log { codes: vec![4, 8, 15] })?;
    /// let codes = Log::access(&bytes)?.codes();
    /// assert_eq!((codes.first(), codes.last()), (Some(4), Some(15)));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<T::Proved<'a>> {
        self.get(0)
    }

    /// The last element, or `None`.
    #[inline]
    #[must_use]
    pub fn last(&self) -> Option<T::Proved<'a>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Iterates over the elements, from either end.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let bytes = vellum::to_vec(&Log { codes: vec![4, 8, 15] })?;
    /// let codes = Log::access(&bytes)?.codes();
    /// assert_eq!(codes.iter().rev().collect::<Vec<_>>(), [15, 8, 4]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn iter(&self) -> ProvedIter<'a, T> {
        let mut list = *self;
        // No element has zero bytes; if there were such ones, a window of them would never end.
        list.elements.stride = list.elements.stride.max(1);
        ProvedIter { list, rest: list.elements.bytes }
    }

    /// The value of an element.
    #[inline(always)]
    fn open(&self, element: &'a [u8]) -> T::Proved<'a> {
        let element = ProvedRecord::new(RecordBytes::new(self.buf, element), self.is_unchanged);
        let tag = self.elements.tag;
        if const { T::SHAPE.packs } {
            return T::open(T::held(ProvedSlot::new(&element, &at::of_list::<T>(tag))));
        }
        if const { !T::ELEMENT.ends.is_empty() } && tag == ARRAY {
            return T::open(T::held(ProvedSlot::new(&element, at::alone::<T>())));
        }
        T::open(T::held(ProvedSlot::new(&element, at::element::<T>())))
    }

    /// The elements as they lie in the buffer.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn element_bytes(&self) -> &'a [u8] {
        debug_assert!(T::SHAPE.byte && self.elements.tag == MIXED);
        self.elements.bytes
    }
}

/// Bytes, which are lists of `u8`.
impl<'a> From<ProvedList<'a, u8>> for &'a [u8] {
    #[inline(always)]
    fn from(list: ProvedList<'a, u8>) -> Self {
        list.element_bytes()
    }
}

/// Iterator over a [`ProvedList`].
///
/// ```
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
/// let bytes = vellum::to_vec(&Log { codes: vec![4, 2] })?;
/// let codes: Vec<u32> = Log::access(&bytes)?.codes().iter().collect();
/// assert_eq!(codes, [4, 2]);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct ProvedIter<'a, T> {
    list: ProvedList<'a, T>,
    /// The elements that are left.
    rest: &'a [u8],
}

impl<'a, T: Value> Iterator for ProvedIter<'a, T> {
    type Item = T::Proved<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (element, rest) = self.rest.split_at_checked(self.list.elements.stride)?;
        self.rest = rest;
        Some(self.list.open(element))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.rest.len().checked_div(self.list.elements.stride).unwrap_or(0);
        (rest, Some(rest))
    }
}

impl<T: Value> DoubleEndedIterator for ProvedIter<'_, T> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let start = self.rest.len().checked_sub(self.list.elements.stride)?;
        let (rest, element) = self.rest.split_at_checked(start)?;
        self.rest = rest;
        Some(self.list.open(element))
    }
}

impl<T: Value> ExactSizeIterator for ProvedIter<'_, T> {}

impl<T: Value> FusedIterator for ProvedIter<'_, T> {}

impl<T> Clone for ProvedIter<'_, T> {
    fn clone(&self) -> Self {
        Self { list: self.list, rest: self.rest }
    }
}

impl<'a, T: Value> IntoIterator for ProvedList<'a, T> {
    type Item = T::Proved<'a>;
    type IntoIter = ProvedIter<'a, T>;

    fn into_iter(self) -> ProvedIter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Value> IntoIterator for &ProvedList<'a, T> {
    type Item = T::Proved<'a>;
    type IntoIter = ProvedIter<'a, T>;

    fn into_iter(self) -> ProvedIter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Value> fmt::Debug for ProvedList<'a, T>
where
    T::Proved<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
