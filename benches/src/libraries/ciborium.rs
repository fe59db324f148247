//! ciborium: CBOR through serde, structs as maps with their field names.
//!
//! The crate reads from a stream and gives owned values only; it moves strings through a scratch
//! buffer, which each thread keeps here instead of clearing one for every call as `from_reader`
//! does. It writes to a stream as well, so a fresh output is a vector with room for the record.
//! Skipping a value, whose header the crate reads, writes and reads again, is slower than decoding
//! it: decode-one decodes everything in the container, and in the other workloads stops behind its
//! field.

use std::cell::RefCell;

use crate::format::{codec_library, serde_format};

codec_library!("ciborium", container: [Serde], fields: [Serde], oplog: [Serde]);

thread_local! {
    /// As large as that of `from_reader`.
    static SCRATCH: RefCell<Vec<u8>> = RefCell::new(vec![0; 4096]);
}

serde_format! {
    Serde: Stop Owned,
    "ciborium" ("ciborium", "0.2.") "serde" {
        const ENCODE: &'static str = "into a vector of capacity 1024 from the start";
        // A stream of unknown size would grow it, by doubling, from nothing.
        const CAPACITY: usize = 1024;
        const REUSE: &'static str = "into_writer, to a vector";
        const DECODE: &'static str = "scratch buffer of the thread";
        const LOG: &'static str = "every value and entry has the names of its case and its fields";
    }
    encode(value)
    append(buffer) { ciborium::into_writer(value, buffer).expect("a vector takes all bytes") }
    decode_owned(bytes) {
        SCRATCH.with_borrow_mut(|scratch| {
            ciborium::from_reader_with_buffer(bytes, scratch).expect("bytes of this library")
        })
    }
}
