//! What a parser or a derive hands over, and the rules that make a schema of it.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::definition::{Enum, Field, Struct};
use super::lexer::Span;
use super::model::{Inner, Schema};
use super::types::{Default, EnumId, Item, List, Scalar, StructId, Type};
use crate::layout::{self, MAX_RECORD, Place, Size};
use crate::wire::width::PointerWidth;

/// The most types of a schema, fields of a struct, variants of an enum, and the highest revision.
pub(super) const MAX_ITEMS: usize = 0xFFFF;
/// The deepest nesting of types that the planner follows.
pub(super) const MAX_NESTING: u32 = 64;

/// An unvalidated schema: names are not resolved, nothing is planned.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) enums: Vec<DraftEnum>,
    pub(crate) structs: Vec<DraftStruct>,
    pub(crate) root: String,
    pub(crate) root_span: Span,
    pub(crate) min_width: PointerWidth,
}

pub(crate) struct DraftEnum {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) repr: Scalar,
    pub(crate) variants: Vec<DraftVariant>,
}

pub(crate) struct DraftVariant {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) number: u64,
}

pub(crate) struct DraftStruct {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) frozen: bool,
    pub(crate) fields: Vec<DraftField>,
}

pub(crate) struct DraftField {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) ty: DraftType,
    pub(crate) ty_span: Span,
    pub(crate) optional: bool,
    pub(crate) default: DraftDefault,
    pub(crate) default_span: Span,
    pub(crate) since: u32,
}

/// A type as written.
#[derive(Clone)]
pub(crate) enum DraftType {
    Bool,
    Scalar(Scalar),
    String,
    Bytes,
    Named(String),
    List(Box<DraftType>, bool),
}

/// A default as written; whether it fits is decided when the field's type is known.
pub(crate) enum DraftDefault {
    None,
    /// The stored word of a scalar, bool or enum.
    Word(u128),
    /// The name of a variant.
    Name(String),
    Blob(Vec<u8>),
}

/// A broken rule, and where.
pub(super) struct Fault {
    pub(super) message: String,
    pub(super) span: Span,
}

fn fault<T>(message: impl Into<String>, span: Span) -> Result<T, Fault> {
    Err(Fault { message: message.into(), span })
}

fn next_id() -> u64 {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed) as u64
}

/// The names a schema cannot give to its own types.
pub(super) fn builtin(name: &str) -> Option<DraftType> {
    match name {
        "bool" => Some(DraftType::Bool),
        "string" => Some(DraftType::String),
        "bytes" => Some(DraftType::Bytes),
        _ => Scalar::NAMED.into_iter().find(|scalar| scalar.name() == name).map(DraftType::Scalar),
    }
}

impl Schema {
    /// The schema of a draft that was not written as text.
    pub(crate) fn from_draft(draft: Draft) -> crate::Result<Self> {
        draft.build().map_err(|fault| crate::Error::new(crate::Kind::Schema, fault.message))
    }

    /// A schema without fields that tells in its comment why.
    pub(crate) fn empty(why: &str) -> Self {
        let root = Struct {
            name: String::from("Invalid"),
            docs: String::from(why),
            frozen: false,
            fields: Vec::new(),
            ends: vec![Size::bytes(1)],
            order: Vec::new(),
        };
        let min_width = PointerWidth::One;
        Self(Arc::new(Inner { id: next_id(), enums: Vec::new(), structs: vec![root], root: StructId(0), min_width }))
    }
}

impl Draft {
    /// Resolves names, checks every rule and plans every struct.
    pub(super) fn build(self) -> Result<Schema, Fault> {
        self.check_names()?;
        let mut inner = Inner {
            id: next_id(),
            enums: self.enums.iter().map(build_enum).collect::<Result<_, _>>()?,
            structs: self.structs.iter().map(start_struct).collect(),
            root: StructId(0),
            min_width: self.min_width,
        };
        for (index, draft) in self.structs.iter().enumerate() {
            let fields = draft.fields.iter().map(|field| resolve_field(&inner, field)).collect::<Result<_, _>>()?;
            check_field_names(draft)?;
            if let Some(structure) = inner.structs.get_mut(index) {
                structure.fields = fields;
            }
        }
        let mut planned = vec![false; self.structs.len()];
        for index in 0..self.structs.len() {
            self.plan(&mut inner, &mut planned, index, 0)?;
        }
        for index in 0..self.structs.len() {
            self.check_default_ends(&inner, index)?;
            let fields = inner.structs.get(index).map_or(&[][..], |structure| &structure.fields);
            let types: Vec<Type> = fields.iter().map(|field| inner.complete(&field.ty)).collect();
            if let Some(structure) = inner.structs.get_mut(index) {
                structure.fields.iter_mut().zip(types).for_each(|(field, ty)| field.ty = ty);
            }
        }
        let Some(root) = self.structs.iter().position(|draft| draft.name == self.root) else {
            return fault(format!("the root `{}` is not a struct of this schema", self.root), self.root_span);
        };
        inner.root = StructId(number(root));
        Ok(Schema(Arc::new(inner)))
    }

