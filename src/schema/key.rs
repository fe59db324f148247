//! Keys in a schema: the fields by which records of a struct sort, `key(org, home.city, id desc)`,
//! and the types that keys of maps can have.
//!
//! A part of a key names a field, or a field of a struct that a field is. The named field has one
//! order in every language: a bool, number, char, enum, identifier, time, decimal, text or bytes.
//! It can also be a frozen struct or tuple of these, whose fields take its place in their order. So
//! a key is a row of [`Column`]s, each without parts.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::build::{Draft, DraftKeyPart, Fault, MAX_NESTING, Span, fault};
use super::model::{Inner, Schema};
use super::shapes::held;
use super::types::{Column, Field, KeyPart, Struct, StructId, Type, Union};
use crate::scalar::Keys;

/// The most values of a key, those of tuples counted.
const MAX_COLUMNS: usize = 64;

/// The parts of a key as schema text writes them.
pub(crate) fn key_text(parts: &[KeyPart]) -> String {
    let written = parts.iter().map(|part| format!("{}{}", part.path, if part.descending { " desc" } else { "" }));
    written.collect::<Vec<_>>().join(", ")
}

impl KeyPart {
    /// The names of the fields that lead to it, joined by `.`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Whether larger values sort first.
    #[must_use]
    pub fn is_descending(&self) -> bool {
        self.descending
    }
}

impl Struct {
    /// The parts of its key, the most significant first; none if it declares no key.
    #[must_use]
    pub fn key(&self) -> &[KeyPart] {
        &self.key
    }

    pub(crate) fn columns(&self) -> impl Iterator<Item = &Column> {
        self.key.iter().flat_map(|part| &part.columns)
    }
}

impl Column {
    /// The fields that lead to it from its struct, from the outside in.
    pub(crate) fn fields<'s>(&'s self, schema: &'s Schema, structure: &'s Struct) -> impl Iterator<Item = &'s Field> {
        let mut holder = Some(structure);
        self.steps.iter().map_while(move |step| {
            let field = holder?.fields().get(usize::from(*step))?;
            holder = match field.ty() {
                Type::Struct(id) => Some(schema.structure(*id)),
                _ => None,
            };
            Some(field)
        })
    }

    /// Its path, for messages and handles.
    pub(crate) fn path(&self, schema: &Schema, structure: &Struct) -> String {
        self.fields(schema, structure).map(Field::name).collect::<Vec<_>>().join(".")
    }
}

/// The key of a struct whose fields are resolved.
#[inline]
pub(super) fn resolve_key(inner: &Inner, of: &Struct, key: &[DraftKeyPart]) -> Result<Vec<KeyPart>, Fault> {
    let mut parts: Vec<KeyPart> = Vec::new();
    let mut count: usize = 0;
    for draft in key {
        let part = resolve_part(inner, of, draft)?;
        let (_, span) = draft.path.first().cloned().unwrap_or_default();
        count = count.saturating_add(part.columns.len());
        if count > MAX_COLUMNS {
            return fault(format!("a key has at most {MAX_COLUMNS} values"), span);
        }
        if parts.iter().any(|known| known.path == part.path) {
            return fault(format!("the key has `{}` twice", part.path), span);
        }
        parts.push(part);
    }
    Ok(parts)
}

#[inline]
fn resolve_part(inner: &Inner, of: &Struct, draft: &DraftKeyPart) -> Result<KeyPart, Fault> {
    let mut holder = Some(of);
    let mut found: Option<(&Type, Span)> = None;
    let (mut steps, mut optional) = (Vec::new(), false);
    for (name, span) in &draft.path {
        let Some(structure) = holder else {
            let what = found.map_or("no struct", |(ty, _)| kind_of(inner, ty));
            return fault(format!("`{name}` is asked of {what}; a key goes through structs only"), *span);
        };
        let Some((at, field)) = structure.field(name) else {
            return fault(format!("`{}` has no field `{name}`", structure.name), *span);
        };
        if steps.len() as u64 >= u64::from(MAX_NESTING) {
            return fault(format!("a path in a key has at most {MAX_NESTING} fields"), *span);
        }
        steps.push(u16::try_from(at).unwrap_or(u16::MAX));
        optional |= field.optional;
        found = Some((&field.ty, *span));
        holder = match field.ty {
            Type::Struct(StructId(id)) => id.of(&inner.structs),
            _ => None,
        };
    }
    let path = draft.path.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(".");
    let mut part = KeyPart { path, descending: draft.descending, columns: Vec::new() };
    if let Some((ty, span)) = found {
        flatten(inner, ty, optional, &mut steps, &mut part).map_err(|message| Fault { message, span })?;
    }
    Ok(part)
}

/// The columns of a part: one, or those of a frozen struct's fields.
#[inline]
fn flatten(inner: &Inner, ty: &Type, optional: bool, steps: &mut Vec<u16>, part: &mut KeyPart) -> Result<(), String> {
    match ty {
        Type::Struct(StructId(id)) => {
            let Some(structure) = id.of(&inner.structs).filter(|structure| structure.frozen) else {
                return Err(format!("`{}` can gain fields; a key names those to sort by", part.path));
            };
            // So each struct gives a column, and the walk ends where there are too many.
            if structure.fields.is_empty() {
                return Err(format!("`{}` has no fields to sort by", structure.name));
            }
            for (index, field) in (0..).zip(&*structure.fields) {
                steps.push(index);
                flatten(inner, &field.ty, optional || field.optional, steps, part)?;
                steps.pop();
            }
            Ok(())
        }
        _ if part.columns.len() >= MAX_COLUMNS => Err(format!("a key has at most {MAX_COLUMNS} values")),
        _ if is_sortable(ty) => {
            let (steps, descending) = (steps.clone(), part.descending);
            part.columns.push(Column { steps, ty: ty.clone(), optional, descending });
            Ok(())
        }
        _ => Err(format!("{} cannot be sorted, so `{}` is no part of a key", kind_of(inner, ty), part.path)),
    }
}

/// Types whose values have one order. Places have none: neighbours on Earth would not be
/// neighbours.
fn is_sortable(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Enum(_) | Type::String | Type::Bytes => true,
        Type::Scalar(scalar) => match scalar.row().keys {
            Keys::Both | Keys::Records => true,
            Keys::Neither => false,
        },
        Type::Struct(_) | Type::List(_) | Type::Union(_) | Type::Map(_) | Type::Array(_) | Type::Text(_) => false,
    }
}

/// What a type is, in messages.
fn kind_of(inner: &Inner, ty: &Type) -> &'static str {
    match ty {
        Type::List(_) => "a list",
        Type::Text(_) => "a text of fixed length",
        Type::Array(_) => "an array",
        Type::Map(map) if map.value().is_none() => "a set",
        Type::Map(_) => "a map",
        Type::Union(id) if id.0.of(&inner.unions).is_some_and(Union::is_any) => "`any`",
        Type::Union(_) => "a union",
        Type::Struct(_) => "a struct",
        Type::Scalar(scalar) if scalar.row().keys == Keys::Neither => "a place",
        Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::String | Type::Bytes => "a value without fields",
    }
}

// The types that can be a key of a map or an element of a set.

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
