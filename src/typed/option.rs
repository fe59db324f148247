//! Types that wrap another type: `Option<T>`, boxes, shared pointers, newtypes, and borrowed text
//! and lists.
//!
//! An absent `Option<T>` is a null pointer if the slot is a pointer, and otherwise a cleared
//! presence bit.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::codec::decode_element;
use super::element::{element, element_len, field_at, reach, write_element};
use super::key::MapKey;
use super::list::elements;
use super::prove::{Unused, absent_not_zero};
use super::scalar::set_bit;
use super::{At, Checked, Decode, Heap, List, Proven, Prover, Proving, Reading, TypePlan, TypeShape, TypedSlot, Value};
use crate::__forward_key;
use crate::error::{Result, length_changed};
use crate::layout::{Place, Size};
use crate::read::document::Decoder;
use crate::read::open::RecordBytes;
use crate::read::union::Packed;
use crate::schema::MIXED;
use crate::verify::claims::is_all;
use crate::wire::stored;
use crate::wire::width::{StaticWidth, Width, bit, put_bit};
use crate::write::log::StoredForm;
use crate::write::{Link, Session, Storage, Target};

/// The place of the value: behind the presence bit, if there is one.
#[inline(always)]
pub(super) fn inner<T: Value>(place: &Place) -> Place {
    if const { T::SHAPE.nullable } { *place } else { place.next_bit() }
}

/// Where a growable struct lies in an element of a list.
const fn strided_place<T: Value>() -> Place {
    Place::element(true, T::ELEMENT.size)
}

/// Whether the value is there.
#[inline(always)]
fn is_present<T: Value, R: Reading>(record: &RecordBytes<'_>, place: &Place) -> Result<bool, R::Error> {
    if const { T::SHAPE.nullable } {
        Ok(R::follow(record, place.slot)?.is_some())
    } else {
        Ok(bit(record.bytes(), place, record.shift()))
    }
}

/// Sets the presence bit after the value: setting the value may have moved the record.
fn set_present<S: Storage>(session: &mut Session<S>, target: &Target<'_>, place: &Place) -> Result<()> {
    let holder = session.current(target)?;
    set_bit(session, &Target { holder, ..*target }, place, true)
}

impl<T: Value> Value for Option<T> {
    const SHAPE: TypeShape = {
        let of = T::SHAPE;
        assert!(!of.optional, "an optional value cannot be optional once more");
        TypeShape {
            bits: if of.nullable { 0 } else { of.bits.saturating_add(1) },
            pointer: of.nullable,
            optional: true,
            ruled: of.ruled,
            levels: of.levels,
            whole: of.whole,
            ..TypeShape::inline(of.slot)
        }
    };
    // A growable struct lies inline in a list, behind one presence byte.
    const ELEMENT: Packed = match T::ELEMENT.ends {
        [] => Self::SHAPE.element(),
        ends => Packed { size: strided_place::<T>().end, ends, prefix: 1, is_checked: true, ..T::ELEMENT },
    };
    const SORTS: bool = T::SORTS;
    const PLAN: TypePlan = T::PLAN.optional();

    type Default = ();
    const DEFAULT: &'static () = &();
    type Get<'a, R: Reading> = Option<T::Get<'a, R>>;
    type GetList<'a, R: Reading> = List<'a, Self, R>;
    type Proved<'a> = Option<T::Proved<'a>>;
    type Set<'a>
        = Option<T::Set<'a>>
    where
        T: 'a;
    type Cursor<'a, S: Storage + 'a> = Option<T::Cursor<'a, S>>;
    type FieldCursor<'a, S: Storage + 'a> = Result<Option<T::Cursor<'a, S>>>;
    type Edit<'a, S: Storage + 'a> = crate::typed::root::RootEdit<Self, S>;

