//! `String`: one pointer to a length and UTF-8 bytes.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::describe::Described;
use super::list::List;
use super::shape::{TypePlan, TypeShape};
use super::text_edit::TextEdit;
use super::{Heap, Value};
use crate::error::Result;
use crate::layout::Place;
use crate::read::decoder::Decoder;
use crate::read::navigate::Step;
use crate::read::record::RecordBytes;
use crate::schema::Type;
use crate::wire::clamp;
use crate::wire::varint::object_len;
use crate::wire::width::{StaticWidth, Width};
use crate::write::measure::TOO_DEEP;
use crate::write::{Link, Session, Storage, Target};

impl Value for String {
    const SHAPE: TypeShape = TypeShape::POINTER;
    const PLAN: TypePlan = TypePlan::new(Type::String, |_| Described::STRING);
    type Default = &'static str;
    const DEFAULT: &'static str = "";
    type Get<'a> = &'a str;
    type GetList<'a> = List<'a, String>;
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

    #[inline]
    fn heap_len<W: StaticWidth>(value: &&str, default: &&'static str, keep: bool, _: u32) -> u64 {
        if !keep && value == default {
            return 0;
        }
        if value.len() > u32::MAX as usize { TOO_DEEP } else { object_len(value.len(), value.len() as u64) }
    }

    #[inline]
    fn write<W: StaticWidth>(
        value: &&str,
        record: &mut [u8],
        place: &Place,
        default: &&'static str,
        keep: bool,
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        if !keep && value == default {
            return Ok(());
        }
        heap.point(record, place.slot)?;
        let content = heap.take_to_fill(clamp(value.len()), value.len())?;
        content.copy_from_slice(value.as_bytes());
        Ok(())
    }

    #[inline(always)]
    fn get<'a>(record: &RecordBytes<'a>, place: &Place, default: &'static str) -> Result<&'a str> {
        let buf = record.buf();
        match buf.follow(record.bytes(), place.slot)? {
            Some(object) => buf.text(buf.blob(object)?),
            None => Ok(default),
        }
    }

    #[inline]
    fn decode<W: Width>(
        record: &[u8],
        place: &Place,
        default: &'static str,
        decoder: &mut Decoder<'_, W>,
    ) -> Result<String> {
        let Some(object) = decoder.follow(record, place.slot)? else { return Ok(default.to_owned()) };
        let content = decoder.blob(object)?;
        decoder.buf.text(content).map(ToOwned::to_owned)
    }

    #[inline(always)]
    fn set<S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        place: &Place,
        value: &&str,
        default: &'static str,
        keep: bool,
    ) -> Result<()> {
        session.set_blob(&target, place, value.as_bytes(), default.is_empty() && !keep)
    }

    #[inline]
    fn cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        place: &Place,
        default: &'static str,
    ) -> Result<TextEdit<'a, S>> {
        Ok(TextEdit::new(session, target, *place, default))
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        step: Step,
        place: &Place,
        default: &'static str,
    ) -> TextEdit<'a, S> {
        let target = link.later(session, step);
        TextEdit::new(session, target, *place, default)
    }
}
