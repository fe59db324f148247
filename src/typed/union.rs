//! Payloads of unions: what derived code calls for each variant with one.
//!
//! A payload that is a short word or one pointer lies in the slot, behind the tag; any other behind a pointer, as a record of
//! one field. In a packed list it is an element like those of a list of its type.

use super::at::{At, alone, element, field_at, get_element};
use super::encode::{Heap, refused};
use super::list_unions::{set_packed, unpack};
use super::{Decode, Value};
use crate::error::{Error, Result, broken};
use crate::layout::{Place, Size};
use crate::read::decoder::Decoder;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::parts::UnionRef;
use crate::read::record::RecordBytes;
pub use crate::read::union::put_tag;
use crate::read::union::{Packed, no_variant};
use crate::schema::{MIXED, Schema, Type, UnionId};
use crate::wire::clamp;
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, StaticWidth, Width};
use crate::write::measure::TOO_DEEP;
use crate::write::{HeapLen, Link, Session, Storage, Target};

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

/// The error for a tag that no variant has.
#[cold]
#[must_use]
pub fn unknown(tag: u8) -> Error {
    no_variant(tag)
}

/// A length no buffer has: what a variant that only stands for unknown ones is measured as.
pub const UNWRITABLE: u64 = crate::write::measure::UNWRITABLE;

/// The error for writing a variant that only stands for unknown ones.
#[cold]
#[must_use]
pub fn unwritable() -> Error {
    crate::write::measure::unmeasured(UNWRITABLE)
}

/// Bytes behind a payload in a slot.
#[inline]
pub fn heap_len<T: Value, W: StaticWidth>(value: &T::Set<'_>, levels: u32) -> u64 {
    let shift = W::WIDTH.shift();
    if is_inline::<T>(shift) {
        return T::heap_len::<_, W>(value, alone::<T>(), levels);
    }
    if T::is_default(value, T::DEFAULT) {
        return 0;
    }
    // A word holds nothing, and so is no level.
    let below = if T::SHAPE.word > 0 { Some(levels) } else { levels.checked_sub(1) };
    let Some(levels) = below else { return TOO_DEEP };
    let size = const { T::SHAPE.single() }.end.at(shift);
    object_len(size, size as u64).saturating_add(T::heap_len::<_, W>(value, alone::<T>(), levels))
}

/// The same at a width that is known at run time.
fn heap_len_at<T: Value>(value: &T::Set<'_>, width: PointerWidth, levels: u32) -> u64 {
    match width {
        PointerWidth::One => heap_len::<T, crate::wire::width::W1>(value, levels),
        PointerWidth::Two => heap_len::<T, crate::wire::width::W2>(value, levels),
        PointerWidth::Four => heap_len::<T, crate::wire::width::W4>(value, levels),
    }
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
    let object = heap.take_prefixed(clamp(size), size)?;
    T::write(value, object, alone::<T>(), heap)
}

/// Writes a payload, and fills what was measured for it.
fn fill<T: Value, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    place: &Place,
    mut heap: Heap<'_, W>,
) -> Result<()> {
    write::<T, W>(value, record, place, &mut heap)?;
    heap.finish()
}

/// A union to read: a slot of a record, or an element of a packed list.
#[derive(Clone, Copy, Debug)]
pub struct UnionBytes<'a> {
    pub(super) record: RecordBytes<'a>,
    /// Where the slot begins. Records have at most 64 KiB.
    pub(super) offset: u32,
    /// The variant of an element of a packed list; else FF.
    pub(super) packed: u8,
}

impl<'a> UnionBytes<'a> {
    /// The union at `place` of a record.
    #[inline(always)]
    #[must_use]
    pub fn at(record: &RecordBytes<'a>, place: &Place) -> Self {
        Self { record: *record, offset: place.slot.bytes_at(record.shift()), packed: MIXED }
    }

    /// An element of a list whose elements have the variant `tag`, or tell theirs themselves if it is FF.
    #[inline(always)]
    #[must_use]
    pub fn element(record: &RecordBytes<'a>, tag: u8) -> Self {
        Self { record: *record, offset: 0, packed: tag }
    }

