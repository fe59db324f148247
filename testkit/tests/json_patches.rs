//! JSON patches and merge patches of records of schemas by chance, as patches and back: a patch does what the record does with the same JSON.

#[allow(dead_code)]
#[path = "../../tests/common/nets.rs"]
mod nets;

use serde_json::{Value, json};
use vellum::patch::Patch;
use vellum::{ErrorKind, Record, Schema};
use vellum_testkit::encode::encode;
use vellum_testkit::random::{self, Random};

/// Two records of a schema by chance.
struct Sample {
    seed: u64,
    text: String,
    random: Random,
    old: Record,
    new: Record,
}

impl Sample {
    fn of(seed: u64) -> Self {
        // JSON has no NaN.
        let mut random = Random::new(seed).of_numbers();
        let model = random::schema(&mut random);
        let text = model.text();
        let schema = Schema::parse(&text).unwrap();
        let [old, new] = [(); 2].map(|()| {
            let val = random::root(&mut random, &model);
            Record::open(&schema, encode(&model, &val)).unwrap()
        });
        Self { seed, text, random, old, new }
    }

    fn about(&self) -> String {
        format!("seed {}\n{}", self.seed, self.text)
    }

    fn schema(&self) -> &Schema {
        self.old.schema()
    }
}

/// Of seeds that failed once: a number in `any` that JSON has as a narrower one, and a key whose `any` is null.
const FOUND: [u32; 2] = [100_338, 101_869];

fn each(mut check: impl FnMut(&mut Sample)) {
    for seed in (0..nets::cases(1500)).chain(FOUND) {
        check(&mut Sample::of(seed.into()));
    }
}

fn copy(record: &Record) -> Record {
    Record::open(record.schema(), record.as_bytes().to_vec()).unwrap()
}

/// Makes a patch by its bytes.
fn apply(record: &Record, patch: &Patch) -> vellum::Result<Record> {
    let sent = Patch::from_bytes(record.schema(), &patch.to_bytes()?)?;
    assert!(&sent == patch, "{sent}\ninstead of\n{patch}");
    let mut patched = copy(record);
    let applied = patched.apply(&sent);
    assert!(applied.is_ok() || patched.as_bytes() == record.as_bytes(), "{patch}");
    applied?;
    record.schema().prove(patched.as_bytes()).unwrap();
    Ok(patched)
}

/// What a record alone can say.
fn is_of_record(error: &vellum::Error) -> bool {
    let limits = ["the record", "a record alone", "whose value is absent"];
    error.kind() == ErrorKind::Type && limits.iter().any(|limit| error.to_string().contains(limit))
}

/// Null for what cannot be absent: the record takes it where it makes what has it anew.
fn is_made_null(error: &vellum::Error, json: &str) -> bool {
    error.kind() == ErrorKind::Type && json.contains("null") && error.to_string().contains("null is not a value")
}

/// An integer beyond 64 bits, which the tree of JSON here has as a float: the record compares that as a number, and a patch takes
/// integers alone.
fn has_float_of_the_tree(json: &str) -> bool {
    json.contains("e+")
}

/// What a patch from JSON makes of a record, compared with what the record does itself; gives whether both made it.
fn judge(sample: &Sample, json: &str, patch: vellum::Result<Patch>, made: vellum::Result<Record>) -> bool {
    let about = || format!("{json}\nof {}\n{}", sample.old.to_json().unwrap(), sample.about());
    let patch = match patch {
        Ok(patch) => patch,
        Err(error) => {
            let is_told = is_of_record(&error) || is_made_null(&error, json) || has_float_of_the_tree(json);
            assert!(made.is_err() || is_told, "{error}: {}", about());
            return false;
        }
    };
    match (apply(&sample.old, &patch), made) {
        (Ok(patched), Ok(made)) => {
            assert!(
                patched.to_json().unwrap() == made.to_json().unwrap(),
                "{patch}\n{} instead of\n{}\n{}",
                patched.to_json().unwrap(),
                made.to_json().unwrap(),
                about()
            );
            true
        }
        // How wide a number in `any` is JSON does not say.
        (Err(error), Ok(_)) => {
            let is_width = error.kind() == ErrorKind::Conflict && json.contains("test") && sample.text.contains("any");
            assert!(is_width, "{error}\n{patch}\n{}", about());
            false
        }
        (_, Err(_)) => false,
    }
}

/// The pointers to all that a document has, and to what is behind its arrays.
fn pointers(document: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match document {
        Value::Array(elements) => {
            elements.iter().enumerate().for_each(|(index, element)| pointers(element, &format!("{at}/{index}"), found));
            found.extend([format!("{at}/-"), format!("{at}/{}", elements.len())]);
        }
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            pointers(member, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), found);
        }),
        _ => {}
    }
}

