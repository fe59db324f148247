//! Values of `any`, read directly by their tags: the fast path for most of a document.
//!
//! Invalid bytes return `None` here; the general code for unions then returns the error.

use super::Buf;
use super::cursor::ValueRef;
use super::slot::Slot;
use crate::layout::{Place, Size};
use crate::schema::{DefaultValue, Schema, UnionId, held};

/// The place of the payload.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PayloadIn {
    /// In the slot of a union, behind the tag; a payload wider than a pointer is behind a pointer.
    Slot,
    /// In an element of a packed list.
    Element,
}

/// The value of `any` in a slot.
#[inline]
pub(super) fn in_slot<'a>(slot: &Slot<'a>, id: UnionId) -> Option<ValueRef<'a>> {
    let (tag, payload) = slot.record.get(slot.start()..)?.split_first()?;
    value(slot.buf, payload, *tag, PayloadIn::Slot, id, slot.schema)
}

/// The value of a variant of `any`.
pub(super) fn value<'a>(
    buf: Buf<'a>,
    payload: &'a [u8],
    tag: u8,
    lies: PayloadIn,
    id: UnionId,
    schema: &'a Schema,
) -> Option<ValueRef<'a>> {
    match tag {
        held::NULL => Some(ValueRef::Null),
        held::BOOL => Some(ValueRef::Bool(payload.first()? & 1 != 0)),
        held::I8 => Some(ValueRef::Signed(i8::from_le_bytes([*payload.first()?]).into())),
        held::I16 => Some(ValueRef::Signed(i16::from_le_bytes(word(buf, payload, lies)?).into())),
        held::I32 => Some(ValueRef::Signed(i32::from_le_bytes(word(buf, payload, lies)?).into())),
        held::I64 => Some(ValueRef::Signed(i64::from_le_bytes(word(buf, payload, lies)?))),
        held::U64 => Some(ValueRef::Unsigned(u64::from_le_bytes(word(buf, payload, lies)?))),
        held::F64 => Some(ValueRef::F64(f64::from_le_bytes(word(buf, payload, lies)?))),
        held::STRING => buf.text(blob(buf, payload)?).ok().map(ValueRef::String),
        held::BYTES => blob(buf, payload).map(ValueRef::Bytes),
        held::LIST | held::MAP => {
            let ty = &schema.union(id).of_tag(tag)?.item().ty;
            let (place, default) = (Place::default(), &DefaultValue::Zero);
            let slot = Slot { buf, record: payload, schema, place, ty, optional: false, default, inline: false };
            slot.value().ok()
        }
        _ => None,
    }
}

/// The bytes of a word; null stands for zero.
#[inline]
fn word<const N: usize>(buf: Buf<'_>, payload: &[u8], lies: PayloadIn) -> Option<[u8; N]> {
    if lies == PayloadIn::Element || N <= buf.width.bytes() {
        return payload.first_chunk().copied();
    }
    match buf.follow(payload, Size::ZERO).ok()? {
        Some(object) => buf.boxed(object, Size::bytes(u32::try_from(N).ok()?)).ok()?.first_chunk().copied(),
        None if payload.len() >= buf.width.bytes() => Some([0; N]),
        None => None,
    }
}

/// Text or bytes; null stands for none.
#[inline]
fn blob<'a>(buf: Buf<'a>, payload: &[u8]) -> Option<&'a [u8]> {
    match buf.follow(payload, Size::ZERO).ok()? {
        Some(object) => buf.blob(object).ok(),
        None => Some(&[]),
    }
}
