//! Scalars as fields: types that are stored as one little-endian word, and `bool`.

use super::element::reach;
use super::{At, Decode, Heap, List, Prover, Proving, Reading, TypePlan, TypeShape, TypedSlot, Value, opened_as_read};
use crate::error::{Error, ErrorKind, FixedError, Result, length_changed};
use crate::layout::{Place, Size};
use crate::read::document::Decoder;
pub use crate::scalar::Builtin;
use crate::scalar::word::{EveryWord, SomeWords, invalid};
pub use crate::scalar::word::{Scalar, Word};
use crate::schema::{Scalar as SchemaScalar, TimeUnit, Type};
use crate::wire::width::{StaticWidth, Width, bit, put_bit};
use crate::write::log::StoredForm;
use crate::write::{FieldWord, Link, Session, Storage, Target};

/// Reads the scalar at `slot`; a record that does not store it holds the default.
#[inline]
pub(crate) fn load<T: Scalar>(record: &[u8], slot: usize, default: &T) -> Result<T, &'static FixedError> {
    let stored = record.get(slot..).and_then(T::Word::load).unwrap_or(T::Word::ZERO);
    T::from_word(stored ^ default.to_word()).ok_or(const { &FixedError(T::INVALID_KIND, T::INVALID) })
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

/// Fails if the word at a place is not a value; it may be one of a newer revision, of an open enum
/// that has no value for unknown numbers.
#[inline(always)]
pub fn prove<T: Scalar, W: Proving>(
    prover: &mut Prover<'_, W>,
    record: &[u8],
    place: &Place,
    default: &T,
) -> Option<()> {
    if T::INVALID.is_empty() {
        return Some(());
    }
    let slot = place.slot.at(prover.shift());
    let word = record.get(slot..).and_then(T::Word::load).unwrap_or(T::Word::ZERO) ^ default.to_word();
    match T::from_word(word) {
        Some(_) => Some(()),
        None if matches!(T::INVALID_KIND, ErrorKind::Newer) => prover.unreadable(),
        None => prover.fail_at(record, place.slot, || no_value::<T>(word)),
    }
}

