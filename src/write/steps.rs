//! The steps from the root to a value, for an edit cursor.

use alloc::vec::Vec;

use super::link::{Link, Locator, PackedStep, Target};
use super::session::slot_holder;
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::read::navigate::{Navigator, RecordSpan, ResolvedSlot, Step};
use crate::schema::Type;

/// The steps from the root to a value: copies of the last ones, and the cursor where these begin.
/// Rare operations get copies, so that the address of the last cursor is not taken.
#[derive(Clone, Copy)]
pub(crate) struct CursorSteps<'a> {
    /// The last step first.
    last: [PackedStep; 5],
    above: Option<&'a Link<'a>>,
}

impl<'a> CursorSteps<'a> {
    /// The steps to a cursor in memory.
    pub(crate) fn to(cursor: &'a Link<'a>) -> Self {
        Self { last: [PackedStep::NONE; 5], above: Some(cursor) }
    }

    /// The steps to a value one step from a cursor in memory.
    pub(crate) fn below(above: &'a Link<'a>, step: Step) -> Self {
        const NONE: PackedStep = PackedStep::NONE;
        Self { last: [PackedStep::new(step), NONE, NONE, NONE, NONE], above: Some(above) }
    }

    /// The steps to a cursor, the last of them copied.
    #[inline(always)]
    pub(super) fn copied(cursor: &Link<'a>) -> Self {
        match cursor.parent {
            Some(parent) => Self::after(parent, cursor.step),
            None => Self { last: [PackedStep::NONE; 5], above: None },
        }
    }

    /// The steps to a value one step from a cursor, the last of them copied.
    #[inline(always)]
    pub(crate) fn to_part(above: &'a Link<'a>, step: Step) -> Self {
        Self::after(above, PackedStep::new(step))
    }

    #[inline(always)]
    fn after(above: &'a Link<'a>, step: PackedStep) -> Self {
        let (second, above) = Self::next(Some(above));
        let (third, above) = Self::next(above);
        let (fourth, above) = Self::next(above);
        let (fifth, above) = Self::next(above);
        Self { last: [step, second, third, fourth, fifth], above }
    }

    /// The step of a cursor, and the cursor above. The root has no step.
    #[inline(always)]
    fn next(cursor: Option<&Link<'a>>) -> (PackedStep, Option<&'a Link<'a>>) {
        match cursor {
            Some(Link { parent: Some(parent), step, .. }) => (*step, Some(parent)),
            _ => (PackedStep::NONE, None),
        }
    }

    /// The last step, and the steps before it; `None` for the root.
    #[inline(never)]
    pub(crate) fn split(&self) -> Option<(Step, Self)> {
        let [last, second, third, fourth, fifth] = self.last;
        if let Some(step) = last.get() {
            return Some((step, Self { last: [second, third, fourth, fifth, PackedStep::NONE], ..*self }));
        }
        let Link { parent, step, .. } = self.above?;
        Some((step.get()?, Self { last: [PackedStep::NONE; 5], above: *parent }))
    }

    /// Where the value is; `None` if it is the root.
    #[inline(never)]
    pub(crate) fn found<'s>(&self, navigator: &Navigator<'s>) -> Result<Option<ResolvedSlot<'s>>> {
        let Some((step, above)) = self.split() else { return Ok(None) };
        navigator.step::<0>(above.found(navigator)?.as_ref(), step).map(Some)
    }

    /// Where the value is.
    #[inline(never)]
    pub(crate) fn slot<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        match (self.split(), navigator.part()) {
            (Some((Step::Field(index), above)), _) if above.split().is_none() => {
                navigator.field(navigator.root, navigator.plan.id, 0, index)
            }
            (Some(_), Some(part)) => (part.slot)(self, navigator),
            _ => Err(Error::fixed(&FixedError(ErrorKind::Path, "the root is no part of a value"))),
        }
    }

    /// Where the value is, which need not be a field of the root.
    pub(super) fn slot_within<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        self.found(navigator)?.ok_or_else(internal_error)
    }

    /// The record of a struct or an element, or the slot of a list or a map; with `NAMED` an error
    /// has the path of the step that failed.
    #[inline(never)]
    pub(super) fn current<const NAMED: bool>(&self, navigator: &Navigator<'_>) -> Result<RecordSpan> {
        match (self.split(), navigator.part()) {
            (None, _) => Ok(navigator.root),
            (_, Some(part)) if NAMED => (part.named_holder)(self, navigator),
            (_, Some(part)) => (part.holder)(self, navigator),
            _ => self.slot(navigator).map(|slot| slot.holder),
        }
    }

    pub(super) fn named_holder(&self, navigator: &Navigator<'_>) -> Result<RecordSpan> {
        self.holder(navigator).map_err(|error| self.name_lost(error, navigator))
    }

    /// The record of a struct or an element; the slot of a list or a map.
    #[inline(never)]
    pub(super) fn holder(&self, navigator: &Navigator<'_>) -> Result<RecordSpan> {
        let Some(slot) = self.found(navigator)? else { return Ok(navigator.root) };
        let slot = navigator.present(&slot)?;
        Ok(match slot.ty {
            Type::Struct(id) => navigator.record_of(&slot, *id)?.0,
            Type::List(_) | Type::Bytes | Type::Map(_) => {
                slot_holder(navigator.buf.width.into(), slot.holder, &slot.place)
            }
            _ => slot.holder,
        })
    }

    /// Adds the path of the first step that fails to an error, if that is a field or an element.
    /// (`named` can name any step, but is more code than programs without keys and variants need.)
    fn name_lost(&self, error: Error, navigator: &Navigator<'_>) -> Error {
        let Some((step, above)) = self.split() else { return error };
        if above.holder(navigator).is_err() {
            return above.name_lost(error, navigator);
        }
        match step {
            Step::Field(index) => {
                let id = above.found(navigator).ok().and_then(|from| navigator.struct_of(from.as_ref()));
                match id.and_then(|id| navigator.schema.structure(id).fields().get(usize::from(index))) {
                    Some(field) => error.in_field(field.name()),
                    None => error,
                }
            }
            Step::Element(index) => error.in_element(index),
            _ => error,
        }
    }
}

impl Locator for CursorSteps<'_> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        self.slot(navigator)
    }

    fn steps(&self) -> Option<Vec<Step>> {
        let Some((step, above)) = self.split() else { return Some(Vec::new()) };
        let mut steps = above.steps()?;
        steps.push(step);
        Some(steps)
    }
}

impl Locator for Target<'_> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        CursorSteps::below(self.parent, self.step).slot(navigator)
    }

    fn steps(&self) -> Option<Vec<Step>> {
        CursorSteps::below(self.parent, self.step).steps()
    }
}

/// The list of a list cursor.
impl Locator for Link<'_> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        let slot = navigator.present(&CursorSteps::to(self).slot(navigator)?)?;
        match slot.ty {
            Type::List(_) | Type::Bytes | Type::Map(_) => Ok(slot),
            _ => Err(Error::fixed(&FixedError(ErrorKind::Path, "not a list"))),
        }
    }

    fn steps(&self) -> Option<Vec<Step>> {
        CursorSteps::to(self).steps()
    }
}
