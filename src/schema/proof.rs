//! What a proof has to look at in the records of each struct; computed once for a schema.
//!
//! Most fields hold a value whatever their bytes are: a number, a bool. They need no look, and
//! neither do structs, arrays and lists of nothing else.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::computed::{ProofPlan, StructPlan, Zeros};
use super::model::Schema;
use super::types::{Item, Struct, StructId, Type};
use crate::layout::{Place, Size};

impl Schema {
    /// What a proof of a buffer looks at.
    pub(crate) fn proof(&self) -> &ProofPlan {
        self.0.computed.proof.get_or_init(|| Box::new(ProofPlan::new(self)))
    }
}

impl ProofPlan {
    fn new(schema: &Schema) -> Self {
        let mut are_plain = vec![None; schema.structs().len()];
        let plan = |structure: &Struct| StructPlan {
            zeros: zeros(schema, structure),
            fields: structure
                .order()
                .filter(|(_, field)| field.optional() || !is_plain(schema, field.ty(), &mut are_plain))
                .map(|(index, _)| index)
                .collect(),
        };
        Self(schema.structs().iter().map(plan).collect())
    }

    pub(crate) fn of(&self, id: StructId) -> &StructPlan {
        static NONE: StructPlan = StructPlan { zeros: Vec::new(), fields: Vec::new() };
        self.0.get(id.0.index()).unwrap_or(&NONE)
    }

    /// Whether elements, payloads or parts of entries can be invalid.
    pub(crate) fn needs_look(&self, schema: &Schema, item: &Item) -> bool {
        item.optional
            || match &item.ty {
                Type::Scalar(scalar) => !scalar.is_total(),
                Type::Array(array) => self.needs_look(schema, &array.0),
                Type::Struct(id) if schema.structure(*id).is_frozen() => {
                    let StructPlan { zeros, fields } = self.of(*id);
                    !zeros.is_empty() || !fields.is_empty()
                }
                _ => true,
            }
    }
}

/// Whether a field of this type, never absent, is valid whatever its bytes; what is known of
/// structs is kept.
fn is_plain(schema: &Schema, ty: &Type, known: &mut [Option<bool>]) -> bool {
    match ty {
        // Its bit is one of the bitmap's that stand for something.
        Type::Bool => true,
        Type::Scalar(scalar) => scalar.is_total(),
        // An element that is a bool has a byte.
        Type::Array(array) => {
            !array.optional() && !matches!(*array.element(), Type::Bool) && is_plain(schema, array.element(), known)
        }
        Type::Struct(id) if schema.structure(*id).is_frozen() => {
            if let Some(Some(is_plain)) = known.get(id.0.index()) {
                return *is_plain;
            }
            let structure = schema.structure(*id);
            let mut fields = structure.fields().iter();
            let all = zeros(schema, structure).is_empty()
                && fields.all(|field| !field.optional() && is_plain(schema, field.ty(), known));
            if let Some(known) = known.get_mut(id.0.index()) {
                *known = Some(all);
            }
            all
        }
        _ => false,
    }
}

/// The bits of a struct's records that stand for nothing: behind the last of each bitmap, or all of
/// an empty record.
fn zeros(schema: &Schema, structure: &Struct) -> Vec<Zeros> {
    let mut zeros = Vec::new();
    if let Some(first) = structure.ends().first()
        && structure.order().next().is_none_or(|(_, field)| field.since() > 1)
    {
        zeros.push(Zeros { at: Size::ZERO, bits: 0xFF, end: *first });
    }
    let mut region = Place::default();
    let mut close = |region: &Place| {
        if !region.bit.is_multiple_of(8) {
            let at = region.bitmap.plus(Size::bytes(region.bit / 8));
            zeros.push(Zeros { at, bits: 0xFFu8.wrapping_shl(region.bit % 8), end: region.end });
        }
    };
    for (_, field) in structure.order() {
        if field.place().end != region.end {
            close(&region);
            region = Place { bit: 0, ..*field.place() };
        }
        region.bit = region.bit.saturating_add(bits(schema, field.ty(), field.optional(), false));
    }
    close(&region);
    zeros
}

/// Bits of a bitmap that a value of this type has.
pub(crate) fn bits(schema: &Schema, ty: &Type, optional: bool, is_inline: bool) -> u32 {
    let has_presence = optional && (is_inline || !schema.is_nullable(ty));
    u32::from(has_presence).saturating_add(u32::from(matches!(ty, Type::Bool)))
}
