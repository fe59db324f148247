//! The proof of a struct.
//!
//! What proved text rests on is called by its path here: of a method that takes `&self`, another of
//! the same name by a trait of the user's would come first, take the promise, or answer for it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use crate::field::{Item, item_of};
use crate::structure::Names;

/// The name of what is proved of a type.
pub fn proved(ident: &Ident) -> Ident {
    format_ident!("{ident}Proved")
}

/// The proof of a struct, which is an item of its `Value`.
pub fn structure(names: &Names, items: &[Item]) -> TokenStream {
    let constants = names.constants();
    let mut revisions: Vec<u32> = items.iter().map(|item| item.since).chain([1]).collect();
    revisions.sort_unstable();
    revisions.dedup();
    let unused = |revision: &u32| quote!(const { ::vellum::__v::unused(#constants::__SHAPES, &#constants::__PLACES, #revision) });
    let regions = revisions.iter().enumerate().map(|(index, revision)| {
        let unused = unused(revision);
        let fields = items.iter().filter(|item| item.since == *revision).map(|item| {
            let (prove, at) = (item_of(&item.gated, quote!(prove)), item.at(&constants));
            item.located(quote!(#prove(prover, region, &#at.at)?;))
        });
        quote! {
            // A record of an older revision ends before. A constant of the name `region` would not
            // get past the `match`.
            let region = match ::vellum::__v::Prover::<'_, __W>::region(prover, record, const { #constants::__ENDS[#index] }) {
                ::vellum::__v::Some(region) => region,
                ::vellum::__v::None => return ::vellum::__v::Some(()),
            };
            ::vellum::__v::Prover::<'_, __W>::zero_bits(prover, region, #unused)?;
            #(#fields)*
        }
    });
    quote! {
            #[inline]
            fn prove<const __E: bool, __W: ::vellum::__v::StaticWidth>(
                prover: &mut ::vellum::__v::Prover<'_, __W>,
                record: &[u8],
                at: &::vellum::__v::At<'_, (), __E>,
            ) -> ::vellum::__v::Option<()> {
                if !__E {
                    return ::vellum::__v::prove_struct::<Self, __W>(prover, record, at.place);
                }
                #(#regions)*
                ::vellum::__v::Some(())
            }
    }
}
