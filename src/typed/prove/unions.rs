//! Unions: payloads in slots, behind pointers, and in packed lists.
//!
//! A payload that is a short word or one pointer is proved in the slot, any other as a record of
//! one field behind a pointer.

use super::prover::{Found, Prover};
use crate::layout::{Place, Size};
use crate::read::union::Packed;
use crate::schema::{MAX_VARIANTS, MIXED};
use crate::typed::element::field_at;
use crate::typed::plan::packed;
use crate::typed::union::is_inline;
use crate::typed::{At, Value};
use crate::verify::claims::is_all;
use crate::wire::varint;
use crate::wire::width::StaticWidth;

/// Where a payload lies in the bytes behind its tag.
const IN_SLOT: &Place = &Place::alone(Size::ZERO);

impl<'a, W: StaticWidth> Prover<'a, W> {
    /// The variant of a union, and the bytes from its payload on; its place in an element of a list
    /// is known to the compiler. Of a record that does not store it, the first variant and none.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn union<'r, const ELEMENT: bool>(&self, record: &'r [u8], at: &At<'_, (), ELEMENT>) -> (u8, &'r [u8]) {
        let slot = if ELEMENT { 0 } else { at.place.slot.at(W::WIDTH.shift()) };
        match record.get(slot..) {
            Some([tag, payload @ ..]) => (*tag, payload),
            _ => (0, &[]),
        }
    }

    /// The payload `T` of a variant, at the begin of `slot`.
    #[doc(hidden)]
    #[inline(always)]
    pub fn payload<T: Value>(&mut self, slot: &[u8]) -> Option<()> {
        if const { T::SHAPE.pointer } {
            return T::prove(self, slot, const { &field_at::<T>(IN_SLOT) });
        }
        self.word_or_boxed::<T>(slot)
    }

    /// A payload that is a word, or a record of one field behind a pointer.
    #[inline]
    fn word_or_boxed<T: Value>(&mut self, slot: &[u8]) -> Option<()> {
        let shift = W::WIDTH.shift();
        if const { T::SHAPE.word > 0 } && is_inline::<T>(shift) {
            // The bytes behind the word are zeros; a bool is a bit of its byte.
            let word = Self::pointer(slot, Size::ZERO);
            let unused = if const { T::SHAPE.bits > 0 } { 1 } else { const { T::SHAPE.word.wrapping_mul(8) } };
            return if word.checked_shr(unused).unwrap_or(0) == 0 {
                T::prove(self, slot, const { &field_at::<T>(IN_SLOT) })
            } else {
                None
            };
        }
        let Some(content) = self.content(slot, Size::ZERO)? else {
            // Zero, which is not a value of every word type.
            return if const { T::SHAPE.word > 0 && T::SHAPE.checked } { self.alone::<T>(&[]) } else { Some(()) };
        };
        if content.len() != const { T::SHAPE.single() }.end.at(shift) {
            return None;
        }
        // A word has no objects, so it does not count as a level.
        if const { T::SHAPE.word > 0 } {
            self.alone::<T>(content)
        } else {
            self.deeper(|prover| prover.alone::<T>(content))
        }
    }

    /// A slot whose variant has no payload.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn no_payload(&self, slot: &[u8]) -> Option<()> {
        (Self::pointer(slot, Size::ZERO) == 0).then_some(())
    }

    /// A slot of an open union whose variant is not known.
    #[doc(hidden)]
    #[cold]
    #[must_use]
    pub fn unknown(&self, tag: u8) -> Option<()> {
        (tag < MAX_VARIANTS).then_some(())
    }

    /// An element of a packed list whose variant has no payload.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn packed_unit(&self, element: &[u8]) -> Option<()> {
        is_all(element, 0).then_some(())
    }

    /// A list of unions.
    #[inline]
    pub(super) fn union_list<T: Value>(&mut self, at: usize) -> Option<()> {
        let object = self.object(at)?;
        let (count, rest) = varint::read(object.bytes)?;
        let (tag, rest) = rest.split_first()?;
        let list = (count as usize, *tag, rest);
        let (elements, is_checked) = if *tag == MIXED {
            (self.buf.mixed_elements(list).ok()?, true)
        } else if let Some(Packed { size, ends, prefix, is_checked, .. }) = packed::<T>(*tag) {
            (self.buf.union_elements(list, size, ends, prefix).ok()?, is_checked)
        } else {
            return self.unknown_list::<T>(object, list);
        };
        self.claim(object.at, elements.bytes)?;
        self.deeper(|prover| if is_checked { prover.elements::<T>(&elements, *tag) } else { Some(()) })
    }

    /// A packed list of an unknown variant, if the union is open and the type has a value for it.
    /// Only a newer revision knows the size of its elements, but each has at least one byte.
    #[cold]
    fn unknown_list<T: Value>(&mut self, object: Found<'a>, list: (usize, u8, &'a [u8])) -> Option<()> {
        let (count, tag, rest) = list;
        if tag >= MAX_VARIANTS {
            return None;
        }
        self.element::<T>(&[], tag)?;
        self.claim(object.at, rest.get(..count)?)
    }
}
