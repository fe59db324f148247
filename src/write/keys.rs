//! Keys that are given at run time, written to new entries of maps.

use alloc::vec::Vec;

use crate::error::{Result, internal_error};
use crate::layout::Place;
use crate::object::write_blob;
use crate::read::key::{Key, StoredKey};
use crate::read::navigate::RecordSpan;
use crate::schema::{DefaultValue, Item, Schema, Type};
use crate::wire::bits::put_bit;
use crate::wire::varint::object_len;
use crate::write::session::SchemaSource;
use crate::write::{Session, Storage};

/// A key that is ready to be written without the schema: its parts, one if it is not a tuple.
pub(super) struct NewKey<'k>(Vec<NewPart<'k>>);

/// A value in a key, and its place in the entry.
struct NewPart<'k> {
    place: Place,
    value: NewValue<'k>,
}

enum NewValue<'k> {
    Bit(bool),
    /// The stored word, and its number of bytes.
    Word(u128, u32),
    Array(&'k [u8]),
    /// Text or bytes behind a pointer.
    Blob(&'k [u8]),
}

impl<'k> NewKey<'k> {
    /// A key of a map.
    pub(super) fn new(schema: &Schema, item: &Item, key: &Key<'k>) -> Result<Self> {
        let mut parts = Vec::new();
        add_parts(schema, (&item.ty, &item.default), item.place, key, &mut parts)?;
        Ok(Self(parts))
    }

    /// Bytes of the objects behind its pointers.
    pub(super) fn len(&self) -> u64 {
        self.0.iter().map(NewPart::len).fold(0, u64::saturating_add)
    }
}

impl NewPart<'_> {
    /// Bytes of the object behind its pointer.
    fn len(&self) -> u64 {
        match self.value {
            NewValue::Blob(content) if !content.is_empty() => object_len(content.len(), content.len() as u64),
            NewValue::Blob(_) | NewValue::Bit(_) | NewValue::Word(..) | NewValue::Array(_) => 0,
        }
    }
}

/// Adds a key that is no tuple, or the parts of one and of tuples in it.
fn add_parts<'k>(
    schema: &Schema,
    (ty, default): (&Type, &DefaultValue),
    place: Place,
    key: &Key<'k>,
    parts: &mut Vec<NewPart<'k>>,
) -> Result<()> {
    let value = match (schema.stored_key(ty, key)?, ty) {
        (StoredKey::Word(word), Type::Bool) => NewValue::Bit(word != 0),
        (StoredKey::Word(word), Type::Scalar(scalar)) => NewValue::Word(word ^ default.word(), scalar.size()),
        (StoredKey::Word(word), Type::Enum(id)) => {
            NewValue::Word(word ^ default.word(), schema.enumeration(*id).repr().size())
        }
        (StoredKey::Word(_), _) => return Err(internal_error()),
        (StoredKey::Blob(content), Type::Array(_)) => NewValue::Array(content),
        (StoredKey::Blob(content), _) => NewValue::Blob(content),
        (StoredKey::Tuple(fields, key), _) => {
            return StoredKey::parts(fields, key).try_for_each(|(field, part)| {
                let place = field.place().within(place.slot);
                add_parts(schema, (field.ty(), field.default()), place, &part, parts)
            });
        }
    };
    parts.push(NewPart { place, value });
    Ok(())
}

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Writes a key to a new entry of zeros, and the objects behind its pointers from an offset on,
    /// where room was reserved.
    pub(super) fn write_key(&mut self, new: &NewKey<'_>, entry: RecordSpan, mut heap: usize) -> Result<()> {
        let shift = self.shift();
        for part in &new.0 {
            let slot = entry.pos.saturating_add(part.place.slot.at(shift));
            match part.value {
                NewValue::Bit(value) => {
                    put_bit(self.record_mut(entry)?, &part.place, shift, value).ok_or_else(internal_error)?;
                }
                NewValue::Word(word, size) => {
                    let (bytes, size) = (word.to_le_bytes(), size as usize);
                    let slot = crate::wire::slice_mut(self.bytes_mut(), slot, size).ok_or_else(internal_error)?;
                    slot.copy_from_slice(bytes.get(..size).unwrap_or(&[]));
                }
                NewValue::Array(content) => {
                    let slot =
                        crate::wire::slice_mut(self.bytes_mut(), slot, content.len()).ok_or_else(internal_error)?;
                    slot.copy_from_slice(content);
                }
                NewValue::Blob([]) => {}
                NewValue::Blob(content) => {
                    let object = self.bytes_mut().get_mut(heap..).ok_or_else(internal_error)?;
                    write_blob(content, object).ok_or_else(internal_error)?;
                    self.store_pointer(slot, heap)?;
                    heap = heap.saturating_add(usize::try_from(part.len()).unwrap_or(usize::MAX));
                }
            }
        }
        Ok(())
    }
}
