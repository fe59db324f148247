//! What derived structs are made of: the record under a view, and the [`Value`](super::Value) impl that all share.

use super::Vellum;
use crate::error::{Error, Result};
use crate::layout::Size;
use crate::read::Buf;
use crate::read::decoder::Decoder;
use crate::read::record::RecordBytes;
use crate::wire::width::{PointerWidth, W1, W2, W4};

/// What the type of a record adds.
impl<'a> RecordBytes<'a> {
    /// The root record of a buffer of `T`.
    #[inline]
    pub fn root<T: Vellum>(bytes: &'a [u8]) -> Result<Self> {
        let (buf, bytes) = Buf::open(bytes, const { T::PLAN.ends })?;
        Ok(Self::new(buf, bytes))
    }

    /// The owned value, every byte checked within a walk's budget.
    pub fn decode<T: Vellum>(&self) -> Result<T> {
        match PointerWidth::from(self.buf().width) {
            PointerWidth::One => T::decode_record(self.bytes(), &mut Decoder::new(self.buf().with_width(W1))),
            PointerWidth::Two => T::decode_record(self.bytes(), &mut Decoder::new(self.buf().with_width(W2))),
            PointerWidth::Four => T::decode_record(self.bytes(), &mut Decoder::new(self.buf().with_width(W4))),
        }
    }

    /// Prints the record by its schema.
    ///
    /// # Errors
    /// As the formatter's.
    pub fn debug<T: Vellum>(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let schema = T::schema();
        let cursor = crate::read::cursor::StructRef::new(*self.buf(), self.bytes(), schema, schema.root_id());
        core::fmt::Debug::fmt(&cursor, f)
    }

    /// Whether two records hold the same value; what cannot be read is equal to nothing.
    ///
    /// Both are brought to canonical bytes: that is bounded on any bytes, and floats compare by their bits.
    #[must_use]
    pub fn equals<T: Vellum>(&self, other: &RecordBytes<'_>) -> bool {
        let canonical = |record: &RecordBytes<'_>| record.decode::<T>().and_then(|value| super::encode::to_vec(&value));
        matches!((canonical(self), canonical(other)), (Ok(a), Ok(b)) if a == b)
    }
}

