//! Unions of derived types: the payloads of variants, and the fields that all variants have in
//! common.
//!
//! A payload that is a short word or one pointer lies in the slot, after the tag. Any other payload
//! lies behind a pointer, as a record of one field. In a packed list, a payload is an element like
//! those of a list of its type.

use core::marker::PhantomData;

use super::element::{alone, element, field_at};
use super::field::Field;
use super::list::{Invariant, view};
use super::session::{WHOLE, note_value, part};
use super::structs::in_field;
use super::union_edit::Cursor;
use super::{At, Checked, Decode, Heap, Reading, TypedSlot, Value};
use crate::error::{Error, Result, length_changed};
use crate::layout::{Place, Size, last_end};
use crate::read::Buf;
use crate::read::cursor::UnionRef;
use crate::read::document::Decoder;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::open::RecordBytes;
pub use crate::read::union::put_tag;
use crate::read::union::{Packed, no_variant, unknown_of_open};
use crate::schema::{MIXED, Schema, Type, UnionId};
use crate::wire::proved::Derived;
use crate::wire::slice;
use crate::wire::unfilled::Unfilled;
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, StaticWidth, Width, with_width};
use crate::write::value::{TOO_DEEP, bounded};
use crate::write::{FieldWord, Link, Noted, Session, Storage, Target};

/// Whether the payload lies in the slot where pointers are `1 << shift` bytes wide.
#[inline(always)]
pub(super) const fn is_inline<T: Value>(shift: u32) -> bool {
    T::SHAPE.pointer || (T::SHAPE.word > 0 && T::SHAPE.word <= 1u32.wrapping_shl(shift))
}

/// The variant of the union at a place.
#[inline]
#[must_use]
pub fn tag(record: &[u8], place: &Place, shift: u32) -> u8 {
    record.get(place.slot.at(shift)).copied().unwrap_or(0)
}

/// The error for a tag that no variant of an enum has: of an open one, a newer revision may have
/// it.
#[cold]
#[must_use]
pub fn unknown<const OPEN: bool>(tag: u8) -> Error {
    if OPEN { unknown_of_open(tag) } else { no_variant(tag) }
}

/// The length of a variant that only stands for unknown ones. No buffer is that long.
pub const UNWRITABLE: u64 = crate::write::value::UNWRITABLE;

/// The error for writing a variant that only stands for unknown ones.
#[cold]
#[must_use]
pub fn unwritable() -> Error {
    crate::write::value::unmeasured(UNWRITABLE)
}

/// Bytes behind a payload in a slot.
#[inline]
pub fn heap_len<T: Value, W: StaticWidth>(value: &T::Set<'_>, levels: u32) -> u64 {
    let shift = W::WIDTH.shift();
    if is_inline::<T>(shift) {
        return T::heap_len::<false, W>(value, alone::<T>(), levels);
    }
    if T::is_default(value, T::DEFAULT) {
        return 0;
    }
    // A word has no objects, so it does not count as a level.
    let below = if T::SHAPE.word > 0 { Some(levels) } else { levels.checked_sub(1) };
    let Some(levels) = below else { return TOO_DEEP };
    let size = const { T::SHAPE.single() }.end.at(shift);
    bounded(object_len(size, size as u64).wrapping_add(T::heap_len::<false, W>(value, alone::<T>(), levels)))
}

/// As above, at a width that is known at run time.
pub(super) fn heap_len_at<T: Value>(value: &T::Set<'_>, width: PointerWidth, levels: u32) -> u64 {
    with_width!(width, W => heap_len::<T, W>(value, levels))
}

