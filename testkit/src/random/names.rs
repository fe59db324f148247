//! Names that are given up and taken by chance.
//!
//! A name is not stored, so these mutations change no byte of what is there. Who a field or variant
//! is, is kept beside the names: a reader of the other revision has to see it as the same one,
//! unless the two are said to be incompatible.

use vellum::schema::Level;

use super::{Mutation, Random, schemas};
use crate::revisions::Kind;
use crate::types::{Field, Schema};

/// A field or variant by chance: of which definition it is, and its index in it.
pub(super) fn draw(random: &mut Random, schema: &Schema) -> Option<(Kind, usize, usize)> {
    let kind = [Kind::Struct, Kind::Struct, Kind::Union, Kind::Enum][random.below(4)];
    let counts: Vec<usize> = match kind {
        Kind::Struct => schema.structs.iter().map(|structure| structure.fields.len()).collect(),
        Kind::Union => schema.unions.iter().map(|union| union.variants.len()).collect(),
        Kind::Enum => schema.enums.iter().map(|definition| definition.variants.len()).collect(),
    };
    let id = random.below(counts.len().max(1));
    let count = *counts.get(id)?;
    (count > 0).then(|| (kind, id, random.below(count)))
}

fn name_mut(schema: &mut Schema, kind: Kind, id: usize, at: usize) -> &mut String {
    match kind {
        Kind::Struct => &mut schema.structs[id].fields[at].name,
        Kind::Union => &mut schema.unions[id].variants[at].0,
        Kind::Enum => &mut schema.enums[id].variants[at].0,
    }
}

/// The name of a field or variant.
pub(super) fn name(schema: &Schema, kind: Kind, id: usize, at: usize) -> &str {
    names(schema, kind, id)[at]
}

fn names(schema: &Schema, kind: Kind, id: usize) -> Vec<&str> {
    match kind {
        Kind::Struct => schema.structs[id].fields.iter().map(|field| &*field.name).collect(),
        Kind::Union => schema.unions[id].variants.iter().map(|(name, _)| &**name).collect(),
        Kind::Enum => schema.enums[id].variants.iter().map(|(name, _)| &**name).collect(),
    }
}

/// Gives a field or variant another name. It stays who it is.
pub(super) fn call(schema: &mut Schema, kind: Kind, id: usize, at: usize, new: String) {
    let old = name(schema, kind, id, at).to_owned();
    let identity = schema.identity(kind, id, &old).to_owned();
    schema.identities.remove(&(kind, id, old));
    schema.identities.insert((kind, id, new.clone()), identity);
    *name_mut(schema, kind, id, at) = new;
}

/// The mistakes that look as if names were given up. With other changes beside them, bytes do not
/// tell them from that: so each is the only one.
pub const MISTAKES: [&str; 2] = ["swap names", "a new field in the place of another"];

/// Changes names, and adds what takes one.
pub(super) fn mutate(random: &mut Random, schema: &mut Schema, old: &Schema) -> Option<Mutation> {
    let (kind, id, at) = draw(random, schema)?;
    match random.below(8) {
        0..=3 => reuse(random, schema, old, (kind, id, at)),
        4 => take(random, schema, old, (kind, id, at)),
        _ if schema != old => None,
        5 => swap(random, schema, (kind, id, at)),
        _ => displace(random, schema, (kind, id, at)),
    }
}

