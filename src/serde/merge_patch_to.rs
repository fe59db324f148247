//! Patches as JSON merge patches (RFC 7396), where those can say what changes do.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::json::wrong;
use super::json_patch::{Replacement, put_of_json};
use super::json_patch_to::{NO_KEY, json_of, replaces};
use super::json_pointer::PointerPart;
use super::json_tree::{Json, Members};
use super::merge_patch::at;
use super::writer::{KeyOptions, OptionalKeys};
use crate::compare::{Action, Change, Owned, Patch};
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::error::Result;
use crate::record::Resolved;
use crate::schema::{Schema, Type};

const ANEW: &str = "a merge patch does not change what it has made anew";
const NULL_KEY: &str = "a merge patch removes a key whose value is null";
const CLEARED: &str = "a merge patch makes the key or the variant that it clears";

impl Patch {
    /// The patch as a JSON merge patch (RFC 7396), for receivers that have the record as JSON:
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
    /// A merge patch sets and removes members of objects without conditions. So it removes a key
    /// even if its value has changed, and an added key replaces a present one; other conditions are
    /// an error. A union has null for each other variant with a payload, so that none of them is
    /// left. Structs on the path of a change should exist: a merge patch does not contain their
    /// other fields.
    ///
    /// # Errors
    /// [`ErrorKind::Type`] for a change that no merge patch expresses, with its number and its
    /// path. These are edits of lists, arrays, sets and texts; conditions; maps and `any` that are
    /// set as a whole (a merge patch keeps other keys); null under a key or in a variant (a merge
    /// patch removes these). Others are clears under a key or in a variant that may be missing,
    /// changes of a value that an earlier change has replaced, and values that JSON lacks. A patch
    /// without changes is the object `{}`, an error if the record is not an object.
    pub fn to_merge_patch(&self) -> Result<String> {
        if self.is_empty() && !is_object(self.schema())? {
            return Err(wrong("a merge patch that changes nothing is an object, and the record is none"));
        }
        let schema = self.schema();
        let told = |(number, change): (usize, &Change), error| at(error, change.path()).in_change(number);
        let changes = || self.iter().enumerate();
        let merged = changes().map(|of| merged(schema, of.1).map_err(|error| told(of, error)));
        let merged = merged.collect::<Result<Vec<_>>>()?;
        let mut patch = Json::Object(Members::new());
        for (of, (tokens, json)) in changes().zip(&merged) {
            let value = Json::read(json).and_then(|value| {
                let (ty, ..) = Resolved::of_place(schema, of.1.place())?.of(schema)?;
                let clears = of.1.owned().is_none() && !matches!(of.1.action(), Action::AddKey | Action::RemoveKey);
                put(&mut patch, tokens, (in_merge(schema, ty, value), clears))
            });
            value.map_err(|error| told(of, error))?;
        }
        patch.to_text()
    }
}

/// Whether records are objects in JSON, whatever they hold.
fn is_object(schema: &Schema) -> Result<bool> {
    if schema.root_value().is_none() {
        return Ok(true);
    }
    let (ty, optional, _) = Resolved::whole(schema)?.of(schema)?;
    Ok(!optional && matches!(ty, Type::Map(map) if map.value().is_some()))
}

/// Where a change is in a merge patch, and the value that it gives.
fn merged(schema: &Schema, change: &Change) -> Result<(Vec<PointerPart>, String)> {
    let place = Resolved::of_place(schema, change.place())?;
    let tokens = PointerPart::of_place(schema, &place)?;
    let is_named =
        |token: &PointerPart| matches!(token, PointerPart::Field(_) | PointerPart::Variant(..) | PointerPart::Key(_));
    let is_within =
        matches!(change.action(), Action::Insert | Action::Remove | Action::Splice | Action::Push | Action::SpliceText);
    if is_within || !tokens.iter().all(is_named) {
        return Err(wrong("a merge patch replaces lists, arrays, sets and texts as a whole"));
    }
    if change.is_condition() && change.action() != Action::RemoveKey {
        return Err(wrong("a merge patch has no conditions"));
    }
    let (ty, optional, _) = place.of(schema)?;
    let value = match change.action() {
        Action::AddKey | Action::RemoveKey if !matches!(tokens.last(), Some(PointerPart::Key(_))) => {
            return Err(wrong(NO_KEY));
        }
        Action::RemoveKey => String::from("null"),
        Action::AddKey => merged_json(schema, &place, change.owned())?,
        // What is cleared and cannot be absent is its default.
        _ if (change.owned().is_some() || !optional) && !replaces(schema, ty) => {
            return Err(wrong(
                "a merge patch does not replace a map or `any`: it keeps the keys that it does not name",
            ));
        }
        _ => merged_json(schema, &place, change.owned())?,
    };
    Ok((tokens, value))
}

