//! rmp-serde: MessagePack with structs as arrays, without field names, and with them.
//!
//! Strings can be borrowed from the input, so updates go through borrowed types. The format
//! describes itself, so decode-one reads one field and lets serde skip the others.

use crate::format::{codec_library, serde_format};

codec_library!("rmp-serde", container: [Serde], fields: [Positional, Named], oplog: [Serde]);

macro_rules! messagepack {
    ($Format:ident $mode:literal: $one:ident, $encode:ident, $write:ident) => {
        serde_format! {
            $Format: $one Borrowed,
            "rmp-serde" ("rmp-serde", "1") $mode {
                const REUSE: &'static str = "write into a vector";
                const LOG: &'static str = "every value and entry has the name of its case";
            }
            encode(value) { rmp_serde::$encode(value).expect("serde knows the lengths of the value") }
            append(buffer) { rmp_serde::encode::$write(buffer, value).expect("a vector takes all bytes") }
            decode(bytes) { rmp_serde::from_slice(bytes).expect("bytes of this library") }
        }
    };
}
messagepack!(Serde "serde": Skip, to_vec, write);
messagepack!(Positional "positional": Skip, to_vec, write);
messagepack!(Named "named": Named, to_vec_named, write_named);
