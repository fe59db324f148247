//! Values without parts, read and written in the record that holds them: a bit, a word, or a string
//! of bytes.

use super::leaf::{Leaf, LeafForm};
use super::path::Path;
use super::segments::FoundRecord;
use crate::error::{Result, internal_error};
use crate::read::Buf;
use crate::read::key::Halves;
use crate::read::navigate::RecordSpan;
use crate::read::union::is_packed;
use crate::scalar::word::Word;
use crate::schema::{DefaultValue, MIXED, Schema};
use crate::wire::varint::object_len;
use crate::wire::width::PointerWidth;
use crate::wire::{slice_or_empty, trimmed};
use crate::write::Locator;
use crate::write::reserve::SpaceRequest;
use crate::write::route::{PathKeys, PathLocator};
use crate::write::{Session, Storage};

/// A value without parts.
#[derive(Clone, Copy, Debug)]
pub enum Plain<'v> {
    /// A bool.
    Bit(bool),
    /// The word of a scalar or enum.
    Word(u128),
    /// Text or bytes.
    Blob(&'v [u8]),
    /// The variant of a union.
    Tag(u8),
    /// A variant of `any` with what it holds.
    Dynamic(u8, DynamicValue<'v>),
}

/// What a variant of `any` holds.
#[derive(Clone, Copy, Debug)]
pub enum DynamicValue<'v> {
    /// A word of so many bytes.
    Word(Halves, u8),
    /// Text or bytes.
    Blob(&'v [u8]),
}

impl DynamicValue<'_> {
    /// Bytes behind the slot at a width.
    pub(super) fn heap_len(&self, width: PointerWidth) -> u64 {
        match self {
            Self::Word(word, size) if word.word() != 0 && usize::from(*size) > width.bytes() => {
                object_len(usize::from(*size), u64::from(*size))
            }
            Self::Blob(content) if !content.is_empty() => object_len(content.len(), content.len() as u64),
            _ => 0,
        }
    }
}

impl Plain<'_> {
    /// Bytes of its object at a width, if it needs one as the value of a leaf that is not there
    /// yet.
    pub(super) fn heap_len(&self, leaf: &Leaf, width: PointerWidth) -> u64 {
        match self {
            Self::Blob(content) if leaf.form == LeafForm::Blob && !(content.is_empty() && leaf.null_is_empty()) => {
                object_len(content.len(), content.len() as u64)
            }
            Self::Dynamic(_, content) => content.heap_len(width),
            Self::Blob(_) | Self::Word(_) | Self::Bit(_) | Self::Tag(_) => 0,
        }
    }
}

/// Reads the value of a path in the record that holds it; `None` if it is absent.
pub(super) fn read_plain<'a>(
    buf: &Buf<'a>,
    FoundRecord { record, packed, .. }: FoundRecord<'a>,
    path: &Path,
    schema: &'a Schema,
) -> Result<Option<Plain<'a>>> {
    let (shift, leaf) = (buf.shift(), &path.leaf);
    if leaf.is_absent(record, shift) {
        return Ok(None);
    }
    let inline = |len| slice_or_empty(record, leaf.place.slot.at(shift), len);
    Ok(Some(match leaf.form {
        LeafForm::Bit => Plain::Bit(leaf.load_bit(record, shift)),
        LeafForm::Word(size) => Plain::Word(match size {
            1 => leaf.load::<u8>(record, shift).into(),
            2 => leaf.load::<u16>(record, shift).into(),
            4 => leaf.load::<u32>(record, shift).into(),
            8 => leaf.load::<u64>(record, shift).into(),
            _ => leaf.load::<u128>(record, shift),
        }),
        LeafForm::Text(len) => Plain::Blob(trimmed(inline(len))),
        // Only bytes are read and written whole.
        LeafForm::Bytes(len) => Plain::Blob(inline(len)),
        LeafForm::Tag if is_packed(packed) => Plain::Tag(packed),
        LeafForm::Tag => Plain::Tag(record.get(leaf.place.slot.at(shift)).copied().unwrap_or(0)),
        LeafForm::Blob | LeafForm::Parts => match (buf.follow(record, leaf.place.slot)?, path.in_schema(schema)) {
            (Some(object), _) => Plain::Blob(buf.blob(object)?),
            _ if leaf.optional => return Ok(None),
            (None, Some((_, DefaultValue::Blob(content)))) => Plain::Blob(content),
            _ => Plain::Blob(&[]),
        },
    }))
}

impl<S: Storage> Session<S, Schema> {
    /// Writes a value where the old one is, if the record at `holder` has room for it there; `None`
    /// if not, and then nothing has changed.
    #[inline(always)]
    pub(super) fn overwrite(&mut self, holder: RecordSpan, packed: u8, leaf: &Leaf, value: Plain<'_>) -> Option<()> {
        let shift = self.shift();
        match value {
            Plain::Word(_) | Plain::Bit(_) => put_plain(self.record_of(holder)?, leaf, shift, value),
            Plain::Blob(content) if leaf.form == LeafForm::Blob => self.overwrite_blob(holder, &leaf.place, content),
            Plain::Blob(content) => put_fixed(self.record_of(holder)?, leaf, shift, content),
            Plain::Dynamic(tag, content) if !is_packed(packed) => self.overwrite_dynamic(holder, leaf, tag, content),
            Plain::Dynamic(..) | Plain::Tag(_) => None,
        }
    }

