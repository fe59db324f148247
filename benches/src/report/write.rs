//! Writes reports to files.

use std::fs;
use std::path::{Path, PathBuf};

use super::compose::compose;
use super::stored::{self, Results};
use super::{html, markdown};

/// The folder of the pictures beside the Markdown.
const PLOTS: &str = "plots";

/// Writes `report.html`, `report.md` and the plots of results files into a folder, and tells what was written.
///
/// # Errors
///
/// If a file cannot be read or written, or a plot fails.
pub fn report(paths: &[PathBuf], out: &Path) -> Result<String, String> {
    let runs: Vec<Results> = paths.iter().map(|path| stored::read(path)).collect::<Result<_, _>>()?;
    let document = compose(&runs)?;
    let plots = out.join(PLOTS);
    fs::create_dir_all(&plots).map_err(|error| format!("cannot make {}: {error}", plots.display()))?;
    let mut count = 0;
    for plot in document.plots() {
        save(&plots.join(format!("{}.svg", plot.name)), &plot.svg)?;
        count += 1;
    }
    let (page, text) = (out.join("report.html"), out.join("report.md"));
    save(&page, &html::text(&document))?;
    save(&text, &markdown::text(&document, Some(PLOTS)))?;
    Ok(format!("wrote {}, {} and {count} plots\n", page.display(), text.display()))
}

/// Writes the report of one run as a page, as Markdown without plots, or both.
///
/// # Errors
///
/// If a file cannot be written, or a plot fails.
pub fn write(run: Results, page: Option<&Path>, text: Option<&Path>) -> Result<(), String> {
    if page.is_none() && text.is_none() {
        return Ok(());
    }
    let document = compose(&[run])?;
    page.map_or(Ok(()), |path| save(path, &html::text(&document)))?;
    text.map_or(Ok(()), |path| save(path, &markdown::text(&document, None)))
}

fn save(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
