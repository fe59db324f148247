//! A test that knows what is stored: it fails when a type has changed whose buffers may be in a
//! store.
//!
//! A file, the *lock*, keeps the schema of each stored type and every earlier revision of it. A
//! test compares it with the types of the program:
//!
//! ```no_run
//! use vellum::Vellum;
//! use vellum::lock::{self, LockError};
//!
//! #[derive(Vellum)]
//! struct User {
//!     name: String,
//!     #[vellum(since = 2)]
//!     email: Option<String>,
//! }
//!
//! # const _: &str = stringify! {
//! #[test]
//! # };
//! fn stored_types_are_those_of_the_lock() -> Result<(), LockError> {
//!     lock::check("schemas.lock", &[User::schema()])
//! }
//! # stored_types_are_those_of_the_lock().unwrap();
//! ```
//!
//! | the types | the test |
//! | --- | --- |
//! | are those of the lock | passes |
//! | have no lock yet | writes the file, fails and says so; the next run passes. Commit the file with the code |
//! | have changed so that all revisions read each other's buffers | fails, and names the command that accepts it: `VELLUM_LOCK=accept cargo test`, which adds a revision to the file |
//! | have changed so that old readers refuse what is new | fails, and names another command, for those who replace all readers before the first writer: `VELLUM_LOCK=accept-newer-readers-first` |
//! | have changed so that buffers in the store are misread or refused | fails, and says which field, whose data, and what to do instead. No command accepts it |
//! | are fewer than those of the lock | fails. If no buffer of a type is left: `VELLUM_LOCK='forget NAME'`. If it has another name now: `VELLUM_LOCK='rename OLD NEW'` |
//!
//! A type is compared with every revision in the file, not with the last alone.
//! `VELLUM_LOCK='forget NAME'` also forgets the earlier revisions of a type that is still there,
//! where a store was migrated or emptied; its next revision may then differ from those as it likes.
//! A type is known by the name of its root in the schema.
//!
//! The file is text for a reviewer, and not for an editor: each revision has its fingerprint and
//! that of the one before it, so that a file that was edited by hand or merged badly is refused.
//! After a conflict take the file of one side, and accept the change of the other again. Nothing is
//! written unless all is well with the file, and then as a whole.
//!
//! For schema files, [`Schema::parse`] gives what is checked, and types that `vellum-codegen`
//! writes have a `schema` as derived ones do.

mod command;
mod error;
mod file;
mod verdict;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::sync::atomic::{AtomicU32, Ordering};
use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

use crate::schema::Schema;
pub use error::{LockCommand, LockError, LockErrorKind};
use error::{LockResult, VARIABLE};
use file::{Lock, Stored};
use verdict::{OfProgram, compare};

/// Compares schemas with the lock in the file at `path`, and does what the variable `VELLUM_LOCK`
/// of the environment says: see the [module](self). A path that is not absolute starts in the
/// current directory, which is the package's folder in a test of cargo's.
///
/// A file belongs to one test: two that write it at once, each with its own types, would each find
/// those of the other gone.
///
/// # Errors
///
/// If the types are not exactly those of the file, also where the file was written just now; if the
/// file is damaged, of a newer version, or cannot be read or written; if two of the schemas have
/// one name, or one has no text ([`Schema::check`]). But for a missing file and an accepted command
/// nothing is written.
pub fn check<S: Borrow<Schema>>(path: impl AsRef<Path>, schemas: &[S]) -> LockResult<()> {
    let command = match env::var(VARIABLE) {
        Ok(text) => {
            let usage = |error: LockError| LockError::new(error.kind(), format!("{VARIABLE}: {error}"));
            text.parse().map_err(usage)?
        }
        Err(env::VarError::NotPresent) => LockCommand::Check,
        Err(error) => return Err(LockError::new(LockErrorKind::Usage, format!("{VARIABLE}: {error}"))),
    };
    run(path.as_ref(), &present(schemas)?, &command)
}

/// As [`check`], with a command of the caller's, whatever the environment says: for tools that have
/// a command line of their own.
///
/// # Errors
///
/// As those of [`check`].
pub fn check_with<S: Borrow<Schema>>(path: impl AsRef<Path>, schemas: &[S], command: &LockCommand) -> LockResult<()> {
    run(path.as_ref(), &present(schemas)?, command)
}

fn present<S: Borrow<Schema>>(schemas: &[S]) -> LockResult<Vec<OfProgram<'_>>> {
    let mut known: Vec<OfProgram<'_>> = Vec::new();
    for schema in schemas {
        let schema: &Schema = schema.borrow();
        let usage = |message: String| LockError::new(LockErrorKind::Usage, message);
        schema.check().map_err(|fault| usage(fault.to_string()))?;
        let name = schema.root_text();
        if known.iter().any(|other| other.name == name) {
            return Err(usage(format!(
                "two of the schemas have the root `{name}`, by which the lock knows them: list each type once, and give types of one name other names \
                 in their schemas"
            )));
        }
        known.push(OfProgram { name, schema });
    }
    Ok(known)
}

fn run(path: &Path, types: &[OfProgram<'_>], command: &LockCommand) -> LockResult<()> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return first(path, types),
        Err(error) => return Err(io_error(path, "read", &error)),
    };
    let mut lock = Lock::parse(&text).map_err(|damage| {
        LockError::new(LockErrorKind::Damaged, format!("{}:{}: {}", path.display(), damage.line, damage.message))
    })?;
    let before = lock.to_string();
    lock.obey(command)?;
    compare(&mut lock, types, command, &path.display())?;
    if lock.to_string() == before { Ok(()) } else { write(path, &lock) }
}

fn first(path: &Path, types: &[OfProgram<'_>]) -> LockResult<()> {
    let mut lock = Lock::default();
    lock.types.extend(types.iter().map(|known| Stored::first(&known.name, known.schema)));
    lock.sort();
    write(path, &lock)?;
    let message = format!(
        "{} was not there, and was written with the types as they are now. Commit it with the code; the next run compares with it",
        path.display()
    );
    Err(LockError::new(LockErrorKind::Written, message))
}

/// Writes the whole file beside its place, then puts it there.
fn write(path: &Path, lock: &Lock) -> LockResult<()> {
    // Another thread may write it as well.
    static WRITTEN: AtomicU32 = AtomicU32::new(0);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.{}.new", process::id(), WRITTEN.fetch_add(1, Ordering::Relaxed)));
    let beside: PathBuf = path.with_file_name(name);
    let written = fs::write(&beside, lock.to_string()).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // What is left of it is no use; that it cannot be removed says nothing new.
        let _ = fs::remove_file(&beside);
        io_error(path, "written", &error)
    })
}

fn io_error(path: &Path, what: &str, error: &io::Error) -> LockError {
    LockError::new(LockErrorKind::Io, format!("{} cannot be {what}: {error}", path.display()))
}
