//! The vectors of patches in `tests/conformance/vectors`, checked with this crate. Their README says what the keys claim.

use serde_json::{Map, Value as Json};
use vellum::patch::{self, Patch, Skipped};
use vellum::{Record, Schema};

use crate::conformance::{Checked, expect, hex, same, vectors};

#[test]
fn the_vectors_of_patches_hold() {
    let content = &vectors()["patch1/patches.json"];
    let lines: Vec<Map<String, Json>> = serde_json::from_slice(content).unwrap();
    assert!(lines.len() > 100, "only {} vectors", lines.len());
    check_all(&lines);
}

/// Lines that `run.py patches` writes: they claim what the independent reader found.
#[test]
#[ignore = "VELLUM_LINES names a file of lines"]
fn the_lines_of_a_generator_of_patches_hold() {
    let text = std::fs::read_to_string(std::env::var_os("VELLUM_LINES").unwrap()).unwrap();
    check_all(&text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>());
}

fn check_all(lines: &[Map<String, Json>]) {
    let show = |line| serde_json::to_string(line).unwrap();
    let check = |line| check(line).err().map(|message| format!("{message}\n  {}", show(line)));
    let failures: Vec<_> = lines.iter().filter_map(check).collect();
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), lines.len(), failures.join("\n"));
}

fn check(line: &Map<String, Json>) -> Checked {
    let text = line.get("reads").unwrap_or(&line["schema"]).as_str().unwrap();
    let schema = Schema::parse(text).map_err(|error| format!("the schema is refused: {error}"))?;
    let is_refused = line.contains_key("refused");
    if let Some(joined) = line.get("joined") {
        let found = patch::then(&hex(&joined[0]), &hex(&joined[1]));
        if is_refused {
            return expect(found.is_err(), || "the join is made".into());
        }
        let found = found.map_err(|error| format!("the join is refused: {error}"))?;
        same(&found, &joined[2], "the join")?;
        let Some(old) = line.get("old") else { return Ok(()) };
        let first = apply(&schema, &hex(old), &hex(&joined[0]))?;
        same(&apply(&schema, &first, &hex(&joined[1]))?, &line["new"], "what both make")?;
        return same(&apply(&schema, &hex(old), &found)?, &line["new"], "what the join makes");
    }
    let count = |key| line.get(key).and_then(Json::as_u64).unwrap_or(0);
    let (bytes, skipped) = (hex(&line["patch"]), (count("unknown"), count("missed")));
    let passes_over = skipped != (0, 0);
    if is_refused {
        let mut record = Record::open(&schema, hex(&line["old"])).map_err(|error| error.to_string())?;
        let made = read(&schema, &bytes, passes_over).and_then(|(patch, _)| record.apply(&patch));
        expect(made.is_err(), || "it is made".into())?;
        return same(record.as_bytes(), &line["old"], "after it was refused the record");
    }
    if passes_over {
        expect(Patch::from_bytes(&schema, &bytes).is_err(), || "it is read where nothing is passed over".into())?;
    }
    let (patch, found) = read(&schema, &bytes, true).map_err(|error| format!("it is refused: {error}"))?;
    let found = (found.unknown_fields as u64, found.may_have_lost as u64);
    expect(found == skipped, || format!("{found:?} operations are passed over"))?;
    if let Some(new) = line.get("new") {
        same(&make(&schema, &hex(&line["old"]), &patch)?, new, "the result")?;
    }
    match line.get("inverse") {
        None => Ok(()),
        Some(Json::Null) => expect(patch.invert().is_err(), || "it is taken back".into()),
        Some(inverse) => {
            let found = patch.invert().map_err(|error| format!("it is not taken back: {error}"))?;
            same(&make(&schema, &hex(&line["new"]), &found)?, &line["old"], "what the inverse makes")?;
            same(&found.to_bytes().map_err(|error| error.to_string())?, inverse, "the inverse")
        }
    }
}

/// A patch, and the operations that are passed over.
fn read(schema: &Schema, bytes: &[u8], passes_over: bool) -> vellum::Result<(Patch, Skipped)> {
    if passes_over {
        return Patch::known_from_bytes(schema, bytes);
    }
    Ok((Patch::from_bytes(schema, bytes)?, Skipped::default()))
}

fn apply(schema: &Schema, old: &[u8], bytes: &[u8]) -> Result<Vec<u8>, String> {
    let patch = Patch::from_bytes(schema, bytes).map_err(|error| format!("it is refused: {error}"))?;
    make(schema, old, &patch)
}

/// A record after a patch, in canonical form.
fn make(schema: &Schema, old: &[u8], patch: &Patch) -> Result<Vec<u8>, String> {
    let mut record = Record::open(schema, old.to_vec()).map_err(|error| format!("it does not open: {error}"))?;
    record.apply(patch).map_err(|error| format!("it is not made: {error}"))?;
    schema.prove(record.as_bytes()).map_err(|error| format!("it makes an invalid record: {error}"))?;
    record.compact().map_err(|error| format!("it cannot be laid out: {error}"))?;
    Ok(record.into_storage())
}
