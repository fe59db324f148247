//! Patches from JSON patches (RFC 6902), for which there is no record: an operation becomes a
//! change, a test the condition of one.

use alloc::vec;
use alloc::vec::Vec;

use super::json::wrong;
use super::json_patch::{Operation, Replacement, operations, put_of_json};
use super::json_pointer::{JsonPlace, JsonPlaceKind};
use super::json_tree::Json;
use super::writer::KeyOptions;
use crate::compare::{Action, Change, Owned, Patch, Removed, UNKNOWN_INDEX};
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::error::Result;
use crate::record::Resolved;
use crate::schema::Schema;

impl Patch {
    /// The patch that a JSON patch (RFC 6902) is, for records of a schema: to be sent as bytes, to
    /// be joined with others, and to be made by [`Record::apply`](crate::Record::apply), also to
    /// records that nobody has yet.
    ///
    /// ```
    /// use vellum::{Record, Schema, patch::Patch};
    ///
    /// let schema = Schema::parse("struct Post { title: string, tags: list<string> } root Post;")?;
    /// let patch = Patch::from_json_patch(&schema, r#"[
    ///     {"op": "test", "path": "/title", "value": "Draft"},
    ///     {"op": "replace", "path": "/title", "value": "Final"},
    ///     {"op": "add", "path": "/tags/-", "value": "new"}
    /// ]"#)?;
    /// assert_eq!(patch.to_string(), "set title: \"Final\"\npush tags: \"new\"");
    /// assert!(patch[0].is_condition()); // the test
    ///
    /// let mut post = schema.from_json(r#"{"title": "Draft", "tags": []}"#)?;
    /// post.apply(&Patch::from_bytes(&schema, &patch.to_bytes()?)?)?;
    /// assert_eq!(post.to_json()?, r#"{"title":"Final","tags":["new"]}"#);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// | operation | change |
    /// | --- | --- |
    /// | `add` | set of a field or a key, insert of an element; push, at `-`, whose [index](crate::change::Change::index) is not known |
    /// | `add` of null | clear; of a key set of the default, which makes it, and clear |
    /// | `replace` | set; of null clear |
    /// | `remove` | remove of an element or a key, clear of what can be absent |
    /// | `test` | the condition of the next operation, if that is one at the same pointer that takes the value away; else a set of the value that is there |
    /// | `move`, `copy` | none: what they do depends on the record |
    ///
    /// Changes are made as [`Record::apply`](crate::Record::apply) says: where a JSON patch fails
    /// because what holds its place is not there, a set makes that, a clear does nothing, and null
    /// is what is there for a test. In `any` a test expects a number of the type that the number of
    /// the JSON would have there.
    ///
    /// `move`, `copy` and indices within `any` need the record. Who has it makes the JSON patch to
    /// it by [`Record::json_patch`](crate::Record::json_patch) under a
    /// [`RecordRecorder`](crate::patch::RecordRecorder), which gives the patch of what was done.
    ///
    /// What a test says was there is what [`Patch::invert`] takes back; a patch that changes
    /// something without a test cannot be taken back, nor can one that appends at `-`.
    ///
    /// # Errors
    /// [`ErrorKind::Syntax`] if the text is no JSON; [`ErrorKind::Type`] if it is no JSON patch,
    /// for values that do not fit their place, and for what only a record says;
    /// [`ErrorKind::Path`] for a pointer to what no record has. The message names the operation,
    /// from 0 on, and the path.
    pub fn from_json_patch(schema: &Schema, json: &str) -> Result<Self> {
        schema.check()?;
        let patch = Json::read(json)?;
        let mut made = PatchFromJson { schema, changes: Vec::new(), tested: None };
        for (number, operation) in operations(&patch)?.iter().enumerate() {
            let done = Operation::of(operation).and_then(|operation| made.operation(&operation));
            done.map_err(|error| error.in_operation(number))?;
        }
        Ok(Self::new(schema, made.changes))
    }
}

/// What has become of the operations so far.
struct PatchFromJson<'s, 'p> {
    schema: &'s Schema,
    changes: Vec<Change>,
    /// The pointer of the last operation, if that was a test that is one change.
    tested: Option<&'p str>,
}

impl<'p> PatchFromJson<'_, 'p> {
    fn operation(&mut self, operation: &Operation<'p>) -> Result<()> {
        let schema = self.schema;
        let tested = self.tested.take();
        let (pointer, mut changes) = match *operation {
            Operation::Add(pointer, value) => (pointer, added(schema, &JsonPlace::of(schema, pointer)?, value)?),
            Operation::Replace(pointer, value) => {
                (pointer, changes_of(schema, &existing(schema, pointer)?.address, Action::Set, value)?)
            }
            Operation::Remove(pointer) => (pointer, vec![removed(schema, &existing(schema, pointer)?)?]),
            Operation::Test(pointer, value) => {
                let changes = test(schema, &existing(schema, pointer)?, value)?;
                self.tested = Some(pointer).filter(|_| changes.len() == 1);
                self.changes.extend(changes);
                return Ok(());
            }
            Operation::Move(..) | Operation::Copy(..) => {
                return Err(wrong(
                    "what `move` and `copy` do depends on the record: make the JSON patch to one that is recorded",
                ));
            }
        };
        if let [change] = &mut *changes
            && !matches!(change.action(), Action::Insert | Action::Push)
            && tested == Some(pointer)
            && let Some(test) = self.changes.pop()
        {
            *change = change.clone().with_old(test.taken().cloned()).conditional();
        }
        self.changes.extend(changes);
        Ok(())
    }
}

