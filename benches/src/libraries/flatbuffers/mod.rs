//! FlatBuffers: generated code, read in place, either verified or trusted.
//!
//! `container_generated.rs` comes from `schemas/container.fbs` by `flatc --rust --gen-object-api`, with the flatc that
//! belongs to the crate's version (the package `flatc-fork` builds one). The Rust crate cannot write into a finished
//! buffer, so an update copies the old record through a builder, field by field, without making it owned.

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, clippy::undocumented_unsafe_blocks)]
mod container_generated;
mod fields;
#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, clippy::undocumented_unsafe_blocks)]
mod fields_generated;

use std::hint::black_box;
use std::marker::PhantomData;

use flatbuffers::FlatBufferBuilder;

use self::container_generated::container as fb;
use crate::library::{Library, Measure, Row};
use crate::workloads::container::held::{self, Held};
use crate::workloads::container::rows::{Codec, Rows, Update};
use crate::workloads::container::{Change, Container, Edit, Record as _, mirror, variant};
use crate::workloads::fields::Fields;
use crate::workloads::oplog::Oplog;

/// The library under test.
pub struct FlatBuffers;

/// The capacity that the crate's tutorial starts a builder with.
const CAPACITY: usize = 1024;

/// How bytes become a root table.
trait Access: 'static {
    fn root(bytes: &[u8]) -> fb::Container<'_>;
}

struct Verified;

impl Access for Verified {
    fn root(bytes: &[u8]) -> fb::Container<'_> {
        flatbuffers::root::<fb::Container>(bytes).expect("the bytes were encoded here")
    }
}

struct Unchecked;

impl Access for Unchecked {
    fn root(bytes: &[u8]) -> fb::Container<'_> {
        // SAFETY: the rows pass only buffers that a builder of this process finished with a Container as its root.
        unsafe { flatbuffers::root_unchecked::<fb::Container>(bytes) }
    }
}

impl Library for FlatBuffers {
    fn name(&self) -> &'static str {
        "flatbuffers"
    }

    fn container(&self, value: &Container) -> Result<Vec<Row>, String> {
        let mut verified = rows::<Verified>("verified", value).finish().borrowed().proved();
        let bytes = encode(&fb::ContainerT::build());
        verified.time(Measure::Verify, variant::OWNED, move || {
            flatbuffers::root::<fb::Container>(black_box(bytes.as_ref())).is_ok()
        });
        let unchecked = rows::<Unchecked>("unchecked", value).finish().borrowed().unchecked();
        let open = Row::new("flatbuffers", "flatbuffers", "25.", "verified, kept", Vec::new()).proved();
        Ok(vec![verified, held::row::<fb::Container<'static>>(open, value).kept(), unchecked])
    }

    fn fields(&self, value: &Fields) -> Result<Vec<Row>, String> {
        Ok(fields::rows(value))
    }

    fn oplog(&self, _value: &Oplog) -> Result<Vec<Row>, String> {
        Err("a union holds tables only: each value of a list would be a table of its own, behind a union in another"
            .to_owned())
    }
}

fn rows<A: Access>(mode: &'static str, value: &Container) -> Rows<By<A>> {
    Rows::<By<A>>::new("flatbuffers", ("flatbuffers", "25."), mode, value)
        .encode_reused(
            "",
            |_| builder(),
            |builder, value| {
                builder.reset();
                finish(value, builder);
                builder.finished_data()
            },
        )
        .decode_owned()
        .decode_borrowed(
            "",
            |_, bytes| encode(&A::root(bytes.as_ref()).unpack()),
            |_, bytes| read_all(A::root(bytes.as_ref())),
        )
        .decode_location("", |_, bytes| location::<A>(bytes.as_ref()))
        .decode_time("", |_, bytes| second_time::<A>(bytes.as_ref()))
        .updates()
}

/// The tail of a builder's vector, so that nobody copies it.
struct Built(Vec<u8>, usize);

impl AsRef<[u8]> for Built {
    fn as_ref(&self) -> &[u8] {
        &self.0[self.1..]
    }
}

impl Clone for Built {
    fn clone(&self) -> Self {
        Self(self.as_ref().to_vec(), 0)
    }
}

fn builder() -> FlatBufferBuilder<'static> {
    FlatBufferBuilder::with_capacity(CAPACITY)
}

