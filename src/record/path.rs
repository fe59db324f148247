//! Paths: text such as `list[].name`, resolved against a schema to the hops from record to record.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Kind, Result};
use crate::layout::{Place, Size};
use crate::read::Buf;
use crate::read::cursor::no_field;
use crate::read::decoder::MAX_DEPTH;
use crate::schema::{Default, Item, MIXED, Schema, StructId, Type};
use crate::typed::encode::clamp;
use crate::typed::flag::bit;
use crate::typed::list::no_element;
use crate::typed::record::inline;
use crate::wire::varint;
use crate::wire::width::{PointerWidth, Width};
use crate::write::has_objects;
use crate::write::{Anchor, Found, Head, Holder, Known, Navigator, Session, Spot, Step, Storage, ToList, look_up};

/// A resolved path.
#[derive(Clone, Debug)]
pub struct Path {
    schema: u64,
    text: Box<str>,
    /// The steps in the schema; an element's index is given at access.
    steps: Vec<Step>,
    /// The same as byte arithmetic, up to the record that holds the value.
    hops: Vec<Hop>,
    /// How many indices the path takes.
    pub(super) indices: usize,
    /// Whether the value can have objects.
    has_objects: bool,
    pub(super) leaf: Leaf,
}

/// The value a path leads to.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) ty: Type,
    pub(super) optional: bool,
    /// Whether a growable struct lies here itself: in a list element.
    pub(super) inline: bool,
    pub(super) default: Default,
    pub(super) place: Place,
    /// Whether the first bit at the place tells presence.
    pub(super) has_presence: bool,
    /// The field that holds it, and how many lists deep.
    pub(super) owner: Option<(StructId, u16, u32)>,
}

/// From one record to a record in it.
#[derive(Clone, Debug)]
struct Hop {
    slot: Size,
    /// The presence bit, if it has one.
    presence: Option<Place>,
    kind: HopKind,
}

#[derive(Clone, Debug)]
enum HopKind {
    /// A struct inline in the record, of this size; the rest of an element for a growable one.
    Inline(Option<Size>),
    /// A growable struct behind a pointer.
    Object(Box<[Size]>),
    /// An element of a list; for growable structs the region ends and the bytes before the record.
    Element { size: Size, ends: Box<[Size]>, prefix: usize },
}

fn fault<T>(path: &str, message: impl Into<String>) -> Result<T> {
    Err(Error::new(Kind::Path, message.into()).in_field(String::from(path)))
}

impl Path {
    /// Resolves a path; also gives the indices written in it. With `as_list` the path names a list and stands for its
    /// elements.
    pub(super) fn parse(schema: &Schema, text: &str, as_list: bool) -> Result<(Self, Vec<usize>)> {
        let root = Leaf {
            ty: Type::Struct(schema.root_id()),
            optional: false,
            inline: true,
            default: Default::Zero,
            place: Place::default(),
            has_presence: false,
            owner: None,
        };
        let mut path = Self {
            schema: schema.id(),
            text: text.into(),
            steps: Vec::new(),
            hops: Vec::new(),
            indices: 0,
            has_objects: true,
            leaf: root,
        };
        let mut indices = Vec::new();
        let mut rest = text;
        loop {
            if let Some(after) = rest.strip_prefix('[') {
                let Some((index, after)) = after.split_once(']') else { return fault(text, "a `[` has no `]`") };
                if !index.is_empty() {
                    let Ok(index) = index.parse() else {
                        return fault(text, alloc::format!("`{index}` is not an index"));
                    };
                    indices.push(index);
                }
                path.enter_element(schema)?;
                rest = after;
            } else {
                let name = rest.strip_prefix('.').filter(|_| !path.steps.is_empty()).unwrap_or(rest);
                let end = name.find(['.', '[']).unwrap_or(name.len());
                let (name, after) = name.split_at_checked(end).unwrap_or((name, ""));
                path.enter_field(schema, name)?;
                rest = after;
            }
            if rest.is_empty() {
                break;
            }
        }
        if as_list {
            path.enter_element(schema)?;
        }
        path.has_objects = has_objects(schema, &path.leaf.ty, path.leaf.inline);
        Ok((path, indices))
    }

