//! Edits of buffers with an extension block, in one table: each block, in a vector, in a workspace
//! and in one that is nearly full, written by each of two revisions and edited by each, by a schema
//! with a lineage and by one without, by cursor and by path. The oracle is the same edit of the same
//! value without a block: it succeeds or is refused alike, and leaves the same value. Items that an
//! edit makes untrue are void afterwards, and all others are as they were.

use vellum::{Record, Result, Schema, Storage, Vellum, Workspace};

/// Blocks of the length of a lineage's, each as it is after an edit. The lineage is put in later.
const BLOCKS: [(&str, [u8; 7], [u8; 7]); 6] = [
    ("a lineage", [6, 1, 4, 0, 0, 0, 0], [6, 1, 4, 0, 0, 0, 0]),
    ("an item to keep", [6, 5, 4, 1, 2, 3, 4], [6, 5, 4, 1, 2, 3, 4]),
    ("an item that becomes untrue", [6, 0x45, 4, 1, 2, 3, 4], [6, 0, 4, 1, 2, 3, 4]),
    ("one of each", [6, 5, 0, 0x45, 2, 3, 4], [6, 5, 0, 0, 2, 3, 4]),
    ("two that become untrue", [6, 0x45, 1, 2, 0x46, 1, 4], [6, 0, 1, 2, 0, 1, 4]),
    ("a void item", [6, 0, 0, 5, 2, 3, 4], [6, 0, 0, 5, 2, 3, 4]),
];

