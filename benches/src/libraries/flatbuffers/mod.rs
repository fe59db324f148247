//! FlatBuffers: generated code, read in place, either verified or trusted.
//!
//! `container_generated.rs` comes from `schemas/container.fbs` by `flatc --rust --gen-object-api`,
//! with the flatc that belongs to the crate's version (the package `flatc-fork` builds one). The
//! Rust crate cannot write into a finished buffer, so an update copies the old record through a
//! builder, field by field, without making it owned.

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, clippy::undocumented_unsafe_blocks)]
mod container_generated;
#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, clippy::undocumented_unsafe_blocks)]
mod fields_generated;

use std::hint::black_box;
use std::marker::PhantomData;
use std::ops::Deref;

use flatbuffers::{FlatBufferBuilder, Follow, Verifiable, WIPOffset};

use self::container_generated::container as fb;
use self::fields_generated::fields as wide;
use crate::library::{Library, Measure, OWN_BYTES, Row};
use crate::workloads::container::sink::{Sink, walk_getters};
use crate::workloads::container::{Bar, Container, FRUITS, FooBarRef, held_container, mirror, variant, walks};
use crate::workloads::fields::{Fields, FieldsRef, convert, getters, held_fields, with_fields};
use crate::workloads::held::{self, Held};
use crate::workloads::record::{Change, Record, Subject};
use crate::workloads::rows::{Codec, Rows, Update};

pub const PACKAGE: (&str, &str) = ("flatbuffers", "25.");

/// The capacity that the crate's tutorial starts a builder with.
const CAPACITY: usize = 1024;

/// How bytes become a root table.
pub trait Access: 'static {
    fn root<'a, T: Follow<'a, Inner = T> + Verifiable + 'a>(bytes: &'a [u8]) -> T;
}

pub struct Verified;

impl Access for Verified {
    fn root<'a, T: Follow<'a, Inner = T> + Verifiable + 'a>(bytes: &'a [u8]) -> T {
        flatbuffers::root::<T>(bytes).expect(OWN_BYTES)
    }
}

pub struct Unchecked;

impl Access for Unchecked {
    fn root<'a, T: Follow<'a, Inner = T> + Verifiable + 'a>(bytes: &'a [u8]) -> T {
        // SAFETY: the rows pass only buffers that a builder of this process finished with such a
        // table as their root.
        unsafe { flatbuffers::root_unchecked::<T>(bytes) }
    }
}

pub const LIBRARY: Library = Library {
    name: "flatbuffers",
    container: Ok(|value| {
        all(value, container::<Verified>("verified", value), container::<Unchecked>("unchecked", value))
    }),
    fields: Ok(|value| all(value, fields::<Verified>("verified", value), fields::<Unchecked>("unchecked", value))),
    oplog: Err(
        "a union holds tables only: each value of a list would be a table of its own, behind a union in another",
    ),
};

/// The rows of both kinds of access, and that of a buffer that was verified once.
fn all<S: Rooted>(value: &S, verified: Row, unchecked: Row) -> Vec<Row> {
    let mut verified = verified.borrowed().proved();
    let bytes = encode::<S>(&S::Own::of(value));
    verified.time(Measure::Verify, variant::OWNED, move || S::verifies(black_box(bytes.as_ref())));
    let open = Row::new("flatbuffers", PACKAGE.0, PACKAGE.1, "verified, kept", Vec::new()).proved();
    vec![verified, held::row::<S, S::Root>(open, value).kept(), unchecked.borrowed().unchecked()]
}

/// A record with its table.
trait Rooted: Subject {
    /// The object of the table, which owns its strings.
    type Own: Record<Self>;
    type Root: Held<Self>;

    fn pack<'b>(own: &Self::Own, builder: &mut FlatBufferBuilder<'b>)
    -> WIPOffset<flatbuffers::TableFinishedWIPOffset>;
    fn unpack<A: Access>(bytes: &[u8]) -> Self::Own;
    fn verifies(bytes: &[u8]) -> bool;
    fn text_in<A: Access>(bytes: &[u8]) -> &str;
    /// A copy of the record with one change.
    fn rebuild<A: Access>(bytes: &[u8], change: impl Change<Self>, builder: &mut FlatBufferBuilder<'static>);
}

