//! Changes as the bytes of a patch, and back.

use alloc::vec::Vec;

use super::compose::{other_schema, then};
use super::form;
use super::form::{OldBytes, PATCH, PatchOperation, StepBytes, StepForm, operations};
use crate::compare::{Action, Change, ChangePlace, Owned, Patch, PlaceSteps, Removed, TypeWalk};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::limits::{Cost, Meter};
use crate::read::document::too_deep;
use crate::read::key::PathKey;
use crate::read::navigate::Step;
use crate::record::{MAX_STEPS, Resolved};
use crate::schema::{Schema, Type};

/// Whether bytes are those of a patch, and not of a record: by the first byte, which begins no
/// record.
///
/// ```
/// use vellum::{Record, Schema, patch};
///
/// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
/// let (old, mut new) = (Record::new(&schema), Record::new(&schema));
/// new.set("x", 7)?;
/// assert!(patch::is_patch(&old.diff(&new)?.to_bytes()?));
/// assert!(!patch::is_patch(new.as_bytes()));
/// # Ok::<(), vellum::Error>(())
/// ```
#[must_use]
pub fn is_patch(bytes: &[u8]) -> bool {
    bytes.first() == Some(&PATCH)
}

impl Patch {
    /// The patch as bytes.
    ///
    /// ```
    /// use vellum::{Record, Schema, patch::Patch};
    ///
    /// let schema = Schema::parse("struct Home { number: u32 } struct User { name: string, home: Home } root User;")?;
    /// let (old, mut new) = (Record::new(&schema), Record::new(&schema));
    /// new.set("home.number", 70_000)?;
    /// let bytes = old.diff(&new)?.to_bytes()?;
    /// // What it is, the lineage of the schema; length, action, two steps, and the number.
    /// assert_eq!(bytes.len(), 2 + 4 + 1 + 1 + 1 + 2 + 4);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for an index above 1,073,741,823.
    #[inline]
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        form::begin(self.schema().known_lineage(), &mut out);
        for change in self {
            write_change(self.schema(), change, &mut out).map_err(|error| error.in_field(change.path()))?;
        }
        Ok(out)
    }

    /// The patch that bytes are, for records of a schema.
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema, patch::Patch};
    ///
    /// let schema = Schema::parse("struct User { age: u16 } root User;")?;
    /// let (old, mut new) = (Record::new(&schema), Record::new(&schema));
    /// new.set("age", 37)?;
    /// let bytes = old.diff(&new)?.to_bytes()?;
    /// assert_eq!(Patch::from_bytes(&schema, &bytes)?.to_string(), "set age: 37");
    /// assert_eq!(Patch::from_bytes(&schema, new.as_bytes()).unwrap_err().kind(), ErrorKind::Corrupt);
    /// let other = Schema::parse("struct User { age: i64 } root User;")?;
    /// assert_eq!(Patch::from_bytes(&other, &bytes).unwrap_err().kind(), ErrorKind::Schema);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if the bytes are not a patch, [`ErrorKind::Schema`] if it is for
    /// records of another schema, [`ErrorKind::Newer`] if it changes fields that only a later
    /// revision has: [`Patch::known_from_bytes`] skips these.
    #[inline]
    pub fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<Self> {
        Self::read(schema, bytes, None)
    }

    /// As [`Patch::from_bytes`], without the changes of fields that only a later revision of the
    /// schema has. It also returns how many these are, and how many of them the record lacks.
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema, patch::Patch};
    ///
    /// let old = Schema::parse("struct Pet { name: string } struct User { age: u16, pets: list<Pet> } root User;")?;
    /// let new = Schema::parse(
    ///     "struct Pet { name: string, born: u16 since 2 }
    ///      struct User { age: u16, pets: list<Pet>, mail: string? since 2 } root User;",
    /// )?;
    /// let (before, mut after) = (Record::new(&new), Record::new(&new));
    /// after.set("age", 37)?;
    /// after.set("mail", "ada@example.org")?;
    /// let sent = before.diff(&after)?.to_bytes()?;
    ///
    /// assert_eq!(Patch::from_bytes(&old, &sent).unwrap_err().kind(), ErrorKind::Newer);
    /// let (patch, skipped) = Patch::known_from_bytes(&old, &sent)?;
    /// assert_eq!(patch.to_string(), "set age: 37");
    /// assert_eq!((skipped.unknown_fields, skipped.may_have_lost), (1, 0));
    ///
    /// // A pet that is born in a year: without it, the record would have a pet less.
    /// let mut last = Record::open(&new, after.as_bytes().to_vec())?;
    /// last.push_default("pets")?;
    /// last.set("pets[0].born", 2020)?;
    /// let (patch, skipped) = Patch::known_from_bytes(&old, &after.diff(&last)?.to_bytes()?)?;
    /// assert!(patch.is_empty());
    /// assert_eq!((skipped.unknown_fields, skipped.may_have_lost), (0, 1));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Patch::from_bytes`], but for [`ErrorKind::Newer`].
    #[inline]
    pub fn known_from_bytes(schema: &Schema, bytes: &[u8]) -> Result<(Self, Skipped)> {
        let mut skipped = Skipped::default();
        let patch = Self::read(schema, bytes, Some(&mut skipped))?;
        Ok((patch, skipped))
    }

    /// One patch with the effect of this patch and then the next one: [`then`] of their bytes.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
    /// let mut states = [Record::new(&schema), Record::new(&schema), Record::new(&schema)];
    /// states[1].set("age", 37)?;
    /// states[2].set("age", 38)?;
    /// states[2].push("tags", "math")?;
    /// let joined = states[0].diff(&states[1])?.then(&states[1].diff(&states[2])?)?;
    /// assert_eq!(joined.to_string(), "set age: 38\ninsert tags[0]: \"math\"");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Patch::to_bytes`]; [`ErrorKind::Schema`] if they are for records of different schemas.
    #[inline]
    pub fn then(&self, next: &Self) -> Result<Self> {
        Self::from_bytes(self.schema(), &then(&self.to_bytes()?, &next.to_bytes()?)?)
    }

    #[inline]
    fn read(schema: &Schema, bytes: &[u8], mut skipped: Option<&mut Skipped>) -> Result<Self> {
        schema.check()?;
        let (lineage, operations) = operations(bytes)?;
        let here = schema.known_lineage();
        if lineage != here {
            return Err(other_schema(lineage, here));
        }
        // Most operations have some twenty bytes.
        let mut changes = Vec::with_capacity(bytes.len().div_euclid(32).min(1024).saturating_add(1));
        // Paths have names, which patches do not store.
        let mut meter = Meter::new(schema.limits(), bytes.len());
        for operation in operations {
            let operation = operation?;
            let change = read_change(schema, &operation);
            if let Ok(change) = &change {
                meter.spend(Cost::text(change.size()))?;
            }
            match (change, &mut skipped) {
                (Err(error), Some(skipped)) if error.kind() == ErrorKind::Newer => {
                    skipped.count(leads_to_unknown_field(schema, operation.path));
                }
                (change, _) => changes.push(change?),
            }
        }
        Ok(Self::new(schema, changes))
    }
}

