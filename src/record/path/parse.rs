//! From the text of a path to its segments, step by step through the schema.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{HolderId, Path, PathSegment, SegmentKind, fault};
use crate::error::{KnownNames, Result};
use crate::layout::Place;
use crate::read::cursor::no_field;
use crate::read::document::too_deep;
use crate::read::key::PathKey;
use crate::read::navigate::Step;
use crate::read::walk::has_objects;
use crate::record::dynamic::{Leaf, LeafForm};
use crate::record::key::{raw_key, split_key, split_tuple};
use crate::schema::{DefaultValue, Field, Item, Payload, Schema, StructId, Type, UnionId, UnionVariant};

/// The most steps of a path: as many as objects can be nested, each with a payload and all that can
/// lie inline in it.
pub(crate) const MAX_STEPS: usize = 640;

impl Leaf {
    /// What the schema says of a value.
    pub(in crate::record) fn new(
        schema: &Schema,
        ty: Type,
        optional: bool,
        default: DefaultValue,
        place: Place,
        inline: bool,
    ) -> Self {
        Self {
            optional,
            #[cfg(feature = "serde")]
            can_be_absent: optional,
            inline,
            place,
            has_presence: optional && (inline || !schema.is_nullable(&ty)),
            form: LeafForm::of(schema, &ty),
            default_word: default.word(),
            is_any: schema.is_any_type(&ty),
            rules: None,
            ty,
            default,
        }
    }

    /// The root struct, where a path begins.
    fn root(schema: &Schema) -> Self {
        let ty = Type::Struct(schema.root_id());
        Self::new(schema, ty, false, DefaultValue::Zero, Place::default(), true)
    }
}

/// The text of a path, which is for messages alone: where there is no memory for it, they go
/// without.
fn named(text: &str) -> Box<str> {
    let mut named = String::new();
    if named.try_reserve_exact(text.len()).is_ok() {
        named.push_str(text);
    }
    named.into()
}

impl Path {
    /// Resolves a path; also gives the indices written in it. With `as_list` the path names a list
    /// and stands for its elements.
    #[inline]
    pub(in crate::record) fn parse(schema: &Schema, text: &str, as_list: bool) -> Result<(Self, Vec<PathKey>)> {
        let mut path = Self::root(schema, named(text))?;
        path.enter_root(schema)?;
        let mut indices = Vec::new();
        path.go(schema, text, &mut indices)?;
        if as_list {
            path.enter_elements(schema)?;
        }
        path.end(schema);
        path.holder = HolderId::of(&path.segments);
        Ok((path, indices))
    }

    /// From the root struct to the value of a root that is not a struct.
    #[inline]
    fn enter_root(&mut self, schema: &Schema) -> Result<()> {
        schema.root_value().map_or(Ok(()), |value| self.enter_field(schema, value.name()))
    }

    /// The path of the whole value, to go on from.
    #[cfg(feature = "json")]
    pub(in crate::record) fn of_whole(schema: &Schema) -> Result<Self> {
        let mut path = Self::root(schema, Box::default())?;
        path.enter_root(schema)?;
        path.end(schema);
        Ok(path)
    }

    /// Goes on by a text, which may have more indices and keys.
    #[cfg(feature = "json")]
    pub(in crate::record) fn extend(&mut self, schema: &Schema, text: &str, indices: &mut Vec<PathKey>) -> Result<()> {
        self.text = [&*self.text, text].concat().into();
        self.indices = indices.len();
        self.go(schema, text, indices)?;
        self.end(schema);
        self.indices = 0;
        Ok(())
    }

