//! JSON of records and of parts of them, as their methods.

use alloc::string::String;

use serde_core::de::{DeserializeSeed, Deserializer};

use super::json::Options;
use super::json_text::{explain, parsed};
use super::writer::{How, RecordWriter, ValueSeed};
use super::{json_patch, patch};
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::error::Result;
use crate::record::{Dynamic, Record, RecordView};
use crate::schema::Schema;
use crate::write::Storage;

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
    /// | an object, for a struct | merged field by field; the struct is made if it is absent |
    /// | an object, for a map or a map in `any` | merged key by key: new keys are added; a text that is no key of the map's type is an error, also with `null` |
    /// | an object, for a union of the same variant | what the variant holds is merged; of another variant, replaced |
    /// | `null` for what can be absent, for a key of a map | made absent, removed |
    /// | `null` for what cannot be absent | an error |
    /// | anything else | replaces what is there, whole lists as well |
    ///
    /// A key that is no field is an error. Integers of more than 64 bits cannot be written in a
    /// patch. The buffer is copied once, to go back to if something fails.
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
        patch::apply(self, &parsed(patch)?)
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
    /// replaced as a whole. Integers of more than 64 bits can be moved and copied, not written in a
    /// patch. The buffer is copied once, to go back to if something fails.
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
        json_patch::apply(self, &parsed(patch)?)
    }

    /// Sets what is at a path to what a deserializer gives; `end` says whether that was all.
    pub(super) fn set_read<'de, D>(
        &mut self,
        path: &str,
        from: D,
        how: How,
        end: impl FnOnce(D) -> Result<()>,
    ) -> Result<()>
    where
        D: Reborrow<'de>,
    {
        let schema = self.schema().clone();
        let (ty, optional, default) = schema.type_of_path(path)?;
        let mut from = from;
        let encoded = RecordWriter::value(&schema, (ty, optional, default), (path, how), |writer, to| {
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
