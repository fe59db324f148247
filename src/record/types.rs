//! The types that a field can be read and written as.
//!
//! `strings` has the types that are read as text, and types of std and of other crates.

use alloc::vec::Vec;

use super::dynamic;
use super::dynamic::{Leaf, LeafForm};
use super::edit::{Plain, read_plain};
use super::path::{FoundRecord, Path};
pub use super::strings::VariantName;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::Buf;
use crate::read::cursor::{Slot, ValueRef};
use crate::read::union::is_packed;
use crate::scalar::Builtin;
use crate::scalar::table::{for_each_type, out_of_range};
use crate::scalar::word::{self, invalid, of_word};
use crate::schema::{Scalar, Schema, Type, held};

/// A type that a field can be read and written as through a run-time schema.
///
/// `bool`, the integers (enums too, by number), `f32`, `f64`, `char`, the types of
/// [`value`](crate::value), `str`, `[u8]`, [`VariantName`] and [`Dynamic`]. No other crate
/// implements it.
///
/// ```
/// use vellum::{Record, Schema, field::FieldType};
///
/// fn first<T: FieldType + ?Sized>(schema: &Schema) -> vellum::Result<vellum::Handle<T>> {
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
    note = "field types are `bool`, the integers, `f32`, `f64`, `char`, `str` (not `String`), `[u8]`, the types of `vellum::value`, `vellum::field::VariantName` and `vellum::dynamic::Dynamic`"
)]
pub trait FieldType {
    /// What reading gives.
    type Get<'a>;
    /// What writing takes.
    type Set<'a>;
    /// What is taken out of a record, as Rust owns it; nothing of [`Dynamic`].
    type Owned;
    /// The name in messages.
    #[doc(hidden)]
    const NAME: &'static str;
    #[doc(hidden)]
    fn accepts(schema: &Schema, ty: &Type) -> bool;
    /// Whether a value may be written by path into a field of that type: an integer goes into any
    /// that holds it.
    #[doc(hidden)]
    #[must_use]
    fn goes_into(schema: &Schema, ty: &Type) -> bool {
        Self::accepts(schema, ty)
    }
    // The bounds that say nothing make the lifetimes parameters of the trait's own kind in every
    // impl.
    #[doc(hidden)]
    fn absent<'a>() -> Result<Self::Get<'a>>
    where
        'a: 'a;
    #[doc(hidden)]
    fn read<'a>(
        buf: Buf<'a>,
        record: FoundRecord<'a>,
        path: &Path,
        schema: &'a Schema,
    ) -> Result<Option<Self::Get<'a>>>;
    #[doc(hidden)]
    fn plain<'v>(value: Self::Set<'v>, path: &Path, schema: &Schema) -> Result<Plain<'v>>
    where
        'v: 'v;
    /// Whether what is read says that nothing is there.
    #[doc(hidden)]
    const SHOWS_ABSENT: bool = false;
    /// Whether some values are read by `stored`.
    #[doc(hidden)]
    const IS_STORED: bool = true;
    /// Reads a value that is stored as most are; `None` where `read` takes a closer look.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn stored<'a>(_: &Buf<'a>, _: FoundRecord<'a>, _: &Leaf, _: &'a Schema) -> Option<Self::Get<'a>>
    where
        'a: 'a,
    {
        None
    }
    /// The word or bit that a value is.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn word(_: &Self::Set<'_>) -> Option<u128> {
        None
    }
    /// Whether its values are names of variants.
    #[doc(hidden)]
    const IS_NAME: bool = false;
    /// Writes a value that no field refuses into the record that holds it; `None` where that takes
    /// more, and nothing has changed.
    #[doc(hidden)]
    #[inline(always)]
    fn put(_: &Self::Set<'_>, _record: &mut [u8], _: &Leaf, _shift: u32) -> Option<()> {
        None
    }
    /// As `put`, of the name of a variant, which the schema knows.
    #[doc(hidden)]
    #[inline(always)]
    fn put_name(_: &Self::Set<'_>, _record: &mut [u8], _: &Leaf, _shift: u32, _: &Schema) -> Option<()> {
        None
    }
    /// The value as the content of a string or bytes, for a field that takes it as it is.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn content<'v>(_: &Self::Set<'v>) -> Option<&'v [u8]>
    where
        'v: 'v,
    {
        None
    }
}

