//! A reader of golden buffers that marks the fields and variants that it sees, written apart from
//! the code that makes them.

use std::collections::{BTreeMap, BTreeSet};
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::read::cursor::{StructRef, ValueRef};
use crate::schema::{Schema, Struct, Type};
use crate::{Record, Result};

/// A reader of buffers that says what is in them.
pub(super) struct ReadBack<'s> {
    schema: &'s Schema,
    /// For each struct, its fields with the text of their defaults.
    defaults: BTreeMap<String, BTreeMap<String, String>>,
    /// The fields and variants that were seen, as `User.name`.
    pub(super) seen: BTreeSet<String>,
}

impl<'s> ReadBack<'s> {
    /// A reader that knows no defaults.
    pub(super) fn plain(schema: &'s Schema) -> Self {
        Self { schema, defaults: BTreeMap::new(), seen: BTreeSet::new() }
    }

    pub(super) fn new(schema: &'s Schema) -> Self {
        let mut reader = Self::plain(schema);
        let text = schema.to_string();
        let definitions = text.split("\nroot ").next().filter(|before| before.len() < text.len()).unwrap_or_default();
        for known in reached(schema) {
            if known.is_tuple() && known.name() == schema.root().name() {
                let record = Record::new(schema);
                let default = reader.text(record.value().unwrap(), known.fields()[0].ty());
                reader.defaults.insert(known.name().into(), BTreeMap::from([(String::new(), default)]));
                continue;
            }
            let alone = Schema::parse(&format!("{definitions}\nroot {};", known.name())).unwrap();
            let record = Record::new(&alone);
            let value = record.value().unwrap();
            let ValueRef::Struct(record) = value else { panic!("{value:?} is no struct") };
            let defaults = ReadBack::plain(&alone).fields(record);
            reader.defaults.insert(known.name().into(), defaults);
        }
        reader.seen.clear();
        reader
    }

    /// The names of a struct's fields, and the text of their values.
    fn fields(&mut self, record: StructRef<'_>) -> BTreeMap<String, String> {
        let known = record.definition();
        let mut fields = BTreeMap::new();
        for (field, (name, value)) in known.fields().iter().zip(record.fields()) {
            let text = match value {
                Ok(value) => self.text(value, field.ty()),
                Err(error) => error.to_string(),
            };
            if self.defaults.get(known.name()).is_some_and(|defaults| defaults[name] != text) {
                self.seen.insert(label(self.schema, known, name));
            }
            fields.insert(name.to_string(), text);
        }
        fields
    }

    /// The text of a value, in which the order of a struct's fields does not matter.
    fn text(&mut self, value: ValueRef<'_>, ty: &Type) -> String {
        let schema = self.schema;
        match (value, ty) {
            (ValueRef::Absent, _) => "absent".to_string(),
            (value, Type::Union(id)) if schema.union(*id).is_any() => {
                self.kinds(value);
                format!("{value:?}")
            }
            (ValueRef::Struct(record), _) => joined(self.fields(record)),
            (ValueRef::List(list), Type::List(_) | Type::Array(_)) => {
                let element = match ty {
                    Type::List(list) => list.element(),
                    Type::Array(array) => array.element(),
                    _ => unreachable!(),
                };
                let text =
                    |value: Result<_>| value.map_or_else(|error| error.to_string(), |value| self.text(value, element));
                format!("[{}]", list.iter().map(text).collect::<Vec<_>>().join(", "))
            }
            (ValueRef::Map(map), Type::Map(of)) => {
                let mut texts = Vec::new();
                for entry in map.iter() {
                    let Ok((key, value)) = entry else { return format!("{entry:?}") };
                    let value = if let Some(ty) = of.value() { self.text(value, ty) } else { String::new() };
                    texts.push((self.text(key, of.key()), value));
                }
                joined(texts)
            }
            (ValueRef::Union(union), Type::Union(id)) => {
                self.seen.insert(format!("{}.{}", schema.union(*id).name(), union.name()));
                let ty = schema.union(*id).variant(union.name()).and_then(|(_, variant)| variant.ty());
                match (union.value(), ty) {
                    (Ok(Some(value)), Some(ty)) => format!("{}({})", union.name(), self.text(value, ty)),
                    (Ok(_), _) => union.name().to_string(),
                    (Err(error), _) => error.to_string(),
                }
            }
            (ValueRef::Enum(name, number), Type::Enum(id)) => {
                self.seen.insert(format!("{}.{name}", schema.enumeration(*id).name()));
                if name.is_empty() { number.to_string() } else { name.to_string() }
            }
            (value, _) => format!("{value:?}"),
        }
    }

