//! The planner: where each field of a struct lies. Pure arithmetic on sizes; it touches no bytes.
//!
//! The same functions run at compile time for derived types and at run time for parsed schemas, so
//! both give the same offsets. A record is a sequence of regions, one per revision that added
//! fields:
//!
//! ```text
//! region = pointer-free slots | bitmap | pointer-bearing slots      each in declaration order
//! ```
//! A slot's offset depends on the pointer width only through the pointers before it:
//! `fixed + (pointers << shift)`.

use alloc::vec;
use alloc::vec::Vec;

/// A size or an offset: bytes that do not depend on the pointer width, and a number of pointers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Bytes that are the same at every width.
    pub fixed: u32,
    /// Pointers, each as many bytes as the buffer's width says.
    pub pointers: u32,
}

impl Size {
    /// No bytes.
    pub const ZERO: Self = Self::bytes(0);
    /// One pointer.
    pub const POINTER: Self = Self { fixed: 0, pointers: 1 };

    /// A tag and a payload as wide as a pointer.
    pub const UNION: Self = Self { fixed: 1, pointers: 1 };

    /// `fixed` bytes without pointers.
    #[must_use]
    pub const fn bytes(fixed: u32) -> Self {
        Self { fixed, pointers: 0 }
    }

    /// The bytes of a `T` in memory, which is one word.
    // Words have one to sixteen bytes.
    #[allow(clippy::cast_possible_truncation)]
    #[must_use]
    pub const fn of<T>() -> Self {
        Self::bytes(size_of::<T>() as u32)
    }

    /// Whether it is no bytes.
    pub(crate) const fn is_zero(self) -> bool {
        self.fixed == 0 && self.pointers == 0
    }

    /// The size in bytes where a pointer has `1 << shift` bytes.
    #[inline(always)]
    #[must_use]
    pub const fn at(self, shift: u32) -> usize {
        self.bytes_at(shift) as usize
    }

    #[inline(always)]
    pub(crate) const fn bytes_at(self, shift: u32) -> u32 {
        // Records are at most 64 KiB (checked when a struct is planned), so neither operation can
        // wrap.
        self.fixed.wrapping_add(self.pointers.wrapping_shl(shift))
    }

    /// The size of so many of them.
    #[must_use]
    pub const fn times(self, count: u32) -> Self {
        Self { fixed: self.fixed.saturating_mul(count), pointers: self.pointers.saturating_mul(count) }
    }

    /// Bytes at the widest pointers, also of what is longer than a record may be.
    pub(crate) const fn at_widest(self) -> u64 {
        // Two numbers of 32 bits.
        (self.fixed as u64).saturating_add((self.pointers as u64).saturating_mul(4))
    }

    /// Sum of two sizes.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { fixed: self.fixed.saturating_add(other.fixed), pointers: self.pointers.saturating_add(other.pointers) }
    }
}

/// The largest record, in bytes at the widest pointers.
pub(crate) const MAX_RECORD: usize = 0xFFFF;

/// What one field needs of its record.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Bits in the bitmap: one of presence for an optional field without a pointer of its own, one
    /// of value for a bool.
    pub bits: u32,
    /// Bytes of the slot.
    pub slot: Size,
    /// The revision that added the field; the first is 1.
    pub since: u32,
}

impl Shape {
    /// This shape, of a field that a revision added.
    #[must_use]
    pub const fn since(self, since: u32) -> Self {
        Self { since, ..self }
    }
}

/// Where one field lies in its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Offset of the bitmap of the field's region.
    pub bitmap: Size,
    /// First bit of the field in that bitmap; bit `n` is bit `n % 8`, least significant first, of
    /// byte `n / 8`.
    pub bit: u32,
    /// Offset of the slot.
    pub slot: Size,
    /// End of the region: a record that ends before it does not store the field.
    pub end: Size,
}

impl Place {
    /// The place of the only field of a record of one field: a list element.
    #[must_use]
    pub const fn single(bits: u32, slot: Size) -> Self {
        let [place] = plan(&[Shape { bits, slot, since: 1 }]);
        place
    }

