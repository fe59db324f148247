//! Fields that all variants of an enum have in common: `#[vellum(common(time, user))]`.
//!
//! The view and the edit cursor of the enum read such a field, and the cursor sets it, by a table
//! of where the payload of each variant has it (`vellum::__v::union::CommonField`).

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::token::Paren;
use syn::{DataEnum, Error, Fields, Ident, Result, Token, Type, parenthesized};

use crate::field::Item;
use crate::given;
use crate::rename::unraw;
use crate::signature::Signatures;
use crate::union::Union;
use crate::variant::{Case, Named, at};

/// The names in an attribute.
pub fn parse(meta: &ParseNestedMeta<'_>) -> Result<Vec<Ident>> {
    if !meta.input.peek(Paren) {
        return Err(meta.error("`common` takes fields: `common(time, user)`"));
    }
    let content;
    parenthesized!(content in meta.input);
    let names = Punctuated::<Ident, Token![,]>::parse_terminated_with(&content, Ident::parse_any)?;
    if names.is_empty() {
        return Err(meta.error("`common` names at least one field"));
    }
    for (index, name) in names.iter().enumerate() {
        if names.iter().take(index).any(|other| other.unraw() == name.unraw()) {
            return Err(Error::new(name.span(), format!("`{name}` is given twice")));
        }
    }
    Ok(names.into_iter().collect())
}

/// A field of each variant, in their order.
pub struct Common<'u> {
    /// What its getter is called.
    ident: &'u Ident,
    of: Vec<(&'u Case, &'u Named, &'u Item)>,
    index: Literal,
}

/// The fields in common, or what keeps one from being that.
pub fn all<'u>(union: &'u Union<'_>, data: &DataEnum) -> Result<Vec<Common<'u>>> {
    let names = &union.attributes.common;
    names.iter().enumerate().map(|(index, name)| one(union, data, name, index)).collect()
}

fn one<'u>(union: &'u Union<'_>, data: &DataEnum, name: &'u Ident, index: usize) -> Result<Common<'u>> {
    let fault = |message: String| Err(Error::new(name.span(), message));
    let mut of: Vec<(&Case, &Named, &Item)> = Vec::new();
    for case in &union.cases {
        let variant = &case.ident;
        let Some(named) = case.payload.as_ref().and_then(|payload| payload.named.as_ref()) else {
            let is_unit = data.variants.iter().any(|one| one.ident == *variant && matches!(one.fields, Fields::Unit));
            return fault(if is_unit {
                format!("the variant `{variant}` has no fields, so not the field `{name}` that all have in common")
            } else {
                format!(
                    "the fields of the variant `{variant}` have no names; a field in common has one in each variant: \
                     `{variant} {{ {name}: .. }}`"
                )
            });
        };
        let Some(item) = named.items.iter().find(|item| item.ident.unraw() == name.unraw()) else {
            return fault(format!("the variant `{variant}` stores no field `{name}`, which all have in common"));
        };
        let written = |item: &Item| item.ty.to_token_stream().to_string();
        if let Some((first, _, other)) = of.first()
            && written(other) != written(item)
        {
            return fault(format!(
                "`{name}` is stored as `{}` in the variant `{}`, and as `{}` in `{variant}`; a field in common is written \
                 with the same type in each",
                plain(&other.ty),
                first.ident,
                plain(&item.ty),
            ));
        }
        of.push((case, named, item));
    }
    check_methods(union, name)?;
    Ok(Common { ident: name, of, index: Literal::usize_unsuffixed(index) })
}

/// A type as one would write it.
fn plain(ty: &Type) -> String {
    ty.to_token_stream().to_string().replace(" < ", "<").replace(" >", ">").replace(" :: ", "::")
}

