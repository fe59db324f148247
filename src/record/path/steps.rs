//! From steps to segments, where a path is known by its steps. Its text is none: who has the steps
//! adds it to errors.

use alloc::boxed::Box;

use super::Path;
use crate::error::{Result, internal_error};
use crate::read::navigate::Step;
use crate::schema::{Schema, Type};

impl Path {
    /// The path of steps that a schema has; indices and keys are numbered in their order.
    pub(in crate::record) fn of_steps(schema: &Schema, steps: &[Step]) -> Result<Self> {
        let mut path = Self::root(schema, Box::default())?;
        path.steps.reserve_exact(steps.len());
        steps.iter().try_for_each(|step| path.enter(schema, *step))?;
        path.end(schema);
        path.indices = 0;
        Ok(path)
    }

    /// The path of the elements of the list that this one leads to, behind so many indices and
    /// keys.
    pub(in crate::record) fn elements(&self, schema: &Schema, keys: usize) -> Result<Self> {
        self.longer(schema, keys, |path| path.enter_elements(schema))
    }

    /// The path of what a variant of the union holds that this one leads to, behind so many indices
    /// and keys.
    pub(in crate::record) fn payload(&self, schema: &Schema, tag: u8, keys: usize) -> Result<Self> {
        self.longer(schema, keys, |path| path.enter(schema, Step::Payload(tag)))
    }

    fn longer(&self, schema: &Schema, keys: usize, enter: impl FnOnce(&mut Self) -> Result<()>) -> Result<Self> {
        let mut path = Self { text: Box::default(), indices: keys, ..self.clone() };
        enter(&mut path)?;
        path.end(schema);
        path.indices = 0;
        Ok(path)
    }

    fn enter(&mut self, schema: &Schema, step: Step) -> Result<()> {
        match (step, &self.leaf.ty) {
            (Step::Field(index), Type::Struct(id)) => {
                self.check_no_element_of_set()?;
                let id = *id;
                let field = schema.structure(id).fields().get(usize::from(index)).ok_or_else(internal_error)?;
                self.go_to_field(schema, id, index, field);
            }
            (Step::Payload(tag), Type::Union(id)) => {
                self.check_no_element_of_set()?;
                let id = *id;
                let variant = schema.union(id).of_tag(tag).filter(|variant| variant.ty().is_some());
                self.go_to_payload(schema, id, tag, variant.ok_or_else(internal_error)?);
            }
            (Step::Element(_), Type::List(_) | Type::Array(_)) | (Step::Key(_), Type::Map(_)) => {
                self.enter_element(schema)?;
            }
            _ => return Err(internal_error()),
        }
        Ok(())
    }
}
