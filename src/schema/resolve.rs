//! From the names of a draft to types, variants and defaults, with the rules that each must follow.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use super::definition::NO_STRUCT;
use super::draft::{
    DraftDefault, DraftEnum, DraftField, DraftStruct, DraftType, DraftUnion, DraftUnionVariant, MAX_ITEMS,
};
use super::fault::{Fault, Span, fault};
use super::foreign;
use super::map_key::{is_key, no_key};
use super::model::Inner;
use super::plan::Component;
use super::types::{
    ArrayType, DeclaresDefault, DefaultValue, Direct, Enum, EnumId, Field, Item, ListType, MapEntry, MapType, Payload,
    Struct, Type, Union, UnionVariant,
};
use crate::layout::{EntryLayout, MAX_RECORD, Place, Size};

/// The rest of an item is completed once every struct is planned.
fn start_item(ty: Type, optional: bool) -> Item {
    Item::new(ty, optional, DefaultValue::Zero, Place::default(), false)
}

fn resolve_type(inner: &Inner, ty: &DraftType, span: Span) -> Result<Type, Fault> {
    Ok(match ty {
        DraftType::Bool => Type::Bool,
        DraftType::Scalar(scalar) => Type::Scalar(*scalar),
        DraftType::String => Type::String,
        DraftType::Bytes => Type::Bytes,
        DraftType::Text(0) => return fault("a text of a fixed length has 1 to 65535 bytes", span),
        DraftType::Text(len) => Type::Text(*len),
        DraftType::List(element, optional) => {
            let ty = resolve_type(inner, element, span)?;
            Type::List(ListType(Component::new(start_item(ty, *optional))))
        }
        DraftType::Array(element, optional, count) => {
            let ty = resolve_type(inner, element, span)?;
            if *count == 0 || *count as usize > MAX_RECORD {
                return fault(format!("an array has 1 to {MAX_RECORD} elements"), span);
            }
            Type::Array(ArrayType(Component::new(start_item(ty, *optional)), *count))
        }
        DraftType::Map(key, value) => {
            let key = resolve_type(inner, key, span)?;
            // The parts of a tuple need not be known yet.
            if !matches!(key, Type::Struct(_)) && !is_key(inner, &key) {
                return no_key(span);
            }
            let value = match value {
                Some((value, optional)) => Some(start_item(resolve_type(inner, value, span)?, *optional)),
                None => None,
            };
            let layout = EntryLayout { key: Size::ZERO, size: Size::ZERO, prefix: None };
            Type::Map(MapType(Component::new(MapEntry { key: start_item(key, false), value, layout })))
        }
        DraftType::Named(name) => match inner.names.get(name) {
            Some(known) => known.clone(),
            None => return fault(format!("unknown type `{name}`{}", foreign::hint(name)), span),
        },
    })
}

pub(super) fn resolve_field(inner: &Inner, draft: &DraftField) -> Result<Field, Fault> {
    let ty = resolve_type(inner, &draft.ty, draft.ty_span)?;
    let default = resolve_default(inner, &ty, draft)?;
    let (name, docs) = (draft.name.clone().into(), draft.docs.clone().into());
    let (place, rules) = (Place::default(), draft.rules.clone());
    if !rules.fit(&ty) {
        let fit = "ranges are for numbers, characters, dates and times, `max` for text and bytes, the case for text";
        return fault(format!("a field of the type {} takes no such rule; {fit}", draft.ty), draft.ty_span);
    }
    if let Type::Scalar(scalar) = ty
        && let Some(message) = rules.fault_of_range(scalar)
    {
        return fault(message, draft.ty_span);
    }
    let broken = match (&ty, &default) {
        _ if draft.optional => None,
        (Type::Scalar(scalar), default) => rules.fault_of_word(*scalar, default.word()),
        (_, DefaultValue::Blob(blob)) => rules.fault_of_blob(blob),
        _ => None,
    };
    if let Some(broken) = broken {
        let remedy = match draft.default {
            DraftDefault::None | DraftDefault::Own => "; declare one that keeps it, behind `=`",
            _ => "",
        };
        return fault(format!("the default breaks the rule: {broken}{remedy}"), draft.default_span);
    }
    Ok(Field {
        name,
        docs,
        ty,
        optional: draft.optional,
        default,
        declares: DeclaresDefault(!matches!(draft.default, DraftDefault::None)),
        since: draft.since,
        rules,
        place,
        direct: Direct::None,
    })
}

pub(super) fn start_struct(draft: &DraftStruct) -> Struct {
    Struct {
        name: draft.name.clone().into(),
        docs: draft.docs.clone().into(),
        frozen: draft.frozen,
        tuple: draft.tuple,
        ..NO_STRUCT.clone()
    }
}

pub(super) fn start_union(draft: &DraftUnion) -> Union {
    Union {
        name: draft.name.clone().into(),
        docs: draft.docs.clone().into(),
        open: draft.open,
        converts: false,
        variants: Cow::Borrowed(&[]),
    }
}

/// The tag that tells a list of unions of several variants.
pub(crate) const MIXED: u8 = 0xFF;
/// The variants that a union has at most. Tags from this on are of none: they are forms of lists,
/// of which there is one, [`MIXED`].
pub(crate) const MAX_VARIANTS: u8 = 0xF0;

