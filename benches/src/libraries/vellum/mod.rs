//! The crate that this suite belongs to, in three modes: schema by derive, schema parsed at run
//! time, and by derive with a proof of the whole buffer first. Reads are also told of a buffer that
//! stays open.
//!
//! Both write the same bytes. Each use of the library stands in one function that is never inlined,
//! as for its rivals: with a single place of use the optimiser inlines the library's own functions
//! there, as in a program with one reader and one writer.

mod derive;
mod oplog;
mod runtime;
mod verified;

#[cfg(feature = "rivals")]
pub(crate) use runtime::handles;

use crate::library::{Library, OWN_BYTES};
use crate::workloads::record::Subject;
use crate::workloads::rows::{Codec, Rows};

const PACKAGE: (&str, &str) = ("vellum-format", "");

pub const LIBRARY: Library = Library {
    name: "vellum",
    container: Ok(|value| {
        let [derive, runtime] = [derive::container(value), runtime::container(value)];
        [derive, runtime].into_iter().chain(verified::rows(value)).collect()
    }),
    fields: Ok(|value| {
        let [derive, runtime] = [derive::fields(value), runtime::fields(value)];
        [derive, runtime].into_iter().chain(verified::rows(value)).collect()
    }),
    oplog: Ok(oplog::rows),
};

#[inline(never)]
fn encode<S: Subject + vellum::Vellum>(value: &S) -> Vec<u8> {
    vellum::to_vec(value).expect("the value is small")
}

#[inline(never)]
fn decode<S: Subject + vellum::Vellum + vellum::DecodeOwned>(bytes: &[u8]) -> S {
    vellum::from_slice(bytes).expect(OWN_BYTES)
}

/// How a mode changes the record where it lies, in a buffer that it opens for that.
trait InPlace<S: Subject>: Codec<S, Bytes = Vec<u8>> {
    /// The note on new bytes with another text.
    const TEXT_IN_CLONE: &'static str;

    fn set_text(bytes: &mut Vec<u8>, text: &str) -> vellum::Result<()>;
    fn set_number(bytes: &mut Vec<u8>, number: S::Number) -> vellum::Result<()>;
}

const IN_CLONE: &str = "in place in the clone";
const WIDER: &str = "in place in the clone, whose pointers the longer string makes wider";

/// Adds all updates.
fn updates<S: Subject, C: InPlace<S>>(rows: Rows<S, C>) -> Rows<S, C> {
    rows.sets_text([C::TEXT_IN_CLONE, ""], |bytes, text| C::set_text(bytes, text).expect(OWN_BYTES))
        .sets_number([IN_CLONE, ""], |bytes, number| C::set_number(bytes, number).expect(OWN_BYTES))
}
