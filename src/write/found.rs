//! Lists as edits find them.
//!
//! A list is found in two ways: a typed cursor knows the pointer slot and the type of the elements;
//! any locator can be resolved through the schema step by step. The first is faster; the second
//! also works for lists that are not stored yet.

use core::ops::Range;

use super::locator::Locator;
use super::session::{Session, slot_holder};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::Size;
use crate::object::ListHeaderKind;
use crate::read::navigate::{Navigator, RecordSpan, ResolvedSlot};
use crate::read::union::is_packed;
use crate::read::{Buf, Elements, no_element, walk};
use crate::schema::{Item, MIXED, Schema};
use crate::wire::varint;
use crate::wire::width::Width;

/// A list object, as it lies in the buffer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tail {
    /// Offset of the object; 0 for none.
    pub(crate) start: usize,
    /// Bytes of its count's varint.
    pub(crate) count_width: usize,
    pub(crate) count: usize,
    /// End of its elements.
    pub(crate) end: usize,
}

impl Tail {
    /// For a list without an object.
    pub(crate) const NONE: Self = Self { start: 0, count_width: 0, count: 0, end: 0 };

    /// For a list object; `object` extends to the end of the buffer.
    #[inline(always)]
    pub(crate) fn new<W: Width>(buf: &Buf<'_, W>, object: &[u8], elements: &Elements<'_>) -> Self {
        let start = buf.bytes.len().wrapping_sub(object.len());
        let count_width = object.first().map_or(0, |first| varint::width(*first));
        let first = elements.bytes.as_ptr().addr().wrapping_sub(buf.bytes.as_ptr().addr());
        let end = first.wrapping_add(elements.bytes.len());
        Self { start, count_width, count: elements.count, end }
    }

    /// The bytes of the object.
    #[inline]
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.end.max(self.start)
    }

    /// Whether its varint can hold a count one higher.
    #[inline(always)]
    pub(crate) fn counts_more(&self) -> bool {
        self.count < varint::max(self.count_width) as usize
    }

    /// Increments the count for an element that ends at `end`.
    #[inline(always)]
    pub(crate) fn count_to(&mut self, end: usize, bytes: &mut [u8]) -> Option<()> {
        (self.count, self.end) = (self.count.wrapping_add(1), end);
        let object = bytes.get_mut(self.start..)?;
        ListHeaderKind::default().write_count(self.count, self.count_width, object).map(drop)
    }
}

/// An object that grows where it is.
#[derive(Clone, Debug)]
pub(crate) struct Grown {
    pub(crate) object: Range<usize>,
    /// Where it will end.
    pub(crate) end: usize,
    /// Bytes of new objects beside it.
    pub(crate) objects: u64,
}

/// A list and its pointer slot, as they lie in the buffer.
pub(crate) struct FoundList {
    /// The pointer slot; empty if the record is of an older revision that lacks it.
    pub(super) slot: RecordSpan,
    pub(crate) tail: Tail,
    /// Bytes from one element to the next.
    pub(super) stride: usize,
    pub(super) element: ElementInfo,
}

/// A way to find a list again.
pub(crate) trait ToList<S, M> {
    /// Where the list is now.
    fn found(&self, session: &Session<S, M>) -> Result<FoundList>;
    /// The list's place as steps through the schema.
    fn locator(&self) -> &dyn Locator;
    /// Visits the objects behind some of its elements.
    fn visit<'w>(
        &self,
        navigator: &Navigator<'_>,
        elements: &[u8],
        stride: usize,
        visit: &'w mut walk::Visit<'w>,
    ) -> Result<()> {
        let (resolved, item) = list_at(self.locator(), navigator)?;
        let (_, item) = navigator.list(&resolved, item)?;
        walk::visit_elements(navigator, elements, stride, item, visit)
    }
}

/// Facts about the elements of a list that do not depend on their bytes.
#[derive(Clone, Copy)]
pub(crate) struct ElementInfo {
    /// Bytes of an element of the newest revision.
    pub(crate) size: Size,
    pub(crate) header: ListHeaderKind,
    /// The variant that the list is packed with, or will be if it is new; else [`MIXED`].
    pub(crate) tag: u8,
    /// Levels of nesting left below the list, at least.
    pub(crate) levels: u32,
    /// Whether elements can point to objects.
    pub(crate) has_objects: bool,
}

