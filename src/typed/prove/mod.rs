//! Proved reading: a derived type proves a whole buffer once, and then its getters give plain values.
//!
//! - [`Prove`]: what every type of a field does in a proof, and what is read of it afterwards
//! - `prover`: the proof on its way through a buffer; `layout`: what it knows of bitmaps
//! - `access`: from bytes to a proved view; `record`: the record under one
//! - `scalars`, `text`, `vec`, `array`, `tuple`, `option`, `maps`, `unions`, `forward`: the types of fields
//! - `list`, `map`, `set`: views of what has elements
//! - `owned`: a proof with the bytes that it is of
//!
//! A proof accepts what the walk over the schema (`verify`) accepts, compiled for one type and one width of pointers. It does not say
//! what is wrong: whoever is refused asks the walk.
//!
//! The invariant of everything proved: its bytes are those of a buffer that [`access()`] accepted, at the places that were proved, and are
//! borrowed, so that nothing changes them. So only this folder makes a [`ProvedRecord`] of bytes.

mod access;
mod array;
mod forward;
mod layout;
pub(crate) mod list;
pub(crate) mod map;
mod maps;
mod option;
pub(crate) mod owned;
mod prover;
mod record;
mod scalars;
pub(crate) mod set;
mod text;
mod tuple;
pub(crate) mod unions;
mod vec;

pub use access::access;
pub use layout::{Unused, unused};
pub use prover::{Found, Prover};
pub use record::{ProvedRecord, prove_struct};
pub use scalars::{load_proved, prove_word};

use crate::layout::Place;
use crate::wire::width::StaticWidth;
use list::ProvedList;

/// What a proof does with a type of a field, and what is read of it once it is proved.
///
/// Every [`Value`](super::Value) has it. Apart from the associated types, its items are the contract between this crate and derived code, not an
/// API: they change without notice, and what is read of a proved buffer relies on them.
///
/// ```
/// use vellum::{Prove, Vellum};
///
/// #[derive(Vellum)]
/// struct User { name: String }
///
/// fn first<'a>(user: &UserProved<'a>) -> <String as Prove>::Proved<'a> { // `&'a str`
///     user.name()
/// }
/// let bytes = vellum::to_vec(&User { name: "Ada".into() })?;
/// assert_eq!(first(&User::access(&bytes)?), "Ada");
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field",
    label = "this type is not a `vellum::Value`",
    note = "a struct or enum of yours can derive `Vellum`; for a type of another crate, `#[vellum(with = \"Type\")]` names one that stands for it"
)]
pub trait Prove: Sized {
    /// What a proved getter gives: the value itself, or a view into the buffer.
    type Proved<'a>;
    /// The same where it is held by the variant of an enum, which may hold itself: there an enum is a
    /// [`ProvedUnion`](crate::ProvedUnion).
    type Held<'a>;
    /// What a proved getter of a list of this type gives.
    type ProvedList<'a>: From<ProvedList<'a, Self>>;

    /// What a field's default is given as: [`Value::Default`](crate::Value).
    #[doc(hidden)]
    type Standard;
    /// The default where none is declared.
    #[doc(hidden)]
    const STANDARD: Self::Standard;

    /// Proves the value at `place` of a record that stores it; `None` if it is not valid.
    #[doc(hidden)]
    fn prove<W: StaticWidth>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        place: &Place,
        default: &Self::Standard,
    ) -> Option<()>;

    /// As [`Prove::prove`], of a list's element, a part of an entry or a packed payload.
    #[doc(hidden)]
    fn prove_element<W: StaticWidth>(prover: &mut Prover<'_, W>, element: &[u8]) -> Option<()>;

    /// Proves a list of such values, and its object.
    #[doc(hidden)]
    fn prove_list<'a, W: StaticWidth>(prover: &mut Prover<'a, W>, object: Found<'a>) -> Option<()>;

    /// Proves the record of a struct.
    #[doc(hidden)]
    #[inline]
    fn prove_record<W: StaticWidth>(_prover: &mut Prover<'_, W>, _record: &[u8]) -> Option<()> {
        None
    }

    /// The value at a place that was proved.
    #[doc(hidden)]
    fn held<'a>(record: &ProvedRecord<'a>, place: &Place, default: Self::Standard) -> Self::Held<'a>;

    /// As [`Prove::held`], of an element.
    #[doc(hidden)]
    fn held_element<'a>(element: &ProvedRecord<'a>) -> Self::Held<'a>;

    /// As [`Prove::held_element`], of a list whose elements all have the variant `tag`.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn held_packed<'a>(element: &ProvedRecord<'a>, _tag: u8) -> Self::Held<'a> {
        Self::held_element(element)
    }

    /// What a getter gives, of what a variant holds.
    #[doc(hidden)]
    fn open(held: Self::Held<'_>) -> Self::Proved<'_>;
}

/// Implements what [`Prove`] asks of a type whose elements are records of one field.
#[doc(hidden)]
#[macro_export]
macro_rules! __prove_element {
    () => {
        #[inline]
        fn prove_element<__W: $crate::__private::StaticWidth>(
            prover: &mut $crate::__private::Prover<'_, __W>,
            element: &[u8],
        ) -> ::core::option::Option<()> {
            prover.alone::<Self>(element)
        }

        $crate::__prove_list!();

        #[inline(always)]
        fn held_element<'a>(element: &$crate::__private::ProvedRecord<'a>) -> <Self as $crate::Prove>::Held<'a> {
            <Self as $crate::Prove>::held(
                element,
                const { &<Self as $crate::Value>::SHAPE.single() },
                <Self as $crate::Prove>::STANDARD,
            )
        }
    };
}

/// Implements what [`Prove`] asks of a type whose lists are never packed.
#[doc(hidden)]
#[macro_export]
macro_rules! __prove_list {
    () => {
        #[inline]
        fn prove_list<'a, __W: $crate::__private::StaticWidth>(
            prover: &mut $crate::__private::Prover<'a, __W>,
            object: $crate::__private::Found<'a>,
        ) -> ::core::option::Option<()> {
            prover.list::<Self>(object)
        }
    };
}
pub(crate) use crate::{__prove_element as prove_element, __prove_list as prove_list};

/// Implements, for a type whose value is read in one step, what [`Prove`] asks of reading besides the value itself.
#[doc(hidden)]
#[macro_export]
macro_rules! __proved_as {
    ($given:ty) => {
        type Proved<'a> = $given;
        type Held<'a> = $given;
        type ProvedList<'a> = $crate::ProvedList<'a, Self>;

        #[inline(always)]
        fn open(held: Self::Held<'_>) -> Self::Proved<'_> {
            held
        }
    };
}
pub(crate) use crate::__proved_as as proved_as;
