//! Reading and writing what a handle leads to: a bit, a word, or a string of bytes.

use alloc::vec::Vec;

use super::path::{Leaf, Path, PathAnchor, PathList};
use super::{Address, FieldType, Record};
use crate::error::{Error, Kind, Result};
use crate::layout::{Place, Size};
use crate::read::Buf;
use crate::schema::{Default, Schema, Type};
use crate::typed::encode::{clamp, mismeasured, object_len};
use crate::typed::flag::{bit, put_bit};
use crate::typed::scalar::Word;
use crate::wire::varint;
use crate::wire::width::{PointerWidth, Width};
use crate::write::session::Need;
use crate::write::{Anchor, Holder, Navigator, Session, Storage};

/// A value without parts.
#[derive(Clone, Copy, Debug)]
pub enum Plain<'v> {
    /// A bool.
    Bit(bool),
    /// The word of a scalar or enum.
    Word(u128),
    /// Text or bytes.
    Blob(&'v [u8]),
}

impl Plain<'_> {
    /// Bytes of its object, if it needs one.
    fn heap_len(&self) -> u64 {
        match self {
            Self::Blob(content) => object_len(content.len(), content.len() as u64),
            Self::Word(_) | Self::Bit(_) => 0,
        }
    }
}

impl Leaf {
    /// The place of the value behind its presence bit.
    #[inline(always)]
    fn value_place(&self) -> Place {
        if self.has_presence { self.place.next_bit() } else { self.place }
    }

    /// Bytes of the word of a scalar or enum.
    #[inline]
    fn word_size(&self, schema: &Schema) -> u32 {
        match self.ty {
            Type::Scalar(scalar) => scalar.size(),
            Type::Enum(id) => schema.enumeration(id).repr().size(),
            _ => 0,
        }
    }

    /// Type, place and default as they lie in the schema.
    pub(super) fn in_schema<'s>(&self, schema: &'s Schema) -> Option<(&'s Type, &'s Place, &'s Default)> {
        let (id, index, lists) = self.owner?;
        let field = schema.structure(id).fields().get(usize::from(index))?;
        let mut found = (field.ty(), field.place(), field.default());
        for _ in 0..lists {
            let Type::List(list) = found.0 else { return None };
            found = (&list.0.ty, &list.0.place, &list.0.default);
        }
        Some(found)
    }
}

/// The stored word at an offset, of `size` bytes; zero where the record does not store it.
#[inline]
fn load_word(record: &[u8], at: usize, size: u32) -> u128 {
    let slot = record.get(at..).unwrap_or(&[]);
    let word = match size {
        1 => u8::load(slot).map(u128::from),
        2 => u16::load(slot).map(u128::from),
        4 => u32::load(slot).map(u128::from),
        8 => u64::load(slot).map(u128::from),
        _ => u128::load(slot),
    };
    word.unwrap_or(0)
}

fn store_word(record: &mut [u8], at: usize, size: u32, word: u128) -> Option<()> {
    let bytes = word.to_le_bytes();
    crate::wire::slice_mut(record, at, size as usize)?.copy_from_slice(bytes.get(..size as usize)?);
    Some(())
}

