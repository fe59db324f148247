//! A results file: the JSON that a run writes.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::harness::about::About;
use crate::harness::figure::Figure;

/// What a results file holds.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Results {
    #[serde(flatten)]
    pub about: About,
    pub figures: Vec<Figure>,
}

impl Results {
    /// The place of a workload among those of this run.
    pub fn place(&self, workload: &str) -> Option<usize> {
        self.figures.iter().position(|figure| figure.workload == workload)
    }
}

/// Reads a results file.
pub fn read(path: &Path) -> Result<Results, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let mut results = parse(&text).map_err(|error| format!("{} is no results file: {error}", path.display()))?;
    if results.about.date.is_empty() {
        // Runs from before the files told their date are named after it.
        results.about.date = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    }
    Ok(results)
}

/// Older files are a bare array of figures.
fn parse(text: &str) -> serde_json::Result<Results> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map(|figures| Results { about: About::default(), figures });
    }
    serde_json::from_str(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIGURE: &str = r#"{"workload": "container", "library": "vellum", "version": "0.1.0", "mode": "derive",
        "checked": true, "owned": false, "measure": "encode", "variant": "owned", "unit": "ns", "median": 59.3,
        "min": 58.0, "max": 63.1, "note": ""}"#;

    #[test]
    fn a_bare_array_and_an_object_hold_the_same_figures() {
        let bare = parse(&format!("[\n{FIGURE}\n]")).expect("the older form");
        let object = parse(&format!(r#"{{"machine": "M", "date": "2026-11-21", "later": 1, "figures": [{FIGURE}]}}"#));
        let object = object.expect("the newer form");
        assert_eq!(bare.about, About::default());
        assert_eq!((object.about.machine.as_str(), object.about.date.as_str()), ("M", "2026-11-21"));
        for results in [bare, object] {
            let [figure] = &results.figures[..] else { panic!("one figure") };
            assert_eq!(figure.row(), ("vellum", "derive", true));
            assert!((figure.median - 59.3).abs() < 1e-9 && (figure.max - 63.1).abs() < 1e-9);
        }
    }

    #[test]
    fn a_workload_that_was_renamed_has_its_new_name() {
        let workload = |name: &str| {
            let figure = FIGURE.replace("\"container\"", &format!("\"{name}\""));
            parse(&format!("[{figure}]")).expect("a figure").figures.remove(0).workload
        };
        assert_eq!(["edits", "scaling", "fields"].map(workload), ["scaling", "scaling", "fields"]);
    }

    #[test]
    fn other_json_is_no_results_file() {
        assert!(parse("{}").is_err());
        assert!(parse("[1, 2]").is_err());
    }
}
