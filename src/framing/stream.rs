//! Buffers one after the other, over [`std::io`]: a log, a pipe, a socket.
//!
//! ```text
//! stream = (length : varint | buffer of that length)*
//! ```
//! There is no header, so streams can be appended to one another. A reader allocates as data
//! arrives, never for a length alone, and tells a clean end from one in the middle of a record.
//!
//! ```
//! use vellum::stream::{Reader, Writer};
//! use vellum::{Record, Schema};
//!
//! let schema = Schema::parse("struct Event { number: u32 } root Event;").unwrap();
//! let mut writer = Writer::new(Vec::new());
//! let mut record = Record::new(&schema);
//! for number in 0..3u32 {
//!     record.set("number", number).unwrap();
//!     writer.write(record.as_bytes())?;
//! }
//! let bytes = writer.into_inner();
//!
//! for (buffer, number) in Reader::new(&bytes[..]).zip(0u32..) {
//!     let record = Record::open(&schema, buffer?).unwrap();
//!     assert_eq!(record.get::<u32>("number").unwrap(), number);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

use alloc::vec::Vec;
use std::io::{self, Read, Write};

use crate::error::{Error, ErrorKind};
use crate::wire::varint;

/// The longest record that a reader accepts unless it is told otherwise: 64 MiB.
pub const DEFAULT_LIMIT: u32 = 0x400_0000;

/// What a reader makes room for before it sees a record's bytes.
const FIRST_ROOM: usize = 0x1000;

/// Writes records, each with its length before it.
///
/// It writes each record at once. Put a [`BufWriter`](std::io::BufWriter) between it and a file or
/// socket.
///
/// ```
/// use vellum::stream::Writer;
///
/// let mut writer = Writer::new(Vec::new());
/// writer.write(&[0x20, 1, 7])?;
/// writer.write(&[0x20, 1, 8])?;
/// assert_eq!(writer.into_inner(), [3, 0x20, 1, 7, 3, 0x20, 1, 8]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    inner: W,
}

impl<W: Write> Writer<W> {
    /// Starts or continues a stream.
    pub fn new(inner: W) -> Self {
        Self { inner }
    }

    /// Writes one record: a buffer, or any other bytes.
    ///
    /// # Errors
    /// Those of the sink, after which part of the record may have been written;
    /// [`io::ErrorKind::InvalidInput`] for a record that is longer than a buffer can be.
    pub fn write(&mut self, record: &[u8]) -> io::Result<()> {
        let Ok(length) = u32::try_from(record.len()) else {
            let error = Error::limit("a record of a stream has at most 4,294,967,295 bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, error));
        };
        let mut prefix = [0; 5];
        varint::write(length, &mut prefix);
        self.inner.write_all(prefix.get(..varint::len(length)).unwrap_or(&[]))?;
        self.inner.write_all(record)
    }

    /// Flushes the sink.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }

    /// The sink.
    pub fn get_ref(&self) -> &W {
        &self.inner
    }

    /// Returns the sink.
    pub fn into_inner(self) -> W {
        self.inner
    }
}

/// Reads records: as an iterator of vectors, or with [`Reader::read_into`] all into one.
///
/// It reads small pieces. Put a [`BufReader`](std::io::BufReader) between it and a file or socket.
/// After an error there are no more records, since nobody knows where the next one begins.
///
/// ```
/// use vellum::stream::Reader;
///
/// let mut reader = Reader::new(&[2, 7, 8, 3, 9][..]);
/// assert_eq!(reader.next().unwrap().unwrap(), [7, 8]);
/// let error = reader.next().unwrap().unwrap_err();
/// assert_eq!(error.kind(), std::io::ErrorKind::UnexpectedEof);
/// let error = error.get_ref().unwrap().downcast_ref::<vellum::Error>().unwrap();
/// assert_eq!(error.position(), Some(5)); // where more was expected
/// assert!(reader.next().is_none());
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    inner: R,
    limit: u32,
    /// Bytes read so far.
    offset: u64,
    is_over: bool,
}

impl<R: Read> Reader<R> {
    /// Starts to read, records of at most [`DEFAULT_LIMIT`] bytes.
    pub fn new(inner: R) -> Self {
        Self::with_limit(inner, DEFAULT_LIMIT)
    }