/// Reads the value of a path in the record that holds it; `None` if it is absent.
#[inline]
pub(super) fn read_plain<'a>(
    buf: &Buf<'a>,
    record: &'a [u8],
    path: &Path,
    schema: &'a Schema,
) -> Result<Option<Plain<'a>>> {
    let leaf = &path.leaf;
    let shift = buf.shift();
    if leaf.has_presence && !bit(record, &leaf.place, shift) {
        return Ok(None);
    }
    match leaf.ty {
        Type::Scalar(_) | Type::Enum(_) => {
            let stored = load_word(record, leaf.place.slot.at(shift), leaf.word_size(schema));
            Ok(Some(Plain::Word(stored ^ leaf.default.word())))
        }
        Type::Bool => Ok(Some(Plain::Bit(bit(record, &leaf.value_place(), shift) ^ (leaf.default.word() != 0)))),
        _ => match buf.follow(record, leaf.place.slot)? {
            Some(object) => buf.blob(object).map(|content| Some(Plain::Blob(content))),
            None if leaf.optional => Ok(None),
            None => match leaf.in_schema(schema) {
                Some((_, _, Default::Blob(content))) => Ok(Some(Plain::Blob(content))),
                _ => Ok(Some(Plain::Blob(&[]))),
            },
        },
    }
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    #[inline]
    pub(super) fn set_at<A: Address>(&mut self, address: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let path = address.path();
        path.check(self.session.schema(), A::COUNT)?;
        let value =
            <A::Value as FieldType>::plain(value, path, self.session.schema()).map_err(|error| path.blame(error))?;
        let found = path.find(&self.buf(), self.root_bytes()?, |number| address.index(number))?;
        let index_at = |number| address.index(number);
        let anchor = path.anchor(&index_at);
        let holder = match found {
            Some(record) if !record.is_empty() => Holder { pos: self.buf().position(record), size: record.len() },
            _ => self.session.make_way(&anchor, value.heap_len()).map_err(|error| path.blame(error))?,
        };
        set_plain(&mut self.session, holder, &anchor, &path.leaf, value).map_err(|error| path.blame(error))
    }

    pub(super) fn push_at<A: Address>(&mut self, list: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let path = list.path();
        path.check_list(self.session.schema(), A::COUNT)?;
        let value =
            <A::Value as FieldType>::plain(value, path, self.session.schema()).map_err(|error| path.blame(error))?;
        let count = path.count(&self.buf(), self.root_bytes()?, |number| list.index(number))?;
        self.insert_plain(list, count, value).map_err(|error| path.blame(error))
    }

    pub(super) fn insert_at<A: Address>(&mut self, element: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let path = element.path();
        let index = path.element_index(self.session.schema(), element)?;
        let value =
            <A::Value as FieldType>::plain(value, path, self.session.schema()).map_err(|error| path.blame(error))?;
        self.insert_plain(element, index, value).map_err(|error| path.blame(error))
    }

    fn insert_plain<A: Address>(&mut self, list: &A, index: usize, value: Plain<'_>) -> Result<()> {
        let path = list.path();
        let index_at = |number| list.index(number);
        let to_list = path.list(&index_at);
        if index == 0 {
            self.session.make_list_way(&to_list.anchor, path.new_list_len(value.heap_len()))?;
        }
        insert_plain(&mut self.session, &to_list, index, &path.leaf, value)
    }

    /// Whether the record that holds a value is not there, or does not store it.
    pub(super) fn is_missing<A: Address>(&self, address: &A) -> Result<bool> {
        let found = address.path().find(&self.buf(), self.root_bytes()?, |number| address.index(number))?;
        Ok(found.is_none_or(<[u8]>::is_empty))
    }
}

/// Whether a struct that lies inline can be absent.
pub(super) fn is_inline_absent(leaf: &Leaf) -> bool {
    leaf.has_presence
}

/// Sets the value at an anchor, whose record is at `holder`.
pub(super) fn set_plain<S: Storage>(
    session: &mut Session<S>,
    holder: Holder,
    anchor: &PathAnchor<'_>,
    leaf: &Leaf,
    value: Plain<'_>,
) -> Result<()> {
    match value {
        Plain::Blob(content) => {
            let default_is_empty = !matches!(leaf.default, Default::Blob(_));
            if session.overwrite_blob(holder, &leaf.place, content).is_some() {
                session.settle();
                return Ok(());
            }
            session.set_blob_anywhere(anchor, content, default_is_empty && !leaf.optional)
        }
        Plain::Word(_) | Plain::Bit(_) => {
            let shift = session.shift();
            let schema_size = leaf.word_size(session.schema());
            if put_plain(session.record_mut(holder)?, leaf, shift, schema_size, value).is_some() {
                return Ok(());
            }
            if is_zero(leaf, value) {
                return Ok(());
            }
            // The record is of an older revision, which has no such field.
            session.reserve(true, &Need::default(), &|_| 0)?;
            let holder = anchor.spot(&session.navigator())?.holder;
            let shift = session.shift();
            put_plain(session.record_mut(holder)?, leaf, shift, schema_size, value).ok_or_else(mismeasured)
        }
    }
}

/// Whether zeros say the same.
fn is_zero(leaf: &Leaf, value: Plain<'_>) -> bool {
    let word = match value {
        Plain::Word(word) => word,
        Plain::Bit(value) => u128::from(value),
        Plain::Blob(_) => return false,
    };
    word == leaf.default.word() && !leaf.has_presence
}

/// Writes a word or bit with its presence; `None` if the record does not store it.
fn put_plain(record: &mut [u8], leaf: &Leaf, shift: u32, size: u32, value: Plain<'_>) -> Option<()> {
    if leaf.place.end.at(shift) > record.len() {
        return None;
    }
    match value {
        Plain::Word(word) => store_word(record, leaf.place.slot.at(shift), size, word ^ leaf.default.word())?,
        Plain::Bit(value) => put_bit(record, &leaf.value_place(), shift, value ^ (leaf.default.word() != 0))?,
        Plain::Blob(_) => return None,
    }
    if leaf.has_presence { put_bit(record, &leaf.place, shift, true) } else { Some(()) }
}

