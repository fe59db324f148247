//! Structs and unions whose default would hold itself.

use alloc::vec::Vec;
use alloc::{format, vec};

use super::draft::Draft;
use super::fault::{Fault, Span, fault};
use super::model::Inner;
use super::types::{StructId, Type, UnionId};

impl Draft {
    /// A struct or union whose default holds itself has no finite default.
    pub(super) fn check_defaults_end(&self, inner: &Inner) -> Result<(), Fault> {
        let structs = self.structs.iter().map(|draft| (draft.name.as_str(), draft.span));
        let unions = self.unions.iter().map(|draft| (draft.name.as_str(), draft.span));
        let names: Vec<(&str, Span)> = structs.chain(unions).collect();
        let parts: Vec<_> = (0..names.len()).map(|index| default_parts(inner, index)).collect();
        let Some((name, span, through)) = endless(&parts).and_then(|(index, through)| {
            let (name, span) = names.get(index)?;
            Some((*name, *span, through))
        }) else {
            return Ok(());
        };
        let message = format!(
            "the default of `{name}` contains itself through `{through}`; make one of the fields optional, or put a variant first that ends"
        );
        fault(message, span)
    }
}

/// A type that contains itself, and the name of the part through which it does.
fn endless<'s>(parts: &[Vec<(usize, &'s str)>]) -> Option<(usize, &'s str)> {
    // A type is finite if all of its parts are. A type that is not found to be finite has a part
    // that is not either.
    let mut holders = vec![Vec::new(); parts.len()];
    for (index, part) in parts.iter().enumerate().flat_map(|(index, parts)| parts.iter().map(move |part| (index, part)))
    {
        holders.get_mut(part.0)?.push(index);
    }
    let mut left: Vec<usize> = parts.iter().map(Vec::len).collect();
    let mut ended: Vec<usize> = left.iter().zip(0..).filter(|(left, _)| **left == 0).map(|(_, index)| index).collect();
    while let Some(index) = ended.pop() {
        for holder in holders.get(index)? {
            let left = left.get_mut(*holder)?;
            *left = left.saturating_sub(1);
            if *left == 0 {
                ended.push(*holder);
            }
        }
    }
    // So following such parts leads into a cycle and then around it.
    let is_left = |index: usize| left.get(index).is_some_and(|left| *left > 0);
    let nexts: Vec<_> = parts.iter().map(|parts| parts.iter().find(|(part, _)| is_left(*part)).copied()).collect();
    let next = |index: usize| nexts.get(index).copied().flatten();
    let mut at = (0..parts.len()).find(|index| is_left(*index))?;
    for _ in 0..parts.len() {
        (at, _) = next(at)?;
    }
    let mut first = next(at)?;
    for _ in 0..parts.len() {
        (at, _) = next(at)?;
        first = first.min(next(at)?);
    }
    Some(first)
}

/// The structs and unions, these counted on from the structs, that the default of one holds, and by
/// which field or variant.
fn default_parts(inner: &Inner, index: usize) -> Vec<(usize, &str)> {
    let part = |ty: &Type| match element(ty) {
        Type::Struct(StructId(id)) => Some(id.index()),
        Type::Union(UnionId(id)) => Some(inner.structs.len().saturating_add(id.index())),
        _ => None,
    };
    if let Some(structure) = inner.structs.get(index) {
        let held = structure.fields.iter().filter(|field| !field.optional);
        return held.filter_map(|field| Some((part(&field.ty)?, &*field.name))).collect();
    }
    let union = inner.unions.get(index.saturating_sub(inner.structs.len()));
    let first = union.and_then(|union| union.variants.first()).filter(|variant| !variant.optional);
    first.and_then(|variant| Some((part(variant.ty.as_ref()?)?, &*variant.name))).into_iter().collect()
}

/// What arrays of arrays hold in the end, if they hold it for sure.
fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array(array) if !array.0.optional && array.1 > 0 => element(&array.0.ty),
        _ => ty,
    }
}
