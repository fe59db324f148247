//! The parts of a row that every library times in the same way.
//!
//! As for the workload of many fields, a library says once how it encodes and decodes ([`Codec`]),
//! in functions that are never inlined, and all that is generic here is compiled for each library.
//! An operation is a pass over all timed entries, told for one of them: the mix of cases is the
//! same in every round and for every library.
//!
//! Two things have no figure. Building an entry would time the random generator, and the peak
//! memory of a row takes a counting allocator, which would slow down every operation that is timed
//! beside it; that of the process is printed.

use std::hint::black_box;
use std::rc::Rc;

use super::visit::{BlackBox, Sink, Transcript, transcript};
use super::{Batch, CASES, Oplog, OplogEntry};
use crate::library::{Measure, Row, Sample};

/// One way of using a library.
pub trait Codec: 'static {
    /// What is encoded: the workload's entry, or a message that was made of it beforehand.
    type Entry: Entry;
    /// The bytes, in what the library keeps them.
    type Bytes: AsRef<[u8]> + Clone + 'static;

    /// Notes on the figures of size, encoding, the clone of the bytes, decode-all, decode-one and
    /// updates.
    const SIZE: &'static str = "";
    const ENCODE: &'static str = "";
    const CLONE: &'static str = "";
    const DECODE: &'static str = "";
    const ONE: &'static str = "";
    const UPDATE_TIMESTAMP: &'static str = "decode + encode";
    const UPDATE_PAYLOAD: &'static str = "decode + encode";

    fn encode(entry: &Self::Entry) -> Self::Bytes;
    fn decode(bytes: &Self::Bytes) -> Self::Entry;
    fn timestamp(bytes: &Self::Bytes) -> u64;

    /// Makes new bytes with another time, or changes it in a clone.
    fn set_timestamp(bytes: &Self::Bytes, timestamp: u64) -> Self::Bytes {
        let mut entry = Self::decode(bytes);
        *entry.timestamp_mut() = timestamp;
        Self::encode(&entry)
    }

    /// The same with the first payload, which the entry has.
    fn set_payload(bytes: &Self::Bytes, payload: &[u8]) -> Self::Bytes {
        let mut entry = Self::decode(bytes);
        if let Some(old) = entry.payload_mut() {
            payload.clone_into(old);
        }
        Self::encode(&entry)
    }
}

/// An entry in a library's own form.
pub trait Entry: Clone + 'static {
    /// Hands that of an entry to `take`.
    fn with<T>(entry: &OplogEntry, take: impl FnOnce(&Self) -> T) -> T;
    fn original(self) -> OplogEntry;
    fn timestamp_mut(&mut self) -> &mut u64;
    /// The first payload of bytes, if there is any.
    fn payload_mut(&mut self) -> Option<&mut Vec<u8>>;

    fn all(entries: &Rc<Vec<OplogEntry>>) -> Rc<Vec<Self>> {
        Rc::new(entries.iter().map(|entry| Self::with(entry, Self::clone)).collect())
    }
}

/// The note on updates that go through [`OplogEntryRef`](super::OplogEntryRef).
pub const BORROWED: &str = "decode + encode, strings and bytes borrowed";

const BORROWS: &str = "strings and bytes borrowed, lists of values are vectors";

/// Two times that an update writes alternately; no entry has one of them, since theirs are whole
/// seconds.
const TIMESTAMPS: [u64; 2] = [1_234_567_890_123, 2_345_678_901_234];
/// For the zlib size, so many entries of each case.
const ZLIB: usize = 10;

/// A row in the making.
pub struct Rows<'l, C: Codec> {
    row: Row,
    batches: Vec<Encoded<'l, C>>,
}

/// The timed entries of a batch and their bytes.
struct Encoded<'l, C: Codec> {
    batch: &'l Batch,
    entries: Rc<Vec<C::Entry>>,
    bytes: Rc<Vec<C::Bytes>>,
}

/// Adds an operation that is done to each of these, one after the other.
fn time_each<T: 'static, R>(
    row: &mut Row,
    group: (Measure, &'static str),
    note: &'static str,
    all: &Rc<Vec<T>>,
    each: impl Fn(&T) -> R + 'static,
) {
    let all = Rc::clone(all);
    row.push_passes(group.0, group.1, note, all.len(), move |range| {
        for one in &all[range] {
            black_box(each(black_box(one)));
        }
    });
}

