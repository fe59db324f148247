//! Text as a field: `String`, its edit cursor, and `FixedStr` of a fixed length.
//!
//! A `String` is one pointer to a length and UTF-8 bytes. A `FixedStr` lies inline.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::ops::{Range, RangeBounds};

use super::element::reach;
use super::list::Sealed;
use super::session::{WHOLE, part};
use super::{At, Decode, Heap, List, Prover, Proving, Reading, TypePlan, TypeShape, TypedSlot, Value, opened_as_read};
use crate::error::{Result, length_changed};
use crate::layout::{MAX_RECORD, Place, Size};
use crate::read::document::Decoder;
use crate::read::navigate::RecordSpan;
use crate::scalar::FixedStr;
use crate::schema::{Rules, Type};
use crate::wire::varint::object_len;
use crate::wire::width::{StaticWidth, Width};
use crate::wire::{slice_or_empty, stored, trimmed};
use crate::write::log::StoredForm;
use crate::write::value::UNWRITABLE;
use crate::write::{BlobEdit, Link, Noted, Session, Storage, Target, text_range};

impl Value for String {
    const SHAPE: TypeShape = TypeShape::POINTER;
    const PLAN: TypePlan = TypePlan::new(Type::String);
    type Default = &'static str;
    const DEFAULT: &'static &'static str = &"";
    opened_as_read!();
    type Get<'a, R: Reading> = &'a str;
    type GetList<'a, R: Reading> = List<'a, String, R>;
    type Set<'a> = &'a str;
    type Cursor<'a, S: Storage + 'a> = TextEdit<'a, S>;
    type FieldCursor<'a, S: Storage + 'a> = TextEdit<'a, S>;
    type Edit<'a, S: Storage + 'a> = crate::typed::root::RootEdit<Self, S>;

    #[inline(always)]
    fn as_set(&self) -> &str {
        self
    }

    #[inline(always)]
    fn is_default(value: &&str, default: &&'static str) -> bool {
        value == default
    }

    #[inline(always)]
    fn heap_len<const ELEMENT: bool, W: StaticWidth>(value: &&str, at: &At<'_, &'static str, ELEMENT>, _: u32) -> u64 {
        if !at.keep && value == at.default {
            return 0;
        }
        object_len(value.len(), value.len() as u64)
    }

    #[inline(always)]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &&str,
        record: &mut [u8],
        at: &At<'_, &'static str, ELEMENT>,
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        if !at.keep && value == at.default {
            return Ok(());
        }
        heap.point(record, at.place.slot)?;
        heap.write_blob(value.as_bytes())
    }

    #[inline(always)]
    fn get<'a, R: Reading, const ELEMENT: bool>(
        slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
    ) -> Result<&'a str, R::Error> {
        let (record, at) = (slot.record(), slot.at());
        match R::follow(record, at.place.slot)? {
            Some(object) => slot.known().text(record.buf(), object),
            None => Ok(*at.default),
        }
    }

    #[inline(always)]
    fn prove_value<const ELEMENT: bool, W: Proving>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, &'static str, ELEMENT>,
    ) -> Option<()> {
        prover.text(record, at.place.slot)
    }

    #[inline(always)]
    fn stored<'v>(value: &'v &str, _: &&'static str) -> StoredForm<'v> {
        StoredForm::Content(value.as_bytes())
    }

    #[inline(always)]
    fn set<const ELEMENT: bool, S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        at: &At<'_, &'static str, ELEMENT>,
        value: &&str,
    ) -> Result<()> {
        session.set_blob(&target, at.place, value.as_bytes(), at.default.is_empty() && !at.keep)
    }

    #[inline]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, &'static str, ELEMENT>,
    ) -> Result<TextEdit<'a, S>> {
        Ok(TextEdit::new(session, target, *at.place, at.default))
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, &'static str>,
    ) -> TextEdit<'a, S> {
        let target = link.deferred(session, at.step());
        TextEdit::new(session, target, *at.place, at.default)
    }
}

impl<'b> Decode<'b> for String {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, &'static str, ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<String> {
        let Some(object) = decoder.follow(record, at.place.slot)? else { return Ok((*at.default).to_owned()) };
        let content = decoder.blob(object)?;
        decoder.buf.text(content).map(ToOwned::to_owned)
    }
}

