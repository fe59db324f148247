//! Edits as values: an [`Op`] says what happens to the value at a place, and [`Record::edit`] makes
//! it and tells the recorder.
//!
//! ```text
//! set, push, insert, remove, clear, make, add_key ... ─┐
//! apply: patches, JSON patches, differences ───────────┼─> Record::edit(place, op) ──> perform ──> tell
//! merge, set_json, copies ─────────────────────────────┘
//! ```
//! In front are the fast tiers: a value set or appended where all on the way to it is stored. The
//! parts of an operation, such as the element that is inserted and then set, are told as one edit.

use core::ops::Range;

use super::append_any::AddedValue;
use super::edit::Plain;
use super::field::EditPlace;
use super::{Address, Record};
use crate::compare::Owned;
use crate::error::Result;
use crate::read::value::Part;
use crate::schema::StructId;
use crate::write::Storage;

/// What an edit does with the value at a place.
///
/// The place is that of a value, of an element or of a key. For `MakeList`, the pushes,
/// `RemoveRuns`, `Swap` and `Reorder` it is that of the elements of a list, without the last index.
#[derive(Clone, Copy)]
pub(super) enum Op<'v> {
    /// Sets the value, and makes the missing parents.
    Set(OpValue<'v>),
    /// Makes the value its default, or absent. Where there is no place for it, that is so already.
    Clear,
    /// Makes the value absent, and makes the missing parents.
    #[cfg(feature = "serde")]
    SetAbsent,
    /// Makes an absent value present, with its default.
    Make(Made),
    /// Makes an absent list present.
    MakeList,
    /// Inserts an element before the one at the place.
    Insert(OpValue<'v>),
    /// Appends an element to the list.
    Push(OpValue<'v>),
    /// Appends values of `any`; those before one that cannot be appended stay.
    PushEach(&'v [AddedValue<'v>]),
    /// Appends so many numbers, which a function writes.
    PushNumbers(usize, &'v dyn Fn(&mut [u8])),
    /// Removes the element or key at the place.
    Remove,
    /// Removes runs of elements, which are sorted.
    RemoveRuns(&'v [Range<usize>]),
    /// Puts the elements of a list in the place of those of a range.
    Splice(&'v Range<usize>, Option<&'v Owned>),
    /// Exchanges two elements.
    Swap(usize, usize),
    /// Puts the elements in another order.
    Reorder(&'v [usize]),
    /// Adds the key at the place, which is not there, with the default of its value.
    AddKey,
    /// Puts text or bytes in the place of those of a range.
    SpliceText(&'v Range<usize>, &'v [u8]),
}

/// A value that comes into a record.
#[derive(Clone, Copy)]
pub(super) enum OpValue<'v> {
    /// A value without parts, which the place was found to take.
    Plain(Plain<'v>),
    /// A value of the same type, in any buffer.
    Part(&'v Part<'v>),
    /// The default.
    Default,
}

/// A value that is made present.
#[derive(Clone, Copy)]
pub(super) enum Made {
    Struct(StructId),
    /// A map or a set.
    Map,
    /// A value whose presence a bit tells.
    Present,
}

/// What an operation has done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Done {
    /// Nothing, as all was so before; or the recorder was told already.
    Nothing,
    /// All of it.
    Whole,
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Makes an edit, and tells the recorder about it.
    ///
    /// # Errors
    /// As the methods of [`Record`] that it serves. The bytes are then unchanged, but for an
    /// operation of several steps: one that splices elements, or inserts one that has parts. Such
    /// an operation is made in a transaction.
    #[inline(never)]
    pub(super) fn edit(&mut self, at: EditPlace<'_>, op: &Op<'_>) -> Result<()> {
        let done = self.perform(at, op)?;
        if done != Done::Nothing && self.is_recorded() {
            self.tell(at, op);
        }
        Ok(())
    }

    /// Makes an edit that is a part of another one, or that [`Record::edit`] tells.
    pub(super) fn perform(&mut self, at: EditPlace<'_>, op: &Op<'_>) -> Result<Done> {
        let path = at.path_of();
        let named = |error| path.with_path(error);
        match *op {
            Op::Set(OpValue::Plain(value)) => self.write_located(&at, value)?,
            Op::Set(OpValue::Part(part)) => self.put_parts(at, part)?,
            Op::Set(OpValue::Default) | Op::Clear => return self.clear_at(at),
            #[cfg(feature = "serde")]
            Op::SetAbsent => return self.set_absent_at(at),
            Op::Make(made) => return self.make_value(at, made),
            Op::MakeList => self.make_list_at(at)?,
            Op::Insert(value) => self.insert_value(at, value)?,
            Op::Push(value) => self.push_value(at, value)?,
            Op::PushEach(values) => return self.push_each(at, values),
            Op::PushNumbers(count, write) => self.push_numbers(at, count, write)?,
            Op::Remove if path.ends_in_key() => {
                path.check(self.session.schema(), at.count())?;
                self.edited()?.remove_key(&at.locator()).map_err(named)?;
            }
            Op::Remove => {
                let index = path.element_index(self.session.schema(), &at)?;
                self.edited()?.remove(&at.to_list(), index, 1).map_err(named)?;
            }
            Op::RemoveRuns([run]) => self.edited()?.remove(&at.to_list(), run.start, run.len()).map_err(named)?,
            Op::RemoveRuns(runs) => self.edited()?.remove_runs(&at.to_list(), runs).map_err(named)?,
            Op::Splice(range, value) => self.splice_elements(at, range, value)?,
            Op::Swap(a, b) => self.edited()?.swap(&at.to_list(), a, b).map_err(named)?,
            Op::Reorder(order) => self.edited()?.reorder(&at.to_list(), order).map_err(named)?,
            Op::AddKey => {
                let (locator, located) = (at.locator(), self.locate(&at)?);
                self.edited()?.with_parents(located, &locator, &|_| 0, 0, |_, _| Ok(())).map_err(named)?;
            }
            Op::SpliceText(range, content) => self.splice_text(at, range, content)?,
        }
        Ok(Done::Whole)
    }
}
