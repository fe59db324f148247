//! The parts of views: whether their bytes are proved, and [`List`]. The traits of fields (`value`)
//! use these types, which use no trait of fields.

use core::fmt;
use core::marker::PhantomData;

use crate::read::{Buf, Elements};

/// Sealed: other crates cannot name it.
pub trait Sealed {}

/// Each value is checked when it is read, and methods that read return a `Result`.
#[derive(Clone, Copy, Debug)]
pub struct Checked;

impl Sealed for Checked {}

/// Marks exactly one type; invariant, so not even one that differs only in lifetimes.
pub(super) type Invariant<T> = PhantomData<fn(T) -> T>;

/// Implements `Copy` for views whatever their type parameters are, and `IntoIterator` by their
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

/// A read value to print: an invalid one as its error.
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
    /// Invariant: types that differ only in lifetimes can have different layouts.
    pub(super) marker: Invariant<T>,
}

view!([T] List<'_, T, R>);
