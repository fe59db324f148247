//! `Range` and `RangeInclusive`: the tuple of where they begin and where they end, as tuples are
//! set and read.

use core::ops::{Range, RangeInclusive};

use crate::__forward_value;
use crate::Value;

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
