//! What a library under test hands to the harness: a name, and for every workload a list of rows.
//!
//! A file in `libraries/` has a [`Library`]. For each workload it makes rows, one for each way of
//! using the library (checked or unchecked, compiled or run-time schema), and each row carries its
//! sizes and its timed operations. An operation is timed by a loop that is compiled together with
//! it (see [`Row::time`]), so the harness adds no indirect call to what it measures.

use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::harness::heap;
pub use crate::harness::measures::Measure;

use crate::workloads::container::Container;
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// Why reading cannot fail: the bytes that are read were written by the library itself.
pub const OWN_BYTES: &str = "bytes of this library";

/// Runs an operation the given number of times and tells how long all of them took.
pub type Timed = Box<dyn FnMut(u64) -> Duration>;

/// The one loop of all operations: runs one for every index of a range, and tells how long all of
/// them took.
///
/// A macro, so that the loop is compiled where it is used, together with its operation. The index
/// is a local of the loop, and what alternates follows from it: a turn that is kept in memory would
/// pass through there from each repetition to the next, which takes a nanosecond or more, as long
/// as some operations do.
macro_rules! repeat {
    ($range:expr, |$index:ident| $operation:expr) => {{
        $crate::harness::heap::window(true);
        let start = std::time::Instant::now();
        for $index in $range {
            std::hint::black_box($operation);
        }
        let took = start.elapsed();
        $crate::harness::heap::window(false);
        took
    }};
}
pub(crate) use repeat;

/// Which of two values a repetition writes, so that it never writes what is there: buffers hold the
/// first at first.
pub const fn turn(index: u64) -> usize {
    index.is_multiple_of(2) as usize
}

/// An operation with the loop around it; it is told which repetition it is, counted over all
/// rounds.
pub fn repeated<T>(mut operation: impl FnMut(u64) -> T + 'static) -> Timed {
    let mut done = 0;
    Box::new(move |count| {
        let first = done;
        done += count;
        repeat!(first..done, |index| operation(index))
    })
}

/// One operation of a row with its own loop.
pub struct Operation {
    pub measure: Measure,
    /// Owned or borrowed, or the field that is read or written.
    pub variant: &'static str,
    /// What the reader should know of this figure alone, such as "decode + encode" or "output is an
    /// AlignedVec".
    pub note: &'static str,
    /// Whether the bytes were opened before the clock starts, and stay open.
    pub kept: bool,
    /// Whether the code that changes the bytes was cut for this one field or place: a type that
    /// mirrors the bytes up to it, or a splice.
    pub by_hand: bool,
    /// A round has a multiple of so many repetitions, so that all rounds have the same mix of
    /// values.
    pub pass: u64,
    pub timed: Timed,
}

/// What is known of the bytes when something in them is read: figures of different kinds are
/// different promises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// Each access checks what it reads, a decoder what it decodes; the rest may be anything.
    #[default]
    Lazy,
    /// The same in a buffer that was opened before.
    LazyKept,
    /// The whole is proved, within the figure, and then trusted.
    Proved,
    /// The whole was proved before.
    ProvedKept,
    /// Nobody checks: not safe on hostile bytes.
    Trusted,
}

impl Reading {
    /// The word in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lazy => "lazy",
            Self::LazyKept => "lazy, kept",
            Self::Proved => "proved",
            Self::ProvedKept => "proved, kept",
            Self::Trusted => "trusted",
        }
    }

    /// Whether the bytes were opened before.
    pub const fn is_kept(self) -> bool {
        matches!(self, Self::LazyKept | Self::ProvedKept)
    }

    /// That of a figure from a run that does not tell it.
    pub fn guess(library: &str, mode: &str, checked: bool) -> Self {
        let kept = mode.ends_with("open");
        let proves = ["verified", "validated"].iter().any(|word| mode.starts_with(word)) && library != "vellum";
        match (checked, proves || (library == "vellum" && mode == "verified"), kept) {
            (false, _, _) => Self::Trusted,
            (true, false, false) => Self::Lazy,
            (true, false, true) => Self::LazyKept,
            (true, true, false) => Self::Proved,
            (true, true, true) => Self::ProvedKept,
        }
    }
}

