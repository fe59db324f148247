//! Values without a record: the values that changes set and remove, and their bytes in a patch.
//!
//! ```text
//! value = slot heap       as in a buffer of pointers of four bytes, whose header and root are cut off
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::equal::ContentEq;
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::{Place, Size};
use crate::object::ObjectWriter;
use crate::read::Buf;
use crate::read::cursor::{ListRef, Slot};
use crate::read::document::Decoder;
use crate::read::key::{Key, StoredKey};
use crate::read::value::{Content, Part};
use crate::schema::{DefaultValue, Scalar, Schema, Type};
use crate::verify::{prove_elements, prove_part, verify_value};
use crate::wire::width::{PointerWidth, Width, put_bit};
use crate::wire::{clamp, slice_mut};
use crate::write::rewrite::{FragmentTo, elements_fragment, fragment};

/// A value without a record. It is valid: what it was copied from was proved.
#[derive(Clone)]
pub(crate) struct Owned {
    schema: Schema,
    ty: Type,
    width: PointerWidth,
    bytes: ValueBytes,
    /// Bytes of the slot.
    slot: usize,
}

/// The bytes of a value; those of a word take no memory of their own.
#[derive(Clone)]
enum ValueBytes {
    Word([u8; 16], u8),
    Long(Vec<u8>),
}

impl ValueBytes {
    fn of(bytes: &[u8]) -> Self {
        let mut word = [0; 16];
        match (word.get_mut(..bytes.len()), u8::try_from(bytes.len())) {
            (Some(start), Ok(len)) => {
                start.copy_from_slice(bytes);
                Self::Word(word, len)
            }
            _ => Self::Long(bytes.to_vec()),
        }
    }

    fn get(&self) -> &[u8] {
        match self {
            Self::Word(word, len) => word.get(..usize::from(*len)).unwrap_or(word),
            Self::Long(bytes) => bytes,
        }
    }
}

impl Owned {
    #[inline]
    pub(super) fn new(schema: &Schema, ty: &Type, width: PointerWidth, bytes: Vec<u8>, slot: usize) -> Self {
        Self { schema: schema.clone(), ty: ty.clone(), width, bytes: ValueBytes::Long(bytes), slot }
    }

    /// A copy of a value, which is proved first; none of an absent one.
    #[inline]
    pub(crate) fn of(part: &Part<'_>) -> Result<Option<Self>> {
        let schema = part.schema();
        let ty = match part {
            Part::Root(..) => Type::Struct(schema.root_id()),
            Part::Slot(slot) => slot.ty.clone(),
            Part::Packed(packed) => Type::Union(packed.id),
        };
        let width = PointerWidth::Four;
        let slot = schema.slot_size(&ty).at(width.shift()).max(1);
        let content = part.open(&mut Decoder::new(part.buf()))?.0;
        if matches!(content, Content::Absent) {
            return Ok(None);
        }
        prove_part(part)?;
        let bytes = match content {
            Content::Absent => return Ok(None),
            Content::Bit(value) => vec![u8::from(value)],
            Content::Word(_, word) => word.to_le_bytes().get(..slot).ok_or_else(internal_error)?.to_vec(),
            // Text of a fixed length lies in its slot.
            Content::Blob(content) if matches!(ty, Type::Text(_)) => {
                let mut bytes = content.to_vec();
                bytes.resize(slot, 0);
                bytes
            }
            Content::Blob(content) => {
                let mut to = ObjectWriter { width, base: 0, out: vec![0; slot] };
                to.point(0).and_then(|()| to.blob(content)).map_err(|_| internal_error())?;
                to.out
            }
            Content::Struct(..) | Content::List(_) | Content::Map(_) | Content::Union(..) => {
                fragment(part, FragmentTo::ALONE)?.ok_or_else(too_long)?
            }
        };
        Ok(Some(Self::new(schema, &ty, width, bytes, slot)))
    }

