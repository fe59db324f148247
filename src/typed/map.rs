//! Maps in a buffer, to read.

use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Bound, RangeBounds};

use super::Value;
use super::at::get_element;
use super::key::Key;
use crate::error::Result;
use crate::layout::{EntryLayout, Size};
use crate::read::map::{EntryShape, FoundKey, MapBytes};
use crate::read::record::RecordBytes;
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
/// let scores = Game::view(&bytes)?.scores()?;
/// assert_eq!(scores.get("bob")?, Some(5));
/// assert_eq!(scores.get("eve")?, None);
/// assert_eq!(scores.prefix("bo")?.count(), 2);
/// let (first, score) = scores.iter().next().unwrap()?;
/// assert_eq!((first, score), ("ada", 3));
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Map<'a, K, V> {
    pub(super) buf: Buf<'a>,
    pub(super) bytes: MapBytes<'a>,
    marker: PhantomData<fn() -> (K, V)>,
}

impl<K, V> Clone for Map<'_, K, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, V> Copy for Map<'_, K, V> {}

/// The map behind a slot.
#[inline]
pub(crate) fn open<'a>(record: &RecordBytes<'a>, slot: Size, shape: &EntryShape<'_>) -> Result<MapBytes<'a>> {
    match record.buf().follow(record.bytes(), slot)? {
        Some(object) => record.buf().map(object, shape),
        None => Ok(MapBytes::EMPTY),
    }
}

/// The key or value part of an entry.
#[inline(always)]
pub(super) fn key_of<'a, K: Value>(buf: Buf<'a>, entry: &'a [u8]) -> Result<K::Get<'a>> {
    get_element::<K>(&RecordBytes::new(buf, entry))
}

#[inline(always)]
pub(super) fn value_of<'a, K: Value, V: Value>(buf: Buf<'a>, entry: &'a [u8]) -> Result<V::Get<'a>> {
    let value = entry.get(K::ELEMENT.size.at(buf.shift())..).unwrap_or(&[]);
    get_element::<V>(&RecordBytes::new(buf, value))
}

/// Where a key is.
#[inline]
pub(crate) fn find<K: Key>(
    buf: &Buf<'_>,
    map: &MapBytes<'_>,
    shape: &EntryShape<'_>,
    key: &K::Set<'_>,
) -> Result<FoundKey> {
    buf.search(map, shape, &sought::<K>(*buf, key))
}

/// A key, as it is searched in a buffer.
#[inline(always)]
pub(super) fn sought<K: Key>(buf: Buf<'_>, key: &K::Set<'_>) -> impl Sought {
    (
        move |entry: &[u8]| K::compare(&RecordBytes::new(buf, entry), key),
        move |entry: &[u8]| K::is_less(&RecordBytes::new(buf, entry), key),
    )
}

impl<'a, K: Key, V: Value> Map<'a, K, V> {
    const SHAPE: EntryShape<'static> = shape::<K, V>();

    #[inline]
    pub(crate) fn new(record: &RecordBytes<'a>, slot: Size) -> Result<Self> {
        let map = open(record, slot, &Self::SHAPE)?;
        Ok(Self { buf: *record.buf(), bytes: map, marker: PhantomData })
    }

    /// Number of entries.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.count
    }

    /// Whether there are no entries.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.count == 0
    }

    /// The value of a key, or `None`.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::view(&bytes)?.scores()?;
    /// assert_eq!(scores.get("bob")?, Some(5));
    /// assert_eq!(scores.get("eve")?, None); // not an error
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes on the way are invalid.
    #[inline]
    pub fn get(&self, key: K::Set<'_>) -> Result<Option<V::Get<'a>>> {
        let Some(entry) = self.buf.find(&self.bytes, &Self::SHAPE, &sought::<K>(self.buf, &key))? else {
            return Ok(None);
        };
        value_of::<K, V>(self.buf, entry).map(Some)
    }

    /// Whether a key is there.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::view(&bytes)?.scores()?;
    /// assert!(scores.contains_key("ada")? && !scores.contains_key("eve")?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Map::get`].
    #[inline]
    pub fn contains_key(&self, key: K::Set<'_>) -> Result<bool> {
        Ok(find::<K>(&self.buf, &self.bytes, &Self::SHAPE, &key)?.is_there)
    }

    /// Keys and values in the order of the keys, each checked when it is reached.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::view(&bytes)?.scores()?;
    /// for entry in scores.iter() {
    ///     let (name, score) = entry?;
    ///     assert!(score > 2, "{name}");
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Entries<'a, K, V> {
        let end = (self.buf.runs(&self.bytes), 0);
        Entries { map: *self, run: None, next: (0, 0), end }
    }

    /// The keys, in order.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::view(&bytes)?.scores()?;
    /// assert_eq!(scores.keys().collect::<Result<Vec<_>, _>>()?, ["ada", "bob"]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn keys(&self) -> impl Iterator<Item = Result<K::Get<'a>>> {
        self.iter().map(|entry| entry.map(|(key, _)| key))
    }

    /// The values, in the order of their keys.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::view(&bytes)?.scores()?;
    /// assert_eq!(scores.values().sum::<Result<u32, _>>()?, 8);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn values(&self) -> impl Iterator<Item = Result<V::Get<'a>>> {
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
    /// let lines = Log::view(&bytes)?.lines()?;
    /// let found: Vec<u32> = lines.range(2..=9)?.map(|line| line.map(|(number, _)| number)).collect::<Result<_, _>>()?;
    /// assert_eq!(found, [5, 9]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Map::get`].
    pub fn range<'k>(&self, range: impl RangeBounds<K::Set<'k>>) -> Result<Entries<'a, K, V>>
    where
        K: 'k,
    {
        // The first entry at or after a bound: after an excluded one, if it begins the range, or an included one that ends it.
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
        let start = edge(range.start_bound(), Ordering::Less, (0, 0))?;
        let end = edge(range.end_bound(), Ordering::Greater, (self.buf.runs(&self.bytes), 0))?;
        Ok(Entries { map: *self, run: None, next: start, end })
    }

    /// The place of the first entry for which `compare` does not say less.
    fn edge(&self, compare: impl Fn(&RecordBytes<'_>) -> Result<Ordering>) -> Result<(usize, usize)> {
        let (buf, map) = (self.buf, self.bytes);
        let found = buf.search(&map, &Self::SHAPE, &|entry: &[u8]| compare(&RecordBytes::new(buf, entry)))?;
        Ok((found.run, found.index))
    }

    /// The first entry, or `None`.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::view(&bytes)?.scores()?;
    /// assert_eq!(scores.first()?, Some(("ada", 3)));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Map::get`].
    #[allow(clippy::type_complexity)]
    pub fn first(&self) -> Result<Option<(K::Get<'a>, V::Get<'a>)>> {
        self.iter().next().transpose()
    }
}

