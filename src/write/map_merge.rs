//! Merging blocks of a map after removals, if that needs no room.
//!
//! ```text
//! [3 a b c][FF FF FF FF ..]  [2 d e][FF ..]   ->   [5 a b c d e][FF FF ..]
//! ```
//! Two neighbours become one if their entries fill half a block, so that the next inserts do not
//! split it again, and if the entries of the second fit in the slack of the first. Removals leave
//! slack, so small blocks have it. Nothing is allocated, and so nothing can fail.

use core::ops::Range;

use super::found_map::{MapAt, ToMap};
use super::session::SchemaSource;
use super::session::Session;
use super::slack::slack_after;
use super::storage::Storage;
use crate::error::Result;

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Merges the block of that number with one of its neighbours, if possible.
    pub(super) fn merge_block(&mut self, map: &dyn ToMap<S, M>, number: usize) -> Result<()> {
        let before = number.checked_sub(1);
        for lower in before.into_iter().chain([number]) {
            // An invalid neighbour is no reason for the removal to fail.
            if let (Ok(a), Ok(b)) = (map.at(self, lower), map.at(self, lower.saturating_add(1)))
                && let Some(end) = self.merged_end(&a, &b)
            {
                return self.merge_blocks(map, (&a, &b), end, lower);
            }
        }
        Ok(())
    }

    /// Where a block ends after it has taken the entries of the next; `None` if they are not to be
    /// merged.
    fn merged_end(&self, a: &MapAt, b: &MapAt) -> Option<usize> {
        let directory = a.directory.as_ref()?;
        let count = a.run.count().saturating_add(b.run.count());
        let is_thin = count <= a.capacity / 2 && a.run.count_width(count) == a.run.tail.count_width;
        if !is_thin || !a.run.is_stored() || !b.run.is_stored() || a.run.stride != b.run.stride {
            return None;
        }
        let len = b.run.tail.end.saturating_sub(b.run.first());
        let end = a.run.tail.end.saturating_add(len);
        if slack_after(self.bytes(), a.run.tail.end, len) < len {
            return None;
        }
        // In a hostile buffer they may overlap.
        let objects: [Range<usize>; 4] =
            [a.run.tail.start..end, b.run.tail.range(), directory.start..directory.pointers.end, a.map_slot()];
        let overlap = |a: &Range<usize>, b: &Range<usize>| a.start < b.end && b.start < a.end;
        let mut rest = objects.as_slice();
        while let Some((first, others)) = rest.split_first() {
            if others.iter().any(|other| overlap(first, other)) {
                return None;
            }
            rest = others;
        }
        Some(end)
    }

    fn merge_blocks(
        &mut self,
        map: &dyn ToMap<S, M>,
        (a, b): (&MapAt, &MapAt),
        end: usize,
        lower: usize,
    ) -> Result<()> {
        let (to, from) = (a.run.tail.end, b.run.first()..b.run.tail.end);
        if !self.grow(to, end) {
            return Ok(());
        }
        let count = a.run.count().saturating_add(b.run.count());
        let bytes = self.bytes_mut();
        bytes.copy_within(from, to);
        a.run.write_count(count, bytes)?;
        self.remove_block(map, lower.saturating_add(1))
    }
}
