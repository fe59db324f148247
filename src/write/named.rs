//! What the value at an edit cursor is called, in the path of an error.
//!
//! ```text
//! field     `name`             as the field's setter says
//! element   `[3]`              as the list's setter does
//! payload   `contact.Email`    the variant, within what the union is called
//! ```
//! A cursor knows numbers alone. The names are looked up where there is an error, by the types on the way: what is wrong there may be the
//! bytes.

use alloc::string::String;

use super::link::Link;
use super::session::Session;
use super::storage::Storage;
use crate::error::Error;
use crate::read::navigate::Step;
use crate::schema::{Field, RootPlan, Schema, StructId, Type, UnionVariant};

impl<S: Storage> Session<S> {
    /// Adds to an error what the value one step from a cursor is called.
    #[cold]
    #[inline(never)]
    pub(crate) fn name_error(&self, error: Error, above: &Link<'_>, step: Step) -> Error {
        let navigator = self.navigator();
        CursorTypes { schema: navigator.schema, plan: navigator.plan }.name(error, above, step)
    }
}

/// The types of a session's buffer.
#[derive(Clone, Copy)]
struct CursorTypes<'s> {
    schema: &'s Schema,
    plan: RootPlan,
}

impl<'s> CursorTypes<'s> {
    fn name(self, error: Error, above: &Link<'_>, step: Step) -> Error {
        match step {
            Step::Field(index) => match self.field(above, index) {
                Some(field) => error.in_field(String::from(field.name())),
                None => error,
            },
            Step::Element(index) => error.in_element(index),
            Step::Payload(tag) => {
                let error = match self.variant(above, tag) {
                    Some(variant) => error.in_field(String::from(variant.name())),
                    None => error,
                };
                match above.parent() {
                    Some(parent) => self.name(error, parent, above.step()),
                    None => error,
                }
            }
            Step::Entry(..) | Step::Key(_) | Step::Fixed(_) => error,
        }
    }

    fn field(self, above: &Link<'_>, index: u16) -> Option<&'s Field> {
        self.schema.structure(self.structure(above)?).fields().get(usize::from(index))
    }

    fn variant(self, above: &Link<'_>, tag: u8) -> Option<&'s UnionVariant> {
        match self.of(above)? {
            Type::Union(id) => self.schema.union(*id).of_tag(tag),
            _ => None,
        }
    }

    fn structure(self, cursor: &Link<'_>) -> Option<StructId> {
        if cursor.parent().is_none() {
            return Some(self.plan.id());
        }
        match self.of(cursor)? {
            Type::Struct(id) => Some(*id),
            _ => None,
        }
    }

    /// The type of the value at a cursor that is not the root's.
    fn of(self, cursor: &Link<'_>) -> Option<&'s Type> {
        let above = cursor.parent()?;
        match cursor.step() {
            Step::Field(index) => self.field(above, index).map(Field::ty),
            Step::Payload(tag) => self.variant(above, tag).map(|variant| &variant.item().ty),
            _ => match self.of(above)? {
                Type::List(list) => Some(&list.0.ty),
                Type::Array(array) => Some(&array.0.ty),
                Type::Map(map) => Some(&map.0.value.as_ref().unwrap_or(&map.0.key).ty),
                _ => None,
            },
        }
    }
}
