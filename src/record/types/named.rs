//! What fields are read as that no type of Rust's stands for: variants by name, and values of any
//! type.

use super::FieldType;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::Buf;
use crate::read::cursor::{Slot, ValueRef};
use crate::read::union::is_packed;
use crate::record::path::{Leaf, LeafForm, Path};
use crate::record::plain::{Plain, read_plain};
use crate::record::segments::Located;
use crate::schema::{Schema, Type};

/// A field of an enum or a union, read and written by the names of its variants. A union that is
/// set by name holds the default of what the variant holds; one that has the variant already is
/// left as it is.
///
/// A variant that only a newer schema revision knows, of an open enum or union, has no name:
/// reading gives the empty text. The number of an enum is read and set as an integer, the tag of a
/// union read as [`UnionRef::tag`](crate::dynamic::UnionRef::tag).
///
/// ```
/// use vellum::{Record, Schema, VariantName};
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

/// A field of any type, read as a [`ValueRef`].
///
/// ```
/// use vellum::{Dynamic, Record, Schema, dynamic::ValueRef};
///
/// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
/// let mut record = Record::new(&schema);
/// record.set("age", 37u16)?;
/// assert!(matches!(record.get::<Dynamic>("age")?, ValueRef::Unsigned(37)));
/// assert!(matches!(record.get::<Dynamic>("tags")?, ValueRef::List(tags) if tags.is_empty()));
/// # Ok::<(), vellum::Error>(())
/// ```
pub enum Dynamic {}

impl FieldType for VariantName {
    type Get<'a> = &'a str;
    type Set<'a> = &'a str;
    type Owned = alloc::string::String;
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
    fn stored<'a>(buf: &Buf<'a>, record: &'a [u8], leaf: &Leaf, schema: &'a Schema) -> Option<&'a str>
    where
        'a: 'a,
    {
        // An enum of more variants than a byte has is rare.
        let (LeafForm::Word(1), Type::Enum(id)) = (leaf.form, &leaf.ty) else { return None };
        if leaf.is_absent(record, buf.shift()) {
            return None;
        }
        schema.enumeration(*id).variant(leaf.load::<u8>(record, buf.shift()).into())
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

impl FieldType for Dynamic {
    type Get<'a> = ValueRef<'a>;
    type Set<'a> = core::convert::Infallible;
    type Owned = core::convert::Infallible;
    const NAME: &'static str = "any type";
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

    fn read<'a>(buf: Buf<'a>, record: Located<'a>, path: &Path, schema: &'a Schema) -> Result<Option<ValueRef<'a>>> {
        // The types that a cursor borrows lie in the schema, so it walks there once more by the
        // handle.
        let Some((ty, default)) = path.in_schema(schema) else {
            return Err(Error::fixed(&FixedError(ErrorKind::Path, "the schema has no such field")));
        };
        let (Located { record, packed, .. }, place) = (record, path.leaf.place);
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
