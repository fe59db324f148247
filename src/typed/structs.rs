//! Derived structs as values of a field: behind a pointer if they can grow, inline if they are
//! frozen.

use super::codec::{decode_element, to_vec};
use super::element::{element_len, write_element};
use super::root::{Root, decode_root};
use super::value::RecordOf;
use super::{At, Decode, Heap, Reading, TypedSlot, Value, Vellum};
use crate::error::{Error, Result};
use crate::layout::Place;
use crate::limits::BYTES_OF_BYTE;
use crate::read::Buf;
use crate::read::document::Decoder;
use crate::read::navigate::RecordSpan;
use crate::read::open::RecordBytes;
use crate::wire::slice_or_empty;
use crate::wire::varint::object_len;
use crate::wire::width::{StaticWidth, Width};
use crate::write::value::{TOO_DEEP, bounded};
use crate::write::{Link, Session, Storage, Target};

#[inline(always)]
fn record_size<T: Value, W: StaticWidth>() -> usize {
    match const { T::PLAN.ends } {
        [.., last] => last.at(W::WIDTH.shift()),
        [] => 1,
    }
}

/// Bytes behind the field.
#[inline]
pub fn heap_len<T: Value, W: StaticWidth>(value: &T::Set<'_>, keep: bool, levels: u32) -> u64 {
    if const { !T::SHAPE.nullable } {
        return record_len::<T, W>(value, levels);
    }
    if !keep && T::is_default(value, T::DEFAULT) {
        return 0;
    }
    let Some(levels) = levels.checked_sub(1) else { return TOO_DEEP };
    let size = record_size::<T, W>();
    bounded(object_len(size, size as u64).wrapping_add(record_len::<T, W>(value, levels)))
}

/// Bytes of all objects behind the fields.
#[inline(always)]
pub(super) fn record_len<T: Value, W: StaticWidth>(value: &T::Set<'_>, levels: u32) -> u64 {
    element_len::<T, W>(value, levels)
}

/// Writes the record inline, or as an object with a pointer to it.
#[inline]
pub fn write<T: Value, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    place: &Place,
    keep: bool,
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    let size = record_size::<T, W>();
    if const { !T::SHAPE.nullable } {
        let slot = crate::wire::slice_mut(record, place.slot.at(W::WIDTH.shift()), size);
        return write_element::<T, W>(value, slot.ok_or_else(crate::error::length_changed)?, heap);
    }
    if !keep && T::is_default(value, T::DEFAULT) {
        return Ok(());
    }
    heap.point(record, place.slot)?;
    let object = heap.record(size)?;
    heap.enter()?;
    write_element::<T, W>(value, object, heap)?;
    heap.leave();
    Ok(())
}

impl<'a, T: Value, R: Reading, const ELEMENT: bool> TypedSlot<'a, '_, T, R, ELEMENT> {
    /// The record of the struct here.
    #[inline(always)]
    pub fn structure(&self) -> Result<RecordOf<'a, T, R>, R::Error> {
        let record = if ELEMENT { *self.record } else { get::<T, R>(self.record, self.at.place)? };
        Ok(RecordOf::new(record, self.known))
    }
}

/// The record at a place: behind a pointer, or inline.
#[inline(always)]
fn get<'a, T: Value, R: Reading>(record: &RecordBytes<'a>, place: &Place) -> Result<RecordBytes<'a>, R::Error> {
    if const { !T::SHAPE.nullable } {
        return Ok(record.inline(place.slot, T::SHAPE.slot));
    }
    R::content(record, place.slot, |buf, object| buf.record(object, const { T::PLAN.ends }))
}

/// Decodes the field.
#[inline]
pub fn decode<'b, T: Value + Decode<'b>, W: Width>(
    record: &[u8],
    place: &Place,
    decoder: &mut Decoder<'b, W>,
) -> Result<T> {
    let shift = decoder.shift();
    if const { !T::SHAPE.nullable } {
        return decode_element(slice_or_empty(record, place.slot.at(shift), T::SHAPE.slot.at(shift)), decoder);
    }
    if const { is_large::<T>() } {
        return decode_large(record, place, decoder);
    }
    match decoder.follow(record, place.slot)? {
        Some(object) => {
            let record = decoder.record(object, const { T::PLAN.ends })?;
            decoder.enter()?;
            let value = decode_element(record, decoder)?;
            decoder.leave();
            Ok(value)
        }
        None => decode_element(&[], decoder),
    }
}

/// Whether a value is so large that copies of it should not lie in the stack frames of a recursion.
///
/// Smaller values are decoded in the frame of their parent, which is faster. They are not counted
/// against the limits, since each byte of a buffer accounts for `BYTES_OF_BYTE` bytes of values.
#[must_use]
pub const fn is_large<T>() -> bool {
    size_of::<T>() as u64 > BYTES_OF_BYTE
}

