//! Where a value lies in a buffer, with its type and with what is known of the bytes.
//!
//! ```text
//! RecordOf<User, Proven> --field, Derived--> TypedSlot<String, Proven> --String::get--> &str
//! ```
//! A [`TypedSlot`] of proved bytes is made by the types of this crate for what they hold, and by
//! derived code with the promise ([`Derived`]) that the field, variant or type which it names is
//! what its proof proves. So what is read by one was proved as that type, whoever reads it.

use core::fmt;
use core::marker::PhantomData;

use super::at::{At, Field};
use super::prove::proven::Proven;
use super::reading::{Checked, Reading, view};
use super::union::UnionOf;
use super::{Decode, Value, Vellum, structs};
use crate::error::Result;
use crate::read::record::RecordBytes;
use crate::wire::proved::Derived;

/// A value of a type in a buffer: where it is one.
pub struct TypedSlot<'a, 's, T: Value, R, const ELEMENT: bool = false> {
    record: &'s RecordBytes<'a>,
    at: &'s At<'s, T::Default, ELEMENT>,
    known: R,
}

impl<'a, 's, T: Value, const ELEMENT: bool> TypedSlot<'a, 's, T, Checked, ELEMENT> {
    /// A place where a value is checked as it is read.
    #[inline(always)]
    #[must_use]
    pub fn checked(record: &'s RecordBytes<'a>, at: &'s At<'s, T::Default, ELEMENT>) -> Self {
        Self::new(record, at, Checked)
    }
}

impl<'a, 's, T: Value, R: Reading, const ELEMENT: bool> TypedSlot<'a, 's, T, R, ELEMENT> {
    /// At a place where the proof saw a value of the type, if the bytes are proved.
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

    /// The same place as that of the type that this one is stored as.
    #[inline(always)]
    #[must_use]
    pub fn stored_as<I: Value<Default = T::Default>>(self, _: Derived) -> TypedSlot<'a, 's, I, R, ELEMENT> {
        TypedSlot { record: self.record, at: self.at, known: self.known }
    }

    /// The record of the struct here.
    #[inline(always)]
    pub fn structure(&self) -> Result<RecordOf<'a, T, R>, R::Error>
    where
        T: Vellum,
    {
        let record = if ELEMENT { *self.record } else { structs::get::<T, R>(self.record, self.at.place)? };
        Ok(RecordOf::new(record, self.known))
    }

    /// The union here.
    #[inline(always)]
    #[must_use]
    pub fn union(&self) -> UnionOf<'a, T, R> {
        if ELEMENT {
            UnionOf::element(self.record, self.at.tag, self.known)
        } else {
            UnionOf::at(self.record, self.at.place, self.known)
        }
    }
}

/// Names a type, and is of no other, not even of one that differs in lifetimes alone.
pub(super) type Invariant<T> = PhantomData<fn(T) -> T>;

/// The record of a struct of a type.
pub struct RecordOf<'a, T, R> {
    record: RecordBytes<'a>,
    known: R,
    /// Without variance: a type that differs in lifetimes alone can be one of another layout.
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
    /// One that was proved, if the bytes are proved.
    #[inline(always)]
    pub(super) fn new(record: RecordBytes<'a>, known: R) -> Self {
        Self { record, known, marker: PhantomData }
    }

    /// The bytes, without what is known of them.
    #[inline(always)]
    pub(super) fn record(&self) -> &RecordBytes<'a> {
        &self.record
    }

    #[inline(always)]
    pub(super) fn known(&self) -> R {
        self.known
    }
}

/// A field of a struct in a proved buffer, of its type and at its place. It is no method, since one
/// of a user's trait could come first and take the promise.
#[inline(always)]
#[must_use]
pub fn proved<'a, T, V: Value>(
    of: &RecordOf<'a, T, Proven>,
    field: &'static Field<V::Default>,
    _: Derived,
) -> V::Proved<'a> {
    Proven::of(of.known.get::<V, false>(&of.record, &field.at))
}

impl<'a, T: Vellum, R: Copy> RecordOf<'a, T, R> {
    /// Prints the record by its schema.
    ///
    /// # Errors
    /// As the formatter's.
    pub fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record.debug::<T>(f)
    }

    /// The owned value, every byte checked within a walk's budget.
    pub fn decode(&self) -> Result<T>
    where
        T: Decode<'a>,
    {
        self.record.decode::<T>()
    }

    /// Whether two records hold the same value.
    #[must_use]
    pub fn equals(&self, other: &Self) -> bool
    where
        T: Decode<'a>,
    {
        self.record.equals::<T>(&other.record)
    }
}
