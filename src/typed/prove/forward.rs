//! Types that are stored as another one is: proved and read as that.

/// Implements [`Prove`](crate::Prove) for a type that is stored as `$inner` is.
#[doc(hidden)]
#[macro_export]
macro_rules! __prove_forward {
    ([$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty) => {
        impl<$($generics)*> $crate::Prove for $type
        where
            $($wheres)*
        {
            type Proved<'a> = <$inner as $crate::Prove>::Proved<'a>;
            type Held<'a> = <$inner as $crate::Prove>::Held<'a>;
            type ProvedList<'a> = $crate::ProvedList<'a, Self>;
            type Standard = <$inner as $crate::Prove>::Standard;
            const STANDARD: Self::Standard = <$inner as $crate::Prove>::STANDARD;

            #[inline(always)]
            fn prove<__W: $crate::__private::StaticWidth>(
                prover: &mut $crate::__private::Prover<'_, __W>,
                record: &[u8],
                place: &$crate::__private::Place,
                default: &<$inner as $crate::Prove>::Standard,
            ) -> ::core::option::Option<()> {
                <$inner as $crate::Prove>::prove(prover, record, place, default)
            }

            #[inline(always)]
            fn prove_element<__W: $crate::__private::StaticWidth>(
                prover: &mut $crate::__private::Prover<'_, __W>,
                element: &[u8],
            ) -> ::core::option::Option<()> {
                <$inner as $crate::Prove>::prove_element(prover, element)
            }

            #[inline(always)]
            fn prove_list<'a, __W: $crate::__private::StaticWidth>(
                prover: &mut $crate::__private::Prover<'a, __W>,
                object: $crate::__private::Found<'a>,
            ) -> ::core::option::Option<()> {
                <$inner as $crate::Prove>::prove_list(prover, object)
            }

            #[inline(always)]
            fn held<'a>(
                record: &$crate::__private::ProvedRecord<'a>,
                place: &$crate::__private::Place,
                default: <$inner as $crate::Prove>::Standard,
            ) -> <$inner as $crate::Prove>::Held<'a> {
                <$inner as $crate::Prove>::held(record, place, default)
            }

            #[inline(always)]
            fn held_element<'a>(
                element: &$crate::__private::ProvedRecord<'a>,
            ) -> <$inner as $crate::Prove>::Held<'a> {
                <$inner as $crate::Prove>::held_element(element)
            }

            #[inline(always)]
            fn held_packed<'a>(
                element: &$crate::__private::ProvedRecord<'a>,
                tag: u8,
            ) -> <$inner as $crate::Prove>::Held<'a> {
                <$inner as $crate::Prove>::held_packed(element, tag)
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
