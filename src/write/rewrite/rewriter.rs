//! The state of a layout: input, output, results, and functions that all of its parts use.

use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::layout::Size;
use crate::limits::too_many;
use crate::object::{ObjectWriter, TooNarrow};
use crate::read::decoder::Decoder;
use crate::read::navigate::Navigator;
use crate::schema::StructId;
use crate::wire::extension::lineage_block;
use crate::wire::header::Header;
use crate::wire::slice_or_empty;
use crate::wire::width::PointerWidth;
use crate::write::slack::{kept_slack, slack_after};

/// The purpose of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Equal values give equal bytes.
    Canonical,
    /// Objects keep free space behind them, up to half their size, and empty objects stay.
    KeepSlack,
}

/// Why a layout ended early.
pub(super) enum Stop {
    /// An offset does not fit a pointer.
    TooNarrow,
    Error(Error),
}

impl From<TooNarrow> for Stop {
    fn from(_: TooNarrow) -> Self {
        Self::TooNarrow
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// A record that is written as an object.
pub(super) struct BegunRecord {
    /// The offsets of the object and of its record.
    pub(super) start: usize,
    pub(super) at: usize,
    pub(super) size: usize,
}

/// Copies a record of a struct to an offset.
pub(super) type RecordCopier = for<'s> fn(&mut Rewriter<'s>, &'s [u8], StructId, usize) -> Result<(), Stop>;

pub(super) struct Rewriter<'s> {
    pub(super) navigator: Navigator<'s>,
    pub(super) decoder: Decoder<'s>,
    pub(super) to: ObjectWriter,
    pub(super) layout: Layout,
    /// Offset of a packed list to be unpacked.
    pub(super) unpack: Option<usize>,
    /// Where the elements end of a list that gets room to grow, or 0; how long it may then be, and
    /// whether there is one.
    pub(super) grown: (usize, u64),
    pub(super) is_grown: bool,
    /// The limit of bytes by which records of an old revision become longer.
    pub(super) most: u64,
    /// The fast path for records; without it their fields are copied one by one.
    pub(super) copier: Option<RecordCopier>,
}

impl<'s> Rewriter<'s> {
    pub(super) fn new(
        navigator: &Navigator<'s>,
        width: PointerWidth,
        layout: Layout,
        unpack: Option<usize>,
        after: u64,
        mut out: Vec<u8>,
    ) -> Self {
        let decoder = Decoder::new(navigator.buf);
        // Wider pointers rarely add more than a quarter.
        let len = navigator.buf.bytes.len();
        let wider = if width > PointerWidth::from(navigator.buf.width) { len / 4 } else { 0 };
        let room = (len.saturating_add(wider) as u64).saturating_add(after).min(width.max_len());
        out.clear();
        // If that fails, a shorter allocation may still suffice.
        let _ = out.try_reserve_exact(usize::try_from(room).unwrap_or(0));
        let most = navigator.schema.limits().bytes_of(len);
        let to = ObjectWriter { width, base: 0, out };
        let (navigator, grown, is_grown) = (*navigator, (0, 0), false);
        Self { navigator, decoder, to, layout, unpack, grown, is_grown, most, copier: None }
    }

    /// Lays out the whole buffer; `None` if the width is too narrow.
    pub(super) fn finish(mut self) -> Result<Option<Vec<u8>>> {
        Ok(self.lay_out()?.then_some(self.to.out))
    }

    /// Lays the whole buffer out into `out`; returns whether the width is wide enough.
    pub(super) fn lay_out(&mut self) -> Result<bool> {
        self.navigator.schema.check()?;
        match self.root() {
            Ok(()) => Ok(self.to.out.len() as u64 <= self.to.width.max_len()),
            Err(Stop::TooNarrow) => Ok(false),
            Err(Stop::Error(error)) => Err(error),
        }
    }

    fn root(&mut self) -> Result<(), Stop> {
        let id = self.navigator.plan.id;
        let size = self.navigator.schema.structure(id).size().at(self.to.shift());
        let lineage = self.navigator.lineage().map(lineage_block);
        let extension = match self.layout {
            Layout::Canonical => lineage.as_slice().as_flattened(),
            Layout::KeepSlack => Header::extension(self.navigator.buf.bytes),
        };
        self.to.out.push(Header::flags(self.to.width, extension));
        self.to.out.extend_from_slice(extension);
        self.to.varint(size)?;
        let head = self.to.extend(size);
        self.record(self.navigator.bytes(self.navigator.root), id, head)
    }

    /// Appends a record of zeros as an object.
    pub(super) fn begin_record(&mut self, size: Size) -> Result<BegunRecord, Stop> {
        let (start, size) = (self.to.out.len(), size.at(self.to.shift()));
        self.to.varint(size)?;
        let at = self.to.extend(size);
        Ok(BegunRecord { start, at, size })
    }

    /// Points the slot at `slot` to a record that was filled. If defaults become null and the
    /// record is all zeros, the record is removed again: in the canonical form a default is stored
    /// as zeros, and any other value sets a bit, a word or a pointer.
    pub(super) fn end_record(&mut self, copy: &BegunRecord, slot: usize, to_null: bool) -> Result<(), Stop> {
        if to_null && slice_or_empty(&self.to.out, copy.at, copy.size).iter().all(|byte| *byte == 0) {
            self.to.out.truncate(copy.start);
            return Ok(());
        }
        Ok(self.to.point_to(slot, copy.start)?)
    }

    /// Appends the slack that the object ending at `end` may keep; `start` is where its copy
    /// begins.
    #[inline]
    pub(super) fn slack(&mut self, content: &[u8], start: usize) {
        if self.layout == Layout::KeepSlack {
            let end = self.navigator.buf.position(content).saturating_add(content.len());
            if end == self.grown.0 || self.navigator.buf.bytes.get(end) == Some(&0xFF) {
                self.keep_slack(end, start);
            }
        }
    }

    #[inline(never)]
    fn keep_slack(&mut self, end: usize, start: usize) {
        let len = self.to.out.len().saturating_sub(start);
        let slack = if end == self.grown.0 {
            self.is_grown = true;
            usize::try_from(self.grown.1).unwrap_or(usize::MAX).saturating_sub(len)
        } else {
            slack_after(self.navigator.buf.bytes, end, kept_slack(len))
        };
        let len = self.to.out.len().saturating_add(slack);
        self.to.out.resize(len, 0xFF);
    }

    /// Fails if `len` more bytes exceed the limits of the schema for this buffer.
    pub(super) fn check_room(&self, len: usize) -> Result<(), Stop> {
        if (self.to.out.len() as u64).saturating_add(len as u64) <= self.most {
            return Ok(());
        }
        let error = too_many(self.navigator.schema.limits().bytes_of(0), crate::error::Wording::TooManyBytes);
        Err(Stop::Error(error))
    }

    pub(super) fn deeper(&mut self, walk: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        self.decoder.enter()?;
        self.check_room(0)?;
        walk(self)?;
        self.decoder.leave();
        Ok(())
    }
}