/// What has a name gives it up as `unused_...`, and a new one behind all others takes it.
fn reuse(
    random: &mut Random,
    schema: &mut Schema,
    old: &Schema,
    (kind, id, at): (Kind, usize, usize),
) -> Option<Mutation> {
    let number = random.below(100_000);
    let given_up = name(schema, kind, id, at).to_owned();
    let prefix = ["unused_", "Unused", "_unused"][random.below(3)];
    call(schema, kind, id, at, format!("{prefix}{given_up}_{number}"));
    let item = schemas::item(random, schema, 2);
    let level = match kind {
        Kind::Struct => {
            // As a rule the type that it had, which says nothing.
            let structure = &mut schema.structs[id];
            let item = if random.one_in(2) { item } else { structure.fields[at].item.clone() };
            let known = old.structs.get(id).map_or(&[][..], |old| &old.fields);
            let newest = structure.fields.iter().chain(known).map(|field| field.since).max().unwrap_or(1);
            let since = if structure.frozen { 1 } else { newest + 1 };
            structure.fields.push(Field::new(&given_up, item).since(since));
            if structure.frozen { Level::Incompatible } else { Level::OldReadersKeepWorking }
        }
        Kind::Union => {
            let payload = (!random.one_in(4)).then_some(item);
            let union = &mut schema.unions[id];
            let is_last = old.unions.get(id).is_some_and(|old| union.variants.len() >= old.variants.len());
            union.variants.push((given_up.clone(), payload));
            if is_last { Level::OldReadersRefuse } else { Level::Incompatible }
        }
        Kind::Enum => {
            let definition = &mut schema.enums[id];
            let known = old.enums.get(id).map_or(&[][..], |old| &old.variants);
            let most = definition.variants.iter().chain(known).map(|(_, number)| *number).max().unwrap_or(0);
            let number = most.checked_add(1).filter(|number| u128::from(*number) <= definition.repr.mask())?;
            definition.variants.push((given_up.clone(), number));
            Level::OldReadersRefuse
        }
    };
    schema.identities.insert((kind, id, given_up), format!("new{number}"));
    Some(("reuse a name", level))
}

/// What has a name takes one that another had in the older revision. It may look as if it was the
/// other one.
fn take(
    random: &mut Random,
    schema: &mut Schema,
    old: &Schema,
    (kind, id, at): (Kind, usize, usize),
) -> Option<Mutation> {
    let is_known = match kind {
        Kind::Struct => id < old.structs.len(),
        Kind::Union => id < old.unions.len(),
        Kind::Enum => id < old.enums.len(),
    };
    let had = if is_known { names(old, kind, id) } else { Vec::new() };
    let here = names(schema, kind, id);
    let free: Vec<String> = had.into_iter().filter(|name| !here.contains(name)).map(str::to_owned).collect();
    let taken = free.get(random.below(free.len().max(1)))?.clone();
    call(schema, kind, id, at, taken);
    Some(("take a name", Level::Incompatible))
}

/// Two or three change their names with each other, and are meant to be who they are called.
fn swap(random: &mut Random, schema: &mut Schema, (kind, id, at): (Kind, usize, usize)) -> Option<Mutation> {
    let count = names(schema, kind, id).len();
    let mut cycle = vec![at, (at + 1) % count];
    if count > 2 && random.one_in(2) {
        cycle.push((at + 2) % count);
    }
    if count < 2 {
        return None;
    }
    let last = name(schema, kind, id, cycle[cycle.len() - 1]).to_owned();
    cycle.iter().fold(last, |taken, at| std::mem::replace(name_mut(schema, kind, id, *at), taken));
    Some((MISTAKES[0], Level::Incompatible))
}

/// A new field comes where one lay, which is moved to a revision of its own: the mistake that looks
/// as if the one was renamed and the other was new.
fn displace(random: &mut Random, schema: &mut Schema, (kind, id, at): (Kind, usize, usize)) -> Option<Mutation> {
    let Kind::Struct = kind else { return None };
    let structure = &mut schema.structs[id];
    if structure.frozen {
        return None;
    }
    let newest = structure.fields.iter().map(|field| field.since).max().unwrap_or(1);
    let moved = structure.fields[at].clone();
    let mut new = moved.clone();
    new.name = format!("n{}", random.below(100_000));
    structure.fields[at] = new;
    structure.fields.push(moved.since(newest + 1));
    Some((MISTAKES[1], Level::Incompatible))
}
