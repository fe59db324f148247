//! Every piece of a buffer with its meaning: for tools that show bytes to people.

use alloc::string::String;
use core::fmt;
use core::fmt::Write as _;
use core::ops::Range;

use crate::error::{Error, Result};
use crate::layout::Place;
use crate::read::cursor::{EntrySlots, ListRef, MapRef, Slot, UnionRef, ValueRef};
use crate::read::document::Decoder;
use crate::read::route::{KeyStep, field_step, variant_step};
use crate::read::value::{Content, Object};
use crate::read::{Buf, Elements};
use crate::schema::{Item, Payload, Schema, StructId, Type, UnionId};
use crate::wire::header::Header;
use crate::wire::width::bit;

// A piece of a buffer, and the meaning of its bytes.

/// A piece of a buffer: some bytes that stand for one thing.
///
/// ```
/// use vellum::Schema;
/// use vellum::extent::Role;
///
/// let schema = Schema::parse("struct User { name: string, age: u16 } root User;")?;
/// let bytes = [0x20, 3, 36, 0, 5, 3, b'A', b'd', b'a'];
/// let mut lines = Vec::new();
/// schema.peek(&bytes)?.extents(&mut |extent| {
///     lines.push(format!("{:?} {:?} {}", extent.range, extent.role, extent.path));
/// })?;
/// assert_eq!(
///     lines,
///     [
///         "0..1 Flags ", "1..2 RootSize ", "4..5 Pointer(5) name", "5..6 Head name", "6..9 Value name", "2..4 Value age",
///     ]
/// );
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Extent<'e> {
    /// Where it lies in the buffer.
    pub range: Range<usize>,
    /// The meaning of its bytes.
    pub role: Role,
    /// The value that it belongs to, as [`Record::get`](crate::Record::get) takes it; of a key that
    /// of its entry. Empty for the root and the bytes before it.
    pub path: &'e str,
    /// How many bytes at the start of the path are that of the value around.
    pub parent: usize,
    /// Whether it belongs to the key of an entry.
    pub is_key: bool,
    /// The type of the value, if it is of one.
    pub ty: Option<&'e Type>,
    /// The value, if the bytes are one that has no parts, or elements of a list that have none.
    pub value: Option<ValueRef<'e>>,
}

/// The meaning of the bytes of an [`Extent`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Role {
    /// The first byte: version, pointer width, and flags for the bytes before the root record.
    Flags,
    /// The end of a workspace, and its counters.
    Workspace,
    /// The extension block.
    Extension,
    /// The size of the root record.
    RootSize,
    /// A value in a slot; the text or the bytes of an object.
    Value,
    /// A bool that is this bit of the byte.
    Bit(u32),
    /// This bit of the byte says whether a value is there.
    Presence(u32),
    /// The slot of a value that is absent.
    Absent,
    /// A pointer to the object at that offset; 0 for a null pointer.
    Pointer(usize),
    /// The variant of a union, in its slot.
    Tag,
    /// The header of an object: its length, size or count, and any other bytes before its content.
    /// The type is that of the value; a block of a map has no type.
    Head,
    /// Elements of a list or an array that are numbers, bools or variants of an enum.
    Elements,
    /// The pointers from a map to its blocks.
    Directory,
    /// Bytes that mean nothing, and are zero.
    Unused,
    /// Data that only a newer revision of the schema knows.
    Newer,
    /// Bytes that are invalid for the schema; bytes that they refer to are not read.
    Fault(Error),
}

// The elements of lists and the entries of maps, in the walk.

