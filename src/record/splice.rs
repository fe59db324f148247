//! Elements of a list that come in the place of others, each side as a list by itself.
//!
//! Elements are replaced where they lie, and the list grows or shrinks once, so that a splice moves
//! what lies behind it once. Where nothing of the list would stay, the new one is put there as a
//! whole.

use core::ops::Range;

use super::apply::conflict;
use super::field::Resolved;
use super::{Address, Record};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::cursor::ListRef;
use crate::read::decoder::Decoder;
use crate::read::no_element;
use crate::read::value::{Content, Part};
use crate::whole::{Owned, Pair};
use crate::write::Storage;

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Puts elements in the place of those that are expected from an index on.
    pub(super) fn splice_elements(
        &mut self,
        list: &Resolved,
        range: Range<usize>,
        removed: Option<&Owned>,
        value: Option<&Owned>,
    ) -> Result<()> {
        let (index, old_len) = (range.start, range.len());
        let named = |error: Error| list.named(error);
        let (old, new) = (removed.map(Owned::part), value.map(Owned::part));
        let (old, new) = (list_of(old.as_ref()).map_err(named)?, list_of(new.as_ref()).map_err(named)?);
        let new_len = new.map_or(0, |new| new.len());
        let count = self.check_elements(list, range, old.as_ref())?;
        let mut element = list.first_element(self.schema())?;
        let Some(new) = new.filter(|_| new_len > 0) else {
            return self.remove_elements(&element, index, old_len).map_err(|error| named(error.in_element(index)));
        };
        if index == 0
            && count == old_len
            && let Some(value) = value
        {
            return self.put(list, &value.part());
        }
        let at = |number: usize| index.saturating_add(number);
        let common = old_len.min(new_len);
        let mut replace = |record: &mut Self, number: usize| {
            element.set_index(at(number));
            let replaced = record.replace_element(&element, &new.part(number)?);
            replaced.map_err(|error| named(error.in_element(at(number))))
        };
        (0..common).try_for_each(|number| replace(self, number))?;
        let mut element = list.first_element(self.schema())?;
        let removed = self.remove_elements(&element, at(common), old_len.saturating_sub(common));
        removed.map_err(|error| named(error.in_element(at(common))))?;
        if common == new_len {
            return Ok(());
        }
        // The first one decides whether a list of unions stays packed.
        element.set_index(at(common));
        let inserted = self.insert_part(&element, &new.part(common)?);
        inserted.map_err(|error| named(error.in_element(at(common))))?;
        let next = common.saturating_add(1);
        element.set_index(at(next));
        let inserted = self.insert_zeros(&element, new_len.saturating_sub(next));
        inserted.map_err(|error| named(error.in_element(at(next))))?;
        (next..new_len).try_for_each(|number| replace(self, number))
    }

    /// Fails unless a list has elements at some indices, which are those that were kept if some
    /// were; gives how many the list has.
    fn check_elements(&self, list: &Resolved, range: Range<usize>, kept: Option<&ListRef<'_>>) -> Result<usize> {
        let named = |error: Error| list.named(error);
        let part = self.part(list)?;
        let found = list_of(part.as_ref()).map_err(named)?;
        let count = found.map_or(0, |found| found.len());
        if range.end > count {
            return Err(named(no_element(range.end.saturating_sub(1), count)));
        }
        let (Some(found), Some(kept)) = (found, kept) else { return Ok(count) };
        for (number, kept) in kept.parts().enumerate() {
            let (kept, at) = (kept?, range.start.saturating_add(number));
            let found = found.part(at)?;
            match Pair::new(found.buf(), kept.buf()).is_equal(&found, &kept) {
                Ok(true) => {}
                Ok(false) => return Err(named(conflict().in_element(at))),
                Err(error) => return Err(named(error.in_element(at))),
            }
        }
        Ok(count)
    }

    /// Removes so many elements from an index on, of the list that an element is of.
    fn remove_elements(&mut self, element: &Resolved, index: usize, count: usize) -> Result<()> {
        if count == 0 {
            return Ok(());
        }
        self.edited()?.remove(&element.path().to_list(element), index, count)
    }

    /// Inserts elements of zeros into a list that is there, before an element, to be replaced next:
    /// those of a packed list have the variant of all, others the first one.
    fn insert_zeros(&mut self, element: &Resolved, count: usize) -> Result<()> {
        if count == 0 {
            return Ok(());
        }
        let at = element.path().element_index(self.session.schema(), element)?;
        self.insert_elements(element, Some(at), count, &|_| 0, |session, to_list, index| {
            session.insert(to_list, index, count, &|_, _| 0).map(drop)
        })
    }

    /// Sets an element to another; a union of the same variant to what the other one holds, so that
    /// a packed list stays packed.
    fn replace_element(&mut self, address: &Resolved, part: &Part<'_>) -> Result<()> {
        if let (Content::Union(id, union), false) =
            (part.open(&mut Decoder::new(part.buf()))?.0, address.path().leaf.optional)
        {
            let found = self.part(address)?;
            let is_alike = match found.map(|found| found.open(&mut Decoder::new(found.buf()))).transpose()? {
                Some((Content::Union(_, found), _)) => found.tag() == union.tag(),
                _ => false,
            };
            if is_alike {
                return self.put_payload(address, part.schema().union(id), &union);
            }
        }
        self.put(address, part)
    }
}

/// The list that a value is; none of an absent one.
fn list_of<'a>(part: Option<&Part<'a>>) -> Result<Option<ListRef<'a>>> {
    let Some(part) = part else { return Ok(None) };
    match part.open(&mut Decoder::new(part.buf()))?.0 {
        Content::Absent => Ok(None),
        Content::List(list) if !list.is_array => Ok(Some(list)),
        _ => Err(Error::fixed(&FixedError(ErrorKind::Type, "not a list"))),
    }
}
