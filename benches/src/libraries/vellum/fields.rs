//! Workload B, in all modes.

mod derive;
mod runtime;
mod verified;

use super::OWN_BYTES;
use crate::library::Row;
use crate::workloads::fields::Fields;
use crate::workloads::fields::rows::{self, Codec};

pub(super) fn rows(value: &Fields) -> Vec<Row> {
    let mut rows = vec![derive::row(value), runtime::row(value)];
    rows.extend(verified::rows(value));
    rows
}

#[inline(never)]
fn encode(value: &Fields) -> Vec<u8> {
    vellum::to_vec(value).expect("the value is small")
}

#[inline(never)]
fn decode(bytes: &[u8]) -> Fields {
    vellum::from_slice(bytes).expect(OWN_BYTES)
}

/// How a mode changes the two fields where they lie, in a buffer that it opens for that.
trait InPlace: Codec<Bytes = Vec<u8>> {
    fn set_number(bytes: &mut Vec<u8>, number: u64) -> vellum::Result<()>;
    fn set_string(bytes: &mut Vec<u8>, text: &str) -> vellum::Result<()>;
    fn set_any(bytes: &mut Vec<u8>, index: usize, number: u32) -> vellum::Result<()>;
}

/// Adds all updates.
fn updates<C: InPlace>(row: &mut Row) {
    rows::update_number::<C>(row, "in place in the clone", |bytes, number| {
        let mut bytes = bytes.clone();
        C::set_number(&mut bytes, number).expect(OWN_BYTES);
        bytes
    });
    let note = "in place in the clone, whose pointers the longer string makes wider";
    rows::update_string::<C>(row, note, |bytes, text| {
        let mut bytes = bytes.clone();
        C::set_string(&mut bytes, text).expect(OWN_BYTES);
        bytes
    });
    rows::update_number_in_place::<C>(row, "", |bytes, number| C::set_number(bytes, number).expect(OWN_BYTES));
    rows::update_any_in_place::<C>(row, "", |bytes, index, number| C::set_any(bytes, index, number).expect(OWN_BYTES));
    rows::update_string_in_place::<C>(row, "", |bytes, text| C::set_string(bytes, text).expect(OWN_BYTES));
}
