//! Patches as bytes: read back, joined, taken back, applied elsewhere, and refused.

mod algebra;
mod hostile;
mod joins;
mod physical;
mod revisions;
mod states;

use vellum::patch::{self, Patch};
use vellum::{ErrorKind, Record, Result, Schema, change::Action};

fn copy(record: &Record) -> Record {
    Record::open(record.schema(), record.as_bytes().to_vec()).unwrap()
}

/// The patch that an edit is.
fn edit(record: &Record, edit: impl FnOnce(&mut Record) -> Result<()>) -> Patch {
    let mut edited = copy(record);
    edit(&mut edited).unwrap();
    record.diff_invertible(&edited).unwrap()
}

#[test]
fn a_number_in_a_nested_struct_is_at_most_sixteen_bytes() {
    let schema = Schema::parse(
        "struct Home { street: string, number: u32 } struct User { name: string, age: u16, home: Home } root User;",
    )
    .unwrap();
    let mut record = Record::new(&schema);
    record.set("home.street", "Main").unwrap();
    let mut edited = copy(&record);
    edited.set("home.number", u32::MAX).unwrap();
    let bytes = record.diff(&edited).unwrap().to_bytes().unwrap();
    // D3, the kind, the lineage; length, head, two steps, four bytes.
    assert_eq!(bytes.len(), 15, "{bytes:02X?}");
}

#[test]
fn every_kind_of_step_and_value_comes_back() -> Result<()> {
    let schema = Schema::parse(
        "enum Color { red = 3, blue = 9 }
         union Held { none, number: u64, text: string, many: list<u8> }
         frozen struct Spot { x: u8, name: string }
         struct Part { n: u8, notes: list<string>, code: string[4] }
         struct All {
            flag: bool, color: Color, ratio: f64, day: date, id: uuid, name: string, raw: bytes, code: string[4],
            spot: Spot, part: Part?, parts: list<Part>, held: Held, helds: list<Held>, grid: array<u16, 3>,
            pair: tuple<u8, string>, ids: map<u32, Part>, names: map<string, u8>, by: map<tuple<u8, string, bool>, u16>,
            colors: set<Color>, raws: set<bytes>, spans: set<array<u8, 2>>, flags: set<bool>, doc: any,
         }
         root All;",
    )?;
    let (old, mut new) = (Record::new(&schema), Record::new(&schema));
    new.set("flag", true)?;
    new.set("color", "blue")?;
    new.set("ratio", -0.5)?;
    new.set("name", "Ada")?;
    new.set("raw", &[1u8, 2][..])?;
    new.set("code", "abc")?;
    new.set("spot.name", "here")?;
    new.set("part.n", 7)?;
    new.push("part.notes", "one")?;
    new.push_default("parts")?;
    new.set("parts[0].n", 1)?;
    new.set("held.number", u64::MAX)?;
    new.push_default("helds")?;
    new.set("helds[0].text", "held")?;
    new.set("grid[2]", 5u16)?;
    new.set("pair.1", "second")?;
    new.set("ids[70000].n", 2)?;
    new.set("names[\"a.b]\"]", 3u8)?;
    new.set("by[[1,\"x\",true]]", 4u16)?;
    new.add_key("colors", "blue")?;
    new.add_key("raws", &[0u8, 255][..])?;
    new.add_key("spans", &[1u8, 2])?;
    new.add_key("flags", true)?;
    new.set("doc.list.of[\"k\"]", "v").ok();
    new.set("doc[\"k\"]", "v")?;
    for (old, new) in [(&old, &new), (&new, &old)] {
        for patch in [old.diff(new)?, old.diff_invertible(new)?] {
            let bytes = patch.to_bytes()?;
            assert!(patch::is_patch(&bytes) && !patch::is_patch(old.as_bytes()));
            let read = Patch::from_bytes(&schema, &bytes)?;
            assert_eq!(read, patch);
            assert_eq!(read.to_bytes()?, bytes);
            let mut patched = copy(old);
            patched.apply(&read)?;
            assert!(patched.content_eq(new)?, "{patch}");
        }
    }
    Ok(())
}

#[test]
fn a_push_and_a_splice_of_text_come_from_json_and_are_made() -> Result<()> {
    use serde::de::DeserializeSeed;
    let schema = Schema::parse("struct Log { lines: list<string>, text: string, raw: bytes } root Log;")?;
    let json = r#"[{"path":"lines","action":"push","index":0,"value":"b"},{"path":"text","action":"splice text","index":1,"count":2,"value":"EL"},
        {"path":"raw","action":"splice text","index":0,"removed":"AQI=","value":"AwQF"}]"#;
    let patch =
        vellum::serde::PatchSeed::new(&schema).deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap();
    assert_eq!(Patch::from_bytes(&schema, &patch.to_bytes()?)?, patch);
    let mut record = Record::new(&schema);
    record.push("lines", "a")?;
    record.set("text", "hello")?;
    record.set("raw", &[1u8, 2, 9][..])?;
    record.apply(&patch)?;
    assert_eq!((record.get::<str>("lines[1]")?, record.get::<str>("text")?), ("b", "hELlo"));
    assert_eq!(record.get::<[u8]>("raw")?, [3, 4, 5, 9]);
    // The bytes that it removes are others now.
    let before = record.as_bytes().to_vec();
    let error = record.apply(&patch).unwrap_err();
    assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Conflict, "raw"));
    assert_eq!(record.as_bytes(), before);
    assert_eq!(serde_json::to_string(&patch).unwrap(), json.replace("\n        ", ""));
    Ok(())
}

#[test]
fn what_was_there_before_is_a_condition_only_where_something_is_removed() -> Result<()> {
    let schema = Schema::parse("struct User { age: u16, tags: list<string> } root User;")?;
    let base = Record::new(&schema);
    let patch = edit(&base, |user| user.set("age", 37));
    assert!(patch.iter().all(|change| change.action() == Action::Set && !change.is_condition()));
    let mut theirs = copy(&base);
    theirs.set("age", 50)?;
    theirs.apply(&patch)?; // the last writer wins
    assert_eq!(theirs.get::<u16>("age")?, 37);
    let mut tagged = copy(&base);
    tagged.push("tags", "mine")?;
    let patch = edit(&tagged, |user| user.remove("tags[0]"));
    theirs.push("tags", "theirs")?;
    assert_eq!(theirs.apply(&patch).unwrap_err().kind(), ErrorKind::Conflict);
    Ok(())
}

#[test]
fn a_key_without_a_value_is_added_only_where_it_is_missing() -> Result<()> {
    let schema = Schema::parse("struct A { votes: map<string, u8> } root A;")?;
    let base = Record::new(&schema);
    let mut bytes = edit(&base, |record| record.set("votes[y]", 5)).to_bytes()?;
    // The operation ends in its value, and says so in its head.
    let at = bytes.iter().rposition(|byte| *byte == 0x15).unwrap();
    bytes.pop();
    bytes[at] -= 0x10;
    bytes[at - 1] -= 1;
    let without_value = Patch::from_bytes(&schema, &bytes)?;
    let mut record = copy(&base);
    record.apply(&without_value)?;
    assert_eq!((record.len("votes")?, record.get::<u8>("votes[y]")?), (1, 0));
    // A default is another state than an absent value, which this map cannot have.
    assert_eq!(record.apply(&without_value).unwrap_err().kind(), ErrorKind::Conflict);
    Ok(())
}
