//! How much more than its buffer a value may be when it is made whole: as JSON, as a Rust value, as
//! a longer buffer.
//!
//! A buffer stores no defaults, and no names. So a few bytes can stand for a value without end: a
//! struct of structs whose default is stored as one null pointer, elements of an old revision
//! without an array that came later. Reading one field costs what the field is; only operations on
//! a whole value have to be bounded.

use crate::error::{Error, Wording};

/// Limits on values that a buffer does not store and that are made from it.
///
/// A buffer can be small and its value large: defaults are not stored, neither are the fields of a
/// later revision, nor the names that JSON has. Every operation on a whole value counts the values
/// and bytes of its result before it begins, and fails with
/// [`ErrorKind::Limit`](crate::ErrorKind::Limit) if these are too many. Reading single fields is
/// not limited: a view opens, and its getters work, with any limits.
///
/// Each byte of the buffer accounts for 64 values and 256 bytes. So values that a buffer does store
/// never exceed the limits, however large it is. The limits are for the excess:
///
/// | limit | default | counted |
/// | --- | --- | --- |
/// | [`values`](Limits::values) | 4,194,304 | values to visit, stored or not |
/// | [`bytes`](Limits::bytes) | 67,108,864 (64 MiB) | bytes to make: names and default texts, or a longer buffer |
/// | [`depth`](Limits::depth) | 64 | levels of defaults in defaults |
///
/// They are part of a schema: [`Schema::with_limits`](crate::Schema::with_limits). Decoding into
/// derived types larger than 256 bytes (`size_of`) has the default limit of bytes: an element that
/// an old revision wrote in one byte becomes a whole value.
///
/// ```
/// use vellum::{Limits, Record, Schema};
///
/// let schema = Schema::parse(
///     "struct A { x: B, y: B } struct B { x: C, y: C } struct C { x: D, y: D } struct D { n: u8 } root A;",
/// )?;
/// let record = Record::new(&schema);
/// assert_eq!(record.as_bytes().len(), 4); // which stand for eight times a D
/// assert_eq!(format!("{record:?}").matches("n: 0").count(), 8);
///
/// let strict = schema.with_limits(Limits::new().depth(2));
/// let record = Record::new(&strict);
/// assert_eq!(record.get::<u8>("x.y.x.n")?, 0);
/// assert_eq!(format!("{record:?}"), "A { x: B { x: C { x: .., y: .. }, y: C { x: .., y: .. } }, y: B { x: C { x: .., y: .. }, y: C { x: .., y: .. } } }");
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limits {
    values: u64,
    bytes: u64,
    depth: u8,
}

/// Values that each byte of a buffer accounts for. A byte can hold eight bools, each in eight
/// structs inline in one another.
const VALUES_OF_BYTE: u64 = 64;
/// Bytes to make that each byte of a buffer accounts for: a bool is a bit, and text with its name
/// in JSON.
pub(crate) const BYTES_OF_BYTE: u64 = 256;

impl Limits {
    /// The default limits.
    ///
    /// ```
    /// assert_eq!(vellum::Limits::new(), vellum::Limits::default());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { values: 1 << 22, bytes: 1 << 26, depth: 64 }
    }

    /// Sets how many values may be visited beyond the 64 that each byte of the buffer accounts for.
    #[must_use]
    pub const fn values(self, values: u64) -> Self {
        Self { values, ..self }
    }

    /// Sets how many bytes may be made beyond the 256 that each byte of the buffer accounts for.
    ///
    /// These are the names and default texts of exported values, and the bytes of a buffer that is
    /// laid out again. Numbers and punctuation of a text format are not counted; each value has a
    /// few bytes of them.
    #[must_use]
    pub const fn bytes(self, bytes: u64) -> Self {
        Self { bytes, ..self }
    }

    /// Sets how deep values that are not stored may be nested in one another: structs, arrays and
    /// payloads count one each. Stored values are nested at most 64 objects deep, which is a rule
    /// of the format.
    ///
    /// Visiting a level takes stack, in the format's code too.
    #[must_use]
    pub const fn depth(self, depth: u8) -> Self {
        Self { depth, ..self }
    }

    /// The most bytes that may be made of so many.
    pub(crate) fn bytes_of(&self, len: usize) -> u64 {
        self.bytes.saturating_add((len as u64).saturating_mul(BYTES_OF_BYTE))
    }

    /// The most values that may be visited in a buffer of so many bytes.
    pub(crate) fn values_of(&self, len: usize) -> u64 {
        self.values.saturating_add((len as u64).saturating_mul(VALUES_OF_BYTE))
    }

    /// The most levels of defaults in defaults.
    pub(crate) fn levels(&self) -> u32 {
        self.depth.into()
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// What a value is to those who visit it whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) values: u64,
    /// Of names and default texts.
    pub(crate) bytes: u64,
    /// Levels of defaults in it, itself included.
    pub(crate) levels: u32,
}

impl Cost {
    /// A value without parts.
    pub(crate) const ONE: Self = Self { values: 1, bytes: 0, levels: 0 };

    /// A value without parts that is written as so many bytes.
    pub(crate) fn text(len: usize) -> Self {
        Self { bytes: len as u64, ..Self::ONE }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            values: self.values.saturating_add(other.values),
            bytes: self.bytes.saturating_add(other.bytes),
            levels: self.levels.max(other.levels),
        }
    }

    pub(crate) fn times(self, count: usize) -> Self {
        let count = count as u64;
        Self { values: self.values.saturating_mul(count), bytes: self.bytes.saturating_mul(count), ..self }
    }

    /// With the bytes of a name.
    pub(crate) fn named(self, name: &str) -> Self {
        Self { bytes: self.bytes.saturating_add(name.len() as u64), ..self }
    }

    /// One level above its parts.
    pub(crate) fn level(self) -> Self {
        Self { levels: self.levels.saturating_add(1), ..self }
    }
}

/// What is left of the limits in a walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    limits: Limits,
    values: u64,
    bytes: u64,
}

impl Meter {
    /// For a buffer of so many bytes.
    pub(crate) fn new(limits: Limits, len: usize) -> Self {
        Self { limits, values: limits.values_of(len), bytes: limits.bytes_of(len) }
    }

    /// Takes what is visited.
    pub(crate) fn spend(&mut self, cost: Cost) -> Result<(), Error> {
        if cost.levels > self.limits.levels() {
            return Err(too_many(self.limits.levels().into(), Wording::TooManyLevels));
        }
        match (self.values.checked_sub(cost.values), self.bytes.checked_sub(cost.bytes)) {
            (Some(values), Some(bytes)) => {
                (self.values, self.bytes) = (values, bytes);
                Ok(())
            }
            (None, _) => Err(too_many(self.limits.values, Wording::TooManyValues)),
            (_, None) => Err(too_many(self.limits.bytes, Wording::TooManyBytes)),
        }
    }
}

/// The error for a value that is too much to visit as a whole.
#[cold]
#[inline(never)]
pub(crate) fn too_many(most: u64, what: Wording) -> Error {
    Error::of(crate::ErrorKind::Limit, what, [most, 0, 0])
}
