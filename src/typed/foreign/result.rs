//! `Result`: a union of two variants. Its impls are derived from the enum that is repeated here.

use crate::Vellum;

/// The outcome of something.
#[derive(Vellum)]
#[vellum(remote = ::core::result::Result)]
#[allow(dead_code)]
pub enum Result<T, E> {
    /// The value.
    Ok(T),
    /// The error.
    Err(E),
}
