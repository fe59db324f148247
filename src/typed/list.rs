//! Lists of derived types, to read: [`List`], its iterator, and the views that edit cursors give.

use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::element::{alone, element, of_list};
use super::list_edit::ListEdit;
use super::plan::packed;
use super::rules::Verdict;
use super::{Decode, Proven, Reading, Value};
use crate::error::{Error, ErrorKind, Result, Wording};
use crate::layout::Size;
use crate::read::document::Decoder;
use crate::read::open::RecordBytes;
use crate::read::union::{Packed, newer_variant, no_variant, unknown_of_open};
use crate::read::{Buf, Elements, count_and_stride, no_element};
use crate::schema::MIXED;
use crate::wire::width::{Shift, Width};
use crate::write::Storage;

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

/// The elements of a list that was proved, not of unions.
#[inline(always)]
fn proved<'a, T: Value>(buf: &Buf<'a>, object: &'a [u8]) -> Option<Elements<'a>> {
    if const { T::ELEMENT.ends.is_empty() } {
        return Buf::<Shift>::valid_elements(object, T::ELEMENT.size.at(buf.shift()));
    }
    let (count, stride, rest) = count_and_stride(object)?;
    let (count, stride) = (count as usize, stride as usize);
    Some(Elements::new(count, stride, rest.get(..count.checked_mul(stride)?)?))
}

/// The elements of a packed list of an unknown variant, if the type has a variant for those: to
/// read, not to edit.
#[cold]
#[inline(never)]
fn unknown_elements<'a, T: Value, W: Width>(buf: &Buf<'a, W>, list: (usize, u8, &'a [u8])) -> Result<Elements<'a>> {
    if const { T::PLAN.stands_for_unknown } {
        return buf.unknown_elements(list);
    }
    Err(if const { T::PLAN.is_open } { unknown_of_open(list.1) } else { no_variant(list.1) })
}

/// Fails for a packed list of an unknown variant: the size of its elements is not known.
#[inline(always)]
pub(crate) fn measured<T: Value>(elements: Elements<'_>) -> Result<Elements<'_>> {
    let is_unknown =
        T::SHAPE.packs && elements.tag != MIXED && elements.count > 0 && packed::<T>(elements.tag).is_none();
    if is_unknown { Err(newer_variant(elements.tag)) } else { Ok(elements) }
}

impl<'a, T: Value, R: Reading> List<'a, T, R> {
    /// The elements of an array, each behind a pointer if it is a growable struct.
    #[inline(always)]
    pub(super) fn of_array(buf: Buf<'a>, mut elements: Elements<'a>, known: R) -> Self {
        if const { !T::ELEMENT.ends.is_empty() } {
            elements.tag = ARRAY;
        }
        Self { buf, elements, known, marker: PhantomData }
    }

    /// The list behind a pointer slot.
    #[inline(always)]
    pub(super) fn behind(record: &RecordBytes<'a>, slot: Size, known: R) -> Result<Self, R::Error> {
        let buf = *record.buf();
        let elements = match R::follow(record, slot)? {
            Some(object) if R::IS_PROVEN && const { !T::SHAPE.packs } => {
                proved::<T>(&buf, object).unwrap_or(Elements::EMPTY)
            }
            Some(object) => R::trust(elements::<T, _>(&buf, object), Elements::EMPTY)?,
            None => Elements::EMPTY,
        };
        Ok(Self { buf, elements, known, marker: PhantomData })
    }

    /// Number of elements.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let bytes = vellum::to_vec(&Log { codes: vec![4, 8, 15] })?;
    /// assert_eq!(Log::peek(&bytes)?.codes()?.len(), 3);
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

    /// Iterates over the elements, and reads each one when it is reached.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let bytes = vellum::to_vec(&Log { codes: vec![4, 8, 15] })?;
    /// let codes = Log::prove(&bytes)?.codes();
    /// assert_eq!(codes.iter().rev().collect::<Vec<_>>(), [15, 8, 4]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Iter<'a, T, R> {
        let mut list = *self;
        // No element has zero bytes; such elements would be an infinite iterator.
        list.elements.stride = list.elements.stride.max(1);
        Iter { list, rest: list.elements.bytes }
    }

    /// The bytes of the element at `index`.
    #[inline(always)]
    fn element(&self, index: usize) -> Option<&'a [u8]> {
        let stride = self.elements.stride;
        // Below the count, the product is at most the elements' length; beyond it, the range check
        // fails.
        let start = index.checked_mul(stride)?;
        self.elements.bytes.get(start..start.checked_add(stride)?)
    }

    #[inline(always)]
    fn read(&self, element: &'a [u8]) -> Result<R::Get<'a, T>, R::Error> {
        get_of::<T, R>(&RecordBytes::new(self.buf, element), self.elements.tag, self.known)
    }
}

impl<'a, T: Value> List<'a, T, Checked> {
    /// The element at `index`.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let bytes = vellum::to_vec(&Log { codes: vec![4, 8, 15] })?;
    /// let codes = Log::peek(&bytes)?.codes()?;
    /// assert_eq!(codes.get(2)?, 15);
    /// assert_eq!(codes.get(3).unwrap_err().kind(), vellum::ErrorKind::Path);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`](crate::ErrorKind::Path) beyond the end;
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the element's bytes are invalid.
    #[inline(always)]
    pub fn get(&self, index: usize) -> Result<T::Get<'a, Checked>> {
        match self.element(index) {
            Some(element) => self.read(element).map_err(|error| error.in_element(index)),
            None => Err(no_element(index, self.elements.count)),
        }
    }
}