    /// The union at that place.
    #[inline(always)]
    #[must_use]
    pub fn of<const ELEMENT: bool>(record: &RecordBytes<'a>, at: &At<'_, (), ELEMENT>) -> Self {
        if ELEMENT { Self::element(record, at.tag) } else { Self::at(record, at.place) }
    }

    /// The variant.
    #[inline(always)]
    #[must_use]
    pub fn tag(&self) -> u8 {
        if self.packed != MIXED {
            return self.packed;
        }
        self.record.bytes().get(self.offset as usize).copied().unwrap_or(0)
    }

    /// Reads the payload.
    #[inline(always)]
    pub fn get<T: Value>(&self) -> Result<T::Get<'a>> {
        // A copy for this variant alone: what takes its address then does not keep the view itself in memory.
        let record = self.record;
        if self.packed != MIXED {
            return get_element::<T>(&record);
        }
        // Behind the tag: as records have at most 64 KiB, this cannot wrap.
        let payload = Place::alone(Size::bytes(self.offset.wrapping_add(1)));
        if is_inline::<T>(record.shift()) {
            return T::get(&record, &field_at::<T>(&payload));
        }
        let bytes = match record.buf().follow(record.bytes(), payload.slot)? {
            Some(object) => record.buf().boxed(object, const { T::SHAPE.single() }.end)?,
            None => &[],
        };
        T::get(&record.part(bytes), alone::<T>())
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
            crate::read::parts::packed_union(buf, bytes, self.packed, id, schema)
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

/// What the elements of a packed list of a variant without payload are like.
#[must_use]
pub const fn packed_unit() -> Packed {
    Packed { size: Size::bytes(1), ends: &[], prefix: 0, has_objects: false, is_checked: true }
}

/// The edit cursor of a union, whatever its variants are.
#[derive(Debug)]
pub struct Cursor<'a> {
    link: Link<'a>,
    place: Place,
    /// The variant of an element of a packed list.
    packed: u8,
}

impl<'a> Cursor<'a> {
    /// A cursor for the union in the target's holder, which may be an element of a packed list.
    #[inline]
    #[must_use]
    pub fn new<S: Storage, const ELEMENT: bool>(
        session: &Session<S>,
        target: Target<'a>,
        at: &At<'_, (), ELEMENT>,
    ) -> Self {
        Self { link: Link::new(target, session), place: *at.place, packed: if ELEMENT { at.tag } else { MIXED } }
    }

    /// A cursor for a field of the record at a cursor.
    #[inline]
    #[must_use]
    pub fn of_field<S: Storage>(session: &Session<S>, link: &'a Link<'a>, at: &At<'_, ()>) -> Self {
        let target = link.later(session, at.step());
        Self { link: Link::later_at(target), place: *at.place, packed: MIXED }
    }

