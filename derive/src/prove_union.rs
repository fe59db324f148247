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
    let packed = cases.iter().map(|Case { tag, payload, .. }| match payload {
        Some(Payload { gated: ty, .. }) => {
            quote!(#tag => ::vellum::__v::Prover::<'_, __W>::element::<#ty>(__p, __r, 0xFF),)
        }
        None => quote!(#tag => ::vellum::__v::Prover::<'_, __W>::packed_unit(__p, __r),),
    });
    // What an unknown variant is, in a slot and in a packed list.
    let (unknown, packed_unknown) = match (union.attributes.open, &union.other) {
        (true, Some(_)) => {
            (quote!(::vellum::__v::Prover::<'_, __W>::unknown(__p, __tag)), quote!(::vellum::__v::Some(())))
        }
        // Of such a variant the type has no value.
        (true, None) => (
            quote!(if __tag >= 0xF0 { ::vellum::__v::None } else { ::vellum::__v::Prover::<'_, __W>::unreadable(__p) }),
            quote!(::vellum::__v::Prover::<'_, __W>::unreadable(__p)),
        ),
        (false, _) => (quote!(::vellum::__v::None), quote!(::vellum::__v::None)),
    };
    quote! {
            fn prove_value<const __E: ::vellum::__v::bool, __W: ::vellum::__v::StaticWidth>(
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
                let (__tag, __slot) = ::vellum::__v::Prover::<'_, __W>::union(__p, __r, __at);
                match __tag {
                    #(#proofs)*
                    _ => #unknown,
                }
            }
    }
}
