//! Unions of a record: made one of a variant, cleared, and inserted into lists, packed or not.

use super::dynamic::Leaf;
use crate::error::{Result, internal_error};
use crate::read::union::{is_packed, put_tag};
use crate::schema::Schema;
use crate::wire::width::put_bit;
use crate::write::link::PathLocator;
use crate::write::{HeapLen, Locator, Session, Storage};

impl<S: Storage> Session<S, Schema> {
    /// Makes a union one of a variant; one that is keeps what it holds.
    pub(super) fn set_variant_at(&mut self, locator: &PathLocator<'_>, tag: u8) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let is_absent = navigator.is_absent(&resolved);
        if is_absent || navigator.tag(&resolved) != tag {
            if resolved.packed.is_some() {
                self.unpack_at(locator, &|_, _| 0)?;
            }
            self.switch(locator, tag)?;
        }
        Ok(())
    }

    /// Lets the elements of the packed list that a union lies in, if it lies in one, tell their
    /// variants themselves.
    pub(super) fn unpack_at(&mut self, union: &PathLocator<'_>, heap: &HeapLen<'_>) -> Result<()> {
        match union.resolve(&self.navigator())?.packed {
            Some(_) => self.unpack(&union.parent(), 0, heap),
            None => Ok(()),
        }
    }

    /// Makes a union its default.
    pub(super) fn clear_union(&mut self, locator: &PathLocator<'_>) -> Result<()> {
        self.unpack_at(locator, &|_, _| 0)?;
        self.clear_at(locator)
    }

    /// Inserts a union of a variant, with the payload's default, into a list.
    pub(super) fn insert_variant(&mut self, list: &PathLocator<'_>, index: usize, leaf: &Leaf, tag: u8) -> Result<()> {
        self.insert_variant_with(list, index, leaf, tag, &|_, _| 0)?;
        self.compact_if_due();
        Ok(())
    }

    /// Inserts a variant and leaves so many bytes for what the union will hold, where the list had
    /// to become a mixed one first.
    pub(super) fn insert_variant_with(
        &mut self,
        list: &PathLocator<'_>,
        index: usize,
        leaf: &Leaf,
        tag: u8,
        heap: &HeapLen<'_>,
    ) -> Result<()> {
        let (found, index) = self.found_for(list, Some(index), (tag, 1), heap)?;
        // A list that is not there yet begins mixed; it is packed when the buffer is made compact.
        let is_packed = is_packed(found.tag());
        let gap = self.insert_into(found, list, index, 1, &|_, _| 0)?;
        if is_packed {
            return Ok(());
        }
        let shift = self.shift();
        let element = self.record_mut(gap.elements)?;
        put_tag(element, &leaf.place, shift, tag)?;
        if leaf.has_presence {
            put_bit(element, &leaf.place, shift, true).ok_or_else(internal_error)?;
        }
        Ok(())
    }
}
