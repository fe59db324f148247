//! A buffer that is only read: `Schema::peek` against the record of the same bytes.

use std::fmt::Debug;
use std::hash::{DefaultHasher, Hasher};

use vellum::{Record, Result, Schema, Workspace, dynamic::Dynamic};

const TEXT: &str = "
    union Contact { none, email: string, phone: u64 }
    struct Home { city: string, floor: i8 = 3 }
    struct User key(id) {
        id: u32, name: string, home: Home?, tags: list<string>, contacts: list<Contact>, votes: map<string, u16>, note: string since 2
    }
    root User;";

fn filled(schema: &Schema) -> Result<Record> {
    let mut user = Record::new(schema);
    user.set("id", 7)?;
    user.set("name", "Ada")?;
    user.set("home.city", "London")?;
    user.push("tags", "math")?;
    user.push("tags", "poetry")?;
    user.push_default("contacts")?;
    user.set("contacts[0].email", "ada@example.org")?;
    user.set("votes[bob]", 3)?;
    Ok(user)
}

fn said<T: Debug>(result: Result<T>) -> String {
    format!("{result:?}")
}

/// All that is read of a record or a view, as text.
macro_rules! reads {
    ($it:expr, $schema:expr) => {{
        let name = $schema.field::<str>("name").unwrap();
        let tag = $schema.field::<str>("tags[]").unwrap();
        let contact = $schema.field::<Dynamic>("contacts[]").unwrap();
        let mut hasher = DefaultHasher::new();
        vec![
            said($it.get(&name)),
            said($it.get(tag.at(1))),
            said($it.get(tag.at(9))),
            said($it.get(contact.at(0))),
            said($it.get_optional(&$schema.field::<str>("home.city").unwrap())),
            said($it.get::<i8>("home.floor")),
            said($it.get::<str>("note")),
            said($it.get::<u16>("votes[bob]")),
            said($it.get::<u16>("name")),
            said($it.len("tags")),
            said($it.iter(&tag).and_then(|tags| tags.collect::<Result<Vec<_>>>())),
            said($it.contains_key("votes", "bob")),
            said($it.contains_key("tags", "bob")),
            said($it.to_json()),
            said($it.get_json("votes")),
            said($it.to_serde::<serde_json::Value>()),
            said($schema.key(&$it)),
            said($it.content_hash(&mut hasher).map(|()| hasher.finish())),
            format!("{:?}", $it),
        ]
    }};
}

#[test]
fn a_view_reads_what_a_record_reads_whatever_the_bytes() -> Result<()> {
    let schema = Schema::parse(TEXT)?;
    let bytes = filled(&schema)?.into_storage();
    let mut buffers = vec![bytes.clone()];
    buffers.extend((0..bytes.len()).map(|len| bytes[..len].to_vec()));
    for (index, flip) in (0..bytes.len()).flat_map(|index| [1, 0x80, 0xFF].map(|flip| (index, flip))) {
        let mut changed = bytes.clone();
        changed[index] ^= flip;
        buffers.push(changed);
    }
    for bytes in &buffers {
        let (record, view) = (Record::open(&schema, &bytes[..]), schema.peek(bytes));
        match (record, view) {
            (Ok(record), Ok(view)) => assert_eq!(reads!(record, schema), reads!(view, schema), "{bytes:x?}"),
            (Err(of_record), Err(of_view)) => assert_eq!(of_record.to_string(), of_view.to_string(), "{bytes:x?}"),
            (record, view) => panic!("{:?} and {:?} of {bytes:x?}", record.err(), view.err()),
        }
    }
    Ok(())
}

#[test]
fn a_view_outlives_what_opened_it_and_is_taken_where_a_record_is() -> Result<()> {
    let schema = Schema::parse(TEXT)?;
    let bytes = filled(&schema)?.into_storage();
    let name = {
        let view = schema.peek(&bytes)?;
        view.get::<str>("name")?
    };
    assert_eq!(name, "Ada");

    let (view, mut other) = (schema.peek(&bytes)?, Record::new(&schema));
    assert!(!view.content_eq(&other)?);
    let changes = other.diff(&view)?;
    other.apply(&changes)?;
    assert!(view.content_eq(&other)? && other.content_eq(&view)?);
    assert!(view.diff(&&other)?.is_empty()); // also what is borrowed already
    let mut merged = Record::new(&schema);
    merged.merge(&view)?;
    assert!(merged.content_eq(&schema.prove(&bytes)?.record())?);
    let mut copy = Record::new(&schema);
    copy.copy_from("home", &view, "home")?;
    assert_eq!(copy.get::<str>("home.city")?, "London");
    Ok(())
}

#[test]
fn a_view_of_a_workspace_ends_where_the_record_does() -> Result<()> {
    let schema = Schema::parse(TEXT)?;
    let bytes = filled(&schema)?.into_storage();
    let mut memory = vec![0; 512];
    let len = {
        let workspace = Workspace::format_default(&mut memory[..], &schema)?;
        let mut record = Record::open(&schema, workspace)?;
        record.merge(&schema.peek(&bytes)?)?;
        record.as_bytes().len()
    };
    let view = schema.peek(&memory)?;
    assert_eq!(view.as_bytes().len(), len);
    assert!(view.content_eq(&schema.peek(&bytes)?)?);
    Ok(())
}

#[test]
fn the_whole_value_is_that_of_any_root() -> Result<()> {
    let root = |text: &str| -> Result<String> {
        let schema = Schema::parse(text)?;
        let record = Record::new(&schema);
        let shown = format!("{:?}", record.value()?);
        assert_eq!(shown, format!("{:?}", schema.peek(record.as_bytes())?.value()?));
        Ok(shown)
    };
    assert_eq!(root("root list<u8>;")?, "[]");
    assert_eq!(root("struct P { x: i32 } root P;")?, "P { x: 0 }");
    let schema = Schema::parse("root map<string, u32>;")?;
    let mut record = Record::new(&schema);
    record.set("[a]", 7u32)?;
    let vellum::dynamic::ValueRef::Map(map) = record.value()? else { panic!("a map") };
    assert_eq!(map.len(), 1);
    let schema = Schema::parse("root u16?;")?;
    let mut record = Record::new(&schema);
    assert!(matches!(record.value()?, vellum::dynamic::ValueRef::Absent));
    record.set("", 7u16)?;
    assert!(matches!(schema.peek(record.as_bytes())?.value()?, vellum::dynamic::ValueRef::Unsigned(7)));
    Ok(())
}
