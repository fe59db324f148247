//! A shop's catalogue: prices, texts of some length, lists of numbers and of words, and attributes
//! whose names vary.

use serde_json::{Map, Value, json};

use super::random::{Random, WORDS};

const ATTRIBUTES: [&str; 12] = [
    "colour",
    "weight_g",
    "height_mm",
    "width_mm",
    "material",
    "origin",
    "Größe",
    "waterproof",
    "voltage",
    "素材",
    "thread \"count\"",
    "refillable",
];
const CURRENCIES: [&str; 4] = ["EUR", "USD", "JPY", "PLN"];

const SIZES: [&str; 4] = ["S", "M", "L", "XL"];

/// A catalogue of so many products.
pub fn document(count: usize) -> Value {
    let random = &mut Random(2);
    let products: Vec<_> = (0..count).map(|number| product(random, number)).collect();
    json!({
        "version": 7,
        "generated": "2026-03-01T04:05:06Z",
        "shop": { "name": "Pergament & Söhne", "country": "DE", "vat": 0.19 },
        "products": products,
    })
}

fn product(random: &mut Random, number: usize) -> Value {
    let price = random.decimal(900, 2);
    json!({
        "id": 100_000 + number,
        "sku": format!("{:04X}-{:05}", random.below(0x1_0000), random.below(100_000)),
        "title": random.words(&WORDS, 2, 5),
        "description": random.words(&WORDS, 12, 45),
        "price": { "amount": price, "currency": random.pick(&CURRENCIES), "discount": discount(random) },
        "in_stock": random.chance(80),
        "stock": { "berlin": random.below(200), "gdańsk": random.below(200), "osaka": random.below(20) },
        "rating": random.decimal(5, 1),
        "ratings": (0..random.below(12)).map(|_| 1 + random.below(5)).collect::<Vec<_>>(),
        "tags": (0..2 + random.below(4)).map(|_| random.pick(&WORDS)).collect::<Vec<_>>(),
        "attributes": attributes(random),
        "variants": (0..random.below(4)).map(|index| variant(random, index, price)).collect::<Vec<_>>(),
        "successor": if random.chance(10) { json!(100_000 + random.below(1_000)) } else { Value::Null },
    })
}

fn discount(random: &mut Random) -> Value {
    if random.chance(20) { json!({ "percent": 5 * (1 + random.below(8)), "until": "2026-12-31" }) } else { Value::Null }
}

fn attributes(random: &mut Random) -> Value {
    let mut attributes = Map::new();
    for _ in 0..2 + random.below(5) {
        let value = match random.below(4) {
            0 => json!(random.chance(50)),
            1 => json!(random.below(2_000)),
            2 => json!(random.decimal(100, 3)),
            _ => json!(random.pick(&WORDS)),
        };
        attributes.insert(random.pick(&ATTRIBUTES).to_owned(), value);
    }
    Value::Object(attributes)
}

fn variant(random: &mut Random, index: u64, price: f64) -> Value {
    json!({
        "size": SIZES[index as usize],
        "price": (price * 100.0 + index as f64 * 250.0).round() / 100.0,
        "ean": 4_000_000_000_000_u64 + random.below(999_999_999_999),
        "available": random.chance(70),
    })
}
