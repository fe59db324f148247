//! The bytes of a workspace in storage that is none: they are read up to their end and compacted, and no edit makes their end
//! untrue.

use vellum::{ErrorKind, Record, Result, Schema, Storage, Vellum, Workspace, dynamic::Dynamic};

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Log {
    name: String,
    hits: u32,
    lines: Vec<String>,
    codes: Vec<u32>,
}

fn value() -> Log {
    Log { name: "a name".into(), hits: 7, lines: vec!["one".into(), "two".into()], codes: vec![3, 1, 2] }
}

/// A workspace with room behind it, and the same without.
fn memories() -> [Vec<u8>; 2] {
    let workspace = Workspace::format(vec![0; 300], &value()).unwrap();
    let exact = workspace.bytes().to_vec();
    [workspace.into_inner(), exact]
}

#[track_caller]
fn refused(result: Result<()>) {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Full);
    assert!(error.to_string().contains("Workspace::open"), "{error}");
}

#[test]
fn edits_of_derived_types_ask_for_a_workspace() -> Result<()> {
    for memory in memories() {
        let mut bytes = memory.clone();
        refused(Log::edit(&mut bytes).map(drop));
        refused(Log::edit(&mut bytes[..]).map(drop));
        refused(vellum::cursor::Session::open::<Log>(&mut bytes).map(drop));
        assert_eq!(bytes, memory);
        Log::edit(&mut Workspace::open(&mut bytes)?)?.set_hits(8)?;
        assert_eq!(Log::peek(&bytes)?.hits()?, 8);
    }
    Ok(())
}

#[test]
fn edits_of_records_ask_for_a_workspace() -> Result<()> {
    let text = "
        struct Spot { x: i32, y: i32? } union Contact { none, email: string }
        struct Log key(hits) {
            name: string, short: string[4], hits: u32, is_old: bool, lines: list<string>, codes: list<u32>, at: Spot?, extra: any,
            counts: map<string, u32>, tags: set<string>, contact: Contact, contacts: list<Contact>,
        }
        root Log;";
    let schema = Schema::parse(text)?;
    let mut workspace = Record::open(&schema, Workspace::format_default(vec![0; 600], &schema)?)?;
    workspace.set("name", "a name")?;
    workspace.push("lines", "one")?;
    workspace.push("lines", "two")?;
    workspace.extend_from_slice(&schema.field::<u32>("codes[]")?, &[3, 1, 2])?;
    workspace.set("counts[ada]", 3u32)?;
    workspace.push_default("contacts")?;
    workspace.set("extra.a", 1i64)?;
    let exact = workspace.as_bytes().to_vec();
    let memory = workspace.into_storage().into_inner();
    let mut other = Record::new(&schema);
    other.set("name", "another")?;
    other.set("at.x", 5i32)?;
    let code = schema.field::<u32>("codes[]")?;
    let line = schema.field::<str>("lines[]")?;
    let text = schema.field::<str>("name")?;

    for memory in [memory, exact] {
        let mut record = Record::open(&schema, memory.clone())?;
        let end = record.as_bytes().len();
        assert_eq!(record.as_bytes(), &memory[..end]);
        refused(record.set("name", "x"));
        refused(record.set("name", "a longer name"));
        refused(record.set("short", "x"));
        refused(record.set("hits", 1u32));
        refused(record.set("is_old", true));
        refused(record.set("at.y", 1i32));
        refused(record.set("counts[ada]", 4u32));
        refused(record.set("counts[bob]", 4u32));
        refused(record.set("contact.email", "e"));
        refused(record.set("extra.a", 2i64));
        refused(record.set(line.at(0), "x"));
        refused(record.set(code.at(0), 9));
        refused(record.push("lines", "three"));
        refused(record.insert(line.at(0), "zero"));
        refused(record.push_default("contacts"));
        refused(record.clear("name"));
        refused(record.clear("contact"));
        refused(record.take(&text).map(drop));
        refused(record.remove("lines[0]"));
        refused(record.remove("counts[ada]"));
        refused(record.pop(&line).map(drop));
        refused(record.extend(&line, ["x"]));
        refused(record.extend_from_slice(&code, &[4]));
        refused(record.truncate("lines", 1));
        refused(record.swap("codes", 0, 1));
        refused(record.retain(&code, |code| code > 1));
        refused(record.sort_by(&code, u32::cmp));
        refused(record.make("at"));
        refused(record.add_key("tags", "new").map(drop));
        refused(record.append(&text, "more"));
        refused(record.splice(&text, 0..1, "A"));
        refused(record.entry(&schema.field::<i32>("at.y")?).or_insert(5).map(drop));
        refused(record.set_key_max());
        refused(record.merge(&other));
        refused(record.copy_from("at", &other, "at"));
        let changes = record.diff(&other)?;
        assert!(changes.len() > 3);
        refused(record.apply(&changes));
        #[cfg(feature = "serde")]
        refused(record.set_serde("lines", &["x"]));
        assert_eq!(record.into_storage(), memory);

        // In a workspace the same is done, and its end stays true.
        let mut copy = memory.clone();
        let mut record = Record::open(&schema, Workspace::open(&mut copy)?)?;
        record.set("hits", 1u32)?;
        record.remove("lines[1]")?;
        assert!(schema.prove(&copy)?.is_complete());
        assert_eq!(Record::open(&schema, &copy[..])?.len("lines")?, 1);
    }
    Ok(())
}

