//! Collects the rows of a workload and proves them before anything is timed.

use std::collections::HashSet;

use super::apart::Apart;
use super::cli::Args;
use super::figure::BY_HAND;
use super::workload::Workload;
use crate::library::{Measure, Row};

/// The rows of one workload, and the libraries that have none.
pub struct Collected {
    pub workload: Workload,
    pub rows: Vec<Row>,
    /// Library and reason.
    pub excluded: Vec<(&'static str, &'static str)>,
}

/// The rows that the chosen libraries make for `workload`.
///
/// # Errors
///
/// Names every row that fails a proof of its own or that the report could not tell from another.
pub fn collect(workload: Workload, args: &Args) -> Result<Collected, String> {
    let (mut rows, excluded) = workload.rows(args.kind(), &|name| args.wants_library(name));
    let faults = faults(&rows);
    if !faults.is_empty() {
        return Err(format!("workload {}: nothing was timed, because\n  {}", workload.name(), faults.join("\n  ")));
    }
    for row in &mut rows {
        row.operations.retain(|operation| args.wants_measure(operation.measure));
    }
    Ok(Collected { workload, rows, excluded })
}

/// Every figure that the rows would have, one to a line: what results of a change to the suite are
/// to be compared with.
pub fn list(collected: &Collected, args: &Args) -> String {
    let apart = Apart::of(collected.workload, args).map_or_else(Vec::new, |apart| apart.named);
    let mut lines = Vec::new();
    for row in &collected.rows {
        let name = format!("{} / {} ({})", collected.workload.name(), row.library, row.mode);
        let owned = if row.owned { "owned" } else { "borrowed" };
        lines.push(format!("{name}: {owned}, {} bytes, {} proofs\n", row.encoded.len(), row.proofs.len()));
        lines.extend(row.samples.iter().map(|one| format!("{name}: size \"{}\": {}\n", one.variant, one.note)));
        lines.extend(row.exact.iter().map(|one| {
            let (measure, variant) = (one.measure.id(), one.variant);
            format!("{name}: {measure} \"{variant}\", {:.3}: {}\n", one.value, one.note)
        }));
        lines.extend(row.operations.iter().map(|one| {
            let (measure, reading) = (one.measure.id(), row.reading(one.kept).name());
            let sign = if one.by_hand { format!(" {BY_HAND}") } else { String::new() };
            format!("{name}: {measure} \"{}\"{sign}, {reading}: {}\n", one.variant, one.note)
        }));
        lines.extend(apart.iter().filter(|(measure, _)| args.wants_measure(*measure)).map(|(measure, variant)| {
            format!("{name}: {} \"{variant}\", measured by the workload itself\n", measure.id())
        }));
    }
    lines.extend(collected.excluded.iter().map(|(library, reason)| format!("no row of {library}: {reason}\n")));
    lines.concat()
}

/// Everything that is wrong with `rows`, one sentence each.
fn faults(rows: &[Row]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut names = HashSet::new();
    for row in rows {
        let name = format!("{} ({})", row.library, row.mode);
        for (claim, _) in row.proofs.iter().filter(|(_, holds)| !holds) {
            faults.push(format!("{name}: false that it {claim}"));
        }
        if row.proofs.is_empty() && row.operations.iter().any(|operation| operation.measure != Measure::Build) {
            faults.push(format!("{name}: has operations but no proof of any result"));
        }
        if !names.insert((row.library, row.mode, row.checked)) {
            faults.push(format!("{name}: two rows of this library have this mode"));
        }
        let mut groups = HashSet::new();
        for operation in &row.operations {
            if !groups.insert((operation.measure, operation.variant)) {
                faults.push(format!("{name}: {} \"{}\" is there twice", operation.measure.id(), operation.variant));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    /// Proves the rows that a short run of the workload has of all libraries, and does each of their operations once. A variant
    /// that the workload does not list would have no place in the report.
    fn every_operation_runs(workload: Workload, at_least: usize) {
        let args = Args::parse_from(["vellum-benches", "--quick"]);
        let collected = collect(workload, &args).expect("every proof holds");
        let mut ran = 0;
        for row in collected.rows {
            let name = format!("{} ({})", row.library, row.mode);
            for mut operation in row.operations {
                assert!(workload.lists(operation.variant), "{name}: {}", operation.variant);
                let _ = (operation.timed)(1);
                ran += 1;
            }
        }
        assert!(ran >= at_least, "only {ran} operations");
    }

    // A test for each workload, so that they run beside each other.

    #[test]
    fn every_operation_of_the_container_runs() {
        every_operation_runs(Workload::Container, 200);
    }

    #[test]
    fn every_operation_of_the_fields_runs() {
        every_operation_runs(Workload::Fields, 200);
    }

    #[test]
    fn every_operation_of_the_log_runs() {
        every_operation_runs(Workload::Oplog, 200);
    }

    #[test]
    fn every_operation_of_scaling_runs() {
        every_operation_runs(Workload::Scaling, 200);
    }

    #[test]
    fn every_operation_in_bulk_runs() {
        every_operation_runs(Workload::Bulk, 30);
    }

    #[test]
    fn every_operation_on_documents_runs() {
        every_operation_runs(Workload::Documents, 50);
    }

    #[test]
    fn every_operation_on_patches_runs() {
        every_operation_runs(Workload::Patches, 60);
    }

    #[test]
    fn a_workload_that_measures_itself_names_what_it_measures() {
        let args = Args::parse_from(["vellum-benches", "--quick", "--measure", "written"]);
        let collected = collect(Workload::Session, &args).expect("every proof holds");
        let listed = list(&collected, &args);
        let name = "session / vellum (record file): written \"400 messages, synced, chunk\"";
        assert_eq!(listed.matches(name).count(), 1, "{listed}");
        assert!(!listed.contains("syncs"), "{listed}");
        let others = Args::parse_from(["vellum-benches", "--quick", "--measure", "size"]);
        assert!(Apart::of(Workload::Session, &others).is_none(), "nothing of it was chosen");
    }

    #[test]
    fn every_operation_of_services_runs() {
        every_operation_runs(Workload::Services, 200);
    }

    fn row(mode: &'static str) -> Row {
        let mut row = Row::new("sample", "serde", "1", mode, vec![1, 2, 3]);
        row.time(Measure::Encode, "owned", || 1);
        row.prove("gives back what it was given", true);
        row
    }

    #[test]
    fn proved_rows_have_no_fault() {
        assert_eq!(faults(&[row("one"), row("two"), row("two").unchecked()]), Vec::<String>::new());
    }

    #[test]
    fn a_false_proof_names_library_row_and_claim() {
        let mut bad = row("serde");
        bad.prove("decodes to the original", false);
        assert_eq!(faults(&[row("derive"), bad]), ["sample (serde): false that it decodes to the original"]);
    }

    #[test]
    fn a_row_that_proves_nothing_is_refused() {
        let mut bad = row("serde");
        bad.proofs.clear();
        assert_eq!(faults(&[bad]), ["sample (serde): has operations but no proof of any result"]);
    }

    #[test]
    fn rows_and_operations_that_cannot_be_told_apart_are_refused() {
        let mut twice = row("a");
        twice.time(Measure::Encode, "owned", || 2);
        let expected =
            ["sample (a): encode \"owned\" is there twice", "sample (a): two rows of this library have this mode"];
        assert_eq!(faults(&[twice, row("a")]), expected);
    }
}
