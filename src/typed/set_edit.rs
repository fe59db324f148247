//! The typed edit cursor of a set.

use core::marker::PhantomData;

use super::Checked;
use super::key::MapKey;
use super::map_edit::TypedMap;
use super::noted::{WHOLE, all, entry};
use super::rules::refused;
use super::set::{Set, set_shape};
use super::set_value::{element_len, name_new_entry, write_element};
use crate::error::Result;
use crate::layout::Size;
use crate::read::map::{EntryShape, FoundKey};
use crate::schema::MIXED;
use crate::write::{Link, Noted, Session, Storage};

/// Edits a set in its buffer.
///
/// ```
/// use std::collections::BTreeSet;
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Post { tags: BTreeSet<String> }
///
/// let mut bytes = vellum::to_vec(&Post { tags: BTreeSet::new() })?;
/// let mut post = Post::edit(&mut bytes)?;
/// assert!(post.tags().insert("rust")?);
/// assert!(!post.tags().insert("rust")?);
/// assert!(post.tags().remove("rust")?);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct SetEdit<'a, S, K> {
    pub(super) session: &'a mut Session<S>,
    pub(super) link: Link<'a>,
    marker: PhantomData<fn() -> K>,
}

impl<'a, S: Storage, K: MapKey> SetEdit<'a, S, K> {
    pub(super) const SHAPE: EntryShape<'static> = set_shape::<K>();

    #[inline]
    pub(crate) fn new(session: &'a mut Session<S>, link: Link<'a>) -> Self {
        Self { session, link, marker: PhantomData }
    }

    /// A view of the set.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the set's bytes are invalid.
    pub fn view(&self) -> Result<Set<'_, K>> {
        let slot = self.link.holder(self.session).and_then(|holder| self.session.record(holder));
        self.named(slot.and_then(|slot| Set::behind(&slot, Size::ZERO, Checked)))
    }

    /// Adds the path of the set to an error.
    #[inline(always)]
    fn named<R>(&self, result: Result<R>) -> Result<R> {
        self.link.named(self.session, result)
    }

    fn find(&self, key: &K::Set<'_>) -> Result<FoundKey> {
        self.named(self.session.find_key::<K>(&self.link, &Self::SHAPE, key))
    }

    /// Number of elements.
    ///
    /// # Errors
    /// As [`SetEdit::view`].
    pub fn len(&self) -> Result<usize> {
        Ok(self.named(self.session.open_map(&self.link, &Self::SHAPE))?.1.count)
    }

    /// Whether there are no elements.
    ///
    /// # Errors
    /// As [`SetEdit::view`].
    pub fn is_empty(&self) -> Result<bool> {
        Ok(self.len()? == 0)
    }

    /// Whether an element is there.
    ///
    /// # Errors
    /// As [`SetEdit::view`].
    pub fn contains(&self, key: K::Set<'_>) -> Result<bool> {
        Ok(self.find(&key)?.is_there)
    }

    /// Adds an element; returns whether it was new.
    ///
    /// # Errors
    /// As [`MapEdit::insert`](super::map_edit::MapEdit::insert).
    pub fn insert(&mut self, key: K::Set<'_>) -> Result<bool> {
        self.link.refresh(self.session);
        let found = self.find(&key)?;
        if found.is_there {
            return Ok(false);
        }
        let map = TypedMap { link: &self.link, shape: Self::SHAPE, has_objects: K::ELEMENT.has_objects };
        let heap = |width, levels| element_len::<K>(&key, MIXED, width, levels);
        let added = self.session.insert_entry(&map, (found.run, found.index), &heap);
        let added = added.map_err(|error| refused::<K>(&key, error));
        let written = added.and_then(|(gap, (run, index))| {
            write_element::<K, S>(self.session, &gap, MIXED, &key)?;
            Ok(FoundKey { run, index, is_there: true })
        });
        let added = written.map_err(|error| name_new_entry::<K, S>(self.session, &self.link, &key, error))?;
        self.session.compact_if_due();
        self.session.note_without(Noted::AddKey, WHOLE, entry::<K>(&self.link, added, &key));
        Ok(true)
    }

    /// Removes an element; returns whether it was there.
    ///
    /// # Errors
    /// As [`SetEdit::view`].
    pub fn remove(&mut self, key: K::Set<'_>) -> Result<bool> {
        self.link.refresh(self.session);
        let found = self.find(&key)?;
        let map = TypedMap { link: &self.link, shape: Self::SHAPE, has_objects: K::ELEMENT.has_objects };
        self.session.remove_found(&map, found)
    }

    /// Removes all elements.
    ///
    /// # Errors
    /// As [`SetEdit::view`].
    pub fn clear(&mut self) -> Result<()> {
        self.session.note_old(Noted::Set, WHOLE, all(&self.link));
        let cleared = self.session.clear_map(&self.link);
        self.named(cleared)?;
        self.session.note(Noted::Set, WHOLE, all(&self.link));
        Ok(())
    }
}
