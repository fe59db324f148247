//! Tables that are computed once for a schema: the plan of a proof, the costs of values, and the
//! plan of copies.
//!
//! A proof looks only at some parts of the records of each struct. In most fields any bytes are a
//! value: a number, a bool. They need no look, and neither do structs, arrays and lists of such
//! fields alone.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::compiled::{
    CopyKind, CopyPlan, Costs, ElementCopy, Names, PartCopy, ProofPlan, RecordCopy, StructPlan, Zeros,
};
use super::model::Schema;
use super::resolve::default_parts;
use super::types::{CopyRange, DefaultValue, Enum, EnumId, Field, Item, Struct, StructId, Type};
use crate::layout::{Place, Size};
use crate::limits::Cost;

impl Schema {
    /// What a proof of a buffer looks at.
    pub(crate) fn proof(&self) -> &ProofPlan {
        self.0.computed.proof.get_or_init(|| Box::new(ProofPlan::new(self)))
    }
}

impl ProofPlan {
    fn new(schema: &Schema) -> Self {
        let mut are_plain = vec![None; schema.structs().len()];
        let structs = schema.structs().iter();
        Self(structs.map(|known| StructPlan::new(schema, known, &mut are_plain)).collect())
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

impl StructPlan {
    fn new(schema: &Schema, structure: &Struct, are_plain: &mut [Option<bool>]) -> Self {
        let fields = structure.order();
        let fields = fields.filter(|(_, field)| field.optional() || !is_plain(schema, field.ty(), are_plain));
        Self { zeros: zeros(schema, structure), fields: fields.map(|(index, _)| index).collect() }
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

// The costs of values for walks over whole values: the number of values, and the bytes of names and
// default texts.
//
// - of a record: itself and all inline values in it; objects behind pointers are not part of it
// - of a default: everything, since nothing of it is stored
//
// Both are sums over the schema, so a walk over a buffer need not visit values that are not stored,
// nor numbers one by one.

impl Schema {
    /// What values are to whom the limits bind.
    pub(crate) fn costs(&self) -> &Costs {
        self.0.computed.costs.get_or_init(|| Box::new(Costs::new(self)))
    }
}

impl Costs {
    fn new(schema: &Schema) -> Self {
        let structs = schema.structs().len();
        let count = structs.saturating_add(schema.unions().len());
        let longest = |known: &Enum| known.variants().map(|(name, _)| name.len()).max().unwrap_or(0);
        let names = Names(schema.enums().iter().map(longest).collect());
        let mut costs = Self { records: Vec::new(), defaults: vec![None; count], names };
        for index in 0..count {
            costs.add_defaults(schema, index);
        }
        let mut records = vec![None; structs];
        costs.records = (0..structs).map(|index| costs.names.record(schema, index, &mut records)).collect();
        costs
    }

    /// Of a record, with all that lies inline in it.
    pub(crate) fn record(&self, id: StructId) -> Cost {
        self.records.get(id.0.index()).copied().unwrap_or(Cost::ONE)
    }

    /// Of the struct in which every field has its default.
    pub(crate) fn default_struct(&self, id: StructId) -> Cost {
        self.of(id.0.index())
    }

    /// Of a stored value, with all that lies inline in it.
    pub(crate) fn stored(&self, schema: &Schema, item: &Item) -> Cost {
        match &item.ty {
            Type::Struct(id) if item.growable => self.record(*id),
            ty => self.names.inline(schema, ty, &mut |id| self.record(id)),
        }
    }

    /// Of the default of an element or a payload.
    pub(crate) fn default_item(&self, schema: &Schema, item: &Item) -> Cost {
        self.default_value(schema, &item.ty, item.optional, &item.default)
    }

    fn default_value(&self, schema: &Schema, ty: &Type, optional: bool, default: &DefaultValue) -> Cost {
        match ty {
            _ if optional => Cost::ONE,
            Type::Struct(_) | Type::Union(_) => schema.0.node_of(ty).map_or(Cost::ONE, |node| self.of(node)),
            Type::Array(array) => self.default_item(schema, &array.0).times(array.len()).and(Cost::ONE).level(),
            Type::Enum(id) => self.names.variant(*id),
            _ => match default {
                DefaultValue::Blob(blob) => Cost::text(blob.len()),
                _ => Cost::ONE,
            },
        }
    }

    fn of(&self, node: usize) -> Cost {
        self.defaults.get(node).copied().flatten().unwrap_or(Cost::ONE)
    }

    /// Finds the cost of a default after those of its parts. They can be in one another as deep as
    /// the schema has types, so this does not recurse.
    fn add_defaults(&mut self, schema: &Schema, node: usize) {
        let parts = |node| default_parts(schema.0.node(node), |ty| schema.0.node_of(ty));
        let mut open = vec![(node, parts(node))];
        while let Some((node, held)) = open.last_mut() {
            if let Some((part, _)) = held.pop() {
                let is_known = self.defaults.get(part).is_none_or(Option::is_some);
                // No default holds itself; were it so, this would end all the same.
                if !is_known && open.len() <= self.defaults.len() {
                    open.push((part, parts(part)));
                }
                continue;
            }
            let node = *node;
            let cost = self.default_of(schema, node);
            if let Some(known) = self.defaults.get_mut(node) {
                *known = Some(cost);
            }
            open.pop();
        }
    }

    /// Of a struct or union of whose parts all is known.
    fn default_of(&self, schema: &Schema, node: usize) -> Cost {
        if let Some(structure) = schema.structs().get(node) {
            let fields = structure.fields().iter().map(|field| {
                self.default_value(schema, field.ty(), field.optional(), field.default()).named(field.name())
            });
            return fields.fold(Cost::ONE, Cost::and).level();
        }
        let first =
            schema.unions().get(node.saturating_sub(schema.structs().len())).and_then(|union| union.variants().first());
        let Some(first) = first else { return Cost::ONE };
        match first.ty() {
            None => Cost::ONE.named(first.name()),
            Some(_) => self.default_item(schema, first.item()).and(Cost::ONE).named(first.name()).level(),
        }
    }
}

impl Names {
    /// Any of the variants.
    fn variant(&self, id: EnumId) -> Cost {
        Cost::text(self.0.get(id.0.index()).copied().unwrap_or(0))
    }

    /// Of a record. Frozen structs lie inline in one another, but not deep.
    fn record(&self, schema: &Schema, index: usize, known: &mut [Option<Cost>]) -> Cost {
        if let Some(cost) = known.get(index).copied().flatten() {
            return cost;
        }
        let Some(structure) = schema.structs().get(index) else { return Cost::ONE };
        let mut cost = Cost::ONE;
        for field in structure.fields() {
            let of_field = self.inline(schema, field.ty(), &mut |id| self.record(schema, id.0.index(), known));
            cost = cost.and(of_field.named(field.name()));
        }
        if let Some(known) = known.get_mut(index) {
            *known = Some(cost);
        }
        cost
    }

    /// Of a value of a type and all that lies inline in it.
    fn inline(&self, schema: &Schema, ty: &Type, frozen: &mut dyn FnMut(StructId) -> Cost) -> Cost {
        match ty {
            Type::Struct(id) if schema.structure(*id).is_frozen() => frozen(*id),
            Type::Array(array) => self.inline(schema, array.element(), frozen).times(array.len()).and(Cost::ONE),
            Type::Enum(id) => self.variant(*id),
            _ => Cost::ONE,
        }
    }
}

// The plan of copies: how the records of each struct are copied to another layout.
//
// ```text
// words of any kind, frozen structs and arrays of words | bitmap | pointers
// stretches, copied whole                               | masks  | parts, one by one
// ```

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
                _ => self.stretches.push(CopyRange { at: slot, len }),
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
