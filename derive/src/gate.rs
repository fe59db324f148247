//! The types of fields as derived code names them, so that one that cannot be a field is told once.
//!
//! What is made of types that are not known to be fields is named by aliases of the core, which are what they are given if these can be
//! ones. Where one cannot, the compiler does not resolve the alias, says so at the field, and is silent of all that is asked of it.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use crate::generics::Parameters;
use crate::types::{arguments, bare, is_primitive, is_std};

/// Types of std whose arguments are told of, not they themselves.
const HOLDERS: [&str; 11] =
    ["Option", "Vec", "VecDeque", "Box", "Rc", "Arc", "Cow", "BTreeMap", "BTreeSet", "HashMap", "HashSet"];

/// The type, if each part of it that is not known can be a field.
pub fn gate(ty: &Type, parameters: &Parameters) -> Type {
    let mut parts = Vec::new();
    each_unknown(ty, parameters, &mut |part| parts.push(part));
    match &parts[..] {
        [] => ty.clone(),
        [part] if part.to_token_stream().to_string() == ty.to_token_stream().to_string() => {
            let span = Span::call_site().located_at(ty.span());
            Type::Verbatim(quote_spanned!(span=> ::vellum::__v::Is<#ty>))
        }
        _ => Type::Verbatim(keep(ty, parameters, ty.to_token_stream())),
    }
}

/// What is written for a type, if each part of it that is not known can be a field.
pub fn keep(ty: &Type, parameters: &Parameters, mut kept: TokenStream) -> TokenStream {
    each_unknown(ty, parameters, &mut |part| {
        let span = Span::call_site().located_at(part.span());
        kept = quote_spanned!(span=> ::vellum::__v::If<#part, #kept>);
    });
    kept
}

/// Each part of a type that is not known to be a field.
fn each_unknown<'t>(ty: &'t Type, parameters: &Parameters, with: &mut impl FnMut(&'t Type)) {
    let ty = match bare(ty) {
        Type::Array(array) => return each_unknown(&array.elem, parameters, with),
        Type::Slice(slice) => return each_unknown(&slice.elem, parameters, with),
        Type::Reference(to) => return each_unknown(&to.elem, parameters, with),
        Type::Tuple(tuple) => return tuple.elems.iter().for_each(|part| each_unknown(part, parameters, with)),
        ty @ Type::Path(_) => ty,
        _ => return,
    };
    if is_primitive(ty) || ["String", "str"].iter().any(|word| is_std(ty, word)) {
        return;
    }
    let held = arguments(ty);
    if !held.is_empty() && HOLDERS.iter().any(|word| is_std(ty, word)) {
        // What hashes is no field.
        return held.into_iter().take(2).for_each(|held| each_unknown(held, parameters, with));
    }
    // What an alias is of parameters, or for all lifetimes, the compiler does not always see.
    if !parameters.are_in(ty.to_token_stream()) {
        with(ty);
    }
}
