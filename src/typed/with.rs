//! Fields that another type is stored for (`with`): what comes of their conversions.

use alloc::string::ToString;
use core::any::Any;
use core::fmt::Display;

use super::encode::owned;
use super::{DecodeOwned, Value};
use crate::error::{Error, ErrorKind, Result};
use crate::write::measure::UNWRITABLE;

/// Whether a function that loads can fail: `Infallible` has no values.
#[doc(hidden)]
#[must_use]
pub const fn may_fail<T, O, E>(_: fn(T) -> core::result::Result<O, E>) -> bool {
    size_of::<core::result::Result<(), E>>() > 0
}

/// Fails if what a field is set to, as the type that is stored, cannot be converted back.
#[doc(hidden)]
#[inline]
pub fn admit<T: Value + DecodeOwned, O>(
    value: &T::Set<'_>,
    may_fail: bool,
    load: impl FnOnce(T) -> Result<O>,
) -> Result<()> {
    if may_fail { owned::<T>(value).and_then(load).map(drop) } else { Ok(()) }
}

/// Fails if a whole buffer holds what cannot be converted back, once it was written by its schema, which knows no conversions.
#[cfg(feature = "json")]
pub(crate) fn admit_buffer<T: Value + DecodeOwned>(bytes: &[u8]) -> Result<()> {
    if super::shape::may_convert::<T>() { super::encode::from_slice::<T>(bytes).map(drop) } else { Ok(()) }
}

/// Refuses, where it is used, an edit cursor on what may not be converted back once it is edited.
///
/// ```compile_fail,E0080
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Page {
///     #[vellum(with = name)]
///     name: String,
/// }
///
/// mod name {
///     pub type Stored = String;
///
///     pub fn store(name: &String) -> Result<String, &'static str> {
///         load(name.clone())
///     }
///
///     pub fn load(name: String) -> Result<String, &'static str> {
///         if name.is_empty() { Err("a name is not empty") } else { Ok(name) }
///     }
/// }
///
/// let mut bytes = vellum::to_vec(&Page { name: "Home".into() })?;
/// Page::edit(&mut bytes)?.set_name("Start")?; // so it is set
/// Page::edit(&mut bytes)?.name().clear()?;
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Panics
/// There: it is called in constants.
#[doc(hidden)]
#[track_caller]
pub const fn check_cursor<T: Value>(may_fail: bool) {
    assert!(
        T::SHAPE.whole || !may_fail,
        "this is stored as another type, and an edit of a part could make it what cannot be converted back: set it as a whole, by its setter, and \
         read it by the view"
    );
}

/// The result of a conversion, with an error of this crate.
#[doc(hidden)]
#[inline]
pub fn converted<T, E: Display + 'static>(result: Result<T, E>) -> Result<T> {
    result.map_err(refused)
}

/// The elements of a set, or the entries of a map, converted one by one. Two that become one key are refused.
#[doc(hidden)]
pub fn converted_each<I, T, C>(from: I, convert: impl FnMut(I::Item) -> Result<T>) -> Result<C>
where
    I: IntoIterator<IntoIter: ExactSizeIterator>,
    C: FromIterator<T>,
    for<'c> &'c C: IntoIterator<IntoIter: ExactSizeIterator>,
{
    let from = from.into_iter();
    let count = from.len();
    let converted = from.map(convert).collect::<Result<C>>()?;
    if (&converted).into_iter().len() == count {
        return Ok(converted);
    }
    Err(Error::new(ErrorKind::Type, "two keys are converted to the same key"))
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
