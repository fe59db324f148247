//! Sets in a buffer, to read: maps whose entries are keys alone.

use core::fmt;
use core::marker::PhantomData;

use super::Value;
use super::key::Key;
use super::map::{find, key_of, open};
use crate::error::Result;
use crate::layout::{EntryLayout, Size};
use crate::read::map::{EntryShape, MapBytes};
use crate::read::record::RecordBytes;
use crate::read::{Buf, Elements};

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
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Set<'a, K> {
    pub(super) buf: Buf<'a>,
    pub(super) map: MapBytes<'a>,
    marker: PhantomData<fn() -> K>,
}

impl<K> Clone for Set<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Set<'_, K> {}

impl<'a, K: Key> Set<'a, K> {
    const SHAPE: EntryShape<'static> = set_shape::<K>();

    #[inline]
    pub(crate) fn new(record: &RecordBytes<'a>, slot: Size) -> Result<Self> {
        let map = open(record, slot, &Self::SHAPE)?;
        Ok(Self { buf: *record.buf(), map, marker: PhantomData })
    }

    /// Number of elements.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.map.count
    }

    /// Whether there are no elements.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map.count == 0
    }

    /// Whether an element is there.
    ///
    /// ```
    /// # use std::collections::BTreeSet;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Post { tags: BTreeSet<u32> }
    /// let bytes = vellum::to_vec(&Post { tags: BTreeSet::from([7, 2]) })?;
    /// assert!(Post::view(&bytes)?.tags()?.contains(7)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes on the way are invalid.
    #[inline]
    pub fn contains(&self, key: K::Set<'_>) -> Result<bool> {
        Ok(find::<K>(&self.buf, &self.map, &Self::SHAPE, &key)?.is_there)
    }

    /// The elements in order, each checked when it is reached.
    ///
    /// ```
    /// # use std::collections::BTreeSet;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Post { tags: BTreeSet<u32> }
    /// let bytes = vellum::to_vec(&Post { tags: BTreeSet::from([7, 2]) })?;
    /// let tags = Post::view(&bytes)?.tags()?;
    /// assert_eq!(tags.iter().collect::<vellum::Result<Vec<_>>>()?, [2, 7]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Result<K::Get<'a>>> + use<'a, K> {
        let Self { buf, map, .. } = *self;
        (0..buf.runs(&map)).flat_map(move |number| {
            let (run, error) = match buf.run(&map, number, &Self::SHAPE) {
                Ok(run) => (run, None),
                Err(error) => (Elements::EMPTY, Some(Err(error))),
            };
            let entries = run.bytes.chunks_exact(run.stride.max(1));
            error.into_iter().chain(entries.map(move |entry| key_of::<K>(buf, entry)))
        })
    }
}

/// As a map's.
impl<'a, K: Key> fmt::Debug for Set<'a, K>
where
    K::Get<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printed = f.debug_set();
        for element in self.iter() {
            match element {
                Ok(element) => printed.entry(&element),
                Err(error) => printed.entry(&error),
            };
        }
        printed.finish()
    }
}
