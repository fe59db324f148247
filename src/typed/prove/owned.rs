//! [`Proved`], a proof that owns its bytes.

use core::fmt;
use core::marker::PhantomData;

use super::bytes::{ProvedBytes, RootPlace, StableBytes, opened};
use super::edit::{ProvedEdit, ProvedRootEdit};
use super::proof::prove;
use crate::error::Result;
use crate::typed::view::Invariant;
use crate::typed::{Value, Vellum};
use crate::write::Storage;

/// A buffer that was proved once, with its bytes: to keep, to share between threads, and to read
/// again and again.
///
/// ```
/// use std::sync::Arc;
/// use vellum::{Vellum, proved::Proved};
///
/// #[derive(Vellum)]
/// struct User { name: String, age: u16 }
///
/// let bytes: Arc<[u8]> = vellum::to_vec(&User { name: "Ada".into(), age: 36 })?.into();
/// let user = Proved::<Arc<[u8]>, User>::new(bytes)?; // the only step that can fail
/// let other = user.clone();
/// let name = std::thread::spawn(move || other.get().name().to_owned()).join().unwrap();
/// assert_eq!((name.as_str(), user.get().age()), ("Ada", 36));
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct Proved<B, T> {
    bytes: ProvedBytes<B>,
    /// Invariant: types that differ only in lifetimes can have different layouts.
    marker: Invariant<T>,
}

impl<B: StableBytes, T: Value> Proved<B, T> {
    /// Proves the bytes, as [`Vellum::access`] does.
    ///
    /// ```
    /// # use vellum::{Vellum, proved::Proved};
    /// # #[derive(Vellum)] struct User { name: String }
    /// assert!(Proved::<Vec<u8>, User>::new(vec![0x20, 1, 9]).is_err());
    /// ```
    ///
    /// # Errors
    /// As [`Vellum::access`].
    pub fn new(bytes: B) -> Result<Self> {
        let root = RootPlace::of(prove::<T>(bytes.as_ref())?.record());
        Ok(Self { bytes: ProvedBytes { bytes, root: Some(root) }, marker: PhantomData })
    }

    /// The proved view.
    ///
    /// ```
    /// # use vellum::{Vellum, proved::Proved};
    /// # #[derive(Vellum)] struct User { name: String }
    /// let user = Proved::<_, User>::new(vellum::to_vec(&User { name: "Ada".into() })?)?;
    /// assert_eq!(user.get().name(), "Ada");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self) -> T::Proved<'_> {
        opened::<T, B>(&self.bytes)
    }
}

impl<B: StableBytes + Storage, T: Value> Proved<B, T> {
    /// Opens the buffer to change it in place. Its proof is kept: an edit of a valid buffer leaves
    /// a valid buffer, whether it succeeds or not, so nothing is proved again however many follow
    /// each other, and [`ProvedEdit::proved`] reads between them.
    ///
    /// The one exception is a user's conversion (`with`) that panics while its value is written, if
    /// the panic is caught: the edit ends half done, and the bytes have to be proved again. Reading
    /// them even then causes neither undefined behaviour nor a panic: after an edit, text is
    /// checked again when it is read.
    ///
    /// This is for structs; for other types use [`Proved::edit_root`].
    ///
    /// ```
    /// use vellum::{Vellum, proved::Proved};
    ///
    /// #[derive(Vellum)]
    /// struct User { name: String, age: u16, tags: Vec<String> }
    ///
    /// let bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36, tags: vec![] })?;
    /// let mut user = Proved::<Vec<u8>, User>::new(bytes)?;
    /// let mut edit = user.edit()?;
    /// for _ in 0..3 {
    ///     let next = edit.proved().age() + 1; // a plain value
    ///     edit.set_age(next)?;
    ///     edit.tags().push("older")?;
    /// }
    /// assert_eq!((user.get().age(), user.get().tags().len()), (39, 3));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// None: the header of a proved buffer was checked. Setters have the same errors as in other
    /// edits, such as for a value that breaks a rule.
    pub fn edit(&mut self) -> Result<ProvedEdit<'_, B, T>>
    where
        T: Vellum,
    {
        self.bytes.root = None;
        T::edit(&mut self.bytes).map(ProvedEdit)
    }

    /// As [`Proved::edit`], for a root that is not a struct: a list, a map, an enum.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use vellum::proved::Proved;
    ///
    /// let bytes = vellum::to_vec(&BTreeMap::from([("chess".to_owned(), 7u32)]))?;
    /// let mut scores = Proved::<_, BTreeMap<String, u32>>::new(bytes)?;
    /// scores.edit_root()?.cursor().insert("go", 9)?;
    /// assert_eq!(scores.get().get("go"), Some(9));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Proved::edit`].
    pub fn edit_root(&mut self) -> Result<ProvedRootEdit<'_, B, T>> {
        self.bytes.root = None;
        crate::typed::root_edit::edit(&mut self.bytes).map(ProvedRootEdit)
    }
}

impl<B: AsRef<[u8]>, T> Proved<B, T> {
    /// The bytes, including those that a [`Workspace`](crate::Workspace) does not use.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.bytes.as_ref()
    }

    /// Returns the bytes, without their proof.
    ///
    /// ```
    /// # use vellum::{Vellum, proved::Proved};
    /// # #[derive(Vellum)] struct User { name: String }
    /// let user = Proved::<_, User>::new(vellum::to_vec(&User { name: "Ada".into() })?)?;
    /// let mut bytes: Vec<u8> = user.into_bytes();
    /// User::edit(&mut bytes)?.set_name("Bob")?;
    /// assert_eq!(Proved::<_, User>::new(bytes)?.get().name(), "Bob");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn into_bytes(self) -> B {
        self.bytes.bytes
    }
}

impl<B: Clone, T> Clone for Proved<B, T> {
    fn clone(&self) -> Self {
        Self { bytes: ProvedBytes { bytes: self.bytes.bytes.clone(), root: self.bytes.root }, marker: PhantomData }
    }
}

impl<B: StableBytes, T: Value> fmt::Debug for Proved<B, T>
where
    for<'a> T::Proved<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Proved").field(&self.get()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    #[test]
    fn text_is_looked_at_again_once_its_buffer_was_edited() {
        let bytes = crate::to_vec(&String::from("größe")).unwrap();
        let mut text = Proved::<Vec<u8>, String>::new(bytes).unwrap();
        assert_eq!(text.get(), "größe");
        drop(text.edit_root().unwrap());
        assert_eq!(text.clone().get(), "größe");
        // As a fault in an edit might leave it.
        *text.bytes.bytes.last_mut().unwrap() = 0xFF;
        assert_eq!(text.get(), "");
        assert_eq!(text.edit_root().unwrap().proved(), "");
    }
}
