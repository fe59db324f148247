//! The proof of an enum whose variants have payloads, and the enum that a proved getter gives.
//!
//! As in `prove`, what proved text rests on is called by its path.

use proc_macro2::TokenStream;
use quote::quote;

use crate::given;
use crate::prove::proved;
use crate::union::Union;
use crate::variant::{Case, Payload};

/// The proof of an enum, and the enum of what is proved.
pub fn union(union: &Union<'_>) -> TokenStream {
    let ident = &union.input.ident;
    let doc = format!("A [`{ident}`] as it is read in a proved buffer, to match on.");
    let given = given::tokens(union, &proved(ident), &doc, |payload| &payload.proved);
    let proof = proof(union);
    quote!(#proof #given)
}

fn proof(union: &Union<'_>) -> TokenStream {
    let (ident, cases) = (&union.input.ident, &union.cases);
    let given = proved(ident);
    let (params, args, wheres) = union.parameters.tokens();
    let proofs = cases.iter().map(|Case { tag, payload, .. }| match payload {
        Some(Payload { gated: ty, .. }) => {
            quote!(#tag => ::vellum::__v::Prover::<'_, __W>::payload::<#ty>(prover, record, place),)
        }
        None => quote!(#tag => ::vellum::__v::Prover::<'_, __W>::no_payload(prover, record, place),),
    });
    let packed = cases.iter().map(|Case { tag, payload, .. }| match payload {
        Some(Payload { gated: ty, .. }) => {
            quote!(#tag => ::vellum::__v::Prover::<'_, __W>::element::<#ty>(prover, record, 0xFF),)
        }
        None => quote!(#tag => ::vellum::__v::Prover::<'_, __W>::packed_unit(prover, record),),
    });
    // What an unknown variant is, in a slot and in a packed list.
    let (unknown, packed_unknown) = match (union.attributes.open, &union.other) {
        (true, Some(_)) => (quote!(prover.unknown(record, place, tag)), quote!(::vellum::__v::Some(()))),
        // Of such a variant the type has no value.
        (true, None) => {
            (quote!(if tag == 0xFF { ::vellum::__v::None } else { prover.unreadable() }), quote!(prover.unreadable()))
        }
        (false, _) => (quote!(::vellum::__v::None), quote!(::vellum::__v::None)),
    };
    let open = |Case { ident, payload, .. }: &Case| match payload {
        Some(Payload { gated: ty, hold, .. }) => quote!({
            // The proof of the enum proves the payload of this variant as this type.
            let payload = ::vellum::ProvedUnion::<'_, Self>::payload::<#ty>(&held, unsafe { ::vellum::__v::derived() });
            #given::#ident #hold
        }),
        None => quote!(#given::#ident),
    };
    let opens = cases.iter().skip(usize::from(union.other.is_none())).map(|case| {
        let (tag, open) = (&case.tag, open(case));
        quote!(#tag => #open,)
    });
    // Of an enum that is closed to others no tag is left but the first.
    let rest = match (&union.other, cases.first()) {
        (Some(other), _) => quote!(_ => #given::#other,),
        (None, Some(first)) => {
            let first = open(first);
            quote!(_ => #first,)
        }
        (None, None) => TokenStream::new(),
    };
    quote! {
        #[allow(unused_variables, deprecated)]
        impl<#params> ::vellum::Prove for #ident<#args> where #wheres {
            type Proved<'a> = #given<'a, #args>;
            type Held<'a> = ::vellum::ProvedUnion<'a, Self>;
            type ProvedList<'a> = ::vellum::ProvedList<'a, Self>;
            type Default = ();
            const DEFAULT: &'static () = &();

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
                let place = at.place;
                match ::vellum::__v::Prover::<'_, __W>::tag(prover, record, place) {
                    #(#proofs)*
                    tag => #unknown,
                }
            }

            #[inline(always)]
            fn held<'a, const __E: bool>(slot: ::vellum::__v::ProvedSlot<'a, '_, Self, __E>) -> ::vellum::ProvedUnion<'a, Self> {
                ::vellum::__v::ProvedSlot::<'a, '_, Self, __E>::union(&slot)
            }

            #[inline(always)]
            fn open(held: <Self as ::vellum::Prove>::Held<'_>) -> <Self as ::vellum::Prove>::Proved<'_> {
                match ::vellum::ProvedUnion::<'_, Self>::tag(&held) {
                    #(#opens)*
                    #rest
                }
            }
        }
    }
}
