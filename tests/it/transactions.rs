//! Transactions: all edits of a closure or none. The nets of the models run each of their edits in one that fails.

use vellum::cursor::Transaction;
use vellum::patch::{Patch, Recorder};
use vellum::{ErrorKind, Record, Result, Schema, Storage, Vellum, Workspace};

#[derive(Vellum, Clone, Default)]
struct Note {
    text: String,
    tags: Vec<String>,
    number: u64,
}

fn note() -> Note {
    Note { text: "a text of some length".into(), tags: vec!["one".into(), "another one".into()], number: 7 }
}

type Edit = for<'a> fn(&mut <Note as vellum::Value>::Edit<'a, Transaction<'a>>) -> Result<()>;

const EDITS: [Edit; 8] = [
    |note| note.set_text("short"),
    |note| note.set_text(&"long ".repeat(20)),
    |note| note.tags().push("a tag that is new"),
    |note| note.tags().clear(),
    |note| note.tags().truncate(1),
    |note| note.set_text(""),
    |note| note.set_number(u64::MAX),
    |note| note.set_text(&"very long ".repeat(100)),
];

/// Three edits after each other shorten, lengthen and shorten the buffer again, and lay it out anew.
#[test]
fn a_transaction_that_fails_gives_each_byte_back() {
    let before = vellum::to_vec(&note()).unwrap();
    for number in 0..EDITS.len().pow(3) {
        let edits = [number % 8, number / 8 % 8, number / 64];
        let run = |store: &mut dyn Storage| {
            let failed = Note::transaction(&mut { store }, |note| {
                for edit in edits {
                    // What has no room has changed nothing.
                    let _ = EDITS[edit](note);
                }
                Err::<(), _>(None::<vellum::Error>)
            });
            assert!(failed.is_err());
        };
        let mut grows = before.clone();
        run(&mut grows);
        assert_eq!(grows, before, "{edits:?}");
        let mut fixed = before.clone();
        fixed.resize(200, 0xFF);
        let slice = fixed.clone();
        run(&mut &mut fixed[..]);
        assert_eq!(fixed, slice, "{edits:?} in a slice");
        let mut memory = [0; 400];
        let mut workspace = Workspace::format(&mut memory, &note()).unwrap();
        let (bytes, free) = (workspace.as_ref().to_vec(), workspace.free());
        run(&mut workspace);
        assert_eq!((workspace.as_ref(), workspace.free()), (&*bytes, free), "{edits:?} in a workspace");
    }
}

#[test]
fn a_transaction_that_panics_gives_each_byte_back() {
    let before = vellum::to_vec(&note()).unwrap();
    let mut bytes = before.clone();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _ = Note::transaction(&mut bytes, |note| -> Result<()> {
            note.set_text("another text, which is longer than the one before")?;
            panic!("in the middle")
        });
    }));
    assert!(panicked.is_err());
    assert_eq!(bytes, before);
}

/// How a recorded transaction ends: as it should, or in one of four failures.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Well,
    EditFails,
    CommitFails,
    EditPanics,
    CommitPanics,
}

/// A patch that was committed gives a follower the same values; whoever fails, no byte and no note is left.
#[test]
fn a_recorded_transaction_is_committed_before_it_is_final() {
    let before = vellum::to_vec(&note()).unwrap();
    for number in 0..EDITS.len().pow(2) {
        let edits = [number % 8, number / 8];
        let mut plain = before.clone();
        let mut recorder = Recorder::<Note>::new();
        let mut patches = Vec::new();
        for end in [End::EditFails, End::CommitFails, End::EditPanics, End::CommitPanics, End::Well] {
            let run = std::panic::AssertUnwindSafe(|| {
                recorder.transaction(
                    &mut plain,
                    |note| {
                        for edit in edits {
                            EDITS[edit](note)?;
                        }
                        assert_ne!(end, End::EditPanics);
                        if end == End::EditFails { Err(None) } else { Ok(()) }
                    },
                    |patch| {
                        assert_ne!(end, End::CommitPanics);
                        patches.push(patch.to_vec());
                        if end == End::CommitFails { Err(None) } else { Ok(()) }
                    },
                )
            });
            let done = std::panic::catch_unwind(run).is_ok_and(|done: Result<(), Option<vellum::Error>>| done.is_ok());
            assert_eq!(done, end == End::Well, "{edits:?} {end:?}");
            assert!(recorder.is_empty(), "{edits:?} {end:?}");
            if !done {
                assert_eq!(plain, before, "{edits:?} {end:?}");
            }
        }
        let mut fixed = before.clone();
        fixed.resize(200, 0xFF);
        let slice = fixed.clone();
        // Whether the edits have room or not, a transaction that is not committed changes nothing.
        let refused: Result<(), Option<vellum::Error>> = recorder.transaction(
            &mut &mut fixed[..],
            |note| Ok(edits.iter().try_for_each(|edit| EDITS[*edit](note))?),
            |_| Err(None),
        );
        assert!(refused.is_err() && recorder.is_empty() && fixed == slice, "{edits:?} in a slice");
        let [given, committed] = &patches[..] else { panic!("{edits:?} have {} patches", patches.len()) };
        assert_eq!(given, committed, "{edits:?}");
        let mut follower = before.clone();
        let patch = Patch::from_bytes(Note::schema(), committed).unwrap();
        Record::open(Note::schema(), &mut follower).unwrap().apply(&patch).unwrap();
        assert!(Note::content_eq(&follower, &plain).unwrap(), "{edits:?}");
    }
    let mut bytes = before.clone();
    let unchanged = Recorder::<Note>::new().transaction(&mut bytes, |_| Ok(5), |_| -> Result<()> { panic!("no edit") });
    assert_eq!((unchanged.unwrap(), &bytes), (5, &before));
}

#[test]
fn a_transaction_within_another_fails_alone() {
    let schema = Note::schema();
    let mut record = Record::open(schema, vellum::to_vec(&note()).unwrap()).unwrap();
    let done = record.transaction(|record| {
        record.set("number", 1)?;
        let failed = record.transaction(|record| {
            record.set("number", 2)?;
            record.push("tags", "gone")?;
            record.set("tags[9]", "there is none")
        });
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::Path);
        assert_eq!((record.get::<u64>("number")?, record.len("tags")?), (1, 2));
        record.push("tags", "there")
    });
    done.unwrap();
    assert_eq!((record.get::<u64>("number").unwrap(), record.len("tags").unwrap()), (1, 3));
}

#[test]
fn a_recorder_forgets_the_edits_of_a_transaction_that_failed() {
    let schema = Schema::parse("struct Note { text: string, tags: list<string> } root Note;").unwrap();
    let mut bytes = Record::new(&schema).into_storage();
    let mut recorder = vellum::patch::RecordRecorder::new(&schema);
    let mut record = recorder.open(&mut bytes).unwrap();
    record.set("text", "kept").unwrap();
    let failed = record.transaction(|record| {
        record.push("tags", "gone")?;
        record.set("text", 5)
    });
    assert_eq!(failed.unwrap_err().kind(), ErrorKind::Type);
    record.transaction(|record| record.push("tags", "kept")).unwrap();
    let patch = recorder.take().unwrap();
    let patch = vellum::patch::Patch::from_bytes(&schema, &patch).unwrap();
    assert_eq!(patch.to_string(), "set text: \"kept\"\npush tags: \"kept\"");
}
