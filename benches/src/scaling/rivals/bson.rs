//! bson's raw documents, to which keys can be appended where they lie.
//!
//! The document is the map: its keys stand in the order in which they came, and a lookup goes from
//! the first to the last. A raw document appends whatever it is given, so that an insert looks
//! first whether the key is there. Values are `i64`, as the format has no `u64`.

use std::hint::black_box;
use std::rc::Rc;

use bson::RawDocumentBuf;
use bson::raw::CString;

use super::super::OWN_BYTES;
use super::super::keys::{Map, Sample};
use crate::library::{Measure, Row, amortised, clock};

/// Beyond this length, a scan for one key says nothing new.
const LONGEST: usize = 10_000;

fn append(document: &mut RawDocumentBuf, key: &str, value: i64) {
    document.append(CString::try_from(key).expect("no zero byte"), value);
}

/// Adds a key that is not there yet; one that is stays as it is, as a raw document cannot change
/// it.
#[inline(never)]
fn insert(document: &mut RawDocumentBuf, key: &str, value: i64) -> bool {
    let is_new = document.get(key).expect(OWN_BYTES).is_none();
    if is_new {
        append(document, key, value);
    }
    is_new
}

fn filled(keys: &[String]) -> RawDocumentBuf {
    let mut document = RawDocumentBuf::new();
    for (value, key) in (0..).zip(keys) {
        append(&mut document, key, value);
    }
    document
}

#[inline(never)]
fn get(document: &RawDocumentBuf, key: &str) -> Option<i64> {
    document.get_i64(key).ok()
}

fn map(document: &RawDocumentBuf) -> Map {
    let entry = |entry: Result<(&bson::raw::CStr, bson::RawBsonRef<'_>), _>| {
        let (key, value) = entry.expect(OWN_BYTES);
        (key.as_str().to_owned(), value.as_i64().expect(OWN_BYTES).cast_unsigned())
    };
    document.iter().map(entry).collect()
}

/// So many keys are added to a copy, at the most.
const STEPS: usize = 100;

/// Adds keys around half of the length, which is the mean of all, and looks keys up.
pub fn row(samples: &[Sample]) -> Row {
    let mut row = Row::new("bson", "bson", "3", "raw", Vec::new());
    for Sample { variant, keys, map: expected, .. } in samples.iter().filter(|sample| sample.keys.len() <= LONGEST) {
        let (mut document, len) = (filled(keys), keys.len());
        row.prove("the document holds the map", map(&document) == *expected);
        row.prove("a key that is there is not added", !insert(&mut document, &keys[len / 2], 7));
        row.prove("and stays as it is", map(&document) == *expected);
        inserts(&mut row, variant, keys);
        row.prove("a lookup finds its value", get(&document, &keys[len - 1]) == Some(len as i64 - 1));
        let keys = Rc::clone(keys);
        row.time_each(Measure::KeyGet, variant, "scans the raw document", move |index| {
            let next = index as usize % len;
            get(black_box(&document), black_box(&keys[next])).expect(OWN_BYTES)
        });
    }
    row
}

fn inserts(row: &mut Row, variant: &'static str, keys: &Rc<[String]>) {
    let steps = STEPS.min(keys.len() / 2);
    let first = (keys.len() - steps) / 2;
    let (source, keys) = (filled(&keys[..first]), Rc::clone(keys));
    let add = move |document: &mut RawDocumentBuf, keys: &[String]| {
        for (value, key) in (first as i64..).zip(&keys[first..first + steps]) {
            insert(document, black_box(key), value);
        }
    };
    let mut document = source.clone();
    add(&mut document, &keys);
    row.prove("the added keys are behind the others", document == filled(&keys[..first + steps]));
    let timed = amortised(steps, move || {
        let mut document = source.clone();
        let took = clock(|| add(black_box(&mut document), &keys));
        drop(document);
        took
    });
    let note = "looks for the key from the first to the last, then appends it, unsorted, to a raw document of half this length: the mean";
    row.push(Measure::KeyInsert, variant, note, timed);
}
