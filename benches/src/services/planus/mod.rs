//! planus: FlatBuffers by another compiler and runtime, read in place.
//!
//! `services_generated.rs` comes from `schemas/services.fbs` by `planus rust -o`, of `planus-cli`
//! 1.3. Every reader checks what it reads at that moment; there is no proof of the whole buffer
//! before, and nothing without checks. The library cannot write into a finished buffer, so what
//! changes is copied through a kept builder, field by field, without making texts owned. It lends
//! no list of structs or numbers.

mod copies;
mod kinds;
#[rustfmt::skip]
#[allow(dead_code, clippy::all, clippy::pedantic)]
mod services_generated;

use planus::{Builder, ReadAsRoot};

use super::held::{self, Held};
use super::kind::{Asked, Change, Kind};
use super::log::AccessLog;
use super::mesh::Surface;
use super::rows::{Codec, Rows, Updates, walks};
use super::saves::Saves;
use super::sink::Sink;
use super::tick::Tick;
use crate::libraries::planus::{OPENED, PACKAGE};
use crate::library::{OWN_BYTES, Row};

const ENCODE: &str = "a fresh builder with room for the value from the start, then the bytes to a vector";
const REUSE: &str = "in the buffer of a kept builder";
const UPDATE: &str = "rebuilds the value from in-place reads through a kept builder";
const PUSH: &str = "the same with one element more, of a list of half this length: the mean";

/// A kind with its table.
trait Table: Kind {
    /// What is encoded, and decoded to.
    type Own: 'static;
    type Root<'a>: ReadAsRoot<'a> + Copy + 'a;

    fn own(&self) -> Self::Own;
    fn original(own: Self::Own) -> Self;
    fn build(own: &Self::Own, builder: &mut Builder);
    fn read(root: Self::Root<'_>) -> planus::Result<Self::Own>;
    fn find<T>(root: Self::Root<'_>, take: impl FnOnce(&Self::Found) -> T) -> Option<T>;
    /// Hands every field to `sink`, of kinds whose fields are read where they lie.
    fn walk_in(_root: Self::Root<'_>, _sink: &mut impl Sink) -> planus::Result<()> {
        Ok(())
    }
    /// A copy with what is asked for.
    fn copy(root: Self::Root<'_>, asked: &Asked<Self>, builder: &mut Builder) -> planus::Result<()>;
}

/// A kept builder.
#[derive(Default)]
struct Generated(Builder);

impl<K: Table> Codec<K> for Generated {
    type Ready = K::Own;
    type Bytes = Vec<u8>;

    const ENCODE: &'static str = ENCODE;

    fn ready(value: &K) -> K::Own {
        value.own()
    }

    fn original(own: K::Own) -> K {
        K::original(own)
    }

    fn encode(&mut self, own: &K::Own) -> Vec<u8> {
        encode::<K>(own)
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &Vec<u8>) -> K::Own {
        K::Root::read_as_root(bytes).and_then(K::read).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn one<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&K::Found) -> T) -> T {
        let root = K::Root::read_as_root(bytes).expect(OWN_BYTES);
        K::find(root, take).expect(OWN_BYTES)
    }
}

#[inline(never)]
fn encode<K: Table>(own: &K::Own) -> Vec<u8> {
    let mut builder = Builder::with_capacity(K::ROOM);
    K::build(own, &mut builder);
    builder.as_slice().to_vec()
}

#[inline(never)]
fn encode_into<'k, K: Table>(own: &K::Own, builder: &'k mut Builder) -> &'k [u8] {
    builder.clear();
    K::build(own, builder);
    builder.as_slice()
}

#[inline(never)]
fn walk<K: Table>(bytes: &[u8], sink: &mut impl Sink) {
    K::Root::read_as_root(bytes).and_then(|root| K::walk_in(root, sink)).expect(OWN_BYTES);
}

#[derive(Clone, Copy)]
struct Anew;

impl<K: Table> Updates<K, Generated> for Anew {
    #[inline(never)]
    fn update(self, Generated(builder): &mut Generated, bytes: &Vec<u8>, change: impl Change<K>) -> Vec<u8> {
        builder.clear();
        let root = K::Root::read_as_root(bytes).expect(OWN_BYTES);
        K::copy(root, &Asked::by(change), builder).expect(OWN_BYTES);
        builder.as_slice().to_vec()
    }
}

/// Everything of a kind.
fn add<K: Table>(row: &mut Row) {
    let rows = Rows::<K, Generated>::new(row).encode_reused(
        REUSE,
        |_| Builder::new(),
        |builder, own| encode_into::<K>(own, builder),
    );
    walks!(rows, "", |bytes, sink| walk::<K>(bytes, sink)).updates(UPDATE, PUSH, Anew);
}

/// The rows "generated" and "generated, kept".
pub fn rows() -> [Row; 2] {
    let row = |mode| Row::new("planus", PACKAGE.0, PACKAGE.1, mode, Vec::new());
    let mut each = row("generated");
    add::<AccessLog>(&mut each);
    add::<Saves>(&mut each);
    add::<Tick>(&mut each);
    add::<Surface>(&mut each);
    Rows::<Surface, Generated>::of(&mut each).sums("", |_, bytes| sum(bytes));
    let mut kept = row("generated, kept");
    held::add::<AccessLog, Opened<AccessLog>>(&mut kept);
    held::add::<Saves, Opened<Saves>>(&mut kept);
    held::add::<Tick, Opened<Tick>>(&mut kept);
    held::add::<Surface, Opened<Surface>>(&mut kept);
    held::add_sum(&mut kept, |Opened(root): &Opened<Surface>| kinds::sum(*root).expect(OWN_BYTES));
    [each, kept.kept().borrowed()]
}

#[inline(never)]
fn sum(bytes: &[u8]) -> f64 {
    ReadAsRoot::read_as_root(bytes).and_then(kinds::sum).expect(OWN_BYTES)
}

/// A root that was read before.
struct Opened<K: Table>(K::Root<'static>);

impl<K: Table> Held<K> for Opened<K> {
    const NOTE: &'static str = OPENED;

    fn open(value: &K) -> Self {
        Self(ReadAsRoot::read_as_root(encode::<K>(&value.own()).leak()).expect(OWN_BYTES))
    }

    fn walk(&self, sink: &mut impl Sink) {
        K::walk_in(self.0, sink).expect(OWN_BYTES);
    }

    fn one<T>(&self, take: impl FnOnce(&K::Found) -> T) -> T {
        K::find(self.0, take).expect(OWN_BYTES)
    }
}
