//! Schemas and values by chance: the grammar of the small types, but deeper and wider, with every scalar.
//!
//! Equal seeds give equal schemas and values, on every machine.

use crate::edit::Edit;
use crate::path::{Path, Step};
use crate::types::{Enum, Field, Item, Root, Scalar, Schema, Struct, Type, Union, Unit};
use crate::values::{Slot, Val};

/// A sequence of numbers by chance (splitmix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn word(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

const SCALARS: [Scalar; 32] = [
    Scalar::U8,
    Scalar::U16,
    Scalar::U32,
    Scalar::U64,
    Scalar::U128,
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::I128,
    Scalar::F32,
    Scalar::F64,
    Scalar::Char,
    Scalar::Uuid,
    Scalar::Ulid,
    Scalar::Ipv4,
    Scalar::Ipv6,
    Scalar::Date,
    Scalar::Time,
    Scalar::Timestamp(Unit::S),
    Scalar::Timestamp(Unit::Ms),
    Scalar::Timestamp(Unit::Us),
    Scalar::Timestamp(Unit::Ns),
    Scalar::Duration,
    Scalar::Decimal(0),
    Scalar::Decimal(2),
    Scalar::Decimal(18),
    Scalar::Decimal128(3),
    Scalar::Decimal128(38),
    Scalar::Geo4,
    Scalar::Geo8,
    Scalar::Geo16,
];

/// A schema by chance.
pub fn schema(random: &mut Random) -> Schema {
    let width = [1, 1, 1, 2, 4][random.below(5)];
    let mut schema = Schema { structs: Vec::new(), unions: Vec::new(), enums: Vec::new(), root: Root::Any, width };
    if random.one_in(40) {
        return schema;
    }
    for number in 0..random.below(3) {
        schema.enums.push(enumeration(random, number));
    }
    // A definition names only those before it, so that nothing holds itself.
    for number in 0..random.below(6) {
        if random.one_in(3) {
            let variants = (0..=random.below(5)).map(|number| {
                let payload = (!random.one_in(4)).then(|| item(random, &schema, 2));
                (format!("v{number}"), payload)
            });
            let variants = variants.collect();
            let open = random.one_in(3);
            schema.unions.push(Union { name: format!("U{number}"), open, variants });
        } else {
            let frozen = random.one_in(3);
            let structure = structure(random, &schema, format!("S{number}"), frozen);
            schema.structs.push(structure);
        }
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
    Enum { name: format!("E{number}"), open: random.one_in(3), repr, variants }
}

fn structure(random: &mut Random, schema: &Schema, name: String, frozen: bool) -> Struct {
    let count = if random.one_in(12) { 0 } else { 1 + random.below(7) };
    let mut fields = Vec::new();
    for number in 0..count {
        let item = item(random, schema, 3);
        let mut field = Field::new(&format!("f{number}"), item);
        if !field.item.optional && random.one_in(3) && has_default(&field.item.ty) {
            let default = value(random, schema, Slot::of(&field.item), 0);
            // A number without a variant has no literal.
            let has_literal = match (&field.item.ty, &default) {
                (Type::Enum(id), Val::Word(word)) => schema.enums[*id].name_of(*word).is_some(),
                _ => true,
            };
            field.default = Some(default).filter(|_| has_literal);
        }
        if !frozen && random.one_in(4) {
            field.since = 2 + random.below(2) as u16;
        }
        fields.push(field);
    }
    Struct { name, frozen, fields }
}

/// Whether a field of the type may declare a default; the text of the others would not give the same word back.
fn has_default(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::String | Type::Bytes | Type::Enum(_) => true,
        Type::Scalar(scalar) => !matches!(scalar, Scalar::F32 | Scalar::F64),
        _ => false,
    }
}

fn item(random: &mut Random, schema: &Schema, depth: usize) -> Item {
    Item { ty: ty(random, schema, depth), optional: random.one_in(4) }
}

fn ty(random: &mut Random, schema: &Schema, depth: usize) -> Type {
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
            let key = key_type(random, schema);
            Type::Map(Box::new(key), Box::new(item(random, schema, depth - 1)))
        }
        18 => Type::Set(Box::new(key_type(random, schema))),
        _ => Type::Tuple((0..=random.below(3)).map(|_| item(random, schema, depth - 1)).collect()),
    }
}

fn key_type(random: &mut Random, schema: &Schema) -> Type {
    match random.below(6) {
        0 => Type::Bool,
        1 | 2 => Type::String,
        3 => Type::Bytes,
        4 if !schema.enums.is_empty() => Type::Enum(random.below(schema.enums.len())),
        _ => loop {
            let scalar = SCALARS[random.below(SCALARS.len())];
            if scalar.is_key() {
                return Type::Scalar(scalar);
            }
        },
    }
}