/// Writes the elements of a new list of unions of one size; `write` gets one that is zeroed.
#[inline(always)]
pub fn write_each<T, W: StaticWidth>(
    values: &[T],
    (elements, size): (&mut Unfilled<'_>, Size),
    heap: &mut Heap<'_, W>,
    write: impl Fn(&T, &mut [u8], &mut Heap<'_, W>) -> Result<()>,
) -> Result<()> {
    elements.each_counted(size.at(W::WIDTH.shift()), values.iter(), |value, element| write(value, element, heap))
}

/// Writes the elements of a new list of a variant without payload.
#[inline(always)]
pub fn write_units<T>(values: &[T], elements: &mut Unfilled<'_>) -> Result<()> {
    let size = elements.len().checked_div(values.len()).unwrap_or(0);
    elements.each_counted(size, values.iter(), |_, _| Ok(()))
}

/// Writes an element of a packed list.
#[inline(always)]
pub fn write_packed<T: Value, W: StaticWidth>(
    value: &T,
    element: &mut [u8],
    tag: u8,
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    T::write_unions(core::slice::from_ref(value), &mut Unfilled::over(element), tag, heap)
}

/// The error for elements of another variant than the one that their list is packed with.
#[cold]
#[must_use]
pub fn mixed() -> Error {
    length_changed()
}

/// Writes a payload into the slot at a place.
#[inline]
pub fn write<T: Value, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    place: &Place,
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    let shift = W::WIDTH.shift();
    let payload = place.payload();
    if is_inline::<T>(shift) {
        return T::write(value, record, &field_at::<T>(&payload), heap);
    }
    if T::is_default(value, T::DEFAULT) {
        return Ok(());
    }
    heap.point(record, payload.slot)?;
    let size = const { T::SHAPE.single() }.end.at(shift);
    let object = heap.record(size)?;
    if T::SHAPE.word > 0 {
        return T::write(value, object, alone::<T>(), heap);
    }
    heap.enter()?;
    T::write(value, object, alone::<T>(), heap)?;
    heap.leave();
    Ok(())
}

/// Writes a payload, which must fill the measured bytes.
pub(super) fn fill<T: Value, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    place: &Place,
    mut heap: Heap<'_, W>,
) -> Result<()> {
    write::<T, W>(value, record, place, &mut heap)?;
    heap.finish()
}

/// A union to read: a slot of a record, or an element of a packed list.
pub struct UnionOf<'a, T, R> {
    record: RecordBytes<'a>,
    /// Where the slot begins. Records have at most 64 KiB.
    offset: u32,
    /// The variant of an element of a packed list; else FF.
    packed: u8,
    known: R,
    /// Invariant: types that differ only in lifetimes can have different layouts.
    marker: Invariant<T>,
}

view!([T] UnionOf<'_, T, R>);

impl<'a, T> UnionOf<'a, T, Checked> {
    /// Reads the payload.
    #[inline(always)]
    pub fn read<P: Value>(&self) -> Result<P::Get<'a, Checked>> {
        self.get::<P>()
    }
}

impl<'a, T: Value, R: Reading, const ELEMENT: bool> TypedSlot<'a, '_, T, R, ELEMENT> {
    /// The union here.
    #[inline(always)]
    #[must_use]
    pub fn union(&self) -> UnionOf<'a, T, R> {
        if ELEMENT {
            UnionOf::element(self.record, self.at.tag, self.known)
        } else {
            UnionOf::at(self.record, self.at.place, self.known)
        }
    }
}

impl<'a, T, R> UnionOf<'a, T, R> {
    /// The buffer, and the pointer to a payload that is stored as a record.
    #[inline(always)]
    pub(super) fn payload_pointer(&self) -> Option<(&Buf<'a>, usize)> {
        let (buf, slot) = (self.record.buf(), self.offset.wrapping_add(1));
        Some((buf, buf.width.load(self.record.bytes().get(slot as usize..)?)?))
    }

    /// The record of a payload that is an element of a packed list.
    #[inline(always)]
    pub(super) fn packed_record(&self) -> Option<RecordBytes<'a>> {
        (self.packed != MIXED).then_some(self.record)
    }

    /// A record of the same buffer.
    #[inline(always)]
    pub(super) fn part_at(&self, pos: usize, size: usize) -> Option<RecordBytes<'a>> {
        slice(self.record.buf().bytes, pos, size).map(|record| self.record.part(record))
    }
}