    /// Goes by the steps of a text, which ends the text of the path.
    #[inline]
    fn go(&mut self, schema: &Schema, text: &str, indices: &mut Vec<PathKey>) -> Result<()> {
        let (path, mut rest) = (self, text);
        loop {
            if rest.is_empty() && !path.steps.is_empty() {
                return Ok(());
            }
            // No value is so deep; a path can come from anywhere.
            if path.steps.len() >= MAX_STEPS {
                let shown: String = path.text.chars().take(64).chain("..".chars()).collect();
                return Err(too_deep().in_field(&shown));
            }
            if let Some(after) = rest.strip_prefix('[') {
                let is_quoted = after.starts_with('"');
                let has_tuples = matches!(&path.leaf.ty, Type::Map(map) if matches!(map.key(), Type::Struct(_)));
                let split = if has_tuples { split_tuple(after) } else { split_key(after) };
                let Some((index, after)) = split else { return fault(&path.text, "a `[` has no `]`") };
                if path.leaf.is_any {
                    let name = index.as_ref().filter(|_| is_quoted).and_then(|name| core::str::from_utf8(name).ok());
                    if let Some(name) = name {
                        path.enter_key(schema, name)?;
                        rest = after;
                        continue;
                    }
                    path.enter_any(schema, "list")?;
                }
                let index = index.map(|index| {
                    let key = core::str::from_utf8(&index).ok().and_then(|text| path.key(schema, text));
                    // Bytes need not be text.
                    let raw = || match &path.leaf.ty {
                        Type::Map(map) if matches!(map.key(), Type::Bytes | Type::Array(_)) => {
                            raw_key(map.key(), index.clone())
                        }
                        _ => None,
                    };
                    key.or_else(raw).ok_or(index)
                });
                match index {
                    None => {}
                    Some(Ok(key)) => indices.push(key),
                    Some(Err(index)) => {
                        let index = String::from_utf8_lossy(&index);
                        return match &path.leaf.ty {
                            Type::Map(map) => {
                                let wanted = schema.describe(map.key());
                                fault(&path.text, format_args!("`{index}` is no key of type {wanted}"))
                            }
                            _ => fault(&path.text, format_args!("`{index}` is not an index")),
                        };
                    }
                }
                path.enter_element(schema)?;
                rest = after;
            } else {
                let name = rest.strip_prefix('.').filter(|_| !path.steps.is_empty()).unwrap_or(rest);
                let end = name.find(['.', '[']).unwrap_or(name.len());
                let (name, after) = name.split_at_checked(end).unwrap_or((name, ""));
                match name.strip_prefix('$') {
                    Some(variant) if path.leaf.is_any => path.enter_any(schema, variant)?,
                    None if path.leaf.is_any => path.enter_key(schema, name)?,
                    _ => path.enter_field(schema, name)?,
                }
                rest = after;
            }
        }
    }

    /// The root struct, where every path begins.
    #[inline]
    pub(super) fn root(schema: &Schema, text: Box<str>) -> Result<Self> {
        schema.check()?;
        Ok(Self {
            schema: schema.id(),
            text,
            steps: Vec::new(),
            segments: Vec::new(),
            fixed: Vec::new(),
            indices: 0,
            holder: HolderId::OTHER,
            has_objects: true,
            needs_check: false,
            takes_names: false,
            through_any: false,
            leaf: Leaf::root(schema),
        })
    }

    /// Notes what only the value says that the path ends in.
    pub(super) fn end(&mut self, schema: &Schema) {
        self.has_objects = has_objects(schema, &self.leaf.ty, self.leaf.inline);
        let is_free = self.leaf.rules.is_none() && !self.is_in_set();
        self.needs_check = !is_free || !matches!(self.leaf.ty, Type::Bool | Type::Scalar(_));
        self.takes_names = is_free && matches!(self.leaf.ty, Type::Enum(_));
    }

