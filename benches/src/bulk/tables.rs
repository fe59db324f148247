//! flatbuffers: a table with a vector of structs or numbers, verified before it is read.
//!
//! Table and struct are written as its generator writes them. The crate lends no slices, but the
//! bytes of a vector, which zerocopy makes one.

use std::hint::black_box;
use std::rc::Rc;

use flatbuffers::{
    FlatBufferBuilder, Follow, ForwardsUOffset, InvalidFlatbuffer, Push, PushAlignment, SimpleToVerifyInSlice, Table,
    Vector, Verifiable, Verifier, VerifierOptions, WIPOffset,
};
use zerocopy::FromBytes;
use zerocopy::little_endian::F64;

use super::codec::Codec;
use super::values::{Column, Mesh, StoredVertex, Value, Vertex};
use crate::libraries::flatbuffers::Built;
use crate::library::OWN_BYTES;

pub struct Verified;

/// The struct of the schema.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Packed([u8; 32]);

impl From<&Vertex> for Packed {
    fn from(vertex: &Vertex) -> Self {
        let mut bytes = [0; 32];
        for (number, bytes) in vertex.numbers().iter().zip(bytes.as_chunks_mut().0) {
            *bytes = number.to_le_bytes();
        }
        Self(bytes)
    }
}

impl<'a> Follow<'a> for Packed {
    type Inner = &'a Self;

    unsafe fn follow(buf: &'a [u8], loc: usize) -> &'a Self {
        // SAFETY: as of the trait; the struct is bytes, which any bytes are.
        unsafe { flatbuffers::follow_cast_ref::<Self>(buf, loc) }
    }
}

impl Push for Packed {
    type Output = Self;

    unsafe fn push(&self, dst: &mut [u8], _: usize) {
        dst.copy_from_slice(&self.0);
    }

    fn alignment() -> PushAlignment {
        PushAlignment::new(4)
    }
}

impl Verifiable for Packed {
    fn run_verifier(verifier: &mut Verifier<'_, '_>, pos: usize) -> Result<(), InvalidFlatbuffer> {
        verifier.in_buffer::<Self>(pos)
    }
}

impl SimpleToVerifyInSlice for Packed {}

/// The only field of either table, by the offset of its entry in the vtable.
const LIST: u16 = 4;

/// A table whose one field is a vector of `T`.
struct ListTable<'a, T>(Vector<'a, T>);

impl<'a, T: Follow<'a> + 'a> Follow<'a> for ListTable<'a, T> {
    type Inner = Self;

    unsafe fn follow(buf: &'a [u8], loc: usize) -> Self {
        // SAFETY: the verifier below checked that the table has the field and that it has this
        // type.
        let list = unsafe { Table::new(buf, loc).get::<ForwardsUOffset<Vector<'a, T>>>(LIST, None) };
        Self(list.unwrap_or_default())
    }
}

impl<T: SimpleToVerifyInSlice + Verifiable> Verifiable for ListTable<'_, T> {
    fn run_verifier(verifier: &mut Verifier<'_, '_>, pos: usize) -> Result<(), InvalidFlatbuffer> {
        verifier.visit_table(pos)?.visit_field::<ForwardsUOffset<Vector<'_, T>>>("list", LIST, true)?.finish();
        Ok(())
    }
}

fn list<'a, T: Follow<'a> + SimpleToVerifyInSlice + Verifiable + 'a>(bytes: &'a [u8]) -> Vector<'a, T> {
    let options = VerifierOptions::default();
    flatbuffers::root_with_opts::<ListTable<'a, T>>(&options, bytes).expect(OWN_BYTES).0
}

fn vertices(bytes: &[u8]) -> &[StoredVertex] {
    <[StoredVertex]>::ref_from_bytes(list::<Packed>(bytes).bytes()).expect(OWN_BYTES)
}

fn numbers(bytes: &[u8]) -> &[F64] {
    <[F64]>::ref_from_bytes(list::<f64>(bytes).bytes()).expect(OWN_BYTES)
}

/// What a buffer has besides its list.
const SURPLUS: usize = 64;

fn build<'b, T: Push<Output: 'b>>(builder: &mut FlatBufferBuilder<'b>, items: &[T]) {
    let list: WIPOffset<_> = builder.create_vector(items);
    let table = builder.start_table();
    builder.push_slot_always(LIST, list);
    let table = builder.end_table(table);
    builder.finish_minimal(table);
}

macro_rules! table {
    ($value:ty, $ready:ty, $item:ty, |$from:ident| $convert:expr, $lend:ident, |$items:ident| $decode:expr, $sum:expr) => {
        impl Codec<$value> for Verified {
            type Ready = $ready;
            type Bytes = Built;
            type Kept = FlatBufferBuilder<'static>;
            const ENCODE_NOTE: &'static str =
                "from its own structs; output is the vector of the builder, which had the right capacity";

            fn ready($from: &Rc<$value>) -> Rc<$ready> {
                $convert
            }

            fn kept() -> FlatBufferBuilder<'static> {
                FlatBufferBuilder::new()
            }

            #[inline(never)]
            fn encode(ready: &$ready) -> Built {
                let items: &[$item] = ready.as_ref();
                let mut builder = FlatBufferBuilder::with_capacity(size_of_val(items) + SURPLUS);
                build(&mut builder, items);
                Built::of(builder)
            }

            #[inline(never)]
            fn encode_into<'k>(ready: &$ready, kept: &'k mut FlatBufferBuilder<'static>) -> &'k [u8] {
                kept.reset();
                build(kept, ready.as_ref());
                kept.finished_data()
            }

            #[inline(never)]
            fn decode(bytes: &Built) -> $value {
                let $items = $lend(bytes);
                $decode
            }

            #[inline(never)]
            fn lend(bytes: &Built) -> usize {
                black_box($lend(bytes)).len()
            }

            #[inline(never)]
            fn sum(bytes: &Built) -> f64 {
                let $items = $lend(bytes);
                $sum
            }
        }
    };
}
table!(
    Mesh,
    Vec<Packed>,
    Packed,
    |mesh| Rc::new(mesh.vertices.iter().map(Packed::from).collect()),
    vertices,
    |items| Mesh::native(items),
    Mesh::sum_stored(items)
);

impl AsRef<[f64]> for Column {
    fn as_ref(&self) -> &[f64] {
        &self.values
    }
}

table!(
    Column,
    Column,
    f64,
    |column| Rc::clone(column),
    numbers,
    |items| Column::native(items),
    Column::sum_stored(items)
);
