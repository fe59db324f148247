//! The edit cursors of maps and sets, with the search that both use.

use alloc::vec::Vec;
use core::cell::Cell;
use core::marker::PhantomData;

use super::codec::decode_element;
use super::element::{element, get_element};
use super::field::{element_len, name_new_entry, write_element};
use super::key::MapKey;
use super::map::{Entries, Map, Set, find, key_of, open, set_shape, shape, value_of};
use super::plan::may_convert;
use super::rules::{Verdict, refused};
use super::session::{WHOLE, all, entry, note_value, part};
use super::{Checked, DecodeOwned, Value};
use crate::error::{Error, Result, Wording};
use crate::layout::{EntryLayout, Size};
use crate::read::Buf;
use crate::read::document::Decoder;
use crate::read::map::{EntryShape, FoundKey, MapBytes};
use crate::read::navigate::{RecordSpan, Step};
use crate::read::open::RecordBytes;
use crate::schema::MIXED;
use crate::wire::width::PointerWidth;
use crate::write::map::{EntryKind, MapAt, ToMap};
use crate::write::session::Compiled;
use crate::write::{EntriesOfRun, InsertedElements, Link, Locator, Noted, Session, Storage, Target, runs_without};

/// A typed cursor's map.
pub(super) struct TypedMap<'l, 'a> {
    pub(super) link: &'l Link<'a>,
    pub(super) shape: EntryShape<'static>,
    pub(super) has_objects: bool,
}

impl<S: Storage> ToMap<S, Compiled> for TypedMap<'_, '_> {
    fn at(&self, session: &Session<S>, number: usize) -> Result<MapAt> {
        let slot = self.link.holder(session)?;
        let entries = EntryKind { shape: self.shape, levels: self.link.levels(), has_objects: self.has_objects };
        MapAt::new(&session.buf(), slot, number, &entries)
    }

    fn locator(&self) -> &dyn Locator {
        self.link
    }
}

impl TypedMap<'_, '_> {
    /// Removes an entry that a search has found; returns whether it was there.
    fn remove_found<S: Storage>(&self, session: &mut Session<S>, found: FoundKey) -> Result<bool> {
        if found.is_there {
            // While its key is there.
            let noted = session.noted();
            session.note_old(Noted::RemoveKey, WHOLE, part(self.link, Step::to_entry(found)));
            session.note_without(Noted::RemoveKey, WHOLE, part(self.link, Step::to_entry(found)));
            let removed = session.remove_entry(self, (found.run, found.index));
            if removed.is_err() {
                session.forget_since(noted);
            }
            self.link.named_entry(session, found, removed)?;
        }
        Ok(found.is_there)
    }

    /// Removes the entries that do not stay, after the predicate was called for all.
    fn retain_entries<S: Storage>(&self, session: &mut Session<S>, keep: &mut Keep<'_>) -> Result<()> {
        let removed = self.entries_without(session, keep)?;
        let noted = session.noted();
        if session.is_recorded() {
            // While their keys are there.
            for (run, indices) in &removed {
                for index in indices.iter().cloned().flatten() {
                    let found = FoundKey { run: *run, index, is_there: true };
                    session.note_old(Noted::RemoveKey, WHOLE, part(self.link, Step::to_entry(found)));
                    session.note_without(Noted::RemoveKey, WHOLE, part(self.link, Step::to_entry(found)));
                }
            }
        }
        let done = session.remove_entries(self, &removed);
        if done.is_err() {
            session.forget_since(noted);
        }
        self.link.named(session, done)
    }