    #[inline(always)]
    pub(super) fn record_of(&mut self, holder: RecordSpan) -> Option<&mut [u8]> {
        crate::wire::slice_mut(self.bytes_mut(), holder.pos, holder.size)
    }

    /// Sets a value that has no room where the old one is, or whose record, which is at `holder`,
    /// is not there.
    #[inline(never)]
    pub(super) fn write_elsewhere<'p>(
        &mut self,
        holder: Option<RecordSpan>,
        path: &'p Path,
        keys: &'p dyn PathKeys,
        value: Plain<'_>,
    ) -> Result<()> {
        let locator = path.locator(keys);
        match holder {
            Some(holder) => self.set_plain(holder, &locator, path, value),
            None => self.with_parents(&locator, &|width| value.heap_len(&path.leaf, width), 0, |session, locator| {
                let holder = relocated(session, path, locator)?;
                session.set_plain(holder, locator, path, value)
            }),
        }
        .map_err(|error| path.with_path(error))
    }

    /// Sets the value at a locator, whose record is at `holder`.
    fn set_plain(
        &mut self,
        holder: RecordSpan,
        locator: &PathLocator<'_>,
        path: &Path,
        value: Plain<'_>,
    ) -> Result<()> {
        let leaf = &path.leaf;
        match value {
            Plain::Tag(tag) => return self.set_variant_at(locator, tag),
            Plain::Dynamic(tag, content) => return self.set_dynamic(locator, tag, content),
            Plain::Word(_) | Plain::Bit(_) | Plain::Blob(_) => {}
        }
        if self.overwrite(holder, MIXED, leaf, value).is_some() || is_zero(leaf, value) {
            return Ok(());
        }
        if let (Plain::Blob(content), LeafForm::Blob) = (value, leaf.form) {
            return self.replace_blob(holder, &leaf.place, locator, &leaf.blob_edit(content));
        }
        // The record is of an older revision, which has no such field.
        self.reserve(true, &SpaceRequest::default(), &|_| 0)?;
        let holder = relocated(self, path, locator)?;
        self.overwrite(holder, MIXED, leaf, value).ok_or_else(internal_error)
    }
}

/// The record that holds a value, as `path` finds it, after the way there was made or the buffer
/// was laid out anew.
fn relocated<S: Storage>(session: &Session<S, Schema>, path: &Path, locator: &PathLocator<'_>) -> Result<RecordSpan> {
    let resolved = locator.resolve(&session.navigator())?;
    resolved.check_holder()?;
    // To a path, a struct that lies inline is a part of the record around it, and a payload in the
    // slot of its union is a record: their slots tell by how much they differ.
    let (shift, place) = (session.shift(), &path.leaf.place);
    let pos = resolved.holder.pos.saturating_add(resolved.place.slot.at(shift)).saturating_sub(place.slot.at(shift));
    let size = resolved.holder.range().end.saturating_sub(pos).max(place.end.at(shift));
    Ok(RecordSpan { pos, size })
}

/// Writes text or bytes that have a fixed length; `None` if the record does not store them.
pub(super) fn put_fixed(record: &mut [u8], leaf: &Leaf, shift: u32, content: &[u8]) -> Option<()> {
    let (LeafForm::Text(len) | LeafForm::Bytes(len)) = leaf.form else { return None };
    if leaf.place.end.at(shift) > record.len() {
        return None;
    }
    let slot = crate::wire::slice_mut(record, leaf.place.slot.at(shift), len)?;
    let (text, rest) = slot.split_at_mut_checked(content.len())?;
    text.copy_from_slice(content);
    rest.fill(0);
    leaf.store_presence(record, shift)
}

/// Whether zeros say the same.
fn is_zero(leaf: &Leaf, value: Plain<'_>) -> bool {
    let word = match value {
        Plain::Word(word) => word,
        Plain::Bit(value) => u128::from(value),
        Plain::Blob(_) | Plain::Tag(_) | Plain::Dynamic(..) => return false,
    };
    word == leaf.default_word && !leaf.has_presence
}

/// Writes a word or bit with its presence; `None` if the record does not store it.
pub(super) fn put_plain(record: &mut [u8], leaf: &Leaf, shift: u32, value: Plain<'_>) -> Option<()> {
    // By the trait's name: integers will have a method of this one's.
    match (value, leaf.form) {
        (Plain::Word(word), LeafForm::Word(1)) => leaf.store(<u8 as Word>::truncate(word), record, shift),
        (Plain::Word(word), LeafForm::Word(2)) => leaf.store(<u16 as Word>::truncate(word), record, shift),
        (Plain::Word(word), LeafForm::Word(4)) => leaf.store(<u32 as Word>::truncate(word), record, shift),
        (Plain::Word(word), LeafForm::Word(8)) => leaf.store(<u64 as Word>::truncate(word), record, shift),
        (Plain::Word(word), LeafForm::Word(16)) => leaf.store(word, record, shift),
        (Plain::Bit(value), LeafForm::Bit) => leaf.store_bit(value, record, shift),
        _ => None,
    }
}
