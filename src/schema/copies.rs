//! How the records of each struct are copied to another layout; computed once for a schema.
//!
//! ```text
//! bitmap | words of any kind, frozen structs and arrays of words | pointers
//! masks  | stretches, copied whole                               | parts, one by one
//! ```

use alloc::vec::Vec;

use super::definition::{Field, Struct, Words};
use super::model::Schema;
use super::types::{DefaultValue, StructId, Type};
use crate::layout::Size;

/// Of every struct of a schema, by number.
pub(crate) struct CopyPlan(Vec<RecordCopy>);

/// Of the records of a struct.
#[derive(Default)]
pub(crate) struct RecordCopy {
    /// Bytes that are the same in every layout.
    pub(crate) stretches: Vec<Words>,
    /// Everything else, in the order of the layout.
    pub(crate) parts: Vec<PartCopy>,
    /// Of a record of the newest revision.
    pub(crate) size: Size,
}

/// A part of a record that has to be looked at.
pub(crate) struct PartCopy {
    /// The index of the field, or of the last that has bits there.
    pub(crate) field: u16,
    pub(crate) kind: CopyKind,
}

/// What is done with it.
pub(crate) enum CopyKind {
    /// These bits of a byte are values.
    Bits { at: Size, mask: u8 },
    /// A pointer to a string or bytes without a default.
    Blob { slot: Size, keeps_empty: bool },
    /// A pointer to a list.
    List { slot: Size, keeps_empty: bool, element: ElementCopy },
    /// What the definition of the field says.
    Field,
}

/// What is done with each element of a list.
#[derive(Clone, Copy)]
pub(crate) enum ElementCopy {
    /// So many bytes are copied.
    Bytes(u32),
    /// Elements are pointers to strings or bytes.
    Blob { keeps_empty: bool },
    /// A growable struct.
    Record(StructId),
}

impl CopyPlan {
    pub(super) fn new(schema: &Schema) -> Self {
        Self(schema.structs().iter().map(|structure| RecordCopy::new(schema, structure)).collect())
    }

    /// The way to copy records of a struct of this schema.
    pub(crate) fn of(&self, id: StructId) -> Option<&RecordCopy> {
        self.0.get(id.0.index())
    }
}

impl RecordCopy {
    fn new(schema: &Schema, structure: &Struct) -> Self {
        let mut copy = Self { size: structure.size(), ..Self::default() };
        for (index, field) in structure.order() {
            copy.add(schema, index, field);
        }
        copy
    }

    fn add(&mut self, schema: &Schema, index: u16, field: &Field) {
        let (ty, optional, slot) = (field.ty(), field.optional(), field.place().slot);
        if !optional && schema.is_copied(ty) {
            let len = schema.slot_size(ty).fixed;
            match self.stretches.last_mut() {
                Some(last) if last.at.plus(Size::bytes(last.len)) == slot => last.len = last.len.saturating_add(len),
                _ => self.stretches.push(Words { at: slot, len }),
            }
            return;
        }
        let has_default = matches!(field.default(), DefaultValue::Blob(_) | DefaultValue::Compiled(_));
        let kind = match ty {
            Type::Bool if !optional => {
                let at = field.place().bitmap.plus(Size::bytes(field.place().bit / 8));
                let bit = 1u8.wrapping_shl(field.place().bit % 8);
                if let Some(PartCopy { kind: CopyKind::Bits { at: last, mask }, .. }) = self.parts.last_mut()
                    && *last == at
                {
                    *mask |= bit;
                    return;
                }
                CopyKind::Bits { at, mask: bit }
            }
            Type::String | Type::Bytes if !has_default => CopyKind::Blob { slot, keeps_empty: optional },
            Type::List(list) => match list.0.ty {
                Type::Struct(id) if list.0.growable && !list.0.optional => {
                    CopyKind::List { slot, keeps_empty: optional, element: ElementCopy::Record(id) }
                }
                Type::String | Type::Bytes => {
                    let element = ElementCopy::Blob { keeps_empty: list.0.optional };
                    CopyKind::List { slot, keeps_empty: optional, element }
                }
                _ if !list.0.optional && schema.is_copied(&list.0.ty) => {
                    let element = ElementCopy::Bytes(list.0.size.fixed);
                    CopyKind::List { slot, keeps_empty: optional, element }
                }
                _ => CopyKind::Field,
            },
            _ => CopyKind::Field,
        };
        self.parts.push(PartCopy { field: index, kind });
    }
}

impl Schema {
    /// Whether each bit of a value has a meaning, and none is a pointer: its bytes are the same in every layout.
    ///
    /// This looks at no more parts than a single value has.
    pub(crate) fn is_copied(&self, ty: &Type) -> bool {
        match ty {
            Type::Scalar(_) | Type::Enum(_) | Type::Text(_) => true,
            Type::Array(array) => !array.optional() && self.is_copied(array.element()),
            Type::Struct(id) => {
                let structure = self.structure(*id);
                let mut fields = structure.fields().iter();
                structure.is_frozen()
                    && !structure.fields().is_empty()
                    && fields.all(|field| !field.optional() && self.is_copied(field.ty()))
            }
            _ => false,
        }
    }
}