/// How many operations of a later revision [`Patch::known_from_bytes`] skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Operations on fields that this revision does not have. Its records lack nothing.
    pub unknown_fields: usize,
    /// Operations that may also have changed known fields: on a value of which this revision knows
    /// only a part, or on an unknown value that needs known values on its path. If this is not
    /// zero, the record may differ from that of its writer, and has to be sent as a whole.
    pub may_have_lost: usize,
}

impl Skipped {
    fn count(&mut self, is_unknown: bool) {
        let counter = if is_unknown { &mut self.unknown_fields } else { &mut self.may_have_lost };
        *counter = counter.saturating_add(1);
    }
}

#[inline]
fn write_change(schema: &Schema, change: &Change, out: &mut Vec<u8>) -> Result<()> {
    let mut steps = Vec::new();
    let count = write_place(schema, change.place(), &mut steps)?;
    let bytes = |value: Option<&Owned>| -> Result<Option<Vec<u8>>> {
        let Some(value) = value else { return Ok(None) };
        let mut bytes = Vec::new();
        value.write(&mut bytes)?;
        Ok(Some(bytes))
    };
    let value = bytes(change.owned())?;
    let removed = bytes(change.taken().and_then(Removed::owned))?;
    let old = match (change.taken(), &removed) {
        (None, _) => OldBytes::Unsaid,
        (Some(_), None) => OldBytes::Absent,
        (Some(_), Some(bytes)) => OldBytes::Value(bytes),
    };
    let operation = PatchOperation {
        action: change.action(),
        is_condition: change.is_condition(),
        path: StepBytes { count, bytes: &steps },
        index: form::long(change.index())?,
        count: form::long(change.count())?,
        old,
        value: value.as_deref(),
    };
    operation.write(out)
}

