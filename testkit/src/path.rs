//! Ways from the root to a value, as steps, and as the text that the crate takes.

use std::fmt::Write;

use crate::types::{Item, Scalar, Schema, Type};
use crate::values::{Slot, Val};

/// A step from a value to a part of it.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub enum Step {
    /// A field of a struct, or a part of a tuple.
    Field(usize),
    /// An element of a list or an array.
    Index(usize),
    /// The value of a key; in a set the element.
    Key(Val),
    /// The payload of a variant.
    Variant(usize),
}

/// The steps from the root.
pub type Path = Vec<Step>;

/// A key as a handle takes it.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    /// An index or a number.
    Number(i128),
    /// A bool.
    Bool(bool),
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// The word of a scalar with a type of its own.
    Word(Scalar, u128),
    /// The parts of a tuple.
    Tuple(Vec<Given>),
}

impl Schema {
    /// What a path leads to; none if the types do not have such a place.
    pub fn slot_at<'t>(&'t self, root: &'t Item, path: &[Step]) -> Option<Slot<'t>> {
        let mut slot = Slot::of(root);
        for step in path {
            slot = match (step, &slot.item.ty) {
                (Step::Field(index), ty @ (Type::Struct(_) | Type::Tuple(_))) => *self.parts(ty)?.get(*index)?,
                (Step::Index(_), Type::List(item) | Type::Array(item, _)) => Slot::of(item),
                (Step::Key(_), Type::Map(_, item)) => Slot::of(item),
                (Step::Variant(tag), ty @ (Type::Union(_) | Type::Any)) => Slot::of(self.payload(ty, *tag)?),
                _ => return None,
            };
        }
        Some(slot)
    }

    /// A path as text.
    pub fn path_text(&self, root: &Item, path: &[Step]) -> String {
        self.write_path(root, path, &mut |text, step, key| match step {
            Step::Index(index) => {
                let _ = write!(text, "[{index}]");
            }
            Step::Key(val) => text.push_str(&self.key_text(key, val)),
            Step::Field(_) | Step::Variant(_) => unreachable!("written by name"),
        })
    }

    /// A path as a handle has it, with `[]` for indices and keys, and those indices and keys.
    pub fn handle_text(&self, root: &Item, path: &[Step]) -> (String, Vec<Given>) {
        let mut keys = Vec::new();
        let text = self.write_path(root, path, &mut |text, step, key| {
            text.push_str("[]");
            keys.push(match step {
                Step::Index(index) => Given::Number(*index as i128),
                Step::Key(val) => self.given_key(key, val),
                Step::Field(_) | Step::Variant(_) => unreachable!("written by name"),
            });
        });
        (text, keys)
    }

    fn write_path(&self, root: &Item, path: &[Step], bracket: &mut dyn FnMut(&mut String, &Step, &Type)) -> String {
        let mut text = String::new();
        let mut item = root;
        let parts_of_tuple: Vec<String> = (0..8).map(|number| number.to_string()).collect();
        let dot = |text: &mut String, name: &str| {
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(name);
        };
        for step in path {
            match (step, &item.ty) {
                (Step::Field(index), Type::Struct(id)) => {
                    let field = &self.structs[*id].fields[*index];
                    dot(&mut text, &field.name);
                    item = &field.item;
                }
                (Step::Field(index), Type::Tuple(parts)) => {
                    dot(&mut text, &parts_of_tuple[*index]);
                    item = &parts[*index];
                }
                (Step::Variant(tag), ty @ (Type::Union(_) | Type::Any)) => {
                    let (name, payload) = &self.variants(ty).unwrap_or_default()[*tag];
                    let mark = if *ty == Type::Any { "$" } else { "" };
                    dot(&mut text, &format!("{mark}{name}"));
                    item = payload.as_ref().expect("a variant that holds something");
                }
                (Step::Index(_), Type::List(element) | Type::Array(element, _)) => {
                    bracket(&mut text, step, &Type::Bool);
                    item = element;
                }
                (Step::Key(_), Type::Map(key, value)) => {
                    bracket(&mut text, step, key);
                    item = value;
                }
                (Step::Key(_), Type::Set(key)) => bracket(&mut text, step, key),
                (step, ty) => panic!("{step:?} from {ty:?}"),
            }
        }
        text
    }