impl<'l, C: Codec> Rows<'l, C> {
    /// A row with everything that all libraries do. `package` is its name and the start of its
    /// version.
    pub fn new(library: &'static str, package: (&str, &str), mode: &'static str, log: &'l Oplog) -> Self {
        let encoded = |batch: &'l Batch| {
            let entries = C::Entry::all(&batch.entries);
            let bytes = entries.iter().map(C::encode).collect();
            Encoded { batch, entries, bytes: Rc::new(bytes) }
        };
        let batches: Vec<_> = log.batches.iter().map(encoded).collect();
        let mut row = Row::new(library, package.0, package.1, mode, Vec::new());
        for encoded in &batches {
            row.samples.push(encoded.sizes());
            encoded.encodes(&mut row);
            encoded.decodes(&mut row);
            encoded.update_timestamp(&mut row);
            encoded.update_payload(&mut row);
        }
        Self { row, batches }
    }

    pub fn finish(self) -> Row {
        self.row
    }

    /// Times encoding into a buffer that is kept. `make` is told the longest encoding, `write`
    /// gives the bytes that are in the buffer.
    pub fn encode_reused<K: 'static>(
        mut self,
        note: &'static str,
        make: impl Fn(usize) -> K,
        write: impl for<'k> Fn(&'k mut K, &C::Entry) -> &'k [u8] + Copy + 'static,
    ) -> Self {
        for Encoded { batch, entries, bytes } in &self.batches {
            let longest = bytes.iter().map(|bytes| bytes.as_ref().len()).max().unwrap_or(0);
            let mut kept = make(longest);
            let same = bytes.iter().zip(entries.iter()).all(|(bytes, entry)| write(&mut kept, entry) == bytes.as_ref());
            self.row.prove("encoding into a kept buffer gives the same bytes", same);
            let (len, entries) = (entries.len(), Rc::clone(entries));
            self.row.push_passes(Measure::EncodeReused, batch.payload.name, batch.note(note), len, move |range| {
                for entry in &entries[range] {
                    black_box(write(&mut kept, black_box(entry)));
                }
            });
        }
        self
    }

    /// Times reading every field where it lies; `proof` walks the same way.
    pub fn decode_borrowed(
        mut self,
        visit: impl Fn(&C::Bytes) + Copy + 'static,
        proof: impl Fn(&C::Bytes) -> Transcript,
    ) -> Self {
        for Encoded { batch, bytes, .. } in &self.batches {
            let mut pairs = bytes.iter().zip(batch.entries.iter());
            let equal = pairs.all(|(bytes, entry)| proof(bytes) == transcript(entry));
            self.row.prove("reading in place gives the original", equal);
            time_each(&mut self.row, (Measure::DecodeAll, batch.payload.borrowed), batch.note(""), bytes, visit);
        }
        self
    }

    /// The same for a codec, whose records with borrowed strings `same` encodes again and compares.
    pub fn decode_borrowed_again(
        mut self,
        visit: impl Fn(&C::Bytes) + Copy + 'static,
        same: impl Fn(&C::Bytes) -> bool,
    ) -> Self {
        for Encoded { batch, bytes, .. } in &self.batches {
            self.row.prove("borrowed decoding gives the original", bytes.iter().all(&same));
            time_each(&mut self.row, (Measure::DecodeAll, batch.payload.borrowed), batch.note(BORROWS), bytes, visit);
        }
        self
    }

    /// Times the proof that the bytes are valid, alone.
    pub fn verify(mut self, holds: impl Fn(&C::Bytes) -> bool + Copy + 'static) -> Self {
        for Encoded { batch, bytes, .. } in &self.batches {
            self.row.prove("the bytes are valid", bytes.iter().all(holds));
            time_each(&mut self.row, (Measure::Verify, batch.payload.name), batch.note(""), bytes, holds);
        }
        self
    }

    /// Times the update of the time in the same buffers over and over.
    pub fn update_timestamp_in_place(
        mut self,
        note: &'static str,
        set: impl Fn(&mut C::Bytes, u64) + Copy + 'static,
    ) -> Self {
        for Encoded { batch, bytes, .. } in &self.batches {
            let mut bytes = Vec::clone(bytes);
            for timestamp in TIMESTAMPS {
                let changed = bytes.iter_mut().zip(batch.entries.iter()).all(|(bytes, entry)| {
                    set(bytes, timestamp);
                    C::decode(bytes).original() == retimed(entry, timestamp)
                });
                self.row.prove("updating the time in place changes that field alone", changed);
            }
            let edit = move |bytes: &mut C::Bytes, turn: usize| set(bytes, black_box(TIMESTAMPS[turn]));
            time_edits(&mut self.row, batch.payload.timestamp, batch.note(note), bytes, edit);
        }
        self
    }

    /// Times the update of the first payload, to half of its size and back.
    pub fn update_payload_in_place(
        mut self,
        note: &'static str,
        set: impl Fn(&mut C::Bytes, &[u8]) + Copy + 'static,
    ) -> Self {
        for encoded in &self.batches {
            let batch = encoded.batch;
            let (entries, mut bytes): (Vec<_>, Vec<_>) = encoded.with_payload().unzip();
            let payloads = [half(batch), vec![0x5A; batch.payload.len]];
            for payload in &payloads {
                let changed = bytes.iter_mut().zip(&entries).all(|(bytes, entry)| {
                    set(bytes, payload);
                    C::decode(bytes).original() == refilled(entry, payload)
                });
                self.row.prove("updating the payload in place changes that field alone", changed);
            }
            let edit = move |bytes: &mut C::Bytes, turn: usize| set(bytes, black_box(&payloads[turn]));
            time_edits(&mut self.row, batch.payload.halved, batch.note(note), bytes, edit);
        }
        self
    }
}

