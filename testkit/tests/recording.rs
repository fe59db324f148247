//! Edits by chance of schemas by chance, recorded: the patch of each, as bytes, makes of a copy what the edit made of the buffer.
//!
//! Buffers lie in memory that grows, in a slice and in a workspace; the newest revision edits them and older ones do; and the patches are
//! applied to copies by the newest revision and by the one that made them, and all of them, joined, to the buffer as it was at first.

use vellum::patch::{Patch, RecordRecorder, then};
use vellum::{ErrorKind, Record, Schema, Storage, Workspace};
use vellum_testkit::encode::encode;
use vellum_testkit::memory::Memory;
use vellum_testkit::perform::{Pair, Way, hex};
use vellum_testkit::random::{self, Random};
use vellum_testkit::read::read;
use vellum_testkit::types;

/// A schema as one revision has it, with its recorder.
struct Revision {
    number: u16,
    model: types::Schema,
    schema: Schema,
    recorder: RecordRecorder,
}

/// The revisions of a schema by chance, the newest first.
fn revisions(random: &mut Random) -> Option<Vec<Revision>> {
    let newest = random::schema(random);
    let of = |number| {
        let model = newest.at(number);
        let schema = Schema::parse(&model.text()).ok()?;
        let recorder = RecordRecorder::new(&schema);
        Some(Revision { number, model, schema, recorder })
    };
    (1..=newest.newest()).rev().map(of).collect()
}

/// Memory of some kind that holds what a buffer holds; of a workspace, if it suffices.
fn memory(random: &mut Random, schema: &Schema, bytes: &[u8]) -> Memory {
    match random.below(3) {
        0 => Memory::free(bytes),
        1 => {
            // No longer than its pointers reach.
            let longest = [0xFF, 0xFFFF, usize::MAX][usize::from(bytes[0] & 3)];
            Memory::fixed(bytes, longest.min(bytes.len() + random.below(40)))
        }
        _ => in_workspace(schema, bytes, [300, 2000, 70_000][random.below(3)]).unwrap_or_else(|| Memory::free(bytes)),
    }
}

fn in_workspace(schema: &Schema, bytes: &[u8], len: usize) -> Option<Memory> {
    let workspace = Workspace::format_default(vec![0xAA; len], schema).ok()?;
    filled(Record::open(schema, Memory::workspace(workspace)).unwrap(), bytes)
}

/// An empty record with what a buffer holds, if there is room.
fn filled<S: Storage + AsRef<[u8]>>(mut record: Record<S>, bytes: &[u8]) -> Option<S> {
    let patch = record.diff(&Record::open(record.schema(), bytes).unwrap()).unwrap();
    record.apply(&patch).ok()?;
    Some(record.into_storage())
}

/// What a patch makes of a buffer, applied by a revision, as the newest one reads it.
fn applied(by: &Schema, memory: Memory, patch: &[u8]) -> vellum::Result<Vec<u8>> {
    let mut record = Record::open(by, memory)?;
    record.apply(&Patch::from_bytes(by, patch)?)?;
    Ok(record.as_bytes().to_vec())
}

fn is_equal(schema: &Schema, a: &[u8], b: &[u8]) -> bool {
    let (a, b) = (Record::open(schema, a).unwrap(), Record::open(schema, b).unwrap());
    a.content_eq(&b).unwrap()
}

/// How often there was what makes the test one.
#[derive(Debug, Default)]
struct Counts {
    edits: usize,
    refused: usize,
    empty: usize,
    not_noted: usize,
    by_older: usize,
    full: usize,
}

