//! Differences made to a record that is not the one they were found in: what both have is edited, what it has alone stays, and what cannot be
//! done changes nothing.

mod long;
mod pairs;

use vellum::{
    ErrorKind, Record, Schema,
    change::{Action, Change},
};

fn copy(record: &Record) -> Record {
    Record::open(record.schema(), record.as_bytes().to_vec()).unwrap()
}

fn list(schema: &Schema, path: &str, elements: &[&str]) -> Record {
    let mut record = Record::new(schema);
    for element in elements {
        record.push(path, *element).unwrap();
    }
    record
}

fn texts(changes: &[Change]) -> Vec<String> {
    changes.iter().map(ToString::to_string).collect()
}

fn elements(record: &Record, path: &str) -> Vec<String> {
    let element = |index| record.get::<str>(&format!("{path}[{index}]")).unwrap().to_string();
    (0..record.len(path).unwrap()).map(element).collect()
}

/// Makes changes that are refused: the bytes stay.
#[track_caller]
fn refused(record: &mut Record, changes: &[Change], kind: ErrorKind, path: &str) {
    let before = record.as_bytes().to_vec();
    let error = record.apply(changes).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (kind, path), "{error}");
    assert_eq!(record.as_bytes(), before, "{error}");
}

fn tags() -> Schema {
    Schema::parse("struct User { name: string, tags: list<string>, maybe: list<string>? } root User;").unwrap()
}

