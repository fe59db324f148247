//! Text of a fixed length as a type of fields.

use super::describe::Described;
use super::element::reach;
use super::{At, Decode, Heap, List, Prover, Reading, TypePlan, TypeShape, TypedSlot, Value, opened_as_read};
use crate::error::{Result, length_changed};
use crate::layout::{MAX_RECORD, Size};
use crate::read::decoder::Decoder;
use crate::scalar::FixedStr;
use crate::schema::Type;
use crate::wire::stored;
use crate::wire::width::{StaticWidth, Width};
use crate::wire::{slice_or_empty, trimmed};
use crate::write::measure::UNWRITABLE;
use crate::write::{Link, Session, Storage, Target};

impl<const N: usize> Value for FixedStr<N> {
    // A record of that many bytes is refused when the struct is planned.
    #[allow(clippy::cast_possible_truncation)]
    const SHAPE: TypeShape = {
        assert!(N > 0 && N <= MAX_RECORD, "a text of a fixed length has 1 to 65,535 bytes");
        // A setter takes any text.
        TypeShape { ruled: true, whole: true, ..TypeShape::inline(Size::bytes(N as u32)) }
    };
    #[allow(clippy::cast_possible_truncation)]
    const PLAN: TypePlan = TypePlan::new(Type::Text(N as u32), |_| Described::text(N)).unsorted();
    type Default = ();
    const DEFAULT: &'static () = &();
    opened_as_read!();
    type Get<'a, R: Reading> = &'a str;
    type GetList<'a, R: Reading> = List<'a, Self, R>;
    type Set<'a> = &'a str;
    type Cursor<'a, S: Storage + 'a> = &'a str;
    type FieldCursor<'a, S: Storage + 'a> = Result<&'a str>;

    #[inline(always)]
    fn as_set(&self) -> &str {
        self
    }

    fn check(value: &&str, _: u32) -> Result<()> {
        Self::check_fits(value)
    }

    #[inline(always)]
    fn is_default(value: &&str, (): &()) -> bool {
        value.is_empty()
    }

    #[inline]
    fn heap_len<const ELEMENT: bool, W: StaticWidth>(value: &&str, _: &At<'_, (), ELEMENT>, _: u32) -> u64 {
        if Self::fits(value) { 0 } else { UNWRITABLE }
    }

    #[inline]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &&str,
        record: &mut [u8],
        at: &At<'_, (), ELEMENT>,
        _: &mut Heap<'_, W>,
    ) -> Result<()> {
        // The slot is zeroed.
        let text = crate::wire::slice_mut(record, at.place.slot.at(W::WIDTH.shift()), value.len().min(N));
        text.filter(|text| text.len() == value.len()).ok_or_else(length_changed)?.copy_from_slice(value.as_bytes());
        Ok(())
    }

    #[inline]
    fn get<'a, R: Reading, const ELEMENT: bool>(
        slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
    ) -> Result<&'a str, R::Error> {
        let record = slot.record();
        let text = trimmed(slice_or_empty(record.bytes(), slot.at().place.slot.at(record.shift()), N));
        // Text of fixed length is short and rare, so it is checked again when it is read.
        R::trust(record.buf().text(text), "")
    }

    #[inline]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        _: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
    ) -> Option<()> {
        crate::wire::proved::text(trimmed(stored(record, at.place.slot.at(W::WIDTH.shift()), N))).map(drop)
    }

    #[inline]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, (), ELEMENT>,
    ) -> Result<&'a str> {
        Self::get(TypedSlot::checked(&session.target(&target)?, at))
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, ()>,
    ) -> Result<&'a str> {
        reach::<Self, S>(session, link, at)
    }
}

impl<'b, const N: usize> Decode<'b> for FixedStr<N> {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self> {
        let text = trimmed(slice_or_empty(record, at.place.slot.at(decoder.shift()), N));
        Self::try_from(decoder.buf.text(text)?)
    }
}
