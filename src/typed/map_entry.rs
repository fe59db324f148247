//! Edits of a map's entry that depend on whether it is there.

use super::key::MapKey;
use super::map_edit::MapEdit;
use super::{Checked, Value};
use crate::error::Result;
use crate::write::Storage;

/// A key of a map and its value, if there is one, to edit: returned by [`MapEdit::entry`].
pub struct MapEntry<'m, 'a, 'k, S, K: MapKey + 'k, V> {
    map: &'m mut MapEdit<'a, S, K, V>,
    key: K::Set<'k>,
}

impl<'a, S: Storage, K: MapKey, V: Value> MapEdit<'a, S, K, V> {
    /// A key with its value, if it has one, to be changed or added. Unlike the entry of std it is
    /// looked up again by each call, since an edit may move the entries.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Page { words: BTreeMap<String, u32>, lines: BTreeMap<u16, Vec<String>> }
    /// let mut bytes = vellum::to_vec(&Page { words: BTreeMap::new(), lines: BTreeMap::new() })?;
    /// let mut page = Page::edit(&mut bytes)?;
    /// for word in ["a", "b", "a"] {
    ///     page.words().entry(word).and_modify(|count| count + 1)?.or_insert(1)?;
    /// }
    /// page.lines().entry(7).or_insert(&[])?.push("a line")?;
    /// let page = Page::view(&bytes)?;
    /// assert_eq!((page.words()?.get("a")?, page.words()?.get("b")?), (Some(2), Some(1)));
    /// assert_eq!(page.lines()?.get(7)?.unwrap().get(0)?, "a line");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn entry<'m, 'k>(&'m mut self, key: K::Set<'k>) -> MapEntry<'m, 'a, 'k, S, K, V> {
        MapEntry { map: self, key }
    }
}

impl<'m, S: Storage, K: MapKey, V: Value> MapEntry<'m, '_, '_, S, K, V> {
    /// The value, or `None` if the key is not there.
    ///
    /// # Errors
    /// As [`MapEdit::get`].
    pub fn get(&self) -> Result<Option<V::Get<'_, Checked>>> {
        self.map.get(K::reborrow(&self.key))
    }

    /// Replaces the value by the result of `modify`, if the key is there. The result may not borrow
    /// from the old value.
    ///
    /// # Errors
    /// As [`MapEdit::insert`].
    pub fn and_modify<'v>(self, modify: impl FnOnce(V::Get<'_, Checked>) -> V::Set<'v>) -> Result<Self>
    where
        V: 'v,
    {
        let modified = self.get()?.map(modify);
        if let Some(value) = modified {
            self.map.insert(K::reborrow(&self.key), value)?;
        }
        Ok(self)
    }

    /// The value to edit, added first if the key is not there: an edit cursor for structs, lists
    /// and maps, else the value.
    ///
    /// # Errors
    /// As [`MapEdit::insert`].
    pub fn or_insert(self, value: V::Set<'_>) -> Result<V::Cursor<'m, S>> {
        self.map.at_or_insert(self.key, value)
    }
}
