//! Names that a field or variant gave up, and another one took: what is said of them is what buffers show.

use vellum::Schema;
use vellum::schema::Level;

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// What is said of two schemas: `path change`, and the level of all of it.
fn said(old: &str, new: &str) -> (Vec<String>, Level) {
    let found = schema(new).changes_since(&schema(old));
    let lines = found.differences().iter().map(|found| format!("{} {:?}", found.path(), found.change())).collect();
    (lines, found.level())
}

#[track_caller]
fn fields(old: &str, new: &str, expected: &[&str], level: Level) {
    let text = |fields: &str| {
        format!("struct H {{ at: string }} struct I {{ lines: list<string> }} struct A {{ {fields} }} root A;")
    };
    let (lines, found) = said(&text(old), &text(new));
    let expected: Vec<String> = expected.iter().map(|&line| line.to_owned()).collect();
    assert_eq!((lines, found), (expected, level), "{old} -> {new}");
}

#[test]
fn a_new_field_takes_the_name_that_an_unused_one_gave_up() {
    let (kept, is_new) = ("A.unused_hits Renamed", "A.hits Added");
    let good = Level::OldReadersKeepWorking;
    for (old, new) in [
        ("hits: u32", "unused_hits: u32, hits: u64 since 2"),
        ("hits: u32", "unused_hits: u32, hits: u32 since 2"),
        ("hits: u32", "unused_hits: u32, hits: u32 = 5 since 2"),
        ("hits: u32 = 5", "unused_hits: u32 = 5, hits: u32 since 2"),
        ("hits: u32", "unused_hits: u32, hits: u32? since 9"),
        ("hits: string", "unused_hits: string, hits: list<string> since 2"),
        ("hits: bool", "unused_hits: bool, hits: bool since 2"),
        ("n: u8, hits: u32, s: string", "n: u8, unused_hits: u32, s: string, hits: u64 since 2"),
        (
            "n: u8, hits: u32 since 4, m: bool since 2",
            "n: u8, unused_hits: u32 since 4, hits: u64 since 5, m: bool since 2",
        ),
    ] {
        fields(old, new, &[kept, is_new], good);
    }
    // The order of declaration between revisions is free.
    fields("hits: u32", "hits: u64 since 2, unused_hits: u32", &[is_new, kept], good);
    // A type that cannot be the old one says as much as `unused_`.
    fields("hits: u32", "old_hits: u32, hits: u64 since 2", &["A.old_hits Renamed", is_new], good);
    fields("at: H", "was: H, at: I since 2", &["A.was Renamed", "A.at Added"], good);
    // Each step of a longer way: the new field first, and then the names.
    fields("hits: u32", "hits: u32, more: u64 since 2", &["A.more Added"], good);
    fields(
        "hits: u32, more: u64 since 2",
        "unused_hits: u32, hits: u64 since 2",
        &["A.unused_hits Renamed", "A.hits Renamed"],
        Level::Same,
    );
    // Names that are given up and taken more than once.
    fields(
        "a: u8, b: u16",
        "unused_a: u8, unused_b: u16, a: u16 since 2, b: u8 since 2",
        &["A.unused_a Renamed", "A.unused_b Renamed", "A.a Added", "A.b Added"],
        good,
    );
    fields(
        "a: u8, b: u16 since 2",
        "unused_a: u8, a: u16 since 2, b: u8 since 3",
        &["A.unused_a Renamed", "A.a Renamed", "A.b Added"],
        good,
    );
    fields(
        "unused_hits: u32, hits: u64 since 2",
        "unused_hits: u32, unused_hits_2: u64 since 2, hits: u64 since 3",
        &["A.unused_hits_2 Renamed", "A.hits Added"],
        good,
    );
}

#[test]
fn a_name_that_another_one_had_is_said_to_be_one() {
    let found = schema("struct A { unused_hits: u32, hits: u64 since 2 } root A;")
        .changes_since(&schema("struct A { hits: u32 } root A;"));
    let shown = found.to_string();
    assert!(shown.contains("the field `hits` is named `unused_hits` (same bytes)"), "{shown}");
    assert!(
        shown.contains("A.hits: the field is new, by the name that another one had; old readers keep it"),
        "{shown}"
    );
    let found = schema("struct A { unused_hits: u32, hits: u64 since 2 } root A;")
        .changes_since(&schema("struct A { hits: u32, more: u64 since 2 } root A;"));
    assert!(found.to_string().contains("the field `more` is named `hits`, as another field was"), "{found}");
}

#[test]
fn names_that_changed_places_among_each_other_are_told() {
    let broken = Level::Incompatible;
    fields("a: u8, b: u8", "b: u8, a: u8", &["A.b Moved", "A.a Moved"], broken);
    fields("a: u8, b: u8, c: u8", "b: u8, c: u8, a: u8", &["A.b Moved", "A.c Moved", "A.a Moved"], broken);
    fields(
        "a: string, b: list<u8>",
        "b: string, a: list<u8>",
        &["A.b Moved", "A.b Retyped", "A.a Moved", "A.a Retyped"],
        broken,
    );
    // A field is gone, and those behind it took its place.
    fields("a: u8, b: u8", "b: u8, c: u8", &["A.c Added", "A.a Removed"], broken);
    // The data of one would be read as the other's.
    fields("a: u8, b: u8", "unused_a: u8, a: u8", &["A.unused_a Added", "A.b Removed"], broken);
    // A new field lies where the old one lay, which was moved.
    fields("hits: u32", "total: u32, hits: u32 since 2", &["A.total Added", "A.hits Since"], broken);
}

