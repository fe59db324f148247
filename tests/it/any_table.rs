//! The table of docs/types.md, "Absent values in documents": each call in each state, by path and by handle, wherever `any` lies.
//! The cells are read from the page, so that it says what is done.
#![cfg(feature = "json")]

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde_json::{Value, json};
use vellum::dynamic::ValueRef;
use vellum::{ErrorKind, Record, Result, Schema, dynamic::Dynamic};

/// The columns of the table.
const STATES: [&str; 6] = [
    "the value is there",
    "`null` is there",
    "another kind is there",
    "no such key, or `null` on the way",
    "no such index",
    "another kind on the way",
];

/// What a call asks for, and so what is another kind to it.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    /// A number.
    Number,
    /// Any value.
    Any,
    /// What has a length: a list or a map.
    Counted,
    List,
    Map,
    Text,
}

/// The document that all paths are of.
fn document() -> Value {
    json!({"n": 5, "s": "abc", "b": true, "f": 0.5, "nul": null, "l": [3, 1, 2], "mixed": [1, "x"],
        "o": {"a": {"deep": 1}, "k": 2}})
}

/// The paths that lead to each state.
fn paths(wanted: Wanted, state: usize, edits: bool) -> Vec<&'static str> {
    let all = ["n", "l[0]", "o.k", "o.a.deep", "s", "b", "f", "l", "mixed", "o", "o.a", "mixed[1]"];
    let fits: &[&str] = match wanted {
        Wanted::Number => &["n", "l[0]", "o.k", "o.a.deep"],
        Wanted::Any => &all,
        Wanted::Counted => &["l", "o", "o.a"],
        Wanted::List => &["l"],
        Wanted::Map => &["o", "o.a"],
        Wanted::Text => &["s", "mixed[1]"],
    };
    match state {
        0 => fits.to_vec(),
        1 => vec!["nul"],
        2 if wanted == Wanted::Any => all.to_vec(),
        2 => all.into_iter().filter(|path| !fits.contains(path) && *path != "mixed").collect(),
        // No edit makes an element by its index.
        3 if edits => vec!["nope", "nul.x", "nope.deep", "o.nope", "o.a.x.y"],
        3 => vec!["nope", "nul.x", "nul[0]", "nope.deep", "nope[2]", "o.nope", "o.a.x.y"],
        4 => vec!["l[3]", "l[9]", "l[9].x", "mixed[2]"],
        _ => vec![
            "s.x", "s[0]", "n.x", "n[0]", "b[0]", "f.x", "l.x", "mixed.x", "o[0]", "o.k.x", "l[0].x", "s.x.y", "o.a[1]",
        ],
    }
}

/// Where a document lies: the schema, the value around the document, and the path to it.
type DocumentPlace = (&'static str, fn(Value) -> Value, &'static str);

