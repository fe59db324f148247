//! Laying a buffer out anew: the same values, each object followed by what it points to.
//!
//! One walk serves three ends: a wider pointer width, reclaiming waste (both keep the slack that growing objects have
//! earned), and the canonical form (no slack, shortest varints, defaults as null).
//!
//! - `default`: what canonical bytes do not store
//! - `map`, `union`: maps in their runs, unions in slots and in packed lists
//! - `fragment`: one value, to become part of another buffer

use alloc::vec::Vec;

mod default;
mod fragment;
mod map;
mod union;

use default::{is_default, is_default_blob};
pub(crate) use fragment::{FragmentTo, fragment};

use super::slack::{fair_slack, slack_after};
use crate::error::{Error, Result, broken};
use crate::layout::Place;
use crate::limits::too_many;
use crate::read::decoder::Decoder;
use crate::read::navigate::Navigator;
use crate::read::walk::check_seen;
use crate::schema::{DefaultValue, Field, Item, Schema, Struct, StructId, Type};
use crate::wire::bits::{bit, put_bit};
use crate::wire::header::Header;
use crate::wire::width::{PointerWidth, Width};
use crate::wire::{clamp, slice_or_empty, varint};

/// What a layout is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Equal values give equal bytes.
    Canonical,
    /// Objects keep free space behind them, up to half their size, and empty objects stay.
    KeepSlack,
}

/// Why a walk ended early.
enum Stop {
    /// The width cannot point that far.
    TooNarrow,
    Error(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

struct Rewriter<'s> {
    navigator: Navigator<'s>,
    decoder: Decoder<'s>,
    width: PointerWidth,
    layout: Layout,
    /// Offset of a packed list whose elements shall tell their variants themselves.
    unpack: Option<usize>,
    /// What pointers count more than offsets in `out`, as a wrapping sum.
    base: usize,
    out: Vec<u8>,
    /// Bytes that may be made. Records of an old revision become longer in a layout.
    most: u64,
}

/// Whether each bit of a value has a meaning, and none is a pointer: its bytes are the same in every layout.
///
/// This looks at no more parts than a single value has.
fn is_copied(schema: &Schema, ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) | Type::Enum(_) | Type::Text(_) => true,
        Type::Array(array) => !array.optional() && is_copied(schema, array.element()),
        Type::Struct(id) => {
            let structure = schema.structure(*id);
            let mut fields = structure.fields().iter();
            structure.is_frozen()
                && !structure.fields().is_empty()
                && fields.all(|field| !field.optional() && is_copied(schema, field.ty()))
        }
        _ => false,
    }
}

/// The canonical bytes of the values of a buffer, which are `least` bytes at least.
pub(crate) fn canonical(navigator: &Navigator<'_>, least: u64) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    canonical_into(navigator, least, &mut out)?;
    Ok(out)
}

/// The same into memory that is there. After an error it holds nothing of use.
pub(crate) fn canonical_into(navigator: &Navigator<'_>, least: u64, out: &mut Vec<u8>) -> Result<()> {
    for width in PointerWidth::ALL {
        if width < navigator.plan.min_width || width.max_len() < least {
            continue;
        }
        let mut rewriter = Rewriter::new(navigator, width, Layout::Canonical, None, 0, core::mem::take(out));
        let fits = rewriter.lay_out();
        *out = rewriter.out;
        if fits? {
            return Ok(());
        }
    }
    Err(Error::limit("a buffer has at most 4,294,967,295 bytes"))
}

/// The values of a workspace as their canonical bytes have them, as a workspace with pointers of a width.
pub(crate) fn workspace(navigator: &Navigator<'_>, width: PointerWidth) -> Result<Vec<u8>> {
    let full = || Error::limit("a buffer has at most 4,294,967,295 bytes");
    let ahead = Header::workspace_len(0).saturating_sub(Header::len(0));
    let mut rewriter = Rewriter::new(navigator, width, Layout::Canonical, None, ahead as u64, Vec::new());
    rewriter.base = ahead;
    let ordinary = rewriter.finish()?.ok_or_else(full)?;
    let size = clamp(navigator.schema.structure(navigator.plan.id).size().at(width.shift()));
    let len = ordinary.len().saturating_add(ahead);
    let mut content = Vec::with_capacity(len);
    content.resize(ahead, 0);
    content.extend_from_slice(&ordinary);
    Header::write_workspace(width, clamp(len), 0, size, &mut content).ok_or_else(broken)?;
    Ok(content)
}

