//! bincode 2, in records: reads by a type that ends with the field, updates by decoding and
//! encoding with what it can borrow.

use bincode2::config::{Configuration, standard};
use bincode2::{BorrowDecode, Encode};

use super::super::records::Records;
use super::super::{OWN_BYTES, Payload, SMALL};

/// The library; its [`Format`](crate::format::Format) has lists and maps.
pub struct Bincode;

const CONFIGURATION: Configuration = standard();

/// The record with its text and bytes in the input.
#[derive(Encode, BorrowDecode)]
#[bincode(crate = "bincode2")]
struct PayloadRef<'a> {
    number: u32,
    name: &'a str,
    content: &'a [u8],
}

/// The record up to the name.
#[derive(BorrowDecode)]
#[bincode(crate = "bincode2")]
struct Named<'a> {
    _number: u32,
    name: &'a str,
}

fn encode(value: &impl Encode) -> Vec<u8> {
    bincode2::encode_to_vec(value, CONFIGURATION).expect(SMALL)
}

fn borrow<'a, T: BorrowDecode<'a, ()>>(bytes: &'a [u8]) -> T {
    bincode2::borrow_decode_from_slice(bytes, CONFIGURATION).expect(OWN_BYTES).0
}

impl Records for Bincode {
    type Bytes = Vec<u8>;
    const READS: &'static str = "decodes the record up to the name";
    const SETS_NUMBER: &'static str = "decode, name and content borrowed, + change + encode";
    const SETS_NAME: &'static str = Self::SETS_NUMBER;

    #[inline(never)]
    fn encode(payload: &Payload) -> Vec<u8> {
        encode(payload)
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> Payload {
        bincode2::decode_from_slice(bytes, CONFIGURATION).expect(OWN_BYTES).0
    }

    #[inline(never)]
    fn name<T>(bytes: &Vec<u8>, see: impl FnOnce(&str) -> T) -> T {
        see(borrow::<Named<'_>>(bytes).name)
    }

    #[inline(never)]
    fn update(bytes: &Vec<u8>, number: u32) -> Vec<u8> {
        let payload = borrow::<PayloadRef<'_>>(bytes);
        encode(&PayloadRef { number, ..payload })
    }

    #[inline(never)]
    fn update_into(bytes: &Vec<u8>, number: u32, kept: &mut Vec<u8>) {
        let payload = borrow::<PayloadRef<'_>>(bytes);
        kept.clear();
        bincode2::encode_into_std_write(&PayloadRef { number, ..payload }, kept, CONFIGURATION).expect(SMALL);
    }

    #[inline(never)]
    fn set_name(bytes: &mut Vec<u8>, name: &str) {
        let payload = borrow::<PayloadRef<'_>>(bytes);
        *bytes = encode(&PayloadRef { name, ..payload });
    }
}
