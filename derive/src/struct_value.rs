//! A struct with named fields as a value: its shape, and what is done with its
//! values.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use crate::attributes::TypeAttributes;
use crate::field::{Item, item_of};
use crate::structure::Names;
use crate::types;

/// Whether a struct may be numbers alone: what stands for a variant's fields is no element;
/// defaults, conversions and what is not stored are more than words.
fn may_be_plain(names: &Names, items: &[Item], all_stored: bool, frozen: bool) -> bool {
    frozen
        && names.set.is_none()
        && all_stored
        && items.iter().all(|item| item.with.is_none() && item.declared_default.is_none())
}

/// Whether its schema has something that constants do not check: rules, a key, or a default that is
/// no literal, which need not be a variant of an enum.
fn has_checks(items: &[Item], attributes: &TypeAttributes) -> bool {
    let is_named = |item: &Item| item.declared_default.as_ref().is_some_and(|default| !is_literal(default));
    !attributes.key.is_empty() || items.iter().any(|item| item.rules.is_some() || is_named(item))
}

fn is_literal(default: &Expr) -> bool {
    match default {
        Expr::Lit(_) => true,
        Expr::Unary(unary) => is_literal(&unary.expr),
        _ => false,
    }
}

/// What the type is as a value, and what is done with it.
pub fn value(names: &Names, items: &[Item], attributes: &TypeAttributes, all_stored: bool) -> TokenStream {
    let (constants, frozen) = (names.constants(), attributes.frozen);
    let known = names.parameters.known();
    let lineage = attributes.lineage.then(|| quote!(.with_lineage(|| #constants::__schema().lineage())));
    let width = match attributes.width {
        Some(2) => quote!(Two),
        Some(4) => quote!(Four),
        _ => quote!(One),
    };
    let shape_of = |item: &Item| item_of(&item.gated, quote!(SHAPE));
    let (has_rules, ruled) = (items.iter().any(|item| item.rules.is_some()), items.iter().map(shape_of));
    let ruled = quote!(::vellum::__v::any(&[#has_rules, #(#ruled.ruled),*]));
    let mut sorted = TokenStream::new();
    let (shape, unsorted) = if frozen {
        let plain: Vec<_> = items.iter().map(shape_of).collect();
        let plain = if may_be_plain(names, items, all_stored, frozen) {
            quote!(true #(&& #plain.plain)*)
        } else {
            quote!(false)
        };
        let (checked, levels) = (items.iter().map(shape_of), items.iter().map(shape_of));
        let shape = quote!(::vellum::__v::TypeShape::record(
            #constants::__ENDS,
            #plain,
            #ruled,
            ::vellum::__v::unused(#constants::__SHAPES, #constants::__PLACES, 1).bits != 0 #(|| #checked.checked)*,
        ).around(&[#(#levels.levels),*]));
        let (has_fields, sorts) = (!items.is_empty(), items.iter().map(|item| item.call("SORTS")));
        sorted = quote!(const SORTS: ::vellum::__v::bool = #has_fields #(&& #sorts)*;);
        (shape, TokenStream::new())
    } else {
        (quote!(::vellum::__v::TypeShape::POINTER), quote!(.unsorted()))
    };
    let checked = has_checks(items, attributes).then(|| quote!(.checked(#constants::__plan)));
    let (growable, functions) = (!frozen, functions(names, items, all_stored, frozen));
    let default_ends = types::default_ends(items.iter().map(|item| (&item.ty, &item.gated)));
    quote! {
        #default_ends
        #sorted
        const SHAPE: ::vellum::__v::TypeShape = #shape;
        const ELEMENT: ::vellum::__v::Packed = ::vellum::__v::record_element(#constants::__ENDS, #growable, #ruled);
        const PLAN: ::vellum::__v::TypePlan = ::vellum::__v::TypePlan::record(
            ::vellum::__v::plan::RootPlan::new(
                ::vellum::__v::plan::StructId::compiled(#constants::__plan),
                ::vellum::__v::PointerWidth::#width,
            )#lineage,
            #constants::__ENDS,
            #constants::__schema,
            #known,
        )#unsorted #checked;

        #functions
    }
}

/// What is done with the values of the type.
fn functions(names: &Names, items: &[Item], all_stored: bool, frozen: bool) -> TokenStream {
    let constants = names.constants();
    let ordered = in_order(items);
    let heap_lens = ordered.iter().map(|item| {
        let (at, reference, ty) = (item.at(&constants), names.reference(item), &item.by);
        let Some(rules) = &item.rules else {
            let sum = item.located(match names.own(item) {
                Some(own) => quote!(#at.add_len::<_, __W>(__len, #own, __n)),
                None => quote!(__len.wrapping_add(#at.heap_len::<#ty, __W>(#reference, __n))),
            });
            return quote!(let __len = #sum;);
        };
        let sum = names.once(item, reference, |value| {
            let len = item.located(quote!(#at.heap_len::<#ty, __W>(#value, __n)));
            let ruled = rules.measure(&constants, value);
            quote!(__len.wrapping_add(#len) #ruled)
        });
        quote!(let __len = #sum;)
    });
    let checks = items.iter().map(|item| {
        let (name, at) = (&item.name, item.at(&constants));
        let (reference, ty) = (names.reference(item), &item.by);
        let check = |value: &TokenStream| item.located(quote!(#at.check::<#ty>(#value, __n)?;));
        match (&item.rules, names.own(item)) {
            (None, Some(own)) => item.located(quote!(#at.check_of(#own, __n)?;)),
            (None, None) => check(&reference),
            (Some(rules), _) => names.once(item, reference, |value| {
                let (ruled, check) = (rules.check(&constants, value, name), check(value));
                quote!({ #ruled #check })
            }),
        }
    });
    let writes = ordered.iter().map(|item| {
        let (at, reference, ty) = (item.at(&constants), names.reference(item), &item.by);
        let write = |value: &TokenStream| item.located(quote!(#at.write::<#ty, _>(#value, __r, __h)?;));
        match (&item.rules, names.own(item)) {
            (None, Some(own)) => item.located(quote!(#at.write_of(#own, __r, __h)?;)),
            (None, None) => write(&reference),
            (Some(rules), _) => names.once(item, reference, |value| {
                let (guard, write) = (rules.guard(&constants, value), write(value));
                quote!({ #guard #write })
            }),
        }
    });
    // What is converted comes last: it is looked at only if all else is the default.
    let (converted, others): (Vec<&Item>, Vec<&Item>) = items.iter().partition(|item| names.converts(item));
    let are_default = others.into_iter().chain(converted).map(|item| {
        let (at, reference, ty) = (item.at(&constants), names.reference(item), &item.by);
        let is_default = item.located(match names.own(item) {
            Some(own) => quote!(#at.is_default_of(#own)),
            None => quote!(#at.is_default::<#ty>(#reference)),
        });
        quote! {
            if !#is_default {
                return false;
            }
        }
    });
    let plain = may_be_plain(names, items, all_stored, frozen).then(|| {
        let reads = items.iter().map(|item| {
            let (Item { ident, by: ty, .. }, at) = (item, item.at(&constants));
            let read = item.located(quote!(#at.plain::<#ty>(__r)));
            quote!(#ident: #read)
        });
        let puts = items.iter().map(|item| {
            let (ident, at) = (&item.ident, item.at(&constants));
            item.located(quote!(#at.put_plain(&__v.#ident, __r);))
        });
        quote! {
            #[inline(always)]
            fn read_plain<const __N: ::vellum::__v::usize>(__slot: &[::vellum::__v::u8]) -> [Self; __N] {
                ::vellum::__v::plain_each(__slot, |__r| Self { #(#reads),* })
            }

            #[inline(always)]
            fn write_plain(__v: &&Self, __r: &mut ::vellum::__v::Pieces<'_>) {
                #(#puts)*
            }
        }
    });
    quote! {
        #[cold]
        fn check(__v: &Self::Set<'_>, __n: ::vellum::__v::u32) -> ::vellum::Result<()> {
            let ::vellum::__v::Some(__n) = ::vellum::__v::u32::checked_sub(__n, 1) else { return ::vellum::__v::Ok(()) };
            #(#checks)*
            ::vellum::__v::Ok(())
        }

        #[inline]
        fn is_default(__v: &Self::Set<'_>, (): &()) -> ::vellum::__v::bool {
            #(#are_default)*
            true
        }

        #[inline]
        fn heap_len<const __E: ::vellum::__v::bool, __W: ::vellum::__v::StaticWidth>(
            __v: &Self::Set<'_>,
            __at: &::vellum::__v::At<'_, (), { __E }>,
            __n: ::vellum::__v::u32,
        ) -> ::vellum::__v::u64 {
            if !__E {
                return ::vellum::__v::structs::heap_len::<Self, __W>(__v, __at.keep, __n);
            }
            let __len = 0u64;
            #(#heap_lens)*
            __len
        }

        // In line in a loop over a list, whose state is then in registers.
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn write<const __E: ::vellum::__v::bool, __W: ::vellum::__v::StaticWidth>(
            __v: &Self::Set<'_>,
            __r: &mut [::vellum::__v::u8],
            __at: &::vellum::__v::At<'_, (), { __E }>,
            __h: &mut ::vellum::__v::Heap<'_, __W>,
        ) -> ::vellum::Result<()> {
            if !__E {
                return ::vellum::__v::structs::write::<Self, __W>(__v, __r, __at.place, __at.keep, __h);
            }
            let __r = ::vellum::__v::structs::exact::<Self, __W>(__r)?;
            #(#writes)*
            ::vellum::__v::Ok(())
        }

        #plain
    }
}

/// Fields in the order of their regions, in which their objects are written.
fn in_order(items: &[Item]) -> Vec<&Item> {
    let mut ordered: Vec<&Item> = items.iter().collect();
    ordered.sort_by_key(|item| item.since);
    ordered
}