/// Whether no layout of these bytes at `width` has room for `after` more, as far as a glance tells: what is not FF is of
/// values.
///
/// Where lengths in longer forms than they need would have made up for the difference, the next width is taken a few bytes
/// early.
pub(crate) fn is_too_narrow(bytes: &[u8], after: u64, width: PointerWidth) -> bool {
    let most = width.max_len();
    if (bytes.len() as u64).saturating_add(after) <= most {
        return false;
    }
    // Summed up in bytes, as many at a time as one can count.
    let of_values = |part: &[u8]| part.iter().fold(0u8, |sum, byte| sum.wrapping_add(u8::from(*byte != 0xFF)));
    let values = bytes.chunks(128).map(|part| u64::from(of_values(part))).fold(0, u64::saturating_add);
    values.saturating_add(after) > most
}

/// The values of a buffer laid out at `width`, or `None` if that is too narrow; `after` more bytes will follow.
pub(crate) fn rewrite(
    navigator: &Navigator<'_>,
    width: PointerWidth,
    layout: Layout,
    unpack: Option<usize>,
    after: u64,
) -> Result<Option<Vec<u8>>> {
    Rewriter::new(navigator, width, layout, unpack, after, Vec::new()).finish()
}

/// Says in which element the walk ended.
#[cold]
fn in_element(stop: Stop, index: usize) -> Stop {
    match stop {
        Stop::Error(error) => error.in_element(index).into(),
        stop @ Stop::TooNarrow => stop,
    }
}

/// Says in which field the walk ended.
#[cold]
fn in_field(stop: Stop, field: &Field) -> Stop {
    match stop {
        Stop::Error(error) => error.in_field(alloc::string::String::from(field.name())).into(),
        stop @ Stop::TooNarrow => stop,
    }
}

impl<'s> Rewriter<'s> {
    fn new(
        navigator: &Navigator<'s>,
        width: PointerWidth,
        layout: Layout,
        unpack: Option<usize>,
        after: u64,
        mut out: Vec<u8>,
    ) -> Self {
        let decoder = Decoder::new(navigator.buf);
        // Wider pointers rarely take more than a quarter.
        let len = navigator.buf.bytes.len();
        let wider = if width > PointerWidth::from(navigator.buf.width) { len / 4 } else { 0 };
        let room = (len.saturating_add(wider) as u64).saturating_add(after).min(width.max_len());
        out.clear();
        // Without so much at once the layout may still succeed.
        let _ = out.try_reserve_exact(usize::try_from(room).unwrap_or(0));
        let most = navigator.schema.limits().bytes_of(len);
        Self { navigator: *navigator, decoder, width, layout, unpack, base: 0, out, most }
    }

    /// Lays out the whole buffer; `None` if the width is too narrow.
    fn finish(mut self) -> Result<Option<Vec<u8>>> {
        Ok(self.lay_out()?.then_some(self.out))
    }

    /// The same into `out`; whether the width is wide enough.
    fn lay_out(&mut self) -> Result<bool> {
        self.navigator.schema.check()?;
        match self.root() {
            Ok(()) => Ok(self.out.len() as u64 <= self.width.max_len()),
            Err(Stop::TooNarrow) => Ok(false),
            Err(Stop::Error(error)) => Err(error),
        }
    }

    fn root(&mut self) -> Result<(), Stop> {
        let id = self.navigator.plan.id;
        let size = self.navigator.schema.structure(id).size().at(self.width.shift());
        // A planned record has at most 64 KiB.
        let stored = u32::try_from(size).unwrap_or(u32::MAX);
        let head = Header::len(stored);
        self.extend(head.saturating_add(size));
        Header::write(self.width, stored, &mut self.out);
        self.record(self.navigator.bytes(self.navigator.root), id, head)
    }