    #[inline(always)]
    fn as_set(&self) -> Option<T::Set<'_>> {
        self.as_ref().map(|value| value.as_set())
    }

    fn check(value: &Self::Set<'_>, levels: u32) -> Result<()> {
        value.as_ref().map_or(Ok(()), |value| T::check(value, levels))
    }

    #[inline(always)]
    fn is_default(value: &Self::Set<'_>, (): &()) -> bool {
        value.is_none()
    }

    #[inline(always)]
    fn heap_len<const ELEMENT: bool, W: StaticWidth>(
        value: &Self::Set<'_>,
        at: &At<'_, (), ELEMENT>,
        levels: u32,
    ) -> u64 {
        let Some(value) = value else { return 0 };
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            return element_len::<T, W>(value, levels);
        }
        T::heap_len::<false, W>(value, &At::present(at.place, T::DEFAULT), levels)
    }

    #[inline(always)]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &Self::Set<'_>,
        record: &mut [u8],
        at: &At<'_, (), ELEMENT>,
        heap: &mut Heap<'_, W>,
    ) -> Result<()> {
        let Some(value) = value else { return Ok(()) };
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            let (present, record) = record.split_first_mut().ok_or_else(length_changed)?;
            *present = 1;
            return write_element::<T, W>(value, record, heap);
        }
        if const { !T::SHAPE.nullable } {
            put_bit(record, at.place, W::WIDTH.shift(), true).ok_or_else(length_changed)?;
        }
        T::write(value, record, &At::present(&inner::<T>(at.place), T::DEFAULT), heap)
    }

    #[inline(always)]
    fn get<'a, R: Reading, const ELEMENT: bool>(
        slot: TypedSlot<'a, '_, Self, R, ELEMENT>,
    ) -> Result<Option<T::Get<'a, R>>, R::Error> {
        let (record, at) = (slot.record(), slot.at());
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            return match record.bytes().split_first() {
                Some((present, bytes)) if present & 1 != 0 => {
                    T::get(TypedSlot::new(&record.part(bytes), element::<T>(), slot.known())).map(Some)
                }
                _ => Ok(None),
            };
        }
        if is_present::<T, R>(record, at.place)? {
            T::get(TypedSlot::new(record, &field_at::<T>(&inner::<T>(at.place)), slot.known())).map(Some)
        } else {
            Ok(None)
        }
    }

    #[inline(always)]
    fn open(held: Self::Get<'_, Proven>) -> Self::Proved<'_> {
        held.map(T::open)
    }

    #[inline]
    fn prove_value<const ELEMENT: bool, W: Proving>(
        prover: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
    ) -> Option<()> {
        if const { W::VISITS } {
            W::visit::<T>(prover, false);
            return Some(());
        }
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            // A growable struct lies inline in a list, behind one byte of presence.
            let bits = Unused { at: Size::ZERO, bits: !1 };
            prover.zero_bits(record, bits)?;
            return match record.split_first()? {
                (0, content) if is_all(content, 0) => Some(()),
                (0, _) => prover.fail_at(record, Size::bytes(1), absent_not_zero),
                (_, content) => prover.element::<T>(content, MIXED),
            };
        }
        let place = at.place;
        if const { T::SHAPE.nullable } {
            return T::prove_value(prover, record, &field_at::<T>(place));
        }
        let shift = prover.shift();
        if bit(record, place, shift) {
            return T::prove_value(prover, record, &field_at::<T>(&inner::<T>(place)));
        }
        // The value bit of a bool, too.
        let has_value_bit = const { T::SHAPE.bits > 0 } && bit(record, &inner::<T>(place), shift);
        if !has_value_bit && is_all(stored(record, place.slot.at(shift), T::SHAPE.slot.at(shift)), 0) {
            return Some(());
        }
        prover.fail_at(record, place.slot, absent_not_zero)
    }

    #[inline(always)]
    fn stored<'v>(value: &'v Self::Set<'_>, (): &()) -> StoredForm<'v> {
        value.as_ref().map_or(StoredForm::Absent, |value| T::stored(value, T::DEFAULT))
    }

    #[inline]
    fn set<const ELEMENT: bool, S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        at: &At<'_, (), ELEMENT>,
        value: &Self::Set<'_>,
    ) -> Result<()> {
        let Some(value) = value else { return session.clear(&target) };
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            return session.multi_step(|session| {
                T::set(session, target.behind_presence(), element::<T>(), value)?;
                set_present(session, &target, const { &strided_place::<T>() })
            });
        }
        let place = &inner::<T>(at.place);
        let present = &At::present(place, T::DEFAULT);
        if const { T::SHAPE.nullable } {
            return T::set(session, target, present, value);
        }
        session.multi_step(|session| {
            T::set(session, target, present, value)?;
            set_present(session, &target, at.place)
        })
    }

    #[inline]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, (), ELEMENT>,
    ) -> Result<Option<T::Cursor<'a, S>>> {
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            let place = const { &strided_place::<T>() };
            let record = target.named(session, session.record(target.holder))?;
            if !bit(record.bytes(), place, session.shift()) {
                return Ok(None);
            }
            return T::cursor(session, target.behind_presence(), element::<T>()).map(Some);
        }
        let is_present = session.record(target.holder).and_then(|record| is_present::<T, Checked>(&record, at.place));
        if target.named(session, is_present)? {
            T::cursor(session, target, &field_at::<T>(&inner::<T>(at.place))).map(Some)
        } else {
            Ok(None)
        }
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, ()>,
    ) -> Result<Option<T::Cursor<'a, S>>> {
        reach::<Self, S>(session, link, at)
    }
}

