//! From the definitions of a derived type, which are constants, to the draft of its schema.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::type_name;
use core::fmt;

use super::build::{
    Draft, DraftDefault, DraftEnum, DraftField, DraftKeyPart, DraftStruct, DraftType, DraftUnion, DraftUnionVariant,
    DraftVariant, Span, is_built_in, tuple,
};
use super::key::resolve_key;
use super::model::Schema;
use super::rules::Rules;
use super::shapes::held;
use super::types::{Declared, DefaultValue, Enum, Field, Item, Struct, Type, Union, UnionVariant};

/// The parts of a definition that only its schema has, not the engine.
#[doc(hidden)]
pub struct About {
    /// The path of the Rust type, which tells types of one name apart.
    key: &'static str,
    /// The name in the schema.
    name: String,
    /// The doc comment.
    docs: &'static str,
    /// The fields or variants that have more than a name, a type and a revision.
    notes: Vec<Note>,
    /// The key of a struct: paths of fields, and whether larger values sort first.
    sort_key: &'static [(&'static str, bool)],
    /// Whether the fields keep their rules, and whether the struct can have the key: functions that
    /// only programs with notes and keys link.
    keeps_rules: AboutCheck,
    can_be_key: AboutCheck,
}

/// A check of a struct.
type AboutCheck = fn(&Struct, &About) -> bool;

/// The number of a field or a variant, its doc comment, whether its default is declared to be that
/// of its type, and its rules.
#[doc(hidden)]
pub type Note = (usize, &'static str, bool, Rules);

/// A part of a definition that says nothing of the bytes of buffers: definitions are equal without
/// it.
#[derive(Clone, Copy)]
pub(crate) struct Apart<T>(pub(crate) Option<T>);

/// The function that gives what a compiled definition is called.
pub(super) type AboutOf = Apart<fn() -> About>;

impl<T> PartialEq for Apart<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> fmt::Debug for Apart<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.is_some().fmt(f)
    }
}

/// The structs and unions that a compiled type reaches, each once.
#[derive(Default)]
pub(crate) struct Reached {
    pub(super) structs: Vec<&'static Struct>,
    unions: Vec<&'static Union>,
}

impl Reached {
    pub(crate) fn new(ty: &Type) -> Self {
        let mut reached = Self::default();
        reached.add(ty);
        reached
    }

    fn add(&mut self, ty: &Type) {
        let compiled = Schema::compiled();
        match ty {
            _ if self.number(ty).is_some() => {}
            Type::Struct(id) => {
                self.structs.push(compiled.structure(*id));
                compiled.structure(*id).fields().iter().for_each(|field| self.add(field.ty()));
            }
            Type::Union(id) => {
                self.unions.push(compiled.union(*id));
                compiled.union(*id).variants().iter().filter_map(UnionVariant::ty).for_each(|ty| self.add(ty));
            }
            _ => held(ty).into_iter().flatten().for_each(|ty| self.add(ty)),
        }
    }

    /// The number of the struct or union that the type is; unions are counted on from the structs.
    fn number(&self, ty: &Type) -> Option<usize> {
        let (mut structs, mut unions) = (self.structs.iter(), self.unions.iter());
        match ty {
            Type::Struct(id) => structs.position(|known| core::ptr::eq(*known, Schema::compiled().structure(*id))),
            Type::Union(id) => {
                let at = unions.position(|known| core::ptr::eq(*known, Schema::compiled().union(*id)));
                at.map(|at| self.structs.len().saturating_add(at))
            }
            _ => None,
        }
    }

    /// Whether something in values of the type is converted to be stored.
    pub(crate) fn converts(&self) -> bool {
        self.structs.iter().any(|known| known.converts()) || self.unions.iter().any(|known| known.converts())
    }
}

/// Whether the fields and the key of a struct keep the rules that only a schema checks.
pub(crate) fn is_sound_struct(known: &Struct) -> bool {
    let Some(about) = known.about.0.map(|about| about()) else { return true };
    known.fields().iter().all(has_default) && (about.keeps_rules)(known, &about) && (about.can_be_key)(known, &about)
}

/// Whether values of the fields can keep their rules, and the defaults do.
fn keeps_rules(known: &Struct, about: &About) -> bool {
    let mut notes = about.notes.iter().filter_map(|(number, .., rules)| Some((known.fields().get(*number)?, rules)));
    notes.all(|(field, rules)| {
        let broken = rules.fault_of_default(field.ty(), field.optional(), field.default());
        rules.fit(field.ty()) && !rules.is_void(field.ty()) && broken.is_none()
    })
}

