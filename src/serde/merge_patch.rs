//! JSON merge patches (RFC 7396), applied in place.
//!
//! The patch is walked with the address of the value that it is for. What is an object for a value
//! that has parts by name goes on to these; all else replaces the value there.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::json_tree::{Json, Members};
use super::writer::{KeyOptions, OptionalKeys, ReadOptions, Source};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::cursor::{ValueRef, no_field};
use crate::read::key::{Key, PathKey, StoredKey};
use crate::read::route::{field_step, variant_step, write_quoted};
use crate::record::key::bytes_of_digits;
use crate::record::{Dynamic, Record, Resolved};
use crate::schema::{Schema, StructId, Type, Union, UnionVariant};
use crate::write::Storage;

/// Applies a patch to a whole record; a failure changes nothing.
pub(super) fn apply<S: Storage + AsRef<[u8]>>(record: &mut Record<S>, patch: &Json<'_>) -> Result<()> {
    let schema = record.schema().clone();
    record.transaction(|record| {
        let mut patching = Patching { record, schema: &schema, at: Resolved::whole(&schema)? };
        match (schema.root_value(), patch) {
            (Some(root), _) => patching.value(patch, (root.ty(), root.optional()), false),
            (None, Json::Object(fields)) => patching.fields(schema.root_id(), fields),
            (None, _) => Err(Error::fixed(&FixedError(ErrorKind::Type, "a patch of a struct is an object"))),
        }
    })
}

/// The record, and where in it the patch is.
struct Patching<'r, 's, S> {
    record: &'r mut Record<S>,
    schema: &'s Schema,
    at: Resolved,
}

/// What is at an address, as a patch looks at it.
enum PatchTarget {
    /// Nothing that an object could be merged with.
    Other,
    /// A struct or a map.
    Parts,
    /// A union of the variant that the patch has.
    Variant,
}