    /// The default of a value of a type that is not absent.
    #[cfg(feature = "json")]
    pub(crate) fn of_default(schema: &Schema, ty: &Type, default: &DefaultValue) -> Result<Option<Self>> {
        // A walk has as many steps as its buffer has bytes, and a record that is not stored is one.
        let buf = Buf { bytes: &[0], floor: 1, width: PointerWidth::Four.into() };
        let place = schema.single(ty, false);
        Self::of(&Part::Slot(Slot { buf, record: &[], schema, place, ty, optional: false, default, inline: false }))
    }

    /// A copy of the elements at some indices of a list, which are proved first, as a list of its
    /// type.
    #[inline]
    pub(crate) fn of_elements(list: &ListRef<'_>, ty: &Type, range: Range<usize>) -> Result<Self> {
        prove_elements(list, range.clone())?;
        let bytes = elements_fragment(list, range)?.ok_or_else(too_long)?;
        let width = PointerWidth::Four;
        Ok(Self::new(list.schema, ty, width, bytes, list.schema.slot_size(ty).at(width.shift())))
    }

    /// The same value in a schema that numbers its types alike.
    #[cfg(feature = "serde")]
    pub(crate) fn in_schema(self, schema: &Schema) -> Self {
        Self { schema: schema.clone(), ..self }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.get()
    }

    /// The value as one in a buffer.
    pub(crate) fn part(&self) -> Part<'_> {
        Part::Slot(self.in_slot())
    }

    /// The slot that the value is.
    pub(super) fn in_slot(&self) -> Slot<'_> {
        let Self { schema, ty, width, slot, .. } = self;
        let bytes = self.bytes();
        let buf = Buf { bytes, floor: *slot, width: (*width).into() };
        let record = bytes.get(..*slot).unwrap_or(&[]);
        let place = Place { bitmap: Size::ZERO, bit: 0, slot: Size::ZERO, end: Size::bytes(clamp(*slot)) };
        Slot { buf, record, schema, place, ty, optional: false, default: &DefaultValue::Zero, inline: false }
    }

    /// Elements of a list, bytes of a text; 0 of other values.
    pub(super) fn len(&self) -> usize {
        match self.part().open(&mut Decoder::new(self.in_slot().buf)) {
            Ok((Content::List(list), _)) => list.len(),
            Ok((Content::Blob(content), _)) => content.len(),
            _ => 0,
        }
    }

    /// The word of a value that is a bool, a number or an enum, and its bytes.
    pub(crate) fn word(&self) -> Option<(u128, usize)> {
        if self.ty.has_parts() || matches!(self.ty, Type::String | Type::Bytes | Type::Text(_)) {
            return None;
        }
        let mut word = [0; 16];
        word.get_mut(..self.bytes().len())?.copy_from_slice(self.bytes());
        Some((u128::from_le_bytes(word), self.bytes().len()))
    }

    /// Text or bytes; `None` of another value.
    pub(crate) fn content(&self) -> Result<Option<&[u8]>> {
        match self.part().open(&mut Decoder::new(self.in_slot().buf))?.0 {
            Content::Blob(content) => Ok(Some(content)),
            _ => Ok(None),
        }
    }

    pub(super) fn is_union(&self) -> bool {
        matches!(self.ty, Type::Union(_))
    }

    /// Whether it is a value of a type of a schema itself, not of an equal one.
    pub(crate) fn is_of(&self, schema: &Schema, ty: &Type) -> bool {
        self.schema.id() == schema.id() && self.ty == *ty
    }

    /// The type it has, and whose.
    pub(crate) fn ty(&self) -> (&Schema, &Type) {
        (&self.schema, &self.ty)
    }
}

#[cold]
pub(super) fn too_long() -> Error {
    Error::fixed(&FixedError(ErrorKind::Limit, "a value has at most 4,294,967,295 bytes"))
}

