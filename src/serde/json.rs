//! JSON in one call: of derived types, of records, and of single fields; with the feature `json`.
//!
//! What each type is in JSON is in [`serde`](crate::serde): dates and times are the text of RFC
//! 3339, durations that of ISO 8601, bytes base 64, identifiers their own text; the stored numbers
//! are read, too. What is not said otherwise by [`Options`] holds for every function here, and for
//! every format that a [`Schema`] deserializes:
//!
//! | in the JSON | by default | else |
//! | --- | --- | --- |
//! | a key that the schema does not know | an error | [`Options::skip_unknown_fields`] |
//! | no key for a field that can be absent, declares a default (`= 18`, `#[vellum(default)]`), or is of a later revision (`since`) | the field has its default | an error: [`Options::require_all_fields`], but of what can be absent |
//! | no key for another field | an error | the field has its default: [`Options::default_missing_fields`] |
//! | a key that comes twice | an error | |
//! | anything behind the value | an error | |
//!
//! Errors say the path, the line and the column: [`Error::path`], [`Error::line_column`]. Text that
//! is no JSON is of the kind [`Syntax`](ErrorKind::Syntax), a value that does not fit its field of
//! the kind [`Type`](ErrorKind::Type). A patch that is JSON is applied when all of it was read, and
//! a value of a derived type is decoded when it was: what is wrong then has a path, and no line.
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
//! # Fields that are missing
//!
//! A field has to come, as with serde's `Deserialize`, unless the schema says what it is without:
//! it can be absent, it declares a default, or it is of a later revision, so that what older
//! programs wrote has no key for it. What is written has a key for every field. A missing field is
//! an error that names it, at the path of its struct.
//!
//! ```
//! use vellum::{Vellum, json};
//!
//! #[derive(Vellum, Debug, PartialEq)]
//! struct Task {
//!     title: String,
//!     note: Option<String>,
//!     #[vellum(default = 3)]
//!     priority: u8,
//!     #[vellum(default)] // empty; `#[serde(default)]` says the same
//!     tags: Vec<String>,
//!     #[vellum(since = 2)]
//!     done: bool,
//! }
//!
//! let task: Task = json::from_str(r#"{"title": "Write"}"#)?;
//! assert_eq!(task, Task { title: "Write".into(), note: None, priority: 3, tags: vec![], done: false });
//! let error = json::from_str::<Task>("{}").unwrap_err();
//! assert!(error.to_string().contains("the field `title` is missing"));
//!
//! let task: Task = json::Options::new().default_missing_fields().from_str("{}")?;
//! assert_eq!(task.title, "");
//! # Ok::<(), vellum::Error>(())
//! ```
//!
//! Merge patches are about what is there: a field that they do not have stays as it is, and has its
//! default in a struct that they make.
//!
//! # Run-time schemas
//!
//! A record of a run-time schema has the same as methods: [`Schema::from_json`],
//! [`Record::to_json`], [`Record::get_json`], [`Record::set_json`], [`Record::push_json`],
//! [`Record::insert_json`], [`Record::merge_patch`] and [`Record::json_patch`].

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_core::Deserialize;
use serde_core::de::{DeserializeSeed, IgnoredAny};
use serde_core::ser::Serialize;
use serde_json::error::Category;

use super::de::read_record;
use super::json_tree::Json;
use super::leaf::Style;
use super::ser::WalkedRecord;
use super::writer::{KeyOptions, OptionalKeys, ReadOptions, RecordWriter, Source, ValueSeed};
use super::{json_patch, merge_patch};
use crate::encode::Encoded;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::route::write_key;
use crate::read::value::Part;
use crate::read::walk::Check;
use crate::record::{AsRecord, Dynamic, Record, RecordView, Resolved};
use crate::schema::{DefaultValue, Schema, Type};
use crate::typed::root::schema_of;
use crate::typed::with::{admit_buffer, is_guarded};
use crate::typed::{DecodeOwned, Value};
use crate::write::Storage;
use crate::write::undo::Transaction;

