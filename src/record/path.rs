//! Paths: text such as `list[].name`, resolved against a schema to the segments from record to
//! record. `parse` resolves the text.

use alloc::boxed::Box;
use alloc::vec::Vec;

pub(crate) use parse::MAX_STEPS;

use super::dynamic::Leaf;
use crate::compare::TypeWalk;
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::{Place, Size};
use crate::object::ListHeaderKind;
use crate::read::key::PathKey;
use crate::read::navigate::Step;
use crate::read::union::is_packed;
use crate::read::{Buf, Elements};
use crate::schema::{DefaultValue, MIXED, MapEntry, Payload, Schema, StaticOrBox, Type, UnionId};
use crate::wire::slice;
use crate::wire::width::{Shift, bit};
use crate::write::Tail;
use crate::write::link::{PathKeys, PathLocator};

mod parse;

/// A resolved path.
// Facts of the schema that do not depend on each other.
#[allow(clippy::struct_excessive_bools)]
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
    /// Whether it leads through `any` to what that holds.
    pub(super) through_any: bool,
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
        let mut walk = TypeWalk::new(schema);
        self.steps.iter().try_for_each(|step| walk.step(*step))?;
        walk.of()
    }

    /// The text, of a path that was made of one.
    #[cfg(feature = "serde")]
    pub(super) fn text(&self) -> &str {
        &self.text
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

// Paths that are known by their steps. Such a path has no text; the owner of the steps adds it to
// errors.

impl Path {
    /// The path of steps that a schema has; indices and keys are numbered in their order.
    #[inline]
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
    #[inline]
    pub(in crate::record) fn elements(&self, schema: &Schema, keys: usize) -> Result<Self> {
        Ok(Self { indices: 1, ..self.longer(schema, keys, |path| path.enter_elements(schema))? })
    }

    /// The path of what a variant of the union holds that this one leads to, behind so many indices
    /// and keys.
    #[inline]
    pub(in crate::record) fn payload(&self, schema: &Schema, tag: u8, keys: usize) -> Result<Self> {
        self.longer(schema, keys, |path| path.enter(schema, Step::Payload(tag)))
    }

    /// The path of the values of the map that `any` holds, where this one is that of the elements
    /// of a list that it holds, and does not say `$list`.
    #[inline]
    pub(in crate::record) fn to_map(&self, schema: &Schema) -> Result<Option<Self>> {
        let [
            before @ ..,
            PathSegment { kind: SegmentKind::Payload { union, .. }, slot, presence, .. },
            PathSegment { step: Step::Element(number), .. },
        ] = &*self.segments
        else {
            return Ok(None);
        };
        let says_list = || matches!(self.text.trim_end_matches("[]").rsplit('.').next(), Some("$list"));
        if !schema.union(*union).is_any() || says_list() {
            return Ok(None);
        }
        let mut path = Self { segments: before.to_vec(), indices: *number, holder: HolderId::OTHER, ..self.clone() };
        path.steps.truncate(path.steps.len().saturating_sub(2));
        let (optional, place) = (presence.is_some(), presence.unwrap_or(Place::alone(*slot)));
        path.leaf = Leaf::new(schema, Type::Union(*union), optional, DefaultValue::Zero, place, false);
        path.enter_any(schema, "map")?;
        path.enter_element(schema)?;
        path.end(schema);
        Ok(Some(Self { indices: self.indices, ..path }))
    }

    fn longer(&self, schema: &Schema, keys: usize, enter: impl FnOnce(&mut Self) -> Result<()>) -> Result<Self> {
        let mut path = Self { text: Box::default(), indices: keys, ..self.clone() };
        enter(&mut path)?;
        path.end(schema);
        path.indices = 0;
        Ok(path)
    }

    #[inline]
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

// The segments of a path as byte arithmetic: each leads from one record to another record in it.
//
// The functions here handle stored segments that are neither keys nor elements of a list of unions.
// `get` has the walk that handles all segments.

/// From one record to a record in it.
#[derive(Clone, Debug)]
pub(super) struct PathSegment {
    pub(super) slot: Size,
    /// The presence bit, if it has one.
    pub(super) presence: Option<Place>,
    pub(super) kind: SegmentKind,
    /// The step into it.
    pub(super) step: Step,
}

#[repr(u8)]
#[derive(Clone, Debug)]
pub(super) enum SegmentKind {
    /// A struct inline in the record, of this size; the rest of an element for a growable one.
    Inline(Option<Size>),
    /// A growable struct behind a pointer.
    Object { ends: Box<[Size]>, optional: bool },
    /// An element of a list; for growable structs the region ends and the bytes before the record.
    /// Lists of unions can be packed.
    Element { size: Size, ends: Box<[Size]>, prefix: usize, union: Option<UnionId> },
    /// An element of an array.
    Part { size: Size, count: usize },
    /// The payload of a variant.
    Payload {
        union: UnionId,
        tag: u8,
        payload: Payload,
        size: Size,
        structure: Option<Box<[Size]>>,
        optional: bool,
        place: Place,
    },
    /// The value of a key; of a set, the key.
    Entry { entry: StaticOrBox<MapEntry> },
}

/// The record that holds a value.
#[derive(Clone, Copy)]
pub struct FoundRecord<'a> {
    pub(super) record: &'a [u8],
    /// The variant of a union that is an element of a packed list; the record is then its
    /// payload's.
    pub(super) packed: u8,
    /// Whether a growable struct that should hold the record is absent. What it would hold reads as
    /// its default.
    pub(super) is_absent: bool,
}

impl<'a> FoundRecord<'a> {
    /// A record that is there.
    #[inline(always)]
    pub(super) fn new(record: &'a [u8]) -> Self {
        Self { record, packed: MIXED, is_absent: false }
    }

    /// Whether the record holds the value: it is not that of something that is not there.
    pub(super) fn is_stored(&self) -> bool {
        !self.record.is_empty()
    }
}

impl PathSegment {
    /// The index of the element, or `usize::MAX` for a step without an index.
    pub(super) fn index(&self, route: &PathLocator<'_>) -> usize {
        if let Step::Element(number) = self.step { route.keys.at(number).index() } else { usize::MAX }
    }

    /// Whether it leads into an object, from a record that is an element of a packed list of this
    /// variant.
    pub(super) fn is_object(&self, width: usize, packed: u8) -> bool {
        match &self.kind {
            SegmentKind::Object { .. } | SegmentKind::Element { .. } | SegmentKind::Entry { .. } => true,
            SegmentKind::Payload { payload, structure, .. } => {
                !is_packed(packed) && (structure.is_some() || !payload.is_inline(width))
            }
            SegmentKind::Inline(_) | SegmentKind::Part { .. } => false,
        }
    }

    /// The end of the list that the segment leads into, and the bytes of an element, if it is
    /// stored and its elements are not of an older revision.
    #[inline(always)]
    pub(super) fn tail(&self, buf: &Buf<'_>, record: &[u8]) -> Option<(Tail, usize)> {
        let SegmentKind::Element { size, ends, prefix, union: None } = &self.kind else { return None };
        let (object, stride) = (buf.object(record, self.slot)?, size.at(buf.shift()));
        if ends.is_empty() {
            return Some((Tail::new(buf, object, &Buf::<Shift>::valid_elements(object, stride)?), stride));
        }
        let elements = buf.valid_strided(object, ends, *prefix)?;
        let stride = Some(elements.stride).filter(|stored| *stored >= stride)?;
        Some((Tail::new(buf, object, &elements), stride))
    }

    /// As `tail`, of a list of unions that is not packed.
    pub(super) fn mixed_tail(&self, buf: &Buf<'_>, record: &[u8]) -> Option<(Tail, usize)> {
        let SegmentKind::Element { union: Some(_), .. } = &self.kind else { return None };
        let object = buf.object(record, self.slot)?;
        let list = buf.union_list(object).ok().filter(|(_, tag, _)| !is_packed(*tag))?;
        let elements = buf.mixed_elements(list).ok()?;
        Some((Tail::new(buf, object, &elements), elements.stride))
    }

    /// The record that the segment leads to, if it is stored, at an index if it takes one. It has
    /// nothing to do with errors, so that little is kept beside it.
    #[inline(always)]
    pub(super) fn stored<'a>(&self, buf: &Buf<'a>, record: &'a [u8], index: Option<usize>) -> Option<&'a [u8]> {
        match &self.kind {
            SegmentKind::Element { size, ends, prefix, union: None } => {
                let object = buf.object(record, self.slot)?;
                let Elements { count, stride, bytes, .. } = match &**ends {
                    [] => Buf::<Shift>::valid_elements(object, size.at(buf.shift()))?,
                    ends => buf.strided_as(object, size.at(buf.shift()), ends, *prefix)?,
                };
                let index = index.filter(|index| *index < count)?;
                bytes.get(index.wrapping_mul(stride)..)?.get(..stride)
            }
            SegmentKind::Object { ends, .. } => buf.valid_record(buf.object(record, self.slot)?, ends),
            SegmentKind::Element { .. } | SegmentKind::Entry { .. } => None,
            _ => self.stored_inline(*buf, record, index),
        }
    }

    /// As `stored`, of what lies in the record itself, and of payloads.
    #[inline(never)]
    fn stored_inline<'a>(&self, buf: Buf<'a>, record: &'a [u8], index: Option<usize>) -> Option<&'a [u8]> {
        let shift = buf.shift();
        if self.presence.is_some_and(|place| !bit(record, &place, shift)) {
            return None;
        }
        let slot = self.slot.at(shift);
        match &self.kind {
            SegmentKind::Inline(Some(size)) => slice(record, slot, size.at(shift)),
            SegmentKind::Inline(None) => record.get(slot..),
            SegmentKind::Part { size, count } => {
                let (index, size) = (index.filter(|index| index < count)?, size.at(shift));
                slice(record, slot.checked_add(index.checked_mul(size)?)?, size)
            }
            SegmentKind::Payload { tag, payload, size, structure, .. } => {
                if record.get(slot)? != tag {
                    return None;
                }
                let in_slot = self.slot.plus(Size::bytes(1));
                match structure {
                    Some(ends) => buf.valid_record(buf.object(record, in_slot)?, ends),
                    None if payload.is_inline(buf.width.bytes()) => slice(record, in_slot.at(shift), buf.width.bytes()),
                    None => buf.boxed(buf.object(record, in_slot)?, *size).ok(),
                }
            }
            SegmentKind::Object { .. } | SegmentKind::Element { .. } | SegmentKind::Entry { .. } => None,
        }
    }
}
