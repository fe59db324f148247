//! JSON patches (RFC 6902): operations one after the other, each at a JSON pointer (RFC 6901).
//!
//! A pointer is walked along the types, and becomes an address; an operation becomes a
//! [`Change`], which is made as those of a difference are. What a record cannot be (a struct
//! without a field, a list in an array) is refused.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_core::ser::Serialize;

use super::de::read_record;
use super::json::{at_end, explain, of_part, parser, read_value, wrong};
use super::json_pointer::{JsonPlace, JsonPlaceKind};
use super::json_tree::{Json, Members};
use super::writer::{KeyOptions, ReadOptions, Source};
use crate::compare::{Action, Change, check_same};
use crate::error::Result;
use crate::record::{Dynamic, Record, Resolved};
use crate::schema::{DefaultValue, Schema, Type};
use crate::write::Storage;

/// Applies a patch; a failure changes nothing.
pub(super) fn apply<S: Storage + AsRef<[u8]>>(record: &mut Record<S>, patch: &Json<'_>) -> Result<()> {
    let operations = operations(patch)?;
    let schema = record.schema().clone();
    record.transaction(|record| {
        operations.iter().enumerate().try_for_each(|(number, operation)| {
            let done = Operation::of(operation).and_then(|operation| operation.make(record, &schema));
            done.map_err(|error| error.in_operation(number))
        })
    })
}

/// The operations that a patch is.
pub(super) fn operations<'p>(patch: &'p Json<'_>) -> Result<&'p [Json<'p>]> {
    let Json::Array(operations) = patch else { return Err(wrong("a JSON patch is an array of operations")) };
    Ok(operations)
}

