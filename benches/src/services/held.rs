//! Reads in bytes that a library holds: in a buffer that was opened before the clock starts, or by
//! opening it each time.

use std::hint::black_box;

use super::kind::Kind;
use super::mesh::Surface;
use super::sink::{BlackBox, Sink, Transcript};
use crate::library::{Measure, Row};

/// What a library reads in its bytes. They may live as long as the process: a run makes a few of
/// them.
pub trait Held<K: Kind>: 'static {
    /// How they are opened.
    const NOTE: &'static str = "";

    fn open(value: &K) -> Self;
    /// Reads every field where it lies, of kinds whose [`Names::borrowed`](super::kind::Names) says
    /// so.
    fn walk(&self, _sink: &mut impl Sink) {}
    fn one<T>(&self, take: impl FnOnce(&K::Found) -> T) -> T;
}

/// A mesh, whose lists are lent and summed up.
pub trait HeldMesh: Held<Surface> {
    fn sum(&self) -> f64;
    /// The lengths of both lists, which go through `black_box`.
    fn lend(&self) -> [usize; 2];
}

/// Adds every read of a kind.
pub fn add<K: Kind, H: Held<K>>(row: &mut Row) {
    if let Some(variant) = K::NAMES.borrowed {
        let held = H::open(K::value());
        let same = Transcript::of(|sink| held.walk(sink)) == Transcript::of(|sink| K::value().walk(sink));
        row.prove(&format!("{variant}: every field is the original's"), same);
        row.time_noted(Measure::DecodeAll, variant, H::NOTE, move || black_box(&held).walk(&mut BlackBox));
    }
    let held = H::open(K::value());
    row.prove(&format!("{}: reads the original's", K::NAMES.one), held.one(|found| found == K::value().found()));
    row.time_noted(Measure::DecodeOne, K::NAMES.one, H::NOTE, move || {
        black_box(&held).one(|found| {
            black_box(found);
        });
    });
}

/// Adds the sum of a mesh.
pub fn add_sum<H: Held<Surface>>(row: &mut Row, sum: impl Fn(&H) -> f64 + 'static) {
    let (value, held) = (Surface::value(), H::open(Surface::value()));
    row.prove("mesh: sums what the original does", sum(&held).to_bits() == value.sum().to_bits());
    row.time_noted(Measure::Sum, Surface::NAMES.whole, H::NOTE, move || sum(black_box(&held)));
}

/// Adds what is read of a mesh.
pub fn add_mesh<H: HeldMesh>(row: &mut Row) {
    add::<Surface, H>(row);
    add_sum::<H>(row, H::sum);
    let (value, held) = (Surface::value(), H::open(Surface::value()));
    row.prove("mesh: lends both lists", held.lend() == [value.corners.len(), value.triangles.len()]);
    row.time_noted(Measure::Slice, Surface::NAMES.whole, H::NOTE, move || black_box(&held).lend());
}
