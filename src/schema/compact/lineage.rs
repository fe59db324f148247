//! One number for what no revision of a schema changes: a buffer that carries it is refused where
//! another type opens it.
//!
//! ```text
//! lineage = 32-bit FNV-1a over: (kind, definition)*
//! ```
//! The root is the first definition. Types are as in the compact form, but that a definition has
//! its number from where it is first met; what was met follows, in the order of these numbers. No
//! name, rule, doc comment, field of a later revision or later variant is part of it.
//! docs/format-schema.md is the specification.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::super::lookup::Definition;
use super::super::model::Schema;
use super::super::types::{Enum, Field, Struct, Union};
use super::write::{CompactWriter, Kept, repr_bits};
use super::{DEFAULT, FROZEN, NONE};
use crate::layout::Size;

const START: u32 = 0x811C_9DC5;
const PRIME: u32 = 0x0100_0193;

/// What begins a definition.
const ENUM: u8 = 1;
const UNION: u8 = 2;
const STRUCT: u8 = 3;

impl Schema {
    /// The number for what no revision of this schema changes, if its buffers carry it: the schema
    /// text says `root User lineage;`, a derived type `#[vellum(lineage)]`.
    ///
    /// It takes seven bytes of a buffer, and every revision of a schema has the same. A buffer with
    /// another number is refused where it is opened by a schema that asks for one; without it, the
    /// bytes of one type can be valid bytes of another.
    ///
    /// ```
    /// use vellum::{ErrorKind, Record, Schema};
    ///
    /// let price = Schema::parse("struct Price { value: f32, unit: string } root Price lineage;")?;
    /// let count = Schema::parse("struct Count { value: u32, unit: string } root Count lineage;")?;
    /// let newer = Schema::parse("struct Cost { amount: f32, unit: string, per: u8 since 2 } root Cost lineage;")?;
    ///
    /// let bytes = Record::new(&price).into_storage();
    /// assert_eq!(price.lineage(), newer.lineage());
    /// assert_eq!(newer.view(&bytes)?.get::<f32>("amount")?, 0.0);
    /// assert_eq!(count.view(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// Four bytes find mistakes; they do not withstand somebody who looks for two types with one
    /// number.
    #[must_use]
    pub fn lineage(&self) -> Option<u32> {
        self.lineage_of().map(|lineage_of| lineage_of(self))
    }

    /// The lineage, once it was computed.
    pub(crate) fn known_lineage(&self) -> u32 {
        *self.computed_lineage().get_or_init(|| Box::new(self.compute_lineage()))
    }

    #[cold]
    fn compute_lineage(&self) -> u32 {
        let mut writer = CompactWriter::new(self, Kept::Lineage);
        // A root of another type is as the only field of a struct, which it may become.
        let mut number = writer.number(self.root().name()).saturating_add(1);
        writer.struct_lineage(self.root());
        while let Some(definition) = writer.met.get(number).and_then(|name| self.find(name)) {
            match definition {
                Definition::Enum(known) => writer.enum_lineage(known),
                Definition::Union(known) => writer.union_lineage(known),
                Definition::Struct(known) => writer.struct_lineage(known),
            }
            number = number.saturating_add(1);
        }
        writer.out.iter().fold(START, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(PRIME))
    }
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
