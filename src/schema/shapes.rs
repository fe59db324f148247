//! The space that types need in a record, the limits on inline types, and types with a fixed
//! schema: `any`, and types of a schema file.

use alloc::format;

use super::build::{Draft, Fault, Span, fault};
use super::compiled::StaticOrBox;
use super::model::{Inner, Schema};
use super::tables::Apart;
use super::types::{ArrayType, DefaultValue, Engine, Item, ListType, MapEntry, MapType, Payload, StructId, Type};
use crate::layout::{MAX_RECORD, Place, Shape, Size};

impl Inner {
    /// What a value of this type needs of the record it lies in.
    pub(super) fn shape(&self, ty: &Type, optional: bool, since: u32) -> Shape {
        let (bits, slot) = match ty {
            Type::Bool => (1, Size::ZERO),
            Type::Text(len) => (0, Size::bytes(*len)),
            Type::Scalar(scalar) => (0, Size::bytes(scalar.size())),
            Type::Enum(id) => (0, Size::bytes(self.enumeration(*id).repr.size())),
            Type::Struct(id) if self.structure(*id).frozen => (0, self.structure(*id).size()),
            Type::String | Type::Bytes | Type::List(_) | Type::Map(_) | Type::Struct(_) => (0, Size::POINTER),
            Type::Union(_) => (0, Size::UNION),
            Type::Array(array) => {
                let shape = self.shape(&array.0.ty, array.0.optional, 1);
                (0, Place::single(shape.bits, shape.slot).end.times(array.1))
            }
        };
        let presence = u32::from(optional && !self.is_nullable(ty));
        Shape { bits: presence.saturating_add(bits), slot, since }
    }

    /// Whether a field of this type is one pointer, whose null can tell absence.
    pub(super) fn is_nullable(&self, ty: &Type) -> bool {
        match ty {
            Type::String | Type::Bytes | Type::List(_) | Type::Map(_) => true,
            Type::Struct(id) => !self.structure(*id).frozen,
            Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Union(_) | Type::Array(_) | Type::Text(_) => false,
        }
    }

    /// The default of a type where none is declared.
    pub(super) fn implied_default(&self, ty: &Type) -> DefaultValue {
        match ty {
            Type::Enum(id) => match self.enumeration(*id).first() {
                0 => DefaultValue::Zero,
                first => DefaultValue::Word(u128::from(first)),
            },
            _ => DefaultValue::Zero,
        }
    }

    /// Where the payload of a union's variant lies.
    pub(super) fn payload(&self, ty: &Type, optional: bool) -> Payload {
        match ty {
            _ if self.is_nullable(ty) => Payload::Pointer,
            _ if optional => Payload::Boxed,
            Type::Bool => Payload::Word(1),
            Type::Scalar(scalar) => Payload::Word(scalar.size()),
            Type::Enum(id) => Payload::Word(self.enumeration(*id).repr.size()),
            _ => Payload::Boxed,
        }
    }

    /// Fills in what elements and entries need, which is known once every struct is planned.
    #[inline]
    pub(super) fn complete(&self, ty: &Type) -> Type {
        match ty {
            Type::List(list) => {
                let item = self.item(&list.0.ty, list.0.optional);
                let kind = if matches!(item.ty, Type::Union(_)) { Schema::UNION_LIST } else { Schema::LIST };
                Type::List(ListType(StaticOrBox::new(Item { kind: Apart(Some(kind)), ..item })))
            }
            Type::Array(array) => {
                let Item { ty, optional, .. } = &*array.0;
                let ty = self.complete(ty);
                let default = self.implied_default(&ty);
                let shape = self.shape(&ty, *optional, 1);
                let place = Place::single(shape.bits, shape.slot);
                let item = Item::new(ty, *optional, default, (place, false), Apart(Some(Schema::LIST)));
                Type::Array(ArrayType(StaticOrBox::new(item), array.1))
            }
            Type::Map(map) => {
                let key = self.item(&map.0.key.ty, false);
                let value = map.0.value.as_ref().map(|value| self.item(&value.ty, value.optional));
                Type::Map(MapType(StaticOrBox::new(MapEntry::new(key, value))))
            }
            _ => ty.clone(),
        }
    }

