//! `Vec<T>` and arrays as fields.
//!
//! A `Vec<T>` is one pointer to a list; lists of unions are packed if they can be.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::element::{alone, element, fill_plains, of_list, plain_each, write_each, write_plain_list, write_plains};
use super::list::elements;
use super::list_edit::ListEdit;
use super::plan::{Items, packed, parts_convert};
use super::rules::{Measured, check_elements};
use super::session::{WHOLE, note_value, part};
use super::structs::{apart, is_large};
use super::{
    At, Checked, Decode, Heap, List, Prover, Proving, Reading, TypePlan, TypeShape, TypedSlot, Value, opened_as_read,
};
use crate::error::{Result, length_changed};
use crate::layout::{MAX_RECORD, Place};
use crate::object::{ListHeader, ListHeaderKind};
use crate::read::document::Decoder;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::open::RecordBytes;
use crate::read::union::Packed;
use crate::read::{Elements, no_element};
use crate::schema::{ArrayType, MIXED, Rules, StaticOrBox, Type};
use crate::wire::pieces::Pieces;
use crate::wire::unfilled::Unfilled;
use crate::wire::width::{StaticWidth, Width};
use crate::wire::{slice_or_empty, stored};
use crate::write::value::{TOO_DEEP, bounded};
use crate::write::{Link, Noted, Session, Storage, Target};

impl<T: Value> Value for Vec<T> {
    const SHAPE: TypeShape = TypeShape::POINTER;
    const PLAN: TypePlan = {
        let plan = TypePlan::new(super::plan::list::<T>()).guarding(T::PLAN.guards);
        let plan = plan.knowing(parts_convert::<T>, T::PLAN.known).lending(T::PLAN.lends);
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
    type Edit<'a, S: Storage + 'a> = crate::typed::root::RootEdit<Self, S>;

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
        match T::as_bytes(value) {
            Some(bytes) => heap.write_blob(bytes),
            None => write_elements(value, heap),
        }
    }

