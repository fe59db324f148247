//! Types that are read and written as text or by conversion: strings, names of variants, and types
//! of other crates.

use alloc::string::String;

use super::dynamic;
use super::dynamic::{Leaf, LeafForm};
use super::edit::{Plain, read_plain};
use super::path::{FoundRecord, Path};
use super::types::FieldType;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::Buf;
use crate::read::cursor::ValueRef;
use crate::scalar::foreign::{Foreign, for_each_foreign, from_wire, to_wire};
use crate::schema::{Schema, Type, held};

/// A field of an enum or a union, read and written by the names of its variants. A union that is
/// set by name holds the default of what the variant holds; one that has the variant already is
/// left as it is.
///
/// A variant that only a newer schema revision knows, of an open enum or union, has no name:
/// reading gives the empty text. The number of an enum is read and set as an integer, the tag of a
/// union read as [`UnionRef::tag`](crate::dynamic::UnionRef::tag).
///
/// ```
/// use vellum::{Record, Schema, field::VariantName};
///
/// let schema = Schema::parse("enum Fruit { apples, pears } struct Bag { fruit: Fruit } root Bag;")?;
/// let fruit = schema.field::<VariantName>("fruit")?;
/// let mut record = Record::new(&schema);
/// record.set(&fruit, "pears")?;
/// assert_eq!(record.get(&fruit)?, "pears");
/// assert_eq!(record.get::<u8>("fruit")?, 1);
/// # Ok::<(), vellum::Error>(())
/// ```
pub enum VariantName {}

impl FieldType for VariantName {
    type Get<'a> = &'a str;
    type Set<'a> = &'a str;
    type Owned = String;
    const NAME: &'static str = "enum";
    const IS_NAME: bool = true;

    fn accepts(_: &Schema, ty: &Type) -> bool {
        matches!(ty, Type::Enum(_) | Type::Union(_))
    }

    fn absent<'a>() -> Result<&'a str>
    where
        'a: 'a,
    {
        Ok("")
    }

    fn read<'a>(buf: Buf<'a>, record: FoundRecord<'a>, path: &Path, schema: &'a Schema) -> Result<Option<&'a str>> {
        let (word, id) = match (read_plain(&buf, record, path, schema)?, &path.leaf.ty) {
            (Some(Plain::Word(word)), Type::Enum(id)) => (word, id),
            (Some(Plain::Tag(tag)), Type::Union(id)) => {
                let union = schema.union(*id);
                return match union.of_tag(tag) {
                    Some(variant) => Ok(Some(variant.name())),
                    None if crate::read::union::may_gain(union, tag) => Ok(Some("")),
                    None => Err(crate::read::union::no_variant(tag)),
                };
            }
            _ => return Ok(None),
        };
        let enumeration = schema.enumeration(*id);
        match enumeration.of_word(word) {
            Some(name) => Ok(Some(name)),
            None if enumeration.is_open() => Ok(Some("")),
            None => Err(Error::new(
                ErrorKind::Corrupt,
                format_args!("no variant of `{}` has the number {word}", enumeration.name()),
            )),
        }
    }

    #[inline]
    fn stored<'a>(buf: &Buf<'a>, at: FoundRecord<'a>, leaf: &Leaf, schema: &'a Schema) -> Option<&'a str>
    where
        'a: 'a,
    {
        // An enum of more variants than a byte has is rare.
        let (LeafForm::Word(1), Type::Enum(id)) = (leaf.form, &leaf.ty) else { return None };
        if leaf.is_absent(at.record, buf.shift()) {
            return None;
        }
        schema.enumeration(*id).variant(leaf.load::<u8>(at.record, buf.shift()).into())
    }

    #[inline(always)]
    fn put_name(value: &&str, record: &mut [u8], leaf: &Leaf, shift: u32, schema: &Schema) -> Option<()> {
        let (LeafForm::Word(1), Type::Enum(id)) = (leaf.form, &leaf.ty) else { return None };
        let number = schema.enumeration(*id).number(value)?;
        leaf.store(u8::try_from(number).ok()?, record, shift)
    }

    fn plain<'v>(value: &'v str, path: &Path, schema: &Schema) -> Result<Plain<'v>>
    where
        'v: 'v,
    {
        let id = match path.leaf.ty {
            Type::Enum(id) => id,
            Type::Union(id) => {
                return schema.union(id).named(value).map(|(tag, _)| Plain::Tag(tag));
            }
            _ => return Err(Error::fixed(&FixedError(ErrorKind::Type, "neither an enum nor a union"))),
        };
        match schema.enumeration(id).number(value) {
            Some(number) => Ok(Plain::Word(u128::from(number))),
            None => Err(schema.enumeration(id).no_variant(format_args!("`{value}`"))),
        }
    }
}

