//! Where in a record a value goes that is read: kept as it is, and written out for messages alone.

use alloc::string::String;
use core::fmt::Write;

use crate::encode::Encoder;
use crate::read::path::write_key;
use crate::schema::MapEntry;

/// A step of the way.
#[derive(Clone, Copy)]
pub(super) enum Segment<'s> {
    /// A field, or a variant.
    Field(&'s str),
    /// An element.
    Index(usize),
    /// The key of an entry that is open, and begins at an offset.
    Key(&'s MapEntry, usize),
}

impl Segment<'_> {
    /// Writes the step behind those before it.
    pub(super) fn write(&self, path: &mut String, encoder: &Encoder<'_>) {
        // Writing to a String cannot fail; a key that has no text is left out.
        let _ = match self {
            Self::Field(name) => write!(path, "{}{name}", if path.is_empty() { "" } else { "." }),
            Self::Index(index) => write!(path, "[{index}]"),
            Self::Key(entry, at) => {
                let _ = encoder.key(entry, *at).and_then(|key| write_key(path, key));
                Ok(())
            }
        };
    }
}
