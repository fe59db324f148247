//! bincode 2, no random access: by its own traits and by serde, with its standard configuration,
//! whose integers are varints, and by its own traits with the legacy one, which writes the bytes of
//! bincode 1.
//!
//! Both families of traits can borrow strings from the input.

use std::marker::PhantomData;

use bincode2::config::{Config, Configuration, Fixint, LittleEndian, legacy, standard};
use bincode2::enc::write::SizeWriter;
use bincode2::{BorrowDecode, Encode as Write};

use crate::format::{Borrowed, Counted, Decode, Encode, Format, Prefix, codec_library, serde_format};
use crate::library::OWN_BYTES;

codec_library!(
    "bincode 2",
    container: [Derive<Standard>, Serde, Derive<Legacy>],
    fields: [Derive<Standard>, Serde, Derive<Legacy>],
    oplog: [Derive<Standard>, Serde, Derive<Legacy>]
);

const INFALLIBLE: &str = "the value has no state that fails to encode";
const LARGE_ENOUGH: &str = "the buffer is large enough";

/// A configuration, and the mode that goes by its name.
pub trait Settings: Default + 'static {
    type Config: Config;
    const CONFIG: Self::Config;
    const MODE: &'static str;
    const LOG: &'static str;
}

#[derive(Default)]
pub struct Standard;

impl Settings for Standard {
    type Config = Configuration;
    const CONFIG: Configuration = standard();
    const MODE: &'static str = "derive";
    const LOG: &'static str = "";
}

#[derive(Default)]
pub struct Legacy;

impl Settings for Legacy {
    type Config = Configuration<LittleEndian, Fixint>;
    const CONFIG: Self::Config = legacy();
    const MODE: &'static str = "derive, legacy";
    const LOG: &'static str = "four bytes for the case of every value";
}

/// Its own traits.
#[derive(Default)]
pub struct Derive<S>(PhantomData<S>);

impl<S: Settings> Format for Derive<S> {
    const LIBRARY: &'static str = "bincode 2";
    const PACKAGE: (&'static str, &'static str) = ("bincode", "2.");
    const MODE: &'static str = S::MODE;
    const REUSE: &'static str = "encode_into_slice";
    const LOG: &'static str = S::LOG;
    const INTO_SLICE: bool = true;
    type One = Prefix;
    type Strings = Borrowed;
}

impl<S: Settings> Counted for Derive<S> {
    type Length = u64;
}

impl<S: Settings, T: Write> Encode<T> for Derive<S> {
    #[inline(never)]
    fn encode(&mut self, value: &T) -> Vec<u8> {
        bincode2::encode_to_vec(value, S::CONFIG).expect(INFALLIBLE)
    }

    #[inline(never)]
    fn encode_into<'k>(&'k mut self, value: &T, buffer: &'k mut Vec<u8>) -> &'k [u8] {
        let len = bincode2::encode_into_slice(value, buffer, S::CONFIG).expect(LARGE_ENOUGH);
        &buffer[..len]
    }
}

impl<'a, S: Settings, T: BorrowDecode<'a, ()>> Decode<'a, T> for Derive<S> {
    #[inline(never)]
    fn decode(&mut self, bytes: &'a [u8]) -> T {
        bincode2::borrow_decode_from_slice(bytes, S::CONFIG).expect(OWN_BYTES).0
    }
}

serde_format! {
    Serde: Prefix Borrowed counted by u64,
    "bincode 2" ("bincode", "2.") "serde" {
        const ENCODE: &'static str = "size first, then into a vector, as the own traits do";
        const REUSE: &'static str = "encode_into_slice";
        const INTO_SLICE: bool = true;
    }
    encode(value) {
        let mut size = SizeWriter::default();
        bincode2::serde::encode_into_writer(value, &mut size, standard()).expect(INFALLIBLE);
        let mut bytes = Vec::with_capacity(size.bytes_written);
        bincode2::serde::encode_into_std_write(value, &mut bytes, standard()).expect(INFALLIBLE);
        bytes
    }
    into(buffer) {
        let len = bincode2::serde::encode_into_slice(value, &mut buffer[..], standard()).expect(LARGE_ENOUGH);
        &buffer[..len]
    }
    decode(bytes) { bincode2::serde::borrow_decode_from_slice(bytes, standard()).expect(OWN_BYTES).0 }
}
