//! serde_json: JSON text through serde, as owned values or with strings borrowed from the text.
//!
//! `&str` refuses escaped strings, of which these values have none. In the log bytes are lists of
//! numbers, which nothing can borrow.

use crate::format::{codec_library, serde_format};

codec_library!("serde_json", container: [Borrowing], fields: [Borrowing], oplog: [Owning]);

macro_rules! text {
    ($Format:ident: $strings:ident) => {
        serde_format! {
            $Format: Named $strings,
            "serde_json" ("serde_json", "1") "serde" {
                const REUSE: &'static str = "to_writer, to a vector";
                const LOG: &'static str = "bytes are lists of numbers";
            }
            encode(value) { serde_json::to_vec(value).expect("all keys are strings") }
            append(buffer) { serde_json::to_writer(buffer, value).expect("a vector takes all bytes") }
            decode(bytes) { serde_json::from_slice(bytes).expect("text of this library") }
        }
    };
}
text!(Borrowing: Borrowed);
text!(Owning: Owned);
