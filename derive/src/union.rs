//! Enums whose variants have payloads: stored as a tag and a payload.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{DataEnum, DeriveInput, Error, Fields, Ident, Result, Type, Variant};

use crate::attributes::{FieldAttributes, TypeAttributes, docs};
use crate::structure::{self, Item, Names};

/// A variant with what stands for it in the generated code.
struct Case {
    ident: Ident,
    /// The name of its methods.
    method: String,
    name: String,
    docs: String,
    tag: Literal,
    payload: Option<Payload>,
}

struct Payload {
    /// The type that is stored.
    ty: TokenStream,
    /// The variant as a pattern, and what is written of what the pattern binds.
    pattern: TokenStream,
    set: TokenStream,
    /// Of a decoded `payload`, the fields of the variant.
    unpack: TokenStream,
    /// What the variant holds in the enum that a view gives, and how it is made of a `payload`.
    held: TokenStream,
    hold: TokenStream,
    /// The types that stand for the fields of the variant.
    definitions: TokenStream,
}

fn value(ty: &Type) -> TokenStream {
    quote!(<#ty as ::vellum::Value>)
}

pub fn expand(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    let attributes = TypeAttributes::of_enum(&input.attrs)?;
    let ident = &input.ident;
    let name = attributes.rename.clone().unwrap_or_else(|| ident.to_string());
    if data.variants.len() > 255 {
        return Err(Error::new_spanned(ident, "an enum with payloads has at most 255 variants"));
    }
    let cases = data.variants.iter().enumerate();
    let cases: Vec<Case> = cases.map(|(tag, variant)| case(input, variant, tag)).collect::<Result<_>>()?;
    let value_impl = value_impl(ident, &name, &docs(&input.attrs), &cases);
    let view = view(input, &cases);
    let edit = edit(input, &cases);
    let definitions = cases.iter().filter_map(|case| case.payload.as_ref()).map(|payload| &payload.definitions);
    Ok(quote!(#(#definitions)* #value_impl #view #edit))
}

fn snake(ident: &Ident) -> String {
    let mut name = String::new();
    for c in ident.to_string().trim_start_matches("r#").chars() {
        if c.is_uppercase() && !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        name.extend(c.to_lowercase());
    }
    name
}

fn case(input: &DeriveInput, variant: &Variant, tag: usize) -> Result<Case> {
    if let Some((_, number)) = &variant.discriminant {
        return Err(Error::new_spanned(number, "the variants of an enum with payloads are numbered in their order"));
    }
    let attributes = FieldAttributes::of_variant(&variant.attrs)?;
    let ident = variant.ident.clone();
    let payload = match &variant.fields {
        Fields::Unit => None,
        Fields::Unnamed(fields) if fields.unnamed.is_empty() => {
            return Err(Error::new_spanned(fields, "a variant has fields, or no parentheses"));
        }
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => fields.unnamed.first().map(|field| {
            let ty = &field.ty;
            let value = value(ty);
            Payload {
                ty: quote!(#ty),
                pattern: quote!((payload)),
                set: quote!(#value::as_set(payload)),
                unpack: quote!((payload)),
                held: quote!((#value::Get<'a>)),
                hold: quote!((payload)),
                definitions: TokenStream::new(),
            }
        }),
        Fields::Unnamed(fields) => {
            let types: Vec<&Type> = fields.unnamed.iter().map(|field| &field.ty).collect();
            let bound: Vec<Ident> = (0..types.len()).map(|index| format_ident!("part_{index}")).collect();
            let index: Vec<Literal> = (0..types.len()).map(Literal::usize_unsuffixed).collect();
            Some(Payload {
                ty: quote!((#(#types,)*)),
                pattern: quote!((#(#bound),*)),
                set: quote!((#(<#types as ::vellum::Value>::as_set(#bound),)*)),
                unpack: quote!((#(payload.#index),*)),
                held: quote!((#(<#types as ::vellum::Value>::Get<'a>),*)),
                hold: quote!((#(payload.#index),*)),
                definitions: TokenStream::new(),
            })
        }
        Fields::Named(_) => Some(named(input, variant)?),
    };
    Ok(Case {
        method: snake(&ident),
        name: attributes.rename.unwrap_or_else(|| ident.to_string()),
        docs: docs(&variant.attrs),
        tag: Literal::u8_unsuffixed(u8::try_from(tag).unwrap_or(u8::MAX)),
        ident,
        payload,
    })
}

/// A variant with named fields: they are those of a struct with a name of its own.
fn named(input: &DeriveInput, variant: &Variant) -> Result<Payload> {
    let (vis, generics) = (&input.vis, &input.ident);
    let ident = format_ident!("{generics}{}", variant.ident);
    let set = format_ident!("{ident}Set");
    let attributes = TypeAttributes::of_variant(&variant.attrs)?;
    let items = structure::items(&variant.fields, &attributes)?;
    let names = Names::new(&ident, vis, Some(set.clone()));
    let struct_tokens = structure::tokens(&names, &items, &attributes, &docs(&variant.attrs));
    let (fields, types): (Vec<&Ident>, Vec<&Type>) = items.iter().map(|Item { ident, ty, .. }| (ident, ty)).unzip();
    let field_docs: Vec<String> = items.iter().map(|item| format!("`{}`", item.name)).collect();
    let doc = format!("The fields of [`{generics}::{}`].", variant.ident);
    let set_doc = format!("What the fields of [`{generics}::{}`] are set to.", variant.ident);
    let view = &names.view;
    Ok(Payload {
        ty: quote!(#ident),
        pattern: quote!({ #(#fields),* }),
        set: quote!(#set { #(#fields: <#types as ::vellum::Value>::as_set(#fields)),* }),
        unpack: quote!({ #(#fields: payload.#fields),* }),
        held: quote!((#view<'a>)),
        hold: quote!((payload)),
        definitions: quote! {
            #[doc = #doc]
            #[allow(dead_code)]
            #vis struct #ident { #(#[doc = #field_docs] pub #fields: #types),* }

            #[doc = #set_doc]
            #[allow(dead_code)]
            #vis struct #set<'a> { #(#[doc = #field_docs] pub #fields: <#types as ::vellum::Value>::Set<'a>),* }

            #struct_tokens
        },
    })
}

fn value_impl(ident: &Ident, name: &str, docs: &str, cases: &[Case]) -> TokenStream {
    let (view, edit) = (format_ident!("{ident}View"), format_ident!("{ident}Edit"));
    // One arm for each variant with a payload, and one without.
    let arms = |with: &dyn Fn(&Case, &Payload) -> TokenStream, without: &dyn Fn(&Case) -> TokenStream| {
        let arms = cases.iter().map(|case| {
            let variant = &case.ident;
            match &case.payload {
                Some(payload) => {
                    let (pattern, body) = (&payload.pattern, with(case, payload));
                    quote!(Self::#variant #pattern => #body,)
                }
                None => {
                    let body = without(case);
                    quote!(Self::#variant => #body,)
                }
            }
        });
        arms.collect::<TokenStream>()
    };
    let by_tag = |with: &dyn Fn(&Payload) -> TokenStream, without: &TokenStream| {
        let arms = cases.iter().map(|Case { tag, payload, .. }| {
            let body = payload.as_ref().map_or_else(|| without.clone(), with);
            quote!(#tag => #body,)
        });
        arms.collect::<TokenStream>()
    };
    let tags = cases.iter().map(|Case { ident, tag, .. }| quote!(Self::#ident { .. } => #tag,));
    let first = cases.first().map(|case| {
        let variant = &case.ident;
        match &case.payload {
            Some(Payload { pattern, ty, set, .. }) => quote! {
                Self::#variant #pattern => <#ty as ::vellum::Value>::is_default(&#set, &<#ty as ::vellum::Value>::DEFAULT),
            },
            None => quote!(Self::#variant => true,),
        }
    });
    let only = (cases.len() > 1).then(|| quote!(_ => false,));
    let heap_lens = arms(
        &|_, Payload { ty, set, .. }| quote!(::vellum::__private::union::heap_len::<#ty, __W>(&#set, levels)),
        &|_| quote!(0),
    );
    let writes = arms(
        &|_, Payload { ty, set, .. }| quote!(::vellum::__private::union::write::<#ty, __W>(&#set, record, place, heap)),
        &|_| quote!(::core::result::Result::Ok(())),
    );
    let packed_lens = arms(
        &|_, Payload { ty, set, .. }| quote!(<#ty as ::vellum::Value>::element_heap_len::<__W>(&#set, levels)),
        &|_| quote!(0),
    );
    let packed_writes = arms(
        &|_, Payload { ty, set, .. }| quote!(<#ty as ::vellum::Value>::write_element::<__W>(&#set, element, heap)),
        &|_| quote!(::core::result::Result::Ok(())),
    );
    let packed_sets = arms(
        &|_, Payload { ty, set, .. }| quote!(<#ty as ::vellum::Value>::set_element(session, target, &#set)),
        &|_| quote!(::core::result::Result::Ok(())),
    );
    let packed = by_tag(
        &|Payload { ty, .. }| quote!(::vellum::__private::union::packed::<#ty>()),
        &quote!(::vellum::__private::union::packed_unit()),
    );
    let decode = |packed: bool| {
        let arms = cases.iter().map(|Case { ident, tag, payload, .. }| match payload {
            Some(Payload { ty, unpack, .. }) if packed => quote!(#tag => {
                let payload = <#ty as ::vellum::Value>::decode_element(element, decoder)?;
                Self::#ident #unpack
            }),
            Some(Payload { ty, unpack, .. }) => quote!(#tag => {
                let payload = ::vellum::__private::union::decode::<#ty, __W>(record, place, decoder)?;
                Self::#ident #unpack
            }),
            None => quote!(#tag => Self::#ident,),
        });
        arms.collect::<TokenStream>()
    };
    let (decodes, packed_decodes) = (decode(false), decode(true));
    let descriptions = cases.iter().map(|Case { name, docs, payload, .. }| {
        let ty = match payload {
            Some(Payload { ty, .. }) => {
                quote!(::core::option::Option::Some(<#ty as ::vellum::Value>::describe(describer)))
            }
            None => quote!(::core::option::Option::None),
        };
        quote!(::vellum::__private::VariantDescription { name: #name, docs: #docs, ty: #ty })
    });
    quote! {
        #[allow(unused_variables)]
        impl ::vellum::Value for #ident {
            const BITS: u32 = 0;
            const SLOT: ::vellum::__private::Size = ::vellum::__private::Size::UNION;
            const PACKS: bool = true;
            const SORTABLE: bool = false;
            type Default = ();
            const DEFAULT: () = ();
            type Get<'a> = #view<'a>;
            type GetList<'a> = ::vellum::List<'a, Self>;
            type Set<'a> = &'a Self;
            type Cursor<'a, __S: ::vellum::Storage + 'a> = #edit<'a, __S>;
            type FieldCursor<'a, __S: ::vellum::Storage + 'a> = #edit<'a, __S>;

            fn describe(describer: &mut ::vellum::__private::Describer) -> ::vellum::__private::Described {
                describer.union(
                    ::core::any::type_name::<Self>(),
                    #name,
                    #docs,
                    |describer| ::vellum::__private::Vec::from([#(#descriptions),*]),
                )
            }

            #[inline(always)]
            fn as_set(&self) -> &Self {
                self
            }

            #[inline]
            fn is_default(value: &&Self, (): &()) -> bool {
                match *value { #first #only }
            }

            #[inline]
            fn heap_len<__W: ::vellum::__private::StaticWidth>(value: &&Self, (): &(), _: bool, levels: u32) -> u64 {
                match *value { #heap_lens }
            }

            #[inline]
            fn write<__W: ::vellum::__private::StaticWidth>(
                value: &&Self,
                record: &mut [u8],
                place: &::vellum::__private::Place,
                (): &(),
                _: bool,
                heap: &mut ::vellum::__private::Heap<'_, __W>,
            ) -> ::vellum::Result<()> {
                let shift = ::vellum::__private::Width::shift(__W::WIDTH);
                ::vellum::__private::union::put_tag(record, place, shift, Self::tag_of(value))?;
                match *value { #writes }
            }

            #[inline]
            fn get<'a>(
                record: &::vellum::__private::RecordBytes<'a>,
                place: &::vellum::__private::Place,
                (): (),
            ) -> ::vellum::Result<#view<'a>> {
                ::core::result::Result::Ok(#view { record: *record, place: *place, packed: ::core::option::Option::None })
            }

            #[inline]
            fn decode<__W: ::vellum::__private::Width>(
                record: &[u8],
                place: &::vellum::__private::Place,
                (): (),
                decoder: &mut ::vellum::__private::Decoder<'_, __W>,
            ) -> ::vellum::Result<Self> {
                ::core::result::Result::Ok(match ::vellum::__private::union::tag(record, place, decoder.shift()) {
                    #decodes
                    tag => return ::core::result::Result::Err(::vellum::__private::union::unknown(tag)),
                })
            }

            #[inline]
            fn set<__S: ::vellum::Storage>(
                session: &mut ::vellum::Session<__S>,
                target: ::vellum::__private::Target<'_>,
                place: &::vellum::__private::Place,
                value: &&Self,
                (): (),
                keep: bool,
            ) -> ::vellum::Result<()> {
                session.set_value::<Self>(&target, place, value, (), keep)
            }

            #[inline]
            fn cursor<'a, __S: ::vellum::Storage>(
                session: &'a mut ::vellum::Session<__S>,
                target: ::vellum::__private::Target<'a>,
                place: &::vellum::__private::Place,
                (): (),
            ) -> ::vellum::Result<#edit<'a, __S>> {
                let cursor = ::vellum::__private::union::Cursor::new(session, target, *place);
                ::core::result::Result::Ok(#edit { session, cursor })
            }

            #[inline]
            fn field_cursor<'a, __S: ::vellum::Storage>(
                session: &'a mut ::vellum::Session<__S>,
                link: &'a ::vellum::__private::Link<'a>,
                step: ::vellum::__private::Step,
                place: &::vellum::__private::Place,
                (): (),
            ) -> #edit<'a, __S> {
                let cursor = ::vellum::__private::union::Cursor::of_field(session, link, step, *place);
                #edit { session, cursor }
            }

            #[inline]
            fn tag_of(value: &&Self) -> u8 {
                match *value { #(#tags)* }
            }

            fn packed(tag: u8) -> ::core::option::Option<::vellum::__private::Packed> {
                ::core::option::Option::Some(match tag {
                    #packed
                    _ => return ::core::option::Option::None,
                })
            }

            fn packed_heap_len<__W: ::vellum::__private::StaticWidth>(value: &&Self, levels: u32) -> u64 {
                match *value { #packed_lens }
            }

            fn write_packed<__W: ::vellum::__private::StaticWidth>(
                value: &&Self,
                element: &mut [u8],
                heap: &mut ::vellum::__private::Heap<'_, __W>,
            ) -> ::vellum::Result<()> {
                match *value { #packed_writes }
            }

            #[inline]
            fn get_packed<'a>(
                element: &::vellum::__private::RecordBytes<'a>,
                tag: u8,
            ) -> ::vellum::Result<#view<'a>> {
                let place = ::vellum::__private::Place::default();
                ::core::result::Result::Ok(#view { record: *element, place, packed: ::core::option::Option::Some(tag) })
            }

            fn decode_packed<__W: ::vellum::__private::Width>(
                element: &[u8],
                tag: u8,
                decoder: &mut ::vellum::__private::Decoder<'_, __W>,
            ) -> ::vellum::Result<Self> {
                ::core::result::Result::Ok(match tag {
                    #packed_decodes
                    tag => return ::core::result::Result::Err(::vellum::__private::union::unknown(tag)),
                })
            }

            fn set_packed<__S: ::vellum::Storage>(
                session: &mut ::vellum::Session<__S>,
                target: ::vellum::__private::Target<'_>,
                value: &&Self,
            ) -> ::vellum::Result<()> {
                match *value { #packed_sets }
            }

            #[inline]
            fn cursor_packed<'a, __S: ::vellum::Storage>(
                session: &'a mut ::vellum::Session<__S>,
                target: ::vellum::__private::Target<'a>,
                tag: u8,
            ) -> ::vellum::Result<#edit<'a, __S>> {
                let cursor = ::vellum::__private::union::Cursor::packed(session, target, tag);
                ::core::result::Result::Ok(#edit { session, cursor })
            }

            #[inline(always)]
            fn get_list(list: ::vellum::List<'_, Self>) -> ::vellum::List<'_, Self> {
                list
            }
        }
    }
}

/// The view of the enum, and the enum it gives.
fn view(input: &DeriveInput, cases: &[Case]) -> TokenStream {
    let (ident, vis) = (&input.ident, &input.vis);
    let (view, given) = (format_ident!("{ident}View"), format_ident!("{ident}Ref"));
    let variants = cases.iter().map(|Case { ident, docs, payload, .. }| {
        let held = payload.as_ref().map(|payload| &payload.held);
        quote!(#[doc = #docs] #ident #held)
    });
    let gets = |packed: bool| {
        let arms = cases.iter().map(|Case { ident, tag, payload, name, .. }| match payload {
            Some(Payload { ty, hold, .. }) => {
                let get = if packed {
                    quote!(::vellum::__private::union::get_packed::<#ty>(&self.record))
                } else {
                    quote!(::vellum::__private::union::get::<#ty>(&self.record, &self.place))
                };
                quote!(#tag => {
                    let payload = ::vellum::__private::in_field(#get, #name)?;
                    #given::#ident #hold
                })
            }
            None => quote!(#tag => #given::#ident,),
        });
        arms.collect::<TokenStream>()
    };
    let (in_slot, packed) = (gets(false), gets(true));
    let doc = format!("A [`{ident}`] in a buffer; `get` gives its variant with what it holds, to match on.");
    let given_doc = format!("A [`{ident}`] as it is read in a buffer.");
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy)]
        #[allow(dead_code)]
        #vis struct #view<'a> {
            record: ::vellum::__private::RecordBytes<'a>,
            place: ::vellum::__private::Place,
            /// The variant of an element of a packed list.
            packed: ::core::option::Option<u8>,
        }

        #[doc = #given_doc]
        #[allow(dead_code)]
        #vis enum #given<'a> {
            #(#variants,)*
        }

        #[allow(dead_code)]
        impl<'a> #view<'a> {
            /// The variant with what it holds.
            ///
            /// # Errors
            /// If the bytes are invalid.
            pub fn get(&self) -> ::vellum::Result<#given<'a>> {
                ::core::result::Result::Ok(match self.packed {
                    ::core::option::Option::Some(tag) => match tag {
                        #packed
                        tag => return ::core::result::Result::Err(::vellum::__private::union::unknown(tag)),
                    },
                    ::core::option::Option::None => {
                        let shift = self.record.shift();
                        match ::vellum::__private::union::tag(self.record.bytes(), &self.place, shift) {
                            #in_slot
                            tag => return ::core::result::Result::Err(::vellum::__private::union::unknown(tag)),
                        }
                    }
                })
            }
        }

        impl ::core::fmt::Debug for #view<'_> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                static SCHEMA: ::vellum::__private::SchemaCell = ::vellum::__private::SchemaCell::new();
                let schema = SCHEMA.of_value::<#ident>();
                ::vellum::__private::union::debug(&self.record, &self.place, self.packed.unwrap_or(0xFF), schema, f)
            }
        }
    }
}

fn edit(input: &DeriveInput, cases: &[Case]) -> TokenStream {
    let (ident, vis) = (&input.ident, &input.vis);
    let (view, edit, given) = (format_ident!("{ident}View"), format_ident!("{ident}Edit"), format_ident!("{ident}Ref"));
    let doc = format!("An edit cursor on a [`{ident}`].");
    let methods = cases.iter().map(|Case { ident: variant, method, tag, payload, .. }| {
        let (set, get) = (format_ident!("set_{method}"), format_ident!("as_{method}"));
        let set_doc = format!("Makes it [`{ident}::{variant}`].");
        let get_doc = format!("What it holds, to edit in place, if it is [`{ident}::{variant}`].");
        match payload {
            None => quote! {
                #[doc = #set_doc]
                ///
                /// # Errors
                /// If what is there now is invalid; the buffer is then unchanged.
                pub fn #set(&mut self) -> ::vellum::Result<()> {
                    let target = self.cursor.target(self.session)?;
                    self.session.set_unit(&target, self.cursor.place(), #tag)
                }
            },
            Some(Payload { ty, .. }) => quote! {
                #[doc = #get_doc]
                ///
                /// # Errors
                /// If the bytes are invalid.
                pub fn #get(
                    &mut self,
                ) -> ::vellum::Result<::core::option::Option<<#ty as ::vellum::Value>::Cursor<'_, __S>>> {
                    self.cursor.payload::<#ty, __S>(self.session, #tag)
                }

                #[doc = #set_doc]
                ///
                /// # Errors
                /// If the storage cannot grow as far as needed, or what is there now is invalid; the buffer is then
                /// unchanged.
                pub fn #set(&mut self, value: <#ty as ::vellum::Value>::Set<'_>) -> ::vellum::Result<()> {
                    if self.cursor.set_payload::<#ty, __S>(self.session, #tag, &value)? {
                        return ::core::result::Result::Ok(());
                    }
                    let target = self.cursor.target(self.session)?;
                    self.session.set_variant::<#ty>(&target, self.cursor.place(), #tag, &value)
                }
            },
        }
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #edit<'a, __S> {
            session: &'a mut ::vellum::Session<__S>,
            cursor: ::vellum::__private::union::Cursor<'a>,
        }

        #[allow(dead_code)]
        impl<'a, __S: ::vellum::Storage> #edit<'a, __S> {
            /// The variant with what it holds, to read.
            ///
            /// # Errors
            /// If the bytes are invalid.
            pub fn get(&self) -> ::vellum::Result<#given<'_>> {
                let (record, packed) = self.cursor.record(self.session)?;
                let packed = ::core::option::Option::Some(packed).filter(|tag| *tag != 0xFF);
                #view { record, place: *self.cursor.place(), packed }.get()
            }

            /// Sets the whole value.
            ///
            /// # Errors
            /// If the storage cannot grow as far as needed, or what is there now is invalid; the buffer is then
            /// unchanged.
            pub fn set(&mut self, value: &#ident) -> ::vellum::Result<()> {
                let target = self.cursor.target(self.session)?;
                self.session.set_value::<#ident>(&target, self.cursor.place(), &value, (), true)
            }

            #(#methods)*
        }
    }
}
