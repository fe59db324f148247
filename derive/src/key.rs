//! The fields by which records of a struct sort: `#[vellum(key(org, home.city, id desc))]`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::token::Paren;
use syn::{Error, Ident, Index, Lit, Result, Token, parenthesized};

use crate::field::{Item, item_of};
use crate::structure::Names;
use crate::{tuple, types};

/// A path of fields, by their names in the schema, and the direction in which it sorts.
pub struct KeyPart {
    path: Vec<String>,
    span: Span,
    descending: bool,
}

impl KeyPart {
    pub fn parse_all(meta: &ParseNestedMeta<'_>) -> Result<Vec<Self>> {
        if !meta.input.peek(Paren) {
            return Err(meta.error("`key` takes fields: `key(org, id desc)`"));
        }
        let content;
        parenthesized!(content in meta.input);
        let parts = Punctuated::<Self, Token![,]>::parse_terminated(&content)?;
        if parts.is_empty() {
            return Err(meta.error("a key names at least one field"));
        }
        Ok(parts.into_iter().collect())
    }
}

impl Parse for KeyPart {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let first = input.call(Ident::parse_any)?;
        let mut path = vec![first.unraw().to_string()];
        while input.parse::<Option<Token![.]>>()?.is_some() {
            if input.peek(Lit) {
                // Fields of tuples; those of a tuple in a tuple look like a float.
                let numbers = input.parse::<Lit>()?;
                path.extend(quote!(#numbers).to_string().split('.').map(ToOwned::to_owned));
            } else {
                path.push(input.call(Ident::parse_any)?.unraw().to_string());
            }
        }
        let direction: Option<Ident> = if input.peek(Ident) { Some(input.parse()?) } else { None };
        let descending = match &direction {
            None => false,
            Some(direction) if direction == "asc" => false,
            Some(direction) if direction == "desc" => true,
            Some(direction) => return Err(Error::new(direction.span(), "expected `asc` or `desc`")),
        };
        Ok(Self { path, span: first.span(), descending })
    }
}

/// Refuses a part that begins with no field of the struct.
pub fn check(names: &Names, items: &[Item], parts: &[KeyPart]) -> Result<()> {
    let unknown = parts.iter().find(|part| !items.iter().any(|item| part.path.first() == Some(&item.name)));
    match unknown {
        None => Ok(()),
        Some(KeyPart { path, span, .. }) => {
            let name = path.first().map_or("", String::as_str);
            let fields: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
            let message = format!("`{}` has no field `{name}`; it has {}", names.ident, fields.join(", "));
            Err(Error::new(*span, message))
        }
    }
}

/// The parts as a constant: paths, and whether larger values sort first.
pub fn declared(parts: &[KeyPart]) -> TokenStream {
    let paths = parts.iter().map(|part| part.path.join("."));
    let descending = parts.iter().map(|part| part.descending);
    quote!(&[#((#paths, #descending)),*])
}

/// The trait of structs with a key. What is behind the first field of a path is checked with the
/// schema.
pub fn keyed(names: &Names, items: &[Item], parts: &[KeyPart]) -> TokenStream {
    if parts.is_empty() {
        return TokenStream::new();
    }
    let checks = parts.iter().filter_map(|part| {
        let Item { ty, name, .. } = items.iter().find(|item| part.path == [item.name.as_str()])?;
        let message = format!("`{name}` cannot be sorted, so it is no part of a key");
        Some(quote_spanned!(part.span=> ::core::assert!(<#ty as ::vellum::__v::Value>::SORTS, #message);))
    });
    let ident = &names.ident;
    let (params, args, wheres) = names.parameters.tokens();
    // Of a type with parameters it is known only where it is used.
    let checks = params.is_empty().then(|| quote!(const _: () = { #(#checks)* };));
    let parts_of_key = parts.iter().map(|part| part.path.join(".")).collect::<Vec<_>>().join(", ");
    let docs = format!("The key of values for `{parts_of_key}`, without a record: see [`vellum::Schema::key_of`].");
    let visibility = &names.vis;
    let mut arguments: Vec<Ident> = Vec::new();
    for part in parts {
        let name = argument(part);
        // `a.b` beside a field `a_b`.
        let twins = arguments.iter().filter(|known| **known == name).count();
        arguments.push(if twins == 0 { name } else { format_ident!("{name}_of_{}", arguments.len()) });
    }
    let start = quote!(::vellum::Schema::key_writer(<Self as ::vellum::Vellum>::schema())?);
    let (mut types, mut writer) = (Vec::new(), start);
    for (part, argument) in parts.iter().zip(&arguments) {
        // What a path through fields leads to is known to the schema alone.
        let taken = match items.iter().find(|item| part.path == [item.name.as_str()]) {
            Some(item) => {
                let ty = types::blob(&item.ty).unwrap_or_else(|| types::set_as(&item.ty).into_token_stream());
                item.located(quote!(::vellum::__v::KeyField<'__k, #ty>))
            }
            None => quote!(::vellum::__v::KeyPart<'__k>),
        };
        writer = quote!(<_ as #taken>::push_to(#argument, #writer)?);
        types.push(quote!(#argument: impl #taken));
    }
    quote! {
        #checks
        impl<#params> ::vellum::__v::Keyed for #ident<#args> where #wheres {}
        impl<#params> #ident<#args> where #wheres {
            #[doc = #docs]
            #[allow(clippy::too_many_arguments)]
            #visibility fn key_of<'__k>(#(#types),*) -> ::vellum::Result<::vellum::__v::Vec<::vellum::__v::u8>> {
                ::vellum::__v::KeyWriter::finish(#writer)
            }
        }
    }
}

/// What takes a frozen struct as a part of a key by a tuple of what its fields take.
pub fn columns(names: &Names, items: &[Item], frozen: bool) -> TokenStream {
    let is_tuple = (1..=tuple::MAX_FIELDS).contains(&items.len());
    if !frozen || !is_tuple || names.set.is_some() || !names.parameters.are_none() {
        return TokenStream::new();
    }
    let (ident, values) = (&names.ident, items.iter().map(|item| item_of(&item.gated, quote!(Set<'__k>))));
    // Each part is pushed by what the last one gave.
    let pushed = items.iter().enumerate().fold(None, |before: Option<TokenStream>, (index, item)| {
        let (ty, index) = (&item.gated, Index::from(index));
        let writer = before.map_or(quote!(__writer), |before| quote!(#before?));
        Some(quote!(::vellum::__v::push_key::<#ty>(#writer, &self.#index)))
    });
    quote! {
        impl<'__k> ::vellum::__v::KeyField<'__k, #ident> for (#(#values,)*) {
            fn push_to(
                self,
                __writer: ::vellum::__v::KeyWriter<'_>,
            ) -> ::vellum::Result<::vellum::__v::KeyWriter<'_>> {
                #pushed
            }
        }
    }
}

/// The name of the argument for a part: the names on its path, behind what no constant of the
/// user's begins with, which the argument would be a pattern of.
fn argument(part: &KeyPart) -> Ident {
    format_ident!("__{}", part.path.join("_"), span = part.span)
}
