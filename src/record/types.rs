//! The types that a field can be read and written as.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::assign::Assign;
use super::held;
use super::hops::Located;
use super::path::Path;
use super::plain::{Plain, read_plain};
use super::way::is_packed;
use crate::error::{Error, Kind, Result};
use crate::read::Buf;
use crate::read::cursor::{Slot, ValueRef};
use crate::schema::{Schema, Type, UnionVariant};
use crate::typed::scalar::Builtin;
use crate::value::{
    Date, Decimal, Decimal128, Duration, Geo4, Geo8, Geo16, Time, Timestamp, TimestampMicros, TimestampNanos,
    TimestampSeconds, Ulid, Uuid,
};

/// A type that a field can be read and written as through a run-time schema.
///
/// `bool`, the integers (enums too, by number), `f32`, `f64`, `char`, the types of [`value`](crate::value), `str`, `[u8]`,
/// [`Variant`] and [`Any`].
///
/// ```
/// use vellum::{FieldType, Record, Schema};
///
/// fn first<T: FieldType + ?Sized>(schema: &Schema) -> vellum::Result<vellum::Field<T>> {
///     schema.field::<T>(schema.root().fields()[0].name())
/// }
///
/// let schema = Schema::parse("struct User { name: string, age: u16 } root User;")?;
/// assert_eq!(Record::new(&schema).get(&first::<str>(&schema)?)?, "");
/// assert!(first::<u16>(&schema).is_err());
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "no field is read as `{Self}`",
    label = "not a field type",
    note = "field types are `bool`, the integers, `f32`, `f64`, `char`, `str` (not `String`), `[u8]`, the types of `vellum::value`, `vellum::Variant` and `vellum::Any`"
)]
pub trait FieldType {
    /// What reading gives.
    type Get<'a>;
    /// What writing takes.
    type Set<'a>;
    /// The name in messages.
    #[doc(hidden)]
    const NAME: &'static str;
    #[doc(hidden)]
    fn accepts(schema: &Schema, ty: &Type) -> bool;
    // The bounds that say nothing make the lifetimes parameters of the trait's own kind in every impl.
    #[doc(hidden)]
    fn absent<'a>() -> Result<Self::Get<'a>>
    where
        'a: 'a;
    #[doc(hidden)]
    fn read<'a>(buf: Buf<'a>, record: Located<'a>, path: &Path, schema: &'a Schema) -> Result<Option<Self::Get<'a>>>;
    #[doc(hidden)]
    fn plain<'v>(value: Self::Set<'v>, path: &Path, schema: &Schema) -> Result<Plain<'v>>
    where
        'v: 'v;
}

