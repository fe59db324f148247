//! What the edits of a recorded record do, as patches: each public way to change a record, by handle, by path, by serde and by JSON.
//!
//! The patch of each edit is applied to copies of the buffer as it was, which lie elsewhere, and to what the revision before and the next
//! one make of the same document.

use vellum::patch::{Patch, RecordRecorder, Recorded};
use vellum::{ErrorKind, Record, Result, Schema, Workspace, dynamic::Dynamic, field::VariantName};

const OLD: &str = "
    enum Level: u8 { low, mid, high }
    open union Contact { nothing, email: string, of: Inner }
    struct Inner { note: string?, count: u16 = 3 }
    struct Doc key(age, title) {
        title: string, age: u8, code: string[6], number: i64 = 7, wide: u128, flag: bool = true, level: Level = mid, maybe: u32?,
        text: string = \"some\", short: string? max 9, data: bytes, hash: array<u8, 4>, pair: tuple<u16, string>, grid: array<u32, 3>,
        inner: Inner, other: Inner?, inners: list<Inner>, numbers: list<u32>, bytes: list<u8>, flags: list<bool>, levels: list<Level>,
        texts: list<string>, maybes: list<string?>, nested: list<list<u16>>, listed: list<u8>?, contact: Contact, contacts: list<Contact>,
        scores: map<string, u32>, by: map<u16, Inner?>, at: map<tuple<u8, string>, u8>, some: map<bool, u8>?, tags: set<string>, free: any,
    }
    root Doc;";

/// The next revision of it.
fn newer() -> String {
    OLD.replace("count: u16 = 3 }", "count: u16 = 3, more: string? since 2, kinds: list<u8> since 2 }")
        .replace("of: Inner }", "of: Inner, phone: u32 }")
        .replace("free: any,", "free: any, later: Inner? since 2, last: bool since 2,")
}

type Doc<'r> = Record<Recorded<'r, Vec<u8>>>;
type Edit = (&'static str, fn(&mut Doc<'_>) -> Result<()>);

fn handle<T: vellum::field::FieldType + ?Sized>(doc: &Doc<'_>, path: &str) -> vellum::Handle<T> {
    doc.schema().field::<T>(path).unwrap()
}

/// A record of the schema that differs from the one that is edited.
fn other(doc: &Doc<'_>) -> Record {
    let mut other = Record::new(doc.schema());
    other.set("title", "other").unwrap();
    other.set("other.note", "there").unwrap();
    other.set("scores[x]", 9u32).unwrap();
    other.set("scores[new]", 10u32).unwrap();
    other.set("contact.of.count", 8).unwrap();
    other.push("texts", "of the other").unwrap();
    other.add_key("tags", "other").unwrap();
    other.make_list("listed").unwrap();
    other.set("free.a.b", 5).unwrap();
    other
}