    #[inline]
    fn prove_value<const ELEMENT: bool, W: Proving>(
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
    write_list::<T, W>(&values.iter().map(|value| value.as_set()), Some(values), heap)
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

/// Writes a list with all it holds; `slice` is the values, if they lie in one.
#[inline(always)]
pub(super) fn write_list<'v, T: Value + 'v, W: StaticWidth>(
    values: &(impl ExactSizeIterator<Item = T::Set<'v>> + Clone),
    slice: Option<&[T]>,
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    let (header, tag, _) = list_of::<T, W>(values);
    // Plain values and bytes have no objects, so no heap is needed. Bytes do not count as a level.
    if const { T::SHAPE.plain } {
        if const { !T::SHAPE.byte } && heap.front().levels == 0 {
            return Err(length_changed());
        }
        return write_plain_list(&header, values.clone(), slice, &mut heap.front().rest).ok_or_else(length_changed);
    }
    if const { T::SHAPE.byte } {
        let rest = &mut heap.front().rest;
        header.begin(rest).ok_or_else(length_changed)?;
        return write_each::<T, W>(values.clone(), rest, tag, &mut Heap::new(&mut [], 0));
    }
    let len = header.len_of_object().ok_or_else(length_changed)?;
    heap.enter()?;
    let mut object = heap.front().part(len).ok_or_else(length_changed)?;
    header.begin(&mut object).ok_or_else(length_changed)?;
    if let (true, Some(values)) = (const { T::SHAPE.packs }, slice) {
        T::write_unions(values, &mut object, tag, heap)?;
    } else {
        write_each::<T, W>(values.clone(), &mut object, tag, heap)?;
    }
    object.full().ok_or_else(length_changed)?;
    heap.leave();
    Ok(())
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

// Arrays: a fixed number of elements, inline. They are read as lists; `List::to_array` returns a
// whole array.

/// The bytes of elements that a record does not store.
static ZEROS: [u8; MAX_RECORD] = [0; MAX_RECORD];

/// The elements of the array at a place; zeros where the record does not store it.
#[inline(always)]
pub(super) fn array_elements<'a, T: Value, const N: usize>(record: &RecordBytes<'a>, place: &Place) -> Elements<'a> {
    let shift = record.shift();
    let len = <[T; N]>::SHAPE.slot.at(shift);
    let bytes = crate::wire::slice(record.bytes(), place.slot.at(shift), len);
    let bytes = bytes.or(ZEROS.get(..len)).unwrap_or(&[]);
    Elements::new(N, const { T::SHAPE.single() }.end.at(shift), bytes)
}

impl<T: Value, const N: usize> Value for [T; N] {
    // A record of that many bytes is refused when the struct is planned.
    #[allow(clippy::cast_possible_truncation)]
    const SHAPE: TypeShape = {
        assert!(N > 0 && N <= MAX_RECORD, "an array has 1 to 65,535 elements");
        let TypeShape { plain, ruled, .. } = T::SHAPE;
        let checked = T::SHAPE.is_element_checked();
        let shape = TypeShape::inline(T::SHAPE.single().end.times(N as u32)).around(&[T::SHAPE.levels]);
        TypeShape { plain, ruled, checked, ..shape }
    };
    const DEFAULT_HOLDS_ITSELF: () = T::DEFAULT_HOLDS_ITSELF;
    #[allow(clippy::cast_possible_truncation)]
    const PLAN: TypePlan = {
        let ty = Type::Array(ArrayType(StaticOrBox::Compiled(Items::<T>::PART), N as u32));
        let plan = TypePlan::new(ty).guarding(T::PLAN.guards);
        plan.knowing(parts_convert::<T>, T::PLAN.known).lending(T::PLAN.lends).unsorted()
    };
    type Default = ();
    const DEFAULT: &'static () = &();
    opened_as_read!();
    type Get<'a, R: Reading> = T::GetList<'a, R>;
    type GetList<'a, R: Reading> = List<'a, Self, R>;
    type Set<'a>
        = &'a [T; N]
    where
        T: 'a;
    type Cursor<'a, S: Storage + 'a> = ArrayEdit<'a, S, T, N>;
    type FieldCursor<'a, S: Storage + 'a> = ArrayEdit<'a, S, T, N>;
    type Edit<'a, S: Storage + 'a> = crate::typed::root::RootEdit<Self, S>;

    #[inline(always)]
    fn as_set(&self) -> &[T; N] {
        self
    }

    fn check(value: &&[T; N], levels: u32) -> Result<()> {
        super::rules::check_elements(*value, levels)
    }

    #[inline]
    fn is_default(value: &&[T; N], (): &()) -> bool {
        value.iter().all(|value| T::is_default(&value.as_set(), T::DEFAULT))
    }

    #[inline]
    fn heap_len<const ELEMENT: bool, W: StaticWidth>(value: &&[T; N], _: &At<'_, (), ELEMENT>, levels: u32) -> u64 {
        if const { Self::SHAPE.slot.pointers == 0 && !T::SHAPE.ruled } {
            return 0;
        }
        let at = alone::<T>();
        let lens = value.iter().map(|value| T::heap_len::<false, W>(&value.as_set(), at, levels));
        lens.fold(0, u64::wrapping_add)
    }

    #[inline]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &&[T; N],
        record: &mut [u8],
        at: &At<'_, (), ELEMENT>,
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        let shift = W::WIDTH.shift();
        let slot = crate::wire::slice_mut(record, at.place.slot.at(shift), Self::SHAPE.slot.at(shift))
            .ok_or_else(length_changed)?;
        if const { T::SHAPE.plain } {
            write_plains(*value, slot);
            return Ok(());
        }
        let at = alone::<T>();
        for (value, element) in value.iter().zip(slot.chunks_exact_mut(at.place.end.at(shift).max(1))) {
            T::write(&value.as_set(), element, at, heap)?;
        }
        Ok(())
    }

    #[inline]
    fn get<'a, R: Reading, const ELEMENT: bool>(
        slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
    ) -> Result<T::GetList<'a, R>, R::Error> {
        let record = slot.record();
        Ok(List::of_array(*record.buf(), array_elements::<T, N>(record, slot.at().place), slot.known()).into())
    }

    #[inline]
    fn prove_value<const ELEMENT: bool, W: Proving>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
    ) -> Option<()> {
        W::visit::<T>(prover, N > 0);
        if const { T::SHAPE.is_element_checked() && !W::VISITS } {
            let shift = prover.shift();
            let slot = stored(record, at.place.slot.at(shift), Self::SHAPE.slot.at(shift));
            let (at, size) = (alone::<T>(), alone::<T>().place.end.at(shift));
            return prover.each(slot, size, |prover, element| prover.one_field::<T, false>(element, at));
        }
        Some(())
    }

    #[inline]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, (), ELEMENT>,
    ) -> Result<ArrayEdit<'a, S, T, N>> {
        let link = Link::new(target, session);
        Ok(ArrayEdit { session, link, place: *at.place, marker: PhantomData })
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, ()>,
    ) -> ArrayEdit<'a, S, T, N> {
        let target = link.deferred(session, at.step());
        let link = Link::deferred_at(target);
        ArrayEdit { session, link, place: *at.place, marker: PhantomData }
    }

    #[inline(always)]
    fn read_plain<const M: usize>(slot: &[u8]) -> [Self; M] {
        plain_each(slot, T::read_plain)
    }

    #[inline(always)]
    fn write_plain(value: &&[T; N], slot: &mut Pieces<'_>) {
        Unfilled::fill(slot, |slots| fill_plains(*value, slots));
    }

    const NUMBERS: bool = T::NUMBERS;

    #[inline(always)]
    fn write_numbers(values: &[Self], elements: &mut Unfilled<'_>) -> Option<()> {
        T::write_numbers(values.as_flattened(), elements)
    }
}

