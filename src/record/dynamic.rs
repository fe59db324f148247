//! Values of `any`: which variant holds a value, and how it is read back.

use super::leaf::Leaf;
use super::path::Path;
use super::plain::{DynamicValue, Plain};
use super::segments::FoundRecord;
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::Size;
use crate::object::write_blob;
use crate::read::Buf;
use crate::read::cursor::{ValueRef, union_value};
use crate::read::key::Halves;
use crate::read::navigate::{Navigator, RecordSpan, ResolvedSlot, Step};
use crate::read::union::is_packed;
use crate::scalar::WordOrder;
use crate::schema::{Payload, Scalar, Schema, Type, held};
use crate::wire::bits::put_bit;
use crate::wire::varint;
use crate::wire::width::{PointerWidth, Width};
use crate::write::BlobEdit;
use crate::write::Locator;
use crate::write::route::PathLocator;
use crate::write::{Session, Storage, ToList};

/// The variant of a tag, to hold a content.
fn dynamic<'v>(path: &Path, tag: u8, content: DynamicValue<'v>) -> Result<Plain<'v>> {
    if path.leaf.is_any {
        return Ok(Plain::Dynamic(tag, content));
    }
    Err(Error::fixed(&FixedError(ErrorKind::Type, "not `any`")))
}

/// A bool for `any`.
pub(super) fn of_bool(value: bool, path: &Path) -> Result<Plain<'static>> {
    dynamic(path, held::BOOL, DynamicValue::Word(Halves::new(u128::from(value)), 1))
}

/// Text or bytes for `any`.
pub(super) fn of_blob<'v>(variant: u8, content: &'v [u8], path: &Path) -> Result<Plain<'v>> {
    dynamic(path, variant, DynamicValue::Blob(content))
}

/// The word of a scalar for `any`: integers in the narrowest variant that holds them, floats as
/// `f64`.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn of_word(scalar: Scalar, word: u128, path: &Path) -> Result<Plain<'static>> {
    if let Some(value) = scalar.integer(word) {
        let kinds = [
            (held::I8, Scalar::I8),
            (held::I16, Scalar::I16),
            (held::I32, Scalar::I32),
            (held::I64, Scalar::I64),
            (held::U64, Scalar::U64),
        ];
        let narrowest = kinds.into_iter().find_map(|(tag, kind)| Some((tag, kind, kind.word_of_integer(value)?)));
        if let Some((tag, kind, word)) = narrowest {
            return dynamic(path, tag, DynamicValue::Word(Halves::new(word), kind.size() as u8));
        }
    }
    if !scalar.is_number() || scalar.row().order != WordOrder::Float {
        return Err(Error::new(ErrorKind::Type, format_args!("`any` holds no {scalar}; write it as text or a number")));
    }
    let float = scalar.float(word);
    dynamic(path, held::F64, DynamicValue::Word(Halves::new(u128::from(float.to_bits())), 8))
}

/// What `any` holds, if it is stored and no list or map: without errors, and without a look at the
/// schema.
#[inline(never)]
pub(super) fn stored<'a>(buf: Buf<'a>, at: FoundRecord<'a>, leaf: &Leaf) -> Option<ValueRef<'a>> {
    let shift = buf.shift();
    if !leaf.is_any || leaf.is_absent(at.record, shift) {
        return None;
    }
    let (tag, payload) = match at.record.get(leaf.place.slot.at(shift)..)? {
        payload if is_packed(at.packed) => (at.packed, payload),
        slot => slot.split_first().map(|(tag, payload)| (*tag, payload))?,
    };
    let blob = || {
        let (len, content) = varint::read(buf.object(payload, Size::ZERO)?)?;
        content.get(..len as usize)
    };
    let size = match tag {
        held::STRING => return crate::wire::proved::text(blob()?).map(ValueRef::String),
        held::BYTES => return blob().map(ValueRef::Bytes),
        held::BOOL | held::I8 => 1,
        held::I16 => 2,
        held::I32 => 4,
        held::I64 | held::U64 | held::F64 => 8,
        _ => return None,
    };
    let word = if is_packed(at.packed) || size <= buf.width.bytes() {
        payload.get(..size)?
    } else {
        buf.boxed(buf.object(payload, Size::ZERO)?, Size::bytes(u32::try_from(size).ok()?)).ok()?
    };
    Some(match (tag, word) {
        (held::BOOL, [byte, ..]) => ValueRef::Bool(byte & 1 != 0),
        (held::I8, [byte, ..]) => ValueRef::Signed(byte.cast_signed().into()),
        (held::I16, word) => ValueRef::Signed(i16::from_le_bytes(*word.first_chunk()?).into()),
        (held::I32, word) => ValueRef::Signed(i32::from_le_bytes(*word.first_chunk()?).into()),
        (held::I64, word) => ValueRef::Signed(i64::from_le_bytes(*word.first_chunk()?)),
        (held::U64, word) => ValueRef::Unsigned(u64::from_le_bytes(*word.first_chunk()?)),
        (_, word) => ValueRef::F64(f64::from_le_bytes(*word.first_chunk()?)),
    })
}

