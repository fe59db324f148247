//! Fields that JSON does not have: an error, unless the schema says what the field is without; and what is written comes back.

use std::collections::BTreeMap;

use serde::de::DeserializeSeed;
use serde_json::{Value, json};
use vellum::json::Options;
use vellum::serde::RecordSeed;
use vellum::{ErrorKind, Record, Schema, Vellum};

const TASKS: &str = "struct Step { name: string, at: timestamp, note: string?, weight: u8 = 0, done: bool since 2 }
    frozen struct Point { x: i32, y: i32 }
    union Work { none, step: Step, many: list<Step> }
    struct Tasks {
        first: Step?, all: list<Step>, named: map<string, Step>, work: Work, pair: tuple<Step, u8>?, fixed: array<Point, 1>, any: any
    }
    root Tasks;";

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap()
}

/// What an error says, without its kind and its place.
fn said(error: &vellum::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("type mismatch: ").unwrap_or(&text);
    let ends = [format!(" in `{}`", error.path()), String::from(" at line ")];
    let end = ends.iter().filter_map(|end| text.rfind(&**end)).min().unwrap_or(text.len());
    text[..end].to_owned()
}

/// A document of [`TASKS`] with all fields that it has to have, but for a step without `at` in one place.
fn lacking(place: &str) -> Value {
    let (step, lacks) = (json!({"name": "a", "at": 0}), json!({"name": "b"}));
    let mut document = json!({
        "all": [step], "named": {}, "work": "none", "fixed": [{"x": 1, "y": 2}], "any": {}
    });
    match place {
        "first" => document["first"] = lacks,
        "all[1]" => document["all"] = json!([step, lacks]),
        "named[k]" => document["named"]["k"] = lacks,
        "work.step" => document["work"] = json!({"step": lacks}),
        "work.many[0]" => document["work"] = json!({"many": [lacks]}),
        "pair.0" => document["pair"] = json!([lacks, 1]),
        _ => {}
    }
    document
}

const PLACES: [&str; 6] = ["first", "all[1]", "named[k]", "work.step", "work.many[0]", "pair.0"];

#[test]
fn a_missing_field_is_an_error_at_the_path_of_its_struct_in_every_way_in() {
    let schema = schema(TASKS);
    assert!(schema.from_json(&lacking("").to_string()).is_ok());
    for place in PLACES {
        let document = lacking(place);
        let text = document.to_string();
        let path = if place == "named[k]" { "named[\"k\"]" } else { place };
        let message = "the field `at` is missing";
        for error in [schema.from_json(&text).unwrap_err(), Record::from_serde(&schema, &document).unwrap_err()] {
            assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, path), "{error}");
            assert!(error.to_string().contains(message), "{error}");
        }
        let error = schema.from_json(&text).unwrap_err();
        assert_eq!(error.line_column().map(|(line, _)| line), Some(1));
        let packed = rmp_serde::to_vec_named(&document).unwrap();
        let texts = [
            schema.deserialize(&mut serde_json::Deserializer::from_str(&text)).unwrap_err().to_string(),
            RecordSeed::new(&schema).deserialize(&document).unwrap_err().to_string(),
            schema.deserialize(&mut rmp_serde::Deserializer::new(&packed[..])).unwrap_err().to_string(),
        ];
        for said in texts {
            assert!(said.contains(&format!("{message} in `{path}`")), "{said}");
        }
    }
    let error = schema.from_json("{\n\"all\": []\n}").unwrap_err();
    assert_eq!((error.path().as_str(), error.line_column().unwrap().0), ("", 3), "{error}");
    assert!(error.to_string().contains("the field `named` is missing"), "{error}");
}

