//! The types whose buffers become this one where it has changed, and the functions that make it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::token::Paren;
use syn::{Error, Generics, Path, Result, Token, Type, parenthesized};

use crate::own_names;

/// A type, and the function that takes its values; without one `TryFrom` does.
pub struct Upgrade {
    from: Type,
    function: Option<Path>,
}

impl Parse for Upgrade {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let from = own_names::check_in(input.parse()?)?;
        let function = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(own_names::check_in(input.parse()?)?),
            None => None,
        };
        Ok(Self { from, function })
    }
}

/// The types in the parentheses of `upgrades_from(Old = function, Older)`.
pub fn parse(meta: &ParseNestedMeta<'_>) -> Result<Vec<Upgrade>> {
    let example = "`upgrades_from` takes types, each with the function that takes its values: `upgrades_from(OldUser = upgrade_user)`";
    if !meta.input.peek(Paren) {
        return Err(meta.error(example));
    }
    let content;
    parenthesized!(content in meta.input);
    let upgrades = Punctuated::<Upgrade, Token![,]>::parse_terminated(&content)?;
    if upgrades.is_empty() {
        return Err(meta.error(example));
    }
    Ok(upgrades.into_iter().collect())
}

/// The function of the type that tells them.
pub fn tokens(upgrades: &[Upgrade]) -> TokenStream {
    if upgrades.is_empty() {
        return TokenStream::new();
    }
    let steps = upgrades.iter().map(|Upgrade { from, function }| {
        let function = match function {
            Some(function) => quote!(#function),
            None => quote_spanned!(from.span()=> <Self as ::vellum::__v::TryFrom<#from>>::try_from),
        };
        quote!(__u.step::<#from, _>(#function);)
    });
    quote! {
        fn upgrades<__S>(__u: &mut ::vellum::__v::Upgrades<'_, Self, __S>) {
            #(#steps)*
        }
    }
}

/// Refuses a type with parameters: whether its earlier types can be decoded is not known there.
pub fn check(upgrades: &[Upgrade], generics: &Generics) -> Result<()> {
    match (upgrades, generics.params.first()) {
        ([_, ..], Some(parameter)) => {
            let why = "`upgrades_from` stands on a type without parameters";
            Err(Error::new_spanned(parameter, why))
        }
        _ => Ok(()),
    }
}
