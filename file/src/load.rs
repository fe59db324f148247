//! A file read from its start: the head, the base, and the log played on it.

use std::io;
use std::path::Path;

use vellum::patch::Patch;
use vellum::{Record, Schema, framed};

use crate::error::{Damage, FileError};
use crate::frames::{Ended, Frames, Window};
use crate::layout::{Checksum, FRAME, FrameHead, HEAD, Head};

/// How much of the base is read and checked at once.
const CHUNK: usize = 256 * 1024;

/// A file that was read.
pub(crate) struct Loaded {
    pub(crate) head: Head,
    /// The schema in front of the base.
    pub(crate) schema: Schema,
    /// The record, with all edits of the log.
    pub(crate) bytes: Vec<u8>,
    /// Where the last frame ends, and its number.
    pub(crate) frames: Frames,
    /// The number of the last edit of which a later one says that it was durable, and where its
    /// frame ends.
    pub(crate) proved: (u64, u64),
    /// Why the log could not be played further.
    pub(crate) stopped: Option<FileError>,
}

/// Reads the head of an open file.
pub(crate) fn head_of(window: &mut Window, path: &Path) -> Result<Head, FileError> {
    let mut bytes = [0; HEAD];
    let count = window.read(0, &mut bytes).map_err(FileError::system("read the head", path))?;
    Head::read(bytes.get(..count).unwrap_or_default(), path)
}

/// The frames of a file that was read up to an offset, from its first one.
pub(crate) fn frames_again(mut window: Window, known: &Head, read: u64, path: &Path) -> Result<Frames, FileError> {
    let head = head_of(&mut window, path)?;
    if head != *known || window.len() < read {
        return Err(FileError::Shortened { path: path.to_owned(), read, len: window.len() });
    }
    Ok(Frames::new(window, head.id, head.log(), head.sequence))
}

impl Loaded {
    /// Reads a file and plays its log. An error in the log is `stopped`: what was read before it
    /// is a whole record.
    pub(crate) fn read(mut window: Window, path: &Path) -> Result<Self, FileError> {
        let head = head_of(&mut window, path)?;
        let (schema, bytes) = read_base(&mut window, &head, path)?;
        let frames = Frames::new(window, head.id, head.log(), head.sequence);
        let proved = (head.sequence, head.log());
        let mut loaded = Self { head, schema, bytes, frames, proved, stopped: None };
        loaded.play(path)?;
        Ok(loaded)
    }

