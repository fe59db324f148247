//! JSON in one call: of derived types, of records, and of single fields; with the feature `json`.
//!
//! What each type is in JSON is in [`serde`](crate::serde): dates and times are the text of RFC 3339, durations that of ISO 8601, bytes base 64, identifiers their own
//! text; the stored numbers are read, too. What is not said otherwise by [`Options`] holds for every function here, and for every format
//! that a [`Schema`] deserializes:
//!
//! | in the JSON | by default | else |
//! | --- | --- | --- |
//! | a key that the schema does not know | an error | [`Options::skip_unknown_fields`] |
//! | no key for a field | the field has its default | [`Options::require_all_fields`] |
//! | a key that comes twice | an error | |
//! | anything behind the value | an error | |
//!
//! Errors say the path, the line and the column: [`Error::path`], [`Error::line_column`]. Text that is no JSON is of the kind
//! [`Syntax`](ErrorKind::Syntax), a value that does not fit its field of the kind [`Type`](ErrorKind::Type). A patch that is JSON is applied when all of it was
//! read, and a value of a derived type is decoded when it was: what is wrong then has a path, and no line.
//!
//! ```
//! use vellum::{ErrorKind, Vellum, json};
//!
//! #[derive(Vellum, Debug, PartialEq)]
//! struct User { name: String, age: u16, tags: Vec<String> }
//!
//! let text = r#"{"name":"Ada","age":36,"tags":["math"]}"#;
//! let user: User = json::from_str(text)?;
//! assert_eq!(json::to_string(&user)?, text);
//!
//! let error = json::from_str::<User>("{\n  \"age\": 70000 }").unwrap_err();
//! assert_eq!((error.kind(), error.path().as_str()), (ErrorKind::Type, "age"));
//! assert_eq!(error.line_column().map(|(line, _)| line), Some(2));
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! A record of a run-time schema has the same as methods: [`Schema::from_json`], [`Record::to_json`], [`Record::get_json`],
//! [`Record::set_json`], [`Record::merge_patch`] and [`Record::json_patch`].

use alloc::string::String;
use alloc::vec::Vec;

use serde_core::de::{DeserializeSeed, Deserializer};
use serde_core::ser::Serialize;

use super::de::ValueSeed;
use super::json_text::{at_end, explain, of_text, parsed};
use super::ser::{Style, WalkedRecord};
use super::writer::{How, KeyOptions, RecordWriter};
use super::{RecordSeed, json_patch, patch};
use crate::error::Result;
#[cfg(doc)]
use crate::error::{Error, ErrorKind};
use crate::read::walk::Check;
use crate::record::{AsRecord, Dynamic, Record, RecordView};
use crate::schema::Schema;
use crate::typed::roots::schema_of;
use crate::typed::shape::may_convert;
use crate::typed::with::admit_buffer;
use crate::typed::{DecodeOwned, Value};
use crate::write::Storage;

/// How JSON is read and written where not by the defaults.
///
/// ```
/// use vellum::{Schema, json};
///
/// let schema = Schema::parse("struct Day { at: date, note: string } root Day;")?;
/// let options = json::Options::new().skip_unknown_fields().numbers();
/// let day = options.read(&schema, r#"{"at": "2023-11-14", "weather": "rain"}"#)?;
/// assert_eq!(options.write(&day)?, r#"{"at":19675,"note":""}"#);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    keys: KeyOptions,
    numbers: bool,
    pretty: bool,
}

impl Options {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Passes over keys that the schema does not know.
    #[must_use]
    pub fn skip_unknown_fields(mut self) -> Self {
        self.keys.skips_unknown = true;
        self
    }

    /// Makes it an error if a field does not come that cannot be absent.
    #[must_use]
    pub fn require_all_fields(mut self) -> Self {
        self.keys.requires_all = true;
        self
    }

    /// Writes dates, times and durations as the stored numbers, and bytes as sequences of numbers.
    #[must_use]
    pub fn numbers(mut self) -> Self {
        self.numbers = true;
        self
    }

    /// Writes a line for each value, indented.
    #[must_use]
    pub fn pretty(mut self) -> Self {
        self.pretty = true;
        self
    }

