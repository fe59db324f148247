//! rkyv: archives read in place, validated in every operation or once, or trusted; numbers are set
//! in place through `Seal`. What changes a length is deserialised and serialised anew.

use std::hint::black_box;
use std::marker::PhantomData;
use std::mem;

use rkyv::api::high::{HighDeserializer, HighSerializer};
use rkyv::munge::munge;
use rkyv::rancor::Error;
use rkyv::seal::Seal;
use rkyv::ser::allocator::{Arena, ArenaHandle};
use rkyv::util::AlignedVec;
use rkyv::vec::ArchivedVec;
use rkyv::{Archive, Deserialize, Serialize};

use super::held::{self, Held, HeldMesh};
use super::kind::{Change, Kind};
use super::log::{self, AccessLog, ArchivedAccess, ArchivedAccessLog};
use super::mesh::{self, ArchivedCorner, ArchivedSurface, Surface, sum};
use super::rows::{Codec, Rows, Updates, walks};
use super::saves::{self, ArchivedCampaign, ArchivedOrder, ArchivedSaves, Saves};
use super::sink::Sink;
use super::tick::{self, ArchivedEntity, ArchivedTick, Tick};
use crate::libraries::rkyv::{Access, Archived, Unchecked, Validated};
use crate::library::{OWN_BYTES, Row};

const MEMORY: &str = "memory for the archive";
const ENCODE: &str = "output is an AlignedVec, with room for the value from the start";
const IN_CLONE: &str = "set in place in a clone, an AlignedVec";
const ANEW: &str = "deserialize + serialize; the buffer is an AlignedVec";
const PUSH: &str = "deserialize + push + serialize, onto a list of half this length: the mean";

/// One kind of access, and an arena that is kept.
pub struct By<A>(Arena, PhantomData<A>);

impl<A> Default for By<A> {
    fn default() -> Self {
        Self(Arena::new(), PhantomData)
    }
}

type Serializer<'a> = HighSerializer<AlignedVec, ArenaHandle<'a>, Error>;

