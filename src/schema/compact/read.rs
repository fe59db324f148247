//! From any bytes to a schema.
//!
//! Nothing is allocated ahead of the bytes that fill it, types are followed to the depth that text
//! may have, and names that types repeat are counted against a budget. What was read is written
//! again and compared, so that a schema has one compact form only.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::lexer::is_name;
use super::super::model::Schema;
use super::super::parser::{parse_key, parse_rules};
use super::super::rules::Rules;
use super::super::types::Scalar;
use super::{
    ANY, ARRAY, BOOL, BYTES, DEFAULT, FROZEN, HAS_DOCS, KEY, LINEAGE, LIST, MAP, NAMED, NONE, OPEN, OPTIONAL,
    REPR_SHIFT, RULES, SET, SINCE, STRING, TEXT, TUPLE, VERSION, WIDTH_MASK,
};
use crate::error::{Error, ErrorKind, Result};
use crate::scalar::NamedScalar;
use crate::schema::build::{
    Draft, DraftDefault, DraftEnum, DraftField, DraftKeyPart, DraftStruct, DraftType, DraftUnion, DraftUnionVariant,
    DraftVariant, MAX_ITEMS, MAX_NESTING, Span, tuple,
};
use crate::wire::varint;
use crate::wire::width::PointerWidth;

/// As [`Schema::from_bytes`].
#[inline]
pub(in super::super) fn read(bytes: &[u8]) -> Result<Schema> {
    let mut reader = CompactReader {
        all: bytes,
        rest: bytes,
        budget: bytes.len().saturating_mul(64).saturating_add(0x1_0000),
        names: Vec::new(),
        draft: Draft::default(),
        tuples: Vec::new(),
        known_tuples: BTreeSet::new(),
    };
    reader.schema()?;
    if !reader.rest.is_empty() {
        return reader.corrupt("bytes after the end of the schema");
    }
    let CompactReader { mut draft, mut tuples, .. } = reader;
    draft.structs.append(&mut tuples);
    let schema = draft
        .build()
        .map_err(|fault| Error::new(ErrorKind::Schema, fault.message).at(fault.span.start.min(bytes.len())))?;
    let canonical = schema.to_bytes();
    if canonical == bytes {
        return Ok(schema);
    }
    let same = canonical.iter().zip(bytes).take_while(|(ours, theirs)| ours == theirs).count();
    Err(Error::corrupt(same, "the schema is not in its canonical form"))
}

struct CompactReader<'b> {
    all: &'b [u8],
    rest: &'b [u8],
    /// Bytes of names that types may still write out.
    budget: usize,
    /// Of every definition, enums first, then unions, then structs.
    names: Vec<(&'b str, Span)>,
    draft: Draft,
    tuples: Vec<DraftStruct>,
    known_tuples: BTreeSet<String>,
}

impl<'b> CompactReader<'b> {
    fn position(&self) -> usize {
        self.all.len().saturating_sub(self.rest.len())
    }

    fn span(&self) -> Span {
        Span { start: self.position(), end: self.position() }
    }

    #[cold]
    fn corrupt<T>(&self, message: &'static str) -> Result<T> {
        Err(Error::corrupt(self.position(), message))
    }

    fn byte(&mut self) -> Result<u8> {
        let Some((first, rest)) = self.rest.split_first() else { return self.corrupt("the schema ends too early") };
        self.rest = rest;
        Ok(*first)
    }

    fn varint(&mut self) -> Result<u32> {
        let Some((value, rest)) = varint::read(self.rest) else { return self.corrupt("no valid varint") };
        self.rest = rest;
        Ok(value)
    }

    /// A number of things of at least one byte each.
    fn count(&mut self) -> Result<usize> {
        let count = self.varint()? as usize;
        if count > self.rest.len() || count > MAX_ITEMS {
            return self.corrupt("more parts than a schema has, or than bytes follow");
        }
        Ok(count)
    }

