//! Memory that threads and processes share: every read is of one edit, no edit is lost, and an editor that died is seen.
//!
//! The tests with threads run under Miri and under the thread sanitizer, too: CONTRIBUTING.md has the commands.

#![cfg(all(feature = "derive", feature = "std", target_has_atomic = "64"))]

// Memory that is mapped becomes words by `zerocopy`.
#[cfg(all(feature = "zerocopy", not(miri)))]
#[allow(dead_code)]
#[path = "common/nets.rs"]
mod nets;
#[cfg(all(feature = "zerocopy", not(miri)))]
#[path = "shared/processes.rs"]
mod processes;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use vellum::shared::{SharedReader, SharedWriter};
use vellum::{ErrorKind, Record, Result, Schema, Vellum, Workspace};

/// All of it is made from `round`, so that a reader can tell whether its parts are of one edit.
#[derive(Vellum)]
struct Board {
    round: u64,
    title: String,
    scores: Vec<u64>,
}

type Words = Vec<AtomicU64>;

fn title_of(round: u64) -> String {
    // Its length changes, so that the text moves in the buffer.
    format!("round {round} {}", "é".repeat((round % 40) as usize))
}

fn count_of(round: u64) -> usize {
    (round % 30) as usize
}

fn zeros(words: usize) -> Words {
    (0..words).map(|_| AtomicU64::new(0)).collect()
}

fn first() -> Board {
    Board { round: 0, title: title_of(0), scores: vec![] }
}

fn bytes_of(memory: &[AtomicU64]) -> Vec<u8> {
    memory.iter().flat_map(|word| word.load(Ordering::Relaxed).to_ne_bytes()).collect()
}

fn seq_of(memory: &[AtomicU64]) -> u32 {
    u32::from_le_bytes(bytes_of(memory)[12..16].try_into().unwrap())
}

/// What an editor leaves that dies after its claim.
fn claim_and_die(memory: &[AtomicU64]) {
    memory[1].fetch_add((1_u64 << 32).to_le(), Ordering::Relaxed);
}

fn to_round(round: u64, workspace: &mut Workspace<&mut [u8]>) -> Result<()> {
    let mut board = Board::edit(workspace)?;
    board.set_round(round)?;
    board.set_title(&title_of(round))?;
    let mut scores = board.scores();
    scores.clear()?;
    scores.extend(std::iter::repeat_n(round, count_of(round)))
}

/// The round of a copy, all of which has to be of it.
fn round_of(bytes: &[u8]) -> u64 {
    let board = Board::prove(bytes).unwrap();
    let round = board.round();
    assert_eq!(board.title(), title_of(round), "a mixed read");
    assert!(board.scores().iter().eq(std::iter::repeat_n(round, count_of(round))), "a mixed read");
    round
}

fn add_one(writer: &mut SharedWriter<&[AtomicU64]>) -> Result<u64> {
    writer.edit(|workspace| {
        let mut board = Board::edit(workspace)?;
        let round = board.round()? + 1;
        board.set_round(round)?;
        Ok(round)
    })
}

#[track_caller]
fn refused<T>(result: Result<T>, kind: ErrorKind) -> String {
    let error = result.err().expect("an error");
    assert_eq!(error.kind(), kind, "{error}");
    error.to_string()
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "it has threads")]
fn two_writers_who_take_turns_lose_no_edit() {
    let memory = zeros(64);
    let each = if cfg!(miri) { 20 } else { 20_000 };
    SharedWriter::format(&memory[..], &first()).unwrap();
    thread::scope(|threads| {
        for _ in 0..2 {
            threads.spawn(|| {
                let mut writer = SharedWriter::open(&memory[..]).unwrap();
                let mut last = 0;
                for _ in 0..each {
                    let round = add_one(&mut writer).unwrap();
                    assert!(round > last);
                    last = round;
                }
            });
        }
    });
    let mut reader = SharedReader::new(&memory[..]);
    assert_eq!(Board::peek(reader.read().unwrap()).unwrap().round().unwrap(), 2 * each);
    assert_eq!(u64::from(seq_of(&memory)), 2 + 4 * each);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "it has threads")]
