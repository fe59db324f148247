//! `Range` and `RangeInclusive`: tuples of start and end, which are set and read as tuples.

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
