//! Bytes that were made to harm: the proof fails, and soon.

use std::time::{Duration, Instant};

use vellum::proved::ProvedRecord;
use vellum::{ErrorKind, Record, Result, Schema};

const TREE: &str = "struct Branch { trees: list<Tree>, more: list<Tree> }
    struct Tree { left: Branch?, children: list<Tree> } root Tree;";

#[track_caller]
fn refused(text: &str, bytes: &[u8], message: &str, position: usize, path: &str) {
    let schema = Schema::parse(text).unwrap();
    let error = schema.prove(bytes).unwrap_err();
    assert!(error.to_string().contains(message), "{error}");
    assert_eq!((error.kind(), error.position(), error.path().as_str()), (ErrorKind::Corrupt, Some(position), path));
}

#[test]
fn a_cycle_ends_at_its_first_object() {
    // left -> 4, children -> 4; there two trees whose pointers lead back.
    refused(TREE, &[0x20, 2, 0, 4, 2, 2, 4, 4, 4, 4], "overlap", 4, "children[0].left");
    refused(TREE, &[0x20, 2, 0, 4, 2, 2, 0, 4, 0, 4], "overlap", 4, "children[0].children");
}

#[test]
fn shared_objects_are_refused_where_the_second_pointer_leads_to_them() {
    let pair = "struct R { a: string, b: string } root R;";
    refused(pair, &[0x20, 2, 4, 4, 1, b'x'], "overlap", 4, "b");
    // "b" is the end of "a".
    refused(pair, &[0x20, 2, 4, 5, 2, 1, b'x'], "overlap", 5, "b");
    let schema = Schema::parse(pair).unwrap();
    assert_eq!(schema.prove(&[0x20, 2, 6, 4, 1, b'x', 1, b'y', 0]).unwrap().unclaimed(), 1);
    // The other way round is in order.
    assert!(schema.prove(&[0x20, 2, 6, 4, 1, b'x', 1, b'y', 0xFF]).unwrap().is_complete());
    refused(pair, &[0x20, 2, 6, 4, 3, b'x', 1, b'y'], "overlap", 4, "b");
}

#[test]
fn swapped_and_equal_keys_are_refused() {
    let text = "struct R { scores: map<i8, u8>, tags: set<string> } root R;";
    let schema = Schema::parse(text).unwrap();
    let bytes = [0x20, 2, 4, 0, 4, 0xFF, 1, 1, 2];
    schema.prove(&bytes).unwrap();
    refused(text, &[0x20, 2, 4, 0, 4, 1, 2, 0xFF, 1], "do not ascend", 7, "scores[-1]");
    refused(text, &[0x20, 2, 4, 0, 4, 1, 2, 1, 3], "do not ascend", 7, "scores[1]");
    refused(text, &[0x20, 2, 0, 4, 4, 7, 9, 1, b'b', 1, b'a'], "do not ascend", 6, "tags[\"a\"]");
    // The key of a map is "", which is not stored, and so may not come second.
    refused(text, &[0x20, 2, 0, 4, 4, 7, 0, 1, b'b'], "do not ascend", 6, "tags[\"\"]");
}

#[test]
fn blocks_have_entries_that_ascend_throughout_and_are_counted() {
    let text = "struct R { set: set<u8> } root R;";
    let blocks = |count: u8, a: &[u8], b: &[u8]| {
        let at = 6 + u8::try_from(a.len()).unwrap();
        [&[0x20, 1, 3, count * 2 + 1, 2, 7, at + 1][..], a, b].concat()
    };
    let schema = Schema::parse(text).unwrap();
    schema.prove(&blocks(3, &[2, 1, 2], &[1, 3])).unwrap();
    refused(text, &blocks(3, &[2, 1, 3], &[1, 2]), "do not ascend", 11, "set[2]");
    refused(text, &blocks(3, &[2, 1, 3], &[1, 3]), "do not ascend", 11, "set[3]");
    refused(text, &blocks(4, &[2, 1, 2], &[1, 3]), "counts other entries", 3, "set");
    refused(text, &blocks(2, &[2, 1, 2], &[0]), "empty block", 10, "set");
    refused(text, &[0x20, 1, 3, 3, 2, 7, 7, 1, 1], "overlap", 7, "set");
    refused(text, &[0x20, 1, 3, 3, 2, 7, 0, 1, 1], "no block", 5, "set");
    // No block is no entry.
    schema.prove(&[0x20, 1, 3, 1, 0]).unwrap();
}

