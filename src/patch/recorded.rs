//! An edit that was noted, as an operation of a patch.
//!
//! ```text
//! noted      indices of the declaration, words as they are stored, elements of `bytes`
//! operation  numbers that no revision changes, words themselves, splices of `bytes`
//! ```

use alloc::vec::Vec;

use super::form::{self, OldBytes, PatchOperation, StepBytes, StepForm, long};
use crate::compare::Action;
use crate::error::{Result, internal_error};
use crate::read::navigate::Step;
use crate::schema::{Item, Schema, Type};
use crate::typed::Value;
use crate::typed::root::schema_of;
use crate::write::Noted;
use crate::write::log::{EditLog, LogEntry, NotedBytes, NotedForm, NotedStep};

/// What a recorder has noted, and what it keeps so that the next patch allocates nothing.
#[derive(Default)]
pub(super) struct NotedEdits {
    pub(super) log: EditLog,
    pub(super) rooms: Rooms,
}

/// Room for the parts of an operation.
#[derive(Default)]
pub(super) struct Rooms {
    path: Vec<u8>,
    value: Vec<u8>,
    old: Vec<u8>,
}

impl NotedEdits {
    /// With what was there before.
    pub(super) fn invertible() -> Self {
        Self { log: EditLog::keeping_old(), ..Self::default() }
    }

    /// For edits of a derived type.
    pub(super) fn of_type<T: Value>(mut self) -> Self {
        self.log.reads_back = schema_of::<T>().is_guarded();
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.log.is_empty()
    }

    /// Writes the patch of all that was noted, for buffers of a schema, which is that of all calls.
    pub(super) fn take_into(&mut self, schema: &Schema, patch: &mut Vec<u8>) -> Result<()> {
        patch.clear();
        let written = self.rooms.write(&self.log, schema, patch);
        self.discard();
        if written.is_err() {
            patch.clear();
        }
        written
    }

    pub(super) fn discard(&mut self) {
        self.log.truncate(0);
        self.log.take_failure();
    }
}

impl Rooms {
    /// Writes the patch of all that was noted.
    pub(super) fn write(&mut self, log: &EditLog, schema: &Schema, patch: &mut Vec<u8>) -> Result<()> {
        if let Some(error) = log.failure() {
            return Err(error);
        }
        form::begin(schema.known_lineage(), patch);
        let mut old = None;
        for entry in log.entries() {
            if entry.is_old() {
                old = Some(entry);
            } else {
                write_entry(schema, (old.take(), &entry), self, patch)?;
            }
        }
        Ok(())
    }
}

/// The edits that say what was there before.
const TAKES_OLD: [u8; 6] = [
    Noted::Set as u8,
    Noted::Clear as u8,
    Noted::Remove as u8,
    Noted::Splice as u8,
    Noted::RemoveKey as u8,
    Noted::SpliceText as u8,
];

/// Appends the operation that an edit was, and what was there before, if that was noted.
fn write_entry(
    schema: &Schema,
    (old, entry): (Option<LogEntry<'_>>, &LogEntry<'_>),
    Rooms { path, value, old: old_bytes }: &mut Rooms,
    out: &mut Vec<u8>,
) -> Result<()> {
    path.clear();
    let mut walk = NotedWalk { schema, ty: None, default: 0, byte: None, is_of_set: false, count: 0 };
    for step in entry.steps() {
        // The value's room is the key's until then.
        walk.step(step, (path, value))?;
    }
    value.clear();
    append(entry.form, entry.value, walk.default, value)?;
    // The element of a set is its key.
    let old = match old.filter(|_| TAKES_OLD.contains(&entry.action) && !walk.is_of_set) {
        None => OldBytes::Unsaid,
        Some(LogEntry { form: NotedForm::Absent, .. }) => OldBytes::Absent,
        Some(old) => {
            old_bytes.clear();
            old.value.append_to(old_bytes);
            OldBytes::Value(old_bytes)
        }
    };
    let action = Action::of_code(entry.action).ok_or_else(internal_error)?;
    let (action, index, count) = match (walk.ty, walk.byte) {
        (_, Some(byte)) => (Action::SpliceText, byte, u32::from(action != Action::Insert)),
        (Some(Type::Bytes), None) if matches!(action, Action::Push | Action::Splice) => {
            (Action::SpliceText, entry.index, entry.count)
        }
        _ => (action, entry.index, entry.count),
    };
    let operation = PatchOperation {
        action,
        is_condition: false,
        path: StepBytes { count: walk.count, bytes: path },
        index,
        count,
        old,
        value: (entry.form != NotedForm::Absent).then_some(value),
    };
    operation.write(out)
}

