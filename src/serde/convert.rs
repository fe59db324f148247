//! Records from and to types of serde's.

use serde_core::de::{Deserialize, DeserializeSeed};
use serde_core::ser::Serialize;

use super::de::{RecordSeed, read_record};
use super::transcript::{RecordedReader, Transcript};
use super::writer::{KeyOptions, ReadOptions, RecordWriter, ValueSeed};
use crate::error::{Error, Result};
use crate::read::value::Part;
use crate::record::{Dynamic, Record, RecordBuilder, RecordView, Resolved};
use crate::schema::Schema;
use crate::write::Storage;

impl<B: AsRef<[u8]>> Record<B> {
    /// The whole record as a type of serde's, which can borrow text and bytes from the buffer.
    ///
    /// The type has the shape of the record: structs and tuples, sequences and sets, maps with keys
    /// of any type, options for values that can be absent. Enums are made of the names of variants,
    /// and of unions as serde tags them by itself, with the name outside. Fields that the type does
    /// not have are passed over.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct User<'a> {
    ///     name: &'a str,
    ///     contact: Contact,
    /// }
    ///
    /// #[derive(serde::Deserialize, PartialEq, Debug)]
    /// #[serde(rename_all = "lowercase")]
    /// enum Contact {
    ///     None,
    ///     Email(String),
    /// }
    ///
    /// let text = "union Contact { none, email: string } struct User { name: string, age: u16, contact: Contact } root User;";
    /// let mut record = Record::new(&Schema::parse(text)?);
    /// record.set("name", "Ada")?;
    /// record.set("contact.email", "ada@example.org")?;
    /// let user: User = record.to_serde()?;
    /// assert_eq!(user.name, "Ada");
    /// assert_eq!(user.contact, Contact::Email("ada@example.org".into()));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Type`](crate::ErrorKind::Type) if the type has another shape;
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes are invalid. Both say where.
    pub fn to_serde<'de, T: Deserialize<'de>>(&'de self) -> Result<T> {
        self.view()?.to_serde()
    }

    /// The value at a path as a type of serde's, as [`Record::to_serde`] gives the whole record. An
    /// absent value is `None`.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let mut record = Record::new(&Schema::parse("struct Log { sizes: map<u16, list<f32>> } root Log;")?);
    /// record.push("sizes[7]", 1.5f32)?;
    /// let sizes: std::collections::BTreeMap<u16, Vec<f32>> = record.get_serde("sizes")?;
    /// assert_eq!(sizes[&7], [1.5]);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::to_serde`], and [`ErrorKind::Path`](crate::ErrorKind::Path) if there is no such
    /// place.
    pub fn get_serde<'de, T: Deserialize<'de>>(&'de self, path: &str) -> Result<T> {
        self.view()?.get_serde(path)
    }
}

impl<'a> RecordView<'a> {
    /// As [`Record::to_serde`].
    ///
    /// # Errors
    /// As there.
    pub fn to_serde<T: Deserialize<'a>>(&self) -> Result<T> {
        let root = self.root()?;
        if let Some(value) = self.schema().root_value() {
            return T::deserialize(root.get(value.name())?);
        }
        T::deserialize(root)
    }

    /// As [`Record::get_serde`].
    ///
    /// # Errors
    /// As there.
    pub fn get_serde<T: Deserialize<'a>>(&self, path: &str) -> Result<T> {
        let value = self.get::<Dynamic>(path)?;
        T::deserialize(value).map_err(|error| error.in_field(path))
    }
}

impl Record {
    /// A record of a schema that holds a value of a type of serde's.
    ///
    /// A field that the value does not have has its default, if it can be absent, declares a
    /// default, or is of a later revision. Otherwise it is an error, unless
    /// [`RecordSeed::from_serde`](crate::serde::RecordSeed::from_serde) has another setting. A
    /// field that the schema does not have is an error, since it would be lost. Enums become enums
    /// by their names, and unions by the name that serde writes around a payload. Types are asked
    /// for their compact form, as binary formats do: identifiers as bytes.
    ///
    /// The value is copied three times: it is recorded, the recording is read into the encoder,
    /// and the encoder's bytes are laid out in the buffer.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// #[derive(serde::Serialize)]
    /// struct User {
    ///     name: String,
    ///     scores: Vec<u32>,
    /// }
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 = 18, scores: list<u32> } root User;")?;
    /// let record = Record::from_serde(&schema, &User { name: "Ada".into(), scores: vec![1, 2] })?;
    /// assert_eq!(record.get::<str>("name")?, "Ada");
    /// assert_eq!(record.get::<u16>("age")?, 18);
    /// assert_eq!(record.get::<u32>("scores[1]")?, 2);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Type`](crate::ErrorKind::Type) if the value has another shape than the schema,
    /// lacks a field, or does not fit its field; [`ErrorKind::Limit`](crate::ErrorKind::Limit) if
    /// it is nested too deeply; any error of its own `Serialize`.
    pub fn from_serde<T: Serialize + ?Sized>(schema: &Schema, value: &T) -> Result<Self> {
        record_of(schema, ReadOptions::TYPE.keys, value)
    }
}

/// A record of a schema that holds a value of a type of serde's.
pub(super) fn record_of<T: Serialize + ?Sized>(schema: &Schema, keys: KeyOptions, value: &T) -> Result<Record> {
    let recorded = Transcript::of(value);
    let read = read_record(schema, &mut RecordedReader::new(&recorded), ReadOptions { keys, ..ReadOptions::TYPE });
    read.map_err(|(error, said, path)| said.unwrap_or_else(|| in_path(error, &path)))
}