    /// An element of a list, or a part of an entry.
    #[inline]
    pub(super) fn item(&self, ty: &Type, optional: bool) -> Item {
        let ty = self.complete(ty);
        let default = self.implied_default(&ty);
        let (place, growable) = match &ty {
            Type::Struct(id) if !self.structure(*id).frozen => {
                // The record lies inline behind its presence byte, if it has one.
                (Place::element(optional, self.structure(*id).size()), true)
            }
            _ => {
                let shape = self.shape(&ty, optional, 1);
                (Place::single(shape.bits, shape.slot), false)
            }
        };
        Item::new(ty, optional, default, (place, growable), Apart(None))
    }
}

// Inline types in one another, such as frozen structs, tuples and arrays: their levels and their
// bytes.
//
// Objects are nested as deep as a buffer says, up to a limit. Inline types are nested as deep as
// the schema says. Each visit of a value remembers both, so a schema from anywhere must not have
// more levels than the stack of a thread has room for.

/// How many frozen structs, tuples and arrays may lie inline in one another: with the depth of
/// objects, the most that what visits a value has to remember.
pub(crate) const MAX_INLINE: u32 = 8;

impl Draft {
    /// The types of all fields and payloads, with their places.
    pub(super) fn types_within<'i>(&'i self, inner: &'i Inner) -> impl Iterator<Item = (&'i Type, Span)> {
        let in_structs = inner.structs.iter().zip(&self.structs).flat_map(|(structure, draft)| {
            structure.fields.iter().zip(&draft.fields).map(|(field, draft)| (&field.ty, draft.ty_span))
        });
        let in_unions = inner.unions.iter().zip(&self.unions).flat_map(|(union, draft)| {
            let variants = union.variants.iter().zip(&draft.variants);
            variants.filter_map(|(variant, draft)| Some((variant.ty.as_ref()?, draft.ty_span)))
        });
        in_structs.chain(in_unions)
    }

    /// What lies inline in elements, map values and payloads is bounded as it is in structs.
    pub(super) fn check_inline(&self, inner: &Inner, planned: &[Option<u32>]) -> Result<(), Fault> {
        for (ty, span) in self.types_within(inner) {
            if is_too_deep(inner, planned, ty) {
                return fault(
                    format!("more than {MAX_INLINE} levels of structs, tuples and arrays lie inline here"),
                    span,
                );
            }
        }
        Ok(())
    }

    /// Elements, keys, values and payloads are records, which are as long as records may be.
    pub(super) fn check_sizes(&self, inner: &Inner) -> Result<(), Fault> {
        for (ty, span) in self.types_within(inner) {
            check_parts(ty, span)?;
        }
        for (union, draft) in inner.unions.iter().zip(&self.unions) {
            for (variant, draft) in union.variants.iter().zip(&draft.variants) {
                check_item(&variant.item, draft.ty_span)?;
            }
        }
        Ok(())
    }
}

/// Fails if a record of what a type holds is too long.
fn check_parts(ty: &Type, span: Span) -> Result<(), Fault> {
    let (first, second) = match ty {
        Type::List(list) => (Some(&*list.0), None),
        Type::Array(array) => (Some(&*array.0), None),
        Type::Map(map) => (Some(&map.0.key), map.0.value.as_ref()),
        _ => (None, None),
    };
    for item in first.into_iter().chain(second) {
        check_item(item, span)?;
        check_parts(&item.ty, span)?;
    }
    Ok(())
}

