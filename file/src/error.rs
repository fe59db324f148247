//! Errors: of the file system, of the file and of the record in it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file did not do what it was asked.
///
/// An edit that ends with an error has not changed the record in memory. It is not in the file
/// either, with one exception: [`FileError::NotSynced`].
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The system could not do something. Nothing has changed.
    System {
        /// What was to be done, as "write the edit".
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The system could not make durable what was written. The last edits may be in the file, as
    /// wholes, or not. This handle refuses all further edits: open the file again.
    NotSynced {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// An earlier write or sync failed in such a way that the state of the file is not known: open
    /// the file again.
    Poisoned {
        /// The file.
        path: PathBuf,
    },
    /// Another handle has the file open to edit it.
    Locked {
        /// The file.
        path: PathBuf,
        /// The process, as "process 4711 on host"; `None` if the system does not let it be read.
        holder: Option<String>,
    },
    /// A file that was to be made is there.
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file is of another kind: it has not the first bytes of a record file.
    OtherKind {
        /// The file.
        path: PathBuf,
    },
    /// The file was written by a later version of this crate.
    LaterVersion {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        version: u8,
    },
    /// Bytes of the file are not those that were written, and they were durable.
    Damaged(Damage),
    /// The file is shorter than it was, or another process changed what was in it.
    Shortened {
        /// The file.
        path: PathBuf,
        /// How far it was read.
        read: u64,
        /// Its length now.
        len: u64,
    },
    /// A schema is no later revision of the one in the file.
    NoRevision {
        /// The file.
        path: PathBuf,
        /// The differences, a line each.
        why: String,
    },
    /// The record, its type or a patch is at fault.
    Record {
        /// The file.
        path: PathBuf,
        /// The number of the edit in the file that is at fault; `None` for the record itself, for
        /// its type and for an edit that is being made.
        sequence: Option<u64>,
        /// The error.
        error: vellum::Error,
    },
}

/// Where a file is damaged, and how much of it is readable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    pub(crate) path: PathBuf,
    pub(crate) offset: u64,
    pub(crate) readable: Option<u64>,
    pub(crate) what: &'static str,
}

impl Damage {
    /// The offset in the file of the part that is damaged: the head, the base or an edit.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The number of the last edit before the damage, up to which [`recover`](crate::recover) gives
    /// the record; `None` if nothing is readable.
    #[must_use]
    pub fn readable(&self) -> Option<u64> {
        self.readable
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at offset {}", self.path.display(), self.what, self.offset)?;
        match self.readable {
            Some(sequence) => write!(f, "; the record is readable up to edit {sequence}"),
            None => f.write_str("; nothing is readable"),
        }
    }
}

impl FileError {
    pub(crate) fn system(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::System { doing, path: path.to_owned(), error }
    }

    pub(crate) fn record(path: &Path, sequence: Option<u64>) -> impl FnOnce(vellum::Error) -> Self {
        move |error| Self::Record { path: path.to_owned(), sequence, error }
    }

    /// With the file, where it is the error of an edit that does not know it.
    pub(crate) fn of_file(self, of: &Path) -> Self {
        match self {
            Self::Record { path, sequence, error } if path.as_os_str().is_empty() => {
                Self::Record { path: of.to_owned(), sequence, error }
            }
            error => error,
        }
    }

    /// The error of the record, if it is one.
    ///
    /// ```
    /// use vellum_file::FileError;
    ///
    /// let error = FileError::from(vellum::from_slice::<u32>(&[]).unwrap_err());
    /// assert_eq!(error.record_error().unwrap().kind(), vellum::ErrorKind::Corrupt);
    /// ```
    #[must_use]
    pub fn record_error(&self) -> Option<&vellum::Error> {
        match self {
            Self::Record { error, .. } => Some(error),
            _ => None,
        }
    }

    /// The error of the system, if it is one: its kind tells a full disk from a file that may not
    /// be written.
    #[must_use]
    pub fn system_error(&self) -> Option<&io::Error> {
        match self {
            Self::System { error, .. } | Self::NotSynced { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// The error of an edit in the closure of [`RecordFile::edit`](crate::RecordFile::edit).
impl From<vellum::Error> for FileError {
    fn from(error: vellum::Error) -> Self {
        Self::Record { path: PathBuf::new(), sequence: None, error }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System { doing, path, error } => write!(f, "{}: cannot {doing}: {error}", path.display()),
            Self::NotSynced { path, error } => {
                write!(
                    f,
                    "{}: what was written is not known to be durable: {error}; open the file again",
                    path.display()
                )
            }
            Self::Poisoned { path } => {
                write!(f, "{}: an earlier write or sync failed; open the file again", path.display())
            }
            Self::Locked { path, holder } => {
                let holder = holder.as_deref().unwrap_or("another process");
                write!(f, "{}: {holder} has the file open to edit it", path.display())
            }
            Self::Exists { path } => write!(f, "{}: the file exists", path.display()),
            Self::OtherKind { path } => write!(f, "{}: not a record file", path.display()),
            Self::LaterVersion { path, version } => {
                write!(f, "{}: a record file of version {version}, which this program does not know", path.display())
            }
            Self::Damaged(damage) => damage.fmt(f),
            Self::Shortened { path, read, len } => {
                write!(f, "{}: the file was cut: {read} bytes of it were read, and it has {len}", path.display())
            }
            Self::NoRevision { path, why } => {
                write!(f, "{}: not a later revision of the schema in the file: {}", path.display(), why.trim_end())
            }
            Self::Record { path, sequence, error } => {
                if !path.as_os_str().is_empty() {
                    write!(f, "{}: ", path.display())?;
                }
                if let Some(sequence) = sequence {
                    write!(f, "edit {sequence}: ")?;
                }
                error.fmt(f)
            }
        }
    }
}

impl std::error::Error for FileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::System { error, .. } | Self::NotSynced { error, .. } => Some(error),
            Self::Record { error, .. } => Some(error),
            _ => None,
        }
    }
}