    fn take(&mut self, len: usize) -> Result<&'b [u8]> {
        let Some((taken, rest)) = self.rest.split_at_checked(len) else {
            return self.corrupt("a text or number goes beyond the end of the schema");
        };
        self.rest = rest;
        Ok(taken)
    }

    fn blob(&mut self) -> Result<&'b [u8]> {
        let len = self.varint()?;
        self.take(len as usize)
    }

    fn text(&mut self) -> Result<&'b str> {
        let position = self.position();
        core::str::from_utf8(self.blob()?).map_err(|_| Error::corrupt(position, "text is not UTF-8"))
    }

    fn name(&mut self) -> Result<(&'b str, Span)> {
        let span = self.span();
        let name = self.text()?;
        if is_name(name) {
            Ok((name, span))
        } else {
            Err(Error::corrupt(span.start, "a name is a letter or _, then letters, digits and _"))
        }
    }

    /// Flags, of which some are known, and the doc comment that they tell.
    fn flags(&mut self, known: u8) -> Result<(u8, String)> {
        let flags = self.byte()?;
        if flags & !(known | HAS_DOCS) != 0 {
            return self.corrupt("unknown flags");
        }
        let docs = if flags & HAS_DOCS != 0 { self.text()?.to_owned() } else { String::new() };
        Ok((flags, docs))
    }

    #[inline]
    fn schema(&mut self) -> Result<()> {
        let head = self.byte()?;
        let width = PointerWidth::ALL.into_iter().find(|width| *width as u8 == head & WIDTH_MASK);
        let (VERSION, Some(width)) = (head & !(WIDTH_MASK | LINEAGE), width) else {
            return Err(Error::corrupt(0, "not the compact form of a schema, or of a newer version"));
        };
        self.draft.min_width = width;
        self.draft.lineage = (head & LINEAGE != 0).then_some(Schema::known_lineage);
        let (enums, unions, structs) = (self.count()?, self.count()?, self.count()?);
        for _ in 0..enums.saturating_add(unions).saturating_add(structs) {
            let name = self.name()?;
            self.names.push(name);
        }
        let root_span = self.span();
        let root = self.varint()? as usize;
        let names = self.names.clone();
        let (enum_names, others) = names.split_at_checked(enums).unwrap_or_default();
        let (union_names, struct_names) = others.split_at_checked(unions).unwrap_or_default();
        self.draft.root_span = root_span;
        self.draft.root = Some(match (struct_names.get(root), root.checked_sub(struct_names.len())) {
            (Some((root, _)), _) => (DraftType::Named((*root).to_owned()), false),
            (None, Some(0)) => (self.any(), false),
            (None, Some(1)) => self.ty(0)?,
            (None, _) => return Err(Error::corrupt(root_span.start, "the root is none of the structs")),
        });
        for (name, span) in enum_names {
            let part = self.enumeration(name, *span)?;
            self.draft.enums.push(part);
        }
        for (name, span) in union_names {
            let part = self.union(name, *span)?;
            self.draft.unions.push(part);
        }
        for (name, span) in struct_names {
            let part = self.structure(name, *span)?;
            self.draft.structs.push(part);
        }
        Ok(())
    }

    #[inline]
    fn enumeration(&mut self, name: &str, span: Span) -> Result<DraftEnum> {
        let (flags, docs) = self.flags(OPEN | 3 << REPR_SHIFT)?;
        let (repr, size) = match flags >> REPR_SHIFT {
            0 => (Scalar::U8, 1),
            1 => (Scalar::U16, 2),
            2 => (Scalar::U32, 4),
            _ => (Scalar::U64, 8),
        };
        let mut variants = Vec::new();
        for _ in 0..self.count()? {
            let (_, docs) = self.flags(0)?;
            let (name, span) = self.name()?;
            let number = self.take(size)?.iter().rev().fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
            variants.push(DraftVariant { name: name.to_owned(), span, docs, number });
        }
        Ok(DraftEnum { name: name.to_owned(), span, docs, open: flags & OPEN != 0, repr, variants })
    }

    #[inline]
    fn union(&mut self, name: &str, span: Span) -> Result<DraftUnion> {
        let (flags, docs) = self.flags(OPEN)?;
        let mut variants = Vec::new();
        for _ in 0..self.count()? {
            let (_, docs) = self.flags(0)?;
            let (name, span) = self.name()?;
            let ty_span = self.span();
            let (ty, optional) = if self.rest.first() == Some(&NONE) {
                self.byte()?;
                (None, false)
            } else {
                let (ty, optional) = self.ty(0)?;
                (Some(ty), optional)
            };
            variants.push(DraftUnionVariant { name: name.to_owned(), span, docs, ty, ty_span, optional });
        }
        Ok(DraftUnion { name: name.to_owned(), span, docs, open: flags & OPEN != 0, variants })
    }

    #[inline]
    fn structure(&mut self, name: &str, span: Span) -> Result<DraftStruct> {
        let (flags, docs) = self.flags(FROZEN | KEY)?;
        let key = if flags & KEY != 0 { self.sorting()? } else { Vec::new() };
        let mut fields = Vec::new();
        for _ in 0..self.count()? {
            fields.push(self.field()?);
        }
        Ok(DraftStruct { name: name.to_owned(), span, docs, frozen: flags & FROZEN != 0, tuple: false, key, fields })
    }

    #[inline]
    fn field(&mut self) -> Result<DraftField> {
        let (flags, docs) = self.flags(SINCE | DEFAULT | RULES)?;
        let (name, span) = self.name()?;
        let ty_span = self.span();
        let (ty, optional) = self.ty(0)?;
        let since = if flags & SINCE != 0 { self.varint()? } else { 1 };
        let default_span = self.span();
        let default = if flags & DEFAULT != 0 { self.default(&ty)? } else { DraftDefault::None };
        let rules = if flags & RULES != 0 { self.rules(&ty)? } else { Rules::default() };
        Ok(DraftField { name: name.to_owned(), span, docs, ty, ty_span, optional, default, default_span, since, rules })
    }

    /// Rules, as schema text writes them.
    #[inline]
    fn rules(&mut self, ty: &DraftType) -> Result<Rules> {
        let position = self.position();
        let text = self.text()?;
        parse_rules(text, ty).map_err(|fault| Error::new(ErrorKind::Schema, fault.message).at(position))
    }

    /// The parts of a key, as schema text writes them.
    #[inline]
    fn sorting(&mut self) -> Result<Vec<DraftKeyPart>> {
        let span = self.span();
        let text = self.text()?;
        let parts = parse_key(text).map_err(|fault| Error::new(ErrorKind::Schema, fault.message).at(span.start))?;
        let place = |path: Vec<(String, Span)>| path.into_iter().map(|(name, _)| (name, span)).collect();
        Ok(parts.into_iter().map(|part| DraftKeyPart { path: place(part.path), ..part }).collect())
    }

    fn any(&mut self) -> DraftType {
        self.draft.uses_any = true;
        DraftType::Named(crate::schema::shapes::NAME.to_owned())
    }

    fn default(&mut self, ty: &DraftType) -> Result<DraftDefault> {
        let position = self.position();
        let blob = self.blob()?;
        if matches!(ty, DraftType::Bytes) || matches!(ty, DraftType::String) && core::str::from_utf8(blob).is_ok() {
            return Ok(DraftDefault::Blob(blob.to_vec()));
        }
        let mut bytes = [0; 16];
        let word = bytes.get_mut(..blob.len()).map(|bytes| bytes.copy_from_slice(blob));
        let word = word.map(|()| u128::from_le_bytes(bytes)).filter(|word| match ty {
            DraftType::Bool => *word <= 1,
            DraftType::Scalar(scalar) => scalar.holds(*word),
            DraftType::Named(_) => true,
            _ => false,
        });
        word.map(DraftDefault::Word)
            .ok_or_else(|| Error::corrupt(position, "the default is no value of the field's type"))
    }

    /// A type writes out a name, which may be longer than the number that stands for it.
    fn spend(&mut self, name: &str) -> Result<()> {
        match self.budget.checked_sub(name.len()) {
            Some(budget) => self.budget = budget,
            None => return Err(Error::limit("the names in the types of the schema are too long").at(self.position())),
        }
        Ok(())
    }

    /// A type, and whether a value may be absent.
    #[inline]
    fn ty(&mut self, depth: u32) -> Result<(DraftType, bool)> {
        if depth >= MAX_NESTING {
            return self.corrupt("types are nested deeper than 64");
        }
        let position = self.position();
        let code = self.byte()?;
        let below = depth.saturating_add(1);
        let ty = match code & !OPTIONAL {
            BOOL => DraftType::Bool,
            STRING => DraftType::String,
            BYTES => DraftType::Bytes,
            ANY => self.any(),
            NAMED => {
                let number = self.varint()? as usize;
                let Some((name, _)) = self.names.get(number) else {
                    return Err(Error::corrupt(position, "a type that is not defined"));
                };
                let name = *name;
                self.spend(name)?;
                DraftType::Named(name.to_owned())
            }
            LIST => {
                let (element, optional) = self.ty(below)?;
                DraftType::List(Box::new(element), optional)
            }
            MAP => {
                let key = Box::new(self.key(below)?);
                let (value, optional) = self.ty(below)?;
                DraftType::Map(key, Some((Box::new(value), optional)))
            }
            SET => DraftType::Map(Box::new(self.key(below)?), None),
            ARRAY => {
                let count = self.varint()?;
                let (element, optional) = self.ty(below)?;
                DraftType::Array(Box::new(element), optional, count)
            }
            TUPLE => self.tuple(below)?,
            TEXT => DraftType::Text(self.varint()?),
            code => match Scalar::of_code(code) {
                Some(NamedScalar::Whole(scalar)) => DraftType::Scalar(scalar),
                Some(NamedScalar::Scale(of_scale, max)) => DraftType::Scalar(of_scale(self.scale(max)?)),
                // Each unit has a code of its own.
                Some(NamedScalar::Unit) | None => return Err(Error::corrupt(position, "an unknown type")),
            },
        };
        Ok((ty, code & OPTIONAL != 0))
    }

    #[inline]
    fn key(&mut self, depth: u32) -> Result<DraftType> {
        let position = self.position();
        match self.ty(depth)? {
            (ty, false) => Ok(ty),
            (_, true) => Err(Error::corrupt(position, "a key cannot be absent")),
        }
    }

    fn scale(&mut self, max: u8) -> Result<u8> {
        let scale = self.byte()?;
        if scale <= max { Ok(scale) } else { self.corrupt("more digits behind the point than a decimal has") }
    }

    #[inline]
    fn tuple(&mut self, depth: u32) -> Result<DraftType> {
        let span = self.span();
        let count = self.count()?;
        if count == 0 {
            return self.corrupt("a tuple without parts");
        }
        let mut parts = Vec::new();
        for _ in 0..count {
            parts.push(self.ty(depth)?);
        }
        let tuple = tuple(parts, span);
        self.spend(&tuple.name)?;
        let name = tuple.name.clone();
        if self.known_tuples.insert(name.clone()) {
            self.tuples.push(tuple);
        }
        Ok(DraftType::Named(name))
    }
}
