//! Structs with named fields: their layout as constants, and what makes a buffer of one.

use std::rc::Rc;

use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{DataStruct, DeriveInput, Error, Fields, Ident, Result, Type, Visibility};

use crate::about::About;
use crate::attributes::TypeAttributes;
use crate::docs::docs;
use crate::field::{Item, item_of, items, skipped};
use crate::gate::Gates;
use crate::generics::Parameters;
use crate::{cursors, key, prove, raw, struct_value, tuple, types, upgrades};

pub fn expand(input: &DeriveInput, data: &DataStruct) -> Result<TokenStream> {
    if let Fields::Unnamed(fields) = &data.fields {
        return tuple::expand(input, fields);
    }
    let attributes = TypeAttributes::of_struct(&input.attrs)?;
    upgrades::check(&attributes.upgrades, &input.generics)?;
    let mut items = items(&data.fields, &attributes)?;
    let stored: Vec<&Type> = items.iter().map(|item| &item.ty).collect();
    let parameters = Parameters::new(input, &stored, attributes.bound.as_deref());
    if attributes.frozen {
        items.iter().try_for_each(|item| types::check_inline_ends(&item.ty, &input.ident))?;
    }
    let why = "the default of this struct would hold itself; an `Option` of it has an end";
    items.iter().try_for_each(|item| types::check_default_ends(&item.ty, &input.ident, why))?;
    let gates = Rc::new(Gates::new(&input.ident));
    items.iter_mut().try_for_each(|item| item.gate(&gates, &input.ident, &parameters))?;
    let (name, cursors) = (attributes.name(&input.ident)?, attributes.cursor_names(&input.ident));
    let names = Names::new(&input.ident, name, cursors, &input.vis, (parameters, Rc::clone(&gates)), None);
    key::check(&names, &items, &attributes.key)?;
    let tokens = tokens(&names, &items, &skipped(&data.fields)?, &attributes, &docs(&input.attrs));
    let gates = gates.tokens();
    let Some(span) = attributes.raw else { return Ok(quote!(#gates #tokens)) };
    if !attributes.frozen {
        return Err(Error::new(span, "what can gain fields has no raw type: `#[vellum(frozen, raw)]`"));
    }
    let raw = raw::expand(input, &data.fields, &attributes, span)?;
    Ok(quote!(#gates #tokens #raw))
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
    let layout = layout(names, items, attributes, docs);
    let vellum = vellum(names);
    let value = struct_value::value(names, items, attributes, skipped.is_empty());
    let upgrades = upgrades::tokens(&attributes.upgrades);
    let decode = decode(names, items, skipped);
    let (keyed, columns) = (key::keyed(names, items, &attributes.key), key::columns(names, items, attributes.frozen));
    let proof = prove::structure(names, items);
    let (ident, view_name, edit_name) = (&names.ident, &names.view, &names.edit);
    let (params, args, wheres) = names.parameters.tokens();
    let growable = !attributes.frozen;
    let fields = items.iter().map(|Item { ident, value, .. }| quote!(#ident: #value::as_set(&__this.#ident)));
    let (set, as_set) = match &names.set {
        None => (quote!(&'a #ident<#args>), quote!(__this)),
        Some(set) if items.is_empty() => {
            (quote!(#set<'a, #args>), quote!(#set { lifetime: ::vellum::__v::PhantomData }))
        }
        Some(set) => (quote!(#set<'a, #args>), quote!(#set { #(#fields),* })),
    };
    // The view is first: of a field whose type is no value, its getter is where that is told best.
    quote! {
        #view
        #layout
        #vellum
        #keyed
        #columns
        ::vellum::__struct_value!(
            [#params] [#wheres] #ident<#args>, #view_name, #edit_name, [#args], #growable, #set, |__this| #as_set, { #value #upgrades #proof }
        );
        #decode
        #edit
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
    pub gates: Rc<Gates>,
    /// The type of references to the fields, for a struct that stands for the fields of a variant.
    pub set: Option<Ident>,
}

impl Names {
    pub fn new(
        ident: &Ident,
        name: String,
        [view, edit]: [Ident; 2],
        vis: &Visibility,
        (parameters, gates): (Parameters, Rc<Gates>),
        set: Option<Ident>,
    ) -> Self {
        Self { ident: ident.clone(), name, vis: vis.clone(), view, edit, parameters, gates, set }
    }

    /// The view as a path to its constants.
    pub fn constants(&self) -> TokenStream {
        let (view, (_, args, _)) = (&self.view, self.parameters.tokens());
        if args.is_empty() { quote!(#view) } else { quote!(#view::<'_, #args>) }
    }

    /// The reference to a field that a function takes which writes it; `value` is what is written.
    pub fn reference(&self, item: &Item) -> TokenStream {
        let ident = &item.ident;
        match self.set {
            None => {
                let set = item.set(&self.constants(), &quote!(&__v.#ident));
                quote!(&#set)
            }
            Some(_) => quote!(&__v.#ident),
        }
    }

    /// The field that a function takes which writes it, of `value`, where it is stored as it is.
    pub fn own(&self, item: &Item) -> Option<TokenStream> {
        let ident = &item.ident;
        (self.set.is_none() && item.with.is_none()).then(|| quote!(&__v.#ident))
    }

    /// Whether that reference converts the field. What stands for the fields of a variant holds
    /// them as they are stored.
    pub fn converts(&self, item: &Item) -> bool {
        item.with.is_some() && self.set.is_none()
    }

    /// An expression of a reference that it mentions more than once: what is converted is so once.
    pub fn once(&self, item: &Item, reference: TokenStream, with: impl Fn(&TokenStream) -> TokenStream) -> TokenStream {
        if !self.converts(item) {
            return with(&reference);
        }
        let body = with(&quote!(__stored));
        quote!(match #reference { __stored => #body })
    }
}

fn layout(names: &Names, items: &[Item], attributes: &TypeAttributes, docs: &str) -> TokenStream {
    let frozen = attributes.frozen;
    let view = &names.view;
    let (params, args, wheres) = names.parameters.tokens();
    let count = items.len();
    let shapes = items.iter().map(|item| {
        let (shape, since) = (item.call("SHAPE"), Literal::u32_unsuffixed(item.since));
        quote!(#shape.since(#since))
    });
    let mut revisions: Vec<u32> = items.iter().map(|item| item.since).chain([1]).collect();
    revisions.sort_unstable();
    revisions.dedup();
    let regions = revisions.len();
    let defaults = items.iter().filter_map(|Item { gated, constant, declared_default, .. }| {
        let (default, ty) = (declared_default.as_ref()?, item_of(gated, quote!(Default)));
        Some(quote!(const #constant: #ty = #default;))
    });
    let rules = items.iter().filter_map(|item| Some(item.rules.as_ref()?.items()));
    let ats = items.iter().map(|item| {
        let Item { gated, name, index, at, .. } = item;
        let constant = &item.constant;
        let field = match item.declared_default {
            None => quote!(::vellum::__v::Field::of::<#gated>(#index, #name, Self::__PLACES)),
            Some(_) => quote!(::vellum::__v::Field::new(#index, #name, &Self::__PLACES[#index], &Self::#constant)),
        };
        item.located(quote!(const #at: ::vellum::__v::FieldOf<#gated> = &#field;))
    });
    let (name, converted) = (&names.name, items.iter().any(|item| item.with.is_some()));
    let lends = items.iter().map(|item| item.call("PLAN"));
    let converts = quote!(::vellum::__v::any(&[#converted, #(#lends.lends),*]));
    let fields = items.iter().map(|item| {
        let Item { by: ty, constant, .. } = item;
        let (at, since) = (item.at(&quote!(Self)), Literal::u32_unsuffixed(item.since));
        item.located(match item.declared_default {
            None => quote!(#at.plan::<#ty>(#since)),
            Some(_) => quote!(#at.plan_or::<#ty>(#since, || ::vellum::__v::From::from(Self::#constant))),
        })
    });
    let about = about(names, items, attributes, docs);
    let default_checks = items.iter().filter(|_| names.parameters.are_none());
    let default_checks = default_checks.filter_map(|item| Some(item.rules.as_ref()?.default_check(&quote!(#view))));
    let ident = &names.ident;
    let default_ends = (!types::default_ends(items.iter().map(|item| (&item.ty, &item.gated))).is_empty())
        .then(|| quote!(<#ident as ::vellum::Value>::DEFAULT_HOLDS_ITSELF));
    // Of a generic type it is checked when it is instantiated.
    let ends_of_instance = default_ends.is_some() && !names.parameters.are_none();
    let ends_of_instance =
        ends_of_instance.then(|| quote!(const { <#ident<#args> as ::vellum::Value>::DEFAULT_HOLDS_ITSELF };));
    let (ends, check) = if names.parameters.are_none() {
        let fits = quote_spanned! {names.ident.span().resolved_at(Span::call_site())=>
            const _: () = {
                ::vellum::__v::check_record(#view::__ENDS);
                #default_ends
            };
        };
        (quote!(ends), fits)
    } else {
        (quote!(checked_ends), TokenStream::new())
    };
    quote! {
        impl<#params> #view<'_, #args> where #wheres {
            const __SHAPES: &'static [::vellum::__v::Shape; #count] = &[#(#shapes),*];
            const __PLACES: &'static [::vellum::__v::Place; #count] = &::vellum::__v::plan(Self::__SHAPES);
            const __ENDS: &'static [::vellum::__v::Size; #regions] = &::vellum::__v::#ends(Self::__SHAPES);
            const __FIELDS: &'static [::vellum::__v::plan::Field; #count] = &[#(#fields),*];
            const __ORDER: &'static ::vellum::__v::plan::Order<#count> =
                &::vellum::__v::plan::Order::new(Self::__FIELDS, Self::__SHAPES);

            fn __plan() -> &'static ::vellum::__v::plan::Struct {
                #ends_of_instance
                const {
                    &::vellum::__v::plan::Struct::compiled(
                        (#name, #frozen, false, #converts),
                        Self::__FIELDS,
                        Self::__ENDS,
                        Self::__ORDER,
                        ::vellum::__v::Some(|| #about),
                    )
                }
            }
            #(#defaults)*
            #(#ats)*
            #(#rules)*
        }

        #check
        #(#default_checks)*
    }
}

/// The parts of the definition that only the schema has.
fn about(names: &Names, items: &[Item], attributes: &TypeAttributes, docs: &str) -> TokenStream {
    let (ident, (_, args, _)) = (&names.ident, names.parameters.tokens());
    let constants = names.constants();
    let about = About {
        of: quote!(#ident<#args>),
        name: names.parameters.name(&names.name),
        docs,
        notes: items.iter().enumerate().filter_map(|(number, item)| note(&constants, number, item)).collect(),
        sort_key: &attributes.key,
    };
    about.tokens()
}

/// The note of a field, if it has a doc comment, rules, or a default that is its type's own.
fn note(constants: &TokenStream, number: usize, item: &Item) -> Option<TokenStream> {
    let Item { docs, own_default, rules, .. } = item;
    if docs.is_empty() && !own_default && rules.is_none() {
        return None;
    }
    let rules = match rules {
        Some(rules) => rules.value(constants),
        None => quote!(::vellum::__v::Default::default()),
    };
    Some(quote!((#number, #docs, #own_default, #rules)))
}

/// How it is decoded.
fn decode(names: &Names, items: &[Item], skipped: &[(Ident, Type)]) -> TokenStream {
    let (ident, constants) = (&names.ident, names.constants());
    let (params, args, _) = names.parameters.tokens();
    let wheres = names.parameters.decode_wheres();
    // Each is a statement: of fields that are decoded in the literal, each exit would drop all
    // before it by code of its own.
    let values: Vec<Ident> = items.iter().map(|item| format_ident!("__v{}", item.number)).collect();
    let decodes = items.iter().zip(&values).map(|(item, value)| {
        let (at, ty) = (item.at(&constants), item.borrowed.as_ref().unwrap_or(&item.by));
        let decoded = item.located(quote!(#at.decode::<#ty, _>(__r, __d)?));
        // What stands for the fields of a variant holds them as they are stored.
        let decoded = if names.set.is_none() || item.borrowed.is_some() { item.owned(&decoded) } else { decoded };
        quote!(let #value = #decoded;)
    });
    let idents = items.iter().map(|item| &item.ident);
    let skipped = skipped.iter().map(|(ident, ty)| quote!(#ident: <#ty as ::vellum::__v::Default>::default()));
    quote! {
        #[allow(deprecated)]
        impl<'__b, #params> ::vellum::__v::Decode<'__b> for #ident<#args> where #wheres {
            #[inline]
            fn decode<const __E: ::vellum::__v::bool, __W: ::vellum::__v::Width>(
                __r: &[::vellum::__v::u8],
                __at: &::vellum::__v::At<'_, (), { __E }>,
                __d: &mut ::vellum::__v::Decoder<'__b, __W>,
            ) -> ::vellum::Result<Self> {
                if !__E {
                    return ::vellum::__v::structs::decode(__r, __at.place, __d);
                }
                #(#decodes)*
                ::vellum::__v::Ok(Self { #(#idents: #values,)* #(#skipped,)* })
            }
        }
    }
}

/// The type as that of a whole buffer.
fn vellum(names: &Names) -> TokenStream {
    let (ident, view, edit) = (&names.ident, &names.view, &names.edit);
    let (params, args, wheres) = names.parameters.tokens();
    let cell = names.parameters.cell();
    let decodes = names.parameters.decoding(ident, &quote!(::vellum::Decode<'a>));
    quote! {
        impl<#params> #view<'_, #args> where #wheres {
            #[inline]
            fn __schema() -> &'static ::vellum::Schema {
                static SCHEMA: ::vellum::__v::#cell = ::vellum::__v::#cell::new();
                ::vellum::__v::#cell::get::<#ident<#args>>(&SCHEMA)
            }
        }

        impl<'a, #params __S: ::vellum::Storage + 'a> ::vellum::__v::Rooted for #edit<'a, #args ::vellum::__v::Session<__S>> where #wheres {
            type Root = #ident<#args>;
            type Storage = __S;
            type For<__R: ::vellum::Value> = Self;

            #[inline(always)]
            fn over(__s: ::vellum::__v::Session<__S>) -> Self {
                let __l = ::vellum::__v::Link::root(&__s);
                #edit::__new(__s, __l)
            }

            fn session(&self) -> &::vellum::__v::Session<__S> {
                &self.0.session
            }
        }

        impl<'a, #params __R: ::vellum::__v::Reading> ::vellum::__v::TryFrom<#view<'a, #args __R>> for #ident<#args> where #wheres #decodes {
            type Error = ::vellum::Error;

            fn try_from(__view: #view<'a, #args __R>) -> ::vellum::Result<Self> {
                ::vellum::__v::RecordOf::decode(&__view.0)
            }
        }
    }
}