/// A field type whose values can be taken out of a buffer.
///
/// ```
/// use vellum::{Record, Schema};
///
/// let schema = Schema::parse("struct Job { name: string, runs: list<u32> } root Job;")?;
/// let mut record = Record::new(&schema);
/// record.set("name", "backup")?;
/// record.push("runs", 3u32)?;
/// let name: String = record.take(&schema.field::<str>("name")?)?;
/// let run: Option<u32> = record.pop(&schema.field::<u32>("runs[]")?)?;
/// assert_eq!((name.as_str(), run), ("backup", Some(3)));
/// # Ok::<(), vellum::Error>(())
/// ```
pub trait OwnedType: FieldType {
    /// The value as Rust owns it.
    type Owned;
    #[doc(hidden)]
    fn own(value: Self::Get<'_>) -> Self::Owned;
}

macro_rules! owned {
    ($($type:ty => $owned:ty, |$value:ident| $own:expr;)*) => {$(
        impl OwnedType for $type {
            type Owned = $owned;

            fn own($value: Self::Get<'_>) -> $owned {
                $own
            }
        }
    )*};
}
owned! {
    bool => bool, |value| value;
    str => String, |value| value.to_owned();
    [u8] => Vec<u8>, |value| value.to_vec();
    Variant => String, |value| value.to_owned();
}

/// A field of an enum or a union, read and written by the names of its variants. A union that is set by name holds the
/// default of what the variant holds; one that has the variant already is left as it is.
///
/// A variant that only a newer schema revision knows, of an open enum or union, has no name: reading gives the empty text. The number
/// of an enum is read and set as an integer, the tag of a union read as [`UnionRef::tag`](crate::UnionRef::tag).
///
/// ```
/// use vellum::{Record, Schema, Variant};
///
/// let schema = Schema::parse("enum Fruit { apples, pears } struct Bag { fruit: Fruit } root Bag;")?;
/// let fruit = schema.field::<Variant>("fruit")?;
/// let mut record = Record::new(&schema);
/// record.set(&fruit, "pears")?;
/// assert_eq!(record.get(&fruit)?, "pears");
/// assert_eq!(record.get_path::<u8>("fruit")?, 1);
/// # Ok::<(), vellum::Error>(())
/// ```
pub enum Variant {}

/// A field of any type, read as a [`ValueRef`].
///
/// ```
/// use vellum::{Any, Record, Schema, ValueRef};
///
/// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
/// let mut record = Record::new(&schema);
/// record.set("age", 37u16)?;
/// assert!(matches!(record.get_path::<Any>("age")?, ValueRef::Unsigned(37)));
/// assert!(matches!(record.get_path::<Any>("tags")?, ValueRef::List(tags) if tags.is_empty()));
/// # Ok::<(), vellum::Error>(())
/// ```
pub enum Any {}

macro_rules! scalar_field {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> FieldType for $type {
            type Get<'a> = $type;
            type Set<'a> = $type;
            const NAME: &'static str = stringify!($type);

            fn accepts(schema: &Schema, ty: &Type) -> bool {
                match ty {
                    Type::Scalar(scalar) => *scalar == <$type>::SCALAR,
                    Type::Union(id) => schema.union(*id).is_any(),
                    Type::Enum(id) => schema.enumeration(*id).repr() == <$type>::SCALAR,
                    _ => false,
                }
            }

            fn absent<'a>() -> Result<$type>
            where
                'a: 'a,
            {
                Ok(<$type>::default())
            }

            #[inline]
            fn read<'a>(buf: Buf<'a>, record: Located<'a>, path: &Path, schema: &'a Schema) -> Result<Option<$type>> {
                if path.leaf.is_any {
                    let held = held::read(buf, record, &path.leaf, schema)?;
                    let word = held.map(|value| held::to_word(<$type>::SCALAR, &value)).transpose()?;
                    return word.map(from_word::<$type>).transpose();
                }
                match read_plain(&buf, record, path, schema)? {
                    Some(Plain::Word(word)) => from_word::<$type>(word).map(Some),
                    _ => Ok(None),
                }
            }

            #[inline]
            fn plain<'v>(value: $type, path: &Path, schema: &Schema) -> Result<Plain<'v>>
            where
                'v: 'v,
            {
                let word: u128 = crate::typed::scalar::Scalar::to_word(&value).into();
                if path.leaf.is_any {
                    return held::of_word(<$type>::SCALAR, word, path, schema);
                }
                if let Type::Enum(id) = path.leaf.ty
                    && !schema.enumeration(id).takes(word)
                {
                    return Err(no_variant(schema, id, &alloc::format!("{word}")));
                }
                Ok(Plain::Word(word))
            }
        }

        impl<$($generics)*> OwnedType for $type {
            type Owned = $type;

            fn own(value: $type) -> $type {
                value
            }
        }

        impl<'v, $($generics)*> Assign<'v> for $type {
            type Field = $type;

            fn into_set(self) -> $type {
                self
            }
        }
    )*};
}
scalar_field! {
    [] u8;
    [] u16;
    [] u32;
    [] u64;
    [] u128;
    [] i8;
    [] i16;
    [] i32;
    [] i64;
    [] i128;
    [] f32;
    [] f64;
    [] char;
    [] Uuid;
    [] Ulid;
    [] Date;
    [] Time;
    [] Timestamp;
    [] TimestampSeconds;
    [] TimestampMicros;
    [] TimestampNanos;
    [] Duration;
    [const SCALE: u8] Decimal<SCALE>;
    [const SCALE: u8] Decimal128<SCALE>;
    [] Geo4;
    [] Geo8;
    [] Geo16;
}

#[inline]
fn from_word<T: crate::typed::scalar::Scalar>(word: u128) -> Result<T> {
    use crate::typed::scalar::Word;
    T::from_word(T::Word::truncate(word)).ok_or_else(|| Error::new(Kind::Corrupt, T::INVALID))
}

