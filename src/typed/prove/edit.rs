//! Edits of a proved buffer, with reads without checks between them.
//!
//! Invariant: an edit of a valid buffer leaves a valid buffer, whether it succeeds or not. The
//! storage of such an edit is a type of its own, which only a proved buffer has, so an edit of
//! other bytes cannot be swapped in.

use core::fmt;
use core::ops::{Deref, DerefMut};

use super::bytes::{ProvedBytes, StableBytes, opened};
use crate::typed::root_edit::RootEdit;
use crate::typed::{Value, Vellum};
use crate::write::Storage;

/// An edit of a proved buffer of a struct, from [`Proved::edit`](crate::proved::Proved::edit): the
/// edit cursor of the struct, and a proved view of the current value.
///
/// If a field of the struct is named `proved`, its cursor is `edit.cursor().proved()`.
pub struct ProvedEdit<'p, B: StableBytes + Storage + 'p, T: Vellum>(pub(super) T::Edit<'p, &'p mut ProvedBytes<B>>);

/// An edit of a proved buffer whose root is not a struct, from
/// [`Proved::edit_root`](crate::proved::Proved::edit_root).
pub struct ProvedRootEdit<'p, B: StableBytes + Storage + 'p, T: Value>(pub(super) RootEdit<T, &'p mut ProvedBytes<B>>);

impl<'p, B: StableBytes + Storage, T: Vellum> ProvedEdit<'p, B, T> {
    /// A view of the current value: every getter returns a plain value.
    ///
    /// ```
    /// use vellum::{Vellum, proved::Proved};
    ///
    /// #[derive(Vellum)]
    /// struct User { name: String, age: u16 }
    ///
    /// let mut user = Proved::<Vec<u8>, User>::new(vellum::to_vec(&User { name: "Ada".into(), age: 36 })?)?;
    /// let mut edit = user.edit()?;
    /// let next = edit.proved().age() + 1; // nothing is checked to read
    /// edit.set_age(next)?;
    /// edit.name().push_str(" Lovelace")?;
    /// assert_eq!((edit.proved().name(), edit.proved().age()), ("Ada Lovelace", 37));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn proved(&self) -> T::Proved<'_> {
        opened::<T, B>(T::session(&self.0).storage)
    }

    /// The edit cursor.
    #[inline]
    #[must_use]
    pub fn cursor(&mut self) -> &mut T::Edit<'p, &'p mut ProvedBytes<B>> {
        &mut self.0
    }
}

impl<'p, B: StableBytes + Storage, T: Vellum> Deref for ProvedEdit<'p, B, T> {
    type Target = T::Edit<'p, &'p mut ProvedBytes<B>>;

    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<B: StableBytes + Storage, T: Vellum> DerefMut for ProvedEdit<'_, B, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<B: StableBytes + Storage, T: Value> ProvedRootEdit<'_, B, T> {
    /// The current value, read without checks.
    ///
    /// ```
    /// use vellum::proved::Proved;
    ///
    /// let mut words = Proved::<_, Vec<String>>::new(vellum::to_vec(&vec!["one".to_owned()])?)?;
    /// let mut edit = words.edit_root()?;
    /// edit.cursor().push("two")?;
    /// assert!(edit.proved().iter().eq(["one", "two"]));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn proved(&self) -> T::Proved<'_> {
        opened::<T, B>(self.0.storage())
    }
}

impl<'p, B: StableBytes + Storage, T: Value> Deref for ProvedRootEdit<'p, B, T> {
    type Target = RootEdit<T, &'p mut ProvedBytes<B>>;

    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<B: StableBytes + Storage, T: Value> DerefMut for ProvedRootEdit<'_, B, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<B: StableBytes + Storage, T: Vellum> fmt::Debug for ProvedEdit<'_, B, T>
where
    for<'a> T::Proved<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProvedEdit").field(&self.proved()).finish()
    }
}

impl<B: StableBytes + Storage, T: Value> fmt::Debug for ProvedRootEdit<'_, B, T>
where
    for<'a> T::Proved<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProvedRootEdit").field(&self.proved()).finish()
    }
}
