//! [`List`], the view of a list: a count and elements at a fixed stride; and where the elements of one lie.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use super::at::{alone, get_element, of_list};
use super::shape::packed;
use super::{Decode, Value, Vellum};
use crate::error::{Error, ErrorKind, Result, Wording};
use crate::layout::{Place, Size};
use crate::read::decoder::Decoder;
use crate::read::record::RecordBytes;
use crate::read::union::{Packed, newer_variant, no_variant};
use crate::read::{Buf, Elements, no_element};
use crate::schema::MIXED;
use crate::wire::width::Width;

/// A list in a buffer: random access and iteration without decoding.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Log { lines: Vec<String> }
///
/// let bytes = vellum::to_vec(&Log { lines: vec!["one".into(), "two".into()] })?;
/// let lines = Log::view(&bytes)?.lines()?;
/// assert_eq!(lines.len(), 2);
/// assert_eq!(lines.get(1)?, "two");
/// for line in &lines {
///     assert_eq!(line?.len(), 3);
/// }
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct List<'a, T> {
    pub(super) buf: Buf<'a>,
    pub(super) elements: Elements<'a>,
    marker: PhantomData<fn() -> T>,
}

impl<T> Clone for List<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<'_, T> {}

/// The elements of the list object.
#[inline(always)]
pub(crate) fn elements<'a, T: Value, W: Width>(buf: &Buf<'a, W>, object: &'a [u8]) -> Result<Elements<'a>> {
    if const { T::SHAPE.packs } {
        let list = buf.union_list(object)?;
        if list.1 == MIXED {
            return buf.mixed_elements(list);
        }
        let Some(Packed { size, ends, prefix, .. }) = packed::<T>(list.1) else {
            return unknown_elements::<T, W>(buf, list);
        };
        return buf.union_elements(list, size, ends, prefix);
    }
    if const { T::ELEMENT.ends.is_empty() } {
        buf.elements(object, T::ELEMENT.size.at(buf.shift()))
    } else {
        buf.strided(object, T::ELEMENT.ends, T::ELEMENT.prefix)
    }
}

/// The elements of a packed list of a variant that the type does not know, if it has one that stands for those: to read, not
/// to edit.
#[cold]
#[inline(never)]
fn unknown_elements<'a, T: Value, W: Width>(buf: &Buf<'a, W>, list: (usize, u8, &'a [u8])) -> Result<Elements<'a>> {
    if !const { T::PLAN.stands_for_unknown } {
        return Err(no_variant(list.1));
    }
    buf.unknown_elements(list)
}

/// Fails for a packed list of an unknown variant: where its elements lie is not known.
#[inline(always)]
pub(crate) fn measured<T: Value>(elements: Elements<'_>) -> Result<Elements<'_>> {
    let is_unknown =
        T::SHAPE.packs && elements.tag != MIXED && elements.count > 0 && packed::<T>(elements.tag).is_none();
    if is_unknown { Err(newer_variant(elements.tag)) } else { Ok(elements) }
}

impl<'a, T: Value> List<'a, T> {
    /// The elements of an array, each behind a pointer if it is a growable struct.
    #[inline(always)]
    pub(crate) fn of_array(buf: Buf<'a>, mut elements: Elements<'a>) -> Self {
        if const { !T::ELEMENT.ends.is_empty() } {
            elements.tag = ARRAY;
        }
        Self { buf, elements, marker: PhantomData }
    }

    #[inline(always)]
    pub(super) fn new(record: &RecordBytes<'a>, place: &Place) -> Result<Self> {
        Self::behind(record, place.slot)
    }

    /// The list behind a pointer slot.
    #[inline(always)]
    pub(super) fn behind(record: &RecordBytes<'a>, slot: Size) -> Result<Self> {
        let buf = *record.buf();
        let elements = match buf.follow(record.bytes(), slot)? {
            Some(object) => elements::<T, _>(&buf, object)?,
            None => Elements::EMPTY,
        };
        Ok(Self { buf, elements, marker: PhantomData })
    }

    /// Number of elements.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let bytes = vellum::to_vec(&Log { codes: vec![4, 8, 15] })?;
    /// assert_eq!(Log::view(&bytes)?.codes()?.len(), 3);
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

    #[inline(always)]
    fn element(&self, index: usize) -> Option<RecordBytes<'a>> {
        let stride = self.elements.stride;
        // Below the count, the product is at most the elements' length; beyond it, the range check fails.
        let start = index.checked_mul(stride)?;
        let bytes = self.elements.bytes.get(start..start.checked_add(stride)?)?;
        Some(RecordBytes::new(self.buf, bytes))
    }

    /// The element at `index`.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let bytes = vellum::to_vec(&Log { codes: vec![4, 8, 15] })?;
    /// let codes = Log::view(&bytes)?.codes()?;
    /// assert_eq!(codes.get(2)?, 15);
    /// assert_eq!(codes.get(3).unwrap_err().kind(), vellum::ErrorKind::Path);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`](crate::ErrorKind::Path) beyond the end; [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the element's bytes are invalid.
    #[inline(always)]
    pub fn get(&self, index: usize) -> Result<T::Get<'a>> {
        match self.element(index) {
            Some(element) => get_of::<T>(&element, self.elements.tag).map_err(|error| error.in_element(index)),
            None => Err(no_element(index, self.elements.count)),
        }
    }

    /// All elements of an array, or of a list of that length, as an array of Rust's, decoded.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Point { at: [f32; 2] }
    /// let bytes = vellum::to_vec(&Point { at: [0.5, 2.0] })?;
    /// let [x, y] = Point::view(&bytes)?.at()?.to_array()?;
    /// assert_eq!((x, y), (0.5, 2.0));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`](crate::ErrorKind::Path) if there are not `N` elements; [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the
    /// bytes of one are invalid.
    pub fn to_array<const N: usize>(&self) -> Result<[T; N]>
    where
        T: Decode<'a>,
    {
        let found = self.elements.count;
        let other_len = || Error::of(ErrorKind::Path, Wording::ArrayElements, [found as u64, N as u64, 0]);
        if found != N {
            return Err(other_len());
        }
        if const { T::SHAPE.plain } {
            return Ok(T::read_plain(self.elements.bytes));
        }
        let mut decoder = Decoder::new(self.buf);
        let mut values = Vec::with_capacity(N);
        for (index, element) in self.elements.bytes.chunks_exact(self.elements.stride.max(1)).enumerate() {
            let value = match self.elements.tag {
                ARRAY if const { !T::SHAPE.packs } => T::decode(element, alone::<T>(), &mut decoder),
                tag => T::decode(element, &of_list::<T>(tag), &mut decoder),
            };
            values.push(value.map_err(|error| error.in_element(index))?);
        }
        values.try_into().map_err(|_| other_len())
    }

    /// Iterates over the elements, each checked when it is reached.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Iter<'a, T> {
        let mut list = *self;
        // No element has zero bytes; if there were such ones, a window of them would never end.
        list.elements.stride = list.elements.stride.max(1);
        Iter { list, rest: list.elements.bytes }
    }

    #[cfg(feature = "zerocopy")]
    #[inline(always)]
    pub(super) fn elements(&self) -> &Elements<'a> {
        &self.elements
    }

    /// The elements as they lie in the buffer.
    #[inline(always)]
    pub(crate) fn element_bytes(&self) -> &'a [u8] {
        self.elements.bytes
    }
}

