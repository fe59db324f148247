//! Any change of the bytes of a file is an error or an earlier state of the record, and never another value.

use std::ops::Range;

use vellum_file::{Durability, FileError, FileOptions, RecordReader, recover_in};

use crate::common::{Doc, file_of, on, path, states, value};
use crate::disk::Disk;

const EDITS: u64 = 7;

/// The head with the base, and each frame.
fn parts(file: &[u8]) -> Vec<Range<usize>> {
    let word = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().unwrap());
    let mut parts = vec![0..48 + word(24) as usize];
    while parts.last().unwrap().end < file.len() {
        let at = parts.last().unwrap().end;
        let len = u32::from_le_bytes(file[at + 8..at + 12].try_into().unwrap()) as usize;
        parts.push(at..at + 36 + len);
    }
    parts
}

/// Opens a file in each way. The answer is the number of the last edit that the record has; all ways agree.
fn open(bytes: &[u8], states: &[Doc]) -> Result<u64, FileError> {
    let disk = Disk::default();
    disk.put(&path(), bytes);
    let prefix = recover_in(&disk.system(), &path()).map(|recovered| {
        assert_eq!(value(recovered.as_bytes()), states[recovered.sequence() as usize]);
        recovered.sequence()
    });
    let read = RecordReader::<Doc>::open_in(&disk.system(), &path()).map(|reader| {
        assert_eq!(value(reader.as_bytes()), states[reader.sequence() as usize]);
        reader.sequence()
    });
    let written = on(&disk).open::<Doc>(path()).map(|file| {
        assert_eq!(value(file.as_bytes()), states[file.sequence() as usize]);
        assert_eq!(file.cut().is_some(), disk.content(&path()).len() < bytes.len());
        file.sequence()
    });
    assert_eq!(read.as_ref().ok(), written.as_ref().ok());
    match &written {
        Ok(sequence) => assert_eq!(prefix.unwrap(), *sequence),
        Err(FileError::Damaged(damage)) => assert_eq!(prefix.ok(), damage.readable()),
        Err(FileError::OtherKind { .. } | FileError::LaterVersion { .. }) => assert!(prefix.is_err()),
        Err(error) => panic!("{error}"),
    }
    written
}

fn durable() -> FileOptions {
    FileOptions::new()
}

fn not_synced() -> FileOptions {
    FileOptions::new().durability(Durability::Os)
}

#[test]
fn a_bit_that_is_flipped_is_told_or_ends_the_log() {
    let states = states(EDITS);
    for (options, is_durable) in [(durable(), true), (not_synced(), false)] {
        let file = file_of(&options, EDITS);
        assert_eq!(open(&file, &states).unwrap(), EDITS);
        let parts = parts(&file);
        assert_eq!(parts.len() as u64, EDITS + 1);
        for at in 0..file.len() {
            let part = parts.iter().position(|part| part.contains(&at)).unwrap() as u64;
            for bit in 0..8 {
                let mut bytes = file.clone();
                bytes[at] ^= 1 << bit;
                let found = open(&bytes, &states);
                match (part, is_durable) {
                    (0, _) => assert!(found.is_err(), "byte {at} of the head or the base"),
                    // Nothing follows the last edit that says that it was durable.
                    (EDITS, _) => assert_eq!(found.unwrap(), EDITS - 1),
                    (part, true) => match found {
                        Err(FileError::Damaged(damage)) => {
                            assert_eq!(damage.readable(), Some(part - 1));
                            assert_eq!(damage.offset(), parts[part as usize].start as u64);
                        }
                        other => panic!("byte {at}: {other:?}"),
                    },
                    (part, false) => assert_eq!(found.unwrap(), part - 1),
                }
            }
        }
    }
}

#[test]
fn a_file_that_is_cut_has_the_edits_before() {
    let states = states(EDITS);
    for options in [durable(), not_synced()] {
        let file = file_of(&options, EDITS);
        let parts = parts(&file);
        for len in 0..file.len() {
            let whole = parts.iter().filter(|part| part.end <= len).count();
            match open(&file[..len], &states) {
                Ok(sequence) => assert_eq!(sequence as usize + 1, whole),
                Err(error) => assert_eq!(whole, 0, "{error}"),
            }
        }
    }
}

