//! `#[vellum(crate = path)]`: the path of the crate where a program has it under another name, or
//! re-exports it.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Error, Meta, Path, Result};

/// Takes the path out of the attributes of a type.
pub fn take(attributes: &mut [Attribute]) -> Result<Option<Path>> {
    let mut found = None;
    for attribute in attributes.iter_mut().filter(|attribute| attribute.path().is_ident("vellum")) {
        let Meta::List(list) = &mut attribute.meta else { continue };
        let mut others = TokenStream::new();
        for entry in entries(&list.tokens) {
            let mut tokens = entry.clone().into_iter();
            match (tokens.next(), tokens.next()) {
                (Some(TokenTree::Ident(word)), Some(sign)) if word == "crate" && is_sign(&sign, '=') => {
                    let path = syn::parse2(unquoted(tokens.collect()))?;
                    if found.replace(path).is_some() {
                        return Err(Error::new(word.span(), "`crate` is given twice"));
                    }
                }
                _ => others.extend(entry),
            }
        }
        list.tokens = others;
    }
    Ok(found)
}

/// The entries of a list, each with the comma after it.
fn entries(tokens: &TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens.split_inclusive(|token| is_sign(token, ',')).map(|entry| entry.iter().cloned().collect()).collect()
}

/// A path that is written as text, as serde takes it, or as it is; without the comma after it.
fn unquoted(tokens: TokenStream) -> TokenStream {
    let tokens: TokenStream = tokens.into_iter().take_while(|token| !is_sign(token, ',')).collect();
    match syn::parse2::<syn::LitStr>(tokens.clone()).and_then(|text| text.parse::<TokenStream>()) {
        Ok(path) => path,
        Err(_) => tokens,
    }
}

/// Derived code with the path in the place of `::vellum`.
pub fn apply(tokens: TokenStream, path: &Path) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut renamed = TokenStream::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        if begins_path(tokens.get(..index).unwrap_or_default()) && is_crate(tokens.get(index..).unwrap_or_default()) {
            path.to_tokens(&mut renamed);
            index += 3;
            continue;
        }
        index += 1;
        renamed.extend([match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), apply(group.stream(), path));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            token => token.clone(),
        }]);
    }
    renamed
}

/// Whether a path may begin after the tokens: not after the name of a path, but after a keyword or
/// a lifetime.
fn begins_path(before: &[TokenTree]) -> bool {
    match before {
        [.., quote, TokenTree::Ident(_)] if is_sign(quote, '\'') => true,
        [.., TokenTree::Ident(word)] => syn::parse2::<syn::Ident>(word.to_token_stream()).is_err(),
        _ => true,
    }
}

/// Whether tokens begin with `::vellum`.
fn is_crate(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [first, second, TokenTree::Ident(word), ..] if is_sign(first, ':') && is_sign(second, ':') && word == "vellum")
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == sign)
}

#[cfg(test)]
mod tests {
    #[test]
    fn derived_code_names_the_crate_by_the_given_path_alone() {
        let types = [
            "#[vellum(crate = a::b)] struct Plain { text: String, list: Vec<Option<Other>>, #[vellum(range = 1..=9, default = 2)] number: u8 }",
            "#[vellum(lineage, crate = \"a::b\", key(id))] struct Keyed { id: u64, #[vellum(with = \"u8\")] kind: Kind }",
            "#[vellum(crate = a::b, frozen)] struct Pair<'a, T> { a: &'a str, b: T }",
            "#[vellum(crate = a::b)] struct Id(u64);",
            "#[vellum(crate = a::b, check = fits)] struct Small(u64);",
            "#[vellum(crate = a::b)] struct Point(f64, f64);",
            "#[vellum(crate = a::b)] enum Fruit { Apples, Pears }",
            "#[vellum(crate = a::b, open)] enum Contact { None, Post { street: String, #[vellum(max = 3)] text: String }, Of(Box<Contact>) }",
        ];
        for of in types {
            let tokens = crate::expand(of.parse().unwrap()).unwrap().to_string();
            assert!(tokens.contains("a :: b ::"), "{of}");
            assert!(!tokens.contains(":: vellum"), "{of}\n{tokens}");
        }
    }

    #[test]
    fn a_path_is_given_once() {
        let of = "#[vellum(crate = a, crate = b)] struct Id(u64);";
        assert_eq!(crate::expand(of.parse().unwrap()).unwrap_err().to_string(), "`crate` is given twice");
    }
}
