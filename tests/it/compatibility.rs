//! What a change of a schema means for buffers and readers: every kind of change, and that the verdict is what buffers show.

#[cfg(feature = "serde")]
use vellum::Record;
use vellum::Schema;
use vellum::schema::{Level, SchemaChange};

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The differences between two schemas, old first: `path change level`.
fn differences(old: &str, new: &str) -> Vec<String> {
    let compatibility = schema(new).changes_since(&schema(old));
    let lines = compatibility.differences().iter();
    lines.map(|found| format!("{} {:?} {:?}", found.path(), found.change(), found.level())).collect()
}

/// The same for one struct with these fields.
#[track_caller]
fn fields(old: &str, new: &str, expected: &[&str]) {
    let text = |fields: &str| {
        format!(
            "enum E {{ a, b }} union U {{ x: u8 }} struct G {{ z: u8 }} frozen struct F {{ z: u8 }} \
             frozen struct H {{ z: u8 }} struct A {{ e: E, u: U, g: G, f: F, h: H, {fields} }} root A;"
        )
    };
    assert_eq!(differences(&text(old), &text(new)), expected, "{old} -> {new}");
}

#[test]
fn equal_schemas_have_no_differences() {
    fields("x: u8", "x: u8", &[]);
    let text = "struct A { a: A?, b: B } struct B { a: list<A> } root A;";
    assert!(differences(text, "root A; /// D.\n struct B { a: list<A> } struct A { a: A?, /// D.\n b: B }").is_empty());
    let compatibility = schema(text).changes_since(&schema(text));
    assert!(compatibility.is_compatible());
    assert_eq!(compatibility.level(), Level::Same);
    assert_eq!(compatibility.to_string(), "");
}

#[test]
fn a_field_is_added_in_a_revision_of_its_own() {
    fields("x: u8", "x: u8, y: u8 since 2", &["A.y Added OldReadersKeepWorking"]);
    fields("x: u8", "y: u8 since 7, x: u8", &["A.y Added OldReadersKeepWorking"]);
    fields("x: u8", "x: u8, y: u8", &["A.y Added Incompatible"]);
    fields("x: u8 since 2", "x: u8 since 2, y: u8 since 2", &["A.y Added Incompatible"]);
    fields("x: u8 since 3", "x: u8 since 3, y: u8 since 2", &["A.y Added Incompatible"]);
    fields("x: u8 since 3", "x: u8 since 3, y: u8 since 4", &["A.y Added OldReadersKeepWorking"]);
    let frozen = differences("frozen struct A { x: u8 } root A;", "frozen struct A { x: u8, y: u8 } root A;");
    assert_eq!(frozen, ["A.y Added Incompatible"]);
    let compatibility =
        schema("struct A { x: u8, y: u8 } root A;").changes_since(&schema("struct A { x: u8 } root A;"));
    let shown = compatibility.to_string();
    assert!(shown.contains("A.y: ") && shown.contains("it needs `since 2` (incompatible)"), "{shown}");
}

#[test]
fn a_field_is_not_removed() {
    fields("x: u8, y: u8", "x: u8", &["A.y Removed Incompatible"]);
    fields("x: u8, y: u8", "y: u8", &["A.x Removed Incompatible"]);
    fields("x: u8, y: u8 since 2", "x: u8", &["A.y Removed Incompatible"]);
}

#[test]
fn names_are_free() {
    fields("x: u8, y: u8", "x: u8, w: u8", &["A.w Renamed Same"]);
    fields(
        "x: u8, y: bool, z: string?",
        "a: u8, b: bool, c: string?",
        &["A.a Renamed Same", "A.b Renamed Same", "A.c Renamed Same"],
    );
    let old = "enum E { a, b } union U { x: E } struct B { u: U } struct A { b: list<B> } root A;";
    let new = "enum N { a, c } union V { z: N } struct C { v: V } struct D { c: list<C> } root D;";
    assert_eq!(
        differences(old, new),
        [
            "D Renamed Same",
            "D.c Renamed Same",
            "D.c[] Renamed Same",
            "D.c[].v Renamed Same",
            "D.c[].v Renamed Same",
            "D.c[].v.z Renamed Same",
            "D.c[].v.z Renamed Same",
            "D.c[].v.z.c Renamed Same",
        ]
    );
}

