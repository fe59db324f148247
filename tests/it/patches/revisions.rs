//! Patches between revisions, and between schemas that are none.

use vellum::patch::{self, Patch};
use vellum::{ErrorKind, Record, Result, Schema};

const OLD: &str = "open union Held { none, number: u64 } struct Part { n: u8 }
    struct User { name: string, on: bool, age: u16, held: Held, parts: list<Part> } root User;";
// Declared elsewhere, where the bytes are the same, and with more of everything.
const NEW: &str = "open union Held { none, number: u64, text: string } struct Part { n: u8, late: string since 2 }
    struct User { mail: string? since 2, age: u16, name: string, held: Held, on: bool, parts: list<Part>, more: list<u8> since 2 } root User;";

#[test]
fn numbers_of_fields_are_those_of_all_revisions() -> Result<()> {
    let (old, new) = (Schema::parse(OLD)?, Schema::parse(NEW)?);
    let change = |schema: &Schema| -> Result<Vec<u8>> {
        let (before, mut after) = (Record::new(schema), Record::new(schema));
        after.set("name", "Ada")?;
        after.set("age", 37)?;
        after.set("on", true)?;
        after.set("held.number", 7u64)?;
        after.push_default("parts")?;
        before.diff(&after)?.to_bytes()
    };
    for (from, to) in [(&old, &new), (&new, &old)] {
        let mut record = Record::new(to);
        record.apply(&Patch::from_bytes(to, &change(from)?)?)?;
        assert_eq!(
            (record.get::<str>("name")?, record.get::<u16>("age")?, record.get::<bool>("on")?),
            ("Ada", 37, true)
        );
        assert_eq!((record.get::<u64>("held.number")?, record.len("parts")?), (7, 1));
    }
    Ok(())
}

#[test]
fn what_an_older_revision_does_not_know_is_refused_or_counted() -> Result<()> {
    let (old, new) = (Schema::parse(OLD)?, Schema::parse(NEW)?);
    let (before, mut after) = (Record::new(&new), Record::new(&new));
    after.set("age", 37)?;
    after.set("mail", "ada@example.org")?;
    after.push("more", 1u8)?;
    after.set("held.text", "t")?;
    let bytes = before.diff(&after)?.to_bytes()?;
    let error = Patch::from_bytes(&old, &bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Newer, "{error}");
    let (known, skipped) = Patch::known_from_bytes(&old, &bytes)?;
    assert_eq!((known.to_string(), skipped.unknown_fields, skipped.may_have_lost), ("set age: 37".to_owned(), 2, 1));
    Ok(())
}

#[test]
fn other_schemas_and_other_bytes_are_told_apart() -> Result<()> {
    let schema = Schema::parse(OLD)?;
    let other = Schema::parse("struct User { name: string, age: u32 } root User;")?;
    let (before, mut after) = (Record::new(&schema), Record::new(&schema));
    after.set("age", 37)?;
    let bytes = before.diff(&after)?.to_bytes()?;
    let of_other = Record::new(&other).diff(&Record::new(&other))?.to_bytes()?;
    let kinds = [
        (Patch::from_bytes(&other, &bytes).map(drop), ErrorKind::Schema),
        (patch::then(&bytes, &of_other).map(drop), ErrorKind::Schema),
        (Patch::from_bytes(&schema, after.as_bytes()).map(drop), ErrorKind::Corrupt),
        (Patch::from_bytes(&schema, &bytes[..bytes.len() - 1]).map(drop), ErrorKind::Corrupt),
        (Patch::from_bytes(&schema, &[]).map(drop), ErrorKind::Corrupt),
        (Patch::from_bytes(&schema, &[0xD3, 0x20, 0, 0, 0, 0]).map(drop), ErrorKind::Newer),
    ];
    for (number, (result, kind)) in kinds.into_iter().enumerate() {
        assert_eq!(result.unwrap_err().kind(), kind, "{number}");
    }
    Ok(())
}
