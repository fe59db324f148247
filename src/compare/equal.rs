//! Comparisons of values: equality and hash of content, sameness of types, and the check of rules.
//!
//! Equality walks two buffers side by side, the hash one. Both see the values that the canonical
//! form keeps, whatever the layout. So equal content has equal bytes after `compact`. A default is
//! the same whether it is stored or not, so the hash leaves defaults out, and mixes in the path of
//! the next value.

use alloc::vec::Vec;
use core::hash::Hasher;
use core::ops::ControlFlow;

use crate::error::{Error, ErrorKind, Result};
use crate::read::Buf;
use crate::read::cursor::{ListRef, MapRef, Slot};
use crate::read::document::Decoder;
use crate::read::map::EntryParts;
use crate::read::value::{Content, Part};
use crate::schema::{Item, MIXED, Rules, Schema, StructId, Type, UnionId};

/// Two buffers under comparison.
pub(crate) struct ContentEq<'a, 'b> {
    a: Decoder<'a>,
    b: Decoder<'b>,
}

impl<'a, 'b> ContentEq<'a, 'b> {
    pub(crate) fn new(a: Buf<'a>, b: Buf<'b>) -> Self {
        Self { a: Decoder::new(a), b: Decoder::new(b) }
    }

    /// Whether two values of one type are equal.
    pub(crate) fn is_equal(&mut self, a: &Part<'a>, b: &Part<'b>) -> Result<bool> {
        if let (Part::Slot(a), Part::Slot(b)) = (a, b)
            && let Some(is_equal) = self.plain_equal(a, b)?
        {
            return Ok(is_equal);
        }
        self.parts_equal(a, b)
    }

    /// Compares values of the most frequent types; `None` for others.
    #[inline]
    fn plain_equal(&mut self, a: &Slot<'a>, b: &Slot<'b>) -> Result<Option<bool>> {
        match (a.ty, b.ty) {
            (Type::Scalar(scalar), Type::Scalar(_)) if !a.optional => Ok(Some(a.word(*scalar) == b.word(*scalar))),
            (Type::String | Type::Bytes, Type::String | Type::Bytes) => {
                let blobs = match (a.object()?, b.object()?) {
                    (Some(a), Some(b)) => (Some(self.a.blob(a)?), Some(self.b.blob(b)?)),
                    (None, None) => return Ok(Some(true)),
                    (Some(object), None) => (Some(self.a.blob(object)?), b.blob()?),
                    (None, Some(object)) => (a.blob()?, Some(self.b.blob(object)?)),
                };
                Ok(Some(blobs.0 == blobs.1))
            }
            _ => Ok(None),
        }
    }

    fn parts_equal(&mut self, a: &Part<'a>, b: &Part<'b>) -> Result<bool> {
        let ((of_a, a_is_object), (of_b, b_is_object)) = (a.open(&mut self.a)?, b.open(&mut self.b)?);
        let is_deeper = a_is_object || b_is_object;
        if is_deeper {
            self.a.enter()?;
            self.b.enter()?;
        }
        let is_equal = match (&of_a, &of_b) {
            (Content::Bit(a), Content::Bit(b)) => a == b,
            (Content::Word(_, a), Content::Word(_, b)) => a == b,
            (Content::Blob(a), Content::Blob(b)) => a == b,
            // Two records of defaults only, which may hold each other without end.
            (Content::Absent, Content::Absent) | (Content::Struct(_, []), Content::Struct(_, [])) => true,
            (Content::Struct(a_id, a_record), Content::Struct(b_id, b_record)) => {
                let a = Part::fields(a.buf(), a.schema(), *a_id, a_record);
                let b = Part::fields(b.buf(), b.schema(), *b_id, b_record);
                self.all_equal(a.map(|(_, part)| Ok(part)), b.map(|(_, part)| Ok(part)))?
            }
            (Content::List(a), Content::List(b)) => self.lists_equal(a, b)?,
            (Content::Map(a), Content::Map(b)) if a.len() == b.len() => self.maps_equal(a, b)?,
            (Content::Union(_, a), Content::Union(_, b)) if a.tag() == b.tag() => match (a.part(), b.part()) {
                (Some(a), Some(b)) => self.is_equal(&a, &b)?,
                _ => true,
            },
            _ => false,
        };
        if is_deeper {
            self.a.leave();
            self.b.leave();
        }
        Ok(is_equal)
    }

