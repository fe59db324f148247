//! Files that are replaced as a whole: whatever happens, the old file is there or the new one.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::failure::{Failure, Outcome};

/// Replaces a file: the bytes go to a temporary file in the same folder, are flushed to the disk,
/// and the file takes the other's name. It keeps its permissions. What is no file, such as a
/// device, is written to. A lock on the file is held until then.
pub fn replace(path: &Path, bytes: &[&[u8]], lock: Option<File>) -> Outcome<()> {
    let failure = |error: io::Error| Failure::io("write the file", path, &error);
    // The file that a link leads to is replaced, and not the link.
    let real = match fs::canonicalize(path) {
        Ok(real) => real,
        Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
        Err(error) => return Err(failure(error)),
    };
    let about = fs::metadata(&real).ok();
    if about.as_ref().is_some_and(|about| !about.is_file()) {
        let written = File::options().write(true).open(&real).and_then(|mut file| write_all(&mut file, bytes));
        return written.map_err(failure);
    }
    if about.as_ref().is_some_and(|about| about.permissions().readonly()) {
        return Err(failure(io::ErrorKind::PermissionDenied.into()).help("the file is read-only"));
    }
    let folder = folder_of(&real);
    let mut beside = temporary(&folder, &real).map_err(failure)?;
    let written = write_all(beside.as_file_mut(), bytes)
        .and_then(|()| about.map_or(Ok(()), |about| beside.as_file().set_permissions(about.permissions())))
        .and_then(|()| beside.as_file().sync_all())
        .and_then(|()| take_place(beside, &real, lock));
    written.map_err(|error| failure(error).help("the file is as it was"))?;
    sync_folder(&folder);
    Ok(())
}

/// Gives a file the name of another, which is open for its lock. Windows refuses that on some file
/// systems, and everywhere if asked by the temporary file itself: there the lock ends just before.
fn take_place(beside: NamedTempFile, path: &Path, lock: Option<File>) -> io::Result<()> {
    let from = beside.into_temp_path().keep()?;
    let renamed = match (fs::rename(&from, path), lock) {
        (Err(error), Some(lock)) if error.kind() == io::ErrorKind::PermissionDenied => {
            drop(lock);
            fs::rename(&from, path)
        }
        (renamed, _) => renamed,
    };
    renamed.inspect_err(|_| {
        // The error of the rename is the one to tell.
        let _ = fs::remove_file(&from);
    })
}

fn write_all(file: &mut File, bytes: &[&[u8]]) -> io::Result<()> {
    bytes.iter().try_for_each(|part| file.write_all(part))
}

/// A file beside the one that is replaced, which is removed unless it takes the other's place.
fn temporary(folder: &Path, path: &Path) -> io::Result<NamedTempFile> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut builder = Builder::new();
    let prefix = format!(".{name}.");
    let builder = builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any new file, less what the process masks out.
        builder.permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
    }
    #[cfg(not(unix))]
    builder.tempfile_in(folder)
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Makes the new name last. Where that cannot be asked for, the name lasts once the system writes
/// it.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}
