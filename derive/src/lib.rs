//! The derive macro of the `vellum` crate; use it through `vellum`.
//!
//! - `attributes`: what `#[vellum(...)]` may say
//! - `key`: the fields by which records of a struct sort
//! - `structure`: structs with named fields
//! - `enumeration`: enums of unit variants
//! - `union`: enums whose variants have payloads

mod attributes;
mod enumeration;
mod key;
mod structure;
mod union;

use proc_macro::TokenStream;
use syn::{Data, DeriveInput, Error, parse_macro_input};

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
/// schema), `#[vellum(width = 2)]` or `4` (narrowest pointers of a buffer with this root), `#[vellum(key(org, id desc))]` (the
/// fields, or fields of fields such as `home.city`, by which its records sort: implements `vellum::Keyed`).
/// On a field: `#[vellum(since = 2)]` (the revision that added it), `#[vellum(default = 18)]` (value of a field that was
/// never set), `#[vellum(rename = "name")]`.
/// On a variant: `#[vellum(rename = "name")]`. An enum is stored as the type of its `#[repr(u8)]`, `u16`, `u32` or
/// `u64`, and as `u8` without one.
#[proc_macro_derive(Vellum, attributes(vellum))]
pub fn derive_vellum(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let expanded = if input.generics.params.is_empty() {
        match &input.data {
            Data::Struct(data) => structure::expand(&input, data),
            Data::Enum(data) => enumeration::expand(&input, data),
            Data::Union(data) => {
                Err(Error::new(data.union_token.span, "a Rust union has no schema; use a struct or an enum"))
            }
        }
    } else {
        Err(Error::new_spanned(&input.generics, "a generic type cannot derive `Vellum`"))
    };
    expanded.unwrap_or_else(Error::into_compile_error).into()
}