/// An error at a path, unless it says where it is.
fn in_path(error: Error, path: &str) -> Error {
    if path.is_empty() || !error.path().is_empty() { error } else { error.in_field(path) }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Sets the value at a path from a serde type, as [`Record::from_serde`] does with a whole
    /// record. It replaces the old value.
    ///
    /// The value is checked and laid out by itself first, and then set in one step, as
    /// [`Record::copy_from`] would. `None` makes the value absent, if the schema allows it. Missing
    /// structs, variants and map keys on the path are made for `None`, too; such a key then has an
    /// absent value.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// #[derive(serde::Serialize)]
    /// struct Phone { country: u16, number: &'static str }
    ///
    /// let text = "struct Phone { country: u16, number: string } struct User { phones: map<string, Phone> } root User;";
    /// let mut record = Record::new(&Schema::parse(text)?);
    /// record.set_serde("phones[home]", &Phone { country: 49, number: "30" })?;
    /// assert_eq!(record.get::<str>("phones[home].number")?, "30");
    /// assert!(record.set_serde("phones[home]", "no phone").is_err());
    /// assert_eq!(record.get::<u16>("phones[home].country")?, 49);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::from_serde`], and as [`Record::set`]. The bytes are then unchanged.
    pub fn set_serde<T: Serialize + ?Sized>(&mut self, path: &str, value: &T) -> Result<()> {
        self.set_value(path, ReadOptions::TYPE.keys, value)
    }

    /// The same, with what is done with keys that do not come.
    pub(super) fn set_value<T: Serialize + ?Sized>(&mut self, path: &str, keys: KeyOptions, value: &T) -> Result<()> {
        let schema = self.schema().clone();
        let to = self.at_path(path)?;
        let (ty, optional, default) = to.of(&schema)?;
        let how = ReadOptions { names_path: false, keys, ..ReadOptions::TYPE };
        let recorded = Transcript::of(value);
        let encoded = RecordWriter::value(&schema, (ty, optional, default), (path, how), |writer, to| {
            ValueSeed { writer, to }.deserialize(&mut RecordedReader::new(&recorded))
        });
        let encoded = encoded.map_err(|unwritten| {
            let error = unwritten.failure.or(unwritten.said).unwrap_or(unwritten.error);
            in_path(error, &unwritten.path)
        })?;
        self.set_part(&to, &encoded.part(&schema, ty, optional, default))
    }

    /// Sets what is at an address to a value that may be absent.
    pub(super) fn set_part(&mut self, to: &Resolved, part: &Part<'_>) -> Result<()> {
        if part.is_absent()? { self.set_absent(to) } else { self.put_whole(to, part) }
    }
}

impl RecordBuilder {
    /// Sets the value at a path from a serde type, as [`Record::set_serde`] does.
    ///
    /// ```
    /// use vellum::{RecordBuilder, Schema};
    ///
    /// #[derive(serde::Serialize)]
    /// struct Home { city: &'static str, number: u32 }
    ///
    /// let text = "struct Home { city: string, number: u32 } struct User { name: string, home: Home? } root User;";
    /// let mut user = RecordBuilder::new(&Schema::parse(text)?);
    /// user.set_serde("home", &Home { city: "London", number: 12 })?;
    /// user.set("name", "Ada")?;
    /// assert_eq!(format!("{user:?}"), r#"User { name: "Ada", home: Some(Home { city: "London", number: 12 }) }"#);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set_serde`]. The record built so far is then unchanged.
    pub fn set_serde<T: Serialize + ?Sized>(&mut self, path: &str, value: &T) -> Result<()> {
        self.edited().set_serde(path, value)
    }
}

impl RecordSeed<'_> {
    /// As [`Record::from_serde`], with this setting for missing fields. A field that the schema
    /// does not have is an error all the same.
    ///
    /// ```
    /// use vellum::{Schema, serde::RecordSeed};
    ///
    /// #[derive(serde::Serialize)]
    /// struct Named { name: &'static str }
    ///
    /// let schema = Schema::parse("struct User { name: string, age: u16 } root User;")?;
    /// let user = RecordSeed::new(&schema).default_missing_fields().from_serde(&Named { name: "Ada" })?;
    /// assert_eq!(user.get::<u16>("age")?, 0);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::from_serde`].
    // The seed says how; the record is not made of it.
    #[allow(clippy::wrong_self_convention)]
    pub fn from_serde<T: Serialize + ?Sized>(self, value: &T) -> crate::Result<Record> {
        let keys = KeyOptions { skips_unknown: false, ..self.keys };
        record_of(self.schema, keys, value)
    }

    /// As [`Record::set_serde`], with this setting for missing fields. A field that the schema does
    /// not have is an error all the same.
    ///
    /// ```
    /// use vellum::{Record, Schema, serde::RecordSeed};
    ///
    /// #[derive(serde::Serialize)]
    /// struct City { city: &'static str }
    ///
    /// let text = "struct Home { city: string, number: u32 } struct User { home: Home? } root User;";
    /// let schema = Schema::parse(text)?;
    /// let mut user = Record::new(&schema);
    /// assert!(user.set_serde("home", &City { city: "London" }).is_err());
    /// RecordSeed::new(&schema).default_missing_fields().set_serde(&mut user, "home", &City { city: "London" })?;
    /// assert_eq!(user.get::<u32>("home.number")?, 0);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set_serde`], and [`ErrorKind::Schema`](crate::ErrorKind::Schema) if the record
    /// belongs to another schema. The bytes are then unchanged.
    pub fn set_serde<S: Storage + AsRef<[u8]>, T: Serialize + ?Sized>(
        self,
        record: &mut Record<S>,
        path: &str,
        value: &T,
    ) -> crate::Result<()> {
        self.schema.check_id(record.schema().id())?;
        record.set_value(path, KeyOptions { skips_unknown: false, ..self.keys }, value)
    }
}
