//! Schemas by chance.

use super::{Random, SCALARS, value};
use crate::rules::{Case, Rules, is_in_order};
use crate::types::{Enum, Field, Item, Root, Scalar, Schema, Struct, Type, Union};
use crate::values::{Slot, Val};

/// A schema by chance.
pub fn schema(random: &mut Random) -> Schema {
    let width = [1, 1, 1, 2, 4][random.below(5)];
    let mut schema = Schema::new(Root::Any, width);
    if random.one_in(40) {
        return schema;
    }
    for number in 0..random.below(3) {
        schema.enums.push(enumeration(random, number));
    }
    // A definition names only those before it, and itself where it may be absent, so that no
    // default holds itself.
    for number in 0..random.below(6) {
        if random.one_in(3) {
            let variants = (0..=random.below(5)).map(|number| {
                let payload = (!random.one_in(4)).then(|| item(random, &schema, 2));
                (format!("v{number}"), payload)
            });
            let variants: Vec<_> = variants.collect();
            let open = random.one_in(2);
            let added = added(random, open, variants.len());
            schema.unions.push(Union { name: format!("U{number}"), open, variants, added });
        } else {
            let frozen = random.one_in(3);
            let structure = structure(random, &schema, format!("S{number}"), frozen);
            schema.structs.push(structure);
        }
    }
    if random.one_in(6) {
        let value = item(random, &schema, 3);
        schema.root = match value.ty {
            Type::Any | Type::Struct(_) if !value.optional => schema.root,
            _ => Root::Value(value),
        };
        return schema;
    }
    let root = structure(random, &schema, "R".into(), false);
    schema.structs.push(root);
    schema.root = Root::Struct(schema.structs.len() - 1);
    schema
}

fn enumeration(random: &mut Random, number: usize) -> Enum {
    let repr = [Scalar::U8, Scalar::U16, Scalar::U32, Scalar::U64][random.below(4)];
    let mut variants: Vec<(String, u64)> = Vec::new();
    for number in 0..=random.below(5) {
        let word = (random.word() & repr.mask()) as u64;
        let word = if random.one_in(2) { word % 8 } else { word };
        if variants.iter().all(|(_, known)| *known != word) {
            variants.push((format!("e{number}"), word));
        }
    }
    let open = random.one_in(3);
    let added = added(random, open, variants.len());
    Enum { name: format!("E{number}"), open, repr, variants, added }
}

/// The struct that comes next, in what may be absent or empty.
fn item_of_itself(random: &mut Random, schema: &Schema) -> Item {
    let own = Type::Struct(schema.structs.len());
    match random.below(4) {
        0 => Item::new(Type::List(Box::new(Item::new(own)))),
        1 => Item::new(Type::List(Box::new(Item::optional(own)))),
        2 => Item::new(Type::Map(Box::new(key_type(random, schema, 2)), Box::new(Item::new(own)))),
        _ => Item::optional(own),
    }
}

/// How many of so many variants revision 2 added: of an open type none of the first.
fn added(random: &mut Random, open: bool, count: usize) -> usize {
    if open && random.one_in(2) { random.below(count) } else { 0 }
}

fn structure(random: &mut Random, schema: &Schema, name: String, frozen: bool) -> Struct {
    let count = if random.one_in(12) { 0 } else { 1 + random.below(7) };
    let mut fields = Vec::new();
    for number in 0..count {
        let item = if !frozen && random.one_in(20) { item_of_itself(random, schema) } else { item(random, schema, 3) };
        let mut field = Field::new(&format!("f{number}"), item);
        if !field.item.optional && random.one_in(3) && has_default(&field.item.ty) {
            let default = value(random, schema, Slot::of(&field.item), 0);
            // A number without a variant has no literal, and one that was added none in the
            // previous revision.
            let has_literal = match (&field.item.ty, &default) {
                (Type::Enum(id), Val::Word(word)) => schema.at(1).enums[*id].name_of(*word).is_some(),
                _ => true,
            };
            field.default = Some(default).filter(|_| has_literal);
        }
        if random.one_in(3) {
            field.rules = rules(random, schema, &field);
        }
        if !frozen && random.one_in(4) {
            field.since = 2 + random.below(2) as u16;
        }
        fields.push(field);
    }
    Struct { name, frozen, fields }
}

