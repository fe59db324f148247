//! JSON in, changes in place, JSON out: a record of a schema that is known at run time only.
//!
//! `cargo run --example json --features serde`

use serde::de::DeserializeSeed;
use vellum::Schema;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let schema = Schema::parse(
        "struct Line { item: string, count: u32 = 1, price: decimal(2) }
         struct Order { number: u64, customer: string, lines: list<Line>, note: string? }
         root Order;",
    )?;
    let json = r#"{
        "number": 1017,
        "customer": "Ada",
        "lines": [{ "item": "vellum", "count": 3, "price": "19.90" }, { "item": "ink", "price": "4.00" }]
    }"#;
    let mut order = schema.deserialize(&mut serde_json::Deserializer::from_str(json))?;
    println!("{} bytes of JSON, {} in the buffer", json.len(), order.as_bytes().len());

    order.set("note", "gift wrap")?;
    order.set("lines[1].count", 2u32)?;
    println!("{}", serde_json::to_string_pretty(&order)?);

    let wrong = r#"{ "number": 1, "lines": [{ "item": "pen", "count": -1 }] }"#;
    match schema.deserialize(&mut serde_json::Deserializer::from_str(wrong)) {
        Err(error) => println!("refused: {error}"),
        Ok(_) => unreachable!("a count is not negative"),
    }
    Ok(())
}