    /// The entries that do not stay, by the runs of the map.
    fn entries_without<S: Storage>(&self, session: &Session<S>, keep: &mut Keep<'_>) -> Result<Vec<EntriesOfRun>> {
        let (link, shape) = (self.link, &self.shape);
        let (slot, bytes) = link.named(session, link.open_map(session, shape))?;
        let buf = *slot.buf();
        // An upper bound of the bytes of entries, unless blocks overlap; so the list of removed
        // entries is bounded, too.
        let mut left = buf.bytes.len();
        let mut removed = Vec::new();
        for number in 0..buf.runs(&bytes) {
            let run = link.named(session, buf.run(&bytes, number, shape))?;
            let Some(rest) = left.checked_sub(run.bytes.len()) else {
                return link.named(session, Err(Error::corrupt(buf.position(run.bytes), Wording::BlocksOverlap)));
            };
            left = rest;
            let entries = runs_without(run.count, |index| {
                let entry = crate::wire::slice(run.bytes, index.saturating_mul(run.stride), run.stride);
                let stays = keep(buf, entry.unwrap_or(&[]));
                link.named_entry(session, FoundKey { run: number, index, is_there: true }, stays)
            })?;
            if !entries.is_empty() {
                removed.push((number, entries));
            }
        }
        Ok(removed)
    }
}

impl Link<'_> {
    /// The map at this cursor.
    #[inline]
    fn open_map<'b, S: Storage>(
        &self,
        session: &'b Session<S>,
        shape: &EntryShape<'_>,
    ) -> Result<(RecordBytes<'b>, MapBytes<'b>)> {
        let slot = session.record(self.holder(session)?)?;
        let map = open(&slot, Size::ZERO, shape)?;
        Ok((slot, map))
    }

    /// Where a key is in the map.
    #[inline]
    fn find_key<K: MapKey, S: Storage>(
        &self,
        session: &Session<S>,
        shape: &EntryShape<'_>,
        key: &K::Set<'_>,
    ) -> Result<FoundKey> {
        let (slot, map) = self.open_map(session, shape)?;
        find::<K>(slot.buf(), &map, shape, key)
    }

    /// The bytes of an entry that was found.
    #[inline]
    fn entry<S: Storage>(&self, session: &Session<S>, shape: &EntryShape<'_>, found: FoundKey) -> Result<RecordSpan> {
        let (slot, map) = self.open_map(session, shape)?;
        let run = slot.buf().run(&map, found.run, shape)?;
        let start = slot.buf().position(run.bytes);
        Ok(RecordSpan { pos: start.saturating_add(found.index.saturating_mul(run.stride)), size: run.stride })
    }

    /// Adds the path of an entry of the map at this cursor to an error.
    #[inline(always)]
    pub(super) fn named_entry<S: Storage, R>(
        &self,
        session: &Session<S>,
        found: FoundKey,
        result: Result<R>,
    ) -> Result<R> {
        match result {
            Ok(done) => Ok(done),
            Err(error) => Err(session.name_error(error, self, Step::to_entry(found))),
        }
    }
}

/// The parts of an entry's gap.
fn parts(
    gap: &InsertedElements,
    layout: &EntryLayout,
    shift: u32,
    key_heap: u64,
) -> (InsertedElements, InsertedElements) {
    let (at, middle) = (layout.key.at(shift), usize::try_from(key_heap).unwrap_or(usize::MAX));
    let middle = gap.heap.start.saturating_add(middle);
    let RecordSpan { pos, size } = gap.elements;
    let key = InsertedElements { elements: RecordSpan { pos, size: at }, heap: gap.heap.start..middle };
    let value = RecordSpan { pos: pos.saturating_add(at), size: size.saturating_sub(at) };
    (key, InsertedElements { elements: value, heap: middle..gap.heap.end })
}

/// Edits a map in its buffer.
///
/// ```
/// use std::collections::BTreeMap;
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Game { scores: BTreeMap<String, u32> }
///
/// let mut bytes = vellum::to_vec(&Game { scores: BTreeMap::new() })?;
/// let mut game = Game::edit(&mut bytes)?;
/// let mut scores = game.scores();
/// scores.insert("ada", 3)?;
/// scores.insert("bob", 5)?;
/// scores.update("ada", 0, |score| score + 1)?;
/// assert_eq!(scores.get("ada")?, Some(4));
/// assert!(scores.remove("bob")?);
/// assert_eq!(Game::peek(&bytes)?.scores()?.len(), 1);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// There is no `values_mut`, for the same reason that [`ListEdit`](crate::cursor::ListEdit) has no
/// `iter_mut`. If the keys are known, [`MapEdit::at`] returns one cursor after the other.
pub struct MapEdit<'a, S, K, V> {
    pub(super) session: &'a mut Session<S>,
    pub(super) link: Link<'a>,
    marker: PhantomData<fn() -> (K, V)>,
}

