//! Types that are stored as another one is: boxes, shared pointers, newtypes.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;

use super::Value;

/// Items of [`Value`] that forward to `$inner`, for a type that is stored as `$inner`: the proof;
/// reading, for which `$derived` is the promise that it is stored so; cursors; and the setter's
/// argument, which `$set` converts.
#[doc(hidden)]
#[macro_export]
macro_rules! __stored_as {
    (@prove $inner:ty) => {
        type Default = <$inner as $crate::Value>::Default;
        const DEFAULT: &'static Self::Default = <$inner as $crate::Value>::DEFAULT;

        #[inline(always)]
        fn prove<const __E: bool, __W: $crate::__v::StaticWidth>(
            prover: &mut $crate::__v::Prover<'_, __W>,
            record: &[u8],
            at: &$crate::__v::At<'_, Self::Default, __E>,
        ) -> ::core::option::Option<()> {
            <$inner as $crate::Value>::prove(prover, record, at)
        }
    };
    (@get $inner:ty, $derived:expr) => {
        type Get<'a, __R: $crate::__v::Reading> = <$inner as $crate::Value>::Get<'a, __R>;
        type GetList<'a, __R: $crate::__v::Reading> = $crate::List<'a, Self, __R>;
        type Proved<'a> = <$inner as $crate::Value>::Proved<'a>;

        #[inline(always)]
        fn get<'a, __R: $crate::__v::Reading, const __E: bool>(
            slot: $crate::__v::TypedSlot<'a, '_, Self, __R, __E>,
        ) -> $crate::Result<<Self as $crate::Value>::Get<'a, __R>, __R::Error> {
            <$inner as $crate::Value>::get($crate::__v::TypedSlot::stored_as::<$inner>(slot, $derived))
        }

        // The type may have lifetimes.
        #[allow(clippy::elidable_lifetime_names)]
        #[inline(always)]
        fn open<'a>(
            held: <Self as $crate::Value>::Get<'a, $crate::__v::Proven>,
        ) -> <Self as $crate::Value>::Proved<'a> {
            <$inner as $crate::Value>::open(held)
        }
    };
    (@cursor $inner:ty) => {
        type Cursor<'a, __S: $crate::Storage + 'a> = <$inner as $crate::Value>::Cursor<'a, __S>;
        type FieldCursor<'a, __S: $crate::Storage + 'a> = <$inner as $crate::Value>::FieldCursor<'a, __S>;

        #[inline]
        fn cursor<'a, const __E: bool, __S: $crate::Storage>(
            session: &'a mut $crate::Session<__S>,
            target: $crate::__v::Target<'a>,
            at: &$crate::__v::At<'_, Self::Default, __E>,
        ) -> $crate::Result<Self::Cursor<'a, __S>> {
            <$inner as $crate::Value>::cursor(session, target, at)
        }

        #[inline]
        fn field_cursor<'a, __S: $crate::Storage>(
            session: &'a mut $crate::Session<__S>,
            link: &'a $crate::__v::Link<'a>,
            at: &$crate::__v::At<'_, Self::Default>,
        ) -> Self::FieldCursor<'a, __S> {
            <$inner as $crate::Value>::field_cursor(session, link, at)
        }
    };
    (@set $inner:ty as $sets:ty, |$this:ident| $set:expr) => {
        #[inline(always)]
        fn write_plain(value: &<$sets as $crate::Value>::Set<'_>, slot: &mut [u8]) {
            <$sets as $crate::Value>::write_plain(value, slot);
        }

        type Set<'a>
            = <$inner as $crate::Value>::Set<'a>
        where
            Self: 'a;

        #[inline(always)]
        fn as_set(&self) -> Self::Set<'_> {
            let $this = self;
            $set
        }

        #[inline(always)]
        fn is_default(value: &<$sets as $crate::Value>::Set<'_>, default: &<$sets as $crate::Value>::Default) -> bool {
            <$sets as $crate::Value>::is_default(value, default)
        }

        #[inline]
        fn write<const __E: bool, __W: $crate::__v::StaticWidth>(
            value: &<$sets as $crate::Value>::Set<'_>,
            record: &mut [u8],
            at: &$crate::__v::At<'_, <$sets as $crate::Value>::Default, __E>,
            heap: &mut $crate::__v::Heap<'_, __W>,
        ) -> $crate::Result<()> {
            <$sets as $crate::Value>::write(value, record, at, heap)
        }

        #[inline(always)]
        fn stored<'v>(
            value: &'v <$sets as $crate::Value>::Set<'_>,
            default: &<$sets as $crate::Value>::Default,
        ) -> $crate::__v::AtHand<'v> {
            <$sets as $crate::Value>::stored(value, default)
        }

        #[inline(always)]
        fn tag_of(value: &<$sets as $crate::Value>::Set<'_>) -> u8 {
            <$sets as $crate::Value>::tag_of(value)
        }
    };
}

