//! What a person says to the lock.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::str::FromStr;

use super::error::{LockCommand, LockError, LockErrorKind, LockResult};
use super::file::{Lock, Stored};

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
