//! Inserting and setting elements of typed lists, which for unions are packed while all have one
//! variant.

use super::Value;
use super::element::{element, of_list};
use super::found::TypedList;
use super::rules::refused;
use super::set_value::element_len;
use crate::error::Result;
use crate::read::navigate::{RecordSpan, Step};
use crate::schema::MIXED;
use crate::wire::width::PointerWidth;
use crate::write::{InsertedElements, Link, Session, Storage, Target, ToList};

/// Opens a gap for elements of one variant before an index, or at the end; also returns the variant
/// of the packed list, or FF.
pub(super) fn insert_elements<T: Value, S: Storage>(
    session: &mut Session<S>,
    link: &Link<'_>,
    index: Option<usize>,
    (tag, count): (u8, usize),
    heap: impl Fn(u8, PointerWidth, u32) -> u64,
) -> Result<(InsertedElements, u8)> {
    let to_list = TypedList::<T>::of_variant(link, tag);
    let (list, index) = if const { T::SHAPE.packs } {
        session.found_for(&to_list, index, (tag, count), &|width, levels| heap(MIXED, width, levels))?
    } else {
        let list = to_list.found(session)?;
        let end = list.count();
        (list, index.unwrap_or(end))
    };
    let tag = list.tag();
    let gap = session.insert_into(list, &to_list, index, count, &|width, levels| heap(tag, width, levels))?;
    Ok((gap, tag))
}

/// Sets an element of a list that is packed with a variant.
pub(super) fn set_packed<T: Value, S: Storage>(
    session: &mut Session<S>,
    list: &Link<'_>,
    (index, holder): (usize, RecordSpan),
    packed: u8,
    value: &T::Set<'_>,
) -> Result<()> {
    let tag = T::tag_of(value);
    if tag == packed {
        // The element is only the payload of a union.
        let union = Link::new(list.element(session, index, holder), session);
        let target = Target { parent: &union, step: Step::Payload(tag), holder, generation: session.generation };
        return T::set(session, target, &of_list::<T>(tag), value);
    }
    let heap = |width, levels| element_len::<T>(value, MIXED, width, levels);
    let unpacked = session.write_whole::<T, _>(|session| {
        session.unpack(&TypedList::<T>::new(list), 0, &heap)?;
        let target = list.element(session, index, session.element_holder::<T>(list, index)?);
        T::set(session, target, element::<T>(), value)
    });
    unpacked.map_err(|error| refused::<T>(value, error))
}
