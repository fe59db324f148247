//! Edits that depend on what is there.

use core::marker::PhantomData;

use super::{FieldType, Locate, Reads, Record};
use crate::error::Result;
use crate::write::Storage;

/// A field of a record, present or not: made by [`Record::entry`].
///
/// ```
/// use vellum::{Record, Schema};
///
/// let schema = Schema::parse("struct Page { hits: map<string, u32>, title: string? } root Page;")?;
/// let (hits, title) = (schema.field::<u32>("hits[]")?, schema.field::<str>("title")?);
/// let mut record = Record::new(&schema);
/// for word in ["a", "b", "a"] {
///     record.entry(hits.at(word)).and_modify(|count| count + 1)?.or_insert(1)?;
/// }
/// assert_eq!(record.get(hits.at("a"))?, 2);
/// assert_eq!(record.entry(&title).or_insert("untitled")?, "untitled");
/// record.entry(&title).clear()?;
/// assert_eq!(record.entry(&title).get()?, None);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Entry<'r, S, L, T: ?Sized> {
    record: &'r mut Record<S>,
    address: L,
    marker: PhantomData<fn(&T)>,
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// A field, to be read and changed in one go.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Page { views: u32?, title: string? } root Page;")?;
    /// let (views, title) = (schema.field::<u32>("views")?, schema.field::<str>("title")?);
    /// let mut record = Record::new(&schema);
    /// for _ in 0..3 {
    ///     record.entry(&views).and_modify(|views| views + 1)?.or_insert(1)?;
    /// }
    /// assert_eq!(record.get(&views)?, 3);
    /// assert_eq!(record.entry(&title).or_insert("untitled")?, "untitled");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn entry<T: FieldType + ?Sized, L: Locate<Value: Reads<T>> + Copy>(
        &mut self,
        address: L,
    ) -> Entry<'_, S, L, T> {
        Entry { record: self, address, marker: PhantomData }
    }
}

impl<'r, S: Storage + AsRef<[u8]>, T: FieldType + ?Sized, L: Locate<Value: Reads<T>> + Copy> Entry<'r, S, L, T> {
    /// The value, or `None` if it is absent.
    ///
    /// # Errors
    /// As [`Record::get`].
    pub fn get(&self) -> Result<Option<T::Get<'_>>> {
        self.record.get_optional::<T>(self.address)
    }

    /// Replaces the value if it is there. What `modify` gives may not borrow from the old value.
    ///
    /// # Errors
    /// As [`Record::get`] and [`Record::set`].
    pub fn and_modify<'v>(mut self, modify: impl FnOnce(T::Get<'_>) -> T::Set<'v>) -> Result<Self> {
        let modified = self.record.get_optional::<T>(self.address)?.map(modify);
        if let Some(value) = modified {
            self.put(value)?;
        }
        Ok(self)
    }

    /// The value, which is set first if it is absent.
    ///
    /// # Errors
    /// As [`Record::get`] and [`Record::set`]. The value is set and then read: in a corrupt buffer
    /// it may be set and not be found.
    pub fn or_insert(mut self, value: T::Set<'_>) -> Result<T::Get<'r>> {
        if self.record.get_optional::<T>(self.address)?.is_none() {
            self.put(value)?;
        }
        self.record.get::<T>(self.address)
    }

    /// Sets the value, whether or not it is there.
    ///
    /// # Errors
    /// As [`Record::set`].
    pub fn set(mut self, value: T::Set<'_>) -> Result<()> {
        self.put(value)
    }

    fn put(&mut self, value: T::Set<'_>) -> Result<()> {
        let address = self.address.to_write::<T>(self.record.session.schema(), false)?;
        self.record.set_at(&address, value)
    }

    /// Makes the value absent, or its default.
    ///
    /// # Errors
    /// As [`Record::clear`].
    pub fn clear(self) -> Result<()> {
        self.record.clear(self.address)
    }
}