#[test]
fn bits_and_bytes_that_stand_for_nothing_are_zero() {
    let bits = "struct R { a: bool, b: u8? } root R;";
    let schema = Schema::parse(bits).unwrap();
    schema.prove(&[0x20, 2, 9, 3]).unwrap();
    refused(bits, &[0x20, 2, 9, 7], "bit is set", 3, "");
    refused(bits, &[0x20, 2, 9, 1], "absent", 2, "b");
    let list = "struct R { a: list<bool>, b: list<u8?> } root R;";
    refused(list, &[0x20, 2, 4, 0, 2, 1, 2], "bit is set", 6, "a[1]");
    refused(list, &[0x20, 2, 0, 4, 1, 0, 2], "bit is set", 6, "b[0]");
    refused(list, &[0x20, 2, 0, 4, 1, 1, 0], "absent", 5, "b[0]");
    let structs = "struct P { x: u8 } struct R { p: list<P?> } root R;";
    refused(structs, &[0x20, 1, 3, 1, 2, 0, 1], "absent", 6, "p[0]");
    let union = "union U { none, flag: bool, short: u8 } struct R { u: U, l: list<U> } root R;";
    refused(union, &[0x20, 3, 0, 1, 0], "more than", 2, "u");
    refused(union, &[0x20, 3, 1, 2, 0], "bit is set", 3, "u.flag");
    refused(union, &[0x21, 5, 2, 1, 1, 0, 0], "more than", 2, "u");
    refused(union, &[0x20, 3, 3, 0, 0], "no variant", 2, "u");
    refused(union, &[0x20, 3, 0, 0, 5, 1, 0, 1], "without payload", 7, "l");
    refused("struct R { } root R;", &[0x20, 1, 1], "reserved bit", 2, "");
    refused("struct R { x: u8 since 2 } root R;", &[0x20, 2, 1, 7], "reserved bit", 2, "");
}

#[test]
fn values_are_in_the_range_of_their_types() {
    refused("enum E { a, b } struct R { e: E, l: list<E> } root R;", &[0x20, 2, 2, 0], "number 2", 2, "e");
    refused("enum E { a, b } struct R { l: list<E> } root R;", &[0x20, 1, 3, 2, 1, 9], "number 9", 5, "l[1]");
    refused("struct R { c: char } root R;", &[0x20, 4, 0, 0xD8, 0, 0], "scalar value", 2, "c");
    refused("struct R { t: array<string[2], 2> } root R;", &[0x20, 4, b'a', 0, 0xC3, 0], "UTF-8", 4, "t[1]");
    refused("struct R { n: string[2] } root R;", &[0x20, 2, b'a', 0xC3], "UTF-8", 2, "n");
    refused("struct R { a: any } root R;", &[0x20, 2, 11, 4, 2, 8, 12, 0, 1, b'k'], "no variant", 6, "a.$map[\"k\"]");
}

#[test]
fn huge_counts_and_deep_nests_end_quickly() {
    let start = Instant::now();
    let schema = Schema::parse(TREE).unwrap();
    for count in [&[0x7F][..], &[0xBF, 0xFF], &[0xDF, 0xFF, 0xFF, 0xFF], &[0xE0, 0xFF, 0xFF, 0xFF, 0xFF]] {
        let bytes = [&[0x20, 2, 0, 4][..], count, &[2, 0, 0]].concat();
        assert_eq!(schema.prove(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
    }
    // Each list has one tree, whose list follows.
    let mut bytes = vec![0x21, 4, 0, 0, 6, 0];
    for _ in 0..65 {
        let next = u16::try_from(bytes.len() + 6).unwrap().to_le_bytes();
        bytes.extend_from_slice(&[1, 4, 0, 0, next[0], next[1]]);
    }
    bytes.extend_from_slice(&[0, 4]);
    assert_eq!(schema.prove(&bytes).unwrap_err().kind(), ErrorKind::Limit);
    // Two pointers to each: 2^60 ways through it.
    let mut bytes = vec![0x21, 4, 0, 0, 6, 0];
    for _ in 0..60 {
        let next = u16::try_from(bytes.len() + 10).unwrap().to_le_bytes();
        bytes.extend_from_slice(&[2, 4, 0, 0, next[0], next[1], 0, 0, next[0], next[1]]);
    }
    bytes.extend_from_slice(&[0, 4]);
    assert_eq!(schema.prove(&bytes).unwrap_err().kind(), ErrorKind::Corrupt);
    // A million records of a revision without the thousand fields of this one.
    let fields: Vec<String> = (0..1000).map(|number| format!("f{number}: char since 2,")).collect();
    let text = format!("struct P {{ a: u8, {} }} struct R {{ l: list<P> }} root R width 4;", fields.concat());
    let schema = Schema::parse(&text).unwrap();
    let mut bytes = vec![0x22, 4, 6, 0, 0, 0, 0xC0, 0x0F, 0x42, 0x40, 1];
    bytes.resize(bytes.len() + 1_000_000, 7);
    assert!(schema.prove(&bytes).unwrap().is_complete());
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn any_bytes_give_a_proof_or_an_error() {
    let schemas =
        [TREE, "root any;", "struct R { m: map<string, list<any>>, s: set<u32>?, t: string[3], b: bytes } root R;"];
    let mut state = 5u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for text in schemas {
        let schema = Schema::parse(text).unwrap();
        let mut proved = 0;
        for _ in 0..50_000 {
            let len = random(40);
            let root = u8::try_from(schema_size(&schema)).unwrap();
            let mut bytes = vec![0x20, root];
            let mut byte = || u8::try_from([0, 1, 2, random(40), 4, 5, 0xFF, random(256)][random(8)]).unwrap();
            bytes.extend((0..len).map(|_| byte()));
            let proof: Result<ProvedRecord<'_>> = schema.prove(&bytes);
            proved += usize::from(proof.is_ok());
        }
        assert!(proved > 0, "{text}: {proved}");
    }
}

/// Bytes of a root record at the narrowest width.
fn schema_size(schema: &Schema) -> usize {
    Record::new(schema).as_bytes().len() - 2
}