#[inline]
fn read_change(schema: &Schema, operation: &PatchOperation<'_>) -> Result<Change> {
    let (place, ty) = read_place(schema, operation.path)?;
    let last = place.steps().last();
    let fits = match operation.action {
        Action::Insert | Action::Remove => matches!(last, Some(Step::Element(_))),
        Action::AddKey | Action::RemoveKey => matches!(last, Some(Step::Key(_))),
        Action::Switch => matches!(ty, Type::Union(_)),
        Action::Splice | Action::Push => matches!(ty, Type::List(_)),
        Action::SpliceText => matches!(ty, Type::String | Type::Text(_) | Type::Bytes),
        Action::Set | Action::Clear => true,
    };
    let place = ChangePlace::of_steps(place);
    if !fits {
        return Err(Error::fixed(&FixedError(ErrorKind::Path, NOT_DONE)).in_field(place.text()));
    }
    // What is pushed is an element.
    let ty = match ty {
        Type::List(list) if operation.action == Action::Push => list.element(),
        ty => ty,
    };
    let owned = |bytes: Option<&[u8]>| match bytes.map(|bytes| Owned::read(schema, ty, bytes)).transpose() {
        Ok(owned) => Ok(owned),
        Err(error) => Err(error.in_field(place.text())),
    };
    let value = owned(operation.value)?;
    let removed = match operation.old {
        OldBytes::Unsaid => None,
        OldBytes::Absent => Some(Removed::kept(None)),
        OldBytes::Value(bytes) => Some(Removed::kept(owned(Some(bytes))?)),
    };
    let PatchOperation { action, index, count, is_condition, .. } = *operation;
    Ok(Change::of_operation(place, (action, is_condition), (index as usize, count as usize), value, removed))
}

const NOT_DONE: &str = "a patch does to a value what is not done to values of its type";

// Paths as the steps of a patch: by numbers that no revision of a schema changes.

/// Appends the steps of the place of a change; gives how many they are.
#[inline]
pub(super) fn write_place(schema: &Schema, place: &ChangePlace, out: &mut Vec<u8>) -> Result<u32> {
    match place.steps_in(schema) {
        Some(place) => write_steps(schema, place.keyed(), out),
        None => write_steps(schema, Resolved::new(schema, place.text(), false)?.steps(), out),
    }
}

fn write_steps<'k>(
    schema: &Schema,
    steps: impl Iterator<Item = (Step, Option<&'k PathKey>)>,
    out: &mut Vec<u8>,
) -> Result<u32> {
    let mut walk = TypeWalk::new(schema);
    let mut count = 0u32;
    for (step, key) in steps {
        let unlike = internal_error;
        match step {
            Step::Field(index) => {
                let id = walk.structure().ok_or_else(unlike)?;
                walk.field(id, usize::from(index)).ok_or_else(unlike)?;
                StepForm::Field(schema.field_numbers().number(id, index).ok_or_else(unlike)?).write(out)?;
            }
            Step::Payload(tag) => {
                walk.payload(tag).ok_or_else(unlike)?;
                StepForm::Variant(tag.into()).write(out)?;
            }
            Step::Element(_) => {
                walk.element().ok_or_else(unlike)?;
                let index = key.map_or(usize::MAX, |key| key.key().index());
                StepForm::Index(u32::try_from(index).unwrap_or(u32::MAX)).write(out)?;
            }
            Step::Key(_) | Step::Fixed(_) => {
                let ty = walk.key().ok_or_else(unlike)?;
                let key = Owned::of_key(schema, ty, &key.ok_or_else(unlike)?.key())?;
                let mut bytes = Vec::new();
                key.write(&mut bytes)?;
                StepForm::Key(&bytes).write(out)?;
            }
            Step::Entry(..) => return Err(unlike()),
        }
        count = count.saturating_add(1);
    }
    Ok(count)
}