#[cold]
fn no_variant(schema: &Schema, id: crate::schema::EnumId, wanted: &str) -> Error {
    let enumeration = schema.enumeration(id);
    let known: Vec<&str> = enumeration.variants().map(|(name, _)| name).take(20).collect();
    let message = alloc::format!("`{}` has no variant {wanted}; it has {}", enumeration.name(), known.join(", "));
    Error::new(Kind::Type, message)
}

impl FieldType for bool {
    type Get<'a> = bool;
    type Set<'a> = bool;
    const NAME: &'static str = "bool";

    fn accepts(schema: &Schema, ty: &Type) -> bool {
        *ty == Type::Bool || schema.is_any_type(ty)
    }

    fn absent<'a>() -> Result<bool>
    where
        'a: 'a,
    {
        Ok(false)
    }

    #[inline]
    fn read<'a>(buf: Buf<'a>, record: Located<'a>, path: &Path, schema: &'a Schema) -> Result<Option<bool>> {
        if path.leaf.is_any {
            return match held::read(buf, record, &path.leaf, schema)? {
                Some(ValueRef::Bool(value)) => Ok(Some(value)),
                Some(other) => Err(held::wrong(&other, Self::NAME)),
                None => Ok(None),
            };
        }
        match read_plain(&buf, record, path, schema)? {
            Some(Plain::Bit(value)) => Ok(Some(value)),
            _ => Ok(None),
        }
    }

    #[inline]
    fn plain<'v>(value: bool, path: &Path, schema: &Schema) -> Result<Plain<'v>>
    where
        'v: 'v,
    {
        if path.leaf.is_any {
            return held::of_bool(value, path, schema);
        }
        Ok(Plain::Bit(value))
    }
}

impl FieldType for [u8] {
    type Get<'a> = &'a [u8];
    type Set<'a> = &'a [u8];
    const NAME: &'static str = "bytes";

    fn accepts(schema: &Schema, ty: &Type) -> bool {
        let is_byte = |array: &crate::schema::Array| *array.element() == Type::Scalar(crate::schema::Scalar::U8);
        *ty == Type::Bytes
            || schema.is_any_type(ty)
            || matches!(ty, Type::Array(array) if is_byte(array) && !array.optional())
    }

    fn absent<'a>() -> Result<&'a [u8]>
    where
        'a: 'a,
    {
        Ok(&[])
    }

    #[inline]
    fn read<'a>(buf: Buf<'a>, record: Located<'a>, path: &Path, schema: &'a Schema) -> Result<Option<&'a [u8]>> {
        if path.leaf.is_any {
            return match held::read(buf, record, &path.leaf, schema)? {
                Some(ValueRef::Bytes(value)) => Ok(Some(value)),
                Some(other) => Err(held::wrong(&other, Self::NAME)),
                None => Ok(None),
            };
        }
        match read_plain(&buf, record, path, schema)? {
            Some(Plain::Blob(content)) => Ok(Some(content)),
            _ => Ok(None),
        }
    }

    #[inline]
    fn plain<'v>(value: &'v [u8], path: &Path, schema: &Schema) -> Result<Plain<'v>>
    where
        'v: 'v,
    {
        if path.leaf.is_any {
            return held::of_blob("bytes", value, path, schema);
        }
        Ok(Plain::Blob(value))
    }
}

impl FieldType for str {
    type Get<'a> = &'a str;
    type Set<'a> = &'a str;
    const NAME: &'static str = "string";

    fn accepts(schema: &Schema, ty: &Type) -> bool {
        matches!(ty, Type::String | Type::Text(_)) || schema.is_any_type(ty)
    }

    fn absent<'a>() -> Result<&'a str>
    where
        'a: 'a,
    {
        Ok("")
    }

    #[inline]
    fn read<'a>(buf: Buf<'a>, record: Located<'a>, path: &Path, schema: &'a Schema) -> Result<Option<&'a str>> {
        if path.leaf.is_any {
            return match held::read(buf, record, &path.leaf, schema)? {
                Some(ValueRef::String(value)) => Ok(Some(value)),
                Some(other) => Err(held::wrong(&other, Self::NAME)),
                None => Ok(None),
            };
        }
        match read_plain(&buf, record, path, schema)? {
            Some(Plain::Blob(content)) => buf.text(content).map(Some),
            _ => Ok(None),
        }
    }

    #[inline]
    fn plain<'v>(value: &'v str, path: &Path, schema: &Schema) -> Result<Plain<'v>>
    where
        'v: 'v,
    {
        if path.leaf.is_any {
            return held::of_blob("string", value.as_bytes(), path, schema);
        }
        Ok(Plain::Blob(value.as_bytes()))
    }
}

