//! Maps and sets in a buffer, to read: their views, and the search that both use.

use core::cmp::Ordering;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::{Bound, RangeBounds};
use core::slice::ChunksExact;

use super::element::{element, get_element};
use super::key::MapKey;
use super::list::{Invariant, Shown, view};
use super::{Checked, Proven, Reading, Value};
use crate::error::Result;
use crate::layout::{EntryLayout, Size};
use crate::read::map::{EntryShape, FoundKey, MapBytes};
use crate::read::open::RecordBytes;
use crate::read::search::Sought;
use crate::read::{Buf, Elements};

/// Where the parts of the entries of a typed map lie.
pub(crate) const fn shape<K: Value, V: Value>() -> EntryShape<'static> {
    let prefix = if const { V::ELEMENT.ends.is_empty() } {
        None
    } else {
        Some(K::ELEMENT.size.plus(Size::bytes(if V::ELEMENT.prefix == 0 { 0 } else { 1 })))
    };
    EntryShape {
        layout: EntryLayout { key: K::ELEMENT.size, size: K::ELEMENT.size.plus(V::ELEMENT.size), prefix },
        ends: V::ELEMENT.ends,
    }
}

/// A map in a buffer: found by key, and read in the order of the keys, without decoding.
///
/// ```
/// use std::collections::BTreeMap;
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Game { scores: BTreeMap<String, u32> }
///
/// let scores = BTreeMap::from([("ada".into(), 3), ("bob".into(), 5), ("bo".into(), 4)]);
/// let bytes = vellum::to_vec(&Game { scores })?;
/// let scores = Game::peek(&bytes)?.scores()?;
/// assert_eq!(scores.get("bob")?, Some(5));
/// assert_eq!(scores.get("eve")?, None);
/// assert_eq!(scores.prefix("bo")?.count(), 2);
/// let (first, score) = scores.iter().next().unwrap()?;
/// assert_eq!((first, score), ("ada", 3));
///
/// let scores = Game::prove(&bytes)?.scores(); // `Map<'_, String, u32, Proven>`: values, not results
/// assert_eq!((scores.get("bob"), scores.get("eve")), (Some(5), None));
/// assert_eq!(scores.iter().next(), Some(("ada", 3)));
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Map<'a, K, V, R = Proven> {
    pub(super) sorted: Sorted<'a, R>,
    /// Invariant: types that differ only in lifetimes can have different layouts.
    marker: Invariant<(K, V)>,
}