/// What the records have in common, by the types that the generator made.
macro_rules! rooted {
    ($Own:ty, $($Root:ident)::+, $text:ident) => {
        type Own = $Own;
        type Root = $($Root)::+<'static>;

        fn pack<'b>(
            own: &$Own,
            builder: &mut FlatBufferBuilder<'b>,
        ) -> WIPOffset<flatbuffers::TableFinishedWIPOffset> {
            WIPOffset::new(own.pack(builder).value())
        }

        fn unpack<A: Access>(bytes: &[u8]) -> $Own {
            A::root::<$($Root)::+<'_>>(bytes).unpack()
        }

        fn verifies(bytes: &[u8]) -> bool {
            flatbuffers::root::<$($Root)::+<'_>>(bytes).is_ok()
        }

        #[inline(never)]
        fn text_in<A: Access>(bytes: &[u8]) -> &str {
            A::root::<$($Root)::+<'_>>(bytes).$text()
        }
    };
}

/// The tail of a builder's vector, so that nobody copies it.
pub struct Built(Vec<u8>, usize);

impl Built {
    /// What the builder has finished.
    pub fn of(builder: FlatBufferBuilder<'_>) -> Self {
        let (bytes, start) = builder.collapse();
        Self(bytes, start)
    }

    /// A copy of what the builder has finished.
    pub fn copied(builder: &FlatBufferBuilder<'_>) -> Self {
        Self(builder.finished_data().to_vec(), 0)
    }

    /// A builder in the same vector.
    pub fn rebuilt(&mut self) -> FlatBufferBuilder<'static> {
        let mut builder = FlatBufferBuilder::from_vec(std::mem::take(&mut self.0));
        builder.reset();
        builder
    }
}

impl Deref for Built {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0[self.1..]
    }
}

