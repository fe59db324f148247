//! Keys from plain values, without a record.

use alloc::vec::Vec;

use super::column::{self, Cell, fit};
use super::input::{InputValue, KeyInput};
use super::range::KeyRange;
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::schema::{Column, Schema, Struct};

/// Writes keys value by value: to look one record up, or to ask for all that begin with some
/// values.
///
/// One from [`Schema::key_writer`] checks what it is given against the key that the schema
/// declares. A free one takes the values as they come, each as its Rust type says, so that an `i32`
/// and a `u8` are different keys.
///
/// ```
/// use vellum::{Schema, key::KeyWriter};
///
/// let schema = Schema::parse("struct User key(org, name desc) { org: u16, name: string } root User;")?;
/// let key = schema.key_writer()?.push(7)?.push("Ada")?.finish()?;
/// assert_eq!(key, KeyWriter::new().push(7u16)?.push_desc("Ada")?.finish()?);
///
/// let of_org = schema.key_writer()?.push(7)?.range();
/// assert!(of_org.contains(&key));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct KeyWriter<'s> {
    key: Vec<u8>,
    typed: Option<Typed<'s>>,
}

/// What a schema expects.
#[derive(Clone, Debug)]
struct Typed<'s> {
    schema: &'s Schema,
    structure: &'s Struct,
    columns: Vec<&'s Column>,
    /// The column that comes next.
    next: usize,
}

