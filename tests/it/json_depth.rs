//! JSON of the deepest values: what is written of them is read, what is deeper is refused, and none of it overflows a stack.

use vellum::json::Options;
use vellum::patch::Patch;
use vellum::{ErrorKind, Record, Result, Schema, Vellum, json};

use crate::common::nets;

/// What each visit may take.
const STACK: usize = 2 << 20;
/// What makes and compares values for the tests, which is not what they measure.
const ROOMY: usize = 64 << 20;
/// Of all messages, with the limit behind it.
const TOO_DEEP: &str = "values are nested";

fn with_stack<R: Send>(run: impl FnOnce() -> R + Send) -> R {
    on_stack(STACK, run)
}

fn on_stack<R: Send>(stack: usize, run: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, run).unwrap().join().unwrap()
    })
}

/// A type that holds itself, one object of a kind in another.
struct Kind {
    schema: &'static str,
    /// The field of the root that holds the next.
    field: &'static str,
    /// Makes the next value in the one at a path, and says what leads to it.
    grow: fn(&mut Record, &str) -> Result<&'static str>,
    /// What is around a value in one that holds it.
    around: (&'static str, &'static str),
}

fn step(path: &str, step: &str) -> String {
    if path.is_empty() || step.starts_with('[') { format!("{path}{step}") } else { format!("{path}.{step}") }
}

