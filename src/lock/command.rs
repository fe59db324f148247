//! What a person says to the lock, in a variable of the environment.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::error::{LockError, LockErrorKind, LockResult};
use super::file::{Lock, Stored};

/// The variable of the environment that has the command.
pub(super) const VARIABLE: &str = "VELLUM_LOCK";

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Only look.
    Check,
    /// Add what is compatible.
    Accept,
    /// Add also what old readers refuse.
    AcceptNewerReadersFirst,
    /// No buffer of the earlier revisions of a type is left.
    Forget(String),
    /// A type has another name.
    Rename(String, String),
}

impl Command {
    pub(super) fn parse(text: &str) -> LockResult<Self> {
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

fn unknown(text: &str) -> LockError {
    let message = format!(
        "{VARIABLE}: `{text}` is no command; there are `accept`, `accept-newer-readers-first`, `forget NAME` and `rename OLD NEW`"
    );
    LockError::new(LockErrorKind::Usage, message)
}

impl Lock {
    /// Does to the file's types what a command says of them by name.
    pub(super) fn obey(&mut self, command: &Command) -> LockResult<()> {
        match command {
            Command::Check | Command::Accept | Command::AcceptNewerReadersFirst => {}
            Command::Forget(name) => self.named(name)?.forget(),
            Command::Rename(old, new) => {
                if self.types.iter().any(|stored| stored.name == *new) {
                    let message = format!("{VARIABLE}: the lock has a type `{new}`, which `{old}` cannot become");
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
        let message = format!("{VARIABLE}: the lock has no type `{name}`; it has {}", known.join(", "));
        let found = self.types.iter_mut().find(|stored| stored.name == name);
        found.ok_or_else(|| LockError::new(LockErrorKind::Usage, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_what_they_say() {
        assert_eq!(Command::parse(""), Ok(Command::Check));
        assert_eq!(Command::parse(" accept "), Ok(Command::Accept));
        assert_eq!(Command::parse("accept-newer-readers-first"), Ok(Command::AcceptNewerReadersFirst));
        assert_eq!(Command::parse("forget map<string, u8>"), Ok(Command::Forget("map<string, u8>".into())));
        assert_eq!(Command::parse("rename User Person"), Ok(Command::Rename("User".into(), "Person".into())));
        for wrong in ["yes", "accept all", "forget", "rename User", "1"] {
            assert_eq!(Command::parse(wrong).unwrap_err().kind(), LockErrorKind::Usage, "{wrong}");
        }
    }
}
