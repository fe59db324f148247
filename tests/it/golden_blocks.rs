//! Maps in blocks, byte for byte: read by a little reader that is written from docs/format.md and uses nothing of the crate.

use std::collections::BTreeMap;
use std::ops::Range;

use vellum::{Record, Schema, Vellum};

const DOCUMENT: &str = include_str!("../../docs/format-examples.md");

/// Reads varints, pointers and numbers as the document says, and nothing else of this crate.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn number(&mut self, len: usize) -> u64 {
        let bytes = &self.bytes[self.at..self.at + len];
        self.at += len;
        bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    fn varint(&mut self) -> u64 {
        let first = self.bytes[self.at];
        let (more, bits) = match first {
            0..0x80 => (0, first),
            0x80..0xC0 => (1, first & 0x3F),
            0xC0..0xE0 => (3, first & 0x1F),
            0xE0 => (4, 0),
            _ => panic!("{first:02X} at {} begins no varint", self.at),
        };
        let rest = &self.bytes[self.at + 1..self.at + 1 + more];
        self.at += 1 + more;
        rest.iter().fold(u64::from(bits), |number, byte| number << 8 | u64::from(*byte))
    }
}

/// Where a run of entries lies, and what it holds.
type Run = (Range<usize>, Vec<(u64, u64)>);

/// The runs of the map that the only field of a buffer is. Everything else in the buffer has to be free.
fn runs(bytes: &[u8]) -> Vec<Run> {
    let width = 1 << (bytes[0] & 3);
    let mut reader = Reader { bytes, at: 1 };
    assert_eq!((bytes[0] >> 5, reader.varint()), (1, width as u64));
    reader.at = usize::try_from(reader.number(width)).unwrap();
    let start = reader.at;
    let header = reader.varint();
    let run = |reader: &mut Reader<'_>, start: usize, count: u64| -> Run {
        let entries = (0..count).map(|_| (reader.number(8), reader.number(8))).collect();
        (start..reader.at, entries)
    };
    let (mut used, mut found) = (vec![], vec![]);
    used.push(0..2 + width);
    if header & 1 == 0 {
        found.push(run(&mut reader, start, header / 2));
    } else {
        let blocks = reader.varint();
        let pointers: Vec<u64> = (0..blocks).map(|_| reader.number(width)).collect();
        used.push(start..reader.at);
        for pointer in pointers {
            reader.at = usize::try_from(pointer).unwrap();
            let count = reader.varint();
            found.push(run(&mut reader, usize::try_from(pointer).unwrap(), count));
        }
    }
    assert_eq!(found.iter().map(|(_, entries)| entries.len() as u64).sum::<u64>(), header / 2);
    used.extend(found.iter().map(|(range, _)| range.clone()));
    used.sort_by_key(|range| range.start);
    used.push(bytes.len()..bytes.len());
    for pair in used.windows(2) {
        assert!(bytes[pair[0].end..pair[1].start].iter().all(|byte| *byte == 0xFF), "{used:?}");
    }
    found
}

fn lens(runs: &[Run]) -> Vec<usize> {
    runs.iter().map(|(_, entries)| entries.len()).collect()
}

#[derive(Vellum, Debug, PartialEq)]
struct Squares {
    squares: BTreeMap<u64, u64>,
}

fn entries(count: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..count).map(|number| (number, number * number))
}

fn hexadecimal(line: &str) -> Vec<u8> {
    line.split(' ').map(|digits| u8::from_str_radix(digits, 16).unwrap()).collect()
}

/// Appends entries as they lie in a run.
fn put(bytes: &mut Vec<u8>, entries: impl Iterator<Item = (u64, u64)>) {
    entries.for_each(|(key, value)| bytes.extend([key.to_le_bytes(), value.to_le_bytes()].concat()));
}

#[test]
fn a_map_with_many_entries_is_in_blocks_behind_a_directory() {
    let bytes = vellum::to_vec(&Squares { squares: entries(513).collect() }).unwrap();

    // The bytes that the document shows; between them are the entries, and at the end is nothing more.
    let mut expected = vec![];
    for (at, line) in [(0, "21 02"), (2, "04 00"), (4, "84 03 02"), (7, "0B 00 0D 18"), (11, "81 80"), (6157, "80 81")]
    {
        assert!(DOCUMENT.contains(&format!("{at:>4}  {line}  ")));
        if at == 6157 {
            put(&mut expected, entries(384));
        }
        assert_eq!(expected.len(), at);
        expected.extend(hexadecimal(line));
    }
    put(&mut expected, entries(513).skip(384));
    assert_eq!(expected.len(), 8223);
    assert_eq!(bytes, expected);
    let found = runs(&bytes);
    assert_eq!(lens(&found), [384, 129]);
    assert_eq!([found[0].0.clone(), found[1].0.clone()], [11..6157, 6157..8223]);
}

#[test]
fn ascending_keys_leave_full_blocks_and_the_canonical_form_three_quarters() {
    let schema = Schema::parse("struct Squares { squares: map<u64, u64> } root Squares;").unwrap();
    let value = schema.field::<u64>("squares[]").unwrap();
    let mut typed = vellum::to_vec(&Squares { squares: BTreeMap::new() }).unwrap();
    let mut record = Record::new(&schema);
    for (key, square) in entries(1200) {
        assert!(!Squares::edit(&mut typed).unwrap().squares().insert(key, square).unwrap());
        record.set(value.at(key), square).unwrap();
    }
    for bytes in [&typed[..], record.as_bytes()] {
        let found = runs(bytes);
        assert_eq!(lens(&found), [512, 512, 176]);
        assert!(found.iter().flat_map(|(_, entries)| entries).copied().eq(entries(1200)));
    }

    let canonical = vellum::to_vec(&Squares { squares: entries(1200).collect() }).unwrap();
    Squares::compact(&mut typed).unwrap();
    record.compact().unwrap();
    assert_eq!([&typed[..], record.as_bytes()], [&canonical[..]; 2]);
    let found = runs(&canonical);
    assert_eq!(lens(&found), [384, 384, 384, 48]);
    assert!(found.windows(2).all(|pair| pair[0].0.end == pair[1].0.start));
    assert_eq!(found[3].0.end, canonical.len());
}

#[test]
fn removals_leave_the_blocks_and_take_the_empty_ones_away() {
    let mut bytes = vellum::to_vec(&Squares { squares: entries(1200).collect() }).unwrap();
    let mut edit = Squares::edit(&mut bytes).unwrap();
    for key in 2..1200 {
        assert!(edit.squares().remove(key).unwrap());
    }
    // Two entries in a block of their own, where a new map would be flat.
    let found = runs(&bytes);
    assert_eq!(found.iter().map(|(_, entries)| entries.clone()).collect::<Vec<_>>(), [entries(2).collect::<Vec<_>>()]);
    let object = usize::from(bytes[2]) + (usize::from(bytes[3]) << 8);
    assert_eq!(bytes[object] & 0xC0, 0x80, "the form of the header stays");
    Squares::compact(&mut bytes).unwrap();
    assert_eq!(bytes, vellum::to_vec(&Squares { squares: entries(2).collect() }).unwrap());
}