view!([K, V] Map<'_, K, V, R>);

/// The map behind a slot.
#[inline]
pub(crate) fn open<'a>(record: &RecordBytes<'a>, slot: Size, shape: &EntryShape<'_>) -> Result<MapBytes<'a>> {
    Ok(Sorted::behind(record, slot, shape, Checked)?.bytes)
}

/// The key or value part of an entry.
#[inline(always)]
pub(super) fn key_of<'a, K: Value>(buf: Buf<'a>, entry: &'a [u8]) -> Result<K::Get<'a, Checked>> {
    get_element::<K>(&RecordBytes::new(buf, entry))
}

#[inline(always)]
pub(super) fn value_of<'a, K: Value, V: Value>(buf: Buf<'a>, entry: &'a [u8]) -> Result<V::Get<'a, Checked>> {
    let value = entry.get(K::ELEMENT.size.at(buf.shift())..).unwrap_or(&[]);
    get_element::<V>(&RecordBytes::new(buf, value))
}

/// Where a key is.
#[inline]
pub(crate) fn find<K: MapKey>(
    buf: &Buf<'_>,
    map: &MapBytes<'_>,
    shape: &EntryShape<'_>,
    key: &K::Set<'_>,
) -> Result<FoundKey> {
    buf.search(map, shape, &sought::<K>(buf, key))
}

impl<'a, K: MapKey, V: Value, R: Reading> Map<'a, K, V, R> {
    const SHAPE: EntryShape<'static> = shape::<K, V>();

    /// The map behind a pointer slot.
    #[inline]
    pub(super) fn behind(record: &RecordBytes<'a>, slot: Size, known: R) -> Result<Self, R::Error> {
        Ok(Self { sorted: Sorted::behind(record, slot, &Self::SHAPE, known)?, marker: PhantomData })
    }

    /// Number of entries.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.sorted.bytes.count
    }

    /// Whether there are no entries.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sorted.bytes.count == 0
    }

    /// The value of a key, or `None`.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::peek(&bytes)?.scores()?;
    /// assert_eq!(scores.get("bob")?, Some(5));
    /// assert_eq!(scores.get("eve")?, None); // not an error
    /// assert_eq!(Game::prove(&bytes)?.scores().get("bob"), Some(5));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes on the way are invalid.
    #[inline]
    #[must_use]
    pub fn get(&self, key: K::Set<'_>) -> R::Of<Option<R::Get<'a, V>>> {
        let found = self.sorted.find::<K>(&Self::SHAPE, &key);
        R::of(found.and_then(|entry| entry.map(|entry| self.value(entry)).transpose()))
    }

    /// Whether a key is there.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::peek(&bytes)?.scores()?;
    /// assert!(scores.contains_key("ada")? && !scores.contains_key("eve")?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Map::get`].
    #[inline]
    #[must_use]
    pub fn contains_key(&self, key: K::Set<'_>) -> R::Of<bool> {
        R::of(self.sorted.find::<K>(&Self::SHAPE, &key).map(|entry| entry.is_some()))
    }

    /// Iterates over keys and values in the order of the keys, and reads each entry when it is
    /// reached.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::peek(&bytes)?.scores()?;
    /// for entry in scores.iter() {
    ///     let (name, score) = entry?;
    ///     assert!(score > 2, "{name}");
    /// }
    /// assert_eq!(Game::prove(&bytes)?.scores().iter().collect::<Vec<_>>(), [("ada", 3), ("bob", 5)]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Entries<'a, K, V, R> {
        Entries { entries: self.sorted.iter(), marker: PhantomData }
    }

    /// The value of an entry.
    #[inline(always)]
    fn value(&self, entry: &'a [u8]) -> Result<R::Get<'a, V>, R::Error> {
        value_in::<K, V, R>(&self.sorted, entry)
    }
}

impl<'a, K: MapKey, V: Value> Map<'a, K, V, Proven> {
    /// The keys, in order.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("bob".into(), 5), ("ada".into(), 3)].into() })?;
    /// let scores = Game::prove(&bytes)?.scores();
    /// assert_eq!(scores.keys().collect::<Vec<_>>(), ["ada", "bob"]);
    /// assert_eq!(scores.values().sum::<u32>(), 8);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn keys(&self) -> impl ExactSizeIterator<Item = K::Proved<'a>> + use<'a, K, V> {
        self.iter().map(|(key, _)| key)
    }

    /// The values, in the order of their keys.
    #[must_use]
    pub fn values(&self) -> impl ExactSizeIterator<Item = V::Proved<'a>> + use<'a, K, V> {
        self.iter().map(|(_, value)| value)
    }
}

