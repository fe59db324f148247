//! `Result`: a union of two variants. The derive writes its impls as for an enum of ours, which is
//! written out here for it.

use crate::Vellum;

/// The outcome of something.
#[derive(Vellum)]
#[vellum(remote = ::core::result::Result)]
#[allow(dead_code)]
pub enum Result<T, E> {
    /// What came of it.
    Ok(T),
    /// Why it failed.
    Err(E),
}
