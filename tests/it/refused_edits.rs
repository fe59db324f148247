//! Edits that are refused leave every byte as it was: of values that do not fit, of hostile bytes, in storage that does not grow.

use crate::common::failing::Failing;
use serde_json::{Value, json};
use vellum::{ErrorKind, Record, Result, Schema, field::VariantName};

type Edit = fn(&mut Record<&mut Failing>) -> Result<()>;
type OwnedEdit = fn(&mut Record) -> Result<()>;

const RICH: &str = "
    frozen struct Point { tags: list<string>, n: u8? }
    struct Inner { name: string, pair: tuple<list<u8>, string>?, more: map<u16, Inner>? }
    union Held { none, short: u8, long: u64, text: string, inner: Inner, both: tuple<string, u64>, list: list<Held> }
    struct Root {
        name: string, point: Point?, cells: array<list<u8>, 3>?, inner: Inner, maybe: Inner?, rows: list<Inner?>, held: Held,
        perhaps: Held?, all: list<Held>, gaps: list<Held?>, map: map<string, u32>, deep: map<string, Inner>, set: set<string>,
        loose: any, anys: list<any>, code: string[4]?, id: bytes[3], late: list<string> since 2, later: Inner? since 2
    }
    root Root;";

/// The same before revision 2.
fn older() -> Schema {
    let text = RICH.replace(", late: list<string> since 2, later: Inner? since 2", "");
    Schema::parse(&text).unwrap()
}

const LONG: &str = "a text that is longer than what was there before, by so much that it has to lie elsewhere";

const EDITS: [(&str, Edit); 46] = [
    ("set string", |r| r.set("name", LONG)),
    ("push in absent struct", |r| r.push("point.tags", LONG)),
    ("push in absent array", |r| r.push("cells[1]", 7u8)),
    ("push in absent tuple", |r| r.push("maybe.pair.0", 7u8)),
    ("text in absent tuple", |r| r.set("maybe.pair.1", LONG)),
    ("set in absent element", |r| r.set("rows[0].name", LONG)),
    ("key in absent element", |r| r.set("rows[0].more[7].more[8].name", LONG)),
    ("make", |r| r.make("maybe")),
    ("make element", |r| r.make("rows[0]")),
    ("make in key", |r| r.make("deep[fresh].more[1]")),
    ("make in absent", |r| r.make("maybe.more[3]")),
    ("make point", |r| r.make("point")),
    ("make later", |r| r.make("later")),
    ("make_list", |r| r.make_list("maybe.pair.0")),
    ("switch to text", |r| r.set("held.text", LONG)),
    ("switch to long", |r| r.set("held.long", u64::MAX)),
    ("switch to inner", |r| r.set("held.inner.name", LONG)),
    ("switch to inner key", |r| r.set("held.inner.more[9].name", LONG)),
    ("switch to both", |r| r.set("held.both.0", LONG)),
    ("switch to list", |r| {
        let variant = r.schema().field::<VariantName>("held.list[]")?;
        r.push(&variant, "inner")
    }),
    ("switch within", |r| r.set("held.list[0].both.0", LONG)),
    ("absent union", |r| r.set("perhaps.inner.more[1].name", LONG)),
    ("variant", |r| {
        let variant = r.schema().field::<VariantName>("perhaps")?;
        r.set(&variant, "list")
    }),
    ("packed other", |r| r.set("all[1].both.0", LONG)),
    ("packed deep", |r| r.set("all[0].inner.more[4].name", LONG)),
    ("packed push", |r| {
        let variant = r.schema().field::<VariantName>("all[]")?;
        r.push(&variant, "inner")
    }),
    ("packed same", |r| r.set("all[1].text", LONG)),
    ("gap", |r| r.set("gaps[0].inner.name", LONG)),
    ("push gap", |r| {
        let variant = r.schema().field::<VariantName>("gaps[]")?;
        r.push(&variant, "long")
    }),
    ("new key", |r| r.set("map[a new key of some length]", 7u32)),
    ("last key", |r| r.set("map[zzzz]", 7u32)),
    ("key of struct", |r| r.set("deep[new].name", LONG)),
    ("key of key", |r| r.push("deep[new].more[7].pair.0", 1u8)),
    ("add_key", |r| r.add_key("set", "0100+").map(drop)),
    ("any key", |r| r.set("loose.a.b.c", LONG)),
    ("any over", |r| r.set("loose.k", 1u64 << 40)),
    ("any push", |r| r.push("loose.new", LONG)),
    ("anys push", |r| r.push("anys", LONG)),
    ("anys insert", |r| r.insert("anys[0]", u64::MAX)),
    ("anys set", |r| r.set("anys[0]", LONG)),
    ("serde struct", |r| r.set_serde("maybe", &json!({ "name": LONG, "pair": [[1], LONG] }))),
    ("serde key", |r| r.set_serde("deep[new].more[5]", &json!({ "name": LONG }))),
    ("serde packed", |r| r.set_serde("all[1]", &json!({ "inner": { "name": LONG } }))),
    ("serde map", |r| r.set_serde("map", &json!({ "x": 1 }))),
    ("late", |r| r.push("late", LONG)),
    ("extend", |r| {
        let cell = r.schema().field::<u8>("cells[][]")?;
        r.extend_from_slice(cell.at(0), &[1; 200])
    }),
];

