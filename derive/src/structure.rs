//! Structs with named fields: their layout as constants, their view and edit types.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{DataStruct, DeriveInput, Fields, Ident, Result, Type, Visibility};

use crate::attributes::{TypeAttributes, docs};
use crate::field::{Item, item_of, items, skipped};
use crate::generics::Parameters;
use crate::{cursors, key, prove, tuple, types};

pub fn expand(input: &DeriveInput, data: &DataStruct) -> Result<TokenStream> {
    if let Fields::Unnamed(fields) = &data.fields {
        return tuple::expand(input, fields);
    }
    let attributes = TypeAttributes::of_struct(&input.attrs)?;
    let items = items(&data.fields, &attributes)?;
    let stored: Vec<&Type> = items.iter().map(|item| &item.ty).collect();
    let parameters = Parameters::new(input, &stored, attributes.bound.as_deref());
    if attributes.frozen {
        items.iter().try_for_each(|item| types::check_inline_ends(&item.ty, &input.ident))?;
    }
    items.iter().try_for_each(|item| types::check_default_ends(&item.ty, &input.ident))?;
    let names = Names::new(&input.ident, attributes.name(&input.ident)?, &input.vis, parameters, None);
    key::check(&names, &items, &attributes.key)?;
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
    let view = cursors::view(names, items);
    let edit = cursors::edit(names, items);
    let layout = layout(names, items, attributes.frozen);
    let vellum = vellum(names, items, skipped, attributes, docs);
    let keyed = key::keyed(names, items, &attributes.key);
    let proof = prove::structure(names, items, attributes.frozen);
    let (ident, view_name, edit_name) = (&names.ident, &names.view, &names.edit);
    let (params, args, wheres) = names.parameters.tokens();
    let growable = !attributes.frozen;
    let fields = items.iter().map(|Item { ident, value, .. }| quote!(#ident: #value::as_set(&this.#ident)));
    let (set, as_set) = match &names.set {
        None => (quote!(&'a #ident<#args>), quote!(this)),
        Some(set) => (quote!(#set<'a, #args>), quote!(#set { #(#fields),* })),
    };
    quote! {
        #layout
        #vellum
        #keyed
        ::vellum::__struct_value!(
            [#params] [#wheres] #ident<#args>, #view_name, #edit_name, [#args], #growable, #set, |this| #as_set
        );
        #view
        #edit
        #proof
    }
}

/// What the types of a struct are called.
pub struct Names {
    pub ident: Ident,
    /// Its name in the schema.
    pub name: String,
    pub vis: Visibility,
    pub view: Ident,
    pub edit: Ident,
    pub parameters: Parameters,
    /// The type of references to the fields, for a struct that stands for the fields of a variant.
    pub set: Option<Ident>,
}

impl Names {
    pub fn new(ident: &Ident, name: String, vis: &Visibility, parameters: Parameters, set: Option<Ident>) -> Self {
        let (view, edit) = (format_ident!("{ident}View"), format_ident!("{ident}Edit"));
        Self { ident: ident.clone(), name, vis: vis.clone(), view, edit, parameters, set }
    }

    /// The view as a path to its constants.
    pub fn constants(&self) -> TokenStream {
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

/// Fields in the order of their regions, in which their objects are written.
fn in_order(items: &[Item]) -> Vec<&Item> {
    let mut ordered: Vec<&Item> = items.iter().collect();
    ordered.sort_by_key(|item| item.since);
    ordered
}

fn layout(names: &Names, items: &[Item], frozen: bool) -> TokenStream {
    let view = &names.view;
    let (params, args, wheres) = names.parameters.tokens();
    let count = items.len();
    let bits = items.iter().map(|item| item_of(&item.ty, quote!(BITS)));
    let slots = items.iter().map(|item| item_of(&item.ty, quote!(SLOT)));
    let sinces = items.iter().map(|item| item.since);
    let mut revisions: Vec<u32> = items.iter().map(|item| item.since).chain([1]).collect();
    revisions.sort_unstable();
    revisions.dedup();
    let regions = revisions.len();
    let defaults = items.iter().filter_map(|Item { ty, constant, declared_default, .. }| {
        let (default, ty) = (declared_default.as_ref()?, item_of(ty, quote!(Default)));
        Some(quote!(const #constant: #ty = #default;))
    });
    let rules = items.iter().filter_map(|item| Some(item.rules.as_ref()?.items()));
    let (name, converts) = (&names.name, items.iter().any(|item| item.with.is_some()));
    let fields = items.iter().map(|item| {
        let (Item { ty, name, index, .. }, declared) = (item, item.declared(&quote!(Self)));
        quote! {
            ::vellum::__private::plan::field::<#ty>(#name, #declared, Self::__SHAPES[#index], Self::__PLACES[#index])
        }
    });
    let default_checks = items.iter().filter(|_| names.parameters.are_none());
    let default_checks = default_checks.filter_map(|item| Some(item.rules.as_ref()?.default_check(&quote!(#view))));
    // Of a generic type it is checked when it is instantiated.
    let (ends, check) = if names.parameters.are_none() {
        let fits = quote_spanned! {names.ident.span().resolved_at(Span::call_site())=>
            const _: () =
                ::core::assert!(::vellum::__private::is_record(&#view::__ENDS), "a record has at most 65,535 bytes");
        };
        (quote!(ends), fits)
    } else {
        (quote!(checked_ends), TokenStream::new())
    };
    quote! {
        impl<#params> #view<'_, #args> where #wheres {
            const __SHAPES: [::vellum::__private::Shape; #count] = [
                #(::vellum::__private::Shape {
                    bits: #bits,
                    slot: #slots,
                    since: #sinces,
                },)*
            ];
            const __PLACES: [::vellum::__private::Place; #count] = ::vellum::__private::plan(Self::__SHAPES);
            const __ENDS: [::vellum::__private::Size; #regions] = ::vellum::__private::#ends(Self::__SHAPES);
            const __FIELDS: &'static [::vellum::__private::plan::Field; #count] = &[#(#fields),*];
            const __ORDER: &'static ::vellum::__private::plan::Order<#count> =
                &::vellum::__private::plan::Order::new(Self::__FIELDS, &Self::__SHAPES);

            fn __plan() -> &'static ::vellum::__private::plan::Struct {
                const {
                    &::vellum::__private::plan::Struct::compiled(
                        (#name, #frozen, false, #converts),
                        Self::__FIELDS,
                        &Self::__ENDS,
                        Self::__ORDER,
                    )
                }
            }
            #(#defaults)*
            #(#rules)*
        }

        #check
        #(#default_checks)*
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
    let bind_name = names.parameters.name(&names.name);
    let frozen = attributes.frozen;
    let width = match attributes.width {
        Some(2) => quote!(Two),
        Some(4) => quote!(Four),
        _ => quote!(One),
    };
    let ordered = in_order(items);
    let heap_lens = ordered.iter().map(|item| {
        let (value, default, reference) = (&item.value, item.default(&constants), names.reference(item));
        let ruled = item.rules.as_ref().map(|rules| rules.measure(&constants, &reference));
        quote!(.saturating_add(#value::heap_len::<__W>(#reference, &#default, false, levels)) #ruled)
    });
    let checks = items.iter().map(|item| {
        let (Item { value, name, .. }, reference) = (item, names.reference(item));
        let ruled = item.rules.as_ref().map(|rules| rules.check(&constants, &reference, name));
        quote!(#ruled ::vellum::__private::in_field(#value::check(#reference, levels), #name)?;)
    });
    let has_rules = items.iter().any(|item| item.rules.is_some());
    let are_ruled = items.iter().map(|item| item_of(&item.ty, quote!(RULED)));
    let writes = ordered.iter().map(|item| {
        let (Item { value, index, .. }, default, reference) = (item, item.default(&constants), names.reference(item));
        quote! {
            #value::write::<__W>(
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
        let (value, default, reference) = (&item.value, item.default(&constants), names.reference(item));
        quote!(&& #value::is_default(#reference, &#default))
    });
    let decodes = items.iter().map(|item| {
        let (Item { ident, value, index, name, .. }, default) = (item, item.default(&constants));
        let decoded = quote! {
            match #value::decode(record, const { &#constants::__PLACES[#index] }, #default, decoder) {
                ::core::result::Result::Ok(value) => value,
                ::core::result::Result::Err(error) => return ::core::result::Result::Err(error.in_field(#name)),
            }
        };
        // What stands for the fields of a variant holds them as they are stored.
        let decoded = if names.set.is_none() { item.owned(&decoded) } else { decoded };
        quote!(#ident: #decoded)
    });
    // What stands for a variant's fields is no element; defaults, conversions and what is not stored are more than words.
    let may_be_plain = frozen
        && names.set.is_none()
        && skipped.is_empty()
        && items.iter().all(|item| item.with.is_none() && item.declared_default.is_none());
    let (is_plain, read_plain) = if may_be_plain {
        let types = items.iter().map(|item| &item.value);
        let reads = items.iter().map(|Item { ident, ty, index, .. }| {
            quote!(#ident: ::vellum::__private::plain_field::<#ty>(record, const { &#constants::__PLACES[#index] }))
        });
        (quote!(true #(&& #types::PLAIN)*), quote!(Self { #(#reads),* }))
    } else {
        (quote!(false), quote!(::vellum::__private::not_plain()))
    };
    let converts = names.parameters.converts();
    let key = key::description(&attributes.key);
    let skipped = skipped.iter().map(|(ident, ty)| quote!(#ident: <#ty as ::core::default::Default>::default()));
    let descriptions = items.iter().map(|item| {
        let (Item { value, name, docs, since, .. }, default) = (item, item.default(&constants));
        let default = match item.declared_default {
            Some(_) => quote!(::core::option::Option::Some(::vellum::__private::Declared::from(#default))),
            None => quote!(::core::option::Option::None),
        };
        let rules = match &item.rules {
            Some(rules) => rules.value(&constants),
            None => quote!(::core::default::Default::default()),
        };
        quote! {
            ::vellum::__private::FieldDescription {
                name: #name,
                docs: #docs,
                ty: #value::describe(describer),
                default: #default,
                since: #since,
                rules: #rules,
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
            const PLAN: ::vellum::__private::plan::RootPlan = ::vellum::__private::plan::RootPlan::new(
                ::vellum::__private::plan::StructId::compiled(#constants::__plan),
                <Self as ::vellum::Vellum>::MIN_WIDTH,
            );
            const RECORD_RULED: bool = #has_rules #(|| #are_ruled)*;
            const PLAIN: bool = #is_plain;

            fn schema() -> &'static ::vellum::Schema {
                static SCHEMA: ::vellum::__private::#cell = ::vellum::__private::#cell::new();
                SCHEMA.get::<Self>()
            }

            #[inline]
            fn converts() -> bool {
                #converts
            }

            #[inline]
            fn view(bytes: &[u8]) -> ::vellum::Result<#view<'_, #args>> {
                ::vellum::__private::RecordBytes::root::<Self>(bytes).map(#view::__new)
            }

            #[inline]
            fn view_record(record: ::vellum::__private::RecordBytes<'_>) -> #view<'_, #args> {
                #view::__new(record)
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

            #[cold]
            fn check_record(value: &Self::Set<'_>, levels: u32) -> ::vellum::Result<()> {
                #(#checks)*
                ::core::result::Result::Ok(())
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

            #[inline(always)]
            fn read_plain_record(record: &[u8]) -> Self {
                #read_plain
            }

            fn describe_struct(describer: &mut ::vellum::__private::Describer) -> ::vellum::__private::Described {
                #bind_name
                let described = describer.structure(
                    ::core::any::type_name::<Self>(),
                    name,
                    #type_docs,
                    #frozen,
                    |describer| ::vellum::__private::Vec::from([#(#descriptions),*]),
                );
                #key
                described
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
