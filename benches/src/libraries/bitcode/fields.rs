//! Workload B, in both formats.

use std::marker::PhantomData;

use bitcode::{Buffer, Decode, Encode};
use serde::{Deserialize, Serialize};

use super::{Derive, KEPT, Mode, Serde, encode_kept};
use crate::library::Row;
use crate::workloads::fields::change::{Change, editable};
use crate::workloads::fields::rows::{self, Borrow, Codec, Update};
use crate::workloads::fields::{self as workload, convert, declare, with_fields};

with_fields!(
    declare!(
        #[derive(PartialEq, Encode, Decode, Serialize, Deserialize)]
        struct Fields
    ),
    strings: [String]
);

with_fields!(
    declare!(
        /// [`Fields`] with its strings in the input.
        #[derive(Encode, Decode, Serialize, Deserialize)]
        struct FieldsRef<'a>
    ),
    strings: [&'a str]
);

impl From<workload::Fields> for Fields {
    fn from(value: workload::Fields) -> Self {
        with_fields!(convert!(value), strings: [String])
    }
}

impl<'a> From<FieldsRef<'a>> for workload::FieldsRef<'a> {
    fn from(value: FieldsRef<'a>) -> Self {
        with_fields!(convert!(value), strings: [&'a str])
    }
}

editable!(FieldsRef<'_>);

struct By<M>(PhantomData<M>);

impl<M: Mode> Codec for By<M> {
    type Owned = Fields;
    type Bytes = Vec<u8>;

    fn encode(value: &Fields) -> Vec<u8> {
        M::encode(value)
    }

    fn decode(bytes: &Vec<u8>) -> Fields {
        M::default().decode(bytes)
    }
}

impl<M: Mode> Borrow for By<M> {
    type Ref<'a> = FieldsRef<'a>;

    fn borrow(bytes: &Vec<u8>) -> FieldsRef<'_> {
        M::default().decode(bytes)
    }
}

impl<M: Mode> Update for By<M> {
    type Kept = M;

    const UPDATE: &'static str = M::AGAIN;

    fn update(mode: &mut M, bytes: Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record: FieldsRef = mode.decode(&bytes);
        change.apply(&mut record);
        mode.encode_again(&record)
    }
}

pub(super) fn rows(value: &workload::Fields) -> Vec<Row> {
    let mut derive = row::<Derive>(value);
    rows::encode_reused::<By<Derive>, _>(&mut derive, value, KEPT, Buffer::new(), encode_kept);
    vec![derive, row::<Serde>(value)]
}

fn row<M: Mode>(value: &workload::Fields) -> Row {
    let mut row = Row::new("bitcode", "bitcode", "0.6.", M::NAME, M::encode(&Fields::from(value.clone())));
    rows::encodes::<By<M>>(&mut row, value);
    let mut mode = M::default();
    rows::decodes_by::<By<M>>(&mut row, value, move |bytes| mode.decode(bytes));
    let mut mode = M::default();
    rows::decodes_borrowed_by::<By<M>>(&mut row, value, move |bytes| mode.decode(bytes));
    let mut mode = M::default();
    rows::decode_one::<By<M>>(&mut row, value, M::WHOLE, move |bytes| {
        mode.decode::<FieldsRef>(bytes).third_field_of_type_string
    });
    rows::updates::<By<M>>(&mut row);
    row
}
