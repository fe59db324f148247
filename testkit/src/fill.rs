//! Values of any type, as full as asked.

use crate::small::FIELD;
use crate::types::{Schema, Type};
use crate::values::{Slot, Val};

/// How much of a value is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Everything has its default.
    Empty,
    /// What is optional is there, lists have elements, with defaults.
    Defaults,
    /// Nothing has its default.
    Full,
    /// The same with other variants and lengths, and absent elements.
    Other,
    /// As full, and so long that one element more makes a length longer and a map one of blocks.
    Many,
}

/// How many elements [`Fill::Many`] has.
const MANY: usize = 63;

impl Fill {
    /// Those that all types have.
    pub const ALL: [Self; 4] = [Self::Empty, Self::Defaults, Self::Full, Self::Other];
}

/// A value of the root: the siblings have known values, and the value under test is as full as
/// asked.
pub fn root(schema: &Schema, fill: Fill) -> Val {
    let Some(id) = schema.root_struct() else { return sample(schema, Slot::of(&schema.root_item()), fill, 0) };
    let fields = schema.structs[id].fields.iter().enumerate();
    Val::Record(
        fields
            .map(|(number, field)| {
                let of_field = if number == FIELD { fill } else { Fill::Full };
                sample(schema, Slot::field(field), of_field, number)
            })
            .collect(),
    )
}

/// A value as full as asked; the seed makes neighbours differ.
pub fn sample(schema: &Schema, slot: Slot<'_>, fill: Fill, seed: usize) -> Val {
    if fill == Fill::Empty || (fill == Fill::Other && slot.item.optional && seed % 3 == 1) {
        return schema.default_of(slot);
    }
    let ty = &slot.item.ty;
    let has_content = fill != Fill::Defaults;
    let number = (seed % 40 + if fill == Fill::Other { 100 } else { 11 }) as u128;
    match ty {
        Type::List(item) => {
            let count = match fill {
                Fill::Defaults => 1,
                Fill::Many => MANY,
                _ => 2 + usize::from(fill == Fill::Other),
            };
            Val::List((0..count).map(|number| sample(schema, Slot::of(item), fill, seed * 3 + number)).collect())
        }
        Type::Array(item, len) => Val::List(
            (0..usize::from(*len)).map(|number| sample(schema, Slot::of(item), fill, seed * 3 + number)).collect(),
        ),
        Type::Map(key, item) => {
            let keys = keys(key, fill);
            let value = |number| sample(schema, Slot::of(item), fill, seed * 3 + number);
            Val::Map(keys.into_iter().enumerate().map(|(number, key)| (key, value(number))).collect())
        }
        Type::Set(key) => Val::Set(keys(key, fill)),
        Type::Struct(_) | Type::Tuple(_) => {
            let parts = schema.parts(ty).unwrap_or_default().into_iter().enumerate();
            Val::Record(parts.map(|(number, part)| sample(schema, part, fill, seed * 3 + number)).collect())
        }
        Type::Union(_) | Type::Any => {
            let count = schema.variants(ty).unwrap_or_default().len();
            let tag = match (fill, ty) {
                (Fill::Defaults, _) => 0,
                (Fill::Full | Fill::Many, Type::Any) => 8,
                (Fill::Other, Type::Any) => [3, 9, 1, 7][seed % 4],
                // One variant in all elements of a list.
                (Fill::Full | Fill::Many, _) => {
                    let largest = |tag: &usize| schema.payload(ty, *tag).is_some_and(|item| item.ty != Type::String);
                    (0..count).rev().find(largest).unwrap_or(1)
                }
                _ => seed % count,
            };
            let payload = match schema.payload(ty, tag) {
                Some(item) => sample(schema, Slot::of(item), fill, seed * 3),
                None => Val::Unit,
            };
            Val::Union(tag, Box::new(payload))
        }
        _ if !has_content => schema.present_default(slot),
        Type::Bool => Val::Bool(schema.present_default(slot) != Val::Bool(true)),
        Type::Scalar(scalar) => Val::Word((number * 0x0101_0101_0101_0101) & scalar.mask()),
        Type::Enum(id) => {
            let variants = &schema.enums[*id].variants;
            let default = schema.present_default(slot);
            let number = variants[(1 + seed) % variants.len()].1;
            let other = Val::Word(number.into());
            if other == default { Val::Word(variants[(2 + seed) % variants.len()].1.into()) } else { other }
        }
        Type::String => Val::text(&format!("text {number}")),
        Type::Bytes => Val::Blob(vec![number as u8, 0, 0xFF]),
        Type::Text(_) => Val::text(&format!("{}", number % 100)),
    }
}

/// Keys of a type, in their order.
fn keys(ty: &Type, fill: Fill) -> Vec<Val> {
    let many = 2..MANY;
    let of_more: Vec<Val> = match (fill, ty) {
        (Fill::Many, Type::Scalar(_)) => many.map(|number| Val::Word(number as u128 + 10)).collect(),
        (Fill::Many, Type::String) => many.map(|number| Val::text(&format!("e{number:02}"))).collect(),
        _ => Vec::new(),
    };
    let count = if fill == Fill::Defaults { 1 } else { 2 };
    (0..count).map(|number| key(ty, number)).chain(of_more).collect()
}

/// A key of a type: the first are in samples, the others are not.
pub fn key(ty: &Type, number: usize) -> Val {
    match ty {
        Type::Bool => Val::Bool(number % 2 == 1),
        Type::Scalar(_) => Val::Word([3, 5, 4, 9][number]),
        Type::Enum(_) => Val::Word([1, 5, 3, 3][number]),
        Type::Bytes => Val::Blob(vec![[0, 7, 5, 9][number]; 2]),
        Type::Array(_, len) => Val::List(vec![Val::Word([0, 7, 5, 9][number]); usize::from(*len)]),
        Type::Tuple(parts) => Val::Record(parts.iter().map(|part| key(&part.ty, number)).collect()),
        _ => Val::text(["b", "dd", "c", "e\"]"][number]),
    }
}