/// As `stored`, of a number: its word in another scalar type.
#[inline(never)]
pub(super) fn stored_word<'a>(buf: Buf<'a>, at: FoundRecord<'a>, leaf: &Leaf, scalar: Scalar) -> Option<u128> {
    to_word(scalar, &stored(buf, at, leaf)?)
}

/// Reads what `any` holds.
pub(super) fn read<'a>(
    buf: Buf<'a>,
    at: FoundRecord<'a>,
    leaf: &Leaf,
    schema: &'a Schema,
) -> Result<Option<ValueRef<'a>>> {
    let Type::Union(id) = leaf.ty else { return Err(Error::fixed(&FixedError(ErrorKind::Type, "not `any`"))) };
    if leaf.has_presence && !crate::wire::bits::bit(at.record, &leaf.place, buf.shift()) {
        return Ok(None);
    }
    let union = if is_packed(at.packed) {
        crate::read::parts::packed_union(buf, at.record, at.packed, id, schema)?
    } else {
        schema.union_at(buf, at.record, leaf.place, id)?
    };
    union_value(union, id, schema).map(Some)
}

/// Reads what `any` holds as a `T`: what is no such value is no `wanted`.
pub(super) fn read_as<'a, T>(
    buf: Buf<'a>,
    at: FoundRecord<'a>,
    leaf: &Leaf,
    schema: &'a Schema,
    wanted: &str,
    value_of: impl FnOnce(&ValueRef<'a>) -> Option<T>,
) -> Result<Option<T>> {
    let Some(value) = read(buf, at, leaf, schema)? else { return Ok(None) };
    value_of(&value).map(Some).ok_or_else(|| wrong(&value, wanted))
}

/// Reads the word of a number that `any` holds.
#[inline(never)]
pub(super) fn word(
    buf: Buf<'_>,
    at: FoundRecord<'_>,
    leaf: &Leaf,
    schema: &Schema,
    scalar: Scalar,
) -> Result<Option<u128>> {
    read_as(buf, at, leaf, schema, scalar.name(), |value| to_word(scalar, value))
}

/// The word of a number that `any` holds, in another scalar type.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn to_word(scalar: Scalar, value: &ValueRef<'_>) -> Option<u128> {
    let float = |value: f64| match scalar.row().order {
        WordOrder::Float if scalar.size() == 4 => Some(u128::from((value as f32).to_bits())),
        WordOrder::Float => Some(u128::from(value.to_bits())),
        WordOrder::Unsigned | WordOrder::Signed | WordOrder::Bytes => None,
    };
    match value {
        ValueRef::Signed(value) => scalar.word_of_integer(i128::from(*value)).or_else(|| float(*value as f64)),
        ValueRef::Unsigned(value) => scalar.word_of_integer(i128::from(*value)).or_else(|| float(*value as f64)),
        ValueRef::F64(value) => float(*value),
        _ => None,
    }
}

/// The error for a value of another kind.
#[cold]
pub(super) fn wrong(value: &ValueRef<'_>, wanted: &str) -> Error {
    let kind = match value {
        ValueRef::Null => "null",
        ValueRef::Bool(_) => "a bool",
        ValueRef::Signed(_) | ValueRef::Unsigned(_) => "an integer",
        ValueRef::F64(_) => "a float",
        ValueRef::String(_) => "a string",
        ValueRef::Bytes(_) => "bytes",
        ValueRef::List(_) => "a list",
        ValueRef::Map(_) => "a map",
        _ => "something else",
    };
    Error::new(ErrorKind::Type, format_args!("the value is {kind}, not {wanted}"))
}

/// The payload of a union.
struct PayloadOf<'u> {
    union: &'u dyn Locator,
    tag: u8,
}

impl Locator for PayloadOf<'_> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        navigator.step(Some(&self.union.resolve(navigator)?), Step::Payload(self.tag))
    }
}

