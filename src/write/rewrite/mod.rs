//! Laying a buffer out anew: the same values, each object followed by what it points to.
//!
//! One walk serves three ends: a wider pointer width, reclaiming waste (both keep the slack that
//! growing objects have earned), and the canonical form (no slack, shortest varints, defaults as
//! null).
//!
//! - `values`: records, what they hold, and the objects behind pointers
//! - `planned`: records of schemas made at run time, by what was computed once
//! - `map`, `union`: maps in their runs, unions in slots and in packed lists
//! - `fragment`: one value, to become part of another buffer

use alloc::vec::Vec;

mod fragment;
mod map;
mod planned;
mod union;
mod values;

pub(crate) use fragment::{FragmentTo, elements_fragment, fragment};
use planned::RecordCopier;

use super::slack::{kept_slack, slack_after};
use crate::error::{Error, Result, Wording, broken};
use crate::layout::Size;
use crate::limits::too_many;
use crate::object::{ObjectWriter, TooNarrow};
use crate::read::decoder::Decoder;
use crate::read::navigate::Navigator;
use crate::wire::header::Header;
use crate::wire::width::{PointerWidth, Width};
use crate::wire::{clamp, slice_or_empty};

/// What a layout is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Equal values give equal bytes.
    Canonical,
    /// Objects keep free space behind them, up to half their size, and empty objects stay.
    KeepSlack,
}

/// Why a walk ended early.
enum Stop {
    /// The width cannot point that far.
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

/// A record that becomes an object of its own.
struct BegunRecord {
    /// Where the object begins, and where its record does.
    start: usize,
    at: usize,
    size: usize,
}

struct Rewriter<'s> {
    navigator: Navigator<'s>,
    decoder: Decoder<'s>,
    to: ObjectWriter,
    layout: Layout,
    /// Offset of a packed list whose elements shall tell their variants themselves.
    unpack: Option<usize>,
    /// Bytes that may be made. Records of an old revision become longer in a layout.
    most: u64,
    /// Copies records; without it their fields are looked at one by one.
    copier: Option<RecordCopier>,
}

/// The canonical bytes of the values of a buffer.
pub(crate) fn canonical(navigator: &Navigator<'_>) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    canonical_by(None, navigator, 0, &mut out)?;
    Ok(out)
}

/// As [`canonical`], of a draft: a buffer that this program made with the widest pointers and
/// records of the newest revision, of a schema that was made at run time. It is `least` bytes at
/// least, and goes into memory that is there; after an error that holds nothing of use.
pub(crate) fn finish_draft(navigator: &Navigator<'_>, least: u64, out: &mut Vec<u8>) -> Result<()> {
    canonical_by(Some(planned::copier), navigator, least, out)
}

fn canonical_by(
    copier: Option<fn(PointerWidth) -> RecordCopier>,
    navigator: &Navigator<'_>,
    least: u64,
    out: &mut Vec<u8>,
) -> Result<()> {
    for width in PointerWidth::ALL {
        if width < navigator.plan.min_width || width.max_len() < least {
            continue;
        }
        let mut rewriter = Rewriter::new(navigator, width, Layout::Canonical, None, 0, core::mem::take(out));
        rewriter.copier = copier.map(|copier| copier(width));
        let fits = rewriter.lay_out();
        *out = rewriter.to.out;
        if fits? {
            return Ok(());
        }
    }
    Err(Error::limit(Wording::BufferLength))
}

/// The values of a workspace as their canonical bytes have them, as a workspace with pointers of a
/// width.
pub(crate) fn workspace(navigator: &Navigator<'_>, width: PointerWidth) -> Result<Vec<u8>> {
    let full = || Error::limit(Wording::BufferLength);
    let ahead = Header::workspace_len(0).saturating_sub(Header::len(0));
    let mut rewriter = Rewriter::new(navigator, width, Layout::Canonical, None, ahead as u64, Vec::new());
    rewriter.to.base = ahead;
    let ordinary = rewriter.finish()?.ok_or_else(full)?;
    let size = clamp(navigator.schema.structure(navigator.plan.id).size().at(width.shift()));
    let len = ordinary.len().saturating_add(ahead);
    let mut content = Vec::with_capacity(len);
    content.resize(ahead, 0);
    content.extend_from_slice(&ordinary);
    Header::write_workspace(width, clamp(len), 0, size, &mut content).ok_or_else(broken)?;
    Ok(content)
}