    /// Starts to read, records of at most `limit` bytes.
    ///
    /// ```
    /// use vellum::stream::Reader;
    ///
    /// let mut reader = Reader::with_limit(&[3, 1, 2, 3][..], 2);
    /// let error = reader.next().unwrap().unwrap_err();
    /// assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
    /// ```
    pub fn with_limit(inner: R, limit: u32) -> Self {
        Self { inner, limit, offset: 0, is_over: false }
    }

    /// Bytes read so far: between records, where the next one begins.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The source.
    pub fn get_ref(&self) -> &R {
        &self.inner
    }

    /// Returns the source, positioned at the next record.
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Replaces the content of the vector with the next record. Returns whether there was one.
    ///
    /// ```
    /// use vellum::stream::Reader;
    ///
    /// let mut reader = Reader::new(&[1, 7, 2, 8, 9][..]);
    /// let (mut record, mut sum) = (Vec::new(), 0);
    /// while reader.read_into(&mut record)? {
    ///     sum += record.len();
    /// }
    /// assert_eq!(sum, 3);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the source; [`io::ErrorKind::UnexpectedEof`] if it ends within a record;
    /// [`io::ErrorKind::InvalidData`] for a malformed length or one beyond the limit. The last two
    /// hold an [`Error`](crate::Error) with the offset in the stream.
    pub fn read_into(&mut self, record: &mut Vec<u8>) -> io::Result<bool> {
        record.clear();
        if self.is_over {
            return Ok(false);
        }
        // Until the record is whole.
        self.is_over = true;
        let start = self.offset;
        let Some(length) = self.length()? else { return Ok(false) };
        if length > self.limit {
            return Err(at(
                io::ErrorKind::InvalidData,
                Error::new(
                    ErrorKind::Limit,
                    format_args!("a record of {length} bytes in a stream, where at most {} are accepted", self.limit),
                ),
                start,
            ));
        }
        record.reserve(FIRST_ROOM.min(length as usize));
        let count = self.inner.by_ref().take(u64::from(length)).read_to_end(record)?;
        self.offset = self.offset.saturating_add(count as u64);
        if count < length as usize {
            return Err(self.ends_early());
        }
        self.is_over = false;
        Ok(true)
    }

    /// The length before the next record; `None` at the end.
    fn length(&mut self) -> io::Result<Option<u32>> {
        let mut form = [0; 5];
        let (first, rest) = form.split_at_mut(1);
        if !self.fill(first)? {
            return Ok(None);
        }
        let more = match first.first() {
            Some(..0x80) => 0,
            Some(0x80..0xC0) => 1,
            Some(0xC0..0xE0) => 3,
            Some(0xE0) => 4,
            _ => {
                let error = Error::new(ErrorKind::Corrupt, "no valid varint for the length of a record");
                return Err(at(io::ErrorKind::InvalidData, error, self.offset.saturating_sub(1)));
            }
        };
        for byte in rest.iter_mut().take(more) {
            if !self.fill(core::slice::from_mut(byte))? {
                return Err(self.ends_early());
            }
        }
        Ok(varint::read(&form).map(|(length, _)| length))
    }

    /// Reads one byte. Says whether there was one.
    fn fill(&mut self, byte: &mut [u8]) -> io::Result<bool> {
        loop {
            match self.inner.read(byte) {
                Ok(0) => return Ok(false),
                Ok(_) => {
                    self.offset = self.offset.saturating_add(1);
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn ends_early(&self) -> io::Error {
        at(io::ErrorKind::UnexpectedEof, Error::new(ErrorKind::Corrupt, "the stream ends within a record"), self.offset)
    }
}

fn at(kind: io::ErrorKind, error: Error, offset: u64) -> io::Error {
    io::Error::new(kind, error.at(usize::try_from(offset).unwrap_or(usize::MAX)))
}

impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut record = Vec::new();
        match self.read_into(&mut record) {
            Ok(true) => Some(Ok(record)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

impl<R: Read> core::iter::FusedIterator for Reader<R> {}
