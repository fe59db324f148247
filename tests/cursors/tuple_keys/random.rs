//! Edits by both paths beside a `BTreeMap`: every short history over a few keys, and long random ones.

#![allow(clippy::cast_possible_truncation)]

use std::collections::BTreeMap;

use vellum::key::Key;
use vellum::{Record, Vellum};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Maps {
    pairs: BTreeMap<(i8, String), String>,
    ids: BTreeMap<[u8; 2], u16>,
    nested: BTreeMap<((bool, Vec<u8>), u16), u8>,
}

/// A few keys next to each other, in no order.
const KEYS: [(i8, &str); 5] = [(1, "a"), (-1, "b"), (1, ""), (0, "ab"), (1, "aa")];

fn check(bytes: &[u8], maps: &Maps) {
    assert_eq!(vellum::from_slice::<Maps>(bytes).unwrap(), *maps);
    assert!(Maps::schema().prove(bytes).unwrap().is_complete());
    let mut compact = bytes.to_vec();
    Maps::compact(&mut compact).unwrap();
    assert_eq!(compact, vellum::to_vec(maps).unwrap());
}

#[test]
fn every_short_history_of_inserts_and_removes() {
    // Of each of four edits: which key, inserted or removed, by derive or by path.
    let kinds = KEYS.len() * 4;
    for history in 0..kinds.pow(3) {
        let (mut maps, mut bytes) = (Maps::default(), vellum::to_vec(&Maps::default()).unwrap());
        let mut rest = history;
        for step in 0..3u8 {
            let (kind, value) = (rest % kinds, "v".repeat(usize::from(step)));
            rest /= kinds;
            let (number, text) = KEYS[kind / 4];
            match kind % 4 {
                0 => drop(Maps::edit(&mut bytes).unwrap().pairs().insert((number, text), &value).unwrap()),
                1 => drop(Maps::edit(&mut bytes).unwrap().pairs().remove((number, text)).unwrap()),
                2 => {
                    let mut record = Record::open(Maps::schema(), &mut bytes).unwrap();
                    record.set(&*format!("pairs[[{number},{text:?}]]"), &*value).unwrap();
                }
                _ => {
                    let mut record = Record::open(Maps::schema(), &mut bytes).unwrap();
                    let removed = record.remove(&*format!("pairs[[{number},{text:?}]]"));
                    assert_eq!(removed.is_ok(), maps.pairs.contains_key(&(number, text.into())));
                }
            }
            match kind % 2 {
                0 => drop(maps.pairs.insert((number, text.into()), value)),
                _ => drop(maps.pairs.remove(&(number, text.to_owned()))),
            }
        }
        check(&bytes, &maps);
    }
}

/// The same buffer by its paths.
fn path(bytes: &mut Vec<u8>) -> Record<&mut Vec<u8>> {
    Record::open(Maps::schema(), bytes).unwrap()
}

fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

#[test]
fn long_random_histories() {
    for seed in 0..40u64 {
        let mut state = seed;
        let (mut maps, mut bytes) = (Maps::default(), vellum::to_vec(&Maps::default()).unwrap());
        for step in 0..200 {
            let mut next = |below| random(&mut state, below);
            let (number, text) = (next(3) as i8 - 1, "ab".repeat(next(4) as usize));
            let (id, blob) = ([next(2) as u8, next(40) as u8], vec![next(2) as u8; next(3) as usize]);
            let nested = ((next(2) == 1, blob), next(300) as u16);
            match next(6) {
                0 => {
                    let value = "x".repeat(next(60) as usize);
                    let was = Maps::edit(&mut bytes).unwrap().pairs().insert((number, &*text), &value).unwrap();
                    assert_eq!(was, maps.pairs.insert((number, text), value).is_some());
                }
                1 => {
                    let key = [number.into(), Key::from(&*text)];
                    let had = maps.pairs.remove(&(number, text.clone())).is_some();
                    assert_eq!(path(&mut bytes).contains_key("pairs", &key).unwrap(), had);
                    let handle = Maps::schema().field::<str>("pairs[]").unwrap();
                    assert_eq!(path(&mut bytes).remove(handle.at(&key)).is_ok(), had);
                }
                2 => {
                    let handle = Maps::schema().field::<u16>("ids[]").unwrap();
                    path(&mut bytes).set(handle.at(&id), step).unwrap();
                    maps.ids.insert(id, step);
                }
                3 => {
                    let removed = Maps::edit(&mut bytes).unwrap().ids().remove(&id).unwrap();
                    assert_eq!(removed, maps.ids.remove(&id).is_some());
                }
                4 => {
                    let inner = [Key::from(nested.0.0), Key::from(&*nested.0.1)];
                    let key = [Key::from(&inner), nested.1.into()];
                    path(&mut bytes).set(Maps::schema().field::<u8>("nested[]").unwrap().at(&key), step as u8).unwrap();
                    maps.nested.insert(nested, step as u8);
                }
                _ => {
                    let key = ((nested.0.0, &*nested.0.1), nested.1);
                    let removed = Maps::edit(&mut bytes).unwrap().nested().remove(key).unwrap();
                    assert_eq!(removed, maps.nested.remove(&nested).is_some());
                }
            }
        }
        check(&bytes, &maps);
        let view = Maps::peek(&bytes).unwrap();
        let (low, high) = ((0, "ab"), (1, "ab"));
        let ours: Vec<(i8, &str)> =
            view.pairs().unwrap().range(low..=high).unwrap().map(|entry| entry.unwrap().0).collect();
        let theirs = maps.pairs.range((0, "ab".to_owned())..=(1, "ab".to_owned()));
        assert_eq!(ours, theirs.map(|((number, text), _)| (*number, &**text)).collect::<Vec<_>>());
    }
}
