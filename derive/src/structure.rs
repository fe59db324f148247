//! Structs with named fields: their layout as constants, their view and edit types.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{DataStruct, DeriveInput, Error, Fields, Ident, Result, Type, Visibility};

use crate::attributes::{FieldAttributes, TypeAttributes, docs};
use crate::key;

pub struct Item {
    pub ident: Ident,
    pub name: String,
    pub docs: String,
    pub ty: Type,
    /// Expression of the field's default.
    default: TokenStream,
    is_default_declared: bool,
    since: u32,
    index: Literal,
}

pub fn expand(input: &DeriveInput, data: &DataStruct) -> Result<TokenStream> {
    if let Fields::Unnamed(fields) = &data.fields
        && let [only] = &fields.unnamed.iter().collect::<Vec<_>>()[..]
    {
        return newtype(input, only);
    }
    let attributes = TypeAttributes::of_struct(&input.attrs)?;
    let items = items(&data.fields, &attributes)?;
    let names = Names::new(&input.ident, &input.vis, None);
    key::check(&names, &items, &attributes.key)?;
    Ok(tokens(&names, &items, &attributes, &docs(&input.attrs)))
}

/// All that is written for a struct but the struct itself.
pub fn tokens(names: &Names, items: &[Item], attributes: &TypeAttributes, docs: &str) -> TokenStream {
    let view = view(names, items);
    let edit = edit(names, items);
    let layout = layout(names, items);
    let vellum = vellum(names, items, attributes, docs);
    let keyed = key::keyed(names, items, &attributes.key);
    let (ident, view_name, edit_name) = (&names.ident, &names.view, &names.edit);
    let growable = !attributes.frozen;
    let fields =
        items.iter().map(|Item { ident, ty, .. }| quote!(#ident: <#ty as ::vellum::Value>::as_set(&this.#ident)));
    let (set, as_set) = match &names.set {
        None => (quote!(&'a #ident), quote!(this)),
        Some(set) => (quote!(#set<'a>), quote!(#set { #(#fields),* })),
    };
    quote! {
        #layout
        #vellum
        #keyed
        ::vellum::__struct_value!([] #ident, #view_name, #edit_name, #growable, #set, |this| #as_set);
        #view
        #edit
    }
}

/// A struct of one field without a name is stored as that field.
fn newtype(input: &DeriveInput, field: &syn::Field) -> Result<TokenStream> {
    let mut attributes = input.attrs.iter().chain(&field.attrs).filter(|attribute| attribute.path().is_ident("vellum"));
    if let Some(attribute) = attributes.next() {
        return Err(Error::new_spanned(
            attribute,
            "a struct of one unnamed field is stored as that field, without attributes",
        ));
    }
    let (ident, ty) = (&input.ident, &field.ty);
    Ok(quote! {
        ::vellum::__forward_value!([] #ident => #ty, |this| &this.0, |value| #ident(value));
        ::vellum::__forward_key!([] #ident => #ty, '__key);
    })
}

/// What the types of a struct are called.
pub struct Names {
    pub ident: Ident,
    pub vis: Visibility,
    pub view: Ident,
    pub edit: Ident,
    /// The type of references to the fields, for a struct that stands for the fields of a variant.
    pub set: Option<Ident>,
}

impl Names {
    pub fn new(ident: &Ident, vis: &Visibility, set: Option<Ident>) -> Self {
        let (view, edit) = (format_ident!("{ident}View"), format_ident!("{ident}Edit"));
        Self { ident: ident.clone(), vis: vis.clone(), view, edit, set }
    }

    /// The reference to a field that a function takes which writes it; `value` is what is written.
    fn reference(&self, Item { ident, ty, .. }: &Item) -> TokenStream {
        match self.set {
            None => quote!(&<#ty as ::vellum::Value>::as_set(&value.#ident)),
            Some(_) => quote!(&value.#ident),
        }
    }
}

/// The fields of a struct; those of a tuple struct have their number behind `_` for a name.
pub fn items(fields: &Fields, attributes: &TypeAttributes) -> Result<Vec<Item>> {
    let frozen = attributes.frozen;
    if fields.len() > usize::from(u16::MAX) {
        return Err(Error::new_spanned(fields, "a struct has at most 65,535 fields"));
    }
    if matches!(fields, Fields::Unnamed(_)) {
        return Err(Error::new_spanned(
            fields,
            "a struct that derives `Vellum` has named fields, or one without a name",
        ));
    }
    fields
        .iter()
        .enumerate()
        .map(|(index, field)| {
            let attributes = FieldAttributes::of(&field.attrs)?;
            if let Some(span) = attributes.since_span
                && frozen
            {
                return Err(Error::new(span, "a frozen struct cannot gain fields, so it has no `since`"));
            }
            let ty = field.ty.clone();
            let Some(ident) = field.ident.clone() else {
                return Err(Error::new_spanned(field, "a field needs a name"));
            };
            let unraw = ident.to_string().trim_start_matches("r#").to_owned();
            let is_default_declared = attributes.default.is_some();
            let default = match attributes.default {
                Some(default) => quote!({
                    const DEFAULT: <#ty as ::vellum::Value>::Default = #default;
                    DEFAULT
                }),
                None => quote!(<#ty as ::vellum::Value>::DEFAULT),
            };
            Ok(Item {
                name: attributes.rename.unwrap_or(unraw),
                ident,
                docs: docs(&field.attrs),
                ty,
                default,
                is_default_declared,
                since: attributes.since,
                index: Literal::usize_unsuffixed(index),
            })
        })
        .collect()
}

/// Fields in the order of their regions, in which their objects are written.
fn in_order(items: &[Item]) -> Vec<&Item> {
    let mut ordered: Vec<&Item> = items.iter().collect();
    ordered.sort_by_key(|item| item.since);
    ordered
}

fn layout(names: &Names, items: &[Item]) -> TokenStream {
    let view = &names.view;
    let count = items.len();
    let types = items.iter().map(|item| &item.ty);
    let sinces = items.iter().map(|item| item.since);
    let mut revisions: Vec<u32> = items.iter().map(|item| item.since).chain([1]).collect();
    revisions.sort_unstable();
    revisions.dedup();
    let regions = revisions.len();
    quote! {
        impl #view<'_> {
            const __SHAPES: [::vellum::__private::Shape; #count] = [
                #(::vellum::__private::Shape {
                    bits: <#types as ::vellum::Value>::BITS,
                    slot: <#types as ::vellum::Value>::SLOT,
                    since: #sinces,
                },)*
            ];
            const __PLACES: [::vellum::__private::Place; #count] = ::vellum::__private::plan(Self::__SHAPES);
            const __ENDS: [::vellum::__private::Size; #regions] = ::vellum::__private::checked_ends(Self::__SHAPES);
        }
    }
}

fn vellum(names: &Names, items: &[Item], attributes: &TypeAttributes, type_docs: &str) -> TokenStream {
    let (ident, view, edit) = (&names.ident, &names.view, &names.edit);
    let name = attributes.rename.clone().unwrap_or_else(|| ident.to_string());
    let frozen = attributes.frozen;
    let width = match attributes.width {
        Some(2) => quote!(Two),
        Some(4) => quote!(Four),
        _ => quote!(One),
    };
    let ordered = in_order(items);
    let heap_lens = ordered.iter().map(|item| {
        let (Item { ty, default, .. }, reference) = (item, names.reference(item));
        quote!(.saturating_add(<#ty as ::vellum::Value>::heap_len::<__W>(#reference, &#default, false, levels)))
    });
    let writes = ordered.iter().map(|item| {
        let (Item { ty, default, index, .. }, reference) = (item, names.reference(item));
        quote! {
            <#ty as ::vellum::Value>::write::<__W>(
                #reference,
                record,
                const { &#view::__PLACES[#index] },
                &#default,
                false,
                heap,
            )?;
        }
    });
    let are_default = items.iter().map(|item| {
        let (Item { ty, default, .. }, reference) = (item, names.reference(item));
        quote!(&& <#ty as ::vellum::Value>::is_default(#reference, &#default))
    });
    let decodes = items.iter().map(|Item { ident, ty, default, index, name, .. }| {
        quote! {
            #ident: ::vellum::__private::in_field(
                <#ty as ::vellum::Value>::decode(record, const { &#view::__PLACES[#index] }, #default, decoder),
                #name,
            )?
        }
    });
    let key = key::description(&attributes.key);
    let descriptions = items.iter().map(|Item { ty, default, name, docs, since, is_default_declared, .. }| {
        let default = if *is_default_declared {
            quote!(::core::option::Option::Some(::vellum::__private::DefaultDescription::from(#default)))
        } else {
            quote!(::core::option::Option::None)
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
        impl ::vellum::Vellum for #ident {
            type View<'a> = #view<'a>;
            type Edit<'a, __S: ::vellum::Storage + 'a> = #edit<'a, ::vellum::Session<__S>>;
            const ENDS: &'static [::vellum::__private::Size] = &#view::__ENDS;
            const FROZEN: bool = #frozen;
            const MIN_WIDTH: ::vellum::PointerWidth = ::vellum::PointerWidth::#width;

            fn schema() -> &'static ::vellum::Schema {
                static SCHEMA: ::vellum::__private::SchemaCell = ::vellum::__private::SchemaCell::new();
                SCHEMA.get::<Self>()
            }

            #[inline]
            fn view(bytes: &[u8]) -> ::vellum::Result<#view<'_>> {
                ::vellum::__private::RecordBytes::root::<Self>(bytes).map(#view)
            }

            #[inline]
            fn edit<__S: ::vellum::Storage + ?Sized>(
                storage: &mut __S,
            ) -> ::vellum::Result<#edit<'_, ::vellum::Session<&mut __S>>> {
                let session = ::vellum::Session::open::<Self>(storage)?;
                let link = ::vellum::__private::Link::root(&session);
                ::core::result::Result::Ok(#edit { session, link })
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
                ::core::result::Result::Ok(Self { #(#decodes),* })
            }

            fn describe_struct(describer: &mut ::vellum::__private::Describer) -> ::vellum::__private::Described {
                let described = describer.structure(
                    ::core::any::type_name::<#ident>(),
                    #name,
                    #type_docs,
                    #frozen,
                    |describer| ::vellum::__private::Vec::from([#(#descriptions),*]),
                );
                #key
                described
            }
        }

        impl<'a> ::core::convert::TryFrom<#view<'a>> for #ident {
            type Error = ::vellum::Error;

            fn try_from(view: #view<'a>) -> ::vellum::Result<Self> {
                view.0.decode::<Self>()
            }
        }
    }
}

fn view(names: &Names, items: &[Item]) -> TokenStream {
    let Names { ident, vis, view, .. } = names;
    let doc = format!("A [`{ident}`] in a buffer: every getter checks and reads one field, without decoding the rest.");
    let getters = items.iter().map(|Item { ident, name, docs, ty, default, index, .. }| {
        let doc = if docs.is_empty() { format!("Reads `{name}`.") } else { docs.clone() };
        quote! {
            #[doc = #doc]
            ///
            /// # Errors
            /// If the bytes of the field are invalid.
            #[inline]
            pub fn #ident(&self) -> ::vellum::Result<<#ty as ::vellum::Value>::Get<'a>> {
                self.0.field::<#ty>(const { &Self::__PLACES[#index] }, #default, #name)
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy)]
        #[allow(dead_code)]
        #vis struct #view<'a>(::vellum::__private::RecordBytes<'a>);

        #[allow(dead_code)]
        impl<'a> #view<'a> {
            #(#getters)*
        }

        impl ::core::fmt::Debug for #view<'_> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                self.0.debug::<#ident>(f)
            }
        }

        impl<'a> ::core::cmp::PartialEq<#view<'a>> for #view<'_> {
            fn eq(&self, other: &#view<'a>) -> bool {
                self.0.equals::<#ident>(&other.0)
            }
        }
    }
}

fn edit(names: &Names, items: &[Item]) -> TokenStream {
    let Names { ident, vis, view, edit, .. } = names;
    let doc = format!("An edit cursor on a [`{ident}`]: changes single fields in the buffer.");
    let methods = items.iter().map(|Item { ident, name, docs, ty, default, index, .. }| {
        let unraw = ident.to_string().trim_start_matches("r#").to_owned();
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
            #[inline]
            pub fn #ident(&mut self) -> <#ty as ::vellum::Value>::FieldCursor<'_, __B::Storage> {
                <#ty as ::vellum::Value>::field_cursor(
                    self.session.session_mut(),
                    &self.link,
                    ::vellum::__private::Step::Field(#index),
                    const { &#view::__PLACES[#index] },
                    #default,
                )
            }

            #[doc = #take_doc]
            ///
            /// # Errors
            /// If what is there is invalid, or holds data of a newer schema revision; the buffer is then unchanged.
            pub fn #take(&mut self) -> ::vellum::Result<#ty> {
                let session = self.session.session_mut();
                let target = self.link.field(session, ::vellum::__private::Step::Field(#index))?;
                ::vellum::__private::in_field(
                    session.take::<#ty>(&target, const { &#view::__PLACES[#index] }, #default),
                    #name,
                )
            }

            #[doc = #clear_doc]
            ///
            /// # Errors
            /// If what is there is invalid, or holds data of a newer schema revision; the buffer is then unchanged.
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
            #[inline]
            pub fn #set(&mut self, value: <#ty as ::vellum::Value>::Set<'_>) -> ::vellum::Result<()> {
                let session = self.session.session_mut();
                let target = self.link.field(session, ::vellum::__private::Step::Field(#index))?;
                ::vellum::__private::in_field(
                    <#ty as ::vellum::Value>::set(
                        session,
                        target,
                        const { &#view::__PLACES[#index] },
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
        #vis struct #edit<'a, __B> {
            session: __B,
            link: ::vellum::__private::Link<'a>,
        }

        #[allow(dead_code)]
        impl<'a, __B: ::vellum::AsSession> #edit<'a, __B> {
            #[doc(hidden)]
            #[inline]
            #vis fn __new(session: __B, link: ::vellum::__private::Link<'a>) -> Self {
                Self { session, link }
            }

            #(#methods)*
        }
    }
}
