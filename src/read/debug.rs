//! `Debug` of dynamic cursors, and of views by them: structs, tuples and optional values as those
//! of Rust print.
//!
//! Stored values are walked first, with the budget of a walk: if objects overlap, which could print
//! without end, only the error is printed. Values that are not stored are counted while they are
//! printed; beyond the limits of the schema `..` stands for the rest.

use core::cell::Cell;
use core::fmt;

use super::Buf;
use super::cursor::{ListRef, MapRef, StructRef, UnionRef, ValueRef, ValueShape};
use super::walk::Check;
use crate::limits::{Cost, Meter};
use crate::schema::{Payload, Schema};

/// How much may still be printed.
struct Left {
    meter: Cell<Meter>,
    /// How much deeper defaults may be nested in one another.
    levels: Cell<u32>,
    is_over: Cell<bool>,
}

impl Left {
    fn new(schema: &Schema, buf: Buf<'_>) -> Self {
        let limits = schema.limits();
        let meter = Cell::new(Meter::new(limits, buf.bytes.len()));
        Self { meter, levels: Cell::new(limits.levels()), is_over: Cell::new(false) }
    }

    /// Counts a value; returns whether it can still be printed.
    fn pays(&self, cost: Cost) -> bool {
        let mut meter = self.meter.get();
        let is_paid = !self.is_over.get() && meter.spend(cost).is_ok();
        self.meter.set(meter);
        self.is_over.set(!is_paid);
        is_paid
    }

    /// Prints the content of a value, unless it is a default that is nested too deep.
    fn within(
        &self,
        is_stored: bool,
        f: &mut fmt::Formatter<'_>,
        print: impl FnOnce(&mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        if is_stored {
            return print(f);
        }
        let Some(levels) = self.levels.get().checked_sub(1) else { return f.write_str("..") };
        self.levels.set(levels);
        print(f)?;
        self.levels.set(levels.saturating_add(1));
        Ok(())
    }
}

/// A value that was walked, or the error in its place; and whether it may be absent.
struct Printed<'p, 'a>(&'p crate::Result<ValueRef<'a>>, &'p Left, bool);

impl fmt::Debug for Printed<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value, left, is_optional) = self;
        match value {
            Ok(ValueRef::Absent) | Err(_) => {}
            Ok(_) if *is_optional => return f.debug_tuple("Some").field(&Printed(value, left, false)).finish(),
            Ok(_) => {}
        }
        match value {
            Ok(ValueRef::Struct(cursor)) => cursor.print(f, left),
            Ok(ValueRef::List(cursor)) => cursor.print(f, left),
            Ok(ValueRef::Union(cursor)) => cursor.print(f, left),
            Ok(ValueRef::Map(cursor)) => cursor.print(f, left),
            Ok(value) => value.fmt(f),
            Err(error) => error.fmt(f),
        }
    }
}

/// The printed form of a value, without its parts.
fn cost(value: &crate::Result<ValueRef<'_>>) -> Cost {
    match value {
        Ok(ValueRef::String(text) | ValueRef::Enum(text, _)) => Cost::text(text.len()),
        Ok(ValueRef::Bytes(bytes)) => Cost::text(bytes.len()),
        _ => Cost::ONE,
    }
}

impl fmt::Debug for ValueRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape() {
            ValueShape::Absent => f.write_str("None"),
            ValueShape::Bool(value) => value.fmt(f),
            ValueShape::Scalar(..) => self.print_scalar(f),
            ValueShape::Enum("", number) => number.fmt(f),
            ValueShape::Enum(name, _) => f.write_str(name),
            ValueShape::Null => f.write_str("null"),
            ValueShape::Union(cursor) => cursor.fmt(f),
            ValueShape::Map(cursor) => cursor.fmt(f),
            ValueShape::String(text) => text.fmt(f),
            ValueShape::Bytes(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
            ValueShape::Struct(cursor) => cursor.fmt(f),
            ValueShape::List(cursor) => cursor.fmt(f),
        }
    }
}

/// Prints the struct with all it holds; if objects overlap, which could print without end, only the
/// error. `..` stands for values beyond the schema's limits.
impl fmt::Debug for StructRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.check(Check::Stored) {
            Ok(()) => self.print(f, &Left::new(self.schema(), self.buf)),
            Err(error) => write!(f, "{} {{ {error} }}", self.definition().name()),
        }
    }
}

