//! From a draft to a schema: resolves names, checks every rule, and plans every struct.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::definition::NO_STRUCT;
use super::draft::{self, Draft, DraftStruct, DraftType, builtin, tuple};
use super::fault::{Fault, Span, fault};
use super::inline::{MAX_INLINE, inline_struct};
use super::key::resolve_key;
use super::model::{Inner, Schema, Shared};
use super::plan::{DefId, Origin};
use super::resolve::{
    build_enum, check_distinct, check_field_names, resolve_field, resolve_variants, start_struct, start_union,
};
use super::types::{EnumId, Item, Payload, Scalar, Struct, StructId, Type, UnionId};
use crate::error::{Error, ErrorKind};
use crate::layout::{self, MAX_RECORD, Size};

fn next_id() -> u64 {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed) as u64
}

impl Schema {
    /// The schema of a draft that was not written as text.
    pub(crate) fn from_draft(draft: Draft) -> crate::Result<Self> {
        draft.build().map_err(|fault| Error::new(ErrorKind::Schema, fault.message))
    }

    /// What stands for the schema of types that break a rule.
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
            fault: Some(fault),
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
    pub(super) fn build(mut self) -> Result<Schema, Fault> {
        if self.uses_any {
            self.unions.push(draft::any());
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
            let key = resolve_key(&inner, index, draft)?;
            if let Some(structure) = inner.structs.get_mut(index) {
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
            let is_generic = matches!(*name, "list" | "map" | "set" | "array" | "tuple" | "any");
            if builtin(name).is_some() || is_generic || Scalar::of_name(name).is_some() {
                return fault(format!("`{name}` is the name of a built-in type"), *span);
            }
        }
        check_distinct(&mut names, "type")
    }

    /// Plans a struct after the frozen structs that lie inline in it. Of a planned one it is known
    /// how many levels it has.
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
