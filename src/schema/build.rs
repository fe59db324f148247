//! The build of a schema from a draft: names are resolved, every rule is checked, and every struct
//! is planned.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::compiled::{DefId, Origin};
use super::definition::NO_STRUCT;
use super::key::resolve_key;
use super::literal::Literal;
use super::model::{Inner, LineageOf, Schema, Shared};
use super::resolve::{
    build_enum, check_distinct, check_field_names, resolve_field, resolve_variants, start_struct, start_union,
};
use super::rules::Rules;
use super::shapes;
use super::shapes::{MAX_INLINE, inline_struct};
use super::types::{EnumId, Item, Payload, Scalar, Struct, StructId, TimeUnit, Type, UnionId};
use crate::error::{Error, ErrorKind};
use crate::layout;
use crate::layout::{MAX_RECORD, Size};
use crate::scalar::{NamedScalar, Text};
use crate::wire::width::PointerWidth;

fn next_id() -> u64 {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed) as u64
}

impl Schema {
    /// The schema of a draft that was not written as text.
    #[inline]
    pub(crate) fn from_draft(draft: Draft) -> crate::Result<Self> {
        draft.build().map_err(|fault| Error::new(ErrorKind::Schema, fault.message))
    }

    /// What stands for the schema of types that break a rule.
    #[inline]
    pub(crate) fn without_fields(fault: Error) -> Self {
        let id = next_id();
        let origin = Origin::new(id);
        let number = StructId(DefId::number(0, origin));
        let ends = vec![Size::bytes(1)];
        Self(Shared::new(Inner {
            names: BTreeMap::from([(String::from("Invalid"), Type::Struct(number))]),
            root: number,
            root_ends: ends.clone(),
            structs: vec![Struct { name: "Invalid".into(), frozen: false, ends: ends.into(), ..NO_STRUCT.clone() }],
            fault: Some((fault, Error::clone)),
            ..Inner::new(id, origin)
        }))
    }
}

/// A doc comment as schema text would give it back.
fn tidy(docs: &mut String) {
    if docs.starts_with('\n') || docs.split('\n').any(|line| line.ends_with(char::is_whitespace)) {
        let lines: Vec<&str> = docs.split('\n').map(str::trim_end).collect();
        *docs = String::from(lines.join("\n").trim_start_matches('\n'));
    }
}

impl Draft {
    /// Makes every doc comment what its text form says, wherever it comes from.
    fn tidy_docs(&mut self) {
        for draft in &mut self.enums {
            tidy(&mut draft.docs);
            draft.variants.iter_mut().for_each(|variant| tidy(&mut variant.docs));
        }
        for draft in &mut self.unions {
            tidy(&mut draft.docs);
            draft.variants.iter_mut().for_each(|variant| tidy(&mut variant.docs));
        }
        for draft in &mut self.structs {
            tidy(&mut draft.docs);
            draft.fields.iter_mut().for_each(|field| tidy(&mut field.docs));
        }
    }

