//! Types that can be keys of maps and sets.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::Value;
use crate::error::Result;
use crate::read::record::RecordBytes;
use crate::read::search::{self, Less};

/// A type that can be a key of a map or an element of a set: text, bytes, `bool`, `char`, integers, enums without payloads,
/// and the types of [`value`](crate::value) that have an order.
///
/// Keys are ordered by value: integers as numbers, text and bytes byte by byte, enums by their numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key of a map or an element of a set",
    label = "keys are text, bytes, `bool`, `char`, integers, enums without payloads, and decimals, identifiers, addresses, dates and times of `vellum::value` and `core::net`"
)]
pub trait Key: Value {
    /// The key of an entry against another.
    #[doc(hidden)]
    fn compare(entry: &RecordBytes<'_>, key: &Self::Set<'_>) -> Result<Ordering>;

    /// Whether the key of an entry is less than another.
    #[doc(hidden)]
    #[inline(always)]
    fn is_less(entry: &RecordBytes<'_>, key: &Self::Set<'_>) -> Less {
        Self::compare(entry, key).into()
    }

    /// Whether the key of an entry is less than that of another.
    #[doc(hidden)]
    fn ascends(one: &RecordBytes<'_>, other: &RecordBytes<'_>) -> bool;

    /// A copy of the key.
    #[doc(hidden)]
    fn again<'k>(key: &Self::Set<'k>) -> Self::Set<'k>;

    /// The order of two keys.
    #[doc(hidden)]
    fn order(one: &Self::Set<'_>, other: &Self::Set<'_>) -> Ordering;
}

impl Key for String {
    #[inline]
    fn compare(entry: &RecordBytes<'_>, key: &&str) -> Result<Ordering> {
        search::compare_blob(entry.buf(), entry.bytes(), key.as_bytes())
    }

    #[inline(always)]
    fn is_less(entry: &RecordBytes<'_>, key: &&str) -> Less {
        search::is_blob_less(*entry.buf(), entry.bytes(), key.as_bytes())
    }

    #[inline]
    fn ascends(one: &RecordBytes<'_>, other: &RecordBytes<'_>) -> bool {
        search::blob_ascends(one, other)
    }

    #[inline(always)]
    fn again<'k>(key: &&'k str) -> &'k str
    where
        'k: 'k,
    {
        key
    }

    #[inline]
    fn order(one: &&str, other: &&str) -> Ordering {
        one.cmp(other)
    }
}

impl Key for Vec<u8> {
    #[inline]
    fn compare(entry: &RecordBytes<'_>, key: &&[u8]) -> Result<Ordering> {
        search::compare_blob(entry.buf(), entry.bytes(), key)
    }

    #[inline(always)]
    fn is_less(entry: &RecordBytes<'_>, key: &&[u8]) -> Less {
        search::is_blob_less(*entry.buf(), entry.bytes(), key)
    }

    #[inline]
    fn ascends(one: &RecordBytes<'_>, other: &RecordBytes<'_>) -> bool {
        search::blob_ascends(one, other)
    }

    #[inline(always)]
    fn again<'k>(key: &&'k [u8]) -> &'k [u8]
    where
        'k: 'k,
    {
        key
    }

    #[inline]
    fn order(one: &&[u8], other: &&[u8]) -> Ordering {
        one.cmp(other)
    }
}

/// Implements [`Key`] for a type stored as a word.
#[doc(hidden)]
#[macro_export]
macro_rules! __scalar_key {
    ([$($generics:tt)*] $type:ty, |$key:ident| $sorted:expr) => {
        impl<$($generics)*> $crate::Key for $type {
            #[inline]
            fn compare(
                entry: &$crate::__private::RecordBytes<'_>,
                key: &$type,
            ) -> $crate::Result<::core::cmp::Ordering> {
                let stored = $crate::__v::at::get_element::<$type>(entry)?;
                ::core::result::Result::Ok(<Self as $crate::Key>::order(&stored, key))
            }

            #[inline]
            fn ascends(
                one: &$crate::__private::RecordBytes<'_>,
                other: &$crate::__private::RecordBytes<'_>,
            ) -> bool {
                let key = $crate::__v::at::get_element::<$type>;
                match (key(one), key(other)) {
                    (::core::result::Result::Ok(one), ::core::result::Result::Ok(other)) => {
                        <Self as $crate::Key>::order(&one, &other).is_lt()
                    }
                    _ => false,
                }
            }

            #[inline(always)]
            fn again<'k>(key: &$type) -> $type
            where
                'k: 'k,
            {
                <$type as $crate::__private::Value>::as_set(key)
            }

            #[inline]
            fn order(one: &$type, other: &$type) -> ::core::cmp::Ordering {
                let sorted = |$key: &$type| $sorted;
                ::core::cmp::Ord::cmp(&sorted(one), &sorted(other))
            }
        }
    };
}

macro_rules! keys {
    ($($type:ty),*) => {$(__scalar_key!([] $type, |key| *key);)*};
}
keys!(bool);

/// Implements [`Key`] for a type that is stored as a key is.
#[doc(hidden)]
#[macro_export]
macro_rules! __forward_key {
    ([$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty as $sets:ty $(, $where:tt)?) => {
        impl<$($generics)*> $crate::Key for $type
        where
            $($wheres)*
            $(for<$where>)? $sets: $crate::Key,
        {
            #[inline]
            fn compare(
                entry: &$crate::__private::RecordBytes<'_>,
                key: &<$sets as $crate::Value>::Set<'_>,
            ) -> $crate::Result<::core::cmp::Ordering> {
                <$sets as $crate::Key>::compare(entry, key)
            }

            #[inline(always)]
            fn is_less(
                entry: &$crate::__private::RecordBytes<'_>,
                key: &<$sets as $crate::Value>::Set<'_>,
            ) -> $crate::__private::Less {
                <$sets as $crate::Key>::is_less(entry, key)
            }

            #[inline]
            fn ascends(
                one: &$crate::__private::RecordBytes<'_>,
                other: &$crate::__private::RecordBytes<'_>,
            ) -> bool {
                <$sets as $crate::Key>::ascends(one, other)
            }

            #[inline]
            fn again<'k>(key: &<$sets as $crate::Value>::Set<'k>) -> <$sets as $crate::Value>::Set<'k> {
                <$sets as $crate::Key>::again(key)
            }

            #[inline]
            fn order(
                one: &<$sets as $crate::Value>::Set<'_>,
                other: &<$sets as $crate::Value>::Set<'_>,
            ) -> ::core::cmp::Ordering {
                <$sets as $crate::Key>::order(one, other)
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
__forward_key!([K: Key] Box<K> => K);
__forward_key!([K: Key] Rc<K> => K);
__forward_key!([K: Key] Arc<K> => K);
