//! Scalars and enums, `bool`, and text of a fixed length: what lies in the slot itself.

use super::prover::Prover;
use super::{Prove, ProvedSlot, proved_as};
use crate::layout::Place;
use crate::scalar::FixedStr;
use crate::scalar::word::{Scalar, Word};
use crate::typed::at::At;
use crate::typed::scalar;
use crate::wire::bits::bit;
use crate::wire::width::StaticWidth;
use crate::wire::{stored, trimmed};

/// Fails if the word at a place is no value.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn prove_word<T: Scalar, W: StaticWidth>(record: &[u8], place: &Place, default: &T) -> Option<()> {
    if T::INVALID.is_empty() {
        return Some(());
    }
    let stored = record.get(place.slot.at(W::WIDTH.shift())..).and_then(T::Word::load).unwrap_or(T::Word::ZERO);
    T::from_word(stored ^ default.to_word()).map(drop)
}

/// The value at a place that was proved; `none` stands for what cannot be.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn load_proved<T: Prove<Default: Scalar + Sized>, const ELEMENT: bool>(
    slot: &ProvedSlot<'_, '_, T, ELEMENT>,
    none: T::Default,
) -> T::Default {
    let (record, at) = (slot.record(), slot.at());
    scalar::load(record.bytes(), at.place.slot.at(record.shift()), at.default).unwrap_or(none)
}

/// Implements [`Prove`] for a scalar or an enum; `$open` says that it is an enum with unknown numbers, and no value for them.
#[doc(hidden)]
#[macro_export]
macro_rules! __prove_scalar {
    (@unreadable $prover:ident, true) => {
        $prover.unreadable()
    };
    (@unreadable $prover:ident, false) => {
        ::core::option::Option::None
    };
    (@impl [$($generics:tt)*] $type:ty, $default:expr, $unreadable:tt, $list:ty) => {
        impl<$($generics)*> $crate::Prove for $type {
            type Proved<'a> = $type;
            type Held<'a> = $type;
            type ProvedList<'a> = $list;
            type Default = $type;
            const DEFAULT: &'static $type = &$default;

            #[inline(always)]
            fn prove<const __E: bool, __W: $crate::__v::StaticWidth>(
                prover: &mut $crate::__v::Prover<'_, __W>,
                record: &[u8],
                at: &$crate::__v::At<'_, $type, __E>,
            ) -> ::core::option::Option<()> {
                let _ = &prover;
                match $crate::__v::prove_word::<$type, __W>(record, at.place, at.default) {
                    ::core::option::Option::None => $crate::__prove_scalar!(@unreadable prover, $unreadable),
                    proved => proved,
                }
            }

            #[inline(always)]
            fn held<const __E: bool>(slot: $crate::__v::ProvedSlot<'_, '_, Self, __E>) -> $type {
                $crate::__v::load_proved(&slot, $default)
            }

            #[inline(always)]
            fn open(held: Self::Held<'_>) -> Self::Proved<'_> {
                held
            }
        }
    };
    ([$($generics:tt)*] $type:ty, $default:expr, bytes) => {
        $crate::__prove_scalar!(@impl [$($generics)*] $type, $default, false, &'a [u8]);
    };
    ([$($generics:tt)*] $type:ty, $default:expr, $unreadable:tt) => {
        $crate::__prove_scalar!(
            @impl [$($generics)*] $type, $default, $unreadable, $crate::ProvedList<'a, $type>
        );
    };
}

impl Prove for bool {
    proved_as!(bool);
    type Default = bool;
    const DEFAULT: &'static bool = &false;

    // The bits of a bitmap are looked at with the record.
    #[inline(always)]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        _: &mut Prover<'_, W>,
        _: &[u8],
        _: &At<'_, bool, ELEMENT>,
    ) -> Option<()> {
        Some(())
    }

    #[inline(always)]
    fn held<const ELEMENT: bool>(slot: ProvedSlot<'_, '_, Self, ELEMENT>) -> bool {
        let (record, at) = (slot.record(), slot.at());
        bit(record.bytes(), at.place, record.shift()) ^ *at.default
    }
}

impl<const N: usize> Prove for FixedStr<N> {
    proved_as!(&'a str);
    type Default = ();
    const DEFAULT: &'static () = &();

    #[inline]
    fn prove<const ELEMENT: bool, W: StaticWidth>(
        _: &mut Prover<'_, W>,
        record: &[u8],
        at: &At<'_, (), ELEMENT>,
    ) -> Option<()> {
        crate::wire::proved::text(trimmed(stored(record, at.place.slot.at(W::WIDTH.shift()), N))).map(drop)
    }

    #[inline]
    fn held<'a, const ELEMENT: bool>(slot: ProvedSlot<'a, '_, Self, ELEMENT>) -> &'a str {
        let (record, at) = (slot.record(), slot.at());
        let text = trimmed(stored(record.bytes(), at.place.slot.at(record.shift()), N));
        // Short, and rare: not worth text that nobody looks at again.
        crate::wire::proved::text(text).unwrap_or_default()
    }
}