    /// Leaves the current leaf, a struct, behind for a field of it: gives the field's place in the
    /// record that the segments lead to then. A struct that lies inline and cannot be absent needs
    /// no segment.
    #[inline]
    fn enter_struct(&mut self, schema: &Schema, id: StructId, field: &Place, step: Step) -> Place {
        let structure = schema.structure(id);
        if self.steps.is_empty() {
            return *field;
        }
        let leaf = &self.leaf;
        let is_inline = leaf.inline || structure.is_frozen();
        if is_inline && !leaf.has_presence {
            let place = field.within(leaf.place.slot);
            // What cannot grow is stored as a whole.
            return if leaf.inline { place } else { Place { end: leaf.place.end, ..place } };
        }
        let kind = if leaf.inline {
            SegmentKind::Inline(None)
        } else if structure.is_frozen() {
            SegmentKind::Inline(Some(structure.size()))
        } else {
            SegmentKind::Object { ends: structure.ends().into(), optional: leaf.optional }
        };
        let presence = leaf.has_presence.then_some(leaf.place);
        self.segments.push(PathSegment { slot: leaf.place.slot, presence, kind, step });
        *field
    }

    /// Goes on from the current leaf, by a step that is a segment.
    #[inline]
    fn push(&mut self, presence: Option<Place>, kind: SegmentKind, step: Step) {
        self.segments.push(PathSegment { slot: self.leaf.place.slot, presence, kind, step });
        self.steps.push(step);
    }

    /// Fails behind an element of a set, which is found by its whole value: to another part it
    /// would be another element.
    pub(super) fn check_no_element_of_set(&self) -> Result<()> {
        if self.is_in_set() {
            return fault(&self.text, "no path leads into an element of a set, which is found by its whole value");
        }
        Ok(())
    }

    #[inline]
    fn enter_field(&mut self, schema: &Schema, name: &str) -> Result<()> {
        self.check_no_element_of_set()?;
        let id = match self.leaf.ty {
            Type::Struct(id) => id,
            Type::Union(id) => return self.enter_variant(schema, id, name),
            ref ty => {
                let asked = schema.describe(ty);
                return fault(&self.text, format_args!("`{name}` is asked of {asked}, which has no fields"));
            }
        };
        let structure = schema.structure(id);
        let Some((index, field)) = structure.field(name) else {
            return Err(no_field(name, structure).in_field(&self.text));
        };
        // A struct has at most 65,535 fields.
        self.go_to_field(schema, id, u16::try_from(index).unwrap_or(u16::MAX), field);
        Ok(())
    }

    /// To a field, by its index in the declaration.
    #[inline]
    pub(super) fn go_to_field(&mut self, schema: &Schema, id: StructId, index: u16, field: &Field) {
        let place = self.enter_struct(schema, id, field.place(), Step::Field(index));
        self.steps.push(Step::Field(index));
        let (ty, default) = (field.ty().clone(), field.default().clone());
        let rules = (!field.rules().is_empty()).then(|| Box::new(field.rules().clone()));
        self.leaf = Leaf { rules, ..Leaf::new(schema, ty, field.optional(), default, place, false) };
    }

    /// The variant of a union: its payload.
    #[inline]
    fn enter_variant(&mut self, schema: &Schema, id: UnionId, name: &str) -> Result<()> {
        let union = schema.union(id);
        let Some((tag, variant)) = union.variant(name) else {
            let known = KnownNames(union.variants().iter().map(UnionVariant::name));
            return fault(&self.text, format_args!("`{}` has no variant `{name}`; it has {known}", union.name()));
        };
        if variant.payload() == Payload::None {
            return fault(&self.text, format_args!("the variant `{name}` holds nothing"));
        }
        self.go_to_payload(schema, id, tag, variant);
        Ok(())
    }