fn row(seed: u64, turns: usize, counts: &mut Counts) {
    let mut random = Random::new(seed).of_numbers();
    let Some(mut revisions) = revisions(&mut random) else { return };
    let start = random::root(&mut random, &revisions[0].model);
    let start = encode(&revisions[0].model, &start);
    let (mut bytes, mut joined) = (start.clone(), Some(Vec::new()));
    for turn in 0..turns {
        let mut memory = memory(&mut random, &revisions[0].schema, &bytes);
        let at = if random.one_in(4) { random.below(revisions.len()) } else { 0 };
        let newest = revisions[0].schema.clone();
        let model = revisions[0].model.clone();
        let Revision { number, model: own, schema, recorder } = &mut revisions[at];
        let pair = Pair { model: own, root: own.root_item(), schema };
        let before = bytes.clone();
        let mut edits = Vec::new();
        let mut record = recorder.open(&mut memory).unwrap();
        let mut may_be_noted = false;
        for _ in 0..=random.below(3) {
            let view = read(own, &Record::open(schema, record.as_bytes()).unwrap()).unwrap();
            let edit = random::edit(&mut random, own, &pair.root, &view);
            let way = if random.one_in(2) { Way::Path } else { Way::Handle };
            let was = record.as_bytes().to_vec();
            let made = pair.perform(&mut record, &edit, way);
            edits.push(format!("{} {made:?}", pair.edit_text(&edit)));
            counts.edits += 1;
            counts.by_older += usize::from(at > 0);
            counts.refused += usize::from(made.is_err());
            counts.full += usize::from(made.is_err_and(|error| error.kind() == ErrorKind::Full));
            may_be_noted |= record.as_bytes() != was;
        }
        let after = record.as_bytes().to_vec();
        drop(record);
        let text = model.text();
        let about =
            || format!("seed {seed}, turn {turn}, by revision {number}: {edits:#?}\n{text}\nof {}", hex(&before));
        let is_empty = recorder.is_empty();
        counts.empty += usize::from(is_empty);
        let patch = recorder.take();
        assert!(recorder.is_empty());
        // A workspace is edited as one alone.
        let is_workspace = after[0] & 8 != 0;
        bytes = if is_workspace { filled(Record::new(&newest), &after).unwrap() } else { after.clone() };
        assert!(is_equal(&newest, &bytes, &after), "{}", about());
        match patch {
            Ok(patch) => {
                assert!(!is_empty || is_equal(&newest, &before, &after), "not noted: {}", about());
                assert!(is_empty || may_be_noted || is_equal(&newest, &before, &after), "{}", about());
                for (by, is_newest) in [(&newest, true), (pair.schema, at == 0)] {
                    let copy = match applied(by, Memory::free(&before), &patch) {
                        // An older revision cannot lay out what it does not know.
                        Err(error) if !is_newest && error.kind() == ErrorKind::Newer => continue,
                        copy => copy.unwrap_or_else(|error| panic!("{error}: {}\n{}", hex(&patch), about())),
                    };
                    let shown = || Patch::from_bytes(by, &patch).unwrap().to_string();
                    assert!(is_equal(&newest, &copy, &after), "{}\n{}", shown(), about());
                }
                joined =
                    joined.map(|joined| if joined.is_empty() { patch.clone() } else { then(&joined, &patch).unwrap() });
            }
            // An older revision cannot read back what a newer one wrote.
            Err(error) => {
                assert!(at > 0 && error.kind() == ErrorKind::Newer, "{error}: {}", about());
                counts.not_noted += 1;
                joined = None;
            }
        }
    }
    let Some(joined) = joined.filter(|joined| !joined.is_empty()) else { return };
    let copy = applied(&revisions[0].schema, Memory::free(&start), &joined);
    let copy = copy.unwrap_or_else(|error| panic!("seed {seed}, joined: {error}\n{}", revisions[0].model.text()));
    assert!(is_equal(&revisions[0].schema, &copy, &bytes), "seed {seed}, joined");
}

#[test]
fn a_patch_does_to_a_copy_what_the_edits_of_a_record_did() {
    let full = std::env::var("VELLUM_NETS").is_ok_and(|nets| nets == "full" || nets == "gate");
    let first = std::env::var("VELLUM_SEED").ok().and_then(|seed| seed.parse().ok());
    let (first, rows) = (first.unwrap_or(0), if full { 1000 } else { 100 });
    let mut counts = Counts::default();
    for seed in first..first + rows {
        row(seed, 30, &mut counts);
    }
    println!("{counts:?}");
    assert!(counts.refused > 0 && counts.full > 0 && counts.by_older > 0 && counts.empty > 0, "{counts:?}");
    assert!(counts.not_noted * 100 < counts.edits, "{counts:?}");
}
