//! desert: records that may evolve, by the derive of its codec; these have no history, which costs
//! one byte for each.
//!
//! Integers have a fixed size, and nothing tells where a field or an element ends: decode-one goes
//! through what stands in front of its field, and in the container, where one stands last, simply
//! decodes everything. The library gives owned values only. Strings are written one by one: the
//! wrapper that stores equal ones once is not used, for records with it are not compatible when
//! they evolve.

use desert_rust::{BinaryDeserializer, BinarySerializer};

use crate::format::{Decode, codec_format, codec_library};

codec_library!("desert", container: [Derive], fields: [Derive], oplog: [Derive]);

codec_format! {
    Derive: FlatPrefix Owned, of [BinarySerializer]
    "desert" ("desert_rust", "0.") "derive" {
        const ENCODE: &'static str = "into a vector of capacity 256 from the start";
        const REUSE: &'static str = "serialize_into_byte_vec";
        // The 128 bytes of `serialize_to_byte_vec` would have to grow.
        const CAPACITY: usize = 256;
    }
    encode(value)
    append(buffer) { desert_rust::serialize_into_byte_vec(value, buffer).expect("the value is small") }
}

/// Decodes what the bytes start with; the library does not ask whether there is more.
impl<T: BinaryDeserializer> Decode<'_, T> for Derive {
    #[inline(never)]
    fn decode(&mut self, bytes: &[u8]) -> T {
        desert_rust::deserialize(bytes).expect("bytes of this library")
    }
}