    /// Resolves names, checks every rule and plans every struct.
    #[inline]
    pub(super) fn build(mut self) -> Result<Schema, Fault> {
        if self.uses_any {
            self.unions.push(any());
        }
        self.tidy_docs();
        self.check_names()?;
        let root = self.root_struct()?;
        let id = next_id();
        let origin = Origin::new(id);
        let mut inner = Inner {
            enums: self.enums.iter().map(build_enum).collect::<Result<_, _>>()?,
            structs: self.structs.iter().map(start_struct).collect(),
            unions: self.unions.iter().map(start_union).collect(),
            names: self.types(origin),
            min_width: self.min_width,
            lineage: self.lineage,
            guarded: self.guarded,
            ..Inner::new(id, origin)
        };
        for (index, draft) in self.structs.iter().enumerate() {
            let fields = draft.fields.iter().map(|field| resolve_field(&inner, field)).collect::<Result<_, _>>()?;
            check_field_names(draft)?;
            if let Some(structure) = inner.structs.get_mut(index) {
                structure.fields = Cow::Owned(fields);
            }
        }
        for (index, draft) in self.unions.iter().enumerate() {
            let variants = resolve_variants(&inner, draft)?;
            if let Some(union) = inner.unions.get_mut(index) {
                union.variants = Cow::Owned(variants);
            }
        }
        self.check_keys(&inner)?;
        let mut planned = vec![None; self.structs.len()];
        for index in 0..self.structs.len() {
            self.plan(&mut inner, &mut planned, index, 0)?;
        }
        self.check_inline(&inner, &planned)?;
        self.check_defaults_end(&inner)?;
        for index in 0..self.structs.len() {
            let fields = inner.structs.get(index).map_or(&[][..], |structure| &structure.fields);
            let types: Vec<Type> = fields.iter().map(|field| inner.complete(&field.ty)).collect();
            if let Some(structure) = inner.structs.get_mut(index) {
                structure.fields.to_mut().iter_mut().zip(types).for_each(|(field, ty)| field.ty = ty);
            }
        }
        for index in 0..self.unions.len() {
            let variants = inner.unions.get(index).map_or(&[][..], |union| &union.variants);
            let items: Vec<(Item, Payload)> = variants
                .iter()
                .filter_map(|variant| variant.ty.as_ref().map(|ty| (ty, variant.optional)))
                .map(|(ty, optional)| (inner.item(ty, optional), inner.payload(ty, optional)))
                .collect();
            let Some(union) = inner.unions.get_mut(index) else { continue };
            let with_payload = union.variants.to_mut().iter_mut().filter(|variant| variant.ty.is_some());
            for (variant, (item, payload)) in with_payload.zip(items) {
                variant.ty = Some(item.ty.clone());
                (variant.item, variant.payload) = (item, payload);
            }
        }
        self.check_sizes(&inner)?;
        for (index, draft) in self.structs.iter().enumerate() {
            let key = inner.structs.get(index).map(|known| resolve_key(&inner, known, &draft.key)).transpose()?;
            if let (Some(structure), Some(key)) = (inner.structs.get_mut(index), key) {
                structure.key = Cow::Owned(key);
            }
        }
        let Some(Type::Struct(root)) = inner.names.get(&root).cloned() else {
            return fault(format!("the root `{root}` is not a type of this schema"), self.root_span);
        };
        inner.root = root;
        inner.root_ends = inner.structure(root).ends.to_vec();
        Ok(Schema(Shared::new(inner)))
    }

    /// The name of the struct that the root record is of. A root of another type is alone in a
    /// struct that is added for it.
    #[inline]
    fn root_struct(&mut self) -> Result<String, Fault> {
        let Some((ty, optional)) = self.root.clone() else { return fault("the schema names no root", self.root_span) };
        if let DraftType::Named(name) = &ty {
            let structure = self.structs.iter().find(|known| known.name == *name);
            if !optional && structure.is_some_and(|known| !known.tuple) {
                return Ok(name.clone());
            }
            let is_other = self.enums.iter().any(|known| known.name == *name)
                || self.unions.iter().any(|known| known.name == *name);
            if structure.is_none() && !is_other {
                // What is wrong in the types is told before.
                return Ok(name.clone());
            }
        }
        // No name that a schema or a tuple could have, so that no field is of this struct.
        let name = format!("root {ty}{}", if optional { "?" } else { "" });
        // It lies inline in nothing, and its record may be longer in a later revision: that of a
        // struct with more fields.
        let alone = tuple(vec![(ty, optional)], self.root_span);
        let mut root = DraftStruct { name: name.clone(), frozen: false, ..alone };
        // Paths begin in the value: the way to it is no step that anybody writes.
        root.fields.iter_mut().for_each(|field| field.name = String::new());
        self.structs.push(root);
        Ok(name)
    }

    /// What each name stands for.
    #[inline]
    fn types(&self, origin: Origin) -> BTreeMap<String, Type> {
        let enums = self
            .enums
            .iter()
            .map(|draft| draft.name.clone())
            .zip((0..).map(|id| Type::Enum(EnumId(DefId::number(id, origin)))));
        let structs = self
            .structs
            .iter()
            .map(|draft| draft.name.clone())
            .zip((0..).map(|id| Type::Struct(StructId(DefId::number(id, origin)))));
        let unions = self
            .unions
            .iter()
            .map(|draft| draft.name.clone())
            .zip((0..).map(|id| Type::Union(UnionId(DefId::number(id, origin)))));
        enums.chain(structs).chain(unions).collect()
    }

