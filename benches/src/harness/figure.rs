//! One measured figure with everything that the tables and the JSON say of it.

use serde::{Serialize, Serializer};

use super::measures;
use super::stats::Summary;
use super::workload::Workload;
use crate::library::{Measure, Reading, Row};
use crate::workloads::container::variant as names;

/// A size or a time of one row.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    #[serde(serialize_with = "workload_name")]
    pub workload: Workload,
    pub library: &'static str,
    pub version: String,
    pub mode: &'static str,
    pub checked: bool,
    pub reading: Reading,
    pub owned: bool,
    #[serde(serialize_with = "measure_id")]
    pub measure: Measure,
    pub variant: &'static str,
    pub unit: &'static str,
    #[serde(flatten)]
    pub summary: Summary,
    pub note: &'static str,
    /// Whether the rounds fall into two groups: see [`is_bimodal`](super::stats::is_bimodal).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bimodal: bool,
    /// What an operation takes from the allocator, where that is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocations: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocated_bytes: Option<f64>,
    /// Encoded bytes written or read, where a workload has many values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mb_per_s: Option<f64>,
}

impl Figure {
    /// A figure of `row`.
    pub fn new(
        workload: Workload,
        row: &Row,
        measure: Measure,
        variant: &'static str,
        note: &'static str,
        summary: Summary,
    ) -> Self {
        // A row may decode both ways; the variant of the operation then says more than the row.
        let owned = match (measure, variant) {
            (Measure::DecodeAll, names::OWNED | names::OWNED_TEXT) => true,
            (Measure::DecodeAll, names::BORROWED_TEXT) => false,
            (Measure::DecodeAll, _) if variant.ends_with(names::BORROWED) => false,
            _ => row.owned,
        };
        let unit = if measures::is_size(measure) { "bytes" } else { "ns" };
        let sample = row.samples.iter().find(|sample| variant.starts_with(sample.variant));
        let mb_per_s = sample.filter(|_| measures::moves_all(measure)).map(|sample| {
            // Bytes in a nanosecond are thousands of megabytes in a second; no digit after the point means anything.
            (sample.timed * 1e3 / summary.median).round()
        });
        let (library, version, mode, checked) = (row.library, row.version.clone(), row.mode, row.checked);
        let reading = row.reading(false);
        Self {
            workload,
            library,
            version,
            mode,
            checked,
            reading,
            owned,
            measure,
            variant,
            unit,
            summary,
            note,
            bimodal: false,
            allocations: None,
            allocated_bytes: None,
            mb_per_s,
        }
    }

    /// What tells the figures of one row from those of another.
    pub fn row(&self) -> (&'static str, &'static str, bool) {
        (self.library, self.mode, self.checked)
    }

    /// What tells the figures of one table from those of another.
    pub fn group(&self) -> (Measure, &'static str) {
        (self.measure, self.variant)
    }
}

fn workload_name<S: Serializer>(workload: &Workload, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(workload.name())
}

fn measure_id<S: Serializer>(measure: &Measure, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(measure.id())
}