/// Runs `pass`, which does `steps` operations and tells how long they took, as often as the count
/// of operations asks for.
pub fn amortised(steps: usize, mut pass: impl FnMut() -> Duration + 'static) -> Timed {
    Box::new(move |count| {
        let calls = count.div_ceil(steps as u64);
        let total: Duration = (0..calls).map(|_| pass()).sum();
        heap::steps(calls * steps as u64);
        total.mul_f64(count as f64 / (calls * steps as u64).max(1) as f64)
    })
}

/// An operation on each of `len` values, one after the other; the next time it goes on from where
/// it ended.
pub fn one_by_one(len: usize, mut run: impl FnMut(Range<usize>) + 'static) -> Timed {
    let mut next = 0;
    Box::new(move |count| {
        let mut left = count as usize;
        clock(|| {
            while left > 0 {
                let end = len.min(next + left);
                run(next..end);
                left -= end - next;
                next = end % len;
            }
        })
    })
}

/// How long `run` takes, and the release of what it made.
pub fn clock<T>(run: impl FnOnce() -> T) -> Duration {
    heap::window(true);
    let start = Instant::now();
    drop(black_box(run()));
    let took = start.elapsed();
    heap::window(false);
    took
}

/// What a row encoded of a workload that has many values, for one of the variants.
pub struct Sample {
    /// The variant of the sizes, with which those of its operations start.
    pub variant: &'static str,
    pub note: &'static str,
    /// Bytes of an encoded value, the mean of all.
    pub size: f64,
    /// Bytes of an encoded value, the mean of those that are timed.
    pub timed: f64,
    /// Some encoded values, for the zlib size.
    pub some: Vec<Vec<u8>>,
}

/// A figure that is the same in every round.
pub struct Exact {
    pub measure: Measure,
    pub variant: &'static str,
    pub note: &'static str,
    pub value: f64,
}

/// One way of using one library on one workload.
pub struct Row {
    pub library: &'static str,
    pub version: String,
    /// "serde", "derive", "runtime", "generated", "verified", "unchecked" ...
    pub mode: &'static str,
    /// Whether hostile bytes are safe to read in this mode.
    pub checked: bool,
    /// Whether the whole of the bytes is proved before something in them is read.
    pub proved: bool,
    /// Whether decode-all gives owned values; false when it reads in the buffer.
    pub owned: bool,
    /// One encoded value; its length and its zlib length are the row's sizes.
    pub encoded: Vec<u8>,
    /// The sizes of a row that encodes many values instead.
    pub samples: Vec<Sample>,
    /// Figures that are not timed.
    pub exact: Vec<Exact>,
    pub operations: Vec<Operation>,
    /// Every property proved of this row before anything is timed; a false one aborts the run.
    pub proofs: Vec<(String, bool)>,
}

impl Row {
    /// An empty row. `package` is the crate's name in Cargo.lock and `requirement` the start of its
    /// version.
    pub fn new(library: &'static str, package: &str, requirement: &str, mode: &'static str, encoded: Vec<u8>) -> Self {
        Self {
            library,
            version: crate::harness::versions::locked(package, requirement),
            mode,
            checked: true,
            proved: false,
            owned: true,
            encoded,
            samples: Vec::new(),
            exact: Vec::new(),
            operations: Vec::new(),
            proofs: Vec::new(),
        }
    }

    /// Marks the row as unsafe on hostile bytes.
    pub fn unchecked(mut self) -> Self {
        self.checked = false;
        self
    }

    /// Marks the row as proving the whole before it reads.
    pub fn proved(mut self) -> Self {
        self.proved = true;
        self
    }

    /// Marks all operations as working on bytes that were opened before.
    pub fn kept(mut self) -> Self {
        self.operations.iter_mut().for_each(|operation| operation.kept = true);
        self
    }

    /// Marks operations as cut by hand for one field: see [`Operation::by_hand`].
    pub fn by_hand(mut self, is: impl Fn(&Operation) -> bool) -> Self {
        self.operations.iter_mut().for_each(|operation| operation.by_hand |= is(operation));
        self
    }

    /// What is known of the bytes in an operation.
    pub fn reading(&self, kept: bool) -> Reading {
        match (self.checked, self.proved, kept) {
            (false, _, _) => Reading::Trusted,
            (true, false, false) => Reading::Lazy,
            (true, false, true) => Reading::LazyKept,
            (true, true, false) => Reading::Proved,
            (true, true, true) => Reading::ProvedKept,
        }
    }

    /// Marks the row as reading in the buffer.
    pub fn borrowed(mut self) -> Self {
        self.owned = false;
        self
    }

