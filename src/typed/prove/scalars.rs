//! Scalars and enums, `bool`, and text of a fixed length: what lies in the slot itself.

use super::prover::Prover;
use super::record::ProvedRecord;
use super::{Prove, prove_element, proved_as};
use crate::layout::Place;
use crate::scalar::FixedStr;
use crate::scalar::word::{Scalar, Word};
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
pub fn load_proved<T: Scalar>(record: &ProvedRecord<'_>, place: &Place, default: &T, none: T) -> T {
    scalar::load(record.bytes(), place.slot.at(record.shift()), default).unwrap_or(none)
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
            type Standard = $type;
            const STANDARD: $type = $default;

            #[inline(always)]
            fn prove<__W: $crate::__private::StaticWidth>(
                prover: &mut $crate::__private::Prover<'_, __W>,
                record: &[u8],
                place: &$crate::__private::Place,
                default: &$type,
            ) -> ::core::option::Option<()> {
                let _ = &prover;
                match $crate::__private::prove_word::<$type, __W>(record, place, default) {
                    ::core::option::Option::None => $crate::__prove_scalar!(@unreadable prover, $unreadable),
                    proved => proved,
                }
            }

            $crate::__prove_element!();

            #[inline(always)]
            fn held(
                record: &$crate::__private::ProvedRecord<'_>,
                place: &$crate::__private::Place,
                default: $type,
            ) -> $type {
                $crate::__private::load_proved(record, place, &default, $default)
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
    type Standard = bool;
    const STANDARD: bool = false;

    #[inline(always)]
    fn prove<W: StaticWidth>(_: &mut Prover<'_, W>, _: &[u8], _: &Place, _: &bool) -> Option<()> {
        Some(())
    }

    prove_element!();

    #[inline(always)]
    fn held(record: &ProvedRecord<'_>, place: &Place, default: bool) -> bool {
        bit(record.bytes(), place, record.shift()) ^ default
    }
}

impl<const N: usize> Prove for FixedStr<N> {
    proved_as!(&'a str);
    type Standard = ();
    const STANDARD: () = ();

    #[inline]
    fn prove<W: StaticWidth>(_: &mut Prover<'_, W>, record: &[u8], place: &Place, (): &()) -> Option<()> {
        crate::wire::proved::text(trimmed(stored(record, place.slot.at(W::WIDTH.shift()), N))).map(drop)
    }

    prove_element!();

    #[inline]
    fn held<'a>(record: &ProvedRecord<'a>, place: &Place, (): ()) -> &'a str {
        // Short, and rare: not worth text that nobody looks at again.
        crate::wire::proved::text(trimmed(stored(record.bytes(), place.slot.at(record.shift()), N))).unwrap_or_default()
    }
}
