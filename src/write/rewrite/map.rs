//! Maps in a new layout: the canonical form fills its runs anew, any other keeps them.

use super::{Layout, Rewriter, Stop};
use crate::error::Error;
use crate::read::Elements;
use crate::read::order::check_ascending;
use crate::schema::{Item, MapEntry};
use crate::wire::width::Width;

impl<'s> Rewriter<'s> {
    /// Copies the map that an object is; the slot at `slot` of the copy will point to it.
    pub(super) fn map(
        &mut self,
        object: &'s [u8],
        entry: &'s MapEntry,
        to_null: bool,
        slot: usize,
    ) -> Result<(), Stop> {
        let buf = self.navigator.buf;
        let shape = self.navigator.schema.entry_shape(entry);
        let map = buf.map(object, &shape)?;
        let (pointers, runs) = match map.parts() {
            Ok(run) => (None, vec_of(run)),
            Err(pointers) => {
                self.decoder.spend(pointers)?;
                let blocks = (0..buf.runs(&map)).map(|number| buf.block(buf.block_object(pointers, number)?, &shape));
                (Some(pointers), blocks.collect::<crate::Result<alloc::vec::Vec<_>>>()?)
            }
        };
        let mut count = 0usize;
        for run in &runs {
            self.decoder.spend(run.bytes)?;
            count = count.saturating_add(run.count);
        }
        let has_empty = pointers.is_some() && runs.iter().any(|run| run.count == 0);
        if count != map.count || has_empty {
            let message = "a map counts other entries than its blocks have";
            return Err(Error::corrupt(self.navigator.position(object), message).into());
        }
        if self.layout == Layout::Canonical {
            let mut last = None;
            for run in &runs {
                check_ascending(&buf, self.navigator.schema, entry, run, &mut last)?;
            }
        }
        if to_null && count == 0 {
            return Ok(());
        }
        let start = self.out.len();
        self.point(slot)?;
        self.deeper(|rewriter| match (rewriter.layout, pointers) {
            (Layout::Canonical, _) => rewriter.filled(&runs, count, entry),
            (Layout::KeepSlack, None) => {
                rewriter.varint(count.saturating_mul(2))?;
                let bytes = runs.first().map_or(&[][..], |run| run.bytes);
                rewriter.run(&mut entries_of(&runs), count, entry, Some((bytes, start)))
            }
            (Layout::KeepSlack, Some(pointers)) => {
                let directory = rewriter.directory(count, runs.len())?;
                rewriter.slack(pointers, start);
                let step = rewriter.width.bytes();
                for (number, run) in runs.iter().enumerate() {
                    let start = rewriter.out.len();
                    rewriter.point(directory.saturating_add(number.saturating_mul(step)))?;
                    rewriter.varint(run.count)?;
                    let mut entries = run.bytes.chunks_exact(run.stride.max(1));
                    rewriter.run(&mut entries, run.count, entry, Some((run.bytes, start)))?;
                }
                Ok(())
            }
        })
    }

    /// The canonical form: one run if it holds all, else blocks of the canonical fill, the rest in the last.
    fn filled(&mut self, runs: &[Elements<'s>], count: usize, entry: &'s MapEntry) -> Result<(), Stop> {
        let mut entries = entries_of(runs);
        if count <= entry.layout.capacity() {
            self.varint(count.saturating_mul(2))?;
            return self.run(&mut entries, count, entry, None);
        }
        let fill = entry.layout.fill();
        let blocks = count.div_ceil(fill);
        let directory = self.directory(count, blocks)?;
        let mut rest = count;
        for number in 0..blocks {
            let of_block = rest.min(fill);
            self.point(directory.saturating_add(number.saturating_mul(self.width.bytes())))?;
            self.varint(of_block)?;
            self.run(&mut entries, of_block, entry, None)?;
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
        entry: &'s MapEntry,
        old: Option<(&[u8], usize)>,
    ) -> Result<(), Stop> {
        let (from, to) = (self.decoder.shift(), self.width.shift());
        let layout = &entry.layout;
        let stride = layout.size.at(to);
        if layout.prefix.is_some() {
            self.varint(stride)?;
        }
        let mut at = self.room_for(count, stride)?;
        if let Some((old, start)) = old {
            self.slack(old, start);
        }
        for bytes in entries.take(count) {
            self.item(bytes, &entry.key, at)?;
            if let Some(value) = &entry.value {
                let value: &Item = value;
                let part = bytes.get(layout.key.at(from)..).unwrap_or(&[]);
                self.item(part, value, at.saturating_add(layout.key.at(to)))?;
            }
            at = at.saturating_add(stride);
        }
        Ok(())
    }
}

fn vec_of(run: Elements<'_>) -> alloc::vec::Vec<Elements<'_>> {
    alloc::vec![run]
}

fn entries_of<'s>(runs: &[Elements<'s>]) -> impl Iterator<Item = &'s [u8]> {
    runs.iter().flat_map(|run| run.bytes.chunks_exact(run.stride.max(1)))
}
