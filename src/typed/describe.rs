//! From Rust types to a schema: each type describes itself once to a [`Describer`].

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::schema::{
    Declared, Draft, DraftDefault, DraftEnum, DraftField, DraftKeyPart, DraftStruct, DraftType, DraftUnion,
    DraftUnionVariant, DraftVariant, Field, Rules, Scalar, Span, tuple,
};

/// Collects the types that a root type reaches.
#[derive(Default)]
pub struct Describer {
    pub(super) draft: Draft,
    /// The Rust type behind each name given so far.
    names: Vec<(&'static str, String)>,
    /// Whether only names are wanted, not the definitions behind them.
    is_shallow: bool,
}

/// The schema type of a field, as its Rust type describes it.
pub struct Described {
    pub(crate) ty: DraftType,
    pub(crate) optional: bool,
}

/// The function by which a type describes itself.
pub type Describe = fn(&mut Describer) -> Described;

/// The parts of a field that its plan lacks: number, doc comment, declared default, and rules.
pub type FieldNote = (usize, &'static str, Option<Declared>, Rules);

/// A variant of an enum with payloads as the derive describes it.
pub struct VariantDescription {
    /// Name in the schema.
    pub name: &'static str,
    /// Doc comment.
    pub docs: &'static str,
    /// Type of the payload.
    pub ty: Option<Described>,
}

fn draft_variant(variant: VariantDescription) -> DraftUnionVariant {
    let span = Span::default();
    let (ty, optional) = variant.ty.map_or((None, false), |ty| (Some(ty.ty), ty.optional));
    DraftUnionVariant {
        name: variant.name.to_owned(),
        span,
        docs: variant.docs.to_owned(),
        ty,
        ty_span: span,
        optional,
    }
}

/// The description of a declared scalar or enum default.
pub fn word_of<T: crate::scalar::word::Scalar>(value: &T) -> Declared {
    Declared::Word(value.to_word().into())
}

impl Described {
    pub(crate) const BOOL: Self = Self { ty: DraftType::Bool, optional: false };
    pub(crate) const STRING: Self = Self { ty: DraftType::String, optional: false };

    pub(crate) fn scalar(scalar: Scalar) -> Self {
        Self { ty: DraftType::Scalar(scalar), optional: false }
    }

    /// Inline text of at most `len` bytes.
    pub(crate) fn text(len: usize) -> Self {
        Self { ty: DraftType::Text(u32::try_from(len).unwrap_or(u32::MAX)), optional: false }
    }

    /// A map of these keys to values, or a set of them.
    pub(crate) fn map(key: Self, value: Option<Self>) -> Self {
        let value = value.map(|value| (Box::new(value.ty), value.optional));
        Self { ty: DraftType::Map(Box::new(key.ty), value), optional: false }
    }

    /// An inline array of `len` of these.
    pub(crate) fn repeated(self, count: usize) -> Self {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        Self { ty: DraftType::Array(Box::new(self.ty), self.optional, count), optional: false }
    }

    /// A list of these; a list of `u8` is bytes.
    pub(crate) fn listed(self) -> Self {
        let ty = match (self.ty, self.optional) {
            (DraftType::Scalar(Scalar::U8), false) => DraftType::Bytes,
            (ty, optional) => DraftType::List(Box::new(ty), optional),
        };
        Self { ty, optional: false }
    }
}

impl Describer {
    /// A describer that collects only names.
    pub(crate) fn shallow() -> Self {
        Self { is_shallow: true, ..Self::default() }
    }

    /// The name of a Rust type in the schema, and whether it is new. Two types with the same Rust
    /// name get different names.
    fn name(&mut self, key: &'static str, name: &str) -> (String, bool) {
        if let Some((_, known)) = self.names.iter().find(|(known, _)| *known == key) {
            return (known.clone(), false);
        }
        let taken = |candidate: &str| self.names.iter().any(|(_, known)| known == candidate);
        let mut unique = name.to_owned();
        let mut number = 2u32;
        while taken(&unique) {
            unique = format!("{name}{number}");
            number = number.saturating_add(1);
        }
        self.names.push((key, unique.clone()));
        (unique, true)
    }

    /// Notes that the type refuses some values that its schema allows.
    #[doc(hidden)]
    pub fn guard(&mut self) {
        self.draft.guarded = true;
    }

    /// Describes an enum of unit variants: name, number and doc comment of each; and bytes of the
    /// word that stores it, and whether it is open.
    pub fn enumeration(
        &mut self,
        key: &'static str,
        name: &str,
        docs: &str,
        (size, open): (usize, bool),
        variants: &[(&str, u64, &str)],
    ) -> Described {
        let (name, is_new) = self.name(key, name);
        if is_new {
            let repr = match size {
                1 => Scalar::U8,
                2 => Scalar::U16,
                4 => Scalar::U32,
                _ => Scalar::U64,
            };
            let variants = variants
                .iter()
                .map(|(name, number, docs)| DraftVariant {
                    name: (*name).to_owned(),
                    number: *number,
                    docs: (*docs).to_owned(),
                    span: Span::default(),
                })
                .collect();
            let docs = docs.to_owned();
            self.draft.enums.push(DraftEnum { name: name.clone(), span: Span::default(), docs, open, repr, variants });
        }
        Described { ty: DraftType::Named(name), optional: false }
    }

    /// Describes an enum with payloads; `variants` is called once per enum, so the enum may contain
    /// itself.
    pub fn union(
        &mut self,
        key: &'static str,
        name: &str,
        docs: &str,
        open: bool,
        variants: impl FnOnce(&mut Self) -> Vec<VariantDescription>,
    ) -> Described {
        #[cfg(feature = "derive")]
        if key == core::any::type_name::<super::any::Any>() {
            self.draft.uses_any = true;
            return Described { ty: DraftType::Named(crate::schema::ANY.to_owned()), optional: false };
        }
        let (name, is_new) = self.name(key, name);
        if is_new && !self.is_shallow {
            let index = self.draft.unions.len();
            let (span, docs) = (Span::default(), docs.to_owned());
            let draft = DraftUnion { name: name.clone(), span, docs, open, variants: Vec::new() };
            self.draft.unions.push(draft);
            let variants = variants(self);
            let variants = variants.into_iter().map(draft_variant).collect();
            if let Some(union) = self.draft.unions.get_mut(index) {
                union.variants = variants;
            }
        }
        Described { ty: DraftType::Named(name), optional: false }
    }

    /// Describes a tuple of these.
    pub(crate) fn tuple(&mut self, parts: Vec<Described>) -> Described {
        let parts = parts.into_iter().map(|part| (part.ty, part.optional)).collect();
        let tuple = tuple(parts, Span::default());
        let name = tuple.name.clone();
        if !self.draft.structs.iter().any(|known| known.name == name) {
            self.draft.structs.push(tuple);
        }
        Described { ty: DraftType::Named(name), optional: false }
    }

    /// Describes a struct by its name, its doc comment and whether it is frozen, by the plans,
    /// types and notes of its fields. The types are described once per struct, so the struct may
    /// contain itself.
    pub fn structure(
        &mut self,
        key: &'static str,
        (name, docs, frozen): (&str, &str, bool),
        fields: &[Field],
        types: &[Describe],
        notes: fn() -> Vec<FieldNote>,
    ) -> Described {
        let (name, is_new) = self.name(key, name);
        if is_new && !self.is_shallow {
            let index = self.draft.structs.len();
            let (span, docs) = (Span::default(), docs.to_owned());
            self.draft.structs.push(DraftStruct {
                name: name.clone(),
                span,
                docs,
                frozen,
                tuple: false,
                key: Vec::new(),
                fields: Vec::new(),
            });
            let mut fields: Vec<_> =
                fields.iter().zip(types).map(|(field, describe)| draft_field(field, describe(self))).collect();
            for (number, docs, default, rules) in notes() {
                if let Some(field) = fields.get_mut(number) {
                    note(field, docs, default, rules);
                }
            }
            if let Some(structure) = self.draft.structs.get_mut(index) {
                structure.fields = fields;
            }
        }
        Described { ty: DraftType::Named(name), optional: false }
    }

    /// Declares the key of a struct: paths of fields, and whether larger values sort first.
    pub fn key(&mut self, described: &Described, parts: &[(&str, bool)]) {
        let DraftType::Named(name) = &described.ty else { return };
        let segments = |path: &str| path.split('.').map(|name| (name.to_owned(), Span::default())).collect();
        if let Some(structure) = self.draft.structs.iter_mut().find(|known| known.name == *name) {
            let parts = parts.iter().map(|(path, descending)| (segments(path), *descending));
            structure.key = parts.map(|(path, descending)| DraftKeyPart { path, descending }).collect();
        }
    }
}

fn draft_field(field: &Field, described: Described) -> DraftField {
    let span = Span::default();
    DraftField {
        name: field.name().to_owned(),
        span,
        docs: String::new(),
        ty: described.ty,
        ty_span: span,
        optional: described.optional,
        default: DraftDefault::None,
        default_span: span,
        since: field.since(),
        rules: Rules::default(),
    }
}

fn note(field: &mut DraftField, docs: &str, default: Option<Declared>, rules: Rules) {
    docs.clone_into(&mut field.docs);
    field.rules = rules;
    field.default = match default {
        None => DraftDefault::None,
        Some(Declared::Own) => DraftDefault::Own,
        Some(Declared::Word(word)) => DraftDefault::Word(word),
        Some(Declared::Text(text)) => DraftDefault::Blob(text.as_bytes().to_vec()),
    };
}
