//! The vectors in `tests/conformance/vectors`, checked with this crate. Their README says what the keys claim.
//!
//! A value is compared as the run-time reader gives it. That reader gives the payload of an `any` without its variant, which
//! the comparison of the canonical bytes covers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};
use vellum::value::{Geo4, Geo8, Geo16};
use vellum::{
    Record, Schema,
    dynamic::{StructRef, ValueRef},
    framed, stream,
};

pub(crate) type Checked = Result<(), String>;

/// The vectors with their names. Those in `v1` stay as they are for good.
pub(crate) fn vectors() -> BTreeMap<String, Vec<u8>> {
    // Packages below the root run this file, too.
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folder = folders.map(|root| root.join("tests/conformance/vectors")).find(|folder| folder.is_dir()).unwrap();
    let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let folders = entries(&folder).filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| entries(&folder).collect::<Vec<_>>());
    let name = |path: &Path| path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
    files.map(|path| (name(&path), fs::read(&path).unwrap())).collect()
}

#[test]
fn the_vectors_of_version_1_do_not_change() {
    let vectors = vectors();
    let found = vectors.iter().map(|(name, content)| format!("{}  {name}", shown(&Sha256::digest(content))));
    let found: Vec<_> = found.collect();
    let kept = [include_str!("../conformance/vectors/patch1.sha256"), include_str!("../conformance/vectors/v1.sha256")];
    let kept: Vec<_> = kept.iter().flat_map(|hashes| hashes.lines()).collect();
    assert_eq!(found, kept, "a new case goes into another directory, since version 1 of the format is frozen");
}

#[test]
fn the_vectors_hold() {
    let mut checked = 0;
    let mut failures = Vec::new();
    for (file, content) in vectors().into_iter().filter(|(file, _)| file.starts_with("v1/")) {
        let lines: Vec<Json> = serde_json::from_slice(&content).unwrap();
        checked += lines.len();
        for line in &lines {
            let place = format!("{file}: {}", line["name"].as_str().unwrap());
            failures.extend(failure(&place, line));
        }
    }
    assert!(checked > 1800, "only {checked} vectors");
    assert!(failures.is_empty(), "{} of {checked} failed:\n{}", failures.len(), failures.join("\n"));
}

/// Lines that `run.py generate` writes: they claim what the independent reader found.
#[test]
#[ignore = "VELLUM_LINES names a file of lines"]
fn the_lines_of_a_generator_are_read_as_the_independent_reader_reads_them() {
    let text = fs::read_to_string(std::env::var_os("VELLUM_LINES").unwrap()).unwrap();
    let lines: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let failures: Vec<_> = lines
        .iter()
        .enumerate()
        .filter_map(|(n, line)| failure(&format!("line {} {}", n + 1, line["name"]), line))
        .collect();
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), lines.len(), failures.join("\n"));
}

fn failure(place: &str, line: &Json) -> Option<String> {
    check(line.as_object().unwrap()).err().map(|message| {
        let shown = |key| line.get(key).map_or_else(|| "-".into(), Json::to_string);
        format!("{place}: {message}\n  schema {}\n  hex {}", shown("schema"), shown("hex"))
    })
}

pub(crate) fn hex(json: &Json) -> Vec<u8> {
    let digits: String = json.as_str().unwrap().split_whitespace().collect();
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(byte).collect()
}

pub(crate) fn shown(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

pub(crate) fn expect(holds: bool, message: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(message()) }
}

pub(crate) fn same(found: &[u8], expected: &Json, what: &str) -> Checked {
    expect(found == hex(expected), || format!("{what} is {}", shown(found)))
}

fn schema_of(line: &Map<String, Json>) -> vellum::Result<Schema> {
    match line.get("schema") {
        Some(text) => Schema::parse(text.as_str().unwrap()),
        None => Schema::from_bytes(&hex(&line["schema_bytes"])),
    }
}

