//! Proved reading: a derived type proves a whole buffer once, and then its getters give plain
//! values.
//!
//! - `proof`: from bytes to a proved view, proofs that own their bytes, edits that keep the proof
//! - `prover`: the state of a proof, the bytes of a proved buffer, and [`Proven`](prover::Proven),
//!   the marker that views hold
//! - `reason`: why a buffer is refused
//! - `types`: whether a type has a schema
//! - `values`: the proofs of fields, lists, maps, unions and structs; other types have theirs in
//!   [`Value::prove_value`](super::Value)
//!
//! A proof accepts what the walk over the schema accepts
//! ([`Schema::prove`](crate::Schema::prove)), compiled for one type and one width of pointers. It
//! does not say what is wrong: after a refusal, the proof is run once more, as it was compiled to
//! note its faults (`reason`). The error is that of the walk over the schema.
//!
//! Invariant: proved bytes belong to a buffer that [`Vellum::prove`](crate::Vellum::prove)
//! accepted, at the places that were proved, and are borrowed, so that nothing changes them. So
//! only this folder makes a [`Proven`](prover::Proven), which a view of such bytes holds.

pub(crate) mod proof;
pub(crate) mod prover;
pub(crate) mod reason;
mod types;
pub(super) mod values;

pub(super) use proof::is_valid;
pub(super) use proof::proved_view;
pub use prover::{Found, Prover};
pub(super) use reason::absent_not_zero;
pub use reason::{Proving, prove_field};
pub(super) use types::find_sound;

pub use super::prove::prover::{Unused, unused};
pub use super::prove::values::prove_struct;
