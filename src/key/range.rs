//! Ranges of keys: what a store is asked for.

use alloc::vec::Vec;
use core::ops::{Bound, RangeBounds};

/// Keys from one on, and below another: what a store scans.
///
/// It is a range of `Vec<u8>` and of `[u8]`, as `BTreeMap::range` takes it; stores that take slices
/// or bounds are given [`KeyRange::bounds`].
///
/// ```
/// use std::collections::BTreeMap;
/// use vellum::key::KeyWriter;
///
/// let mut store: BTreeMap<Vec<u8>, &str> = BTreeMap::new();
/// for name in ["ada", "alan", "grace"] {
///     store.insert(KeyWriter::new().push(7u16)?.push(name)?.finish()?, name);
/// }
/// let range = KeyWriter::new().push(7u16)?.range_of_text("a")?;
/// let found: Vec<&str> = store.range::<[u8], _>(range).map(|(_, name)| *name).collect();
/// assert_eq!(found, ["ada", "alan"]);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyRange {
    start: Vec<u8>,
    end: Option<Vec<u8>>,
}

impl KeyRange {
    /// All keys that begin with some bytes.
    ///
    /// ```
    /// use vellum::key::KeyRange;
    ///
    /// let range = KeyRange::starting_with(vec![7, 0xFF]);
    /// assert_eq!((range.start(), range.end()), (&[7, 0xFF][..], Some(&[8][..])));
    /// assert_eq!(KeyRange::starting_with(vec![0xFF]).end(), None);
    /// ```
    #[must_use]
    pub fn starting_with(prefix: Vec<u8>) -> Self {
        // The next bytes that do not begin so: the last one that can be is counted up, those behind
        // it are dropped.
        let last = prefix.iter().rposition(|byte| *byte != 0xFF);
        let end = last.map(|last| {
            let mut end: Vec<u8> = prefix.iter().take(last.saturating_add(1)).copied().collect();
            if let Some(byte) = end.last_mut() {
                *byte = byte.saturating_add(1);
            }
            end
        });
        Self { start: prefix, end }
    }

    /// The smallest range that holds this one and another: from the keys of one value through those
    /// of the other, whichever sorts first.
    ///
    /// ```
    /// use vellum::key::KeyWriter;
    ///
    /// let year = |year: u16| Ok::<_, vellum::Error>(KeyWriter::new().push(year)?.range());
    /// let nineties = year(1990)?.through(year(1999)?);
    /// assert!(nineties.contains(&KeyWriter::new().push(1999u16)?.push("December")?.finish()?));
    /// assert!(!nineties.contains(&KeyWriter::new().push(2000u16)?.finish()?));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn through(self, other: Self) -> Self {
        // No end is the last.
        let end = match (self.end, other.end) {
            (Some(end), Some(other)) => Some(end.max(other)),
            _ => None,
        };
        Self { start: self.start.min(other.start), end }
    }

    /// The first bytes in the range.
    ///
    /// ```
    /// use vellum::key::KeyRange;
    ///
    /// let range = KeyRange::starting_with(vec![7]);
    /// assert_eq!(range.start(), [7]);
    /// ```
    #[must_use]
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// The first bytes after the range; `None` if all from the start on are in it.
    ///
    /// ```
    /// use vellum::key::KeyRange;
    ///
    /// let range = KeyRange::starting_with(vec![7]);
    /// assert_eq!(range.end(), Some(&[8][..]));
    /// ```
    #[must_use]
    pub fn end(&self) -> Option<&[u8]> {
        self.end.as_deref()
    }

    /// Whether a key is in the range.
    ///
    /// ```
    /// use vellum::key::KeyRange;
    ///
    /// let range = KeyRange::starting_with(vec![7]);
    /// assert!(range.contains(&[7, 1]) && !range.contains(&[8]));
    /// ```
    #[must_use]
    pub fn contains(&self, key: &[u8]) -> bool {
        *self.start <= *key && self.end().is_none_or(|end| key < end)
    }

    /// Start and end as bounds.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use vellum::key::KeyRange;
    ///
    /// let store = BTreeMap::from([(vec![6], "a"), (vec![7, 1], "b")]);
    /// let range = KeyRange::starting_with(vec![7]);
    /// assert_eq!(store.range::<[u8], _>(range.bounds()).count(), 1);
    /// ```
    #[must_use]
    pub fn bounds(&self) -> (Bound<&[u8]>, Bound<&[u8]>) {
        (Bound::Included(self.start()), self.end().map_or(Bound::Unbounded, Bound::Excluded))
    }
}

impl RangeBounds<[u8]> for KeyRange {
    fn start_bound(&self) -> Bound<&[u8]> {
        self.bounds().0
    }

    fn end_bound(&self) -> Bound<&[u8]> {
        self.bounds().1
    }
}

impl RangeBounds<Vec<u8>> for KeyRange {
    fn start_bound(&self) -> Bound<&Vec<u8>> {
        Bound::Included(&self.start)
    }

    fn end_bound(&self) -> Bound<&Vec<u8>> {
        self.end.as_ref().map_or(Bound::Unbounded, Bound::Excluded)
    }
}
