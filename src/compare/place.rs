//! The place of a change: the steps of a path, whose text is made when it is needed.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::fmt::Write;

use once_cell::race::OnceBox;

use super::owned::Owned;
use crate::error::{Result, internal_error};
use crate::read::document::Decoder;
use crate::read::key::{Key, PathKey};
use crate::read::navigate::Step;
use crate::read::route::{PathKeys, field_step, variant_step, write_key};
use crate::read::value::{Content, Part};
use crate::schema::{DefaultValue, Field, Item, Schema, Struct, StructId, Type, Union, UnionId, UnionVariant, held};

/// Where a change is made.
pub(crate) struct ChangePlace {
    /// The path as text, once it was asked for.
    text: OnceBox<String>,
    steps: PlaceSteps,
}

impl ChangePlace {
    pub(crate) fn of_steps(steps: PlaceSteps) -> Self {
        Self { text: OnceBox::new(), steps }
    }

    #[inline]
    pub(crate) fn text(&self) -> &str {
        self.text.get_or_init(|| Box::new(self.steps.text()))
    }

    /// The steps, if they are those of records of a schema.
    pub(crate) fn steps_in(&self, schema: &Schema) -> Option<&PlaceSteps> {
        Some(&self.steps).filter(|steps| steps.schema.id() == schema.id())
    }

    /// Bytes of the text, also of one that is not made yet.
    pub(crate) fn len(&self) -> usize {
        self.steps.len
    }

    /// The place of an element of the list here, or of the list that an `any` here holds.
    #[inline]
    pub(crate) fn element(&self, index: usize) -> Self {
        let mut steps = self.steps.clone();
        if let Some(union) = steps.union().filter(|id| self.steps.schema.union(*id).is_any()) {
            steps.enter_payload(self.steps.schema.union(union), held::LIST);
        }
        steps.enter_element(index);
        Self::of_steps(steps)
    }
}

impl Clone for ChangePlace {
    fn clone(&self) -> Self {
        Self::of_steps(self.steps.clone())
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
        Self::with_capacity(schema, 0)
    }

    /// The steps of the root, with room for so many.
    #[inline]
    pub(crate) fn with_capacity(schema: &Schema, steps: usize) -> Self {
        Self { schema: schema.clone(), steps: Vec::with_capacity(steps), keys: Vec::new(), len: 0 }
    }

    /// Goes on by a step, of so many bytes as text at most.
    pub(crate) fn push(&mut self, step: Step, len: usize) {
        self.steps.push(step);
        self.len = self.len.saturating_add(len);
    }

    /// The bytes of the dot before a name.
    fn dot(&self) -> usize {
        usize::from(self.len > 0)
    }

    /// To a field of a struct, by its index in the declaration.
    pub(crate) fn enter_field(&mut self, structure: &Struct, index: u16) {
        let name = structure.fields().get(usize::from(index)).map_or("", Field::name);
        let len = if structure.is_root_value() { 0 } else { name.len().saturating_add(self.dot()) };
        self.push(Step::Field(index), len);
    }

    /// To what a union holds if it is of a variant.
    pub(crate) fn enter_payload(&mut self, union: &Union, tag: u8) {
        let name = union.of_tag(tag).map_or("", UnionVariant::name);
        let len = name.len().saturating_add(self.dot()).saturating_add(usize::from(union.is_any()));
        self.push(Step::Payload(tag), len);
    }

    /// To an element of a list or an array.
    pub(crate) fn enter_element(&mut self, index: usize) {
        let digits = index.checked_ilog10().unwrap_or(0) as usize;
        let number = self.add_key(PathKey::Integer(i128::try_from(index).unwrap_or(i128::MAX)));
        self.push(Step::Element(number), digits.saturating_add("[0]".len()));
    }

    /// To the value of a key of a type, or to an element of a set.
    #[inline]
    pub(crate) fn enter_key(&mut self, schema: &Schema, ty: &Type, key: &Part<'_>) -> Result<()> {
        let mut text = TextLen(0);
        write_key(&mut text, key.value()?)?;
        let number = self.add_key(key_of(schema, ty, key)?);
        self.push(Step::Key(number), text.0);
        Ok(())
    }

    /// Where this is, to come back to by [`PlaceSteps::go_back`].
    pub(crate) fn mark(&self) -> [usize; 3] {
        [self.steps.len(), self.keys.len(), self.len]
    }

