//! A JSON document whose form nobody declared: in a field of the type `any`, edited in place, written as JSON again.
//!
//! `cargo run --example schemaless --features serde`

use serde::de::DeserializeSeed;
use vellum::{Record, Schema, dynamic::ValueRef, field::VariantName};

const JSON: &str = r#"{
    "title": "De arte scribendi",
    "year": 1174,
    "leaves": [12, 14, 12, 300],
    "found": { "place": "Cluny", "damaged": false, "notes": null }
}"#;

/// Prints what a value is, and what is in it.
fn walk(name: &str, value: ValueRef<'_>, depth: usize) -> vellum::Result<()> {
    let indent = depth * 2;
    match value {
        ValueRef::Map(map) => {
            println!("{:indent$}{name}: {} keys", "", map.len());
            for entry in map.iter() {
                let (key, value) = entry?;
                walk(&format!("{key:?}"), value, depth + 1)?;
            }
            Ok(())
        }
        value => {
            println!("{:indent$}{name}: {value:?}", "");
            Ok(())
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let schema = Schema::parse("struct Entry { id: u32, document: any } root Entry;")?;

    // A part of a larger record: `id` has a type, the document has whatever comes.
    let json = format!(r#"{{ "id": 7, "document": {JSON} }}"#);
    let mut entry: Record = schema.deserialize(&mut serde_json::Deserializer::from_str(&json))?;
    println!("{} bytes of JSON, {} in the buffer", JSON.len(), entry.as_bytes().len());
    walk("document", entry.root()?.get("document")?, 0)?;

    // Within the document a name is a key, and a number in brackets an index.
    println!("\ntitle: {}", entry.get::<str>("document.title")?);
    println!("year is an {}", entry.get::<VariantName>("document.year")?);

    entry.set("document.title", "De arte radendi")?;
    entry.set("document.found.damaged", true)?;
    entry.set("document.found.notes", "two leaves lost")?;
    entry.set("document.leaves[3]", 13)?;
    entry.push("document.leaves", 12)?;
    entry.remove("document.year")?;
    println!("\n{}", serde_json::to_string_pretty(&entry)?);

    entry.compact()?;
    println!("{} bytes compacted", entry.as_bytes().len());
    Ok(())
}
