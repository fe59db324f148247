//! bitcode: values of one field stand together, their integers packed; by its own traits and by serde, two formats.
//!
//! Every column has to be unpacked before the first value can be read, and a type with fewer fields reads another
//! format, so decode-one decodes everything. Strings can be borrowed from the input. The coders of the own traits are
//! kept in a [`Buffer`] from one operation to the next, but for `encode`, which stands for a first use; serde has no
//! such facility, and so no row for encoding into a kept buffer.

mod fields;
mod oplog;

use std::hint::black_box;

use bitcode::{Buffer, Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::library::{Library, Row};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{self as workload, Change, Edit, own_types};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct Bitcode;

own_types!(
    #[derive(Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
);

/// [`Container`] with its strings in the input.
#[derive(Encode, Decode, Serialize, Deserialize)]
struct ContainerRef<'a> {
    #[serde(borrow)]
    list: Vec<FooBarRef<'a>>,
    initialized: bool,
    fruit: Fruit,
    location: &'a str,
}

#[derive(Encode, Decode, Serialize, Deserialize)]
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

const KEPT: &str = "Buffer::encode";
const OWN_BYTES: &str = "bytes of this library";
const INFALLIBLE: &str = "the value has no state that fails to encode";

/// One of the two formats, with what it keeps from one operation to the next.
trait Mode: Default + 'static {
    const NAME: &'static str;
    /// What decode-one does.
    const WHOLE: &'static str;
    /// What an update does.
    const AGAIN: &'static str;

    /// A first use.
    fn encode(value: &(impl Encode + Serialize)) -> Vec<u8>;
    /// One of many.
    fn encode_again(&mut self, value: &(impl Encode + Serialize)) -> Vec<u8>;
    fn decode<'a, T: Decode<'a> + Deserialize<'a>>(&mut self, bytes: &'a [u8]) -> T;
}

#[derive(Default)]
struct Derive(Buffer);

impl Mode for Derive {
    const NAME: &'static str = "derive";
    const WHOLE: &'static str = "decodes the whole record, strings borrowed, coders kept";
    const AGAIN: &'static str = "decode + encode, strings borrowed, coders kept";

    #[inline(never)]
    fn encode(value: &(impl Encode + Serialize)) -> Vec<u8> {
        bitcode::encode(value)
    }

    #[inline(never)]
    fn encode_again(&mut self, value: &(impl Encode + Serialize)) -> Vec<u8> {
        self.0.encode(value).to_vec()
    }

    #[inline(never)]
    fn decode<'a, T: Decode<'a> + Deserialize<'a>>(&mut self, bytes: &'a [u8]) -> T {
        self.0.decode(bytes).expect(OWN_BYTES)
    }
}

#[derive(Default)]
struct Serde;

impl Mode for Serde {
    const NAME: &'static str = "serde";
    const WHOLE: &'static str = "decodes the whole record, strings borrowed";
    const AGAIN: &'static str = "decode + encode, strings borrowed";

    #[inline(never)]
    fn encode(value: &(impl Encode + Serialize)) -> Vec<u8> {
        bitcode::serialize(value).expect(INFALLIBLE)
    }

    fn encode_again(&mut self, value: &(impl Encode + Serialize)) -> Vec<u8> {
        Self::encode(value)
    }

    #[inline(never)]
    fn decode<'a, T: Decode<'a> + Deserialize<'a>>(&mut self, bytes: &'a [u8]) -> T {
        bitcode::deserialize(bytes).expect(OWN_BYTES)
    }
}

impl Library for Bitcode {
    fn name(&self) -> &'static str {
        "bitcode"
    }

    fn container(&self, value: &workload::Container) -> Result<Vec<Row>, String> {
        let derive = rows::<Derive>(value).encode_reused(KEPT, |_| Buffer::new(), encode_kept);
        Ok(vec![derive.finish(), rows::<Serde>(value).finish()])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }

    fn oplog(&self, value: &Oplog) -> Result<Vec<Row>, String> {
        Ok(vec![oplog::row(value)])
    }
}

/// A format as the codec of a row.
#[derive(Default)]
struct By<M>(M);

impl<M: Mode> Codec for By<M> {
    type Owned = Container;
    type Bytes = Vec<u8>;

    fn encode(&mut self, value: &Container) -> Vec<u8> {
        M::encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Container {
        self.0.decode(bytes)
    }
}

impl<M: Mode> Update for By<M> {
    const UPDATE: &'static str = M::AGAIN;

    fn update(&mut self, bytes: Vec<u8>, change: impl Change) -> Vec<u8> {
        let mut record: ContainerRef = self.0.decode(&bytes);
        change.apply(&mut record);
        self.0.encode_again(&record)
    }
}

fn rows<M: Mode>(value: &workload::Container) -> Rows<By<M>> {
    Rows::<By<M>>::new("bitcode", ("bitcode", "0.6."), M::NAME, value)
        .decode_owned()
        .decode_borrowed(
            "",
            |By(mode), bytes| {
                let record: ContainerRef = mode.decode(bytes);
                mode.encode_again(&record)
            },
            |By(mode), bytes| {
                black_box(&mode.decode::<ContainerRef>(bytes));
            },
        )
        .decode_location(M::WHOLE, |By(mode), bytes| mode.decode::<ContainerRef>(bytes).location)
        .decode_time(M::WHOLE, |By(mode), bytes| mode.decode::<ContainerRef>(bytes).list[1].sibling.time)
        .updates()
}

/// Encodes with coders and output kept, which only the own traits can.
#[inline(never)]
fn encode_kept<'a>(buffer: &'a mut Buffer, value: &impl Encode) -> &'a [u8] {
    buffer.encode(value)
}
