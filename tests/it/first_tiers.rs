//! The first tiers beside the general way: a change that is applied by its steps does what the same edit by a path does, in each state of a buffer.

use vellum::patch::{Patch, RecordRecorder};
use vellum::{Record, Result, Schema, Storage, schema::PointerWidth};

/// The schema of a revision: later ones have more fields, at the ends of the structs.
fn schema(revision: u32) -> Schema {
    let since = |since: u32, fields: &'static str| if since <= revision { fields.to_owned() } else { String::new() };
    Schema::parse(&format!(
        "frozen struct Point {{ x: i16, y: i16 = -1 }}
         enum Kind: u8 {{ first = 3, second = 4 }}
         struct Part {{ n: u16 = 7, s: string, b: bool{} }}
         union U {{ part: Part, number: u16, none }}
         struct Root {{
             n: u32 = 5, m: u64?, t: string = \"default\", o: string?, b: bool = true, k: Kind, wide: u128,
             point: Point, point_or: Point?, part: Part, part_or: Part?,
             parts: list<Part>, part_ors: list<Part?>, points: list<Point>, numbers: list<u16>, number_ors: list<u8?>,
             flags: list<bool>, kinds: list<Kind>, texts: list<string>, grid: array<u32, 3>, unions: list<U>, u: U, map: map<string, u16>,
             ruled: u8 in 1..=9 = 1, data: bytes, fixed: string[4], nested: list<list<u8>>{}{}
         }}
         root Root;",
        since(2, ", more: u32 = 9 since 2") + &since(3, ", last: string since 3"),
        since(2, ", later: u16 = 4 since 2, later_text: string since 2"),
        since(3, ", newest: string since 3"),
    ))
    .unwrap()
}

/// A value at each kind of place.
fn set<S: Storage + AsRef<[u8]>>(record: &mut Record<S>, number: usize) -> Option<Result<()>> {
    Some(match number {
        0 => record.set("n", 9u32),
        1 => record.set("n", 5u32),
        2 => record.set("m", u64::MAX),
        3 => record.set("t", "default"),
        4 => record.set("t", "a text that is longer than the one that was there before"),
        5 => record.set("o", ""),
        6 => record.set("o", "other"),
        7 => record.set("b", false),
        8 => record.set("k", "second"),
        9 => record.set("wide", u128::MAX - 1),
        10 => record.set("point.y", 3i16),
        11 => record.set("point_or.y", 3i16),
        12 => record.set("part.n", 8u16),
        13 => record.set("part.s", "x"),
        14 => record.set("part.b", true),
        15 => record.set("part_or.n", 7u16),
        16 => record.set("parts[1].n", 8u16),
        17 => record.set("parts[1].s", "text"),
        18 => record.set("part_ors[1].b", true),
        19 => record.set("points[1].x", -1i16),
        20 => record.set("numbers[1]", 60_000u16),
        21 => record.set("number_ors[1]", 6u8),
        22 => record.set("flags[1]", true),
        23 => record.set("kinds[1]", "first"),
        24 => record.set("texts[1]", "text"),
        25 => record.set("texts[1]", "a longer text than there was before"),
        26 => record.set("grid[2]", 77u32),
        27 => record.set("unions[1].part.n", 8u16),
        28 => record.set("u.number", 5u16),
        29 => record.set("map[one]", 5u16),
        30 => record.set("ruled", 9u8),
        31 => record.set("data", &[1u8, 2, 3][..]),
        32 => record.set("fixed", "abcd"),
        33 => record.set("nested[1][0]", 3u8),
        34 => record.set("later", 5u16),
        35 => record.set("later_text", "later"),
        36 => record.set("parts[1].more", 10u32),
        37 => record.set("part.more", 10u32),
        _ => return None,
    })
}

/// Something at each place of revision 1.
fn fill<S: Storage + AsRef<[u8]>>(record: &mut Record<S>) -> Result<()> {
    record.set("t", "text")?;
    record.set("o", "a text")?;
    record.set("m", 6u64)?;
    record.set("part.s", "long enough")?;
    record.make("part_or")?;
    record.make("point_or")?;
    for list in ["parts", "part_ors", "points", "numbers", "number_ors", "flags", "kinds", "texts", "unions", "nested"]
    {
        for _ in 0..3 {
            record.push_default(list)?;
        }
    }
    record.make("part_ors[1]")?;
    record.set("parts[1].s", "four")?;
    record.set("texts[1]", "four")?;
    record.set("number_ors[1]", 5u8)?;
    record.push("nested[1]", 1u8)?;
    record.set("u.number", 4u16)?;
    record.set("map[one]", 1u16)?;
    record.set("data", &[9u8, 9, 9, 9][..])
}

