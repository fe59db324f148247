//! Types that can be keys of maps and sets.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Value;
use super::element::element;
use super::tuple::{TuplePlan, part};
use crate::error::Result;
use crate::layout::{Place, plan};
use crate::read::open::RecordBytes;
use crate::read::search;
use crate::wire::stored;

/// A type that can be a key of a map or an element of a set: text, bytes, `bool`, `char`, integers,
/// enums without payloads, the types of [`value`](crate::value) that have an order, arrays of
/// bytes, and tuples of any of these.
///
/// Keys are ordered by value: integers as numbers, text and bytes byte by byte, enums by their
/// numbers, tuples by the first part that differs.
///
/// ```
/// use std::collections::BTreeMap;
/// use vellum::Vellum;
///
/// #[derive(Vellum)]
/// struct Prices { of: BTreeMap<(u32, String), u64> }
///
/// let of = [((7, "EUR".into()), 120), ((7, "USD".into()), 130), ((9, "EUR".into()), 80)].into();
/// let mut bytes = vellum::to_vec(&Prices { of })?;
/// Prices::edit(&mut bytes)?.of().insert((7, "GBP"), 100)?;
/// let prices = Prices::peek(&bytes)?.of()?;
/// assert_eq!(prices.get((9, "EUR"))?, Some(80));
/// assert_eq!(prices.range((7, "")..(8, ""))?.count(), 3);
/// # Ok::<(), vellum::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key of a map or an element of a set",
    label = "keys are text, bytes, `bool`, `char`, integers, enums without payloads, and decimals, identifiers, addresses, dates and times of `vellum::value` and `core::net`, `[u8; N]`, and tuples of these"
)]
pub trait MapKey: Value {
    /// Whether different Rust keys may be stored as the same key: structs with skipped fields, and
    /// open enums with a number that is also a variant.
    #[doc(hidden)]
    const COINCIDES: bool = false;

    /// Whether keys in the order of Rust's `Ord`, as a `BTreeMap` has them, are in that of the
    /// stored keys. False where that is not known.
    #[doc(hidden)]
    const KEEPS_ORDER: bool = false;

    /// Compares the key at a place of a record with another.
    #[doc(hidden)]
    fn compare_at(record: &RecordBytes<'_>, place: &Place, key: &Self::Set<'_>) -> Result<Ordering>;

    /// Compares the key of an entry with another.
    #[doc(hidden)]
    #[inline]
    fn compare(entry: &RecordBytes<'_>, key: &Self::Set<'_>) -> Result<Ordering> {
        Self::compare_at(entry, element::<Self>().place, key)
    }

    /// The bytes of a key that lies behind a pointer; `None` for other types.
    #[doc(hidden)]
    #[inline(always)]
    fn as_blob<'k>(_key: &'k Self::Set<'_>) -> Option<&'k [u8]> {
        None
    }

    /// The order of the keys at a place of two records.
    #[doc(hidden)]
    fn order_at(one: &RecordBytes<'_>, other: &RecordBytes<'_>, place: &Place) -> Result<Ordering>;

    /// Whether the key of an entry is less than that of another.
    #[doc(hidden)]
    #[inline]
    fn ascends(one: &RecordBytes<'_>, other: &RecordBytes<'_>) -> bool {
        Self::order_at(one, other, element::<Self>().place).is_ok_and(Ordering::is_lt)
    }

    /// A copy of the key.
    #[doc(hidden)]
    fn reborrow<'k>(key: &Self::Set<'k>) -> Self::Set<'k>;

    /// The order of two keys.
    #[doc(hidden)]
    fn order(one: &Self::Set<'_>, other: &Self::Set<'_>) -> Ordering;
}

/// Implements [`MapKey`] for text and bytes behind a pointer.
macro_rules! blob_key {
    ($type:ty, $set:ty, $borrowed:ty, |$key:ident| $bytes:expr) => {
        impl MapKey for $type {
            const KEEPS_ORDER: bool = true;

            #[inline]
            fn compare_at(record: &RecordBytes<'_>, place: &Place, $key: &$set) -> Result<Ordering> {
                search::compare_blob(record.buf(), record.bytes(), place.slot, $bytes)
            }

            #[inline(always)]
            fn as_blob<'k>($key: &'k $set) -> Option<&'k [u8]> {
                Some($bytes)
            }

            #[inline]
            fn order_at(one: &RecordBytes<'_>, other: &RecordBytes<'_>, place: &Place) -> Result<Ordering> {
                search::order_blobs(one, other, place.slot)
            }

            #[inline(always)]
            fn reborrow<'k>(key: &&'k $borrowed) -> &'k $borrowed
            where
                'k: 'k,
            {
                key
            }

            #[inline]
            fn order(one: &$set, other: &$set) -> Ordering {
                one.cmp(other)
            }
        }
    };
}
blob_key!(String, &str, str, |key| key.as_bytes());
blob_key!(Vec<u8>, &[u8], [u8], |key| key);

