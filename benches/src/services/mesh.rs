//! The fourth kind: a mesh of twenty thousand corners, each a frozen struct of floats, and a list
//! of indices, three for each of its triangles.
//!
//! `repr(C)` lets libraries that can copy the list of corners whole. Each row sums what it reads by
//! the functions here, in the same order, so that sums are equal to the last bit.

use std::sync::LazyLock;

use zerocopy::little_endian::{F32, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::draw::Draw;
use super::kind::{Edit, Kind, Names};
use super::sink::Sink;
use crate::format::with_all_derives;

with_all_derives! {
    #[derive(bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    pub struct Surface {
        pub material: u32,
        pub corners: Vec<Corner>,
        pub triangles: Vec<u32>,
    }

    /// Thirty-six bytes.
    #[derive(Copy, bincode2::Encode, bincode2::Decode, bitcode::Encode, bitcode::Decode, vellum::Vellum)]
    #[bincode(crate = "bincode2")]
    #[vellum(frozen, raw)]
    #[repr(C)]
    pub struct Corner {
        pub position: [f32; 3],
        pub normal: [f32; 3],
        pub texture: [f32; 2],
        pub weight: f32,
    }
}

/// A [`Corner`] in bytes: little endian, not aligned.
#[derive(
    FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, wincode::SchemaRead, wincode::SchemaWrite, Clone, Copy,
)]
#[wincode(assert_zero_copy)]
#[repr(C)]
pub struct StoredCorner {
    pub position: [F32; 3],
    pub normal: [F32; 3],
    pub texture: [F32; 2],
    pub weight: F32,
}

/// The corners are a grid of so many rows and columns.
const ROWS: usize = 125;
const COLUMNS: usize = 160;
/// The corner that is read and changed.
pub const MIDDLE: usize = ROWS * COLUMNS / 2;

impl Kind for Surface {
    const NAMES: Names = Names {
        whole: "mesh",
        borrowed: None,
        one: "mesh, corners[10000].weight",
        number: "mesh, corners[10000].weight",
        text: None,
        push: None,
    };
    const ROOM: usize = 4 << 20;
    const NUMBERS: [f32; 2] = [0.25, 0.75];

    type Number = f32;
    type Found = f32;
    type Lent<'a> = Self;

    fn value() -> &'static Self {
        static VALUE: LazyLock<Surface> = LazyLock::new(draw);
        &VALUE
    }

    fn with_len(len: usize) -> Self {
        let Self { material, corners, triangles } = Self::value();
        Self { material: *material, corners: corners[..len].to_vec(), triangles: triangles.clone() }
    }

    fn len(&self) -> usize {
        self.corners.len()
    }

    fn found(&self) -> &f32 {
        &self.corners[MIDDLE].weight
    }

    fn walk(&self, sink: &mut impl Sink) {
        sink.number(self.material);
        self.corners.iter().flat_map(Corner::numbers).for_each(|number| sink.number(number));
        self.triangles.iter().for_each(|index| sink.number(*index));
    }
}

impl Edit<Self> for Surface {
    fn set_number(&mut self, number: f32) {
        self.corners[MIDDLE].weight = number;
    }
}

impl Corner {
    #[inline(always)]
    pub fn numbers(&self) -> [f32; 9] {
        let ([a, b, c], [d, e, f], [g, h]) = (self.position, self.normal, self.texture);
        [a, b, c, d, e, f, g, h, self.weight]
    }
}

impl StoredCorner {
    #[inline(always)]
    pub fn numbers(&self) -> [f32; 9] {
        let ([a, b, c], [d, e, f], [g, h]) = (self.position, self.normal, self.texture);
        [a, b, c, d, e, f, g, h, self.weight].map(F32::get)
    }
}

impl Surface {
    /// The sum of all numbers.
    pub fn sum(&self) -> f64 {
        sum(&self.corners, Corner::numbers, &self.triangles, |index| *index)
    }
}

/// The sum of all numbers in a mesh.
#[inline(always)]
pub fn sum<C, I>(corners: &[C], numbers: impl Fn(&C) -> [f32; 9], triangles: &[I], index: impl Fn(&I) -> u32) -> f64 {
    sum_each(corners.iter().map(numbers), triangles.iter().map(index))
}

/// The same of corners and indices as they come: each number of a corner has a sum of its own, so
/// that no addition waits for the one before it.
#[inline(always)]
pub fn sum_each(corners: impl Iterator<Item = [f32; 9]>, triangles: impl Iterator<Item = u32>) -> f64 {
    let mut sums = [0.0; 9];
    for numbers in corners {
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += f64::from(number);
        }
    }
    let indices: u64 = triangles.map(u64::from).sum();
    sums.iter().sum::<f64>() + indices as f64
}

/// The same of numbers as they are stored.
#[inline(always)]
pub fn sum_stored(corners: &[StoredCorner], triangles: &[U32]) -> f64 {
    sum(corners, StoredCorner::numbers, triangles, |index| index.get())
}

/// A height field with some noise.
fn draw() -> Surface {
    let mut draw = Draw::new(0x3e_54);
    let corner = |index: usize| {
        let (row, column) = (index / COLUMNS, index % COLUMNS);
        let (x, y) = (column as f32 * 0.05, row as f32 * 0.05);
        let noise = draw.unit() * 0.01;
        let (slope_x, slope_y) = (x.cos() * 0.4, -y.sin() * 0.3);
        let length = (slope_x * slope_x + slope_y * slope_y + 1.0).sqrt();
        Corner {
            position: [x, y, 0.4 * x.sin() + 0.3 * y.cos() + noise],
            normal: [-slope_x / length, -slope_y / length, 1.0 / length],
            texture: [column as f32 / COLUMNS as f32, row as f32 / ROWS as f32],
            weight: draw.unit(),
        }
    };
    let corners = (0..ROWS * COLUMNS).map(corner).collect();
    let cells = (0..ROWS - 1).flat_map(|row| (0..COLUMNS - 1).map(move |column| row * COLUMNS + column));
    let triangles = cells.flat_map(|at| [at, at + 1, at + COLUMNS, at + 1, at + COLUMNS + 1, at + COLUMNS]);
    Surface { material: 17, corners, triangles: triangles.map(|index| index as u32).collect() }
}
