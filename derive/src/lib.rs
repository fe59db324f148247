//! The derive macro of the `vellum` crate; use it through `vellum`.
//!
//! - `attributes`: what `#[vellum(...)]` may say
//! - `key`: the fields by which records of a struct sort
//! - `rename`: names in the schema
//! - `serde`: what serde's attributes say
//! - `generics`: parameters of the type
//! - `types`: what can be told of a field's type
//! - `field`: fields with names
//! - `gate`: their types, as derived code names them
//! - `signature`: the types in the signatures of what is written for a field
//! - `rules`: what their values must be like
//! - `structure`, `struct_value`, `cursors`: structs with named fields
//! - `raw`: the type that says how a struct of numbers lies in a buffer
//! - `tuple`: structs of fields without names
//! - `converted`: types that are made of another, which is stored
//! - `enumeration`: enums of unit variants
//! - `prove`, `prove_union`: proofs, and proved views
//! - `union`, `variant`, `union_types`: enums whose variants have payloads
//! - `common`: fields that all variants of such an enum have

mod attributes;
mod common;
mod converted;
mod cursors;
mod enumeration;
mod field;
mod gate;
mod generics;
mod given;
mod key;
mod prove;
mod prove_union;
mod raw;
mod rename;
mod rules;
mod serde;
mod signature;
mod struct_value;
mod structure;
mod tuple;
mod types;
mod union;
mod union_types;
mod variant;

use proc_macro::TokenStream;
use syn::{Data, DeriveInput, Error, Result};

#[doc = include_str!("../attributes.md")]
#[proc_macro_derive(Vellum, attributes(vellum))]
pub fn derive_vellum(input: TokenStream) -> TokenStream {
    expand(input.into()).unwrap_or_else(Error::into_compile_error).into()
}

fn expand(tokens: proc_macro2::TokenStream) -> Result<proc_macro2::TokenStream> {
    let mut input: DeriveInput = syn::parse2(tokens.clone())?;
    if input.generics.lifetimes().any(|param| param.lifetime.ident == "a") {
        input = syn::parse2(generics::without_own_lifetime(tokens))?;
    }
    if let Some(stored) = converted::StoredAs::of(&input.attrs)? {
        return converted::expand(&input, &stored);
    }
    serde::translate(&mut input)?;
    match &input.data {
        Data::Struct(data) => structure::expand(&input, data),
        Data::Enum(data) => enumeration::expand(&input, data),
        Data::Union(data) => {
            Err(Error::new(data.union_token.span, "a Rust union has no schema; use a struct or an enum"))
        }
    }
}
