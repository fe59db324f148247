//! Workload C, "oplog", of desert's suite: the log entries of Golem's workers, serialised one by
//! one.
//!
//! - `entry`: the types
//! - `borrowed`: the same with strings and bytes in the input
//! - `first`: the time of an entry alone
//! - `generate`: the entries, drawn as the published suite draws them
//! - `rows`: what every library times in the same way
//! - `visit`: reading in place, and how it is proved

mod borrowed;
mod entry;
mod first;
pub mod format;
mod generate;
pub mod rows;
pub mod visit;

use std::rc::Rc;

pub use borrowed::OplogEntryRef;
pub use entry::{
    ArchivedOplogEntry, ArchivedPromiseId, ArchivedValue, CallingConvention, InvocationKey, OplogEntry, OplogEntryMut,
    OplogEntryRef as OplogEntryView, OplogEntryView as OplogEntryOpened, PromiseId, PromiseIdView, Stamped, Value,
    ValueRef, WorkerId, WrappedFunctionType,
};
pub(crate) use entry::{cases, stamped};
pub use first::FirstOf;
use generate::Generator;

use crate::harness::kind::RunKind;

/// How many cases are in the log.
const CASES: usize = 7;

/// A size of the payloads, with the variants of the measures as they are named in every output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payload {
    pub len: usize,
    pub name: &'static str,
    pub borrowed: &'static str,
    pub timestamp: &'static str,
    pub halved: &'static str,
}

macro_rules! payload {
    ($len:literal, $name:literal) => {
        Payload {
            len: $len,
            name: $name,
            borrowed: concat!($name, ", borrowed"),
            timestamp: concat!($name, ", timestamp"),
            halved: concat!($name, ", first payload halved"),
        }
    };
}

/// The sizes, in the order in which they are drawn.
pub const PAYLOADS: [Payload; 4] =
    [payload!(16, "16 B"), payload!(256, "256 B"), payload!(1024, "1,024 B"), payload!(16_384, "16,384 B")];

/// Entries of each payload size, in the log that was published.
const ENTRIES: usize = 10_000;

/// The same in a run of this kind.
const fn entries(kind: RunKind) -> usize {
    match kind {
        RunKind::Quick => 250,
        // All take gigabytes, and most of a minute to prove for each library.
        RunKind::Default => 2000,
        RunKind::Thorough => ENTRIES,
    }
}

/// Of larger payloads fewer entries are timed, so that there are no more bytes of them than of this
/// size.
const LARGEST_TIMED: usize = 1024;

/// What a run of this kind does without.
pub const fn left_out(kind: RunKind) -> &'static str {
    match kind {
        RunKind::Quick => "a quick run has 250 entries of each size instead of 10,000",
        RunKind::Default => "a default run has 2,000 entries of each size instead of 10,000",
        RunKind::Thorough => "",
    }
}

/// The log.
pub struct Oplog {
    pub batches: Vec<Batch>,
}

/// The entries with payloads of one size.
pub struct Batch {
    pub payload: Payload,
    /// How many there are.
    pub count: usize,
    /// Those that are timed: all, or as many of each case.
    pub entries: Rc<Vec<OplogEntry>>,
    /// What the reader should know of each figure.
    note: String,
    /// Where the generator was before the first.
    start: Generator,
}

impl Oplog {
    /// The log of a run.
    pub fn new(kind: RunKind) -> Self {
        Self::of(&PAYLOADS, entries(kind))
    }

    /// A log with so many entries of each of these payload sizes.
    pub fn of(payloads: &[Payload], count: usize) -> Self {
        let mut generator = Generator::new();
        let batches = payloads.iter().map(|payload| Batch::new(&mut generator, *payload, count)).collect();
        Self { batches }
    }
}

impl Batch {
    fn new(generator: &mut Generator, payload: Payload, count: usize) -> Self {
        let start = generator.clone();
        let each = (count * LARGEST_TIMED / payload.len / CASES).max(1);
        let mut taken = [0; CASES];
        let mut entries = Vec::new();
        // The rest is drawn all the same: the next size goes on where this one ends.
        for entry in (0..count).map(|_| generator.entry(payload.len)) {
            let taken = &mut taken[entry.case()];
            if payload.len <= LARGEST_TIMED || *taken < each {
                *taken += 1;
                entries.push(entry);
            }
        }
        let note = match (entries.len() < count, count < ENTRIES) {
            (false, false) => String::new(),
            (false, true) => format!("{count} entries"),
            (true, _) => format!("times are those of {} of the {count} entries, {each} of each case", entries.len()),
        };
        Self { payload, count, entries: Rc::new(entries), note, start }
    }

    /// Calls `visit` with every entry, timed or not; where not all are kept they are drawn again.
    pub fn each(&self, mut visit: impl FnMut(&OplogEntry)) {
        if self.entries.len() == self.count {
            self.entries.iter().for_each(visit);
        } else {
            let mut generator = self.start.clone();
            (0..self.count).for_each(|_| visit(&generator.entry(self.payload.len)));
        }
    }

    /// `note` with what is to say of these entries.
    pub fn note(&self, note: &str) -> &'static str {
        let both: Vec<&str> = [note, &self.note].into_iter().filter(|part| !part.is_empty()).collect();
        // As long as the process: a run makes a few of them.
        both.join("; ").leak()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_batch_repeats_what_it_draws() {
        for batch in Oplog::of(&PAYLOADS, 70).batches {
            let mut drawn = Vec::new();
            batch.each(|entry| drawn.push(entry.clone()));
            assert_eq!(drawn.len(), 70);
            let mut kept = batch.entries.iter();
            let mut next = kept.next();
            for entry in &drawn {
                if next == Some(entry) {
                    next = kept.next();
                }
            }
            assert_eq!(next, None, "{}: kept entries are drawn ones, in their order", batch.payload.name);
        }
    }

    #[test]
    fn of_large_payloads_each_case_is_timed_as_often() {
        let log = Oplog::of(&PAYLOADS, ENTRIES / 10);
        let counts = |batch: &Batch| {
            let mut counts = [0; CASES];
            batch.entries.iter().for_each(|entry| counts[entry.case()] += 1);
            counts
        };
        assert_eq!(counts(&log.batches[3]), [8; CASES]);
        assert_eq!(log.batches[3].note, "times are those of 56 of the 1000 entries, 8 of each case");
        assert_eq!(counts(&log.batches[2]).iter().sum::<usize>(), 1000);
        assert!(counts(&log.batches[0]).iter().all(|count| (90..200).contains(count)));
    }
}