/// Calls a function in a frame of its own, so that values it moves take no stack while others are
/// decoded.
#[inline(never)]
pub fn apart<R>(function: impl FnOnce() -> R) -> R {
    function()
}

/// Passes the result of a decoding to a function, in a frame of its own, so that the caller's frame
/// has the value once.
#[inline(never)]
pub fn finish<T, R>(decoded: Result<T>, function: impl FnOnce(T) -> R) -> Result<R> {
    match decoded {
        Ok(value) => Ok(function(value)),
        Err(error) => Err(error),
    }
}

/// As [`decode`], for a large growable struct: each level of the recursion has the value once in
/// its frames.
#[inline(never)]
fn decode_large<'b, T: Value + Decode<'b>, W: Width>(
    record: &[u8],
    place: &Place,
    decoder: &mut Decoder<'b, W>,
) -> Result<T> {
    let Some(object) = decoder.follow(record, place.slot)? else { return decode_absent(decoder) };
    let record = decoder.record(object, const { T::PLAN.ends })?;
    decoder.make::<T>(1)?;
    decoder.enter()?;
    decode_entered(record, decoder)
}

/// The value of a null pointer. It has no pointers itself, so the recursion ends here.
#[inline(never)]
fn decode_absent<'b, T: Decode<'b>, W: Width>(decoder: &mut Decoder<'b, W>) -> Result<T> {
    decode_element(&[], decoder)
}

/// Decodes a record and leaves its level. The result is one variable with one return, so it is
/// built in the caller's place, without a copy.
#[inline(never)]
fn decode_entered<'b, T: Decode<'b>, W: Width>(record: &[u8], decoder: &mut Decoder<'b, W>) -> Result<T> {
    let value = decode_element(record, decoder);
    decoder.leave();
    value
}

/// The link of an edit cursor into the struct at `place`. A struct that is not stored has no record
/// until an edit makes one.
#[inline(always)]
pub fn enter<'a, T: Value, const ELEMENT: bool, S: Storage>(
    session: &Session<S>,
    target: Target<'a>,
    place: &Place,
) -> Result<Link<'a>> {
    let holder = target.named(session, entered::<T, ELEMENT, S>(session, &target, place))?;
    Ok(Link::new(Target { holder, ..target }, session))
}

/// The link of the edit cursor of a field that is a struct. It cannot fail: if the struct cannot be
/// reached, a use of its cursor returns the error.
#[inline(always)]
pub fn enter_field<'a, T: Value, S: Storage>(session: &Session<S>, link: &'a Link<'a>, at: &At<'_, ()>) -> Link<'a> {
    let target = link.deferred(session, at.step());
    match entered::<T, false, S>(session, &target, at.place) {
        Ok(holder) => Link::deferred_at(Target { holder, ..target }),
        Err(_) => Link::deferred_at(link.failed(session, at.step())),
    }
}

/// The record of the struct at `place`.
#[inline(always)]
fn entered<T: Value, const ELEMENT: bool, S: Storage>(
    session: &Session<S>,
    target: &Target<'_>,
    place: &Place,
) -> Result<RecordSpan> {
    if ELEMENT {
        Ok(target.holder)
    } else if const { !T::SHAPE.nullable } {
        Ok(session.enter_inline(target, place, T::SHAPE.slot))
    } else {
        session.enter_object(target, place, const { T::PLAN.ends })
    }
}

/// The record, at least as long as in the newest revision, so that writes of single fields need no
/// checks.
#[inline(always)]
pub fn exact<T: Value, W: StaticWidth>(record: &mut [u8]) -> Result<&mut [u8]> {
    record.get_mut(..record_size::<T, W>()).ok_or_else(crate::error::length_changed)
}

// The record under the view of a derived struct, and the `Value` impl that all derived structs
// share.

/// Methods of records that need the type of the struct.
impl<'a> RecordBytes<'a> {
    /// The root record of a buffer of `T`.
    #[inline]
    pub fn root<T: Value>(bytes: &'a [u8]) -> Result<Self> {
        let (buf, bytes) = Buf::open(bytes, const { Root::<T>::ENDS }, Root::<T>::lineage)?;
        Ok(Self::new(buf, bytes))
    }

    /// Decodes the value, checking every byte, within the budget of a walk.
    pub fn decode<T: Value + Decode<'a>>(&self) -> Result<T> {
        decode_root::<T>(self.buf(), self.bytes())
    }

    /// Prints the record by its schema.
    ///
    /// # Errors
    /// As the formatter's.
    pub fn debug<T: Value>(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let schema = T::schema();
        let cursor = crate::read::cursor::StructRef::new(*self.buf(), self.bytes(), schema, schema.root_id());
        core::fmt::Debug::fmt(&cursor, f)
    }

    /// Whether two records hold the same value; an invalid record is equal to nothing.
    ///
    /// Compares canonical bytes, which are bounded for any input; floats compare by their bits.
    #[must_use]
    pub fn equals<T: Value + Decode<'a>>(&self, other: &Self) -> bool {
        let canonical = |record: &Self| record.decode::<T>().and_then(|value| to_vec(&value));
        matches!((canonical(self), canonical(other)), (Ok(a), Ok(b)) if a == b)
    }
}

