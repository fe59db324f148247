//! zerocopy: the bytes of the list are its structs, of types with an order of bytes and without
//! alignment.
//!
//! Nothing stands around them, not even a length, and every bit pattern is a value: a check is one
//! of the length.

use std::hint::black_box;
use std::rc::Rc;

use zerocopy::{FromBytes, IntoBytes};

use super::codec::Codec;
use super::values::Value;

const OWN_BYTES: &str = "bytes of this library";

pub struct Zerocopy;

fn list<V: Value>(bytes: &[u8]) -> &[V::Stored] {
    <[V::Stored]>::ref_from_bytes(bytes).expect(OWN_BYTES)
}

impl<V: Value> Codec<V> for Zerocopy {
    type Ready = Vec<V::Stored>;
    type Bytes = Vec<u8>;
    type Kept = Vec<u8>;

    const ENCODE_NOTE: &'static str = "a copy of its own structs";

    fn ready(value: &Rc<V>) -> Rc<Vec<V::Stored>> {
        Rc::new(value.stored())
    }

    fn kept() -> Vec<u8> {
        Vec::new()
    }

    #[inline(never)]
    fn encode(ready: &Vec<V::Stored>) -> Vec<u8> {
        ready.as_bytes().to_vec()
    }

    #[inline(never)]
    fn encode_into<'k>(ready: &Vec<V::Stored>, kept: &'k mut Vec<u8>) -> &'k [u8] {
        kept.clear();
        kept.extend_from_slice(ready.as_bytes());
        kept
    }

    #[inline(never)]
    fn decode(bytes: &Vec<u8>) -> V {
        V::native(list::<V>(bytes))
    }

    #[inline(never)]
    fn lend(bytes: &Vec<u8>) -> usize {
        black_box(list::<V>(bytes)).len()
    }

    #[inline(never)]
    fn sum(bytes: &Vec<u8>) -> f64 {
        V::sum_stored(list::<V>(bytes))
    }
}
