//! The place of a value in a buffer, with its type and with whether the bytes are proved.
//!
//! ```text
//! RecordOf<User, Proven> --field, Derived--> TypedSlot<String, Proven> --String::get--> &str
//! ```
//! A [`TypedSlot`] of proved bytes is made only by the types of this crate, for the values they
//! hold, and by derived code with the promise ([`Derived`]) that its proof covers the field,
//! variant or type. So a value that is read from such a slot was proved as its type.

use core::marker::PhantomData;

use super::view::{Invariant, view};
use super::{At, Checked, Reading, TypedSlot, Value};
use crate::read::record::RecordBytes;
use crate::wire::proved::Derived;

impl<'a, 's, T: Value, const ELEMENT: bool> TypedSlot<'a, 's, T, Checked, ELEMENT> {
    /// A place where a value is checked as it is read.
    #[inline(always)]
    #[must_use]
    pub fn checked(record: &'s RecordBytes<'a>, at: &'s At<'s, T::Default, ELEMENT>) -> Self {
        Self::new(record, at, Checked)
    }
}

impl<'a, 's, T: Value, R: Reading, const ELEMENT: bool> TypedSlot<'a, 's, T, R, ELEMENT> {
    /// A slot at a place where, if the bytes are proved, the proof found a value of the type.
    #[inline(always)]
    pub(super) fn new(record: &'s RecordBytes<'a>, at: &'s At<'s, T::Default, ELEMENT>, known: R) -> Self {
        Self { record, at, known }
    }

    #[inline(always)]
    pub(super) fn record(&self) -> &'s RecordBytes<'a> {
        self.record
    }

    #[inline(always)]
    pub(super) fn at(&self) -> &'s At<'s, T::Default, ELEMENT> {
        self.at
    }

    #[inline(always)]
    pub(super) fn known(&self) -> R {
        self.known
    }

    /// The same place, with the type that this one is stored as.
    #[inline(always)]
    #[must_use]
    pub fn stored_as<I: Value<Default = T::Default>>(self, _: Derived) -> TypedSlot<'a, 's, I, R, ELEMENT> {
        TypedSlot { record: self.record, at: self.at, known: self.known }
    }
}

/// The record of a struct of a type.
pub struct RecordOf<'a, T, R> {
    record: RecordBytes<'a>,
    known: R,
    /// Invariant: types that differ only in lifetimes can have different layouts.
    marker: Invariant<T>,
}

view!([T] RecordOf<'_, T, R>);

impl<'a, T> RecordOf<'a, T, Checked> {
    /// A record that is checked as it is read.
    #[inline(always)]
    #[must_use]
    pub fn checked(record: RecordBytes<'a>) -> Self {
        Self::new(record, Checked)
    }
}

impl<'a, T, R: Copy> RecordOf<'a, T, R> {
    /// A record that, if the bytes are proved, was proved as one of the type.
    #[inline(always)]
    pub(super) fn new(record: RecordBytes<'a>, known: R) -> Self {
        Self { record, known, marker: PhantomData }
    }

    /// The record, without its type and kind of reading.
    #[inline(always)]
    pub(super) fn record(&self) -> &RecordBytes<'a> {
        &self.record
    }

    #[inline(always)]
    pub(super) fn known(&self) -> R {
        self.known
    }
}
