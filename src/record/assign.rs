//! What a value can be written to: a handle, whose type says what it takes, or a path, where the
//! value's type says it.

use alloc::string::String;
use alloc::vec::Vec;

use super::Record;
use super::field::{Address, Resolved};
use super::types::FieldType;
use crate::error::Result;
use crate::schema::Schema;
use crate::write::Storage;

/// A value that can be written by path alone: its Rust type says which field type it is for. An
/// integer goes into a field of any integer type that holds it, and into an enum by number; text
/// goes into text, and into an enum or a union by the name of a variant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written by a path alone",
    label = "no field type has this as its value",
    note = "values are `bool`, integers, floats, `char`, `&str`, `&String`, `&[u8]`, `&Vec<u8>` and the types of `vellum::value`: lend a `String`, do not give it",
    note = "an enum takes the name or the number of a variant; what else a field takes goes through a handle: `schema.field::<T>(path)?`"
)]
pub trait Assign<'v> {
    /// The field type.
    type Field: FieldType + ?Sized;
    /// The value as the field takes it.
    fn into_set(self) -> <Self::Field as FieldType>::Set<'v>;
}

impl Assign<'_> for bool {
    type Field = bool;

    fn into_set(self) -> bool {
        self
    }
}

impl<'v> Assign<'v> for &'v str {
    type Field = str;

    fn into_set(self) -> &'v str {
        self
    }
}

impl<'v> Assign<'v> for &'v String {
    type Field = str;

    fn into_set(self) -> &'v str {
        self
    }
}

impl<'v> Assign<'v> for &'v [u8] {
    type Field = [u8];

    fn into_set(self) -> &'v [u8] {
        self
    }
}

impl<'v> Assign<'v> for &'v Vec<u8> {
    type Field = [u8];

    fn into_set(self) -> &'v [u8] {
        self
    }
}

impl<'v, const N: usize> Assign<'v> for &'v [u8; N] {
    type Field = [u8];

    fn into_set(self) -> &'v [u8] {
        self
    }
}

/// What values are written to: a record, or one that is built.
#[doc(hidden)]
pub trait WriteAt {
    fn schema(&self) -> &Schema;
    fn set_at<A: Address>(&mut self, address: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()>;
    fn push_at<A: Address>(&mut self, list: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()>;
}

/// What a value can be written to: a handle with its indices, or a path.
///
/// ```
/// use vellum::{Record, Schema, WriteTo};
///
/// fn set_twice<V: Copy>(record: &mut Record, first: impl WriteTo<V>, second: impl WriteTo<V>, value: V) -> vellum::Result<()> {
///     record.set(first, value)?;
///     record.set(second, value)
/// }
///
/// let schema = Schema::parse("struct Point { x: i32, y: i32 } root Point;")?;
/// let mut record = Record::new(&schema);
/// set_twice(&mut record, "x", &schema.field::<i32>("y")?, 7)?;
/// assert_eq!(record.get_path::<i32>("y")?, 7);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing can be written to `{Self}`",
    label = "a path (`&str`) or a lent handle (`&handle`, `handle.at(0)`) is expected",
    note = "a handle takes values of the type it was made with: that of `schema.field::<u16>(path)?` takes `u16`"
)]
pub trait WriteTo<V> {
    #[doc(hidden)]
    fn set<T: WriteAt>(self, to: &mut T, value: V) -> Result<()>;
    #[doc(hidden)]
    fn push<T: WriteAt>(self, to: &mut T, value: V) -> Result<()>;
    #[doc(hidden)]
    fn insert<S: Storage + AsRef<[u8]>>(self, record: &mut Record<S>, value: V) -> Result<()>;
}

impl<'v, A: Address> WriteTo<<A::Value as FieldType>::Set<'v>> for A {
    #[inline]
    fn set<T: WriteAt>(self, to: &mut T, value: <A::Value as FieldType>::Set<'v>) -> Result<()> {
        to.set_at(&self, value)
    }

    #[inline]
    fn push<T: WriteAt>(self, to: &mut T, value: <A::Value as FieldType>::Set<'v>) -> Result<()> {
        to.push_at(&self, value)
    }

    fn insert<S: Storage + AsRef<[u8]>>(
        self,
        record: &mut Record<S>,
        value: <A::Value as FieldType>::Set<'v>,
    ) -> Result<()> {
        record.insert_at(&self, value)
    }
}

impl<'v, V: Assign<'v>> WriteTo<V> for &str {
    fn set<T: WriteAt>(self, to: &mut T, value: V) -> Result<()> {
        let resolved = Resolved::<V::Field>::to_write(to.schema(), self, false)?;
        to.set_at(&resolved, value.into_set())
    }

    fn push<T: WriteAt>(self, to: &mut T, value: V) -> Result<()> {
        let resolved = Resolved::<V::Field>::to_write(to.schema(), self, true)?;
        to.push_at(&resolved, value.into_set())
    }

    fn insert<S: Storage + AsRef<[u8]>>(self, record: &mut Record<S>, value: V) -> Result<()> {
        let resolved = Resolved::<V::Field>::to_write(record.session.schema(), self, false)?;
        record.insert_at(&resolved, value.into_set())
    }
}
