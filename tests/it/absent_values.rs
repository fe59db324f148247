//! Values that are absent, or that a struct or array which is absent should hold: read, set, copied and cleared by paths.

use vellum::{ErrorKind, Record, Schema, dynamic::Dynamic, field::VariantName};

#[test]
fn a_field_of_an_absent_struct_is_absent_whether_it_lies_inline_or_not() {
    for kind in ["", "frozen "] {
        let text = format!("{kind}struct S {{ x: u8, y: string }} struct R {{ t: S?, u: S }} root R;");
        let schema = Schema::parse(&text).unwrap();
        let (x, y) = (schema.field::<u8>("t.x").unwrap(), schema.field::<str>("t.y").unwrap());
        let mut record = Record::new(&schema);
        assert_eq!(record.get_optional(&x).unwrap(), None, "{kind}");
        assert_eq!(record.get_optional(&y).unwrap(), None, "{kind}");
        assert_eq!(record.get_optional(&schema.field::<u8>("u.x").unwrap()).unwrap(), Some(0), "{kind}");
        record.make("t").unwrap();
        assert_eq!(record.get_optional(&x).unwrap(), Some(0), "{kind}");
    }
}

#[test]
fn what_is_in_an_absent_struct_is_absent_however_deep() {
    let schema = Schema::parse(
        "struct Inner { x: u8, pair: tuple<u8, string> } struct S { inner: Inner, map: map<string, u8> }
         struct R { t: S? } root R;",
    )
    .unwrap();
    let record = Record::new(&schema);
    for path in ["t.inner.x", "t.inner.pair.0"] {
        assert_eq!(record.get_optional(&schema.field::<u8>(path).unwrap()).unwrap(), None, "{path}");
    }
    assert_eq!(record.get_optional(schema.field::<u8>("t.map[]").unwrap().at("a")).unwrap(), None);
}

#[test]
fn a_field_of_an_absent_struct_reads_as_its_declared_default() {
    let schema = Schema::parse("struct S { x: u8 = 7 } struct R { t: S? } root R;").unwrap();
    assert_eq!(Record::new(&schema).get::<u8>("t.x").unwrap(), 7);
}

#[test]
fn copying_a_field_of_an_absent_struct_makes_no_struct() {
    for kind in ["", "frozen "] {
        let text = format!("{kind}struct S {{ x: u8 }} struct R {{ t: S? }} root R;");
        let schema = Schema::parse(&text).unwrap();
        let from = Record::new(&schema);
        let mut record = Record::new(&schema);
        record.copy_from("t.x", &from, "t.x").unwrap();
        assert_eq!(record.as_bytes(), Record::new(&schema).as_bytes(), "{kind}");
        record.set("t.x", 5u8).unwrap();
        record.copy_from("t.x", &from, "t.x").unwrap();
        assert_eq!(record.get_optional(&schema.field::<u8>("t.x").unwrap()).unwrap(), Some(0), "{kind}");
    }
}

#[test]
fn an_index_beyond_an_array_is_refused_also_where_the_array_is_absent() {
    let schema = Schema::parse("struct R { t: array<bytes, 2>?, deep: array<array<u8, 3>?, 2>? } root R;").unwrap();
    let other = Record::new(&schema);
    let mut record = Record::new(&schema);
    let path = |result: vellum::Result<()>| assert_eq!(result.unwrap_err().kind(), ErrorKind::Path);
    path(record.get::<[u8]>("t[2]").map(drop));
    path(record.clear("t[7]"));
    path(record.append(schema.field::<[u8]>("t[]").unwrap().at(2), &[]));
    path(record.copy_from("t[2]", &other, "t[0]"));
    path(record.copy_from("t[0]", &other, "t[2]"));
    path(record.get::<u8>("deep[2][0]").map(drop));
    assert_eq!(record.get::<[u8]>("t[1]").unwrap(), b"");
    record.clear("deep[1][2]").unwrap();
    record.append(schema.field::<[u8]>("t[]").unwrap().at(1), &[]).unwrap();
    assert_eq!(record.as_bytes(), Record::new(&schema).as_bytes());
}