fn what_threads_read_beside_a_writer_is_of_one_edit() {
    let memory = zeros(256);
    let rounds = if cfg!(miri) { 15 } else { 20_000 };
    let mut writer = SharedWriter::format(&memory[..], &first()).unwrap();
    thread::scope(|threads| {
        for _ in 0..2 {
            threads.spawn(|| {
                let mut reader = SharedReader::new(&memory[..]);
                let mut last = 0;
                while last < rounds {
                    let round = round_of(reader.read().unwrap());
                    assert!(round >= last);
                    last = round;
                }
            });
        }
        for round in 1..=rounds {
            writer.edit(|workspace| to_round(round, workspace)).unwrap();
        }
    });
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "it catches a panic")]
fn an_edit_that_fails_or_panics_publishes_nothing() {
    let memory = zeros(64);
    let mut writer = SharedWriter::format(&memory[..], &first()).unwrap();
    let before = bytes_of(&memory);
    let mut reader = SharedReader::new(&memory[..]);
    reader.read().unwrap();

    let failed = writer.edit(|workspace| {
        to_round(7, workspace)?;
        Board::edit(workspace)?.set_title(&"too long ".repeat(100))
    });
    refused(failed, ErrorKind::Full);
    assert_eq!(bytes_of(&memory), before);

    let panicked = catch_unwind(AssertUnwindSafe(|| {
        writer.edit::<()>(|workspace| {
            to_round(8, workspace)?;
            panic!("in the middle of an edit")
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(bytes_of(&memory), before);
    assert!(!reader.has_changed());
    // What was changed in the copy is forgotten.
    assert_eq!(add_one(&mut writer).unwrap(), 1);
}

#[test]
fn an_edit_that_changes_nothing_is_none() -> Result<()> {
    let memory = zeros(64);
    let mut writer = SharedWriter::format(&memory[..], &first())?;
    let mut reader = SharedReader::new(&memory[..]);
    assert!(reader.has_changed());
    reader.read()?;
    assert_eq!(writer.edit(|workspace| Board::edit(workspace)?.round())?, 0);
    writer.edit(|workspace| Board::edit(workspace)?.set_round(0))?;
    assert!(!reader.has_changed());
    add_one(&mut writer)?;
    assert!(reader.has_changed());
    Ok(())
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "it catches a panic")]
fn an_edit_that_others_overtake_is_made_again_and_claims_the_memory_at_last() -> Result<()> {
    let memory = zeros(64);
    let mut writer = SharedWriter::format(&memory[..], &first())?;
    let mut other = SharedWriter::open(&memory[..])?;
    let mut reader = SharedReader::new(&memory[..]);
    let mut seen = Vec::new();
    writer.edit(|workspace| {
        let mut board = Board::edit(workspace)?;
        let round = board.round()?;
        seen.push(round);
        board.set_round(round + 100)?;
        match add_one(&mut other) {
            Ok(_) => assert_eq!(Board::peek(reader.read()?)?.round()?, round + 1),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Busy);
                refused(reader.read(), ErrorKind::Busy);
                refused(SharedWriter::open(&memory[..]), ErrorKind::Busy);
            }
        }
        Ok(())
    })?;
    assert_eq!(seen, [0, 1, 2, 3, 4]);
    assert_eq!(Board::peek(reader.read()?)?.round()?, 104);
    assert_eq!(add_one(&mut other)?, 105);

    // The same with an error at the end, and with a panic: the claim is given back.
    for panics in [false, true] {
        let before = bytes_of(&memory);
        let mut calls = 0;
        let made = catch_unwind(AssertUnwindSafe(|| {
            writer.edit(|workspace| {
                calls += 1;
                Board::edit(workspace)?.set_round(0)?;
                if calls < 5 {
                    return add_one(&mut other).map(drop);
                }
                assert!(!panics);
                Err(vellum::Error::full(1, 0))
            })
        }));
        assert_eq!(made.is_err(), panics);
        assert_eq!(calls, 5);
        assert_eq!(seq_of(&memory) % 2, 0);
        assert_ne!(bytes_of(&memory), before);
        add_one(&mut other)?;
    }
    Ok(())
}

#[test]
fn an_editor_that_died_is_seen_and_recovered() -> Result<()> {
    let memory = zeros(64);
    SharedWriter::format(&memory[..], &first())?.edit(|workspace| to_round(3, workspace))?;
    let mut old = SharedWriter::open(&memory[..])?;
    claim_and_die(&memory);

    assert!(refused(SharedWriter::open(&memory[..]), ErrorKind::Busy).contains("recover"));
    refused(SharedReader::new(&memory[..]).read(), ErrorKind::Busy);
    refused(add_one(&mut old), ErrorKind::Busy);

    let mut writer = SharedWriter::recover(&memory[..], Board::schema())?;
    assert_eq!(seq_of(&memory) % 2, 0);
    assert_eq!(add_one(&mut writer)?, 4);
    assert_eq!(add_one(&mut old)?, 5);
    // Where nobody died, this is `open`.
    assert_eq!(add_one(&mut SharedWriter::recover(&memory[..], Board::schema())?)?, 6);
    Ok(())
}

#[test]
fn torn_bytes_are_not_recovered() -> Result<()> {
    let memory = zeros(64);
    SharedWriter::format(&memory[..], &first())?.edit(|workspace| to_round(3, workspace))?;
    claim_and_die(&memory);
    // The text's bytes, as half of another edit left them.
    let torn = memory.iter().position(|word| word.load(Ordering::Relaxed).to_ne_bytes().contains(&0xC3)).unwrap();
    let whole = memory[torn].swap(u64::MAX, Ordering::Relaxed);
    let before = bytes_of(&memory);
    refused(SharedWriter::recover(&memory[..], Board::schema()), ErrorKind::Corrupt);
    assert_eq!(bytes_of(&memory), before);
    refused(SharedWriter::open(&memory[..]), ErrorKind::Busy);

    memory[torn].store(whole, Ordering::Relaxed);
    SharedWriter::recover(&memory[..], Board::schema())?;
    // Who has another copy formats the memory anew, and its readers go on.
    claim_and_die(&memory);
    let mut reader = SharedReader::new(&memory[..]);
    SharedWriter::format(&memory[..], &first())?;
    assert_eq!(round_of(reader.read()?), 0);
    Ok(())
}

#[test]
fn an_edit_whose_claim_was_taken_over_fails() -> Result<()> {
    let memory = zeros(64);
    let mut writer = SharedWriter::format(&memory[..], &first())?;
    let mut other = SharedWriter::open(&memory[..])?;
    let mut calls = 0;
    let made = writer.edit(|workspace| {
        calls += 1;
        Board::edit(workspace)?.set_round(100)?;
        match calls {
            // Somebody takes a slow editor for a dead one.
            5 => SharedWriter::recover(&memory[..], Board::schema()).map(drop),
            _ => add_one(&mut other).map(drop),
        }
    });
    refused(made, ErrorKind::Conflict);
    assert_eq!(seq_of(&memory) % 2, 0);
    add_one(&mut other)?;
    add_one(&mut writer)?;
    Ok(())
}

#[test]
fn a_workspace_of_which_an_edit_is_under_way_is_read_and_not_edited() -> Result<()> {
    let memory = zeros(64);
    SharedWriter::format(&memory[..], &first())?;
    let mut bytes = bytes_of(&memory);
    Board::edit(&mut Workspace::open(&mut bytes)?)?.set_round(1)?;
    claim_and_die(&memory);
    let mut bytes = bytes_of(&memory);
    assert_eq!(round_of(&bytes), 0);
    Board::schema().prove(&bytes)?;
    assert!(refused(Workspace::open(&mut bytes), ErrorKind::Busy).contains("recover"));
    Ok(())
}

#[test]
fn memory_that_holds_no_workspace_is_refused() -> Result<()> {
    let mut ordinary = vellum::to_vec(&first())?;
    ordinary.resize(64, 0);
    let words = ordinary.chunks(8).map(|word| AtomicU64::new(u64::from_ne_bytes(word.try_into().unwrap())));
    let odd = [0x20, u64::MAX].map(AtomicU64::new);
    for memory in [zeros(0), zeros(1), zeros(2), zeros(64), words.collect(), odd.into()] {
        refused(SharedWriter::open(&memory[..]), ErrorKind::Corrupt);
        refused(SharedReader::new(&memory[..]).read(), ErrorKind::Corrupt);
        refused(SharedWriter::recover(&memory[..], Board::schema()), ErrorKind::Corrupt);
    }
    for len in 0..3 {
        let memory = zeros(len);
        refused(SharedWriter::format(&memory[..], &first()), ErrorKind::Full);
        refused(SharedWriter::format_default(&memory[..], Board::schema()), ErrorKind::Full);
        assert!(bytes_of(&memory).iter().all(|byte| *byte == 0));
    }
    Ok(())
}

#[test]
fn the_number_of_edits_wraps() -> Result<()> {
    let memory = zeros(64);
    SharedWriter::format(&memory[..], &first())?;
    memory[1].store((u64::from(u32::MAX - 1) << 32).to_le(), Ordering::Relaxed);
    let mut reader = SharedReader::new(&memory[..]);
    reader.read()?;
    let mut writer = SharedWriter::open(&memory[..])?;
    add_one(&mut writer)?;
    assert_eq!(seq_of(&memory), 0);
    assert_eq!(Board::peek(reader.read()?)?.round()?, 1);
    // A dead editor's claim of the last number.
    memory[1].store((u64::from(u32::MAX) << 32).to_le(), Ordering::Relaxed);
    SharedWriter::recover(&memory[..], Board::schema())?;
    assert_eq!(seq_of(&memory), 2);
    Ok(())
}

#[test]
fn records_of_a_run_time_schema_are_shared_too() -> Result<()> {
    let schema = Schema::parse("struct Log { lines: list<string>, hits: u32 } root Log;")?;
    let memory = zeros(64);
    let mut writer = SharedWriter::format_default(&memory[..], &schema)?;
    writer.edit(|workspace| Record::open(&schema, workspace)?.push("lines", "first"))?;
    writer.edit(|workspace| Record::open(&schema, workspace)?.set("hits", 7))?;
    let mut reader = SharedReader::new(&memory[..]);
    let log = schema.peek(reader.read()?)?;
    assert_eq!((log.get::<str>("lines[0]")?, log.get::<u32>("hits")?), ("first", 7));
    Ok(())
}

#[test]
fn what_an_edit_deletes_is_overwritten_in_the_memory() -> Result<()> {
    let memory = zeros(64);
    let secret = "a secret of some length";
    let mut writer = SharedWriter::format(&memory[..], &first())?;
    let holds = |text: &str| bytes_of(&memory).windows(text.len()).any(|bytes| bytes == text.as_bytes());
    writer.edit(|workspace| Board::edit(workspace)?.set_title(secret))?;
    assert!(holds(secret));
    writer.edit(|workspace| {
        Board::edit(&mut *workspace)?.set_title("")?;
        Board::compact(workspace)
    })?;
    assert!(!holds("secret"));
    // Also where the memory held something else before.
    writer.edit(|workspace| Board::edit(workspace)?.set_title(secret))?;
    SharedWriter::format(&memory[..], &first())?;
    assert!(!holds("secret"));
    Ok(())
}

#[test]
fn whatever_others_store_reads_and_edits_end() {
    let memory = zeros(64);
    let mut writer = SharedWriter::format(&memory[..], &first()).unwrap();
    let mut reader = SharedReader::new(&memory[..]);
    let mut random = 1_u64;
    let mut next = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        random >> 40
    };
    for round in 0..if cfg!(miri) { 30 } else { 20_000 } {
        // `seq` stays even: an editor that died is another test.
        let at = usize::try_from(next()).unwrap() % memory.len();
        let mask = 0xFF << (next() % 8 * 8) & if at == 1 { !(1_u64 << 32).to_le() } else { u64::MAX };
        memory[at].fetch_xor(next().wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask, Ordering::Relaxed);
        if let Ok(bytes) = reader.read() {
            let _ = Board::prove(bytes);
        }
        let _ = writer.edit(|workspace| to_round(round, workspace));
        if next() % 8 == 0 {
            writer = SharedWriter::format(&memory[..], &first()).unwrap();
        }
    }
}