/// Adds edits in place of all of these, one after the other: each gets the first of two values,
/// then each the second.
fn time_edits<T: 'static>(
    row: &mut Row,
    variant: &'static str,
    note: &'static str,
    mut all: Vec<T>,
    edit: impl Fn(&mut T, usize) + 'static,
) {
    let (len, mut turn) = (all.len(), 1);
    row.push_passes(Measure::UpdateOneInPlace, variant, note, len, move |range| {
        turn ^= usize::from(range.start == 0);
        for one in &mut all[range] {
            edit(black_box(one), turn);
        }
    });
}

/// What a library reads in the bytes of an entry: opened before the clock starts, or by opening
/// them each time.
pub trait Held: 'static {
    /// How they are opened.
    const NOTE: &'static str = "";

    /// Reads every field where it lies.
    fn walk(&self, sink: &mut impl Sink);
    fn timestamp(&self) -> u64;
}

/// Calls [`Rows::decode_borrowed`] with one walk, which is compiled for either sink.
macro_rules! walks {
    ($rows:expr, |$bytes:ident, $sink:ident| $walk:expr) => {{
        use $crate::workloads::oplog::visit::{BlackBox, Transcript};
        $rows.decode_borrowed(
            |$bytes| {
                let $sink = &mut BlackBox;
                $walk
            },
            |$bytes| {
                let mut transcript = Transcript::default();
                let $sink = &mut transcript;
                $walk;
                transcript
            },
        )
    }};
}
pub(crate) use walks;

/// A row with all that is read of entries that are held.
pub fn held<H: Held>(mut row: Row, log: &Oplog, open: impl Fn(&OplogEntry) -> H) -> Row {
    for batch in &log.batches {
        let held: Rc<Vec<H>> = Rc::new(batch.entries.iter().map(&open).collect());
        let mut pairs = held.iter().zip(batch.entries.iter());
        row.prove(
            "reading in place gives the original",
            pairs.all(|(one, entry)| {
                let mut sink = Transcript::default();
                one.walk(&mut sink);
                sink == transcript(entry)
            }),
        );
        let mut pairs = held.iter().zip(batch.entries.iter());
        row.prove("decode one gives the time", pairs.all(|(one, entry)| one.timestamp() == entry.timestamp()));
        let note = batch.note(H::NOTE);
        time_each(&mut row, (Measure::DecodeAll, batch.payload.borrowed), note, &held, |one| one.walk(&mut BlackBox));
        time_each(&mut row, (Measure::DecodeOne, batch.payload.timestamp), note, &held, H::timestamp);
    }
    row.borrowed()
}

