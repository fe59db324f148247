//! Types as constants: their properties, and their definitions for the engine, from which the
//! schema of a type is made when it is needed.
//!
//! There are three kinds of properties, which depend on different things, so that a type can
//! contain itself:
//!
//! ```text
//! SHAPE     of a growable struct on nothing; else on the SHAPE of what lies inline
//! ELEMENT   on the SHAPE of the fields
//! PLAN      on the ELEMENT and the PLAN of elements; of fields only through functions
//! ```

use alloc::boxed::Box;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::sync::atomic::{AtomicU8, Ordering};

use once_cell::race::OnceBox;

use super::Value;
use super::prove::find_sound;
use crate::layout::{Place, Shape, Size, checked_element, last_end};
use crate::read::union::Packed;
use crate::scalar::Keys;
use crate::scalar::word::Scalar;
pub use crate::schema::{
    About, DefaultValue, Enum, EnumId, Field, Item, MapEntry, Order, RootPlan, StaticOrBox, Struct, StructId, Type,
    Union, UnionId, UnionVariant,
};
use crate::schema::{Apart, Declared, Engine, KindOf, ListType, MAX_INLINE, MapType, Payload, Reached, Schema};

/// The properties of a field's slot.
// Independent facts.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug)]
pub struct TypeShape {
    /// Bits in the bitmap of the record.
    pub bits: u32,
    /// Bytes of the slot.
    pub slot: Size,
    /// Bytes of the value's word; 0 if it is not a word.
    pub word: u32,
    /// Whether the slot is one pointer, and null can mean absent.
    pub nullable: bool,
    /// Whether the slot is one pointer, also if null already means absent.
    pub pointer: bool,
    /// Whether absence is a value of the type, so that it cannot be optional once more.
    pub optional: bool,
    /// Whether it holds only numbers, so that any bytes are valid: the slot is their words, one
    /// after the other.
    pub plain: bool,
    /// Whether it is `u8`, so that a list of it is bytes.
    pub byte: bool,
    /// Whether lists of this type are packed if all elements have one variant.
    pub packs: bool,
    /// Whether a rule may refuse the value of the slot itself, so that it has to be measured even
    /// without objects.
    pub ruled: bool,
    /// Whether some bytes of the slot are invalid.
    pub checked: bool,
    /// How many frozen structs, tuples and arrays lie inline in one another in the slot.
    pub levels: u32,
    /// Whether an edit cursor returns the value itself, which is set as a whole: numbers, tuples,
    /// text of fixed length.
    pub whole: bool,
}

impl TypeShape {
    /// One pointer.
    pub const POINTER: Self = Self { nullable: true, pointer: true, ..Self::inline(Size::POINTER) };

    /// A slot of `size`.
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

    /// One word of `bytes` bytes.
    #[must_use]
    pub const fn word(bytes: usize, checked: bool) -> Self {
        // Words have one to sixteen bytes.
        #[allow(clippy::cast_possible_truncation)]
        let word = bytes as u32;
        Self { word, checked, whole: true, ..Self::inline(Size::bytes(word)) }
    }

    /// A frozen struct, by the ends of its regions: its record. Growable structs are a pointer, so
    /// that they can contain themselves.
    #[must_use]
    pub const fn record(ends: &[Size], plain: bool, ruled: bool, checked: bool) -> Self {
        Self { plain, ruled, checked, ..Self::inline(last_end(ends)) }
    }

    /// A struct, tuple or array of types with `levels` inline levels. More than a schema may have
    /// fail to compile.
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
    /// In constant evaluation, so that compilation fails.
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
        Packed { size, ends: &[], prefix: 0, has_objects: size.pointers > 0 || self.ruled, is_checked, is_unit: false }
    }

    /// Where such a record keeps its field.
    #[must_use]
    pub const fn single(&self) -> Place {
        Place::single(self.bits, self.slot)
    }

    /// The part of its record that a field of a new revision needs.
    #[must_use]
    pub const fn since(self, since: u32) -> Shape {
        Shape { bits: self.bits, slot: self.slot, since }
    }

    /// Whether some bytes are not such a record; unused bits of its bitmap must be zero.
    #[must_use]
    pub const fn is_element_checked(&self) -> bool {
        self.checked || self.bits > 0
    }
}

