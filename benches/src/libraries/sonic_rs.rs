//! sonic-rs: JSON text through serde by a parser with SIMD, as owned values or with strings
//! borrowed from the text; one field by its `get`, which passes what is in front of the field and
//! checks the text up to its end.
//!
//! Its calls that trust the text (`get_unchecked` and its like) have no row. In the log bytes are
//! lists of numbers, which nothing can borrow.

use sonic_rs::{JsonValueTrait, LazyValue, PointerNode, pointer};

use crate::format::{Borrowed, Format, codec_library, codec_write, serde_decode, serde_format};
use crate::library::OWN_BYTES;
use crate::workloads::container::{Container, Second};
use crate::workloads::fields::Fields;
use crate::workloads::format::One;

codec_library!("sonic-rs", container: [Borrowing], fields: [Borrowing], oplog: [Owning]);

const PACKAGE: (&str, &str) = ("sonic-rs", "0.5");

/// A record, of which one field is found by [`Get`].
#[derive(Default)]
pub struct Borrowing;

impl Format for Borrowing {
    const LIBRARY: &'static str = "sonic-rs";
    const PACKAGE: (&'static str, &'static str) = PACKAGE;
    const MODE: &'static str = "serde";
    const REUSE: &'static str = "to_writer, to a vector";
    type One = Get;
    type Strings = Borrowed;
}

impl<T: serde::Serialize> crate::format::Encode<T> for Borrowing {
    #[inline(never)]
    fn encode(&mut self, value: &T) -> Vec<u8> {
        sonic_rs::to_vec(value).expect("all keys are strings")
    }

    codec_write!(append(value, buffer) { sonic_rs::to_writer(buffer, value).expect("a vector takes all bytes") });
}

serde_decode!(Borrowing decode(bytes) { sonic_rs::from_slice(bytes).expect(OWN_BYTES) });

serde_format! {
    Owning: Named Owned,
    "sonic-rs" ("sonic-rs", "0.5") "serde" {
        const REUSE: &'static str = "to_writer, to a vector";
        const LOG: &'static str = "bytes are lists of numbers";
    }
    encode(value) { sonic_rs::to_vec(value).expect("all keys are strings") }
    append(buffer) { sonic_rs::to_writer(buffer, value).expect("a vector takes all bytes") }
    decode(bytes) { sonic_rs::from_slice(bytes).expect(OWN_BYTES) }
}

/// The library's own way to one field.
pub struct Get;

pub const FOUND: &str = "get: passes what is in front of the field, checks the text up to its end";

/// A text that was found.
pub struct Found<'a>(LazyValue<'a>);

impl AsRef<str> for Found<'_> {
    fn as_ref(&self) -> &str {
        self.0.as_str().expect(OWN_BYTES)
    }
}

macro_rules! text {
    ($Subject:ty, $name:literal) => {
        impl One<$Subject, Borrowing> for Get {
            const NOTE: &'static str = FOUND;
            type Text<'a> = Found<'a>;

            #[inline(never)]
            fn text<'a>(_: &mut Borrowing, bytes: &'a [u8]) -> Found<'a> {
                Found(sonic_rs::get(bytes, [$name]).expect(OWN_BYTES))
            }
        }
    };
}
text!(Container, "location");
text!(Fields, "third_field_of_type_string");

impl Second<Borrowing> for Get {
    const NOTE: &'static str = FOUND;

    #[inline(never)]
    fn time(_: &mut Borrowing, bytes: &[u8]) -> i32 {
        let path: [PointerNode; 4] = pointer!["list", 1, "sibling", "time"];
        let found = sonic_rs::get(bytes, path.iter()).expect(OWN_BYTES);
        found.as_i64().and_then(|time| i32::try_from(time).ok()).expect(OWN_BYTES)
    }
}
