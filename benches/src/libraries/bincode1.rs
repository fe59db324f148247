//! bincode 1.3 with its default options: integers of fixed width, lengths of eight bytes, no random
//! access.
//!
//! Strings can be borrowed from the input, so everything but owned decode-all goes through borrowed
//! types; the list of the container itself is still a vector that decoding allocates.

use crate::format::{codec_library, serde_format};

codec_library!("bincode 1", container: [Serde], fields: [Serde], oplog: [Serde]);

serde_format! {
    Serde: Prefix Borrowed counted by u64,
    "bincode 1" ("bincode", "1.") "serde" {
        const REUSE: &'static str = "serialize_into a vector";
        const LOG: &'static str = "four bytes for the case of every value";
    }
    encode(value) { bincode1::serialize(value).expect("serde knows the lengths of the value") }
    append(buffer) { bincode1::serialize_into(buffer, value).expect("a vector takes all bytes") }
    decode(bytes) { bincode1::deserialize(bytes).expect("bytes of this library") }
}
