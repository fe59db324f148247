//! Patches as JSON merge patches (RFC 7396), where those can say what changes do.

use alloc::string::{String, ToString};

use serde_json::{Map, Value};

use super::json_patch::{Put, put_of_json, wrong};
use super::json_patch_to::{json_of, replaces};
use super::json_pointer::PointerPart;
use super::patch::{at, without_nulls};
use super::writer::{KeyOptions, OptionalKeys};
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::error::Result;
use crate::schema::{Schema, Type};
use crate::whole::{Action, Change, Owned, Patch};

const ANEW: &str = "a merge patch does not change what it has made anew";
const NULL_KEY: &str = "a merge patch removes a key whose value is null";

impl Patch {
    /// The patch as a JSON merge patch (RFC 7396), for who has the record as JSON:
    /// [`Record::to_json`](crate::Record::to_json) writes the document that it is for.
    ///
    /// ```
    /// use vellum::{Schema, patch::Patch};
    ///
    /// let text = "struct Home { city: string, code: string? }
    ///             struct User { name: string, home: Home?, visits: map<string, u32> } root User;";
    /// let schema = Schema::parse(text)?;
    /// let old = schema.from_json(r#"{"name": "Ada", "home": {"city": "Paris", "code": "x"}, "visits": {"a": 1}}"#)?;
    /// let new = schema.from_json(r#"{"name": "Ada", "home": {"city": "London", "code": null}, "visits": {"a": 2, "b": 1}}"#)?;
    /// let merge = old.diff(&new)?.to_merge_patch()?;
    /// assert_eq!(merge, r#"{"home":{"city":"London","code":null},"visits":{"a":2,"b":1}}"#);
    /// let mut user = schema.from_json(&old.to_json()?)?;
    /// user.apply(&Patch::from_merge_patch(&schema, &merge)?)?;
    /// assert!(user.content_eq(&new)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// A merge patch sets and removes members of objects, whatever is there. So a key is removed
    /// that has another value by now, and one that is added replaces the one that is there; other
    /// conditions are an error.
    ///
    /// # Errors
    /// [`ErrorKind::Type`] for what no merge patch says, with the number of the change and its
    /// path: edits of lists, arrays, sets and texts, conditions, maps and `any` that are set as a
    /// whole (a merge patch keeps the keys that it does not have), null under a key (which a merge
    /// patch removes), changes of what an earlier change has made anew, and values that JSON does
    /// not have. A patch without changes is the object `{}`: an error where the record is none.
    pub fn to_merge_patch(&self) -> Result<String> {
        let mut patch = Value::Object(Map::new());
        if self.is_empty() && !is_object(self.schema())? {
            return Err(wrong("a merge patch that changes nothing is an object, and the record is none"));
        }
        for (number, change) in self.iter().enumerate() {
            let merged = merge(self.schema(), &mut patch, change);
            merged.map_err(|error| at(error, change.path()).in_change(number))?;
        }
        Ok(patch.to_string())
    }
}

/// Whether records are objects in JSON, whatever they hold.
fn is_object(schema: &Schema) -> Result<bool> {
    if schema.root_value().is_none() {
        return Ok(true);
    }
    let (ty, optional, _) = schema.type_of_path("")?;
    Ok(!optional && matches!(ty, Type::Map(map) if map.value().is_some()))
}

fn merge(schema: &Schema, patch: &mut Value, change: &Change) -> Result<()> {
    let path = change.path();
    let tokens = PointerPart::of_path(schema, path)?;
    let is_named =
        |token: &PointerPart| matches!(token, PointerPart::Field(_) | PointerPart::Variant(_) | PointerPart::Key(_));
    let is_within =
        matches!(change.action(), Action::Insert | Action::Remove | Action::Splice | Action::Push | Action::SpliceText);
    if is_within || !tokens.iter().all(is_named) {
        return Err(wrong("a merge patch replaces lists, arrays, sets and texts as a whole"));
    }
    if change.is_condition() && change.action() != Action::RemoveKey {
        return Err(wrong("a merge patch has no conditions"));
    }
    let (ty, optional, _) = schema.type_of_path(path)?;
    let value = match change.action() {
        Action::RemoveKey => Value::Null,
        Action::AddKey => merged_json(schema, path, change.owned())?,
        // What is cleared and cannot be absent is its default.
        _ if (change.owned().is_some() || !optional) && !replaces(schema, ty) => {
            return Err(wrong(
                "a merge patch does not replace a map or `any`: it keeps the keys that it does not name",
            ));
        }
        _ => merged_json(schema, path, change.owned())?,
    };
    put(patch, &tokens, value)
}

/// The JSON of a value in a merge patch, where a null member is one that goes.
fn merged_json(schema: &Schema, path: &str, value: Option<&Owned>) -> Result<Value> {
    let json = json_of(schema, path, value)?;
    if json.is_null() && matches!(PointerPart::of_path(schema, path)?.last(), Some(PointerPart::Key(_))) {
        return Err(wrong(NULL_KEY));
    }
    let Some(value) = value else { return Ok(json) };
    // Of what is in a list all members are as they are.
    let keys = KeyOptions { skips_unknown: false, optional: OptionalKeys::All };
    match put_of_json(schema, path, Action::Set, &without_nulls(&json), keys) {
        Ok(Put::Change(read)) if read.owned() == Some(value) => Ok(json),
        _ => Err(wrong(NULL_KEY)),
    }
}

/// Sets what a merge patch says at a place.
fn put(patch: &mut Value, tokens: &[PointerPart], value: Value) -> Result<()> {
    let Some((token, rest)) = tokens.split_first() else {
        *patch = value;
        return Ok(());
    };
    let Value::Object(members) = patch else {
        return Err(wrong(ANEW));
    };
    let name = token.text();
    if let PointerPart::Variant(_) = token
        && members.keys().any(|other| *other != name)
    {
        // The union is of one variant: this one is made anew, and a part of it is not all of it.
        if !rest.is_empty() {
            return Err(wrong(ANEW));
        }
        members.clear();
    }
    put(members.entry(name).or_insert_with(|| Value::Object(Map::new())), rest, value)
}
