//! Maps and sets of a record.

use super::noted::{NotedValue, WHOLE};
use super::{Address, Locate, Record};
use crate::error::Result;
use crate::read::key::Key;
use crate::read::route::KeysWith;
use crate::write::{Noted, Storage};

impl<B: AsRef<[u8]>> Record<B> {
    /// Whether a key is in a map, or an element in a set.
    ///
    /// The map is given by its path or by a handle of its values, which lacks the map's key then;
    /// the key is given beside it. A value is given by the same handle with the key, or by a path
    /// that ends in it; to set one adds its key.
    ///
    /// ```
    /// use vellum::{Dynamic, Record, Schema};
    ///
    /// let schema = Schema::parse("struct Post { tags: set<string>, votes: map<string, u32> } root Post;")?;
    /// let votes = schema.field::<u32>("votes[]")?;
    /// let mut record = Record::new(&schema);
    /// record.add_key("tags", "rust")?;
    /// record.set(votes.at("ada"), 3)?;
    /// assert!(record.contains_key("tags", "rust")?);
    /// assert!(record.contains_key(&votes, "ada")?);
    /// assert_eq!(record.get_optional(votes.at("bob"))?, None);
    /// assert_eq!(record.get::<u32>("votes[ada]")?, 3);
    /// record.remove("votes[ada]")?;
    /// assert_eq!(record.len("votes")?, 0);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::get`], and [`ErrorKind::Type`](crate::ErrorKind::Type) for a key of another
    /// type than the map's.
    pub fn contains_key<'k, L: Locate>(&self, map: L, key: impl Into<Key<'k>>) -> Result<bool> {
        self.view()?.contains_key(map, key)
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Adds a key to a map, with the default of its value, or an element to a set; whether it was
    /// not there before. The map and the key are given as for [`Record::contains_key`].
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { tags: set<string>, scores: map<u16, u32> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// assert!(record.add_key("tags", "math")?);
    /// assert!(!record.add_key("tags", "math")?); // it was there
    /// record.add_key("scores", 7)?;
    /// assert_eq!(record.get::<u32>("scores[7]")?, 0);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`], and [`ErrorKind::Type`](crate::ErrorKind::Type) for a key of another
    /// type than the map's.
    pub fn add_key<'k, L: Locate>(&mut self, map: L, key: impl Into<Key<'k>>) -> Result<bool> {
        let key = key.into();
        let map = map.locate(self.session.schema(), true)?;
        if self.contains_key(&map, key)? {
            return Ok(false);
        }
        let path = map.path();
        let keys = KeysWith { keys: &map, last: path.last_key(), key };
        let made = self.edited()?.with_parents(&path.locator(&keys), &|_| 0, 0, |_, _| Ok(true));
        let made = made.map_err(|error| path.with_path(error))?;
        self.note((Noted::AddKey, WHOLE), &path.locator(&keys), &NotedValue::Absent);
        Ok(made)
    }
}