/// Appends what was noted of a value or a key; a stored word XOR the default's.
fn append(form: NotedForm, noted: NotedBytes<'_>, default: u128, out: &mut Vec<u8>) -> Result<()> {
    match form {
        NotedForm::Absent => {}
        NotedForm::Value => noted.append_to(out),
        NotedForm::Stored => {
            let (word, size) = noted.word();
            out.extend_from_slice((word ^ default).to_le_bytes().get(..size).ok_or_else(internal_error)?);
        }
    }
    Ok(())
}

/// The way to the value of an entry.
struct NotedWalk<'s> {
    schema: &'s Schema,
    /// The type; none at the root, which is a struct.
    ty: Option<&'s Type>,
    /// The default's word: a stored one is XOR it.
    default: u128,
    /// An element of `bytes`, which is no step of a patch.
    byte: Option<u32>,
    is_of_set: bool,
    count: u32,
}

impl<'s> NotedWalk<'s> {
    fn step(&mut self, step: NotedStep<'_>, (path, key_bytes): (&mut Vec<u8>, &mut Vec<u8>)) -> Result<()> {
        let (schema, unlike) = (self.schema, internal_error);
        let form = match step {
            NotedStep::Step(Step::Field(index)) => {
                let id = match self.ty {
                    None => schema.root_id(),
                    Some(Type::Struct(id)) => *id,
                    Some(_) => return Err(unlike()),
                };
                let field = schema.structure(id).fields().get(usize::from(index)).ok_or_else(unlike)?;
                (self.ty, self.default) = (Some(field.ty()), field.default().word());
                StepForm::Field(schema.field_numbers().number(id, index).ok_or_else(unlike)?)
            }
            NotedStep::Step(Step::Payload(tag)) => {
                let Some(Type::Union(id)) = self.ty else { return Err(unlike()) };
                let item = schema.union(*id).of_tag(tag).ok_or_else(unlike)?.item();
                self.enter(item);
                StepForm::Variant(tag.into())
            }
            NotedStep::Step(Step::Element(index)) => {
                match self.ty {
                    Some(Type::List(list)) => self.enter(&list.0),
                    Some(Type::Array(array)) => self.enter(&array.0),
                    Some(Type::Bytes) => {
                        (self.byte, self.default) = (Some(long(index)?), 0);
                        return Ok(());
                    }
                    _ => return Err(unlike()),
                }
                StepForm::Index(long(index)?)
            }
            NotedStep::Key(form, key) => {
                let Some(Type::Map(map)) = self.ty else { return Err(unlike()) };
                self.enter(map.0.value.as_ref().unwrap_or(&map.0.key));
                self.is_of_set = map.0.value.is_none();
                key_bytes.clear();
                append(form, key, map.0.key.default.word(), key_bytes)?;
                self.count = self.count.saturating_add(1);
                return StepForm::Key(key_bytes).write(path);
            }
            NotedStep::Step(_) => return Err(unlike()),
        };
        self.count = self.count.saturating_add(1);
        form.write(path)
    }

    /// To a value without a name.
    fn enter(&mut self, item: &'s Item) {
        (self.ty, self.default) = (Some(&item.ty), item.default.word());
    }
}
