//! Paths as the steps of a patch have them: by numbers that no revision of a schema changes.

use alloc::string::String;
use alloc::vec::Vec;

use super::form::{StepBytes, StepForm};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::read::decoder::{Decoder, too_deep};
use crate::read::key::PathKey;
use crate::read::navigate::Step;
use crate::read::path::write_key;
use crate::read::value::{Content, Part};
use crate::record::{MAX_STEPS, Resolved};
use crate::schema::{Field, Schema, Type};
use crate::whole::{ChangePlace, Owned, PlaceSteps, TypeWalk};

/// Appends the steps of the place of a change; gives how many they are.
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
pub(super) fn read_place<'s>(schema: &'s Schema, steps: StepBytes<'_>) -> Result<(PlaceSteps, &'s Type)> {
    // No value is so deep, and no path of a record leads there.
    if steps.count as usize > MAX_STEPS {
        return Err(too_deep());
    }
    let (mut place, mut walk) = (PlaceSteps::new(schema), TypeWalk::new(schema));
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

fn read_step(schema: &Schema, step: StepForm<'_>, place: &mut PlaceSteps, walk: &mut TypeWalk<'_>) -> Result<()> {
    match step {
        StepForm::Field(number) => {
            let id = walk.structure().ok_or_else(no_step)?;
            let index = schema.field_numbers().field(id, number);
            let field = index.and_then(|index| Some((index, walk.field(id, usize::from(index))?)));
            let Some((index, field)) = field else {
                return Err(unknown("field", number, schema.structure(id).name()));
            };
            place.push(Step::Field(index), field.name().len().saturating_add(1));
        }
        StepForm::Variant(tag) => {
            let union = walk.union().ok_or_else(no_step)?;
            let Some(tag) = u8::try_from(tag).ok().filter(|tag| union.of_tag(*tag).is_some()) else {
                return Err(unknown("variant", tag, union.name()));
            };
            let (_, variant) = walk.payload(tag).ok_or_else(no_step)?;
            place.push(Step::Payload(tag), variant.name().len().saturating_add(2));
        }
        StepForm::Index(index) => {
            walk.element().ok_or_else(no_step)?;
            let number = place.add_key(PathKey::Integer(index.into()));
            // As many digits as a number has.
            place.push(Step::Element(number), 12);
        }
        StepForm::Key(key) => {
            let ty = walk.key().ok_or_else(no_step)?;
            let key = Owned::read(schema, ty, key)?;
            let (part, mut text) = (key.part(), String::new());
            write_key(&mut text, part.value()?)?;
            let number = place.add_key(key_of(schema, ty, &part)?);
            place.push(Step::Key(number), text.len());
        }
    }
    Ok(())
}

/// A value of a key type as the key that a path has.
fn key_of(schema: &Schema, ty: &Type, key: &Part<'_>) -> Result<PathKey> {
    Ok(match (ty, key.open(&mut Decoder::new(key.buf()))?.0) {
        (_, Content::Bit(value)) => PathKey::Bool(value),
        (Type::Scalar(scalar), Content::Word(_, word)) => PathKey::Word(*scalar, word),
        (_, Content::Word(_, word)) => PathKey::Integer(word.cast_signed()),
        (_, Content::Blob(content)) => PathKey::Blob(content.to_vec()),
        (_, Content::List(list)) => PathKey::Blob(list.array_bytes().ok_or_else(internal_error)?.to_vec()),
        (_, Content::Struct(id, record)) => {
            let types = schema.structure(id).fields().iter().map(Field::ty);
            let parts = types.zip(Part::fields(key.buf(), schema, id, record));
            PathKey::Tuple(parts.map(|(ty, (_, part))| key_of(schema, ty, &part)).collect::<Result<_>>()?)
        }
        (_, Content::Absent | Content::Map(_) | Content::Union(..)) => return Err(internal_error()),
    })
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
