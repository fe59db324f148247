//! Lengths, offsets and counts near the ends of 31 and of 32 bits, claimed by small buffers and reached by real ones.
//!
//! Where `usize` has 32 bits, a sum of two of them leaves it; tests are built with checks of overflow.

use std::panic::{AssertUnwindSafe, catch_unwind};

use vellum::{ErrorKind, Record, Schema, Storage, Vellum, Workspace};
use vellum_testkit::edit::Edit;
use vellum_testkit::encode::{encode_at, varint};
use vellum_testkit::memory::Memory;
use vellum_testkit::perform::{Pair, Way, hex};
use vellum_testkit::random::{self, Random};
use vellum_testkit::read::read;

/// Numbers that leave an `i32`, a `u32`, or either after something small is added or they are doubled.
const EXTREMES: [u32; 12] = [
    0x3FFF_FFFF,
    0x4000_0000,
    0x7FFF_FFF0,
    0x7FFF_FFFF,
    0x8000_0000,
    0x8000_0001,
    0xAAAA_AAAB,
    0xFFFF_FF00,
    0xFFFF_FFF0,
    0xFFFF_FFFC,
    0xFFFF_FFFE,
    0xFFFF_FFFF,
];

/// Proves, reads, lays out and edits a damaged buffer: no panic, and an error leaves the bytes.
fn try_all(pair: &Pair<'_>, edits: &[Edit], bytes: &[u8], counts: &mut Counts) {
    counts.buffers += 1;
    let is_valid = pair.schema.prove(bytes).is_ok();
    counts.valid += usize::from(is_valid);
    let Ok(record) = Record::open(pair.schema, bytes) else { return };
    counts.opened += 1;
    let _ = read(pair.model, &record);
    let _ = record.content_eq(&record);
    let _ = record.diff(&Record::new(pair.schema)).map(|patch| patch.to_bytes());
    for edit in edits {
        let mut record = Record::open(pair.schema, Memory::free(bytes)).expect("it opened before");
        // What several steps made before one fails, stays.
        let is_one = !matches!(edit, Edit::Extend(..) | Edit::OrInsert(..));
        if pair.perform(&mut record, edit, Way::Path).is_err() && is_one {
            assert!(record.as_bytes() == bytes, "{} changed the bytes", pair.edit_text(edit));
        }
        counts.edits += 1;
    }
    let mut record = Record::open(pair.schema, bytes.to_vec()).expect("it opened before");
    if record.compact().is_err() {
        assert!(record.as_bytes() == bytes, "compact changed the bytes");
    }
}

#[derive(Debug, Default)]
struct Counts {
    buffers: usize,
    opened: usize,
    valid: usize,
    edits: usize,
}

/// The buffer with one pointer, size or count replaced by each of the extremes: as four bytes, and as a varint.
fn damaged(bytes: &[u8], random: &mut Random, count: usize) -> Vec<Vec<u8>> {
    let mut made = Vec::new();
    for _ in 0..count {
        let at = random.below(bytes.len());
        let number = EXTREMES[random.below(EXTREMES.len())];
        let mut word = bytes.to_vec();
        if let Some(part) = word.get_mut(at..at + 4) {
            part.copy_from_slice(&number.to_le_bytes());
            made.push(word);
        }
        let number = usize::try_from(number).expect("a machine of 32 bits");
        // In place of one byte, and of five, so that what follows stays in its place.
        for len in [1, 5] {
            let behind = bytes.get(at + len..).unwrap_or_default();
            made.push([&bytes[..at], &varint(number), behind].concat());
        }
    }
    made
}

#[test]
fn claims_of_lengths_near_31_and_32_bits_are_read_or_refused_without_a_panic() {
    let schemas = if std::env::var("VELLUM_NETS").is_ok_and(|nets| nets == "full") { 2000 } else { 60 };
    let mut counts = Counts::default();
    for seed in 0..schemas {
        let mut random = Random::new(seed).of_numbers();
        let model = random::schema(&mut random);
        let Ok(schema) = Schema::parse(&model.text()) else { continue };
        let pair = Pair { model: &model, root: model.root_item(), schema: &schema };
        let val = random::root(&mut random, &model);
        let Some(bytes) = encode_at(&model, &val, 4) else { continue };
        let edits: Vec<Edit> = (0..4).map(|_| random::edit(&mut random, &model, &pair.root, &val)).collect();
        for bytes in damaged(&bytes, &mut random, 40) {
            let tried = catch_unwind(AssertUnwindSafe(|| try_all(&pair, &edits, &bytes, &mut counts)));
            assert!(tried.is_ok(), "seed {seed}: {}\n{}", hex(&bytes), model.text());
        }
    }
    println!("{counts:?}");
    assert!(counts.opened > 1000 && counts.valid > 100 && counts.edits > 1000, "{counts:?}");
}

/// A list of long values, and what stands behind them.
#[derive(Vellum)]
struct Pieces {
    pieces: Vec<Vec<u8>>,
    last: String,
}

#[test]
fn a_workspace_that_claims_more_than_its_memory_is_refused() {
    let bytes = Workspace::format_default(vec![0; 256], Pieces::schema()).unwrap().into_inner();
    for number in EXTREMES {
        let mut claims = bytes.clone();
        claims[4..8].copy_from_slice(&number.to_le_bytes());
        assert!(Workspace::open(&mut claims[..]).is_err());
        assert!(Pieces::prove(&claims).is_err() && Pieces::peek(&claims).is_err());
        // A count of free bytes that cannot be is passed over.
        let mut claims = bytes.clone();
        claims[8..12].copy_from_slice(&number.to_le_bytes());
        let mut workspace = Workspace::open(claims).unwrap();
        for turn in 0..20 {
            Pieces::edit(&mut workspace).unwrap().set_last(&"x".repeat(turn * 7 % 60)).unwrap();
        }
        assert_eq!(Pieces::peek(workspace.bytes()).unwrap().last().unwrap().len(), 19 * 7 % 60);
    }
}