    fn check_names(&self) -> Result<(), Fault> {
        let enums = self.enums.iter().map(|draft| (draft.name.as_str(), draft.span));
        let structs = self.structs.iter().map(|draft| (draft.name.as_str(), draft.span));
        let unions = self.unions.iter().map(|draft| (draft.name.as_str(), draft.span));
        let mut names: Vec<(&str, Span)> = enums.chain(structs).chain(unions).collect();
        let known_any = usize::from(self.uses_any);
        for (name, span) in names.iter().take(names.len().saturating_sub(known_any)) {
            if is_built_in(name) {
                return fault(format!("`{name}` is the name of a built-in type"), *span);
            }
        }
        check_distinct(&mut names, "type")
    }

    /// Plans a struct after the frozen structs that lie inline in it. Of a planned one it is known
    /// how many levels it has.
    #[inline]
    fn plan(&self, inner: &mut Inner, planned: &mut [Option<u32>], index: usize, depth: u32) -> Result<u32, Fault> {
        let Some(draft) = self.structs.get(index) else { return Ok(0) };
        if let Some(levels) = planned.get(index).copied().flatten() {
            return Ok(levels);
        }
        let too_deep =
            || format!("`{}` lies inline in itself, or holds more than {MAX_INLINE} levels inline", draft.name);
        if depth > MAX_INLINE {
            return fault(too_deep(), draft.span);
        }
        let fields = inner.structs.get(index).map_or(&[][..], |structure| &structure.fields);
        let inline: Vec<_> = fields.iter().map(|field| inline_struct(inner, &field.ty)).collect();
        let mut levels = 0u32;
        for (arrays, id) in inline {
            let below = id.map_or(Ok(0), |id| self.plan(inner, planned, id, depth.saturating_add(1)))?;
            levels = levels.max(below.saturating_add(arrays));
        }
        // A growable struct lies inline in nothing.
        levels = levels.saturating_add(u32::from(draft.frozen));
        if levels > MAX_INLINE {
            return fault(too_deep(), draft.span);
        }
        let fields = inner.structs.get(index).map_or(&[][..], |structure| &structure.fields);
        let shapes: Vec<_> = fields.iter().map(|field| inner.shape(&field.ty, field.optional, field.since)).collect();
        let (places, ends) = layout::plan_sorted(&shapes);
        // Beyond this, `Size::at` could not be trusted.
        let total = ends.last().map_or(0, |end| end.at_widest());
        if total > MAX_RECORD as u64 {
            let message = format!("`{}` needs {total} bytes; a record has at most {MAX_RECORD}", draft.name);
            return fault(message, draft.span);
        }
        let Some(structure) = inner.structs.get_mut(index) else { return Ok(0) };
        structure.fields.to_mut().iter_mut().zip(places).for_each(|(field, place)| field.plan(place));
        structure.ends = Cow::Owned(ends);
        let sizes = structure.fields.iter().zip(&shapes);
        let sizes: Vec<_> = sizes.map(|(field, shape)| field.word_size(shape.slot)).collect();
        structure.sort(&sizes);
        if let Some(done) = planned.get_mut(index) {
            *done = Some(levels);
        }
        Ok(levels)
    }
}

// Drafts: the input of a build, from a parser, a program or a derive.

/// The most types of a schema, fields of a struct, variants of an enum, and the highest revision.
pub(super) const MAX_ITEMS: usize = 0xFFFF;
/// The deepest nesting of types that the planner follows.
pub(super) const MAX_NESTING: u32 = 64;

/// An unvalidated schema: names are not resolved, nothing is planned.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) enums: Vec<DraftEnum>,
    pub(crate) structs: Vec<DraftStruct>,
    pub(crate) unions: Vec<DraftUnion>,
    /// Whether some type is `any`, whose definition is the same in every schema.
    pub(crate) uses_any: bool,
    /// The type of a whole buffer, and whether it may be absent.
    pub(crate) root: Option<(DraftType, bool)>,
    pub(crate) root_span: Span,
    pub(crate) min_width: PointerWidth,
    /// Whether buffers carry the schema's lineage.
    pub(crate) lineage: Option<LineageOf>,
    /// Whether a type that described itself refuses some of what its schema allows.
    pub(crate) guarded: bool,
}

pub(crate) struct DraftEnum {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) open: bool,
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
    pub(crate) tuple: bool,
    pub(crate) key: Vec<DraftKeyPart>,
    pub(crate) fields: Vec<DraftField>,
}

/// A part of a key as written.
pub(crate) struct DraftKeyPart {
    /// Names of fields, from the outside in.
    pub(crate) path: Vec<(String, Span)>,
    pub(crate) descending: bool,
}

