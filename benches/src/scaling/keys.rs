//! Maps: random keys added one by one, and looked up.
//!
//! Keys are 16 hexadecimal digits of a random number; values are `u64`. All maps take the same keys in the same order. What
//! cannot add a key where the map lies adds one to a map of half the length, which is the mean of all: decode, insert, encode.

use std::collections::{BTreeMap, HashMap};
use std::hint::black_box;
use std::rc::Rc;

use vellum::Vellum;

use super::{OWN_BYTES, SMALL, lengths, variant};
use crate::library::{Measure, Operation, Row, amortised, clock};

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

/// The maps of a run.
pub fn samples(quick: bool) -> Vec<Sample> {
    let sample = |(variant, len)| {
        let mut keys = keys(len + 1);
        let other = keys.pop().unwrap_or_default();
        let map = keys.iter().cloned().zip(0..).collect();
        Sample { variant, keys: keys.into(), map, other }
    };
    lengths(&variant::KEYS, quick).map(sample).collect()
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

/// Adds the maps to a row of ours, in place.
pub fn ours(row: &mut Row, samples: &[Sample]) {
    for Sample { variant, keys, map, .. } in samples {
        let bytes = filled(keys);
        let holds = vellum::from_slice::<Scores>(&bytes).is_ok_and(|held| held.scores == *map);
        row.prove("the buffer holds what std's map does", holds);
        let len = keys.len();
        let inserted = Rc::clone(keys);
        let timed = amortised(len, move || clock(|| filled(&inserted)));
        let note = "from an empty map, one by one, in one session";
        row.operations.push(Operation { measure: Measure::KeyInsert, variant, note, timed });
        let keys = Rc::clone(keys);
        row.time_each(Measure::KeyGet, variant, "the buffer opened for each", move |index| {
            let next = index as usize % len;
            let scores = Scores::view(black_box(&bytes)).and_then(|record| record.scores()).expect(OWN_BYTES);
            scores.get(black_box(&keys[next])).expect(OWN_BYTES)
        });
    }
}

/// A map of std's.
pub trait Plain: Default + 'static {
    const NOTE: &'static str;

    fn add(&mut self, key: String, value: u64);
    fn find(&self, key: &str) -> Option<u64>;
}

impl Plain for Map {
    const NOTE: &'static str = "BTreeMap<String, u64>";

    fn add(&mut self, key: String, value: u64) {
        self.insert(key, value);
    }

    fn find(&self, key: &str) -> Option<u64> {
        self.get(key).copied()
    }
}

impl Plain for HashMap<String, u64> {
    const NOTE: &'static str = "HashMap<String, u64>, unsorted";

    fn add(&mut self, key: String, value: u64) {
        self.insert(key, value);
    }

    fn find(&self, key: &str) -> Option<u64> {
        self.get(key).copied()
    }
}

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
        row.operations.push(Operation { measure: Measure::KeyInsert, variant, note: M::NOTE, timed });
        let keys = Rc::clone(keys);
        row.time_each(Measure::KeyGet, variant, M::NOTE, move |index| {
            let next = index as usize % len;
            map.find(black_box(&keys[next]))
        });
    }
}
