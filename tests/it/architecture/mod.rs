//! The rooms of the source: each folder imports only what stands before it in one declared order, so that no circle leads through
//! two of them. The root has few names (`surface`). Comment lines have at most 100 columns (`comments`). The pages count
//! the unsafe code as it is (`unsafe_words`).
//!
//! docs/architecture.md says what each room is for. An import against the order is an error here, unless it is one of those
//! that are still to be taken away; that list only shrinks.

mod comments;
mod source;
mod surface;
mod unsafe_words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use source::{Import, Source, sources};

/// A room may import those before it.
const ORDER: &[&str] = &[
    "error", "limits", "layout", "wire", "object", "scalar", "schema", "read", "write", "encode", "verify", "compare",
    "typed", "record", "patch", "key", "serde", "framing", "lock", "shared",
];

/// Files that still import a room that comes after their own. Take entries out; add none.
const ALLOWED: &[(&str, &str)] = &[];

/// Names of types that two files define: one is the crate's, or a schema's, and the other its image in derived code, as `Result` is that of std's. Take names out; add
/// none.
const TWICE: &[&str] = &["Field", "KeyPart", "MapEntry", "Result"];

/// An import, where it stands, and the room that it leads to.
struct Arrow<'s> {
    from: &'s Source,
    import: Import,
    to: String,
}

fn position(room: &str) -> usize {
    let found = ORDER.iter().position(|other| *other == room);
    found.unwrap_or_else(|| {
        panic!("the folder src/{room} has no place in the order: add it to ORDER and to docs/architecture.md")
    })
}

/// The picture has its rooms by layers, from the bottom to the top, and each layer from left to right.
#[test]
fn the_picture_and_the_table_of_the_rooms_have_every_room_in_its_order() {
    let number = |text: &str| text.trim_matches('"').parse::<f64>().unwrap();
    let mut rooms = Vec::new();
    for line in include_str!("../../../docs/architecture.svg").lines().filter(|line| line.contains("class=\"room\"")) {
        let value = |name: &str| number(line.split(name).nth(1).unwrap().split(['"', ' ']).nth(1).unwrap());
        let room = line.split('>').nth(1).and_then(|rest| rest.split('<').next()).unwrap();
        rooms.push((-value(" y="), value(" x="), room));
    }
    rooms.sort_by(|one, other| one.partial_cmp(other).unwrap());
    assert_eq!(rooms.iter().map(|(_, _, room)| *room).collect::<Vec<_>>(), ORDER);
    let page = include_str!("../../../docs/architecture.md");
    let table = page.split("| room | subject |").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    let named: Vec<&str> = table
        .lines()
        .filter_map(|row| row.split('|').nth(1))
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    assert_eq!(named, ORDER);
}

/// Every import of one room by another.
fn arrows(sources: &[Source]) -> Vec<Arrow<'_>> {
    let is_root = |source: &&Source| source.room == "lib";
    let mut names = sources.iter().find(is_root).map(Source::reexports).unwrap_or_default();
    for source in sources {
        names.extend(source.macros().into_iter().map(|name| (name, source.room.clone())));
    }
    let mut arrows = Vec::new();
    for from in sources.iter().filter(|source| !is_root(source)) {
        for import in from.imports() {
            let first = import
                .path
                .iter()
                .find(|name| !["__private", "__v"].contains(&name.as_str()))
                .cloned()
                .unwrap_or_default();
            let to = if ORDER.contains(&&*first) { Some(&first) } else { names.get(&first) };
            let to = to.unwrap_or_else(|| panic!("{}:{}: what is `crate::{first}`?", from.name, import.line)).clone();
            // Names of other crates that derived code takes by way of this one.
            if to != from.room && !["core", "alloc", "std"].contains(&&*to) {
                arrows.push(Arrow { from, import, to });
            }
        }
    }
    arrows
}