    /// Reads a record of a schema.
    ///
    /// # Errors
    /// [`ErrorKind::Syntax`] if the text is no JSON, or goes on behind it; [`ErrorKind::Type`] if a value does not fit the schema;
    /// [`ErrorKind::Limit`] if it is nested too deeply.
    pub fn read(self, schema: &Schema, json: &str) -> Result<Record> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let record = RecordSeed::of(schema, self.keys).read(&mut deserializer, false);
        let record = record.map_err(|(error, said, path)| explain(&error, said, path));
        let whole = record.and_then(|record| at_end(&mut deserializer).map(|()| record));
        whole.map_err(|error| of_text(json, error))
    }

    /// Writes a record.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if the bytes are invalid; [`ErrorKind::Newer`] if they hold what only a newer revision of the schema knows.
    pub fn write(self, record: &impl AsRecord) -> Result<String> {
        let record = record.as_record()?;
        record.root()?.check(Check::Whole)?;
        self.text(&WalkedRecord(record, if self.numbers { Style::Numbers } else { Style::Text }))
    }

    /// Reads a value of a derived type.
    ///
    /// # Errors
    /// As [`Options::read`], and if a field's own type cannot hold what is read.
    pub fn from_str<T: Value + DecodeOwned>(self, json: &str) -> Result<T> {
        crate::from_slice(self.read(schema_of::<T>(), json)?.as_bytes())
    }

    /// Writes a value of a derived type.
    ///
    /// # Errors
    /// As [`to_vec`](crate::to_vec).
    pub fn to_string<T: Value>(self, value: &T) -> Result<String> {
        self.write(&schema_of::<T>().view(&crate::to_vec(value)?)?)
    }

    fn text<T: Serialize>(self, value: &T) -> Result<String> {
        let text = if self.pretty { serde_json::to_string_pretty(value) } else { serde_json::to_string(value) };
        text.map_err(|error| explain(&error, None, String::new()))
    }
}

/// Reads a value of a derived type.
///
/// ```
/// use chrono::{DateTime, Utc};
/// use vellum::{Vellum, json};
///
/// #[derive(Vellum)]
/// struct Invoice { id: uuid::Uuid, issued: DateTime<Utc>, scan: Vec<u8> }
///
/// let text = r#"{"id":"67e55044-10b1-426f-9247-bb680e5fe0c8","issued":"2023-11-14T22:13:20Z","scan":"AQI="}"#;
/// let invoice: Invoice = json::from_str(text)?;
/// assert_eq!(invoice.issued.timestamp(), 1_700_000_000);
/// assert_eq!(invoice.scan, [1, 2]);
/// assert_eq!(json::to_string(&invoice)?, text);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Options::from_str`].
pub fn from_str<T: Value + DecodeOwned>(json: &str) -> Result<T> {
    Options::new().from_str(json)
}

/// Writes a value of a derived type.
///
/// # Errors
/// As [`Options::to_string`].
pub fn to_string<T: Value>(value: &T) -> Result<String> {
    Options::new().to_string(value)
}

/// Reads JSON into a buffer of a derived type, without a value in between.
///
/// ```
/// use vellum::{Vellum, json};
///
/// #[derive(Vellum)]
/// struct User { name: String, age: u16 }
///
/// let mut bytes = json::to_buffer::<User>(r#"{"name": "Ada", "age": 36}"#)?;
/// User::edit(&mut bytes)?.set_age(37)?;
/// assert_eq!(json::from_buffer::<User>(&bytes)?, r#"{"name":"Ada","age":37}"#);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Options::read`], and for what a conversion (`with`) of the type does not load.
pub fn to_buffer<T: Value + DecodeOwned>(json: &str) -> Result<Vec<u8>> {
    let bytes = Options::new().read(schema_of::<T>(), json)?.into_storage();
    admit_buffer::<T>(&bytes)?;
    Ok(bytes)
}

/// Writes what a buffer of a derived type holds, without a value in between.
///
/// # Errors
/// As [`Options::write`].
pub fn from_buffer<T: Value>(bytes: &[u8]) -> Result<String> {
    Options::new().write(&schema_of::<T>().view(bytes)?)
}

