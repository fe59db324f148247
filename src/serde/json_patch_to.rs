//! Patches as JSON patches (RFC 6902), where those can say what a change does.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::json::wrong;
use super::json_patch::{Replacement, change_of_json, json_text, put_of_json};
use super::json_pointer::{PointerPart, end_in_any, pointer};
use super::json_tree::Json;
use super::merge_patch::at;
use super::writer::KeyOptions;
use crate::compare::{Action, Change, Owned, Patch, Removed, is_kept};
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::error::Result;
use crate::read::document::Decoder;
use crate::read::value::Content;
use crate::record::Resolved;
use crate::schema::{DefaultValue, Schema, Type};

const NULL: &str = "null";
pub(super) const NO_KEY: &str = "the path of a key that is added ends in another step";

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
    /// | set of what a union holds | the same of the union, so that no other variant is left |
    /// | clear | the same with null or the default, `replace` of a key and of what a union holds |
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
    /// edits within texts and sets, a key or a variant that may not be there, and values that JSON
    /// does not have, such as floats that are no number. Integers of more than 64 bits are written
    /// with all their digits; not every reader of JSON keeps these.
    pub fn to_json_patch(&self) -> Result<String> {
        let mut written = JsonOperations { schema: self.schema(), operations: Vec::new() };
        for (number, change) in self.iter().enumerate() {
            written.change(change).map_err(|error| at(error, change.path()).in_change(number))?;
        }
        Ok(alloc::format!("[{}]", written.operations.join(",")))
    }
}

/// The operations so far.
struct JsonOperations<'s> {
    schema: &'s Schema,
    operations: Vec<String>,
}

impl JsonOperations<'_> {
    fn change(&mut self, change: &Change) -> Result<()> {
        let (schema, place) = (self.schema, Resolved::of_place(self.schema, change.place())?);
        let tokens = PointerPart::of_place(schema, &place)?;
        if tokens.contains(&PointerPart::InSet) {
            return Err(wrong("a JSON patch does not name elements of a set"));
        }
        let to = pointer(&tokens);
        let value = |value: Option<&Owned>| json_of(schema, &place, value);
        let expected = change.taken().filter(|_| change.is_condition());
        match change.action() {
            Action::Set | Action::Switch | Action::Clear => {
                self.test(&tokens, expected, &value)?;
                let (mut place, mut json) = (&*tokens, value(change.owned())?);
                // To clear makes neither a key nor a variant.
                let makes = change.owned().is_some();
                while makes && let Some((PointerPart::Variant(name, _), union)) = place.split_last() {
                    (place, json) = (union, alloc::format!("{{{}:{json}}}", quoted(name)?));
                }
                let is_there = match place.last() {
                    None | Some(PointerPart::Element(_) | PointerPart::Fixed(_)) => true,
                    Some(PointerPart::Key(_) | PointerPart::Variant(..)) => !makes,
                    _ => false,
                };
                self.put(if is_there { "replace" } else { "add" }, &pointer(place), &json)?;
            }
            Action::AddKey if !matches!(tokens.last(), Some(PointerPart::Key(_))) => return Err(wrong(NO_KEY)),
            Action::Insert | Action::AddKey => self.put("add", &to, &value(change.owned())?)?,
            Action::Push => {
                let value = json_of(schema, &place.extended(schema, "[0]")?, change.owned())?;
                self.put("add", &[&*to, "/-"].concat(), &value)?;
            }
            Action::Remove | Action::RemoveKey => {
                self.test(&tokens, expected, &value)?;
                self.remove(&to)?;
            }
            Action::Splice => {
                let elements = |list: Option<&Owned>| {
                    let Some(list) = list.map(|list| value(Some(list))).transpose()? else { return Ok(Vec::new()) };
                    let Json::Array(elements) = Json::read(&list)? else {
                        return Err(wrong("what is spliced is no list"));
                    };
                    elements.iter().map(Json::to_text).collect::<Result<Vec<_>>>()
                };
                let at = |number: usize| alloc::format!("{to}/{}", change.index().saturating_add(number));
                let old = elements(expected.and_then(Removed::owned))?;
                for (number, element) in old.iter().enumerate() {
                    self.put("test", &at(number), element)?;
                }
                for _ in 0..change.count() {
                    self.remove(&at(0))?;
                }
                for (number, element) in elements(change.owned())?.iter().enumerate() {
                    self.put("add", &at(number), element)?;
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
        value: &dyn Fn(Option<&Owned>) -> Result<String>,
    ) -> Result<()> {
        let Some(expected) = expected.map(Removed::owned) else { return Ok(()) };
        match (expected, tokens.last()) {
            (None, Some(PointerPart::Key(_))) => Err(wrong("a JSON patch does not expect a key not to be there")),
            (None, Some(PointerPart::Variant(..))) => {
                Err(wrong("a JSON patch does not expect a variant not to be there"))
            }
            (None, _) => self.put("test", &pointer(tokens), "null"),
            (Some(expected), _) => self.put("test", &pointer(tokens), &value(Some(expected))?),
        }
    }

    fn put(&mut self, operation: &str, to: &str, value: &str) -> Result<()> {
        self.operations.push(alloc::format!(r#"{{"op":"{operation}","path":{},"value":{value}}}"#, quoted(to)?));
        Ok(())
    }

    fn remove(&mut self, from: &str) -> Result<()> {
        self.operations.push(alloc::format!(r#"{{"op":"remove","path":{}}}"#, quoted(from)?));
        Ok(())
    }
}

/// A text as JSON.
fn quoted(text: &str) -> Result<String> {
    json_text(&text)
}

/// The JSON of what is at a place once it is set to a value: without one, of what is absent or the
/// default.
pub(super) fn json_of(schema: &Schema, place: &Resolved, value: Option<&Owned>) -> Result<String> {
    let (ty, optional, default) = place.of(schema)?;
    let default = match value {
        None if optional => return Ok(NULL.to_string()),
        None => Owned::of_default(schema, ty, default)?,
        Some(_) => None,
    };
    let Some(value) = value.or(default.as_ref()) else { return Ok(NULL.to_string()) };
    let json = Json::read(&json_text(&value.part().value()?)?)?.to_text()?;
    // What JSON says is this value: no float is none.
    let says = match put_of_json(schema, place, Action::Set, &json, KeyOptions::default()) {
        Ok(Replacement::Change(read)) => read.owned() == Some(value),
        _ => false,
    };
    if says && end_in_any(schema, place)?.is_none_or(|held| is_held(schema, (place, held), &json, value)) {
        return Ok(json);
    }
    Err(wrong(alloc::format!("JSON does not say {:?}", value.part().value()?)))
}

/// Whether JSON makes an `any` hold a value of a variant.
fn is_held(schema: &Schema, (place, (any, tag)): (&Resolved, (&Type, u8)), json: &str, value: &Owned) -> bool {
    let ty = (any, false, &DefaultValue::Zero);
    let Ok(read) = change_of_json(schema, (place, ty), Action::Set, json, KeyOptions::default()) else { return false };
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
