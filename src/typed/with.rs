//! Fields that another type is stored for (`with`): what comes of their conversions.

use alloc::string::ToString;
use core::any::Any;
use core::fmt::Display;

use crate::error::{Error, ErrorKind, Result};
use crate::write::measure::UNWRITABLE;

/// The result of a conversion, with an error of this crate.
#[doc(hidden)]
#[inline]
pub fn converted<T, E: Display + 'static>(result: Result<T, E>) -> Result<T> {
    result.map_err(refused)
}

#[cold]
fn refused<E: Display + 'static>(error: E) -> Error {
    match (&error as &dyn Any).downcast_ref::<Error>() {
        Some(error) => error.clone(),
        None => Error::new(ErrorKind::Type, error.to_string()),
    }
}

/// What a function of a value gives where the value cannot be converted to be stored.
#[doc(hidden)]
pub trait Unconverted {
    /// As a refusal.
    fn unconverted(error: Error) -> Self;
}

impl Unconverted for Result<()> {
    fn unconverted(error: Error) -> Self {
        Err(error)
    }
}

/// A length that no buffer has.
impl Unconverted for u64 {
    fn unconverted(_: Error) -> Self {
        UNWRITABLE
    }
}

/// It is not the default.
impl Unconverted for bool {
    fn unconverted(_: Error) -> Self {
        false
    }
}
