//! Patches: applied to a record that is kept open, joined, and taken of edits that are recorded.

use std::collections::BTreeMap;
use std::hint::black_box;

use vellum::patch::{Patch, RecordRecorder, Recorder, then};
use vellum::{Record, Result, Schema, Vellum};

use crate::Row;
use crate::types::bytes;

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct User {
    name: String,
    age: u16,
    home: Home,
    notes: Vec<String>,
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Home {
    street: String,
    number: u32,
    floor: Option<u8>,
}

const NOTE: &str = "A note of some fifty bytes, as many a record has it.";
/// What texts become, of one length.
const STREETS: [&str; 2] = ["High Street 12", "Mill Road, 7 b"];

/// The buffer of a record of about so many bytes, with room for a note more.
fn buffer(len: usize) -> Vec<u8> {
    let home = Home { street: "Main Street 12".to_owned(), number: 70_000, floor: Some(3) };
    let notes = vec![NOTE.to_owned(); len / (NOTE.len() + 2)];
    let mut bytes = bytes(&User { name: "Ada Lovelace".to_owned(), age: 36, home, notes });
    User::edit(&mut bytes).and_then(|mut user| user.notes().push(NOTE)).expect("own bytes");
    bytes
}

/// An edit in turns, by a type and by a schema.
#[derive(Clone, Copy)]
struct Edit {
    variant: &'static str,
    derived: fn(&mut Recorder<User>, &mut Vec<u8>, usize) -> Result<()>,
    run_time: fn(&mut RecordRecorder, &mut Vec<u8>, usize) -> Result<()>,
}

const NUMBER: Edit = Edit {
    variant: "number",
    derived: |recorder, bytes, turn| recorder.edit(bytes)?.home().set_number(black_box([70_001, 70_002][turn])),
    run_time: |recorder, bytes, turn| recorder.open(bytes)?.set("home.number", black_box([70_001, 70_002][turn])),
};

const TEXT: Edit = Edit {
    variant: "text, same length",
    derived: |recorder, bytes, turn| recorder.edit(bytes)?.home().set_street(black_box(STREETS[turn])),
    run_time: |recorder, bytes, turn| recorder.open(bytes)?.set("home.street", black_box(STREETS[turn])),
};

const PUSH: Edit = Edit {
    variant: "push of a text",
    derived: |recorder, bytes, _| recorder.edit(bytes)?.notes().push(black_box(NOTE)),
    run_time: |recorder, bytes, _| recorder.open(bytes)?.push("notes", black_box(NOTE)),
};

const FIELDS: Edit = Edit {
    variant: "three fields",
    derived: |recorder, bytes, turn| {
        let mut user = recorder.edit(bytes)?;
        user.set_age([36, 37][turn])?;
        user.home().set_number([70_001, 70_002][turn])?;
        user.home().set_street(STREETS[turn])
    },
    run_time: |recorder, bytes, turn| {
        let mut user = recorder.open(bytes)?;
        user.set("age", [36, 37][turn])?;
        user.set("home.number", [70_001, 70_002][turn])?;
        user.set("home.street", STREETS[turn])
    },
};

/// The patches that an edit is in its two turns.
fn patches(edit: Edit) -> [Vec<u8>; 2] {
    let mut recorder = Recorder::new();
    [0, 1].map(|turn| {
        (edit.derived)(&mut recorder, &mut buffer(1_000), turn).expect("own bytes");
        recorder.take().expect("a patch of own bytes")
    })
}

fn row(names: [&'static str; 3], mut run: impl FnMut(usize) -> Result<()> + 'static) -> Row {
    let run = move |count| {
        for turn in 0..count {
            run(usize::from(turn % 2 == 0)).expect("own bytes");
        }
    };
    Row { names, run: Box::new(run) }
}

/// An edit of a buffer of 1 kB that begins as it was, noted and forgotten, or taken as a patch.
fn recorded(edit: Edit) -> [Row; 4] {
    let start = buffer(1_000);
    let derived = |takes: bool, measure| {
        let (start, mut bytes, mut recorder) = (start.clone(), Vec::new(), Recorder::new());
        row(["derive", measure, edit.variant], move |turn| {
            bytes.clone_from(&start);
            (edit.derived)(&mut recorder, black_box(&mut bytes), turn)?;
            let patch = if takes { recorder.take()? } else { Vec::new() };
            recorder.discard();
            black_box(patch);
            Ok(())
        })
    };
    let run_time = |takes: bool, measure| {
        let (start, mut bytes, mut recorder) = (start.clone(), Vec::new(), RecordRecorder::new(User::schema()));
        row(["run time", measure, edit.variant], move |turn| {
            bytes.clone_from(&start);
            (edit.run_time)(&mut recorder, black_box(&mut bytes), turn)?;
            let patch = if takes { recorder.take()? } else { Vec::new() };
            recorder.discard();
            black_box(patch);
            Ok(())
        })
    };
    [derived(false, "record"), derived(true, "record, take"), run_time(false, "record"), run_time(true, "record, take")]
}

#[derive(Vellum, Clone, Debug, Default, PartialEq)]
struct Shelf {
    title: String,
    codes: Vec<u16>,
    scores: BTreeMap<String, u32>,
}

fn shelf() -> Vec<u8> {
    let scores = [("ada", 7), ("bob", 8), ("eve", 9)].map(|(name, score)| (name.to_owned(), score));
    bytes(&Shelf { title: STREETS[0].to_owned(), codes: vec![1, 2, 3, 4], scores: scores.into() })
}

/// An edit that moves nothing, by a type: plain, and noted and forgotten.
macro_rules! beside_plain {
    ($variant:literal, |$shelf:ident, $turn:ident| $edit:expr) => {{
        let (mut plain, mut noted, mut recorder) = (shelf(), shelf(), Recorder::<Shelf>::new());
        [
            row(["derive", "edit", $variant], move |$turn| {
                let mut $shelf = Shelf::edit(black_box(&mut plain))?;
                $edit
            }),
            row(["derive", "edit, recorded", $variant], move |$turn| {
                let mut $shelf = recorder.edit(black_box(&mut noted))?;
                let done = $edit;
                recorder.discard();
                done
            }),
        ]
    }};
}

/// The text by a schema, likewise.
fn text_at_run_time() -> [Row; 2] {
    let schema: &Schema = Shelf::schema();
    let title = schema.field::<str>("title").expect("a field");
    let (mut plain, mut noted, mut recorder) = (shelf(), shelf(), RecordRecorder::new(schema));
    let of_noted = title.clone();
    [
        row(["run time", "edit", "text"], move |turn| {
            Record::open(schema, black_box(&mut plain))?.set(&title, black_box(STREETS[turn]))
        }),
        row(["run time", "edit, recorded", "text"], move |turn| {
            recorder.open(black_box(&mut noted))?.set(&of_noted, black_box(STREETS[turn]))?;
            recorder.discard();
            Ok(())
        }),
    ]
}

/// A patch that is applied to a record that is kept open, read before or each time.
fn applied(variant: &'static str, len: usize, edit: Edit) -> [Row; 2] {
    let open = || Record::open(User::schema(), buffer(len)).expect("own bytes");
    let sent = patches(edit);
    let read = |bytes: &Vec<u8>| Patch::from_bytes(User::schema(), bytes).expect("a patch");
    let patches = [read(&sent[0]), read(&sent[1])];
    let (mut record, mut other) = (open(), open());
    let schema: &Schema = User::schema();
    [
        row(["patch", "apply", variant], move |turn| record.apply(black_box(&patches[turn]))),
        row(["patch", "from bytes, apply", variant], move |turn| {
            other.apply(&Patch::from_bytes(schema, black_box(&sent[turn]))?)
        }),
    ]
}

fn joined(edit: Edit) -> Row {
    let patches = patches(edit);
    row(["patch", "then", edit.variant], move |_| {
        let [first, second] = black_box(&patches);
        then(first, second).map(|joined| drop(black_box(joined)))
    })
}

pub fn rows() -> Vec<Row> {
    let applied = [
        applied("number, 1 kB", 1_000, NUMBER),
        applied("number, 100 kB", 100_000, NUMBER),
        applied("three fields, 1 kB", 1_000, FIELDS),
    ];
    let recorded = [NUMBER, TEXT, PUSH].map(recorded);
    let joined = [NUMBER, FIELDS].map(joined);
    let beside_plain = [
        beside_plain!("text", |shelf, turn| shelf.set_title(black_box(STREETS[turn]))),
        beside_plain!("element", |shelf, turn| shelf.codes().set(black_box(2), turn as u16)),
        beside_plain!("value of a key", |shelf, turn| shelf.scores().insert("bob", turn as u32).map(drop)),
        text_at_run_time(),
    ];
    let recorded = recorded.into_iter().flatten();
    applied.into_iter().flatten().chain(joined).chain(recorded).chain(beside_plain.into_iter().flatten()).collect()
}
