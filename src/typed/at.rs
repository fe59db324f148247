//! Where a value lies: a field of a record, or an element of a list.
//!
//! ```text
//! field     at a place of a record: a growable struct behind a pointer, a bool in the bitmap, with a default
//! element   of a list, key or value of a map, packed payload: a growable struct inline, anything else a record of one field
//! ```
//! A type says once for both what it does with its values. Most types look at the place and the
//! default alone. Structs, unions and what is optional ask which of the two it is, which is a
//! constant: what is not asked for is not compiled.

use core::marker::PhantomData;

use super::encode::Heap;
use super::reading::Checked;
use super::slot::{RecordOf, TypedSlot};
use super::{Decode, DecodeOwned, Value, plain_field};
use crate::error::Result;
use crate::layout::Place;
use crate::read::decoder::Decoder;
use crate::read::navigate::Step;
use crate::read::record::RecordBytes;
use crate::schema::MIXED;
use crate::wire::width::{StaticWidth, Width};
use crate::write::{AsSession, FieldWord, Link, Session, Storage, Target};

/// Where a value lies, and what it is there by default; `D` is what that is given as.
#[derive(Clone, Copy, Debug)]
pub struct At<'p, D, const ELEMENT: bool = false> {
    /// Its slot and bits.
    pub place: &'p Place,
    /// What it is where it is not stored.
    pub default: &'p D,
    /// Number of the field in its struct.
    index: u16,
    /// The variant of all elements of the list, if it is packed; else FF.
    pub tag: u8,
    /// Whether the value is stored even if it is the default.
    pub keep: bool,
}

impl<'p, D> At<'p, D> {
    /// The field of that index, place and default.
    #[must_use]
    pub const fn field(index: u16, place: &'p Place, default: &'p D) -> Self {
        Self { place, default, index, tag: MIXED, keep: false }
    }

    /// The value of an optional field that is not absent.
    #[inline(always)]
    #[must_use]
    pub const fn present(place: &'p Place, default: &'p D) -> Self {
        Self { place, default, index: 0, tag: MIXED, keep: true }
    }

    /// What an edit of the field is aimed at.
    #[inline(always)]
    pub fn target<'a, S: Storage>(&self, session: &Session<S>, link: &'a Link<'a>) -> Result<Target<'a>> {
        link.field(session, self.step())
    }

    /// The step to the field from its record.
    #[inline(always)]
    #[must_use]
    pub const fn step(&self) -> Step {
        Step::Field(self.index)
    }
}

/// A field of a derived struct: where it lies, and its name for errors.
///
/// Its methods are what a type does with its fields. They ask for the type: a function of one that
/// borrows cannot be handed in for values of any lifetime, and a call of a function that is a value
/// is not inlined.
#[derive(Debug)]
pub struct Field<D: 'static> {
    /// Where it lies.
    pub at: At<'static, D>,
    pub(super) name: &'static str,
}

impl<D> Field<D> {
    /// The field of that index, name, place and default.
    #[must_use]
    pub const fn new(index: u16, name: &'static str, place: &'static Place, default: &'static D) -> Self {
        Self { at: At::field(index, place, default), name }
    }

    /// The only field of a record, to which no name leads.
    pub(in crate::typed) const fn alone<T: Value<Default = D>>() -> Self {
        Self { at: At::field(0, Places::<T>::SINGLE, T::DEFAULT), name: "" }
    }

