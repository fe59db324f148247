//! Proved reading: a derived type proves a whole buffer once, and then its getters give plain
//! values.
//!
//! - `prover`: the proof on its way through a buffer; `layout`: what it knows of bitmaps
//! - `proof`: from bytes to a proved view
//! - `values`, `record`, `maps`, `unions`: values of any type, structs, maps and unions; what the
//!   other types do is in their [`Value::prove`](super::Value)
//! - `proven`: that bytes were proved, as views hold it
//! - `bytes`: the bytes of a proved buffer; `owned`: a proof with these; `edit`: edits that keep it
//!
//! A proof accepts what the walk over the schema (`verify`) accepts, compiled for one type and one
//! width of pointers. It does not say what is wrong: whoever is refused asks the walk.
//!
//! The invariant of everything proved: its bytes are those of a buffer that [`access()`] accepted,
//! at the places that were proved, and are borrowed, so that nothing changes them. So only this
//! folder makes a [`Proven`](proven::Proven), which a view of such bytes holds.

pub(crate) mod bytes;
pub(crate) mod edit;
mod layout;
pub(super) mod maps;
pub(crate) mod owned;
mod proof;
pub(crate) mod proven;
mod prover;
mod record;
mod unions;
mod values;

pub use layout::{Unused, unused};
pub use proof::access;
pub use prover::{Found, Prover};
pub use record::prove_struct;
