//! Criterion benches of our own hot paths, one module for each subject: what a change of the code
//! did, on one machine.
//!
//! The suite (`cargo run --release`) compares with other libraries and is what we publish. These
//! have no rival, and are for the time between two revisions:
//! `cargo bench -p vellum-format --features serde`, change something, the same again. With
//! `-- edit` it runs one subject, with `-- --test` each bench once, without a time.
//!
//! All is one binary, since it is linked with all optimisation that the suite has, which takes
//! longer than compiling it.

mod edit;
mod encode;
mod json;
mod key;
mod lengths;
mod list;
mod map;
mod read;
mod record;
mod schema;
mod types;
mod whole;

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};

/// One bench, or several of a group: a name, and what is repeated.
macro_rules! time {
    ($group:expr; $($name:expr => $run:expr),+ $(,)?) => {
        $($group.bench_function($name, |b| b.iter(|| $run));)+
    };
}
pub(crate) use time;

/// Shorter than criterion's eight seconds for each bench, so that all of them take two minutes.
fn short() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2))
}

criterion_group! {
    name = hot_paths;
    config = short();
    targets = encode::benches, read::benches, edit::benches, list::benches, map::benches, record::benches,
        schema::benches, key::benches, lengths::benches, whole::benches, json::benches
}
criterion_main!(hot_paths);
