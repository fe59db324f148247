//! Edits by path, through a schema that is known at run time.

use vellum::{PointerWidth, Record, Result, Schema, Storage};

use super::Line;
use super::chance::Chance;

const SCHEMA: &str = "
    enum Fruit { apple, pear }
    union Pay { none, cash: u32, card: string, many: list<u16>, part: Part }
    frozen struct Spot { x: f32, y: i16 }
    struct Part { time: i32 = 5, name: string, spot: Spot, tags: list<string>, flag: bool }
    struct Doc {
        id: u64 = 7, open: bool, ratio: f32?, title: string, body: bytes?, fruit: Fruit, pay: Pay, pays: list<Pay>,
        spot: Spot, part: Part?, parts: list<Part>, numbers: list<u32>, flags: list<bool>, scores: map<string, u32>,
        by_id: map<u16, Part>, seen: set<u8>, grid: array<u16, 3>, extra: any
    }
    root Doc;";

const VALUES: [&str; 27] = [
    "id",
    "open",
    "ratio",
    "title",
    "body",
    "spot.x",
    "spot.y",
    "part.name",
    "part.time",
    "part.flag",
    "part.spot.y",
    "parts[#].name",
    "parts[#].time",
    "parts[#].spot.x",
    "parts[#].tags[#]",
    "numbers[#]",
    "scores[k#]",
    "by_id[#].name",
    "by_id[#].spot.y",
    "grid[#]",
    "pay.card",
    "pay.cash",
    "pay.part.name",
    "pays[#].card",
    "pays[#].many[#]",
    "extra.a.b",
    "extra.list[#]",
];
const LISTS: [&str; 9] = [
    "parts[#].tags",
    "part.tags",
    "numbers",
    "flags",
    "pay.many",
    "pays[#].many",
    "extra.list",
    "pays",
    "by_id[#].tags",
];
const ELEMENTS: [&str; 6] = ["parts[#]", "numbers[#]", "parts[#].tags[#]", "pays[#]", "scores[k#]", "by_id[#]"];

/// A path with indices by chance.
fn path(chance: &mut Chance, paths: &[&str]) -> String {
    let mut path = String::new();
    for part in chance.one_of(paths).split_inclusive('#') {
        path.push_str(part.trim_end_matches('#'));
        if part.ends_with('#') {
            path.push_str(&chance.below(5).to_string());
        }
    }
    path
}

fn set<S: Storage + AsRef<[u8]>>(record: &mut Record<S>, chance: &mut Chance, path: &str, verb: usize) -> Result<()> {
    macro_rules! write {
        ($value:expr) => {
            match verb {
                0 => record.set(path, $value),
                1 => record.push(path, $value),
                _ => record.insert(path, $value),
            }
        };
    }
    match chance.below(6) {
        0 => write!(chance.number() as u32 >> chance.below(32)),
        1 => write!(chance.number() % 2 == 0),
        2 => write!(f32::from(chance.below(99) as u16)),
        3 => write!(chance.text().as_bytes()),
        _ => write!(chance.text().as_str()),
    }
}

fn step<S: Storage + AsRef<[u8]>>(record: &mut Record<S>, chance: &mut Chance) -> (String, Result<()>) {
    match chance.below(20) {
        0..=8 => {
            let path = path(chance, &VALUES);
            (format!("set {path}"), set(record, chance, &path, 0))
        }
        9..=12 => {
            let path = path(chance, &LISTS);
            (format!("push {path}"), set(record, chance, &path, 1))
        }
        13 => {
            let path = path(chance, &ELEMENTS);
            (format!("insert {path}"), set(record, chance, &path, 2))
        }
        14 => ("push_default parts".to_owned(), record.push_default("parts")),
        15 | 16 => {
            let path = path(chance, &ELEMENTS);
            (format!("remove {path}"), record.remove(path.as_str()))
        }
        17 => {
            let path = path(chance, &VALUES);
            (format!("clear {path}"), record.clear(path.as_str()))
        }
        18 => {
            let key = chance.below(40) as u8;
            (format!("add_key seen {key}"), record.add_key("seen", key).map(drop))
        }
        _ => ("truncate numbers".to_owned(), record.truncate("numbers", chance.below(4))),
    }
}

fn steps<S: Storage + AsRef<[u8]>>(record: &mut Record<S>, chance: &mut Chance) -> Vec<Line> {
    let mut lines = Vec::new();
    for _ in 0..120 {
        let before = record.as_bytes().to_vec();
        let (edit, result) = step(record, chance);
        lines.push(Line::new(edit, result, &before, &record.view().expect("own bytes")));
    }
    lines
}

pub fn in_vector(chance: &mut Chance) -> Vec<Line> {
    let schema = Schema::parse(SCHEMA).expect("a schema");
    steps(&mut Record::new(&schema), chance)
}

pub fn in_slice(chance: &mut Chance) -> Vec<Line> {
    let schema = Schema::parse(SCHEMA).expect("a schema");
    let mut bytes = Record::with_width(&schema, PointerWidth::Two).into_storage();
    bytes.resize(bytes.len() + chance.below(230), 0xFF);
    steps(&mut Record::open(&schema, &mut bytes[..]).expect("own bytes"), chance)
}