    /// The place of a growable struct in an element, which begins with a byte of presence if it is
    /// optional: so that an element of any revision has it at one offset.
    #[must_use]
    pub const fn element(optional: bool, record: Size) -> Self {
        let slot = Size::bytes(if optional { 1 } else { 0 });
        Self { bitmap: Size::ZERO, bit: 0, slot, end: slot.plus(record) }
    }

    /// The place of a field whose bits, if it has any, lie in its slot.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn alone(slot: Size) -> Self {
        Self { bitmap: slot, bit: 0, slot, end: Size::ZERO }
    }

    /// The payload of a union in the slot: behind the tag, as a field that is alone there.
    #[inline(always)]
    #[must_use]
    pub const fn payload(self) -> Self {
        Self { end: self.end, ..Self::alone(self.slot.plus(Size::bytes(1))) }
    }

    /// The place in a record that has the one of this place inline, from `start` on.
    #[must_use]
    pub(crate) const fn within(self, start: Size) -> Self {
        let Self { bitmap, bit, slot, end } = self;
        Self { bitmap: start.plus(bitmap), bit, slot: start.plus(slot), end: start.plus(end) }
    }

    /// The place with the next bit: the value bit behind a presence bit.
    #[inline(always)]
    #[must_use]
    pub const fn next_bit(mut self) -> Self {
        self.bit = self.bit.wrapping_add(1);
        self
    }
}

/// What a map's entries are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryLayout {
    /// Bytes of the key, before those of the value.
    pub key: Size,
    /// Bytes of an entry, of the newest revision if the map stores a stride.
    pub size: Size,
    /// Bytes of an entry before the record whose size the stride tells; `None` if the map stores no
    /// stride.
    pub prefix: Option<Size>,
}

impl EntryLayout {
    /// The most entries of a run. It does not depend on the pointer width, so that widening moves
    /// no entries between runs.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        let size = self.size.at(2);
        match RUN.checked_div(size) {
            Some(fitting) if fitting > 8 => fitting,
            _ => 8,
        }
    }

    /// Entries that a run has in the canonical form, if there are too many for one.
    #[must_use]
    pub const fn fill(&self) -> usize {
        let capacity = self.capacity();
        capacity.saturating_sub(capacity / 4)
    }
}

/// Bytes of a run of entries, about.
const RUN: usize = 8192;

/// Places of all fields.
#[must_use]
pub const fn plan<const N: usize>(shapes: &[Shape; N]) -> [Place; N] {
    let mut places = [NOWHERE; N];
    plan_into(shapes, &mut places, &mut []);
    places
}

/// Ends of the `R` regions of a struct, in revision order; the last is the size of its record.
#[must_use]
pub const fn ends<const N: usize, const R: usize>(shapes: &[Shape; N]) -> [Size; R] {
    let mut places = [NOWHERE; N];
    let mut ends = [Size::ZERO; R];
    plan_into(shapes, &mut places, &mut ends);
    ends
}

/// The ends of the regions of a derived struct.
///
/// # Panics
/// While compiling, if the record is larger than a record may be.
#[must_use]
pub const fn checked_ends<const N: usize, const R: usize>(shapes: &[Shape; N]) -> [Size; R] {
    let ends = ends::<N, R>(shapes);
    check_record(&ends);
    ends
}

/// Size of a record: the end of its last region.
#[must_use]
pub const fn last_end(ends: &[Size]) -> Size {
    match ends {
        [.., last] => *last,
        [] => Size::bytes(1),
    }
}

/// Checks the regions of a derived struct that is not generic.
///
/// # Panics
/// While compiling, if the record is larger than a record may be.
#[track_caller]
pub const fn check_record(ends: &[Size]) {
    assert!(is_record(ends), "a record has at most 65,535 bytes");
}