/// The error of a word that is no value, with its number if it is that of an enum.
#[cold]
#[inline(never)]
fn no_value<T: Scalar>(word: T::Word) -> Error {
    match T::INVALID.strip_suffix("this number") {
        Some(text) => {
            let number: u128 = word.into();
            Error::new(T::INVALID_KIND, format_args!("{text}the number {number}"))
        }
        None => invalid(const { &FixedError(T::INVALID_KIND, T::INVALID) }),
    }
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
    ([$($generics:tt)*] $type:ty, $default:expr, $unreadable:tt, $plan:expr, $implied:expr) => {
        $crate::__scalar_value!(
            @impl [$($generics)*] $type, $default, $unreadable, $plan, $implied,
            $crate::List<'a, $type, __R>, $crate::__v::scalar::shape::<$type>(), {}
        );
    };
    (
        @impl [$($generics:tt)*] $type:ty, $default:expr, $unreadable:tt, $plan:expr, $implied:expr,
        $get_list:ty, $shape:expr, { $($bulk:tt)* }
    ) => {
        impl<$($generics)*> ::core::convert::From<$type> for $crate::__v::Declared {
            fn from(__v: $type) -> Self {
                $crate::__v::word_of(&__v)
            }
        }

        impl<$($generics)*> $crate::__v::Value for $type {
            const SHAPE: $crate::__v::TypeShape = $shape;
            const PLAN: $crate::__v::TypePlan = $crate::__v::TypePlan::new($plan).implied($implied);
            type Default = $type;
            const DEFAULT: &'static $type = &$default;
            type Get<'a, __R: $crate::__v::Reading> = $type;
            type GetList<'a, __R: $crate::__v::Reading> = $get_list;
            type Proved<'a> = $type;
            type Set<'a> = $type;
            type Cursor<'a, __S: $crate::Storage + 'a> = $type;
            type FieldCursor<'a, __S: $crate::Storage + 'a> = $crate::Result<$type>;
            type Edit<'a, __S: $crate::Storage + 'a> = $crate::__v::RootEdit<Self, __S>;

            #[inline(always)]
            fn as_set(&self) -> $type {
                // A scalar is its word, so this is a copy also of enums that are not `Copy`.
                <$type as $crate::__v::Scalar>::from_word($crate::__v::Scalar::to_word(self))
                    .unwrap_or($default)
            }

            #[inline(always)]
            fn is_default(__v: &$type, __default: &$type) -> $crate::__v::bool {
                $crate::__v::Scalar::to_word(__v) == $crate::__v::Scalar::to_word(__default)
            }

            #[inline(always)]
            fn write<const __E: $crate::__v::bool, __W: $crate::__v::StaticWidth>(
                __v: &$type,
                __r: &mut [$crate::__v::u8],
                __at: &$crate::__v::At<'_, $type, { __E }>,
                _: &mut $crate::__v::Heap<'_, __W>,
            ) -> $crate::Result<()> {
                $crate::__v::scalar::put(__v, __r, __at.place, $crate::__v::Width::shift(__W::WIDTH), __at.default)
            }

            #[inline(always)]
            fn get<__R: $crate::__v::Reading, const __E: $crate::__v::bool>(
                __slot: $crate::__v::TypedSlot<'_, '_, Self, __R, { __E }>,
            ) -> ::core::result::Result<$type, __R::Error> {
                $crate::__v::scalar::read(&__slot, $default)
            }

            #[inline(always)]
            fn open(__h: <Self as $crate::Value>::Get<'_, $crate::__v::Proven>) -> <Self as $crate::Value>::Proved<'_> {
                __h
            }

            #[inline(always)]
            fn prove_value<const __E: $crate::__v::bool, __W: $crate::__v::Proving>(
                __p: &mut $crate::__v::Prover<'_, __W>,
                __r: &[$crate::__v::u8],
                __at: &$crate::__v::At<'_, $type, { __E }>,
            ) -> $crate::__v::Option<()> {
                $crate::__v::scalar::prove::<$type, __W>(__p, __r, __at.place, __at.default)
            }

            #[inline(always)]
            fn stored_word(__v: &$type, __default: &$type) -> $crate::__v::Option<$crate::__v::u128> {
                $crate::__v::Some($crate::__v::scalar::stored(__v, __default))
            }

            #[inline(always)]
            fn stored<'v>(__v: &'v $type, __default: &$type) -> $crate::__v::StoredForm<'v> {
                $crate::__v::StoredForm::Word(
                    $crate::__v::scalar::stored(__v, __default),
                    const { <Self as $crate::__v::Value>::SHAPE.word as $crate::__v::usize },
                )
            }

            #[inline(always)]
            fn set<const __E: $crate::__v::bool, __S: $crate::Storage>(
                __s: &mut $crate::__v::Session<__S>,
                __t: $crate::__v::Target<'_>,
                __at: &$crate::__v::At<'_, $type, { __E }>,
                __v: &$type,
            ) -> $crate::Result<()> {
                $crate::__v::scalar::set(__s, &__t, __at.place, __v, __at.default)
            }

            #[inline]
            fn cursor<'a, const __E: $crate::__v::bool, __S: $crate::Storage>(
                __s: &'a mut $crate::__v::Session<__S>,
                __t: $crate::__v::Target<'a>,
                __at: &$crate::__v::At<'_, $type, { __E }>,
            ) -> $crate::Result<$type> {
                <Self as $crate::Value>::get($crate::__v::TypedSlot::checked(&$crate::__v::Session::target(__s, &__t)?, __at))
            }

            #[inline]
            fn field_cursor<'a, __S: $crate::Storage>(
                __s: &'a mut $crate::__v::Session<__S>,
                __l: &'a $crate::__v::Link<'a>,
                __at: &$crate::__v::At<'_, $type>,
            ) -> $crate::Result<$type> {
                $crate::__v::reach::<Self, __S>(__s, __l, __at)
            }

            $($bulk)*
        }

        impl<'__b, $($generics)*> $crate::Decode<'__b> for $type {
            #[inline(always)]
            fn decode<const __E: $crate::__v::bool, __W: $crate::__v::Width>(
                __r: &[$crate::__v::u8],
                __at: &$crate::__v::At<'_, $type, { __E }>,
                __d: &mut $crate::__v::Decoder<'__b, __W>,
            ) -> $crate::Result<$type> {
                $crate::__v::scalar::get(__r, __at.place, $crate::__v::Decoder::shift(__d), __at.default)
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
    ($type:ty, $is_byte:tt, $get_list:ty) => {
        $crate::__scalar_value!(
            @impl [] $type,
            <$type as $crate::scalar::word::EveryWord>::ZERO,
            false,
            $crate::schema::Type::Scalar(<$type as $crate::typed::scalar::Builtin>::SCALAR),
            $crate::schema::DefaultValue::Zero,
            $get_list,
            $crate::typed::TypeShape {
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
                fn write_plain(value: &Self, slot: &mut $crate::wire::pieces::Pieces<'_>) {
                    slot.number(value.to_le_bytes());
                }

                const NUMBERS: bool = true;

                #[inline(always)]
                fn write_numbers(values: &[Self], elements: &mut $crate::wire::unfilled::Unfilled<'_>) -> Option<()> {
                    elements.numbers(values, Self::to_le_bytes)
                }

                $crate::typed::scalar::number!(@bytes $is_byte);
            }
        );
    };
    (@bytes true) => {
        #[inline(always)]
        fn as_bytes(values: &[Self]) -> Option<&[u8]> {
            Some(values)
        }
    };
    (@bytes false) => {};
}
pub(crate) use number;

// The Rust types of the table of scalars, as types of fields.
//
// A type itself implements the conversion between values and words: [`EveryWord`] or
// [`SomeWords`], as its row says. The rest is generated here.

/// Implements the scalar traits of a type, by which words its row says are values.
macro_rules! words {
    ([$($generics:tt)*] $rust:ty, $word:ident, All) => {
        impl<$($generics)*> Scalar for $rust {
            type Word = $word;
            const INVALID: &'static str = "";

            #[inline(always)]
            fn to_word(&self) -> $word {
                EveryWord::to_word(self)
            }

            #[inline(always)]
            fn from_word(word: $word) -> Option<Self> {
                Some(EveryWord::from_word(word))
            }
        }
    };
    ([$($generics:tt)*] $rust:ty, $word:ident, $message:literal) => {
        impl<$($generics)*> Scalar for $rust {
            type Word = $word;
            const INVALID: &'static str = $message;

            #[inline(always)]
            fn to_word(&self) -> $word {
                SomeWords::to_word(self)
            }

            #[inline(always)]
            fn from_word(word: $word) -> Option<Self> {
                SomeWords::from_word(word)
            }
        }
    };
}

/// The default of a field.
macro_rules! zero {
    ($rust:ty, All) => {
        <$rust as EveryWord>::ZERO
    };
    ($rust:ty, $message:literal) => {
        <$rust as SomeWords>::ZERO
    };
}

/// A key of a map, if the row says so.
macro_rules! key {
    ([$($generics:tt)*] $rust:ty, Both) => {
        crate::__scalar_key!([$($generics)*] $rust, |key| *key);
    };
    ([$($generics:tt)*] $rust:ty, Records) => {};
    ([$($generics:tt)*] $rust:ty, Neither) => {};
}

/// A type that can have the rule `range`, if its literals are values of the type.
macro_rules! ranged {
    ([$($generics:tt)*] $rust:ty, Number) => { crate::typed::rules::ranged!([$($generics)*] $rust); };
    ([$($generics:tt)*] $rust:ty, Float) => { crate::typed::rules::ranged!([$($generics)*] $rust); };
    ([$($generics:tt)*] $rust:ty, Decimal) => { crate::typed::rules::ranged!([$($generics)*] $rust); };
    ([$($generics:tt)*] $rust:ty, Char) => { crate::typed::rules::ranged!([$($generics)*] $rust); };
    ([$($generics:tt)*] $rust:ty, Word) => {};
    ([$($generics:tt)*] $rust:ty, Quoted) => {};
}

/// A row's type as the type of a field. Numbers have their impls in bulk, bytes a list that is a
/// slice.
macro_rules! field {
    ([$($generics:tt)*] $rust:ty, $word:ident, $words:tt, $scalar:expr, $text:ident, $keys:ident $(, $number:ident)?) => {
        words!([$($generics)*] $rust, $word, $words);

        impl<$($generics)*> Builtin for $rust {
            const SCALAR: SchemaScalar = $scalar;
        }

        field!(@value [$($generics)*] $rust, $words $(, $number)?);
        key!([$($generics)*] $rust, $keys);
        ranged!([$($generics)*] $rust, $text);
    };
    (@value [] $rust:ty, All, U8) => {
        number!($rust, true, &'a [u8]);
    };
    (@value [] $rust:ty, All, $number:ident) => {
        number!($rust, false, crate::List<'a, $rust, __R>);
    };
    (@value [$($generics:tt)*] $rust:ty, $words:tt) => {
        crate::__scalar_value!(
            [$($generics)*] $rust,
            zero!($rust, $words),
            false,
            crate::schema::Type::Scalar(<$rust as Builtin>::SCALAR),
            crate::schema::DefaultValue::Zero
        );
    };
}

macro_rules! fields {
    (
        plain {
            narrow { $($narrow:ident (
                $_na:literal | $_nb:literal | $narrow_rust:ty | $narrow_word:ident | $_nc:ident | $narrow_words:tt | $narrow_text:ident
                | $_nd:ident | $narrow_keys:ident | $($_ne:tt)*
            );)* }
            wide { $($wide:ident (
                $_wa:literal | $_wb:literal | $wide_rust:ty | $wide_word:ident | $_wc:ident | $wide_words:tt | $wide_text:ident
                | $_wd:ident | $wide_keys:ident | $($_we:tt)*
            );)* }
            $($section:ident { $($variant:ident (
                $_a:literal | $_b:literal | $rust:ty | $word:ident | $_c:ident | $words:tt | $text:ident
                | $_d:ident | $keys:ident | $($_e:tt)*
            );)* })*
        }
        timestamps { $($unit:ident (
            $_ta:literal | $_tb:literal | $unit_rust:ty | $unit_word:ident | $_tc:ident | $unit_words:tt | $unit_text:ident
            | $_td:ident | $unit_keys:ident | $($_te:tt)*
        );)* }
        decimals { $($decimal:ident (
            $_da:literal | $_db:literal | $decimal_rust:ty | $decimal_word:ident | $_dc:ident | $decimal_words:tt | $decimal_text:ident
            | $_dd:ident | $decimal_keys:ident | $($_de:tt)*
        );)* }
    ) => {
        $(field!([] $narrow_rust, $narrow_word, $narrow_words, SchemaScalar::$narrow, $narrow_text, $narrow_keys, $narrow);)*
        $(field!([] $wide_rust, $wide_word, $wide_words, SchemaScalar::$wide, $wide_text, $wide_keys, $wide);)*
        $($(field!([] $rust, $word, $words, SchemaScalar::$variant, $text, $keys);)*)*
        $(field!([] $unit_rust, $unit_word, $unit_words, SchemaScalar::Timestamp(TimeUnit::$unit), $unit_text, $unit_keys);)*
        $(field!(
            [const SCALE: u8] $decimal_rust, $decimal_word, $decimal_words, SchemaScalar::$decimal(SCALE), $decimal_text, $decimal_keys
        );)*
        $(crate::scalar::word::every_word!($narrow_rust, $narrow_word);)*
        $(crate::scalar::word::every_word!($wide_rust, $wide_word);)*
    };
}
vellum_scalars::for_each_scalar!(fields);

// `bool`: one bit of the bitmap in a record, one byte in a list.

/// Sets the bit at `place`; a record of an older revision, which does not store it, is upgraded
/// first.
#[inline]
pub(crate) fn set_bit<S: Storage>(
    session: &mut Session<S>,
    target: &Target<'_>,
    place: &Place,
    value: bool,
) -> Result<()> {
    let shift = session.shift();
    if put_bit(session.record_mut(target.holder)?, place, shift, value).is_some() || !value {
        return Ok(());
    }
    let holder = session.upgrade(target)?;
    let shift = session.shift();
    put_bit(session.record_mut(holder)?, place, shift, value).ok_or_else(length_changed)
}

impl Value for bool {
    // The bits of a bitmap are proved with the record; an element has a byte of its own.
    const SHAPE: TypeShape =
        TypeShape { bits: 1, word: 1, checked: false, whole: true, ..TypeShape::inline(Size::ZERO) };
    const PLAN: TypePlan = TypePlan::new(Type::Bool);
    type Default = bool;
    const DEFAULT: &'static bool = &false;
    opened_as_read!();
    type Get<'a, R: Reading> = bool;
    type GetList<'a, R: Reading> = List<'a, bool, R>;
    type Set<'a> = bool;
    type Cursor<'a, S: Storage + 'a> = bool;
    type FieldCursor<'a, S: Storage + 'a> = Result<bool>;
    type Edit<'a, S: Storage + 'a> = crate::typed::root::RootEdit<Self, S>;

    #[inline(always)]
    fn as_set(&self) -> bool {
        *self
    }

    #[inline(always)]
    fn is_default(value: &bool, default: &bool) -> bool {
        value == default
    }

    #[inline(always)]
    fn write<const ELEMENT: bool, W: StaticWidth>(
        value: &bool,
        record: &mut [u8],
        at: &At<'_, bool, ELEMENT>,
        _: &mut Heap<'_, W>,
    ) -> Result<()> {
        put_bit(record, at.place, W::WIDTH.shift(), *value ^ *at.default).ok_or_else(length_changed)
    }

    #[inline(always)]
    fn get<R: Reading, const ELEMENT: bool>(slot: TypedSlot<'_, '_, Self, R, ELEMENT>) -> Result<bool, R::Error> {
        let (record, at) = (slot.record(), slot.at());
        Ok(bit(record.bytes(), at.place, record.shift()) ^ *at.default)
    }

    // The bits of a bitmap are proved with the record.
    #[inline(always)]
    fn prove_value<const ELEMENT: bool, W: Proving>(
        _: &mut Prover<'_, W>,
        _: &[u8],
        _: &At<'_, bool, ELEMENT>,
    ) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    fn stored<'v>(value: &'v bool, default: &bool) -> StoredForm<'v> {
        StoredForm::Word(u128::from(value ^ default), 1)
    }

    #[inline]
    fn set<const ELEMENT: bool, S: Storage>(
        session: &mut Session<S>,
        target: Target<'_>,
        at: &At<'_, bool, ELEMENT>,
        value: &bool,
    ) -> Result<()> {
        set_bit(session, &target, at.place, *value ^ *at.default)
    }

    #[inline]
    fn cursor<'a, const ELEMENT: bool, S: Storage>(
        session: &'a mut Session<S>,
        target: Target<'a>,
        at: &At<'_, bool, ELEMENT>,
    ) -> Result<bool> {
        Self::get(TypedSlot::checked(&session.record(target.holder)?, at))
    }

    #[inline]
    fn field_cursor<'a, S: Storage>(
        session: &'a mut Session<S>,
        link: &'a Link<'a>,
        at: &At<'_, bool>,
    ) -> Result<bool> {
        reach::<Self, S>(session, link, at)
    }
}

impl<'b> Decode<'b> for bool {
    #[inline(always)]
    fn decode<const ELEMENT: bool, W: Width>(
        record: &[u8],
        at: &At<'_, bool, ELEMENT>,
        decoder: &mut Decoder<'b, W>,
    ) -> Result<bool> {
        Ok(bit(record, at.place, decoder.shift()) ^ *at.default)
    }
}