/// Size of a record: the end of its last region.
#[must_use]
pub const fn last_end(ends: &[Size]) -> Size {
    match ends {
        [.., last] => *last,
        [] => Size::bytes(1),
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
        impl<$($generics)*> $crate::__private::Value for $type
        where
            $($wheres)*
        {
            $($items)*

            type Default = ();
            const DEFAULT: () = ();
            type Get<'a> = $view<'a, $($args)*>;
            type GetList<'a> = $crate::List<'a, $type>;
            type Set<'a>
                = $set
            where
                Self: 'a;
            type Cursor<'a, __S: $crate::Storage + 'a> = $edit<'a, $($args)* &'a mut $crate::Session<__S>>;
            type FieldCursor<'a, __S: $crate::Storage + 'a> = $crate::Result<$edit<'a, $($args)* &'a mut $crate::Session<__S>>>;

            #[inline(always)]
            fn as_set(&self) -> Self::Set<'_> {
                let $this = self;
                $as_set
            }

            fn check(value: &Self::Set<'_>, levels: u32) -> $crate::Result<()> {
                match u32::checked_sub(levels, 1) {
                    ::core::option::Option::Some(levels) => <$type as $crate::Vellum>::check_record(value, levels),
                    ::core::option::Option::None => ::core::result::Result::Ok(()),
                }
            }

            #[inline]
            fn is_default(value: &Self::Set<'_>, (): &()) -> bool {
                <$type as $crate::Vellum>::record_is_default(value)
            }

            #[inline]
            fn heap_len<__W: $crate::__private::StaticWidth>(value: &Self::Set<'_>, (): &(), keep: bool, levels: u32) -> u64 {
                $crate::__private::structs::heap_len::<$type, __W>(value, keep, levels)
            }

            #[inline]
            fn write<__W: $crate::__private::StaticWidth>(
                value: &Self::Set<'_>,
                record: &mut [u8],
                place: &$crate::__private::Place,
                (): &(),
                keep: bool,
                heap: &mut $crate::__private::Heap<'_, __W>,
            ) -> $crate::Result<()> {
                $crate::__private::structs::write::<$type, __W>(value, record, place, keep, heap)
            }

            #[inline]
            fn get<'a>(
                record: &$crate::__private::RecordBytes<'a>,
                place: &$crate::__private::Place,
                (): (),
            ) -> $crate::Result<$view<'a, $($args)*>> {
                if $growable {
                    record.behind(place.slot, const { <$type as $crate::Value>::PLAN.ends }).map($view::__new)
                } else {
                    ::core::result::Result::Ok($view::__new(record.inline(place.slot, <Self as $crate::Value>::SHAPE.slot)))
                }
            }

            #[inline]
            fn decode<__W: $crate::__private::Width>(
                record: &[u8],
                place: &$crate::__private::Place,
                (): (),
                decoder: &mut $crate::__private::Decoder<'_, __W>,
            ) -> $crate::Result<$type> {
                $crate::__private::structs::decode(record, place, decoder)
            }

            #[inline]
            fn set<__S: $crate::Storage>(
                session: &mut $crate::Session<__S>,
                target: $crate::__private::Target<'_>,
                place: &$crate::__private::Place,
                value: &Self::Set<'_>,
                (): (),
                keep: bool,
            ) -> $crate::Result<()> {
                session.set_value::<$type>(&target, place, value, (), keep)
            }

            #[inline]
            fn cursor<'a, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                target: $crate::__private::Target<'a>,
                place: &$crate::__private::Place,
                (): (),
            ) -> $crate::Result<Self::Cursor<'a, __S>> {
                let link = $crate::__private::structs::enter::<$type, __S>(session, target, place)?;
                ::core::result::Result::Ok($edit::__new(session, link))
            }

            #[inline]
            fn field_cursor<'a, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                link: &'a $crate::__private::Link<'a>,
                step: $crate::__private::Step,
                place: &$crate::__private::Place,
                (): (),
            ) -> $crate::Result<Self::Cursor<'a, __S>> {
                let target = link.field(session, step)?;
                <Self as $crate::Value>::cursor(session, target, place, ())
            }

            #[inline]
            fn element_heap_len<__W: $crate::__private::StaticWidth>(value: &Self::Set<'_>, levels: u32) -> u64 {
                <$type as $crate::Vellum>::record_heap_len::<__W>(value, levels)
            }

            #[inline]
            fn write_element<__W: $crate::__private::StaticWidth>(
                value: &Self::Set<'_>,
                element: &mut [u8],
                heap: &mut $crate::__private::Heap<'_, __W>,
            ) -> $crate::Result<()> {
                <$type as $crate::Vellum>::write_record::<__W>(value, element, heap)
            }

            #[inline]
            fn get_element<'a>(element: &$crate::__private::RecordBytes<'a>) -> $crate::Result<$view<'a, $($args)*>> {
                ::core::result::Result::Ok($view::__new(*element))
            }

            #[inline]
            fn decode_element<__W: $crate::__private::Width>(
                element: &[u8],
                decoder: &mut $crate::__private::Decoder<'_, __W>,
            ) -> $crate::Result<$type> {
                <$type as $crate::Vellum>::decode_record(element, decoder)
            }

            #[inline]
            fn set_element<__S: $crate::Storage>(
                session: &mut $crate::Session<__S>,
                target: $crate::__private::Target<'_>,
                value: &Self::Set<'_>,
            ) -> $crate::Result<()> {
                session.set_element_value::<$type>(&target, value)
            }

            #[inline]
            fn cursor_element<'a, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                target: $crate::__private::Target<'a>,
            ) -> $crate::Result<Self::Cursor<'a, __S>> {
                let link = $crate::__private::Link::new(target, session);
                ::core::result::Result::Ok($edit::__new(session, link))
            }

            #[inline(always)]
            fn read_plain(slot: &[u8]) -> Self {
                <$type as $crate::Vellum>::read_plain_record(slot)
            }
        }
    };
}