/// How JSON is read and written where not by the defaults.
///
/// ```
/// use vellum::{Schema, json};
///
/// let schema = Schema::parse("struct Day { at: date, note: string } root Day;")?;
/// let options = json::Options::new().skip_unknown_fields().default_missing_fields().numbers();
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

    /// Makes it an error if a field does not come that cannot be absent, also one that declares a
    /// default or is of a later revision.
    #[must_use]
    pub fn require_all_fields(mut self) -> Self {
        self.keys.optional = OptionalKeys::Absent;
        self
    }

    /// Gives every field that does not come its default, also one that declares none: zero, false,
    /// the first variant, or empty.
    ///
    /// ```
    /// use vellum::{Schema, json};
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 } root User;")?;
    /// assert!(schema.from_json(r#"{"name": "Ada"}"#).is_err());
    /// let user = json::Options::new().default_missing_fields().read(&schema, r#"{"name": "Ada"}"#)?;
    /// assert_eq!(user.to_json()?, r#"{"name":"Ada","age":0}"#);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn default_missing_fields(mut self) -> Self {
        self.keys.optional = OptionalKeys::All;
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
    /// [`ErrorKind::Syntax`] if the text is no JSON, or goes on behind it; [`ErrorKind::Type`] if a
    /// value does not fit the schema, or a field is missing; [`ErrorKind::Limit`] if it is nested
    /// too deeply.
    pub fn read(self, schema: &Schema, json: &str) -> Result<Record> {
        let mut deserializer = parser(json);
        let how = ReadOptions { text_len: json.len(), ..self.how() };
        let record = read_record(schema, &mut deserializer, how);
        let record = record.map_err(|(error, said, path)| explain(&error, said, path));
        let whole = record.and_then(|record| at_end(&mut deserializer).map(|()| record));
        whole.map_err(|error| of_text(json, error))
    }

    /// Writes a record.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if the bytes are invalid; [`ErrorKind::Newer`] if they hold what only
    /// a newer revision of the schema knows.
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

    /// Reads JSON into a buffer of a derived type, as [`to_buffer`] does.
    ///
    /// # Errors
    /// As there.
    pub fn to_buffer<T: Value + DecodeOwned>(self, json: &str) -> Result<Vec<u8>> {
        let schema = schema_of::<T>();
        let bytes = self.read(schema, json)?.into_storage();
        if is_guarded::<T>(schema) {
            admit_buffer::<T>(&bytes)?;
        }
        Ok(bytes)
    }

    /// Sets what is at a path of a record, as [`Record::set_json`] does.
    ///
    /// ```
    /// use vellum::{Record, Schema, json};
    ///
    /// let text = "struct Home { city: string, number: u32 } struct User { home: Home? } root User;";
    /// let mut user = Record::new(&Schema::parse(text)?);
    /// json::Options::new().default_missing_fields().set(&mut user, "home", r#"{"city": "London"}"#)?;
    /// assert_eq!(user.get_json("home")?, r#"{"city":"London","number":0}"#);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn set<S: Storage + AsRef<[u8]>>(self, record: &mut Record<S>, path: &str, json: &str) -> Result<()> {
        record.set_read(&record.at_path(path)?, json, self.how())
    }

    /// Writes a value of a derived type.
    ///
    /// # Errors
    /// As [`to_vec`](crate::to_vec).
    pub fn to_string<T: Value>(self, value: &T) -> Result<String> {
        self.write(&schema_of::<T>().peek(&crate::to_vec(value)?)?)
    }

    /// How JSON that is text is read.
    pub(super) fn how(self) -> ReadOptions {
        ReadOptions::json(self.keys, Source::JsonText)
    }

    pub(super) fn text<T: Serialize>(self, value: &T) -> Result<String> {
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
    Options::new().to_buffer::<T>(json)
}

/// Writes what a buffer of a derived type holds, without a value in between.
///
/// # Errors
/// As [`Options::write`].
pub fn from_buffer<T: Value>(bytes: &[u8]) -> Result<String> {
    Options::new().write(&schema_of::<T>().peek(bytes)?)
}