    /// What it is set to, to be as a value is.
    #[inline(always)]
    pub fn as_set<'v, T: Value<Default = D>>(&self, value: &'v T) -> T::Set<'v> {
        value.as_set()
    }

    /// Adds the name to an error.
    #[inline(always)]
    pub fn named<R>(&self, result: Result<R>) -> Result<R> {
        match result {
            Ok(done) => Ok(done),
            Err(error) => Err(error.in_field(self.name)),
        }
    }

    /// Reads it.
    #[inline(always)]
    pub fn get<'a, T: Value<Default = D>, O>(&self, of: &RecordOf<'a, O, Checked>) -> Result<T::Get<'a, Checked>> {
        self.named(T::get(TypedSlot::checked(of.record(), &self.at)))
    }

    /// Reads it of a record that is numbers alone.
    #[inline(always)]
    #[must_use]
    pub fn plain<T: Value<Default = D>>(&self, record: &[u8]) -> T {
        plain_field(record, self.at.place)
    }

    /// Decodes it.
    #[inline(always)]
    pub fn decode<'b, T: Decode<'b> + Value<Default = D>, W: Width>(
        &self,
        record: &[u8],
        decoder: &mut Decoder<'b, W>,
    ) -> Result<T> {
        self.named(T::decode(record, &self.at, decoder))
    }

    /// Fails if a value of it breaks a rule or cannot be written.
    #[inline]
    pub fn check<T: Value<Default = D>>(&self, value: &T::Set<'_>, levels: u32) -> Result<()> {
        self.named(T::check(value, levels))
    }

    /// Whether a value of it is stored as zeros.
    #[inline(always)]
    pub fn is_default<T: Value<Default = D>>(&self, value: &T::Set<'_>) -> bool {
        T::is_default(value, self.at.default)
    }

    /// Bytes of all objects behind a value of it.
    #[inline(always)]
    pub fn heap_len<T: Value<Default = D>, W: StaticWidth>(&self, value: &T::Set<'_>, levels: u32) -> u64 {
        T::heap_len::<false, W>(value, &self.at, levels)
    }

    /// Writes a value of it into its zeroed place.
    #[inline(always)]
    pub fn write<T: Value<Default = D>, W: StaticWidth>(
        &self,
        value: &T::Set<'_>,
        record: &mut [u8],
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        T::write(value, record, &self.at, heap)
    }

    /// As [`Self::check`], of a value that is stored as it is; so are those that follow.
    #[inline]
    pub fn check_of<T: Value<Default = D>>(&self, value: &T, levels: u32) -> Result<()> {
        self.check::<T>(&value.as_set(), levels)
    }

    /// As [`Self::is_default`].
    #[inline(always)]
    pub fn is_default_of<T: Value<Default = D>>(&self, value: &T) -> bool {
        self.is_default::<T>(&value.as_set())
    }

    /// As [`Self::heap_len`].
    #[inline(always)]
    pub fn len_of<T: Value<Default = D>, W: StaticWidth>(&self, value: &T, levels: u32) -> u64 {
        self.heap_len::<T, W>(&value.as_set(), levels)
    }

    /// As [`Self::write`].
    #[inline(always)]
    pub fn write_of<T: Value<Default = D>, W: StaticWidth>(
        &self,
        value: &T,
        record: &mut [u8],
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        self.write::<T, W>(&value.as_set(), record, heap)
    }

    /// The cursor that edits it.
    #[inline(always)]
    pub fn cursor<'c, T: Value<Default = D>, B: AsSession>(
        &self,
        session: &'c mut B,
        link: &'c Link<'c>,
    ) -> T::FieldCursor<'c, B::Storage>
    where
        B::Storage: 'c,
    {
        T::field_cursor(session.session_mut(), link, &self.at)
    }

    /// Reads it where it is edited.
    #[inline]
    pub fn read<'s, T: Value<Default = D>, B: AsSession>(
        &self,
        session: &'s B,
        link: &Link<'_>,
    ) -> Result<T::Get<'s, Checked>> {
        let session = session.session();
        let target = self.at.target(session, link)?;
        self.named(T::get(TypedSlot::checked(&session.target(&target)?, &self.at)))
    }

    /// Sets it.
    #[inline(always)]
    pub fn set<T: Value<Default = D>, B: AsSession>(
        &self,
        session: &mut B,
        link: &mut Link<'_>,
        value: &T::Set<'_>,
    ) -> Result<()> {
        let session = session.session_mut();
        if let Some(word) = T::stored_word(value, self.at.default) {
            let size = const { T::SHAPE.word as usize };
            return FieldWord { place: self.at.place, name: &self.name, word, size }.set(session, link, self.at.step());
        }
        let target = link.aim(session, self.at.step())?;
        self.named(T::set(session, target, &self.at, value))
    }

    /// Takes its value out, decoded.
    pub fn take<T: DecodeOwned + Value<Default = D>, B: AsSession>(
        &self,
        session: &mut B,
        link: &mut Link<'_>,
    ) -> Result<T> {
        self.take_as::<T, B, T>(session, link, false, Ok)
    }

    /// Takes its value out, decoded and converted; what cannot be converted stays, and so does what
    /// has a default that cannot be.
    pub fn take_as<T: DecodeOwned + Value<Default = D>, B: AsSession, R>(
        &self,
        session: &mut B,
        link: &mut Link<'_>,
        may_fail: bool,
        convert: impl Fn(T) -> Result<R>,
    ) -> Result<R> {
        let session = session.session_mut();
        let target = link.aim(session, self.at.step())?;
        let record = session.target(&target)?;
        let value = T::decode(record.bytes(), &self.at, &mut Decoder::new(*record.buf()));
        let value = value.and_then(&convert);
        let default = || T::decode(&[], &self.at, &mut Decoder::new(*record.buf()));
        let value = if may_fail { value.and_then(|value| default().and_then(convert).map(|_| value)) } else { value };
        let value = self.named(value)?;
        self.named(session.clear(&target))?;
        Ok(value)
    }

    /// Makes it its default, unless that cannot be converted back.
    pub fn clear_as<T: DecodeOwned + Value<Default = D>, B: AsSession, R>(
        &self,
        session: &mut B,
        link: &mut Link<'_>,
        may_fail: bool,
        convert: impl FnOnce(T) -> Result<R>,
    ) -> Result<()> {
        if may_fail {
            // A record without bytes has the default.
            let session = session.session();
            let buf = *session.target(&self.at.target(session, link)?)?.buf();
            self.named(T::decode(&[], &self.at, &mut Decoder::new(buf)).and_then(convert))?;
        }
        self.clear(session, link)
    }

    /// Makes it its default, or absent.
    pub fn clear<B: AsSession>(&self, session: &mut B, link: &mut Link<'_>) -> Result<()> {
        let session = session.session_mut();
        let target = link.aim(session, self.at.step())?;
        self.named(session.clear(&target))
    }
}

