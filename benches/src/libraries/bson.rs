//! bson: the documents of MongoDB, by serde ("serde") and by access to the raw bytes ("raw").
//!
//! The format has no single-precision float and no integers below 32 bits: `ratio` is stored as a
//! double, `size` and `postfix` as int32, and both modes narrow them again when they read.

mod raw;

pub use raw::replaced;

use crate::format::serde_format;
use crate::library::{Library, NOT_ADDED, OWN_BYTES};
use crate::workloads::format::rows;

pub const LIBRARY: Library = Library {
    name: "bson",
    container: Ok(|value| vec![rows::<_, Serde>(value).reads_time().finish(), raw::container(value)]),
    fields: Ok(|value| vec![rows::<_, Serde>(value).finish(), raw::fields(value)]),
    oplog: NOT_ADDED,
};

const TYPES: &str = "f32 as double, integers as int32 or int64";
const ANY_TYPE: &str = "every value has a type in the format";

serde_format! {
    Serde: Named Borrowed,
    "bson" ("bson", "3") "serde" {
        const ENCODE: &'static str = TYPES;
        const REUSE: &'static str = TYPES;
        const DECODE: &'static str = TYPES;
        const BORROW: &'static str = TYPES;
    }
    encode(value) { bson::serialize_to_vec(value).expect(ANY_TYPE) }
    append(buffer) { bson::serialize_to_buffer(value, buffer).expect(ANY_TYPE) }
    decode(bytes) { bson::deserialize_from_slice(bytes).expect(OWN_BYTES) }
}