/// By content; invalid bytes are equal to none.
impl PartialEq for Owned {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.part(), other.part());
        self.ty == other.ty && ContentEq::new(a.buf(), b.buf()).is_equal(&a, &b).unwrap_or(false)
    }
}

/// What a change takes away, as the old record had it: nothing of a value that was absent.
#[derive(Clone)]
pub(crate) struct Removed(Option<Owned>);

impl Removed {
    /// Of a value in the old record.
    #[inline]
    pub(crate) fn of(part: &Part<'_>) -> Result<Self> {
        Owned::of(part).map(Self)
    }

    /// Of a value that was kept.
    pub(crate) fn kept(value: Option<Owned>) -> Self {
        Self(value)
    }

    /// Of elements of a list in the old record.
    pub(super) fn elements(elements: Owned) -> Self {
        Self(Some(elements))
    }

    /// The same in a schema that numbers its types alike.
    #[cfg(feature = "serde")]
    pub(super) fn in_schema(self, schema: &Schema) -> Self {
        Self(self.0.map(|value| value.in_schema(schema)))
    }

    pub(crate) fn owned(&self) -> Option<&Owned> {
        self.0.as_ref()
    }
}

/// Whether a value of a record, or an absent one, is equal to one that was kept.
pub(crate) fn is_kept(kept: Option<&Owned>, found: Option<&Part<'_>>) -> Result<bool> {
    let (Some(found), Some(kept)) = (found, kept.map(Owned::part)) else {
        let is_absent = |part: &Part<'_>| Ok(matches!(part.open(&mut Decoder::new(part.buf()))?.0, Content::Absent));
        return if kept.is_some() { Ok(false) } else { found.map_or(Ok(true), is_absent) };
    };
    ContentEq::new(found.buf(), kept.buf()).is_equal(found, &kept)
}

// The bytes of a value in a patch.
//
// ```text
// value = the word                        of a bool, a scalar, an enum: as in a slot without a default
//       | the content                     of text and bytes, and of lists of u8, which may become bytes
//       | width : 1 byte | slot | heap    of all else, with the narrowest pointers
// ```

/// Appends a value of a buffer, which is proved first.
///
/// # Errors
/// [`ErrorKind::Corrupt`] if it is invalid, [`ErrorKind::Newer`] if a later revision wrote it,
/// [`ErrorKind::Limit`] if it is too long.
pub(crate) fn write_part(part: &Part<'_>, out: &mut Vec<u8>) -> Result<()> {
    prove_part(part)?;
    write_proved(part, out)
}

/// Appends a value that was proved.
fn write_proved(part: &Part<'_>, out: &mut Vec<u8>) -> Result<()> {
    match part.open(&mut Decoder::new(part.buf()))?.0 {
        Content::Absent => Err(internal_error()),
        Content::Bit(value) => {
            out.push(u8::from(value));
            Ok(())
        }
        Content::Word(scalar, word) => {
            let word = word.to_le_bytes();
            out.extend_from_slice(word.get(..scalar.size() as usize).ok_or_else(internal_error)?);
            Ok(())
        }
        Content::Blob(content) => {
            let start = out.len();
            out.extend_from_slice(content);
            // Text of a fixed length is its slot.
            if let Part::Slot(Slot { ty: Type::Text(len), .. }) = part {
                out.resize(start.saturating_add(*len as usize), 0);
            }
            Ok(())
        }
        Content::List(list) if is_bytes_part(part) => {
            out.extend_from_slice(list.bytes().ok_or_else(internal_error)?);
            Ok(())
        }
        Content::Struct(..) | Content::List(_) | Content::Map(_) | Content::Union(..) => {
            for width in PointerWidth::ALL {
                if let Some(laid_out) = fragment(part, FragmentTo { width, ..FragmentTo::ALONE })? {
                    out.push(width as u8);
                    out.extend_from_slice(&laid_out);
                    return Ok(());
                }
            }
            Err(too_long())
        }
    }
}