macro_rules! scalar_field {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> FieldType for $type {
            type Get<'a> = $type;
            type Set<'a> = $type;
            type Owned = $type;
            const NAME: &'static str = stringify!($type);

            fn accepts(schema: &Schema, ty: &Type) -> bool {
                match ty {
                    Type::Scalar(scalar) => *scalar == <$type>::SCALAR,
                    Type::Union(id) => schema.union(*id).is_any(),
                    Type::Enum(id) => schema.enumeration(*id).repr() == <$type>::SCALAR,
                    _ => false,
                }
            }

            fn goes_into(schema: &Schema, ty: &Type) -> bool {
                Self::accepts(schema, ty) || (<$type>::SCALAR.is_integer() && integer_of(schema, ty).is_some())
            }

            fn absent<'a>() -> Result<$type>
            where
                'a: 'a,
            {
                Ok(*<$type as crate::Value>::DEFAULT)
            }

            #[inline]
            fn read<'a>(buf: Buf<'a>, record: FoundRecord<'a>, path: &Path, schema: &'a Schema) -> Result<Option<$type>> {
                let leaf = &path.leaf;
                if leaf.is_any {
                    let word = dynamic::word(buf, record, leaf, schema, <$type>::SCALAR)?;
                    return word.map(of_word::<$type>).transpose();
                }
                if leaf.is_absent(record.record, buf.shift()) {
                    return Ok(None);
                }
                let value = word::Scalar::from_word(leaf.load(record.record, buf.shift()));
                value.map(Some).ok_or_else(|| invalid(const { &FixedError(<$type as word::Scalar>::INVALID_KIND, <$type as word::Scalar>::INVALID) }))
            }

            #[inline(always)]
            fn stored<'a>(buf: &Buf<'a>, at: FoundRecord<'a>, leaf: &Leaf, _: &'a Schema) -> Option<$type>
            where
                'a: 'a,
            {
                if !matches!(leaf.form, LeafForm::Word(_)) {
                    return dynamic::stored_word(*buf, at, leaf, <$type>::SCALAR).and_then(|word| of_word::<$type>(word).ok());
                }
                if leaf.is_absent(at.record, buf.shift()) {
                    return None;
                }
                word::Scalar::from_word(leaf.load(at.record, buf.shift()))
            }

            #[inline(always)]
            fn word(value: &$type) -> Option<u128> {
                Some(word::Scalar::to_word(value).into())
            }

            #[inline(always)]
            fn put(value: &$type, record: &mut [u8], leaf: &Leaf, shift: u32) -> Option<()> {
                leaf.store(word::Scalar::to_word(value), record, shift)
            }

            #[inline]
            fn plain<'v>(value: $type, path: &Path, schema: &Schema) -> Result<Plain<'v>>
            where
                'v: 'v,
            {
                let mut word: u128 = word::Scalar::to_word(&value).into();
                if path.leaf.is_any {
                    return dynamic::of_word(<$type>::SCALAR, word, path);
                }
                if let Some(scalar) = integer_of(schema, &path.leaf.ty).filter(|scalar| *scalar != <$type>::SCALAR) {
                    word = converted(<$type>::SCALAR, word, scalar)?;
                }
                if let Type::Enum(id) = path.leaf.ty {
                    schema.enumeration(id).check(word)?;
                }
                Ok(Plain::Word(word))
            }
        }
    )*};
}
for_each_type!(all scalar_field);

/// The integer that a field of a type stores: its own, or that of its enum.
fn integer_of(schema: &Schema, ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Scalar(scalar) => Some(*scalar).filter(|scalar| scalar.is_integer()),
        Type::Enum(id) => Some(schema.enumeration(*id).repr()),
        _ => None,
    }
}

/// The word of an integer in another integer type.
///
/// # Errors
/// [`ErrorKind::Type`] if that does not hold it.
#[cold]
fn converted(from: Scalar, word: u128, to: Scalar) -> Result<u128> {
    let value = from.integer(word);
    value.and_then(|value| to.word_of_integer(value)).ok_or_else(|| {
        let value: &dyn core::fmt::Display = value.as_ref().map_or(&word, |value| value);
        Error::new(ErrorKind::Type, out_of_range(to, value))
    })
}

