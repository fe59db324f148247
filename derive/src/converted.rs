//! Types that are made of another, which is stored: `#[vellum(try_from = "Type")]`.
//!
//! What is written is what a setter of the other type takes, made of a reference (`From<&Self>`).
//! What is set or read becomes a value of the type (`TryFrom`), or is refused.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parse;
use syn::punctuated::Punctuated;
use syn::{Attribute, DeriveInput, Meta, Result, Token, Type, WherePredicate};

use crate::attributes::{each, text};
use crate::gate::Gates;
use crate::generics::{Parameters, parse_text};
use crate::{own_names, types};

/// What a type says that is stored as another one.
pub struct StoredAs {
    ty: Type,
    /// The bounds that take the place of those that the derive finds.
    bound: Option<Vec<WherePredicate>>,
}

impl StoredAs {
    /// What a type is stored as, if its attributes say so.
    pub fn of(attributes: &[Attribute]) -> Result<Option<Self>> {
        if !attributes.iter().any(is_made) {
            return Ok(None);
        }
        let (mut ty, mut bound) = (None, None);
        each(attributes, |meta| {
            if meta.path.is_ident("try_from") {
                ty = Some(parse_text(&text(&meta)?, Type::parse)?);
            } else if meta.path.is_ident("bound") {
                let bounds = parse_text(&text(&meta)?, Punctuated::<WherePredicate, Token![,]>::parse_terminated)?;
                bound = Some(own_names::check_in(bounds)?.into_iter().collect());
            } else if meta.path.is_ident("into") {
                return Err(meta.error(
                    "a type with `try_from` takes no `into`: what its other type is set to is `From` a reference to it",
                ));
            } else {
                return Err(
                    meta.error("a type with `try_from` is stored as the other type; it takes only `bound` besides")
                );
            }
            Ok(())
        })?;
        Ok(ty.map(|ty| Self { ty, bound }))
    }
}

/// Whether the attribute has the entry of such a type. It is seen before it is parsed, as each kind
/// of type has entries of its own.
fn is_made(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else { return false };
    let mut begins = true;
    let mut entries = list.tokens.clone().into_iter().filter(|token| {
        let is_comma = matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
        std::mem::replace(&mut begins, is_comma)
    });
    list.path.is_ident("vellum") && entries.any(|first| matches!(first, TokenTree::Ident(word) if word == "try_from"))
}

pub fn expand(input: &DeriveInput, stored: &StoredAs) -> Result<TokenStream> {
    let (ident, ty) = (&input.ident, &stored.ty);
    types::check(ty)?;
    let parameters = Parameters::new(input, &[ty], stored.bound.as_deref());
    let (params, args, wheres) = parameters.tokens();
    let gates = Gates::new(ident);
    let (inner, set_as) = (gates.gate(ty, &parameters), gates.gate(&types::set_as(ty), &parameters));
    let inner = gates.resolve(&inner, 0, ident, &parameters).unwrap_or(inner);
    let (decodes, gates) = (parameters.decode_wheres(), gates.tokens());
    Ok(quote! {
        #gates
        ::vellum::__checked_value!(
            [#params] [#wheres] [#decodes] #ident<#args> => #inner as #set_as,
            // It is stored as that type, and as nothing else.
            unsafe { ::vellum::__v::derived() },
            true,
            ::vellum::__v::admit_type::<Self, #inner>,
            set |__this| ::vellum::__v::From::from(__this),
            |__v| ::vellum::__v::converted(<Self as ::core::convert::TryFrom<#inner>>::try_from(__v))?
        );
        // Two values may be stored as one.
        ::vellum::__forward_key!([#params] [#wheres] #ident<#args> => #inner as #set_as, '__key, true);
    })
}