type Edits<S> = [(&'static str, fn(&mut S) -> Result<()>); 18];

fn by_path<S: Storage + AsRef<[u8]>>(
    bytes: &mut S,
    schema: &Schema,
    edit: fn(&mut Record<&mut S>) -> Result<()>,
) -> Result<()> {
    edit(&mut Record::open(schema, bytes)?)
}

macro_rules! revisions {
    ($module:ident $(, $lineage:ident)?) => {
        mod $module {
            use super::*;

            #[derive(Vellum, Clone, Debug, Default, PartialEq)]
            #[vellum(rename = "Note" $(, $lineage)?)]
            pub struct Old {
                pub pages: u8,
                pub title: String,
                pub lines: Vec<String>,
            }

            #[derive(Vellum, Clone, Debug, Default, PartialEq)]
            #[vellum(rename = "Note" $(, $lineage)?)]
            pub struct New {
                pub pages: u8,
                pub title: String,
                pub lines: Vec<String>,
                #[vellum(since = 2)]
                pub more: String,
                #[vellum(since = 2)]
                pub counts: std::collections::BTreeMap<String, u32>,
            }

            pub fn old() -> Old {
                Old { pages: 7, title: "x".into(), lines: vec!["one".into(), String::new()] }
            }

            pub fn new() -> New {
                let Old { pages, title, lines } = old();
                New { pages, title, lines, more: "more".into(), counts: [("k".into(), 7)].into() }
            }

            pub fn edits<S: Storage + AsRef<[u8]>>() -> Edits<S> {
                [
                    ("nothing", |bytes| Old::edit(bytes).map(drop)),
                    ("a number", |bytes| Old::edit(bytes)?.set_pages(8)),
                    ("a text of the same length", |bytes| Old::edit(bytes)?.set_title("y")),
                    ("a longer text", |bytes| Old::edit(bytes)?.set_title("a longer text")),
                    ("a text that widens", |bytes| Old::edit(bytes)?.set_title(&"wide".repeat(70))),
                    ("an element", |bytes| Old::edit(bytes)?.lines().push("pushed")),
                    ("an element removed", |bytes| Old::edit(bytes)?.lines().remove(0)),
                    ("an element that is not there", |bytes| Old::edit(bytes)?.lines().remove(9)),
                    ("a list cleared", |bytes| Old::edit(bytes)?.lines().clear()),
                    ("a field of revision 2", |bytes| New::edit(bytes)?.set_more("a longer one")),
                    ("an entry", |bytes| New::edit(bytes)?.counts().insert("one", 1).map(drop)),
                    ("a number by path", |bytes| by_path(bytes, Old::schema(), |record| record.set("pages", 8))),
                    ("a text by path", |bytes| by_path(bytes, Old::schema(), |record| record.set("title", "longer"))),
                    ("an element by path", |bytes| by_path(bytes, New::schema(), |record| record.push("lines", "two"))),
                    ("revision 2 by path", |bytes| by_path(bytes, New::schema(), |record| record.set("more", "y"))),
                    ("an entry by path", |bytes| by_path(bytes, New::schema(), |record| record.set("counts[one]", 1))),
                    ("a patch", |bytes| {
                        by_path(bytes, New::schema(), |record| record.merge_patch(r#"{"lines": ["new"], "more": "x"}"#))
                    }),
                    ("an element by path that is not there", |bytes| {
                        by_path(bytes, New::schema(), |record| record.remove("lines[7]"))
                    }),
                ]
            }
        }
    };
}

revisions!(bare);
revisions!(marked, lineage);

/// Whether an edit was refused, and how; the value; whether the proof is complete.
type Outcome = (Option<vellum::ErrorKind>, bare::New, bool);

fn outcome(done: Result<()>, bytes: &[u8]) -> Outcome {
    let complete = bare::New::schema().prove(bytes).unwrap().is_complete();
    (done.err().map(|error| error.kind()), vellum::from_slice(bytes).unwrap(), complete)
}

/// Makes an edit in a buffer whose block begins at `at`, and compares. Who opens memory as a workspace
/// opens it to edit, and has voided what becomes untrue by then.
fn check<S: Storage>(
    (what, expected): (String, &Outcome),
    (at, before, after): (usize, [u8; 7], [u8; 7]),
    (storage, edit): (&mut S, fn(&mut S) -> Result<()>),
) {
    let block = |storage: &S| <[u8; 7]>::try_from(&storage.bytes()[at..at + 7]).unwrap();
    let kept = storage.bytes().to_vec();
    let done = edit(storage);
    let refused = done.is_err();
    assert_eq!(outcome(done, storage.bytes()), *expected, "{what}");
    assert!(storage.bytes()[0] & 0x10 != 0, "{what}");
    // Where nothing is changed, what was opened to edit may have lost these items or not.
    let opened = refused || what.ends_with("nothing");
    assert!(block(storage) == after || opened && block(storage) == before, "{what}: {:02x?}", block(storage));
    if refused {
        let (front, rest) = (&storage.bytes()[..at], &storage.bytes()[at + 7..]);
        assert!(*front == kept[..at] && *rest == kept[at + 7..], "{what} is refused and changes bytes");
    }
}

/// Everything in a vector and in workspaces that leave so many bytes, of a value of either revision.
fn table<B: Vellum + vellum::Value, M: Vellum + vellum::Value>(bare: &B, marked: &M) -> Result<()> {
    let (plain, lineage) = (vellum::to_vec(bare)?, vellum::to_vec(marked)?);
    let mut checked = 0;
    for (name, mut before, mut after) in BLOCKS {
        if name == "a lineage" {
            before.copy_from_slice(&lineage[1..8]);
            after = before;
        }
        for (schema, edits) in [("", bare::edits()), (" with a lineage", marked::edits())] {
            for ((edit, oracle), (_, run)) in bare::edits::<Vec<u8>>().into_iter().zip(edits) {
                let mut expected = plain.clone();
                let done = oracle(&mut expected);
                let what = format!("{name}, in a vector{schema}: {edit}");
                let mut bytes = lineage.clone();
                bytes[1..8].copy_from_slice(&before);
                check((what, &outcome(done, &expected)), (1, before, after), (&mut bytes, run));
                checked += 1;
            }
        }
        for (schema, edits) in [("", bare::edits()), (" with a lineage", marked::edits())] {
            for ((edit, oracle), (_, run)) in bare::edits::<Workspace<Vec<u8>>>().into_iter().zip(edits) {
                for room in [0, 9, 1000] {
                    let len = 15 + plain.len() + room;
                    let mut expected = Workspace::format(vec![0; len], bare)?;
                    let mut memory = vec![0; len + 7];
                    Workspace::format(&mut memory[..], marked)?;
                    memory[16..23].copy_from_slice(&before);
                    let mut workspace = Workspace::open(memory)?;
                    let done = oracle(&mut expected);
                    let what = format!("{name}, in a workspace with {room} more{schema}: {edit}");
                    check((what, &outcome(done, expected.bytes())), (16, before, after), (&mut workspace, run));
                    checked += 1;
                }
            }
        }
    }
    assert_eq!(checked, BLOCKS.len() * 2 * 18 * 4);
    Ok(())
}

#[test]
fn edits_of_revision_1_keep_extensions_and_void_what_becomes_untrue() -> Result<()> {
    table(&bare::old(), &marked::old())
}

#[test]
fn edits_of_revision_2_keep_extensions_and_void_what_becomes_untrue() -> Result<()> {
    table(&bare::new(), &marked::new())
}