#[test]
fn the_order_of_fields_matters_where_their_bytes_move() {
    fields("x: u8, y: u8", "y: u8, x: u8", &["A.y Moved Incompatible", "A.x Moved Incompatible"]);
    // Slots with pointers follow those without, whatever the order between the two kinds.
    fields("x: u8, y: string", "y: string, x: u8", &["A.y Moved Same", "A.x Moved Same"]);
    fields("x: u8, y: u8 since 2", "y: u8 since 2, x: u8", &[]);
    fields("x: bool, y: bool", "y: bool, x: bool", &["A.y Moved Incompatible", "A.x Moved Incompatible"]);
}

#[test]
fn a_type_is_not_changed() {
    for (old, new) in [
        ("u8", "i8"),
        ("u32", "f32"),
        ("string", "u8"),
        ("E", "U"),
        ("timestamp", "timestamp(s)"),
        ("decimal(2)", "decimal(3)"),
        ("array<u8, 2>", "array<u8, 3>"),
        ("map<u8, u8>", "set<u8>"),
        ("list<u8>", "set<u8>"),
        ("u8", "list<u8>"),
        ("G", "list<G>"),
        ("string", "list<string>"),
    ] {
        fields(&format!("x: {old}"), &format!("x: {new}"), &["A.x Retyped Incompatible"]);
    }
    fields("x: list<u8>", "x: bytes", &["A.x Retyped Same"]);
    fields("x: bytes", "x: list<u8>", &["A.x Retyped Same"]);
    fields("x: string", "x: bytes", &["A.x Retyped OldReadersRefuse"]);
    fields("x: bytes", "x: string", &["A.x Retyped NewReadersRefuse"]);
    fields("x: list<u16>", "x: list<u32>", &["A.x[] Retyped Incompatible"]);
    fields("x: map<u16, u8>", "x: map<u32, i8>", &["A.x[key] Retyped Incompatible", "A.x[] Retyped Incompatible"]);
    fields("x: tuple<u8, E>", "x: tuple<u8, U>", &["A.x.1 Retyped Incompatible"]);
    fields("x: F", "x: H", &["A.x Renamed Same"]);
    fields("x: F", "x: tuple<u8>", &["A.x Renamed Same", "A.x.0 Renamed Same"]);
    fields("x: F", "x: G", &["A.x Renamed Same", "A.x Frozen Incompatible"]);
}

#[test]
fn an_optional_mark_is_part_of_the_type() {
    fields("x: u8", "x: u8?", &["A.x Optional Incompatible"]);
    fields("x: string?", "x: string", &["A.x Optional Incompatible"]);
    fields("x: list<u8>", "x: list<u8?>", &["A.x[] Optional Incompatible"]);
    fields("x: map<u8, u8>", "x: map<u8, u8?>", &["A.x[] Optional Incompatible"]);
    fields("x: array<u8, 2>", "x: array<u8?, 2>", &["A.x[] Optional Incompatible"]);
    fields("x: tuple<u8>", "x: tuple<u8?>", &["A.x.0 Optional Incompatible"]);
}

#[test]
fn a_default_is_not_changed() {
    fields("x: u8 = 1", "x: u8 = 2", &["A.x Default Incompatible"]);
    fields("x: u8", "x: u8 = 2", &["A.x Default Incompatible"]);
    fields("x: u8", "x: u8 = 0", &[]);
    fields("x: string", "x: string = \"a\"", &["A.x Default Incompatible"]);
    fields("x: string = \"b\"", "x: string = \"a\"", &["A.x Default Incompatible"]);
    fields("x: E = b", "x: E", &["A.x Default Incompatible"]);
    fields("x: bool = true", "x: bool", &["A.x Default Incompatible"]);
}

