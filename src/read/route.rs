//! Routes: the steps to a value, with the indices and keys that they take.
//!
//! Those of a path may name keys of maps, which are looked up; those of an edit cursor name entries that were found. A route is followed
//! in one of two ways:
//!
//! - `resolve`, to edit: what is absent on the way is an error
//! - `look`, to read: what is absent on the way is `None`, or has its default

use super::anchor::Anchor;
use super::key::{DisplayKey, Key, PathKey};
use super::map_key::SearchKey;
use super::navigate::{Navigator, Node, RecordSpan, ResolvedSlot, Step};
use super::no_element;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::schema::{BYTE, MIXED, MapEntry, StructId, Type};

/// Gives the index or key of a number.
pub(crate) type KeysOf<'k> = dyn Fn(usize) -> Key<'k> + 'k;

/// The steps to a value. Only a keyed one can name keys: what looks them up and makes them is left out of programs that have no
/// such route.
#[derive(Clone, Copy)]
pub(crate) struct Route<'p, const KEYED: bool> {
    pub(crate) steps: &'p [Step],
    /// Keys that are part of a path.
    pub(crate) fixed: &'p [PathKey],
    pub(crate) keys: &'p KeysOf<'p>,
    /// What of it is found already, if it is keyed.
    pub(crate) anchor: Option<&'p Anchor>,
}

/// The route of a path.
pub(crate) type PathLocator<'p> = Route<'p, true>;

impl<'p, const KEYED: bool> Route<'p, KEYED> {
    /// The value that the first steps lead to.
    pub(crate) fn prefix(&self, len: usize) -> Self {
        Route { steps: self.steps.get(..len).unwrap_or(self.steps), ..*self }
    }

    /// Calls a function with the same keys and other steps, of which the first lead to the anchor.
    pub(crate) fn with_steps<R>(
        &self,
        steps: &[Step],
        anchor: Option<&Anchor>,
        call: impl FnOnce(&Route<'_, KEYED>) -> R,
    ) -> R {
        let keys = |number| (self.keys)(number);
        call(&Route { steps, fixed: self.fixed, keys: &keys, anchor })
    }

    /// What is found already, and the steps that are left from there.
    pub(crate) fn found<'s>(&self, navigator: &Navigator<'s>) -> Option<(ResolvedSlot<'s>, &'p [Step])> {
        let anchor = self.anchor.filter(|_| KEYED)?;
        let left = self.steps.get(anchor.steps..)?;
        Some((anchor.slot(navigator)?, left))
    }

    /// The key of a step, if it has one.
    pub(crate) fn key(&self, step: Step) -> Option<Key<'p>> {
        match step {
            Step::Key(number) => Some((self.keys)(number)),
            Step::Fixed(number) => self.fixed.get(number).map(PathKey::key),
            _ => None,
        }
    }

    /// The value at this path, to step on from.
    pub(crate) fn node<'s>(&self, navigator: &Navigator<'s>) -> Result<Node<'s>> {
        let (mut node, steps) = match self.found(navigator) {
            Some((slot, left)) => (navigator.enter(slot)?, left),
            None => (navigator.root(), self.steps),
        };
        for step in steps {
            node = navigator.enter(self.step(navigator, node, *step)?)?;
        }
        Ok(node)
    }

    /// One step on, with its index or key.
    pub(crate) fn step<'s>(&self, navigator: &Navigator<'s>, node: Node<'s>, step: Step) -> Result<ResolvedSlot<'s>> {
        let step = match (step, &node) {
            (Step::Element(number), _) => Step::Element((self.keys)(number).index()),
            (Step::Key(_) | Step::Fixed(_), Node::Map { resolved, entry }) if KEYED => {
                let Some(key) = self.key(step) else {
                    return Err(Error::fixed(&FixedError(ErrorKind::Path, "there is no such key")));
                };
                match navigator.find_key(resolved, entry, &key)? {
                    Some((run, index, true)) => Step::Entry(run, index),
                    _ => {
                        return Err(Error::new(ErrorKind::Path, format_args!("there is no key {}", DisplayKey(&key))));
                    }
                }
            }
            (other, _) => other,
        };
        navigator.step(node, step)
    }
}

/// A value that was looked for.
#[derive(Clone, Copy)]
pub(crate) struct Looked<'s> {
    pub(crate) slot: ResolvedSlot<'s>,
    /// The record that holds the slot, with the structs around it that lie inline and are always there; the payload of a union in its
    /// slot is a record of its own.
    base: RecordSpan,
    /// Whether a growable struct that should hold it is absent. What it would hold reads as its default.
    pub(crate) is_absent: bool,
}

