//! The derive macro of the `vellum` crate; use it through `vellum`.
//!
//! - `attributes`: what `#[vellum(...)]` may say
//! - `rename`: names in the schema
//! - `generics`: parameters of the type
//! - `types`: what can be told of a field's type
//! - `field`: fields with names
//! - `structure`: structs with named fields
//! - `tuple`: structs of fields without names
//! - `enumeration`: enums of unit variants
//! - `union`, `variant`, `union_types`: enums whose variants have payloads

mod attributes;
mod enumeration;
mod field;
mod generics;
mod rename;
mod structure;
mod tuple;
mod types;
mod union;
mod union_types;
mod variant;

use proc_macro::TokenStream;
use syn::{Data, DeriveInput, Error, Result};

/// Makes a struct the type of a buffer or of a field, or an enum the type of a field.
///
/// For a struct `User` it implements `vellum::Vellum` and `vellum::Value`, and writes two types of the struct's
/// visibility: `UserView<'a>` with one getter for each field, and `UserEdit` with a setter `set_x` and a cursor `x` for
/// each field `x`.
///
/// For an enum `Contact` whose variants have payloads it writes `ContactView<'a>`, whose `get` gives a `ContactRef<'a>` to
/// match on, and `ContactEdit` with `set_x` and `as_x` for each variant `X`; the fields of a variant with names are those of
/// a struct `ContactX`.
///
/// On the struct: `#[vellum(frozen)]` (never gains fields, lies inline), `#[vellum(rename = "Name")]` (name in the
/// schema), `#[vellum(width = 2)]` or `4` (narrowest pointers of a buffer with this root).
/// On a field: `#[vellum(since = 2)]` (the revision that added it), `#[vellum(default = 18)]` (value of a field that was
/// never set), `#[vellum(rename = "name")]`.
/// On a variant: `#[vellum(rename = "name")]`. An enum is stored as the type of its `#[repr(u8)]`, `u16`, `u32` or
/// `u64`, and as `u8` without one.
#[proc_macro_derive(Vellum, attributes(vellum))]
pub fn derive_vellum(input: TokenStream) -> TokenStream {
    expand(input.into()).unwrap_or_else(Error::into_compile_error).into()
}

fn expand(tokens: proc_macro2::TokenStream) -> Result<proc_macro2::TokenStream> {
    let mut input: DeriveInput = syn::parse2(tokens.clone())?;
    if input.generics.lifetimes().any(|param| param.lifetime.ident == "a") {
        input = syn::parse2(generics::without_own_lifetime(tokens))?;
    }
    match &input.data {
        Data::Struct(data) => structure::expand(&input, data),
        Data::Enum(data) => enumeration::expand(&input, data),
        Data::Union(data) => {
            Err(Error::new(data.union_token.span, "a Rust union has no schema; use a struct or an enum"))
        }
    }
}