/// The place of a pointer that is not behind a list.
fn existing<'s>(schema: &'s Schema, pointer: &str) -> Result<JsonPlace<'s>> {
    let place = JsonPlace::of(schema, pointer)?;
    if place.kind == JsonPlaceKind::End {
        return Err(wrong("behind the last element is none").in_field(place.path()));
    }
    Ok(place)
}

fn added(schema: &Schema, to: &JsonPlace<'_>, value: &Json<'_>) -> Result<Vec<Change>> {
    match to.kind {
        JsonPlaceKind::Root | JsonPlaceKind::Part | JsonPlaceKind::Key => set(schema, to, value),
        JsonPlaceKind::Fixed => Err(wrong("an array or a tuple has a fixed number of parts").in_field(to.path())),
        JsonPlaceKind::Element(..) => changes_of(schema, &to.address, Action::Insert, value),
        JsonPlaceKind::End => {
            let first = to.address.clone().extended(schema, "[0]")?;
            let inserted = changes_of(schema, &first, Action::Insert, value)?;
            let place = to.address.place(schema);
            let pushed = |change: &Change| Change::at(place.clone(), Action::Push, change.owned().cloned());
            Ok(inserted.iter().map(|change| pushed(change).ranging(UNKNOWN_INDEX, 0)).collect())
        }
    }
}

fn set(schema: &Schema, to: &JsonPlace<'_>, value: &Json<'_>) -> Result<Vec<Change>> {
    let mut changes = changes_of(schema, &to.address, Action::Set, value)?;
    if to.kind == JsonPlaceKind::Key && matches!(&*changes, [change] if change.action() == Action::Clear) {
        // To clear makes no key.
        changes.insert(0, default_set(schema, &to.address)?);
    }
    Ok(changes)
}

/// A set of what is at an address to its default, which makes what is not there.
pub(super) fn default_set(schema: &Schema, to: &Resolved) -> Result<Change> {
    let (ty, _, default) = to.of(schema)?;
    Ok(Change::at(to.place(schema), Action::Set, Owned::of_default(schema, ty, default)?))
}

fn removed(schema: &Schema, from: &JsonPlace<'_>) -> Result<Change> {
    let (path, place) = (from.path(), from.address.place(schema));
    match from.kind {
        JsonPlaceKind::Element(..) => Ok(Change::at(place, Action::Remove, None)),
        JsonPlaceKind::Key => Ok(Change::at(place, Action::RemoveKey, None)),
        JsonPlaceKind::Root | JsonPlaceKind::Part if from.can_be_absent() => Ok(Change::at(place, Action::Clear, None)),
        JsonPlaceKind::Root => Err(wrong("a record cannot be removed")),
        JsonPlaceKind::Part | JsonPlaceKind::Fixed | JsonPlaceKind::End => {
            Err(wrong("what cannot be absent cannot be removed").in_field(path))
        }
    }
}

/// Sets of what is tested to what it is, where it is that.
fn test(schema: &Schema, at: &JsonPlace<'_>, value: &Json<'_>) -> Result<Vec<Change>> {
    let mut changes = changes_of(schema, &at.address, Action::Set, value)?;
    for change in &mut changes {
        if change.owned().is_none() && at.kind == JsonPlaceKind::Key {
            return Err(wrong("a change cannot expect a key whose value is absent").in_field(at.path()));
        }
        let expected = Removed::kept(change.owned().cloned());
        *change = change.clone().with_old(Some(expected)).conditional();
    }
    Ok(changes)
}

/// The change of what is at an address to a value; of a whole record, one for each field.
pub(super) fn changes_of(schema: &Schema, to: &Resolved, action: Action, value: &Json<'_>) -> Result<Vec<Change>> {
    match put_of_json(schema, to, action, &value.to_text()?, KeyOptions::default())? {
        Replacement::Change(change) => Ok(vec![cleared(change)]),
        Replacement::Record(record) => {
            let field = |name: &str| {
                let field = to.clone().extended(schema, name)?;
                let part = record.part(&field)?;
                let value = part.as_ref().map_or(Ok(None), Owned::of)?;
                let value = value.map(|value| value.in_schema(schema));
                Ok(cleared(Change::at(field.place(schema), Action::Set, value)))
            };
            schema.root().fields().iter().map(|of| field(of.name())).collect()
        }
    }
}

/// A set without a value as what it is.
pub(super) fn cleared(change: Change) -> Change {
    match (change.action(), change.owned()) {
        (Action::Set, None) => Change::at(change.place().clone(), Action::Clear, None),
        _ => change,
    }
}
