//! rkyv: archives in aligned vectors, either validated or trusted.

use std::hint::black_box;
use std::rc::Rc;

use rkyv::rancor::Error;
use rkyv::util::AlignedVec;

use super::codec::{self, Codec};
use super::values::{ArchivedColumn, ArchivedMesh, ArchivedVertex, Column, Mesh, Value, sum_numbers, sum_vertices};
use crate::library::Row;

const OWN_BYTES: &str = "bytes of this library";

pub struct Validated;
pub struct Unchecked;

pub fn rows() -> Vec<Row> {
    let row = |mode| Row::new("rkyv", "rkyv", "0.8.", mode, Vec::new());
    vec![row("validated").proved(), row("unchecked").unchecked()]
}

pub fn add<V: Value>(rows: &mut [Row], variant: &'static str, value: &Rc<V>)
where
    Validated: Codec<V>,
    Unchecked: Codec<V>,
{
    codec::add::<Validated, V>(codec::row(rows, "rkyv", "validated"), variant, value);
    codec::add::<Unchecked, V>(codec::row(rows, "rkyv", "unchecked"), variant, value);
}

/// What an archive has besides its list.
const SURPLUS: usize = 64;

impl ArchivedVertex {
    #[inline(always)]
    fn numbers(&self) -> [f32; 8] {
        let ([a, b, c], [d, e, f], [g, h]) = (&self.position, &self.normal, &self.uv);
        let [d, e, f, g, h] = [d.to_native(), e.to_native(), f.to_native(), g.to_native(), h.to_native()];
        [a.to_native(), b.to_native(), c.to_native(), d, e, f, g, h]
    }
}

macro_rules! archived {
    ($mode:ident, $value:ty, $archived:ty, |$root:ident| $list:expr, |$items:ident| $sum:expr, $access:expr, $owned:expr) => {
        impl Codec<$value> for $mode {
            type Ready = $value;
            type Bytes = AlignedVec;
            type Kept = AlignedVec;
            const ENCODE_NOTE: &'static str = "output is an AlignedVec, of the right capacity from the start";

            fn ready(value: &Rc<$value>) -> Rc<$value> {
                Rc::clone(value)
            }

            fn kept() -> AlignedVec {
                AlignedVec::new()
            }

            #[inline(never)]
            fn encode(value: &$value) -> AlignedVec {
                let buf = AlignedVec::with_capacity(value.size() + SURPLUS);
                rkyv::api::high::to_bytes_in::<_, Error>(value, buf).expect("memory for the archive")
            }

            #[inline(never)]
            fn encode_into<'k>(value: &$value, kept: &'k mut AlignedVec) -> &'k [u8] {
                kept.clear();
                rkyv::api::high::to_bytes_in::<_, Error>(value, &mut *kept).expect("memory for the archive");
                kept
            }

            #[inline(never)]
            fn decode(bytes: &[u8]) -> $value {
                let owned: fn(&[u8]) -> $value = $owned;
                owned(bytes)
            }

            #[inline(never)]
            fn lend(bytes: &[u8]) -> usize {
                let access: fn(&[u8]) -> &$archived = $access;
                let $root = access(bytes);
                black_box($list).len()
            }

            #[inline(never)]
            fn sum(bytes: &[u8]) -> f64 {
                let access: fn(&[u8]) -> &$archived = $access;
                let $root = access(bytes);
                let $items = $list;
                $sum
            }
        }
    };
}

macro_rules! both {
    ($value:ty, $archived:ty, |$root:ident| $list:expr, |$items:ident| $sum:expr) => {
        archived!(
            Validated,
            $value,
            $archived,
            |$root| $list,
            |$items| $sum,
            |bytes| rkyv::access::<_, Error>(bytes).expect(OWN_BYTES),
            |bytes| rkyv::from_bytes::<_, Error>(bytes).expect(OWN_BYTES)
        );
        // SAFETY of both: the rows pass only whole aligned buffers that `encode` made of such a value in this process.
        archived!(
            Unchecked,
            $value,
            $archived,
            |$root| $list,
            |$items| $sum,
            |bytes| unsafe { rkyv::access_unchecked(bytes) },
            |bytes| unsafe { rkyv::from_bytes_unchecked::<_, Error>(bytes) }.expect(OWN_BYTES)
        );
    };
}
both!(Mesh, ArchivedMesh, |root| root.vertices.as_slice(), |items| sum_vertices(items, ArchivedVertex::numbers));
both!(Column, ArchivedColumn, |root| root.values.as_slice(), |items| sum_numbers(items, |number| number.to_native()));
