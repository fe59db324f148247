//! Runs every edit of every small type: `cargo run --release -p vellum-testkit --bin small-scope`.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use vellum_testkit::report::Findings;
use vellum_testkit::run::{Parts, run, run_random};
use vellum_testkit::small::{Small, all};

fn main() -> ExitCode {
    let mut levels = vec![0, 1, 2];
    let (mut sample, mut filter, mut threads) = (1, String::new(), 2);
    let mut parts = Parts::default();
    let (mut random, mut seed) = (0, 0);
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        match name.as_str() {
            "--levels" => levels = value.split(',').filter_map(|level| level.parse().ok()).collect(),
            "--sample" => sample = value.trim_start_matches("1/").parse().unwrap_or(1),
            "--filter" => filter = value,
            "--parts" => {
                for part in value.split(',') {
                    match part {
                        "edits" => parts.edits = true,
                        "storage" => parts.storage = true,
                        "older" => parts.older = true,
                        _ => parts.hostile = part.trim_start_matches("hostile").parse().unwrap_or(8),
                    }
                }
            }
            "--random" => random = value.parse().unwrap_or(1000),
            "--seed" => seed = value.parse().unwrap_or(0),
            "--threads" => threads = value.parse().unwrap_or(2),
            _ => {
                eprintln!(
                    "--levels 0,1,2,3  --sample 1/K  --filter TEXT  --parts edits,storage,older,hostile8  --random COUNT  --seed N  --threads N"
                );
                return ExitCode::FAILURE;
            }
        }
    }
    let types: Vec<Small> = levels
        .iter()
        .flat_map(|levels| all(*levels))
        .filter(|small| small.name().contains(&filter))
        .enumerate()
        .filter(|(number, _)| number % sample == 0)
        .map(|(_, small)| small)
        .collect();
    if !parts.edits && !parts.storage && !parts.older && parts.hostile == 0 {
        parts.edits = true;
    }
    let started = std::time::Instant::now();
    println!("{} types", types.len());
    std::panic::set_hook(Box::new(|_| {}));
    let next = AtomicUsize::new(0);
    let findings = Mutex::new(Findings::default());
    let random = AtomicUsize::new(random);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let take = |left: usize| left.checked_sub(1);
                while let Ok(left) = random.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
                    let found = run_random(seed + left as u64 - 1, 1);
                    findings.lock().expect("no panic within").add(found);
                }
                while let Some(small) = types.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = run(small, parts);
                    findings.lock().expect("no panic within").add(found);
                }
            });
        }
    });
    let findings = findings.into_inner().expect("no panic within");
    print!("{findings}");
    let seconds = started.elapsed().as_secs_f64();
    let Findings { schemas, edits, refused, .. } = findings;
    println!("{schemas} schemas, {edits} edits, {refused} refused, {} faults, {seconds:.1} s", findings.faults.len());
    if findings.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