pub(super) fn resolve_variants(inner: &Inner, draft: &DraftUnion) -> Result<Vec<UnionVariant>, Fault> {
    if draft.variants.is_empty() || draft.variants.len() > usize::from(MAX_VARIANTS) {
        return fault(format!("the union `{}` needs 1 to {MAX_VARIANTS} variants", draft.name), draft.span);
    }
    let mut names: Vec<_> = draft.variants.iter().map(|variant| (variant.name.as_str(), variant.span)).collect();
    check_distinct(&mut names, "variant")?;
    let resolve = |variant: &DraftUnionVariant| {
        let ty = match &variant.ty {
            Some(ty) => Some(resolve_type(inner, ty, variant.ty_span)?),
            None => None,
        };
        let (name, docs) = (variant.name.clone().into(), variant.docs.clone().into());
        let optional = variant.optional;
        // A variant without payload takes one byte in a packed list. The others are completed
        // later.
        let item = start_item(Type::Bool, false);
        let place = Place::single(1, Size::ZERO);
        let item = Item { place, size: place.end, ..item };
        Ok(UnionVariant { name, docs, ty, optional, item, payload: Payload::None })
    };
    draft.variants.iter().map(resolve).collect()
}

pub(super) fn check_distinct(names: &mut [(&str, Span)], what: &str) -> Result<(), Fault> {
    if let Some((_, span)) = names.get(MAX_ITEMS) {
        return fault(format!("more than {MAX_ITEMS} names for one kind of {what}"), *span);
    }
    // Stable, so that the later one of two is reported.
    names.sort_by_key(|(name, _)| *name);
    for pair in names.windows(2) {
        if let [(first, _), (second, span)] = pair
            && first == second
        {
            return fault(format!("the {what} `{second}` is defined twice"), *span);
        }
    }
    Ok(())
}

pub(super) fn check_field_names(draft: &DraftStruct) -> Result<(), Fault> {
    let mut names: Vec<_> = draft.fields.iter().map(|field| (field.name.as_str(), field.span)).collect();
    check_distinct(&mut names, "field")?;
    for field in &draft.fields {
        if draft.frozen && field.since > 1 {
            return fault("a frozen struct cannot gain fields, so it has no `since`", field.span);
        }
        if field.since == 0 || field.since as usize > MAX_ITEMS {
            return fault(format!("`since` takes a revision from 1 to {MAX_ITEMS}"), field.span);
        }
    }
    Ok(())
}

pub(super) fn build_enum(draft: &DraftEnum) -> Result<Enum, Fault> {
    if draft.variants.is_empty() {
        return fault(format!("the enum `{}` has no variants", draft.name), draft.span);
    }
    let mut names: Vec<_> = draft.variants.iter().map(|variant| (variant.name.as_str(), variant.span)).collect();
    check_distinct(&mut names, "variant")?;
    let mut numbers: Vec<(u64, Span)> = draft.variants.iter().map(|variant| (variant.number, variant.span)).collect();
    numbers.sort_by_key(|(number, _)| *number);
    for pair in numbers.windows(2) {
        if let [(first, _), (second, span)] = pair
            && first == second
        {
            return fault(format!("two variants have the number {second}"), *span);
        }
    }
    let max = u64::MAX >> 64u32.saturating_sub(draft.repr.size().saturating_mul(8)).min(63);
    if let Some((number, span)) = numbers.last()
        && *number > max
    {
        return fault(format!("the number {number} does not fit {}", draft.repr.name()), *span);
    }
    let variants = draft
        .variants
        .iter()
        .map(|variant| (variant.name.clone().into(), variant.number, variant.docs.clone().into()))
        .collect();
    let mut by_number: Vec<(u64, u32)> = draft.variants.iter().map(|variant| variant.number).zip(0..).collect();
    let mut by_name: Vec<(&str, u32)> = draft.variants.iter().map(|variant| &*variant.name).zip(0..).collect();
    by_number.sort_unstable();
    by_name.sort_unstable();
    Ok(Enum {
        name: draft.name.clone().into(),
        docs: draft.docs.clone().into(),
        open: draft.open,
        repr: draft.repr,
        variants,
        by_number: by_number.into_iter().map(|(_, index)| index).collect(),
        by_name: by_name.into_iter().map(|(_, index)| index).collect(),
    })
}

fn resolve_default(inner: &Inner, ty: &Type, draft: &DraftField) -> Result<DefaultValue, Fault> {
    if matches!(draft.default, DraftDefault::None | DraftDefault::Own) {
        return Ok(inner.implied_default(ty));
    }
    if draft.optional {
        return fault("an optional field is absent by default; it takes no other default", draft.default_span);
    }
    let default = match (ty, &draft.default) {
        (Type::Bool | Type::Scalar(_), DraftDefault::Word(word)) => DefaultValue::Word(*word),
        (Type::String | Type::Bytes, DraftDefault::Blob(blob)) => DefaultValue::Blob(blob.clone().into()),
        (Type::Enum(EnumId(id)), DraftDefault::Name(name)) => {
            match id.of(&inner.enums).and_then(|known| known.number(name)) {
                Some(number) => DefaultValue::Word(u128::from(number)),
                None => return fault(format!("the enum has no variant `{name}`"), draft.default_span),
            }
        }
        (Type::Enum(EnumId(id)), DraftDefault::Word(word)) => {
            match id.of(&inner.enums).and_then(|known| known.of_word(*word)) {
                Some(_) => DefaultValue::Word(*word),
                None => return fault(format!("the enum has no variant {word}"), draft.default_span),
            }
        }
        _ => return fault("a field of this type takes no such default", draft.default_span),
    };
    // One form for one meaning, so that schemas compare equal.
    Ok(match default {
        DefaultValue::Word(0) => DefaultValue::Zero,
        DefaultValue::Blob(blob) if blob.is_empty() => DefaultValue::Zero,
        other => other,
    })
}