#[test]
fn storage_that_cannot_hold_a_length_is_full() {
    for number in EXTREMES {
        let len = usize::try_from(number).unwrap();
        let mut memory = [0; 16];
        assert_eq!(memory[..].reserve(len).unwrap_err().kind(), ErrorKind::Full);
    }
    let mut bytes = vec![0; 16];
    assert_eq!(Storage::reserve(&mut bytes, usize::MAX).unwrap_err().kind(), ErrorKind::Full);
    assert_eq!(bytes.len(), 16);
}

/// The longest memory that a slice can have, up to what pointers of four bytes reach.
fn longest() -> usize {
    usize::try_from(u32::MAX).unwrap().min(isize::MAX.unsigned_abs())
}

fn hash(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|word| word.iter().fold(0_u64, |word, byte| word << 8 | u64::from(*byte)));
    words.fold(0xCBF2_9CE4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(0x0100_0000_01B3).rotate_left(17))
}

/// A workspace of all memory that a slice can have, filled to its end: 2 GiB where `usize` has 32 bits, 4 GiB elsewhere.
#[test]
#[ignore = "it takes 4 GiB of memory, 2 GiB on a machine of 32 bits"]
fn a_buffer_that_fills_the_longest_memory_is_read_edited_and_full() {
    let memory = vec![0; longest()];
    let mut workspace = Workspace::format_default(memory, Pieces::schema()).unwrap();
    let piece: Vec<u8> = (0..128 << 20).map(|at: u32| at.to_le_bytes()[at as usize % 3]).collect();
    let mut count = 0;
    loop {
        let len = workspace.len();
        match Pieces::edit(&mut workspace).unwrap().pieces().push(&piece[..]) {
            Ok(()) => count += 1,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Full);
                assert_eq!(workspace.len(), len);
                break;
            }
        }
    }
    assert!(count >= longest() / piece.len() - 1, "{count}");

    // What is left is filled, but for what the list takes to grow.
    let left = workspace.capacity() - workspace.len();
    let mut shorter = (0..512).map(|less| &piece[..left - less]);
    assert!(shorter.any(|rest| Pieces::edit(&mut workspace).unwrap().pieces().push(rest).is_ok()));
    assert!(workspace.capacity() - workspace.len() < 512, "{}", workspace.len());
    let before = hash(workspace.bytes());
    for len in [512, 1000, piece.len(), longest() / 4] {
        let text = if len > piece.len() { vec![b'x'; len] } else { piece[..len].to_vec() };
        let made = Pieces::edit(&mut workspace).unwrap().pieces().push(&text[..]);
        assert_eq!(made.unwrap_err().kind(), ErrorKind::Full);
    }
    assert_eq!(hash(workspace.bytes()), before, "a refused edit changed the bytes");

    let proved = Pieces::prove(workspace.bytes()).unwrap();
    assert_eq!(proved.pieces().len(), count + 1);
    for at in [0, count / 2, count - 1] {
        assert!(proved.pieces().get(at).is_some_and(|found| found[..] == piece[..]), "piece {at}");
    }
    let last = proved.pieces().get(count).unwrap();
    assert!(last[..] == piece[..last.len()]);

    // Room that was given back in the middle, and at the end, is used again.
    for at in [1, count - 1] {
        Pieces::edit(&mut workspace).unwrap().pieces().remove(at).unwrap();
        Pieces::edit(&mut workspace).unwrap().set_last(&format!("without {at}")).unwrap();
        assert_eq!(Pieces::peek(workspace.bytes()).unwrap().last().unwrap(), format!("without {at}"));
    }
    Pieces::edit(&mut workspace).unwrap().pieces().push(&piece[..]).unwrap();
    let proved = Pieces::prove(workspace.bytes()).unwrap();
    assert_eq!(proved.pieces().len(), count);
    assert!(proved.pieces().iter().skip(1).take(count - 2).all(|found| found[..] == piece[..]));
}

/// Memory that grows ends where the machine says so: with an error, and the bytes as they were.
#[test]
#[ignore = "it takes 4 GiB of memory and more, 2 GiB on a machine of 32 bits"]
fn a_vector_grows_until_there_is_no_memory_and_is_as_it_was() {
    let mut bytes = vellum::to_vec(&Pieces { pieces: vec![], last: "last".into() }).unwrap();
    let piece = vec![0xA5; 200 << 20];
    let mut count = 0;
    let (error, before) = loop {
        let before = hash(&bytes[..bytes.len().min(1 << 20)]);
        let len = bytes.len();
        match Pieces::edit(&mut bytes).unwrap().pieces().push(&piece[..]) {
            Ok(()) => count += 1,
            Err(error) => {
                assert_eq!(bytes.len(), len);
                break (error, before);
            }
        }
    };
    assert_eq!(error.kind(), ErrorKind::Full);
    assert_eq!(hash(&bytes[..bytes.len().min(1 << 20)]), before);
    assert!(count >= 4, "{count}");
    Pieces::edit(&mut bytes).unwrap().set_last("at last").unwrap();
    let proved = Pieces::prove(&bytes).unwrap();
    assert_eq!((proved.pieces().len(), proved.last()), (count, "at last"));
    assert!(proved.pieces().iter().all(|found| found[..] == piece[..]));
}
