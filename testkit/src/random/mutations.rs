//! Revisions of a schema by chance.
//!
//! A mutation tells the worst that it may be called, so that a verdict which is too strict is found
//! as well. What is renamed keeps the part of its name before `_`, by which it is known again,
//! unless the schema says who it is.

use vellum::schema::Level;

use super::{Random, names, schemas, value};
use crate::revisions::Kind;
use crate::rules::Rules;
use crate::types::{Enum, Field, Item, Root, Scalar, Schema, Struct, Type, Union};
use crate::values::Slot;

/// What a mutation is called, and the worst level that its verdict may have.
pub type Mutation = (&'static str, Level);

/// Changes a schema that was made of an older one; none if the change that was drawn has nothing to
/// change.
pub fn mutate(random: &mut Random, schema: &mut Schema, old: &Schema) -> Option<Mutation> {
    match random.below(20) {
        0 => add_field(random, schema, old),
        1 | 5 => revisions(random, schema),
        2..=4 => of_fields(random, schema),
        6..=8 => types(random, schema),
        9 | 10 => enums(random, schema, old),
        11 | 12 => unions(random, schema, old),
        13 => rename(random, schema),
        16..=19 => names::mutate(random, schema, old),
        _ => whole(random, schema),
    }
}

fn drawn<'t, T>(random: &mut Random, all: &'t mut [T]) -> Option<&'t mut T> {
    let count = all.len();
    all.get_mut(random.below(count))
}

fn add_field(random: &mut Random, schema: &mut Schema, old: &Schema) -> Option<Mutation> {
    let known = schema.clone();
    let index = random.below(schema.structs.len().max(1));
    let structure = schema.structs.get_mut(index)?;
    let item = schemas::item(random, &known, 2);
    let mut field = Field::new(&format!("n{}", random.below(1000)), item);
    let newest = newest_of_old(&known, index, old.structs.get(index));
    if !structure.frozen {
        field.since = 1 + random.below(usize::from(newest) + 2) as u16;
    }
    let is_behind = !structure.frozen && field.since > newest;
    let at = random.below(structure.fields.len() + 1);
    structure.fields.insert(at, field);
    Some(("add a field", if is_behind { Level::OldReadersKeepWorking } else { Level::Incompatible }))
}

/// The newest revision of the fields that were there before.
fn newest_of_old(schema: &Schema, index: usize, old: Option<&Struct>) -> u16 {
    let who = |name: &str| schema.identity(Kind::Struct, index, name).to_owned();
    let is_old =
        |field: &&Field| old.is_none_or(|old| old.fields.iter().any(|known| who(&known.name) == who(&field.name)));
    schema.structs[index].fields.iter().filter(is_old).map(|field| field.since).max().unwrap_or(1)
}

fn of_fields(random: &mut Random, schema: &mut Schema) -> Option<Mutation> {
    let known = schema.clone();
    let structure = drawn(random, &mut schema.structs)?;
    let at = random.below(structure.fields.len().max(1));
    let kind = random.below(6);
    if kind == 0 {
        structure.frozen = !structure.frozen;
        return Some(("freeze or not", Level::Incompatible));
    }
    structure.fields.get(at)?;
    Some(match kind {
        1 => {
            structure.fields.remove(at);
            ("remove a field", Level::Incompatible)
        }
        2 => {
            let other = (at + 1) % structure.fields.len();
            let is_apart = structure.fields[at].since != structure.fields[other].since && other == at + 1;
            structure.fields.swap(at, other);
            ("swap fields", if is_apart { Level::Same } else { Level::Incompatible })
        }
        3 => {
            structure.fields[at].since = 1 + random.below(4) as u16;
            ("another revision of a field", Level::Incompatible)
        }
        4 => {
            structure.fields[at].rules = Rules::default();
            ("no rules", Level::Same)
        }
        _ => {
            let field = &mut structure.fields[at];
            let has_default = !field.item.optional && schemas::has_default(&field.item.ty) && !random.one_in(3);
            field.default = has_default.then(|| value(random, &known, Slot::of(&field.item), 0));
            ("another default", Level::Incompatible)
        }
    })
}

/// Moves whole revisions of a struct: a gap before them, two of them as one, one as two.
fn revisions(random: &mut Random, schema: &mut Schema) -> Option<Mutation> {
    let structure = drawn(random, &mut schema.structs)?;
    let from = 2 + random.below(3) as u16;
    let later = |field: &&mut Field| field.since >= from;
    Some(match random.below(5) {
        // The fields of the first of the two have another number, and may lie where they lay: those
        // of the second do not.
        3 | 4 => {
            structure.fields.iter_mut().filter(|field| field.since == 2).for_each(|field| field.since = 3);
            ("a revision as the next", Level::Incompatible)
        }
        0 => {
            structure.fields.iter_mut().filter(later).for_each(|field| field.since += 3);
            ("a gap before revisions", Level::Same)
        }
        1 => {
            structure.fields.iter_mut().filter(later).for_each(|field| field.since -= 1);
            ("two revisions as one", Level::Incompatible)
        }
        _ => {
            let at = random.below(structure.fields.len().max(1));
            structure.fields.iter_mut().filter(later).for_each(|field| field.since += 1);
            structure.fields.iter_mut().skip(at).filter(|field| field.since == from - 1).for_each(|field| {
                field.since += 1;
            });
            ("one revision as two", Level::Incompatible)
        }
    })
}

