//! Types of std and of other crates as fields, without attributes: sequences, texts, ranges, paths
//! and `Result`. Those that are stored as one scalar, and socket addresses, are in `scalar`.
//!
//! Sequences and texts are stored like `Vec`, `String` and `FixedStr`. Types with their elements in
//! one slice are set by that slice. Types without such a slice, or of limited capacity, are set by
//! a reference (`sequence`); those of limited capacity may refuse a list when it is decoded.

mod scalar;

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::{Range, RangeInclusive};

#[cfg(any(feature = "bytes", feature = "smallvec", feature = "compact_str", feature = "arrayvec"))]
use crate::__forward_key;
#[cfg(any(feature = "bytes", feature = "smallvec", feature = "compact_str", feature = "arrayvec"))]
use crate::__forward_rules;
use crate::read::document::Decoder;
use crate::typed::vec::{list_len, write_list};
use crate::typed::{At, Decode, Heap, TypePlan, TypeShape};
use crate::wire::proved::Derived;
use crate::wire::width::{StaticWidth, Width};
use crate::{__forward_value, Value};

/// Implements [`Value`] for a type that is stored as a list of `$element`; `$iter` iterates over
/// setter arguments of the elements.
macro_rules! sequence {
    (
        [$($generics:tt)*] [$($decodes:tt)*] $type:ty => $element:ty, |$this:ident| $iter:expr, |$value:ident| $wrap:expr
    ) => {
        impl<$($generics)*> Value for $type {
            const SHAPE: TypeShape = TypeShape::POINTER;
            const PLAN: TypePlan = <Vec<$element> as Value>::PLAN;
            $crate::__stored_as!(@prove Vec<$element>);
            $crate::__stored_as!(@get Vec<$element>, Derived::own());
            $crate::__stored_as!(@cursor Vec<$element>);
            type Set<'a>
                = &'a Self
            where
                Self: 'a;

            #[inline(always)]
            fn as_set(&self) -> &Self {
                self
            }

            fn check(value: &&Self, levels: u32) -> $crate::Result<()> {
                let Some(levels) = levels.checked_sub(1) else { return Ok(()) };
                let $this = *value;
                $iter.enumerate().try_for_each(|(index, value)| {
                    <$element>::check(&value, levels).map_err(|error| error.in_element(index))
                })
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
                let $this = *value;
                if $this.is_empty() && !at.keep { 0 } else { list_len::<$element, W>($iter, levels) }
            }

            fn write<const ELEMENT: bool, W: StaticWidth>(
                value: &&Self,
                record: &mut [u8],
                at: &At<'_, (), ELEMENT>,
                heap: &mut Heap<'_, W>,
            ) -> $crate::Result<()> {
                let $this = *value;
                if $this.is_empty() && !at.keep {
                    return Ok(());
                }
                heap.point(record, at.place.slot)?;
                write_list::<$element, W>(&$iter, None, heap)
            }
        }

        impl<'b, $($decodes)*> Decode<'b> for $type {
            fn decode<const ELEMENT: bool, W: Width>(
                record: &[u8],
                at: &At<'_, (), ELEMENT>,
                decoder: &mut Decoder<'b, W>,
            ) -> $crate::Result<Self> {
                let $value = Vec::<$element>::decode(record, at, decoder)?;
                $wrap
            }
        }
    };
}

