//! Bytes of a record, where a store has them.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use vellum::{Decode, RecordView, Result, Vellum};

/// The bytes of a record of `T`, borrowed from a page, a block or a map of a store, at whatever
/// address they are: a vellum buffer needs no alignment.
///
/// Nothing is checked while it is made: a field is checked where it is read, and an error comes
/// from there.
///
/// ```
/// use vellum::Vellum;
/// use vellum_stores::Stored;
///
/// #[derive(Vellum)]
/// struct User { name: String, visits: u32 }
///
/// let bytes = vellum::to_vec(&User { name: "Ada".into(), visits: 1 })?;
/// let user = Stored::<User>::new(&bytes);
/// assert_eq!(user.peek()?.name()?, "Ada"); // checked where it is read
/// assert_eq!(user.prove()?.visits(), 1); // all is checked first
/// assert_eq!(user.record()?.get::<u32>("visits")?, 1); // by path
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Stored<'a, T> {
    bytes: &'a [u8],
    record: PhantomData<fn() -> T>,
}

impl<'a, T: Vellum> Stored<'a, T> {
    /// Bytes that may be those of a record of `T`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, record: PhantomData }
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// A view, whose getters check what they read.
    ///
    /// # Errors
    /// [`vellum::ErrorKind::Corrupt`] if the header or the root record is invalid.
    pub fn peek(&self) -> Result<T::Get<'a, vellum::proved::Checked>> {
        T::peek(self.bytes)
    }

    /// A proved view, whose getters do not fail.
    ///
    /// # Errors
    /// [`vellum::ErrorKind::Corrupt`] with the place of the first fault.
    pub fn prove(&self) -> Result<T::Proved<'a>> {
        T::prove(self.bytes)
    }

    /// The record, to read by path.
    ///
    /// # Errors
    /// As [`Stored::peek`].
    pub fn record(&self) -> Result<RecordView<'a>> {
        T::schema().peek(self.bytes)
    }

    /// The whole value.
    ///
    /// # Errors
    /// As [`vellum::from_slice`].
    pub fn decode(&self) -> Result<T>
    where
        T: Decode<'a>,
    {
        vellum::from_slice(self.bytes)
    }
}

impl<T> Clone for Stored<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Stored<'_, T> {}

impl<T> AsRef<[u8]> for Stored<'_, T> {
    fn as_ref(&self) -> &[u8] {
        self.bytes
    }
}

impl<T> fmt::Debug for Stored<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stored({} bytes)", self.bytes.len())
    }
}

/// A record that was read from a store, in the container `B` that the store gives. It derefs to the
/// bytes.
///
/// Nothing is checked while it is made, as with [`Stored`]. The stores have aliases of it, such as
/// `redis::Found<User>`:
///
/// ```
/// use vellum::Vellum;
/// use vellum_stores::Found;
///
/// #[derive(Vellum)]
/// struct User { name: String }
///
/// fn length(found: &Found<User, Vec<u8>>) -> vellum::Result<usize> {
///     Ok(found.peek()?.name()?.len())
/// }
/// ```
pub struct Found<T, B> {
    pub(crate) bytes: B,
    record: PhantomData<fn() -> T>,
}

impl<T, B> Found<T, B> {
    #[allow(dead_code)] // Stores call it, each with its feature.
    pub(crate) fn new(bytes: B) -> Self {
        Self { bytes, record: PhantomData }
    }
}

impl<T: Vellum, B: AsRef<[u8]>> Found<T, B> {
    /// The record, as other stores lend it.
    #[must_use]
    pub fn stored(&self) -> Stored<'_, T> {
        Stored::new(self.bytes.as_ref())
    }

    /// A view, whose getters check what they read.
    ///
    /// # Errors
    /// As [`Stored::peek`].
    pub fn peek(&self) -> Result<T::Get<'_, vellum::proved::Checked>> {
        T::peek(self.bytes.as_ref())
    }
}

impl<T, B: AsRef<[u8]>> Deref for Found<T, B> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

impl<T, B: AsRef<[u8]>> fmt::Debug for Found<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Found({} bytes)", self.bytes.as_ref().len())
    }
}
