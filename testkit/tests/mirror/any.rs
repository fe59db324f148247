//! `any`: a union that holds others of its kind. Its edits reach one level below, as there is no end of them.

use std::collections::BTreeMap;

use vellum::value::Any;
use vellum::value::any::AnyRef;
use vellum::{Result, Storage};

use crate::lists::read_list;
use crate::node::{Did, Node, changed};

const ANY_EDITS: [&str; 20] = [
    "set(#0)",
    "set(#1)",
    "set(#2)",
    "set(#3)",
    "set_null()",
    "set_bool(true)",
    "set_i8(-3)",
    "set_i64(min)",
    "set_string(\"any\")",
    "set_bytes(1, 2)",
    "set_list(null, \"any\")",
    "set_map(#1)",
    "read",
    "as_i64? read",
    "as_string?.push_str",
    "as_list?.push(#3)",
    "as_list?[0].set_string",
    "as_map?.insert(\"new\", #3)",
    "as_map?[\"k\"]?.as_list?.push(true)",
    "as_map?.remove(\"k\")",
];

impl Node for Any {
    type Previous = Self;
    const SWITCHES: usize = 12;

    fn type_name() -> String {
        "Any".into()
    }

    fn previous(&self) -> Self {
        self.clone()
    }

    fn from_previous(previous: &Self) -> Self {
        previous.clone()
    }

    fn sample(number: usize) -> Self {
        match number {
            0 => Self::Null,
            1 => Self::from_iter([("k", [Self::I8(1), Self::from("s")].into_iter().collect()), ("n", Self::Null)]),
            2 => Self::I64(0),
            _ => [Self::Bool(true), Self::Bool(false)].into_iter().collect(),
        }
    }

    fn variant(&self) -> usize {
        match self {
            Self::Null => 0,
            Self::Bool(_) => 1,
            Self::I8(_) => 2,
            Self::I16(_) => 3,
            Self::I32(_) => 4,
            Self::I64(_) => 5,
            Self::U64(_) => 6,
            Self::F64(_) => 7,
            Self::String(_) => 8,
            Self::Bytes(_) => 9,
            Self::List(_) => 10,
            Self::Map(_) => 11,
        }
    }

    fn read(view: Self::Get<'_, vellum::proved::Checked>) -> Result<Self> {
        read_any(view.get()?)
    }

    read_list!();

    fn enter<'a, S: Storage + 'a>(field: Self::FieldCursor<'a, S>) -> Result<Self::Cursor<'a, S>> {
        Ok(field)
    }

    fn edits() -> usize {
        ANY_EDITS.len()
    }

    fn edit_name(edit: usize) -> String {
        format!(".{}", ANY_EDITS[edit])
    }

    fn act<'a, S: Storage + 'a>(mut any: Self::Cursor<'a, S>, edit: usize) -> Result<Did> {
        let done = match edit {
            0..=3 => Some(any.set(&Self::sample(edit))),
            4 => Some(any.set_null()),
            5 => Some(any.set_bool(true)),
            6 => Some(any.set_i8(-3)),
            7 => Some(any.set_i64(i64::MIN)),
            8 => Some(any.set_string("any")),
            9 => Some(any.set_bytes(&[1, 2])),
            10 => Some(any.set_list(&[Self::Null, Self::from("any")])),
            11 => match Self::sample(1) {
                Self::Map(map) => Some(any.set_map(&map)),
                _ => None,
            },
            12 => return Ok(Did::read(read_any(any.get()?)?)),
            13 => return Ok(any.as_i64()?.map_or(Did::Nothing, Did::read)),
            14 => any.as_string()?.map(|mut text| text.push_str(" more")),
            15 => any.as_list()?.map(|mut list| list.push(&Self::sample(3))),
            16 => match any.as_list()? {
                Some(mut list) => Some(list.at(0)?.set_string("first")),
                None => None,
            },
            17 => match any.as_map()? {
                Some(mut map) => return changed(map.insert("new", &Self::sample(3))),
                None => None,
            },
            18 => match any.as_map()? {
                Some(mut map) => match map.at("k")? {
                    Some(mut value) => value.as_list()?.map(|mut list| list.push(&Self::Bool(true))),
                    None => None,
                },
                None => None,
            },
            _ => match any.as_map()? {
                Some(mut map) => return changed(map.remove("k")),
                None => None,
            },
        };
        done.map_or(Ok(Did::Nothing), changed)
    }

    fn mirror(&mut self, edit: usize) -> Did {
        match (edit, self) {
            (0..=3, this) => *this = Self::sample(edit),
            (4, this) => *this = Self::Null,
            (5, this) => *this = Self::Bool(true),
            (6, this) => *this = Self::I8(-3),
            (7, this) => *this = Self::I64(i64::MIN),
            (8, this) => *this = Self::from("any"),
            (9, this) => *this = Self::Bytes(vec![1, 2]),
            (10, this) => *this = Self::List(vec![Self::Null, Self::from("any")]),
            (11, this) => *this = Self::sample(1),
            (12, this) => return Did::read(this),
            (13, Self::I64(number)) => return Did::read(number),
            (14, Self::String(text)) => text.push_str(" more"),
            (15, Self::List(list)) => list.push(Self::sample(3)),
            (16, Self::List(list)) => {
                // As in every list of unions: one that is packed keeps its variant.
                let may_be_packed = list.iter().all(|element| element.variant() == list[0].variant());
                let Some(first) = list.first_mut() else { return Did::Refused };
                *first = Self::from("first");
                return if may_be_packed { Did::MayBeRefused("()".into()) } else { Did::changed(()) };
            }
            (17, Self::Map(map)) => return Did::changed(map.insert("new".into(), Self::sample(3)).is_some()),
            (18, Self::Map(map)) => match map.get_mut("k") {
                Some(Self::List(list)) => list.push(Self::Bool(true)),
                _ => return Did::Nothing,
            },
            (19, Self::Map(map)) => return Did::changed(map.remove("k").is_some()),
            _ => return Did::Nothing,
        }
        Did::changed(())
    }
}

// As a getter gives it.
#[allow(clippy::needless_pass_by_value)]
fn read_any(any: AnyRef<'_, vellum::proved::Checked>) -> Result<Any> {
    Ok(match any {
        AnyRef::Null => Any::Null,
        AnyRef::Bool(value) => Any::Bool(value),
        AnyRef::I8(value) => Any::I8(value),
        AnyRef::I16(value) => Any::I16(value),
        AnyRef::I32(value) => Any::I32(value),
        AnyRef::I64(value) => Any::I64(value),
        AnyRef::U64(value) => Any::U64(value),
        AnyRef::F64(value) => Any::F64(value),
        AnyRef::String(value) => Any::from(value),
        AnyRef::Bytes(value) => Any::Bytes(value.to_vec()),
        AnyRef::List(list) => Any::List(Any::read_list(list)?),
        AnyRef::Map(map) => Any::Map(BTreeMap::read(map)?),
    })
}
