//! Types that are stored as another one is: proved and read as that.

/// Implements [`Prove`](crate::Prove) for a type that is stored as `$inner` is; `$derived` is the promise that it is.
#[doc(hidden)]
#[macro_export]
macro_rules! __prove_forward {
    ([$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty, $derived:expr) => {
        impl<$($generics)*> $crate::Prove for $type
        where
            $($wheres)*
        {
            type Proved<'a> = <$inner as $crate::Prove>::Proved<'a>;
            type Held<'a> = <$inner as $crate::Prove>::Held<'a>;
            type ProvedList<'a> = $crate::ProvedList<'a, Self>;
            type Default = <$inner as $crate::Prove>::Default;
            const DEFAULT: &'static Self::Default = <$inner as $crate::Prove>::DEFAULT;

            #[inline(always)]
            fn prove<const __E: bool, __W: $crate::__v::StaticWidth>(
                prover: &mut $crate::__v::Prover<'_, __W>,
                record: &[u8],
                at: &$crate::__v::At<'_, Self::Default, __E>,
            ) -> ::core::option::Option<()> {
                <$inner as $crate::Prove>::prove(prover, record, at)
            }

            #[inline(always)]
            fn held<'a, const __E: bool>(
                slot: $crate::__v::ProvedSlot<'a, '_, Self, __E>,
            ) -> <$inner as $crate::Prove>::Held<'a> {
                <$inner as $crate::Prove>::held($crate::__v::ProvedSlot::stored_as::<$inner>(slot, $derived))
            }

            // The type may have lifetimes of its own.
            #[allow(clippy::elidable_lifetime_names)]
            #[inline(always)]
            fn open<'a>(held: <$inner as $crate::Prove>::Held<'a>) -> <$inner as $crate::Prove>::Proved<'a> {
                <$inner as $crate::Prove>::open(held)
            }
        }
    };
}