    /// Leaves the current leaf behind as a hop: the struct it is.
    fn hop_into_struct(&mut self, schema: &Schema, id: StructId) {
        let structure = schema.structure(id);
        if self.steps.is_empty() {
            return;
        }
        let leaf = &self.leaf;
        let kind = if leaf.inline {
            HopKind::Inline(None)
        } else if structure.is_frozen() {
            HopKind::Inline(Some(structure.size()))
        } else {
            HopKind::Object(structure.ends().into())
        };
        let presence = leaf.has_presence.then_some(leaf.place);
        self.hops.push(Hop { slot: leaf.place.slot, presence, kind });
    }

    fn enter_field(&mut self, schema: &Schema, name: &str) -> Result<()> {
        let Type::Struct(id) = self.leaf.ty else {
            return fault(&self.text, alloc::format!("`{name}` is asked of a value that is no struct"));
        };
        let structure = schema.structure(id);
        let Some((index, field)) = structure.field(name) else {
            return Err(no_field(name, structure).in_field(String::from(&*self.text)));
        };
        // A struct has at most 65,535 fields.
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        self.hop_into_struct(schema, id);
        self.steps.push(Step::Field(index));
        self.leaf = Leaf {
            ty: field.ty().clone(),
            optional: field.optional(),
            inline: false,
            default: field.default().clone(),
            place: *field.place(),
            has_presence: field.optional() && !schema.is_nullable(field.ty()),
            owner: Some((id, index, 0)),
        };
        Ok(())
    }

    fn enter_element(&mut self, schema: &Schema) -> Result<()> {
        let Type::List(list) = self.leaf.ty.clone() else {
            return fault(&self.text, "an index is asked of a value that is no list");
        };
        let Item { ty, optional, default, place, size, growable } = *list.0;
        let ends = match ty {
            Type::Struct(id) if growable => schema.structure(id).ends().into(),
            _ => Box::default(),
        };
        let prefix = if growable { usize::from(optional) } else { 0 };
        self.hops.push(Hop {
            slot: self.leaf.place.slot,
            presence: None,
            kind: HopKind::Element { size, ends, prefix },
        });
        self.steps.push(Step::Element(self.indices));
        self.indices = self.indices.saturating_add(1);
        let has_presence = optional && (growable || !schema.is_nullable(&ty));
        let owner = self.leaf.owner.map(|(id, index, lists)| (id, index, lists.saturating_add(1)));
        self.leaf = Leaf { ty, optional, inline: growable, default, place, has_presence, owner };
        Ok(())
    }

    pub(super) fn ends_in_element(&self) -> bool {
        matches!(self.steps.last(), Some(Step::Element(_)))
    }

    /// Whether the handle belongs to the schema, and has all its indices.
    #[inline]
    pub(super) fn check(&self, schema: &Schema, given: usize) -> Result<()> {
        if self.schema == schema.id() && self.indices == given {
            return Ok(());
        }
        schema.check_id(self.schema)?;
        Err(self.wrong_count(self.indices, given))
    }

    /// The same for a list, whose last index is not given.
    pub(super) fn check_list(&self, schema: &Schema, given: usize) -> Result<()> {
        schema.check_id(self.schema)?;
        if !self.ends_in_element() {
            return fault(&self.text, "a list is named by its elements: `name[]`");
        }
        if self.indices == given.saturating_add(1) {
            return Ok(());
        }
        Err(self.wrong_count(self.indices.saturating_sub(1), given))
    }

    /// The index of the element that an address, which has all its indices, leads to.
    pub(super) fn element_index<A: super::Address>(&self, schema: &Schema, element: &A) -> Result<usize> {
        self.check(schema, A::COUNT)?;
        // A path parsed with its indices counts none of them.
        let last = self.steps.iter().filter(|step| matches!(step, Step::Element(_))).count().checked_sub(1);
        match last.filter(|_| self.ends_in_element()) {
            Some(last) => Ok(element.index(last)),
            None => Err(self.blame(Error::new(Kind::Path, "this is no element of a list"))),
        }
    }