fn check(line: &Map<String, Json>) -> Checked {
    if line.contains_key("refused") {
        return expect(schema_of(line).is_err(), || "the schema is accepted".into());
    }
    if let Some(bytes) = line.get("stream") {
        return check_stream(&hex(bytes), line);
    }
    let schema = schema_of(line).map_err(|error| format!("the schema is refused: {error}"))?;
    if let Some(bytes) = line.get("schema_bytes") {
        same(&schema.to_bytes(), bytes, "the compact form")?;
        let read = Schema::from_bytes(&hex(bytes)).map_err(|error| format!("the compact form is refused: {error}"))?;
        expect(read == schema, || "the compact form gives another schema".into())?;
    }
    if let Some(expected) = line.get("fingerprint") {
        let found = format!("{:016X}", schema.fingerprint());
        expect(expected.as_str() == Some(&found), || format!("the fingerprint is {found}"))?;
    }
    let Some(bytes) = line.get("hex").map(hex) else { return Ok(()) };
    let complete = schema.prove(&bytes).map(|proof| proof.is_complete());
    match line.get("valid").unwrap_or(&Json::Bool(true)) {
        Json::Bool(false) => expect(complete.is_err(), || "it is found valid".into())?,
        Json::Bool(true) => {
            let complete = complete.map_err(|error| format!("it is found invalid: {error}"))?;
            let expected = line.get("complete").and_then(Json::as_bool);
            expect(expected.is_none_or(|expected| expected == complete), || format!("complete is {complete}"))?;
        }
        _ => {}
    }
    check_value(&schema, &bytes, line)?;
    if let Some(expected) = line.get("packed") {
        same(&framed::pack(&schema, &bytes), expected, "the packed form")?;
    }
    Ok(())
}

fn check_value(schema: &Schema, bytes: &[u8], line: &Map<String, Json>) -> Checked {
    if line.get("reads") == Some(&Json::Bool(false)) {
        let read = Record::open(schema, bytes).is_ok_and(|record| serde_json::to_vec(&record).is_ok());
        return expect(!read, || "it is read".into());
    }
    let record = Record::open(schema, bytes).map_err(|error| format!("it does not open: {error}"));
    if let Some(json) = line.get("json") {
        let record = record.as_ref().map_err(Clone::clone)?;
        let root = record.root().map_err(|error| format!("no root: {error}"))?;
        if schema.root_value().is_some() {
            let (_, value) = root.fields().next().ok_or("no value")?;
            compare(value.map_err(|error| error.to_string())?, json)?;
        } else {
            fields(root, json)?;
        }
    }
    let expected = if line.contains_key("canonical") { line.get("hex") } else { line.get("compact") };
    let Some(expected) = expected else { return Ok(()) };
    let mut copy = Record::open(schema, bytes.to_vec()).map_err(|error| format!("it does not open: {error}"))?;
    copy.compact().map_err(|error| format!("it cannot be laid out: {error}"))?;
    same(copy.as_bytes(), expected, "the canonical form")
}

/// The fields of a struct, or the parts of a tuple.
fn fields(found: StructRef<'_>, json: &Json) -> Checked {
    if json.is_array() {
        return sequence(found.fields().map(|(_, part)| part), json);
    }
    let json = json.as_object().ok_or_else(|| format!("a struct, not {json}"))?;
    for (name, value) in found.fields() {
        let value = value.map_err(|error| format!("{name}: {error}"))?;
        // What a line leaves out has its default, which the canonical bytes show.
        if let Some(json) = json.get(name) {
            compare(value, json).map_err(|message| format!("{name}: {message}"))?;
        }
    }
    Ok(())
}

