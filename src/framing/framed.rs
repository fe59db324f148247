//! A buffer with its schema in front: for files and messages that must be readable by programs
//! which do not know them.
//!
//! ```text
//! D7 76 6C 6D | length : varint | schema in its compact form, of that length | buffer
//! ```
//! The first byte begins no buffer and no text, so the three can be told apart. The buffer lies
//! there unchanged and is read in place.
//!
//! ```
//! use vellum::{Record, Schema, framed};
//!
//! let schema = Schema::parse("struct Point { x: i32, y: i32 } root Point;")?;
//! let mut record = Record::new(&schema);
//! record.set("y", -7)?;
//! let bytes = framed::pack(&schema, record.as_bytes());
//!
//! // Elsewhere, without the schema:
//! let (schema, buffer) = framed::unpack(&bytes)?;
//! let record = Record::open(&schema, buffer)?;
//! assert_eq!(record.get::<i32>("y")?, -7);
//! assert_eq!(schema.root().fields().len(), 2);
//! # Ok::<(), vellum::Error>(())
//! ```

use alloc::vec::Vec;

use crate::error::{Error, Result, Wording};
use crate::schema::Schema;
use crate::wire::varint;

/// What packed bytes begin with.
pub const MAGIC: [u8; 4] = [0xD7, b'v', b'l', b'm'];

/// Puts a schema before a buffer.
///
/// Whether the buffer is one of the schema is not checked.
///
/// ```
/// use vellum::{Vellum, framed};
///
/// #[derive(Vellum)]
/// struct Point { x: i32, y: i32 }
///
/// let buffer = vellum::to_vec(&Point { x: 1, y: 2 })?;
/// let bytes = framed::pack(Point::schema(), &buffer);
/// assert!(bytes.starts_with(&framed::MAGIC) && bytes.ends_with(&buffer));
/// # Ok::<(), vellum::Error>(())
/// ```
#[must_use]
pub fn pack(schema: &Schema, buffer: &[u8]) -> Vec<u8> {
    let form = schema.to_bytes();
    // Only the doc comments of a schema could fill 4 GiB; the length is then too short, and
    // unpacking says so.
    let length = u32::try_from(form.len()).unwrap_or(u32::MAX);
    let mut prefix = [0; 5];
    varint::write(length, &mut prefix);
    let prefix = prefix.get(..varint::len(length)).unwrap_or(&[]);
    [&MAGIC, prefix, &form, buffer].concat()
}

/// Takes apart what [`pack`] put together: the schema, and the buffer where it lies.
///
/// The buffer is as unchecked as any other: [`Record::open`](crate::Record::open) checks its
/// header, and fields are checked when they are read.
///
/// ```
/// use vellum::{ErrorKind, framed};
///
/// assert_eq!(framed::unpack(b"something else").unwrap_err().kind(), ErrorKind::Corrupt);
/// ```
///
/// # Errors
/// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes are not a schema and a buffer,
/// and the errors of [`Schema::from_bytes`]; with the offset in `bytes`.
pub fn unpack(bytes: &[u8]) -> Result<(Schema, &[u8])> {
    let Some(rest) = bytes.strip_prefix(&MAGIC) else {
        return Err(Error::corrupt(0, Wording::NotFramed));
    };
    let Some((length, rest)) = varint::read(rest) else {
        return Err(Error::corrupt(MAGIC.len(), Wording::SchemaLengthVarint));
    };
    let start = bytes.len().saturating_sub(rest.len());
    let Some((form, buffer)) = rest.split_at_checked(length as usize) else {
        return Err(Error::beyond(crate::error::Wording::BeyondSchema, start, u64::from(length), bytes.len()));
    };
    let schema = Schema::from_bytes(form).map_err(|error| error.shifted(start))?;
    Ok((schema, buffer))
}
