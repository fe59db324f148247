//! Maps and sets: keys ascend through all runs, and the blocks have as many entries as the header
//! says.

use super::prover::Prover;
use crate::layout::Size;
use crate::read::map::EntryShape;
use crate::read::record::RecordBytes;
use crate::read::{Buf, Elements};
use crate::schema::MIXED;
use crate::typed::key::MapKey;
use crate::wire::width::{Shift, StaticWidth};

/// The map behind a slot; `rest` proves the bytes behind the key of an entry.
#[inline]
pub(in crate::typed) fn prove<K: MapKey, W: StaticWidth>(
    prover: &mut Prover<'_, W>,
    record: &[u8],
    slot: Size,
    shape: &EntryShape<'_>,
    rest: impl Fn(&mut Prover<'_, W>, &[u8]) -> Option<()>,
) -> Option<()> {
    let Some(object) = prover.follow(record, slot)? else { return Some(()) };
    let map = prover.buf.map(object.bytes, shape).ok()?;
    prover.claim(object.at, map.own_bytes())?;
    prover.deeper(|prover| {
        let mut last = Last::None;
        let pointers = match map.parts() {
            Ok(run) => return entries::<K, W>(prover, &run, &mut last, &rest),
            Err(pointers) => pointers,
        };
        let mut count = 0usize;
        for pointer in pointers.chunks_exact(1usize.wrapping_shl(prover.shift()).max(1)) {
            let block = prover.follow(pointer, Size::ZERO)??;
            let run = prover.buf.block(block.bytes, shape).ok()?;
            if run.count == 0 {
                return None;
            }
            count = count.saturating_add(run.count);
            prover.claim(block.at, run.bytes)?;
            entries::<K, W>(prover, &run, &mut last, &rest)?;
        }
        (count == map.count).then_some(())
    })
}

/// The key before.
enum Last<'a> {
    None,
    /// Text or bytes.
    Blob(&'a [u8]),
    /// The entry with a key of another type.
    Entry(&'a [u8]),
}

/// The entries of a run, whose keys must be greater than `last`.
#[inline]
fn entries<'a, K: MapKey, W: StaticWidth>(
    prover: &mut Prover<'a, W>,
    run: &Elements<'a>,
    last: &mut Last<'a>,
    prove_rest: impl Fn(&mut Prover<'_, W>, &[u8]) -> Option<()>,
) -> Option<()> {
    let buf = Buf { bytes: prover.buf.bytes, floor: prover.buf.floor, width: Shift::from(W::DYNAMIC) };
    let key_size = K::ELEMENT.size.at(prover.shift());
    for entry in run.bytes.chunks_exact(run.stride.max(1)) {
        let (key, rest) = entry.split_at_checked(key_size)?;
        prover.element::<K>(key, MIXED)?;
        let next = if const { K::SHAPE.nullable } {
            Last::Blob(match prover.follow(key, Size::ZERO)? {
                Some(object) => object.blob()?,
                None => &[],
            })
        } else {
            Last::Entry(key)
        };
        let ascends = match (&*last, &next) {
            (Last::Blob(last), Last::Blob(next)) => *last < *next,
            (Last::Entry(last), Last::Entry(next)) => {
                K::ascends(&RecordBytes::new(buf, last), &RecordBytes::new(buf, next))
            }
            _ => true,
        };
        if !ascends {
            return None;
        }
        *last = next;
        prove_rest(prover, rest)?;
    }
    Some(())
}