fn compare(found: ValueRef<'_>, json: &Json) -> Checked {
    let scalar = |text: String| {
        let expected = json.as_str().map_or_else(|| json.to_string(), str::to_owned);
        expect(text == expected, || format!("{text}, not {expected}"))
    };
    let place = |holds: bool| expect(holds, || format!("{found:?}, not {json}"));
    match found {
        ValueRef::Absent => expect(json.is_null(), || format!("absent, not {json}")),
        ValueRef::Struct(found) => fields(found, json),
        ValueRef::Union(found) => {
            let name = if found.is_known() { found.name().into() } else { format!("#{}", found.tag()) };
            let payload = json.get(&name).ok_or_else(|| format!("variant {name}, not {json}"))?;
            match found.value() {
                Ok(Some(value)) => compare(value, payload),
                Ok(None) => expect(payload.is_null(), || format!("no payload, not {payload}")),
                Err(error) => expect(!found.is_known(), || error.to_string()),
            }
        }
        ValueRef::Enum(name, number) => scalar(if name.is_empty() { number.to_string() } else { name.into() }),
        found if json.is_object() => {
            let (name, payload) =
                json.as_object().and_then(|members| members.iter().next()).ok_or("an empty object")?;
            match (name.as_str(), found) {
                ("null", found) => expect(matches!(found, ValueRef::Null), || format!("{found:?}, not null")),
                (_, found) => compare(found, payload),
            }
        }
        ValueRef::Null => Err(format!("null, not {json}")),
        ValueRef::Bool(value) => expect(*json == Json::Bool(value), || format!("{value}, not {json}")),
        ValueRef::Unsigned(value) => scalar(value.to_string()),
        ValueRef::Signed(value) | ValueRef::Timestamp(value, _) => scalar(value.to_string()),
        ValueRef::U128(value) => scalar(value.to_string()),
        ValueRef::I128(value) | ValueRef::Decimal(value, _) => scalar(value.to_string()),
        ValueRef::F32(value) => scalar(format!("{:08x}", value.to_bits())),
        ValueRef::F64(value) => scalar(format!("{:016x}", value.to_bits())),
        ValueRef::Char(value) => scalar(value.into()),
        ValueRef::Uuid(value) => scalar(shown(&value.0)),
        ValueRef::Ulid(value) => scalar(shown(&value.0)),
        ValueRef::Ipv4(value) => scalar(shown(&value.octets())),
        ValueRef::Ipv6(value) => scalar(shown(&value.octets())),
        ValueRef::Date(value) => scalar(value.0.to_string()),
        ValueRef::Time(value) => scalar(value.nanos().to_string()),
        ValueRef::Duration(value) => scalar(value.0.to_string()),
        ValueRef::Geo4(value) => place(Geo4::from_units(unit(json, 0)?, unit(json, 1)?) == Some(value)),
        ValueRef::Geo8(value) => place(Geo8::from_units(unit(json, 0)?, unit(json, 1)?) == Some(value)),
        ValueRef::Geo16(value) => place(Geo16::from_units(unit(json, 0)?, unit(json, 1)?) == Some(value)),
        ValueRef::String(value) => scalar(value.into()),
        ValueRef::Bytes(value) => scalar(shown(value)),
        ValueRef::List(found) => sequence(found.iter(), json),
        ValueRef::Map(found) if found.is_set() => sequence(found.iter().map(|entry| Ok(entry?.0)), json),
        ValueRef::Map(found) => {
            let pairs = json.as_array().ok_or_else(|| format!("a map, not {json}"))?;
            expect(found.len() == pairs.len(), || format!("{} entries, not {}", found.len(), pairs.len()))?;
            found.iter().zip(pairs).try_for_each(|(entry, pair)| {
                let (key, value) = entry.map_err(|error| error.to_string())?;
                compare(key, &pair[0])?;
                compare(value, &pair[1])
            })
        }
        other => Err(format!("{other:?}")),
    }
}

/// A latitude or longitude as stored.
fn unit<T: TryFrom<i64>>(json: &Json, n: usize) -> Result<T, String> {
    json.get(n)
        .and_then(Json::as_i64)
        .and_then(|unit| T::try_from(unit).ok())
        .ok_or_else(|| format!("a place, not {json}"))
}

fn sequence<'a>(found: impl Iterator<Item = vellum::Result<ValueRef<'a>>>, json: &Json) -> Checked {
    let mut expected = match json {
        Json::Array(elements) => elements.clone(),
        _ => hex(json).into_iter().map(Json::from).collect(),
    }
    .into_iter();
    for value in found {
        let json = expected.next().ok_or("more elements")?;
        compare(value.map_err(|error| error.to_string())?, &json)?;
    }
    expect(expected.next().is_none(), || "fewer elements".into())
}

fn check_stream(bytes: &[u8], line: &Map<String, Json>) -> Checked {
    let read: Result<Vec<_>, _> =
        stream::Reader::new(bytes).map(|record| record.map(|record| shown(&record))).collect();
    if line.get("reads") == Some(&Json::Bool(false)) {
        return expect(read.is_err(), || "the stream is read".into());
    }
    let records = read.map_err(|error| error.to_string())?;
    let expected: Vec<_> = line["records"].as_array().unwrap().iter().map(|record| shown(&hex(record))).collect();
    expect(records == expected, || format!("the records are {records:?}"))
}