#[test]
fn one_fault_of_a_field_is_told_once() {
    let broken = Level::Incompatible;
    fields("x: u8", "x: u16 since 2", &["A.x Added", "A.x Removed"], broken);
    fields("x: u8, y: u8", "x: u16, z: u8", &["A.x Retyped", "A.z Renamed"], broken);
    fields(
        "hits: u32",
        "unused_hits: i32, hits: u64 since 2",
        &["A.unused_hits Renamed", "A.unused_hits Retyped", "A.hits Added"],
        broken,
    );
    fields(
        "x: u8, hits: u32",
        "x: u16, unused_hits: u32, hits: u64 since 2",
        &["A.x Retyped", "A.unused_hits Renamed", "A.hits Added"],
        broken,
    );
}

#[test]
fn variants_definitions_and_parts_of_frozen_structs_give_up_their_names() {
    let union = |variants: &str| format!("union U {{ {variants} }} struct A {{ u: U }} root A;");
    let refuse = Level::OldReadersRefuse;
    let of_union = |old: &str, new: &str| said(&union(old), &union(new));
    let renamed = |name: &str, taker: &str| vec![format!("A.u.{name} Renamed"), format!("A.u.{taker} Added")];
    assert_eq!(of_union("a: u8, b", "unused_a: u8, b, a: u16"), (renamed("unused_a", "a"), refuse));
    assert_eq!(of_union("a: u8, b", "UnusedA: u8, b, a: u8"), (renamed("UnusedA", "a"), refuse));
    assert_eq!(of_union("a, b", "old, b, a: u8"), (renamed("old", "a"), refuse));
    assert_eq!(of_union("a: u8, b: u16", "old: u8, a: u16").1, Level::Same);
    for (old, new) in [("a: u8, b", "c: u8, b, a: u8"), ("a, b", "b, a"), ("a: u8, b: u8", "unused_a: u8, a: u8")] {
        assert_eq!(of_union(old, new).1, Level::Incompatible, "{old} -> {new}");
    }
    let numbers = |variants: &str| format!("enum E {{ {variants} }} struct A {{ u: E }} root A;");
    let of_enum = |old: &str, new: &str| said(&numbers(old), &numbers(new));
    assert_eq!(of_enum("a, b", "unused_a, b, a"), (renamed("unused_a", "a"), refuse));
    assert_eq!(of_enum("a, b", "UNUSED_A, b, a = 9").1, refuse);
    for (old, new) in [("a, b", "c, b, a"), ("a, b", "b, a"), ("a, b", "unused_a, a"), ("a, b, c", "b, c, a")] {
        assert_eq!(of_enum(old, new).1, Level::Incompatible, "{old} -> {new}");
    }
    let frozen = |fields: &str| format!("frozen struct F {{ {fields} }} struct A {{ f: list<F> }} root A;");
    assert_eq!(said(&frozen("a: u8, b: u16"), &frozen("unused_a: u8, a: u16")).1, Level::Same);
    assert_eq!(said(&frozen("a: u8, b: u8"), &frozen("unused_a: u8, a: u8")).1, Level::Incompatible);
    assert_eq!(said(&frozen("a: u8"), &frozen("unused_a: u8, a: u16")).1, Level::Incompatible);
    let parts = |parts: &str| format!("struct A {{ t: tuple<{parts}> }} root A;");
    assert_eq!(said(&parts("string, u8"), &parts("u8, string")).1, Level::Incompatible);
    // A definition is where it is named, whatever it is called.
    let old = "struct Home { at: string } struct A { home: Home } root A;";
    let new = "struct OldHome { at: string } struct Home { lines: list<string> } \
               struct A { old_home: OldHome, home: Home since 2 } root A;";
    let lines = ["A.old_home Renamed", "A.home Added", "A.old_home Renamed"].map(str::to_owned).to_vec();
    assert_eq!(said(old, new), (lines, Level::OldReadersKeepWorking));
    let new = "struct Home { at: string } struct A { unused_home: Home, home: Home since 2 } root A;";
    assert_eq!(said(old, new).1, Level::OldReadersKeepWorking);
    // The columns of a key are places.
    let key = |fields: &str, key: &str| format!("struct A key({key}) {{ {fields} }} root A;");
    let (old, new) = (key("hits: u32", "hits"), "unused_hits: u32, hits: u64 since 2");
    assert_eq!(said(&old, &key(new, "unused_hits")).0, ["A.unused_hits Renamed", "A.hits Added"]);
    assert_eq!(said(&old, &key(new, "hits")).0, ["A Key", "A.unused_hits Renamed", "A.hits Added"]);
}
