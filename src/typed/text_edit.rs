//! The typed edit cursor of a string.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::ops::{Range, RangeBounds};

use super::noted::{WHOLE, part};
use super::{At, TypedSlot, Value};
use crate::error::Result;
use crate::layout::Place;
use crate::read::navigate::RecordSpan;
use crate::schema::Rules;
use crate::write::log::AtHand;
use crate::write::{BlobEdit, Noted, Session, Storage, Target, text_range};

/// Edits a string in its buffer.
///
/// Positions are in bytes, as those of std's strings, and have to lie between characters.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Note { text: String }
///
/// let mut bytes = vellum::to_vec(&Note { text: "Hello".into() })?;
/// let mut note = Note::edit(&mut bytes)?;
/// let mut text = note.text();
/// text.push_str(", world")?;
/// text.splice(0..1, "J")?;
/// assert_eq!(text.get()?, "Jello, world");
/// # Ok::<(), vellum::Error>(())
/// ```
pub struct TextEdit<'a, S> {
    session: &'a mut Session<S>,
    target: Target<'a>,
    place: Place,
    default: &'static str,
    rules: Option<fn() -> Rules>,
}

impl<'a, S: Storage> TextEdit<'a, S> {
    #[inline(always)]
    pub(crate) fn new(session: &'a mut Session<S>, target: Target<'a>, place: Place, default: &'static str) -> Self {
        Self { session, target, place, default, rules: None }
    }

    /// The cursor of a field with rules.
    pub(crate) fn ruled(self, rules: fn() -> Rules) -> Self {
        Self { rules: Some(rules), ..self }
    }

    /// Adds the path of the string to an error.
    #[inline(always)]
    fn named<R>(&self, result: Result<R>) -> Result<R> {
        self.target.named(self.session, result)
    }

    /// The current place of the record that holds the string.
    #[inline]
    fn holder(&self) -> Result<RecordSpan> {
        self.session.current(&self.target)
    }

    /// The text.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the bytes are not a string.
    #[inline]
    pub fn get(&self) -> Result<&str> {
        self.named(self.found())
    }

    #[inline(always)]
    fn found(&self) -> Result<&str> {
        String::get(TypedSlot::checked(
            &self.session.record(self.holder()?)?,
            &At::field(0, &self.place, &self.default),
        ))
    }

    /// Its bytes, unchecked: an edit of a part of the text does not depend on the rest.
    #[inline(always)]
    fn bytes(&self) -> Result<&[u8]> {
        let record = self.session.record(self.holder()?)?;
        match record.buf().follow(record.bytes(), self.place.slot)? {
            Some(object) => record.buf().blob(object),
            None => Ok(self.default.as_bytes()),
        }
    }

    /// Its length in bytes.
    ///
    /// # Errors
    /// As [`TextEdit::get`].
    #[inline]
    pub fn len(&self) -> Result<usize> {
        self.get().map(str::len)
    }

    /// Whether it has no characters.
    ///
    /// # Errors
    /// As [`TextEdit::get`].
    #[inline]
    pub fn is_empty(&self) -> Result<bool> {
        self.get().map(str::is_empty)
    }

    /// Replaces the text.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Note { text: String }
    /// let mut bytes = vellum::to_vec(&Note { text: "hello".into() })?;
    /// let mut note = Note::edit(&mut bytes)?;
    /// let mut text = note.text();
    /// text.set("good morning")?;
    /// assert_eq!(text.get()?, "good morning");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Full`](crate::ErrorKind::Full) if the storage cannot hold it,
    /// [`ErrorKind::Corrupt`](crate::ErrorKind::Corrupt) if the old value is invalid,
    /// [`ErrorKind::Type`](crate::ErrorKind::Type) if the text breaks a rule of the field; the
    /// buffer is then unchanged.
    #[inline]
    pub fn set(&mut self, text: &str) -> Result<()> {
        let result = self.overwrite(text);
        self.named(result)
    }

    #[inline(always)]
    fn overwrite(&mut self, text: &str) -> Result<()> {
        if let Some(rules) = self.rules {
            rules().check_blob(text.as_bytes())?;
        }
        self.session.note_old(Noted::Set, WHOLE, part(self.target.parent, self.target.step));
        let target = Target { holder: self.holder()?, generation: self.session.generation, ..self.target };
        self.session.set_blob(&target, &self.place, text.as_bytes(), self.default.is_empty())?;
        let content = AtHand::Content(text.as_bytes());
        self.session.note_value(Noted::Set, WHOLE, part(self.target.parent, self.target.step), &content);
        Ok(())
    }

