//! Routes: the steps to a value with their indices and keys, the last place found on a route, and
//! its text.
//!
//! The steps of a path may have keys of maps, which are looked up. The steps of an edit cursor have
//! entries that were found before. All walks over steps use [`Route::walk`].

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::fmt::Write;

use super::cursor::{ValueRef, ValueShape};
use super::key::{DisplayKey, Key, PathKey, SearchKey, no_text, write_tuple};
use super::map::FoundKey;
use super::navigate::{Navigator, RecordSpan, ResolvedSlot, Step};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::Place;
use crate::scalar::text::{Form, KeyForm};
use crate::schema::{MapEntry, StructId, Type, Union, UnionId};

/// The index or key of a number.
pub(crate) trait PathKeys {
    fn at(&self, number: usize) -> Key<'_>;
}

/// Keys with another last one.
pub(crate) struct KeysWith<'k> {
    pub(crate) keys: &'k dyn PathKeys,
    pub(crate) last: usize,
    pub(crate) key: Key<'k>,
}

impl PathKeys for KeysWith<'_> {
    fn at(&self, number: usize) -> Key<'_> {
        if number == self.last { self.key } else { self.keys.at(number) }
    }
}

/// The steps to a value. Only a `KEYED` route can have keys: programs without one contain no code
/// to look up or add keys.
#[derive(Clone, Copy)]
pub(crate) struct Route<'p, const KEYED: bool> {
    pub(crate) steps: &'p [Step],
    /// Keys that are part of a path.
    pub(crate) fixed: &'p [PathKey],
    pub(crate) keys: &'p dyn PathKeys,
    /// The last place found on it, if it is keyed.
    pub(crate) anchor: Option<&'p Anchor>,
    /// For the route to a list: whether its elements can have objects, or that is not known.
    pub(crate) has_objects: bool,
}

/// The route of a path.
pub(crate) type PathLocator<'p> = Route<'p, true>;

impl<'p, const KEYED: bool> Route<'p, KEYED> {
    /// The route to the value after the first `steps` steps.
    pub(crate) fn prefix(&self, len: usize) -> Self {
        Route { steps: self.steps.get(..len).unwrap_or(self.steps), has_objects: true, ..*self }
    }

    /// The route without its last step.
    pub(crate) fn parent(&self) -> Self {
        self.prefix(self.steps.len().saturating_sub(1))
    }

    /// The key of a step, if it has one.
    pub(crate) fn key(&self, step: Step) -> Option<Key<'p>> {
        match step {
            Step::Key(number) => Some(self.keys.at(number)),
            Step::Fixed(number) => self.fixed.get(number).map(PathKey::key),
            _ => None,
        }
    }

    /// Walks the steps from the last found place on: `take` takes the step of a number from a
    /// value, or from the root. Returns the last value; `None` if it is the root.
    pub(crate) fn walk<'s>(
        &self,
        navigator: &Navigator<'s>,
        mut take: impl FnMut(usize, Option<&ResolvedSlot<'s>>, Step) -> Result<ResolvedSlot<'s>>,
    ) -> Result<Option<ResolvedSlot<'s>>> {
        let anchor = self.anchor.filter(|anchor| KEYED && anchor.steps <= self.steps.len());
        let mut from = anchor.and_then(|anchor| anchor.slot(navigator));
        let taken = anchor.filter(|_| from.is_some()).map_or(0, |anchor| anchor.steps);
        for (number, step) in self.steps.iter().enumerate().skip(taken) {
            from = Some(take(number, from.as_ref(), *step)?);
        }
        Ok(from)
    }

    /// A step with its index filled in, or its key replaced by the entry.
    pub(crate) fn sought<'s>(
        &self,
        navigator: &Navigator<'s>,
        from: Option<&ResolvedSlot<'s>>,
        step: Step,
    ) -> Result<Step> {
        match (step, from) {
            (Step::Element(number), _) => Ok(Step::Element(self.keys.at(number).index())),
            (Step::Key(_) | Step::Fixed(_), Some(from)) if KEYED => {
                let (Some(key), Type::Map(map)) = (self.key(step), from.ty) else {
                    return Err(Error::fixed(&FixedError(ErrorKind::Path, "there is no such key")));
                };
                match navigator.find_key(from, &map.0, &key)? {
                    Some(found) if found.is_there => Ok(Step::to_entry(found)),
                    _ => Err(Error::new(ErrorKind::Path, format_args!("there is no key {}", DisplayKey(&key)))),
                }
            }
            (other, _) => Ok(other),
        }
    }
}

impl<'s> Navigator<'s> {
    /// The place of a key, or where it would be inserted; `None` if there is no map.
    pub(crate) fn find_key(
        &self,
        resolved: &ResolvedSlot<'s>,
        entry: &MapEntry,
        key: &Key<'_>,
    ) -> Result<Option<FoundKey>> {
        let key = self.schema.sought(&entry.key.ty, key)?;
        let Some(map) = self.map(resolved, entry)? else { return Ok(None) };
        let shape = self.schema.entry_shape(entry);
        let sought = SearchKey { schema: self.schema, buf: self.buf, item: &entry.key, key };
        self.buf.search(&map, &shape, &sought).map(Some)
    }
}

// The anchor: the last place that was found on a route.
//
// An edit by path needs its place several times: before it reserves room, after that, and for each
// part it writes. In a document of maps and lists each step of the route is a search. So the edit
// remembers the last field or payload that it passed, and continues from there until the buffer
// gets a new layout.

