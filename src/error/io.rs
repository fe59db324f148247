//! An error as one of input and output.

use super::{Error, ErrorKind};

/// Corrupt and newer bytes are invalid data, a full storage is full, a fault of the crate is
/// another error, and all else is an invalid input; the error is kept in it.
///
/// ```
/// use std::io;
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Point { x: i32 }
///
/// fn x(mut from: impl io::Read) -> io::Result<i32> {
///     let mut bytes = Vec::new();
///     from.read_to_end(&mut bytes)?;
///     Ok(Point::view(&bytes)?.x()?)
/// }
///
/// assert_eq!(x(&[0x20, 4, 7, 0, 0, 0][..])?, 7);
/// assert_eq!(x(&b"no point"[..]).unwrap_err().kind(), io::ErrorKind::InvalidData);
/// # Ok::<(), io::Error>(())
/// ```
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        let kind = match error.kind() {
            ErrorKind::Corrupt | ErrorKind::Newer | ErrorKind::Syntax => std::io::ErrorKind::InvalidData,
            ErrorKind::Busy => std::io::ErrorKind::ResourceBusy,
            ErrorKind::Full => std::io::ErrorKind::StorageFull,
            ErrorKind::Limit | ErrorKind::Schema | ErrorKind::Type | ErrorKind::Path | ErrorKind::Conflict => {
                std::io::ErrorKind::InvalidInput
            }
            ErrorKind::Internal => std::io::ErrorKind::Other,
        };
        Self::new(kind, error)
    }
}
