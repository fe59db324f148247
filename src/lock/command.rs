//! What a person says to the lock.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::error::{LockError, LockErrorKind, LockResult};
use super::file::{Lock, Stored};

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

impl FromStr for LockCommand {
    type Err = LockError;

    /// # Errors
    ///
    /// With [`LockErrorKind::Usage`] if it is none of the commands.
    fn from_str(text: &str) -> LockResult<Self> {
        let text = text.trim();
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("" | "check", "") => Ok(Self::Check),
            ("accept", "") => Ok(Self::Accept),
            ("accept-newer-readers-first", "") => Ok(Self::AcceptNewerReadersFirst),
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

fn unknown(text: &str) -> LockError {
    let message = format!(
        "`{text}` is no command; there are `accept`, `accept-newer-readers-first`, `forget NAME` and `rename OLD NEW`"
    );
    LockError::new(LockErrorKind::Usage, message)
}

impl Lock {
    /// Does to the file's types what a command says of them by name.
    pub(super) fn obey(&mut self, command: &LockCommand) -> LockResult<()> {
        match command {
            LockCommand::Check | LockCommand::Accept | LockCommand::AcceptNewerReadersFirst => {}
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

    fn named(&mut self, name: &str) -> LockResult<&mut Stored> {
        let known: Vec<&str> = self.types.iter().map(|stored| &*stored.name).collect();
        let message = format!("the lock has no type `{name}`; it has {}", known.join(", "));
        let found = self.types.iter_mut().find(|stored| stored.name == name);
        found.ok_or_else(|| LockError::new(LockErrorKind::Usage, message))
    }
}

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
