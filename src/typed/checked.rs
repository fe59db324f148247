//! Types that refuse some values of the type that they are stored as: newtypes with a check, and
//! types that are made from another by a conversion. A refused value is neither written nor
//! decoded.

/// Implements [`Value`](super::Value) for a type that is stored as another one and checks what it
/// is set to. It is set as a whole, so that no edit of a part bypasses the check. A refused value
/// gets the same unwritable length as one that breaks a rule. Decoded values are checked, too.
#[doc(hidden)]
#[macro_export]
macro_rules! __checked_value {
    (
        [$($generics:tt)*] [$($wheres:tt)*] [$($decodes:tt)*] $type:ty => $inner:ty as $sets:ty, $derived:expr, $check:path,
        set |$this:ident| $set:expr,
        |$value:ident| $wrap:expr
    ) => {
        impl<$($generics)*> $crate::Value for $type
        where
            $($wheres)*
        {
            const SHAPE: $crate::__private::TypeShape = $crate::__private::TypeShape {
                ruled: true,
                plain: false,
                whole: true,
                ..<$inner as $crate::Value>::SHAPE
            };
            const ELEMENT: $crate::__private::Packed =
                $crate::__private::Packed { has_objects: true, ..<$inner as $crate::Value>::ELEMENT };
            const SORTS: bool = <$inner as $crate::Value>::SORTS;
            const PLAN: $crate::__private::TypePlan = <$inner as $crate::Value>::PLAN.guarded(|describer| {
                describer.guard();
                (<$inner as $crate::Value>::PLAN.describe)(describer)
            });
            const DEFAULT_HOLDS_ITSELF: () = <$inner as $crate::Value>::DEFAULT_HOLDS_ITSELF;

            $crate::__stored_as!(@prove $inner);
            $crate::__stored_as!(@get $inner, $derived);
            $crate::__stored_as!(@set $inner as $sets, |$this| $set);
            type Cursor<'a, __S: $crate::Storage + 'a> = <$inner as $crate::Value>::Get<'a, $crate::__v::Checked>;
            type FieldCursor<'a, __S: $crate::Storage + 'a> = $crate::Result<<$inner as $crate::Value>::Get<'a, $crate::__v::Checked>>;

            fn check(value: &<$sets as $crate::Value>::Set<'_>, levels: u32) -> $crate::Result<()> {
                $crate::__v::converted($check(value))?;
                <$sets as $crate::Value>::check(value, levels)
            }

            #[inline]
            fn heap_len<const __E: bool, __W: $crate::__v::StaticWidth>(
                value: &<$sets as $crate::Value>::Set<'_>,
                at: &$crate::__v::At<'_, <$sets as $crate::Value>::Default, __E>,
                levels: u32,
            ) -> u64 {
                if $check(value).is_err() {
                    return $crate::__v::union::UNWRITABLE;
                }
                <$sets as $crate::Value>::heap_len::<__E, __W>(value, at, levels)
            }

            #[inline]
            fn cursor<'a, const __E: bool, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                target: $crate::__v::Target<'a>,
                at: &$crate::__v::At<'_, Self::Default, __E>,
            ) -> $crate::Result<<Self as $crate::Value>::Get<'a, $crate::__v::Checked>> {
                <Self as $crate::Value>::get($crate::__v::TypedSlot::checked(&session.target(&target)?, at))
            }

            #[inline]
            fn field_cursor<'a, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                link: &'a $crate::__v::Link<'a>,
                at: &$crate::__v::At<'_, Self::Default>,
            ) -> $crate::Result<<Self as $crate::Value>::Get<'a, $crate::__v::Checked>> {
                $crate::__v::reach::<Self, __S>(session, link, at)
            }
        }

        impl<'__b, $($generics)*> $crate::Decode<'__b> for $type
        where
            $($wheres)*
            $($decodes)*
        {
            fn decode<const __E: bool, __W: $crate::__v::Width>(
                record: &[u8],
                at: &$crate::__v::At<'_, <Self as $crate::Value>::Default, __E>,
                decoder: &mut $crate::__v::Decoder<'__b, __W>,
            ) -> $crate::Result<Self> {
                let $value = <$inner as $crate::Decode<'__b>>::decode(record, at, decoder)?;
                ::core::result::Result::Ok($wrap)
            }
        }
    };
}