#[test]
fn a_union_that_an_old_record_does_not_store_is_set_and_made_present() {
    let tail = "s: string since 2";
    for ty in ["any", "U"] {
        let text = |late: &str| {
            format!("union U {{ none, i8: i8 }} struct S {{ x: u8{late} }} struct R {{ t: S, list: list<S> }} root R;")
        };
        let old = Schema::parse(&text("")).unwrap();
        let schema = Schema::parse(&text(&format!(", e: {ty}? since 2, {tail}"))).unwrap();
        let mut record = Record::new(&old);
        record.set("t.x", 3u8).unwrap();
        record.push_default("list").unwrap();
        let bytes = record.as_bytes().to_vec();
        for path in ["t.e", "list[0].e"] {
            for name in [if ty == "any" { "null" } else { "none" }, "i8"] {
                let mut record = Record::open(&schema, bytes.clone()).unwrap();
                record.set_serde(&format!("{}.x", path.trim_end_matches(".e")), &9u8).unwrap();
                let variant = schema.field::<VariantName>(&path.replace('0', "")).unwrap();
                match path {
                    "t.e" => record.set(&variant, name).unwrap(),
                    _ => record.set(variant.at(0), name).unwrap(),
                }
                schema.prove(record.as_bytes()).unwrap();
                let shown = record.get::<Dynamic>(path).unwrap();
                assert!(!matches!(shown, vellum::dynamic::ValueRef::Absent), "{ty} {path} {name}");
                assert_eq!(record.get::<u8>(&path.replace(".e", ".x")).unwrap(), 9);
            }
        }
    }
}

#[test]
fn an_element_in_an_absent_struct_is_absent_whether_the_struct_lies_inline_or_not() {
    for kind in ["", "frozen "] {
        let text = format!("{kind}struct S {{ list: list<u8>, pair: array<u8, 2> }} struct R {{ t: S? }} root R;");
        let schema = Schema::parse(&text).unwrap();
        let mut record = Record::new(&schema);
        for path in ["t.list[]", "t.pair[]"] {
            let field = schema.field::<u8>(path).unwrap();
            assert_eq!(record.get_optional(field.at(0)).unwrap(), None, "{kind}{path}");
            record.clear(field.at(0)).unwrap();
            assert_eq!(record.set(field.at(2), 7).unwrap_err().kind(), ErrorKind::Path, "{kind}{path}");
            assert_eq!(record.as_bytes(), Record::new(&schema).as_bytes(), "{kind}{path}");
        }
        record.make("t").unwrap();
        assert_eq!(record.clear("t.list[0]").unwrap_err().kind(), ErrorKind::Path, "{kind}");
    }
}

#[test]
fn an_optional_struct_that_a_variant_holds_can_be_set_absent_from_serde() {
    let schema = Schema::parse(
        "union U { n, a: L?, b: string } struct L { u: u8, v: string } struct R { t: U, list: list<U> } root R;",
    )
    .unwrap();
    let variant = schema.field::<VariantName>("t").unwrap();
    let mut record = Record::new(&schema);
    record.set_serde("t.a", &None::<()>).unwrap();
    assert_eq!(record.get(&variant).unwrap(), "a");
    assert_eq!(record.get_optional(&schema.field::<u8>("t.a.u").unwrap()).unwrap(), None);
    record.set("t.a.v", "a text").unwrap();
    record.set_serde("t.a", &None::<()>).unwrap();
    assert_eq!(record.get_optional(&schema.field::<u8>("t.a.u").unwrap()).unwrap(), None);
    let compact = |record: &Record| {
        let mut copy = Record::open(&schema, record.as_bytes().to_vec()).unwrap();
        copy.compact().unwrap();
        copy.as_bytes().to_vec()
    };
    assert!(schema.prove(record.as_bytes()).unwrap().is_complete());
    assert_eq!(compact(&record), [0x20, 3, 1, 0, 0]);

    let elements = schema.field::<VariantName>("list[]").unwrap();
    record.push(&elements, "a").unwrap();
    record.set("list[0].a.u", 5u8).unwrap();
    let packed = compact(&record);
    let mut record = Record::open(&schema, packed).unwrap();
    record.set_serde("list[0].a", &None::<()>).unwrap();
    assert!(schema.prove(record.as_bytes()).unwrap().is_complete());
    assert_eq!(record.get(elements.at(0)).unwrap(), "a");
    assert_eq!(record.get_optional(schema.field::<u8>("list[].a.u").unwrap().at(0)).unwrap(), None);
}
