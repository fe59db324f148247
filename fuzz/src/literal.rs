//! Values that an input chooses, written at a path as their type asks for.

use vellum::field::Accepts;
use vellum::schema::{Scalar, TimeUnit, Type};
use vellum::value::{
    Date, Decimal, Decimal128, Duration, Geo4, Geo8, Geo16, Time, Timestamp, TimestampMicros, TimestampNanos,
    TimestampSeconds, Ulid, Uuid,
};
use vellum::{
    Record, Result, Schema, Storage,
    field::{Locate, VariantName},
};

use crate::input::Input;
use crate::place::Place;
use crate::tree::Tree;

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum How {
    Set,
    Push,
    Insert,
}

impl How {
    pub fn write<'v, V>(
        self,
        record: &mut Record<impl Storage + AsRef<[u8]>>,
        to: impl Locate<Value: Accepts<'v, V>>,
        value: V,
    ) -> Result<()> {
        match self {
            Self::Set => record.set(to, value),
            Self::Push => record.push(to, value),
            Self::Insert => record.insert(to, value),
        }
    }
}

/// Writes a value at a place; gives what became of it, and what is to be read there then. `None` if no single value is of the type.
pub fn write(
    record: &mut Record<impl Storage + AsRef<[u8]>>,
    how: How,
    place: &Place,
    ty: &Type,
    input: &mut Input<'_>,
) -> Option<(Result<()>, Tree)> {
    let path = place.text.as_str();
    Some(match ty {
        Type::Bool => {
            let value = input.one_in(2);
            (how.write(record, path, value), Tree::Bool(value))
        }
        Type::String => {
            let text = input.text();
            (how.write(record, path, text.as_str()), Tree::Text(text))
        }
        Type::Text(_) => {
            let text = input.text();
            let text = text.trim_end_matches('\0');
            (how.write(record, path, text), Tree::Text(text.to_owned()))
        }
        Type::Bytes => {
            let bytes = input.bytes();
            (how.write(record, path, bytes), Tree::Bytes(bytes.to_vec()))
        }
        Type::Array(array) if *array.element() == Type::Scalar(Scalar::U8) && !array.optional() => {
            let mut bytes = input.bytes().to_vec();
            if !input.one_in(8) {
                bytes.resize(array.len(), 0);
            }
            let elements = bytes.iter().map(|byte| Tree::Int((*byte).into())).collect();
            (how.write(record, path, bytes.as_slice()), Tree::List(elements))
        }
        Type::Enum(id) => {
            let schema = record.schema().clone();
            let mut variants = schema.get_enum(*id).expect("a type of the schema").variants();
            let index = input.below(variants.len());
            let (name, number) = variants.nth(index)?;
            (variant(record, &schema, how, place, name)?, Tree::Enum(number))
        }
        Type::Union(id) if record.schema().get_union(*id).expect("a type of the schema").is_any() => {
            held(record, how, path, input)
        }
        Type::Union(id) => {
            let schema = record.schema().clone();
            let variants = schema.get_union(*id).expect("a type of the schema").variants();
            let variant_at = &variants[input.below(variants.len())];
            let (tag, _) = schema.get_union(*id).expect("a type of the schema").variant(variant_at.name())?;
            let payload = variant_at.ty().map(|_| Box::new(Tree::Anything));
            let tree = Tree::Union(tag, variant_at.name().to_owned(), payload);
            (variant(record, &schema, how, place, variant_at.name())?, tree)
        }
        Type::Scalar(scalar) => return word(record, how, path, *scalar, input),
        _ => return None,
    })
}

/// Writes a variant by its name, which takes a handle.
fn variant(
    record: &mut Record<impl Storage + AsRef<[u8]>>,
    schema: &Schema,
    how: How,
    place: &Place,
    name: &str,
) -> Option<Result<()>> {
    let path = if how == How::Push { format!("{}[]", place.handle) } else { place.handle.clone() };
    let field = match schema.field::<VariantName>(&path) {
        Ok(field) => field,
        Err(error) => return Some(Err(error)),
    };
    Some(match place.indices[..] {
        [] => how.write(record, &field, name),
        [a] => how.write(record, field.at(a), name),
        [a, b] => how.write(record, field.at(a).at(b), name),
        _ => return None,
    })
}

/// Writes a value of any kind.
fn held(
    record: &mut Record<impl Storage + AsRef<[u8]>>,
    how: How,
    path: &str,
    input: &mut Input<'_>,
) -> (Result<()>, Tree) {
    match input.below(6) {
        0 => {
            let value = input.one_in(2);
            (how.write(record, path, value), Tree::Bool(value))
        }
        1 => {
            let value = input.word() as i64 >> (input.byte() % 64);
            (how.write(record, path, value), Tree::Int(value.into()))
        }
        2 => {
            let value = input.word() as u64;
            (how.write(record, path, value), Tree::Int(value.into()))
        }
        3 => {
            let value = f64::from_bits(input.word() as u64);
            (how.write(record, path, value), Tree::Word("f64", value.to_bits().into()))
        }
        4 => {
            let bytes = input.bytes();
            (how.write(record, path, bytes), Tree::Bytes(bytes.to_vec()))
        }
        _ => {
            let text = input.text();
            (how.write(record, path, text.as_str()), Tree::Text(text))
        }
    }
}

