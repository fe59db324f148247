//! Lists as edits find them.
//!
//! Two ways lead to a list: a typed cursor knows the pointer slot and the type of the elements, and every locator can be looked up
//! in the schema step by step. The first is short; the second also serves where it ends, in lists that are not stored yet.

use super::elements::list_at;
use super::locator::Locator;
use super::session::Session;
use crate::error::{Result, broken};
use crate::layout::Size;
use crate::object::ListHeaderKind;
use crate::read::navigate::RecordSpan;
use crate::read::navigate::{Navigator, Run};
use crate::read::{Buf, Elements, no_element, walk};
use crate::schema::{MIXED, Schema};
use crate::wire::varint;

/// A list and its pointer slot, as they lie in the buffer.
pub(crate) struct FoundList {
    /// The pointer slot; of no bytes if the record is of an older revision.
    pub(super) slot: RecordSpan,
    pub(crate) run: Run,
    /// Offset of the list object; 0 for none.
    pub(super) start: usize,
    /// Bytes of the count's varint.
    pub(super) form: usize,
    /// Bytes of the stride's varint.
    pub(super) stride_form: usize,
    /// Bytes of an element of the newest revision.
    pub(super) size: Size,
    pub(super) header: ListHeaderKind,
    /// Levels of nesting left below the list, at least.
    pub(super) levels: u32,
    /// Whether elements can have objects.
    pub(super) has_objects: bool,
}

/// What leads to a list.
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
        let (_, item) = navigator.elements(&resolved, item)?;
        walk::visit_elements(navigator, elements, stride, item, visit)
    }
}

/// What is known of a list's elements without their bytes.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub(crate) size: Size,
    pub(crate) header: ListHeaderKind,
    /// The variant that all elements have, if they have one; of a new list, that it will have.
    pub(crate) tag: u8,
    pub(crate) levels: u32,
    pub(crate) has_objects: bool,
}

impl FoundList {
    /// The list behind a slot; `object` reaches from its start to the end of the buffer.
    #[inline]
    pub(crate) fn new(buf: &Buf<'_>, slot: RecordSpan, stored: Option<(&[u8], Elements<'_>)>, known: Known) -> Self {
        let Known { size, header, tag, levels, has_objects } = known;
        let Some((object, elements)) = stored else {
            let stride = size.at(buf.shift());
            let run = Run { start: 0, count: 0, stride, is_stored: false, tag };
            let stride_form = header.stride_width(stride);
            return Self { slot, run, start: 0, form: 0, stride_form, size, header, levels, has_objects };
        };
        let start = buf.bytes.len().wrapping_sub(object.len());
        let after_count = varint::read(object).map_or(object, |(_, rest)| rest);
        let form = object.len().wrapping_sub(after_count.len());
        let packs = usize::from(header.packs);
        let after_tag = after_count.get(packs..).unwrap_or(&[]);
        let after_stride = match varint::read(after_tag) {
            Some((_, rest)) if header.is_strided => rest,
            _ => after_tag,
        };
        let stride_form = after_tag.len().wrapping_sub(after_stride.len());
        let first = start.wrapping_add(form).wrapping_add(packs).wrapping_add(stride_form);
        let Elements { count, stride, tag, .. } = elements;
        let run = Run { start: first, count, stride, is_stored: true, tag };
        Self { slot, run, start, form, stride_form, size, header, levels, has_objects }
    }

    /// Whether there is a list object.
    pub(crate) fn is_stored(&self) -> bool {
        self.run.is_stored
    }

    /// How many elements it has.
    pub(crate) fn count(&self) -> usize {
        self.run.count
    }

    /// Whether there is a slot that can point to it; a record of an older revision may have none.
    pub(crate) fn has_slot(&self) -> bool {
        self.slot.size > 0
    }

    /// Fails for an index at which no element can be inserted.
    pub(crate) fn check_index(&self, index: usize) -> Result<()> {
        if index <= self.run.count { Ok(()) } else { Err(no_element(index, self.run.count)) }
    }

    /// The variant that all elements have, if they have one.
    pub(crate) fn tag(&self) -> u8 {
        self.run.tag
    }

    /// Writes another count, in the varint that the list has or a wider one.
    pub(super) fn write_count(&self, count: usize, form: usize, bytes: &mut [u8]) -> Result<()> {
        let object = bytes.get_mut(self.start..).unwrap_or_default();
        self.header.write_count(count, form, object).map(drop).ok_or_else(broken)
    }

    /// Where the object ends with `count` elements, and the form of its count.
    pub(super) fn resized(&self, count: usize) -> (usize, usize) {
        let form = self.form.max(self.header.count_width(count));
        let elements = count.saturating_mul(self.run.stride);
        let head = form.saturating_add(usize::from(self.header.packs)).saturating_add(self.stride_form);
        (self.start.saturating_add(head).saturating_add(elements), form)
    }
}

/// The list at any locator, looked up in the schema.
pub(crate) fn look_up(locator: &dyn Locator, navigator: &Navigator<'_>, has_objects: bool) -> Result<FoundList> {
    let (resolved, item) = list_at(locator, navigator)?;
    resolved.check_holder()?;
    let buf = &navigator.buf;
    let slot = RecordSpan { pos: resolved.slot(buf.shift()), size: buf.width.bytes() };
    let slot = if resolved.is_stored(buf.shift()) { slot } else { RecordSpan::default() };
    let (mut element, mut tag) = (item, MIXED);
    let stored = match buf.follow(navigator.bytes(slot), Size::ZERO)? {
        Some(object) => {
            let elements;
            (elements, element) = navigator.schema.elements(buf, object, item)?;
            tag = elements.tag;
            Some((object, elements))
        }
        None => None,
    };
    let header = ListHeaderKind { is_strided: element.growable, ..Schema::list_header(item) };
    let levels = resolved.levels().saturating_sub(1);
    Ok(FoundList::new(buf, slot, stored, Known { size: element.size, header, tag, levels, has_objects }))
}