/// Facts about the whole type, with functions. Code that needs one of them takes it in a constant,
/// so that the others are not compiled.
#[allow(clippy::struct_excessive_bools)] // Facts, each by itself.
pub struct TypePlan {
    /// The type as the engine sees it. It is part of a constant, so it is never dropped.
    pub(super) ty: ManuallyDrop<Type>,
    pub(super) implied: ManuallyDrop<DefaultValue>,
    /// Whether it can be part of a key, as far as its Rust type tells; the schema decides.
    pub sortable: bool,
    /// Of a struct, the ends of its regions.
    pub ends: &'static [Size],
    /// Of a struct, the plan of a buffer of it.
    pub root: Option<RootPlan>,
    /// Of a struct, its schema.
    pub schema: Option<fn() -> &'static Schema>,
    /// Whether it refuses some values that its schema allows: of itself, or of its parts outside
    /// structs and unions.
    pub guards: bool,
    /// Whether it contains converted values (`with`): writing them may fail after room was
    /// reserved, as a conversion may return another length the second time.
    pub converts: fn() -> bool,
    /// The place that keeps the answers of its tables, if it has one.
    pub known: Option<fn() -> &'static Known>,
    /// Whether what is written of an owned value is made by code of the user's (`From<&T>` of a
    /// `try_from`): of the value itself, or of its parts outside structs and unions.
    pub lends: bool,
    /// The elements of a packed list of a variant.
    pub packed: fn(u8) -> Option<Packed>,
    /// Whether the union is open.
    pub is_open: bool,
    /// Whether the union has a variant for unknown ones.
    pub stands_for_unknown: bool,
    /// Of a struct with rules or a key, its definition, which tells whether its schema is one.
    pub checked: Option<fn() -> &'static Struct>,
    /// Of a union, its variants as steps of a path, by their tags.
    pub variants: &'static [&'static str],
}

impl TypePlan {
    /// For a type that the engine sees as this one.
    #[must_use]
    pub const fn new(ty: Type) -> Self {
        // Places have no order.
        let sortable = !matches!(&ty, Type::Scalar(scalar) if matches!(scalar.row().keys, Keys::Neither));
        Self {
            ty: ManuallyDrop::new(ty),
            implied: ManuallyDrop::new(DefaultValue::Zero),
            sortable,
            ends: &[],
            root: None,
            schema: None,
            guards: false,
            converts: || false,
            known: None,
            lends: false,
            packed: |_| None,
            is_open: false,
            stands_for_unknown: false,
            checked: None,
            variants: &[],
        }
    }

    /// A type with this default if none is declared.
    #[must_use]
    pub const fn implied(self, implied: DefaultValue) -> Self {
        Self { implied: ManuallyDrop::new(implied), ..self }
    }

    /// A type that cannot be part of a key.
    #[must_use]
    pub const fn unsorted(self) -> Self {
        Self { sortable: false, ..self }
    }

    /// A type that lends what is written if the argument is true.
    #[must_use]
    pub const fn lending(self, lends: bool) -> Self {
        Self { lends, ..self }
    }

    /// A type that refuses some values that its schema allows if the argument is true.
    #[must_use]
    pub const fn guarding(self, guards: bool) -> Self {
        Self { guards, ..self }
    }

    /// A struct with rules, a key or defaults of its own.
    #[must_use]
    pub const fn checked(self, definition: fn() -> &'static Struct) -> Self {
        Self { checked: Some(definition), ..self }
    }

