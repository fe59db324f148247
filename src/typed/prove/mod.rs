//! Proved reading: a derived type proves a whole buffer once, and then its getters give plain values.
//!
//! - [`Prove`]: what every type of a field does in a proof, and what is read of it afterwards
//! - `prover`: the proof on its way through a buffer; `layout`: what it knows of bitmaps
//! - `access`: from bytes to a proved view; `record`: the record under one; `slot`: where in it what was proved lies
//! - `scalars`, `text`, `vec`, `array`, `tuple`, `option`, `maps`, `unions`, `forward`: the types of fields
//! - `list`, `map`, `set`: views of what has elements
//! - `owned`: a proof with the bytes that it is of; `edit`: edits that keep it
//!
//! A proof accepts what the walk over the schema (`verify`) accepts, compiled for one type and one width of pointers. It does not say
//! what is wrong: whoever is refused asks the walk.
//!
//! The invariant of everything proved: its bytes are those of a buffer that [`access()`] accepted, at the places that were proved, and are
//! borrowed, so that nothing changes them. So only this folder makes a [`ProvedRecord`] of bytes, and a [`ProvedSlot`] of it.

mod access;
mod array;
pub(crate) mod edit;
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
mod slot;
mod text;
mod tuple;
pub(crate) mod unions;
mod vec;

pub use access::access;
pub use layout::{Unused, unused};
pub use prover::{Found, Prover};
pub use record::prove_struct;
pub use scalars::{load_proved, prove_word};
pub use slot::{ProvedOf, ProvedSlot, proved};

use super::at::At;
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
///
/// Proved text is not looked at again, for which derived code makes a promise in `unsafe`. Where a crate forbids that of itself, it is not meant:
///
/// ```
/// #![forbid(unsafe_code)]
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Name(String);
/// #[derive(Vellum)]
/// enum Contact { Nobody, Email(String) }
/// #[derive(Vellum)]
/// struct User { name: Name, contact: Contact }
///
/// let user = User { name: Name("Ada".into()), contact: Contact::Email("ada@example.org".into()) };
/// let bytes = vellum::to_vec(&user)?;
/// let user = User::access(&bytes)?;
/// assert_eq!(user.name(), "Ada");
/// assert!(matches!(user.contact(), ContactProved::Email("ada@example.org")));
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field",
    label = "this type is not a `vellum::Value`",
    note = "derive `Vellum` for it; or enable the feature for its crate (chrono, uuid, ..); or convert it: `#[vellum(with = vellum::with::text)]` stores what has `Display` and `FromStr`"
)]
pub trait Prove: Sized {
    /// What a proved getter gives: the value itself, or a view into the buffer.
    type Proved<'a>;
    /// What the variant of an enum gives for a payload of this type. An enum may hold itself, so there an enum is a
    /// [`ProvedUnion`](crate::ProvedUnion).
    type Held<'a>;
    /// What a proved getter of a list of this type gives.
    type ProvedList<'a>: From<ProvedList<'a, Self>>;

    /// What a field's default is given as.
    #[doc(hidden)]
    type Default: 'static;
    /// The default where none is declared.
    #[doc(hidden)]
    const DEFAULT: &'static Self::Default;

    /// Proves a value of a record or an element that stores it; `None` if it is not valid.
    #[doc(hidden)]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, Self::Default, ELEMENT>,
    ) -> Option<()>;

    /// The value at a place that was proved.
    #[doc(hidden)]
    fn held<'a, const ELEMENT: bool>(slot: ProvedSlot<'a, '_, Self, ELEMENT>) -> Self::Held<'a>;

    /// What a getter gives, of what a variant holds.
    #[doc(hidden)]
    fn open(held: Self::Held<'_>) -> Self::Proved<'_>;
}

/// Implements, for a type whose value is read in one step, what [`Prove`] asks of reading besides the value itself.
macro_rules! proved_as {
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
pub(crate) use proved_as;