/// Applies a merge patch to a buffer of a derived type: [`Record::merge_patch`] says how. A patch knows no base: in a buffer that has changed
/// since the patch was written, what the patch has replaces what is there, whole lists as well, and all else stays.
///
/// ```
/// use vellum::{Vellum, json};
///
/// #[derive(Vellum)]
/// struct User { name: String, age: u16, nick: Option<String> }
///
/// let mut bytes = vellum::to_vec(&User { name: "Ada".into(), age: 36, nick: Some("A".into()) })?;
/// json::merge_patch::<User, _>(&mut bytes, r#"{"age": 37, "nick": null}"#)?;
/// assert_eq!(json::from_buffer::<User>(&bytes)?, r#"{"name":"Ada","age":37,"nick":null}"#);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Record::merge_patch`], and for what a conversion (`with`) of the type does not load; the buffer is then unchanged.
pub fn merge_patch<T: Value + DecodeOwned, S: Storage + AsRef<[u8]>>(storage: S, patch: &str) -> Result<()> {
    patched::<T, S>(storage, |record| record.merge_patch(patch))
}

/// Applies a JSON patch to a buffer of a derived type: [`Record::json_patch`] says how. A patch knows no base: in a buffer that has changed since
/// the patch was written, each operation is done to what is at its pointer now, unless a `test` before it finds another value there.
///
/// ```
/// use vellum::{Vellum, json};
///
/// #[derive(Vellum)]
/// struct Post { title: String, tags: Vec<String> }
///
/// let mut bytes = vellum::to_vec(&Post { title: "Hello".into(), tags: vec!["a".into(), "c".into()] })?;
/// let patch = r#"[
///     {"op": "test", "path": "/title", "value": "Hello"},
///     {"op": "add", "path": "/tags/1", "value": "b"}
/// ]"#;
/// json::json_patch::<Post, _>(&mut bytes, patch)?;
/// assert_eq!(json::from_buffer::<Post>(&bytes)?, r#"{"title":"Hello","tags":["a","b","c"]}"#);
///
/// // All operations are done or none.
/// let patch = r#"[{"op": "remove", "path": "/tags/0"}, {"op": "remove", "path": "/tags/7"}]"#;
/// let error = json::json_patch::<Post, _>(&mut bytes, patch).unwrap_err();
/// assert!(error.to_string().contains("operation 1"));
/// assert_eq!(Post::view(&bytes)?.tags()?.len(), 3);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Record::json_patch`], and for what a conversion (`with`) of the type does not load; the buffer is then unchanged.
pub fn json_patch<T: Value + DecodeOwned, S: Storage + AsRef<[u8]>>(storage: S, patch: &str) -> Result<()> {
    patched::<T, S>(storage, |record| record.json_patch(patch))
}

/// Patches a buffer of a type. What cannot be converted to the type any more is refused as a whole.
fn patched<T: Value + DecodeOwned, S: Storage + AsRef<[u8]>>(
    storage: S,
    patch: impl FnOnce(&mut Record<S>) -> Result<()>,
) -> Result<()> {
    let mut record = Record::open(schema_of::<T>(), storage)?;
    if !may_convert::<T>() {
        return patch(&mut record);
    }
    let before = record.session.snapshot();
    match patch(&mut record).and_then(|()| admit_buffer::<T>(record.as_bytes())) {
        Ok(()) => {
            record.session.keep(&before);
            Ok(())
        }
        Err(error) => {
            record.session.restore(before)?;
            Err(error)
        }
    }
}

impl Schema {
    /// Reads a record from JSON. [`json::Options`](Options) has options.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
    /// let user = schema.from_json(r#"{"name": "Ada"}"#)?;
    /// assert_eq!(user.to_json()?, r#"{"name":"Ada","age":18}"#);
    /// assert!(schema.from_json(r#"{"name": "Ada"} and more"#).is_err());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Options::read`].
    // The schema reads it; it is not made of it.
    #[allow(clippy::wrong_self_convention)]
    pub fn from_json(&self, json: &str) -> Result<Record> {
        Options::new().read(self, json)
    }
}

impl<B: AsRef<[u8]>> Record<B> {
    /// The whole record as JSON.
    ///
    /// # Errors
    /// As [`Options::write`].
    pub fn to_json(&self) -> Result<String> {
        Options::new().write(self)
    }

    /// What is at a path as JSON; what is absent is `null`.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User { name: string, tags: list<string> } root User;")?;
    /// let mut user = schema.from_json(r#"{"name": "Ada", "tags": ["math"]}"#)?;
    /// assert_eq!(user.get_json("tags")?, r#"["math"]"#);
    /// user.set_json("tags", r#"["poetry", "math"]"#)?;
    /// assert_eq!(user.get_json("tags[0]")?, r#""poetry""#);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Options::write`], and [`ErrorKind::Path`] if there is no such place.
    pub fn get_json(&self, path: &str) -> Result<String> {
        self.view()?.get_json(path)
    }
}

