//! Throughputs as the tables tell them.

use super::workload::Workload;

/// The unit of a workload's throughputs: gigabytes where they stand beside a copy's, which has many
/// of them.
pub fn unit(workload: &str) -> &'static str {
    if in_gigabytes(workload) { "GB/s" } else { "MB/s" }
}

/// A throughput in that unit.
pub fn told(workload: &str, mb_per_s: f64) -> String {
    if in_gigabytes(workload) { format!("{:.2}", mb_per_s / 1e3) } else { format!("{mb_per_s:.0}") }
}

fn in_gigabytes(workload: &str) -> bool {
    workload == Workload::Bulk.name()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_told_in_gigabytes_and_the_rest_in_megabytes() {
        assert_eq!((unit("bulk"), told("bulk", 12_345.0)), ("GB/s", "12.35".to_owned()));
        assert_eq!((unit("oplog"), told("oplog", 12_345.0)), ("MB/s", "12345".to_owned()));
    }
}