/// The bytes of an array at a place.
#[inline(always)]
fn array_at<'a, const N: usize>(record: &RecordBytes<'a>, place: &Place) -> &'a [u8] {
    stored(record.bytes(), place.slot.at(record.shift()), N)
}

impl<const N: usize> MapKey for [u8; N] {
    #[inline]
    fn compare_at(record: &RecordBytes<'_>, place: &Place, key: &&Self) -> Result<Ordering> {
        Ok(array_at::<N>(record, place).cmp(key.as_slice()))
    }

    #[inline]
    fn order_at(one: &RecordBytes<'_>, other: &RecordBytes<'_>, place: &Place) -> Result<Ordering> {
        Ok(array_at::<N>(one, place).cmp(array_at::<N>(other, place)))
    }

    #[inline(always)]
    fn reborrow<'k>(key: &&'k Self) -> &'k Self
    where
        'k: 'k,
    {
        key
    }

    #[inline]
    fn order(one: &&Self, other: &&Self) -> Ordering {
        one.cmp(other)
    }
}

/// Implements [`MapKey`] for a type stored as a word.
#[doc(hidden)]
#[macro_export]
macro_rules! __scalar_key {
    ([$($generics:tt)*] $type:ty, |$key:ident| $sorted:expr $(, $coincides:expr)?) => {
        impl<$($generics)*> $crate::__v::MapKey for $type {
            $(const COINCIDES: $crate::__v::bool = $coincides;)?

            #[inline]
            fn compare_at(
                __r: &$crate::__v::RecordBytes<'_>,
                __place: &$crate::__v::Place,
                __key: &$type,
            ) -> $crate::Result<::core::cmp::Ordering> {
                let __stored = $crate::__v::get_part::<$type>(__r, __place)?;
                $crate::__v::Ok(<Self as $crate::__v::MapKey>::order(&__stored, __key))
            }

            #[inline]
            fn order_at(
                __one: &$crate::__v::RecordBytes<'_>,
                __other: &$crate::__v::RecordBytes<'_>,
                __place: &$crate::__v::Place,
            ) -> $crate::Result<::core::cmp::Ordering> {
                let __one = $crate::__v::get_part::<$type>(__one, __place)?;
                let __other = $crate::__v::get_part::<$type>(__other, __place)?;
                $crate::__v::Ok(<Self as $crate::__v::MapKey>::order(&__one, &__other))
            }

            #[inline(always)]
            fn reborrow<'__k>(__key: &$type) -> $type
            where
                '__k: '__k,
            {
                <$type as $crate::__v::Value>::as_set(__key)
            }

            #[inline]
            fn order(__one: &$type, __other: &$type) -> ::core::cmp::Ordering {
                let __sorted = |$key: &$type| $sorted;
                ::core::cmp::Ord::cmp(&__sorted(__one), &__sorted(__other))
            }
        }
    };
}

macro_rules! keys {
    ($($type:ty),*) => {$(__scalar_key!([] $type, |key| *key);)*};
}
keys!(bool);