impl RecordView<'_> {
    /// As [`Record::to_json`].
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct Point { x: i32, y: i32? } root Point;")?;
    /// let bytes = [0x20, 9, 0, 7, 0, 0, 0, 0, 0, 0, 0];
    /// assert_eq!(schema.view(&bytes)?.to_json()?, r#"{"x":7,"y":null}"#);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn to_json(&self) -> Result<String> {
        Options::new().write(self)
    }

    /// As [`Record::get_json`].
    ///
    /// # Errors
    /// As there.
    pub fn get_json(&self, path: &str) -> Result<String> {
        Options::new().text(&self.get_path::<Dynamic>(path)?)
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Sets what is at a path to what JSON says; `null` makes it absent, if it can be. What is missing on the way is made.
    ///
    /// # Errors
    /// As [`Options::read`] and [`Record::set`]. The bytes are then unchanged.
    pub fn set_json(&mut self, path: &str, json: &str) -> Result<()> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        self.set_read(path, &mut deserializer, at_end).map_err(|error| of_text(json, error))
    }

    /// Applies a JSON merge patch (RFC 7396), in place: what the patch has replaces what is there, `null` removes it, and what the patch does
    /// not have stays. A patch knows no base. In a record that has changed since the patch was written, other fields and keys stay as they are
    /// now, but a list in the patch replaces the list that is there with all its elements; [`Record::apply`] edits lists.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct Post { title: string, tags: list<string>, votes: map<string, u32> } root Post;")?;
    /// let patch = r#"{"tags": ["mine"], "votes": {"ada": 1}}"#; // written for a post without tags and votes
    /// let mut theirs = schema.from_json(r#"{"title": "New", "tags": ["theirs"], "votes": {"bob": 2}}"#)?;
    /// theirs.merge_patch(patch)?;
    /// assert_eq!(theirs.to_json()?, r#"{"title":"New","tags":["mine"],"votes":{"ada":1,"bob":2}}"#);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// | in the patch | in this record |
    /// | --- | --- |
    /// | an object, for a struct | merged field by field; the struct is made if it is absent |
    /// | an object, for a map or a map in `any` | merged key by key: new keys are added; a text that is no key of the map's type is an error, also with `null` |
    /// | an object, for a union of the same variant | what the variant holds is merged; of another variant, replaced |
    /// | `null` for what can be absent, for a key of a map | made absent, removed |
    /// | `null` for what cannot be absent | an error |
    /// | anything else | replaces what is there, whole lists as well |
    ///
    /// A key that is no field is an error. Integers of more than 64 bits cannot be written in a patch. The buffer is copied once, to go back to if
    /// something fails.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let text = "struct Author { given: string?, family: string? }
    ///             struct Post { title: string, author: Author?, tags: list<string>, scores: map<string, u32> } root Post;";
    /// let schema = Schema::parse(text)?;
    /// let mut post = schema.from_json(
    ///     r#"{"title": "Goodbye!", "author": {"given": "John", "family": "Doe"}, "tags": ["a", "b"], "scores": {"x": 1, "y": 2}}"#,
    /// )?;
    /// post.merge_patch(r#"{"title": "Hello!", "author": {"family": null}, "tags": ["a"], "scores": {"x": null, "z": 3}}"#)?;
    /// assert_eq!(
    ///     post.to_json()?,
    ///     r#"{"title":"Hello!","author":{"given":"John","family":null},"tags":["a"],"scores":{"y":2,"z":3}}"#
    /// );
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Syntax`] if the patch is no JSON; [`ErrorKind::Type`] if a value does not fit its field, or `null` one that cannot be absent;
    /// [`ErrorKind::Path`] for a field that is not there; as [`Record::set`] else. The bytes are then unchanged.
    pub fn merge_patch(&mut self, patch: &str) -> Result<()> {
        patch::apply(self, &parsed(patch)?)
    }

    /// Applies a JSON patch (RFC 6902), in place: operations one after the other, all or none. A patch knows no base. In a record that has
    /// changed since the patch was written, each operation is done to what is at its pointer now: `remove` and `replace` take away
    /// whatever is there, and an index or a key that is not there is an error. A `test` before them says what has to be there;
    /// [`Record::apply`] looks at that by itself.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct Post { tags: list<string> } root Post;")?;
    /// let mut theirs = schema.from_json(r#"{"tags": ["theirs", "old"]}"#)?; // the patches were written for `["old"]`
    /// let tested = r#"[{"op": "test", "path": "/tags/0", "value": "old"}, {"op": "remove", "path": "/tags/0"}]"#;
    /// assert!(theirs.json_patch(tested).is_err());
    /// theirs.json_patch(r#"[{"op": "remove", "path": "/tags/0"}]"#)?;
    /// assert_eq!(theirs.to_json()?, r#"{"tags":["old"]}"#);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// The pointers are those of [`Record::to_json`]'s text, so what a union holds is under the name of its variant.
    ///
    /// | operation | in this record |
    /// | --- | --- |
    /// | `add` | sets a field, inserts an element before the one at the index (`-` is behind the last), adds or replaces a key |
    /// | `remove` | removes an element or a key, makes absent what can be absent |
    /// | `replace` | sets what is there |
    /// | `move`, `copy` | as `remove` and `add` with the value of `from`, which may have another type that holds it |
    /// | `test` | is an error if another value is there; numbers are equal if they are the same number |
    ///
    /// Arrays and tuples have a fixed number of parts, so these are replaced only; a set is replaced as a whole. Integers of more than 64 bits
    /// can be moved and copied, not written in a patch. The buffer is copied once, to
    /// go back to if something fails.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct Post { title: string, tags: list<string>, scores: map<string, u32> } root Post;")?;
    /// let mut post = schema.from_json(r#"{"title": "Hello", "tags": ["a", "c"], "scores": {"x": 1}}"#)?;
    /// post.json_patch(r#"[
    ///     {"op": "test", "path": "/title", "value": "Hello"},
    ///     {"op": "add", "path": "/tags/1", "value": "b"},
    ///     {"op": "move", "from": "/scores/x", "path": "/scores/y"}
    /// ]"#)?;
    /// assert_eq!(post.to_json()?, r#"{"title":"Hello","tags":["a","b","c"],"scores":{"y":1}}"#);
    /// assert!(post.json_patch(r#"[{"op": "test", "path": "/title", "value": "Bye"}]"#).is_err());
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Syntax`] if the patch is no JSON; [`ErrorKind::Type`] if it is no patch, a test fails, or a value does not fit its place;
    /// [`ErrorKind::Path`] if a pointer leads nowhere; as [`Record::set`] else. The message names the operation, from 0 on. The bytes are then
    /// unchanged.
    pub fn json_patch(&mut self, patch: &str) -> Result<()> {
        json_patch::apply(self, &parsed(patch)?)
    }

    /// Sets what is at a path to what a deserializer gives; `end` says whether that was all.
    pub(super) fn set_read<'de, D>(&mut self, path: &str, from: D, end: impl FnOnce(D) -> Result<()>) -> Result<()>
    where
        D: Reborrow<'de>,
    {
        let schema = self.schema().clone();
        let (ty, optional, default) = schema.type_of_path(path)?;
        let mut from = from;
        let encoded = RecordWriter::value(&schema, (ty, optional, default), (path, How::json()), |writer, to| {
            ValueSeed { writer, to }.deserialize(from.reborrow())
        });
        let encoded = encoded
            .map_err(|unwritten| explain(&unwritten.error, unwritten.failure.or(unwritten.said), unwritten.path))?;
        end(from)?;
        self.set_part(path, &encoded.part(&schema, ty, optional, default))
    }
}

/// A deserializer of JSON that can be asked for one value, and then for whether it was all.
pub(super) trait Reborrow<'de> {
    type Once<'a>: Deserializer<'de, Error = serde_json::Error>
    where
        Self: 'a;

    fn reborrow(&mut self) -> Self::Once<'_>;
}

impl<'de, R: serde_json::de::Read<'de>> Reborrow<'de> for &mut serde_json::Deserializer<R> {
    type Once<'a>
        = &'a mut serde_json::Deserializer<R>
    where
        Self: 'a;

    fn reborrow(&mut self) -> Self::Once<'_> {
        self
    }
}

impl<'de> Reborrow<'de> for &'de serde_json::Value {
    type Once<'a>
        = &'de serde_json::Value
    where
        Self: 'a;

    fn reborrow(&mut self) -> Self::Once<'_> {
        self
    }
}
