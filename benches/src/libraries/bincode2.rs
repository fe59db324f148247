//! bincode 2 with its standard configuration: varint integers, no random access; by its own traits and by serde.
//!
//! Both modes share the types below, which derive both families of traits, and both can borrow strings from the input.

mod fields;
mod oplog;

use std::hint::black_box;

use bincode2::config::{Configuration, standard};
use bincode2::enc::write::SizeWriter;
use bincode2::{BorrowDecode, Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{self as workload, Change, Edit, own_types};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Bincode2;

own_types!(
    #[derive(Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
    #[bincode(crate = "bincode2")]
);

/// [`Container`] with its strings in the input.
#[derive(Encode, BorrowDecode, Serialize, Deserialize)]
#[bincode(crate = "bincode2")]
struct ContainerRef<'a> {
    #[serde(borrow)]
    list: Vec<FooBarRef<'a>>,
    initialized: bool,
    fruit: Fruit,
    location: &'a str,
}

#[derive(Encode, BorrowDecode, Serialize, Deserialize)]
#[bincode(crate = "bincode2")]
struct FooBarRef<'a> {
    sibling: Bar,
    name: &'a str,
    rating: f64,
    postfix: u8,
}

impl Edit for ContainerRef<'_> {
    fn set_name(&mut self, name: &'static str) {
        self.list[0].name = name;
    }

    fn set_time(&mut self, time: i32) {
        self.list[0].sibling.time = time;
    }
}

/// One family of traits.
trait Mode: Default + 'static {
    const NAME: &'static str;

    fn encode(value: &Container) -> Vec<u8>;
    fn encode_ref(value: &ContainerRef<'_>) -> Vec<u8>;
    fn encode_into(value: &Container, buffer: &mut [u8]) -> usize;
    fn decode(bytes: &[u8]) -> Container;
    fn decode_ref(bytes: &[u8]) -> ContainerRef<'_>;
    fn skim(bytes: &[u8]) -> Skimmed<'_>;
}

const CONFIG: Configuration = standard();
const INFALLIBLE: &str = "the value has no state that fails to encode";
const LARGE_ENOUGH: &str = "the buffer is large enough";
const OWN_BYTES: &str = "bytes of this library";

#[derive(Default)]
struct Derive;

impl Mode for Derive {
    const NAME: &'static str = "derive";

    fn encode(value: &Container) -> Vec<u8> {
        bincode2::encode_to_vec(value, CONFIG).expect(INFALLIBLE)
    }

    fn encode_ref(value: &ContainerRef<'_>) -> Vec<u8> {
        bincode2::encode_to_vec(value, CONFIG).expect(INFALLIBLE)
    }

    fn encode_into(value: &Container, buffer: &mut [u8]) -> usize {
        bincode2::encode_into_slice(value, buffer, CONFIG).expect(LARGE_ENOUGH)
    }

    fn decode(bytes: &[u8]) -> Container {
        bincode2::decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    fn decode_ref(bytes: &[u8]) -> ContainerRef<'_> {
        bincode2::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    fn skim(bytes: &[u8]) -> Skimmed<'_> {
        bincode2::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }
}

#[derive(Default)]
struct Serde;

impl Mode for Serde {
    const NAME: &'static str = "serde";

    fn encode(value: &Container) -> Vec<u8> {
        encode_sized(value)
    }

    fn encode_ref(value: &ContainerRef<'_>) -> Vec<u8> {
        encode_sized(value)
    }

    fn encode_into(value: &Container, buffer: &mut [u8]) -> usize {
        bincode2::serde::encode_into_slice(value, buffer, CONFIG).expect(LARGE_ENOUGH)
    }

    fn decode(bytes: &[u8]) -> Container {
        bincode2::serde::decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    fn decode_ref(bytes: &[u8]) -> ContainerRef<'_> {
        bincode2::serde::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }

    fn skim(bytes: &[u8]) -> Skimmed<'_> {
        bincode2::serde::borrow_decode_from_slice(bytes, CONFIG).expect(OWN_BYTES).0
    }
}

/// What `encode_to_vec` of the other mode does; that of this mode grows its vector instead.
fn encode_sized(value: &impl Serialize) -> Vec<u8> {
    let mut size = SizeWriter::default();
    bincode2::serde::encode_into_writer(value, &mut size, CONFIG).expect(INFALLIBLE);
    let mut bytes = Vec::with_capacity(size.bytes_written);
    bincode2::serde::encode_into_std_write(value, &mut bytes, CONFIG).expect(INFALLIBLE);
    bytes
}

/// [`Container`] for a reader of one field: the names are left as bytes, so that nobody checks their text.
#[derive(BorrowDecode, Deserialize)]
#[bincode(crate = "bincode2")]
struct Skimmed<'a> {
    #[serde(borrow)]
    list: Vec<SkimmedFooBar<'a>>,
    _initialized: bool,
    _fruit: Fruit,
    location: &'a str,
}

#[derive(BorrowDecode, Deserialize)]
#[bincode(crate = "bincode2")]
struct SkimmedFooBar<'a> {
    sibling: Bar,
    _name: &'a [u8],
    _rating: f64,
    _postfix: u8,
}

impl Library for Bincode2 {
    fn name(&self) -> &'static str {
        "bincode 2"
    }

    fn container(&self, value: &workload::Container) -> Result<Vec<Row>, String> {
        Ok(vec![row::<Derive>(value), row::<Serde>(value)])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(oplog::rows(value))
    }
}

/// A family of traits as the codec of a row.
#[derive(Default)]
struct By<M>(M);

impl<M: Mode> Codec for By<M> {
    type Owned = Container;
    type Bytes = Vec<u8>;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        M::encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        M::decode(bytes)
    }
}

impl<M: Mode> Update for By<M> {
    const UPDATE: &'static str = "decode + encode, strings borrowed";

    fn update(&mut self, bytes: Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record = M::decode_ref(&bytes);
        change.apply(&mut record);
        M::encode_ref(&record)
    }
}

fn row<M: Mode>(value: &workload::Container) -> Row {
    let skimmed = "decodes the whole record, the other strings as bytes";
    Rows::<By<M>>::new("bincode 2", ("bincode", "2."), M::NAME, value)
        // The library writes into a slice; the caller brings one that is large enough.
        .encode_reused(
            "encode_into_slice",
            |len| vec![0; 2 * len],
            |buffer, value| {
                let len = M::encode_into(value, buffer);
                &buffer[..len]
            },
        )
        .decode_owned()
        .decode_borrowed(
            "",
            |_, bytes| M::encode_ref(&M::decode_ref(bytes)),
            |_, bytes| {
                black_box(&M::decode_ref(bytes));
            },
        )
        .decode_location(skimmed, |_, bytes| M::skim(bytes).location)
        .decode_time(skimmed, |_, bytes| M::skim(bytes).list[1].sibling.time)
        .updates()
        .finish()
}