impl<'a, T: Value, R> List<'a, T, R> {
    /// All elements of an array, or of a list of that length, decoded into a Rust array.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Point { at: [f32; 2] }
    /// let bytes = vellum::to_vec(&Point { at: [0.5, 2.0] })?;
    /// let [x, y] = Point::peek(&bytes)?.at()?.to_array()?;
    /// assert_eq!((x, y), (0.5, 2.0));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`](crate::ErrorKind::Path) if there are not `N` elements;
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes of one are invalid.
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
}

impl<'a, T: Value> List<'a, T, Proven> {
    /// The element at `index`, or `None` beyond the end.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let bytes = vellum::to_vec(&Log { codes: vec![4, 8, 15] })?;
    /// let codes = Log::prove(&bytes)?.codes();
    /// assert_eq!((codes.get(2), codes.get(3)), (Some(15), None));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T::Proved<'a>> {
        Some(Proven::of(self.read(self.element(index)?)))
    }

    /// The first element, or `None`.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let bytes = vellum::to_vec(&Log { codes: vec![4, 8, 15] })?;
    /// let codes = Log::prove(&bytes)?.codes();
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
}

/// Bytes, which are lists of `u8`.
impl<'a, R> From<List<'a, u8, R>> for &'a [u8] {
    #[inline(always)]
    fn from(list: List<'a, u8, R>) -> Self {
        list.elements.bytes
    }
}

/// The tag of the elements of an array, whose growable structs lie behind pointers. Structs have no
/// variants.
pub(super) const ARRAY: u8 = MIXED - 1;

/// The value of an element.
#[inline(always)]
pub(crate) fn get_of<'a, T: Value, R: Reading>(
    record: &RecordBytes<'a>,
    tag: u8,
    known: R,
) -> Result<R::Get<'a, T>, R::Error> {
    if const { T::SHAPE.packs } {
        return known.get::<T, true>(record, &of_list::<T>(tag));
    }
    if const { !T::ELEMENT.ends.is_empty() } && tag == ARRAY {
        return known.get::<T, false>(record, alone::<T>());
    }
    known.get::<T, true>(record, element::<T>())
}

/// Iterator over a [`List`].
///
/// ```
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
/// let bytes = vellum::to_vec(&Log { codes: vec![4, 2] })?;
/// let codes: Vec<u32> = Log::peek(&bytes)?.codes()?.iter().collect::<vellum::Result<_>>()?;
/// assert_eq!(codes, [4, 2]);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Iter<'a, T, R = Proven> {
    list: List<'a, T, R>,
    /// The elements that are left.
    rest: &'a [u8],
}

