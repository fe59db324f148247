//! Bytes that nobody should trust: keys that do not ascend, pointers that lead nowhere, entries that end too early.

#![allow(clippy::cast_possible_truncation)]

use std::collections::{BTreeMap, BTreeSet};
use std::hash::DefaultHasher;

use vellum::{ErrorKind, Record, Result, Schema, Vellum};

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "Root")]
struct Root {
    ids: BTreeMap<[u8; 2], u8>,
    names: BTreeMap<(u8, String), u8>,
    flags: BTreeSet<(bool, u8)>,
}

const TEXT: &str =
    "struct Root { ids: map<bytes[2], u8>, names: map<tuple<u8, string>, u8>, flags: set<tuple<bool, u8>> } root Root;";

#[track_caller]
fn corrupt<T>(what: &str, result: Result<T>) {
    let error = result.err().unwrap_or_else(|| panic!("{what} takes it"));
    assert_eq!(error.kind(), ErrorKind::Corrupt, "{what}: {error}");
}

/// Who walks the whole map refuses it, on both paths.
#[track_caller]
fn refused(bytes: &[u8], message: &str) {
    let schema = Schema::parse(TEXT).unwrap();
    let record = Record::open(&schema, bytes.to_vec()).unwrap();
    let error = schema.prove(bytes).unwrap_err();
    assert!(error.to_string().contains(message), "{error}");
    assert_eq!(Root::prove(bytes).err().map(|error| error.to_string()), Some(error.to_string()));
    corrupt("hash", record.content_hash(&mut DefaultHasher::new()));
    corrupt("equality", record.content_eq(&record));
    corrupt("compact", Record::open(&schema, bytes.to_vec()).unwrap().compact());
    #[cfg(feature = "serde")]
    assert!(serde_json::to_string(&record).is_err());
}