    /// Appends zeros; gives where they begin.
    fn extend(&mut self, len: usize) -> usize {
        let start = self.out.len();
        self.out.resize(start.saturating_add(len), 0);
        start
    }

    /// Points the slot at `at` to what is appended next.
    fn point(&mut self, at: usize) -> Result<(), Stop> {
        let pointer = self.out.len().wrapping_add(self.base);
        if pointer as u64 >= self.width.max_len() {
            return Err(Stop::TooNarrow);
        }
        let slot = self.out.get_mut(at..).unwrap_or_default();
        self.width.store(slot, pointer).ok_or(Stop::TooNarrow)
    }

    /// Appends a varint in its shortest form.
    #[inline]
    fn varint(&mut self, value: usize) -> Result<(), Stop> {
        match u8::try_from(value) {
            Ok(short @ 0..0x80) => {
                self.out.push(short);
                Ok(())
            }
            _ => self.long_varint(value),
        }
    }

    #[inline(never)]
    fn long_varint(&mut self, value: usize) -> Result<(), Stop> {
        let value = u32::try_from(value).map_err(|_| Stop::TooNarrow)?;
        let start = self.extend(varint::len(value));
        varint::write(value, self.out.get_mut(start..).unwrap_or_default());
        Ok(())
    }

    /// Appends the slack that the object ending at `end` may keep; `start` is where its copy begins.
    fn slack(&mut self, content: &[u8], start: usize) {
        if self.layout == Layout::KeepSlack {
            let end = self.navigator.buf.position(content).saturating_add(content.len());
            let most = fair_slack(self.out.len().saturating_sub(start));
            let slack = slack_after(self.navigator.buf.bytes, end, most);
            let len = self.out.len().saturating_add(slack);
            self.out.resize(len, 0xFF);
        }
    }

    #[inline]
    fn record(&mut self, record: &'s [u8], id: StructId, to: usize) -> Result<(), Stop> {
        let structure = self.navigator.schema.structure(id);
        if record.len() > structure.size().at(self.decoder.shift()) {
            check_seen(&self.navigator.buf, record, structure)?;
        }
        self.fields(record, structure, to)
    }

    /// The fields of a record that is no longer than the schema knows, or has nothing behind.
    fn fields(&mut self, record: &'s [u8], structure: &'s Struct, to: usize) -> Result<(), Stop> {
        let (from_shift, to_shift) = (self.decoder.shift(), self.width.shift());
        for words in structure.words() {
            self.copy(record, words.at.at(from_shift), words.len, to.wrapping_add(words.at.at(to_shift)));
        }
        for field in structure.parts() {
            let copied = self.value(record, field.place(), field.ty(), field.optional(), field.default(), to);
            if let Err(stop) = copied {
                return Err(in_field(stop, field));
            }
        }
        Ok(())
    }

