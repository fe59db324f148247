//! Runs every edit of every small type: `cargo run --release -p vellum-testkit --bin small-scope`.
//!
//! Without `--levels` it runs the plan of [`plan`]. What it prints of a fault is enough to see it
//! again. The exit code is 1 if there was one.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use vellum_testkit::compat::run_compat;
use vellum_testkit::report::Findings;
use vellum_testkit::run::{Parts, run, run_random};
use vellum_testkit::small::{Small, all};

const USAGE: &str = "\
--levels 0,1,2,3   types with so many containers in each other
--sample 1/K       every K-th of them
--filter TEXT      those whose name has the text
--parts LIST       of edits, storage, older, hostile4, hostile8, hostile255
--random COUNT     so many schemas by chance
--compat COUNT     so many pairs of revisions by chance, and nothing else unless it is asked for
--seed N           the first of their seeds
--threads N        two without it";

/// What to run.
struct Options {
    tasks: Vec<(usize, usize, Parts)>,
    filter: String,
    random: usize,
    compat: usize,
    seed: u64,
    threads: usize,
}

/// Everything, in about forty minutes on two cores: levels, every how many of their types, and what
/// is done with them.
fn plan() -> Vec<(usize, usize, Parts)> {
    let edits = Parts { edits: true, ..Parts::default() };
    let (storage, older) = (Parts { storage: true, ..Parts::default() }, Parts { older: true, ..Parts::default() });
    let hostile = |hostile| Parts { hostile, ..Parts::default() };
    vec![
        (0, 1, edits),
        (0, 1, older),
        (0, 1, storage),
        (0, 1, hostile(255)),
        (1, 1, edits),
        (1, 1, older),
        (1, 1, storage),
        (1, 1, hostile(255)),
        (2, 1, edits),
        (2, 1, older),
        (2, 1, storage),
        (2, 1, hostile(8)),
        (3, 1, edits),
        (3, 1, older),
    ]
}

fn options() -> Option<Options> {
    let (mut levels, mut sample) = (Vec::new(), 1);
    let mut parts = Parts::default();
    let mut options = Options { tasks: Vec::new(), filter: String::new(), random: 0, compat: 0, seed: 0, threads: 2 };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        match name.as_str() {
            "--levels" => levels = value.split(',').map(str::parse).collect::<Result<_, _>>().ok()?,
            "--sample" => sample = value.trim_start_matches("1/").parse().ok()?,
            "--filter" => options.filter = value,
            "--parts" => {
                for part in value.split(',') {
                    match part {
                        "edits" => parts.edits = true,
                        "storage" => parts.storage = true,
                        "older" => parts.older = true,
                        _ => parts.hostile = part.strip_prefix("hostile")?.parse().ok()?,
                    }
                }
            }
            "--random" => options.random = value.parse().ok()?,
            "--compat" => options.compat = value.parse().ok()?,
            "--seed" => options.seed = value.parse().ok()?,
            "--threads" => options.threads = value.parse().ok()?,
            _ => return None,
        }
    }
    if parts == Parts::default() {
        parts.edits = true;
    }
    options.tasks = levels.iter().map(|levels| (*levels, sample, parts)).collect();
    if options.tasks.is_empty() && options.random == 0 && options.compat == 0 {
        (options.tasks, options.random, options.compat) = (plan(), 20_000, 100_000);
    }
    Some(options)
}

fn main() -> ExitCode {
    let Some(Options { tasks, filter, random, compat, seed, threads }) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    // Panics are faults, and are reported as such.
    std::panic::set_hook(Box::new(|_| {}));
    let started = Instant::now();
    let mut findings = Findings::default();
    for (levels, sample, parts) in tasks {
        let of_task = |small: &Small| parts.fit(small) && small.name().contains(&filter);
        let types: Vec<Small> = all(levels).into_iter().filter(of_task).step_by(sample).collect();
        let about = format!("{levels} levels, {parts}");
        findings.add(each(&about, threads, types.len(), |number| run(&types[number], parts)));
    }
    if random > 0 {
        findings.add(each("by chance", threads, random, |number| run_random(seed + number as u64, 1)));
    }
    if compat > 0 {
        findings.add(each("revisions", threads, compat, |number| run_compat(seed + number as u64, 1)));
    }
    println!("{findings}, {:.0} s", started.elapsed().as_secs_f64());
    if findings.faults() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs so many things in threads, and says what came of them.
fn each(about: &str, threads: usize, count: usize, run: impl Fn(usize) -> Findings + Sync) -> Findings {
    let started = Instant::now();
    let next = AtomicUsize::new(0);
    let findings = Mutex::new(Findings::default());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut found = Findings::default();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    found.add(run(number));
                }
                findings.lock().expect("no panic within").add(found);
            });
        }
    });
    let findings = findings.into_inner().expect("no panic within");
    println!("{about}: {}, {:.0} s", findings.counts(), started.elapsed().as_secs_f64());
    findings
}
