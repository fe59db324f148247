//! `FlatMessage`: records of fields behind a table of hashed names, decoded into structs that may
//! borrow from the input.
//!
//! Its buffers are a `Storage`, a vector of `u128`, so that every field is aligned. The name of the
//! struct is not stored, as in the suite of its own. The crate cannot write into a finished buffer.

use std::hint::black_box;
use std::marker::PhantomData;

use flat_message::{Config, FlatMessage, Storage};

use crate::library::{Library, NOT_ADDED, OWN_BYTES, Row};
use crate::workloads::fields::{self as workload, convert, declare, editable, with_fields};
use crate::workloads::record::Change;
use crate::workloads::rows::{Codec, Rows, Update};

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

pub const LIBRARY: Library = Library {
    name: "flat_message",
    container: Err("measured on the workload \"fields\" alone, which is of its own suite"),
    fields: Ok(|value| vec![row::<Checked>(value, "checked"), row::<Unchecked>(value, "unchecked").unchecked()]),
    oplog: NOT_ADDED,
};

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
        // SAFETY: the rows pass only buffers that this library wrote in this process from structs
        // with all the fields.
        unsafe { T::deserialize_from_unchecked(bytes) }.expect(OWN_BYTES)
    }
}

/// The library's buffer.
#[derive(Clone)]
struct Stored(Storage);

impl AsRef<[u8]> for Stored {
    fn as_ref(&self) -> &[u8] {
        self.0.as_slice()
    }
}

struct By<A>(PhantomData<A>);

impl<A> Default for By<A> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<A: Access> Codec<workload::Fields> for By<A> {
    type Owned = Fields;
    type Bytes = Stored;

    const ENCODE: &'static str = OUTPUT;
    const CLONE: &'static str = "clone of a vector of u128";
    const TEXT: &'static str = "decodes a struct of this field alone";

    fn encode(&mut self, value: &Fields) -> Stored {
        encode(value)
    }

    fn decode(&mut self, Stored(bytes): &Stored) -> Fields {
        A::decode(bytes)
    }

    fn text<T>(&mut self, Stored(bytes): &Stored, take: impl FnOnce(&str) -> T) -> T {
        take(A::decode::<ThirdString>(bytes).third_field_of_type_string)
    }
}

editable!(FieldsRef<'_>);

impl<A: Access> Update<workload::Fields> for By<A> {
    const UPDATE: &'static str = "decode + encode, strings borrowed; output is a vector of u128";

    fn update(&mut self, Stored(bytes): &Stored, change: impl Change<workload::Fields>) -> Stored {
        let mut record: FieldsRef = A::decode(bytes);
        change.apply(&mut record);
        encode(&record)
    }
}

const OUTPUT: &str = "output is a vector of u128";

#[inline(never)]
fn encode<'a>(value: &impl FlatMessage<'a>) -> Stored {
    let mut storage = Storage::default();
    encode_into(&mut storage, value);
    Stored(storage)
}

#[inline(never)]
fn encode_into<'a>(storage: &mut Storage, value: &impl FlatMessage<'a>) {
    value.serialize_to(storage, Config::default()).expect("the value is small");
}

fn row<A: Access>(value: &workload::Fields, mode: &'static str) -> Row {
    Rows::<_, By<A>>::new("flat_message", ("flat_message", "0.2"), mode, value)
        .encode_reused(
            OUTPUT,
            |_| Storage::default(),
            |storage, value| {
                encode_into(storage, value);
                storage.as_slice()
            },
        )
        .decode_borrowed(
            "",
            |_, Stored(bytes), value| {
                let read: workload::FieldsRef<'_> = A::decode::<FieldsRef>(bytes).into();
                read == value.into()
            },
            |_, Stored(bytes)| {
                black_box(&A::decode::<FieldsRef>(bytes));
            },
        )
        .updates()
        .finish()
}
