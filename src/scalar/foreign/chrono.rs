//! The types of `chrono`.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};

use super::Foreign;
use crate::scalar::{Date, Duration, Time, TimestampNanos};

impl Foreign for DateTime<Utc> {
    type Wire = TimestampNanos;
    const UNSTORED: &'static str = "the point in time is a leap second, or before 1677 or after 2262, where a timestamp in nanoseconds \
                                    ends; `with` names a coarser one";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::UNIX_EPOCH;

    fn to_wire(&self) -> Option<TimestampNanos> {
        (*self).try_into().ok()
    }

    fn from_wire(wire: TimestampNanos) -> Option<Self> {
        Some(wire.into())
    }
}

impl Foreign for NaiveDate {
    type Wire = Date;
    const UNSTORED: &'static str = "";
    const UNREAD: &'static str = "the stored date is beyond what chrono's `NaiveDate` holds";
    const NONE: Self = Self::MIN;

    fn to_wire(&self) -> Option<Date> {
        Some((*self).into())
    }

    fn from_wire(wire: Date) -> Option<Self> {
        wire.try_into().ok()
    }
}

impl Foreign for NaiveTime {
    type Wire = Time;
    const UNSTORED: &'static str = "a time of day has no leap second";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::MIN;

    fn to_wire(&self) -> Option<Time> {
        (*self).try_into().ok()
    }

    fn from_wire(wire: Time) -> Option<Self> {
        Some(wire.into())
    }
}

impl Foreign for TimeDelta {
    type Wire = Duration;
    const UNSTORED: &'static str = "the span of time is longer than the 292 years that a duration in nanoseconds holds";
    const UNREAD: &'static str = "";
    const NONE: Self = Self::zero();

    fn to_wire(&self) -> Option<Duration> {
        (*self).try_into().ok()
    }

    fn from_wire(wire: Duration) -> Option<Self> {
        Some(wire.into())
    }
}

super::by_reference! {
    [] DateTime<Utc> => crate::scalar::Timestamp;
    [] DateTime<Utc> => crate::scalar::TimestampSeconds;
    [] DateTime<Utc> => crate::scalar::TimestampMicros;
    [] DateTime<Utc> => crate::scalar::TimestampNanos;
    [] NaiveDate => Date;
    [] NaiveTime => Time;
    [] TimeDelta => Duration;
}