    /// Copies the value at `place` of `record` to the same place of the record that begins at `to`.
    ///
    /// This is inline in what copies fields and what copies elements, which are most of the time that a layout takes.
    #[inline(always)]
    fn value(
        &mut self,
        record: &'s [u8],
        place: &Place,
        ty: &'s Type,
        optional: bool,
        default: &DefaultValue,
        to: usize,
    ) -> Result<(), Stop> {
        let schema = self.navigator.schema;
        let (from_shift, to_shift) = (self.decoder.shift(), self.width.shift());
        // Records have at most 64 KiB, and `to` is an offset in memory.
        let slot = to.wrapping_add(place.slot.at(to_shift));
        if place.end.at(from_shift) > record.len() {
            // Not stored: the copy's zeros say the same.
            return Ok(());
        }
        let has_bit = optional && !schema.is_nullable(ty);
        if has_bit {
            if !bit(record, place, from_shift) {
                return Ok(());
            }
            put_bit(self.out.get_mut(to..).unwrap_or_default(), place, to_shift, true);
        }
        let from = place.slot.at(from_shift);
        match ty {
            Type::Bool => {
                let place = if has_bit { place.next_bit() } else { *place };
                if bit(record, &place, from_shift) {
                    put_bit(self.out.get_mut(to..).unwrap_or_default(), &place, to_shift, true);
                }
                Ok(())
            }
            Type::Struct(id) => {
                let structure = schema.structure(*id);
                if structure.is_frozen() {
                    if let Some(words) = structure.only_words() {
                        let at = words.at.at(from_shift);
                        self.copy(record, from.wrapping_add(at), words.len, slot.wrapping_add(at));
                        return Ok(());
                    }
                    let size = structure.size().at(from_shift);
                    return self.fields(slice_or_empty(record, from, size), structure, slot);
                }
                self.follow(record, place, ty, optional, default, slot)
            }
            Type::Scalar(scalar) => {
                self.copy(record, from, scalar.size(), slot);
                Ok(())
            }
            Type::Enum(id) => {
                self.copy(record, from, schema.enumeration(*id).repr().size(), slot);
                Ok(())
            }
            Type::Text(len) => {
                self.copy(record, from, *len, slot);
                Ok(())
            }
            Type::Union(id) => self.union(record, place, *id, slot),
            Type::Array(array) => {
                let item = &*array.0;
                let stride = item.size.at(from_shift);
                let elements = slice_or_empty(record, from, stride.saturating_mul(array.len()));
                self.copies(elements, stride, item, slot)
            }
            Type::String | Type::Bytes => {
                let Some(object) = self.decoder.follow(record, place.slot)? else { return Ok(()) };
                self.blob(object, !optional && self.layout == Layout::Canonical, default, slot)
            }
            Type::List(_) | Type::Map(_) => self.follow(record, place, ty, optional, default, slot),
        }
    }

    /// Copies words, as many as the record stores: one of an older revision ends between two of them.
    #[inline]
    fn copy(&mut self, record: &[u8], from: usize, size: u32, to: usize) {
        let stored = record.get(from..).unwrap_or(&[]);
        let from = stored.get(..size as usize).unwrap_or(stored);
        if let Some(to) = self.out.get_mut(to..).and_then(|to| to.get_mut(..from.len())) {
            to.copy_from_slice(from);
        }
    }

    /// Copies what a pointer leads to.
    fn follow(
        &mut self,
        record: &'s [u8],
        place: &Place,
        ty: &'s Type,
        optional: bool,
        default: &DefaultValue,
        slot: usize,
    ) -> Result<(), Stop> {
        let Some(object) = self.decoder.follow(record, place.slot)? else { return Ok(()) };
        self.object(object, ty, optional, default, slot)
    }

    /// Copies the object a pointer leads to; the slot at `slot` of the copy will point to it.
    fn object(
        &mut self,
        object: &'s [u8],
        ty: &'s Type,
        optional: bool,
        default: &DefaultValue,
        slot: usize,
    ) -> Result<(), Stop> {
        let schema = self.navigator.schema;
        let to_null = !optional && self.layout == Layout::Canonical;
        let start = self.out.len();
        match ty {
            Type::Struct(id) => {
                let structure = schema.structure(*id);
                let record = self.decoder.record(object, structure.ends())?;
                if to_null && is_default(&self.navigator, record, *id)? {
                    return Ok(());
                }
                self.point(slot)?;
                let size = structure.size().at(self.width.shift());
                self.varint(size)?;
                let to = self.extend(size);
                self.slack(record, start);
                self.deeper(|rewriter| rewriter.record(record, *id, to))
            }
            Type::List(list) => {
                let (elements, item) = schema.elements(&self.navigator.buf, object, &list.0)?;
                self.decoder.spend(elements.bytes)?;
                if to_null && elements.count == 0 {
                    return Ok(());
                }
                self.point(slot)?;
                self.varint(elements.count)?;
                if let Some(id) = Schema::packs(&list.0) {
                    let position = self.navigator.position(object);
                    return self.deeper(|rewriter| rewriter.union_list(&elements, item, id, position, start));
                }
                self.deeper(|rewriter| rewriter.elements(elements.bytes, elements.stride, elements.count, item, start))
            }
            Type::Map(map) => self.map(object, &map.0, to_null, slot),
            _ => self.blob(object, to_null, default, slot),
        }
    }

