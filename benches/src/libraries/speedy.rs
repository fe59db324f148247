//! speedy: integers of fixed size, lengths of four bytes, no random access.
//!
//! Strings can be borrowed from the input, and a reader may stop before its end. Cases of enums
//! have one byte.

use speedy::{LittleEndian, Readable, Writable};

use crate::format::{Decode, codec_format, codec_library};

codec_library!("speedy", container: [Derive], fields: [Derive], oplog: [Derive]);

codec_format! {
    Derive: Prefix Borrowed counted by u32, of [Writable<LittleEndian>]
    "speedy" ("speedy", "0.8") "derive" {
        const REUSE: &'static str = "write_to_buffer, of the length of the value";
        const INTO_SLICE: bool = true;
    }
    encode(value) { value.write_to_vec().expect("a vector takes all bytes") }
    into(buffer) {
        let len = value.bytes_needed().expect("the value has a length");
        let bytes = &mut buffer[..len];
        value.write_to_buffer(bytes).expect("the buffer is large enough");
        bytes
    }
}

impl<'a, T: Readable<'a, LittleEndian>> Decode<'a, T> for Derive {
    #[inline(never)]
    fn decode(&mut self, bytes: &'a [u8]) -> T {
        T::read_from_buffer(bytes).expect("bytes of this library")
    }
}
