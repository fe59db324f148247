//! A value as serde sees it: the JSON that a record of it gives, and what `set_serde` takes.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::path::bytes_of;
use crate::types::{Item, Scalar, Schema, Type};
use crate::values::Val;

/// A value with its type.
#[derive(Clone, Copy)]
pub struct Exported<'v> {
    /// The schema.
    pub schema: &'v Schema,
    /// The type.
    pub item: &'v Item,
    /// The value.
    pub val: &'v Val,
}

impl<'v> Exported<'v> {
    fn of(&self, item: &'v Item, val: &'v Val) -> Self {
        Self { schema: self.schema, item, val }
    }
}

impl Serialize for Exported<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let schema = self.schema;
        match (&self.item.ty, self.val) {
            (_, Val::Absent) => serializer.serialize_none(),
            (_, Val::Bool(value)) => serializer.serialize_bool(*value),
            (Type::Scalar(scalar), Val::Word(word)) => serialize_word(*scalar, *word, serializer),
            (Type::Enum(id), Val::Word(word)) => match schema.enums[*id].name_of(*word) {
                Some(name) => serializer.serialize_str(name),
                None => serializer.serialize_u64(*word as u64),
            },
            (Type::Bytes, Val::Blob(content)) => serializer.serialize_bytes(content),
            (_, Val::Blob(content)) => serializer.serialize_str(std::str::from_utf8(content).expect("text")),
            (Type::List(item) | Type::Array(item, _), Val::List(elements)) => {
                serializer.collect_seq(elements.iter().map(|val| self.of(item, val)))
            }
            (Type::Set(key), Val::Set(keys)) => {
                let item = Item::new(*key.clone());
                let mut seq = serializer.serialize_seq(Some(keys.len()))?;
                for val in keys {
                    seq.serialize_element(&Exported { schema, item: &item, val })?;
                }
                seq.end()
            }
            (Type::Map(key, item), Val::Map(entries)) => {
                let of_key = Item::new(*key.clone());
                let is_text = serializer.is_human_readable();
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, val) in entries {
                    match (&of_key.ty, key) {
                        (Type::Bytes, Val::Blob(content)) if is_text => map.serialize_key(&digits(content))?,
                        (Type::Array(..), Val::List(bytes)) if is_text => {
                            map.serialize_key(&digits(&bytes_of(bytes)))?;
                        }
                        (Type::Tuple(_), key) if is_text => map.serialize_key(&tuple_text(schema, &of_key, key))?,
                        _ => map.serialize_key(&Exported { schema, item: &of_key, val: key })?,
                    }
                    map.serialize_value(&self.of(item, val))?;
                }
                map.end()
            }
            (Type::Tuple(parts), Val::Record(vals)) => {
                serializer.collect_seq(parts.iter().zip(vals).map(|(item, val)| self.of(item, val)))
            }
            (Type::Struct(id), Val::Record(vals)) => {
                let fields = &schema.structs[*id].fields;
                serializer
                    .collect_map(fields.iter().zip(vals).map(|(field, val)| (&field.name, self.of(&field.item, val))))
            }
            (ty @ (Type::Union(_) | Type::Any), Val::Union(tag, payload)) => {
                let (name, item) = &schema.variants(ty).unwrap_or_default()[*tag];
                match item {
                    Some(item) if *ty == Type::Any => self.of(item, payload).serialize(serializer),
                    None if *ty == Type::Any => serializer.serialize_unit(),
                    Some(item) => serializer.collect_map([(name, self.of(item, payload))]),
                    None => serializer.serialize_str(name),
                }
            }
            (ty, val) => panic!("{val:?} is no value of {ty:?}"),
        }
    }
}

fn digits(content: &[u8]) -> String {
    content.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A tuple that is a key, or a part of one: JSON, in which bytes are hexadecimal digits.
fn tuple_text(schema: &Schema, item: &Item, val: &Val) -> String {
    let text = match (&item.ty, val) {
        (Type::Tuple(parts), Val::Record(vals)) => {
            let parts: Vec<_> = parts.iter().zip(vals).map(|(part, val)| tuple_text(schema, part, val)).collect();
            return format!("[{}]", parts.join(","));
        }
        (Type::Bytes, Val::Blob(content)) => serde_json::to_string(&digits(content)),
        (Type::Array(..), Val::List(bytes)) => serde_json::to_string(&digits(&bytes_of(bytes))),
        _ => serde_json::to_string(&Exported { schema, item, val }),
    };
    text.expect("a key")
}

fn serialize_word<S: Serializer>(scalar: Scalar, word: u128, serializer: S) -> Result<S::Ok, S::Error> {
    let signed = scalar.signed(word);
    match scalar {
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 | Scalar::Time => serializer.serialize_u64(word as u64),
        Scalar::U128 => serializer.serialize_u128(word),
        Scalar::I128 => serializer.serialize_i128(signed),
        Scalar::F32 => serializer.serialize_f32(f32::from_bits(word as u32)),
        Scalar::F64 => serializer.serialize_f64(f64::from_bits(word as u64)),
        Scalar::Char => serializer.serialize_char(char::from_u32(word as u32).expect("a char")),
        Scalar::Uuid | Scalar::Ulid if !serializer.is_human_readable() => {
            serializer.serialize_bytes(&word.to_le_bytes())
        }
        Scalar::Uuid => serializer.collect_str(&vellum::value::Uuid(word.to_le_bytes())),
        Scalar::Ulid => serializer.collect_str(&vellum::value::Ulid(word.to_le_bytes())),
        Scalar::Ipv4 => std::net::Ipv4Addr::from((word as u32).to_le_bytes()).serialize(serializer),
        Scalar::Ipv6 => std::net::Ipv6Addr::from(word.to_le_bytes()).serialize(serializer),
        Scalar::Decimal(scale) | Scalar::Decimal128(scale) => {
            serializer.serialize_str(&crate::types::decimal(signed, scale.into()))
        }
        Scalar::Geo4 | Scalar::Geo8 | Scalar::Geo16 => {
            let (half, units) = match scalar {
                Scalar::Geo4 => (Scalar::I16, 1e2),
                Scalar::Geo8 => (Scalar::I32, 1e7),
                _ => (Scalar::I64, 1e9),
            };
            let degrees = |word: u128| half.signed(word & half.mask()) as f64 / units;
            serializer.collect_seq([degrees(word), degrees(word >> (8 * half.size()))])
        }
        _ => serializer.serialize_i64(signed as i64),
    }
}