/// Bytes, which are lists of `u8`.
impl<'a> From<List<'a, u8>> for &'a [u8] {
    #[inline(always)]
    fn from(list: List<'a, u8>) -> Self {
        list.element_bytes()
    }
}

/// The tag of the elements of an array, whose growable structs lie behind pointers. Structs have no variants.
pub(super) const ARRAY: u8 = MIXED - 1;

/// The value of an element.
#[inline(always)]
pub(crate) fn get_of<'a, T: Value>(record: &RecordBytes<'a>, tag: u8) -> Result<T::Get<'a>> {
    if const { T::SHAPE.packs } {
        return T::get(record, &of_list::<T>(tag));
    }
    if const { !T::ELEMENT.ends.is_empty() } && tag == ARRAY {
        return T::get(record, alone::<T>());
    }
    get_element::<T>(record)
}

/// Decodes all elements of a list; `make` makes a value of what was decoded, and cannot fail, so that the value is made
/// where it is to lie.
#[inline(always)]
pub fn decode_each<P, T>(
    elements: &Elements<'_>,
    mut decode: impl FnMut(&[u8]) -> Result<P>,
    make: impl Fn(P) -> T,
) -> Result<Vec<T>> {
    // `count` elements lie in the buffer, so this is at most its length times the size of a `T`.
    let mut values = Vec::with_capacity(elements.count);
    for (index, element) in elements.bytes.chunks_exact(elements.stride).enumerate() {
        match decode(element) {
            // Never false, which spares the value the way through the place from which a full vector would take it.
            Ok(decoded) if values.len() < values.capacity() => values.push(make(decoded)),
            Ok(_) => break,
            Err(error) => return Err(error.in_element(index)),
        }
    }
    Ok(values)
}

/// Iterator over a [`List`].
///
/// ```
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
/// let bytes = vellum::to_vec(&Log { codes: vec![4, 2] })?;
/// let codes: Vec<u32> = Log::view(&bytes)?.codes()?.iter().collect::<vellum::Result<_>>()?;
/// assert_eq!(codes, [4, 2]);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Iter<'a, T> {
    list: List<'a, T>,
    /// The elements that are left.
    rest: &'a [u8],
}

impl<T> Iter<'_, T> {
    #[inline(always)]
    fn remaining(&self) -> usize {
        self.rest.len().checked_div(self.list.elements.stride).unwrap_or(0)
    }

    /// Tells an error with the index of the element that was taken last.
    #[cold]
    #[inline(never)]
    fn fail(&self, error: Error) -> Error {
        let taken = self.list.elements.count.saturating_sub(self.remaining());
        error.in_element(taken.saturating_sub(1))
    }
}

impl<'a, T: Value> Iterator for Iter<'a, T> {
    type Item = Result<T::Get<'a>>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (element, rest) = self.rest.split_at_checked(self.list.elements.stride)?;
        self.rest = rest;
        let element = RecordBytes::new(self.list.buf, element);
        Some(get_of::<T>(&element, self.list.elements.tag).map_err(|error| self.fail(error)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.remaining();
        (rest, Some(rest))
    }
}

impl<T: Value> ExactSizeIterator for Iter<'_, T> {}

impl<'a, T: Value> IntoIterator for List<'a, T> {
    type Item = Result<T::Get<'a>>;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Value> IntoIterator for &List<'a, T> {
    type Item = Result<T::Get<'a>>;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Value> fmt::Debug for List<'a, T>
where
    T::Get<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = f.debug_list();
        for element in self {
            match element {
                Ok(element) => list.entry(&element),
                Err(error) => list.entry(&error),
            };
        }
        list.finish()
    }
}

/// A list of derived structs prints and compares like the values it holds.
impl<'a, T: Vellum + Decode<'a>> PartialEq for List<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && (0..self.len()).all(|index| match (self.element(index), other.element(index)) {
                (Some(a), Some(b)) => a.equals::<T>(&b),
                _ => false,
            })
    }
}