/// Refuses a field whose methods the view or the edit cursor has already.
fn check_methods(union: &Union<'_>, name: &Ident) -> Result<()> {
    let unraw = unraw(name);
    let setter = format!("set_{unraw}");
    let of_case = |case: &Case| {
        let [set, get] = ["set", "as"].map(|verb| format!("{verb}_{}", case.method));
        (set == setter || set == unraw || get == unraw).then(|| format!("for the variant `{}`", case.ident))
    };
    let taken = match &unraw[..] {
        "get" | "get_mut" | "set" | "view" => Some("already".to_owned()),
        _ => union.cases.iter().find_map(of_case),
    };
    match taken {
        Some(taken) => {
            let message = format!("the view or the edit cursor has a method `{unraw}` or `{setter}` {taken}");
            Err(Error::new(name.span(), message))
        }
        None => Ok(()),
    }
}

impl Common<'_> {
    /// The first of them, which says what all are like.
    fn first(&self) -> Option<&Item> {
        self.of.first().map(|(_, _, item)| *item)
    }

    /// The table, the getters, and the setter.
    pub fn tokens(&self, union: &Union<'_>) -> TokenStream {
        let Some(item) = self.first() else { return TokenStream::new() };
        [self.table(union, item), self.view(union, item), self.given(union, item), self.edit(union, item)]
            .into_iter()
            .collect()
    }

    fn doc(&self, item: &Item) -> String {
        if item.docs.is_empty() { format!("Reads `{}`, which each variant has.", item.name) } else { item.docs.clone() }
    }

    fn table(&self, union: &Union<'_>, item: &Item) -> TokenStream {
        let (ident, index, ty, open) = (&union.input.ident, &self.index, &item.gated, union.attributes.open);
        let (params, args, wheres) = union.parameters.tokens();
        let has_defaults = self.of.iter().any(|(_, _, item)| item.declared_default.is_some());
        let of = self.of.iter().map(|(case, named, item)| {
            let (name, at) = (&case.name, item.at(&named.constants));
            let payload = case.payload.as_ref().map(|payload| &payload.gated);
            quote!(::vellum::__v::union::Common::of::<#payload>(#name, #at))
        });
        quote! {
            impl<#params> ::vellum::__v::union::CommonField<#ty, #index> for #ident<#args> where #wheres {
                const TABLE: &'static [::vellum::__v::union::Common<<#ty as ::vellum::Value>::Default>] = &[#(#of),*];
                const HAS_DEFAULTS: ::vellum::__v::bool = #has_defaults;
                const IS_OPEN: ::vellum::__v::bool = #open;
            }
        }
    }

    fn view(&self, union: &Union<'_>, item: &Item) -> TokenStream {
        let (name, index, ty) = (self.ident, &self.index, &item.gated);
        let (params, args, wheres) = union.parameters.tokens();
        let [view, _] = union.attributes.cursor_names(&union.input.ident);
        let given = Signatures(&union.parameters, &union.gates).checked(&item.ty, &quote!('a));
        let (doc, deprecated) = (self.doc(item), &item.deprecated);
        let read = quote_spanned!(at(&item.ty)=> ::vellum::__v::union::UnionOf::common::<#ty, #index>(&self.union));
        quote! {
            #[allow(dead_code)]
            impl<'a, #params> #view<'a, #args ::vellum::__v::Checked> where #wheres {
                #[doc = #doc]
                ///
                /// # Errors
                /// If the bytes of the field are invalid or of a newer schema revision, or the
                /// variant is not known.
                #deprecated
                #[inline]
                pub fn #name(&self) -> ::vellum::Result<#given> {
                    #read
                }
            }
        }
    }

    /// Of what a view gives, where each variant has its own getter.
    fn given(&self, union: &Union<'_>, item: &Item) -> TokenStream {
        if union.other.is_some() {
            return TokenStream::new();
        }
        let (name, given) = (self.ident, union.attributes.derived_name(&union.input.ident, "Ref"));
        let (params, args, wheres) = union.parameters.tokens();
        let signatures = Signatures(&union.parameters, &union.gates);
        let (doc, deprecated) = (self.doc(item), &item.deprecated);
        let variants = self.of.iter().map(|(case, ..)| &case.ident);
        let marker = given::is_marked(union).then(|| quote!(Self::__Marker(__never, _) => match *__never {},));
        let read = quote_spanned!(at(&item.ty)=> match self {
            #(Self::#variants(__payload) => __payload.#name(),)*
            #marker
        });
        let got = signatures.getter(&item.ty);
        quote! {
            #[allow(dead_code, deprecated)]
            impl<'a, #params __R: ::vellum::__v::Reading> #given<'a, #args __R> where #wheres {
                #[doc = #doc]
                #deprecated
                #[inline]
                #[must_use]
                pub fn #name(&self) -> #got {
                    #read
                }
            }
        }
    }

    fn edit(&self, union: &Union<'_>, item: &Item) -> TokenStream {
        let (ident, name, index) = (&union.input.ident, self.ident, &self.index);
        let (ty, gated) = (&item.ty, &item.gated);
        let (params, args, wheres) = union.parameters.tokens();
        let [_, edit] = union.attributes.cursor_names(ident);
        let signatures = Signatures(&union.parameters, &union.gates);
        let (lifetime, outlives, v) = union.parameters.of_setter(ty);
        let is_converted = self.of.iter().any(|(_, _, item)| item.with.is_some());
        let converted: &[&Type] = if is_converted { &[ty] } else { &[] };
        let outlives = union.parameters.setting(outlives, converted);
        let (given, set_to) = (signatures.checked(ty, &quote!('_)), signatures.setter(ty, &v));
        let set = format_ident!("set_{}", unraw(name), span = name.span());
        let (doc, deprecated) = (self.doc(item), &item.deprecated);
        let set_doc = format!("Sets `{}`, which each variant has.", item.name);
        let checks = self.checks();
        let read = quote_spanned! {at(ty)=>
            ::vellum::__v::union::Cursor::read::<#ident<#args>, _, _>(&self.cursor, self.session, |__union| {
                ::vellum::__v::union::UnionOf::common::<#gated, #index>(&__union)
            })
        };
        let write = quote_spanned! {at(ty)=>
            ::vellum::__v::union::Cursor::set_common::<#ident<#args>, #gated, #index, __S>(&mut self.cursor, self.session, &__value)
        };
        quote! {
            #[allow(dead_code)]
            impl<'a, #params __S: ::vellum::Storage> #edit<'a, #args __S> where #wheres {
                #[doc = #doc]
                ///
                /// # Errors
                /// If the bytes of the field are invalid or of a newer schema revision, or the
                /// variant is not known.
                #deprecated
                #[inline]
                pub fn #name(&self) -> ::vellum::Result<#given> {
                    #read
                }

                #[doc = #set_doc]
                ///
                /// # Errors
                /// As the setter of the field in the variant's own cursor, or if the variant is not
                /// known; the buffer is then unchanged.
                #deprecated
                #[inline]
                pub fn #set #lifetime(&mut self, __value: #set_to) -> ::vellum::Result<()> #outlives {
                    #checks
                    #write
                }
            }
        }
    }

    /// What fails for a value that the variant's own setter refuses before it looks at the buffer.
    fn checks(&self) -> TokenStream {
        let arms: TokenStream = self
            .of
            .iter()
            .filter_map(|(case, named, item)| {
                let Item { ty, name, with, rules, .. } = item;
                let check = rules.as_ref().map(|rules| rules.check(&named.constants, &quote!(&__value), name));
                let admit = with.as_ref().map(|with| {
                    let admit = with.admit(ty, &quote!(&__value));
                    quote!(::vellum::__v::in_field(#admit, #name)?;)
                });
                let tag = &case.tag;
                (check.is_some() || admit.is_some()).then(|| quote!(#tag => { #check #admit }))
            })
            .collect();
        if arms.is_empty() {
            return arms;
        }
        quote! {
            match ::vellum::__v::union::Cursor::tag(&self.cursor, self.session)? {
                #arms
                _ => {}
            }
        }
    }
}
