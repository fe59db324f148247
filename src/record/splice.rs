//! Elements of a list that come in the place of others, each side as a list by itself.
//!
//! Elements are replaced where they lie, and the list grows or shrinks once, so that a splice moves
//! what lies behind it once. Where nothing of the list would stay, the new one is put there as a
//! whole.

use alloc::format;
use core::ops::Range;

use super::apply::conflict;
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
        path: &str,
        range: Range<usize>,
        removed: Option<&Owned>,
        value: Option<&Owned>,
    ) -> Result<()> {
        let (index, old_len) = (range.start, range.len());
        let named = |error: Error| error.in_field(path);
        let (old, new) = (removed.map(Owned::part), value.map(Owned::part));
        let (old, new) = (list_of(old.as_ref()).map_err(named)?, list_of(new.as_ref()).map_err(named)?);
        let new_len = new.map_or(0, |new| new.len());
        let count = self.check_elements(path, range, old.as_ref())?;
        let Some(new) = new.filter(|_| new_len > 0) else { return self.remove_elements(path, index, old_len) };
        if index == 0
            && count == old_len
            && let Some(value) = value
        {
            return self.put(&self.at_path(path)?, &value.part());
        }
        let element = |number: usize| format!("{path}[{}]", index.saturating_add(number));
        let common = old_len.min(new_len);
        for number in 0..common {
            self.replace_element(&element(number), &new.part(number)?)?;
        }
        self.remove_elements(path, index.saturating_add(common), old_len.saturating_sub(common))?;
        if common == new_len {
            return Ok(());
        }
        // The first one decides whether a list of unions stays packed.
        self.insert_part(&element(common), &new.part(common)?)?;
        let next = common.saturating_add(1);
        self.insert_zeros(&element(next), new_len.saturating_sub(next))?;
        (next..new_len).try_for_each(|number| self.replace_element(&element(number), &new.part(number)?))
    }

    /// Fails unless a list has elements at some indices, which are those that were kept if some
    /// were; gives how many the list has.
    fn check_elements(&self, path: &str, range: Range<usize>, kept: Option<&ListRef<'_>>) -> Result<usize> {
        let named = |error: Error| error.in_field(path);
        let part = self.part(&self.at_path(path)?)?;
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

    fn remove_elements(&mut self, path: &str, index: usize, count: usize) -> Result<()> {
        if count == 0 {
            return Ok(());
        }
        let address = self.at_path(&format!("{path}[{index}]"))?;
        let path = address.path();
        self.edited()?.remove(&path.to_list(&address), index, count).map_err(|error| path.with_path(error))
    }

    /// Inserts elements of zeros into a list that is there, to be replaced next: those of a packed
    /// list have the variant of all, others the first one.
    fn insert_zeros(&mut self, path: &str, count: usize) -> Result<()> {
        if count == 0 {
            return Ok(());
        }
        let address = self.at_path(path)?;
        let at = address.path().element_index(self.session.schema(), &address)?;
        self.insert_elements(&address, Some(at), count, &|_| 0, |session, to_list, index| {
            session.insert(to_list, index, count, &|_, _| 0).map(drop)
        })
    }

    /// Sets an element to another; a union of the same variant to what the other one holds, so that
    /// a packed list stays packed.
    fn replace_element(&mut self, path: &str, part: &Part<'_>) -> Result<()> {
        let address = self.at_path(path)?;
        if let (Content::Union(id, union), false) =
            (part.open(&mut Decoder::new(part.buf()))?.0, address.path().leaf.optional)
        {
            let found = self.part(&address)?;
            let is_alike = match found.map(|found| found.open(&mut Decoder::new(found.buf()))).transpose()? {
                Some((Content::Union(_, found), _)) => found.tag() == union.tag(),
                _ => false,
            };
            if is_alike {
                return self.put_payload(path, part.schema().union(id), &union);
            }
        }
        self.put(&address, part)
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