/// Appends the elements at some indices of a list as a list of its type.
///
/// # Errors
/// As [`write_part`].
#[inline]
pub(super) fn write_elements(
    list: &ListRef<'_>,
    part: &Part<'_>,
    range: Range<usize>,
    out: &mut Vec<u8>,
) -> Result<()> {
    let Part::Slot(Slot { ty, .. }) = part else { return Err(internal_error()) };
    if is_bytes(ty) {
        let bytes = list.bytes().and_then(|bytes| bytes.get(range)).ok_or_else(internal_error)?;
        out.extend_from_slice(bytes);
        return Ok(());
    }
    Owned::of_elements(list, ty, range)?.write(out)
}

/// Whether it is a list whose bytes are those of `bytes`.
fn is_bytes_part(part: &Part<'_>) -> bool {
    matches!(part, Part::Slot(slot) if is_bytes(slot.ty))
}

impl Owned {
    /// Appends the value.
    pub(crate) fn write(&self, out: &mut Vec<u8>) -> Result<()> {
        write_proved(&self.part(), out)
    }

    /// The value of a type that bytes hold: all of it is checked.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if they are none, [`ErrorKind::Newer`] if the schema does not know
    /// all that they hold.
    #[inline]
    pub(crate) fn read(schema: &Schema, ty: &Type, bytes: &[u8]) -> Result<Self> {
        let slot_at = |width: PointerWidth| schema.slot_size(ty).at(width.shift()).max(1);
        let owned = match ty {
            ty if matches!(ty, Type::String) || is_bytes(ty) => {
                let width = PointerWidth::Four;
                let mut to = ObjectWriter { width, base: 0, out: vec![0; slot_at(width)] };
                to.point(0).and_then(|()| to.blob(bytes)).map_err(|_| too_long())?;
                Self::new(schema, ty, width, to.out, slot_at(width))
            }
            ty if !ty.has_parts() => {
                let slot = slot_at(PointerWidth::Four);
                if bytes.len() != slot || (*ty == Type::Bool && bytes.first().is_some_and(|byte| *byte > 1)) {
                    return Err(no_value());
                }
                let bytes = ValueBytes::of(bytes);
                Self { schema: schema.clone(), ty: ty.clone(), width: PointerWidth::Four, bytes, slot }
            }
            ty => {
                let (width, bytes) = bytes.split_first().ok_or_else(no_value)?;
                let width = PointerWidth::ALL.get(usize::from(*width)).ok_or_else(no_value)?;
                let slot = slot_at(*width);
                if bytes.len() < slot || bytes.len() as u64 > width.max_len() {
                    return Err(no_value());
                }
                Self::new(schema, ty, *width, bytes.to_vec(), slot)
            }
        };
        // Any bytes are a number.
        let is_number = matches!(ty, Type::Bool) || matches!(ty, Type::Scalar(scalar) if scalar.is_number());
        if is_number || verify_value(&owned.in_slot())? {
            return Ok(owned);
        }
        Err(Error::fixed(&FixedError(
            ErrorKind::Newer,
            "a value of a patch has fields or variants of a later revision",
        )))
    }

    /// The value that a key is.
    #[inline]
    pub(crate) fn of_key(schema: &Schema, ty: &Type, key: &Key<'_>) -> Result<Self> {
        let width = PointerWidth::Four;
        let slot = schema.slot_size(ty).at(width.shift()).max(1);
        let mut to = ObjectWriter { width, base: 0, out: vec![0; slot] };
        put_key(schema, ty, key, &mut to, (0, &Place::default(), 0))?;
        Ok(Self::new(schema, ty, width, to.out, slot))
    }
}

/// Whether it is `bytes`, or a list whose bytes are those of `bytes`.
pub(crate) fn is_bytes(ty: &Type) -> bool {
    *ty == Type::Bytes
        || matches!(ty, Type::List(list) if !list.optional() && *list.element() == Type::Scalar(Scalar::U8))
}

