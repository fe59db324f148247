//! Where a change is made: a path as text, or as steps whose text is made once it is asked for.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use once_cell::race::OnceBox;

use super::owned::Owned;
use crate::read::key::PathKey;
use crate::read::navigate::Step;
use crate::read::path::{field_step, variant_step, write_key};
use crate::schema::{Field, Schema, StructId, Type, Union, UnionVariant};

/// Where a change is made.
pub(crate) struct ChangePlace {
    /// The path as text, once it was asked for.
    text: OnceBox<String>,
    steps: Option<PlaceSteps>,
}

impl ChangePlace {
    pub(crate) fn of_text(path: &str) -> Self {
        Self { text: OnceBox::with_value(Box::new(path.into())), steps: None }
    }

    pub(crate) fn of_steps(steps: PlaceSteps) -> Self {
        Self { text: OnceBox::new(), steps: Some(steps) }
    }

    pub(crate) fn text(&self) -> &str {
        self.text.get_or_init(|| Box::new(self.steps.as_ref().map(PlaceSteps::text).unwrap_or_default()))
    }

    /// The steps, if there are such for records of a schema.
    pub(crate) fn steps_in(&self, schema: &Schema) -> Option<&PlaceSteps> {
        self.steps.as_ref().filter(|steps| steps.schema.id() == schema.id())
    }

    /// Bytes of the text, also of one that is not made yet.
    pub(crate) fn len(&self) -> usize {
        self.steps.as_ref().map_or_else(|| self.text().len(), |steps| steps.len)
    }
}

impl Clone for ChangePlace {
    fn clone(&self) -> Self {
        match &self.steps {
            Some(steps) => Self::of_steps(steps.clone()),
            None => Self::of_text(self.text()),
        }
    }
}

/// The steps of a path in a schema.
#[derive(Clone)]
pub(crate) struct PlaceSteps {
    schema: Schema,
    steps: Vec<Step>,
    /// The indices and keys, by the numbers that steps have.
    keys: Vec<PathKey>,
    /// Bytes of the text.
    len: usize,
}

impl PlaceSteps {
    pub(crate) fn new(schema: &Schema) -> Self {
        Self { schema: schema.clone(), steps: Vec::new(), keys: Vec::new(), len: 0 }
    }

    /// Goes on by a step, of so many bytes as text at most.
    pub(crate) fn push(&mut self, step: Step, len: usize) {
        self.steps.push(step);
        self.len = self.len.saturating_add(len);
    }

    /// The same with so many bytes as text.
    #[cfg(feature = "json")]
    pub(crate) fn with_len(self, len: usize) -> Self {
        Self { len, ..self }
    }

    /// The number of an index or key for a step that comes next.
    pub(crate) fn add_key(&mut self, key: PathKey) -> usize {
        self.keys.push(key);
        self.keys.len().saturating_sub(1)
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    pub(crate) fn keys(&self) -> &[PathKey] {
        &self.keys
    }

    /// The steps, each with its index or key.
    pub(crate) fn keyed(&self) -> impl Iterator<Item = (Step, Option<&PathKey>)> {
        self.steps.iter().map(|step| match step {
            Step::Element(number) | Step::Key(number) => (*step, self.keys.get(*number)),
            _ => (*step, None),
        })
    }

    /// The steps as a path is written with them.
    pub(crate) fn text(&self) -> String {
        let (mut path, mut walk) = (String::new(), TypeWalk::new(&self.schema));
        // A patch has no steps that its schema has not.
        let _ = self.steps.iter().try_for_each(|step| self.write_step(*step, &mut walk, &mut path));
        path
    }

    fn write_step(&self, step: Step, walk: &mut TypeWalk<'_>, path: &mut String) -> Option<()> {
        match step {
            Step::Field(index) => {
                let id = walk.structure()?;
                let field = walk.field(id, usize::from(index))?;
                if !self.schema.structure(id).is_root_value() {
                    let step = field_step(path, field.name());
                    path.push_str(&step);
                }
            }
            Step::Payload(tag) => {
                let (union, variant) = walk.payload(tag)?;
                let step = variant_step(path, union, variant.name());
                path.push_str(&step);
            }
            Step::Element(number) => {
                walk.element()?;
                write!(path, "[{}]", self.keys.get(number)?.key().index()).ok()?;
            }
            Step::Key(number) => {
                let ty = walk.key()?;
                let key = Owned::of_key(&self.schema, ty, &self.keys.get(number)?.key()).ok()?;
                write_key(path, key.part().value().ok()?).ok()?;
            }
            Step::Entry(..) | Step::Fixed(_) => return None,
        }
        Some(())
    }
}

/// A value on a path, by its type.
pub(crate) struct TypeWalk<'s> {
    schema: &'s Schema,
    /// The type; none at the root, which is a struct.
    ty: Option<&'s Type>,
}

impl<'s> TypeWalk<'s> {
    pub(crate) fn new(schema: &'s Schema) -> Self {
        Self { schema, ty: None }
    }

    /// The type; none at the root.
    pub(crate) fn ty(&self) -> Option<&'s Type> {
        self.ty
    }

    /// The struct here.
    pub(crate) fn structure(&self) -> Option<StructId> {
        match self.ty {
            None => Some(self.schema.root_id()),
            Some(Type::Struct(id)) => Some(*id),
            Some(_) => None,
        }
    }

    /// To a field, by its index in the declaration.
    pub(crate) fn field(&mut self, id: StructId, index: usize) -> Option<&'s Field> {
        let field = self.schema.structure(id).fields().get(index)?;
        self.ty = Some(field.ty());
        Some(field)
    }

    /// The union here.
    pub(crate) fn union(&self) -> Option<&'s Union> {
        match self.ty {
            Some(Type::Union(id)) => Some(self.schema.union(*id)),
            _ => None,
        }
    }

    /// To what a variant holds.
    pub(crate) fn payload(&mut self, tag: u8) -> Option<(&'s Union, &'s UnionVariant)> {
        let union = self.union()?;
        let variant = union.of_tag(tag)?;
        self.ty = Some(variant.ty()?);
        Some((union, variant))
    }

    /// To an element of a list or an array.
    pub(crate) fn element(&mut self) -> Option<()> {
        self.ty = Some(match self.ty? {
            Type::List(list) => list.element(),
            Type::Array(array) => array.element(),
            _ => return None,
        });
        Some(())
    }

    /// To the value of a key, or to the element of a set; gives the key's type.
    pub(crate) fn key(&mut self) -> Option<&'s Type> {
        let Type::Map(map) = self.ty? else { return None };
        self.ty = Some(map.value().unwrap_or(map.key()));
        Some(map.key())
    }
}
