//! The proof of a struct.
//!
//! What proved text rests on is called by its path here: of a method that takes `&self`, another of
//! the same name by a trait of the user's would come first, take the promise, or answer for it.

use proc_macro2::TokenStream;
use quote::quote;

use crate::field::Item;
use crate::structure::Names;

/// The proof of a struct, which is an item of its `Value`.
pub fn structure(names: &Names, items: &[Item]) -> TokenStream {
    let constants = names.constants();
    let mut revisions: Vec<u32> = items.iter().map(|item| item.since).chain([1]).collect();
    revisions.sort_unstable();
    revisions.dedup();
    let unused =
        |revision: &u32| quote!(const { ::vellum::__v::unused(#constants::__SHAPES, #constants::__PLACES, #revision) });
    let regions = revisions.iter().enumerate().map(|(index, revision)| {
        let unused = unused(revision);
        let fields = items.iter().filter(|item| item.since == *revision).map(|item| {
            let (ty, at) = (&item.gated, item.at(&constants));
            item.located(quote!(::vellum::__v::prove_field::<#ty, _>(__p, __g, #at)?;))
        });
        quote! {
            // A record of an older revision ends before. A constant of the name `__g` would not
            // get past the `match`.
            let __g = match ::vellum::__v::Prover::<'_, __W>::region(__p, __r, const { #constants::__ENDS[#index] }) {
                ::vellum::__v::Some(__g) => __g,
                ::vellum::__v::None => return ::vellum::__v::Some(()),
            };
            ::vellum::__v::Prover::<'_, __W>::zero_bits(__p, __g, #unused)?;
            #(#fields)*
        }
    });
    quote! {
            #[inline]
            fn prove_value<const __E: ::vellum::__v::bool, __W: ::vellum::__v::Proving>(
                __p: &mut ::vellum::__v::Prover<'_, __W>,
                __r: &[::vellum::__v::u8],
                __at: &::vellum::__v::At<'_, (), { __E }>,
            ) -> ::vellum::__v::Option<()> {
                if !__E {
                    return ::vellum::__v::prove_struct::<Self, __W>(__p, __r, __at.place);
                }
                #(#regions)*
                ::vellum::__v::Some(())
            }
    }
}