    /// The most bytes that a list needs which gets its first element, with `heap_len` bytes behind that.
    pub(super) fn new_list_len(&self, heap_len: u64) -> u64 {
        let element = match self.hops.last() {
            Some(Hop { kind: HopKind::Element { size, .. }, .. }) => size.at(PointerWidth::Four.shift()),
            _ => 0,
        };
        // A count, and the stride of growable structs.
        let header = 1u64.saturating_add(varint::len(clamp(element)) as u64);
        heap_len.saturating_add(element as u64).saturating_add(header)
    }

    #[cold]
    fn wrong_count(&self, wanted: usize, given: usize) -> Error {
        let message = alloc::format!("the path takes {wanted} indices here, {given} are given");
        Error::new(Kind::Path, message).in_field(String::from(&*self.text))
    }

    /// Adds the path to an error.
    #[cold]
    #[inline(never)]
    pub(super) fn blame(&self, error: Error) -> Error {
        error.in_field(String::from(&*self.text))
    }

    /// The record that holds the value; the empty one where it is not stored, `None` where a struct on the way is
    /// absent.
    #[inline]
    pub(super) fn find<'a>(
        &self,
        buf: &Buf<'a>,
        root: &'a [u8],
        index: impl Fn(usize) -> usize,
    ) -> Result<Option<&'a [u8]>> {
        self.follow(buf, root, &self.hops, index)
    }

    /// Number of elements of the list whose elements the path names.
    pub(super) fn count<'a>(&self, buf: &Buf<'a>, root: &'a [u8], index: impl Fn(usize) -> usize) -> Result<usize> {
        let Some((last, hops)) = self.hops.split_last() else { return Ok(0) };
        let Some(record) = self.follow(buf, root, hops, index)? else { return Ok(0) };
        Ok(self.elements(buf, record, last)?.map_or(0, |elements| elements.count))
    }

    #[inline(always)]
    fn follow<'a>(
        &self,
        buf: &Buf<'a>,
        root: &'a [u8],
        hops: &[Hop],
        index: impl Fn(usize) -> usize,
    ) -> Result<Option<&'a [u8]>> {
        let mut record = root;
        let mut indices: usize = 0;
        for hop in hops {
            if let Some(place) = &hop.presence
                && !bit(record, place, buf.shift())
            {
                return Ok(None);
            }
            record = match &hop.kind {
                HopKind::Inline(Some(size)) => inline(record, hop.slot.at(buf.shift()), size.at(buf.shift())),
                HopKind::Inline(None) => record.get(hop.slot.at(buf.shift())..).unwrap_or(&[]),
                HopKind::Object(ends) => match buf.follow(record, hop.slot).map_err(|error| self.blame(error))? {
                    Some(object) => buf.record(object, ends).map_err(|error| self.blame(error))?,
                    None => &[],
                },
                HopKind::Element { .. } => {
                    let wanted = index(indices);
                    indices = indices.wrapping_add(1);
                    match self.elements(buf, record, hop)? {
                        Some(elements) if wanted < elements.count => {
                            let start = wanted.saturating_mul(elements.stride);
                            inline(elements.bytes, start, elements.stride)
                        }
                        other => {
                            let count = other.map_or(0, |elements| elements.count);
                            return Err(self.blame(no_element(wanted, count)));
                        }
                    }
                }
            };
        }
        Ok(Some(record))
    }

    #[inline(always)]
    fn elements<'a>(&self, buf: &Buf<'a>, record: &[u8], hop: &Hop) -> Result<Option<crate::read::Elements<'a>>> {
        let HopKind::Element { size, ends, prefix } = &hop.kind else { return Ok(None) };
        let elements = match buf.follow(record, hop.slot) {
            Ok(None) => return Ok(None),
            Ok(Some(object)) if ends.is_empty() => buf.elements(object, size.at(buf.shift())),
            Ok(Some(object)) => buf.strided(object, ends, *prefix),
            Err(error) => Err(error),
        };
        elements.map(Some).map_err(|error| self.blame(error))
    }

    /// The value as the writer finds it.
    pub(super) fn anchor<'p>(&'p self, index: &'p dyn Fn(usize) -> usize) -> PathAnchor<'p> {
        PathAnchor { steps: &self.steps, index }
    }

    /// The list whose elements the path names, as an edit finds it; `None` where its slot is not stored.
    pub(super) fn find_list(
        &self,
        buf: &Buf<'_>,
        root: &[u8],
        index: impl Fn(usize) -> usize,
        has_objects: bool,
    ) -> Result<Option<Found>> {
        let Some((last, hops)) = self.hops.split_last() else { return Ok(None) };
        let Hop { slot, kind: HopKind::Element { size, ends, .. }, .. } = last else { return Ok(None) };
        let Some(record) = self.follow(buf, root, hops, index)? else { return Ok(None) };
        let (slot, width) = (slot.at(buf.shift()), buf.width.bytes());
        if record.len() < slot.saturating_add(width) {
            return Ok(None);
        }
        let holder = Holder { pos: buf.position(record).saturating_add(slot), size: width };
        let stored = match buf.follow(record, last.slot).map_err(|error| self.blame(error))? {
            Some(object) => self.elements(buf, record, last)?.map(|elements| (object, elements)),
            None => None,
        };
        // Each hop enters one object at most.
        let above = u32::try_from(self.hops.len()).unwrap_or(MAX_DEPTH);
        let known = Known {
            size: *size,
            head: Head { is_strided: !ends.is_empty(), ..Head::default() },
            tag: MIXED,
            levels: MAX_DEPTH.saturating_sub(above),
            has_objects,
        };
        Ok(Some(Found::new(buf, holder, stored, known)))
    }

    /// The list that holds the element at the path's end.
    pub(super) fn list<'p>(&'p self, index: &'p dyn Fn(usize) -> usize) -> PathList<'p> {
        let steps = self.steps.split_last().map_or(&[][..], |(_, steps)| steps);
        PathList { path: self, anchor: PathAnchor { steps, index } }
    }
}

