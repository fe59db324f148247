//! The compact form of a schema: bytes, one sequence for each schema.
//!
//! ```text
//! schema = 10 | lineage, width, enums unions structs : varint, name * all, root : varint, enum*, union*, struct*
//! name   = length : varint | UTF-8
//! enum   = flags [docs] count (flags [docs] name number)*
//! union  = flags [docs] count (flags [docs] name type)*
//! struct = flags [docs] [key] count (flags [docs] name type [since] [default] [rules])*
//! ```
//! Definitions of each kind are sorted by name, and a type names one by its number in that order,
//! so that equal schemas are equal bytes. docs/format-schema.md is the specification.
//!
//! - here: from a schema, for its bytes, its fingerprint and its lineage
//! - `read`: from any bytes into a draft

mod read;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::key::key_text;
use super::model::{Definition, Schema};
use super::types::{DefaultValue, Enum, Field, ListType, Scalar, Struct, Type, Union};
use crate::layout::Size;
use crate::wire::varint;

pub(super) use read::read;

/// The first byte where no pointer width is declared.
const VERSION: u8 = 0x10;
const WIDTH_MASK: u8 = 0b11;
/// Set in the first byte where buffers carry the schema's lineage.
const LINEAGE: u8 = 0b100;

/// Flags of definitions and their parts; each kind has some of them.
const HAS_DOCS: u8 = 1;
const OPEN: u8 = 2;
const FROZEN: u8 = 2;
const REPR_SHIFT: u32 = 2;
const SINCE: u8 = 2;
const DEFAULT: u8 = 4;
const RULES: u8 = 8;
const KEY: u8 = 4;

/// What begins a type; what begins a scalar the table of scalars says.
const NONE: u8 = 0;
const BOOL: u8 = 1;
const STRING: u8 = 2;
const BYTES: u8 = 3;
const ANY: u8 = 4;
const NAMED: u8 = 5;
const LIST: u8 = 6;
const MAP: u8 = 7;
const SET: u8 = 8;
const ARRAY: u8 = 9;
const TUPLE: u8 = 10;
const TEXT: u8 = 11;
const OPTIONAL: u8 = 0x80;

/// Which of what says nothing of buffers is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// What a fingerprint is of.
    Nothing,
    /// What schemas are compared by.
    Docs,
    /// Doc comments, and declared defaults that are the type's own.
    All,
    /// What no revision changes.
    Lineage,
}

/// The compact form, with or without the parts that say nothing of buffers, such as doc
/// comments.
#[inline]
pub(super) fn write(schema: &Schema, kept: Kept) -> Vec<u8> {
    if schema.check().is_err() {
        return Vec::new();
    }
    let mut enums: Vec<&Enum> = schema.enums().iter().collect();
    let mut unions: Vec<&Union> = schema.unions().iter().filter(|union| !union.is_any()).collect();
    let mut structs: Vec<&Struct> = schema.structs().iter().filter(|structure| !structure.is_tuple()).collect();
    enums.sort_unstable_by_key(|known| known.name());
    unions.sort_unstable_by_key(|known| known.name());
    structs.sort_unstable_by_key(|known| known.name());
    let mut writer = CompactWriter::new(schema, kept);
    let lineage = if schema.has_lineage() { LINEAGE } else { 0 };
    writer.out.push(VERSION | lineage | schema.min_width() as u8);
    for count in [enums.len(), unions.len(), structs.len()] {
        writer.count(count);
    }
    let names = enums.iter().map(|known| known.name());
    let names = names.chain(unions.iter().map(|known| known.name()));
    for (number, name) in names.chain(structs.iter().map(|known| known.name())).enumerate() {
        writer.text(name.as_bytes());
        writer.numbers.insert(name, number);
    }
    let before = enums.len().saturating_add(unions.len());
    // The numbers behind those of the structs stand for `any`, and for the type that follows.
    match schema.root_value() {
        None => {
            let root = writer.numbers.get(schema.root().name()).copied().unwrap_or(before);
            writer.count(root.saturating_sub(before));
        }
        Some(_) if schema.is_any() => writer.count(structs.len()),
        Some(root) => {
            writer.count(structs.len().saturating_add(1));
            writer.ty(root.ty(), root.optional());
        }
    }
    for known in enums {
        writer.enumeration(known);
    }
    for known in unions {
        writer.union(known);
    }
    for known in structs {
        writer.structure(known);
    }
    writer.out
}

