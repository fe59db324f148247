//! Paths as the steps of a patch have them: by numbers that no revision of a schema changes.
//!
//! A field's number is its place among the fields of its struct, sorted by revision, then those
//! whose slots hold no pointer, those whose slots do, and bools, and then by declaration. A later
//! revision only adds numbers behind; and what may change places in the declaration without a
//! change of the bytes keeps its number.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::form::{StepBytes, StepForm};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::Size;
use crate::read::decoder::too_deep;
use crate::read::navigate::Step;
use crate::read::path::{field_step, variant_step, write_key};
use crate::record::{MAX_STEPS, Resolved};
use crate::schema::{Field, Schema, StructId, Type};
use crate::whole::Owned;

/// The numbers of the fields of a schema, each struct's once it is asked for.
pub(super) struct FieldNumbers<'s> {
    pub(super) schema: &'s Schema,
    /// Indices of the declaration, in the order of their numbers.
    known: BTreeMap<StructId, Vec<usize>>,
}

impl<'s> FieldNumbers<'s> {
    pub(super) fn new(schema: &'s Schema) -> Self {
        Self { schema, known: BTreeMap::new() }
    }

    pub(super) fn of(&mut self, id: StructId) -> &[usize] {
        let schema = self.schema;
        self.known.entry(id).or_insert_with(|| {
            let fields = schema.structure(id).fields();
            let mut order: Vec<usize> = (0..fields.len()).collect();
            let class = |field: &Field| {
                let slot = schema.slot_size(field.ty());
                (field.since(), slot == Size::ZERO, slot.pointers > 0)
            };
            order.sort_by_cached_key(|index| fields.get(*index).map(class));
            order
        })
    }
}

/// A value on a path, by its type.
pub(super) struct TypeWalk<'s> {
    schema: &'s Schema,
    /// The type; none at the root, which is a struct.
    pub(super) ty: Option<&'s Type>,
}

impl<'s> TypeWalk<'s> {
    pub(super) fn new(schema: &'s Schema) -> Self {
        Self { schema, ty: None }
    }

    /// The struct here.
    pub(super) fn structure(&self) -> Option<StructId> {
        match self.ty {
            None => Some(self.schema.root_id()),
            Some(Type::Struct(id)) => Some(*id),
            Some(_) => None,
        }
    }

    /// To a field, by its index in the declaration.
    pub(super) fn field(&mut self, id: StructId, index: usize) -> Option<&'s Field> {
        let field = self.schema.structure(id).fields().get(index)?;
        self.ty = Some(field.ty());
        Some(field)
    }

    /// To an element of a list or an array.
    pub(super) fn element(&mut self) -> Option<()> {
        self.ty = Some(match self.ty? {
            Type::List(list) => list.element(),
            Type::Array(array) => array.element(),
            _ => return None,
        });
        Some(())
    }

    /// To the value of a key, or to the element of a set; gives the key's type.
    pub(super) fn key(&mut self) -> Option<&'s Type> {
        let Type::Map(map) = self.ty? else { return None };
        self.ty = Some(map.value().unwrap_or(map.key()));
        Some(map.key())
    }
}

/// Appends the steps of a path; gives how many they are.
pub(super) fn write_path(numbers: &mut FieldNumbers<'_>, path: &str, out: &mut Vec<u8>) -> Result<u32> {
    let schema = numbers.schema;
    let resolved = Resolved::new(schema, path, false)?;
    let mut walk = TypeWalk::new(schema);
    let mut count = 0u32;
    for (step, key) in resolved.steps() {
        let unlike = internal_error;
        match step {
            Step::Field(index) => {
                let id = walk.structure().ok_or_else(unlike)?;
                let index = usize::from(index);
                walk.field(id, index).ok_or_else(unlike)?;
                let number = numbers.of(id).iter().position(|other| *other == index).ok_or_else(unlike)?;
                StepForm::Field(u32::try_from(number).unwrap_or(u32::MAX)).write(out)?;
            }
            Step::Payload(tag) => {
                let Some(Type::Union(id)) = walk.ty else { return Err(unlike()) };
                walk.ty = schema.union(*id).of_tag(tag).and_then(|variant| variant.ty());
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

/// The path of steps as text, and the type that it leads to.
///
/// # Errors
/// [`ErrorKind::Newer`] for a field or variant that the schema does not know,
/// [`ErrorKind::Path`] for steps that no value of the schema has, [`ErrorKind::Limit`] for more
/// steps than a path has.
pub(super) fn read_path<'s>(numbers: &mut FieldNumbers<'s>, steps: StepBytes<'_>) -> Result<(String, &'s Type)> {
    let schema = numbers.schema;
    // No value is so deep, and no path of a record leads there.
    if steps.count as usize > MAX_STEPS {
        return Err(too_deep());
    }
    let (mut path, mut walk) = (String::new(), TypeWalk::new(schema));
    for step in steps.steps() {
        let wrong = |path: &str| Error::fixed(&FixedError(ErrorKind::Path, NO_STEP)).in_field(path);
        match step {
            StepForm::Field(number) => {
                let Some(id) = walk.structure() else { return Err(wrong(&path)) };
                let index = numbers.of(id).get(number as usize).copied();
                let Some(field) = index.and_then(|index| walk.field(id, index)) else {
                    let name = schema.structure(id).name();
                    let message =
                        format!("a patch names field {number} of `{name}`, which this revision does not have");
                    return Err(Error::new(ErrorKind::Newer, message).in_field(&path));
                };
                if !schema.structure(id).is_root_value() {
                    let step = field_step(&path, field.name());
                    path.push_str(&step);
                }
            }
            StepForm::Variant(tag) => {
                let Some(Type::Union(id)) = walk.ty else { return Err(wrong(&path)) };
                let union = schema.union(*id);
                let Some(variant) = u8::try_from(tag).ok().and_then(|tag| union.of_tag(tag)) else {
                    let name = union.name();
                    let message = format!("a patch names variant {tag} of `{name}`, which this revision does not have");
                    return Err(Error::new(ErrorKind::Newer, message).in_field(&path));
                };
                let Some(ty) = variant.ty() else { return Err(wrong(&path)) };
                let step = variant_step(&path, union, variant.name());
                path.push_str(&step);
                walk.ty = Some(ty);
            }
            StepForm::Index(index) => {
                walk.element().ok_or_else(|| wrong(&path))?;
                // Writing to a String cannot fail.
                let _ = write!(path, "[{index}]");
            }
            StepForm::Key(key) => {
                let Some(ty) = walk.key() else { return Err(wrong(&path)) };
                let named = |error: Error| error.in_field(&path);
                let key = Owned::read(schema, ty, key).map_err(named)?;
                let mut step = String::new();
                key.part().value().and_then(|key| write_key(&mut step, key)).map_err(named)?;
                path.push_str(&step);
            }
        }
    }
    match walk.ty {
        Some(ty) => Ok((path, ty)),
        None => Err(Error::fixed(&FixedError(ErrorKind::Path, "a patch names no field"))),
    }
}

const NO_STEP: &str = "a patch goes into a value that has no such parts";
