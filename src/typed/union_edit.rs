//! The edit cursor of a union: the functions that derived code calls to read and set the variant.

use super::element::{alone, element, field_at};
use super::field::TypedList;
use super::list_edit::set_packed;
use super::rules::refused;
use super::session::{WHOLE, all, note_value};
use super::union::{UnionOf, fill, heap_len_at, is_inline, tag, unknown};
use super::{At, Checked, Heap, Value};
use crate::error::{Error, Result, internal_error};
use crate::layout::Place;
use crate::read::navigate::{RecordSpan, Step};
use crate::schema::MIXED;
use crate::wire::width::{PointerWidth, with_width};
use crate::write::{HeapLen, Link, Noted, Session, Storage, Target, WriteSlot};

/// The edit cursor of a union, without the types of its variants.
#[derive(Debug)]
pub struct Cursor<'a> {
    link: Link<'a>,
    place: Place,
    /// The variant of an element of a packed list.
    packed: u8,
}

impl<'a> Cursor<'a> {
    /// A cursor for the union in the target's holder, which may be an element of a packed list.
    #[inline(always)]
    #[must_use]
    pub fn new<S: Storage, const ELEMENT: bool>(
        session: &Session<S>,
        target: Target<'a>,
        at: &At<'_, (), ELEMENT>,
    ) -> Self {
        Self { link: Link::new(target, session), place: *at.place, packed: if ELEMENT { at.tag } else { MIXED } }
    }

    /// A cursor for a field of the record at a cursor.
    #[inline(always)]
    #[must_use]
    pub fn of_field<S: Storage>(session: &Session<S>, link: &'a Link<'a>, at: &At<'_, ()>) -> Self {
        let target = link.deferred(session, at.step());
        Self { link: Link::deferred_at(target), place: *at.place, packed: MIXED }
    }

