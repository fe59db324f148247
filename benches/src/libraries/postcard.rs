//! postcard: compact bytes by serde, varint integers, no random access.
//!
//! Strings can be borrowed from the input. Encoding asks for the size first, which for small values
//! is quicker than `to_allocvec` and its growing vector. The library writes into a slice.

use postcard::ser_flavors::Size;

use crate::format::{codec_library, serde_format};

codec_library!("postcard", container: [Serde], fields: [Serde], oplog: [Serde]);

serde_format! {
    Serde: Prefix Borrowed counted by u64,
    "postcard" ("postcard", "1") "serde" {
        const ENCODE: &'static str = "size first, then to_extend";
        const REUSE: &'static str = "to_slice";
        const INTO_SLICE: bool = true;
    }
    encode(value) {
        let size = postcard::serialize_with_flavor(value, Size::default());
        let bytes = Vec::with_capacity(size.expect("serde knows the lengths of the value"));
        postcard::to_extend(value, bytes).expect("a vector takes all bytes")
    }, with_room(room) { postcard::to_extend(value, Vec::with_capacity(room)).expect("a vector takes all bytes") }
    into(buffer) { postcard::to_slice(value, buffer).expect("the buffer is large enough") }
    decode(bytes) { postcard::from_bytes(bytes).expect("bytes of this library") }
}
