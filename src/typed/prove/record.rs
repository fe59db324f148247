//! The record under a proved view, and structs as values of a field.

use super::prover::Prover;
use crate::layout::{Place, Size};
use crate::read::Buf;
use crate::read::record::RecordBytes;
use crate::schema::MIXED;
use crate::typed::{Value, Vellum};
use crate::wire::stored;
use crate::wire::width::StaticWidth;

/// The bytes of one record of a proved buffer.
///
/// A place that the record does not store has its default, as in a record that nobody proved. Where a place leads to what was not proved
/// there, a default is given as well; that does not happen.
#[derive(Clone, Copy)]
pub struct ProvedRecord<'a> {
    record: RecordBytes<'a>,
    /// Whether nothing was edited since the proof, so that what it saw need not be looked at again.
    is_unchanged: bool,
}

impl<'a> ProvedRecord<'a> {
    /// A record of a proved buffer, at a place where the proof saw one.
    #[inline(always)]
    pub(super) fn new(record: RecordBytes<'a>, is_unchanged: bool) -> Self {
        Self { record, is_unchanged }
    }

    /// Whether the buffer is as it was proved.
    #[inline(always)]
    pub(super) fn is_unchanged(&self) -> bool {
        self.is_unchanged
    }

    /// As it is read without a proof.
    #[inline(always)]
    pub(in crate::typed) fn record(&self) -> &RecordBytes<'a> {
        &self.record
    }

    #[inline(always)]
    pub(super) fn buf(&self) -> &Buf<'a> {
        self.record.buf()
    }

    #[inline(always)]
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.record.bytes()
    }

    #[inline(always)]
    pub(super) fn shift(&self) -> u32 {
        self.record.shift()
    }

    /// Another record of the same buffer.
    #[inline(always)]
    pub(super) fn part(&self, bytes: &'a [u8]) -> Self {
        Self { record: self.record.part(bytes), is_unchanged: self.is_unchanged }
    }

    /// The object behind a pointer slot, or `None` for null.
    #[inline(always)]
    pub(super) fn object(&self, slot: Size) -> Option<&'a [u8]> {
        self.buf().object(self.bytes(), slot)
    }

    /// The record of the struct at a place: behind a pointer if it can grow, else inline.
    #[inline(always)]
    pub(super) fn structure<T: Vellum>(&self, place: &Place) -> Self {
        if const { !T::SHAPE.nullable } {
            let shift = self.shift();
            return self.part(stored(self.bytes(), place.slot.at(shift), <T as Value>::SHAPE.slot.at(shift)));
        }
        let record = self.object(place.slot).and_then(crate::wire::proved::content);
        self.part(record.unwrap_or(&[]))
    }
}

/// Proves a struct at a place: behind a pointer if it can grow, else inline.
#[doc(hidden)]
#[inline]
pub fn prove_struct<T: Vellum, W: StaticWidth>(prover: &mut Prover<'_, W>, record: &[u8], place: &Place) -> Option<()> {
    if const { !T::SHAPE.nullable } {
        let shift = W::WIDTH.shift();
        return prover.element::<T>(stored(record, place.slot.at(shift), <T as Value>::SHAPE.slot.at(shift)), MIXED);
    }
    let Some(object) = prover.follow(record, place.slot)? else { return Some(()) };
    let record = prover.buf.valid_record(object.bytes, const { T::PLAN.ends })?;
    prover.claim(object.at, record)?;
    prover.deeper(|prover| prover.element::<T>(record, MIXED))
}
