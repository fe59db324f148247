//! desert: records that may evolve, by the derive of its codec; these have no history, which costs one byte for each.
//!
//! Integers have a fixed size, and nothing tells where a field or an element ends: decode-one goes through what stands in
//! front of its field, and in the container, where one stands last, simply decodes everything. The library gives owned
//! values only. Strings are written one by one: the wrapper that stores equal ones once is not used, for records with it
//! are not compatible when they evolve.

use desert_rust::{BinaryDeserializer, BinarySerializer};

use crate::format::{Decode, Encode, FlatPrefix, Format, Owned, codec_library};

codec_library!("desert", container: [Derive], fields: [Derive], oplog: [Derive]);

/// What a fresh output vector starts with: the 128 bytes of `serialize_to_byte_vec` would have to grow.
const CAPACITY: usize = 256;

#[derive(Default)]
pub struct Derive;

impl Format for Derive {
    const LIBRARY: &'static str = "desert";
    const PACKAGE: (&'static str, &'static str) = ("desert_rust", "0.");
    const MODE: &'static str = "derive";
    const ENCODE: &'static str = "into a vector of capacity 256 from the start";
    const REUSE: &'static str = "serialize_into_byte_vec";
    type One = FlatPrefix;
    type Strings = Owned;
}

impl<T: BinarySerializer> Encode<T> for Derive {
    fn encode(&mut self, value: &T) -> Vec<u8> {
        self.encode_with_room(value, CAPACITY)
    }

    fn encode_with_room(&mut self, value: &T, room: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(room);
        self.encode_into(value, &mut bytes);
        bytes
    }

    #[inline(never)]
    fn encode_into<'k>(&'k mut self, value: &T, buffer: &'k mut Vec<u8>) -> &'k [u8] {
        desert_rust::serialize_into_byte_vec(value, buffer).expect("the value is small");
        buffer
    }
}

/// Decodes what the bytes start with; the library does not ask whether there is more.
impl<T: BinaryDeserializer> Decode<'_, T> for Derive {
    #[inline(never)]
    fn decode(&mut self, bytes: &[u8]) -> T {
        desert_rust::deserialize(bytes).expect("bytes of this library")
    }
}
