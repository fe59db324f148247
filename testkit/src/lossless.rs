//! A value as JSON that loses nothing, for readers in other languages:
//! `tests/conformance/README.md` defines it.

use serde_json::{Map, Value, json};

use crate::perform::hex;
use crate::types::{Item, Scalar, Schema, Type};
use crate::values::Val;

/// A value as JSON.
pub fn json(schema: &Schema, item: &Item, val: &Val) -> Value {
    let of = |item: &Item, val: &Val| json(schema, item, val);
    match (&item.ty, val) {
        (_, Val::Absent | Val::Unit) => Value::Null,
        (_, Val::Bool(value)) => Value::Bool(*value),
        (Type::Scalar(scalar), Val::Word(word)) => of_word(*scalar, *word),
        (Type::Enum(id), Val::Word(word)) => match schema.enums[*id].name_of(*word) {
            Some(name) => name.into(),
            None => (*word as u64).into(),
        },
        (Type::Bytes, Val::Blob(content)) => hex(content).into(),
        (_, Val::Blob(content)) => std::str::from_utf8(content).expect("text").into(),
        (Type::List(item) | Type::Array(item, _), Val::List(elements)) => {
            elements.iter().map(|val| of(item, val)).collect()
        }
        (Type::Set(key), Val::Set(keys)) => {
            let key = Item::new(*key.clone());
            keys.iter().map(|val| of(&key, val)).collect()
        }
        (Type::Map(key, value), Val::Map(entries)) => {
            let of_key = Item::new(*key.clone());
            entries.iter().map(|(key, val)| json!([of(&of_key, key), of(value, val)])).collect()
        }
        (Type::Tuple(parts), Val::Record(vals)) => parts.iter().zip(vals).map(|(item, val)| of(item, val)).collect(),
        (Type::Struct(id), Val::Record(vals)) => {
            let fields = schema.structs[*id].fields.iter().zip(vals);
            Value::Object(fields.map(|(field, val)| (field.name.clone(), of(&field.item, val))).collect())
        }
        (ty @ (Type::Union(_) | Type::Any), Val::Union(tag, payload)) => {
            let (name, item) = &schema.variants(ty).unwrap_or_default()[*tag];
            let payload = item.as_ref().map_or(Value::Null, |item| of(item, payload));
            Value::Object(Map::from_iter([(name.clone(), payload)]))
        }
        (ty, val) => panic!("{val:?} is no value of {ty:?}"),
    }
}

fn of_word(scalar: Scalar, word: u128) -> Value {
    let number = |number: i128| match (i64::try_from(number), u64::try_from(number)) {
        (Ok(number), _) => Value::from(number),
        (_, Ok(number)) => Value::from(number),
        _ => Value::from(number.to_string()),
    };
    match scalar {
        Scalar::F32 => format!("{word:08x}").into(),
        Scalar::F64 => format!("{word:016x}").into(),
        Scalar::Char => char::from_u32(word as u32).expect("a char").to_string().into(),
        _ if scalar.is_bytewise() => hex(&scalar.bytes(word)).into(),
        Scalar::Geo4 | Scalar::Geo8 | Scalar::Geo16 => {
            let half = match scalar {
                Scalar::Geo4 => Scalar::I16,
                Scalar::Geo8 => Scalar::I32,
                _ => Scalar::I64,
            };
            let part = |word: u128| number(half.signed(word & half.mask()));
            json!([part(word), part(word >> (8 * half.size()))])
        }
        Scalar::U128 => word.to_string().into(),
        _ if scalar.is_signed() => number(scalar.signed(word)),
        _ => number(word.cast_signed()),
    }
}