impl<'s> Looked<'s> {
    /// The bytes of the record that holds it; none where it is not stored.
    pub(crate) fn record(&self, navigator: &Navigator<'s>) -> &'s [u8] {
        navigator.bytes(self.base)
    }

    /// The variant of a union that is an element of a packed list.
    pub(crate) fn packed(&self) -> u8 {
        self.slot.packed.unwrap_or(MIXED)
    }
}

impl<const KEYED: bool> Route<'_, KEYED> {
    /// The value, to read; `None` where something on the way is absent.
    ///
    /// What an older revision did not store, and what a null pointer leads to that need not be there, has its default.
    pub(crate) fn look<'s>(&self, navigator: &Navigator<'s>) -> Result<Option<Looked<'s>>> {
        let (Some(Step::Field(index)), steps) = (self.steps.first(), self.steps.get(1..).unwrap_or(&[])) else {
            return Ok(None);
        };
        let slot = navigator.field(navigator.root, navigator.plan.id, 0, *index)?;
        let mut found = Looked { slot, base: slot.holder, is_absent: false };
        for step in steps {
            if !self.look_on(navigator, &mut found, *step)? {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }

    /// One step on; false if what it leads to is absent.
    fn look_on<'s>(&self, navigator: &Navigator<'s>, found: &mut Looked<'s>, step: Step) -> Result<bool> {
        let Looked { slot: from, is_absent, .. } = *found;
        from.check_depth()?;
        let slot = match (from.ty, step) {
            (Type::Struct(id), Step::Field(index)) => {
                if navigator.is_absent(&from) {
                    return Ok(false);
                }
                let (holder, depth) = navigator.record_of(&from, *id)?;
                let slot = navigator.field(holder, *id, depth, index)?;
                if !navigator.is_part(&from, *id) {
                    found.base = holder;
                    found.is_absent |= holder.pos == 0 && from.optional;
                }
                found.slot = slot;
                return Ok(true);
            }
            (Type::List(_) | Type::Bytes, Step::Element(number)) => {
                let item = if let Type::List(list) = from.ty { &*list.0 } else { &BYTE };
                let index = (self.keys)(number).index();
                match navigator.readable_element(&from, item, index)? {
                    Ok(slot) => slot,
                    Err(_) if is_absent => return Ok(false),
                    Err(count) => return Err(no_element(index, count)),
                }
            }
            (Type::Map(map), Step::Key(_) | Step::Fixed(_)) if KEYED => {
                let Some(key) = self.key(step) else { return Ok(false) };
                let Some(slot) = navigator.entry_of(&from, &map.0, &key)? else { return Ok(false) };
                slot
            }
            (Type::Array(array), Step::Element(number)) => {
                let (index, count) = ((self.keys)(number).index(), array.len());
                // An array has its length also where it is absent, unless what should hold it is.
                if index >= count {
                    return if is_absent { Ok(false) } else { Err(no_element(index, count)) };
                }
                if navigator.is_absent(&from) {
                    return Ok(false);
                }
                navigator.step(Node::Array { resolved: from, item: &array.0, count }, Step::Element(index))?
            }
            (Type::Union(id), Step::Payload(tag)) => {
                if navigator.is_absent(&from) || navigator.tag(&from) != tag {
                    return Ok(false);
                }
                let slot = navigator.step(Node::Union { resolved: from, id: *id }, step)?;
                let Some(base) = navigator.payload_record(&from, &slot)? else { return Ok(false) };
                (found.slot, found.base) = (slot, base);
                return Ok(true);
            }
            _ => return Err(Error::fixed(&FixedError(ErrorKind::Path, "the path does not fit the schema"))),
        };
        (found.slot, found.base) = (slot, slot.holder);
        Ok(true)
    }
}

impl<'s> Navigator<'s> {
    /// Whether a struct lies inline in the record that holds it and cannot be absent: its fields are as good as that record's.
    fn is_part(&self, slot: &ResolvedSlot<'_>, id: StructId) -> bool {
        (slot.inline || self.schema.structure(id).is_frozen()) && !slot.has_presence(self.schema)
    }

    /// The record of a payload: that of a growable struct, else one that holds the payload alone. `None` if it can be absent, and is.
    fn payload_record(&self, union: &ResolvedSlot<'_>, slot: &ResolvedSlot<'s>) -> Result<Option<RecordSpan>> {
        match slot.ty {
            Type::Struct(id) if !self.schema.structure(*id).is_frozen() => {
                if self.is_absent(slot) {
                    return Ok(None);
                }
                let (holder, _) = self.record_of(slot, *id)?;
                Ok(Some(holder).filter(|holder| holder.pos != 0 || !slot.optional))
            }
            // In the slot of the union.
            _ if union.packed.is_none() && union.holder == slot.holder => {
                let shift = self.buf.shift();
                let size = if slot.is_stored(shift) { self.buf.width.bytes() } else { 0 };
                Ok(Some(RecordSpan { pos: slot.slot(shift), size }))
            }
            _ => Ok(Some(slot.holder)),
        }
    }

    /// Run and index of a key, and whether it is there; `None` if there is no map.
    pub(crate) fn find_key(
        &self,
        resolved: &ResolvedSlot<'s>,
        entry: &MapEntry,
        key: &Key<'_>,
    ) -> Result<Option<(u32, u32, bool)>> {
        let key = self.schema.sought(&entry.key.ty, key)?;
        let Some((_, map)) = self.map(resolved, entry)? else { return Ok(None) };
        let shape = self.schema.entry_shape(entry);
        let sought = SearchKey { schema: self.schema, buf: self.buf, item: &entry.key, key };
        let found = self.buf.search(&map, &shape, &sought)?;
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        Ok(Some((number(found.run), number(found.index), found.is_there)))
    }

    /// The value of a key, in a set the key itself, if it is there.
    fn entry_of(
        &self,
        resolved: &ResolvedSlot<'s>,
        entry: &'s MapEntry,
        key: &Key<'_>,
    ) -> Result<Option<ResolvedSlot<'s>>> {
        // First, so that a key of another type is one also where there is no map.
        let key = self.schema.sought(&entry.key.ty, key)?;
        let Some((_, map)) = self.map(resolved, entry)? else { return Ok(None) };
        let sought = SearchKey { schema: self.schema, buf: self.buf, item: &entry.key, key };
        let found = self.buf.find(&map, &self.schema.entry_shape(entry), &sought)?;
        Ok(found.map(|bytes| self.in_entry(resolved, entry, bytes)))
    }
}