/// The size of an element, a key, a value or a payload, which is a record.
///
/// ```compile_fail,E0080
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Columns { blocks: Vec<Option<[u8; 65_535]>> } // a byte of presence, and so 65,536 bytes
///
/// let bytes = vellum::to_vec(&Columns { blocks: vec![None] })?;
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Panics
/// While compiling, if it is larger than a record may be.
pub(crate) const fn checked_element(size: Size) -> Size {
    assert!(size.at_widest() <= MAX_RECORD as u64, "an element, key, value or payload has at most 65,535 bytes");
    size
}

/// Whether a record with these regions is no larger than a record may be.
const fn is_record(ends: &[Size]) -> bool {
    let [.., last] = ends else { return true };
    let pointers = (last.pointers as u64).saturating_mul(4);
    (last.fixed as u64).saturating_add(pointers) <= MAX_RECORD as u64
}

/// Places of all fields and ends of all regions, of a schema that is not compiled in.
///
/// The fields of a revision are looked at once: a schema from anywhere may have as many revisions
/// as fields.
pub(crate) fn plan_sorted(shapes: &[Shape]) -> (Vec<Place>, Vec<Size>) {
    let mut order: Vec<usize> = (0..shapes.len()).collect();
    order.sort_by_key(|index| shapes.get(*index).map_or(0, |shape| shape.since));
    let sorted: Vec<Shape> = order.iter().filter_map(|index| shapes.get(*index)).copied().collect();
    let mut sorted_places = vec![NOWHERE; sorted.len()];
    let (mut ends, mut end) = (Vec::new(), Size::ZERO);
    let (mut revision, mut from) = (1, 0usize);
    loop {
        let rest = sorted.get(from..).unwrap_or(&[]);
        let count = rest.iter().take_while(|shape| shape.since == revision).count();
        let to = from.saturating_add(count);
        end = plan_region(&sorted, &mut sorted_places, from, to, revision, end);
        ends.push(end);
        from = to;
        match sorted.get(from) {
            Some(next) => revision = next.since,
            None => break,
        }
    }
    let mut places = vec![NOWHERE; shapes.len()];
    for (index, place) in order.into_iter().zip(sorted_places) {
        if let Some(slot) = places.get_mut(index) {
            *slot = place;
        }
    }
    (places, ends)
}

const NOWHERE: Place = Place { bitmap: Size::ZERO, bit: 0, slot: Size::ZERO, end: Size::ZERO };

/// Writes the place of every field and the end of every region.
// Indexing: a const fn cannot iterate. Indices run below the slices' lengths.
#[allow(clippy::indexing_slicing)]
const fn plan_into(shapes: &[Shape], places: &mut [Place], ends: &mut [Size]) {
    let mut revision = 1;
    let mut region: usize = 0;
    let mut end = Size::ZERO;
    loop {
        end = plan_region(shapes, places, 0, shapes.len(), revision, end);
        if region < ends.len() {
            ends[region] = end;
        }
        let Some(next) = next_revision(shapes, revision) else { return };
        revision = next;
        region = region.saturating_add(1);
    }
}

/// Writes the places of the fields of a revision, which have indices from `from` to before `to`;
/// gives the end of their region.
#[allow(clippy::indexing_slicing)]
const fn plan_region(
    shapes: &[Shape],
    places: &mut [Place],
    from: usize,
    to: usize,
    revision: u32,
    start: Size,
) -> Size {
    // Slots without pointers, which also say how many bits there are.
    let (mut bitmap, mut bits, mut index) = (start, 0u32, from);
    while index < to {
        let shape = shapes[index];
        if shape.since == revision {
            places[index].bit = bits;
            bits = bits.saturating_add(shape.bits);
            if shape.slot.pointers == 0 {
                places[index].slot = bitmap;
                bitmap = bitmap.plus(shape.slot);
            }
        }
        index = index.saturating_add(1);
    }
    let mut end = bitmap.plus(Size::bytes(bits.div_ceil(8)));
    index = from;
    while index < to {
        let shape = shapes[index];
        if shape.since == revision {
            places[index].bitmap = bitmap;
            if shape.slot.pointers > 0 {
                places[index].slot = end;
                end = end.plus(shape.slot);
            }
        }
        index = index.saturating_add(1);
    }
    if end.fixed == 0 && end.pointers == 0 {
        // A record never has zero bytes.
        end.fixed = 1;
    }
    index = from;
    while index < to {
        if shapes[index].since == revision {
            places[index].end = end;
        }
        index = index.saturating_add(1);
    }
    end
}

