//! Words of scalars as integers, and integers as words.

use super::Scalar;

/// A scalar's word as an integer whose order is that of the values.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
pub(crate) fn sorted(scalar: Scalar, word: u128) -> u128 {
    let signed = |value: i128| value.cast_unsigned() ^ (1 << 127);
    match scalar {
        Scalar::I8 => signed(i128::from(word as i8)),
        Scalar::I16 => signed(i128::from(word as i16)),
        Scalar::I32 | Scalar::Date => signed(i128::from(word as i32)),
        Scalar::I64 | Scalar::Timestamp(_) | Scalar::Duration | Scalar::Decimal(_) => signed(i128::from(word as i64)),
        Scalar::I128 | Scalar::Decimal128(_) => signed(word.cast_signed()),
        // Stored most significant byte first.
        Scalar::Uuid | Scalar::Ulid => word.swap_bytes(),
        _ => word,
    }
}

/// The word of an integer in a scalar type; `None` if the type does not hold it.
pub(crate) fn word_of(scalar: Scalar, value: i128) -> Option<u128> {
    fn of<T: crate::typed::scalar::Scalar + TryFrom<i128>>(value: i128) -> Option<u128> {
        T::try_from(value).ok().map(|value| value.to_word().into())
    }
    match scalar {
        Scalar::U8 => of::<u8>(value),
        Scalar::U16 => of::<u16>(value),
        Scalar::U32 => of::<u32>(value),
        Scalar::U64 => of::<u64>(value),
        Scalar::U128 => of::<u128>(value),
        Scalar::I8 => of::<i8>(value),
        Scalar::I16 => of::<i16>(value),
        Scalar::I32 => of::<i32>(value),
        Scalar::I64 => of::<i64>(value),
        Scalar::I128 => Some(value.cast_unsigned()),
        _ => None,
    }
}
