//! JSON pointers (RFC 6901) and paths, by types alone: where no record says what is there.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::json::wrong;
use super::json_patch::{index, json_text, tokens};
use super::patch::{at, key_step};
use crate::error::{Error, ErrorKind, Result, internal_error};
use crate::read::cursor::{ValueRef, no_field};
use crate::read::key::write_tuple;
use crate::read::navigate::Step;
use crate::read::route::{field_step, variant_step, write_quoted};
use crate::record::Resolved;
use crate::schema::{Schema, Type};
use crate::whole::{Owned, TypeWalk};

/// Where a pointer leads, as a path of this crate.
pub(super) struct JsonPlace {
    pub(super) path: String,
    pub(super) kind: JsonPlaceKind,
}

/// What is at a place, as far as types say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum JsonPlaceKind {
    /// The whole record.
    Root,
    /// A field, or what a union holds.
    Part,
    /// A part of an array or a tuple.
    Fixed,
    /// An element of a list.
    Element,
    /// Behind the last element of the list at the path.
    End,
    /// A key of a map.
    Key,
}

impl JsonPlace {
    /// The place that a pointer names in records of a schema.
    pub(super) fn of(schema: &Schema, pointer: &str) -> Result<Self> {
        let mut place = Self { path: String::new(), kind: JsonPlaceKind::Root };
        for token in tokens(pointer)? {
            place = place.step(schema, &token)?;
        }
        Ok(place)
    }

    fn step(self, schema: &Schema, token: &str) -> Result<Self> {
        let Self { mut path, kind } = self;
        if let (JsonPlaceKind::Root, None) = (&kind, schema.root_value()) {
            if schema.root().field(token).is_none() {
                return Err(no_field(token, schema.root()));
            }
            return Ok(Self { path: field_step("", token), kind: JsonPlaceKind::Part });
        }
        let no_part = |what: &str, path: &str| {
            Err(at(Error::new(ErrorKind::Path, format_args!("{what} has no `{token}`")), path))
        };
        if kind == JsonPlaceKind::End {
            return no_part("what is behind the last element", &path);
        }
        let ty = schema.type_of_path(&path)?.0;
        let kind = match ty {
            Type::Struct(id) => {
                let structure = schema.structure(*id);
                if structure.field(token).is_none() {
                    return Err(at(no_field(token, structure), &path));
                }
                path.push_str(&field_step(&path, token));
                if structure.is_tuple() { JsonPlaceKind::Fixed } else { JsonPlaceKind::Part }
            }
            Type::Array(array) => {
                let Some(index) = index(token).filter(|index| *index < array.len()) else {
                    return no_part("the array", &path);
                };
                // Writing to a String cannot fail.
                let _ = write!(path, "[{index}]");
                JsonPlaceKind::Fixed
            }
            Type::List(_) if token == "-" => JsonPlaceKind::End,
            Type::List(_) => {
                let Some(index) = index(token) else { return no_part("the list", &path) };
                let _ = write!(path, "[{index}]");
                JsonPlaceKind::Element
            }
            Type::Map(map) if map.value().is_none() => {
                return Err(at(wrong("elements of a set have no place: replace the set as a whole"), &path));
            }
            Type::Map(_) => {
                let step = key_step(schema, ty, token).map_err(|error| at(error, &path))?;
                path.push_str(&step);
                JsonPlaceKind::Key
            }
            Type::Union(id) if schema.union(*id).is_any() => {
                if token == "-" || index(token).is_some() {
                    let message = format!("whether `{token}` is a key or an index in `any` is known of a record alone");
                    return Err(at(wrong(message), &path));
                }
                // Writing to a String cannot fail.
                let _ = write_quoted(&mut path, token);
                JsonPlaceKind::Key
            }
            Type::Union(id) => {
                let union = schema.union(*id);
                if union.variant(token).is_none_or(|(_, variant)| variant.ty().is_none()) {
                    return no_part("the union", &path);
                }
                path.push_str(&variant_step(&path, union, token));
                JsonPlaceKind::Part
            }
            _ => return no_part("the value", &path),
        };
        Ok(Self { path, kind })
    }
}

/// A part of a pointer, as it is written, by what it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PointerPart {
    /// A field of a struct.
    Field(String),
    /// What a union holds if it is of the variant, and the names of the other variants that hold
    /// something.
    Variant(String, Vec<String>),
    /// The value of a key.
    Key(String),
    /// An element of a list.
    Element(usize),
    /// A part of a tuple or an array.
    Fixed(String),
    /// An element of a set, which no pointer names.
    InSet,
}

