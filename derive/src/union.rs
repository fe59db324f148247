//! Enums whose variants have payloads: stored as a tag and a payload.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{DataEnum, DeriveInput, Error, Fields, FieldsUnnamed, Ident, Result, Type, Variant};

use crate::attributes::{FieldAttributes, TypeAttributes, docs};
use crate::enumeration::{check_other, refuse_struct_attributes};
use crate::generics::Parameters;
use crate::rename::{Name, check_distinct, snake, unraw};
use crate::structure::{self, Item, Names};
use crate::types;

/// A variant with what stands for it in the generated code.
struct Case {
    ident: Ident,
    /// The name of its methods.
    method: String,
    name: String,
    docs: String,
    tag: Literal,
    payload: Option<Payload>,
    /// The variant's fields as a pattern, and as they are decoded.
    pattern: TokenStream,
    unpack: TokenStream,
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

/// The whole enum.
struct Union<'i> {
    input: &'i DeriveInput,
    parameters: Parameters,
    attributes: TypeAttributes,
    cases: Vec<Case>,
    /// The variant that stands for those unknown.
    other: Option<Ident>,
}

pub fn expand(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    let attributes = TypeAttributes::of_enum(&input.attrs)?;
    if data.variants.len() > 255 {
        return Err(Error::new_spanned(&input.ident, "an enum with payloads has at most 255 variants"));
    }
    let stored = stored(data)?;
    let stored: Vec<&Type> = stored.iter().collect();
    let parameters = Parameters::new(input, &stored, attributes.bound.as_deref());
    let mut union = Union { input, parameters, attributes, cases: Vec::new(), other: None };
    let mut names = Vec::new();
    for variant in &data.variants {
        if let Some((_, number)) = &variant.discriminant {
            return Err(Error::new_spanned(
                number,
                "the variants of an enum with payloads are numbered in their order",
            ));
        }
        let attributes = FieldAttributes::of_variant(&variant.attrs)?;
        if !matches!(variant.fields, Fields::Named(_)) {
            refuse_struct_attributes(variant)?;
        }
        if let Some(span) = attributes.other {
            check_other(span, &union.attributes, union.other.is_some(), union.cases.is_empty())?;
            if !matches!(variant.fields, Fields::Unit) {
                let why = "nothing is known of the payload of an unknown variant, so what stands for it has none";
                return Err(Error::new_spanned(&variant.fields, why));
            }
            union.other = Some(variant.ident.clone());
            continue;
        }
        let name = Name::of_variant(attributes.rename, &variant.ident, union.attributes.rename_all);
        let case = case(&union, variant, name.text.clone())?;
        union.cases.push(case);
        names.push(name);
    }
    check_distinct(names.iter(), "variant")?;
    let value_impl = value_impl(&union);
    let view = view(&union);
    let edit = edit(&union);
    let definitions = union.cases.iter().filter_map(|case| case.payload.as_ref()).map(|payload| &payload.definitions);
    Ok(quote!(#(#definitions)* #value_impl #view #edit))
}

/// The types that the variants store.
fn stored(data: &DataEnum) -> Result<Vec<Type>> {
    let mut types = Vec::new();
    for field in data.variants.iter().flat_map(|variant| &variant.fields) {
        let attributes = match field.ident {
            Some(_) => FieldAttributes::of(&field.attrs)?,
            None => FieldAttributes::of_positional(&field.attrs)?,
        };
        if !attributes.skip && !types::is_phantom(&field.ty) {
            types.push(attributes.with.unwrap_or_else(|| field.ty.clone()));
        }
    }
    Ok(types)
}

fn case(union: &Union<'_>, variant: &Variant, name: String) -> Result<Case> {
    let ident = variant.ident.clone();
    let payload = match &variant.fields {
        Fields::Unit => None,
        Fields::Unnamed(fields) if fields.unnamed.is_empty() => {
            return Err(Error::new_spanned(fields, "a variant has fields, or no parentheses"));
        }
        Fields::Unnamed(fields) => positional(fields)?,
        Fields::Named(_) => Some(named(union, variant)?),
    };
    Ok(Case {
        method: snake(&unraw(&ident)),
        name,
        docs: docs(&variant.attrs),
        tag: Literal::u8_unsuffixed(u8::try_from(union.cases.len()).unwrap_or(u8::MAX)),
        pattern: match (&payload, &variant.fields) {
            (Some(payload), _) => payload.pattern.clone(),
            (None, Fields::Unit) => TokenStream::new(),
            (None, _) => quote!((..)),
        },
        unpack: match (&payload, &variant.fields) {
            (Some(payload), _) => payload.unpack.clone(),
            (None, Fields::Unnamed(fields)) => {
                let types = fields.unnamed.iter().map(|field| &field.ty);
                quote!((#(<#types as ::core::default::Default>::default()),*))
            }
            (None, _) => TokenStream::new(),
        },
        ident,
        payload,
    })
}

/// A variant with fields without names: they are its only payload, or the tuple of them.
fn positional(fields: &FieldsUnnamed) -> Result<Option<Payload>> {
    let (mut types, mut bound, mut sets) = (Vec::new(), Vec::new(), Vec::new());
    let (mut patterns, mut owned): (Vec<TokenStream>, Vec<(TokenStream, Option<Type>)>) = (Vec::new(), Vec::new());
    for (index, field) in fields.unnamed.iter().enumerate() {
        let attributes = FieldAttributes::of_positional(&field.attrs)?;
        let field_ty = &field.ty;
        if attributes.skip || types::is_phantom(field_ty) {
            patterns.push(quote!(_));
            owned.push((quote!(<#field_ty as ::core::default::Default>::default()), None));
            continue;
        }
        let part = format_ident!("part_{index}");
        patterns.push(quote!(#part));
        let ty = attributes.with.clone().unwrap_or_else(|| field_ty.clone());
        types::check(&ty)?;
        if attributes.with.is_some() {
            let converted = quote!(<#ty as ::core::convert::From<&#field_ty>>::from(#part));
            sets.push(quote!(<#ty as ::vellum::Value>::as_set(&#converted)));
            owned.push((TokenStream::new(), Some(field_ty.clone())));
        } else {
            sets.push(quote!(<#ty as ::vellum::Value>::as_set(#part)));
            owned.push((TokenStream::new(), None));
        }
        bound.push(part);
        types.push(ty);
    }
    if types.is_empty() {
        return Ok(None);
    }
    // The parts of a decoded payload, in the order of the fields.
    let is_tuple = types.len() > 1;
    let mut index = 0;
    let mut unpacked = Vec::new();
    for (default, with) in owned {
        if !default.is_empty() {
            unpacked.push(default);
            continue;
        }
        let (part, ty) = (Literal::usize_unsuffixed(index), types.get(index));
        let part = if is_tuple { quote!(payload.#part) } else { quote!(payload) };
        index += 1;
        unpacked.push(match with {
            Some(with) => quote!(<#ty as ::core::convert::Into<#with>>::into(#part)),
            None => part,
        });
    }
    let numbers: Vec<Literal> = (0..types.len()).map(Literal::usize_unsuffixed).collect();
    Ok(Some(Payload {
        pattern: quote!((#(#patterns),*)),
        unpack: quote!((#(#unpacked),*)),
        held: quote!((#(<#types as ::vellum::Value>::Get<'a>),*)),
        set: if is_tuple { quote!((#(#sets,)*)) } else { quote!(#(#sets)*) },
        ty: if is_tuple { quote!((#(#types,)*)) } else { quote!(#(#types)*) },
        hold: if is_tuple { quote!((#(payload.#numbers),*)) } else { quote!((payload)) },
        definitions: TokenStream::new(),
    }))
}

/// A variant with named fields: they are those of a struct with a name of its own.
fn named(union: &Union<'_>, variant: &Variant) -> Result<Payload> {
    let (vis, of) = (&union.input.vis, &union.input.ident);
    let ident = format_ident!("{of}{}", unraw(&variant.ident));
    let set = format_ident!("{ident}Set");
    let attributes = TypeAttributes::of_variant(&variant.attrs)?;
    let items = structure::items(&variant.fields, &attributes)?;
    let skipped = structure::skipped(&variant.fields)?;
    let (fields, types): (Vec<&Ident>, Vec<&Type>) = items.iter().map(|Item { ident, ty, .. }| (ident, ty)).unzip();
    let parameters = union.parameters.restricted(&types);
    let (params, args, wheres) = parameters.tokens();
    let names = Names::new(&ident, vis, parameters, Some(set.clone()));
    let struct_tokens = structure::tokens(&names, &items, &[], &attributes, &docs(&variant.attrs));
    let field_docs: Vec<String> = items.iter().map(|item| format!("`{}`", item.name)).collect();
    let doc = format!("The fields of [`{of}::{}`].", variant.ident);
    let set_doc = format!("What the fields of [`{of}::{}`] are set to.", variant.ident);
    let view = &names.view;
    let sets = items.iter().map(|item| (&item.ident, item.set(&item.ident.to_token_stream())));
    let sets = sets.map(|(field, set)| quote!(#field: #set));
    let owned = items.iter().map(|item| (&item.ident, item));
    let owned = owned.map(|(field, item)| (field, item.owned(&quote!(payload.#field))));
    let owned = owned.map(|(field, value)| quote!(#field: #value));
    let defaults = skipped.iter().map(|(field, ty)| quote!(#field: <#ty as ::core::default::Default>::default()));
    // Parameters of no field of the struct cannot be declared there; a type that is set outlives its reference.
    let outlives = types.iter().map(|ty| quote!(#ty: 'a));
    let outlives = if params.is_empty() { TokenStream::new() } else { quote!(#(#outlives,)*) };
    Ok(Payload {
        ty: quote!(#ident<#args>),
        pattern: quote!({ #(#fields,)* .. }),
        set: quote!(#set { #(#sets),* }),
        unpack: quote!({ #(#owned,)* #(#defaults,)* }),
        held: quote!((#view<'a, #args>)),
        hold: quote!((payload)),
        definitions: quote! {
            #[doc = #doc]
            #[allow(dead_code)]
            #vis struct #ident<#params> where #wheres { #(#[doc = #field_docs] pub #fields: #types),* }

            #[doc = #set_doc]
            #[allow(dead_code)]
            #vis struct #set<'a, #params> where #wheres #outlives {
                #(#[doc = #field_docs] pub #fields: <#types as ::vellum::Value>::Set<'a>),*
            }

            #struct_tokens
        },
    })
}

fn value_impl(union: &Union<'_>) -> TokenStream {
    let (ident, cases, open) = (&union.input.ident, &union.cases, union.attributes.open);
    let docs = docs(&union.input.attrs);
    let bind_name = union.parameters.name(&union.attributes.rename.clone().unwrap_or_else(|| unraw(ident)));
    let (params, args, wheres) = union.parameters.tokens();
    let (view, edit) = (format_ident!("{ident}View"), format_ident!("{ident}Edit"));
    let other = union.other.as_ref();
    // What an unknown variant is where it is decoded, and where it cannot be written.
    let unknown = union.unknown(&quote!(Self));
    let unwritable = |body: TokenStream| other.map(|other| quote!(Self::#other => #body,));
    let unwritable_err = unwritable(quote!(::core::result::Result::Err(::vellum::__private::union::unwritable())));
    let unwritable_len = unwritable(quote!(::vellum::__private::union::UNWRITABLE));
    let unwritable_tag = unwritable(quote!(0xFF));
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
                    let (pattern, body) = (&case.pattern, without(case));
                    quote!(Self::#variant #pattern => #body,)
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
            None => {
                let pattern = &case.pattern;
                quote!(Self::#variant #pattern => true,)
            }
        }
    });
    let only = (cases.len() > 1 || other.is_some()).then(|| quote!(_ => false,));
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
        let arms = cases.iter().map(|Case { ident, tag, payload, unpack, .. }| match payload {
            Some(Payload { ty, unpack, .. }) if packed => quote!(#tag => {
                let payload = <#ty as ::vellum::Value>::decode_element(element, decoder)?;
                Self::#ident #unpack
            }),
            Some(Payload { ty, unpack, .. }) => quote!(#tag => {
                let payload = ::vellum::__private::union::decode::<#ty, __W>(record, place, decoder)?;
                Self::#ident #unpack
            }),
            None => quote!(#tag => Self::#ident #unpack,),
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
        #[allow(unused_variables, deprecated)]
        impl<#params> ::vellum::Value for #ident<#args> where #wheres {
            const BITS: u32 = 0;
            const SLOT: ::vellum::__private::Size = ::vellum::__private::Size::UNION;
            const PACKS: bool = true;
            type Default = ();
            const DEFAULT: () = ();
            type Get<'a> = #view<'a, #args>;
            type GetList<'a> = ::vellum::List<'a, Self>;
            type Set<'a> = &'a Self where Self: 'a;
            type Cursor<'a, __S: ::vellum::Storage + 'a> = #edit<'a, #args __S>;
            type FieldCursor<'a, __S: ::vellum::Storage + 'a> = #edit<'a, #args __S>;

            fn describe(describer: &mut ::vellum::__private::Describer) -> ::vellum::__private::Described {
                #bind_name
                describer.union(
                    ::core::any::type_name::<Self>(),
                    name,
                    #docs,
                    #open,
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
                match *value { #heap_lens #unwritable_len }
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
                match *value { #writes #unwritable_err }
            }

            #[inline]
            fn get<'a>(
                record: &::vellum::__private::RecordBytes<'a>,
                place: &::vellum::__private::Place,
                (): (),
            ) -> ::vellum::Result<#view<'a, #args>> {
                ::core::result::Result::Ok(#view::__new(*record, *place, ::core::option::Option::None))
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
                    tag => #unknown,
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
            ) -> ::vellum::Result<#edit<'a, #args __S>> {
                let cursor = ::vellum::__private::union::Cursor::new(session, target, *place);
                ::core::result::Result::Ok(#edit::__new(session, cursor))
            }

            #[inline]
            fn field_cursor<'a, __S: ::vellum::Storage>(
                session: &'a mut ::vellum::Session<__S>,
                link: &'a ::vellum::__private::Link<'a>,
                step: ::vellum::__private::Step,
                place: &::vellum::__private::Place,
                (): (),
            ) -> #edit<'a, #args __S> {
                let cursor = ::vellum::__private::union::Cursor::of_field(session, link, step, *place);
                #edit::__new(session, cursor)
            }

            #[inline]
            fn tag_of(value: &&Self) -> u8 {
                match *value { #(#tags)* #unwritable_tag }
            }

            fn packed(tag: u8) -> ::core::option::Option<::vellum::__private::Packed> {
                ::core::option::Option::Some(match tag {
                    #packed
                    _ => return ::core::option::Option::None,
                })
            }

            fn packed_heap_len<__W: ::vellum::__private::StaticWidth>(value: &&Self, levels: u32) -> u64 {
                match *value { #packed_lens #unwritable_len }
            }

            fn write_packed<__W: ::vellum::__private::StaticWidth>(
                value: &&Self,
                element: &mut [u8],
                heap: &mut ::vellum::__private::Heap<'_, __W>,
            ) -> ::vellum::Result<()> {
                match *value { #packed_writes #unwritable_err }
            }

            #[inline]
            fn get_packed<'a>(
                element: &::vellum::__private::RecordBytes<'a>,
                tag: u8,
            ) -> ::vellum::Result<#view<'a, #args>> {
                let place = ::vellum::__private::Place::default();
                ::core::result::Result::Ok(#view::__new(*element, place, ::core::option::Option::Some(tag)))
            }

            fn decode_packed<__W: ::vellum::__private::Width>(
                element: &[u8],
                tag: u8,
                decoder: &mut ::vellum::__private::Decoder<'_, __W>,
            ) -> ::vellum::Result<Self> {
                ::core::result::Result::Ok(match tag {
                    #packed_decodes
                    tag => #unknown,
                })
            }

            fn set_packed<__S: ::vellum::Storage>(
                session: &mut ::vellum::Session<__S>,
                target: ::vellum::__private::Target<'_>,
                value: &&Self,
            ) -> ::vellum::Result<()> {
                match *value { #packed_sets #unwritable_err }
            }

            #[inline]
            fn cursor_packed<'a, __S: ::vellum::Storage>(
                session: &'a mut ::vellum::Session<__S>,
                target: ::vellum::__private::Target<'a>,
                tag: u8,
            ) -> ::vellum::Result<#edit<'a, #args __S>> {
                let cursor = ::vellum::__private::union::Cursor::packed(session, target, tag);
                ::core::result::Result::Ok(#edit::__new(session, cursor))
            }

            #[inline(always)]
            fn get_list(list: ::vellum::List<'_, Self>) -> ::vellum::List<'_, Self> {
                list
            }
        }
    }
}

impl Union<'_> {
    /// What is made of the tag of an unknown variant.
    fn unknown(&self, ty: &TokenStream) -> TokenStream {
        match &self.other {
            Some(other) => quote!(#ty::#other),
            None => quote!(return ::core::result::Result::Err(::vellum::__private::union::unknown(tag))),
        }
    }
}

/// The view of the enum, and the enum it gives.
fn view(union: &Union<'_>) -> TokenStream {
    let (ident, vis, cases) = (&union.input.ident, &union.input.vis, &union.cases);
    let (params, args, wheres) = union.parameters.tokens();
    let cell = union.parameters.cell();
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
    let unknown = union.unknown(&given.to_token_stream());
    let other = union.other.as_ref().map(|other| quote!(#[doc = "A variant that is not known."] #other,));
    let types: Vec<TokenStream> = cases.iter().filter_map(|case| Some(case.payload.as_ref()?.ty.clone())).collect();
    let is_marked = types.is_empty() || !union.parameters.are_mentioned(&types);
    let marker = is_marked.then(|| {
        let doc = "No value: it names the parameters of the type.";
        let marker = quote!(::core::marker::PhantomData<fn(&'a ()) -> #ident<#args>>);
        quote!(#[doc(hidden)] #[doc = #doc] __Marker(::core::convert::Infallible, #marker),)
    });
    let doc = format!("A [`{ident}`] in a buffer; `get` gives its variant with what it holds, to match on.");
    let given_doc = format!("A [`{ident}`] as it is read in a buffer.");
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #view<'a, #params> where #wheres {
            record: ::vellum::__private::RecordBytes<'a>,
            place: ::vellum::__private::Place,
            /// The variant of an element of a packed list.
            packed: ::core::option::Option<u8>,
            marker: ::core::marker::PhantomData<fn() -> #ident<#args>>,
        }

        #[automatically_derived]
        impl<#params> ::core::clone::Clone for #view<'_, #args> where #wheres {
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl<#params> ::core::marker::Copy for #view<'_, #args> where #wheres {}

        #[doc = #given_doc]
        #[allow(dead_code)]
        #vis enum #given<'a, #params> where #wheres {
            #(#variants,)*
            #other
            #marker
        }

        #[allow(dead_code)]
        impl<'a, #params> #view<'a, #args> where #wheres {
            #[doc(hidden)]
            #[inline(always)]
            #vis fn __new(
                record: ::vellum::__private::RecordBytes<'a>,
                place: ::vellum::__private::Place,
                packed: ::core::option::Option<u8>,
            ) -> Self {
                Self { record, place, packed, marker: ::core::marker::PhantomData }
            }

            /// The variant with what it holds.
            ///
            /// # Errors
            /// If the bytes are invalid.
            pub fn get(&self) -> ::vellum::Result<#given<'a, #args>> {
                ::core::result::Result::Ok(match self.packed {
                    ::core::option::Option::Some(tag) => match tag {
                        #packed
                        tag => #unknown,
                    },
                    ::core::option::Option::None => {
                        let shift = self.record.shift();
                        match ::vellum::__private::union::tag(self.record.bytes(), &self.place, shift) {
                            #in_slot
                            tag => #unknown,
                        }
                    }
                })
            }
        }

        impl<#params> ::core::fmt::Debug for #view<'_, #args> where #wheres {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                static SCHEMA: ::vellum::__private::#cell = ::vellum::__private::#cell::new();
                let schema = SCHEMA.of_value::<#ident<#args>>();
                ::vellum::__private::union::debug(&self.record, &self.place, self.packed.unwrap_or(0xFF), schema, f)
            }
        }
    }
}

fn edit(union: &Union<'_>) -> TokenStream {
    let (ident, vis, cases) = (&union.input.ident, &union.input.vis, &union.cases);
    let (params, args, wheres) = union.parameters.tokens();
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
            Some(Payload { ty, .. }) => {
                let (lifetime, outlives) = if union.parameters.borrows(&Type::Verbatim(ty.clone())) {
                    (quote!(<'v>), quote!(where #ty: 'v))
                } else {
                    (TokenStream::new(), TokenStream::new())
                };
                let v = if lifetime.is_empty() { quote!('_) } else { quote!('v) };
                quote! {
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
                pub fn #set #lifetime(&mut self, value: <#ty as ::vellum::Value>::Set<#v>) -> ::vellum::Result<()> #outlives {
                    if self.cursor.set_payload::<#ty, __S>(self.session, #tag, &value)? {
                        return ::core::result::Result::Ok(());
                    }
                    let target = self.cursor.target(self.session)?;
                    self.session.set_variant::<#ty>(&target, self.cursor.place(), #tag, &value)
                }
            }},
        }
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #edit<'a, #params __S> where #wheres {
            session: &'a mut ::vellum::Session<__S>,
            cursor: ::vellum::__private::union::Cursor<'a>,
            marker: ::core::marker::PhantomData<fn() -> #ident<#args>>,
        }

        #[allow(dead_code)]
        impl<'a, #params __S: ::vellum::Storage> #edit<'a, #args __S> where #wheres {
            #[doc(hidden)]
            #[inline(always)]
            #vis fn __new(
                session: &'a mut ::vellum::Session<__S>,
                cursor: ::vellum::__private::union::Cursor<'a>,
            ) -> Self {
                Self { session, cursor, marker: ::core::marker::PhantomData }
            }

            /// The variant with what it holds, to read.
            ///
            /// # Errors
            /// If the bytes are invalid.
            pub fn get(&self) -> ::vellum::Result<#given<'_, #args>> {
                let (record, packed) = self.cursor.record(self.session)?;
                let packed = ::core::option::Option::Some(packed).filter(|tag| *tag != 0xFF);
                #view::__new(record, *self.cursor.place(), packed).get()
            }

            /// Sets the whole value.
            ///
            /// # Errors
            /// If the storage cannot grow as far as needed, or what is there now is invalid; the buffer is then
            /// unchanged.
            pub fn set(&mut self, value: &#ident<#args>) -> ::vellum::Result<()> {
                let target = self.cursor.target(self.session)?;
                self.session.set_value::<#ident<#args>>(&target, self.cursor.place(), &value, (), true)
            }

            #(#methods)*
        }
    }
}