impl<'a> ExtentWalk<'_, 'a> {
    /// The elements of a list or an array.
    #[inline]
    pub(super) fn elements(&mut self, list: &ListRef<'a>) {
        let (schema, elements) = (self.schema, &list.elements);
        let Some(id) = list.packed else {
            if is_plain(list.item) {
                let range = self.range(elements.bytes);
                return self.tell(range, Role::Elements, Some(&list.item.ty), Some(ValueRef::List(*list)));
            }
            return self.each(elements, list.item, |_| String::new());
        };
        let union = schema.union(id);
        match union.of_tag(elements.tag) {
            // Only a newer revision knows the size of its elements.
            None => {
                let range = self.range(elements.bytes);
                self.tell(range, Role::Newer, None, None);
            }
            Some(variant) if variant.payload() == Payload::None => {
                let range = self.range(elements.bytes);
                self.tell(range, Role::Unused, None, Some(ValueRef::List(*list)));
            }
            Some(variant) => self.each(elements, list.item, |path| {
                if union.is_any() { String::new() } else { variant_step(path, union, variant.name()) }
            }),
        }
    }

    /// Each element by itself, at its index and a step behind that.
    fn each(&mut self, elements: &Elements<'a>, item: &'a Item, step: impl Fn(&str) -> String) {
        let mut slot = Slot::of_item(self.buf(), &[], self.schema, item);
        for (index, element) in elements.bytes.chunks_exact(elements.stride.max(1)).enumerate() {
            slot.record = element;
            self.within(format_args!("[{index}]"), |walk| {
                let step = step(&walk.path);
                walk.within(format_args!("{step}"), |walk| walk.slot(&slot));
            });
        }
    }

    /// The entries of a map or a set: in its object, or in blocks behind that.
    pub(super) fn map(&mut self, map: &MapRef<'a>) {
        let (buf, shift) = (self.buf(), self.decoder.shift());
        let pointers = match map.map.parts() {
            Ok(run) => return self.entries(map, &run),
            Err(pointers) => pointers,
        };
        let directory = self.range(pointers);
        self.tell(directory.clone(), Role::Directory, None, None);
        let shape = self.schema.entry_shape(map.entry);
        for number in 0..buf.runs(&map.map) {
            let block = buf.block_object(pointers, number).and_then(|start| Ok((start, buf.block(start, &shape)?)));
            let block = block.and_then(|(start, run)| self.spend(run.bytes).map(|()| (start, run)));
            match block {
                Ok((start, run)) => {
                    let (start, entries) = (buf.position(start), self.range(run.bytes));
                    self.tell(start..entries.start, Role::Head, None, None);
                    self.entries(map, &run);
                }
                Err(error) => {
                    let at = directory.start.saturating_add(number.wrapping_shl(shift));
                    self.fault(at..at.saturating_add(1usize.wrapping_shl(shift)), error);
                }
            }
        }
    }

    /// The entries of a run: each at its key.
    #[inline]
    fn entries(&mut self, map: &MapRef<'a>, run: &Elements<'a>) {
        let mut parts = map.entry_slots();
        for bytes in run.bytes.chunks_exact(run.stride.max(1)) {
            let range = self.range(bytes);
            let key = parts.go_to(bytes).and_then(|()| parts.key.value());
            let EntrySlots { key: slot, value, .. } = &parts;
            match key {
                Ok(key) => self.within(format_args!("{}", KeyStep(key)), |walk| {
                    let was_key = core::mem::replace(&mut walk.is_key, true);
                    walk.slot(slot);
                    walk.is_key = was_key;
                    if let Some(value) = value {
                        walk.slot(value);
                    }
                }),
                Err(error) => self.fault(range, error),
            }
        }
    }
}

/// Whether elements have no parts, and each is a value by itself.
fn is_plain(item: &Item) -> bool {
    !item.optional && matches!(item.ty, Type::Bool | Type::Scalar(_) | Type::Enum(_))
}

// Records, slots and objects, in the walk.

pub(super) struct ExtentWalk<'v, 'a> {
    pub(super) schema: &'a Schema,
    pub(super) decoder: Decoder<'a>,
    visit: &'v mut dyn FnMut(&Extent<'_>),
    /// The path of the value that the walk is at.
    pub(super) path: String,
    /// Bytes of the path that are that of the value around.
    parent: usize,
    pub(super) is_key: bool,
}

/// Tells every piece of a buffer.
pub(crate) fn walk<'a>(buf: Buf<'a>, root: &'a [u8], schema: &'a Schema, visit: &mut dyn FnMut(&Extent<'_>)) {
    let decoder = Decoder::new(buf);
    let mut walk = ExtentWalk { schema, decoder, visit, path: String::new(), parent: 0, is_key: false };
    walk.header(buf.bytes, buf.position(root));
    walk.record(root, schema.root_id());
}

