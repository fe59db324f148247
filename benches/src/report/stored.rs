//! A results file: the JSON that a run writes.

use std::fs;
use std::path::Path;

use serde::Deserialize;

/// One figure.
#[derive(Clone, Debug, Deserialize)]
pub struct Stored {
    pub workload: String,
    pub library: String,
    pub version: String,
    pub mode: String,
    pub checked: bool,
    pub measure: String,
    pub variant: String,
    pub median: f64,
}

impl Stored {
    /// What tells the figures of one row from those of another.
    pub fn row(&self) -> (&str, &str, bool) {
        (&self.library, &self.mode, self.checked)
    }
}

/// Reads the figures of a results file.
pub fn read(path: &Path) -> Result<Vec<Stored>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{} is no results file: {error}", path.display()))
}
