//! Records that are not there yet on the way to a cursor's value.
//!
//! A struct behind a null pointer has its defaults, and so has the payload of a union. A cursor stands in it all the same:
//! reading needs no record, and neither does setting what is the default anyhow. The first edit that needs a record makes
//! all that are missing on the way, and has room then for what it writes itself. So either all of it happens or nothing.

use alloc::vec::Vec;

use super::link::Link;
use super::locator::Locator;
use super::reserve::SpaceRequest;
use super::session::Session;
use super::storage::Storage;
use crate::error::Result;
use crate::layout::Size;
use crate::read::decoder::{MAX_DEPTH, too_deep};
use crate::read::navigate::{Holder, Step};
use crate::read::navigate::{Navigator, Node};
use crate::schema::{Payload, Type};
use crate::wire::varint::object_len;
use crate::wire::width::{PointerWidth, Width};

/// A record that has to be made.
pub(crate) struct Missing {
    /// Offset of the pointer that will lead to it, known if no record above it is missing.
    slot: usize,
    size: Size,
    /// The record that holds the pointer, and whether it stores it.
    holder: Holder,
    is_stored: bool,
}

/// Bytes of a record behind a pointer, with its size.
pub(super) fn record_len(size: usize) -> u64 {
    object_len(size, size as u64)
}

impl Navigator<'_> {
    /// Adds what is missing for a step from a node, and, where the way goes on, for entering what is there.
    pub(super) fn missing(&self, node: Node<'_>, step: Step, goes_on: bool, found: &mut Vec<Missing>) -> Result<()> {
        let resolved = self.step(node, step)?;
        let shift = self.buf.shift();
        if let (Node::Union { resolved: union, id }, Step::Payload(tag)) = (node, step)
            && let Some(variant) = self.schema.union(id).of_tag(tag)
        {
            let payload = variant.payload();
            let is_boxed = matches!(payload, Payload::Word(_) | Payload::Boxed)
                && !payload.is_inline(self.buf.width.bytes())
                && union.packed.is_none();
            if is_boxed && resolved.holder.pos == 0 {
                let slot = union.holder.pos.saturating_add(union.place.payload().slot.at(shift));
                let (size, is_stored) = (variant.item().size, union.is_stored(shift));
                found.push(Missing { slot, size, holder: union.holder, is_stored });
            }
        }
        if let Type::Struct(id) = resolved.ty
            && goes_on
            && !resolved.inline
            && !self.schema.structure(*id).is_frozen()
            && self.buf.follow(self.bytes(resolved.holder), resolved.place.slot)?.is_none()
        {
            let (slot, size) = (resolved.slot(shift), self.schema.structure(*id).size());
            found.push(Missing { slot, size, holder: resolved.holder, is_stored: resolved.is_stored(shift) });
        }
        Ok(())
    }
}

impl Link<'_> {
    /// Adds what is missing on the way into the value at this cursor, or, where the way does not go on, to it.
    pub(super) fn missing(&self, navigator: &Navigator<'_>, goes_on: bool, found: &mut Vec<Missing>) -> Result<()> {
        let Some(parent) = self.parent else { return Ok(()) };
        parent.missing(navigator, true, found)?;
        navigator.missing(parent.node(navigator)?, self.step, goes_on, found)
    }
}

impl<S: Storage> Session<S> {
    /// Makes the records that are missing on the way to a locator, with room for `more` bytes. Cursors find their places
    /// anew after it.
    ///
    /// # Errors
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot hold them, [`ErrorKind::Limit`](crate::ErrorKind::Limit) if they lie
    /// too deep, [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if what leads there is invalid; the buffer is then unchanged.
    #[cold]
    #[inline(never)]
    pub(crate) fn make_missing(&mut self, locator: &dyn Locator, more: &dyn Fn(PointerWidth) -> u64) -> Result<()> {
        let navigator = self.navigator();
        let resolved = locator.resolve(&navigator)?;
        let mut missing = Vec::new();
        locator.missing(&navigator, &mut missing)?;
        let Some(first) = missing.first() else { return resolved.check_holder() };
        if resolved.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        let (holder, is_stored) = (first.holder, first.is_stored);
        let need = |width: PointerWidth| {
            let lens = missing.iter().map(|record| record_len(record.size.at(width.shift())));
            lens.fold(more(width), u64::saturating_add)
        };
        self.guard(holder.range(), &[])?;
        self.reserve(!is_stored, &SpaceRequest::objects(need(self.width)), &need)?;
        // From here on nothing fails: there is room, and the way here was checked.
        loop {
            let mut missing = Vec::new();
            locator.missing(&self.navigator(), &mut missing)?;
            let Some(first) = missing.first() else { break };
            self.make_record(first.slot, first.size)?;
        }
        self.generation = self.generation.wrapping_add(1);
        locator.resolve(&self.navigator())?.check_holder()
    }
}
