//! bson's raw documents, to which keys can be appended where they lie.
//!
//! The document is the map: its keys stand in the order in which they came, nobody looks whether one is there already, and a
//! lookup goes from the first to the last. Values are `i64`, as the format has no `u64`.

use std::hint::black_box;
use std::rc::Rc;

use bson::RawDocumentBuf;
use bson::raw::CString;

use super::super::OWN_BYTES;
use super::super::keys::{Map, Sample};
use crate::library::{Measure, Row, amortised, clock};

/// Beyond this length, a scan for one key says nothing new.
const LONGEST_GET: usize = 10_000;

#[inline(never)]
fn append(document: &mut RawDocumentBuf, key: &str, value: i64) {
    document.append(CString::try_from(key).expect("no zero byte"), value);
}

fn filled(keys: &[String]) -> RawDocumentBuf {
    let mut document = RawDocumentBuf::new();
    for (value, key) in (0..).zip(keys) {
        append(&mut document, black_box(key), value);
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

/// Appends the keys, and looks them up.
pub fn row(samples: &[Sample]) -> Row {
    let mut row = Row::new("bson", "bson", "3", "raw", Vec::new());
    for Sample { variant, keys, map: expected, .. } in samples {
        let (document, len) = (filled(keys), keys.len());
        row.prove("the document holds the map", map(&document) == *expected);
        let inserted = Rc::clone(keys);
        let timed = amortised(len, move || clock(|| filled(&inserted)));
        let note = "appended to a raw document, unsorted, in which nothing is looked up";
        row.push(Measure::KeyInsert, variant, note, timed);
        if len <= LONGEST_GET {
            row.prove("a lookup finds its value", get(&document, &keys[len - 1]) == Some(len as i64 - 1));
            let keys = Rc::clone(keys);
            row.time_each(Measure::KeyGet, variant, "scans the raw document", move |index| {
                let next = index as usize % len;
                get(black_box(&document), black_box(&keys[next])).expect(OWN_BYTES)
            });
        }
    }
    row
}
