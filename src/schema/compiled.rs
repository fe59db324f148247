//! Definitions of derived types as constants, and the parts that they share with schemas of run
//! time.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

use once_cell::race::OnceBox;

use super::model::Schema;
use super::rules::Rules;
use super::tables::{About, Apart};
use super::types::{
    CopyRange, DeclaresDefault, DefaultValue, Direct, Engine, Enum, EnumVariant, Field, Item, Payload, Scalar, Struct,
    StructId, Type, Union, UnionVariant,
};
use crate::layout::{Place, Shape, Size};
use crate::limits::Cost;

impl Enum {
    /// Of a derived type; `size` is that of its word in bytes.
    #[doc(hidden)]
    #[must_use]
    pub const fn compiled(
        (name, open, size): (&'static str, bool, usize),
        variants: &'static [EnumVariant],
        about: fn() -> About,
    ) -> Self {
        let repr = match size {
            1 => Scalar::U8,
            2 => Scalar::U16,
            4 => Scalar::U32,
            _ => Scalar::U64,
        };
        let (by_number, by_name) = (Cow::Borrowed(&[] as &[u32]), Cow::Borrowed(&[] as &[u32]));
        let (name, docs) = (Cow::Borrowed(name), Cow::Borrowed(""));
        let about = Apart(Some(about));
        Self { name, docs, open, repr, variants: Cow::Borrowed(variants), by_number, by_name, about }
    }

    /// A variant of one.
    #[doc(hidden)]
    #[must_use]
    pub const fn named(name: &'static str, number: u64) -> EnumVariant {
        (Cow::Borrowed(name), number, Cow::Borrowed(""))
    }
}

impl Union {
    /// Of a derived type.
    #[doc(hidden)]
    #[must_use]
    pub const fn compiled(
        (name, open, converts): (&'static str, bool, bool),
        variants: &'static [UnionVariant],
        about: fn() -> About,
    ) -> Self {
        let (name, docs, about) = (Cow::Borrowed(name), Cow::Borrowed(""), Apart(Some(about)));
        let kind = Apart(Some(Schema::UNION));
        Self { name, docs, open, converts, variants: Cow::Borrowed(variants), about, kind }
    }
}

impl UnionVariant {
    pub(crate) const fn compiled(
        name: &'static str,
        ty: Option<Type>,
        optional: bool,
        item: Item,
        (payload, guarded): (Payload, bool),
    ) -> Self {
        Self { name: Cow::Borrowed(name), docs: Cow::Borrowed(""), ty, optional, item, payload, guarded }
    }
}

/// In what order the engine looks at the fields of a struct that was compiled in: `Struct::sort` as
/// a constant.
#[doc(hidden)]
#[derive(Debug)]
pub struct Order<const N: usize> {
    indices: [u16; N],
    words: [CopyRange; N],
    stretches: usize,
    parts: [u16; N],
    others: usize,
}

impl<const N: usize> Order<N> {
    /// Of fields with these shapes.
    // Indexing: a const fn cannot iterate. Indices run below the arrays' lengths. A struct has at
    // most 65,535 fields.
    #[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]
    #[must_use]
    pub const fn new(fields: &[Field; N], shapes: &[Shape; N]) -> Self {
        let none = CopyRange { at: Size::ZERO, len: 0 };
        let mut sorted = Self { indices: [0; N], words: [none; N], stretches: 0, parts: [0; N], others: 0 };
        let (mut done, mut revision): (usize, u32) = (0, 1);
        while done < N {
            let mut next = u32::MAX;
            let mut index: usize = 0;
            while index < N {
                let since = shapes[index].since;
                if since == revision {
                    sorted.indices[done] = index as u16;
                    sorted.add(&fields[index], index, shapes[index].slot);
                    done = done.wrapping_add(1);
                } else if since > revision && since < next {
                    next = since;
                }
                index = index.wrapping_add(1);
            }
            revision = next;
        }
        sorted
    }

