//! Enums whose variants have payloads: stored as a tag and a payload.

use std::rc::Rc;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{DataEnum, DeriveInput, Error, Fields, Ident, Result, Type};

use crate::about::About;
use crate::attributes::{FieldAttributes, TypeAttributes};
use crate::common;
use crate::docs::docs;
use crate::enumeration::{check_other, refuse_struct_attributes};
use crate::gate::Gates;
use crate::generics::{Parameters, is_mentioned};
use crate::prove_union;
use crate::rename::{Name, check_distinct};
use crate::types;
use crate::union_types::{edit, view};
use crate::upgrades;
use crate::variant::{Case, Payload, case, check_names, of_fields, stored};

/// The whole enum.
pub struct Union<'i> {
    pub input: &'i DeriveInput,
    pub parameters: Parameters,
    pub gates: Rc<Gates>,
    pub attributes: TypeAttributes,
    pub name: String,
    pub cases: Vec<Case>,
    /// The variant that stands for those unknown.
    pub other: Option<Ident>,
}

pub fn expand(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    let attributes = TypeAttributes::of_enum(&input.attrs)?;
    upgrades::check(&attributes.upgrades, &input.generics)?;
    if data.variants.len() > 240 {
        return Err(Error::new_spanned(&input.ident, "an enum with payloads has at most 240 variants"));
    }
    let stored = stored(data)?;
    let stored: Vec<&Type> = stored.iter().collect();
    let parameters = Parameters::new(input, &stored, attributes.bound.as_deref());
    let name = attributes.name(&input.ident)?;
    let mut union = Union {
        input,
        parameters,
        gates: Rc::new(Gates::new(&input.ident)),
        attributes,
        name,
        cases: Vec::new(),
        other: None,
    };
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
        if union.cases.is_empty() {
            let why = "the default of an enum is its first variant, and this one would hold the enum again; put a variant that ends first";
            let of = of_fields(&variant.fields)?;
            of.iter().try_for_each(|ty| types::check_default_ends(ty, &input.ident, why))?;
        }
        let name = Name::of_variant(attributes.rename, &variant.ident, union.attributes.rename_all);
        let case = case(&union, variant, name.text.clone())?;
        union.cases.push(case);
        names.push(name);
    }
    check_distinct(names.iter(), "variant")?;
    check_names(&union)?;
    union.name_parameters();
    let value_impl = value_impl(&union);
    let view = view(&union);
    let edit = edit(&union);
    let common: TokenStream = common::all(&union, data)?.iter().map(|common| common.tokens(&union)).collect();
    let definitions = union.cases.iter().filter_map(|case| case.payload.as_ref()).map(|payload| &payload.definitions);
    let gates = union.gates.tokens();
    let tokens = quote!(#gates #(#definitions)* #value_impl #view #edit #common);
    // In a module of their own, where the name is that of the other enum.
    Ok(match &union.attributes.remote {
        Some(remote) => quote! {
            mod remote {
                use #remote;
                #tokens
            }
            pub use self::remote::*;
        },
        None => tokens,
    })
}

