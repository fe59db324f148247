//! What a type of a field is like, as constants.
//!
//! They are three, by what they depend on, so that a type can hold itself:
//!
//! ```text
//! SHAPE     of a growable struct on nothing; else on the SHAPE of what lies inline
//! ELEMENT   on the SHAPE of the fields
//! PLAN      on the ELEMENT and the PLAN of elements; of fields only through functions
//! ```

use core::mem::ManuallyDrop;

use super::describe::{Described, Describer};
use crate::layout::{Place, Shape, Size, checked_element, last_end};
use crate::read::union::Packed;
use crate::schema::{DefaultValue, MAX_INLINE, RootPlan, Schema, Type};

/// What the slot of a field is like.
// Facts that do not exclude each other.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug)]
pub struct TypeShape {
    /// Bits in the bitmap of the record.
    pub bits: u32,
    /// Bytes of the slot.
    pub slot: Size,
    /// Bytes of the word that the value is; 0 if it is none.
    pub word: u32,
    /// Whether the slot is one pointer, whose null can tell absence.
    pub nullable: bool,
    /// Whether the slot is one pointer, also where its null tells absence.
    pub pointer: bool,
    /// Whether absence is a value of the type, so that it cannot be optional once more.
    pub optional: bool,
    /// Whether it is numbers alone, which any bytes are: the slot holds their words, one after the
    /// other.
    pub plain: bool,
    /// Whether it is the number that lists of are bytes.
    pub byte: bool,
    /// Whether lists of this type are packed where all elements have one variant.
    pub packs: bool,
    /// Whether a rule may refuse what lies in the slot itself, so that it has to be measured even
    /// without objects.
    pub ruled: bool,
    /// Whether there are bytes of the slot that are no value.
    pub checked: bool,
    /// How many frozen structs, tuples and arrays lie inline in one another in the slot.
    pub levels: u32,
    /// Whether an edit cursor gives the value itself, which is set as a whole: so does that of a
    /// number, a tuple, and text of a fixed length.
    pub whole: bool,
}

impl TypeShape {
    /// One pointer.
    pub const POINTER: Self = Self { nullable: true, pointer: true, ..Self::inline(Size::POINTER) };

    /// A slot of that size.
    #[must_use]
    pub const fn inline(slot: Size) -> Self {
        Self {
            bits: 0,
            slot,
            word: 0,
            nullable: false,
            pointer: false,
            optional: false,
            plain: false,
            byte: false,
            packs: false,
            ruled: false,
            checked: true,
            levels: 0,
            whole: false,
        }
    }

    /// One word of so many bytes.
    #[must_use]
    pub const fn word(bytes: usize, checked: bool) -> Self {
        // Words have one to sixteen bytes.
        #[allow(clippy::cast_possible_truncation)]
        let word = bytes as u32;
        Self { word, checked, whole: true, ..Self::inline(Size::bytes(word)) }
    }

    /// A frozen struct with these ends of regions: its record. Growable ones are a pointer, so that
    /// they can hold themselves.
    #[must_use]
    pub const fn record(ends: &[Size], plain: bool, ruled: bool, checked: bool) -> Self {
        Self { plain, ruled, checked, ..Self::inline(last_end(ends)) }
    }

    /// A struct, tuple or array of what has so many levels inline. More than a schema may have do
    /// not compile.
    ///
    /// ```compile_fail,E0080
    /// use vellum::Vellum;
    ///
    /// #[derive(Vellum)]
    /// struct Deep { cells: [[[[[[[[[u8; 1]; 1]; 1]; 1]; 1]; 1]; 1]; 1]; 1] }
    /// ```
    ///
    /// # Panics
    ///
    /// While constants are evaluated: that is how it fails to compile.
    // Indexing: a const fn cannot iterate.
    #[allow(clippy::indexing_slicing)]
    #[must_use]
    #[track_caller]
    pub const fn around(self, parts: &[u32]) -> Self {
        let (mut levels, mut index): (u32, usize) = (0, 0);
        while index < parts.len() {
            if parts[index] > levels {
                levels = parts[index];
            }
            index = index.wrapping_add(1);
        }
        assert!(levels < MAX_INLINE, "more than 8 levels of structs, tuples and arrays lie inline in one another");
        Self { levels: levels.wrapping_add(1), ..self }
    }

    /// The slot of a union: a tag and a payload.
    pub const UNION: Self = Self { packs: true, ..Self::inline(Size::UNION) };

    /// The record of one field that an element of a list is, unless its type says otherwise.
    #[must_use]
    pub const fn element(&self) -> Packed {
        let size = checked_element(self.single().end);
        let is_checked = self.is_element_checked();
        Packed { size, ends: &[], prefix: 0, has_objects: size.pointers > 0 || self.ruled, is_checked }
    }

    /// Where such a record keeps its field.
    #[must_use]
    pub const fn single(&self) -> Place {
        Place::single(self.bits, self.slot)
    }

