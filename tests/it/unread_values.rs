//! Values of a buffer that nobody has proved, given to a record that is valid: it stays valid, and what is made of them is taken by others.

use vellum::patch::{Patch, RecordRecorder};
use vellum::{ErrorKind, Record, Result, Schema, Storage};

use crate::common::bounded::Bounded;
use crate::common::nets;

/// Types with a value as JSON and as a key. Most have words or texts that are none of their values; the others are moved the same way.
const TYPES: &[(&str, &str)] = &[
    ("string", r#""ab""#),
    ("string[4]", r#""ab""#),
    ("bytes", r#""AQI=""#),
    ("bool", "true"),
    ("char", r#""x""#),
    ("E", r#""b""#),
    ("time", r#""01:02:03""#),
    ("date", r#""2020-01-02""#),
    ("geo4", "[1.5,2.5]"),
    ("decimal(2)", r#""1.50""#),
    ("u16", "7"),
    ("any", r#"{"k":["ab",true,1]}"#),
];

/// Places with `T` in the place of the type, and as JSON with `V` in the place of the value and `K` in that of the key.
const PLACES: &[(&str, &str)] = &[
    ("T", "V"),
    ("T?", "V"),
    ("S", r#"{"x":V,"y":1}"#),
    ("S?", r#"{"x":V,"y":1}"#),
    ("F", r#"{"x":V,"b":true}"#),
    ("list<T>", "[V,V]"),
    ("list<T?>", "[V,null]"),
    ("list<S>", r#"[{"x":V,"y":1}]"#),
    ("list<F>", r#"[{"x":V,"b":true}]"#),
    ("list<list<T>>", "[[V]]"),
    ("array<T, 2>", "[V,V]"),
    ("tuple<T, u8>", "[V,1]"),
    ("map<u8, T>", r#"{"1":V}"#),
    ("map<string, S>", r#"{"k":{"x":V,"y":1}}"#),
    ("map<T, u8>", r"{K:1}"),
    ("set<T>", "[V]"),
    ("U", r#"{"p":V}"#),
    ("U", r#"{"s":{"x":V,"y":1}}"#),
    ("list<U>", r#"[{"p":V},{"p":V}]"#),
    ("list<U>", r#"[{"p":V},"n",{"s":{"x":V,"y":1}}]"#),
];

/// Of the bytes that are changed, one in so many is, in a run of all.
const ONE_IN: usize = 5;

/// A record of a type in a place: by itself, in a list, in a map and in a field of a revision.
fn source(ty: &str, value: &str, place: &str, json: &str, since: u32) -> Result<Record> {
    let late = if since > 1 { format!(", late: {place} since {since}") } else { String::new() };
    let text = format!(
        "enum E {{ a, b, c }} struct S {{ x: T, y: u8 }} frozen struct F {{ x: T, b: bool }} union U {{ n, p: T, s: S }}
         struct R {{ before: u8, v: {place}, l: list<{place}>, m: map<u8, {place}>, after: string{late} }} root R;"
    );
    let schema = Schema::parse(&replaced(&text, ty))?;
    let key = if value.starts_with('"') { value.into() } else { format!("\"{value}\"") };
    let json = json.replace('V', value).replace('K', &key);
    let late = if since > 1 { format!(r#","late":{json}"#) } else { String::new() };
    schema.from_json(&format!(r#"{{"before":1,"v":{json},"l":[{json},{json}],"m":{{"1":{json}}},"after":"z"{late}}}"#))
}

/// The schema text with a type in the place of each `T` that is a word by itself.
fn replaced(text: &str, ty: &str) -> String {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut out = String::new();
    for (at, c) in text.char_indices() {
        let alone = c == 'T' && !is_word(text[..at].chars().next_back()) && !is_word(text[at + 1..].chars().next());
        if alone { out.push_str(ty) } else { out.push(c) }
    }
    out
}

struct Case<'c> {
    schema: &'c Schema,
    /// Of all values the default.
    empty: &'c [u8],
    valid: &'c [u8],
    /// Of the revision before.
    earlier: &'c [u8],
    /// A valid buffer of which one byte was changed.
    bytes: &'c [u8],
    named: String,
}

impl Case<'_> {
    fn other(&self) -> Record<&[u8]> {
        Record::open(self.schema, self.bytes).unwrap()
    }

    /// Edits a record that is valid: it stays so, or stays what it was.
    fn edit<S: Storage + AsRef<[u8]>>(&self, way: &str, storage: S, edit: impl FnOnce(&mut Record<S>) -> Result<()>) {
        let before = storage.bytes().to_vec();
        let mut record = Record::open(self.schema, storage).unwrap();
        match edit(&mut record) {
            Ok(()) => {
                let verified = self.schema.prove(record.as_bytes());
                assert!(verified.is_ok(), "{way} of {}: {}", self.named, verified.unwrap_err());
            }
            Err(error) => {
                assert_ne!(error.kind(), ErrorKind::Internal, "{way} of {}: {error}", self.named);
                assert_eq!(record.as_bytes(), before, "{way} of {}: {error}", self.named);
            }
        }
    }

    /// A patch that was made is read by everybody.
    fn sent(&self, way: &str, patch: &[u8]) -> Patch {
        let read = Patch::from_bytes(self.schema, patch);
        read.unwrap_or_else(|error| panic!("{way} of {}: {error}", self.named))
    }

    fn run(&self) {
        /// The same edit in memory that grows, in memory that is full and in memory that becomes full on the way.
        macro_rules! edit {
            ($way:literal, $before:expr, |$record:ident| $edit:expr) => {
                let before: &[u8] = $before;
                self.edit($way, before.to_vec(), |$record| $edit);
                for room in [0, 9] {
                    let memory = Bounded { bytes: before.to_vec(), most: before.len() + room };
                    self.edit(concat!($way, " in fixed memory"), memory, |$record| $edit);
                }
            };
        }
        for before in [self.empty, self.valid, self.earlier] {
            edit!("copy", before, |record| record.copy_from("v", &self.other(), "v"));
            edit!("copy into a list", before, |record| record.copy_from("l[0]", &self.other(), "v"));
            edit!("copy into a map", before, |record| record.copy_from("m[1]", &self.other(), "l[1]"));
            edit!("copy to a new field", before, |record| record.copy_from("late", &self.other(), "v"));
            edit!("copy of a new field", before, |record| record.copy_from("v", &self.other(), "late"));
            edit!("copy to a new key", before, |record| record.copy_from("m[7]", &self.other(), "m[1]"));
            edit!("copy of a list", before, |record| record.copy_from("l", &self.other(), "l"));
            edit!("copy of a map", before, |record| record.copy_from("m", &self.other(), "m"));
            edit!("merge", before, |record| record.merge(&self.other()));
            let base = Record::open(self.schema, before.to_vec()).unwrap();
            if let Ok(patch) = base.diff(&self.other()) {
                let patch = self.sent("diff", &patch.to_bytes().unwrap());
                edit!("diff", before, |record| record.apply(&patch));
                let mut record = Record::open(self.schema, before.to_vec()).unwrap();
                record.apply(&patch).unwrap_or_else(|error| panic!("diff of {}: {error}", self.named));
            }
            for (one, other) in [
                (&base, &self.other()),
                (&Record::open(self.schema, self.bytes.to_vec()).unwrap(), &Record::open(self.schema, before).unwrap()),
            ] {
                if let Ok(patch) = one.diff_invertible(other) {
                    let patch = self.sent("diff with what was", &patch.to_bytes().unwrap());
                    let undo = patch.invert().unwrap();
                    self.sent("inverse", &undo.to_bytes().unwrap());
                }
            }
        }
        self.record();
        edit!("compact", self.bytes, |record| record.compact());
        edit!("layout", self.bytes, |record| record.relayout_with(self.schema, 9));
    }

    /// Records edits of the changed buffer itself.
    fn record(&self) {
        type Edit = fn(&mut Record<vellum::patch::Recorded<'_, Vec<u8>>>) -> Result<()>;
        let edits: [Edit; 5] = [
            |record| record.swap("l[]", 0, 1),
            |record| record.push_default("l"),
            |record| record.remove("l[0]"),
            |record| record.clear("v"),
            |record| record.make("v"),
        ];
        for edit in edits {
            let (mut bytes, mut recorder) = (self.bytes.to_vec(), RecordRecorder::new(self.schema));
            let done = recorder.open(&mut bytes).and_then(|mut record| edit(&mut record));
            if done.is_err() {
                assert_eq!(bytes, self.bytes, "{}", self.named);
            }
            if let Ok(patch) = recorder.take() {
                self.sent("recording", &patch);
            }
        }
    }
}

#[test]
fn a_valid_record_stays_valid_whatever_it_is_given() {
    let (mut number, mut cases, mut schemas) = (0, 0, 0);
    for (ty, value) in TYPES {
        for (place, json) in PLACES {
            // Not each type is a key.
            let (Ok(source), Ok(earlier)) = (source(ty, value, place, json, 2), source(ty, value, place, json, 1))
            else {
                assert!(place.contains("map<T") || place.contains("set<T"), "{ty} in {place}");
                continue;
            };
            schemas += 1;
            let (schema, valid) = (source.schema(), source.as_bytes());
            let earlier = earlier.as_bytes();
            let empty = Record::new(schema);
            for at in 1..valid.len() {
                for byte in [0xFF, 0xC0, valid[at].wrapping_add(1), 99] {
                    number += 1;
                    if number % (ONE_IN * nets::step()) != 0 {
                        continue;
                    }
                    let mut bytes = valid.to_vec();
                    bytes[at] = byte;
                    if schema.prove(&bytes).is_ok() || Record::open(schema, &bytes[..]).is_err() {
                        continue;
                    }
                    cases += 1;
                    let named = format!("{ty} in {place} ({json}), byte {at} is {byte:#x}");
                    Case { schema, empty: empty.as_bytes(), valid, earlier, bytes: &bytes, named }.run();
                }
            }
        }
    }
    println!("{schemas} schemas, {cases} buffers");
    assert!(schemas > 220 && cases > nets::least(4000), "{schemas} schemas, {cases} buffers");
}

/// A schema, and a buffer of it whose text `NOTE` in the second element's struct is none.
fn unread() -> (Schema, Vec<u8>) {
    let text = "struct Line { name: string } struct Order { lines: list<Line>, first: Line } root Order;";
    let schema = Schema::parse(text).unwrap();
    let order = schema.from_json(r#"{"lines":[{"name":"pen"},{"name":"NOTE"}],"first":{"name":""}}"#).unwrap();
    let mut bytes = order.into_storage();
    let at = bytes.windows(4).position(|window| window == b"NOTE").unwrap();
    bytes[at + 1] = 0xFF;
    (schema, bytes)
}

#[test]
fn a_text_in_a_part_that_is_no_utf8_is_refused_with_its_path() -> Result<()> {
    let (schema, bytes) = unread();
    let (other, before) = (Record::open(&schema, &bytes[..])?, Record::new(&schema).into_storage());
    let mut record = Record::open(&schema, before.clone())?;
    record.push_default("lines")?;
    let before = record.as_bytes().to_vec();
    let refused = |done: Result<()>, path: &str| {
        let error = done.unwrap_err();
        assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, path), "{error}");
        assert_eq!(error.position(), Some(bytes.len() - 4), "{error}");
    };
    refused(record.copy_from("lines", &other, "lines"), "lines[1].name");
    refused(record.copy_from("first", &other, "lines[1]"), "first.name");
    refused(record.copy_from("lines[0]", &other, "lines[1]"), "lines[0].name");
    refused(record.merge(&other), "lines[1].name");
    refused(record.diff(&other).map(drop), "lines[1].name");
    refused(other.diff(&record).map(drop), "lines[1].name");
    assert_eq!(record.as_bytes(), before);
    Ok(())
}

#[test]
fn a_buffer_with_a_text_that_is_no_utf8_is_not_laid_out_as_a_whole() -> Result<()> {
    let (schema, bytes) = unread();
    let mut record = Record::open(&schema, bytes.clone())?;
    let newer = Schema::parse(
        "struct Line { name: string } struct Order { lines: list<Line>, first: Line, last: Line since 2 } root Order;",
    )?;
    for error in [record.compact().unwrap_err(), record.relayout_with(&newer, 100).unwrap_err()] {
        assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Corrupt, "lines[1].name"), "{error}");
        assert_eq!(error.position(), Some(bytes.len() - 4), "{error}");
    }
    assert_eq!(record.as_bytes(), bytes);
    Ok(())
}