impl<'a, T, R: Reading> UnionOf<'a, T, R> {
    /// The union at `place` of a record.
    #[inline(always)]
    pub(super) fn at(record: &RecordBytes<'a>, place: &Place, known: R) -> Self {
        let offset = place.slot.bytes_at(record.shift());
        Self { record: *record, offset, packed: MIXED, known, marker: PhantomData }
    }

    /// An element of a list that is packed with the variant `tag`, or not packed if it is FF.
    #[inline(always)]
    pub(super) fn element(record: &RecordBytes<'a>, tag: u8, known: R) -> Self {
        Self { record: *record, offset: 0, packed: tag, known, marker: PhantomData }
    }

    /// The same union, as an element of a list packed with `tag` unless that is FF.
    pub(super) fn packed(self, packed: u8) -> Self {
        Self { packed, ..self }
    }

    /// The variant.
    #[inline(always)]
    pub(super) fn tag(&self) -> u8 {
        if self.packed != MIXED {
            return self.packed;
        }
        self.record.bytes().get(self.offset as usize).copied().unwrap_or(0)
    }

    /// The variant, whose tag must be below `end`; of an open enum or a closed one.
    #[doc(hidden)]
    #[inline(always)]
    pub fn variant<const OPEN: bool>(&self, end: u8) -> Result<u8, R::Error> {
        let tag = self.tag();
        R::accept(if tag < end { Ok(tag) } else { Err(tag) }, tag, unknown::<OPEN>)
    }

    /// Reads the payload of the variant of that name.
    #[doc(hidden)]
    #[inline(always)]
    pub fn payload<P: Value>(&self, name: &'static str, _: Derived) -> Result<P::Get<'a, R>, R::Error> {
        self.get::<P>().map_err(|error| R::name(error, |error| error.in_field(name)))
    }

    #[inline(always)]
    fn get<P: Value>(&self) -> Result<P::Get<'a, R>, R::Error> {
        // A copy for this variant alone, so that code which takes its address does not force the
        // view into memory.
        let (record, known) = (self.record, self.known);
        if self.packed != MIXED {
            return P::get(TypedSlot::new(&record, element::<P>(), known));
        }
        let payload = Place::alone(self.payload_slot());
        if is_inline::<P>(record.shift()) {
            return P::get(TypedSlot::new(&record, &field_at::<P>(&payload), known));
        }
        let boxed =
            R::content(&record, payload.slot, |buf, object| buf.boxed(object, const { P::SHAPE.single() }.end))?;
        P::get(TypedSlot::new(&boxed, alone::<P>(), known))
    }

    /// The record that the payload is, which `content` finds in an object; empty if the payload is
    /// not stored.
    #[inline(always)]
    pub(super) fn payload_record(
        &self,
        content: impl FnOnce(&Buf<'a>, &'a [u8]) -> Result<&'a [u8]>,
    ) -> Result<RecordBytes<'a>> {
        if self.packed != MIXED {
            return Ok(self.record);
        }
        let buf = self.record.buf();
        match buf.follow(self.record.bytes(), self.payload_slot())? {
            Some(object) => content(buf, object).map(|record| self.record.part(record)),
            None => Ok(self.record.part(&[])),
        }
    }

    /// The slot of a payload that is not an element.
    #[inline(always)]
    fn payload_slot(&self) -> Size {
        // Behind the tag: as records have at most 64 KiB, this cannot wrap.
        Size::bytes(self.offset.wrapping_add(1))
    }

    /// The union as its schema sees it.
    pub(super) fn by_schema<'s>(&self, schema: &'s Schema, id: UnionId) -> Result<UnionRef<'s>>
    where
        'a: 's,
    {
        let (buf, bytes) = (*self.record.buf(), self.record.bytes());
        if self.packed == MIXED {
            schema.union_at(buf, bytes, Place::alone(Size::bytes(self.offset)), id)
        } else {
            crate::read::cursor::packed_union(buf, bytes, self.packed, id, schema)
        }
    }

    /// Prints the union by its schema.
    ///
    /// # Errors
    /// As the formatter's.
    pub fn debug(&self, schema: &Schema, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let field = schema.root().fields().first().map(crate::schema::Field::ty);
        let Some(Type::Union(id)) = field else { return write!(f, "{}", schema.root().docs()) };
        match self.by_schema(schema, *id) {
            Ok(union) => core::fmt::Debug::fmt(&union, f),
            Err(error) => core::fmt::Debug::fmt(&error, f),
        }
    }
}

