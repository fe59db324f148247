//! What views are made of: what is known of their bytes, and [`List`]. The traits of fields
//! (`value`) name these types, which name no trait of fields.

use core::fmt;
use core::marker::PhantomData;

use crate::read::{Buf, Elements};

/// Whoever is outside cannot name it.
pub trait Sealed {}

/// Each value is checked when it is read, and methods that read give a `Result`.
#[derive(Clone, Copy, Debug)]
pub struct Checked;

impl Sealed for Checked {}

/// Names a type, and is of no other, not even of one that differs in lifetimes alone.
pub(super) type Invariant<T> = PhantomData<fn(T) -> T>;

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

/// A list in a buffer: random access and iteration without decoding.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Log { lines: Vec<String> }
///
/// let bytes = vellum::to_vec(&Log { lines: vec!["one".into(), "two".into()] })?;
/// let lines = Log::view(&bytes)?.lines()?;
/// assert_eq!(lines.len(), 2);
/// assert_eq!(lines.get(1)?, "two");
/// for line in &lines {
///     assert_eq!(line?.len(), 3);
/// }
/// let lines = Log::access(&bytes)?.lines(); // `List<'_, String, Proven>`: its elements are values, not results
/// assert_eq!(lines.get(1), Some("two"));
/// for line in &lines {
///     assert_eq!(line.len(), 3);
/// }
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct List<'a, T, R = Checked> {
    pub(super) buf: Buf<'a>,
    pub(super) elements: Elements<'a>,
    pub(super) known: R,
    /// Without variance: a type that differs in lifetimes alone can be one of another layout.
    pub(super) marker: Invariant<T>,
}

view!([T] List<'_, T, R>);
