//! Edits through values that are absent: each makes what is missing on the way, or changes nothing.

use serde_json::{Value, json};
use vellum::{ErrorKind, Record, Result, Schema, dynamic::Dynamic, field::VariantName};

const SCHEMA: &str = "
    frozen struct Point { tags: list<string>, n: u8? }
    struct Inner { point: Point?, pair: tuple<list<u8>, bool>?, late: array<list<u8>, 2>? }
    union Held { none, list: list<u8>, boxed: tuple<list<u8>, u8>?, inner: Inner, point: Point, number: u64 }
    struct Root {
        point: Point?, pair: tuple<list<u8>, list<Held?>>?, cells: array<list<u8>, 3>?, inner: Inner, maybe: Inner?,
        rows: list<Inner?>, points: list<Point?>, held: Held, perhaps: Held?, map: map<string, Point?>, grid: array<Point?, 2>,
        loose: any?, deep: tuple<tuple<tuple<list<u8>, u8>?, u8>?, u8>?, set: set<u8>, flag: bool?
    }
    root Root;";

/// Lists at the end of some ways, with what stands at their beginning as JSON once the list has one element, a 5.
const WAYS: [(&str, &str, &str); 16] = [
    ("pair.0", "pair", r"[[5], []]"),
    ("cells[1]", "cells", r"[[], [5], []]"),
    ("inner.pair.0", "inner", r#"{"point": null, "pair": [[5], false], "late": null}"#),
    ("inner.late[1]", "inner", r#"{"point": null, "pair": null, "late": [[], [5]]}"#),
    ("maybe.pair.0", "maybe", r#"{"point": null, "pair": [[5], false], "late": null}"#),
    ("rows[1].pair.0", "rows", r#"[null, {"point": null, "pair": [[5], false], "late": null}]"#),
    ("rows[0].late[0]", "rows", r#"[{"point": null, "pair": null, "late": [[5], []]}, null]"#),
    ("held.list", "held", r#"{"list": [5]}"#),
    ("held.boxed.0", "held", r#"{"boxed": [[5], 0]}"#),
    ("held.inner.pair.0", "held", r#"{"inner": {"point": null, "pair": [[5], false], "late": null}}"#),
    ("perhaps.list", "perhaps", r#"{"list": [5]}"#),
    ("perhaps.boxed.0", "perhaps", r#"{"boxed": [[5], 0]}"#),
    ("perhaps.inner.late[1]", "perhaps", r#"{"inner": {"point": null, "pair": null, "late": [[], [5]]}}"#),
    ("deep.0.0.0", "deep", r"[[[[5], 0], 0], 0]"),
    ("loose.a[0]", "loose", ""),
    ("pair.1[0].list", "pair", r#"[[], [{"list": [5]}]]"#),
];

/// A record of which most is absent.
fn record(schema: &Schema) -> Record {
    let mut record = Record::new(schema);
    for list in ["rows", "rows", "points", "points"] {
        record.push_default(list).unwrap();
    }
    record.add_key("map", "there").unwrap();
    record
}

fn verified<'r>(schema: &Schema, record: &'r Record, what: &str) -> &'r [u8] {
    let proof = schema.prove(record.as_bytes());
    assert!(
        proof.as_ref().is_ok_and(vellum::proved::ProvedRecord::is_complete),
        "{what}: {:02x?}: {proof:?}",
        record.as_bytes()
    );
    record.as_bytes()
}

type ListEdit = fn(&mut Record, &str) -> Result<()>;

const FIRST_ELEMENT: [(&str, ListEdit); 6] = [
    ("push", |record, list| record.push(list, 5u8)),
    ("insert", |record, list| record.insert(&*format!("{list}[0]"), 5u8)),
    ("push_default", |record, list| {
        record.push_default(list)?;
        record.set(&*format!("{list}[0]"), 5u8)
    }),
    ("make_list", |record, list| {
        record.make_list(list)?;
        record.push(list, 5u8)
    }),
    ("set_serde", |record, list| record.set_serde(list, &[5u8])),
    ("push and remove", |record, list| {
        record.push(list, 5u8)?;
        record.push(list, 6u8)?;
        record.remove(&*format!("{list}[1]"))
    }),
];

#[test]
fn the_first_element_of_a_list_makes_what_is_missing_on_the_way() {
    let schema = Schema::parse(SCHEMA).unwrap();
    for (list, holder, expected) in WAYS {
        if expected.is_empty() {
            continue;
        }
        for (name, edit) in FIRST_ELEMENT {
            let mut record = record(&schema);
            if list.starts_with("pair.1[0]") {
                record.push(&schema.field::<VariantName>("pair.1[]").unwrap(), "none").unwrap();
            }
            let mut others: Value = record.to_serde().unwrap();
            edit(&mut record, list).unwrap_or_else(|error| panic!("{name} {list}: {error}"));
            verified(&schema, &record, &format!("{name} {list}"));
            let mut all: Value = record.to_serde().unwrap();
            assert_eq!(all[holder], serde_json::from_str::<Value>(expected).unwrap(), "{name} {list}");
            (all[holder], others[holder]) = (Value::Null, Value::Null);
            assert_eq!(all, others, "{name} {list} changed something else");
        }
    }
}

#[test]
fn handles_reach_lists_within_absent_values_as_paths_do() {
    let schema = Schema::parse(SCHEMA).unwrap();
    let mut record = record(&schema);
    let tag = schema.field::<str>("points[].tags[]").unwrap();
    record.extend(tag.at(1), ["a", "b"]).unwrap();
    let cell = schema.field::<u8>("cells[][]").unwrap();
    record.extend_from_slice(cell.at(2), &[7; 300]).unwrap();
    record.push_default(cell.at(0)).unwrap();
    let text = schema.field::<str>("map[].tags[]").unwrap();
    record.push(text.at("new"), "x").unwrap();
    record.push(text.at("there"), "y").unwrap();
    record.push(&schema.field::<str>("point.tags[]").unwrap(), "z").unwrap();
    record.push(schema.field::<str>("grid[].tags[]").unwrap().at(1), "w").unwrap();
    verified(&schema, &record, "handles");
    let all: Value = record.to_serde().unwrap();
    assert_eq!(all["points"], json!([null, { "tags": ["a", "b"], "n": null }]));
    assert_eq!(all["cells"], json!([[0], [], vec![7; 300]]));
    assert_eq!(all["map"], json!({ "new": { "tags": ["x"], "n": null }, "there": { "tags": ["y"], "n": null } }));
    assert_eq!(all["point"], json!({ "tags": ["z"], "n": null }));
    assert_eq!(all["grid"], json!([null, { "tags": ["w"], "n": null }]));
}

#[test]
fn elements_that_are_not_there_are_neither_inserted_behind_nor_removed() {
    let schema = Schema::parse(SCHEMA).unwrap();
    for (list, ..) in WAYS {
        let mut record = record(&schema);
        if list.starts_with("pair.1") {
            record.push(&schema.field::<VariantName>("pair.1[]").unwrap(), "none").unwrap();
        }
        let before = record.as_bytes().to_vec();
        let edits: [ListEdit; 4] = [
            |record, list| record.insert(&*format!("{list}[1]"), 5u8),
            |record, list| record.set(&*format!("{list}[0]"), 5u8),
            |record, list| record.remove(&*format!("{list}[0]")),
            |record, list| record.swap(list, 0, 1),
        ];
        for (number, edit) in edits.iter().enumerate() {
            let error = edit(&mut record, list).expect_err(list);
            assert!(matches!(error.kind(), ErrorKind::Path | ErrorKind::Type), "{list}: {error}");
            assert_eq!(record.as_bytes(), before, "edit {number} of {list}");
        }
        record.truncate(list, 0).unwrap();
        assert_eq!(record.as_bytes(), before, "truncate {list}");
    }
}

#[test]
fn a_variant_put_into_a_list_of_optional_unions_is_that_variant() {
    let text = "struct S { x: u8 } union U { a, b: u8, c: string, d: S } struct R { l: list<U?>, n: u8 } root R;";
    let schema = Schema::parse(text).unwrap();
    let variant = schema.field::<VariantName>("l[]").unwrap();
    for width in [vellum::schema::PointerWidth::One, vellum::schema::PointerWidth::Four] {
        let mut record = Record::with_width(&schema, width);
        record.push_default("l").unwrap();
        for name in ["a", "b", "c", "d"] {
            record.push(&variant, name).unwrap();
        }
        record.insert(variant.at(0), "d").unwrap();
        record.extend(&variant, ["c", "b"]).unwrap();
        verified(&schema, &record, "variants");
        let names: Vec<Option<&str>> = (0..8).map(|index| record.get_optional(variant.at(index)).unwrap()).collect();
        let expected = ["d", "", "a", "b", "c", "d", "c", "b"].map(|name| (!name.is_empty()).then_some(name));
        assert_eq!(names, expected);
        record.set("l[4].c", "text").unwrap();
        record.set(variant.at(1), "a").unwrap();
        verified(&schema, &record, "variants set");
        assert_eq!(record.get_optional(variant.at(1)).unwrap(), Some("a"));
    }
}

#[test]
fn a_value_put_into_a_list_of_optional_any_is_that_value() {
    let schema = Schema::parse("struct R { l: list<any?> } root R;").unwrap();
    let mut record = Record::new(&schema);
    record.push_default("l").unwrap();
    record.push("l", 300u16).unwrap();
    record.push("l", "text").unwrap();
    record.insert("l[0]", true).unwrap();
    record.set("l[1]", 2.5f64).unwrap();
    verified(&schema, &record, "any");
    assert_eq!(record.to_serde::<Value>().unwrap(), json!({ "l": [true, 2.5, 300, "text"] }));
}

#[test]
fn none_set_through_something_missing_makes_the_way_as_a_value_does() {
    let text = "struct Home { nick: string?, n: u8 } union U { a, b: u32?, c: string? }
        struct R { home: Home?, scores: map<string, u32?>, u: U, t: tuple<u8?, u8>?, x: any, rows: list<Home?> } root R;";
    let schema = Schema::parse(text).unwrap();
    let mut record = Record::new(&schema);
    record.push_default("rows").unwrap();
    for path in ["home.nick", "scores[ada]", "u.b", "t.0", "x.key", "rows[0].nick"] {
        record.set_serde(path, &None::<u8>).unwrap();
        assert!(
            matches!(
                record.get::<Dynamic>(path),
                Ok(vellum::dynamic::ValueRef::Absent | vellum::dynamic::ValueRef::Null)
            ),
            "{path}"
        );
        verified(&schema, &record, path);
    }
    let expected = json!({ "home": { "nick": null, "n": 0 }, "scores": { "ada": null }, "u": { "b": null }, "t": [null, 0],
        "x": { "key": null }, "rows": [{ "nick": null, "n": 0 }] });
    assert_eq!(record.to_serde::<Value>().unwrap(), expected);
    // What is there becomes absent; what cannot be absent is refused.
    record.set_serde("scores[ada]", &Some(7)).unwrap();
    record.set_serde("scores[ada]", &None::<u8>).unwrap();
    assert_eq!(record.to_serde::<Value>().unwrap(), expected);
    let before = record.as_bytes().to_vec();
    for path in ["home.n", "t.1", "rows[3].nick"] {
        assert!(record.set_serde(path, &None::<u8>).is_err(), "{path}");
        assert_eq!(record.as_bytes(), before);
    }
}

#[test]
fn text_appended_through_something_missing_follows_the_default_of_its_field() {
    let text = "frozen struct F { s: string = \"de\" } struct H { s: string = \"de\", o: string? }
        struct R { f: F?, h: H?, m: map<u8, F>, rows: list<H?>, g: H } root R;";
    let schema = Schema::parse(text).unwrap();
    let mut record = Record::new(&schema);
    record.push_default("rows").unwrap();
    for path in ["f.s", "h.s", "g.s"] {
        record.append(&schema.field::<str>(path).unwrap(), "fg").unwrap();
        assert_eq!(record.get::<str>(path).unwrap(), "defg", "{path}");
    }
    record.append(schema.field::<str>("m[].s").unwrap().at(7), "fg").unwrap();
    record.splice(schema.field::<str>("rows[].s").unwrap().at(0), 1..2, "EF").unwrap();
    record.append(&schema.field::<str>("h.o").unwrap(), "fg").unwrap();
    verified(&schema, &record, "appended");
    assert_eq!(record.get::<str>("m[7].s").unwrap(), "defg");
    assert_eq!(record.get::<str>("rows[0].s").unwrap(), "dEF");
    assert_eq!(record.get::<str>("h.o").unwrap(), "fg");
}

#[test]
fn an_element_of_an_array_within_an_absent_struct_is_nothing_whatever_its_index() -> Result<()> {
    let schema = Schema::parse(
        "struct Held { plain: array<u8, 2>, late: array<u8, 2>? } struct R { held: Held?, made: Held } root R;",
    )?;
    let mut record = Record::new(&schema);
    let before = record.as_bytes().to_vec();
    for path in ["held.plain[2]", "held.late[2]", "held.late[1]"] {
        record.clear(path)?;
    }
    let late = schema.field::<u8>("held.late[]")?;
    assert_eq!(record.get_optional(late.at(2))?, None);
    assert_eq!(record.as_bytes(), before);
    // Where the struct is there, its array has a length.
    for path in ["made.plain[2]", "made.late[2]"] {
        assert_eq!(record.clear(path).unwrap_err().kind(), ErrorKind::Path);
    }
    record.make("held")?;
    assert_eq!(record.clear("held.late[2]").unwrap_err().kind(), ErrorKind::Path);
    Ok(())
}

#[test]
fn sorting_a_list_that_is_not_there_changes_nothing() {
    let schema = Schema::parse(
        "union U { n, a: list<u8> } struct S { l: list<u8> } struct R { m: map<u16, list<u8>>, u: U, s: S? } root R;",
    )
    .unwrap();
    let mut record = Record::new(&schema);
    let before = record.as_bytes().to_vec();
    let of_map = schema.field::<u8>("m[][]").unwrap();
    record.sort_by(of_map.at(3u16), u8::cmp).unwrap();
    for path in ["u.a[]", "s.l[]"] {
        let list = schema.field::<u8>(path).unwrap();
        record.sort_by(&list, u8::cmp).unwrap();
        record.retain(&list, |_| false).unwrap();
    }
    assert_eq!(record.as_bytes(), before);
    for value in [2u8, 1] {
        record.push("u.a", value).unwrap();
    }
    record.sort_by(&schema.field::<u8>("u.a[]").unwrap(), u8::cmp).unwrap();
    assert_eq!(record.get::<u8>("u.a[0]").unwrap(), 1);
}
