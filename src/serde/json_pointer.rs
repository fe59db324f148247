//! JSON pointers (RFC 6901) and addresses, by types, and by a record if there is one that says what
//! is there.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::json::wrong;
use super::json_patch::{index, json_text, tokens};
use super::merge_patch::{at, key_step};
use crate::compare::{Owned, TypeWalk};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::read::cursor::{ValueRef, no_field};
use crate::read::key::write_tuple;
use crate::read::navigate::Step;
use crate::read::route::{field_step, variant_step, write_quoted};
use crate::record::{Dynamic, Record, Resolved};
use crate::schema::{Schema, Type};
use crate::write::Storage;

/// Where a pointer leads.
pub(super) struct JsonPlace<'s> {
    pub(super) address: Resolved,
    pub(super) kind: JsonPlaceKind,
    /// The type there, and whether the value can be absent; none for a record, which has no type of
    /// a field.
    pub(super) of: Option<(&'s Type, bool)>,
}

/// What is at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JsonPlaceKind {
    /// The whole record.
    Root,
    /// A field, or what a union holds.
    Part,
    /// A part of an array or a tuple.
    Fixed,
    /// An element of the list whose path has so many bytes, at an index.
    Element(usize, usize),
    /// Behind the last element of the list at the path.
    End,
    /// A key of a map.
    Key,
}

impl<'s> JsonPlace<'s> {
    /// The place that a pointer names in records of a schema.
    pub(super) fn of(schema: &'s Schema, pointer: &str) -> Result<Self> {
        let mut place = Self::root(schema)?;
        for token in tokens(pointer)? {
            place = place.step(schema, &token, None)?;
        }
        Ok(place)
    }

    /// The place that a pointer names in a record; all that it goes through has to be there.
    pub(super) fn in_record<S: Storage + AsRef<[u8]>>(
        record: &Record<S>,
        schema: &'s Schema,
        pointer: &str,
    ) -> Result<Self> {
        let mut place = Self::root(schema)?;
        for token in tokens(pointer)? {
            let value = match place.of {
                Some(_) => Some(record.get::<Dynamic>(&place.address)?),
                None => None,
            };
            place = place.step(schema, &token, value.as_ref())?;
        }
        Ok(place)
    }

    fn root(schema: &'s Schema) -> Result<Self> {
        let of = schema.root_value().map(|root| (root.ty(), root.optional()));
        Ok(Self { address: Resolved::whole(schema)?, kind: JsonPlaceKind::Root, of })
    }

    /// The path, as a text.
    pub(super) fn path(&self) -> &str {
        self.address.text()
    }

