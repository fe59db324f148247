//! Runs every edit of every small type: `cargo run --release -p vellum-testkit --bin small-scope`.
//!
//! Without `--levels` it runs the plan of [`plan`]. What it prints of a fault is enough to see it again. The exit code is 1 if there was one.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use vellum_testkit::report::Findings;
use vellum_testkit::run::{Parts, run, run_random};
use vellum_testkit::small::{Small, all};

const USAGE: &str = "\
--levels 0,1,2,3   types with so many containers in each other
--sample 1/K       every K-th of them
--filter TEXT      those whose name has the text
--parts LIST       of edits, storage, older, hostile4, hostile8, hostile255
--random COUNT     so many schemas by chance
--seed N           the first of their seeds
--threads N        two without it";

/// What to run.
struct Options {
    tasks: Vec<(usize, usize, Parts)>,
    filter: String,
    random: usize,
    seed: u64,
    threads: usize,
}

/// Everything, in about half an hour on two cores: levels, every how many of their types, and what is done with them.
fn plan() -> Vec<(usize, usize, Parts)> {
    let edits = Parts { edits: true, ..Parts::default() };
    let (storage, older) = (Parts { storage: true, ..Parts::default() }, Parts { older: true, ..Parts::default() });
    let hostile = |hostile| Parts { hostile, ..Parts::default() };
    vec![
        (0, 1, Parts { edits: true, storage: true, older: true, hostile: 255 }),
        (1, 1, edits),
        (1, 1, older),
        (1, 2, storage),
        (1, 40, hostile(255)),
        (2, 1, edits),
        (2, 5, older),
        (2, 60, storage),
        (2, 200, hostile(8)),
        (3, 60, edits),
        (3, 100, older),
    ]
}

fn options() -> Option<Options> {
    let (mut levels, mut sample) = (Vec::new(), 1);
    let mut parts = Parts::default();
    let mut options = Options { tasks: Vec::new(), filter: String::new(), random: 0, seed: 0, threads: 2 };
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
            "--seed" => options.seed = value.parse().ok()?,
            "--threads" => options.threads = value.parse().ok()?,
            _ => return None,
        }
    }
    if parts == Parts::default() {
        parts.edits = true;
    }
    options.tasks = levels.iter().map(|levels| (*levels, sample, parts)).collect();
    if options.tasks.is_empty() && options.random == 0 {
        (options.tasks, options.random) = (plan(), 20_000);
    }
    Some(options)
}

fn main() -> ExitCode {
    let Some(Options { tasks, filter, random, seed, threads }) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let mut types: Vec<(Small, Parts)> = Vec::new();
    for (levels, sample, parts) in tasks {
        let of_level = all(levels).into_iter().filter(|small| small.name().contains(&filter));
        types.extend(of_level.step_by(sample).map(|small| (small, parts)));
    }
    println!("{} types, {random} schemas by chance", types.len());
    // Panics are faults, and are reported as such.
    std::panic::set_hook(Box::new(|_| {}));
    let started = std::time::Instant::now();
    let (next, left) = (AtomicUsize::new(0), AtomicUsize::new(random));
    let findings = Mutex::new(Findings::default());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut found = Findings::default();
                while let Ok(left) = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                {
                    found.add(run_random(seed + left as u64 - 1, 1));
                }
                while let Some((small, parts)) = types.get(next.fetch_add(1, Ordering::Relaxed)) {
                    found.add(run(small, *parts));
                }
                findings.lock().expect("no panic within").add(found);
            });
        }
    });
    let findings = findings.into_inner().expect("no panic within");
    println!("{findings}, {:.0} s", started.elapsed().as_secs_f64());
    if findings.faults() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