    /// A union, by how its variants' payloads are packed, whether it is open, whether it has a
    /// variant for unknown ones, and the names of its variants.
    #[must_use]
    pub const fn packing(
        self,
        packed: fn(u8) -> Option<Packed>,
        (is_open, stands_for_unknown): (bool, bool),
        variants: &'static [&'static str],
    ) -> Self {
        Self { packed, is_open, stands_for_unknown, variants, sortable: false, ..self }
    }

    /// For a derived struct: its definition, the ends of its regions, its schema, and whether it is
    /// converted.
    #[must_use]
    pub const fn record(
        root: RootPlan,
        ends: &'static [Size],
        schema: fn() -> &'static Schema,
        converts: fn() -> bool,
        known: Option<fn() -> &'static Known>,
    ) -> Self {
        Self::new(Type::Struct(root.id())).rooted(root, ends, schema).knowing(converts, known)
    }

    /// A type with the function that says whether it is converted, and with the place that keeps
    /// the answers of its tables: its own, or that of the one type in it.
    #[must_use]
    pub const fn knowing(self, converts: fn() -> bool, known: Option<fn() -> &'static Known>) -> Self {
        Self { converts, known, ..self }
    }

    /// Of a struct, whose record is the root of a buffer.
    pub(super) const fn rooted(self, root: RootPlan, ends: &'static [Size], schema: fn() -> &'static Schema) -> Self {
        Self { ends, root: Some(root), schema: Some(schema), ..self }
    }

    /// The type if it may be absent.
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { ends: &[], root: None, schema: None, ..self }
    }
}