impl<'a, T: Value, R: Reading> Iter<'a, T, R> {
    /// Reads an element from its bytes.
    #[inline(always)]
    fn read(&self, element: &'a [u8]) -> R::Of<R::Get<'a, T>> {
        R::of(self.list.read(element).map_err(|error| R::name(error, |error| self.fail(element, error))))
    }

    /// Adds the index of its element to an error.
    #[cold]
    #[inline(never)]
    fn fail(&self, element: &[u8], error: Error) -> Error {
        let Elements { bytes, stride, .. } = self.list.elements;
        let start = element.as_ptr().addr().saturating_sub(bytes.as_ptr().addr());
        error.in_element(start.checked_div(stride).unwrap_or(0))
    }
}

impl<'a, T: Value, R: Reading> Iterator for Iter<'a, T, R> {
    type Item = R::Of<R::Get<'a, T>>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (element, rest) = self.rest.split_at_checked(self.list.elements.stride)?;
        self.rest = rest;
        Some(self.read(element))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.rest.len().checked_div(self.list.elements.stride).unwrap_or(0);
        (rest, Some(rest))
    }
}

impl<T: Value, R: Reading> DoubleEndedIterator for Iter<'_, T, R> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let start = self.rest.len().checked_sub(self.list.elements.stride)?;
        let (rest, element) = self.rest.split_at_checked(start)?;
        self.rest = rest;
        Some(self.read(element))
    }
}

impl<T: Value, R: Reading> ExactSizeIterator for Iter<'_, T, R> {}

impl<T: Value, R: Reading> FusedIterator for Iter<'_, T, R> {}

impl<T, R: Copy> Clone for Iter<'_, T, R> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

view!([T: Value] List<'a, T, R> => Iter<'a, T, R>);

/// Prints the elements; an invalid one as its error.
impl<'a, T: Value, R: Reading> fmt::Debug for List<'a, T, R>
where
    R::Get<'a, T>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elements = (0..self.len()).filter_map(|index| Some(Shown(self.read(self.element(index)?))));
        f.debug_list().entries(elements).finish()
    }
}

/// A list of derived structs prints and compares like the values it holds.
impl<'a, T: Value + Decode<'a>, R: Reading> PartialEq for List<'a, T, R> {
    fn eq(&self, other: &Self) -> bool {
        let record = |list: &Self, index| Some(RecordBytes::new(list.buf, list.element(index)?));
        self.len() == other.len()
            && (0..self.len()).all(|index| match (record(self, index), record(other, index)) {
                (Some(a), Some(b)) => a.equals::<T>(&b),
                _ => false,
            })
    }
}

// Reading through the edit cursor of a list: its view, and searches.

