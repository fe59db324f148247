//! Structs of fields without names: stored as their only field, or as the tuple of them.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{DeriveInput, Error, Fields, FieldsUnnamed, Index, Result, Type};

use crate::attributes::{FieldAttributes, TypeAttributes};
use crate::field::value;
use crate::gate::Gates;
use crate::generics::Parameters;
use crate::{raw, types};

/// The most fields that a tuple has.
pub const MAX_FIELDS: usize = 8;

pub fn expand(input: &DeriveInput, fields: &FieldsUnnamed) -> Result<TokenStream> {
    let attributes = TypeAttributes::of_tuple(&input.attrs)?;
    let mut stored: Vec<(Index, &Type)> = Vec::new();
    let mut values: Vec<TokenStream> = Vec::new();
    let mut is_part_skipped = false;
    for (index, field) in fields.unnamed.iter().enumerate() {
        let attributes = FieldAttributes::of_positional(&field.attrs)?;
        if attributes.with.is_some() {
            return Err(Error::new_spanned(field, "a field without a name is stored as its own type"));
        }
        let ty = &field.ty;
        if attributes.skip || types::is_phantom(ty) {
            is_part_skipped |= !types::is_phantom(ty);
            values.push(quote!(<#ty as ::vellum::__v::Default>::default()));
            continue;
        }
        types::check(ty)?;
        let part = quote::format_ident!("__part_{index}");
        values.push(quote!(#part));
        stored.push((Index { index: u32::try_from(index).unwrap_or(u32::MAX), span: field.span() }, ty));
    }
    let stored_types: Vec<&Type> = stored.iter().map(|(_, ty)| *ty).collect();
    let parameters = Parameters::new(input, &stored_types, attributes.bound.as_deref());
    let gates = Gates::new(&input.ident);
    let types: Vec<Type> = stored_types.iter().map(|ty| gates.gate(ty, &parameters)).collect();
    let indices: Vec<&Index> = stored.iter().map(|(index, _)| index).collect();
    let parts: Vec<_> = indices.iter().map(|index| quote::format_ident!("__part_{}", index.index)).collect();
    let value_types: Vec<TokenStream> = types.iter().map(value).collect();
    let set_types: Vec<Type> = stored_types.iter().map(|ty| gates.gate(&types::set_as(ty), &parameters)).collect();
    let (inner, set_as, set, pattern) = match (&types[..], &indices[..], &parts[..]) {
        ([], ..) => return Err(Error::new_spanned(fields, "a struct of unnamed fields has one that is stored")),
        ([ty], [index], [part]) => {
            (quote!(#ty), quote!(#(#set_types)*), quote!(#(#value_types)*::as_set(&__this.#index)), quote!(#part))
        }
        _ if types.len() > MAX_FIELDS => {
            let message = "a struct of more than 8 fields that are stored has names for them";
            return Err(Error::new_spanned(fields, message));
        }
        _ => (
            quote!((#(#types,)*)),
            quote!((#(#set_types,)*)),
            quote!((#(#value_types::as_set(&__this.#indices),)*)),
            quote!((#(#parts,)*)),
        ),
    };
    let (ident, decodes) = (&input.ident, parameters.decode_wheres());
    let inner: Type = syn::parse2(inner)?;
    let inner = gates.resolve(&inner, 0, ident, &parameters).unwrap_or(inner);
    let gates = gates.tokens();
    let (params, args, wheres) = parameters.tokens();
    if let Some(check) = &attributes.check {
        let why = "only a struct with one field that is stored has a `check`, and none that is `raw`";
        if types.len() != 1 || attributes.raw.is_some() {
            return Err(Error::new_spanned(check, why));
        }
        return Ok(quote! {
            #gates
            ::vellum::__checked_value!(
                [#params] [#wheres] [#decodes] #ident<#args> => #inner as #set_as,
                // What it holds is all that it is.
                unsafe { ::vellum::__v::derived() },
                false,
                #check,
                set |__this| #set,
                |__v| {
                    let #pattern = __v;
                    let __checked = #ident(#(#values),*);
                    ::vellum::__v::converted(#check(&<Self as ::vellum::Value>::as_set(&__checked)))?;
                    __checked
                }
            );
            ::vellum::__forward_key!([#params] [#wheres] #ident<#args> => #inner as #set_as, '__key, #is_part_skipped);
        });
    }
    // Of a type that borrows, nothing tells that it has the rules of one that does not.
    let has_rules = types.len() == 1 && input.generics.lifetimes().next().is_none();
    let rules =
        has_rules.then(|| quote!(::vellum::__forward_rules!([#params] [#wheres] #ident<#args> => #inner, '__r);));
    let raw = attributes
        .raw
        .map(|span| raw::expand(input, &Fields::Unnamed(fields.clone()), &attributes, span))
        .transpose()?;
    Ok(quote! {
        #gates
        #raw
        ::vellum::__forward_value!(
            [#params] [#wheres] [#decodes] #ident<#args> => #inner as #set_as,
            // What it holds is all that it is.
            unsafe { ::vellum::__v::derived() },
            set |__this| #set,
            |__v| { let #pattern = __v; #ident(#(#values),*) }
        );
        ::vellum::__forward_key!([#params] [#wheres] #ident<#args> => #inner as #set_as, '__key, #is_part_skipped);
        #rules
    })
}
