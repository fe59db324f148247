//! Types that are stored as another one is: boxes, shared pointers, newtypes.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;

use super::Value;

/// Implements [`Value`] for a type that holds one value of another, and is stored as that: by a reference to what it holds,
/// or by what that is set to. What stands behind `as` is the other type without lifetimes that a reference to what it is set to
/// would not imply.
#[doc(hidden)]
#[macro_export]
macro_rules! __forward_value {
    (
        [$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty as $sets:ty,
        set |$this:ident| $set:expr,
        |$value:ident| $wrap:expr
    ) => {
        $crate::__prove_forward!([$($generics)*] [$($wheres)*] $type => $inner);

        impl<$($generics)*> $crate::Value for $type
        where
            $($wheres)*
        {
            const SHAPE: $crate::__private::TypeShape = <$inner as $crate::Value>::SHAPE;
            const ELEMENT: $crate::__private::Packed = <$inner as $crate::Value>::ELEMENT;
            const PLAN: $crate::__private::TypePlan = <$inner as $crate::Value>::PLAN;

            type Default = <$inner as $crate::Value>::Default;
            const DEFAULT: Self::Default = <$inner as $crate::Value>::DEFAULT;
            type Get<'a> = <$inner as $crate::Value>::Get<'a>;
            type GetList<'a> = $crate::List<'a, Self>;
            type Set<'a> = <$inner as $crate::Value>::Set<'a>
            where
                Self: 'a;
            type Cursor<'a, __S: $crate::Storage + 'a> = <$inner as $crate::Value>::Cursor<'a, __S>;
            type FieldCursor<'a, __S: $crate::Storage + 'a> = <$inner as $crate::Value>::FieldCursor<'a, __S>;

            #[inline(always)]
            fn as_set(&self) -> Self::Set<'_> {
                let $this = self;
                $set
            }

            #[inline]
            fn check(value: &<$sets as $crate::Value>::Set<'_>, levels: u32) -> $crate::Result<()> {
                <$sets as $crate::Value>::check(value, levels)
            }

            #[inline(always)]
            fn is_default(value: &<$sets as $crate::Value>::Set<'_>, default: &Self::Default) -> bool {
                <$sets as $crate::Value>::is_default(value, default)
            }

            #[inline]
            fn heap_len<__W: $crate::__private::StaticWidth>(
                value: &<$sets as $crate::Value>::Set<'_>,
                default: &Self::Default,
                keep: bool,
                levels: u32,
            ) -> u64 {
                <$sets as $crate::Value>::heap_len::<__W>(value, default, keep, levels)
            }

            #[inline]
            fn write<__W: $crate::__private::StaticWidth>(
                value: &<$sets as $crate::Value>::Set<'_>,
                record: &mut [u8],
                place: &$crate::__private::Place,
                default: &Self::Default,
                keep: bool,
                heap: &mut $crate::__private::Heap<'_, __W>,
            ) -> $crate::Result<()> {
                <$sets as $crate::Value>::write::<__W>(value, record, place, default, keep, heap)
            }

            #[inline]
            fn get<'a>(
                record: &$crate::__private::RecordBytes<'a>,
                place: &$crate::__private::Place,
                default: Self::Default,
            ) -> $crate::Result<Self::Get<'a>> {
                <$inner as $crate::Value>::get(record, place, default)
            }

            #[inline]
            fn decode<__W: $crate::__private::Width>(
                record: &[u8],
                place: &$crate::__private::Place,
                default: Self::Default,
                decoder: &mut $crate::__private::Decoder<'_, __W>,
            ) -> $crate::Result<Self> {
                // A box of a large value: that is on the stack until it is in the box, and once.
                if const {
                    $crate::__private::structs::is_large::<$inner>() && !$crate::__private::structs::is_large::<Self>()
                } {
                    return $crate::__private::structs::apart(|| {
                        let decoded = <$inner as $crate::Value>::decode(record, place, default, decoder);
                        $crate::__private::structs::finish(decoded, |$value| $wrap)
                    });
                }
                let $value = <$inner as $crate::Value>::decode(record, place, default, decoder)?;
                ::core::result::Result::Ok($wrap)
            }

            #[inline]
            fn set<__S: $crate::Storage>(
                session: &mut $crate::Session<__S>,
                target: $crate::__private::Target<'_>,
                place: &$crate::__private::Place,
                value: &<$sets as $crate::Value>::Set<'_>,
                default: Self::Default,
                keep: bool,
            ) -> $crate::Result<()> {
                <$sets as $crate::Value>::set(session, target, place, value, default, keep)
            }

            #[inline]
            fn cursor<'a, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                target: $crate::__private::Target<'a>,
                place: &$crate::__private::Place,
                default: Self::Default,
            ) -> $crate::Result<Self::Cursor<'a, __S>> {
                <$inner as $crate::Value>::cursor(session, target, place, default)
            }

            #[inline]
            fn field_cursor<'a, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                link: &'a $crate::__private::Link<'a>,
                step: $crate::__private::Step,
                place: &$crate::__private::Place,
                default: Self::Default,
            ) -> Self::FieldCursor<'a, __S> {
                <$inner as $crate::Value>::field_cursor(session, link, step, place, default)
            }

            #[inline]
            fn element_heap_len<__W: $crate::__private::StaticWidth>(value: &<$sets as $crate::Value>::Set<'_>, levels: u32) -> u64 {
                <$sets as $crate::Value>::element_heap_len::<__W>(value, levels)
            }

            #[inline]
            fn write_element<__W: $crate::__private::StaticWidth>(
                value: &<$sets as $crate::Value>::Set<'_>,
                element: &mut [u8],
                heap: &mut $crate::__private::Heap<'_, __W>,
            ) -> $crate::Result<()> {
                <$sets as $crate::Value>::write_element::<__W>(value, element, heap)
            }

            #[inline]
            fn get_element<'a>(element: &$crate::__private::RecordBytes<'a>) -> $crate::Result<Self::Get<'a>> {
                <$inner as $crate::Value>::get_element(element)
            }

            #[inline]
            fn decode_element<__W: $crate::__private::Width>(
                element: &[u8],
                decoder: &mut $crate::__private::Decoder<'_, __W>,
            ) -> $crate::Result<Self> {
                let $value = <$inner as $crate::Value>::decode_element(element, decoder)?;
                ::core::result::Result::Ok($wrap)
            }

            #[inline]
            fn set_element<__S: $crate::Storage>(
                session: &mut $crate::Session<__S>,
                target: $crate::__private::Target<'_>,
                value: &<$sets as $crate::Value>::Set<'_>,
            ) -> $crate::Result<()> {
                <$sets as $crate::Value>::set_element(session, target, value)
            }

            #[inline]
            fn cursor_element<'a, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                target: $crate::__private::Target<'a>,
            ) -> $crate::Result<Self::Cursor<'a, __S>> {
                <$inner as $crate::Value>::cursor_element(session, target)
            }

            #[inline(always)]
            fn tag_of(value: &<$sets as $crate::Value>::Set<'_>) -> u8 {
                <$sets as $crate::Value>::tag_of(value)
            }

            #[inline(always)]
            fn packed_heap_len<__W: $crate::__private::StaticWidth>(value: &<$sets as $crate::Value>::Set<'_>, levels: u32) -> u64 {
                <$sets as $crate::Value>::packed_heap_len::<__W>(value, levels)
            }

            #[inline(always)]
            fn write_packed<__W: $crate::__private::StaticWidth>(
                value: &<$sets as $crate::Value>::Set<'_>,
                element: &mut [u8],
                heap: &mut $crate::__private::Heap<'_, __W>,
            ) -> $crate::Result<()> {
                <$sets as $crate::Value>::write_packed::<__W>(value, element, heap)
            }

            #[inline(always)]
            fn get_packed<'a>(element: &$crate::__private::RecordBytes<'a>, tag: u8) -> $crate::Result<Self::Get<'a>> {
                <$inner as $crate::Value>::get_packed(element, tag)
            }

            #[inline(always)]
            fn decode_packed<__W: $crate::__private::Width>(
                element: &[u8],
                tag: u8,
                decoder: &mut $crate::__private::Decoder<'_, __W>,
            ) -> $crate::Result<Self> {
                let $value = <$inner as $crate::Value>::decode_packed(element, tag, decoder)?;
                ::core::result::Result::Ok($wrap)
            }

            #[inline(always)]
            fn set_packed<__S: $crate::Storage>(
                session: &mut $crate::Session<__S>,
                target: $crate::__private::Target<'_>,
                value: &<$sets as $crate::Value>::Set<'_>,
            ) -> $crate::Result<()> {
                <$sets as $crate::Value>::set_packed(session, target, value)
            }

            #[inline(always)]
            fn cursor_packed<'a, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                target: $crate::__private::Target<'a>,
                tag: u8,
            ) -> $crate::Result<Self::Cursor<'a, __S>> {
                <$inner as $crate::Value>::cursor_packed(session, target, tag)
            }

            #[inline(always)]
            fn read_plain(slot: &[u8]) -> Self {
                let $value = <$inner as $crate::Value>::read_plain(slot);
                $wrap
            }
        }
    };
    (
        [$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty,
        set |$this:ident| $set:expr,
        |$value:ident| $wrap:expr
    ) => {
        $crate::__forward_value!(
            [$($generics)*] [$($wheres)*] $type => $inner as $inner,
            set |$this| $set,
            |$value| $wrap
        );
    };
    ([$($generics:tt)*] $type:ty => $inner:ty, |$this:ident| $borrow:expr, |$value:ident| $wrap:expr) => {
        $crate::__forward_value!(
            [$($generics)*] [] $type => $inner,
            set |$this| <$inner as $crate::Value>::as_set($borrow),
            |$value| $wrap
        );
    };
}

__forward_value!([T: Value] Box<T> => T, |this| &**this, |value| Box::new(value));
__forward_value!([T: Value] Rc<T> => T, |this| &**this, |value| Self::new(value));
__forward_value!([T: Value] Arc<T> => T, |this| &**this, |value| Self::new(value));
