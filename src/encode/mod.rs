//! The encoder: writes values in the order of their input to the bytes of a buffer.
//!
//! Fields may come in any order, and the lengths of lists and maps need not be known. Incomplete
//! values lie on a stack; a complete value is an object behind it, and its slot points there.
//!
//! ```text
//! {"a": [1, {"b": 2}], ...
//!
//! open     record of the root | element 1 | element 2, whose field b is written next
//! objects  header, room for the root record | object | object ...     each behind what it points to
//! ```
//! At the end the stack is the root record alone, the objects are a valid buffer with the widest
//! pointers, and the layout that compacts any buffer makes its canonical bytes.
//!
//! - here: words, bits, text, and their destinations
//! - `parts`: values with parts, and the results: the root, or a value by itself

mod parts;

use alloc::vec::Vec;

pub(crate) use parts::OpenRun;

pub(crate) use crate::encode::parts::Encoded;
use crate::error::{Error, Result, Wording, internal_error};
use crate::layout::{Place, Size};
use crate::object::ListHeader;
use crate::read::Buf;
use crate::scalar::word::Word;
use crate::schema::{ArrayType, DefaultValue, Direct, Field, Item, Rules, Schema, Type};
use crate::wire::header::Header;
use crate::wire::varint;
use crate::wire::width::{PointerWidth, Width, put_bit};

/// The pointer width of a buffer that is not laid out yet.
const WIDTH: PointerWidth = PointerWidth::Four;
/// Bytes that are allocated ahead.
const ROOM: usize = 256;
/// Binary logarithm of their bytes.
const SHIFT: u32 = 2;

/// Values of a schema that are being encoded.
pub(crate) struct Encoder<'s> {
    schema: &'s Schema,
    objects: Vec<u8>,
    /// Pointers are not less.
    floor: usize,
    open: Vec<u8>,
    /// A lower bound of the bytes of any layout: those of text that is not a default.
    content: u64,
}

/// The destination of a value: its place in an open record.
#[derive(Clone, Copy)]
pub(crate) struct Destination<'s> {
    /// The offset of the record.
    record: usize,
    pub(crate) ty: &'s Type,
    kind: DestinationKind<'s>,
}

/// The parent of a value.
#[derive(Clone, Copy)]
enum DestinationKind<'s> {
    /// A struct.
    Field(&'s Field),
    /// A list, an array or a map; or a variant with its payload in a record of its own.
    Item(&'s Item),
    /// The slot of a union, behind its tag.
    Payload(&'s Item),
    /// Nothing.
    Alone(&'s Alone<'s>),
}

/// The properties of a destination, without its type.
struct DestinationParts<'s> {
    optional: bool,
    default: &'s DefaultValue,
    place: &'s Place,
    /// `None` if there are none.
    rules: Option<&'s Rules>,
}

/// A value by itself.
pub(crate) struct Alone<'s> {
    ty: &'s Type,
    optional: bool,
    default: &'s DefaultValue,
    place: Place,
}

impl<'s> Alone<'s> {
    pub(crate) fn new(schema: &Schema, ty: &'s Type, optional: bool, default: &'s DefaultValue) -> Self {
        Self { ty, optional, default, place: schema.single(ty, optional) }
    }
}

impl<'s> Destination<'s> {
    /// A field of a record.
    #[inline]
    pub(crate) fn field(record: &OpenRecord, field: &'s Field) -> Self {
        Self { record: record.at, ty: field.ty(), kind: DestinationKind::Field(field) }
    }

    /// An element of an array that is present.
    pub(crate) fn array_element(to: &Self, array: &'s ArrayType, index: usize) -> Self {
        let offset = index.saturating_mul(array.0.size.at(SHIFT));
        Self::item(to.slot().saturating_add(offset), &array.0)
    }

    /// A value by itself, the only one of its encoder.
    pub(crate) fn alone(alone: &'s Alone<'s>) -> Self {
        Self { record: 0, ty: alone.ty, kind: DestinationKind::Alone(alone) }
    }

    /// An element, a part of an entry, or a payload in a record of its own.
    fn item(record: usize, item: &'s Item) -> Self {
        Self { record, ty: &item.ty, kind: DestinationKind::Item(item) }
    }

    /// A payload in the slot of a union.
    fn payload(to: &Self, item: &'s Item) -> Self {
        Self { record: to.slot().saturating_add(1), ty: &item.ty, kind: DestinationKind::Payload(item) }
    }

    /// Whether it is optional; it is absent until a value is put there.
    #[inline]
    pub(crate) fn optional(&self) -> bool {
        self.parts().optional
    }

    /// Whether a growable struct lies here inline: in a list element.
    #[inline]
    pub(crate) fn inline(&self) -> bool {
        matches!(self.kind, DestinationKind::Item(item) if item.growable)
    }