impl<C: Codec> Encoded<'_, C> {
    /// Encodes every entry of the batch, timed or not, and forgets most of the bytes at once.
    fn sizes(&self) -> Sample {
        let (mut total, mut taken, mut some) = (0, [0; CASES], Vec::new());
        self.batch.each(|entry| {
            let bytes = C::Entry::with(entry, C::encode);
            total += bytes.as_ref().len();
            let taken = &mut taken[entry.case()];
            if *taken < ZLIB {
                *taken += 1;
                some.push(bytes.as_ref().to_vec());
            }
        });
        let timed: usize = self.bytes.iter().map(|bytes| bytes.as_ref().len()).sum();
        let all = format!("{total} bytes for {} entries", self.batch.count);
        let note = if C::SIZE.is_empty() { all } else { format!("{all}; {}", C::SIZE) };
        Sample {
            variant: self.batch.payload.name,
            // As long as the process, as all notes.
            note: note.leak(),
            size: total as f64 / self.batch.count as f64,
            timed: timed as f64 / self.bytes.len() as f64,
            some,
        }
    }

    fn encodes(&self, row: &mut Row) {
        let Self { batch, entries, bytes } = self;
        time_each(row, (Measure::Encode, batch.payload.name), batch.note(C::ENCODE), entries, C::encode);
        time_each(row, (Measure::Clone, batch.payload.name), batch.note(C::CLONE), bytes, C::Bytes::clone);
    }

    fn decodes(&self, row: &mut Row) {
        let Self { batch, bytes, .. } = self;
        let mut pairs = bytes.iter().zip(batch.entries.iter());
        let decoded = pairs.all(|(bytes, entry)| C::decode(bytes).original() == *entry);
        row.prove(&format!("owned decoding gives the original, {}", batch.payload.name), decoded);
        time_each(row, (Measure::DecodeAll, batch.payload.name), batch.note(C::DECODE), bytes, C::decode);
        let mut pairs = bytes.iter().zip(batch.entries.iter());
        row.prove("decode one gives the time", pairs.all(|(bytes, entry)| C::timestamp(bytes) == entry.timestamp()));
        time_each(row, (Measure::DecodeOne, batch.payload.timestamp), batch.note(C::ONE), bytes, C::timestamp);
    }

    fn update_timestamp(&self, row: &mut Row) {
        let batch = self.batch;
        let set = |bytes: &C::Bytes, timestamp| C::set_timestamp(black_box(bytes), black_box(timestamp));
        let mut pairs = self.bytes.iter().zip(batch.entries.iter());
        let changed = pairs
            .all(|(bytes, entry)| C::decode(&set(bytes, TIMESTAMPS[0])).original() == retimed(entry, TIMESTAMPS[0]));
        row.prove("updating the time changes that field alone", changed);
        let group = (Measure::UpdateOne, batch.payload.timestamp);
        let note = batch.note(C::UPDATE_TIMESTAMP);
        time_each(row, group, note, &self.bytes, move |bytes| set(bytes, TIMESTAMPS[1]));
    }

    fn update_payload(&self, row: &mut Row) {
        let (batch, half) = (self.batch, half(self.batch));
        let set = |bytes: &C::Bytes, payload: &[u8]| C::set_payload(black_box(bytes), black_box(payload));
        let changed = self
            .with_payload()
            .all(|(entry, bytes)| C::decode(&set(&bytes, &half)).original() == refilled(entry, &half));
        row.prove("updating the payload changes that field alone", changed);
        let bytes = Rc::new(self.with_payload().map(|(_, bytes)| bytes).collect());
        let group = (Measure::UpdateOne, batch.payload.halved);
        time_each(row, group, batch.note(C::UPDATE_PAYLOAD), &bytes, move |bytes| set(bytes, &half));
    }

    /// The entries that have a payload of bytes, with copies of their own.
    fn with_payload(&self) -> impl Iterator<Item = (&OplogEntry, C::Bytes)> {
        let pairs = self.batch.entries.iter().zip(self.bytes.iter());
        pairs.filter(|(entry, _)| entry.has_payload()).map(|(entry, bytes)| (entry, bytes.clone()))
    }
}

/// A payload of half the size.
fn half(batch: &Batch) -> Vec<u8> {
    vec![0xA5; batch.payload.len / 2]
}

fn retimed(entry: &OplogEntry, timestamp: u64) -> OplogEntry {
    let mut entry = entry.clone();
    *entry.timestamp_mut() = timestamp;
    entry
}

fn refilled(entry: &OplogEntry, payload: &[u8]) -> OplogEntry {
    let mut entry = entry.clone();
    if let Some(old) = entry.payload_mut() {
        payload.clone_into(old);
    }
    entry
}