#[inline]
fn can_be_key(known: &Struct, about: &About) -> bool {
    resolve_key(&Schema::compiled().0, known, &about.key_parts()).is_ok()
}

/// Whether a default that a field declares is a variant, where the type is an enum.
fn has_default(field: &Field) -> bool {
    let (Type::Enum(id), DefaultValue::Compiled(declared)) = (field.ty(), field.default()) else { return true };
    let Declared::Word(word) = declared() else { return true };
    Schema::compiled().enumeration(*id).of_word(word).is_some()
}

/// The draft of the schema whose root is of a type that is compiled in.
#[inline]
pub(crate) fn draft_of(root: &Type, optional: bool) -> Draft {
    let mut tables = Tables::default();
    let root = tables.ty(root);
    Draft { root: Some((root, optional)), ..tables.draft }
}

/// The type as a schema names it, without the definitions of the names.
#[inline]
pub(crate) fn named(ty: &Type) -> DraftType {
    Tables { is_shallow: true, ..Tables::default() }.ty(ty)
}

/// Collects the definitions that a type reaches, each once.
#[derive(Default)]
struct Tables {
    draft: Draft,
    /// The Rust type of each name given so far.
    names: Vec<(&'static str, String)>,
    /// Whether only the name of the type is wanted.
    is_shallow: bool,
}

impl Tables {
    #[inline]
    fn ty(&mut self, ty: &Type) -> DraftType {
        match ty {
            Type::Bool => DraftType::Bool,
            Type::Scalar(scalar) => DraftType::Scalar(*scalar),
            Type::Text(len) => DraftType::Text(*len),
            Type::String => DraftType::String,
            Type::Bytes => DraftType::Bytes,
            Type::List(list) => DraftType::List(self.boxed(&list.0), list.0.optional),
            Type::Array(array) => DraftType::Array(self.boxed(&array.0), array.0.optional, array.1),
            Type::Map(map) => {
                let key = self.boxed(&map.0.key);
                DraftType::Map(key, map.0.value.as_ref().map(|value| (self.boxed(value), value.optional)))
            }
            Type::Enum(id) => self.enumeration(Schema::compiled().enumeration(*id)),
            Type::Struct(id) => self.structure(Schema::compiled().structure(*id)),
            Type::Union(id) => self.union(Schema::compiled().union(*id)),
        }
    }

    #[inline]
    fn boxed(&mut self, item: &Item) -> Box<DraftType> {
        Box::new(self.ty(&item.ty))
    }

    /// The name of a Rust type in the schema, and whether it is new. Two types with the same Rust
    /// name get different names.
    #[inline]
    fn name(&mut self, about: &About) -> (String, bool) {
        if let Some((_, known)) = self.names.iter().find(|(known, _)| *known == about.key) {
            return (known.clone(), false);
        }
        let taken = |candidate: &str| is_built_in(candidate) || self.names.iter().any(|(_, known)| known == candidate);
        let mut unique = about.name.clone();
        let mut number = 2u32;
        while taken(&unique) {
            unique = format!("{}{number}", about.name);
            number = number.saturating_add(1);
        }
        self.names.push((about.key, unique.clone()));
        (unique, !self.is_shallow)
    }

    #[inline]
    fn enumeration(&mut self, known: &Enum) -> DraftType {
        let Some(about) = known.about.0 else { return DraftType::Named(known.name().to_owned()) };
        let about = about();
        let (name, is_new) = self.name(&about);
        if is_new {
            let variants = known.variants().enumerate().map(|(index, (name, number))| DraftVariant {
                name: name.to_owned(),
                number,
                docs: about.docs_of(index),
                span: Span::default(),
            });
            self.draft.enums.push(DraftEnum {
                name: name.clone(),
                span: Span::default(),
                docs: about.docs.to_owned(),
                open: known.is_open(),
                repr: known.repr(),
                variants: variants.collect(),
            });
        }
        DraftType::Named(name)
    }

    #[inline]
    fn union(&mut self, known: &Union) -> DraftType {
        if known.is_any() {
            self.draft.uses_any = true;
            return DraftType::Named(known.name().to_owned());
        }
        let Some(about) = known.about.0 else { return DraftType::Named(known.name().to_owned()) };
        let about = about();
        let (name, is_new) = self.name(&about);
        if is_new {
            let (span, docs) = (Span::default(), about.docs.to_owned());
            let index = self.draft.unions.len();
            // It may contain itself.
            self.draft.unions.push(DraftUnion {
                name: name.clone(),
                span,
                docs,
                open: known.is_open(),
                variants: Vec::new(),
            });
            let variants = known.variants().iter().enumerate();
            let variants = variants.map(|(index, variant)| self.variant(variant, about.docs_of(index))).collect();
            if let Some(union) = self.draft.unions.get_mut(index) {
                union.variants = variants;
            }
        }
        DraftType::Named(name)
    }

