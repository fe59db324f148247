//! Iterating over the entries of an edited map or set, and removing entries by a predicate.

use alloc::vec::Vec;

use super::key::MapKey;
use super::map::{Entries, key_of, value_of};
use super::map_edit::{MapEdit, TypedMap};
use super::noted::{WHOLE, part};
use super::set_edit::SetEdit;
use super::verdict::Verdict;
use super::{Checked, Value};
use crate::error::{Error, Result, Wording};
use crate::read::Buf;
use crate::read::map::FoundKey;
use crate::read::navigate::Step;
use crate::write::{EntriesOfRun, Noted, Session, Storage, runs_without};

/// Whether an entry stays.
type Keep<'k> = dyn for<'e> FnMut(Buf<'e>, &'e [u8]) -> Result<bool> + 'k;

impl<S: Storage, K: MapKey, V: Value> MapEdit<'_, S, K, V> {
    /// Iterates over keys and values in the order of the keys, and checks each entry when it is
    /// reached.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: std::collections::BTreeMap<String, u32> }
    /// let mut bytes = vellum::to_vec(&Game { scores: [("ada".to_string(), 3), ("bob".to_string(), 5)].into() })?;
    /// let mut game = Game::edit(&mut bytes)?;
    /// let scores = game.scores();
    /// for entry in scores.iter()? {
    ///     let (name, score) = entry?;
    ///     assert!(name < "c" && score > 2);
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`MapEdit::view`].
    pub fn iter(&self) -> Result<Entries<'_, K, V>> {
        Ok(self.view()?.iter())
    }

    /// Keeps the entries for which `keep` is true, in one pass over the map: all others are removed
    /// at once. The predicate returns a `bool`, or a `Result<bool>` if it reads a field of a
    /// struct.
    ///
    /// A map of many entries lies in blocks. If several of them lose entries, the buffer is copied
    /// once, to be restored if one of them cannot be changed.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: std::collections::BTreeMap<String, u32> }
    /// let mut bytes = vellum::to_vec(&Game { scores: [("ada".to_string(), 3), ("bob".to_string(), 5)].into() })?;
    /// Game::edit(&mut bytes)?.scores().retain(|name, score| name != "ada" && score > 4)?;
    /// let scores = Game::view(&bytes)?.scores()?;
    /// assert_eq!((scores.len(), scores.get("bob")?), (1, Some(5)));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`MapEdit::remove`], and the error of the predicate; the buffer is then unchanged.
    pub fn retain<R: Verdict>(
        &mut self,
        mut keep: impl FnMut(K::Get<'_, Checked>, V::Get<'_, Checked>) -> R,
    ) -> Result<()> {
        self.link.refresh(self.session);
        let map = TypedMap { link: &self.link, shape: Self::SHAPE, has_objects: Self::HAS_OBJECTS };
        self.session.retain_entries(&map, &mut |buf, entry| {
            keep(key_of::<K>(buf, entry)?, value_of::<K, V>(buf, entry)?).verdict()
        })
    }
}

impl<S: Storage, K: MapKey> SetEdit<'_, S, K> {
    /// Iterates over the elements in order, and checks each one when it is reached.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Post { tags: std::collections::BTreeSet<u32> }
    /// let mut bytes = vellum::to_vec(&Post { tags: [7, 2].into() })?;
    /// assert_eq!(Post::edit(&mut bytes)?.tags().iter()?.collect::<vellum::Result<Vec<_>>>()?, [2, 7]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`SetEdit::view`].
    pub fn iter(&self) -> Result<impl Iterator<Item = Result<K::Get<'_, Checked>>>> {
        Ok(self.view()?.iter())
    }

    /// Keeps the elements for which `keep` is true, as [`MapEdit::retain`] does.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Post { tags: std::collections::BTreeSet<u32> }
    /// let mut bytes = vellum::to_vec(&Post { tags: [7, 2, 4].into() })?;
    /// Post::edit(&mut bytes)?.tags().retain(|tag| tag % 2 == 0)?;
    /// assert_eq!(vellum::from_slice::<Post>(&bytes)?.tags, [2, 4].into());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`MapEdit::retain`].
    pub fn retain<R: Verdict>(&mut self, mut keep: impl FnMut(K::Get<'_, Checked>) -> R) -> Result<()> {
        self.link.refresh(self.session);
        let set = TypedMap { link: &self.link, shape: Self::SHAPE, has_objects: K::ELEMENT.has_objects };
        self.session.retain_entries(&set, &mut |buf, entry| keep(key_of::<K>(buf, entry)?).verdict())
    }
}

impl<S: Storage> Session<S> {
    /// Removes the entries that do not stay, after the predicate was called for all.
    fn retain_entries(&mut self, map: &TypedMap<'_, '_>, keep: &mut Keep<'_>) -> Result<()> {
        let removed = self.entries_without(map, keep)?;
        let noted = self.noted();
        if self.is_recorded() {
            // While their keys are there.
            for (run, indices) in &removed {
                for index in indices.iter().cloned().flatten() {
                    let found = FoundKey { run: *run, index, is_there: true };
                    self.note_old(Noted::RemoveKey, WHOLE, part(map.link, Step::to_entry(found)));
                    self.note_without(Noted::RemoveKey, WHOLE, part(map.link, Step::to_entry(found)));
                }
            }
        }
        let done = self.remove_entries(map, &removed);
        if done.is_err() {
            self.forget_since(noted);
        }
        map.link.named(self, done)
    }

    /// The entries that do not stay, by the runs of the map.
    fn entries_without(&self, map: &TypedMap<'_, '_>, keep: &mut Keep<'_>) -> Result<Vec<EntriesOfRun>> {
        let (link, shape) = (map.link, &map.shape);
        let (slot, bytes) = link.named(self, self.open_map(link, shape))?;
        let buf = *slot.buf();
        // An upper bound of the bytes of entries, unless blocks overlap; so the list of removed
        // entries is bounded, too.
        let mut left = buf.bytes.len();
        let mut removed = Vec::new();
        for number in 0..buf.runs(&bytes) {
            let run = link.named(self, buf.run(&bytes, number, shape))?;
            let Some(rest) = left.checked_sub(run.bytes.len()) else {
                return link.named(self, Err(Error::corrupt(buf.position(run.bytes), Wording::BlocksOverlap)));
            };
            left = rest;
            let entries = runs_without(run.count, |index| {
                let entry = crate::wire::slice(run.bytes, index.saturating_mul(run.stride), run.stride);
                let stays = keep(buf, entry.unwrap_or(&[]));
                link.named_entry(self, FoundKey { run: number, index, is_there: true }, stays)
            })?;
            if !entries.is_empty() {
                removed.push((number, entries));
            }
        }
        Ok(removed)
    }
}
