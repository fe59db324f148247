//! wincode on the mesh: lists borrowed by its zero-copy types, and a number set through a type that
//! mirrors the whole mesh by references. All else is that of any [`Format`](crate::format::Format).

use std::hint::black_box;

use wincode::SchemaRead;
use zerocopy::little_endian::U32;

use super::formats;
use super::log::AccessLog;
use super::mesh::{MIDDLE, StoredCorner, Surface, sum_stored};
use super::rows::{Codec, Rows};
use super::saves::Saves;
use super::tick::Tick;
use crate::format::{Decode as _, Encode as _, Format as _, room};
use crate::libraries::wincode::Derive;
use crate::library::{OWN_BYTES, Row};

type Wincode = Derive<u32>;

/// The mesh with its lists in the input.
#[derive(SchemaRead)]
struct Lent<'a> {
    _material: u32,
    corners: &'a [StoredCorner],
    triangles: &'a [U32],
}

/// The mesh by references into the bytes.
#[derive(SchemaRead)]
struct Mirror<'a> {
    _material: u32,
    corners: &'a mut [StoredCorner],
    _triangles: &'a mut [U32],
}

/// The mesh by wincode.
#[derive(Default)]
struct Mesh(Wincode);

impl Codec<Surface> for Mesh {
    type Ready = Surface;
    type Bytes = Vec<u8>;

    const ONE: &'static str = "decodes everything, lists borrowed";

    fn ready(value: &Surface) -> Surface {
        value.clone()
    }

    fn original(ready: Surface) -> Surface {
        ready
    }

    fn encode(&mut self, value: &Surface) -> Vec<u8> {
        self.0.encode(value)
    }

    fn decode(&mut self, bytes: &Vec<u8>) -> Surface {
        self.0.decode(bytes)
    }

    fn one<T>(&mut self, bytes: &Vec<u8>, take: impl FnOnce(&f32) -> T) -> T {
        take(&lent(bytes).corners[MIDDLE].weight.get())
    }
}

#[inline(never)]
fn lent(bytes: &[u8]) -> Lent<'_> {
    wincode::deserialize(bytes).expect(OWN_BYTES)
}

#[inline(never)]
fn set_weight(bytes: &mut [u8], weight: f32) {
    let mirror: Mirror<'_> = wincode::deserialize_mut(bytes).expect(OWN_BYTES);
    mirror.corners[MIDDLE].weight.set(weight);
}

pub fn row() -> Row {
    let mut row = formats::new::<Wincode>();
    <Wincode as formats::Works<AccessLog>>::add(&mut row);
    <Wincode as formats::Works<Saves>>::add(&mut row);
    <Wincode as formats::Works<Tick>>::add(&mut row);
    let make = |len| (Wincode::default(), room::<Wincode>(len));
    Rows::<Surface, Mesh>::new(&mut row)
        .encode_reused(Wincode::REUSE, make, |(format, buffer), value| format.encode_into(value, buffer))
        .sets_number(
            ["by references to all in the clone", "decodes everything by reference, writes the number"],
            |bytes, weight| {
                set_weight(bytes, weight);
            },
        )
        .sums("", |_, bytes| {
            let lent = lent(bytes);
            sum_stored(lent.corners, lent.triangles)
        })
        .lends("", |bytes| {
            let lent = black_box(lent(bytes));
            [lent.corners.len(), lent.triangles.len()]
        });
    row
}
