//! Laying a buffer out anew: the same values, each object followed by what it points to.
//!
//! One walk serves three purposes: a wider pointer width, reclaiming waste (both keep some slack of
//! objects that have grown), and the canonical form (no slack, shortest varints, defaults as null).
//!
//! - `rewriter`: the walk
//! - `values`: records, what they hold, and the objects behind pointers
//! - `planned`: records of run-time schemas, by tables that are computed once
//! - `map`, `union`: maps in their runs, unions in slots and in packed lists
//! - `fragment`: one value, to become part of another buffer

use alloc::vec::Vec;

mod fragment;
mod map;
mod planned;
mod rewriter;
mod union;
mod values;

pub(crate) use fragment::{FragmentTo, elements_fragment, fragment};
pub(crate) use rewriter::Layout;
use rewriter::{RecordCopier, Rewriter};

use crate::error::{Error, Result, Wording, internal_error};
use crate::read::navigate::Navigator;
use crate::wire::clamp;
use crate::wire::extension::lineage_block;
use crate::wire::header::Header;
use crate::wire::width::{PointerWidth, Width};

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
    let most = width.max_len();
    if (bytes.len() as u64).saturating_add(after) <= most {
        return false;
    }
    // Summed in bytes, in chunks that a byte can count.
    let of_values = |part: &[u8]| part.iter().fold(0u8, |sum, byte| sum.wrapping_add(u8::from(*byte != 0xFF)));
    let values = bytes.chunks(128).map(|part| u64::from(of_values(part))).fold(0, u64::saturating_add);
    values.saturating_add(after) > most
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
