//! Values put into a record as a whole, whatever they hold: out of another buffer, in one piece.
//!
//! The value is laid out twice: once to know its length, and once where it will lie. Its place is
//! then written, and what was there before is released.

use alloc::vec::Vec;
use core::cell::Cell;

use super::field::Resolved;
use super::noted::{NotedValue, WHOLE};
use super::plain::Plain;
use super::{Address, Record, RecordView};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::read::cursor::Slot;
use crate::read::decoder::Decoder;
use crate::read::parts::UnionRef;
use crate::read::path::variant_step;
use crate::read::value::{Content, PackedElement, Part};
use crate::schema::{Schema, Type, Union};
use crate::wire::bits::put_bit;
use crate::wire::width::{PointerWidth, Width};
use crate::write::Locator;
use crate::write::measure::TOO_DEEP;
use crate::write::rewrite::{FragmentTo, fragment};
use crate::write::route::PathLocator;
use crate::write::{Noted, Session, Storage};

impl<'a> RecordView<'a> {
    /// The value at an address, or `None` if something on the way is absent.
    pub(super) fn part<A: Address>(&self, address: &A) -> Result<Option<Part<'a>>> {
        let (path, schema, buf) = (address.path(), self.schema, self.buf);
        let found = self.find(address)?;
        let Some(found) = found.filter(|found| !found.is_absent) else { return Ok(None) };
        let Some((ty, default)) = path.in_schema(schema) else {
            return Err(path.with_path(Error::fixed(&FixedError(ErrorKind::Path, "the schema has no such field"))));
        };
        let (record, place) = (found.record, path.leaf.place);
        if let (Type::Union(id), true) = (ty, crate::read::union::is_packed(found.packed)) {
            return Ok(Some(Part::Packed(PackedElement { buf, element: record, tag: found.packed, id: *id, schema })));
        }
        let (optional, inline) = (path.leaf.optional, path.leaf.inline);
        Ok(Some(Part::Slot(Slot { buf, record, schema, place, ty, optional, default, inline })))
    }

    /// The type at an address.
    pub(super) fn type_at<A: Address>(&self, address: &A) -> Result<&'a Type> {
        let path = address.path();
        path.check(self.schema, A::COUNT)?;
        match path.in_schema(self.schema) {
            Some((ty, _)) => Ok(ty),
            None => Err(path.with_path(Error::fixed(&FixedError(ErrorKind::Path, "the schema has no such field")))),
        }
    }
}

impl<B: AsRef<[u8]>> Record<B> {
    /// The value at an address, or `None` if something on the way is absent.
    pub(crate) fn part<A: Address>(&self, address: &A) -> Result<Option<Part<'_>>> {
        self.view()?.part(address)
    }

    /// Whether an address leads to a place: also to one whose value is absent, but not to a key
    /// that is not there.
    pub(crate) fn leads<A: Address>(&self, address: &A) -> Result<bool> {
        Ok(self.view()?.find(address)?.is_some())
    }

    /// The type at an address.
    pub(crate) fn type_at<A: Address>(&self, address: &A) -> Result<&Type> {
        self.view()?.type_at(address)
    }

    /// A path as an address.
    pub(crate) fn at_path(&self, path: &str) -> Result<Resolved> {
        Resolved::new(self.session.schema(), path, false)
    }
}

impl<'a> Content<'a> {
    /// The value without parts that it is.
    pub(super) fn plain(&self) -> Option<Plain<'a>> {
        match self {
            Self::Bit(value) => Some(Plain::Bit(*value)),
            Self::Word(_, word) => Some(Plain::Word(*word)),
            Self::Blob(content) => Some(Plain::Blob(content)),
            Self::Absent | Self::Struct(..) | Self::List(_) | Self::Map(_) | Self::Union(..) => None,
        }
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Makes edits one that happens as a whole or not at all. It costs a copy of the buffer, to go
    /// back to.
    pub(crate) fn atomically(&mut self, edit: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let before = self.session.snapshot();
        let result = edit(self);
        match result {
            Ok(()) => self.session.keep(&before),
            Err(_) => self.session.restore(before)?,
        }
        result
    }

