//! Maps in a new layout: the canonical form distributes the entries to runs again, other layouts
//! keep the runs.

use alloc::vec::Vec;

use super::rewriter::{Layout, Rewriter, Stop};
use crate::object::{DirectoryHeader, ListHeader};
use crate::read::Elements;
use crate::read::order::check_ascending;
use crate::read::parts::MapRef;

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
        let start = self.to.out.len();
        self.to.point(slot)?;
        self.deeper(|rewriter| {
            let (layout, keeps) = (&map.entry.layout, rewriter.layout == Layout::KeepSlack);
            let mut entries = entries_of(&runs);
            // The entries of each block, and the old bytes of a block that is copied unchanged.
            let (header, blocks): (_, Vec<_>) = match map.map.parts() {
                Ok(run) if keeps => return rewriter.run(&mut entries, (count, true), map, Some((run.bytes, start))),
                Err(_) if keeps => {
                    let blocks = merged_blocks(&runs, layout.capacity());
                    let header = DirectoryHeader::shortest(count, blocks.len());
                    (header, blocks.into_iter().map(|block| (count_of(block), only(block))).collect())
                }
                _ => match DirectoryHeader::canonical(layout, count) {
                    None => return rewriter.run(&mut entries, (count, true), map, None),
                    Some((header, fill)) => {
                        let starts = (0..count).step_by(fill);
                        (header, starts.map(|start| (count.saturating_sub(start).min(fill), None)).collect())
                    }
                },
            };
            let mut pointer = rewriter.to.directory(&header)?;
            rewriter.slack(map.map.own_bytes(), start);
            for (count, old) in blocks {
                let start = rewriter.to.out.len();
                rewriter.to.point(pointer)?;
                rewriter.run(&mut entries, (count, false), map, old.map(|old| (old, start)))?;
                pointer = pointer.saturating_add(rewriter.to.width.bytes());
            }
            Ok(())
        })
    }

    /// Appends `count` entries as a map in one run or as a block. `old` has the old bytes, whose
    /// slack is kept, and the start of the copy.
    fn run(
        &mut self,
        entries: &mut dyn Iterator<Item = &'s [u8]>,
        (count, is_map): (usize, bool),
        map: &MapRef<'s>,
        old: Option<(&[u8], usize)>,
    ) -> Result<(), Stop> {
        let (to, layout) = (self.to.shift(), &map.entry.layout);
        let stride = layout.size.at(to);
        self.to.header(&ListHeader::run(layout, is_map, count, to))?;
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

/// The runs of each new block: neighbours that together fill half a block are merged, as after
/// removals (`map_merge`).
fn merged_blocks<'r, 's>(runs: &'r [Elements<'s>], capacity: usize) -> Vec<&'r [Elements<'s>]> {
    let (mut blocks, mut rest) = (Vec::new(), runs);
    while !rest.is_empty() {
        // A run is visited once, or twice if it begins the next block.
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

/// The bytes of a block that is one run.
fn only<'s>(block: &[Elements<'s>]) -> Option<&'s [u8]> {
    if let [run] = block { Some(run.bytes) } else { None }
}

fn count_of(runs: &[Elements<'_>]) -> usize {
    runs.iter().fold(0, |count, run| count.saturating_add(run.count))
}

fn entries_of<'s>(runs: &[Elements<'s>]) -> impl Iterator<Item = &'s [u8]> {
    runs.iter().flat_map(|run| run.bytes.chunks_exact(run.stride.max(1)))
}
