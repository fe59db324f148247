//! The value that a path ends in, within the record that holds it: what the schema says of it, its
//! word, bit or text, and whether it is there.

use alloc::boxed::Box;

use crate::layout::Place;
use crate::read::Buf;
use crate::scalar::word::Word;
use crate::schema::{DefaultValue, Rules, Schema, Type};
use crate::wire::bits::{bit, put_bit};
use crate::wire::varint;
use crate::write::BlobEdit;

/// The value a path leads to.
// Facts of the schema that do not depend on each other.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug)]
pub struct Leaf {
    pub(super) ty: Type,
    pub(super) optional: bool,
    /// Whether the schema says so: a struct that is a payload is there where the path leads to it,
    /// or the path leads to nothing.
    #[cfg(feature = "serde")]
    pub(super) can_be_absent: bool,
    /// Whether a growable struct lies here itself: in a list element.
    pub(super) inline: bool,
    pub(super) default: DefaultValue,
    /// Where it lies in the record that the segments lead to, which may hold it through structs
    /// inline.
    pub(super) place: Place,
    /// Whether the first bit at the place tells presence.
    pub(super) has_presence: bool,
    /// How it is stored.
    pub(super) form: LeafForm,
    /// The word that what is stored differs from; zero where it is no word.
    pub(super) default_word: u128,
    /// Whether it is `any`.
    pub(super) is_any: bool,
    /// Rules for what is set.
    pub(super) rules: Option<Box<Rules>>,
}

/// How a value is stored, as far as it is read and written without its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafForm {
    /// A bool.
    Bit,
    /// A scalar or an enum, of so many bytes.
    Word(u32),
    /// Text of at most so many bytes, in the record.
    Text(usize),
    /// So many bytes in the record; of other arrays so many elements.
    Bytes(usize),
    /// Text or bytes behind a pointer.
    Blob,
    /// A union, of which the tag is known.
    Tag,
    /// What only has parts.
    Parts,
}

impl LeafForm {
    pub(super) fn of(schema: &Schema, ty: &Type) -> Self {
        match ty {
            Type::Bool => Self::Bit,
            Type::Scalar(scalar) => Self::Word(scalar.size()),
            Type::Enum(id) => Self::Word(schema.enumeration(*id).repr().size()),
            Type::Text(len) => Self::Text(*len as usize),
            Type::Array(array) => Self::Bytes(array.len()),
            Type::String | Type::Bytes => Self::Blob,
            Type::Union(_) => Self::Tag,
            Type::Struct(_) | Type::List(_) | Type::Map(_) => Self::Parts,
        }
    }
}

impl Leaf {
    /// The place of the value behind its presence bit.
    #[inline(always)]
    fn value_place(&self) -> Place {
        if self.has_presence { self.place.next_bit() } else { self.place }
    }

    /// Whether a bit tells that the value is absent.
    #[inline(always)]
    pub(super) fn is_absent(&self, record: &[u8], shift: u32) -> bool {
        self.has_presence && !bit(record, &self.place, shift)
    }

    /// Whether it is text or bytes behind a pointer, of any content.
    #[inline(always)]
    pub(super) fn is_free_content(&self) -> bool {
        self.form == LeafForm::Blob && self.rules.is_none()
    }

    /// Whether no object says the same of text or bytes as an empty one.
    pub(super) fn null_is_empty(&self) -> bool {
        !matches!(self.default, DefaultValue::Blob(_)) && !self.optional
    }

    /// Text or bytes set to other content.
    pub(super) fn blob_edit<'c>(&self, content: &'c [u8]) -> BlobEdit<'c> {
        BlobEdit { range: None, content, default: &[], null_is_empty: self.null_is_empty() }
    }

    /// The word of a scalar or enum; its default where the record does not store it.
    #[inline(always)]
    pub(super) fn load<W: Word>(&self, record: &[u8], shift: u32) -> W {
        let stored = record.get(self.place.slot.at(shift)..).and_then(W::load);
        stored.unwrap_or(W::ZERO) ^ W::truncate(self.default_word)
    }

    /// As `load`, of a bool.
    #[inline(always)]
    pub(super) fn load_bit(&self, record: &[u8], shift: u32) -> bool {
        bit(record, &self.value_place(), shift) ^ (self.default_word != 0)
    }

    /// Text or bytes behind a pointer, if they are there.
    #[inline(always)]
    pub(super) fn stored_blob<'a>(&self, buf: &Buf<'a>, record: &[u8]) -> Option<&'a [u8]> {
        if self.form != LeafForm::Blob {
            return None;
        }
        let (len, content) = varint::read(buf.object(record, self.place.slot)?)?;
        content.get(..len as usize)
    }

    /// Writes a word with its presence; `None` if the record does not store it.
    #[inline(always)]
    pub(super) fn store<W: Word>(&self, word: W, record: &mut [u8], shift: u32) -> Option<()> {
        if self.place.end.at(shift) > record.len() {
            return None;
        }
        (word ^ W::truncate(self.default_word)).store(record.get_mut(self.place.slot.at(shift)..)?)?;
        self.store_presence(record, shift)
    }

    /// As `store`, of a bool.
    #[inline(always)]
    pub(super) fn store_bit(&self, value: bool, record: &mut [u8], shift: u32) -> Option<()> {
        if self.place.end.at(shift) > record.len() {
            return None;
        }
        put_bit(record, &self.value_place(), shift, value ^ (self.default_word != 0))?;
        self.store_presence(record, shift)
    }

    #[inline(always)]
    pub(super) fn store_presence(&self, record: &mut [u8], shift: u32) -> Option<()> {
        if self.has_presence { put_bit(record, &self.place, shift, true) } else { Some(()) }
    }
}