impl<'a, K: MapKey, V: Value> Map<'a, K, V, Checked> {
    /// The keys, in order.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::peek(&bytes)?.scores()?;
    /// assert_eq!(scores.keys().collect::<Result<Vec<_>, _>>()?, ["ada", "bob"]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn keys(&self) -> impl Iterator<Item = Result<K::Get<'a, Checked>>> {
        self.iter().map(|entry| entry.map(|(key, _)| key))
    }

    /// The values, in the order of their keys.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::peek(&bytes)?.scores()?;
    /// assert_eq!(scores.values().sum::<Result<u32, _>>()?, 8);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn values(&self) -> impl Iterator<Item = Result<V::Get<'a, Checked>>> {
        self.iter().map(|entry| entry.map(|(_, value)| value))
    }

    /// The entries whose keys lie in a range.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Log { lines: BTreeMap<u32, String> }
    /// let lines = BTreeMap::from([(1, "a".into()), (5, "b".into()), (9, "c".into())]);
    /// let bytes = vellum::to_vec(&Log { lines })?;
    /// let lines = Log::peek(&bytes)?.lines()?;
    /// let found: Vec<u32> = lines.range(2..=9)?.map(|line| line.map(|(number, _)| number)).collect::<Result<_, _>>()?;
    /// assert_eq!(found, [5, 9]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Map::get`].
    pub fn range<'k>(&self, range: impl RangeBounds<K::Set<'k>>) -> Result<Entries<'a, K, V, Checked>>
    where
        K: 'k,
    {
        // The first entry inside a bound that begins a range, or behind one that ends it.
        let edge = |bound: Bound<&K::Set<'k>>, skip: Ordering, none: (usize, usize)| match bound {
            Bound::Unbounded => Ok(none),
            Bound::Included(key) | Bound::Excluded(key) => {
                let is_skipped = matches!(bound, Bound::Excluded(_)) == (skip == Ordering::Less);
                self.edge(|entry| {
                    let order = K::compare(entry, key)?;
                    Ok(if order == Ordering::Equal && is_skipped { Ordering::Less } else { order })
                })
            }
        };
        let mut found = self.iter();
        found.entries.next = edge(range.start_bound(), Ordering::Less, (0, 0))?;
        found.entries.end = edge(range.end_bound(), Ordering::Greater, found.entries.end)?;
        Ok(found)
    }

    /// The place of the first entry for which `compare` does not return `Less`.
    fn edge(&self, compare: impl Fn(&RecordBytes<'_>) -> Result<Ordering>) -> Result<(usize, usize)> {
        let Sorted { buf, bytes, .. } = self.sorted;
        let found = buf.search(&bytes, &Self::SHAPE, &|entry: &[u8]| compare(&RecordBytes::new(buf, entry)))?;
        Ok((found.run, found.index))
    }

    /// The first entry, or `None`.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::peek(&bytes)?.scores()?;
    /// assert_eq!(scores.first()?, Some(("ada", 3)));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Map::get`].
    #[allow(clippy::type_complexity)]
    pub fn first(&self) -> Result<Option<(K::Get<'a, Checked>, V::Get<'a, Checked>)>> {
        self.iter().next().transpose()
    }
}

impl<'a, V: Value> Map<'a, alloc::string::String, V, Checked> {
    /// The entries whose keys begin with a text.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::peek(&bytes)?.scores()?;
    /// assert_eq!(scores.prefix("b")?.count(), 1);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Map::get`].
    pub fn prefix(&self, prefix: &str) -> Result<Entries<'a, alloc::string::String, V, Checked>> {
        let prefix = prefix.as_bytes();
        let head = |entry: &RecordBytes<'_>| {
            let key = match entry.buf().follow(entry.bytes(), Size::ZERO)? {
                Some(object) => entry.buf().blob(object)?,
                None => &[],
            };
            Ok(key.get(..prefix.len()).unwrap_or(key).cmp(prefix))
        };
        let mut found = self.iter();
        found.entries.next = self.edge(|entry| head(entry).map(|order| order.then(Ordering::Greater)))?;
        found.entries.end =
            self.edge(|entry| head(entry).map(|order| if order == Ordering::Equal { Ordering::Less } else { order }))?;
        Ok(found)
    }
}

/// Iterator over the entries of a [`Map`].
///
/// ```
/// # use std::collections::BTreeMap;
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
/// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
/// let mut sum = 0;
/// for entry in Game::peek(&bytes)?.scores()?.iter() {
///     let (_, score) = entry?;
///     sum += score;
/// }
/// assert_eq!(sum, 8);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Entries<'a, K, V, R = Proven> {
    entries: SortedIter<'a, R>,
    marker: Invariant<(K, V)>,
}

