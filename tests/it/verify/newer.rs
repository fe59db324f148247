//! Buffers of other revisions: what is known is proved, and whether that is all is said.

use vellum::{ErrorKind, Record, Schema};

const OLD: &str = "open enum E { a } open union U { none, flag: bool }
    struct P { a: u8, n: string } struct R { e: E, u: U, p: P, l: list<P>, m: map<u8, P>, us: list<U> } root R;";
const NEW: &str = "open enum E { a, b } open union U { none, flag: bool, empty, text: string }
    struct P { a: u8, n: string, s: string since 2 }
    struct R { e: E, u: U, p: P, l: list<P>, m: map<u8, P>, us: list<U>, z: list<string> since 3 } root R;";

fn new_record() -> Record {
    Record::new(&Schema::parse(NEW).unwrap())
}

#[test]
fn unseen_zeros_are_seen_through() {
    let old = Schema::parse(OLD).unwrap();
    let mut record = new_record();
    record.set("p.n", "name").unwrap();
    record.push_default("l").unwrap();
    record.set("m[3].a", 1u8).unwrap();
    record.set("e", 1u8).unwrap();
    assert!(old.prove(record.as_bytes()).unwrap().is_complete());
}

#[test]
fn what_a_newer_revision_added_is_told() {
    let old = Schema::parse(OLD).unwrap();
    for path in ["z[0]", "p.s", "l[0].s", "m[1].s", "u.text"] {
        let mut record = new_record();
        if path == "z[0]" {
            record.push("z", "text").unwrap();
        } else {
            if path.starts_with('l') {
                record.push_default("l").unwrap();
            }
            record.set(path, "text").unwrap();
        }
        record.set("p.n", "name").unwrap();
        assert!(record.schema().prove(record.as_bytes()).unwrap().is_complete());
        let proof = old.prove(record.as_bytes()).unwrap();
        assert!(!proof.is_complete(), "{path}");
        assert_eq!(proof.record().get::<str>("p.n").unwrap(), "name");
        // What is known is refused where it is wrong.
        let mut bytes = record.as_bytes().to_vec();
        let name = bytes.windows(4).position(|window| window == b"name").unwrap();
        bytes[name] = 0xC3;
        let error = old.prove(&bytes).unwrap_err();
        assert_eq!((error.kind(), error.path().as_str(), error.position()), (ErrorKind::Corrupt, "p.n", Some(name)));
    }
}

#[test]
fn unknown_variants_are_complete_if_they_hold_nothing() {
    let old = Schema::parse(OLD).unwrap();
    let verify = |path: &str| {
        let mut record = new_record();
        let variant = record.schema().field::<vellum::field::VariantName>("u").unwrap();
        record.set(&variant, path).unwrap();
        old.prove(record.as_bytes()).unwrap().is_complete()
    };
    assert!(verify("empty") && verify("text"));
    // A packed list of a variant whose size is not known.
    let mut record = new_record();
    let variant = record.schema().field::<vellum::field::VariantName>("us[]").unwrap();
    record.push(&variant, "empty").unwrap();
    record.compact().unwrap();
    assert!(!old.prove(record.as_bytes()).unwrap().is_complete());
    assert_eq!(old.prove(&record.as_bytes()[..record.as_bytes().len() - 1]).unwrap_err().path(), "us");
    // In a mixed one each tells its size.
    record.push(&variant, "flag").unwrap();
    assert!(old.prove(record.as_bytes()).unwrap().is_complete());
    // A closed union has no unknown variants.
    let closed = Schema::parse(&OLD.replace("open ", "")).unwrap();
    assert_eq!(closed.prove(record.as_bytes()).unwrap_err().path(), "us[0]");
}

#[test]
fn buffers_of_an_older_revision_are_proved() {
    let mut record = Record::new(&Schema::parse(OLD).unwrap());
    record.set("p.n", "name").unwrap();
    record.push_default("l").unwrap();
    record.set("m[3].n", "x").unwrap();
    assert!(Schema::parse(NEW).unwrap().prove(record.as_bytes()).unwrap().is_complete());
}