/// Applies a merge patch to a buffer of a derived type: [`Record::merge_patch`] says how. A patch
/// knows no base: in a buffer that has changed since the patch was written, what the patch has
/// replaces what is there, whole lists as well, and all else stays.
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
/// As [`Record::merge_patch`], and for what a conversion (`with`) of the type does not load; the
/// buffer is then unchanged.
pub fn merge_patch<T: Value + DecodeOwned, S: Storage + AsRef<[u8]>>(storage: S, patch: &str) -> Result<()> {
    patched::<T, S>(storage, |record| record.merge_patch(patch))
}

/// Applies a JSON patch to a buffer of a derived type: [`Record::json_patch`] says how. A patch
/// knows no base: in a buffer that has changed since the patch was written, each operation is done
/// to what is at its pointer now, unless a `test` before it finds another value there.
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
/// assert_eq!(Post::peek(&bytes)?.tags()?.len(), 3);
/// # Ok::<(), vellum::Error>(())
/// ```
///
/// # Errors
/// As [`Record::json_patch`], and for what a conversion (`with`) of the type does not load; the
/// buffer is then unchanged.
pub fn json_patch<T: Value + DecodeOwned, S: Storage + AsRef<[u8]>>(storage: S, patch: &str) -> Result<()> {
    patched::<T, S>(storage, |record| record.json_patch(patch))
}

/// Patches a buffer of a type. What cannot be converted to the type any more is refused as a whole.
fn patched<T: Value + DecodeOwned, S: Storage + AsRef<[u8]>>(
    storage: S,
    patch: impl FnOnce(&mut Record<Transaction<'_>>) -> Result<()>,
) -> Result<()> {
    let schema = schema_of::<T>();
    Record::open(schema, storage)?.transaction(|record| {
        patch(record)?;
        if is_guarded::<T>(schema) { admit_buffer::<T>(record.as_bytes()) } else { Ok(()) }
    })
}

// JSON as text, read to its end, and the errors of text that cannot be read.

/// What the parser says of a number that no float is near, and what is said here.
const RANGE: &str = "number out of range";
const OUT_OF_RANGE: &str = "the number is out of range";

/// A parser of a text. It has no limit of its own to how deep values are: what reads from it counts
/// the levels, as the deepest values have more of them than that limit.
pub(super) fn parser(json: &str) -> serde_json::Deserializer<serde_json::de::StrRead<'_>> {
    let mut parser = serde_json::Deserializer::from_str(json);
    parser.disable_recursion_limit();
    parser
}

/// Fails if a text is not one value of JSON.
pub(super) fn check_syntax(json: &str) -> Result<()> {
    let mut parser = parser(json);
    // What is ignored is passed over without recursion.
    let IgnoredAny = IgnoredAny::deserialize(&mut parser).map_err(|error| explain(&error, None, String::new()))?;
    at_end(&mut parser)
}

/// Fails if something comes behind the value.
pub(super) fn at_end<'de, R: serde_json::de::Read<'de>>(deserializer: &mut serde_json::Deserializer<R>) -> Result<()> {
    deserializer.end().map_err(|error| explain(&error, None, String::new()))
}

/// An error of the kind of those of values that do not fit.
pub(super) fn wrong(message: impl ToString) -> Error {
    Error::new(ErrorKind::Type, message.to_string())
}

/// An error of a text that was made of a part of a patch: where it is in that text says nothing.
#[cold]
pub(super) fn of_part(json: &str, error: Error) -> Error {
    of_text(json, error).at_line(0, 0)
}

/// The error of this crate: what it said itself, or else what the parser says, at the path.
#[cold]
pub(super) fn explain(error: &serde_json::Error, said: Option<Error>, path: String) -> Error {
    let kind = match error.classify() {
        Category::Data | Category::Io => ErrorKind::Type,
        Category::Syntax | Category::Eof => ErrorKind::Syntax,
    };
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let text = text.strip_suffix(&alloc::format!(" at line {line} column {column}")).unwrap_or(&text);
    let text = match &said {
        Some(said) if kind == ErrorKind::Type => return said.clone().at_line(line, column),
        Some(said) if text == RANGE => &said.message(),
        _ => text,
    };
    // Of what is written serde keeps the text alone.
    let (kind, text) = ErrorKind::of_text(text).unwrap_or((kind, text));
    let explained = Error::new(kind, text.to_string()).at_line(line, column);
    if path.is_empty() { explained } else { explained.in_field(&path) }
}

