//! A value somewhere in a record, as an input chooses it: by a path through the schema, and through what the record holds.

use std::fmt::Write as _;

use vellum::Schema;
use vellum::schema::{Scalar, Type};

use crate::input::Input;
use crate::tree::{Part, Tree};

/// A place in a record.
#[derive(Clone, Debug)]
pub struct Place {
    /// The path as a handle or an edit takes it.
    pub text: String,
    /// The same with `[]` in the place of indices, which are `indices`.
    pub handle: String,
    pub indices: Vec<usize>,
    /// The same through the tree of what the record holds.
    pub parts: Vec<Part>,
    pub ty: Type,
    pub optional: bool,
    /// Which payload of an `any` it is, where the path ends in one: it is the same node of the tree as its `any`.
    pub payload: Option<&'static str>,
}

/// Where the names of `any` lead.
const ANY: [&str; 9] = ["$bool", "$i8", "$i64", "$u64", "$f64", "$string", "$bytes", "$list", "$map"];

impl Place {
    /// The place of a field's name, alone.
    fn field(&mut self, name: &str) {
        for text in [&mut self.text, &mut self.handle] {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(name);
        }
        self.payload = None;
    }

    fn index(&mut self, index: usize) {
        let _ = write!(self.text, "[{index}]");
        self.handle.push_str("[]");
        self.indices.push(index);
        self.parts.push(Part::Index(index));
        self.payload = None;
    }

    fn key(&mut self, key: Tree, text: &str) {
        for path in [&mut self.text, &mut self.handle] {
            let _ = write!(path, "[{text}]");
        }
        self.parts.push(Part::Key(key));
        self.payload = None;
    }

    /// An element of the list at the place.
    pub fn element(&self, index: usize) -> Self {
        let mut place = self.clone();
        place.index(index);
        place
    }

    /// Whether the node of the tree at the place is its value: an `any` may hold another payload. `None` if the tree does not say, since
    /// there integers are of one kind.
    pub fn is_held(payload: Option<&str>, node: &Tree) -> Option<bool> {
        match (payload, node) {
            (Some("$i8" | "$i64" | "$u64"), Tree::Int(_)) => None,
            (None, _)
            | (Some("$bool"), Tree::Bool(_))
            | (Some("$f64"), Tree::Word("f64", _))
            | (Some("$string"), Tree::Text(_))
            | (Some("$bytes"), Tree::Bytes(_))
            | (Some("$list"), Tree::List(_))
            | (Some("$map"), Tree::Map(_)) => Some(true),
            _ => Some(false),
        }
    }

    /// Walks from the root to a place; `held` is what the record holds. `None` if the root has no fields.
    pub fn choose(schema: &Schema, held: &Tree, input: &mut Input<'_>) -> Option<Self> {
        let mut place = Self {
            text: String::new(),
            handle: String::new(),
            indices: Vec::new(),
            parts: Vec::new(),
            ty: Type::Bool,
            optional: false,
            payload: None,
        };
        let mut definition = Some(schema.root());
        if let Some(whole) = schema.root_value() {
            // The root is no struct: its value has no name.
            place.parts.push(Part::Name(whole.name().to_owned()));
            (place.ty, place.optional, definition) = (whole.ty().clone(), whole.optional(), None);
        }
        for _ in 0..24 {
            if let Some(structure) = definition.take() {
                if !place.parts.is_empty() && input.one_in(8) || structure.fields().is_empty() {
                    break;
                }
                let field = &structure.fields()[input.below(structure.fields().len())];
                place.field(field.name());
                place.parts.push(Part::Name(field.name().to_owned()));
                (place.ty, place.optional) = (field.ty().clone(), field.optional());
            } else if !place.step(schema, held, input) {
                break;
            }
            if let Type::Struct(id) = place.ty {
                definition = schema.get_struct(id);
            }
        }
        (!place.parts.is_empty()).then_some(place)
    }