impl FieldType for bool {
    type Get<'a> = bool;
    type Set<'a> = bool;
    type Owned = bool;
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
    fn read<'a>(buf: Buf<'a>, record: FoundRecord<'a>, path: &Path, schema: &'a Schema) -> Result<Option<bool>> {
        if path.leaf.is_any {
            return dynamic::read_as(buf, record, &path.leaf, schema, Self::NAME, |value| match value {
                ValueRef::Bool(value) => Some(*value),
                _ => None,
            });
        }
        let (leaf, shift) = (&path.leaf, buf.shift());
        Ok((!leaf.is_absent(record.record, shift)).then(|| leaf.load_bit(record.record, shift)))
    }

    #[inline(always)]
    fn stored<'a>(buf: &Buf<'a>, at: FoundRecord<'a>, leaf: &Leaf, _: &'a Schema) -> Option<bool>
    where
        'a: 'a,
    {
        let shift = buf.shift();
        if leaf.form != LeafForm::Bit {
            return match dynamic::stored(*buf, at, leaf)? {
                ValueRef::Bool(value) => Some(value),
                _ => None,
            };
        }
        (!leaf.is_absent(at.record, shift)).then(|| leaf.load_bit(at.record, shift))
    }

    #[inline(always)]
    fn word(value: &bool) -> Option<u128> {
        Some((*value).into())
    }

    #[inline(always)]
    fn put(value: &bool, record: &mut [u8], leaf: &Leaf, shift: u32) -> Option<()> {
        leaf.store_bit(*value, record, shift)
    }

    #[inline]
    fn plain<'v>(value: bool, path: &Path, _: &Schema) -> Result<Plain<'v>>
    where
        'v: 'v,
    {
        if path.leaf.is_any {
            return dynamic::of_bool(value, path);
        }
        Ok(Plain::Bit(value))
    }
}

impl FieldType for [u8] {
    type Get<'a> = &'a [u8];
    type Set<'a> = &'a [u8];
    type Owned = Vec<u8>;
    const NAME: &'static str = "bytes";

    fn accepts(schema: &Schema, ty: &Type) -> bool {
        let is_byte = |array: &crate::schema::ArrayType| *array.element() == Type::Scalar(crate::schema::Scalar::U8);
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
    fn read<'a>(buf: Buf<'a>, record: FoundRecord<'a>, path: &Path, schema: &'a Schema) -> Result<Option<&'a [u8]>> {
        if path.leaf.is_any {
            return dynamic::read_as(buf, record, &path.leaf, schema, Self::NAME, |value| match value {
                ValueRef::Bytes(value) => Some(*value),
                _ => None,
            });
        }
        match read_plain(&buf, record, path, schema)? {
            Some(Plain::Blob(content)) => Ok(Some(content)),
            _ => Ok(None),
        }
    }

    #[inline(always)]
    fn stored<'a>(buf: &Buf<'a>, at: FoundRecord<'a>, leaf: &Leaf, _: &'a Schema) -> Option<&'a [u8]>
    where
        'a: 'a,
    {
        if leaf.form != LeafForm::Blob {
            return match dynamic::stored(*buf, at, leaf)? {
                ValueRef::Bytes(value) => Some(value),
                _ => None,
            };
        }
        leaf.stored_blob(buf, at.record)
    }

    #[inline(always)]
    fn content<'v>(value: &&'v [u8]) -> Option<&'v [u8]>
    where
        'v: 'v,
    {
        Some(value)
    }

    #[inline]
    fn plain<'v>(value: &'v [u8], path: &Path, _: &Schema) -> Result<Plain<'v>>
    where
        'v: 'v,
    {
        if path.leaf.is_any {
            return dynamic::of_blob(held::BYTES, value, path);
        }
        Ok(Plain::Blob(value))
    }
}

/// A field of any type, read as a [`ValueRef`].
///
/// ```
/// use vellum::{Record, Schema, dynamic::{Dynamic, ValueRef}};
///
/// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
/// let mut record = Record::new(&schema);
/// record.set("age", 37u16)?;
/// assert!(matches!(record.get::<Dynamic>("age")?, ValueRef::Unsigned(37)));
/// assert!(matches!(record.get::<Dynamic>("tags")?, ValueRef::List(tags) if tags.is_empty()));
/// # Ok::<(), vellum::Error>(())
/// ```
pub enum Dynamic {}

impl FieldType for Dynamic {
    type Get<'a> = ValueRef<'a>;
    type Set<'a> = core::convert::Infallible;
    type Owned = core::convert::Infallible;
    const NAME: &'static str = "any type";
    const SHOWS_ABSENT: bool = true;
    const IS_STORED: bool = false;

    fn accepts(_: &Schema, _: &Type) -> bool {
        true
    }

    fn absent<'a>() -> Result<ValueRef<'a>>
    where
        'a: 'a,
    {
        Ok(ValueRef::Absent)
    }

    fn read<'a>(
        buf: Buf<'a>,
        record: FoundRecord<'a>,
        path: &Path,
        schema: &'a Schema,
    ) -> Result<Option<ValueRef<'a>>> {
        // The types that a cursor borrows lie in the schema, so it walks there once more by the
        // handle.
        let Some((ty, default)) = path.in_schema(schema) else {
            return Err(Error::fixed(&FixedError(ErrorKind::Path, "the schema has no such field")));
        };
        let (FoundRecord { record, packed, .. }, place) = (record, path.leaf.place);
        if let (Type::Union(id), true) = (ty, is_packed(packed)) {
            let union = crate::read::cursor::packed_union(buf, record, packed, *id, schema)?;
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
