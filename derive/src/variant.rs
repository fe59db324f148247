//! Variants with payloads: what stands for each in the code of their enum.

use std::rc::Rc;

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DataEnum, Error, Fields, FieldsUnnamed, Ident, Result, Type, Variant, parse_quote, parse_quote_spanned};

use crate::attributes::{FieldAttributes, TypeAttributes};
use crate::docs::docs;
use crate::field::{self, Conversion, Item, item_of, value};
use crate::rename::{snake, unraw};
use crate::signature::Signatures;
use crate::structure::{self, Names};
use crate::union::Union;
use crate::{own_names, tuple, types};

/// A variant with what stands for it in the generated code.
pub struct Case {
    pub ident: Ident,
    /// The name of its methods.
    pub method: String,
    pub name: String,
    pub docs: String,
    pub tag: Literal,
    pub payload: Option<Payload>,
    /// The variant's fields as a pattern, and as they are decoded.
    pub pattern: TokenStream,
    pub unpack: TokenStream,
}

pub struct Payload {
    /// The type that is stored, as its author wrote it, and as code names it that passes its
    /// values.
    pub ty: Type,
    pub gated: Type,
    /// The type that the payload is read and written by.
    pub value: TokenStream,
    /// The variant as a pattern, and what is written of what the pattern binds.
    pub pattern: TokenStream,
    pub set: TokenStream,
    /// Of a decoded `payload`, the fields of the variant.
    pub unpack: TokenStream,
    /// What the variant holds in the enum that a view gives, which reads by `__R`, and how it is
    /// made of a `payload`.
    pub held: TokenStream,
    pub hold: TokenStream,
    /// What it holds in the enum that an edit cursor gives; made as `held` is.
    pub cursor: TokenStream,
    /// The same as an associated type, which names the lifetime and all parameters of what is
    /// stored.
    pub associated: TokenStream,
    /// Whether a field without a name is converted to be stored.
    pub converted: bool,
    /// Whether `unpack` may fail, as it converts.
    pub unpack_fails: bool,
    /// What fails for a `value` that could not be loaded, and the types that are converted.
    pub admit: TokenStream,
    pub converted_types: Vec<Type>,
    /// Whether what is alone in the variant is converted, and whether that may fail, as a constant.
    pub alone: Option<TokenStream>,
    /// The types that stand for the fields of the variant.
    pub definitions: TokenStream,
    /// The fields, if they have names.
    pub named: Option<Named>,
}

/// The fields of a variant that have names.
pub struct Named {
    pub items: Vec<Item>,
    /// The view that stands for them, as a path to its constants.
    pub constants: TokenStream,
    /// The names of the types that are derived for them.
    pub types: Vec<Ident>,
}

/// The types that the variants store.
pub fn stored(data: &DataEnum) -> Result<Vec<Type>> {
    let types: Result<Vec<Vec<Type>>> = data.variants.iter().map(|variant| of_fields(&variant.fields)).collect();
    Ok(types?.into_iter().flatten().collect())
}

/// The types that fields store.
pub fn of_fields(fields: &Fields) -> Result<Vec<Type>> {
    let mut types = Vec::new();
    for field in fields {
        let attributes = match field.ident {
            Some(_) => FieldAttributes::of(&field.attrs)?,
            None => FieldAttributes::of_positional(&field.attrs)?,
        };
        if !attributes.skip && !types::is_phantom(&field.ty) {
            types.push(attributes.with.map_or_else(|| field.ty.clone(), |with| with.stored(&field.ty)));
        }
    }
    Ok(types)
}

pub fn case(union: &Union<'_>, variant: &Variant, name: String) -> Result<Case> {
    let ident = variant.ident.clone();
    let payload = match &variant.fields {
        Fields::Unit => None,
        Fields::Unnamed(fields) if fields.unnamed.is_empty() => {
            return Err(Error::new_spanned(fields, "a variant has fields, or no parentheses"));
        }
        Fields::Unnamed(fields) => positional(fields, union)?,
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
                quote!((#(<#types as ::vellum::__v::Default>::default()),*))
            }
            (None, _) => TokenStream::new(),
        },
        ident,
        payload,
    })
}

/// The place of a type in the program. Errors of derived code are reported there, as for a type
/// of the program with the name of one of std's.
pub fn at(ty: &Type) -> Span {
    Span::call_site().located_at(ty.span())
}

