use vellum::{Record, Schema};

fn edits(record: &mut Record, schema: &Schema) -> vellum::Result<()> {
    let age = schema.field::<u16>("age")?;
    record.set(&age, "old")?;
    record.set("age", String::from("old"))?;
    record.set(7, 7)?;
    record.append(&age, &7)?;
    record.get::<str>(&age)?;
    record.get(String::from("age"))?;
    Ok(())
}

fn main() {}