#[test]
fn arrays_have_to_ascend_byte_by_byte() {
    let bytes = |one: [u8; 2], other: [u8; 2]| [&[0x20, 3, 5, 0, 0, 4][..], &one, &[1], &other, &[2]].concat();
    let good = bytes([1, 0xFF], [2, 0]);
    assert!(Root::schema().prove(&good).unwrap().is_complete());
    assert_eq!(vellum::from_slice::<Root>(&good).unwrap().ids, [([1, 0xFF], 1), ([2, 0], 2)].into());
    refused(&bytes([2, 0], [1, 0xFF]), "do not ascend");
    refused(&bytes([2, 0], [2, 0]), "do not ascend");
    let schema = Schema::parse(TEXT).unwrap();
    let error = schema.prove(&bytes([2, 0], [1, 0xFF])).unwrap_err();
    assert_eq!(error.path(), r#"ids[b"\x01\xff"]"#);
    let twice: Result<Root> = vellum::from_slice(&bytes([2, 0], [2, 0]));
    corrupt("decode", twice);
    // The last entry ends beyond the buffer.
    let cut = &good[..good.len() - 1];
    assert!(schema.prove(cut).is_err() && Root::prove(cut).is_err() && vellum::from_slice::<Root>(cut).is_err());
    assert!(Root::peek(cut).unwrap().ids().is_err());
}

#[test]
fn tuples_have_to_ascend_part_by_part() {
    // Entries of a number, a pointer and a value; the texts behind.
    let bytes = |one: (u8, &[u8]), other: (u8, &[u8])| {
        let first = 12;
        let second = first + 1 + one.1.len() as u8;
        let entries = [one.0, first, 1, other.0, second, 2];
        [&[0x20, 3, 0, 5, 0, 4][..], &entries, &[one.1.len() as u8], one.1, &[other.1.len() as u8], other.1].concat()
    };
    let good = bytes((7, b"b"), (8, b"a"));
    assert!(Root::schema().prove(&good).unwrap().is_complete());
    assert_eq!(Root::peek(&good).unwrap().names().unwrap().get((8, "a")).unwrap(), Some(2));
    Root::prove(&bytes((7, b"a"), (7, b"b"))).unwrap();
    refused(&bytes((8, b"a"), (7, b"b")), "do not ascend");
    refused(&bytes((7, b"b"), (7, b"a")), "do not ascend");
    refused(&bytes((7, b"a"), (7, b"a")), "do not ascend");
    refused(&bytes((7, b"ab"), (7, b"a")), "do not ascend");
    let schema = Schema::parse(TEXT).unwrap();
    assert_eq!(schema.prove(&bytes((7, b"b"), (7, b"a"))).unwrap_err().path(), r#"names[[7,"a"]]"#);
    // Text that is none, and a pointer that leads nowhere.
    assert!(schema.prove(&bytes((7, b"a"), (8, b"\xFF"))).is_err());
    let mut lost = good.clone();
    lost[7] = 200;
    corrupt("verify", schema.prove(&lost));
    corrupt("get", Root::peek(&lost).unwrap().names().unwrap().get((7, "b")));
    corrupt("iterate", Root::peek(&lost).unwrap().names().unwrap().keys().collect::<Result<Vec<_>>>());
    let record = Record::open(&schema, lost.clone()).unwrap();
    corrupt("path", record.get::<u8>(r#"names[[7,"b"]]"#));
    // Both keys share their text.
    let mut shared = good;
    shared[10] = shared[7];
    corrupt("verify", schema.prove(&shared));
    assert!(Root::prove(&shared).is_err());
}

#[test]
fn bits_that_stand_for_nothing_are_zero() {
    // A number and a bitmap.
    let bytes = |entries: [u8; 4]| [&[0x20, 3, 0, 0, 5, 4][..], &entries].concat();
    let good = bytes([9, 0, 2, 1]);
    assert!(Root::schema().prove(&good).unwrap().is_complete());
    assert_eq!(vellum::from_slice::<Root>(&good).unwrap().flags, [(false, 9), (true, 2)].into());
    refused(&bytes([2, 1, 9, 0]), "do not ascend");
    assert!(Root::schema().prove(&bytes([9, 0, 2, 3])).is_err() && Root::prove(&bytes([9, 0, 2, 3])).is_err());
}

#[test]
fn no_change_of_a_byte_makes_the_paths_differ() {
    let root = Root {
        ids: [([1, 2], 3), ([1, 3], 4)].into(),
        names: [((1, "a".into()), 5), ((1, "b".into()), 6), ((2, String::new()), 7)].into(),
        flags: [(false, 1), (true, 0)].into(),
    };
    let bytes = vellum::to_vec(&root).unwrap();
    let schema = Schema::parse(TEXT).unwrap();
    for at in 0..bytes.len() {
        for value in 0..=255u8 {
            let mut changed = bytes.clone();
            changed[at] = value;
            let (by_schema, by_type) = (schema.prove(&changed).is_ok(), Root::prove(&changed).is_ok());
            assert_eq!(by_schema, by_type, "{at} {value}");
            let decoded = vellum::from_slice::<Root>(&changed);
            assert!(!by_schema || decoded.is_ok(), "{at} {value}");
            let Ok(mut record) = Record::open(&schema, changed.clone()) else { continue };
            let _ = record.get::<u8>(r#"names[[1,"b"]]"#);
            let before = record.as_bytes().to_vec();
            if record.set(r#"names[[1,"bb"]]"#, 1u8).is_err() {
                assert_eq!(record.as_bytes(), before);
            }
            let before = record.as_bytes().to_vec();
            if record.remove(r#"names[[1,"a"]]"#).is_err() {
                assert_eq!(record.as_bytes(), before);
            }
            if let Ok(mut edit) = Root::edit(&mut changed) {
                let _ = edit.names().insert((1, "aa"), 9);
                let _ = edit.ids().remove(&[1, 2]);
                let _ = edit.flags().insert((true, 7));
            }
        }
    }
}
