//! The types of `jiff`.

use jiff::civil;
use jiff::{SignedDuration, Timestamp};

use super::Foreign;
use crate::scalar::{Date, Duration, Time, TimestampNanos};

impl Foreign for Timestamp {
    type Wire = TimestampNanos;
    const UNSTORED: &'static str = "the point in time is before 1677 or after 2262, where a timestamp in nanoseconds ends; `with` names a coarser one";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::UNIX_EPOCH;

    fn to_wire(&self) -> Option<TimestampNanos> {
        (*self).try_into().ok()
    }

    fn from_wire(wire: TimestampNanos) -> Option<Self> {
        // All nanoseconds of an i64 are within the years -9999 to 9999.
        wire.try_into().ok()
    }
}

impl Foreign for civil::Date {
    type Wire = Date;
    const UNSTORED: &'static str = "";
    const UNREAD: &'static str = "the stored date is beyond the years -9999 to 9999 of jiff's `Date`";
    const NONE: Self = Self::ZERO;

    fn to_wire(&self) -> Option<Date> {
        Some((*self).into())
    }

    fn from_wire(wire: Date) -> Option<Self> {
        wire.try_into().ok()
    }
}

impl Foreign for civil::Time {
    type Wire = Time;
    const UNSTORED: &'static str = "";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::midnight();

    fn to_wire(&self) -> Option<Time> {
        Some((*self).into())
    }

    fn from_wire(wire: Time) -> Option<Self> {
        Some(wire.into())
    }
}

impl Foreign for SignedDuration {
    type Wire = Duration;
    const UNSTORED: &'static str = "the span of time is longer than the 292 years that a duration in nanoseconds holds";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::ZERO;

    fn to_wire(&self) -> Option<Duration> {
        (*self).try_into().ok()
    }

    fn from_wire(wire: Duration) -> Option<Self> {
        Some(wire.into())
    }
}

super::by_reference! {
    [] Timestamp => crate::scalar::Timestamp;
    [] Timestamp => crate::scalar::TimestampSeconds;
    [] Timestamp => crate::scalar::TimestampMicros;
    [] Timestamp => crate::scalar::TimestampNanos;
    [] civil::Date => Date;
    [] civil::Time => Time;
    [] SignedDuration => Duration;
}
