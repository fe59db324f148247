//! Run-time cursors of views, for code that walks values by their schema.
//!
//! A view knows where its value lies, and its type has a schema. So its cursor is made without
//! reading the bytes.

use super::cell::{SchemaCells, built};
use super::collections::{MapPlan, SetPlan};
use super::key::MapKey;
use super::list::{ARRAY, measured};
use super::map::{Map, Set, Sorted};
use super::plan::map;
use super::root::schema_of;
use super::union::UnionOf;
use super::value::RecordOf;
use super::{List, Reading, Value, Vellum};
use crate::error::{Result, internal_error};
use crate::read::cursor::{ListRef, MapRef, StructRef, UnionRef, ValueRef, union_value};
use crate::read::open::RecordBytes;
use crate::read::{Buf, Elements};
use crate::schema::{Field, MIXED, Schema, Type, draft_of};

/// A view that can be converted to a run-time cursor.
pub trait ToCursor {
    /// The cursor.
    ///
    /// # Errors
    /// The error of [`Schema::check`], and if the bytes are not a value of the type.
    fn to_cursor(&self) -> Result<ValueRef<'_>>;
}

macro_rules! cursors {
    ($($cursor:ident $variant:ident;)*) => {$(
        impl ToCursor for $cursor<'_> {
            fn to_cursor(&self) -> Result<ValueRef<'_>> {
                Ok(ValueRef::$variant(*self))
            }
        }
    )*};
}
cursors! {
    StructRef Struct;
    ListRef List;
    UnionRef Union;
    MapRef Map;
}

/// The type of a schema whose root is a value.
fn root_type(schema: &Schema) -> Result<&Type> {
    schema.check()?;
    schema.root().fields().first().map(Field::ty).ok_or_else(internal_error)
}

impl<'a> RecordBytes<'a> {
    /// The record as a cursor.
    ///
    /// # Errors
    /// The error of [`Schema::check`].
    pub fn to_cursor<T: Value>(&self) -> Result<ValueRef<'a>> {
        let schema = T::schema();
        schema.check()?;
        Ok(ValueRef::Struct(StructRef::new(*self.buf(), self.bytes(), schema, schema.root_id())))
    }
}

impl<'a, T: Value, R: Copy> RecordOf<'a, T, R> {
    /// The record as a cursor.
    ///
    /// # Errors
    /// The error of [`Schema::check`].
    pub fn to_cursor(&self) -> Result<ValueRef<'a>> {
        self.record().to_cursor::<T>()
    }
}

impl<'a, T: Value, R: Reading> UnionOf<'a, T, R> {
    /// The union as a cursor; of `any`, what it holds.
    ///
    /// # Errors
    /// If there is no such variant, and the error of [`Schema::check`].
    pub fn to_cursor(&self) -> Result<ValueRef<'a>> {
        let schema = schema_of::<T>();
        let Type::Union(id) = root_type(schema)? else { return Err(internal_error()) };
        union_value(self.by_schema(schema, *id)?, *id, schema)
    }
}

/// The elements of a list or an array of a type.
fn list<'a, T: Value>(buf: Buf<'a>, elements: Elements<'a>) -> Result<ValueRef<'a>> {
    let elements = measured::<T>(elements)?;
    let is_array = const { !T::ELEMENT.ends.is_empty() } && elements.tag == ARRAY;
    let schema = if is_array { schema_of::<[T; 1]>() } else { schema_of::<alloc::vec::Vec<T>>() };
    let cursor = |item, packed| ListRef { buf, elements, schema, item, packed, is_array };
    Ok(ValueRef::List(match root_type(schema)? {
        Type::Array(array) => cursor(&array.0, None),
        Type::List(list) => match Schema::packs(&list.0).filter(|_| elements.tag != MIXED) {
            Some(id) => {
                let payload = schema.union(id).of_tag(elements.tag).map(crate::schema::UnionVariant::item);
                cursor(payload.unwrap_or(&list.0), Some(id))
            }
            None => cursor(&list.0, None),
        },
        // A list of bytes is bytes.
        _ => return Ok(ValueRef::Bytes(elements.bytes)),
    }))
}

impl<T: Value, R: Reading> ToCursor for List<'_, T, R> {
    fn to_cursor(&self) -> Result<ValueRef<'_>> {
        list::<T>(self.buf, self.elements)
    }
}

/// The entries of a map or a set, by the schema of its type.
fn entries<'a, R>(&Sorted { buf, bytes: map, .. }: &Sorted<'a, R>, make: fn() -> Schema) -> Result<ValueRef<'a>> {
    static SCHEMAS: SchemaCells = SchemaCells::new();
    let schema = SCHEMAS.find(make, "");
    let Type::Map(entry) = root_type(schema)? else { return Err(internal_error()) };
    Ok(ValueRef::Map(MapRef { buf, object: map.own_bytes(), map, schema, entry: &entry.0 }))
}

fn map_of<K: Value, V: Value>() -> Schema {
    built(draft_of(&map(MapPlan::<K, V>::PLAN), false))
}

fn set_of<K: Value>() -> Schema {
    built(draft_of(&map(SetPlan::<K>::PLAN), false))
}

impl<K: MapKey, V: Value, R: Reading> ToCursor for Map<'_, K, V, R> {
    fn to_cursor(&self) -> Result<ValueRef<'_>> {
        entries(&self.sorted, map_of::<K, V>)
    }
}

impl<K: MapKey, R: Reading> ToCursor for Set<'_, K, R> {
    fn to_cursor(&self) -> Result<ValueRef<'_>> {
        entries(&self.sorted, set_of::<K>)
    }
}
