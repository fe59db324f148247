//! Types stored as one little-endian word, and bool.

use super::{Reading, TypeShape, TypedSlot, Value};
use crate::error::{ErrorKind, FixedError, Result};
use crate::layout::Place;
pub use crate::scalar::Builtin;
use crate::scalar::word::invalid;
pub use crate::scalar::word::{Scalar, Word};
use crate::wire::width::StaticWidth;
use crate::write::{FieldWord, Session, Storage, Target};

/// Reads the scalar at `slot`; a record that does not store it holds the default.
#[inline]
pub(crate) fn load<T: Scalar>(record: &[u8], slot: usize, default: &T) -> Result<T, &'static FixedError> {
    let stored = record.get(slot..).and_then(T::Word::load).unwrap_or(T::Word::ZERO);
    T::from_word(stored ^ default.to_word()).ok_or(const { &FixedError(ErrorKind::Corrupt, T::INVALID) })
}

/// Reads a scalar field.
#[inline]
pub fn get<T: Scalar>(record: &[u8], place: &Place, shift: u32, default: &T) -> Result<T> {
    load(record, place.slot.at(shift), default).map_err(invalid)
}

/// Reads the scalar at a place; `none` is used in place of values that proved bytes cannot hold.
#[doc(hidden)]
#[inline(always)]
pub fn read<T: Value<Default: Scalar + Sized>, R: Reading, const ELEMENT: bool>(
    slot: &TypedSlot<'_, '_, T, R, ELEMENT>,
    none: T::Default,
) -> Result<T::Default, R::Error> {
    let (record, at) = (slot.record(), slot.at());
    R::accept(load(record.bytes(), at.place.slot.at(record.shift()), at.default), none, invalid)
}

/// Fails if the word at a place is not a value.
#[inline(always)]
#[must_use]
pub fn prove<T: Scalar, W: StaticWidth>(record: &[u8], place: &Place, default: &T) -> Option<()> {
    if T::INVALID.is_empty() {
        return Some(());
    }
    let stored = record.get(place.slot.at(W::WIDTH.shift())..).and_then(T::Word::load).unwrap_or(T::Word::ZERO);
    T::from_word(stored ^ default.to_word()).map(drop)
}

/// Writes a scalar field.
#[inline]
pub fn put<T: Scalar>(value: &T, record: &mut [u8], place: &Place, shift: u32, default: &T) -> Result<()> {
    record
        .get_mut(place.slot.at(shift)..)
        .and_then(|slot| (value.to_word() ^ default.to_word()).store(slot))
        .ok_or_else(crate::error::length_changed)
}

/// Implements [`Value`] for a [`Scalar`]; `$default` is its type's own default, `$unreadable` is
/// true for an open enum that has no value for unknown numbers.
#[doc(hidden)]
#[macro_export]
macro_rules! __scalar_value {
    (@unreadable $prover:ident, true) => {
        $prover.unreadable()
    };
    (@unreadable $prover:ident, false) => {
        ::core::option::Option::None
    };
    ([$($generics:tt)*] $type:ty, $default:expr, $unreadable:tt, $describe:expr, $plan:expr, $implied:expr) => {
        $crate::__scalar_value!(
            @impl [$($generics)*] $type, $default, $unreadable, $describe, $plan, $implied,
            $crate::List<'a, $type, __R>, $crate::__private::scalar::shape::<$type>(), {}
        );
    };
    (
        @impl [$($generics:tt)*] $type:ty, $default:expr, $unreadable:tt, $describe:expr, $plan:expr, $implied:expr,
        $get_list:ty, $shape:expr, { $($bulk:tt)* }
    ) => {
        impl<$($generics)*> ::core::convert::From<$type> for $crate::__private::Declared {
            fn from(value: $type) -> Self {
                $crate::__private::word_of(&value)
            }
        }

        impl<$($generics)*> $crate::__private::Value for $type {
            const SHAPE: $crate::__private::TypeShape = $shape;
            const PLAN: $crate::__private::TypePlan =
                $crate::__private::TypePlan::new($plan, $describe).implied($implied);
            type Default = $type;
            const DEFAULT: &'static $type = &$default;
            type Get<'a, __R: $crate::__v::Reading> = $type;
            type GetList<'a, __R: $crate::__v::Reading> = $get_list;
            type Proved<'a> = $type;
            type Set<'a> = $type;
            type Cursor<'a, __S: $crate::Storage + 'a> = $type;
            type FieldCursor<'a, __S: $crate::Storage + 'a> = $crate::Result<$type>;

            #[inline(always)]
            fn as_set(&self) -> $type {
                // A scalar is its word, so this is a copy also of enums that are not `Copy`.
                <$type as $crate::__private::Scalar>::from_word($crate::__private::Scalar::to_word(self))
                    .unwrap_or($default)
            }

            #[inline(always)]
            fn is_default(value: &$type, default: &$type) -> bool {
                $crate::__private::Scalar::to_word(value) == $crate::__private::Scalar::to_word(default)
            }

            #[inline(always)]
            fn write<const __E: bool, __W: $crate::__v::StaticWidth>(
                value: &$type,
                record: &mut [u8],
                at: &$crate::__v::At<'_, $type, __E>,
                _: &mut $crate::__v::Heap<'_, __W>,
            ) -> $crate::Result<()> {
                $crate::__v::scalar::put(value, record, at.place, $crate::__v::Width::shift(__W::WIDTH), at.default)
            }

            #[inline(always)]
            fn get<__R: $crate::__v::Reading, const __E: bool>(
                slot: $crate::__v::TypedSlot<'_, '_, Self, __R, __E>,
            ) -> ::core::result::Result<$type, __R::Error> {
                $crate::__v::scalar::read(&slot, $default)
            }

            #[inline(always)]
            fn open(held: <Self as $crate::Value>::Get<'_, $crate::__v::Proven>) -> <Self as $crate::Value>::Proved<'_> {
                held
            }

            #[inline(always)]
            fn prove<const __E: bool, __W: $crate::__v::StaticWidth>(
                prover: &mut $crate::__v::Prover<'_, __W>,
                record: &[u8],
                at: &$crate::__v::At<'_, $type, __E>,
            ) -> ::core::option::Option<()> {
                let _ = &prover;
                match $crate::__v::scalar::prove::<$type, __W>(record, at.place, at.default) {
                    ::core::option::Option::None => $crate::__scalar_value!(@unreadable prover, $unreadable),
                    proved => proved,
                }
            }

            #[inline(always)]
            fn stored_word(value: &$type, default: &$type) -> ::core::option::Option<u128> {
                ::core::option::Option::Some($crate::__v::scalar::stored(value, default))
            }

            #[inline(always)]
            fn stored<'v>(value: &'v $type, default: &$type) -> $crate::__v::AtHand<'v> {
                $crate::__v::AtHand::Word(
                    $crate::__v::scalar::stored(value, default),
                    const { <Self as $crate::__private::Value>::SHAPE.word as usize },
                )
            }

            #[inline(always)]
            fn set<const __E: bool, __S: $crate::Storage>(
                session: &mut $crate::Session<__S>,
                target: $crate::__v::Target<'_>,
                at: &$crate::__v::At<'_, $type, __E>,
                value: &$type,
            ) -> $crate::Result<()> {
                $crate::__v::scalar::set(session, &target, at.place, value, at.default)
            }

            #[inline]
            fn cursor<'a, const __E: bool, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                target: $crate::__v::Target<'a>,
                at: &$crate::__v::At<'_, $type, __E>,
            ) -> $crate::Result<$type> {
                <Self as $crate::Value>::get($crate::__v::TypedSlot::checked(&session.target(&target)?, at))
            }

            #[inline]
            fn field_cursor<'a, __S: $crate::Storage>(
                session: &'a mut $crate::Session<__S>,
                link: &'a $crate::__v::Link<'a>,
                at: &$crate::__v::At<'_, $type>,
            ) -> $crate::Result<$type> {
                $crate::__v::reach::<Self, __S>(session, link, at)
            }

            $($bulk)*
        }

        impl<'__b, $($generics)*> $crate::Decode<'__b> for $type {
            #[inline(always)]
            fn decode<const __E: bool, __W: $crate::__v::Width>(
                record: &[u8],
                at: &$crate::__v::At<'_, $type, __E>,
                decoder: &mut $crate::__v::Decoder<'__b, __W>,
            ) -> $crate::Result<$type> {
                $crate::__v::scalar::get(record, at.place, decoder.shift(), at.default)
            }
        }
    };
}

