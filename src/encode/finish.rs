//! The results of an encoder: a record, or a value by itself.

use alloc::vec::Vec;

use super::{Encoder, WIDTH};
use crate::error::{Result, internal_error};
use crate::layout::Place;
use crate::read::Buf;
use crate::read::cursor::Slot;
use crate::read::navigate::{Navigator, RecordSpan};
use crate::read::value::Part;
use crate::schema::{DefaultValue, Schema, Type};
use crate::write::rewrite::finish_working;

impl Encoder<'_> {
    /// The canonical bytes of the record.
    pub(crate) fn finish(mut self) -> Result<Vec<u8>> {
        let size = self.open.len();
        let pos = self.floor.checked_sub(size).ok_or_else(internal_error)?;
        crate::wire::slice_mut(&mut self.objects, pos, size).ok_or_else(internal_error)?.copy_from_slice(&self.open);
        let root = RecordSpan { pos, size };
        let plan = self.schema.root_plan();
        let mut out = Vec::new();
        finish_working(
            &Navigator { buf: self.buf(), schema: self.schema, plan, root, generation: 0 },
            self.content,
            &mut out,
        )?;
        Ok(out)
    }

    /// The value, encoded by itself.
    pub(crate) fn finish_value(mut self) -> Encoded {
        let record = self.objects.len();
        self.objects.append(&mut self.open);
        Encoded { bytes: self.objects, record }
    }
}

/// A value by itself, with all objects behind it.
pub(crate) struct Encoded {
    bytes: Vec<u8>,
    /// The offset of the record that holds it.
    record: usize,
}

impl Encoded {
    /// The value, as a part of a buffer.
    pub(crate) fn part<'a>(
        &'a self,
        schema: &'a Schema,
        ty: &'a Type,
        optional: bool,
        default: &'a DefaultValue,
    ) -> Part<'a> {
        let buf = Buf { bytes: &self.bytes, floor: 1, width: WIDTH.into() };
        let record = self.bytes.get(self.record..).unwrap_or(&[]);
        let place: Place = schema.single(ty, optional);
        Part::Slot(Slot { buf, record, schema, place, ty, optional, default, inline: false })
    }
}
