//! The derive macro of the `vellum` crate; use it through `vellum`.
//!
//! - `attributes`: what `#[vellum(...)]` may say
//! - `docs`: doc comments, of the schema and of what is derived
//! - `key`: the fields by which records of a struct sort
//! - `rename`: names in the schema
//! - `serde`: what serde's attributes say
//! - `generics`: parameters of the type
//! - `own_names`: parameters of derived code, which nothing else may be called
//! - `types`: what can be told of a field's type
//! - `field`: fields with names
//! - `gate`: their types, as derived code names them
//! - `signature`: the types in the signatures of what is written for a field
//! - `rules`: what their values must be like
//! - `about`: the parts of a definition that only the schema has
//! - `structure`, `struct_value`, `cursors`: structs with named fields
//! - `raw`: the type that says how a struct of numbers lies in a buffer
//! - `tuple`: structs of fields without names
//! - `converted`: types that are made of another, which is stored
//! - `enumeration`: enums of unit variants
//! - `prove`, `prove_union`: proofs, and proved views
//! - `union`, `variant`, `union_types`: enums whose variants have payloads
//! - `upgrades`: types whose buffers become this one
//! - `common`: fields that all variants of such an enum have
//!
//! What derived code binds begins with `__`, as a constant of the program's with the same name
//! would be a pattern. The names are short, since each program compiles them: `__r` is a record,
//! `__s` a session or a serializer, `__l` a link, `__v` a value, `__n` the levels that are left,
//! `__g` a region, `__p` a prover, `__t` a target, `__h` a heap or what is held, `__d` a decoder.

mod about;
mod attributes;
mod common;
mod converted;
mod crate_path;
mod cursors;
mod docs;
mod enumeration;
mod field;
mod gate;
mod generics;
mod given;
mod key;
mod own_names;
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
mod upgrades;
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
    if generics::has_own_lifetime(tokens.clone()) {
        input = syn::parse2(generics::without_own_lifetime(tokens))?;
    }
    let Some(path) = crate_path::take(&mut input.attrs)? else { return derived(input) };
    Ok(crate_path::apply(derived(input)?, &path))
}

fn derived(mut input: DeriveInput) -> Result<proc_macro2::TokenStream> {
    own_names::check(&input)?;
    if let Some(stored) = converted::StoredAs::of(&input.attrs)? {
        return converted::expand(&input, &stored);
    }
    let refused = serde::translate(&mut input).err();
    let derived = match &input.data {
        Data::Struct(data) => attributes::check_unpacked(&input.attrs).and_then(|()| structure::expand(&input, data)),
        Data::Enum(data) => enumeration::expand(&input, data),
        Data::Union(data) => {
            Err(Error::new(data.union_token.span, "a Rust union has no schema; use a struct or an enum"))
        }
    };
    match (derived, refused) {
        (derived, None) => derived,
        // What is derived is there all the same, so that nothing is told of what needs it.
        (Ok(mut derived), Some(refused)) => {
            derived.extend(refused.into_compile_error());
            Ok(derived)
        }
        (Err(error), Some(mut refused)) => {
            refused.combine(error);
            Err(refused)
        }
    }
}
