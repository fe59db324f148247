//! bitcode: values of one field stand together, their integers packed; by its own traits and by
//! serde, two formats.
//!
//! Every column has to be unpacked before the first value can be read, and a type with fewer fields
//! reads another format, so decode-one decodes everything. Strings can be borrowed from the input.
//! The coders of the own traits are kept in a [`Buffer`] from one operation to the next, but for
//! `encode`, which stands for a first use; serde has no such facility, and so no row for encoding
//! into a kept buffer. The own traits cannot be derived for the recursive type of the log, whose
//! lists of bytes serde gives away as owned ones only.

use bitcode::Buffer;

use crate::format::{Borrowed, Decode, Encode, Format, WholeBorrowed, codec_library, serde_format};
use crate::library::OWN_BYTES;

codec_library!("bitcode", container: [Derive, Serde], fields: [Derive, Serde], oplog: [Log]);

#[derive(Default)]
pub struct Derive(Buffer);

impl Format for Derive {
    const LIBRARY: &'static str = "bitcode";
    const PACKAGE: (&'static str, &'static str) = ("bitcode", "0.6.");
    const MODE: &'static str = "derive";
    const REUSE: &'static str = "Buffer::encode";
    const DECODE: &'static str = "coders kept";
    type One = WholeBorrowed;
    type Strings = Borrowed;
}

impl<T: bitcode::Encode> Encode<T> for Derive {
    #[inline(never)]
    fn encode(&mut self, value: &T) -> Vec<u8> {
        bitcode::encode(value)
    }

    #[inline(never)]
    fn encode_with_room(&mut self, value: &T, _: usize) -> Vec<u8> {
        self.0.encode(value).to_vec()
    }

    #[inline(never)]
    fn encode_into<'k>(&'k mut self, value: &T, _: &'k mut Vec<u8>) -> &'k [u8] {
        self.0.encode(value)
    }
}

impl<'a, T: bitcode::Decode<'a>> Decode<'a, T> for Derive {
    #[inline(never)]
    fn decode(&mut self, bytes: &'a [u8]) -> T {
        self.0.decode(bytes).expect(OWN_BYTES)
    }
}

macro_rules! by_serde {
    ($Format:ident: $strings:ident) => {
        serde_format! {
            $Format: WholeBorrowed $strings,
            "bitcode" ("bitcode", "0.6.") "serde" {
                const LOG: &'static str = "the cases of all values of a list stand together, packed";
                const REUSES: bool = false;
            }
            encode(value) { bitcode::serialize(value).expect("the value has no state that fails to encode") }
            into(buffer) {
                *buffer = bitcode::serialize(value).expect("the value has no state that fails to encode");
                buffer
            }
            decode(bytes) { bitcode::deserialize(bytes).expect(OWN_BYTES) }
        }
    };
}
by_serde!(Serde: Borrowed);
by_serde!(Log: Owned);
