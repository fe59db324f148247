//! Maps: random keys added one by one, and looked up.
//!
//! Keys are 16 hexadecimal digits of a random number; values are `u64`. All maps take the same keys
//! in the same order. What cannot add a key where the map lies adds one to a map of half the
//! length, which is the mean of all: decode, insert, encode.
//!
//! A look-up is told twice, of those that have an index in their bytes: with the map opened for
//! each, which proves all of it where that is the library's way, and with the map opened once and
//! kept ([`Open`]).

use std::collections::{BTreeMap, HashMap};
use std::hint::black_box;
use std::rc::Rc;

use vellum::Vellum;

use super::{OWN_BYTES, SMALL, lengths, variant};
use crate::format::{Decode, Encode, Of};
use crate::harness::kind::RunKind;
use crate::library::{Measure, Row, Timed, amortised, clock, repeat};

/// The map of all rows.
pub type Map = BTreeMap<String, u64>;

/// The record that holds the map in a buffer of ours.
#[derive(Vellum, Debug, Default)]
struct Scores {
    scores: Map,
}

/// The keys of one length, and the map that holds them.
pub struct Sample {
    pub variant: &'static str,
    pub keys: Rc<[String]>,
    pub map: Map,
    /// A key that the map does not hold.
    other: String,
}

/// What a library does with a map that it has to encode anew for each key.
pub trait Maps: 'static {
    /// What the library encodes into.
    type Bytes: Clone + 'static;
    /// Beyond these lengths, decoding everything for one key says nothing new.
    const LONGEST_GET: usize = 10_000;
    const LONGEST_INSERT: usize = 10_000;
    /// How it looks a key up.
    const GETS: &'static str;
    const INSERTS: &'static str = "decode + insert + encode, in a map of half this length: the mean";

    fn encode(map: &Map) -> Self::Bytes;
    fn decode(bytes: &Self::Bytes) -> Map;
    fn get(bytes: &Self::Bytes, key: &str) -> Option<u64>;
    fn insert(bytes: &Self::Bytes, key: &str, value: u64) -> Self::Bytes;
}

/// A codec that lends its strings.
impl<F> Maps for Of<F>
where
    F: Encode<Map> + for<'a> Decode<'a, Map>,
    F: for<'a> Encode<Vec<(&'a str, u64)>> + for<'a> Decode<'a, Vec<(&'a str, u64)>>,
{
    type Bytes = Vec<u8>;
    const GETS: &'static str = "decodes the entries into a vector, keys borrowed";
    const INSERTS: &'static str = "decode the entries + insert + encode, keys borrowed, half this length: the mean";

    fn encode(map: &Map) -> Vec<u8> {
        F::default().encode(map)
    }

    fn decode(bytes: &Vec<u8>) -> Map {
        F::default().decode(bytes)
    }

    fn get(bytes: &Vec<u8>, key: &str) -> Option<u64> {
        Entries(F::default().decode(bytes)).get(key)
    }

    fn insert(bytes: &Vec<u8>, key: &str, value: u64) -> Vec<u8> {
        let mut map = Entries(F::default().decode(bytes));
        map.insert(key, value);
        F::default().encode(&map.0)
    }
}

/// A library that looks up in the bytes of a map, which it opens once.
pub trait Open: Maps {
    /// The map where it lies.
    type Map<'a>: Copy;
    /// How it was opened.
    const OPENED: &'static str;

    fn open(bytes: &Self::Bytes) -> Self::Map<'_>;
    fn find(map: Self::Map<'_>, key: &str) -> Option<u64>;
}

/// Adds look-ups in maps that stay open.
pub fn add_open<M: Open>(row: &mut Row, samples: &[Sample]) {
    for Sample { variant, keys, map: expected, other } in samples {
        let bytes = M::encode(expected);
        let map = M::open(&bytes);
        row.prove("a look-up finds its value", expected.iter().all(|(key, value)| M::find(map, key) == Some(*value)));
        row.prove("a look-up finds no other key", M::find(map, other).is_none());
        let (keys, mut done) = (Rc::clone(keys), 0);
        let timed: Timed = Box::new(move |count| {
            // Opened before the clock starts, once for all look-ups of a round.
            let map = black_box(M::open(&bytes));
            let first = done;
            done += count;
            repeat!(first..done, |index| M::find(map, black_box(&keys[index as usize % keys.len()])).expect(OWN_BYTES))
        });
        row.push_kept(Measure::KeyGet, variant, M::OPENED, timed);
    }
}

/// The maps of a run.
pub fn samples(kind: RunKind) -> Vec<Sample> {
    let sample = |(variant, len)| {
        let mut keys = keys(len + 1);
        let other = keys.pop().unwrap_or_default();
        let map = keys.iter().cloned().zip(0..).collect();
        Sample { variant, keys: keys.into(), map, other }
    };
    lengths(&variant::KEYS, kind).map(sample).collect()
}

fn keys(len: usize) -> Vec<String> {
    let mut state = 7u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The low bits of such a generator are not random.
        state ^ (state >> 29)
    };
    (0..len).map(|_| format!("{:016x}", random())).collect()
}

/// A map as its entries in the order of the keys, which are borrowed: what a decoder makes in less
/// time than a map, and what finds and takes a key as well. The bytes are the same.
pub struct Entries<'a>(pub Vec<(&'a str, u64)>);

impl<'a> Entries<'a> {
    pub fn get(&self, key: &str) -> Option<u64> {
        self.0.binary_search_by(|(other, _)| (*other).cmp(key)).ok().map(|index| self.0[index].1)
    }

