//! rkyv: archives in aligned vectors, either validated or trusted.

use std::hint::black_box;
use std::marker::PhantomData;
use std::rc::Rc;

use rkyv::api::high::{HighDeserializer, HighSerializer};
use rkyv::rancor::Error;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use rkyv::{Archive, Deserialize, Serialize};

use super::codec::Codec;
use super::values::{ArchivedColumn, ArchivedMesh, ArchivedVertex, Column, Mesh, Value, sum_numbers, sum_vertices};
use crate::libraries::rkyv::{Access, Archived};

/// The library, with one kind of access.
pub struct Rkyv<A>(PhantomData<A>);

/// What an archive has besides its list.
const SURPLUS: usize = 64;

const MEMORY: &str = "memory for the archive";

/// Writes into a vector that is given away, and into one that is lent.
type Owns<'a> = HighSerializer<AlignedVec, ArenaHandle<'a>, Error>;
type Lends<'a, 'v> = HighSerializer<&'v mut AlignedVec, ArenaHandle<'a>, Error>;

/// A value with what is read in its archive.
pub trait Archivable:
    Value
    + Archive<Archived: Archived + Deserialize<Self, HighDeserializer<Error>>>
    + for<'a> Serialize<Owns<'a>>
    + for<'a, 'v> Serialize<Lends<'a, 'v>>
{
    type Item;

    fn items(archived: &Self::Archived) -> &[Self::Item];
    fn sum_items(items: &[Self::Item]) -> f64;
}

impl Archivable for Mesh {
    type Item = ArchivedVertex;

    fn items(archived: &ArchivedMesh) -> &[ArchivedVertex] {
        archived.vertices.as_slice()
    }

    fn sum_items(items: &[ArchivedVertex]) -> f64 {
        sum_vertices(items, ArchivedVertex::numbers)
    }
}

impl Archivable for Column {
    type Item = rkyv::rend::f64_le;

    fn items(archived: &ArchivedColumn) -> &[Self::Item] {
        archived.values.as_slice()
    }

    fn sum_items(items: &[Self::Item]) -> f64 {
        sum_numbers(items, |number| number.to_native())
    }
}

impl ArchivedVertex {
    #[inline(always)]
    fn numbers(&self) -> [f32; 8] {
        let ([a, b, c], [d, e, f], [g, h]) = (&self.position, &self.normal, &self.uv);
        let [d, e, f, g, h] = [d.to_native(), e.to_native(), f.to_native(), g.to_native(), h.to_native()];
        [a.to_native(), b.to_native(), c.to_native(), d, e, f, g, h]
    }
}

impl<A: Access, V: Archivable> Codec<V> for Rkyv<A> {
    type Ready = V;
    type Bytes = AlignedVec;
    type Kept = AlignedVec;
    const ENCODE_NOTE: &'static str = "output is an AlignedVec, of the right capacity from the start";

    fn ready(value: &Rc<V>) -> Rc<V> {
        Rc::clone(value)
    }

    fn kept() -> AlignedVec {
        AlignedVec::new()
    }

    #[inline(never)]
    fn encode(value: &V) -> AlignedVec {
        let buf = AlignedVec::with_capacity(value.size() + SURPLUS);
        rkyv::api::high::to_bytes_in::<_, Error>(value, buf).expect(MEMORY)
    }

    #[inline(never)]
    fn encode_into<'k>(value: &V, kept: &'k mut AlignedVec) -> &'k [u8] {
        kept.clear();
        rkyv::api::high::to_bytes_in::<_, Error>(value, &mut *kept).expect(MEMORY);
        kept
    }

    #[inline(never)]
    fn decode(bytes: &AlignedVec) -> V {
        A::owned(bytes)
    }

    #[inline(never)]
    fn lend(bytes: &AlignedVec) -> usize {
        black_box(V::items(A::root(bytes))).len()
    }

    #[inline(never)]
    fn sum(bytes: &AlignedVec) -> f64 {
        V::sum_items(V::items(A::root(bytes)))
    }
}