    /// Where it stands.
    #[inline(always)]
    pub(super) fn link(&self) -> &Link<'a> {
        &self.link
    }

    /// Whether it is an element of a packed list.
    #[inline(always)]
    pub(super) fn is_packed(&self) -> bool {
        self.packed != MIXED
    }

    /// A view of the union.
    #[inline(always)]
    pub(super) fn union<'s, T, S: Storage>(&self, session: &'s Session<S>) -> Result<UnionOf<'s, T, Checked>> {
        let record = session.record(self.link.holder(session)?)?;
        Ok(UnionOf::at(&record, &self.place, Checked).packed(self.packed))
    }

    /// Reads the union by its view.
    ///
    /// # Errors
    /// If the bytes are invalid.
    #[inline(always)]
    pub fn read<'s, T, S: Storage, R>(
        &self,
        session: &'s Session<S>,
        read: impl FnOnce(UnionOf<'s, T, Checked>) -> Result<R>,
    ) -> Result<R> {
        self.link.named(session, self.union(session).and_then(read))
    }

    /// The error for a payload that cannot be converted back, if there is one.
    ///
    /// # Errors
    /// That error, named by the variant.
    #[inline(always)]
    pub fn admit<S: Storage>(&self, session: &Session<S>, variant: &'static str, admitted: Result<()>) -> Result<()> {
        self.link.named(session, super::structs::in_field(admitted, variant))
    }

    /// The error for a tag that no variant of an open enum, or of a closed one, has.
    #[inline(always)]
    pub fn unknown<const OPEN: bool, S: Storage>(&self, session: &Session<S>, tag: u8) -> Error {
        session.name_cursor(unknown::<OPEN>(tag), &self.link)
    }

    /// The variant.
    ///
    /// # Errors
    /// If the bytes are invalid.
    #[inline(always)]
    pub fn tag<S: Storage>(&self, session: &Session<S>) -> Result<u8> {
        self.read::<(), S, _>(session, |union| Ok(union.tag()))
    }

    /// The target of an edit that sets the whole union, outside of packed lists.
    fn target<S: Storage>(&self, session: &Session<S>) -> Result<Target<'_>> {
        let parent = self.link.parent().ok_or_else(internal_error)?;
        let holder = self.link.holder(session)?;
        Ok(Target { parent, step: self.link.step(), holder, generation: session.generation() })
    }

    /// Sets the variant of the union. A packed list that contains it is unpacked first.
    fn put<U: Value, S: Storage>(
        &self,
        session: &mut Session<S>,
        (variant, is_default): (u8, bool),
        heap: &HeapLen<'_>,
        payload: &WriteSlot<'_>,
    ) -> Result<()> {
        if self.packed != MIXED {
            let list = self.link.parent().ok_or_else(internal_error)?;
            session.unpack(&TypedList::<U>::new(list), 0, heap)?;
        }
        let target = self.target(session)?;
        session.put_variant(&target, &self.place, (variant, false), is_default, heap, payload)
    }

    /// A cursor for the payload of the variant that the union has, as [`Cursor::tag`] says. A
    /// payload that is not stored has no record until an edit makes one.
    ///
    /// # Errors
    /// If the bytes are invalid.
    #[inline(always)]
    pub fn payload<'c, T: Value, S: Storage>(
        &'c self,
        session: &'c mut Session<S>,
        variant: u8,
    ) -> Result<T::Cursor<'c, S>> {
        let target = self.link.named(session, self.held(session, variant))?;
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
    /// If the storage cannot grow as far as needed, or if the old value is invalid.
    pub fn set<U: Value<Default = ()>, S: Storage>(
        &mut self,
        session: &mut Session<S>,
        value: &U::Set<'_>,
    ) -> Result<()> {
        session.note_old(Noted::Set, WHOLE, all(&self.link));
        let done = self.overwrite::<U, S>(session, value);
        self.link.named(session, done)?;
        note_value::<U, S>(session, (Noted::Set, WHOLE), all(&self.link), value, U::DEFAULT);
        Ok(())
    }

    fn overwrite<U: Value<Default = ()>, S: Storage>(
        &mut self,
        session: &mut Session<S>,
        value: &U::Set<'_>,
    ) -> Result<()> {
        let (Step::Element(index), true) = (self.link.step(), self.packed != MIXED) else {
            return session.set_value::<U, false>(&self.target(session)?, &At::present(&self.place, &()), value);
        };
        let (list, holder) = (self.link.parent().ok_or_else(internal_error)?, self.link.holder(session)?);
        set_packed::<U, S>(session, list, (index, holder), self.packed, value)?;
        if U::tag_of(value) != self.packed {
            self.packed = MIXED;
        }
        Ok(())
    }

    /// Sets the variant of the union, with a payload; `U` is the enum.
    ///
    /// # Errors
    /// As [`Cursor::set`].
    pub fn set_variant<U: Value, T: Value, S: Storage>(
        &mut self,
        session: &mut Session<S>,
        variant: u8,
        value: &T::Set<'_>,
    ) -> Result<()> {
        session.note_old(Noted::Set, WHOLE, all(&self.link));
        match self.switch::<U, T, S>(session, variant, value) {
            Ok(()) => {
                session.note(Noted::Set, WHOLE, all(&self.link));
                Ok(())
            }
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
        let heap = |width, levels| heap_len_at::<T>(value, width, levels);
        let is_default = variant == 0 && T::is_default(value, T::DEFAULT);
        let payload = |record: &mut [u8], heap: &mut [u8], start: usize, width: PointerWidth| with_width!(width, W => fill::<T, W>(value, record, &self.place, Heap::new(heap, start)));
        let put =
            session.write_whole::<T, _>(|session| self.put::<U, S>(session, (variant, is_default), &heap, &payload));
        put.map_err(|error| refused::<T>(value, error))?;
        self.packed = MIXED;
        Ok(())
    }

    /// Sets a variant without payload; `U` is the enum.
    ///
    /// # Errors
    /// As [`Cursor::set`].
    pub fn set_unit<U: Value, S: Storage>(&mut self, session: &mut Session<S>, variant: u8) -> Result<()> {
        session.note_old(Noted::Set, WHOLE, all(&self.link));
        let done = self.switch_to_unit::<U, S>(session, variant);
        self.link.named(session, done)?;
        session.note(Noted::Set, WHOLE, all(&self.link));
        Ok(())
    }

    fn switch_to_unit<U: Value, S: Storage>(&mut self, session: &mut Session<S>, variant: u8) -> Result<()> {
        if self.packed == variant {
            return Ok(());
        }
        self.put::<U, S>(session, (variant, variant == 0), &|_, _| 0, &|_, _, _, _| Ok(()))?;
        self.packed = MIXED;
        Ok(())
    }

    /// The target of an edit of a payload that lies in the record that holds the union.
    #[inline(always)]
    pub(super) fn held<S: Storage>(&self, session: &Session<S>, variant: u8) -> Result<Target<'_>> {
        let (holder, generation) = (self.link.holder(session)?, session.generation());
        Ok(Target { parent: &self.link, step: Step::Payload(variant), holder, generation })
    }

    /// Sets the payload in place if the union has the variant; else returns false and changes
    /// nothing.
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
