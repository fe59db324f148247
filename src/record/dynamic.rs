//! Values of `any` in a record, and [`Leaf`], the value at the end of a path.

use alloc::boxed::Box;

use super::edit::{DynamicValue, Plain};
use super::path::{FoundRecord, Path, PathSegment, SegmentKind};
use super::{FieldType, RecordView};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::{Place, Size};
use crate::object::write_blob;
use crate::read::Buf;
use crate::read::cursor::{ValueRef, union_value};
use crate::read::key::Halves;
use crate::read::navigate::{Navigator, RecordSpan, ResolvedSlot, Step, check_crossed};
use crate::read::route::PathKeys;
use crate::read::union::is_packed;
use crate::scalar::WordOrder;
use crate::scalar::table::out_of_range;
use crate::scalar::word::Word;
use crate::schema::{DefaultValue, Payload, Rules, Scalar, Schema, Type, UnionVariant, held};
use crate::wire::varint;
use crate::wire::width::{PointerWidth, Width, bit, put_bit};
use crate::write::link::PathLocator;
use crate::write::{BlobEdit, Locator, Session, Storage, ToList};

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
    if leaf.has_presence && !crate::wire::width::bit(at.record, &leaf.place, buf.shift()) {
        return Ok(None);
    }
    let union = if is_packed(at.packed) {
        crate::read::cursor::packed_union(buf, at.record, at.packed, id, schema)?
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
    let Some(value) = read(buf, at, leaf, schema)? else { return Ok(None) };
    to_word(scalar, &value).map(Some).ok_or_else(|| wrong_number(&value, scalar))
}

/// The error for a value that is no number of a type: one that the type does not reach, or another
/// kind.
#[cold]
fn wrong_number(value: &ValueRef<'_>, scalar: Scalar) -> Error {
    let is_float = scalar.row().order == WordOrder::Float;
    let message = match *value {
        ValueRef::Signed(number) if scalar.is_integer() => out_of_range(scalar, number),
        ValueRef::Unsigned(number) if scalar.is_integer() => out_of_range(scalar, number),
        ValueRef::F64(number) if is_float => out_of_range(scalar, format_args!("{number:?}")),
        _ => return wrong(value, scalar.name()),
    };
    Error::new(ErrorKind::Type, message)
}