impl<S: Storage, T: Value> ListEdit<'_, S, T> {
    /// A view of the list, as from the getter of a view.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32>, file: Vec<u8> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9], file: vec![1, 2] })?;
    /// let mut log = Log::edit(&mut bytes)?;
    /// assert_eq!(log.codes().view()?.get(1)?, 2);
    /// assert_eq!(log.file().view()?, [1, 2]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the list's bytes are invalid.
    pub fn view(&self) -> Result<T::GetList<'_, Checked>> {
        self.list().map(T::GetList::from)
    }

    /// Iterates over the elements, and checks each one when it is reached.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { codes: Vec<u32> }
    /// let mut bytes = vellum::to_vec(&Log { codes: vec![4, 2, 9] })?;
    /// let mut log = Log::edit(&mut bytes)?;
    /// let mut codes = log.codes();
    /// let sum = codes.iter()?.sum::<vellum::Result<u32>>()?;
    /// codes.push(sum)?;
    /// assert_eq!(codes.get(3)?, 15);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::view`].
    pub fn iter(&self) -> Result<Iter<'_, T, Checked>> {
        Ok(self.list()?.iter())
    }

    /// The index of the first element for which `matches` is true. The predicate returns a `bool`,
    /// or a `Result<bool>` if it reads a field of a struct.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Line { id: u64, text: String }
    /// # #[derive(Vellum)] struct Order { lines: Vec<Line> }
    /// # let line = |id| Line { id, text: "ink".into() };
    /// # let mut bytes = vellum::to_vec(&Order { lines: vec![line(7), line(9)] })?;
    /// let mut order = Order::edit(&mut bytes)?;
    /// let mut lines = order.lines();
    /// if let Some(index) = lines.position(|line| Ok(line.id()? == 7))? {
    ///     lines.remove(index)?;
    /// }
    /// assert_eq!(lines.position(|line| Ok(line.id()? == 7))?, None);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ListEdit::view`] and [`ListEdit::get`]; the error of the predicate.
    pub fn position<R: Verdict>(&self, mut matches: impl FnMut(T::Get<'_, Checked>) -> R) -> Result<Option<usize>> {
        let list = self.list()?;
        for (index, element) in list.iter().enumerate() {
            if matches(element?).verdict().map_err(|error| error.in_element(index))? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    fn list(&self) -> Result<List<'_, T, Checked>> {
        let slot = self.link.holder(self.session).and_then(|holder| self.session.record(holder));
        self.link.named(self.session, slot.and_then(|slot| List::behind(&slot, Size::ZERO, Checked)))
    }
}

// The types that views are made of. The traits of fields (`value`) use these types, and these types
// use no trait of fields.

/// Sealed: other crates cannot name it.
pub trait Sealed {}

/// Each value is checked when it is read, and methods that read return a `Result`.
#[derive(Clone, Copy, Debug)]
pub struct Checked;

impl Sealed for Checked {}

/// Marks exactly one type; invariant, so not even one that differs only in lifetimes.
pub(super) type Invariant<T> = PhantomData<fn(T) -> T>;

/// Implements `Copy` for views whatever their type parameters are, and `IntoIterator` by their
/// method `iter`.
macro_rules! view {
    ([$($generics:tt)*] $view:ty) => {
        impl<$($generics)*, R: Copy> Clone for $view {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($generics)*, R: Copy> Copy for $view {}
    };
    ([$($generics:tt)*] $view:ty => $iter:ty) => {
        impl<'a, $($generics)*, R: Reading> IntoIterator for $view {
            type Item = <$iter as Iterator>::Item;
            type IntoIter = $iter;

            fn into_iter(self) -> $iter {
                self.iter()
            }
        }

        impl<'a, $($generics)*, R: Reading> IntoIterator for &$view {
            type Item = <$iter as Iterator>::Item;
            type IntoIter = $iter;

            fn into_iter(self) -> $iter {
                self.iter()
            }
        }
    };
}
pub(super) use view;

/// A read value to print: an invalid one as its error.
pub(super) struct Shown<T, E>(pub(super) Result<T, E>);

impl<T: fmt::Debug, E: fmt::Debug> fmt::Debug for Shown<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Ok(value) => value.fmt(f),
            Err(error) => error.fmt(f),
        }
    }
}

/// A list in a buffer: random access and iteration without decoding.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Log { lines: Vec<String> }
///
/// let bytes = vellum::to_vec(&Log { lines: vec!["one".into(), "two".into()] })?;
/// let lines = Log::peek(&bytes)?.lines()?;
/// assert_eq!(lines.len(), 2);
/// assert_eq!(lines.get(1)?, "two");
/// for line in &lines {
///     assert_eq!(line?.len(), 3);
/// }
/// let lines = Log::prove(&bytes)?.lines(); // `List<'_, String, Proven>`: its elements are values, not results
/// assert_eq!(lines.get(1), Some("two"));
/// for line in &lines {
///     assert_eq!(line.len(), 3);
/// }
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct List<'a, T, R = Proven> {
    pub(super) buf: Buf<'a>,
    pub(super) elements: Elements<'a>,
    pub(super) known: R,
    /// Invariant: types that differ only in lifetimes can have different layouts.
    pub(super) marker: Invariant<T>,
}

view!([T] List<'_, T, R>);
