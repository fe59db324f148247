//! Changes that are written to a format and taken back.

use proptest::prelude::*;
use serde::de::DeserializeSeed;
use vellum::serde::PatchSeed;
use vellum::{
    ErrorKind, Record, Result, Schema,
    change::{Action, Change},
    field::VariantName,
    patch::Patch,
};

use super::edits::{assert_same, edits, record, schema};

fn through_json(schema: &Schema, changes: &[Change]) -> Patch {
    let json = serde_json::to_string(changes).unwrap();
    let mut deserializer = serde_json::Deserializer::from_str(&json);
    deserializer.disable_recursion_limit();
    PatchSeed::new(schema).deserialize(&mut deserializer).unwrap_or_else(|error| panic!("{error} in {json}"))
}

fn through_message_pack(schema: &Schema, changes: &[Change]) -> Patch {
    let bytes = rmp_serde::to_vec(changes).unwrap();
    PatchSeed::new(schema).deserialize(&mut rmp_serde::Deserializer::new(&bytes[..])).unwrap()
}

fn from_text(schema: &Schema, text: &str) -> std::result::Result<Patch, serde_json::Error> {
    PatchSeed::new(schema).deserialize(&mut serde_json::Deserializer::from_str(text))
}

proptest! {
    #[test]
    fn sent_changes_are_the_same_changes(a in edits(40), b in edits(40)) {
        let schema = schema();
        let (old, new) = (record(&schema, &a), record(&schema, &b));
        for changes in [old.diff(&new).unwrap(), Record::new(&schema).diff(&new).unwrap()] {
            prop_assert_eq!(&through_message_pack(&schema, &changes), &changes);
            // JSON has no NaN.
            if !format!("{changes:?}").contains("NaN") {
                prop_assert_eq!(&through_json(&schema, &changes), &changes);
            }
        }
        let mut patched = record(&schema, &a);
        patched.apply(&through_message_pack(&schema, &old.diff(&new).unwrap())).unwrap();
        assert_same(&patched, &new);
    }
}