/// Places that need no struct, as constants of a type.
struct Places<T>(PhantomData<T>);

impl<T: Value> Places<T> {
    const SINGLE: &'static Place = &T::SHAPE.single();
    const ALONE: &'static At<'static, T::Default> = &At::field(0, Self::SINGLE, T::DEFAULT);
    const ELEMENT: &'static At<'static, T::Default, true> = &of_list::<T>(MIXED);
}

/// The only field of a record of its own: an element of an array, the payload behind a union.
#[inline(always)]
#[must_use]
pub const fn alone<T: Value>() -> &'static At<'static, T::Default> {
    Places::<T>::ALONE
}

/// An element of a list that is not packed, a part of an entry, a packed payload.
#[inline(always)]
#[must_use]
pub const fn element<T: Value>() -> &'static At<'static, T::Default, true> {
    Places::<T>::ELEMENT
}

/// An element of a list of that variant; FF if it is not packed.
#[inline(always)]
#[must_use]
pub const fn of_list<T: Value>(tag: u8) -> At<'static, T::Default, true> {
    At { place: Places::<T>::SINGLE, default: T::DEFAULT, index: 0, tag, keep: false }
}

/// A field of a record of this place, with the default of its type.
#[inline(always)]
pub(in crate::typed) const fn field_at<T: Value>(place: &Place) -> At<'_, T::Default> {
    At::field(0, place, T::DEFAULT)
}

/// Reads an element of a list that is not packed.
#[inline(always)]
pub fn get_element<'a, T: Value>(record: &RecordBytes<'a>) -> Result<T::Get<'a, Checked>> {
    T::get(TypedSlot::checked(record, element::<T>()))
}

/// Reads a value that is always there at a place of a record: a key, or a part of one.
#[inline(always)]
pub fn get_part<'a, T: Value>(record: &RecordBytes<'a>, place: &Place) -> Result<T::Get<'a, Checked>> {
    T::get(TypedSlot::checked(record, &field_at::<T>(place)))
}

/// Bytes of all objects behind such an element.
#[inline(always)]
pub fn element_len<T: Value, W: StaticWidth>(value: &T::Set<'_>, levels: u32) -> u64 {
    T::heap_len::<true, W>(value, element::<T>(), levels)
}

/// Writes such an element.
#[inline(always)]
pub fn write_element<T: Value, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    T::write(value, record, element::<T>(), heap)
}

/// Decodes such an element.
#[inline(always)]
pub fn decode_element<'b, T: Decode<'b>, W: Width>(record: &[u8], decoder: &mut Decoder<'b, W>) -> Result<T> {
    T::decode(record, element::<T>(), decoder)
}

/// A cursor for a field, where reaching that can fail.
#[inline(always)]
pub fn reach<'a, T: Value, S: Storage>(
    session: &'a mut Session<S>,
    link: &'a Link<'a>,
    at: &At<'_, T::Default>,
) -> Result<T::Cursor<'a, S>> {
    let target = at.target(session, link)?;
    T::cursor(session, target, at)
}
