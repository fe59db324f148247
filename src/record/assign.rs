//! What a field is read as and what it takes: of a handle, its type says so, of a path the caller
//! and the value's type.

use alloc::string::String;
use alloc::vec::Vec;

use super::field::{ByPath, Locate, TypedAddress};
use super::types::FieldType;
use crate::error::Result;
use crate::schema::Schema;

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

#[diagnostic::do_not_recommend]
impl<'v, T: FieldType<Set<'v> = T>> Assign<'v> for T {
    type Field = T;

    fn into_set(self) -> T {
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

/// What is read as a `T`: the type of a handle as itself, [`ByPath`] as any.
///
/// ```
/// use vellum::{Locate, Record, Schema, field::Reads};
///
/// fn starts_with_a(record: &Record, field: impl Locate<Value: Reads<str>>) -> vellum::Result<bool> {
///     Ok(record.get::<str>(field)?.starts_with('A'))
/// }
///
/// let schema = Schema::parse("struct User { name: string } root User;")?;
/// let mut record = Record::new(&schema);
/// record.set("name", "Ada")?;
/// assert!(starts_with_a(&record, "name")?);
/// assert!(starts_with_a(&record, &schema.field::<str>("name")?)?);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a field of `{Self}` is not read as `{T}`",
    label = "the type of the handle is `{Self}`",
    note = "the type in a handle says what is read: `schema.field::<{T}>(path)?`"
)]
pub trait Reads<T: ?Sized> {}

impl<T: FieldType + ?Sized> Reads<T> for T {}
impl<T: FieldType + ?Sized> Reads<T> for ByPath {}

/// What takes a `V`: the type of a handle its values, [`ByPath`] all that go by a path alone.
///
/// ```
/// use vellum::{Locate, Record, Schema, field::Accepts};
///
/// fn set_twice<'v, V: Copy>(
///     record: &mut Record,
///     first: impl Locate<Value: Accepts<'v, V>>,
///     second: impl Locate<Value: Accepts<'v, V>>,
///     value: V,
/// ) -> vellum::Result<()> {
///     record.set(first, value)?;
///     record.set(second, value)
/// }
///
/// let schema = Schema::parse("struct Point { x: i32, y: i32 } root Point;")?;
/// let mut record = Record::new(&schema);
/// set_twice(&mut record, "x", &schema.field::<i32>("y")?, 7)?;
/// assert_eq!(record.get::<i32>("y")?, 7);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a field of `{Self}` does not take `{V}`",
    label = "the type of the handle is `{Self}`",
    note = "a handle takes values of the type it was made with: that of `schema.field::<u16>(path)?` takes `u16`"
)]
pub trait Accepts<'v, V> {
    #[doc(hidden)]
    type Field: FieldType + ?Sized;
    #[doc(hidden)]
    fn into_set(value: V) -> <Self::Field as FieldType>::Set<'v>;
}

impl<'v, T: FieldType + ?Sized> Accepts<'v, T::Set<'v>> for T {
    type Field = T;

    #[inline(always)]
    fn into_set(value: T::Set<'v>) -> T::Set<'v> {
        value
    }
}

impl<'v, V: Assign<'v>> Accepts<'v, V> for ByPath {
    type Field = V::Field;

    #[inline(always)]
    fn into_set(value: V) -> <V::Field as FieldType>::Set<'v> {
        value.into_set()
    }
}

/// The type of the field that takes a value.
type FieldFor<'v, V, L> = <<L as Locate>::Value as Accepts<'v, V>>::Field;
/// Where a value goes, and the value as the field takes it.
type Written<'v, V, L> =
    (TypedAddress<FieldFor<'v, V, L>, <L as Locate>::Address>, <FieldFor<'v, V, L> as FieldType>::Set<'v>);

#[inline(always)]
pub(super) fn written<'v, V, L>(address: L, schema: &Schema, as_list: bool, value: V) -> Result<Written<'v, V, L>>
where
    L: Locate<Value: Accepts<'v, V>>,
{
    Ok((address.to_write(schema, as_list)?, L::Value::into_set(value)))
}