pub(crate) struct DraftUnion {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) open: bool,
    pub(crate) variants: Vec<DraftUnionVariant>,
}

pub(crate) struct DraftUnionVariant {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) docs: String,
    pub(crate) ty: Option<DraftType>,
    pub(crate) ty_span: Span,
    pub(crate) optional: bool,
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
    pub(crate) rules: Rules,
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
    /// Of values, which may be absent; or a set.
    Map(Box<DraftType>, Option<(Box<DraftType>, bool)>),
    Array(Box<DraftType>, bool, u32),
    Text(u32),
}

/// A default as written; whether it fits is decided when the field's type is known.
pub(crate) enum DraftDefault {
    None,
    /// The type's own, of a field that need not be given; types of any kind have one.
    Own,
    /// The stored word of a scalar, bool or enum.
    Word(u128),
    /// The name of a variant.
    Name(String),
    Blob(Vec<u8>),
}

/// Whether a schema cannot give the name to a type of its own.
pub(super) fn is_built_in(name: &str) -> bool {
    let is_generic = matches!(name, "list" | "map" | "set" | "array" | "tuple" | "any");
    is_generic || builtin(name).is_some() || Scalar::of_name(name).is_some()
}

/// The type that a name stands for in every schema.
pub(super) fn builtin(name: &str) -> Option<DraftType> {
    match name {
        "bool" => Some(DraftType::Bool),
        "string" => Some(DraftType::String),
        "bytes" => Some(DraftType::Bytes),
        _ => match Scalar::of_name(name)? {
            NamedScalar::Whole(scalar) => Some(DraftType::Scalar(scalar)),
            NamedScalar::Unit => Some(DraftType::Scalar(Scalar::Timestamp(TimeUnit::Millis))),
            // Its name alone is no type.
            NamedScalar::Scale(..) => None,
        },
    }
}

impl fmt::Display for DraftType {
    /// The type as schema text writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |optional: &bool| if *optional { "?" } else { "" };
        match self {
            Self::Bool => f.write_str("bool"),
            Self::Scalar(scalar) => write!(f, "{scalar}"),
            Self::String => f.write_str("string"),
            Self::Bytes => f.write_str("bytes"),
            Self::Named(name) => f.write_str(name),
            Self::List(element, optional) => write!(f, "list<{element}{}>", mark(optional)),
            Self::Map(key, None) => write!(f, "set<{key}>"),
            Self::Map(key, Some((value, optional))) => write!(f, "map<{key}, {value}{}>", mark(optional)),
            Self::Text(len) => write!(f, "string[{len}]"),
            Self::Array(element, optional, count) => write!(f, "array<{element}{}, {count}>", mark(optional)),
        }
    }
}

/// The frozen struct that a tuple is. Its name is the text of its type, which is no name that a
/// schema could give.
#[inline]
pub(crate) fn tuple(parts: Vec<(DraftType, bool)>, span: Span) -> DraftStruct {
    let written = parts.iter().map(|(ty, optional)| format!("{ty}{}", if *optional { "?" } else { "" }));
    let name = format!("tuple<{}>", written.collect::<Vec<_>>().join(", "));
    let field = |(index, (ty, optional))| DraftField {
        name: format!("{index}"),
        span,
        docs: String::new(),
        ty,
        ty_span: span,
        optional,
        default: DraftDefault::None,
        default_span: span,
        since: 1,
        rules: Rules::default(),
    };
    let fields = parts.into_iter().enumerate().map(field).collect();
    DraftStruct { name, span, docs: String::new(), frozen: true, tuple: true, key: Vec::new(), fields }
}

/// The definition of `any`, as if a schema had written it.
#[inline]
pub(super) fn any() -> DraftUnion {
    let value = || Box::new(DraftType::Named(shapes::NAME.to_owned()));
    let variants = [
        ("null", None),
        ("bool", Some(DraftType::Bool)),
        ("i8", Some(DraftType::Scalar(Scalar::I8))),
        ("i16", Some(DraftType::Scalar(Scalar::I16))),
        ("i32", Some(DraftType::Scalar(Scalar::I32))),
        ("i64", Some(DraftType::Scalar(Scalar::I64))),
        ("u64", Some(DraftType::Scalar(Scalar::U64))),
        ("f64", Some(DraftType::Scalar(Scalar::F64))),
        ("string", Some(DraftType::String)),
        ("bytes", Some(DraftType::Bytes)),
        ("list", Some(DraftType::List(value(), false))),
        ("map", Some(DraftType::Map(Box::new(DraftType::String), Some((value(), false))))),
    ];
    let variants = variants.map(|(name, ty)| DraftUnionVariant {
        name: name.to_owned(),
        span: Span::default(),
        docs: String::new(),
        ty,
        ty_span: Span::default(),
        optional: false,
    });
    DraftUnion {
        name: shapes::NAME.to_owned(),
        span: Span::default(),
        docs: String::new(),
        open: false,
        variants: variants.into(),
    }
}

