//! An older program adds to the lists and maps of a newer one in memory that is full, or soon is: it succeeds, and the newer program sees all,
//! or the memory is full, and nothing changed.

use std::collections::BTreeMap;

use vellum::{ErrorKind, Result, Storage, Vellum, Workspace, schema::PointerWidth};

use crate::common::bounded::Bounded;
use crate::common::nets;

#[derive(Vellum, Clone, Copy)]
struct OldItem {
    id: u16,
}

#[derive(Vellum)]
struct Old {
    list: Vec<OldItem>,
    map: BTreeMap<u16, OldItem>,
    set: u8,
}

/// What a newer revision makes of it: each item has so many bytes more.
#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct NewItem<const MORE: usize> {
    id: u16,
    #[vellum(since = 2)]
    more: Bytes<MORE>,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Bytes<const LEN: usize>([u8; LEN]);

impl<const LEN: usize> Default for Bytes<LEN> {
    fn default() -> Self {
        Self([0; LEN])
    }
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct New<const MORE: usize> {
    list: Vec<NewItem<MORE>>,
    map: BTreeMap<u16, NewItem<MORE>>,
    set: u8,
}

/// What the older program adds.
#[derive(Clone, Copy, Debug)]
enum Added {
    Element,
    First,
    Several,
    Entry(u16),
}

impl Added {
    const ALL: [Self; 5] = [Self::Element, Self::First, Self::Several, Self::Entry(0), Self::Entry(0xFFFF)];

    /// As the older program does it.
    fn add(self, storage: &mut impl Storage) -> Result<()> {
        let mut edit = Old::edit(storage)?;
        match self {
            Self::Element => edit.list().push(&OldItem { id: 7 }),
            Self::First => edit.list().insert(0, &OldItem { id: 7 }),
            Self::Several => edit.list().extend_from_slice(&[OldItem { id: 7 }; 3]),
            Self::Entry(key) => edit.map().insert(key, &OldItem { id: 7 }).map(drop),
        }
    }

    /// What the newer program then sees.
    fn expected<const MORE: usize>(self, value: &New<MORE>) -> New<MORE> {
        let (mut value, item) = (value.clone(), NewItem { id: 7, more: Bytes::default() });
        match self {
            Self::Element => value.list.push(item),
            Self::First => value.list.insert(0, item),
            Self::Several => value.list.extend([item.clone(), item.clone(), item]),
            Self::Entry(key) => drop(value.map.insert(key, item)),
        }
        value
    }
}

/// How often each thing came of it.
#[derive(Default)]
struct Outcomes {
    added: usize,
    full: usize,
    newer: usize,
}

impl Outcomes {
    /// Adds in a storage that has the value, and looks at what is there then.
    fn add<const MORE: usize>(&mut self, value: &New<MORE>, added: Added, storage: &mut impl Storage, what: &str) {
        let before = storage.bytes().to_vec();
        let done = added.add(storage);
        let bytes = storage.bytes();
        match done {
            Ok(()) => {
                New::<MORE>::schema().prove(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
                assert_eq!(vellum::from_slice::<New<MORE>>(bytes).unwrap(), added.expected(value), "{what}");
                self.added += 1;
            }
            Err(error) => {
                assert_eq!(bytes, before, "{what}");
                // What outgrows its pointers is laid out anew, which would lose what only the newer program knows; memory does not help.
                if error.kind() == ErrorKind::Newer {
                    let refused = added.add(&mut before.clone()).unwrap_err();
                    assert_eq!(refused.kind(), ErrorKind::Newer, "{what}: {refused}");
                    self.newer += 1;
                } else {
                    assert_eq!(error.kind(), ErrorKind::Full, "{what}: {error}");
                    self.full += 1;
                }
            }
        }
    }
}

fn newer<const MORE: usize>(list: &mut Outcomes, map: &mut Outcomes) {
    let widths = [PointerWidth::One, PointerWidth::Two];
    let shapes = [1u16, 2, 5, 40].into_iter().flat_map(|count| widths.map(|width| (count, width)));
    // What is zero is not lost where the buffer is laid out anew, and keeps its room.
    let shapes = shapes.flat_map(|(count, width)| [0, 1].map(|byte| (count, width, byte)));
    for (number, (count, width, byte)) in shapes.enumerate() {
        let item = |id| NewItem { id, more: Bytes([byte; MORE]) };
        let value = New {
            list: (1..=count).map(item).collect(),
            map: (1..=count).map(|id| (id * 3, item(id))).collect(),
            set: 1,
        };
        let bytes = vellum::to_vec_with_width(&value, width).unwrap();
        let used = {
            let mut memory = vec![0; 2 * bytes.len() + 1000];
            Workspace::format(&mut memory[..], &value).unwrap().len()
        };
        for left in (0..=64).filter(|left| nets::takes(left + MORE + number)) {
            for added in Added::ALL {
                let what = |memory: &str| {
                    format!("{memory}: {MORE} bytes more, {count} items, {width:?}, {byte}, {left} left, {added:?}")
                };
                let outcomes = if matches!(added, Added::Entry(_)) { &mut *map } else { &mut *list };
                // A buffer is no longer than its pointers reach.
                if width != PointerWidth::One || bytes.len() + left <= 255 {
                    let mut slice = [&bytes[..], &vec![0xFF; left][..]].concat();
                    outcomes.add(&value, added, &mut &mut slice[..], &what("a slice"));
                }
                let mut bounded = Bounded { bytes: bytes.clone(), most: bytes.len() + left };
                outcomes.add(&value, added, &mut bounded, &what("a vector of a bound"));
                let mut memory = vec![0; used + left];
                if let Ok(mut workspace) = Workspace::format(&mut memory[..], &value) {
                    outcomes.add(&value, added, &mut workspace, &what("a workspace"));
                }
            }
        }
    }
}

#[test]
fn an_older_program_adds_newer_elements_and_entries_in_full_memory_or_changes_nothing() {
    let [mut list, mut map] = [Outcomes::default(), Outcomes::default()];
    macro_rules! each {
        ($($more:literal)*) => { $(newer::<$more>(&mut list, &mut map);)* };
    }
    each!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40);
    for (outcomes, what) in [(list, "lists"), (map, "maps")] {
        let Outcomes { added, full, newer } = outcomes;
        assert!(added > nets::least(15_000) && full > nets::least(40_000), "{what}: {added} added, {full} full");
        assert!(newer > nets::least(300), "{what}: {newer} of newer data");
    }
}
