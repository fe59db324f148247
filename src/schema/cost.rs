//! What values are to those who visit them whole: how many values, how many bytes of names and
//! default texts.
//!
//! - of a record: itself and all that lies inline in it; what is behind pointers is not part of it
//! - of a default: everything, since nothing of it is stored
//!
//! Both are sums over the schema, so a walk over a buffer need not visit what is not stored, nor
//! numbers one by one.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::computed::{Costs, Names};
use super::model::Schema;
use super::types::{DefaultValue, Enum, EnumId, Item, StructId, Type, UnionId};
use crate::limits::Cost;

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
        let mut costs = Self { records: Vec::new(), defaults: vec![None; count], structs, names };
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
            Type::Struct(id) => self.of(id.0.index()),
            Type::Union(id) => self.of(self.structs.saturating_add(id.0.index())),
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
        let mut open = vec![(node, parts(schema, self.structs, node))];
        while let Some((node, parts)) = open.last_mut() {
            if let Some(part) = parts.pop() {
                let is_known = self.defaults.get(part).is_none_or(Option::is_some);
                // No default holds itself; were it so, this would end all the same.
                if !is_known && open.len() <= self.defaults.len() {
                    open.push((part, self::parts(schema, self.structs, part)));
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
        let first = schema.unions().get(node.saturating_sub(self.structs)).and_then(|union| union.variants().first());
        let Some(first) = first else { return Cost::ONE };
        match first.ty() {
            None => Cost::ONE.named(first.name()),
            Some(_) => self.default_item(schema, first.item()).and(Cost::ONE).named(first.name()).level(),
        }
    }
}

/// The structs and unions that a default holds.
fn parts(schema: &Schema, structs: usize, node: usize) -> Vec<usize> {
    let part = |ty: &Type, optional: bool| match element(ty, optional)? {
        Type::Struct(StructId(id)) => Some(id.index()),
        Type::Union(UnionId(id)) => Some(structs.saturating_add(id.index())),
        _ => None,
    };
    if let Some(structure) = schema.structs().get(node) {
        return structure.fields().iter().filter_map(|field| part(field.ty(), field.optional())).collect();
    }
    let union = schema.unions().get(node.saturating_sub(structs));
    let first = union.and_then(|union| union.variants().first());
    first.and_then(|variant| part(variant.ty()?, variant.optional())).into_iter().collect()
}

/// What arrays of arrays hold in the end, if it is there.
fn element(ty: &Type, optional: bool) -> Option<&Type> {
    match ty {
        _ if optional => None,
        Type::Array(array) => element(array.element(), array.optional()),
        _ => Some(ty),
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