impl<'a, S: Storage, K: MapKey, V: Value> MapEdit<'a, S, K, V> {
    pub(super) const SHAPE: EntryShape<'static> = shape::<K, V>();
    pub(super) const HAS_OBJECTS: bool = K::ELEMENT.has_objects || V::ELEMENT.has_objects;

    #[inline]
    pub(crate) fn new(session: &'a mut Session<S>, link: Link<'a>) -> Self {
        Self { session, link, marker: PhantomData }
    }

    /// Adds the path of the map to an error.
    #[inline(always)]
    fn named<R>(&self, result: Result<R>) -> Result<R> {
        self.link.named(self.session, result)
    }

    /// Adds the path of an entry to an error.
    #[inline(always)]
    fn named_entry<R>(&self, found: FoundKey, result: Result<R>) -> Result<R> {
        self.link.named_entry(self.session, found, result)
    }

    #[inline]
    fn find(&self, key: &K::Set<'_>) -> Result<FoundKey> {
        self.named(self.link.find_key::<K, S>(self.session, &Self::SHAPE, key))
    }

    /// The value part of an entry.
    fn value_holder(&self, found: FoundKey) -> Result<RecordSpan> {
        let RecordSpan { pos, size } = self.named(self.link.entry(self.session, &Self::SHAPE, found))?;
        let at = Self::SHAPE.layout.key.at(self.session.shift());
        Ok(RecordSpan { pos: pos.saturating_add(at), size: size.saturating_sub(at) })
    }