    /// Sets the value at an address to one of the same type.
    pub(crate) fn put<A: Address>(&mut self, address: &A, part: &Part<'_>) -> Result<()> {
        let path = address.path();
        path.check(self.session.schema(), A::COUNT)?;
        let content = part.open(&mut Decoder::new(part.buf())).map_err(|error| path.with_path(error))?.0;
        let Some(plain) = content.plain() else {
            let is_absent = matches!(content, Content::Absent);
            return if is_absent { self.clear(address) } else { self.put_parts(address, part) };
        };
        // What is no value of the type does not become one here.
        part.value().map_err(|error| path.with_path(error))?;
        self.write_plain(address, plain)
    }

    /// Makes the value at an address absent; what is missing on the way there is made.
    #[cfg(feature = "serde")]
    pub(crate) fn set_absent<A: Address>(&mut self, address: &A) -> Result<()> {
        let path = address.path();
        path.check_settable()?;
        if self.located(address)?.is_some() {
            return self.clear(address);
        }
        let there = self.steps_there(address);
        self.edited()?
            .with_parents(&path.locator(address), &|_| 0, 0, |_, _| Ok(()))
            .map_err(|error| path.with_path(error))?;
        self.note_made(address, there);
        Ok(())
    }

    /// Sets the value as a whole or not at all. It costs a copy of the buffer where it takes two
    /// steps: if something on the way has to be made first, or a packed list of unions becomes a
    /// mixed one.
    pub(crate) fn put_whole<A: Address>(&mut self, address: &A, part: &Part<'_>) -> Result<()> {
        let path = address.path();
        let found = self.view()?.find(address)?;
        let is_one_step = found.is_some_and(|found| found.is_stored() && !crate::read::union::is_packed(found.packed));
        if path.leaf.ty.has_parts() && !is_one_step {
            return self.atomically(|record| record.put(address, part));
        }
        self.put(address, part)
    }

    fn put_parts<A: Address>(&mut self, address: &A, part: &Part<'_>) -> Result<()> {
        let path = address.path();
        part.check_rules(self.schema(), self.type_at(address)?).map_err(|error| path.with_path(error))?;
        let locator = path.locator(address);
        let is_there = self.located(address)?.is_some();
        let session = self.edited()?;
        let made = if is_there { Ok(()) } else { session.with_parents(&locator, &|_| 0, 0, |_, _| Ok(())) };
        made.and_then(|()| session.put(&locator, part)).map_err(|error| path.with_path(error))?;
        self.note_set(address, || NotedValue::There);
        Ok(())
    }

    /// Inserts a value as the element at an address.
    pub(crate) fn insert_part(&mut self, address: &Resolved, part: &Part<'_>) -> Result<()> {
        self.as_one(|record| record.insert_value(address, part))?;
        self.note((Noted::Insert, WHOLE), &address.path().locator(address), &NotedValue::There);
        Ok(())
    }

    fn insert_value(&mut self, address: &Resolved, part: &Part<'_>) -> Result<()> {
        let path = address.path();
        let content = part.open(&mut Decoder::new(part.buf())).map_err(|error| path.with_path(error))?.0;
        if let Some(plain) = content.plain() {
            let index = path.element_index(self.session.schema(), address)?;
            part.value().map_err(|error| path.with_path(error))?;
            path.check_value(&plain)?;
            return self.insert_plain(address, Some(index), plain);
        }
        if !matches!(path.leaf.ty, Type::Union(_)) || path.leaf.optional {
            self.insert_element(address, None)?;
            return self.put(address, part);
        }
        let Content::Union(id, union) = content else {
            return Err(path.with_path(Error::fixed(&FixedError(ErrorKind::Type, "not a union"))));
        };
        self.insert_element(address, Some(union.tag()))?;
        self.put_payload(address, part.schema().union(id), &union)
    }

    /// Sets the payload of the union at an address, which has the variant of another one, to what
    /// that holds.
    pub(super) fn put_payload(&mut self, address: &Resolved, ty: &Union, union: &UnionRef<'_>) -> Result<()> {
        let Some(payload) = union.part() else { return Ok(()) };
        let to = address.payload(self.session.schema(), union.tag())?;
        let put = self.put(&to, &payload);
        put.map_err(|error| address.named(error.in_field(&variant_step("", ty, union.name()))))
    }

