//! Any bytes as a patch: `Ok` or `Err`, and after an `Err` the record is as it was.

use proptest::prelude::*;
use vellum::Record;
use vellum::patch::{self, Patch};

use super::copy;
use crate::whole::edits::{edits, record, schema};

/// Applies bytes as a patch; what is made of a record stays valid.
fn attempt(record: &Record, bytes: &[u8]) {
    let schema = record.schema();
    let _ = patch::then(bytes, bytes);
    let Ok(patch) = Patch::from_bytes(schema, bytes) else { return };
    assert!(Patch::from_bytes(schema, &patch.to_bytes().unwrap()).unwrap() == patch);
    let _ = (patch.to_string(), patch.invert().map(|undo| undo.to_bytes()));
    let mut patched = copy(record);
    match patched.apply(&patch) {
        Ok(()) => drop(schema.prove(patched.as_bytes()).unwrap_or_else(|error| panic!("{error} after {patch}"))),
        Err(_) => assert_eq!(patched.as_bytes(), record.as_bytes()),
    }
}

proptest! {
    #[test]
    fn damaged_patches_are_refused_or_make_valid_records(a in edits(30), b in edits(30), at in any::<prop::sample::Index>(), byte in any::<u8>(), len in any::<prop::sample::Index>()) {
        let schema = schema();
        let (old, new) = (record(&schema, &a), record(&schema, &b));
        let bytes = old.diff_invertible(&new).unwrap().to_bytes().unwrap();
        attempt(&old, &bytes[..len.index(bytes.len() + 1)]);
        let mut damaged = bytes.clone();
        let at = at.index(damaged.len());
        damaged[at] = byte;
        attempt(&old, &damaged);
        damaged.splice(at..at, [byte]);
        attempt(&old, &damaged);
    }
}

#[test]
fn each_changed_byte_of_a_patch_is_refused_or_makes_a_valid_record() {
    let schema = vellum::Schema::parse(
        "enum Color { red, blue } union Held { none, number: u64, text: string }
         struct Part { n: u8, notes: list<string> }
         struct All { name: string, color: Color, c: char, held: Held, parts: list<Part>, ids: map<tuple<u8, string>, Part>, tags: set<string>, doc: any }
         root All;",
    )
    .unwrap();
    let (old, mut new) = (Record::new(&schema), Record::new(&schema));
    new.set("name", "Ada").unwrap();
    new.set("color", "blue").unwrap();
    new.set("c", 'x').unwrap();
    new.set("held.text", "t").unwrap();
    new.push_default("parts").unwrap();
    new.push("parts[0].notes", "n").unwrap();
    new.set("ids[[1,\"k\"]].n", 2).unwrap();
    new.add_key("tags", "t").unwrap();
    new.set("doc[\"k\"]", "v").unwrap();
    for (old, new) in [(&old, &new), (&new, &old)] {
        let bytes = old.diff_invertible(new).unwrap().to_bytes().unwrap();
        for at in 0..bytes.len() {
            attempt(old, &bytes[..at]);
            for byte in 0..=u8::MAX {
                let mut damaged = bytes.clone();
                damaged[at] = byte;
                attempt(old, &damaged);
            }
        }
    }
}