impl<'b, T: Decode<'b>> Decode<'b> for Option<T> {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self> {
        if ELEMENT && const { !T::ELEMENT.ends.is_empty() } {
            return match record.split_first() {
                Some((present, record)) if present & 1 != 0 => decode_element::<T, W>(record, decoder).map(Some),
                _ => Ok(None),
            };
        }
        let present = if const { T::SHAPE.nullable } {
            decoder.follow(record, at.place.slot)?.is_some()
        } else {
            bit(record, at.place, decoder.shift())
        };
        if present { T::decode(record, &field_at::<T>(&inner::<T>(at.place)), decoder).map(Some) } else { Ok(None) }
    }
}

// Types that are stored as another type: boxes, shared pointers, newtypes.

/// Items of [`Value`] that forward to `$inner`, for a type that is stored as `$inner`: the proof;
/// reading, for which `$derived` is the promise that it is stored so; cursors; and the setter's
/// argument, which `$set` converts.
#[doc(hidden)]
#[macro_export]
macro_rules! __stored_as {
    (@prove $inner:ty) => {
        type Default = <$inner as $crate::Value>::Default;
        const DEFAULT: &'static Self::Default = <$inner as $crate::Value>::DEFAULT;

        #[inline(always)]
        fn prove_value<const __E: $crate::__v::bool, __W: $crate::__v::Proving>(
            __p: &mut $crate::__v::Prover<'_, __W>,
            __r: &[$crate::__v::u8],
            __at: &$crate::__v::At<'_, Self::Default, { __E }>,
        ) -> $crate::__v::Option<()> {
            <$inner as $crate::Value>::prove_value(__p, __r, __at)
        }
    };
    (@get $inner:ty, $derived:expr) => {
        type Get<'a, __R: $crate::__v::Reading> = <$inner as $crate::Value>::Get<'a, __R>;
        type GetList<'a, __R: $crate::__v::Reading> = $crate::List<'a, Self, __R>;
        type Proved<'a> = <$inner as $crate::Value>::Proved<'a>;

        #[inline(always)]
        fn get<'a, __R: $crate::__v::Reading, const __E: $crate::__v::bool>(
            __slot: $crate::__v::TypedSlot<'a, '_, Self, __R, { __E }>,
        ) -> $crate::Result<<Self as $crate::Value>::Get<'a, __R>, __R::Error> {
            <$inner as $crate::Value>::get($crate::__v::TypedSlot::stored_as::<$inner>(__slot, $derived))
        }

        // The type may have lifetimes.
        #[allow(clippy::elidable_lifetime_names)]
        #[inline(always)]
        fn open<'a>(__h: <Self as $crate::Value>::Get<'a, $crate::__v::Proven>) -> <Self as $crate::Value>::Proved<'a> {
            <$inner as $crate::Value>::open(__h)
        }
    };
    (@cursor $inner:ty) => {
        type Cursor<'a, __S: $crate::Storage + 'a> = <$inner as $crate::Value>::Cursor<'a, __S>;
        type FieldCursor<'a, __S: $crate::Storage + 'a> = <$inner as $crate::Value>::FieldCursor<'a, __S>;
        type Edit<'a, __S: $crate::Storage + 'a> =
            <<$inner as $crate::Value>::Edit<'a, __S> as $crate::__v::Rooted>::For<Self>;

        #[inline]
        fn cursor<'a, const __E: $crate::__v::bool, __S: $crate::Storage>(
            __s: &'a mut $crate::__v::Session<__S>,
            __t: $crate::__v::Target<'a>,
            __at: &$crate::__v::At<'_, Self::Default, { __E }>,
        ) -> $crate::Result<Self::Cursor<'a, __S>> {
            <$inner as $crate::Value>::cursor(__s, __t, __at)
        }

        #[inline]
        fn field_cursor<'a, __S: $crate::Storage>(
            __s: &'a mut $crate::__v::Session<__S>,
            __l: &'a $crate::__v::Link<'a>,
            __at: &$crate::__v::At<'_, Self::Default>,
        ) -> Self::FieldCursor<'a, __S> {
            <$inner as $crate::Value>::field_cursor(__s, __l, __at)
        }
    };
    (@set $inner:ty as $sets:ty $(, by $check:path)?, |$this:ident| $set:expr) => {
        #[inline(always)]
        fn write_plain(__v: &<$sets as $crate::Value>::Set<'_>, __slot: &mut $crate::__v::Pieces<'_>) {
            <$sets as $crate::Value>::write_plain(__v, __slot);
        }

        type Set<'a>
            = <$inner as $crate::Value>::Set<'a>
        where
            Self: 'a;

        #[inline(always)]
        fn as_set(&self) -> Self::Set<'_> {
            let $this = self;
            $set
        }

        #[inline(always)]
        fn is_default(
            __v: &<$sets as $crate::Value>::Set<'_>,
            __default: &<$sets as $crate::Value>::Default,
        ) -> $crate::__v::bool {
            <$sets as $crate::Value>::is_default(__v, __default)
        }

        #[inline]
        fn write<const __E: $crate::__v::bool, __W: $crate::__v::StaticWidth>(
            __v: &<$sets as $crate::Value>::Set<'_>,
            __r: &mut [$crate::__v::u8],
            __at: &$crate::__v::At<'_, <$sets as $crate::Value>::Default, { __E }>,
            __h: &mut $crate::__v::Heap<'_, __W>,
        ) -> $crate::Result<()> {
            $(if $crate::__v::Heap::checks(__h) {
                $crate::__v::converted($check(__v))?;
            })?
            <$sets as $crate::Value>::write(__v, __r, __at, __h)
        }

        #[inline(always)]
        fn stored<'__v>(
            __v: &'__v <$sets as $crate::Value>::Set<'_>,
            __default: &<$sets as $crate::Value>::Default,
        ) -> $crate::__v::StoredForm<'__v> {
            <$sets as $crate::Value>::stored(__v, __default)
        }

        #[inline(always)]
        fn tag_of(__v: &<$sets as $crate::Value>::Set<'_>) -> $crate::__v::u8 {
            <$sets as $crate::Value>::tag_of(__v)
        }
    };
}

