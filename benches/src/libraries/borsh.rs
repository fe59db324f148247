//! borsh: integers of fixed size, lengths of four bytes, the encoding that a value has and no other; no random access.
//!
//! The library gives owned values only. A reader may stop before the end of its input.

use borsh::{BorshDeserialize, BorshSerialize};

use crate::format::{Counted, Decode, Encode, Format, Owned, OwnedPrefix, codec_library};

codec_library!("borsh", container: [Derive], fields: [Derive], oplog: [Derive]);

#[derive(Default)]
pub struct Derive;

impl Format for Derive {
    const LIBRARY: &'static str = "borsh";
    const PACKAGE: (&'static str, &'static str) = ("borsh", "1.");
    const MODE: &'static str = "derive";
    const ENCODE: &'static str = "to_vec, whose vector has room for 1024 bytes";
    const REUSE: &'static str = "to_writer, to a vector";
    type One = OwnedPrefix;
    type Strings = Owned;
}

impl Counted for Derive {
    type Length = u32;
}

impl<T: BorshSerialize> Encode<T> for Derive {
    #[inline(never)]
    fn encode(&mut self, value: &T) -> Vec<u8> {
        borsh::to_vec(value).expect("a vector takes all bytes")
    }

    #[inline(never)]
    fn encode_with_room(&mut self, value: &T, room: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(room);
        borsh::to_writer(&mut bytes, value).expect("a vector takes all bytes");
        bytes
    }

    #[inline(never)]
    fn encode_into<'k>(&'k mut self, value: &T, buffer: &'k mut Vec<u8>) -> &'k [u8] {
        buffer.clear();
        borsh::to_writer(&mut *buffer, value).expect("a vector takes all bytes");
        buffer
    }
}

impl<T: BorshDeserialize> Decode<'_, T> for Derive {
    #[inline(never)]
    fn decode(&mut self, mut bytes: &[u8]) -> T {
        T::deserialize(&mut bytes).expect("bytes of this library")
    }
}