/// Records of the schema: empty, full, full and much edited, and of an older revision.
fn sources(schema: &Schema) -> Vec<(&'static str, Vec<u8>)> {
    let inner = |text: &str| json!({ "name": text, "pair": [[1, 2], text], "more": { "1": { "name": text } } });
    let many = |count: usize| (0..count).map(|n| (format!("{n:04}"), json!(n))).collect::<serde_json::Map<_, _>>();
    let full = |schema: &Schema, count| {
        let value = json!({
            "name": "short", "point": { "tags": ["a"] }, "inner": inner("i"), "maybe": inner("m"), "rows": [null, inner("r")],
            "held": { "inner": inner("held") }, "perhaps": { "both": ["p", 3] }, "all": [{ "text": "x" }, { "text": "y" }],
            "gaps": [null, { "list": [{ "inner": inner("g") }] }], "map": many(count), "deep": { "a": inner("d"), "b": inner("e") },
            "set": many(count).keys().collect::<Vec<_>>(), "loose": { "k": [1, "two"] }, "anys": [1, 2, 3], "code": "ab",
        });
        vellum::serde::RecordSeed::new(schema).default_missing_fields().from_serde(&value).unwrap()
    };
    let mut churned = full(schema, 30);
    for round in 0..6 {
        churned.set("name", &LONG.repeat(round % 3)).unwrap();
        churned.set("held.text", LONG).unwrap();
        churned.set("inner.name", &LONG[..round]).unwrap();
        churned.clear("deep[a]").unwrap();
        churned.set(&*format!("map[k{round}]"), 1u32).unwrap();
    }
    let mut sources = vec![("empty", Record::new(schema).into_storage()), ("churned", churned.into_storage())];
    sources.push(("full", full(schema, 20).into_storage()));
    sources.push(("older", full(&older(), 20).into_storage()));
    sources.push(("large", full(schema, 1100).into_storage()));
    sources
}

