//! The commands of a person to the lock, and its errors.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::file::{Lock, Stored};
use crate::schema::Schema;

impl FromStr for LockCommand {
    type Err = LockError;

    /// # Errors
    ///
    /// With [`LockErrorKind::Usage`] if it is none of the commands.
    #[inline]
    fn from_str(text: &str) -> LockResult<Self> {
        let text = text.trim();
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("" | "check", "") => Ok(Self::Check),
            ("accept", "") => Ok(Self::Accept),
            ("accept-newer-readers-first", "") => Ok(Self::AcceptNewerReadersFirst),
            ("accept-upgrade", "") => Ok(Self::AcceptUpgrade),
            ("forget", name) if !name.is_empty() => Ok(Self::Forget(name.to_string())),
            // A name has no space in it, unless the root is a type such as `map<string, u8>`, which
            // has no name to change.
            ("rename", names) => match names.split_once(' ') {
                Some((old, new)) => Ok(Self::Rename(old.to_string(), new.trim().to_string())),
                None => Err(unknown(text)),
            },
            _ => Err(unknown(text)),
        }
    }
}

#[inline]
fn unknown(text: &str) -> LockError {
    let message = format!(
        "`{text}` is no command; there are `accept`, `accept-newer-readers-first`, `accept-upgrade`, `forget NAME` and `rename OLD NEW`"
    );
    LockError::new(LockErrorKind::Usage, message)
}

impl Lock {
    /// Does to the file's types what a command says of them by name.
    #[inline]
    pub(super) fn obey(&mut self, command: &LockCommand) -> LockResult<()> {
        match command {
            LockCommand::Check
            | LockCommand::Accept
            | LockCommand::AcceptNewerReadersFirst
            | LockCommand::AcceptUpgrade => {}
            LockCommand::Forget(name) => self.named(name)?.forget(),
            LockCommand::Rename(old, new) => {
                if self.types.iter().any(|stored| stored.name == *new) {
                    let message = format!("the lock has a type `{new}`, which `{old}` cannot become");
                    return Err(LockError::new(LockErrorKind::Usage, message));
                }
                self.named(old)?.name.clone_from(new);
                self.sort();
            }
        }
        Ok(())
    }

    /// The schema of a revision.
    #[inline]
    pub(super) fn revision(&self, name: &str, number: u32) -> LockResult<&Schema> {
        let stored = self.types.iter().find(|stored| stored.name == name).ok_or_else(|| self.no_type(name))?;
        let found = stored.revisions.iter().find(|revision| revision.number == number);
        found.map(|revision| &revision.schema).ok_or_else(|| {
            let known: Vec<String> = stored.revisions.iter().map(|revision| revision.number.to_string()).collect();
            let message = format!("the lock has no revision {number} of `{name}`; it has {}", known.join(", "));
            LockError::new(LockErrorKind::Usage, message)
        })
    }

    #[inline]
    fn named(&mut self, name: &str) -> LockResult<&mut Stored> {
        let missing = self.no_type(name);
        self.types.iter_mut().find(|stored| stored.name == name).ok_or(missing)
    }

    #[inline]
    fn no_type(&self, name: &str) -> LockError {
        let known: Vec<&str> = self.types.iter().map(|stored| &*stored.name).collect();
        let message = format!("the lock has no type `{name}`; it has {}", known.join(", "));
        LockError::new(LockErrorKind::Usage, message)
    }
}

// The error of the lock, and the commands that it names.

/// The variable of the environment that has the command.
pub(super) const VARIABLE: &str = "VELLUM_LOCK";

/// A command of a person to the lock. Its text is that of the variable `VELLUM_LOCK`.
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
    /// Add compatible changes: `accept`.
    Accept,
    /// Also add changes that old readers refuse: `accept-newer-readers-first`.
    AcceptNewerReadersFirst,
    /// Also add changes for which the type has functions: `accept-upgrade`. Old programs refuse or
    /// misread the new buffers.
    AcceptUpgrade,
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
    #[inline]
    pub fn when(&self) -> String {
        match self {
            Self::Check => "To compare again".to_string(),
            Self::Accept => "Every revision reads the buffers of every other. To add it to the lock".to_string(),
            Self::AcceptNewerReadersFirst => {
                "If every program that reads these buffers is replaced before the first that writes new ones"
                    .to_string()
            }
            Self::AcceptUpgrade => {
                "If every program that reads these buffers upgrades them (`vellum::upgrade`), and none is left that knows the earlier type alone"
                    .to_string()
            }
            Self::Forget(name) => format!("If no buffer of `{name}` is left in any store"),
            Self::Rename(old, _) => format!("If `{old}` has another name now"),
        }
    }
}

impl fmt::Display for LockCommand {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check => f.write_str("check"),
            Self::Accept => f.write_str("accept"),
            Self::AcceptNewerReadersFirst => f.write_str("accept-newer-readers-first"),
            Self::AcceptUpgrade => f.write_str("accept-upgrade"),
            Self::Forget(name) => write!(f, "forget {name}"),
            Self::Rename(old, new) => write!(f, "rename {old} {new}"),
        }
    }
}

/// The kind of a fault of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LockErrorKind {
    /// There was no file. It was written.
    Written,
    /// Types changed, and a command accepts that.
    Changed,
    /// Types changed so that stored buffers or their readers break.
    Broken,
    /// The file was not written by this module, or was changed.
    Damaged,
    /// The command or the list of types is wrong.
    Usage,
    /// The file could not be read or written.
    Io,
}

/// The reason why [`check`](super::check) failed, for people: the change, its effect on stored
/// buffers, and the remedy. `Debug` gives the same text as `Display`, so that a test which returns
/// it prints it well. Displayed, the commands that would accept it are those of a test of cargo's;
/// a tool that has a command line of its own shows [`LockError::message`] and
/// [`LockError::commands`].
#[derive(Clone, PartialEq, Eq)]
pub struct LockError {
    kind: LockErrorKind,
    message: String,
    commands: Vec<LockCommand>,
}

impl LockError {
    #[inline]
    pub(super) fn new(kind: LockErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), commands: Vec::new() }
    }

    #[inline]
    pub(super) fn with_commands(mut self, commands: Vec<LockCommand>) -> Self {
        self.commands = commands;
        self
    }

    /// The kind of the fault.
    #[must_use]
    #[inline]
    pub fn kind(&self) -> LockErrorKind {
        self.kind
    }

    /// The fault in words, without the commands.
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
    #[inline]
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
    #[inline]
    pub fn commands(&self) -> &[LockCommand] {
        &self.commands
    }
}

impl fmt::Display for LockError {
    #[inline]
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
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl core::error::Error for LockError {}

pub(super) type LockResult<T> = core::result::Result<T, LockError>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_what_they_say() {
        assert_eq!("".parse(), Ok(LockCommand::Check));
        assert_eq!(" accept ".parse(), Ok(LockCommand::Accept));
        assert_eq!("accept-newer-readers-first".parse(), Ok(LockCommand::AcceptNewerReadersFirst));
        assert_eq!("forget map<string, u8>".parse(), Ok(LockCommand::Forget("map<string, u8>".into())));
        assert_eq!("rename User Person".parse(), Ok(LockCommand::Rename("User".into(), "Person".into())));
        for wrong in ["yes", "accept all", "forget", "rename User", "1"] {
            assert_eq!(wrong.parse::<LockCommand>().unwrap_err().kind(), LockErrorKind::Usage, "{wrong}");
        }
    }
}
