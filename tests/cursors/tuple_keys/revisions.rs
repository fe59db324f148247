//! What a revision may change: what values of keys gain, not what the keys are.

use std::collections::BTreeMap;

use vellum::{Record, Schema, Vellum};

#[test]
fn a_key_type_may_not_change_and_values_may_grow() {
    let schema = |key: &str, more: &str| {
        Schema::parse(&format!(
            "enum E {{ a, b {more} }} struct V {{ x: u8 }} struct R {{ of: map<{key}, V>, e: E }} root R;"
        ))
        .unwrap()
    };
    let is_compatible = |new: &str, old: &str| schema(new, "").changes_since(&schema(old, "")).is_compatible();
    let key = "tuple<u32, string>";
    assert!(is_compatible(key, key));
    for other in [
        "tuple<u32, bytes>",
        "tuple<u64, string>",
        "tuple<string, u32>",
        "tuple<u32, string, u8>",
        "string",
        "tuple<u32, bytes[4]>",
    ] {
        assert!(!is_compatible(other, key) && !is_compatible(key, other), "{other}");
    }
    assert!(!is_compatible("bytes[4]", "bytes[5]") && !is_compatible("bytes[4]", "u32"));
    let differences = schema("tuple<u32, u8>", "").changes_since(&schema("tuple<u32, u16>", ""));
    assert!(differences.differences()[0].path().contains("[key]"), "{differences}");
    // An enum that gains variants means the same wherever it is.
    let level = |key| schema(key, ", c").changes_since(&schema(key, "")).level();
    assert_eq!(level("tuple<E, u8>"), level("E"));
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "V")]
struct OldValue {
    x: u8,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "R")]
struct Old {
    of: BTreeMap<(u16, String), OldValue>,
    ids: BTreeMap<[u8; 3], Vec<OldValue>>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "V")]
struct NewValue {
    x: u8,
    #[vellum(since = 2)]
    note: String,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "R")]
struct New {
    of: BTreeMap<(u16, String), NewValue>,
    ids: BTreeMap<[u8; 3], Vec<NewValue>>,
    #[vellum(since = 2)]
    more: BTreeMap<(u8, u8), u8>,
}

#[test]
fn older_and_newer_programs_edit_each_others_maps() {
    assert!(New::schema().changes_since(Old::schema()).is_compatible());
    let old = Old {
        of: [((1, "a".into()), OldValue { x: 3 }), ((2, "b".into()), OldValue { x: 4 })].into(),
        ids: [([1, 2, 3], vec![OldValue { x: 5 }])].into(),
    };
    let mut bytes = vellum::to_vec(&old).unwrap();
    let mut edit = New::edit(&mut bytes).unwrap();
    assert_eq!(edit.of().get((2, "b")).unwrap().unwrap().note().unwrap(), "");
    edit.of().at((2, "b")).unwrap().unwrap().set_note("seen").unwrap();
    edit.of().insert((1, "b"), &NewValue { x: 9, note: "new".into() }).unwrap();
    edit.more().insert((1, 2), 3).unwrap();
    drop(edit);
    assert!(New::schema().prove(&bytes).unwrap().is_complete());
    let new: New = vellum::from_slice(&bytes).unwrap();
    assert_eq!((new.of.len(), &*new.of[&(2, "b".to_owned())].note, new.more[&(1, 2)]), (3, "seen", 3));

    // The older program finds its keys, edits them, and keeps what it does not know.
    let mut edit = Old::edit(&mut bytes).unwrap();
    assert_eq!(edit.of().get((1, "b")).unwrap().unwrap().x().unwrap(), 9);
    edit.of().at((2, "b")).unwrap().unwrap().set_x(77).unwrap();
    assert!(edit.of().insert((0, "a"), &OldValue { x: 1 }).is_ok());
    drop(edit);
    let new: New = vellum::from_slice(&bytes).unwrap();
    assert_eq!(new.of[&(2, "b".to_owned())], NewValue { x: 77, note: "seen".into() });
    assert_eq!(new.of[&(0, "a".to_owned())], NewValue { x: 1, note: String::new() });
    assert!(New::schema().prove(&bytes).unwrap().is_complete());

    let mut record = Record::open(Old::schema(), bytes).unwrap();
    assert_eq!(record.get::<u8>(r#"of[[2,"b"]].x"#).unwrap(), 77);
    record.set(r#"ids[b"\x01\x02\x03"][0].x"#, 8u8).unwrap();
    let new: New = vellum::from_slice(record.as_bytes()).unwrap();
    assert_eq!(new.ids[&[1, 2, 3]][0].x, 8);
}
