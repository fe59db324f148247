//! Single bits of a record: presence, and `bool`.

use crate::layout::Place;

/// The bit at `place`; a record that does not store it holds zero.
#[inline]
pub(crate) fn bit(record: &[u8], place: &Place, shift: u32) -> bool {
    let byte = record.get(bit_byte(place, shift)).copied().unwrap_or(0);
    byte & bit_mask(place) != 0
}

/// Writes the bit at `place`; `None` if the record does not store it.
#[inline]
pub(crate) fn put_bit(record: &mut [u8], place: &Place, shift: u32, value: bool) -> Option<()> {
    let byte = record.get_mut(bit_byte(place, shift))?;
    if value {
        *byte |= bit_mask(place);
    } else {
        *byte &= !bit_mask(place);
    }
    Some(())
}

#[inline(always)]
fn bit_byte(place: &Place, shift: u32) -> usize {
    place.bitmap.at(shift).wrapping_add((place.bit / 8) as usize)
}

#[inline(always)]
fn bit_mask(place: &Place) -> u8 {
    1u8.wrapping_shl(place.bit % 8)
}
