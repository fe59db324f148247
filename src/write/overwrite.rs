//! Setting strings, bytes and lists of numbers if the old object has room: the most frequent edit
//! of an object.

use super::session::{SchemaSource, Session};
use super::slack::is_free;
use super::storage::Storage;
use crate::layout::Place;
use crate::object::ListHeaderKind;
use crate::read::navigate::RecordSpan;
use crate::wire::varint;
use crate::wire::width::Width;

impl<S: Storage, M: SchemaSource> Session<S, M> {
    /// Writes the content over the old one, if it fits and the old varint can hold its length. The
    /// edit is then complete.
    #[inline(always)]
    pub(crate) fn overwrite_blob(&mut self, holder: RecordSpan, place: &Place, content: &[u8]) -> Option<()> {
        self.overwrite_list(holder, place, content.len(), 1, |body| body.copy_from_slice(content))
    }

    /// Overwrites a list of numbers or bytes: `count` elements of `stride` bytes, which `write`
    /// fills. The edit is then complete.
    #[inline(always)]
    pub(crate) fn overwrite_list(
        &mut self,
        holder: RecordSpan,
        place: &Place,
        count: usize,
        size: usize,
        write: impl FnOnce(&mut [u8]),
    ) -> Option<()> {
        let (pointers, floor) = (self.width, self.floor());
        let slot = place.slot.at(pointers.shift());
        if slot.checked_add(pointers.bytes())? > holder.size {
            return None;
        }
        let bytes = self.storage.bytes_mut();
        let pointer = pointers.load(bytes.get(holder.pos.checked_add(slot)?..)?)?;
        if pointer < floor {
            return None;
        }
        let object = bytes.get_mut(pointer..)?;
        let (old_count, rest) = varint::read(object)?;
        let width = object.len().wrapping_sub(rest.len());
        let (old_len, len) = ((old_count as usize).checked_mul(size)?, count.checked_mul(size)?);
        let (head, body) = object.split_at_mut_checked(width)?;
        let start = pointer.wrapping_add(width);
        let (old_end, end) = (start.wrapping_add(old_len), start.wrapping_add(len));
        if len <= old_len {
            let (body, slack) = body.get_mut(..old_len)?.split_at_mut_checked(len)?;
            ListHeaderKind::default().write_count(count, width, head)?;
            write(body);
            if !slack.is_empty() {
                slack.fill(0xFF);
                self.end_shorter(end..old_end);
            }
        } else {
            if count > varint::max(width) as usize || !is_free(body.get(old_len..len)?) {
                return None;
            }
            ListHeaderKind::default().write_count(count, width, head)?;
            write(body.get_mut(..len)?);
            self.free.subtract(old_end..end);
            self.spare.waste.take(end.wrapping_sub(old_end));
        }
        Some(())
    }
}
