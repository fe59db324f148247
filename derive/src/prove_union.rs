//! The proof of an enum whose variants have payloads, and the enum that a proved getter gives.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

use crate::prove::proved;
use crate::union::Union;
use crate::variant::{Case, Payload};

/// The proof of an enum, and the enum of what is proved.
pub fn union(union: &Union<'_>) -> TokenStream {
    let given = given(union);
    let proof = proof(union);
    quote!(#proof #given)
}

fn given(union: &Union<'_>) -> TokenStream {
    let (ident, vis, cases) = (&union.input.ident, &union.input.vis, &union.cases);
    let given = proved(ident);
    let (params, args, wheres) = union.parameters.tokens();
    let variants = cases.iter().map(|Case { ident, docs, payload, .. }| {
        let held = payload.as_ref().map(|payload| &payload.proved);
        quote!(#[doc = #docs] #ident #held)
    });
    let other = union.other.as_ref().map(|other| quote!(#[doc = "A variant that is not known."] #other,));
    let types: Vec<&Type> = cases.iter().filter_map(|case| Some(&case.payload.as_ref()?.ty)).collect();
    let is_marked = types.is_empty() || !union.parameters.are_mentioned(&types);
    let marker = is_marked.then(|| {
        let doc = "No value: it names the parameters of the type.";
        let marker = quote!(::core::marker::PhantomData<fn(&'a ()) -> #ident<#args>>);
        quote!(#[doc(hidden)] #[doc = #doc] __Marker(::core::convert::Infallible, #marker),)
    });
    let doc = format!("A [`{ident}`] as it is read in a proved buffer, to match on.");
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis enum #given<'a, #params> where #wheres {
            #(#variants,)*
            #other
            #marker
        }
    }
}

fn proof(union: &Union<'_>) -> TokenStream {
    let (ident, cases) = (&union.input.ident, &union.cases);
    let given = proved(ident);
    let (params, args, wheres) = union.parameters.tokens();
    let proofs = cases.iter().map(|Case { tag, payload, .. }| match payload {
        Some(Payload { ty, .. }) => quote!(#tag => prover.payload::<#ty>(record, place),),
        None => quote!(#tag => prover.no_payload(record, place),),
    });
    let packed = cases.iter().map(|Case { tag, payload, .. }| match payload {
        Some(Payload { ty, .. }) => quote!(#tag => prover.packed::<#ty>(list),),
        None => quote!(#tag => prover.packed_units(list),),
    });
    // What an unknown variant is.
    let (unknown, packed_unknown) = match (union.attributes.open, &union.other) {
        (true, Some(_)) => (quote!(prover.unknown(record, place, tag)), quote!(prover.packed_unknown(list))),
        (true, None) => {
            // Of such a variant the type has no value.
            (
                quote!(if tag == 0xFF { ::core::option::Option::None } else { prover.unreadable() }),
                quote!(prover.unreadable()),
            )
        }
        (false, _) => (quote!(::core::option::Option::None), quote!(::core::option::Option::None)),
    };
    let open = |Case { ident, payload, .. }: &Case| match payload {
        Some(Payload { ty, hold, .. }) => quote!({
            let payload = held.payload::<#ty>();
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
            type Standard = ();
            const STANDARD: () = ();

            fn prove<__W: ::vellum::__private::StaticWidth>(
                prover: &mut ::vellum::__private::Prover<'_, __W>,
                record: &[u8],
                place: &::vellum::__private::Place,
                (): &(),
            ) -> ::core::option::Option<()> {
                match prover.tag(record, place) {
                    #(#proofs)*
                    tag => #unknown,
                }
            }

            #[inline]
            fn prove_element<__W: ::vellum::__private::StaticWidth>(
                prover: &mut ::vellum::__private::Prover<'_, __W>,
                element: &[u8],
            ) -> ::core::option::Option<()> {
                prover.alone::<Self>(element)
            }

            fn prove_list<'a, __W: ::vellum::__private::StaticWidth>(
                prover: &mut ::vellum::__private::Prover<'a, __W>,
                object: ::vellum::__private::Found<'a>,
            ) -> ::core::option::Option<()> {
                prover.union_list::<Self>(object, |prover, list| match list.tag {
                    #(#packed)*
                    tag => #packed_unknown,
                })
            }

            #[inline(always)]
            fn held<'a>(
                record: &::vellum::__private::ProvedRecord<'a>,
                place: &::vellum::__private::Place,
                (): (),
            ) -> ::vellum::ProvedUnion<'a, Self> {
                ::vellum::ProvedUnion::at(record, place)
            }

            #[inline(always)]
            fn held_element<'a>(
                element: &::vellum::__private::ProvedRecord<'a>,
            ) -> ::vellum::ProvedUnion<'a, Self> {
                ::vellum::ProvedUnion::element(element, 0xFF)
            }

            #[inline(always)]
            fn held_packed<'a>(
                element: &::vellum::__private::ProvedRecord<'a>,
                tag: u8,
            ) -> ::vellum::ProvedUnion<'a, Self> {
                ::vellum::ProvedUnion::element(element, tag)
            }

            #[inline(always)]
            fn open(held: <Self as ::vellum::Prove>::Held<'_>) -> <Self as ::vellum::Prove>::Proved<'_> {
                match held.tag() {
                    #(#opens)*
                    #rest
                }
            }
        }
    }
}
