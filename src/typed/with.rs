//! Fields that are stored as another type (`with`): errors of conversions, and the conversions of
//! this crate.

use alloc::vec::Vec;
use core::any::Any;
use core::fmt::Display;

use super::codec::owned;
use super::{DecodeOwned, Value};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error, length_changed};
use crate::write::value::UNWRITABLE;

/// Whether a function that loads can fail: `Infallible` has no values.
#[doc(hidden)]
#[must_use]
pub const fn may_fail<T, O, E>(_: fn(T) -> core::result::Result<O, E>) -> bool {
    size_of::<core::result::Result<(), E>>() > 0
}

/// Fails if a setter's argument, a value of the stored type, cannot be converted back.
#[doc(hidden)]
#[inline]
pub fn admit<T: Value + DecodeOwned, O>(
    value: &T::Set<'_>,
    may_fail: bool,
    load: impl FnOnce(T) -> Result<O>,
) -> Result<()> {
    if may_fail { owned::<T>(value).and_then(load).map(drop) } else { Ok(()) }
}

/// Whether a buffer that was written by the schema of a type may hold values that the type refuses:
/// schemas know no conversions and no checks.
#[cfg(feature = "json")]
pub(crate) fn is_guarded<T: Value>(schema: &crate::schema::Schema) -> bool {
    super::plan::may_convert::<T>() || schema.is_guarded()
}

/// Fails if a buffer of a type holds values that the type refuses.
#[cfg(feature = "json")]
pub(crate) fn admit_buffer<T: Value + DecodeOwned>(bytes: &[u8]) -> Result<()> {
    super::codec::from_slice::<T>(bytes).map(drop)
}

/// Fails if a type cannot be made (`try_from`) from the argument of a setter of the stored type.
#[doc(hidden)]
pub fn admit_type<T: TryFrom<U, Error: Display + 'static>, U: Value + DecodeOwned>(value: &U::Set<'_>) -> Result<()> {
    owned::<U>(value).and_then(|stored| converted(T::try_from(stored))).map(drop)
}

/// Refuses at compile time an edit cursor on a value that may not be convertible after an edit.
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
/// In constant evaluation, so that compilation fails.
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

/// The elements of a set, or the entries of a map, converted one by one. Two that become the same
/// key are refused.
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
    Err(Error::fixed(&FixedError(ErrorKind::Type, "two keys are converted to the same key")))
}

/// The elements of an array, converted one by one.
#[doc(hidden)]
pub fn converted_array<T, U, const N: usize>(
    from: impl IntoIterator<Item = T>,
    convert: impl FnMut(T) -> Result<U>,
) -> Result<[U; N]> {
    let converted = from.into_iter().map(convert).collect::<Result<Vec<U>>>()?;
    converted.try_into().map_err(|_| length_changed())
}

#[cold]
fn refused<E: Display + 'static>(error: E) -> Error {
    let mut error = Some(error);
    let own = (&mut error as &mut dyn Any).downcast_mut::<Option<Error>>().and_then(Option::take);
    match (own, error) {
        (Some(own), _) => own,
        (None, Some(error)) => Error::new(ErrorKind::Type, format_args!("{error}")),
        (None, None) => internal_error(),
    }
}

/// The result of a function for a value that cannot be converted to the stored type.
#[doc(hidden)]
pub trait Unconverted {
    /// The result for an error of the conversion.
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

pub mod text {
    //! `#[vellum(with = vellum::with::text)]`: a field of any type that is written as text
    //! (`Display`) and parsed (`FromStr`), stored as a string.
    //!
    //! Addresses, URLs, versions, regular expressions, enums of other crates: a type with both
    //! traits can be a field, also in an `Option`, a list, a set, an array, a box, or as the value
    //! of a map. Getters return the text, and setters take a text.
    //!
    //! ```
    //! use std::net::SocketAddr;
    //! use vellum::Vellum;
    //!
    //! #[derive(Vellum)]
    //! struct Server {
    //!     #[vellum(with = vellum::with::text)]
    //!     listen: SocketAddr,
    //!     #[vellum(with = vellum::with::text, since = 2)]
    //!     peers: Vec<SocketAddr>,
    //! }
    //!
    //! let listen = "[::1]:80".parse().unwrap();
    //! let mut bytes = vellum::to_vec(&Server { listen, peers: vec![] })?;
    //! assert_eq!(Server::peek(&bytes)?.listen()?, "[::1]:80");
    //! let error = Server::edit(&mut bytes)?.set_listen("localhost").unwrap_err();
    //! assert_eq!(error.path(), "listen");
    //! Server::edit(&mut bytes)?.set_listen("127.0.0.1:8080")?;
    //! assert_eq!(vellum::from_slice::<Server>(&bytes)?.listen.port(), 8080);
    //! # Ok::<(), vellum::Error>(())
    //! ```
    //!
    //! The output of `Display` is stored, so information that is not in the text, or that `FromStr`
    //! does not parse, is lost. Decoding a text that does not parse, as buffers from elsewhere may
    //! hold, is an error with the path; setters refuse such a text. The default is the empty text.
    //! If that does not parse, a field that is added later (`since`) needs a `default`, or is an
    //! `Option`.
    //!
    //! It is a module as `with` takes them; your own modules can call its functions for a part of a
    //! type.

    use alloc::string::String;
    use core::fmt::{Display, Write};
    use core::str::FromStr;

    use crate::error::{Error, ErrorKind, FixedError, Result};

    /// The type that is stored.
    pub type Stored = String;

    /// The text of a value.
    ///
    /// ```
    /// assert_eq!(vellum::with::text::store(&std::net::Ipv4Addr::LOCALHOST)?, "127.0.0.1");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Type`] if the type's `Display` fails.
    pub fn store<T: Display + ?Sized>(value: &T) -> Result<String> {
        let mut text = String::new();
        match write!(text, "{value}") {
            Ok(()) => Ok(text),
            Err(_) => Err(Error::fixed(&FixedError(ErrorKind::Type, "the value cannot be written as text"))),
        }
    }

    /// The value that is parsed from a text.
    ///
    /// ```
    /// use vellum::with::text;
    ///
    /// assert_eq!(text::load("127.0.0.1".into()), Ok(std::net::Ipv4Addr::LOCALHOST));
    /// assert!(text::load::<std::net::Ipv4Addr>("localhost".into()).is_err());
    /// ```
    ///
    /// # Errors
    /// The error of the type's `FromStr`.
    // By value: `with` passes the stored value.
    #[allow(clippy::needless_pass_by_value)]
    pub fn load<T: FromStr>(text: String) -> core::result::Result<T, T::Err> {
        text.parse()
    }
}
