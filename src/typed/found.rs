//! The list of a typed cursor, found in its buffer without the schema.

use core::marker::PhantomData;

use super::Value;
use super::list::{elements, measured};
use super::plan::packed;
use crate::error::Result;
use crate::layout::Size;
use crate::object::ListHeaderKind;
use crate::read::union::Packed;
use crate::schema::MIXED;
use crate::write::session::Compiled;
use crate::write::{ElementInfo, FoundList, Link, Locator, Session, Storage, ToList};

/// A typed cursor's list.
pub(super) struct TypedList<'l, 'a, T> {
    link: &'l Link<'a>,
    /// The variant of the elements of a new list of unions.
    tag: u8,
    marker: PhantomData<fn() -> T>,
}

impl<'l, 'a, T> TypedList<'l, 'a, T> {
    #[inline(always)]
    pub(super) fn new(link: &'l Link<'a>) -> Self {
        Self { link, tag: MIXED, marker: PhantomData }
    }

    /// The list of a cursor; a new list of unions will be packed with the variant `tag`.
    pub(super) fn of_variant(link: &'l Link<'a>, tag: u8) -> Self {
        Self { link, tag, marker: PhantomData }
    }
}

impl<S: Storage, T: Value> ToList<S, Compiled> for TypedList<'_, '_, T> {
    fn found(&self, session: &Session<S>) -> Result<FoundList> {
        let slot = self.link.reached(session)?;
        let record = session.record(slot)?;
        let buf = record.buf();
        let stored = match buf.follow(record.bytes(), Size::ZERO)? {
            Some(object) => Some((object, measured::<T>(elements::<T, _>(buf, object)?)?)),
            None => None,
        };
        let tag = stored.map_or(self.tag, |(_, elements)| elements.tag);
        let element = if const { T::SHAPE.packs } { packed::<T>(tag).unwrap_or(Packed::MIXED) } else { T::ELEMENT };
        let Packed { size, ends, has_objects, .. } = element;
        let header = ListHeaderKind::list(const { T::SHAPE.packs }, !ends.is_empty());
        let levels = self.link.levels();
        Ok(FoundList::new(buf, slot, stored, ElementInfo { size, header, tag, levels, has_objects }))
    }

    fn locator(&self) -> &dyn Locator {
        self.link
    }
}
