//! Records of a schema that was made at run time, copied by what the schema computed for that once: no look at types and fields.
//!
//! It copies what [`Rewriter::record`] would, in the same order; what it has no short way for is left to that. A program of derived types
//! alone has none of this.

use super::values::{in_element, in_field};
use super::{Rewriter, Stop};
use crate::schema::copies::{CopyKind, ElementCopy, RecordCopy};
use crate::schema::{DefaultValue, StructId};
use crate::wire::width::Width;

/// Copies a record of a struct to an offset.
pub(super) type RecordCopier = for<'s> fn(&mut Rewriter<'s>, &'s [u8], StructId, usize) -> Result<(), Stop>;

/// Copies a record that is no longer than the schema knows, or has nothing behind.
pub(super) fn copy_record<'s>(
    rewriter: &mut Rewriter<'s>,
    record: &'s [u8],
    id: StructId,
    to: usize,
) -> Result<(), Stop> {
    let schema = rewriter.navigator.schema;
    match schema.copies().of(id) {
        Some(copy) => rewriter.by_plan(record, copy, id, to),
        None => rewriter.fields(record, schema.structure(id), to),
    }
}

impl<'s> Rewriter<'s> {
    fn by_plan(&mut self, record: &'s [u8], copy: &'s RecordCopy, id: StructId, to: usize) -> Result<(), Stop> {
        let (from_shift, to_shift) = (self.decoder.shift(), self.width.shift());
        for stretch in &copy.stretches {
            self.copy(record, stretch.at.at(from_shift), stretch.len, to.wrapping_add(stretch.at.at(to_shift)));
        }
        for part in &copy.parts {
            let copied = match &part.kind {
                CopyKind::Blob { slot, keeps_empty } => match self.decoder.follow(record, *slot) {
                    Ok(None) => Ok(()),
                    Ok(Some(object)) => self.planned_blob(object, *keeps_empty, to.wrapping_add(slot.at(to_shift))),
                    Err(error) => Err(error.into()),
                },
                CopyKind::Bits { at, mask } => {
                    let bits = record.get(at.at(from_shift)).map_or(0, |bits| bits & mask);
                    if let Some(to) = self.out.get_mut(to.wrapping_add(at.at(to_shift))) {
                        *to |= bits;
                    }
                    Ok(())
                }
                CopyKind::List { slot, keeps_empty, element } => match self.decoder.follow(record, *slot) {
                    Ok(None) => Ok(()),
                    Ok(Some(object)) => {
                        self.planned_list(object, *element, *keeps_empty, to.wrapping_add(slot.at(to_shift)))
                    }
                    Err(error) => Err(error.into()),
                },
                CopyKind::Field => self.planned_field(record, id, part.field, to),
            };
            if let Err(stop) = copied {
                return Err(self.in_part(stop, id, part.field));
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn planned_field(&mut self, record: &'s [u8], id: StructId, index: u16, to: usize) -> Result<(), Stop> {
        match self.navigator.schema.structure(id).fields().get(usize::from(index)) {
            Some(field) => self.value(record, field.place(), field.ty(), field.optional(), field.default(), to),
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
    fn planned_blob(&mut self, object: &'s [u8], keeps_empty: bool, slot: usize) -> Result<(), Stop> {
        if let [len @ 1..0x80, ..] = object
            && let Some(object) = object.get(..=usize::from(*len))
        {
            // A short length is the same byte in both layouts.
            self.decoder.spend_object(object)?;
            self.point(slot)?;
            self.out.extend_from_slice(object);
            return Ok(());
        }
        self.blob(object, !keeps_empty, &DefaultValue::Zero, slot)
    }

    #[inline(never)]
    fn planned_list(
        &mut self,
        object: &'s [u8],
        element: ElementCopy,
        keeps_empty: bool,
        slot: usize,
    ) -> Result<(), Stop> {
        let (buf, schema) = (self.navigator.buf, self.navigator.schema);
        let from_shift = self.decoder.shift();
        let elements = match element {
            ElementCopy::Bytes(len) => buf.elements(object, len as usize)?,
            ElementCopy::Blob { .. } => buf.elements(object, 1usize.wrapping_shl(from_shift))?,
            ElementCopy::Record(id) => buf.strided(object, schema.structure(id).ends(), 0)?,
        };
        self.decoder.spend(elements.bytes)?;
        if !keeps_empty && elements.count == 0 {
            return Ok(());
        }
        self.point(slot)?;
        self.varint(elements.count)?;
        self.deeper(|rewriter| {
            match element {
                ElementCopy::Bytes(_) => rewriter.out.extend_from_slice(elements.bytes),
                ElementCopy::Blob { keeps_empty } => {
                    let stride = rewriter.width.bytes();
                    let mut to = rewriter.room_for(elements.count, stride)?;
                    for (index, element) in elements.bytes.chunks_exact(elements.stride.max(1)).enumerate() {
                        let copied = match rewriter.decoder.follow(element, crate::layout::Size::ZERO) {
                            Ok(None) => Ok(()),
                            Ok(Some(object)) => rewriter.planned_blob(object, keeps_empty, to),
                            Err(error) => Err(error.into()),
                        };
                        if let Err(stop) = copied {
                            return Err(in_element(stop, index));
                        }
                        to = to.wrapping_add(stride);
                    }
                }
                ElementCopy::Record(id) => {
                    let Some(copy) = schema.copies().of(id) else { return Ok(()) };
                    let (known, stride) = (copy.size.at(from_shift), copy.size.at(rewriter.width.shift()));
                    rewriter.varint(stride)?;
                    let mut to = rewriter.room_for(elements.count, stride)?;
                    for (index, element) in elements.bytes.chunks_exact(elements.stride.max(1)).enumerate() {
                        let copied = if element.len() > known {
                            rewriter.record(element, id, to)
                        } else {
                            rewriter.by_plan(element, copy, id, to)
                        };
                        if let Err(stop) = copied {
                            return Err(in_element(stop, index));
                        }
                        to = to.wrapping_add(stride);
                    }
                }
            }
            Ok(())
        })
    }
}