    /// The union, to read.
    #[inline]
    fn union<'s, S: Storage>(&self, session: &'s Session<S>) -> Result<UnionBytes<'s>> {
        let record = session.record(self.link.holder(session)?)?;
        Ok(UnionBytes { packed: self.packed, ..UnionBytes::at(&record, &self.place) })
    }

    /// Reads the union by its view.
    ///
    /// # Errors
    /// If the bytes are invalid.
    #[inline]
    pub fn read<'s, S: Storage, R>(
        &self,
        session: &'s Session<S>,
        read: impl FnOnce(UnionBytes<'s>) -> Result<R>,
    ) -> Result<R> {
        self.named(session, self.union(session).and_then(read))
    }

    /// Adds to an error what the union is called.
    #[inline(always)]
    fn named<S: Storage, R>(&self, session: &Session<S>, result: Result<R>) -> Result<R> {
        match result {
            Ok(done) => Ok(done),
            Err(error) => Err(self.blamed(session, error)),
        }
    }

    #[cold]
    fn blamed<S: Storage>(&self, session: &Session<S>, error: Error) -> Error {
        match self.link.parent() {
            Some(parent) => session.name_error(error, parent, self.link.step()),
            None => error,
        }
    }

    /// The error for a tag that no variant has.
    #[cold]
    pub fn unknown<S: Storage>(&self, session: &Session<S>, tag: u8) -> Error {
        self.blamed(session, no_variant(tag))
    }

    /// The variant.
    ///
    /// # Errors
    /// If the bytes are invalid.
    #[inline]
    pub fn tag<S: Storage>(&self, session: &Session<S>) -> Result<u8> {
        self.read(session, |union| Ok(union.tag()))
    }

    /// The union, to set it whole where it tells its variant itself.
    fn target<S: Storage>(&self, session: &Session<S>) -> Result<Target<'_>> {
        let parent = self.link.parent().ok_or_else(broken)?;
        let holder = self.link.holder(session)?;
        Ok(Target { parent, step: self.link.step(), holder, generation: session.generation() })
    }

    /// The same, once the packed list that has the union as an element tells the variant of each.
    fn unpacked<U: Value, S: Storage>(
        &self,
        session: &mut Session<S>,
        variant: u8,
        heap: &HeapLen<'_>,
    ) -> Result<Target<'_>> {
        let list = self.link.parent().ok_or_else(broken)?;
        unpack::<U, S>(session, list, variant, 0, heap)?;
        self.target(session)
    }

    /// A cursor for the payload of the variant that the union has, as [`Cursor::tag`] says. A payload that is not stored has no record,
    /// until an edit makes one.
    ///
    /// # Errors
    /// If the bytes are invalid.
    pub fn payload<'c, T: Value, S: Storage>(
        &'c self,
        session: &'c mut Session<S>,
        variant: u8,
    ) -> Result<T::Cursor<'c, S>> {
        let target = self.named(session, self.held(session, variant))?;
        if self.packed != MIXED {
            return T::cursor(session, target, element::<T>());
        }
        let payload = self.place.payload();
        if is_inline::<T>(session.shift()) {
            return T::cursor(session, target, &field_at::<T>(&payload));
        }
        let boxed = session.record(target.holder).and_then(|record| {
            Ok(match record.buf().follow(record.bytes(), payload.slot)? {
                Some(object) => session.position_of(record.buf().boxed(object, const { T::SHAPE.single() }.end)?),
                None => RecordSpan::default(),
            })
        });
        let holder = target.named(session, boxed)?;
        T::cursor(session, Target { holder, ..target }, alone::<T>())
    }

    /// Sets the whole value; `U` is the enum.
    ///
    /// # Errors
    /// If the storage cannot grow as far as needed, or if what is there now is invalid.
    pub fn set<U: Value<Default = ()>, S: Storage>(
        &mut self,
        session: &mut Session<S>,
        value: &U::Set<'_>,
    ) -> Result<()> {
        let done = self.overwrite::<U, S>(session, value);
        self.named(session, done)
    }

    fn overwrite<U: Value<Default = ()>, S: Storage>(
        &mut self,
        session: &mut Session<S>,
        value: &U::Set<'_>,
    ) -> Result<()> {
        let (Step::Element(index), true) = (self.link.step(), self.packed != MIXED) else {
            return session.set_value::<U, false>(&self.target(session)?, &At::present(&self.place, &()), value);
        };
        let (list, holder) = (self.link.parent().ok_or_else(broken)?, self.link.holder(session)?);
        set_packed::<U, S>(session, list, (index, holder), self.packed, value)?;
        if U::tag_of(value) != self.packed {
            self.packed = MIXED;
        }
        Ok(())
    }

    /// Makes the union one of a variant, with a payload; `U` is the enum.
    ///
    /// # Errors
    /// As [`Cursor::set`].
    pub fn set_variant<U: Value, T: Value, S: Storage>(
        &mut self,
        session: &mut Session<S>,
        variant: u8,
        value: &T::Set<'_>,
    ) -> Result<()> {
        match self.switch::<U, T, S>(session, variant, value) {
            Ok(()) => Ok(()),
            Err(error) => Err(session.name_error(error, &self.link, Step::Payload(variant))),
        }
    }

    fn switch<U: Value, T: Value, S: Storage>(
        &mut self,
        session: &mut Session<S>,
        variant: u8,
        value: &T::Set<'_>,
    ) -> Result<()> {
        if self.set_payload::<T, S>(session, variant, value)? {
            return Ok(());
        }
        if self.packed == MIXED {
            return session.set_variant::<T>(&self.target(session)?, &self.place, variant, value);
        }
        let heap = |width, levels| heap_len_at::<T>(value, width, levels);
        let unpacked = session.write_whole::<T, _>(|session| {
            let target = self.unpacked::<U, S>(session, variant, &heap)?;
            session.set_variant::<T>(&target, &self.place, variant, value)
        });
        unpacked.map_err(|error| refused::<T>(value, error))?;
        self.packed = MIXED;
        Ok(())
    }

    /// Makes the union one of a variant without payload; `U` is the enum.
    ///
    /// # Errors
    /// As [`Cursor::set`].
    pub fn set_unit<U: Value, S: Storage>(&mut self, session: &mut Session<S>, variant: u8) -> Result<()> {
        let done = self.switch_to_unit::<U, S>(session, variant);
        self.named(session, done)
    }

    fn switch_to_unit<U: Value, S: Storage>(&mut self, session: &mut Session<S>, variant: u8) -> Result<()> {
        if self.packed == MIXED {
            return session.set_unit(&self.target(session)?, &self.place, variant);
        }
        if self.packed != variant {
            let target = self.unpacked::<U, S>(session, variant, &|_, _| 0)?;
            session.set_unit(&target, &self.place, variant)?;
            self.packed = MIXED;
        }
        Ok(())
    }

    /// What an edit of the payload of a variant is aimed at, where that lies in the record that holds the union.
    #[inline]
    fn held<S: Storage>(&self, session: &Session<S>, variant: u8) -> Result<Target<'_>> {
        let (holder, generation) = (self.link.holder(session)?, session.generation());
        Ok(Target { parent: &self.link, step: Step::Payload(variant), holder, generation })
    }

    /// Sets the payload of the variant that the union has, where it lies; false if it has another, and then nothing is changed.
    fn set_payload<T: Value, S: Storage>(
        &self,
        session: &mut Session<S>,
        variant: u8,
        value: &T::Set<'_>,
    ) -> Result<bool> {
        let target = self.held(session, variant)?;
        if self.packed != MIXED {
            if self.packed != variant {
                return Ok(false);
            }
            return T::set(session, target, element::<T>(), value).map(|()| true);
        }
        let shift = session.shift();
        if !is_inline::<T>(shift) || tag(session.record(target.holder)?.bytes(), &self.place, shift) != variant {
            return Ok(false);
        }
        T::set(session, target, &field_at::<T>(&self.place.payload()), value)?;
        Ok(true)
    }
}