/// Implements [`Value`] for a type that holds one value of another type and is stored as that: set
/// by a reference to the inner value, or by the inner type's setter argument. After `as` comes the
/// inner type, without lifetimes that a reference to the setter argument does not imply; then the
/// promise that it is stored so (`Derived`).
#[doc(hidden)]
#[macro_export]
macro_rules! __forward_value {
    (
        @value [$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty as $sets:ty, $derived:expr,
        set |$this:ident| $set:expr,
        { $($items:tt)* }
    ) => {
        impl<$($generics)*> $crate::Value for $type
        where
            $($wheres)*
        {
            const SHAPE: $crate::__private::TypeShape = <$inner as $crate::Value>::SHAPE;
            const ELEMENT: $crate::__private::Packed = <$inner as $crate::Value>::ELEMENT;
            const PLAN: $crate::__private::TypePlan = <$inner as $crate::Value>::PLAN;
            const SORTS: bool = <$inner as $crate::Value>::SORTS;
            const DEFAULT_HOLDS_ITSELF: () = <$inner as $crate::Value>::DEFAULT_HOLDS_ITSELF;

            $crate::__stored_as!(@prove $inner);
            $crate::__stored_as!(@get $inner, $derived);
            $crate::__stored_as!(@cursor $inner);
            $crate::__stored_as!(@set $inner as $sets, |$this| $set);

            #[inline]
            fn check(value: &<$sets as $crate::Value>::Set<'_>, levels: u32) -> $crate::Result<()> {
                <$sets as $crate::Value>::check(value, levels)
            }

            #[inline]
            fn heap_len<const __E: bool, __W: $crate::__v::StaticWidth>(
                value: &<$sets as $crate::Value>::Set<'_>,
                at: &$crate::__v::At<'_, <$sets as $crate::Value>::Default, __E>,
                levels: u32,
            ) -> u64 {
                <$sets as $crate::Value>::heap_len::<__E, __W>(value, at, levels)
            }

            #[inline]
            fn set<const __E: bool, __S: $crate::Storage>(
                session: &mut $crate::Session<__S>,
                target: $crate::__v::Target<'_>,
                at: &$crate::__v::At<'_, <$sets as $crate::Value>::Default, __E>,
                value: &<$sets as $crate::Value>::Set<'_>,
            ) -> $crate::Result<()> {
                <$sets as $crate::Value>::set(session, target, at, value)
            }

            $($items)*
        }
    };
    (
        [$($generics:tt)*] [$($wheres:tt)*] [$($decodes:tt)*] $type:ty => $inner:ty as $sets:ty, $derived:expr,
        set |$this:ident| $set:expr,
        |$value:ident| $wrap:expr
    ) => {
        $crate::__forward_value!(
            @value [$($generics)*] [$($wheres)*] $type => $inner as $sets, $derived,
            set |$this| $set,
            {
                #[inline(always)]
                fn read_plain<const __N: usize>(slot: &[u8]) -> [Self; __N] {
                    <$inner as $crate::Value>::read_plain::<__N>(slot).map(|$value| $wrap)
                }
            }
        );

        impl<'__b, $($generics)*> $crate::Decode<'__b> for $type
        where
            $($wheres)*
            $($decodes)*
        {
            #[inline]
            fn decode<const __E: bool, __W: $crate::__v::Width>(
                record: &[u8],
                at: &$crate::__v::At<'_, <Self as $crate::Value>::Default, __E>,
                decoder: &mut $crate::__v::Decoder<'__b, __W>,
            ) -> $crate::Result<Self> {
                // A box of a large value, which lies on the stack only once before it is moved into
                // the box.
                if const {
                    !__E && $crate::__v::structs::is_large::<$inner>() && !$crate::__v::structs::is_large::<Self>()
                } {
                    return $crate::__v::structs::apart(|| {
                        let decoded = <$inner as $crate::Decode<'__b>>::decode(record, at, decoder);
                        $crate::__v::structs::finish(decoded, |$value| $wrap)
                    });
                }
                let $value = <$inner as $crate::Decode<'__b>>::decode(record, at, decoder)?;
                ::core::result::Result::Ok($wrap)
            }
        }
    };
    (
        [$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty,
        set |$this:ident| $set:expr,
        |$value:ident| $wrap:expr
    ) => {
        $crate::__forward_value!(
            [$($generics)*] [$($wheres)*] [$inner: $crate::Decode<'__b>] $type => $inner as $inner,
            $crate::wire::proved::Derived::own(),
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