/// What was wrong with a text, where it may be JSON all the same: of an integer of 128 bits
/// `serde_json` reads the digits alone, and says of what does not fit it that it is no JSON.
#[cold]
pub(super) fn of_text(json: &str, error: Error) -> Error {
    const OF_DIGITS: [&str; 4] =
        ["invalid number", "expected `,` or `}`", "expected `,` or `]`", "trailing characters"];
    let is_range = error.message() == RANGE || error.message().starts_with(OUT_OF_RANGE);
    if error.kind() != ErrorKind::Syntax || !(is_range || OF_DIGITS.contains(&&*error.message())) {
        return error;
    }
    let (line, column) = error.line_column().unwrap_or_default();
    let typed = |message: String| Error::new(ErrorKind::Type, message).at_line(line, column);
    let found = match check_syntax(json) {
        Err(invalid) if is_range => invalid,
        Err(_) => return error,
        Ok(()) if error.message() == RANGE => typed(OUT_OF_RANGE.to_string()),
        Ok(()) if is_range => typed(error.message().to_string()),
        Ok(()) => typed("an integer of 128 bits is expected".to_string()),
    };
    let path = error.path();
    if path.is_empty() { found } else { found.in_field(&path) }
}

// The methods of records for JSON of a record or of parts of it.

impl Schema {
    /// Reads a record from JSON. [`json::Options`](Options) has options.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 = 18 } root User;")?;
    /// let user = schema.from_json(r#"{"name": "Ada"}"#)?;
    /// assert_eq!(user.to_json()?, r#"{"name":"Ada","age":18}"#);
    /// assert!(schema.from_json(r#"{"age": 36}"#).is_err()); // `name` has no default
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
    /// let bytes = [0x20, 9, 7, 0, 0, 0, 0, 0, 0, 0, 0];
    /// assert_eq!(schema.peek(&bytes)?.to_json()?, r#"{"x":7,"y":null}"#);
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
        Options::new().text(&self.get::<Dynamic>(path)?)
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Sets what is at a path to what JSON says; `null` makes it absent, if it can be. What is
    /// missing on the way is made.
    ///
    /// # Errors
    /// As [`Options::read`] and [`Record::set`]. The bytes are then unchanged.
    pub fn set_json(&mut self, path: &str, json: &str) -> Result<()> {
        Options::new().set(self, path, json)
    }

    /// Applies a JSON merge patch (RFC 7396), in place: what the patch has replaces what is there,
    /// `null` removes it, and what the patch does not have stays. A patch knows no base. In a
    /// record that has changed since the patch was written, other fields and keys stay as they are
    /// now, but a list in the patch replaces the list that is there with all its elements;
    /// [`Record::apply`] edits lists.
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
    /// | an object, for a struct | merged field by field; the struct is made if it is absent, also by an object that has only `null`s, or nothing: by RFC 7396 `{"a": {"b": null}}` makes `{}` into `{"a": {}}` |
    /// | an object, for a map or a map in `any` | merged key by key: new keys are added, with an object also if it has only `null`s; a text that is no key of the map's type is an error, also with `null` |
    /// | an object, for a union of the same variant | what the variant holds is merged; of another variant, replaced; `null` for a variant that is not there changes nothing |
    /// | `null` for what can be absent, for a key of a map | made absent, removed |
    /// | `null` for what cannot be absent | an error |
    /// | anything else | replaces what is there, whole lists as well |
    ///
    /// A key that is no field is an error. If something fails, nothing has changed, as in a
    /// [`Record::transaction`].
    /// [`Patch::from_merge_patch`](crate::patch::Patch::from_merge_patch) makes a patch of it, to
    /// be stored or sent.
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
    /// [`ErrorKind::Syntax`] if the patch is no JSON; [`ErrorKind::Type`] if a value does not fit
    /// its field, or `null` one that cannot be absent; [`ErrorKind::Path`] for a field that is not
    /// there; as [`Record::set`] else. The bytes are then unchanged.
    pub fn merge_patch(&mut self, patch: &str) -> Result<()> {
        merge_patch::apply(self, &Json::read(patch)?)
    }

