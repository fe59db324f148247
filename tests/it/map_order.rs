//! Keys of maps and sets that do not ascend: whoever walks a whole map refuses them.

use std::collections::BTreeMap;
use std::hash::DefaultHasher;

use vellum::{ErrorKind, Record, Result, Schema, Vellum};

#[track_caller]
fn corrupt<T>(what: &str, result: Result<T>) {
    let error = result.err().unwrap_or_else(|| panic!("{what} took keys that do not ascend"));
    assert_eq!(error.kind(), ErrorKind::Corrupt, "{what}: {error}");
}

#[track_caller]
fn walks_refuse(schema: &Schema, bytes: &[u8]) {
    let mut record = Record::open(schema, bytes.to_vec()).unwrap();
    corrupt("verify", schema.prove(bytes));
    corrupt("content_hash", record.content_hash(&mut DefaultHasher::new()));
    corrupt("content_eq", record.content_eq(&record));
    corrupt("diff", record.diff(&record));
    corrupt("compact", record.compact());
    let error = record.compact().unwrap_err();
    assert!(error.path().starts_with("keys"), "{error}");
    assert_eq!(record.as_bytes(), bytes);
    #[cfg(feature = "serde")]
    assert!(serde_json::to_string(&record).is_err());
    #[cfg(feature = "serde")]
    assert!(record.to_serde::<serde_json::Value>().is_err());
    // One field at a time can be read, and the fault can be removed.
    assert_eq!(record.get::<u8>("other").unwrap(), 7);
    record.set("other", 8u8).unwrap();
    record.clear("keys").unwrap();
    record.compact().unwrap();
    assert!(schema.prove(record.as_bytes()).unwrap().is_complete());
}

/// `20 03 other keys -> 4 | count entries`: the two keys of a set of so many bytes each.
fn two_keys(ty: &str, keys: [&str; 2]) -> (Schema, Vec<u8>, usize) {
    let text =
        format!("enum Fruit {{ pears = 5, apples = 1 }} struct Root {{ other: u8, keys: set<{ty}> }} root Root;");
    let schema = Schema::parse(&text).unwrap();
    let mut record = Record::new(&schema);
    record.set("other", 7u8).unwrap();
    for key in keys {
        record.add_key("keys", &*Box::leak(String::from(key).into_boxed_str())).map(drop).unwrap_or_else(|_| {
            let key: i64 = key.parse().unwrap();
            record.add_key("keys", key).map(drop).unwrap();
        });
    }
    record.compact().unwrap();
    let bytes = record.into_storage();
    assert_eq!((bytes[0], bytes[1], bytes[3], bytes[4]), (0x20, 2, 4, 4));
    assert!(schema.prove(&bytes).unwrap().is_complete());
    let size = match ty {
        "u8" | "i8" | "Fruit" | "string" => 1,
        "u32" | "i32" => 4,
        other => unreachable!("{other}"),
    };
    (schema, bytes, size)
}

#[test]
fn keys_out_of_order_and_keys_that_come_twice_are_refused() {
    for (ty, keys) in [
        ("u8", ["1", "200"]),
        ("i8", ["-3", "4"]),
        ("u32", ["255", "256"]),
        ("i32", ["-70000", "-2"]),
        ("Fruit", ["apples", "pears"]),
        ("string", ["a", "b"]),
    ] {
        let (schema, bytes, size) = two_keys(ty, keys);
        let (first, second) = (5..5 + size, 5 + size..5 + 2 * size);
        let mut swapped = bytes.clone();
        swapped[first.clone()].copy_from_slice(&bytes[second.clone()]);
        swapped[second.clone()].copy_from_slice(&bytes[first.clone()]);
        walks_refuse(&schema, &swapped);
        let mut twice = bytes.clone();
        if ty == "string" {
            let last = twice.len() - 1;
            assert_eq!(twice[last], b'b');
            twice[last] = b'a';
        } else {
            twice[second].copy_from_slice(&bytes[first]);
        }
        walks_refuse(&schema, &twice);
    }
}

#[test]
fn blocks_out_of_order_are_refused() -> Result<()> {
    #[derive(Vellum, Debug)]
    struct Root {
        #[allow(dead_code)]
        other: u8,
        #[allow(dead_code)]
        keys: BTreeMap<u64, u64>,
    }
    let schema = Schema::parse("struct Root { other: u8, keys: map<u64, u64> } root Root;")?;
    let keys: BTreeMap<u64, u64> = (0..900).map(|key| (key, u64::MAX - key)).collect();
    let bytes = vellum::to_vec(&Root { other: 7, keys })?;
    assert!(schema.prove(&bytes)?.is_complete());
    let entry = |key: u64| [key.to_le_bytes(), (u64::MAX - key).to_le_bytes()].concat();
    // The first key of the second block, as low as the last of the first, and lower.
    let at = bytes.windows(16).position(|part| part == entry(384)).unwrap();
    for key in [383u64, 5] {
        let mut broken = bytes.clone();
        broken[at..at + 8].copy_from_slice(&key.to_le_bytes());
        walks_refuse(&schema, &broken);
        corrupt("typed compact", Root::compact(&mut broken.clone()));
        corrupt("typed content_eq", Root::content_eq(&broken, &broken));
        corrupt("typed content_hash", Root::content_hash(&broken, &mut DefaultHasher::new()));
        corrupt("from_slice", vellum::from_slice::<Root>(&broken));
    }
    Ok(())
}

#[test]
fn maps_within_other_values_are_looked_at_too() -> Result<()> {
    let text = "union U { none, table: map<u8, u8> } struct Inner { keys: map<u8, u8> }
        struct Root { inner: list<Inner>, tables: map<u8, map<u8, u8>>, other: U, more: list<U>, extra: any } root Root;";
    let schema = Schema::parse(text)?;
    for at in ["inner[0].keys", "tables[9]", "other.table", "more[0].table"] {
        let mut record = Record::new(&schema);
        record.push_default("inner")?;
        record.push_default("more")?;
        record.set(format!("{at}[100]").as_str(), 77u8)?;
        record.set(format!("{at}[101]").as_str(), 77u8)?;
        let bytes = record.as_bytes();
        let key = bytes.windows(4).position(|part| part == [100, 77, 101, 77]).unwrap();
        let mut broken = bytes.to_vec();
        broken[key + 2] = 100;
        let mut record = Record::open(&schema, broken)?;
        corrupt(at, record.content_hash(&mut DefaultHasher::new()));
        corrupt(at, record.content_eq(&record));
        #[cfg(feature = "serde")]
        assert!(serde_json::to_string(&record).is_err());
        let error = record.compact().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt);
        assert!(!error.path().is_empty(), "{error}");
    }
    // A record with faults of its keys is not copied from, and not merged.
    let mut record = Record::new(&schema);
    record.set("tables[9][1]", 77u8)?;
    record.set("tables[9][2]", 77u8)?;
    let mut broken = record.as_bytes().to_vec();
    let key = broken.windows(4).position(|part| part == [1, 77, 2, 77]).unwrap();
    broken[key] = 3;
    let broken = Record::open(&schema, broken)?;
    let before = record.as_bytes().to_vec();
    corrupt("copy_from", record.copy_from("tables", &broken, "tables"));
    corrupt("merge", record.merge(&broken));
    assert_eq!(record.as_bytes(), before);
    Ok(())
}