#[test]
fn a_push_onto_an_empty_list_is_an_insert_and_keeps_what_another_pushed() {
    let schema = tags();
    let never_stored = Record::new(&schema);
    let mut emptied = list(&schema, "tags", &["gone"]);
    emptied.remove("tags[0]").unwrap();
    for base in [never_stored, emptied] {
        let mut mine = copy(&base);
        mine.push("tags", "mine").unwrap();
        let changes = base.diff(&mine).unwrap();
        assert_eq!(texts(&changes), [r#"insert tags[0]: "mine""#]);
        let mut theirs = copy(&base);
        theirs.push("tags", "theirs").unwrap();
        theirs.apply(&changes).unwrap();
        assert_eq!(elements(&theirs, "tags"), ["mine", "theirs"]);
    }
}

#[test]
fn several_pushes_are_one_splice() {
    let schema = tags();
    let (base, mine) = (Record::new(&schema), list(&schema, "tags", &["a", "b", "c"]));
    let changes = base.diff(&mine).unwrap();
    assert_eq!(texts(&changes), [r#"splice tags[0]: [] -> ["a", "b", "c"]"#]);
    let mut theirs = list(&schema, "tags", &["x"]);
    theirs.apply(&changes).unwrap();
    assert_eq!(elements(&theirs, "tags"), ["a", "b", "c", "x"]);
}

#[test]
fn a_cleared_list_is_a_removal_of_its_elements() {
    let schema = tags();
    let (base, mut mine) = (list(&schema, "tags", &["a", "b"]), list(&schema, "tags", &["a", "b"]));
    mine.clear("tags").unwrap();
    let changes = base.diff(&mine).unwrap();
    assert_eq!(texts(&changes), [r#"splice tags[0]: ["a", "b"] -> []"#]);
    let mut theirs = list(&schema, "tags", &["a", "b", "theirs"]);
    theirs.apply(&changes).unwrap();
    assert_eq!(elements(&theirs, "tags"), ["theirs"]);
    // Theirs is between what goes.
    refused(&mut list(&schema, "tags", &["a", "theirs", "b"]), &changes, ErrorKind::Conflict, "tags[1]");
    refused(&mut list(&schema, "tags", &["a"]), &changes, ErrorKind::Path, "tags");
}

#[test]
fn a_list_that_can_be_absent_is_set_and_cleared_as_a_whole_where_one_side_has_none() {
    let schema = tags();
    let (absent, full) = (Record::new(&schema), list(&schema, "maybe", &["a"]));
    let mut empty = Record::new(&schema);
    empty.make_list("maybe").unwrap();
    for (old, new, expected) in [
        (&absent, &empty, "set maybe: []"),
        (&absent, &full, r#"set maybe: ["a"]"#),
        (&empty, &full, r#"insert maybe[0]: "a""#),
        (&full, &empty, r#"remove maybe[0]: "a""#),
        (&full, &absent, "clear maybe"),
        (&empty, &absent, "clear maybe"),
    ] {
        let changes = old.diff(new).unwrap();
        assert_eq!(texts(&changes), [expected]);
        let mut patched = copy(old);
        patched.apply(&changes).unwrap();
        assert!(patched.content_eq(new).unwrap(), "{expected}");
    }
    // What is inserted into makes the list that another has made absent.
    let mut theirs = copy(&absent);
    theirs.apply(&empty.diff(&full).unwrap()).unwrap();
    assert!(theirs.content_eq(&full).unwrap());
}

#[test]
fn an_insert_beyond_the_end_is_refused() {
    let schema = tags();
    let (base, mine) = (list(&schema, "tags", &["a", "b"]), list(&schema, "tags", &["a", "b", "c"]));
    let changes = base.diff(&mine).unwrap();
    refused(&mut list(&schema, "tags", &["a"]), &changes, ErrorKind::Path, "tags[2]");
    refused(&mut Record::new(&schema), &changes, ErrorKind::Path, "tags[2]");
    let longer = list(&schema, "tags", &["a", "b", "c", "d"]);
    refused(&mut list(&schema, "tags", &["a"]), &base.diff(&longer).unwrap(), ErrorKind::Path, "tags");
}

#[test]
fn only_what_the_base_had_is_removed() {
    let schema = tags();
    let (base, mine) = (list(&schema, "tags", &["a", "b"]), list(&schema, "tags", &["a"]));
    let changes = base.diff(&mine).unwrap();
    assert_eq!(texts(&changes), [r#"remove tags[1]: "b""#]);
    refused(&mut list(&schema, "tags", &["theirs", "a", "b"]), &changes, ErrorKind::Conflict, "tags[1]");
    refused(&mut list(&schema, "tags", &["a"]), &changes, ErrorKind::Path, "tags[1]");
    refused(&mut Record::new(&schema), &changes, ErrorKind::Path, "tags[1]");
    let mut longer = list(&schema, "tags", &["theirs", "b", "more"]);
    longer.apply(&changes).unwrap();
    assert_eq!(elements(&longer, "tags"), ["theirs", "more"]);
}

#[test]
fn a_replaced_element_is_replaced_where_it_still_is() {
    let schema = tags();
    let (base, mine) = (list(&schema, "tags", &["a", "b", "c"]), list(&schema, "tags", &["a", "B", "c"]));
    let changes = base.diff(&mine).unwrap();
    assert_eq!((changes.len(), changes[0].action(), changes[0].index()), (1, Action::Splice, 1));
    let mut theirs = list(&schema, "tags", &["A", "b", "c", "d"]);
    theirs.apply(&changes).unwrap();
    assert_eq!(elements(&theirs, "tags"), ["A", "B", "c", "d"]);
    refused(&mut list(&schema, "tags", &["theirs", "a", "b", "c"]), &changes, ErrorKind::Conflict, "tags[1]");
}

#[test]
fn a_conflict_takes_back_the_changes_before_it() {
    let schema = tags();
    let (base, mut mine) = (list(&schema, "tags", &["a"]), Record::new(&schema));
    mine.set("name", "a name that needs room, more than there is").unwrap();
    let changes = base.diff(&mine).unwrap();
    assert_eq!(changes.len(), 2);
    refused(&mut list(&schema, "tags", &["b"]), &changes, ErrorKind::Conflict, "tags[0]");
}

#[test]
fn keys_of_maps_and_sets_are_added_and_removed_one_by_one() {
    let schema = Schema::parse(
        "struct Post { votes: map<string, u32?>, tags: set<string>, notes: map<string, list<string>> } root Post;",
    )
    .unwrap();
    let record = |votes: &[(&str, u32)], tags: &[&str], notes: &[(&str, &str)]| {
        let mut record = Record::new(&schema);
        for (key, vote) in votes {
            record.set(&*format!("votes[{key}]"), *vote).unwrap();
        }
        for tag in tags {
            assert!(record.add_key("tags", *tag).unwrap());
        }
        for (key, note) in notes {
            record.push(&*format!("notes[{key}]"), *note).unwrap();
        }
        record
    };
    let (empty, mine) = (Record::new(&schema), record(&[("a", 1)], &["a"], &[("a", "x")]));
    let added = empty.diff(&mine).unwrap();
    assert!(added.iter().all(|change| change.action() == Action::AddKey), "{added:?}");
    let removed = mine.diff(&empty).unwrap();
    assert_eq!(
        texts(&removed),
        [r#"remove key votes["a"]: 1"#, r#"remove key tags["a"]"#, r#"remove key notes["a"]: ["x"]"#]
    );

    // Other keys stay, and a key with the same value is no conflict.
    let mut theirs = record(&[("a", 1), ("b", 2)], &["a", "b"], &[("b", "y")]);
    theirs.apply(&added).unwrap();
    assert!(theirs.content_eq(&record(&[("a", 1), ("b", 2)], &["a", "b"], &[("a", "x"), ("b", "y")])).unwrap());
    theirs.apply(&removed).unwrap();
    assert!(theirs.content_eq(&record(&[("b", 2)], &["b"], &[("b", "y")])).unwrap());

    // Another value is not erased.
    refused(&mut record(&[("a", 2)], &[], &[]), &added, ErrorKind::Conflict, r#"votes["a"]"#);
    refused(&mut record(&[("a", 2)], &["a"], &[("a", "x")]), &removed, ErrorKind::Conflict, r#"votes["a"]"#);
    let mut longer = copy(&mine);
    longer.push("notes[a]", "theirs").unwrap();
    refused(&mut longer, &removed, ErrorKind::Conflict, r#"notes["a"]"#);
    refused(&mut Record::new(&schema), &removed, ErrorKind::Path, r#"votes["a"]"#);

    // A value that was absent is one.
    let mut absent = Record::new(&schema);
    absent.add_key("votes", "a").unwrap();
    let (added, removed) = (empty.diff(&absent).unwrap(), absent.diff(&empty).unwrap());
    refused(&mut record(&[("a", 2)], &[], &[]), &added, ErrorKind::Conflict, r#"votes["a"]"#);
    refused(&mut record(&[("a", 2)], &[], &[]), &removed, ErrorKind::Conflict, r#"votes["a"]"#);
    let mut theirs = copy(&absent);
    theirs.apply(&added).unwrap();
    theirs.apply(&removed).unwrap();
    assert!(theirs.content_eq(&empty).unwrap());
}

#[test]
fn what_a_change_sets_is_set_whatever_is_there() {
    let schema = Schema::parse(
        "union Contact { none, email: string, phones: list<string> }
         struct User { age: u16, nick: string?, home: Contact } root User;",
    )
    .unwrap();
    let (mut base, mut mine) = (Record::new(&schema), Record::new(&schema));
    base.set("nick", "a").unwrap();
    base.push("home.phones", "1").unwrap();
    mine.set("age", 1).unwrap();
    mine.set("home.email", "a@b").unwrap();
    let changes = base.diff(&mine).unwrap();
    let actions: Vec<Action> = changes.iter().map(Change::action).collect();
    assert_eq!(actions, [Action::Set, Action::Clear, Action::Switch]);
    let mut theirs = copy(&base);
    theirs.set("age", 2).unwrap();
    theirs.set("nick", "b").unwrap();
    theirs.push("home.phones", "2").unwrap();
    theirs.apply(&changes).unwrap();
    assert!(theirs.content_eq(&mine).unwrap());
}

#[test]
fn an_element_with_parts_is_edited_at_its_index() {
    let text = "struct Phone { number: string, notes: list<string> } struct User { phones: list<Phone> } root User;";
    let schema = Schema::parse(text).unwrap();
    let mut base = Record::new(&schema);
    for number in ["1", "2"] {
        base.push_default("phones").unwrap();
        let last = base.len("phones").unwrap() - 1;
        base.set(&*format!("phones[{last}].number"), number).unwrap();
    }
    let (mut mine, mut theirs) = (copy(&base), copy(&base));
    mine.push("phones[1].notes", "mine").unwrap();
    theirs.push("phones[1].notes", "theirs").unwrap();
    theirs.set("phones[1].number", "3").unwrap();
    let changes = base.diff(&mine).unwrap();
    assert_eq!(texts(&changes), [r#"insert phones[1].notes[0]: "mine""#]);
    theirs.apply(&changes).unwrap();
    assert_eq!(elements(&theirs, "phones[1].notes"), ["mine", "theirs"]);
    assert_eq!(theirs.get::<str>("phones[1].number").unwrap(), "3");

    // An element that was edited is not the one that was removed.
    mine.remove("phones[1]").unwrap();
    let changes = base.diff(&mine).unwrap();
    assert_eq!(changes[0].action(), Action::Remove);
    refused(&mut theirs, &changes, ErrorKind::Conflict, "phones[1]");
    theirs.remove("phones[1]").unwrap();
    refused(&mut theirs, &changes, ErrorKind::Path, "phones[1]");
}

#[test]
fn an_element_that_becomes_absent_or_another_variant_is_replaced_where_it_still_is() {
    let text = "union Held { none, word: u32, many: list<u8> } struct Part { n: u8 }
                struct All { held: list<Held>, parts: list<Part?> } root All;";
    let schema = Schema::parse(text).unwrap();
    let record = |json: &str| schema.from_json(json).unwrap();
    let base = record(r#"{"held":[{"many":[1]},{"word":1}],"parts":[{"n":1}]}"#);
    let mine = record(r#"{"held":[{"word":1},{"word":2}],"parts":[null]}"#);
    let changes = base.diff(&mine).unwrap();
    assert!(changes.iter().all(|change| change.action() == Action::Splice) && changes.len() == 2, "{changes:?}");
    let theirs = |held: &str, parts: &str| record(&format!("{{\"held\":[{held}],\"parts\":[{parts}]}}"));
    let same = r#"{"many":[1]},{"word":1}"#;
    refused(&mut theirs(r#"{"many":[1,2]},{"word":1}"#, r#"{"n":1}"#), &changes, ErrorKind::Conflict, "held[0]");
    refused(&mut theirs(r#"{"many":[1]},{"word":3}"#, r#"{"n":1}"#), &changes, ErrorKind::Conflict, "held[1]");
    refused(&mut theirs(same, r#"{"n":9},{"n":1}"#), &changes, ErrorKind::Conflict, "parts[0]");
    let mut longer = theirs(&format!("{same},\"none\""), r#"{"n":1},{"n":9}"#);
    longer.apply(&changes).unwrap();
    assert!(longer.content_eq(&theirs(r#"{"word":1},{"word":2},"none""#, r#"null,{"n":9}"#)).unwrap());
}

#[cfg(feature = "serde")]
#[test]
fn a_removal_written_by_hand_says_what_is_to_be_there_or_nothing() -> vellum::Result<()> {
    use serde::de::DeserializeSeed;

    let schema = Schema::parse("struct All { tags: list<string>, holes: list<u8?>, any: list<any> } root All;")?;
    let read =
        |json: &str| vellum::serde::PatchSeed::new(&schema).deserialize(&mut serde_json::Deserializer::from_str(json));
    let mut record = list(&schema, "tags", &["a", "b", "c"]);
    record.push_default("holes")?;
    record.push_default("any")?;
    record.push("holes", 1u8)?;
    for (json, kind) in [
        (r#"[{"path":"tags[0]","action":"remove","removed":"x"}]"#, ErrorKind::Conflict),
        (r#"[{"path":"holes[0]","action":"remove","removed":0}]"#, ErrorKind::Conflict),
        (r#"[{"path":"holes[1]","action":"remove","removed":null}]"#, ErrorKind::Conflict),
        (r#"[{"path":"tags","action":"splice","index":0,"removed":["a","x"],"value":["y"]}]"#, ErrorKind::Conflict),
        (r#"[{"path":"tags","action":"splice","index":2,"removed":["c","d"]}]"#, ErrorKind::Path),
        (r#"[{"path":"tags","action":"splice","index":4,"value":["d"]}]"#, ErrorKind::Path),
        (r#"[{"path":"tags[0]","action":"splice","index":0,"value":"d"}]"#, ErrorKind::Type),
    ] {
        let before = record.as_bytes().to_vec();
        assert_eq!(record.apply(&read(json).unwrap()).unwrap_err().kind(), kind, "{json}");
        assert_eq!(record.as_bytes(), before, "{json}");
    }
    let error = read(r#"[{"path":"tags","action":"splice","value":["d"]}]"#).unwrap_err().to_string();
    assert!(error.contains("missing field `index`"), "{error}");
    record.apply(
        &read(
            r#"[{"path":"tags[0]","action":"remove"},
                {"path":"tags","action":"splice","index":1,"removed":["c"],"value":["d","e"]},
                {"path":"holes[0]","action":"remove","removed":null},
                {"path":"any[0]","action":"remove","removed":null}]"#,
        )
        .unwrap(),
    )?;
    assert_eq!(record.to_json()?, r#"{"tags":["b","d","e"],"holes":[1],"any":[]}"#);
    Ok(())
}
