//! Values of any type: fields, elements, lists.

use super::layout::Unused;
use super::prover::Prover;
use crate::layout::Size;
use crate::read::{Buf, Elements};
use crate::schema::MIXED;
use crate::typed::element::{alone, element, of_list};
use crate::typed::{At, Value};
use crate::wire::width::StaticWidth;

impl<'a, W: StaticWidth> Prover<'a, W> {
    /// A record of one field: its bitmap, and its value.
    #[inline]
    pub(in crate::typed) fn alone<T: Value>(&mut self, record: &[u8]) -> Option<()> {
        self.one_field::<T, false>(record, alone::<T>())
    }

    /// An element of a list, a part of an entry or a packed payload.
    #[doc(hidden)]
    #[inline(always)]
    pub fn element<T: Value>(&mut self, record: &[u8], tag: u8) -> Option<()> {
        if const { T::SHAPE.packs } {
            return self.one_field::<T, true>(record, &of_list::<T>(tag));
        }
        self.one_field::<T, true>(record, element::<T>())
    }

    /// The value of an entry.
    #[inline(always)]
    pub(in crate::typed) fn value<T: Value>(&mut self, value: &[u8]) -> Option<()> {
        if const { T::SHAPE.is_element_checked() } { self.element::<T>(value, MIXED) } else { Some(()) }
    }

    #[inline(always)]
    pub(in crate::typed) fn one_field<T: Value, const ELEMENT: bool>(
        &mut self,
        record: &[u8],
        at: &At<'_, T::Default, ELEMENT>,
    ) -> Option<()> {
        if const { T::SHAPE.bits > 0 } {
            let bits = const { 0xFFu8.wrapping_shl(T::SHAPE.bits) };
            self.zero_bits(record, Unused { at: at.place.bitmap, bits })?;
        }
        T::prove(self, record, at)
    }

    /// The list behind a pointer slot, whose elements are of `T`.
    #[inline(always)]
    pub(in crate::typed) fn list<T: Value>(&mut self, record: &[u8], slot: Size) -> Option<()> {
        if const { T::SHAPE.byte && !T::SHAPE.checked } {
            return self.content(record, slot).map(drop);
        }
        match Self::pointer(record, slot) {
            0 => Some(()),
            at => self.list_at::<T>(at),
        }
    }

    #[inline]
    fn list_at<T: Value>(&mut self, at: usize) -> Option<()> {
        if const { T::SHAPE.packs } {
            return self.union_list::<T>(at);
        }
        let shift = W::WIDTH.shift();
        let elements = if const { T::ELEMENT.ends.is_empty() } {
            let size = T::ELEMENT.size.at(shift);
            match self.next_content(at, size) {
                Some((count, elements)) => Elements::new(count, size, elements),
                None => self.rare_elements(at, size)?,
            }
        } else {
            let object = self.object(at)?;
            let elements = self.buf.valid_strided(object.bytes, T::ELEMENT.ends, T::ELEMENT.prefix)?;
            self.claim(at, elements.bytes)?;
            elements
        };
        // Bytes have no objects, so they do not count as a level.
        if const { T::SHAPE.byte } {
            return self.elements::<T>(&elements, MIXED);
        }
        self.deeper(|prover| prover.elements::<T>(&elements, MIXED))
    }

    #[inline(never)]
    fn rare_elements(&mut self, at: usize, size: usize) -> Option<Elements<'a>> {
        let elements = Buf::<W>::valid_elements(self.object(at)?.bytes, size)?;
        self.claim(at, elements.bytes)?;
        Some(elements)
    }

    /// The elements of a list.
    #[inline(always)]
    pub(super) fn elements<T: Value>(&mut self, elements: &Elements<'a>, tag: u8) -> Option<()> {
        if const { !T::SHAPE.is_element_checked() } {
            return Some(());
        }
        if const { T::SHAPE.bits == 1 && T::SHAPE.slot.is_zero() && !T::SHAPE.checked } {
            // Bools: all at once.
            return (elements.bytes.iter().fold(0, |all, byte| all | byte) <= 1).then_some(());
        }
        let at = &of_list::<T>(tag);
        for element in elements.bytes.chunks_exact(elements.stride.max(1)) {
            self.one_field::<T, true>(element, at)?;
        }
        Some(())
    }
}