/// Whether no layout of these bytes at `width` has room for `after` more, as far as a glance tells:
/// what is not FF is of values.
///
/// Where lengths in longer forms than they need would have made up for the difference, the next
/// width is taken a few bytes early.
pub(crate) fn is_too_narrow(bytes: &[u8], after: u64, width: PointerWidth) -> bool {
    let most = width.max_len();
    if (bytes.len() as u64).saturating_add(after) <= most {
        return false;
    }
    // Summed up in bytes, as many at a time as one can count.
    let of_values = |part: &[u8]| part.iter().fold(0u8, |sum, byte| sum.wrapping_add(u8::from(*byte != 0xFF)));
    let values = bytes.chunks(128).map(|part| u64::from(of_values(part))).fold(0, u64::saturating_add);
    values.saturating_add(after) > most
}

/// The values of a buffer laid out at `width`, or `None` if that is too narrow; `after` more bytes
/// will follow.
pub(crate) fn rewrite(
    navigator: &Navigator<'_>,
    width: PointerWidth,
    layout: Layout,
    unpack: Option<usize>,
    after: u64,
) -> Result<Option<Vec<u8>>> {
    Rewriter::new(navigator, width, layout, unpack, after, Vec::new()).finish()
}

impl<'s> Rewriter<'s> {
    fn new(
        navigator: &Navigator<'s>,
        width: PointerWidth,
        layout: Layout,
        unpack: Option<usize>,
        after: u64,
        mut out: Vec<u8>,
    ) -> Self {
        let decoder = Decoder::new(navigator.buf);
        // Wider pointers rarely take more than a quarter.
        let len = navigator.buf.bytes.len();
        let wider = if width > PointerWidth::from(navigator.buf.width) { len / 4 } else { 0 };
        let room = (len.saturating_add(wider) as u64).saturating_add(after).min(width.max_len());
        out.clear();
        // Without so much at once the layout may still succeed.
        let _ = out.try_reserve_exact(usize::try_from(room).unwrap_or(0));
        let most = navigator.schema.limits().bytes_of(len);
        let to = ObjectWriter { width, base: 0, out };
        Self { navigator: *navigator, decoder, to, layout, unpack, most, copier: None }
    }

    /// Lays out the whole buffer; `None` if the width is too narrow.
    fn finish(mut self) -> Result<Option<Vec<u8>>> {
        Ok(self.lay_out()?.then_some(self.to.out))
    }

    /// Lays the whole buffer out into `out`; whether the width is wide enough.
    fn lay_out(&mut self) -> Result<bool> {
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
        // A planned record has at most 64 KiB.
        let stored = u32::try_from(size).unwrap_or(u32::MAX);
        let head = Header::len(stored);
        self.to.extend(head.saturating_add(size));
        Header::write(self.to.width, stored, &mut self.to.out);
        self.record(self.navigator.bytes(self.navigator.root), id, head)
    }

    /// Appends a record of zeros as an object of its own.
    fn begin_record(&mut self, size: Size) -> Result<BegunRecord, Stop> {
        let (start, size) = (self.to.out.len(), size.at(self.to.shift()));
        self.to.varint(size)?;
        let at = self.to.extend(size);
        Ok(BegunRecord { start, at, size })
    }

    /// Points the slot at `slot` to a record that was filled. If defaults become null and the
    /// record is all zeros, it is taken back: in the canonical form what is a default leaves zeros,
    /// and what is none leaves a bit, a word or a pointer.
    fn end_record(&mut self, copy: &BegunRecord, slot: usize, to_null: bool) -> Result<(), Stop> {
        if to_null && slice_or_empty(&self.to.out, copy.at, copy.size).iter().all(|byte| *byte == 0) {
            self.to.out.truncate(copy.start);
            return Ok(());
        }
        Ok(self.to.point_to(slot, copy.start)?)
    }

    /// Appends the slack that the object ending at `end` may keep; `start` is where its copy
    /// begins.
    #[inline]
    fn slack(&mut self, content: &[u8], start: usize) {
        if self.layout == Layout::KeepSlack {
            let end = self.navigator.buf.position(content).saturating_add(content.len());
            if self.navigator.buf.bytes.get(end) == Some(&0xFF) {
                self.keep_slack(end, start);
            }
        }
    }

    #[inline(never)]
    fn keep_slack(&mut self, end: usize, start: usize) {
        let most = kept_slack(self.to.out.len().saturating_sub(start));
        let slack = slack_after(self.navigator.buf.bytes, end, most);
        let len = self.to.out.len().saturating_add(slack);
        self.to.out.resize(len, 0xFF);
    }

    /// Fails if so many bytes more are more than the limits of the schema have for this buffer.
    fn check_room(&self, len: usize) -> Result<(), Stop> {
        if (self.to.out.len() as u64).saturating_add(len as u64) <= self.most {
            return Ok(());
        }
        let error = too_many(self.navigator.schema.limits().bytes_of(0), crate::error::Wording::TooManyBytes);
        Err(Stop::Error(error))
    }

    fn deeper(&mut self, walk: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        self.decoder.enter()?;
        self.check_room(0)?;
        walk(self)?;
        self.decoder.leave();
        Ok(())
    }
}