    /// What a field that this revision added needs of its record.
    #[must_use]
    pub const fn since(&self, since: u32) -> Shape {
        Shape { bits: self.bits, slot: self.slot, since }
    }

    /// Whether there are bytes that are no such record: also bits of its bitmap that stand for
    /// nothing.
    #[must_use]
    pub const fn is_element_checked(&self) -> bool {
        self.checked || self.bits > 0
    }
}

/// What is known of the whole type. It has functions and types behind it: what needs one part takes
/// it in a constant, so that the others are not compiled.
pub struct TypePlan {
    /// The type as the engine sees it. It is part of a constant, and those are never dropped.
    pub(super) ty: ManuallyDrop<Type>,
    pub(super) implied: ManuallyDrop<DefaultValue>,
    /// Whether it can be part of a key, as far as its Rust type tells; the schema knows all.
    pub sortable: bool,
    /// Of a struct, the ends of its regions.
    pub ends: &'static [Size],
    /// Of a struct, what the engine has to know of a buffer of it.
    pub root: Option<RootPlan>,
    /// Of a struct, its schema.
    pub schema: Option<fn() -> &'static Schema>,
    /// Describes the type for a schema.
    pub describe: fn(&mut Describer) -> Described,
    /// Whether something in it is converted to be stored (`with`): writing it may fail then when
    /// there is room, as a conversion may give another length the second time.
    pub converts: fn() -> bool,
    /// What the elements of a packed list of a variant are like.
    pub packed: fn(u8) -> Option<Packed>,
    /// Whether a variant of the union stands for those that it does not know.
    pub stands_for_unknown: bool,
}

impl TypePlan {
    /// Of a type that is described so.
    #[must_use]
    pub const fn new(ty: Type, describe: fn(&mut Describer) -> Described) -> Self {
        Self {
            ty: ManuallyDrop::new(ty),
            implied: ManuallyDrop::new(DefaultValue::Zero),
            sortable: true,
            ends: &[],
            root: None,
            schema: None,
            describe,
            converts: || false,
            packed: |_| None,
            stands_for_unknown: false,
        }
    }

    /// A type with this default where none is declared.
    #[must_use]
    pub const fn implied(self, implied: DefaultValue) -> Self {
        Self { implied: ManuallyDrop::new(implied), ..self }
    }

    /// A type that is no part of a key.
    #[must_use]
    pub const fn unsorted(self) -> Self {
        Self { sortable: false, ..self }
    }

    /// A type that is converted where this says so.
    #[must_use]
    pub const fn converting(self, converts: fn() -> bool) -> Self {
        Self { converts, ..self }
    }

    /// A type that refuses some of what its schema allows, which its description says.
    #[must_use]
    pub const fn guarded(self, describe: fn(&mut Describer) -> Described) -> Self {
        Self { describe, ..self }
    }

    /// A union, whose variants' payloads are packed so, and whether one of them stands for those
    /// that it does not know.
    #[must_use]
    pub const fn packing(self, packed: fn(u8) -> Option<Packed>, stands_for_unknown: bool) -> Self {
        Self { packed, stands_for_unknown, sortable: false, ..self }
    }

    /// Of a derived struct: its definition, the ends of its regions, and what it is described and
    /// converted by.
    #[must_use]
    pub const fn record(
        root: RootPlan,
        ends: &'static [Size],
        schema: fn() -> &'static Schema,
        describe: fn(&mut Describer) -> Described,
        converts: fn() -> bool,
    ) -> Self {
        Self { converts, ..Self::new(Type::Struct(root.id()), describe).rooted(root, ends, schema) }
    }

    /// Of a struct, whose record is the root of a buffer.
    pub(super) const fn rooted(self, root: RootPlan, ends: &'static [Size], schema: fn() -> &'static Schema) -> Self {
        Self { ends, root: Some(root), schema: Some(schema), ..self }
    }

    /// The type where it may be absent.
    #[must_use]
    pub const fn optional(self, describe: fn(&mut Describer) -> Described) -> Self {
        Self { describe, ends: &[], root: None, schema: None, ..self }
    }
}

/// The element of a list of structs: the record, with its stride if it can grow.
#[must_use]
pub const fn record_element(ends: &'static [Size], growable: bool, ruled: bool) -> Packed {
    let size = last_end(ends);
    let has_objects = size.pointers > 0 || ruled;
    Packed { size, ends: if growable { ends } else { &[] }, prefix: 0, has_objects, is_checked: true }
}

/// Whether one of them is true.
// Indexing: a const fn cannot iterate.
#[allow(clippy::indexing_slicing)]
#[must_use]
pub const fn any(parts: &[bool]) -> bool {
    let mut index: usize = 0;
    while index < parts.len() {
        if parts[index] {
            return true;
        }
        index = index.wrapping_add(1);
    }
    false
}
