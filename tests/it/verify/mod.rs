//! Proofs of whole buffers: what writers leave is proved, and what is proved can be read to the end.

use crate::whole::edits;
#[cfg(feature = "serde")]
mod corrupt;
mod derived;
#[allow(dead_code)]
mod hostile;
mod newer;

use crate::common::{Container, Full, container, full};
use edits::{Edit, apply, compacted, edits, schema};
use proptest::prelude::*;
use vellum::proved::ProvedRecord;
use vellum::{Record, Schema, Vellum, Workspace, schema::PointerWidth};

#[track_caller]
fn assert_proved(record: &Record<impl AsRef<[u8]>>) {
    let bytes = record.as_bytes();
    match record.schema().prove(bytes) {
        Ok(proof) => assert!(proof.is_complete()),
        Err(error) => panic!("{error}\n{bytes:02x?}\n{:#?}", record.root().unwrap()),
    }
}

#[test]
fn canonical_buffers_of_every_width_are_proved() {
    for width in PointerWidth::ALL {
        let bytes = vellum::to_vec_with_width(&container(), width).unwrap();
        let proof = Container::schema().prove(&bytes).unwrap();
        assert!(proof.is_complete());
        assert_eq!(Container::prove(&bytes).unwrap().location(), "http://arstechnica.com");
        assert_eq!(proof.as_bytes(), bytes);
        let bytes = vellum::to_vec_with_width(&full(), width).unwrap();
        assert!(Full::schema().prove(&bytes).unwrap().is_complete());
        let proof: ProvedRecord = Full::schema().prove(&bytes).unwrap();
        assert_eq!(proof.record().get::<str>("children[1].name").unwrap(), "child");
        assert_eq!(format!("{:?}", proof.root()), format!("{:?}", Full::peek(&bytes).unwrap()));
    }
}

#[test]
fn a_workspace_is_proved_up_to_its_end() {
    let mut memory = [7; 4000];
    Workspace::format(&mut memory, &full()).unwrap();
    let len = Full::schema().prove(&memory).unwrap().as_bytes().len();
    assert!(len < 2000 && Full::schema().prove(&memory).unwrap().is_complete());
    let mut workspace = Workspace::open(&mut memory).unwrap();
    Full::edit(&mut workspace).unwrap().set_name("a longer name than the one before").unwrap();
    assert!(Full::schema().prove(&memory).unwrap().as_bytes().len() > len);
    memory[7] = 0xFF; // its end
    Full::schema().prove(&memory).unwrap_err();
}

#[test]
fn a_buffer_longer_than_its_pointers_reach_is_refused() {
    let schema = Schema::parse("struct R { text: string } root R;").unwrap();
    let mut bytes = vec![0xFF; 255];
    bytes[..5].copy_from_slice(&[0x20, 1, 3, 1, b'x']);
    schema.prove(&bytes).unwrap();
    bytes.push(0xFF);
    assert!(schema.prove(&bytes).unwrap_err().to_string().contains("its pointers reach 255"));
}

#[test]
fn maps_in_blocks_are_proved_whatever_the_order_of_insertion() {
    let schema = Schema::parse("struct R { map: map<u32, string>, set: set<i64> } root R;").unwrap();
    let mut record = Record::new(&schema);
    let mut key = 1u32;
    for _ in 0..3000 {
        key = key.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        record.set(format!("map[{key}]").as_str(), "text").unwrap();
        record.add_key("set", i64::from(key) - (1 << 31)).unwrap();
    }
    assert_proved(&record);
    record.compact().unwrap();
    assert_proved(&record);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_edit_leaves_a_buffer_that_can_be_proved(edits in edits(150), width in prop::sample::select(PointerWidth::ALL.to_vec())) {
        let schema = schema();
        let mut record = Record::with_width(&schema, width);
        for edit in &edits {
            let before = record.as_bytes().to_vec();
            let _ = apply(&mut record, "", *edit);
            if let Err(error) = schema.prove(record.as_bytes()) {
                panic!("{error} after {edit:?}\n{before:02x?}\n{:02x?}", record.as_bytes());
            }
        }
        assert_proved(&record);
        prop_assert!(schema.prove(&compacted(&record)).unwrap().is_complete());
    }
}

/// A record with a value of every kind, from edits that are the same in every run.
fn one_of_each(schema: &Schema) -> Record {
    let mut record = Record::new(schema);
    for kind in 0..56u8 {
        for (a, value) in [(0, 1), (1, 3), (2, 5), (1, 0)] {
            let edit: Edit = (kind, a, (a + kind) % 4, value);
            if kind != 55 {
                let _ = apply(&mut record, "", edit);
            }
        }
    }
    record
}

#[test]
fn every_truncation_is_refused() {
    let schema = schema();
    let record = one_of_each(&schema);
    for bytes in [record.as_bytes().to_vec(), compacted(&record)] {
        schema.prove(&bytes).unwrap();
        // Free bytes at the end may be missing.
        let used = bytes.iter().rposition(|byte| *byte != 0xFF).unwrap();
        for len in 0..used {
            assert!(schema.prove(&bytes[..len]).is_err(), "{len}");
        }
    }
    let bytes = vellum::to_vec(&container()).unwrap();
    for len in 0..bytes.len() {
        assert!(Container::schema().prove(&bytes[..len]).is_err(), "{len}");
    }
}

#[test]
fn values_are_proved_as_deep_as_they_can_be_written() {
    let schema = Schema::parse(
        "frozen struct F { t: T? } union U { none, pair: tuple<u8, U>, boxed: F, same: T, wide: u64 }
         struct T { n: u8, next: T?, map: map<u8, T>, maps: map<string, any>, u: U, f: F, a: any, list: list<T?> } root T;",
    )
    .unwrap();
    for step in ["next.", "map[1].", "u.pair.1.", "u.boxed.t.", "u.same.", "f.t.", "a.$map[k]."] {
        let mut written = 0;
        for depth in 1..70 {
            let mut record = Record::new(&schema);
            let path = match step {
                "u.pair.1." => format!("u{}.wide", ".pair.1".repeat(depth)),
                "a.$map[k]." => format!("a{}.$f64", ".$map[k]".repeat(depth)),
                _ => format!("{}n", step.repeat(depth)),
            };
            let set = match step {
                "u.pair.1." => record.set(&*path, 7u64),
                "a.$map[k]." => record.set(&*path, 0.5),
                _ => record.set(&*path, 7u8),
            };
            if set.is_ok() {
                written += 1;
                assert_proved(&record);
                record.compact().unwrap();
                assert_proved(&record);
            }
        }
        assert!((20..70).contains(&written), "{step}: {written}");
    }
}
