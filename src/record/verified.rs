//! The record of a buffer that was proved.

use super::RecordView;
use crate::verify::Verified;

impl<'a> Verified<'a> {
    /// The record, to read by handles and paths. It checks what it reads once more.
    #[must_use]
    pub fn record(&self) -> RecordView<'a> {
        RecordView { buf: *self.root.buf(), root: self.root.bytes(), schema: self.schema }
    }
}
