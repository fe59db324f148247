//! Maps in a new layout: the canonical form fills its runs anew, any other keeps them.

use alloc::vec::Vec;

use super::{Layout, Rewriter, Stop};
use crate::read::Elements;
use crate::read::order::check_ascending;
use crate::read::parts::MapRef;
use crate::wire::width::Width;

impl<'s> Rewriter<'s> {
    /// Copies a map that is an object; the slot at `slot` of the copy will point to it.
    pub(super) fn map(&mut self, map: &MapRef<'s>, to_null: bool, slot: usize) -> Result<(), Stop> {
        let (mut runs, mut last, count) = (Vec::new(), None, map.len());
        map.for_each_run(&mut |block, run| {
            if let Some(block) = block {
                self.decoder.spend(block.content)?;
            }
            if self.layout == Layout::Canonical {
                check_ascending(&map.buf, map.schema, map.entry, run, &mut last)?;
            }
            runs.push(*run);
            Ok(())
        })?;
        if to_null && count == 0 {
            return Ok(());
        }
        let start = self.out.len();
        self.point(slot)?;
        self.deeper(|rewriter| match (rewriter.layout, map.map.parts()) {
            (Layout::Canonical, _) => rewriter.filled(&runs, map),
            (Layout::KeepSlack, Ok(run)) => {
                rewriter.varint(count.saturating_mul(2))?;
                rewriter.run(&mut entries_of(&runs), count, map, Some((run.bytes, start)))
            }
            (Layout::KeepSlack, Err(pointers)) => {
                let blocks = without_thin(&runs, map.entry.layout.capacity());
                let directory = rewriter.directory(count, blocks.len())?;
                rewriter.slack(pointers, start);
                let step = rewriter.width.bytes();
                for (number, block) in blocks.iter().enumerate() {
                    let start = rewriter.out.len();
                    rewriter.point(directory.saturating_add(number.saturating_mul(step)))?;
                    let count = count_of(block);
                    rewriter.varint(count)?;
                    let old = if let [run] = block { Some((run.bytes, start)) } else { None };
                    rewriter.run(&mut entries_of(block), count, map, old)?;
                }
                Ok(())
            }
        })
    }

    /// The canonical form: one run if it holds all, else blocks of the canonical fill, the rest in the last.
    fn filled(&mut self, runs: &[Elements<'s>], map: &MapRef<'s>) -> Result<(), Stop> {
        let (mut entries, count, entry) = (entries_of(runs), map.len(), map.entry);
        if count <= entry.layout.capacity() {
            self.varint(count.saturating_mul(2))?;
            return self.run(&mut entries, count, map, None);
        }
        let fill = entry.layout.fill();
        let blocks = count.div_ceil(fill);
        let directory = self.directory(count, blocks)?;
        let mut rest = count;
        for number in 0..blocks {
            let of_block = rest.min(fill);
            self.point(directory.saturating_add(number.saturating_mul(self.width.bytes())))?;
            self.varint(of_block)?;
            self.run(&mut entries, of_block, map, None)?;
            rest = rest.saturating_sub(of_block);
        }
        Ok(())
    }

    /// Appends the head of a map in blocks; gives where the pointers lie.
    fn directory(&mut self, count: usize, blocks: usize) -> Result<usize, Stop> {
        self.varint(count.saturating_mul(2).saturating_add(1))?;
        self.varint(blocks)?;
        Ok(self.extend(blocks.saturating_mul(self.width.bytes())))
    }

    /// Appends so many entries, and the slack that followed the old ones: their bytes, and where the copy begins.
    fn run(
        &mut self,
        entries: &mut dyn Iterator<Item = &'s [u8]>,
        count: usize,
        map: &MapRef<'s>,
        old: Option<(&[u8], usize)>,
    ) -> Result<(), Stop> {
        let (to, layout) = (self.width.shift(), &map.entry.layout);
        let stride = layout.size.at(to);
        if layout.prefix.is_some() {
            self.varint(stride)?;
        }
        let mut at = self.room_for(count, stride)?;
        if let Some((old, start)) = old {
            self.slack(old, start);
        }
        let mut parts = map.entry_slots();
        for bytes in entries.take(count) {
            parts.go_to(bytes)?;
            self.slot(&parts.key, at)?;
            if let Some(value) = &parts.value {
                self.slot(value, at.saturating_add(layout.key.at(to)))?;
            }
            at = at.saturating_add(stride);
        }
        Ok(())
    }
}

/// The runs of each block to be: neighbours are put together that fill half a block, as removals do where they can (`map_merge`).
fn without_thin<'r, 's>(runs: &'r [Elements<'s>], capacity: usize) -> Vec<&'r [Elements<'s>]> {
    let (mut blocks, mut rest) = (Vec::new(), runs);
    while !rest.is_empty() {
        // Each run is counted once, or twice if it begins the next block.
        let mut count = 0usize;
        let fits = rest.iter().take_while(|run| {
            count = count.saturating_add(run.count);
            count <= capacity / 2
        });
        let runs = fits.count().max(1);
        let (block, others) = rest.split_at(runs);
        blocks.push(block);
        rest = others;
    }
    blocks
}

fn count_of(runs: &[Elements<'_>]) -> usize {
    runs.iter().fold(0, |count, run| count.saturating_add(run.count))
}

fn entries_of<'s>(runs: &[Elements<'s>]) -> impl Iterator<Item = &'s [u8]> {
    runs.iter().flat_map(|run| run.bytes.chunks_exact(run.stride.max(1)))
}
