//! Edits within the strings and bytes of a record.

use core::ops::RangeBounds;

use super::noted::NotedValue;
use super::path::Path;
use super::plain::Plain;
use super::{Address, FieldType, Locate, Reads, Record, dynamic};
use crate::error::Result;
use crate::read::cursor::ValueRef;
use crate::schema::{DefaultValue, Schema, Type, held};
use crate::wire::varint::object_len;
use crate::write::BlobEdit;
use crate::write::route::PathLocator;
use crate::write::{Noted, Session, Storage, byte_range, text_range};

/// `str` and `[u8]`: types whose parts can be replaced.
///
/// ```
/// use vellum::{Record, Schema};
///
/// let schema = Schema::parse("struct Note { text: string, data: bytes } root Note;")?;
/// let mut record = Record::new(&schema);
/// record.append(&schema.field::<str>("text")?, "more")?;
/// record.append(&schema.field::<[u8]>("data")?, &[1, 2])?;
/// assert_eq!(record.get::<[u8]>("data")?, [1, 2]);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a field of `{Self}` has no parts to replace",
    label = "only `str` and `[u8]` are spliced and appended to"
)]
pub trait Spliceable: FieldType {
    #[doc(hidden)]
    fn bytes(&self) -> &[u8];
}

impl Spliceable for str {
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Spliceable for [u8] {
    fn bytes(&self) -> &[u8] {
        self
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Appends to a string or to bytes. What is absent is made, unless nothing is appended: that
    /// changes nothing.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Note { text: string } root Note;")?;
    /// let text = schema.field::<str>("text")?;
    /// let mut record = Record::new(&schema);
    /// record.set(&text, "Hello")?;
    /// record.append(&text, ", world")?;
    /// record.splice(&text, 0..1, "J")?;
    /// assert_eq!(record.get(&text)?, "Jello, world");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Record::set`].
    pub fn append<T: Spliceable + ?Sized>(&mut self, address: impl Locate<Value: Reads<T>>, content: &T) -> Result<()> {
        let address = address.to_read::<T>(self.session.schema(), false)?;
        let len = self.content(&address)?.len();
        self.splice(address, len..len, content)
    }

    /// Replaces a range of a string or of bytes, which may become longer or shorter. Positions are
    /// in bytes; those of a string have to lie between characters. Nothing in the place of nothing
    /// changes nothing, and makes nothing that is absent.
    ///
    /// ```
    /// use vellum::{Record, Schema};
    ///
    /// let schema = Schema::parse("struct Note { text: string } root Note;")?;
    /// let mut record = Record::new(&schema);
    /// let text = schema.field::<str>("text")?;
    /// record.set(&text, "hello world")?;
    /// record.splice(&text, 0..5, "goodbye,")?;
    /// assert_eq!(record.get(&text)?, "goodbye, world");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`](crate::ErrorKind::Path) for a range beyond the end or within a
    /// character, else as [`Record::set`]; the buffer is then unchanged.
    pub fn splice<T: Spliceable + ?Sized>(
        &mut self,
        address: impl Locate<Value: Reads<T>>,
        range: impl RangeBounds<usize>,
        content: &T,
    ) -> Result<()> {
        let address = address.to_read::<T>(self.session.schema(), false)?;
        let path = address.path();
        path.check_settable()?;
        let old = self.content(&address)?;
        let is_text = T::NAME == str::NAME;
        let range = if is_text { text_range(old, &range) } else { byte_range(old.len(), &range) };
        let (range, content) = (range.map_err(|error| path.with_path(error))?, content.bytes());
        if range.is_empty() && content.is_empty() {
            return Ok(());
        }
        let len = old.len().saturating_add(content.len());
        let spliced_range = (range.start, range.len());
        let leaf = &path.leaf;
        let has_object = matches!(leaf.ty, Type::String | Type::Bytes);
        if !has_object || leaf.rules.is_some() {
            let (before, after) = (old.get(..range.start).unwrap_or(&[]), old.get(range.end..).unwrap_or(&[]));
            let whole = [before, content, after].concat();
            if !has_object {
                // Of a fixed length, or in `any`: set as a whole.
                let plain = if leaf.is_any {
                    dynamic::of_blob(if is_text { held::STRING } else { held::BYTES }, &whole, path)?
                } else {
                    Plain::Blob(&whole)
                };
                return self.write_plain(&address, plain);
            }
            path.check_value(&Plain::Blob(&whole))?;
        }
        let default = default_of(path);
        let locator = path.locator(&address);
        let splice = |session: &mut Session<S, Schema>, locator: &PathLocator<'_>| {
            session.splice_blob(locator, &BlobEdit { range: Some(range), content, default, null_is_empty: false })
        };
        let spliced = match self.located(&address)? {
            Some(_) => splice(self.edited()?, &locator),
            None => self.edited()?.with_parents(&locator, &|_| object_len(len, len as u64), 0, splice),
        };
        spliced.map_err(|error| path.with_path(error))?;
        self.note((Noted::SpliceText, spliced_range), &path.locator(&address), &NotedValue::Content(content));
        Ok(())
    }

    /// The bytes of a string or of bytes; none if it is absent, its default if what should hold it
    /// is.
    fn content<'a, A: Address>(&'a self, address: &'a A) -> Result<&'a [u8]> {
        let path = address.path();
        let Some(record) = self.view()?.find(address)? else { return Ok(default_of(path)) };
        if path.leaf.is_any {
            let held = dynamic::read(self.buf(), record, &path.leaf, self.session.schema());
            return match held.map_err(|error| path.with_path(error))? {
                None | Some(ValueRef::Null) => Ok(&[]),
                Some(ValueRef::String(text)) if A::Value::NAME == "string" => Ok(text.as_bytes()),
                Some(ValueRef::Bytes(bytes)) if A::Value::NAME == "bytes" => Ok(bytes),
                Some(other) => Err(path.with_path(dynamic::wrong(&other, A::Value::NAME))),
            };
        }
        let plain = super::plain::read_plain(&self.buf(), record, path, self.session.schema());
        match plain.map_err(|error| path.with_path(error))? {
            Some(Plain::Blob(content)) => Ok(content),
            _ => Ok(&[]),
        }
    }
}

/// What a string or bytes hold before they are set. An absent value is empty.
fn default_of(path: &Path) -> &[u8] {
    match &path.leaf.default {
        DefaultValue::Blob(default) if !path.leaf.optional => default,
        _ => &[],
    }
}