/// Rules for a field, which its default keeps.
fn rules(random: &mut Random, schema: &Schema, field: &Field) -> Rules {
    // Of a struct that is not yet in the schema there is no default.
    if !matches!(field.item.ty, Type::Scalar(_) | Type::String | Type::Text(_) | Type::Bytes) {
        return Rules::default();
    }
    let default = schema.present_default(Slot::field(field));
    match (&field.item.ty, &default) {
        (
            Type::Scalar(
                Scalar::Uuid | Scalar::Ulid | Scalar::Ipv4 | Scalar::Ipv6 | Scalar::Geo4 | Scalar::Geo8 | Scalar::Geo16,
            ),
            _,
        ) => Rules::default(),
        (Type::Scalar(scalar), Val::Word(default)) => {
            let mut ends = Vec::new();
            for _ in 0..2 {
                let end = value(random, schema, Slot::of(&Item::new(field.item.ty.clone())), 0);
                if let Val::Word(end) = end {
                    ends.push(end);
                }
            }
            let [a, b] = ends[..] else { return Rules::default() };
            let (mut low, mut high) = if is_in_order(*scalar, a, b) { (a, b) } else { (b, a) };
            if !field.item.optional && !is_in_order(*scalar, low, *default) {
                low = *default;
            }
            if !field.item.optional && !is_in_order(*scalar, *default, high) {
                high = *default;
            }
            // No end of a range is not a number.
            if !is_in_order(*scalar, low, high) {
                return Rules::default();
            }
            let has = random.below(3);
            Rules { low: Some(low).filter(|_| has != 0), high: Some(high).filter(|_| has != 1), ..Rules::default() }
        }
        (Type::String | Type::Text(_), Val::Blob(default)) => {
            let case = [None, Some(Case::Lower), Some(Case::Upper)][random.below(3)];
            let max = random.one_in(2).then(|| default.len() + random.below(12));
            let rules = Rules { max, case, ..Rules::default() };
            if rules.allow(&field.item.ty, &Val::Blob(default.clone())) { rules } else { Rules { case: None, ..rules } }
        }
        (Type::Bytes, Val::Blob(default)) => Rules { max: Some(default.len() + random.below(12)), ..Rules::default() },
        _ => Rules::default(),
    }
}

/// Whether a field of the type may declare a default; the text of the others would not give the
/// same word back.
pub(super) fn has_default(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::String | Type::Bytes | Type::Enum(_) => true,
        Type::Scalar(scalar) => !matches!(scalar, Scalar::F32 | Scalar::F64),
        _ => false,
    }
}

pub(super) fn item(random: &mut Random, schema: &Schema, depth: usize) -> Item {
    Item { ty: ty(random, schema, depth), optional: random.one_in(4) }
}

pub(super) fn ty(random: &mut Random, schema: &Schema, depth: usize) -> Type {
    let containers = if depth == 0 { 0 } else { 6 };
    match random.below(14 + containers) {
        0 => Type::Bool,
        1..=4 => Type::Scalar(SCALARS[random.below(SCALARS.len())]),
        5 | 6 => Type::String,
        7 => Type::Bytes,
        8 => Type::Text(1 + random.below(9) as u16),
        9 => Type::Any,
        10 if !schema.enums.is_empty() => Type::Enum(random.below(schema.enums.len())),
        11 if !schema.unions.is_empty() => Type::Union(random.below(schema.unions.len())),
        10..=13 if !schema.structs.is_empty() => Type::Struct(random.below(schema.structs.len())),
        10..=13 => Type::Scalar(Scalar::U8),
        14 | 15 => Type::List(Box::new(item(random, schema, depth - 1))),
        16 => Type::Array(Box::new(item(random, schema, depth - 1)), 1 + random.below(3) as u16),
        17 => {
            let key = key_type(random, schema, 2);
            Type::Map(Box::new(key), Box::new(item(random, schema, depth - 1)))
        }
        18 => Type::Set(Box::new(key_type(random, schema, 2))),
        _ => Type::Tuple((0..=random.below(3)).map(|_| item(random, schema, depth - 1)).collect()),
    }
}

/// A type of keys, with so many tuples in one another.
pub(super) fn key_type(random: &mut Random, schema: &Schema, depth: usize) -> Type {
    match random.below(9) {
        0 => Type::Bool,
        1 | 2 => Type::String,
        3 => Type::Bytes,
        4 if !schema.enums.is_empty() => Type::Enum(random.below(schema.enums.len())),
        5 => Type::Array(Box::new(Item::new(Type::Scalar(Scalar::U8))), [1, 2, 16][random.below(3)]),
        6 | 7 if depth > 0 => {
            Type::Tuple((0..=random.below(3)).map(|_| Item::new(key_type(random, schema, depth - 1))).collect())
        }
        _ => loop {
            let scalar = SCALARS[random.below(SCALARS.len())];
            if scalar.is_key() {
                return Type::Scalar(scalar);
            }
        },
    }
}
