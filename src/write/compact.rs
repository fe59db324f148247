//! The canonical form of a buffer.

use super::rewrite;
use super::session::SchemaSource;
use super::session::Session;
use super::storage::Storage;
use crate::error::{Error, ErrorKind, FixedError, Result};

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Brings the buffer to its canonical form.
    pub(crate) fn compact(&mut self) -> Result<()> {
        // A workspace stays a workspace: only its header tells where the buffer ends in longer
        // memory.
        let content = if self.storage.keeps_layout() {
            rewrite::workspace(&self.navigator(), self.width)?
        } else {
            rewrite::canonical(&self.navigator())?
        };
        let len = content.len();
        if self.storage.has_fixed_len() && len != self.bytes().len() {
            return Err(Error::fixed(&FixedError(ErrorKind::Full, "storage of fixed length cannot shrink")));
        }
        self.replace(content, len as u64)
    }
}
