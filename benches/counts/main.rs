//! Instructions of our own hot paths by callgrind, one operation a row, the opening of the buffer
//! included where it is not kept open.
//!
//! `cargo run --profile ci --no-default-features --bin vellum-counts` prints them, and with a part
//! of a name those that have it; with `-- --check FILE` they are compared with those of a file,
//! with `-- --keep FILE` they are written to it. The suite counts what it compares with other
//! libraries (`--instructions`); these have no rival there.

// The suite uses the rest, and runs the tests.
#[allow(dead_code)]
#[path = "../src/harness/instructions/base.rs"]
mod base;
mod documents;
mod each;
mod edits;
mod encodes;
#[path = "../src/harness/instructions/parts.rs"]
mod parts;
mod patches;
#[allow(dead_code)]
#[path = "../src/harness/instructions/profile.rs"]
mod profile;
mod proofs;
#[allow(dead_code)]
#[path = "../src/documents/random.rs"]
mod random;
mod run_time;
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_precision_loss)]
mod services;
#[path = "../src/documents/tweets.rs"]
mod tweets;
mod types;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use base::{Base, Findings};

/// Iterations of the two runs of an operation. What the longer run has more is due to the
/// operations.
const COUNTS: [u64; 2] = [2_000, 4_000];

/// With this and a filter the binary runs the operations, which callgrind counts.
const RUN: &str = "--run";

/// An operation: its mode, its measure, its variant, and what runs it so many times.
pub struct Row {
    pub names: [&'static str; 3],
    pub run: Box<dyn FnMut(u64)>,
}

/// All rows, each with the workload that it is kept under.
fn rows() -> impl Iterator<Item = (&'static str, Row)> {
    let of = |workload, rows: Vec<Row>| rows.into_iter().map(move |row| (workload, row));
    let edits = of("edits", edits::rows()).chain(of("edits", each::rows())).chain(of("encodes", encodes::rows()));
    let edits = edits.chain(of("encodes", services::rows()));
    let proofs = of("proofs", proofs::rows());
    let run_time = of("run time", run_time::rows()).chain(of("patches", patches::rows()));
    edits.chain(of("documents", documents::rows())).chain(proofs).chain(run_time)
}

/// Those whose names contain the filter.
fn chosen(filter: &str) -> impl Iterator<Item = (&'static str, Row)> {
    rows().filter(move |(_, row)| row.names.join(" | ").contains(filter))
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args[..] {
        [RUN, filter] => {
            run(filter);
            Ok(())
        }
        ["--check", file] => check(Path::new(file)),
        ["--keep", file] => count_all("").and_then(|now| keep(&now, Path::new(file))),
        [filter] => count_all(filter).map(drop),
        [] => count_all("").map(drop),
        _ => Err("expected nothing, a part of a name, --check FILE or --keep FILE".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Counts the operations whose names contain the filter, and prints them.
fn count_all(filter: &str) -> Result<Base, String> {
    let names: Vec<_> = chosen(filter).map(|(group, row)| (group, row.names)).collect();
    let costs = parts::count(&[RUN, filter], names.len(), COUNTS)?;
    let mut now = Base::default();
    for ((group, names), cost) in names.into_iter().zip(costs) {
        println!("{:>8.1}  {:>5.2} calls  {}", cost.own, cost.calls, names.join(" | "));
        let [mode, measure, variant] = names.map(str::to_owned);
        now.add([group.to_owned(), mode, measure, variant], cost);
    }
    Ok(now)
}

/// What callgrind runs.
fn run(filter: &str) {
    for (_, row) in chosen(filter) {
        parts::run(row.run, COUNTS);
    }
}

fn check(file: &Path) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let Findings { faults, hints } = Base::parse(&text)?.compare(&count_all("")?);
    if !hints.is_empty() {
        println!("\nless than was kept; keep the new counts:\n  {}", hints.join("\n  "));
    }
    if faults.is_empty() { Ok(()) } else { Err(format!("more than was kept:\n  {}", faults.join("\n  "))) }
}

fn keep(now: &Base, file: &Path) -> Result<(), String> {
    let comment = "Instructions for one operation on our own hot paths, and its calls into shared libraries.\n\
        Compared by `cargo run --profile ci --no-default-features --bin vellum-counts -- --check FILE`, written by `--keep FILE`.";
    fs::write(file, now.text(comment)).map_err(|error| format!("{}: {error}", file.display()))
}
