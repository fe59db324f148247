//! `String`: one pointer to a length and UTF-8 bytes.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::describe::Described;
use super::text_edit::TextEdit;
use super::{At, Decode, Heap, List, Prover, Reading, TypePlan, TypeShape, TypedSlot, Value, opened_as_read};
use crate::error::Result;
use crate::read::decoder::Decoder;
use crate::schema::Type;
use crate::wire::varint::object_len;
use crate::wire::width::{StaticWidth, Width};
use crate::write::log::AtHand;
use crate::write::{Link, Session, Storage, Target};

impl Value for String {
    const SHAPE: TypeShape = TypeShape::POINTER;
    const PLAN: TypePlan = TypePlan::new(Type::String, |_| Described::STRING);
    type Default = &'static str;
    const DEFAULT: &'static &'static str = &"";
    opened_as_read!();
    type Get<'a, R: Reading> = &'a str;
    type GetList<'a, R: Reading> = List<'a, String, R>;
    type Set<'a> = &'a str;
    type Cursor<'a, S: Storage + 'a> = TextEdit<'a, S>;
    type FieldCursor<'a, S: Storage + 'a> = TextEdit<'a, S>;

    #[inline(always)]
    fn as_set(&self) -> &str {
        self
    }

    #[inline(always)]
    fn is_default(value: &&str, default: &&'static str) -> bool {
        value == default
    }

    #[inline(always)]
    fn heap_len<const ELEMENT: bool, W: StaticWidth>(value: &&str, at: &At<'_, &'static str, ELEMENT>, _: u32) -> u64 {
        if !at.keep && value == at.default {
            return 0;
        }
        object_len(value.len(), value.len() as u64)
    }

    #[inline(always)]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &&str,
        record: &mut [u8],
        at: &At<'_, &'static str, ELEMENT>,
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        if !at.keep && value == at.default {
            return Ok(());
        }
        heap.point(record, at.place.slot)?;
        heap.write_blob(value.as_bytes())
    }

    #[inline(always)]
    fn get<'a, R: Reading, const ELEMENT: bool>(
        slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
    ) -> Result<&'a str, R::Error> {
        let (record, at) = (slot.record(), slot.at());
        match R::follow(record, at.place.slot)? {
            Some(object) => slot.known().text(record.buf(), object),
            None => Ok(*at.default),
        }
    }

    #[inline(always)]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, &'static str, ELEMENT>,
    ) -> Option<()> {
        prover.text(record, at.place.slot)
    }

    #[inline(always)]
    fn stored<'v>(value: &'v &str, _: &&'static str) -> AtHand<'v> {
        AtHand::Content(value.as_bytes())
    }

    #[inline(always)]
    fn set<const ELEMENT: bool, S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        at: &At<'_, &'static str, ELEMENT>,
        value: &&str,
    ) -> Result<()> {
        session.set_blob(&target, at.place, value.as_bytes(), at.default.is_empty() && !at.keep)
    }

    #[inline]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, &'static str, ELEMENT>,
    ) -> Result<TextEdit<'a, S>> {
        Ok(TextEdit::new(session, target, *at.place, at.default))
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, &'static str>,
    ) -> TextEdit<'a, S> {
        let target = link.later(session, at.step());
        TextEdit::new(session, target, *at.place, at.default)
    }
}

impl<'b> Decode<'b> for String {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, &'static str, ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<String> {
        let Some(object) = decoder.follow(record, at.place.slot)? else { return Ok((*at.default).to_owned()) };
        let content = decoder.blob(object)?;
        decoder.buf.text(content).map(ToOwned::to_owned)
    }
}