/// A variant with fields without names: they are its only payload, or the tuple of them.
fn positional(fields: &FieldsUnnamed, union: &Union<'_>) -> Result<Option<Payload>> {
    let signatures = Signatures(&union.parameters, &union.gates);
    let (mut patterns, mut stored) = (Vec::new(), Vec::new());
    for (index, field) in fields.unnamed.iter().enumerate() {
        let attributes = FieldAttributes::of_positional(&field.attrs)?;
        if attributes.skip || types::is_phantom(&field.ty) {
            patterns.push(quote!(_));
            stored.push(None);
            continue;
        }
        let with = attributes.with.as_ref();
        let ty = with.map_or_else(|| field.ty.clone(), |with| with.stored(&field.ty));
        types::check(&ty)?;
        types::check_lifetimes(&ty)?;
        types::check_names(&field.ty)?;
        let part = format_ident!("__part_{index}");
        patterns.push(quote!(#part));
        stored.push(Some((ty, with.map(|with| Conversion::new(&field.ty, with)), quote!(#part))));
    }
    let types: Vec<&Type> = stored.iter().flatten().map(|(ty, ..)| ty).collect();
    let gated = |(ty, own, _): &(Type, Option<Conversion>, TokenStream)| {
        if own.is_some() { ty.clone() } else { union.gates.gate(ty, &union.parameters) }
    };
    let gated: Vec<Type> = stored.iter().flatten().map(gated).collect();
    if types.len() > tuple::MAX_FIELDS {
        return Err(Error::new_spanned(fields, "a variant of more than 8 fields that are stored has names for them"));
    }
    let values: Vec<TokenStream> = gated.iter().map(value).collect();
    let sets = stored.iter().flatten().zip(&values).map(|((ty, own, part), value)| match own {
        Some(own) => own.set(ty, value, part, &TokenStream::new()),
        None => quote!(#value::as_set(#part)),
    });
    let numbers: Vec<Literal> = (0..types.len()).map(Literal::usize_unsuffixed).collect();
    let parts: Vec<TokenStream> = match &numbers[..] {
        [] => return Ok(None),
        [_] => vec![quote_spanned!(at(types[0])=> __payload)],
        numbers => {
            let part = |(number, ty): (&Literal, &&Type)| {
                let mut number = number.clone();
                number.set_span(at(ty));
                quote_spanned!(at(ty)=> __payload.#number)
            };
            numbers.iter().zip(&types).map(part).collect()
        }
    };
    let mut decoded = parts.iter();
    let unpacked = fields.unnamed.iter().zip(&stored).map(|(field, stored)| match (stored, &field.ty) {
        (None, ty) => quote!(<#ty as ::vellum::__v::Default>::default()),
        (Some((ty, own, _)), _) => {
            let part = decoded.next().cloned().unwrap_or_default();
            match own {
                Some(own) => {
                    let own = own.load(ty, &part);
                    quote!(#own?)
                }
                None => part,
            }
        }
    });
    let (ty, gated, set) = if let ([ty], [gated]) = (&types[..], &gated[..]) {
        (Type::clone(ty), gated.clone(), quote!(#(#sets)*))
    } else {
        let span = Span::call_site().located_at(fields.span());
        let tuple = |parts: TokenStream| parse_quote_spanned!(span=> (#parts));
        (tuple(quote!(#(#types,)*)), tuple(quote!(#(#gated,)*)), quote!((#(#sets,)*)))
    };
    let resolved = union.gates.resolve(&gated, union.cases.len(), &union.input.ident, &union.parameters);
    let gated = resolved.unwrap_or(gated);
    let held = types.iter().map(|ty| signatures.held(ty));
    let part = |number: &Literal| if numbers.len() == 1 { quote!(__value) } else { quote!(__value.#number) };
    let admits = stored.iter().flatten().zip(&numbers).filter_map(|((ty, own, _), number)| {
        let part = part(number);
        let admit = own.as_ref()?.admit(ty, &quote!(&#part));
        Some(quote!(#admit?;))
    });
    let admit = admits.collect();
    let converted_types =
        stored.iter().flatten().filter(|(_, own, _)| own.is_some()).map(|(ty, ..)| ty.clone()).collect();
    let alone = match &stored.iter().flatten().collect::<Vec<_>>()[..] {
        [(ty, Some(own), _)] => Some(own.may_fail(ty)),
        _ => None,
    };
    let is_value = alone.is_some();
    // A tuple of parts is read whole; a part that is alone has a cursor.
    let cursors = types.iter().map(|part| match &types[..] {
        [_] if !is_value => signatures.reached(part, &quote!('a), &quote!(__S)),
        _ => signatures.checked(part, &quote!('a)),
    });
    let associated = types.iter().map(|ty| item_of(ty, quote!(Get<'a, __R>)));
    Ok(Some(Payload {
        value: value(&gated),
        ty,
        gated,
        pattern: quote!((#(#patterns),*)),
        set,
        unpack: quote!((#(#unpacked),*)),
        held: quote!((#(#held),*)),
        hold: quote!((#(#parts),*)),
        cursor: quote!((#(#cursors),*)),
        associated: quote!((#(#associated),*)),
        converted: stored.iter().flatten().any(|(_, own, _)| own.is_some()),
        unpack_fails: stored.iter().flatten().any(|(_, own, _)| own.is_some()),
        admit,
        converted_types,
        alone,
        definitions: TokenStream::new(),
        named: None,
    }))
}

/// A variant with named fields: they are those of a struct with a name of its own.
fn named(union: &Union<'_>, variant: &Variant) -> Result<Payload> {
    let (vis, of) = (&union.input.vis, &union.input.ident);
    let attributes = TypeAttributes::of_variant(&variant.attrs)?;
    let variant_name = unraw(&variant.ident);
    let ident = match attributes.own_prefix() {
        Some(given) => given.clone(),
        None => union.attributes.derived_name(of, &variant_name),
    };
    own_names::check_name(&ident)?;
    let set = format_ident!("{ident}Set");
    let mut items = field::items(&variant.fields, &attributes)?;
    // Whoever sees an enum sees the fields of its variants.
    items.iter_mut().for_each(|item| item.vis = parse_quote!(pub));
    let types: Vec<&Type> = items.iter().map(|item| &item.ty).collect();
    let parameters = union.parameters.restricted(&types);
    items.iter_mut().try_for_each(|item| item.gate(&union.gates, &ident, &parameters))?;
    let skipped = field::skipped(&variant.fields)?;
    let (fields, types): (Vec<&Ident>, Vec<&Type>) = items.iter().map(|Item { ident, ty, .. }| (ident, ty)).unzip();
    let (params, args, wheres) = parameters.tokens();
    let cursors = attributes.cursor_names(&ident);
    let gates = Rc::clone(&union.gates);
    let [view_name, edit_name] = &cursors;
    let types_of = [&ident, view_name, edit_name, &set].map(Ident::clone).to_vec();
    // Its name in the schema is that of the variant, whatever the types are called here.
    let name = format!("{of}{variant_name}");
    let names = Names::new(&ident, name, cursors, vis, (parameters, gates), Some(set.clone()));
    let struct_tokens = structure::tokens(&names, &items, &[], &attributes, &docs(&variant.attrs));
    let field_docs: Vec<String> = items.iter().map(|item| format!("`{}`", item.name)).collect();
    let doc = format!("The fields of [`{of}::{}`].", variant.ident);
    let set_doc = format!("What the fields of [`{of}::{}`] are set to.", variant.ident);
    let view = &names.view;
    let span = Span::call_site().located_at(variant.ident.span());
    let ty = parse_quote_spanned!(span=> #ident<#args>);
    union.gates.know(&ty);
    let signatures = Signatures(&union.parameters, &union.gates);
    let cursor = signatures.reached(&ty, &quote!('a), &quote!(__S));
    let mut set_types: Vec<_> = types.iter().map(|ty| signatures.setter(ty, &quote!('a))).collect();
    if !names.parameters.are_named(quote!(#(#set_types)*)) {
        set_types = types.iter().map(|ty| item_of(ty, quote!(Set<'a>))).collect();
    }
    // A field may have the name of a parameter of the code around the pattern.
    let bound = |item: &Item| format_ident!("__field_{}", unraw(&item.ident));
    let bindings = items.iter().map(|item| {
        let (field, bound) = (&item.ident, bound(item));
        quote!(#field: #bound)
    });
    let bindings: Vec<TokenStream> = bindings.collect();
    let sets = items.iter().map(|item| {
        let (field, set) = (&item.ident, item.set(&names.constants(), &bound(item).to_token_stream()));
        quote!(#field: #set)
    });
    let owned = items.iter().map(|item| {
        let field = &item.ident;
        let value = item.owned(&quote!(__payload.#field));
        quote!(#field: #value)
    });
    let admits = items.iter().filter_map(|item| {
        let (field, name) = (&item.ident, &item.name);
        let admit = item.with.as_ref()?.admit(&item.ty, &quote!(&__value.#field));
        Some(quote!(::vellum::__v::in_field(#admit, #name)?;))
    });
    let admit = admits.collect();
    let converted_types = items.iter().filter(|item| item.with.is_some()).map(|item| item.ty.clone()).collect();
    let defaults = skipped.iter().map(|(field, ty)| quote!(#field: <#ty as ::vellum::__v::Default>::default()));
    // Parameters of no field of the struct cannot be declared there; a type that is set outlives
    // its reference.
    let outlives = types.iter().map(|ty| quote!(#ty: 'a));
    let of_params = names.parameters.outlive(&quote!('a));
    let outlives = if params.is_empty() { TokenStream::new() } else { quote!(#(#outlives,)* #of_params) };
    // Without fields nothing else would mention the lifetime.
    let marker = items.is_empty().then(|| quote!(lifetime: ::vellum::__v::PhantomData<&'a ()>));
    // And it is made by `default` only, as the marker has no public name.
    let set_default = items.is_empty().then(|| quote!(#[derive(::core::default::Default)]));
    let set_marker = items.is_empty().then(|| quote!(lifetime: ::vellum::__v::PhantomData));
    let payload = Payload {
        value: value(&ty),
        gated: ty.clone(),
        ty,
        pattern: quote!({ #(#bindings,)* .. }),
        set: quote!(#set { #(#sets),* #set_marker }),
        unpack: quote!({ #(#owned,)* #(#defaults,)* }),
        held: quote!((#view<'a, #args __R>)),
        hold: quote!((__payload)),
        cursor: quote!((#cursor)),
        associated: quote!((#view<'a, #args __R>)),
        // The struct that the fields are says so itself.
        converted: false,
        unpack_fails: items.iter().any(|item| item.with.is_some()),
        admit,
        converted_types,
        alone: None,
        definitions: quote! {
            #[doc = #doc]
            #[allow(dead_code)]
            #vis struct #ident<#params> where #wheres { #(#[doc = #field_docs] pub #fields: #types),* }

            #[doc = #set_doc]
            #[allow(dead_code)]
            #set_default
            #vis struct #set<'a, #params> where #wheres #outlives {
                #(#[doc = #field_docs] pub #fields: #set_types),*
                #marker
            }

            #struct_tokens
        },
        named: None,
    };
    let constants = names.constants();
    Ok(Payload { named: Some(Named { items, constants, types: types_of }), ..payload })
}

/// Refuses a variant of whose types one has the name of another derived type, or whose methods have
/// the names of another variant's.
pub fn check_names(union: &Union<'_>) -> Result<()> {
    for (index, case) in union.cases.iter().enumerate() {
        if let Some(twin) = union.cases.iter().take(index).find(|twin| twin.method == case.method) {
            let why = format!(
                "`set_{}` is already the method for the variant `{}`; give this variant another name, and keep its name in the schema: \
                 `rename = \"{}\"`",
                case.method, twin.ident, case.name,
            );
            return Err(Error::new(case.ident.span(), why));
        }
    }
    let (of, attributes) = (&union.input.ident, &union.attributes);
    let [view, edit] = attributes.cursor_names(of);
    let of_enum = ["Ref", "Mut"].map(|kind| attributes.derived_name(of, kind));
    let mut known: Vec<Ident> = [of.clone(), view, edit].into_iter().chain(of_enum).collect();
    for case in &union.cases {
        let Some(named) = case.payload.as_ref().and_then(|payload| payload.named.as_ref()) else { continue };
        if let Some(twin) = named.types.iter().find(|name| known.contains(name)) {
            let why = format!(
                "`{twin}` would be a type of this variant, and is another derived type of `{of}`; `#[vellum(prefix = \"{}Fields\")]` at \
                 the variant gives its types other names",
                named.types.first().unwrap_or(twin),
            );
            return Err(Error::new(case.ident.span(), why));
        }
        known.extend(named.types.iter().cloned());
    }
    Ok(())
}
