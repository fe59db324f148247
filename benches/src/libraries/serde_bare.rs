//! serde_bare: BARE by serde, integers of fixed size, lengths as varints, no random access.
//!
//! The crate gives owned values only, and copies every string that it passes. A reader may stop
//! before the end of its input, a slice has to be used up, so all is read through a reader.
//! `to_vec` would grow its vector, by doubling, from nothing.

use crate::format::{Length, codec_library, serde_format};

codec_library!("serde_bare", container: [Serde], fields: [Serde], oplog: [Serde]);

impl Length for serde_bare::Uint {
    fn get(self) -> u64 {
        self.0
    }
}

serde_format! {
    Serde: OwnedPrefix Owned counted by serde_bare::Uint,
    "serde_bare" ("serde_bare", "0.") "serde" {
        const ENCODE: &'static str = "into a vector of capacity 256 from the start";
        const CAPACITY: usize = 256;
        const REUSE: &'static str = "to_writer, to a vector";
    }
    encode(value)
    append(buffer) { serde_bare::to_writer(buffer, value).expect("a vector takes all bytes") }
    decode_owned(bytes) { serde_bare::from_reader(bytes).expect("bytes of this library") }
}
