//! [`ProvedMap`], the proved view of a map.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::slice::ChunksExact;

use super::ProvedSlot;
use super::record::ProvedRecord;
use super::slot::Invariant;
use crate::layout::Place;
use crate::read::Buf;
use crate::read::map::{EntryShape, MapBytes};
use crate::read::record::RecordBytes;
use crate::typed::Value;
use crate::typed::at::element;
use crate::typed::key::Key;
use crate::typed::map::{open, shape, sought};

/// A map in a proved buffer: its keys and values are values, not results, in the order of the keys.
///
/// ```
/// use std::collections::BTreeMap;
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Game { scores: BTreeMap<String, u32> }
///
/// let bytes = vellum::to_vec(&Game { scores: [("bob".into(), 5), ("ada".into(), 3)].into() })?;
/// let scores = Game::access(&bytes)?.scores();
/// assert_eq!((scores.get("bob"), scores.get("eve")), (Some(5), None));
/// assert_eq!(scores.iter().collect::<Vec<_>>(), [("ada", 3), ("bob", 5)]);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct ProvedMap<'a, K, V> {
    pub(in crate::typed) buf: Buf<'a>,
    is_unchanged: bool,
    pub(in crate::typed) bytes: MapBytes<'a>,
    /// Without variance: a type that differs in lifetimes alone can be one of another layout.
    marker: Invariant<(K, V)>,
}

impl<K, V> Clone for ProvedMap<'_, K, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, V> Copy for ProvedMap<'_, K, V> {}

impl<'a, K: Key, V: Value> ProvedMap<'a, K, V> {
    const SHAPE: EntryShape<'static> = shape::<K, V>();

    /// The map behind a pointer slot.
    #[inline]
    pub(super) fn behind(record: &ProvedRecord<'a>, place: &Place) -> Self {
        let bytes = open(record.record(), place.slot, &Self::SHAPE).unwrap_or(MapBytes::EMPTY);
        Self { buf: *record.buf(), is_unchanged: record.is_unchanged(), bytes, marker: PhantomData }
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
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<u8, String> }
    /// let bytes = vellum::to_vec(&Game { scores: [(1, "ada".into())].into() })?;
    /// let scores = Game::access(&bytes)?.scores();
    /// assert_eq!((scores.get(1), scores.get(2)), (Some("ada"), None));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, key: K::Set<'_>) -> Option<V::Proved<'a>> {
        Some(self.value(self.entry(&key)?))
    }

    /// Whether a key is there.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<u8, String> }
    /// let bytes = vellum::to_vec(&Game { scores: [(1, "ada".into())].into() })?;
    /// assert!(Game::access(&bytes)?.scores().contains_key(1));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn contains_key(&self, key: K::Set<'_>) -> bool {
        self.entry(&key).is_some()
    }

    /// Keys and values in the order of the keys.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
    /// for (name, score) in Game::access(&bytes)?.scores() {
    ///     assert!(score > 2, "{name}");
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn iter(&self) -> ProvedEntries<'a, K, V> {
        ProvedEntries { map: *self, run: [].chunks_exact(1), next: 0, left: self.len() }
    }

    /// The keys, in order.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
    /// let bytes = vellum::to_vec(&Game { scores: [("bob".into(), 5), ("ada".into(), 3)].into() })?;
    /// let scores = Game::access(&bytes)?.scores();
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

    /// The entry of a key.
    #[inline]
    fn entry(&self, key: &K::Set<'_>) -> Option<&'a [u8]> {
        self.buf.find(&self.bytes, &Self::SHAPE, &sought::<K>(self.buf, key)).ok().flatten()
    }

    #[inline(always)]
    fn record(&self, bytes: &'a [u8]) -> ProvedRecord<'a> {
        ProvedRecord::new(RecordBytes::new(self.buf, bytes), self.is_unchanged)
    }

    #[inline(always)]
    fn value(&self, entry: &'a [u8]) -> V::Proved<'a> {
        let value = entry.get(K::ELEMENT.size.at(self.record(entry).shift())..).unwrap_or(&[]);
        V::open(V::held(ProvedSlot::new(&self.record(value), element::<V>())))
    }
}

/// Iterator over the entries of a [`ProvedMap`].
///
/// ```
/// # use std::collections::BTreeMap;
/// # use vellum::Vellum;
/// # #[derive(Vellum)] struct Game { scores: BTreeMap<String, u32> }
/// let bytes = vellum::to_vec(&Game { scores: [("ada".into(), 3), ("bob".into(), 5)].into() })?;
/// let mut entries = Game::access(&bytes)?.scores().iter();
/// assert_eq!((entries.len(), entries.next()), (2, Some(("ada", 3))));
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct ProvedEntries<'a, K, V> {
    map: ProvedMap<'a, K, V>,
    /// The entries that are left of a run.
    run: ChunksExact<'a, u8>,
    /// The number of the run behind it.
    next: usize,
    /// Entries that are left of the map.
    left: usize,
}

impl<'a, K: Key, V: Value> Iterator for ProvedEntries<'a, K, V> {
    type Item = (K::Proved<'a>, V::Proved<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.run.next() {
                self.left = self.left.saturating_sub(1);
                let key = K::open(K::held(ProvedSlot::new(&self.map.record(entry), element::<K>())));
                return Some((key, self.map.value(entry)));
            }
            let ProvedMap { buf, bytes, .. } = &self.map;
            if self.next >= buf.runs(bytes) {
                self.left = 0;
                return None;
            }
            let run = buf.run(bytes, self.next, &ProvedMap::<K, V>::SHAPE).ok()?;
            self.next = self.next.saturating_add(1);
            self.run = run.bytes.chunks_exact(run.stride.max(1));
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K: Key, V: Value> ExactSizeIterator for ProvedEntries<'_, K, V> {}

impl<K: Key, V: Value> FusedIterator for ProvedEntries<'_, K, V> {}

impl<K, V> Clone for ProvedEntries<'_, K, V> {
    fn clone(&self) -> Self {
        Self { map: self.map, run: self.run.clone(), next: self.next, left: self.left }
    }
}

impl<'a, K: Key, V: Value> IntoIterator for ProvedMap<'a, K, V> {
    type Item = (K::Proved<'a>, V::Proved<'a>);
    type IntoIter = ProvedEntries<'a, K, V>;

    fn into_iter(self) -> ProvedEntries<'a, K, V> {
        self.iter()
    }
}

impl<'a, K: Key, V: Value> IntoIterator for &ProvedMap<'a, K, V> {
    type Item = (K::Proved<'a>, V::Proved<'a>);
    type IntoIter = ProvedEntries<'a, K, V>;

    fn into_iter(self) -> ProvedEntries<'a, K, V> {
        self.iter()
    }
}

impl<'a, K: Key, V: Value> fmt::Debug for ProvedMap<'a, K, V>
where
    K::Proved<'a>: fmt::Debug,
    V::Proved<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}
