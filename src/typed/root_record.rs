//! The root record of a buffer: the record of a struct, or a record whose only field is a value of
//! any other type.
//!
//! Which of the two is a constant of the type, so the other branch is eliminated.

use core::marker::PhantomData;

use super::decode::decode_element;
use super::element::{alone, element, element_len, write_element};
use super::{Decode, Heap, Reading, Value, field};
use crate::error::Result;
use crate::layout::{Shape, Size, checked_ends};
use crate::read::Buf;
use crate::read::decoder::{Decoder, MAX_DEPTH};
use crate::read::record::RecordBytes;
use crate::schema::{Field, Order, RootPlan, Struct, StructId};
use crate::wire::header::Header;
use crate::wire::width::{PointerWidth, StaticWidth, Width, with_width};

/// The root record of a buffer of a type, as constants.
pub(super) struct Root<T>(PhantomData<T>);

impl<T: Value> Root<T> {
    /// Whether the type is a struct, whose record is the root.
    pub(super) const IS_STRUCT: bool = T::PLAN.root.is_some();
    /// The ends of the regions.
    pub(super) const ENDS: &'static [Size] = if Self::IS_STRUCT { T::PLAN.ends } else { Self::SINGLE };
    /// The plan of the root, for the engine.
    pub(super) const PLAN: RootPlan = match T::PLAN.root {
        Some(root) => root,
        None => RootPlan::new(StructId::compiled(Self::record), PointerWidth::One),
    };

    /// What buffers of the type carry of it, if they do.
    #[inline(always)]
    pub(super) fn lineage() -> Option<u32> {
        const { Self::PLAN }.lineage()
    }

    /// Bytes of the header for a root record of `size` bytes.
    pub(super) const fn head(size: u32) -> usize {
        Header::len(size).saturating_add(Self::PLAN.lineage_len())
    }

    const SINGLE: &'static [Size; 1] = &checked_ends(Self::SHAPES);
    const SHAPES: [Shape; 1] = [T::SHAPE.since(1)];
    const FIELDS: &'static [Field; 1] = &[field::Field::alone::<T>().plan::<T>(1)];
    const ORDER: &'static Order<1> = &Order::new(Self::FIELDS, &Self::SHAPES);

    /// The struct whose only field is a value of any other type.
    fn record() -> &'static Struct {
        const { &Struct::compiled(("", false, true, false), Self::FIELDS, Self::SINGLE, Self::ORDER) }
    }
}

/// Bytes of all objects behind the root record.
#[inline(always)]
pub(super) fn root_len<T: Value, W: StaticWidth>(value: &T::Set<'_>) -> u64 {
    if const { Root::<T>::IS_STRUCT } {
        element_len::<T, W>(value, MAX_DEPTH)
    } else {
        T::heap_len::<false, W>(value, alone::<T>(), MAX_DEPTH)
    }
}

/// Writes the root record, and the objects it points to.
#[inline(always)]
pub(super) fn write_root<T: Value, W: StaticWidth>(
    value: &T::Set<'_>,
    record: &mut [u8],
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    if const { Root::<T>::IS_STRUCT } {
        write_element::<T, W>(value, record, heap)
    } else {
        T::write(value, record, alone::<T>(), heap)
    }
}

/// Reads the value of a root record.
#[inline(always)]
pub(super) fn get_root<'a, T: Value, R: Reading>(root: &RecordBytes<'a>, known: R) -> Result<R::Get<'a, T>, R::Error> {
    if const { Root::<T>::IS_STRUCT } {
        known.get::<T, true>(root, element::<T>())
    } else {
        known.get::<T, false>(root, alone::<T>())
    }
}

/// Decodes the value of a root record, checking every byte, within the budget of a walk.
#[inline(always)]
pub(super) fn decode_root<'b, T: Value + Decode<'b>>(buf: &Buf<'b>, root: &[u8]) -> Result<T> {
    #[inline(always)]
    fn decode<'b, T: Value + Decode<'b>, W: Width>(root: &[u8], decoder: &mut Decoder<'b, W>) -> Result<T> {
        if const { Root::<T>::IS_STRUCT } {
            decode_element(root, decoder)
        } else {
            T::decode(root, alone::<T>(), decoder)
        }
    }
    with_width!(PointerWidth::from(buf.width), W => decode(root, &mut Decoder::new(buf.with_width(W {}))))
}
