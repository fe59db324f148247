//! The canonical form of buffers whose bytes say more than they mean: unused bits and bytes are left out, whatever they are.

use std::collections::{BTreeMap, BTreeSet};

use vellum::value::{Any, FixedStr};
use vellum::{ErrorKind, Record, Result, Schema, Vellum};

#[track_caller]
fn compacts_to(schema: &Schema, dirty: &[u8], clean: &[u8]) {
    assert!(schema.prove(clean).unwrap().is_complete());
    assert_eq!(schema.prove(dirty).map(drop).expect_err("it is no valid buffer").kind(), ErrorKind::Corrupt);
    let mut record = Record::open(schema, dirty.to_vec()).unwrap();
    assert!(record.content_eq(&Record::open(schema, clean).unwrap()).unwrap());
    record.compact().unwrap();
    assert_eq!(record.as_bytes(), clean);
}

#[test]
fn elements_keep_only_the_bits_that_mean_something() -> Result<()> {
    let schema = Schema::parse("struct L { f: list<bool> } root L;")?;
    compacts_to(&schema, &[0x20, 1, 3, 3, 0x03, 0xFE, 0x81], &[0x20, 1, 3, 3, 1, 0, 1]);
    let schema = Schema::parse("frozen struct P { a: u8, b: bool } struct L { f: list<P> } root L;")?;
    compacts_to(&schema, &[0x20, 1, 3, 2, 5, 0xF1, 6, 0x80], &[0x20, 1, 3, 2, 5, 1, 6, 0]);
    let schema = Schema::parse("frozen struct P { a: u8? } struct L { f: list<P> } root L;")?;
    compacts_to(&schema, &[0x20, 1, 3, 2, 5, 0x01, 6, 0x00], &[0x20, 1, 3, 2, 5, 1, 0, 0]);
    let schema = Schema::parse("frozen struct E { } struct L { f: list<E> } root L;")?;
    compacts_to(&schema, &[0x20, 1, 3, 2, 9, 1], &[0x20, 1, 3, 2, 0, 0]);
    let schema = Schema::parse("struct L { f: list<array<bool, 2>> } root L;")?;
    compacts_to(&schema, &[0x20, 1, 3, 1, 0x03, 0xFE], &[0x20, 1, 3, 1, 1, 0]);
    let schema = Schema::parse("struct L { f: map<bool, bool> } root L;")?;
    compacts_to(&schema, &[0x20, 1, 3, 4, 0x02, 0x03, 0xFF, 0xFE], &[0x20, 1, 3, 4, 0, 1, 1, 0]);
    Ok(())
}

#[test]
fn payloads_keep_only_what_their_variant_has() -> Result<()> {
    let text = "union U { none, flag: bool, text: string } struct R { u: U } root R;";
    let schema = Schema::parse(text)?;
    compacts_to(&schema, &[0x20, 2, 1, 0x83], &[0x20, 2, 1, 1]);
    compacts_to(&schema, &[0x20, 2, 1, 0xFE], &[0x20, 2, 1, 0]);
    compacts_to(&schema, &[0x20, 2, 0, 0xFE], &[0x20, 2, 0, 0]);
    let schema = Schema::parse(&text.replace("u: U", "u: list<U>"))?;
    compacts_to(&schema, &[0x20, 1, 3, 2, 1, 0x83, 0xFE], &[0x20, 1, 3, 2, 1, 1, 0]);
    compacts_to(&schema, &[0x20, 1, 3, 2, 0, 1, 0xFE], &[0x20, 1, 3, 2, 0, 0, 0]);
    compacts_to(&schema, &[0x20, 1, 3, 2, 0xFF, 1, 0x83, 0, 9], &[0x20, 1, 3, 2, 0xFF, 1, 1, 0, 0]);
    compacts_to(&schema, &[0x20, 1, 3, 2, 0xFF, 1, 0x83, 1, 8], &[0x20, 1, 3, 2, 1, 1, 0]);
    Ok(())
}

#[test]
fn the_canonical_bytes_are_those_of_the_value() -> Result<()> {
    #[derive(Vellum, Clone, Debug, PartialEq)]
    #[vellum(frozen)]
    struct Spot {
        x: i16,
        is_up: bool,
        z: Option<u8>,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    enum Event {
        Nothing,
        Flag(bool),
        Code(u16),
        Spot(Spot),
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Grown {
        is_up: bool,
        name: String,
    }
    #[derive(Vellum, Clone, Debug, PartialEq)]
    struct Root {
        flags: Vec<bool>,
        maybe: Vec<Option<bool>>,
        spots: Vec<Spot>,
        pairs: Vec<(u8, bool)>,
        events: Vec<Event>,
        same: Vec<Event>,
        last: Event,
        three: [Option<u8>; 3],
        text: Option<String>,
        is_new: bool,
        short: FixedStr<4>,
        grown: Vec<Option<Grown>>,
        switches: BTreeMap<u8, bool>,
        by_name: BTreeMap<String, Option<Grown>>,
        places: BTreeMap<u8, Spot>,
        some: BTreeSet<bool>,
        any: Any,
    }
    let spot = |x, z| Spot { x, is_up: x % 2 == 0, z };
    let value = Root {
        flags: vec![true, false],
        maybe: vec![None, Some(false), Some(true)],
        spots: vec![spot(1, None), spot(2, Some(3))],
        pairs: vec![(5, true), (6, false)],
        events: vec![Event::Nothing, Event::Flag(true), Event::Code(600), Event::Spot(spot(4, None))],
        same: vec![Event::Flag(false), Event::Flag(true)],
        last: Event::Flag(true),
        three: [Some(1), None, Some(2)],
        text: Some("text".into()),
        is_new: true,
        short: "ab".parse()?,
        grown: vec![None, Some(Grown { is_up: true, name: "n".into() })],
        switches: BTreeMap::from([(1, true), (2, false)]),
        by_name: BTreeMap::from([("a".into(), None), ("b".into(), Some(Grown { is_up: false, name: "m".into() }))]),
        places: BTreeMap::from([(1, spot(6, None))]),
        some: BTreeSet::from([true]),
        any: Any::List(vec![Any::Bool(true), Any::Null, Any::I16(300)]),
    };
    let clean = vellum::to_vec(&value)?;
    let (mut compacted, mut cleaned) = (0, 0);
    for at in 0..clean.len() {
        for change in 1..=0xFF {
            let mut bytes = clean.clone();
            bytes[at] ^= change;
            let Ok(read) = vellum::from_slice::<Root>(&bytes) else { continue };
            let is_valid = Root::schema().prove(&bytes).is_ok();
            if let Err(error) = Root::compact(&mut bytes) {
                // A map of std's takes keys in any order.
                let is_order = error.kind() == ErrorKind::Corrupt && error.to_string().contains("ascend");
                assert!(is_order || error.kind() == ErrorKind::Newer, "{error}");
                continue;
            }
            assert_eq!(bytes, vellum::to_vec(&read)?, "{change:#x} at {at}");
            assert!(Root::schema().prove(&bytes)?.is_complete());
            compacted += 1;
            cleaned += usize::from(!is_valid);
        }
    }
    assert!(compacted > 2000 && cleaned > 1000, "{compacted} compacted, {cleaned} were not valid");
    Ok(())
}
