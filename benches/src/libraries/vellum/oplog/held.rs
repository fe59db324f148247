//! Entries that are read as proved, in every operation or once, and by views that stay open.

use vellum::{Vellum, proved::Checked};

use super::super::OWN_BYTES;
use super::Derive;
use super::visit::{checked, proved};
use crate::library::Row;
use crate::workloads::oplog::rows::{self, Codec as _, Held};
use crate::workloads::oplog::visit::Sink;
use crate::workloads::oplog::{Oplog, OplogEntry, OplogEntryOpened, OplogEntryView};

pub(super) fn rows(log: &Oplog) -> [Row; 3] {
    let row = |mode| Row::new("vellum", "vellum-format", "", mode, Vec::new());
    // Views of buffers that live as long as they are read: as long as the process.
    let kept = |entry: &OplogEntry| OplogEntry::prove(Derive::encode(entry).leak()).expect(OWN_BYTES);
    let open = |entry: &OplogEntry| OplogEntry::peek(Derive::encode(entry).leak()).expect(OWN_BYTES);
    [
        rows::held(row("verified").proved(), log, |entry| Anew(Derive::encode(entry))),
        rows::held(row("verified, kept").proved(), log, kept).kept(),
        rows::held(row("derive, kept"), log, open).kept(),
    ]
}

/// Bytes that are proved in every operation.
struct Anew(Vec<u8>);

impl Held for Anew {
    #[inline(never)]
    fn walk(&self, sink: &mut impl Sink) {
        OplogEntry::prove(&self.0).and_then(|entry| proved::walk(&entry, sink)).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn timestamp(&self) -> u64 {
        OplogEntry::prove(&self.0).expect(OWN_BYTES).timestamp()
    }
}

impl Held for OplogEntryView<'static> {
    const NOTE: &'static str = "proved once";

    #[inline(never)]
    fn walk(&self, sink: &mut impl Sink) {
        proved::walk(self, sink).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn timestamp(&self) -> u64 {
        OplogEntryView::timestamp(self)
    }
}

impl Held for OplogEntryOpened<'static, Checked> {
    const NOTE: &'static str = "opened once, each access checks";

    #[inline(never)]
    fn walk(&self, sink: &mut impl Sink) {
        let entry = self.get().expect(OWN_BYTES);
        checked::walk(&entry, sink).expect(OWN_BYTES);
    }

    #[inline(never)]
    fn timestamp(&self) -> u64 {
        OplogEntryOpened::timestamp(self).expect(OWN_BYTES)
    }
}