impl FieldType for str {
    type Get<'a> = &'a str;
    type Set<'a> = &'a str;
    type Owned = String;
    const NAME: &'static str = "string";

    fn accepts(schema: &Schema, ty: &Type) -> bool {
        matches!(ty, Type::String | Type::Text(_)) || schema.is_any_type(ty)
    }

    /// By path, text goes into an enum or a union as well: it names the variant.
    fn goes_into(schema: &Schema, ty: &Type) -> bool {
        Self::accepts(schema, ty) || VariantName::accepts(schema, ty)
    }

    fn absent<'a>() -> Result<&'a str>
    where
        'a: 'a,
    {
        Ok("")
    }

    #[inline]
    fn read<'a>(buf: Buf<'a>, record: FoundRecord<'a>, path: &Path, schema: &'a Schema) -> Result<Option<&'a str>> {
        if path.leaf.is_any {
            return dynamic::read_as(buf, record, &path.leaf, schema, Self::NAME, |value| match value {
                ValueRef::String(value) => Some(*value),
                _ => None,
            });
        }
        match read_plain(&buf, record, path, schema)? {
            Some(Plain::Blob(content)) => buf.text(content).map(Some),
            _ => Ok(None),
        }
    }

    #[inline(always)]
    fn stored<'a>(buf: &Buf<'a>, at: FoundRecord<'a>, leaf: &Leaf, _: &'a Schema) -> Option<&'a str>
    where
        'a: 'a,
    {
        if leaf.form != LeafForm::Blob {
            return match dynamic::stored(*buf, at, leaf)? {
                ValueRef::String(value) => Some(value),
                _ => None,
            };
        }
        crate::wire::proved::text(leaf.stored_blob(buf, at.record)?)
    }

    #[inline(always)]
    fn content<'v>(value: &&'v str) -> Option<&'v [u8]>
    where
        'v: 'v,
    {
        Some(value.as_bytes())
    }

    #[inline]
    fn plain<'v>(value: &'v str, path: &Path, schema: &Schema) -> Result<Plain<'v>>
    where
        'v: 'v,
    {
        match path.leaf.form {
            LeafForm::Blob | LeafForm::Text(_) => Ok(Plain::Blob(value.as_bytes())),
            _ => text_of_no_string(value, path, schema),
        }
    }
}

/// Text that is set where no text is stored as such: in `any`, or as the name of a variant.
#[cold]
fn text_of_no_string<'v>(value: &'v str, path: &Path, schema: &Schema) -> Result<Plain<'v>> {
    if path.leaf.is_any {
        return dynamic::of_blob(held::STRING, value.as_bytes(), path);
    }
    VariantName::plain(value, path, schema)
}

// Types of std and of other crates, converted to and from the scalar that they are stored as.

macro_rules! foreign_fields {
    ($($(#[$when:meta])* $type:ty;)*) => {$(
        $(#[$when])*
        impl FieldType for $type {
            type Get<'a> = $type;
            type Set<'a> = $type;
            type Owned = $type;
            const NAME: &'static str = stringify!($type);
            const IS_STORED: bool = false;

            fn accepts(schema: &Schema, ty: &Type) -> bool {
                <<$type as Foreign>::Wire as FieldType>::accepts(schema, ty)
            }

            fn goes_into(schema: &Schema, ty: &Type) -> bool {
                <<$type as Foreign>::Wire as FieldType>::goes_into(schema, ty)
            }

            fn absent<'a>() -> Result<$type>
            where
                'a: 'a,
            {
                from_wire(<<$type as Foreign>::Wire as FieldType>::absent()?)
            }

            fn read<'a>(buf: Buf<'a>, record: FoundRecord<'a>, path: &Path, schema: &'a Schema) -> Result<Option<$type>> {
                let wire = <<$type as Foreign>::Wire as FieldType>::read(buf, record, path, schema)?;
                wire.map(from_wire).transpose()
            }

            fn plain<'v>(value: $type, path: &Path, schema: &Schema) -> Result<Plain<'v>>
            where
                'v: 'v,
            {
                let wire = to_wire(&value)?;
                <<$type as Foreign>::Wire as FieldType>::plain(wire, path, schema)
            }
        }
    )*};
}
for_each_foreign!(foreign_fields);
