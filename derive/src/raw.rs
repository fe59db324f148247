//! The type that says how a struct of numbers lies in a buffer, for slices of the buffer.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, Error, Fields, Index, Result, Type};

use crate::attributes::{FieldAttributes, TypeAttributes};
use crate::rename::Name;

/// What is no number by its name. Of other names only the compiler knows, which tells of each use.
const NO_NUMBERS: [&str; 14] = [
    "usize", "isize", "bool", "char", "String", "str", "Vec", "Option", "Box", "BTreeMap", "HashMap", "BTreeSet",
    "HashSet", "VecDeque",
];

fn check(ty: &Type) -> Result<()> {
    let is_none = match ty {
        Type::Array(array) => return check(&array.elem),
        Type::Paren(ty) => return check(&ty.elem),
        Type::Group(ty) => return check(&ty.elem),
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|last| NO_NUMBERS.iter().any(|name| last.ident == name))
        }
        _ => true,
    };
    if is_none {
        return Err(Error::new_spanned(
            ty,
            "a struct that is raw is numbers alone: integers, floats, arrays of them and structs that are raw",
        ));
    }
    Ok(())
}

/// The type, its conversions and its `Raw` impl; `span` is that of the word which asks for them.
pub fn expand(input: &DeriveInput, fields: &Fields, attributes: &TypeAttributes, span: Span) -> Result<TokenStream> {
    if !input.generics.params.is_empty() {
        return Err(Error::new(span, "a type with parameters has no raw type: its layout is not known here"));
    }
    let (ident, vis) = (&input.ident, &input.vis);
    let raw = attributes.derived_name(ident, "Raw");
    let (mut declared, mut to_raw, mut from_raw, mut is) = (vec![], vec![], vec![], vec![]);
    for (index, field) in fields.iter().enumerate() {
        let (ty, vis) = (&field.ty, &field.vis);
        let name = match &field.ident {
            None => {
                FieldAttributes::of_positional(&field.attrs)?;
                index.to_string()
            }
            Some(ident) => {
                let own = FieldAttributes::of(&field.attrs)?;
                if own.with.is_some() || own.default.is_some() || own.skip {
                    return Err(Error::new_spanned(
                        field,
                        "a struct that is raw stores all its fields as they are, with zero as their default: no `with`, `default` or `skip`",
                    ));
                }
                Name::of_field(own.rename, ident, attributes.rename_all).text
            }
        };
        let member = match &field.ident {
            Some(ident) => ident.to_token_stream(),
            None => Index::from(index).to_token_stream(),
        };
        check(ty)?;
        let part = quote_spanned!(Span::call_site().located_at(ty.span())=> <#ty as ::vellum::raw::Raw>);
        let doc = match &field.ident {
            Some(ident) => format!("`{}`, as it lies in a buffer.", ident.unraw()),
            None => "The field, as it lies in a buffer.".to_owned(),
        };
        let named = field.ident.as_ref().map(|ident| quote!(#ident:));
        declared.push(quote!(#[doc = #doc] #vis #named #part::Raw));
        to_raw.push(quote!(#member: #part::to_raw(&self.#member)));
        from_raw.push(quote!(#member: #part::from_raw(&__raw.#member)));
        is.push(quote!((#name, ::vellum::__v::slice::is_field::<#ty> as ::vellum::__v::slice::IsField)));
    }
    let body = match fields {
        Fields::Named(_) => quote!({ #(#declared),* }),
        Fields::Unnamed(_) => quote!((#(#declared),*);),
        Fields::Unit => quote!(;),
    };
    let is = match (fields, fields.iter().next()) {
        // It is stored as its only field is.
        (Fields::Unnamed(fields), Some(only)) if fields.unnamed.len() == 1 => {
            let ty = &only.ty;
            quote!(<#ty as ::vellum::raw::Raw>::is(__schema, __ty))
        }
        _ => quote!(::vellum::__v::slice::is_struct(__schema, __ty, &[#(#is),*])),
    };
    let docs =
        format!("A [`{ident}`] as it lies in a buffer: its fields in order, as little-endian words without padding.");
    let wrong = format!("`{ident}` is not numbers alone, or a rule says which it may hold: it has no raw type");
    let check =
        quote_spanned!(span=> const _: () = ::core::assert!(::vellum::__v::slice::is_laid_out::<#ident>(), #wrong););
    Ok(quote! {
        ::vellum::__raw! {
            {
                #[doc = #docs]
                #vis struct #raw #body
            }

            impl ::vellum::raw::Raw for #ident {
                type Raw = #raw;

                #[inline]
                fn to_raw(&self) -> #raw {
                    #raw { #(#to_raw),* }
                }

                #[inline]
                fn from_raw(__raw: &#raw) -> Self {
                    Self { #(#from_raw),* }
                }

                fn is(__schema: &::vellum::Schema, __ty: &::vellum::schema::Type) -> ::vellum::__v::bool {
                    #is
                }
            }

            impl ::vellum::__v::From<#ident> for #raw {
                #[inline]
                fn from(__v: #ident) -> Self {
                    ::vellum::raw::Raw::to_raw(&__v)
                }
            }

            impl ::vellum::__v::From<#raw> for #ident {
                #[inline]
                fn from(__raw: #raw) -> Self {
                    ::vellum::raw::Raw::from_raw(&__raw)
                }
            }

            #check
        }
    })
}
