//! Whether an edit did what it says: an error leaves the bytes, and success changes that value and no other.

use vellum::{Record, Schema};

use crate::edit::{self, Tried};
use crate::input::Input;
use crate::tree::Tree;

/// Whether a buffer is valid, and holds nothing that its reader does not know.
pub fn is_whole(schema: &Schema, bytes: &[u8]) -> bool {
    schema.prove(bytes).is_ok_and(|verified| verified.is_complete())
}

/// Tries one edit of a buffer in a storage that the input chooses; gives the bytes after one that succeeded.
///
/// # Panics
/// If an edit that failed changed the bytes. If the buffer was valid: if it is not any more, or if it holds anything else than before but what
/// the edit is to change.
pub fn one_edit(schema: &Schema, bytes: &[u8], donor: &Record, input: &mut Input<'_>) -> Option<Vec<u8>> {
    let mut record = Record::open(schema, input.memory(bytes)).ok()?;
    let (before, is_whole) = Tree::of(&record);
    let tried = edit::edit(&mut record, &before, donor, input)?;
    let after = record.into_storage();
    done(schema, bytes, after.as_ref(), &tried, is_whole.then_some(before))
}

/// Judges an edit that was tried; `before` is what the record held, unless it was too much to read. Gives the bytes after one that
/// succeeded.
pub fn done(schema: &Schema, bytes: &[u8], after: &[u8], tried: &Tried, before: Option<Tree>) -> Option<Vec<u8>> {
    let told = |what: &str| Told { schema, bytes, after, tried, what }.to_string();
    if tried.result.is_err() {
        assert!(after == bytes, "{}", told("failed and changed the bytes"));
        return None;
    }
    let read = Record::open(schema, after);
    if schema.prove(bytes).is_ok() {
        if let Err(error) = schema.prove(after) {
            panic!("{}", told(&format!("left what is not valid: {error}")));
        }
        let (held, is_read) = read.map(|record| Tree::of(&record)).unwrap_or_default();
        if let (Some(before), true) = (before, is_read) {
            let expected = before.patched(&tried.path, &tried.change);
            if let Err(error) = held.meets(&expected) {
                panic!("{}", told(&format!("did something else{error}")));
            }
        }
    } else if let Ok(record) = read {
        drop(Tree::of(&record));
    }
    Some(after.to_vec())
}

/// A fault as one can repeat it.
struct Told<'a> {
    schema: &'a Schema,
    bytes: &'a [u8],
    after: &'a [u8],
    tried: &'a Tried,
    what: &'a str,
}

impl std::fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { schema, bytes, after, tried, what } = self;
        writeln!(f, "{} {what}", tried.what)?;
        writeln!(f, "result: {:?}", tried.result)?;
        writeln!(f, "before: {bytes:02X?}")?;
        writeln!(f, "after:  {after:02X?}")?;
        write!(f, "{schema}")
    }
}

/// Runs edits on a buffer one after the other, as long as the input chooses some.
pub fn edits(schema: &Schema, mut bytes: Vec<u8>, donor: &Record, input: &mut Input<'_>, most: usize) -> Vec<u8> {
    for _ in 0..most {
        if input.is_empty() {
            break;
        }
        if let Some(edited) = one_edit(schema, &bytes, donor, input) {
            bytes = edited;
        }
    }
    bytes
}
