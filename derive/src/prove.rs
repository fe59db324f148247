//! The proof of a struct, and its proved view: a getter for each field, which gives a plain value.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Type};

use crate::field::Item;
use crate::structure::Names;

/// The name of what is proved of a type.
pub fn proved(ident: &Ident) -> Ident {
    format_ident!("{ident}Proved")
}

/// What the type is in a proof, which is told of at the field as a whole.
pub fn prove_of(ty: &Type, name: TokenStream) -> TokenStream {
    let span = Span::call_site().located_at(ty.span());
    let name: TokenStream = name
        .into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect();
    quote_spanned!(span=> <#ty as ::vellum::Prove>::#name)
}

/// The default of a field.
fn default(item: &Item, constants: &TokenStream) -> TokenStream {
    match item.declared_default {
        Some(_) => item.default(constants),
        None => prove_of(&item.ty, quote!(STANDARD)),
    }
}

/// The proof of a struct, and its proved view.
pub fn structure(names: &Names, items: &[Item], frozen: bool) -> TokenStream {
    let view = view(names, items);
    let proof = proof(names, items, frozen);
    quote!(#proof #view)
}

fn proof(names: &Names, items: &[Item], frozen: bool) -> TokenStream {
    let (ident, proved) = (&names.ident, proved(&names.ident));
    let (params, args, wheres) = names.parameters.tokens();
    let constants = names.constants();
    let mut revisions: Vec<u32> = items.iter().map(|item| item.since).chain([1]).collect();
    revisions.sort_unstable();
    revisions.dedup();
    let unused = |revision: &u32| quote!(const { ::vellum::__private::unused(#constants::__SHAPES, &#constants::__PLACES, #revision) });
    let regions = revisions.iter().enumerate().map(|(index, revision)| {
        let unused = unused(revision);
        let fields = items.iter().filter(|item| item.since == *revision).map(|item| {
            let (default, index) = (default(item, &constants), &item.index);
            let prove = prove_of(&item.ty, quote!(prove));
            quote!(#prove(prover, region, const { &#constants::__PLACES[#index] }, &#default)?;)
        });
        quote! {
            // A record of an older revision ends before.
            let ::core::option::Option::Some(region) =
                record.get(..const { #constants::__ENDS[#index] }.at(prover.shift()))
            else {
                return ::core::option::Option::Some(());
            };
            prover.zero_bits(region, #unused)?;
            #(#fields)*
        }
    });
    let element = if frozen {
        quote!(::vellum::__prove_element!();)
    } else {
        quote! {
            #[inline]
            fn prove_element<__W: ::vellum::__private::StaticWidth>(
                prover: &mut ::vellum::__private::Prover<'_, __W>,
                element: &[u8],
            ) -> ::core::option::Option<()> {
                <Self as ::vellum::Prove>::prove_record(prover, element)
            }

            ::vellum::__prove_list!();

            #[inline(always)]
            fn held_element<'a>(element: &::vellum::__private::ProvedRecord<'a>) -> #proved<'a, #args> {
                #proved(*element, ::core::marker::PhantomData)
            }
        }
    };
    quote! {
        #[allow(deprecated)]
        impl<#params> ::vellum::Prove for #ident<#args> where #wheres {
            type Proved<'a> = #proved<'a, #args>;
            type Held<'a> = #proved<'a, #args>;
            type ProvedList<'a> = ::vellum::ProvedList<'a, Self>;
            type Standard = ();
            const STANDARD: () = ();

            #[inline]
            fn prove<__W: ::vellum::__private::StaticWidth>(
                prover: &mut ::vellum::__private::Prover<'_, __W>,
                record: &[u8],
                place: &::vellum::__private::Place,
                (): &(),
            ) -> ::core::option::Option<()> {
                ::vellum::__private::prove_struct::<Self, __W>(prover, record, place)
            }

            fn prove_record<__W: ::vellum::__private::StaticWidth>(
                prover: &mut ::vellum::__private::Prover<'_, __W>,
                record: &[u8],
            ) -> ::core::option::Option<()> {
                prover.unseen(record, const { ::vellum::__private::last_end(&#constants::__ENDS) });
                #(#regions)*
                ::core::option::Option::Some(())
            }

            #element

            #[inline(always)]
            fn held<'a>(
                record: &::vellum::__private::ProvedRecord<'a>,
                place: &::vellum::__private::Place,
                (): (),
            ) -> #proved<'a, #args> {
                #proved(record.structure::<Self>(place), ::core::marker::PhantomData)
            }

            #[inline(always)]
            fn open(held: <Self as ::vellum::Prove>::Held<'_>) -> <Self as ::vellum::Prove>::Proved<'_> {
                held
            }
        }
    }
}

fn view(names: &Names, items: &[Item]) -> TokenStream {
    let Names { ident, vis, .. } = names;
    let proved = proved(ident);
    let (params, args, wheres) = names.parameters.tokens();
    let constants = names.constants();
    let doc = format!("A [`{ident}`] in a proved buffer: every getter gives a plain value.");
    let getters = items.iter().map(|item| {
        let Item { ident, name, docs, ty, index, deprecated, .. } = item;
        let given = prove_of(ty, quote!(Proved<'a>));
        let default = default(item, &constants);
        let doc = if docs.is_empty() { format!("Reads `{name}`.") } else { docs.clone() };
        quote! {
            #[doc = #doc]
            #deprecated
            #[inline]
            #[must_use]
            pub fn #ident(&self) -> #given {
                self.0.field::<#ty>(const { &#constants::__PLACES[#index] }, #default)
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #proved<'a, #params>(
            ::vellum::__private::ProvedRecord<'a>,
            ::core::marker::PhantomData<fn() -> #ident<#args>>,
        )
        where
            #wheres;

        #[allow(dead_code)]
        impl<'a, #params> #proved<'a, #args> where #wheres {
            #(#getters)*
        }

        #[automatically_derived]
        impl<#params> ::core::clone::Clone for #proved<'_, #args> where #wheres {
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl<#params> ::core::marker::Copy for #proved<'_, #args> where #wheres {}

        impl<#params> ::core::fmt::Debug for #proved<'_, #args> where #wheres {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                self.0.debug::<#ident<#args>>(f)
            }
        }

        impl<'a, #params> ::core::cmp::PartialEq<#proved<'a, #args>> for #proved<'_, #args> where #wheres {
            fn eq(&self, other: &#proved<'a, #args>) -> bool {
                self.0.equals::<#ident<#args>>(&other.0)
            }
        }
    }
}