/// A value of a root by chance.
pub fn root(random: &mut Random, schema: &Schema) -> Val {
    value(random, schema, Slot::of(&schema.root_item()), 0)
}

/// A value by chance; deeper ones are smaller.
pub fn value(random: &mut Random, schema: &Schema, slot: Slot<'_>, depth: usize) -> Val {
    if random.one_in(5) || depth > 8 {
        return schema.default_of(slot);
    }
    let ty = &slot.item.ty;
    let count = random.below([5, 4, 3, 2][depth.min(3)] + 1);
    match ty {
        Type::Bool => Val::Bool(random.one_in(2)),
        Type::Scalar(scalar) => Val::Word(word(random, *scalar)),
        Type::Enum(id) => {
            let definition = &schema.enums[*id];
            if definition.open && random.one_in(6) {
                return Val::Word(random.word() & definition.repr.mask());
            }
            Val::Word(definition.variants[random.below(definition.variants.len())].1.into())
        }
        Type::String => Val::text(&text(random, 20)),
        Type::Bytes => Val::Blob((0..random.below(20)).map(|_| random.next() as u8).collect()),
        Type::Text(len) => {
            let mut text = text(random, usize::from(*len));
            while text.len() > usize::from(*len) || text.ends_with('\0') {
                text.pop();
            }
            Val::text(&text)
        }
        Type::List(item) => Val::List((0..count).map(|_| value(random, schema, Slot::of(item), depth + 1)).collect()),
        Type::Array(item, len) => {
            Val::List((0..*len).map(|_| value(random, schema, Slot::of(item), depth + 1)).collect())
        }
        Type::Map(key, item) => {
            let keys = keys(random, schema, key, count);
            Val::Map(keys.into_iter().map(|key| (key, value(random, schema, Slot::of(item), depth + 1))).collect())
        }
        Type::Set(key) => Val::Set(keys(random, schema, key, count)),
        Type::Struct(_) | Type::Tuple(_) => {
            let parts = schema.parts(ty).unwrap_or_default();
            Val::Record(parts.into_iter().map(|part| value(random, schema, part, depth + 1)).collect())
        }
        Type::Union(_) | Type::Any => {
            let tag = random.below(schema.variants(ty).unwrap_or_default().len());
            let payload = match schema.payload(ty, tag) {
                Some(item) => value(random, schema, Slot::of(item), depth + 1),
                None => Val::Unit,
            };
            Val::Union(tag, Box::new(payload))
        }
    }
}

fn keys(random: &mut Random, schema: &Schema, ty: &Type, count: usize) -> Vec<Val> {
    // Now and then a map that is in blocks.
    let count = if random.one_in(200) { 300 + random.below(3000) } else { count };
    let item = Item::new(ty.clone());
    let mut keys: Vec<Val> = (0..count).map(|_| value(random, schema, Slot::of(&item), 0)).collect();
    keys.sort_by(|a, b| schema.compare_keys(ty, a, b));
    keys.dedup();
    keys
}

fn text(random: &mut Random, len: usize) -> String {
    const CHARS: [char; 12] = ['a', 'b', 'Z', '0', ' ', '"', '\\', '\0', 'é', '漢', '🦀', '\n'];
    (0..random.below(len)).map(|_| CHARS[random.below(CHARS.len())]).collect()
}

fn word(random: &mut Random, scalar: Scalar) -> u128 {
    let word = match random.below(4) {
        0 => random.below(3) as u128,
        1 => u128::MAX - random.below(3) as u128,
        2 => 1 << (8 * scalar.size() - 1),
        _ => random.word(),
    } & scalar.mask();
    let place = |scalar: Scalar, degree: i128, word: u128| {
        let latitude = scalar.signed(word & scalar.mask()) % (90 * degree + 1);
        let longitude = scalar.signed(word >> (8 * scalar.size()) & scalar.mask()) % (180 * degree + 1);
        scalar.word(latitude) | scalar.word(longitude) << (8 * scalar.size())
    };
    match scalar {
        Scalar::Char => {
            let number = (word % 0x11_0000) as u32;
            u32::from(char::from_u32(number).unwrap_or('x')).into()
        }
        Scalar::Time => word % 86_400_000_000_000,
        Scalar::Geo4 => place(Scalar::I16, 100, word),
        Scalar::Geo8 => place(Scalar::I32, 10_000_000, word),
        Scalar::Geo16 => place(Scalar::I64, 1_000_000_000, word),
        _ => word,
    }
}

