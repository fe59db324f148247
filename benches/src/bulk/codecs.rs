//! wincode, with lists borrowed by its zero-copy types, and bincode 2, which reads one number after the other.

use std::hint::black_box;
use std::rc::Rc;

use wincode::config::Configuration;
use wincode::{SchemaRead, SchemaWrite};
use zerocopy::little_endian::F64;

use super::codec::{self, Codec, into_vectors};
use super::values::{Column, Mesh, StoredVertex, Value, sum_numbers, sum_vertices};
use crate::library::Row;

const OWN_BYTES: &str = "bytes of this library";

/// As by default, but for lists of more than four megabytes.
const WINCODE: Configuration<true, WINCODE_LIMIT> =
    Configuration::default().with_preallocation_size_limit::<WINCODE_LIMIT>();
const WINCODE_LIMIT: usize = 1 << 30;

pub struct Wincode;
pub struct Bincode2;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("wincode", "wincode", "", "derive", Vec::new()),
        Row::new("bincode 2", "bincode", "2", "derive", Vec::new()),
    ]
}

pub fn add<V: Value>(rows: &mut [Row], variant: &'static str, value: &Rc<V>)
where
    Wincode: Codec<V>,
    Bincode2: Codec<V>,
{
    codec::add::<Wincode, V>(codec::row(rows, "wincode", "derive"), variant, value);
    codec::add::<Bincode2, V>(codec::row(rows, "bincode 2", "derive"), variant, value);
}

/// A [`Mesh`] with its list in the input.
#[derive(SchemaRead, SchemaWrite)]
struct MeshRef<'a> {
    vertices: &'a [StoredVertex],
}

/// A [`Column`] with its list in the input.
#[derive(SchemaRead, SchemaWrite)]
struct ColumnRef<'a> {
    values: &'a [F64],
}

fn vertices(bytes: &[u8]) -> &[StoredVertex] {
    wincode::config::deserialize::<MeshRef<'_>, _>(bytes, WINCODE).expect(OWN_BYTES).vertices
}

fn numbers(bytes: &[u8]) -> &[F64] {
    wincode::config::deserialize::<ColumnRef<'_>, _>(bytes, WINCODE).expect(OWN_BYTES).values
}

macro_rules! wincode {
    ($value:ty, $lend:ident, |$items:ident| $sum:expr) => {
        impl Codec<$value> for Wincode {
            into_vectors!($value);

            #[inline(never)]
            fn encode(value: &$value) -> Vec<u8> {
                wincode::config::serialize(value, WINCODE).expect("the value is below the limit")
            }

            #[inline(never)]
            fn encode_into<'k>(value: &$value, kept: &'k mut Vec<u8>) -> &'k [u8] {
                kept.clear();
                wincode::config::serialize_into(&mut *kept, value, WINCODE).expect("the value is below the limit");
                kept
            }

            #[inline(never)]
            fn decode(bytes: &[u8]) -> $value {
                wincode::config::deserialize(bytes, WINCODE).expect(OWN_BYTES)
            }

            #[inline(never)]
            fn lend(bytes: &[u8]) -> usize {
                black_box($lend(bytes)).len()
            }

            #[inline(never)]
            fn sum(bytes: &[u8]) -> f64 {
                let $items = $lend(bytes);
                $sum
            }
        }
    };
}
wincode!(Mesh, vertices, |items| sum_vertices(items, StoredVertex::numbers));
wincode!(Column, numbers, |items| sum_numbers(items, |number| number.get()));

/// The bytes that the length of a list takes at most.
const LONGEST_LENGTH: usize = 9;

macro_rules! bincode2 {
    ($($value:ty),*) => {$(
        impl Codec<$value> for Bincode2 {
            into_vectors!($value);

            const ENCODE_NOTE: &'static str = "the vector has the right capacity from the start";
            const SUM_NOTE: &'static str = "decode + sum";
            const LENDS: bool = false;

            #[inline(never)]
            fn encode(value: &$value) -> Vec<u8> {
                // Zeros that the system gives away, where a vector that is resized would write them.
                let mut bytes = vec![0; value.size() + LONGEST_LENGTH];
                <Self as Codec<$value>>::encode_into(value, &mut bytes);
                bytes
            }

            #[inline(never)]
            fn encode_into<'k>(value: &$value, kept: &'k mut Vec<u8>) -> &'k [u8] {
                kept.resize(value.size() + LONGEST_LENGTH, 0);
                let config = bincode2::config::standard();
                let len = bincode2::encode_into_slice(value, kept, config).expect("the vector is long enough");
                kept.truncate(len);
                kept
            }

            #[inline(never)]
            fn decode(bytes: &[u8]) -> $value {
                bincode2::decode_from_slice(bytes, bincode2::config::standard()).expect(OWN_BYTES).0
            }

            fn lend(_: &[u8]) -> usize {
                0
            }

            #[inline(never)]
            fn sum(bytes: &[u8]) -> f64 {
                let value: $value = Self::decode(bytes);
                value.sum()
            }
        }
    )*};
}
bincode2!(Mesh, Column);
