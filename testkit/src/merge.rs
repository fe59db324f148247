//! A patch over a value, as the table in the docs of `Record::merge` has it.

use crate::types::{Schema, Type};
use crate::values::{Slot, Val};

/// Makes what a patch says of a value; one that is explicit counts also if it is the default.
pub fn merge(schema: &Schema, slot: Slot<'_>, val: &mut Val, patch: &Val, explicit: bool) {
    let is_optional = slot.item.optional;
    match (&slot.item.ty, patch) {
        (_, Val::Absent) => {}
        (Type::Struct(_) | Type::Tuple(_), Val::Record(fields)) => {
            if is_optional {
                schema.make_present(slot, val);
            }
            let Val::Record(into) = val else { return };
            for ((part, val), patch) in
                schema.parts(&slot.item.ty).unwrap_or_default().into_iter().zip(into).zip(fields)
            {
                merge(schema, part, val, patch, false);
            }
        }
        (Type::Array(item, _), Val::List(patches)) => {
            if is_optional {
                schema.make_present(slot, val);
            }
            let Val::List(into) = val else { return };
            into.iter_mut().zip(patches).for_each(|(val, patch)| merge(schema, Slot::of(item), val, patch, false));
        }
        (Type::List(_), Val::List(elements)) => {
            if !elements.is_empty() || is_optional || explicit {
                *val = patch.clone();
            }
        }
        (Type::Map(of_keys, item), Val::Map(patches)) => {
            if is_optional {
                schema.make_present(slot, val);
            }
            let Val::Map(into) = val else { return };
            for (key, patch) in patches {
                let found = into.binary_search_by(|(known, _)| schema.compare_keys(of_keys, known, key));
                let index = found.unwrap_or_else(|index| {
                    into.insert(index, (key.clone(), schema.default_of(Slot::of(item))));
                    index
                });
                merge(schema, Slot::of(item), &mut into[index].1, patch, true);
            }
        }
        (Type::Set(of_keys), Val::Set(keys)) => {
            if is_optional {
                schema.make_present(slot, val);
            }
            let Val::Set(into) = val else { return };
            for key in keys {
                if let Err(index) = into.binary_search_by(|known| schema.compare_keys(of_keys, known, key)) {
                    into.insert(index, key.clone());
                }
            }
        }
        (ty @ (Type::Union(_) | Type::Any), Val::Union(tag, payload)) => {
            if !explicit && !is_optional && *patch == schema.default_of(slot) {
                return;
            }
            let item = schema.payload(ty, *tag);
            let has_parts = item
                .is_some_and(|item| matches!(item.ty, Type::Struct(_) | Type::Tuple(_) | Type::Map(..) | Type::Set(_)))
                && !payload.is_absent();
            match (item, val) {
                (Some(item), Val::Union(current, into)) if has_parts && current == tag => {
                    merge(schema, Slot::of(item), into, payload, true);
                }
                (_, val) => *val = patch.clone(),
            }
        }
        _ => {
            if explicit || is_optional || *patch != schema.default_of(slot) {
                *val = patch.clone();
            }
        }
    }
}
