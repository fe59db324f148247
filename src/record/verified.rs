//! The record of a buffer that was proved.

use super::Record;
use crate::verify::Verified;
use crate::wire::header::Header;
use crate::write::Session;
use crate::write::session::SchemaSource;

impl<'a> Verified<'a> {
    /// A record over the bytes, to read by handles and paths. It checks what it reads once more.
    #[must_use]
    pub fn record(&self) -> Record<&'a [u8]> {
        let (buf, size) = (self.root.buf(), self.root.bytes().len());
        let (schema, root) = (SchemaSource::Shared(self.schema.clone()), buf.floor.saturating_sub(size));
        let mut session = Session::from_parts(buf.bytes, buf.bytes.len(), schema, buf.width.into(), root, size);
        session.is_workspace = Header::is_workspace(buf.bytes);
        Record { session }
    }
}