    #[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)]
    const fn add(&mut self, field: &Field, index: usize, slot: Size) {
        let (at, len) = (field.place.slot, field.word_size(slot));
        if len == 0 {
            self.parts[self.others] = index as u16;
            self.others = self.others.wrapping_add(1);
            return;
        }
        if self.stretches > 0 {
            let last = &mut self.words[self.stretches.wrapping_sub(1)];
            let end = last.at.plus(Size::bytes(last.len));
            if end.fixed == at.fixed && end.pointers == at.pointers {
                last.len = last.len.saturating_add(len);
                return;
            }
        }
        self.words[self.stretches] = CopyRange { at, len };
        self.stretches = self.stretches.wrapping_add(1);
    }
}

impl Struct {
    /// Of a derived type, or of a tuple, which has nothing else to say of it.
    #[doc(hidden)]
    #[must_use]
    pub const fn compiled<const N: usize>(
        (name, frozen, tuple, converts): (&'static str, bool, bool, bool),
        fields: &'static [Field; N],
        ends: &'static [Size],
        order: &'static Order<N>,
        about: Option<fn() -> About>,
    ) -> Self {
        let (words, _) = order.words.split_at(order.stretches);
        let (parts, _) = order.parts.split_at(order.others);
        Self {
            name: Cow::Borrowed(name),
            docs: Cow::Borrowed(""),
            frozen,
            tuple,
            converts,
            key: Cow::Borrowed(&[]),
            fields: Cow::Borrowed(fields),
            ends: Cow::Borrowed(ends),
            order: Cow::Borrowed(&order.indices),
            words: Cow::Borrowed(words),
            parts: Cow::Borrowed(parts),
            about: Apart(about),
        }
    }
}

impl Field {
    pub(crate) const fn compiled(
        name: &'static str,
        ty: Type,
        optional: bool,
        default: DefaultValue,
        since: u32,
        (place, guarded): (Place, bool),
    ) -> Self {
        let (name, docs) = (Cow::Borrowed(name), Cow::Borrowed(""));
        let declares = DeclaresDefault(matches!(default, DefaultValue::Compiled(_)));
        let part = Self::part_of(&ty, optional);
        Self {
            name,
            docs,
            ty,
            optional,
            default,
            declares,
            since,
            rules: Rules::NONE,
            guarded,
            place,
            direct: Direct::None,
            part,
        }
    }
}

// The parts of a schema, for derived types and for run time.
//
// The engine reads definitions: [`Struct`](super::Struct), [`Enum`](super::Enum),
// [`Union`](super::Union) and the types of their fields. Those of derived types are constants,
// which refer to each other by the functions that give them, since a type may hold itself. Those
// of schemas that are made at run time lie in tables, and refer to each other by number.

/// Which schema a number was given by: the low bits of [`Schema::id`](super::Schema).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Origin(u32);

impl Origin {
    /// Of what is compiled in, which has no numbers.
    pub(super) const COMPILED: Self = Self(0);

    /// The origin of the numbers of a new schema. Programs make fewer than four billion.
    #[allow(clippy::cast_possible_truncation)]
    pub(super) fn new(id: u64) -> Self {
        Self(id as u32)
    }
}

/// Names a definition.
pub enum DefId<T: 'static> {
    /// The number of one in the tables of a schema.
    Number(u32, Origin),
    /// One that was compiled in.
    Compiled(fn() -> &'static T),
}

impl<T> DefId<T> {
    pub(super) fn number(index: u32, origin: Origin) -> Self {
        Self::Number(index, origin)
    }

    /// The number in the tables of a schema; beyond them, of one that was compiled in.
    pub(super) fn index(self) -> usize {
        match self {
            Self::Number(index, _) => index as usize,
            Self::Compiled(_) => usize::MAX,
        }
    }

    /// The definition.
    #[inline]
    pub(super) fn of(self, table: &[T]) -> Option<&T> {
        match self {
            Self::Number(index, _) => table.get(index as usize),
            Self::Compiled(plan) => Some(plan()),
        }
    }

    /// The definition, if the identifier is of the schema that `origin` names.
    pub(super) fn known(self, table: &[T], origin: Origin) -> Option<&T> {
        match self {
            Self::Number(index, known) if known == origin => table.get(index as usize),
            _ => None,
        }
    }

    /// What orders ids. The functions of compiled definitions are told apart by address.
    fn rank(self) -> (u8, usize, Option<Origin>) {
        match self {
            Self::Number(index, origin) => (0, index as usize, Some(origin)),
            Self::Compiled(plan) => (1, plan as usize, None),
        }
    }
}

impl<T> Clone for DefId<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for DefId<T> {}

impl<T> PartialEq for DefId<T> {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl<T> Eq for DefId<T> {}

impl<T> PartialOrd for DefId<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for DefId<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl<T> Hash for DefId<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rank().hash(state);
    }
}

impl<T> fmt::Debug for DefId<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rank().1.fmt(f)
    }
}

/// A part of a type: of a constant, or owned.
#[doc(hidden)]
pub enum StaticOrBox<T: 'static> {
    Compiled(&'static T),
    Owned(Box<T>),
}

