//! The error of the lock, and the commands that it names.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The variable of the environment that has the command.
pub(super) const VARIABLE: &str = "VELLUM_LOCK";

/// What a person says to the lock. Its text is that of the variable `VELLUM_LOCK`.
///
/// ```
/// use vellum::lock::LockCommand;
///
/// let command: LockCommand = "forget User".parse()?;
/// assert_eq!(command, LockCommand::Forget("User".to_owned()));
/// assert_eq!(command.to_string(), "forget User");
/// # Ok::<(), vellum::lock::LockError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LockCommand {
    /// Only look: `check`, or an empty text.
    Check,
    /// Add what is compatible: `accept`.
    Accept,
    /// Add what old readers refuse, too: `accept-newer-readers-first`.
    AcceptNewerReadersFirst,
    /// No buffer of the earlier revisions of a type is left: `forget NAME`.
    Forget(String),
    /// The first type has the second name now: `rename OLD NEW`.
    Rename(String, String),
}

impl LockCommand {
    /// When the command is right, in words: the start of a sentence that ends with the command.
    ///
    /// ```
    /// use vellum::lock::LockCommand;
    ///
    /// let command = LockCommand::Forget("User".to_owned());
    /// assert_eq!(format!("{}: {command}", command.when()), "If no buffer of `User` is left in any store: forget User");
    /// ```
    #[must_use]
    pub fn when(&self) -> String {
        match self {
            Self::Check => "To compare again".to_string(),
            Self::Accept => "Every revision reads the buffers of every other. To add it to the lock".to_string(),
            Self::AcceptNewerReadersFirst => {
                "If every program that reads these buffers is replaced before the first that writes new ones"
                    .to_string()
            }
            Self::Forget(name) => format!("If no buffer of `{name}` is left in any store"),
            Self::Rename(old, _) => format!("If `{old}` has another name now"),
        }
    }
}

impl fmt::Display for LockCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check => f.write_str("check"),
            Self::Accept => f.write_str("accept"),
            Self::AcceptNewerReadersFirst => f.write_str("accept-newer-readers-first"),
            Self::Forget(name) => write!(f, "forget {name}"),
            Self::Rename(old, new) => write!(f, "rename {old} {new}"),
        }
    }
}

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
    ///
    /// ```
    /// use vellum::lock::{LockCommand, check_with};
    /// use vellum::Schema;
    ///
    /// # let folder = std::env::temp_dir().join(format!("vellum-message-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// # let path = folder.join("schemas.lock");
    /// let old = Schema::parse("struct User { name: string } root User;")?;
    /// let new = Schema::parse("struct User { name: string, age: u16 since 2 } root User;")?;
    /// check_with(&path, &[old], &LockCommand::Check).unwrap_err(); // the file is written
    /// let error = check_with(&path, &[new], &LockCommand::Check).unwrap_err();
    /// assert!(error.message().contains("User.age"));
    /// assert!(!error.message().contains("cargo test") && error.to_string().contains("cargo test"));
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The commands of which one may be right: each says [when](LockCommand::when). The new name in
    /// a [`LockCommand::Rename`] is `NEW`.
    ///
    /// ```
    /// use vellum::lock::{LockCommand, check_with};
    /// use vellum::Schema;
    ///
    /// # let folder = std::env::temp_dir().join(format!("vellum-commands-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// # let path = folder.join("schemas.lock");
    /// let old = Schema::parse("struct User { name: string } root User;")?;
    /// let new = Schema::parse("struct User { name: string, age: u16 since 2 } root User;")?;
    /// check_with(&path, &[old], &LockCommand::Check).unwrap_err(); // the file is written
    /// let error = check_with(&path, &[new], &LockCommand::Check).unwrap_err();
    /// assert!(error.commands().contains(&LockCommand::Accept));
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// # Ok::<(), vellum::Error>(())
    /// ```
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
