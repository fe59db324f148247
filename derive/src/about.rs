//! The parts of a type's definition that only its schema has: name, doc comments, rules, and key.

use proc_macro2::TokenStream;
use quote::quote;

use crate::key::{self, KeyPart};

/// A type, as its definition tells of it.
pub struct About<'a> {
    /// The Rust type.
    pub of: TokenStream,
    /// The name in the schema: an expression of text.
    pub name: TokenStream,
    pub docs: &'a str,
    /// Number, doc comment, whether the default is the type's own, and rules, of fields and
    /// variants that have any of these.
    pub notes: Vec<TokenStream>,
    pub sort_key: &'a [KeyPart],
}

impl About<'_> {
    /// The note of a variant, if it has a doc comment.
    pub fn variant(number: usize, docs: &str) -> Option<TokenStream> {
        (!docs.is_empty()).then(|| quote!((#number, #docs, false, ::vellum::__v::Default::default())))
    }

    pub fn tokens(&self) -> TokenStream {
        let Self { of, name, docs, notes, sort_key } = self;
        let notes = (!notes.is_empty()).then(|| quote!(.with_notes(::vellum::__v::From::from([#(#notes),*]))));
        let sort_key = (!sort_key.is_empty()).then(|| key::declared(sort_key)).map(|key| quote!(.with_key(#key)));
        quote!(::vellum::__v::plan::About::new::<#of>(#name, #docs) #notes #sort_key)
    }
}