impl<'s> KeyWriter<'s> {
    /// A writer that takes any values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn typed(schema: &'s Schema, structure: &'s Struct) -> Self {
        let columns = structure.columns().collect();
        Self { key: Vec::new(), typed: Some(Typed { schema, structure, columns, next: 0 }) }
    }

    /// Appends the next value, in the direction that the schema declares for it; smaller ones first
    /// where there is no schema.
    ///
    /// ```
    /// use vellum::key::KeyWriter;
    ///
    /// let (one, two) = (KeyWriter::new().push(1i32)?.finish()?, KeyWriter::new().push(2i32)?.finish()?);
    /// assert!(KeyWriter::new().push(-1i32)?.finish()? < one && one < two);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Type`] if the value is not one of the part of the key that comes next,
    /// [`ErrorKind::Path`] if none does.
    pub fn push<'k>(mut self, value: impl Into<KeyInput<'k>>) -> Result<Self> {
        self.put(&value.into(), None, false)?;
        Ok(self)
    }

    /// Appends the next value, larger ones first.
    ///
    /// ```
    /// use vellum::key::KeyWriter;
    ///
    /// let newest_first = |org: u16, time: i64| KeyWriter::new().push(org)?.push_desc(time)?.finish();
    /// assert!(newest_first(1, 500)? < newest_first(1, 400)?);
    /// assert!(newest_first(1, 400)? < newest_first(2, 500)?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`KeyWriter::push`], and [`ErrorKind::Type`] if the schema declares the part the other
    /// way.
    pub fn push_desc<'k>(mut self, value: impl Into<KeyInput<'k>>) -> Result<Self> {
        self.put(&value.into(), Some(true), false)?;
        Ok(self)
    }

    /// The key.
    ///
    /// ```
    /// use vellum::{ErrorKind, Schema};
    ///
    /// let schema = Schema::parse("struct User key(org, name) { org: u16, name: string } root User;")?;
    /// let writer = schema.key_writer()?;
    /// assert_eq!(writer.push(7)?.finish().unwrap_err().kind(), ErrorKind::Path); // the name is missing
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`] if values are missing.
    pub fn finish(self) -> Result<Vec<u8>> {
        match &self.typed {
            Some(typed) if typed.next < typed.columns.len() => {
                let (wanted, given) = (typed.columns.len(), typed.next);
                Err(Error::new(
                    ErrorKind::Path,
                    format_args!("the key has {wanted} values, {given} are given; `range` takes so few"),
                ))
            }
            _ => Ok(self.key),
        }
    }

    /// All keys that begin with the values so far.
    ///
    /// ```
    /// use vellum::key::KeyWriter;
    ///
    /// let of_seven = KeyWriter::new().push(7u16)?.range();
    /// assert!(of_seven.contains(&KeyWriter::new().push(7u16)?.push("ada")?.finish()?));
    /// assert!(!of_seven.contains(&KeyWriter::new().push(8u16)?.finish()?));
    /// # Ok::<(), vellum::Error>(())
    /// ```
    #[must_use]
    pub fn range(&self) -> KeyRange {
        KeyRange::starting_with(self.key.clone())
    }

    /// All keys that go on, after the values so far, with text or bytes that begin with `prefix`.
    ///
    /// ```
    /// use vellum::Schema;
    ///
    /// let schema = Schema::parse("struct User key(org, name desc) { org: u16, name: string } root User;")?;
    /// let writer = schema.key_writer()?.push(7)?;
    /// let range = writer.range_of_text("Ad")?;
    /// for (name, is_found) in [("Ad", true), ("Ada", true), ("Ae", false), ("A", false)] {
    ///     assert_eq!(range.contains(&writer.clone().push(name)?.finish()?), is_found, "{name}");
    /// }
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`KeyWriter::push`], and [`ErrorKind::Type`] if the prefix is no text or bytes.
    pub fn range_of_text<'k>(&self, prefix: impl Into<KeyInput<'k>>) -> Result<KeyRange> {
        let mut writer = self.clone();
        writer.put(&prefix.into(), None, true)?;
        Ok(KeyRange::starting_with(writer.key))
    }

    /// As [`KeyWriter::range_of_text`], where larger values sort first.
    ///
    /// # Errors
    /// As [`KeyWriter::range_of_text`] and [`KeyWriter::push_desc`].
    pub fn range_of_text_desc<'k>(&self, prefix: impl Into<KeyInput<'k>>) -> Result<KeyRange> {
        let mut writer = self.clone();
        writer.put(&prefix.into(), Some(true), true)?;
        Ok(KeyRange::starting_with(writer.key))
    }

    /// The bytes so far.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.key
    }

    fn put(&mut self, input: &KeyInput<'_>, direction: Option<bool>, is_open: bool) -> Result<()> {
        let (cell, optional, descending) = match &mut self.typed {
            None => (free(input)?, input.optional, direction.unwrap_or(false)),
            Some(typed) => {
                let Some(column) = typed.columns.get(typed.next) else {
                    return Err(Error::new(
                        ErrorKind::Path,
                        format_args!("the key has {} values, no more", typed.columns.len()),
                    ));
                };
                let blame = |error: Error| error.in_field(&typed.schema.column_path(typed.structure, column));
                if direction.is_some_and(|descending| descending != column.descending) {
                    return Err(blame(Error::fixed(&FixedError(
                        ErrorKind::Type,
                        "the schema has smaller values sort first here",
                    ))));
                }
                (fit(typed.schema, column, input).map_err(blame)?, column.optional, column.descending)
            }
        };
        if is_open && !matches!(cell, Cell::Blob(_)) {
            return Err(Error::new(
                ErrorKind::Type,
                format_args!("{input} is no text or bytes that others begin with"),
            ));
        }
        column::write(&mut self.key, &cell, optional, descending, is_open);
        if let Some(typed) = &mut self.typed {
            typed.next = typed.next.saturating_add(1);
        }
        Ok(())
    }
}

/// A value as its Rust type says.
fn free<'k>(input: &KeyInput<'k>) -> Result<Cell<'k>> {
    Ok(match input.value {
        InputValue::Absent => Cell::Absent,
        InputValue::Bool(value) => Cell::Flag(value),
        InputValue::Word(scalar, word) => Cell::Word(scalar, word),
        InputValue::Text(text) => Cell::Blob(text.as_bytes()),
        InputValue::Bytes(content) => Cell::Blob(content),
        InputValue::Variant(_) => {
            return Err(Error::fixed(&FixedError(
                ErrorKind::Type,
                "the variant of an enum needs the schema that numbers it",
            )));
        }
    })
}
