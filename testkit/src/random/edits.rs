//! Edits by chance.

use super::{Random, root, value};
use crate::edit::{Edit, Lit};
use crate::path::{Path, Step};
use crate::types::{Item, Scalar, Schema, Type};
use crate::values::{Slot, Val};

/// An edit by chance of a value: some break the rules of a field.
pub fn edit(random: &mut Random, schema: &Schema, root_item: &Item, val: &Val) -> Edit {
    if random.one_in(6) {
        return random.wild(|random| any_edit(random, schema, root_item, val));
    }
    any_edit(random, schema, root_item, val)
}

fn any_edit(random: &mut Random, schema: &Schema, root_item: &Item, val: &Val) -> Edit {
    let path = path(random, schema, root_item, val);
    let Some(slot) = schema.slot_at(root_item, &path).filter(|_| !path.is_empty()) else {
        return match (random.below(3), path.is_empty()) {
            (_, false) => Edit::Remove(path),
            (0, _) => Edit::Merge(root(random, schema)),
            (1, _) => Edit::ApplyBetween(root(random, schema), root(random, schema)),
            _ => Edit::Apply(root(random, schema)),
        };
    };
    if random.one_in(2)
        && let Some(edit) = typed(random, schema, &path, slot)
    {
        return edit;
    }
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

/// An edit that takes or gives values of the type that is there; none of a type whose values have
/// no literal.
fn typed(random: &mut Random, schema: &Schema, path: &Path, slot: Slot<'_>) -> Option<Edit> {
    let present = Item::new(slot.item.ty.clone());
    let of = |random: &mut Random, slot: Slot<'_>| {
        let val = value(random, schema, slot, 4);
        literal(schema, slot.item, &val)
    };
    if let Type::List(item) = &slot.item.ty {
        let element = Item::new(item.ty.clone());
        let lit = of(random, Slot::of(&element))?;
        let can_pop = matches!(
            item.ty,
            Type::Bool
                | Type::Scalar(Scalar::U8 | Scalar::U16 | Scalar::U64)
                | Type::String
                | Type::Text(_)
                | Type::Bytes
                | Type::Enum(_)
                | Type::Union(_)
        );
        return Some(match random.below(5) {
            0 | 1 => Edit::Push(path.clone(), lit),
            2 => Edit::Insert([&path[..], &[Step::Index(random.below(3))]].concat(), lit),
            3 if can_pop => Edit::Pop(path.clone()),
            _ => {
                let same = |other: &Lit| std::mem::discriminant(other) == std::mem::discriminant(&lit);
                let others = (0..random.below(4)).filter_map(|_| of(random, Slot::of(&element)));
                let others: Vec<Lit> = others.filter(|other| same(other) && item.ty != Type::Any).collect();
                Edit::Extend(path.clone(), [vec![lit.clone()], others].concat())
            }
        });
    }
    let can_take = matches!(
        slot.item.ty,
        Type::Bool
            | Type::Scalar(Scalar::U8 | Scalar::U16 | Scalar::U64)
            | Type::String
            | Type::Text(_)
            | Type::Bytes
            | Type::Enum(_)
            | Type::Union(_)
    );
    let lit = of(random, Slot { item: &present, ..slot })?;
    let is_blob = matches!(lit, Lit::Text(_) | Lit::Bytes(_)) && !matches!(slot.item.ty, Type::Array(..));
    Some(match random.below(6) {
        0 if can_take => Edit::Take(path.clone()),
        1 | 2 if is_blob => Edit::Append(path.clone(), lit),
        3 if is_blob => {
            let start = random.below(5);
            Edit::Splice(path.clone(), start..start + random.below(5), lit)
        }
        _ => Edit::Set(path.clone(), lit),
    })
}

/// A value as a literal of its type, where the crate's interface has one.
fn literal(schema: &Schema, item: &Item, val: &Val) -> Option<Lit> {
    let text = |content: &Vec<u8>| String::from_utf8(content.clone()).ok().map(Lit::Text);
    match (&item.ty, val) {
        (Type::Bool, Val::Bool(value)) => Some(Lit::Bool(*value)),
        (
            Type::Scalar(
                scalar @ (Scalar::U8
                | Scalar::U16
                | Scalar::U32
                | Scalar::U64
                | Scalar::I32
                | Scalar::I64
                | Scalar::F64),
            ),
            Val::Word(word),
        ) => Some(Lit::Word(*scalar, *word)),
        (Type::Enum(id), Val::Word(word)) => {
            let definition = &schema.enums[*id];
            Some(match definition.name_of(*word) {
                Some(name) => Lit::Variant(name.into()),
                None => Lit::Word(definition.repr, *word),
            })
        }
        (Type::String | Type::Text(_), Val::Blob(content)) => text(content),
        (Type::Bytes, Val::Blob(content)) => Some(Lit::Bytes(content.clone())),
        (ty @ Type::Union(_), Val::Union(tag, _)) => {
            schema.variants(ty).and_then(|variants| variants.get(*tag)).map(|(name, _)| Lit::Variant(name.clone()))
        }
        (Type::Any, Val::Union(tag, payload)) => match &**payload {
            Val::Bool(value) => Some(Lit::Bool(*value)),
            Val::Blob(content) if *tag == 8 => text(content),
            Val::Blob(content) => Some(Lit::Bytes(content.clone())),
            Val::Word(word) if *tag == 7 => Some(Lit::Word(Scalar::F64, *word)),
            Val::Word(word) if *tag == 6 => Some(Lit::Word(Scalar::U64, *word)),
            _ => None,
        },
        _ => None,
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
                // Not a variant that a newer revision has.
                let current = current.filter(|tag| *tag < variants.len());
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
