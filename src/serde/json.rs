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

use alloc::string::String;
use alloc::vec::Vec;

use serde_core::ser::Serialize;

use super::de::read_record;
use super::json_text::{at_end, explain, of_text};
use super::ser::WalkedRecord;
use super::word::Style;
use super::writer::{How, KeyOptions, OptionalKeys, Source};
use crate::error::Result;
#[cfg(doc)]
use crate::error::{Error, ErrorKind};
use crate::read::walk::Check;
use crate::record::{AsRecord, Record};
use crate::schema::Schema;
use crate::typed::roots::schema_of;
use crate::typed::with::{admit_buffer, is_guarded};
use crate::typed::{DecodeOwned, Value};
use crate::write::Storage;

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
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let how = How { text_len: json.len(), ..self.how() };
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
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let set = record.set_read(path, &mut deserializer, self.how(), at_end);
        set.map_err(|error| of_text(json, error))
    }

    /// Writes a value of a derived type.
    ///
    /// # Errors
    /// As [`to_vec`](crate::to_vec).
    pub fn to_string<T: Value>(self, value: &T) -> Result<String> {
        self.write(&schema_of::<T>().view(&crate::to_vec(value)?)?)
    }

    /// How JSON that is text is read.
    pub(super) fn how(self) -> How {
        How::json(self.keys, Source::JsonText)
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
    Options::new().write(&schema_of::<T>().view(bytes)?)
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
/// assert_eq!(Post::view(&bytes)?.tags()?.len(), 3);
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
    patch: impl FnOnce(&mut Record<S>) -> Result<()>,
) -> Result<()> {
    let schema = schema_of::<T>();
    let mut record = Record::open(schema, storage)?;
    if !is_guarded::<T>(schema) {
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