impl Union<'_> {
    /// Gives the enums of views associated types, if they would not name their parameters
    /// otherwise, as they have to.
    fn name_parameters(&mut self) {
        let payloads = self.cases.iter().flat_map(|case| &case.payload);
        let held: TokenStream = payloads.map(|payload| payload.held.clone()).collect();
        if self.parameters.are_named(held) {
            return;
        }
        for payload in self.cases.iter_mut().flat_map(|case| &mut case.payload) {
            payload.held = payload.associated.clone();
        }
    }

    /// Whether the enum that a view gives holds what reads by `__R`.
    pub fn given_reads(&self) -> bool {
        let held = self.cases.iter().flat_map(|case| &case.payload).map(|payload| payload.held.clone());
        is_mentioned("__R", held.collect())
    }

    /// What is made of the tag of an unknown variant. No revision has one from `F0` on.
    fn unknown(&self, ty: &TokenStream) -> TokenStream {
        self.unknown_as(ty, &self.unknown_error())
    }

    /// The error for a tag that is of no variant.
    fn unknown_error(&self) -> TokenStream {
        let open = self.attributes.open;
        quote!(::vellum::__v::union::unknown::<#open>(__tag))
    }

    /// As [`Union::unknown`], with the error where it is none.
    pub fn unknown_as(&self, ty: &TokenStream, error: &TokenStream) -> TokenStream {
        let refused = quote!(return ::vellum::__v::Err(#error));
        match &self.other {
            Some(other) => quote!(if __tag >= 0xF0 { #refused } else { #ty::#other }),
            None => refused,
        }
    }
}

fn value_impl(union: &Union<'_>) -> TokenStream {
    let (ident, cases, open) = (&union.input.ident, &union.cases, union.attributes.open);
    let (docs, proof) = (docs(&union.input.attrs), prove_union::union(union));
    let upgrades = upgrades::tokens(&union.attributes.upgrades);
    let (params, args, wheres) = union.parameters.tokens();
    let decode_wheres = union.parameters.decode_wheres();
    let ([view, edit], given) = (union.attributes.cursor_names(ident), union.attributes.derived_name(ident, "Ref"));
    let proven = union.given_reads().then(|| quote!(::vellum::__v::Proven));
    let other = union.other.as_ref();
    // What an unknown variant is where it is decoded, and where it cannot be written.
    let unknown = union.unknown(&quote!(Self));
    let unwritable = |body: TokenStream| other.map(|other| quote!(Self::#other => #body,));
    let unwritable_err = unwritable(quote!(::vellum::__v::Err(::vellum::__v::union::unwritable())));
    let unwritable_len = unwritable(quote!(::vellum::__v::union::UNWRITABLE));
    let unwritable_tag = unwritable(quote!(0xFF));
    // One arm for each variant with a payload, and one without.
    let arms = |with: &dyn Fn(&Case, &Payload) -> TokenStream, without: &dyn Fn(&Case) -> TokenStream| {
        let arms = cases.iter().map(|case| {
            let (variant, pattern) = (&case.ident, &case.pattern);
            let body = match &case.payload {
                Some(payload) => with(case, payload),
                None => without(case),
            };
            quote!(Self::#variant #pattern => #body,)
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
            Some(Payload { pattern, value, set, gated: ty, .. }) => quote! {
                Self::#variant #pattern => #value::is_default(&#set, <#ty as ::vellum::Value>::DEFAULT),
            },
            None => {
                let pattern = &case.pattern;
                quote!(Self::#variant #pattern => true,)
            }
        }
    });
    let default_ends = types::default_ends(
        cases.first().and_then(|case| case.payload.as_ref()).map(|payload| (&payload.ty, &payload.gated)).into_iter(),
    );
    let only = (cases.len() > 1 || other.is_some()).then(|| quote!(_ => false,));
    let heap_lens = arms(
        &|_, Payload { gated: ty, set, .. }| quote!(::vellum::__v::union::heap_len::<#ty, __W>(&#set, __n)),
        &|_| quote!(0),
    );
    let checks = arms(
        &|case, Payload { value, set, .. }| {
            let name = &case.name;
            // A function of its own, which a conversion may end.
            quote!(::vellum::__v::in_field((|| #value::check(&#set, __n))(), #name))
        },
        &|_| quote!(::vellum::__v::Ok(())),
    );
    let writes = arms(
        &|_, Payload { gated: ty, set, .. }| quote!(::vellum::__v::union::write::<#ty, __W>(&#set, __r, __place, __h)),
        &|_| quote!(::vellum::__v::Ok(())),
    );
    let packed_lens =
        arms(&|_, Payload { gated: ty, set, .. }| quote!(::vellum::__v::element_len::<#ty, __W>(&#set, __n)), &|_| {
            quote!(0)
        });
    // A loop for each variant, so that nothing is decided for each element but that it has it.
    let written_elements = cases.iter().map(|case| {
        let Case { ident, tag, pattern, payload, .. } = case;
        let Some(Payload { gated: ty, value, set, .. }) = payload else {
            return quote!(#tag => ::vellum::__v::union::write_units(__values, __elements),);
        };
        let other = (cases.len() > 1 || other.is_some())
            .then(|| quote!(_ => ::vellum::__v::Err(::vellum::__v::union::mixed()),));
        quote!(#tag => ::vellum::__v::union::write_each(
            __values,
            (__elements, const { #value::ELEMENT.size }),
            __h,
            |__v, __r, __h| match __v {
                Self::#ident #pattern => ::vellum::__v::write_element::<#ty, __W>(&#set, __r, __h),
                #other
            },
        ),)
    });
    let packed_sets = arms(
        &|_, Payload { gated: ty, value, set, .. }| quote!(#value::set(__s, __t, ::vellum::__v::element::<#ty>(), &#set)),
        &|_| quote!(::vellum::__v::Ok(())),
    );
    let packed = by_tag(&|Payload { value, .. }| quote!(#value::ELEMENT), &quote!(::vellum::__v::union::packed_unit()));
    let decode = |packed: bool| {
        let arms = cases.iter().map(|Case { ident, name, tag, payload, unpack, .. }| {
            let Some(Payload { gated: ty, unpack, .. }) = payload else {
                return quote!(#tag => Self::#ident #unpack,);
            };
            let decoded = if packed {
                named(&quote!(::vellum::__v::decode_element::<#ty, _>(__r, __d)), name)
            } else {
                named(&quote!(::vellum::__v::union::decode::<#ty, __W>(__r, __place, __d)), name)
            };
            quote!(#tag => {
                let __payload = #decoded;
                Self::#ident #unpack
            })
        });
        arms.collect::<TokenStream>()
    };
    let (decodes, packed_decodes) = (decode(false), decode(true));
    // A loop for each variant, so that nothing is decided for each element.
    let all_packed = cases.iter().map(|Case { ident, name, tag, payload, unpack, .. }| {
        let decode = match payload {
            Some(Payload { gated: ty, unpack, unpack_fails: true, .. }) => {
                let decoded = named(&quote!(::vellum::__v::decode_element::<#ty, _>(__element, __d)), name);
                quote! {
                    |__element| {
                        let __payload = #decoded;
                        ::vellum::__v::Ok(Self::#ident #unpack)
                    },
                    |__v| __v,
                }
            }
            Some(Payload { gated: ty, unpack, .. }) => quote! {
                |__element| ::vellum::__v::in_field(::vellum::__v::decode_element::<#ty, _>(__element, __d), #name),
                |__payload| Self::#ident #unpack,
            },
            None => quote!(|_| ::vellum::__v::Ok(()), |()| Self::#ident #unpack),
        };
        quote!(#tag => ::vellum::__v::decode_each(__elements, #decode),)
    });
    let all_unknown = match other {
        Some(other) => {
            quote!(::vellum::__v::decode_each(__elements, |_| ::vellum::__v::Ok(()), |()| Self::#other))
        }
        None => {
            let unknown = union.unknown_error();
            quote!(::vellum::__v::Err(#unknown))
        }
    };
    let known = union.parameters.known();
    let (name, is_converting) =
        (&union.name, cases.iter().flat_map(|case| &case.payload).any(|payload| payload.converted));
    let stored = cases.iter().flat_map(|case| &case.payload);
    let stored = stored.map(|Payload { gated, .. }| quote!(<#gated as ::vellum::Value>::PLAN));
    let is_converting = quote!(::vellum::__v::any(&[#is_converting, #(#stored.lends),*]));
    let plans = cases.iter().map(|Case { name, payload, .. }| match payload {
        Some(Payload { gated: ty, .. }) => quote!(::vellum::__v::plan::variant::<#ty>(#name)),
        None => quote!(::vellum::__v::plan::unit(#name)),
    });
    let notes = cases.iter().enumerate().filter_map(|(number, case)| About::variant(number, &case.docs)).collect();
    let (of, named) = (quote!(#ident<#args>), union.parameters.name(&union.name));
    let about = About { of, name: named, docs: &docs, notes, sort_key: &[] }.tokens();
    let (count, is_open, has_other) = (cases.len(), union.attributes.open, other.is_some());
    // A `$` tells a variant of `any` from a key.
    let mark = if union.attributes.built_in { "$" } else { "" };
    let steps = cases.iter().map(|Case { name, .. }| format!("{mark}{name}"));
    // Of a generic type it is checked when it is instantiated.
    let ends_check = (!default_ends.is_empty() && union.parameters.are_none()).then(|| {
        let span = Span::call_site().located_at(ident.span());
        quote_spanned!(span=> const _: () = <#ident as ::vellum::Value>::DEFAULT_HOLDS_ITSELF;)
    });
    let ends_of_instance = (!default_ends.is_empty() && !union.parameters.are_none())
        .then(|| quote!(const { <#ident<#args> as ::vellum::Value>::DEFAULT_HOLDS_ITSELF };));
    quote! {
        #ends_check

        impl<#params> #view<'_, #args> where #wheres {
            const __VARIANTS: &'static [::vellum::__v::plan::UnionVariant; #count] = &[#(#plans),*];

            fn __plan() -> &'static ::vellum::__v::plan::Union {
                #ends_of_instance
                const {
                    &::vellum::__v::plan::Union::compiled(
                        (#name, #open, #is_converting),
                        Self::__VARIANTS,
                        || #about,
                    )
                }
            }
        }

        #[allow(unused_variables, deprecated)]
        impl<'__b, #params> ::vellum::Decode<'__b> for #ident<#args> where #decode_wheres {
            #[inline]
            fn decode<const __E: ::vellum::__v::bool, __W: ::vellum::__v::Width>(
                __r: &[::vellum::__v::u8],
                __at: &::vellum::__v::At<'_, (), { __E }>,
                __d: &mut ::vellum::__v::Decoder<'__b, __W>,
            ) -> ::vellum::Result<Self> {
                if __E && __at.tag != 0xFF {
                    return ::vellum::__v::Ok(match __at.tag {
                        #packed_decodes
                        __tag => #unknown,
                    });
                }
                let __place = __at.place;
                ::vellum::__v::Ok(match ::vellum::__v::union::tag(__r, __place, ::vellum::__v::Decoder::shift(__d)) {
                    #decodes
                    __tag => #unknown,
                })
            }

            fn decode_list<__W: ::vellum::__v::Width>(
                __elements: &::vellum::__v::Elements<'__b>,
                __d: &mut ::vellum::__v::Decoder<'__b, __W>,
            ) -> ::vellum::Result<::vellum::__v::Vec<Self>> {
                match __elements.tag {
                    #(#all_packed)*
                    0xFF => ::vellum::__v::decode_each(
                        __elements,
                        |__element| ::vellum::__v::decode_element::<Self, _>(__element, __d),
                        |__v| __v,
                    ),
                    __tag => #all_unknown,
                }
            }
        }

        #[allow(unused_variables, deprecated)]
        impl<#params> ::vellum::Value for #ident<#args> where #wheres {
            const SHAPE: ::vellum::__v::TypeShape = ::vellum::__v::TypeShape::UNION;
            #default_ends
            const PLAN: ::vellum::__v::TypePlan = ::vellum::__v::TypePlan::new(
                ::vellum::schema::Type::Union(
                    ::vellum::__v::plan::UnionId::compiled(#view::<'_, #args>::__plan)
                ),
            )
            .knowing(#known)
            .packing(|__tag| ::vellum::__v::Some(match __tag {
                #packed
                _ => return ::vellum::__v::None,
            }), (#is_open, #has_other), &[#(#steps),*]);
            #upgrades
            type Default = ();
            const DEFAULT: &'static () = &();
            type Get<'a, __R: ::vellum::__v::Reading> = #view<'a, #args __R>;
            type GetList<'a, __R: ::vellum::__v::Reading> = ::vellum::List<'a, Self, __R>;
            type Proved<'a> = #given<'a, #args #proven>;
            type Set<'a> = &'a Self where Self: 'a;
            type Cursor<'a, __S: ::vellum::Storage + 'a> = #edit<'a, #args __S>;
            type FieldCursor<'a, __S: ::vellum::Storage + 'a> = #edit<'a, #args __S>;
            type Edit<'a, __S: ::vellum::Storage + 'a> = ::vellum::__v::RootEdit<Self, __S>;

            #[inline(always)]
            fn as_set(&self) -> &Self {
                self
            }

            fn check(__v: &&Self, __n: ::vellum::__v::u32) -> ::vellum::Result<()> {
                let ::vellum::__v::Some(__n) = ::vellum::__v::u32::checked_sub(__n, 1) else {
                    return ::vellum::__v::Ok(());
                };
                match *__v { #checks #unwritable_err }
            }

            #[inline]
            fn is_default(__v: &&Self, (): &()) -> ::vellum::__v::bool {
                match *__v { #first #only }
            }

            #[inline]
            fn heap_len<const __E: ::vellum::__v::bool, __W: ::vellum::__v::StaticWidth>(
                __v: &&Self,
                __at: &::vellum::__v::At<'_, (), { __E }>,
                __n: ::vellum::__v::u32,
            ) -> ::vellum::__v::u64 {
                if __E && __at.tag != 0xFF {
                    return match *__v { #packed_lens #unwritable_len };
                }
                match *__v { #heap_lens #unwritable_len }
            }

            #[inline]
            fn write<const __E: ::vellum::__v::bool, __W: ::vellum::__v::StaticWidth>(
                __v: &&Self,
                __r: &mut [::vellum::__v::u8],
                __at: &::vellum::__v::At<'_, (), { __E }>,
                __h: &mut ::vellum::__v::Heap<'_, __W>,
            ) -> ::vellum::Result<()> {
                if __E && __at.tag != 0xFF {
                    return ::vellum::__v::union::write_packed(*__v, __r, __at.tag, __h);
                }
                let (__place, __shift) = (__at.place, ::vellum::__v::Width::shift(__W::WIDTH));
                ::vellum::__v::union::put_tag(__r, __place, __shift, <Self as ::vellum::Value>::tag_of(__v))?;
                match *__v { #writes #unwritable_err }
            }

            fn write_unions<__W: ::vellum::__v::StaticWidth>(
                __values: &[Self],
                __elements: &mut ::vellum::__v::Unfilled<'_>,
                __tag: ::vellum::__v::u8,
                __h: &mut ::vellum::__v::Heap<'_, __W>,
            ) -> ::vellum::Result<()> {
                match __tag {
                    #(#written_elements)*
                    _ => ::vellum::__v::union::write_each(
                        __values,
                        (__elements, const { <Self as ::vellum::Value>::ELEMENT.size }),
                        __h,
                        |__v, __r, __h| ::vellum::__v::write_element::<Self, __W>(&__v, __r, __h),
                    ),
                }
            }

            #[inline]
            fn get<'a, __R: ::vellum::__v::Reading, const __E: ::vellum::__v::bool>(
                __slot: ::vellum::__v::TypedSlot<'a, '_, Self, __R, { __E }>,
            ) -> ::core::result::Result<#view<'a, #args __R>, __R::Error> {
                ::vellum::__v::Ok(#view::__new(::vellum::__v::TypedSlot::union(&__slot)))
            }

            #[inline(always)]
            fn open(
                __h: <Self as ::vellum::Value>::Get<'_, ::vellum::__v::Proven>,
            ) -> <Self as ::vellum::Value>::Proved<'_> {
                #view::get(&__h)
            }

            #proof

            #[inline]
            fn set<const __E: ::vellum::__v::bool, __S: ::vellum::Storage>(
                __s: &mut ::vellum::__v::Session<__S>,
                __t: ::vellum::__v::Target<'_>,
                __at: &::vellum::__v::At<'_, (), { __E }>,
                __v: &&Self,
            ) -> ::vellum::Result<()> {
                if __E && __at.tag != 0xFF {
                    return match *__v { #packed_sets #unwritable_err };
                }
                __s.set_value::<Self, { __E }>(&__t, __at, __v)
            }

            #[inline]
            fn cursor<'a, const __E: ::vellum::__v::bool, __S: ::vellum::Storage>(
                __s: &'a mut ::vellum::__v::Session<__S>,
                __t: ::vellum::__v::Target<'a>,
                __at: &::vellum::__v::At<'_, (), { __E }>,
            ) -> ::vellum::Result<#edit<'a, #args __S>> {
                let __cursor = ::vellum::__v::union::Cursor::new(__s, __t, __at);
                ::vellum::__v::Ok(#edit::__new(__s, __cursor))
            }

            #[inline]
            fn field_cursor<'a, __S: ::vellum::Storage>(
                __s: &'a mut ::vellum::__v::Session<__S>,
                __l: &'a ::vellum::__v::Link<'a>,
                __at: &::vellum::__v::At<'_, ()>,
            ) -> #edit<'a, #args __S> {
                let __cursor = ::vellum::__v::union::Cursor::of_field(__s, __l, __at);
                #edit::__new(__s, __cursor)
            }

            #[inline]
            fn tag_of(__v: &&Self) -> ::vellum::__v::u8 {
                match *__v { #(#tags)* #unwritable_tag }
            }
        }
    }
}

/// What is decoded, in a function that may fail, with the name of its variant in the error. A
/// match moves the value no more often than `?` does.
fn named(decoded: &TokenStream, name: &str) -> TokenStream {
    quote! {
        match #decoded {
            ::vellum::__v::Ok(__v) => __v,
            ::vellum::__v::Err(__error) => return ::vellum::__v::Err(__error.in_field(#name)),
        }
    }
}