#[test]
fn an_edit_in_storage_that_stops_growing_happens_as_a_whole_or_not_at_all() {
    let schema = Schema::parse(RICH).unwrap();
    let mut failures = 0;
    for (source_name, source) in sources(&schema) {
        // What each edit gives where nothing stops it.
        for (name, edit) in EDITS {
            let what = format!("{name} of {source_name}");
            let mut free = Failing::new(&source, usize::MAX);
            let outcome = edit(&mut Record::open(&schema, &mut free).unwrap());
            for allowance in 0.. {
                let mut storage = Failing::new(&source, allowance);
                match edit(&mut Record::open(&schema, &mut storage).unwrap()) {
                    Ok(()) => {
                        assert!(outcome.is_ok(), "{what}: {outcome:?}");
                        let proof = schema.prove(&storage.bytes);
                        assert!(
                            proof.as_ref().is_ok_and(vellum::proved::ProvedRecord::is_complete),
                            "{what}: {proof:?}"
                        );
                        let open = |bytes| Record::open(&schema, bytes).unwrap();
                        assert!(open(&storage.bytes).content_eq(&open(&free.bytes)).unwrap(), "{what}");
                        break;
                    }
                    Err(error) => {
                        assert!(storage.bytes == source, "{what} with {allowance} growths: {error}");
                        if error.kind() != ErrorKind::Full {
                            assert_eq!(outcome.as_ref().unwrap_err().kind(), error.kind(), "{what}");
                            break;
                        }
                        failures += 1;
                    }
                }
                assert!(allowance < 10, "{what} asks again and again");
            }
        }
    }
    assert!(failures > 100, "{failures}");
}

#[test]
fn edits_one_after_another_in_one_session_keep_what_they_promise() {
    let schema = Schema::parse(RICH).unwrap();
    let mut random = 1u64;
    let mut below = move |most: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % most
    };
    let sources = sources(&schema);
    let (mut refused, mut done) = (0, 0);
    for round in 0..300 {
        let (source_name, source) = &sources[round % 4];
        let mut storage = Failing::new(source, usize::MAX);
        let allowance = storage.allowance();
        let mut record = Record::open(&schema, &mut storage).unwrap();
        for _ in 0..30 {
            let (name, edit) = EDITS[below(EDITS.len())];
            let before = record.as_bytes().to_vec();
            allowance.set(below(4));
            match (below(8), edit(&mut record)) {
                (0, _) => {
                    // Makes free space for the next.
                    let _ = record.clear(["held", "maybe", "name", "all", "deep", "rows[1]"][below(6)]);
                }
                (_, Ok(())) => done += 1,
                (_, Err(error)) => {
                    refused += 1;
                    assert!(record.as_bytes() == before, "{name} of {source_name}, round {round}: {error}");
                }
            }
            let proof = schema.prove(record.as_bytes());
            assert!(
                proof.as_ref().is_ok_and(vellum::proved::ProvedRecord::is_complete),
                "{name}, round {round}: {proof:?}"
            );
        }
    }
    assert!(refused > 1000 && done > 2000, "{refused} {done}");
}

