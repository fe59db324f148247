//! How the records of each struct are copied to another layout; computed once for a schema.
//!
//! ```text
//! words of any kind, frozen structs and arrays of words | bitmap | pointers
//! stretches, copied whole                               | masks  | parts, one by one
//! ```

use alloc::boxed::Box;

use super::computed::{CopyKind, CopyPlan, ElementCopy, PartCopy, RecordCopy};
use super::model::Schema;
use super::types::{DefaultValue, Field, Struct, StructId, Type, Words};
use crate::layout::Size;

impl CopyPlan {
    fn new(schema: &Schema) -> Self {
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
    /// How records are copied to another layout.
    pub(crate) fn copies(&self) -> &CopyPlan {
        self.0.computed.copies.get_or_init(|| Box::new(CopyPlan::new(self)))
    }

    /// Whether each bit of a value has a meaning, and none is a pointer: its bytes are the same in
    /// every layout.
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
