//! The code of the engine for the kinds of types that a type need not contain: lists, arrays, maps,
//! unions. Definitions refer to it ([`Engine`]), so a program contains the code of the kinds in its
//! types. Functions that work with any schema call the same code directly.

use super::link::Locator;
use super::locate::Located;
use super::parents::{cursor_route, locate_missing};
use super::rewrite::{Rewriter, Stop};
use super::steps::CursorSteps;
use crate::error::Result;
use crate::layout::Place;
use crate::read::navigate::{Navigator, RecordSpan, ResolvedSlot, Step};
use crate::read::open::{AsReturned, Opened, Slot};
use crate::read::walk::Walker;
use crate::schema::{Engine, Field, Kinds, Schema};

/// What the engine does with values of a kind.
pub(crate) struct KindCode {
    /// Opens a value that is present.
    pub(crate) open: for<'a> fn(&Slot<'a>, &Place) -> Result<Opened<'a>>,
    /// Takes a step into it.
    pub(crate) step: for<'a> fn(&Navigator<'a>, &ResolvedSlot<'a>, Step) -> Result<ResolvedSlot<'a>>,
    /// Takes a step into it, and notes what is missing.
    pub(super) locate:
        for<'a> fn(&mut Located<'_>, &Navigator<'a>, &ResolvedSlot<'a>, Step, usize) -> Result<ResolvedSlot<'a>>,
    /// Visits its objects.
    pub(crate) walk: for<'a> fn(&mut Walker<'_, 'a, false>, &Slot<'a>, &Opened<'a>) -> Result<()>,
    /// Copies it to an offset of a new layout.
    pub(super) copy: for<'a> fn(&mut Rewriter<'a>, &Slot<'a>, &Opened<'a>, usize) -> Result<(), Stop>,
}

/// What the engine does with a field other than a text or a number, and with the cursors that lead
/// through such fields: others are the root's.
pub(crate) struct PartCode {
    /// Copies it to the record that begins at an offset of a new layout.
    pub(super) copy: for<'a> fn(&mut Rewriter<'a>, &'a [u8], &'a Field, usize) -> Result<(), Stop>,
    /// Where the value of a cursor is.
    pub(super) slot: for<'a> fn(&CursorSteps<'_>, &Navigator<'a>) -> Result<ResolvedSlot<'a>>,
    /// The record or slot of a cursor.
    pub(super) holder: fn(&CursorSteps<'_>, &Navigator<'_>) -> Result<RecordSpan>,
    /// As `holder`; an error has the path of the step that failed.
    pub(super) named_holder: fn(&CursorSteps<'_>, &Navigator<'_>) -> Result<RecordSpan>,
    /// None if no part of its values can be a record that is missing.
    pub(crate) parents: Option<ParentCode>,
}

/// What the engine does where records on the way to a value are missing.
pub(crate) struct ParentCode {
    /// What is missing.
    pub(super) locate: for<'p> fn(&Navigator<'_>, &'p [Step]) -> Result<Located<'p>>,
    /// Where the value of some steps is.
    pub(super) resolve: for<'a> fn(&Navigator<'a>, &[Step]) -> Result<ResolvedSlot<'a>>,
}

impl Engine for Schema {
    type Kind = KindCode;
    type Part = PartCode;
    type Parents = ParentCode;

    const PART: &'static PartCode = &part(Some(ParentCode {
        locate: locate_missing,
        resolve: |navigator, steps| cursor_route(steps).resolve(navigator),
    }));
    const PLAIN_PART: &'static PartCode = &part(None);

    fn parents_of(part: &'static PartCode) -> Option<&'static ParentCode> {
        part.parents.as_ref()
    }

    const LIST: &'static KindCode = &kind::<{ Kinds::LIST }>();
    const UNION_LIST: &'static KindCode = &kind::<{ Kinds::UNION_LIST }>();
    const MAP: &'static KindCode = &kind::<{ Kinds::MAP }>();
    const UNION: &'static KindCode = &kind::<{ Kinds::UNION }>();
}

const fn part(parents: Option<ParentCode>) -> PartCode {
    PartCode {
        copy: |rewriter, record, field, to| rewriter.part(record, field, to),
        slot: |steps, navigator| steps.slot_within(navigator),
        holder: |steps, navigator| steps.holder(navigator),
        named_holder: |steps, navigator| steps.named_holder(navigator),
        parents,
    }
}

const fn kind<const KINDS: u8>() -> KindCode {
    KindCode {
        open: |slot, place| slot.visit_kind::<AsReturned, KINDS>(place, AsReturned),
        step: |navigator, from, step| navigator.step_from_kind::<KINDS>(from, step),
        locate: |located, navigator, from, step, number| located.take_kind::<KINDS>(navigator, from, step, number),
        walk: |walker, slot, opened| walker.in_kind::<KINDS>(slot, opened),
        copy: |rewriter, slot, opened, at| rewriter.copy_kind::<KINDS>(slot, opened, at),
    }
}