/// A field or payload that the first steps of a route lead to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anchor {
    /// The number of steps that lead there.
    pub(super) steps: usize,
    /// The generation in which it lay there.
    generation: u32,
    /// Without its type, which belongs to the schema.
    slot: ResolvedSlot<'static>,
    kind: AnchorKind,
}

/// Where the type of the value is found in the schema.
#[derive(Clone, Copy, Debug)]
enum AnchorKind {
    Field(StructId, u16),
    Payload(UnionId, u8),
}

impl Anchor {
    /// The list or map that is a payload of a union, in the record of that payload.
    pub(crate) fn payload(
        generation: u32,
        (union, tag): (UnionId, u8),
        steps: usize,
        holder: RecordSpan,
        (place, depth): (Place, u32),
    ) -> Self {
        let slot = ResolvedSlot { holder, place, ty: &Type::Bool, optional: false, inline: false, packed: None, depth };
        Self { steps, generation, slot, kind: AnchorKind::Payload(union, tag) }
    }

    /// The value after a step; `None` for an element or entry, which an edit may move.
    pub(crate) fn new(
        navigator: &Navigator<'_>,
        from: Option<&ResolvedSlot<'_>>,
        step: Step,
        steps: usize,
        slot: &ResolvedSlot<'_>,
    ) -> Option<Self> {
        static UNKNOWN: Type = Type::Bool;
        let kind = match (step, from.map(|from| from.ty)) {
            (Step::Field(index), _) => AnchorKind::Field(navigator.struct_of(from)?, index),
            (Step::Payload(tag), Some(Type::Union(id))) => AnchorKind::Payload(*id, tag),
            _ => return None,
        };
        let ResolvedSlot { holder, place, optional, inline, packed, depth, .. } = *slot;
        let slot = ResolvedSlot { holder, place, ty: &UNKNOWN, optional, inline, packed, depth };
        Some(Self { steps, generation: navigator.generation, slot, kind })
    }

    /// The value, unless the buffer was laid out anew since.
    pub(super) fn slot<'s>(&self, navigator: &Navigator<'s>) -> Option<ResolvedSlot<'s>> {
        if self.generation != navigator.generation {
            return None;
        }
        let ty = match self.kind {
            AnchorKind::Field(id, index) => navigator.schema.structure(id).fields().get(usize::from(index))?.ty(),
            AnchorKind::Payload(id, tag) => &navigator.schema.union(id).of_tag(tag)?.item().ty,
        };
        Some(ResolvedSlot { ty, ..self.slot })
    }
}

// The text of path steps, for errors and changes.

/// Writes `[key]` so that a parsed path has the same key.
pub(crate) fn write_key(path: &mut dyn Write, key: ValueRef<'_>) -> Result<()> {
    // Errors are ignored: a `String` cannot fail, and other writers report the error again.
    let _ = match key.shape() {
        ValueShape::Bool(value) => write!(path, "[{value}]"),
        ValueShape::Scalar(scalar, word) => match Form::of(scalar, word).key() {
            Some(KeyForm::Number(value) | KeyForm::Text(value)) => write!(path, "[{value}]"),
            Some(KeyForm::Char(c)) => write_quoted(path, c.encode_utf8(&mut [0; 4])),
            None => return Err(no_text()),
        },
        ValueShape::String(text) => write_quoted(path, text),
        ValueShape::Bytes(bytes) => write_bytes(path, bytes),
        ValueShape::List(list) => match list.array_bytes() {
            Some(bytes) => write_bytes(path, bytes),
            None => return Err(no_text()),
        },
        ValueShape::Struct(tuple) => {
            let _ = path.write_char('[');
            write_tuple(&mut *path, &tuple, true)?;
            path.write_char(']')
        }
        // An unknown variant of an open enum.
        ValueShape::Enum("", number) => write!(path, "[{number}]"),
        ValueShape::Enum(name, _) => write_quoted(path, name),
        ValueShape::Absent | ValueShape::Null | ValueShape::Union(_) | ValueShape::Map(_) => return Err(no_text()),
    };
    Ok(())
}

/// A key as a step of a path; an error if it has no text.
pub(crate) struct KeyStep<'k>(pub(crate) ValueRef<'k>);

impl fmt::Display for KeyStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_key(f, self.0).map_err(|_| fmt::Error)
    }
}

/// Text as a step of a path.
pub(crate) struct Quoted<'t>(pub(crate) &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quoted(f, self.0)
    }
}

fn write_bytes(path: &mut dyn Write, bytes: &[u8]) -> core::fmt::Result {
    write!(path, "[b\"{}\"]", bytes.escape_ascii())
}

/// Writes `["key"]` as in paths.
pub(crate) fn write_quoted(path: &mut (impl Write + ?Sized), text: &str) -> core::fmt::Result {
    path.write_str("[\"")?;
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            path.write_char('\\')?;
        }
        path.write_char(c)?;
    }
    path.write_str("\"]")
}

/// The step from a record at a path to its field; empty for the field of a root that is not a
/// struct, where paths begin inside the value.
pub(crate) fn field_step(path: &str, name: &str) -> String {
    format!("{}{name}", dot(path))
}

/// The step from a union at a path to the payload of its variant; in `any` a `$` distinguishes it
/// from a key.
pub(crate) fn variant_step(path: &str, union: &Union, name: &str) -> String {
    let mark = if union.is_any() { "$" } else { "" };
    format!("{}{mark}{name}", dot(path))
}

fn dot(path: &str) -> &'static str {
    if path.is_empty() { "" } else { "." }
}
