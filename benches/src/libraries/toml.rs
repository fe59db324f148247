//! toml: configuration text through serde, as owned values or with strings borrowed from the text.
//!
//! Its integers are signed and of 64 bits, which all values of the workload fit.

use std::io::Write as _;

use serde::Serialize;
use toml::ser::{Buffer, Serializer};

use crate::format::{Borrowed, Encode, Format, Named, codec_library, serde_decode};

codec_library!("toml", no container: "measured on the workload \"fields\" alone", fields: [Serde]);

#[derive(Default)]
pub struct Serde(Buffer);

impl Format for Serde {
    const LIBRARY: &'static str = "toml";
    const PACKAGE: (&'static str, &'static str) = ("toml", "1");
    const MODE: &'static str = "serde";
    const REUSE: &'static str = "a kept Buffer, printed into a kept vector";
    const BORROW: &'static str = "strings borrowed, of which none is escaped";
    type One = Named;
    type Strings = Borrowed;
}

const TYPES: &str = "every value has a type in the format";

impl<T: Serialize> Encode<T> for Serde {
    #[inline(never)]
    fn encode(&mut self, value: &T) -> Vec<u8> {
        toml::to_string(value).expect(TYPES).into_bytes()
    }

    #[inline(never)]
    fn encode_into<'k>(&'k mut self, value: &T, bytes: &'k mut Vec<u8>) -> &'k [u8] {
        self.0.clear();
        value.serialize(Serializer::new(&mut self.0)).expect(TYPES);
        bytes.clear();
        write!(bytes, "{}", self.0).expect("a vector takes all bytes");
        bytes
    }
}

serde_decode!(Serde decode(bytes) { toml::from_slice(bytes).expect("the text was written by this library") });
