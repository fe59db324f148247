//! Tests of the crate for other machines: of 32 bits, of the other order of bytes, and WebAssembly. `.ci/machines` runs them there.
//!
//! Most are files of the other tests: the vectors, derived types, proofs, recorded edits and the model of edits.

#![cfg(test)]

#[path = "../../common/mod.rs"]
mod common;

#[path = "../../derived/basics.rs"]
mod basics;
#[path = "../../it/conformance.rs"]
mod conformance;
#[path = "../../it/conformance_patches.rs"]
mod conformance_patches;
mod lengths;
#[path = "../../../testkit/tests/model.rs"]
mod model;
#[path = "../../cursors/proved/mod.rs"]
mod proved;
#[path = "../../../testkit/tests/recording.rs"]
mod recording;
mod rows;
#[path = "../../shared.rs"]
mod shared;
#[path = "../../../testkit/tests/small_scope.rs"]
mod small_scope;
mod under_miri;
