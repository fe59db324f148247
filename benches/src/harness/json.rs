//! Every figure as JSON: one object that says where they were taken, and holds one object on each
//! line.

use super::about::About;
use super::figure::Figure;

/// The figures as text.
///
/// # Errors
///
/// If a figure is no number that JSON can express.
pub fn text(about: &About, figures: &[Figure]) -> Result<String, String> {
    let fault = |error| format!("cannot write JSON: {error}");
    let about = serde_json::to_string(about).map_err(fault)?;
    let objects: Vec<_> = figures.iter().map(serde_json::to_string).collect::<Result<_, _>>().map_err(fault)?;
    let about = about.trim_end_matches('}');
    Ok(format!("{about},\"figures\":[\n{}\n]}}\n", objects.join(",\n")))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::harness::stats::Summary;
    use crate::harness::workload::Workload;
    use crate::library::{Measure, Row};
    use crate::workloads::container::variant;

    #[test]
    fn an_object_holds_the_documented_fields_and_the_variant_decides_who_owns() {
        let row = Row::new("sample", "no such package", "1", "serde", Vec::new());
        let summary = Summary { median: 12.345_678_9, min: 12.0, max: 13.5 };
        let figures = [
            Figure::new(Workload::Container, &row, Measure::DecodeAll, variant::BORROWED, "a \"note\"", summary),
            Figure::new(Workload::Container, &row, Measure::Size, "", "", Summary::exact(122.0)),
        ];
        let about = About { machine: "a {machine}".to_owned(), date: "2026-11-21".to_owned(), ..About::default() };
        let parsed: Value = serde_json::from_str(&text(&about, &figures).expect("plain numbers")).expect("valid JSON");
        let expected = json!({"machine": "a {machine}", "compiler": "", "date": "2026-11-21", "commit": "",
            "kind": "thorough", "figures": [
            {"workload": "container", "library": "sample", "version": "?", "mode": "serde", "checked": true,
             "reading": "lazy", "by_hand": false, "owned": false, "measure": "decode_all", "variant": "borrowed", "unit": "ns",
             "median": 12.346, "min": 12.0, "max": 13.5, "note": "a \"note\""},
            {"workload": "container", "library": "sample", "version": "?", "mode": "serde", "checked": true,
             "reading": "lazy", "by_hand": false, "owned": true, "measure": "size", "variant": "", "unit": "bytes",
             "median": 122.0, "min": 122.0, "max": 122.0, "note": ""},
        ]});
        assert_eq!(parsed, expected);
    }

    #[test]
    fn no_figures_are_an_empty_array() {
        let text = text(&About::default(), &[]).expect("nothing to refuse");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("valid JSON")["figures"], json!([]));
    }
}