fn types(random: &mut Random, schema: &mut Schema) -> Option<Mutation> {
    let before = schema.clone();
    let mut count = 0;
    items(schema, &mut |_| count += 1);
    let (drawn, mut at, mut mutation) = (random.below(count.max(1)), 0, None);
    items(schema, &mut |item| {
        if at == drawn {
            mutation = Some(of_item(random, &before, item));
        }
        at += 1;
    });
    let (name, mut level) = mutation?;
    // The default of a type is none of another, and neither are its rules.
    for (structure, before) in schema.structs.iter_mut().zip(&before.structs) {
        for (field, before) in structure.fields.iter_mut().zip(&before.fields) {
            if field.item != before.item {
                if field.default.take().is_some() {
                    level = Level::Incompatible;
                }
                field.rules = Rules::default();
            }
        }
    }
    Some((name, level))
}

/// Every item of a schema, those within others behind them. Keys are none.
fn items(schema: &mut Schema, visit: &mut impl FnMut(&mut Item)) {
    fn within(item: &mut Item, visit: &mut impl FnMut(&mut Item)) {
        visit(item);
        match &mut item.ty {
            Type::List(item) | Type::Array(item, _) | Type::Map(_, item) => within(item, visit),
            Type::Tuple(parts) => parts.iter_mut().for_each(|part| within(part, visit)),
            _ => {}
        }
    }
    schema.structs.iter_mut().flat_map(|structure| &mut structure.fields).for_each(|field| {
        within(&mut field.item, visit);
    });
    let payloads = schema.unions.iter_mut().flat_map(|union| &mut union.variants);
    payloads.filter_map(|(_, payload)| payload.as_mut()).for_each(|item| within(item, visit));
    if let Root::Value(item) = &mut schema.root {
        within(item, visit);
    }
}

fn of_item(random: &mut Random, schema: &Schema, item: &mut Item) -> Mutation {
    match random.below(4) {
        0 => {
            item.optional = !item.optional;
            ("optional or not", Level::Incompatible)
        }
        1 => {
            item.ty = schemas::ty(random, schema, 2);
            ("another type", Level::Incompatible)
        }
        _ => near(random, schema, item),
    }
}

/// A type that is much like the one that was there.
fn near(random: &mut Random, schema: &Schema, item: &mut Item) -> Mutation {
    let of_u8 = Item::new(Type::Scalar(Scalar::U8));
    let list = |ty: &mut Type| std::mem::replace(ty, Type::Bool);
    let of_key = |random: &mut Random| Box::new(schemas::key_type(random, schema, 2));
    match &mut item.ty {
        Type::String => {
            item.ty = Type::Bytes;
            ("text as bytes", Level::OldReadersRefuse)
        }
        Type::Bytes if random.one_in(2) => {
            item.ty = Type::String;
            ("bytes as text", Level::NewReadersRefuse)
        }
        Type::Bytes => {
            item.ty = Type::List(Box::new(of_u8));
            ("bytes as a list", Level::Same)
        }
        Type::List(element) if **element == of_u8 => {
            item.ty = Type::Bytes;
            ("a list as bytes", Level::Same)
        }
        Type::Text(len) => {
            *len += 1;
            ("another length of text", Level::Incompatible)
        }
        Type::Array(_, len) => {
            *len += 1;
            ("another length of an array", Level::Incompatible)
        }
        Type::Map(key, _) if random.one_in(2) => {
            *key = of_key(random);
            ("other keys", Level::Incompatible)
        }
        Type::Set(key) => {
            *key = of_key(random);
            ("other keys", Level::Incompatible)
        }
        Type::Tuple(parts) => {
            parts.push(of_u8);
            ("another part of a tuple", Level::Incompatible)
        }
        Type::Struct(id) if random.one_in(2) => {
            *id = random.below(schema.structs.len());
            ("another struct", Level::Incompatible)
        }
        ty @ Type::Scalar(_) => {
            *ty = Type::Scalar(super::SCALARS[random.below(super::SCALARS.len())]);
            ("another scalar", Level::Incompatible)
        }
        ty => {
            let inner = list(ty);
            *ty = Type::List(Box::new(Item::new(inner)));
            ("a list of it", Level::Incompatible)
        }
    }
}