/// The element of a list of structs: the record, with its stride if it can grow.
#[must_use]
pub const fn record_element(ends: &'static [Size], growable: bool, ruled: bool) -> Packed {
    let size = last_end(ends);
    let has_objects = size.pointers > 0 || ruled;
    Packed { size, ends: if growable { ends } else { &[] }, prefix: 0, has_objects, is_checked: true, is_unit: false }
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

// The definitions.

impl<D> super::field::Field<D> {
    /// The field as the schema sees it.
    #[must_use]
    pub const fn plan<T: Value<Default = D>>(&self, since: u32) -> Field {
        Field::compiled(
            self.name,
            type_of::<T>(),
            T::SHAPE.optional,
            implied::<T>(),
            since,
            (*self.at.place, T::PLAN.guards),
        )
    }

    /// As [`Self::plan`], where a default is declared, which `declared` gives.
    #[must_use]
    pub const fn plan_or<T: Value<Default = D>>(&self, since: u32, declared: fn() -> Declared) -> Field {
        let default = DefaultValue::Compiled(declared);
        Field::compiled(self.name, type_of::<T>(), T::SHAPE.optional, default, since, (*self.at.place, T::PLAN.guards))
    }
}

/// The type, as the engine sees it.
#[must_use]
pub const fn type_of<T: Value>() -> Type {
    ManuallyDrop::into_inner(T::PLAN.ty)
}

/// The default of the type where none is declared.
#[must_use]
pub const fn implied<T: Value>() -> DefaultValue {
    ManuallyDrop::into_inner(T::PLAN.implied)
}

/// The description of a declared scalar or enum default.
pub fn word_of<T: Scalar>(value: &T) -> Declared {
    Declared::Word(value.to_word().into())
}

/// Whether values of a type contain converted values.
#[inline(always)]
#[must_use]
pub fn may_convert<T: Value>() -> bool {
    (const { T::PLAN.converts })()
}

/// Whether writing owned values of a type calls code of the user's, as it does for the parts of
/// lists, arrays and maps.
#[inline(always)]
#[must_use]
pub(super) fn parts_convert<T: Value>() -> bool {
    may_convert::<T>() || const { T::PLAN.lends }
}

/// The elements of a packed list of a variant.
#[inline(always)]
#[must_use]
pub fn packed<T: Value>(tag: u8) -> Option<Packed> {
    (const { T::PLAN.packed })(tag)
}

/// The element of a list, the key or the value of an entry, a payload.
#[must_use]
pub const fn item<T: Value>() -> Item {
    item_of::<T>(Apart(None))
}

const fn item_of<T: Value>(kind: KindOf) -> Item {
    let (place, growable) = match T::ELEMENT.ends {
        [] => (Place::single(T::SHAPE.bits, T::SHAPE.slot), false),
        // The record lies inline behind its presence byte, if it has one.
        [.., last] => (Place::element(T::SHAPE.optional, *last), true),
    };
    Item::new(type_of::<T>(), T::SHAPE.optional, implied::<T>(), (place, growable), kind)
}

/// The element of an array.
#[must_use]
pub const fn part<T: Value>() -> Item {
    let place = Place::single(T::SHAPE.bits, T::SHAPE.slot);
    Item::new(type_of::<T>(), T::SHAPE.optional, implied::<T>(), (place, false), Apart(Some(Schema::LIST)))
}

/// Items (elements, entries) as constants.
pub(super) struct Items<T>(PhantomData<T>);

impl<T: Value> Items<T> {
    /// The element of a list.
    const ITEM: &'static Item =
        &item_of::<T>(Apart(Some(if T::SHAPE.packs { Schema::UNION_LIST } else { Schema::LIST })));
    /// The element of an array.
    pub(super) const PART: &'static Item = &part::<T>();
}

/// A list of these; a list of `u8` is bytes.
#[must_use]
pub const fn list<T: Value>() -> Type {
    if T::SHAPE.byte && !T::SHAPE.optional {
        Type::Bytes
    } else {
        Type::List(ListType(StaticOrBox::Compiled(Items::<T>::ITEM)))
    }
}

/// The entries of a map, or of a set.
#[must_use]
pub const fn entry<K: Value>(value: Option<Item>) -> MapEntry {
    MapEntry::new(item::<K>(), value)
}

/// A map with these entries.
#[must_use]
pub const fn map(entry: &'static MapEntry) -> Type {
    Type::Map(MapType(StaticOrBox::Compiled(entry)))
}

/// The default of an enum whose first variant has this number.
#[must_use]
pub const fn first(number: u64) -> DefaultValue {
    if number == 0 { DefaultValue::Zero } else { DefaultValue::Word(number as u128) }
}

/// A variant with a payload.
#[must_use]
pub const fn variant<T: Value>(name: &'static str) -> UnionVariant {
    let payload = if T::SHAPE.pointer {
        Payload::Pointer
    } else if T::SHAPE.optional || T::SHAPE.word == 0 {
        Payload::Boxed
    } else {
        Payload::Word(T::SHAPE.word)
    };
    UnionVariant::compiled(name, Some(type_of::<T>()), T::SHAPE.optional, item::<T>(), (payload, T::PLAN.guards))
}

/// A variant without.
#[must_use]
pub const fn unit(name: &'static str) -> UnionVariant {
    let place = Place::single(1, Size::ZERO);
    let item = Item::new(Type::Bool, false, DefaultValue::Zero, (place, false), Apart(None));
    UnionVariant::compiled(name, None, false, item, (Payload::None, false))
}

/// The answers of the tables of a type: each is found once, and kept.
pub struct Known {
    /// Not known, no or yes.
    converts: AtomicU8,
    is_sound: AtomicU8,
    /// The question about a type that has no place of its own, and the next of such questions.
    of: Option<fn() -> bool>,
    next: OnceBox<Self>,
}

impl Known {
    /// Nothing yet.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Self { converts: AtomicU8::new(0), is_sound: AtomicU8::new(0), of: None, next: OnceBox::new() }
    }

    fn of(asked: fn() -> bool) -> &'static Self {
        static FIRST: Known = Known::new();
        let mut known = &FIRST;
        while known.of.is_none_or(|of| !core::ptr::fn_addr_eq(of, asked)) {
            known = known.next.get_or_init(|| Box::new(Self { of: Some(asked), ..Self::new() }));
        }
        known
    }
}

/// The answer that is kept, or is found now.
#[inline(always)]
fn kept<T: Value>(of: fn(&Known) -> &AtomicU8, asked: fn() -> bool) -> bool {
    #[cold]
    fn find(kept: &AtomicU8, asked: fn() -> bool) -> bool {
        let found = asked();
        kept.store(if found { 2 } else { 1 }, Ordering::Relaxed);
        found
    }
    let kept = of(const { T::PLAN.known }.map_or_else(|| Known::of(asked), |known| known()));
    match kept.load(Ordering::Relaxed) {
        0 => find(kept, asked),
        known => known == 2,
    }
}

/// Whether values of a derived type contain converted values.
#[must_use]
pub fn converts<T: Value>() -> bool {
    kept::<T>(|known| &known.converts, || Reached::new(const { &type_of::<T>() }).converts())
}

/// Whether a type has a schema.
#[inline(always)]
pub(super) fn is_sound<T: Value>() -> bool {
    kept::<T>(|known| &known.is_sound, find_sound::<T>)
}