/// A word: often one of the ends.
fn any_word(input: &mut Input<'_>) -> u128 {
    match input.byte() % 8 {
        0 => 0,
        1 => u128::MAX,
        2 => 1 << 127 | 1 << 63 | 1 << 31 | 1 << 15 | 1 << 7,
        3 => u128::from(input.byte()),
        _ => input.word(),
    }
}

fn word(
    record: &mut Record<impl Storage + AsRef<[u8]>>,
    how: How,
    path: &str,
    scalar: Scalar,
    input: &mut Input<'_>,
) -> Option<(Result<()>, Tree)> {
    let word = any_word(input);
    let signed = |value: i64| i128::from(value).cast_unsigned();
    let long = word as i64;
    let place = |latitude: f64, longitude: f64| u128::from(latitude.to_bits()) << 64 | u128::from(longitude.to_bits());
    let degrees = (f64::from(word as i16) / 400.0, f64::from((word >> 16) as i16) / 200.0);
    macro_rules! write {
        ($value:expr, $tree:expr) => {
            (how.write(record, path, $value), $tree)
        };
    }
    Some(match scalar {
        Scalar::U8 => write!(word as u8, Tree::Int((word as u8).into())),
        Scalar::U16 => write!(word as u16, Tree::Int((word as u16).into())),
        Scalar::U32 => write!(word as u32, Tree::Int((word as u32).into())),
        Scalar::U64 => write!(word as u64, Tree::Int((word as u64).into())),
        Scalar::I8 => write!(word as i8, Tree::Int((word as i8).into())),
        Scalar::I16 => write!(word as i16, Tree::Int((word as i16).into())),
        Scalar::I32 => write!(word as i32, Tree::Int((word as i32).into())),
        Scalar::I64 => write!(long, Tree::Int(long.into())),
        Scalar::U128 => write!(word, Tree::Word("u128", word)),
        Scalar::I128 => write!(word.cast_signed(), Tree::Word("i128", word)),
        Scalar::F32 => write!(f32::from_bits(word as u32), Tree::Word("f32", (word as u32).into())),
        Scalar::F64 => write!(f64::from_bits(word as u64), Tree::Word("f64", (word as u64).into())),
        Scalar::Char => {
            let c = char::from_u32(word as u32 % 0x11_0000).unwrap_or('?');
            write!(c, Tree::Word("char", u32::from(c).into()))
        }
        Scalar::Uuid => write!(Uuid(word.to_be_bytes()), Tree::Word("uuid", word)),
        Scalar::Ulid => write!(Ulid(word.to_be_bytes()), Tree::Word("ulid", word)),
        Scalar::Date => write!(Date(word as i32), Tree::Word("date", signed((word as i32).into()))),
        Scalar::Time => {
            let time = Time::from_nanos(word as u64 % 86_400_000_000_000)?;
            write!(time, Tree::Word("time", time.nanos().into()))
        }
        Scalar::Timestamp(TimeUnit::Seconds) => {
            write!(TimestampSeconds(long), Tree::Word("timestamp", signed(long)))
        }
        Scalar::Timestamp(TimeUnit::Millis) => write!(Timestamp(long), Tree::Word("timestamp", signed(long))),
        Scalar::Timestamp(TimeUnit::Micros) => write!(TimestampMicros(long), Tree::Word("timestamp", signed(long))),
        Scalar::Timestamp(TimeUnit::Nanos) => write!(TimestampNanos(long), Tree::Word("timestamp", signed(long))),
        Scalar::Duration => write!(Duration(long), Tree::Word("duration", signed(long))),
        Scalar::Decimal(2) => write!(Decimal::<2>(long), Tree::Word("decimal", signed(long))),
        Scalar::Decimal128(20) => write!(Decimal128::<20>(word.cast_signed()), Tree::Word("decimal", word)),
        Scalar::Geo4 => {
            let geo = Geo4::from_degrees(degrees.0, degrees.1).ok()?;
            write!(geo, Tree::Word("geo4", place(geo.latitude(), geo.longitude())))
        }
        Scalar::Geo8 => {
            let geo = Geo8::from_degrees(degrees.0, degrees.1).ok()?;
            write!(geo, Tree::Word("geo8", place(geo.latitude(), geo.longitude())))
        }
        Scalar::Geo16 => {
            let geo = Geo16::from_degrees(degrees.0, degrees.1).ok()?;
            write!(geo, Tree::Word("geo16", place(geo.latitude(), geo.longitude())))
        }
        _ => return None,
    })
}