#[test]
fn by_option_every_missing_field_has_its_default() {
    let schema = schema(TASKS);
    let options = Options::new().default_missing_fields();
    let seed = RecordSeed::new(&schema).default_missing_fields();
    for place in PLACES {
        let document = lacking(place);
        let read = options.read(&schema, &document.to_string()).unwrap();
        assert_eq!(seed.deserialize(&document).unwrap().as_bytes(), read.as_bytes());
        assert_eq!(seed.from_serde(&document).unwrap().as_bytes(), read.as_bytes());
        let path = if place == "pair.0" { "pair.0.at" } else { &*format!("{place}.at") };
        assert_eq!(read.get_json(path).unwrap(), "\"1970-01-01T00:00:00Z\"", "{place}");
    }
    assert_eq!(options.read(&schema, "{}").unwrap().as_bytes(), Record::new(&schema).as_bytes());
    // The last of the two says it.
    assert!(options.require_all_fields().read(&schema, "{}").is_err());
    assert!(Options::new().require_all_fields().default_missing_fields().read(&schema, "{}").is_ok());
    let error = seed.from_serde(&json!({"more": 1})).unwrap_err();
    assert!(error.to_string().contains("has no field `more`"), "{error}");
}

#[test]
fn fields_that_can_be_absent_declare_a_default_or_came_later_may_be_missing() {
    let schema = schema(
        "enum E { a = 1, b }
         struct R {
            a: u8?, b: list<u8>?, c: u8 = 7, d: u8 = 0, e: bool = false, f: string = \"\", g: E = a, h: bytes = b\"\", i: decimal(2) = 0.00,
            j: list<u8> since 2, k: string since 3, must: u8
         }
         root R;",
    );
    let read = schema.from_json(r#"{"must": 1}"#).unwrap();
    let all = r#"{"a":null,"b":null,"c":7,"d":0,"e":false,"f":"","g":"a","h":"","i":"0.00","j":[],"k":"","must":1}"#;
    assert_eq!(read.to_json().unwrap(), all);
    assert_eq!(said(&schema.from_json("{}").unwrap_err()), "the field `must` is missing");
    // Of those, only what can be absent may be missing where all fields are asked for.
    let strict = Options::new().require_all_fields();
    assert!(strict.read(&schema, all).is_ok());
    for name in ["c", "d", "e", "f", "g", "h", "i", "j", "k", "must"] {
        let mut document: serde_json::Map<String, Value> = serde_json::from_str(all).unwrap();
        document.remove(name);
        let error = strict.read(&schema, &Value::from(document.clone()).to_string()).unwrap_err();
        assert_eq!(said(&error), format!("the field `{name}` is missing"));
        assert_eq!(schema.from_json(&Value::from(document).to_string()).is_ok(), name != "must", "{name}");
    }
}

#[test]
fn a_missing_field_is_found_among_many() {
    let fields: Vec<String> = (0..150).map(|number| format!("f{number}: u8")).collect();
    let schema = schema(&format!("struct R {{ {} }} root R;", fields.join(", ")));
    let whole: BTreeMap<String, u8> = (0..150).map(|number| (format!("f{number}"), 1)).collect();
    assert!(schema.from_json(&json!(whole).to_string()).is_ok());
    for number in [0, 1, 62, 63, 64, 65, 127, 128, 149] {
        let mut some = whole.clone();
        some.remove(&format!("f{number}"));
        for error in [schema.from_json(&json!(some).to_string()), Record::from_serde(&schema, &some)] {
            assert_eq!(said(&error.unwrap_err()), format!("the field `f{number}` is missing"));
        }
    }
}

#[test]
fn a_value_at_a_path_has_all_its_fields_and_a_refusal_changes_nothing() {
    let schema = schema(TASKS);
    let mut record = schema.from_json(&lacking("").to_string()).unwrap();
    let before = record.as_bytes().to_vec();
    let lacks = json!({"name": "b"});
    let error = record.set_json("first", &lacks.to_string()).unwrap_err();
    assert_eq!((error.path().as_str(), &*said(&error)), ("first", "the field `at` is missing"));
    let error = record.set_serde("all[0]", &lacks).unwrap_err();
    assert_eq!((error.path().as_str(), &*said(&error)), ("all[0]", "the field `at` is missing"));
    let patch = json!([{"op": "add", "path": "/first", "value": lacks}]);
    let error = record.json_patch(&patch.to_string()).unwrap_err();
    assert!(error.to_string().contains("the field `at` is missing"), "{error}");
    assert_eq!(record.as_bytes(), before);
    Options::new().default_missing_fields().set(&mut record, "first", &lacks.to_string()).unwrap();
    assert_eq!(record.get::<str>("first.name").unwrap(), "b");
}

#[test]
fn a_merge_patch_has_what_changes_and_no_more() {
    let schema = schema(TASKS);
    let mut record = schema.from_json(&lacking("").to_string()).unwrap();
    record
        .merge_patch(r#"{"first": {"name": "x"}, "named": {"k": {"name": "y"}}, "all": [{}], "work": {"step": {}}}"#)
        .unwrap();
    let step =
        |name: &str| json!({"name": name, "at": "1970-01-01T00:00:00Z", "note": null, "weight": 0, "done": false});
    let merged: Value = serde_json::from_str(&record.to_json().unwrap()).unwrap();
    assert_eq!((&merged["first"], &merged["named"]["k"]), (&step("x"), &step("y")));
    assert_eq!((&merged["all"], &merged["work"]["step"]), (&json!([step("")]), &step("")));
}

#[derive(Vellum, serde::Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
struct Settings {
    name: String,
    #[vellum(default = 3)]
    retries: u8,
    hosts: Vec<String>,
    more: Option<Box<Settings>>,
}

#[derive(Vellum, serde::Deserialize, Clone, Debug, PartialEq)]
enum Action {
    Stop,
    Move {
        #[serde(default)]
        x: i32,
        y: i32,
    },
}

#[derive(Vellum, serde::Deserialize, Clone, Debug, PartialEq)]
struct Job {
    id: u64,
    #[vellum(default)]
    tags: Vec<String>,
    #[vellum(default)]
    by_name: BTreeMap<String, u8>,
    #[serde(default)]
    settings: Settings,
    #[vellum(default = 0)]
    level: u8,
    actions: Vec<Action>,
    #[vellum(since = 2)]
    owner: String,
}

#[test]
fn a_derived_type_says_which_fields_may_be_missing() {
    let job = Job {
        id: 1,
        tags: vec![],
        by_name: BTreeMap::new(),
        settings: Settings { retries: 3, ..Settings::default() },
        level: 0,
        actions: vec![Action::Move { x: 0, y: 2 }, Action::Stop],
        owner: String::new(),
    };
    let text = r#"{"id": 1, "actions": [{"Move": {"y": 2}}, "Stop"], "settings": {}}"#;
    assert_eq!(vellum::json::from_str::<Job>(text).unwrap(), job);
    assert_eq!(vellum::from_slice::<Job>(&vellum::json::to_buffer::<Job>(text).unwrap()).unwrap(), job);
    let refused = |text: &str, path: &str, name: &str| {
        for error in
            [vellum::json::from_str::<Job>(text).unwrap_err(), vellum::json::to_buffer::<Job>(text).unwrap_err()]
        {
            assert_eq!((error.path().as_str(), &*said(&error)), (path, &*format!("the field `{name}` is missing")));
        }
        assert!(Options::new().default_missing_fields().from_str::<Job>(text).is_ok());
        assert!(Options::new().default_missing_fields().to_buffer::<Job>(text).is_ok());
    };
    refused(r#"{"actions": []}"#, "", "id");
    refused(r#"{"id": 1}"#, "", "actions");
    refused(r#"{"id": 1, "actions": [{"Move": {"x": 2}}]}"#, "actions[0].Move", "y");
    assert_eq!(vellum::json::from_str::<Job>(&vellum::json::to_string(&job).unwrap()).unwrap(), job);
}

#[test]
fn every_form_of_a_schema_keeps_which_fields_may_be_missing() {
    let text = "enum E { a = 1, b } struct R { a: u8 = 0, b: E = a, c: string = \"\", d: bytes = b\"\", e: bool = false, f: char = 'x', g: f32 = 0.0,
        h: uuid = 0, i: decimal(2) = 0.00, j: timestamp = 0 } root R;";
    let parsed = schema(text);
    let json = serde_json::to_string(&parsed).unwrap();
    let forms =
        [schema(&parsed.to_string()), serde_json::from_str(&json).unwrap(), parsed.to_builder().build().unwrap()];
    for form in forms {
        assert_eq!(form, parsed);
        assert!(form.from_json("{}").is_ok(), "{form}");
    }
    let compact = Schema::from_bytes(&parsed.to_bytes()).unwrap();
    assert_eq!(compact.to_string(), parsed.to_string());
    assert_eq!((&compact, compact.to_bytes()), (&parsed, parsed.to_bytes()));
    assert!(compact.from_json("{}").is_ok());
    // It says nothing of buffers, so schemas are equal without it, and have one fingerprint.
    let undeclared = schema(
        "enum E { a = 1, b } struct R { a: u8, b: E, c: string, d: bytes, e: bool, f: char = 'x', g: f32,
        h: uuid, i: decimal(2), j: timestamp } root R;",
    );
    assert_eq!((&undeclared, undeclared.fingerprint()), (&compact, compact.fingerprint()));
    assert_ne!(undeclared.to_bytes(), compact.to_bytes());
    let fields = schema(&Job::schema().to_string());
    assert_eq!(&fields, Job::schema());
}

/// Types of every kind; `more` is what a later revision adds.
fn kinds(more: &str) -> Schema {
    let kinds = [
        "bool",
        "u8",
        "u16",
        "u32",
        "u64",
        "u128",
        "i8",
        "i16",
        "i32",
        "i64",
        "i128",
        "f32",
        "f64",
        "char",
        "string",
        "string[8]",
        "bytes",
        "bytes[4]",
        "uuid",
        "ulid",
        "ipv4",
        "ipv6",
        "decimal(2)",
        "decimal128(20)",
        "date",
        "time",
        "timestamp",
        "timestamp(s)",
        "timestamp(us)",
        "timestamp(ns)",
        "duration",
        "geo4",
        "geo8",
        "geo16",
        "Color",
        "Open",
        "Inner",
        "Point",
        "tuple<u8, string>",
        "list<u8>",
        "list<Inner>",
        "list<string?>",
        "set<string>",
        "set<u16>",
        "map<string, Inner>",
        "map<date, u8?>",
        "map<tuple<u8, string>, u8>",
        "array<Point, 2>",
        "array<u8?, 3>",
        "Shape",
        "any",
    ];
    let fields = kinds.iter().enumerate().map(|(number, kind)| format!("f{number}: {kind}, o{number}: {kind}?"));
    let text = format!(
        "enum Color {{ red = 2, green }} open enum Open {{ one, two }} frozen struct Point {{ x: f32, y: i8 = 0 }}
         struct Inner {{ name: string, at: date, deep: Inner?, {} }}
         union Shape {{ dot, line: u32, named: Inner, maybe: string?, many: list<Point> }}
         struct All {{ {}, {} }} root All;",
        more.replace('x', "z"),
        fields.collect::<Vec<_>>().join(", "),
        more
    );
    Schema::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

const LATER: &str =
    "x1: string since 2, x2: list<Color> since 2, x3: Shape since 3, x4: u8 = 5 since 3, x5: Point? since 3";

/// A record in which everything optional is there, as JSON of the one without has it: text is longer, numbers are others.
fn filled(schema: &Schema) -> Record {
    let mut record = Record::new(schema);
    let values = [
        ("f0", "true"),
        ("f1", "255"),
        ("f5", "340282366920938463463374607431768211455"),
        ("f10", "-170141183460469231731687303715884105728"),
        ("f11", "1.5"),
        ("f12", "-0.1"),
        ("f13", "\"é\""),
        ("f14", "\"text\""),
        ("f15", "\"text\""),
        ("f16", "\"AQI=\""),
        ("f22", "\"-1.05\""),
        ("f23", "\"0.00000000000000000001\""),
        ("f24", "\"2023-11-14\""),
        ("f25", "\"01:02:03.5\""),
        ("f26", "\"2023-11-14T22:13:20.5Z\""),
        ("f30", "\"PT1H\""),
        ("f31", "[45.5, -120.25]"),
        ("f34", "\"green\""),
        ("f35", "200"),
        ("f36", r#"{"name": "n", "at": "1970-01-02"}"#),
        ("f38", r#"[1, "x"]"#),
        ("f40", r#"[{"name": "n", "at": 3, "deep": {"name": "m", "at": 4}}]"#),
        ("f41", r#"["a", null]"#),
        ("f42", r#"["a", "b"]"#),
        ("f44", r#"{"k": {"name": "n", "at": 0}}"#),
        ("f45", r#"{"2023-11-14": null}"#),
        ("f46", r#"{"[7,\"EUR\"]": 1}"#),
        ("f49", r#"{"named": {"name": "n", "at": 0}}"#),
        ("f50", r#"{"a": [1, 2.5, null, {"b": "c"}]}"#),
    ];
    for (name, value) in values {
        for name in [String::from(name), name.replace('f', "o")] {
            record.set_json(&name, value).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    record
}

#[test]
fn what_is_written_is_read_by_default_of_every_kind_of_type() {
    let schema = kinds(LATER);
    for record in [Record::new(&schema), filled(&schema)] {
        let text = record.to_json().unwrap();
        let document: Value = serde_json::from_str(&text).unwrap();
        // Every field is there, so the strictest reader takes it, too.
        assert_eq!(document.as_object().unwrap().len(), schema.root().fields().len());
        for options in [Options::new(), Options::new().require_all_fields(), Options::new().default_missing_fields()] {
            let read = options.read(&schema, &text).unwrap();
            assert!(read.content_eq(&record).unwrap(), "{text}");
            assert_eq!(read.to_json().unwrap(), text);
        }
        let numbers = Options::new().numbers().pretty().write(&record).unwrap();
        assert!(schema.from_json(&numbers).unwrap().content_eq(&record).unwrap(), "{numbers}");
        assert!(Record::from_serde(&schema, &record).unwrap().content_eq(&record).unwrap());
        let packed = rmp_serde::to_vec(&record).unwrap();
        let read = (&schema).deserialize(&mut rmp_serde::Deserializer::new(&packed[..])).unwrap();
        assert!(read.content_eq(&record).unwrap());
        for field in schema.root().fields() {
            let part = record.get_json(field.name()).unwrap();
            let mut other = Record::new(&schema);
            other.set_json(field.name(), &part).unwrap_or_else(|error| panic!("{part}: {error}"));
            assert_eq!(other.get_json(field.name()).unwrap(), part);
        }
    }
}

#[test]
fn what_another_revision_has_written_is_read() {
    let (old, new) =
        (kinds("x0: u8 since 2"), kinds(&format!("x0: u8 since 2, {}", LATER.replace("since 2", "since 3"))));
    for older in [Record::new(&old), filled(&old)] {
        // JSON of the older program, and its bytes as the newer program writes them.
        let text = older.to_json().unwrap();
        let read = new.from_json(&text).unwrap();
        let seen = Record::open(&new, older.as_bytes().to_vec()).unwrap();
        assert!(read.content_eq(&seen).unwrap(), "{text}");
        assert!(new.from_json(&seen.to_json().unwrap()).unwrap().content_eq(&seen).unwrap());
    }
    let mut newer = filled(&new);
    newer.set("x1", "later").unwrap();
    newer.set_json("x3", r#"{"line": 7}"#).unwrap();
    // Bytes of the newer program as the older writes them, and JSON of the newer.
    let seen = Record::open(&old, newer.as_bytes().to_vec()).unwrap();
    let read = old.from_json(&seen.to_json().unwrap()).unwrap();
    assert_eq!(read.to_json().unwrap(), seen.to_json().unwrap());
    let text = newer.to_json().unwrap();
    assert!(said(&old.from_json(&text).unwrap_err()).contains("has no field"));
    let read = Options::new().skip_unknown_fields().read(&old, &text).unwrap();
    assert_eq!(read.to_json().unwrap(), seen.to_json().unwrap());
}
