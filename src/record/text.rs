//! Splices: edits within strings, bytes and lists of a record.

use core::ops::{Range, RangeBounds};

use super::apply::conflict;
use super::edit::Plain;
use super::field::EditPlace;
use super::op::{Op, OpValue};
use super::path::Path;
use super::{Address, FieldType, Locate, Reads, Record, dynamic};
use crate::compare::{ContentEq, Owned};
use crate::error::{Error, ErrorKind, FixedError, Result};
use crate::read::cursor::{ListRef, ValueRef};
use crate::read::document::Decoder;
use crate::read::no_element;
use crate::read::value::{Content, Part};
use crate::schema::{DefaultValue, Type, held};
use crate::wire::varint::object_len;
use crate::write::{BlobEdit, Storage, byte_range, text_range};

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
    /// Appends to a string or to bytes. An absent value is made, unless nothing is appended: that
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
    /// character, otherwise as [`Record::set`]; the buffer is then unchanged.
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
                path.check_plain(&plain)?;
                return self.set_plain(&address, plain);
            }
            path.check_value(&Plain::Blob(&whole))?;
        }
        self.edit(EditPlace::of(&address), &Op::SpliceText(&range, content))
    }

    /// Splices text or bytes, where the range is one of their present content.
    pub(super) fn splice_text(&mut self, at: EditPlace<'_>, range: &Range<usize>, content: &[u8]) -> Result<()> {
        let path = at.path_of();
        let edit = BlobEdit { range: Some(range.clone()), content, default: default_of(path), null_is_empty: false };
        // What is absent has the range of its default, or none.
        let len = default_of(path).len().saturating_add(content.len());
        let (locator, located) = (at.locator(), self.locate(&at)?);
        let session = self.edited()?;
        let spliced = if located.is_there() {
            session.splice_blob(&located.route(&locator), &edit)
        } else {
            let more = |_| object_len(len, len as u64);
            session.with_parents(located, &locator, &more, 0, |session, locator| session.splice_blob(locator, &edit))
        };
        spliced.map_err(|error| path.with_path(error))
    }

    /// The bytes of a string or of bytes; none if it is absent, its default if what should hold it
    /// is.
    fn content<'a, A: Address>(&'a self, address: &'a A) -> Result<&'a [u8]> {
        let path = address.path();
        let Some(record) = self.view()?.find_fitting(address)? else { return Ok(default_of(path)) };
        if path.leaf.is_any {
            let held = dynamic::read(self.buf(), record, &path.leaf, self.session.schema());
            return match held.map_err(|error| path.with_path(error))? {
                None | Some(ValueRef::Null) => Ok(&[]),
                Some(ValueRef::String(text)) if A::Value::NAME == "string" => Ok(text.as_bytes()),
                Some(ValueRef::Bytes(bytes)) if A::Value::NAME == "bytes" => Ok(bytes),
                Some(other) => Err(path.with_path(dynamic::wrong(&other, A::Value::NAME))),
            };
        }
        let plain = super::edit::read_plain(&self.buf(), record, path, self.session.schema());
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

// Splices of lists: elements replace others, and both sides are lists.
//
// Elements are replaced in their place, and the list grows or shrinks once, so that a splice moves
// the rest of the list once. If no old element would stay, the new list is put there as a whole.

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Puts the elements of a list in the place of those of a range.
    pub(super) fn splice_elements(
        &mut self,
        list: EditPlace<'_>,
        range: &Range<usize>,
        value: Option<&Owned>,
    ) -> Result<()> {
        let (index, old_len) = (range.start, range.len());
        let named = |error: Error| list.path().with_path(error);
        let new = value.map(Owned::part);
        let new = list_of(new.as_ref()).map_err(named)?;
        let new_len = new.map_or(0, |new| new.len());
        let count = self.check_elements(&list, range, None)?;
        let of_elements = list.path().elements(self.schema(), list.next_key()).map_err(named)?;
        let elements = list.of_path(&of_elements);
        let Some(new) = new.filter(|_| new_len > 0) else {
            return self.remove_elements(elements, index, old_len).map_err(|error| named(error.in_element(index)));
        };
        if index == 0
            && count == old_len
            && let Some(value) = value
        {
            return self.put_untold(&list, &value.part());
        }
        let at = |number: usize| index.saturating_add(number);
        let common = old_len.min(new_len);
        let replace = |record: &mut Self, number: usize| {
            let keys = elements.key_at(at(number));
            let replaced = record.replace_element(elements.element(&keys), &new.part(number)?);
            replaced.map_err(|error| named(error.in_element(at(number))))
        };
        (0..common).try_for_each(|number| replace(self, number))?;
        let removed = self.remove_elements(elements, at(common), old_len.saturating_sub(common));
        removed.map_err(|error| named(error.in_element(at(common))))?;
        if common == new_len {
            return Ok(());
        }
        // The first one decides whether a list of unions stays packed.
        let (first, next) = (elements.key_at(at(common)), common.saturating_add(1));
        let inserted = self.insert_value(elements.element(&first), OpValue::Part(&new.part(common)?));
        inserted.map_err(|error| named(error.in_element(at(common))))?;
        let inserted = self.insert_zeros(elements, at(next), new_len.saturating_sub(next));
        inserted.map_err(|error| named(error.in_element(at(next))))?;
        (next..new_len).try_for_each(|number| replace(self, number))
    }

    /// Fails unless a list has elements at some indices, which are those that were kept if some
    /// were; gives how many the list has.
    pub(super) fn check_elements<A: Address>(
        &self,
        list: &A,
        range: &Range<usize>,
        kept: Option<&Part<'_>>,
    ) -> Result<usize> {
        let named = |error: Error| list.path().with_path(error);
        let part = self.part(list)?;
        let (found, kept) = (list_of(part.as_ref()).map_err(named)?, list_of(kept).map_err(named)?);
        let count = found.map_or(0, |found| found.len());
        if range.end > count {
            return Err(named(no_element(range.end.saturating_sub(1), count)));
        }
        let (Some(found), Some(kept)) = (found, kept) else { return Ok(count) };
        for (number, kept) in kept.parts().enumerate() {
            let (kept, at) = (kept?, range.start.saturating_add(number));
            let found = found.part(at)?;
            match ContentEq::new(found.buf(), kept.buf()).is_equal(&found, &kept) {
                Ok(true) => {}
                Ok(false) => return Err(named(conflict().in_element(at))),
                Err(error) => return Err(named(error.in_element(at))),
            }
        }
        Ok(count)
    }

    /// Removes so many elements from an index on, of the list of whose elements a place is.
    fn remove_elements(&mut self, elements: EditPlace<'_>, index: usize, count: usize) -> Result<()> {
        if count == 0 {
            return Ok(());
        }
        self.edited()?.remove(&elements.to_list(), index, count)
    }

    /// Inserts elements of zeros into a list that is there, before an index, to be replaced next:
    /// those of a packed list have the variant of all, others the first one.
    fn insert_zeros(&mut self, elements: EditPlace<'_>, index: usize, count: usize) -> Result<()> {
        if count == 0 {
            return Ok(());
        }
        self.insert_elements(&elements, Some(index), count, &|_| 0, |session, to_list, index| {
            session.insert(to_list, index, count, &|_, _| 0).map(drop)
        })
    }
}

/// The list that a value is; none of an absent one.
fn list_of<'a>(part: Option<&Part<'a>>) -> Result<Option<ListRef<'a>>> {
    let Some(part) = part else { return Ok(None) };
    match part.open(&mut Decoder::new(part.buf()))?.0 {
        Content::Absent => Ok(None),
        Content::List(list) if !list.is_array => Ok(Some(list)),
        _ => Err(Error::fixed(&FixedError(ErrorKind::Type, "not a list"))),
    }
}