#[test]
fn edits_give_the_same_values_in_every_layout() {
    let schema = Schema::parse(RICH).unwrap();
    let mut random = 7u64;
    let mut below = move |most: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % most
    };
    for (source_name, source) in sources(&schema).iter().take(4) {
        for _ in 0..25 {
            let mut storage = Failing::new(source, usize::MAX);
            let mut long = Record::open(&schema, &mut storage).unwrap();
            // Opened and laid out anew for each edit.
            let mut compact = Failing::new(source, usize::MAX);
            for _ in 0..25 {
                let (name, edit) = EDITS[below(EDITS.len())];
                let mut short = Record::open(&schema, &mut compact).unwrap();
                short.compact().unwrap();
                let outcomes = [edit(&mut long), edit(&mut short)].map(|outcome| outcome.map_err(|error| error.kind()));
                assert_eq!(outcomes[0], outcomes[1], "{name} of {source_name}");
                assert!(long.content_eq(&short).unwrap(), "{name} of {source_name}");
                if below(4) == 0 {
                    let path = ["held", "maybe", "name", "all", "deep", "rows", "loose", "gaps"][below(8)];
                    long.clear(path).unwrap();
                    short.clear(path).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_value_that_does_not_fit_its_field_is_refused_before_anything_is_made() {
    let text = "frozen struct F { code: string[4], id: bytes[3], kind: u8 in 1.. = 1 }
        union U { a: string, b: F, c: string[2] } struct S { f: F, name: string max 3, data: bytes max 2 }
        struct R { u: U, m: map<string, F>, f: F?, s: S?, rows: list<S?>, codes: list<string[4]>, c: string[4]?, g: map<u8, string[4]?> }
        root R;";
    let schema = Schema::parse(text).unwrap();
    let mut record = Record::new(&schema);
    record.set("u.a", "kept").unwrap();
    record.push_default("rows").unwrap();
    record.push("codes", "abcd").unwrap();
    let before = record.as_bytes().to_vec();
    let edits: [OwnedEdit; 16] = [
        |r| r.set("u.b.code", "too long"),
        |r| r.set("u.b.id", &[1, 2]),
        |r| r.set("u.c", "abc"),
        |r| r.set("m[new].code", "zero\0"),
        |r| r.set("m[new].kind", 0u8),
        |r| r.set("f.code", "too long"),
        |r| r.set("f.id", &[1, 2, 3, 4]),
        |r| r.set("s.f.code", "too long"),
        |r| r.set("s.name", "four"),
        |r| r.set("rows[0].f.id", b""),
        |r| r.set("rows[0].name", "four"),
        |r| r.set("c", "ab\0"),
        |r| r.set("g[7]", "too long"),
        |r| r.push("codes", "too long"),
        |r| r.insert("codes[0]", "ab\0"),
        |r| {
            let code = r.schema().field::<str>("m[].code")?;
            r.append(code.at("new"), "too long")
        },
    ];
    for (number, edit) in edits.iter().enumerate() {
        let error = edit(&mut record).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Type | ErrorKind::Limit), "edit {number}: {error}");
        assert_eq!(record.as_bytes(), before, "edit {number}: {error}");
    }
}

#[test]
fn bytes_in_the_slot_of_an_absent_value_are_no_part_of_what_is_made_there() {
    let text = "frozen struct F { n: u8, l: list<u8>, s: string } union U { a: u8, b: string, c: F }
        struct R { t: tuple<u8, string>?, f: F?, u: U?, x: any?, l: array<list<u8>, 2>?, b: bool? } root R;";
    let schema = Schema::parse(text).unwrap();
    let empty = Record::new(&schema).into_storage();
    let edits: [(&str, OwnedEdit); 14] = [
        ("t", |r| r.set("t.1", "x")),
        ("t", |r| r.set("t.0", 4u8)),
        ("f", |r| r.push("f.l", 5u8)),
        ("f", |r| r.set("f.s", "x")),
        ("f", |r| r.make("f")),
        ("u", |r| r.set("u.b", "x")),
        ("u", |r| r.set("u.a", 3u8)),
        ("u", |r| r.push("u.c.l", 5u8)),
        ("u", |r| {
            let variant = r.schema().field::<VariantName>("u")?;
            r.set(&variant, "b")
        }),
        ("x", |r| r.set("x", "x")),
        ("x", |r| r.set("x", 3u8)),
        ("x", |r| r.set("x.k", 3u8)),
        ("l", |r| r.push("l[1]", 5u8)),
        ("f", |r| r.set("f.n", 5u8)),
    ];
    for stale in [1u8, 2, 7, 8, 9, 10, 11, 12, 0x7F, 0xFF] {
        for (field, edit) in edits {
            let mut clean = Record::open(&schema, empty.clone()).unwrap();
            edit(&mut clean).unwrap();
            let expected: Value = clean.to_serde().unwrap();
            // Behind the header and the bitmap stand the slots, all of values that are absent.
            let mut bytes = empty.clone();
            bytes[3..].fill(stale);
            let mut record = Record::open(&schema, bytes.clone()).unwrap();
            match edit(&mut record) {
                Ok(()) => {
                    let value: Value = record.to_serde().unwrap();
                    assert_eq!(value[field], expected[field], "{field} over {stale}");
                    assert_eq!(value, expected, "{field} over {stale}");
                }
                Err(error) => {
                    assert_eq!(record.as_bytes(), bytes, "{field} over {stale}: {error}");
                    panic!("{field} over {stale}: {error}");
                }
            }
        }
    }
}

/// Maps whose keys are few, so that a search meets each of them.
const MAPS: &str = "union U { none, text: string, both: tuple<string, u64> } struct S { x: string, late: u8 since 2 }
    struct R { flags: map<string, bool>, words: map<string, u16>, texts: map<bytes, string>, unions: map<string, U>,
               structs: map<string, S?>, lists: map<string, list<u8>>, deep: map<string, map<string, bool>>, loose: any, id: u8 } root R;";

fn maps() -> Vec<u8> {
    let schema = Schema::parse(MAPS).unwrap();
    let mut record = Record::new(&schema);
    for map in ["flags", "words", "texts", "unions", "structs", "lists", "deep", "loose"] {
        for key in ["", "a", "c"] {
            match map {
                "loose" => record.set(&*format!("loose[\"{key}\"]"), "x").unwrap(),
                map => drop(record.add_key(map, key).unwrap()),
            }
        }
    }
    record.set("id", 7u8).unwrap();
    record.compact().unwrap();
    record.as_bytes().to_vec()
}

/// Each adds a key between those that are there.
const KEY_EDITS: [(&str, OwnedEdit); 13] = [
    ("bool", |r| r.set("flags[b]", true)),
    ("word", |r| r.set("words[b]", 7u16)),
    ("text", |r| r.set("texts[b]", "a text")),
    ("append", |r| r.append(r.schema().clone().field::<str>("texts[]")?.at(b"b".as_slice()), "a text")),
    ("union", |r| r.set("unions[b].text", "a text")),
    ("variant", |r| r.set(r.schema().clone().field::<VariantName>("unions[]")?.at("b"), "both")),
    ("struct", |r| r.set("structs[b].x", "a text")),
    ("make", |r| r.make("structs[b]")),
    ("list", |r| r.push("lists[b]", 7u8)),
    ("deep", |r| r.set("deep[b][b]", true)),
    ("any", |r| r.set("loose.b", "a text")),
    ("copy", |r| {
        let other = Record::open(r.schema(), maps())?;
        r.copy_from("flags[b]", &other, "flags[a]")
    }),
    ("serde", |r| r.set_serde("words[b]", &9u16)),
];

#[test]
fn a_key_added_beside_a_damaged_one_is_found_again_or_not_added() {
    let schema = Schema::parse(MAPS).unwrap();
    let bytes = maps();
    schema.prove(&bytes).unwrap();
    let (mut made, mut refused) = (0, 0);
    for at in 0..bytes.len() {
        for damage in [0, 1, 3, bytes[at].wrapping_add(1), bytes[at] ^ 0x80, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[at] = damage;
            for (name, edit) in KEY_EDITS {
                let Ok(mut record) = Record::open(&schema, damaged.clone()) else { continue };
                match edit(&mut record) {
                    Ok(()) => made += 1,
                    Err(error) => {
                        refused += 1;
                        assert_eq!(record.as_bytes(), damaged, "{name}, {damage:02x} at {at}: {error}");
                    }
                }
            }
        }
    }
    assert!(made > 1000 && refused > 100, "{made} made, {refused} refused");
}

#[test]
fn an_edit_of_lists_that_is_refused_for_an_array_makes_nothing_on_the_way_to_it() {
    let schema = Schema::parse(
        "union U { none, map: map<string, array<bool, 2>> }
         struct R { grid: array<array<bool?, 2>?, 2>?, u: U, id: u8 } root R;",
    )
    .unwrap();
    let empty = Record::new(&schema);
    for array in ["grid[0]", "grid", "u.map[b]"] {
        let edits: [fn(&mut Record, &str) -> Result<()>; 4] = [
            |record, array| record.push_default(array),
            |record, array| record.make_list(array),
            |record, array| record.push(array, true),
            |record, array| record.insert(&*format!("{array}[0]"), true),
        ];
        for edit in edits {
            let mut record = Record::open(&schema, empty.as_bytes().to_vec()).unwrap();
            assert_eq!(edit(&mut record, array).unwrap_err().kind(), ErrorKind::Type, "{array}");
            assert_eq!(record.as_bytes(), empty.as_bytes(), "{array}");
        }
    }
}

#[test]
fn a_struct_made_in_an_absent_union_needs_room_for_its_record_before_anything_is_made() -> Result<()> {
    let schema = Schema::parse("union U { a: L?, n } struct L { u: u8 } struct R { t: U?, s: string } root R;")?;
    let before = Record::new(&schema).into_storage();
    let mut storage = Failing::new(&before, 0);
    assert_eq!(Record::open(&schema, &mut storage)?.make("t.a").unwrap_err().kind(), ErrorKind::Full);
    assert_eq!(storage.bytes, before);
    let mut storage = Failing::new(&before, 1);
    Record::open(&schema, &mut storage)?.make("t.a")?;
    assert!(schema.prove(&storage.bytes)?.is_complete());
    Ok(())
}

#[test]
fn a_field_that_an_old_absent_element_has_no_room_for_leaves_the_element_absent() -> Result<()> {
    let old = Schema::parse("struct S { x: u8 } struct R { list: list<S?>, map: map<u8, S?> } root R;")?;
    let new =
        Schema::parse("struct S { x: u8, y: u32 since 2 } struct R { list: list<S?>, map: map<u8, S?> } root R;")?;
    let mut record = Record::new(&old);
    record.push_default("list")?;
    record.make("map[1]")?;
    record.clear("map[1]")?;
    let before = record.into_storage();
    for path in ["list[0].y", "map[1].y"] {
        let mut storage = Failing::new(&before, 0);
        let refused = Record::open(&new, &mut storage)?.set(path, 7u32).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Full, "{path}");
        assert_eq!(storage.bytes, before, "{path}");
        let mut storage = Failing::new(&before, 1);
        Record::open(&new, &mut storage)?.set(path, 7u32)?;
        assert!(new.prove(&storage.bytes)?.is_complete(), "{path}");
        assert_eq!(Record::open(&new, &storage.bytes[..])?.get::<u32>(path)?, 7, "{path}");
    }
    Ok(())
}

#[test]
fn nothing_is_made_in_an_object_that_the_way_leads_through_twice() {
    let text = "frozen struct L { u: u8, v: string } struct R { n: u8, t: list<list<L?>> } root R;";
    let schema = Schema::parse(text).unwrap();
    // The only element of the outer list points to that list: its pointer is the inner list's byte of presence.
    let damaged = [0x20, 2, 0, 4, 1, 4, 1, 0, 0, 1];
    for pointer in 0..=u8::MAX {
        let mut bytes = damaged.to_vec();
        bytes[5] = pointer;
        let Ok(mut record) = Record::open(&schema, bytes.clone()) else { continue };
        for index in 0..3 {
            let path = format!("t[0][{index}].u");
            if let Err(error) = record.set(&*path, 66u8) {
                assert_eq!(record.as_bytes(), bytes, "pointer {pointer}, {path}: {error}");
            } else {
                assert_eq!(record.get::<u8>(&path).unwrap(), 66, "pointer {pointer}, {path}");
                record = Record::open(&schema, bytes.clone()).unwrap();
            }
        }
    }
}

#[test]
fn a_change_to_what_is_no_text_names_its_place() -> Result<()> {
    let text = "struct In { name: string } struct R { name: string, by: map<string, string>, inner: In } root R;";
    let schema = Schema::parse(text)?;
    for path in ["name", "by[\"k\"]", "inner.name"] {
        let mut good = Record::new(&schema);
        good.set("by[k]", "old")?;
        let mut bad = Record::open(&schema, good.as_bytes().to_vec())?;
        bad.set(path, "NOTE")?;
        let mut bytes = bad.as_bytes().to_vec();
        let at = bytes.windows(4).position(|window| window == b"NOTE").unwrap();
        bytes[at] = 0xFF;
        let bad = schema.peek(&bytes)?;
        let before = good.as_bytes().to_vec();
        for error in [good.diff(&bad).unwrap_err(), good.merge(&bad).unwrap_err()] {
            assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, path), "{error}");
        }
        assert_eq!(good.as_bytes(), before);
    }
    Ok(())
}
