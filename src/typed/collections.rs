//! `BTreeMap`, `HashMap`, `BTreeSet`, `HashSet`: one pointer to entries sorted by key.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::cmp::Ordering;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
use core::marker::PhantomData;
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use super::codec::decode_element;
use super::element::{element_len, write_element};
use super::key::MapKey;
use super::map::{Map, Set, set_shape, shape};
use super::map_edit::{MapEdit, SetEdit};
use super::plan::{entry, item, parts_convert};
use super::prove::values::prove as prove_map;
use super::structs::{finish, is_large};
use super::{At, Decode, Heap, List, Prover, Proving, Reading, TypePlan, TypeShape, TypedSlot, Value, opened_as_read};
use crate::error::{Error, ErrorKind, FixedError, Result, Wording, length_changed};
use crate::layout::{EntryLayout, Place, Size};
use crate::object::{DirectoryHeader, ListHeader};
use crate::read::document::Decoder;
use crate::read::map::EntryShape;
use crate::read::route::Quoted;
use crate::schema::{MapEntry, Type};
use crate::wire::width::{StaticWidth, Width};
use crate::write::log::StoredForm;
use crate::write::named::name_integer;
use crate::write::value::{TOO_DEEP, bounded};
use crate::write::{Link, Session, Storage, Target};

/// An entry that is written.
trait EntryPart: Copy {
    const LAYOUT: EntryLayout;

    fn order(&self, other: &Self) -> Ordering;
    fn check(&self, levels: u32) -> Result<()>;
    fn heap_len<W: StaticWidth>(&self, levels: u32) -> u64;
    fn write<W: StaticWidth>(&self, entry: &mut [u8], heap: &mut Heap<'_, W>) -> Result<()>;
}

impl<K: MapKey> EntryPart for &K {
    const LAYOUT: EntryLayout = set_shape::<K>().layout;

    fn order(&self, other: &Self) -> Ordering {
        K::order(&self.as_set(), &other.as_set())
    }

    fn check(&self, levels: u32) -> Result<()> {
        K::check(&self.as_set(), levels)
    }

    #[inline]
    fn heap_len<W: StaticWidth>(&self, levels: u32) -> u64 {
        element_len::<K, W>(&self.as_set(), levels)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<W: StaticWidth>(&self, entry: &mut [u8], heap: &mut Heap<'_, W>) -> Result<()> {
        write_element::<K, W>(&self.as_set(), entry, heap)
    }
}

impl<K: MapKey, V: Value> EntryPart for (&K, &V) {
    const LAYOUT: EntryLayout = shape::<K, V>().layout;

    fn order(&self, other: &Self) -> Ordering {
        self.0.order(&other.0)
    }

    fn check(&self, levels: u32) -> Result<()> {
        self.0.check(levels)?;
        V::check(&self.1.as_set(), levels).map_err(|error| name_entry(error, self.0))
    }