/// A text, however it is owned: `String`, `&str`, `Box<str>`, `Rc<str>`, `Arc<str>`,
/// `Cow<'_, str>`. The setter of a list of texts takes a slice of any of them.
///
/// ```
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Note { tags: Vec<String> }
///
/// let mut bytes = vellum::to_vec(&Note { tags: vec![] })?;
/// let mut note = Note::edit(&mut bytes)?;
/// note.set_tags(&["math", "art"])?;
/// note.set_tags(&vec!["math".to_owned()])?;
/// note.clear_tags()?; // of an empty slice the compiler could not tell the type
/// # Ok::<(), vellum::Error>(())
/// ```
pub trait TextValue: Value + Sealed {}

macro_rules! texts {
    ($($type:ty),*) => {$(
        impl Sealed for $type {}
        impl TextValue for $type {}
    )*};
}
texts!(String, &str, Box<str>, Rc<str>, Arc<str>, Cow<'_, str>);

impl<'b: 'r, 'r> Decode<'b> for &'r str {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, &'static str, ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self> {
        let Some(object) = decoder.follow(record, at.place.slot)? else { return Ok(*at.default) };
        let content = decoder.blob(object)?;
        decoder.buf.text(content)
    }
}

// The edit cursor of a string.

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
        let content = StoredForm::Content(text.as_bytes());
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

    /// Replaces a range of the text, in bytes, by other text, which may be longer or shorter.
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
    /// character, otherwise as [`TextEdit::set`]; the buffer is then unchanged.
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
        let content = StoredForm::Content(content);
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

// Text of a fixed length, which lies inline.

impl<const N: usize> Value for FixedStr<N> {
    // A record of that many bytes is refused when the struct is planned.
    #[allow(clippy::cast_possible_truncation)]
    const SHAPE: TypeShape = {
        assert!(N > 0 && N <= MAX_RECORD, "a text of a fixed length has 1 to 65,535 bytes");
        // A setter takes any text.
        TypeShape { ruled: true, whole: true, ..TypeShape::inline(Size::bytes(N as u32)) }
    };
    #[allow(clippy::cast_possible_truncation)]
    const PLAN: TypePlan = TypePlan::new(Type::Text(N as u32)).unsorted();
    type Default = ();
    const DEFAULT: &'static () = &();
    opened_as_read!();
    type Get<'a, R: Reading> = &'a str;
    type GetList<'a, R: Reading> = List<'a, Self, R>;
    type Set<'a> = &'a str;
    type Cursor<'a, S: Storage + 'a> = &'a str;
    type FieldCursor<'a, S: Storage + 'a> = Result<&'a str>;
    type Edit<'a, S: Storage + 'a> = crate::typed::root::RootEdit<Self, S>;

    #[inline(always)]
    fn as_set(&self) -> &str {
        self
    }

    fn check(value: &&str, _: u32) -> Result<()> {
        Self::check_fits(value)
    }

    #[inline(always)]
    fn is_default(value: &&str, (): &()) -> bool {
        value.is_empty()
    }

    #[inline]
    fn heap_len<const ELEMENT: bool, W: StaticWidth>(value: &&str, _: &At<'_, (), ELEMENT>, _: u32) -> u64 {
        if Self::fits(value) { 0 } else { UNWRITABLE }
    }

    #[inline]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &&str,
        record: &mut [u8],
        at: &At<'_, (), ELEMENT>,
        _: &mut Heap<'_, W>,
    ) -> Result<()> {
        // The slot is zeroed.
        let text = crate::wire::slice_mut(record, at.place.slot.at(W::WIDTH.shift()), value.len().min(N));
        text.filter(|text| text.len() == value.len()).ok_or_else(length_changed)?.copy_from_slice(value.as_bytes());
        Ok(())
    }

    #[inline]
    fn get<'a, R: Reading, const ELEMENT: bool>(
        slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
    ) -> Result<&'a str, R::Error> {
        let record = slot.record();
        let text = trimmed(slice_or_empty(record.bytes(), slot.at().place.slot.at(record.shift()), N));
        // Text of fixed length is short and rare, so it is checked again when it is read.
        R::trust(record.buf().text(text), "")
    }

    #[inline]
    fn prove_value<const ELEMENT: bool, W: Proving>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
    ) -> Option<()> {
        prover.content_is_text(trimmed(stored(record, at.place.slot.at(prover.shift()), N)))
    }

    #[inline]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, (), ELEMENT>,
    ) -> Result<&'a str> {
        Self::get(TypedSlot::checked(&session.target(&target)?, at))
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, ()>,
    ) -> Result<&'a str> {
        reach::<Self, S>(session, link, at)
    }
}

impl<'b, const N: usize> Decode<'b> for FixedStr<N> {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self> {
        let text = trimmed(slice_or_empty(record, at.place.slot.at(decoder.shift()), N));
        Self::try_from(decoder.buf.text(text)?)
    }
}
