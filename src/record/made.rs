//! What a builder makes at the end of a path: the struct or the entry that is to hold a value,
//! where all before it is stored.

use super::field::Indices;
use super::path::SegmentKind;
use super::{Address, Record};
use crate::layout::Size;
use crate::read::document::MAX_DEPTH;
use crate::read::key::StoredKey;
use crate::read::navigate::{RecordSpan, Step};
use crate::read::union::is_packed;
use crate::schema::Type;
use crate::wire::slice;

impl Record {
    /// The record that is to hold a value with so many bytes behind it: a struct behind a null
    /// pointer is made, and a text is added to the keys of a map in one run. `None` where that
    /// takes more, and then nothing has changed.
    #[inline(never)]
    pub(super) fn make_holder<A: Address>(&mut self, address: &A, heap: usize) -> Option<RecordSpan> {
        let (path, session) = (address.path(), &mut self.session);
        let (last, segments) = path.segments.split_last()?;
        if segments.len() > MAX_DEPTH as usize / 2 || last.presence.is_some() {
            return None;
        }
        let (buf, indices) = (session.buf(), Indices::of(address));
        let root = slice(buf.bytes, session.root, session.root_size)?;
        let found = path.stored_along(segments, session.schema(), buf, root, indices.given(), &mut [])?;
        if is_packed(found.packed) {
            return None;
        }
        let (slot, shift) = (last.slot, session.shift());
        let pointer = |slot: Size| {
            let at = slot.at(shift);
            let bytes = slice(found.record, at, buf.width.bytes())?;
            Some(buf.offset_of(bytes))
        };
        match &last.kind {
            SegmentKind::Object { ends, .. } => {
                let slot = pointer(slot)?;
                session.append_record(slot, *ends.last()?, heap)
            }
            SegmentKind::Payload { tag, structure: Some(ends), .. }
                if found.record.get(slot.at(shift)) == Some(tag) =>
            {
                let slot = pointer(slot.plus(Size::bytes(1)))?;
                session.append_record(slot, *ends.last()?, heap)
            }
            SegmentKind::Entry { entry } if entry.key.ty == Type::String && entry.value.is_some() => {
                let (Step::Key(number), slot) = (last.step, pointer(slot)?) else { return None };
                let key = address.key(number);
                let StoredKey::Blob(key) = session.schema().stored_key(&entry.key.ty, &key).ok()? else { return None };
                let found = session.text_entry(slot, &entry.layout, key, heap)?;
                let before = entry.layout.key.at(shift);
                Some(RecordSpan { pos: found.pos.wrapping_add(before), size: found.size.checked_sub(before)? })
            }
            _ => None,
        }
    }
}
