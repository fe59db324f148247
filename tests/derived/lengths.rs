//! Lists and maps of each length that matters to an encoder: their bytes are those of an empty value to which each element was added.

use std::collections::{BTreeMap, HashMap};

use vellum::Vellum;

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Leaf {
    name: String,
    count: u32,
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq)]
#[vellum(frozen)]
struct Five {
    a: u8,
    b: u32,
}

#[derive(Vellum, Clone, Copy, Debug, Default, PartialEq)]
#[vellum(frozen)]
struct Nine {
    a: u64,
    b: u8,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Lists {
    fives: Vec<Five>,
    nines: Vec<Nine>,
    floats: Vec<f64>,
    flags: Vec<bool>,
    leaves: Vec<Leaf>,
    map: BTreeMap<u32, u64>,
    names: HashMap<String, Nine>,
}

impl Lists {
    fn of(len: u32) -> Self {
        let numbers = || 0..len;
        Self {
            fives: numbers().map(|n| Five { a: (n % 251) as u8, b: n << 9 }).collect(),
            nines: numbers().map(|n| Nine { a: u64::from(n) << 40 | 3, b: (n % 251) as u8 }).collect(),
            floats: numbers().map(f64::from).collect(),
            flags: numbers().map(|n| n % 3 == 0).collect(),
            leaves: numbers().map(|n| Leaf { count: n, ..Leaf::default() }).collect(),
            map: numbers().map(|n| (n.wrapping_mul(0x9E37_79B9), u64::from(n))).collect(),
            names: numbers().map(|n| (format!("key {n}"), Nine { a: n.into(), b: 1 })).collect(),
        }
    }

    /// The same by edits of an empty value, one for each element and entry.
    fn pushed(&self) -> vellum::Result<Vec<u8>> {
        let mut bytes = vellum::to_vec(&Self::default())?;
        let mut edit = Self::edit(&mut bytes)?;
        self.fives.iter().try_for_each(|value| edit.fives().push(value))?;
        self.nines.iter().try_for_each(|value| edit.nines().push(value))?;
        self.floats.iter().try_for_each(|value| edit.floats().push(*value))?;
        self.flags.iter().try_for_each(|value| edit.flags().push(*value))?;
        self.leaves.iter().try_for_each(|value| edit.leaves().push(value))?;
        self.map.iter().try_for_each(|(key, value)| edit.map().insert(*key, *value).map(drop))?;
        self.names.iter().try_for_each(|(key, value)| edit.names().insert(key, value).map(drop))?;
        Self::compact(&mut bytes)?;
        Ok(bytes)
    }
}

/// At the lengths at which counts take another byte, long lists another function, and maps blocks.
#[test]
fn lists_and_maps_of_each_length_are_as_if_pushed_one_by_one() {
    let mut kept = Vec::new();
    for len in (0..90).chain(120..140).chain(340..350).chain(580..590).chain(680..690).chain([16_383, 16_384]) {
        let lists = Lists::of(len);
        let pushed = lists.pushed().unwrap();
        assert!(vellum::to_vec(&lists).unwrap() == pushed, "{len}");
        // Over the buffer of the length before, and over its own.
        for _ in 0..2 {
            vellum::encode_into(&lists, &mut kept).unwrap();
            assert!(kept == pushed, "{len}, over another");
        }
    }
}