impl FieldType for Variant {
    type Get<'a> = &'a str;
    type Set<'a> = &'a str;
    const NAME: &'static str = "enum";

    fn accepts(_: &Schema, ty: &Type) -> bool {
        matches!(ty, Type::Enum(_) | Type::Union(_))
    }

    fn absent<'a>() -> Result<&'a str>
    where
        'a: 'a,
    {
        Ok("")
    }

    fn read<'a>(buf: Buf<'a>, record: Located<'a>, path: &Path, schema: &'a Schema) -> Result<Option<&'a str>> {
        let (word, id) = match (read_plain(&buf, record, path, schema)?, &path.leaf.ty) {
            (Some(Plain::Word(word)), Type::Enum(id)) => (word, id),
            (Some(Plain::Tag(tag)), Type::Union(id)) => {
                let union = schema.union(*id);
                return match union.of_tag(tag) {
                    Some(variant) => Ok(Some(variant.name())),
                    None if union.is_open() && tag != crate::schema::MIXED => Ok(Some("")),
                    None => Err(crate::read::union::no_variant(tag)),
                };
            }
            _ => return Ok(None),
        };
        let enumeration = schema.enumeration(*id);
        match enumeration.of_word(word) {
            Some(name) => Ok(Some(name)),
            None if enumeration.is_open() => Ok(Some("")),
            None => {
                let message = alloc::format!("no variant of `{}` has the number {word}", enumeration.name());
                Err(Error::new(Kind::Corrupt, message))
            }
        }
    }

    fn plain<'v>(value: &'v str, path: &Path, schema: &Schema) -> Result<Plain<'v>>
    where
        'v: 'v,
    {
        let id = match path.leaf.ty {
            Type::Enum(id) => id,
            Type::Union(id) => {
                let union = schema.union(id);
                if let Some((tag, _)) = union.variant(value) {
                    return Ok(Plain::Tag(tag));
                }
                let known: Vec<&str> = union.variants().iter().map(UnionVariant::name).take(20).collect();
                let message =
                    alloc::format!("`{}` has no variant `{value}`; it has {}", union.name(), known.join(", "));
                return Err(Error::new(Kind::Type, message));
            }
            _ => return Err(Error::new(Kind::Type, "neither an enum nor a union")),
        };
        match schema.enumeration(id).number(value) {
            Some(number) => Ok(Plain::Word(u128::from(number))),
            None => Err(no_variant(schema, id, &alloc::format!("`{value}`"))),
        }
    }
}

impl FieldType for Any {
    type Get<'a> = ValueRef<'a>;
    type Set<'a> = core::convert::Infallible;
    const NAME: &'static str = "any type";

    fn accepts(_: &Schema, _: &Type) -> bool {
        true
    }

    fn absent<'a>() -> Result<ValueRef<'a>>
    where
        'a: 'a,
    {
        Ok(ValueRef::Absent)
    }

    fn read<'a>(buf: Buf<'a>, record: Located<'a>, path: &Path, schema: &'a Schema) -> Result<Option<ValueRef<'a>>> {
        // The types that a cursor borrows lie in the schema, so it walks there once more by the handle.
        let Some((ty, default)) = path.leaf.in_schema(schema) else {
            return Err(Error::new(Kind::Path, "the schema has no such field"));
        };
        let (Located { record, packed }, place) = (record, path.leaf.place);
        if let (Type::Union(id), true) = (ty, is_packed(packed)) {
            let union = crate::read::parts::packed_union(buf, record, packed, *id, schema)?;
            return crate::read::cursor::union_value(union, *id, schema).map(Some);
        }
        let (optional, inline) = (path.leaf.optional, path.leaf.inline);
        Slot { buf, record, schema, place, ty, optional, default, inline }.value().map(Some)
    }

    fn plain<'v>(value: core::convert::Infallible, _: &Path, _: &Schema) -> Result<Plain<'v>>
    where
        'v: 'v,
    {
        match value {}
    }
}