/// A kind that is archived, with what is read and set in it.
pub trait Stored:
    Kind + Archive<Archived: Archived + Deserialize<Self, HighDeserializer<Error>>> + for<'a> Serialize<Serializer<'a>>
{
    fn find<T>(root: &Self::Archived, take: impl FnOnce(&Self::Found) -> T) -> T;
    fn set_number_in(root: Seal<'_, Self::Archived>, number: Self::Number);
    /// Hands every field to `sink`.
    fn read(root: &Self::Archived, sink: &mut impl Sink);
}

impl<K: Stored, A: Access> Codec<K> for By<A> {
    type Ready = K;
    type Bytes = AlignedVec;

    const ENCODE: &'static str = ENCODE;
    const CLONE: &'static str = "clone of an AlignedVec";

    fn ready(value: &K) -> K {
        value.clone()
    }

    fn original(ready: K) -> K {
        ready
    }

    fn encode(&mut self, value: &K) -> AlignedVec {
        encode(value)
    }

    #[inline(never)]
    fn decode(&mut self, bytes: &AlignedVec) -> K {
        A::owned(bytes)
    }

    #[inline(never)]
    fn one<T>(&mut self, bytes: &AlignedVec, take: impl FnOnce(&K::Found) -> T) -> T {
        K::find(A::root::<K::Archived>(bytes), take)
    }
}

#[inline(never)]
fn encode<K: Stored>(value: &K) -> AlignedVec {
    rkyv::api::high::to_bytes_in::<_, Error>(value, AlignedVec::with_capacity(K::ROOM)).expect(MEMORY)
}

#[inline(never)]
fn encode_into<K: Stored>(value: &K, mut buffer: AlignedVec, arena: &mut Arena) -> AlignedVec {
    buffer.clear();
    rkyv::api::high::to_bytes_in_with_alloc::<_, _, Error>(value, buffer, arena.acquire()).expect(MEMORY)
}

#[inline(never)]
fn walk<K: Stored, A: Access>(bytes: &[u8], sink: &mut impl Sink) {
    K::read(A::root::<K::Archived>(bytes), sink);
}

#[inline(never)]
fn set_number<K: Stored, A: Access>(bytes: &mut [u8], number: K::Number) {
    K::set_number_in(A::root_mut(bytes), number);
}

#[derive(Clone, Copy)]
struct Anew;

impl<K: Stored, A: Access> Updates<K, By<A>> for Anew {
    fn update(self, By(arena, _): &mut By<A>, bytes: &AlignedVec, change: impl Change<K>) -> AlignedVec {
        let mut value: K = A::owned(bytes);
        change.apply(&mut value);
        encode_into(&value, AlignedVec::with_capacity(bytes.len() + bytes.len() / 16 + 1024), arena)
    }
}

/// Everything of a kind.
fn add<K: Stored, A: Access>(row: &mut Row) {
    let rows = Rows::<K, By<A>>::new(row).encode_reused(
        "output is an AlignedVec",
        |_| (AlignedVec::new(), Arena::new()),
        |(buffer, arena), value| {
            *buffer = encode_into(value, mem::take(buffer), arena);
            buffer
        },
    );
    walks!(rows, "", |bytes, sink| walk::<K, A>(bytes, sink))
        .sets_number([IN_CLONE, ""], |bytes, number| set_number::<K, A>(bytes, number))
        .update_text(ANEW, Anew)
        .push_anew(PUSH, Anew);
}

fn by<A: Access>(mut row: Row) -> Row {
    add::<AccessLog, A>(&mut row);
    add::<Saves, A>(&mut row);
    add::<Tick, A>(&mut row);
    add::<Surface, A>(&mut row);
    Rows::<Surface, By<A>>::of(&mut row).sums("", |_, bytes| sum_in::<A>(bytes)).lends("", |bytes| lend_in::<A>(bytes));
    row
}

/// The rows "validated", "validated, kept" and "unchecked".
pub fn rows() -> [Row; 3] {
    let row = |mode| Row::new("rkyv", "rkyv", "0.8.", mode, Vec::new());
    let mut validated = by::<Validated>(row("validated").proved());
    verify::<AccessLog>(&mut validated);
    verify::<Saves>(&mut validated);
    verify::<Tick>(&mut validated);
    verify::<Surface>(&mut validated);
    let mut kept = row("validated, kept").proved();
    held::add::<AccessLog, Opened<AccessLog>>(&mut kept);
    held::add::<Saves, Opened<Saves>>(&mut kept);
    held::add::<Tick, Opened<Tick>>(&mut kept);
    held::add_mesh::<Opened<Surface>>(&mut kept);
    [validated, kept.kept().borrowed(), by::<Unchecked>(row("unchecked").unchecked())]
}

fn verify<K: Stored>(row: &mut Row) {
    Rows::<K, By<Validated>>::of(row).verify(is_valid::<K>);
}

#[inline(never)]
fn is_valid<K: Stored>(bytes: &[u8]) -> bool {
    rkyv::access::<K::Archived, Error>(bytes).is_ok()
}

/// An archive that was validated before it is read.
struct Opened<K: Stored>(&'static K::Archived);

impl<K: Stored> Held<K> for Opened<K> {
    const NOTE: &'static str = "validated once";

    fn open(value: &K) -> Self {
        Self(Validated::root(Box::leak(Box::new(encode(value)))))
    }

    fn walk(&self, sink: &mut impl Sink) {
        K::read(self.0, sink);
    }

    fn one<T>(&self, take: impl FnOnce(&K::Found) -> T) -> T {
        K::find(self.0, take)
    }
}

impl HeldMesh for Opened<Surface> {
    fn sum(&self) -> f64 {
        sum_of(self.0)
    }

    fn lend(&self) -> [usize; 2] {
        lend(self.0)
    }
}

impl Stored for AccessLog {
    fn find<T>(root: &ArchivedAccessLog, take: impl FnOnce(&str) -> T) -> T {
        take(root.entries[log::MIDDLE].path.as_str())
    }

    fn set_number_in(root: Seal<'_, ArchivedAccessLog>, number: u16) {
        munge!(let ArchivedAccessLog { entries, .. } = root);
        munge!(let ArchivedAccess { mut status, .. } = ArchivedVec::as_slice_seal(entries).index(log::MIDDLE));
        *status = number.into();
    }

    fn read(root: &ArchivedAccessLog, sink: &mut impl Sink) {
        log::walk_fields!(root, sink);
    }
}

impl Stored for Saves {
    fn find<T>(root: &ArchivedSaves, take: impl FnOnce(&u32) -> T) -> T {
        let tons = root.campaigns[saves::MIDDLE].stock.get(saves::KEY).expect(OWN_BYTES);
        take(&tons.to_native())
    }

    fn set_number_in(root: Seal<'_, ArchivedSaves>, number: u32) {
        munge!(let ArchivedSaves { campaigns, .. } = root);
        munge!(let ArchivedCampaign { mut gold, .. } = ArchivedVec::as_slice_seal(campaigns).index(saves::MIDDLE));
        *gold = number.into();
    }

    fn read(root: &ArchivedSaves, sink: &mut impl Sink) {
        saves::walk_fields!(root, ArchivedOrder, sink);
    }
}

impl Stored for Tick {
    fn find<T>(root: &ArchivedTick, take: impl FnOnce(&u16) -> T) -> T {
        take(&root.entities[tick::MIDDLE].health.to_native())
    }

    fn set_number_in(root: Seal<'_, ArchivedTick>, number: u16) {
        munge!(let ArchivedTick { entities, .. } = root);
        munge!(let ArchivedEntity { mut health, .. } = ArchivedVec::as_slice_seal(entities).index(tick::MIDDLE));
        *health = number.into();
    }

    fn read(root: &ArchivedTick, sink: &mut impl Sink) {
        tick::walk_fields!(root, sink);
    }
}

impl Stored for Surface {
    fn find<T>(root: &ArchivedSurface, take: impl FnOnce(&f32) -> T) -> T {
        take(&root.corners[mesh::MIDDLE].weight.to_native())
    }

    fn set_number_in(root: Seal<'_, ArchivedSurface>, number: f32) {
        munge!(let ArchivedSurface { corners, .. } = root);
        munge!(let ArchivedCorner { mut weight, .. } = ArchivedVec::as_slice_seal(corners).index(mesh::MIDDLE));
        *weight = number.into();
    }

    /// Its numbers are summed up instead.
    fn read(_: &ArchivedSurface, _: &mut impl Sink) {}
}

#[inline(never)]
fn sum_in<A: Access>(bytes: &[u8]) -> f64 {
    sum_of(A::root(bytes))
}

#[inline]
fn sum_of(root: &ArchivedSurface) -> f64 {
    sum(&root.corners, ArchivedCorner::numbers, &root.triangles, |index| index.to_native())
}

#[inline(never)]
fn lend_in<A: Access>(bytes: &[u8]) -> [usize; 2] {
    lend(A::root(bytes))
}

#[inline]
fn lend(root: &ArchivedSurface) -> [usize; 2] {
    let lists = black_box((root.corners.as_slice(), root.triangles.as_slice()));
    [lists.0.len(), lists.1.len()]
}

impl ArchivedCorner {
    #[inline(always)]
    fn numbers(&self) -> [f32; 9] {
        let ([a, b, c], [d, e, f], [g, h]) = (&self.position, &self.normal, &self.texture);
        [a, b, c, d, e, f, g, h, &self.weight].map(|number| number.to_native())
    }
}
