//! Dates and times, as numbers since an epoch. Nothing here knows calendars; the libraries behind
//! the features do.

use super::word::{every_word, some_words};

/// Nanoseconds of a day.
const DAY: u64 = 86_400_000_000_000;

/// A calendar day: days since 1970-01-01, proleptic Gregorian; four bytes.
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::Date;
///
/// #[derive(Vellum)]
/// struct Person { born: Date }
///
/// let bytes = vellum::to_vec(&Person { born: Date(-56_270) })?; // 1815-12-10
/// assert_eq!(Person::view(&bytes)?.born()?, Date(-56_270));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(pub i32);

/// A time of day: nanoseconds since midnight, below 86,400,000,000,000; eight bytes. Others cannot
/// be read: a buffer that holds one is corrupt.
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::Time;
///
/// #[derive(Vellum)]
/// struct Alarm { at: Time }
///
/// let seven = Time::from_nanos(7 * 3_600_000_000_000).unwrap();
/// let bytes = vellum::to_vec(&Alarm { at: seven })?;
/// assert_eq!(Alarm::view(&bytes)?.at()?, seven);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

/// A point in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds; eight bytes. In
/// schema text `timestamp`.
///
/// ```
/// use vellum::value::Timestamp;
/// use vellum::{Record, Schema};
///
/// let mut record = Record::new(&Schema::parse("struct Event { at: timestamp } root Event;")?);
/// record.set("at", Timestamp(1_700_000_000_000))?; // 2023-11-14T22:13:20Z
/// assert_eq!(record.get::<Timestamp>("at")?, Timestamp(1_700_000_000_000));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

/// A point in time in seconds: `timestamp(s)`.
///
/// ```
/// use vellum::value::TimestampSeconds;
/// use vellum::{Record, Schema};
///
/// let mut record = Record::new(&Schema::parse("struct Event { at: timestamp(s) } root Event;")?);
/// record.set("at", TimestampSeconds(1_700_000_000))?; // 2023-11-14T22:13:20Z
/// assert_eq!(record.get::<TimestampSeconds>("at")?, TimestampSeconds(1_700_000_000));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimestampSeconds(pub i64);

/// A point in time in microseconds: `timestamp(us)`.
///
/// ```
/// use vellum::value::TimestampMicros;
/// use vellum::{Record, Schema};
///
/// let mut record = Record::new(&Schema::parse("struct Event { at: timestamp(us) } root Event;")?);
/// record.set("at", TimestampMicros(1_700_000_000_000_000))?; // 2023-11-14T22:13:20Z
/// assert_eq!(record.get::<TimestampMicros>("at")?, TimestampMicros(1_700_000_000_000_000));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimestampMicros(pub i64);

/// A point in time in nanoseconds: `timestamp(ns)`. It reaches from the year 1677 to 2262.
///
/// ```
/// use vellum::value::TimestampNanos;
/// use vellum::{Record, Schema};
///
/// let mut record = Record::new(&Schema::parse("struct Event { at: timestamp(ns) } root Event;")?);
/// record.set("at", TimestampNanos(1_700_000_000_000_000_000))?; // 2023-11-14T22:13:20Z
/// assert_eq!(record.get::<TimestampNanos>("at")?, TimestampNanos(1_700_000_000_000_000_000));
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimestampNanos(pub i64);

/// A span of time in nanoseconds, up to 292 years; eight bytes.
///
/// ```
/// use vellum::Vellum;
/// use vellum::value::Duration;
///
/// #[derive(Vellum)]
/// struct Lap { took: Duration }
///
/// let bytes = vellum::to_vec(&Lap { took: Duration(90_500_000_000) })?; // a minute and a half, and half a second
/// assert_eq!(Lap::view(&bytes)?.took()?.0 / 1_000_000, 90_500);
/// # Ok::<(), vellum::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(pub i64);

impl Time {
    const ZERO: Self = Self(0);