    /// To what a variant holds that holds something.
    #[inline]
    pub(super) fn go_to_payload(&mut self, schema: &Schema, id: UnionId, tag: u8, variant: &UnionVariant) {
        let item = variant.item();
        let structure = match item.ty {
            Type::Struct(id) if item.growable => Some(schema.structure(id).ends().into()),
            _ => None,
        };
        let is_structure = structure.is_some();
        self.through_any |= self.leaf.is_any;
        let (payload, size) = (variant.payload(), item.size);
        let presence = self.leaf.has_presence.then_some(self.leaf.place);
        let kind = SegmentKind::Payload {
            union: id,
            tag,
            payload,
            size,
            structure,
            optional: item.optional,
            place: item.place,
        };
        self.push(presence, kind, Step::Payload(tag));
        let place = if is_structure { Place::default() } else { item.place };
        let leaf = Leaf::new(schema, item.ty.clone(), item.optional, item.default.clone(), place, false);
        self.leaf = Leaf { optional: item.optional && !is_structure, inline: is_structure, ..leaf };
    }

    /// An element of a list, an array or what `any` holds, or the value of a key.
    #[inline]
    pub(super) fn enter_elements(&mut self, schema: &Schema) -> Result<()> {
        if self.leaf.is_any {
            self.enter_any(schema, "list")?;
        }
        self.enter_element(schema)
    }

    /// An element of a list or an array, or the value of a key.
    #[inline]
    pub(super) fn enter_element(&mut self, schema: &Schema) -> Result<()> {
        self.check_no_element_of_set()?;
        let step = match self.leaf.ty {
            Type::Map(_) => Step::Key(self.indices),
            _ => Step::Element(self.indices),
        };
        // The leaf gets the type of the part.
        let (kind, item) = match core::mem::replace(&mut self.leaf.ty, Type::Bool) {
            Type::List(list) => {
                let (ends, prefix) = schema.strided(&list.0);
                let (size, union) = (list.0.size, Schema::packs(&list.0));
                (SegmentKind::Element { size, ends: ends.into(), prefix, union }, list.0.into_inner())
            }
            Type::Array(array) => (SegmentKind::Part { size: array.0.size, count: array.len() }, array.0.into_inner()),
            Type::Map(map) => {
                let item = map.0.value.as_ref().unwrap_or(&map.0.key).clone();
                (SegmentKind::Entry { entry: map.0 }, item)
            }
            ty => {
                let asked = schema.describe(&ty);
                return fault(&self.text, format_args!("an index or element is asked of {asked}, which is no list"));
            }
        };
        let presence = match kind {
            SegmentKind::Part { .. } if self.leaf.has_presence => Some(self.leaf.place),
            _ => None,
        };
        self.push(presence, kind, step);
        self.indices = self.indices.saturating_add(1);
        let Item { ty, optional, default, place, growable, .. } = item;
        self.leaf = Leaf::new(schema, ty, optional, default, place, growable);
        Ok(())
    }

    /// What `any` holds, if it is that variant.
    #[inline]
    pub(super) fn enter_any(&mut self, schema: &Schema, variant: &str) -> Result<()> {
        match self.leaf.ty {
            Type::Union(id) => self.enter_variant(schema, id, variant),
            _ => fault(&self.text, "not `any`"),
        }
    }

    /// The value of a key within `any`.
    #[inline]
    fn enter_key(&mut self, schema: &Schema, name: &str) -> Result<()> {
        self.enter_any(schema, "map")?;
        let fixed = self.fixed.len();
        self.fixed.push(PathKey::Blob(name.as_bytes().to_vec()));
        let indices = self.indices;
        self.enter_element(schema)?;
        // The key is not given at access.
        self.indices = indices;
        if let (Some(step), Some(segment)) = (self.steps.last_mut(), self.segments.last_mut()) {
            (*step, segment.step) = (Step::Fixed(fixed), Step::Fixed(fixed));
        }
        Ok(())
    }

    /// An index or key as a path is written with it.
    fn key(&self, schema: &Schema, text: &str) -> Option<PathKey> {
        let Type::Map(map) = &self.leaf.ty else {
            return text.parse().ok().filter(|index| *index >= 0).map(PathKey::Integer);
        };
        schema.written_key(map.key(), text)
    }
}