    #[inline]
    fn variant(&mut self, variant: &UnionVariant, docs: String) -> DraftUnionVariant {
        let span = Span::default();
        self.draft.guarded |= variant.guarded;
        let ty = variant.ty().map(|ty| self.ty(ty));
        DraftUnionVariant {
            name: variant.name().to_owned(),
            span,
            docs,
            ty,
            ty_span: span,
            optional: variant.optional(),
        }
    }

    #[inline]
    fn structure(&mut self, known: &Struct) -> DraftType {
        let Some(about) = known.about.0 else { return self.tuple(known) };
        let about = about();
        let (name, is_new) = self.name(&about);
        if is_new {
            let index = self.draft.structs.len();
            // It may contain itself.
            self.draft.structs.push(DraftStruct {
                name: name.clone(),
                span: Span::default(),
                docs: about.docs.to_owned(),
                frozen: known.is_frozen(),
                tuple: false,
                key: about.key_parts(),
                fields: Vec::new(),
            });
            let mut fields: Vec<_> = known.fields().iter().map(|field| self.field(field)).collect();
            for (number, docs, is_own, rules) in about.notes {
                if let Some(field) = fields.get_mut(number) {
                    docs.clone_into(&mut field.docs);
                    field.rules = rules;
                    if is_own {
                        field.default = DraftDefault::Own;
                    }
                }
            }
            if let Some(structure) = self.draft.structs.get_mut(index) {
                structure.fields = fields;
            }
        }
        DraftType::Named(name)
    }

    #[inline]
    fn tuple(&mut self, known: &Struct) -> DraftType {
        let parts = known.fields().iter().map(|part| (self.ty(part.ty()), part.optional())).collect();
        let tuple = tuple(parts, Span::default());
        let name = tuple.name.clone();
        if !self.draft.structs.iter().any(|known| known.name == name) {
            self.draft.structs.push(tuple);
        }
        DraftType::Named(name)
    }

    #[inline]
    fn field(&mut self, field: &Field) -> DraftField {
        self.draft.guarded |= field.guarded;
        let span = Span::default();
        let default = match field.default() {
            DefaultValue::Compiled(declared) => match declared() {
                Declared::Own => DraftDefault::Own,
                Declared::Word(word) => DraftDefault::Word(word),
                Declared::Text(text) => DraftDefault::Blob(text.as_bytes().to_vec()),
            },
            // The type's own.
            DefaultValue::Zero | DefaultValue::Word(_) | DefaultValue::Blob(_) => DraftDefault::None,
        };
        DraftField {
            name: field.name().to_owned(),
            span,
            docs: String::new(),
            ty: self.ty(field.ty()),
            ty_span: span,
            optional: field.optional(),
            default,
            default_span: span,
            since: field.since(),
            rules: Rules::default(),
        }
    }
}

impl About {
    /// Of a type with this name in the schema.
    #[must_use]
    pub fn new<T: ?Sized>(name: &str, docs: &'static str) -> Self {
        let [keeps_rules, can_be_key]: [AboutCheck; 2] = [|_, _| true; 2];
        let name = name.to_owned();
        Self { key: type_name::<T>(), name, docs, notes: Vec::new(), sort_key: &[], keeps_rules, can_be_key }
    }

    /// This with notes.
    #[must_use]
    pub fn with_notes(self, notes: Vec<Note>) -> Self {
        Self { notes, keeps_rules, ..self }
    }

    /// This with a key.
    #[must_use]
    pub fn with_key(self, sort_key: &'static [(&'static str, bool)]) -> Self {
        Self { sort_key, can_be_key, ..self }
    }

    fn docs_of(&self, number: usize) -> String {
        let note = self.notes.iter().find(|(of, ..)| *of == number);
        note.map_or_else(String::new, |(_, docs, ..)| (*docs).to_owned())
    }

    #[inline]
    fn key_parts(&self) -> Vec<DraftKeyPart> {
        let segments = |path: &str| path.split('.').map(|name| (name.to_owned(), Span::default())).collect();
        let parts = self.sort_key.iter();
        parts.map(|(path, descending)| DraftKeyPart { path: segments(path), descending: *descending }).collect()
    }
}
