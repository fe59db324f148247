//! Reading and writing what a handle leads to: a bit, a word, or a string of bytes.

use super::anchor::{PathAnchor, PathList};
use super::held::Content;
use super::hops::Located;
use super::path::{Inward, Leaf, Path};
use super::way::is_packed;
use super::{Address, FieldType, Record};
use crate::error::{Error, Kind, Result, broken};
use crate::layout::Place;
use crate::read::navigate::{Holder, Step};
use crate::read::{Buf, no_element};
use crate::scalar::word::Word;
use crate::schema::{Default, MIXED, Rules, Schema, Type};
use crate::wire::bits::{bit, put_bit};
use crate::wire::varint::object_len;
use crate::wire::{clamp, slice_or_empty, trimmed, varint};
use crate::write::Anchor;
use crate::write::reserve::Need;
use crate::write::{Found, Session, Storage, ToList};

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
    Held(u8, Content<'v>),
}

impl Plain<'_> {
    /// Bytes of its object, if it needs one.
    fn heap_len(&self) -> u64 {
        match self {
            Self::Blob(content) | Self::Held(_, Content::Blob(content)) => {
                object_len(content.len(), content.len() as u64)
            }
            Self::Held(..) => 17,
            Self::Word(_) | Self::Bit(_) | Self::Tag(_) => 0,
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

    /// Type and default as they lie in the schema.
    pub(super) fn in_schema<'s>(&self, schema: &'s Schema) -> Option<(&'s Type, &'s Default)> {
        let (id, index, inward) = self.owner.as_ref()?;
        let field = schema.structure(*id).fields().get(usize::from(*index))?;
        let mut found = (field.ty(), field.default());
        for step in inward {
            let item = match (step, found.0) {
                (Inward::Part, Type::List(list)) => &*list.0,
                (Inward::Part, Type::Array(array)) => &*array.0,
                (Inward::Part, Type::Map(map)) => map.0.value.as_ref().unwrap_or(&map.0.key),
                (Inward::Payload(tag), Type::Union(id)) => schema.union(*id).of_tag(*tag)?.item(),
                _ => return None,
            };
            found = (&item.ty, &item.default);
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

/// Stores the lowest `size` bytes of a word; by size, so that each is one store.
#[inline]
fn store_word(record: &mut [u8], at: usize, size: u32, word: u128) -> Option<()> {
    let slot = record.get_mut(at..)?;
    match size {
        1 => u8::truncate(word).store(slot),
        2 => u16::truncate(word).store(slot),
        4 => u32::truncate(word).store(slot),
        8 => u64::truncate(word).store(slot),
        16 => word.store(slot),
        _ => None,
    }
}

/// Reads the value of a path in the record that holds it; `None` if it is absent.
#[inline]
pub(super) fn read_plain<'a>(
    buf: &Buf<'a>,
    Located { record, packed, .. }: Located<'a>,
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
        Type::Text(len) => {
            let text = slice_or_empty(record, leaf.place.slot.at(shift), len as usize);
            Ok(Some(Plain::Blob(trimmed(text))))
        }
        Type::Array(ref array) => {
            // Only bytes are read and written whole.
            Ok(Some(Plain::Blob(slice_or_empty(record, leaf.place.slot.at(shift), array.len()))))
        }
        Type::Union(_) if is_packed(packed) => Ok(Some(Plain::Tag(packed))),
        Type::Union(_) => Ok(Some(Plain::Tag(record.get(leaf.place.slot.at(shift)).copied().unwrap_or(0)))),
        _ => match buf.follow(record, leaf.place.slot)? {
            Some(object) => buf.blob(object).map(|content| Some(Plain::Blob(content))),
            None if leaf.optional => Ok(None),
            None => match leaf.in_schema(schema) {
                Some((_, Default::Blob(content))) => Ok(Some(Plain::Blob(content))),
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
        self.write_plain(address, value)
    }

    /// Sets a value without parts, which the path's type was found to hold.
    #[inline]
    pub(super) fn write_plain<A: Address>(&mut self, address: &A, value: Plain<'_>) -> Result<()> {
        let path = address.path();
        path.check_settable()?;
        path.check_value(&value)?;
        let keys = |number| address.key(number);
        let anchor = path.anchor(&keys);
        let (holder, packed) = self.located_element(&address)?.unzip();
        if let (Some(holder), Some(MIXED), Plain::Held(tag, content)) = (holder, packed, value)
            && self.edited()?.overwrite_held(holder, &path.leaf, tag, content).is_some()
        {
            self.session.settle();
            return Ok(());
        }
        match holder {
            Some(holder) => set_plain(self.edited()?, holder, &anchor, path, value),
            None => self.edited()?.along_way(&anchor, value.heap_len(), 0, |session, anchor| {
                let holder = relocated(session, path, anchor)?;
                set_plain(session, holder, anchor, path, value)
            }),
        }
        .map_err(|error| path.blame(error))
    }

    /// The record that holds a value, if it is there and stores anything.
    pub(super) fn located<A: Address>(&self, address: &A) -> Result<Option<Holder>> {
        Ok(self.located_element(address)?.map(|(holder, _)| holder))
    }

    /// The same, and the variant that it has in a packed list of unions.
    #[inline]
    fn located_element<A: Address>(&self, address: &A) -> Result<Option<(Holder, u8)>> {
        let keys = |number| address.key(number);
        let found = address.path().find(&self.buf(), self.session.schema(), self.root_bytes()?, keys)?;
        let stored = found.filter(|found| !found.record.is_empty());
        let holder = |record: &[u8]| Holder { pos: self.buf().position(record), size: record.len() };
        Ok(stored.map(|found| (holder(found.record), found.packed)))
    }

    pub(super) fn push_at<A: Address>(&mut self, list: &A, value: <A::Value as FieldType>::Set<'_>) -> Result<()> {
        let path = list.path();
        path.check_sequence(self.session.schema(), A::COUNT)?;
        let value =
            <A::Value as FieldType>::plain(value, path, self.session.schema()).map_err(|error| path.blame(error))?;
        let keys = |number| list.key(number);
        path.check_value(&value)?;
        if matches!(value, Plain::Bit(_) | Plain::Word(_) | Plain::Blob(_)) {
            let found =
                path.find_list(&self.buf(), self.session.schema(), self.root_bytes()?, keys, path.has_objects)?;
            if let Some(found) = found.filter(|found| found.count() > 0) {
                let index = found.count();
                return insert_plain(self.edited()?, &path.list(&keys), Some(found), index, &path.leaf, value)
                    .map_err(|error| path.blame(error));
            }
        }
        let count = path.count(&self.buf(), self.session.schema(), self.root_bytes()?, keys)?;
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
        path.check_value(&value)?;
        self.insert_elements(list, index, 1, value.heap_len(), |session, to_list| {
            if let Plain::Tag(tag) = value {
                return session.insert_variant(&to_list.anchor, index, &path.leaf, tag);
            }
            if let Plain::Held(tag, content) = value {
                let last = path.last_key();
                let keys = |number| if number == last { index.into() } else { list.key(number) };
                let steps = [to_list.anchor.steps, &[Step::Element(last)]].concat();
                let element = PathAnchor { steps: &steps, keys: &keys, ..to_list.anchor };
                return session.insert_held(&to_list.anchor, &element, &path.leaf, index, (tag, content));
            }
            insert_plain(session, to_list, None, index, &path.leaf, value)
        })
    }

    /// Inserts so many elements, with `heap_len` bytes behind them, into a list; where the list has no place yet, what is missing
    /// on the way there is made first.
    pub(super) fn insert_elements<A: Address, R>(
        &mut self,
        list: &A,
        index: usize,
        count: usize,
        heap_len: u64,
        insert: impl FnOnce(&mut Session<S>, &PathList<'_>) -> Result<R>,
    ) -> Result<R> {
        let path = list.path();
        if !path.names_list() {
            return Err(Error::new(Kind::Type, "not a list"));
        }
        let keys = |number| list.key(number);
        let to_list = path.list(&keys);
        if path.holds_list(&self.buf(), self.session.schema(), self.root_bytes()?, keys)? {
            return insert(self.edited()?, &to_list);
        }
        if index > 0 {
            return Err(no_element(index, 0));
        }
        self.edited()?.along_way(&to_list.anchor, path.new_list_len(count, heap_len), 1, |session, anchor| {
            insert(session, &PathList { path: None, anchor: *anchor })
        })
    }
}

impl Path {
    /// Fails if the path's field cannot hold a value: before anything is made for it.
    #[inline]
    pub(super) fn check_value(&self, value: &Plain<'_>) -> Result<()> {
        if let Plain::Blob(content) = value {
            self.leaf.ty.check_len(content).map_err(|error| self.blame(error))?;
        }
        match &self.leaf.rules {
            Some(rules) => check_rules(rules, &self.leaf.ty, value).map_err(|error| self.blame(error)),
            None => Ok(()),
        }
    }
}

/// Fails if a value breaks a rule of its field.
#[cold]
fn check_rules(rules: &Rules, ty: &Type, value: &Plain<'_>) -> Result<()> {
    match value {
        Plain::Word(word) => rules.check_word(ty, *word),
        Plain::Blob(content) => rules.check_blob(content),
        Plain::Bit(_) | Plain::Tag(_) | Plain::Held(..) => Ok(()),
    }
}

/// Sets the value at an anchor, whose record is at `holder`.
pub(super) fn set_plain<S: Storage>(
    session: &mut Session<S>,
    holder: Holder,
    anchor: &PathAnchor<'_>,
    path: &Path,
    value: Plain<'_>,
) -> Result<()> {
    let leaf = &path.leaf;
    match value {
        Plain::Blob(content) if matches!(leaf.ty, Type::Text(_) | Type::Array(_)) => {
            let shift = session.shift();
            if put_fixed(session.record_mut(holder)?, leaf, shift, content).is_some() {
                return Ok(());
            }
            session.reserve(true, &Need::default(), &|_| 0)?;
            let holder = relocated(session, path, anchor)?;
            let shift = session.shift();
            put_fixed(session.record_mut(holder)?, leaf, shift, content).ok_or_else(broken)
        }
        Plain::Tag(tag) => session.set_variant_at(anchor, tag),
        Plain::Held(tag, content) => session.set_held(anchor, tag, content),
        Plain::Blob(content) => {
            let default_is_empty = !matches!(leaf.default, Default::Blob(_));
            if session.overwrite_blob(holder, &leaf.place, content).is_some() {
                session.settle();
                return Ok(());
            }
            session.set_blob_elsewhere(holder, &leaf.place, anchor, content, default_is_empty && !leaf.optional)
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
            let holder = relocated(session, path, anchor)?;
            let shift = session.shift();
            put_plain(session.record_mut(holder)?, leaf, shift, schema_size, value).ok_or_else(broken)
        }
    }
}

/// The record that holds a value, as `path` finds it, after the way there was made or the buffer was laid out anew.
pub(super) fn relocated<S: Storage>(session: &Session<S>, path: &Path, anchor: &PathAnchor<'_>) -> Result<Holder> {
    let spot = anchor.spot(&session.navigator())?;
    spot.check_holder()?;
    // A payload in the slot of its union is a record of its own to a path.
    let bitmap = |place: &Place| place.bitmap.at(session.shift());
    match bitmap(&spot.place).saturating_sub(bitmap(&path.leaf.place)) {
        0 => Ok(spot.holder),
        start => Ok(Holder { pos: spot.holder.pos.saturating_add(start), size: session.width.bytes() }),
    }
}

/// Writes text or bytes that have a fixed length; `None` if the record does not store them.
fn put_fixed(record: &mut [u8], leaf: &Leaf, shift: u32, content: &[u8]) -> Option<()> {
    let len = match &leaf.ty {
        Type::Text(len) => *len as usize,
        Type::Array(array) => array.len(),
        _ => 0,
    };
    if leaf.place.end.at(shift) > record.len() {
        return None;
    }
    let slot = crate::wire::slice_mut(record, leaf.place.slot.at(shift), len)?;
    let (text, rest) = slot.split_at_mut_checked(content.len())?;
    text.copy_from_slice(content);
    rest.fill(0);
    if leaf.has_presence { put_bit(record, &leaf.place, shift, true) } else { Some(()) }
}

/// Whether zeros say the same.
fn is_zero(leaf: &Leaf, value: Plain<'_>) -> bool {
    let word = match value {
        Plain::Word(word) => word,
        Plain::Bit(value) => u128::from(value),
        Plain::Blob(_) | Plain::Tag(_) | Plain::Held(..) => return false,
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
        Plain::Blob(_) | Plain::Tag(_) | Plain::Held(..) => return None,
    }
    if leaf.has_presence { put_bit(record, &leaf.place, shift, true) } else { Some(()) }
}

/// Inserts an element into a list, which may have been found just now.
fn insert_plain<S: Storage>(
    session: &mut Session<S>,
    to_list: &PathList<'_>,
    found: Option<Found>,
    index: usize,
    leaf: &Leaf,
    value: Plain<'_>,
) -> Result<()> {
    let heap = match value {
        Plain::Blob(_) if matches!(leaf.ty, Type::Text(_) | Type::Array(_)) => 0,
        Plain::Blob(content) if content.is_empty() && !leaf.optional => 0,
        _ => value.heap_len(),
    };
    let found = found.map_or_else(|| to_list.found(session), Ok)?;
    let gap = session.insert_into(found, to_list, index, 1, &|_, _| heap)?;
    let (shift, size) = (session.shift(), leaf.word_size(session.schema()));
    match value {
        Plain::Blob(content) if matches!(leaf.ty, Type::Text(_) | Type::Array(_)) => {
            put_fixed(session.record_mut(gap.elements)?, leaf, shift, content).ok_or_else(broken)?;
        }
        Plain::Blob(_) if heap == 0 => {}
        Plain::Tag(_) | Plain::Held(..) => {}
        Plain::Blob(content) => {
            let object = session.bytes_mut().get_mut(gap.heap.clone()).ok_or_else(broken)?;
            let body = varint::write(clamp(content.len()), object).ok_or_else(broken)?;
            body.get_mut(..content.len()).ok_or_else(broken)?.copy_from_slice(content);
            session.store_pointer(gap.elements.pos.saturating_add(leaf.place.slot.at(shift)), gap.heap.start)?;
        }
        Plain::Word(_) | Plain::Bit(_) => {
            put_plain(session.record_mut(gap.elements)?, leaf, shift, size, value).ok_or_else(broken)?;
        }
    }
    session.settle();
    Ok(())
}