#[test]
fn the_number_of_a_revision_matters_where_it_moves_bytes() {
    fields("x: u8", "x: u8 since 2", &["A.x Since Incompatible"]);
    fields("x: u8 since 2", "x: u8", &["A.x Since Incompatible"]);
    fields("x: u8 since 2", "x: u8 since 5", &["A.x Since Same"]);
    fields("x: u8 since 2, y: u8 since 2", "x: u8 since 2, y: u8 since 3", &["A.y Since Incompatible"]);
}

#[test]
fn a_field_that_others_join_or_leave_in_its_revision_lies_elsewhere() {
    let moved = ["A.x Since Same", "A.y Moved Incompatible"];
    fields("x: bool since 2, y: bool since 3", "x: bool since 3, y: bool since 3", &moved);
    fields("x: u64? since 2, y: bool since 3", "x: u64? since 3, y: bool since 3", &moved);
    let parted = ["A.x Since Incompatible", "A.y Since Incompatible"];
    fields("x: bool since 2, y: bool since 3", "x: bool since 3, y: bool since 2", &parted);
    fields(
        "x: u8 since 3, y: u8 since 3",
        "x: u8 since 2, y: u8 since 3",
        &["A.x Since Same", "A.y Moved Incompatible"],
    );
    // A gap in the numbers moves nothing.
    let gap = ["A.x Since Same", "A.y Since Same"];
    fields("x: bool since 2, y: bool since 3", "x: bool since 4, y: bool since 7", &gap);
    // What another size moves is told where the size differs.
    fields("x: u8 since 2, y: u8 since 2", "x: u16 since 2, y: u8 since 2", &["A.x Retyped Incompatible"]);
}

#[test]
fn a_type_that_stays_is_no_difference() {
    for ty in ["bool", "decimal(2)", "string", "string[4]", "bytes", "bytes[3]", "E", "U", "G", "F", "any"] {
        for ty in [ty.to_owned(), format!("{ty}?"), format!("list<{ty}>"), format!("tuple<u8, {ty}>")] {
            fields(&format!("x: {ty}"), &format!("x: {ty}, y: u8 since 2"), &["A.y Added OldReadersKeepWorking"]);
        }
    }
}

#[test]
fn another_key_is_told_and_changes_no_buffer() {
    let text = |key: &str, fields: &str| format!("struct P {{ q: u8 }} struct A {key} {{ {fields}, p: P }} root A;");
    let key = |old: &str, new: &str| differences(&text(old, "x: u8, y: u8"), &text(new, "x: u8, y: u8"));
    assert!(key("key(x, p.q)", "key(x, p.q)").is_empty());
    for (old, new) in [("", "key(x)"), ("key(x)", ""), ("key(x)", "key(x desc)"), ("key(x, y)", "key(y, x)")] {
        assert_eq!(key(old, new), ["A Key Same"], "{old} -> {new}");
    }
    // The same field by another name is the same key.
    let renamed = differences(&text("key(x, p.q)", "x: u8"), &text("key(z, p.q)", "z: u8"));
    assert_eq!(renamed, ["A.z Renamed Same"]);
}

#[test]
fn a_struct_stays_frozen_or_not() {
    let old = "struct B { x: u8 } struct A { b: B } root A;";
    let new = "frozen struct B { x: u8 } struct A { b: B } root A;";
    assert_eq!(differences(old, new), ["A.b Frozen Incompatible"]);
    assert_eq!(differences(new, old), ["A.b Frozen Incompatible"]);
}

#[track_caller]
fn enums(old: &str, new: &str, expected: &[&str]) {
    let text = |definition: &str| format!("{definition} struct A {{ e: E }} root A;");
    assert_eq!(differences(&text(old), &text(new)), expected, "{old} -> {new}");
}

