//! Building a record value by value, in any order, to its canonical bytes.
//!
//! ```text
//! set, push ...   working buffer: pointers of four bytes, objects in the order in which they came
//! finish          one layout of it: the narrowest pointers, objects depth first, no default stored
//! ```
//! The builder edits a [`Record`], so a value goes in as [`Record::set`] takes it: the same
//! addresses, the same conversions, the same rules, and a value that is refused changes nothing.
//! The working buffer has the widest pointers, so that it is not laid out anew while it grows, and
//! is not searched for waste: the layout at the end leaves that out. What is missing at the end of
//! a path is made at once (`made`). Where the last edit was of the same record or list, the builder
//! does not walk to it again (`last_found`).

use alloc::vec::Vec;
use core::fmt;

use super::assign::written;
use super::insert::ZEROS;
use super::last_found::LastFound;
use super::{Accepts, Address, FieldType, Locate, Reads, Record};
use crate::error::Result;
use crate::read::key::Key;
use crate::scalar::Builtin;
use crate::schema::Schema;
use crate::typed::Value;
use crate::wire::width::PointerWidth;
use crate::write::rewrite::finish_working;

/// Builds a record of a schema that is known at run time: values in any order, then its canonical
/// bytes.
///
/// The bytes are those of [`to_vec`](crate::to_vec) for a derived type with the same values. A
/// field that is not set has its default; of two values for one field, the last counts. Rules are
/// checked when a value is set, and a failed call leaves the record built so far unchanged.
///
/// Values are addressed as in a [`Record`]: by a path, which is parsed at each call, or by a handle
/// ([`Handle`](crate::Handle)).
///
/// ```
/// use vellum::{RecordBuilder, Schema};
///
/// let schema = Schema::parse(
///     "struct Home { city: string }
///      struct User { name: string, age: u16 = 18, home: Home?, tags: list<string>, scores: map<string, u32> }
///      root User;",
/// )?;
/// let age = schema.field::<u16>("age")?;
/// let score = schema.field::<u32>("scores[]")?;
///
/// let mut user = RecordBuilder::new(&schema);
/// user.set("home.city", "London")?; // by path, which makes the home
/// user.set(&age, 36)?; // by handle
/// user.push("tags", "math")?;
/// user.set(score.at("whist"), 7)?; // adds the key
/// user.set(score.at("chess"), 9)?;
/// user.set("name", "Ada")?;
/// assert!(user.set("age", "36").is_err()); // nothing has changed
/// let bytes = user.finish()?;
///
/// let user = vellum::Record::open(&schema, bytes)?;
/// assert_eq!(
///     format!("{user:?}"),
///     r#"User { name: "Ada", age: 36, home: Some(Home { city: "London" }), tags: ["math"], scores: {"chess": 9, "whist": 7} }"#,
/// );
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// One builder makes many records, and reuses its memory:
///
/// ```
/// use vellum::{RecordBuilder, Schema};
///
/// let schema = Schema::parse("struct Point { x: i32, y: i32 } root Point;")?;
/// let (x, y) = (schema.field::<i32>("x")?, schema.field::<i32>("y")?);
/// let (mut point, mut bytes) = (RecordBuilder::new(&schema), Vec::new());
/// for number in 0..3 {
///     point.reset();
///     point.set(&x, number)?;
///     point.set(&y, -number)?;
///     point.finish_into(&mut bytes)?;
/// }
/// assert_eq!(bytes, [0x20, 8, 2, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF]);
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct RecordBuilder {
    /// The working buffer.
    record: Record,
    last: LastFound,
    /// Memory for the next layout.
    spare: Vec<u8>,
}