/// The place that steps lead to, and the type of what is there.
///
/// # Errors
/// [`ErrorKind::Newer`] for a field or variant that the schema does not know,
/// [`ErrorKind::Path`] for steps that no value of the schema has, [`ErrorKind::Limit`] for more
/// steps than a path has.
#[inline]
pub(super) fn read_place<'s>(schema: &'s Schema, steps: StepBytes<'_>) -> Result<(PlaceSteps, &'s Type)> {
    // No value is so deep, and no path of a record leads there.
    if steps.count as usize > MAX_STEPS {
        return Err(too_deep());
    }
    let place = PlaceSteps::with_capacity(schema, steps.count as usize);
    let (mut place, mut walk) = (place, TypeWalk::new(schema));
    for step in steps.steps() {
        if let Err(error) = read_step(schema, step, &mut place, &mut walk) {
            return Err(error.in_field(&place.text()));
        }
    }
    match walk.ty() {
        Some(ty) => Ok((place, ty)),
        None => Err(Error::fixed(&FixedError(ErrorKind::Path, "a patch names no field"))),
    }
}

/// Whether a path leads to a field that the schema does not know, through what is always there: so
/// an operation at it makes nothing that the schema does know.
#[cold]
pub(super) fn leads_to_unknown_field(schema: &Schema, path: StepBytes<'_>) -> bool {
    let mut walk = TypeWalk::new(schema);
    for step in path.steps() {
        let is_there = match (step, walk.ty()) {
            (StepForm::Field(number), _) => {
                let Some(id) = walk.structure() else { return false };
                let Some(index) = schema.field_numbers().field(id, number) else { return true };
                walk.field(id, index.into()).is_some_and(|field| !field.optional())
            }
            (StepForm::Index(_), Some(Type::List(list))) => !list.0.optional && walk.element().is_some(),
            (StepForm::Index(_), Some(Type::Array(array))) => !array.0.optional && walk.element().is_some(),
            _ => false,
        };
        if !is_there {
            return false;
        }
    }
    false
}

#[inline]
fn read_step(schema: &Schema, step: StepForm<'_>, place: &mut PlaceSteps, walk: &mut TypeWalk<'_>) -> Result<()> {
    match step {
        StepForm::Field(number) => {
            let id = walk.structure().ok_or_else(no_step)?;
            let index = schema.field_numbers().field(id, number);
            let Some(index) = index.filter(|index| walk.field(id, usize::from(*index)).is_some()) else {
                return Err(unknown("field", number, schema.structure(id).name()));
            };
            place.enter_field(schema.structure(id), index);
        }
        StepForm::Variant(tag) => {
            let union = walk.union().ok_or_else(no_step)?;
            let Some(tag) = u8::try_from(tag).ok().filter(|tag| union.of_tag(*tag).is_some()) else {
                return Err(unknown("variant", tag, union.name()));
            };
            let (union, _) = walk.payload(tag).ok_or_else(no_step)?;
            place.enter_payload(union, tag);
        }
        StepForm::Index(index) => {
            walk.element().ok_or_else(no_step)?;
            place.enter_element(index as usize);
        }
        StepForm::Key(key) => {
            let ty = walk.key().ok_or_else(no_step)?;
            place.enter_key(schema, ty, &Owned::read(schema, ty, key)?.part())?;
        }
    }
    Ok(())
}

#[cold]
fn no_step() -> Error {
    Error::fixed(&FixedError(ErrorKind::Path, "a patch goes into a value that has no such parts"))
}

#[cold]
fn unknown(kind: &str, number: u32, of: &str) -> Error {
    Error::new(
        ErrorKind::Newer,
        format_args!("a patch names {kind} {number} of `{of}`, which this revision does not have"),
    )
}
