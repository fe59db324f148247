//! The entries of a map: looked up by key, iterated, and run by run.

use core::ops::Range;
use core::slice::ChunksExact;

use super::Elements;
use super::cursor::ValueRef;
use super::decoder::Decoder;
use super::key::Key;
use super::map_key::SearchKey;
use super::order::check_ascending;
use super::parts::{EntrySlots, MapRef};
use super::slot::Slot;
use super::value::{Object, Part};
use crate::error::{Error, Result, Wording};

impl<'a> MapRef<'a> {
    /// The value of a key; of a set, the key itself. `None` if the key is not there.
    ///
    /// # Errors
    /// [`ErrorKind::Type`](crate::ErrorKind::Type) for a key of another type than the map's;
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes are invalid.
    pub fn get<'k>(&self, key: impl Into<Key<'k>>) -> Result<Option<ValueRef<'a>>> {
        let key = self.schema.sought(&self.entry.key.ty, &key.into())?;
        let shape = self.schema.entry_shape(self.entry);
        let sought = SearchKey { schema: self.schema, buf: self.buf, item: &self.entry.key, key };
        let Some(entry) = self.buf.find(&self.map, &shape, &sought)? else { return Ok(None) };
        let mut slots = self.entry_slots();
        slots.go_to(entry)?;
        slots.value.unwrap_or(slots.key).value().map(Some)
    }

    /// Keys and values, in the order of the keys; of a set, each key twice.
    pub fn iter(&self) -> impl Iterator<Item = Result<(ValueRef<'a>, ValueRef<'a>)>> {
        self.into_entries()
    }

    /// The entries, independent of the cursor's borrow.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = Result<(ValueRef<'a>, ValueRef<'a>)>> + use<'a> {
        self.read_entries(|entry| Ok((entry.key.value()?, entry.value.as_ref().unwrap_or(&entry.key).value()?)))
    }

    /// The slots of the key and, unless it is a set, the value of each entry.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Result<EntryParts<'a>>> + use<'a> {
        self.read_entries(|entry| Ok((entry.key, entry.value.map(Part::Slot))))
    }

    /// The part of each entry to read.
    fn read_entries<T>(self, mut read: impl FnMut(&EntrySlots<'a>) -> Result<T>) -> impl Iterator<Item = Result<T>> {
        let mut cursor = EntryCursor::new(self);
        core::iter::from_fn(move || match cursor.next() {
            Ok(true) => Some(read(&cursor.slots)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        })
    }

    /// Calls `each` with every run, and with its object if it is a block.
    ///
    /// Fails for an empty block, and if the count of the map is not the sum of the blocks' counts.
    pub(crate) fn for_each_run(
        &self,
        each: &mut dyn FnMut(Option<Object<'a>>, &Elements<'a>) -> Result<()>,
    ) -> Result<()> {
        let pointers = match self.map.parts() {
            Ok(run) => return each(None, &run),
            Err(pointers) => pointers,
        };
        let (buf, shape) = (&self.buf, self.schema.entry_shape(self.entry));
        let mut count = 0usize;
        for number in 0..buf.runs(&self.map) {
            let start = buf.block_object(pointers, number)?;
            let run = buf.block(start, &shape)?;
            if run.count == 0 {
                return Err(Error::corrupt(buf.position(start), Wording::EmptyBlock));
            }
            count = count.saturating_add(run.count);
            each(Some(Object { start, content: run.bytes, is_level: false }), &run)?;
        }
        if count == self.map.count {
            return Ok(());
        }
        Err(Error::corrupt(buf.position(self.object), Wording::MapCount))
    }

    /// Fails if the runs exceed the budget of the walk, or the keys do not ascend.
    pub(crate) fn check_runs(&self, decoder: &mut Decoder<'a>) -> Result<()> {
        let mut last = None;
        self.for_each_run(&mut |block, run| {
            if let Some(block) = block {
                decoder.spend(block.content)?;
            }
            check_ascending(&self.buf, self.schema, self.entry, run, &mut last)
        })
    }
}

/// A place among the entries of a map.
pub(crate) struct EntryCursor<'a> {
    map: MapRef<'a>,
    runs: Range<usize>,
    rest: ChunksExact<'a, u8>,
    /// Those of the entry here.
    pub(crate) slots: EntrySlots<'a>,
}

impl<'a> EntryCursor<'a> {
    /// Before the first entry.
    pub(crate) fn new(map: MapRef<'a>) -> Self {
        Self { map, runs: 0..map.buf.runs(&map.map), rest: [].chunks_exact(1), slots: map.entry_slots() }
    }

    /// Goes to the next entry; false if there is none.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<bool> {
        loop {
            if let Some(entry) = self.rest.next() {
                self.slots.go_to(entry)?;
                return Ok(true);
            }
            let Some(number) = self.runs.next() else { return Ok(false) };
            let run = self.map.buf.run(&self.map.map, number, &self.map.schema.entry_shape(self.map.entry))?;
            self.rest = run.bytes.chunks_exact(run.stride.max(1));
        }
    }
}

/// The slots of the key and, unless it is a set, the value of an entry.
pub(crate) type EntryParts<'a> = (Slot<'a>, Option<Part<'a>>);
