//! Tables that a schema computes when they are first needed, as data: how records are copied, what
//! proofs look at, what values cost, what patches call fields. `copies`, `proof`, `cost` and
//! `numbers` compute them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::types::{StructId, Words};
use crate::layout::Size;
use crate::limits::Cost;

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
    pub(crate) stretches: Vec<Words>,
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
    pub(super) structs: usize,
    pub(super) names: Names,
}

/// How long the longest name of each enum's variants is.
pub(super) struct Names(pub(super) Vec<usize>);