/// Each way to change a record once.
const EDITS: &[Edit] = &[
    ("set a number by handle", |doc| doc.set(&handle::<i64>(doc, "number"), -5)),
    ("set a number by path", |doc| doc.set("number", 12u8)),
    ("set a wide number", |doc| doc.set("wide", 1u128 << 100)),
    ("set a bool", |doc| doc.set("flag", false)),
    ("set an optional number", |doc| doc.set("maybe", 0u32)),
    ("set text by handle", |doc| doc.set(&handle::<str>(doc, "title"), "a longer text than was there before")),
    ("set text by path", |doc| doc.set("text", "")),
    ("set text with a rule", |doc| doc.set("short", "short")),
    ("set text of a fixed length", |doc| doc.set("code", "ab")),
    ("set bytes", |doc| doc.set("data", &[1u8, 2][..])),
    ("set an array of bytes", |doc| doc.set("hash", &[1u8, 2, 3, 4])),
    ("set an enum by name", |doc| doc.set(&handle::<VariantName>(doc, "level"), "high")),
    ("set an enum by number", |doc| doc.set("level", 0)),
    ("set a union", |doc| doc.set(&handle::<VariantName>(doc, "contact"), "of")),
    ("set what a union holds", |doc| doc.set("contact.email", "a@example.org")),
    ("set a field of what a union holds", |doc| doc.set("contact.of.note", "n")),
    ("set a part of a tuple", |doc| doc.set("pair.1", "part")),
    ("set an element of an array", |doc| doc.set("grid[1]", 5u32)),
    ("set an element", |doc| doc.set(handle::<u32>(doc, "numbers[]").at(1), 77)),
    ("set a text that is an element", |doc| doc.set("texts[0]", "another one")),
    ("set in a struct that is not there", |doc| doc.set("other.count", 4)),
    ("set in an element", |doc| doc.set("inners[1].note", "deep")),
    ("set under a key", |doc| doc.set(handle::<u32>(doc, "scores[]").at("x"), 6)),
    ("set under a new key", |doc| doc.set("scores[z]", 6u32)),
    ("set under the key of a number", |doc| doc.set("by[7].note", "under")),
    ("set under the key of a tuple", |doc| doc.set("at[[1,\"a\"]]", 5u8)),
    ("set in an element of a union", |doc| doc.set("contacts[0].email", "b@example.org")),
    ("set in any", |doc| doc.set("free.list", "text")),
    ("set in any on a way that is new", |doc| doc.set("free.new.b", 5)),
    ("take", |doc| doc.take(&handle::<str>(doc, "title")).map(drop)),
    ("clear a number", |doc| doc.clear("number")),
    ("clear a struct", |doc| doc.clear("inner")),
    ("clear what is not there", |doc| doc.clear("other.note")),
    ("clear a list", |doc| doc.clear("texts")),
    ("clear a union", |doc| doc.clear("contact")),
    ("clear an element", |doc| doc.clear("contacts[1]")),
    ("clear under a key", |doc| doc.clear("by[3]")),
    ("clear any", |doc| doc.clear("free")),
    ("push a number", |doc| doc.push(&handle::<u32>(doc, "numbers[]"), 8)),
    ("push a byte", |doc| doc.push("bytes", 8u8)),
    ("push a bool", |doc| doc.push("flags", true)),
    ("push an enum", |doc| doc.push("levels", "low")),
    ("push text", |doc| doc.push(&handle::<str>(doc, "texts[]"), "pushed")),
    ("push empty text that may be absent", |doc| doc.push("maybes", "")),
    ("push a union", |doc| doc.push("contacts", "of")),
    ("push to a list in a list", |doc| doc.push("nested[0]", 5u16)),
    ("push in any", |doc| doc.push("free.items", 5)),
    ("push to a list that is not there", |doc| doc.push("listed", 5u8)),
    ("push the default", |doc| doc.push_default("inners")),
    ("push the default of a union", |doc| doc.push_default("contacts")),
    ("push an absent element", |doc| doc.push_default("maybes")),
    ("insert a number", |doc| doc.insert("numbers[1]", 3u32)),
    ("insert text", |doc| doc.insert("texts[0]", "first")),
    ("insert a union", |doc| doc.insert("contacts[0]", "email")),
    ("insert in any", |doc| doc.insert("free.items[0]", "first")),
    ("extend", |doc| doc.extend(&handle::<str>(doc, "texts[]"), ["x", "y"])),
    ("extend in any", |doc| doc.extend("free.items", [1, 2, 3])),
    ("extend by numbers", |doc| doc.extend_from_slice(&handle::<u32>(doc, "numbers[]"), &[5, 6])),
    ("extend by bytes", |doc| doc.extend_from_slice(&handle::<u8>(doc, "bytes[]"), &[5, 6])),
    ("remove an element", |doc| doc.remove("inners[0]")),
    ("remove a key", |doc| doc.remove("scores[x]")),
    ("remove an element of a set", |doc| doc.remove("tags[a]")),
    ("remove from any", |doc| doc.remove("free.a")),
    ("pop", |doc| doc.pop::<str>(&handle::<str>(doc, "texts[]")).map(drop)),
    ("truncate", |doc| doc.truncate("numbers", 1)),
    ("truncate in any", |doc| doc.truncate("free.items", 1)),
    ("swap", |doc| doc.swap("inners", 0, 1)),
    ("swap unions", |doc| doc.swap("contacts", 0, 1)),
    ("retain", |doc| doc.retain(&handle::<u32>(doc, "numbers[]"), |number| number % 2 == 0)),
    ("sort", |doc| doc.sort_by(&handle::<str>(doc, "texts[]"), |a, b| b.cmp(a))),
    ("append text", |doc| doc.append("text", " more")),
    ("append bytes", |doc| doc.append(&handle::<[u8]>(doc, "data"), &[7u8][..])),
    ("append in any", |doc| doc.append("free.a.text", "more")),
    ("splice text", |doc| doc.splice(&handle::<str>(doc, "text"), 1..3, "öä")),
    ("splice text with a rule", |doc| doc.splice(&handle::<str>(doc, "short"), .., "ab")),
    ("splice text of a fixed length", |doc| doc.splice(&handle::<str>(doc, "code"), 0..1, "xy")),
    ("add a key", |doc| doc.add_key("scores", "new").map(drop)),
    ("add a key that is there", |doc| doc.add_key("scores", "x").map(drop)),
    ("add a key of an absent value", |doc| doc.add_key("by", 99).map(drop)),
    ("add an element of a set", |doc| doc.add_key("tags", "b").map(drop)),
    ("entry: modify", |doc| doc.entry(handle::<u32>(doc, "scores[]").at("x")).and_modify(|score| score + 1).map(drop)),
    ("entry: insert", |doc| doc.entry(handle::<u32>(doc, "scores[]").at("y")).or_insert(4).map(drop)),
    ("entry: clear", |doc| doc.entry(&handle::<u32>(doc, "maybe")).clear()),
    ("entry: set", |doc| doc.entry(&handle::<u32>(doc, "maybe")).set(5)),
    ("make", |doc| doc.make("other")),
    ("make what is there", |doc| doc.make("inner")),
    ("make under a key", |doc| doc.make("by[3]")),
    ("make a list", |doc| doc.make_list("listed")),
    ("copy a value", |doc| {
        let other = other(doc);
        doc.copy_from("inners[0]", &other, "other")
    }),
    ("copy a value that is absent", |doc| {
        let other = Record::new(doc.schema());
        doc.copy_from("inner", &other, "other")
    }),
    ("merge", |doc| {
        let other = other(doc);
        doc.merge(&other)
    }),
    ("apply", |doc| {
        let other = other(doc);
        let patch = doc.diff(&other)?;
        doc.apply(&patch)
    }),
    ("relayout and compact", |doc| {
        let schema = doc.schema().clone();
        doc.relayout_with(&schema, 100)?;
        doc.compact()
    }),
    ("the least key", |doc| doc.set_key_min()),
];

