//! A change of a schema is noticed by its golden buffers: a reader by the changed schema refuses
//! one of them, or sees another value in it.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::random::schemas;
use super::read_back::ReadBack;
use super::{ROOTS, WHOLE, golden, parse, roots};
use crate::schema::{Level, Schema};

/// Schemas that differ from one in a line of its text, each with what was done.
fn changed(schema: &Schema) -> Vec<(String, Schema)> {
    let text = schema.to_string();
    let lines: Vec<&str> = text.lines().collect();
    let mut changed = Vec::new();
    let mut add = |what: &str, line: &str, at: usize, new: &[&str], gone: usize| {
        let text = [&lines[..at], new, &lines[at + gone..]].concat().join("\n");
        // Not each change gives a valid schema.
        if let Ok(other) = Schema::parse(&text) {
            changed.push((format!("{what} of `{}`", line.trim()), other));
        }
    };
    let mut head = "";
    for (at, line) in lines.iter().enumerate() {
        let Some(member) = line.strip_prefix("    ") else {
            head = line;
            continue;
        };
        add("removal", line, at, &[], 1);
        if let Some(next) = lines.get(at + 1).filter(|next| next.starts_with("    ")) {
            add("exchange", line, at, &[next, line], 2);
        }
        if head.contains("enum ") {
            continue;
        }
        let Some((name, rest)) = member.trim_end_matches(',').split_once(": ") else {
            add("new payload", line, at, &[&format!("{member}: u16,")], 1);
            continue;
        };
        let since = rest.split_once(" since ").map_or(String::new(), |(_, since)| format!(" since {since}"));
        let types = [
            "u8",
            "i8",
            "u16",
            "i16",
            "u32",
            "u64",
            "i64",
            "f64",
            "u8?",
            "string",
            "bytes",
            "list<u8>",
            "list<u16>",
            "bool",
            "string[3]",
            "timestamp",
            "timestamp(s)",
            "decimal(2)",
            "decimal(3)",
            "any",
        ];
        let base = |ty: &str| ty.split([' ', '?', '=']).next().unwrap_or_default().to_string();
        for ty in types.into_iter().filter(|ty| base(rest) != base(ty)) {
            add(&format!("type {ty}"), line, at, &[&format!("{name}: {ty}{since},")], 1);
        }
        let before = rest.strip_suffix(&since).unwrap_or(rest);
        let (ty, default) = before.split_once(" = ").map_or((before, ""), |(ty, default)| (ty, default));
        for other in
            ["0", "7", "true", "false", "1.5", "\"x\"", "b\"x\"", "'y'"].into_iter().filter(|other| *other != default)
        {
            add(&format!("default {other}"), line, at, &[&format!("{name}: {ty} = {other}{since},")], 1);
        }
        if !default.is_empty() {
            add("no default", line, at, &[&format!("{name}: {ty}{since},")], 1);
        }
        // No buffer has a payload whose pointer is null.
        if head.contains("union ") {
            continue;
        }
        let optional = ty.strip_suffix('?').map_or_else(|| format!("{ty}?"), str::to_string);
        add("presence", line, at, &[&format!("{name}: {optional}{since},")], 1);
    }
    changed
}

/// Whether a reader by another schema reads one of the buffers as something else.
fn is_noticed(schema: &Schema, buffers: &[Vec<u8>], other: &Schema) -> bool {
    let (mut reader, mut of_other) = (ReadBack::plain(schema), ReadBack::plain(other));
    buffers.iter().any(|buffer| of_other.read(buffer).ok() != reader.read(buffer).ok())
}

/// The changes of a schema that its buffers do not notice, and how many there are in all.
fn unnoticed(schema: &Schema) -> (Vec<String>, usize) {
    let made = golden(schema);
    let all = changed(schema);
    let is_unnoticed = |(_, other): &&(String, Schema)| {
        other.changes_since(schema).level() != Level::Same && !is_noticed(schema, &made.buffers, other)
    };
    let unnoticed = all.iter().filter(is_unnoticed).map(|(what, _)| what.clone()).collect();
    (unnoticed, all.len())
}

/// The changes that no value of the buffers can show.
const UNNOTICED: [&str; 7] = [
    // Of few values, two of different defaults are stored as the same word.
    "exchange of `a: u8 in 1..=5 = 1,`",
    // A number of this range that is positive.
    "type u32 of `c: i32 in -5..,`",
    // A payload in a slot of two bytes, as pointers of these buffers have two.
    "type u16 of `a: u8,`",
    "type i16 of `a: u8,`",
    "type u16 of `b: u8,`",
    "type i16 of `b: u8,`",
    // Alone in its object, an array has the bytes of a list of the same numbers.
    "type list<u8> of `x: bytes[3],`",
];

#[test]
fn each_change_of_a_schema_is_noticed() {
    let (mut count, mut found) = (0, Vec::new());
    for schema in WHOLE.into_iter().map(parse).chain(roots()) {
        let (unnoticed, all) = unnoticed(&schema);
        count += all;
        found.extend(unnoticed);
    }
    assert!(count > 100 * (WHOLE.len() + ROOTS.len()), "{count} changes");
    assert_eq!(found, UNNOTICED);
}

#[test]
fn changes_of_schemas_by_chance_are_noticed() {
    let (mut count, mut found) = (0, Vec::new());
    for schema in schemas(15) {
        let (unnoticed, all) = unnoticed(&schema);
        count += all;
        let is_payload_of_bytes = |what: &String| what.starts_with("type list<u8> of `v") && what.contains("bytes[");
        let unnoticed = unnoticed.into_iter().filter(|what| !is_payload_of_bytes(what));
        found.extend(unnoticed.map(|what| format!("{what} in\n{schema}")));
    }
    assert!(count > 2_000, "{count} changes");
    assert!(found.is_empty(), "{} of {count} changes are not noticed: {}", found.len(), found.join("\n"));
}