    #[inline]
    fn default(&self) -> &'s DefaultValue {
        self.parts().default
    }

    #[inline]
    fn place(&self) -> &'s Place {
        self.parts().place
    }

    #[inline(always)]
    fn parts(&self) -> DestinationParts<'s> {
        static PAYLOAD: Place = Place::alone(Size::ZERO);
        let of_item = |item: &'s Item, place| DestinationParts {
            optional: item.optional,
            default: &item.default,
            place,
            rules: None,
        };
        match self.kind {
            DestinationKind::Field(field) => DestinationParts {
                optional: field.optional(),
                default: field.default(),
                place: field.place(),
                rules: Some(field.rules()),
            },
            DestinationKind::Item(item) => of_item(item, &item.place),
            DestinationKind::Payload(item) => of_item(item, &PAYLOAD),
            DestinationKind::Alone(Alone { optional, default, place, .. }) => {
                DestinationParts { optional: *optional, default, place, rules: None }
            }
        }
    }

    /// The word or text that can be put there without a look at the type, and its place.
    #[inline(always)]
    fn direct(&self) -> Option<(Direct, &'s Place)> {
        match self.kind {
            DestinationKind::Field(field) => Some((field.direct(), field.place())),
            DestinationKind::Item(_) | DestinationKind::Payload(_) | DestinationKind::Alone(_) => None,
        }
    }

    /// The offset of the slot in the stack.
    #[inline]
    fn slot(&self) -> usize {
        self.record.saturating_add(self.place().slot.at(SHIFT))
    }
}

/// An open record: of a struct, or of a payload.
#[derive(Clone, Copy)]
pub(crate) struct OpenRecord {
    at: usize,
    /// Whether it becomes an object of its own.
    is_object: bool,
}

impl OpenRecord {
    /// The root struct.
    pub(crate) const ROOT: Self = Self { at: 0, is_object: false };

    fn inline(at: usize) -> Self {
        Self { at, is_object: false }
    }
}

/// Zeros, with room for a short value behind them.
fn zeros(len: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(len.saturating_add(ROOM));
    bytes.resize(len, 0);
    bytes
}

impl<'s> Encoder<'s> {
    /// For a record of a schema.
    pub(crate) fn new(schema: &'s Schema) -> Self {
        let size = schema.root().size().at(SHIFT);
        // A planned record has at most 64 KiB.
        let stored = u32::try_from(size).unwrap_or(u32::MAX);
        let floor = Header::len(stored).saturating_add(size);
        let mut objects = zeros(floor);
        Header::write(WIDTH, stored, &mut objects);
        Self { schema, objects, floor, open: zeros(size), content: 0 }
    }

    /// For a value by itself.
    pub(crate) fn of_value(schema: &'s Schema, alone: &Alone<'_>) -> Self {
        // A pointer of zero is null, so an object cannot be at offset zero.
        Self { schema, objects: zeros(1), floor: 1, open: zeros(alone.place.end.at(SHIFT)), content: 0 }
    }

