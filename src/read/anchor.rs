//! What is found already on a route.
//!
//! An edit by path asks for its place several times: before it reserves room, after that, and for
//! each part it writes. In a document of maps and lists each step of the route is a search. So the
//! edit keeps the last field or payload that it passed, and goes on from there for as long as
//! nothing was laid out anew.

use super::navigate::{Navigator, ResolvedSlot, Step};
use crate::schema::{StructId, Type, UnionId};

/// A field or payload that the first steps of a route lead to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anchor {
    /// How many steps lead there.
    pub(super) steps: usize,
    /// When it lay there.
    generation: u32,
    /// Without its type, which belongs to the schema.
    slot: ResolvedSlot<'static>,
    kind: AnchorKind,
}

/// Where the type of a value is said.
#[derive(Clone, Copy, Debug)]
enum AnchorKind {
    Field(StructId, u16),
    Payload(UnionId, u8),
}

impl Anchor {
    /// The value that a step led to from another or the root; `None` for an element or entry, which
    /// what is above it may move.
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