impl<'a, V: Value> Map<'a, alloc::string::String, V> {
    /// The entries whose keys begin with a text.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// let scores = Game::view(&bytes)?.scores()?;
    /// assert_eq!(scores.prefix("b")?.count(), 1);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Map::get`].
    pub fn prefix(&self, prefix: &str) -> Result<Entries<'a, alloc::string::String, V>> {
        let prefix = prefix.as_bytes();
        let head = |entry: &RecordBytes<'_>| {
            let key = match entry.buf().follow(entry.bytes(), Size::ZERO)? {
                Some(object) => entry.buf().blob(object)?,
                None => &[],
            };
            Ok(key.get(..prefix.len()).unwrap_or(key).cmp(prefix))
        };
        let mut entries = self.iter();
        entries.next = self.edge(|entry| head(entry).map(|order| order.then(Ordering::Greater)))?;
        entries.end =
            self.edge(|entry| head(entry).map(|order| if order == Ordering::Equal { Ordering::Less } else { order }))?;
        Ok(entries)
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
/// for entry in Game::view(&bytes)?.scores()?.iter() {
///     let (_, score) = entry?;
///     sum += score;
/// }
/// assert_eq!(sum, 8);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Entries<'a, K, V> {
    map: Map<'a, K, V>,
    /// The run of the next entry, once it is known.
    run: Option<Elements<'a>>,
    /// Run and index of the next entry, and of the one after the last.
    next: (usize, usize),
    end: (usize, usize),
}

impl<'a, K: Key, V: Value> Iterator for Entries<'a, K, V> {
    type Item = Result<(K::Get<'a>, V::Get<'a>)>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.next >= self.end {
                return None;
            }
            let buf = self.map.buf;
            let run = match self.run {
                Some(run) => run,
                None => match buf.run(&self.map.bytes, self.next.0, &Map::<K, V>::SHAPE) {
                    Ok(run) => *self.run.insert(run),
                    Err(error) => {
                        self.next = self.end;
                        return Some(Err(error));
                    }
                },
            };
            let (number, index) = self.next;
            if index >= run.count {
                self.next = (number.wrapping_add(1), 0);
                self.run = None;
                continue;
            }
            self.next.1 = index.wrapping_add(1);
            let entry = crate::wire::slice(run.bytes, index.saturating_mul(run.stride), run.stride).unwrap_or(&[]);
            let read = || Ok((key_of::<K>(buf, entry)?, value_of::<K, V>(buf, entry)?));
            return Some(read());
        }
    }
}

impl<'a, K: Key, V: Value> IntoIterator for Map<'a, K, V> {
    type Item = Result<(K::Get<'a>, V::Get<'a>)>;
    type IntoIter = Entries<'a, K, V>;

    fn into_iter(self) -> Entries<'a, K, V> {
        self.iter()
    }
}

impl<'a, K: Key, V: Value> IntoIterator for &Map<'a, K, V> {
    type Item = Result<(K::Get<'a>, V::Get<'a>)>;
    type IntoIter = Entries<'a, K, V>;

    fn into_iter(self) -> Entries<'a, K, V> {
        self.iter()
    }
}

/// Prints the entries; what is invalid as its error.
impl<'a, K: Key, V: Value> fmt::Debug for Map<'a, K, V>
where
    K::Get<'a>: fmt::Debug,
    V::Get<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printed = f.debug_map();
        for entry in self {
            match entry {
                Ok((key, value)) => printed.entry(&key, &value),
                Err(error) => printed.entry(&"?", &error),
            };
        }
        printed.finish()
    }
}
