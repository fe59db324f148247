//! The proof of an enum whose variants have payloads.
//!
//! As in `prove`, what proved text rests on is called by its path.

use proc_macro2::TokenStream;
use quote::quote;

use crate::union::Union;
use crate::variant::{Case, Payload};

/// The proof of an enum, which is an item of its `Value`.
pub fn union(union: &Union<'_>) -> TokenStream {
    let cases = &union.cases;
    let proofs = cases.iter().map(|Case { tag, payload, .. }| match payload {
        Some(Payload { gated: ty, .. }) => {
            quote!(#tag => ::vellum::__v::Prover::<'_, __W>::payload::<#ty>(__p, __slot),)
        }
        None => quote!(#tag => ::vellum::__v::Prover::<'_, __W>::no_payload(__p, __slot),),
    });
    let packed = cases.iter().filter_map(|Case { tag, payload, .. }| {
        let ty = &payload.as_ref()?.gated;
        Some(quote!(#tag => ::vellum::__v::Prover::<'_, __W>::element::<#ty>(__p, __r, 0xFF),))
    });
    let (is_open, is_held) = (union.attributes.open, union.other.is_some());
    let unknown = |tag: TokenStream| quote!(::vellum::__v::Prover::<'_, __W>::unknown(__p, #tag, #is_open, #is_held));
    let (unknown, packed_unknown) = (unknown(quote!(__tag)), unknown(quote!(__at.tag)));
    quote! {
            fn prove_value<const __E: ::vellum::__v::bool, __W: ::vellum::__v::Proving>(
                __p: &mut ::vellum::__v::Prover<'_, __W>,
                __r: &[::vellum::__v::u8],
                __at: &::vellum::__v::At<'_, (), { __E }>,
            ) -> ::vellum::__v::Option<()> {
                if __E && __at.tag != 0xFF {
                    return match __at.tag {
                        #(#packed)*
                        _ => #packed_unknown,
                    };
                }
                // Bound apart from the `match`: with a constant of the name, an arm would be for
                // its value alone, and the last arm for all others.
                let (__tag, __slot) = ::vellum::__v::Prover::<'_, __W>::union::<Self, { __E }>(__p, __r, __at);
                match __tag {
                    #(#proofs)*
                    _ => #unknown,
                }
            }
    }
}
