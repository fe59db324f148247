//! Paths: text such as `list[].name`, resolved against a schema to the segments from record to
//! record.
//!
//! - `parse`: the resolution
//! - `steps`: paths that are known by their steps

mod parse;
mod steps;

pub(crate) use parse::MAX_STEPS;

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::leaf::Leaf;
use super::segments::{PathSegment, SegmentKind};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::Size;
use crate::object::ListHeaderKind;
use crate::read::key::PathKey;
use crate::read::navigate::Step;
use crate::schema::{DefaultValue, Schema, Type};
use crate::write::route::{PathKeys, PathLocator};

/// A resolved path.
#[derive(Clone, Debug)]
pub struct Path {
    pub(super) schema: u64,
    text: Box<str>,
    /// The steps in the schema; an element's index is given at access.
    pub(super) steps: Vec<Step>,
    /// The steps as byte arithmetic, up to the record that holds the value.
    pub(super) segments: Vec<PathSegment>,
    /// Keys that are part of the path: those within `any`.
    pub(super) fixed: Vec<PathKey>,
    /// How many indices and keys the path takes.
    pub(super) indices: usize,
    /// The record that holds the value.
    pub(super) holder: HolderId,
    /// Whether the value can have objects.
    pub(super) has_objects: bool,
    /// Whether a value may be refused that is of the field's type: by its rules, its length, or
    /// since it is an element of a set.
    pub(super) needs_check: bool,
    /// Whether it takes the name of each variant of its enum.
    pub(super) takes_names: bool,
    pub(super) leaf: Leaf,
}

/// The record that holds the value of a path, apart from indices: the slots of the structs, lists
/// and unions on the way to it, at most three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HolderId(u128);

impl HolderId {
    pub(super) const ROOT: Self = Self(0);
    /// No path's.
    pub(super) const NONE: Self = Self(u128::MAX - 1);
    /// Too long, or not known from slots alone.
    pub(super) const OTHER: Self = Self(u128::MAX);

    fn of(segments: &[PathSegment]) -> Self {
        let mut id = Self::ROOT;
        for segment in segments {
            let (kind, tag) = match segment.kind {
                SegmentKind::Object { .. } => (1, 0),
                SegmentKind::Element { .. } => (2, 0),
                SegmentKind::Payload { tag, .. } => (3, tag),
                _ => return Self::OTHER,
            };
            if segment.presence.is_some() || id.0 >> (2 * Self::STEP) != 0 {
                return Self::OTHER;
            }
            id = Self(id.0.wrapping_shl(Self::STEP) | Self::step(segment.slot, kind, tag));
        }
        id
    }

    /// Bits of a step.
    const STEP: u32 = 40;

    /// Two sizes of a record of at most 64 KiB, of which pointers take four bytes: 16 and 14 bits.
    /// Never zero.
    fn step(slot: Size, kind: u128, tag: u8) -> u128 {
        let slot = u128::from(slot.fixed & 0xFFFF).wrapping_shl(14) | u128::from(slot.pointers & 0x3FFF);
        u128::from(tag).wrapping_shl(32) | slot.wrapping_shl(2) | kind
    }
}

fn fault<T>(path: &str, message: impl crate::error::Message) -> Result<T> {
    Err(Error::new(ErrorKind::Path, message).in_field(path))
}

#[cold]
fn fault_of_type<T>(path: &str, message: &'static str) -> Result<T> {
    Err(Error::new(ErrorKind::Type, message).in_field(path))
}

