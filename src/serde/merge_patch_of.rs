//! Patches from JSON merge patches (RFC 7396), for which there is no record: what is an object goes
//! on to what it has, all else is set.

use alloc::format;
use alloc::vec::Vec;

use super::json::wrong;
use super::json_patch::{Replacement, put_of_json};
use super::json_patch_of::{changes_of, cleared, default_set};
use super::json_tree::Json;
use super::merge_patch::{Merge, check_variants, only_member};
use super::writer::{KeyOptions, OptionalKeys};
use crate::compare::{Action, Change, Patch};
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::error::Result;
use crate::record::{Record, Resolved};
use crate::schema::{Schema, Type};

impl Patch {
    /// A patch with the effect of a JSON merge patch (RFC 7396), for records of a schema. It can be
    /// sent as bytes, joined with others, and applied by [`Record::apply`](crate::Record::apply)
    /// without the record at hand.
    ///
    /// ```
    /// use vellum::{Schema, patch::Patch};
    ///
    /// let text = "struct Author { given: string?, family: string? }
    ///             struct Post { title: string, author: Author?, scores: map<string, u32> } root Post;";
    /// let schema = Schema::parse(text)?;
    /// let merge = r#"{"title": "Hello", "author": {"given": "Ada", "family": null}, "scores": {"x": null, "z": 3}}"#;
    /// let patch = Patch::from_merge_patch(&schema, merge)?;
    ///
    /// let mut post = schema.from_json(r#"{"title": "Bye", "author": null, "scores": {"x": 1, "y": 2}}"#)?;
    /// post.apply(&Patch::from_bytes(&schema, &patch.to_bytes()?)?)?;
    /// assert_eq!(
    ///     post.to_json()?,
    ///     r#"{"title":"Hello","author":{"given":"Ada","family":null},"scores":{"y":2,"z":3}}"#
    /// );
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// It has the effect of [`Record::merge_patch`](crate::Record::merge_patch) on any record. A
    /// removed key is first set to the default, because it may be missing. The same is done for
    /// null in a struct that may be absent, which is made by that.
    ///
    /// If the effect depends on the record, the merge patch is refused: an object for `any`, which
    /// may hold another value; an object that sets nothing in a value that may be absent; null for
    /// a required value in a struct that may be missing. The holder of the record applies such a
    /// merge patch under a [`RecordRecorder`](crate::patch::RecordRecorder), which returns the
    /// patch of the edits.
    ///
    /// # Errors
    /// As [`Record::merge_patch`](crate::Record::merge_patch), and [`ErrorKind::Type`] if the
    /// effect depends on the record. The error has the path.
    pub fn from_merge_patch(schema: &Schema, json: &str) -> Result<Self> {
        schema.check()?;
        let mut made = PatchFromMerge { schema, at: Resolved::whole(schema)?, changes: Vec::new() };
        match (schema.root_value(), &Json::read(json)?) {
            (Some(root), patch) => made.value(patch, (root.ty(), root.optional()), false)?,
            (None, Json::Object(fields)) => made.fields(schema.root_id(), fields)?,
            (None, _) => return Err(wrong("a patch of a struct is an object")),
        }
        Ok(Self::new(schema, made.changes))
    }
}

/// What has become of the patch so far, and where in it the next is.
struct PatchFromMerge<'s> {
    schema: &'s Schema,
    at: Resolved,
    changes: Vec<Change>,
}

impl<'s> Merge<'s> for PatchFromMerge<'s> {
    fn schema(&self) -> &'s Schema {
        self.schema
    }

    fn at(&mut self) -> &mut Resolved {
        &mut self.at
    }

    fn entry(&mut self, patch: &Json<'_>, of: (&Type, bool)) -> Result<()> {
        if let Json::Null = patch { self.remove_key() } else { self.value(patch, of, true) }
    }

    fn value(&mut self, patch: &Json<'_>, (ty, optional): (&Type, bool), is_made: bool) -> Result<()> {
        let schema = self.schema;
        let (is_made, before) = (is_made || optional, self.changes.len());
        match (ty, patch) {
            (Type::Struct(_), Json::Null) if !optional => {
                // Where a value is read, null is a struct without fields.
                return Err(self.here(wrong(format!("null is not a value of {}", schema.describe(ty)))));
            }
            (Type::Struct(id), Json::Object(fields)) if !schema.structure(*id).is_tuple() => {
                self.fields(*id, fields)?;
            }
            (Type::Map(map), Json::Object(entries)) if map.value().is_some() => self.entries(ty, entries)?,
            (Type::Union(id), Json::Object(_)) if schema.union(*id).is_any() => {
                return Err(self.here(wrong("what an object does to `any` is known of a record alone")));
            }
            (Type::Union(id), Json::Object(parts)) => {
                let union = schema.union(*id);
                check_variants(schema, ty, parts).map_err(|error| self.here(error))?;
                let of = |name: &str| union.variant(name).filter(|(_, variant)| variant.ty().is_some());
                let part = only_member(parts).and_then(|(name, payload)| Some((of(name)?.1, payload)));
                let Some((variant, payload)) = part else { return self.set(patch) };
                self.payload(union, variant, payload)?;
            }
            _ => return self.set(patch),
        }
        let sets = |change: &Change| change.action() == Action::Set && change.owned().is_some();
        if is_made && !self.changes.iter().skip(before).any(sets) {
            self.make(before)?;
        }
        Ok(())
    }
}

impl PatchFromMerge<'_> {
    /// Makes the value at the path, whose parts are cleared from a change on: one of them is set
    /// first.
    fn make(&mut self, before: usize) -> Result<()> {
        let clears = self.changes.iter().enumerate().skip(before);
        for (at, clear) in clears.filter(|(_, change)| change.action() == Action::Clear) {
            let set = default_set(self.schema, &Resolved::new(self.schema, clear.path(), false)?)?;
            // Its rules may refuse the default of what can be absent.
            if set.owned().is_some() && Record::new(self.schema).apply(core::slice::from_ref(&set)).is_ok() {
                self.changes.insert(at, set);
                return Ok(());
            }
        }
        let message = "an object that sets nothing makes what is absent, which is known of a record alone";
        Err(self.here(wrong(message)))
    }

    /// Removes the key that the path ends in, which need not be there.
    fn remove_key(&mut self) -> Result<()> {
        self.changes.push(default_set(self.schema, &self.at)?);
        self.changes.push(Change::at(self.at.place(self.schema), Action::RemoveKey, None));
        Ok(())
    }

    /// Sets what is at the path.
    fn set(&mut self, value: &Json<'_>) -> Result<()> {
        if self.at.is_record() {
            self.changes.extend(changes_of(self.schema, &self.at, Action::Set, value)?);
            return Ok(());
        }
        let json = value.without_nulls().to_text()?;
        // The members that a patch does not have are those that it does not change.
        let keys = KeyOptions { skips_unknown: false, optional: OptionalKeys::All };
        if let Replacement::Change(change) = put_of_json(self.schema, &self.at, Action::Set, &json, keys)? {
            self.changes.push(cleared(change));
        }
        Ok(())
    }
}
