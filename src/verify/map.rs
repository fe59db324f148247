//! Maps and sets in a proof: keys that ascend through all runs, blocks that are as many entries as the map counts.

use super::walk::Verifier;
use crate::error::{Error, Result};
use crate::read::Elements;
use crate::read::cursor::Slot;
use crate::read::parts::SortedKey;
use crate::read::path::write_key;
use crate::schema::Entry;

impl<'a> Verifier<'a> {
    /// A map's object.
    pub(super) fn map(&mut self, object: &'a [u8], entry: &'a Entry) -> Result<()> {
        let (buf, schema) = (self.buf(), self.schema);
        let shape = schema.entry_shape(entry);
        let map = buf.map(object, &shape)?;
        let mut last = None;
        let pointers = match map.parts() {
            Ok(run) => {
                self.claim(object, run.bytes)?;
                return self.deeper(|verifier| verifier.entries(&run, entry, &mut last));
            }
            Err(pointers) => pointers,
        };
        self.claim(object, pointers)?;
        self.deeper(|verifier| {
            let mut count = 0usize;
            for number in 0..buf.runs(&map) {
                let object = buf.block_object(pointers, number)?;
                let run = buf.block(object, &shape)?;
                if run.count == 0 {
                    return Err(Error::corrupt(buf.position(object), "a map has an empty block"));
                }
                verifier.claim(object, run.bytes)?;
                verifier.entries(&run, entry, &mut last)?;
                count = count.saturating_add(run.count);
            }
            if count == map.count {
                return Ok(());
            }
            Err(Error::corrupt(buf.position(object), "a map counts other entries than its blocks have"))
        })
    }

    /// The entries of a run, behind those up to the key `last`.
    fn entries(&mut self, run: &Elements<'a>, entry: &'a Entry, last: &mut Option<SortedKey<'a>>) -> Result<()> {
        let (buf, schema) = (self.buf(), self.schema);
        let at = entry.layout.key.at(self.decoder.shift());
        if run.count == 0 {
            return Ok(());
        }
        let checks_keys = self.plan.needs_look(schema, &entry.key);
        let value = entry.value.as_ref().filter(|value| self.plan.needs_look(schema, value));
        for bytes in run.bytes.chunks_exact(run.stride.max(1)) {
            if checks_keys {
                self.item(bytes, &entry.key)?;
            }
            let key = Slot::of_item(buf, bytes, schema, &entry.key);
            let sorted = key.sorted()?;
            if last.as_ref().is_some_and(|last| *last >= sorted) {
                let error = Error::corrupt(buf.position(bytes), "the keys of a map do not ascend");
                return Err(of_key(error, &key));
            }
            *last = Some(sorted);
            if let Some(value) = value {
                self.item(bytes.get(at..).unwrap_or(&[]), value).map_err(|error| of_key(error, &key))?;
            }
        }
        Ok(())
    }
}

/// The error with the key of the entry that it concerns, as paths have it.
#[cold]
fn of_key(error: Error, key: &Slot<'_>) -> Error {
    let mut step = alloc::string::String::new();
    match key.value().and_then(|key| write_key(&mut step, key)) {
        Ok(()) => error.in_field(step),
        Err(_) => error,
    }
}
