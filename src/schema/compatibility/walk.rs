//! Pairs of types from the two roots on, each pair once.
//!
//! A queue instead of recursion, and paths as links to where they came from: schemas can be deep.
//! The number of pairs is bounded, since two cycles of definitions could be paired in as many ways
//! as the product of their lengths.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeSet, VecDeque};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};

use super::super::model::Schema;
use super::super::types::{EnumId, Field, Scalar, StructId, Type, UnionId, UnionVariant};
use super::{Difference, Level, SchemaChange};
use crate::schema::model::Definition;

/// The most steps of a path that are shown.
const MAX_STEPS: usize = 32;

/// Two definitions at one place: the new one, then the old one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum DefinitionPair {
    Enum(EnumId, EnumId),
    Union(UnionId, UnionId),
    Struct(StructId, StructId),
}

/// A place in the new schema: an index into the steps.
#[derive(Clone, Copy)]
pub(super) struct StepPlace(usize);

/// The comparison under way.
pub(super) struct Comparison<'s> {
    pub(super) new: &'s Schema,
    pub(super) old: &'s Schema,
    found: Vec<Difference>,
    seen: BTreeSet<DefinitionPair>,
    open: VecDeque<(DefinitionPair, StepPlace)>,
    /// Where each step was taken, and what it adds to the path.
    steps: Vec<(StepPlace, String)>,
}

/// Every difference.
#[inline]
pub(super) fn compare(new: &Schema, old: &Schema) -> Vec<Difference> {
    if new == old {
        return Vec::new();
    }
    let name = if new.root_value().is_some() { "root" } else { new.root().name() };
    let mut walk = Comparison::start(new, old, name);
    walk.root();
    walk.follow(DefinitionPair::Struct(new.root_id(), old.root_id()), StepPlace(0));
    walk.finish();
    walk.unused();
    walk.found
}

impl<'s> Comparison<'s> {
    fn start(new: &'s Schema, old: &'s Schema, path: &str) -> Self {
        let steps = vec![(StepPlace(0), path.to_owned())];
        Self { new, old, found: Vec::new(), seen: BTreeSet::new(), open: VecDeque::new(), steps }
    }

    /// A place one step farther.
    pub(super) fn step(&mut self, from: StepPlace, step: String) -> StepPlace {
        self.steps.push((from, step));
        StepPlace(self.steps.len().saturating_sub(1))
    }

    fn path(&self, place: StepPlace) -> String {
        let mut parts = Vec::new();
        let mut at = place;
        while let Some((before, step)) = self.steps.get(at.0) {
            if parts.len() >= MAX_STEPS {
                parts.push("…");
                break;
            }
            parts.push(step);
            if at.0 == 0 {
                break;
            }
            at = *before;
        }
        parts.into_iter().rev().collect()
    }

    pub(super) fn find(&mut self, place: StepPlace, change: SchemaChange, level: Level, sentence: impl Into<String>) {
        let (path, sentence) = (self.path(place), sentence.into());
        self.found.push(Difference { path, change, level, sentence });
    }

    /// How many differences are told.
    pub(super) fn count(&self) -> usize {
        self.found.len()
    }

    /// Whether a difference after the first `after` ones changes the meaning of bytes.
    pub(super) fn has_incompatible(&self, after: usize) -> bool {
        self.found.iter().skip(after).any(|found| found.level == Level::Incompatible)
    }

    #[inline]
    fn follow(&mut self, pair: DefinitionPair, place: StepPlace) {
        if self.seen.insert(pair) {
            self.open.push_back((pair, place));
        }
    }

    #[inline]
    fn finish(&mut self) {
        let count = |schema: &Schema| schema.definitions().count();
        let most = count(self.new).saturating_add(count(self.old)).saturating_mul(16).saturating_add(1024);
        while let Some((pair, place)) = self.open.pop_front() {
            if self.seen.len() > most {
                let sentence = "the types of the two revisions meet in too many ways to be compared";
                return self.find(place, SchemaChange::Unknown, Level::Incompatible, sentence);
            }
            match pair {
                DefinitionPair::Enum(new, old) => {
                    self.enums(self.new.enumeration(new), self.old.enumeration(old), place);
                }
                DefinitionPair::Union(new, old) => {
                    self.unions(self.new.union(new), self.old.union(old), place);
                }
                DefinitionPair::Struct(new, old) => {
                    self.structs(self.new.structure(new), self.old.structure(old), place);
                }
            }
        }
    }

