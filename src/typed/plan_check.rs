//! Compares the constants of a type with its schema, in debug builds, when the schema is made.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Value;
use super::root::Root;
use crate::schema::{Field, Item, MapEntry, Schema, Type};

/// The first difference between the plans of `T` and its schema; `None` if there is none.
pub(super) fn difference<T: Value>(schema: &Schema) -> Option<String> {
    // Types that break a rule have plans nevertheless.
    schema.check().ok()?;
    if (Root::<T>::PLAN.lineage_len() > 0) != schema.has_lineage() {
        return Some(String::from("the lineage"));
    }
    if Root::<T>::PLAN.min_width() != schema.min_width() {
        return Some(String::from("the least width"));
    }
    let mut walk = PlanWalk { schema, compiled: Schema::compiled(), seen: Vec::new() };
    walk.ty(&Type::Struct(Root::<T>::PLAN.id()), &Type::Struct(schema.root_id())).err()
}

struct PlanWalk<'s> {
    schema: &'s Schema,
    compiled: &'static Schema,
    seen: Vec<Type>,
}

fn same<V: PartialEq + core::fmt::Debug>(what: &str, compiled: V, resolved: V) -> Result<(), String> {
    if compiled == resolved { Ok(()) } else { Err(format!("{what}: {compiled:?} is compiled in, not {resolved:?}")) }
}

impl PlanWalk<'_> {
    fn ty(&mut self, compiled: &Type, resolved: &Type) -> Result<(), String> {
        match (compiled, resolved) {
            (Type::Struct(one), Type::Struct(other)) => {
                if self.seen.contains(resolved) {
                    return Ok(());
                }
                self.seen.push(resolved.clone());
                let (one, other) = (self.compiled.structure(*one), self.schema.structure(*other));
                same("frozen", one.is_frozen(), other.is_frozen())?;
                same("tuple", one.is_tuple(), other.is_tuple())?;
                same("ends", one.ends(), other.ends())?;
                same("words", one.words(), other.words())?;
                same("number of fields", one.fields().len(), other.fields().len())?;
                same(
                    "order",
                    one.order().map(|(index, _)| index).collect(),
                    other.order().map(|(index, _)| index).collect::<Vec<_>>(),
                )?;
                same(
                    "parts",
                    one.parts().map(Field::name).collect(),
                    other.parts().map(Field::name).collect::<Vec<_>>(),
                )?;
                for (one, other) in one.fields().iter().zip(other.fields()) {
                    let field = || -> Result<(), String> {
                        same("name", one.name(), other.name())?;
                        same("optional", one.optional(), other.optional())?;
                        same("since", one.since(), other.since())?;
                        same("default", one.default(), other.default())?;
                        same("place", one.place(), other.place())
                    };
                    field()
                        .and_then(|()| self.ty(one.ty(), other.ty()))
                        .map_err(|error| format!("{}: {error}", other.name()))?;
                }
                Ok(())
            }
            (Type::Union(one), Type::Union(other)) => {
                if self.seen.contains(resolved) {
                    return Ok(());
                }
                self.seen.push(resolved.clone());
                let (one, other) = (self.compiled.union(*one), self.schema.union(*other));
                same("open", one.is_open(), other.is_open())?;
                same("any", one.is_any(), other.is_any())?;
                same("number of variants", one.variants().len(), other.variants().len())?;
                for (one, other) in one.variants().iter().zip(other.variants()) {
                    let variant = || -> Result<(), String> {
                        same("name", one.name(), other.name())?;
                        same("payload", one.payload(), other.payload())?;
                        same("optional", one.optional(), other.optional())?;
                        same("has a type", one.ty().is_some(), other.ty().is_some())
                    };
                    variant()
                        .and_then(|()| self.item(one.item(), other.item()))
                        .map_err(|error| format!("{}: {error}", other.name()))?;
                }
                Ok(())
            }
            (Type::Enum(one), Type::Enum(other)) => {
                let (one, other) = (self.compiled.enumeration(*one), self.schema.enumeration(*other));
                same("open", one.is_open(), other.is_open())?;
                same("repr", one.repr(), other.repr())?;
                same("variants", one.variants().collect(), other.variants().collect::<Vec<_>>())
            }
            (Type::List(one), Type::List(other)) => self.item(&one.0, &other.0),
            (Type::Array(one), Type::Array(other)) => {
                same("length", one.len(), other.len())?;
                self.item(&one.0, &other.0)
            }
            (Type::Map(one), Type::Map(other)) => self.entry(&one.0, &other.0),
            _ => same("type", compiled, resolved),
        }
    }

    fn item(&mut self, compiled: &Item, resolved: &Item) -> Result<(), String> {
        same("optional", compiled.optional, resolved.optional)?;
        same("default", &compiled.default, &resolved.default)?;
        same("place", compiled.place, resolved.place)?;
        same("size", compiled.size, resolved.size)?;
        same("growable", compiled.growable, resolved.growable)?;
        self.ty(&compiled.ty, &resolved.ty).map_err(|error| format!("element: {error}"))
    }

    fn entry(&mut self, compiled: &MapEntry, resolved: &MapEntry) -> Result<(), String> {
        same("entry", compiled.layout, resolved.layout)?;
        self.item(&compiled.key, &resolved.key)?;
        match (&compiled.value, &resolved.value) {
            (Some(compiled), Some(resolved)) => self.item(compiled, resolved),
            (None, None) => Ok(()),
            _ => Err(String::from("a map, or a set")),
        }
    }
}