fn enums(random: &mut Random, schema: &mut Schema, old: &Schema) -> Option<Mutation> {
    let index = random.below(schema.enums.len().max(1));
    let definition: &mut Enum = schema.enums.get_mut(index)?;
    let count = definition.variants.len();
    let number = (random.word() & definition.repr.mask()) as u64 % 64;
    let is_new = |known: &[(String, u64)]| known.iter().all(|(_, known)| *known != number);
    Some(match random.below(6) {
        0 if is_new(&definition.variants) => {
            let at = random.below(count + 1);
            definition.variants.insert(at, (format!("n{number}"), number));
            let was_known = old.enums.get(index).is_none_or(|old| !is_new(&old.variants));
            let is_added = at > 0 && !was_known;
            ("add to an enum", if is_added { Level::OldReadersRefuse } else { Level::Incompatible })
        }
        1 if count > 1 => {
            let at = random.below(count);
            definition.variants.remove(at);
            ("remove from an enum", if at > 0 { Level::NewReadersRefuse } else { Level::Incompatible })
        }
        2 => {
            let (at, other) = (random.below(count), random.below(count));
            definition.variants.swap(at, other);
            let is_first = (at == 0 || other == 0) && at != other;
            ("other order in an enum", if is_first { Level::Incompatible } else { Level::Same })
        }
        3 if is_new(&definition.variants) => {
            definition.variants[random.below(count)].1 = number;
            ("another number", Level::Incompatible)
        }
        4 => {
            definition.repr = [Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64][random.below(4)];
            ("another integer of an enum", Level::Incompatible)
        }
        _ => {
            definition.open = !definition.open;
            ("open an enum or not", if definition.open { Level::OldReadersRefuse } else { Level::NewReadersRefuse })
        }
    })
}

fn unions(random: &mut Random, schema: &mut Schema, old: &Schema) -> Option<Mutation> {
    let payload = (!random.one_in(4)).then(|| schemas::item(random, schema, 2));
    let index = random.below(schema.unions.len().max(1));
    let union: &mut Union = schema.unions.get_mut(index)?;
    let count = union.variants.len();
    Some(match random.below(5) {
        0 => {
            let at = if random.one_in(2) { count } else { random.below(count) };
            union.variants.insert(at, (format!("n{}", random.below(1000)), payload));
            // In the place of one that is gone it may hold something else.
            let is_last = at == count && old.unions.get(index).is_some_and(|old| count >= old.variants.len());
            ("add to a union", if is_last { Level::OldReadersRefuse } else { Level::Incompatible })
        }
        1 if count > 1 => {
            let at = random.below(count);
            union.variants.remove(at);
            ("remove from a union", if at + 1 == count { Level::NewReadersRefuse } else { Level::Incompatible })
        }
        2 => {
            union.variants.swap(random.below(count), 0);
            ("other order in a union", Level::Incompatible)
        }
        3 => {
            union.variants[random.below(count)].1 = payload;
            ("another payload", Level::Incompatible)
        }
        _ => {
            union.open = !union.open;
            ("open a union or not", if union.open { Level::OldReadersRefuse } else { Level::NewReadersRefuse })
        }
    })
}

fn rename(random: &mut Random, schema: &mut Schema) -> Option<Mutation> {
    let definition = match random.below(6) {
        0 => &mut drawn(random, &mut schema.structs)?.name,
        1 => &mut drawn(random, &mut schema.enums)?.name,
        2 => &mut drawn(random, &mut schema.unions)?.name,
        _ => {
            let (kind, id, at) = names::draw(random, schema)?;
            let name = format!("{}_r", names::name(schema, kind, id, at));
            names::call(schema, kind, id, at, name);
            return Some(("rename", Level::Same));
        }
    };
    definition.push_str("_r");
    Some(("rename", Level::Same))
}

fn whole(random: &mut Random, schema: &mut Schema) -> Option<Mutation> {
    Some(match random.below(4) {
        0 => {
            schema.width = [1, 2, 4][random.below(3)];
            ("another width", Level::OldReadersKeepWorking)
        }
        1 => {
            let field = Field::new("n0", Item::new(Type::String));
            schema.structs.push(Struct { name: "Unused".into(), frozen: false, fields: vec![field] });
            ("a definition that nothing names", Level::Same)
        }
        2 => {
            // The record of a root that is no struct is that of a struct with this one field.
            let item = match &schema.root {
                Root::Struct(_) => return None,
                Root::Any => Item::new(Type::Any),
                Root::Value(item) => item.clone(),
            };
            let fields = vec![Field::new("value", item), Field::new("more", Item::new(Type::String)).since(2)];
            schema.structs.push(Struct { name: "Whole".into(), frozen: false, fields });
            schema.root = Root::Struct(schema.structs.len() - 1);
            ("a struct around the root", Level::OldReadersKeepWorking)
        }
        _ => {
            schema.structs.first()?;
            schema.root = Root::Struct(random.below(schema.structs.len()));
            ("another root", Level::Incompatible)
        }
    })
}