    /// A key between brackets.
    fn key_text(&self, ty: &Type, val: &Val) -> String {
        match self.given_key(ty, val) {
            Given::Tuple(_) => format!("[{}]", self.tuple_text(ty, val)),
            Given::Number(number) => format!("[{number}]"),
            Given::Bool(value) => format!("[{value}]"),
            Given::Text(text) if *ty == Type::String => {
                format!("[\"{}\"]", text.replace('\\', "\\\\").replace('"', "\\\""))
            }
            Given::Text(text) => format!("[{text}]"),
            Given::Word(scalar, word) => format!("[{}]", word_text(scalar, word)),
            Given::Bytes(content) => {
                let bytes: String = content.iter().map(|byte| format!("\\x{byte:02x}")).collect();
                format!("[b\"{bytes}\"]")
            }
        }
    }

    /// A key that is a tuple, or a part of one, as JSON.
    fn tuple_text(&self, ty: &Type, val: &Val) -> String {
        match (ty, val, self.given_key(ty, val)) {
            (Type::Tuple(parts), Val::Record(vals), _) => {
                let parts = parts.iter().zip(vals).map(|(part, val)| self.tuple_text(&part.ty, val));
                format!("[{}]", parts.collect::<Vec<_>>().join(","))
            }
            (.., Given::Number(number)) => number.to_string(),
            (.., Given::Bool(value)) => value.to_string(),
            (.., Given::Text(text)) => serde_json::to_string(&text).expect("text"),
            (.., Given::Bytes(content)) => {
                format!("\"{}\"", content.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
            }
            (.., Given::Word(Scalar::Char, word)) => {
                serde_json::to_string(&char::from_u32(word as u32)).expect("a char")
            }
            (.., Given::Word(scalar, word)) => match scalar {
                Scalar::Uuid
                | Scalar::Ulid
                | Scalar::Ipv4
                | Scalar::Ipv6
                | Scalar::Decimal(_)
                | Scalar::Decimal128(_) => {
                    format!("\"{}\"", word_text(scalar, word))
                }
                _ => word_text(scalar, word),
            },
            (ty, val, Given::Tuple(_)) => panic!("{val:?} is no key of {ty:?}"),
        }
    }

    /// A key as a handle takes it.
    pub fn given_key(&self, ty: &Type, val: &Val) -> Given {
        match (ty, val) {
            (Type::Scalar(scalar), Val::Word(word)) => match scalar {
                Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128 => {
                    Given::Number(scalar.signed(*word))
                }
                Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => Given::Number(word.cast_signed()),
                _ => Given::Word(*scalar, *word),
            },
            (Type::Enum(id), Val::Word(word)) => match self.enums[*id].name_of(*word) {
                Some(name) => Given::Text(name.into()),
                None => Given::Number(word.cast_signed()),
            },
            (_, Val::Word(word)) => Given::Number(word.cast_signed()),
            (_, Val::Bool(value)) => Given::Bool(*value),
            (Type::Bytes, Val::Blob(content)) => Given::Bytes(content.clone()),
            (Type::Array(..), Val::List(bytes)) => Given::Bytes(bytes_of(bytes)),
            (Type::Tuple(parts), Val::Record(vals)) => {
                Given::Tuple(parts.iter().zip(vals).map(|(part, val)| self.given_key(&part.ty, val)).collect())
            }
            (_, Val::Blob(content)) => Given::Text(String::from_utf8(content.clone()).expect("text")),
            (ty, val) => panic!("{val:?} is no key of {ty:?}"),
        }
    }
}

/// The bytes of an array.
pub fn bytes_of(vals: &[Val]) -> Vec<u8> {
    let byte = |val: &Val| match val {
        Val::Word(word) => *word as u8,
        other => panic!("{other:?} is no byte"),
    };
    vals.iter().map(byte).collect()
}

/// A key of a scalar with a type of its own, between brackets.
fn word_text(scalar: Scalar, word: u128) -> String {
    let number = scalar.signed(word);
    match scalar {
        Scalar::Char => {
            let c = char::from_u32(word as u32).expect("a char");
            if matches!(c, ']' | '"' | '\\') { format!("\"\\{c}\"") } else { c.to_string() }
        }
        Scalar::Uuid => vellum::value::Uuid(word.to_le_bytes()).to_string(),
        Scalar::Ulid => vellum::value::Ulid(word.to_le_bytes()).to_string(),
        Scalar::Ipv4 => std::net::Ipv4Addr::from((word as u32).to_le_bytes()).to_string(),
        Scalar::Ipv6 => std::net::Ipv6Addr::from(word.to_le_bytes()).to_string(),
        Scalar::Decimal(scale) | Scalar::Decimal128(scale) => crate::types::decimal(number, scale.into()),
        _ if scalar.is_signed() => number.to_string(),
        _ => word.to_string(),
    }
}
