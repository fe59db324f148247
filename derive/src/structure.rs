//! Structs with named fields: their layout as constants, their view and edit types.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{DataStruct, DeriveInput, Error, Expr, Fields, Ident, Result, Type, Visibility};

use crate::attributes::{FieldAttributes, TypeAttributes, docs, docs_with};
use crate::generics::Parameters;
use crate::rename::{Name, check_distinct, unraw};
use crate::{tuple, types};

pub struct Item {
    pub ident: Ident,
    pub name: String,
    pub docs: String,
    /// The type that is stored.
    pub ty: Type,
    /// The field's own type, if another is stored for it.
    pub with: Option<Type>,
    /// What it is marked with that should no longer be used.
    deprecated: Option<TokenStream>,
    declared_default: Option<Expr>,
    /// The constant of a declared default.
    constant: Ident,
    since: u32,
    index: Literal,
}

impl Item {
    /// The field's default, where the view is that of the struct.
    fn default(&self, view: &TokenStream) -> TokenStream {
        let (ty, constant) = (&self.ty, &self.constant);
        match self.declared_default {
            Some(_) => quote!(#view::#constant),
            None => quote!(<#ty as ::vellum::Value>::DEFAULT),
        }
    }

    /// Makes a decoded value the field's.
    pub fn owned(&self, value: &TokenStream) -> TokenStream {
        let ty = &self.ty;
        match &self.with {
            Some(with) => quote!(<#ty as ::core::convert::Into<#with>>::into(#value)),
            None => value.clone(),
        }
    }

    /// What the field is set to, of a reference to it.
    pub fn set(&self, field: &TokenStream) -> TokenStream {
        let ty = &self.ty;
        match &self.with {
            Some(with) => {
                let converted = quote!(<#ty as ::core::convert::From<&#with>>::from(#field));
                quote!(<#ty as ::vellum::Value>::as_set(&#converted))
            }
            None => quote!(<#ty as ::vellum::Value>::as_set(#field)),
        }
    }
}

pub fn expand(input: &DeriveInput, data: &DataStruct) -> Result<TokenStream> {
    if let Fields::Unnamed(fields) = &data.fields {
        return tuple::expand(input, fields);
    }
    let attributes = TypeAttributes::of_struct(&input.attrs)?;
    let items = items(&data.fields, &attributes)?;
    let stored: Vec<&Type> = items.iter().map(|item| &item.ty).collect();
    let parameters = Parameters::new(input, &stored, attributes.bound.as_deref());
    let names = Names::new(&input.ident, &input.vis, parameters, None);
    Ok(tokens(&names, &items, &skipped(&data.fields)?, &attributes, &docs(&input.attrs)))
}

/// All that is written for a struct but the struct itself.
pub fn tokens(
    names: &Names,
    items: &[Item],
    skipped: &[(Ident, Type)],
    attributes: &TypeAttributes,
    docs: &str,
) -> TokenStream {
    let view = view(names, items);
    let edit = edit(names, items);
    let layout = layout(names, items);
    let vellum = vellum(names, items, skipped, attributes, docs);
    let (ident, view_name, edit_name) = (&names.ident, &names.view, &names.edit);
    let (params, args, wheres) = names.parameters.tokens();
    let growable = !attributes.frozen;
    let fields =
        items.iter().map(|Item { ident, ty, .. }| quote!(#ident: <#ty as ::vellum::Value>::as_set(&this.#ident)));
    let (set, as_set) = match &names.set {
        None => (quote!(&'a #ident<#args>), quote!(this)),
        Some(set) => (quote!(#set<'a, #args>), quote!(#set { #(#fields),* })),
    };
    quote! {
        #layout
        #vellum
        ::vellum::__struct_value!(
            [#params] [#wheres] #ident<#args>, #view_name, #edit_name, [#args], #growable, #set, |this| #as_set
        );
        #view
        #edit
    }
}

/// What the types of a struct are called.
pub struct Names {
    pub ident: Ident,
    pub vis: Visibility,
    pub view: Ident,
    pub edit: Ident,
    pub parameters: Parameters,
    /// The type of references to the fields, for a struct that stands for the fields of a variant.
    pub set: Option<Ident>,
}

impl Names {
    pub fn new(ident: &Ident, vis: &Visibility, parameters: Parameters, set: Option<Ident>) -> Self {
        let (view, edit) = (format_ident!("{ident}View"), format_ident!("{ident}Edit"));
        Self { ident: ident.clone(), vis: vis.clone(), view, edit, parameters, set }
    }

    /// The view as a path to its constants.
    fn constants(&self) -> TokenStream {
        let (view, (_, args, _)) = (&self.view, self.parameters.tokens());
        quote!(#view::<'_, #args>)
    }

    /// The reference to a field that a function takes which writes it; `value` is what is written.
    fn reference(&self, item: &Item) -> TokenStream {
        let ident = &item.ident;
        match self.set {
            None => {
                let set = item.set(&quote!(&value.#ident));
                quote!(&#set)
            }
            Some(_) => quote!(&value.#ident),
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
        None => check_distinct(names.iter(), "field").map(|()| items),
    }
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
    let (ty, with) = match attributes.with {
        Some(with) => (with, Some(field.ty.clone())),
        None => (field.ty.clone(), None),
    };
    types::check(&ty)?;
    if let Some(default) = &attributes.default {
        types::check_default(&ty, default)?;
    }
    let name = Name::of_field(attributes.rename, &ident, of_type.rename_all);
    let deprecated = attributes.deprecated.as_deref();
    let item = Item {
        name: name.text.clone(),
        docs: docs_with(&field.attrs, deprecated),
        ty,
        with,
        deprecated: deprecated.map(|note| quote!(#[deprecated(note = #note)])),
        declared_default: attributes.default,
        constant: format_ident!("__DEFAULT_{index}"),
        since: attributes.since,
        index: Literal::usize_unsuffixed(index),
        ident,
    };
    Ok(Some((item, name)))
}

/// Fields in the order of their regions, in which their objects are written.
fn in_order(items: &[Item]) -> Vec<&Item> {
    let mut ordered: Vec<&Item> = items.iter().collect();
    ordered.sort_by_key(|item| item.since);
    ordered
}

fn layout(names: &Names, items: &[Item]) -> TokenStream {
    let view = &names.view;
    let (params, args, wheres) = names.parameters.tokens();
    let count = items.len();
    let types = items.iter().map(|item| &item.ty);
    let sinces = items.iter().map(|item| item.since);
    let mut revisions: Vec<u32> = items.iter().map(|item| item.since).chain([1]).collect();
    revisions.sort_unstable();
    revisions.dedup();
    let regions = revisions.len();
    let defaults = items.iter().filter_map(|Item { ty, constant, declared_default, .. }| {
        let default = declared_default.as_ref()?;
        Some(quote!(const #constant: <#ty as ::vellum::Value>::Default = #default;))
    });
    let checked_ends = quote_spanned!(names.ident.span()=> ::vellum::__private::checked_ends(Self::__SHAPES));
    quote! {
        impl<#params> #view<'_, #args> where #wheres {
            const __SHAPES: [::vellum::__private::Shape; #count] = [
                #(::vellum::__private::Shape {
                    bits: <#types as ::vellum::Value>::BITS,
                    slot: <#types as ::vellum::Value>::SLOT,
                    since: #sinces,
                },)*
            ];
            const __PLACES: [::vellum::__private::Place; #count] = ::vellum::__private::plan(Self::__SHAPES);
            const __ENDS: [::vellum::__private::Size; #regions] = #checked_ends;
            #(#defaults)*
        }
    }
}

fn vellum(
    names: &Names,
    items: &[Item],
    skipped: &[(Ident, Type)],
    attributes: &TypeAttributes,
    type_docs: &str,
) -> TokenStream {
    let (ident, view, edit) = (&names.ident, &names.view, &names.edit);
    let (params, args, wheres) = names.parameters.tokens();
    let (constants, cell) = (names.constants(), names.parameters.cell());
    let bind_name = names.parameters.name(&attributes.rename.clone().unwrap_or_else(|| unraw(ident)));
    let frozen = attributes.frozen;
    let width = match attributes.width {
        Some(2) => quote!(Two),
        Some(4) => quote!(Four),
        _ => quote!(One),
    };
    let ordered = in_order(items);
    let heap_lens = ordered.iter().map(|item| {
        let (ty, default, reference) = (&item.ty, item.default(&constants), names.reference(item));
        quote!(.saturating_add(<#ty as ::vellum::Value>::heap_len::<__W>(#reference, &#default, false, levels)))
    });
    let writes = ordered.iter().map(|item| {
        let (Item { ty, index, .. }, default, reference) = (item, item.default(&constants), names.reference(item));
        quote! {
            <#ty as ::vellum::Value>::write::<__W>(
                #reference,
                record,
                const { &#constants::__PLACES[#index] },
                &#default,
                false,
                heap,
            )?;
        }
    });
    let are_default = items.iter().map(|item| {
        let (ty, default, reference) = (&item.ty, item.default(&constants), names.reference(item));
        quote!(&& <#ty as ::vellum::Value>::is_default(#reference, &#default))
    });
    let decodes = items.iter().map(|item| {
        let (Item { ident, ty, index, name, .. }, default) = (item, item.default(&constants));
        let decoded = quote! {
            ::vellum::__private::in_field(
                <#ty as ::vellum::Value>::decode(record, const { &#constants::__PLACES[#index] }, #default, decoder),
                #name,
            )?
        };
        // What stands for the fields of a variant holds them as they are stored.
        let decoded = if names.set.is_none() { item.owned(&decoded) } else { decoded };
        quote!(#ident: #decoded)
    });
    let skipped = skipped.iter().map(|(ident, ty)| quote!(#ident: <#ty as ::core::default::Default>::default()));
    let descriptions = items.iter().map(|item| {
        let (Item { ty, name, docs, since, .. }, default) = (item, item.default(&constants));
        let default = match item.declared_default {
            Some(_) => quote!(::core::option::Option::Some(::vellum::__private::DefaultDescription::from(#default))),
            None => quote!(::core::option::Option::None),
        };
        quote! {
            ::vellum::__private::FieldDescription {
                name: #name,
                docs: #docs,
                ty: <#ty as ::vellum::Value>::describe(describer),
                default: #default,
                since: #since,
            }
        }
    });
    quote! {
        #[allow(deprecated)]
        impl<#params> ::vellum::Vellum for #ident<#args> where #wheres {
            type View<'a> = #view<'a, #args>;
            type Edit<'a, __S: ::vellum::Storage + 'a> = #edit<'a, #args ::vellum::Session<__S>>;
            const ENDS: &'static [::vellum::__private::Size] = &#constants::__ENDS;
            const FROZEN: bool = #frozen;
            const MIN_WIDTH: ::vellum::PointerWidth = ::vellum::PointerWidth::#width;

            fn schema() -> &'static ::vellum::Schema {
                static SCHEMA: ::vellum::__private::#cell = ::vellum::__private::#cell::new();
                SCHEMA.get::<Self>()
            }

            #[inline]
            fn view(bytes: &[u8]) -> ::vellum::Result<#view<'_, #args>> {
                ::vellum::__private::RecordBytes::root::<Self>(bytes).map(#view::__new)
            }

            #[inline]
            fn edit<__S: ::vellum::Storage + ?Sized>(
                storage: &mut __S,
            ) -> ::vellum::Result<#edit<'_, #args ::vellum::Session<&mut __S>>> {
                let session = ::vellum::Session::open::<Self>(storage)?;
                let link = ::vellum::__private::Link::root(&session);
                ::core::result::Result::Ok(#edit::__new(session, link))
            }

            #[inline]
            fn record_is_default(value: &Self::Set<'_>) -> bool {
                true #(#are_default)*
            }

            #[inline]
            fn record_heap_len<__W: ::vellum::__private::StaticWidth>(value: &Self::Set<'_>, levels: u32) -> u64 {
                0u64 #(#heap_lens)*
            }

            #[inline]
            fn write_record<__W: ::vellum::__private::StaticWidth>(
                value: &Self::Set<'_>,
                record: &mut [u8],
                heap: &mut ::vellum::__private::Heap<'_, __W>,
            ) -> ::vellum::Result<()> {
                let record = ::vellum::__private::structs::exact::<Self, __W>(record)?;
                #(#writes)*
                ::core::result::Result::Ok(())
            }

            #[inline]
            fn decode_record<__W: ::vellum::__private::Width>(
                record: &[u8],
                decoder: &mut ::vellum::__private::Decoder<'_, __W>,
            ) -> ::vellum::Result<Self> {
                ::core::result::Result::Ok(Self { #(#decodes,)* #(#skipped,)* })
            }

            fn describe_struct(describer: &mut ::vellum::__private::Describer) -> ::vellum::__private::Described {
                #bind_name
                describer.structure(
                    ::core::any::type_name::<Self>(),
                    name,
                    #type_docs,
                    #frozen,
                    |describer| ::vellum::__private::Vec::from([#(#descriptions),*]),
                )
            }
        }

        impl<'a, #params> ::core::convert::TryFrom<#view<'a, #args>> for #ident<#args> where #wheres {
            type Error = ::vellum::Error;

            fn try_from(view: #view<'a, #args>) -> ::vellum::Result<Self> {
                view.0.decode::<Self>()
            }
        }
    }
}

fn view(names: &Names, items: &[Item]) -> TokenStream {
    let Names { ident, vis, view, .. } = names;
    let (params, args, wheres) = names.parameters.tokens();
    let constants = quote!(Self);
    let doc = format!("A [`{ident}`] in a buffer: every getter checks and reads one field, without decoding the rest.");
    let getters = items.iter().map(|item| {
        let Item { ident, name, docs, ty, index, deprecated, .. } = item;
        let default = item.default(&constants);
        let doc = if docs.is_empty() { format!("Reads `{name}`.") } else { docs.clone() };
        quote! {
            #[doc = #doc]
            ///
            /// # Errors
            /// If the bytes of the field are invalid.
            #deprecated
            #[inline]
            pub fn #ident(&self) -> ::vellum::Result<<#ty as ::vellum::Value>::Get<'a>> {
                self.0.field::<#ty>(const { &Self::__PLACES[#index] }, #default, #name)
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #view<'a, #params>(
            ::vellum::__private::RecordBytes<'a>,
            ::core::marker::PhantomData<fn() -> #ident<#args>>,
        )
        where
            #wheres;

        #[allow(dead_code)]
        impl<'a, #params> #view<'a, #args> where #wheres {
            #[doc(hidden)]
            #[inline(always)]
            #vis fn __new(record: ::vellum::__private::RecordBytes<'a>) -> Self {
                Self(record, ::core::marker::PhantomData)
            }

            #(#getters)*
        }

        #[automatically_derived]
        impl<#params> ::core::clone::Clone for #view<'_, #args> where #wheres {
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl<#params> ::core::marker::Copy for #view<'_, #args> where #wheres {}

        impl<#params> ::core::fmt::Debug for #view<'_, #args> where #wheres {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                self.0.debug::<#ident<#args>>(f)
            }
        }

        impl<'a, #params> ::core::cmp::PartialEq<#view<'a, #args>> for #view<'_, #args> where #wheres {
            fn eq(&self, other: &#view<'a, #args>) -> bool {
                self.0.equals::<#ident<#args>>(&other.0)
            }
        }
    }
}

fn edit(names: &Names, items: &[Item]) -> TokenStream {
    let Names { ident, vis, edit, .. } = names;
    let (params, args, wheres) = names.parameters.tokens();
    let constants = names.constants();
    let doc = format!("An edit cursor on a [`{ident}`]: changes single fields in the buffer.");
    let methods = items.iter().map(|item| {
        let Item { ident, name, docs, ty, index, deprecated, with, .. } = item;
        let (default, taken) = (item.default(&constants), with.as_ref().unwrap_or(ty));
        // A type that borrows is set to what may not show for how long.
        let (lifetime, outlives) = if names.parameters.borrows(ty) {
            (quote!(<'v>), quote!(where #ty: 'v))
        } else {
            (TokenStream::new(), TokenStream::new())
        };
        let v = if lifetime.is_empty() { quote!('_) } else { quote!('v) };
        let into = with.as_ref().map(|_| quote!(.map(::core::convert::Into::into)));
        let unraw = unraw(ident);
        let [set, take, clear] =
            ["set", "take", "clear"].map(|verb| format_ident!("{verb}_{unraw}", span = ident.span()));
        let cursor_doc = if docs.is_empty() { format!("`{name}`, to read or to edit in place.") } else { docs.clone() };
        let set_doc = format!("Sets `{name}`.");
        let take_doc = format!("Takes `{name}` out, decoded; it has its default then.");
        let clear_doc = format!("Makes `{name}` its default, or absent, and frees what it held.");
        quote! {
            #[doc = #cursor_doc]
            ///
            /// # Errors
            /// If the bytes of the field are invalid.
            #deprecated
            #[inline]
            pub fn #ident(&mut self) -> <#ty as ::vellum::Value>::FieldCursor<'_, __B::Storage> {
                <#ty as ::vellum::Value>::field_cursor(
                    self.session.session_mut(),
                    &self.link,
                    ::vellum::__private::Step::Field(#index),
                    const { &#constants::__PLACES[#index] },
                    #default,
                )
            }

            #[doc = #take_doc]
            ///
            /// # Errors
            /// If what is there is invalid, or holds data of a newer schema revision; the buffer is then unchanged.
            #deprecated
            pub fn #take(&mut self) -> ::vellum::Result<#taken> {
                let session = self.session.session_mut();
                let target = self.link.field(session, ::vellum::__private::Step::Field(#index))?;
                ::vellum::__private::in_field(
                    session.take::<#ty>(&target, const { &#constants::__PLACES[#index] }, #default),
                    #name,
                )
                #into
            }

            #[doc = #clear_doc]
            ///
            /// # Errors
            /// If what is there is invalid, or holds data of a newer schema revision; the buffer is then unchanged.
            #deprecated
            pub fn #clear(&mut self) -> ::vellum::Result<()> {
                let session = self.session.session_mut();
                let target = self.link.field(session, ::vellum::__private::Step::Field(#index))?;
                ::vellum::__private::in_field(session.clear(&target), #name)
            }

            #[doc = #set_doc]
            ///
            /// # Errors
            /// If the storage cannot grow as far as needed, or what is there now is invalid; the buffer is then
            /// unchanged.
            #deprecated
            #[inline]
            pub fn #set #lifetime(&mut self, value: <#ty as ::vellum::Value>::Set<#v>) -> ::vellum::Result<()> #outlives {
                let session = self.session.session_mut();
                let target = self.link.field(session, ::vellum::__private::Step::Field(#index))?;
                ::vellum::__private::in_field(
                    <#ty as ::vellum::Value>::set(
                        session,
                        target,
                        const { &#constants::__PLACES[#index] },
                        &value,
                        #default,
                        false,
                    ),
                    #name,
                )
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #edit<'a, #params __B>
        where
            #wheres
        {
            session: __B,
            link: ::vellum::__private::Link<'a>,
            marker: ::core::marker::PhantomData<fn() -> #ident<#args>>,
        }

        #[allow(dead_code)]
        impl<'a, #params __B: ::vellum::AsSession> #edit<'a, #args __B> where #wheres {
            #[doc(hidden)]
            #[inline]
            #vis fn __new(session: __B, link: ::vellum::__private::Link<'a>) -> Self {
                Self { session, link, marker: ::core::marker::PhantomData }
            }

            #(#methods)*
        }
    }
}
