//! Making values present that are absent, and setting words without their Rust type.

use super::edit::Plain;
use super::field::Resolved;
use super::noted::{NotedValue, WHOLE};
use super::{Address, Locate, Record};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::schema::{Schema, Type};
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, Width};
use crate::write::link::PathLocator;
use crate::write::{Locator, Noted, Session, Storage, ToList};

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
        let structure = self.session.schema().structure(id);
        // A payload is inline only in a packed list: what is missing on the way to it ends in a
        // slot.
        let is_inline = structure.is_frozen() || (path.leaf.inline && !path.is_payload());
        let size = structure.size();
        let len = |width: PointerWidth| {
            let size = size.at(width.shift());
            if is_inline { 0 } else { object_len(size, size as u64) }
        };
        let make = |session: &mut Session<S, Schema>, locator: &PathLocator<'_>| {
            let navigator = session.navigator();
            let resolved = locator.resolve(&navigator)?;
            if resolved.inline || navigator.schema.structure(id).is_frozen() {
                return session.make_present(locator);
            }
            match navigator.buf.follow(navigator.bytes(resolved.holder), resolved.place.slot)? {
                Some(_) => Ok(()),
                None => session.create(locator).map(drop),
            }
        };
        self.make_value(&address, &len, u32::from(!is_inline), make)
    }

    /// Makes a value present where it lies; where something on the way is missing, or the record
    /// does not store the value, that is made first.
    fn make_value<A: Address>(
        &mut self,
        address: &A,
        len: &dyn Fn(PointerWidth) -> u64,
        levels: u32,
        make: impl FnOnce(&mut Session<S, Schema>, &PathLocator<'_>) -> Result<()>,
    ) -> Result<()> {
        let path = address.path();
        let locator = path.locator(address);
        let is_recorded = self.is_recorded();
        // Of what is absent on the way, all parts seem to be there.
        let is_there = |len| self.is_present(&locator.prefix(len));
        let was_there = is_recorded && (1..=locator.steps.len()).all(is_there);
        let located = self.locate(address)?;
        let session = self.edited()?;
        // A value of its type's default needs no place of its own, unless it can be absent.
        let is_there = if path.leaf.optional { located.is_stored() } else { located.is_there() };
        let made = if is_there {
            make(session, &located.route(&locator))
        } else {
            session.with_parents(located, &locator, len, levels, make)
        };
        made.map_err(|error| path.with_path(error))?;
        if !was_there {
            self.note_set(address, || NotedValue::There);
        }
        Ok(())
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
        self.insert_elements(&list, Some(0), 0, &|_| 0, |session, to_list, _| {
            if to_list.found(session)?.is_stored() {
                return Ok(());
            }
            session.insert(to_list, 0, 0, &|_, _| 0).map(drop)
        })?;
        self.note((Noted::Set, WHOLE), &path.to_list(&list), &NotedValue::There);
        Ok(())
    }

    /// Sets a bound of a range by its word, whatever Rust type stands for it; no rule concerns it:
    /// it need not be a value that the field may have.
    pub(crate) fn set_bound(&mut self, path: &str, word: u128) -> Result<()> {
        let address = Resolved::new(self.session.schema(), path, false)?;
        self.as_one(|record| record.write_found(&address, Plain::Word(word), false))?;
        // A patch sets no other values than the field may have.
        let is_kept = address.path().check_value(&Plain::Word(word));
        match is_kept.and_then(|()| self.part(&address)?.map_or(Ok(()), |part| part.value().map(drop))) {
            Ok(()) => self.note_set(&address, || NotedValue::There),
            Err(error) => self.note_failure(error),
        }
        Ok(())
    }

    /// Adds the key that a path ends in; whether it was not there.
    pub(crate) fn add_path(&mut self, path: &str) -> Result<bool> {
        self.add_at(&Resolved::new(self.session.schema(), path, false)?)
    }

    /// Adds the key that an address ends in; whether it was not there.
    pub(crate) fn add_at(&mut self, address: &Resolved) -> Result<bool> {
        let path = address.path();
        if self.leads(address)? {
            return Ok(false);
        }
        let located = self.locate(address)?;
        let made = self.edited()?.with_parents(located, &path.locator(address), &|_| 0, 0, |_, _| Ok(true));
        let made = made.map_err(|error| path.with_path(error))?;
        self.note((Noted::AddKey, WHOLE), &path.locator(address), &NotedValue::Absent);
        Ok(made)
    }

    /// Makes an absent map or set present, without entries.
    pub(crate) fn make_map(&mut self, path: &str) -> Result<()> {
        let address = Resolved::new(self.session.schema(), path, false)?;
        let optional = address.path().leaf.optional;
        self.make_value(
            &address,
            &|_| 8,
            1,
            |session, locator| {
                if optional { session.make_empty_map(locator) } else { Ok(()) }
            },
        )
    }

    /// Makes what can be absent by a bit present.
    pub(crate) fn make_present(&mut self, path: &str) -> Result<()> {
        let address = Resolved::new(self.session.schema(), path, false)?;
        self.make_value(&address, &|_| 0, 0, |session, locator| session.make_present(locator))
    }
}
