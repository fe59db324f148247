//! One measured figure with everything that the tables and the JSON say of it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::measures;
use super::stats::Summary;
use super::workload::Workload;
use crate::library::{Measure, Reading, Row};
use crate::workloads::container::variant as names;

/// The sign of code that was cut by hand for one field.
pub const BY_HAND: &str = "‡";

/// A size or a time of one row, of this run or of a results file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Figure {
    #[serde(deserialize_with = "workload_name")]
    pub workload: String,
    pub library: String,
    pub version: String,
    pub mode: String,
    pub checked: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Reading>,
    /// Whether the code was cut by hand for one field; older files do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<bool>,
    pub owned: bool,
    pub measure: String,
    pub variant: String,
    #[serde(default)]
    pub unit: String,
    #[serde(serialize_with = "thousandths")]
    pub median: f64,
    #[serde(serialize_with = "thousandths")]
    pub min: f64,
    #[serde(serialize_with = "thousandths")]
    pub max: f64,
    #[serde(default)]
    pub note: String,
    /// Whether the rounds fell into two groups.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bimodal: bool,
    /// The slowest but one of a hundred operations that were timed one by one, the clock included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p99: Option<f64>,
    /// What an operation takes from the allocator, where that was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocations: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocated_bytes: Option<f64>,
    /// Encoded bytes written or read, where a workload tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mb_per_s: Option<f64>,
}

impl Figure {
    /// A figure of `row`.
    pub fn new(
        workload: Workload,
        row: &Row,
        measure: Measure,
        variant: &str,
        note: &str,
        Summary { median, min, max }: Summary,
    ) -> Self {
        // A row may decode both ways; the variant of the operation then says more than the row.
        let owned = match (measure, variant) {
            (Measure::DecodeAll, names::OWNED | names::OWNED_TEXT) => true,
            (Measure::DecodeAll, names::BORROWED_TEXT) => false,
            (Measure::DecodeAll, _) if variant.ends_with(names::BORROWED) => false,
            _ => row.owned,
        };
        let sample = row.samples.iter().find(|sample| variant.starts_with(sample.variant));
        // Bytes in a nanosecond are thousands of megabytes in a second; no digit after the point
        // means anything.
        let mb_per_s = sample.filter(|_| measures::moves_all(measure)).map(|one| (one.timed * 1e3 / median).round());
        Self {
            workload: workload.name().to_owned(),
            library: row.library.to_owned(),
            version: row.version.clone(),
            mode: row.mode.to_owned(),
            checked: row.checked,
            reading: Some(row.reading(false)),
            by_hand: Some(false),
            owned,
            measure: measure.id().to_owned(),
            variant: variant.to_owned(),
            unit: measures::unit(measure).to_owned(),
            median,
            min,
            max,
            note: note.to_owned(),
            mb_per_s,
            ..Self::default()
        }
    }

    /// What is measured, unless a later version of the suite has a measure that this one does not
    /// know.
    pub fn measure(&self) -> Option<Measure> {
        measures::of(&self.measure)
    }

    /// What tells the figures of one row from those of another.
    pub fn row(&self) -> (&str, &str, bool) {
        (&self.library, &self.mode, self.checked)
    }

    /// What was known of the bytes; older files say no more than whether somebody checks.
    pub fn reading(&self) -> Reading {
        let guess = || {
            // Ours had one row for what is written in an open buffer and for what is read in one
            // that is opened for it.
            let open = (self.workload.as_str(), self.library.as_str(), self.mode.as_str(), self.measure.as_str())
                == ("scaling", "vellum", "derive", "update_one_in_place");
            if open { Reading::LazyKept } else { Reading::guess(&self.library, &self.mode, self.checked) }
        };
        self.reading.unwrap_or_else(guess)
    }

    /// Whether the code was cut by hand for one field. Of older files the rows are known that had
    /// such code, and its notes.
    pub fn is_by_hand(&self) -> bool {
        let guess = || {
            let edits = ["update_one", "update_one_in_place", "push", "key_insert"].contains(&self.measure.as_str());
            let mirror = ["decodes by reference up to the", "decodes the case and the time by reference"];
            match (self.library.as_str(), self.mode.as_str()) {
                ("rmp", "by hand") => edits,
                ("wincode", _) => edits && mirror.iter().any(|start| self.note.starts_with(start)),
                _ => false,
            }
        };
        self.by_hand.unwrap_or_else(guess)
    }

    /// The mode, with the sign of code that was cut by hand.
    pub fn told_mode(&self) -> String {
        if self.is_by_hand() { format!("{} {BY_HAND}", self.mode) } else { self.mode.clone() }
    }

    /// Whether this row is no rival but what no format can beat: plain values, or a parsed tree,
    /// which have no bytes.
    pub fn is_floor(&self) -> bool {
        self.library == "std" || self.mode == "in memory"
    }

    /// Whether `other`, of another run, is the same figure.
    pub fn is_of(&self, other: &Self) -> bool {
        self.row() == other.row()
            && (&self.workload, &self.measure, &self.variant) == (&other.workload, &other.measure, &other.variant)
    }
}

/// A figure of each row among these, in their order.
pub fn rows<'f>(figures: impl IntoIterator<Item = &'f Figure>) -> Vec<&'f Figure> {
    let mut rows: Vec<&Figure> = Vec::new();
    for figure in figures {
        if !rows.iter().any(|row| row.row() == figure.row()) {
            rows.push(figure);
        }
    }
    rows
}

/// The name that a workload has now; older files know some under another.
fn workload_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ok(Workload::renamed(&name).unwrap_or(&name).to_owned())
}

#[expect(clippy::trivially_copy_pass_by_ref)]
fn thousandths<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((value * 1e3).round() / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_files_know_code_by_hand_by_its_row_and_its_note() {
        let figure = |library: &str, mode: &str, measure: &str, note: &str| Figure {
            library: library.to_owned(),
            mode: mode.to_owned(),
            measure: measure.to_owned(),
            note: note.to_owned(),
            ..Figure::default()
        };
        assert!(figure("wincode", "derive", "update_one", "decodes by reference up to the name").is_by_hand());
        assert!(!figure("wincode", "derive", "update_one", "decode + encode, strings borrowed").is_by_hand());
        assert!(figure("rmp", "by hand", "update_one_in_place", "").is_by_hand());
        assert!(!figure("rmp", "by hand", "decode_one", "").is_by_hand(), "it walks as any reader of the format does");
        assert!(!figure("rmp", "rmpv", "update_one", "").is_by_hand());
        let told = Figure { by_hand: Some(false), ..figure("rmp", "by hand", "update_one", "") };
        assert!(!told.is_by_hand(), "what a file says is not guessed");
        assert_eq!(Figure { by_hand: Some(true), ..told }.told_mode(), "by hand ‡");
    }
}