/// The word of a number that `any` holds, in another scalar type.
// Each is cast to either float by itself: an integer that became an `f64` first would be rounded
// twice.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn to_word(scalar: Scalar, value: &ValueRef<'_>) -> Option<u128> {
    let float = |narrow: f32, wide: f64| match scalar.row().order {
        WordOrder::Float if scalar.size() == 4 => {
            (narrow.is_finite() || !wide.is_finite()).then(|| u128::from(narrow.to_bits()))
        }
        WordOrder::Float => Some(u128::from(wide.to_bits())),
        WordOrder::Unsigned | WordOrder::Signed | WordOrder::Bytes => None,
    };
    match *value {
        ValueRef::Signed(value) => scalar.word_of_integer(value.into()).or_else(|| float(value as f32, value as f64)),
        ValueRef::Unsigned(value) => scalar.word_of_integer(value.into()).or_else(|| float(value as f32, value as f64)),
        ValueRef::F64(value) => float(value as f32, value),
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
        navigator.step::<{ crate::schema::Kinds::ALL }>(Some(&self.union.resolve(navigator)?), Step::Payload(self.tag))
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
                let slot = RecordSpan { pos: at, size: Size::UNION.at(width.shift()) };
                let (to_tag, payload) = self.record_of(slot)?.split_first_mut()?;
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
                self.record_of(RecordSpan { pos, size })?.copy_from_slice(word.word().to_le_bytes().get(..size)?);
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

// Paths within `any` that lead to nothing, to null, or to a value of another kind.
//
// A field that is not stored has its default, which the schema declares. The schema declares
// nothing for the content of `any`, so a missing value there is not read; docs/types.md has the
// table. These functions run only where the first tier of the walk has found nothing.
// it is decided where the first tier of the walk has found nothing.

/// The error for a value within `any` that is not there.
#[cold]
fn nothing() -> Error {
    Error::fixed(&FixedError(ErrorKind::Path, "nothing is there"))
}

impl Path {
    /// Fails where nothing may not be read as the default of the type: within `any`.
    #[inline]
    pub(super) fn check_absent<T: FieldType + ?Sized>(&self) -> Result<()> {
        let is_default = T::SHOWS_ABSENT || !(self.leaf.is_any || self.through_any);
        if is_default { Ok(()) } else { Err(self.with_path(nothing())) }
    }

    /// How many elements or values the list, array or map has whose elements or values the path
    /// names: none where it is absent. Within `any` it has to be there, and be a list; a map is
    /// counted only where that is asked for.
    #[inline]
    pub(super) fn len(&self, view: RecordView<'_>, keys: &dyn PathKeys, takes_map: bool) -> Result<usize> {
        match self.count_led_to(view, keys)? {
            Some(count) => Ok(count),
            None if self.through_any => self.len_in_any(view, keys, takes_map),
            None => Ok(0),
        }
    }

    #[cold]
    #[inline]
    fn len_in_any(&self, view: RecordView<'_>, keys: &dyn PathKeys, takes_map: bool) -> Result<usize> {
        let (schema, shift) = (view.schema, view.buf.shift());
        let [before @ .., PathSegment { kind: SegmentKind::Payload { union, tag, .. }, slot, presence, .. }, _] =
            &*self.segments
        else {
            return Err(self.with_path(nothing()));
        };
        let found = self.walk_to(before, view, keys)?;
        let is_there = |record: &[u8]| presence.is_none_or(|place| bit(record, &place, shift));
        let Some(found) = found.filter(|found| !found.is_absent && is_there(found.record)) else {
            return Err(self.with_path(nothing()));
        };
        let there = if is_packed(found.packed) {
            found.packed
        } else {
            found.record.get(slot.at(shift)).copied().unwrap_or(held::NULL)
        };
        if takes_map
            && there == held::MAP
            && let Some(map) = self.to_map(schema)?
        {
            return Ok(map.count(view, keys)?.unwrap_or(0));
        }
        let union = schema.union(*union);
        check_crossed(union, there, *tag).map_err(|error| self.with_path(error))?;
        let expected = union.of_tag(*tag).map_or("", UnionVariant::name);
        Err(self.with_path(Error::new(ErrorKind::Type, format_args!("the value is null, expected `{expected}`"))))
    }

    /// Fails where the way to the list whose elements the path names leads through a value of `any`
    /// of another kind, or to one.
    pub(super) fn check_way(&self, view: RecordView<'_>, keys: &dyn PathKeys) -> Result<()> {
        let Some((_, segments)) = self.segments.split_last() else { return Ok(()) };
        self.walk_to(segments, view, keys).map(drop)
    }
}

// The value at the end of a path, in its record: its schema, its word, bit or text, and its
// presence.

/// The value a path leads to.
// Facts of the schema that do not depend on each other.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug)]
pub struct Leaf {
    pub(super) ty: Type,
    pub(super) optional: bool,
    /// Whether the schema says so: a struct that is a payload is there where the path leads to it,
    /// or the path leads to nothing.
    #[cfg(feature = "serde")]
    pub(super) can_be_absent: bool,
    /// Whether a growable struct lies here itself: in a list element.
    pub(super) inline: bool,
    pub(super) default: DefaultValue,
    /// Where it lies in the record that the segments lead to, which may hold it through structs
    /// inline.
    pub(super) place: Place,
    /// Whether the first bit at the place tells presence.
    pub(super) has_presence: bool,
    /// How it is stored.
    pub(super) form: LeafForm,
    /// The word that what is stored differs from; zero where it is no word.
    pub(super) default_word: u128,
    /// Whether it is `any`.
    pub(super) is_any: bool,
    /// Rules for what is set.
    pub(super) rules: Option<Box<Rules>>,
}

/// How a value is stored, as far as it is read and written without its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafForm {
    /// A bool.
    Bit,
    /// A scalar or an enum, of so many bytes.
    Word(u32),
    /// Text of at most so many bytes, in the record.
    Text(usize),
    /// So many bytes in the record; of other arrays so many elements.
    Bytes(usize),
    /// Text or bytes behind a pointer.
    Blob,
    /// A union, of which the tag is known.
    Tag,
    /// What only has parts.
    Parts,
}

