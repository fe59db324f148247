//! `Vec<T>` as a field: one pointer to a list; lists of unions are packed if they can be.

use alloc::vec::Vec;

use super::element::{element, of_list, write_each, write_plains};
use super::list::elements;
use super::list_edit::ListEdit;
use super::plan::{describe, packed};
use super::rules::{Measured, check_elements};
use super::structs::is_large;
use super::{At, Decode, Heap, List, Prover, Reading, TypePlan, TypeShape, TypedSlot, Value, opened_as_read};
use crate::error::{Result, length_changed};
use crate::layout::Place;
use crate::object::{ListHeader, ListHeaderKind};
use crate::read::decoder::Decoder;
use crate::read::union::Packed;
use crate::schema::{MIXED, Rules};
use crate::wire::width::{StaticWidth, Width};
use crate::write::measure::{TOO_DEEP, bounded};
use crate::write::{Link, Session, Storage, Target};

impl<T: Value> Value for Vec<T> {
    const SHAPE: TypeShape = TypeShape::POINTER;
    const PLAN: TypePlan = {
        let plan = TypePlan::new(super::plan::list::<T>(), |describer| describe::<T>(describer).listed());
        let plan = plan.converting(T::PLAN.converts);
        // Bytes can be keys.
        if T::SHAPE.word == 1 { plan } else { plan.unsorted() }
    };
    type Default = ();
    const DEFAULT: &'static () = &();
    opened_as_read!();
    type Get<'a, R: Reading> = T::GetList<'a, R>;
    type GetList<'a, R: Reading> = List<'a, Self, R>;
    type Set<'a>
        = &'a [T]
    where
        T: 'a;
    type Cursor<'a, S: Storage + 'a> = ListEdit<'a, S, T>;
    type FieldCursor<'a, S: Storage + 'a> = ListEdit<'a, S, T>;

    #[inline(always)]
    fn as_set(&self) -> &[T] {
        self
    }

    fn check(value: &&[T], levels: u32) -> Result<()> {
        let Some(levels) = levels.checked_sub(1) else { return Ok(()) };
        check_elements(value, levels)
    }

    #[inline(always)]
    fn is_default(value: &&[T], (): &()) -> bool {
        value.is_empty()
    }

    #[inline(always)]
    fn heap_len<const ELEMENT: bool, W: StaticWidth>(value: &&[T], at: &At<'_, (), ELEMENT>, levels: u32) -> u64 {
        if value.is_empty() && !at.keep {
            0
        } else {
            list_len::<T, W>(value.iter().map(|value| value.as_set()), levels)
        }
    }

    #[inline(always)]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &&[T],
        record: &mut [u8],
        at: &At<'_, (), ELEMENT>,
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        if value.is_empty() && !at.keep {
            return Ok(());
        }
        heap.point(record, at.place.slot)?;
        write_elements(value, heap)
    }

    #[inline]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
    ) -> Option<()> {
        prover.list::<T>(record, at.place.slot)
    }

    #[inline]
    fn set<const ELEMENT: bool, S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        at: &At<'_, (), ELEMENT>,
        value: &&[T],
    ) -> Result<()> {
        if const { T::SHAPE.plain && !T::SHAPE.ruled } && overwrite(session, &target, at.place, value).is_some() {
            return Ok(());
        }
        session.set_value::<Self, ELEMENT>(&target, at, value)
    }

    #[inline(always)]
    fn get<'a, R: Reading, const ELEMENT: bool>(
        slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
    ) -> Result<T::GetList<'a, R>, R::Error> {
        List::behind(slot.record(), slot.at().place.slot, slot.known()).map(T::GetList::from)
    }

    #[inline]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, (), ELEMENT>,
    ) -> Result<ListEdit<'a, S, T>> {
        let link = Link::new(session.list_slot(target, at.place), session);
        Ok(ListEdit::new(session, link))
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, ()>,
    ) -> ListEdit<'a, S, T> {
        let link = link.list(session, at.step(), at.place);
        ListEdit::new(session, link)
    }
}

impl<'b, T: Decode<'b>> Decode<'b> for Vec<T> {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self> {
        let Some(object) = decoder.follow(record, at.place.slot)? else { return Ok(Vec::new()) };
        let elements = elements::<T, W>(&decoder.buf, object)?;
        decoder.spend(elements.bytes)?;
        if const { is_large::<T>() } {
            decoder.make::<T>(elements.count)?;
        }
        if const { !T::SHAPE.byte } {
            decoder.enter()?;
        }
        if const { T::SHAPE.plain } {
            if const { !T::SHAPE.byte } {
                decoder.leave();
            }
            // `count` elements lie in the buffer, so this is at most its length times the size of a
            // `T`.
            let mut values = Vec::with_capacity(elements.count);
            values.extend(elements.bytes.chunks_exact(T::ELEMENT.size.at(0).max(1)).map(|element| {
                // The length is a constant here even if the closure is not inlined, so that fields
                // are copied in groups, without checks.
                match element.get(..const { T::ELEMENT.size.at(0) }) {
                    Some(element) => {
                        let [value] = T::read_plain(element);
                        value
                    }
                    None => zero(),
                }
            }));
            return Ok(values);
        }
        let values = if const { T::SHAPE.packs } && elements.count == 0 {
            Vec::new()
        } else {
            T::decode_list(&elements, decoder)?
        };
        if const { !T::SHAPE.byte } {
            decoder.leave();
        }
        Ok(values)
    }
}

