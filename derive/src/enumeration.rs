//! Enums of unit variants: stored as one unsigned integer.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DataEnum, DeriveInput, Error, Expr, ExprLit, Fields, Ident, Lit, Result, Type, Variant};

use crate::about::About;
use crate::attributes::{FieldAttributes, TypeAttributes};
use crate::docs::docs;
use crate::rename::{Name, check_distinct};

struct Item {
    ident: Ident,
    name: String,
    docs: String,
    number: u64,
}

/// The variants that have names in the schema, and the one that holds any other number.
struct Items {
    named: Vec<Item>,
    other: Option<Ident>,
}

pub fn expand(input: &DeriveInput, data: &DataEnum) -> Result<TokenStream> {
    if data.variants.iter().any(|variant| !matches!(variant.fields, Fields::Unit) && !is_other(variant)) {
        return crate::union::expand(input, data);
    }
    let only_units = data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit));
    if only_units && let Some(other) = data.variants.iter().find(|variant| is_other(variant)) {
        return Err(Error::new_spanned(
            &other.ident,
            format!("it holds the number that is unknown: `{}(u8)`", other.ident),
        ));
    }
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(&input.generics, "an enum of unit variants has nothing generic to store"));
    }
    let attributes = TypeAttributes::of_enum(&input.attrs)?;
    if let Some(name) = attributes.needless_name() {
        return Err(Error::new(
            name.span(),
            "an enum of unit variants is read and set as a value: it has no view and no edit cursor",
        ));
    }
    if let Some(name) = attributes.common.first() {
        return Err(Error::new(name.span(), "the variants of this enum have no fields, so none in common"));
    }
    if !attributes.upgrades.is_empty() {
        let why = "an enum of unit variants is a number and not a record: `upgrades_from` stands on the type of a whole buffer";
        return Err(Error::new_spanned(&input.ident, why));
    }
    let ident = &input.ident;
    let name = attributes.name(ident)?;
    let type_docs = docs(&input.attrs);
    let word = word(input, data)?;
    // Of a type of the user's own with that name nothing is stored.
    let stored = quote!(::vellum::__v::#word);
    let Items { named: items, other } = items(data, &attributes, &word)?;
    let Some(first) = items.first() else {
        return Err(Error::new_spanned(ident, "an enum without variants has no values to store"));
    };
    let first_number = proc_macro2::Literal::u64_unsuffixed(first.number);
    let first = &first.ident;
    let idents: Vec<_> = items.iter().map(|item| &item.ident).collect();
    let names = items.iter().map(|item| &item.name);
    let notes = items.iter().enumerate().filter_map(|(number, item)| About::variant(number, &item.docs)).collect();
    let about = About { of: quote!(#ident), name: quote!(#name), docs: &type_docs, notes, sort_key: &[] };
    let about = about.tokens();
    let numbers: Vec<_> = items.iter().map(|item| proc_macro2::Literal::u64_unsuffixed(item.number)).collect();
    let open = attributes.open;
    // A number that has a variant as well.
    let holds_any = other.is_some();
    let is_unreadable = open && other.is_none();
    let (kind, invalid) = if is_unreadable {
        (quote!(Newer), format!("no variant of `{name}` has this number: it is of a newer schema revision"))
    } else {
        (quote!(Corrupt), format!("no variant of `{name}` has this number"))
    };
    let (to_other, from_other) = match &other {
        Some(other) => {
            (quote!(Self::#other(__number) => *__number,), quote!(::vellum::__v::Some(Self::#other(__word))))
        }
        None => (TokenStream::new(), quote!(::vellum::__v::None)),
    };
    Ok(quote! {
        #[allow(deprecated)]
        impl ::vellum::__v::Scalar for #ident {
            type Word = #stored;
            const INVALID: &'static ::vellum::__v::str = #invalid;
            const INVALID_KIND: ::vellum::ErrorKind = ::vellum::ErrorKind::#kind;

            #[inline]
            fn to_word(&self) -> #stored {
                match self {
                    #(Self::#idents => #numbers,)*
                    #to_other
                }
            }

            #[inline]
            #[allow(unreachable_patterns)]
            fn from_word(__word: #stored) -> ::vellum::__v::Option<Self> {
                match __word {
                    #(#numbers => ::vellum::__v::Some(Self::#idents),)*
                    _ => #from_other,
                }
            }
        }

        ::vellum::__scalar_value!(
            [] #ident,
            #ident::#first,
            #is_unreadable,
            ::vellum::schema::Type::Enum(::vellum::__v::plan::EnumId::compiled(|| {
                const {
                    &::vellum::__v::plan::Enum::compiled(
                        (#name, #open, ::core::mem::size_of::<#stored>()),
                        const { &[#(::vellum::__v::plan::Enum::named(#names, #numbers)),*] },
                        || #about,
                    )
                }
            })),
            ::vellum::__v::plan::first(#first_number)
        );
        ::vellum::__scalar_key!([] #ident, |__key| ::vellum::__v::Scalar::to_word(__key), #holds_any);
    })
}

fn is_other(variant: &Variant) -> bool {
    FieldAttributes::of_variant(&variant.attrs).is_ok_and(|attributes| attributes.other.is_some())
}

const WORDS: [&str; 4] = ["u8", "u16", "u32", "u64"];

/// The integer of `#[repr(...)]`, or the one that an unknown number is held in, or `u8`.
fn word(input: &DeriveInput, data: &DataEnum) -> Result<Ident> {
    let mut word = None;
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        attribute.parse_nested_meta(|meta| {
            let Some(ident) = meta.path.get_ident() else { return Ok(()) };
            match ident.to_string().as_str() {
                name if WORDS.contains(&name) => word = Some(ident.clone()),
                "i8" | "i16" | "i32" | "i64" | "isize" | "usize" | "u128" | "i128" => {
                    return Err(meta.error("an enum is stored as u8, u16, u32 or u64"));
                }
                _ => {}
            }
            Ok(())
        })?;
    }
    let other = data.variants.iter().find(|variant| is_other(variant));
    let Some(other) = other else { return Ok(word.unwrap_or_else(|| format_ident!("u8"))) };
    let held = other.fields.iter().next().map(|field| &field.ty);
    let held = match held {
        Some(Type::Path(ty)) if other.fields.len() == 1 => ty.path.get_ident(),
        _ => None,
    };
    let Some(held) = held.filter(|held| WORDS.iter().any(|word| held == word)) else {
        return Err(Error::new_spanned(&other.fields, "it holds the number that is unknown, as u8, u16, u32 or u64"));
    };
    match word {
        Some(word) if word != *held => {
            Err(Error::new_spanned(held, format!("the enum is stored as `{word}`, so this is `{word}`")))
        }
        _ => Ok(held.clone()),
    }
}

fn items(data: &DataEnum, of_type: &TypeAttributes, word: &Ident) -> Result<Items> {
    // None is after the largest number that a program can write.
    let mut next: Option<u64> = Some(0);
    let mut items = Items { named: Vec::new(), other: None };
    let mut names = Vec::new();
    for variant in &data.variants {
        let attributes = FieldAttributes::of_variant(&variant.attrs)?;
        refuse_struct_attributes(variant)?;
        if let Some(span) = attributes.other {
            check_other(span, of_type, items.other.is_some(), items.named.is_empty())?;
            if attributes.rename.is_some() {
                return Err(Error::new(span, "what stands for unknown variants has no name in the schema"));
            }
            items.other = Some(variant.ident.clone());
            continue;
        }
        let number = match number(variant, word)? {
            Some(number) => number,
            None => next.filter(|next| fits(*next, word)).ok_or_else(|| outgrown(variant, word))?,
        };
        next = number.checked_add(1);
        // Where no variant has fields, Rust itself says so.
        if let Some(twin) = items.named.iter().find(|item| item.number == number)
            && data.variants.iter().any(is_other)
        {
            let why = format!("the number of this variant is {number}, which is that of `{}`", twin.ident);
            return Err(Error::new(variant.ident.span(), why));
        }
        let name = Name::of_variant(attributes.rename, &variant.ident, of_type.rename_all);
        items.named.push(Item {
            ident: variant.ident.clone(),
            name: name.text.clone(),
            docs: docs(&variant.attrs),
            number,
        });
        names.push(name);
    }
    check_distinct(names.iter(), "variant").map(|()| items)
}

/// Checks the rules of a variant that stands for those unknown.
pub fn check_other(span: proc_macro2::Span, of_type: &TypeAttributes, is_second: bool, is_first: bool) -> Result<()> {
    let why = if !of_type.open {
        "only an enum that is `#[vellum(open)]` has unknown variants"
    } else if is_second {
        "another variant stands for all that are unknown"
    } else if is_first {
        "the first variant is the default, so it is a known one"
    } else {
        return Ok(());
    };
    Err(Error::new(span, why))
}

/// Refuses what only a variant with named fields takes.
pub fn refuse_struct_attributes(variant: &Variant) -> Result<()> {
    let of_struct = TypeAttributes::of_variant(&variant.attrs)?;
    if of_struct.frozen || of_struct.rename_all.is_some() || of_struct.own_prefix().is_some() {
        return Err(Error::new_spanned(
            variant,
            "only a variant with named fields is `frozen` or has `rename_all` or `prefix`",
        ));
    }
    Ok(())
}

fn number(variant: &Variant, word: &Ident) -> Result<Option<u64>> {
    let Some((_, expression)) = &variant.discriminant else { return Ok(None) };
    let expression = written(expression);
    let Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) = expression else {
        return Err(Error::new_spanned(expression, "the number of a variant is an unsigned integer literal"));
    };
    let number: u64 = literal.base10_parse()?;
    if !fits(number, word) {
        return Err(Error::new_spanned(
            expression,
            format!("the enum is stored as `{word}`, which has no such number"),
        ));
    }
    Ok(Some(number))
}

/// The expression without the parentheses and groups that macros leave around it.
fn written(expression: &Expr) -> &Expr {
    match expression {
        Expr::Group(group) => written(&group.expr),
        Expr::Paren(paren) => written(&paren.expr),
        _ => expression,
    }
}

/// Whether a number is one of the word's.
fn fits(number: u64, word: &Ident) -> bool {
    let bits: u32 = word.to_string().trim_start_matches('u').parse().unwrap_or(8);
    number.checked_shr(bits).is_none_or(|beyond| beyond == 0)
}

/// The error of a variant without a number of its own, where that before it has the largest. A word
/// that is wider by itself would change what is stored of the others.
fn outgrown(variant: &Variant, word: &Ident) -> Error {
    let mut wider = WORDS.iter().skip_while(|name| word != name).skip(1);
    let way_out = match wider.next() {
        Some(wider) => format!("; `#[repr({wider})]` makes it `{wider}`, which is stored in other bytes"),
        None => String::new(),
    };
    let why = format!(
        "the enum is stored as `{word}`, which has no number for `{}`: the variant before it has the largest{way_out}",
        variant.ident
    );
    Error::new(variant.ident.span(), why)
}