/// A path with its indices.
pub(super) struct PathAnchor<'p> {
    steps: &'p [Step],
    index: &'p dyn Fn(usize) -> usize,
}

impl<'p> PathAnchor<'p> {
    /// The structs on the way, outermost first, each of which must be there before the value can be set.
    pub(super) fn prefixes(&self) -> impl Iterator<Item = PathAnchor<'p>> {
        let Self { steps, index } = *self;
        (1..steps.len()).filter_map(move |end| Some(PathAnchor { steps: steps.get(..end)?, index }))
    }
}

/// The list whose elements a path names.
pub(super) struct PathList<'p> {
    pub(super) path: &'p Path,
    pub(super) anchor: PathAnchor<'p>,
}

impl<S: Storage> ToList<S> for PathList<'_> {
    fn found(&self, session: &Session<S>) -> Result<Found> {
        let has_objects = self.path.has_objects;
        let root = crate::wire::slice(session.bytes(), session.root, session.root_size).unwrap_or(&[]);
        match self.path.find_list(&session.buf(), root, self.anchor.index, has_objects)? {
            Some(found) => Ok(found),
            None => look_up(&self.anchor, &session.navigator(), has_objects),
        }
    }

    fn anchor(&self) -> &dyn Anchor {
        &self.anchor
    }
}

impl Anchor for PathAnchor<'_> {
    fn spot<'s>(&self, navigator: &Navigator<'s>) -> Result<Spot<'s>> {
        let mut node = navigator.root();
        let Some((last, steps)) = self.steps.split_last() else {
            return Err(Error::new(Kind::Path, "an empty path names no value"));
        };
        let indexed = |step: &Step| match *step {
            Step::Element(number) => Step::Element((self.index)(number)),
            other => other,
        };
        for step in steps {
            node = navigator.enter(navigator.step(node, indexed(step))?)?;
        }
        navigator.step(node, indexed(last))
    }
}