/// The JSON of a value in a merge patch, where a null member is one that goes.
fn merged_json(schema: &Schema, place: &Resolved, value: Option<&Owned>) -> Result<String> {
    let json = json_of(schema, place, value)?;
    let tree = Json::read(&json)?;
    let last = PointerPart::of_place(schema, place)?.pop();
    if matches!((&tree, last), (Json::Null, Some(PointerPart::Key(_) | PointerPart::Variant(..)))) {
        return Err(wrong(NULL_KEY));
    }
    let Some(value) = value else { return Ok(json) };
    // Of what is in a list all members are as they are.
    let keys = KeyOptions { skips_unknown: false, optional: OptionalKeys::All };
    match put_of_json(schema, place, Action::Set, &tree.without_nulls().to_text()?, keys) {
        Ok(Replacement::Change(read)) if read.owned() == Some(value) => Ok(json),
        _ => Err(wrong(NULL_KEY)),
    }
}

/// A value as a merge patch has it: of a union no other variant is to stay.
fn in_merge<'t>(schema: &Schema, ty: &Type, json: Json<'t>) -> Json<'t> {
    let Json::Object(members) = json else { return json };
    let within = |(name, member): (Cow<'t, str>, Json<'t>)| {
        let ty = match ty {
            Type::Struct(id) => schema.structure(*id).field(&name).map(|(_, field)| field.ty()),
            Type::Union(id) => schema.union(*id).variant(&name).and_then(|(_, variant)| variant.ty()),
            Type::Map(map) => map.value(),
            _ => None,
        };
        let member = match ty {
            Some(ty) => in_merge(schema, ty, member),
            None => member,
        };
        (name, member)
    };
    let mut members: Members<'t> = members.into_iter().map(within).collect();
    if let Type::Union(id) = ty
        && !schema.union(*id).is_any()
    {
        let others = schema.union(*id).variants().iter().filter(|variant| variant.ty().is_some());
        for other in others {
            members.entry(Cow::Owned(String::from(other.name()))).or_insert(Json::Null);
        }
    }
    Json::Object(members)
}

/// Sets what a merge patch says at a place, or clears what is there.
fn put<'t>(patch: &mut Json<'t>, tokens: &[PointerPart], (value, clears): (Json<'t>, bool)) -> Result<()> {
    let Some((token, rest)) = tokens.split_first() else {
        *patch = value;
        return Ok(());
    };
    let Json::Object(members) = patch else {
        return Err(wrong(ANEW));
    };
    let name = token.text();
    if let PointerPart::Variant(_, others) = token {
        let is_there = |name: &str| members.get(name).is_some_and(|member| !matches!(member, Json::Null));
        // The union is of one variant: this one is made anew, and a part of it is not all of it.
        if !rest.is_empty() && others.iter().any(|other| is_there(other)) {
            return Err(wrong(ANEW));
        }
        if clears && !is_there(&name) {
            return Err(wrong(CLEARED));
        }
        members.extend(others.iter().map(|other| (Cow::Owned(other.clone()), Json::Null)));
    }
    if clears && rest.is_empty() && matches!(token, PointerPart::Key(_)) && !members.contains_key(&*name) {
        return Err(wrong(CLEARED));
    }
    let member = members.entry(Cow::Owned(name)).or_insert_with(|| Json::Object(Members::new()));
    put(member, rest, (value, clears))
}
