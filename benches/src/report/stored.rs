//! A results file: the JSON that a run writes.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Deserializer};

use crate::harness::about::About;
use crate::harness::figure::Figure;
use crate::harness::rank::is_floor;
use crate::harness::workload::Workload;
use crate::library::Reading;

/// What a results file holds.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Results {
    #[serde(flatten)]
    pub about: About,
    pub figures: Vec<Stored>,
}

impl Results {
    /// The place of a workload among those of this run.
    pub fn place(&self, workload: &str) -> Option<usize> {
        self.figures.iter().position(|figure| figure.workload == workload)
    }
}

/// One figure.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Stored {
    #[serde(deserialize_with = "workload_name")]
    pub workload: String,
    pub library: String,
    pub version: String,
    pub mode: String,
    pub checked: bool,
    #[serde(default)]
    pub reading: Option<Reading>,
    pub owned: bool,
    pub measure: String,
    pub variant: String,
    pub median: f64,
    pub min: f64,
    pub max: f64,
    #[serde(default)]
    pub note: String,
    /// Whether the rounds fell into two groups.
    #[serde(default)]
    pub bimodal: bool,
    /// What an operation takes from the allocator, where that was counted.
    #[serde(default)]
    pub allocations: Option<f64>,
    #[serde(default)]
    pub allocated_bytes: Option<f64>,
    /// Encoded bytes written or read, where a workload tells it.
    #[serde(default)]
    pub mb_per_s: Option<f64>,
}

impl Stored {
    /// What tells the figures of one row from those of another.
    pub fn row(&self) -> (&str, &str, bool) {
        (&self.library, &self.mode, self.checked)
    }

    /// What was known of the bytes; older files say no more than whether somebody checks.
    pub fn reading(&self) -> Reading {
        let guess = || {
            // Ours had one row for what is written in an open buffer and for what is read in one that is opened for it.
            let open = (self.workload.as_str(), self.library.as_str(), self.mode.as_str(), self.measure.as_str())
                == ("scaling", "vellum", "derive", "update_one_in_place");
            if open { Reading::LazyKept } else { Reading::guess(&self.library, &self.mode, self.checked) }
        };
        self.reading.unwrap_or_else(guess)
    }

    /// Whether this row is no rival but what no format can beat.
    pub fn is_floor(&self) -> bool {
        is_floor(&self.library, &self.mode)
    }

    /// Whether `other`, of another run, is the same figure.
    pub fn is_of(&self, other: &Self) -> bool {
        self.row() == other.row()
            && (&self.workload, &self.measure, &self.variant) == (&other.workload, &other.measure, &other.variant)
    }
}

impl From<&Figure> for Stored {
    fn from(figure: &Figure) -> Self {
        Self {
            workload: figure.workload.name().to_owned(),
            library: figure.library.to_owned(),
            version: figure.version.clone(),
            mode: figure.mode.to_owned(),
            checked: figure.checked,
            reading: Some(figure.reading),
            owned: figure.owned,
            measure: figure.measure.id().to_owned(),
            variant: figure.variant.to_owned(),
            median: figure.summary.median,
            min: figure.summary.min,
            max: figure.summary.max,
            note: figure.note.to_owned(),
            bimodal: figure.bimodal,
            allocations: figure.allocations,
            allocated_bytes: figure.allocated_bytes,
            mb_per_s: figure.mb_per_s,
        }
    }
}

/// The name that a workload has now; older files know some under another.
fn workload_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ok(Workload::renamed(&name).unwrap_or(&name).to_owned())
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
