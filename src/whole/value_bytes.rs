//! Values as patches have them.
//!
//! ```text
//! value = the word                        of a bool, a scalar, an enum: as in a slot without a default
//!       | the content                     of text and bytes, and of lists of u8, which may become bytes
//!       | width : 1 byte | slot | heap    of all else, with the narrowest pointers
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::owned::{Owned, too_long};
use crate::error::{Error, ErrorKind, FixedError, Result, internal_error};
use crate::layout::Place;
use crate::object::ObjectWriter;
use crate::read::cursor::{ListRef, Slot};
use crate::read::decoder::Decoder;
use crate::read::key::{Key, StoredKey};
use crate::read::value::{Content, Part};
use crate::schema::{Scalar, Schema, Type};
use crate::verify::verify_value;
use crate::wire::bits::put_bit;
use crate::wire::slice_mut;
use crate::wire::width::{PointerWidth, Width};
use crate::write::rewrite::{FragmentTo, fragment};

/// Appends a value of a buffer.
///
/// # Errors
/// [`ErrorKind::Corrupt`] if it is invalid, [`ErrorKind::Newer`] if a later revision wrote it,
/// [`ErrorKind::Limit`] if it is too long.
pub(crate) fn write_part(part: &Part<'_>, out: &mut Vec<u8>) -> Result<()> {
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
        write_part(&self.part(), out)
    }

    /// The value of a type that bytes hold: all of it is checked.
    ///
    /// # Errors
    /// [`ErrorKind::Corrupt`] if they are none, [`ErrorKind::Newer`] if the schema does not know
    /// all that they hold.
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
                Self::new(schema, ty, PointerWidth::Four, bytes.to_vec(), slot)
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
        if verify_value(&owned.in_slot())? {
            return Ok(owned);
        }
        Err(Error::fixed(&FixedError(
            ErrorKind::Newer,
            "a value of a patch has fields or variants of a later revision",
        )))
    }

    /// The value that a key is.
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
