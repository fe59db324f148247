//! Values by chance.

use super::Random;
use crate::rules::Rules;
use crate::types::{Item, Scalar, Schema, Type};
use crate::values::{Slot, Val};

/// A value of a root by chance.
pub fn root(random: &mut Random, schema: &Schema) -> Val {
    value(random, schema, Slot::of(&schema.root_item()), 0)
}

/// The most values that one holds. Types that hold themselves in several fields would have
/// millions.
const MOST: usize = 10_000;

/// A value by chance; deeper ones are smaller.
pub fn value(random: &mut Random, schema: &Schema, slot: Slot<'_>, depth: usize) -> Val {
    within(random, schema, slot, depth, &mut { MOST })
}

/// The same of what is left of the most values.
fn within(random: &mut Random, schema: &Schema, slot: Slot<'_>, depth: usize, left: &mut usize) -> Val {
    *left = left.saturating_sub(1);
    if random.one_in(5) || depth > 8 || *left == 0 {
        return schema.default_of(slot);
    }
    if let Some(rules) = slot.rules.filter(|rules| **rules != Rules::default() && !random.is_wild) {
        return ruled(random, schema, slot, rules);
    }
    let ty = &slot.item.ty;
    let count = random.below([5, 4, 3, 2, 1][depth.min(4)] + 1);
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
        Type::Bytes => Val::Blob((0..random.below(20)).map(|_| random.byte()).collect()),
        Type::Text(len) => {
            let mut text = text(random, usize::from(*len));
            while text.len() > usize::from(*len) || text.ends_with('\0') {
                text.pop();
            }
            Val::text(&text)
        }
        Type::List(item) => {
            Val::List((0..count).map(|_| within(random, schema, Slot::of(item), depth + 1, left)).collect())
        }
        Type::Array(item, len) => {
            Val::List((0..*len).map(|_| within(random, schema, Slot::of(item), depth + 1, left)).collect())
        }
        Type::Map(key, item) => {
            let keys = keys(random, schema, key, count);
            Val::Map(
                keys.into_iter().map(|key| (key, within(random, schema, Slot::of(item), depth + 1, left))).collect(),
            )
        }
        Type::Set(key) => Val::Set(keys(random, schema, key, count)),
        Type::Struct(_) | Type::Tuple(_) => {
            let parts = schema.parts(ty).unwrap_or_default();
            Val::Record(parts.into_iter().map(|part| within(random, schema, part, depth + 1, left)).collect())
        }
        Type::Union(_) | Type::Any => {
            let tag = random.below(schema.variants(ty).unwrap_or_default().len());
            let payload = match schema.payload(ty, tag) {
                Some(item) => within(random, schema, Slot::of(item), depth + 1, left),
                None => Val::Unit,
            };
            Val::Union(tag, Box::new(payload))
        }
    }
}

/// A value that keeps the rules of its field.
fn ruled(random: &mut Random, schema: &Schema, slot: Slot<'_>, rules: &Rules) -> Val {
    let ty = &slot.item.ty;
    let drawn = match (random.below(4), rules.low, rules.high) {
        (0, Some(low), _) => Val::Word(low),
        (1, _, Some(high)) => Val::Word(high),
        _ => random.wild(|random| value(random, schema, Slot { rules: None, ..slot }, 1)),
    };
    let drawn = match drawn {
        Val::Blob(content) => {
            let most = rules.max.unwrap_or(content.len());
            if *ty == Type::Bytes {
                return Val::Blob(content.into_iter().take(most).collect());
            }
            let mut text = String::from_utf8(content).expect("text");
            text.retain(|c| rules.allow_char(c));
            // No text of a fixed length ends with a zero.
            while text.len() > most || (*ty != Type::String && text.ends_with('\0')) {
                text.pop();
            }
            Val::text(&text)
        }
        other => other,
    };
    if rules.allow(ty, &drawn) { drawn } else { schema.default_of(slot) }
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
    const CHARS: [char; 13] = ['a', 'b', 'Z', '0', ' ', '"', '\\', '\0', 'é', '漢', '🦀', 'É', '\n'];
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
        Scalar::F32 if !random.has_nan && f32::from_bits(word as u32).is_nan() => 0,
        Scalar::F64 if !random.has_nan && f64::from_bits(word as u64).is_nan() => 0,
        Scalar::Time => word % 86_400_000_000_000,
        Scalar::Geo4 => place(Scalar::I16, 100, word),
        Scalar::Geo8 => place(Scalar::I32, 10_000_000, word),
        Scalar::Geo16 => place(Scalar::I64, 1_000_000_000, word),
        _ => word,
    }
}
