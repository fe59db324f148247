//! Two patches made one, without a schema and without a record.
//!
//! An operation that sets a value makes those before it pointless that changed this value or parts
//! of it, unless one between them depends on what they did: one that is about the same place,
//! changes the number of elements on the way, or leads through another variant of a union on the
//! way, which was made anew if the first took it away; or one that has a condition, anywhere in the
//! same field of the root, as an operation around both would not make it pointless. What is left is
//! the same whatever the order in which patches are joined: taking an operation out makes others
//! pointless, and never needed again, and who makes one pointless is there or is made pointless by
//! one that does so too.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Bound;

use super::form::{self, OldBytes, PatchOperation, operations};
use crate::error::{Error, ErrorKind, Result};
use crate::whole::Action;

/// One patch that does what the first and then the second one does, as bytes. It knows neither a
/// schema nor a record, so a store can join patches before it has what they are for.
///
/// Sets absorb what came before them: of ten sets of one field the last is left. Joining is
/// associative: of three patches it does not matter which two are joined first.
///
/// ```
/// use vellum::{Record, Schema, patch};
///
/// let schema = Schema::parse("struct User { name: string, visits: u32 } root User;")?;
/// let visits = |count: u32| -> vellum::Result<Vec<u8>> {
///     let (old, mut new) = (Record::new(&schema), Record::new(&schema));
///     new.set("visits", count)?;
///     old.diff(&new)?.to_bytes()
/// };
/// let joined = patch::then(&visits(1)?, &visits(2)?)?;
/// assert_eq!(joined, visits(2)?);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Corrupt`] if one is no patch, [`ErrorKind::Schema`] if they are for records of
/// different schemas, [`ErrorKind::Type`] if one is physical.
pub fn then(first: &[u8], second: &[u8]) -> Result<Vec<u8>> {
    let ((lineage, earlier), (of_second, later)) = (operations(first)?, operations(second)?);
    if lineage != of_second {
        return Err(other_schema(lineage, of_second));
    }
    let all = earlier.chain(later).collect::<Result<Vec<_>>>()?;
    if !all.iter().all(|operation| operation.path.is_shortest()) {
        return then(&form::shortest(first)?, &form::shortest(second)?);
    }
    let joined = absorb(all);
    let mut out = Vec::new();
    form::begin(lineage, &mut out);
    joined.iter().try_for_each(|operation| operation.write(&mut out))?;
    Ok(out)
}

#[cold]
pub(super) fn other_schema(patch: u32, here: u32) -> Error {
    Error::new(
        ErrorKind::Schema,
        format_args!("the patch is for records of another schema: its lineage is {patch:08x}, not {here:08x}"),
    )
}

/// Takes out what a later operation makes pointless, until there is no such operation: from the
/// last to the first, with those that still make others pointless at hand.
fn absorb(operations: Vec<PatchOperation<'_>>) -> Vec<PatchOperation<'_>> {
    let mut kept: Vec<PatchOperation<'_>> = Vec::new();
    // Where each is in `kept`, by its path. Paths of one place have their bytes next to each other.
    let mut absorbers: BTreeMap<&[u8], usize> = BTreeMap::new();
    // Of each union on their ways, by its path, the path of the one variant that they lead through.
    let mut variants: BTreeMap<&[u8], &[u8]> = BTreeMap::new();
    for found in operations.into_iter().rev() {
        let around = || found.path.prefixes().filter_map(|path| absorbers.get(path).copied());
        let absorber = around().find(|at| kept.get(*at).is_some_and(|last| is_pointless(&found, last)));
        if let Some(last) = absorber.and_then(|at| kept.get_mut(at)) {
            if last.old != OldBytes::Unsaid {
                last.old = found.old;
            }
            continue;
        }
        // What stays keeps those before it from being pointless that it may depend on.
        for path in found.path.prefixes() {
            absorbers.remove(path);
        }
        for (union, variant) in found.path.variants() {
            if let Some(other) = variants.insert(union, variant).filter(|other| *other != variant) {
                take_out_within(&mut absorbers, other);
            }
        }
        if found.is_condition {
            // A later one around both would not take it out, nor what it may depend on.
            let first = found.path.prefixes().next().unwrap_or_default();
            take_out_within(&mut absorbers, first);
        }
        let moves = matches!(found.action, Action::Insert | Action::Remove);
        let place = if moves { found.path.parent() } else { found.path };
        take_out_within(&mut absorbers, place.bytes);
        if can_absorb(&found) {
            absorbers.insert(found.path.bytes, kept.len());
        }
        kept.push(found);
    }
    kept.reverse();
    kept
}

/// Takes out the paths that are one, or go on from it.
fn take_out_within(absorbers: &mut BTreeMap<&[u8], usize>, place: &[u8]) {
    let from = (Bound::Included(place), Bound::Unbounded);
    while let Some((&path, _)) = absorbers.range::<[u8], _>(from).next().filter(|(path, _)| path.starts_with(place)) {
        absorbers.remove(path);
    }
}

/// Whether an operation gives its place a value whatever was there.
fn can_absorb(last: &PatchOperation<'_>) -> bool {
    match last.action {
        Action::Set | Action::Switch if last.value.is_some() => !last.is_condition,
        // To clear makes nothing that is missing on the way, as what it takes out may have done.
        Action::Set | Action::Switch | Action::Clear => !last.is_condition && last.path.count == 1,
        _ => false,
    }
}

/// Whether an operation says nothing that a later one does not undo.
fn is_pointless(found: &PatchOperation<'_>, last: &PatchOperation<'_>) -> bool {
    if found.is_condition || !last.path.holds(found.path) {
        return false;
    }
    let is_same_place = found.path == last.path;
    let sets = matches!(found.action, Action::Set | Action::Switch | Action::Clear);
    match (is_same_place, last.old) {
        // An element that is inserted or removed at the place is another one.
        (true, OldBytes::Unsaid) => sets || changes_inside(found),
        // What was there before has to be told by the first of all.
        (true, _) => sets && found.old != OldBytes::Unsaid,
        (false, OldBytes::Unsaid) => true,
        (false, _) => false,
    }
}

/// Whether an operation changes the value at its path, and not what holds it.
fn changes_inside(found: &PatchOperation<'_>) -> bool {
    matches!(found.action, Action::Splice | Action::SpliceText | Action::Push)
}
