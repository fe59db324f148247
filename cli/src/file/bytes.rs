//! The bytes of a file: mapped if it is long, so that one field of a long file costs no more than
//! of a short one; else read; or those of standard input.

use std::fs::File;
use std::io::{self, Read as _, Stdin};
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use memmap2::Mmap;

use super::cut::{self, Watched};
use crate::failure::{Failure, Outcome};

/// Files from this length on are mapped.
const MAPPED: u64 = 1 << 16;

/// Bytes, wherever they lie.
pub enum Bytes {
    Read(Vec<u8>),
    Mapped(Watched),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Read(bytes) => bytes,
            Self::Mapped(map) => map,
        }
    }
}

/// What messages call a file.
pub fn name_of(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Whether a path stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The bytes of a file to look into.
pub fn read(path: &Path) -> Outcome<Bytes> {
    if is_stdin(path) {
        return read_stdin().map(Bytes::Read);
    }
    let file = open(path)?;
    let mut file = match map(file, path) {
        Ok(mapped) => return Ok(mapped),
        Err(file) => file,
    };
    read_all(&mut file, path).map(Bytes::Read)
}

/// All bytes of a file, which nobody may write to meanwhile.
pub fn read_all(file: &mut File, path: &Path) -> Outcome<Vec<u8>> {
    let failure = |error: io::Error| Failure::io("read the file", path, &error);
    let before = file.metadata().map_err(failure)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(failure)?;
    cut::compare(file, path, &before)?;
    Ok(bytes)
}

/// Opens a file to read.
pub fn open(path: &Path) -> Outcome<File> {
    // Not every system opens a folder.
    if path.is_dir() {
        return Err(Failure::new("io", "it is a folder, and no file").at_file(path.display()));
    }
    File::open(path).map_err(|error| Failure::io("open the file", path, &error))
}

/// Standard input, for the one argument that names it: a second one would find it empty.
pub fn stdin() -> Outcome<Stdin> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    if IS_TAKEN.swap(true, Ordering::Relaxed) {
        let failure = Failure::misuse("two arguments are `-`, and standard input is read once");
        return Err(failure.help("name a file for one of them"));
    }
    Ok(io::stdin())
}

fn read_stdin() -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    match stdin()?.lock().read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Failure::io("read standard input", "", &error)),
    }
}

/// Maps a long file. One that cannot be mapped is read.
fn map(file: File, path: &Path) -> Result<Bytes, File> {
    let Ok(about) = file.metadata() else { return Err(file) };
    if !about.is_file() || about.len() < MAPPED || is_workspace(&file) {
        return Err(file);
    }
    // SAFETY: a map asks that nobody writes to the file or shortens it while it is used. This tool
    // replaces files and never writes into them, so a map goes on with the file as it was. A
    // workspace, which other programs edit where it lies, is not mapped. Whoever else writes into a
    // buffer while this tool reads it breaks what docs/cli.md asks for: `cut` says so then.
    #[allow(unsafe_code)]
    let map = unsafe { Mmap::map(&file) };
    match map {
        Ok(map) => Ok(Bytes::Mapped(Watched::new((map, file), path, about))),
        Err(_) => Err(file),
    }
}

/// Whether a file begins as a workspace does, which programs edit where it lies.
fn is_workspace(file: &File) -> bool {
    let mut first = [0];
    let read = read_first(file, &mut first).unwrap_or(0);
    read == 1 && first[0] & 0b1110_1000 == 0b0010_1000
}

#[cfg(unix)]
fn read_first(file: &File, first: &mut [u8]) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, first, 0)
}

#[cfg(windows)]
fn read_first(file: &File, first: &mut [u8]) -> io::Result<usize> {
    use std::io::Seek as _;
    let read = std::os::windows::fs::FileExt::seek_read(file, first, 0)?;
    let mut file = file;
    file.rewind()?;
    Ok(read)
}

/// A text file.
pub fn read_text(path: &Path) -> Outcome<String> {
    text_of(read(path)?.to_vec(), path)
}

/// The bytes of a file as text.
pub fn text_of(bytes: Vec<u8>, path: &Path) -> Outcome<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("the file is no text: the byte at offset {at} is not UTF-8");
        Failure::new("syntax", message).at_file(name_of(path))
    })
}
