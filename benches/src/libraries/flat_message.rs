//! `FlatMessage`: records of fields behind a table of hashed names, decoded into structs that may borrow from the input.
//!
//! Its buffers are a `Storage`, a vector of `u128`, so that every field is aligned. The name of the struct is not
//! stored, as in the suite of its own. The crate cannot write into a finished buffer.

use std::marker::PhantomData;

use flat_message::{Config, FlatMessage, Storage};

use crate::library::{Library, Row};
use crate::workloads::container::Container;
use crate::workloads::fields::rows::{self, Borrow, Codec};
use crate::workloads::fields::{self as workload, convert, declare, with_fields};

/// The library under test.
pub struct FlatMessageLibrary;

with_fields!(
    declare!(
        #[derive(PartialEq, FlatMessage)]
        #[flat_message_options(store_name: false)]
        struct Fields
    ),
    strings: [String]
);

with_fields!(
    declare!(
        /// [`Fields`] with its strings in the input.
        #[derive(FlatMessage)]
        #[flat_message_options(store_name: false)]
        struct FieldsRef<'a>
    ),
    strings: [&'a str]
);

/// The third string alone; decoding looks its hash up among those of all fields.
#[derive(FlatMessage)]
#[flat_message_options(store_name: false)]
struct ThirdString<'a> {
    third_field_of_type_string: &'a str,
}

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

impl Library for FlatMessageLibrary {
    fn name(&self) -> &'static str {
        "flat_message"
    }

    fn container(&self, _value: &Container) -> Result<Vec<Row>, String> {
        Err("measured on the workload \"fields\" alone, which is of its own suite".to_owned())
    }

    fn fields(&self, value: &workload::Fields) -> Result<Vec<Row>, String> {
        Ok(vec![row::<Checked>(value, "checked"), row::<Unchecked>(value, "unchecked").unchecked()])
    }
}

const OWN_BYTES: &str = "bytes of this library";

/// How bytes become a struct.
trait Access: 'static {
    fn decode<'a, T: FlatMessage<'a>>(bytes: &'a Storage) -> T;
}

struct Checked;

impl Access for Checked {
    #[inline(never)]
    fn decode<'a, T: FlatMessage<'a>>(bytes: &'a Storage) -> T {
        T::deserialize_from(bytes).expect(OWN_BYTES)
    }
}

struct Unchecked;

impl Access for Unchecked {
    #[inline(never)]
    fn decode<'a, T: FlatMessage<'a>>(bytes: &'a Storage) -> T {
        // SAFETY: the rows pass only buffers that this library wrote in this process from structs with all the fields.
        unsafe { T::deserialize_from_unchecked(bytes) }.expect(OWN_BYTES)
    }
}

struct By<A>(PhantomData<A>);

impl<A: Access> Codec for By<A> {
    type Owned = Fields;
    type Bytes = Storage;

    const ENCODE: &'static str = "output is a vector of u128";
    const CLONE: &'static str = "clone of a vector of u128";

    fn encode(value: &Fields) -> Storage {
        encode(value)
    }

    fn decode(bytes: &Storage) -> Fields {
        A::decode(bytes)
    }
}

impl<A: Access> Borrow for By<A> {
    type Ref<'a> = FieldsRef<'a>;

    fn borrow(bytes: &Storage) -> FieldsRef<'_> {
        A::decode(bytes)
    }
}

#[inline(never)]
fn encode<'a>(value: &impl FlatMessage<'a>) -> Storage {
    let mut storage = Storage::default();
    value.serialize_to(&mut storage, Config::default()).expect("the value is small");
    storage
}

#[inline(never)]
fn encode_into(storage: &mut Storage, value: &Fields) {
    value.serialize_to(storage, Config::default()).expect("the value is small");
}

fn row<A: Access>(value: &workload::Fields, mode: &'static str) -> Row {
    let bytes = encode(&Fields::from(value.clone()));
    let mut row = Row::new("flat_message", "flat_message", "0.2", mode, bytes.as_slice().to_vec());
    rows::encodes::<By<A>>(&mut row, value);
    let note = "output is a vector of u128";
    rows::encode_reused::<By<A>, _>(&mut row, value, note, Storage::default(), |storage, value| {
        encode_into(storage, value);
        storage.as_slice()
    });
    rows::decodes::<By<A>>(&mut row, value);
    rows::decodes_borrowed::<By<A>>(&mut row, value);
    let note = "decodes a struct of this field alone";
    rows::decode_one::<By<A>>(&mut row, value, note, |bytes| {
        A::decode::<ThirdString>(bytes).third_field_of_type_string
    });

    let note = "decode + encode, strings borrowed; output is a vector of u128";
    rows::update_number::<By<A>>(&mut row, note, |bytes, number| {
        let mut record: FieldsRef = A::decode(bytes);
        record.second_field_of_type_u64 = number;
        encode(&record)
    });
    rows::update_string::<By<A>>(&mut row, note, |bytes, text| {
        let mut record: FieldsRef = A::decode(bytes);
        record.second_field_of_type_string = text;
        encode(&record)
    });
    row
}
