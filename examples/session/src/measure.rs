//! What a change costs: bytes and calls of writing, and time.

use std::path::Path;
use std::time::Instant;

use crate::keepers::{Keeper, Result};
use crate::session::{Change, Session};

/// What the changes of one kind cost, each on average.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Bytes that were given to calls of the system that write.
    pub bytes: f64,
    /// Such calls.
    pub calls: f64,
    pub microseconds: f64,
}

/// What one way to keep a session costs.
pub struct Row {
    pub name: &'static str,
    pub changes: Vec<(&'static str, Cost)>,
    pub open_milliseconds: f64,
}

/// Bytes and calls of writing that the system has counted for this thread; zeros where it counts
/// none.
pub fn written() -> (u64, u64) {
    let counts = std::fs::read_to_string("/proc/thread-self/io").unwrap_or_default();
    let count = |name: &str| {
        let line = counts.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        line.and_then(|count| count.parse().ok()).unwrap_or(0)
    };
    (count("wchar"), count("syscw"))
}

/// Makes so many changes of each kind to a session of so many messages.
pub fn measure<K: Keeper>(folder: &Path, session: &Session, count: usize, syncs: bool) -> Result<Row> {
    let path = folder.join("session");
    K::create(&path, session, syncs)?;
    let mut keeper = K::open(&path, syncs)?;
    let mut expected = session.clone();
    let mut changes = Vec::new();
    for kind in Change::KINDS {
        let samples: Vec<Change> = (0..count).map(|number| Change::sample(kind, number)).collect();
        let (bytes, calls) = written();
        let start = Instant::now();
        for change in &samples {
            keeper.change(change)?;
        }
        let time = start.elapsed();
        let after = written();
        #[allow(clippy::cast_precision_loss)]
        let each = |all: u64| all as f64 / count.max(1) as f64;
        let cost = Cost {
            bytes: each(after.0 - bytes),
            calls: each(after.1 - calls),
            microseconds: time.as_secs_f64() * 1e6 / each(1).recip(),
        };
        changes.push((kind, cost));
        samples.iter().for_each(|change| change.apply(&mut expected));
    }
    drop(keeper);
    let start = Instant::now();
    let mut keeper = K::open(&path, syncs)?;
    let open_milliseconds = start.elapsed().as_secs_f64() * 1e3;
    if keeper.read()? != expected {
        return Err(format!("{}: what is in the file is not what was put there", K::NAME).into());
    }
    Ok(Row { name: K::NAME, changes, open_milliseconds })
}
