//! The numbers by which patches name fields; computed once for a schema.
//!
//! A field's number is its place among the fields of its struct, sorted by revision, then those
//! whose slots hold no pointer, those whose slots do, and bools, and then by declaration. A later
//! revision only adds numbers behind; and what may change places in the declaration without a
//! change of the bytes keeps its number.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::computed::FieldNumbers;
use super::model::Schema;
use super::types::{Field, Struct, StructId};
use crate::layout::Size;

impl Schema {
    /// The numbers of the fields of each struct.
    pub(crate) fn field_numbers(&self) -> &FieldNumbers {
        self.0.computed.numbers.get_or_init(|| Box::new(FieldNumbers::new(self)))
    }
}

impl FieldNumbers {
    fn new(schema: &Schema) -> Self {
        Self(schema.structs().iter().map(|structure| Self::order(schema, structure)).collect())
    }

    fn order(schema: &Schema, structure: &Struct) -> Box<[u16]> {
        let class = |field: &Field| {
            let slot = schema.slot_size(field.ty());
            (field.since(), slot == Size::ZERO, slot.pointers > 0)
        };
        // A struct has at most 65,535 fields.
        let mut order: Vec<(u16, _)> = (0..).zip(structure.fields().iter().map(class)).collect();
        order.sort_by_key(|(_, class)| *class);
        order.into_iter().map(|(index, _)| index).collect()
    }

    /// The index in the declaration of the field of a number.
    pub(crate) fn field(&self, id: StructId, number: u32) -> Option<u16> {
        self.0.get(id.0.index())?.get(number as usize).copied()
    }

    /// The number of the field of an index in the declaration.
    pub(crate) fn number(&self, id: StructId, field: u16) -> Option<u32> {
        let number = self.0.get(id.0.index())?.iter().position(|other| *other == field)?;
        u32::try_from(number).ok()
    }
}
