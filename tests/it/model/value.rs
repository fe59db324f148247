//! Plain values.

use vellum::{Record, Result, StructRef, ValueRef};

use super::plan::{Kind, Plan};

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Absent,
    Bool(bool),
    /// Integers, floats, characters and enums.
    Number(i64),
    /// Text, and bytes that are text.
    Text(String),
    Struct(Vec<Value>),
    List(Vec<Value>),
}

impl Value {
    pub fn field(&mut self, number: usize) -> &mut Value {
        match self {
            Self::Struct(fields) => &mut fields[number],
            other => panic!("{other:?} is no struct"),
        }
    }

    pub fn element(&mut self, index: usize) -> &mut Value {
        match self {
            Self::List(elements) => &mut elements[index],
            other => panic!("{other:?} is no list"),
        }
    }

    pub fn len(&self) -> usize {
        if let Self::List(elements) = self { elements.len() } else { 0 }
    }

    /// Every text in the value.
    pub fn texts<'v>(&'v self, found: &mut Vec<&'v str>) {
        match self {
            Self::Text(text) => found.push(text),
            Self::Struct(values) | Self::List(values) => values.iter().for_each(|value| value.texts(found)),
            _ => {}
        }
    }

    pub fn read_struct(cursor: &StructRef<'_>) -> Result<Self> {
        cursor.fields().map(|(_, value)| Self::read(&value?)).collect::<Result<_>>().map(Self::Struct)
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
    fn read(value: &ValueRef<'_>) -> Result<Self> {
        Ok(match value {
            ValueRef::Absent => Self::Absent,
            ValueRef::Bool(value) => Self::Bool(*value),
            ValueRef::Unsigned(value) => Self::Number(*value as i64),
            ValueRef::Signed(value) => Self::Number(*value),
            ValueRef::F32(value) => Self::Number(*value as i64),
            ValueRef::Char(value) => Self::Number(i64::from(u32::from(*value))),
            ValueRef::Enum(_, number) => Self::Number(*number as i64),
            ValueRef::String(text) => Self::Text((*text).into()),
            ValueRef::Bytes(bytes) => Self::Text(String::from_utf8(bytes.to_vec()).unwrap()),
            ValueRef::Struct(cursor) => Self::read_struct(cursor)?,
            ValueRef::List(list) => Self::List(list.iter().map(|value| Self::read(&value?)).collect::<Result<_>>()?),
            other => panic!("{other:?} is not modelled"),
        })
    }

    /// Sets the value, and everything in it, at a path of a record that has its defaults there.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
    pub fn write(&self, plan: &Plan, kind: &Kind, path: &str, record: &mut Record) -> Result<()> {
        match (self, kind) {
            // As every value that is not set.
            (Self::Absent, _) => Ok(()),
            (Self::Bool(value), _) => record.set(path, *value),
            (Self::Number(value), Kind::I64) => record.set(path, *value),
            (Self::Number(value), Kind::F32) => record.set(path, *value as f32),
            (Self::Number(value), Kind::Char) => record.set(path, char::from_u32(*value as u32).unwrap()),
            (Self::Number(value), _) => record.set(path, *value as u8),
            (Self::Text(text), Kind::Bytes) => record.set(path, text.as_bytes()),
            (Self::Text(text), _) => record.set(path, text.as_str()),
            (Self::Struct(values), Kind::Frozen) => {
                record.set(format!("{path}.n").as_str(), 0u8)?;
                values[0].write(plan, &Kind::U8, &format!("{path}.n"), record)?;
                values[1].write(plan, &Kind::String, &format!("{path}.label"), record)
            }
            (Self::Struct(values), Kind::Struct(index)) => {
                for (value, field) in values.iter().zip(&plan.structs[*index].fields) {
                    let path = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
                    value.write(plan, &field.kind, &path, record)?;
                }
                Ok(())
            }
            (Self::List(values), Kind::List(element, _)) => {
                // An empty list that is there is made by a push.
                record.push_default(path)?;
                record.truncate(path, 0)?;
                for (index, value) in values.iter().enumerate() {
                    record.push_default(path)?;
                    value.write(plan, element, &format!("{path}[{index}]"), record)?;
                }
                Ok(())
            }
            other => panic!("{other:?} do not fit"),
        }
    }
}