/// Fails if the record of an element or payload is too long. That of a growable struct is planned
/// with the struct.
fn check_item(item: &Item, span: Span) -> Result<(), Fault> {
    let len = item.size.at_widest();
    if item.growable || len <= MAX_RECORD as u64 {
        return Ok(());
    }
    fault(format!("a record of this type needs {len} bytes; a record has at most {MAX_RECORD}"), span)
}

/// How many arrays lie inline in one another in a slot of the type, and the frozen struct in them.
pub(super) fn inline_struct(inner: &Inner, ty: &Type) -> (u32, Option<usize>) {
    match ty {
        Type::Array(array) => {
            let (arrays, id) = inline_struct(inner, &array.0.ty);
            (arrays.saturating_add(1), id)
        }
        Type::Struct(StructId(id)) if id.of(&inner.structs).is_some_and(|inner| inner.frozen) => (0, Some(id.index())),
        _ => (0, None),
    }
}

/// Whether a value of the type, and what it can hold in objects, has too many levels inline.
fn is_too_deep(inner: &Inner, planned: &[Option<u32>], ty: &Type) -> bool {
    let (arrays, id) = inline_struct(inner, ty);
    let levels = id.and_then(|id| planned.get(id).copied().flatten()).unwrap_or(0).saturating_add(arrays);
    levels > MAX_INLINE || held(ty).into_iter().flatten().any(|ty| is_too_deep(inner, planned, ty))
}

/// The types of elements, keys and values.
pub(super) fn held(ty: &Type) -> [Option<&Type>; 2] {
    match ty {
        Type::List(list) => [Some(&list.0.ty), None],
        Type::Array(array) => [Some(&array.0.ty), None],
        Type::Map(map) => [Some(&map.0.key.ty), map.0.value.as_ref().map(|value| &value.ty)],
        _ => [None, None],
    }
}

// Types that a build script wrote from a schema file.

/// Includes the Rust types that `vellum_codegen::compile` wrote in the crate's build script from
/// the schema file of this name.
///
/// ```ignore
/// // build.rs
/// fn main() -> vellum_codegen::Result<()> {
///     vellum_codegen::compile("schema/user.vlm")
/// }
///
/// // src/main.rs
/// mod schema {
///     vellum::include_schema!("user.vlm");
/// }
/// use schema::User;
/// ```
///
/// The name is that of the file alone, without the folder that `compile` was given. Without a build
/// script it is an error that says so.
#[macro_export]
macro_rules! include_schema {
    ($file:literal) => {
        include!(concat!(
            env!(
                "OUT_DIR",
                "`include_schema!` needs a `build.rs` whose `main` returns `vellum_codegen::compile(\"schema/file.vlm\")`"
            ),
            "/",
            $file,
            ".rs"
        ));
    };
}

// `any`: a union that every schema can use without a definition.
//
// | tag | variant | payload |
// | --: | --- | --- |
// | 0 | `null` | |
// | 1 | `bool` | `bool` |
// | 2 to 5 | `i8`, `i16`, `i32`, `i64` | an integer in the narrowest of them that holds it |
// | 6 | `u64` | an integer above the range of `i64` |
// | 7 | `f64` | `f64` |
// | 8 | `string` | `string` |
// | 9 | `bytes` | `bytes` |
// | 10 | `list` | `list<any>` |
// | 11 | `map` | `map<string, any>` |

/// The name in schema text.
pub(crate) const NAME: &str = "any";

/// The tags of its variants.
pub(crate) mod tag {
    pub(crate) const NULL: u8 = 0;
    pub(crate) const BOOL: u8 = 1;
    pub(crate) const I8: u8 = 2;
    pub(crate) const I16: u8 = 3;
    pub(crate) const I32: u8 = 4;
    pub(crate) const I64: u8 = 5;
    pub(crate) const U64: u8 = 6;
    pub(crate) const F64: u8 = 7;
    pub(crate) const STRING: u8 = 8;
    pub(crate) const BYTES: u8 = 9;
    pub(crate) const LIST: u8 = 10;
    pub(crate) const MAP: u8 = 11;
}
