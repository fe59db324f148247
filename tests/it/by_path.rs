//! What takes a handle takes a path.

use vellum::{ErrorKind, Record, Result, Schema, field::VariantName};

const TEXT: &str = "
    enum State { open, done }
    struct Log {
        rounds: list<list<u32>>, lines: list<string>, notes: map<string, list<string>>, hits: map<string, u32>,
        views: u32?, title: string = \"none\", data: bytes, state: State,
    }
    root Log;";

#[test]
fn edits_by_path_are_those_by_handle() {
    let schema = Schema::parse(TEXT).unwrap();
    let (cell, note) = (schema.field::<u32>("rounds[][]").unwrap(), schema.field::<str>("notes[][]").unwrap());
    let (title, data) = (schema.field::<str>("title").unwrap(), schema.field::<[u8]>("data").unwrap());
    let (hits, state) = (schema.field::<u32>("hits[]").unwrap(), schema.field::<VariantName>("state").unwrap());
    let [mut by_path, mut by_handle] = [Record::new(&schema), Record::new(&schema)];
    let same = |by_path: &Record, by_handle: &Record| assert_eq!(by_path.as_bytes(), by_handle.as_bytes());
    for record in [&mut by_path, &mut by_handle] {
        record.push_default("rounds").unwrap();
        record.push_default("rounds").unwrap();
    }
    by_path.extend("rounds[1]", [3u32, 1, 2, 4]).unwrap();
    by_handle.extend(cell.at(1), [3, 1, 2, 4]).unwrap();
    by_path.extend_from_slice("rounds[0]", &[7u32, 8]).unwrap();
    by_handle.extend_from_slice(cell.at(0), &[7, 8]).unwrap();
    same(&by_path, &by_handle);
    by_path.sort_by::<u32>("rounds[1]", |one, other| other.cmp(one)).unwrap();
    by_handle.sort_by(cell.at(1), |one, other| other.cmp(one)).unwrap();
    by_path.retain::<u32>("rounds[1]", |number| number != 2).unwrap();
    by_handle.retain(cell.at(1), |number| number != 2).unwrap();
    same(&by_path, &by_handle);
    assert_eq!(by_path.iter::<u32>("rounds[1]").unwrap().collect::<Result<Vec<_>>>().unwrap(), [4, 3, 1]);
    assert_eq!(by_path.pop::<u32>("rounds[1]").unwrap(), Some(1));
    assert_eq!(by_handle.pop(cell.at(1)).unwrap(), Some(1));
    let key = String::from("notes[a b]");
    by_path.extend(&key, ["one", "two"]).unwrap();
    by_handle.extend(note.at("a b"), ["one", "two"]).unwrap();
    assert_eq!(by_path.pop::<str>(&key).unwrap(), by_handle.pop(note.at("a b")).unwrap());
    assert_eq!(by_path.iter::<str>(&key).unwrap().collect::<Result<Vec<_>>>().unwrap(), ["one"]);
    by_path.append("title", "!").unwrap();
    by_handle.append(&title, "!").unwrap();
    by_path.splice("title", 0..1, "d").unwrap();
    by_handle.splice(&title, 0..1, "d").unwrap();
    by_path.append("data", [1, 2].as_slice()).unwrap();
    by_handle.append(&data, &[1, 2]).unwrap();
    same(&by_path, &by_handle);
    assert_eq!(by_path.get::<str>("title").unwrap(), "done!");
    assert_eq!(by_path.take::<str>("title").unwrap(), by_handle.take(&title).unwrap());
    for _ in 0..2 {
        by_path.entry::<u32, _>("hits[x]").and_modify(|count| count + 1).unwrap().or_insert(1).unwrap();
        by_handle.entry(hits.at("x")).and_modify(|count| count + 1).unwrap().or_insert(1).unwrap();
    }
    by_path.entry::<VariantName, _>("state").set("done").unwrap();
    by_handle.entry(&state).set("done").unwrap();
    same(&by_path, &by_handle);
    assert_eq!(by_path.get_optional::<u32>("hits[x]").unwrap(), Some(2));
    assert_eq!(by_path.get_optional::<u32>("views").unwrap(), None);
}

#[test]
fn a_path_is_held_to_the_type_that_it_is_read_as() {
    let schema = Schema::parse(TEXT).unwrap();
    let mut record = Record::new(&schema);
    record.push("lines", "one").unwrap();
    let before = record.as_bytes().to_vec();
    assert_eq!(
        record.get::<u16>("title").unwrap_err().to_string(),
        "type mismatch: the field is string, not u16 in `title`"
    );
    assert_eq!(record.iter::<u32>("lines").map(drop).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.pop::<u32>("lines").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.retain::<u32>("lines", |_| false).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.take::<u16>("views").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.append("views", "more").unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.iter::<u32>("hits").map(drop).unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.get::<str>("lines[]").unwrap_err().kind(), ErrorKind::Path);
    assert_eq!(record.entry::<u16, _>("views").get().unwrap_err().kind(), ErrorKind::Type);
    assert_eq!(record.as_bytes(), before);
}
