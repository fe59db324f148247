//! How a file is written.

use std::sync::Arc;
use std::time::Duration;

use crate::system::{FileSystem, StdFileSystem};

/// When an edit is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Durability {
    /// When `edit` returns: one write and one sync of data for each edit.
    EachEdit,
    /// With the first edit after so many edits or so much time, whatever is earlier, and when the
    /// file is closed. Both are looked at only when an edit is made: no thread waits.
    Batched {
        /// The most edits that are not yet on the disk.
        edits: u32,
        /// After this time an edit also makes those before it durable.
        interval: Duration,
    },
    /// When the operating system writes it, or at `sync`. An edit then survives the end of the
    /// process, and not that of the machine.
    Os,
}

/// The options of a file that is edited.
///
/// ```
/// use std::time::Duration;
/// use vellum::Vellum;
/// use vellum_file::{Durability, FileOptions};
///
/// #[derive(Vellum, Default)]
/// struct Counter { value: u64 }
///
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("counter");
/// let options = FileOptions::new().durability(Durability::Batched { edits: 100, interval: Duration::from_secs(1) });
/// let mut file = options.create(&path, &Counter::default())?;
/// file.edit(|counter| counter.set_value(1))?;
/// assert_eq!((file.sequence(), file.durable()), (1, 0));
/// file.sync()?;
/// assert_eq!(file.durable(), 1);
/// # Ok::<(), vellum_file::FileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FileOptions {
    pub(crate) durability: Durability,
    pub(crate) compaction: Option<(f64, u64)>,
    pub(crate) has_times: bool,
    pub(crate) id: Option<u64>,
    pub(crate) system: Arc<dyn FileSystem>,
}

impl FileOptions {
    /// Each edit is durable when it returns; the file is compacted when the log is as long as the
    /// record, and longer than 4 kB.
    #[must_use]
    pub fn new() -> Self {
        let compaction = Some((1.0, 4096));
        let system = Arc::new(StdFileSystem);
        Self { durability: Durability::EachEdit, compaction, has_times: true, id: None, system }
    }

    /// When an edit is on the disk.
    #[must_use]
    pub fn durability(mut self, durability: Durability) -> Self {
        self.durability = durability;
        self
    }

    /// Compacts the file when the log is longer than `factor` times the record that it began with,
    /// and longer than `floor` bytes.
    ///
    /// A greater factor writes less and opens later. With 1.0, a record that does not grow is
    /// written once for each time that its length was written in edits.
    #[must_use]
    pub fn compaction(mut self, factor: f64, floor: u64) -> Self {
        self.compaction = Some((factor, floor));
        self
    }

    /// Compacts the file only by `compact`: the log has all edits since then.
    #[must_use]
    pub fn no_compaction(mut self) -> Self {
        self.compaction = None;
        self
    }

    /// Whether each edit in the log has the time of this machine at which it was made; it has,
    /// unless this says otherwise. The place of the time takes eight bytes in both cases.
    #[must_use]
    pub fn times(mut self, has_times: bool) -> Self {
        self.has_times = has_times;
        self
    }

    /// The number of each file that is written, in the place of a random one: for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn id(mut self, id: u64) -> Self {
        self.id = Some(id);
        self
    }

    /// Another file system: for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn file_system(mut self, system: Arc<dyn FileSystem>) -> Self {
        self.system = system;
        self
    }
}

impl Default for FileOptions {
    fn default() -> Self {
        Self::new()
    }
}
