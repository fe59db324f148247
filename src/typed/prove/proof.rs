//! Proofs of whole buffers: from borrowed bytes to a proved view, proofs that own their bytes, and
//! edits that keep a proof.

use core::fmt;
use core::marker::PhantomData;

use super::prover::{ProvedBytes, Proven, Prover, RootPlace, StableBytes, opened};
use super::reason::Proving;
use crate::error::{Error, ErrorKind, FixedError, Result, Wording};
use crate::read::Buf;
use crate::read::open::RecordBytes;
use crate::schema::MIXED;
use crate::typed::list::Invariant;
use crate::typed::plan::is_sound;
use crate::typed::root::{Root, Rooted, get_root};
use crate::typed::value::RecordOf;
use crate::typed::{Reading, Value, Vellum};
use crate::wire::width::{PointerWidth, Shift, with_width};
use crate::write::Storage;
use crate::write::undo::Transaction;

/// Proves a buffer of a derived type, and gives its proved view.
///
/// # Errors
/// As [`Vellum::prove`].
#[inline]
pub(in crate::typed) fn proved_view<T: Value>(bytes: &[u8]) -> Result<T::Proved<'_>> {
    prove::<T>(bytes).map(view::<T>)
}

/// The proved root record of a buffer.
#[inline]
pub(super) fn prove<T: Value>(bytes: &[u8]) -> Result<RecordOf<'_, T, Proven>> {
    let Ok((buf, root)) = Buf::open(bytes, const { Root::<T>::ENDS }, Root::<T>::lineage) else {
        return Err(refused::<T>(bytes));
    };
    if is_proved::<T>(&buf, root) && is_sound::<T>() {
        return Ok(RecordOf::new(RecordBytes::new(buf, root), Proven { is_unchanged: true }));
    }
    Err(refused::<T>(bytes))
}

/// Whether a buffer is valid, and the type has a value for all of it.
pub(in crate::typed) fn is_valid<T: Value>(bytes: &[u8]) -> bool {
    let Ok((buf, root)) = Buf::open(bytes, const { Root::<T>::ENDS }, Root::<T>::lineage) else { return false };
    is_proved::<T>(&buf, root)
}

/// Whether an open buffer is proved, by code for its width.
#[inline(always)]
fn is_proved<T: Value>(buf: &Buf<'_>, root: &[u8]) -> bool {
    with_width!(PointerWidth::from(buf.width), W => prove_root::<T, W>(buf.with_width(W {}), root).0.is_some())
}