impl FoundList {
    /// The list behind a slot; the bytes in `stored` extend from its start to the end of the
    /// buffer.
    #[inline]
    pub(crate) fn new(
        buf: &Buf<'_>,
        slot: RecordSpan,
        stored: Option<(&[u8], Elements<'_>)>,
        mut element: ElementInfo,
    ) -> Self {
        let (mut tail, mut stride) = (Tail::NONE, element.size.at(buf.shift()));
        if let Some((object, elements)) = stored {
            (tail, stride, element.tag) = (Tail::new(buf, object, &elements), elements.stride, elements.tag);
        }
        Self { slot, tail, stride, element }
    }

    /// Whether there is a list object.
    pub(crate) fn is_stored(&self) -> bool {
        self.tail.start > 0
    }

    /// How many elements it has.
    pub(crate) fn count(&self) -> usize {
        self.tail.count
    }

    /// Whether it has to be upgraded first: its record is of an older revision without the slot, or
    /// its elements are of one with a shorter stride.
    pub(crate) fn is_older(&self, shift: u32) -> bool {
        let ElementInfo { size, header, .. } = &self.element;
        self.slot.size == 0 || (self.is_stored() && header.is_strided && self.stride < size.at(shift))
    }

    /// Fails for an index at which no element can be inserted.
    pub(crate) fn check_index(&self, index: usize) -> Result<()> {
        if index <= self.tail.count { Ok(()) } else { Err(no_element(index, self.tail.count)) }
    }

    /// The variant that the list is packed with; else [`MIXED`].
    pub(crate) fn tag(&self) -> u8 {
        self.element.tag
    }

    /// Whether it is packed with a variant other than `tag`.
    pub(crate) fn is_of_other(&self, tag: u8) -> bool {
        self.is_stored() && is_packed(self.element.tag) && self.element.tag != tag
    }

    /// Where its elements begin.
    pub(super) fn first(&self) -> usize {
        self.tail.end.saturating_sub(self.tail.count.saturating_mul(self.stride))
    }

    /// Bytes of the varint for another count: as many as now, or more if needed.
    #[inline]
    pub(super) fn count_width(&self, count: usize) -> usize {
        self.tail.count_width.max(self.element.header.count_width(count))
    }

    /// Writes another count.
    pub(super) fn write_count(&self, count: usize, bytes: &mut [u8]) -> Result<()> {
        let object = bytes.get_mut(self.tail.start..).unwrap_or_default();
        self.element.header.write_count(count, self.count_width(count), object).map(drop).ok_or_else(internal_error)
    }

    /// Where the object ends if it has `count` elements.
    pub(super) fn end_with(&self, count: usize) -> usize {
        let wider = self.count_width(count).saturating_sub(self.tail.count_width);
        self.first().saturating_add(wider).saturating_add(count.saturating_mul(self.stride))
    }

    /// The growth of the list in place by `more` elements with `objects` bytes of objects.
    #[inline]
    pub(crate) fn grown(&self, more: usize, objects: u64) -> Option<Grown> {
        let end = self.end_with(self.tail.count.saturating_add(more));
        self.is_stored().then(|| Grown { object: self.tail.range(), end, objects })
    }
}

/// The list of a locator.
pub(super) fn list_at<'s>(locator: &dyn Locator, navigator: &Navigator<'s>) -> Result<(ResolvedSlot<'s>, &'s Item)> {
    let resolved = locator.resolve(navigator)?;
    let not_list = || Error::fixed(&FixedError(ErrorKind::Type, "not a list"));
    resolved.list_item().map(|item| (resolved, item)).ok_or_else(not_list)
}

/// A list that is resolved through the schema.
pub(crate) fn look_up(locator: &dyn Locator, navigator: &Navigator<'_>, has_objects: bool) -> Result<FoundList> {
    let (resolved, item) = list_at(locator, navigator)?;
    resolved.check_holder()?;
    let buf = &navigator.buf;
    let slot = slot_holder(buf.width.into(), resolved.holder, &resolved.place);
    let (stored, element) = navigator.list(&resolved, item)?;
    let tag = stored.map_or(MIXED, |(_, elements)| elements.tag);
    let header = ListHeaderKind { is_strided: element.growable, ..Schema::list_header(item) };
    let levels = resolved.levels().saturating_sub(1);
    Ok(FoundList::new(buf, slot, stored, ElementInfo { size: element.size, header, tag, levels, has_objects }))
}