const KINDS: &[Kind] = &[
    Kind {
        schema: "struct N { list: list<N> } root N;",
        field: "list",
        grow: |record, path| record.push_default(&*step(path, "list")).map(|()| "list[0]"),
        around: (r#"{"list":["#, "]}"),
    },
    // Below the last are what is not stored: structs of defaults, and the first variant of a union.
    Kind {
        schema: "union U { of: Leaf, other: u8 } struct Leaf { x: u8 = 3, l: list<u8>, m: map<u8, u8>, s: set<u8>, a: any, f: string? }
            struct Mid { leaf: Leaf, u: U } struct N { mid: Mid, list: list<N> } root N;",
        field: "list",
        grow: |record, path| record.push_default(&*step(path, "list")).map(|()| "list[0]"),
        around: (
            r#"{"mid":{"leaf":{"x":3,"l":[],"m":{},"s":[],"a":null,"f":null},"u":{"of":{"x":3,"l":[],"m":{},"s":[],"a":null,"f":null}}},"list":["#,
            "]}",
        ),
    },
    Kind {
        schema: "struct N { by: map<u8, N> } root N;",
        field: "by",
        grow: |record, path| record.add_key(&*step(path, "by"), 7u8).map(|_| "by[7]"),
        around: (r#"{"by":{"7":"#, "}}"),
    },
    Kind {
        schema: "struct N { next: N? } root N;",
        field: "next",
        grow: |record, path| record.make(&*step(path, "next")).map(|()| "next"),
        around: (r#"{"next":"#, "}"),
    },
    Kind {
        schema: "union U { end, more: N } struct N { n: u8, u: U } root N;",
        field: "u",
        grow: |record, path| record.set(&*step(path, "u.more.n"), 0u8).map(|()| "u.more"),
        around: (r#"{"n":0,"u":{"more":"#, "}}"),
    },
    Kind {
        schema: "union U { end, more: list<N> } struct N { u: U } root N;",
        field: "u",
        grow: |record, path| record.push_default(&*step(path, "u.more")).map(|()| "u.more[0]"),
        around: (r#"{"u":{"more":["#, "]}}"),
    },
    Kind {
        schema: "union U { end, more: N } struct N { n: u8, us: list<U> } root N;",
        field: "us",
        grow: |record, path| {
            record.push_default(&*step(path, "us"))?;
            record.set(&*step(path, "us[0].more.n"), 0u8).map(|()| "us[0].more")
        },
        around: (r#"{"n":0,"us":[{"more":"#, "}]}"),
    },
    Kind {
        schema: "struct N { array: array<N?, 1> } root N;",
        field: "array",
        grow: |record, path| record.make(&*step(path, "array[0]")).map(|()| "array[0]"),
        around: (r#"{"array":["#, "]}"),
    },
    Kind {
        schema: "struct N { pairs: list<tuple<u8, N?>> } root N;",
        field: "pairs",
        grow: |record, path| {
            record.push_default(&*step(path, "pairs"))?;
            record.make(&*step(path, "pairs[0].1")).map(|()| "pairs[0].1")
        },
        around: (r#"{"pairs":[[0,"#, "]]}"),
    },
    Kind {
        schema: "struct N { x: any } root N;",
        field: "x",
        grow: |record, path| {
            let holder = if path.is_empty() { "x" } else { path };
            record.push_default(holder).map(|()| if path.is_empty() { "x[0]" } else { "[0]" })
        },
        around: ("", ""),
    },
    Kind {
        schema: "struct N { x: any } root N;",
        field: "x",
        grow: |record, path| {
            let at = if path.is_empty() { "x.k".to_owned() } else { step(path, "k") };
            // Anew, as a bool becomes no map.
            let mut made = Record::new(record.schema());
            made.set(&*at, true)?;
            *record = made;
            Ok(if path.is_empty() { "x.k" } else { "k" })
        },
        around: ("", ""),
    },
];

/// Eight that lie inline in one another for each object.
const INLINE: &Kind = &Kind {
        schema: "frozen struct F8 { l: list<N> } frozen struct F7 { f: F8 } frozen struct F6 { f: F7 } frozen struct F5 { f: F6 }
            frozen struct F4 { f: F5 } frozen struct F3 { f: F4 } frozen struct F2 { f: F3 } frozen struct F1 { f: F2 }
            struct N { f: F1 } root N;",
        field: "f",
        grow: |record, path| record.push_default(&*step(path, "f.f.f.f.f.f.f.f.l")).map(|()| "f.f.f.f.f.f.f.f.l[0]"),
        around: (r#"{"f":{"f":{"f":{"f":{"f":{"f":{"f":{"f":{"l":["#, "]}}}}}}}}}"),
    };

/// The deepest value, by edits alone.
fn deepest(kind: &Kind) -> Record {
    let mut record = Record::new(&Schema::parse(kind.schema).unwrap());
    let (mut path, mut levels) = (String::new(), 0);
    loop {
        match (kind.grow)(&mut record, &path) {
            Ok(next) => path = step(&path, next),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Limit, "{}: {error}", kind.schema);
                break;
            }
        }
        levels += 1;
    }
    assert!(levels >= 31, "{levels} levels of {}", kind.schema);
    record
}

/// A text that is one level deeper.
fn deeper(kind: &Kind, json: &str) -> String {
    if kind.around.0.is_empty() {
        let held = json.strip_prefix(r#"{"x":"#).unwrap().strip_suffix('}').unwrap();
        return format!(r#"{{"x":[{held}]}}"#);
    }
    format!("{}{json}{}", kind.around.0, kind.around.1)
}

/// Reads a text in every way; gives what came of each.
fn read(kind: &Kind, schema: &Schema, json: &str) -> Vec<(&'static str, Result<Record>)> {
    let edited = |edit: &dyn Fn(&mut Record) -> Result<()>| {
        let mut record = Record::new(schema);
        let before = record.as_bytes().to_vec();
        edit(&mut record).inspect_err(|_| assert_eq!(record.as_bytes(), before)).map(|()| record)
    };
    let prefix = format!("{{\"{}\":", kind.field);
    let at = json.find(&prefix[1..]).unwrap();
    // The value of the field that holds the next, which is the last of the object.
    let held = &json[at + prefix.len() - 1..json.len() - 1];
    let operation = format!(r#"[{{"op":"add","path":"/{}","value":{held}}}]"#, kind.field);
    let applied = |patch: Result<Patch>| patch.and_then(|patch| edited(&|record| record.apply(&patch)));
    vec![
        ("from_json", schema.from_json(json)),
        ("set_json", edited(&|record| record.set_json(kind.field, held))),
        ("merge_patch", edited(&|record| record.merge_patch(json))),
        ("json_patch", edited(&|record| record.json_patch(&operation))),
        ("from_json_patch", applied(Patch::from_json_patch(schema, &operation))),
        ("from_merge_patch", applied(Patch::from_merge_patch(schema, json))),
    ]
}

#[test]
fn the_json_of_the_deepest_values_is_read_and_what_is_deeper_is_refused() {
    on_stack(ROOMY, || KINDS.iter().for_each(judge));
}

fn judge(kind: &Kind) {
    let record = deepest(kind);
    let schema = record.schema().clone();
    let json = with_stack(|| record.to_json().unwrap());
    for (way, read) in with_stack(|| read(kind, &schema, &json)) {
        // What an object does to `any`, and one that sets nothing, is known of a record alone.
        match read {
            Ok(read) => assert!(read.content_eq(&record).unwrap(), "{way}: {}", kind.schema),
            Err(error) => assert!(
                way == "from_merge_patch" && error.to_string().contains("known of a record alone"),
                "{way} of {}: {error}",
                kind.schema
            ),
        }
    }
    // One level deeper may hold defaults alone, which are not stored; two are too deep.
    let is_of_record = |way: &str, error: &vellum::Error| {
        way == "from_merge_patch" && error.to_string().contains("known of a record alone")
    };
    let is_told = |error: &vellum::Error| error.kind() == ErrorKind::Limit && error.to_string().contains(TOO_DEEP);
    let deeper = [deeper(kind, &json), deeper(kind, &deeper(kind, &json))];
    for (way, read) in with_stack(|| read(kind, &schema, &deeper[0])) {
        match read {
            Ok(read) => {
                schema.prove(read.as_bytes()).unwrap();
                assert_eq!(read.to_json().unwrap(), deeper[0], "{way}");
            }
            Err(error) => assert!(is_told(&error) || is_of_record(way, &error), "{way} of {}: {error}", kind.schema),
        }
    }
    for (way, read) in with_stack(|| read(kind, &schema, &deeper[1])) {
        let error = read.err().unwrap_or_else(|| panic!("{way}: {}", kind.schema));
        assert!(is_told(&error) || is_of_record(way, &error), "{way} of {}: {error}", kind.schema);
    }
}

/// Of values that lie inline so many may be in one another that a stack holds them.
#[test]
fn many_values_inline_in_each_of_many_objects_are_refused() {
    let schema = Schema::parse(INLINE.schema).unwrap();
    let nested = |levels: usize| {
        let inner = format!("{}[]{}", r#"{"f":"#.repeat(8), "}".repeat(8)).replace("[]", r#"{"l":[]}"#);
        (0..levels).fold(inner, |json, _| deeper(INLINE, &json))
    };
    on_stack(ROOMY, || {
        let json = nested(25);
        let record = schema.from_json(&json).unwrap();
        for (way, read) in with_stack(|| read(INLINE, &schema, &json)) {
            match read {
                Ok(read) => assert!(read.content_eq(&record).unwrap(), "{way}"),
                Err(error) => assert!(way == "from_merge_patch", "{way}: {error}"),
            }
        }
        for (way, read) in with_stack(|| read(INLINE, &schema, &nested(60))) {
            assert_eq!(read.err().map(|error| error.kind()), Some(ErrorKind::Limit), "{way}");
        }
    });
}

#[derive(Vellum, Debug, PartialEq, Default)]
struct Node {
    nodes: Vec<Node>,
}

#[test]
fn the_json_of_the_deepest_value_of_a_derived_type_is_read() {
    with_stack(|| {
        let node = (0..64).fold(Node::default(), |node, _| Node { nodes: vec![node] });
        let text = json::to_string(&node).unwrap();
        assert_eq!(json::from_str::<Node>(&text).unwrap(), node);
        let bytes = json::to_buffer::<Node>(&text).unwrap();
        assert_eq!(json::from_buffer::<Node>(&bytes).unwrap(), text);
        let mut patched = vellum::to_vec(&Node::default()).unwrap();
        json::merge_patch::<Node, _>(&mut patched, &text).unwrap();
        assert_eq!(patched, bytes);
        let error = json::from_str::<Node>(&format!(r#"{{"nodes":[{text}]}}"#)).unwrap_err();
        assert!(error.kind() == ErrorKind::Limit && error.to_string().contains(TOO_DEEP), "{error}");
        assert!(error.line_column().is_some());
    });
}

#[test]
fn hostile_depth_is_refused_on_every_way_in() {
    let schema = Schema::parse(
        "union U { none, of: N } struct N { a: any, l: list<any>, n: list<N>, m: map<string, N>, o: N?, u: U, s: string } root N;",
    )
    .unwrap();
    let any = Schema::parse("root any;").unwrap();
    let nests = [("[", "]", "1"), (r#"{"n":["#, "]}", "{}"), (r#"{"m":{"k":"#, "}}", "{}"), (r#"{"o":"#, "}", "null")];
    let nests = nests.into_iter().chain([(r#"{"u":{"of":"#, "}}", "{}"), (r#"{"a":"#, "}", "0")]);
    for (number, (open, close, inner)) in nests.enumerate() {
        let levels = if number == 0 && nets::full() { 1_000_000 } else { 20_000 };
        for is_closed in [false, true] {
            let end = if is_closed { close.repeat(levels) } else { String::new() };
            let text = [&*open.repeat(levels), inner, &*end].concat();
            with_stack(|| {
                let refused = |result: Result<()>| {
                    let error = result.unwrap_err();
                    let kinds = [ErrorKind::Limit, ErrorKind::Syntax, ErrorKind::Type];
                    assert!(kinds.contains(&error.kind()), "{open}: {error}");
                };
                let options = Options::new().default_missing_fields();
                let mut record = Record::new(&schema);
                for schema in [&schema, &any] {
                    refused(schema.from_json(&text).map(drop));
                    refused(options.read(schema, &text).map(drop));
                    refused(Record::new(schema).merge_patch(&text));
                    refused(Record::new(schema).json_patch(&text));
                    refused(Patch::from_merge_patch(schema, &text).map(drop));
                    refused(Patch::from_json_patch(schema, &text).map(drop));
                }
                for path in ["a", "l", "n", "m", "o", "u", "s"] {
                    refused(options.set(&mut record, path, &text));
                    let operation = format!(r#"[{{"op":"add","path":"/{path}","value":{text}}}]"#);
                    refused(record.json_patch(&operation));
                    refused(Patch::from_json_patch(&schema, &operation).map(drop));
                    refused(record.merge_patch(&format!(r#"{{"{path}":{text}}}"#)));
                }
                for path in ["l", "n"] {
                    refused(options.push(&mut record, path, &text));
                    refused(options.insert(&mut record, &format!("{path}[0]"), &text));
                }
                refused(options.insert(&mut record, r#"m["k"]"#, &text));
                refused(json::from_str::<Node>(&text).map(drop));
                refused(json::to_buffer::<Node>(&text).map(drop));
                // What is passed over is not kept, however deep it is.
                let unknown = format!(r#"{{"unknown":{text}}}"#);
                let skipped = options.skip_unknown_fields().read(&schema, &unknown);
                assert_eq!(skipped.is_ok(), is_closed);
                refused(options.read(&schema, &unknown).map(drop));
            });
        }
    }
}

#[test]
fn what_is_stored_below_the_deepest_is_refused() {
    let schema = Schema::parse(
        "union U { of: Leaf, other: Leaf } struct Leaf { x: u8 = 3, l: list<u8>, m: map<u8, u8>, s: set<u8>, a: any, f: string? }
         struct N { leaf: Leaf?, u: U, lists: list<list<u8>?>, list: list<N> } root N;",
    )
    .unwrap();
    let around = |inner: &str| {
        let inner = format!(r#"{{"list":[],{inner}}}"#);
        let json = format!("{}{inner}{}", r#"{"list":["#.repeat(64), "]}".repeat(64));
        Options::new().default_missing_fields().read(&schema, &json)
    };
    for inner in [
        r#""u":{"of":{}}"#,
        r#""u":{"of":{"x":3,"l":[],"a":null}}"#,
        r#""u":{"other":{}}"#,
        r#""lists":[]"#,
        r#""leaf":null"#,
    ] {
        let read = around(inner).unwrap_or_else(|error| panic!("{inner}: {error}"));
        schema.prove(read.as_bytes()).unwrap();
    }
    let held = [
        r#""x":4"#,
        r#""l":[1]"#,
        r#""m":{"1":1}"#,
        r#""s":[1]"#,
        r#""a":1"#,
        r#""a":[1]"#,
        r#""a":[]"#,
        r#""a":{"k":1}"#,
        r#""f":"""#,
    ];
    for held in held.iter().flat_map(|held| ["of", "other"].map(|name| format!(r#""u":{{"{name}":{{{held}}}}}"#))) {
        let error = around(&held).err().unwrap_or_else(|| panic!("{held}"));
        assert!(error.kind() == ErrorKind::Limit && error.to_string().contains(TOO_DEEP), "{held}: {error}");
    }
    for held in [r#""leaf":{}"#, r#""lists":[null]"#, r#""lists":[[]]"#] {
        assert_eq!(around(held).err().map(|error| error.kind()), Some(ErrorKind::Limit), "{held}");
    }
    let any = Schema::parse("root any;").unwrap();
    for inner in ["[]", "{}", "1.5", "\"x\""] {
        let json = format!("{}{inner}{}", "[".repeat(64), "]".repeat(64));
        let read = any.from_json(&json).unwrap();
        any.prove(read.as_bytes()).unwrap();
        assert_eq!(read.to_json().unwrap(), json);
        assert_eq!(any.from_json(&format!("[{json}]")).err().map(|error| error.kind()), Some(ErrorKind::Limit));
    }
}