    /// A view of the map.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: std::collections::BTreeMap<String, u32> }
    /// let mut bytes = vellum::to_vec(&Game { scores: [("ada".to_string(), 3), ("bob".to_string(), 5)].into() })?;
    /// let mut game = Game::edit(&mut bytes)?;
    /// let scores = game.scores();
    /// for entry in scores.view()?.iter() {
    ///     let (name, score) = entry?;
    ///     assert!(name < "c" && score > 2);
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the map's bytes are invalid.
    pub fn view(&self) -> Result<Map<'_, K, V, Checked>> {
        let slot = self.link.holder(self.session).and_then(|holder| self.session.record(holder));
        self.named(slot.and_then(|slot| Map::behind(&slot, Size::ZERO, Checked)))
    }

    /// Number of entries.
    ///
    /// # Errors
    /// As [`MapEdit::view`].
    pub fn len(&self) -> Result<usize> {
        Ok(self.named(self.link.open_map(self.session, &Self::SHAPE))?.1.count)
    }

    /// Whether there are no entries.
    ///
    /// # Errors
    /// As [`MapEdit::view`].
    pub fn is_empty(&self) -> Result<bool> {
        Ok(self.len()? == 0)
    }

    /// The value of a key, or `None`.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: std::collections::BTreeMap<String, u32> }
    /// let mut bytes = vellum::to_vec(&Game { scores: [("ada".to_string(), 3), ("bob".to_string(), 5)].into() })?;
    /// let mut game = Game::edit(&mut bytes)?;
    /// let scores = game.scores();
    /// assert_eq!((scores.get("ada")?, scores.get("eve")?), (Some(3), None));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`MapEdit::view`].
    #[inline]
    pub fn get(&self, key: K::Set<'_>) -> Result<Option<V::Get<'_, Checked>>> {
        let found = self.find(&key)?;
        if !found.is_there {
            return Ok(None);
        }
        let record = self.session.record(self.value_holder(found)?);
        self.named_entry(found, record.and_then(|record| get_element::<V>(&record))).map(Some)
    }

    /// Whether a key is there.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: std::collections::BTreeMap<String, u32> }
    /// let mut bytes = vellum::to_vec(&Game { scores: [("ada".to_string(), 3), ("bob".to_string(), 5)].into() })?;
    /// let mut game = Game::edit(&mut bytes)?;
    /// let scores = game.scores();
    /// assert!(scores.contains_key("ada")? && !scores.contains_key("eve")?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`MapEdit::view`].
    pub fn contains_key(&self, key: K::Set<'_>) -> Result<bool> {
        Ok(self.find(&key)?.is_there)
    }

    /// Sets the value of a key, which is added if it is missing; returns whether it was there.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: std::collections::BTreeMap<String, u32> }
    /// let mut bytes = vellum::to_vec(&Game { scores: [("ada".to_string(), 3), ("bob".to_string(), 5)].into() })?;
    /// let mut game = Game::edit(&mut bytes)?;
    /// let mut scores = game.scores();
    /// assert!(scores.insert("ada", 4)?); // it was there
    /// assert!(!scores.insert("eve", 1)?);
    /// assert_eq!((scores.get("ada")?, scores.len()?), (Some(4), 3));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot grow;
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the map's bytes are invalid. The buffer
    /// is then unchanged.
    #[inline]
    pub fn insert(&mut self, key: K::Set<'_>, value: V::Set<'_>) -> Result<bool> {
        self.link.refresh(self.session);
        let found = self.find(&key)?;
        if !found.is_there {
            self.add(found, &key, &value)?;
            return Ok(false);
        }
        let holder = self.value_holder(found)?;
        let target =
            Target { parent: &self.link, step: Step::to_entry(found), holder, generation: self.session.generation };
        self.session.note_old(Noted::Set, WHOLE, part(&self.link, Step::to_entry(found)));
        let set = V::set(self.session, target, element::<V>(), &value);
        self.named_entry(found, set)?;
        let at = entry::<K>(&self.link, found, &key);
        note_value::<V, S>(self.session, (Noted::Set, WHOLE), at, &value, V::DEFAULT);
        Ok(true)
    }

    fn add(&mut self, found: FoundKey, key: &K::Set<'_>, value: &V::Set<'_>) -> Result<FoundKey> {
        let map = TypedMap { link: &self.link, shape: Self::SHAPE, has_objects: Self::HAS_OBJECTS };
        // A key is measured before bytes change, since a `check` may be called for it.
        let key_lens = Cell::new([0u64; 3]);
        let heap = |width: PointerWidth, levels| {
            let (mut lens, len) = (key_lens.get(), element_len::<K>(key, MIXED, width, levels));
            if let Some(known) = lens.get_mut(width as usize) {
                *known = len;
            }
            key_lens.set(lens);
            len.saturating_add(element_len::<V>(value, MIXED, width, levels))
        };
        let added = self.session.whole_if(may_convert::<K>() || may_convert::<V>(), |session| {
            let (gap, (run, index)) = session.insert_entry(&map, (found.run, found.index), &heap)?;
            let key_heap = key_lens.get().get(session.width as usize).copied().unwrap_or(0);
            let (key_gap, value_gap) = parts(&gap, &Self::SHAPE.layout, session.shift(), key_heap);
            write_element::<K, S>(session, &key_gap, MIXED, key)?;
            write_element::<V, S>(session, &value_gap, MIXED, value)?;
            session.compact_if_due();
            Ok(FoundKey { run, index, is_there: true })
        });
        let added = added.map_err(|error| {
            let error = refused::<V>(value, refused::<K>(key, error));
            name_new_entry::<K, S>(self.session, &self.link, key, error)
        })?;
        let at = entry::<K>(&self.link, added, key);
        note_value::<V, S>(self.session, (Noted::AddKey, WHOLE), at, value, V::DEFAULT);
        Ok(added)
    }

    /// The value of a key to edit: an edit cursor for structs, lists and maps, the value for other
    /// types. `None` if the key does not exist.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Book { pages: BTreeMap<u16, Vec<String>> }
    /// let mut bytes = vellum::to_vec(&Book { pages: [(7, vec![])].into() })?;
    /// let mut book = Book::edit(&mut bytes)?;
    /// if let Some(mut lines) = book.pages().at(7)? {
    ///     lines.push("a line")?;
    /// }
    /// assert!(book.pages().at(8)?.is_none());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`MapEdit::view`].
    pub fn at(&mut self, key: K::Set<'_>) -> Result<Option<V::Cursor<'_, S>>> {
        self.link.refresh(self.session);
        let found = self.find(&key)?;
        if !found.is_there {
            return Ok(None);
        }
        let holder = self.value_holder(found)?;
        let target =
            Target { parent: &self.link, step: Step::to_entry(found), holder, generation: self.session.generation };
        V::cursor(self.session, target, element::<V>()).map(Some)
    }

    /// The value of a key to edit, as [`MapEdit::at`]; if the key is not there, it is added first,
    /// with a value.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Index { pages: BTreeMap<String, Vec<u32>> }
    /// let mut bytes = vellum::to_vec(&Index { pages: BTreeMap::new() })?;
    /// let mut index = Index::edit(&mut bytes)?;
    /// index.pages().at_or_insert("skin", &[])?.push(7)?;
    /// index.pages().at_or_insert("skin", &[])?.push(9)?;
    /// assert_eq!(index.pages().get("skin")?.unwrap().len(), 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`MapEdit::insert`].
    pub fn at_or_insert(&mut self, key: K::Set<'_>, value: V::Set<'_>) -> Result<V::Cursor<'_, S>> {
        self.link.refresh(self.session);
        let mut found = self.find(&key)?;
        if !found.is_there {
            found = self.add(found, &key, &value)?;
        }
        let holder = self.value_holder(found)?;
        let target =
            Target { parent: &self.link, step: Step::to_entry(found), holder, generation: self.session.generation };
        V::cursor(self.session, target, element::<V>())
    }

    /// Replaces the value of a key by the result of `update`; a missing key is added, with the
    /// result of `update` for `default`. The result may not borrow from the old value.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: std::collections::BTreeMap<String, u32> }
    /// let mut bytes = vellum::to_vec(&Game { scores: [("ada".to_string(), 3), ("bob".to_string(), 5)].into() })?;
    /// let mut game = Game::edit(&mut bytes)?;
    /// let mut scores = game.scores();
    /// scores.update("ada", 0, |score| score + 1)?;
    /// scores.update("eve", 10, |score| score + 1)?;
    /// assert_eq!((scores.get("ada")?, scores.get("eve")?), (Some(4), Some(11)));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`MapEdit::insert`].
    pub fn update<'v>(
        &mut self,
        key: K::Set<'_>,
        default: V::Get<'_, Checked>,
        update: impl FnOnce(V::Get<'_, Checked>) -> V::Set<'v>,
    ) -> Result<()>
    where
        V: 'v,
    {
        let value = match self.get(K::reborrow(&key))? {
            Some(value) => update(value),
            None => update(default),
        };
        self.insert(key, value).map(drop)
    }

    /// Removes a key with its value; returns whether it was there.
    ///
    /// # Errors
    /// As [`MapEdit::view`].
    pub fn remove(&mut self, key: K::Set<'_>) -> Result<bool> {
        self.link.refresh(self.session);
        let found = self.find(&key)?;
        let map = TypedMap { link: &self.link, shape: Self::SHAPE, has_objects: Self::HAS_OBJECTS };
        map.remove_found(self.session, found)
    }

    /// Takes the value of a key out of the map, decoded.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Game { scores: std::collections::BTreeMap<String, u32> }
    /// let mut bytes = vellum::to_vec(&Game { scores: [("ada".to_string(), 3), ("bob".to_string(), 5)].into() })?;
    /// let mut game = Game::edit(&mut bytes)?;
    /// let mut scores = game.scores();
    /// assert_eq!((scores.take("ada")?, scores.take("ada")?), (Some(3), None));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`MapEdit::remove`].
    pub fn take(&mut self, key: K::Set<'_>) -> Result<Option<V>>
    where
        V: DecodeOwned,
    {
        let found = self.find(&key)?;
        if !found.is_there {
            return Ok(None);
        }
        let value = self
            .session
            .record(self.value_holder(found)?)
            .and_then(|value| decode_element::<V, _>(value.bytes(), &mut Decoder::new(*value.buf())));
        let value = self.named_entry(found, value)?;
        self.remove(key)?;
        Ok(Some(value))
    }

    /// Removes all entries.
    ///
    /// # Errors
    /// As [`MapEdit::remove`].
    pub fn clear(&mut self) -> Result<()> {
        self.session.note_old(Noted::Set, WHOLE, all(&self.link));
        let cleared = self.session.clear_map(&self.link);
        self.named(cleared)?;
        self.session.note(Noted::Set, WHOLE, all(&self.link));
        Ok(())
    }
}

// Edits of an entry that depend on whether the map has it.

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
    /// let page = Page::peek(&bytes)?;
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

    /// The value to edit, added first if the key does not exist: an edit cursor for structs, lists
    /// and maps, the value for other types.
    ///
    /// # Errors
    /// As [`MapEdit::insert`].
    pub fn or_insert(self, value: V::Set<'_>) -> Result<V::Cursor<'m, S>> {
        self.map.at_or_insert(self.key, value)
    }
}

// Iterating over the entries of an edited map or set, and removing entries by a predicate.

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
    pub fn iter(&self) -> Result<Entries<'_, K, V, Checked>> {
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
    /// let scores = Game::peek(&bytes)?.scores()?;
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
        map.retain_entries(self.session, &mut |buf, entry| {
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
        set.retain_entries(self.session, &mut |buf, entry| keep(key_of::<K>(buf, entry)?).verdict())
    }
}

// The edit cursor of a set.

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
    pub fn view(&self) -> Result<Set<'_, K, Checked>> {
        let slot = self.link.holder(self.session).and_then(|holder| self.session.record(holder));
        self.named(slot.and_then(|slot| Set::behind(&slot, Size::ZERO, Checked)))
    }

    /// Adds the path of the set to an error.
    #[inline(always)]
    fn named<R>(&self, result: Result<R>) -> Result<R> {
        self.link.named(self.session, result)
    }

    fn find(&self, key: &K::Set<'_>) -> Result<FoundKey> {
        self.named(self.link.find_key::<K, S>(self.session, &Self::SHAPE, key))
    }

    /// Number of elements.
    ///
    /// # Errors
    /// As [`SetEdit::view`].
    pub fn len(&self) -> Result<usize> {
        Ok(self.named(self.link.open_map(self.session, &Self::SHAPE))?.1.count)
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
    /// As [`MapEdit::insert`](MapEdit::insert).
    pub fn insert(&mut self, key: K::Set<'_>) -> Result<bool> {
        self.link.refresh(self.session);
        let found = self.find(&key)?;
        if found.is_there {
            return Ok(false);
        }
        let map = TypedMap { link: &self.link, shape: Self::SHAPE, has_objects: K::ELEMENT.has_objects };
        let heap = |width, levels| element_len::<K>(&key, MIXED, width, levels);
        let added = self.session.whole_if(may_convert::<K>(), |session| {
            let (gap, (run, index)) = session.insert_entry(&map, (found.run, found.index), &heap)?;
            write_element::<K, S>(session, &gap, MIXED, &key)?;
            Ok(FoundKey { run, index, is_there: true })
        });
        let added = added.map_err(|error| refused::<K>(&key, error));
        let added = added.map_err(|error| name_new_entry::<K, S>(self.session, &self.link, &key, error))?;
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
        map.remove_found(self.session, found)
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
