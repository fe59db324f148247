//! The two lists, one type for all libraries, and their sums.
//!
//! `repr(C)` lets wincode copy a list of vertices whole. Each row sums what it reads by the
//! functions here, in the same order, so that sums are equal to the last bit.

use std::rc::Rc;

use bincode2::{Decode, Encode};
use rkyv::{Archive, Deserialize, Serialize};
use vellum::Vellum;
use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::{F32, F64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A list of structs.
#[derive(Vellum, Archive, Serialize, Deserialize, SchemaRead, SchemaWrite, Encode, Decode, Clone, Debug, PartialEq)]
#[bincode(crate = "bincode2")]
pub struct Mesh {
    pub vertices: Vec<Vertex>,
}

/// Thirty-two bytes.
#[derive(
    Vellum, Archive, Serialize, Deserialize, SchemaRead, SchemaWrite, Encode, Decode, Clone, Copy, Debug, PartialEq,
)]
#[bincode(crate = "bincode2")]
#[vellum(frozen, raw)]
#[repr(C)]
pub struct Vertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
    pub uv: [f32; 2],
}

/// A list of numbers.
#[derive(Vellum, Archive, Serialize, Deserialize, SchemaRead, SchemaWrite, Encode, Decode, Clone, Debug, PartialEq)]
#[bincode(crate = "bincode2")]
pub struct Column {
    pub values: Vec<f64>,
}

/// A [`Vertex`] in bytes: little endian, not aligned.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, SchemaRead, SchemaWrite, Clone, Copy)]
#[wincode(assert_zero_copy)]
#[repr(C)]
pub struct StoredVertex {
    pub position: [F32; 3],
    pub normal: [F32; 3],
    pub uv: [F32; 2],
}

/// A value of this workload.
pub trait Value: Clone + PartialEq + 'static {
    /// An element as it stands in the bytes of who has no layout of its own.
    type Stored: FromBytes + IntoBytes + Immutable + Copy + 'static;

    fn stored(&self) -> Vec<Self::Stored>;
    fn native(stored: &[Self::Stored]) -> Self;
    fn sum_stored(stored: &[Self::Stored]) -> f64;

    /// Elements.
    fn len(&self) -> usize;
    /// Bytes of all numbers.
    fn size(&self) -> usize;
    /// The sum of all numbers.
    fn sum(&self) -> f64;
}

impl Mesh {
    pub fn shared(len: usize) -> Rc<Self> {
        let vertex = |index: usize| {
            let at = index as f32;
            Vertex { position: [at, 0.5 * at, -at], normal: [0.0, 0.6, 0.8], uv: [1.0 / (1.0 + at), 0.25] }
        };
        Rc::new(Self { vertices: (0..len).map(vertex).collect() })
    }
}

impl Column {
    pub fn shared(len: usize) -> Rc<Self> {
        Rc::new(Self { values: (0..len).map(|index| (index as f64).sqrt()).collect() })
    }
}

impl Value for Mesh {
    type Stored = StoredVertex;

    fn stored(&self) -> Vec<StoredVertex> {
        self.vertices.iter().map(StoredVertex::of).collect()
    }

    fn native(stored: &[StoredVertex]) -> Self {
        Self { vertices: stored.iter().map(StoredVertex::native).collect() }
    }

    fn sum_stored(stored: &[StoredVertex]) -> f64 {
        sum_vertices(stored, StoredVertex::numbers)
    }

    fn len(&self) -> usize {
        self.vertices.len()
    }

    fn size(&self) -> usize {
        size_of_val(&self.vertices[..])
    }

    fn sum(&self) -> f64 {
        sum_vertices(&self.vertices, Vertex::numbers)
    }
}

impl Value for Column {
    type Stored = F64;

    fn stored(&self) -> Vec<F64> {
        self.values.iter().copied().map(F64::new).collect()
    }

    fn native(stored: &[F64]) -> Self {
        Self { values: stored.iter().map(|number| number.get()).collect() }
    }

    fn sum_stored(stored: &[F64]) -> f64 {
        sum_numbers(stored, |number| number.get())
    }

    fn len(&self) -> usize {
        self.values.len()
    }

    fn size(&self) -> usize {
        size_of_val(&self.values[..])
    }

    fn sum(&self) -> f64 {
        sum_numbers(&self.values, |value| *value)
    }
}

impl Vertex {
    #[inline(always)]
    pub fn numbers(&self) -> [f32; 8] {
        let ([a, b, c], [d, e, f], [g, h]) = (self.position, self.normal, self.uv);
        [a, b, c, d, e, f, g, h]
    }
}

impl StoredVertex {
    fn of(vertex: &Vertex) -> Self {
        Self {
            position: vertex.position.map(F32::new),
            normal: vertex.normal.map(F32::new),
            uv: vertex.uv.map(F32::new),
        }
    }

    #[inline(always)]
    pub fn numbers(&self) -> [f32; 8] {
        self.native().numbers()
    }

    #[inline(always)]
    pub fn native(&self) -> Vertex {
        let ([a, b, c], [d, e, f], [g, h]) = (self.position, self.normal, self.uv);
        let (position, normal) = ([a.get(), b.get(), c.get()], [d.get(), e.get(), f.get()]);
        Vertex { position, normal, uv: [g.get(), h.get()] }
    }
}

/// The sum of vertices: each of their numbers has a sum of its own, so that no addition waits for
/// the one before it.
#[inline(always)]
pub fn sum_vertices<T>(vertices: &[T], numbers: impl Fn(&T) -> [f32; 8]) -> f64 {
    sum_of(vertices.iter().map(numbers))
}

/// The same of their numbers.
#[inline(always)]
pub fn sum_of(vertices: impl Iterator<Item = [f32; 8]>) -> f64 {
    let mut sums = [0.0; 8];
    for numbers in vertices {
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum += f64::from(numbers[index]);
        }
    }
    sums.iter().sum()
}

/// The sum of numbers, by eight sums of each eighth, for the same reason.
#[inline(always)]
pub fn sum_numbers<T>(numbers: &[T], number: impl Fn(&T) -> f64) -> f64 {
    let (eights, rest) = numbers.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for eight in eights {
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum += number(&eight[index]);
        }
    }
    sums.iter().sum::<f64>() + rest.iter().map(number).sum::<f64>()
}
