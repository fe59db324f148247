//! Derived and generated types in hostile programs: each program compiles and its values come back, or it is refused with one message.

use std::path::Path;

use vellum_testkit::programs::BATCH;
use vellum_testkit::programs::compile::{Compiler, Outcome};

#[test]
fn a_hostile_program_compiles_and_keeps_its_values_or_is_refused_with_one_message() {
    let is_full = std::env::var("VELLUM_NETS").is_ok_and(|value| value == "full" || value == "gate");
    // The compiler takes some three seconds for ten programs, on a machine that does nothing else.
    let (first, count, threads) = if is_full { (0, 200, 2) } else { (16, 8, 1) };
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-programs");
    let outcomes: Vec<(u64, Outcome)> = std::thread::scope(|scope| {
        let parts = (0..threads).map(|part| {
            let directory = directory.join(part.to_string());
            scope.spawn(move || {
                let compiler = Compiler::beside_this_program(&directory);
                let seeds: Vec<u64> = (first..first + count).filter(|seed| seed / BATCH % threads == part).collect();
                seeds.chunks(BATCH as usize).flat_map(|seeds| compiler.run(seeds.iter().copied())).collect::<Vec<_>>()
            })
        });
        let parts: Vec<_> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().expect("no panic within")).collect()
    });
    let faults: Vec<_> = outcomes.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Fault(_))).collect();
    assert!(faults.is_empty(), "`cargo run -p vellum-testkit --bin hostile-programs -- --show SEED`: {faults:#?}");
    let ran = outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Ran).count();
    assert!(outcomes.len() as u64 == count && ran * 2 > outcomes.len(), "{ran} of {} ran", outcomes.len());
}
