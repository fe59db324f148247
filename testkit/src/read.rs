//! A record read back into the owned tree, through cursors.
//!
//! `any` does not tell which integer holds a number, so what is read is compared with [`plain`]
//! values: those whose integers in `any` are the narrowest. The bytes of the canonical form tell
//! them apart.

use vellum::{
    Record,
    dynamic::{StructRef, ValueRef},
};

use crate::types::{Item, Root, Scalar, Schema, Type};
use crate::values::{Slot, Val};

/// Reads a whole record.
///
/// # Errors
/// What the crate fails with, or how a value is none of its type.
pub fn read<B: AsRef<[u8]>>(schema: &Schema, record: &Record<B>) -> Result<Val, String> {
    let root = record.root().map_err(|error| error.to_string())?;
    match schema.root {
        Root::Struct(_) => structure(schema, &schema.root_item().ty, &root),
        Root::Any | Root::Value(_) => {
            value(schema, &schema.root_item(), root.get("").map_err(|error| error.to_string())?)
        }
    }
}

fn structure(schema: &Schema, ty: &Type, cursor: &StructRef<'_>) -> Result<Val, String> {
    let parts = schema.parts(ty).unwrap_or_default();
    let fields = cursor.fields();
    if fields.len() != parts.len() {
        return Err(format!("{} fields instead of {}", fields.len(), parts.len()));
    }
    let vals = fields
        .zip(parts)
        .map(|((_, field), part): (_, Slot<'_>)| value(schema, part.item, field.map_err(|error| error.to_string())?));
    Ok(Val::Record(vals.collect::<Result<_, _>>()?))
}

/// A value of an item as a cursor gives it.
///
/// # Errors
/// As [`read`].
pub fn value(schema: &Schema, item: &Item, value_ref: ValueRef<'_>) -> Result<Val, String> {
    let of =
        |item: &Item, part: vellum::Result<ValueRef<'_>>| value(schema, item, part.map_err(|error| error.to_string())?);
    Ok(match (&item.ty, value_ref) {
        (_, ValueRef::Absent) if item.optional => Val::Absent,
        (Type::Bool, ValueRef::Bool(value)) => Val::Bool(value),
        (Type::Scalar(scalar), cursor) => {
            Val::Word(word(*scalar, &cursor).ok_or_else(|| format!("{cursor:?} where {} belongs", scalar.text()))?)
        }
        (Type::Enum(_), ValueRef::Enum(_, number)) => Val::Word(number.into()),
        (Type::String | Type::Text(_), ValueRef::String(text)) => Val::text(text),
        (Type::Bytes, ValueRef::Bytes(content)) => Val::Blob(content.to_vec()),
        (Type::List(element) | Type::Array(element, _), ValueRef::List(list)) => {
            Val::List(list.iter().map(|part| of(element, part)).collect::<Result<_, _>>()?)
        }
        (Type::Map(key, element), ValueRef::Map(map)) if !map.is_set() => {
            let key = Item::new(*key.clone());
            let entries = map.iter().map(|entry| {
                let (of_key, of_value) = entry.map_err(|error| error.to_string())?;
                Ok((of(&key, Ok(of_key))?, of(element, Ok(of_value))?))
            });
            Val::Map(entries.collect::<Result<_, String>>()?)
        }
        (Type::Set(key), ValueRef::Map(set)) if set.is_set() => {
            let key = Item::new(*key.clone());
            let keys = set.iter().map(|entry| of(&key, Ok(entry.map_err(|error| error.to_string())?.0)));
            Val::Set(keys.collect::<Result<_, _>>()?)
        }
        (Type::Struct(_) | Type::Tuple(_), ValueRef::Struct(cursor)) => structure(schema, &item.ty, &cursor)?,
        (Type::Union(_), ValueRef::Union(cursor)) => {
            let tag = usize::from(cursor.tag());
            if !cursor.is_known() {
                // What it holds is a newer revision's.
                return Ok(Val::Union(tag, Box::new(Val::Unit)));
            }
            let payload = match (schema.payload(&item.ty, tag), cursor.value().map_err(|error| error.to_string())?) {
                (Some(payload), Some(cursor)) => of(payload, Ok(cursor))?,
                (None, None) => Val::Unit,
                _ => return Err(format!("variant {tag} has another payload")),
            };
            Val::Union(tag, Box::new(payload))
        }
        (Type::Any, cursor) => any(schema, cursor)?,
        (ty, cursor) => return Err(format!("{cursor:?} where {} belongs", schema.type_text(ty))),
    })
}

fn any(schema: &Schema, cursor: ValueRef<'_>) -> Result<Val, String> {
    let (name, payload) = match cursor {
        ValueRef::Null => return Ok(Val::Union(0, Box::new(Val::Unit))),
        ValueRef::Signed(number) => return Ok(integer(number.into())),
        ValueRef::Unsigned(number) => return Ok(integer(number.into())),
        ValueRef::Bool(_) => ("bool", cursor),
        ValueRef::F64(_) => ("f64", cursor),
        ValueRef::String(_) => ("string", cursor),
        ValueRef::Bytes(_) => ("bytes", cursor),
        ValueRef::List(_) => ("list", cursor),
        ValueRef::Map(_) => ("map", cursor),
        _ => return Err(format!("{cursor:?} where any belongs")),
    };
    let tag = variant(schema, name);
    let item = schema.payload(&Type::Any, tag).ok_or("a variant of any")?;
    Ok(Val::Union(tag, Box::new(value(schema, item, payload)?)))
}

/// The tag of a variant of `any`.
pub fn variant(schema: &Schema, name: &str) -> usize {
    let variants = schema.variants(&Type::Any).unwrap_or_default();
    variants.iter().position(|(known, _)| known == name).expect("a variant of any")
}

/// An integer as `any` holds it: in the narrowest variant.
pub fn integer(number: i128) -> Val {
    let kinds = [(2, Scalar::I8), (3, Scalar::I16), (4, Scalar::I32), (5, Scalar::I64), (6, Scalar::U64)];
    let fits = |scalar: Scalar| match scalar {
        Scalar::U64 => u64::try_from(number).is_ok(),
        _ => scalar.signed(scalar.word(number)) == number,
    };
    let (tag, scalar) = kinds.into_iter().find(|(_, scalar)| fits(*scalar)).expect("an integer of 64 bits");
    Val::Union(tag, Box::new(Val::Word(scalar.word(number))))
}

/// A value in which each integer of `any` is in the narrowest variant, as [`read`] gives it.
#[must_use]
pub fn plain(schema: &Schema, item: &Item, val: &Val) -> Val {
    match (&item.ty, val) {
        (Type::List(element) | Type::Array(element, _), Val::List(elements)) => {
            Val::List(elements.iter().map(|val| plain(schema, element, val)).collect())
        }
        (Type::Map(_, element), Val::Map(entries)) => {
            Val::Map(entries.iter().map(|(key, val)| (key.clone(), plain(schema, element, val))).collect())
        }
        (Type::Struct(_) | Type::Tuple(_), Val::Record(fields)) => {
            let parts = schema.parts(&item.ty).unwrap_or_default();
            Val::Record(parts.iter().zip(fields).map(|(part, val)| plain(schema, part.item, val)).collect())
        }
        (Type::Any, Val::Union(tag @ 2..=6, payload)) => match (schema.payload(&Type::Any, *tag), &**payload) {
            (Some(Item { ty: Type::Scalar(Scalar::U64), .. }), Val::Word(word)) => {
                integer(i128::try_from(*word).unwrap_or_default())
            }
            (Some(Item { ty: Type::Scalar(scalar), .. }), Val::Word(word)) => integer(scalar.signed(*word)),
            _ => val.clone(),
        },
        (Type::Any | Type::Union(_), Val::Union(tag, payload)) => match schema.payload(&item.ty, *tag) {
            Some(of_payload) => Val::Union(*tag, Box::new(plain(schema, of_payload, payload))),
            None => val.clone(),
        },
        _ => val.clone(),
    }
}

/// The stored word of a scalar.
fn word(scalar: Scalar, cursor: &ValueRef<'_>) -> Option<u128> {
    let signed = |number: i128| scalar.word(number);
    Some(match (scalar, *cursor) {
        (Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64, ValueRef::Unsigned(value)) => value.into(),
        (Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64, ValueRef::Signed(value)) => signed(value.into()),
        (Scalar::U128, ValueRef::U128(value)) => value,
        (Scalar::I128, ValueRef::I128(value)) => value.cast_unsigned(),
        (Scalar::F32, ValueRef::F32(value)) => value.to_bits().into(),
        (Scalar::F64, ValueRef::F64(value)) => value.to_bits().into(),
        (Scalar::Char, ValueRef::Char(value)) => u32::from(value).into(),
        (Scalar::Uuid, ValueRef::Uuid(value)) => u128::from_le_bytes(value.0),
        (Scalar::Ulid, ValueRef::Ulid(value)) => u128::from_le_bytes(value.0),
        (Scalar::Ipv4, ValueRef::Ipv4(value)) => u32::from_le_bytes(value.octets()).into(),
        (Scalar::Ipv6, ValueRef::Ipv6(value)) => u128::from_le_bytes(value.octets()),
        (Scalar::Date, ValueRef::Date(value)) => signed(value.0.into()),
        (Scalar::Time, ValueRef::Time(value)) => value.nanos().into(),
        (Scalar::Timestamp(_), ValueRef::Timestamp(value, _)) => signed(value.into()),
        (Scalar::Duration, ValueRef::Duration(value)) => signed(value.0.into()),
        (Scalar::Decimal(scale) | Scalar::Decimal128(scale), ValueRef::Decimal(value, of_value))
            if scale == of_value =>
        {
            signed(value)
        }
        (Scalar::Geo4, ValueRef::Geo4(value)) => place(2, 1e2, value.latitude(), value.longitude()),
        (Scalar::Geo8, ValueRef::Geo8(value)) => place(4, 1e7, value.latitude(), value.longitude()),
        (Scalar::Geo16, ValueRef::Geo16(value)) => place(8, 1e9, value.latitude(), value.longitude()),
        _ => return None,
    })
}

/// The word of a place: two integers of so many bytes, in parts of a degree.
fn place(size: u32, parts: f64, latitude: f64, longitude: f64) -> u128 {
    let mask = u128::MAX >> (128 - 8 * size);
    let units = |degrees: f64| i128::from((degrees * parts).round() as i64).cast_unsigned() & mask;
    units(latitude) | units(longitude) << (8 * size)
}
