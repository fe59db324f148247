//! Whole records of other formats. Who edits holds a struct, and so does who follows: but for
//! rkyv, whose archive is read where it lies.

use rkyv::rancor::Error;
use rkyv::util::AlignedVec;

use super::book::{ArchivedBook, Book};
use super::ship::Ship;
use crate::libraries::rkyv::{Access as _, Validated};
use crate::libraries::wincode::{Large, Settings as _};
use crate::library::OWN_BYTES;

const PLAIN: &str = "a record of numbers and texts";

pub struct Json;
pub struct Rkyv;
pub struct Wincode;
#[cfg(feature = "full")]
pub struct Bson;

/// A codec, by how it encodes and decodes a book.
macro_rules! codec {
    ($Way:ty, encode($book:ident) $encode:expr, decode($bytes:ident) $decode:expr) => {
        impl Ship for $Way {
            type Here = Book;
            type Sent = Vec<u8>;
            type There = Book;
            const MAKES: &'static str = "encodes all";
            const APPLIES: &'static str = "decodes all";

            fn here(book: &Book) -> Book {
                book.clone()
            }

            fn there(here: &Book) -> Book {
                here.clone()
            }

            #[inline(never)]
            fn make(_: &Book, $book: &Book) -> Vec<u8> {
                $encode.expect(PLAIN)
            }

            #[inline(never)]
            fn apply(there: &mut Book, $bytes: &Vec<u8>) {
                *there = $decode.expect(OWN_BYTES);
            }

            fn book(there: &Book) -> Book {
                there.clone()
            }
        }
    };
}

codec!(Json, encode(book) serde_json::to_vec(book), decode(bytes) serde_json::from_slice(bytes));
codec!(
    Wincode,
    encode(book) wincode::config::serialize(book, Large::CONFIG),
    decode(bytes) wincode::config::deserialize(bytes, Large::CONFIG)
);
#[cfg(feature = "full")]
codec!(Bson, encode(book) bson::serialize_to_vec(book), decode(bytes) bson::deserialize_from_slice(bytes));

impl Ship for Rkyv {
    type Here = Book;
    type Sent = AlignedVec;
    type There = AlignedVec;
    const MAKES: &'static str = "serializes all";
    const APPLIES: &'static str = "validation, and a copy in the place of the old archive";

    fn here(book: &Book) -> Book {
        book.clone()
    }

    fn there(book: &Book) -> AlignedVec {
        Self::make(book, book)
    }

    #[inline(never)]
    fn make(_: &Book, book: &Book) -> AlignedVec {
        rkyv::to_bytes::<Error>(book).expect(PLAIN)
    }

    #[inline(never)]
    fn apply(there: &mut AlignedVec, sent: &AlignedVec) {
        Validated::root::<ArchivedBook>(sent);
        there.clear();
        there.extend_from_slice(sent);
    }

    fn book(there: &AlignedVec) -> Book {
        Validated::owned(there)
    }
}
