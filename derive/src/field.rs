//! Fields of structs and of variants with names.

use std::collections::HashSet;

use proc_macro2::{Group, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Error, Expr, Fields, Ident, Path, Result, Type, Visibility};

use crate::attributes::{FieldAttributes, TypeAttributes, With};
use crate::docs::docs_with;
use crate::gate::Gates;
use crate::generics::Parameters;
use crate::rename::{Name, check_distinct};
use crate::rules::Rules;
use crate::types::{self, Container};

/// The type as what its fields are read and written by; what is wrong with it is told at the field.
pub fn value(ty: &Type) -> TokenStream {
    let span = Span::call_site().located_at(ty.span());
    quote_spanned!(span=> <#ty as ::vellum::Value>)
}

/// Tokens with the span given, but for what is in groups.
pub fn at_span(tokens: TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        token.set_span(span);
        token
    });
    tokens.collect()
}

/// An item of the type's impl, like `Get<'a>`, which is told of at the field as a whole.
pub fn item_of(ty: &Type, name: TokenStream) -> TokenStream {
    let span = Span::call_site().located_at(ty.span());
    let name = at_span(name, span);
    quote_spanned!(span=> <#ty as ::vellum::Value>::#name)
}

/// How a field is converted to be stored and back.
pub struct Conversion {
    /// The field's own type.
    pub own: Type,
    /// The module whose functions convert it, if not its type.
    module: Option<Path>,
}

impl Conversion {
    pub fn new(own: &Type, with: &With) -> Self {
        Self { own: own.clone(), module: with.module().cloned() }
    }

    /// What a pointer of the field's points to, which a module converts.
    fn pointee<'t>(&self, own: &'t Type) -> Option<&'t Type> {
        self.module.as_ref().and_then(|_| types::pointee(own))
    }

    /// The value of a type that is stored made one of the field's own, inside of `Option` and `Vec`
    /// if both are: a result.
    pub fn load(&self, ty: &Type, value: &TokenStream) -> TokenStream {
        self.into(ty, &self.own, value)
    }

    /// The reverse, of a reference.
    pub fn store(&self, ty: &Type, reference: &TokenStream) -> TokenStream {
        self.from(ty, &self.own, reference)
    }

    /// Whether what is stored may not be a value of the field's own type, as a constant.
    pub fn may_fail(&self, ty: &Type) -> TokenStream {
        self.leaf_may_fail(ty, &self.own)
    }

    fn leaf_may_fail(&self, ty: &Type, own: &Type) -> TokenStream {
        let span = Span::call_site().located_at(ty.span());
        if let Some(to) = self.pointee(own) {
            return self.leaf_may_fail(ty, to);
        }
        match (types::common_container(ty, own), &self.module) {
            (
                Some(
                    Container::Option(ty, own)
                    | Container::List(ty, own)
                    | Container::Set(ty, own)
                    | Container::Array(ty, own, _),
                ),
                _,
            ) => self.leaf_may_fail(ty, own),
            (Some(Container::Map(keys, values)), _) => {
                let parts = keys.into_iter().chain(values).map(|(ty, own)| self.leaf_may_fail(ty, own));
                quote!(::vellum::__v::any(&[#(#parts),*]))
            }
            (None, Some(module)) => quote!(::vellum::__v::may_fail::<#ty, #own, _>(#module::load)),
            (None, None) => quote_spanned!(span=> ::vellum::__v::may_fail::<#ty, _, _>(
                |__v| <#own as ::core::convert::TryFrom<#ty>>::try_from(__v)
            )),
        }
    }

    /// What fails for a value of the type that is stored that could not be loaded, of a reference
    /// to what is set.
    pub fn admit(&self, ty: &Type, set: &TokenStream) -> TokenStream {
        let (may_fail, own) = (self.may_fail(ty), self.load(ty, &quote!(__v)));
        quote!(::vellum::__v::admit::<#ty, _>(#set, const { #may_fail }, |__v| #own))
    }

    fn into(&self, ty: &Type, own: &Type, value: &TokenStream) -> TokenStream {
        let inner = |ty: &Type, own: &Type| self.into(ty, own, &quote!(__v));
        let span = Span::call_site().located_at(ty.span());
        if let Some(to) = self.pointee(own) {
            let inner = self.into(ty, to, value);
            return quote!(::core::result::Result::map(#inner, <#own as ::core::convert::From<#to>>::from));
        }
        match (types::common_container(ty, own), &self.module) {
            (Some(Container::Option(ty, own)), _) => {
                let inner = inner(ty, own);
                quote!(::core::option::Option::transpose(::core::option::Option::map(#value, |__v| #inner)))
            }
            (Some(Container::Array(ty, own, len)), _) => {
                let inner = inner(ty, own);
                quote!(::vellum::__v::converted_array::<_, #own, { #len }>(#value, |__v| #inner))
            }
            (Some(Container::List(ty, of)), _) => collected(own, value, &inner(ty, of)),
            (Some(Container::Set(ty, of)), _) => {
                let inner = inner(ty, of);
                quote!(::vellum::__v::converted_each::<_, _, #own>(#value, |__v| #inner))
            }
            (Some(Container::Map(keys, values)), _) => {
                let part = |part: &str, types: Option<(&Type, &Type)>| {
                    let part = format_ident!("__{part}");
                    types.map_or_else(
                        || quote!(#part),
                        |(ty, own)| {
                            let converted = self.into(ty, own, &part.to_token_stream());
                            quote!(#converted?)
                        },
                    )
                };
                let (key, value_part) = (part("key", keys), part("v", values));
                quote!(::vellum::__v::converted_each::<_, _, #own>(#value, |(__key, __v)| ::vellum::__v::Ok((#key, #value_part))))
            }
            (None, Some(module)) => quote!(::vellum::__v::converted::<#own, _>(#module::load(#value))),
            (None, None) => {
                quote_spanned!(span=> ::vellum::__v::converted(<#own as ::core::convert::TryFrom<#ty>>::try_from(#value)))
            }
        }
    }

    fn from(&self, ty: &Type, own: &Type, reference: &TokenStream) -> TokenStream {
        let inner = |ty: &Type, own: &Type| self.from(ty, own, &quote!(__v));
        let span = Span::call_site().located_at(ty.span());
        if let Some(to) = self.pointee(own) {
            return self.from(ty, to, &quote!(<#own as ::core::convert::AsRef<#to>>::as_ref(#reference)));
        }
        match (types::common_container(ty, own), &self.module) {
            (Some(Container::Option(ty, own)), _) => {
                let inner = inner(ty, own);
                quote!(::core::option::Option::transpose(::core::option::Option::map(
                    ::core::option::Option::as_ref(#reference),
                    |__v| #inner
                )))
            }
            (Some(Container::Array(ty, own, len)), _) => {
                let inner = inner(ty, own);
                quote!(::vellum::__v::converted_array::<_, #ty, { #len }>(#reference, |__v| #inner))
            }
            (Some(Container::List(of, own)), _) => collected(ty, reference, &inner(of, own)),
            (Some(Container::Set(of, own)), _) => {
                let inner = inner(of, own);
                quote!(::vellum::__v::converted_each::<_, _, #ty>(#reference, |__v| #inner))
            }
            (Some(Container::Map(keys, values)), _) => {
                let part = |part: &str, types: Option<(&Type, &Type)>| {
                    let part = format_ident!("__{part}");
                    types.map_or_else(
                        || quote!(::vellum::__v::Clone::clone(#part)),
                        |(ty, own)| {
                            let converted = self.from(ty, own, &part.to_token_stream());
                            quote!(#converted?)
                        },
                    )
                };
                let (key, value) = (part("key", keys), part("v", values));
                quote!(::vellum::__v::converted_each::<_, _, #ty>(#reference, |(__key, __v)| ::vellum::__v::Ok((#key, #value))))
            }
            (None, Some(module)) => quote!(::vellum::__v::converted(#module::store(#reference))),
            (None, None) => {
                quote_spanned!(span=> ::vellum::__v::converted(<#ty as ::core::convert::TryFrom<&#own>>::try_from(#reference)))
            }
        }
    }

    /// What a setter takes of a reference to the field. What cannot be converted ends the function
    /// around it with its refusal.
    pub fn set(&self, ty: &Type, value: &TokenStream, reference: &TokenStream, name: &TokenStream) -> TokenStream {
        let converted = self.store(ty, reference);
        quote! {
            #value::as_set(&match #converted {
                ::vellum::__v::Ok(__stored) => __stored,
                ::vellum::__v::Err(__error) => return ::vellum::__v::Unconverted::unconverted(__error #name),
            })
        }
    }
}

/// The list of a type of what others become, or the first error.
fn collected(list: &Type, from: &TokenStream, inner: &TokenStream) -> TokenStream {
    quote!(::core::iter::Iterator::collect::<::vellum::Result<#list>>(::core::iter::Iterator::map(
        ::core::iter::IntoIterator::into_iter(#from),
        |__v| #inner
    )))
}

/// The tokens with the source position of another place, where errors about them are reported.
fn locate(tokens: TokenStream, span: Span) -> TokenStream {
    let located = tokens.into_iter().map(|mut token| {
        token.set_span(token.span().located_at(span));
        match token {
            TokenTree::Group(group) => {
                let mut located = Group::new(group.delimiter(), locate(group.stream(), span));
                located.set_span(group.span());
                TokenTree::Group(located)
            }
            token => token,
        }
    });
    located.collect()
}

/// The type with the source position that it has, as if the derive had written it. The impls name
/// the type as its author wrote it and through what the derive writes around it: with one origin
/// for both, errors about it are the same error, which is told once.
fn as_derived(ty: &Type) -> Result<Type> {
    fn derived(tokens: TokenStream, span: Span) -> TokenStream {
        let tokens = tokens.into_iter().map(|mut token| match token {
            TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), derived(group.stream(), span))),
            // Its span says of which crate.
            TokenTree::Ident(ref word) if word == "$crate" => token,
            _ => {
                token.set_span(span);
                token
            }
        });
        tokens.collect()
    }
    syn::parse2(derived(ty.to_token_stream(), Span::call_site().located_at(ty.span())))
}

/// A field that is stored.
pub struct Item {
    pub ident: Ident,
    /// Who may read it, and so call what is written for it.
    pub vis: Visibility,
    pub name: String,
    pub docs: String,
    /// The type that is stored.
    pub ty: Type,
    /// The same, as code names it that reads and writes the field.
    pub by: Type,
    /// The same, where nothing is asked of what cannot be a field.
    pub gated: Type,
    /// The type that the field is read and written by.
    pub value: TokenStream,
    /// The field's own type, if another is stored for it.
    pub with: Option<Conversion>,
    /// What it is marked with that should no longer be used.
    pub deprecated: Option<TokenStream>,
    pub declared_default: Option<Expr>,
    /// Whether the type's own default is declared: JSON may leave the field out.
    pub own_default: bool,
    /// What its values must be like.
    pub rules: Option<Rules>,
    /// The constant of a declared default.
    pub constant: Ident,
    /// The constant that says where the field is.
    pub at: Ident,
    pub since: u32,
    pub index: Literal,
    pub number: usize,
    /// What a `Cow` is decoded as, if it borrows.
    pub borrowed: Option<Type>,
}

impl Item {
    /// Names the type of a field that was checked by what is silent where it cannot be one: see
    /// [`Gates`], and [`as_derived`] of types that have none.
    pub fn gate(&mut self, gates: &Gates, of: &Ident, parameters: &Parameters) -> Result<()> {
        if self.with.is_none() {
            if parameters.are_in(self.ty.to_token_stream()) {
                self.ty = as_derived(&self.ty)?;
            }
            self.gated = gates.gate(&self.ty, parameters);
        }
        self.by = self.ty.clone();
        if let Some(resolved) = gates.resolve(&self.gated, self.number, of, parameters) {
            self.gated = resolved.clone();
            self.by = resolved;
        }
        self.value = value(&self.gated);
        Ok(())
    }

    /// The constant that says where the field is, where the view is that of the struct. What is
    /// wrong with the field's type is told at the field, once for all uses.
    pub fn at(&self, view: &TokenStream) -> TokenStream {
        let (span, at) = (Span::call_site().located_at(self.ty.span()), &self.at);
        at_span(quote!(#view::#at), span)
    }

    /// A function of the field's type, of which what is wrong is told there as well.
    pub fn call(&self, function: &str) -> TokenStream {
        let span = Span::call_site().located_at(self.ty.span());
        let function = Ident::new(function, span);
        item_of(&self.gated, quote!(#function))
    }

    /// What is written for the field, of which what is wrong is told there: errors that are the
    /// same there are one.
    pub fn located(&self, tokens: TokenStream) -> TokenStream {
        locate(tokens, self.ty.span())
    }

    /// Makes a decoded value the field's, in a function that may fail.
    pub fn owned(&self, value: &TokenStream) -> TokenStream {
        match &self.with {
            Some(with) => {
                let (own, name) = (with.load(&self.ty, value), &self.name);
                quote!(::vellum::__v::in_field(#own, #name)?)
            }
            None if self.borrowed.is_some() => quote!(::vellum::__v::From::from(#value)),
            None => value.clone(),
        }
    }

    /// What the field is set to, of a reference to it; `view` is the type with its constants.
    pub fn set(&self, view: &TokenStream, field: &TokenStream) -> TokenStream {
        match &self.with {
            Some(with) => {
                let (name, value) = (&self.name, &self.value);
                with.set(&self.ty, value, field, &quote!(.in_field(#name)))
            }
            None => {
                let (span, at) = (Span::call_site().located_at(self.ty.span()), self.at(view));
                quote_spanned!(span=> #at.as_set(#field))
            }
        }
    }
}

/// The fields that are not stored.
pub fn skipped(fields: &Fields) -> Result<Vec<(Ident, Type)>> {
    let mut skipped = Vec::new();
    for field in fields {
        if let Some(ident) = &field.ident
            && (types::is_phantom(&field.ty) || FieldAttributes::of(&field.attrs)?.skip)
        {
            skipped.push((ident.clone(), field.ty.clone()));
        }
    }
    Ok(skipped)
}

/// The fields of a struct that are stored.
pub fn items(fields: &Fields, attributes: &TypeAttributes) -> Result<Vec<Item>> {
    if fields.len() > usize::from(u16::MAX) {
        return Err(Error::new_spanned(fields, "a struct has at most 65,535 fields"));
    }
    let mut items = Vec::new();
    let mut names = Vec::new();
    let mut errors: Option<Error> = None;
    for field in fields {
        match item(field, items.len(), attributes) {
            Ok(None) => {}
            Ok(Some((item, name))) => {
                items.push(item);
                names.push(name);
            }
            Err(error) => match &mut errors {
                Some(errors) => errors.combine(error),
                None => errors = Some(error),
            },
        }
    }
    match errors {
        Some(errors) => Err(errors),
        None => {
            check_distinct(names.iter(), "field")?;
            check_methods(&items)?;
            Ok(items)
        }
    }
}

/// Refuses a field whose cursor would have the name of a method of another field.
fn check_methods(items: &[Item]) -> Result<()> {
    let names: HashSet<String> = items.iter().map(|item| item.ident.unraw().to_string()).collect();
    let mut errors: Option<Error> = None;
    for item in items {
        let name = item.ident.unraw().to_string();
        let taken = ["set_", "take_", "clear_"].into_iter().find_map(|prefix| {
            let of = name.strip_prefix(prefix)?;
            names.get(of)
        });
        if let Some(of) = taken {
            let message = format!(
                "`{name}` is also a method for the field `{of}`; give this field another name, and keep its name in the \
                 schema: `rename = \"{}\"`",
                item.name
            );
            let error = Error::new(item.ident.span(), message);
            match &mut errors {
                Some(errors) => errors.combine(error),
                None => errors = Some(error),
            }
        }
    }
    errors.map_or(Ok(()), Err)
}

fn item(field: &syn::Field, index: usize, of_type: &TypeAttributes) -> Result<Option<(Item, Name)>> {
    let attributes = FieldAttributes::of(&field.attrs)?;
    if attributes.skip || types::is_phantom(&field.ty) {
        return Ok(None);
    }
    if let Some(span) = attributes.since_span
        && of_type.frozen
    {
        return Err(Error::new(span, "a frozen struct cannot gain fields, so it has no `since`"));
    }
    let Some(ident) = field.ident.clone() else {
        return Err(Error::new_spanned(field, "a field needs a name"));
    };
    let (ty, with) = match &attributes.with {
        Some(with) => (with.stored(&field.ty), Some(Conversion::new(&field.ty, with))),
        None => (field.ty.clone(), None),
    };
    types::check(&ty)?;
    types::check_lifetimes(&ty)?;
    types::check_names(&field.ty)?;
    let borrowed = attributes.borrow.map(|span| types::borrowed(&ty, span)).transpose()?;
    if let Some(default) = &attributes.default {
        types::check_default(&ty, default)?;
        types::check_default_text(&ty, default)?;
    }
    let name = Name::of_field(attributes.rename, &ident, of_type.rename_all);
    let deprecated = attributes.deprecated.as_deref();
    let item = Item {
        vis: field.vis.clone(),
        name: name.text.clone(),
        docs: docs_with(&field.attrs, deprecated),
        value: value(&ty),
        rules: Rules::new(attributes.rules, &ty, attributes.default.as_ref(), index)?,
        by: ty.clone(),
        gated: ty.clone(),
        ty,
        with,
        deprecated: deprecated.map(|note| quote!(#[deprecated(note = #note)])),
        declared_default: attributes.default,
        own_default: attributes.own_default,
        constant: format_ident!("__DEFAULT_{index}"),
        at: format_ident!("__{index}"),
        since: attributes.since,
        index: Literal::usize_unsuffixed(index),
        number: index,
        borrowed,
        ident,
    };
    Ok(Some((item, name)))
}