impl<'a, K: MapKey, V: Value, R: Reading> Entries<'a, K, V, R> {
    #[inline(always)]
    fn read(&mut self) -> Option<Result<ReadEntry<'a, K, V, R>, R::Error>> {
        let entry = self.entries.next(&Map::<K, V, R>::SHAPE)?;
        let sorted = &self.entries.sorted;
        Some(entry.and_then(|entry| Ok((sorted.read::<K>(entry)?, value_in::<K, V, R>(sorted, entry)?))))
    }
}

/// What is read of an entry.
type ReadEntry<'a, K, V, R> = (<R as Reading>::Get<'a, K>, <R as Reading>::Get<'a, V>);

/// The value of an entry.
#[inline(always)]
fn value_in<'a, K: MapKey, V: Value, R: Reading>(
    sorted: &Sorted<'a, R>,
    entry: &'a [u8],
) -> Result<R::Get<'a, V>, R::Error> {
    sorted.read::<V>(entry.get(K::ELEMENT.size.at(sorted.buf.shift())..).unwrap_or(&[]))
}

impl<'a, K: MapKey, V: Value, R: Reading> Iterator for Entries<'a, K, V, R> {
    type Item = R::Of<(R::Get<'a, K>, R::Get<'a, V>)>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.read().map(R::of)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}

impl<K: MapKey, V: Value> ExactSizeIterator for Entries<'_, K, V, Proven> {}

impl<K: MapKey, V: Value, R: Reading> FusedIterator for Entries<'_, K, V, R> {}

impl<K, V, R: Copy> Clone for Entries<'_, K, V, R> {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone(), marker: PhantomData }
    }
}

view!([K: MapKey, V: Value] Map<'a, K, V, R> => Entries<'a, K, V, R>);

/// Prints the entries; an invalid one as its error.
impl<'a, K: MapKey, V: Value, R: Reading> fmt::Debug for Map<'a, K, V, R>
where
    R::Get<'a, K>: fmt::Debug,
    R::Get<'a, V>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut printed, mut entries) = (f.debug_map(), self.iter());
        while let Some(entry) = entries.read() {
            match entry {
                Ok((key, value)) => printed.entry(&key, &value),
                Err(error) => printed.entry(&"?", &error),
            };
        }
        printed.finish()
    }
}

// Views of sets: maps whose entries have only keys.

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
/// let tags = Post::peek(&bytes)?.tags()?;
/// assert!(tags.contains("rust")?);
/// assert_eq!(tags.iter().collect::<Result<Vec<_>, _>>()?, ["bytes", "rust"]);
///
/// let tags = Post::prove(&bytes)?.tags(); // `Set<'_, String, Proven>`: values, not results
/// assert!(tags.contains("rust"));
/// assert_eq!(tags.iter().collect::<Vec<_>>(), ["bytes", "rust"]);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Set<'a, K, R = Proven> {
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
    /// assert!(Post::peek(&bytes)?.tags()?.contains(7)?);
    /// assert!(!Post::prove(&bytes)?.tags().contains(3));
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
    /// let tags = Post::peek(&bytes)?.tags()?;
    /// assert_eq!(tags.iter().collect::<vellum::Result<Vec<_>>>()?, [2, 7]);
    /// assert_eq!(Post::prove(&bytes)?.tags().iter().collect::<Vec<_>>(), [2, 7]);
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
/// let mut tags = Post::prove(&bytes)?.tags().iter();
/// assert_eq!((tags.len(), tags.next()), (2, Some(2)));
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct SetIter<'a, K, R = Proven> {
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

// The common part of maps and sets: entries sorted by their keys, in one run or in several.

/// A key, as it is searched in a buffer.
#[inline(always)]
pub(super) fn sought<K: MapKey>(buf: &Buf<'_>, key: &K::Set<'_>) -> impl Sought {
    (move |entry: &[u8]| K::compare(&RecordBytes::new(*buf, entry), key), K::as_blob(key).map(|key| (buf, key)))
}

