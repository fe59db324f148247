//! One value of a buffer laid out by itself, to become part of another.
//!
//! ```text
//! fragment = slot heap
//! ```
//! The slot is that of a field of the type, without its presence bit: a pointer, a union, a whole
//! array or frozen struct; for an element that is a growable struct, its record. The heap has all
//! objects, each before those it points to. The bytes are canonical, except that pointers are
//! offsets in the buffer where the heap will lie.

use alloc::vec::Vec;
use core::ops::Range;

use super::rewriter::{Layout, Rewriter, Stop};
use super::values::Copied;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::{Place, Size};
use crate::object::{ListHeader, ObjectWriter};
use crate::read::cursor::{ListRef, Slot};
use crate::read::decoder::{Decoder, MAX_DEPTH};
use crate::read::navigate::{Navigator, RecordSpan};
use crate::read::value::{Object, PackedElement, Part};
use crate::read::{Buf, Elements};
use crate::schema::{MIXED, Schema, Type};
use crate::wire::slice_or_empty;
use crate::wire::width::{PointerWidth, Width};

/// The destination of a fragment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FragmentTo {
    /// The pointer width of the buffer it becomes part of.
    pub(crate) width: PointerWidth,
    /// Where its heap will begin; `None` if it lies behind the slot itself.
    pub(crate) heap: Option<usize>,
    /// Levels of nesting that are left there.
    pub(crate) levels: u32,
    /// Whether an empty value differs from a null pointer.
    pub(crate) optional: bool,
    /// Whether a growable struct lies in the slot itself.
    pub(crate) inline: bool,
    /// Offset of a packed list to be unpacked.
    pub(crate) unpack: Option<usize>,
}

impl FragmentTo {
    /// A fragment that is stored by itself.
    pub(crate) const ALONE: Self =
        Self { width: PointerWidth::Four, heap: None, levels: MAX_DEPTH, optional: true, inline: false, unpack: None };

    /// Bytes of the slot of a type.
    pub(crate) fn slot(&self, schema: &Schema, ty: &Type) -> usize {
        match ty {
            Type::Struct(id) if self.inline => schema.structure(*id).size().at(self.width.shift()),
            ty => schema.slot_size(ty).at(self.width.shift()),
        }
    }
}

/// Lays out a value that is present and has parts; `None` if the width is too narrow.
///
/// # Errors
/// [`ErrorKind::Corrupt`] for invalid bytes, [`ErrorKind::Newer`] for data of a newer revision,
/// [`ErrorKind::Limit`] if too few levels are left.
pub(crate) fn fragment(part: &Part<'_>, to: FragmentTo) -> Result<Option<Vec<u8>>> {
    let schema = part.schema();
    let mut rewriter = Rewriter::of_fragment(part.buf(), schema, to);
    let laid_out = match part {
        Part::Root(_, _, record) => {
            rewriter.begin(schema.root().size().at(to.width.shift()), to.heap);
            rewriter.record(record, schema.root_id(), 0)
        }
        Part::Packed(PackedElement { element, tag, id, .. }) => {
            let slot = to.slot(schema, &Type::Union(*id));
            rewriter.begin(slot, to.heap);
            rewriter.packed(element, *tag, *id, 0)
        }
        Part::Slot(slot) => {
            rewriter.begin(to.slot(schema, slot.ty), to.heap);
            rewriter.part(slot, to)
        }
    };
    rewriter.fragment_after(laid_out)
}

/// Lays out the elements at some indices of a list as a list of its type that is stored by itself;
/// `None` if they are too long.
///
/// # Errors
/// As [`fragment`].
pub(crate) fn elements_fragment(list: &ListRef<'_>, range: Range<usize>) -> Result<Option<Vec<u8>>> {
    let (to, Elements { stride, bytes, tag, .. }) = (FragmentTo::ALONE, list.elements);
    let bytes = slice_or_empty(bytes, range.start.saturating_mul(stride), range.len().saturating_mul(stride));
    let list = ListRef { elements: Elements { count: range.len(), stride, bytes, tag }, ..*list };
    let mut rewriter = Rewriter::of_fragment(list.buf, list.schema, to);
    rewriter.begin(Size::POINTER.at(to.width.shift()), to.heap);
    let laid_out = rewriter.list(&list, &Object { start: bytes, content: bytes, is_level: true }, false, 0);
    rewriter.fragment_after(laid_out)
}

impl<'s> Rewriter<'s> {
    fn of_fragment(buf: Buf<'s>, schema: &'s Schema, to: FragmentTo) -> Self {
        let navigator = Navigator { buf, schema, plan: schema.root_plan(), root: RecordSpan::default(), generation: 0 };
        let decoder = Decoder::new(buf).with_levels(to.levels);
        let (unpack, most) = (to.unpack, schema.limits().bytes_of(buf.bytes.len()));
        let to = ObjectWriter { width: to.width, base: 0, out: Vec::new() };
        let (layout, grown, is_grown) = (Layout::Canonical, (0, 0), false);
        Self { navigator, decoder, to, layout, unpack, grown, is_grown, most, copier: None }
    }

    /// The fragment; `None` if the width is too narrow for it.
    fn fragment_after(self, laid_out: Result<(), Stop>) -> Result<Option<Vec<u8>>> {
        match laid_out {
            Ok(()) if self.to.out.len() as u64 <= self.to.width.max_len() => Ok(Some(self.to.out)),
            Ok(()) | Err(Stop::TooNarrow) => Ok(None),
            Err(Stop::Error(error)) => Err(error),
        }
    }

    /// Appends the slot.
    fn begin(&mut self, slot: usize, heap: Option<usize>) {
        self.to.base = heap.map_or(0, |heap| heap.wrapping_sub(slot));
        self.to.extend(slot);
    }

    fn part(&mut self, slot: &Slot<'s>, to: FragmentTo) -> Result<(), Stop> {
        let schema = self.navigator.schema;
        if slot.present().is_none() {
            return Ok(());
        }
        let alone = Copied { record: 0, place: Place::alone(Size::ZERO), inline: false };
        let optional = match slot.ty {
            Type::Struct(id) => {
                let record = slot.record(*id)?.unwrap_or(&[]);
                if to.inline || schema.structure(*id).is_frozen() {
                    return self.record(record, *id, 0);
                }
                // A struct that was inline in an element, or not stored, becomes an object.
                self.decoder.spend(record)?;
                return self.own_record(record, *id, false, !to.optional, 0);
            }
            Type::List(list) if slot.object()?.is_none() && to.optional => {
                self.to.point(0)?;
                let stride = list.0.size.at(self.to.shift());
                return Ok(self.to.header(&Schema::list_header(&list.0).header(0, MIXED, stride))?);
            }
            Type::Map(map) if slot.object()?.is_none() && to.optional => {
                self.to.point(0)?;
                let header = ListHeader::run(&map.0.layout, true, 0, self.to.shift());
                return Ok(self.to.header(&header)?);
            }
            Type::Union(_) | Type::Array(_) => false,
            Type::List(_) | Type::Map(_) => to.optional,
            Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Text(_) | Type::String | Type::Bytes => {
                return Err(Error::fixed(&FixedError(ErrorKind::Type, "a value without parts")).into());
            }
        };
        self.value(&Slot { optional, ..*slot }, &alone)
    }
}