    fn all_equal(
        &mut self,
        a: impl Iterator<Item = Result<Part<'a>>>,
        b: impl Iterator<Item = Result<Part<'b>>>,
    ) -> Result<bool> {
        for (a, b) in a.zip(b) {
            if !self.is_equal(&a?, &b?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn maps_equal(&mut self, a: &MapRef<'a>, b: &MapRef<'b>) -> Result<bool> {
        let (mut a, mut b) = (a.entries(), b.entries());
        loop {
            match self.next_values(&mut a, &mut b)? {
                ControlFlow::Break(are_equal) => return Ok(are_equal),
                ControlFlow::Continue(Some((a, b))) if !self.is_equal(&a, &b)? => return Ok(false),
                ControlFlow::Continue(_) => {}
            }
        }
    }

    /// Compares the keys of the next entries. Apart from their values, which can have maps of their
    /// own: a frame holds only what it needs then. None of sets; ends where keys differ, and behind
    /// the last entries.
    #[inline(never)]
    fn next_values(
        &mut self,
        a: &mut impl Iterator<Item = Result<EntryParts<'a>>>,
        b: &mut impl Iterator<Item = Result<EntryParts<'b>>>,
    ) -> Result<ControlFlow<bool, Option<(Part<'a>, Part<'b>)>>> {
        let (Some(a), Some(b)) = (a.next(), b.next()) else { return Ok(ControlFlow::Break(true)) };
        let ((a_key, a), (b_key, b)) = (a?, b?);
        if !self.is_equal(&Part::Slot(a_key), &Part::Slot(b_key))? {
            return Ok(ControlFlow::Break(false));
        }
        Ok(ControlFlow::Continue(a.zip(b)))
    }

    fn lists_equal(&mut self, a: &ListRef<'a>, b: &ListRef<'b>) -> Result<bool> {
        if a.len() != b.len() {
            return Ok(false);
        }
        if let (Some(a), Some(b)) = (plain_bytes(a), plain_bytes(b)) {
            return Ok(a == b);
        }
        // Two arrays that are not stored have defaults only.
        if a.elements.bytes.is_empty() && b.elements.bytes.is_empty() {
            return Ok(true);
        }
        // What has no pointers, and nothing unseen, is equal if its bytes are; if they are not it
        // still may be.
        let of_bytes = |run: &ListRef<'_>| run.item.size.pointers == 0 && run.elements.stride <= run.item.size.at(0);
        let is_alike = a.elements.tag == b.elements.tag && a.elements.stride == b.elements.stride;
        if is_alike && of_bytes(a) && of_bytes(b) && a.elements.bytes == b.elements.bytes {
            return Ok(true);
        }
        self.all_equal(a.parts(), b.parts())
    }
}

/// All bytes of a list, if they alone are the elements: nothing absent, no pointers, no bits beside
/// the values.
fn plain_bytes<'a>(list: &ListRef<'a>) -> Option<&'a [u8]> {
    let is_plain = !list.item.optional && matches!(list.item.ty, Type::Scalar(_) | Type::Enum(_));
    let is_stored = list.elements.bytes.len() == list.elements.count.saturating_mul(list.elements.stride);
    (is_plain && is_stored && list.elements.tag == MIXED).then_some(list.elements.bytes)
}

/// Hashes one buffer.
pub(crate) struct Hashed<'a, 'h> {
    decoder: Decoder<'a>,
    hasher: &'h mut dyn Hasher,
}

/// The path of the part of a number, as a number.
fn inward(path: u64, number: usize) -> u64 {
    (path.rotate_left(5) ^ (number as u64).wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<'a, 'h> Hashed<'a, 'h> {
    pub(crate) fn new(buf: Buf<'a>, hasher: &'h mut dyn Hasher) -> Self {
        Self { decoder: Decoder::new(buf), hasher }
    }

    pub(crate) fn part(&mut self, part: &Part<'a>, path: u64) -> Result<()> {
        let (content, is_object) = part.open(&mut self.decoder)?;
        if part.is_default(&content) {
            return Ok(());
        }
        if is_object {
            self.decoder.enter()?;
        }
        if part.is_optional() {
            self.hasher.write_u64(path);
        }
        match &content {
            Content::Absent | Content::Struct(_, []) => {}
            Content::Bit(value) => self.word(path, u128::from(*value)),
            Content::Word(_, word) => self.word(path, *word),
            Content::Blob(content) => {
                self.bytes(path, content.len(), content);
            }
            Content::Struct(id, record) => {
                for (number, (_, field)) in Part::fields(part.buf(), part.schema(), *id, record).enumerate() {
                    self.part(&field, inward(path, number))?;
                }
            }
            Content::List(run) => self.run(run, path)?,
            Content::Map(map) if map.is_empty() => {}
            Content::Map(map) => {
                self.bytes(path, map.len(), &[]);
                for (entry, number) in map.entries().zip(0usize..) {
                    let (key, value) = entry?;
                    self.part(&Part::Slot(key), inward(path, number))?;
                    if let Some(value) = value {
                        self.part(&value, inward(path, number).wrapping_add(1))?;
                    }
                }
            }
            Content::Union(_, union) => {
                if union.tag() != 0 {
                    self.word(path, u128::from(union.tag()));
                }
                if let Some(payload) = union.part() {
                    self.part(&payload, inward(path, usize::from(union.tag())))?;
                }
            }
        }
        if is_object {
            self.decoder.leave();
        }
        Ok(())
    }

    fn run(&mut self, run: &ListRef<'a>, path: u64) -> Result<()> {
        // An array that is not stored has defaults only.
        if run.elements.bytes.is_empty() {
            return Ok(());
        }
        if let Some(bytes) = plain_bytes(run) {
            if bytes.iter().any(|byte| *byte != 0) || !run.is_array {
                self.bytes(path, run.len(), bytes);
            }
            return Ok(());
        }
        if !run.is_array {
            self.bytes(path, run.len(), &[]);
        }
        (0..run.len()).try_for_each(|index| self.part(&run.part(index)?, inward(path, index)))
    }

    fn word(&mut self, path: u64, word: u128) {
        self.hasher.write_u64(path);
        self.hasher.write_u128(word);
    }

    fn bytes(&mut self, path: u64, len: usize, content: &[u8]) {
        self.hasher.write_u64(path);
        self.hasher.write_u64(len as u64);
        self.hasher.write(content);
    }
}

// The check that types of two schemas are the same: buffers of one mean the same as buffers of the
// other.
//
// Names of structs, enums and unions may differ. Everything in them must be equal: names of fields
// and variants, their order, their types, defaults and revisions.

/// Two schemas, and what is taken to be the same while it is compared.
struct Types<'s> {
    a: &'s Schema,
    b: &'s Schema,
    structs: Vec<(StructId, StructId)>,
    unions: Vec<(UnionId, UnionId)>,
}

/// Fails unless two types are the same.
pub(crate) fn check_same(a: (&Schema, &Type), b: (&Schema, &Type)) -> Result<()> {
    let mut types = Types { a: a.0, b: b.0, structs: Vec::new(), unions: Vec::new() };
    if (a.0.id() == b.0.id() && a.1 == b.1) || types.same(a.1, b.1) {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::Type,
        format_args!("the field is {}, the value {}, which is not the same", a.0.describe(a.1), b.0.describe(b.1)),
    ))
}

impl Types<'_> {
    fn same(&mut self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Bool, Type::Bool) | (Type::String, Type::String) | (Type::Bytes, Type::Bytes) => true,
            (Type::Scalar(a), Type::Scalar(b)) => a == b,
            (Type::Text(a), Type::Text(b)) => a == b,
            (Type::Enum(a), Type::Enum(b)) => {
                let (a, b) = (self.a.enumeration(*a), self.b.enumeration(*b));
                a.repr() == b.repr() && a.is_open() == b.is_open() && a.variants().eq(b.variants())
            }
            (Type::Struct(a), Type::Struct(b)) => self.same_structs(*a, *b),
            (Type::Union(a), Type::Union(b)) => self.same_unions(*a, *b),
            (Type::List(a), Type::List(b)) => self.same_items(&a.0, &b.0),
            (Type::Array(a), Type::Array(b)) => a.len() == b.len() && self.same_items(&a.0, &b.0),
            (Type::Map(a), Type::Map(b)) => {
                let same_values = match (&a.0.value, &b.0.value) {
                    (Some(a), Some(b)) => self.same_items(a, b),
                    (None, None) => true,
                    _ => false,
                };
                same_values && self.same_items(&a.0.key, &b.0.key)
            }
            _ => false,
        }
    }

    fn same_items(&mut self, a: &Item, b: &Item) -> bool {
        a.optional == b.optional && self.same(&a.ty, &b.ty)
    }

    fn same_structs(&mut self, a: StructId, b: StructId) -> bool {
        if self.structs.contains(&(a, b)) {
            return true;
        }
        self.structs.push((a, b));
        let (a, b) = (self.a.structure(a), self.b.structure(b));
        let is_alike = a.is_frozen() == b.is_frozen() && a.fields().len() == b.fields().len();
        let mut fields = a.fields().iter().zip(b.fields());
        is_alike
            && fields.all(|(a, b)| {
                let is_alike = a.name() == b.name() && a.since() == b.since() && a.optional() == b.optional();
                is_alike && a.default() == b.default() && self.same(a.ty(), b.ty())
            })
    }

    fn same_unions(&mut self, a: UnionId, b: UnionId) -> bool {
        if self.unions.contains(&(a, b)) {
            return true;
        }
        self.unions.push((a, b));
        let (a, b) = (self.a.union(a), self.b.union(b));
        let is_alike = a.is_open() == b.is_open() && a.variants().len() == b.variants().len();
        let mut variants = a.variants().iter().zip(b.variants());
        is_alike
            && variants.all(|(of_a, of_b)| {
                let tags = a.variant(of_a.name()).map(|found| found.0) == b.variant(of_b.name()).map(|found| found.0);
                let is_alike = tags && of_a.name() == of_b.name() && of_a.payload() == of_b.payload();
                is_alike && self.same_items(of_a.item(), of_b.item())
            })
    }
}

