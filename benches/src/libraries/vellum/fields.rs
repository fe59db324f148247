//! Workload B, in both modes.

mod derive;
mod runtime;

use vellum::Vellum;

use super::OWN_BYTES;
use crate::library::Row;
use crate::workloads::fields::{self as workload, convert, declare, with_fields};

with_fields!(
    declare!(#[derive(Vellum, Clone, Debug, PartialEq)] struct Fields),
    strings: [String]
);

impl From<workload::Fields> for Fields {
    fn from(value: workload::Fields) -> Self {
        with_fields!(convert!(value), strings: [String])
    }
}

pub(super) fn rows(value: &workload::Fields) -> Vec<Row> {
    vec![derive::row(value), runtime::row(value)]
}

#[inline(never)]
fn encode(value: &Fields) -> Vec<u8> {
    vellum::to_vec(value).expect("the value is small")
}

#[inline(never)]
fn decode(bytes: &[u8]) -> Fields {
    vellum::from_slice(bytes).expect(OWN_BYTES)
}