#[test]
fn an_enum_gains_variants_that_old_readers_may_not_know() {
    enums("enum E { a }", "enum E { a, b }", &["A.e.b Added OldReadersRefuse"]);
    enums("open enum E { a }", "open enum E { a, b }", &["A.e.b Added OldReadersKeepWorking"]);
    enums("enum E { a, b }", "enum E { a }", &["A.e.b Removed NewReadersRefuse"]);
    enums("open enum E { a, b }", "open enum E { a }", &["A.e.b Removed OldReadersKeepWorking"]);
    enums("enum E { a, b }", "enum E { a, c }", &["A.e.c Renamed Same"]);
    enums("enum E { a, b }", "enum E { a, b = 2 }", &["A.e.b Renumbered Incompatible"]);
    enums("enum E { a, b, c }", "enum E { a, c = 2, b = 1 }", &[]);
    enums("enum E { a, b, c }", "enum E { a, c }", &["A.e.c Renumbered Incompatible", "A.e.b Removed Incompatible"]);
    enums("enum E { a, b }", "enum E { a, x, b }", &["A.e.x Added Incompatible", "A.e.b Renumbered Incompatible"]);
    enums("enum E { a, b }", "enum E { b = 1, a = 0 }", &["A.e Default Incompatible"]);
    enums("enum E { a }", "enum E: u16 { a }", &["A.e Retyped Incompatible"]);
    enums("enum E { a }", "open enum E { a }", &["A.e Open OldReadersRefuse"]);
    enums("open enum E { a }", "enum E { a }", &["A.e Open NewReadersRefuse"]);
}

#[track_caller]
fn unions(old: &str, new: &str, expected: &[&str]) {
    let text = |definition: &str| format!("{definition} struct A {{ u: U }} root A;");
    assert_eq!(differences(&text(old), &text(new)), expected, "{old} -> {new}");
}

#[test]
fn a_union_gains_variants_at_its_end() {
    unions("union U { a, b: u8 }", "union U { a, b: u8, c: string }", &["A.u.c Added OldReadersRefuse"]);
    unions("open union U { a }", "open union U { a, b: u8 }", &["A.u.b Added OldReadersKeepWorking"]);
    let moved = ["A.u.x Added Incompatible", "A.u.b Moved Incompatible"];
    unions("union U { a, b: u8 }", "union U { a, x, b: u8 }", &moved);
    unions("union U { a, b }", "union U { b, a }", &["A.u.b Moved Incompatible", "A.u.a Moved Incompatible"]);
    unions("union U { a, b }", "union U { a }", &["A.u.b Removed NewReadersRefuse"]);
    unions("open union U { a, b }", "open union U { a }", &["A.u.b Removed OldReadersKeepWorking"]);
    unions("union U { a, b, c }", "union U { a, c }", &["A.u.c Moved Incompatible", "A.u.b Removed Incompatible"]);
    unions("union U { a: u8 }", "union U { z: u8 }", &["A.u.z Renamed Same"]);
    unions("union U { a: u8 }", "union U { a: u16 }", &["A.u.a Retyped Incompatible"]);
    unions("union U { a: u8 }", "union U { a: u8? }", &["A.u.a Optional Incompatible"]);
    unions("union U { a, b }", "union U { a, b: u8 }", &["A.u.b Retyped Incompatible"]);
    unions("union U { a: u8, b: u8 }", "union U { a: u8, b }", &["A.u.b Retyped Incompatible"]);
    unions("union U { a }", "open union U { a }", &["A.u Open OldReadersRefuse"]);
}

#[test]
fn the_root_and_the_width_are_compared() {
    let old = "struct A { x: u8 } struct B { y: u8 } root A;";
    let new = "struct A { x: u8 } struct B { y: u8 } root B;";
    assert_eq!(differences(old, new), ["B Root Same", "B Renamed Same", "B.y Renamed Same"]);
    let new = "struct A { x: u8 } struct B { y: string } root B;";
    assert_eq!(schema(new).changes_since(&schema(old)).level(), Level::Incompatible);
    let width = ["A Width OldReadersKeepWorking"];
    assert_eq!(differences("struct A { x: u8 } root A;", "struct A { x: u8 } root A width 2;"), width);
    assert_eq!(differences("struct A { x: u8 } root A width 4;", "struct A { x: u8 } root A;"), width);
}

