//! speedy: integers of fixed size, lengths of four bytes, no random access.
//!
//! Strings can be borrowed from the input, and a reader may stop before its end. Cases of enums have one byte.

use speedy::{LittleEndian, Readable, Writable};

use crate::format::{Borrowed, Counted, Decode, Encode, Format, Prefix, codec_library};

codec_library!("speedy", container: [Derive], fields: [Derive], oplog: [Derive]);

#[derive(Default)]
pub struct Derive;

impl Format for Derive {
    const LIBRARY: &'static str = "speedy";
    const PACKAGE: (&'static str, &'static str) = ("speedy", "0.8");
    const MODE: &'static str = "derive";
    const REUSE: &'static str = "write_to_buffer, of the length of the value";
    const INTO_SLICE: bool = true;
    type One = Prefix;
    type Strings = Borrowed;
}

impl Counted for Derive {
    type Length = u32;
}

impl<T: Writable<LittleEndian>> Encode<T> for Derive {
    #[inline(never)]
    fn encode(&mut self, value: &T) -> Vec<u8> {
        value.write_to_vec().expect("a vector takes all bytes")
    }

    #[inline(never)]
    fn encode_into<'k>(&'k mut self, value: &T, buffer: &'k mut Vec<u8>) -> &'k [u8] {
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