#[test]
fn frames_that_are_missing_doubled_or_exchanged_are_told_or_end_the_log() {
    let states = states(EDITS);
    for (options, is_durable) in [(durable(), true), (not_synced(), false)] {
        let file = file_of(&options, EDITS);
        let parts = parts(&file);
        let joined = |order: &[usize]| -> Vec<u8> {
            order.iter().flat_map(|part| file[parts[*part].clone()].iter().copied()).collect()
        };
        for first in 1..parts.len() {
            let all: Vec<usize> = (0..parts.len()).collect();
            let mut missing = all.clone();
            missing.remove(first);
            let found = open(&joined(&missing), &states);
            // The last one that is missing leaves a whole file.
            let is_told = is_durable && first < parts.len() - 1;
            assert_eq!(found.is_err(), is_told, "without frame {first}");
            assert!(found.is_err() || found.is_ok_and(|sequence| sequence == first as u64 - 1));
            for second in first..parts.len() {
                let mut exchanged = all.clone();
                exchanged.swap(first, second);
                let found = open(&joined(&exchanged), &states);
                assert!(found.is_err() || found.is_ok_and(|sequence| sequence >= first as u64 - 1));
                let mut doubled = all.clone();
                doubled.insert(second, first);
                let found = open(&joined(&doubled), &states);
                assert!(found.is_err() || found.is_ok_and(|sequence| sequence >= first as u64 - 1));
            }
        }
    }
}

/// With a right checksum, as another writer might make it.
#[test]
fn a_frame_that_says_of_itself_that_it_was_durable_is_no_frame() {
    let states = states(EDITS);
    let file = file_of(&durable(), EDITS);
    let last = parts(&file).pop().unwrap();
    for (said, is_frame) in [(EDITS - 1, true), (0, true), (EDITS, false), (u64::MAX, false)] {
        let mut bytes = file.clone();
        bytes[last.start + 20..last.start + 28].copy_from_slice(&said.to_le_bytes());
        let id = u64::from_le_bytes(file[8..16].try_into().unwrap());
        let checksum = twox_hash::XxHash3_64::oneshot_with_seed(id, &bytes[last.start + 8..]);
        bytes[last.start..last.start + 8].copy_from_slice(&checksum.to_le_bytes());
        assert_eq!(open(&bytes, &states).unwrap(), if is_frame { EDITS } else { EDITS - 1 });
    }
}

/// Each edit is made by another handle.
#[test]
fn damage_is_told_where_each_edit_opens_the_file() {
    let (disk, states) = (Disk::default(), states(EDITS));
    on(&disk).create(path(), &Doc::default()).unwrap();
    for number in 1..=EDITS {
        crate::common::edit(&mut on(&disk).no_compaction().open(path()).unwrap(), number).unwrap();
    }
    let file = disk.content(&path());
    for (index, part) in parts(&file).iter().enumerate().skip(1) {
        let mut bytes = file.clone();
        bytes[part.end - 1] ^= 1;
        assert_eq!(open(&bytes, &states).is_err(), index < EDITS as usize);
    }
}

#[test]
fn frames_of_another_file_are_no_frames() {
    let states = states(EDITS);
    let (one, other) = (file_of(&durable(), EDITS), file_of(&durable(), EDITS));
    let mixed = [&one[..parts(&one)[3].end], &other[parts(&other)[4].start..]].concat();
    assert_eq!(open(&mixed, &states).unwrap(), 3);
}

#[test]
fn bytes_after_the_log_are_cut_off() {
    let states = states(EDITS);
    let file = file_of(&durable(), EDITS);
    for count in [1, 35, 36, 37, 100, 5000] {
        for byte in [0, 1, 0xDB, 0xFF] {
            let bytes = [&*file, &vec![byte; count]].concat();
            assert_eq!(open(&bytes, &states).unwrap(), EDITS);
        }
    }
}

/// The search for a later frame takes no time out of proportion where bytes look like the heads of many long frames.
#[test]
fn bytes_that_look_like_many_frames_are_taken_for_damage() {
    let states = states(EDITS);
    let file = file_of(&durable(), EDITS);
    let mut bytes = file.clone();
    let rest = 2_000_000usize;
    for at in (0..rest).step_by(36) {
        bytes.extend_from_slice(&[0; 8]);
        bytes.extend_from_slice(&((rest - at) as u32).saturating_sub(100).to_le_bytes());
        [EDITS + 2, EDITS + 1, 0].iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
    }
    match open(&bytes, &states) {
        Err(FileError::Damaged(damage)) => assert_eq!(damage.readable(), Some(EDITS)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn files_of_other_kinds_and_versions_are_refused() {
    let states = states(EDITS);
    let file = file_of(&durable(), EDITS);
    for bytes in [&b""[..], b"\xDB", b"{}", &file[48..], &vellum::to_vec(&Doc::default()).unwrap()] {
        assert!(matches!(open(bytes, &states), Err(FileError::OtherKind { .. })));
    }
    let mut later = file.clone();
    later[4] = 2;
    assert!(matches!(open(&later, &states), Err(FileError::LaterVersion { version: 2, .. })));
}
