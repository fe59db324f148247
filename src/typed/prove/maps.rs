//! Maps and sets: keys that ascend through all runs, blocks that are as many entries as the map counts.

use alloc::collections::{BTreeMap, BTreeSet};
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use super::map::ProvedMap;
use super::prover::Prover;
use super::set::ProvedSet;
use super::{Prove, ProvedSlot, proved_as};
use crate::layout::Size;
use crate::read::map::EntryShape;
use crate::read::record::RecordBytes;
use crate::read::{Buf, Elements};
use crate::schema::MIXED;
use crate::typed::Value;
use crate::typed::at::At;
use crate::typed::key::Key;
use crate::typed::map::shape;
use crate::typed::set::set_shape;
use crate::wire::width::{Shift, StaticWidth};

/// Proves what stands behind the key of an entry.
trait Rest<W> {
    fn prove(prover: &mut Prover<'_, W>, rest: &[u8]) -> Option<()>;
}

/// The value of a map.
struct OfMap<V>(V);

impl<V: Value, W: StaticWidth> Rest<W> for OfMap<V> {
    #[inline(always)]
    fn prove(prover: &mut Prover<'_, W>, rest: &[u8]) -> Option<()> {
        if const { V::SHAPE.is_element_checked() } { prover.element::<V>(rest, MIXED) } else { Some(()) }
    }
}

/// A set has keys alone.
struct OfSet;

impl<W: StaticWidth> Rest<W> for OfSet {
    #[inline(always)]
    fn prove(_: &mut Prover<'_, W>, _: &[u8]) -> Option<()> {
        Some(())
    }
}

/// The map behind a slot.
#[inline]
fn prove<K: Key, R: Rest<W>, W: StaticWidth>(
    prover: &mut Prover<'_, W>,
    record: &[u8],
    slot: Size,
    shape: &EntryShape<'_>,
) -> Option<()> {
    let Some(object) = prover.follow(record, slot)? else { return Some(()) };
    let map = prover.buf.map(object.bytes, shape).ok()?;
    prover.claim(object.at, map.own_bytes())?;
    prover.deeper(|prover| {
        let mut last = Last::None;
        let pointers = match map.parts() {
            Ok(run) => return entries::<K, R, W>(prover, &run, &mut last),
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
            entries::<K, R, W>(prover, &run, &mut last)?;
        }
        (count == map.count).then_some(())
    })
}

/// The key before.
enum Last<'a> {
    None,
    /// Text or bytes.
    Blob(&'a [u8]),
    /// The entry of another key.
    Entry(&'a [u8]),
}

/// The entries of a run, behind the key `last`.
#[inline]
fn entries<'a, K: Key, R: Rest<W>, W: StaticWidth>(
    prover: &mut Prover<'a, W>,
    run: &Elements<'a>,
    last: &mut Last<'a>,
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
        R::prove(prover, rest)?;
    }
    Some(())
}

macro_rules! collection {
    ([$($generics:tt)*] $type:ty, $key:ty, $rest:ty, $view:ty, $shape:expr) => {
        impl<$($generics)*> Prove for $type {
            proved_as!($view);
            type Default = ();
            const DEFAULT: &'static () = &();

            #[inline]
            fn prove<const ELEMENT: bool, W: StaticWidth>(
                prover: &mut Prover<'_, W>,
                record: &[u8],
                at: &At<'_, (), ELEMENT>,
            ) -> Option<()> {
                prove::<$key, $rest, W>(prover, record, at.place.slot, &$shape)
            }

            #[inline]
            fn held<'a, const ELEMENT: bool>(slot: ProvedSlot<'a, '_, Self, ELEMENT>) -> $view {
                <$view>::behind(slot.record(), slot.at().place)
            }
        }
    };
}

collection!([K: Key + Ord, V: Value] BTreeMap<K, V>, K, OfMap<V>, ProvedMap<'a, K, V>, shape::<K, V>());
collection!([K: Key + Ord] BTreeSet<K>, K, OfSet, ProvedSet<'a, K>, set_shape::<K>());
#[cfg(feature = "std")]
collection!(
    [K: Key + Hash + Eq, V: Value, H: BuildHasher + Default] HashMap<K, V, H>,
    K, OfMap<V>, ProvedMap<'a, K, V>, shape::<K, V>()
);
#[cfg(feature = "std")]
collection!(
    [K: Key + Hash + Eq, H: BuildHasher + Default] HashSet<K, H>, K, OfSet, ProvedSet<'a, K>, set_shape::<K>()
);