    fn play(&mut self, path: &Path) -> Result<(), FileError> {
        let Self { schema, frames, .. } = self;
        let mut ends = vec![(frames.sequence, frames.offset)];
        let mut record = Record::open(schema, &mut self.bytes).map_err(FileError::record(path, None))?;
        let played =
            play(frames, path, &mut |patch| record.apply(&Patch::from_bytes(schema, patch)?), &mut |head, end| {
                ends.push((head.sequence, end));
                if head.durable > self.proved.0 {
                    let at = ends.partition_point(|(sequence, _)| *sequence <= head.durable);
                    self.proved = at.checked_sub(1).and_then(|at| ends.get(at)).copied().unwrap_or(self.proved);
                    ends.drain(..at.saturating_sub(1));
                }
            });
        match played {
            Err(error @ FileError::System { .. }) => Err(error),
            Err(error) => {
                self.stopped = Some(error);
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }
}

/// Plays frames until they end. After an error, those before it were played.
pub(crate) fn play(
    frames: &mut Frames,
    path: &Path,
    apply: &mut dyn FnMut(&[u8]) -> vellum::Result<()>,
    played: &mut dyn FnMut(&FrameHead, u64),
) -> Result<(), FileError> {
    let system = || FileError::system("read the log", path);
    loop {
        let before = (frames.offset, frames.sequence);
        while let Some((head, patch)) = frames.next().map_err(system())? {
            if let Err(error) = apply(patch) {
                (frames.offset, frames.sequence) = before_of(frames, &head);
                return Err(FileError::record(path, Some(head.sequence))(error));
            }
            played(&head, frames.offset);
        }
        match frames.ended().map_err(system())? {
            None if frames.offset > before.0 => {}
            None | Some(Ended::Here | Ended::Torn) => return Ok(()),
            Some(Ended::Damaged) => {
                let (offset, readable) = (frames.offset, Some(frames.sequence));
                let what = "an edit that was durable is damaged";
                return Err(FileError::Damaged(Damage { path: path.to_owned(), offset, readable, what }));
            }
        }
    }
}

/// Where the frame begins that was read last.
fn before_of(frames: &Frames, head: &FrameHead) -> (u64, u64) {
    let len = u64::from(head.len).saturating_add(FRAME as u64);
    (frames.offset.saturating_sub(len), frames.sequence.saturating_sub(1))
}

/// The schema and the buffer of the base: `D7 "vlm"`, the length of the schema, the schema, and
/// the buffer.
fn read_base(window: &mut Window, head: &Head, path: &Path) -> Result<(Schema, Vec<u8>), FileError> {
    let system = || FileError::system("read the record", path);
    let damaged = |what| {
        let damage = Damage { path: path.to_owned(), offset: HEAD as u64, readable: None, what };
        FileError::Damaged(damage)
    };
    if head.log() > window.len() {
        return Err(damaged("the file ends within its record"));
    }
    let first = usize::try_from(head.len).unwrap_or(usize::MAX).min(CHUNK);
    let mut prefix = vec![0; first];
    let mut checksum = Checksum::new(head.id);
    read_chunk(window, HEAD as u64, &mut prefix).map_err(system())?;
    let (schema, start) = match framed::unpack(&prefix) {
        Ok((schema, buffer)) => (schema, prefix.len().saturating_sub(buffer.len())),
        // A schema of more than 256 kB, unless the bytes are damaged, which the checksum tells.
        Err(_) if first == CHUNK => {
            let all = usize::try_from(head.len).map_err(|_| damaged("the record is too long for this machine"))?;
            prefix.resize(all, 0);
            read_chunk(window, HEAD as u64, &mut prefix).map_err(system())?;
            checksum.add(&prefix);
            if checksum.finish() != head.checksum {
                return Err(damaged("the record is damaged"));
            }
            let (schema, buffer) = framed::unpack(&prefix).map_err(FileError::record(path, None))?;
            return Ok((schema, buffer.to_vec()));
        }
        Err(error) => {
            checksum.add(&prefix);
            let is_whole = first as u64 == head.len && checksum.finish() == head.checksum;
            let damage = damaged("the record is damaged");
            return Err(if is_whole { FileError::record(path, None)(error) } else { damage });
        }
    };
    checksum.add(&prefix);
    let len = usize::try_from(head.len).map_err(|_| damaged("the record is too long for this machine"))?;
    // With room for what the log adds, which is not touched before.
    let log = usize::try_from(window.len().saturating_sub(head.log())).unwrap_or(0);
    let mut bytes = vec![0; len.saturating_sub(start).saturating_add(log)];
    bytes.truncate(len.saturating_sub(start));
    let (known, rest) = bytes.split_at_mut(prefix.len().saturating_sub(start));
    known.copy_from_slice(prefix.get(start..).unwrap_or_default());
    let mut offset = (HEAD as u64).saturating_add(first as u64);
    for chunk in rest.chunks_mut(CHUNK) {
        read_chunk(window, offset, chunk).map_err(system())?;
        checksum.add(chunk);
        offset = offset.saturating_add(chunk.len() as u64);
    }
    if checksum.finish() != head.checksum {
        return Err(damaged("the record is damaged"));
    }
    Ok((schema, bytes))
}

fn read_chunk(window: &mut Window, offset: u64, into: &mut [u8]) -> io::Result<()> {
    if window.read(offset, into)? < into.len() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}