    #[inline]
    fn heap_len<W: StaticWidth>(&self, levels: u32) -> u64 {
        let value = element_len::<V, W>(&self.1.as_set(), levels);
        self.0.heap_len::<W>(levels).saturating_add(value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<W: StaticWidth>(&self, entry: &mut [u8], heap: &mut Heap<'_, W>) -> Result<()> {
        let at = K::ELEMENT.size.at(W::WIDTH.shift());
        let (key, value) = entry.split_at_mut_checked(at).ok_or_else(length_changed)?;
        self.0.write::<W>(key, heap)?;
        write_element::<V, W>(&self.1.as_set(), value, heap)
    }
}

/// Adds the key of an entry to the error of its value, if the key is text or an integer: what the
/// edit cursor of a map says.
#[cold]
fn name_entry<K: MapKey>(error: Error, key: &K) -> Error {
    match (&*K::PLAN.ty, K::stored(&key.as_set(), K::DEFAULT)) {
        (Type::String, StoredForm::Content(text)) => match crate::wire::proved::text(text) {
            Some(text) => error.in_step(format_args!("{}", Quoted(text))),
            None => error,
        },
        #[allow(clippy::cast_possible_truncation)] // It has at most 64 bits.
        (Type::Scalar(scalar), StoredForm::Word(word, _)) if scalar.is_integer() && scalar.size() <= 8 => {
            name_integer(error, *scalar, word as u64)
        }
        _ => error,
    }
}

/// Bytes of a map with all it holds.
fn map_len<P: EntryPart, W: StaticWidth>(entries: impl ExactSizeIterator<Item = P>, levels: u32) -> u64 {
    let Some(levels) = levels.checked_sub(1) else { return TOO_DEEP };
    let count = entries.len();
    if count > (u32::MAX >> 1) as usize {
        return TOO_DEEP.saturating_sub(1);
    }
    let run = |count, is_map| ListHeader::run(&P::LAYOUT, is_map, count, W::WIDTH.shift()).object_len();
    let mut len = match DirectoryHeader::canonical(&P::LAYOUT, count) {
        None => run(count, true),
        Some((directory, fill)) => {
            let full = directory.blocks.saturating_sub(1);
            let last = run(count.saturating_sub(full.saturating_mul(fill)), false);
            let full = (full as u64).saturating_mul(run(fill, false));
            full.saturating_add(last).saturating_add(directory.object_len(W::DYNAMIC) as u64)
        }
    };
    for entry in entries {
        len = len.saturating_add(entry.heap_len::<W>(levels));
        if len > W::MAX_LEN {
            break;
        }
    }
    bounded(len)
}

/// Whether two different Rust keys of a map are stored as the same key.
fn same_keys<K: MapKey>(keys: impl ExactSizeIterator<Item = impl EntryPart>) -> bool {
    if const { !K::COINCIDES } {
        return false;
    }
    let mut keys: Vec<_> = keys.collect();
    keys.sort_by(EntryPart::order);
    !keys.is_sorted_by(|one, other| one.order(other).is_lt())
}

#[cold]
#[inline(never)]
fn keys_coincide() -> Error {
    Error::fixed(&FixedError(ErrorKind::Type, "two keys that differ in Rust are one when they are stored"))
}

/// Writes a map with all it holds. Its stored keys are distinct.
fn write_map<P: EntryPart, W: StaticWidth>(
    entries: impl ExactSizeIterator<Item = P> + Clone,
    (record, slot): (&mut [u8], Size),
    heap: &mut Heap<'_, W>,
    is_ordered: bool,
) -> Result<()> {
    heap.point(record, slot)?;
    let is_sorted = is_ordered || entries.clone().is_sorted_by(|one, other| one.order(other) != Ordering::Greater);
    if is_sorted && DirectoryHeader::canonical(&P::LAYOUT, entries.len()).is_none() {
        return write_run(entries, true, heap);
    }
    let mut entries: Vec<P> = entries.collect();
    if !is_sorted {
        entries.sort_by(EntryPart::order);
    }
    write_sorted(&entries, heap)
}

/// Writes a map of sorted entries.
#[inline(never)]
fn write_sorted<P: EntryPart, W: StaticWidth>(entries: &[P], heap: &mut Heap<'_, W>) -> Result<()> {
    let Some((directory, fill)) = DirectoryHeader::canonical(&P::LAYOUT, entries.len()) else {
        return write_run(entries.iter().copied(), true, heap);
    };
    let mut object = heap.front().part(directory.object_len(W::DYNAMIC)).ok_or_else(length_changed)?;
    let head = object.zeros(directory.len()).ok_or_else(length_changed)?;
    directory.write(head).ok_or_else(length_changed)?;
    object.each(W::DYNAMIC.bytes(), entries.chunks(fill), |block, pointer| {
        heap.point(pointer, Size::ZERO)?;
        write_run(block.iter().copied(), false, heap)
    })?;
    object.full().ok_or_else(length_changed)
}

fn write_run<P: EntryPart, W: StaticWidth>(
    entries: impl ExactSizeIterator<Item = P>,
    is_map: bool,
    heap: &mut Heap<'_, W>,
) -> Result<()> {
    let header = ListHeader::run(&P::LAYOUT, is_map, entries.len(), W::WIDTH.shift());
    let len = header.len_of_object().ok_or_else(length_changed)?;
    let mut object = heap.front().part(len).ok_or_else(length_changed)?;
    header.begin(&mut object).ok_or_else(length_changed)?;
    object.each(header.stride(), entries, |entry, bytes| entry.write::<W>(bytes, heap))?;
    object.full().ok_or_else(length_changed)
}

/// Calls `entry` with the key and the value part of each entry of the map behind a slot.
fn decode_map<'b, W: Width>(
    record: &[u8],
    place: &Place,
    shape: &EntryShape<'_>,
    decoder: &mut Decoder<'b, W>,
    mut entry: impl FnMut(&[u8], &[u8], &mut Decoder<'b, W>) -> Result<bool>,
) -> Result<()> {
    let Some(object) = decoder.follow(record, place.slot)? else { return Ok(()) };
    let buf = decoder.buf;
    let map = buf.map(object, shape)?;
    decoder.enter()?;
    if let Err(pointers) = map.parts() {
        decoder.spend(pointers)?;
    }
    let at = shape.layout.key.at(decoder.shift());
    let mut count = 0usize;
    for number in 0..buf.runs(&map) {
        let run = buf.run(&map, number, shape)?;
        decoder.spend(run.bytes)?;
        count = count.saturating_add(run.count);
        for bytes in run.bytes.chunks_exact(run.stride.max(1)) {
            let (key, value) = bytes.split_at_checked(at).unwrap_or((bytes, &[]));
            if !entry(key, value, decoder)? {
                return Err(Error::corrupt(buf.position(bytes), Wording::KeyTwice));
            }
        }
    }
    if count != map.count {
        return Err(Error::corrupt(buf.position(object), Wording::MapCount));
    }
    decoder.leave();
    Ok(())
}

/// The entries of a map.
pub(super) struct MapPlan<K, V>(PhantomData<(K, V)>);

impl<K: Value, V: Value> MapPlan<K, V> {
    pub(super) const PLAN: &'static MapEntry = &entry::<K>(Some(item::<V>()));
}

/// The entries of a set.
pub(super) struct SetPlan<K>(PhantomData<K>);

impl<K: Value> SetPlan<K> {
    pub(super) const PLAN: &'static MapEntry = &entry::<K>(None);
}

macro_rules! collection {
    (@type [$key:ty] [$value:ty]) => {
        super::plan::map(MapPlan::<$key, $value>::PLAN)
    };
    (@type [$key:ty] []) => {
        super::plan::map(SetPlan::<$key>::PLAN)
    };
    (@insert $into:ident, $decoder:ident, $key_bytes:ident [$key:ty], $bytes:ident [$value:ty]) => {{
        let key = decode_element::<$key, _>($key_bytes, $decoder)?;
        if const { is_large::<$value>() } {
            $decoder.make::<$value>(1)?;
        }
        let value = match decode_element::<$value, _>($bytes, $decoder) {
            Err(error) => Err(name_entry(error, &key)),
            value => value,
        };
        // In a frame of its own, so that moved entries take no stack while others are decoded.
        if const { is_large::<$value>() } {
            return finish(value, |value| $into.insert(key, value).is_none());
        }
        Ok($into.insert(key, value?).is_none())
    }};
    (@insert $into:ident, $decoder:ident, $key_bytes:ident [$key:ty]) => {
        Ok($into.insert(decode_element::<$key, _>($key_bytes, $decoder)?))
    };
    (
        [$($generics:tt)*] [$($decodes:tt)*] $type:ty, [$key:ty $(, $value:ty)?], $view:ty, $edit:ident, $shape:expr, $is_ordered:expr
    ) => {
        impl<$($generics)*> Value for $type {
            const SHAPE: TypeShape = TypeShape::POINTER;
            const PLAN: TypePlan = TypePlan::new(collection!(@type [$key] [$($value)?]))
            .guarding(<$key>::PLAN.guards $(|| <$value>::PLAN.guards)?)
            .knowing(|| parts_convert::<$key>() $(|| parts_convert::<$value>())?, None)
            .lending(<$key>::PLAN.lends $(|| <$value>::PLAN.lends)?)
            .unsorted();
            type Default = ();
            const DEFAULT: &'static () = &();
            opened_as_read!();
            type Get<'a, R: Reading> = $view;
            type GetList<'a, R: Reading> = List<'a, Self, R>;
            type Set<'a>
                = &'a Self
            where
                Self: 'a;
            type Cursor<'a, S: Storage + 'a> = $edit<'a, S, $key $(, $value)?>;
            type FieldCursor<'a, S: Storage + 'a> = $edit<'a, S, $key $(, $value)?>;
            type Edit<'a, S: Storage + 'a> = crate::typed::root::RootEdit<Self, S>;

            #[inline(always)]
            fn as_set(&self) -> &Self {
                self
            }

            fn check(value: &&Self, levels: u32) -> Result<()> {
                let Some(levels) = levels.checked_sub(1) else { return Ok(()) };
                value.iter().try_for_each(|entry| entry.check(levels))?;
                if same_keys::<$key>(value.iter()) { Err(keys_coincide()) } else { Ok(()) }
            }

            #[inline(always)]
            fn is_default(value: &&Self, (): &()) -> bool {
                value.is_empty()
            }

            fn heap_len<const ELEMENT: bool, W: StaticWidth>(
                value: &&Self,
                at: &At<'_, (), ELEMENT>,
                levels: u32,
            ) -> u64 {
                if value.is_empty() && !at.keep {
                    return 0;
                }
                // Refused before anything is written; `check` tells why.
                if same_keys::<$key>(value.iter()) {
                    return TOO_DEEP;
                }
                map_len::<_, W>(value.iter(), levels)
            }

            fn write<const ELEMENT: bool, W: StaticWidth>(
                value: &&Self,
                record: &mut [u8],
                at: &At<'_, (), ELEMENT>,
                heap: &mut Heap<'_, W>,
            ) -> Result<()> {
                if value.is_empty() && !at.keep {
                    return Ok(());
                }
                if heap.checks() && same_keys::<$key>(value.iter()) {
                    return Err(keys_coincide());
                }
                heap.enter()?;
                write_map::<_, W>(value.iter(), (record, at.place.slot), heap, const { $is_ordered })?;
                heap.leave();
                Ok(())
            }

            #[inline]
            fn get<'a, R: Reading, const ELEMENT: bool>(
                slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
            ) -> Result<$view, R::Error> {
                <$view>::behind(slot.record(), slot.at().place.slot, slot.known())
            }

            #[inline]
            fn prove_value<const ELEMENT: bool, W: Proving>(
                prover: &mut Prover<'_, W>,
                record: &[u8],
                at: &At<'_, (), ELEMENT>,
            ) -> Option<()> {
                prove_map::<$key, W>(prover, record, at.place.slot, &$shape, |_prover, _value| {
                    $(_prover.value::<$value>(_value)?;)?
                    Some(())
                })
            }

            #[inline]
            fn cursor<'a, const ELEMENT: bool, S: Storage>(
                session: &'a mut Session<S>,
                target: Target<'a>,
                at: &At<'_, (), ELEMENT>,
            ) -> Result<Self::Cursor<'a, S>> {
                let link = Link::new(session.list_slot(target, at.place), session);
                Ok($edit::new(session, link))
            }

            #[inline]
            fn field_cursor<'a, S: Storage>(
                session: &'a mut Session<S>,
                link: &'a Link<'a>,
                at: &At<'_, ()>,
            ) -> Self::FieldCursor<'a, S> {
                let link = link.list(session, at.step(), at.place);
                $edit::new(session, link)
            }
        }