impl<'b, T: Decode<'b>, const N: usize> Decode<'b> for [T; N] {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self> {
        let shift = decoder.shift();
        let start = at.place.slot.at(shift);
        if const { T::SHAPE.plain } {
            let slot = slice_or_empty(record, start, Self::SHAPE.slot.at(shift));
            if const { is_large::<Self>() } {
                return apart(|| Ok(T::read_plain(slot)));
            }
            return Ok(T::read_plain(slot));
        }
        let at = alone::<T>();
        let size = at.place.end.at(shift);
        let mut values = Vec::with_capacity(N);
        for index in 0..N {
            let element = slice_or_empty(record, start.saturating_add(index.saturating_mul(size)), size);
            values.push(T::decode(element, at, decoder).map_err(|error| error.in_element(index))?);
        }
        let array = || values.try_into().map_err(|_| length_changed());
        if const { is_large::<Self>() } { apart(array) } else { array() }
    }
}

/// Edits an array in its buffer.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Board { cells: [u8; 9], names: [String; 2] }
///
/// let mut bytes = vellum::to_vec(&Board { cells: [0; 9], names: ["Ada".into(), "Bob".into()] })?;
/// let mut board = Board::edit(&mut bytes)?;
/// board.cells().set(4, 1)?;
/// board.names().set(1, "Eve")?;
/// let board = Board::peek(&bytes)?;
/// assert_eq!(board.cells()?, [0, 0, 0, 0, 1, 0, 0, 0, 0]);
/// assert_eq!(board.names()?.get(1)?, "Eve");
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct ArrayEdit<'a, S, T, const N: usize> {
    session: &'a mut Session<S>,
    link: Link<'a>,
    place: Place,
    marker: PhantomData<fn() -> T>,
}

impl<S: Storage, T: Value, const N: usize> ArrayEdit<'_, S, T, N> {
    /// The bytes of the element at `index`.
    fn holder(&self, index: usize) -> Result<RecordSpan> {
        if index >= N {
            return Err(no_element(index, N));
        }
        let holder = self.link.resolved(self.session)?;
        let shift = self.session.shift();
        let size = const { T::SHAPE.single() }.end.at(shift);
        let offset = self.place.slot.at(shift).saturating_add(index.saturating_mul(size));
        if offset.saturating_add(size) > holder.size {
            // A record of an older revision may not store it.
            return Ok(RecordSpan { size: 0, ..holder });
        }
        Ok(RecordSpan { pos: holder.pos.saturating_add(offset), size })
    }

    /// Number of elements.
    #[must_use]
    pub const fn len(&self) -> usize {
        N
    }

    /// Whether there are no elements; an array has at least one.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// A view of the array, as from the getter of a view.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Board { cells: [u8; 3] }
    /// let mut bytes = vellum::to_vec(&Board { cells: [0; 3] })?;
    /// let mut board = Board::edit(&mut bytes)?;
    /// let mut cells = board.cells();
    /// cells.set(1, 7)?;
    /// assert_eq!(cells.view()?, [0, 7, 0]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the path to the array is invalid.
    pub fn view(&self) -> Result<T::GetList<'_, Checked>> {
        let record = self.session.record(self.link.resolved(self.session)?)?;
        Ok(List::of_array(*record.buf(), array_elements::<T, N>(&record, &self.place), Checked).into())
    }

    /// The element at `index`, to read.
    ///
    /// # Errors
    /// [`ErrorKind::Path`](crate::ErrorKind::Path) beyond the end;
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) for invalid bytes.
    pub fn get(&self, index: usize) -> Result<T::Get<'_, Checked>> {
        let record = self.session.record(self.holder(index)?)?;
        T::get(TypedSlot::checked(&record, alone::<T>())).map_err(|error| error.in_element(index))
    }

    /// The element at `index` to edit: an edit cursor for structs and lists, the value for other
    /// types.
    ///
    /// # Errors
    /// As [`ArrayEdit::get`].
    pub fn at(&mut self, index: usize) -> Result<T::Cursor<'_, S>> {
        self.link.refresh(self.session);
        let holder = self.holder(index)?;
        let target = self.link.element(self.session, index, holder);
        T::cursor(self.session, target, alone::<T>())
    }

    /// Sets the element at `index`.
    ///
    /// # Errors
    /// As [`ArrayEdit::get`], and [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot
    /// grow.
    pub fn set(&mut self, index: usize, value: T::Set<'_>) -> Result<()> {
        self.link.refresh(self.session);
        let holder = self.holder(index)?;
        let target = self.link.element(self.session, index, holder);
        self.session.note_old(Noted::Set, WHOLE, part(&self.link, Step::Element(index)));
        T::set(self.session, target, alone::<T>(), &value).map_err(|error| error.in_element(index))?;
        let at = part(&self.link, Step::Element(index));
        note_value::<T, S>(self.session, (Noted::Set, WHOLE), at, &value, T::DEFAULT);
        Ok(())
    }
}
