//! The steps from the root to a value, of an edit cursor and of those above it.

use alloc::vec::Vec;

use super::link::{Link, Target};
use super::locator::Locator;
use super::packed_step::PackedStep;
use super::session::slot_holder;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::navigate::{Navigator, RecordSpan, ResolvedSlot, Step};
use crate::schema::Type;

/// The steps from the root to a value.
#[derive(Clone, Copy)]
pub(crate) struct CursorSteps<'a> {
    /// The last steps, the very last first.
    last: &'a [PackedStep],
    /// The cursor from which they lead on; of its own steps only those are left out that are among
    /// the last.
    above: Option<&'a Link<'a>>,
}

/// Copies of the last steps: what is seldom done is given these, and not the addresses of the
/// cursors.
pub(crate) struct CopiedSteps<'a> {
    last: [PackedStep; 5],
    above: Option<&'a Link<'a>>,
}

impl<'a> CopiedSteps<'a> {
    /// The way to a cursor.
    #[inline(always)]
    pub(crate) fn to(cursor: &Link<'a>) -> Self {
        match cursor.parent {
            Some(parent) => Self::after(parent, cursor.step),
            None => Self { last: [PackedStep::NONE; 5], above: None },
        }
    }

    /// The way to what is one step from a cursor.
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

    pub(super) fn steps(&self) -> CursorSteps<'_> {
        CursorSteps { last: &self.last, above: self.above }
    }
}

impl<'a> CursorSteps<'a> {
    /// The way to a cursor.
    pub(super) fn to(cursor: &'a Link<'a>) -> Self {
        Self { last: &[], above: Some(cursor) }
    }

    /// The way that one step makes longer.
    pub(super) fn and(self, step: &'a PackedStep) -> Self {
        Self { last: core::slice::from_ref(step), ..self }
    }

    /// The last step, and the way without it; `None` for the root.
    #[inline(never)]
    pub(super) fn split(self) -> Option<(Step, Self)> {
        if let [step, last @ ..] = self.last
            && let Some(step) = step.get()
        {
            return Some((step, Self { last, ..self }));
        }
        let Link { parent, step, .. } = self.above?;
        Some((step.get()?, Self { last: &[], above: *parent }))
    }

    /// Where the value is; `None` if it is the root.
    #[inline(never)]
    pub(super) fn found<'s>(self, navigator: &Navigator<'s>) -> Result<Option<ResolvedSlot<'s>>> {
        let Some((step, above)) = self.split() else { return Ok(None) };
        navigator.step(above.found(navigator)?, step).map(Some)
    }

    /// Where the value is.
    #[inline(never)]
    pub(super) fn slot<'s>(self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        let root = || Error::fixed(&FixedError(ErrorKind::Path, "the root is no part of a value"));
        self.found(navigator)?.ok_or_else(root)
    }

    /// The record of a struct or an element; the slot of a list or a map.
    #[inline(never)]
    pub(super) fn holder(self, navigator: &Navigator<'_>) -> Result<RecordSpan> {
        let Some(slot) = self.found(navigator)? else { return Ok(navigator.root) };
        let slot = navigator.present(slot)?;
        Ok(match slot.ty {
            Type::Struct(id) => navigator.record_of(&slot, *id)?.0,
            Type::List(_) | Type::Bytes | Type::Map(_) => {
                slot_holder(navigator.buf.width.into(), slot.holder, &slot.place)
            }
            _ => slot.holder,
        })
    }

    /// Adds to an error the first step that leads nowhere: a field or an element. (What any step is
    /// called, `named` knows, which is more code than a program needs that has no key and no
    /// variant.)
    pub(super) fn name_lost(self, error: Error, navigator: &Navigator<'_>) -> Error {
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
        CursorSteps::to(self.parent).and(&PackedStep::new(self.step)).slot(navigator)
    }

    fn steps(&self) -> Option<Vec<Step>> {
        CursorSteps::to(self.parent).and(&PackedStep::new(self.step)).steps()
    }
}

/// A list cursor as the list it stands for.
impl Locator for Link<'_> {
    fn resolve<'s>(&self, navigator: &Navigator<'s>) -> Result<ResolvedSlot<'s>> {
        let slot = navigator.present(CursorSteps::to(self).slot(navigator)?)?;
        match slot.ty {
            Type::List(_) | Type::Bytes | Type::Map(_) => Ok(slot),
            _ => Err(Error::fixed(&FixedError(ErrorKind::Path, "not a list"))),
        }
    }

    fn steps(&self) -> Option<Vec<Step>> {
        CursorSteps::to(self).steps()
    }
}