/// Decodes the payload of the slot at a place.
#[inline]
pub fn decode<'b, T: Decode<'b>, W: Width>(record: &[u8], place: &Place, decoder: &mut Decoder<'b, W>) -> Result<T> {
    if is_inline::<T>(decoder.shift()) {
        return T::decode(record, &field_at::<T>(&place.payload()), decoder);
    }
    let Some(object) = decoder.follow(record, place.payload().slot)? else {
        return T::decode(&[], alone::<T>(), decoder);
    };
    let record = decoder.buf.boxed(object, const { T::SHAPE.single() }.end)?;
    decoder.spend(record)?;
    if T::SHAPE.word > 0 {
        return T::decode(record, alone::<T>(), decoder);
    }
    decoder.enter()?;
    let value = T::decode(record, alone::<T>(), decoder)?;
    decoder.leave();
    Ok(value)
}

/// The elements of a packed list of a variant without payload.
#[must_use]
pub const fn packed_unit() -> Packed {
    Packed { size: Size::bytes(1), ends: &[], prefix: 0, has_objects: false, is_checked: true, is_unit: true }
}

// Fields that all variants have in common. One function reads or sets such a field; its table says
// where the payload of each variant stores the field.
//
// ```text
// tag ──> Common { field, ends, .. } ──> record of the payload ──> Value::get, set
// ```
// What the variants agree on is a constant and not asked of the table: the place of the field,
// most often, as fields without pointers come first in a record.

/// A field of a variant's payload, which the payloads of all variants have.
///
/// As large as a power of two, so that a tag becomes an offset in one step.
#[derive(Debug)]
#[repr(align(64))]
pub struct Common<D: 'static> {
    field: &'static Field<D>,
    /// The ends of the regions of the payload's record.
    ends: &'static [Size],
    /// The last of them.
    end: Size,
    /// The name of the variant.
    variant: &'static str,
    /// Whether the record is the only field of another, as a frozen struct is.
    is_boxed: bool,
}

impl<D> Common<D> {
    /// The field of a payload of the type `P`, of the variant of that name.
    #[must_use]
    pub const fn of<P: Value>(variant: &'static str, field: &'static Field<D>) -> Self {
        let ends = P::PLAN.ends;
        Self { field, ends, end: last_end(ends), variant, is_boxed: !P::SHAPE.pointer }
    }

    /// The payload's record, which `object` holds.
    #[inline(always)]
    fn record<'a>(&self, buf: &Buf<'a>, object: &'a [u8]) -> Result<&'a [u8]> {
        if self.is_boxed { buf.boxed(object, self.end) } else { buf.record(object, self.ends) }
    }
}

/// What the variants of an enum have in common as its field of the number `I`, which is of the type
/// `F`; implemented by the derive.
pub trait CommonField<F: Value, const I: usize>: Sized {
    /// The field of each variant, by tag.
    const TABLE: &'static [Common<F::Default>];
    /// Whether a variant declares a default for it.
    const HAS_DEFAULTS: bool;
    /// Whether a newer revision may have more variants.
    const IS_OPEN: bool;
}

/// What is computed of the table of a field.
struct Agreed<U, F, const I: usize>(PhantomData<(U, F)>);

impl<U: CommonField<F, I>, F: Value, const I: usize> Agreed<U, F, I> {
    /// Whether the field is one word, which is read and set in a few steps.
    const IS_WORD: bool = F::SHAPE.word > 0;
    /// The place of the field, if it is the same in each variant.
    const PLACE: Option<&'static Place> = place_of_all(U::TABLE, Self::IS_WORD);
    /// Whether a payload is the only field of another record.
    const HAS_BOXED: bool = has_boxed(U::TABLE);