/// Inserts an element into the list at an anchor.
fn insert_plain<S: Storage>(
    session: &mut Session<S>,
    to_list: &PathList<'_>,
    index: usize,
    leaf: &Leaf,
    value: Plain<'_>,
) -> Result<()> {
    let heap = match value {
        Plain::Blob(content) if content.is_empty() && !leaf.optional => 0,
        Plain::Blob(content) if content.len() > u32::MAX as usize => {
            return Err(Error::new(Kind::Limit, "a string has at most 4,294,967,295 bytes"));
        }
        _ => value.heap_len(),
    };
    let gap = session.insert(to_list, index, 1, &|_, _| heap)?;
    let (shift, size) = (session.shift(), leaf.word_size(session.schema()));
    match value {
        Plain::Blob(_) if heap == 0 => {}
        Plain::Blob(content) => {
            let object = session.bytes_mut().get_mut(gap.heap.clone()).ok_or_else(mismeasured)?;
            let body = varint::write(clamp(content.len()), object).ok_or_else(mismeasured)?;
            body.get_mut(..content.len()).ok_or_else(mismeasured)?.copy_from_slice(content);
            session.store_pointer(gap.elements.pos.saturating_add(leaf.place.slot.at(shift)), gap.heap.start)?;
        }
        Plain::Word(_) | Plain::Bit(_) => {
            put_plain(session.record_mut(gap.elements)?, leaf, shift, size, value).ok_or_else(mismeasured)?;
        }
    }
    session.settle();
    Ok(())
}

/// Structs on the way to a value that have to be made before it can be set.
struct Missing {
    sizes: Vec<Size>,
    /// Whether a record on the way is of an older revision.
    upgrade: bool,
}

impl Missing {
    fn on_the_way(navigator: &Navigator<'_>, anchor: &PathAnchor<'_>) -> Result<Self> {
        let mut missing = Self { sizes: Vec::new(), upgrade: false };
        for prefix in anchor.prefixes() {
            let spot = prefix.spot(navigator)?;
            let Type::Struct(id) = *spot.ty else { continue };
            let structure = navigator.schema.structure(id);
            // Below a struct that is yet to be made, nothing is stored.
            let is_below = !missing.sizes.is_empty();
            if !is_below && !spot.inline && !spot.is_stored(navigator.buf.shift()) {
                missing.upgrade = true;
            }
            if structure.is_frozen() || spot.inline {
                continue;
            }
            let pointer = navigator.buf.follow(navigator.bytes(spot.holder), spot.place.slot)?;
            if is_below || pointer.is_none() {
                if spot.levels() == 0 {
                    return Err(crate::read::decoder::too_deep());
                }
                missing.sizes.push(structure.size());
            }
        }
        Ok(missing)
    }

    fn len(&self, width: PointerWidth) -> u64 {
        let object = |size: &Size| object_len(size.at(width.shift()), size.at(width.shift()) as u64);
        self.sizes.iter().map(object).fold(0, u64::saturating_add)
    }
}

impl<S: Storage> Session<S> {
    /// Sets the presence bit at a place.
    pub(super) fn put_present(&mut self, holder: Holder, place: &Place) -> Result<()> {
        let shift = self.shift();
        put_bit(self.record_mut(holder)?, place, shift, true).ok_or_else(mismeasured)
    }

    /// Makes the structs on the way to a list that are not there yet, and reserves `len` bytes for the list itself.
    pub(super) fn make_list_way(&mut self, anchor: &PathAnchor<'_>, len: u64) -> Result<()> {
        if anchor.spot(&self.navigator())?.check_holder().is_err() {
            self.make_way(anchor, len)?;
        }
        Ok(())
    }

    /// Makes the structs on the way to a value that are not there yet, and reserves `len` bytes for the value itself; gives
    /// the record that holds it.
    #[cold]
    #[inline(never)]
    pub(super) fn make_way(&mut self, anchor: &PathAnchor<'_>, len: u64) -> Result<Holder> {
        let navigator = self.navigator();
        let missing = Missing::on_the_way(&navigator, anchor)?;
        let is_stored = anchor.spot(&navigator)?.is_stored(navigator.buf.shift());
        let upgrade = missing.upgrade || (missing.sizes.is_empty() && !is_stored);
        let need = |width| missing.len(width).saturating_add(len);
        self.reserve(upgrade, &Need::objects(need(self.width)), &need)?;
        // From here on nothing fails: there is room, and the way here was checked.
        for prefix in anchor.prefixes() {
            let navigator = self.navigator();
            let spot = prefix.spot(&navigator)?;
            let Type::Struct(id) = *spot.ty else { continue };
            let is_frozen = navigator.schema.structure(id).is_frozen();
            if is_frozen || spot.inline {
                let (holder, place, shift) = (spot.holder, spot.place, self.shift());
                if spot.optional {
                    put_bit(self.record_mut(holder)?, &place, shift, true).ok_or_else(mismeasured)?;
                }
            } else if navigator.buf.follow(navigator.bytes(spot.holder), spot.place.slot)?.is_none() {
                self.create(&prefix)?;
            }
        }
        anchor.spot(&self.navigator()).map(|spot| spot.holder)
    }
}
