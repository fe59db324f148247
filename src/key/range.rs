//! Ranges of keys, for requests to a store.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Bound, RangeBounds};

use super::check_declared;
use crate::error::{Error, ErrorKind, Result};
use crate::record::Record;
use crate::scalar::table::unsorted;
use crate::schema::{Column, Field, Schema, Struct, Type};
use crate::write::Storage;

/// Keys from one on, and below another: the bounds of a scan.
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

// Bounds: records set to the smallest and the largest key that their schema allows.

/// What is done to one field.
struct BoundChange {
    path: String,
    action: BoundAction,
}

enum BoundAction {
    Clear,
    Flag(bool),
    Word(u128),
    EmptyText,
    EmptyBytes,
}

/// An end of the order of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OrderEnd {
    Low,
    High,
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Sets the fields of the key to the values that sort first: no record has a smaller key. The
    /// other fields stay.
    ///
    /// An optional field becomes absent, if its part does not sort `desc`; if it is a struct on the
    /// way to the part that may be absent, all it holds goes with it. Floats become the NaN that
    /// sorts first, enums the variant of the least number. A buffer of a derived type is opened by
    /// its schema: `Record::open(User::schema(), &mut bytes)`. Rules of the fields are not checked:
    /// a bound is not a stored value, and unchecked records lie within it, too.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User key(org, seen desc, name) { org: i8, seen: u8, name: string } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set_key_min()?;
    /// assert_eq!(schema.key(&record)?, [0, 0, 0, 0]);
    /// assert_eq!(record.get::<i8>("org")?, -128);
    /// assert_eq!(record.get::<u8>("seen")?, 255);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] if a part is text or bytes and sorts `desc`, since nothing is larger
    /// than all texts: use the end of a [`KeyRange`](crate::key::KeyRange). [`ErrorKind::Schema`]
    /// if the root declares no key. The record is then unchanged. Otherwise as [`Record::set`]; the
    /// fields of the parts before are then set.
    pub fn set_key_min(&mut self) -> Result<()> {
        self.set_key(OrderEnd::Low)
    }

    /// Sets the fields of the key to the values that sort last: no record has a larger key. The
    /// other fields stay.
    ///
    /// # Errors
    /// As [`Record::set_key_min`], where it is text or bytes that does not sort `desc` that has no
    /// largest value.
    pub fn set_key_max(&mut self) -> Result<()> {
        self.set_key(OrderEnd::High)
    }

    fn set_key(&mut self, end: OrderEnd) -> Result<()> {
        let changes = changes(self.schema(), self.schema().root(), end)?;
        for BoundChange { path, action } in changes {
            let path = path.as_str();
            match action {
                BoundAction::Clear => self.clear(path)?,
                BoundAction::Flag(value) => self.set(path, value)?,
                BoundAction::Word(word) => self.set_word(path, word)?,
                BoundAction::EmptyText => self.set(path, "")?,
                BoundAction::EmptyBytes => self.set(path, &[][..])?,
            }
        }
        Ok(())
    }
}

/// All changes, so that those that cannot be are known before the first.
#[inline]
fn changes(schema: &Schema, structure: &Struct, end: OrderEnd) -> Result<Vec<BoundChange>> {
    check_declared(schema, structure)?;
    let mut changes = Vec::new();
    // Paths to what an earlier, more significant part made absent, and to what it set.
    let (mut cleared, mut kept): (Vec<&[u16]>, Vec<&[u16]>) = (Vec::new(), Vec::new());
    for column in structure.columns() {
        let steps = column.steps.as_slice();
        if cleared.iter().any(|path| steps.starts_with(path)) {
            continue;
        }
        let fields: Vec<&Field> = column.fields(schema, structure).collect();
        let path_to = |len: usize| fields.iter().take(len).map(|field| field.name()).collect::<Vec<_>>().join(".");
        let value_end = match (end, column.descending) {
            (OrderEnd::Low, false) | (OrderEnd::High, true) => OrderEnd::Low,
            (OrderEnd::Low, true) | (OrderEnd::High, false) => OrderEnd::High,
        };
        let innermost = fields.iter().rposition(|field| field.optional()).and_then(|at| steps.get(..=at));
        match innermost.filter(|optional| !kept.iter().any(|path| path.starts_with(optional))) {
            Some(optional) if value_end == OrderEnd::Low => {
                changes.push(BoundChange { path: path_to(optional.len()), action: BoundAction::Clear });
                cleared.push(optional);
            }
            _ => {
                let path = path_to(fields.len());
                let action = extreme(schema, column, value_end).ok_or_else(|| {
                    Error::new(
                        ErrorKind::Limit,
                        format_args!("no value of {} is larger than all others", schema.describe(&column.ty)),
                    )
                    .in_field(&path)
                })?;
                changes.push(BoundChange { path, action });
                kept.push(steps);
            }
        }
    }
    Ok(changes)
}

/// The first or last value of a column that is there; `None` if there is none.
fn extreme(schema: &Schema, column: &Column, end: OrderEnd) -> Option<BoundAction> {
    Some(match (&column.ty, end) {
        (Type::Bool, end) => BoundAction::Flag(end == OrderEnd::High),
        (Type::String, OrderEnd::Low) => BoundAction::EmptyText,
        (Type::Bytes, OrderEnd::Low) => BoundAction::EmptyBytes,
        (Type::Enum(id), end) => {
            let numbers = schema.enumeration(*id).variants().map(|(_, number)| number);
            BoundAction::Word(u128::from(if end == OrderEnd::Low { numbers.min()? } else { numbers.max()? }))
        }
        (Type::Scalar(scalar), OrderEnd::Low) => BoundAction::Word(unsorted(*scalar, 0)),
        (Type::Scalar(scalar), OrderEnd::High) => BoundAction::Word(scalar.last()),
        _ => return None,
    })
}