impl<T> StaticOrBox<T> {
    pub(crate) fn new(part: T) -> Self {
        Self::Owned(Box::new(part))
    }

    pub(crate) fn into_inner(self) -> T
    where
        T: Clone,
    {
        match self {
            Self::Compiled(part) => part.clone(),
            Self::Owned(part) => *part,
        }
    }
}

impl<T> Deref for StaticOrBox<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Self::Compiled(part) => part,
            Self::Owned(part) => part,
        }
    }
}

impl<T: Clone> Clone for StaticOrBox<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Compiled(part) => Self::Compiled(part),
            Self::Owned(part) => Self::Owned(part.clone()),
        }
    }
}

impl<T: PartialEq> PartialEq for StaticOrBox<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for StaticOrBox<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

// Tables that a schema computes when they are first needed, as data: the copies of records, the
// plan of proofs, the costs of values, the numbers of fields. `proof` and `model` compute them.

/// The tables of a schema.
pub(super) struct Computed {
    /// What no revision changes, as a number, once a buffer has to say it.
    pub(super) lineage: OnceBox<u32>,
    /// What proofs look at, once one is asked for.
    pub(super) proof: OnceBox<ProofPlan>,
    /// How records are copied to another layout, once a draft is finished.
    pub(super) copies: OnceBox<CopyPlan>,
    /// What values are to whom the limits bind, once one is visited.
    pub(super) costs: OnceBox<Costs>,
    /// By what patches name fields, once there is one.
    pub(super) numbers: OnceBox<FieldNumbers>,
}

/// Of every struct of a schema, by number: the indices of its fields in the declaration, in the
/// order of the numbers that patches have.
pub(crate) struct FieldNumbers(pub(super) Vec<Box<[u16]>>);

/// A clone computes its own.
impl Clone for Computed {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl Computed {
    /// Nothing yet.
    pub(super) const fn new() -> Self {
        Self {
            lineage: OnceBox::new(),
            proof: OnceBox::new(),
            copies: OnceBox::new(),
            costs: OnceBox::new(),
            numbers: OnceBox::new(),
        }
    }
}

/// Of every struct of a schema, by number.
pub(crate) struct CopyPlan(pub(super) Vec<RecordCopy>);

/// Of the records of a struct.
#[derive(Default)]
pub(crate) struct RecordCopy {
    /// Bytes that are the same in every layout.
    pub(crate) stretches: Vec<CopyRange>,
    /// Everything else, in the order of the layout.
    pub(crate) parts: Vec<PartCopy>,
    /// Of a record of the newest revision.
    pub(crate) size: Size,
}

/// A part of a record that has to be looked at.
pub(crate) struct PartCopy {
    /// The index of the field, or of the last that has bits there.
    pub(crate) field: u16,
    pub(crate) kind: CopyKind,
}

/// What is done with it.
pub(crate) enum CopyKind {
    /// These bits of a byte are values.
    Bits { at: Size, mask: u8 },
    /// A pointer to a string or bytes without a default.
    Blob { slot: Size, keeps_empty: bool },
    /// A pointer to a list.
    List { slot: Size, keeps_empty: bool, element: ElementCopy },
    /// What the definition of the field says.
    Field,
}

/// What is done with each element of a list.
#[derive(Clone, Copy)]
pub(crate) enum ElementCopy {
    /// So many bytes are copied.
    Bytes(u32),
    /// Elements are pointers to strings or bytes.
    Blob { keeps_empty: bool },
    /// A growable struct.
    Record(StructId),
}

/// Of every struct of a schema, by number.
pub(crate) struct ProofPlan(pub(super) Vec<StructPlan>);

/// Of the records of a struct.
#[derive(Default)]
pub(crate) struct StructPlan {
    /// Bits that are zero, region by region.
    pub(crate) zeros: Vec<Zeros>,
    /// Indices of the fields whose bytes can be invalid, region by region.
    pub(crate) fields: Vec<u16>,
}

/// Bits of a byte that stand for nothing.
pub(crate) struct Zeros {
    pub(crate) at: Size,
    pub(crate) bits: u8,
    /// End of the region.
    pub(crate) end: Size,
}

/// Of every struct and union of a schema, by number.
pub(crate) struct Costs {
    pub(super) records: Vec<Cost>,
    /// Of structs, and behind them of unions.
    pub(super) defaults: Vec<Option<Cost>>,
    pub(super) names: Names,
}

/// How long the longest name of each enum's variants is.
pub(super) struct Names(pub(super) Vec<usize>);