    /// The time so many nanoseconds after midnight; `None` beyond the day.
    ///
    /// ```
    /// use vellum::value::Time;
    ///
    /// assert_eq!(Time::from_nanos(1_000).map(Time::nanos), Some(1_000));
    /// assert_eq!(Time::from_nanos(86_400_000_000_000), None);
    /// ```
    #[must_use]
    pub const fn from_nanos(nanos: u64) -> Option<Self> {
        if nanos < DAY { Some(Self(nanos)) } else { None }
    }

    /// Nanoseconds since midnight.
    #[must_use]
    pub const fn nanos(self) -> u64 {
        self.0
    }
}

macro_rules! signed {
    ($($type:ident: $word:ty;)*) => {$(
        every_word!([] $type, $word, Self(0), |this| this.0.cast_unsigned(), |word| Self(word.cast_signed()));
    )*};
}
signed! {
    Date: u32;
    Timestamp: u64;
    TimestampSeconds: u64;
    TimestampMicros: u64;
    TimestampNanos: u64;
    Duration: u64;
}
// The last is a nanosecond before midnight.
some_words!(Time, u64, Self::ZERO, Self(DAY - 1), |this| this.0, |word| Self::from_nanos(word));

#[cfg(feature = "jiff")]
mod with_jiff {
    use super::{Date, Duration, Time, Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds};
    use crate::error::{Error, ErrorKind, FixedError, Result};

    /// 1970-01-01.
    const EPOCH: jiff::civil::Date = jiff::civil::Date::constant(1970, 1, 1);

    fn beyond(_: impl core::fmt::Debug) -> Error {
        Error::fixed(&FixedError(ErrorKind::Type, "the date or time is beyond what the other type can hold"))
    }

    impl TryFrom<Date> for jiff::civil::Date {
        type Error = Error;

        fn try_from(date: Date) -> Result<Self> {
            let days = jiff::Span::new().try_days(date.0).map_err(beyond)?;
            EPOCH.checked_add(days).map_err(beyond)
        }
    }

    impl From<jiff::civil::Date> for Date {
        fn from(date: jiff::civil::Date) -> Self {
            // The years -9999 to 9999 have fewer days than an i32 counts.
            Self(EPOCH.until(date).map_or(0, |span| span.get_days()))
        }
    }

    impl From<Time> for jiff::civil::Time {
        fn from(time: Time) -> Self {
            let nanos = jiff::SignedDuration::from_nanos(time.nanos().cast_signed());
            Self::midnight().wrapping_add(nanos)
        }
    }

    impl From<jiff::civil::Time> for Time {
        fn from(time: jiff::civil::Time) -> Self {
            let since = time.duration_since(jiff::civil::Time::midnight());
            Self::from_nanos(u64::try_from(since.as_nanos()).unwrap_or(0)).unwrap_or(Self::ZERO)
        }
    }

    macro_rules! timestamp {
        ($($type:ident, $from:ident $(, $as:ident)?;)*) => {$(
            impl TryFrom<$type> for jiff::Timestamp {
                type Error = Error;

                fn try_from(timestamp: $type) -> Result<Self> {
                    Self::$from(timestamp.0.into()).map_err(beyond)
                }
            }

            $(impl From<jiff::Timestamp> for $type {
                fn from(timestamp: jiff::Timestamp) -> Self {
                    Self(timestamp.$as())
                }
            })?
        )*};
    }
    timestamp! {
        TimestampSeconds, from_second, as_second;
        Timestamp, from_millisecond, as_millisecond;
        TimestampMicros, from_microsecond, as_microsecond;
        TimestampNanos, from_nanosecond;
    }

    impl TryFrom<jiff::Timestamp> for TimestampNanos {
        type Error = Error;

        fn try_from(timestamp: jiff::Timestamp) -> Result<Self> {
            timestamp.as_nanosecond().try_into().map(Self).map_err(beyond)
        }
    }

    impl From<Duration> for jiff::SignedDuration {
        fn from(duration: Duration) -> Self {
            Self::from_nanos(duration.0)
        }
    }

    impl TryFrom<jiff::SignedDuration> for Duration {
        type Error = Error;

