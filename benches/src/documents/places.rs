//! GeoJSON: most of it are pairs of floats, three levels of arrays below each feature.

use serde_json::{Value, json};

use super::random::{Random, WORDS};

const KINDS: [&str; 5] = ["forest", "Weide", "牧草地", "meadow", "farmland"];

/// A collection of so many features.
pub fn document(count: usize) -> Value {
    let random = &mut Random(3);
    let features: Vec<_> = (0..count).map(|number| feature(random, number)).collect();
    json!({
        "type": "FeatureCollection",
        "crs": { "type": "name", "properties": { "name": "urn:ogc:def:crs:OGC:1.3:CRS84" } },
        "features": features,
    })
}

fn feature(random: &mut Random, number: usize) -> Value {
    let geometry = if random.chance(20) {
        json!({ "type": "Point", "coordinates": position(random, 10, 50) })
    } else {
        let rings = 1 + random.below(2);
        json!({ "type": "Polygon", "coordinates": (0..rings).map(|_| ring(random)).collect::<Vec<_>>() })
    };
    json!({
        "type": "Feature",
        "id": format!("way/{}", 40_000_000 + number),
        "properties": {
            "name": random.words(&WORDS, 1, 3),
            "kind": random.pick(&KINDS),
            "area": random.decimal(100_000, 2),
            "population": if random.chance(40) { json!(random.below(50_000)) } else { Value::Null },
            "fenced": random.chance(50),
            "heights": (0..2 + random.below(4)).map(|_| random.decimal(800, 1)).collect::<Vec<_>>(),
        },
        "geometry": geometry,
    })
}

/// A place in a degree, to a millionth of one.
fn position(random: &mut Random, west: u64, south: u64) -> Value {
    let mut degrees = |whole: u64| (whole * 1_000_000 + random.below(1_000_000)) as f64 / 1_000_000.0;
    json!([degrees(west), degrees(south)])
}

/// A closed ring: its last position is its first.
fn ring(random: &mut Random) -> Value {
    let (west, south) = (random.below(20), 40 + random.below(20));
    let mut ring: Vec<_> = (0..12 + random.below(40)).map(|_| position(random, west, south)).collect();
    ring.push(ring[0].clone());
    Value::Array(ring)
}
