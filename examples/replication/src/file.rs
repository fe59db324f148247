//! State in a file, which is replaced as a whole: whoever is killed meanwhile leaves the old state
//! or the new one.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

use vellum::{DecodeOwned, Value};

use crate::Fault;

/// Replaces a file. It is on the disk when this returns.
pub fn save<T: Value>(path: &Path, state: &T) -> Result<(), Fault> {
    let new = path.with_extension("new");
    let mut file = File::create(&new)?;
    file.write_all(&vellum::to_vec(state)?)?;
    file.sync_all()?;
    fs::rename(&new, path)?;
    Ok(())
}

/// The state in a file; `None` if there is no such file.
pub fn load<T: Value + DecodeOwned>(path: &Path) -> Result<Option<T>, Fault> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(vellum::from_slice(&bytes)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}