impl AsRef<[u8]> for Built {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Clone for Built {
    fn clone(&self) -> Self {
        Self(self.to_vec(), 0)
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

impl<S: Rooted, A: Access> Codec<S> for By<A> {
    type Owned = S::Own;
    type Bytes = Built;

    const ENCODE: &'static str = "a fresh builder of capacity 1024; the bytes are the tail of its vector";

    fn encode(&mut self, value: &S::Own) -> Built {
        encode::<S>(value)
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &Built) -> S::Own {
        S::unpack::<A>(bytes.as_ref())
    }

    fn text<T>(&mut self, bytes: &Built, take: impl FnOnce(&str) -> T) -> T {
        take(S::text_in::<A>(bytes.as_ref()))
    }
}

impl<S: Rooted, A: Access> Update<S> for By<A> {
    const UPDATE: &'static str = "rebuilds the record from in-place reads through a kept builder";

    #[inline(never)]
    fn update(&mut self, bytes: &Built, change: impl Change<S>) -> Built {
        self.0.reset();
        S::rebuild::<A>(bytes.as_ref(), change, &mut self.0);
        Built::copied(&self.0)
    }
}

fn rows<S: Rooted, A: Access>(mode: &'static str, value: &S) -> Rows<S, By<A>> {
    Rows::<S, By<A>>::new("flatbuffers", PACKAGE, mode, value)
        .encode_reused(
            "",
            |_| builder(),
            |builder, value| {
                builder.reset();
                finish::<S>(value, builder);
                builder.finished_data()
            },
        )
        .updates()
}

#[inline(never)]
fn finish<S: Rooted>(value: &S::Own, builder: &mut FlatBufferBuilder) {
    let root = S::pack(value, builder);
    builder.finish(root, None);
}

#[inline(never)]
fn encode<S: Rooted>(value: &S::Own) -> Built {
    let mut builder = builder();
    finish::<S>(value, &mut builder);
    Built::of(builder)
}

fn container<A: Access>(mode: &'static str, value: &Container) -> Row {
    walks!(rows::<_, A>(mode, value), "", |bytes, sink| walk::<A>(bytes.as_ref(), sink))
        .decode_time("", |_, bytes| second_time::<A>(bytes.as_ref()))
        .finish()
}

impl Rooted for Container {
    rooted!(fb::ContainerT, fb::Container, location);

    fn rebuild<A: Access>(bytes: &[u8], change: impl Change<Self>, builder: &mut FlatBufferBuilder<'static>) {
        let old: fb::Container<'_> = A::root(bytes);
        let mut list = Vec::with_capacity(old.list().len());
        for (i, element) in old.list().iter().enumerate() {
            let mut element = read_element(element);
            if i == 0 {
                change.apply(&mut element);
            }
            let Bar { time, ratio, size } = element.sibling;
            let (sibling, name) = (fb::Bar::new(time, ratio, size), builder.create_string(element.name));
            let FooBarRef { rating, postfix, .. } = element;
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
    }
}

#[inline(never)]
fn walk<A: Access>(bytes: &[u8], sink: &mut impl Sink) {
    read_fields(A::root(bytes), sink);
}

/// Reads every field in the buffer.
#[inline]
fn read_fields(root: fb::Container<'_>, sink: &mut impl Sink) {
    walk_getters!(root, sink, [], [], |fruit| FRUITS[usize::from(fruit.0)].0);
}

#[inline]
fn read_element(element: fb::FooBar<'_>) -> FooBarRef<'_> {
    let sibling = element.sibling();
    let sibling = Bar { time: sibling.time(), ratio: sibling.ratio(), size: sibling.size() };
    FooBarRef { sibling, name: element.name(), rating: element.rating(), postfix: element.postfix() }
}

#[inline(never)]
fn second_time<A: Access>(bytes: &[u8]) -> i32 {
    A::root::<fb::Container<'_>>(bytes).list().get(1).sibling().time()
}

held_container!(
    fb::Container<'static>,
    "verified once",
    |value| Verified::root(encode::<Container>(&Record::of(value)).as_ref().to_vec().leak()),
    |root, sink| read_fields(*root, sink),
    root.location(),
    root.list().get(1).sibling().time()
);

mirror!(
    fb::ContainerT, fb::FooBarT, fb::BarT, rest {},
    sibling |bar| bar, [], [],
    fruits [fb::Fruit::Apples, fb::Fruit::Pears, fb::Fruit::Bananas]
);

fn fields<A: Access>(mode: &'static str, value: &Fields) -> Row {
    rows::<_, A>(mode, value).reads_all("", |_, bytes| read_all::<A>(bytes.as_ref())).finish()
}

impl From<Fields> for wide::FieldsT {
    fn from(value: Fields) -> Self {
        with_fields!(convert!(value), strings: [String])
    }
}

impl Rooted for Fields {
    rooted!(wide::FieldsT, wide::Fields, third_field_of_type_string);

    fn rebuild<A: Access>(bytes: &[u8], change: impl Change<Self>, builder: &mut FlatBufferBuilder<'static>) {
        macro_rules! argument {
            ($builder:ident, $value:expr, str) => { Some($builder.create_string($value)) };
            ($builder:ident, $value:expr, $Number:ident) => { $value };
            // All of them, for `with_fields`.
            (($builder:ident, $value:ident) $($field:ident: [$Type:ident],)*) => {
                wide::FieldsArgs { $($field: argument!($builder, $value.$field, $Type),)* }
            };
        }
        let mut record = read_all::<A>(bytes);
        change.apply(&mut record);
        let arguments = with_fields!(argument!(builder, record), strings: [str]);
        let root = wide::Fields::create(builder, &arguments);
        builder.finish(root, None);
    }
}

#[inline(never)]
fn read_all<A: Access>(bytes: &[u8]) -> FieldsRef<'_> {
    read(A::root(bytes))
}

#[inline]
fn read(root: wide::Fields<'_>) -> FieldsRef<'_> {
    with_fields!(getters!(root), strings: [&str])
}

held_fields!(
    wide::Fields<'static>,
    "verified once",
    |value| Verified::root(encode::<Fields>(&Record::of(value)).as_ref().to_vec().leak()),
    |root| read(*root),
    root.third_field_of_type_string()
);
