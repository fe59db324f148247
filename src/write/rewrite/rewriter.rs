//! The walk of a layout: its input, output and results, its copies of records, and fragments for
//! other buffers.

use alloc::vec::Vec;
use core::ops::Range;

use super::values::{Copied, in_element, in_field};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::layout::{Place, Size};
use crate::limits::too_many;
use crate::object::{ListHeader, ListHeaderKind, ObjectWriter, TooNarrow};
use crate::read::cursor::{ListRef, Slot};
use crate::read::document::{Decoder, MAX_DEPTH};
use crate::read::navigate::{Navigator, RecordSpan};
use crate::read::value::{Object, PackedElement, Part};
use crate::read::{Buf, Elements};
use crate::schema::compiled::{CopyKind, ElementCopy, RecordCopy};
use crate::schema::{DefaultValue, Kinds, MIXED, Schema, StructId, Type};
use crate::wire::header::{Header, lineage_block};
use crate::wire::slice_or_empty;
use crate::wire::width::{PointerWidth, StaticWidth, W4, Width, with_width};
use crate::write::room::{kept_slack, slack_after};

/// The purpose of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Equal values give equal bytes.
    Canonical,
    /// Objects keep free space behind them, up to half their size, and empty objects stay.
    KeepSlack,
}

/// Why a layout ended early.
pub(in crate::write) enum Stop {
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

pub(in crate::write) struct Rewriter<'s> {
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

// Copying records of a working buffer by tables that the schema computes once. The copy looks at no
// types and fields, and knows the pointer widths.
//
// It is the same copy, in the same order, as that of `Rewriter::record`, which it calls for fields
// without a fast path. A program that only has derived types does not contain this code.

/// Binary logarithm of the bytes of a working buffer's pointers.
const FROM: u32 = PointerWidth::Four as u32;

/// Copies records of a working buffer to a layout with the pointer width `W`.
pub(super) fn copier(width: PointerWidth) -> RecordCopier {
    with_width!(width, W => copy_record::<W>)
}

fn copy_record<'s, W: StaticWidth>(
    rewriter: &mut Rewriter<'s>,
    record: &'s [u8],
    id: StructId,
    to: usize,
) -> Result<(), Stop> {
    let schema = rewriter.navigator.schema;
    match schema.copies().of(id) {
        Some(copy) => rewriter.copy_records::<W>(record, record.len(), copy, id, to).map_err(|(stop, _)| stop),
        None => rewriter.fields(record, schema.structure(id), to),
    }
}