/// The buffers of all states, each with what it is.
fn states() -> Vec<(String, Vec<u8>)> {
    let mut states = Vec::new();
    for revision in 1..=3 {
        let schema = schema(revision);
        for width in [PointerWidth::One, PointerWidth::Four] {
            let mut record = Record::with_width(&schema, width);
            states.push((format!("empty, revision {revision}, {width:?}"), record.as_bytes().to_vec()));
            fill(&mut record).unwrap();
            if revision == 3 {
                record.set("newest", "new").unwrap();
                record.set("parts[0].last", "new").unwrap();
            }
            states.push((format!("filled, revision {revision}, {width:?}"), record.as_bytes().to_vec()));
            record.compact().unwrap();
            states.push((format!("packed, revision {revision}, {width:?}"), record.as_bytes().to_vec()));
            record.clear("parts").unwrap();
            record.clear("part_or").unwrap();
            record.clear("texts").unwrap();
            states.push((format!("partly empty, revision {revision}, {width:?}"), record.as_bytes().to_vec()));
        }
    }
    states
}

/// The same value as JSON, and as a merge patch where a path has neither indices nor keys.
fn by_json(schema: &Schema, (path, json): (&str, &str), bytes: &[u8], number: usize) {
    let open = || Record::open(schema, bytes.to_vec()).unwrap();
    let mut by_path = open();
    let expected = set(&mut by_path, number).unwrap().map_err(|error| error.kind());
    let mut by_json = open();
    let done = by_json.set_json(path, json).map_err(|error| error.kind());
    assert_eq!((done, by_json.as_bytes()), (expected, by_path.as_bytes()), "{path}: {json}");
    if !path.contains('[') {
        let patch = path.rsplit('.').fold(json.to_owned(), |json, name| format!("{{\"{name}\":{json}}}"));
        let mut merged = open();
        let done = merged.merge_patch(&patch).map_err(|error| error.kind());
        assert_eq!((done, merged.as_bytes()), (expected, by_path.as_bytes()), "{patch}");
    }
}

#[test]
fn a_change_does_what_the_same_edit_by_a_path_does_in_each_state() {
    let schema = schema(2);
    let mut recorder = RecordRecorder::new(&schema);
    let (mut made, mut refused) = (0, 0);
    for number in 0.. {
        let mut full = Record::new(&schema);
        fill(&mut full).unwrap();
        full.set("parts[1].more", 1u32).unwrap();
        let mut bytes = full.into_storage();
        let Some(done) = set(&mut recorder.open(&mut bytes).unwrap(), number) else { break };
        done.unwrap();
        let patch = Patch::from_bytes(&schema, &recorder.take().unwrap()).unwrap();
        let path = patch.iter().next().unwrap().path().to_owned();
        let json = Record::open(&schema, &bytes[..]).unwrap().get_json(&path).unwrap();
        for (state, bytes) in states() {
            by_json(&schema, (&path, &json), &bytes, number);
            let mut by_patch = Record::open(&schema, bytes.clone()).unwrap();
            let mut by_path = Record::open(&schema, bytes.clone()).unwrap();
            let (applied, set_there) = (by_patch.apply(&patch), set(&mut by_path, number).unwrap());
            let about = format!("{patch} on {state}: {applied:?}, {set_there:?}");
            assert_eq!(
                applied.as_ref().err().map(vellum::Error::kind),
                set_there.as_ref().err().map(vellum::Error::kind),
                "{about}"
            );
            assert_eq!(by_patch.as_bytes(), by_path.as_bytes(), "{about}");
            if applied.is_ok() {
                made += 1;
            } else {
                refused += 1;
            }
            // Memory that cannot grow.
            let (mut one, mut other) = (bytes.clone(), bytes.clone());
            let applied = Record::open(&schema, &mut one[..]).unwrap().apply(&patch);
            let set_there = set(&mut Record::open(&schema, &mut other[..]).unwrap(), number).unwrap();
            assert_eq!(
                applied.err().map(|error| error.kind()),
                set_there.err().map(|error| error.kind()),
                "{about}, in a slice"
            );
            assert_eq!(one, other, "{about}, in a slice");
            // A change that was applied is told as the edit is.
            let (mut one, mut other) = (bytes.clone(), bytes);
            let applied = recorder.open(&mut one).unwrap().apply(&patch);
            let patch_of_patch = recorder.take().unwrap();
            let set_there = set(&mut recorder.open(&mut other).unwrap(), number).unwrap();
            let patch_of_set = recorder.take().unwrap();
            assert_eq!(applied.is_ok(), set_there.is_ok(), "{about}, recorded");
            assert_eq!(patch_of_patch, patch_of_set, "{about}, recorded");
        }
    }
    assert!(made > 500 && refused > 50, "{made}, {refused}");
}
