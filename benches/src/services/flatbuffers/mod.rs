//! flatbuffers: generated code, read in place: verified in every operation or once, or trusted.
//!
//! `services_generated.rs` comes from `schemas/services.fbs` by `flatc --rust`, with the flatc of
//! the crate's version. The Rust crate cannot write into a finished buffer, so what changes is
//! copied through a kept builder, field by field, without making it owned.

mod copies;
mod kinds;
#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, clippy::undocumented_unsafe_blocks, unused)]
mod services_generated;

use std::marker::PhantomData;

use flatbuffers::{FlatBufferBuilder, Follow, Verifiable};

use super::held::{self, Held, HeldMesh};
use super::kind::{Asked, Change, Kind};
use super::log::AccessLog;
use super::mesh::Surface;
use super::rows::{Codec, Rows, Updates, walks};
use super::saves::Saves;
use super::sink::Sink;
use super::tick::Tick;
use crate::libraries::flatbuffers::{Access, Built, PACKAGE, Unchecked, Verified};
use crate::library::Row;

const ENCODE: &str = "a fresh builder with room for the value from the start; the bytes are the tail of its vector";
const UPDATE: &str = "rebuilds the value from in-place reads through a kept builder";
const PUSH: &str = "the same with one element more, of a list of half this length: the mean";

/// A kind with its table.
trait Rooted: Kind {
    /// What is encoded, and decoded to.
    type Own: 'static;
    type Root<'a>: Follow<'a, Inner = Self::Root<'a>> + Verifiable + 'a;

    fn own(&self) -> Self::Own;
    fn original(own: Self::Own) -> Self;
    fn build(own: &Self::Own, builder: &mut FlatBufferBuilder<'static>);
    fn read(root: Self::Root<'_>) -> Self::Own;
    fn find<T>(root: &Self::Root<'_>, take: impl FnOnce(&Self::Found) -> T) -> T;
    /// Hands every field to `sink`, of kinds whose fields are read where they lie.
    fn walk_in(_root: &Self::Root<'_>, _sink: &mut impl Sink) {}
    /// A copy with what is asked for.
    fn copy(root: Self::Root<'_>, asked: &Asked<Self>, builder: &mut FlatBufferBuilder<'static>);
}

/// One kind of access, and a kept builder.
struct By<A>(FlatBufferBuilder<'static>, PhantomData<A>);

impl<A> Default for By<A> {
    fn default() -> Self {
        Self(FlatBufferBuilder::new(), PhantomData)
    }
}

impl<K: Rooted, A: Access> Codec<K> for By<A> {
    type Ready = K::Own;
    type Bytes = Built;

    const ENCODE: &'static str = ENCODE;

    fn ready(value: &K) -> K::Own {
        value.own()
    }

    fn original(own: K::Own) -> K {
        K::original(own)
    }

    fn encode(&mut self, own: &K::Own) -> Built {
        encode::<K>(own)
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &Built) -> K::Own {
        K::read(A::root(bytes))
    }

    #[inline(never)]
    fn one<T>(&mut self, bytes: &Built, take: impl FnOnce(&K::Found) -> T) -> T {
        K::find(&A::root(bytes), take)
    }
}

#[inline(never)]
fn encode<K: Rooted>(own: &K::Own) -> Built {
    let mut builder = FlatBufferBuilder::with_capacity(K::ROOM);
    K::build(own, &mut builder);
    Built::of(builder)
}

#[inline(never)]
fn encode_into<'k, K: Rooted>(own: &K::Own, builder: &'k mut FlatBufferBuilder<'static>) -> &'k [u8] {
    builder.reset();
    K::build(own, builder);
    builder.finished_data()
}

#[inline(never)]
fn walk<K: Rooted, A: Access>(bytes: &[u8], sink: &mut impl Sink) {
    K::walk_in(&A::root(bytes), sink);
}

#[derive(Clone, Copy)]
struct Anew;

impl<K: Rooted, A: Access> Updates<K, By<A>> for Anew {
    #[inline(never)]
    fn update(self, By(builder, _): &mut By<A>, bytes: &Built, change: impl Change<K>) -> Built {
        builder.reset();
        K::copy(A::root(bytes), &Asked::by(change), builder);
        Built::copied(builder)
    }
}

/// Everything of a kind.
fn add<K: Rooted, A: Access>(row: &mut Row) {
    let rows = Rows::<K, By<A>>::new(row).encode_reused(
        "",
        |_| FlatBufferBuilder::new(),
        |builder, own| encode_into::<K>(own, builder),
    );
    walks!(rows, "", |bytes, sink| walk::<K, A>(bytes, sink)).updates(UPDATE, PUSH, Anew);
}

fn by<A: Access>(mut row: Row) -> Row {
    add::<AccessLog, A>(&mut row);
    add::<Saves, A>(&mut row);
    add::<Tick, A>(&mut row);
    add::<Surface, A>(&mut row);
    Rows::<Surface, By<A>>::of(&mut row).sums("", |_, bytes| sum::<A>(bytes)).lends("", |bytes| lend::<A>(bytes));
    row
}

/// The rows "verified", "verified, kept" and "unchecked".
pub fn rows() -> [Row; 3] {
    let row = |mode| Row::new("flatbuffers", PACKAGE.0, PACKAGE.1, mode, Vec::new());
    let mut verified = by::<Verified>(row("verified").proved());
    verify::<AccessLog>(&mut verified);
    verify::<Saves>(&mut verified);
    verify::<Tick>(&mut verified);
    verify::<Surface>(&mut verified);
    let mut kept = row("verified, kept").proved();
    held::add::<AccessLog, Opened<AccessLog>>(&mut kept);
    held::add::<Saves, Opened<Saves>>(&mut kept);
    held::add::<Tick, Opened<Tick>>(&mut kept);
    held::add_mesh::<Opened<Surface>>(&mut kept);
    [verified, kept.kept().borrowed(), by::<Unchecked>(row("unchecked").unchecked())]
}

fn verify<K: Rooted>(row: &mut Row) {
    Rows::<K, By<Verified>>::of(row).verify(is_valid::<K>);
}

#[inline(never)]
fn is_valid<K: Rooted>(bytes: &[u8]) -> bool {
    flatbuffers::root::<K::Root<'_>>(bytes).is_ok()
}

/// A table that was verified before it is read.
struct Opened<K: Rooted>(K::Root<'static>);

impl<K: Rooted> Held<K> for Opened<K> {
    const NOTE: &'static str = "verified once";

    fn open(value: &K) -> Self {
        Self(Verified::root(encode::<K>(&value.own()).to_vec().leak()))
    }

    fn walk(&self, sink: &mut impl Sink) {
        K::walk_in(&self.0, sink);
    }

    fn one<T>(&self, take: impl FnOnce(&K::Found) -> T) -> T {
        K::find(&self.0, take)
    }
}

impl HeldMesh for Opened<Surface> {
    fn sum(&self) -> f64 {
        kinds::sum(&self.0)
    }

    fn lend(&self) -> [usize; 2] {
        kinds::lend(&self.0)
    }
}

#[inline(never)]
fn sum<A: Access>(bytes: &[u8]) -> f64 {
    kinds::sum(&A::root(bytes))
}

#[inline(never)]
fn lend<A: Access>(bytes: &[u8]) -> [usize; 2] {
    kinds::lend(&A::root(bytes))
}
