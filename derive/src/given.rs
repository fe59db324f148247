//! The enum that a getter of an enum with payloads gives, of a view or of a proved buffer.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Type};

use crate::union::Union;
use crate::variant::{Case, Payload};

/// The enum `given`, whose variants hold what `held` says of their payloads.
pub fn tokens(union: &Union<'_>, given: &Ident, doc: &str, held: impl Fn(&Payload) -> &TokenStream) -> TokenStream {
    let (ident, vis, cases) = (&union.input.ident, &union.input.vis, &union.cases);
    let (params, args, wheres) = union.parameters.tokens();
    let variants = cases.iter().map(|Case { ident, docs, payload, .. }| {
        let held = payload.as_ref().map(&held);
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
