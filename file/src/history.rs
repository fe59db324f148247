//! The edits that are in the log of a file.

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use vellum::Schema;
use vellum::patch::Patch;

use crate::error::FileError;
use crate::frames::Frames;

/// An edit in the log of a file.
#[derive(Clone, PartialEq, Eq)]
pub struct LoggedEdit {
    pub(crate) sequence: u64,
    pub(crate) time: u64,
    pub(crate) patch: Vec<u8>,
}

impl LoggedEdit {
    /// Its number: the first edit of a file has 1.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// The time of the writer's machine at which it was made, to a millisecond; `None` if the
    /// writer did not say it.
    #[must_use]
    pub fn time(&self) -> Option<SystemTime> {
        if self.time == 0 {
            return None;
        }
        UNIX_EPOCH.checked_add(Duration::from_millis(self.time))
    }

    /// The patch as bytes: what a follower applies to its own record.
    #[must_use]
    pub fn patch_bytes(&self) -> &[u8] {
        &self.patch
    }

    /// The patch, for records of a schema: that of the file, or another revision of it.
    ///
    /// # Errors
    /// As [`Patch::from_bytes`].
    pub fn patch(&self, schema: &Schema) -> vellum::Result<Patch> {
        Patch::from_bytes(schema, &self.patch)
    }
}

impl fmt::Debug for LoggedEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sequence, time, bytes) = (self.sequence, self.time, self.patch.len());
        f.debug_struct("LoggedEdit")
            .field("sequence", &sequence)
            .field("time", &time)
            .field("bytes", &bytes)
            .finish_non_exhaustive()
    }
}

/// The edits in the log of a file, in order: those since the last compaction. The iterator of
/// [`RecordFile::history`](crate::RecordFile::history), which reads them from the file.
pub struct History {
    frames: Frames,
    last: u64,
    path: PathBuf,
}

impl History {
    pub(crate) fn new(frames: Frames, last: u64, path: PathBuf) -> Self {
        Self { frames, last, path }
    }
}

impl Iterator for History {
    type Item = Result<LoggedEdit, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.frames.sequence >= self.last {
            return None;
        }
        let (read, len) = (self.frames.offset, self.frames.window.len());
        let ended = match self.frames.next() {
            Ok(Some((head, patch))) => {
                return Some(Ok(LoggedEdit { sequence: head.sequence, time: head.time, patch: patch.to_vec() }));
            }
            Ok(None) => FileError::Shortened { path: self.path.clone(), read, len },
            Err(error) => FileError::system("read the log", &self.path)(error),
        };
        self.last = 0;
        Some(Err(ended))
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History").field("last", &self.last).finish_non_exhaustive()
    }
}
