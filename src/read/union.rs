//! Unions, to read: payloads behind pointers, packed lists, and values of `any`.
//!
//! ```text
//! slot      tag payload                     as wide as a pointer: a short word, or a pointer
//! boxed     size record                     a record of one field, the payload
//! packed    count tag [stride] payloads     all elements have this variant
//! mixed     count FF  slots
//! ```
//!
//! A tag without a variant in an open union is from a newer revision. The size of such payloads is
//! not known, only that each has at least one byte: so the elements of their list can be counted,
//! but not found.

use super::cursor::ValueRef;
use super::open::Slot;
use super::{Buf, Elements};
use crate::error::{Error, ErrorKind, Result, Wording, length_changed};
use crate::layout::{Place, Size, is_known_size};
use crate::schema::{DefaultValue, MAX_VARIANTS, MIXED, Schema, Struct, Union, UnionId, held};
use crate::wire::varint;
use crate::wire::width::Width;

/// The elements of a packed list.
#[derive(Clone, Copy, Debug)]
pub struct Packed {
    /// Bytes of an element, of the newest revision if the list stores a stride.
    pub size: Size,
    /// Region ends of the record in an element whose stride is stored; empty if it is not.
    pub ends: &'static [Size],
    /// Bytes before the record in such an element.
    pub prefix: usize,
    /// Whether a payload can have objects of its own.
    pub has_objects: bool,
    /// Whether some bytes are not a valid element.
    pub is_checked: bool,
    /// Whether the variant has no payload: each element is a zero.
    pub is_unit: bool,
}

impl Packed {
    /// For a list that is not packed: slots.
    pub const MIXED: Self =
        Self { size: Size::UNION, ends: &[], prefix: 0, has_objects: true, is_checked: true, is_unit: false };
}

/// Writes the variant of the union at a place.
#[inline]
pub fn put_tag(record: &mut [u8], place: &Place, shift: u32, tag: u8) -> Result<()> {
    *record.get_mut(place.slot.at(shift)).ok_or_else(length_changed)? = tag;
    Ok(())
}

/// Whether an element is of a packed list.
pub(crate) const fn is_packed(tag: u8) -> bool {
    tag != MIXED
}

impl<'a, W: Width> Buf<'a, W> {
    /// The record of a payload behind a pointer.
    #[inline]
    pub fn boxed(&self, object: &'a [u8], size: Size) -> Result<&'a [u8]> {
        if let Some((len, rest)) = varint::read(object)
            && len as usize == size.at(self.shift())
            && let Some(record) = rest.get(..len as usize)
        {
            return Ok(record);
        }
        Err(Error::corrupt(self.position(object), Wording::PayloadSize))
    }

    /// The count and the tag of a list of unions, and the bytes behind them.
    #[inline]
    pub fn union_list(&self, object: &'a [u8]) -> Result<(usize, u8, &'a [u8])> {
        match varint::read(object) {
            Some((count, [tag, rest @ ..])) => Ok((count as usize, *tag, rest)),
            _ => Err(Error::corrupt(self.position(object), Wording::UnionsHead)),
        }
    }

    /// The elements of a list of unions, after its tag. Without `ends` no stride is stored.
    #[inline]
    pub fn union_elements(
        &self,
        (count, tag, rest): (usize, u8, &'a [u8]),
        size: Size,
        ends: &[Size],
        prefix: usize,
    ) -> Result<Elements<'a>> {
        let (mut stride, mut elements) = (size.at(self.shift()), rest);
        if !ends.is_empty() {
            let stored = varint::read(rest).filter(|(stored, _)| {
                let record = (*stored as usize).checked_sub(prefix);
                record.is_some_and(|size| is_known_size(ends, size, self.shift()))
            });
            let Some((stored, after)) = stored else {
                return Err(Error::corrupt(self.position(rest), Wording::PayloadStride));
            };
            (stride, elements) = (stored as usize, after);
        }
        if let Some(bytes) = count.checked_mul(stride).and_then(|len| elements.get(..len)) {
            return Ok(Elements { count, stride, bytes, tag });
        }
        let needed = (count as u64).saturating_mul(stride as u64);
        Err(Error::beyond(Wording::BeyondUnions, self.position(rest), needed, self.bytes.len()))
    }

    /// The elements of a packed list of an unknown variant, with a stride of one byte, the least
    /// they can have. They are not read.
    #[cold]
    pub fn unknown_elements(&self, (count, tag, rest): (usize, u8, &'a [u8])) -> Result<Elements<'a>> {
        match rest.get(..count) {
            _ if tag >= MAX_VARIANTS => Err(no_variant(tag)),
            Some(bytes) => Ok(Elements { count, stride: 1, bytes, tag }),
            None => Err(Error::beyond(Wording::BeyondUnions, self.position(rest), count as u64, self.bytes.len())),
        }
    }

    /// The elements of a mixed list of unions, after its tag.
    #[inline]
    pub fn mixed_elements(&self, list: (usize, u8, &'a [u8])) -> Result<Elements<'a>> {
        debug_assert_eq!(list.1, MIXED);
        self.union_elements(list, Size::UNION, &[], 0)
    }
}

/// The error for a tag without a variant.
#[cold]
#[inline(never)]
pub(crate) fn no_variant(tag: u8) -> Error {
    Error::of(crate::ErrorKind::Corrupt, Wording::NoVariant, [tag.into(), 0, 0])
}

/// The error for operations that need the payload of an unknown variant.
#[cold]
#[inline(never)]
pub(crate) fn newer_variant(tag: u8) -> Error {
    Error::of(crate::ErrorKind::Newer, Wording::NewerVariant, [tag.into(), 0, 0])
}

/// The error for a tag that an open union has no variant for: no revision has one beyond the
/// largest.
#[cold]
#[inline(never)]
pub(crate) fn unknown_of_open(tag: u8) -> Error {
    if tag < MAX_VARIANTS { newer_variant(tag) } else { no_variant(tag) }
}

/// Whether a newer revision of the union may have a variant of this tag, which is none of its own.
pub(crate) fn may_gain(union: &Union, tag: u8) -> bool {
    union.is_open() && tag < MAX_VARIANTS
}

/// The one or the other, as the union is open or not.
#[cold]
#[inline(never)]
pub(crate) fn unknown_variant(union: &Union, tag: u8) -> Error {
    if !may_gain(union, tag) {
        return no_variant(tag);
    }
    Error::new(ErrorKind::Newer, format_args!("`{}` has a newer variant, with the tag {tag}", union.name()))
}

/// Fails if a union of an unknown variant holds data that cannot be followed, or if the tag is
/// invalid.
pub(crate) fn check_unknown(union: &Union, tag: u8, payload: &[u8], seen_only: bool) -> Result<()> {
    if !may_gain(union, tag) {
        return Err(no_variant(tag));
    }
    if !seen_only || payload.iter().all(|byte| *byte == 0) {
        return Ok(());
    }
    Err(unknown_variant(union, tag))
}

/// Fails if a record holds data that this schema does not know, and so cannot follow.
pub(crate) fn check_seen(buf: &Buf<'_>, record: &[u8], structure: &Struct) -> Result<()> {
    let known = structure.size().at(buf.shift());
    if record.get(known..).is_none_or(|unseen| unseen.iter().all(|byte| *byte == 0)) {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Newer, format_args!("`{}` holds fields of a newer schema revision", structure.name()))
        .at(buf.position(record).saturating_add(known)))
}

// Values of `any`, read directly by their tags: the fast path for most of a document.
//
// Invalid bytes return `None` here; the general code for unions then returns the error.

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