        impl<'b, $($decodes)*> Decode<'b> for $type {
            fn decode<const ELEMENT: bool, W: Width>(
                record: &[u8],
                at: &At<'_, (), ELEMENT>,
                decoder: &mut Decoder<'b, W>,
            ) -> Result<Self> {
                let mut into = Self::default();
                decode_map(record, at.place, &$shape, decoder, |key, _value, decoder| {
                    collection!(@insert into, decoder, key [$key] $(, _value [$value])?)
                })?;
                Ok(into)
            }
        }
    };
}

collection!(
    [K: MapKey + Ord, V: Value] [K: MapKey + Ord + Decode<'b>, V: Decode<'b>] BTreeMap<K, V>, [K, V], Map<'a, K, V, R>, MapEdit, shape::<K, V>(), K::KEEPS_ORDER
);
collection!(
    [K: MapKey + Ord] [K: MapKey + Ord + Decode<'b>] BTreeSet<K>, [K], Set<'a, K, R>, SetEdit, set_shape::<K>(), K::KEEPS_ORDER
);
#[cfg(feature = "std")]
collection!(
    [K: MapKey + Hash + Eq, V: Value, H: BuildHasher + Default] [K: MapKey + Hash + Eq + Decode<'b>, V: Decode<'b>, H: BuildHasher + Default] HashMap<K, V, H>, [K, V], Map<'a, K, V, R>, MapEdit, shape::<K, V>(), false
);
#[cfg(feature = "std")]
collection!(
    [K: MapKey + Hash + Eq, H: BuildHasher + Default] [K: MapKey + Hash + Eq + Decode<'b>, H: BuildHasher + Default] HashSet<K, H>, [K], Set<'a, K, R>, SetEdit, set_shape::<K>(), false
);
