//! Making values present that are absent, unions of another variant, and words set without their
//! Rust type.

use super::dynamic::Leaf;
use super::edit::Plain;
use super::field::{EditPlace, Resolved};
use super::op::{Done, Made, Op, OpValue};
use super::{Address, Locate, Record};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::Size;
use crate::read::union::{is_packed, put_tag};
use crate::schema::{Schema, StructId, Type};
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, Width, put_bit};
use crate::write::link::PathLocator;
use crate::write::{HeapLen, Locator, Session, Storage, ToList};

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Makes an absent struct present, with the default of each field; one that is there stays as
    /// it is.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let schema = Schema::parse("struct Home { city: string } struct User { home: Home? } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.make("home")?;
    /// assert!(matches!(record.root()?.get("home")?, ValueRef::Struct(_)));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`], and [`ErrorKind::Type`] if the field is not a struct.
    pub fn make<L: Locate>(&mut self, address: L) -> Result<()> {
        let address = address.locate(self.session.schema(), false)?;
        let path = address.path();
        path.check(self.session.schema(), L::Address::COUNT)?;
        let Type::Struct(id) = path.leaf.ty else {
            return Err(
                path.with_path(Error::fixed(&FixedError(ErrorKind::Type, "only a struct can be made without a value")))
            );
        };
        self.edit(EditPlace::of(&address), &Op::Make(Made::Struct(id)))
    }

    /// Makes a value present where it lies; where something on the way is missing, or the record
    /// does not store the value, that is made first.
    pub(super) fn make_value(&mut self, at: EditPlace<'_>, made: Made) -> Result<Done> {
        let (path, locator) = (at.path_of(), at.locator());
        let is_recorded = self.is_recorded();
        // Of what is absent on the way, all parts seem to be there.
        let is_there = |len| self.is_present(&locator.prefix(len));
        let was_there = is_recorded && (1..=locator.steps.len()).all(is_there);
        let located = self.locate(&at)?;
        let (size, levels) = match made {
            Made::Struct(id) => {
                let structure = self.session.schema().structure(id);
                // A payload is inline only in a packed list: what is missing on the way to it ends
                // in a slot.
                let is_inline = structure.is_frozen() || (path.leaf.inline && !path.is_payload());
                if is_inline { (None, 0) } else { (Some(structure.size()), 1) }
            }
            Made::Map => (Some(Size::bytes(4)), 1),
            Made::Present => (None, 0),
        };
        let len = |width: PointerWidth| {
            let len = |size: Size| object_len(size.at(width.shift()), size.at(width.shift()) as u64);
            size.map_or(0, len)
        };
        let make = |session: &mut Session<S, Schema>, locator: &PathLocator<'_>| match made {
            Made::Struct(id) => session.make_struct(locator, id),
            Made::Map if path.leaf.optional => session.make_empty_map(locator),
            Made::Map => Ok(()),
            Made::Present => session.make_present(locator),
        };
        let session = self.edited()?;
        // A value of its type's default needs no place of its own, unless it can be absent.
        let is_there = if path.leaf.optional { located.is_stored() } else { located.is_there() };
        let made = if is_there {
            make(session, &located.route(&locator))
        } else {
            session.with_parents(located, &locator, &len, levels, make)
        };
        made.map_err(|error| path.with_path(error))?;
        Ok(if was_there { Done::Nothing } else { Done::Whole })
    }

    /// Makes an absent list present, without elements; one that is there stays as it is.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::ValueRef};
    ///
    /// let schema = Schema::parse("struct User { tags: list<string>? } root User;")?;
    /// let mut record = Record::new(&schema);
    /// assert_eq!(record.len("tags")?, 0); // as if it were there
    /// record.make_list("tags")?;
    /// assert!(matches!(record.root()?.get("tags")?, ValueRef::List(list) if list.is_empty()));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::push`].
    pub fn make_list<L: Locate>(&mut self, list: L) -> Result<()> {
        let list = list.locate(self.session.schema(), true)?;
        let path = list.path();
        path.check_list(self.session.schema(), L::Address::COUNT)?;
        if path.count(self.view()?, &list)?.is_some() && path.names_list() {
            return Ok(());
        }
        self.edit(EditPlace::of(&list), &Op::MakeList)
    }

    pub(super) fn make_list_at(&mut self, at: EditPlace<'_>) -> Result<()> {
        self.insert_elements(&at, Some(0), 0, &|_| 0, |session, to_list, _| {
            if to_list.found(session)?.is_stored() {
                return Ok(());
            }
            session.insert(to_list, 0, 0, &|_, _| 0).map(drop)
        })
    }

    /// Sets a scalar or an enum by its word, whatever Rust type stands for it. The word is not
    /// checked: a bound of a range need not be a value that the field may have.
    pub(crate) fn set_word(&mut self, path: &str, word: u128) -> Result<()> {
        let address = Resolved::new(self.session.schema(), path, false)?;
        self.edit(EditPlace::of(&address), &Op::Set(OpValue::Plain(Plain::Word(word))))?;
        // A patch sets no other values than the field may have.
        if self.is_recorded() {
            let is_kept = address.path().check_value(&Plain::Word(word));
            let is_kept = is_kept.and_then(|()| self.part(&address)?.map_or(Ok(()), |part| part.value().map(drop)));
            is_kept.unwrap_or_else(|error| self.note_failure(error));
        }
        Ok(())
    }

    /// Adds the key that a path ends in; whether it was not there.
    pub(crate) fn add_path(&mut self, path: &str) -> Result<bool> {
        self.add_at(&Resolved::new(self.session.schema(), path, false)?)
    }

    /// Adds the key that an address ends in; whether it was not there.
    pub(crate) fn add_at(&mut self, address: &Resolved) -> Result<bool> {
        if self.leads(address)? {
            return Ok(false);
        }
        self.edit(EditPlace::of(address), &Op::AddKey).map(|()| true)
    }

    /// Makes an absent map or set present, without entries.
    pub(crate) fn make_map(&mut self, path: &str) -> Result<()> {
        let address = Resolved::new(self.session.schema(), path, false)?;
        self.edit(EditPlace::of(&address), &Op::Make(Made::Map))
    }

    /// Makes what can be absent by a bit present.
    pub(crate) fn make_present(&mut self, path: &str) -> Result<()> {
        let address = Resolved::new(self.session.schema(), path, false)?;
        self.edit(EditPlace::of(&address), &Op::Make(Made::Present))
    }
}

