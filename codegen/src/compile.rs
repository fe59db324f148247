//! What a build script calls.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::error::{Error, Result};

/// Writes the Rust types of a schema file to where `vellum::include_schema!` finds them:
/// `schema/user.vlm` becomes `$OUT_DIR/user.vlm.rs`. Cargo runs the build script again when the
/// file changes.
///
/// The build script is
///
/// ```no_run
/// fn main() -> vellum_codegen::Result<()> {
///     vellum_codegen::compile("schema/user.vlm")
/// }
/// ```
///
/// and a module of the crate
///
/// ```ignore
/// vellum::include_schema!("user.vlm");
/// ```
///
/// A path that is not absolute begins at the package. Two schemas of one package need different
/// file names.
///
/// # Errors
/// [`ErrorKind::Schema`](crate::ErrorKind::Schema) and
/// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported) as [`generate`](crate::generate), with
/// the file's path before the message; [`ErrorKind::Io`](crate::ErrorKind::Io) if a file cannot be
/// read or written, or outside of a build script. Returned from `main`, the error fails the build
/// and is shown as it is.
pub fn compile(path: impl AsRef<Path>) -> Result<()> {
    to_out(&Config::new(), path.as_ref())
}

pub(crate) fn to_out(config: &Config, path: &Path) -> Result<()> {
    // Said first, so that a schema that is refused is read again once it changes.
    println!("cargo:rerun-if-changed={}", path.display());
    to_directory(config, path, &out_directory()?)
}

fn out_directory() -> Result<PathBuf> {
    let out = env::var_os("OUT_DIR");
    out.map(PathBuf::from).ok_or_else(|| Error::io("OUT_DIR is not set: this is for build scripts".to_owned()))
}

/// As [`compile`], to another directory.
///
/// ```no_run
/// # fn main() -> vellum_codegen::Result<()> {
/// vellum_codegen::compile_to("schema/user.vlm", "src/generated") // writes src/generated/user.vlm.rs
/// # }
/// ```
///
/// # Errors
/// As [`compile`].
pub fn compile_to(path: impl AsRef<Path>, directory: impl AsRef<Path>) -> Result<()> {
    to_directory(&Config::new(), path.as_ref(), directory.as_ref())
}

pub(crate) fn to_directory(config: &Config, path: &Path, directory: &Path) -> Result<()> {
    let text = fs::read_to_string(path).map_err(|error| Error::io(error.to_string()).in_file(path))?;
    let code = config.generate(&text).map_err(|error| error.in_file(path))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let target = directory.join(format!("{name}.rs"));
    fs::write(&target, code).map_err(|error| Error::io(error.to_string()).in_file(&target))
}

/// Writes the Rust types of a revision that a lock keeps: the earlier type that
/// `#[vellum(upgrades_from(..))]` names. The revision 4 of `User` becomes `$OUT_DIR/User.4.rs`.
///
/// ```no_run
/// // build.rs
/// fn main() -> vellum_codegen::Result<()> {
///     vellum_codegen::compile_revision("schemas.lock", "User", 4)
/// }
/// ```
///
/// A module of the crate has the types:
///
/// ```ignore
/// mod v4 {
///     vellum::include_schema!("User.4");
/// }
/// ```
///
/// # Errors
/// As [`compile`]; [`ErrorKind::Io`](crate::ErrorKind::Io) also if the lock is damaged, or has no
/// such revision: the message says which it has.
pub fn compile_revision(lock: impl AsRef<Path>, name: &str, number: u32) -> Result<()> {
    let lock = lock.as_ref();
    println!("cargo:rerun-if-changed={}", lock.display());
    let out = out_directory()?;
    let code = generate_revision(lock, name, number)?;
    let target = out.join(format!("{name}.{number}.rs"));
    fs::write(&target, code).map_err(|error| Error::io(error.to_string()).in_file(&target))
}

/// The text of the types of a revision that a lock keeps, as [`compile_revision`] writes it.
///
/// ```
/// use vellum::Schema;
/// use vellum::lock::{LockCommand, check_with};
///
/// # let path = std::env::temp_dir().join(format!("vellum-codegen-revision-{}", std::process::id()));
/// let schema = Schema::parse("struct User { name: string } root User;").unwrap();
/// check_with(&path, &[schema], &LockCommand::Check).unwrap_err(); // the first run writes the file
/// let code = vellum_codegen::generate_revision(&path, "User", 1)?;
/// assert!(code.contains("pub struct User"));
/// assert!(vellum_codegen::generate_revision(&path, "User", 2).is_err());
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), vellum_codegen::Error>(())
/// ```
///
/// # Errors
/// As [`compile_revision`].
pub fn generate_revision(lock: impl AsRef<Path>, name: &str, number: u32) -> Result<String> {
    let lock = lock.as_ref();
    let schema = vellum::lock::revision(lock, name, number);
    let schema = schema.map_err(|error| Error::io(error.to_string()).in_file(lock))?;
    crate::generate(&schema.to_string()).map_err(|error| error.in_file(lock))
}