    /// Adds a timed operation; what it returns is kept from the optimiser and dropped inside the
    /// timing.
    pub fn time<T>(&mut self, measure: Measure, variant: &'static str, operation: impl FnMut() -> T + 'static) {
        self.time_noted(measure, variant, "", operation);
    }

    /// As [`Row::time`], with a note that the tables and the JSON show.
    pub fn time_noted<T>(
        &mut self,
        measure: Measure,
        variant: &'static str,
        note: &'static str,
        mut operation: impl FnMut() -> T + 'static,
    ) {
        self.time_each(measure, variant, note, move |_| operation());
    }

    /// The same for an operation that is told which of two values it writes, one after the other:
    /// see [`turn`].
    pub fn time_turns<T>(
        &mut self,
        measure: Measure,
        variant: &'static str,
        note: &'static str,
        mut operation: impl FnMut(usize) -> T + 'static,
    ) {
        self.time_each(measure, variant, note, move |index| operation(turn(index)));
    }

    /// The same for an operation that is told which repetition it is.
    pub fn time_each<T>(
        &mut self,
        measure: Measure,
        variant: &'static str,
        note: &'static str,
        operation: impl FnMut(u64) -> T + 'static,
    ) {
        self.push(measure, variant, note, repeated(operation));
    }

    /// Adds an operation that has a loop of its own.
    pub fn push(&mut self, measure: Measure, variant: &'static str, note: &'static str, timed: Timed) {
        self.operations.push(Operation { measure, variant, note, kept: false, by_hand: false, pass: 1, timed });
    }

    /// Adds an operation on each of `len` values: `run` does some of them. A round has whole passes
    /// over all.
    pub fn push_passes(
        &mut self,
        measure: Measure,
        variant: &'static str,
        note: &'static str,
        len: usize,
        run: impl FnMut(Range<usize>) + 'static,
    ) {
        let (pass, timed) = (len as u64, one_by_one(len, run));
        self.operations.push(Operation { measure, variant, note, kept: false, by_hand: false, pass, timed });
    }

    /// The same on bytes that were opened before.
    pub fn push_kept(&mut self, measure: Measure, variant: &'static str, note: &'static str, timed: Timed) {
        self.operations.push(Operation { measure, variant, note, kept: true, by_hand: false, pass: 1, timed });
    }

    /// Tells what a buffer of so many bytes has beyond a fresh encoding of the same value.
    pub fn waste(&mut self, variant: &'static str, note: &'static str, bytes: usize, fresh: usize) {
        self.exact.push(Exact { measure: Measure::Waste, variant, note, value: bytes as f64 / fresh as f64 });
    }

    /// Records a property that must hold, such as "decodes to the original".
    pub fn prove(&mut self, claim: &str, holds: bool) {
        self.proofs.push((claim.to_owned(), holds));
    }
}

/// The rows of a workload, or why there are none.
pub type Makes<T> = Result<fn(&T) -> Vec<Row>, &'static str>;

/// A library under test.
pub struct Library {
    /// On the command line and in the tables.
    pub name: &'static str,
    pub container: Makes<Container>,
    pub fields: Makes<Fields>,
    pub oplog: Makes<Oplog>,
}

/// Why most libraries without rows of the log have none.
pub const NOT_ADDED: Makes<Oplog> = Err("not among the libraries of the published suite, and not added here");

impl Library {
    /// A library without a row of one record: its rows are in other workloads.
    pub const fn elsewhere(name: &'static str, reason: &'static str) -> Self {
        Self { name, container: Err(reason), fields: Err(reason), oplog: Err(reason) }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    #[test]
    fn a_pass_is_told_for_each_of_its_steps() {
        let mut passes = amortised(100, || Duration::from_micros(100));
        assert_eq!([0, 1, 50, 100, 250].map(&mut passes), [0, 1, 50, 100, 250].map(Duration::from_micros));
    }

    #[test]
    fn values_are_taken_one_by_one_and_again_from_the_first() {
        let taken = Rc::new(RefCell::new(Vec::new()));
        let log = Rc::clone(&taken);
        let mut timed = one_by_one(3, move |range| log.borrow_mut().extend(range));
        for (count, expected) in [(1, vec![0]), (1, vec![1]), (3, vec![2, 0, 1]), (7, vec![2, 0, 1, 2, 0, 1, 2])] {
            timed(count);
            assert_eq!(taken.take(), expected);
        }
    }
}
