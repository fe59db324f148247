//! Instruction counts by callgrind: what an operation costs whatever else the machine is doing.
//!
//! A count does not tell a time (caches and branches do not enter it), but it is the same in every
//! run of the same binary and choice of operations, so that it shows small changes of the code. The
//! binary runs itself under valgrind once for every workload, and there each operation with two
//! numbers of iterations; what the longer run has more is due to the operations, and what both do
//! before cancels out.
//!
//! [`parts`] has the two runs counted, [`profile`] reads what callgrind wrote, [`base`] compares
//! with counts that were kept in a file.

mod base;
mod parts;
mod profile;

use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use base::{Base, Findings};
use profile::Cost;

use super::about::About;
use super::cli::Args;
use super::collect::{Collected, collect};
use super::kind::RunKind;
use super::progress::bar;
use super::rank::OURS;
use super::sheet::{self, Kind};
use super::stats::number;
use super::workload::Workload;

/// Iterations of the two runs. Operations that build a list count its elements, of which there are
/// up to this many.
const COUNTS: [u64; 2] = [20_000, 40_000];

/// One operation of the rows that a workload has: "1,0".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Single {
    row: usize,
    operation: usize,
}

impl FromStr for Single {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<usize> = text.split(',').filter_map(|part| part.parse().ok()).collect();
        let [row, operation] = parts[..] else { return Err("expected ROW,OPERATION".to_owned()) };
        Ok(Self { row, operation })
    }
}

/// Counts the instructions of the chosen operations, by default of all our own, and prints a table
/// for each workload.
///
/// With `--keep` the counts of derived types are also written to a file. With `--check` the
/// operations of such a file are counted and compared with it.
///
/// # Errors
///
/// If valgrind is missing or fails, or a count is higher than the file allows.
pub fn report(args: &Args, print: impl Fn(&str) -> Result<(), String>) -> Result<(), String> {
    print("instructions for one operation, by callgrind\n")?;
    let kept = args.check.as_deref().map(read).transpose()?;
    let mut now = Base::default();
    for workload in args.workloads() {
        if kept.as_ref().is_some_and(|kept| !kept.has_workload(workload.name())) {
            continue;
        }
        let Collected { rows, .. } = rows(workload, args)?;
        let mut chosen = Vec::new();
        for (row, made) in rows.iter().enumerate() {
            for (operation, one) in made.operations.iter().enumerate() {
                let names = [workload.name(), made.mode, one.measure.id(), one.variant].map(str::to_owned);
                if kept.as_ref().is_none_or(|kept| made.library == OURS && kept.has(&names)) {
                    chosen.push((Single { row, operation }, made.library, names));
                }
            }
        }
        let progress = bar(0, "{spinner} {elapsed}");
        let singles: Vec<Single> = chosen.iter().map(|(single, ..)| *single).collect();
        let costs = count(workload, args, &singles);
        progress.finish_and_clear();
        let mut lines = Vec::new();
        for ((_, library, names), cost) in chosen.into_iter().zip(costs?) {
            let [_, mode, measure, variant] = names.clone();
            let is_kept = library == OURS && mode.starts_with(DERIVED);
            let words = [library.to_owned(), mode, measure, variant];
            lines.push([&words[..], &[cost.all, cost.own, cost.calls].map(number)].concat());
            if is_kept {
                now.add(names, cost);
            }
        }
        let columns = [
            ("library", Kind::Word),
            ("mode", Kind::Word),
            ("measure", Kind::Word),
            ("variant", Kind::Text),
            ("instructions", Kind::Number),
            ("without libc", Kind::Number),
            ("calls of it", Kind::Number),
        ];
        let columns = columns.map(|(name, kind)| (name.to_owned(), kind));
        print(&format!("\n{}\n{}", workload.name(), sheet::draw(&columns, &lines, 2)))?;
    }
    if let Some(path) = &args.keep {
        let text = now.text(&comment());
        fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    kept.map_or(Ok(()), |kept| judge(&kept.compare(&now), &print))
}

/// The mode of rows whose counts are kept starts with this word: types that are derived have the
/// hot paths.
const DERIVED: &str = "derive";

/// What a file of counts says of itself.
fn comment() -> String {
    let About { compiler, commit, .. } = About::here(RunKind::Thorough);
    format!(
        "Instructions for one operation on derived types, and its calls into shared libraries, whose own instructions\n\
         are not counted. Compared by --instructions --check, written by --instructions --keep; see METHOD.md.\n\
         Commit {commit}, {compiler}, profile {}.",
        env!("BENCH_PROFILE")
    )
}

fn read(path: &Path) -> Result<Base, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Base::parse(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Prints what a comparison found.
///
/// # Errors
///
/// If there is a fault.
fn judge(Findings { faults, hints }: &Findings, print: impl Fn(&str) -> Result<(), String>) -> Result<(), String> {
    if !hints.is_empty() {
        print(&format!(
            "\nless than was kept; keep the new counts, so that they are not lost again:\n  {}\n",
            hints.join("\n  ")
        ))?;
    }
    if faults.is_empty() {
        return print("\nno operation takes more than was kept\n");
    }
    Err(format!("more than was kept:\n  {}", faults.join("\n  ")))
}

/// The rows of [`report`] and [`run`], which have to be the same: lists are short, as in a quick
/// run.
fn rows(workload: Workload, args: &Args) -> Result<Collected, String> {
    let libraries = libraries(args);
    let mut collected =
        collect(workload, &Args { quick: true, thorough: false, libraries: libraries.clone(), ..args.clone() })?;
    // Workloads may have rows that belong to no library.
    collected.rows.retain(|row| libraries.iter().any(|library| library == row.library));
    Ok(collected)
}

fn libraries(args: &Args) -> Vec<String> {
    if args.libraries.is_empty() { vec![OURS.to_owned()] } else { args.libraries.clone() }
}

/// What valgrind runs: operations.
///
/// # Errors
///
/// If there is one that is not.
pub fn run(singles: &[Single], args: &Args) -> Result<(), String> {
    let workload = args.workloads().first().copied().ok_or("no workload")?;
    let mut rows = rows(workload, args)?.rows;
    let has = |one: &Single| rows.get(one.row).is_some_and(|row| one.operation < row.operations.len());
    if !singles.iter().all(has) {
        return Err("no such operation".to_owned());
    }
    for one in singles {
        let operation = &mut rows[one.row].operations[one.operation];
        parts::run(
            |count| {
                let _: Duration = (operation.timed)(count);
            },
            COUNTS,
        );
    }
    Ok(())
}

/// What operations cost.
fn count(workload: Workload, args: &Args, singles: &[Single]) -> Result<Vec<Cost>, String> {
    if singles.is_empty() {
        return Ok(Vec::new());
    }
    // The same choice as here, so that the numbers of rows and operations mean the same there.
    let measures: Vec<&str> = args.measure.iter().map(|measure| measure.id()).collect();
    let singles: Vec<String> = singles.iter().map(|one| format!("{},{}", one.row, one.operation)).collect();
    let (libraries, measures, numbers) = (libraries(args).join(","), measures.join(","), singles.join(";"));
    let mut words = vec!["--workload", workload.id(), "--libraries", &libraries, "--single", &numbers];
    if !measures.is_empty() {
        words.extend(["--measure", &measures]);
    }
    parts::count(&words, singles.len(), COUNTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_operation_is_two_numbers() {
        assert_eq!("1,0".parse(), Ok(Single { row: 1, operation: 0 }));
        assert!("1,0,20000".parse::<Single>().is_err() && "a,b".parse::<Single>().is_err());
    }
}