impl RecordBuilder {
    /// A builder of a record in which every field has its default.
    ///
    /// ```
    /// use vellum::{Record, RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
    /// assert_eq!(RecordBuilder::new(&schema).finish()?, Record::new(&schema).into_storage());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn new(schema: &Schema) -> Self {
        let mut record = Record::with_width(schema, PointerWidth::Four);
        record.session.keep_waste();
        Self { record, last: LastFound::nothing(schema.id()), spare: Vec::new() }
    }

    /// Makes every field its default again, and keeps the memory for the next record.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
    /// let mut user = RecordBuilder::new(&schema);
    /// user.set("name", "Ada")?;
    /// user.reset();
    /// assert_eq!(user.finish()?, RecordBuilder::new(&schema).finish()?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    pub fn reset(&mut self) {
        self.edited().session.restart();
    }

    /// The record, for an edit that may move what was found.
    pub(crate) fn edited(&mut self) -> &mut Record {
        self.last.forget();
        &mut self.record
    }

    /// The record built so far, to read: for example a key, or the length of a list.
    ///
    /// Its bytes are not canonical; those of [`RecordBuilder::finish`] are.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct Page { words: map<string, u32> } root Page;")?;
    /// let word = schema.field::<u32>("words[]")?;
    /// let mut page = RecordBuilder::new(&schema);
    /// for text in "the skin of the calf".split(' ') {
    ///     let count = page.as_record().get_optional(word.at(text))?.unwrap_or(0);
    ///     page.set(word.at(text), count + 1)?;
    /// }
    /// assert_eq!(page.as_record().get(word.at("the"))?, 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn as_record(&self) -> &Record {
        &self.record
    }

    /// Sets a field, an element, or the value of a key. Structs, keys and variants on the way that
    /// are not there yet are made; elements are not, see [`RecordBuilder::push_default`].
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema, field::VariantName};
    ///
    /// let schema = Schema::parse(
    ///     "union Contact { none, email: string } struct User { contact: Contact, at: tuple<f32, f32>, votes: map<u16, bool> } root User;",
    /// )?;
    /// let mut user = RecordBuilder::new(&schema);
    /// user.set("contact.email", "ada@example.org")?;
    /// user.set("at.1", -0.1f32)?;
    /// user.set("votes[7]", true)?;
    /// let error = user.set("votes[7]", 1u8).unwrap_err();
    /// assert_eq!(error.to_string(), "type mismatch: the field is bool, not u8 in `votes[7]`");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`]: [`ErrorKind::Path`](crate::ErrorKind::Path) for a path that the schema
    /// does not have or an index beyond the end, [`ErrorKind::Type`](crate::ErrorKind::Type) if the
    /// field has another type or its rules do not allow the value,
    /// [`ErrorKind::Schema`](crate::ErrorKind::Schema) for a handle of another schema,
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) if values are nested too deeply or the buffer
    /// would be too long. The record built so far is then unchanged.
    #[inline]
    pub fn set<'v, V>(&mut self, address: impl Locate<Value: Accepts<'v, V>>, value: V) -> Result<()> {
        let (address, value) = written(address, self.record.schema(), false, value)?;
        self.set_at(&address, value)
    }

    /// Appends an element to a list, given by a handle of its elements without the last index, or
    /// by the list's path.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct User { tags: list<string>, grid: list<list<f32>> } root User;")?;
    /// let tag = schema.field::<str>("tags[]")?;
    /// let mut user = RecordBuilder::new(&schema);
    /// user.push(&tag, "math")?;
    /// user.push("tags", "poetry")?;
    /// user.push_default("grid")?;
    /// user.push("grid[0]", 1.5f32)?;
    /// assert_eq!(user.as_record().get::<str>("tags[1]")?, "poetry");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`RecordBuilder::set`].
    #[inline]
    pub fn push<'v, V>(&mut self, list: impl Locate<Value: Accepts<'v, V>>, value: V) -> Result<()> {
        let (list, value) = written(list, self.record.schema(), true, value)?;
        self.push_at(&list, value)
    }

    /// Appends an element that has its default, given as for [`RecordBuilder::push`]: a struct,
    /// whose fields are set then, or a list.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema, dynamic::Dynamic};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } struct Way { points: list<Point> } root Way;")?;
    /// let points = schema.field::<Dynamic>("points[]")?;
    /// let x = schema.field::<i32>("points[].x")?;
    /// let mut way = RecordBuilder::new(&schema);
    /// for (index, value) in [5, 7].into_iter().enumerate() {
    ///     way.push_default(&points)?;
    ///     way.set(x.at(index), value)?;
    /// }
    /// assert_eq!(way.as_record().get(x.at(1))?, 7);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`RecordBuilder::set`].
    #[inline]
    pub fn push_default<L: Locate>(&mut self, list: L) -> Result<()> {
        let list = list.locate(self.record.schema(), true)?;
        if let Some((tail, stride)) = self.last.list(&mut self.record, &list, 0)
            && let Some(element) = ZEROS.get(..stride)
            && self.record.session.append(tail, element, None)?
        {
            self.last.appended(L::Address::COUNT);
            return Ok(());
        }
        self.edited().push_default(list)
    }

    /// Appends numbers to a list of numbers, all of them or none, at once.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct Column { values: list<f64> } root Column;")?;
    /// let value = schema.field::<f64>("values[]")?;
    /// let mut column = RecordBuilder::new(&schema);
    /// column.extend_from_slice(&value, &[1.5, 2.5])?;
    /// assert_eq!(column.as_record().get(value.at(1))?, 2.5);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::extend_from_slice`].
    pub fn extend_from_slice<T: FieldType + Builtin + Value>(
        &mut self,
        list: impl Locate<Value: Reads<T>>,
        values: &[T],
    ) -> Result<()> {
        self.edited().extend_from_slice(list, values)
    }

    /// Inserts an element before the one that a handle or path leads to; the index may be one
    /// beyond the last.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct Log { lines: list<string> } root Log;")?;
    /// let mut log = RecordBuilder::new(&schema);
    /// log.push("lines", "second")?;
    /// log.insert("lines[0]", "first")?;
    /// assert_eq!(log.as_record().get::<str>("lines[1]")?, "second");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`RecordBuilder::set`].
    pub fn insert<'v, V>(&mut self, element: impl Locate<Value: Accepts<'v, V>>, value: V) -> Result<()> {
        self.edited().insert(element, value)
    }

    /// Adds a key to a map, with the default of its value, or an element to a set; whether it was
    /// not there before.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct Post { tags: set<string> } root Post;")?;
    /// let mut post = RecordBuilder::new(&schema);
    /// assert!(post.add_key("tags", "rust")?);
    /// assert!(!post.add_key("tags", "rust")?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::add_key`].
    pub fn add_key<'k, L: Locate>(&mut self, map: L, key: impl Into<Key<'k>>) -> Result<bool> {
        self.edited().add_key(map, key)
    }

    /// Makes an absent struct present, with the default of each field; one that is there stays as
    /// it is.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct Home { city: string } struct User { home: Home? } root User;")?;
    /// let mut user = RecordBuilder::new(&schema);
    /// user.make("home")?;
    /// assert_eq!(format!("{user:?}"), r#"User { home: Some(Home { city: "" }) }"#);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::make`].
    pub fn make<L: Locate>(&mut self, address: L) -> Result<()> {
        self.edited().make(address)
    }

    /// Makes an absent list present, without elements; one that is there stays as it is.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct User { tags: list<string>? } root User;")?;
    /// let mut user = RecordBuilder::new(&schema);
    /// user.make_list("tags")?;
    /// assert_eq!(format!("{user:?}"), "User { tags: Some([]) }");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::make_list`].
    pub fn make_list<L: Locate>(&mut self, list: L) -> Result<()> {
        self.edited().make_list(list)
    }

    /// Makes a field its default, or absent, after any earlier call.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct User { nick: string? } root User;")?;
    /// let mut user = RecordBuilder::new(&schema);
    /// user.set("nick", "ada")?;
    /// user.clear("nick")?;
    /// assert_eq!(format!("{user:?}"), "User { nick: None }");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::clear`].
    pub fn clear<L: Locate>(&mut self, address: L) -> Result<()> {
        self.edited().clear(address)
    }

    /// The canonical bytes of the record. The values stay, so that a next record can differ from
    /// them in a few fields.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct Note { text: string, stars: u8 } root Note;")?;
    /// let mut note = RecordBuilder::new(&schema);
    /// note.set("text", "a long text")?;
    /// note.set("text", "short")?; // the last one counts
    /// assert_eq!(note.finish()?, b"\x20\x02\x00\x04\x05short");
    /// note.set("stars", 5u8)?;
    /// assert_eq!(note.finish()?, b"\x20\x02\x05\x04\x05short");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) if the bytes would be more than 4,294,967,295,
    /// and any error of [`Schema::check`].
    pub fn finish(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        finish_working(&self.record.session.navigator(), 0, &mut out)?;
        Ok(out)
    }

    /// As [`RecordBuilder::finish`], into a kept buffer, replacing its content.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// let schema = Schema::parse("struct Point { x: i32 } root Point;")?;
    /// let (mut point, mut bytes) = (RecordBuilder::new(&schema), Vec::new());
    /// point.set("x", 7)?;
    /// point.finish_into(&mut bytes)?;
    /// assert_eq!(bytes, point.finish()?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`RecordBuilder::finish`]; the buffer is then unchanged.
    pub fn finish_into(&mut self, out: &mut Vec<u8>) -> Result<()> {
        finish_working(&self.record.session.navigator(), 0, &mut self.spare)?;
        core::mem::swap(out, &mut self.spare);
        Ok(())
    }
}

