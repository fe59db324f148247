//! json-patch: RFC 6902, between documents of serde_json.

use serde_json::Value;

use super::book::Book;
use super::ship::Ship;
use crate::library::OWN_BYTES;

const PLAIN: &str = "a record of numbers and texts";

/// The operations that differ, as JSON.
pub struct Patch;

impl Ship for Patch {
    type Here = Value;
    type Sent = Vec<u8>;
    type There = Value;
    const MAKES: &'static str = "diff of two serde_json::Value, as JSON";
    const APPLIES: &'static str = "parse and patch a serde_json::Value";

    fn here(book: &Book) -> Value {
        serde_json::to_value(book).expect(PLAIN)
    }

    fn there(here: &Value) -> Value {
        here.clone()
    }

    #[inline(never)]
    fn make(old: &Value, new: &Value) -> Vec<u8> {
        serde_json::to_vec(&json_patch::diff(old, new)).expect(PLAIN)
    }

    #[inline(never)]
    fn apply(there: &mut Value, sent: &Vec<u8>) {
        let patch: json_patch::Patch = serde_json::from_slice(sent).expect(OWN_BYTES);
        json_patch::patch(there, &patch).expect(OWN_BYTES);
    }

    fn book(there: &Value) -> Book {
        serde_json::from_value(there.clone()).expect(OWN_BYTES)
    }
}