    #[inline]
    fn root(&mut self) {
        let (new, old) = (self.new, self.old);
        let (name, before) = (new.root().name(), old.root().name());
        // If the old root lives on, this is another struct; else it is the same one by another
        // name.
        if name != before && matches!(new.find(before), Some(Definition::Struct(_))) {
            let (name, before) = (new.root_text(), old.root_text());
            let sentence = format!("the root was `{before}` and is `{name}`, which is compared with it");
            self.find(StepPlace(0), SchemaChange::Root, Level::Same, sentence);
        }
        let (width, before) = (new.min_width().bytes(), old.min_width().bytes());
        if width != before {
            let sentence =
                format!("the least pointer width was {before} and is {width}; the canonical form of a value differs");
            self.find(StepPlace(0), SchemaChange::Width, Level::OldReadersKeepWorking, sentence);
        }
        if new.has_lineage() != old.has_lineage() {
            let sentence = String::from(if new.has_lineage() {
                "buffers carry the lineage; those without it are read as before"
            } else {
                "buffers no longer carry the lineage; what is there is not compared"
            });
            self.find(StepPlace(0), SchemaChange::Lineage, Level::OldReadersKeepWorking, sentence);
        }
    }

    /// Tells a name that changed.
    #[inline]
    pub(super) fn name(&mut self, new: &str, old: &str, what: &str, place: StepPlace) {
        if new != old {
            let sentence = format!("the {what} `{old}` is named `{new}`");
            self.find(place, SchemaChange::Renamed, Level::Same, sentence);
        }
    }

    /// Tells the name of a field or variant that changed, perhaps to one that another had.
    #[inline]
    pub(super) fn name_of(&mut self, what: &str, new: &str, old: &str, is_reused: bool, place: StepPlace) {
        if is_reused {
            let sentence = format!("the {what} `{old}` is named `{new}`, as another {what} was");
            self.find(place, SchemaChange::Renamed, Level::Same, sentence);
        } else {
            self.name(new, old, what, place);
        }
    }

    /// The place of a field; that of a root which is no struct is where the root is.
    pub(super) fn field(&mut self, place: StepPlace, field: &Field) -> StepPlace {
        if field.name().is_empty() { place } else { self.step(place, format!(".{}", field.name())) }
    }

    /// Compares whether later revisions may add variants.
    pub(super) fn open(&mut self, new: bool, old: bool, place: StepPlace) {
        if new && !old {
            let sentence = "it is open now; old readers refuse a variant that they do not know";
            self.find(place, SchemaChange::Open, Level::OldReadersRefuse, sentence);
        } else if old && !new {
            let sentence = "it is no longer open; new readers refuse a variant that they do not know";
            self.find(place, SchemaChange::Open, Level::NewReadersRefuse, sentence);
        }
    }

    /// Tells an optional mark that changed.
    pub(super) fn optional(&mut self, new: bool, old: bool, place: StepPlace) {
        if new != old {
            let sentence = if new {
                "it may be absent now; what was stored as a default is read as absent, or from other bytes"
            } else {
                "it may no longer be absent; what was absent is read as a default, or from other bytes"
            };
            self.find(place, SchemaChange::Optional, Level::Incompatible, sentence);
        }
    }

    /// Compares types, and follows them to what they name. Says whether values of both are the same
    /// bytes, as far as the types themselves tell.
    #[inline]
    pub(super) fn types(&mut self, new: &'s Type, old: &'s Type, place: StepPlace) -> bool {
        match (new, old) {
            (Type::Bool, Type::Bool) | (Type::String, Type::String) | (Type::Bytes, Type::Bytes) => return true,
            (Type::Scalar(new), Type::Scalar(old)) if new == old => return true,
            (Type::Text(new), Type::Text(old)) if new == old => return true,
            (Type::Enum(new), Type::Enum(old)) => self.follow(DefinitionPair::Enum(*new, *old), place),
            (Type::Union(new), Type::Union(old)) => self.follow(DefinitionPair::Union(*new, *old), place),
            (Type::Struct(new), Type::Struct(old)) => self.follow(DefinitionPair::Struct(*new, *old), place),
            (Type::List(new), Type::List(old)) => {
                let place = self.step(place, "[]".to_owned());
                self.optional(new.optional(), old.optional(), place);
                self.types(new.element(), old.element(), place);
            }
            (Type::Array(new), Type::Array(old)) if new.len() == old.len() => {
                let place = self.step(place, "[]".to_owned());
                self.optional(new.optional(), old.optional(), place);
                self.types(new.element(), old.element(), place);
            }
            (Type::Map(new), Type::Map(old)) if new.value().is_some() == old.value().is_some() => {
                let key = self.step(place, "[key]".to_owned());
                self.types(new.key(), old.key(), key);
                if let (Some(value), Some(before)) = (new.value(), old.value()) {
                    let place = self.step(place, "[]".to_owned());
                    self.optional(new.optional(), old.optional(), place);
                    self.types(value, before, place);
                }
            }
            _ => return self.retyped(new, old, place),
        }
        true
    }

