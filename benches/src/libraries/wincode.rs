//! wincode with its default configuration: the bytes of bincode 1, by its own derive, no random
//! access.
//!
//! Owned values, strings borrowed from the input, and, for the fields that are written over without
//! a change of length, its mutable zero-copy references. A type that ends with the field wanted
//! reads no further: what lies in the first two elements is found by such types ([`FirstMut`]),
//! which take the list's length by itself.

mod fields;
mod oplog;

use std::marker::PhantomData;

use wincode::config::{Config, Configuration, DEFAULT_PREALLOCATION_SIZE_LIMIT};
use wincode::int_encoding::{FixInt, LittleEndian};
use wincode::len::BincodeLen;
use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::{F32, I32, U16};

use crate::format::{Borrowed, Counted, Decode, Encode, Format, Prefix};
use crate::library::{Library, OWN_BYTES, Row};
use crate::workloads::container::Container;
use crate::workloads::format::codes;
use crate::workloads::rows::Update;

/// The record up to the first element's name, with what is written over still in the input.
#[derive(SchemaRead)]
struct FirstMut<'a> {
    len: u64,
    _sibling: &'a mut BarBytes,
    name: &'a mut [u8],
}

/// The record up to the first element's struct, likewise.
#[derive(SchemaRead)]
struct FirstSiblingMut<'a> {
    len: u64,
    sibling: &'a mut BarBytes,
}

/// `Bar` as it stands in the input, which has no alignment.
#[derive(SchemaRead, SchemaWrite)]
#[wincode(assert_zero_copy)]
#[repr(C)]
struct BarBytes {
    time: I32,
    ratio: F32,
    size: U16,
}

pub const LIBRARY: Library = Library {
    name: "wincode",
    container: Ok(|value| vec![row(value)]),
    fields: Ok(|value| vec![fields::row(value)]),
    oplog: Ok(|value| vec![oplog::row::<u32>(value), oplog::row::<u8>(value)]),
};

const INFALLIBLE: &str = "the value has no state that fails to encode";

/// Its derive, by its settings; an integer is what the case of an enum is written as.
#[derive(Default)]
pub struct Derive<T = u32>(PhantomData<T>);

/// A configuration, and the mode that goes by its name.
pub trait Settings: Default + 'static {
    type Config: Config;
    const CONFIG: Self::Config;
    const MODE: &'static str;
    const LOG: &'static str;
}

impl Settings for u32 {
    type Config = Configuration;
    const CONFIG: Configuration = Configuration::default();
    const MODE: &'static str = "derive";
    const LOG: &'static str = "four bytes for the case of every value";
}

impl Settings for u8 {
    type Config = Configuration<true, DEFAULT_PREALLOCATION_SIZE_LIMIT, BincodeLen, LittleEndian, FixInt, u8>;
    const CONFIG: Self::Config = Configuration::default().with_tag_encoding::<u8>();
    const MODE: &'static str = "derive, one-byte tags";
    const LOG: &'static str = "one byte for the case of every value, by configuration";
}

/// As by default, but for lists of more than four megabytes.
#[derive(Default)]
pub struct Large;

const LIMIT: usize = 1 << 30;

impl Settings for Large {
    type Config = Configuration<true, LIMIT>;
    const CONFIG: Self::Config = Configuration::default().with_preallocation_size_limit::<LIMIT>();
    const MODE: &'static str = "derive";
    const LOG: &'static str = "";
}

impl<T: Settings> Format for Derive<T> {
    const LIBRARY: &'static str = "wincode";
    const PACKAGE: (&'static str, &'static str) = ("wincode", "0.6");
    const MODE: &'static str = T::MODE;
    // Writing into a slice is quicker than into a vector; the caller brings one that is large
    // enough.
    const REUSE: &'static str = "serialize_into a slice";
    const LOG: &'static str = T::LOG;
    const INTO_SLICE: bool = true;
    type One = Prefix;
    type Strings = Borrowed;
}

impl<T: Settings> Counted for Derive<T> {
    type Length = u64;
}

impl<T: Settings, V: SchemaWrite<T::Config, Src = V>> Encode<V> for Derive<T> {
    #[inline(never)]
    fn encode(&mut self, value: &V) -> Vec<u8> {
        wincode::config::serialize(value, T::CONFIG).expect(INFALLIBLE)
    }

    #[inline(never)]
    fn encode_into<'k>(&'k mut self, value: &V, buffer: &'k mut Vec<u8>) -> &'k [u8] {
        let room = buffer.len();
        let mut rest = buffer.as_mut_slice();
        wincode::config::serialize_into(&mut rest, value, T::CONFIG).expect("the buffer is large enough");
        let len = room - rest.len();
        &buffer[..len]
    }
}

impl<'a, T: Settings, V: SchemaRead<'a, T::Config, Dst = V>> Decode<'a, V> for Derive<T> {
    #[inline(never)]
    fn decode(&mut self, bytes: &'a [u8]) -> V {
        wincode::config::deserialize(bytes, T::CONFIG).expect(OWN_BYTES)
    }
}

#[inline(never)]
fn rename(bytes: &mut [u8], name: &str) {
    let first: FirstMut<'_> = wincode::deserialize_mut(bytes).expect(OWN_BYTES);
    assert!(first.len > 0, "{OWN_BYTES}");
    first.name.copy_from_slice(name.as_bytes());
}

#[inline(never)]
fn set_time(bytes: &mut [u8], time: i32) {
    let first: FirstSiblingMut<'_> = wincode::deserialize_mut(bytes).expect(OWN_BYTES);
    assert!(first.len > 0, "{OWN_BYTES}");
    first.sibling.time.set(time);
}

const NUMBER: &str = "decodes by reference up to the number, writes it in place";
const SAME_LENGTH: &str = "decodes by reference up to the name, writes one of the same length in place";
const TEXT: &str = "decode + encode, strings borrowed";

fn row(value: &Container) -> Row {
    codes::<_, Derive>(value)
        .reads_time()
        .sets_same([SAME_LENGTH; 2], |bytes, name| rename(bytes, name))
        .update_text(TEXT, Update::<Container>::update)
        .sets_number([NUMBER; 2], |bytes, time| set_time(bytes, time))
        .finish()
        .by_hand(|operation| [SAME_LENGTH, NUMBER].contains(&operation.note))
}