impl Literal {
    /// As the default of a field of the type; a message if it is none.
    pub(super) fn to_draft(&self, ty: &DraftType) -> Result<DraftDefault, String> {
        let word = match (ty, self) {
            (DraftType::String | DraftType::Bytes, Self::Text(text)) => {
                return Ok(DraftDefault::Blob(text.as_bytes().to_vec()));
            }
            (DraftType::Bytes, Self::Bytes(bytes)) => return Ok(DraftDefault::Blob(bytes.clone())),
            (DraftType::Named(_), Self::Variant(name) | Self::Text(name)) => {
                return Ok(DraftDefault::Name(name.clone()));
            }
            (DraftType::Named(_), Self::Unsigned(number)) => Some(*number),
            (DraftType::Bool, Self::Bool(value)) => Some(u128::from(*value)),
            (DraftType::Scalar(scalar), literal) => literal.to_word(*scalar),
            _ => None,
        };
        match (word, ty) {
            (Some(word), _) => Ok(DraftDefault::Word(word)),
            (None, DraftType::List(..) | DraftType::Map(..) | DraftType::Array(..)) => {
                Err(format!("a field of the type {ty} takes no default"))
            }
            (None, _) => Err(format!("{self} is not a value of {ty}")),
        }
    }
}

impl Literal {
    /// As a scalar's word.
    fn to_word(&self, scalar: Scalar) -> Option<u128> {
        let (text, size) = (scalar.row().text, scalar.size());
        match (self, text) {
            (Self::Char(value), Text::Char) => Some(u128::from(u32::from(*value))),
            (Self::Text(text), Text::Char) => only_char(text),
            // As bits, so that every NaN stays itself.
            (Self::F32(value), Text::Float) if size == 4 => Some(u128::from(value.to_bits())),
            (Self::F64(value), Text::Float) if size == 8 => Some(u128::from(value.to_bits())),
            (Self::Text(text), Text::Number | Text::Float | Text::Decimal | Text::Word | Text::Quoted) => {
                scalar.parse(text)
            }
            (
                Self::Unsigned(_) | Self::Signed(_) | Self::F32(_) | Self::F64(_) | Self::Decimal(..),
                Text::Number | Text::Float | Text::Decimal | Text::Word | Text::Char,
            ) => scalar.parse(&self.to_string()),
            // No number is written in quotation marks.
            (_, Text::Quoted) | (Self::Char(_) | Self::Bool(_) | Self::Bytes(_) | Self::Variant(_), _) => None,
        }
    }
}

/// The number of the only character of a text.
fn only_char(text: &str) -> Option<u128> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(only), None) => Some(u128::from(u32::from(only))),
        _ => None,
    }
}

// Broken rules of schema text, and where in the text they are.

/// A piece of the text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// A broken rule, and where.
pub(super) struct Fault {
    pub(super) message: String,
    pub(super) span: Span,
}

pub(super) fn fault<T>(message: impl Into<String>, span: Span) -> Result<T, Fault> {
    Err(Fault { message: message.into(), span })
}

#[cfg(test)]
mod tests {
    use super::any;
    use crate::schema::shapes::tag;

    #[test]
    fn tags_are_places_of_variants() {
        let tags = [
            ("null", tag::NULL),
            ("bool", tag::BOOL),
            ("i8", tag::I8),
            ("i16", tag::I16),
            ("i32", tag::I32),
            ("i64", tag::I64),
            ("u64", tag::U64),
            ("f64", tag::F64),
            ("string", tag::STRING),
            ("bytes", tag::BYTES),
            ("list", tag::LIST),
            ("map", tag::MAP),
        ];
        let variants = any().variants;
        assert_eq!(variants.len(), tags.len());
        for (name, tag) in tags {
            assert_eq!(variants[usize::from(tag)].name, name);
        }
    }
}
