//! wincode, with lists borrowed by its zero-copy types, and bincode 2, which reads one number after
//! the other.

use std::hint::black_box;
use std::rc::Rc;

use wincode::{SchemaRead, SchemaWrite};

use super::codec::{Codec, into_vectors};
use super::values::Value;
use crate::libraries::wincode::{Large, Settings};
use crate::library::OWN_BYTES;

type Config = <Large as Settings>::Config;

pub struct Wincode;
pub struct Bincode2;

/// The list in the input: a struct of one field is that field.
fn stored<'a, V: Value>(bytes: &'a [u8]) -> &'a [V::Stored]
where
    &'a [V::Stored]: SchemaRead<'a, Config, Dst = &'a [V::Stored]>,
{
    wincode::config::deserialize(bytes, Large::CONFIG).expect(OWN_BYTES)
}

impl<V> Codec<V> for Wincode
where
    V: Value + SchemaWrite<Config, Src = V> + for<'a> SchemaRead<'a, Config, Dst = V>,
    for<'a> &'a [V::Stored]: SchemaRead<'a, Config, Dst = &'a [V::Stored]>,
{
    into_vectors!(V);

    #[inline(never)]
    fn encode(value: &V) -> Vec<u8> {
        wincode::config::serialize(value, Large::CONFIG).expect("the value is below the limit")
    }

    #[inline(never)]
    fn encode_into<'k>(value: &V, kept: &'k mut Vec<u8>) -> &'k [u8] {
        kept.clear();
        wincode::config::serialize_into(&mut *kept, value, Large::CONFIG).expect("the value is below the limit");
        kept
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> V {
        wincode::config::deserialize(bytes, Large::CONFIG).expect(OWN_BYTES)
    }

    #[inline(never)]
    fn lend(bytes: &Vec<u8>) -> usize {
        black_box(stored::<V>(bytes)).len()
    }

    #[inline(never)]
    fn sum(bytes: &Vec<u8>) -> f64 {
        V::sum_stored(stored::<V>(bytes))
    }
}

/// The bytes that the length of a list takes at most.
const LONGEST_LENGTH: usize = 9;

impl<V: Value + bincode2::Encode + bincode2::Decode<()>> Codec<V> for Bincode2 {
    into_vectors!(V);

    const ENCODE_NOTE: &'static str = "the vector has the right capacity from the start";
    const SUM_NOTE: &'static str = "decode + sum";
    const LENDS: bool = false;

    #[inline(never)]
    fn encode(value: &V) -> Vec<u8> {
        // Zeros that the system gives away, where a vector that is resized would write them.
        let mut bytes = vec![0; value.size() + LONGEST_LENGTH];
        <Self as Codec<V>>::encode_into(value, &mut bytes);
        bytes
    }

    #[inline(never)]
    fn encode_into<'k>(value: &V, kept: &'k mut Vec<u8>) -> &'k [u8] {
        kept.resize(value.size() + LONGEST_LENGTH, 0);
        let config = bincode2::config::standard();
        let len = bincode2::encode_into_slice(value, kept, config).expect("the vector is long enough");
        kept.truncate(len);
        kept
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> V {
        bincode2::decode_from_slice(bytes, bincode2::config::standard()).expect(OWN_BYTES).0
    }

    fn lend(_: &Vec<u8>) -> usize {
        0
    }

    #[inline(never)]
    fn sum(bytes: &Vec<u8>) -> f64 {
        <Self as Codec<V>>::decode(bytes).sum()
    }
}
