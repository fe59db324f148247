//! Every piece of a buffer: the pieces of a canonical one are all of its bytes, those of a valid one do not overlap and have no fault, and
//! whatever the bytes, the walk ends.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;
use vellum::Schema;
use vellum::extent::Role;

/// The vectors that have a schema and a buffer.
fn vectors() -> Vec<(String, Schema, Vec<u8>, Json)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/vectors/v1");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let lines = files.flat_map(|path| serde_json::from_slice::<Vec<Json>>(&fs::read(path).unwrap()).unwrap());
    let hex = |json: &Json| -> Option<Vec<u8>> {
        let digits: String = json.as_str()?.split_whitespace().collect();
        (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect()
    };
    let vector = |line: Json| {
        let schema = Schema::parse(line["schema"].as_str()?).ok()?;
        Some((line["name"].to_string(), schema, hex(&line["hex"])?, line))
    };
    lines.filter_map(vector).collect()
}

/// What is told of each byte.
#[derive(Default)]
struct Told {
    /// How often a byte is told of; its bits count once.
    times: Vec<u32>,
    faults: Vec<String>,
    pieces: usize,
}

fn told(schema: &Schema, bytes: &[u8]) -> Option<Told> {
    let view = schema.peek(bytes).ok()?;
    let mut told = Told { times: vec![0; bytes.len()], ..Told::default() };
    let mut bits = vec![false; bytes.len()];
    view.extents(&mut |extent| {
        told.pieces += 1;
        assert!(extent.parent <= extent.path.len() && extent.path.is_char_boundary(extent.parent));
        let is_bit = matches!(extent.role, Role::Bit(_) | Role::Presence(_));
        for at in extent.range.clone() {
            let is_again = is_bit && std::mem::replace(&mut bits[at], true);
            told.times[at] += u32::from(!is_again);
        }
        if let Role::Fault(error) = &extent.role {
            assert_ne!(error.kind(), vellum::ErrorKind::Internal, "{error}");
            told.faults.push(format!("{}: {error}", extent.path));
        }
    })
    .unwrap();
    Some(told)
}

#[test]
fn pieces_are_the_bytes_of_a_buffer() {
    let (mut canonical, mut valid) = (0, 0);
    for (name, schema, bytes, line) in vectors() {
        let Ok(proof) = schema.prove(&bytes) else { continue };
        let Told { times, faults, .. } = told(&schema, &bytes).unwrap();
        assert!(faults.is_empty(), "{name}: {faults:?}");
        let more: Vec<_> = (0..bytes.len()).filter(|at| times[*at] > 1).collect();
        assert!(more.is_empty(), "{name}: told of twice: {more:?} of {bytes:02x?}");
        let none = (0..bytes.len()).filter(|at| times[*at] == 0);
        if line["canonical"] == true {
            canonical += 1;
            assert_eq!(none.collect::<Vec<usize>>(), Vec::<usize>::new(), "{name}: {bytes:02x?}");
        } else if proof.is_complete() && !bytes.contains(&0xFE) {
            valid += 1;
            let used: Vec<usize> = none.filter(|at| bytes[*at] != 0xFF && *at < proof.as_bytes().len()).collect();
            assert_eq!(used, Vec::<usize>::new(), "{name}: {bytes:02x?}");
        }
    }
    assert!(canonical > 300 && valid > 20, "only {canonical} canonical and {valid} other buffers");
}

#[test]
fn whatever_the_bytes_the_walk_ends() {
    for (_, schema, bytes, _) in vectors() {
        for at in 0..bytes.len().min(80) {
            for byte in [0, 1, 0x7F, 0xFF, bytes[at] ^ 1, bytes[at] ^ 0x80] {
                let mut hostile = bytes.clone();
                hostile[at] = byte;
                if let Some(told) = told(&schema, &hostile) {
                    assert!(told.pieces < 40 * (bytes.len() + 8), "{} pieces of {} bytes", told.pieces, bytes.len());
                }
            }
            let _ = told(&schema, &bytes[..at]);
        }
    }
}

#[test]
fn a_fault_does_not_hide_what_is_behind_it() {
    let schema = Schema::parse("struct User { name: string, mail: string } root User;").unwrap();
    let bytes = [0x20, 2, 99, 4, 1, b'x'];
    let mut roles = Vec::new();
    let view = schema.peek(&bytes).unwrap();
    view.extents(&mut |extent| roles.push((extent.path.to_owned(), matches!(extent.role, Role::Fault(_))))).unwrap();
    let of = |path: &str| roles.iter().filter(|(of, _)| of == path).map(|(_, fault)| *fault).collect::<Vec<_>>();
    assert_eq!((of("name"), of("mail")), (vec![true], vec![false, false, false]));
}