/// The slot of a scalar: its word, not all of which may be values.
#[must_use]
pub const fn shape<T: Scalar>() -> TypeShape {
    TypeShape::word(size_of::<T::Word>(), !T::INVALID.is_empty())
}

/// The word that is stored for a value.
#[inline(always)]
pub fn stored<T: Scalar>(value: &T, default: &T) -> u128 {
    (value.to_word() ^ default.to_word()).into()
}

/// Sets a scalar in place.
#[inline(always)]
pub fn set<T: Scalar, S: Storage>(
    session: &mut Session<S>,
    target: &Target<'_>,
    place: &Place,
    value: &T,
    default: &T,
) -> Result<()> {
    let size = const { size_of::<T::Word>() };
    FieldWord { place, name: &"", word: stored(value, default), size }.set_target(session, target)
}

/// Implements [`Value`](crate::Value) for a number, with its bulk functions; `$byte` is true for
/// `u8`.
macro_rules! number {
    ($type:ty, $is_byte:literal, $get_list:ty) => {
        $crate::__scalar_value!(
            @impl [] $type,
            <$type as $crate::scalar::word::EveryWord>::ZERO,
            false,
            |_| $crate::typed::describe::Described::scalar(<$type as $crate::typed::scalar::Builtin>::SCALAR),
            $crate::schema::Type::Scalar(<$type as $crate::typed::scalar::Builtin>::SCALAR),
            $crate::schema::DefaultValue::Zero,
            $get_list,
            $crate::typed::shape::TypeShape {
                plain: true,
                byte: $is_byte,
                ..$crate::typed::scalar::shape::<$type>()
            },
            {
                #[inline(always)]
                fn read_plain<const N: usize>(slot: &[u8]) -> [Self; N] {
                    let (words, _) = slot.as_chunks();
                    let mut values = [*<Self as $crate::Value>::DEFAULT; N];
                    for (index, value) in values.iter_mut().enumerate() {
                        if let Some(word) = words.get(index) {
                            *value = Self::from_le_bytes(*word);
                        }
                    }
                    values
                }

                #[inline(always)]
                fn write_plain(value: &Self, slot: &mut [u8]) {
                    if let Some(word) = slot.first_chunk_mut() {
                        *word = value.to_le_bytes();
                    }
                }

                #[inline(always)]
                fn write_numbers(values: &[Self], elements: &mut [u8]) -> bool {
                    let (elements, _) = elements.as_chunks_mut();
                    let len = values.len().min(elements.len());
                    // An index loop, not `zip`: it is inlined whatever the codegen units are.
                    for index in 0..len {
                        if let (Some(value), Some(element)) = (values.get(index), elements.get_mut(index)) {
                            *element = value.to_le_bytes();
                        }
                    }
                    true
                }
            }
        );
    };
}
pub(crate) use number;