impl<'s> Rewriter<'s> {
    fn working(&self) -> Buf<'s, W4> {
        self.navigator.buf.with_width(W4)
    }

    /// Copies adjacent records to adjacent places. Fails with the number of the record.
    fn copy_records<W: StaticWidth>(
        &mut self,
        records: &'s [u8],
        stride: usize,
        copy: &'s RecordCopy,
        id: StructId,
        mut to: usize,
    ) -> Result<(), (Stop, usize)> {
        let (shift, buf) = (W::WIDTH.shift(), self.working());
        for (index, record) in records.chunks_exact(stride.max(1)).enumerate() {
            for stretch in &copy.stretches {
                self.copy(record, stretch.at.at(FROM), stretch.len, to.wrapping_add(stretch.at.at(shift)));
            }
            for part in &copy.parts {
                let copied = match &part.kind {
                    CopyKind::Blob { slot, keeps_empty } => match buf.follow(record, *slot) {
                        Ok(None) => Ok(()),
                        Ok(Some(object)) => self.copy_blob::<W>(object, *keeps_empty, to.wrapping_add(slot.at(shift))),
                        Err(error) => Err(error.into()),
                    },
                    CopyKind::Bits { at, mask } => {
                        let bits = record.get(at.at(FROM)).map_or(0, |bits| bits & mask);
                        if let Some(to) = self.to.out.get_mut(to.wrapping_add(at.at(shift))) {
                            *to |= bits;
                        }
                        Ok(())
                    }
                    CopyKind::List { slot, keeps_empty, element } => match buf.follow(record, *slot) {
                        Ok(None) => Ok(()),
                        Ok(Some(object)) => {
                            self.copy_list::<W>(object, *element, *keeps_empty, to.wrapping_add(slot.at(shift)))
                        }
                        Err(error) => Err(error.into()),
                    },
                    CopyKind::Field => self.copy_field(record, id, part.field, to),
                };
                if let Err(stop) = copied {
                    return Err((self.in_part(stop, id, part.field), index));
                }
            }
            to = to.wrapping_add(copy.size.at(shift));
        }
        Ok(())
    }

    #[inline(never)]
    fn copy_field(&mut self, record: &'s [u8], id: StructId, index: u16, to: usize) -> Result<(), Stop> {
        match self.navigator.schema.structure(id).fields().get(usize::from(index)) {
            Some(field) => self.field(record, field, to),
            None => Ok(()),
        }
    }

    #[cold]
    fn in_part(&self, stop: Stop, id: StructId, index: u16) -> Stop {
        match self.navigator.schema.structure(id).fields().get(usize::from(index)) {
            Some(field) => in_field(stop, field),
            None => stop,
        }
    }

    /// Copies a string or bytes without a default.
    #[inline(always)]
    fn copy_blob<W: StaticWidth>(&mut self, object: &'s [u8], keeps_empty: bool, slot: usize) -> Result<(), Stop> {
        if let [len @ 1..0x80, ..] = object
            && let Some(object) = object.get(..=usize::from(*len))
        {
            // A short length is the same byte in both layouts.
            self.decoder.spend_object(object)?;
            self.point_to_end::<W>(slot)?;
            self.to.out.extend_from_slice(object);
            return Ok(());
        }
        let content = self.decoder.blob(object)?;
        self.blob(content, !keeps_empty, &DefaultValue::Zero, slot)
    }

    /// As [`Rewriter::point`].
    #[inline(always)]
    fn point_to_end<W: StaticWidth>(&mut self, slot: usize) -> Result<(), Stop> {
        let pointer = self.to.out.len().wrapping_add(self.to.base);
        if pointer as u64 >= W::MAX_LEN {
            return Err(Stop::TooNarrow);
        }
        let stored = self.to.out.get_mut(slot..).and_then(|slot| W::WIDTH.store(slot, pointer));
        stored.ok_or(Stop::TooNarrow)
    }

    #[inline(never)]
    fn copy_list<W: StaticWidth>(
        &mut self,
        object: &'s [u8],
        element: ElementCopy,
        keeps_empty: bool,
        slot: usize,
    ) -> Result<(), Stop> {
        let (buf, schema) = (self.working(), self.navigator.schema);
        let elements = match element {
            ElementCopy::Bytes(len) => buf.elements(object, len as usize)?,
            ElementCopy::Blob { .. } => buf.elements(object, Size::POINTER.at(FROM))?,
            ElementCopy::Record(id) => buf.strided(object, schema.structure(id).ends(), 0)?,
        };
        self.decoder.spend(elements.bytes)?;
        if !keeps_empty && elements.count == 0 {
            return Ok(());
        }
        self.point_to_end::<W>(slot)?;
        let header = |is_strided, stride| ListHeaderKind::list(false, is_strided).header(elements.count, MIXED, stride);
        match element {
            ElementCopy::Bytes(len) => {
                self.to.header(&header(false, len as usize))?;
                self.to.out.extend_from_slice(elements.bytes);
                Ok(())
            }
            ElementCopy::Blob { keeps_empty } => self.deeper(|rewriter| {
                let stride = Size::POINTER.at(W::WIDTH.shift());
                rewriter.to.header(&header(false, stride))?;
                let mut to = rewriter.room_for(elements.count, stride)?;
                for (index, element) in elements.bytes.chunks_exact(elements.stride.max(1)).enumerate() {
                    let copied = match buf.follow(element, Size::ZERO) {
                        Ok(None) => Ok(()),
                        Ok(Some(object)) => rewriter.copy_blob::<W>(object, keeps_empty, to),
                        Err(error) => Err(error.into()),
                    };
                    if let Err(stop) = copied {
                        return Err(in_element(stop, index));
                    }
                    to = to.wrapping_add(stride);
                }
                Ok(())
            }),
            ElementCopy::Record(id) => self.deeper(|rewriter| {
                let Some(copy) = schema.copies().of(id) else { return Ok(()) };
                let stride = copy.size.at(W::WIDTH.shift());
                rewriter.to.header(&header(true, stride))?;
                let to = rewriter.room_for(elements.count, stride)?;
                let copied = rewriter.copy_records::<W>(elements.bytes, elements.stride, copy, id, to);
                copied.map_err(|(stop, index)| in_element(stop, index))
            }),
        }
    }
}

// Fragments: one value of a buffer laid out by itself, to become part of another buffer.
//
// ```text
// fragment = slot heap
// ```
// The slot is that of a field of the type, without its presence bit: a pointer, a union, a whole
// array or frozen struct; for an element that is a growable struct, its record. The heap has all
// objects, each before those it points to. The bytes are canonical, except that pointers are
// offsets in the buffer where the heap will lie.

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
            rewriter.fragment_of(slot, to)
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
    let laid_out =
        rewriter.list::<{ Kinds::ALL }>(&list, &Object { start: bytes, content: bytes, is_level: true }, false, 0);
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

    fn fragment_of(&mut self, slot: &Slot<'s>, to: FragmentTo) -> Result<(), Stop> {
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
