//! What a changed byte does: the proof fails, or all that the buffer holds can still be read.

use serde::de::IgnoredAny;
use vellum::{ErrorKind, Record, Schema, dynamic::ValueRef};

use super::one_of_each;
use crate::common::nets;
use crate::whole::edits::{compacted, schema};

/// Reads everything; what the proof let through must be readable.
#[track_caller]
fn read_all(schema: &Schema, bytes: &[u8], complete: bool, what: &str) {
    let record = Record::open(schema, bytes.to_vec()).unwrap();
    let root = record.root().unwrap();
    let mut count = 0;
    visit(&ValueRef::Struct(root), &mut count).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(count > 50, "{what}");
    assert!(!complete || record.space().is_ok(), "{what}");
}

/// The same through serde.
#[track_caller]
fn stream_all(schema: &Schema, bytes: &[u8]) {
    let record = Record::open(schema, bytes).unwrap();
    serde_json::to_string(&record).unwrap();
    record.to_serde::<IgnoredAny>().unwrap();
}

/// Every value, and every key of a map found by a search.
fn visit(value: &ValueRef<'_>, count: &mut usize) -> vellum::Result<()> {
    *count += 1;
    match value {
        ValueRef::Struct(cursor) => cursor.fields().try_for_each(|(_, value)| visit(&value?, count)),
        ValueRef::List(list) => list.iter().try_for_each(|value| visit(&value?, count)),
        ValueRef::Map(map) => map.iter().try_for_each(|entry| {
            let (key, value) = entry?;
            let found = match &key {
                ValueRef::String(key) => map.get(*key)?,
                ValueRef::Bytes(key) => map.get(*key)?,
                ValueRef::Bool(key) => map.get(*key)?,
                ValueRef::Signed(key) => map.get(*key)?,
                ValueRef::Char(key) => map.get(*key)?,
                ValueRef::Uuid(key) => map.get(*key)?,
                ValueRef::Enum(..) => Some(key),
                other => panic!("{other:?} is no key here"),
            };
            assert!(found.is_some(), "{key:?} is not found");
            visit(&value, count)
        }),
        ValueRef::Union(union) => union.value()?.map_or(Ok(()), |value| visit(&value, count)),
        _ => Ok(()),
    }
}

#[test]
fn what_is_proved_with_a_byte_changed_can_be_read() {
    let schema = schema();
    let record = one_of_each(&schema);
    let (mut proved, mut refused) = (0, 0);
    for original in [record.as_bytes().to_vec(), compacted(&record)] {
        read_all(&schema, &original, true, "original");
        stream_all(&schema, &original);
        let mut bytes = original.clone();
        for position in 0..bytes.len() {
            let byte = original[position];
            let values = [0, 1, 0x80, 0xFF, byte ^ 0x10, byte.wrapping_add(1)];
            for (number, value) in values.into_iter().enumerate() {
                if !nets::takes(position * values.len() + number) {
                    continue;
                }
                bytes[position] = value;
                match schema.prove(&bytes) {
                    Ok(proof) => {
                        proved += usize::from(proof.is_complete());
                        refused += usize::from(!proof.is_complete());
                        // A record that seems larger, over free bytes behind it, is one of a newer revision.
                        read_all(&schema, &bytes, proof.is_complete(), &format!("{value:#x} at {position}"));
                        if proved % 64 == 0 {
                            stream_all(&schema, &bytes);
                        }
                    }
                    Err(error) => {
                        refused += usize::from(value != byte);
                        // Flags that tell of an extension block make one of what follows, which a
                        // newer version may have to know.
                        let is_newer = position == 0 && error.kind() == ErrorKind::Newer;
                        let has_no_place = is_newer || error.kind() == ErrorKind::Limit;
                        assert!(has_no_place || error.kind() == ErrorKind::Corrupt, "{error}");
                        assert!(has_no_place || error.position().is_some_and(|at| at <= bytes.len()), "{error}");
                    }
                }
            }
            bytes[position] = byte;
        }
    }
    // Numbers and text can be others; structure cannot.
    assert!(
        proved > nets::least(1000) && refused > proved,
        "{proved} proved, {refused} refused or with unclaimed bytes"
    );
}

#[test]
fn several_bytes_changed_at_once() {
    let schema = schema();
    let original = compacted(&one_of_each(&schema));
    let mut state = 1u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..5000 {
        let mut bytes = original.clone();
        for _ in 0..=random(3) {
            let position = random(bytes.len());
            bytes[position] = u8::try_from(random(256)).unwrap();
        }
        if let Ok(proof) = schema.prove(&bytes) {
            read_all(&schema, &bytes, proof.is_complete(), "several");
        }
    }
}
