//! Unions: payloads in slots, behind pointers, and in packed lists.
//!
//! A payload that is a short word or one pointer is proved in the slot, any other as a record of
//! one field behind a pointer.

use super::prover::{Found, Prover};
use crate::layout::Place;
use crate::read::union::Packed;
use crate::schema::{MAX_VARIANTS, MIXED};
use crate::typed::element::field_at;
use crate::typed::plan::packed;
use crate::typed::union::is_inline;
use crate::typed::{Value, union};
use crate::verify::claims::is_all;
use crate::wire::stored;
use crate::wire::varint;
use crate::wire::width::StaticWidth;

impl<'a, W: StaticWidth> Prover<'a, W> {
    /// The variant of the union at a place.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn tag(&self, record: &[u8], place: &Place) -> u8 {
        union::tag(record, place, self.shift())
    }

    /// A slot whose variant has the payload `T`.
    #[doc(hidden)]
    #[inline]
    pub fn payload<T: Value>(&mut self, record: &[u8], place: &Place) -> Option<()> {
        let shift = self.shift();
        let payload = place.payload();
        let width = 1usize.wrapping_shl(shift);
        let slot = stored(record, payload.slot.at(shift), width);
        let used = if T::SHAPE.word > 0 && is_inline::<T>(shift) { T::SHAPE.word as usize } else { width };
        if slot.iter().skip(used).any(|byte| *byte != 0) {
            return None;
        }
        if is_inline::<T>(shift) {
            // A bool, which is a bit of its byte.
            if T::SHAPE.bits > 0 && slot.first().is_some_and(|byte| byte & 0xFE != 0) {
                return None;
            }
            return T::prove(self, record, &field_at::<T>(&payload));
        }
        let Some(object) = self.follow(record, payload.slot)? else {
            // Zero, which is not a value of every word type.
            return if T::SHAPE.word > 0 && T::SHAPE.checked { self.alone::<T>(&[]) } else { Some(()) };
        };
        let content = object.blob()?;
        if content.len() != const { T::SHAPE.single() }.end.at(shift) {
            return None;
        }
        self.claim(object.at, content)?;
        // A word has no objects, so it does not count as a level.
        if T::SHAPE.word > 0 { self.alone::<T>(content) } else { self.deeper(|prover| prover.alone::<T>(content)) }
    }

    /// A slot whose variant has no payload.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn no_payload(&self, record: &[u8], place: &Place) -> Option<()> {
        let shift = self.shift();
        is_all(stored(record, place.payload().slot.at(shift), 1usize.wrapping_shl(shift)), 0).then_some(())
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
    pub(super) fn union_list<T: Value>(&mut self, object: Found<'a>) -> Option<()> {
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
