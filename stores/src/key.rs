//! Keys with types: the key that a record declares, and keys of plain values.
//!
//! Bytes of keys are those of `vellum::key` (docs/keys.md), so that a store which sorts by bytes
//! sorts by the values. Text and bytes alone are a key as they are.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};

use vellum::key::{KeyInput, KeyPart, KeyRange, KeyValue, KeyWriter, Keyed};
use vellum::{Result, Vellum};

/// A key of records of `T`, as `T` declares it: `#[vellum(key(org, id))]`.
///
/// It is made of the values of the key, of a record, or of bytes, which are checked; a key of
/// another type of records is another Rust type.
///
/// ```
/// use vellum::Vellum;
/// use vellum_stores::Key;
///
/// #[derive(Vellum)]
/// #[vellum(key(org, id))]
/// struct User { org: u16, id: u32, name: String }
///
/// let key = Key::<User>::new((7, 1))?;
/// assert_eq!(key, Key::of(&User { org: 7, id: 1, name: "Ada".into() })?);
/// assert!(Key::<User>::prefix(7)?.contains(&key));
/// assert!(Key::<User>::from_bytes(b"ada").is_err());
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Key<'k, T> {
    bytes: Cow<'k, [u8]>,
    record: PhantomData<fn() -> T>,
}

impl<T: Keyed> Key<'static, T> {
    /// The key of some values: one for each part of the key, in its order.
    ///
    /// # Errors
    /// As [`vellum::Schema::key_of`].
    pub fn new<'v>(values: impl KeyPart<'v>) -> Result<Self> {
        T::schema().key_of(values).map(Self::owned)
    }

    /// The key of a value.
    ///
    /// # Errors
    /// As [`vellum::to_vec`] and [`Keyed::key`].
    pub fn of(value: &T) -> Result<Self> {
        Self::of_record(&vellum::to_vec(value)?)
    }

    /// The key of a record.
    ///
    /// # Errors
    /// As [`Keyed::key`].
    pub fn of_record(record: &[u8]) -> Result<Self> {
        T::key(record).map(Self::owned)
    }

    /// All keys that begin with some values: those of the first parts of the key.
    ///
    /// # Errors
    /// As [`vellum::Schema::key_prefix`].
    pub fn prefix<'v>(values: impl KeyPart<'v>) -> Result<Keys<T>> {
        T::key_prefix(values).map(Keys::from)
    }

    fn owned(bytes: Vec<u8>) -> Self {
        Self { bytes: Cow::Owned(bytes), record: PhantomData }
    }
}

impl<'k, T: Keyed> Key<'k, T> {
    /// Bytes of a key, such as those of `T::key_of(..)`. They are checked.
    ///
    /// # Errors
    /// As [`vellum::Schema::decode_key`].
    pub fn from_bytes(bytes: &'k [u8]) -> Result<Self> {
        T::decode_key(bytes)?;
        Ok(Self::stored(bytes))
    }

    /// The values of the key.
    ///
    /// # Errors
    /// As [`vellum::Schema::decode_key`]: a store may hold other bytes than those of keys.
    pub fn values(&self) -> Result<Vec<KeyValue>> {
        T::decode_key(&self.bytes)
    }
}

impl<'k, T> Key<'k, T> {
    /// What a store has in the place of a key.
    pub(crate) fn stored(bytes: &'k [u8]) -> Self {
        Self { bytes: Cow::Borrowed(bytes), record: PhantomData }
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The key with bytes of its own.
    #[must_use]
    pub fn into_owned(self) -> Key<'static, T> {
        Key { bytes: Cow::Owned(self.bytes.into_owned()), record: PhantomData }
    }
}

impl<T> Clone for Key<'_, T> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), record: PhantomData }
    }
}

impl<T> PartialEq for Key<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<T> Eq for Key<'_, T> {}

impl<T> PartialOrd for Key<'_, T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Key<'_, T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes.cmp(&other.bytes)
    }
}

impl<T> fmt::Debug for Key<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.bytes.escape_ascii())
    }
}

/// Keys of records of `T` from one on, below another: a range for `range` of redb and heed.
#[derive(Clone)]
pub struct Keys<T> {
    start: Key<'static, T>,
    end: Option<Key<'static, T>>,
}

impl<T> From<KeyRange> for Keys<T> {
    fn from(range: KeyRange) -> Self {
        Self {
            start: Key::stored(range.start()).into_owned(),
            end: range.end().map(|end| Key::stored(end).into_owned()),
        }
    }
}

