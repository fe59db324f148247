//! Typed lists of unions, which are packed while all their elements have one variant.

use super::Value;
use super::at::{element, of_list};
use super::encode::refused;
use super::found::TypedList;
use super::list_edit::ListEdit;
use super::set_value::{element_len, write_element};
use super::vec::common_tag;
use crate::error::{Result, mismeasured};
use crate::read::decoder::MAX_DEPTH;
use crate::read::navigate::{RecordSpan, Step};
use crate::schema::MIXED;
use crate::write::{Gap, HeapLen, Link, Session, Storage, Target, ToList};

impl<S: Storage, T: Value> ListEdit<'_, S, T> {
    /// The variant of all elements of a packed list.
    #[inline(always)]
    pub(super) fn tag(&self) -> Result<u8> {
        if const { T::SHAPE.packs } { Ok(self.elements()?.tag) } else { Ok(MIXED) }
    }
}

/// Makes a list of one variant ready for `more` elements of another, with room for what they need.
pub(super) fn unpack<T: Value, S: Storage>(
    session: &mut Session<S>,
    link: &Link<'_>,
    tag: u8,
    more: usize,
    heap: &HeapLen<'_>,
) -> Result<()> {
    let count = TypedList::<T>::new(link).found(session)?.run.count;
    session.unpack(&TypedList::<T>::of_variant(link, tag), count.saturating_add(more), heap)
}

/// Whether the list is packed with another variant.
fn is_other<T: Value, S: Storage>(session: &Session<S>, link: &Link<'_>, tag: u8) -> Result<bool> {
    let stored = TypedList::<T>::new(link).found(session)?.run.tag;
    Ok(stored != MIXED && stored != tag)
}

/// Sets an element, of that index and place, of a list that is packed with a variant.
pub(super) fn set_packed<T: Value, S: Storage>(
    session: &mut Session<S>,
    list: &Link<'_>,
    (index, holder): (usize, RecordSpan),
    packed: u8,
    value: &T::Set<'_>,
) -> Result<()> {
    let tag = T::tag_of(value);
    if tag == packed {
        // The element is the payload of a union.
        let union = Link::new(list.element(session, index, holder), session);
        let target = Target { parent: &union, step: Step::Payload(tag), holder, generation: session.generation };
        return T::set(session, target, &of_list::<T>(tag), value);
    }
    let heap = |width, levels| element_len::<T>(value, MIXED, width, levels);
    let unpacked = session.write_whole::<T, _>(|session| {
        unpack::<T, S>(session, list, tag, 0, &heap)?;
        let target = list.element(session, index, session.element_holder::<T>(list, index)?);
        T::set(session, target, element::<T>(), value)
    });
    unpacked.map_err(|error| refused::<T>(value, error))
}

pub(super) fn insert_union<T: Value, S: Storage>(
    session: &mut Session<S>,
    link: &Link<'_>,
    index: usize,
    value: &T::Set<'_>,
) -> Result<()> {
    let tag = T::tag_of(value);
    let mixed = |width, levels| element_len::<T>(value, MIXED, width, levels);
    if is_other::<T, S>(session, link, tag)? {
        TypedList::<T>::of_variant(link, tag).found(session)?.check_index(index)?;
        unpack::<T, S>(session, link, tag, 1, &mixed)?;
    }
    let list = TypedList::<T>::of_variant(link, tag);
    let tag = list.found(session)?.run.tag;
    let heap = |width, levels| element_len::<T>(value, tag, width, levels);
    let gap = session.insert(&list, index, 1, &heap)?;
    write_element::<T, S>(session, &gap, tag, value)?;
    session.compact_if_due();
    Ok(())
}

/// Appends values, all or none.
pub(super) fn extend_unions<T: Value, S: Storage>(
    session: &mut Session<S>,
    link: &Link<'_>,
    len: usize,
    values: &[T],
) -> Result<()> {
    let tag = common_tag(values);
    let mixed = |width, levels| {
        let lens = values.iter().map(|value| element_len::<T>(&value.as_set(), MIXED, width, levels));
        lens.fold(0, u64::saturating_add)
    };
    if is_other::<T, S>(session, link, tag)? {
        unpack::<T, S>(session, link, tag, values.len(), &mixed)?;
    }
    let list = TypedList::<T>::of_variant(link, tag);
    let tag = list.found(session)?.run.tag;
    let heap = |width, levels| {
        let lens = values.iter().map(|value| element_len::<T>(&value.as_set(), tag, width, levels));
        lens.fold(0, u64::saturating_add)
    };
    let gap = session.insert(&list, len, values.len(), &heap)?;
    let stride = gap.elements.size.checked_div(values.len()).unwrap_or(0);
    let mut rest = gap.heap.clone();
    let (width, levels) = (session.width, MAX_DEPTH);
    for (number, value) in values.iter().enumerate() {
        let mut elements = gap.elements;
        elements.pos = elements.pos.saturating_add(number.saturating_mul(stride));
        elements.size = stride;
        let value = value.as_set();
        let len = element_len::<T>(&value, tag, width, levels);
        let end = rest.start.saturating_add(usize::try_from(len).unwrap_or(usize::MAX));
        if end > gap.heap.end {
            return Err(mismeasured());
        }
        let gap = Gap { elements, heap: rest.start..end };
        rest.start = end;
        write_element::<T, S>(session, &gap, tag, &value)?;
    }
    if !rest.is_empty() {
        return Err(mismeasured());
    }
    session.compact_if_due();
    Ok(())
}
