//! Enums of unit variants: stored as one unsigned integer.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DataEnum, DeriveInput, Error, Expr, ExprLit, Fields, Ident, Lit, Result, Variant};

use crate::attributes::{FieldAttributes, TypeAttributes, docs};

struct Item {
    ident: Ident,
    name: String,
    docs: String,
    number: u64,
}

pub fn expand(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    if data.variants.iter().any(|variant| !matches!(variant.fields, Fields::Unit)) {
        return crate::union::expand(input, data);
    }
    let attributes = TypeAttributes::of_enum(&input.attrs)?;
    let ident = &input.ident;
    let name = attributes.rename.unwrap_or_else(|| ident.to_string());
    let type_docs = docs(&input.attrs);
    let word = word(input)?;
    let items = items(data)?;
    let Some(first) = items.first() else {
        return Err(Error::new_spanned(ident, "an enum without variants has no values to store"));
    };
    let first = &first.ident;
    let idents: Vec<_> = items.iter().map(|item| &item.ident).collect();
    let names = items.iter().map(|item| &item.name);
    let variant_docs = items.iter().map(|item| &item.docs);
    let numbers: Vec<_> = items.iter().map(|item| proc_macro2::Literal::u64_unsuffixed(item.number)).collect();
    let invalid = format!("no variant of `{name}` has this number");
    Ok(quote! {
        impl ::vellum::__private::Scalar for #ident {
            type Word = #word;
            const INVALID: &'static str = #invalid;

            #[inline]
            fn to_word(&self) -> #word {
                match self {
                    #(Self::#idents => #numbers,)*
                }
            }

            #[inline]
            fn from_word(word: #word) -> ::core::option::Option<Self> {
                match word {
                    #(#numbers => ::core::option::Option::Some(Self::#idents),)*
                    _ => ::core::option::Option::None,
                }
            }
        }

        ::vellum::__scalar_value!(
            [] #ident,
            #ident::#first,
            |describer: &mut ::vellum::__private::Describer| describer.enumeration(
                ::core::any::type_name::<#ident>(),
                #name,
                #type_docs,
                ::core::mem::size_of::<#word>(),
                &[#((#names, #numbers, #variant_docs)),*],
            )
        );
        ::vellum::__scalar_key!([] #ident, |key| ::vellum::__private::Scalar::to_word(key));
    })
}

/// The integer of `#[repr(...)]`, or `u8`.
fn word(input: &DeriveInput) -> Result<Ident> {
    let mut word = format_ident!("u8");
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        attribute.parse_nested_meta(|meta| {
            let Some(ident) = meta.path.get_ident() else { return Ok(()) };
            match ident.to_string().as_str() {
                "u8" | "u16" | "u32" | "u64" => word = ident.clone(),
                "i8" | "i16" | "i32" | "i64" | "isize" | "usize" | "u128" | "i128" => {
                    return Err(meta.error("an enum is stored as u8, u16, u32 or u64"));
                }
                _ => {}
            }
            Ok(())
        })?;
    }
    Ok(word)
}

fn items(data: &DataEnum) -> Result<Vec<Item>> {
    let mut next: u64 = 0;
    data.variants
        .iter()
        .map(|variant| {
            let attributes = FieldAttributes::of(&variant.attrs)?;
            let number = number(variant)?.unwrap_or(next);
            next = number.wrapping_add(1);
            let name = attributes.rename.unwrap_or_else(|| variant.ident.to_string());
            Ok(Item { ident: variant.ident.clone(), name, docs: docs(&variant.attrs), number })
        })
        .collect()
}

fn number(variant: &Variant) -> Result<Option<u64>> {
    match &variant.discriminant {
        None => Ok(None),
        Some((_, Expr::Lit(ExprLit { lit: Lit::Int(number), .. }))) => number.base10_parse().map(Some),
        Some((_, other)) => Err(Error::new_spanned(other, "the number of a variant is an unsigned integer literal")),
    }
}