impl<'k, T> RangeBounds<Key<'k, T>> for Keys<T> {
    fn start_bound(&self) -> Bound<&Key<'k, T>> {
        Bound::Included(&self.start)
    }

    fn end_bound(&self) -> Bound<&Key<'k, T>> {
        self.end.as_ref().map_or(Bound::Unbounded, Bound::Excluded)
    }
}

impl<T> Keys<T> {
    /// Whether a key is one of these.
    #[must_use]
    pub fn contains(&self, key: &Key<'_, T>) -> bool {
        RangeBounds::contains(self, key)
    }
}

impl<T> fmt::Debug for Keys<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("start", &self.start).field("end", &self.end).finish()
    }
}

/// The type of keys that records of `T` declare; one is a [`Key`].
pub struct KeyOf<T>(PhantomData<fn() -> T>);

impl<T> fmt::Debug for KeyOf<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyOf")
    }
}

/// A type of keys of a collection: what a key is given as, and its bytes.
///
/// | type of keys | a key is given as | bytes |
/// | --- | --- | --- |
/// | [`KeyOf<User>`](KeyOf) | `&Key::new((7, 1))?` | the key that `User` declares |
/// | `str`, `[u8]` | `"ada"`, `b"ada"` | as they are |
/// | `u64` and other numbers, `bool`, `char` | `7` | those of docs/keys.md, which sort by number |
/// | `(String, u32)`, up to four parts | `("ada", 7)` | the same, part after part |
///
/// ```
/// use vellum_stores::RecordKey;
///
/// assert_eq!(*<str as RecordKey>::bytes("ada")?, *b"ada");
/// assert_eq!(*<(String, u16) as RecordKey>::bytes(("ada", 7))?, *b"ada\0\0\0\x07");
/// assert!(<i32 as RecordKey>::bytes(-1)? < <i32 as RecordKey>::bytes(1)?);
/// # Ok::<(), vellum::Error>(())
/// ```
pub trait RecordKey: 'static {
    /// What a key is given as.
    type Given<'k>;

    /// The bytes of a key.
    ///
    /// # Errors
    /// As [`KeyWriter::push`].
    fn bytes<'k>(key: Self::Given<'k>) -> Result<Cow<'k, [u8]>>;
}

impl RecordKey for [u8] {
    type Given<'k> = &'k [u8];

    fn bytes<'k>(key: Self::Given<'k>) -> Result<Cow<'k, [u8]>> {
        Ok(Cow::Borrowed(key))
    }
}

impl RecordKey for str {
    type Given<'k> = &'k str;

    fn bytes<'k>(key: Self::Given<'k>) -> Result<Cow<'k, [u8]>> {
        Ok(Cow::Borrowed(key.as_bytes()))
    }
}

impl<T: Vellum + 'static> RecordKey for KeyOf<T> {
    type Given<'k> = &'k Key<'k, T>;

    fn bytes<'k>(key: Self::Given<'k>) -> Result<Cow<'k, [u8]>> {
        Ok(Cow::Borrowed(key.as_bytes()))
    }
}

/// A part of a key: a number, a `bool`, a `char`, a `String` or a `Vec<u8>`.
pub trait RecordKeyPart {
    /// What it is given as.
    type Given<'k>: Into<KeyInput<'k>>;
}

macro_rules! parts {
    ($($part:ty),*) => {$(
        impl RecordKeyPart for $part {
            type Given<'k> = $part;
        }

        impl RecordKey for $part {
            type Given<'k> = $part;

            fn bytes<'k>(key: Self::Given<'k>) -> Result<Cow<'k, [u8]>> {
                KeyWriter::new().push(key)?.finish().map(Cow::Owned)
            }
        }
    )*};
}
parts!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, bool, char);

impl RecordKeyPart for String {
    type Given<'k> = &'k str;
}

impl RecordKeyPart for Vec<u8> {
    type Given<'k> = &'k [u8];
}

macro_rules! tuples {
    ($($($part:ident $value:ident)*;)*) => {$(
        impl<$($part: RecordKeyPart + 'static),*> RecordKey for ($($part,)*) {
            type Given<'k> = ($($part::Given<'k>,)*);

            fn bytes<'k>(($($value,)*): Self::Given<'k>) -> Result<Cow<'k, [u8]>> {
                let writer = KeyWriter::new();
                $(let writer = writer.push($value)?;)*
                writer.finish().map(Cow::Owned)
            }
        }
    )*};
}
tuples! {
    A a;
    A a B b;
    A a B b C c;
    A a B b C c D d;
}