impl<S: Storage> Session<S> {
    /// Makes a union one of a variant, with a payload.
    fn set_variant<T: Value>(
        &mut self,
        target: &Target<'_>,
        place: &Place,
        variant: u8,
        value: &T::Set<'_>,
    ) -> Result<()> {
        let heap = |width, levels| heap_len_at::<T>(value, width, levels);
        let is_default = variant == 0 && T::is_default(value, T::DEFAULT);
        let put = |record: &mut [u8], heap: &mut [u8], start: usize, width: PointerWidth| {
            put_tag(record, place, width.shift(), variant)?;
            match width {
                PointerWidth::One => fill::<T, _>(value, record, place, Heap::new(heap, start, crate::wire::width::W1)),
                PointerWidth::Two => fill::<T, _>(value, record, place, Heap::new(heap, start, crate::wire::width::W2)),
                PointerWidth::Four => {
                    fill::<T, _>(value, record, place, Heap::new(heap, start, crate::wire::width::W4))
                }
            }
        };
        self.write_whole::<T, _>(|session| session.set_slot(target, place, Size::UNION, is_default, &heap, &put))
            .map_err(|error| refused::<T>(value, error))
    }

    /// Makes a union one of a variant without payload.
    fn set_unit(&mut self, target: &Target<'_>, place: &Place, variant: u8) -> Result<()> {
        self.set_slot(target, place, Size::UNION, variant == 0, &|_, _| 0, &|record, _, _, width| {
            put_tag(record, place, width.shift(), variant)
        })
    }
}