#[test]
fn operations_do_as_a_patch_what_they_do_to_the_record() {
    let mut made = 0;
    each(|sample| {
        let [old, new]: [Value; 2] =
            [&sample.old, &sample.new].map(|record| serde_json::from_str(&record.to_json().unwrap()).unwrap());
        let mut places = Vec::new();
        pointers(&old, "", &mut places);
        pointers(&new, "", &mut places);
        for _ in 0..20 {
            let random = &mut sample.random;
            let count = 1 + random.below(3);
            let operations: Vec<Value> = (0..count)
                .map(|_| {
                    let path = &places[random.below(places.len())];
                    // What goes to this place, or what goes to another.
                    let from = if random.one_in(4) { &places[random.below(places.len())] } else { path };
                    let from_old = random.one_in(3);
                    let at = |document: &Value| document.pointer(from).cloned();
                    let value = if from_old { at(&old).or(at(&new)) } else { at(&new).or(at(&old)) };
                    let value = value.unwrap_or(Value::Null);
                    match random.below(5) {
                        0 => json!({"op": "remove", "path": path}),
                        1 => json!({"op": "replace", "path": path, "value": value}),
                        2 => json!({"op": "test", "path": path, "value": at(&old).unwrap_or(value)}),
                        _ => json!({"op": "add", "path": path, "value": value}),
                    }
                })
                .collect();
            let json = Value::Array(operations).to_string();
            let mut edited = copy(&sample.old);
            let done = edited.json_patch(&json).map(|()| edited);
            made += usize::from(judge(sample, &json, Patch::from_json_patch(sample.schema(), &json), done));
        }
    });
    assert!(made > nets::least(4000), "{made}");
}

/// A document of which members are left out and are null, by chance.
fn partial(random: &mut Random, document: &Value) -> Value {
    match document {
        Value::Object(members) => {
            let mut kept = serde_json::Map::new();
            for (name, member) in members {
                match random.below(5) {
                    0 => {}
                    1 => drop(kept.insert(name.clone(), Value::Null)),
                    _ => drop(kept.insert(name.clone(), partial(random, member))),
                }
            }
            Value::Object(kept)
        }
        other => other.clone(),
    }
}

#[test]
fn merge_patches_do_as_patches_what_they_do_to_the_record() {
    let mut made = 0;
    each(|sample| {
        let new: Value = serde_json::from_str(&sample.new.to_json().unwrap()).unwrap();
        for number in 0..10 {
            let merge = if number == 0 { new.clone() } else { partial(&mut sample.random, &new) };
            let json = merge.to_string();
            let mut edited = copy(&sample.old);
            let done = edited.merge_patch(&json).map(|()| edited);
            made += usize::from(judge(sample, &json, Patch::from_merge_patch(sample.schema(), &json), done));
        }
    });
    assert!(made > nets::least(1000), "{made}");
}

#[test]
fn differences_are_written_as_json_that_makes_them() {
    let (mut operations, mut merged) = (0, 0);
    each(|sample| {
        let (old, new, about) = (&sample.old, &sample.new, sample.about());
        for patch in [old.diff(new).unwrap(), old.diff_invertible(new).unwrap()] {
            match patch.to_json_patch() {
                Ok(json) => {
                    let mut patched = copy(old);
                    patched.json_patch(&json).unwrap_or_else(|error| panic!("{error}: {json}\n{patch}\n{about}"));
                    assert!(patched.content_eq(new).unwrap(), "{json}\n{patch}\n{about}");
                    match Patch::from_json_patch(sample.schema(), &json) {
                        Ok(read) => {
                            let patched = apply(old, &read).unwrap_or_else(|error| panic!("{error}: {json}\n{about}"));
                            assert!(patched.content_eq(new).unwrap(), "{json}\n{patch}\n{read}\n{about}");
                        }
                        Err(error) => assert!(is_of_record(&error), "{error}: {json}\n{about}"),
                    }
                    operations += 1;
                }
                Err(error) => assert_eq!(error.kind(), ErrorKind::Type, "{patch}\n{about}"),
            }
            match patch.to_merge_patch() {
                Ok(json) => {
                    let mut patched = copy(old);
                    patched.merge_patch(&json).unwrap_or_else(|error| panic!("{error}: {json}\n{patch}\n{about}"));
                    assert!(patched.content_eq(new).unwrap(), "{json}\n{patch}\n{about}");
                    match Patch::from_merge_patch(sample.schema(), &json) {
                        Ok(read) => {
                            let patched = apply(old, &read).unwrap_or_else(|error| panic!("{error}: {json}\n{about}"));
                            assert!(patched.content_eq(new).unwrap(), "{json}\n{patch}\n{read}\n{about}");
                        }
                        Err(error) => assert!(is_of_record(&error), "{error}: {json}\n{about}"),
                    }
                    merged += 1;
                }
                Err(error) => assert_eq!(error.kind(), ErrorKind::Type, "{patch}\n{about}"),
            }
        }
    });
    assert!(operations > nets::least(500) && merged > nets::least(200), "{operations} and {merged}");
}