impl Path {
    /// The value's type and default, as they lie in its schema.
    pub(super) fn in_schema<'s>(&self, schema: &'s Schema) -> Option<(&'s Type, &'s DefaultValue)> {
        let mut found: Option<(&'s Type, &'s DefaultValue)> = None;
        for step in &self.steps {
            let item = match (*step, found.map(|(ty, _)| ty)) {
                (Step::Field(index), of) => {
                    let id = if let Some(Type::Struct(id)) = of { *id } else { schema.root_id() };
                    let field = schema.structure(id).fields().get(usize::from(index))?;
                    found = Some((field.ty(), field.default()));
                    continue;
                }
                (Step::Payload(tag), Some(Type::Union(id))) => schema.union(*id).of_tag(tag)?.item(),
                (_, Some(Type::List(list))) => &*list.0,
                (_, Some(Type::Array(array))) => &*array.0,
                (_, Some(Type::Map(map))) => map.0.value.as_ref().unwrap_or(&map.0.key),
                _ => return None,
            };
            found = Some((&item.ty, &item.default));
        }
        found
    }

    pub(super) fn ends_in_element(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Element(_)))
    }

    /// Whether the path names a value of a map by its key.
    pub(super) fn ends_in_key(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Key(_) | Step::Fixed(_)))
    }

    /// Whether it leads to a variant's payload.
    pub(super) fn is_payload(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Payload(_)))
    }

    /// Fails for an element of a set, which is found by its value and cannot get another.
    #[inline]
    pub(super) fn check_settable(&self) -> Result<()> {
        if self.is_in_set() && self.ends_in_key() {
            return fault_of_type(&self.text, "an element of a set cannot be set: remove it, and add another");
        }
        Ok(())
    }

    /// Whether the handle belongs to the schema, and has all its indices.
    #[inline(always)]
    pub(super) fn is_of(&self, schema: &Schema, given: usize) -> bool {
        self.schema == schema.id() && self.indices == given
    }

    /// Fails if it does not, or has not.
    #[inline]
    pub(super) fn check(&self, schema: &Schema, given: usize) -> Result<()> {
        if self.is_of(schema, given) {
            return Ok(());
        }
        schema.check_id(self.schema)?;
        Err(self.wrong_count(self.indices, given))
    }

    /// Fails if the handle does not belong to the schema, names no list, or lacks indices other
    /// than the last.
    pub(super) fn check_sequence(&self, schema: &Schema, given: usize) -> Result<()> {
        if self.ends_in_key() {
            let error = &FixedError(
                ErrorKind::Type,
                "a map or set has no indices: `add_key` and a path with a key write it, `root()` reads it",
            );
            return Err(self.with_path(Error::fixed(error)));
        }
        self.check_list(schema, given)
    }

    /// As `check_sequence`, also for a map or set.
    pub(super) fn check_list(&self, schema: &Schema, given: usize) -> Result<()> {
        schema.check_id(self.schema)?;
        if !self.ends_in_element() && !self.ends_in_key() {
            return fault(&self.text, "a list is named by its elements: `name[]`");
        }
        if self.indices == given.saturating_add(1) {
            return Ok(());
        }
        Err(self.wrong_count(self.indices.saturating_sub(1), given))
    }

    /// The bytes of an element of the list whose elements the path names, and the header of a new
    /// one.
    pub(super) fn list_header(&self) -> (Size, ListHeaderKind) {
        match self.segments.last() {
            Some(PathSegment { kind: SegmentKind::Element { size, ends, union, .. }, .. }) => {
                (*size, ListHeaderKind::list(union.is_some(), !ends.is_empty()))
            }
            _ => (Size::ZERO, ListHeaderKind::default()),
        }
    }

    #[cold]
    fn wrong_count(&self, wanted: usize, given: usize) -> Error {
        Error::new(ErrorKind::Path, format_args!("the path takes {wanted} indices here, {given} are given"))
            .in_field(&self.text)
    }

    /// Adds the path to an error.
    #[cold]
    #[inline(never)]
    pub(super) fn with_path(&self, error: Error) -> Error {
        error.in_field(&self.text)
    }

    /// The value as the writer finds it.
    pub(super) fn locator<'p>(&'p self, keys: &'p dyn PathKeys) -> PathLocator<'p> {
        PathLocator { steps: &self.steps, fixed: &self.fixed, keys, anchor: None, has_objects: true }
    }

    /// The list or map that holds the element at the path's end.
    pub(super) fn to_list<'p>(&'p self, keys: &'p dyn PathKeys) -> PathLocator<'p> {
        PathLocator { has_objects: self.has_objects, ..self.locator(keys).parent() }
    }

    /// Whether the path names elements of a list: those of an array are neither inserted nor
    /// removed.
    pub(super) fn names_list(&self) -> bool {
        self.ends_in_element()
            && matches!(self.segments.last(), Some(PathSegment { kind: SegmentKind::Element { .. }, .. }))
    }

    /// Whether it leads to an element of a set, or to what is in one.
    pub(super) fn is_in_set(&self) -> bool {
        matches!(self.segments.last(), Some(PathSegment { kind: SegmentKind::Entry { entry }, .. }) if entry.value.is_none())
    }

    /// The number of the last index or key.
    pub(super) fn last_key(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Element(_) | Step::Key(_))).count().saturating_sub(1)
    }
}