/// A walk of a merge patch along types, with the address of the value that it is for.
pub(super) trait Merge<'s>: Sized {
    fn schema(&self) -> &'s Schema;
    fn at(&mut self) -> &mut Resolved;

    /// The value here, of a type; it may be absent if the flag says so. `is_made` tells that the
    /// patch makes it: under a key, or in a variant.
    fn value(&mut self, patch: &Json<'_>, of: (&Type, bool), is_made: bool) -> Result<()>;

    /// The value of a key, of a type.
    fn entry(&mut self, patch: &Json<'_>, of: (&Type, bool)) -> Result<()>;

    /// Adds the path to an error.
    fn here(&mut self, error: Error) -> Error {
        at(error, self.at().text())
    }

    fn within(&mut self, step: &str, merge: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let within = self.at().clone().extended(self.schema(), step)?;
        let before = core::mem::replace(self.at(), within);
        merge(self)?;
        *self.at() = before;
        Ok(())
    }

    /// The fields of the struct here.
    fn fields(&mut self, id: StructId, patch: &Members<'_>) -> Result<()> {
        let structure = self.schema().structure(id);
        for (name, value) in patch {
            let Some((_, field)) = structure.field(name) else {
                return Err(self.here(no_field(name, structure)));
            };
            let step = field_step(self.at().text(), name);
            self.within(&step, |merged| merged.value(value, (field.ty(), field.optional()), false))?;
        }
        Ok(())
    }

    /// What the union here holds, of a variant.
    fn payload(&mut self, union: &Union, variant: &UnionVariant, patch: &Json<'_>) -> Result<()> {
        let Some(ty) = variant.ty() else { return Ok(()) };
        let step = variant_step(self.at().text(), union, variant.name());
        self.within(&step, |merged| merged.value(patch, (ty, variant.optional()), true))
    }

    /// The entries of the map here, or of what an `any` holds.
    fn entries(&mut self, ty: &Type, patch: &Members<'_>) -> Result<()> {
        let mut seen = BTreeSet::new();
        // The values of what `any` holds are `any`.
        let of = match ty {
            Type::Map(map) => (map.value().unwrap_or(ty), map.optional()),
            _ => (ty, false),
        };
        for (key, value) in patch {
            let step = key_step(self.schema(), ty, key).map_err(|error| self.here(error))?;
            if let Some(owned) = owned_key(self.schema(), ty, key)
                && !seen.insert(owned)
            {
                let error = Error::new(ErrorKind::Type, format_args!("the key `{key}` comes twice"));
                return Err(self.here(error));
            }
            self.within(&step, |merged| merged.entry(value, of))?;
        }
        Ok(())
    }
}

impl<'s, S: Storage + AsRef<[u8]>> Merge<'s> for Patching<'_, 's, S> {
    fn schema(&self) -> &'s Schema {
        self.schema
    }

    fn at(&mut self) -> &mut Resolved {
        &mut self.at
    }

    fn entry(&mut self, patch: &Json<'_>, of: (&Type, bool)) -> Result<()> {
        match patch {
            Json::Null => match self.record.remove(&self.at) {
                // What is not there is removed.
                Err(error) if error.kind() == ErrorKind::Path => Ok(()),
                removed => removed,
            },
            Json::Object(_) if self.is_there()? => self.value(patch, of, false),
            _ => self.replace(&patch.without_nulls()),
        }
    }

    fn value(&mut self, patch: &Json<'_>, (ty, optional): (&Type, bool), _: bool) -> Result<()> {
        let schema = self.schema;
        // Where a value is read, null is a struct without fields.
        if let (Json::Null, Type::Struct(_), false) = (patch, ty, optional) {
            let error = Error::new(ErrorKind::Type, format_args!("null is not a value of {}", schema.describe(ty)));
            return Err(self.here(error));
        }
        let Json::Object(parts) = patch else { return self.replace(patch) };
        check_variants(schema, ty, parts).map_err(|error| self.here(error))?;
        match (ty, self.present(parts)?) {
            (Type::Struct(id), present) if !schema.structure(*id).is_tuple() => {
                if let PatchTarget::Other = present {
                    self.replace(&Json::Object(Members::new()))?;
                }
                self.fields(*id, parts)
            }
            (Type::Map(map), present) if map.value().is_some() => {
                if let PatchTarget::Other = present {
                    self.replace(&Json::Object(Members::new()))?;
                }
                self.entries(ty, parts)
            }
            (_, PatchTarget::Parts) => self.entries(ty, parts),
            (Type::Union(id), PatchTarget::Variant) => {
                let Some((name, payload)) = only_member(parts) else { return Ok(()) };
                let union = schema.union(*id);
                union.variant(name).map_or(Ok(()), |(_, variant)| self.payload(union, variant, payload))
            }
            (_, _) => self.replace(&patch.without_nulls()),
        }
    }
}

