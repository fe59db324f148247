//! Blocks of a map that lose their entries are put together, and the map stays the map it is.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::nets;
use proptest::prelude::*;
use vellum::Vellum;

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Maps {
    squares: BTreeMap<u64, u64>,
    names: BTreeMap<u32, String>,
    set: BTreeSet<u32>,
}

/// A varint and what follows it.
fn varint(bytes: &[u8]) -> (usize, &[u8]) {
    let len = match bytes[0] {
        0..0x80 => 1,
        0x80..0xC0 => 2,
        0xC0..0xE0 => 4,
        _ => 5,
    };
    let mask = [0x7F, 0x3F, 0, 0x1F, 0][len - 1];
    let first = usize::from(bytes[0] & mask);
    (bytes[1..len].iter().fold(first, |value, byte| value << 8 | usize::from(*byte)), &bytes[len..])
}

/// The blocks of the map of a number: how many entries each has.
fn blocks(bytes: &[u8], number: usize) -> Vec<usize> {
    let width = 1 << (bytes[0] & 3);
    let pointer = |slot: &[u8]| slot[..width].iter().rev().fold(0usize, |value, byte| value << 8 | usize::from(*byte));
    let at = pointer(&bytes[2 + number * width..]);
    if at == 0 {
        return Vec::new();
    }
    let (header, rest) = varint(&bytes[at..]);
    if header & 1 == 0 {
        return vec![header / 2];
    }
    let (count, pointers) = varint(rest);
    (0..count).map(|block| varint(&bytes[pointer(&pointers[block * width..])..]).0).collect()
}

/// A map<u64, u64> has 512 entries in a block at most.
const CAPACITY: usize = 512;

#[test]
fn a_map_that_lost_most_of_its_entries_has_few_blocks() {
    let all: BTreeMap<u64, u64> = (0..20_000).map(|n| (n * 3, n)).collect();
    let bytes = vellum::to_vec(&Maps { squares: all.clone(), ..Maps::default() }).unwrap();
    assert_eq!(blocks(&bytes, 0).len(), 53);
    // Every n-th stays, in the order of the keys, backwards, and in no order.
    let orders: [fn(u64) -> u64; 3] = [|n| n, |n| 19_999 - n, |n| n * 7919 % 20_000];
    for (kept, order) in [2u64, 10, 100].into_iter().flat_map(|kept| orders.map(|order| (kept, order))) {
        let (mut edited, mut expected) = (bytes.clone(), all.clone());
        let mut maps = Maps::edit(&mut edited).unwrap();
        for n in (0..20_000).map(order).filter(|n| n % kept != 0) {
            assert!(maps.squares().remove(n * 3).unwrap());
            expected.remove(&(n * 3));
        }
        let found = blocks(&edited, 0);
        assert_eq!(found.iter().sum::<usize>(), expected.len());
        assert_eq!(vellum::from_slice::<Maps>(&edited).unwrap().squares, expected);
        // Two neighbours have more than half a block together, but for what was removed since the last layout.
        assert!(found.windows(2).all(|pair| pair[0] + pair[1] > CAPACITY / 4), "{kept}: {found:?}");
        assert!(found.len() <= 1 + 5 * expected.len() / CAPACITY, "{kept}: {found:?}");
        // It grows again, and is what it would be.
        let mut maps = Maps::edit(&mut edited).unwrap();
        for n in 0..3000 {
            maps.squares().insert(n * 2 + 1, n).unwrap();
            expected.insert(n * 2 + 1, n);
        }
        assert_eq!(vellum::from_slice::<Maps>(&edited).unwrap().squares, expected);
        Maps::compact(&mut edited).unwrap();
        assert_eq!(edited, vellum::to_vec(&Maps { squares: expected, ..Maps::default() }).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(nets::cases(24)))]
    #[test]
    fn maps_agree_with_std_through_many_removals(
        phases in prop::collection::vec((0..3u8, 1..6000u32, 1..97u32, 1..9u32), 1..8),
    ) {
        let mut model = Maps::default();
        let mut bytes = vellum::to_vec(&model).unwrap();
        for (kind, count, step, kept) in phases {
            let mut edit = Maps::edit(&mut bytes).unwrap();
            for n in 0..count {
                let key = n.wrapping_mul(step * 2 + 1) % 6000;
                if kind > 0 && key % kept == 0 {
                    continue;
                }
                if kind == 0 {
                    edit.squares().insert(u64::from(key), u64::from(n)).unwrap();
                    model.squares.insert(u64::from(key), u64::from(n));
                    let name = "n".repeat(n as usize % 5);
                    edit.names().insert(key, &*name).unwrap();
                    model.names.insert(key, name);
                    edit.set().insert(key).unwrap();
                    model.set.insert(key);
                } else {
                    prop_assert_eq!(edit.squares().remove(u64::from(key)).unwrap(), model.squares.remove(&u64::from(key)).is_some());
                    prop_assert_eq!(edit.names().remove(key).unwrap(), model.names.remove(&key).is_some());
                    prop_assert_eq!(edit.set().remove(key).unwrap(), model.set.remove(&key));
                }
            }
            prop_assert_eq!(&vellum::from_slice::<Maps>(&bytes).unwrap(), &model);
            vellum::space::space::<Maps>(&bytes).unwrap();
        }
        Maps::compact(&mut bytes).unwrap();
        prop_assert_eq!(bytes, vellum::to_vec(&model).unwrap());
    }
}