/// Writes a list with all it holds.
#[inline]
fn write_elements<T: Value, W: StaticWidth>(values: &[T], heap: &mut Heap<'_, W>) -> Result<()> {
    write_list::<T, W>(&values.iter().map(|value| value.as_set()), heap, |elements, tag, heap| {
        if T::write_numbers(values, elements) || T::write_unions(values, elements, tag, heap)? {
            return Ok(());
        }
        write_each::<T, W>(values.iter().map(|value| value.as_set()), elements, tag, heap)
    })
}

/// Writes plain values without rules over an existing list of them, if they fit.
#[inline(never)]
fn overwrite<T: Value, S: Storage>(
    session: &mut Session<S>,
    target: &Target<'_>,
    place: &Place,
    values: &[T],
) -> Option<()> {
    if values.is_empty() {
        return None;
    }
    let size = const { T::ELEMENT.size.at(0) };
    session.overwrite_list(target.holder, place, values.len(), size, |body| {
        write_plains(values, body);
    })
}

/// A plain value without bytes, kept out of the common path.
#[cold]
#[inline(never)]
fn zero<T: Value>() -> T {
    let [value] = T::read_plain(&[]);
    value
}

/// The header of a list of values, the variant that it is packed with, and whether its elements can
/// have objects. Unions are packed if they have one variant.
#[inline(always)]
fn list_of<'v, T: Value + 'v, W: StaticWidth>(
    values: &(impl ExactSizeIterator<Item = T::Set<'v>> + Clone),
) -> (ListHeader, u8, bool) {
    let (tag, size, ends, has_objects) = if const { T::SHAPE.packs } {
        let tag = common_tag_of::<T>(values.clone());
        let Packed { size, ends, has_objects, .. } = packed::<T>(tag).unwrap_or(Packed::MIXED);
        (tag, size, ends, has_objects)
    } else {
        (MIXED, T::ELEMENT.size, T::ELEMENT.ends, T::ELEMENT.has_objects)
    };
    let kind = ListHeaderKind::list(const { T::SHAPE.packs }, !ends.is_empty());
    (kind.header(values.len(), tag, size.at(W::WIDTH.shift())), tag, has_objects)
}

/// Bytes of a list with all it holds.
#[inline(always)]
pub(super) fn list_len<'v, T: Value + 'v, W: StaticWidth>(
    values: impl ExactSizeIterator<Item = T::Set<'v>> + Clone,
    levels: u32,
) -> u64 {
    // Bytes have no objects, so they do not count as a level.
    let below = if const { T::SHAPE.byte } { Some(levels) } else { levels.checked_sub(1) };
    let Some(levels) = below else { return TOO_DEEP };
    if values.len() as u64 > W::MAX_LEN {
        // Each has a byte, so no buffer of this width can hold them, whatever their variants are.
        return bounded(values.len() as u64);
    }
    let (header, tag, has_objects) = list_of::<T, W>(&values);
    let mut len = header.object_len();
    if has_objects && len <= W::MAX_LEN {
        let at = if const { T::SHAPE.packs } { &of_list::<T>(tag) } else { element::<T>() };
        for value in values {
            len = len.wrapping_add(T::heap_len::<true, W>(&value, at, levels));
            if len > W::MAX_LEN {
                // No buffer of this width can hold it, whatever the rest is.
                break;
            }
        }
    }
    bounded(len)
}

/// Writes a list with all it holds; `write` gets the bytes of the elements, which may hold
/// anything, and the variant that they are packed with.
#[inline(always)]
pub(super) fn write_list<'b, 'v, T: Value + 'v, W: StaticWidth>(
    values: &(impl ExactSizeIterator<Item = T::Set<'v>> + Clone),
    heap: &mut Heap<'b, W>,
    write: impl FnOnce(&mut [u8], u8, &mut Heap<'b, W>) -> Result<()>,
) -> Result<()> {
    let (header, tag, _) = list_of::<T, W>(values);
    let (number, len) = (header.number(), header.len_behind_number().ok_or_else(length_changed)?);
    let elements = header.write_rest(heap.take_prefixed(number, len)?).ok_or_else(length_changed)?;
    write(elements, tag, heap)
}

/// The variant of all values; [`MIXED`] if there are several variants, or no values.
pub(crate) fn common_tag<'v, T: Value + 'v>(values: impl IntoIterator<Item = &'v T>) -> u8 {
    common_tag_of::<T>(values.into_iter().map(|value| value.as_set()))
}

/// As [`common_tag`], for the argument of a setter.
fn common_tag_of<'v, T: Value + 'v>(values: impl Iterator<Item = T::Set<'v>>) -> u8 {
    let mut tags = values.map(|value| T::tag_of(&value));
    match tags.next() {
        Some(first) if tags.all(|tag| tag == first) => first,
        _ => MIXED,
    }
}

impl Measured for Vec<u8> {
    fn rule_field<'a, S: Storage + 'a>(cursor: ListEdit<'a, S, u8>, rules: fn() -> Rules) -> ListEdit<'a, S, u8> {
        cursor.ruled(rules)
    }

    fn rule<'a, S: Storage + 'a>(cursor: ListEdit<'a, S, u8>, rules: fn() -> Rules) -> ListEdit<'a, S, u8> {
        cursor.ruled(rules)
    }
}
