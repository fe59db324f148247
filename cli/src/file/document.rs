//! A buffer with its schema.

use std::path::Path;

use vellum::schema::Level;
use vellum::{Error, RecordView, Schema, framed};

use super::bytes::{self, Bytes, name_of};
use super::record;
use crate::args::{By, Input};
use crate::failure::{Failure, Outcome};

/// A file to read: a framed file or a buffer, and the schema.
pub struct Document {
    bytes: Bytes,
    /// Where the buffer begins: behind the schema that a framed file carries.
    start: usize,
    pub schema: Schema,
    name: String,
}

impl Document {
    /// Opens what a command names.
    pub fn open(input: &Input) -> Outcome<Self> {
        Self::open_by(&input.file, given(&input.by)?.as_ref())
    }

    /// Opens a file. A framed file needs no schema; one that is given is used instead of its own.
    pub fn open_by(file: &Path, schema: Option<&Schema>) -> Outcome<Self> {
        let bytes = bytes::read(file)?;
        if record::is_record_file(&bytes) {
            return Self::of_record_file(file, schema);
        }
        Self::of(bytes, &name_of(file), schema)
    }

    /// The record of a record file, with all edits of its log.
    fn of_record_file(file: &Path, schema: Option<&Schema>) -> Outcome<Self> {
        let reader = record::read(file)?;
        let schema = schema.unwrap_or(reader.schema()).clone();
        Ok(Self { bytes: Bytes::Read(reader.as_bytes().to_vec()), start: 0, schema, name: name_of(file) })
    }

    /// Opens a file that is read by the schema of another one. A framed file whose own schema is no
    /// revision of that is refused, unless the command names one for both.
    pub fn open_beside(file: &Path, schema: &Schema, by: &By) -> Outcome<Self> {
        let (bytes, name) = (bytes::read(file)?, name_of(file));
        let own = if record::is_record_file(&bytes) {
            Some(record::read(file)?.schema().clone())
        } else if bytes.starts_with(&framed::MAGIC) {
            Some(framed::unpack(&bytes).map_err(|error| Failure::of(&error, &name, 0))?.0)
        } else {
            None
        };
        if let (None, Some(own)) = (&by.schema, own) {
            let (changes, others) = (own.changes_since(schema), schema.changes_since(&own));
            if [&changes, &others].iter().all(|changes| changes.level() == Level::Incompatible) {
                let first = changes.differences().iter().find(|found| found.level() == Level::Incompatible);
                let first = first.map(|found| format!(": {found}")).unwrap_or_default();
                let message = format!("the schema that it carries is no revision of the first file's{first}");
                let failure = Failure::new("type", message).at_file(&name);
                return Err(failure.help("`--schema` names one schema for both"));
            }
        }
        if record::is_record_file(&bytes) {
            return Self::of_record_file(file, Some(schema));
        }
        Self::of(bytes, &name, Some(schema))
    }

    /// Takes bytes apart.
    pub fn of(bytes: Bytes, name: &str, schema: Option<&Schema>) -> Outcome<Self> {
        let (start, schema) = split(&bytes, name, schema)?;
        Ok(Self { bytes, start, schema, name: name.to_owned() })
    }

    /// The buffer, without the schema before it.
    pub fn buffer(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the buffer begins in the file.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The record, to read. Only what is read is checked.
    pub fn view(&self) -> Outcome<RecordView<'_>> {
        self.schema.peek(self.buffer()).map_err(|error| self.failure(&error))
    }

    /// What an error says of this file.
    pub fn failure(&self, error: &Error) -> Failure {
        let failure = Failure::of(error, &self.name, self.start);
        let is_no_buffer = error.position() == Some(0) && error.path().is_empty();
        if is_no_buffer && self.buffer().starts_with(&framed::MAGIC[..1]) {
            return failure.help("it begins as a framed file does, in a version that this program does not know");
        }
        failure
    }
}

/// Where the buffer begins, and its schema.
pub fn split(bytes: &[u8], name: &str, schema: Option<&Schema>) -> Outcome<(usize, Schema)> {
    if bytes.starts_with(&framed::MAGIC) {
        let (own, buffer) = framed::unpack(bytes).map_err(|error| Failure::of(&error, name, 0))?;
        return Ok((bytes.len() - buffer.len(), schema.cloned().unwrap_or(own)));
    }
    match schema {
        Some(schema) => Ok((0, schema.clone())),
        None => {
            let failure = Failure::misuse("the file carries no schema, and none is given").at_file(name);
            Err(failure.help("name the schema of the buffer with `--schema FILE.vlm`"))
        }
    }
}

/// The schema that the command line names.
pub fn given(by: &By) -> Outcome<Option<Schema>> {
    by.schema.as_deref().map(read_schema).transpose()
}

/// A schema from a file: a text, its bytes, its JSON, or a framed file that carries it.
pub fn read_schema(path: &Path) -> Outcome<Schema> {
    /// The first byte of a schema as bytes, which begins no text.
    const COMPACT: u8 = 0x10;
    let (bytes, name) = (bytes::read(path)?, name_of(path));
    let failure = |error: Error| Failure::of(&error, &name, 0);
    if record::is_record_file(&bytes) {
        return Ok(record::read(path)?.schema().clone());
    }
    if bytes.starts_with(&framed::MAGIC) {
        return framed::unpack(&bytes).map(|(schema, _)| schema).map_err(failure);
    }
    if bytes.first() == Some(&COMPACT) {
        return Schema::from_bytes(&bytes).map_err(failure);
    }
    // A buffer of texts is UTF-8, too, but hardly without a zero.
    let Some(text) = std::str::from_utf8(&bytes).ok().filter(|text| !text.contains('\0')) else {
        let message = "this is no schema: neither a text, nor a schema's bytes, nor a framed file";
        return Err(Failure::new("schema", message).at_file(&name));
    };
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|error| {
            let (message, place) = (error.to_string(), format!(" at line {} column {}", error.line(), error.column()));
            let message = message.strip_suffix(&place).unwrap_or(&message);
            let failure = Failure::new("schema", message).at_file(&name).at_line(error.line(), Some(error.column()));
            failure.help("the file begins with `{`, and so was read as a schema that is JSON")
        });
    }
    Schema::parse(text).map_err(failure)
}