impl<'a, T: Value, R: Copy> RecordOf<'a, T, R> {
    /// Prints the record by its schema.
    ///
    /// # Errors
    /// As the formatter's.
    pub fn debug(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.record().debug::<T>(f)
    }

    /// The owned value, every byte checked within a walk's budget.
    pub fn decode(&self) -> Result<T>
    where
        T: Decode<'a>,
    {
        self.record().decode::<T>()
    }

    /// Whether two records hold the same value.
    #[must_use]
    pub fn equals(&self, other: &Self) -> bool
    where
        T: Decode<'a>,
    {
        self.record().equals::<T>(other.record())
    }
}

/// Adds the name of the field to an error.
#[inline]
pub fn in_field<T>(result: Result<T>, name: &'static str) -> Result<T> {
    result.map_err(|error: Error| error.in_field(name))
}

/// Implements [`Value`] for a derived struct, growable or frozen, over its [`Vellum`] impl.
#[doc(hidden)]
#[macro_export]
macro_rules! __struct_value {
    (
        [$($generics:tt)*] [$($wheres:tt)*] $type:ty, $view:ident, $edit:ident, [$($args:tt)*], $growable:tt, $set:ty,
        |$this:ident| $as_set:expr, { $($items:tt)* }
    ) => {
        #[allow(deprecated)]
        impl<$($generics)*> $crate::__v::Value for $type
        where
            $($wheres)*
        {
            $($items)*

            type Default = ();
            const DEFAULT: &'static () = &();
            type Get<'a, __R: $crate::__v::Reading> = $view<'a, $($args)* __R>;
            type GetList<'a, __R: $crate::__v::Reading> = $crate::List<'a, $type, __R>;
            type Proved<'a> = $view<'a, $($args)* $crate::__v::Proven>;
            type Set<'a>
                = $set
            where
                Self: 'a;
            type Cursor<'a, __S: $crate::Storage + 'a> = $edit<'a, $($args)* &'a mut $crate::__v::Session<__S>>;
            type FieldCursor<'a, __S: $crate::Storage + 'a> = $edit<'a, $($args)* &'a mut $crate::__v::Session<__S>>;
            type Edit<'a, __S: $crate::Storage + 'a> = $edit<'a, $($args)* $crate::__v::Session<__S>>;

            #[inline(always)]
            fn as_set(&self) -> Self::Set<'_> {
                let $this = self;
                $as_set
            }

            #[inline(always)]
            fn get<'a, __R: $crate::__v::Reading, const __E: $crate::__v::bool>(
                __slot: $crate::__v::TypedSlot<'a, '_, Self, __R, { __E }>,
            ) -> $crate::Result<$view<'a, $($args)* __R>, __R::Error> {
                $crate::__v::Ok($view($crate::__v::TypedSlot::structure(&__slot)?))
            }

            #[inline(always)]
            fn open(__h: Self::Get<'_, $crate::__v::Proven>) -> Self::Proved<'_> {
                __h
            }

            #[inline]
            fn set<const __E: $crate::__v::bool, __S: $crate::Storage>(
                __s: &mut $crate::__v::Session<__S>,
                __t: $crate::__v::Target<'_>,
                __at: &$crate::__v::At<'_, (), { __E }>,
                __v: &Self::Set<'_>,
            ) -> $crate::Result<()> {
                if __E { __s.set_element_value::<Self>(&__t, __v) } else { __s.set_value::<Self, { __E }>(&__t, __at, __v) }
            }

            #[inline]
            fn cursor<'a, const __E: $crate::__v::bool, __S: $crate::Storage>(
                __s: &'a mut $crate::__v::Session<__S>,
                __t: $crate::__v::Target<'a>,
                __at: &$crate::__v::At<'_, (), { __E }>,
            ) -> $crate::Result<Self::Cursor<'a, __S>> {
                let __l = $crate::__v::structs::enter::<Self, { __E }, __S>(__s, __t, __at.place)?;
                $crate::__v::Ok($edit::__new(__s, __l))
            }

            #[inline]
            fn field_cursor<'a, __S: $crate::Storage>(
                __s: &'a mut $crate::__v::Session<__S>,
                __l: &'a $crate::__v::Link<'a>,
                __at: &$crate::__v::At<'_, ()>,
            ) -> Self::Cursor<'a, __S> {
                let __l = $crate::__v::structs::enter_field::<Self, __S>(__s, __l, __at);
                $edit::__new(__s, __l)
            }
        }
    };
}