impl<'a> ExtentWalk<'_, 'a> {
    pub(super) fn buf(&self) -> Buf<'a> {
        self.decoder.buf
    }

    fn shift(&self) -> u32 {
        self.decoder.shift()
    }

    /// What stands before the root record, which begins at `root`.
    fn header(&mut self, bytes: &[u8], root: usize) {
        let marks = Header::marks(bytes);
        let size = marks.saturating_add(Header::extension(bytes).len());
        self.tell(0..1, Role::Flags, None, None);
        self.tell(1..marks, Role::Workspace, None, None);
        self.tell(marks..size, Role::Extension, None, None);
        self.tell(size..root, Role::RootSize, None, None);
    }

    /// Tells a piece, if it has bytes.
    pub(super) fn tell(&mut self, range: Range<usize>, role: Role, ty: Option<&Type>, value: Option<ValueRef<'_>>) {
        if range.start < range.end {
            let Self { path, parent, is_key, .. } = self;
            (self.visit)(&Extent { range, role, path, parent: *parent, is_key: *is_key, ty, value });
        }
    }

    /// Tells that some bytes are not what they should be.
    pub(super) fn fault(&mut self, range: Range<usize>, error: Error) {
        self.tell(range, Role::Fault(error), None, None);
    }

    /// Where bytes of the buffer lie.
    pub(super) fn range(&self, part: &[u8]) -> Range<usize> {
        let start = self.buf().position(part);
        start..start.saturating_add(part.len())
    }

    /// Walks into a part of the value.
    pub(super) fn within(&mut self, step: fmt::Arguments<'_>, walk: impl FnOnce(&mut Self)) {
        let (end, parent) = (self.path.len(), self.parent);
        // A String takes it.
        let _ = self.path.write_fmt(step);
        if self.path.len() > end {
            self.parent = end;
        }
        walk(self);
        self.path.truncate(end);
        self.parent = parent;
    }

    /// The fields of a record.
    #[inline]
    pub(super) fn record(&mut self, record: &'a [u8], id: StructId) {
        let (schema, shift) = (self.schema, self.shift());
        let structure = schema.structure(id);
        let range = self.range(record);
        if structure.fields().iter().all(|field| field.since() > 1) {
            // A first region without fields is a byte.
            self.tell(range.start..range.start.saturating_add(1).min(range.end), Role::Unused, None, None);
        }
        for field in structure.fields() {
            if field.place().end.at(shift) > record.len() {
                continue;
            }
            let step = field_step(&self.path, field.name());
            let slot = Slot::of_field(self.buf(), record, schema, field);
            self.within(format_args!("{step}"), |walk| walk.slot(&slot));
        }
        let known = range.start.saturating_add(structure.size().at(shift));
        self.tell(known..range.end, Role::Newer, None, None);
    }

    /// A value in its slot, and what it points to.
    #[inline]
    pub(super) fn slot(&mut self, slot: &Slot<'a>) {
        let start = self.buf().position(slot.record).saturating_add(slot.start());
        let len = match slot.ty {
            Type::Struct(_) if slot.inline => slot.record.len().saturating_sub(slot.start()),
            ty => self.schema.slot_size(ty).at(self.shift()),
        };
        let range = start..start.saturating_add(len);
        if slot.optional && (slot.inline || !self.schema.is_nullable(slot.ty)) {
            let is_there = slot.present().is_some();
            self.bit(slot, &slot.place, Role::Presence, is_there);
        }
        let opened = slot.open().and_then(|(content, object)| {
            object.map_or(Ok(()), |object| self.decoder.spend(object.content))?;
            Ok((content, object))
        });
        match opened {
            Ok((content, object)) => self.value(slot, range, &content, object),
            Err(error) => self.fault(range, error),
        }
    }

    /// A bit of a slot's record.
    fn bit(&mut self, slot: &Slot<'a>, place: &Place, role: fn(u32) -> Role, value: bool) {
        let byte = place.bitmap.at(self.shift()).saturating_add((place.bit / 8) as usize);
        let at = self.buf().position(slot.record).saturating_add(byte);
        if byte < slot.record.len() {
            self.tell(at..at.saturating_add(1), role(place.bit % 8), Some(slot.ty), Some(ValueRef::Bool(value)));
        }
    }

    /// A value that was opened.
    fn value(&mut self, slot: &Slot<'a>, range: Range<usize>, content: &Content<'a>, object: Option<Object<'a>>) {
        match content {
            Content::Absent if self.schema.is_nullable(slot.ty) && !slot.inline => {
                self.tell(range, Role::Pointer(0), Some(slot.ty), Some(ValueRef::Absent));
            }
            Content::Absent => self.tell(range, Role::Absent, Some(slot.ty), Some(ValueRef::Absent)),
            Content::Bit(_) => {
                let place = slot.present().unwrap_or(slot.place);
                let value = bit(slot.record, &place, self.shift()) ^ (slot.default.word() != 0);
                self.bit(slot, &place, Role::Bit, value);
            }
            Content::Word(..) => self.leaf(slot, range),
            Content::Blob(_) if matches!(slot.ty, Type::Text(_)) => self.leaf(slot, range),
            Content::Struct(id, record)
                if object.is_none() && (slot.inline || self.schema.structure(*id).is_frozen()) =>
            {
                self.record(record, *id);
            }
            Content::List(list) if list.is_array => self.elements(list),
            Content::Union(id, union) => self.union(slot, range, *id, union, object),
            Content::Blob(_) | Content::Struct(..) | Content::List(_) | Content::Map(_) => {
                let Some(object) = object else {
                    let value = slot.value().ok().filter(|_| matches!(content, Content::Blob(_)));
                    return self.tell(range, Role::Pointer(0), Some(slot.ty), value);
                };
                let head = self.head(range, slot.ty, &object);
                match content {
                    Content::Struct(id, record) => self.deeper(head, |walk| walk.record(record, *id)),
                    Content::List(list) => self.deeper(head, |walk| walk.elements(list)),
                    Content::Map(map) => self.deeper(head, |walk| walk.map(map)),
                    _ => {
                        let range = self.range(object.content);
                        self.leaf(slot, range);
                    }
                }
            }
        }
    }

    /// A value without parts.
    fn leaf(&mut self, slot: &Slot<'a>, range: Range<usize>) {
        match slot.value() {
            Ok(value) => self.tell(range, Role::Value, Some(slot.ty), Some(value)),
            Err(error) => self.fault(range, error),
        }
    }

    /// The pointer to an object, and what stands before its content; gives the bytes of that.
    pub(super) fn head(&mut self, slot: Range<usize>, ty: &Type, object: &Object<'a>) -> Range<usize> {
        let whole = object.range(&self.buf());
        self.tell(slot, Role::Pointer(whole.start), Some(ty), None);
        let head = whole.start..whole.end.saturating_sub(object.content.len());
        self.tell(head.clone(), Role::Head, Some(ty), None);
        head
    }

    /// A union: its tag, and its payload in the slot or behind it.
    fn union(
        &mut self,
        slot: &Slot<'a>,
        range: Range<usize>,
        id: UnionId,
        union: &UnionRef<'a>,
        object: Option<Object<'a>>,
    ) {
        let is_any = self.schema.union(id).is_any();
        let tag = range.start.saturating_add(1).min(range.end);
        let value = if is_any { None } else { Some(ValueRef::Union(*union)) };
        self.tell(range.start..tag, Role::Tag, Some(slot.ty), value);
        let (rest, width) = (tag..range.end, self.buf().width.bytes());
        let Some((variant, payload)) = union.known() else { return self.tell(rest, Role::Newer, None, None) };
        let step = if is_any { String::new() } else { variant_step(&self.path, self.schema.union(id), variant.name()) };
        self.within(format_args!("{step}"), |walk| match (variant.payload(), object) {
            (Payload::None, _) => walk.tell(rest, Role::Unused, None, None),
            (kind, _) if kind.is_inline(width) => {
                let used = match kind {
                    Payload::Word(size) => size as usize,
                    _ => width,
                };
                walk.slot(payload);
                walk.tell(rest.start.saturating_add(used)..rest.end, Role::Unused, None, None);
            }
            (_, Some(object)) => {
                let head = walk.head(rest, payload.ty, &object);
                // A word has no objects, so it does not count as a level.
                if object.is_level {
                    walk.deeper(head, |walk| walk.slot(payload));
                } else {
                    walk.slot(payload);
                }
            }
            (_, None) => walk.tell(rest, Role::Pointer(0), Some(payload.ty), None),
        });
    }

    /// Walks into an object, unless objects are nested too deeply; the fault is then at its head.
    #[inline]
    pub(super) fn deeper(&mut self, head: Range<usize>, walk: impl FnOnce(&mut Self)) {
        match self.decoder.enter() {
            Ok(()) => {
                walk(self);
                self.decoder.leave();
            }
            Err(error) => self.fault(head, error),
        }
    }

    /// Takes bytes from the budget of the walk.
    pub(super) fn spend(&mut self, content: &[u8]) -> Result<()> {
        self.decoder.spend(content)
    }
}
