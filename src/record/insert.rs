//! Inserting values and elements into a list that a handle leads to, and appending them.

use super::field::Indices;
use super::leaf::{Leaf, LeafForm};
use super::noted::{NotedValue, WHOLE};
use super::plain::{Plain, put_fixed, put_plain};
use super::segments::PathSegment;
use super::{Address, FieldType, Record};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::object::write_blob;
use crate::read::Buf;
use crate::read::decoder::MAX_DEPTH;
use crate::read::navigate::Step;
use crate::read::no_element;
use crate::schema::Schema;
use crate::wire::width::{PointerWidth, Width};
use crate::write::route::{KeysWith, PathLocator};
use crate::write::{Noted, Session, Storage, Tail, look_up};

/// An element that has its default.
pub(super) static ZEROS: [u8; 256] = [0; 256];

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Appends a value that no field refuses to a list that has room for it at once; `None` where
    /// that takes more, and then nothing has changed.
    #[inline(always)]
    pub(super) fn append_stored<A: Address>(
        &mut self,
        list: &A,
        value: &<A::Value as FieldType>::Set<'_>,
    ) -> Option<Result<()>> {
        if list.path().needs_check {
            return None;
        }
        let (mut tail, stride) = self.stored_tail(list, PathSegment::tail)?;
        self.append_value(list, &mut tail, stride, value)
    }

    /// As `append_stored`, to a list that was found.
    #[inline(always)]
    pub(super) fn append_value<A: Address>(
        &mut self,
        list: &A,
        tail: &mut Tail,
        stride: usize,
        value: &<A::Value as FieldType>::Set<'_>,
    ) -> Option<Result<()>> {
        /// Bytes of the longest word, and of presence.
        const LONGEST: usize = 17;
        let (leaf, content) = (&list.path().leaf, <A::Value as FieldType>::content(value));
        let mut element = [0; LONGEST];
        let element = element.get_mut(..stride)?;
        if content.is_none() {
            <A::Value as FieldType>::put(value, element, leaf, self.session.shift())?;
        }
        let content = content.filter(|content| !content.is_empty() || leaf.optional);
        match self.session.append(tail, element, content) {
            Ok(true) => Some(Ok(())),
            Ok(false) => None,
            Err(error) => Some(Err(list.path().with_path(error))),
        }
    }

    /// Appends an element of zeros to a list that has room for it at once; false if it has none,
    /// and then nothing has changed. Zeros are the default of all elements but those of lists of
    /// unions, which have no such tail.
    pub(super) fn append_default<A: Address>(&mut self, list: &A) -> Result<bool> {
        // As many segments as objects may be nested are left to those who count them.
        if list.path().segments.len() < MAX_DEPTH as usize
            && let Some((mut tail, stride)) = self.stored_tail(list, PathSegment::tail)
            && let Some(element) = ZEROS.get(..stride)
        {
            return self.session.append(&mut tail, element, None);
        }
        Ok(false)
    }

    /// The end of the list that a value is appended to, and the bytes of an element, if it and all
    /// on the way there is stored.
    #[inline(always)]
    fn stored_tail<A: Address>(
        &self,
        list: &A,
        tail: impl FnOnce(&PathSegment, &Buf<'_>, &[u8]) -> Option<(Tail, usize)>,
    ) -> Option<(Tail, usize)> {
        let (path, session, buf) = (list.path(), &self.session, self.session.buf());
        if !path.is_of(session.schema(), A::COUNT.wrapping_add(1)) || !session.is_editable() {
            return None;
        }
        let root = crate::wire::slice(buf.bytes, session.root, session.root_size)?;
        let (record, list) = path.stored_list(session.schema(), &buf, root, Indices::of(list).given())?;
        tail(list, &buf, record)
    }

    #[inline(never)]
    pub(super) fn push_checked<A: Address>(&mut self, list: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let value = list.path().plain_element::<A>(self.session.schema(), value)?;
        self.push_plain(list, value)
    }

    /// Appends a value that was checked.
    pub(super) fn push_plain<A: Address>(&mut self, list: &A, value: Plain<'_>) -> Result<()> {
        self.append_plain(list, value)?;
        self.note_pushed(list, || NotedValue::plain(&list.path().leaf, value));
        Ok(())
    }

    fn append_plain<A: Address>(&mut self, list: &A, value: Plain<'_>) -> Result<()> {
        let path = list.path();
        // As many segments as objects may be nested are left to those who count them.
        if let (Plain::Blob(content), LeafForm::Blob) = (value, path.leaf.form)
            && path.segments.len() < MAX_DEPTH as usize
            && let Some((mut tail, stride)) = self.stored_tail(list, PathSegment::tail)
            && let Some(element) = [0; 4].get(..stride)
        {
            let content = Some(content).filter(|content| !content.is_empty() || path.leaf.optional);
            if self.session.append(&mut tail, element, content).map_err(|error| path.with_path(error))? {
                return Ok(());
            }
        }
        // Zeros behind the tag are the default of a payload.
        if let Plain::Tag(tag) = value
            && !path.leaf.has_presence
            && path.segments.len() < MAX_DEPTH as usize
            && let Some((mut tail, stride)) = self.stored_tail(list, PathSegment::mixed_tail)
            && let Some(element) = [tag, 0, 0, 0, 0].get(..stride)
            && self.session.append(&mut tail, element, None).map_err(|error| path.with_path(error))?
        {
            return Ok(());
        }
        if let Plain::Dynamic(tag, content) = value
            && let Some(appended) = self.append_dynamic(list, &[(tag, content)])
        {
            return appended;
        }
        self.insert_plain(list, None, value)
    }

    pub(super) fn insert_at<A: Address>(&mut self, element: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let path = element.path();
        let index = path.element_index(self.session.schema(), element)?;
        let value = <A::Value as FieldType>::plain(value, path, self.session.schema())
            .map_err(|error| path.with_path(error))?;
        path.check_value(&value)?;
        self.insert_plain(element, Some(index), value)?;
        self.note((Noted::Insert, WHOLE), &path.locator(element), &NotedValue::plain(&path.leaf, value));
        Ok(())
    }

    /// Inserts a value that was checked, at the end for `None`.
    pub(super) fn insert_plain<A: Address>(&mut self, list: &A, index: Option<usize>, value: Plain<'_>) -> Result<()> {
        let path = list.path();
        let heap = |width| value.heap_len(&path.leaf, width);
        self.insert_elements(list, index, 1, &heap, |session, to_list, index| {
            if let Plain::Tag(tag) = value {
                return session.insert_variant(to_list, index, &path.leaf, tag);
            }
            if let Plain::Dynamic(tag, content) = value {
                let last = path.last_key();
                let keys = KeysWith { keys: list, last, key: index.into() };
                let steps = [to_list.steps, &[Step::Element(last)]].concat();
                let element = PathLocator { steps: &steps, keys: &keys, ..*to_list };
                return session.insert_dynamic(to_list, &element, &path.leaf, index, (tag, content));
            }
            insert_plain(session, to_list, index, &path.leaf, value)
        })
    }

    /// Inserts so many elements, with as many bytes behind them as `heap` says, into a list: before
    /// an index or, for `None`, at the end. Where the list has no place yet, what is missing on the
    /// way there is made first. Errors have the path.
    pub(super) fn insert_elements<A: Address, R>(
        &mut self,
        list: &A,
        index: Option<usize>,
        count: usize,
        heap: &dyn Fn(PointerWidth) -> u64,
        insert: impl FnOnce(&mut Session<S, Schema>, &PathLocator<'_>, usize) -> Result<R>,
    ) -> Result<R> {
        let path = list.path();
        let named = |error| path.with_path(error);
        if !path.names_list() {
            return Err(named(Error::fixed(&FixedError(ErrorKind::Type, "not a list"))));
        }
        let to_list = path.to_list(list);
        let session = self.edited().map_err(named)?;
        // An error comes again, as that of the plan.
        if let Ok(Some((steps, anchor))) = to_list.with_entries(&session.navigator()) {
            let route = PathLocator { steps: &steps, anchor: anchor.as_ref(), ..to_list };
            let index = match index {
                Some(index) => index,
                None => look_up(&route, &session.navigator(), true).map_err(named)?.count(),
            };
            return insert(session, &route, index).map_err(named);
        }
        // Nothing can be inserted into a list that is not there but at its beginning.
        if let Some(index @ 1..) = index {
            path.count(self.view()?, list)?;
            return Err(named(no_element(index, 0)));
        }
        let (size, header) = path.list_header();
        let moved = session.new_list(count, header);
        let more = |width: PointerWidth| moved.len(size.at(width.shift())).saturating_add(heap(width));
        let inserted = session.with_parents(&to_list, &more, 1, |session, to_list| insert(session, to_list, 0));
        inserted.map_err(named)
    }
}

/// Inserts an element into a list.
fn insert_plain<S: Storage>(
    session: &mut Session<S, Schema>,
    to_list: &PathLocator<'_>,
    index: usize,
    leaf: &Leaf,
    value: Plain<'_>,
) -> Result<()> {
    let gap = session.insert(to_list, index, 1, &|width, _| value.heap_len(leaf, width))?;
    let shift = session.shift();
    match value {
        Plain::Blob(content) if leaf.form != LeafForm::Blob => {
            put_fixed(session.record_mut(gap.elements)?, leaf, shift, content).ok_or_else(internal_error)?;
        }
        Plain::Blob(_) if gap.heap.is_empty() => {}
        Plain::Tag(_) | Plain::Dynamic(..) => {}
        Plain::Blob(content) => {
            let object = session.bytes_mut().get_mut(gap.heap.clone()).ok_or_else(internal_error)?;
            write_blob(content, object).ok_or_else(internal_error)?;
            session.store_pointer(gap.elements.pos.saturating_add(leaf.place.slot.at(shift)), gap.heap.start)?;
        }
        Plain::Word(_) | Plain::Bit(_) => {
            put_plain(session.record_mut(gap.elements)?, leaf, shift, value).ok_or_else(internal_error)?;
        }
    }
    session.compact_if_due();
    Ok(())
}
