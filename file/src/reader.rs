//! A file that is read while another process edits it, without the type of the record.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use vellum::Schema;

use crate::error::FileError;
use crate::frames::{Frames, Window};
use crate::history::History;
use crate::layout::Head;
use crate::load::{Loaded, frames_again, head_of, play};
use crate::system::FileSystem;

/// What a [`reload`](crate::RecordReader::reload) found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reloaded {
    /// How many edits the record has more than before.
    pub edits: u64,
    /// Whether the whole file was read, as the writer had compacted it or it was replaced.
    pub is_whole: bool,
}

/// A file that was read as a whole, and its record.
type Whole = (Follower, Vec<u8>);

/// How far a file was read.
pub(crate) struct Follower {
    system: Arc<dyn FileSystem>,
    path: PathBuf,
    head: Head,
    schema: Schema,
    offset: u64,
    sequence: u64,
    /// Where the last frame begins that was read, and its checksum.
    last: Option<(u64, u64)>,
}

impl Follower {
    pub(crate) fn open(
        system: &Arc<dyn FileSystem>,
        path: &Path,
        check: impl FnOnce(&Schema) -> vellum::Result<()>,
    ) -> Result<(Self, Vec<u8>), FileError> {
        let path = system.resolve(path).map_err(FileError::system("find the file", path))?;
        Self::load(Arc::clone(system), open(&**system, &path)?, path, check)
    }

    fn load(
        system: Arc<dyn FileSystem>,
        window: Window,
        path: PathBuf,
        check: impl FnOnce(&Schema) -> vellum::Result<()>,
    ) -> Result<(Self, Vec<u8>), FileError> {
        let Loaded { head, schema, bytes, frames, stopped, .. } = Loaded::read(window, &path)?;
        if let Some(error) = stopped {
            return Err(error);
        }
        check(&schema).map_err(FileError::record(&path, None))?;
        let (offset, sequence, last) = (frames.offset, frames.sequence, frames.last);
        Ok((Self { system, path, head, schema, offset, sequence, last }, bytes))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn schema(&self) -> &Schema {
        &self.schema
    }

    pub(crate) fn sequence(&self) -> u64 {
        self.sequence
    }

    /// The edits between the base and what was read.
    pub(crate) fn history(&self) -> Result<History, FileError> {
        let window = open(&*self.system, &self.path)?;
        let frames = frames_again(window, &self.head, self.offset, &self.path)?;
        Ok(History::new(frames, self.sequence, self.path.clone()))
    }

    /// Gives what is new to `apply`, patch by patch, or the whole record to `replace`.
    pub(crate) fn reload(
        &mut self,
        check: impl FnOnce(&Schema) -> vellum::Result<()>,
        apply: &mut dyn FnMut(&Schema, &[u8]) -> vellum::Result<()>,
    ) -> Result<(Reloaded, Option<Whole>), FileError> {
        let mut window = open(&*self.system, &self.path)?;
        let before = self.sequence;
        let head = head_of(&mut window, &self.path)?;
        if head != self.head {
            return self.reload_whole(window, check);
        }
        if window.len() < self.offset {
            let (read, len) = (self.offset, window.len());
            return Err(FileError::Shortened { path: self.path.clone(), read, len });
        }
        let mut frames = Frames::new(window, head.id, self.offset, self.sequence);
        let is_there = self.last.map_or(Ok(true), |last| frames.has(last));
        if !is_there.map_err(FileError::system("read the log", &self.path))? {
            // The writer took the edit back, as the system told it of a failure, and made another.
            return self.reload_whole(frames.window, check);
        }
        let schema = &self.schema;
        let played = play(&mut frames, &self.path, &mut |patch| apply(schema, patch), &mut |_, _| {});
        (self.offset, self.sequence) = (frames.offset, frames.sequence);
        self.last = frames.last.or(self.last);
        played?;
        let edits = self.sequence.saturating_sub(before);
        Ok((Reloaded { edits, is_whole: false }, None))
    }

    fn reload_whole(
        &self,
        window: Window,
        check: impl FnOnce(&Schema) -> vellum::Result<()>,
    ) -> Result<(Reloaded, Option<Whole>), FileError> {
        let (new, bytes) = Self::load(Arc::clone(&self.system), window, self.path.clone(), check)?;
        let edits = new.sequence.saturating_sub(self.sequence);
        Ok((Reloaded { edits, is_whole: true }, Some((new, bytes))))
    }
}

fn open(system: &dyn FileSystem, path: &Path) -> Result<Window, FileError> {
    let file = system.open(path, false).map_err(FileError::system("open the file", path))?;
    Window::new(file).map_err(FileError::system("read the file", path))
}
