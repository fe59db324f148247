//! Instruction counts by callgrind: what an operation costs whatever else the machine is doing.
//!
//! A count does not tell a time (caches and branches do not enter it), but it is the same in every run of the same binary
//! and choice of operations, so that it shows small changes of the code. The binary runs itself under valgrind twice for every operation, with two numbers
//! of iterations; what the longer run has more is due to the operations, and what both do before cancels out.

use std::env;
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use super::cli::Args;
use super::collect::{Collected, collect};
use super::rank::OURS;
use super::sheet::{self, Kind};
use super::stats::number;
use super::workload::Workload;

/// Iterations of the two runs. Operations that build a list count its elements, of which there are up to this many.
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

/// Counts the instructions of the chosen operations, by default of all our own, and prints a table for each workload.
///
/// # Errors
///
/// If valgrind is missing or fails.
pub fn report(args: &Args, print: impl Fn(&str) -> Result<(), String>) -> Result<(), String> {
    print("instructions for one operation, by callgrind\n")?;
    for workload in args.workloads() {
        let Collected { rows, .. } = rows(workload, args)?;
        let progress = super::progress(rows.iter().map(|row| row.operations.len()).sum());
        let mut lines = Vec::new();
        for (row, made) in rows.iter().enumerate() {
            for (operation, one) in made.operations.iter().enumerate() {
                let start = |count| start(workload, args, Single { row, operation, count });
                // Both at once: what else the machine does changes no count.
                let [few, many] = [start(COUNTS[0])?, start(COUNTS[1])?].map(finish);
                let names = [made.library, made.mode, one.measure.id(), one.variant].map(str::to_owned);
                lines.push([&names[..], &[number(each([few?, many?]))]].concat());
                progress.inc(1);
            }
        }
        progress.finish_and_clear();
        let columns = [
            ("library", Kind::Word),
            ("mode", Kind::Word),
            ("measure", Kind::Word),
            ("variant", Kind::Text),
            ("instructions", Kind::Number),
        ];
        let columns = columns.map(|(name, kind)| (name.to_owned(), kind));
        print(&format!("\n{}\n{}", workload.name(), sheet::draw(&columns, &lines, 2)))?;
    }
    Ok(())
}

/// The rows of [`report`] and [`run`], which have to be the same: lists are short, as in a quick run.
fn rows(workload: Workload, args: &Args) -> Result<Collected, String> {
    let libraries = libraries(args);
    let mut collected = collect(workload, &Args { quick: true, libraries: libraries.clone(), ..args.clone() })?;
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

/// Starts a process under callgrind that runs one operation so many times.
fn start(workload: Workload, args: &Args, single: Single) -> Result<Child, String> {
    let Single { row, operation, count } = single;
    let binary = env::current_exe().map_err(|error| format!("cannot find this binary: {error}"))?;
    // The same choice as here, so that the numbers of row and operation mean the same there.
    let measures: Vec<&str> = args.measure.iter().map(|measure| measure.id()).collect();
    Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(binary)
        .args(["--workload", workload.id(), "--libraries", &libraries(args).join(",")])
        .args(if measures.is_empty() { Vec::new() } else { vec!["--measure".to_owned(), measures.join(",")] })
        .args(["--single", &format!("{row},{operation},{count}")])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run valgrind, which --instructions needs: {error}"))
}

/// The instructions of such a process.
fn finish(child: Child) -> Result<u64, String> {
    let output = child.wait_with_output().map_err(|error| format!("valgrind was lost: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    collected(&text).filter(|_| output.status.success()).ok_or_else(|| format!("valgrind failed:\n{text}"))
}

/// The number in callgrind's line "==1== Collected : 123".
fn collected(text: &str) -> Option<u64> {
    let (_, number) = text.lines().find_map(|line| line.split_once("Collected :"))?;
    number.split_whitespace().next()?.parse().ok()
}

/// The instructions of one iteration.
fn each([few, many]: [u64; 2]) -> f64 {
    many.saturating_sub(few) as f64 / (COUNTS[1] - COUNTS[0]) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_of_two_runs_is_what_the_operations_cost() {
        assert!((each([1_000_000, 1_000_000 + 20_000 * 57]) - 57.0).abs() < 1e-9);
    }

    #[test]
    fn callgrind_tells_what_it_collected() {
        let text = "==7== Events    : Ir\n==7== Collected : 1238921 \n==7== \n==7== I   refs:      1,238,921\n";
        assert_eq!(collected(text), Some(1_238_921));
        assert_eq!(collected("valgrind: failed to start"), None);
    }

    #[test]
    fn a_single_operation_is_three_numbers() {
        assert_eq!("1,0,20000".parse(), Ok(Single { row: 1, operation: 0, count: 20_000 }));
        assert!("1,0".parse::<Single>().is_err() && "a,b,c".parse::<Single>().is_err());
    }
}