    /// Applies a JSON patch (RFC 6902), in place: operations one after the other, all or none. A
    /// patch knows no base. In a record that has changed since the patch was written, each
    /// operation is done to what is at its pointer now: `remove` and `replace` take away whatever
    /// is there, and an index or a key that is not there is an error. A `test` before them says
    /// what has to be there; [`Record::apply`] looks at that by itself.
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
    /// The pointers are those of [`Record::to_json`]'s text, so what a union holds is under the
    /// name of its variant.
    ///
    /// | operation | in this record |
    /// | --- | --- |
    /// | `add` | sets a field, inserts an element before the one at the index (`-` is behind the last), adds or replaces a key |
    /// | `remove` | removes an element or a key, makes absent what can be absent |
    /// | `replace` | sets what is there |
    /// | `move`, `copy` | as `remove` and `add` with the value of `from`, which may have another type that holds it |
    /// | `test` | is an error if another value is there; numbers are equal if they are the same number |
    ///
    /// Arrays and tuples have a fixed number of parts, so these are replaced only; a set is
    /// replaced as a whole. If something fails, nothing has changed, as in a
    /// [`Record::transaction`].
    /// [`Patch::from_json_patch`](crate::patch::Patch::from_json_patch) makes a patch of it, to be
    /// stored or sent.
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
    /// [`ErrorKind::Syntax`] if the patch is no JSON; [`ErrorKind::Type`] if it is no patch, a test
    /// fails, or a value does not fit its place; [`ErrorKind::Path`] if a pointer leads nowhere; as
    /// [`Record::set`] else. The message names the operation, from 0 on. The bytes are then
    /// unchanged.
    pub fn json_patch(&mut self, patch: &str) -> Result<()> {
        json_patch::apply(self, &Json::read(patch)?)
    }

    /// Sets what is at an address to the value that a text is.
    pub(super) fn set_read(&mut self, to: &Resolved, json: &str, how: ReadOptions) -> Result<()> {
        let schema = self.schema().clone();
        let (ty, optional, default) = to.of(&schema)?;
        let encoded = read_value(&schema, (to.text(), ty, optional, default), (json, how));
        let encoded = encoded.map_err(|error| of_text(json, error))?;
        self.set_part(to, &encoded.part(&schema, ty, optional, default))
    }
}

// Elements of lists and sets, and keys of maps, that come as JSON.

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Appends what JSON says to the list at a path, or adds it to the set there. One that is
    /// absent is made.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct Item { id: u32 } struct Cart { items: list<Item>, seen: set<string> } root Cart;")?;
    /// let mut cart = schema.from_json(r#"{"items": [], "seen": ["b"]}"#)?;
    /// cart.push_json("items", r#"{"id": 7}"#)?;
    /// cart.push_json("seen", r#""a""#)?;
    /// assert_eq!(cart.to_json()?, r#"{"items":[{"id":7}],"seen":["a","b"]}"#);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set_json`], and [`ErrorKind::Type`] if no list and no set is there. The bytes
    /// are then unchanged.
    pub fn push_json(&mut self, path: &str, json: &str) -> Result<()> {
        Options::new().push(self, path, json)
    }

    /// Inserts what JSON says before the element that a path leads to, or behind the last one; or
    /// adds it to a map under the key that the path ends in, which is not there yet.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema};
    ///
    /// let schema = Schema::parse("struct Post { tags: list<string>, votes: map<string, u32> } root Post;")?;
    /// let mut post = schema.from_json(r#"{"tags": ["b"], "votes": {}}"#)?;
    /// post.insert_json("tags[0]", r#""a""#)?;
    /// post.insert_json("votes[ada]", "3")?;
    /// assert_eq!(post.to_json()?, r#"{"tags":["a","b"],"votes":{"ada":3}}"#);
    /// assert_eq!(post.insert_json("votes[ada]", "4").unwrap_err().kind(), ErrorKind::Conflict);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set_json`]; [`ErrorKind::Conflict`] if the key is there;
    /// [`ErrorKind::Path`] if the path leads to no element and no key. The bytes are then
    /// unchanged.
    pub fn insert_json(&mut self, path: &str, json: &str) -> Result<()> {
        Options::new().insert(self, path, json)
    }

    /// Reads a value of a type from JSON, and does something with it.
    fn with_read(
        &mut self,
        (path, ty, optional, default): (&str, &Type, bool, &DefaultValue),
        from: (&str, ReadOptions),
        act: impl FnOnce(&mut Record<Transaction<'_>>, &Part<'_>) -> Result<()>,
    ) -> Result<()> {
        let schema = self.schema().clone();
        let encoded = read_value(&schema, (path, ty, optional, default), from);
        let encoded = encoded.map_err(|error| of_text(from.0, error))?;
        self.transaction(|record| act(record, &encoded.part(&schema, ty, optional, default)))
    }
}