#[test]
fn what_reads_stops_at_the_end() -> Result<()> {
    let schema = Log::schema();
    for memory in memories() {
        let record = Record::open(schema, &memory[..])?;
        assert_eq!(record.get::<str>("lines[1]")?, "two");
        let ordinary = Record::open(schema, vellum::to_vec(&value())?)?;
        assert!(record.content_eq(&ordinary)?);
        assert!(record.diff(&ordinary)?.is_empty());
        assert_eq!(vellum::from_slice::<Log>(&memory)?, value());
        assert!(schema.prove(&memory)?.record().content_eq(&ordinary.view()?)?);
        #[cfg(feature = "serde")]
        assert_eq!(serde_json::to_string(&record).unwrap(), serde_json::to_string(&ordinary).unwrap());
        // Those that measure count nothing behind the end.
        let end = Log::schema().prove(&memory)?.as_bytes().len();
        assert_eq!(vellum::space::space::<Log>(&memory)?.len, end);
        assert_eq!(vellum::space::space_by_field::<Log>(&memory, 1)?.total().len, end);
        assert_eq!(Record::open(schema, memory.clone())?.space()?.len, end);
    }
    // A pointer and a length that lead beyond the end, where there are bytes that would do.
    let [memory, _] = memories();
    let end = Log::schema().prove(&memory)?.as_bytes().len();
    let view = Record::open(schema, &memory[..])?;
    let name_at = memory.windows(7).position(|bytes| bytes == b"\x06a name").unwrap();
    assert_eq!(view.get::<str>("name")?, "a name");
    let mut long = memory.clone();
    long[name_at] = u8::try_from(end - name_at).unwrap();
    long[end..].fill(b'x');
    let mut beyond = memory.clone();
    let slot = memory.windows(2).position(|slot| slot == u16::try_from(name_at).unwrap().to_le_bytes()).unwrap();
    beyond[slot..slot + 2].copy_from_slice(&u16::try_from(end).unwrap().to_le_bytes());
    beyond[end..].fill(0);
    for bytes in [long, beyond] {
        let record = Record::open(schema, &bytes[..])?;
        assert_eq!(record.get::<str>("name").unwrap_err().kind(), ErrorKind::Corrupt);
        assert_eq!(record.get::<Dynamic>("name").map(drop).unwrap_err().kind(), ErrorKind::Corrupt);
        assert_eq!(record.content_eq(&record).unwrap_err().kind(), ErrorKind::Corrupt);
        assert_eq!(Log::peek(&bytes)?.name().unwrap_err().kind(), ErrorKind::Corrupt);
        let mut record = Record::open(schema, bytes.clone())?;
        assert_eq!(record.compact().unwrap_err().kind(), ErrorKind::Corrupt);
        assert_eq!(record.into_storage(), bytes);
    }
    Ok(())
}

#[test]
fn compact_makes_an_ordinary_buffer_of_it() -> Result<()> {
    for memory in memories() {
        let canonical = vellum::to_vec(&value())?;
        let mut bytes = memory.clone();
        Log::compact(&mut bytes)?;
        assert_eq!(bytes, canonical);
        Log::edit(&mut bytes)?.lines().push("three")?;

        let mut record = Record::open(Log::schema(), memory.clone())?;
        record.compact()?;
        assert_eq!(record.as_bytes(), canonical);
        record.push("lines", "three")?;
        assert_eq!(Log::peek(record.as_bytes())?.lines()?.get(2)?, "three");

        // A slice cannot become shorter.
        let mut bytes = memory.clone();
        assert_eq!(Log::compact(&mut bytes[..]).unwrap_err().kind(), ErrorKind::Full);
        assert_eq!(bytes, memory);
    }
    Ok(())
}