struct CompactWriter<'s> {
    schema: &'s Schema,
    out: Vec<u8>,
    /// The number of each definition.
    numbers: BTreeMap<&'s str, usize>,
    /// The definitions that got their number where they were met.
    met: Vec<&'s str>,
    kept: Kept,
}

impl<'s> CompactWriter<'s> {
    const fn new(schema: &'s Schema, kept: Kept) -> Self {
        Self { schema, out: Vec::new(), numbers: BTreeMap::new(), met: Vec::new(), kept }
    }

    /// The number of a definition.
    fn number(&mut self, name: &'s str) -> usize {
        if self.kept == Kept::Lineage && !self.numbers.contains_key(name) {
            self.numbers.insert(name, self.met.len());
            self.met.push(name);
        }
        self.numbers.get(name).copied().unwrap_or(0)
    }

    fn varint(&mut self, value: u32) {
        self.count(value as usize);
    }

    fn count(&mut self, count: usize) {
        // Names, parts and blobs of a schema are far fewer than a varint counts.
        let _ = varint::append(count, &mut self.out);
    }

    fn text(&mut self, text: &[u8]) {
        self.count(text.len());
        self.out.extend_from_slice(text);
    }

    fn flags(&mut self, flags: u8, docs: &str) {
        if docs.is_empty() || self.kept == Kept::Nothing {
            self.out.push(flags);
        } else {
            self.out.push(flags | HAS_DOCS);
            self.text(docs.as_bytes());
        }
    }

    fn enumeration(&mut self, known: &Enum) {
        let size = known.repr().size();
        let open = if known.is_open() { OPEN } else { 0 };
        self.flags(open | repr_bits(known), known.docs());
        self.count(known.variants.len());
        for (name, number, docs) in &*known.variants {
            self.flags(0, docs);
            self.text(name.as_bytes());
            self.out.extend(number.to_le_bytes().iter().take(size as usize));
        }
    }

    fn union(&mut self, known: &'s Union) {
        self.flags(if known.is_open() { OPEN } else { 0 }, known.docs());
        self.count(known.variants().len());
        for variant in known.variants() {
            self.flags(0, variant.docs());
            self.text(variant.name().as_bytes());
            match variant.ty() {
                Some(ty) => self.ty(ty, variant.optional()),
                None => self.out.push(NONE),
            }
        }
    }

    #[inline]
    fn structure(&mut self, known: &'s Struct) {
        let key = if known.key().is_empty() { 0 } else { KEY };
        self.flags(key | if known.is_frozen() { FROZEN } else { 0 }, known.docs());
        if key != 0 {
            self.text(key_text(known.key()).as_bytes());
        }
        self.count(known.fields().len());
        for field in known.fields() {
            let default = self.default(field);
            let since = if field.since() > 1 { SINCE } else { 0 };
            let rules = if field.rules().is_empty() { 0 } else { RULES };
            self.flags(rules | since | if default.is_some() { DEFAULT } else { 0 }, field.docs());
            self.text(field.name().as_bytes());
            self.ty(field.ty(), field.optional());
            if field.since() > 1 {
                self.varint(field.since());
            }
            if let Some(default) = default {
                self.text(&default);
            }
            if rules != 0 {
                self.text(field.rules().text(field.ty()).as_bytes());
            }
        }
    }

