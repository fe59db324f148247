//! Writes reports to files.

use std::fs;
use std::path::{Path, PathBuf};

use super::compose::compose;
use super::stored::{self, Results};
use super::{cost, html, markdown};

/// The folder of the pictures beside the Markdown.
const PLOTS: &str = "plots";

/// Writes `report.html`, `report.md` and the plots of results files into a folder, and tells what
/// was written. `cost` is a file that `tools/cost --json` has made.
///
/// # Errors
///
/// If a file cannot be read or written, or a plot fails.
pub fn report(paths: &[PathBuf], cost: Option<&Path>, out: &Path) -> Result<String, String> {
    let runs: Vec<Results> = paths.iter().map(|path| stored::read(path)).collect::<Result<_, _>>()?;
    let mut document = compose(&runs)?;
    if let Some(path) = cost {
        document.blocks.append(&mut cost::chapter(path)?);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_results_file_becomes_a_page_a_text_and_its_plots() {
        let folder = std::env::temp_dir().join(format!("vellum-benches-{}", std::process::id()));
        let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/2026-11-21-c.json");
        let told = report(&[results], None, &folder).expect("a report of the kept run");
        let text = fs::read_to_string(folder.join("report.md")).expect("the Markdown");
        let linked: Vec<&str> = text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)).collect();
        assert!(linked.len() > 10 && told.contains(&format!("{} plots", linked.len())), "{told}");
        assert!(linked.iter().all(|plot| folder.join(plot).is_file()));
        let page = fs::read_to_string(folder.join("report.html")).expect("the page");
        assert_eq!(page.matches("<svg").count(), linked.len());
        fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
