//! Records of a working buffer, copied by tables that the schema computes once, without a look at
//! types and fields, and with known pointer widths.
//!
//! It makes the same copy as [`Rewriter::record`], in the same order, and calls it for fields
//! without a fast path. A program that only has derived types does not contain this file.

use super::rewriter::{RecordCopier, Rewriter, Stop};
use super::values::{in_element, in_field};
use crate::layout::Size;
use crate::object::ListHeaderKind;
use crate::read::Buf;
use crate::schema::computed::{CopyKind, ElementCopy, RecordCopy};
use crate::schema::{DefaultValue, MIXED, StructId};
use crate::wire::width::{PointerWidth, StaticWidth, W4, with_width};

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
