//! The proofs of values: fields, elements, lists, maps, unions and structs.

use super::prover::{Found, Prover, Unused};
use super::reason::{Proving, of_key};
use crate::error::{Error, Wording};
use crate::layout::{Place, Size, is_known_size};
use crate::read::map::EntryShape;
use crate::read::open::RecordBytes;
use crate::read::union::Packed;
use crate::read::{Buf, Elements};
use crate::schema::{MAX_VARIANTS, MIXED};
use crate::typed::element::{alone, element, field_at, of_list};
use crate::typed::key::MapKey;
use crate::typed::plan::packed;
use crate::typed::union::is_inline;
use crate::typed::{At, Value};
use crate::verify::claims::is_all;
use crate::wire::stored;

impl<'a, W: Proving> Prover<'a, W> {
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
        W::visit::<T>(self, false);
        if const { T::SHAPE.is_element_checked() && !W::VISITS } { self.element::<T>(value, MIXED) } else { Some(()) }
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
        T::prove_value(self, record, at)
    }

    /// The list behind a pointer slot, whose elements are of `T`.
    #[inline(always)]
    pub(in crate::typed) fn list<T: Value>(&mut self, record: &[u8], slot: Size) -> Option<()> {
        if const { W::VISITS } {
            W::visit::<T>(self, false);
            return Some(());
        }
        if const { T::SHAPE.byte && !T::SHAPE.checked } {
            return self.content(record, slot).map(drop);
        }
        if const { W::TELLS } {
            // Of an invalid pointer its slot is told.
            self.follow(record, slot)?;
        }
        match self.pointer(record, slot) {
            0 => Some(()),
            at => self.list_at::<T>(at),
        }
    }

    #[inline]
    fn list_at<T: Value>(&mut self, at: usize) -> Option<()> {
        if const { T::SHAPE.packs } {
            return self.union_list::<T>(at);
        }
        let shift = self.shift();
        let elements = if const { T::ELEMENT.ends.is_empty() } {
            let size = T::ELEMENT.size.at(shift);
            match self.next_content(at, size) {
                Some((count, elements)) => Elements::new(count, size, elements),
                None => self.rare_elements(at, size, const { T::SHAPE.byte })?,
            }
        } else {
            let object = self.object(at)?;
            let elements = if const { W::TELLS } {
                let elements = self.buf.strided(object.bytes, T::ELEMENT.ends, T::ELEMENT.prefix);
                self.found(elements)?
            } else {
                self.buf.valid_strided(object.bytes, T::ELEMENT.ends, T::ELEMENT.prefix)?
            };
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
    fn rare_elements(&mut self, at: usize, size: usize, is_bytes: bool) -> Option<Elements<'a>> {
        let object = self.object(at)?.bytes;
        let elements = if const { W::TELLS } {
            let elements = if is_bytes {
                self.buf.blob(object).map(|bytes| Elements::new(bytes.len(), 1, bytes))
            } else {
                self.buf.elements(object, size)
            };
            self.found(elements)?
        } else {
            Buf::<W>::valid_elements(object, size)?
        };
        self.claim(at, elements.bytes)?;
        Some(elements)
    }

    /// The elements of a list.
    #[inline(always)]
    pub(super) fn elements<T: Value>(&mut self, elements: &Elements<'a>, tag: u8) -> Option<()> {
        if const { !T::SHAPE.is_element_checked() } {
            return Some(());
        }
        if const { T::SHAPE.bits == 1 && T::SHAPE.slot.is_zero() && !T::SHAPE.checked && !W::TELLS } {
            // Bools: all at once.
            return (elements.bytes.iter().fold(0, |all, byte| all | byte) <= 1).then_some(());
        }
        let at = &of_list::<T>(tag);
        self.each(elements.bytes, elements.stride, |prover, element| prover.one_field::<T, true>(element, at))
    }

    /// Proves each of some records, whose index is a step of the path.
    #[inline(always)]
    pub(in crate::typed) fn each<'r>(
        &mut self,
        records: &'r [u8],
        stride: usize,
        prove: impl Fn(&mut Self, &'r [u8]) -> Option<()>,
    ) -> Option<()> {
        let mut index = 0usize;
        for record in records.chunks_exact(stride.max(1)) {
            let done = prove(self, record);
            self.within(done, |error| error.in_element(index))?;
            if const { W::TELLS } {
                index = index.saturating_add(1);
            }
        }
        Some(())
    }
}

// Maps and sets: keys ascend through all runs, and the blocks have as many entries as the header
// says.

