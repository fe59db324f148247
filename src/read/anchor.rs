//! The last place that was found on a route.
//!
//! An edit by path needs its place several times: before it reserves room, after that, and for each
//! part it writes. In a document of maps and lists each step of the route is a search. So the edit
//! remembers the last field or payload that it passed, and continues from there until the buffer is
//! laid out anew.

use super::navigate::{Navigator, RecordSpan, ResolvedSlot, Step};
use crate::layout::Place;
use crate::schema::{StructId, Type, UnionId};

/// A field or payload that the first steps of a route lead to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anchor {
    /// The number of steps that lead there.
    pub(super) steps: usize,
    /// The generation in which it lay there.
    generation: u32,
    /// Without its type, which belongs to the schema.
    slot: ResolvedSlot<'static>,
    kind: AnchorKind,
}

/// Where the type of the value is found in the schema.
#[derive(Clone, Copy, Debug)]
enum AnchorKind {
    Field(StructId, u16),
    Payload(UnionId, u8),
}

impl Anchor {
    /// The list or map that is a payload of a union, in the record of that payload.
    pub(crate) fn payload(
        generation: u32,
        (union, tag): (UnionId, u8),
        steps: usize,
        holder: RecordSpan,
        (place, depth): (Place, u32),
    ) -> Self {
        let slot = ResolvedSlot { holder, place, ty: &Type::Bool, optional: false, inline: false, packed: None, depth };
        Self { steps, generation, slot, kind: AnchorKind::Payload(union, tag) }
    }

    /// The value after a step; `None` for an element or entry, which an edit may move.
    pub(crate) fn new(
        navigator: &Navigator<'_>,
        from: Option<&ResolvedSlot<'_>>,
        step: Step,
        steps: usize,
        slot: &ResolvedSlot<'_>,
    ) -> Option<Self> {
        static UNKNOWN: Type = Type::Bool;
        let kind = match (step, from.map(|from| from.ty)) {
            (Step::Field(index), _) => AnchorKind::Field(navigator.struct_of(from)?, index),
            (Step::Payload(tag), Some(Type::Union(id))) => AnchorKind::Payload(*id, tag),
            _ => return None,
        };
        let ResolvedSlot { holder, place, optional, inline, packed, depth, .. } = *slot;
        let slot = ResolvedSlot { holder, place, ty: &UNKNOWN, optional, inline, packed, depth };
        Some(Self { steps, generation: navigator.generation, slot, kind })
    }

    /// The value, unless the buffer was laid out anew since.
    pub(super) fn slot<'s>(&self, navigator: &Navigator<'s>) -> Option<ResolvedSlot<'s>> {
        if self.generation != navigator.generation {
            return None;
        }
        let ty = match self.kind {
            AnchorKind::Field(id, index) => navigator.schema.structure(id).fields().get(usize::from(index))?.ty(),
            AnchorKind::Payload(id, tag) => &navigator.schema.union(id).of_tag(tag)?.item().ty,
        };
        Some(ResolvedSlot { ty, ..self.slot })
    }
}
