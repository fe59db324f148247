//! Maps and sets in a proof: keys ascend through all runs, and the blocks have as many entries as
//! the header says.

use super::walk::Verifier;
use crate::error::{Error, Result, Wording};
use crate::read::Elements;
use crate::read::cursor::Slot;
use crate::read::map_key::SortedKey;
use crate::read::parts::{EntrySlots, MapRef};
use crate::read::path::KeyStep;
use crate::read::value::Object;

impl<'a> Verifier<'a> {
    /// A map, and its object.
    pub(super) fn map(&mut self, map: &MapRef<'a>, object: &Object<'a>) -> Result<()> {
        self.claim(object)?;
        let mut last = None;
        self.deeper(|verifier| {
            map.for_each_run(&mut |block, run| {
                block.map_or(Ok(()), |block| verifier.claim(&block))?;
                verifier.entries(map, run, &mut last)
            })
        })
    }

    /// The entries of a run, whose keys must be greater than `last`.
    fn entries(&mut self, map: &MapRef<'a>, run: &Elements<'a>, last: &mut Option<SortedKey<'a>>) -> Result<()> {
        let checks_keys = self.plan.needs_look(self.schema, &map.entry.key);
        let item = map.entry.value.as_ref().filter(|value| self.plan.needs_look(self.schema, value));
        let mut parts = map.entry_slots();
        for bytes in run.bytes.chunks_exact(run.stride.max(1)) {
            parts.go_to(bytes)?;
            let EntrySlots { key, value, .. } = &parts;
            if checks_keys {
                self.item(bytes, &map.entry.key)?;
            }
            let sorted = key.sorted()?;
            if let Some(last) = last
                && !key.ascends(last, &sorted)?
            {
                let error = Error::corrupt(key.buf.position(bytes), Wording::KeysNotAscending);
                return Err(of_key(error, key));
            }
            *last = Some(sorted);
            if let (Some(value), Some(item)) = (value, item) {
                self.item(value.record, item).map_err(|error| of_key(error, key))?;
            }
        }
        Ok(())
    }
}

/// The error with the key of the entry as the path.
#[cold]
fn of_key(error: Error, key: &Slot<'_>) -> Error {
    match key.value() {
        Ok(key) => error.in_step(format_args!("{}", KeyStep(key))),
        Err(_) => error,
    }
}
