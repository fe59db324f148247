//! Entries that are read as proved, in every operation or once, and by views that stay open.

use vellum::{Proved, Vellum};

use super::super::OWN_BYTES;
use super::visit::{checked, proved};
use super::{Entry, EntryView};
use crate::library::Row;
use crate::workloads::oplog::rows::{self, Held};
use crate::workloads::oplog::visit::Sink;
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

/// Bytes that are proved in every operation.
struct Anew(Vec<u8>);

impl Held for Anew {
    #[inline(never)]
    fn walk(&self, sink: &mut impl Sink) {
        Entry::access(&self.0).and_then(|entry| proved::walk(entry.entry(), sink)).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn timestamp(&self) -> u64 {
        Entry::access(&self.0).and_then(|entry| proved::timestamp(&entry.entry())).expect(OWN_BYTES)
    }
}

impl Held for Proved<Vec<u8>, Entry> {
    const NOTE: &'static str = "proved once";

    #[inline(never)]
    fn walk(&self, sink: &mut impl Sink) {
        proved::walk(self.get().entry(), sink).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn timestamp(&self) -> u64 {
        proved::timestamp(&self.get().entry()).expect(OWN_BYTES)
    }
}

impl Held for EntryView<'static> {
    const NOTE: &'static str = "opened once, each access checks";

    #[inline(never)]
    fn walk(&self, sink: &mut impl Sink) {
        let entry = self.entry().and_then(|entry| entry.get()).expect(OWN_BYTES);
        checked::walk(entry, sink).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn timestamp(&self) -> u64 {
        let entry = self.entry().and_then(|entry| entry.get()).expect(OWN_BYTES);
        checked::timestamp(&entry).expect(OWN_BYTES)
    }
}