    /// Copies a string or bytes object.
    #[inline(always)]
    fn blob(&mut self, object: &'s [u8], to_null: bool, default: &DefaultValue, slot: usize) -> Result<(), Stop> {
        let content = self.decoder.blob(object)?;
        if to_null && is_default_blob(content, default) {
            return Ok(());
        }
        let start = self.out.len();
        self.point(slot)?;
        self.varint(content.len())?;
        self.out.extend_from_slice(content);
        self.slack(content, start);
        Ok(())
    }

    fn elements(
        &mut self,
        elements: &'s [u8],
        stride: usize,
        count: usize,
        item: &'s Item,
        start: usize,
    ) -> Result<(), Stop> {
        if !item.optional && item.ty == Type::Bool {
            self.out.extend(elements.iter().map(|element| element & 1));
            self.slack(elements, start);
            return Ok(());
        }
        if (count == 0 && !item.growable) || (!item.optional && is_copied(self.navigator.schema, &item.ty)) {
            self.out.extend_from_slice(elements);
            self.slack(elements, start);
            return Ok(());
        }
        let to_stride = item.size.at(self.width.shift());
        if item.growable {
            self.varint(to_stride)?;
        }
        let len = count.checked_mul(to_stride).ok_or(Stop::TooNarrow)?;
        if (self.out.len() as u64).saturating_add(len as u64) > self.width.max_len() {
            return Err(Stop::TooNarrow);
        }
        self.check_room(len)?;
        let to = self.extend(len);
        self.slack(elements, start);
        self.copies(elements, stride, item, to)
    }

    /// Copies elements to where those of the copy begin.
    fn copies(&mut self, elements: &'s [u8], stride: usize, item: &'s Item, mut to: usize) -> Result<(), Stop> {
        let to_stride = item.size.at(self.width.shift());
        for (index, element) in elements.chunks_exact(stride.max(1)).enumerate() {
            if let Err(stop) = self.item(element, item, to) {
                return Err(in_element(stop, index));
            }
            to = to.saturating_add(to_stride);
        }
        Ok(())
    }

    /// Copies an element, or a part of an entry.
    #[inline]
    fn item(&mut self, element: &'s [u8], item: &'s Item, to: usize) -> Result<(), Stop> {
        match item.ty {
            Type::Struct(id) if item.growable => self.inline_element(element, item, id, to),
            _ => self.small_item(element, item, to),
        }
    }

    /// The same where it is no growable struct.
    fn small_item(&mut self, element: &'s [u8], item: &'s Item, to: usize) -> Result<(), Stop> {
        self.value(element, &item.place, &item.ty, item.optional, &item.default, to)
    }

    /// Copies a growable struct that lies in a list element.
    #[inline]
    fn inline_element(&mut self, element: &'s [u8], item: &'s Item, id: StructId, to: usize) -> Result<(), Stop> {
        if !item.optional {
            return self.record(element, id, to);
        }
        if !bit(element, &item.place, self.decoder.shift()) {
            return Ok(());
        }
        put_bit(self.out.get_mut(to..).unwrap_or_default(), &item.place, self.width.shift(), true);
        self.record(element.get(1..).unwrap_or(&[]), id, to.saturating_add(1))
    }

    /// Fails if so many bytes more are more than the limits of the schema have for this buffer.
    fn check_room(&self, len: usize) -> Result<(), Stop> {
        if (self.out.len() as u64).saturating_add(len as u64) <= self.most {
            return Ok(());
        }
        let error = too_many(self.navigator.schema.limits().bytes_of(0), "bytes that the buffer does not account for");
        Err(Stop::Error(error))
    }

    fn deeper(&mut self, walk: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        self.decoder.enter()?;
        self.check_room(0)?;
        walk(self)?;
        self.decoder.leave();
        Ok(())
    }
}
