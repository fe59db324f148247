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
            quote!((#tag, slot) => ::vellum::__v::Prover::<'_, __W>::payload::<#ty>(prover, slot),)
        }
        None => quote!((#tag, slot) => ::vellum::__v::Prover::<'_, __W>::no_payload(prover, slot),),
    });
    let packed = cases.iter().map(|Case { tag, payload, .. }| match payload {
        Some(Payload { gated: ty, .. }) => {
            quote!(#tag => ::vellum::__v::Prover::<'_, __W>::element::<#ty>(prover, record, 0xFF),)
        }
        None => quote!(#tag => ::vellum::__v::Prover::<'_, __W>::packed_unit(prover, record),),
    });
    // What an unknown variant is, in a slot and in a packed list.
    let (unknown, packed_unknown) = match (union.attributes.open, &union.other) {
        (true, Some(_)) => (quote!(prover.unknown(tag)), quote!(::vellum::__v::Some(()))),
        // Of such a variant the type has no value.
        (true, None) => {
            (quote!(if tag >= 0xF0 { ::vellum::__v::None } else { prover.unreadable() }), quote!(prover.unreadable()))
        }
        (false, _) => (quote!(::vellum::__v::None), quote!(::vellum::__v::None)),
    };
    quote! {
            fn prove<const __E: bool, __W: ::vellum::__v::StaticWidth>(
                prover: &mut ::vellum::__v::Prover<'_, __W>,
                record: &[u8],
                at: &::vellum::__v::At<'_, (), __E>,
            ) -> ::vellum::__v::Option<()> {
                if __E && at.tag != 0xFF {
                    return match at.tag {
                        #(#packed)*
                        _ => #packed_unknown,
                    };
                }
                match ::vellum::__v::Prover::<'_, __W>::union(prover, record, at) {
                    #(#proofs)*
                    (tag, _) => #unknown,
                }
            }
    }
}
