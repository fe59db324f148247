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
//!     lock::check("schemas.lock", &[lock::of::<User>()])
//! }
//! # stored_types_are_those_of_the_lock().unwrap();
//! ```
//!
//! | the types | the test |
//! | --- | --- |
//! | are those of the lock | passes |
//! | have no lock yet | writes the file, fails and says so; the next run passes. Commit the file with the code |
//! | have changed so that all revisions read each other's buffers | fails, and names the command that accepts it: `VELLUM_LOCK=accept cargo test`, which adds a revision to the file |
//! | have changed so that old readers refuse new values | fails, and names another command, for deployments that replace all readers before the first writer: `VELLUM_LOCK=accept-newer-readers-first` |
//! | have changed, and have functions for stored buffers ([`upgrade`](crate::upgrade)) | fails, and names `VELLUM_LOCK=accept-upgrade`, for deployments in which every program upgrades the buffers that it reads |
//! | read a golden buffer as another value than before | fails, and says which: a function or a conversion of a field was changed. `VELLUM_LOCK=accept` keeps the new value |
//! | have changed so that buffers in the store are misread or refused | fails, and names the field, the data and the remedy. No command accepts it |
//! | are fewer than those of the lock | fails. If no buffer of a type is left: `VELLUM_LOCK='forget NAME'`. If it has another name now: `VELLUM_LOCK='rename OLD NEW'` |
//!
//! A type is compared with every revision in the file, not with the last alone.
//! `VELLUM_LOCK='forget NAME'` also forgets the earlier revisions of a type that is still there,
//! where a store was migrated or emptied; its next revision may then differ from those as it likes.
//! A type is known by the name of its root in the schema.
//!
//! For each revision the file keeps *golden buffers*: bytes of its schema in which every field,
//! variant and element has a value that is not its default. Each run reads them by the present
//! types. With [`of`] that is done by the type itself, with its functions and conversions; with a
//! [`Schema`] by the schema alone.
//!
//! The file is text for a reviewer, and not for an editor: each revision has its fingerprint and
//! that of the one before it, so that a file that was edited by hand or merged badly is refused.
//! After a conflict take the file of one side, and accept the change of the other again. Nothing is
//! written unless all is well with the file, and then as a whole: it is on the disk before it takes
//! the place of the old one. A link stays one, and the file that it leads to is written.
//!
//! For schema files, pass the result of [`Schema::parse`]; types that `vellum-codegen` writes have
//! a `schema` as derived ones do.

mod command;
mod file;
mod golden;
mod kept;
mod reading;
mod upgrades;
mod verdict;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering};
use std::io::{Read, Write};
use std::path::Path;
use std::{env, fs, io, process};

use file::Lock;
use reading::OfProgram;
use verdict::compare;

pub use crate::lock::command::{LockCommand, LockError, LockErrorKind};
use crate::lock::command::{LockResult, VARIABLE};
pub use crate::lock::upgrades::{Locked, StoredType, of};
use crate::schema::Schema;

/// The schema of a revision in the lock at `path`, by the name of its type and by its number.
///
/// `vellum lock PATH --rust NAME NUMBER` prints it as a Rust type, and `vellum-codegen` writes it
/// in a build script: the earlier type that `upgrades_from` names.
///
/// ```
/// use vellum::Vellum;
/// use vellum::lock::{self, LockCommand, LockErrorKind};
///
/// #[derive(Vellum)]
/// struct User { name: String }
///
/// # let path = std::env::temp_dir().join(format!("vellum-lock-revision-{}", std::process::id()));
/// let written = lock::check_with(&path, &[lock::of::<User>()], &LockCommand::Check);
/// assert_eq!(written.unwrap_err().kind(), LockErrorKind::Written); // the first run writes the file
/// let first = lock::revision(&path, "User", 1)?;
/// assert_eq!(first.fingerprint(), User::schema().fingerprint());
/// assert_eq!(lock::revision(&path, "User", 2).unwrap_err().kind(), LockErrorKind::Usage);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lock::LockError>(())
/// ```
///
/// # Errors
/// If the file cannot be read or is damaged, and with [`LockErrorKind::Usage`] if it has no such
/// revision; the message lists those that it has.
#[inline]
pub fn revision(path: impl AsRef<Path>, name: &str, number: u32) -> LockResult<Schema> {
    let path = path.as_ref();
    let lock = parse(path, &read(path).map_err(|error| io_error(path, "read", &error))?)?;
    lock.revision(name, number).cloned()
}

