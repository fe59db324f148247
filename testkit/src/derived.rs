//! The model of a schema that the crate has, as derived types have one.

use vellum::schema::{self, DefaultValue, TimeUnit};

use crate::rules::{Case, Rules};
use crate::types::{Enum, Field, Item, Root, Scalar, Schema, Struct, Type, Union, Unit};
use crate::values::Val;

/// The model of a schema.
///
/// # Panics
/// If the root has no fields of its own.
pub fn model(schema: &vellum::Schema) -> Schema {
    let of = Of { schema };
    let structs = || schema.structs().iter().filter(|structure| !structure.is_tuple());
    let root = structs().position(|structure| structure.name() == schema.root().name());
    Schema {
        structs: structs().map(|structure| of.structure(structure)).collect(),
        unions: schema.unions().iter().filter(|union| !union.is_any()).map(|union| of.union(union)).collect(),
        enums: schema.enums().iter().map(enumeration).collect(),
        ..Schema::new(Root::Struct(root.expect("a root with fields")), schema.min_width().bytes())
    }
}

struct Of<'s> {
    schema: &'s vellum::Schema,
}

impl Of<'_> {
    fn structure(&self, structure: &schema::Struct) -> Struct {
        let fields = structure.fields().iter().map(|field| self.field(field)).collect();
        Struct { name: structure.name().into(), frozen: structure.is_frozen(), fields }
    }

    fn field(&self, field: &schema::Field) -> Field {
        let item = self.item(field.ty(), field.optional());
        let default = match (field.default(), &item.ty) {
            (DefaultValue::Word(word), Type::Bool) => Some(Val::Bool(*word != 0)),
            (DefaultValue::Word(word), _) => Some(Val::Word(*word)),
            (DefaultValue::Blob(content), _) => Some(Val::Blob(content.to_vec())),
            _ => None,
        };
        let of_field = field.rules();
        let case = match (of_field.is_lowercase(), of_field.is_uppercase()) {
            (true, _) => Some(Case::Lower),
            (_, true) => Some(Case::Upper),
            _ => None,
        };
        let rules =
            Rules { low: of_field.min(), high: of_field.max(), max: of_field.max_len().map(|max| max as usize), case };
        let since = u16::try_from(field.since()).expect("a revision");
        // The word of an enum's first variant is its default, declared or not.
        let default = default.filter(|_| !item.optional);
        Field { name: field.name().into(), item, default, since, rules }
    }

    fn union(&self, union: &schema::Union) -> Union {
        let variants = union.variants().iter();
        let variants = variants
            .map(|variant| (variant.name().to_owned(), variant.ty().map(|ty| self.item(ty, variant.optional()))));
        Union { name: union.name().into(), open: union.is_open(), variants: variants.collect(), added: 0 }
    }

    fn item(&self, ty: &schema::Type, optional: bool) -> Item {
        Item { ty: self.ty(ty), optional }
    }

    fn ty(&self, ty: &schema::Type) -> Type {
        let schema = self.schema;
        let named = |mut names: Box<dyn Iterator<Item = &str> + '_>, name: &str| {
            names.position(|known| known == name).expect("a definition of the schema")
        };
        match ty {
            schema::Type::Bool => Type::Bool,
            schema::Type::String => Type::String,
            schema::Type::Bytes => Type::Bytes,
            schema::Type::Text(len) => Type::Text(u16::try_from(*len).expect("a length")),
            schema::Type::Scalar(of_crate) => Type::Scalar(scalar(*of_crate)),
            schema::Type::Enum(id) => {
                let names = schema.enums().iter().map(schema::Enum::name);
                Type::Enum(named(Box::new(names), schema.get_enum(*id).expect("a type of the schema").name()))
            }
            schema::Type::Union(id) if schema.get_union(*id).expect("a type of the schema").is_any() => Type::Any,
            schema::Type::Union(id) => {
                let names = schema.unions().iter().filter(|union| !union.is_any()).map(schema::Union::name);
                Type::Union(named(Box::new(names), schema.get_union(*id).expect("a type of the schema").name()))
            }
            schema::Type::Struct(id) if schema.get_struct(*id).expect("a type of the schema").is_tuple() => {
                let parts = schema.get_struct(*id).expect("a type of the schema").fields().iter();
                Type::Tuple(parts.map(|part| self.item(part.ty(), part.optional())).collect())
            }
            schema::Type::Struct(id) => {
                let names = schema.structs().iter().filter(|structure| !structure.is_tuple());
                Type::Struct(named(
                    Box::new(names.map(schema::Struct::name)),
                    schema.get_struct(*id).expect("a type of the schema").name(),
                ))
            }
            schema::Type::List(list) => Type::List(Box::new(self.item(list.element(), list.optional()))),
            schema::Type::Array(array) => {
                let len = u16::try_from(array.len()).expect("a length");
                Type::Array(Box::new(self.item(array.element(), array.optional())), len)
            }
            schema::Type::Map(map) => {
                let key = Box::new(self.ty(map.key()));
                match map.value() {
                    Some(value) => Type::Map(key, Box::new(self.item(value, map.optional()))),
                    None => Type::Set(key),
                }
            }
            other => panic!("{other:?} is not modelled"),
        }
    }
}

fn enumeration(definition: &schema::Enum) -> Enum {
    let variants = definition.variants().map(|(name, number)| (name.to_owned(), number)).collect();
    let repr = scalar(definition.repr());
    Enum { name: definition.name().into(), open: definition.is_open(), repr, variants, added: 0 }
}

fn scalar(scalar: schema::Scalar) -> Scalar {
    match scalar {
        schema::Scalar::U8 => Scalar::U8,
        schema::Scalar::U16 => Scalar::U16,
        schema::Scalar::U32 => Scalar::U32,
        schema::Scalar::U64 => Scalar::U64,
        schema::Scalar::U128 => Scalar::U128,
        schema::Scalar::I8 => Scalar::I8,
        schema::Scalar::I16 => Scalar::I16,
        schema::Scalar::I32 => Scalar::I32,
        schema::Scalar::I64 => Scalar::I64,
        schema::Scalar::I128 => Scalar::I128,
        schema::Scalar::F32 => Scalar::F32,
        schema::Scalar::F64 => Scalar::F64,
        schema::Scalar::Char => Scalar::Char,
        schema::Scalar::Uuid => Scalar::Uuid,
        schema::Scalar::Ulid => Scalar::Ulid,
        schema::Scalar::Ipv4 => Scalar::Ipv4,
        schema::Scalar::Ipv6 => Scalar::Ipv6,
        schema::Scalar::Date => Scalar::Date,
        schema::Scalar::Time => Scalar::Time,
        schema::Scalar::Timestamp(TimeUnit::Seconds) => Scalar::Timestamp(Unit::S),
        schema::Scalar::Timestamp(TimeUnit::Millis) => Scalar::Timestamp(Unit::Ms),
        schema::Scalar::Timestamp(TimeUnit::Micros) => Scalar::Timestamp(Unit::Us),
        schema::Scalar::Timestamp(TimeUnit::Nanos) => Scalar::Timestamp(Unit::Ns),
        schema::Scalar::Duration => Scalar::Duration,
        schema::Scalar::Decimal(digits) => Scalar::Decimal(digits),
        schema::Scalar::Decimal128(digits) => Scalar::Decimal128(digits),
        schema::Scalar::Geo4 => Scalar::Geo4,
        schema::Scalar::Geo8 => Scalar::Geo8,
        schema::Scalar::Geo16 => Scalar::Geo16,
        other => panic!("{other:?} is not modelled"),
    }
}
