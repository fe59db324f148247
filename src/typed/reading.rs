//! How views read: each value is checked when it is read, or the whole buffer was proved before.
//!
//! What reads is written once, with a `Result` whose error is [`Reading::Error`]. Of proved bytes
//! that error has no value, so that the compiler removes what handles it, and [`Reading::of`] gives
//! the plain value.

use core::fmt;

use super::Value;
use super::at::At;
use super::slot::TypedSlot;
use crate::error::{Error, Result};
use crate::layout::Size;
use crate::read::Buf;
use crate::read::record::RecordBytes;

/// How a view reads its bytes: [`Checked`] or [`Proven`](crate::Proven).
///
/// ```
/// use vellum::{List, Proven, Vellum};
///
/// #[derive(Vellum)]
/// struct Log { codes: Vec<u32> }
///
/// let bytes = vellum::to_vec(&Log { codes: vec![4, 8] })?;
/// let checked: List<'_, u32> = Log::view(&bytes)?.codes()?;
/// let proven: List<'_, u32, Proven> = Log::access(&bytes)?.codes();
/// assert_eq!((checked.get(1)?, proven.get(1)), (8, Some(8)));
/// # Ok::<(), vellum::Error>(())
/// ```
pub trait Reading: Copy + fmt::Debug + Sealed + 'static {
    /// What a method gives that reads: a `Result` if the bytes are checked, else the value itself.
    type Of<T>;
    /// What is read of a value of a type.
    type Get<'a, T: Value>;

    /// What reading fails with: no value if the bytes are proved.
    #[doc(hidden)]
    type Error: fmt::Debug;
    /// Whether the bytes are proved.
    #[doc(hidden)]
    const IS_PROVEN: bool;

    #[doc(hidden)]
    fn of<T>(read: Result<T, Self::Error>) -> Self::Of<T>;

    /// What was read with checks; of proved bytes `none` stands for what cannot be.
    #[doc(hidden)]
    fn accept<T, E>(read: Result<T, E>, none: T, error: impl FnOnce(E) -> Error) -> Result<T, Self::Error>;

    /// As [`Reading::accept`].
    #[doc(hidden)]
    #[inline(always)]
    fn trust<T>(read: Result<T>, none: T) -> Result<T, Self::Error> {
        Self::accept(read, none, |error| error)
    }

    /// The object behind a pointer slot, or `None` for null.
    #[doc(hidden)]
    fn follow<'a>(record: &RecordBytes<'a>, slot: Size) -> Result<Option<&'a [u8]>, Self::Error>;

    /// The record behind a pointer slot, of which `check` gives the bytes; empty for null.
    #[doc(hidden)]
    fn content<'a>(
        record: &RecordBytes<'a>,
        slot: Size,
        check: impl FnOnce(&Buf<'a>, &'a [u8]) -> Result<&'a [u8]>,
    ) -> Result<RecordBytes<'a>, Self::Error>;

    /// The text of an object.
    #[doc(hidden)]
    fn text<'a>(self, buf: &Buf<'a>, object: &'a [u8]) -> Result<&'a str, Self::Error>;

    /// Adds a place to an error.
    #[doc(hidden)]
    fn name(error: Self::Error, name: impl FnOnce(Error) -> Error) -> Self::Error;

    /// What a getter gives for what was read: an enum of proved bytes is opened, to match on.
    #[doc(hidden)]
    fn open<T: Value>(held: T::Get<'_, Self>) -> Self::Get<'_, T>;

    /// Reads a value of a type at a place.
    #[doc(hidden)]
    #[inline(always)]
    fn get<'a, T: Value, const ELEMENT: bool>(
        self,
        record: &RecordBytes<'a>,
        at: &At<'_, T::Default, ELEMENT>,
    ) -> Result<Self::Get<'a, T>, Self::Error> {
        T::get(TypedSlot::new(record, at, self)).map(Self::open::<T>)
    }
}

/// Whoever is outside cannot name it.
pub trait Sealed {}

/// Each value is checked when it is read, and methods that read give a `Result`.
#[derive(Clone, Copy, Debug)]
pub struct Checked;

impl Sealed for Checked {}

impl Reading for Checked {
    type Of<T> = Result<T>;
    type Get<'a, T: Value> = T::Get<'a, Self>;
    type Error = Error;
    const IS_PROVEN: bool = false;

    #[inline(always)]
    fn of<T>(read: Result<T>) -> Result<T> {
        read
    }

    #[inline(always)]
    fn accept<T, E>(read: Result<T, E>, _: T, error: impl FnOnce(E) -> Error) -> Result<T> {
        read.map_err(error)
    }

    #[inline(always)]
    fn follow<'a>(record: &RecordBytes<'a>, slot: Size) -> Result<Option<&'a [u8]>> {
        record.buf().follow(record.bytes(), slot)
    }

    #[inline(always)]
    fn content<'a>(
        record: &RecordBytes<'a>,
        slot: Size,
        check: impl FnOnce(&Buf<'a>, &'a [u8]) -> Result<&'a [u8]>,
    ) -> Result<RecordBytes<'a>> {
        let bytes = match Self::follow(record, slot)? {
            Some(object) => check(record.buf(), object)?,
            None => &[],
        };
        Ok(record.part(bytes))
    }

    #[inline(always)]
    fn text<'a>(self, buf: &Buf<'a>, object: &'a [u8]) -> Result<&'a str> {
        buf.text(buf.blob(object)?)
    }

    #[inline(always)]
    fn name(error: Error, name: impl FnOnce(Error) -> Error) -> Error {
        name(error)
    }

    #[inline(always)]
    fn open<T: Value>(held: T::Get<'_, Self>) -> T::Get<'_, Self> {
        held
    }
}

/// Makes views copies of themselves whatever their types are, and iterates over them by their
/// method `iter`.
macro_rules! view {
    ([$($generics:tt)*] $view:ty) => {
        impl<$($generics)*, R: Copy> Clone for $view {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($generics)*, R: Copy> Copy for $view {}
    };
    ([$($generics:tt)*] $view:ty => $iter:ty) => {
        impl<'a, $($generics)*, R: Reading> IntoIterator for $view {
            type Item = <$iter as Iterator>::Item;
            type IntoIter = $iter;

            fn into_iter(self) -> $iter {
                self.iter()
            }
        }

        impl<'a, $($generics)*, R: Reading> IntoIterator for &$view {
            type Item = <$iter as Iterator>::Item;
            type IntoIter = $iter;

            fn into_iter(self) -> $iter {
                self.iter()
            }
        }
    };
}
pub(super) use view;

/// What was read, to print: what is invalid as its error.
pub(super) struct Shown<T, E>(pub(super) Result<T, E>);

impl<T: fmt::Debug, E: fmt::Debug> fmt::Debug for Shown<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Ok(value) => value.fmt(f),
            Err(error) => error.fmt(f),
        }
    }
}