#[cfg(feature = "serde")]
const OF_SERDE: &[Edit] = &[
    ("set by serde", |doc| doc.set_serde("grid", &[1, 2, 3])),
    ("set none", |doc| doc.set_serde("other", &None::<u8>)),
    ("set none behind what is not there", |doc| doc.set_serde("other.note", &None::<u8>)),
    ("set none under a key that is not there", |doc| doc.set_serde("by[50]", &None::<u8>)),
    ("set none in what is under a key that is not there", |doc| doc.set_serde("by[50].note", &None::<u8>)),
    ("set none in another variant", |doc| doc.set_serde("contact.of.note", &None::<u8>)),
    ("set none in an element", |doc| doc.set_serde("inners[0].note", &None::<u8>)),
];

#[cfg(feature = "json")]
const OF_JSON: &[Edit] = &[
    ("set JSON", |doc| doc.set_json("inners", r#"[{"note": "n", "count": 5}]"#)),
    ("set null", |doc| doc.set_json("maybe", "null")),
    ("push JSON", |doc| doc.push_json("inners", r#"{"count": 5}"#)),
    ("push JSON to a set", |doc| doc.push_json("tags", r#""new""#)),
    ("push JSON to any", |doc| doc.push_json("free.items", r#"{"deep": [1]}"#)),
    ("insert JSON", |doc| doc.insert_json("contacts[0]", r#"{"of": {"count": 5}}"#)),
    ("insert JSON under a key", |doc| doc.insert_json("by[40]", r#"{"count": 5}"#)),
    ("merge patch", |doc| {
        doc.merge_patch(r#"{"title": "t", "other": {"note": null, "count": 1}, "scores": {"x": null, "q": 4}, "free": {"a": {"c": [1]}}}"#)
    }),
    ("patch of JSON", |doc| {
        doc.json_patch(
            r#"[{"op": "add", "path": "/texts/1", "value": "added"}, {"op": "move", "from": "/scores/x", "path": "/scores/w"},
                {"op": "remove", "path": "/inners/0"}, {"op": "replace", "path": "/pair/1", "value": "p"}, {"op": "copy", "from": "/title", "path": "/text"},
                {"op": "add", "path": "/free/items/-", "value": {"k": null}}, {"op": "test", "path": "/age", "value": 3}]"#,
        )
    }),
];

fn edits() -> Vec<Edit> {
    #[allow(unused_mut)]
    let mut edits = EDITS.to_vec();
    #[cfg(feature = "serde")]
    edits.extend_from_slice(OF_SERDE);
    #[cfg(feature = "json")]
    edits.extend_from_slice(OF_JSON);
    edits
}

/// A document that any revision of the schema has.
fn document(schema: &Schema) -> Record {
    let mut doc = Record::new(schema);
    let set = |doc: &mut Record| -> Result<()> {
        doc.set("title", "title")?;
        doc.set("age", 3)?;
        doc.set("code", "code")?;
        doc.set("short", "was")?;
        doc.set("inner.note", "inner")?;
        doc.extend("numbers", [9u32, 2, 4, 5, 7])?;
        doc.extend("bytes", [1u8, 2])?;
        doc.extend("texts", ["b", "a", "c"])?;
        doc.push("maybes", "m")?;
        doc.push_default("nested")?;
        for count in [1, 2, 3] {
            doc.push_default("inners")?;
            doc.set(&*format!("inners[{}].count", count - 1), count)?;
        }
        doc.push("contacts", "nothing")?;
        doc.push("contacts", "of")?;
        doc.set("contacts[1].of.count", 5)?;
        doc.set("contact.email", "email")?;
        doc.set("scores[x]", 1u32)?;
        doc.set("by[3].count", 4)?;
        doc.set("at[[1,\"b\"]]", 4u8)?;
        doc.add_key("tags", "a")?;
        doc.set("free.a.text", "t")?;
        doc.push("free.items", 1)?;
        doc.push("free.items", "two")
    };
    set(&mut doc).unwrap();
    doc
}

/// The same document, with what only the new revision has.
fn newer_document(schema: &Schema) -> Record {
    let mut doc = document(schema);
    doc.set("inner.more", "more").unwrap();
    doc.push("inners[1].kinds", 5u8).unwrap();
    doc.set("later.count", 5).unwrap();
    doc
}

#[test]
fn each_edit_is_noted_as_what_it_does() {
    let (old, new) = (Schema::parse(OLD).unwrap(), Schema::parse(&newer()).unwrap());
    let mut recorder = RecordRecorder::new(&old);
    let mut unmade = Vec::new();
    for (name, edit) in edits() {
        let before = document(&old).into_storage();
        let mut bytes = before.clone();
        let mut doc = recorder.open(&mut bytes).unwrap();
        if let Err(error) = edit(&mut doc) {
            unmade.push(format!("{name}: {error}"));
            continue;
        }
        let is_empty = recorder.is_empty();
        let patch = recorder.take().unwrap_or_else(|error| panic!("{name}: {error}"));
        let here = Record::open(&old, &bytes).unwrap();
        assert!(!is_empty || here.content_eq(&Record::open(&old, &before).unwrap()).unwrap(), "{name} is not noted");

        let of_old = Patch::from_bytes(&old, &patch).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut copy = Record::open(&old, before.clone()).unwrap();
        copy.apply(&of_old).unwrap_or_else(|error| panic!("{name}: {error}\n{of_old}"));
        assert!(copy.content_eq(&here).unwrap(), "{name}: {of_old}\n{copy:?}\n{here:?}");

        // In memory that cannot grow.
        let mut longer = Record::open(&old, before.clone()).unwrap();
        longer.relayout_with(&old, 2000).unwrap();
        let mut longer = longer.into_storage();
        longer.resize(longer.len() + 2000, 0);
        let mut slice = Record::open(&old, &mut longer[..]).unwrap();
        slice.apply(&of_old).unwrap_or_else(|error| panic!("{name}: {error}\n{of_old}"));
        assert!(slice.content_eq(&here).unwrap(), "{name}: {of_old}");
        let mut memory = vec![0; 4000];
        let mut workspace = Record::open(&old, Workspace::format_default(&mut memory, &old).unwrap()).unwrap();
        workspace.merge(&Record::open(&old, &before).unwrap()).unwrap();
        workspace.apply(&of_old).unwrap_or_else(|error| panic!("{name}: {error}\n{of_old}"));
        assert!(workspace.content_eq(&here).unwrap(), "{name}: {of_old}");

        // In a buffer of the next revision, and by that.
        let of_new = Patch::from_bytes(&new, &patch).unwrap();
        let mut next = newer_document(&new);
        next.apply(&of_new).unwrap_or_else(|error| panic!("{name}: {error}\n{of_new}"));
        // What was set is compared: what only the next revision has went with what was replaced, or stays.
        let known = Record::open(&old, next.into_storage()).unwrap();
        assert_eq!(format!("{known:?}"), format!("{here:?}"), "{name}: {of_new}");
    }
    assert_eq!(unmade, Vec::<String>::new());
}

#[test]
fn edits_of_the_next_revision_are_patches_for_buffers_of_the_one_before() {
    let (old, new) = (Schema::parse(OLD).unwrap(), Schema::parse(&newer()).unwrap());
    let mut recorder = RecordRecorder::new(&new);
    for (name, edit) in edits() {
        let before = document(&old).into_storage();
        let mut bytes = before.clone();
        // The newer program edits what the older one wrote.
        if edit(&mut recorder.open(&mut bytes).unwrap()).is_err() {
            continue;
        }
        let patch = recorder.take().unwrap_or_else(|error| panic!("{name}: {error}"));
        for (schema, knows_all) in [(&old, false), (&new, true)] {
            let Ok(read) = Patch::from_bytes(schema, &patch) else {
                // The value has a field of the next revision.
                assert!(!knows_all, "{name}");
                continue;
            };
            let mut copy = Record::open(schema, before.clone()).unwrap();
            copy.apply(&read).unwrap_or_else(|error| panic!("{name}: {error}\n{read}"));
            let (copy, here) = (copy.into_storage(), Record::open(&new, &bytes).unwrap());
            assert!(Record::open(&new, &copy).unwrap().content_eq(&here).unwrap(), "{name}: {read}");
        }
    }
}

#[test]
fn an_edit_that_fails_leaves_no_note() {
    let schema = Schema::parse(OLD).unwrap();
    let mut bytes = document(&schema).into_storage();
    let mut recorder = RecordRecorder::new(&schema);
    let mut doc = recorder.open(&mut bytes).unwrap();
    assert!(doc.set("age", 300).is_err());
    assert!(doc.set("short", "too long for the rule").is_err());
    assert!(doc.set("numbers[9]", 3u32).is_err());
    assert!(doc.remove("scores[none]").is_err());
    assert!(doc.splice("title", 50..60, "x").is_err());
    let other = Record::new(&schema);
    let patch = Record::open(&schema, doc.as_bytes()).unwrap().diff(&other).unwrap();
    doc.set("texts[0]", "another").unwrap();
    let before = format!("{doc:?}");
    // After some changes that could be made.
    assert_eq!(doc.apply(&patch).unwrap_err().kind(), ErrorKind::Conflict);
    #[cfg(feature = "json")]
    {
        let patch =
            r#"[{"op": "replace", "path": "/title", "value": "t"}, {"op": "test", "path": "/age", "value": 4}]"#;
        assert!(doc.json_patch(patch).is_err());
        assert!(doc.merge_patch(r#"{"title": "t", "age": 999}"#).is_err());
    }
    assert_eq!(format!("{doc:?}"), before);
    let patch = Patch::from_bytes(&schema, &recorder.take().unwrap()).unwrap();
    assert_eq!(patch.to_string(), "set texts[0]: \"another\"");
}

#[test]
fn what_cannot_be_noted_is_told_when_the_patch_is_taken() {
    let (old, new) = (Schema::parse(OLD).unwrap(), Schema::parse(&newer()).unwrap());
    let mut bytes = newer_document(&new).into_storage();
    let mut recorder = RecordRecorder::new(&old);
    // An element that holds what only the next revision knows.
    let swapped = recorder.open(&mut bytes).unwrap().swap("inners", 0, 1);
    swapped.unwrap();
    assert_eq!(recorder.take().unwrap_err().kind(), ErrorKind::Newer);
    assert!(recorder.is_empty());
    recorder.open(&mut bytes).unwrap().set("age", 5).unwrap();
    assert_eq!(Patch::from_bytes(&old, &recorder.take().unwrap()).unwrap().to_string(), "set age: 5");

    // A bound of a key need not be a value that the field may have.
    let schema = Schema::parse("struct User key(age) { age: u8 in 3..=9 = 5 } root User;").unwrap();
    let mut bytes = Record::new(&schema).into_storage();
    let mut recorder = RecordRecorder::new(&schema);
    recorder.open(&mut bytes).unwrap().set_key_max().unwrap();
    assert!(recorder.take().is_err());
}

#[test]
fn operations_that_are_applied_are_noted_as_such() {
    let schema = Schema::parse(OLD).unwrap();
    let mut target = document(&schema);
    target.insert("texts[1]", "inserted").unwrap();
    target.remove("scores[x]").unwrap();
    target.set("number", 5).unwrap();
    let patch = document(&schema).diff(&target).unwrap();
    let mut bytes = document(&schema).into_storage();
    let mut recorder = RecordRecorder::new(&schema);
    recorder.open(&mut bytes).unwrap().apply(&patch).unwrap();
    let noted = Patch::from_bytes(&schema, &recorder.take().unwrap()).unwrap();
    assert_eq!(noted.len(), patch.len());
    let kinds =
        |patch: &Patch| patch.iter().map(|change| (change.path().to_string(), change.action())).collect::<Vec<_>>();
    assert_eq!(kinds(&noted), kinds(&patch));
}

#[test]
fn a_patch_is_as_short_as_what_was_done() {
    let schema = Schema::parse(
        "struct User { name: string, visits: u32, tags: list<string>, by: map<string, u32>, free: any } root User;",
    )
    .unwrap();
    let mut bytes = Record::new(&schema).into_storage();
    let mut recorder = RecordRecorder::new(&schema);
    let mut len = |edit: fn(&mut Doc<'_>) -> Result<()>| {
        edit(&mut recorder.open(&mut bytes).unwrap()).unwrap();
        recorder.take().unwrap().len() - 6
    };
    assert_eq!(len(|user| user.set("visits", 5)), 8);
    assert_eq!(len(|user| user.set("name", "Ada")), 7);
    assert_eq!(len(|user| user.append("name", " L")), 8);
    assert_eq!(len(|user| user.push("tags", "math")), 9);
    assert_eq!(len(|user| user.remove("tags[0]")), 5);
    assert_eq!(len(|user| user.set("by[a]", 1u32)), 10);
    assert_eq!(len(|user| user.get::<Dynamic>("free").map(drop)), 0);
}