/// One operation of a patch.
pub(super) enum Operation<'p> {
    Add(&'p str, &'p Json<'p>),
    Remove(&'p str),
    Replace(&'p str, &'p Json<'p>),
    Move(&'p str, &'p str),
    Copy(&'p str, &'p str),
    Test(&'p str, &'p Json<'p>),
}

impl<'p> Operation<'p> {
    pub(super) fn of(operation: &'p Json<'p>) -> Result<Self> {
        let Json::Object(members) = operation else { return Err(wrong("an operation is an object")) };
        let value = |members: &'p Members<'p>| members.get("value").ok_or_else(|| wrong("there is no `value`"));
        let path = text(members, "path")?;
        Ok(match text(members, "op")? {
            "add" => Self::Add(path, value(members)?),
            "remove" => Self::Remove(path),
            "replace" => Self::Replace(path, value(members)?),
            "move" => Self::Move(text(members, "from")?, path),
            "copy" => Self::Copy(text(members, "from")?, path),
            "test" => Self::Test(path, value(members)?),
            other => {
                return Err(wrong(format!(
                    "there is no operation `{other}`: add, remove, replace, move, copy or test"
                )));
            }
        })
    }

    fn make<S: Storage + AsRef<[u8]>>(&self, record: &mut Record<S>, schema: &Schema) -> Result<()> {
        match *self {
            Self::Add(path, value) => {
                let (to, json) = (JsonPlace::in_record(record, schema, path)?, value.to_text()?);
                add(record, &to, |record, to, action| {
                    put_of_json(record.schema(), to, action, &json, KeyOptions::default())
                })
            }
            Self::Replace(path, value) => {
                let (to, json) = (JsonPlace::in_record(record, schema, path)?.existing(record)?, value.to_text()?);
                put(record, &to, Action::Set, |record, to, action| {
                    put_of_json(record.schema(), to, action, &json, KeyOptions::default())
                })
            }
            Self::Remove(path) => remove(record, &JsonPlace::in_record(record, schema, path)?.existing(record)?),
            Self::Copy(from, path) => {
                let from = JsonPlace::in_record(record, schema, from)?.existing(record)?;
                let to = JsonPlace::in_record(record, schema, path)?;
                let taken = MovedValue::of(record, &from)?;
                add(record, &to, |record, to, action| taken.put(record, to, action))
            }
            Self::Move(from, path) => {
                if from == path {
                    return JsonPlace::in_record(record, schema, path)?.existing(record).map(drop);
                }
                if path.strip_prefix(from).is_some_and(|rest| rest.starts_with('/')) {
                    return Err(wrong(format!("`{from}` cannot be moved into itself")));
                }
                let from = JsonPlace::in_record(record, schema, from)?.existing(record)?;
                let taken = MovedValue::of(record, &from)?;
                remove(record, &from)?;
                let to = JsonPlace::in_record(record, schema, path)?;
                add(record, &to, |record, to, action| taken.put(record, to, action))
            }
            Self::Test(path, value) => {
                let at = JsonPlace::in_record(record, schema, path)?.existing(record)?;
                if Json::read(&json_at(record, &at.address)?)?.is_same(value) {
                    return Ok(());
                }
                Err(wrong(format!("the value at `{path}` is another")))
            }
        }
    }
}

fn text<'p>(members: &'p Members<'_>, name: &str) -> Result<&'p str> {
    match members.get(name) {
        Some(Json::Text(text)) => Ok(text),
        _ => Err(wrong(format!("there is no `{name}` that is text"))),
    }
}

/// The names, keys and indices of a JSON pointer.
pub(super) fn tokens(pointer: &str) -> Result<Vec<String>> {
    if pointer.is_empty() {
        return Ok(Vec::new());
    }
    let Some(tokens) = pointer.strip_prefix('/') else {
        return Err(wrong(format!("`{pointer}` is no JSON pointer: it is empty or begins with `/`")));
    };
    let token = |token: &str| {
        let is_escape = |rest: &str| rest.starts_with('0') || rest.starts_with('1');
        if token.split('~').skip(1).all(is_escape) {
            return Ok(token.replace("~1", "/").replace("~0", "~"));
        }
        Err(wrong(format!("`{pointer}` is no JSON pointer: `~` is written `~0`, and `/` in a name `~1`")))
    };
    tokens.split('/').map(token).collect()
}

/// An index without leading zeros.
pub(super) fn index(token: &str) -> Option<usize> {
    let is_index = token == "0" || (!token.starts_with('0') && token.bytes().all(|digit| digit.is_ascii_digit()));
    token.parse().ok().filter(|_| is_index)
}

/// Puts a value to a place: as a new element or key, or instead of what is there.
fn add<S: Storage + AsRef<[u8]>>(
    record: &mut Record<S>,
    to: &JsonPlace<'_>,
    change: impl FnOnce(&Record<S>, &Resolved, Action) -> Result<Replacement>,
) -> Result<()> {
    let action = match to.kind {
        JsonPlaceKind::Root | JsonPlaceKind::Part => Action::Set,
        JsonPlaceKind::Fixed => {
            return Err(wrong("an array or a tuple has a fixed number of parts").in_field(to.path()));
        }
        JsonPlaceKind::Element(..) | JsonPlaceKind::End => Action::Insert,
        JsonPlaceKind::Key if record.leads(&to.address)? => Action::Set,
        JsonPlaceKind::Key => Action::AddKey,
    };
    put(record, to, action, change)
}

/// Makes a change at a place: of a whole struct, what the value differs in.
fn put<S: Storage + AsRef<[u8]>>(
    record: &mut Record<S>,
    to: &JsonPlace<'_>,
    action: Action,
    change: impl FnOnce(&Record<S>, &Resolved, Action) -> Result<Replacement>,
) -> Result<()> {
    match change(record, &to.address, action)? {
        Replacement::Change(change) => record.make_change(&change),
        Replacement::Record(new) => record.diff(&new)?.iter().try_for_each(|change| record.make_change(change)),
    }
}

/// What is put to a place.
pub(super) enum Replacement {
    Change(Change),
    /// Another record, for the root of one.
    Record(Record),
}

fn remove<S: Storage + AsRef<[u8]>>(record: &mut Record<S>, from: &JsonPlace<'_>) -> Result<()> {
    match from.kind {
        JsonPlaceKind::Element(..) | JsonPlaceKind::Key => record.remove(&from.address),
        JsonPlaceKind::Root | JsonPlaceKind::Part if from.can_be_absent() => record.clear(&from.address),
        JsonPlaceKind::Root => Err(wrong("a record cannot be removed")),
        JsonPlaceKind::Part | JsonPlaceKind::Fixed | JsonPlaceKind::End => {
            Err(wrong("what cannot be absent cannot be removed").in_field(from.path()))
        }
    }
}

/// What is at an address as JSON.
fn json_at<S: Storage + AsRef<[u8]>>(record: &Record<S>, at: &Resolved) -> Result<String> {
    let value = if at.is_record() { json_text(record) } else { json_text(&record.get::<Dynamic>(at)?) };
    value.map_err(|error| error.in_field(at.text()))
}

/// A value as JSON.
pub(super) fn json_text(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(wrong)
}

/// What puts the value that a text is.
pub(super) fn put_of_json(
    schema: &Schema,
    to: &Resolved,
    action: Action,
    json: &str,
    keys: KeyOptions,
) -> Result<Replacement> {
    if to.is_record() {
        let mut from = parser(json);
        let read = read_record(schema, &mut from, ReadOptions::json(keys, Source::JsonText));
        let read = read.map_err(|(error, said, path)| explain(&error, said, path));
        let read = read.and_then(|record| at_end(&mut from).map(|()| record));
        return read.map(Replacement::Record).map_err(|error| of_part(json, error));
    }
    change_of_json(schema, (to, to.of(schema)?), action, json, keys).map(Replacement::Change)
}

/// The change to a value of a type.
pub(super) fn change_of_json(
    schema: &Schema,
    (to, (ty, optional, default)): (&Resolved, (&Type, bool, &DefaultValue)),
    action: Action,
    json: &str,
    keys: KeyOptions,
) -> Result<Change> {
    let how = ReadOptions::json(keys, Source::JsonText);
    let encoded = read_value(schema, (to.text(), ty, optional, default), (json, how));
    let encoded = encoded.map_err(|error| of_part(json, error))?;
    Change::of_schema(schema, to.place(schema), action, Some(&encoded.part(schema, ty, optional, default)))
}

/// A value taken from a place, to put it to another.
enum MovedValue {
    /// As it is, and what JSON says of it, for a place of another type.
    Value(Box<Change>, Result<String>),
    /// The whole record has no type of a field.
    Record(String),
}

impl MovedValue {
    fn of<S: Storage + AsRef<[u8]>>(record: &Record<S>, from: &JsonPlace<'_>) -> Result<Self> {
        if from.of.is_none() {
            return Ok(Self::Record(json_at(record, &from.address)?));
        }
        let (part, schema) = (record.part(&from.address)?, record.schema());
        let change = Change::of_schema(schema, from.address.place(schema), Action::Set, part.as_ref())?;
        Ok(Self::Value(Box::new(change), json_at(record, &from.address)))
    }

    fn put<S: Storage + AsRef<[u8]>>(&self, record: &Record<S>, to: &Resolved, action: Action) -> Result<Replacement> {
        let json = match self {
            Self::Record(json) => json,
            Self::Value(_, json) if to.is_record() => json.as_ref().map_err(Clone::clone)?,
            Self::Value(change, json) => {
                let schema = record.schema();
                let (ty, optional, _) = to.of(schema)?;
                match change.owned() {
                    Some(value) if check_same((schema, ty), value.ty()).is_ok() => {
                        let change = Change::of_schema(schema, to.place(schema), action, Some(&value.part()));
                        return change.map(Replacement::Change);
                    }
                    None if optional => return Ok(Replacement::Change(Change::at(to.place(schema), action, None))),
                    _ => json.as_ref().map_err(Clone::clone)?,
                }
            }
        };
        put_of_json(record.schema(), to, action, json, KeyOptions::default())
    }
}