    pub(crate) fn schema(&self) -> &'s Schema {
        self.schema
    }

    /// Puts a bool.
    pub(crate) fn put_bool(&mut self, to: &Destination<'s>, value: bool) -> Result<()> {
        self.make_present(to)?;
        let place = if self.has_bit(to) { to.place().next_bit() } else { *to.place() };
        let stored = value ^ (to.default().word() != 0);
        put_bit(self.record_mut(to)?, &place, SHIFT, stored).ok_or_else(internal_error)
    }

    /// Puts a number if that needs no look at its type; else returns false and changes nothing.
    #[inline]
    pub(crate) fn put_number(&mut self, to: &Destination<'s>, value: u64) -> bool {
        match to.direct() {
            Some((Direct::Word { size, bits }, place))
                if bits >= 64 || (bits > 0 && value.wrapping_shr(bits.into()) == 0) =>
            {
                self.store(to.record, place, size, value.into()).is_some()
            }
            _ => false,
        }
    }

    /// Stores a word of `size` bytes in a slot.
    #[inline(always)]
    fn store(&mut self, record: usize, place: &Place, size: u8, word: u128) -> Option<()> {
        let slot = self.open.get_mut(record.wrapping_add(place.slot.at(SHIFT))..)?;
        match size {
            1 => u8::truncate(word).store(slot),
            2 => u16::truncate(word).store(slot),
            4 => u32::truncate(word).store(slot),
            8 => u64::truncate(word).store(slot),
            _ => word.store(slot),
        }
    }

    /// Puts the word of a scalar or an enum.
    ///
    /// # Errors
    /// [`ErrorKind::Type`](crate::ErrorKind::Type) if the field's rules or its enum do not allow
    /// it.
    #[inline]
    pub(crate) fn put_word(&mut self, to: &Destination<'s>, word: u128) -> Result<()> {
        match to.direct() {
            Some((Direct::Word { size, .. }, place)) => {
                self.store(to.record, place, size, word).ok_or_else(internal_error)
            }
            _ => self.put_checked_word(to, word),
        }
    }

    #[inline(never)]
    fn put_checked_word(&mut self, to: &Destination<'s>, word: u128) -> Result<()> {
        let size = match to.ty {
            Type::Scalar(scalar) => scalar.size(),
            Type::Enum(id) => {
                let known = self.schema.enumeration(*id);
                known.check(word)?;
                known.repr().size()
            }
            _ => return Err(internal_error()),
        };
        let DestinationParts { optional, default, place, rules } = to.parts();
        if let Some(rules) = rules
            && (rules.min.is_some() || rules.max.is_some())
        {
            rules.check_word(to.ty, word)?;
        }
        if optional {
            self.make_present(to)?;
        }
        let stored = if let DefaultValue::Zero = default { word } else { word ^ default.word() };
        let size = u8::try_from(size).unwrap_or(0);
        self.store(to.record, place, size, stored).ok_or_else(internal_error)
    }

    /// Puts text or bytes; an array of bytes takes them whole.
    ///
    /// # Errors
    /// [`ErrorKind::Type`](crate::ErrorKind::Type) if the type or the field's rules do not allow
    /// the length or the text.
    #[inline]
    pub(crate) fn put_blob(&mut self, to: &Destination<'s>, content: &[u8]) -> Result<()> {
        match to.direct() {
            Some((Direct::Blob, _)) if content.is_empty() => Ok(()),
            Some((Direct::Blob, place)) if content.len() < 0x80 => {
                let slot = to.record.wrapping_add(place.slot.at(SHIFT));
                self.content = self.content.wrapping_add(content.len() as u64);
                self.append_blob(slot, content)
            }
            _ => self.put_checked_blob(to, content),
        }
    }

    #[inline(always)]
    fn append_blob(&mut self, slot: usize, content: &[u8]) -> Result<()> {
        self.point(slot)?;
        self.varint(content.len())?;
        self.objects.extend_from_slice(content);
        Ok(())
    }

    #[inline(never)]
    fn put_checked_blob(&mut self, to: &Destination<'s>, content: &[u8]) -> Result<()> {
        to.ty.check_len(content)?;
        if let Some(rules) = to.parts().rules
            && (rules.max_len.is_some() || rules.case.is_some())
        {
            rules.check_blob(content)?;
        }
        self.make_present(to)?;
        if matches!(to.ty, Type::Text(_) | Type::Array(_)) {
            let slot = crate::wire::slice_mut(&mut self.open, to.slot(), content.len()).ok_or_else(internal_error)?;
            slot.copy_from_slice(content);
            return Ok(());
        }
        // A null pointer is an empty value, unless it means absent or a declared default.
        if content.is_empty() && !to.optional() && !matches!(to.default(), DefaultValue::Blob(_)) {
            return Ok(());
        }
        self.append_blob(to.slot(), content)?;
        if !matches!(to.default(), DefaultValue::Blob(_)) {
            self.content = self.content.saturating_add(content.len() as u64);
        }
        Ok(())
    }

    /// Whether the value has a presence bit.
    #[inline]
    fn has_bit(&self, to: &Destination<'s>) -> bool {
        to.optional() && (to.inline() || !self.schema.is_nullable(to.ty))
    }

    /// Sets the presence bit of a value.
    #[inline]
    fn make_present(&mut self, to: &Destination<'s>) -> Result<()> {
        if !self.has_bit(to) {
            return Ok(());
        }
        put_bit(self.record_mut(to)?, to.place(), SHIFT, true).ok_or_else(internal_error)
    }

    fn record_mut(&mut self, to: &Destination<'_>) -> Result<&mut [u8]> {
        self.open.get_mut(to.record..).ok_or_else(internal_error)
    }

    /// Opens a record of zeros; returns its offset.
    fn extend(&mut self, size: Size) -> usize {
        let start = self.open.len();
        self.open.resize(start.saturating_add(size.at(SHIFT)), 0);
        start
    }

    /// Points a slot to the object that comes next.
    fn point(&mut self, slot: usize) -> Result<()> {
        let pointer = self.objects.len();
        if pointer as u64 >= WIDTH.max_len() {
            return Err(Error::limit(Wording::BufferLength));
        }
        let slot = self.open.get_mut(slot..).ok_or_else(internal_error)?;
        WIDTH.store(slot, pointer).ok_or_else(internal_error)
    }

    /// Appends a number to the object that comes next.
    fn varint(&mut self, value: usize) -> Result<()> {
        varint::append(value, &mut self.objects).ok_or_else(|| Error::limit(Wording::ListLength))
    }

    /// Appends the header of a list or of a run.
    fn header(&mut self, header: &ListHeader) -> Result<()> {
        header.append(&mut self.objects).ok_or_else(|| Error::limit(Wording::ListLength))
    }

    /// The complete values, as a buffer.
    fn buf(&self) -> Buf<'_> {
        Buf { bytes: &self.objects, floor: self.floor, width: WIDTH.into() }
    }
}
