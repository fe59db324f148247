//! [`ProvedSet`], the proved view of a set.

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
use crate::typed::at;
use crate::typed::key::Key;
use crate::typed::map::{open, sought};
use crate::typed::set::set_shape;

/// A set in a proved buffer, in the order of its elements.
///
/// ```
/// use std::collections::BTreeSet;
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Post { tags: BTreeSet<String> }
///
/// let bytes = vellum::to_vec(&Post { tags: BTreeSet::from(["rust".into(), "bytes".into()]) })?;
/// let tags = Post::access(&bytes)?.tags();
/// assert!(tags.contains("rust"));
/// assert_eq!(tags.iter().collect::<Vec<_>>(), ["bytes", "rust"]);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct ProvedSet<'a, K> {
    pub(in crate::typed) buf: Buf<'a>,
    is_unchanged: bool,
    pub(in crate::typed) bytes: MapBytes<'a>,
    /// Without variance: a type that differs in lifetimes alone can be one of another layout.
    marker: Invariant<K>,
}

impl<K> Clone for ProvedSet<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for ProvedSet<'_, K> {}

impl<'a, K: Key> ProvedSet<'a, K> {
    const SHAPE: EntryShape<'static> = set_shape::<K>();

    /// The set behind a pointer slot.
    #[inline]
    pub(super) fn behind(record: &ProvedRecord<'a>, place: &Place) -> Self {
        let bytes = open(record.record(), place.slot, &Self::SHAPE).unwrap_or(MapBytes::EMPTY);
        Self { buf: *record.buf(), is_unchanged: record.is_unchanged(), bytes, marker: PhantomData }
    }

    /// Number of elements.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.count
    }

    /// Whether there are no elements.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.count == 0
    }

    /// Whether an element is there.
    ///
    /// ```
    /// # use std::collections::BTreeSet;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Post { tags: BTreeSet<u32> }
    /// let bytes = vellum::to_vec(&Post { tags: BTreeSet::from([7, 2]) })?;
    /// let tags = Post::access(&bytes)?.tags();
    /// assert!(tags.contains(7) && !tags.contains(3));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn contains(&self, key: K::Set<'_>) -> bool {
        let found = self.buf.find(&self.bytes, &Self::SHAPE, &sought::<K>(self.buf, &key));
        matches!(found, Ok(Some(_)))
    }

    /// The elements in order.
    ///
    /// ```
    /// # use std::collections::BTreeSet;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Post { tags: BTreeSet<u32> }
    /// let bytes = vellum::to_vec(&Post { tags: BTreeSet::from([7, 2]) })?;
    /// assert_eq!(Post::access(&bytes)?.tags().iter().collect::<Vec<_>>(), [2, 7]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn iter(&self) -> ProvedKeys<'a, K> {
        ProvedKeys { set: *self, run: [].chunks_exact(1), next: 0, left: self.len() }
    }
}

/// Iterator over the elements of a [`ProvedSet`].
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
pub struct ProvedKeys<'a, K> {
    set: ProvedSet<'a, K>,
    /// The elements that are left of a run.
    run: ChunksExact<'a, u8>,
    /// The number of the run behind it.
    next: usize,
    /// Elements that are left of the set.
    left: usize,
}

impl<'a, K: Key> Iterator for ProvedKeys<'a, K> {
    type Item = K::Proved<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let ProvedSet { buf, is_unchanged, bytes, .. } = &self.set;
            if let Some(element) = self.run.next() {
                self.left = self.left.saturating_sub(1);
                let element = ProvedRecord::new(RecordBytes::new(*buf, element), *is_unchanged);
                return Some(K::open(K::held(ProvedSlot::new(&element, at::element::<K>()))));
            }
            if self.next >= buf.runs(bytes) {
                self.left = 0;
                return None;
            }
            let run = buf.run(bytes, self.next, &ProvedSet::<K>::SHAPE).ok()?;
            self.next = self.next.saturating_add(1);
            self.run = run.bytes.chunks_exact(run.stride.max(1));
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K: Key> ExactSizeIterator for ProvedKeys<'_, K> {}

impl<K: Key> FusedIterator for ProvedKeys<'_, K> {}

impl<K> Clone for ProvedKeys<'_, K> {
    fn clone(&self) -> Self {
        Self { set: self.set, run: self.run.clone(), next: self.next, left: self.left }
    }
}

impl<'a, K: Key> IntoIterator for ProvedSet<'a, K> {
    type Item = K::Proved<'a>;
    type IntoIter = ProvedKeys<'a, K>;

    fn into_iter(self) -> ProvedKeys<'a, K> {
        self.iter()
    }
}

impl<'a, K: Key> IntoIterator for &ProvedSet<'a, K> {
    type Item = K::Proved<'a>;
    type IntoIter = ProvedKeys<'a, K>;

    fn into_iter(self) -> ProvedKeys<'a, K> {
        self.iter()
    }
}

impl<'a, K: Key> fmt::Debug for ProvedSet<'a, K>
where
    K::Proved<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}
