//! Entries that are read as proved, in every operation or once, and by views that stay open.

use vellum::{Proved, Result, Vellum};

use super::super::OWN_BYTES;
use super::visit::{checked, proved};
use super::{Entry, EntryView};
use crate::library::Row;
use crate::workloads::oplog::rows::{self, Held};
use crate::workloads::oplog::visit::{BlackBox, Sink, Transcript};
use crate::workloads::oplog::{Oplog, OplogEntry};

pub(super) fn rows(log: &Oplog) -> [Row; 3] {
    let row = |mode| Row::new("vellum", "vellum", "", mode, Vec::new());
    let kept = |entry: &OplogEntry| Proved::<_, Entry>::new(encode(entry)).expect(OWN_BYTES);
    // Views of buffers that live as long as they are read: as long as the process.
    let open = |entry: &OplogEntry| Entry::view(encode(entry).leak()).expect(OWN_BYTES);
    [
        rows::held(row("verified").proved(), log, |entry| Anew(encode(entry))),
        rows::held(row("verified, kept").proved(), log, kept).kept(),
        rows::held(row("derive, kept"), log, open).kept(),
    ]
}

fn encode(entry: &OplogEntry) -> Vec<u8> {
    vellum::to_vec::<Entry>(&rows::Entry::of(entry)).expect("the entry is small")
}

/// The two ways through the entry that every holder has.
macro_rules! reads {
    ($walk:ident, $timestamp:ident) => {
        fn walk(&self) {
            $walk(self, &mut BlackBox).expect(OWN_BYTES);
        }

        fn transcript(&self) -> Transcript {
            let mut sink = Transcript::default();
            $walk(self, &mut sink).expect(OWN_BYTES);
            sink
        }

        fn timestamp(&self) -> u64 {
            $timestamp(self).expect(OWN_BYTES)
        }
    };
}

/// Bytes that are proved in every operation.
struct Anew(Vec<u8>);

impl Held for Anew {
    reads!(walk_anew, timestamp_anew);
}

#[inline(never)]
fn walk_anew(Anew(bytes): &Anew, sink: &mut impl Sink) -> Result<()> {
    proved::walk(Entry::access(bytes)?.entry(), sink)
}

#[inline(never)]
fn timestamp_anew(Anew(bytes): &Anew) -> Result<u64> {
    proved::timestamp(&Entry::access(bytes)?.entry())
}

impl Held for Proved<Vec<u8>, Entry> {
    const NOTE: &'static str = "proved once";
    reads!(walk_kept, timestamp_kept);
}

#[inline(never)]
fn walk_kept(held: &Proved<Vec<u8>, Entry>, sink: &mut impl Sink) -> Result<()> {
    proved::walk(held.get().entry(), sink)
}

#[inline(never)]
fn timestamp_kept(held: &Proved<Vec<u8>, Entry>) -> Result<u64> {
    proved::timestamp(&held.get().entry())
}

impl Held for EntryView<'static> {
    const NOTE: &'static str = "opened once, each access checks";
    reads!(walk_open, timestamp_open);
}

#[inline(never)]
fn walk_open(view: &EntryView<'_>, sink: &mut impl Sink) -> Result<()> {
    checked::walk(view.entry()?.get()?, sink)
}

#[inline(never)]
fn timestamp_open(view: &EntryView<'_>) -> Result<u64> {
    checked::timestamp(&view.entry()?.get()?)
}