/// Implements [`Value`] for a type that holds one value of another type and is stored as that: set
/// by a reference to the inner value, or by the inner type's setter argument. After `as` comes the
/// inner type, without lifetimes that a reference to the setter argument does not imply; then the
/// promise that it is stored so (`Derived`).
#[doc(hidden)]
#[macro_export]
macro_rules! __forward_value {
    (
        @value [$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty as $sets:ty, $derived:expr,
        set |$this:ident| $set:expr,
        { $($items:tt)* }
    ) => {
        impl<$($generics)*> $crate::Value for $type
        where
            $($wheres)*
        {
            const SHAPE: $crate::__v::TypeShape = <$inner as $crate::Value>::SHAPE;
            const ELEMENT: $crate::__v::Packed = <$inner as $crate::Value>::ELEMENT;
            const PLAN: $crate::__v::TypePlan = <$inner as $crate::Value>::PLAN;
            const SORTS: $crate::__v::bool = <$inner as $crate::Value>::SORTS;
            const DEFAULT_HOLDS_ITSELF: () = <$inner as $crate::Value>::DEFAULT_HOLDS_ITSELF;

            $crate::__stored_as!(@prove $inner);
            $crate::__stored_as!(@get $inner, $derived);
            $crate::__stored_as!(@cursor $inner);
            $crate::__stored_as!(@set $inner as $sets, |$this| $set);

            #[inline]
            fn check(__v: &<$sets as $crate::Value>::Set<'_>, __n: $crate::__v::u32) -> $crate::Result<()> {
                <$sets as $crate::Value>::check(__v, __n)
            }

            #[inline]
            fn heap_len<const __E: $crate::__v::bool, __W: $crate::__v::StaticWidth>(
                __v: &<$sets as $crate::Value>::Set<'_>,
                __at: &$crate::__v::At<'_, <$sets as $crate::Value>::Default, { __E }>,
                __n: $crate::__v::u32,
            ) -> $crate::__v::u64 {
                <$sets as $crate::Value>::heap_len::<{ __E }, __W>(__v, __at, __n)
            }

            #[inline]
            fn set<const __E: $crate::__v::bool, __S: $crate::Storage>(
                __s: &mut $crate::__v::Session<__S>,
                __t: $crate::__v::Target<'_>,
                __at: &$crate::__v::At<'_, <$sets as $crate::Value>::Default, { __E }>,
                __v: &<$sets as $crate::Value>::Set<'_>,
            ) -> $crate::Result<()> {
                <$sets as $crate::Value>::set(__s, __t, __at, __v)
            }

            $($items)*
        }
    };
    (
        [$($generics:tt)*] [$($wheres:tt)*] [$($decodes:tt)*] $type:ty => $inner:ty as $sets:ty, $derived:expr,
        set |$this:ident| $set:expr,
        |$value:ident| $wrap:expr
    ) => {
        $crate::__forward_value!(
            @value [$($generics)*] [$($wheres)*] $type => $inner as $sets, $derived,
            set |$this| $set,
            {
                #[inline(always)]
                fn read_plain<const __N: $crate::__v::usize>(__slot: &[$crate::__v::u8]) -> [Self; __N] {
                    <$inner as $crate::Value>::read_plain::<{ __N }>(__slot).map(|$value| $wrap)
                }
            }
        );

        impl<'__b, $($generics)*> $crate::Decode<'__b> for $type
        where
            $($wheres)*
            $($decodes)*
        {
            #[inline]
            fn decode<const __E: $crate::__v::bool, __W: $crate::__v::Width>(
                __r: &[$crate::__v::u8],
                __at: &$crate::__v::At<'_, <Self as $crate::Value>::Default, { __E }>,
                __d: &mut $crate::__v::Decoder<'__b, __W>,
            ) -> $crate::Result<Self> {
                // A box of a large value, which lies on the stack only once before it is moved into
                // the box.
                if const {
                    !__E && $crate::__v::structs::is_large::<$inner>() && !$crate::__v::structs::is_large::<Self>()
                } {
                    return $crate::__v::structs::apart(|| {
                        let __decoded = <$inner as $crate::Decode<'__b>>::decode(__r, __at, __d);
                        $crate::__v::structs::finish(__decoded, |$value| $wrap)
                    });
                }
                let $value = <$inner as $crate::Decode<'__b>>::decode(__r, __at, __d)?;
                $crate::__v::Ok($wrap)
            }
        }
    };
    (
        [$($generics:tt)*] [$($wheres:tt)*] $type:ty => $inner:ty,
        set |$this:ident| $set:expr,
        |$value:ident| $wrap:expr
    ) => {
        $crate::__forward_value!(
            [$($generics)*] [$($wheres)*] [$inner: $crate::Decode<'__b>] $type => $inner as $inner,
            $crate::wire::proved::Derived::own(),
            set |$this| $set,
            |$value| $wrap
        );
    };
    ([$($generics:tt)*] $type:ty => $inner:ty, |$this:ident| $borrow:expr, |$value:ident| $wrap:expr) => {
        $crate::__forward_value!(
            [$($generics)*] [] $type => $inner,
            set |$this| <$inner as $crate::Value>::as_set($borrow),
            |$value| $wrap
        );
    };
}

__forward_value!([T: Value] Box<T> => T, |this| &**this, |value| Box::new(value));
__forward_value!([T: Value] Rc<T> => T, |this| &**this, |value| Self::new(value));
__forward_value!([T: Value] Arc<T> => T, |this| &**this, |value| Self::new(value));

// Text, bytes and lists that are boxed, shared or borrowed, stored as `String` and `Vec<T>` are.
//
// A `&str` and a `&[u8]` are decoded without a copy. A `Cow` is decoded as an owned value, unless
// its field says `borrow`.

__forward_value!(@value ['r,] [] &'r str => String as String, crate::wire::proved::Derived::own(), set |this| this, {});
__forward_value!(@value ['r, T: Value] [] &'r [T] => Vec<T> as Vec<T>, crate::wire::proved::Derived::own(), set |this| this, {});

impl<'b: 'r, 'r> Decode<'b> for &'r [u8] {
    #[inline]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<Self> {
        let Some(object) = decoder.follow(record, at.place.slot)? else { return Ok(&[]) };
        let elements = elements::<u8, W>(&decoder.buf, object)?;
        decoder.spend(elements.bytes)?;
        Ok(elements.bytes)
    }
}

__forward_value!([] [] Box<str> => String, set |this| this, |value| value.into_boxed_str());
__forward_value!([] [] Rc<str> => String, set |this| this, |value| value.into());
__forward_value!([] [] Arc<str> => String, set |this| this, |value| value.into());
__forward_value!(['b,] [] Cow<'b, str> => String, set |this| this, |value| Cow::Owned(value));

__forward_value!([T: Value] [] Box<[T]> => Vec<T>, set |this| this, |value| value.into_boxed_slice());
__forward_value!([T: Value] [] Rc<[T]> => Vec<T>, set |this| this, |value| value.into());
__forward_value!([T: Value] [] Arc<[T]> => Vec<T>, set |this| this, |value| value.into());
__forward_value!(['b, T: Value + Clone] [] Cow<'b, [T]> => Vec<T>, set |this| this, |value| Cow::Owned(value));
__forward_value!(['b, T: Value + Clone] [] Cow<'b, T> => T, set |this| T::as_set(this), |value| Cow::Owned(value));

__forward_key!([] [] Box<str> => String);
__forward_key!([] [] Rc<str> => String);
__forward_key!([] [] Arc<str> => String);
__forward_key!(['b,] [] Cow<'b, str> => String);
__forward_key!(['r,] [] &'r str => String);
__forward_key!(['r,] [] &'r [u8] => Vec<u8>);
__forward_key!([] [] Box<[u8]> => Vec<u8>);
__forward_key!([] [] Rc<[u8]> => Vec<u8>);
__forward_key!([] [] Arc<[u8]> => Vec<u8>);
__forward_key!(['b,] [] Cow<'b, [u8]> => Vec<u8>);
__forward_key!(['b, T: MapKey + Clone] [] Cow<'b, T> => T);
