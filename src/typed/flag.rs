//! `bool`: one bit of the bitmap in a record, one byte in a list.

use super::describe::Described;
use super::element::reach;
use super::{At, Decode, Heap, List, Prover, Reading, TypePlan, TypeShape, TypedSlot, Value, opened_as_read};
use crate::error::{Result, length_changed};
use crate::layout::{Place, Size};
use crate::read::decoder::Decoder;
use crate::schema::Type;
use crate::wire::bits::{bit, put_bit};
use crate::wire::width::{StaticWidth, Width};
use crate::write::log::AtHand;
use crate::write::{Link, Session, Storage, Target};

/// Sets the bit at `place`; a record of an older revision, which does not store it, is upgraded
/// first.
#[inline]
pub(crate) fn set_bit<S: Storage>(
    session: &mut Session<S>,
    target: &Target<'_>,
    place: &Place,
    value: bool,
) -> Result<()> {
    let shift = session.shift();
    if put_bit(session.record_mut(target.holder)?, place, shift, value).is_some() || !value {
        return Ok(());
    }
    let holder = session.upgrade(target)?;
    let shift = session.shift();
    put_bit(session.record_mut(holder)?, place, shift, value).ok_or_else(length_changed)
}

impl Value for bool {
    // The bits of a bitmap are proved with the record; an element has a byte of its own.
    const SHAPE: TypeShape =
        TypeShape { bits: 1, word: 1, checked: false, whole: true, ..TypeShape::inline(Size::ZERO) };
    const PLAN: TypePlan = TypePlan::new(Type::Bool, |_| Described::BOOL);
    type Default = bool;
    const DEFAULT: &'static bool = &false;
    opened_as_read!();
    type Get<'a, R: Reading> = bool;
    type GetList<'a, R: Reading> = List<'a, bool, R>;
    type Set<'a> = bool;
    type Cursor<'a, S: Storage + 'a> = bool;
    type FieldCursor<'a, S: Storage + 'a> = Result<bool>;

    #[inline(always)]
    fn as_set(&self) -> bool {
        *self
    }

    #[inline(always)]
    fn is_default(value: &bool, default: &bool) -> bool {
        value == default
    }

    #[inline(always)]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &bool,
        record: &mut [u8],
        at: &At<'_, bool, ELEMENT>,
        _: &mut Heap<'_, W>,
    ) -> Result<()> {
        put_bit(record, at.place, W::WIDTH.shift(), *value ^ *at.default).ok_or_else(length_changed)
    }

    #[inline(always)]
    fn get<R: Reading, const ELEMENT: bool>(slot: TypedSlot<'_, '_, Self, R, ELEMENT>) -> Result<bool, R::Error> {
        let (record, at) = (slot.record(), slot.at());
        Ok(bit(record.bytes(), at.place, record.shift()) ^ *at.default)
    }

    // The bits of a bitmap are proved with the record.
    #[inline(always)]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        _: &mut Prover<'_, W>,
        _: &[u8],
        _: &At<'_, bool, ELEMENT>,
    ) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    fn stored<'v>(value: &'v bool, default: &bool) -> AtHand<'v> {
        AtHand::Word(u128::from(value ^ default), 1)
    }

    #[inline]
    fn set<const ELEMENT: bool, S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        at: &At<'_, bool, ELEMENT>,
        value: &bool,
    ) -> Result<()> {
        set_bit(session, &target, at.place, *value ^ *at.default)
    }

    #[inline]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, bool, ELEMENT>,
    ) -> Result<bool> {
        Self::get(TypedSlot::checked(&session.record(target.holder)?, at))
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, bool>,
    ) -> Result<bool> {
        reach::<Self, S>(session, link, at)
    }
}

impl<'b> Decode<'b> for bool {
    #[inline(always)]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, bool, ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<bool> {
        Ok(bit(record, at.place, decoder.shift()) ^ *at.default)
    }
}
