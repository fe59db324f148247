//! Maps: random keys added one by one, and looked up, in the buffer and in std's map.
//!
//! Keys are 16 hexadecimal digits of a random number; values are `u64`. Both maps take the same keys in the same order.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::rc::Rc;

use vellum::Vellum;

use super::{lengths, variant};
use crate::library::{Measure, Operation, Row, amortised, clock};

const OWN_BYTES: &str = "bytes of this library";

/// The record that holds the map.
#[derive(Vellum, Debug, Default)]
struct Scores {
    scores: BTreeMap<String, u64>,
}

/// Adds the maps to the rows "derive" and "Vec".
pub fn add(rows: &mut [Row], quick: bool) {
    for (variant, len) in lengths(&variant::KEYS, quick) {
        let keys: Rc<[String]> = keys(len).into();
        for row in rows.iter_mut() {
            match (row.library, row.mode) {
                ("vellum", "derive") => ours(row, variant, &keys),
                ("std", _) => plain(row, variant, &keys),
                _ => {}
            }
        }
    }
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

/// A buffer with every key.
fn filled(keys: &[String]) -> Vec<u8> {
    let mut bytes = vellum::to_vec(&Scores::default()).expect("the value is small");
    let mut record = Scores::edit(&mut bytes).expect(OWN_BYTES);
    let mut scores = record.scores();
    for (index, key) in keys.iter().enumerate() {
        scores.insert(black_box(key), index as u64).expect(OWN_BYTES);
    }
    bytes
}

fn ours(row: &mut Row, variant: &'static str, keys: &Rc<[String]>) {
    let bytes = filled(keys);
    let map: BTreeMap<String, u64> = keys.iter().cloned().zip(0..).collect();
    let holds = vellum::from_slice::<Scores>(&bytes).is_ok_and(|held| held.scores == map);
    row.prove("the buffer holds what std's map does", holds);
    let len = keys.len();
    let inserted = Rc::clone(keys);
    let timed = amortised(len, move || clock(|| filled(&inserted)));
    let note = "from an empty map, one by one, in one session";
    row.operations.push(Operation { measure: Measure::KeyInsert, variant, note, timed });
    let (keys, mut next) = (Rc::clone(keys), 0);
    row.time_noted(Measure::KeyGet, variant, "the buffer opened for each", move || {
        next = (next + 1) % len;
        let scores = Scores::view(black_box(&bytes)).and_then(|record| record.scores()).expect(OWN_BYTES);
        scores.get(&keys[next]).expect(OWN_BYTES)
    });
}

fn plain(row: &mut Row, variant: &'static str, keys: &Rc<[String]>) {
    let fill = |keys: &[String]| {
        let mut map = BTreeMap::new();
        for (index, key) in keys.iter().enumerate() {
            map.insert(black_box(key).clone(), index as u64);
        }
        map
    };
    let map = fill(keys);
    row.prove("the map holds every key", keys.iter().zip(0..).all(|(key, value)| map.get(key) == Some(&value)));
    let len = keys.len();
    let inserted = Rc::clone(keys);
    let timed = amortised(len, move || clock(|| fill(&inserted)));
    row.operations.push(Operation { measure: Measure::KeyInsert, variant, note: "BTreeMap<String, u64>", timed });
    let (keys, mut next) = (Rc::clone(keys), 0);
    row.time_noted(Measure::KeyGet, variant, "BTreeMap<String, u64>", move || {
        next = (next + 1) % len;
        map.get(black_box(&keys[next])).copied()
    });
}
