//! What can be a key of a map or an element of a set.

use super::draft::Draft;
use super::fault::{Fault, Span, fault};
use super::inline::held;
use super::model::Inner;
use super::types::{StructId, Type};
use crate::scalar::Keys;

impl Draft {
    /// Keys are types that have an order.
    pub(super) fn check_keys(&self, inner: &Inner) -> Result<(), Fault> {
        for (ty, span) in self.types_within(inner) {
            if !are_keys(inner, ty) {
                return no_key(span);
            }
        }
        Ok(())
    }
}

/// What can be a key: types whose values have one order, the same in every language.
pub(super) fn is_key(inner: &Inner, ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Enum(_) | Type::String | Type::Bytes => true,
        Type::Scalar(scalar) => match scalar.row().keys {
            Keys::Both => true,
            Keys::Records | Keys::Neither => false,
        },
        Type::Array(array) => array.is_bytes(),
        Type::Struct(StructId(id)) => id.of(&inner.structs).is_some_and(|structure| {
            structure.tuple && structure.fields.iter().all(|part| !part.optional && is_key(inner, &part.ty))
        }),
        Type::List(_) | Type::Union(_) | Type::Map(_) | Type::Text(_) => false,
    }
}

/// The error for a type that cannot be a key.
pub(super) fn no_key<T>(span: Span) -> Result<T, Fault> {
    fault(
        "a key is text, bytes, a bool, char, enum, integer, decimal, identifier or time, an array of bytes, or a tuple of these",
        span,
    )
}

/// Whether the keys of all maps that a type is or holds are types of keys.
fn are_keys(inner: &Inner, ty: &Type) -> bool {
    let is_key = !matches!(ty, Type::Map(map) if !is_key(inner, &map.0.key.ty));
    is_key && held(ty).into_iter().flatten().all(|ty| are_keys(inner, ty))
}
