//! Making values present that are absent, and setting words without their Rust type.

use super::field::Resolved;
use super::plain::{Plain, is_inline_absent, set_plain};
use super::{Address, Any, Locate, Record};
use crate::error::{Error, Kind, Result};
use crate::schema::Type;
use crate::typed::encode::object_len;
use crate::wire::width::{PointerWidth, Width};
use crate::write::{Anchor, Holder, Storage};

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Makes an absent struct present, with the default of each field; one that is there stays as it is.
    ///
    /// ```
    /// use vellum::{Record, Schema, ValueRef};
    ///
    /// let schema = Schema::parse("struct Home { city: string } struct User { home: Home? } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.make("home")?;
    /// assert!(matches!(record.root()?.get("home")?, ValueRef::Struct(_)));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`], and [`Kind::Type`] if the field is no struct.
    pub fn make<L: Locate>(&mut self, address: L) -> Result<()> {
        let address = address.locate(self.session.schema(), false)?;
        let path = address.path();
        path.check(self.session.schema(), L::Address::COUNT)?;
        let Type::Struct(id) = path.leaf.ty else {
            return Err(path.blame(Error::new(Kind::Type, "only a struct can be made without a value")));
        };
        let index_at = |number| address.index(number);
        let anchor = path.anchor(&index_at);
        let blame = |error| path.blame(error);
        let size = self.session.schema().structure(id).size().at(PointerWidth::Four.shift());
        if self.is_missing(&address)? {
            self.session.make_way(&anchor, object_len(size, size as u64)).map_err(blame)?;
        }
        let spot = anchor.spot(&self.session.navigator()).map_err(blame)?;
        let is_inline = spot.inline || self.session.schema().structure(id).is_frozen();
        if is_inline {
            let holder = spot.holder;
            if !is_inline_absent(&path.leaf) {
                return Ok(());
            }
            let holder = if spot.is_stored(self.session.shift()) {
                holder
            } else {
                self.session.make_way(&anchor, 0).map_err(blame)?
            };
            return self.session.put_present(holder, &path.leaf.place).map_err(blame);
        }
        let navigator = self.session.navigator();
        if navigator.buf.follow(navigator.bytes(spot.holder), spot.place.slot).map_err(blame)?.is_none() {
            self.session.create(&anchor).map_err(blame)?;
        }
        Ok(())
    }

    /// Makes an absent list present, without elements; one that is there stays as it is.
    ///
    /// # Errors
    /// As [`Record::push`].
    pub fn make_list<L: Locate>(&mut self, list: L) -> Result<()> {
        let list = list.locate(self.session.schema(), true)?;
        let path = list.path();
        path.check_list(self.session.schema(), L::Address::COUNT)?;
        let index_at = |at| list.index(at);
        let to_list = path.list(&index_at);
        self.session.make_list_way(&to_list.anchor, path.new_list_len(0)).map_err(|error| path.blame(error))?;
        let is_there =
            path.find_list(&self.buf(), self.root_bytes()?, index_at, true)?.is_some_and(|list| list.is_stored());
        if !is_there {
            self.session.insert(&to_list, 0, 0, &|_, _| 0).map_err(|error| path.blame(error))?;
        }
        Ok(())
    }

    /// Sets a scalar by its word, whatever Rust type stands for it.
    pub(crate) fn set_word(&mut self, path: &str, word: u128) -> Result<()> {
        let address = Resolved::<Any>::new(self.session.schema(), path, false)?;
        let path = address.path();
        let index_at = |number| address.index(number);
        let anchor = path.anchor(&index_at);
        let found = path.find(&self.buf(), self.root_bytes()?, index_at)?;
        let holder = match found {
            Some(record) if !record.is_empty() => Holder { pos: self.buf().position(record), size: record.len() },
            _ => self.session.make_way(&anchor, 0).map_err(|error| path.blame(error))?,
        };
        set_plain(&mut self.session, holder, &anchor, &path.leaf, Plain::Word(word)).map_err(|error| path.blame(error))
    }
}
