//! Whether a type has a schema: it breaks none of the rules that constants and the derive cannot
//! check.
//!
//! A proof without bytes visits the types that values of the type are made of, each once. So it
//! needs no definitions, which lead to all of the engine, but those of structs with rules or a key.

use alloc::vec::Vec;

use super::prover::Prover;
use super::reason::{Proving, Reason};
use super::values::IN_SLOT;
use crate::read::Buf;
use crate::schema::is_sound_struct;
use crate::typed::Value;
use crate::typed::element::{element, field_at};
use crate::wire::width::{PointerWidth, Shift, Width};

/// The width of the pointers of no buffer: the proof visits types.
#[derive(Clone, Copy)]
pub(super) struct NoBytes;

impl Width for NoBytes {
    fn shift(self) -> u32 {
        0
    }

    fn load(self, _: &[u8]) -> Option<usize> {
        None
    }

    fn store(self, _: &mut [u8], _: usize) -> Option<()> {
        None
    }
}

impl Proving for NoBytes {
    const TELLS: bool = false;
    const VISITS: bool = true;
    type Notes = SeenTypes;

    fn notes(_: &mut SeenTypes) -> Option<&mut Reason> {
        None
    }

    fn number(self) -> Shift {
        PointerWidth::One.into()
    }

    #[inline(always)]
    fn visit<T: Value>(prover: &mut Prover<'_, Self>, is_default: bool) {
        if is_default || !prover.notes.in_defaults {
            visit::<T>(prover);
        }
    }

    #[inline(always)]
    fn visit_struct<T: Value>(prover: &mut Prover<'_, Self>) {
        enter(prover, visit_struct::<T>);
    }

    fn tag(notes: &SeenTypes) -> u8 {
        notes.tag
    }
}

/// Visits what a struct or a union is made of.
type VisitParts = fn(&mut Prover<'_, NoBytes>);

/// What is known of the default of a type.
#[derive(Clone, Copy, PartialEq)]
enum DefaultState {
    Unknown,
    /// It holds the default of the type that is visited.
    Open,
    Ends,
}

/// The structs and unions that were visited.
#[derive(Default)]
pub struct SeenTypes {
    known: Vec<(VisitParts, DefaultState)>,
    /// Whether only those are visited that the default of a type holds.
    in_defaults: bool,
    /// The variant of the union that is visited.
    tag: u8,
    is_unsound: bool,
}

/// Whether a type has a schema.
#[cold]
pub(in crate::typed) fn find_sound<T: Value>() -> bool {
    let mut prover = Prover::new(Buf { bytes: &[], floor: 0, width: NoBytes });
    visit::<T>(&mut prover);
    // Each type is known now.
    prover.notes.in_defaults = true;
    let mut index = 0usize;
    while let Some((visit, _)) = prover.notes.known.get(index).copied() {
        enter(&mut prover, visit);
        index = index.saturating_add(1);
    }
    !prover.notes.is_unsound
}

/// Visits a struct or a union, unless it is known.
fn enter(prover: &mut Prover<'_, NoBytes>, visit: VisitParts) {
    let types = &mut prover.notes;
    let known = types.known.iter().position(|(known, _)| core::ptr::fn_addr_eq(*known, visit));
    let index = known.unwrap_or(types.known.len());
    if known.is_none() {
        types.known.push((visit, DefaultState::Unknown));
    } else if !types.in_defaults {
        return;
    }
    if types.in_defaults
        && let Some((_, default)) = types.known.get_mut(index)
    {
        match default {
            DefaultState::Ends => return,
            DefaultState::Open => {
                types.is_unsound = true;
                return;
            }
            DefaultState::Unknown => *default = DefaultState::Open,
        }
    }
    visit(prover);
    if prover.notes.in_defaults
        && let Some((_, default)) = prover.notes.known.get_mut(index)
    {
        *default = DefaultState::Ends;
    }
}

/// A type whose value is part of the default of what holds it.
fn visit<T: Value>(prover: &mut Prover<'_, NoBytes>) {
    if const { T::SHAPE.packs } {
        enter(prover, visit_union::<T>);
    } else {
        T::prove_value(prover, &[], const { &field_at::<T>(IN_SLOT) });
    }
}

fn visit_struct<T: Value>(prover: &mut Prover<'_, NoBytes>) {
    if let Some(definition) = const { T::PLAN.checked }
        && !prover.notes.in_defaults
        && !is_sound_struct(definition())
    {
        prover.notes.is_unsound = true;
    }
    T::prove_value(prover, &[], element::<T>());
}

fn visit_union<T: Value>(prover: &mut Prover<'_, NoBytes>) {
    for tag in (0..).take(const { T::PLAN.variants.len() }) {
        prover.notes.tag = tag;
        T::prove_value(prover, &[], const { &field_at::<T>(IN_SLOT) });
    }
}
