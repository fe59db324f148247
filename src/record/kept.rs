//! Changes that move nothing: numbers and bools set where they lie. To go back from them, the
//! records that hold them are enough.

use alloc::vec::Vec;

use super::field::Resolved;
use super::{Address, Record};
use crate::error::Result;
use crate::read::decoder::Decoder;
use crate::read::navigate::RecordSpan;
use crate::schema::Type;
use crate::whole::{Action, Change};
use crate::write::Storage;

/// Records as they were before values in them were set.
#[derive(Default)]
pub(super) struct KeptRecords {
    spans: Vec<RecordSpan>,
    /// Their bytes, one record behind the other.
    bytes: Vec<u8>,
}

/// Whether a change sets a number, a bool or an enum.
pub(super) fn sets_word(change: &Change) -> bool {
    let is_word = |ty: &Type| matches!(ty, Type::Bool | Type::Scalar(_) | Type::Enum(_));
    change.action() == Action::Set && change.owned().is_some_and(|value| is_word(value.ty().1))
}

impl<S: Storage + AsRef<[u8]>> Record<S> {
    /// Sets a value where it lies, if its record is there and stores it; whether that was done.
    /// What the change expects has been looked at. The record is kept where others say so.
    pub(super) fn set_in_place(
        &mut self,
        change: &Change,
        address: &Resolved,
        kept: Option<&mut KeptRecords>,
    ) -> Result<bool> {
        let path = address.path();
        let Some(part) = change.owned().map(|value| value.part()) else { return Ok(false) };
        let Some((holder, packed)) = self.stored_holder(address).filter(|(holder, _)| holder.size > 0) else {
            return Ok(false);
        };
        let content = part.open(&mut Decoder::new(part.buf())).map_err(|error| path.with_path(error))?.0;
        let Some(plain) = content.plain() else { return Ok(false) };
        // What is no value of the type does not become one here.
        part.value().map_err(|error| path.with_path(error))?;
        if path.needs_check {
            path.check_settable()?;
            path.check_value(&plain)?;
        }
        if let Some(kept) = kept {
            self.keep_record(holder, kept);
        }
        Ok(self.session.overwrite(holder, packed, &path.leaf, plain).is_some())
    }

    fn keep_record(&self, holder: RecordSpan, kept: &mut KeptRecords) {
        // The oldest bytes of a record are those to go back to.
        if kept.spans.last() == Some(&holder) {
            return;
        }
        if let Some(bytes) = crate::wire::slice(self.buf().bytes, holder.pos, holder.size) {
            kept.spans.push(holder);
            kept.bytes.extend_from_slice(bytes);
        }
    }

    /// Goes back to records that were kept, in a buffer that is otherwise as it was.
    pub(super) fn restore_records(&mut self, kept: &KeptRecords) {
        let mut bytes = &*kept.bytes;
        for span in kept.spans.iter().rev() {
            let Some((before, last)) = bytes.split_at_checked(bytes.len().saturating_sub(span.size)) else { return };
            if let Some(record) = self.session.record_of(*span) {
                record.copy_from_slice(last);
            }
            bytes = before;
        }
    }
}
