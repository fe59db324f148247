//! The canonical form of a buffer.

use super::rewrite;
use super::session::Session;
use super::storage::Storage;
use crate::error::{Error, Kind, Result};
use crate::typed::Vellum;

/// Brings a buffer to its canonical form: no free space, the narrowest pointers, defaults not stored.
///
/// Buffers that hold equal values are equal bytes after this, and equal to what [`to_vec`](crate::to_vec) gives.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Note { text: String }
///
/// let mut bytes = vellum::to_vec(&Note { text: "a long text".into() })?;
/// Note::edit(&mut bytes)?.set_text("short")?;
/// vellum::compact::<Note>(&mut bytes)?;
/// assert_eq!(bytes, vellum::to_vec(&Note { text: "short".into() })?);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// A [`Workspace`](crate::Workspace) stays a workspace: its values are laid out as in the canonical form, behind a workspace's header, with
/// pointers that reach all of the memory.
///
/// # Errors
/// [`Kind::Corrupt`] for invalid bytes; [`Kind::Newer`] if the buffer holds data of a newer schema revision, which would
/// be lost; [`Kind::Full`] for a storage of fixed length, whose canonical form is shorter than it. The buffer is then
/// unchanged.
pub fn compact<T: Vellum>(storage: &mut (impl Storage + ?Sized)) -> Result<()> {
    Session::open_whole::<T>(storage)?.compact()
}

impl<S: Storage> Session<S> {
    /// Brings the buffer to its canonical form.
    pub(crate) fn compact(&mut self) -> Result<()> {
        // A workspace stays one: an ordinary buffer would not say where it ends in memory that is longer.
        let content = if self.storage.keeps_layout() {
            rewrite::workspace(&self.navigator(), self.width)?
        } else {
            rewrite::canonical(&self.navigator())?
        };
        let len = content.len();
        if self.storage.has_fixed_len() && len != self.bytes().len() {
            return Err(Error::new(
                Kind::Full,
                "a storage of fixed length cannot become as short as its canonical form",
            ));
        }
        self.replace(content, len as u64)
    }
}