    /// Goes back to where a mark was made.
    pub(crate) fn go_back(&mut self, [steps, keys, len]: [usize; 3]) {
        self.steps.truncate(steps);
        self.keys.truncate(keys);
        self.len = len;
    }

    /// The same with so many bytes as text.
    #[cfg(feature = "serde")]
    pub(crate) fn with_len(self, len: usize) -> Self {
        Self { len, ..self }
    }

    /// Whether the path is that of the root, whose text is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
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

    /// The type of the union here, if it is one.
    fn union(&self) -> Option<UnionId> {
        let mut walk = TypeWalk::new(&self.schema);
        self.steps.iter().try_for_each(|step| walk.step(*step))?;
        match walk.ty()? {
            Type::Union(id) => Some(*id),
            _ => None,
        }
    }

    /// The steps as a path is written with them.
    #[inline]
    pub(crate) fn text(&self) -> String {
        let (mut path, mut walk) = (String::new(), TypeWalk::new(&self.schema));
        // A patch has no steps that its schema has not.
        let _ = self.steps.iter().try_for_each(|step| self.write_step(*step, &mut walk, &mut path));
        path
    }

    #[inline]
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

impl PathKeys for PlaceSteps {
    fn at(&self, number: usize) -> Key<'_> {
        self.keys.get(number).map_or(Key::from(0usize), PathKey::key)
    }
}

/// Counts the bytes of a text.
struct TextLen(usize);

impl fmt::Write for TextLen {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.saturating_add(text.len());
        Ok(())
    }
}

/// A value of a key type as the key that a path has.
#[inline]
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

/// A value on a path, by its type.
pub(crate) struct TypeWalk<'s> {
    schema: &'s Schema,
    /// The type and its default; none at the root, which is a struct.
    of: Option<(&'s Type, &'s DefaultValue)>,
}

impl<'s> TypeWalk<'s> {
    pub(crate) fn new(schema: &'s Schema) -> Self {
        Self { schema, of: None }
    }

    /// The type; none at the root.
    pub(crate) fn ty(&self) -> Option<&'s Type> {
        self.of.map(|(ty, _)| ty)
    }

    /// The type and the default of a value of it; none at the root.
    pub(crate) fn of(&self) -> Option<(&'s Type, &'s DefaultValue)> {
        self.of
    }

    fn to(&mut self, item: &'s Item) {
        self.of = Some((&item.ty, &item.default));
    }

    /// The struct here.
    pub(crate) fn structure(&self) -> Option<StructId> {
        match self.ty() {
            None => Some(self.schema.root_id()),
            Some(Type::Struct(id)) => Some(*id),
            Some(_) => None,
        }
    }

    /// To a field, by its index in the declaration.
    pub(crate) fn field(&mut self, id: StructId, index: usize) -> Option<&'s Field> {
        let field = self.schema.structure(id).fields().get(index)?;
        self.of = Some((field.ty(), field.default()));
        Some(field)
    }

    /// The union here.
    pub(crate) fn union(&self) -> Option<&'s Union> {
        match self.ty() {
            Some(Type::Union(id)) => Some(self.schema.union(*id)),
            _ => None,
        }
    }

    /// To what a variant holds.
    pub(crate) fn payload(&mut self, tag: u8) -> Option<(&'s Union, &'s UnionVariant)> {
        let union = self.union()?;
        let variant = union.of_tag(tag)?;
        variant.ty()?;
        self.to(variant.item());
        Some((union, variant))
    }

    /// To an element of a list or an array.
    pub(crate) fn element(&mut self) -> Option<()> {
        self.to(match self.ty()? {
            Type::List(list) => &list.0,
            Type::Array(array) => &array.0,
            _ => return None,
        });
        Some(())
    }

    /// To what a step leads to.
    pub(crate) fn step(&mut self, step: Step) -> Option<()> {
        match step {
            Step::Field(index) => self.field(self.structure()?, usize::from(index)).map(drop),
            Step::Payload(tag) => self.payload(tag).map(drop),
            Step::Element(_) => self.element(),
            Step::Key(_) | Step::Fixed(_) => self.key().map(drop),
            Step::Entry(..) => None,
        }
    }

    /// To the value of a key, or to the element of a set; gives the key's type.
    pub(crate) fn key(&mut self) -> Option<&'s Type> {
        let Type::Map(map) = self.ty()? else { return None };
        self.to(map.0.value.as_ref().unwrap_or(&map.0.key));
        Some(map.key())
    }
}