    /// One step into what is no struct; false if the place is the end.
    fn step(&mut self, schema: &Schema, held: &Tree, input: &mut Input<'_>) -> bool {
        if input.one_in(3) {
            return false;
        }
        let here = held.at(&self.parts);
        let (ty, optional) = match self.ty.clone() {
            Type::List(list) => {
                let count = if let Some(Tree::List(elements)) = here { elements.len() } else { 0 };
                self.index(input.below(count + 1));
                (list.element().clone(), list.optional())
            }
            Type::Array(array) => {
                self.index(input.below(array.len() + 1));
                (array.element().clone(), array.optional())
            }
            Type::Map(map) => {
                let Some((key, text)) = key(schema, map.key(), here, input) else { return false };
                self.key(key, &text);
                let Some(value) = map.value() else { return false };
                (value.clone(), map.optional())
            }
            Type::Union(id) if schema.get_union(id).expect("a type of the schema").is_any() => {
                return self.step_into_any(schema, here, input);
            }
            Type::Union(id) => {
                let variants = schema.get_union(id).expect("a type of the schema").variants();
                let variant = &variants[input.below(variants.len())];
                let Some(ty) = variant.ty() else { return false };
                self.field(variant.name());
                self.parts.push(Part::Variant(variant.name().to_owned()));
                (ty.clone(), variant.optional())
            }
            _ => return false,
        };
        (self.ty, self.optional) = (ty, optional);
        true
    }

    fn step_into_any(&mut self, schema: &Schema, here: Option<&Tree>, input: &mut Input<'_>) -> bool {
        match input.below(3) {
            0 => {
                let count = if let Some(Tree::List(elements)) = here { elements.len() } else { 0 };
                self.index(input.below(count + 1));
            }
            1 => {
                let Some((key, text)) = key(schema, &Type::String, here, input) else { return false };
                self.key(key, &text);
            }
            _ => {
                let name = input.of(&ANY);
                self.field(name);
                self.payload = Some(name);
                let Type::Union(id) = self.ty else { return false };
                let Some((_, variant)) = schema.get_union(id).expect("a type of the schema").variant(&name[1..]) else {
                    return false;
                };
                let Some(ty) = variant.ty() else { return false };
                (self.ty, self.optional) = (ty.clone(), variant.optional());
                return true;
            }
        }
        self.optional = false;
        true
    }
}

/// A key of a map, one that it has or another, and how a path is written with it.
pub fn key(schema: &Schema, ty: &Type, here: Option<&Tree>, input: &mut Input<'_>) -> Option<(Tree, String)> {
    if let Some(Tree::Map(entries)) = here
        && !entries.is_empty()
        && !input.one_in(3)
    {
        let (key, _) = &entries[input.below(entries.len())];
        return key_text(schema, ty, key).map(|text| (key.clone(), text));
    }
    let word = |input: &mut Input<'_>| i128::from(input.byte());
    let key = match ty {
        Type::String => Tree::Text(input.text()),
        Type::Bytes => Tree::Bytes(input.bytes().to_vec()),
        Type::Bool => Tree::Bool(input.one_in(2)),
        Type::Enum(id) => {
            let mut variants = schema.get_enum(*id).expect("a type of the schema").variants();
            let index = input.below(variants.len());
            Tree::Enum(variants.nth(index)?.1)
        }
        Type::Scalar(Scalar::Uuid) => Tree::Word("uuid", input.word()),
        Type::Scalar(Scalar::Ulid) => Tree::Word("ulid", input.word()),
        Type::Scalar(Scalar::U128) => Tree::Word("u128", input.word()),
        Type::Scalar(Scalar::I128) => Tree::Word("i128", input.word()),
        Type::Scalar(Scalar::Char) => Tree::Word("char", word(input).cast_unsigned()),
        Type::Scalar(Scalar::Date) => Tree::Word("date", word(input).cast_unsigned()),
        Type::Scalar(Scalar::Time) => Tree::Word("time", word(input).cast_unsigned()),
        Type::Scalar(Scalar::Duration) => Tree::Word("duration", word(input).cast_unsigned()),
        Type::Scalar(Scalar::Timestamp(_)) => Tree::Word("timestamp", word(input).cast_unsigned()),
        Type::Array(array) => Tree::List((0..array.len()).map(|_| Tree::Int(word(input))).collect()),
        Type::Struct(id) => {
            let fields = schema.get_struct(*id).expect("a type of the schema").fields().iter();
            let part = |field: &vellum::schema::Field| {
                Some((field.name().to_owned(), key(schema, field.ty(), None, input)?.0))
            };
            Tree::Struct(fields.map(part).collect::<Option<_>>()?)
        }
        Type::Scalar(Scalar::I8) => Tree::Int(word(input) - 128),
        Type::Scalar(scalar) if is_integer(*scalar) => Tree::Int(word(input)),
        _ => return None,
    };
    key_text(schema, ty, &key).map(|text| (key, text))
}

