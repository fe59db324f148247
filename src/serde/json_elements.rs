//! Elements of lists and sets, and keys of maps, that come as JSON.

use alloc::format;
use alloc::string::String;

use serde_core::de::DeserializeSeed;

use super::json::Options;
use super::json_text::{at_end, explain, of_text};
use super::writer::{How, RecordWriter, ValueSeed};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::path::write_key;
use crate::read::value::Part;
use crate::record::Record;
use crate::schema::{DefaultValue, Type};
use crate::write::Storage;

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
        (json, how): (&str, How),
        act: impl FnOnce(&mut Self, &Part<'_>) -> Result<()>,
    ) -> Result<()> {
        let schema = self.schema().clone();
        let mut from = serde_json::Deserializer::from_str(json);
        let encoded = RecordWriter::value(&schema, (ty, optional, default), (path, how), |writer, to| {
            ValueSeed { writer, to }.deserialize(&mut from)
        });
        let encoded = encoded
            .map_err(|unwritten| explain(&unwritten.error, unwritten.failure.or(unwritten.said), unwritten.path));
        let encoded = encoded.and_then(|encoded| at_end(&mut from).map(|()| encoded));
        let encoded = encoded.map_err(|error| of_text(json, error))?;
        self.atomically(|record| act(record, &encoded.part(&schema, ty, optional, default)))
    }
}

impl Options {
    /// Appends to the list, or adds to the set, at a path of a record, as [`Record::push_json`]
    /// does.
    ///
    /// # Errors
    /// As there.
    pub fn push<S: Storage + AsRef<[u8]>>(self, record: &mut Record<S>, path: &str, json: &str) -> Result<()> {
        let schema = record.schema().clone();
        match schema.type_of_path(path)?.0 {
            Type::Map(set) if set.value().is_none() => {
                let of_key = (path, set.key(), false, &DefaultValue::Zero);
                record.with_read(of_key, (json, self.how()), |record, key| {
                    let mut element = String::from(path);
                    write_key(&mut element, key.value()?)?;
                    record.add_path(&element).map(drop)
                })
            }
            Type::List(_) | Type::Bytes => self.insert(record, &format!("{path}[{}]", record.len(path)?), json),
            // What an `any` holds.
            Type::Union(id) if schema.union(*id).is_any() => {
                self.insert(record, &format!("{path}[{}]", record.len(path)?), json)
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
        let (ty, optional, default) = schema.type_of_path(path)?;
        let (at, from) = ((path, ty, optional, default), (json, self.how()));
        if !record.at_path(path)?.ends_in_key() {
            return record.with_read(at, from, |record, part| record.insert_part(&record.at_path(path)?, part));
        }
        if record.leads(&record.at_path(path)?)? {
            return Err(Error::fixed(&FixedError(ErrorKind::Conflict, "the key is there already")).in_field(path));
        }
        record.with_read(at, from, |record, part| record.set_part(path, part))
    }
}