#[test]
fn definitions_that_no_buffer_holds_are_free() {
    let old = "struct A { x: u8 } enum Gone { a } enum Kept { a } struct Other { k: Kept } root A;";
    let new = "struct A { x: u8 } union New { a } enum Kept { a, b } struct Other { k: Kept } root A;";
    let expected = ["Kept Retyped Same", "New Added Same", "Gone Removed Same"];
    assert_eq!(differences(old, new), expected);
}

#[test]
fn each_place_is_compared_once_and_cycles_end() {
    let old = "struct A { b: B?, c: list<A>, u: U } struct B { a: A?, n: u8 } union U { a: A?, u: list<U> } root A;";
    let new = old.replace("n: u8", "n: u16").replace("list<U>", "list<U?>");
    assert_eq!(differences(old, &new), ["A.b.n Retyped Incompatible", "A.u.u[] Optional Incompatible"]);
    // Two cycles that meet in as many ways as the product of their lengths.
    let cycle = |length: usize| {
        let item = |index: usize| format!("struct S{index} {{ next: S{}? }} ", (index + 1) % length);
        (0..length).map(item).collect::<String>() + "root S0;"
    };
    let found = schema(&cycle(211)).changes_since(&schema(&cycle(210)));
    assert!(found.differences().iter().any(|found| found.change() == SchemaChange::Unknown));
    let deep = |count: usize, last: &str| {
        let item = |index: usize| format!("struct S{index} {{ next: S{}? }} ", index + 1);
        (0..count).map(item).collect::<String>() + &format!("struct S{count} {{ x: {last} }} root S0;")
    };
    let found = schema(&deep(2000, "u16")).changes_since(&schema(&deep(2000, "u8")));
    let [only] = found.differences() else { panic!("{found}") };
    assert!(only.path().starts_with("….next.next") && only.path().ends_with(".next.x"), "{only}");
}

/// A value written with one revision, as the other reads it.
#[cfg(feature = "serde")]
fn carried(writer: &Schema, reader: &Schema, value: &serde_json::Value) -> Result<serde_json::Value, String> {
    use serde::de::DeserializeSeed;
    let record = writer.deserialize(value).map_err(|error| error.to_string())?;
    let bytes = record.into_storage();
    let record = Record::open(reader, &bytes[..]).map_err(|error| error.to_string())?;
    serde_json::to_value(&record).map_err(|error| error.to_string())
}