    /// Appends text.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Note { text: String }
    /// let mut bytes = vellum::to_vec(&Note { text: "hello".into() })?;
    /// let mut note = Note::edit(&mut bytes)?;
    /// let mut text = note.text();
    /// text.push_str(", world")?;
    /// assert_eq!(text.get()?, "hello, world");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`TextEdit::set`].
    pub fn push_str(&mut self, text: &str) -> Result<()> {
        let result = self.bytes().map(<[u8]>::len).and_then(|len| self.replace(len..len, text));
        self.named(result)
    }

    /// Appends a character.
    ///
    /// # Errors
    /// As [`TextEdit::set`].
    pub fn push(&mut self, character: char) -> Result<()> {
        self.push_str(character.encode_utf8(&mut [0; 4]))
    }

    /// Inserts text at a position.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Note { text: String }
    /// let mut bytes = vellum::to_vec(&Note { text: "hello".into() })?;
    /// let mut note = Note::edit(&mut bytes)?;
    /// let mut text = note.text();
    /// text.insert_str(0, "oh, ")?;
    /// assert_eq!(text.get()?, "oh, hello");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`TextEdit::splice`].
    pub fn insert_str(&mut self, position: usize, text: &str) -> Result<()> {
        self.splice(position..position, text)
    }

    /// Replaces a range of the text by other text, which may be longer or shorter.
    ///
    /// ```
    /// # use vellum::{ErrorKind, Vellum};
    /// # #[derive(Vellum)] struct Note { text: String }
    /// let mut bytes = vellum::to_vec(&Note { text: "größer".into() })?;
    /// let mut note = Note::edit(&mut bytes)?;
    /// note.text().splice(2..6, "as")?;
    /// assert_eq!(note.text().get()?, "graser");
    /// assert_eq!(note.text().splice(9.., "").unwrap_err().kind(), ErrorKind::Path);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Path`](crate::ErrorKind::Path) for a range beyond the end or within a
    /// character, else as [`TextEdit::set`]; the buffer is then unchanged.
    pub fn splice(&mut self, range: impl RangeBounds<usize>, text: &str) -> Result<()> {
        let result = self.bytes().and_then(|bytes| text_range(bytes, &range));
        let result = result.and_then(|range| self.replace(range, text));
        self.named(result)
    }

    fn replace(&mut self, range: Range<usize>, text: &str) -> Result<()> {
        if range.is_empty() && text.is_empty() {
            return Ok(());
        }
        if let Some(rules) = self.rules {
            let mut whole = self.found()?.to_owned();
            whole.replace_range(range.clone(), text);
            rules().check_blob(whole.as_bytes())?;
        }
        let (content, default) = (text.as_bytes(), self.default.as_bytes());
        let noted = (range.start, range.len());
        let edit = BlobEdit { range: Some(range), content, default, null_is_empty: false };
        self.session.note_old(Noted::SpliceText, noted, part(self.target.parent, self.target.step));
        self.session.splice_blob(&self.target, &edit)?;
        let content = AtHand::Content(content);
        self.session.note_value(Noted::SpliceText, noted, part(self.target.parent, self.target.step), &content);
        Ok(())
    }

    /// Cuts the text off after `len` bytes; a shorter text stays as it is.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Note { text: String }
    /// let mut bytes = vellum::to_vec(&Note { text: "hello".into() })?;
    /// let mut note = Note::edit(&mut bytes)?;
    /// let mut text = note.text();
    /// text.truncate(4)?;
    /// assert_eq!(text.get()?, "hell");
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`TextEdit::splice`].
    pub fn truncate(&mut self, len: usize) -> Result<()> {
        if len < self.len()? { self.splice(len.., "") } else { Ok(()) }
    }

    /// Makes the text empty. Its bytes in the buffer are kept for the next value.
    ///
    /// # Errors
    /// As [`TextEdit::set`].
    pub fn clear(&mut self) -> Result<()> {
        self.set("")
    }

    /// Takes the text out and leaves an empty one.
    ///
    /// ```
    /// # use vellum::Vellum;
    /// # #[derive(Vellum)] struct Note { text: String }
    /// let mut bytes = vellum::to_vec(&Note { text: "hello".into() })?;
    /// let mut note = Note::edit(&mut bytes)?;
    /// let mut text = note.text();
    /// assert_eq!(text.take()?, "hello");
    /// assert!(text.is_empty()?);
    /// # Ok::<(), vellum::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`TextEdit::set`].
    pub fn take(&mut self) -> Result<String> {
        let text = self.get()?.to_owned();
        self.clear()?;
        Ok(text)
    }
}