impl LeafForm {
    pub(super) fn of(schema: &Schema, ty: &Type) -> Self {
        match ty {
            Type::Bool => Self::Bit,
            Type::Scalar(scalar) => Self::Word(scalar.size()),
            Type::Enum(id) => Self::Word(schema.enumeration(*id).repr().size()),
            Type::Text(len) => Self::Text(*len as usize),
            Type::Array(array) => Self::Bytes(array.len()),
            Type::String | Type::Bytes => Self::Blob,
            Type::Union(_) => Self::Tag,
            Type::Struct(_) | Type::List(_) | Type::Map(_) => Self::Parts,
        }
    }
}

impl Leaf {
    /// The place of the value behind its presence bit.
    #[inline(always)]
    fn value_place(&self) -> Place {
        if self.has_presence { self.place.next_bit() } else { self.place }
    }

    /// Whether a bit tells that the value is absent.
    #[inline(always)]
    pub(super) fn is_absent(&self, record: &[u8], shift: u32) -> bool {
        self.has_presence && !bit(record, &self.place, shift)
    }

    /// Whether it is text or bytes behind a pointer, of any content.
    #[inline(always)]
    pub(super) fn is_free_content(&self) -> bool {
        self.form == LeafForm::Blob && self.rules.is_none()
    }

    /// Whether no object says the same of text or bytes as an empty one.
    pub(super) fn null_is_empty(&self) -> bool {
        !matches!(self.default, DefaultValue::Blob(_)) && !self.optional
    }

    /// Text or bytes set to other content.
    pub(super) fn blob_edit<'c>(&self, content: &'c [u8]) -> BlobEdit<'c> {
        BlobEdit { range: None, content, default: &[], null_is_empty: self.null_is_empty() }
    }

    /// The word of a scalar or enum; its default where the record does not store it.
    #[inline(always)]
    pub(super) fn load<W: Word>(&self, record: &[u8], shift: u32) -> W {
        let stored = record.get(self.place.slot.at(shift)..).and_then(W::load);
        stored.unwrap_or(W::ZERO) ^ W::truncate(self.default_word)
    }

    /// As `load`, of a bool.
    #[inline(always)]
    pub(super) fn load_bit(&self, record: &[u8], shift: u32) -> bool {
        bit(record, &self.value_place(), shift) ^ (self.default_word != 0)
    }

    /// Text or bytes behind a pointer, if they are there.
    #[inline(always)]
    pub(super) fn stored_blob<'a>(&self, buf: &Buf<'a>, record: &[u8]) -> Option<&'a [u8]> {
        if self.form != LeafForm::Blob {
            return None;
        }
        let (len, content) = varint::read(buf.object(record, self.place.slot)?)?;
        content.get(..len as usize)
    }

    /// Writes a word with its presence; `None` if the record does not store it.
    #[inline(always)]
    pub(super) fn store<W: Word>(&self, word: W, record: &mut [u8], shift: u32) -> Option<()> {
        if self.place.end.at(shift) > record.len() {
            return None;
        }
        (word ^ W::truncate(self.default_word)).store(record.get_mut(self.place.slot.at(shift)..)?)?;
        self.store_presence(record, shift)
    }

    /// As `store`, of a bool.
    #[inline(always)]
    pub(super) fn store_bit(&self, value: bool, record: &mut [u8], shift: u32) -> Option<()> {
        if self.place.end.at(shift) > record.len() {
            return None;
        }
        put_bit(record, &self.value_place(), shift, value ^ (self.default_word != 0))?;
        self.store_presence(record, shift)
    }

    #[inline(always)]
    pub(super) fn store_presence(&self, record: &mut [u8], shift: u32) -> Option<()> {
        if self.has_presence { put_bit(record, &self.place, shift, true) } else { Some(()) }
    }
}