    /// The declared default: a blob, or a word without its leading zeros.
    fn default(&self, field: &Field) -> Option<Vec<u8>> {
        if let DefaultValue::Blob(blob) = field.default() {
            return Some(blob.to_vec());
        }
        let word = field.default().word();
        let is_own = word == self.schema.zero_word(field.ty());
        if field.optional() || is_own && !(self.kept == Kept::All && declares_own(field)) {
            return None;
        }
        let mut bytes = word.to_le_bytes().to_vec();
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        Some(bytes)
    }

    fn ty(&mut self, ty: &'s Type, optional: bool) {
        let mark = if optional { OPTIONAL } else { 0 };
        match ty {
            Type::Bool => self.out.push(BOOL | mark),
            // Nothing tells these three from each other, and a type may become the other.
            Type::String if self.kept == Kept::Lineage => self.out.push(BYTES | mark),
            Type::List(list) if self.kept == Kept::Lineage && is_bytes(list) => self.out.push(BYTES | mark),
            Type::String => self.out.push(STRING | mark),
            Type::Bytes => self.out.push(BYTES | mark),
            Type::Scalar(scalar) => self.scalar(*scalar, mark),
            Type::Enum(id) => {
                let number = self.number(self.schema.enumeration(*id).name());
                self.named(number, mark);
            }
            Type::Union(id) if self.schema.union(*id).is_any() => self.out.push(ANY | mark),
            Type::Union(id) => {
                let number = self.number(self.schema.union(*id).name());
                self.named(number, mark);
            }
            Type::Struct(id) if self.schema.structure(*id).is_tuple() => {
                let parts = self.schema.structure(*id).fields();
                self.out.push(TUPLE | mark);
                self.count(parts.len());
                for part in parts {
                    self.ty(part.ty(), part.optional());
                }
            }
            Type::Struct(id) => {
                let number = self.number(self.schema.structure(*id).name());
                self.named(number, mark);
            }
            Type::List(list) => {
                self.out.push(LIST | mark);
                self.ty(list.element(), list.optional());
            }
            Type::Map(map) => {
                self.out.push(if map.value().is_some() { MAP } else { SET } | mark);
                self.ty(map.key(), false);
                if let Some(value) = map.value() {
                    self.ty(value, map.optional());
                }
            }
            Type::Text(len) => {
                self.out.push(TEXT | mark);
                self.varint(*len);
            }
            Type::Array(array) => {
                self.out.push(ARRAY | mark);
                self.count(array.len());
                self.ty(array.element(), array.optional());
            }
        }
    }

    fn named(&mut self, number: usize, mark: u8) {
        self.out.push(NAMED | mark);
        self.count(number);
    }

    fn scalar(&mut self, scalar: Scalar, mark: u8) {
        self.out.push(scalar.row().code | mark);
        self.out.extend(scalar.scale());
    }
}

/// Whether the bytes of a list are its elements as they are.
fn is_bytes(list: &ListType) -> bool {
    list.element() == &Type::Scalar(Scalar::U8) && !list.optional()
}

/// How an enum's flags say in how many bytes it is stored.
fn repr_bits(known: &Enum) -> u8 {
    // One, two, four or eight bytes: the logarithm is at most 3.
    #[allow(clippy::cast_possible_truncation)]
    (known.repr().size().trailing_zeros() as u8).wrapping_shl(REPR_SHIFT)
}

/// Whether a default that is the type's own is declared in a way that schema text has, too: of
/// other types the derive alone knows one.
fn declares_own(field: &Field) -> bool {
    let has_literal = matches!(field.ty(), Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::String | Type::Bytes);
    has_literal && field.declares_default()
}

// Equality of schemas, and the fingerprint that distinguishes them: FNV-1a over the compact form
// without doc comments.
//
// ```text
// hash = CBF29CE484222325
// for each byte: hash = (hash XOR byte) * 100000001B3      modulo 2^64
// ```
// FNV is a few lines in every language, and its input is canonical already. It finds mistakes; it
// does not withstand a search for two schemas with one number.