impl RecordBuilder {
    /// Appends a value that no field refuses to a list that has room for it at once; `None` where
    /// that takes more.
    #[inline(always)]
    fn append<A: Address>(&mut self, list: &A, value: &<A::Value as FieldType>::Set<'_>) -> Option<Result<()>> {
        if !list.path().takes::<A::Value>(value) {
            return None;
        }
        let heap = <A::Value as FieldType>::content(value).map_or(0, |content| content.len().saturating_add(5));
        let (tail, stride) = self.last.list(&mut self.record, list, heap)?;
        let appended = self.record.append_value(list, tail, stride, value)?;
        self.last.appended(A::COUNT);
        Some(appended)
    }

    #[inline]
    fn set_at<A: Address>(&mut self, address: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let path = address.path();
        let content = <A::Value as FieldType>::content(&value);
        let holder =
            if path.takes::<A::Value>(&value) { self.last.holder(&mut self.record, address, content) } else { None };
        let Some(holder) = holder else { return self.edited().set_checked(address, value) };
        if let Some(content) = content
            && !content.is_empty()
            && self.record.session.append_blob(holder, path.leaf.place.slot, content).is_some()
        {
            return Ok(());
        }
        self.record.set_in(holder, address, value)
    }

    #[inline]
    fn push_at<A: Address>(&mut self, list: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        match self.append(list, &value) {
            Some(pushed) => pushed,
            None => self.edited().push_at(list, value),
        }
    }
}

/// Prints the record built so far, as a [`Record`] does.
impl fmt::Debug for RecordBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record.fmt(f)
    }
}