/// The entries of a map or a set.
#[derive(Clone, Copy)]
pub(super) struct Sorted<'a, R> {
    pub(super) buf: Buf<'a>,
    pub(super) bytes: MapBytes<'a>,
    known: R,
}

impl<'a, R: Reading> Sorted<'a, R> {
    /// The entries behind a pointer slot.
    #[inline]
    pub(super) fn behind(
        record: &RecordBytes<'a>,
        slot: Size,
        shape: &EntryShape<'_>,
        known: R,
    ) -> Result<Self, R::Error> {
        let buf = *record.buf();
        let bytes = match R::follow(record, slot)? {
            Some(object) => R::trust(buf.map(object, shape), MapBytes::EMPTY)?,
            None => MapBytes::EMPTY,
        };
        Ok(Self { buf, bytes, known })
    }

    /// The entry of a key.
    #[inline]
    pub(super) fn find<K: MapKey>(
        &self,
        shape: &EntryShape<'_>,
        key: &K::Set<'_>,
    ) -> Result<Option<&'a [u8]>, R::Error> {
        R::trust(self.buf.find(&self.bytes, shape, &sought::<K>(&self.buf, key)), None)
    }

    /// The value that the bytes of an entry begin with.
    #[inline(always)]
    pub(super) fn read<T: Value>(&self, bytes: &'a [u8]) -> Result<R::Get<'a, T>, R::Error> {
        self.known.get::<T, true>(&RecordBytes::new(self.buf, bytes), element::<T>())
    }

    /// All entries.
    #[inline]
    pub(super) fn iter(&self) -> SortedIter<'a, R> {
        let (end, left) = ((self.buf.runs(&self.bytes), 0), self.bytes.count);
        SortedIter { sorted: *self, run: [].chunks_exact(1), next: (0, 0), end, left }
    }
}

/// Iterator over entries.
#[derive(Clone)]
pub(super) struct SortedIter<'a, R> {
    pub(super) sorted: Sorted<'a, R>,
    /// The entries that are left of a run.
    run: ChunksExact<'a, u8>,
    /// Run and index of the entry after that, and of the end.
    pub(super) next: (usize, usize),
    pub(super) end: (usize, usize),
    /// Entries that are left, if the bytes are proved.
    left: usize,
}

impl<'a, R: Reading> SortedIter<'a, R> {
    #[inline(always)]
    pub(super) fn next(&mut self, shape: &EntryShape<'_>) -> Option<Result<&'a [u8], R::Error>> {
        loop {
            if let Some(entry) = self.run.next() {
                if R::IS_PROVEN {
                    self.left = self.left.saturating_sub(1);
                }
                return Some(Ok(entry));
            }
            if self.next >= self.end {
                self.left = 0;
                return None;
            }
            if let Err(error) = self.next_run(shape) {
                self.next = self.end;
                return Some(Err(error));
            }
        }
    }

    /// Moves to the next run.
    #[inline]
    fn next_run(&mut self, shape: &EntryShape<'_>) -> Result<(), R::Error> {
        let ((number, index), Sorted { buf, bytes, .. }) = (self.next, &self.sorted);
        let run = R::trust(buf.run(bytes, number, shape), Elements::EMPTY)?;
        let (stride, all) = (run.stride.max(1), run.bytes);
        let before_end = if number == self.end.0 { all.get(..self.end.1.saturating_mul(stride)) } else { Some(all) };
        let run = before_end.and_then(|bytes| bytes.get(index.saturating_mul(stride)..)).unwrap_or(&[]);
        self.next = (number.wrapping_add(1), 0);
        self.run = run.chunks_exact(stride);
        Ok(())
    }

    #[inline]
    pub(super) fn size_hint(&self) -> (usize, Option<usize>) {
        if R::IS_PROVEN { (self.left, Some(self.left)) } else { (0, None) }
    }
}