    #[inline(always)]
    fn at(common: &'static Common<F::Default>) -> At<'static, F::Default> {
        let default = if U::HAS_DEFAULTS { None } else { Some(F::DEFAULT) };
        common.field.at.known(const { Self::PLACE }, default)
    }

    /// The variant, with where its payload has the field.
    #[inline(always)]
    fn of_variant(tag: u8) -> Result<&'static Common<F::Default>> {
        match U::TABLE.get(usize::from(tag)) {
            Some(common) => Ok(common),
            // Also what stands for a newer variant has no field: nothing is known of what it holds.
            None if U::IS_OPEN => Err(unknown::<true>(tag)),
            None => Err(unknown::<false>(tag)),
        }
    }
}

/// The place of a field, if it is the same in all variants. Of a word only the slot matters.
// Indexing: a const fn cannot iterate. Indices run below the slice's length.
#[allow(clippy::indexing_slicing)]
const fn place_of_all<D>(table: &[Common<D>], is_word: bool) -> Option<&'static Place> {
    const fn is_same(a: Size, b: Size) -> bool {
        a.fixed == b.fixed && a.pointers == b.pointers
    }
    let [first, ..] = table else { return None };
    let place = first.field.at.place;
    let mut index: usize = 1;
    while index < table.len() {
        let other = table[index].field.at.place;
        let is_rest_same =
            is_same(other.bitmap, place.bitmap) && is_same(other.end, place.end) && other.bit == place.bit;
        if !is_same(other.slot, place.slot) || !(is_word || is_rest_same) {
            return None;
        }
        index = index.saturating_add(1);
    }
    Some(place)
}

// As above.
#[allow(clippy::indexing_slicing)]
const fn has_boxed<D>(table: &[Common<D>]) -> bool {
    let mut index: usize = 0;
    while index < table.len() {
        if table[index].is_boxed {
            return true;
        }
        index = index.saturating_add(1);
    }
    false
}

impl<U, R> UnionOf<'_, U, R> {
    /// The record of the payload, where that is behind a pointer and of this revision or a newer
    /// one, and a byte tells its size.
    #[inline(always)]
    fn stored<F: Value, const I: usize>(&self, common: &Common<F::Default>) -> Option<RecordSpan>
    where
        U: CommonField<F, I>,
    {
        let (buf, pointer) = self.payload_pointer()?;
        if pointer < buf.floor {
            return None;
        }
        let [size @ 0..0x80, ..] = buf.bytes.get(pointer..)? else { return None };
        let (size, end) = (usize::from(*size), common.end.at(buf.shift()));
        let is_known = if Agreed::<U, F, I>::HAS_BOXED && common.is_boxed { size == end } else { size >= end };
        is_known.then_some(RecordSpan { pos: pointer.wrapping_add(1), size })
    }
}

impl<'a, U> UnionOf<'a, U, Checked> {
    /// Reads the field that all variants have.
    ///
    /// # Errors
    /// If the bytes are invalid, or the variant is unknown.
    #[inline(always)]
    pub fn common<F: Value, const I: usize>(&self) -> Result<F::Get<'a, Checked>>
    where
        U: CommonField<F, I>,
    {
        if const { Agreed::<U, F, I>::IS_WORD } {
            if let Some(value) = self.common_word::<F, I>() {
                return Ok(value);
            }
            // A copy, so that the address of this view is not taken.
            return { *self }.common_apart::<F, I>();
        }
        self.common_anywhere::<F, I>()
    }

    /// Reads a word that is stored as it most often is.
    #[inline(always)]
    fn common_word<F: Value, const I: usize>(&self) -> Option<F::Get<'a, Checked>>
    where
        U: CommonField<F, I>,
    {
        let common = U::TABLE.get(usize::from(self.tag()))?;
        let record = if let Some(record) = self.packed_record() {
            record
        } else {
            let RecordSpan { pos, size } = self.stored::<F, I>(common)?;
            self.part_at(pos, size)?
        };
        F::get(TypedSlot::checked(&record, &Agreed::<U, F, I>::at(common))).ok()
    }

