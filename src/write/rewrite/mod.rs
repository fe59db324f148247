//! New layouts of a buffer: the same values, each object followed by the objects it points to.
//!
//! One walk serves three purposes: a wider pointer width, reclaiming waste (both keep some slack of
//! objects that have grown), and the canonical form (no slack, shortest varints, defaults as null).
//!
//! - here: the layouts of an open buffer, and its canonical form
//! - `rewriter`: the walk, copies of records by tables, and fragments of other buffers
//! - `values`: records, the values in them, the objects behind pointers, and maps
//! - `union`: unions in slots and in packed lists

use alloc::vec::Vec;

pub(crate) use rewriter::Layout;
use rewriter::RecordCopier;
pub(super) use rewriter::{Rewriter, Stop};

use super::free_space::count_free;
pub(crate) use super::rewrite::rewriter::{FragmentTo, elements_fragment, fragment};
use super::session::{SchemaSource, Session};
use super::storage::Storage;
use crate::error::{Error, ErrorKind, FixedError, Result, Wording, internal_error};
use crate::read::navigate::Navigator;
use crate::wire::clamp;
use crate::wire::header::{Header, lineage_block};
use crate::wire::width::{PointerWidth, Width};

mod rewriter;
mod union;
mod values;

/// The canonical bytes of the values of a buffer.
pub(crate) fn canonical(navigator: &Navigator<'_>) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    canonical_by(None, navigator, 0, &mut out)?;
    Ok(out)
}

/// As [`canonical`], of a working buffer: one that this program made with the widest pointers and
/// records of the newest revision, of a schema that was made at run time. The result has at least
/// `least` bytes, and is written to `out`, which is useless after an error.
pub(crate) fn finish_working(navigator: &Navigator<'_>, least: u64, out: &mut Vec<u8>) -> Result<()> {
    canonical_by(Some(rewriter::copier), navigator, least, out)
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

/// The values of a workspace in canonical form, but as a workspace with the given pointer width.
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
    Header::write_workspace(width, clamp(len), size, &mut content).ok_or_else(internal_error)?;
    if let Some(lineage) = navigator.lineage() {
        Header::extend(&lineage_block(lineage), size, &mut content).ok_or_else(internal_error)?;
    }
    Ok(content)
}

/// Whether a layout of these bytes at `width` certainly has no room for `after` more: bytes other
/// than FF belong to values.
///
/// Varints that are longer than necessary count in full, so the next width may be chosen a few
/// bytes too early.
pub(crate) fn is_too_narrow(bytes: &[u8], after: u64, width: PointerWidth) -> bool {
    let is_beyond = |len: usize| (len as u64).saturating_add(after) > width.max_len();
    is_beyond(bytes.len()) && is_beyond(bytes.len().saturating_sub(count_free(bytes)))
}

/// The values of a buffer laid out at `width`, or `None` if that is too narrow; `after` more bytes
/// will follow. The packed list at `unpack` becomes a mixed one. The list whose elements end at
/// one offset gets slack up to a length of its object; also returns whether there is such a list.
pub(crate) fn rewrite(
    navigator: &Navigator<'_>,
    width: PointerWidth,
    unpack: Option<usize>,
    grown: (usize, u64),
    after: u64,
) -> Result<Option<(Vec<u8>, bool)>> {
    let mut rewriter = Rewriter::new(navigator, width, Layout::KeepSlack, unpack, after, Vec::new());
    rewriter.grown = grown;
    Ok(rewriter.lay_out()?.then_some((rewriter.to.out, rewriter.is_grown)))
}

// The canonical form of a buffer.

/// Proves what a layout made of the bytes that come first.
pub(crate) type ProveLayout<'a> = &'a dyn Fn(&[u8], &[u8]) -> Result<()>;

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Brings the buffer to its canonical form, if a function of the bytes and of that form proves
    /// it: a layout moves words and texts, and reads none.
    pub(crate) fn compact(&mut self, prove: ProveLayout<'_>) -> Result<()> {
        // A workspace stays a workspace: only its header tells where the buffer ends in longer
        // memory.
        let content = if self.storage.keeps_layout() {
            workspace(&self.navigator(), self.width)?
        } else {
            canonical(&self.navigator())?
        };
        prove(self.bytes(), &content)?;
        let len = content.len();
        if self.storage.has_fixed_len() && len != self.bytes().len() {
            return Err(Error::fixed(&FixedError(ErrorKind::Full, "storage of fixed length cannot shrink")));
        }
        self.replace(content, len as u64)
    }
}