    #[inline]
    fn retyped(&mut self, new: &Type, old: &Type, place: StepPlace) -> bool {
        let is_bytes = |ty: &Type| match ty {
            Type::Bytes => true,
            Type::List(list) => !list.optional() && *list.element() == Type::Scalar(Scalar::U8),
            _ => false,
        };
        let (level, consequence) = match (new, old) {
            _ if is_bytes(new) && is_bytes(old) => (Level::Same, "which is the same bytes"),
            (new, Type::String) if is_bytes(new) => (Level::OldReadersRefuse, "which need not be UTF-8"),
            (Type::String, old) if is_bytes(old) => (Level::NewReadersRefuse, "which has to be UTF-8"),
            _ => (Level::Incompatible, "and the same bytes are read as another value"),
        };
        let (mut name, mut before) = (self.new.describe(new).to_string(), self.old.describe(old).to_string());
        if name == before {
            // Definitions of two kinds.
            (name, before) = (format!("the {} {name}", kind(new)), format!("the {} {before}", kind(old)));
        }
        self.find(place, SchemaChange::Retyped, level, format!("the type was {before} and is {name}, {consequence}"));
        level < Level::Incompatible
    }

    /// Definitions that no buffer holds a value of.
    #[inline]
    fn unused(&mut self) {
        let (used, were_used) = (used(self.new), used(self.old));
        for definition in self.new.definitions().filter(|definition| !used.contains(definition.name())) {
            let Some(before) = self.old.find(definition.name()) else {
                self.unreached(definition.name(), SchemaChange::Added, "a definition that the root does not reach");
                continue;
            };
            if were_used.contains(before.name()) {
                continue;
            }
            let mut walk = Comparison::start(self.new, self.old, definition.name());
            match (definition, before) {
                (Definition::Enum(new), Definition::Enum(old)) => walk.enums(new, old, StepPlace(0)),
                (Definition::Union(new), Definition::Union(old)) => walk.unions(new, old, StepPlace(0)),
                (Definition::Struct(new), Definition::Struct(old)) => walk.structs(new, old, StepPlace(0)),
                _ => walk.find(StepPlace(0), SchemaChange::Retyped, Level::Same, ""),
            }
            if !walk.found.is_empty() {
                let sentence = "a definition that the root does not reach is another one";
                self.unreached(definition.name(), SchemaChange::Retyped, sentence);
            }
        }
        for definition in self.old.definitions().filter(|definition| !were_used.contains(definition.name())) {
            if self.new.find(definition.name()).is_none() {
                self.unreached(
                    definition.name(),
                    SchemaChange::Removed,
                    "a definition that the root did not reach is gone",
                );
            }
        }
    }

    #[inline]
    fn unreached(&mut self, name: &str, change: SchemaChange, sentence: &str) {
        let (path, sentence) = (name.to_owned(), sentence.to_owned());
        self.found.push(Difference { path, change, level: Level::Same, sentence });
    }
}

/// What a type is that has a name of its own.
fn kind(ty: &Type) -> &'static str {
    match ty {
        Type::Enum(_) => "enum",
        Type::Union(_) => "union",
        Type::Struct(_) => "struct",
        _ => "type",
    }
}

/// The names of what values below the root can be.
#[inline]
fn used(schema: &Schema) -> BTreeSet<&str> {
    let mut names = BTreeSet::from([schema.root().name()]);
    let mut open: Vec<&Type> = schema.root().fields().iter().map(Field::ty).collect();
    while let Some(ty) = open.pop() {
        match ty {
            Type::Enum(id) => {
                names.insert(schema.enumeration(*id).name());
            }
            Type::Union(id) if names.insert(schema.union(*id).name()) => {
                open.extend(schema.union(*id).variants().iter().filter_map(UnionVariant::ty));
            }
            Type::Struct(id) if names.insert(schema.structure(*id).name()) => {
                open.extend(schema.structure(*id).fields().iter().map(Field::ty));
            }
            Type::List(list) => open.push(list.element()),
            Type::Array(array) => open.push(array.element()),
            Type::Map(map) => open.extend([map.key()].into_iter().chain(map.value())),
            _ => {}
        }
    }
    names
}