sequence!([T: Value] [T: Decode<'b>] VecDeque<T> => T, |this| this.iter().map(|value| value.as_set()), |values| Ok(values.into()));

#[cfg(feature = "arrayvec")]
sequence!(
    [T: Value, const N: usize] [T: Decode<'b>, const N: usize] arrayvec::ArrayVec<T, N> => T,
    |this| this.iter().map(|value| value.as_set()),
    |values| if values.len() > N { Err(too_many(N)) } else { Ok(values.into_iter().collect()) }
);

/// The error for a list of more elements than the type has room for.
#[cfg(feature = "arrayvec")]
#[cold]
fn too_many(room: usize) -> crate::Error {
    crate::Error::of(crate::ErrorKind::Type, crate::error::Wording::ListRoom, [room as u64, 0, 0])
}

// In insertion order, which a map of the format does not keep.
#[cfg(feature = "indexmap")]
mod ordered {
    use core::hash::{BuildHasher, Hash};

    use indexmap::{IndexMap, IndexSet};

    use super::{
        At, Decode, Decoder, Derived, Heap, StaticWidth, TypePlan, TypeShape, Value, Vec, Width, list_len, write_list,
    };
    use crate::error::{Error, ErrorKind, FixedError};

    sequence!(
        [K: Value + Hash + Eq, V: Value, H: BuildHasher + Default] [K: Decode<'b> + Hash + Eq, V: Decode<'b>, H: BuildHasher + Default] IndexMap<K, V, H> => (K, V),
        |this| this.iter().map(|(key, value)| (key.as_set(), value.as_set())),
        |entries| {
            let count = entries.len();
            let map: Self = entries.into_iter().collect();
            if map.len() == count { Ok(map) } else { Err(twice()) }
        }
    );
    sequence!(
        [K: Value + Hash + Eq, H: BuildHasher + Default] [K: Decode<'b> + Hash + Eq, H: BuildHasher + Default] IndexSet<K, H> => K,
        |this| this.iter().map(|key| key.as_set()),
        |keys| {
            let count = keys.len();
            let set: Self = keys.into_iter().collect();
            if set.len() == count { Ok(set) } else { Err(twice()) }
        }
    );

    /// The error for a list with repeated keys, which is not a map or set.
    #[cold]
    fn twice() -> Error {
        Error::fixed(&FixedError(ErrorKind::Type, "a key comes twice in the stored list"))
    }
}

#[cfg(feature = "smallvec")]
__forward_value!(
    [A: smallvec::Array<Item: Value>] [] smallvec::SmallVec<A> => Vec<A::Item>,
    set |this| this,
    |value| value.into()
);

// As long as its room and no longer; so the two are the same, but for a zero at the end.
#[cfg(feature = "arrayvec")]
__forward_value!(
    [const N: usize] [] arrayvec::ArrayString<N> => crate::scalar::FixedStr<N>,
    set |this| this,
    |value| arrayvec::ArrayString::from(value.as_str()).unwrap_or_default()
);
#[cfg(feature = "arrayvec")]
__forward_rules!([const N: usize] [] arrayvec::ArrayString<N> => crate::scalar::FixedStr<N>, '__r);

#[cfg(feature = "bytes")]
__forward_value!([] [] bytes::Bytes => Vec<u8>, set |this| this, |value| value.into());
#[cfg(feature = "bytes")]
__forward_key!([] [] bytes::Bytes => Vec<u8>);
#[cfg(feature = "bytes")]
__forward_rules!([] [] bytes::Bytes => Vec<u8>, '__r);

#[cfg(feature = "compact_str")]
__forward_value!(
    [] [] compact_str::CompactString => alloc::string::String,
    set |this| this,
    |value| value.into()
);
#[cfg(feature = "compact_str")]
__forward_key!([] [] compact_str::CompactString => alloc::string::String);
#[cfg(feature = "compact_str")]
__forward_rules!([] [] compact_str::CompactString => alloc::string::String, '__r);

// `Range` and `RangeInclusive`: tuples of start and end, which are set and read as tuples.

__forward_value!(
    [T: Value] [] Range<T> => (T, T),
    set |this| (this.start.as_set(), this.end.as_set()),
    |value| value.0..value.1
);
// Whether an iteration over it has ended is not stored.
__forward_value!(
    [T: Value] [] RangeInclusive<T> => (T, T),
    set |this| (this.start().as_set(), this.end().as_set()),
    |value| value.0..=value.1
);

/// `PathBuf`: text in a buffer, like `String`. A path that is not UTF-8 is refused like a value
/// that breaks a rule: it is measured as a length that no buffer has, before anything is written.
/// Any text is a path, so a part of it is edited as text.
#[cfg(feature = "std")]
mod path {
    use alloc::string::String;
    use core::cmp::Ordering;
    use std::path::{Path, PathBuf};

    use super::{At, Decode, Decoder, Derived, Heap, StaticWidth, TypePlan, TypeShape, Value, Width};
    use crate::__stored_as;
    use crate::error::{Error, ErrorKind, FixedError, Result};
    use crate::layout::Place;
    use crate::read::open::RecordBytes;
    use crate::typed::key::MapKey;
    use crate::typed::{List, Reading, TypedSlot, opened_as_read};
    use crate::write::value::UNWRITABLE;
    use crate::write::{Session, Storage, Target};

    /// The text of a path.
    #[inline]
    fn text(path: &Path) -> Result<&str> {
        path.to_str().ok_or_else(not_text)
    }

    #[cold]
    #[inline(never)]
    fn not_text() -> Error {
        Error::fixed(&FixedError(ErrorKind::Type, "the path is not UTF-8, and paths are stored as text"))
    }

    impl Value for PathBuf {
        const SHAPE: TypeShape = <String as Value>::SHAPE;
        const PLAN: TypePlan = <String as Value>::PLAN;
        opened_as_read!();
        __stored_as!(@prove String);
        __stored_as!(@cursor String);
        type Get<'a, R: Reading> = &'a Path;
        type GetList<'a, R: Reading> = List<'a, Self, R>;
        type Set<'a> = &'a Path;

        #[inline(always)]
        fn as_set(&self) -> &Path {
            self
        }

        #[cold]
        fn check(value: &&Path, _: u32) -> Result<()> {
            text(value).map(drop)
        }

        #[inline]
        fn is_default(value: &&Path, default: &&'static str) -> bool {
            value.to_str() == Some(default)
        }

        #[inline]
        fn heap_len<const ELEMENT: bool, W: StaticWidth>(
            value: &&Path,
            at: &At<'_, &'static str, ELEMENT>,
            levels: u32,
        ) -> u64 {
            value.to_str().map_or(UNWRITABLE, |text| String::heap_len::<ELEMENT, W>(&text, at, levels))
        }

        #[inline]
        fn write<const ELEMENT: bool, W: StaticWidth>(
            value: &&Path,
            record: &mut [u8],
            at: &At<'_, &'static str, ELEMENT>,
            heap: &mut Heap<'_, W>,
        ) -> Result<()> {
            String::write(&text(value)?, record, at, heap)
        }

        #[inline]
        fn get<'a, R: Reading, const ELEMENT: bool>(
            slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
        ) -> Result<&'a Path, R::Error> {
            String::get(slot.stored_as::<String>(Derived::own())).map(Path::new)
        }

        #[inline]
        fn set<const ELEMENT: bool, S: Storage>(
            session: &mut Session<S>,
            target: Target<'_>,
            at: &At<'_, &'static str, ELEMENT>,
            value: &&Path,
        ) -> Result<()> {
            String::set(session, target, at, &text(value)?)
        }
    }

    impl<'b> Decode<'b> for PathBuf {
        #[inline]
        fn decode<const ELEMENT: bool, W: Width>(
            record: &[u8],
            at: &At<'_, &'static str, ELEMENT>,
            decoder: &mut Decoder<'b, W>,
        ) -> Result<Self> {
            String::decode(record, at, decoder).map(Self::from)
        }
    }

    /// The order of the text, which differs from the order of components in std.
    impl MapKey for PathBuf {
        #[inline]
        fn compare_at(record: &RecordBytes<'_>, place: &Place, key: &&Path) -> Result<Ordering> {
            match key.to_str() {
                Some(text) => String::compare_at(record, place, &text),
                // Such a value is in no map.
                None => Ok(Ordering::Greater),
            }
        }

        #[inline]
        fn order_at(one: &RecordBytes<'_>, other: &RecordBytes<'_>, place: &Place) -> Result<Ordering> {
            String::order_at(one, other, place)
        }

        #[inline(always)]
        fn reborrow<'k>(key: &&'k Path) -> &'k Path
        where
            'k: 'k,
        {
            key
        }

        #[inline]
        fn order(one: &&Path, other: &&Path) -> Ordering {
            one.as_os_str().cmp(other.as_os_str())
        }
    }
}

// `Result`: a union of two variants. Its impls are derived from the enum that is repeated here.

/// The outcome of something.
#[cfg(feature = "derive")]
#[derive(crate::Vellum)]
#[vellum(remote = ::core::result::Result)]
#[allow(dead_code)]
pub enum Result<T, E> {
    /// The value.
    Ok(T),
    /// The error.
    Err(E),
}