    #[cold]
    #[inline(never)]
    fn common_apart<F: Value, const I: usize>(self) -> Result<F::Get<'a, Checked>>
    where
        U: CommonField<F, I>,
    {
        self.common_anywhere::<F, I>()
    }

    #[inline(always)]
    fn common_anywhere<F: Value, const I: usize>(&self) -> Result<F::Get<'a, Checked>>
    where
        U: CommonField<F, I>,
    {
        let common = Agreed::<U, F, I>::of_variant(self.tag())?;
        let record = self.payload_record(|buf, object| common.record(buf, object));
        let read = record.and_then(|record| {
            let field = F::get(TypedSlot::checked(&record, &Agreed::<U, F, I>::at(common)));
            common.field.named(field)
        });
        in_field(read, common.variant)
    }
}

impl Cursor<'_> {
    /// Sets the field that all variants have; `U` is the enum.
    ///
    /// # Errors
    /// As the setter of the field in the payload; also if the variant is unknown.
    #[inline(always)]
    pub fn set_common<U: CommonField<F, I>, F: Value, const I: usize, S: Storage>(
        &mut self,
        session: &mut Session<S>,
        value: &F::Set<'_>,
    ) -> Result<()> {
        let tag = self.tag(session)?;
        let common = match Agreed::<U, F, I>::of_variant(tag) {
            Ok(common) => common,
            Err(error) => return Err(session.name_cursor(error, self.link())),
        };
        if session.is_recorded() {
            let payload = Link::deferred_at(self.link().failed(session, Step::Payload(tag)));
            session.note_old(Noted::Set, WHOLE, part(&payload, common.field.at.step()));
        }
        let (at, name) = (Agreed::<U, F, I>::at(common), &common.field.name);
        if let Some(word) = F::stored_word(value, at.default) {
            let size = const { F::SHAPE.word as usize };
            let word = FieldWord { place: at.place, name, word, size };
            if let Some(record) = self.stored_payload::<U, F, I, S>(session, common)
                && word.store(session, record).is_some()
            {
                self.note_common::<F, S>(session, tag, &at, value);
                return Ok(());
            }
            // A record that is looked for, or made, by the steps that lead to it.
            let mut payload = Link::deferred_at(self.link().failed(session, Step::Payload(tag)));
            word.set(session, &mut payload, at.step())?;
            self.note_common::<F, S>(session, tag, &at, value);
            return Ok(());
        }
        let holder = self.read::<U, S, _>(session, |union| {
            let record = in_field(union.payload_record(|buf, object| common.record(buf, object)), common.variant)?;
            Ok(if record.bytes().is_empty() { RecordSpan::default() } else { session.position_of(record.bytes()) })
        })?;
        let mut link = Link::new(Target { holder, ..self.held(session, tag)? }, session);
        let target = link.target(session, at.step())?;
        common.field.named(F::set(session, target, &at, value))?;
        self.note_common::<F, S>(session, tag, &at, value);
        Ok(())
    }

    /// Notes that a common field was set.
    #[inline(always)]
    fn note_common<F: Value, S: Storage>(
        &self,
        session: &mut Session<S>,
        tag: u8,
        at: &At<'_, F::Default>,
        value: &F::Set<'_>,
    ) {
        if session.is_recorded() {
            let payload = Link::deferred_at(self.link().failed(session, Step::Payload(tag)));
            note_value::<F, S>(session, (Noted::Set, WHOLE), part(&payload, at.step()), value, at.default);
        }
    }

    /// The record of the payload, as [`UnionOf::stored`] finds it, or the element of a packed list
    /// that it is.
    #[inline(always)]
    fn stored_payload<U: CommonField<F, I>, F: Value, const I: usize, S: Storage>(
        &self,
        session: &Session<S>,
        common: &Common<F::Default>,
    ) -> Option<RecordSpan> {
        let holder = self.link().known_holder(session.generation)?;
        if self.is_packed() {
            return Some(holder);
        }
        self.union::<U, S>(session).ok()?.stored::<F, I>(common)
    }
}