const START: u64 = 0xCBF2_9CE4_8422_2325;
const PRIME: u64 = 0x100_0000_01B3;

/// As [`Schema::fingerprint`].
#[inline]
pub(super) fn fingerprint(schema: &Schema) -> u64 {
    write(schema, Kept::Nothing).iter().fold(START, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// Schemas are equal if they define the same types, in whatever order, with the same root. Whether
/// a field declares its type's own default (`= 0`) makes no difference.
impl PartialEq for Schema {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id() || write(self, Kept::Docs) == write(other, Kept::Docs)
    }
}

// The lineage: one number for the properties that no revision of a schema changes. A buffer that
// carries the number is refused where another type opens it.
//
// ```text
// lineage = 32-bit FNV-1a over: (kind, definition)*
// ```
// The root is the first definition. Types are as in the compact form, but that a definition has
// its number from its first use; the definitions follow, in the order of these numbers. No
// name, rule, doc comment, field of a later revision or later variant is part of it.
// docs/format-schema.md is the specification.

const LINEAGE_START: u32 = 0x811C_9DC5;
const LINEAGE_PRIME: u32 = 0x0100_0193;

/// What begins a definition.
const ENUM: u8 = 1;
const UNION: u8 = 2;
const STRUCT: u8 = 3;

/// The lineage, computed.
#[cold]
pub(super) fn lineage(schema: &Schema) -> u32 {
    let mut writer = CompactWriter::new(schema, Kept::Lineage);
    // A root of another type is as the only field of a struct, which it may become.
    let mut number = writer.number(schema.root().name()).saturating_add(1);
    writer.struct_lineage(schema.root());
    while let Some(definition) = writer.met.get(number).and_then(|name| schema.find(name)) {
        match definition {
            Definition::Enum(known) => writer.enum_lineage(known),
            Definition::Union(known) => writer.union_lineage(known),
            Definition::Struct(known) => writer.struct_lineage(known),
        }
        number = number.saturating_add(1);
    }
    writer.out.iter().fold(LINEAGE_START, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(LINEAGE_PRIME))
}

impl<'s> CompactWriter<'s> {
    /// Its size, and the number that zeros mean.
    fn enum_lineage(&mut self, known: &Enum) {
        let size = known.repr().size();
        let first = known.variants.first().map_or(0, |(_, number, _)| *number);
        self.out.extend([ENUM, repr_bits(known)]);
        self.out.extend(first.to_le_bytes().iter().take(size as usize));
    }

    /// The variant that zeros mean.
    fn union_lineage(&mut self, known: &'s Union) {
        self.out.push(UNION);
        match known.variants().first().and_then(|first| Some((first.ty()?, first.optional()))) {
            Some((ty, optional)) => self.ty(ty, optional),
            None => self.out.push(NONE),
        }
    }

    /// The fields of the first revision, in the order of their places: some can change places with
    /// others in the declaration, and not a byte changes.
    fn struct_lineage(&mut self, known: &'s Struct) {
        let shape = |field: &Field| self.schema.0.shape(field.ty(), field.optional(), 1);
        let first = known.fields().iter().filter(|field| field.since() <= 1);
        let mut first: Vec<_> = first.map(|field| (field, shape(field))).collect();
        first.sort_by_key(|(_, shape)| (shape.slot == Size::ZERO, shape.slot.pointers > 0));
        self.out.extend([STRUCT, if known.is_frozen() { FROZEN } else { 0 }]);
        self.count(first.len());
        for (field, shape) in first {
            let default = self.default(field);
            self.out.push(if default.is_some() { DEFAULT } else { 0 });
            self.ty(field.ty(), field.optional());
            if shape.bits > 0 {
                self.count(field.place().bit as usize);
            }
            if let Some(default) = default {
                self.text(&default);
            }
        }
    }
}