fn places() -> Vec<DocumentPlace> {
    vec![
        ("root any;", |doc| doc, ""),
        ("struct P { doc: any, behind: string } root P;", |doc| json!({"doc": doc, "behind": "behind"}), "doc."),
        ("struct P { may: any? } root P;", |doc| json!({"may": doc}), "may."),
        ("struct P { docs: list<any> } root P;", |doc| json!({"docs": [0, doc]}), "docs[1]."),
        // Packed.
        ("struct P { docs: list<any> } root P;", |doc| json!({"docs": [{}, doc]}), "docs[1]."),
        ("union U { none, free: any } struct P { u: U } root P;", |doc| json!({"u": {"free": doc}}), "u.free."),
        ("root any;", |doc| json!({"in": [{"deep": doc}]}), "in[0].deep."),
        ("struct P { by: map<string, any> } root P;", |doc| json!({"by": {"k": doc}}), "by[k]."),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    Path,
    Handle,
}

/// The path of a handle, and its indices.
fn holes(path: &str) -> (String, Vec<usize>) {
    let (mut text, mut indices) = (String::new(), Vec::new());
    for (number, part) in path.split('[').enumerate() {
        if number == 0 {
            text.push_str(part);
            continue;
        }
        let (index, rest) = part.split_once(']').unwrap();
        indices.push(index.parse().unwrap());
        text.extend(["[]", rest]);
    }
    (text, indices)
}

/// Does something with an address, which is a path or a handle; with the handle of a list where
/// `$behind` is `[]`.
macro_rules! at {
    ($record:ident, $path:ident, $how:ident, $type:ty, $behind:literal, |$address:ident| $body:expr) => {
        match $how {
            How::Path => {
                let $address = $path;
                $body
            }
            How::Handle => {
                let (text, indices) = holes($path);
                let handle = $record.schema().field::<$type>(&(text + $behind))?;
                match indices[..] {
                    [] => {
                        let $address = &handle;
                        $body
                    }
                    [one] => {
                        let $address = handle.at(one);
                        $body
                    }
                    [one, two] => {
                        let $address = handle.at(one).at(two);
                        $body
                    }
                    _ => {
                        let $address = handle.at(indices[0]).at(indices[1]).at(indices[2]);
                        $body
                    }
                }
            }
        }
    };
}

/// What a read tells, or nothing of an edit.
type Told = Option<&'static str>;
type Call = fn(&mut Record, &str, How) -> Result<Told>;

#[allow(clippy::unnecessary_wraps)]
fn some<T>(_: T) -> Told {
    Some("some")
}

fn done((): ()) -> Told {
    None
}

/// A call that takes a path alone.
fn path_only(how: How, run: impl FnOnce() -> Result<()>) -> Result<Told> {
    assert_eq!(how, How::Path);
    run().map(done)
}

/// The calls of a row, and whether they are told by a handle.
fn calls() -> Vec<(&'static str, Wanted, bool, Call)> {
    use Wanted::{Any, Counted, List, Map, Number, Text};
    vec![
        ("get::<T>", Number, true, |r, p, h| at!(r, p, h, u32, "", |a| r.get::<u32>(a)).map(some)),
        ("get::<T>", Number, true, |r, p, h| at!(r, p, h, i64, "", |a| r.get::<i64>(a)).map(some)),
        ("get::<T>", Text, true, |r, p, h| at!(r, p, h, str, "", |a| r.get::<str>(a).map(some))),
        ("get_optional::<T>", Number, true, |r, p, h| {
            at!(r, p, h, u32, "", |a| r.get_optional::<u32>(a)).map(|got| got.map_or(Some("None"), some))
        }),
        ("get_optional::<T>", Text, true, |r, p, h| {
            at!(r, p, h, str, "", |a| r.get_optional::<str>(a).map(|got| got.map_or(Some("None"), some)))
        }),
        ("entry", Number, true, |r, p, h| {
            at!(r, p, h, u32, "", |a| r.entry::<u32, _>(a).get()).map(|got| got.map_or(Some("None"), some))
        }),
        ("get::<Dynamic>", Any, true, |r, p, h| {
            at!(r, p, h, Dynamic, "", |a| r.get::<Dynamic>(a).map(|got| match got {
                ValueRef::Absent => Some("Absent"),
                _ => Some("some"),
            }))
        }),
        ("len", Counted, true, |r, p, h| at!(r, p, h, u32, "[]", |a| r.len(a)).map(some)),
        ("iter", List, true, |r, p, h| {
            at!(r, p, h, u32, "[]", |a| r.iter::<u32>(a)?.collect::<Result<Vec<_>>>()).map(some)
        }),
        ("contains_key", Map, true, |r, p, h| {
            let has = at!(r, p, h, u32, "[]", |a| r.contains_key(a, if p.ends_with('a') { "deep" } else { "k" }))?;
            Ok(Some(if has { "some" } else { "no" }))
        }),
        ("set", Any, true, |r, p, h| at!(r, p, h, u32, "", |a| r.set(a, 77u32)).map(done)),
        ("set", Any, true, |r, p, h| at!(r, p, h, str, "", |a| r.set(a, "a longer text than any")).map(done)),
        ("set_json", Any, false, |r, p, h| path_only(h, || r.set_json(p, r#"{"x":[1]}"#))),
        ("copy_from", Any, true, |r, p, h| {
            let other = Schema::parse("root any;")?.from_json(r#"{"text":"copied"}"#)?;
            at!(r, p, h, Dynamic, "", |a| r.copy_from(a, &other, "text")).map(done)
        }),
        ("clear", Any, true, |r, p, h| at!(r, p, h, Dynamic, "", |a| r.clear(a)).map(done)),
        ("remove", Any, true, |r, p, h| at!(r, p, h, Dynamic, "", |a| r.remove(a)).map(done)),
        ("take", Number, true, |r, p, h| at!(r, p, h, u32, "", |a| r.take::<u32>(a)).map(|_| None)),
        ("push", List, true, |r, p, h| at!(r, p, h, u32, "[]", |a| r.push(a, 7u32)).map(done)),
        ("push", List, true, |r, p, h| at!(r, p, h, str, "[]", |a| r.push(a, "pushed")).map(done)),
        ("extend", List, true, |r, p, h| at!(r, p, h, u32, "[]", |a| r.extend(a, [7u32, 8])).map(done)),
        ("push_json", List, false, |r, p, h| path_only(h, || r.push_json(p, r#"{"x":1}"#))),
        ("insert", List, false, |r, p, h| path_only(h, || r.insert(&format!("{p}[0]"), 7u32))),
        ("insert_json", List, false, |r, p, h| path_only(h, || r.insert_json(&format!("{p}[0]"), "[true]"))),
        ("make_list", List, true, |r, p, h| at!(r, p, h, u32, "[]", |a| r.make_list(a)).map(done)),
        ("pop", List, true, |r, p, h| at!(r, p, h, u32, "[]", |a| r.pop::<u32>(a)).map(|_| None)),
        ("truncate", List, true, |r, p, h| at!(r, p, h, u32, "[]", |a| r.truncate(a, 1)).map(done)),
        ("retain", List, true, |r, p, h| at!(r, p, h, u32, "[]", |a| r.retain::<u32>(a, |n| n != 1)).map(done)),
        ("sort_by", List, true, |r, p, h| {
            at!(r, p, h, u32, "[]", |a| r.sort_by::<u32>(a, |a, b| -> Ordering { a.cmp(b) })).map(done)
        }),
        ("swap", List, true, |r, p, h| at!(r, p, h, u32, "[]", |a| r.swap(a, 0, 1)).map(done)),
        ("add_key", Map, true, |r, p, h| at!(r, p, h, u32, "[]", |a| r.add_key(a, "new")).map(|_| None)),
        ("append", Text, true, |r, p, h| at!(r, p, h, str, "", |a| r.append::<str>(a, "more")).map(done)),
        ("splice", Text, true, |r, p, h| at!(r, p, h, str, "", |a| r.splice::<str>(a, 0..0, "before")).map(done)),
    ]
}

/// The rows of the table by the names of their calls.
fn table() -> BTreeMap<String, Vec<String>> {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/types.md")).unwrap();
    let table = page.split("<!-- table: any -->").nth(1).and_then(|rest| rest.split("<!-- end").next()).unwrap();
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let mut lines = table.trim().lines();
    assert_eq!(cells(lines.next().unwrap())[1..], STATES);
    let rows = lines.skip(1).flat_map(|line| {
        let mut cells = cells(line);
        let names = cells.remove(0);
        names.split(", ").map(|name| (name.trim_matches('`').to_owned(), cells.clone())).collect::<Vec<_>>()
    });
    rows.collect()
}

/// What a cell of the table allows.
fn allowed(cell: &str) -> &'static [&'static str] {
    match cell {
        "`Type`" => &["Type"],
        "`Path`" => &["Path"],
        "`None`" => &["None"],
        "`Absent`" => &["Absent"],
        "no" => &["no"],
        "yes or no" => &["some", "no"],
        "null" => &["changed", "unchanged"],
        "nothing to do" => &["unchanged"],
        cell if cell.starts_with("the ") => &["some"],
        "set" | "made" | "removed" | "added" | "sorted" | "swapped" | "changed" | "returned; null stays" => {
            &["changed"]
        }
        other => panic!("no such cell: {other}"),
    }
}

#[test]
fn each_call_in_each_state_of_a_document_does_what_the_table_says() -> Result<()> {
    let (table, mut cases) = (table(), 0);
    let calls = calls();
    for name in table.keys() {
        assert!(calls.iter().any(|(call, ..)| call == name), "nobody calls `{name}`");
    }
    for (schema, around, prefix) in places() {
        let schema = Schema::parse(schema)?;
        let before = around(document());
        let bytes = schema.from_json(&before.to_string())?.into_storage();
        for (name, wanted, by_handle, call) in &calls {
            let is_read = ["get::<T>", "get_optional::<T>", "entry", "get::<Dynamic>", "len", "iter", "contains_key"];
            for (state, cell) in table[*name].iter().enumerate() {
                for path in paths(*wanted, state, !is_read.contains(name)) {
                    for how in [How::Path, How::Handle] {
                        if how == How::Handle && (!by_handle || prefix.starts_with("by")) {
                            continue;
                        }
                        let path = format!("{prefix}{path}");
                        let mut record = Record::open(&schema, bytes.clone())?;
                        let told = call(&mut record, &path, how);
                        let after = record.to_serde::<Value>()?;
                        let case = format!("{name} of `{path}` by {how:?} in {schema}: {told:?}");
                        let found = match &told {
                            Err(error) => {
                                assert_eq!(record.as_bytes(), bytes, "{case}");
                                assert!(!error.path().is_empty(), "{case}");
                                match error.kind() {
                                    ErrorKind::Type => "Type",
                                    ErrorKind::Path => "Path",
                                    _ => panic!("{case}"),
                                }
                            }
                            Ok(Some(told)) => told,
                            Ok(None) if after == before => "unchanged",
                            Ok(None) => "changed",
                        };
                        assert!(allowed(cell).contains(&found), "the table says {cell}: {case}");
                        assert!(schema.prove(record.as_bytes())?.is_complete(), "{case}");
                        cases += 1;
                    }
                }
            }
        }
    }
    println!("{cases} cases");
    assert!(cases > 10_000, "{cases} cases");
    Ok(())
}

#[test]
fn an_error_within_any_names_the_path_and_both_kinds() -> Result<()> {
    let schema = Schema::parse("struct P { doc: any } root P;")?;
    let mut record = schema.from_json(&json!({"doc": document()}).to_string())?;
    let said = |error: vellum::Error| error.to_string();
    let crossed = "type mismatch: the path crosses `string`, expected `map` in `doc.s.x`";
    assert_eq!(said(record.get::<u32>("doc.s.x").unwrap_err()), crossed);
    assert_eq!(said(record.set("doc.s.x", 5).unwrap_err()), crossed);
    assert_eq!(said(record.remove("doc.s.x").unwrap_err()), crossed);
    let crossed = "type mismatch: the path crosses `map`, expected `list` in `doc.o`";
    assert_eq!(said(record.truncate("doc.o", 0).unwrap_err()), crossed);
    assert_eq!(said(record.push("doc.o", 5).unwrap_err()), crossed);
    assert_eq!(
        said(record.get::<u32>("doc.s").unwrap_err()),
        "type mismatch: the value is a string, not u32 in `doc.s`"
    );
    assert_eq!(
        said(record.len("doc.nul").unwrap_err()),
        "type mismatch: the value is null, expected `list` in `doc.nul`"
    );
    assert_eq!(said(record.get::<str>("doc.nope").unwrap_err()), "no such path: nothing is there in `doc.nope`");
    assert_eq!(said(record.pop::<u32>("doc.nope").unwrap_err()), "no such path: nothing is there in `doc.nope`");
    Ok(())
}

#[test]
fn a_document_that_is_the_whole_record_is_counted_and_asked_for_keys() -> Result<()> {
    let schema = Schema::parse("root any;")?;
    let mut record = schema.from_json(r#"{"a":1,"b":{"c":[1,2]}}"#)?;
    assert_eq!((record.len("")?, record.len("b")?, record.len("b.c")?), (2, 1, 2));
    assert_eq!((record.len("$map")?, record.len("b.$map")?, record.len("b.c.$list")?), (2, 1, 2));
    assert_eq!(record.len("b.$list").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.len("b.c.$map").unwrap_err().kind(), ErrorKind::Type);
    assert!(record.contains_key("", "a")? && record.contains_key("b", "c")? && !record.contains_key("b", "a")?);
    assert!(record.contains_key("b.$map", "c")?);
    assert!(record.add_key("", "new")? && !record.add_key("", "new")? && record.add_key("b", "new")?);
    assert_eq!(record.to_json()?, r#"{"a":1,"b":{"c":[1,2],"new":null},"new":null}"#);
    let values = schema.field::<u32>("b.$map[]")?;
    assert_eq!((record.len(&values)?, record.contains_key(&values, "c")?), (2, true));
    let (none, list) = (schema.from_json("null")?, schema.from_json("[1]")?);
    assert_eq!(none.len("").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!((list.len("")?, list.contains_key("", "a").unwrap_err().kind()), (1, ErrorKind::Type));
    Ok(())
}

#[test]
fn fields_of_a_schema_have_their_defaults_also_where_they_are_any() -> Result<()> {
    let schema = Schema::parse(
        "struct Home { city: string = \"x\", extra: any }
         struct User { home: Home?, may: any?, extra: any, hits: map<string, u32>, tags: list<string>? } root User;",
    )?;
    let user = Record::new(&schema);
    assert_eq!((user.get::<str>("home.city")?, user.get::<u32>("hits[a]")?, user.len("tags")?), ("x", 0, 0));
    assert!(matches!(user.get::<Dynamic>("extra")?, ValueRef::Null));
    assert!(matches!(user.get::<Dynamic>("may")?, ValueRef::Absent));
    assert_eq!(user.get::<str>("extra").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(user.get::<str>("may").unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(user.get::<str>("home.extra").unwrap_err().kind(), ErrorKind::Path);
    for path in ["may", "home.extra", "extra.x", "may.x", "home.extra.x[0]"] {
        assert_eq!(user.get_optional::<str>(path)?, None, "{path}");
    }
    Ok(())
}