/// Compares types, or schemas, with the lock in the file at `path`, and does what the variable
/// `VELLUM_LOCK` of the environment says: see the [module](self). A path that is not absolute
/// starts in the current directory, which is the package's folder in a test of cargo's.
///
/// A file belongs to one test: two that write it at once, each with its own types, would each find
/// those of the other gone.
///
/// # Errors
///
/// If the types are not exactly those of the file, including a file that was just written; if the
/// file is damaged, of a newer version, or cannot be read or written; if two of the schemas have
/// one name, or one has no text ([`Schema::check`]). Except for a missing file and an accepted
/// command, nothing is written.
pub fn check<S: Locked>(path: impl AsRef<Path>, schemas: &[S]) -> LockResult<()> {
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

/// As [`check`], with a command of the caller instead of the environment: for tools with their own
/// command line.
///
/// # Errors
///
/// As those of [`check`].
pub fn check_with<S: Locked>(path: impl AsRef<Path>, schemas: &[S], command: &LockCommand) -> LockResult<()> {
    run(path.as_ref(), &present(schemas)?, command)
}

fn present<S: Locked>(schemas: &[S]) -> LockResult<Vec<OfProgram<'_>>> {
    let mut known: Vec<OfProgram<'_>> = Vec::new();
    for schema in schemas {
        let (schema, stored_type) = (schema.schema(), schema.stored_type());
        let usage = |message: String| LockError::new(LockErrorKind::Usage, message);
        schema.check().map_err(|fault| usage(fault.to_string()))?;
        let name = schema.root_text();
        if known.iter().any(|other| other.name == name) {
            return Err(usage(format!(
                "two of the schemas have the root `{name}`, by which the lock knows them: list each type once, and give types of one name other names \
                 in their schemas"
            )));
        }
        known.push(OfProgram { name, schema, stored_type });
    }
    Ok(known)
}

#[inline]
fn run(path: &Path, types: &[OfProgram<'_>], command: &LockCommand) -> LockResult<()> {
    let bytes = match read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return first(path, types),
        Err(error) => return Err(io_error(path, "read", &error)),
    };
    let mut lock = parse(path, &bytes)?;
    // A file of the version before is written whatever the types are.
    let before = if lock.had_no_golden { String::new() } else { lock.to_string() };
    lock.obey(command)?;
    compare(&mut lock, types, command, &path.display())?;
    if lock.to_string() == before { Ok(()) } else { write(path, &lock) }
}

#[inline]
fn parse(path: &Path, bytes: &[u8]) -> LockResult<Lock> {
    Lock::parse(bytes).map_err(|damage| {
        LockError::new(LockErrorKind::Damaged, format!("{}:{}: {}", path.display(), damage.line, damage.message))
    })
}

/// The most bytes of a file. A path can name what has no end.
const MAX_LEN: u64 = 256 << 20;

#[inline]
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(MAX_LEN.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_LEN {
        return Err(io::Error::other("it has more than 256 MiB, which no lock has; take it as it was committed"));
    }
    Ok(bytes)
}

#[inline]
fn first(path: &Path, types: &[OfProgram<'_>]) -> LockResult<()> {
    let mut lock = Lock::default();
    lock.types.extend(types.iter().map(OfProgram::first));
    lock.sort();
    write(path, &lock)?;
    let message = format!(
        "{} was not there, and was written with the types as they are now. Commit it with the code; the next run compares with it",
        path.display()
    );
    Err(LockError::new(LockErrorKind::Written, message))
}

/// Writes the whole file.
#[inline]
fn write(path: &Path, lock: &Lock) -> LockResult<()> {
    let is_link = fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink());
    let real = if is_link { fs::canonicalize(path) } else { Ok(path.to_owned()) };
    let written = real.and_then(|real| replace(&real, lock.to_string().as_bytes()));
    written.map_err(|error| io_error(path, "written", &error))
}

/// Writes a file beside its place and to the disk, then puts it there.
#[inline]
fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    // Another thread may write it as well.
    static WRITTEN: AtomicU32 = AtomicU32::new(0);
    // Not of the file's name, which may be as long as a name can be.
    let beside = format!(".vellum-lock.{}.{}.new", process::id(), WRITTEN.fetch_add(1, Ordering::Relaxed));
    let beside = path.with_file_name(beside);
    let file = fs::File::create_new(&beside)?;
    let written = (&file).write_all(text).and_then(|()| file.sync_all()).and_then(|()| fs::rename(&beside, path));
    written.inspect_err(|_| {
        // What is left of it is no use; that it cannot be removed says nothing new.
        let _ = fs::remove_file(&beside);
    })?;
    // The name is on the disk with its folder. Not every system opens or flushes one.
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

#[inline]
fn io_error(path: &Path, what: &str, error: &io::Error) -> LockError {
    LockError::new(LockErrorKind::Io, format!("{} cannot be {what}: {error}", path.display()))
}
