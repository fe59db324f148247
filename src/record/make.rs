//! Making values present that are absent, and setting words without their Rust type.

use super::field::Resolved;
use super::plain::{Plain, is_inline_absent, set_plain};
use super::{Address, Any, Locate, Record};
use crate::error::{Error, Kind, Result};
#[cfg(feature = "serde")]
use crate::schema::Schema;
use crate::schema::Type;
use crate::typed::encode::object_len;
use crate::wire::width::{PointerWidth, Width};
use crate::write::{Anchor, Storage};

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
        let index_at = |number| address.key(number);
        let anchor = path.anchor(&index_at);
        let blame = |error| path.blame(error);
        let size = self.session.schema().structure(id).size().at(PointerWidth::Four.shift());
        if self.is_missing(&address)? {
            let levels = u32::from(!path.leaf.inline && !self.session.schema().structure(id).is_frozen());
            self.edited()?.make_way_down(&anchor, object_len(size, size as u64), levels).map_err(blame)?;
        }
        let spot = anchor.spot(&self.session.navigator()).map_err(blame)?;
        let is_inline = spot.inline || self.session.schema().structure(id).is_frozen();
        if is_inline {
            if !is_inline_absent(&path.leaf) {
                return Ok(());
            }
            let (mut holder, mut place) = (spot.holder, spot.place);
            if !spot.is_stored(self.session.shift()) {
                self.edited()?.make_way(&anchor, 0).map_err(blame)?;
                let spot = anchor.spot(&self.session.navigator()).map_err(blame)?;
                (holder, place) = (spot.holder, spot.place);
            }
            return self.edited()?.put_present(holder, &place).map_err(blame);
        }
        let navigator = self.session.navigator();
        if navigator.buf.follow(navigator.bytes(spot.holder), spot.place.slot).map_err(blame)?.is_none() {
            self.edited()?.create(&anchor).map_err(blame)?;
        }
        Ok(())
    }

    /// Makes an absent list present, without elements; one that is there stays as it is.
    ///
    /// ```
    /// use vellum::{Record, Schema, ValueRef};
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
        let index_at = |at| list.key(at);
        let to_list = path.list(&index_at);
        self.edited()?.make_list_way(&to_list.anchor, path.new_list_len(0)).map_err(|error| path.blame(error))?;
        let is_there = path
            .find_list(&self.buf(), self.session.schema(), self.root_bytes()?, index_at, true)?
            .is_some_and(|list| list.is_stored());
        if !is_there {
            self.edited()?.insert(&to_list, 0, 0, &|_, _| 0).map_err(|error| path.blame(error))?;
        }
        Ok(())
    }

    /// Sets a scalar by its word, whatever Rust type stands for it.
    #[cfg(feature = "serde")]
    pub(crate) fn set_word(&mut self, path: &str, word: u128) -> Result<()> {
        let address = Resolved::<Any>::new(self.session.schema(), path, false)?;
        self.write_plain(&address, Plain::Word(word))
    }

    /// The same for the bound of a range, which no rule concerns: it need not be a value that the field may have.
    pub(crate) fn set_bound(&mut self, path: &str, word: u128) -> Result<()> {
        let address = Resolved::<Any>::new(self.session.schema(), path, false)?;
        let path = address.path();
        let keys = |number| address.key(number);
        let anchor = path.anchor(&keys);
        let mut holder = self.located(&address)?;
        if holder.is_none() {
            self.edited()?.make_way(&anchor, 0).map_err(|error| path.blame(error))?;
            holder = self.located(&address)?;
        }
        let holder = holder.unwrap_or_default();
        set_plain(self.edited()?, holder, &anchor, path, Plain::Word(word)).map_err(|error| path.blame(error))
    }

    /// Adds the key that a path ends in; whether it was not there.
    pub(crate) fn add_path(&mut self, path: &str) -> Result<bool> {
        let address = Resolved::<Any>::new(self.session.schema(), path, false)?;
        let path = address.path();
        let keys = |number| address.key(number);
        if path.find(&self.buf(), self.session.schema(), self.root_bytes()?, keys)?.is_some() {
            return Ok(false);
        }
        self.edited()?.make_way(&path.anchor(&keys), 0).map_err(|error| path.blame(error))?;
        Ok(true)
    }

    /// Makes an absent map or set present, without entries.
    pub(crate) fn make_map(&mut self, path: &str) -> Result<()> {
        let address = Resolved::<Any>::new(self.session.schema(), path, false)?;
        let path = address.path();
        let keys = |number| address.key(number);
        let anchor = path.anchor(&keys);
        if self.located(&address)?.is_none() {
            self.edited()?.make_way(&anchor, 8).map_err(|error| path.blame(error))?;
        }
        if !path.leaf.optional {
            return Ok(());
        }
        self.edited()?.make_empty_map(&anchor).map_err(|error| path.blame(error))
    }

    /// Makes what can be absent by a bit present.
    pub(crate) fn make_present(&mut self, path: &str) -> Result<()> {
        let address = Resolved::<Any>::new(self.session.schema(), path, false)?;
        let path = address.path();
        let keys = |number| address.key(number);
        let anchor = path.anchor(&keys);
        if self.located(&address)?.is_none() {
            self.edited()?.make_way(&anchor, 0).map_err(|error| path.blame(error))?;
        }
        if !path.leaf.has_presence {
            return Ok(());
        }
        let spot = anchor.spot(&self.session.navigator()).map_err(|error| path.blame(error))?;
        let (holder, place) = (spot.holder, spot.place);
        self.edited()?.put_present(holder, &place).map_err(|error| path.blame(error))
    }

    /// Makes a union one of the variant of that name.
    #[cfg(feature = "serde")]
    pub(crate) fn set_variant(&mut self, path: &str, name: &str) -> Result<()> {
        let address = Resolved::<super::Variant>::new(self.session.schema(), path, false)?;
        self.set_at(&address, name)
    }
}

#[cfg(feature = "serde")]
impl Schema {
    /// The type of what is at a path of a record, and whether it can be absent.
    pub(crate) fn type_of_path(&self, path: &str) -> Result<(Type, bool)> {
        let address = Resolved::<Any>::new(self, path, false)?;
        let leaf = &address.path().leaf;
        Ok((leaf.ty.clone(), leaf.optional))
    }
}