/// Writes a key into its slot, in a record; slots hold their words XOR the default's.
fn put_key(
    schema: &Schema,
    ty: &Type,
    key: &Key<'_>,
    to: &mut ObjectWriter,
    (record, place, default): (usize, &Place, u128),
) -> Result<()> {
    let shift = to.shift();
    let slot = record.saturating_add(place.slot.at(shift));
    match schema.stored_key(ty, key)? {
        StoredKey::Word(word) if *ty == Type::Bool => {
            let bytes = to.out.get_mut(record..).ok_or_else(internal_error)?;
            put_bit(bytes, place, shift, word != default).ok_or_else(internal_error)
        }
        StoredKey::Word(word) => {
            let len = schema.slot_size(ty).at(shift);
            let bytes = slice_mut(&mut to.out, slot, len).ok_or_else(internal_error)?;
            let word = word ^ default;
            bytes.copy_from_slice(word.to_le_bytes().get(..len).ok_or_else(internal_error)?);
            Ok(())
        }
        StoredKey::Blob(content) if matches!(ty, Type::Array(_)) => {
            let bytes = slice_mut(&mut to.out, slot, content.len()).ok_or_else(internal_error)?;
            bytes.copy_from_slice(content);
            Ok(())
        }
        StoredKey::Blob(content) => to.point(slot).and_then(|()| to.blob(content)).map_err(|_| too_long()),
        StoredKey::Tuple(fields, key) => StoredKey::parts(fields, key).try_for_each(|(field, part)| {
            put_key(schema, field.ty(), &part, to, (slot, field.place(), field.default().word()))
        }),
    }
}

#[cold]
fn no_value() -> Error {
    Error::fixed(&FixedError(ErrorKind::Corrupt, "a value of a patch is none of its type"))
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec::Vec;

    use super::Owned;
    use crate::record::Record;
    use crate::schema::Schema;

    const TEXT: &str = "
        struct Part { a: u8, s: string, b: bool } struct Empty { } frozen struct Inline { a: u8, s: string }
        union Held { part: Part, none } union Short { part: Inline, none }
        struct All { part: Part, inline: Inline, empty: Empty, held: Held }";

    const TYPES: &[&str] = &[
        "Part",
        "Empty",
        "Inline",
        "All",
        "Held",
        "Short",
        "list<Part>",
        "list<Held>",
        "map<u8, Part>",
        "set<u8>",
        "array<Part, 2>",
        "array<Inline, 2>",
        "array<Held, 2>",
        "array<All, 2>",
        "array<array<Part, 2>, 2>",
        "array<string, 2>",
        "tuple<Part, u8>",
        "tuple<Held, string>",
        "string",
        "bytes",
        "string[3]",
        "bool",
        "u16",
        "any",
    ];

    #[test]
    fn defaults_that_no_record_stores_are_written_and_read() {
        for ty in TYPES {
            let schema = Schema::parse(&format!("{TEXT} struct Root {{ z: u8, f: {ty} since 2 }} root Root;")).unwrap();
            let (_, field) = schema.root().field("f").unwrap();
            let shortest = Record::open(&schema, &[0x20, 1, 7][..]).unwrap();
            let found = shortest.part(&shortest.at_path("f").unwrap()).unwrap().unwrap();
            let read_there = Owned::of(&found).unwrap().unwrap();
            #[cfg(feature = "json")]
            let read_there = {
                let default = Owned::of_default(&schema, field.ty(), field.default()).unwrap().unwrap();
                assert!(default == read_there, "{ty}");
                default
            };
            let mut written = Vec::new();
            read_there.write(&mut written).unwrap();
            assert!(Owned::read(&schema, field.ty(), &written).unwrap() == read_there, "{ty}");
        }
    }
}
