//! Instruction counts by callgrind: what an operation costs whatever else the machine is doing.
//!
//! A count does not tell a time (caches and branches do not enter it), but it is the same in every
//! run of the same binary and choice of operations, so that it shows small changes of the code. The
//! binary runs itself under valgrind twice for every operation, with two numbers of iterations;
//! what the longer run has more is due to the operations, and what both do before cancels out.
//!
//! [`profile`] reads what callgrind wrote, [`base`] compares with counts that were kept in a file.

mod base;
mod profile;

use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::str::FromStr;
use std::time::Duration;
use std::{env, fs};

use base::{Base, Findings};
use profile::{Cost, Profile};

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

/// One operation of the rows that a workload has, and how often to run it: "1,0,20000".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Single {
    row: usize,
    operation: usize,
    count: u64,
}

impl FromStr for Single {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<u64> = text.split(',').filter_map(|part| part.parse().ok()).collect();
        let [row, operation, count] = parts[..] else { return Err("expected ROW,OPERATION,COUNT".to_owned()) };
        let index = |value| usize::try_from(value).map_err(|_| "no such row".to_owned());
        Ok(Self { row: index(row)?, operation: index(operation)?, count })
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
        let progress = bar(rows.iter().map(|row| row.operations.len()).sum(), "{wide_bar} {percent:>3} % {eta} left");
        let mut lines = Vec::new();
        for (row, made) in rows.iter().enumerate() {
            for (operation, one) in made.operations.iter().enumerate() {
                progress.inc(1);
                let names = [workload.name(), made.mode, one.measure.id(), one.variant].map(str::to_owned);
                if kept.as_ref().is_some_and(|kept| made.library != OURS || !kept.has(&names)) {
                    continue;
                }
                let cost = count(workload, args, (row, operation))?;
                let words = [made.library, made.mode, one.measure.id(), one.variant].map(str::to_owned);
                lines.push([&words[..], &[cost.all, cost.own, cost.calls].map(number)].concat());
                if made.library == OURS && made.mode.starts_with(DERIVED) {
                    now.add(names, cost);
                }
            }
        }
        progress.finish_and_clear();
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

/// What valgrind runs: one operation.
///
/// # Errors
///
/// If there is no such operation.
pub fn run(single: Single, args: &Args) -> Result<(), String> {
    let workload = args.workloads().first().copied().ok_or("no workload")?;
    let mut rows = rows(workload, args)?.rows;
    let row = rows.get_mut(single.row);
    let operation = row.and_then(|row| row.operations.get_mut(single.operation)).ok_or("no such operation")?;
    let _: Duration = (operation.timed)(single.count);
    Ok(())
}

/// What one operation costs, by the numbers of its row and of itself.
fn count(workload: Workload, args: &Args, (row, operation): (usize, usize)) -> Result<Cost, String> {
    let binary = env::current_exe().map_err(|error| format!("cannot find this binary: {error}"))?;
    let start = |count| start(&binary, workload, args, Single { row, operation, count });
    // Both at once: what else the machine does changes no count.
    let [few, many] = [start(COUNTS[0])?, start(COUNTS[1])?].map(|counting| finish(counting, &binary));
    Ok(few?.each(many?, COUNTS[1] - COUNTS[0]))
}

/// A process under callgrind, and the file that it writes.
struct Counting {
    process: Child,
    file: PathBuf,
}

/// Starts a process under callgrind that runs one operation so many times.
fn start(binary: &Path, workload: Workload, args: &Args, single: Single) -> Result<Counting, String> {
    let Single { row, operation, count } = single;
    let file = env::temp_dir().join(format!("vellum-benches-{}-{count}.callgrind", process::id()));
    // The same choice as here, so that the numbers of row and operation mean the same there.
    let measures: Vec<&str> = args.measure.iter().map(|measure| measure.id()).collect();
    let process = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(binary)
        .args(["--workload", workload.id(), "--libraries", &libraries(args).join(",")])
        .args(if measures.is_empty() { Vec::new() } else { vec!["--measure".to_owned(), measures.join(",")] })
        .args(["--single", &format!("{row},{operation},{count}")])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run valgrind, which --instructions needs: {error}"))?;
    Ok(Counting { process, file })
}

/// What such a process counted.
fn finish(Counting { process, file }: Counting, binary: &Path) -> Result<Profile, String> {
    let output = process.wait_with_output().map_err(|error| format!("valgrind was lost: {error}"))?;
    let text = fs::read_to_string(&file);
    // Left behind it would be harmless.
    let _ = fs::remove_file(&file);
    if !output.status.success() {
        return Err(format!("valgrind failed:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = text.map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    Profile::parse(&text, &binary.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_operation_is_three_numbers() {
        assert_eq!("1,0,20000".parse(), Ok(Single { row: 1, operation: 0, count: 20_000 }));
        assert!("1,0".parse::<Single>().is_err() && "a,b,c".parse::<Single>().is_err());
    }
}
