//! What lies inline in one another, frozen structs, tuples and arrays: how many levels, and how
//! many bytes.
//!
//! Objects are nested as deep as a buffer says, up to a limit; what lies inline is nested as deep
//! as the schema says. Whoever visits a value remembers both, so a schema from anywhere must not
//! say more than a thread's stack holds.

use alloc::format;

use super::draft::Draft;
use super::fault::{Fault, Span, fault};
use super::model::Inner;
use super::types::{Item, StructId, Type};
use crate::layout::MAX_RECORD;

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
