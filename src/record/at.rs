//! The places of changes as addresses: each is resolved once, and others beside it are made of it.

use super::Address;
use super::field::Resolved;
use super::path::Path;
use crate::error::{Error, Result};
use crate::read::key::PathKey;
#[cfg(feature = "json")]
use crate::read::navigate::Step;
use crate::schema::Schema;
use crate::whole::ChangePlace;
#[cfg(feature = "json")]
use crate::whole::PlaceSteps;

impl Resolved {
    /// The place of a change, in records of a schema: by its steps, if they are those of the
    /// schema.
    pub(super) fn of_place(schema: &Schema, place: &ChangePlace) -> Result<Self> {
        match place.steps_in(schema) {
            Some(steps) => Ok(Self { path: Path::of_steps(schema, steps.steps())?, keys: steps.keys().to_vec() }),
            None => Self::new(schema, place.text(), false),
        }
    }

    /// The place that this is, by its steps: one place is one text, however it was written.
    #[cfg(feature = "json")]
    pub(crate) fn place(&self, schema: &Schema) -> ChangePlace {
        let mut place = PlaceSteps::new(schema);
        for (step, key) in self.steps() {
            let step = match (step, key) {
                (Step::Element(_), Some(key)) => Step::Element(place.add_key(key.clone())),
                (Step::Key(_) | Step::Fixed(_), Some(key)) => Step::Key(place.add_key(key.clone())),
                (step, _) => step,
            };
            place.push(step, 0);
        }
        let len = place.text().len();
        ChangePlace::of_steps(place.with_len(len))
    }

    /// The first element of the list here. Errors of it have no path.
    pub(super) fn first_element(&self, schema: &Schema) -> Result<Self> {
        let mut keys = self.keys.clone();
        let path = self.path.elements(schema, keys.len()).map_err(|error| self.named(error))?;
        keys.push(PathKey::Integer(0));
        Ok(Self { path, keys })
    }

    /// Makes this element the one at an index.
    pub(super) fn set_index(&mut self, index: usize) {
        if let Some(key) = self.keys.last_mut() {
            *key = PathKey::Integer(i128::try_from(index).unwrap_or(i128::MAX));
        }
    }

    /// What the union here holds if it is of a variant. Errors of it have no path.
    pub(super) fn payload(&self, schema: &Schema, tag: u8) -> Result<Self> {
        let path = self.path.payload(schema, tag, self.keys.len()).map_err(|error| self.named(error))?;
        Ok(Self { path, keys: self.keys.clone() })
    }

    /// Adds the path to an error.
    #[cold]
    pub(super) fn named(&self, error: Error) -> Error {
        self.path().with_path(error)
    }
}
