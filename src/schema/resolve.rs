//! Resolution: from the names of a draft to types, variants and defaults, with the rules that each
//! must follow.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt;

use super::build::{
    Draft, DraftDefault, DraftEnum, DraftField, DraftStruct, DraftType, DraftUnion, DraftUnionVariant, Fault,
    MAX_ITEMS, Span, fault,
};
use super::compiled::StaticOrBox;
use super::definition::NO_STRUCT;
use super::key::{is_key, no_key};
use super::literal::{Literal, of_word};
use super::model::{Definition, Inner, Schema};
use super::rules::{Case, Rules, refuse};
use super::tables::Apart;
use super::types;
use super::types::{
    ArrayType, DeclaresDefault, DefaultValue, Direct, Engine, Enum, EnumId, Field, Item, ListType, MapEntry, MapType,
    Payload, Struct, Type, Union, UnionVariant,
};
use crate::error::{Error, ErrorKind, Result, Wording};
use crate::layout::{EntryLayout, MAX_RECORD, Place, Size};
use crate::scalar::{Scalar, Text};

/// The rest of an item is completed once every struct is planned.
fn start_item(ty: Type, optional: bool) -> Item {
    Item::new(ty, optional, DefaultValue::Zero, (Place::default(), false), Apart(None))
}

#[inline]
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
            Type::List(ListType(StaticOrBox::new(start_item(ty, *optional))))
        }
        DraftType::Array(element, optional, count) => {
            let ty = resolve_type(inner, element, span)?;
            if *count == 0 || *count as usize > MAX_RECORD {
                return fault(format!("an array has 1 to {MAX_RECORD} elements"), span);
            }
            Type::Array(ArrayType(StaticOrBox::new(start_item(ty, *optional)), *count))
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
            let (layout, kind) = (EntryLayout { key: Size::ZERO, size: Size::ZERO, prefix: None }, Apart(None));
            Type::Map(MapType(StaticOrBox::new(MapEntry { key: start_item(key, false), value, layout, kind })))
        }
        DraftType::Named(name) => match inner.names.get(name) {
            Some(known) => known.clone(),
            None => return fault(format!("unknown type `{name}`{}", types::hint(name)), span),
        },
    })
}

#[inline]
pub(super) fn resolve_field(inner: &Inner, draft: &DraftField) -> Result<Field, Fault> {
    let ty = resolve_type(inner, &draft.ty, draft.ty_span)?;
    let default = resolve_default(inner, &ty, draft)?;
    let (name, docs) = (draft.name.clone().into(), draft.docs.clone().into());
    let (place, rules) = (Place::default(), draft.rules.clone());
    if !rules.fit(&ty) {
        let fit = "ranges are for numbers, characters, dates and times, `max` for text and bytes, the case for text";
        return fault(format!("a field of the type {} takes no such rule; {fit}", draft.ty), draft.ty_span);
    }
    if rules.is_void(&ty) {
        return fault("no value is in the range", draft.ty_span);
    }
    if let Some(broken) = rules.fault_of_default(&ty, draft.optional, &default) {
        let remedy = match draft.default {
            DraftDefault::None | DraftDefault::Own => "; declare one that keeps it, behind `=`",
            _ => "",
        };
        return fault(format!("the default breaks the rule: {broken}{remedy}"), draft.default_span);
    }
    Ok(Field {
        part: Field::part_of(&ty, draft.optional),
        name,
        docs,
        ty,
        optional: draft.optional,
        default,
        declares: DeclaresDefault(!matches!(draft.default, DraftDefault::None)),
        since: draft.since,
        rules,
        guarded: false,
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

#[inline]
pub(super) fn start_union(draft: &DraftUnion) -> Union {
    Union {
        name: draft.name.clone().into(),
        docs: draft.docs.clone().into(),
        open: draft.open,
        converts: false,
        variants: Cow::Borrowed(&[]),
        about: Apart(None),
        kind: Apart(Some(Schema::UNION)),
    }
}

/// The tag that tells a list of unions of several variants.
pub(crate) const MIXED: u8 = 0xFF;
/// The variants that a union has at most. Tags from this on are of none: they are forms of lists,
/// of which there is one, [`MIXED`].
pub(crate) const MAX_VARIANTS: u8 = 0xF0;

#[inline]
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
        Ok(UnionVariant { name, docs, ty, optional, item, payload: Payload::None, guarded: false })
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

#[inline]
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
        about: Apart(None),
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

// Rules and types: which rules a type takes, the checks of its values, and the text of the rules.

impl Type {
    /// Fails if text or bytes are longer than the type holds, or, of a fixed length, shorter.
    pub(crate) fn check_len(&self, content: &[u8]) -> Result<()> {
        match self {
            Self::Text(len) if content.len() > *len as usize || content.last() == Some(&0) => {
                Err(Error::of(ErrorKind::Type, Wording::TextRoom, [u64::from(*len), 0, 0]))
            }
            Self::Array(array) if content.len() != array.len() => {
                Err(Error::of(ErrorKind::Type, Wording::FieldBytes, [content.len() as u64, array.len() as u64, 0]))
            }
            _ if content.len() > u32::MAX as usize => Err(Error::limit(Wording::StringLength)),
            _ => Ok(()),
        }
    }
}

impl Rules {
    /// Fails if a word breaks a rule.
    pub(crate) fn check_word(&self, ty: &Type, word: u128) -> Result<()> {
        match ty {
            Type::Scalar(scalar) => refuse(self.fault_of_word(*scalar, word)),
            _ => Ok(()),
        }
    }

    /// Whether the rules fit a type.
    pub(super) fn fit(&self, ty: &Type) -> bool {
        let has_range = self.min.is_some() || self.max.is_some();
        match ty {
            Type::Scalar(scalar) => match scalar.row().text {
                Text::Number | Text::Float | Text::Decimal | Text::Char => {
                    self.max_len.is_none() && self.case.is_none()
                }
                // A range whose ends people could not read.
                Text::Word | Text::Quoted => self.is_empty(),
            },
            Type::String | Type::Text(_) => !has_range,
            Type::Bytes => !has_range && self.case.is_none(),
            _ => self.is_empty(),
        }
    }

    /// The rules as schema text writes them.
    pub(crate) fn text(&self, ty: &Type) -> String {
        struct Written<'r>(&'r Rules, &'r Type);
        impl fmt::Display for Written<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f, self.1)
            }
        }
        String::from(format!("{}", Written(self, ty)).trim_start())
    }

    /// Writes the rules as schema text does.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, ty: &Type) -> fmt::Result {
        if let (Type::Scalar(scalar), true) = (ty, self.min.is_some() || self.max.is_some()) {
            write!(f, " in ")?;
            if let Some(min) = self.min {
                write!(f, "{}", End(*scalar, min))?;
            }
            write!(f, "..")?;
            if let Some(max) = self.max {
                write!(f, "={}", End(*scalar, max))?;
            }
        }
        if let Some(max) = self.max_len {
            write!(f, " max {max}")?;
        }
        match self.case {
            Some(Case::Lower) => write!(f, " lowercase"),
            Some(Case::Upper) => write!(f, " uppercase"),
            None => Ok(()),
        }
    }
}

