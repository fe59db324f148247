//! Patches joined and reversed: two patches become one, without a schema and without a record.
//!
//! An operation that sets a value makes earlier operations on this value, or on parts of it,
//! pointless. It does not if an operation between them depends on their result:
//!
//! - it is about the same place
//! - it changes the number of elements on the way
//! - it leads through another variant of a union on the way, which was made again if the first
//!   operation removed it
//! - it has a condition, anywhere in the same field of the root, since an operation around both
//!   would not make it pointless
//!
//! The result is the same in any order of joining patches. Removing an operation makes others
//! pointless, and never necessary again. The operation that makes another one pointless either
//! stays, or is itself made pointless by one that does the same.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Bound;

use super::form;
use super::form::{OldBytes, PatchOperation, operations};
use crate::compare::{Action, Change, Patch};
use crate::error::{Error, ErrorKind, Result};
use crate::record::Resolved;

/// One patch with the effect of the first and then the second one, as bytes. This needs neither a
/// schema nor a record, so a store can join patches before it has the record.
///
/// Sets absorb earlier operations on their place: of ten sets of one field the last is left.
/// Joining is associative: of three patches it does not matter which two are joined first.
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
/// [`ErrorKind::Corrupt`] if one is not a patch, [`ErrorKind::Schema`] if they are for records of
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
    let mut out = Vec::with_capacity(first.len().saturating_add(second.len()));
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

// The reverse of a patch.

impl Patch {
    /// The patch that takes this one back, where it was made to the record it was found in. That of
    /// [`Record::diff_invertible`](crate::Record::diff_invertible) says what was there before.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
    /// let mut record = Record::new(&schema);
    /// record.set("age", 37)?;
    /// let mut edited = Record::open(&schema, record.as_bytes().to_vec())?;
    /// edited.set("age", 38)?;
    /// edited.push("tags", "math")?;
    /// let undo = record.diff_invertible(&edited)?.invert()?;
    /// assert_eq!(undo.to_string(), "remove tags[0]: \"math\"\nset age: 37");
    /// edited.apply(&undo)?;
    /// assert!(edited.content_eq(&record)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Type`] if a change does not say what was there before.
    #[inline]
    pub fn invert(&self) -> Result<Self> {
        let inverse = |change: &Change| {
            // An element of a set is its key: nothing else was there.
            let is_key =
                change.action() == Action::RemoveKey && Resolved::new(self.schema(), change.path(), false)?.is_in_set();
            change.inverse(is_key).ok_or_else(|| {
                let message = "the change does not say what was there before, and cannot be taken back";
                Error::new(ErrorKind::Type, message).in_field(change.path())
            })
        };
        let changes = self.iter().rev().map(inverse).collect::<Result<_>>()?;
        Ok(Self::new(self.schema(), changes))
    }
}
