//! Tables, lists and samples of the documents that repeat the source are compared with it.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use super::{files, nets, read, root, slug};

/// The value of a constant in a file of `src`, as `const NAME: u8 = 0xF0;` has it.
fn constant(file: &str, name: &str) -> u64 {
    let source = read(file);
    let value =
        source.split(&format!("const {name}: ")).nth(1).and_then(|rest| rest.split(" = ").nth(1)?.split(';').next());
    let value = value.unwrap_or_else(|| panic!("{file} has no constant {name}")).replace('_', "");
    let number = value.strip_prefix("0x").map_or_else(|| value.parse(), |digits| u64::from_str_radix(digits, 16));
    number.unwrap_or_else(|_| panic!("{file}: {name} is {value}"))
}

/// A number as the documents write it: `65,535`.
fn written(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.iter().map(|group| std::str::from_utf8(group).unwrap()).collect::<Vec<_>>().join(",")
}

/// The names in inline code of a text.
fn names(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn limits_are_those_of_the_constants() {
    let crate_page = read("src/lib.rs");
    let table = crate_page.split("//! # Limits").nth(1).and_then(|rest| rest.split("//! # ").next()).unwrap();
    let page = read("docs/limits.md");
    let depth = constant("src/read/document.rs", "MAX_DEPTH");
    let variants = constant("src/schema/resolve.rs", "MAX_VARIANTS");
    let rows = [
        ("a buffer", u64::from(u32::MAX)),
        ("the fixed part of one struct", u64::from(u16::MAX)),
        ("objects nested in objects", depth),
        ("defaults in defaults, where a whole value is made", depth),
        ("frozen structs, tuples and arrays inline in one another", constant("src/schema/shapes.rs", "MAX_INLINE")),
        ("entries of a map or set", u64::from(u32::MAX >> 1)),
        ("variants of a union", variants),
        ("elements of an array", u64::from(u16::MAX)),
    ];
    for (limit, number) in rows {
        let row = table.lines().find(|line| line.starts_with(&format!("//! | {limit} |")));
        let row = row.unwrap_or_else(|| panic!("the table of limits in src/lib.rs has no row \"{limit}\""));
        let value = row.split('|').nth(2).and_then(|cell| cell.split_whitespace().next()).unwrap_or_default();
        assert_eq!(value, written(number), "src/lib.rs: {row}");
    }
    for says in [
        format!("at most {} bytes", written(u32::MAX.into())),
        format!("at most {depth} objects deep"),
        format!("A union has at most {variants} variants"),
        format!("an array at most {} elements", written(u16::MAX.into())),
    ] {
        assert!(page.contains(&says), "docs/limits.md does not say \"{says}\"");
    }
}

#[test]
fn the_index_of_the_cookbook_has_every_recipe() {
    let index = read("src/cookbook.rs");
    for module in ["records", "collections", "runtime", "buffers", "json"] {
        let page = read(&format!("src/cookbook/{module}.rs"));
        let mut is_code = false;
        let mut headings = Vec::new();
        for line in page.lines().map(|line| line.strip_prefix("//!").unwrap_or(line).trim_start()) {
            is_code ^= line.starts_with("```");
            headings.extend(line.strip_prefix("# ").filter(|_| !is_code).map(|heading| heading.trim().to_owned()));
        }
        let links = index.split("](").filter_map(|link| link.split(')').next()?.split_once('#'));
        let anchors: Vec<&str> = links.filter(|(of, _)| *of == module).map(|(_, anchor)| anchor).collect();
        assert_eq!(
            anchors,
            headings.iter().map(|heading| slug(heading)).collect::<Vec<_>>(),
            "src/cookbook.rs, {module}"
        );
    }
}

/// What the derive says that a struct, an enum, a field or a variant can have, where another attribute is given.
#[test]
fn the_page_of_attributes_has_every_attribute_of_the_derive() {
    let source = read("derive/src/attributes.rs");
    let page = read("derive/attributes.md");
    let section = |heading: &str| {
        let text = page.split(&format!("\n# {heading}\n")).nth(1).unwrap_or_else(|| panic!("no heading \"{heading}\""));
        text.split("\n# ").next().unwrap().split("\n```\n").next().unwrap().to_owned()
    };
    let (types, fields) = (section("Attributes of a struct or an enum"), section("Attributes of a field"));
    for (on, text) in [("a struct", &types), ("an enum", &types), ("a field", &fields)] {
        let expected =
            source.split(&format!("\"{on}\",")).nth(1).and_then(|rest| rest.split(");").next()?.split(')').next());
        let expected = expected.unwrap_or_else(|| panic!("the derive has no list of the attributes of {on}"));
        let expected = names(expected);
        assert!(expected.len() > 5, "the list of {on} is {expected:?}");
        for attribute in expected {
            let is_there = names(text).into_iter().any(|name| name.split([' ', '(']).next() == Some(attribute));
            assert!(is_there, "derive/attributes.md does not describe `{attribute}` of {on}");
        }
    }
}

#[cfg(all(feature = "std", feature = "derive"))]
#[test]
fn the_lock_on_the_page_of_evolution_is_one_that_the_crate_writes() {
    use vellum::lock::{LockCommand, LockErrorKind, check_with};

    #[derive(vellum::Vellum)]
    #[allow(dead_code)]
    struct User {
        name: String,
        age: u16,
    }

    let file = std::env::temp_dir().join(format!("vellum-documents-{}.lock", std::process::id()));
    let error = check_with(&file, &[<User as vellum::Vellum>::schema()], &LockCommand::Check).unwrap_err();
    assert_eq!(error.kind(), LockErrorKind::Written);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let page = read("docs/evolution.md");
    let sample = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(sample, text, "the first block of text of docs/evolution.md");
}

#[test]
fn the_table_of_fuzz_targets_has_every_target() {
    let mut all: Vec<PathBuf> = Vec::new();
    files(&root().join("fuzz/fuzz_targets"), &mut all);
    let targets: BTreeSet<&str> = all.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
    let page = read("fuzz/README.md");
    let table = page.split("## So far").nth(1).unwrap();
    let rows: BTreeSet<&str> = table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert_eq!(rows, targets, "fuzz/README.md, \"So far\"");
}

#[test]
fn numbers_are_written_in_groups_of_three_digits() {
    assert_eq!([8, 240, 65_535, 4_294_967_295].map(written), ["8", "240", "65,535", "4,294,967,295"]);
}

/// What the compiler prints for arguments; empty where it fails.
fn rustc(arguments: &[&str]) -> String {
    let output = Command::new("rustc").args(arguments).output().expect("rustc runs");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_targets_without_compare_and_swap_are_those_of_the_compiler() {
    let page = read("docs/limits.md");
    let block = page.split("does not build for targets without compare-and-swap").nth(1).unwrap();
    let block = block.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let written: BTreeSet<&str> = block.split_whitespace().collect();
    assert!(written.contains("thumbv6m-none-eabi"), "docs/limits.md: {block}");
    let all = rustc(&["--print", "target-list"]);
    // The compiler has hundreds of targets, and is asked of each.
    let asked = all.lines().filter(|target| nets::full() || written.contains(target));
    let lacking: BTreeSet<&str> = asked
        .filter(|target| !rustc(&["--print", "cfg", "--target", target]).contains("target_has_atomic=\"ptr\""))
        .collect();
    assert_eq!(lacking, written, "docs/limits.md, targets without compare-and-swap");
}
