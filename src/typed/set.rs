//! Views of sets: maps whose entries have only keys.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::key::MapKey;
use super::sorted::{Sorted, SortedIter};
use super::view::{Invariant, Shown, view};
use super::{Checked, Proven, Reading, Value};
use crate::error::Result;
use crate::layout::{EntryLayout, Size};
use crate::read::map::EntryShape;
use crate::read::record::RecordBytes;

/// Where the parts of the entries of a typed set lie.
pub(crate) const fn set_shape<K: Value>() -> EntryShape<'static> {
    EntryShape { layout: EntryLayout { key: K::ELEMENT.size, size: K::ELEMENT.size, prefix: None }, ends: &[] }
}

/// A set in a buffer, in the order of its elements.
///
/// ```
/// use std::collections::BTreeSet;
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Post { tags: BTreeSet<String> }
///
/// let bytes = vellum::to_vec(&Post { tags: BTreeSet::from(["rust".into(), "bytes".into()]) })?;
/// let tags = Post::view(&bytes)?.tags()?;
/// assert!(tags.contains("rust")?);
/// assert_eq!(tags.iter().collect::<Result<Vec<_>, _>>()?, ["bytes", "rust"]);
///
/// let tags = Post::access(&bytes)?.tags(); // `Set<'_, String, Proven>`: values, not results
/// assert!(tags.contains("rust"));
/// assert_eq!(tags.iter().collect::<Vec<_>>(), ["bytes", "rust"]);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Set<'a, K, R = Checked> {
    pub(super) sorted: Sorted<'a, R>,
    /// Invariant: types that differ only in lifetimes can have different layouts.
    marker: Invariant<K>,
}

view!([K] Set<'_, K, R>);

impl<'a, K: MapKey, R: Reading> Set<'a, K, R> {
    const SHAPE: EntryShape<'static> = set_shape::<K>();

    /// The set behind a pointer slot.
    #[inline]
    pub(super) fn behind(record: &RecordBytes<'a>, slot: Size, known: R) -> Result<Self, R::Error> {
        Ok(Self { sorted: Sorted::behind(record, slot, &Self::SHAPE, known)?, marker: PhantomData })
    }

    /// Number of elements.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.sorted.bytes.count
    }

    /// Whether there are no elements.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sorted.bytes.count == 0
    }

    /// Whether an element is there.
    ///
    /// ```
    /// # use std::collections::BTreeSet;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Post { tags: BTreeSet<u32> }
    /// let bytes = vellum::to_vec(&Post { tags: BTreeSet::from([7, 2]) })?;
    /// assert!(Post::view(&bytes)?.tags()?.contains(7)?);
    /// assert!(!Post::access(&bytes)?.tags().contains(3));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes on the way are invalid.
    #[inline]
    #[must_use]
    pub fn contains(&self, key: K::Set<'_>) -> R::Of<bool> {
        R::of(self.sorted.find::<K>(&Self::SHAPE, &key).map(|element| element.is_some()))
    }

    /// Iterates over the elements in order, and reads each one when it is reached.
    ///
    /// ```
    /// # use std::collections::BTreeSet;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Post { tags: BTreeSet<u32> }
    /// let bytes = vellum::to_vec(&Post { tags: BTreeSet::from([7, 2]) })?;
    /// let tags = Post::view(&bytes)?.tags()?;
    /// assert_eq!(tags.iter().collect::<vellum::Result<Vec<_>>>()?, [2, 7]);
    /// assert_eq!(Post::access(&bytes)?.tags().iter().collect::<Vec<_>>(), [2, 7]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn iter(&self) -> SetIter<'a, K, R> {
        SetIter { entries: self.sorted.iter(), marker: PhantomData }
    }
}

/// Iterator over the elements of a [`Set`].
///
/// ```
/// # use std::collections::BTreeSet;
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct Post { tags: BTreeSet<u32> }
/// let bytes = vellum::to_vec(&Post { tags: BTreeSet::from([7, 2]) })?;
/// let mut tags = Post::access(&bytes)?.tags().iter();
/// assert_eq!((tags.len(), tags.next()), (2, Some(2)));
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct SetIter<'a, K, R = Checked> {
    entries: SortedIter<'a, R>,
    marker: Invariant<K>,
}

impl<'a, K: MapKey, R: Reading> SetIter<'a, K, R> {
    #[inline(always)]
    fn read(&mut self) -> Option<Result<R::Get<'a, K>, R::Error>> {
        let entry = self.entries.next(&Set::<K, R>::SHAPE)?;
        Some(entry.and_then(|entry| self.entries.sorted.read::<K>(entry)))
    }
}

impl<'a, K: MapKey, R: Reading> Iterator for SetIter<'a, K, R> {
    type Item = R::Of<R::Get<'a, K>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.read().map(R::of)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}

impl<K: MapKey> ExactSizeIterator for SetIter<'_, K, Proven> {}

impl<K: MapKey, R: Reading> FusedIterator for SetIter<'_, K, R> {}

impl<K, R: Copy> Clone for SetIter<'_, K, R> {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), marker: PhantomData }
    }
}

view!([K: MapKey] Set<'a, K, R> => SetIter<'a, K, R>);

/// Prints the elements; an invalid one as its error.
impl<'a, K: MapKey, R: Reading> fmt::Debug for Set<'a, K, R>
where
    R::Get<'a, K>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut printed, mut elements) = (f.debug_set(), self.iter());
        while let Some(element) = elements.read() {
            printed.entry(&Shown(element));
        }
        printed.finish()
    }
}
