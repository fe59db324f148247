//! Compiles and runs hostile programs: `cargo run -p vellum-testkit --bin hostile-programs`.
//!
//! What it prints of a fault is the seed and the errors; `--show SEED` prints the program. The exit
//! code is 1 if there was one.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use vellum_testkit::programs::compile::{Compiler, Outcome};
use vellum_testkit::programs::{BATCH, Made, program};

const USAGE: &str = "\
--count N      so many programs, 200 without it
--seed N       the first of their seeds
--step N       every N-th seed: of --seed 3 --step 4 all are schemas
--threads N    two without it
--compile      compiles the types alone, and runs nothing
--refused      prints also what is refused, and how
--show SEED    prints the program of a seed, and runs nothing";

fn main() -> ExitCode {
    let (mut count, mut first, mut step, mut threads) = (200, 0, 1, 2);
    let (mut is_verbose, mut only_compiles) = (false, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let flag = match name.as_str() {
            "--refused" => Some(&mut is_verbose),
            "--compile" => Some(&mut only_compiles),
            _ => None,
        };
        if let Some(flag) = flag {
            *flag = true;
            continue;
        }
        let Some(value) = arguments.next().and_then(|value| value.parse::<u64>().ok()) else {
            eprintln!("{USAGE}");
            return ExitCode::FAILURE;
        };
        match name.as_str() {
            "--count" => count = value,
            "--seed" => first = value,
            "--step" => step = value.max(1),
            "--threads" => threads = value,
            "--show" => {
                match program(value) {
                    Made::Program(program) => println!("// edition {}\n{}", program.edition(), program.module()),
                    Made::Refused(message) => println!("refused: {message}"),
                }
                return ExitCode::SUCCESS;
            }
            _ => {
                eprintln!("{USAGE}");
                return ExitCode::FAILURE;
            }
        }
    }
    let started = Instant::now();
    let (next, outcomes) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (next, outcomes) = (&next, &outcomes);
            scope.spawn(move || {
                let name = format!("vellum-hostile-programs-{}-{thread}", std::process::id());
                let directory = std::env::temp_dir().join(name);
                let mut compiler = Compiler::beside_this_program(Path::new(&directory));
                compiler.only_compiles = only_compiles;
                loop {
                    let start = next.fetch_add(BATCH, Ordering::Relaxed);
                    if start >= count {
                        break;
                    }
                    let numbers = start..(start + BATCH).min(count);
                    let found = compiler.run(numbers.map(|number| first + number * step));
                    for (seed, outcome) in &found {
                        match outcome {
                            Outcome::Fault(why) => println!("FAULT --show {seed}: {why}"),
                            Outcome::Known(why) if is_verbose => println!("known {seed}: {why}"),
                            Outcome::NoProgram(why) if is_verbose => println!("no program {seed}: {why}"),
                            Outcome::Refused(why) if is_verbose => println!("refused {seed}: {why}"),
                            _ => {}
                        }
                    }
                    let mut outcomes = outcomes.lock().expect("no panic within");
                    outcomes.extend(found.into_iter().map(|(_, outcome)| outcome));
                    // A run that is stopped has said how far it was.
                    eprintln!("{}", counts(&outcomes));
                }
                let _ = std::fs::remove_dir_all(directory);
            });
        }
    });
    let outcomes = outcomes.into_inner().expect("no panic within");
    println!("--seed {first} --step {step}: {}, {:.0} s", counts(&outcomes), started.elapsed().as_secs_f64());
    let is_fault = |outcome: &Outcome| matches!(outcome, Outcome::Fault(_));
    if outcomes.iter().any(is_fault) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// How many programs had which outcome.
fn counts(outcomes: &[Outcome]) -> String {
    let of = |is: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| is(outcome)).count();
    format!(
        "{} programs: {} ran, {} refused with one message, {} no programs, {} of a known fault, {} faults",
        outcomes.len(),
        of(|outcome| matches!(outcome, Outcome::Ran)),
        of(|outcome| matches!(outcome, Outcome::Refused(_))),
        of(|outcome| matches!(outcome, Outcome::NoProgram(_))),
        of(|outcome| matches!(outcome, Outcome::Known(_))),
        of(|outcome| matches!(outcome, Outcome::Fault(_))),
    )
}