impl PointerPart {
    /// The parts of the pointer to a path.
    pub(super) fn of_path(schema: &Schema, path: &str) -> Result<Vec<Self>> {
        let resolved = Resolved::new(schema, path, false)?;
        let mut walk = TypeWalk::new(schema);
        let mut tokens = Vec::new();
        for (step, key) in resolved.steps() {
            match step {
                Step::Field(number) => {
                    let id = walk.structure().ok_or_else(internal_error)?;
                    let structure = schema.structure(id);
                    let field = walk.field(id, usize::from(number)).ok_or_else(internal_error)?;
                    if structure.is_root_value() {
                        continue;
                    }
                    let name = field.name().to_string();
                    tokens.push(if structure.is_tuple() { Self::Fixed(name) } else { Self::Field(name) });
                }
                Step::Payload(tag) => {
                    let (union, variant) = walk.payload(tag).ok_or_else(internal_error)?;
                    if !union.is_any() {
                        let others = union.variants().iter().filter(|other| other.ty().is_some());
                        let others = others.map(|other| other.name()).filter(|name| *name != variant.name());
                        tokens.push(Self::Variant(variant.name().into(), others.map(String::from).collect()));
                    }
                }
                Step::Element(_) => {
                    let is_array = matches!(walk.ty(), Some(Type::Array(_)));
                    walk.element().ok_or_else(internal_error)?;
                    let index = key.map_or(usize::MAX, |key| key.key().index());
                    tokens.push(if is_array { Self::Fixed(index.to_string()) } else { Self::Element(index) });
                }
                Step::Key(_) | Step::Fixed(_) => {
                    let is_set = matches!(walk.ty(), Some(Type::Map(map)) if map.value().is_none());
                    let ty = walk.key().ok_or_else(internal_error)?;
                    let key = Owned::of_key(schema, ty, &key.ok_or_else(internal_error)?.key())?;
                    tokens.push(if is_set { Self::InSet } else { Self::Key(key_text(key.part().value()?)?) });
                }
                Step::Entry(..) => return Err(internal_error()),
            }
        }
        Ok(tokens)
    }

    /// The text, as it is in an object.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Field(name) | Self::Variant(name, _) | Self::Key(name) | Self::Fixed(name) => name.clone(),
            Self::Element(index) => index.to_string(),
            Self::InSet => String::new(),
        }
    }
}

/// The type `any` and the tag, of a path to what an `any` holds if it is of a variant: in JSON the
/// one is written as the other.
pub(super) fn end_in_any<'s>(schema: &'s Schema, path: &str) -> Result<Option<(&'s Type, u8)>> {
    let (resolved, mut walk) = (Resolved::new(schema, path, false)?, TypeWalk::new(schema));
    let mut end = None;
    for (step, _) in resolved.steps() {
        end = None;
        match step {
            Step::Field(number) => {
                let id = walk.structure().ok_or_else(internal_error)?;
                walk.field(id, usize::from(number)).ok_or_else(internal_error)?;
            }
            Step::Payload(tag) => {
                let holder = walk.ty();
                let (union, _) = walk.payload(tag).ok_or_else(internal_error)?;
                end = holder.filter(|_| union.is_any()).map(|holder| (holder, tag));
            }
            Step::Element(_) => walk.element().ok_or_else(internal_error)?,
            Step::Key(_) | Step::Fixed(_) => drop(walk.key().ok_or_else(internal_error)?),
            Step::Entry(..) => return Err(internal_error()),
        }
    }
    Ok(end)
}

/// The pointer of parts.
pub(super) fn pointer(tokens: &[PointerPart]) -> String {
    let mut pointer = String::new();
    for token in tokens {
        pointer.push('/');
        pointer.push_str(&token.text().replace('~', "~0").replace('/', "~1"));
    }
    pointer
}

/// A key as JSON has it.
fn key_text(key: ValueRef<'_>) -> Result<String> {
    let hexadecimal = |bytes: &[u8]| {
        let mut text = String::new();
        for byte in bytes {
            // Writing to a String cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    };
    Ok(match key {
        ValueRef::Bytes(bytes) => hexadecimal(bytes),
        ValueRef::List(list) => hexadecimal(list.array_bytes().unwrap_or_default()),
        ValueRef::Struct(tuple) => {
            let mut text = String::new();
            write_tuple(&mut text, &tuple, false)?;
            text
        }
        key => {
            let json = json_text(&key)?;
            if json.starts_with('"') { serde_json::from_str(&json).map_err(wrong)? } else { json }
        }
    })
}