/// An edit by chance of a value: those that take any type.
pub fn edit(random: &mut Random, schema: &Schema, root_item: &Item, val: &Val) -> Edit {
    let path = path(random, schema, root_item, val);
    let Some(slot) = schema.slot_at(root_item, &path).filter(|_| !path.is_empty()) else {
        return match (random.below(3), path.is_empty()) {
            (_, false) => Edit::Remove(path),
            (0, _) => Edit::Merge(root(random, schema)),
            _ => Edit::Apply(root(random, schema)),
        };
    };
    let is_part = matches!(path.last(), Some(Step::Index(_) | Step::Key(_)));
    match (random.below(8), &slot.item.ty) {
        (0, Type::List(_)) => Edit::MakeList(path),
        (1 | 2, Type::List(_)) => Edit::PushDefault(path),
        (3, Type::List(_)) => Edit::Truncate(path, random.below(3)),
        (4, Type::List(_)) => Edit::Swap(path, random.below(3), random.below(3)),
        (0..=3, Type::Map(key, _) | Type::Set(key)) => {
            let key = Item::new(*key.clone());
            let key = value(random, schema, Slot::of(&key), 5);
            Edit::AddKey(path, key)
        }
        (0, Type::Struct(_) | Type::Tuple(_)) => Edit::Make(path),
        (5, _) if is_part => Edit::Remove(path),
        (6, _) => Edit::Clear(path),
        (7, _) => Edit::CopyFrom(path.clone(), root(random, schema), path),
        _ => {
            let new = value(random, schema, slot, 2);
            Edit::SetSerde(path, new)
        }
    }
}

/// A way by chance, mostly along what is there.
fn path(random: &mut Random, schema: &Schema, root_item: &Item, val: &Val) -> Path {
    let mut path = Path::new();
    let (mut item, mut at) = (root_item.clone(), Some(val));
    loop {
        if (!path.is_empty() && random.one_in(3)) || path.len() > 6 {
            return path;
        }
        let brackets = path.iter().filter(|step| matches!(step, Step::Index(_) | Step::Key(_))).count();
        let step = match &item.ty {
            Type::Struct(_) | Type::Tuple(_) => {
                let count = schema.parts(&item.ty).unwrap_or_default().len();
                if count == 0 {
                    return path;
                }
                Step::Field(random.below(count))
            }
            Type::List(_) | Type::Array(..) | Type::Map(..) | Type::Set(_) if brackets > 3 => return path,
            Type::List(_) => match at {
                Some(Val::List(vals)) => Step::Index(random.below(vals.len() + 1)),
                _ => Step::Index(0),
            },
            Type::Array(_, len) => Step::Index(random.below(usize::from(*len) + 1)),
            Type::Map(key, _) | Type::Set(key) => {
                let known = match at {
                    Some(Val::Map(entries)) if !entries.is_empty() => {
                        Some(entries[random.below(entries.len())].0.clone())
                    }
                    Some(Val::Set(keys)) if !keys.is_empty() => Some(keys[random.below(keys.len())].clone()),
                    _ => None,
                };
                let of_key = Item::new(*key.clone());
                let key = known.filter(|_| !random.one_in(3));
                Step::Key(key.unwrap_or_else(|| value(random, schema, Slot::of(&of_key), 5)))
            }
            ty @ (Type::Union(_) | Type::Any) => {
                let variants = schema.variants(ty).unwrap_or_default();
                let current = match at {
                    Some(Val::Union(tag, _)) => Some(*tag),
                    _ => None,
                };
                let tag = current.filter(|_| !random.one_in(3)).unwrap_or_else(|| random.below(variants.len()));
                if variants[tag].1.is_none() {
                    return path;
                }
                Step::Variant(tag)
            }
            _ => return path,
        };
        at = match (&step, at) {
            (Step::Field(index), Some(Val::Record(vals))) => vals.get(*index),
            (Step::Index(index), Some(Val::List(vals))) => vals.get(*index),
            (Step::Key(key), Some(Val::Map(entries))) => {
                entries.iter().find(|(known, _)| known == key).map(|(_, val)| val)
            }
            (Step::Variant(tag), Some(Val::Union(current, payload))) if tag == current => Some(payload),
            _ => None,
        };
        path.push(step);
        match schema.slot_at(root_item, &path) {
            Some(slot) => item = slot.item.clone(),
            // An element of a set.
            None => return path,
        }
    }
}