impl<S: Storage + AsRef<[u8]>> Patching<'_, '_, S> {
    /// Whether there is a value now.
    fn is_there(&self) -> Result<bool> {
        match self.record.get::<Dynamic>(&self.at) {
            Ok(value) => Ok(!matches!(value, ValueRef::Absent)),
            Err(error) if error.kind() == ErrorKind::Path => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// What is there now.
    fn present(&self, patch: &Members<'_>) -> Result<PatchTarget> {
        Ok(match self.record.get::<Dynamic>(&self.at)? {
            ValueRef::Struct(cursor) if !cursor.definition().is_tuple() => PatchTarget::Parts,
            ValueRef::Map(map) if !map.is_set() => PatchTarget::Parts,
            ValueRef::Union(union)
                if only_member(patch).is_some_and(|(name, _)| name == union.name()) && union.value()?.is_some() =>
            {
                PatchTarget::Variant
            }
            _ => PatchTarget::Other,
        })
    }

    /// Sets the value at the place, or makes it absent.
    fn replace(&mut self, value: &Json<'_>) -> Result<()> {
        // The members that a patch does not have are those that it does not change.
        let how = ReadOptions::json(KeyOptions { skips_unknown: false, optional: OptionalKeys::All }, Source::JsonText);
        // The line would be one of this text.
        self.record.set_read(&self.at, &value.to_text()?, how).map_err(|error| error.at_line(0, 0))
    }
}

/// An error at a path, which is none for the whole record.
pub(super) fn at(error: Error, path: &str) -> Error {
    if path.is_empty() { error } else { error.in_field(path) }
}

/// The step to a key as JSON writes it; bytes are hexadecimal digits there.
pub(super) fn key_step(schema: &Schema, ty: &Type, key: &str) -> Result<String> {
    if let Type::Map(map) = ty
        && !matches!(map.key(), Type::Bytes | Type::Array(_))
        && schema.written_key(map.key(), key).is_none()
    {
        return Err(Error::new(
            ErrorKind::Type,
            format_args!("`{key}` is no key of type {}", schema.describe(map.key())),
        ));
    }
    let mut step = String::new();
    // Writing to a String cannot fail.
    let _ = match ty {
        Type::Map(map) if matches!(map.key(), Type::Bytes | Type::Array(_)) => {
            let Some(bytes) = bytes_of_digits(key) else {
                return Err(Error::new(ErrorKind::Type, format_args!("\"{key}\" is not hexadecimal")));
            };
            schema.check_key(map.key(), &Key::from(&*bytes))?;
            step.push_str("[b\"");
            for byte in bytes {
                let _ = write!(step, "\\x{byte:02x}");
            }
            write!(step, "\"]")
        }
        Type::Map(map) if matches!(map.key(), Type::Struct(_)) => write!(step, "[{key}]"),
        Type::Map(map) if matches!(map.key(), Type::Bool | Type::Scalar(_)) && is_bare(key) => write!(step, "[{key}]"),
        _ => write_quoted(&mut step, key),
    };
    Ok(step)
}

/// The key of a map, which can have more than one text.
pub(super) fn owned_key(schema: &Schema, ty: &Type, key: &str) -> Option<OwnedKey> {
    let Type::Map(map) = ty else { return None };
    let written = match map.key() {
        Type::Bytes | Type::Array(_) => PathKey::Blob(bytes_of_digits(key)?),
        key_type => schema.written_key(key_type, key)?,
    };
    let mut owned = Vec::new();
    own(schema, map.key(), &written.key(), &mut owned)?;
    Some(owned)
}

/// The words and the contents of a key, one for each part.
pub(super) type OwnedKey = Vec<(u128, Vec<u8>)>;

fn own(schema: &Schema, ty: &Type, key: &Key<'_>, parts: &mut OwnedKey) -> Option<()> {
    match schema.stored_key(ty, key).ok()? {
        StoredKey::Word(word) => parts.push((word, Vec::new())),
        StoredKey::Blob(content) => parts.push((0, content.to_vec())),
        StoredKey::Tuple(fields, key) => {
            StoredKey::parts(fields, key).try_for_each(|(field, part)| own(schema, field.ty(), &part, parts))?;
        }
    }
    Some(())
}

/// Whether a key is written without quotation marks, as numbers, dates and identifiers are.
fn is_bare(key: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b':');
    !key.is_empty() && key.bytes().all(is_plain)
}

/// Fails if an object for a union has a name that is none of its variants.
pub(super) fn check_variants(schema: &Schema, ty: &Type, patch: &Members<'_>) -> Result<()> {
    match ty {
        Type::Union(id) if !schema.union(*id).is_any() => {
            patch.keys().try_for_each(|name| schema.union(*id).named(name).map(drop))
        }
        _ => Ok(()),
    }
}

/// The variant that an object for a union names, and what it holds. Names with null are of variants
/// that are not to be there, unless there is no other name.
pub(super) fn only_member<'m, 't>(members: &'m Members<'t>) -> Option<(&'m str, &'m Json<'t>)> {
    let mut named = members.iter().filter(|(_, member)| members.len() == 1 || !matches!(member, Json::Null));
    let (name, member) = named.next()?;
    named.next().is_none().then_some((&**name, member))
}