/// An end of a range. Rules are part of a schema's bytes, so what a character looks like does not
/// depend on what Unicode says of it today, as it does where people read a default.
struct End(Scalar, u128);

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match of_word(self.0, self.1) {
            Literal::Char(c @ ('\'' | '\\')) => write!(f, "'\\{c}'"),
            Literal::Char(c @ ' '..='~') => write!(f, "'{c}'"),
            Literal::Char(c) => write!(f, "'{}'", c.escape_unicode()),
            literal => write!(f, "{literal}"),
        }
    }
}

// The check against structs and unions whose default would contain itself.

impl Draft {
    /// A struct or union whose default holds itself has no finite default.
    #[inline]
    pub(super) fn check_defaults_end(&self, inner: &Inner) -> Result<(), Fault> {
        let structs = self.structs.iter().map(|draft| (draft.name.as_str(), draft.span));
        let unions = self.unions.iter().map(|draft| (draft.name.as_str(), draft.span));
        let names: Vec<(&str, Span)> = structs.chain(unions).collect();
        let parts = |index| default_parts(inner.node(index), |ty| inner.node_of(ty));
        let parts: Vec<_> = (0..names.len()).map(parts).collect();
        let Some((name, span, through)) = endless(&parts).and_then(|(index, through)| {
            let (name, span) = names.get(index)?;
            Some((*name, *span, through))
        }) else {
            return Ok(());
        };
        let message = format!(
            "the default of `{name}` contains itself through `{through}`; make one of the fields optional, or put a variant first that ends"
        );
        fault(message, span)
    }
}

/// A type that contains itself, and the name of the part through which it does.
#[inline]
pub(super) fn endless<'s>(parts: &[Vec<(usize, &'s str)>]) -> Option<(usize, &'s str)> {
    // A type is finite if all of its parts are. A type that is not found to be finite has a part
    // that is not either.
    let mut holders = vec![Vec::new(); parts.len()];
    for (index, part) in parts.iter().enumerate().flat_map(|(index, parts)| parts.iter().map(move |part| (index, part)))
    {
        holders.get_mut(part.0)?.push(index);
    }
    let mut left: Vec<usize> = parts.iter().map(Vec::len).collect();
    let mut ended: Vec<usize> = left.iter().zip(0..).filter(|(left, _)| **left == 0).map(|(_, index)| index).collect();
    while let Some(index) = ended.pop() {
        for holder in holders.get(index)? {
            let left = left.get_mut(*holder)?;
            *left = left.saturating_sub(1);
            if *left == 0 {
                ended.push(*holder);
            }
        }
    }
    // So following such parts leads into a cycle and then around it.
    let is_left = |index: usize| left.get(index).is_some_and(|left| *left > 0);
    let nexts: Vec<_> = parts.iter().map(|parts| parts.iter().find(|(part, _)| is_left(*part)).copied()).collect();
    let next = |index: usize| nexts.get(index).copied().flatten();
    let mut at = (0..parts.len()).find(|index| is_left(*index))?;
    for _ in 0..parts.len() {
        (at, _) = next(at)?;
    }
    let mut first = next(at)?;
    for _ in 0..parts.len() {
        (at, _) = next(at)?;
        first = first.min(next(at)?);
    }
    Some(first)
}

/// The numbers of the structs and unions that the default of one holds, and by which field or
/// variant.
pub(super) fn default_parts<'s>(
    known: Option<Definition<'s>>,
    number: impl Fn(&Type) -> Option<usize>,
) -> Vec<(usize, &'s str)> {
    let part = |ty: &Type, name: &'s str| Some((number(element(ty))?, name));
    match known {
        Some(Definition::Struct(known)) => {
            let held = known.fields().iter().filter(|field| !field.optional());
            held.filter_map(|field| part(field.ty(), field.name())).collect()
        }
        Some(Definition::Union(known)) => {
            let first = known.variants().first().filter(|variant| !variant.optional());
            first.and_then(|variant| part(variant.ty()?, variant.name())).into_iter().collect()
        }
        Some(Definition::Enum(_)) | None => Vec::new(),
    }
}

/// What arrays of arrays hold in the end, if they hold it for sure.
fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array(array) if !array.0.optional && array.1 > 0 => element(&array.0.ty),
        _ => ty,
    }
}