    fn check_names(&self) -> Result<(), Fault> {
        let enums = self.enums.iter().map(|draft| (draft.name.as_str(), draft.span));
        let structs = self.structs.iter().map(|draft| (draft.name.as_str(), draft.span));
        let mut names: Vec<(&str, Span)> = enums.chain(structs).collect();
        for (name, span) in &names {
            if builtin(name).is_some() || matches!(*name, "list" | "decimal" | "decimal128") {
                return fault(format!("`{name}` is the name of a built-in type"), *span);
            }
        }
        check_distinct(&mut names, "type")
    }

    /// Plans a struct after the frozen structs that lie inline in it.
    fn plan(&self, inner: &mut Inner, planned: &mut [bool], index: usize, depth: u32) -> Result<(), Fault> {
        let Some(draft) = self.structs.get(index) else { return Ok(()) };
        if planned.get(index).is_none_or(|done| *done) {
            return Ok(());
        }
        if depth > MAX_NESTING {
            let message = format!("`{}` lies inline in itself, or deeper than {MAX_NESTING} structs", draft.name);
            return fault(message, draft.span);
        }
        let fields = inner.structs.get(index).map_or(&[][..], |structure| &structure.fields);
        let inline: Vec<usize> = fields
            .iter()
            .filter_map(|field| match field.ty {
                Type::Struct(StructId(id)) if self.structs.get(id as usize).is_some_and(|inner| inner.frozen) => {
                    Some(id as usize)
                }
                _ => None,
            })
            .collect();
        for id in inline {
            self.plan(inner, planned, id, depth.saturating_add(1))?;
        }
        let fields = inner.structs.get(index).map_or(&[][..], |structure| &structure.fields);
        let shapes: Vec<_> = fields.iter().map(|field| inner.shape(&field.ty, field.optional, field.since)).collect();
        let mut places = vec![Place::default(); shapes.len()];
        let mut ends = vec![Size::ZERO; layout::regions(&shapes)];
        layout::plan_into(&shapes, &mut places, &mut ends);
        // Beyond this, `Size::at` could not be trusted.
        let total = ends.last().map_or(0, |end| u64::from(end.fixed).saturating_add(u64::from(end.pointers) << 2));
        if total > MAX_RECORD as u64 {
            let message = format!("`{}` needs {total} bytes; a record has at most {MAX_RECORD}", draft.name);
            return fault(message, draft.span);
        }
        let Some(structure) = inner.structs.get_mut(index) else { return Ok(()) };
        structure.fields.iter_mut().zip(places).for_each(|(field, place)| field.place = place);
        structure.ends = ends;
        let mut order: Vec<u16> = (0..=u16::MAX).take(structure.fields.len()).collect();
        order.sort_by_key(|index| structure.fields.get(usize::from(*index)).map_or(0, |field| field.since));
        structure.order = order;
        if let Some(done) = planned.get_mut(index) {
            *done = true;
        }
        Ok(())
    }

    /// A struct whose default holds itself has no finite default.
    fn check_default_ends(&self, inner: &Inner, start: usize) -> Result<(), Fault> {
        let mut seen = vec![false; inner.structs.len()];
        let mut open = vec![start];
        while let Some(index) = open.pop() {
            for field in inner.structs.get(index).map_or(&[][..], |structure| &structure.fields) {
                let Type::Struct(StructId(id)) = field.ty else { continue };
                if field.optional {
                    continue;
                }
                let id = id as usize;
                if id == start {
                    let Some(draft) = self.structs.get(start) else { continue };
                    let message = format!(
                        "the default of `{}` contains itself through the field `{}`; make one of the fields optional",
                        draft.name, field.name
                    );
                    return fault(message, draft.span);
                }
                if let Some(seen @ false) = seen.get_mut(id) {
                    *seen = true;
                    open.push(id);
                }
            }
        }
        Ok(())
    }
}