#[cfg(feature = "serde")]
#[test]
fn readers_do_what_the_levels_say() {
    use serde_json::json;
    let carried = |writer: &str, reader: &str, value| carried(&schema(writer), &schema(reader), &value);
    let level = |old: &str, new: &str| schema(new).changes_since(&schema(old)).level();

    let (old, new) = ("struct A { x: u8 } root A;", "struct Z { z: u8, s: string since 2 } root Z;");
    assert_eq!(level(old, new), Level::OldReadersKeepWorking);
    assert_eq!(carried(old, new, json!({ "x": 7 })), Ok(json!({ "z": 7, "s": "" })));
    assert_eq!(carried(new, old, json!({ "z": 7, "s": "new" })), Ok(json!({ "x": 7 })));

    let (old, new) = ("enum E { a } struct A { e: E } root A;", "enum E { a, b } struct A { e: E } root A;");
    assert_eq!(level(old, new), Level::OldReadersRefuse);
    assert_eq!(carried(old, new, json!({ "e": "a" })), Ok(json!({ "e": "a" })));
    assert!(carried(new, old, json!({ "e": "b" })).is_err());
    assert_eq!(level(new, old), Level::NewReadersRefuse);

    let (old, new) = ("struct A { x: string } root A;", "struct A { x: bytes } root A;");
    assert_eq!(level(old, new), Level::OldReadersRefuse);
    assert_eq!(carried(old, new, json!({ "x": "a" })), Ok(json!({ "x": "YQ==" })));
    assert!(carried(new, old, json!({ "x": [255] })).is_err());

    let (old, new) = ("struct A { x: string } root A;", "struct A { x: string } root A width 4;");
    assert_eq!(level(old, new), Level::OldReadersKeepWorking);
    assert_eq!(carried(old, new, json!({ "x": "a" })), Ok(json!({ "x": "a" })));
    assert_eq!(carried(new, old, json!({ "x": "a" })), Ok(json!({ "x": "a" })));

    let (old, new) = ("open enum E { a } struct A { e: E } root A;", "open enum E { a, b } struct A { e: E } root A;");
    assert_eq!(level(old, new), Level::OldReadersKeepWorking);
    assert!(carried(new, old, json!({ "e": "b" })).is_ok());

    let (old, new) = ("struct A { x: u8 = 1 } root A;", "struct A { x: u8 = 2 } root A;");
    assert_eq!(level(old, new), Level::Incompatible);
    assert_ne!(carried(old, new, json!({ "x": 5 })), Ok(json!({ "x": 5 })));
}

/// Random revisions, with names kept: whatever is called compatible carries every value.
#[cfg(feature = "serde")]
#[test]
fn what_is_called_compatible_carries_every_value() {
    use serde_json::json;
    let kinds = [
        ("bool", json!(true)),
        ("bool?", json!(true)),
        ("u8", json!(7)),
        ("u16?", json!(700)),
        ("u32 = 9", json!(1)),
        ("string", json!("text")),
        ("string?", json!("")),
        ("F", json!({ "s": "f", "b": true })),
        ("list<G>", json!([{ "n": 4 }])),
        ("string = \"d\"", json!("d")),
        ("f64", json!(0.5)),
    ];
    let mut state = 5u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let text = |fields: &[(usize, usize, usize)]| {
        let field = |(name, kind, since): &(usize, usize, usize)| format!("f{name}: {} since {since},", kinds[*kind].0);
        let fields: String = fields.iter().map(field).collect();
        schema(&format!(
            "frozen struct F {{ s: string, b: bool }} struct G {{ n: u8 }} struct A {{ {fields} }} root A;"
        ))
    };
    let mut compatible = 0;
    for _ in 0..4000 {
        let old: Vec<(usize, usize, usize)> =
            (0..=random(6)).map(|name| (name, random(kinds.len()), 1 + random(2))).collect();
        let mut new = old.clone();
        for _ in 0..random(3) {
            let at = random(new.len());
            match random(5) {
                0 => new.swap(at, 0),
                1 => new[at].2 = 1 + random(4),
                2 => new.insert(at, (10 + random(90), random(kinds.len()), 2 + random(3))),
                3 if new.len() > 1 => drop(new.remove(at)),
                _ => new[at].1 = random(kinds.len()),
            }
        }
        new.dedup_by_key(|field| field.0);
        let (before, after) = (text(&old), text(&new));
        let compatibility = after.changes_since(&before);
        if !compatibility.is_compatible() {
            continue;
        }
        compatible += 1;
        for (writer, reader, fields) in [(&before, &after, &old), (&after, &before, &new)] {
            let value: serde_json::Map<_, _> =
                fields.iter().map(|(name, kind, _)| (format!("f{name}"), kinds[*kind].1.clone())).collect();
            let read = carried(writer, reader, &value.clone().into()).unwrap();
            let kept = read.as_object().unwrap().iter().filter(|(name, _)| value.contains_key(*name));
            for (name, read) in kept {
                assert_eq!(read, &value[name], "{writer}\n{reader}\n{compatibility}");
            }
        }
    }
    assert!(compatible > 1000, "{compatible}");
}