#[test]
fn folders_import_only_what_comes_before_them() {
    let sources = sources(Path::new(env!("CARGO_MANIFEST_DIR")));
    let (mut faults, mut needed) = (Vec::new(), BTreeSet::new());
    for Arrow { from, import, to } in arrows(&sources) {
        if position(&to) < position(&from.room) {
            continue;
        }
        let entry = (&*from.name, &*to);
        needed.insert((from.name.clone(), to.clone()));
        if !ALLOWED.contains(&entry) {
            let (name, line, path, room) = (&from.name, import.line, import.path.join("::"), &from.room);
            faults.push(format!("{name}:{line}: imports crate::{path} of `{to}`, which comes after `{room}`"));
        }
    }
    for (file, to) in ALLOWED {
        if !needed.contains(&(String::from(*file), String::from(*to))) {
            faults.push(format!("{file} imports nothing of `{to}` any more: take it out of ALLOWED"));
        }
    }
    assert!(faults.is_empty(), "{}\nthe order is: {}", faults.join("\n"), ORDER.join(" < "));
}

#[test]
fn every_room_of_the_order_exists() {
    let sources = sources(Path::new(env!("CARGO_MANIFEST_DIR")));
    for room in ORDER {
        assert!(sources.iter().any(|source| source.room == *room), "there is no src/{room}");
    }
}

/// Rules of fields are checked where values come in, which is above these rooms (docs/design.md, "Rules bind writers").
#[test]
fn readers_and_the_writer_know_no_rules() {
    const WITHOUT_RULES: [&str; 5] = ["layout", "wire", "object", "read", "write"];
    for source in sources(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        for name in ["Rules", "rules", "check_rules"] {
            if let Some(line) = source.line_of(name) {
                assert!(!WITHOUT_RULES.contains(&&*source.room), "{}:{line}: `{name}`", source.name);
            }
        }
    }
}

#[test]
fn a_name_is_that_of_one_type() {
    let sources = sources(Path::new(env!("CARGO_MANIFEST_DIR")));
    let mut files: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for source in &sources {
        for name in source.types() {
            files.entry(name).or_default().push(&source.name);
        }
    }
    files.retain(|_, files| files.len() > 1);
    let found: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(found, TWICE, "these are defined in {files:?}");
}

fn imported(name: &str, text: &str) -> Vec<String> {
    Source::new(name, text).imports().into_iter().map(|import| import.path.join("::")).collect()
}

#[test]
fn imports_are_found_in_braces_in_expressions_and_through_super() {
    let text = r"
        use crate::{error::{Error, ErrorKind as K}, read::Buf};
        use super::sibling;
        use super::super::write::Session;
        fn f() -> crate::Result<()> { crate::wire::slice::<u8>(&[]); $crate::__private::Place }
    ";
    let found = imported("src/typed/list.rs", text);
    let expected = [
        "error::Error",
        "error::ErrorKind",
        "read::Buf",
        "write::Session",
        "Result",
        "wire::slice",
        "__private::Place",
    ];
    assert_eq!(found, expected);
    assert_eq!(imported("src/typed/mod.rs", "use super::write::Session;"), ["write::Session"]);
    assert_eq!(imported("src/limits.rs", "use super::error::Error;"), ["error::Error"]);
}

#[test]
fn comments_literals_and_tests_import_nothing() {
    let text = r##"
        //! [`Record`](crate::Record)
        /* crate::write */ /// crate::write
        const A: &str = "crate::write \" crate::read";
        const B: &str = r#"crate::write " "#;
        const C: (char, char) = ('"', '\'');
        fn f<'a>(_: &'a u8) -> crate::Error {}
        #[cfg(test)]
        mod tests { use crate::write::Session; fn f() { {} } }
        #[cfg(test)]
        use crate::read::Buf;
        use crate::wire::range;
    "##;
    assert_eq!(imported("src/schema/model.rs", text), ["Error", "wire::range"]);
}
