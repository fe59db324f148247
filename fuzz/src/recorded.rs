//! Edits under a recorder: an edit that fails leaves the bytes, and the patch that is taken makes of a copy what the edits made of the buffer.

use vellum::patch::{Patch, RecordRecorder, Recorder};
use vellum::{Error, Record, Schema, Vellum as _};

use crate::input::Input;
use crate::rich::Rich;
use crate::tree::Tree;
use crate::{edit, judge, rich_edit};

/// What edits made of a buffer, and the patch of them if one could be taken.
pub struct Recorded {
    pub bytes: Vec<u8>,
    pub patch: Option<Vec<u8>>,
}

/// At most so many edits of a record.
///
/// # Panics
/// If an edit that failed changed the bytes; of a valid buffer also if no patch can be taken, or if it does something else.
pub fn edits(schema: &Schema, bytes: &[u8], donor: &Record, input: &mut Input<'_>, most: usize) -> Option<Recorded> {
    let mut storage = input.memory(bytes);
    let mut recorder = RecordRecorder::new(schema);
    let mut record = recorder.open(&mut storage).ok()?;
    for _ in 0..most {
        if input.is_empty() {
            break;
        }
        let before = record.as_bytes().to_vec();
        let held = Tree::of(&record).0;
        if let Some(edit::Tried { result: Err(error), what, .. }) = edit::edit(&mut record, &held, donor, input) {
            assert!(record.as_bytes() == before, "{what} failed ({error}) and changed the bytes\n{before:02X?}");
        }
    }
    drop(record);
    Some(judged(schema, bytes, storage.as_ref(), recorder.take()))
}

/// At most so many edits of a buffer of the derived type.
///
/// # Panics
/// As [`edits`]; of a valid buffer also if a patch that keeps what was there does not lead back.
pub fn rich_edits(bytes: &[u8], input: &mut Input<'_>, most: usize) -> Option<Recorded> {
    let is_invertible = input.one_in(2);
    Record::open(Rich::schema(), bytes).ok()?;
    let mut storage = input.memory(bytes);
    let mut recorder = if is_invertible { Recorder::<Rich>::invertible() } else { Recorder::new() };
    for _ in 0..most {
        if input.is_empty() {
            break;
        }
        let before = storage.as_ref().to_vec();
        let mut root = recorder.edit(&mut storage).ok()?;
        let (path, result) = rich_edit::edit_opened(&mut root, input);
        drop(root);
        // A list that is extended keeps the elements before the one that it has no room for.
        if let Err(error) = result
            && path != "tags"
        {
            assert!(storage.as_ref() == before, "{path} failed ({error}) and changed the bytes\n{before:02X?}");
        }
    }
    let recorded = judged(Rich::schema(), bytes, storage.as_ref(), recorder.take());
    if let (true, Some(patch)) = (is_invertible, &recorded.patch)
        && judge::is_whole(Rich::schema(), bytes)
    {
        back(Rich::schema(), bytes, &recorded.bytes, patch);
    }
    Some(recorded)
}

/// Makes what was taken to a copy of the buffer before.
fn judged(schema: &Schema, before: &[u8], after: &[u8], taken: Result<Vec<u8>, Error>) -> Recorded {
    let is_whole = judge::is_whole(schema, before);
    let told = |what: &str| format!("{what}\nbefore: {before:02X?}\nafter:  {after:02X?}\n{schema}");
    let patch = match taken {
        Ok(patch) => Some(patch),
        Err(error) => {
            assert!(!is_whole, "{}", told(&format!("edits of a valid record are not taken: {error}")));
            None
        }
    };
    if let Some(bytes) = &patch {
        let read = Patch::from_bytes(schema, bytes);
        let mut copy = Record::open(schema, before.to_vec()).expect("opened before");
        match read.and_then(|patch| copy.apply(&patch)) {
            Err(error) => {
                assert!(copy.as_bytes() == before, "{}", told("a patch failed and changed the bytes"));
                assert!(!is_whole, "{}", told(&format!("the copy refuses {bytes:02X?}: {error}")));
            }
            Ok(()) if is_whole => {
                let made = Record::open(schema, after).expect("an edited buffer is opened");
                assert!(
                    copy.content_eq(&made).expect("both are valid"),
                    "{}",
                    told(&format!("{bytes:02X?} does else"))
                );
            }
            Ok(()) => {}
        }
    }
    Recorded { bytes: after.to_vec(), patch }
}

/// Takes a patch back.
fn back(schema: &Schema, before: &[u8], after: &[u8], patch: &[u8]) {
    let told = |what: &str| format!("{patch:02X?} {what}\nbefore: {before:02X?}\nafter:  {after:02X?}\n{schema}");
    let mut record = Record::open(schema, after.to_vec()).expect("an edited buffer is opened");
    let undo = Patch::from_bytes(schema, patch).and_then(|patch| patch.invert());
    if let Err(error) = undo.and_then(|undo| record.apply(&undo)) {
        panic!("{}", told(&format!("is not taken back: {error}")));
    }
    let old = Record::open(schema, before).expect("opened before");
    assert!(record.content_eq(&old).expect("both are valid"), "{}", told("is taken back to something else"));
}
