//! Lists of a record.
//!
//! A list is given by a handle of its elements without the last index, or by its path; an element
//! by a handle with all indices, or by its path.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::assign::written;
use super::noted::{NotedValue, WHOLE};
use super::{Accepts, Address, FieldType, HandleAt, Locate, Reads, Record};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::scalar::Builtin;
use crate::schema::Type;
use crate::typed::Value;
use crate::write::{Noted, Storage, order_of, runs_without};

impl<B: AsRef<[u8]>> Record<B> {
    /// Number of elements of a list, given by its path or by a handle of its elements without the
    /// last index.
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
    /// use vellum::{Dynamic, Record, Schema};
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
        if !self.append_default(&list).map_err(|error| path.with_path(error))? {
            self.insert_of(&list, None, None)?;
            self.session.compact_if_due();
        }
        self.note_pushed(&list, || NotedValue::Absent);
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
        let path = element.path();
        if path.ends_in_key() {
            path.check(self.session.schema(), L::Address::COUNT)?;
            self.edited()?.remove_key(&path.locator(&element)).map_err(|error| path.with_path(error))?;
            self.note((Noted::RemoveKey, WHOLE), &path.locator(&element), &NotedValue::Absent);
            return Ok(());
        }
        let index = path.element_index(self.session.schema(), &element)?;
        self.edited()?.remove(&path.to_list(&element), index, 1).map_err(|error| path.with_path(error))?;
        self.note((Noted::Remove, WHOLE), &path.locator(&element), &NotedValue::Absent);
        Ok(())
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
        self.insert_elements(&list, None, values.len(), &|_| 0, |session, to_list, index| {
            let gap = session.insert(to_list, index, values.len(), &|_, _| 0)?;
            T::write_numbers(values, session.record_mut(gap.elements)?);
            session.compact_if_due();
            Ok(())
        })?;
        self.note_extended(&list, values.len());
        Ok(())
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
        list.path().check_sequence(self.session.schema(), L::Address::COUNT)?;
        let surplus = self.len(&list)?.saturating_sub(len);
        if surplus == 0 {
            return Ok(());
        }
        let path = list.path();
        self.edited()?.remove(&path.to_list(&list), len, surplus).map_err(|error| path.with_path(error))?;
        self.note((Noted::Splice, (len, surplus)), &path.to_list(&list), &NotedValue::Absent);
        Ok(())
    }

    /// Exchanges two elements of a list. What they point to stays where it is.
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
        self.edited()?.swap(&path.to_list(&list), a, b).map_err(|error| path.with_path(error))?;
        self.note_elements(&list, [a, b]);
        Ok(())
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
        let path = list.path();
        self.edited()?.remove_runs(&path.to_list(&list), &runs).map_err(|error| path.with_path(error))?;
        // The last first, so that the others stay where they are.
        for run in runs.iter().rev() {
            self.note((Noted::Splice, (run.start, run.len())), &path.to_list(&list), &NotedValue::Absent);
        }
        Ok(())
    }

    /// Sorts the elements, keeping the order of equal ones. What they point to stays where it is.
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
        let path = list.path();
        self.edited()?.reorder(&path.to_list(&list), &order).map_err(|error| path.with_path(error))?;
        self.note((Noted::Set, WHOLE), &path.to_list(&list), &NotedValue::There);
        Ok(())
    }
}
