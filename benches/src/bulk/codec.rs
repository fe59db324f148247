//! What a library does with a list, and how that becomes the operations of a row.
//!
//! Values and buffers are shared between operations: those of the longest lists have eighty
//! megabytes each.

use std::hint::black_box;
use std::ops::Deref;
use std::rc::Rc;

use super::values::{Column, Mesh, Value};
use crate::library::{Measure, Row, Sample};

/// A library's way with one of the values.
pub trait Codec<V: Value> {
    /// What it encodes, if that is a type of its own.
    type Ready: 'static;
    /// What holds the bytes of a fresh encoding.
    type Bytes: Deref<Target = [u8]> + 'static;
    /// What is kept from one encoding to the next.
    type Kept: 'static;

    /// What an encoding, and what reading need told.
    const ENCODE_NOTE: &'static str = "";
    const READ_NOTE: &'static str = "";
    const SUM_NOTE: &'static str = Self::READ_NOTE;
    /// Whether it can lend a list from the bytes.
    const LENDS: bool = true;
    /// Whether this row encodes, and into a kept buffer too; if it does not, the bytes are those of
    /// another row.
    const ENCODES: bool = true;
    const REUSES: bool = Self::ENCODES;

    fn ready(value: &Rc<V>) -> Rc<Self::Ready>;
    fn kept() -> Self::Kept;
    fn encode(ready: &Self::Ready) -> Self::Bytes;
    fn encode_into<'k>(ready: &Self::Ready, kept: &'k mut Self::Kept) -> &'k [u8];
    fn decode(bytes: &Self::Bytes) -> V;
    /// The length of the list that is lent; the list itself goes through `black_box`.
    fn lend(bytes: &Self::Bytes) -> usize;
    fn sum(bytes: &Self::Bytes) -> f64;
}

/// The types of a [`Codec`] that encodes the value itself into vectors.
macro_rules! into_vectors {
    ($value:ty) => {
        type Ready = $value;
        type Bytes = Vec<u8>;
        type Kept = Vec<u8>;

        fn ready(value: &Rc<$value>) -> Rc<$value> {
            Rc::clone(value)
        }

        fn kept() -> Vec<u8> {
            Vec::new()
        }
    };
}
pub(super) use into_vectors;

/// Lists by their variants; all rows share them.
pub type Lists<V> = Vec<(&'static str, Rc<V>)>;

/// Adds all operations of `C` on both lists of every length to a row.
pub fn row<C: Codec<Mesh> + Codec<Column> + 'static>(
    mut row: Row,
    (meshes, columns): &(Lists<Mesh>, Lists<Column>),
) -> Row {
    meshes.iter().for_each(|(variant, mesh)| add::<C, _>(&mut row, variant, mesh));
    columns.iter().for_each(|(variant, column)| add::<C, _>(&mut row, variant, column));
    row
}

/// Adds all operations of `C` on `value` to the row, each proved.
fn add<C: Codec<V> + 'static, V: Value>(row: &mut Row, variant: &'static str, value: &Rc<V>) {
    let ready = C::ready(value);
    let bytes = Rc::new(C::encode(&ready));
    let timed = value.size() as f64;
    row.samples.push(Sample { variant, note: "", size: bytes.len() as f64, timed, some: Vec::new() });
    row.prove("decodes to the original", C::decode(&bytes) == **value);
    row.prove("sums what the original does", C::sum(&bytes).to_bits() == value.sum().to_bits());

    if C::ENCODES {
        let source = Rc::clone(&ready);
        row.time_noted(Measure::Encode, variant, C::ENCODE_NOTE, move || C::encode(black_box(&source)));
    }
    if C::REUSES {
        let mut kept = C::kept();
        // Twice, as the second time the buffer is not new.
        C::encode_into(&ready, &mut kept);
        row.prove("writes the same bytes into a kept buffer", *C::encode_into(&ready, &mut kept) == **bytes);
        row.time_noted(Measure::EncodeReused, variant, C::ENCODE_NOTE, move || {
            black_box(C::encode_into(black_box(&ready), &mut kept).as_ptr());
        });
    }
    let source = Rc::clone(&bytes);
    row.time_noted(Measure::DecodeAll, variant, C::READ_NOTE, move || C::decode(black_box(&source)));
    if C::LENDS {
        row.prove("lends the whole list", C::lend(&bytes) == value.len());
        let source = Rc::clone(&bytes);
        row.time_noted(Measure::Slice, variant, C::READ_NOTE, move || C::lend(black_box(&source)));
    }
    row.time_noted(Measure::Sum, variant, C::SUM_NOTE, move || C::sum(black_box(&bytes)));
}
