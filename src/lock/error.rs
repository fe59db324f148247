//! The error of the lock.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::command::{LockCommand, VARIABLE};

/// What is wrong with a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LockErrorKind {
    /// There was no file. It was written.
    Written,
    /// Types changed, and a command accepts that.
    Changed,
    /// Types changed so that stored buffers or their readers break.
    Broken,
    /// The file is not what this module wrote.
    Damaged,
    /// The command or the list of types is wrong.
    Usage,
    /// The file could not be read or written.
    Io,
}

/// Why [`check`](super::check) failed, for people: what changed, what it means for stored buffers,
/// and what to do. `Debug` gives the same text as `Display`, so that a test which returns it prints
/// it well. Displayed, the commands that would accept it are those of a test of cargo's; a tool
/// that has a command line of its own shows [`LockError::message`] and [`LockError::commands`].
#[derive(Clone, PartialEq, Eq)]
pub struct LockError {
    kind: LockErrorKind,
    message: String,
    commands: Vec<LockCommand>,
}

impl LockError {
    pub(super) fn new(kind: LockErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), commands: Vec::new() }
    }

    pub(super) fn with_commands(mut self, commands: Vec<LockCommand>) -> Self {
        self.commands = commands;
        self
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> LockErrorKind {
        self.kind
    }

    /// What is wrong, in words, without the commands.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The commands of which one may be right: each says [when](LockCommand::when). The new name in
    /// a [`LockCommand::Rename`] is `NEW`.
    #[must_use]
    pub fn commands(&self) -> &[LockCommand] {
        &self.commands
    }
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        for command in &self.commands {
            let text = command.to_string();
            let quote = if text.contains(' ') { "'" } else { "" };
            write!(f, "\n{}:\n  {VARIABLE}={quote}{text}{quote} cargo test", command.when())?;
        }
        Ok(())
    }
}

impl fmt::Debug for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl core::error::Error for LockError {}

pub(super) type LockResult<T> = core::result::Result<T, LockError>;
