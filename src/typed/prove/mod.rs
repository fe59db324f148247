//! Proved reading: a derived type proves a whole buffer once, and then its getters give plain
//! values.
//!
//! - `prover`: the state of a proof; `layout`: unused bits of bitmaps
//! - `proof`: from bytes to a proved view
//! - `values`, `record`, `maps`, `unions`: values of any type, structs, maps and unions; the proofs
//!   of other types are in their [`Value::prove`](super::Value)
//! - `proven`: the marker that bytes were proved, which views hold
//! - `bytes`: the bytes of a proved buffer; `owned`: a proof with its bytes; `edit`: edits that
//!   keep the proof
//!
//! A proof accepts what the walk over the schema (`verify`) accepts, compiled for one type and one
//! width of pointers. It does not say what is wrong: after a refusal, that walk is run for the
//! error.
//!
//! Invariant: proved bytes belong to a buffer that [`access()`] accepted, at the places that were
//! proved, and are borrowed, so that nothing changes them. So only this folder makes a
//! [`Proven`](proven::Proven), which a view of such bytes holds.

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