    /// The variants that occur in an `any`.
    fn kinds(&mut self, value: ValueRef<'_>) {
        let kind = match value {
            ValueRef::Null => "null",
            ValueRef::Bool(_) => "bool",
            ValueRef::Signed(-0x80..=0x7F) => "i8",
            ValueRef::Signed(-0x8000..=0x7FFF) => "i16",
            ValueRef::Signed(-0x8000_0000..=0x7FFF_FFFF) => "i32",
            ValueRef::Signed(_) => "i64",
            ValueRef::Unsigned(_) => "u64",
            ValueRef::F64(_) => "f64",
            ValueRef::String(_) => "string",
            ValueRef::Bytes(_) => "bytes",
            ValueRef::List(list) => {
                list.iter().for_each(|value| self.kinds(value.unwrap()));
                "list"
            }
            ValueRef::Map(map) => {
                map.iter().for_each(|entry| self.kinds(entry.unwrap().1));
                "map"
            }
            value => panic!("{value:?} in any"),
        };
        self.seen.insert(format!("any.{kind}"));
    }

    /// The text of a buffer, or the error of a reader.
    pub(super) fn read(&mut self, buffer: &[u8]) -> Result<String> {
        self.schema.prove(buffer)?;
        let record = Record::open(self.schema, buffer)?;
        match (record.value()?, self.schema.root_value()) {
            (value, Some(field)) => {
                let text = self.text(value, field.ty());
                if self.defaults.get(self.schema.root().name()).is_some_and(|defaults| defaults[""] != text) {
                    self.seen.insert("root".to_string());
                }
                Ok(text)
            }
            (ValueRef::Struct(record), None) => Ok(joined(self.fields(record))),
            (value, None) => Ok(format!("{value:?}")),
        }
    }
}

/// Names or keys, each with its value.
fn joined(pairs: impl IntoIterator<Item = (String, String)>) -> String {
    let pairs = pairs.into_iter().map(|(name, value)| format!("{name}: {value}"));
    format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
}

fn label(schema: &Schema, known: &Struct, field: &str) -> String {
    let is_root = schema.root_value().is_some() && known.name() == schema.root().name();
    if is_root { "root".to_string() } else { format!("{}.{field}", known.name()) }
}

/// Calls a function with each type that the root leads to, once for each definition.
fn each_type(schema: &Schema, ty: &Type, names: &mut BTreeSet<String>, visit: &mut dyn FnMut(&Type)) {
    let name = match ty {
        Type::Struct(id) => schema.structure(*id).name(),
        Type::Union(id) => schema.union(*id).name(),
        Type::Enum(id) => schema.enumeration(*id).name(),
        _ => "",
    };
    if !name.is_empty() && !names.insert(name.to_string()) {
        return;
    }
    visit(ty);
    match ty {
        Type::List(list) => each_type(schema, list.element(), names, visit),
        Type::Array(array) => each_type(schema, array.element(), names, visit),
        Type::Map(map) => {
            each_type(schema, map.key(), names, visit);
            map.value().into_iter().for_each(|value| each_type(schema, value, names, visit));
        }
        Type::Struct(id) => {
            schema.structure(*id).fields().iter().for_each(|field| each_type(schema, field.ty(), names, visit));
        }
        Type::Union(id) if !schema.union(*id).is_any() => {
            let payloads = schema.union(*id).variants().iter().filter_map(|variant| variant.ty());
            payloads.for_each(|ty| each_type(schema, ty, names, visit));
        }
        _ => {}
    }
}

/// The structs that the root leads to.
fn reached(schema: &Schema) -> Vec<&Struct> {
    let mut structs = Vec::new();
    each_type(schema, &Type::Struct(schema.root_id()), &mut BTreeSet::new(), &mut |ty| {
        if let Type::Struct(id) = ty {
            structs.push(*id);
        }
    });
    structs.into_iter().map(|id| schema.structure(id)).collect()
}

/// All fields and variants that the root leads to.
pub(super) fn labels(schema: &Schema) -> BTreeSet<String> {
    let mut labels = BTreeSet::new();
    each_type(schema, &Type::Struct(schema.root_id()), &mut BTreeSet::new(), &mut |ty| match ty {
        Type::Struct(id) => {
            let known = schema.structure(*id);
            labels.extend(known.fields().iter().map(|field| label(schema, known, field.name())));
        }
        Type::Union(id) => {
            let known = schema.union(*id);
            labels.extend(known.variants().iter().map(|variant| format!("{}.{}", known.name(), variant.name())));
        }
        Type::Enum(id) => {
            let known = schema.enumeration(*id);
            labels.extend(known.variants().map(|(name, _)| format!("{}.{name}", known.name())));
        }
        _ => {}
    });
    labels
}