/// One kind of access, and a kept builder.
struct By<A>(FlatBufferBuilder<'static>, PhantomData<A>);

impl<A> Default for By<A> {
    fn default() -> Self {
        Self(builder(), PhantomData)
    }
}

impl<A: Access> Codec for By<A> {
    type Owned = fb::ContainerT;
    type Bytes = Built;

    const ENCODE: &'static str = "a fresh builder of capacity 1024; the bytes are the tail of its vector";

    fn encode(&mut self, value: &fb::ContainerT) -> Built {
        encode(value)
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &Built) -> fb::ContainerT {
        A::root(bytes.as_ref()).unpack()
    }
}

impl<A: Access> Update for By<A> {
    const UPDATE: &'static str = "rebuilds the record from in-place reads through a kept builder";

    fn update(&mut self, bytes: &Built, change: impl Change) -> Built {
        Built(rebuild::<A>(bytes.as_ref(), change, &mut self.0), 0)
    }
}

mirror!(
    fb::ContainerT, fb::FooBarT, fb::BarT, rest {},
    sibling |bar| bar, [], [],
    fruits [fb::Fruit::Apples, fb::Fruit::Pears, fb::Fruit::Bananas]
);

/// What an update changes of the first element of the list.
struct First<'a> {
    sibling: fb::Bar,
    name: &'a str,
}

impl Edit for First<'_> {
    fn set_name(&mut self, name: &'static str) {
        self.name = name;
    }

    fn set_time(&mut self, time: i32) {
        self.sibling.set_time(time);
    }
}

/// A copy of the record with one change.
#[inline(never)]
fn rebuild<A: Access>(bytes: &[u8], change: impl Change, builder: &mut FlatBufferBuilder<'static>) -> Vec<u8> {
    builder.reset();
    let old = A::root(bytes);
    let mut list = Vec::with_capacity(old.list().len());
    for (i, element) in old.list().iter().enumerate() {
        let mut first = First { sibling: *element.sibling(), name: element.name() };
        if i == 0 {
            change.apply(&mut first);
        }
        let (sibling, name) = (first.sibling, builder.create_string(first.name));
        let (rating, postfix) = (element.rating(), element.postfix());
        list.push(fb::FooBar::create(
            builder,
            &fb::FooBarArgs { sibling: Some(&sibling), name: Some(name), rating, postfix },
        ));
    }
    let list = builder.create_vector(&list);
    let location = builder.create_string(old.location());
    let (initialized, fruit) = (old.initialized(), old.fruit());
    let root = fb::Container::create(
        builder,
        &fb::ContainerArgs { list: Some(list), initialized, fruit, location: Some(location) },
    );
    builder.finish(root, None);
    builder.finished_data().to_vec()
}

#[inline(never)]
fn finish(value: &fb::ContainerT, builder: &mut FlatBufferBuilder) {
    let root = value.pack(builder);
    builder.finish(root, None);
}

#[inline(never)]
fn encode(value: &fb::ContainerT) -> Built {
    let mut builder = builder();
    finish(value, &mut builder);
    let (bytes, start) = builder.collapse();
    Built(bytes, start)
}

impl Held for fb::Container<'static> {
    const NOTE: &'static str = "verified once";

    fn open(value: &Container) -> Self {
        let mut record = fb::ContainerT::build();
        if *value != record.plain() {
            record = fb::ContainerT::with_long_texts();
        }
        Verified::root(encode(&record).as_ref().to_vec().leak())
    }

    fn read_all(&self) {
        read_fields(*self);
    }

    fn location(&self) -> &str {
        fb::Container::location(self)
    }

    fn second_time(&self) -> i32 {
        self.list().get(1).sibling().time()
    }

    fn plain(&self) -> Container {
        self.unpack().plain()
    }
}

#[inline(never)]
fn read_all(root: fb::Container) {
    read_fields(root);
}

/// Reads every field in the buffer.
#[inline]
fn read_fields(root: fb::Container) {
    for element in root.list() {
        let sibling = element.sibling();
        black_box(sibling.time());
        black_box(sibling.ratio());
        black_box(sibling.size());
        black_box(element.name());
        black_box(element.rating());
        black_box(element.postfix());
    }
    black_box(root.initialized());
    black_box(root.fruit());
    black_box(root.location());
}

#[inline(never)]
fn second_time<A: Access>(bytes: &[u8]) -> i32 {
    A::root(bytes).list().get(1).sibling().time()
}

#[inline(never)]
fn location<A: Access>(bytes: &[u8]) -> &str {
    A::root(bytes).location()
}
