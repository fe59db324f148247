//! Where a value lies in a proved buffer, with the type that it was proved as.
//!
//! ```text
//! ProvedOf<User> --proved(.., place, Derived)--> ProvedSlot<String> --String::held--> &str
//! ```
//! A [`ProvedSlot`] is made here, by the types of this crate for what they hold, and by derived code with the promise ([`Derived`]) that the
//! field, variant or type which it names is what its proof proves. So what is read by one was proved as that type, whoever reads it.

use core::fmt;
use core::marker::PhantomData;

use super::Prove;
use super::record::ProvedRecord;
use super::unions::ProvedUnion;
use crate::typed::at::At;
use crate::typed::{Decode, Vellum};
use crate::wire::proved::Derived;

/// A value of a type in a proved buffer: where it was proved to be one.
pub struct ProvedSlot<'a, 's, T: Prove, const ELEMENT: bool = false> {
    record: &'s ProvedRecord<'a>,
    at: &'s At<'s, T::Default, ELEMENT>,
}

impl<'a, 's, T: Prove, const ELEMENT: bool> ProvedSlot<'a, 's, T, ELEMENT> {
    /// At a place where the proof saw a value of the type.
    #[inline(always)]
    pub(in crate::typed) fn new(record: &'s ProvedRecord<'a>, at: &'s At<'s, T::Default, ELEMENT>) -> Self {
        Self { record, at }
    }

    #[inline(always)]
    pub(in crate::typed) fn record(&self) -> &'s ProvedRecord<'a> {
        self.record
    }

    #[inline(always)]
    pub(in crate::typed) fn at(&self) -> &'s At<'s, T::Default, ELEMENT> {
        self.at
    }

    /// The same place as that of the type that this one is stored as.
    #[inline(always)]
    #[must_use]
    pub fn stored_as<I: Prove<Default = T::Default>>(self, _: Derived) -> ProvedSlot<'a, 's, I, ELEMENT> {
        ProvedSlot { record: self.record, at: self.at }
    }

    /// The record of the struct here.
    #[inline(always)]
    #[must_use]
    pub fn structure(&self) -> ProvedOf<'a, T>
    where
        T: Vellum,
    {
        ProvedOf::new(if ELEMENT { *self.record } else { self.record.structure::<T>(self.at.place) })
    }

    /// The union here.
    #[inline(always)]
    #[must_use]
    pub fn union(&self) -> ProvedUnion<'a, T> {
        if ELEMENT {
            ProvedUnion::element(self.record, self.at.tag)
        } else {
            ProvedUnion::at(self.record, self.at.place)
        }
    }
}

/// Names a type, and is of no other, not even of one that differs in lifetimes alone.
pub(super) type Invariant<T> = PhantomData<fn(T) -> T>;

/// The record of a struct of a type in a proved buffer.
pub struct ProvedOf<'a, T> {
    record: ProvedRecord<'a>,
    /// Without variance: a type that differs in lifetimes alone can be one of another layout.
    marker: Invariant<T>,
}

impl<T> Clone for ProvedOf<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ProvedOf<'_, T> {}

impl<'a, T> ProvedOf<'a, T> {
    #[inline(always)]
    fn new(record: ProvedRecord<'a>) -> Self {
        Self { record, marker: PhantomData }
    }

    /// The bytes, without what is known of them.
    #[cfg(feature = "serde")]
    #[inline(always)]
    pub(in crate::typed) fn record(&self) -> &ProvedRecord<'a> {
        &self.record
    }
}

/// A field of a struct, of its type and at its place. It is no method, since one of a user's trait could come first and take the promise.
#[inline(always)]
#[must_use]
pub fn proved<'a, 's, T, V: Prove>(
    of: &'s ProvedOf<'a, T>,
    at: &'s At<'s, V::Default>,
    _: Derived,
) -> ProvedSlot<'a, 's, V> {
    ProvedSlot { record: &of.record, at }
}

impl<'a, T: Vellum> ProvedOf<'a, T> {
    /// Prints the record by its schema.
    ///
    /// # Errors
    /// As the formatter's.
    pub fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record.record().debug::<T>(f)
    }

    /// Whether two records hold the same value.
    #[must_use]
    pub fn equals(&self, other: &Self) -> bool
    where
        T: Decode<'a>,
    {
        self.record.record().equals::<T>(other.record.record())
    }
}
