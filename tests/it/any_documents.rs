//! Documents without a schema, edited by paths at random, against the tree that JSON has: maps in lists in maps, whose buffers are laid
//! out anew again and again while a path is followed.
#![cfg(feature = "serde")]

use serde_json::{Map, Value, json};
use vellum::{ErrorKind, Record, Schema, Storage, Workspace};

use crate::common::mix::Random;

/// Where a record may lie.
trait Memory: Storage + AsRef<[u8]> {}
impl<S: Storage + AsRef<[u8]>> Memory for S {}

#[derive(Clone, Copy, Debug)]
enum Part {
    Key(&'static str),
    Index(usize),
}

const KEYS: [&str; 7] = ["a", "b", "longer", "longer than eight", "longer than eighty", "é", LONG];
/// Its length takes two bytes.
const LONG: &str = "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk";

fn path_of(parts: &[Part]) -> String {
    let mut path = String::new();
    for part in parts {
        match part {
            Part::Key(key) if path.is_empty() => path.push_str(key),
            Part::Key(key) => path.extend([".", key]),
            Part::Index(index) => path.extend(["[", &index.to_string(), "]"]),
        }
    }
    path
}

/// The value that a path leads to, made where only keys of maps or nulls are in the way.
fn made<'v>(mut value: &'v mut Value, parts: &[Part]) -> Option<&'v mut Value> {
    for part in parts {
        value = match part {
            Part::Key(key) => {
                if value.is_null() {
                    *value = Value::Object(Map::new());
                }
                value.as_object_mut()?.entry(*key).or_insert(Value::Null)
            }
            Part::Index(index) => value.as_array_mut()?.get_mut(*index)?,
        };
    }
    Some(value)
}

fn random_path(random: &mut Random, model: &Value) -> Vec<Part> {
    const NULL: &Value = &Value::Null;
    let (mut parts, mut at) = (Vec::new(), model);
    for _ in 0..=random.below(5) {
        // Mostly what is there.
        let is_list = if random.below(20) == 0 { !at.is_array() } else { at.is_array() };
        if is_list {
            let index = random.below(at.as_array().map_or(1, Vec::len) + 1).saturating_sub(random.below(2));
            parts.push(Part::Index(index));
            at = at.get(index).unwrap_or(NULL);
        } else {
            let key = KEYS[random.below(KEYS.len())];
            parts.push(Part::Key(key));
            at = at.get(key).unwrap_or(NULL);
        }
    }
    parts
}

fn random_text(random: &mut Random) -> String {
    let len = [0, 3, 20, 300][random.below(4)];
    (0..len).map(|_| char::from(b'a' + u8::try_from(random.below(26)).unwrap())).collect()
}

/// Sets or pushes what is no container, by its Rust type.
fn write<S: Memory>(
    record: &mut Record<S>,
    random: &mut Random,
    path: &str,
    push: bool,
) -> (Value, vellum::Result<()>) {
    macro_rules! write {
        ($value:expr) => {
            if push { record.push(path, $value) } else { record.set(path, $value) }
        };
    }
    match random.below(4) {
        0 => {
            let number = i64::try_from(random.below(1 << 40)).unwrap() - (1 << 20);
            (number.into(), write!(number))
        }
        1 => (true.into(), write!(true)),
        2 => (0.25.into(), write!(0.25f64)),
        _ => {
            let text = random_text(random);
            let written = write!(text.as_str());
            (text.into(), written)
        }
    }
}

/// Edits the record and the model alike; whether what the model allows was refused, since the memory is full.
fn step<S: Memory>(record: &mut Record<S>, model: &mut Value, random: &mut Random) -> bool {
    let before = record.as_bytes().to_vec();
    let parts = random_path(random, model);
    let path = path_of(&parts);
    let mut next = model.clone();
    let (expected, done) = match random.below(8) {
        0..3 => {
            let (value, done) = write(record, random, &path, false);
            (made(&mut next, &parts).map(|place| *place = value), done)
        }
        3..6 => {
            let list = made(&mut next, &parts);
            let list = list.and_then(|list| {
                if list.is_null() {
                    *list = Value::Array(Vec::new());
                }
                list.as_array_mut()
            });
            let (value, done) = write(record, random, &path, true);
            (list.map(|list| list.push(value)), done)
        }
        _ => {
            let (last, above) = parts.split_last().unwrap();
            let above = above.iter().try_fold(&mut next, |value, part| match part {
                Part::Key(key) => value.as_object_mut()?.get_mut(*key),
                Part::Index(index) => value.as_array_mut()?.get_mut(*index),
            });
            let removed = above.and_then(|above| match last {
                Part::Key(key) => above.as_object_mut()?.remove(*key).map(drop),
                Part::Index(index) => {
                    let list = above.as_array_mut()?;
                    (*index < list.len()).then(|| drop(list.remove(*index)))
                }
            });
            (removed, record.remove(path.as_str()))
        }
    };
    let is_full = expected.is_some() && done.as_ref().is_err_and(|error| error.kind() == ErrorKind::Full);
    assert_eq!(expected.is_some(), done.is_ok() || is_full, "{path} in {model}: {done:?}");
    if done.is_ok() {
        *model = next;
    } else {
        assert_eq!(record.as_bytes(), before, "{path} in {model}: {done:?}");
    }
    assert_eq!(record.to_serde::<Value>().unwrap(), *model, "after {path}");
    is_full
}

