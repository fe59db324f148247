//! What is said where a file is cut or written to while it is read. What this tool prints is then
//! not what the file held at any time.
//!
//! Of a page of a mapped file that the file no longer has, the system sends a signal where it has
//! such signals. Of all other changes nothing is seen at the time: so the length and the time of
//! the last change are compared once more at the end.

use std::fs::{File, Metadata};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use memmap2::Mmap;

use crate::failure::{Failure, Outcome};

/// The files that are mapped now.
static MAPPED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// What was found of files that were.
static FOUND: Mutex<Option<Failure>> = Mutex::new(None);

/// A file that is mapped, and compared with what it was when it is no longer.
pub struct Watched {
    map: Mmap,
    file: File,
    path: PathBuf,
    before: Metadata,
}

impl Watched {
    /// Keeps an eye on a file that was mapped just now.
    pub fn new((map, file): (Mmap, File), path: &Path, before: Metadata) -> Self {
        let mut mapped = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
        mapped.push(path.to_owned());
        #[cfg(unix)]
        signal::say(&failure(&mapped.iter().map(PathBuf::as_path).collect::<Vec<_>>()));
        Self { map, file, path: path.to_owned(), before }
    }
}

impl Deref for Watched {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let mut mapped = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = mapped.iter().position(|path| *path == self.path) {
            mapped.remove(at);
        }
        if let Err(fault) = compare(&self.file, &self.path, &self.before) {
            FOUND.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
        }
    }
}

/// Fails if a file was written to while it was mapped.
pub fn check() -> Outcome<()> {
    FOUND.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
}

/// Fails if a file is not as it was.
pub fn compare(file: &File, path: &Path, before: &Metadata) -> Outcome<()> {
    let is_same = |now: Metadata| now.len() == before.len() && now.modified().ok() == before.modified().ok();
    // A pipe has no length, and changes as it is read.
    if !before.is_file() || file.metadata().is_ok_and(is_same) { Ok(()) } else { Err(failure(&[path])) }
}

fn failure(paths: &[&Path]) -> Failure {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let failure = Failure::new("io", "the file was cut or written to while it was read; what it says is void");
    failure.at_file(names.join(" or ")).help("replace a file as a whole: write another one, and rename it")
}

/// The signal of a page that is not there.
#[cfg(unix)]
mod signal {
    use std::fs::File;
    use std::io::Write as _;
    use std::os::fd::AsFd as _;
    use std::sync::Mutex;

    use signal_hook::consts::SIGBUS;
    use signal_hook::{SigId, low_level};

    use crate::failure::Failure;

    static SAID: Mutex<Option<SigId>> = Mutex::new(None);

    /// Says this instead of what was said before, and ends the program.
    pub fn say(failure: &Failure) {
        let Ok(stderr) = std::io::stderr().as_fd().try_clone_to_owned() else { return };
        let (stderr, text) = (File::from(stderr), failure.said());
        let act = move || {
            let _ = (&stderr).write(text.as_bytes());
            low_level::exit(2);
        };
        // SAFETY: what a signal handler does has to be safe between any two instructions. This one
        // makes two system calls, over a file that is open and a text that is complete: it takes no
        // lock, and asks for no memory. It does not return to the page that is not there.
        #[allow(unsafe_code)]
        let id = unsafe { low_level::register(SIGBUS, act) }.ok();
        if let Ok(mut said) = SAID.lock()
            && let Some(before) = std::mem::replace(&mut *said, id)
        {
            low_level::unregister(before);
        }
    }
}