impl<S: Storage> Session<S, Schema> {
    /// Makes the struct at a locator present, which the record that holds it stores.
    fn make_struct(&mut self, locator: &PathLocator<'_>, id: StructId) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        if resolved.inline || navigator.schema.structure(id).is_frozen() {
            return self.make_present(locator);
        }
        match navigator.buf.follow(navigator.bytes(resolved.holder), resolved.place.slot)? {
            Some(_) => Ok(()),
            None => self.create(locator).map(drop),
        }
    }

    /// Makes a union one of a variant; one that is keeps what it holds.
    pub(super) fn set_variant_at(&mut self, locator: &PathLocator<'_>, tag: u8) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let is_absent = navigator.is_absent(&resolved);
        if is_absent || navigator.tag(&resolved) != tag {
            if resolved.packed.is_some() {
                self.unpack_at(locator, &|_, _| 0)?;
            }
            self.switch(locator, tag)?;
        }
        Ok(())
    }

    /// Lets the elements of the packed list that a union lies in, if it lies in one, tell their
    /// variants themselves.
    pub(super) fn unpack_at(&mut self, union: &PathLocator<'_>, heap: &HeapLen<'_>) -> Result<()> {
        match union.resolve(&self.navigator())?.packed {
            Some(_) => self.unpack(&union.parent(), 0, heap),
            None => Ok(()),
        }
    }

    /// Makes a union its default.
    pub(super) fn clear_union(&mut self, locator: &PathLocator<'_>) -> Result<()> {
        self.unpack_at(locator, &|_, _| 0)?;
        self.clear_at(locator)
    }

    /// Inserts a union of a variant, with the payload's default, into a list.
    pub(super) fn insert_variant(&mut self, list: &PathLocator<'_>, index: usize, leaf: &Leaf, tag: u8) -> Result<()> {
        self.insert_variant_with(list, index, leaf, tag, &|_, _| 0)?;
        self.compact_if_due();
        Ok(())
    }

    /// Inserts a variant and leaves so many bytes for what the union will hold, where the list had
    /// to become a mixed one first.
    pub(super) fn insert_variant_with(
        &mut self,
        list: &PathLocator<'_>,
        index: usize,
        leaf: &Leaf,
        tag: u8,
        heap: &HeapLen<'_>,
    ) -> Result<()> {
        let (found, index) = self.found_for(list, Some(index), (tag, 1), heap)?;
        // A list that is not there yet begins mixed; it is packed when the buffer is made compact.
        let is_packed = is_packed(found.tag());
        let gap = self.insert_into(found, list, index, 1, &|_, _| 0)?;
        if is_packed {
            return Ok(());
        }
        let shift = self.shift();
        let element = self.record_mut(gap.elements)?;
        put_tag(element, &leaf.place, shift, tag)?;
        if leaf.has_presence {
            put_bit(element, &leaf.place, shift, true).ok_or_else(internal_error)?;
        }
        Ok(())
    }
}