// The check that a value with parts keeps the rules of its destination. Rules belong to fields. A
// value from another record was made under the rules of that record, or as bytes that nobody
// checked.
//
// The value is walked with the types of its own schema and of the other side by side; they are the
// same apart from the rules.

impl Part<'_> {
    /// Fails if a field of the value breaks its rules in a schema where the value has a type.
    pub(crate) fn check_rules(&self, schema: &Schema, ty: &Type) -> Result<()> {
        if !schema.structs().iter().any(|structure| structure.fields().iter().any(|field| !field.rules().is_empty())) {
            return Ok(());
        }
        RuleWalk { schema, decoder: Decoder::new(self.buf()) }.value(self, ty, None)
    }
}

/// A walk over a value that goes into a record of a schema.
struct RuleWalk<'a, 's> {
    schema: &'s Schema,
    decoder: Decoder<'a>,
}

impl<'a> RuleWalk<'a, '_> {
    fn value(&mut self, part: &Part<'a>, ty: &Type, rules: Option<&Rules>) -> Result<()> {
        let schema = self.schema;
        let (content, is_object) = part.open(&mut self.decoder)?;
        if is_object {
            self.decoder.enter()?;
        }
        match (&content, ty) {
            (Content::Word(_, word), _) => rules.map_or(Ok(()), |rules| rules.check_word(ty, *word))?,
            (Content::Blob(content), _) => rules.map_or(Ok(()), |rules| rules.check_blob(content))?,
            // A record that is not stored holds defaults, which keep the rules.
            (Content::Struct(_, []), _) => {}
            (Content::Struct(id, record), Type::Struct(of_type)) => {
                let parts = Part::fields(part.buf(), part.schema(), *id, record);
                for ((name, part), field) in parts.zip(schema.structure(*of_type).fields()) {
                    let rules = Some(field.rules()).filter(|rules| !rules.is_empty());
                    if rules.is_some() || has_fields(schema, field.ty()) {
                        let result = self.value(&part, field.ty(), rules);
                        result.map_err(|error| error.in_field(name))?;
                    }
                }
            }
            (Content::List(run), Type::List(_) | Type::Array(_)) => {
                let element = match ty {
                    Type::List(list) => list.element(),
                    Type::Array(array) => array.element(),
                    _ => return Ok(()),
                };
                // Defaults keep the rules.
                if has_fields(schema, element) && !run.elements.bytes.is_empty() {
                    for index in 0..run.len() {
                        self.value(&run.part(index)?, element, None).map_err(|error| error.in_element(index))?;
                    }
                }
            }
            (Content::Map(values), Type::Map(map)) => {
                if let Some(of_value) = map.value().filter(|value| has_fields(schema, value)) {
                    for entry in values.entries() {
                        entry?.1.map_or(Ok(()), |value| self.value(&value, of_value, None))?;
                    }
                }
            }
            (Content::Union(_, union), Type::Union(id)) => {
                if let (Some(payload), Some(variant)) = (union.part(), schema.union(*id).of_tag(union.tag())) {
                    let held = variant.ty().map_or(Ok(()), |ty| self.value(&payload, ty, None));
                    held.map_err(|error| error.in_field(variant.name()))?;
                }
            }
            _ => {}
        }
        if is_object {
            self.decoder.leave();
        }
        Ok(())
    }
}

/// Whether a value of this type may have fields, which alone have rules.
fn has_fields(schema: &Schema, ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Scalar(_) | Type::Enum(_) | Type::Text(_) | Type::String | Type::Bytes => false,
        Type::Union(id) => !schema.union(*id).is_any(),
        Type::List(list) => has_fields(schema, list.element()),
        Type::Array(array) => has_fields(schema, array.element()),
        Type::Map(map) => map.value().is_some_and(|value| has_fields(schema, value)),
        Type::Struct(_) => true,
    }
}