fn is_integer(scalar: Scalar) -> bool {
    use Scalar::{I8, I16, I32, I64, U8, U16, U32, U64};
    matches!(scalar, U8 | U16 | U32 | U64 | I8 | I16 | I32 | I64)
}

/// A key as a path is written with it; `None` for one that paths are not written with here.
pub fn key_text(schema: &Schema, ty: &Type, key: &Tree) -> Option<String> {
    Some(match (key, ty) {
        (Tree::Text(text), _) => quoted(text),
        (Tree::List(bytes), _) => return key_text(schema, ty, &Tree::Bytes(bytes_of(bytes)?)),
        (Tree::Struct(_), _) => part_text(schema, ty, key)?,
        (Tree::Bytes(bytes), _) => {
            let escaped = bytes.iter().fold(String::new(), |mut text, byte| {
                let _ = write!(text, "\\x{byte:02X}");
                text
            });
            format!("b\"{escaped}\"")
        }
        (Tree::Bool(value), _) => value.to_string(),
        (Tree::Int(value), _) => value.to_string(),
        (Tree::Enum(number), Type::Enum(id)) => {
            match schema.get_enum(*id).expect("a type of the schema").variant(*number) {
                Some(name) => name.to_owned(),
                None => number.to_string(),
            }
        }
        (Tree::Word("uuid", word), _) => vellum::value::Uuid(word.to_be_bytes()).to_string(),
        (Tree::Word("ulid", word), _) => vellum::value::Ulid(word.to_be_bytes()).to_string(),
        (Tree::Word("char", word), _) => {
            let c = u32::try_from(*word).ok().and_then(char::from_u32)?;
            quoted(c.encode_utf8(&mut [0; 4]))
        }
        (Tree::Word("u128", word), _) => word.to_string(),
        (Tree::Word("i128" | "date" | "time" | "timestamp" | "duration", word), _) => word.cast_signed().to_string(),
        _ => return None,
    })
}

/// The bytes of an array.
fn bytes_of(elements: &[Tree]) -> Option<Vec<u8>> {
    elements.iter().map(|byte| if let Tree::Int(byte) = byte { u8::try_from(*byte).ok() } else { None }).collect()
}

/// A tuple that is a key, or a part of one, as JSON.
fn part_text(schema: &Schema, ty: &Type, part: &Tree) -> Option<String> {
    let json = |text: &str| serde_json::to_string(text).ok();
    match (part, ty) {
        (Tree::Struct(parts), Type::Struct(id)) => {
            let fields = schema.get_struct(*id).expect("a type of the schema").fields().iter();
            let parts = fields.zip(parts).map(|(field, (_, part))| part_text(schema, field.ty(), part));
            Some(format!("[{}]", parts.collect::<Option<Vec<_>>>()?.join(",")))
        }
        (Tree::Text(text), _) => json(text),
        (Tree::List(bytes), _) => part_text(schema, ty, &Tree::Bytes(bytes_of(bytes)?)),
        (Tree::Bytes(bytes), _) => json(&bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
        (Tree::Word("char", word), _) => json(&char::from_u32(u32::try_from(*word).ok()?)?.to_string()),
        (Tree::Word("uuid" | "ulid", _), _) => json(&key_text(schema, ty, part)?),
        (Tree::Enum(_), _) => {
            let text = key_text(schema, ty, part)?;
            if text.bytes().all(|byte| byte.is_ascii_digit()) { Some(text) } else { json(&text) }
        }
        _ => key_text(schema, ty, part),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