impl StructRef<'_> {
    fn print(&self, f: &mut fmt::Formatter<'_>, left: &Left) -> fmt::Result {
        if let [field] = self.definition().fields()
            && self.definition().is_root_value()
        {
            let value = self.value(field);
            return if left.pays(cost(&value)) {
                fmt::Debug::fmt(&Printed(&value, left, field.optional()), f)
            } else {
                f.write_str("..")
            };
        }
        if self.definition().is_tuple() {
            return left.within(!self.bytes.is_empty(), f, |f| {
                let mut printed = f.debug_tuple("");
                for field in self.definition().fields() {
                    let value = self.value(field);
                    if !left.pays(cost(&value)) {
                        return printed.finish_non_exhaustive();
                    }
                    printed.field(&Printed(&value, left, field.optional()));
                }
                printed.finish()
            });
        }
        left.within(!self.bytes.is_empty(), f, |f| {
            let mut printed = f.debug_struct(self.definition().name());
            for field in self.definition().fields() {
                let (name, value) = (field.name(), self.value(field));
                if !left.pays(cost(&value).named(name)) {
                    return printed.finish_non_exhaustive();
                }
                printed.field(name, &Printed(&value, left, field.optional()));
            }
            printed.finish()
        })
    }
}

/// As a struct's.
impl fmt::Debug for ListRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.check(Check::Stored) {
            Ok(()) => self.print(f, &Left::new(self.schema, self.buf)),
            Err(error) => write!(f, "[ {error} ]"),
        }
    }
}

impl ListRef<'_> {
    fn print(&self, f: &mut fmt::Formatter<'_>, left: &Left) -> fmt::Result {
        // The payloads in a packed list are not its elements.
        let is_optional = self.packed.is_none() && self.item.optional;
        left.within(self.is_empty() || !self.elements.bytes.is_empty(), f, |f| {
            let mut printed = f.debug_list();
            for value in self.iter() {
                if !left.pays(cost(&value)) {
                    return printed.finish_non_exhaustive();
                }
                printed.entry(&Printed(&value, left, is_optional));
            }
            printed.finish()
        })
    }
}

/// As a struct's.
impl fmt::Debug for UnionRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((_, payload)) = self.payload() else { return write!(f, "{}", self.tag()) };
        match self.check(Check::Stored) {
            Ok(()) => self.print(f, &Left::new(payload.schema, payload.buf)),
            Err(error) => write!(f, "{}({error})", self.name()),
        }
    }
}

impl UnionRef<'_> {
    fn print(&self, f: &mut fmt::Formatter<'_>, left: &Left) -> fmt::Result {
        let Some((variant, slot)) = self.known() else { return write!(f, "{}", self.tag()) };
        let (payload, is_optional) = (variant.payload(), variant.optional());
        left.within(payload == Payload::None || !slot.record.is_empty(), f, |f| match self.value().transpose() {
            None => f.write_str(self.name()),
            Some(value) if left.pays(cost(&value).named(self.name())) => match value {
                Err(error) => write!(f, "{}({error})", self.name()),
                value => f.debug_tuple(self.name()).field(&Printed(&value, left, is_optional)).finish(),
            },
            Some(_) => f.write_str(".."),
        })
    }
}

/// As a struct's.
impl fmt::Debug for MapRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.check(Check::Stored) {
            Ok(()) => self.print(f, &Left::new(self.schema, self.buf)),
            Err(error) => write!(f, "{{ {error} }}"),
        }
    }
}

impl MapRef<'_> {
    fn print(&self, f: &mut fmt::Formatter<'_>, left: &Left) -> fmt::Result {
        let entries = self.iter().filter_map(core::result::Result::ok);
        if self.is_set() {
            let mut printed = f.debug_set();
            for (key, _) in entries {
                let key = Ok(key);
                if !left.pays(cost(&key)) {
                    return printed.finish_non_exhaustive();
                }
                printed.entry(&Printed(&key, left, false));
            }
            return printed.finish();
        }
        let is_optional = self.entry.value.as_ref().is_some_and(|value| value.optional);
        let mut printed = f.debug_map();
        for (key, value) in entries {
            let (key, value) = (Ok(key), Ok(value));
            if !left.pays(cost(&key).and(cost(&value))) {
                return printed.finish_non_exhaustive();
            }
            printed.entry(&Printed(&key, left, false), &Printed(&value, left, is_optional));
        }
        printed.finish()
    }
}