impl<S: Storage> Session<S, Schema> {
    /// Writes a content where the old one is, if its variant needs no other room: without a second
    /// look at the way there.
    pub(super) fn overwrite_dynamic(
        &mut self,
        holder: RecordSpan,
        leaf: &Leaf,
        tag: u8,
        content: DynamicValue<'_>,
    ) -> Option<()> {
        let Type::Union(id) = leaf.ty else { return None };
        let (width, slot) = (self.width, leaf.place.slot.at(self.shift()));
        if leaf.has_presence || slot.saturating_add(Size::UNION.at(width.shift())) > holder.size {
            return None;
        }
        let at = holder.pos.checked_add(slot)?;
        let current = *self.bytes().get(at)?;
        match content {
            DynamicValue::Blob(content) if current == tag => {
                self.overwrite_blob(holder, &leaf.place.payload(), content)
            }
            DynamicValue::Word(word, size) if usize::from(size) <= width.bytes() => {
                let old = self.schema().union(id).of_tag(current)?.payload();
                if !matches!(old, Payload::None)
                    && !matches!(old, Payload::Word(size) if size as usize <= width.bytes())
                {
                    return None;
                }
                let (to_tag, payload) =
                    crate::wire::slice_mut(self.bytes_mut(), at, Size::UNION.at(width.shift()))?.split_first_mut()?;
                *to_tag = tag;
                payload.copy_from_slice(word.word().to_le_bytes().get(..width.bytes())?);
                Some(())
            }
            // Zero is a null pointer.
            DynamicValue::Word(word, size) if current == tag && word.word() != 0 => {
                let buf = self.buf();
                let record = crate::wire::slice(buf.bytes, holder.pos, holder.size)?;
                let object = buf.follow(record, leaf.place.payload().slot).ok()??;
                let stored = buf.boxed(object, Size::bytes(size.into())).ok()?;
                let (pos, size) = (buf.position(stored), usize::from(size));
                let to = crate::wire::slice_mut(self.bytes_mut(), pos, size)?;
                to.copy_from_slice(word.word().to_le_bytes().get(..size)?);
                Some(())
            }
            DynamicValue::Blob(_) | DynamicValue::Word(..) => None,
        }
    }

    /// Makes a value of `any` hold a content.
    pub(super) fn set_dynamic(&mut self, locator: &PathLocator<'_>, tag: u8, content: DynamicValue<'_>) -> Result<()> {
        let navigator = self.navigator();
        let mut resolved = locator.resolve(&navigator)?;
        let is_absent = navigator.is_absent(&resolved);
        let current = Some(navigator.tag(&resolved)).filter(|_| !is_absent);
        if resolved.packed.is_some() && current != Some(tag) {
            self.unpack_at(locator, &|width, _| content.heap_len(width))?;
            resolved = locator.resolve(&self.navigator())?;
        }
        let (is_packed, holder, place) = (resolved.packed.is_some(), resolved.holder, resolved.place);
        match content {
            DynamicValue::Word(word, size) if is_packed => {
                let slot = place.slot.at(self.shift());
                let word = word.word();
                let bytes = word.to_le_bytes();
                let record = self.record_mut(holder)?;
                if size == 1 && place.slot == Size::bytes(1) {
                    // A bool, which is one bit.
                    return put_bit(record, &place, 0, word != 0).ok_or_else(internal_error);
                }
                let slot = crate::wire::slice_mut(record, slot, usize::from(size)).ok_or_else(internal_error)?;
                slot.copy_from_slice(bytes.get(..usize::from(size)).unwrap_or(&[]));
            }
            DynamicValue::Blob(content) if current == Some(tag) => {
                let edit = BlobEdit { range: None, content, default: &[], null_is_empty: true };
                self.splice_blob(&PayloadOf { union: locator, tag }, &edit)?;
            }
            _ => self.put_variant(
                locator,
                &place,
                (tag, is_absent),
                false,
                &|width, _| content.heap_len(width),
                &|record, heap, start, width| {
                    let slot = place.payload().slot.at(width.shift());
                    let word = if let DynamicValue::Word(word, _) = content { word.word() } else { 0 }.to_le_bytes();
                    if heap.is_empty() {
                        // Zeros for an empty text, or a word that fits in the slot.
                        if let Some(slot) = crate::wire::slice_mut(record, slot, width.bytes()) {
                            slot.copy_from_slice(word.get(..width.bytes()).unwrap_or(&[]));
                        }
                        return Ok(());
                    }
                    record.get_mut(slot..).and_then(|slot| width.store(slot, start)).ok_or_else(internal_error)?;
                    let bytes = match content {
                        DynamicValue::Word(_, size) => word.get(..usize::from(size)).unwrap_or(&[]),
                        DynamicValue::Blob(content) => content,
                    };
                    write_blob(bytes, heap).ok_or_else(internal_error)
                },
            )?,
        }
        Ok(())
    }

    /// Inserts a value of `any` with a content into a list.
    pub(super) fn insert_dynamic(
        &mut self,
        list: &PathLocator<'_>,
        element: &PathLocator<'_>,
        leaf: &Leaf,
        index: usize,
        (tag, content): (u8, DynamicValue<'_>),
    ) -> Result<()> {
        let heap = |width: PointerWidth, _| content.heap_len(width);
        let found = list.found(self)?;
        found.check_index(index)?;
        if found.is_of_other(tag) {
            self.unpack(list, 1, &heap)?;
        } else {
            let now = self.room_for_elements(&found, 1, content.heap_len(self.width));
            let count = found.count().saturating_add(2).saturating_mul(2) as u64;
            let need = |width| count.saturating_mul(16).saturating_add(content.heap_len(width)).saturating_add(32);
            let grown = found.grown(1, content.heap_len(self.width));
            self.reserve_or_part(found.is_older(self.shift()), &now, &need, grown)?;
        }
        self.multi_step_reserved(|session| {
            session.insert_variant_with(list, index, leaf, tag, &heap)?;
            session.set_dynamic(element, tag, content)
        })?;
        self.compact_if_due();
        Ok(())
    }
}
