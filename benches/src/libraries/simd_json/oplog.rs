//! Workload C.

use std::cell::RefCell;

use simd_json::prelude::ValueAsScalar;
use simd_json::tape;

use super::{COPIED, FOUND, OWN_TEXT, Parser, encode, encode_into};
use crate::library::Row;
use crate::workloads::oplog::rows::{Codec, Entry as _, Rows};
use crate::workloads::oplog::{Oplog, OplogEntry};

thread_local! {
    /// What is kept from one entry to the next.
    static PARSER: RefCell<Parser> = RefCell::default();
}

fn parsing<T>(parse: impl FnOnce(&mut Parser) -> T) -> T {
    PARSER.with_borrow_mut(parse)
}

struct Serde;

impl Codec for Serde {
    type Entry = OplogEntry;
    type Bytes = Vec<u8>;

    const SIZE: &'static str = "bytes are lists of numbers";
    const DECODE: &'static str = COPIED;
    const ONE: &'static str = FOUND;
    const UPDATE_TIMESTAMP: &'static str = "decode in the clone + encode";
    const UPDATE_PAYLOAD: &'static str = "decode in the clone + encode";

    fn encode(entry: &OplogEntry) -> Vec<u8> {
        encode(entry)
    }

    fn decode(text: &Vec<u8>) -> OplogEntry {
        parsing(|parser| parser.decode(text))
    }

    fn timestamp(text: &Vec<u8>) -> u64 {
        parsing(|parser| parser.find(text, timestamp))
    }

    fn set_timestamp(text: &Vec<u8>, timestamp: u64) -> Vec<u8> {
        let mut text = text.clone();
        let mut entry: OplogEntry = parsing(|parser| parser.decode_mut(&mut text));
        *entry.timestamp_mut() = timestamp;
        replace(text, &entry)
    }

    fn set_payload(text: &Vec<u8>, payload: &[u8]) -> Vec<u8> {
        let mut text = text.clone();
        let mut entry: OplogEntry = parsing(|parser| parser.decode_mut(&mut text));
        payload.clone_into(entry.payload_mut().expect(OWN_TEXT));
        replace(text, &entry)
    }
}

/// Encodes into the vector of a text that has been read.
fn replace(mut text: Vec<u8>, entry: &OplogEntry) -> Vec<u8> {
    text.clear();
    encode_into(&mut text, entry);
    text
}

/// The time of whichever case it is: the one key of the record is the name of the case.
fn timestamp(root: tape::Value<'_, '_>) -> Option<u64> {
    let (_, case) = root.as_object()?.iter().next()?;
    case.get("timestamp")?.as_u64()
}

pub(super) fn row(log: &Oplog) -> Row {
    Rows::<Serde>::new("simd-json", ("simd-json", "0."), "serde", log)
        .encode_reused("to_writer, to a vector", Vec::with_capacity, |buffer, entry| {
            buffer.clear();
            encode_into(buffer, entry);
            buffer
        })
        .finish()
}