#[allow(clippy::indexing_slicing)]
const fn next_revision(shapes: &[Shape], after: u32) -> Option<u32> {
    let mut next = None;
    let mut index: usize = 0;
    while index < shapes.len() {
        let since = shapes[index].since;
        if since > after {
            match next {
                Some(best) if best <= since => {}
                _ => next = Some(since),
            }
        }
        index = index.saturating_add(1);
    }
    next
}

/// Whether a stored record of `size` bytes is one that some revision wrote: a known region end, or
/// longer than all.
#[inline]
#[must_use]
pub(crate) fn is_known_size(ends: &[Size], size: usize, shift: u32) -> bool {
    match ends {
        [only] => size >= only.at(shift),
        [.., last] => size >= last.at(shift) || is_older_size(ends, size, shift),
        [] => false,
    }
}

#[cold]
#[inline(never)]
fn is_older_size(ends: &[Size], size: usize, shift: u32) -> bool {
    ends.binary_search_by(|end| end.at(shift).cmp(&size)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn shape(bits: u32, fixed: u32, pointers: u32, since: u32) -> Shape {
        Shape { bits, slot: Size { fixed, pointers }, since }
    }

    #[test]
    fn pointer_free_slots_come_before_pointers_in_declaration_order() {
        // list, bool, enum, string
        let shapes = [shape(0, 0, 1, 1), shape(1, 0, 0, 1), shape(0, 1, 0, 1), shape(0, 0, 1, 1)];
        let places = plan(&shapes);
        assert_eq!(places[1].bit, 0);
        assert_eq!(places[2].slot, Size::ZERO);
        assert_eq!(places[1].bitmap, Size::bytes(1));
        assert_eq!(places[0].slot, Size { fixed: 2, pointers: 0 });
        assert_eq!(places[3].slot, Size { fixed: 2, pointers: 1 });
        assert_eq!(ends::<4, 1>(&shapes), [Size { fixed: 2, pointers: 2 }]);
    }

    #[test]
    fn a_later_revision_moves_no_earlier_offset() {
        let first = [shape(1, 0, 0, 1), shape(0, 4, 0, 1), shape(0, 0, 1, 1)];
        let second = [first[0], first[1], first[2], shape(1, 2, 0, 3), shape(0, 0, 1, 2)];
        let (before, after) = (plan(&first), plan(&second));
        assert_eq!(before[..], after[..3]);
        assert_eq!(after[4].slot, Size { fixed: 5, pointers: 1 });
        assert_eq!(after[3].slot, Size { fixed: 5, pointers: 2 });
        assert_eq!(after[3].bitmap, Size { fixed: 7, pointers: 2 });
        assert_eq!(plan_sorted(&second).0, after);
        assert_eq!(plan_sorted(&second).1, ends::<5, 3>(&second));
    }

    #[test]
    fn an_empty_record_has_one_byte() {
        assert_eq!(ends::<0, 1>(&[]), [Size::bytes(1)]);
        assert_eq!(ends::<1, 2>(&[shape(0, 4, 0, 2)]), [Size::bytes(1), Size::bytes(5)]);
        assert_eq!(plan_sorted(&[shape(0, 4, 0, 2)]).1, [Size::bytes(1), Size::bytes(5)]);
        assert_eq!(plan_sorted(&[]).1, [Size::bytes(1)]);
    }

    #[test]
    fn stored_sizes_are_region_ends_or_newer() {
        let ends = [Size { fixed: 2, pointers: 1 }, Size { fixed: 4, pointers: 3 }];
        let known = |size| is_known_size(&ends, size, 1);
        assert_eq!([3, 4, 5, 9, 10, 11].map(known), [false, true, false, false, true, true]);
    }
}
