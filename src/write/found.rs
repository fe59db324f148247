//! Lists as edits find them.
//!
//! Three ways lead to a list: a typed cursor knows the pointer slot and the type of the elements, a path knows the same of a
//! parsed schema, and every anchor can be looked up in the schema step by step. The first two are short; the third also
//! serves where they end, in lists that are not stored yet.

use core::marker::PhantomData;

use super::elements::list_at;
use super::link::{Holder, Link};
use super::navigate::{Anchor, Navigator, Run};
use super::session::Session;
use super::storage::Storage;
use crate::error::Result;
use crate::layout::Size;
use crate::read::{Buf, Elements};
use crate::typed::Value;
use crate::typed::encode::clamp;
use crate::typed::list::elements;
use crate::wire::varint;

/// A list and its pointer slot, as they lie in the buffer.
pub(crate) struct Found {
    /// The pointer slot; of no bytes if the record is of an older revision.
    pub(super) slot: Holder,
    pub(super) run: Run,
    /// Offset of the list object; 0 for none.
    pub(super) start: usize,
    /// Bytes of the count's varint.
    pub(super) form: usize,
    /// Bytes of the stride's varint.
    pub(super) stride_form: usize,
    /// Bytes of an element of the newest revision.
    pub(super) size: Size,
    /// Whether the stride is stored.
    pub(super) is_strided: bool,
    /// Levels of nesting left below the list, at least.
    pub(super) levels: u32,
    /// Whether elements can have objects.
    pub(super) has_objects: bool,
}

/// What leads to a list.
pub(crate) trait ToList<S> {
    /// Where the list is now.
    fn found(&self, session: &Session<S>) -> Result<Found>;
    /// The same for the schema.
    fn anchor(&self) -> &dyn Anchor;
}

/// What is known of a list's elements without their bytes.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub(crate) size: Size,
    pub(crate) is_strided: bool,
    pub(crate) levels: u32,
    pub(crate) has_objects: bool,
}

impl Found {
    /// The list behind a slot; `object` reaches from its start to the end of the buffer.
    #[inline]
    pub(crate) fn new(buf: &Buf<'_>, slot: Holder, stored: Option<(&[u8], Elements<'_>)>, known: Known) -> Self {
        let Known { size, is_strided, levels, has_objects } = known;
        let Some((object, elements)) = stored else {
            let stride = size.at(buf.shift());
            let run = Run { start: 0, count: 0, stride, is_stored: false };
            let stride_form = if is_strided { varint::len(clamp(stride)) } else { 0 };
            return Self { slot, run, start: 0, form: 0, stride_form, size, is_strided, levels, has_objects };
        };
        let start = buf.bytes.len().wrapping_sub(object.len());
        let after_count = varint::read(object).map_or(object, |(_, rest)| rest);
        let form = object.len().wrapping_sub(after_count.len());
        let after_stride = match varint::read(after_count) {
            Some((_, rest)) if is_strided => rest,
            _ => after_count,
        };
        let stride_form = after_count.len().wrapping_sub(after_stride.len());
        let first = start.wrapping_add(form).wrapping_add(stride_form);
        let run = Run { start: first, count: elements.count, stride: elements.stride, is_stored: true };
        Self { slot, run, start, form, stride_form, size, is_strided, levels, has_objects }
    }

    /// Whether there is a list object.
    pub(crate) fn is_stored(&self) -> bool {
        self.run.is_stored
    }

    /// Where the object ends with `count` elements, and the form of its count.
    pub(super) fn resized(&self, count: usize) -> (usize, usize) {
        let form = self.form.max(varint::len(clamp(count)));
        let elements = count.saturating_mul(self.run.stride);
        let end = self.start.saturating_add(form).saturating_add(self.stride_form).saturating_add(elements);
        (end, form)
    }
}

/// A typed cursor's list.
pub(super) struct TypedList<'l, 'a, T> {
    link: &'l Link<'a>,
    marker: PhantomData<fn() -> T>,
}

impl<'l, 'a, T> TypedList<'l, 'a, T> {
    #[inline(always)]
    pub(super) fn new(link: &'l Link<'a>) -> Self {
        Self { link, marker: PhantomData }
    }
}

impl<S: Storage, T: Value> ToList<S> for TypedList<'_, '_, T> {
    fn found(&self, session: &Session<S>) -> Result<Found> {
        let slot = self.link.holder(session)?;
        let record = session.record(slot)?;
        let buf = record.buf();
        let stored = match buf.follow(record.bytes(), Size::ZERO)? {
            Some(object) => Some((object, elements::<T, _>(buf, object)?)),
            None => None,
        };
        let (size, is_strided, has_objects) = (T::ELEMENT, !T::STRIDED.is_empty(), T::HAS_OBJECTS);
        let known = Known { size, is_strided, levels: self.link.levels(), has_objects };
        Ok(Found::new(buf, slot, stored, known))
    }

    fn anchor(&self) -> &dyn Anchor {
        self.link
    }
}

/// The list at any anchor, looked up in the schema.
pub(crate) fn look_up(anchor: &dyn Anchor, navigator: &Navigator<'_>, has_objects: bool) -> Result<Found> {
    let (spot, item) = list_at(anchor, navigator)?;
    spot.check_holder()?;
    let buf = &navigator.buf;
    let slot = Holder { pos: spot.slot(buf.shift()), size: buf.width.bytes() };
    let slot = if spot.is_stored(buf.shift()) { slot } else { Holder::default() };
    let stored = match buf.follow(navigator.bytes(slot), Size::ZERO)? {
        Some(object) => Some((object, navigator.item_elements(object, item)?)),
        None => None,
    };
    let known =
        Known { size: item.size, is_strided: item.growable, levels: spot.levels().saturating_sub(1), has_objects };
    Ok(Found::new(buf, slot, stored, known))
}
