//! Patches as JSON patches (RFC 6902), where those can say what a change does.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::json_patch::{Put, change_of_json, put_of_json, tree_of, wrong};
use super::json_pointer::{PointerPart, end_in_any, pointer};
use super::patch::at;
use super::writer::KeyOptions;
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::error::Result;
use crate::read::decoder::Decoder;
use crate::read::value::Content;
use crate::schema::{DefaultValue, Schema, Type};
use crate::whole::{Action, Change, Owned, Patch, Removed, is_kept};

impl Patch {
    /// The patch as a JSON patch (RFC 6902), for who has the record as JSON:
    /// [`Record::to_json`](crate::Record::to_json) writes the document that it is for.
    ///
    /// ```
    /// use vellum::{Schema, patch::Patch};
    ///
    /// let schema = Schema::parse("struct Post { title: string, tags: list<string> } root Post;")?;
    /// let old = schema.from_json(r#"{"title": "Draft", "tags": ["a", "b"]}"#)?;
    /// let new = schema.from_json(r#"{"title": "Final", "tags": ["a"]}"#)?;
    /// let json = old.diff(&new)?.to_json_patch()?;
    /// assert_eq!(json, concat!(
    ///     r#"[{"op":"add","path":"/title","value":"Final"},"#,
    ///     r#"{"op":"test","path":"/tags/1","value":"b"},{"op":"remove","path":"/tags/1"}]"#,
    /// ));
    /// let mut post = schema.from_json(&old.to_json()?)?;
    /// post.json_patch(&json)?;
    /// assert!(post.content_eq(&new)?);
    /// post = schema.from_json(&old.to_json()?)?;
    /// post.apply(&Patch::from_json_patch(&schema, &json)?)?;
    /// assert!(post.content_eq(&new)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// | change | operations |
    /// | --- | --- |
    /// | set, switch | `add` of a field or a key, `replace` of an element; before it `test`, if there is a condition |
    /// | clear | the same with null or the default, `replace` of a key |
    /// | insert, push, add key | `add` |
    /// | remove, remove key | `test`, if there is a condition, and `remove` |
    /// | splice | `test` and `remove` of each that goes, `add` of each that comes |
    /// | splice text; add and remove key of a set | none |
    ///
    /// What a change makes on its way has to be there for a JSON patch, and a key that is added
    /// replaces one that is there.
    ///
    /// # Errors
    /// [`ErrorKind::Type`] for what no JSON patch says, with the number of the change and its path:
    /// edits within texts and sets, a key that may not be there, and values that JSON does not
    /// have, such as integers of more than 64 bits and floats that are no number.
    pub fn to_json_patch(&self) -> Result<String> {
        let mut written = JsonOperations { schema: self.schema(), operations: Vec::new() };
        for (number, change) in self.iter().enumerate() {
            written.change(change).map_err(|error| at(error, change.path()).in_change(number))?;
        }
        Ok(Value::Array(written.operations).to_string())
    }
}

/// The operations so far.
struct JsonOperations<'s> {
    schema: &'s Schema,
    operations: Vec<Value>,
}