/// Implements [`MapKey`] for a type that is stored as another key type.
#[doc(hidden)]
#[macro_export]
macro_rules! __forward_key {
    ([$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty as $sets:ty $(, $where:tt, $coincides:expr)?) => {
        impl<$($generics)*> $crate::__v::MapKey for $type
        where
            $($wheres)*
            $(for<$where>)? $sets: $crate::__v::MapKey,
        {
            const COINCIDES: $crate::__v::bool = <$sets as $crate::__v::MapKey>::COINCIDES $(|| $coincides)?;

            #[inline]
            fn compare_at(
                __r: &$crate::__v::RecordBytes<'_>,
                __place: &$crate::__v::Place,
                __key: &<$sets as $crate::Value>::Set<'_>,
            ) -> $crate::Result<::core::cmp::Ordering> {
                <$sets as $crate::__v::MapKey>::compare_at(__r, __place, __key)
            }

            #[inline(always)]
            fn as_blob<'__k>(__key: &'__k <$sets as $crate::Value>::Set<'_>) -> $crate::__v::Option<&'__k [$crate::__v::u8]> {
                <$sets as $crate::__v::MapKey>::as_blob(__key)
            }

            #[inline]
            fn order_at(
                __one: &$crate::__v::RecordBytes<'_>,
                __other: &$crate::__v::RecordBytes<'_>,
                __place: &$crate::__v::Place,
            ) -> $crate::Result<::core::cmp::Ordering> {
                <$sets as $crate::__v::MapKey>::order_at(__one, __other, __place)
            }

            #[inline]
            fn reborrow<'__k>(__key: &<$sets as $crate::Value>::Set<'__k>) -> <$sets as $crate::Value>::Set<'__k> {
                <$sets as $crate::__v::MapKey>::reborrow(__key)
            }

            #[inline]
            fn order(
                __one: &<$sets as $crate::Value>::Set<'_>,
                __other: &<$sets as $crate::Value>::Set<'_>,
            ) -> ::core::cmp::Ordering {
                <$sets as $crate::__v::MapKey>::order(__one, __other)
            }
        }
    };
    ([$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty) => {
        $crate::__forward_key!([$($generics)*] [$($wheres)*] $type => $inner as $inner);
    };
    ([$($generics:tt)*] $type:ty => $inner:ty) => {
        $crate::__forward_key!([$($generics)*] [] $type => $inner);
    };
}
__forward_key!([K: MapKey] Box<K> => K);
__forward_key!([K: MapKey] Rc<K> => K);
__forward_key!([K: MapKey] Arc<K> => K);

/// Implements [`MapKey`] for a tuple: part by part, each in its own order.
macro_rules! tuple_key {
    ($count:literal: $($type:ident $index:tt $one:ident $other:ident),*) => {
        impl<$($type: MapKey),*> MapKey for ($($type,)*) {
            const COINCIDES: bool = false $(|| $type::COINCIDES)*;

            #[inline]
            fn compare_at(record: &RecordBytes<'_>, place: &Place, key: &Self::Set<'_>) -> Result<Ordering> {
                let record = part::<Self>(record, place);
                let ($($one,)*) = key;
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                $(let order = $type::compare_at(&record, &places[$index], $one)?;
                if order.is_ne() {
                    return Ok(order);
                })*
                Ok(Ordering::Equal)
            }

            #[inline]
            fn order_at(one: &RecordBytes<'_>, other: &RecordBytes<'_>, place: &Place) -> Result<Ordering> {
                let (one, other) = (part::<Self>(one, place), part::<Self>(other, place));
                let places = const { &plan(<Self as TuplePlan<$count>>::SHAPES) };
                $(let order = $type::order_at(&one, &other, &places[$index])?;
                if order.is_ne() {
                    return Ok(order);
                })*
                Ok(Ordering::Equal)
            }

            #[inline]
            fn reborrow<'k>(key: &Self::Set<'k>) -> Self::Set<'k> {
                let ($($one,)*) = key;
                ($($type::reborrow($one),)*)
            }

            #[inline]
            fn order(one: &Self::Set<'_>, other: &Self::Set<'_>) -> Ordering {
                let (($($one,)*), ($($other,)*)) = (one, other);
                Ordering::Equal$(.then_with(|| $type::order($one, $other)))*
            }
        }
    };
}
tuple_key!(1: A 0 a x);
tuple_key!(2: A 0 a x, B 1 b y);
tuple_key!(3: A 0 a x, B 1 b y, C 2 c z);
tuple_key!(4: A 0 a x, B 1 b y, C 2 c z, D 3 d u);
tuple_key!(5: A 0 a x, B 1 b y, C 2 c z, D 3 d u, E 4 e v);
tuple_key!(6: A 0 a x, B 1 b y, C 2 c z, D 3 d u, E 4 e v, F 5 f w);
tuple_key!(7: A 0 a x, B 1 b y, C 2 c z, D 3 d u, E 4 e v, F 5 f w, G 6 g s);
tuple_key!(8: A 0 a x, B 1 b y, C 2 c z, D 3 d u, E 4 e v, F 5 f w, G 6 g s, H 7 h t);