    pub fn insert(&mut self, key: &'a str, value: u64) {
        match self.0.binary_search_by(|(other, _)| (*other).cmp(key)) {
            Ok(index) => self.0[index].1 = value,
            Err(index) => self.0.insert(index, (key, value)),
        }
    }
}

/// Adds the maps to a row of a rival.
pub fn add<M: Maps>(row: &mut Row, samples: &[Sample]) {
    for sample in samples {
        let len = sample.keys.len();
        if len <= M::LONGEST_GET {
            let bytes = M::encode(&sample.map);
            row.prove("the bytes hold the map", M::decode(&bytes) == sample.map);
            let finds = |(key, value): (&String, &u64)| M::get(&bytes, key) == Some(*value);
            // A lookup may have to read the whole map.
            row.prove("a lookup finds its value", sample.map.iter().step_by(1 + len / 50).all(finds));
            row.prove("a lookup finds no other key", M::get(&bytes, &sample.other).is_none());
            let keys = Rc::clone(&sample.keys);
            row.time_each(Measure::KeyGet, sample.variant, M::GETS, move |index| {
                let next = index as usize % len;
                M::get(black_box(&bytes), black_box(&keys[next])).expect(OWN_BYTES)
            });
        }
        if len <= M::LONGEST_INSERT {
            // As for lists: the mean of all inserts is that of the middle one.
            let half: Map = sample.keys.iter().cloned().zip(0..).take(len / 2).collect();
            let bytes = M::encode(&half);
            let mut longer = half;
            longer.insert(sample.other.clone(), 7);
            row.prove("an insert gives one key more", M::decode(&M::insert(&bytes, &sample.other, 7)) == longer);
            let key = sample.other.clone();
            row.time_noted(Measure::KeyInsert, sample.variant, M::INSERTS, move || {
                M::insert(black_box(&bytes), black_box(&key), black_box(7))
            });
        }
    }
}

/// A buffer of ours with every key.
fn filled(keys: &[String]) -> Vec<u8> {
    let mut bytes = vellum::to_vec(&Scores::default()).expect(SMALL);
    let mut record = Scores::edit(&mut bytes).expect(OWN_BYTES);
    let mut scores = record.scores();
    for (index, key) in keys.iter().enumerate() {
        scores.insert(black_box(key), index as u64).expect(OWN_BYTES);
    }
    bytes
}

/// Adds the maps to the rows of ours, in place: with the buffer open, and opened for each look-up.
pub fn ours(open: &mut Row, reopened: &mut Row, samples: &[Sample]) {
    for Sample { variant, keys, map, .. } in samples {
        let bytes = filled(keys);
        let holds = vellum::from_slice::<Scores>(&bytes).is_ok_and(|held| held.scores == *map);
        open.prove("the buffer holds what std's map does", holds);
        let finds = |(key, value): (&String, &u64)| get(&bytes, key) == Some(*value);
        reopened.prove("a look-up finds its value", map.iter().all(finds));
        let len = keys.len();
        let inserted = Rc::clone(keys);
        let timed = amortised(len, move || clock(|| filled(&inserted)));
        let note = "from an empty map, one by one, in one session";
        open.push(Measure::KeyInsert, variant, note, timed);
        let (wanted, source, mut done) = (Rc::clone(keys), bytes.clone(), 0);
        let timed: Timed = Box::new(move |count| {
            let scores = Scores::peek(black_box(&source)).and_then(|record| record.scores()).expect(OWN_BYTES);
            let first = done;
            done += count;
            repeat!(first..done, |index| scores.get(black_box(&wanted[index as usize % len])).expect(OWN_BYTES))
        });
        open.push_kept(Measure::KeyGet, variant, "the buffer open", timed);
        let keys = Rc::clone(keys);
        reopened.time_each(Measure::KeyGet, variant, "the buffer opened for each", move |index| {
            get(black_box(&bytes), black_box(&keys[index as usize % len]))
        });
    }
}

#[inline(never)]
fn get(bytes: &[u8], key: &str) -> Option<u64> {
    Scores::peek(bytes).and_then(|record| record.scores()?.get(key)).expect(OWN_BYTES)
}

/// A map of std's.
pub trait Plain: Default + 'static {
    const NOTE: &'static str;

    fn add(&mut self, key: String, value: u64);
    fn find(&self, key: &str) -> Option<u64>;
}

macro_rules! plain {
    ($Map:ty, $note:literal) => {
        impl Plain for $Map {
            const NOTE: &'static str = $note;

            fn add(&mut self, key: String, value: u64) {
                self.insert(key, value);
            }

            fn find(&self, key: &str) -> Option<u64> {
                self.get(key).copied()
            }
        }
    };
}
plain!(Map, "BTreeMap<String, u64>");
plain!(HashMap<String, u64>, "HashMap<String, u64>, unsorted");

/// Adds a map of std's.
pub fn plain<M: Plain>(row: &mut Row, samples: &[Sample]) {
    let fill = |keys: &[String]| {
        let mut map = M::default();
        for (index, key) in keys.iter().enumerate() {
            map.add(black_box(key).clone(), index as u64);
        }
        map
    };
    for Sample { variant, keys, map: expected, .. } in samples {
        let map = fill(keys);
        row.prove("the map holds every key", expected.iter().all(|(key, value)| map.find(key) == Some(*value)));
        let len = keys.len();
        let inserted = Rc::clone(keys);
        let timed = amortised(len, move || clock(|| fill(&inserted)));
        row.push(Measure::KeyInsert, variant, M::NOTE, timed);
        let keys = Rc::clone(keys);
        row.time_each(Measure::KeyGet, variant, M::NOTE, move |index| {
            let next = index as usize % len;
            map.find(black_box(&keys[next]))
        });
    }
}