/// Reads a value of a type from a text, for a place whose path is in errors.
pub(super) fn read_value(
    schema: &Schema,
    (path, ty, optional, default): (&str, &Type, bool, &DefaultValue),
    (json, how): (&str, ReadOptions),
) -> Result<Encoded> {
    let mut from = parser(json);
    let encoded = RecordWriter::value(schema, (ty, optional, default), (path, how), |writer, to| {
        ValueSeed { writer, to }.deserialize(&mut from)
    });
    let encoded =
        encoded.map_err(|unwritten| explain(&unwritten.error, unwritten.failure.or(unwritten.said), unwritten.path));
    encoded.and_then(|encoded| at_end(&mut from).map(|()| encoded))
}

impl Options {
    /// Appends to the list, or adds to the set, at a path of a record, as [`Record::push_json`]
    /// does.
    ///
    /// # Errors
    /// As there.
    pub fn push<S: Storage + AsRef<[u8]>>(self, record: &mut Record<S>, path: &str, json: &str) -> Result<()> {
        let schema = record.schema().clone();
        let list = record.at_path(path)?;
        match list.of(&schema)?.0 {
            Type::Map(set) if set.value().is_none() => {
                let of_key = (path, set.key(), false, &DefaultValue::Zero);
                record.with_read(of_key, (json, self.how()), |record, key| {
                    let mut step = String::new();
                    write_key(&mut step, key.value()?)?;
                    record.add_at(&list.extended(record.schema(), &step)?).map(drop)
                })
            }
            Type::List(_) | Type::Bytes => self.insert(record, &format!("{path}[{}]", record.end_of(path)?), json),
            // What an `any` holds.
            Type::Union(id) if schema.union(*id).is_any() => {
                self.insert(record, &format!("{path}[{}]", record.end_of(path)?), json)
            }
            _ => Err(Error::fixed(&FixedError(ErrorKind::Type, "neither a list nor a set")).in_field(path)),
        }
    }

    /// Inserts an element, or adds a key, at a path of a record, as [`Record::insert_json`] does.
    ///
    /// # Errors
    /// As there.
    pub fn insert<S: Storage + AsRef<[u8]>>(self, record: &mut Record<S>, path: &str, json: &str) -> Result<()> {
        let schema = record.schema().clone();
        let to = record.at_path(path)?;
        let (ty, optional, default) = to.of(&schema)?;
        let (at, from) = ((path, ty, optional, default), (json, self.how()));
        if !to.ends_in_key() {
            return record.with_read(at, from, |record, part| record.insert_part(&to, part));
        }
        if record.leads(&to)? {
            return Err(Error::fixed(&FixedError(ErrorKind::Conflict, "the key is there already")).in_field(path));
        }
        record.with_read(at, from, |record, part| record.set_part(&to, part))
    }
}