fn resolve_type(inner: &Inner, ty: &DraftType, span: Span) -> Result<Type, Fault> {
    Ok(match ty {
        DraftType::Bool => Type::Bool,
        DraftType::Scalar(scalar) => Type::Scalar(*scalar),
        DraftType::String => Type::String,
        DraftType::Bytes => Type::Bytes,
        DraftType::List(element, optional) => {
            let ty = resolve_type(inner, element, span)?;
            // The rest of the item is completed once every struct is planned.
            let (place, size, default) = (Place::default(), Size::ZERO, Default::Zero);
            Type::List(List(Box::new(Item { ty, optional: *optional, default, place, size, growable: false })))
        }
        DraftType::Named(name) => {
            if let Some(index) = inner.enums.iter().position(|known| known.name == *name) {
                Type::Enum(EnumId(number(index)))
            } else if let Some(index) = inner.structs.iter().position(|known| known.name == *name) {
                Type::Struct(StructId(number(index)))
            } else {
                return fault(format!("unknown type `{name}`"), span);
            }
        }
    })
}

fn resolve_field(inner: &Inner, draft: &DraftField) -> Result<Field, Fault> {
    let ty = resolve_type(inner, &draft.ty, draft.ty_span)?;
    let default = resolve_default(inner, &ty, draft)?;
    let (name, docs) = (draft.name.clone(), draft.docs.clone());
    let place = Place::default();
    Ok(Field { name, docs, ty, optional: draft.optional, default, since: draft.since, place })
}

/// Number of an item of a list whose length is checked against `MAX_ITEMS`.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn start_struct(draft: &DraftStruct) -> Struct {
    Struct {
        name: draft.name.clone(),
        docs: draft.docs.clone(),
        frozen: draft.frozen,
        fields: Vec::new(),
        ends: Vec::new(),
        order: Vec::new(),
    }
}

fn check_distinct(names: &mut [(&str, Span)], what: &str) -> Result<(), Fault> {
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

fn check_field_names(draft: &DraftStruct) -> Result<(), Fault> {
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

fn build_enum(draft: &DraftEnum) -> Result<Enum, Fault> {
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
    let variants =
        draft.variants.iter().map(|variant| (variant.name.clone(), variant.number, variant.docs.clone())).collect();
    Ok(Enum { name: draft.name.clone(), docs: draft.docs.clone(), repr: draft.repr, variants })
}

fn resolve_default(inner: &Inner, ty: &Type, draft: &DraftField) -> Result<Default, Fault> {
    if matches!(draft.default, DraftDefault::None) {
        return Ok(inner.implied_default(ty));
    }
    if draft.optional {
        return fault("an optional field is absent by default; it takes no other default", draft.default_span);
    }
    let default = match (ty, &draft.default) {
        (Type::Bool | Type::Scalar(_), DraftDefault::Word(word)) => Default::Word(*word),
        (Type::String | Type::Bytes, DraftDefault::Blob(blob)) => Default::Blob(blob.as_slice().into()),
        (Type::Enum(EnumId(id)), DraftDefault::Name(name)) => {
            match inner.enums.get(*id as usize).and_then(|known| known.number(name)) {
                Some(number) => Default::Word(u128::from(number)),
                None => return fault(format!("the enum has no variant `{name}`"), draft.default_span),
            }
        }
        (Type::Enum(EnumId(id)), DraftDefault::Word(word)) => {
            match inner.enums.get(*id as usize).and_then(|known| known.of_word(*word)) {
                Some(_) => Default::Word(*word),
                None => return fault(format!("the enum has no variant {word}"), draft.default_span),
            }
        }
        _ => return fault("a field of this type takes no such default", draft.default_span),
    };
    // One form for one meaning, so that schemas compare equal.
    Ok(match default {
        Default::Word(0) => Default::Zero,
        Default::Blob(blob) if blob.is_empty() => Default::Zero,
        other => other,
    })
}