    /// Inserts an element with its default into a list; of unions one of that tag, or of the first
    /// variant.
    pub(super) fn insert_of<A: Address>(&mut self, list: &A, index: Option<usize>, tag: Option<u8>) -> Result<()> {
        let leaf = &list.path().leaf;
        // Zeros are the default of a union in its slot; in a packed list they would be the payload
        // of the packed variant.
        let tag = tag.or((matches!(leaf.ty, Type::Union(_)) && !leaf.optional).then_some(0));
        self.insert_elements(list, index, 1, &|_| 0, |session, to_list, index| match tag {
            Some(tag) => session.insert_variant(to_list, index, leaf, tag),
            None => session.insert(to_list, index, 1, &|_, _| 0).map(drop),
        })
    }

    /// Inserts an element with its default, or an absent one, into a list; of unions one of that
    /// tag.
    pub(super) fn insert_element(&mut self, address: &Resolved, tag: Option<u8>) -> Result<()> {
        let path = address.path();
        let index = path.element_index(self.session.schema(), address)?;
        self.insert_of(address, Some(index), tag)
    }
}

/// Lays a value out, as a fragment; `None` if the width is too narrow.
pub(crate) type LayOut<'l> = dyn Fn(FragmentTo) -> Result<Option<Vec<u8>>> + 'l;

impl<S: Storage> Session<S, Schema> {
    /// Sets the value at a locator to one with parts of the same type.
    fn put(&mut self, locator: &PathLocator<'_>, part: &Part<'_>) -> Result<()> {
        self.put_laid_out(locator, &|to| fragment(part, to))
    }

    fn put_laid_out(&mut self, locator: &PathLocator<'_>, lay_out: &LayOut<'_>) -> Result<()> {
        self.unpack_at(locator, &|_, _| 0)?;
        let resolved = locator.resolve(&self.navigator())?;
        let schema = self.schema();
        let (place, optional, inline) = (resolved.place, resolved.optional, resolved.inline);
        let has_bit = resolved.has_presence(schema);
        let slot = match resolved.ty {
            Type::Struct(id) if inline => schema.structure(*id).size(),
            ty => schema.slot_size(ty),
        };
        let shift_to = |width, heap, levels| FragmentTo { width, heap, levels, optional, inline, unpack: None };
        let known = Cell::new([None; 3]);
        let len = |width: PointerWidth, levels| -> Result<u64> {
            let mut lens: [Option<u64>; 3] = known.get();
            let at = lens.get_mut(width.shift() as usize).ok_or_else(internal_error)?;
            if let Some(len) = *at {
                return Ok(len);
            }
            let len = match lay_out(shift_to(width, None, levels))? {
                Some(content) => content.len().saturating_sub(slot.at(width.shift())) as u64,
                // Longer than any buffer of the width.
                None => width.max_len().saturating_add(1),
            };
            *at = Some(len);
            known.set(lens);
            Ok(len)
        };
        // What cannot be laid out fails here; elsewhere it can only be too deep.
        len(self.width, resolved.levels())?;
        let heap = |width, levels| len(width, levels).unwrap_or(TOO_DEEP);
        self.set_slot(locator, &place, slot, false, &heap, &|record, heap, start, width| {
            let content = lay_out(shift_to(width, Some(start), crate::read::decoder::MAX_DEPTH))?;
            let content = content.ok_or_else(internal_error)?;
            let (of_slot, of_heap) = content.split_at_checked(slot.at(width.shift())).ok_or_else(internal_error)?;
            let to = crate::wire::slice_mut(record, place.slot.at(width.shift()), of_slot.len());
            if of_heap.len() != heap.len() {
                return Err(internal_error());
            }
            heap.copy_from_slice(of_heap);
            to.ok_or_else(internal_error)?.copy_from_slice(of_slot);
            if has_bit { put_bit(record, &place, width.shift(), true).ok_or_else(internal_error) } else { Ok(()) }
        })
    }
}
