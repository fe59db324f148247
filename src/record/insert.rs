//! Lists of a record: inserting, appending, removing and sorting elements.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::assign::written;
use super::dynamic::{Leaf, LeafForm};
use super::edit::{Plain, put_fixed, put_plain};
use super::field::{EditPlace, Indices};
use super::noted::NotedValue;
use super::op::{Op, OpValue};
use super::path::PathSegment;
use super::{Accepts, Address, FieldType, HandleAt, Locate, Reads, Record};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::object::write_blob;
use crate::read::document::MAX_DEPTH;
use crate::read::navigate::Step;
use crate::read::{Buf, no_element};
use crate::scalar::Builtin;
use crate::schema::{Schema, Type};
use crate::typed::Value;
use crate::wire::unfilled::Unfilled;
use crate::wire::width::{PointerWidth, Width};
use crate::write::link::{KeysWith, PathLocator};
use crate::write::{Session, Storage, Tail, look_up, order_of, runs_without};

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
        if !path.is_of(session.schema(), list.count().wrapping_add(1)) || !session.is_editable() {
            return None;
        }
        let root = crate::wire::slice(buf.bytes, session.root, session.root_size)?;
        let (record, list) = path.stored_list(session.schema(), &buf, root, Indices::of(list).given())?;
        tail(list, &buf, record)
    }

    #[inline(never)]
    pub(super) fn push_checked<A: Address>(&mut self, list: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let value = list.path().plain_element::<A>(self.session.schema(), value)?;
        if !self.append_checked(list, value)? {
            return self.edit(EditPlace::of(list), &Op::Push(OpValue::Plain(value)));
        }
        self.note_pushed(list, || NotedValue::plain(&list.path().leaf, value));
        Ok(())
    }

    /// Appends text, bytes or a variant that was checked to a list that has room for it; false
    /// where it has none, and then nothing has changed.
    pub(super) fn append_checked<A: Address>(&mut self, list: &A, value: Plain<'_>) -> Result<bool> {
        let path = list.path();
        let zeros = [0; 5];
        let (tail, element, content): (fn(&PathSegment, &Buf<'_>, &[u8]) -> _, _, _) = match value {
            Plain::Blob(content) if path.leaf.form == LeafForm::Blob => {
                (PathSegment::tail, zeros, Some(content).filter(|content| !content.is_empty() || path.leaf.optional))
            }
            // Zeros behind the tag are the default of a payload.
            Plain::Tag(tag) if !path.leaf.has_presence => (PathSegment::mixed_tail, [tag, 0, 0, 0, 0], None),
            _ => return Ok(false),
        };
        // As many segments as objects may be nested are left to those who count them.
        if path.segments.len() < MAX_DEPTH as usize
            && let Some((mut tail, stride)) = self.stored_tail(list, tail)
            && let Some(element) = element.get(..stride)
        {
            return self.session.append(&mut tail, element, content).map_err(|error| path.with_path(error));
        }
        Ok(false)
    }

    /// Appends a value that was checked.
    pub(super) fn append_plain(&mut self, list: &EditPlace<'_>, value: Plain<'_>) -> Result<()> {
        if let Plain::Dynamic(tag, content) = value
            && let Some(appended) = self.append_dynamic(list, &[(tag, content)])
        {
            return appended;
        }
        self.insert_plain(list, None, value)
    }

    pub(super) fn insert_at<A: Address>(&mut self, element: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let path = element.path();
        path.element_index(self.session.schema(), element)?;
        let value = <A::Value as FieldType>::plain(value, path, self.session.schema())
            .map_err(|error| path.with_path(error))?;
        path.check_value(&value)?;
        self.edit(EditPlace::of(element), &Op::Insert(OpValue::Plain(value)))
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
        let located = session.locate(&to_list);
        if let Ok(located) = &located
            && located.is_there()
        {
            let route = located.route(&to_list);
            let index = match index {
                Some(index) => index,
                None => look_up(&route, &session.navigator(), true).map_err(named)?.count(),
            };
            return insert(session, &route, index).map_err(named);
        }
        // Nothing can be inserted into a list that is not there but at its beginning.
        if let Some(index @ 1..) = index {
            path.check_way(self.view()?, list)?;
            return Err(named(no_element(index, 0)));
        }
        let (size, header) = path.list_header();
        let moved = session.new_list(count, header);
        let more = |width: PointerWidth| moved.len(size.at(width.shift())).saturating_add(heap(width));
        let located = located.map_err(named)?;
        let inserted =
            session.with_parents(located, &to_list, &more, 1, |session, to_list| insert(session, to_list, 0));
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
            let object = session.bytes_within(gap.heap.clone()).get_mut(gap.heap.clone()).ok_or_else(internal_error)?;
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

// The methods of lists.
//
// A list is given by a handle of its elements without the last index, or by its path. An element is
// given by a handle with all indices, or by its path.

impl<B: AsRef<[u8]>> Record<B> {
    /// Number of elements of a list, or of keys of a map, given by its path or by a handle of its
    /// elements without the last index. A list that is absent has none, but in `any`, where it has
    /// to be there.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Log { codes: list<u32> } root Log;")?;
    /// let code = schema.field::<u32>("codes[]")?;
    /// let mut record = Record::new(&schema);
    /// record.push(&code, 4)?;
    /// assert_eq!(record.len(&code)?, 1);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::get`].
    pub fn len<L: Locate>(&self, list: L) -> Result<usize> {
        self.view()?.len(list)
    }

    /// The elements of a list, given as for [`Record::len`].
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Log { codes: list<u32> } root Log;")?;
    /// let mut record = Record::new(&schema);
    /// let code = schema.field::<u32>("codes[]")?;
    /// record.extend(&code, [4, 2])?;
    /// let codes: Vec<u32> = record.iter(&code)?.collect::<vellum::Result<_>>()?;
    /// assert_eq!(codes, [4, 2]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::get`]; each element is checked when it is reached.
    pub fn iter<T: FieldType + ?Sized>(
        &self,
        list: impl Locate<Value: Reads<T>>,
    ) -> Result<impl ExactSizeIterator<Item = Result<T::Get<'_>>>> {
        self.view()?.iter(list)
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Inserts an element before the one a handle or path leads to.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Log { lines: list<string> } root Log;")?;
    /// let line = schema.field::<str>("lines[]")?;
    /// let mut record = Record::new(&schema);
    /// record.push(&line, "second")?;
    /// record.insert(line.at(0), "first")?;
    /// assert_eq!(record.get(line.at(0))?, "first");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`]; an index may be one beyond the last.
    pub fn insert<'v, V>(&mut self, element: impl Locate<Value: Accepts<'v, V>>, value: V) -> Result<()> {
        let (element, value) = written(element, self.session.schema(), false, value)?;
        self.insert_at(&element, value)
    }

    /// Appends an element that has its default, given as for [`Record::push`]; its fields are set
    /// afterwards.
    ///
    /// ```
    /// use vellum::{Record, Schema, dynamic::Dynamic};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } struct Path { points: list<Point> } root Path;")?;
    /// let points = schema.field::<Dynamic>("points[]")?;
    /// let x = schema.field::<i32>("points[].x")?;
    /// let mut record = Record::new(&schema);
    /// record.push_default(&points)?;
    /// record.set(x.at(0), 5)?;
    /// assert_eq!(record.get(x.at(0))?, 5);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`].
    pub fn push_default<L: Locate>(&mut self, list: L) -> Result<()> {
        let list = list.locate(self.session.schema(), true)?;
        let path = list.path();
        path.check_sequence(self.session.schema(), L::Address::COUNT)?;
        self.edit(EditPlace::of(&list), &Op::Push(OpValue::Default))
    }

    pub(super) fn push_default_at(&mut self, list: EditPlace<'_>) -> Result<()> {
        if !self.append_default(&list).map_err(|error| list.path().with_path(error))? {
            self.insert_of(&list, None, None)?;
            self.session.compact_if_due();
        }
        Ok(())
    }

    /// Removes the element a handle leads to, and everything it points to; of a map, the key with
    /// its value.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Log { lines: list<string>, hits: map<string, u32> } root Log;")?;
    /// let mut record = Record::new(&schema);
    /// record.push("lines", "first")?;
    /// record.set("hits[home]", 3u32)?;
    /// record.remove("lines[0]")?;
    /// record.remove("hits[home]")?;
    /// assert_eq!((record.len("lines")?, record.len("hits")?), (0, 0));
    /// assert!(record.remove("lines[0]").is_err());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`], and [`ErrorKind::Newer`](crate::ErrorKind::Newer) for a list packed with
    /// an unknown variant, whose elements have an unknown size.
    pub fn remove<L: Locate>(&mut self, element: L) -> Result<()> {
        let element = element.locate(self.session.schema(), false)?;
        self.edit(EditPlace::of(&element), &Op::Remove)
    }

    /// Takes the last element out of a list; `None` if there is none.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Log { lines: list<string> } root Log;")?;
    /// let line = schema.field::<str>("lines[]")?;
    /// let mut record = Record::new(&schema);
    /// record.extend(&line, ["one", "two"])?;
    /// assert_eq!(record.pop(&line)?.as_deref(), Some("two"));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::remove`].
    pub fn pop<T: FieldType + ?Sized>(&mut self, list: impl Locate<Value: Reads<T>>) -> Result<Option<T::Owned>>
    where
        for<'a> T::Owned: From<T::Get<'a>>,
    {
        let list = list.to_read::<T>(self.session.schema(), true)?;
        let Some(last) = self.view()?.count(&list)?.checked_sub(1) else { return Ok(None) };
        let element = HandleAt { list: &list, key: last.into() };
        let value = self.view()?.get_at(element)?.into();
        self.remove(element)?;
        Ok(Some(value))
    }

    /// Appends elements. If one cannot be appended, those before it stay.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Log { codes: list<u32> } root Log;")?;
    /// let mut record = Record::new(&schema);
    /// let code = schema.field::<u32>("codes[]")?;
    /// record.extend(&code, [4, 2, 9])?;
    /// assert_eq!(record.len(&code)?, 3);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::push`].
    pub fn extend<'v, V, L: Locate<Value: Accepts<'v, V>>>(
        &mut self,
        list: L,
        values: impl IntoIterator<Item = V>,
    ) -> Result<()> {
        let list = list.to_write::<<L::Value as Accepts<'v, V>>::Field>(self.session.schema(), true)?;
        let mut values = values.into_iter().map(L::Value::into_set);
        if list.path().leaf.is_any {
            return self.extend_dynamic(&list, values);
        }
        values.try_for_each(|value| self.push_at(&list, value))
    }

    /// Appends numbers to a list of numbers, all of them or none, at once.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Column { values: list<f64> } root Column;")?;
    /// let value = schema.field::<f64>("values[]")?;
    /// let mut record = Record::new(&schema);
    /// record.extend_from_slice(&value, &[1.5, 2.5])?;
    /// assert_eq!(record.get(value.at(1))?, 2.5);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::push`], and [`ErrorKind::Type`] if the elements are optional, enums, in an
    /// `any` or bound by rules.
    pub fn extend_from_slice<T: FieldType + Builtin + Value>(
        &mut self,
        list: impl Locate<Value: Reads<T>>,
        values: &[T],
    ) -> Result<()> {
        let list = list.to_read::<T>(self.session.schema(), true)?;
        list.check_sequence(self.session.schema())?;
        let path = list.path();
        let leaf = &path.leaf;
        let are_plain = T::SHAPE.plain && leaf.default.word() == 0 && !leaf.optional && leaf.rules.is_none();
        if !are_plain || leaf.ty != Type::Scalar(T::SCALAR) {
            return Err(path.with_path(Error::fixed(&FixedError(
                ErrorKind::Type,
                "only numbers without rules are appended at once",
            ))));
        }
        if values.is_empty() {
            return Ok(());
        }
        let write = |elements: &mut [u8]| {
            T::write_numbers(values, &mut Unfilled::over(elements));
        };
        self.edit(EditPlace::of(&list), &Op::PushNumbers(values.len(), &write))
    }

    pub(super) fn push_numbers(&mut self, list: EditPlace<'_>, count: usize, write: &dyn Fn(&mut [u8])) -> Result<()> {
        self.insert_elements(&list, None, count, &|_| 0, |session, to_list, index| {
            let gap = session.insert(to_list, index, count, &|_, _| 0)?;
            write(session.record_mut(gap.elements)?);
            session.compact_if_due();
            Ok(())
        })
    }

    /// Shortens a list to `len` elements; a shorter one stays as it is.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Log { codes: list<u32> } root Log;")?;
    /// let mut record = Record::new(&schema);
    /// record.extend(&schema.field::<u32>("codes[]")?, [4, 2, 9])?;
    /// record.truncate("codes", 1)?;
    /// record.truncate("codes", 5)?;
    /// assert_eq!(record.len("codes")?, 1);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::remove`].
    pub fn truncate<L: Locate>(&mut self, list: L, len: usize) -> Result<()> {
        let list = list.locate(self.session.schema(), true)?;
        let path = list.path();
        path.check_sequence(self.session.schema(), L::Address::COUNT)?;
        // Of a list that is not there yet nothing has to go; what is no list is none.
        let surplus = path.count(self.view()?, &list)?.unwrap_or(0).saturating_sub(len);
        if surplus == 0 {
            return if path.through_any { path.check_way(self.view()?, &list) } else { Ok(()) };
        }
        let run = len..len.saturating_add(surplus);
        self.edit(EditPlace::of(&list), &Op::RemoveRuns(core::slice::from_ref(&run)))
    }

    /// Exchanges two elements of a list. The objects that they point to do not move.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Log { codes: list<u32> } root Log;")?;
    /// let mut record = Record::new(&schema);
    /// let code = schema.field::<u32>("codes[]")?;
    /// record.extend(&code, [4, 2, 9])?;
    /// record.swap(&code, 0, 2)?;
    /// assert_eq!(record.get(code.at(0))?, 9);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::get`].
    pub fn swap<L: Locate>(&mut self, list: L, a: usize, b: usize) -> Result<()> {
        let list = list.locate(self.session.schema(), true)?;
        let path = list.path();
        path.check_list(self.session.schema(), L::Address::COUNT)?;
        self.edit(EditPlace::of(&list), &Op::Swap(a, b))
    }

    /// Keeps the elements for which `keep` is true, in one pass over the list.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Log { codes: list<u32> } root Log;")?;
    /// let code = schema.field::<u32>("codes[]")?;
    /// let mut record = Record::new(&schema);
    /// record.extend(&code, [5, 2, 9])?;
    /// record.retain(&code, |code| code != 2)?;
    /// record.sort_by(&code, |a, b| b.cmp(a))?;
    /// assert_eq!((record.len(&code)?, record.get(code.at(0))?), (2, 9));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::remove`]; the list is then unchanged.
    pub fn retain<T: FieldType + ?Sized>(
        &mut self,
        list: impl Locate<Value: Reads<T>>,
        mut keep: impl FnMut(T::Get<'_>) -> bool,
    ) -> Result<()> {
        let list = list.to_read::<T>(self.session.schema(), true)?;
        let view = self.view()?;
        let element = |index: usize| HandleAt { list: &list, key: index.into() };
        let runs = runs_without(view.count(&list)?, |index| view.get_at(element(index)).map(&mut keep))?;
        if runs.is_empty() {
            return Ok(());
        }
        self.edit(EditPlace::of(&list), &Op::RemoveRuns(&runs))
    }

    /// Sorts the elements, keeping the order of equal ones. The objects that they point to do not
    /// move.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Log { lines: list<string> } root Log;")?;
    /// let mut record = Record::new(&schema);
    /// let line = schema.field::<str>("lines[]")?;
    /// record.extend(&line, ["two", "three", "one"])?;
    /// record.sort_by(&line, |a, b| a.len().cmp(&b.len()).then(a.cmp(b)))?;
    /// assert_eq!(record.get(line.at(0))?, "one");
    /// assert_eq!(record.get(line.at(2))?, "three");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::get`]; the list is then unchanged.
    pub fn sort_by<T: FieldType + ?Sized>(
        &mut self,
        list: impl Locate<Value: Reads<T>>,
        compare: impl FnMut(&T::Get<'_>, &T::Get<'_>) -> Ordering,
    ) -> Result<()> {
        let list = list.to_read::<T>(self.session.schema(), true)?;
        let values = self.iter::<T>(&list)?.collect::<Result<Vec<_>>>()?;
        // Also where something on the way to the list is not there.
        if values.len() < 2 {
            return Ok(());
        }
        let order = order_of(values, compare);
        self.edit(EditPlace::of(&list), &Op::Reorder(&order))
    }
}
