//! Which types hold themselves, and where a `Box` breaks the circle.
//!
//! A Rust struct has its fields inside it, so a type cannot hold itself but through something on
//! the heap. Lists and maps are; the rest is boxed, in two steps: first what a union's variant
//! holds, where that can hold the union again; then what is optional in a struct, where a circle is
//! left. Nothing is left then: a circle of fields that are always there would have no finite
//! default, and so is refused as a schema.

use std::collections::{BTreeMap, BTreeSet};

use vellum::Schema;
use vellum::schema::Type;

/// What types hold, and what is reached from there.
pub struct Recursion<'s> {
    /// What a type can hold, directly or not.
    reached: BTreeMap<&'s str, BTreeSet<&'s str>>,
    /// As `reached`, once the payloads of unions are boxed that need be.
    reached_after_unions: BTreeMap<&'s str, BTreeSet<&'s str>>,
    unions: BTreeSet<&'s str>,
}

/// A type that is held, and whether it may be absent.
type Held<'s> = (&'s str, bool);

impl<'s> Recursion<'s> {
    /// Follows what the schema's types hold.
    pub fn of(schema: &'s Schema) -> Self {
        let mut holds: BTreeMap<&str, Vec<Held<'s>>> = BTreeMap::new();
        for structure in schema.structs().iter().filter(|structure| !structure.is_tuple()) {
            let mut held = Vec::new();
            structure.fields().iter().for_each(|field| hold(schema, field.ty(), field.optional(), &mut held));
            holds.insert(structure.name(), held);
        }
        let unions = schema.unions().iter().filter(|union| !union.is_any());
        for union in unions.clone() {
            let mut held = Vec::new();
            let payloads = union.variants().iter().filter_map(|variant| Some((variant.ty()?, variant.optional())));
            payloads.for_each(|(ty, optional)| hold(schema, ty, optional, &mut held));
            holds.insert(union.name(), held);
        }
        let unions: BTreeSet<&str> = unions.map(vellum::schema::Union::name).collect();
        let reached = reach(&holds);
        for (owner, held) in holds.iter_mut().filter(|(owner, _)| unions.contains(*owner)) {
            held.retain(|(target, _)| !reached[target].contains(owner));
        }
        let reached_after_unions = reach(&holds);
        Self { reached, reached_after_unions, unions }
    }

    /// Whether `owner` holds a `target` in a box.
    pub fn is_boxed(&self, owner: &str, target: &str, optional: bool) -> bool {
        if self.unions.contains(owner) {
            return self.reached[target].contains(owner);
        }
        optional && self.reached_after_unions[target].contains(owner)
    }
}

/// Adds the structs and unions that a value of the type has inside it.
fn hold<'s>(schema: &'s Schema, ty: &Type, optional: bool, held: &mut Vec<Held<'s>>) {
    match ty {
        Type::Struct(id) => match schema.get_struct(*id) {
            Some(tuple) if tuple.is_tuple() => {
                tuple.fields().iter().for_each(|part| hold(schema, part.ty(), optional || part.optional(), held));
            }
            structure => held.extend(structure.map(|structure| (structure.name(), optional))),
        },
        Type::Union(id) => {
            let union = schema.get_union(*id).filter(|union| !union.is_any());
            held.extend(union.map(|union| (union.name(), optional)));
        }
        Type::Array(array) => hold(schema, array.element(), optional || array.optional(), held),
        _ => {}
    }
}

fn reach<'s>(holds: &BTreeMap<&'s str, Vec<Held<'s>>>) -> BTreeMap<&'s str, BTreeSet<&'s str>> {
    let from = |start: &'s str| {
        let mut reached = BTreeSet::new();
        let mut open = vec![start];
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(holds[next].iter().map(|(target, _)| *target));
            }
        }
        reached
    };
    holds.keys().map(|start| (*start, from(start))).collect()
}