#[test]
fn every_action_is_sent() -> Result<()> {
    let schema = Schema::parse(
        "union Held { none, number: u64, text: string }
         struct Log { lines: list<string>, holes: list<u8?>, held: Held, nick: string?, ids: map<u8, u16?>, tags: set<string>, all: list<any> }
         root Log;",
    )?;
    let (mut old, mut new) = (Record::new(&schema), Record::new(&schema));
    for record in [&mut old, &mut new] {
        for line in ["a", "b", "c"] {
            record.push("lines", line)?;
        }
        record.push("holes", 1u8)?;
        record.push("all", 1i8)?;
    }
    old.set("nick", "gone")?;
    old.set("ids[1]", 1u16)?;
    old.add_key("tags", "old")?;
    new.remove("lines[1]")?;
    new.set("held.number", u64::MAX)?;
    new.push_default("holes")?;
    new.push_default("all")?;
    new.add_key("ids", 2u8)?;
    new.set("ids[3]", 3u16)?;
    new.add_key("tags", "new")?;
    let mut longer = Record::open(&schema, old.as_bytes().to_vec())?;
    longer.insert("lines[1]", "between")?;
    longer.set("lines[0]", "another")?;
    let changes = old.diff(&new)?.then(&old.diff(&longer)?)?;
    let of = |action| changes.iter().filter(|change| change.action() == action).count();
    for action in [
        Action::Set,
        Action::Clear,
        Action::Insert,
        Action::Remove,
        Action::Splice,
        Action::AddKey,
        Action::RemoveKey,
        Action::Switch,
    ] {
        assert!(of(action) > 0 || action == Action::Set, "{action:?} in {changes:?}");
    }
    assert_eq!(through_json(&schema, &changes), changes);
    assert_eq!(through_message_pack(&schema, &changes), changes);
    let json = serde_json::to_string(&changes).unwrap();
    assert!(json.contains(r#"{"path":"held","action":"switch","value":{"number":18446744073709551615}}"#), "{json}");
    assert!(json.contains(r#"{"path":"holes[1]","action":"insert"}"#), "{json}");
    assert!(json.contains(r#"{"path":"all[1]","action":"insert","value":null}"#), "{json}");
    old.apply(&through_json(&schema, &old.diff(&new)?))?;
    assert_same(&old, &new);
    Ok(())
}

#[test]
fn changes_written_by_hand_are_taken() -> Result<()> {
    let schema = schema();
    let text = r#"[
        {"action": "set", "path": "phone", "value": {"number": "12", "notes": []}, "why": "asked"},
        {"path": "nick", "action": "set", "value": "n"},
        {"path": "nick", "action": "set", "value": null},
        {"path": "second", "action": "clear", "value": "ignored where none is taken"},
        {"path": "fruit", "action": "set", "value": "pears"},
        {"path": "contact", "action": "switch", "value": {"phone": {"country": 1, "number": "", "notes": []}}},
        {"path": "by_code[-2]", "action": "add key", "value": {"number": "x", "notes": []}},
        {"path": "extra", "action": "set", "value": {"a": [1, null, 2.5], "b": "x"}}
    ]"#;
    // A key of a value that the schema does not know would be lost.
    assert!(
        from_text(
            &schema,
            &text.replace("\"12\"", "\"12\", \"unknown\": 1").replace("\"ignored where none is taken\"", "null")
        )
        .is_err()
    );
    // What is ignored still has to be a value of the field.
    assert!(from_text(&schema, text).is_err());
    let changes = from_text(&schema, &text.replace("\"ignored where none is taken\"", "null")).unwrap();
    let mut record = Record::new(&schema);
    record.apply(&changes)?;
    assert_eq!(record.get::<str>("phone.number")?, "12");
    assert_eq!(record.get::<u16>("phone.country")?, 49);
    assert_eq!(record.get_optional(&schema.field::<str>("nick")?)?, None);
    assert_eq!(record.get::<VariantName>("fruit")?, "pears");
    assert_eq!(record.get::<u16>("contact.phone.country")?, 1);
    assert_eq!(record.get::<str>("by_code[-2].number")?, "x");
    assert_eq!(record.get::<str>("extra.b")?, "x");
    Ok(())
}

#[test]
fn what_is_no_change_is_refused() {
    let schema = schema();
    for (text, message) in [
        ("{}", "invalid type: map"),
        ("[1]", "expected a map with a path"),
        (r#"[{"path": "id"}]"#, "missing field `action`"),
        (r#"[{"action": "clear"}]"#, "missing field `path`"),
        (r#"[{"path": "id", "action": "move"}]"#, "there is no action `move`"),
        (r#"[{"action": "set", "value": 1, "path": "id"}]"#, "a value comes before its path"),
        (r#"[{"path": "id", "path": "id", "action": "clear"}]"#, "the key `path` comes twice"),
        (r#"[{"path": "nothing", "action": "set", "value": 1}]"#, "`User` has no field `nothing`"),
        (r#"[{"path": "id", "action": "set", "value": "one"}]"#, "expected a value of u32 for `id`"),
        (
            r#"[{"path": "phones", "action": "set", "value": [{"country": -1}]}]"#,
            "-1 is out of range for u16 (0 to 65535) in `phones[0].country`",
        ),
        (r#"[{"path": "id", "action": "set", "value": 1, "value": 2}]"#, "the key `value` comes twice"),
    ] {
        let error = from_text(&schema, text).unwrap_err().to_string();
        assert!(error.contains(message), "{message:?} in {error}");
    }
    // A path that leads nowhere shows when the change is made.
    let changes = from_text(
        &schema,
        r#"[{"path": "id", "action": "set", "value": 1}, {"path": "codes[7]", "action": "remove"}]"#,
    )
    .unwrap();
    let mut record = Record::new(&schema);
    let before = record.as_bytes().to_vec();
    assert_eq!(record.apply(&changes).unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(record.as_bytes(), before);
}

#[test]
fn changes_of_a_record_that_is_any_are_sent() -> Result<()> {
    let schema = Schema::parse("root any;")?;
    let [mut old, mut new] = [Record::new(&schema), Record::new(&schema)];
    new.set("name", "Ada")?;
    new.set("home.city", "Rome")?;
    old.apply(&through_json(&schema, &old.diff(&new)?))?;
    assert!(old.content_eq(&new)?);
    new.set("home.city", "Paris")?;
    new.set("home.zip", 75000i32)?;
    old.apply(&through_message_pack(&schema, &old.diff(&new)?))?;
    assert!(old.content_eq(&new)?);
    Ok(())
}
