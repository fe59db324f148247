//! The files that a run writes: those that the command line names, or, if it names none, its
//! results and a page in a folder of their own, named after the minute, so that no run writes over
//! another.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use super::about::{About, minute};
use super::cli::Args;
use super::json;
use crate::report::{self, Results};

/// Beside the folder `results`, which keeps what is published, and in no repository.
const FOLDER: &str = "report";

/// Where to write what.
pub struct Outputs {
    json: Option<PathBuf>,
    html: Option<PathBuf>,
    markdown: Option<PathBuf>,
    /// Whether nobody named them.
    own: bool,
}

impl Outputs {
    /// Finds out before minutes of measuring whether files can be written at their end; leaves old
    /// files as they are.
    ///
    /// # Errors
    ///
    /// If one cannot.
    pub fn of(args: &Args, about: &About) -> Result<Self, String> {
        let Args { json, html, markdown, .. } = args;
        let own = json.is_none() && html.is_none() && markdown.is_none();
        let outputs = if own {
            Self::within(Path::new(FOLDER), about, minute())
        } else {
            let json = json.clone().filter(|_| !args.json_only());
            Self { json, html: html.clone(), markdown: markdown.clone(), own }
        };
        outputs.check()?;
        Ok(outputs)
    }

    fn within(folder: &Path, about: &About, (hour, minute): (u64, u64)) -> Self {
        let name = format!("{}-{hour:02}{minute:02}-{}", about.date, about.kind.name());
        let file = |extension: &str| Some(folder.join(format!("{name}.{extension}")));
        Self { json: file("json"), html: file("html"), markdown: None, own: true }
    }

    fn check(&self) -> Result<(), String> {
        for path in [&self.json, &self.html, &self.markdown].into_iter().flatten() {
            if self.own {
                let folder = path.parent().unwrap_or(Path::new("."));
                fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
            }
            let known = path.exists();
            let opened = OpenOptions::new().append(true).create(true).open(path);
            opened.map(drop).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            if !known {
                // A run that is broken off leaves no empty file.
                fs::remove_file(path).map_err(|error| format!("cannot remove {}: {error}", path.display()))?;
            }
        }
        Ok(())
    }

    /// Writes the files, and says where they are: the page comes last.
    ///
    /// # Errors
    ///
    /// If one cannot be written.
    pub fn write(&self, results: Results) -> Result<String, String> {
        if self.own && results.figures.is_empty() {
            return Ok("no figures, and so no report\n".to_owned());
        }
        if let Some(path) = &self.json {
            fs::write(path, json::text(&results.about, &results.figures)?)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        report::write(results, self.html.as_deref(), self.markdown.as_deref())?;
        let told = |(what, path): (&str, &Option<PathBuf>)| {
            let path = path.as_ref()?;
            let path = path.canonicalize().unwrap_or_else(|_| path.clone());
            Some(format!("{what}: {}\n", path.display()))
        };
        let all = [("results", &self.json), ("report as Markdown", &self.markdown), ("report", &self.html)];
        Ok(all.into_iter().filter_map(told).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::process;

    use super::*;
    use crate::harness::figure::Figure;
    use crate::harness::kind::RunKind;

    #[test]
    fn a_run_writes_its_results_and_its_page_under_a_name_of_its_own() {
        let folder = env::temp_dir().join(format!("vellum-benches-outputs-{}", process::id()));
        let about = About { date: "2026-11-24".to_owned(), kind: RunKind::Default, ..About::default() };
        let outputs = Outputs::within(&folder, &about, (9, 5));
        outputs.check().expect("a folder for temporary files");
        assert_eq!(fs::read_dir(&folder).expect("it was made").count(), 0, "nothing is written before the end");
        let figure = Figure { measure: "size".to_owned(), median: 3.0, min: 3.0, max: 3.0, ..Figure::default() };
        let figures = ["vellum", "x"].map(|library| Figure { library: library.to_owned(), ..figure.clone() }).to_vec();
        let said = outputs.write(Results { about, figures }).expect("two files");
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines[0].ends_with("2026-11-24-0905-default.json"), "{said}");
        assert!(lines[1].starts_with("report: ") && lines[1].ends_with("2026-11-24-0905-default.html"), "{said}");
        assert_eq!(fs::read_dir(&folder).expect("it was made").count(), 2);
        fs::remove_dir_all(&folder).expect("it was made here");
    }

    #[test]
    fn a_file_that_cannot_be_written_is_told_before_the_run() {
        let about = About::default();
        let outputs =
            Outputs { own: false, ..Outputs::within(Path::new("/no such folder of these tests"), &about, (0, 0)) };
        assert!(outputs.check().expect_err("there is no such folder").contains("no such folder"));
    }
}
