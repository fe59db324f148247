//! A lock file of any bytes: each call returns, and a refusal leaves the file as it was.
//!
//! The file is part of a repository, and anyone who sends a change may have written it.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::Index;
use vellum::Schema;
use vellum::lock::{self, LockErrorKind};

use crate::common::nets;

const COMMANDS: [&str; 5] = ["", "accept", "accept-newer-readers-first", "forget User", "rename User Person"];

fn user(fields: &str) -> Schema {
    Schema::parse(&format!("struct User {{ {fields} }} root User;")).unwrap()
}

/// The newest revision of the types of `good`.
fn types() -> [Schema; 2] {
    [user("name: string, age: u16 since 2"), Schema::parse("struct Order { id: u64 } root Order;").unwrap()]
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile_lock");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A lock as the crate writes it, of two types of which one has two revisions.
fn good(name: &str) -> String {
    let path = folder().join(name);
    let _ = fs::remove_file(&path);
    let [second, order] = types();
    let written = lock::check_with(&path, &[&user("name: string"), &order], &"".parse().unwrap()).unwrap_err();
    assert_eq!(written.kind(), LockErrorKind::Written);
    lock::check_with(&path, &[&second, &order], &"accept".parse().unwrap()).unwrap();
    fs::read_to_string(&path).unwrap()
}

/// Runs every command over a file: whatever comes of it, it comes, and an error changes nothing.
fn judge(path: &Path, bytes: &[u8]) -> Result<(), TestCaseError> {
    for command in COMMANDS {
        fs::write(path, bytes).unwrap();
        let made = lock::check_with(path, &types(), &command.parse().unwrap());
        let after = fs::read(path).unwrap();
        match made {
            // What is accepted was written by `vellum`, and is accepted again without a command.
            Ok(()) => prop_assert!(lock::check_with(path, &types(), &"".parse().unwrap()).is_ok()),
            Err(error) => {
                prop_assert!(after == bytes, "{command}: {error}");
                let most = 20_000 + 10 * bytes.len();
                prop_assert!((1..most).contains(&error.to_string().len()), "{error}");
            }
        }
    }
    Ok(())
}

/// A change of a lock by somebody who knows its form.
#[derive(Clone, Debug)]
enum Change {
    Byte(Index, u8),
    Cut(Index, Index),
    Insert(Index, Vec<u8>),
    Copy(Index, Index, Index),
    Lines(Index, Index),
    Token(Index, &'static str),
}

const TOKENS: [&str; 18] = [
    "type ",
    "revision ",
    "revision 4294967295, fingerprint ffffffffffffffff, after ffffffffffffffff\n",
    "revision 0, fingerprint 0000000000000000, the first\n",
    ", the first",
    ", after those that are forgotten",
    "fingerprint ",
    "vellum lock 2\n",
    "    struct A { a: A }\n    root A;\n",
    "    struct A { a: list<list<list<list<list<list<list<list<u8>>>>>>>> }\n    root A;\n",
    "    struct A { a: array<array<array<u64, 65535>, 65535>, 65535> }\n    root A;\n",
    "    root root;\n",
    "    # ",
    "    ",
    "\r\n",
    "\u{feff}",
    "\u{2028}",
    "\0",
];

fn change() -> impl Strategy<Value = Change> {
    let index = any::<Index>;
    prop_oneof![
        (index(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        (index(), index()).prop_map(|(from, to)| Change::Cut(from, to)),
        (index(), prop::collection::vec(any::<u8>(), 1..20)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        (index(), index(), index()).prop_map(|(from, to, at)| Change::Copy(from, to, at)),
        (index(), index()).prop_map(|(one, other)| Change::Lines(one, other)),
        (index(), prop::sample::select(&TOKENS[..])).prop_map(|(at, token)| Change::Token(at, token)),
    ]
}

fn changed(mut bytes: Vec<u8>, change: &Change) -> Vec<u8> {
    let ordered = |one: &Index, other: &Index, len: usize| {
        let (one, other) = (one.index(len + 1), other.index(len + 1));
        (one.min(other), one.max(other))
    };
    let len = bytes.len();
    match change {
        Change::Byte(at, byte) if len > 0 => bytes[at.index(len)] = *byte,
        Change::Byte(..) => {}
        Change::Cut(from, to) => {
            let (from, to) = ordered(from, to, len);
            bytes.drain(from..to.min(from + 200));
        }
        Change::Insert(at, new) => {
            let at = at.index(len + 1);
            bytes.splice(at..at, new.iter().copied());
        }
        Change::Copy(from, to, at) => {
            let (from, to) = ordered(from, to, len);
            let part = bytes[from..to].to_vec();
            let at = at.index(len + 1);
            bytes.splice(at..at, part);
        }
        Change::Lines(one, other) => {
            let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
            if !lines.is_empty() {
                let (one, other) = (one.index(lines.len()), other.index(lines.len()));
                lines.swap(one, other);
            }
            bytes = lines.concat();
        }
        Change::Token(at, token) => {
            let at = at.index(len + 1);
            bytes.splice(at..at, token.bytes());
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: nets::cases(2000), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_lock_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        judge(&folder().join("any"), &bytes)?;
        judge(&folder().join("any"), &[&b"vellum lock 2\n\n"[..], &bytes].concat())?;
    }

    #[test]
    fn a_changed_lock_is_a_lock_or_an_error(changes in prop::collection::vec(change(), 1..6)) {
        let bytes = changes.iter().fold(good("as_written").into_bytes(), changed);
        judge(&folder().join("changed"), &bytes)?;
    }
}

#[test]
fn numbers_and_names_at_the_ends_of_their_ranges_are_read_or_refused() {
    let good = good("ends");
    let path = folder().join("at_ends");
    for number in ["0", "4294967295", "4294967296", "18446744073709551616", "-1", "+1", "1e3", "", "٣"] {
        judge(&path, good.replace("revision 2", &format!("revision {number}")).as_bytes()).unwrap();
        judge(&path, good.replace("since 2", &format!("since {number}")).as_bytes()).unwrap();
        judge(&path, good.replace("vellum lock 2", &format!("vellum lock {number}")).as_bytes()).unwrap();
    }
    for name in ["x".repeat(100_000), "type".into(), "User User".into(), "\u{202e}resU".into(), " ".into()] {
        judge(&path, good.replace("type User", &format!("type {name}")).as_bytes()).unwrap();
    }
}

/// A count of revisions that has no next one: what is accepted after it is a lock, or is refused and changes nothing.
#[test]
fn the_last_number_of_a_revision_has_none_after_it() {
    let good =
        good("last").replace(", the first\n    struct User", ", after those that are forgotten\n    struct User");
    let path = folder().join("at_last");
    let last = good.replace("revision 2,", "revision 4294967295,");
    let (order, user_part) = last.split_at(last.find("type User").unwrap());
    let last = format!("{order}{}", user_part.replace("revision 1,", "revision 4294967294,"));
    let schemas = [user("name: string, age: u16 since 2, mail: string since 3"), types()[1].clone()];
    for command in ["", "accept", "forget User"] {
        fs::write(&path, &last).unwrap();
        let made = lock::check_with(&path, &schemas, &command.parse().unwrap());
        match made {
            Ok(()) => lock::check_with(&path, &schemas, &"".parse().unwrap()).unwrap(),
            Err(error) => {
                assert_eq!(error.kind(), LockErrorKind::Changed, "{error}");
                assert_eq!(fs::read_to_string(&path).unwrap(), last, "{command}");
            }
        }
    }
}

/// A schema in a lock has the limits of any schema: what nests, names many or is long is refused or read, in time in
/// proportion to the file.
#[test]
fn a_schema_in_a_lock_that_nests_or_multiplies_is_read_or_refused() {
    let good = good("nests");
    let path = folder().join("nested");
    let deep = format!("{}u8{}", "list<".repeat(50_000), ">".repeat(50_000));
    let chain = (0..2000)
        .map(|n| format!("frozen struct S{n} {{ a: S{}, b: S{} }} ", n + 1, n + 1))
        .collect::<Vec<_>>()
        .concat();
    let many = (0..20_000).map(|n| format!("f{n}: u8, ")).collect::<Vec<_>>().concat();
    for schema in [
        format!("struct User {{ name: {deep} }}"),
        format!("{chain} frozen struct S2000 {{ a: u8 }} struct User {{ name: S0 }}"),
        format!("struct User {{ {many} }}"),
        format!("struct User {{ name: string = \"{}\" }}", "x".repeat(1_000_000)),
    ] {
        let text = good.replacen("struct User {", &format!("{schema} struct Other {{"), 1);
        assert_ne!(text, good);
        judge(&path, text.as_bytes()).unwrap();
    }
}