/// The map behind a slot; `rest` proves the bytes behind the key of an entry.
#[inline]
pub(in crate::typed) fn prove<K: MapKey, W: Proving>(
    prover: &mut Prover<'_, W>,
    record: &[u8],
    slot: Size,
    shape: &EntryShape<'_>,
    rest: impl Fn(&mut Prover<'_, W>, &[u8]) -> Option<()>,
) -> Option<()> {
    if const { W::VISITS } {
        W::visit::<K>(prover, false);
        return rest(prover, &[]);
    }
    let Some(object) = prover.follow(record, slot)? else { return Some(()) };
    let map = prover.buf.map(object.bytes, shape);
    let map = prover.found(map)?;
    prover.claim(object.at, map.own_bytes())?;
    prover.deeper(|prover| {
        let mut last = Last::None;
        let pointers = match map.parts() {
            Ok(run) => return entries::<K, W>(prover, &run, &mut last, &rest),
            Err(pointers) => pointers,
        };
        let mut count = 0usize;
        for pointer in pointers.chunks_exact(1usize.wrapping_shl(prover.shift()).max(1)) {
            let Some(block) = prover.follow(pointer, Size::ZERO)? else {
                return prover.fail(|buf| Error::corrupt(buf.position(pointers), Wording::NoBlock));
            };
            let run = prover.buf.block(block.bytes, shape);
            let run = prover.found(run)?;
            if run.count == 0 {
                return prover.fail(|_| Error::corrupt(block.at, Wording::EmptyBlock));
            }
            count = count.saturating_add(run.count);
            prover.claim(block.at, run.bytes)?;
            entries::<K, W>(prover, &run, &mut last, &rest)?;
        }
        if count == map.count {
            return Some(());
        }
        prover.fail(|_| Error::corrupt(object.at, Wording::MapCount))
    })
}

/// The key before.
enum Last<'a> {
    None,
    /// Text or bytes.
    Blob(&'a [u8]),
    /// The entry with a key of another type.
    Entry(&'a [u8]),
}

/// The entries of a run, whose keys must be greater than `last`.
#[inline]
fn entries<'a, K: MapKey, W: Proving>(
    prover: &mut Prover<'a, W>,
    run: &Elements<'a>,
    last: &mut Last<'a>,
    prove_rest: impl Fn(&mut Prover<'_, W>, &[u8]) -> Option<()>,
) -> Option<()> {
    let buf = Buf { bytes: prover.buf.bytes, floor: prover.buf.floor, width: prover.buf.width.number() };
    let key_size = K::ELEMENT.size.at(prover.shift());
    for entry in run.bytes.chunks_exact(run.stride.max(1)) {
        let (key, rest) = entry.split_at_checked(key_size)?;
        prover.element::<K>(key, MIXED)?;
        let next = if const { K::SHAPE.nullable } {
            Last::Blob(match prover.follow(key, Size::ZERO)? {
                Some(object) => object.blob()?,
                None => &[],
            })
        } else {
            Last::Entry(key)
        };
        let ascends = match (&*last, &next) {
            (Last::Blob(last), Last::Blob(next)) => *last < *next,
            (Last::Entry(last), Last::Entry(next)) => {
                K::ascends(&RecordBytes::new(buf, last), &RecordBytes::new(buf, next))
            }
            _ => true,
        };
        if !ascends {
            return prover
                .fail(|_| of_key::<K>(Error::corrupt(buf.position(entry), Wording::KeysNotAscending), buf, entry));
        }
        *last = next;
        let done = prove_rest(prover, rest);
        prover.within(done, |error| of_key::<K>(error, buf, entry))?;
    }
    Some(())
}

// Unions: payloads in slots, behind pointers, and in packed lists.
//
// A payload that is a short word or one pointer is proved in the slot, any other as a record of
// one field behind a pointer.

/// Where a payload lies in the bytes behind its tag.
pub(super) const IN_SLOT: &Place = &Place::alone(Size::ZERO);

impl<'a, W: Proving> Prover<'a, W> {
    /// The variant of a union, and the bytes from its payload on; its place in an element of a list
    /// is known to the compiler. Of a record that does not store it, the first variant and none.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn union<'r, T: Value, const ELEMENT: bool>(
        &mut self,
        record: &'r [u8],
        at: &At<'_, (), ELEMENT>,
    ) -> (u8, &'r [u8]) {
        if const { W::VISITS } {
            return (W::tag(&self.notes), &[]);
        }
        let slot = if ELEMENT { 0 } else { at.place.slot.at(self.shift()) };
        let (tag, payload) = match record.get(slot..) {
            Some([tag, payload @ ..]) => (*tag, payload),
            _ => (0, [].as_slice()),
        };
        if const { W::TELLS } {
            self.at_union(self.buf.position(record).saturating_add(slot), tag, const { T::PLAN.variants });
        }
        (tag, payload)
    }

    /// The payload `T` of a variant, at the begin of `slot`.
    #[doc(hidden)]
    #[inline(always)]
    pub fn payload<T: Value>(&mut self, slot: &[u8]) -> Option<()> {
        if const { W::VISITS } {
            W::visit::<T>(self, W::tag(&self.notes) == 0);
            return Some(());
        }
        if const { W::TELLS } {
            return self.told_payload::<T>(slot);
        }
        if const { T::SHAPE.pointer } {
            return T::prove_value(self, slot, const { &field_at::<T>(IN_SLOT) });
        }
        self.word_or_boxed::<T>(slot)
    }

    /// A payload that is a word, or a record of one field behind a pointer.
    #[inline]
    fn word_or_boxed<T: Value>(&mut self, slot: &[u8]) -> Option<()> {
        let shift = self.shift();
        if const { T::SHAPE.word > 0 } && is_inline::<T>(shift) {
            // The bytes behind the word are zeros; a bool is a bit of its byte.
            let word = self.pointer(slot, Size::ZERO);
            let unused = if const { T::SHAPE.bits > 0 } { 1 } else { const { T::SHAPE.word.wrapping_mul(8) } };
            return if word.checked_shr(unused).unwrap_or(0) == 0 {
                T::prove_value(self, slot, const { &field_at::<T>(IN_SLOT) })
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
    pub fn no_payload(&mut self, slot: &[u8]) -> Option<()> {
        if self.pointer(slot, Size::ZERO) == 0 {
            return Some(());
        }
        let (at, _) = self.union_here();
        self.fail(|_| Error::corrupt(at, Wording::UnionHoldsMore))
    }

    /// A slot or an element of a packed list whose variant is not known, if the union is open and
    /// the type has a value for it.
    #[doc(hidden)]
    #[inline(always)]
    pub fn unknown(&mut self, tag: u8, is_open: bool, is_held: bool) -> Option<()> {
        if !is_open || tag >= MAX_VARIANTS {
            return self.no_variant(tag);
        }
        if is_held { Some(()) } else { self.unreadable() }
    }

    /// A list of unions.
    #[inline]
    pub(super) fn union_list<T: Value>(&mut self, at: usize) -> Option<()> {
        let object = self.object(at)?;
        let list = self.buf.union_list(object.bytes);
        let list = self.found(list)?;
        let (_, tag, _) = list;
        let (elements, is_checked, is_unit) = if tag == MIXED {
            (self.buf.mixed_elements(list), true, false)
        } else if let Some(Packed { size, ends, prefix, is_checked, is_unit, .. }) = packed::<T>(tag) {
            (self.buf.union_elements(list, size, ends, prefix), is_checked, is_unit)
        } else {
            return self.unknown_list::<T>(object, list);
        };
        let elements = self.found(elements)?;
        self.claim(object.at, elements.bytes)?;
        if is_unit && !is_all(elements.bytes, 0) {
            return self.fail(|buf| Error::corrupt(buf.position(elements.bytes), Wording::UnitNotZero));
        }
        let done =
            self.deeper(|prover| if is_checked && !is_unit { prover.elements::<T>(&elements, tag) } else { Some(()) });
        self.within(done, |error| error.in_field(const { T::PLAN.variants }.get(usize::from(tag)).unwrap_or(&"")))
    }

    /// A packed list of an unknown variant, if the union is open and the type has a value for it.
    /// Only a newer revision knows the size of its elements, but each has at least one byte.
    #[cold]
    fn unknown_list<T: Value>(&mut self, object: Found<'a>, list: (usize, u8, &'a [u8])) -> Option<()> {
        let (_, tag, _) = list;
        self.at_union(object.at, tag, &[]);
        self.element::<T>(&[], tag)?;
        let elements = self.buf.unknown_elements(list);
        let elements = self.found(elements)?;
        self.claim(object.at, elements.bytes)
    }
}

// Structs as values of a field.

/// Proves a struct at a place: behind a pointer if it can grow, else inline.
#[doc(hidden)]
#[inline]
pub fn prove_struct<T: Value, W: Proving>(prover: &mut Prover<'_, W>, record: &[u8], place: &Place) -> Option<()> {
    if const { W::VISITS } {
        W::visit_struct::<T>(prover);
        return Some(());
    }
    if const { !T::SHAPE.nullable } {
        let shift = prover.shift();
        return prover.element::<T>(stored(record, place.slot.at(shift), <T as Value>::SHAPE.slot.at(shift)), MIXED);
    }
    let record = if const { W::TELLS } {
        prover.told_record(record, place.slot, const { T::PLAN.ends })?
    } else {
        prover.content(record, place.slot)?
    };
    let Some(record) = record else { return Some(()) };
    if !is_known_size(const { T::PLAN.ends }, record.len(), prover.shift()) {
        return None;
    }
    prover.deeper(|prover| prover.element::<T>(record, MIXED))
}