impl JsonOperations<'_> {
    fn change(&mut self, change: &Change) -> Result<()> {
        let (schema, path) = (self.schema, change.path());
        let tokens = PointerPart::of_path(schema, path)?;
        if tokens.contains(&PointerPart::InSet) {
            return Err(wrong("a JSON patch does not name elements of a set"));
        }
        let to = pointer(&tokens);
        let value = |value: Option<&Owned>| json_of(schema, path, value);
        let expected = change.taken().filter(|_| change.is_condition());
        match change.action() {
            Action::Set | Action::Switch | Action::Clear => {
                self.test(&tokens, expected, &value)?;
                let is_there = match tokens.last() {
                    None | Some(PointerPart::Element(_) | PointerPart::Fixed(_)) => true,
                    // To clear makes no key.
                    Some(PointerPart::Key(_)) => change.action() == Action::Clear,
                    _ => false,
                };
                self.put(if is_there { "replace" } else { "add" }, &to, &value(change.owned())?);
            }
            Action::Insert | Action::AddKey => self.put("add", &to, &value(change.owned())?),
            Action::Push => {
                let value = json_of(schema, &alloc::format!("{path}[0]"), change.owned())?;
                self.put("add", &[&*to, "/-"].concat(), &value);
            }
            Action::Remove | Action::RemoveKey => {
                self.test(&tokens, expected, &value)?;
                self.operations.push(json!({"op": "remove", "path": to}));
            }
            Action::Splice => {
                let elements = |list: Option<&Owned>| match list.map(|list| value(Some(list))).transpose()? {
                    Some(Value::Array(elements)) => Ok(elements),
                    Some(_) => Err(wrong("what is spliced is no list")),
                    None => Ok(Vec::new()),
                };
                let at = |number: usize| alloc::format!("{to}/{}", change.index().saturating_add(number));
                let old = elements(expected.and_then(Removed::owned))?;
                for (number, element) in old.iter().enumerate() {
                    self.put("test", &at(number), element);
                }
                for _ in 0..change.count() {
                    self.operations.push(json!({"op": "remove", "path": at(0)}));
                }
                for (number, element) in elements(change.owned())?.iter().enumerate() {
                    self.put("add", &at(number), element);
                }
            }
            Action::SpliceText => return Err(wrong("a JSON patch does not edit within a text")),
        }
        Ok(())
    }

    /// What has to be there.
    fn test(
        &mut self,
        tokens: &[PointerPart],
        expected: Option<&Removed>,
        value: &dyn Fn(Option<&Owned>) -> Result<Value>,
    ) -> Result<()> {
        let Some(expected) = expected.map(Removed::owned) else { return Ok(()) };
        if expected.is_none() && matches!(tokens.last(), Some(PointerPart::Key(_))) {
            return Err(wrong("a JSON patch does not expect a key not to be there"));
        }
        let expected = expected.map_or(Ok(Value::Null), |expected| value(Some(expected)))?;
        self.put("test", &pointer(tokens), &expected);
        Ok(())
    }

    fn put(&mut self, operation: &str, to: &str, value: &Value) {
        self.operations.push(json!({"op": operation, "path": to, "value": value}));
    }
}

/// The JSON of what is at a path once it is set to a value: without one, of what is absent or the
/// default.
pub(super) fn json_of(schema: &Schema, path: &str, value: Option<&Owned>) -> Result<Value> {
    let (ty, optional, default) = schema.type_of_path(path)?;
    let default = match value {
        None if optional => return Ok(Value::Null),
        None => Owned::of_default(schema, ty, default)?,
        Some(_) => None,
    };
    let Some(value) = value.or(default.as_ref()) else { return Ok(Value::Null) };
    let json = tree_of(&value.part().value()?)?;
    // What JSON says is this value: no integer is too long for it, no float is none.
    let says = match put_of_json(schema, path, Action::Set, &json, KeyOptions::default()) {
        Ok(Put::Change(read)) => read.owned() == Some(value),
        _ => false,
    };
    if says && end_in_any(schema, path)?.is_none_or(|held| is_held(schema, (path, held), &json, value)) {
        return Ok(json);
    }
    Err(wrong(alloc::format!("JSON does not say {:?}", value.part().value()?)))
}

/// Whether JSON makes an `any` hold a value of a variant.
fn is_held(schema: &Schema, (path, (any, tag)): (&str, (&Type, u8)), json: &Value, value: &Owned) -> bool {
    let ty = (any, false, &DefaultValue::Zero);
    let Ok(read) = change_of_json(schema, (path, ty), Action::Set, json, KeyOptions::default()) else { return false };
    let Some(read) = read.owned().map(Owned::part) else { return false };
    match read.open(&mut Decoder::new(read.buf())) {
        Ok((Content::Union(_, union), _)) => {
            union.tag() == tag && is_kept(Some(value), union.part().as_ref()).unwrap_or(false)
        }
        _ => false,
    }
}

/// Whether a merge patch that has a value replaces whatever is there by it: of a map it would keep
/// the keys that it does not name.
pub(super) fn replaces<'s>(schema: &'s Schema, ty: &'s Type) -> bool {
    may_replace(schema, ty, &mut Vec::new())
}

/// As [`replaces`]; the first that does not ends the search, so that all that were seen do.
fn may_replace<'s>(schema: &'s Schema, ty: &'s Type, seen: &mut Vec<&'s Type>) -> bool {
    if let Type::Struct(_) | Type::Union(_) = ty {
        if seen.contains(&ty) {
            return true;
        }
        seen.push(ty);
    }
    match ty {
        Type::Map(map) => map.value().is_none(),
        Type::Struct(id) if !schema.structure(*id).is_tuple() => {
            schema.structure(*id).fields().iter().all(|field| may_replace(schema, field.ty(), seen))
        }
        Type::Union(id) => {
            let union = schema.union(*id);
            let mut payloads = union.variants().iter().filter_map(|variant| variant.ty());
            !union.is_any() && payloads.all(|ty| may_replace(schema, ty, seen))
        }
        // What is an array in JSON is replaced as a whole.
        _ => true,
    }
}