        fn try_from(duration: jiff::SignedDuration) -> Result<Self> {
            duration.as_nanos().try_into().map(Self).map_err(beyond)
        }
    }
}

#[cfg(feature = "chrono")]
mod with_chrono {
    use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Timelike, Utc};

    use super::{Date, Duration, Time, Timestamp, TimestampMicros, TimestampNanos, TimestampSeconds};
    use crate::error::{Error, ErrorKind, FixedError, Result};

    fn beyond() -> Error {
        Error::fixed(&FixedError(ErrorKind::Type, "the date or time is beyond what the other type can hold"))
    }

    impl TryFrom<Date> for NaiveDate {
        type Error = Error;

        fn try_from(date: Date) -> Result<Self> {
            let days = Days::new(u64::from(date.0.unsigned_abs()));
            let epoch = Self::from_epoch_days(0).ok_or_else(beyond)?;
            let date = if date.0 < 0 { epoch.checked_sub_days(days) } else { epoch.checked_add_days(days) };
            date.ok_or_else(beyond)
        }
    }

    impl From<NaiveDate> for Date {
        fn from(date: NaiveDate) -> Self {
            Self(date.to_epoch_days())
        }
    }

    impl From<Time> for NaiveTime {
        fn from(time: Time) -> Self {
            Self::MIN.overflowing_add_signed(TimeDelta::nanoseconds(time.nanos().cast_signed())).0
        }
    }

    impl TryFrom<NaiveTime> for Time {
        type Error = Error;

        fn try_from(time: NaiveTime) -> Result<Self> {
            let seconds = u64::from(time.num_seconds_from_midnight()).saturating_mul(1_000_000_000);
            // A leap second counts beyond its second.
            Self::from_nanos(seconds.saturating_add(u64::from(time.nanosecond()))).ok_or_else(beyond)
        }
    }

    impl TryFrom<Timestamp> for DateTime<Utc> {
        type Error = Error;

        fn try_from(timestamp: Timestamp) -> Result<Self> {
            Self::from_timestamp_millis(timestamp.0).ok_or_else(beyond)
        }
    }

    impl TryFrom<TimestampSeconds> for DateTime<Utc> {
        type Error = Error;

        fn try_from(timestamp: TimestampSeconds) -> Result<Self> {
            Self::from_timestamp(timestamp.0, 0).ok_or_else(beyond)
        }
    }

    impl TryFrom<TimestampMicros> for DateTime<Utc> {
        type Error = Error;

        fn try_from(timestamp: TimestampMicros) -> Result<Self> {
            Self::from_timestamp_micros(timestamp.0).ok_or_else(beyond)
        }
    }

    impl From<TimestampNanos> for DateTime<Utc> {
        fn from(timestamp: TimestampNanos) -> Self {
            Self::from_timestamp_nanos(timestamp.0)
        }
    }

    impl From<DateTime<Utc>> for Timestamp {
        fn from(time: DateTime<Utc>) -> Self {
            Self(time.timestamp_millis())
        }
    }

    impl From<DateTime<Utc>> for TimestampSeconds {
        fn from(time: DateTime<Utc>) -> Self {
            Self(time.timestamp())
        }
    }

    impl From<DateTime<Utc>> for TimestampMicros {
        fn from(time: DateTime<Utc>) -> Self {
            Self(time.timestamp_micros())
        }
    }

    impl TryFrom<DateTime<Utc>> for TimestampNanos {
        type Error = Error;

        fn try_from(time: DateTime<Utc>) -> Result<Self> {
            time.timestamp_nanos_opt().map(Self).ok_or_else(beyond)
        }
    }

    impl From<Duration> for TimeDelta {
        fn from(duration: Duration) -> Self {
            Self::nanoseconds(duration.0)
        }
    }

    impl TryFrom<TimeDelta> for Duration {
        type Error = Error;

        fn try_from(delta: TimeDelta) -> Result<Self> {
            delta.num_nanoseconds().map(Self).ok_or_else(beyond)
        }
    }
}
