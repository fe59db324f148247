//! borsh: integers of fixed size, lengths of four bytes, the encoding that a value has and no
//! other; no random access.
//!
//! The library gives owned values only. A reader may stop before the end of its input.

use borsh::{BorshDeserialize, BorshSerialize};

use crate::format::{Decode, codec_format, codec_library};

codec_library!("borsh", container: [Derive], fields: [Derive], oplog: [Derive]);

const TAKES_ALL: &str = "a vector takes all bytes";

codec_format! {
    Derive: OwnedPrefix Owned counted by u32, of [BorshSerialize]
    "borsh" ("borsh", "1.") "derive" {
        const ENCODE: &'static str = "to_vec, whose vector has room for 1024 bytes";
        const REUSE: &'static str = "to_writer, to a vector";
    }
    encode(value) { borsh::to_vec(value).expect(TAKES_ALL) }
    append(buffer) { borsh::to_writer(buffer, value).expect(TAKES_ALL) }
}

impl<T: BorshDeserialize> Decode<'_, T> for Derive {
    #[inline(never)]
    fn decode(&mut self, mut bytes: &[u8]) -> T {
        T::deserialize(&mut bytes).expect("bytes of this library")
    }
}
