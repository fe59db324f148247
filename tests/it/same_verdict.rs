//! Bytes that are no buffer: readers and editors say the same of them. Every first byte, with what may stand behind it.

use vellum::{Error, ErrorKind, Record, Result, Schema, Vellum, Workspace};

#[derive(Vellum, Clone, Debug, PartialEq)]
struct Note {
    name: String,
    age: u16,
}

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(lineage)]
struct Marked {
    name: String,
    age: u16,
}

fn kind<T>(result: Result<T>) -> Option<ErrorKind> {
    result.err().map(|error: Error| error.kind())
}

/// What may follow the first byte: what users put there by mistake, and each header with a byte changed or cut off.
fn tails() -> Vec<Vec<u8>> {
    let note = Note { name: "Ada".into(), age: 36 };
    let mut whole = vec![vellum::to_vec(&note).unwrap()];
    let mut memory = vec![0; 64];
    Workspace::format(&mut memory, &note).unwrap();
    whole.push(memory);
    let mut tails: Vec<Vec<u8>> = vec![vec![], b"ello".to_vec(), b"{\"name\":1}".to_vec(), vec![0; 40], vec![0xFF; 40]];
    for bytes in whole {
        for at in 1..bytes.len().min(20) {
            tails.push(bytes[1..at].to_vec());
            for byte in [0, 1, 0x7F, 0xFF] {
                let mut changed = bytes[1..].to_vec();
                changed[at - 1] = byte;
                tails.push(changed);
            }
        }
    }
    tails
}

fn opened<T: vellum::Vellum>(bytes: &[u8]) -> [Option<ErrorKind>; 2] {
    let mut edited = bytes.to_vec();
    let kinds = [kind(T::peek(bytes)), kind(T::edit(&mut edited))];
    assert!(kinds[1].is_none() || edited == bytes);
    kinds
}

#[test]
fn what_is_no_buffer_is_the_same_to_readers_and_to_editors() {
    let schema = Schema::parse("struct Note { name: string, age: u16 } root Note;").unwrap();
    let (mut cases, mut full) = (0, 0);
    for first in 0..=0xFF {
        for tail in tails() {
            let bytes = [&[first], &tail[..]].concat();
            let by_path = |bytes: &[u8]| Record::open(&schema, bytes.to_vec())?.set("age", 7u16);
            let read = kind(schema.peek(&bytes));
            let edited = [opened::<Note>(&bytes)[1], opened::<Marked>(&bytes)[1], kind(by_path(&bytes))];
            let readers = [opened::<Note>(&bytes)[0], opened::<Marked>(&bytes)[0], read];
            for (read, edited) in readers.into_iter().zip(edited) {
                cases += 1;
                match (read, edited) {
                    // A workspace is read as it lies, and edited as one alone.
                    (None, Some(ErrorKind::Full)) => {
                        assert_eq!(first & 0b1110_1000, 0b0010_1000, "{bytes:02x?}");
                        full += 1;
                    }
                    // The edit meets more of the buffer than its header.
                    (None, Some(ErrorKind::Corrupt)) => {}
                    (read, edited) => assert_eq!(read, edited, "{bytes:02x?}"),
                }
            }
        }
    }
    assert!(cases > 90_000 && full > 0, "{cases} cases, {full} full");
}

#[test]
fn text_is_no_buffer_to_anybody() {
    for text in ["hello", "hi", "(x)", "help me", "{}", "x", ""] {
        let bytes = text.as_bytes();
        let said = Note::edit(&mut bytes.to_vec()).err().unwrap();
        assert_eq!(said.kind(), ErrorKind::Corrupt, "{text}: {said}");
        assert_eq!(said.to_string(), Note::peek(bytes).err().unwrap().to_string());
    }
}