/// The proved view of a root record.
#[inline(always)]
pub(super) fn view<T: Value>(root: RecordOf<'_, T, Proven>) -> T::Proved<'_> {
    Proven::of(get_root::<T, Proven>(root.record(), root.known()))
}

/// Proves an open buffer; gives what the proof noted.
fn prove_root<T: Value, W: Proving>(buf: Buf<'_, W>, root: &[u8]) -> (Option<()>, W::Notes) {
    let (len, most) = (buf.bytes.len() as u64, buf.width.number().max_len());
    let mut prover = Prover::new(buf);
    let done = if len > most {
        prover.fail(|_| Error::of(ErrorKind::Corrupt, Wording::Reach, [len, most, 0]).at(0))
    } else {
        prove_record::<T, W>(&mut prover, root)
    };
    (done, prover.notes)
}

/// Proves the root record: that of a struct, or one whose only field is a value of any other type.
#[inline(always)]
fn prove_record<T: Value, W: Proving>(prover: &mut Prover<'_, W>, root: &[u8]) -> Option<()> {
    if const { Root::<T>::IS_STRUCT } {
        return prover.element::<T>(root, MIXED);
    }
    prover.alone::<T>(root)
}

/// Why a buffer is refused.
#[cold]
#[inline(never)]
fn refused<T: Value>(bytes: &[u8]) -> Error {
    if !is_sound::<T>() {
        return Error::fixed(&FixedError(
            ErrorKind::Schema,
            "the type breaks a rule of schemas: `T::schema().check()` says which",
        ));
    }
    match Buf::open(bytes, const { Root::<T>::ENDS }, Root::<T>::lineage) {
        Ok((buf, root)) => {
            let (ended, notes) = prove_root::<T, Shift>(buf, root);
            notes.error(ended)
        }
        Err(error) => error,
    }
}

// `Proved`: a proof that owns its bytes.

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
#[doc(alias("OwnedArchive", "Yoke", "Ref"))]
pub struct Proved<B, T> {
    bytes: ProvedBytes<B>,
    /// Invariant: types that differ only in lifetimes can have different layouts.
    marker: Invariant<T>,
}

impl<B: StableBytes, T: Value> Proved<B, T> {
    /// Proves the bytes, as [`Vellum::prove`] does.
    ///
    /// ```
    /// # use vellum::{Vellum, proved::Proved};
    /// # #[derive(Vellum)] struct User { name: String }
    /// assert!(Proved::<Vec<u8>, User>::new(vec![0x20, 1, 9]).is_err());
    /// ```
    ///
    /// # Errors
    /// As [`Vellum::prove`].
    pub fn new(bytes: B) -> Result<Self> {
        let root = RootPlace::of(prove::<T>(bytes.stable_bytes())?.record());
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
    /// ```
    /// use vellum::{Vellum, proved::{Proved, ProvedEdit}};
    ///
    /// #[derive(Vellum)]
    /// struct User { name: String, age: u16, tags: Vec<String> }
    ///
    /// let bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36, tags: vec![] })?;
    /// let mut user = Proved::<Vec<u8>, User>::new(bytes)?;
    /// let mut edit = user.edit()?;
    /// for _ in 0..3 {
    ///     edit.set_age(edit.proved().age() + 1)?; // read without checks
    ///     edit.tags().push("older")?;
    /// }
    /// assert_eq!((user.get().age(), user.get().tags().len()), (39, 3));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// None: the header of a proved buffer was checked. Setters have the same errors as in other
    /// edits, such as for a value that breaks a rule.
    pub fn edit(&mut self) -> Result<T::Edit<'_, &mut ProvedBytes<B>>> {
        self.bytes.root = None;
        T::edit(&mut self.bytes)
    }

    /// Makes all edits of the closure or none, as [`Vellum::transaction`] does. The proof is kept.
    ///
    /// ```
    /// use std::error::Error;
    /// use vellum::{Vellum, proved::Proved};
    ///
    /// #[derive(Vellum)]
    /// struct User { name: String, age: u16 }
    ///
    /// let mut user = Proved::<_, User>::new(vellum::to_vec(&User { name: "Ada".into(), age: 36 })?)?;
    /// let refused: Result<(), Box<dyn Error>> = user.transaction(|user| {
    ///     user.set_age(37)?;
    ///     Err("not today".into())
    /// });
    /// assert!(refused.is_err());
    /// assert_eq!(user.get().age(), 36);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the edits and of the closure.
    pub fn transaction<R, E: From<Error>>(
        &mut self,
        edit: impl for<'a> FnOnce(&mut T::Edit<'a, Transaction<'a>>) -> Result<R, E>,
    ) -> Result<R, E> {
        self.bytes.root = None;
        T::transaction(&mut self.bytes, edit)
    }
}

impl<B: StableBytes, T> Proved<B, T> {
    /// The storage of edits that other rooms make: those of a transaction of a valid buffer, or a
    /// patch that applies. Both leave a valid buffer.
    pub(crate) fn edited(&mut self) -> &mut ProvedBytes<B> {
        self.bytes.root = None;
        &mut self.bytes
    }
}

impl<B: StableBytes, T> Proved<B, T> {
    /// The bytes, including those that a [`Workspace`](crate::Workspace) does not use.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.bytes.stable_bytes()
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

// Edits of a proved buffer, with reads without checks between them.
//
// Invariant: an edit of a valid buffer leaves a valid buffer, whether it succeeds or not. The
// storage of such an edit is a type of its own, which only a proved buffer has, so an edit of
// other bytes cannot be swapped in.

/// Reads the current value during an edit of a proved buffer: implemented by the edits that
/// [`Proved::edit`](crate::proved::Proved::edit) returns.
///
/// If a field of the struct is named `proved`, this is `ProvedEdit::proved(&edit)`.
pub trait ProvedEdit {
    /// The type of the buffer.
    type Root: Value;

    /// The current value, as [`Proved::get`](crate::proved::Proved::get) returns it.
    ///
    /// ```
    /// use vellum::{Vellum, proved::{Proved, ProvedEdit}};
    ///
    /// #[derive(Vellum)]
    /// struct User { name: String, age: u16 }
    ///
    /// let mut user = Proved::<Vec<u8>, User>::new(vellum::to_vec(&User { name: "Ada".into(), age: 36 })?)?;
    /// let mut edit = user.edit()?;
    /// edit.set_age(edit.proved().age() + 1)?; // nothing is checked to read
    /// edit.name().push_str(" Lovelace")?;
    /// assert_eq!((edit.proved().name(), edit.proved().age()), ("Ada Lovelace", 37));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    fn proved(&self) -> <Self::Root as Value>::Proved<'_>;
}

/// The storage of an edit of a proved buffer.
#[doc(hidden)]
pub trait ProvedStorage {
    /// The proved view of the bytes, which were proved as `T`.
    fn opened<T: Value>(&self) -> T::Proved<'_>;
}

impl<B: StableBytes> ProvedStorage for &mut ProvedBytes<B> {
    #[inline(always)]
    fn opened<T: Value>(&self) -> T::Proved<'_> {
        opened::<T, B>(self)
    }
}

impl<E: Rooted<Storage: ProvedStorage>> ProvedEdit for E {
    type Root = E::Root;

    #[inline]
    fn proved(&self) -> <E::Root as Value>::Proved<'_> {
        self.session().storage.opened::<E::Root>()
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn text_is_looked_at_again_once_its_buffer_was_edited() {
        let bytes = crate::to_vec(&String::from("größe")).unwrap();
        let mut text = Proved::<Vec<u8>, String>::new(bytes).unwrap();
        assert_eq!(text.get(), "größe");
        drop(text.edit().unwrap());
        assert_eq!(text.clone().get(), "größe");
        // As a fault in an edit might leave it.
        *text.bytes.bytes.last_mut().unwrap() = 0xFF;
        assert_eq!(text.get(), "");
        assert_eq!(text.edit().unwrap().proved(), "");
    }
}