    /// A part of the place, whose value is `there` in a record.
    fn step(self, schema: &'s Schema, token: &str, there: Option<&ValueRef<'_>>) -> Result<Self> {
        let path = self.path();
        let Some((ty, _)) = self.of else {
            let Some((_, field)) = schema.root().field(token) else { return Err(no_field(token, schema.root())) };
            let of = Some((field.ty(), field.optional()));
            let address = self.address.extended(schema, &field_step("", token))?;
            return Ok(Self { address, kind: JsonPlaceKind::Part, of });
        };
        let no_part = |what: &str| Err(at(Error::new(ErrorKind::Path, format_args!("{what} has no `{token}`")), path));
        if self.kind == JsonPlaceKind::End {
            return no_part("what is behind the last element");
        }
        let (step, kind, of) = match (ty, there) {
            (_, Some(ValueRef::Absent)) => return no_part("what is absent"),
            (Type::Struct(id), _) => {
                let structure = schema.structure(*id);
                let Some((_, field)) = structure.field(token) else {
                    return Err(at(no_field(token, structure), path));
                };
                let kind = if structure.is_tuple() { JsonPlaceKind::Fixed } else { JsonPlaceKind::Part };
                (field_step(path, token), kind, (field.ty(), field.optional()))
            }
            (Type::Array(array), _) => {
                let Some(index) = index(token).filter(|index| *index < array.len()) else {
                    return no_part("the array");
                };
                (format!("[{index}]"), JsonPlaceKind::Fixed, (array.element(), array.optional()))
            }
            (Type::List(list), None) if token == "-" => {
                (String::new(), JsonPlaceKind::End, (list.element(), list.optional()))
            }
            (Type::List(_), None) | (_, Some(ValueRef::List(_))) => {
                let count = if let Some(ValueRef::List(list)) = there { list.len() } else { usize::MAX };
                let index = if token == "-" { Some(count) } else { index(token).filter(|index| *index <= count) };
                let Some(index) = index else { return no_part("the list") };
                // What `any` holds is `any`.
                let of = if let Type::List(list) = ty { (list.element(), list.optional()) } else { (ty, false) };
                (format!("[{index}]"), JsonPlaceKind::Element(path.len(), index), of)
            }
            (Type::Map(map), _) => {
                let Some(value) = map.value() else {
                    return Err(at(wrong("elements of a set have no place: replace the set as a whole"), path));
                };
                let step = key_step(schema, ty, token).map_err(|error| at(error, path))?;
                (step, JsonPlaceKind::Key, (value, map.optional()))
            }
            (Type::Union(id), None) if schema.union(*id).is_any() && (token == "-" || index(token).is_some()) => {
                let message = format!("whether `{token}` is a key or an index in `any` is known of a record alone");
                return Err(at(wrong(message), path));
            }
            (Type::Union(id), None | Some(ValueRef::Map(_))) if schema.union(*id).is_any() => {
                let mut step = String::new();
                // Writing to a String cannot fail.
                let _ = write_quoted(&mut step, token);
                (step, JsonPlaceKind::Key, (ty, false))
            }
            (Type::Union(id), _) => {
                let union = schema.union(*id);
                let (what, is_there) = match there {
                    None => ("the union", true),
                    Some(ValueRef::Union(value)) if value.name() == token => ("the value", value.value()?.is_some()),
                    Some(_) => ("the value", false),
                };
                let variant = union.variant(token).filter(|_| is_there);
                let Some((variant, of)) = variant.and_then(|(_, variant)| Some((variant, variant.ty()?))) else {
                    return no_part(what);
                };
                (variant_step(path, union, token), JsonPlaceKind::Part, (of, variant.optional()))
            }
            _ => return no_part("the value"),
        };
        let address = if step.is_empty() { self.address } else { self.address.extended(schema, &step)? };
        Ok(Self { address, kind, of: Some(of) })
    }

    /// The place, if something is there in a record: also what is absent, which is `null`.
    pub(super) fn existing<S: Storage + AsRef<[u8]>>(self, record: &Record<S>) -> Result<Self> {
        match self.kind {
            JsonPlaceKind::Element(list, index) if index >= record.count_around(&self.address)? => {
                let error = Error::new(ErrorKind::Path, format_args!("the list has no element {index}"));
                return Err(error.in_field(self.path().get(..list).unwrap_or_default()));
            }
            JsonPlaceKind::Key if !record.leads(&self.address)? => {
                let error = Error::fixed(&FixedError(ErrorKind::Path, "the map has no such key"));
                return Err(error.in_field(self.path()));
            }
            _ => {}
        }
        Ok(self)
    }

    /// Whether the value can be absent.
    pub(super) fn can_be_absent(&self) -> bool {
        self.of.is_some_and(|(_, optional)| optional)
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
    /// The parts of the pointer to a place.
    pub(super) fn of_place(schema: &Schema, place: &Resolved) -> Result<Vec<Self>> {
        let mut walk = TypeWalk::new(schema);
        let mut tokens = Vec::new();
        for (step, key) in place.steps() {
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

/// The type `any` and the tag, of a place in what an `any` holds if it is of a variant: in JSON the
/// one is written as the other.
pub(super) fn end_in_any<'s>(schema: &'s Schema, place: &Resolved) -> Result<Option<(&'s Type, u8)>> {
    let (mut walk, mut end) = (TypeWalk::new(schema), None);
    for (step, _) in place.steps() {
        let holder = walk.ty().filter(|ty| schema.is_any_type(ty));
        walk.step(step).ok_or_else(internal_error)?;
        end = if let (Step::Payload(tag), Some(holder)) = (step, holder) { Some((holder, tag)) } else { None };
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
