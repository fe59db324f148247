//! Keys that are given at run time, written to new entries of maps.

use crate::error::{Result, broken};
use crate::layout::Place;
use crate::read::key::{Key, StoredKey};
use crate::read::navigate::RecordSpan;
use crate::schema::{DefaultValue, Schema, Type};
use crate::wire::bits::put_bit;
use crate::wire::varint::object_len;
use crate::wire::{clamp, varint};
use crate::write::{Session, Storage};

/// Bytes of what a key has behind pointers.
pub(super) fn key_len(schema: &Schema, ty: &Type, key: &Key<'_>) -> Result<u64> {
    Ok(match (schema.stored_key(ty, key)?, ty) {
        (StoredKey::Blob(content), Type::String | Type::Bytes) if !content.is_empty() => {
            object_len(content.len(), content.len() as u64)
        }
        (StoredKey::Tuple(fields, key), _) => {
            let mut lens = StoredKey::parts(fields, key).map(|(field, part)| key_len(schema, field.ty(), &part));
            lens.try_fold(0u64, |sum, len| Ok(sum.saturating_add(len?)))?
        }
        _ => 0,
    })
}

/// A key, or a part of one, that is written to a place of zeros.
pub(super) struct NewKey<'s, 'k> {
    pub(super) ty: &'s Type,
    pub(super) default: &'s DefaultValue,
    pub(super) place: Place,
    pub(super) key: Key<'k>,
}

impl<S: Storage> Session<S> {
    /// Writes a key to a place of a new entry, and what it has behind pointers to where that has room; gives where that ends.
    pub(super) fn write_key(&mut self, schema: &Schema, new: &NewKey<'_, '_>, entry: RecordSpan, heap: usize) -> Result<usize> {
        let (place, shift) = (&new.place, self.shift());
        let slot = entry.pos.saturating_add(place.slot.at(shift));
        match (schema.stored_key(new.ty, &new.key)?, new.ty) {
            (StoredKey::Word(word), Type::Bool) => {
                put_bit(self.record_mut(entry)?, place, shift, word != 0).ok_or_else(broken)?;
            }
            (StoredKey::Word(word), ty) => {
                let bytes = (word ^ new.default.word()).to_le_bytes();
                let size = schema.slot_size(ty).at(shift);
                let slot = crate::wire::slice_mut(self.bytes_mut(), slot, size).ok_or_else(broken)?;
                slot.copy_from_slice(bytes.get(..size).unwrap_or(&[]));
            }
            (StoredKey::Blob(content), Type::Array(_)) => {
                let slot = crate::wire::slice_mut(self.bytes_mut(), slot, content.len()).ok_or_else(broken)?;
                slot.copy_from_slice(content);
            }
            (StoredKey::Blob([]), _) => {}
            (StoredKey::Blob(content), _) => {
                let object = self.bytes_mut().get_mut(heap..).ok_or_else(broken)?;
                let body = varint::write(clamp(content.len()), object).ok_or_else(broken)?;
                body.get_mut(..content.len()).ok_or_else(broken)?.copy_from_slice(content);
                self.store_pointer(slot, heap)?;
                let len = object_len(content.len(), content.len() as u64);
                return Ok(heap.saturating_add(usize::try_from(len).unwrap_or(usize::MAX)));
            }
            (StoredKey::Tuple(fields, key), _) => {
                let mut heap = heap;
                for (field, part) in StoredKey::parts(fields, key) {
                    let place = field.place().within(place.slot);
                    let part = NewKey { ty: field.ty(), default: field.default(), place, key: part };
                    heap = self.write_key(schema, &part, entry, heap)?;
                }
                return Ok(heap);
            }
        }
        Ok(heap)
    }
}
