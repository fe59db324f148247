//! The enums that one with payloads is matched as: what a view gives, and what an edit cursor
//! gives.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Type};

use crate::union::Union;
use crate::variant::{Case, Payload};

/// The enum of what is read.
pub fn tokens(union: &Union<'_>, given: &Ident, doc: &str) -> TokenStream {
    let marked = is_marked(union).then(|| quote!(&'a ()));
    let reading = union.given_reads().then(|| quote!(__R: ::vellum::__v::Reading = ::vellum::__v::Proven));
    enumeration(union, given, doc, |payload| &payload.held, reading.as_ref(), marked.as_ref())
}

/// Whether that has a variant which is no value.
pub fn is_marked(union: &Union<'_>) -> bool {
    let types: Vec<&Type> = union.cases.iter().filter_map(|case| Some(&case.payload.as_ref()?.ty)).collect();
    types.is_empty() || !union.parameters.are_mentioned(&types)
}

/// The enum of the cursors on what the variants hold.
pub fn cursors(union: &Union<'_>, given: &Ident, doc: &str) -> TokenStream {
    let storage = quote!(__S: ::vellum::Storage);
    enumeration(union, given, doc, |payload| &payload.cursor, Some(&storage), Some(&quote!(&'a __S)))
}

/// An enum with a variant for each of the union's, and with one that is no value, to name the
/// parameters of the type, if `marked` says how.
fn enumeration(
    union: &Union<'_>,
    given: &Ident,
    doc: &str,
    held: impl Fn(&Payload) -> &TokenStream,
    parameter: Option<&TokenStream>,
    marked: Option<&TokenStream>,
) -> TokenStream {
    let (ident, vis, cases) = (&union.input.ident, &union.input.vis, &union.cases);
    let (params, args, wheres) = union.parameters.tokens();
    let variants = cases.iter().map(|Case { ident, docs, payload, .. }| {
        let held = payload.as_ref().map(&held);
        quote!(#[doc = #docs] #ident #held)
    });
    let other = union.other.as_ref().map(|other| quote!(#[doc = "A variant that is not known."] #other,));
    let marker = marked.map(|marked| {
        let doc = "No value: it names the parameters of the type.";
        let marker = quote!(::vellum::__v::PhantomData<fn(#marked) -> #ident<#args>>);
        quote!(#[doc(hidden)] #[doc = #doc] __Marker(::core::convert::Infallible, #marker),)
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis enum #given<'a, #params #parameter> where #wheres {
            #(#variants,)*
            #other
            #marker
        }
    }
}