#[test]
fn edits_by_path_do_what_they_do_to_a_tree() {
    let schema = Schema::parse("root any;").unwrap();
    let mut random = Random(7);
    let mut wider = 0;
    for _ in 0..60 {
        let (mut record, mut model) = (Record::new(&schema), Value::Null);
        assert_eq!(record.as_bytes()[0] & 3, 0, "pointers of one byte");
        for _ in 0..150 {
            assert!(!step(&mut record, &mut model, &mut random));
        }
        assert!(schema.prove(record.as_bytes()).unwrap().is_complete());
        wider += usize::from(record.as_bytes()[0] & 3 == 1);
    }
    assert!(wider > 50, "{wider} buffers were laid out anew");
}

#[test]
fn edits_by_path_that_do_not_fit_are_refused_and_change_nothing() {
    let schema = Schema::parse("root any;").unwrap();
    let mut random = Random(8);
    let mut refused = [0, 0];
    for capacity in (100..1300).step_by(20) {
        let workspace = Workspace::format_default(vec![0; capacity], &schema).unwrap();
        let (mut record, mut model) = (Record::open(&schema, workspace).unwrap(), Value::Null);
        for _ in 0..80 {
            refused[0] += usize::from(step(&mut record, &mut model, &mut random));
        }
        let mut memory = record.into_storage().into_inner();
        let reopened = Record::open(&schema, Workspace::open(&mut memory).unwrap()).unwrap();
        assert_eq!(reopened.to_serde::<Value>().unwrap(), model);

        // The same document in a slice, which cannot be longer than it is.
        let mut bytes = Record::from_serde(&schema, &model).unwrap().into_storage();
        let mut record = Record::open(&schema, &mut bytes[..]).unwrap();
        for _ in 0..40 {
            refused[1] += usize::from(step(&mut record, &mut model, &mut random));
        }
        assert!(schema.prove(&bytes).unwrap().is_complete());
    }
    assert!(refused.iter().all(|refused| *refused > 200), "{refused:?} were refused");
}

/// Lists that are absent, empty, packed with either variant, and mixed; maps in one run and in blocks.
#[test]
fn what_is_appended_at_once_is_what_is_pushed_one_by_one() {
    let schema = Schema::parse("root any;").unwrap();
    let block: Map<String, Value> = (0..2000).map(|number| (format!("key {number}"), number.into())).collect();
    for filled in [0, 300, 70_000] {
        for list in [json!(null), json!([]), json!(["x"]), json!([1]), json!([1, "x"]), json!([["x"], {"": "x"}])] {
            for path in ["rows[].of[]", "rows[].in.of[]"] {
                let row = json!({"of": list, "in": {"of": list}, "filled": "x".repeat(filled)});
                let mut model = json!({"rows": [0, row, block], "": row});
                let mut record = Record::from_serde(&schema, &model).unwrap();
                let (texts, numbers) = (schema.field::<str>(path).unwrap(), schema.field::<i64>(path).unwrap());
                for turn in 0..3 {
                    let many: Vec<String> = (0..60).map(|number| "long ".repeat(number * turn % 40)).collect();
                    record.extend(texts.at(1), many.iter().map(String::as_str)).unwrap();
                    record.extend(numbers.at(1), [0, 7, -300, 1 << 40]).unwrap();
                    record.push(numbers.at(1), 70_000).unwrap();
                    let at = if path.contains("in") {
                        &mut model["rows"][1]["in"]["of"]
                    } else {
                        &mut model["rows"][1]["of"]
                    };
                    if at.is_null() {
                        *at = json!([]);
                    }
                    let at = at.as_array_mut().unwrap();
                    at.extend(many.iter().map(|text| json!(text)));
                    at.extend([json!(0), json!(7), json!(-300), json!(1i64 << 40), json!(70_000)]);
                    let last = at.len() - 1;
                    assert_eq!(record.get(numbers.at(1).at(last)).unwrap(), 70_000);
                    assert!(record.get(numbers.at(1).at(last + 1)).is_err());
                }
                let key = schema.field::<f64>("rows[].a new one").unwrap();
                for (index, place) in [(1, "/rows/1"), (2, "/rows/2")] {
                    record.set(key.at(index), 0.5).unwrap();
                    model.pointer_mut(place).unwrap()["a new one"] = json!(0.5);
                    assert_eq!(record.get(key.at(index)).unwrap().to_bits(), 0.5_f64.to_bits());
                }
                let known = schema.field::<u16>("rows[].key 777").unwrap();
                assert_eq!(record.get(known.at(2)).unwrap(), 777);
                assert_eq!(record.to_serde::<Value>().unwrap(), model);
                assert!(schema.prove(record.as_bytes()).unwrap().is_complete());
            }
        }
    }
}
