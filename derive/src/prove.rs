//! The proof of a struct, and its proved view: a getter for each field, which gives a plain value.
//!
//! What proved text rests on is called by its path here: of a method that takes `&self`, another of the same name by a trait of the user's would
//! come first, take the promise, or answer for it.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Type};

use crate::field::{Item, at_span};
use crate::signature::Signatures;
use crate::structure::Names;

/// The name of what is proved of a type.
pub fn proved(ident: &Ident) -> Ident {
    format_ident!("{ident}Proved")
}

/// What the type is in a proof, which is told of at the field as a whole.
pub fn prove_of(ty: &Type, name: TokenStream) -> TokenStream {
    let span = Span::call_site().located_at(ty.span());
    let name = at_span(name, span);
    quote_spanned!(span=> <#ty as ::vellum::Prove>::#name)
}

/// The proof of a struct, and its proved view.
pub fn structure(names: &Names, items: &[Item]) -> TokenStream {
    let view = view(names, items);
    let proof = proof(names, items);
    quote!(#proof #view)
}

fn proof(names: &Names, items: &[Item]) -> TokenStream {
    let (ident, proved) = (&names.ident, proved(&names.ident));
    let (params, args, wheres) = names.parameters.tokens();
    let constants = names.constants();
    let mut revisions: Vec<u32> = items.iter().map(|item| item.since).chain([1]).collect();
    revisions.sort_unstable();
    revisions.dedup();
    let unused = |revision: &u32| quote!(const { ::vellum::__v::unused(#constants::__SHAPES, &#constants::__PLACES, #revision) });
    let regions = revisions.iter().enumerate().map(|(index, revision)| {
        let unused = unused(revision);
        let fields = items.iter().filter(|item| item.since == *revision).map(|item| {
            let (prove, at) = (prove_of(&item.gated, quote!(prove)), item.at(&constants));
            item.located(quote!(#prove(prover, region, &#at.at)?;))
        });
        quote! {
            // A record of an older revision ends before. A constant of the name `region` would not get past the `match`.
            let region = match ::vellum::__v::Prover::<'_, __W>::region(prover, record, const { #constants::__ENDS[#index] }) {
                ::vellum::__v::Some(region) => region,
                ::vellum::__v::None => return ::vellum::__v::Some(()),
            };
            ::vellum::__v::Prover::<'_, __W>::zero_bits(prover, region, #unused)?;
            #(#fields)*
        }
    });
    quote! {
        #[allow(deprecated)]
        impl<#params> ::vellum::Prove for #ident<#args> where #wheres {
            type Proved<'a> = #proved<'a, #args>;
            type Held<'a> = #proved<'a, #args>;
            type ProvedList<'a> = ::vellum::ProvedList<'a, Self>;
            type Default = ();
            const DEFAULT: &'static () = &();

            #[inline]
            fn prove<const __E: bool, __W: ::vellum::__v::StaticWidth>(
                prover: &mut ::vellum::__v::Prover<'_, __W>,
                record: &[u8],
                at: &::vellum::__v::At<'_, (), __E>,
            ) -> ::vellum::__v::Option<()> {
                if !__E {
                    return ::vellum::__v::prove_struct::<Self, __W>(prover, record, at.place);
                }
                ::vellum::__v::Prover::<'_, __W>::unseen(prover, record, const { ::vellum::__v::last_end(&#constants::__ENDS) });
                #(#regions)*
                ::vellum::__v::Some(())
            }

            #[inline(always)]
            fn held<'a, const __E: bool>(slot: ::vellum::__v::ProvedSlot<'a, '_, Self, __E>) -> #proved<'a, #args> {
                #proved(::vellum::__v::ProvedSlot::<'a, '_, Self, __E>::structure(&slot))
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
    let decodes = names.parameters.decoding(ident, &quote!(::vellum::Decode<'a>));
    let constants = names.constants();
    let doc = format!("A [`{ident}`] in a proved buffer: every getter gives a plain value.");
    let signatures = Signatures(&names.parameters, &names.gates);
    let getters = items.iter().map(|item| {
        let Item { ident, name, docs, ty, gated, deprecated, .. } = item;
        let (given, at) = (item.located(signatures.proved(ty)), item.at(&constants));
        let (open, held) = (prove_of(gated, quote!(open)), prove_of(gated, quote!(held)));
        // The proof of the struct proves the field as this type, at this place.
        let promise = quote!(unsafe { ::vellum::__v::derived() });
        let read = item.located(quote!(#open(#held(::vellum::__v::proved(&self.0, &#at.at, #promise)))));
        let doc = if docs.is_empty() { format!("Reads `{name}`.") } else { docs.clone() };
        quote! {
            #[doc = #doc]
            #deprecated
            #[inline]
            #[must_use]
            pub fn #ident(&self) -> #given {
                #read
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #proved<'a, #params>(
            ::vellum::__v::ProvedOf<'a, #ident<#args>>,
        )
        where
            #wheres;

        #[allow(dead_code)]
        impl<'a, #params> #proved<'a, #args> where #wheres {
            #(#getters)*
        }

        #[automatically_derived]
        impl<#params> ::vellum::__v::Clone for #proved<'_, #args> where #wheres {
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl<#params> ::vellum::__v::Copy for #proved<'_, #args> where #wheres {}

        impl<#params> ::vellum::__v::fmt::Debug for #proved<'_, #args> where #wheres {
            fn fmt(&self, f: &mut ::vellum::__v::fmt::Formatter<'_>) -> ::vellum::__v::fmt::Result {
                self.0.debug(f)
            }
        }

        ::vellum::__serialize!([#params] [#wheres] #proved<'_, #args>, #ident<#args>, 0);

        impl<'a, #params> ::vellum::__v::PartialEq for #proved<'a, #args> where #wheres #decodes {
            fn eq(&self, other: &Self) -> bool {
                self.0.equals(&other.0)
            }
        }
    }
}
